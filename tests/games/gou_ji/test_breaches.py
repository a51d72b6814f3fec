"""§14.19, §14.20  What is put right, and what is punished."""

import pytest

from qipai.engine import records
from qipai.engine.game import seeded
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.notation.text import format_hand

from .situations import Situation
from .told import ToldGame, seen

BOUND = "infringement=big_loser"
RANG = "hands=5-6-6-K-R/3-4-7/3-4-7/9-10-2/A-A-7/3-3-7-Q table=9 owner=3 beaten=0 passed=1,2"


def test_a_promise_is_kept_by_passing() -> None:
    """§14.20, §11.1"""
    assert Situation(RANG).do("A rang", "E agree").turn() == "normal F"  # the table passes
    situation = Situation(f"{BOUND} {RANG}").do("A rang", "E agree")
    assert situation.turn() == "normal E"
    assert situation.plays("E") == {"pass", "A"}
    situation.do("E pass", "F pass", "A K")
    assert situation.turn() == "normal D"
    assert situation.places == [0] * 6


def test_a_promise_that_is_broken() -> None:
    """§14.20  E lays an ace all the same: last, D's 9 still lies there, and it is F's turn."""
    situation = Situation(f"{BOUND} {RANG}").do("A rang", "E agree", "E A")
    assert (situation.places[4], situation.public.penalised) == (6, 1 << 4)
    assert situation.turn() == "normal F"
    assert situation.plays("F") == {"pass", "Q"}
    assert (situation.public.owner, situation.public.rang_agreed, situation.public.promised) == (3, -1, -1)
    assert situation.do("F pass", "A K", "D pass").turn() == "lead A"


def test_who_breaks_a_promise_may_lay_any_number_that_may_be_laid() -> None:
    """§14.20, §14.19  Under misplay=correct the wrong number breaks it as well."""
    situation = Situation(f"{BOUND} misplay=correct {RANG}").do("A rang", "E agree", "E A-A")
    assert (situation.places[4], situation.phase) == (6, "following")
    assert not Situation(f"{BOUND} {RANG}").do("A rang", "E agree").can("E A-A")


def test_a_broken_promise_shuts_nobody_out() -> None:
    """§14.16, §14.20"""
    line = f"{BOUND} rang_exclusive=true {RANG}"
    kept = Situation(line).do("A rang", "E agree", "E pass", "F pass", "A K")
    assert kept.public.closed == 0b110110
    assert Situation(line).do("A rang", "E agree", "E A", "F pass", "A K").public.closed == 0


def test_a_refused_request_binds_nobody() -> None:
    """§11.1, §14.20"""
    situation = Situation(f"{BOUND} {RANG}").do("A rang", "E disagree", "E A")
    assert (situation.places[4], situation.public.owner) == (0, 4)


def test_who_has_promised_does_not_ask_for_the_wind() -> None:
    """§14.20, §14.10  D beats A's set with last cards, and E would catch the wind."""
    line = f"wind_protocol=request {RANG.replace('9-10-2', '.')} places=./././1/./."
    free = Situation(f"{BOUND} {line}")
    assert free.can("E ask_wind")
    bound = free.do("A rang", "E agree")
    assert bound.plays("E") == {"pass", "A"}
    assert bound.do("E pass").can("E ask_wind")  # now as one who has passed


def test_the_promise_is_for_this_trick() -> None:
    """§14.20"""
    situation = Situation(f"{BOUND} {RANG}").do("A rang", "E agree", "E pass", "F pass", "A K", "D pass", "A 6-6")
    situation.do("B pass", "C pass", "D pass")
    assert situation.plays("E") == {"pass", "A-A"}
    assert situation.do("E A-A").places == [0] * 6


def test_the_clock_keeps_promises() -> None:
    """§14.20"""
    situation = Situation(f"{BOUND} {RANG}").do("A rang", "E agree")
    action = GAME.default_action(situation.state, situation.rules, 4)
    assert GAME.notation.format_action(action, situation.ruleset) == "pass"


def test_a_breach_that_begins_the_endgame() -> None:
    """§14.20, §10.1  B is out already; A, C, D and F are left, and it is the turn of F's block, of which D owns the set."""
    line = f"{BOUND} {RANG.replace('R/3-4-7', 'R/.').replace('passed=1,2', 'passed=2')} places=./1/./././."
    situation = Situation(line).do("A rang", "E agree", "E A")
    assert (situation.places[4], situation.order, situation.asked) == (6, "blocks", "F")


