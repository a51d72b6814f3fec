"""§2, §5.7, §12.4  What one game hands to the next, and Kai Pai."""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.compiling import compiled
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, kind_of

from ..ranks import ACE, BLACK, KINDS, PACKS, TWO
from ..seating import SEATS, dui_men, right_of
from ..state import (
    FIRST_GAME,
    FRESH_GAME,
    MAX_DRAWS,
    NO_DEBT,
    NO_DUE,
    ORDINARY_DUE,
    ORDINARY_GAME,
    OWED,
    SUITS,
    SWEEP_DUE,
    SWEPT,
    THROWN_IN,
)
from ..variants import ALL_TRIBUTE, NO_TRIBUTE

KIND_MASK = (1 << KIND_BITS) - 1
LAST_PLACE = SEATS


@compiled
def first_setup(rules, players, setup):
    """§1.3, §2.1  Fill `setup` for the first game of a session, with four whole packs."""
    setup.kind = FIRST_GAME
    setup.kaipai = NOBODY
    setup.due = NO_DUE
    for seat in range(SEATS):
        setup.places[seat] = 0
    setup.pack[0] = 0
    for kind in range(1, KINDS):
        setup.pack[kind] = PACKS if kind >= BLACK else PACKS * SUITS


def fit_setup(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """§1.3  Fill `setup` so that exactly these cards are dealt."""
    kinds = list(map(kind_of, cards))
    setup.pack = [kinds.count(kind) for kind in range(KINDS)]


def check_setup(setup: Any, cards: int) -> str | None:
    """§1.1, §2, §5.2"""
    given = sorted(place for place in setup.places if place)
    if cards % SEATS or not any(setup.pack[:BLACK]):
        return f"Six players get equally many cards, and not only jokers: {cards} cards cannot be dealt so."
    if not (0 <= setup.kind <= ORDINARY_GAME and NO_DUE <= setup.due <= ORDINARY_DUE and NOBODY <= setup.kaipai < SEATS):
        return f"kind=… and due=… are 0 to 2, and kaipai=… is a seat from 0 to {SEATS - 1}."
    if min(setup.places) < 0 or max(setup.places) > SEATS or len(set(given)) < len(given):
        return f"places=… must be the places of the last game, 1 to {SEATS}, each once, and 0 for none."
    if (setup.due == SWEEP_DUE and 1 not in given) or (setup.due == ORDINARY_DUE and len(given) < SEATS):
        return f"due={setup.due} needs places=…, from which it follows who owes tribute."
    if setup.kind == ORDINARY_GAME and setup.due != ORDINARY_DUE:
        return f"kind={ORDINARY_GAME} needs due={ORDINARY_DUE}: in an ordinary game tribute is due for the one before."
    return None


@compiled
def next_setup(setup, result, rules, following):
    """§2.1, §12.3, §12.4  Fill `following`: a fresh game after a sweep or a revolution, else an ordinary one."""
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    following.kaipai = result.kaipai
    thrown_in = result.ending == THROWN_IN
    for seat in range(SEATS):
        following.places[seat] = setup.places[seat] if thrown_in else result.place[seat]
    if thrown_in:
        following.kind = FRESH_GAME
        following.due = due_after_revolution(setup.due, rules)
    elif result.ending == SWEPT:
        following.kind = FRESH_GAME
        following.due = SWEEP_DUE
    else:
        following.kind = ORDINARY_GAME
        following.due = ORDINARY_DUE


@compiled
def due_after_revolution(due, rules):
    """§5.7, §14.4  Return which tribute of a game that was thrown in remains due."""
    if rules.revolution_keeps_tribute == NO_TRIBUTE:
        return NO_DUE
    if rules.revolution_keeps_tribute == ALL_TRIBUTE or due == SWEEP_DUE:
        return int(due)
    return NO_DUE


def newcomers(setup: Record) -> None:
    """§2.1, §5.2  Change `setup` after a player was replaced: a fresh game without tribute, unless none has been played yet."""
    fields: Any = records.opened(setup)
    if fields.kind != FIRST_GAME:
        fields.kind = FRESH_GAME
        fields.due = NO_DUE


@compiled
def seat_of_place(places, place):
    """Return the seat that had a place in the last game that was played out; NOBODY if the place was not given."""
    for seat in range(SEATS):
        if places[seat] == place:
            return seat
    return NOBODY


@compiled
def prepare_tribute(public):
    """§2.1, §5.2  Set which seat owes which how many cards, before any swap."""
    public.big_loser = NOBODY
    public.second_loser = NOBODY
    for seat in range(SEATS):
        public.receiver[seat] = NOBODY
        public.owes[seat] = 0
        public.tribute[seat] = NO_DEBT
    if public.due == SWEEP_DUE:
        winner = seat_of_place(public.last, 1)
        for step in (1, 3, 5):
            owe(public, right_of(winner, step), dui_men(right_of(winner, step)), 1)
    elif public.due == ORDINARY_DUE:
        public.big_loser = seat_of_place(public.last, LAST_PLACE)
        public.second_loser = seat_of_place(public.last, LAST_PLACE - 1)
        owe(public, public.big_loser, seat_of_place(public.last, 1), 2)
        owe(public, public.second_loser, seat_of_place(public.last, 2), 1)


@compiled
def owe(public, giver, receiver, count):
    public.receiver[giver] = receiver
    public.owes[giver] = count
    public.tribute[giver] = OWED


@compiled
def kai_pai(public, setup, order):
    """§2.2  Find the first taker; return the place in the pack of the card that was counted."""
    public.kaipai = order.lots[0] if setup.kaipai == NOBODY else right_of(setup.kaipai, 1)
    place = 0
    for draw in range(MAX_DRAWS):
        place = int(order.lots[draw + 1])
        if kind_at(order, place) < BLACK:
            break
        public.kaipai = right_of(public.kaipai, 1)
    if (
        kind_at(order, place) >= BLACK
    ):  # once in ten thousand million games; then the first card from the top that can be counted
        place = 0
        while kind_at(order, place) >= BLACK:
            place += 1
    public.drawn = kind_at(order, place)
    public.taker = right_of(public.kaipai, value_of_kind(public.drawn) - 1)
    return place


@compiled
def kind_at(order, place):
    return order.cards[place] & KIND_MASK


@compiled
def value_of_kind(kind):
    """§2.2  Return the value of a kind: 1 for an ace, 11 to 13 for jack to king, its number for every other card."""
    if kind == ACE:
        return 1
    return 2 if kind == TWO else kind + 2
