"""§9  Declaring, the last cards, and drawn deals; §10 what they cost; §11.6 to §11.8."""

import random

import pytest

from qipai.engine import records
from qipai.games.luk_fu.rules.ending import end_without_cards, may_declare, win
from qipai.games.luk_fu.rules.scoring import sung_value, value_of
from tests.games.luk_fu.situations import (
    DREAMER,
    GAME,
    Situation,
    at,
    cards_in,
    chance_deal,
    dealt,
    mask,
    playing,
    spell,
)


def opened(situation: Situation) -> tuple[object, object]:
    return records.opened(situation.state), records.opened(situation.rules)


def won(
    seat: int, tricks: str, aged: str, dreamt: str = "8G", caller: int = 0, players: int = 4, **options: object
) -> Situation:
    """A deal that a player wins by declaring, with these cards that won tricks and these aged ones in hand."""
    situation = playing({} if players == 3 else {DREAMER: dreamt}, caller=caller, players=players, **options)
    twin = records.to_plain(situation.state)
    twin.public.won[seat], twin.public.tricks[seat] = mask(tricks), len(cards_in(tricks))
    twin.holdings[seat].hand = mask(aged)
    situation.state = records.from_plain(twin)
    win(opened(situation)[0], seat, mask(aged))
    return situation


# -- §9.1 declaring


def test_the_sum_of_tricks_and_aged_cards() -> None:
    """§9.1  Four tricks and two aged cards are six; with one it is too few."""
    public = opened(playing({}))[0].public
    public.tricks[0] = 4
    assert may_declare(public, 0, mask("9K-L"))
    assert not may_declare(public, 0, mask("9K"))
    public.tricks[0] = 6
    assert may_declare(public, 0, 0)


SIX_AGED = {0: "9S-8S-7S-9G-8G-9K-2C-3C-4C-5C-6C-7C"}


def test_at_the_beginning_of_the_first_round() -> None:
    """§9.1, §6.1  The dealer leads whoever called, and so may declare first; nobody has to."""
    for caller in (0, 1, 3):
        situation = playing(SIX_AGED, caller=caller)
        assert situation.legal()[0] == "declare"
        assert len(situation.legal()) > 1
        situation.play("declare")
        assert (situation.ending, situation.public.winner, situation.public.number) == ("won", 0, 6)


def test_all_aged_cards_count_and_the_hand_is_shown() -> None:
    """§9.1, §12.1  None can be left out; the winner shows the hand, and the dreamer the card (§3.2)."""
    situation = playing({0: "9S-8S-7S-9G-8G-9K-9C-5C-4C-3C-2C-L", DREAMER: "6K"}).play("declare")
    assert situation.public.number == 8
    assert spell(situation.public.counting) == "9S-8S-7S-9G-8G-9K-9C-L"
    assert spell(situation.public.revealed) == "9S-8S-7S-9G-8G-9K-9C-5C-4C-3C-2C-L"
    assert spell(situation.public.dreamt) == "6K"


def test_only_the_leader_declares_and_only_before_leading() -> None:
    """§9.1  Who plays on for more must be leader again; meanwhile another may win."""
    situation = playing({**SIX_AGED, 1: "8K-7K-6K", 3: "2S-3S-4S"}, "4C-3C-2C", "8K-7K-6K", "4S-3S-2S")
    assert situation.seat == 3
    assert not situation.may("declare", 0)


def test_after_winning_a_round_one_may_declare_at_once() -> None:
    """§9.1  Player 2 beats three fives with three sevens: with the trick of before and two aged Chens that makes six."""
    hands = {0: "2C-3C-5C-6C-7C-1C", 1: "4C-7S-7G-7K-9C-8C", 3: "6G-5G-4S-3S-9G-9S"}
    situation = playing(hands, "2C", "4C", "down 3S", size=6)
    assert (situation.seat, situation.may("declare")) == (1, False)
    situation.play("7S-7G-7K", "down 9S-4S-9G", "down 3C-5C-6C")
    assert (situation.hand(1), situation.aged(1), situation.public.tricks[1]) == ("9C-8C", "9C-8C", 4)
    assert situation.play("declare").public.number == 6


