"""The index of finished deals by person: filled as deals are settled, asked for lists, and told again from the logs alone."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from qipai.club.results import Ledger, Played
from qipai.club.statistics import Score
from qipai.engine.errors import RecordError
from qipai.session import read_entry

from . import rows
from .database import engine_for, unusable, url_of
from .deadlines import UNHURRIED
from .schema import deals, guests, results, tables

PLAYED_COLUMNS = [results.c[name] for name in Played.__dataclass_fields__]
SCORE_COLUMNS = [results.c[name] for name in Score._fields]
ORDER = (results.c.at, results.c.table_id, results.c.serial)
PAUSE = 0.01  # seconds between tables, in which others write


class Bookmark(NamedTuple):
    """Where a list of deals goes on: what stands last on a page of it."""

    at: int
    table: str
    serial: int


def add(connection: Connection, table: str, played: Iterable[Played]) -> None:
    """Store what a table's deal was for people."""
    found = [{"table_id": table, **vars(one)} for one in played]
    if found:
        connection.execute(insert(results), found)


def played_by(connection: Connection, person: str, before: Bookmark | None, most: int) -> list[tuple[str, Played]]:
    """Return at most `most` deals of a person, each with its table, the latest first, from a mark on."""
    question = select(results.c.table_id, *PLAYED_COLUMNS).where(results.c.person == person)
    if before is not None:
        question = question.where(tuple_(*ORDER) < tuple_(*before))
    question = question.order_by(*(column.desc() for column in ORDER)).limit(most)
    return [(row[0], Played(*row[1:])) for row in connection.execute(question)]


def first_played_by(connection: Connection, person: str, skip: int, most: int) -> list[tuple[str, Played]]:
    """Return at most `most` deals of a person, each with its table, the earliest first, without the first `skip`."""
    question = select(results.c.table_id, *PLAYED_COLUMNS).where(results.c.person == person)
    question = question.order_by(*ORDER).offset(skip).limit(most)
    return [(row[0], Played(*row[1:])) for row in connection.execute(question)]


def count_of(connection: Connection, person: str) -> int:
    """Return how many deals of a person there are."""
    return connection.execute(select(func.count()).select_from(results).where(results.c.person == person)).scalar() or 0


def scores_of(connection: Connection, person: str, most: int) -> list[Score]:
    """Return what is counted of the latest deals of a person, at most `most`."""
    question = select(*SCORE_COLUMNS).where(results.c.person == person).order_by(results.c.at.desc()).limit(most)
    return [Score(*row) for row in connection.execute(question)]


# -- from the logs


def told_by_log(connection: Connection, table: str) -> tuple[int, list[Played]]:
    """Return how many deals of a table are over and what its log says that they were, for guests who are still known.

    Nothing after the last deal that is over is read: what is sealed there needs no key.  Raises `RecordError` for a damaged log.
    """
    asked = select(func.max(deals.c.serial), func.max(deals.c.last)).where(deals.c.table_id == table)
    serial, last = connection.execute(asked).one()
    ledger, found = Ledger(), []
    for event in rows.read_events(connection, table, 0, last) if last else ():
        ledger, played = ledger.after(read_entry(event.body))
        found += played
    asked_for = {one.person for one in found}
    known = set(connection.execute(select(guests.c.id).where(guests.c.id.in_(asked_for))).scalars())
    return serial or 0, [one for one in found if one.person in known]


def tell_again(connection: Connection, table: str) -> bool:
    """Store what a table's log says of its finished deals in place of what is stored; return whether that differed.

    A log that cannot be read is left as it is.
    """
    try:
        serial, found = told_by_log(connection, table)
    except (RecordError, KeyError, IndexError, TypeError):
        return False
    own = results.c.table_id == table, results.c.serial <= serial
    stored = connection.execute(select(*PLAYED_COLUMNS).where(*own).order_by(results.c.serial, results.c.seat))
    if [Played(*row) for row in stored] == found:
        return False
    connection.execute(delete(results).where(*own))
    add(connection, table, found)
    return True


def rebuild(place: Path | str, *, dry_run: bool = False) -> tuple[int, int]:
    """Tell the results of every table again; return how many tables there are and at how many something differed.

    A server may use the store.  With `dry_run` nothing is changed.  Raises `QipaiError`.
    """
    count = differing = 0
    try:
        engine = engine_for(url_of(place), UNHURRIED, writes=True)
        with engine.connect() as connection:
            ids = list(connection.execute(select(tables.c.id).order_by(tables.c.id)).scalars())
        for id in ids:
            with engine.connect() as connection:
                differing += tell_again(connection, id)
                if not dry_run:
                    connection.commit()
            count += 1
            time.sleep(PAUSE)
        engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(place, error) from None
    return count, differing
