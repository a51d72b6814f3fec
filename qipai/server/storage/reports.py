"""Reports of people by people: stored when they are made, read by the operator, deleted when they are old."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from .database import engine_for, unusable, url_of
from .deadlines import UNHURRIED
from .schema import reports


@dataclass(frozen=True)
class ReportRow:
    """A report as it is stored."""

    id: str
    at: int  # milliseconds UTC
    table_id: str
    reporter: str  # the guest who reports
    reported: str  # the guest who is reported
    why: str
    seq: int  # of the table when it was reported
    body: bytes  # JSON, compressed


COLUMNS = [reports.c[name] for name in ReportRow.__dataclass_fields__]


def add(connection: Connection, report: ReportRow) -> None:
    """Store a report."""
    connection.execute(insert(reports), vars(report))


def made_by(connection: Connection, reporter: str) -> list[ReportRow]:
    """Return the reports that somebody has made, the earliest first."""
    found = connection.execute(select(*COLUMNS).where(reports.c.reporter == reporter).order_by(reports.c.at, reports.c.id))
    return [ReportRow(*row) for row in found]


def delete_old(connection: Connection, before: int, most: int) -> int:
    """Delete at most `most` reports that were made before a time; return how many."""
    gone = list(connection.execute(select(reports.c.id).where(reports.c.at < before).limit(most)).scalars())
    connection.execute(delete(reports).where(reports.c.id.in_(gone)))
    return len(gone)


def read_all(place: Path | str) -> list[ReportRow]:
    """Return the reports of a store that a server may be using, the latest first.  Raises `QipaiError`."""
    try:
        engine = engine_for(url_of(place), UNHURRIED)
        with engine.connect() as connection:
            found = connection.execute(select(*COLUMNS).order_by(reports.c.at.desc(), reports.c.id)).all()
        engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(place, error) from None
    return [ReportRow(*row) for row in found]
