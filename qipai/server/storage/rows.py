"""The queries and changes of the store, one function each, on a connection of `Database`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Dialect, and_, case, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from .dealing import DealRow
from .pushes import forget_people
from .schema import (
    accounts,
    chairs,
    deals,
    desk,
    events,
    guests,
    listings,
    presence,
    records,
    reports,
    results,
    reviews,
    seals,
    tables,
    turns,
    visits,
)
from .sealing import Vault, is_sealed, mark_of


@dataclass(frozen=True)
class TableRow:
    """A table's row, by which its codes are looked up."""

    id: str
    code: str
    watch: str
    game: str
    rules_version: int
    owner: str
    open: int


@dataclass(frozen=True)
class EventRow:
    """A stored entry of a table's log, with the guest who asked for it."""

    seq: int
    at: int
    actor: str
    command: str | None
    body: bytes
    schema: int


TABLE_COLUMNS = [tables.c[name] for name in TableRow.__dataclass_fields__]
ADD_EVENT = insert(events)
PLAIN = Vault()  # without a key
EVENT_COLUMNS = [events.c[name] for name in EventRow.__dataclass_fields__]


@dataclass(frozen=True)
class ListingRow:
    """What everybody may see of a table, and by what it is ordered."""

    body: bytes
    since: int  # when the first of those who sit there, and wait, came; milliseconds UTC
    people: int
    room: int  # 1 if there is a chair for somebody


def add_table(connection: Connection, row: TableRow, now: int, *, patient: bool = False, household: str = "") -> None:
    """Insert a table, where people move when they can if it is `patient`.

    `now`: milliseconds UTC.  `household`: the digest of the address that opens it.  Raises `IntegrityError` if a code is taken.
    """
    more = {"opened_at": now, "touched_at": now, "patient": int(patient), "household": household}
    connection.execute(insert(tables), {**vars(row), **more})


def find_table(connection: Connection, **where: str) -> TableRow | None:
    """Return the table with this `id`, `code` or `watch` (give exactly one), or None."""
    ((name, value),) = where.items()
    found = connection.execute(select(*TABLE_COLUMNS).where(tables.c[name] == value)).one_or_none()
    return TableRow(*found) if found else None


def append(connection: Connection, table: str, event: EventRow, seats: Mapping[int, str]) -> None:
    """Append the next entry to a table's log; `seats` are the guests of the seats that change hands, "" for none.

    Raises `IntegrityError` if the seq is taken or the command is stored already.
    """
    text, names = adding_in(connection.dialect)
    told = {"table_id": table, **vars(event)}
    connection.exec_driver_sql(text, tuple(told[name] for name in names) if names else told)
    for seat, guest in seats.items():
        connection.execute(delete(chairs).where(chairs.c.table_id == table, chairs.c.seat == seat))
        if guest:
            connection.execute(insert(chairs), {"table_id": table, "seat": seat, "guest": guest})


def note_visit(connection: Connection, table: str, guest: str) -> None:
    """Note that a guest is named in a table's log."""
    kind = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(kind.insert(visits).on_conflict_do_nothing(), {"person": guest, "table_id": table})


@lru_cache
def adding_in(dialect: Dialect) -> tuple[str, Sequence[str]]:
    """Return `ADD_EVENT` in a kind of SQL and the names of its values in order, none if they are given by name.

    It is written once: SQLAlchemy takes longer to write it anew for each entry than SQLite to run it.
    """
    written = ADD_EVENT.compile(dialect=dialect)
    return str(written), tuple(written.positiontup or ()) if written.positional else ()


def touch(connection: Connection, table: str, at: int, is_open: bool, *, patient: bool = False) -> None:
    """Note that a table was used at a time, whether it is open, and whether people move there when they can."""
    changed = {"touched_at": at, "open": int(is_open), "patient": int(patient)}
    connection.execute(update(tables).where(tables.c.id == table).values(changed))


def read_events(
    connection: Connection, table: str, after: int, last: int | None = None, *, vault: Vault = PLAIN
) -> list[EventRow]:
    """Return a table's log after seq `after`, up to seq `last` if given, with what is sealed opened.

    Raises `RecordError` where that is not possible.
    """
    question = select(*EVENT_COLUMNS).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
    if last is not None:
        question = question.where(events.c.seq <= last)
    found = [EventRow(*row) for row in connection.execute(question)]
    if not any(is_sealed(event.body) for event in found):
        return found
    keys = select(deals.c.serial, deals.c.told).where(deals.c.table_id == table, deals.c.told.is_not(None))
    told = {row[0]: row[1] for row in connection.execute(keys)}
    return [replace(event, body=vault.open(table, event.seq, event.body, told)) for event in found]


