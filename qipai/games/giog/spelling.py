"""How the parts of a position are written, and the simple ones among them: what each is in a state, and what is supposed."""

from collections.abc import Callable
from typing import Any, NamedTuple

from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY, seats_in

from .situation import Situation
from .text import format_bag, parse_bag

LIST = "/"
SHORT_LIST = ","
FIELD = ":"
NONE_TEXT = "."


class Spelling(NamedTuple):
    """How values of a part are written; `read` has the text and the situation so far."""

    write: Callable[[Any], str]
    read: Callable[[str, Situation], Any]


class Part(NamedTuple):
    """A part of a position.  What is left out in writing is what is supposed in reading."""

    key: str
    spelling: Spelling
    get: Callable[[Situation], Any]
    put: Callable[[Situation, Any], None]
    suppose: Callable[[Situation], Any]  # from the parts before it


def number(most: int, least: int = 0) -> Spelling:
    def read(text: str, situation: Situation) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise NotationError(f"{text!r} must be a whole number from {least} to {most}.")
        return int(text)

    return Spelling(str, read)


def read_seat(text: str, situation: Situation) -> int:
    if text == NONE_TEXT:
        return NOBODY
    if not text.isdecimal() or int(text) >= situation.players:
        raise NotationError(f"{text!r} is no seat: seats are 0 to {situation.players - 1}, and {NONE_TEXT} is nobody.")
    return int(text)


def of_each(spelling: Spelling) -> Spelling:
    """One value a seat."""

    def read(text: str, situation: Situation) -> tuple[Any, ...]:
        values = text.split(LIST)
        if len(values) != situation.players:
            raise NotationError(f"{text!r} must have {situation.players} values, one a seat, joined by {LIST}.")
        return tuple(spelling.read(value, situation) for value in values)

    return Spelling(lambda values: LIST.join(map(spelling.write, values)), read)


def several(spelling: Spelling, mark: str = SHORT_LIST) -> Spelling:
    """Any number of values."""

    def read(text: str, situation: Situation) -> tuple[Any, ...]:
        return () if text == NONE_TEXT else tuple(spelling.read(value, situation) for value in text.split(mark))

    return Spelling(lambda values: mark.join(map(spelling.write, values)) or NONE_TEXT, read)


BAG = Spelling(format_bag, lambda text, situation: parse_bag(text))
SEAT = Spelling(lambda seat: NONE_TEXT if seat == NOBODY else str(seat), read_seat)
SEATS = several(SEAT)


# -- simple parts


def field(key: str, spelling: Spelling, suppose: Callable[[Situation], Any], name: str = "") -> Part:
    """A field of the table."""

    def get(situation: Situation) -> int:
        return int(getattr(situation.table, name or key))

    def put(situation: Situation, value: int) -> None:
        setattr(situation.table, name or key, value)

    return Part(key, spelling, get, put, suppose)


def fields(key: str, spelling: Spelling, suppose: Callable[[Situation], Any]) -> Part:
    """A field of the table with a value for each seat."""

    def get(situation: Situation) -> tuple[int, ...]:
        return tuple(int(getattr(situation.table, key)[seat]) for seat in range(situation.players))

    def put(situation: Situation, values: tuple[int, ...]) -> None:
        for seat, value in enumerate(values):
            getattr(situation.table, key)[seat] = value

    return Part(key, of_each(spelling), get, put, suppose)


def mask(key: str, suppose: Callable[[Situation], Any], name: str = "") -> Part:
    """A field of the table that is a set of seats."""

    def get(situation: Situation) -> tuple[int, ...]:
        return tuple(seats_in(int(getattr(situation.table, name or key))))

    def put(situation: Situation, seats: tuple[int, ...]) -> None:
        setattr(situation.table, name or key, sum(1 << seat for seat in set(seats) if seat != NOBODY))

    return Part(key, SEATS, get, put, suppose)


def nobody(situation: Situation) -> int:
    return NOBODY


def none(situation: Situation) -> tuple[()]:
    return ()


def nothing_each(situation: Situation) -> tuple[int, ...]:
    return (0,) * situation.players
