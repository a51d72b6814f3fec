"""The table drawn in text, for people: all that there is, hidden cards too."""

from typing import Any

from qipai.cards.french import SUITS
from qipai.engine import records
from qipai.engine.seats import NOBODY, seats_in

from .seating import SEATS, dui_men
from .state import (
    ARRANGEMENTS,
    DUEL,
    ENDINGS,
    GAME_KINDS,
    LEADING,
    MODES,
    NAMING,
    NO_DEBT,
    NORMAL,
    OVER,
    PHASES,
    ROTATION,
    SHOWING,
    THROWN_IN,
    TRIBUTES,
)
from .text import MORE_NAME, format_action, format_hand, format_kinds, format_set
from .verbs import MORE


def show(state: Any, ruleset: Any) -> str:
    """A line for each seat, then the set on the table, and what is going on."""
    state = records.to_plain(state)
    table = state.table
    hands = [format_hand(hand) for hand in state.hands]
    wide = max(map(len, hands))
    lines = []
    for seat in range(SEATS):
        if table.phase == NAMING:
            line = (
                f"{mark(table, seat)} seat {seat}  pile {seat + 1}  {hands[seat]:<{wide}}  {', '.join(notes_of(state, seat))}"
            )
        else:
            line = f"{mark(table, seat)} seat {seat}  {table.left[seat]:>2}  {hands[seat]:<{wide}}  {', '.join(notes_of(state, seat))}"
        lines.append(line.rstrip())
    lines += [f"  {line}" for line in (*tell_tribute(state), tell_table(table), tell_phase(table)) if line]
    return "\n".join(lines)


def mark(table: Any, seat: int) -> str:
    return ">" if table.asked >> seat & 1 else " "


def notes_of(state: Any, seat: int) -> list[str]:
    """What else there is to say of a seat."""
    table = state.table
    notes = [f"place {table.place[seat]}"] if table.place[seat] else []
    for name in ("kaipai", "taker", "starter", "big_loser", "second_loser", "wish", "runner"):
        if getattr(table, name) == seat:
            notes.append(name.replace("_", " "))
    for name in ("pleas", "wildless", "revolted", "penalised", "passed", "closed", "shown", "exposed"):
        if getattr(table, name) >> seat & 1:
            notes.append({"pleas": "pleads", "closed": "shut out"}.get(name, name))
    if table.told[seat]:
        notes.append(f"told {MORE_NAME if table.told[seat] == MORE else table.told[seat]}")
    if table.phase == SHOWING and state.threes[seat].at:
        notes.append(f"two threes {SUITS[state.threes[seat].suit]} at card {state.threes[seat].at}")
    if state.answers[seat]:
        notes.append(f"answers {format_action(state.answers[seat] - 1, None)}")
    if any(table.played[seat]):
        notes.append(f"laid {format_hand(table.played[seat])}")
    return notes


def tell_tribute(state: Any) -> list[str]:
    """§5  Who owes whom, and what went to and fro."""
    table, lines = state.table, []
    for giver in range(SEATS):
        if table.tribute[giver] != NO_DEBT:
            words = [
                f"tribute  seat {giver} to seat {table.receiver[giver]}, {table.owes[giver]}: {TRIBUTES[table.tribute[giver]]}"
            ]
            for name, cards in (("gave", state.given[giver]), ("got back", state.returned[giver])):
                if any(cards):
                    words.append(f"{name} {format_kinds(kind for kind in cards if kind)}")
            lines.append(", ".join(words))
    return lines


def tell_table(table: Any) -> str:
    """The set to beat, and the duel or the run that it belongs to."""
    words = []
    if table.best:
        words.append(f"table    {format_set(table.best)} by seat {table.owner}")
        if table.beaten != NOBODY:
            words.append(f"on a set of seat {table.beaten}")
    if table.tried:
        words.append(f"to put right: {format_set(table.tried)}")
    return ", ".join(words)


def tell_phase(table: Any) -> str:
    """What is going on, or how it ended."""
    words = [f"{PHASES[table.phase]:<8}"]
    if table.phase == OVER:
        words.append(ENDINGS[table.ending])
    if table.phase >= LEADING and table.ending != THROWN_IN:
        words.append(f"trick {table.trick}")
    if table.mode == DUEL:
        words.append(f"duel of seats {table.starter_of_duel} and {dui_men(table.starter_of_duel)}")
    elif table.mode != NORMAL:
        words.append(MODES[table.mode])
    if table.arrangement != ROTATION:
        words.append(ARRANGEMENTS[table.arrangement])
    if table.candidates:
        words.append(f"seats {', '.join(map(str, seats_in(table.candidates)))} may take the turn")
    words.append(f"{GAME_KINDS[table.kind]} game")
    return "   ".join(words)
