"""What a seat may do, as people choose it: in which order, what each takes, and what there is to know before."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.telling import Choice

from .duel import begins_duel
from .naming import kind_of_action, seat_at
from .ranks import BLACK, KINDS, NO_RANK, RED, TWO
from .seating import dui_men
from .sets import blacks_in, is_high, naturals_in, rank_in, reds_in, size_of, twos_in
from .shao import jokers_in, ranks_after, ranks_of, rest_meets
from .state import DUEL, RUN
from .text import format_action, name_of, spell
from .verbs import LAY, PASS, RETURN, SHAO, higher_kind, lower_kind, value_of, verb_of

WILD_PRICES = {TWO: 1, BLACK: 2, RED: 3}
FIRST_SETS = 250  # that stand before passing and talking; a lead may have thousands, of which not all are sent


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Legal actions as people choose them: the cheapest cards first, and among the first of them what takes no cards."""
    prices = {int(action): price(observation, int(action)) for action in actions}
    dear = sorted((action for action, cost in prices.items() if cost), key=lambda action: prices[action])
    free = sorted((action for action, cost in prices.items() if not cost), key=lambda action: verb_of(action) != PASS)
    return [choice(observation, rules, action) for action in (*dear[:FIRST_SETS], *free, *dear[FIRST_SETS:])]


def choice(observation: Any, rules: Any, action: int) -> Choice:
    ranks = tuple(ranks_of_action(action))
    kind = kind_of_action(action, int(observation.table.mode))
    return Choice(format_action(action, rules), ranks, kind, ranks, tuple(says(observation, rules, action)))


def ranks_of_action(action: int) -> list[str]:
    """The ranks of the cards that an action takes from the hand."""
    verb, value = verb_of(action), int(value_of(action))
    if verb in (LAY, SHAO):
        return spell(value)
    return [name_of(kind) for kind in (lower_kind(value), higher_kind(value)) if kind] if verb == RETURN else []


# -- what there is to know before


def says(observation: Any, rules: Any, action: int) -> list[dict[str, Any]]:
    """What a set or a declaration is and brings, beyond its cards."""
    verb, cards = verb_of(action), int(value_of(action))
    if verb == SHAO:
        return says_of_declaration(observation, cards)
    return says_of_set(observation, rules, cards) if verb == LAY else []


def says_of_set(observation: Any, rules: Any, cards: int) -> list[dict[str, Any]]:
    """§6.4, §6.5, §8.1  That nothing beats it; that it is of Gou Ji level, and who alone may answer."""
    table = observation.table
    if reds_in(cards):
        return [{"say": "red"}]
    found: list[dict[str, Any]] = []
    if is_high(cards, rules) and table.mode != DUEL:
        found.append({"say": "high"})
    if begins_duel(table, rules, 0, cards):
        found.append({"say": "duel", "to": seat_at(observation, dui_men(0))})
    return found


def says_of_declaration(observation: Any, cards: int) -> list[dict[str, Any]]:
    """§9.2, §9.7  What the hand is without a first set, and whether that is enough."""
    hand = observation.hand
    if size_of(cards) == observation.table.left[0]:
        return [{"say": "alone"}]
    ranks = int(ranks_after(hand, ranks_of(hand), cards))
    jokers = int(hand[BLACK] + hand[RED] - jokers_in(cards))
    rest = {"say": "rest", "ranks": ranks, "jokers": jokers, "needed": max(0, ranks - 1)}
    return [rest] if rest_meets(hand, ranks_of(hand), cards) else [rest, {"say": "false"}]


# -- their order


def price(observation: Any, action: int) -> tuple[int, ...]:
    """What an action gives away, in steps; nothing for one that takes no cards.

    Of sets: the wrong number of cards (§14.19), a run or a declaration that does not come out, wild cards, a rank of which some
    cards stay in the hand, the rank, and of equal ones the fewer cards.
    """
    verb, value = verb_of(action), int(value_of(action))
    if verb == RETURN:
        kinds = (int(lower_kind(value)), int(higher_kind(value)))
        return (sum(WILD_PRICES.get(kind, 0) for kind in kinds), *kinds)
    if verb not in (LAY, SHAO):
        return ()
    table, hand, rank = observation.table, observation.hand, int(rank_in(value))
    wild = twos_in(value) * WILD_PRICES[TWO] + blacks_in(value) * WILD_PRICES[BLACK] + reds_in(value) * WILD_PRICES[RED]
    naturals = int(naturals_in(value))
    return (
        int(table.best != 0 and size_of(value) != size_of(table.best)),
        int(not comes_out(observation, verb, value)),
        int(wild),
        int(rank != NO_RANK and naturals < hand[rank]),
        rank or KINDS,
        -naturals,
    )


def comes_out(observation: Any, verb: int, cards: int) -> bool:
    """§9.2, §9.4  Is it the final set of a run, or the first of a Shao Pai that is not false?  True for every other set."""
    if verb == SHAO:
        return bool(rest_meets(observation.hand, ranks_of(observation.hand), cards))
    table = observation.table
    return bool(table.mode != RUN or size_of(cards) == table.left[0])
