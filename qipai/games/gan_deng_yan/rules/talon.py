"""§5.4, §5.5  The talon: who draws after a trick."""

from qipai.engine.compiling import compiled, inlined

from ..variants import WINNER_ONLY
from .jokers import see_draw


@inlined
def give(state, seat, kind):
    state.hands[seat].count[kind] += 1
    state.hands[seat].cards += 1


@inlined
def next_seat(state, seat):
    """§1.3  Return the seat that acts next: the one on the right."""
    return seat + 1 if seat + 1 < state.players else 0


@inlined
def talon_left(state):
    return state.talon_places - state.drawn


@inlined
def drawers(state, rules):
    """§5.4, §5.5, §7.12  Return how many seats draw, counted from the last player on.

    All draw while the talon lasts; by option the last player alone.
    """
    wanted = 1 if rules.draw_rule == WINNER_ONLY else state.players
    return min(wanted, talon_left(state))


@compiled
def draw_cards(state, rules, first):
    """§5.4  Let the seats draw the top card each, one card however many were played, beginning with seat `first`."""
    seat = first
    for _ in range(drawers(state, rules)):
        give(state, seat, state.talon[state.drawn])
        state.talon[state.drawn] = 0
        state.drawn += 1
        see_draw(state, rules, seat)
        seat = next_seat(state, seat)
