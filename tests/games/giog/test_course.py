"""§5 to §10  The course of a deal: laying, turning up, throwing in, generals, and what it is worth."""

import random
from itertools import combinations, permutations

import pytest

from qipai.engine import records
from qipai.engine.seats import NOBODY
from qipai.games import find_game
from tests.games.giog.situations import Situation, at_lead, bag, holding


def test_the_leader_lays_a_combination_and_the_others_as_many_pieces() -> None:
    """§5.1, §5.2"""
    situation = holding("giog", "rG-rA-rE-bP-bP", "bG-bA-bE-bR-rP", "rR-rH-rC-rP-bC")
    assert set(situation.legal(0)) == {"rG", "rA", "rE", "bP", "bP-bP", "rG-rA-rE"}
    situation.play(0, "bP-bP")
    assert situation.asked == [1, 2]
    everything = {"-".join(pair) for pair in combinations("bG-bA-bE-bR-rP".split("-"), 2)}
    assert set(situation.legal(1)) == everything
    assert situation.legal(0) == []


def test_the_winner_takes_everything_and_leads() -> None:
    """§5.4, §5.5"""
    situation = holding("giog", "rR-bP", "rA-bP", "bR-rP").trick("rR", "rA", "rP")
    assert situation.public.captured[:3] == [0, 3, 0]
    assert (situation.asked, situation.phase, situation.public.trick) == ([1], "leading", 3)
    situation.trick("bP", "bR", "bP")
    assert situation.public.captured[:3] == [0, 3, 3]
    assert (situation.phase, situation.asked) == ("over", [])


@pytest.mark.parametrize("name", ["giog", "jumapao", "daqiluo1", "zhihu", "sangkrip"])
def test_the_order_of_answers_does_not_matter(name: str) -> None:
    """§6.1, §6.2, §7.1  Every permutation of the answers ends in the same bytes, and shows nothing before the last."""
    noise = random.Random(name)
    for number in range(12):
        situation = at_lead(name, 4, number)
        while situation.phase != "over":
            leader = situation.asked[0]
            situation.play(leader, noise.choice(situation.legal(leader)))
            answers = {seat: noise.choice(situation.legal(seat)) for seat in situation.asked}
            ends = set()
            for order in permutations(answers):
                other = Situation(situation.game, 4, records.copy(situation.state))
                for seat in order:
                    assert not any(other.public.shown)
                    other.play(seat, answers[seat])
                ends.add(records.to_bytes(other.state))
            assert len(ends) == 1
            situation.state = other.state


def test_tied_tricks_are_set_aside() -> None:
    """§6.4, §6.5  The same leader leads again, the next winner gets the pot, and the trick counts."""
    situation = holding("jumapao", "rR-bP-rC", "bC-rP-bH", "rR-bP-bC", trick=1).trick("rR", "bC", "rR")
    assert (situation.public.pot, situation.asked, situation.public.trick) == (3, [0], 2)
    assert situation.public.captured[:3] == [0, 0, 0]
    situation.trick("bP", "rP", "bP")
    assert (situation.public.pot, situation.public.captured[:3], situation.asked) == (0, [0, 6, 0], [1])


def test_a_tied_last_trick_belongs_to_nobody() -> None:
    """§6.5"""
    situation = holding("jumapao", "rR", "bC", "rR", pot=6).trick("rR", "bC", "rR")
    assert situation.phase == "over"
    assert (situation.public.captured[:3], situation.public.pot) == ([0, 0, 0], 9)


# -- exposed or thrown in


def test_what_does_not_beat_is_thrown_in_unseen() -> None:
    """§7.2, §7.3, §7.4, §12.3  炮; 士 is exposed, the second 士 and 馬 stay unseen."""
    situation = holding("sangkrip", "rC-bP", "bA-bP", "bA-rP", "rH-rP").trick("rC", "bA", "bA", "rH")
    assert situation.public.previous_winner == 1
    assert situation.public.previous[:4] == [bag("rC"), bag("bA"), 0, 0]
    thrown = situation.public.thrown[:2]
    assert [(one.seat, one.count, one.on) for one in thrown] == [(2, 1, bag("bA")), (3, 1, bag("bA"))]
    own, other = (records.to_plain(situation.observation(seat)) for seat in (2, 1))
    assert own.thrown[0] == bag("bA")
    assert other.thrown[0] == 0
    assert other.unseen[11] == 1  # §12.2 the other black guard is somewhere


