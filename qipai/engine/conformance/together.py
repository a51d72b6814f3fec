"""Check decisions that are owed together: their order does not matter, and no seat learns the others' before its own."""

from itertools import permutations

from qipai.engine import records
from qipai.engine.game import Action
from qipai.engine.records import Record
from qipai.engine.seats import SPECTATOR

from .examined import Examined, observe

FEW = 3  # up to this many decisions, all orders are tried
ORDERS = 4  # random orders that are tried of more decisions, besides first to last and last to first

Decision = tuple[int, Action]


def check_together(deal: Examined, chosen: list[Decision]) -> None:
    """Check one decision of each seat that is asked, in several orders."""
    orders = orders_of(deal, chosen)
    outcome = outcome_of(deal, orders[0])
    for order in orders[1:]:
        deal.same(outcome, outcome_of(deal, order), "decisions that are owed together have another outcome in another order")
    check_hidden(deal, deal.random.choice(orders))
    deal.counts["decisions together"] += 1


def orders_of(deal: Examined, chosen: list[Decision]) -> list[list[Decision]]:
    """Return the orders to try."""
    if len(chosen) <= FEW:
        return [list(order) for order in permutations(chosen)]
    return [chosen, chosen[::-1], *(deal.random.sample(chosen, len(chosen)) for _ in range(ORDERS))]


def outcome_of(deal: Examined, order: list[Decision]) -> Record:
    """Return the state after decisions in an order."""
    state = records.copy(deal.track.state)
    for seat, action in order:
        deal.game.apply_action(state, deal.rules, seat, action)
    return state


def check_hidden(deal: Examined, order: list[Decision]) -> None:
    """Check that what a seat decides changes neither the observations of the others nor the actions of those still to decide."""
    game, rules, start = deal.game, deal.rules, deal.track.state
    one, other = records.copy(start), records.copy(start)
    for number, (seat, action) in enumerate(order[:-1]):
        others = [another for another in game.legal(start, rules, seat) if another != action]
        game.apply_action(one, rules, seat, action)
        game.apply_action(other, rules, seat, deal.random.choice(others or [action]))
        decided = {seat for seat, _ in order[: number + 1]}
        for observer in {SPECTATOR, *range(deal.players)} - decided:
            seen, seen_otherwise = (observe(game, rules, state, observer) for state in (one, other))
            deal.same(seen, seen_otherwise, f"seat {observer} sees what another has decided that is asked together with others")
        for later, _ in order[number + 1 :]:
            if game.legal(one, rules, later) != game.legal(start, rules, later):
                deal.fail(f"the legal actions of seat {later} change with what another decides that is asked together with it")