def idle_tables(connection: Connection, touched_before: int, patient_before: int, most: int) -> list[TableRow]:
    """Return at most `most` open tables that were last used before a time (milliseconds UTC) and that no other server shows.

    `patient_before`: that time for tables where people move when they can.
    """
    before = case((tables.c.patient == 1, patient_before), else_=touched_before)
    question = select(*TABLE_COLUMNS).where(tables.c.open == 1, tables.c.touched_at <= before)
    question = question.where(tables.c.id.not_in(select(presence.c.table_id)))
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def patient_tables(connection: Connection, most: int) -> list[TableRow]:
    """Return at most `most` open tables where people move when they can, the most recently used first."""
    question = select(*TABLE_COLUMNS).where(tables.c.open == 1, tables.c.patient == 1).order_by(tables.c.touched_at.desc())
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def shown_tables(connection: Connection, most: int) -> list[TableRow]:
    """Return at most `most` open tables at which somebody is connected, to whatever server."""
    question = select(*TABLE_COLUMNS).where(tables.c.id.in_(select(presence.c.table_id)), tables.c.open == 1)
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def tables_of(connection: Connection, guest: str, most: int) -> list[TableRow]:
    """Return at most `most` open tables at which a guest has a seat, the most recently used first."""
    question = select(*TABLE_COLUMNS).join(chairs, chairs.c.table_id == tables.c.id)
    question = question.where(chairs.c.guest == guest, tables.c.open == 1).order_by(tables.c.touched_at.desc())
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def count_open(connection: Connection, owner: str) -> int:
    """Return how many open tables a guest has opened."""
    question = select(func.count()).select_from(tables).where(tables.c.owner == owner, tables.c.open == 1)
    return connection.execute(question).scalar() or 0


def count_of_household(connection: Connection, household: str) -> int:
    """Return how many of the tables are open that an address has opened, whose digest of the day this is."""
    question = select(func.count()).select_from(tables).where(tables.c.household == household, tables.c.open == 1)
    return connection.execute(question).scalar() or 0


# -- tables that are open to everyone


def list_table(connection: Connection, table: str, listed: ListingRow | None) -> None:
    """Store what everybody may see of a table, or, with None, that they may see nothing."""
    connection.execute(delete(listings).where(listings.c.table_id == table))
    if listed is not None:
        connection.execute(insert(listings), {"table_id": table, **vars(listed)})


class ListedRow(NamedTuple):
    """A table of the lobby."""

    row: TableRow
    body: bytes
    since: int
    household: str


def listed_tables(connection: Connection, ids: Iterable[str], share: int, most: int, **where: str) -> list[ListedRow]:
    """Return those of some tables that everybody may see and that have room, at most `most`, where most people wait first.

    `where`: values of columns of the table, as its game.  A guest has one line, for the table at which somebody waits longest
    of those they opened, and an address `share` of them.  If there are too many, each address loses its later ones first.
    The order must not depend on what has happened in a deal.
    """
    columns = [tables.c[name] for name in where]
    asked = [column == value for column, value in zip(columns, where.values(), strict=True)]
    chosen = [tables.c.id.in_(list(ids)), tables.c.unlisted == 0, listings.c.room == 1, *asked]
    known = case((tables.c.household == "", tables.c.id), else_=tables.c.household)
    wait = (listings.c.since, tables.c.id)
    own = func.row_number().over(partition_by=tables.c.owner, order_by=wait).label("own")
    listed = [listings.c.body, listings.c.since, listings.c.people, known.label("home"), tables.c.household]
    first = select(*TABLE_COLUMNS, *listed, own).join(listings, listings.c.table_id == tables.c.id).where(*chosen).subquery()
    place = func.row_number().over(partition_by=first.c.home, order_by=(first.c.since, first.c.id)).label("place")
    shared = select(first, place).where(first.c.own == 1).subquery()
    question = select(shared).where(shared.c.place <= share).order_by(shared.c.place, shared.c.since, shared.c.id).limit(most)
    found = sorted(connection.execute(question), key=lambda row: (-row.people, row.since, row.id))
    return [ListedRow(TableRow(*row[: len(TABLE_COLUMNS)]), row.body, row.since, row.household) for row in found]


def count_full(connection: Connection, ids: Iterable[str]) -> int:
    """Return how many of some tables everybody may see and nobody can have a chair at."""
    question = select(func.count()).select_from(listings).join(tables, tables.c.id == listings.c.table_id)
    question = question.where(listings.c.table_id.in_(list(ids)), listings.c.room == 0, tables.c.unlisted == 0)
    return connection.execute(question).scalar() or 0


