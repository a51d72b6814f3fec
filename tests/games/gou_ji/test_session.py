"""§1 Players and cards, §2 the session, §3 the deal, §12 scoring: from game to game."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.shuffling import MAX_LOTS
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.ranks import COPIES, KIND
from qipai.games.gou_ji.rules.session import value_of_kind
from qipai.games.gou_ji.seating import dui_men, team_of
from qipai.games.gou_ji.state import FRESH_GAME, NO_DUE, ORDINARY_DUE, ORDINARY_GAME, SUITS, SWEEP_DUE

from .situations import LETTERS, Situation

CARDS = 216


def setup_of(**changes: Any) -> Any:
    """The setup of a first game, or a changed one, as a record."""
    plain = records.to_plain(GAME.setup(GAME.rules(), 6))
    for name, value in changes.items():
        setattr(plain, name, value)
    return records.from_plain(plain)


def dealt(setup: Any, draws: list[str], kaipai: int = 0, rules: str = "", swap: tuple[int, int] | None = None) -> Situation:
    """A game in which Kai Pai draws cards of these ranks; the pack is in the order in which it is listed."""
    situation = Situation(f"{rules} hands=3/3/3/3/3/3 drawn=3 taker=2".strip())
    order = records.new(GAME.ORDER)
    GAME.pack(situation.rules, setup, order)
    plain = records.to_plain(order)
    places = [next(i for i, card in enumerate(plain.cards) if card & 63 == KIND[rank]) for rank in draws]
    plain.lots = [kaipai, *places, *[0] * (MAX_LOTS - 1 - len(places))]
    situation.setup, situation.state = setup, GAME.new_state()
    GAME.deal(situation.state, situation.rules, setup, records.from_plain(plain))
    return situation


def test_seats_and_teams() -> None:
    """§1.1, §1.2  The table of the book."""
    assert [LETTERS[dui_men(seat)] for seat in range(6)] == list("DEFABC")
    assert [team_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert GAME.teams(None, 6) == (0, 1, 0, 1, 0, 1)


def test_the_pack() -> None:
    """§1.3, §1.4"""
    order = records.new(GAME.ORDER)
    GAME.pack(GAME.rules(), setup_of(), order)
    cards = records.to_plain(order).cards[:CARDS]
    assert len(set(cards)) == CARDS == sum(COPIES.values())
    assert sum(1 for card in cards if card & 63 == KIND["3"] and card >> 6 & SUITS - 1 == 1) == 4  # threes of hearts


@pytest.mark.parametrize(
    ("rank", "steps"),
    [
        ("A", 0),
        ("7", 0),
        ("K", 0),
        ("2", 1),
        ("8", 1),
        ("3", 2),
        ("9", 2),
        ("4", 3),
        ("10", 3),
        ("5", 4),
        ("J", 4),
        ("6", 5),
        ("Q", 5),
    ],
)
def test_the_card_of_kai_pai_is_counted(rank: str, steps: int) -> None:
    """§2.2  The table of the book."""
    assert (value_of_kind(KIND[rank]) - 1) % 6 == steps


def test_kai_pai() -> None:
    """§2.2  B draws J: F. A draws R, then B draws 9: D takes the first card."""
    assert dealt(setup_of(), ["J"], kaipai=1).public.taker == LETTERS.index("F")
    joker = dealt(setup_of(), ["R", "9"], kaipai=0).public
    assert (joker.kaipai, joker.taker) == (LETTERS.index("B"), LETTERS.index("D"))


def test_kai_pai_of_a_fresh_game() -> None:
    """§2.1, §2.2"""
    assert dealt(setup_of(kind=FRESH_GAME, kaipai=5), ["A"]).public.kaipai == 0


def test_the_ordinary_game() -> None:
    """§2.3, §3.3  E was last: B counts as the Kai Pai player; E names who takes the first card, and starts."""
    setup = setup_of(kind=ORDINARY_GAME, kaipai=3, due=ORDINARY_DUE, places=[1, 2, 3, 4, 6, 5])
    situation = dealt(setup, [])
    assert (situation.phase, situation.asked, situation.public.kaipai) == ("naming", "E", LETTERS.index("B"))
    assert situation.may("E") == {f"taker {seat}" for seat in range(6)}
    situation.do("E taker 2")
    assert situation.hand("C").split("-")[0] == "3"
    situation.everybody("play_on")
    assert situation.public.big_loser == LETTERS.index("E")


def test_naming_gives_the_first_card_to_the_taker() -> None:
    """§3.1"""
    setup = setup_of(kind=ORDINARY_GAME, kaipai=3, due=ORDINARY_DUE, places=[1, 2, 3, 4, 6, 5])
    plain = [dealt(setup, []).do(f"E taker {taker}") for taker in (0, 4)]
    assert plain[0].hand("A") == plain[1].hand("E")
    assert plain[0].hand("F") == plain[1].hand("D")


def test_threes_of_one_suit() -> None:
    """§3.2  The earliest pair starts; who would not have been the first stays unknown."""
    situation = Situation("hands=3-3-9/3-3-9/3-9-9/4-9-9/5-9-9/6-9-9 phase=showing taker=0 threes=H-H:7:H/S-S:8:S/S/././.")
    assert situation.may("C") == {"keep"}
    situation.do("A keep", "B show", *(f"{name} keep" for name in "CDEF"))
    assert situation.public.starter == 1
    both = Situation("hands=3-3-9/3-3-9/3-9-9/4-9-9/5-9-9/6-9-9 phase=showing taker=0 threes=H-H:7:H/S-S:8:S/S/././.")
    both.do("A show", "B show", *(f"{name} keep" for name in "CDEF"))
    assert (both.public.starter, both.public.dealt[1][KIND["3"]]) == (0, 0)
    nobody = Situation(
        "hands=3-3-9/3-3-9/3-9-9/4-9-9/5-9-9/6-9-9 phase=showing taker=3 threes=H-H:7:H/S-S:8:S/S/././."
    ).everybody("keep")
    assert nobody.public.starter == 3


def test_the_card_that_lies_face_up() -> None:
    """§14.1  Whoever gets it starts, and everybody knows that one has it; no threes are shown."""
    situation = dealt(setup_of(), ["9"], rules="kaipai_card=face_up")
    starter = situation.public.starter
    assert situation.phase == "revolution"
    assert situation.public.dealt[starter][KIND["9"]] == 1
    assert "9" in situation.hand(LETTERS[starter]).split("-")


# -- §12


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3), 12),
        ((1, 2, 4), 6),
        ((1, 2, 5), 4),
        ((1, 2, 6), 2),
        ((1, 3, 4), 4),
        ((1, 3, 5), 2),
        ((1, 3, 6), 0),
        ((1, 4, 5), 2),
        ((1, 4, 6), 0),
        ((1, 5, 6), -2),
    ],
)
def test_points_of_places(places: tuple[int, ...], points: int) -> None:
    """§12.1, §12.2  The table of the book; §14.23 the other way of writing it down."""
    others = [place for place in range(1, 7) if place not in places]
    ranks = [place for pair in zip(places, others, strict=True) for place in pair]
    last = ranks.index(6)
    hands = "/".join("9" if seat == last else "." for seat in range(6))
    line = f"hands={hands} places={'/'.join(map(str, ranks))} phase=over ending={'sweep' if places == (1, 2, 3) else 'played'}"
    assert list(Situation(line).result().points) == [points, -points] * 3
    writing = Situation(f"score_record=winner_only {line}")
    assert list(writing.result().points) == [max(0, points), max(0, -points)] * 3
    assert (GAME.utility_sum(Situation(line).ruleset, 6), GAME.utility_sum(writing.ruleset, 6)) == (0, None)


def test_what_one_game_hands_to_the_next() -> None:
    """§12.3, §12.4, §2.1"""
    situation = Situation(
        "hands=9/./././././ places=6/1/2/3/4/5 phase=over ending=played kaipai=2".replace("/././././ ", "/./././. ")
    )
    following = situation.next_setup()
    assert (following.kind, following.due, list(following.places), following.kaipai) == (
        ORDINARY_GAME,
        ORDINARY_DUE,
        [6, 1, 2, 3, 4, 5],
        2,
    )
    swept = Situation("hands=9/./8/./7/. places=./1/./2/./3 phase=over ending=sweep").next_setup()
    assert (swept.kind, swept.due) == (FRESH_GAME, SWEEP_DUE)


def test_somebody_new_makes_a_fresh_game() -> None:
    """§2.1, §5.2"""
    setup = setup_of(kind=ORDINARY_GAME, kaipai=3, due=ORDINARY_DUE, places=[1, 2, 3, 4, 6, 5])
    GAME.newcomers(records.opened(setup))
    plain = records.to_plain(setup)
    assert (plain.kind, plain.due, plain.kaipai) == (FRESH_GAME, NO_DUE, 3)
    first = setup_of()
    GAME.newcomers(records.opened(first))
    assert records.to_plain(first) == records.to_plain(setup_of())
