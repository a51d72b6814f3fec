"""Every game as OpenSpiel knows games: its own tests in processes of their own, and what this package promises beside them."""

import importlib.util
import os
import subprocess
import sys
from typing import Any

import pytest

from qipai.engine import records
from qipai.games import GAMES
from tests.test_architecture import ROOT

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs the extra envs")

SHORT = 1  # deals that each judge plays
# One game of each room; `just judges` puts every game and variant to them.
SAMPLED = {game.room: (name, next(iter(game.variants))) for name, game in reversed(GAMES.items())}


def forms(name: str, variant: str) -> list[str]:
    """In turns, asked together, and the mini pack."""
    short = f"python_qipai_{name}"
    together = [] if name == "gan_deng_yan" else [f"{short}_together(variant={variant})"]
    return [f"{short}(variant={variant})", *together, f"{short}(variant={variant},mini=True,recall=perfect)"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), SAMPLED.values(), ids=SAMPLED)
def test_the_judges_of_others_are_content(name: str, variant: str) -> None:
    """In a process of its own: a fault in native code would end this one."""
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.environments.spiel_judges", str(SHORT), *forms(name, variant)]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-4000:]
    print(ran.stdout)
    without = 2 if name == "gou_ji" else 0  # playthroughs of its whole deals, which `just judges` writes
    assert ran.stdout.count("passed") == (10 if name == "gan_deng_yan" else 15) - without


def load(spelled: str, parameters: dict[str, Any] | None = None) -> Any:
    import pyspiel

    import qipai.environments.openspiel  # noqa: F401 registers the games

    return pyspiel.load_game(spelled, parameters) if parameters else pyspiel.load_game(spelled)


def test_the_digits_of_chance_deal_what_the_seed_deals() -> None:
    game = load("python_qipai_gan_deng_yan(players=4,variant=airplane,options=decks:1)")
    state = game.new_initial_state()
    for digit in (0, 0, 0, 0, 0, 0, 1, 12):
        assert state.is_chance_node()
        state.apply_action(digit)
    table = GAMES["gan_deng_yan"]
    rules = table.rules(table.ruleset("airplane", decks=1))
    dealt = table.start(rules, table.setup(rules, players=4), seed=0x1C)
    assert records.to_bytes(state._play.state) == records.to_bytes(dealt)
    assert state.legal_actions() == list(range(len(table.legal(dealt, rules, state.current_player()))))


def test_a_mini_pack_is_dealt_card_by_card() -> None:
    """Six cards in pairs are dealt in 90 orders; what is left of one kind is no draw."""
    game = load("python_qipai_gan_deng_yan", {"mini": True})
    deals, weights = 0, 0.0
    waiting = [(game.new_initial_state(), 1.0)]
    while waiting:
        state, weight = waiting.pop()
        if state.is_chance_node():
            waiting += [(state.child(outcome), weight * share) for outcome, share in state.chance_outcomes()]
        else:
            deals, weights = deals + 1, weights + weight
    assert deals == 90
    assert weights == pytest.approx(1)


def test_players_of_equal_hands_have_information_states_of_their_own() -> None:
    state = load("python_qipai_giog").new_initial_state()
    while state.is_chance_node():
        state.apply_action(3)
    strings = {state.information_state_string(player) for player in range(2)}
    assert len(strings) == 2
    assert state.information_state_tensor(0)[:2] == [1, 0]
    assert state.information_state_tensor(1)[:2] == [0, 1]


@pytest.mark.parametrize("name", GAMES)
def test_all_ways_to_a_tensor_agree(name: str) -> None:
    """The state's own tensors, those of an observer, and the named blocks, which cover them without a gap or a name used twice."""
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = load(f"python_qipai_{name}")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(3)
    seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for player in range(game.num_players()):
        tensor = np.array(state.information_state_tensor(player), np.float32)
        seen.set_from(state, player)
        assert np.array_equal(tensor, seen.tensor)
        assert np.array_equal(tensor, np.array(state.observation_tensor(player), np.float32))
        assert np.array_equal(tensor, np.concatenate([block.ravel() for block in seen.dict.values()]))
        assert [*seen.dict] == ["player", *game.shared.layout.blocks]
        assert len(tensor) == game.information_state_tensor_size() == game.num_players() + game.shared.layout.entries