def test_a_claim_of_nothing_is_refused() -> None:
    """§9.1"""
    situation = playing({0: "2S-3S-4G"}, size=3)
    assert "declare" not in situation.legal()
    assert not situation.may("declare")


# -- §9.2, §9.3 the cards are gone


@pytest.mark.parametrize(
    ("tricks", "last", "winner", "with_any_six"),
    [
        ((7, 5, 0), 0, 0, 0),
        ((7, 5, 0), 1, None, 0),  # the last winner has too few
        ((5, 4, 3), 0, None, None),
        ((6, 6, 0), 0, 0, None),  # by option two with six each draw
        ((6, 6, 0), 1, 1, None),
        ((6, 5, 1), 3, None, 0),
        ((2, 3, 7), 3, 3, 3),
        ((12, 0, 0), 0, 0, 0),
    ],
)
def test_who_wins_when_the_cards_are_gone(
    tricks: tuple[int, ...], last: int, winner: int | None, with_any_six: int | None
) -> None:
    """§9.2, §9.3, §11.6  The last winner with six or more; by option the one who has most."""
    for option, expected in (("false", winner), ("true", with_any_six)):
        situation = playing({}, end_any_six=option)
        state, rules = opened(situation)
        for seat, number in zip((0, 1, 3), tricks, strict=True):
            state.public.tricks[seat] = number
        end_without_cards(state, rules, last)
        assert situation.ending == ("drawn" if expected is None else "won")
        assert situation.public.winner == (-1 if expected is None else expected)
        if expected is not None:
            assert situation.public.number == tricks[(0, 1, 3).index(expected)]


def test_a_deal_played_to_the_last_card() -> None:
    """§9.2, §6.4  Two runs of three each, and nothing to declare."""
    hands = "dealer=0 hands=7S-6S-5S-7G-6G-5G/9S-8S-4S-3S-2S-1S/2C/9G-8G-4G-3G-2G-1G"
    situation = at(f"{hands} play 7S-6S-5S down 4S-3S-2S down 4G-3G-2G 7G-6G-5G down 9S-8S-1S down 9G-8G-1G")
    assert (situation.phase, situation.ending, situation.public.winner, situation.public.number) == ("over", "won", 0, 6)
    assert situation.public.revealed == 0
    assert spell(situation.public.dreamt) == "2C"


def test_a_drawn_deal() -> None:
    """§9.3, §3.2  Nobody pays, a privileged player neither, and the dreamer's card stays closed (§10.4)."""
    situation = at("dealer=0 hands=2S/3S/9K/1S not_play play 2S 3S down 1S")
    assert (situation.ending, situation.points()) == ("drawn", [0, 0, 0, 0])
    assert situation.public.dreamt == 0
    assert situation.public.revealed == 0


# -- §10 what it costs

VALUES = {6: 1, 7: 2, 8: 4, 9: 8, 10: 16, 11: 32, 12: 128}


@pytest.mark.parametrize("tricks", VALUES)
def test_what_tricks_are_worth(tricks: int) -> None:
    """§10.1, §11.7  Option base doubles the whole table."""
    assert value_of(tricks, opened(playing({}))[1]) == VALUES[tricks]
    assert value_of(tricks, opened(playing({}, base=5))[1]) == 2 * VALUES[tricks]


def test_every_loser_pays_the_winner() -> None:
    """§10.2"""
    assert won(1, "9S-8S-7S-6S", "9G-9K-L", dreamt="5C").points() == [-2, 4, 0, -2]
    assert won(2, "9S-8S-7S-6S", "9G-9K", players=3).points() == [-1, -1, 2]