def test_concealing_in_tam_cuc_and_by_option() -> None:
    """§7.5, §11.5  Everybody is asked in turn, whatever they laid; exposing only what beats."""
    for name, options in (("tamcuc", {}), ("sangkrip", {"may_conceal": "true"})):
        situation = holding(name, "rC-bP", "bA-bP", "rA-rP", **options).trick("rC", "bA", "rA")
        assert (situation.phase, situation.asked) == ("exposing", [1])
        assert situation.legal(1) == ["expose", "conceal"]
        situation.play(1, "conceal")
        assert situation.legal(2) == ["expose", "conceal"]
        situation.play(2, "conceal")
        assert situation.public.previous_winner == 0
        low = holding(name, "rR-bP", "bC-bP", "rC-rP", **options).trick("rR", "bC", "rC")
        assert (low.asked, low.legal(1)) == ([1], ["conceal"])


# -- face up


def test_the_pile_of_da_qi_luo() -> None:
    """§8.1, §8.2, §8.3  In turn; equal goes on top, lower goes under it unseen."""
    situation = holding("daqiluo2", "rC-bP", "bA-bP", "rA-rP", "rH-rP").play(0, "rC")
    assert (situation.asked, situation.public.shown[0]) == ([1], bag("rC"))
    situation.play(1, "bA").play(2, "rA")
    assert situation.public.best == 2
    situation.play(3, "rH")
    assert situation.public.previous_winner == 2
    assert situation.public.previous[3] == 0
    assert [(one.seat, one.on) for one in situation.public.thrown[: situation.public.thrown_sets]] == [(3, bag("rA"))]


def test_what_can_go_on_top_must() -> None:
    """§8.2, §11.6"""
    situation = holding("daqiluo2", "rC-bP", "bA-bP").play(0, "rC")
    assert situation.legal(1) == ["bP", "bA"]
    free = holding("daqiluo2", "rC-bP", "bA-bP", must_show="false").play(0, "rC")
    assert free.legal(1) == ["bP", "bA", "under bA"]
    free.play(1, "under bA")
    assert (free.public.previous_winner, free.public.previous[1]) == (0, 0)


def test_the_face_under_the_pile() -> None:
    """§11.7"""
    situation = holding("daqiluo2", "rC-bP", "bP-rA", under_face="up").play(0, "rC").play(1, "bP")
    assert (situation.public.previous_winner, situation.public.previous[1]) == (0, bag("bP"))
    assert situation.public.thrown_sets == 0


# -- generals


def test_no_general_in_the_first_trick() -> None:
    """§9.1  Neither alone nor within something, neither led nor answered."""
    for name in ("giog", "jumapao", "jumapao_fujian3", "sangkrip"):
        hands = ["rG-rA-rE-rC-bP-bP-rR-bR", "bG-bA-bE-rP-rP-bH-rH-bC", "bP-bP-bP-rP-rP-rC-bC-rH"]
        situation = holding(name, *hands, trick=1)
        assert not any("G" in text for text in situation.legal(0))
        situation.play(0, "rC")
        assert not any("G" in text for text in situation.legal(1))
    for name in ("daqiluo1", "daqiluo2", "tamcuc"):  # §9.6
        situation = holding(name, "rG-rA-rE", "bG-bA-bE", "bP-rP-rC", trick=1)
        assert "rG" in situation.legal(0)
        situation.play(0, "rA")
        assert "bG" in situation.legal(1)


