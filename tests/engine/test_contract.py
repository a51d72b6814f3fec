"""The contract: what a `Game` asks of its room, what it adds, and what is shown of its verbs."""

import doctest
import inspect
import pydoc
from dataclasses import fields, replace
from types import SimpleNamespace

import numpy as np
import pytest

from qipai.engine import contract, game, records, verbs
from qipai.engine.conformance import check
from qipai.engine.game import Game
from qipai.games import GAMES, GAN_DENG_YAN
from tests.conformance.blind_bids import BLIND_BIDS
from tests.conformance.nines import NINES

VERBS = {name: member for name, member in vars(Game).items() if isinstance(member, verbs.Verb)}


def without(given: object, *names: str) -> SimpleNamespace:
    return SimpleNamespace(**{name: value for name, value in vars(given).items() if name not in names})


def test_every_function_of_the_rules_is_a_method() -> None:
    assert set(VERBS) == set(verbs.NAMES)
    assert len(VERBS) == 17


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_is_shown_with_its_signature_and_what_it_does(name: str) -> None:
    """In both modes, before its first call and after."""
    said = VERBS[name].__doc__
    assert said
    assert said.splitlines()[0] in pydoc.render_doc(getattr(Game, name), renderer=pydoc.plaintext)
    declared = list(inspect.signature(getattr(Game, name)).parameters)[1:]
    for _ in range(2):
        entry = getattr(GAN_DENG_YAN, name)
        assert said.splitlines()[0] in pydoc.render_doc(entry, renderer=pydoc.plaintext)
        if name != "play_kind" or hasattr(entry, "py_func"):
            assert list(inspect.signature(entry).parameters) == declared


def test_an_entry_is_looked_up_once() -> None:
    assert GAN_DENG_YAN.to_act is GAN_DENG_YAN.to_act


def test_what_few_games_have_is_what_all_others_expect() -> None:
    """Each particular but two is a method of `Game`, and a game without any has no partners, windows or tables."""
    named = {one.name for one in fields(contract.Particulars)}
    assert named - set(vars(Game)) == {"describe_own", "why_alone"}
    usual = replace(NINES, particulars=contract.Particulars())
    rules = usual.rules()
    made = usual.setup(rules, 3)
    before, setup = records.to_bytes(made), records.opened(made)
    usual.newcomers(setup)
    plain = records.to_plain(made)
    usual.fit_setup(plain, (), [])
    assert plain == records.to_plain(made)
    assert records.to_bytes(made) == before
    assert (usual.teams(usual.ruleset(), 3), usual.utility_sum(usual.ruleset(), 3)) == ((0, 1, 2), 0)
    assert (usual.check_setup(plain, 7), usual.is_window(usual.new_state()), usual.statistics(np.empty(0, usual.RESULT))) == (
        None,
        False,
        [],
    )
    assert NINES.utility_sum(NINES.ruleset(), 3) is None


def test_a_name_that_is_no_verb_is_an_error() -> None:
    with pytest.raises(AttributeError, match="aply_action"):
        GAN_DENG_YAN.aply_action  # type: ignore[attr-defined]  # noqa: B018


def test_the_examples_are_true() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    names = vars(game).copy()
    examples = finder.find(game, extraglobs=names)
    for name in VERBS:
        examples += finder.find(getattr(Game, name), f"Game.{name}", globs=names)
    for example in examples:
        runner.run(example)
    assert runner.summarize().failed == 0
    assert runner.tries >= 10


@pytest.mark.parametrize("part", ["state", "dealing", "playing", "knowing", "notation", "telling"])
def test_what_a_module_lacks_is_named(part: str) -> None:
    protocol = {
        "state": contract.Records,
        "dealing": contract.Dealing,
        "playing": contract.Playing,
        "knowing": contract.Knowing,
        "notation": contract.Notation,
        "telling": contract.Telling,
    }[part]
    names = verbs.names_of(protocol)
    assert names
    lacking = without(getattr(NINES, part), names[0], names[-1])
    with pytest.raises(TypeError, match=rf"^nines lacks {part}\.{names[0]}, {part}\.{names[-1]}\.$"):
        replace(NINES, **{part: lacking})


def test_rules_that_keep_no_mask_of_asked_seats_say_who_is_pending() -> None:
    mute = without(GAN_DENG_YAN.playing, "pending", "is_over")
    with pytest.raises(TypeError, match=r"^The rules of gan_deng_yan lack pending, is_over\.$"):
        _ = replace(GAN_DENG_YAN, dealing=mute, playing=mute).compiled


def test_who_is_asked_follows_from_a_mask_in_the_state() -> None:
    """Blind bids says it too, and says the same."""
    silent = without(BLIND_BIDS.playing, "pending", "to_act")
    silent_game = replace(BLIND_BIDS, name="silent_bids", room="silent_bids", dealing=silent, playing=silent, knowing=silent)
    rules = silent_game.rules()
    state = silent_game.start(rules, silent_game.setup(rules, 3), 7)
    while not silent_game.is_over(state):
        assert silent_game.pending(state) == BLIND_BIDS.pending(state)
        seat = silent_game.to_act(state)
        assert seat == BLIND_BIDS.to_act(state)
        silent_game.apply_action(state, rules, seat, silent_game.legal(state, rules, seat)[0])
    assert silent_game.to_act(state) == -1


def test_legal_is_what_is_listed_where_a_room_does_not_say_it_faster() -> None:
    slow = without(BLIND_BIDS.playing, "is_legal", "is_over")
    slow_game = replace(BLIND_BIDS, name="slow_bids", room="slow_bids", dealing=slow, playing=slow, knowing=slow)
    rules = slow_game.rules()
    state = slow_game.start(rules, slow_game.setup(rules, 3), 7)
    for seat in range(3):
        legal = slow_game.legal(state, rules, seat)
        assert legal
        for action in range(-2, 12):
            assert (
                slow_game.is_legal(state, rules, seat, action)
                == (action in legal)
                == BLIND_BIDS.is_legal(state, rules, seat, action)
            )


def test_where_a_game_says_that_nobody_is_asked_together_nobody_is() -> None:
    asked = dict.fromkeys(GAMES, False)
    for name, found in GAMES.items():
        rules = found.rules()
        for seed in range(3):
            state = found.start(rules, found.setup(rules, found.seats[-1]), seed)
            while (seat := found.to_act(state)) >= 0:
                pending = found.pending(state)
                asked[name] |= pending & pending - 1 != 0
                found.apply_action(state, rules, seat, found.default_action(state, rules, seat))
    assert {name for name in GAMES if asked[name]} <= {name for name, found in GAMES.items() if found.together}
    assert not GAN_DENG_YAN.together


def test_a_game_without_its_own_defaults_conforms() -> None:
    """Nines leaves `pending` and `is_over` to the engine."""
    assert not {"pending", "is_over"} & set(vars(NINES.playing))
    assert check(NINES, deals=1, variant="default").counts["decisions"] > 0
