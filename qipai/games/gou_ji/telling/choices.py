"""What a seat may do, as people choose it: in which order, what each takes, and what there is to know before."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from qipai.engine.telling import Choice

from ..notation.naming import kind_of_action
from ..notation.text import format_action, name_of, spell
from ..ranks import BLACK, KINDS, NO_RANK, RED, TWO
from ..rules.breaches import breaks_promise
from ..rules.duel import begins_duel
from ..rules.sets import blacks_in, is_high, naturals_in, rank_in, reds_in, size_of, twos_in
from ..rules.shao import jokers_in, ranks_after, ranks_of, rest_meets
from ..seating import dui_men
from ..state import DUEL, RUN
from ..verbs import LAY, PASS, RETURN, SHAO, higher_kind, lower_kind, value_of, verb_of
from .questions import seat_at

WILD_PRICES = {TWO: 1, BLACK: 2, RED: 3}
FIRST_SETS = 250  # that stand before passing and talking; a lead may have thousands, of which not all are sent


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Return legal actions as choices, the cheapest cards first.

    Actions that take no cards follow the first `FIRST_SETS` of those that do.
    """
    prices = {int(action): price(observation, int(action)) for action in actions}
    dear = sorted((action for action, cost in prices.items() if cost), key=lambda action: prices[action])
    free = sorted((action for action, cost in prices.items() if not cost), key=lambda action: verb_of(action) != PASS)
    return [choice(observation, rules, action) for action in (*dear[:FIRST_SETS], *free, *dear[FIRST_SETS:])]


def choice(observation: Any, rules: Any, action: int) -> Choice:
    """Return an action as people choose it."""
    text, kind, ranks = written(action, int(observation.public.mode))
    return Choice(text, ranks, kind, ranks, tuple(says(observation, rules, action)))


@lru_cache(4096)
def written(action: int, mode: int) -> tuple[str, str, tuple[str, ...]]:
    """An action's text, the key of its words, and the ranks that it takes; much of it is asked for again at every turn."""
    return format_action(action, None), kind_of_action(action, mode), tuple(ranks_of_action(action))


def ranks_of_action(action: int) -> list[str]:
    """Return the ranks of the cards that an action takes from the hand."""
    verb, value = verb_of(action), int(value_of(action))
    if verb in (LAY, SHAO):
        return spell(value)
    return [name_of(kind) for kind in (lower_kind(value), higher_kind(value)) if kind] if verb == RETURN else []


# -- what there is to know before


def says(observation: Any, rules: Any, action: int) -> list[dict[str, Any]]:
    """Return what there is to know of an action before it is chosen, beyond its cards."""
    verb, cards = verb_of(action), int(value_of(action))
    if verb == SHAO:
        return says_of_declaration(observation, cards)
    return says_of_set(observation, rules, cards) if verb == LAY else []


def says_of_set(observation: Any, rules: Any, cards: int) -> list[dict[str, Any]]:
    """§6.4, §6.5, §8.1, §14.20  Return what there is to know of a set.

    That it breaks a promise; that nothing beats it; that it is of Gou Ji level; or that it starts a duel, and with whom.
    """
    public = observation.public
    if breaks_promise(public, 0):
        return [{"say": "breach"}]
    if reds_in(cards):
        return [{"say": "red"}]
    found: list[dict[str, Any]] = []
    if is_high(cards, rules) and public.mode != DUEL:
        found.append({"say": "high"})
    if begins_duel(public, rules, 0, cards):
        found.append({"say": "duel", "to": seat_at(observation, dui_men(0))})
    return found


def says_of_declaration(observation: Any, cards: int) -> list[dict[str, Any]]:
    """§9.2, §9.7  Return what a declaration leaves in the hand, and whether it is false."""
    hand = observation.hand
    if size_of(cards) == observation.public.left[0]:
        return [{"say": "alone"}]
    ranks = int(ranks_after(hand, ranks_of(hand), cards))
    jokers = int(hand[BLACK] + hand[RED] - jokers_in(cards))
    rest = {"say": "rest", "ranks": ranks, "jokers": jokers, "needed": max(0, ranks - 1)}
    return [rest] if rest_meets(hand, ranks_of(hand), cards) else [rest, {"say": "false"}]


# -- their order


def price(observation: Any, action: int) -> tuple[int, ...]:
    """Return the sort key of a choice, lowest for the cheapest; an empty one for an action that takes no cards.

    Sets are sorted by these in turn: the wrong number of cards (§14.19); a run or a declaration that does not come out; wild
    cards; a rank of which some cards stay in the hand; the rank; and of equal ones more natural cards first.
    """
    verb, value = verb_of(action), int(value_of(action))
    if verb == RETURN:
        kinds = (int(lower_kind(value)), int(higher_kind(value)))
        return (sum(WILD_PRICES.get(kind, 0) for kind in kinds), *kinds)
    if verb not in (LAY, SHAO):
        return ()
    public, hand, rank = observation.public, observation.hand, int(rank_in(value))
    wild = twos_in(value) * WILD_PRICES[TWO] + blacks_in(value) * WILD_PRICES[BLACK] + reds_in(value) * WILD_PRICES[RED]
    naturals = int(naturals_in(value))
    return (
        int(public.best != 0 and size_of(value) != size_of(public.best)),
        int(not comes_out(observation, verb, value)),
        int(wild),
        int(rank != NO_RANK and naturals < hand[rank]),
        rank or KINDS,
        -naturals,
    )


def comes_out(observation: Any, verb: int, cards: int) -> bool:
    """§9.2, §9.4  Return False for a lead of a run that is not its last, and for a declaration that is false."""
    if verb == SHAO:
        return bool(rest_meets(observation.hand, ranks_of(observation.hand), cards))
    public = observation.public
    return bool(public.mode != RUN or size_of(cards) == public.left[0])
