"""Tables that are described by what holds at them: what follows from little, what is refused, and how they look in text."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.positions import parse_position
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.state import PHASES
from tests.games.gou_ji.situations import Situation, at

SMALL = "hands=4-K/5-5/6/8-8-B/3/9-9"
AFTER = "hands=4-K/8-A-A/6/8-8-B/7-7-A-A/9-9"
DUEL = f"{AFTER} table=K-K owner=0 phase=window"
LAST = "last=1/2/3/4/5/6"  # places
FOUR = "hands=4-K/5-5/6-Q/8-8-B/./."


def public_at(line: str) -> Any:
    """What everybody may know, a copy with readable fields."""
    return records.to_plain(at(line)[2]).public


def shown(line: str) -> list[str]:
    ruleset, _, state = at(line)
    return str(GAME.notation.show(records.opened(state), ruleset)).splitlines()


def test_what_follows_from_little() -> None:
    """§2.2, §2.3, §3.3, §5.2, §7, §8, §10"""
    public = public_at(f"{SMALL} table=7 owner=0 passed=1")
    assert (PHASES[public.phase], public.asked, public.trick, public.leader, public.last_actor) == (
        "following",
        0b100,
        1,
        0,
        1,
    )
    assert (public.kaipai, public.taker, public.starter, public.left) == (0, 0, 0, [2, 2, 1, 3, 1, 2])
    public = public_at(DUEL)
    assert (public.asked, public.mode, public.starter_of_duel, public.duels) == (0b100010, 1, 0, 1)
    assert public_at(f"{AFTER} table=K-K owner=0").asked == 0b1000
    public = public_at(f"{AFTER} phase=liberating {LAST}")
    assert (public.asked, public.taker, public.big_loser, public.kaipai) == (0b110000, 5, 5, 2)
    assert (public.receiver, public.owes) == ([-1, -1, -1, -1, 1, 0], [0, 0, 0, 0, 1, 2])
    public = public_at(f"{AFTER} phase=naming {LAST}")
    assert (public.asked, public.taker, public.left) == (0b100000, -1, [0] * 6)
    public = public_at(f"{FOUR} table=7 owner=0")
    assert (public.place, public.arrangement, public.turn, public.asked) == ([0, 0, 0, 0, 1, 2], 2, 1, 0b10)


def test_a_duel_and_tribute_are_played_on() -> None:
    """§5.5, §9.1  From little, actions lead where they should."""
    public = Situation(DUEL).do("B shao A-A", "F no_shao").public
    assert (public.runner, public.challenged, public.declarations) == (1, 0, 1)
    given = Situation(f"hands=3-4-K/5-8-A-A/6/8-8-B/7-7-A-A/5-9-9 phase=liberating {LAST}").do("E pay", "F pay")
    assert [[kind for kind in cards if kind] for cards in records.to_plain(given.state).given[4:]] == [[12], [7, 7]]


def test_a_position_of_a_later_game() -> None:
    """§2.3, §5.2  The setup is told where it differs from a first game's; the first taker is named before anybody sees a card."""
    line = "gou_ji kind=2 kaipai=1 due=2 places=1/2/3/4/5/6 cards=3-4-5-6-7-8-A-4-2-6-7-8 taker 2"
    read = parse_position(GAME, line)
    situation, hands = records.to_plain(read.state).public, records.to_plain(read.state).hands
    assert (situation.taker, situation.big_loser, PHASES[situation.phase]) == (2, 5, "revolution")
    assert (hands[2][1], hands[2][12]) == (1, 1)  # the first pile


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("leader=2", "'nothing' does not describe a table"),
        (f"{SMALL} weather=fine", "'weather' does not describe a table"),
        ("hands=3/4", "must have 6 values"),
        (f"{SMALL} leader=6", "'6' is no seat"),
        (f"{SMALL} table=5-6 owner=0", "no set"),
        (f"{SMALL} phase=sleeping", "must be naming, showing"),
        (f"{SMALL} told=./11/./././.", "no count"),
        (f"{FOUR} leader=0 to_act=5", "is out"),
        (f"{SMALL} expose_max=40", "expose_max may be"),
        (f"hands={'-'.join('3' * 16)}/3/4/5/6/7", "17 cards are 3"),
    ],
)
def test_what_describes_no_table(line: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        at(line)


def test_what_is_shown() -> None:
    """Everything there is, hidden cards too."""
    assert shown(f"{SMALL} table=7 owner=0 passed=1 told=./2/more/././.") == [
        "  seat 0   2  4-K    kaipai, taker, starter, laid 7",
        "  seat 1   2  5-5    passed, told 2",
        "> seat 2   1  6      told more",
        "  seat 3   3  8-8-B",
        "  seat 4   1  3",
        "  seat 5   2  9-9",
        "  table    7 by seat 0",
        "  following   trick 1   first game",
    ]
    situation = Situation(f"{DUEL} beaten=2").do("B shao A-A")
    window = str(GAME.notation.show(records.opened(situation.state), situation.ruleset)).splitlines()
    assert window[1] == "  seat 1   3  8-A-A    answers shao A-A"
    assert window[-2:] == [
        "  table    K-K by seat 0, on a set of seat 2",
        "  window     trick 1   duel of seats 0 and 3   first game",
    ]
    naming = shown(f"{AFTER} phase=naming {LAST}")
    assert naming[5] == "> seat 5  pile 6  9-9      big loser"
    assert naming[-2:] == ["  tribute  seat 5 to seat 0, 2: owed", "  naming     ordinary game"]
    assert shown(f"{FOUR} table=7 owner=0 candidates=1,3 phase=ordering")[-1] == (
        "  ordering   trick 1   alternating   seats 1, 3 may take the turn   first game"
    )
    assert "sweep" in shown("ending=sweep hands=./3/./4/./5 places=1/./2/./3/.")[-1]