@pytest.mark.parametrize("name", GAMES)
def test_what_points_add_up_to_is_told(name: str) -> None:
    """A share of pieces or of money adds up to nothing; a win that is a point, shared or not, to one."""
    import pyspiel

    kinds = pyspiel.GameType.Utility
    ones = ("giog", "jumapao", "jumapao_fujian3", "daqiluo1", "zhihu", "tamcuc")
    for spelled in forms(name, "default"):
        game = load(spelled)
        assert game.get_type().utility == (kinds.CONSTANT_SUM if name in ones else kinds.ZERO_SUM)
        assert game.utility_sum() == (1 if name in ones else 0)
        assert game.min_utility() <= game.utility_sum() / game.num_players() <= game.max_utility()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_above_an_equal_share_adds_up_to_nothing(name: str) -> None:
    import random

    import pyspiel

    plain, above = (load(f"python_qipai_{name}(mini=True{share})") for share in ("", ",above_share=True"))
    assert above.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    share = plain.utility_sum() / plain.num_players()
    states, chance = [plain.new_initial_state(), above.new_initial_state()], random.Random(1)
    while not states[0].is_terminal():
        assert states[1].returns() == [0] * plain.num_players()
        action = chance.choice(states[0].legal_actions())
        for state in states:
            state.apply_action(action)
    assert states[1].returns() == pytest.approx([points - share for points in states[0].returns()])
    assert sum(states[1].returns()) == pytest.approx(0)
    assert (above.min_utility(), above.max_utility()) == (plain.min_utility() - share, plain.max_utility() - share)


def test_points_that_nobody_pays_add_up_to_nothing_in_particular() -> None:
    import pyspiel

    game = load("python_qipai_gan_deng_yan(players=2,variant=wenshan)")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert game.utility_sum() is None
    assert (game.min_utility(), game.max_utility()) == (0, 26)


TWO = [name for name in GAMES if GAMES[name].mini.players == 2]


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO)
def test_how_far_from_the_best_play_at_random_is_can_be_told(name: str) -> None:
    """OpenSpiel answers only where points add up to something that is told."""
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    game = load(f"python_qipai_{name}(mini=True,recall=perfect)")
    assert 0.01 < exploitability.exploitability(game, UniformRandomPolicy(game)) < game.max_utility() - game.min_utility()


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO)
def test_the_linear_program_solves_mini_packs(name: str) -> None:
    """It wants a game that is zero-sum.  Its values add up to 0, and nothing can be won against its strategies."""
    pytest.importorskip("ecos", reason="OpenSpiel's linear program needs cvxpy and ecos")
    pytest.importorskip("cvxpy", reason="OpenSpiel's linear program needs cvxpy and ecos")
    from open_spiel.python.algorithms import exploitability, sequence_form_lp
    from open_spiel.python.policy import merge_tabular_policies

    game = load(f"python_qipai_{name}(mini=True,recall=perfect,above_share=True)")
    first, second, *strategies = sequence_form_lp.solve_zero_sum_game(game)
    assert first + second == pytest.approx(0, abs=1e-6)
    assert exploitability.exploitability(game, merge_tabular_policies(strategies, game)) == pytest.approx(0, abs=1e-6)


def test_who_remembers_everything_tells_apart_what_the_rules_let_be_forgotten() -> None:
    state = load("python_qipai_tamcuc(mini=True,recall=perfect)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    before = state.information_state_string(player)
    state.apply_action(0)
    assert state.information_state_string(player).startswith(f"{before} > 0\n")
    assert state.observation_string(player) in state.information_state_string(player)


def test_a_drawn_world_is_written_down_as_it_is() -> None:
    import pickle

    import pyspiel

    game = load("python_qipai_gan_deng_yan(players=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(5)
    world = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert str(world) != str(state)
    assert str(pickle.loads(pickle.dumps(world))) == str(world)
    assert str(game.deserialize_state(world.serialize())) == str(world)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"players": 9}, "for 2 to 6 players, not 9"),
        ({"variant": "mars"}, "no variant 'mars'"),
        ({"options": "decks"}, "The option 'decks' has no value; options are written name:value, with ; between them"),
        ({"recall": "some"}, "no recall 'some'; there are rules, perfect"),
        ({"mini": True, "players": 3}, "mini pack of gan_deng_yan is for 2 players, not 3"),
    ],
)
def test_what_there_is_not_is_refused(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Exception, match=sentence):
        load("python_qipai_gan_deng_yan", parameters)
