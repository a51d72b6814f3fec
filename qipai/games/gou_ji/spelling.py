"""How the parts of a position are written, and the simple ones among them: what each is in a state, and what is supposed."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY, seats_in

from .ranks import KINDS
from .seating import SEATS
from .situation import Situation
from .text import format_action, format_hand, format_set, parse_action, parse_hand, parse_set

LIST = "/"
SHORT_LIST = ","
FIELD = ":"
NONE_TEXT = "."
YES = "yes"


class Spelling(NamedTuple):
    """How values of a part are written and read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


class Part(NamedTuple):
    """A part of a position.  What is left out in writing is what is supposed in reading."""

    key: str
    spelling: Spelling
    get: Callable[[Situation], Any]
    put: Callable[[Situation, Any], None]
    suppose: Callable[[Situation], Any]  # from the parts before it


# -- spellings


def number(most: int, least: int = 0) -> Spelling:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise NotationError(f"{text!r} must be a whole number from {least} to {most}.")
        return int(text)

    return Spelling(str, read)


def one_of(names: Sequence[str]) -> Spelling:
    """A value by its name; nothing has none."""

    def write(value: int) -> str:
        return names[value] or NONE_TEXT

    def read(text: str) -> int:
        for value, name in enumerate(names):
            if text == (name or NONE_TEXT):
                return value
        raise NotationError(f"{text!r} must be {', '.join(name or NONE_TEXT for name in names)}.")

    return Spelling(write, read)


def read_seat(text: str) -> int:
    if text == NONE_TEXT:
        return NOBODY
    if not text.isdecimal() or int(text) >= SEATS:
        raise NotationError(f"{text!r} is no seat: seats are 0 to {SEATS - 1}, and {NONE_TEXT} is nobody.")
    return int(text)


def of_each(spelling: Spelling) -> Spelling:
    """One value a seat."""

    def read(text: str) -> tuple[Any, ...]:
        values = text.split(LIST)
        if len(values) != SEATS:
            raise NotationError(f"{text!r} must have {SEATS} values, one a seat, joined by {LIST}.")
        return tuple(map(spelling.read, values))

    return Spelling(lambda values: LIST.join(map(spelling.write, values)), read)


def several(spelling: Spelling) -> Spelling:
    """Any number of values."""

    def read(text: str) -> tuple[Any, ...]:
        return () if text == NONE_TEXT else tuple(map(spelling.read, text.split(SHORT_LIST)))

    return Spelling(lambda values: SHORT_LIST.join(map(spelling.write, values)) or NONE_TEXT, read)


def or_nothing(spelling: Spelling) -> Spelling:
    """A value, or 0 for none."""
    return Spelling(
        lambda value: spelling.write(value) if value else NONE_TEXT,
        lambda text: 0 if text == NONE_TEXT else spelling.read(text),
    )


def read_flag(text: str) -> int:
    if text not in (YES, NONE_TEXT):
        raise NotationError(f"{text!r} must be {YES} or {NONE_TEXT}.")
    return int(text == YES)


def write_answer(answer: int) -> str:
    return format_action(answer - 1, None).replace(" ", FIELD)


def read_answer(text: str) -> int:
    return parse_action(text.replace(FIELD, " "), None) + 1


SEAT = Spelling(lambda seat: NONE_TEXT if seat == NOBODY else str(seat), read_seat)
FLAG = Spelling(lambda value: YES if value else NONE_TEXT, read_flag)
HAND = Spelling(format_hand, lambda text: tuple(parse_hand(text)))
SET = or_nothing(Spelling(format_set, parse_set))
ANSWER = or_nothing(Spelling(write_answer, read_answer))  # an action, its words joined by colons


# -- simple parts


def field(key: str, spelling: Spelling, suppose: Callable[[Situation], Any], name: str = "") -> Part:
    """A field of the table."""

    def get(situation: Situation) -> int:
        return situation.number(name or key)

    def put(situation: Situation, value: int) -> None:
        setattr(situation.table, name or key, value)

    return Part(key, spelling, get, put, suppose)


def fields(key: str, spelling: Spelling, suppose: Callable[[Situation], Any], name: str = "") -> Part:
    """A field of the table with a value for each seat."""

    def get(situation: Situation) -> tuple[int, ...]:
        return tuple(situation.numbers(name or key))

    def put(situation: Situation, values: tuple[int, ...]) -> None:
        for seat, value in enumerate(values):
            getattr(situation.table, name or key)[seat] = value

    return Part(key, of_each(spelling), get, put, suppose)


def mask(key: str, suppose: Callable[[Situation], int], name: str = "", of_table: bool = True) -> Part:
    """A field that is a set of seats."""

    def get(situation: Situation) -> int:
        return int(getattr(situation.table if of_table else situation.state, name or key))

    def put(situation: Situation, seats: int) -> None:
        setattr(situation.table if of_table else situation.state, name or key, seats)

    return Part(key, MASK, get, put, suppose)


def read_mask(text: str) -> int:
    return sum(1 << seat for seat in set(several(SEAT).read(text)) if seat != NOBODY)


MASK = Spelling(lambda seats: several(SEAT).write(tuple(seats_in(seats))), read_mask)


def hands(key: str, rows: Callable[[Situation], Any], suppose: Callable[[Situation], Any]) -> Part:
    """Cards of each seat, counted by kind."""

    def get(situation: Situation) -> tuple[tuple[int, ...], ...]:
        held = rows(situation)
        return tuple(tuple(int(count) for count in held[seat]) for seat in range(SEATS))

    def put(situation: Situation, held: tuple[tuple[int, ...], ...]) -> None:
        of_situation = rows(situation)
        for seat, hand in enumerate(held):
            row = of_situation[seat]
            for kind in range(KINDS):
                row[kind] = hand[kind]

    return Part(key, of_each(HAND), get, put, suppose)


def nobody(situation: Situation) -> int:
    return NOBODY


def nothing(situation: Situation) -> int:
    return 0


def nothing_each(situation: Situation) -> tuple[int, ...]:
    return (0,) * SEATS


def no_cards(situation: Situation) -> tuple[tuple[int, ...], ...]:
    return ((0,) * KINDS,) * SEATS
