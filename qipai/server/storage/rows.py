"""Questions and changes of the store, one function each, on a connection that `Database` hands over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from .schema import chairs, events, guests, tables


@dataclass(frozen=True)
class TableRow:
    """A table as it is found by its codes."""

    id: str
    code: str
    watch: str
    game: str
    rules_version: int
    owner: str
    open: int


@dataclass(frozen=True)
class EventRow:
    """An entry of a table's log as it is stored, with who asked for it."""

    seq: int
    at: int
    actor: str
    command: str | None
    body: bytes
    schema: int


TABLE_COLUMNS = [tables.c[name] for name in TableRow.__dataclass_fields__]
ADD_EVENT = insert(events)
EVENT_COLUMNS = [events.c[name] for name in EventRow.__dataclass_fields__]


def add_table(connection: Connection, row: TableRow, now: int) -> None:
    connection.execute(insert(tables), {**vars(row), "opened_at": now, "touched_at": now})


def find_table(connection: Connection, **where: str) -> TableRow | None:
    """The table with this `id`, `code` or `watch`."""
    ((name, value),) = where.items()
    found = connection.execute(select(*TABLE_COLUMNS).where(tables.c[name] == value)).one_or_none()
    return TableRow(*found) if found else None


def append(connection: Connection, table: str, event: EventRow, seats: Mapping[int, str]) -> None:
    """The next entry of a table's log; `seats` are the guests of the chairs that change hands, "" for none.

    `IntegrityError`: the seq is somebody else's, or the command is stored already.
    """
    connection.execute(ADD_EVENT, {"table_id": table, **vars(event)})
    for seat, guest in seats.items():
        connection.execute(delete(chairs).where(chairs.c.table_id == table, chairs.c.seat == seat))
        if guest:
            connection.execute(insert(chairs), {"table_id": table, "seat": seat, "guest": guest})


def touch(connection: Connection, table: str, at: int, is_open: bool) -> None:
    """A table is in use, or closed."""
    connection.execute(update(tables).where(tables.c.id == table).values(touched_at=at, open=int(is_open)))


def read_events(connection: Connection, table: str, after: int) -> list[EventRow]:
    """The log of a table behind a seq."""
    question = select(*EVENT_COLUMNS).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
    return [EventRow(*row) for row in connection.execute(question)]


def last_seqs(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    """How long the logs of some tables are."""
    question = select(events.c.table_id, func.max(events.c.seq)).where(events.c.table_id.in_(list(ids)))
    return {row[0]: row[1] for row in connection.execute(question.group_by(events.c.table_id))}


def idle_tables(connection: Connection, touched_before: int, most: int) -> list[TableRow]:
    """Open tables that nobody has used since then."""
    question = select(*TABLE_COLUMNS).where(tables.c.open == 1, tables.c.touched_at <= touched_before)
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def tables_of(connection: Connection, guest: str, most: int) -> list[TableRow]:
    """The open tables where a guest has a chair, the latest first."""
    question = select(*TABLE_COLUMNS).join(chairs, chairs.c.table_id == tables.c.id)
    question = question.where(chairs.c.guest == guest, tables.c.open == 1).order_by(tables.c.touched_at.desc())
    return [TableRow(*row) for row in connection.execute(question.limit(most))]


def remember_guest(connection: Connection, guest: str, name: str, now: int) -> None:
    """Write a guest down, or their new name."""
    if not connection.execute(update(guests).where(guests.c.id == guest).values(name=name)).rowcount:
        connection.execute(insert(guests), {"id": guest, "name": name, "made_at": now})


def guest_name(connection: Connection, guest: str) -> str | None:
    return connection.execute(select(guests.c.name).where(guests.c.id == guest)).scalar()