def test_the_dreamers_income() -> None:
    """§10.3  The example of the book: 9 Gon and 9 Sip match 9 Chen."""
    example = won(0, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C")
    assert (example.public.number, example.result().matches, example.points()) == (8, 2, [8, -6, 4, -6])
    sole = won(0, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="7C")
    assert sole.points() == [8, -5, 2, -5]
    assert won(0, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="5C").points() == [8, -4, 0, -4]


def test_li_chen_counts_one() -> None:
    """§10.3, §1.3  With the winner as well as with the dreamer; four matches are the most."""
    assert won(3, "8S-8G-8K", "9C-1S-L", dreamt="1K").result().matches == 2
    most = won(0, "1S-1G-1K-1C", "9S-9G", dreamt="L")
    assert (most.result().matches, most.points()) == (4, [2, -9, 16, -9])


def test_cards_that_are_not_aged_do_not_match() -> None:
    """§10.3  What counts are the cards that won tricks and the aged ones in hand, nothing else that the hand shows."""
    situation = playing({0: "9S-8S-7S-9G-8G-9K-2C-3C-4C-5C-6C-7C", DREAMER: "2S"}).play("declare")
    assert (situation.result().matches, situation.points()) == (0, [2, -1, 0, -1])


def test_a_privileged_loser_pays_for_both() -> None:
    """§10.4  To the winner and to the dreamer; a dealer who called pays as any loser, and who wins pays nothing."""
    assert won(3, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C", caller=1).points() == [0, -12, 4, 8]
    assert won(1, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C", caller=1).points() == [-6, 8, 4, -6]
    assert won(3, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C", caller=0).points() == [-6, -6, 4, 8]
    assert won(0, "8S-8G-8K", "9C-1S-L", dreamt="1K", caller=3).points() == [2, 0, 4, -6]


@pytest.mark.parametrize(("options", "each"), [({}, 4), ({"base": 5}, 8), ({"scoring": "sung1996"}, 6)])
def test_five_tigers(options: dict[str, object], each: int) -> None:
    """§10.5, §11.7, §11.8  Eight tricks, the dreamer gets nothing, and each pays for themselves."""
    situation = dealt({1: "1S-1G-1K-1C-L", DREAMER: "9G"}, **options).play("keep", "claim", "keep")
    assert situation.points() == [-each, 2 * each, 0, -each]


def test_the_other_scale() -> None:
    """§11.8  Tricks above five and red imprints that count; thirty for everything; the dreamer goes empty."""
    sung = {"scoring": "sung1996"}
    assert won(0, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C", **sung).points() == [12, -6, 0, -6]
    assert won(3, "9G-8G-7G-4S-4K-4C", "9S-L", dreamt="9C", caller=1, **sung).points() == [0, -12, 0, 12]
    assert won(0, "9G-8G-7G-4S-4K-4C", "9S-L", base=5, **sung).points() == [12, -6, 0, -6]
    everything = won(0, "9S-9G-9K-9C-1S-1C-8S-L", "8G-8K-8C-7S", **sung)
    assert everything.points() == [60, -30, 0, -30]
    public = opened(playing({}))[0].public
    public.number, public.counting = 12, mask("9S-9G-9K-9C-1S-1C-8S")
    assert sung_value(public) == 14
    assert won(0, "2S-3S-4S", "2G-3G-4G", **sung).points() == [2, -1, 0, -1]


def test_points_add_up_to_nothing() -> None:
    """§10.6  In every deal; and nobody pays in one that nobody wins."""
    chance = random.Random(11)
    for number in range(12):
        situation = chance_deal(chance, players=3 + number % 2, scoring=("exponential", "sung1996")[number % 3 == 0])
        situation.random_steps(chance)
        points = situation.points()
        assert sum(points) == 0
        assert any(points) == (situation.ending == "won")


def test_the_bound_of_decisions() -> None:
    """§4, §6.1, §9.1  Answers, calls, and three acts a round of one card: reached where every round has one card."""
    chance = random.Random(1)
    for option, bound in (("false", 3 + 3 + 36), ("true", 6 + 3 + 36)):
        situation, decisions = dealt({}, spare="K G S C", ng_fu_late_claim=option), 0
        assert GAME.max_decisions(situation.ruleset, records.opened(situation.setup)) == bound
        while situation.phase != "over":
            if situation.phase == "calling":
                situation.play("play" if situation.seat == 3 else "not_play")
            else:
                acts = [text for text in situation.legal() if text != "declare" and "-" not in text]
                situation.play(chance.choice(acts))
            decisions += 1
        assert decisions == bound
    assert GAME.max_decisions(GAME.ruleset(ng_fu_late_claim="true"), records.opened(GAME.setup(GAME.rules(), 3))) == 3 + 36
