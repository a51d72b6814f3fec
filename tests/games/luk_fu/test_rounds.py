"""§6  Rounds: leading, beating, surrendering, and who takes them; §11.2 and §11.3."""

import random

import pytest

from tests.games.luk_fu.definitions import can_beat, surrenders
from tests.games.luk_fu.situations import at, cards_in, chance_deal, dealt, parts, playing, spell

THREES = "7S-7G-7K-9C-7C-2C"


def answering(lead: str, hand: str, **options: object) -> object:
    """The dealer has led, and player 2 has this hand."""
    size = len(cards_in(hand))
    return playing({0: lead, 1: hand}, lead, size=size, **options)


def test_the_dealer_leads_whoever_called() -> None:
    """§6.1"""
    for caller in (0, 1, 3):
        assert playing({}, caller=caller).seat == 0


def test_the_winner_leads_and_all_lay_equally_many() -> None:
    """§6.1, §6.4  To the right, once each; the hands stay equally large."""
    situation = playing({0: "6G-6K-6C-2S", 1: "8S-8G-8K-9C", 3: "9G-9K-7C-4S"}, "6G-6K-6C", size=4)
    assert situation.seat == 1
    assert situation.play("8S-8G-8K").seat == 3
    situation.play("down 9K-7C-4S")
    assert (situation.phase, situation.seat) == ("leading", 1)
    assert [situation.hand(seat) for seat in (0, 1, 3)] == ["2S", "9C", "9G"]
    assert situation.public.tricks[:4] == [0, 3, 0, 0]


def test_what_beats() -> None:
    """§6.2  A superior meld to the best so far, face up; then it is the best."""
    situation = playing({0: "5G-3C-2C", 1: "6G-9G-1C", 3: "7G-8G-4C"}, "5G", size=3)
    assert situation.beats() == {"6G", "9G"}
    situation.play("6G")
    assert situation.beats() == {"7G", "8G"}
    assert situation.public.best == 1


def test_any_three_of_these_eights() -> None:
    """§5.5, §5.6, §6.2"""
    situation = answering("6G-6K-6C", "8S-8G-8K-8C")
    assert situation.beats() == set(parts("8S-8G-8K-8C", 3))


@pytest.mark.parametrize(
    ("lead", "hand", "may", "may_not"),
    [
        ("3S-3G-3C", THREES, ["7S-7K-2C"], ["7S-9C-2C"]),
        ("4K-3K-2K", "8G-7G-6G-5G-9C-2C", ["7G-9C-2C"], ["8G-9C-2C"]),
        ("5S", "8S-4S-8G", ["8S"], ["4S", "8G"]),
        ("5S", "9S-7S-4S", [], ["9S", "7S", "4S"]),
        ("1S", "9S-8S-2C", ["9S", "8S", "2C"], []),
        ("2S-2G-2K", "6S-5S-4S-4G-4K-4C-8C-7C-5C", ["4G-4K-5C", "4S-4G-4K"], ["4K-7C-5C", "8C-7C-5C"]),
        ("8S-8G-8K", "9S-9G-7S-7G-7K", ["9S-7S-7G", "7S-7G-7K"], []),
        ("6C-5C-4C", "9K-8K-7K-6K-1S", ["1S-9K-8K", "9K-8K-7K"], []),
    ],
)
def test_surrendering(lead: str, hand: str, may: list[str], may_not: list[str]) -> None:
    """§6.3  No meld of the cards that stay may be superior to the best."""
    situation = answering(lead, hand)
    downs = situation.downs()
    assert set(may) <= downs
    assert not set(may_not) & downs
    for text in (*may, *may_not):
        assert situation.may(f"down {text}") == (text in may)


def test_to_what_stands_alone_any_card_may_be_surrendered() -> None:
    """§6.3, §5.2"""
    assert playing({0: "1C-L", 1: "9C-8C"}, "1C", size=2).downs() == {"9C", "8C"}
    situation = at("dealer=0 hands=L-2C/9S-8S/./3S-4S keep keep keep play 2C down 9S down 3S L")
    assert situation.downs() == {"8S"}
    assert situation.beats() == set()


def test_who_cannot_break_the_power_to_beat_must_beat() -> None:
    """§6.3"""
    situation = answering("5S", "9S-7S-4S-8G")
    assert (situation.downs(), situation.beats()) == (set(), {"9S", "7S"})


