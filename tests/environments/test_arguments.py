"""What a public function is given is checked where it comes in: one sentence says what was wrong, and what is accepted."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import qipai
from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import NotationError, QipaiError
from qipai.engine.positions import format_position
from qipai.environments.course import Course
from qipai.environments.evaluating import evaluate
from qipai.environments.layouts import layouts
from qipai.environments.vector import Batch
from qipai.games import GAMES, find_game

game, other = GAMES["gan_deng_yan"], GAMES["giog"]
RULESET = game.ruleset()
RULES = game.rules()
SETUP = game.setup(RULES, 3)
STATE = game.start(RULES, SETUP, 7)
SEAT = game.to_act(STATE)
ORDER = game.shuffled(RULES, SETUP, 7)


def refusal_of(call: Callable[[], object]) -> str:
    """Return the sentence with which a call is refused: one, that a person can read."""
    with pytest.raises((QipaiError, TypeError)) as caught:
        call()
    said = str(caught.value)
    assert said[:1].isupper() or said.startswith(("gan_deng_yan", "giog", "`")), said
    assert said.endswith("."), said
    assert "\n" not in said
    assert len(said) < 400
    return said


def a_step() -> Callable[..., Any]:
    return game.stepper(records.copy(STATE), RULES, game.new_actions())


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: find_game(3), "A game is told by its name or is one of `qipai.games.GAMES`, not 3."),
        (lambda: qipai.game(None), "A game is told by its name or is one of `qipai.games.GAMES`, not None."),
        (lambda: qipai.deal(3), "A game is told by its name or is one of `qipai.games.GAMES`, not 3."),
        (lambda: qipai.deal("giog", players="3"), "The number of players is a whole number, not '3'."),
        (lambda: qipai.deal("giog", variant=["default"]), "giog has no variant a list; it has "),
        (lambda: qipai.position(3), "A position is a line of text, not 3."),
        (lambda: qipai.tournament("giog", 3), "Bots are a list of names, or a dictionary of names and bots, not 3."),
        (lambda: qipai.tournament("giog", [3, "rule"]), "In a list bots are told by their names, not by 3;"),
        (
            lambda: qipai.tournament("giog", ["noisy", "rule"], seed="x"),
            "The seed of a tournament is a whole number from 0 on, not 'x'.",
        ),
        (
            lambda: qipai.net_bot(3),
            "A net is told by a game, a file, or the folder of a training, or is a policy; it is not 3.",
        ),
        (lambda: qipai.train(3, "nowhere"), "A game is told by its name"),
        (lambda: qipai.train("giog", "nowhere", minutes="x"), "The number of minutes is a finite number, not 'x'."),
        (lambda: qipai.train("giog", "nowhere", minutes=-1), "The number of minutes is 0 or more, not -1."),
        (lambda: qipai.train("giog", "nowhere", players="3"), "The number of players is a whole number, not '3'."),
        (lambda: qipai.train("giog", "nowhere", width="3"), "The width of a net is a whole number from 1 on, not '3'."),
        (lambda: qipai.make_examples(3, "nowhere"), "A game is told by its name"),
        (
            lambda: qipai.make_examples("giog", "nowhere", deals=10**20),
            "The number of deals is a whole number from 1 to 1000000000",
        ),
        (
            lambda: qipai.tournament("giog", ["rule", "random"], deals=10**20),
            "The number of deals is a whole number from 1 to 1000000000",
        ),
        (lambda: qipai.make_examples("giog", "nowhere", players="3"), "The number of players is a whole number, not '3'."),
        (
            lambda: qipai.make_examples("giog", "nowhere", bots=3),
            "Bots are told by a name such as 'rule', or by a list of names",
        ),
        (lambda: qipai.make_examples("giog", "nowhere", forced="no"), "`forced` is True or False, not 'no'."),
        (lambda: evaluate("giog", 3), "A policy is a function of obs, features and mask, not 3."),
        (lambda: evaluate("giog", print, deals="x"), "The number of deals is a whole number from 1 on, not 'x'."),
        (lambda: evaluate("giog", print, players="3"), "The number of players is a whole number, not '3'."),
    ],
)
def test_what_import_qipai_offers(call: Callable[[], object], sentence: str) -> None:
    assert refusal_of(call).startswith(sentence)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: game.rules(3),
            "A rule set of gan_deng_yan is made by its `ruleset`, or is the name of a variant; it is not 3.",
        ),
        (lambda: game.rules(other.ruleset()), "A rule set of gan_deng_yan is made by its `ruleset`"),
        (lambda: game.changed_options(None), "A rule set of gan_deng_yan is made by its `ruleset`"),
        (lambda: game.bounds(3, 3), "A rule set of gan_deng_yan is made by its `ruleset`"),
        (lambda: game.bounds(RULESET, 3), "A setup is a record as gan_deng_yan's `setup` makes it, not 3."),
        (lambda: game.max_decisions(None, None), "A rule set of gan_deng_yan is made by its `ruleset`"),
        (lambda: game.max_decisions(RULESET, STATE), "A setup is a record as gan_deng_yan's `setup` makes it, not a"),
        (lambda: game.teams(RULESET, "3"), "The number of players is a whole number from 1 to 6, not '3'."),
        (lambda: game.teams(RULESET, 7), "The number of players is a whole number from 1 to 6, not 7."),
        (lambda: game.utility_sum(RULESET, "x"), "The number of players is a whole number from 1 to 6, not 'x'."),
        (lambda: game.utility_sum("default", 3), "A rule set of gan_deng_yan is made by its `ruleset`"),
        (lambda: game.stepper(STATE, RULES, None), "gan_deng_yan wants writable records of its own"),
        (lambda: game.stepper(other.new_state(), RULES, game.new_actions()), "gan_deng_yan wants writable records of its own"),
        *(
            (lambda wrong=wrong: a_step()(*wrong), "gan_deng_yan.stepper(state, rules, actions)(seat, action): ")
            for wrong in [(0, "x"), ("0", 0), (0, None), (0.5, 0), (0, [0]), (0, RULES)]
        ),
        (lambda: a_step()(99, 0), "There is no such seat: seats are numbered from 0"),
        (lambda: a_step()(-1, 0), "There is no such seat: seats are numbered from 0"),
    ],
)
def test_the_methods_of_a_game(call: Callable[[], object], sentence: str) -> None:
    assert refusal_of(call).startswith(sentence)


def test_layouts_are_those_of_a_game() -> None:
    for wrong in (None, 3, "giog"):
        assert refusal_of(lambda wrong=wrong: layouts(wrong)).startswith(
            "Layouts are those of a game, as `find_game` gives it, not"
        )
    layout = layouts(game).observation
    for wrong in (None, 3, ["seat"], "nothing"):
        said = refusal_of(lambda wrong=wrong: layout.part(np.zeros(layout.entries, np.float32), wrong))
        assert said.startswith("There is no block ")


def test_what_is_right_is_still_taken() -> None:
    """A setup in each of its forms, NumPy's numbers, and a stepper that refused before."""
    forms = (SETUP, records.opened(SETUP), records.to_plain(SETUP))
    assert (
        len({game.bounds(RULESET, form) for form in forms}) == len({game.max_decisions(RULESET, form) for form in forms}) == 1
    )
    assert game.teams(RULESET, np.int8(3)) == (0, 1, 2)
    assert records.to_bytes(game.setup(RULES, np.int8(3))) == records.to_bytes(SETUP)
    state, actions = records.copy(STATE), game.new_actions()
    step = game.stepper(state, RULES, actions)
    refusal_of(lambda: step(SEAT, "x"))
    assert records.to_bytes(state) == records.to_bytes(STATE)
    assert step(np.int8(SEAT), np.int64(game.legal(STATE, RULES, SEAT)[0]))[0] != SEAT


