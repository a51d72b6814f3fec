"""The table drawn in text, for people: all that there is, hidden cards too."""

from typing import Any

from qipai.cards.french import SUITS
from qipai.engine import records
from qipai.engine.seats import NOBODY, seats_in

from ..rules.talk import place_of_mate
from ..seating import SEATS, dui_men
from ..state import (
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
    TELLING,
    THROWN_IN,
    TRIBUTES,
)
from ..verbs import ADVISE, MORE, pack_action
from .text import MORE_NAME, format_action, format_hand, format_kinds, format_set


def show(state: Any, ruleset: Any) -> str:
    """Return the whole state as text of several lines: a line for each seat, the set to beat, the phase."""
    state = records.to_plain(state)
    public = state.public
    hands = [format_hand(hand) for hand in state.hands]
    wide = max(map(len, hands))
    lines = []
    for seat in range(SEATS):
        if public.phase == NAMING:
            line = (
                f"{mark(public, seat)} seat {seat}  pile {seat + 1}  {hands[seat]:<{wide}}  {', '.join(notes_of(state, seat))}"
            )
        else:
            line = f"{mark(public, seat)} seat {seat}  {public.left[seat]:>2}  {hands[seat]:<{wide}}  {', '.join(notes_of(state, seat))}"
        lines.append(line.rstrip())
    lines += [f"  {line}" for line in (*tell_tribute(state), tell_table(public), tell_phase(public)) if line]
    return "\n".join(lines)


def mark(public: Any, seat: int) -> str:
    """Return `>` for a seat that is asked, else a space."""
    return ">" if public.asked >> seat & 1 else " "


def notes_of(state: Any, seat: int) -> list[str]:
    """Return what else the line of a seat says."""
    public = state.public
    notes = [f"place {public.place[seat]}"] if public.place[seat] else []
    for name in ("kaipai", "taker", "starter", "big_loser", "second_loser", "wish", "runner"):
        if getattr(public, name) == seat:
            notes.append(name.replace("_", " "))
    for name in ("pleas", "wildless", "revolted", "penalised", "passed", "closed", "shown", "exposed"):
        if getattr(public, name) >> seat & 1:
            notes.append({"pleas": "pleads", "closed": "shut out"}.get(name, name))
    if public.promised == seat:
        notes.append("promised to pass")
    if public.advised >> seat & 1:
        notes.append(f"advises {advice_by(public, seat)}")
    if public.told[seat]:
        notes.append(f"told {MORE_NAME if public.told[seat] == MORE else public.told[seat]}")
    if public.phase == SHOWING and state.threes[seat].at:
        notes.append(f"two threes {SUITS[state.threes[seat].suit]} at card {state.threes[seat].at}")
    if state.answers[seat]:
        notes.append(f"answers {format_action(state.answers[seat] - 1, None)}")
    if any(public.played[seat]):
        notes.append(f"laid {format_hand(public.played[seat])}")
    return notes


def advice_by(public: Any, seat: int) -> str:
    """§11.4  Return the text of the set that a seat advises."""
    actor = public.waiting if public.phase == TELLING else next(seats_in(public.asked))
    return format_action(pack_action(ADVISE, public.advice[place_of_mate(actor, seat)]), None).partition(" ")[2]


def tell_tribute(state: Any) -> list[str]:
    """§5  Return the lines about tributes: who owes whom, and which cards were given and returned."""
    public, lines = state.public, []
    for giver in range(SEATS):
        if public.tribute[giver] != NO_DEBT:
            words = [
                f"tribute  seat {giver} to seat {public.receiver[giver]}, {public.owes[giver]}: {TRIBUTES[public.tribute[giver]]}"
            ]
            for name, cards in (("gave", state.given[giver]), ("got back", state.returned[giver])):
                if any(cards):
                    words.append(f"{name} {format_kinds(kind for kind in cards if kind)}")
            lines.append(", ".join(words))
    return lines


def tell_table(public: Any) -> str:
    """Return the line about the set to beat, and the duel or the run that it belongs to."""
    words = []
    if public.best:
        words.append(f"table    {format_set(public.best)} by seat {public.owner}")
        if public.beaten != NOBODY:
            words.append(f"on a set of seat {public.beaten}")
    if public.tried:
        words.append(f"to put right: {format_set(public.tried)}")
    return ", ".join(words)


def tell_phase(public: Any) -> str:
    """Return the line about the phase, or about the end of the deal."""
    words = [f"{PHASES[public.phase]:<8}"]
    if public.phase == OVER:
        words.append(ENDINGS[public.ending])
    if public.phase >= LEADING and public.ending != THROWN_IN:
        words.append(f"trick {public.trick}")
    if public.mode == DUEL:
        words.append(f"duel of seats {public.starter_of_duel} and {dui_men(public.starter_of_duel)}")
    elif public.mode != NORMAL:
        words.append(MODES[public.mode])
    if public.arrangement != ROTATION:
        words.append(ARRANGEMENTS[public.arrangement])
    if public.candidates:
        words.append(f"seats {', '.join(map(str, seats_in(public.candidates)))} may take the turn")
    words.append(f"{GAME_KINDS[public.kind]} game")
    return "   ".join(words)