def test_the_middle_and_the_cards_before_the_winner() -> None:
    """§6.4  A trick a card; the winning cards lie before their winner, and nobody sees what was surrendered."""
    situation = playing({0: "5S-5G-5K-5C-2C", 1: "6S-6G-3K-4K-7C", 3: "9S-9G-9K-8C-1C"}, "5S-5G-5K-5C", size=5)
    situation.play("down 6S-6G-3K-4K", "down 9S-9G-9K-8C")
    assert situation.public.tricks[0] == 4
    assert spell(situation.public.won[0]) == "5S-5G-5K-5C"
    first = situation.public.rounds[0]
    assert (spell(first.face[0]), first.face[1], first.face[3], first.count) == ("5S-5G-5K-5C", 0, 0, 4)


def test_a_whole_deal_has_twelve_tricks() -> None:
    """§6.4"""
    chance, played_out = random.Random(2), 0
    while played_out < 3:
        situation = chance_deal(chance).random_steps(chance)
        if situation.public.left == 0:
            played_out += 1
            assert sum(situation.public.tricks) == 12


def test_the_lead_is_what_counts_by_option() -> None:
    """§11.2  What stays may hold nothing superior to the lead; but who cannot beat the best surrenders anything."""
    hands = {0: "4S", 1: "6S-5C", 3: "9S-5S-7C"}
    by_lead = playing(hands, "4S", "6S", size=3, surrender_reference="lead")
    assert by_lead.downs() == set()  # 5S would stay, and it beats the lead
    by_best = playing(hands, "4S", "6S", size=3)
    assert by_best.downs() == {"9S"}
    unable = playing({0: "4S", 1: "8S-5C", 3: "7S-5S-7C"}, "4S", "8S", size=3, surrender_reference="lead")
    assert unable.downs() == {"7S", "5S", "7C"}


def test_single_cards_may_be_free_of_it_by_option() -> None:
    """§11.3  Any card, even with higher ones in the hand; goks and runs are as usual."""
    free = {"surrender_singles_free": "true"}
    assert answering("5S", "9S-7S-4S", **free).downs() == {"9S", "7S", "4S"}
    assert answering("3S-3G-3C", THREES, **free).downs() == answering("3S-3G-3C", THREES).downs()


OPTIONS = [{}, {"surrender_reference": "lead"}, {"surrender_singles_free": "true"}]


@pytest.mark.parametrize("options", OPTIONS, ids=["best", "lead", "free"])
def test_surrenders_are_complete(options: dict[str, str]) -> None:
    """§6.3, §11.2, §11.3  Every decision of whole deals against every choice of cards there is, each once."""
    chance, answers, hard = random.Random(4), 0, 0
    while answers < 120:
        situation = chance_deal(chance, **options)
        while situation.phase != "over" and answers < 120:
            if situation.phase == "leading":
                long = [text for text in situation.legal() if len(cards_in(text)) > 1 and text != "declare"]
                texts = long or [text for text in situation.legal() if text != "declare"]
                situation.play(chance.choice(texts))
                continue
            present = situation.public.rounds[situation.public.round_number]
            lead, best = (tuple(cards_in(spell(present.face[seat]))) for seat in (present.leader, situation.public.best))
            hand = cards_in(situation.hand(situation.seat))
            expected = surrenders(hand, lead, best, options)
            found = [text for text in situation.legal() if text.startswith("down ")]
            assert len(found) == len(set(found)) == len(expected)
            assert {frozenset(cards_in(text.removeprefix("down "))) for text in found} == expected
            assert situation.legal(), "nobody is ever left without an answer"
            answers += 1
            hard += can_beat(hand, best)
            situation.play(chance.choice(situation.legal()))
    assert hard > 20


def test_other_cards_are_refused() -> None:
    """§6.1, §6.2, §6.3  Too many, too few, not held, not superior."""
    situation = answering("5G-4G-3G", "7G-6G-5K-4K-3K-2K")
    for text in ("7G-6G-5G", "down 7G", "down 7G-6G-5K-4K", "5K-4K-3K", "down 9S-8S-7S", "play", "keep", "declare"):
        assert not situation.may(text)
    assert not situation.may("down 7G-6G-5K", 3)


def test_the_dreamer_is_never_asked_in_play() -> None:
    """§2.1, §6.1"""
    chance = random.Random(8)
    situation = dealt({}).play("keep", "keep", "keep", "play")
    while situation.phase != "over":
        assert situation.asked == [situation.seat] != [2]
        situation.play(chance.choice(situation.legal()))
