"""Delete what is kept no longer: logs of closed tables, absent guests, old records and reports.  A few at a time, so that no table waits."""

import time
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..settings import Keeping
from . import desk, reports, rows
from .database import engine_for, unusable, url_of
from .deadlines import UNHURRIED

PAUSE = 0.1  # seconds between transactions, in which others write
TABLES, OTHERS = 10, 200  # most deleted in one transaction


@dataclass
class Purged:
    """How many things were deleted."""

    tables: int = 0
    guests: int = 0
    records: int = 0
    reports: int = 0
    deeds: int = 0


def purge_some(connection: Connection, keeping: Keeping, now: int, purged: Purged) -> bool:
    """Delete a few things and count them; return whether there may be more.  `now`: milliseconds UTC."""
    before = times_before(keeping, now)
    ids = rows.old_tables(connection, before[0], TABLES)
    rows.delete_tables(connection, ids)
    guests = rows.delete_guests(connection, before[1], OTHERS)
    records = rows.delete_records(connection, before[2], OTHERS)
    told = reports.delete_old(connection, before[3], OTHERS)
    deeds = desk.delete_old(connection, before[4], now, OTHERS)
    purged.tables += len(ids)
    purged.guests += guests
    purged.records += records
    purged.reports += told
    purged.deeds += deeds
    return bool(ids or guests or records or told or deeds)


def times_before(keeping: Keeping, now: int) -> list[int]:
    """Return the times before which tables, guests, records, reports and deeds at the desk are old; 0 where nothing is."""
    kept = (keeping.tables, keeping.guests, keeping.records, keeping.reports, keeping.desk)
    return [now - round(seconds * 1000) if seconds else 0 for seconds in kept]


def purge_all(place: Path | str, keeping: Keeping, now: int, *, dry_run: bool = False) -> Purged:
    """Delete what is kept no longer from a store that a server may be using; return how much.  Raises `QipaiError`.

    With `dry_run` it is counted and stays.
    """
    purged = Purged()
    try:
        engine = engine_for(url_of(place), UNHURRIED, writes=True)
        more = True
        while more:
            with engine.begin() as connection:
                if dry_run:
                    purged = Purged(*rows.count_old(connection, *times_before(keeping, now)))
                more = not dry_run and purge_some(connection, keeping, now, purged)
            time.sleep(PAUSE)
        engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(place, error) from None
    return purged