def test_a_leader_with_a_general_and_other_pieces() -> None:
    """§9.2  Not all of them together, but the general alone."""
    situation = holding("giog", "rG-rA-rE", "bP-bP-rC", "rP-rP-bC")
    assert set(situation.legal(0)) == {"rG", "rA", "rE"}
    assert set(holding("jumapao", "rG-bG", "bP-bP", "rP-rP").legal(0)) == {"rG", "bG"}
    assert holding("giog", "rG", "bP", "rP").legal(0) == ["rG"]


def test_beheading_the_cock() -> None:
    """§9.2, §9.3, §12.1  A forced general in the last trick wins it, and nothing that was captured counts."""
    situation = holding("giog", "rA-bR", "rG-rP", "bE-bP", priority=(0, 1, 2)).trick("rA", "rP", "bP")
    assert situation.public.captured[:3] == [3, 0, 0]
    assert situation.play(0, "bR").legal(1) == ["rG"]
    situation.play(1, "rG").play(2, "bE")
    assert situation.public.previous_winner == 1
    assert (situation.public.captured[:3], situation.public.offenders) == ([3, 3, 0], 0b010)
    assert list(situation.result().captured[:3]) == [3, 0, 0]
    assert situation.points() == [60, 0, 0]


def test_catching_a_general_by_leading_everything() -> None:
    """§9.2  Three pawns at the end take the general out of the other's hand."""
    situation = holding("giog", "bP-bP-bP", "bG-rA-rC").play(0, "bP-bP-bP")
    assert situation.legal(1) == ["bG-rA-rC"]
    situation.play(1, "bG-rA-rC")
    assert situation.public.offenders == 0b10


def test_everybody_beheaded_shares() -> None:
    """§10.1"""
    situation = holding("giog", "rG", "bG").trick("rG", "bG")
    assert situation.points() == [30, 30]


def test_the_penalty_setting() -> None:
    """§11.1  A general may be laid in the first trick, and costs all the same."""
    situation = holding("giog", "rG-rA-rE", "bP-bP-rC", "rP-rP-bC", trick=1, general_rule="penalty")
    assert {"rG", "rG-rA-rE"} <= set(situation.legal(0))
    situation.trick("rG", "bP", "bC").trick("rA", "bP", "rP").trick("rE", "rC", "rP")
    assert (situation.public.captured[0], situation.public.offenders) == (9, 1)
    assert situation.points() == [20, 20, 20]  # §10.1 nobody has a piece that counts


def test_a_void_general_in_sang_krip() -> None:
    """§11.1  It cannot win; the next that counts does."""
    situation = holding("sangkrip", "rG", "bP", "rC", general_rule="void").trick("rG", "bP", "rC")
    assert situation.public.previous_winner == 2
    assert situation.public.previous[:3] == [bag("rG"), bag("bP"), bag("rC")]
    follower = holding("sangkrip", "rC", "rG", "bP", general_rule="void").trick("rC", "rG", "bP")
    assert (follower.public.previous_winner, follower.public.previous[1]) == (0, 0)
    nobody = holding("sangkrip", "rG", "bG", general_rule="void").trick("rG", "bG")
    assert nobody.public.previous_winner == 1


def test_credited_pieces_in_sang_krip() -> None:
    """§9.4  The trick is decided as usual, and the pieces go to the winner of the last trick, or to the next without offence."""

    def end(*hands: str) -> tuple[int, list[int], list[int]]:
        situation = holding("sangkrip", *hands)
        twin = records.to_plain(situation.state)
        twin.public.captured[:3] = [9, 6, 6]
        situation.state = records.from_plain(twin)
        situation.trick(*hands)
        return situation.public.previous_winner, list(situation.result().captured[:3]), situation.points()

    assert end("rG", "bP", "rC") == (0, [0, 18, 6], [-8, 10, -2])
    assert end("rC", "bP", "bG") == (2, [18, 6, 0], [10, -2, -8])
    assert end("rG", "bG", "rC") == (0, [0, 0, 24], [-8, -8, 16])
    alone = holding("sangkrip", "rG", "bG").trick("rG", "bG")
    assert alone.points() == [0, 0]


