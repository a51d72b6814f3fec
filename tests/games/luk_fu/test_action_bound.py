"""No decision has more legal actions than the buffer holds: counted without the engine, and made by it.

What is laid face down out of a hand of twelve is one of the choices of k cards, or fewer where the hand is smaller.  What beats is of
one type and size: a run is told by its highest card, and goks of one size are no more than cards; so an answer with k cards has at
most comb(12, k) + 12 actions, which is less than the bound for every k but six.  With six cards a way to beat is a run of six; the
other six cards of the hand are a choice that would keep it, and so may not go (§6.3).  Each way to beat takes one way to surrender
away: comb(12, 6) in all, never more.
"""

from math import comb

from tests.games.luk_fu.definitions import surrenders
from tests.games.luk_fu.situations import GAME, cards_in, playing

HAND = 12


def test_answers_with_other_numbers_of_cards() -> None:
    """§5, §6.3"""
    assert max(comb(HAND, count) + HAND for count in range(1, HAND + 1) if count != 6) < comb(HAND, 6) == GAME.max_actions
    assert HAND // 4 * comb(4, 3) == HAND  # three whole ranks have most goks of three


def test_answers_with_six_cards() -> None:
    """§6.2, §6.3  However many runs of six a hand has, ways to beat and to surrender are 924 together."""
    for hand in (
        "9S-8S-7S-6S-5S-4S-9G-8G-7G-6G-5G-4G",
        "9S-8S-7S-6S-5S-4S-3S-2S-1S-9G-8G-7G",
        "9S-8S-7S-6S-5S-4S-3S-1G-2G-4G-5K-7K",
        "1S-2S-4S-5S-7S-8S-9G-7G-5G-3G-2G-1G",
    ):
        situation = playing({0: "6C-5C-4C-3C-2C-1C", 1: hand}, "6C-5C-4C-3C-2C-1C", spare="K S G C")
        legal = situation.legal()
        assert len(legal) == len(set(legal)) == GAME.max_actions == comb(12, 6)
        cards, lead = cards_in(hand), tuple("6C-5C-4C-3C-2C-1C".split("-"))
        assert len(situation.downs()) == len(surrenders(cards, lead, lead, {}))


def test_leads_are_few() -> None:
    """§6.1  Declaring, twelve single cards, a run for each pair of its ends, and fifteen goks of three whole ranks."""
    assert 1 + HAND + comb(HAND, 2) + 3 * (comb(4, 3) + 1) < GAME.max_actions
    assert len(playing({0: "9S-8S-7S-6S-5S-4S-3S-2S-1S-9G-9K-9C"}).legal()) == 1 + 9 + 28 + 5
