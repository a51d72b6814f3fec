"""Lessons: a game's guided first deal, with fixed cards and stops at the learner's decisions.  A TOML file per game.

A room's `lessons/GAME.toml` tells the deal as a position does (`positions.py`), and then what everybody does, in pieces:

    seat = 0                                    # the learner's
    deal = "gan_deng_yan hands=4-6-X/5-5 undealt=9"
    line = "3 4"                                # what is done before the first stop, if anything is

    [[stops]]
    section = "4.1"                             # § of the book
    told = ["6H"]                               # cards of the learner's hand that the note is about, by their faces
    line = "6 pass 7"                           # the learner's choice here, and what is done until the next stop
    title.en = "…"                              # what is asked; title, text and otherwise in each language
    text.en = "…"                               # what is the case, and what to do
    otherwise.en = "…"                          # the answer to another legal choice

A lesson may leave the learner before the deal is over.  The rule book shows the whole deal, and so such a file goes on:

    [[rest]]
    section = "7.5"
    line = "5 pass pass"                        # what is done until the next remark
    text.en = "…"                               # what the book says before it

The line is played by the rules, so a lesson can only show what they allow.  Answers to a question that several seats are asked together
stand in the order of seats, as a table plays them: `0:rA bP`.
"""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from . import records
from .catalogue import CatalogueError, checked_section, checked_words, read
from .errors import NotationError, Words
from .game import Game
from .positions import Decision, Position, parse_position, players_in
from .records import Record

KEYS = {"seat", "deal", "line", "stops", "rest"}  # of a lesson's file
OPTIONAL = {"line", "rest"}
TEXTS = ("title", "text", "otherwise")
STOP_KEYS = {"section", "told", "line", *TEXTS}
REMARK_KEYS = {"section", "line", "text"}
NUMBERED = re.compile(r"^#+ (\d+(?:\.\d+)?) ", re.MULTILINE)  # a heading of a rule book


class Stop(NamedTuple):
    """A decision of the learner at which something is said."""

    at: int  # index in `Lesson.line` of the decision that the lesson goes on with
    section: str  # § of the game's book
    told: tuple[str, ...]  # faces of cards in the learner's hand
    title: Words
    text: Words
    otherwise: Words


class Remark(NamedTuple):
    """A comment on what comes next in the book's deal, after the end of the lesson."""

    at: int  # index in `Lesson.line + Lesson.rest`
    section: str
    text: Words


class Lesson(NamedTuple):
    """A game's guided first deal: the first of a session, as `Game.deal` deals it from `setup` and `order`."""

    game: Game
    seat: int  # the learner's
    ruleset: Any
    setup: Record
    order: Record  # the cards as drawn, and the lots
    line: tuple[Decision, ...]  # every decision of every seat, from the first on; perhaps not to the end of the deal
    stops: tuple[Stop, ...]
    rest: tuple[Decision, ...] = ()  # what is done after the line, to the end of the deal, where the rule book shows it
    remarks: tuple[Remark, ...] = ()


def lesson_file(game: Game) -> Path:
    """Return where a game's lesson is."""
    return game.book.with_name("lessons") / f"{game.name}.toml"


def has_lesson(game: Game) -> bool:
    """Return whether a game has a lesson."""
    return lesson_file(game).is_file()


@cache
def load_lesson(game: Game) -> Lesson:
    """Return a game's lesson.  Raises `CatalogueError` if it has none, or if the file is wrong (`read_lesson`)."""
    return read_lesson(game, lesson_file(game))


def read_lesson(game: Game, file: Path) -> Lesson:
    """Return the lesson of a file, with the line played by the rules.

    Raises `CatalogueError` where the file is wrong: a text lacks a language, a § is not in the book, a stop is not at a decision of the
    learner, a decision is not legal.
    """
    told = read(file)
    if set(told) - OPTIONAL != KEYS - OPTIONAL:
        raise CatalogueError(f"{file.name}: a lesson has {', '.join(sorted(KEYS - {'rest'}))}, not {', '.join(sorted(told))}.")
    pieces = [told.get("line", ""), *(stop.get("line", "") for stop in told["stops"])]
    position = _played(game, file, " ".join([told["deal"], *pieces]))
    first = game.setup(game.rules(position.ruleset), players_in(game, position.setup))
    if records.to_bytes(position.setup) != records.to_bytes(first):
        raise CatalogueError(f"{file.name}: deal is not the first deal of a session.")
    sections = set(NUMBERED.findall(game.book.read_text(encoding="utf-8")))
    stops = []
    for number, stop in enumerate(told["stops"], start=1):
        at = len(_played(game, file, " ".join([told["deal"], *pieces[:number]])).decisions)
        if at >= len(position.decisions) or position.decisions[at].seat != told["seat"]:
            raise CatalogueError(
                f"{file.name}: stops {number}: it is not seat {told['seat']} that decides {stop.get('line')!r}."
            )
        stops.append(_stop(file, f"stops {number}", stop, at, sections))
    rest, remarks = _rest(game, file, told, pieces, sections)
    return Lesson(
        game, told["seat"], position.ruleset, position.setup, position.order, position.decisions, tuple(stops), rest, remarks
    )


def _rest(
    game: Game, file: Path, told: dict[str, Any], pieces: list[str], sections: Collection[str]
) -> tuple[tuple[Decision, ...], tuple[Remark, ...]]:
    """Return what is done after the line of `pieces`, and the remarks on it."""
    remarks: list[Remark] = []
    decisions = taught = _played(game, file, " ".join([told["deal"], *pieces])).decisions if told.get("rest") else ()
    for number, remark in enumerate(told.get("rest", ()), start=1):
        if set(remark) != REMARK_KEYS:
            raise CatalogueError(
                f"{file.name}: rest {number} has {', '.join(sorted(remark))}; it must have {', '.join(sorted(REMARK_KEYS))}."
            )
        section = _in_book(file, f"rest {number}", remark["section"], sections)
        remarks.append(Remark(len(decisions), section, checked_words(file, f"rest {number}.text", remark["text"])))
        pieces = [*pieces, remark["line"]]
        decisions = _played(game, file, " ".join([told["deal"], *pieces])).decisions
    return decisions[len(taught) :], tuple(remarks)


def _stop(file: Path, where: str, told: dict[str, Any], at: int, sections: Collection[str]) -> Stop:
    """Return a stop from its table in the file, checked; `sections` are those of the book."""
    if set(told) != STOP_KEYS:
        raise CatalogueError(
            f"{file.name}: {where} has {', '.join(sorted(told))}; it must have {', '.join(sorted(STOP_KEYS))}."
        )
    section = _in_book(file, where, told["section"], sections)
    title, text, otherwise = (checked_words(file, f"{where}.{key}", told[key]) for key in TEXTS)
    return Stop(at, section, tuple(told["told"]), title, text, otherwise)


def _in_book(file: Path, where: str, told: Any, sections: Collection[str]) -> str:
    """Return a § that the book has."""
    section = checked_section(file, where, told)
    if section not in sections:
        raise CatalogueError(f"{file.name}: {where}: the book has no §{section}.")
    return section


def _played(game: Game, file: Path, line: str) -> Position:
    """Return the position of a line.  Raises `CatalogueError` with the reason if the rules do not allow it."""
    try:
        return parse_position(game, line)
    except NotationError as error:
        raise CatalogueError(f"{file.name}: {error}") from None