@pytest.mark.native
@pytest.mark.parametrize("wrong", ["none", "several", "read-only"])
def test_a_verb_takes_one_writable_record(wrong: str) -> None:
    """Of an array without a record, what lies beside it is read and written, which ends the process."""

    def spoilt(record: np.ndarray) -> np.ndarray:
        if wrong != "read-only":
            return np.zeros(0 if wrong == "none" else 2, record.dtype)
        constant = record.copy()
        constant.flags.writeable = False
        return constant

    actions, seen, result = game.new_actions(), game.new_observation(), records.new(game.RESULT)
    random, world = qipai.engine.game.seeded(1), game.new_state()
    calls: dict[str, tuple[Any, ...]] = {
        "first_setup": (RULES, 3, records.copy(SETUP)),
        "pack": (RULES, SETUP, records.copy(ORDER)),
        "deal": (world, RULES, SETUP, ORDER),
        "pending": (STATE,),
        "to_act": (STATE,),
        "may_act": (STATE,),
        "legal_actions": (STATE, RULES, SEAT, actions),
        "is_legal": (STATE, RULES, SEAT, 0),
        "apply_action": (records.copy(STATE), RULES, SEAT, game.legal(STATE, RULES, SEAT)[0]),
        "default_action": (STATE, RULES, SEAT),
        "is_over": (STATE,),
        "returns": (STATE, RULES, result),
        "next_setup": (SETUP, result, RULES, records.new(game.SETUP)),
        "observe": (STATE, RULES, SEAT, seen),
        "sample_world": (seen, RULES, random, world),
        "accepts": (seen, RULES, STATE),
    }
    before = records.to_bytes(STATE)
    for verb, given in calls.items():
        call = getattr(game, verb)
        call(*given)  # so that it is compiled, and wrong lengths are met by compiled code
        for place, record in enumerate(given):
            if isinstance(record, np.ndarray):
                with pytest.raises(
                    QipaiError, match=r"not of none or of several|not a read-only array of records with the shape"
                ):
                    call(*given[:place], spoilt(record), *given[place + 1 :])
    assert records.to_bytes(STATE) == before


