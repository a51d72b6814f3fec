"""The table drawn in text, for people."""

from typing import Any

from qipai.engine import records

from ..state import PASS, UNDECIDED
from .cards import format_hand, format_kinds
from .text import format_action


def show(state: Any, ruleset: Any) -> str:
    """§9  Return the deal in lines of text, hidden cards too: one line a seat, then the talon and the play to be beaten."""
    state = records.to_plain(state)
    lines = []
    for seat in range(state.players):
        mark = ">" if seat == state.to_act else " "
        notes = ["dealer"] if seat == state.dealer else []
        if seat == state.winner:
            notes.append("wins")
        elif state.last[seat] != UNDECIDED:
            notes.append(format_action(state.last[seat], ruleset))
        if ruleset.table_stakes:
            notes.append(f"stake {state.stakes[seat]}")
        line = f"{mark} seat {seat}  {format_hand(state.hands[seat], ruleset):<24} {', '.join(notes)}"
        lines.append(line.rstrip())
    talon = format_kinds(state.talon[state.drawn : state.talon_places], ruleset)
    lines.append(f"  talon   {state.talon_places - state.drawn}: {talon}")
    if state.over:
        lines.append("  over")
    else:
        to_beat = "to lead" if state.to_beat == PASS else f"{format_action(state.to_beat, ruleset)} by seat {state.owner}"
        lines.append(f"  table   {to_beat}   trick {state.trick}")
    return "\n".join(lines)
