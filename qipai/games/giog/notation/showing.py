"""The table drawn in text, for people: all that there is, hidden pieces too."""

from itertools import pairwise
from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from ..pieces import PIECES
from ..rules.directing import row_stack_size
from ..state import DIRECTING, OVER, PHASES, TAKING, TURNING
from .naming import type_name
from .text import NO_PIECES, format_bag

CELL = 11  # a stack's number and its two pieces
SIDES = 4
BEFORE_PLAY = (TURNING, TAKING, DIRECTING)


def show(state: Any, ruleset: Any) -> str:
    """Return the whole state as text of several lines, hidden pieces too: stacks, a line for each seat, the phase."""
    state = records.to_plain(state)
    public = state.public
    lines = draw_stacks(state) if public.phase in BEFORE_PLAY else []
    wide = max(len(format_bag(bag)) for bag in state.hands)
    for seat in range(public.players):
        mark = ">" if public.asked >> seat & 1 else " "
        line = f"{mark} seat {seat}  {format_bag(state.hands[seat]):<{wide}}  {', '.join(notes_of(state, seat))}"
        lines.append(line.rstrip())
    left = [kind for stack in standing(public) for kind in state.piece[2 * stack - 2 : 2 * stack]]
    if left and public.phase not in BEFORE_PLAY:
        lines.append(f"  left    {format_pieces(left)}")
    lines.append(f"  {tell_phase(public)}")
    return "\n".join(lines)


def notes_of(state: Any, seat: int) -> list[str]:
    """Return what else the line of a seat says: pieces captured, laid, and so on."""
    public = state.public
    notes = []
    if public.phase not in BEFORE_PLAY:
        notes.append(f"captured {public.captured[seat]}")
    if seat == public.leader:
        notes.append("leads")
    if state.laid[seat]:
        laid = format_bag(state.laid[seat])
        unseen = "under" if public.under >> seat & 1 else "" if public.shown[seat] else "face down"
        notes.append(" ".join(filter(None, ("laid", laid, unseen))))
    if seat == public.best:
        notes.append("best")
    if public.offenders >> seat & 1:
        notes.append("beheaded")
    return notes


def tell_phase(public: Any) -> str:
    """Return the line about the phase, the trick, and the trick before."""
    words = ["over" if public.phase == OVER else f"{PHASES[public.phase]}"]
    if public.phase not in BEFORE_PLAY:
        words.append(f"trick {public.trick}")
        if public.count:
            words.append(f"led: {type_name(public.led)}, pieces: {public.count}")
        if public.pot:
            words.append(f"pot {public.pot}")
        words += tell_previous(public)
    elif NOBODY not in public.priority[: public.players]:
        words.append(f"order {' '.join(map(str, public.priority[: public.players]))}")
    return "   ".join(words)


def tell_previous(public: Any) -> list[str]:
    """Return a note on the last trick in a list; an empty list before its end."""
    if public.previous_leader == NOBODY:
        return []
    lay = " / ".join(format_bag(bag) if bag else "unseen" for bag in public.previous[: public.players])
    taken = "set aside" if public.previous_winner == NOBODY else f"to seat {public.previous_winner}"
    return [f"before: {lay}, {taken}"]


# -- stacks


def standing(public: Any) -> list[int]:
    """Return the numbers of the stacks that nobody has taken."""
    return [stack for stack in range(1, public.stacks + 1) if public.taker[stack] == NOBODY]


def draw_stacks(state: Any) -> list[str]:
    """§3.1  Return the stacks as lines of text.

    Four rows are drawn as a square, seat 0 below and seat 1 on the right; other rows line by line; a circle as two lines; one
    row of larger stacks as one line (§11.10).
    """
    public = state.public
    if public.phase == DIRECTING:
        return [draw_row(state)]
    ends = public.rows[: public.players + 1]
    rows = [list(range(start, end)) for start, end in pairwise(ends)]
    if not any(rows):
        half = (public.stacks + 1) // 2
        rows = [list(range(public.stacks, half, -1)), list(range(1, half + 1))]
    elif len(rows) == SIDES:
        return draw_square(state, rows)
    return ["  " + "".join(draw_stack(state, stack) for stack in row).rstrip() for row in rows]


def draw_row(state: Any) -> str:
    """§11.10  Return the row as a line of text: the stacks from the left, each from the bottom up."""
    public = state.public
    size = row_stack_size(public.players)
    pieces = [state.piece[place : place + size] for place in range(0, public.players * public.left, size)]
    return "  " + "  ".join(f"{stack} {format_pieces(kinds)}" for stack, kinds in enumerate(pieces, start=1))


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
    """Return a stack as text: its number, its bottom and its top piece.

    A star marks a piece that was turned up.  A stack that was taken is replaced by its taker.
    """
    public = state.public
    if public.taker[stack] != NOBODY:
        drawn = f"seat {public.taker[stack]}"
    else:
        places = range(2 * stack - 2, 2 * stack)
        drawn = "".join(PIECES[state.piece[place] - 1] + ("*" if public.face[place] else " ") for place in places)
    return f"{stack:>2} {drawn}".ljust(CELL)


def format_pieces(kinds: list[int]) -> str:
    """Return the codes of pieces by their kinds, in this order."""
    return "-".join(PIECES[kind - 1] for kind in kinds) or NO_PIECES
