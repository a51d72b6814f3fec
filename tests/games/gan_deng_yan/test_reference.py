"""The engine against the reference, which somebody else wrote from the rule book without reading it.

`python -m tests.reference.compare --deals 2000` plays the full count.
"""

import random
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.reference.compare import Count, Deal, Engine, chooser, compare, compare_options, random_deal
from tests.reference.gan_deng_yan import Table
from tests.reference.gan_deng_yan_rules import CHOICES, DEFAULTS, RANKS, Play, Rules, is_joker, refusal

OPTIONS = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()})


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A deal of a whole pack or of a few cards, under any rule set; what the draws left out is as usual."""
    options = DEFAULTS | draw(OPTIONS.filter(lambda chosen: refusal(chosen) is None))
    players = draw(st.integers(2, 6))
    dealer = draw(st.integers(0, players - 1))
    order = draw(st.permutations(Rules(options).pack()))
    each = draw(st.integers(1, 5))
    talon = draw(st.integers(0, len(order) - players * each - 1))
    return Deal(options, players, dealer, tuple(order[: players * each + 1 + talon]), each)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(deals(), st.data())
def test_any_deal_goes_as_the_reference_says(deal: Deal, data: st.DataObject) -> None:
    compare(deal, lambda texts: data.draw(st.sampled_from(texts)), Count())


@pytest.mark.parametrize("seed", range(20))
def test_random_deals_go_as_the_reference_says(seed: int) -> None:
    chance, count = random.Random(seed), Count()
    for _ in range(4):
        compare(random_deal(chance), chooser(chance), count)
    assert count.deals == 4


@given(OPTIONS)
def test_the_same_rule_sets_are_refused(options: dict[str, object]) -> None:
    compare_options(options)


# -- what a hand holds, by trying every part of it


def held(rules: Rules, hand: Sequence[str], above: Play | None = None) -> set[str]:
    """§3, §4  The texts of whatever part of the hand fits whatever name, over a play or for a lead."""
    names = [name for name in rules.readings if above is None or rules.follows(name, above.reading)]
    return {play.text for play in rules.plays_by_definition(hand, names)}


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 2), (2, 3), (2, 4)])
@pytest.mark.parametrize("seed", range(3))
def test_legal_actions_are_all_parts_of_the_hand_that_fit(seed: int, decks: int, jokers: int) -> None:
    """The leader has 12 cards of jokers and neighbouring ranks, the next seat 11 to follow with."""
    chance = random.Random(seed)
    options = {"decks": decks, "triplet_mode": "ordinary", "triplet_seq": True} if seed else {"decks": decks}
    rules = Rules(options)
    wild = [card for card in rules.pack() if is_joker(card)][:jokers]
    low = chance.randint(0, len(RANKS) - 6)
    near = [card for card in rules.pack() if card in RANKS[low : low + 6]]
    cards = wild + chance.sample(near, 23 - jokers)
    leads, follows = cards[:12], cards[12:]
    order = [card for pair in zip(leads, follows, strict=False) for card in pair] + leads[11:]
    deal = Deal(DEFAULTS | options, 2, 0, tuple(order), each=11)
    first = Engine(deal).legal()
    assert set(first) == held(rules, leads)
    for text in chance.sample(sorted(first), 10):
        table, engine = Table(options, 2, 0, order, each=11), Engine(deal)
        table.play(text)
        engine.play(text)
        if engine.to_act == 1:  # §4.5 not on the double joker
            assert set(engine.legal()) == held(rules, follows, table.on_table) | {"pass"}