def is_unlisted(connection: Connection, table: str) -> bool:
    """Return whether the operator keeps a table out of the lobby."""
    return bool(connection.execute(select(tables.c.unlisted).where(tables.c.id == table)).scalar())


def keep_unlisted(connection: Connection, table: str, on: bool) -> None:
    """Keep a table out of the lobby, or let its host open it to everyone again."""
    connection.execute(update(tables).where(tables.c.id == table).values(unlisted=int(on)))


# -- guests


def remember_guest(connection: Connection, guest: str, name: str, now: int) -> None:
    """Insert a guest, or update their name."""
    if not connection.execute(update(guests).where(guests.c.id == guest).values(name=name, seen_at=now)).rowcount:
        connection.execute(insert(guests), {"id": guest, "name": name, "made_at": now, "seen_at": now})


def see_guest(connection: Connection, guest: str, now: int) -> None:
    """Note that a guest was here, if they are stored."""
    connection.execute(update(guests).where(guests.c.id == guest).values(seen_at=now))


def guests_like(connection: Connection, beginning: str) -> list[str]:
    """Return at most two stored guests whose ids begin like this."""
    question = select(guests.c.id).where(guests.c.id.startswith(beginning, autoescape=True)).limit(2)
    return list(connection.execute(question).scalars())


def guest_name(connection: Connection, guest: str) -> str | None:
    """Return a guest's name, or None if they are not stored."""
    return connection.execute(select(guests.c.name).where(guests.c.id == guest)).scalar()


# -- records of finished deals


def note_deal(connection: Connection, table: str, deal: DealRow, told: bytes | None) -> None:
    """Store where a finished deal is in its table's log, and the keys with which everybody may open it."""
    connection.execute(insert(deals), {"table_id": table, **vars(deal), "told": told})


def find_deal(connection: Connection, table: str, serial: int) -> DealRow | None:
    """Return where a finished deal is, or None if there is no such deal, or it is not over."""
    columns = [deals.c[name] for name in DealRow.__dataclass_fields__]
    found = connection.execute(select(*columns).where(deals.c.table_id == table, deals.c.serial == serial)).one_or_none()
    return DealRow(*found) if found else None


def find_record(connection: Connection, id: str) -> bytes | None:
    """Return a kept record, compressed, or None."""
    return connection.execute(select(records.c.body).where(records.c.id == id)).scalar()


def keep_record(connection: Connection, id: str, body: bytes, now: int) -> None:
    """Keep a record, unless it is kept already."""
    if find_record(connection, id) is None:
        connection.execute(insert(records), {"id": id, "body": body, "kept_at": now})


def find_review(connection: Connection, id: str, seat: int) -> bytes | None:
    """Return the kept review of a seat of a record, compressed, or None."""
    return connection.execute(select(reviews.c.body).where(reviews.c.id == id, reviews.c.seat == seat)).scalar()


def keep_review(connection: Connection, id: str, seat: int, body: bytes, now: int) -> None:
    """Keep the review of a seat, unless it is kept already, or its record is gone."""
    if find_review(connection, id, seat) is None and find_record(connection, id) is not None:
        connection.execute(insert(reviews), {"id": id, "seat": seat, "body": body, "kept_at": now})


# -- deleting


def old_tables(connection: Connection, touched_before: int, most: int) -> list[str]:
    """Return the ids of at most `most` closed tables that were last used before a time, and lock them.

    What somebody else is changing is left for the next time.
    """
    question = select(tables.c.id).where(tables.c.open == 0, tables.c.touched_at < touched_before)
    return list(connection.execute(question.limit(most).with_for_update(skip_locked=True)).scalars())


def delete_tables(connection: Connection, ids: Iterable[str]) -> None:
    """Delete closed tables with their logs and results; kept records stay."""
    gone = list(ids)
    for index in (results, events, chairs, deals, listings, turns, visits):
        connection.execute(delete(index).where(index.c.table_id.in_(gone)))
    connection.execute(delete(tables).where(tables.c.id.in_(gone)))


def delete_guests(connection: Connection, seen_before: int, most: int) -> int:
    """Delete at most `most` guests who were last seen before a time, with their results; return how many.

    Those who have a chair or an account stay.
    """
    seated, claimed = select(chairs.c.guest), select(accounts.c.person)
    question = select(guests.c.id).where(guests.c.seen_at < seen_before, guests.c.id.not_in(seated))
    question = question.where(guests.c.id.not_in(claimed)).limit(most)
    gone = list(connection.execute(question.with_for_update(of=guests, skip_locked=True)).scalars())
    connection.execute(delete(results).where(results.c.person.in_(gone)))
    forget_people(connection, gone)
    connection.execute(delete(guests).where(guests.c.id.in_(gone)))
    return len(gone)