@pytest.mark.parametrize(
    ("options", "hands", "winner"),
    [
        ({}, ("rP", "rA", "rE", "bP"), 2),
        ({}, ("rG", "rA", "bA", "bG"), 0),
        ({}, ("rP", "rE", "bR"), 2),
        ({"first_trick_ban": "GAE"}, ("rP", "rE", "bR", "bP"), 2),
        ({"first_trick_ban": "none"}, ("rP", "rE", "rG", "bP"), 2),
    ],
)
def test_the_first_trick_of_tam_cuc(options: dict[str, str], hands: tuple[str, ...], winner: int) -> None:
    """§9.5, §11.8  What is banned may be laid, and cannot win."""
    situation = holding("tamcuc", *(f"{hand}-bC" for hand in hands), trick=1, **options).trick(*hands)
    while situation.phase == "exposing":
        situation.play(situation.asked[0], situation.legal(situation.asked[0])[0])
    assert situation.public.previous_winner == winner


# -- what it is worth


def ended(name: str, captured: list[int], last: int = 0, laid: str = "bP", **options: object) -> list[int]:
    """The points of a deal that ended with these captures, the last trick won by a seat with these pieces."""
    situation = holding(name, *["bP"] * len(captured), **options)
    twin = records.to_plain(situation.state)
    twin.public.captured[: len(captured)] = captured
    twin.public.previous_winner = last
    twin.public.previous[last] = bag(laid)
    situation.state = records.from_plain(twin)
    return situation.points()


def test_points() -> None:
    """§10.1, §10.2, §10.3, §10.4, §10.5"""
    assert ended("giog", [12, 12, 8, 0]) == [30, 30, 0, 0]
    assert ended("giog", [8, 8, 8, 8]) == [15, 15, 15, 15]
    assert ended("jumapao", [0, 16, 12, 4]) == [0, 60, 0, 0]
    assert ended("daqiluo1", [6, 6, 6, 6, 6]) == [12] * 5
    assert ended("sangkrip", [14, 8, 6, 4]) == [6, 0, -2, -4]
    assert ended("sangkrip", [14, 2]) == [6, -6]
    assert ended("daqiluo2", [14, 8, 6, 4]) == [6, 0, -2, -4]
    assert ended("daqiluo2", [14, 8, 6, 4], last=1, laid="rG") == [4, 6, -4, -6]
    assert ended("daqiluo2", [14, 8, 6, 4], last=1, laid="rG-bG") == [4, 6, -4, -6]
    assert ended("daqiluo2", [6, 6, 6, 6, 6], last=4, laid="bG-rA") == [-2, -2, -2, -2, 8]
    assert ended("daqiluo2", [20, 12]) == [4, -4]
    assert ended("zhihu", [24, 0, 0, 8], last=3) == [0, 0, 0, 60]


def test_a_session_adds_points_up() -> None:
    """§10.6  Three deals of one win each, of which one is shared, are one and a half and one and a half."""
    rows = [ended("giog", [12, 8, 12, 0]), ended("giog", [20, 4, 4, 4]), ended("giog", [4, 4, 20, 4])]
    unit = find_game("giog").unit
    assert [sum(column) / unit for column in zip(*rows, strict=True)] == [1.5, 0, 1.5, 0]


def test_the_clock_lays_the_lowest() -> None:
    """What is played for someone who does not answer: legal, and the least."""
    situation = holding("giog", "rG-rA-bP", "bG-bA-rC", trick=1)
    game = situation.game
    assert game.notation.format_action(game.default_action(situation.state, situation.rules, 0), situation.ruleset) == "bP"
    situation.play(0, "bP")
    assert game.notation.format_action(game.default_action(situation.state, situation.rules, 1), situation.ruleset) == "rC"
    assert game.default_action(situation.state, situation.rules, 1) in game.legal(situation.state, situation.rules, 1)
    assert situation.public.best == NOBODY