def test_a_position_is_written_of_legal_decisions() -> None:
    legal = game.legal(STATE, RULES, SEAT)
    elsewhere = (SEAT + 1) % 3
    strange = next(action for action in range(1 << 12) if not game.is_legal(STATE, RULES, SEAT, action))

    def refused(*decisions: Any) -> str:
        with pytest.raises(NotationError) as caught:
            format_position(game, RULESET, SETUP, ORDER, decisions)
        return str(caught.value)

    assert refused((SEAT, strange)) == f"Decision 1 is not legal: seat {SEAT} may not take action {strange} there."
    assert refused((elsewhere, legal[0])) == f"Decision 1 is not legal: seat {elsewhere} may not take action {legal[0]} there."
    assert refused((99, legal[0])).startswith("Decision 1 is not legal: seat 99 ")
    assert refused((-1, legal[0])).startswith("Decision 1 is not legal: seat -1 ")
    assert refused((SEAT, legal[0]), (SEAT, legal[0])).startswith("Decision 2 is not legal: ")
    for wrong in ((SEAT, "4"), (SEAT, 0.5), SEAT, None, "44", (SEAT,)):
        assert refused(wrong).startswith("Decision 1 is a pair of a seat and an action, two whole numbers, not ")
    decisions = []
    state = records.copy(STATE)
    while not game.is_over(state):
        seat = game.to_act(state)
        decisions.append((seat, game.legal(state, RULES, seat)[0]))
        game.apply_action(state, RULES, *decisions[-1])
    assert format_position(game, RULESET, SETUP, ORDER, decisions).startswith("gan_deng_yan ")
    assert refused(*decisions, decisions[-1]) == f"The deal is over before decision {len(decisions) + 1}."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": 3}, "A game is told by its name or is one of `qipai.games.GAMES`, not 3."),
        ({"game": None}, "A game is told by its name or is one of `qipai.games.GAMES`, not None."),
        ({"players": "3"}, "The number of players is a whole number, not '3'."),
        ({"players": 3.7}, "The number of players is a whole number, not 3.7."),
        ({"players": "abc"}, "The number of players is a whole number, not 'abc'."),
        ({"compact": "no"}, "`compact` is True or False, not 'no'."),
        ({"reward": 3}, "There is no reward 3; there are seat, team."),
        ({"reward": np.zeros(2)}, "There is no reward an array of float64 with the shape (2,); there are seat, team."),
        ({"overflow": np.zeros(2)}, "There is no overflow an array of float64 with the shape (2,); there are cut, refuse."),
    ],
)
def test_a_course(arguments: dict[str, Any], sentence: str) -> None:
    assert refusal_of(lambda: Course(**{"game": "giog", **arguments})) == sentence


@pytest.mark.native
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": 3}, "A game is told by its name or is one of `qipai.games.GAMES`, not 3."),
        ({"game": None}, "A game is told by its name or is one of `qipai.games.GAMES`, not None."),
        ({"players": "3"}, "The number of players is a whole number, not '3'."),
        ({"players": 3.7}, "The number of players is a whole number, not 3.7."),
        ({"players": "abc"}, "The number of players is a whole number, not 'abc'."),
        ({"deals": "x"}, "The number of deals is a whole number from 1 on, not 'x'."),
        (
            {"deals": 1 << 70},
            "A batch holds at most 4294967296 deals, as many as a seed has streams, not 1180591620717411303424.",
        ),
        ({"reward_scale": float("nan")}, "`reward_scale` is a finite number, not nan."),
        ({"reward_scale": "x"}, "`reward_scale` is a finite number, not 'x'."),
        ({"reward_scale": 10**400}, "`reward_scale` is a finite number, not 1000"),
        ({"rotate": "yes"}, "`rotate` is True or False, not 'yes'."),
        ({"skip": "yes"}, "`skip` is True or False, not 'yes'."),
        ({"compact": 1}, "`compact` is True or False, not 1."),
        ({"dtype": "nonsense"}, "What a network reads is of float32 or uint8, not of 'nonsense'."),
        ({"dtype": 3}, "What a network reads is of float32 or uint8, not of 3."),
        ({"dtype": "float64"}, "What a network reads is of float32 or uint8, not of float64."),
        ({"opponents": 3}, "Opponents are a name, a function, or a list with one for each chair, not 3."),
        ({"opponents": {"rule"}}, "Opponents are a name, a function, or a list with one for each chair, not a set."),
        ({"opponents": [None, 3, None]}, "An opponent is a name, a function or None, not 3."),
    ],
)
def test_a_batch(arguments: dict[str, Any], sentence: str) -> None:
    assert refusal_of(lambda: Batch(**{"game": game, "deals": 2, "players": 3, **arguments})).startswith(sentence)


