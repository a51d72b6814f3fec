"""The table drawn in text, for people: all that there is, hidden cards too."""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from .melds import TYPE_NAMES, type_of
from .position import dreamers_seat, in_turn
from .state import ATTACKING, ENDINGS, LEADING, OVER, PHASES
from .text import format_cards

PLACES = ("dealer", "player 2", "player 3")  # §2.1


def show(state: Any, ruleset: Any) -> str:
    """A line for each seat, one for each round, and what is going on."""
    twin = records.to_plain(state)
    table = twin.table
    wide = max(len(format_cards(holding.hand)) for holding in twin.holdings)
    lines = []
    for seat in range(table.players):
        mark = ">" if table.asked >> seat & 1 else " "
        hand = format_cards(twin.holdings[seat].hand)
        lines.append(
            f"{mark} seat {seat}  {place_of(table, seat):<8}  {hand:<{wide}}  {', '.join(notes_of(twin, seat))}".rstrip()
        )
    lines += [f"  round {number}: {tell_round(twin, number - 1)}" for number, past in enumerate(table.rounds, 1) if past.count]
    lines.append(f"  {tell_phase(table)}")
    return "\n".join(lines)


def place_of(table: Any, seat: int) -> str:
    """§2.1"""
    return "dreamer" if seat == dreamers_seat(table) else PLACES[in_turn(table, table.dealer).index(seat)]


def notes_of(state: Any, seat: int) -> list[str]:
    """What else there is to say of a seat."""
    table = state.table
    notes = []
    if seat == table.caller:
        notes.append("called" if seat == table.dealer else "called, privileged")
    if table.tricks[seat]:
        notes.append(f"tricks {table.tricks[seat]} with {format_cards(table.won[seat])}")
    if state.aged and table.asked >> seat & 1:
        notes.append(f"aged {format_cards(state.aged)}")
    if state.claims >> seat & 1:
        notes.append("claims")
    return notes


def tell_round(state: Any, number: int) -> str:
    """§6  Who laid what, in turn; the winning meld has a star."""
    past = state.table.rounds[number]
    laid = [seat for seat in in_turn(state.table, past.leader) if past.laid >> seat & 1]
    best = [seat for seat in laid if past.face[seat]][-1]
    words = []
    for seat in laid:
        down = f"down {format_cards(state.holdings[seat].down[number])}"
        words.append(f"seat {seat} {format_cards(past.face[seat]) if past.face[seat] else down}{'*' if seat == best else ''}")
    return ", ".join(words)


def tell_phase(table: Any) -> str:
    """What is going on, or how it ended."""
    if table.phase == OVER:
        won = "" if table.winner == NOBODY else f" by seat {table.winner} with {table.number}"
        return f"{PHASES[table.phase]}   {ENDINGS[table.ending]}{won}"
    words = [PHASES[table.phase]]
    if table.phase in (LEADING, ATTACKING):
        words.append(f"round {table.round_number + 1}")
    if table.phase == ATTACKING:
        present = table.rounds[table.round_number]
        words.append(f"led: {TYPE_NAMES[type_of(present.face[present.leader])]}, cards: {present.count}")
    return "   ".join(words)