def test_a_broken_promise_is_told_and_shown() -> None:
    """§14.20, §13.1"""
    game = ToldGame(f"{BOUND} {RANG}")
    game.tell("0:rang")
    (agreed,) = game.tell("4:agree")
    assert agreed.public == {"seat": 4, "action": "agree", "to": 0, "aside": True}
    assert game.board()["asks"] == {"what": "promised", "section": "14.20", "name": None}
    assert "promised" in game.chips(4)
    says = [choice.says for choice in game.choices(4) if choice.action == "A"]
    assert says == [({"say": "breach"},)]
    told = seen(game.tell("4:A"))
    assert told[0] == {"event": "broke_promise", "seat": 4, "action": "A", "pieces": ["AH"], "place": 6}
    assert game.hand(4) == []
    assert game.board()["best"]["cards"] == ["9"]


def test_a_promise_that_was_made_before() -> None:
    """§14.20"""
    situation = Situation(f"{BOUND} {RANG} promised=4 rang_asked=yes rang_agreed=0")
    assert situation.plays("E") == {"pass", "A"}
    assert situation.do("E A").places[4] == 6


@pytest.mark.parametrize(
    ("hand", "best", "tried", "corrections"),
    [
        ("Q-Q-Q-2-B-R", "7-7-7", "Q-Q", {"Q-Q-Q", "Q-Q-2"}),  # the examples of the book
        ("Q-Q-B-R", "7-7-7", "Q-Q", {"Q-Q-B", "Q-Q-R"}),
        ("Q-Q-Q", "7-7", "Q-Q-Q", {"Q-Q"}),
        ("Q-Q-B-R-R", "7-7-7", "Q", {"Q-Q-B", "Q-Q-R"}),  # one joker, not two
        ("Q-4-B-R-R", "7-7-7", "Q", {"Q-B-R", "Q-R-R"}),
        ("Q-Q-B-R-R", "7-B", "Q", {"Q-R"}),  # the Red is needed
        ("Q-Q-2-2-B", "7-7", "Q-Q-2-B", {"Q-Q", "Q-2", "Q-B", "2-B"}),  # cards are taken back at will
    ],
)
def test_jokers_are_added_only_where_they_are_needed(hand: str, best: str, tried: str, corrections: set[str]) -> None:
    """§14.19"""
    line = f"misplay=correct hands=3-4/{hand}-4/3-4/3-4-5/3-4/3-4 table={best} owner=4 passed=0,5"
    situation = Situation(line).do(f"B {tried}")
    assert situation.plays("B") == corrections
    action = GAME.default_action(situation.state, situation.rules, 1)
    assert GAME.notation.format_action(action, situation.ruleset) in corrections


def test_a_joker_that_was_needed_tells_of_the_hand() -> None:
    """§14.19, §13.2  B puts Q-Q on 7-7-7 right with a Black: there was no queen and no 2 among the other cards."""
    line = "misplay=correct hands=3-4-5/Q-Q-B-4-4/3-2-Q/3-4-5/2-2-Q/3-4-R table=7-7-7 owner=0"
    situation = Situation(line).do("B Q-Q", "B Q-Q-B")
    (witness,) = situation.public.witnesses[: situation.public.witness_count]
    assert (witness.seat, witness.jokers) == (1, 0)
    observation, world, random = GAME.new_observation(), GAME.new_state(), seeded(5)
    GAME.observe(situation.state, situation.rules, 0, observation)
    assert GAME.accepts(observation, situation.rules, situation.state)
    for _ in range(20):
        GAME.sample_world(observation, situation.rules, random, world)
        hand = format_hand(records.to_plain(world).hands[1])
        assert set(hand.split("-")) <= {"3", "4", "5", "B", "R"}


def test_why_a_joker_may_not_be_added() -> None:
    """§14.19"""
    game = ToldGame("misplay=correct hands=3-4/Q-Q-Q-B-4/3-4/3-4-5/3-4/3-4 table=7-7-7 owner=0")
    game.tell("1:Q-Q")
    refusal = game.why_not(1, "Q-Q-B")
    assert (refusal.code, refusal.section) == ("correct_fewer_jokers", "14.19")
    assert refusal.text["en"] == "Add jokers only where you need them: 0 here, not 1."
