"""The table drawn in text, for people."""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from ..state import BIDDING, NOTHING, OVER, PASS, PHASES, PLAY, SEATS
from .text import SPOKEN, format_action, format_kinds, kinds_in


def show(state: Any, ruleset: Any) -> str:
    """All that there is, hidden cards too: one line a seat, then the bottom cards and what is to be done."""
    state = records.to_plain(state)
    lines = []
    for seat in range(SEATS):
        mark = ">" if state.asked >> seat & 1 else " "
        notes = ["landlord"] if seat == state.landlord else []
        if state.phase == BIDDING and state.answers[seat] != NOTHING:
            notes.append(SPOKEN[state.answers[seat]])
        if state.doubled >> seat & 1:
            notes.append("doubled")
        if seat == state.winner:
            notes.append("wins")
        lines.append(f"{mark} seat {seat}  {format_kinds(kinds_in(state.hands[seat])):<44} {', '.join(notes)}".rstrip())
    bottom = state.face_down if state.landlord == NOBODY else state.bottom
    lines.append(f"  bottom  {format_kinds(kinds_in(bottom))}")
    if state.phase == PLAY:
        to_beat = "to lead" if state.to_beat == PASS else f"{format_action(state.to_beat, ruleset)} by seat {state.owner}"
        lines.append(f"  table   {to_beat}   trick {state.trick}")
    else:
        lines.append("  void" if state.phase == OVER and state.winner == NOBODY else f"  {PHASES[state.phase]}")
    return "\n".join(lines)
