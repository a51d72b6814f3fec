"""The table drawn in text, for people: all that there is, hidden cards too."""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from ..rules.melds import TYPE_NAMES, type_of
from ..seating import in_turn
from ..state import ATTACKING, ENDINGS, LEADING, OVER, PHASES
from .text import format_cards

PLACES = ("dealer", "player 2", "player 3")  # §2.1


def show(state: Any, ruleset: Any) -> str:
    """A line for each seat, one for each round, and what is going on."""
    twin = records.to_plain(state)
    public = twin.public
    wide = max(len(format_cards(holding.hand)) for holding in twin.holdings)
    lines = []
    for seat in range(public.players):
        mark = ">" if public.asked >> seat & 1 else " "
        hand = format_cards(twin.holdings[seat].hand)
        lines.append(
            f"{mark} seat {seat}  {place_of(public, seat):<8}  {hand:<{wide}}  {', '.join(notes_of(twin, seat))}".rstrip()
        )
    lines += [f"  round {number}: {tell_round(twin, number - 1)}" for number, past in enumerate(public.rounds, 1) if past.count]
    lines.append(f"  {tell_phase(public)}")
    return "\n".join(lines)


def place_of(public: Any, seat: int) -> str:
    """§2.1"""
    playing = in_turn(public, public.dealer)
    return PLACES[playing.index(seat)] if seat in playing else "dreamer"


def notes_of(state: Any, seat: int) -> list[str]:
    """What else there is to say of a seat."""
    public = state.public
    notes = []
    if seat == public.caller:
        notes.append("called" if seat == public.dealer else "called, privileged")
    if public.tricks[seat]:
        notes.append(f"tricks {public.tricks[seat]} with {format_cards(public.won[seat])}")
    if state.aged and public.asked >> seat & 1:
        notes.append(f"aged {format_cards(state.aged)}")
    if state.claims >> seat & 1:
        notes.append("claims")
    return notes


def tell_round(state: Any, number: int) -> str:
    """§6  Who laid what, in turn; the winning meld has a star."""
    past = state.public.rounds[number]
    laid = [seat for seat in in_turn(state.public, past.leader) if past.laid >> seat & 1]
    best = [seat for seat in laid if past.face[seat]][-1]
    words = []
    for seat in laid:
        down = f"down {format_cards(state.holdings[seat].down[number])}"
        words.append(f"seat {seat} {format_cards(past.face[seat]) if past.face[seat] else down}{'*' if seat == best else ''}")
    return ", ".join(words)


def tell_phase(public: Any) -> str:
    """What is going on, or how it ended."""
    if public.phase == OVER:
        won = "" if public.winner == NOBODY else f" by seat {public.winner} with {public.number}"
        return f"{PHASES[public.phase]}   {ENDINGS[public.ending]}{won}"
    words = [PHASES[public.phase]]
    if public.phase in (LEADING, ATTACKING):
        words.append(f"round {public.round_number + 1}")
    if public.phase == ATTACKING:
        present = public.rounds[public.round_number]
        words.append(f"led: {TYPE_NAMES[type_of(present.face[present.leader])]}, cards: {present.count}")
    return "   ".join(words)
