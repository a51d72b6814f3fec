"""Whose a finished deal was, read from logs written by hand."""

import msgspec

from qipai.club.results import Agreed, Ledger, Played, Sitter
from qipai.engine.telling import Fact
from qipai.session import Entry

OPENED = {"game": "g", "variant": "default", "rules": {"jokers": "two"}, "seats": 4}
ANN = Fact("seated", {"seat": 0, "name": "Ann", "player": "person", "level": ""}, hidden={"guest": "ann"})
BEN = Fact("seated", {"seat": 2, "name": "Ben", "player": "person", "level": ""}, hidden={"guest": "ben"})


def bot(seat: int, level: str = "rule") -> Fact:
    return Fact("seated", {"seat": seat, "name": f"Bot {seat}", "player": "bot", "level": level})


def settled(*points: int) -> Fact:
    return Fact("settled", {"deal": 1, "points": list(points)})


SHUFFLED = Fact("shuffled", {"deal": 1})


def told(*facts: Fact, opened: dict[str, object] = OPENED) -> list[Played]:
    """What people played, by a log with one fact an entry."""
    ledger, found = Ledger(), []
    for seq, fact in enumerate([Fact("opened", opened), *facts], start=1):
        ledger, played = ledger.after(Entry(seq, 1000 * seq, "table", "", (fact,)))
        found += played
    return found


def test_a_deal_is_told_for_each_person_and_for_no_bot() -> None:
    ann, ben = told(ANN, bot(1), BEN, bot(3), SHUFFLED, settled(5, -1, -1, -3))
    assert (ann.person, ann.seat, ann.points, ann.place) == ("ann", 0, 5, 0)
    assert (ben.person, ben.seat, ben.points, ben.place) == ("ben", 2, -1, 1), "equal points share a place"
    assert (ann.serial, ann.at, ann.game, ann.people, ann.bots, ann.level) == (1, 7000, "g", 2, 2, "rule")
    assert msgspec.json.decode(ann.rules, type=Agreed) == Agreed("default", {"jokers": "two"})
    names = [Sitter("Ann", ""), Sitter("Bot 1", "rule"), Sitter("Ben", ""), Sitter("Bot 3", "rule")]
    assert msgspec.json.decode(ben.names, type=list[Sitter]) == names


def test_places_after_shared_ones_are_left_out() -> None:
    ann, _ = told(ANN, bot(1), BEN, bot(3), SHUFFLED, settled(-3, 2, -1, 2))
    assert ann.place == 3


def test_bots_of_several_levels_have_no_level_together() -> None:
    ann, _ = told(ANN, bot(1, "noisy"), BEN, bot(3), SHUFFLED, settled(0, 0, 0, 0))
    assert (ann.bots, ann.level) == (2, "")


def test_who_leaves_in_the_middle_has_played_the_deal_and_not_the_next() -> None:
    left = Fact("left", {"seat": 2})
    found = told(ANN, bot(1), BEN, bot(3), SHUFFLED, left, settled(1, 1, -1, -1), bot(2), SHUFFLED, settled(1, 1, 1, -3))
    assert [(one.person, one.serial) for one in found] == [("ann", 1), ("ben", 1), ("ann", 2)]


def test_who_left_or_was_removed_between_deals_plays_no_more() -> None:
    for gone in ("left", "person_removed"):
        facts = (Fact(gone, {"seat": 2}, hidden={"guest": "ben"}), bot(2), SHUFFLED, settled(1, 1, 1, -3))
        found = told(ANN, bot(1), BEN, bot(3), SHUFFLED, settled(1, 1, -1, -1), *facts)
        assert [(one.person, one.serial) for one in found] == [("ann", 1), ("ben", 1), ("ann", 2)]


def test_a_new_name_is_that_of_the_deals_after_it() -> None:
    renamed = Fact("renamed", {"seat": 0, "name": "Anna"})
    ann, _ = told(ANN, bot(1), BEN, bot(3), SHUFFLED, renamed, settled(1, 1, -1, -1))
    assert msgspec.json.decode(ann.names, type=list[Sitter])[0].name == "Anna"


def test_a_lessons_table_never_counts() -> None:
    facts = (ANN, bot(1), bot(2), bot(3), SHUFFLED, settled(3, -1, -1, -1), SHUFFLED, settled(3, -1, -1, -1))
    assert told(*facts, opened={**OPENED, "lesson": "g 1"}) == []
    assert len(told(*facts)) == 2


def test_a_deal_that_is_not_over_is_not_told() -> None:
    assert told(ANN, bot(1), BEN, bot(3), SHUFFLED, Fact("closed", {"why": "idle"})) == []
