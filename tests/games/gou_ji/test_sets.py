"""§6  Sets of Gou Ji beside the definition: card by card, and by trying every part of a hand."""

import random
from collections import Counter
from itertools import combinations_with_replacement
from types import SimpleNamespace

import numpy as np
import pytest

from qipai.engine.compiling import NATIVE
from qipai.games.gou_ji.ranks import COPIES, HAND_SIZE, KIND, KINDS, NO_RANK, RANKS, TWO
from qipai.games.gou_ji.rules.sets import (
    beats,
    blacks_in,
    is_high,
    make_follows,
    make_leads,
    naturals_in,
    pack_set,
    rank_in,
    reds_in,
    size_of,
    starts_duel,
    twos_in,
)

Cards = tuple[int, ...]  # kinds, low to high
LIFTED, STRICT = np.rec.array([(1,), (0,)], dtype=[("low_joker_duel", np.int8)])  # §14.5
NATURALS = RANKS[:12]


def kinds(text: str) -> Cards:
    return tuple(sorted(KIND[name] for name in text.split("-")))


def ranks_of(cards: Cards) -> set[int]:
    return {kind for kind in cards if kind < TWO}


def packed(cards: Cards) -> int:
    ranks, count = ranks_of(cards), Counter(cards)
    assert len(ranks) <= 1
    naturals = sum(count[rank] for rank in ranks)
    return int(pack_set(min(ranks, default=NO_RANK), naturals, count[TWO], count[KIND["B"]], count[KIND["R"]]))


def unpacked(number: int) -> Cards:
    parts = ((rank_in(number), naturals_in), (TWO, twos_in), (KIND["B"], blacks_in), (KIND["R"], reds_in))
    return tuple(sorted(int(kind) for kind, count in parts for _ in range(int(count(number)))))


def column(cards: Cards) -> list[int]:
    """§6.2  What each card counts, from the highest down: beside naturals a 2 counts as one of them."""
    return sorted((min(ranks_of(cards)) if kind == TWO and ranks_of(cards) else kind for kind in cards), reverse=True)


def lies_on(cards: Cards, best: Cards) -> bool:
    """§6.3  The rule itself."""
    return len(cards) == len(best) and all(mine > theirs for mine, theirs in zip(column(cards), column(best), strict=True))


SETS = [
    cards
    for size in range(1, 5)
    for cards in combinations_with_replacement([KIND[name] for name in ("3", "10", "A", "2", "B", "R")], size)
    if len(ranks_of(cards)) <= 1
]


def test_what_beats_what_card_by_card() -> None:
    """§6.1 to §6.4"""
    for cards in SETS:
        assert unpacked(packed(cards)) == cards
        assert size_of(packed(cards)) == len(cards)
        for best in SETS:
            assert bool(beats(packed(cards), packed(best))) == lies_on(cards, best), (cards, best)


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("10-10-10-10-10", True),
        ("10-10-10-10-2", True),
        ("10-10-10-10", False),
        ("J-J-J-J", True),
        ("J-J-J", False),
        ("Q-Q-2", True),
        ("Q-Q", False),
        ("K-K", True),
        ("A-2", True),
        ("A", False),
        ("9-9-9-9-9-9-9-9", False),
        ("2", True),
        ("B", True),
        ("3-3-B", True),
    ],
)
def test_gou_ji_level(text: str, high: bool) -> None:
    """§6.5"""
    assert bool(is_high(packed(kinds(text)), LIFTED)) == high
    assert bool(starts_duel(packed(kinds(text)), LIFTED)) == high


def test_a_red_starts_no_duel_and_a_joker_may_lift_little() -> None:
    """§6.4, §8.1, §14.5"""
    assert not starts_duel(packed(kinds("K-K-R")), LIFTED)
    assert not is_high(packed(kinds("3-3-B")), STRICT)
    assert is_high(packed(kinds("10-B")), STRICT)


def hand_of(chance: random.Random, size: int) -> Counter[int]:
    """A hand with many wild cards and few ranks, so that it has many sets."""
    names = [*chance.sample(NATURALS, 4), "2", "B", "R"]
    pool = [KIND[name] for name in names for _ in range(COPIES[name] if name in "BR" else 5)]
    return Counter(chance.sample(pool, size))


def parts(hand: Counter[int]) -> set[Cards]:
    """Every set that a hand contains, by trying all its parts."""
    cards = sorted(hand.elements())
    found: set[Cards] = {()}
    for card in cards:
        found |= {(*part, card) for part in found}
    return {part for part in found if part and len(ranks_of(part)) <= 1}


def made(function: object, hand: Counter[int], *more: int) -> list[Cards]:
    counts = [hand[kind] for kind in range(KINDS)]
    actions = SimpleNamespace(count=0, list=[0] * 6_000)
    function(counts, *more, actions)  # type: ignore[operator]
    return [unpacked(number) for number in actions.list[: actions.count]]


plain = pytest.mark.skipif(NATIVE, reason="lists stand for records, which compiled rules do not take")


@plain
def test_every_lead_and_every_follow_once() -> None:
    """§7.1, §7.2"""
    chance = random.Random(6)
    for _ in range(60):
        hand = hand_of(chance, 12)
        everything = parts(hand)
        leads = made(make_leads, hand)
        assert len(set(leads)) == len(leads)
        assert set(leads) == everything
        for best in chance.sample(SETS, 20):
            follows = made(make_follows, hand, packed(best))
            assert len(set(follows)) == len(follows)
            assert set(follows) == {part for part in everything if lies_on(part, best)}, best


@plain
def test_no_hand_has_more_than_so_many_sets() -> None:
    """§6.1  Naturals times what stands beside them: the most is at fourteen or fifteen 2s and all jokers."""
    most = 0
    for twos in range(17):
        rest = HAND_SIZE - 8 - twos
        hand = Counter({TWO: twos, KIND["B"]: 4, KIND["R"]: 4, **{rank: 16 if rank == 1 else rest - 16 for rank in (1, 2)}})
        if min(hand.values()) >= 0:
            most = max(most, len(made(make_leads, hand)))
    assert most == max((HAND_SIZE - 8 - twos) * (twos + 1) * 25 + (twos + 1) * 25 - 1 for twos in range(17) if 28 - twos >= 16)