@pytest.mark.native
def test_a_batch_goes_on_from_states_of_its_own_deals() -> None:
    pair, three = qipai.deal(game, players=2, seed=1), qipai.deal(game, players=3, seed=1)
    many = "is of a deal with {} players, and this batch is for {}."
    assert refusal_of(lambda: Batch.from_states(game, [three.state, pair.state], players=3)) == "State 1 " + many.format(2, 3)
    assert refusal_of(lambda: Batch.from_states([three], players=2)) == "State 0 " + many.format(3, 2)
    assert refusal_of(lambda: Batch.from_states(game, np.zeros(2, game.STATE), players=2)) == "State 0 " + many.format(0, 2)
    shown = qipai.deal(other, players=3, seed=1)
    assert refusal_of(lambda: Batch.from_states("sangkrip", [shown], players=3)) == (
        "State 0 is of a deal under other rules than those of this batch."
    )
    for wrong in (3, None, "giog", [3], [pair, 3], [], [pair, three]):
        refusal_of(lambda wrong=wrong: Batch.from_states(wrong))
    for wrong in (3, "x", [3], [], np.zeros(2), np.zeros((2, 2), game.STATE), {"a": 1}):
        refusal_of(lambda wrong=wrong: Batch.from_states(game, wrong))
    refusal_of(lambda: Batch.from_states([pair], deals=3))
    assert Batch.from_states([pair, pair]).seats.tolist() == [pair.seat] * 2
    assert Batch.from_states(game, Batch(game, 4, players=2).states, players=2).players == 2


@pytest.mark.native
def test_a_batch_asks_about_deals_that_there_are() -> None:
    batch = Batch(game, 4)
    asked = []

    def policy(obs: np.ndarray, features: Any, mask: Any) -> list[int]:
        asked.append(len(obs))
        return [0] * len(obs)

    right = (slice(None), slice(1, 3), [0, 3], [-1], [True, False, False, True], np.arange(2), np.zeros(4, bool), [])
    for which, count in zip(right, (4, 2, 2, 1, 2, 2, 0, 0), strict=True):
        assert len(batch.ask(policy, which)) == count == asked[-1]
    for wrong in ([4], [-5], [0.5], "x", 3, None, [True], [[0]], slice("x"), {0}, np.zeros((2, 2), int), [None]):
        assert refusal_of(lambda wrong=wrong: batch.ask(policy, wrong)).startswith(
            "The deals that a policy is asked about are told by"
        )
    assert refusal_of(lambda: batch.ask("rule")) == "A policy is a function of obs, features and mask, not 'rule'."
    assert refusal_of(lambda: batch.ask(lambda *_: [[1, 2], [3]])) == "A policy returns an array of whole numbers, not a list."


@pytest.mark.native
@pytest.mark.parametrize(
    "answer", [None, "x", [0] * 9, [9999] * 4, [-1] * 4, [0.0] * 4, [[0]] * 4, np.zeros((4, 1), int), [[1, 2], [3]]]
)
def test_what_a_policy_answers_is_checked(answer: Any) -> None:
    refusal_of(lambda: Batch(game, 4, players=2, opponents=[lambda *_: answer, None], rotate=True))


@pytest.mark.native
@pytest.mark.parametrize("opponents", [None, "rule"])
def test_what_a_batch_shows_cannot_be_written(opponents: str | None) -> None:
    """Compiled code reads it without a look; `rewards` and what a network reads are written by it alone, and may be overwritten."""
    batch = Batch(game, 4, opponents=opponents)
    for name in ("seats", "counts", "legal", "left_out", "cuts", "ended", "states", "places", "desk"):
        view = getattr(batch, name)
        assert not view.flags.writeable, name
        with pytest.raises(ValueError, match="read-only"):
            view[...] = view.copy()
    before = batch.counts.copy(), str(batch.states.tolist())
    batch.step(batch.counts - 1)
    assert str(batch.states.tolist()) != before[1]
    assert batch.counts.base is not None  # a view still, which the step has renewed
    batch.rewards[:] = 3
    batch.step(batch.counts - 1)
    assert not (batch.rewards == 3).any()
    assert NATIVE
