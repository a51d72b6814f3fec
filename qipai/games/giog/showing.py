"""The table drawn in text, for people: all that there is, hidden pieces too."""

from itertools import pairwise
from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from .naming import type_name
from .pieces import PIECES
from .state import OVER, PHASES, TAKING, TURNING
from .text import NO_PIECES, format_bag

CELL = 11  # a stack's number and its two pieces
SIDES = 4


def show(state: Any, ruleset: Any) -> str:
    """The stacks while they stand, a line for each seat, and what is going on."""
    state = records.to_plain(state)
    table = state.table
    lines = draw_stacks(state) if table.phase in (TURNING, TAKING) else []
    wide = max(len(format_bag(bag)) for bag in state.hands)
    for seat in range(table.players):
        mark = ">" if table.asked >> seat & 1 else " "
        line = f"{mark} seat {seat}  {format_bag(state.hands[seat]):<{wide}}  {', '.join(notes_of(state, seat))}"
        lines.append(line.rstrip())
    left = [kind for stack in standing(table) for kind in state.piece[2 * stack - 2 : 2 * stack]]
    if left and table.phase not in (TURNING, TAKING):
        lines.append(f"  left    {format_pieces(left)}")
    lines.append(f"  {tell_phase(table)}")
    return "\n".join(lines)


def notes_of(state: Any, seat: int) -> list[str]:
    """What else there is to say of a seat."""
    table = state.table
    notes = []
    if table.phase not in (TURNING, TAKING):
        notes.append(f"captured {table.captured[seat]}")
    if seat == table.leader:
        notes.append("leads")
    if state.laid[seat]:
        laid = format_bag(state.laid[seat])
        unseen = "under" if table.under >> seat & 1 else "" if table.shown[seat] else "face down"
        notes.append(" ".join(filter(None, ("laid", laid, unseen))))
    if seat == table.best:
        notes.append("best")
    if table.offenders >> seat & 1:
        notes.append("beheaded")
    return notes


def tell_phase(table: Any) -> str:
    """What is going on, and what lay in the trick before."""
    words = ["over" if table.phase == OVER else f"{PHASES[table.phase]}"]
    if table.phase not in (TURNING, TAKING):
        words.append(f"trick {table.trick}")
        if table.count:
            words.append(f"led: {type_name(table.led)}, pieces: {table.count}")
        if table.pot:
            words.append(f"pot {table.pot}")
        words += tell_previous(table)
    elif NOBODY not in table.priority[: table.players]:
        words.append(f"order {' '.join(map(str, table.priority[: table.players]))}")
    return "   ".join(words)


def tell_previous(table: Any) -> list[str]:
    if table.previous_leader == NOBODY:
        return []
    lay = " / ".join(format_bag(bag) if bag else "unseen" for bag in table.previous[: table.players])
    taken = "set aside" if table.previous_winner == NOBODY else f"to seat {table.previous_winner}"
    return [f"before: {lay}, {taken}"]


# -- stacks


def standing(table: Any) -> list[int]:
    """The stacks that nobody has taken."""
    return [stack for stack in range(1, table.stacks + 1) if table.taker[stack] == NOBODY]


def draw_stacks(state: Any) -> list[str]:
    """§3.1  Four rows as a square, seat 0 below and seat 1 on the right; other rows line by line; a circle as two lines."""
    table = state.table
    ends = table.rows[: table.players + 1]
    rows = [list(range(start, end)) for start, end in pairwise(ends)]
    if not any(rows):
        half = (table.stacks + 1) // 2
        rows = [list(range(table.stacks, half, -1)), list(range(1, half + 1))]
    elif len(rows) == SIDES:
        return draw_square(state, rows)
    return ["  " + "".join(draw_stack(state, stack) for stack in row).rstrip() for row in rows]


def draw_square(state: Any, rows: list[list[int]]) -> list[str]:
    """§3.1  Round the square, against the clock."""
    below, right, above, left = rows
    gap = " " * CELL

    def across(row: list[int]) -> str:
        return (gap + "".join(draw_stack(state, stack) for stack in row)).rstrip()

    lines = [across(above[::-1])]
    middle = " " * CELL * max(len(below), len(above))
    for one, other in zip(left, right[::-1], strict=True):
        lines.append(f"{draw_stack(state, one)}{middle}{draw_stack(state, other)}".rstrip())
    return ["  " + line for line in [*lines, across(below)]]


def draw_stack(state: Any, stack: int) -> str:
    """A stack's number, its bottom and its top piece; a turned one has a star, and who took it stands in its place."""
    table = state.table
    if table.taker[stack] != NOBODY:
        drawn = f"seat {table.taker[stack]}"
    else:
        places = range(2 * stack - 2, 2 * stack)
        drawn = "".join(PIECES[state.piece[place] - 1] + ("*" if table.face[place] else " ") for place in places)
    return f"{stack:>2} {drawn}".ljust(CELL)


def format_pieces(kinds: list[int]) -> str:
    return "-".join(PIECES[kind - 1] for kind in kinds) or NO_PIECES