def delete_records(connection: Connection, kept_before: int, most: int) -> int:
    """Delete at most `most` records that were kept before a time, with their reviews; return how many."""
    question = select(records.c.id).where(records.c.kept_at < kept_before).limit(most)
    gone = list(connection.execute(question.with_for_update(skip_locked=True)).scalars())
    connection.execute(delete(reviews).where(reviews.c.id.in_(gone)))
    connection.execute(delete(records).where(records.c.id.in_(gone)))
    return len(gone)


def count_old(
    connection: Connection, touched_before: int, seen_before: int, kept_before: int, told_before: int, done_before: int
) -> list[int]:
    """Return how many tables, guests, records, reports and deeds at the desk would be deleted in the end."""
    old = tables.c.open == 0, tables.c.touched_at < touched_before
    gone = select(tables.c.id).where(*old)
    seated, claimed = select(chairs.c.guest).where(chairs.c.table_id.not_in(gone)), select(accounts.c.person)
    absent_ones = guests.c.seen_at < seen_before, guests.c.id.not_in(seated), guests.c.id.not_in(claimed)
    counts = (
        select(func.count()).select_from(tables).where(*old),
        select(func.count()).select_from(guests).where(*absent_ones),
        select(func.count()).select_from(records).where(records.c.kept_at < kept_before),
        select(func.count()).select_from(reports).where(reports.c.at < told_before),
        select(func.count()).select_from(desk).where(desk.c.at < done_before, desk.c.done == 1, desk.c.until < done_before),
    )
    return [connection.execute(count).scalar() or 0 for count in counts]


# -- keys


def running_under(connection: Connection, id: str) -> int:
    """Return at how many open tables a deal is played of which something is sealed under the key of this name."""
    question = select(func.count(events.c.table_id.distinct())).join(tables, tables.c.id == events.c.table_id)
    return connection.execute(question.where(tables.c.open == 1, running_deals(id))).scalar() or 0


def running_deals(id: str) -> ColumnElement[bool]:
    """Return the condition for entries of deals that are not over and sealed under the key of this name."""
    ended = select(func.coalesce(func.max(deals.c.last), 0)).where(deals.c.table_id == events.c.table_id).scalar_subquery()
    mark = mark_of(id)
    return and_(events.c.seq > ended, func.substr(events.c.body, 1, len(mark)) == mark)


def sealing_keys(connection: Connection) -> list[str]:
    """Return the names of the keys under which entries have been sealed."""
    return list(connection.execute(select(seals.c.id).order_by(seals.c.id)).scalars())


def use_keys(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Note the first of these keys as one under which entries are sealed; return how many running deals need each key that is not here.

    A key that is not here and not needed is forgotten.
    """
    known, missing = sealing_keys(connection), {}
    if ids and ids[0] not in known:
        connection.execute(insert(seals), {"id": ids[0]})
    for id in set(known) - set(ids):
        needed = running_under(connection, id)
        if needed:
            missing[id] = needed
        else:
            connection.execute(delete(seals).where(seals.c.id == id))
    return missing


def give_up(connection: Connection, id: str) -> int:
    """Close the tables whose deals cannot be played on without the key of this name, and forget it; return how many."""
    running = select(events.c.table_id).where(running_deals(id)).distinct()
    closed = connection.execute(update(tables).where(tables.c.open == 1, tables.c.id.in_(running)).values(open=0)).rowcount
    connection.execute(delete(listings).where(listings.c.table_id.in_(running)))
    connection.execute(delete(seals).where(seals.c.id == id))
    return closed


# -- asking after the store itself


def try_writing(connection: Connection) -> None:
    """Write something that changes nothing."""
    connection.execute(update(tables).where(tables.c.id == "").values(open=0))
    connection.exec_driver_sql("update alembic_version set version_num = version_num")


def try_reading(connection: Connection) -> None:
    """Read something."""
    connection.exec_driver_sql("select version_num from alembic_version").all()


def torn_logs(connection: Connection) -> list[str]:
    """Return the tables whose logs do not go from 1 on without a gap."""
    count, last = func.count(), func.max(events.c.seq)
    question = select(events.c.table_id).group_by(events.c.table_id).having((count != last) | (func.min(events.c.seq) != 1))
    return list(connection.execute(question).scalars())
