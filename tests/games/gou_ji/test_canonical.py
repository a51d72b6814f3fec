"""Canonical sets of Gou Ji: always some where any set is legal, never another one, and few."""

import random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.options import pack_ruleset
from qipai.games.gou_ji.asking import play
from qipai.games.gou_ji.bot.canonical import MOST, make_canonical
from qipai.games.gou_ji.notation.text import format_set, parse_set
from qipai.games.gou_ji.ranks import COPIES, HAND_SIZE, KIND, KINDS, RANKS
from qipai.games.gou_ji.rules.sets import blacks_in, make_leads, naturals_in, rank_in, reds_in, size_of, twos_in
from qipai.games.gou_ji.rules.shao import meets
from qipai.games.gou_ji.state import ACTIONS, FOLLOWING, LEADING, NORMAL, RUN, STATE
from qipai.games.gou_ji.variants import VARIANTS
from tests.games.gou_ji.setting import parse_hand

RULES = records.opened(pack_ruleset(VARIANTS["default"].ruleset))


class Asked:
    """Seat 0 is to lead, or to follow on a set."""

    def __init__(self, hand: list[int], best: int = 0, mode: int = NORMAL) -> None:
        self.state: Any = records.opened(records.new(STATE))
        self.actions: Any = records.opened(records.new(ACTIONS))
        public = self.state.public
        public.phase = FOLLOWING if best else LEADING
        public.mode = mode
        public.best = best
        public.asked = 1
        public.active = 0b111111
        public.owner = 1 if best else -1
        public.left[0] = sum(hand)
        for kind, count in enumerate(hand):
            self.state.hands[0][kind] = count

    def canonical(self) -> list[int]:
        make_canonical(self.state.public, self.state.hands[0], self.actions)
        return [int(cards) for cards in self.actions.list[: self.actions.count]]

    def legal(self) -> list[int]:
        """Every legal set."""
        play.legal_actions(self.state, RULES, 0, self.actions)
        return [
            int(action) for action in self.actions.list[: self.actions.count] if size_of(int(action)) and int(action) < 1 << 20
        ]

    def texts(self) -> list[str]:
        return [format_set(cards) for cards in self.canonical()]


def some_hand(chance: random.Random, size: int, ranks: int) -> list[int]:
    """A hand of cards of so many ranks, with wild cards as often as they come or far oftener."""
    names = [*chance.sample(RANKS[:12], ranks), "2", "B", "R"]
    pool = [KIND[name] for name in names for _ in range(COPIES[name])]
    hand = [0] * KINDS
    for kind in chance.sample(pool, min(size, len(pool))):
        hand[kind] += 1
    return hand


def price(cards: int) -> tuple[int, int, int]:
    return int(reds_in(cards)), int(blacks_in(cards)), int(twos_in(cards))


def check(asked: Asked) -> None:
    """§6.1, §7.1, §7.2  What must hold in every position."""
    legal, canonical = asked.legal(), asked.canonical()
    assert len(set(canonical)) == len(canonical) <= MOST
    assert set(canonical) <= set(legal)
    assert {rank_in(cards) for cards in canonical} == {rank_in(cards) for cards in legal}
    for rank in {rank_in(cards) for cards in canonical}:
        cheapest = min(price(cards) for cards in legal if rank_in(cards) == rank)
        assert min(price(cards) for cards in canonical if rank_in(cards) == rank) == cheapest
    whole = [cards for cards in legal if size_of(cards) == asked.state.public.left[0]]
    assert set(whole) <= set(canonical)  # going out is never forgotten


@pytest.mark.parametrize("ranks", [1, 2, 3, 6, 7, 12])
def test_wherever_a_set_is_legal_one_is_canonical(ranks: int) -> None:
    """§7.1, §7.2"""
    chance = random.Random(ranks)
    for _ in range(60):
        hand = some_hand(chance, chance.randint(1, 20), ranks)
        check(Asked(hand))
        others: Any = records.opened(records.new(ACTIONS))
        others.count = 0
        make_leads(Asked(some_hand(chance, 7, 3)).state.hands[0], others)
        for _ in range(8):
            check(Asked(hand, int(others.list[chance.randrange(int(others.count))])))


def test_in_the_run_too() -> None:
    """§9.4"""
    chance = random.Random(9)
    tried = 0
    while tried < 100:
        hand = some_hand(chance, chance.randint(1, 12), chance.randint(1, 5))
        asked = Asked(hand, mode=RUN)
        if meets(asked.state.hands[0]):
            legal, canonical = asked.legal(), asked.canonical()
            assert canonical
            assert set(canonical) <= set(legal)
            tried += 1


def test_whole_hands_have_few() -> None:
    """§6.1"""
    chance = random.Random(36)
    for ranks in (6, 7, 12):
        for _ in range(20):
            assert 12 < len(Asked(some_hand(chance, HAND_SIZE, ranks)).canonical()) <= MOST


def test_a_lead_lays_whole_ranks_and_adds_a_joker_or_what_lifts_it() -> None:
    """§6.5, §7.1"""
    hand = parse_hand("3-3-4-5-6-7-8-Q-Q-2-2-B")
    asked = Asked(hand)
    assert [text for text in asked.texts() if text.startswith("3")] == ["3-3", "3", "3-3-B"]
    assert [text for text in asked.texts() if text.startswith("Q")] == ["Q-Q", "Q", "Q-Q-B", "Q-Q-2"]
    assert [text for text in asked.texts() if text[0] in "2BR"] == ["2", "B", "2-2", "2-2-B"]


def test_a_follow_takes_the_fewest_wild_cards_first() -> None:
    """§6.3, §7.2"""
    texts = Asked(parse_hand("5-9-9-K-2-2-B-R"), int(parse_set("7-7"))).texts()
    assert texts[:3] == ["2-2", "2-B", "2-R"]
    assert [text for text in texts if text.startswith("9")] == ["9-9", "9-B", "9-R"]
    assert [text for text in texts if text.startswith("K")] == ["K-2", "K-B", "K-R"]
    assert not [text for text in texts if text.startswith("5")]


def test_every_black_on_the_table_is_met_with_a_red() -> None:
    """§6.3, §6.4"""
    assert Asked(parse_hand("5-5-9-9-2-B-R"), int(parse_set("7-B"))).texts() == ["2-R", "B-R", "9-R"]
    assert Asked(parse_hand("5-5-9-9-2-B-R"), int(parse_set("3-R"))).texts() == []
    assert naturals_in(Asked(parse_hand("9-R"), int(parse_set("7-B"))).canonical()[0]) == 1
