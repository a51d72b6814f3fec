"""§5.4, §5.5  The talon: who draws after a trick, and which card."""

from qipai.engine.compiling import compiled, inlined

from .jokers import see_draw
from .variants import WINNER_ONLY


@inlined
def give(state, seat, kind):
    state.hands[seat].count[kind] += 1
    state.hands[seat].cards += 1


@inlined
def next_seat(state, seat):
    """§1.3  The turn passes to the right."""
    return seat + 1 if seat + 1 < state.players else 0


@inlined
def talon_left(state):
    return state.talon_places - state.drawn


@inlined
def drawers(state, rules):
    """§5.4, §5.5  How many seats draw, from the last player on: all of them while the talon lasts.  §7.12 or that one alone."""
    wanted = 1 if rules.draw_rule == WINNER_ONLY else state.players
    return min(wanted, talon_left(state))


@inlined
def place_drawn(state, rules, seat, turn):
    """Which place of the talon goes to the seat that draws as number `turn`.

    In a full round every seat takes the card of its own place, so that a deal played again with other players gives it the
    same cards; nobody has seen them, so it makes no difference to the game.  What does not go all round goes in order.
    """
    if rules.draw_rule != WINNER_ONLY and talon_left(state) >= state.players:
        return state.drawn + seat
    return state.drawn + turn


@compiled
def draw_cards(state, rules, first):
    """§5.4  One card each, however many were played, beginning with the last player."""
    drawing = drawers(state, rules)
    seat = first
    for turn in range(drawing):
        place = place_drawn(state, rules, seat, turn)
        give(state, seat, state.talon[place])
        state.talon[place] = 0
        see_draw(state, rules, seat)
        seat = next_seat(state, seat)
    state.drawn += drawing
