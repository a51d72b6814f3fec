"""What the servers of one store tell each other through it: that they live, who is connected, who drives which table.

A server's row goes when it is dead, and with it all that the server has said.  Times are by the clock of the database.

Every change here takes its locks in the order of `docs/design/scale.md`: the rows of servers before all that hangs on them,
so that nobody who buries a server waits for one who waits for that.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, literal_column, select, tuple_, update

from . import relaying
from .relaying import Relayed
from .schema import chairs, drivers, events, listings, measures, phrases, presence, servers, tables

CLOCKS = {  # milliseconds since 1970
    "sqlite": "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
    "postgresql": "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
}

Onlooker = tuple[str, bool]  # a guest, and whether they came by the spectator link


class Wheel(NamedTuple):
    """Which server drives a table, and who is host there now; empty if nobody drives it."""

    server: str = ""
    host: str = ""
    taken: bool = False  # just now, when nobody had it


class Glance(NamedTuple):
    """What other servers have done at some tables, by table."""

    seqs: dict[str, int]  # of the last entry of each log
    onlookers: dict[str, set[Onlooker]]  # connected to other servers
    wheels: dict[str, Wheel]
    phrases: list[tuple[str, int, int, str]]  # table, seat, time, phrase
    relayed: dict[str, list[Relayed]]  # of deals that have not begun


def now(connection: Connection) -> ColumnElement[Any]:
    """Return the database's clock as an expression."""
    return literal_column(CLOCKS[connection.dialect.name])


def beat(connection: Connection, server: str) -> bool:
    """Say that a server lives; return whether the others have thought so all the time, so that what it said still counts."""
    if connection.execute(update(servers).where(servers.c.id == server).values(beat=now(connection))).rowcount:
        return True
    connection.execute(insert(servers).values(id=server, beat=now(connection)))
    return False


def silences(connection: Connection) -> dict[str, int]:
    """Return for how many milliseconds each server has been silent; below zero if the clock was set back since."""
    return {row[0]: row[1] for row in connection.execute(select(servers.c.id, now(connection) - servers.c.beat))}


def bury(connection: Connection, server: str, silent: int = 0) -> None:
    """Delete a server, with all that it has said, unless it said within `silent` milliseconds that it lives.

    What it said at a later time than now was said before the clock was set back.
    """
    silence = now(connection) - servers.c.beat
    dead = select(servers.c.id).where(servers.c.id == server, (silence >= silent) | (silence < -silent))
    if connection.execute(dead.with_for_update()).scalar() is None:
        return
    for said in (presence, drivers, phrases):
        connection.execute(delete(said).where(said.c.server_id == server))
    connection.execute(delete(servers).where(servers.c.id == server))


def hold(connection: Connection, *ids: str) -> set[str]:
    """Keep servers from being buried before this change is stored; return those that are there."""
    question = select(servers.c.id).where(servers.c.id.in_(ids)).order_by(servers.c.id)
    return set(connection.execute(question.with_for_update(read=True, key_share=True)).scalars())


def settle(
    connection: Connection,
    table: str,
    server: str,
    gone: Collection[Onlooker],
    come: Collection[Onlooker],
    here: bool,
    host: str,
) -> Wheel:
    """Store who has left and who has come to a table at a server; return who drives it then.

    With somebody `here`, the server takes the wheel if nobody has it; else it hands its own to a server where somebody
    looks on, or lets it go.  Raises `IntegrityError` if another server was quicker, or if this one was given up as dead.
    """
    own = presence.c.table_id == table, presence.c.server_id == server
    heir = "" if here else look_for_heir(connection, table, server)
    heir = heir if heir in hold(connection, server, heir) else ""
    # Who has come may have been stored without a word of it.
    pairs = sorted((guest, int(watching)) for guest, watching in {*gone, *come})
    if pairs:
        connection.execute(delete(presence).where(*own, tuple_(presence.c.guest, presence.c.watching).in_(pairs)))
    if come:
        rows = [{"table_id": table, "server_id": server, "guest": guest, "watching": int(by)} for guest, by in sorted(come)]
        connection.execute(insert(presence).values(rows))  # in one statement: psycopg logs what fails in a row of them
    wheel = find_wheels(connection, [table]).get(table, Wheel())
    if here and not wheel.server:
        wheel = Wheel(server, host, taken=True)
        connection.execute(insert(drivers), {"table_id": table, "server_id": server, "host": host})
    elif not here and wheel.server == server:
        wheel = Wheel(heir, wheel.host)
        mine = drivers.c.table_id == table, drivers.c.server_id == server
        connection.execute(
            update(drivers).where(*mine).values(server_id=wheel.server) if wheel.server else delete(drivers).where(*mine)
        )
    return wheel


def look_for_heir(connection: Connection, table: str, server: str) -> str:
    """Return another server where somebody looks on at a table, or "" if there is none."""
    elsewhere = select(presence.c.server_id).where(presence.c.table_id == table, presence.c.server_id != server)
    return connection.execute(elsewhere.order_by(presence.c.server_id).limit(1)).scalar() or ""


def name_host(connection: Connection, table: str, server: str, host: str) -> None:
    """Store who is host at a table that this server drives."""
    connection.execute(update(drivers).where(drivers.c.table_id == table, drivers.c.server_id == server).values(host=host))


def hand_over(connection: Connection, table: str, host: str) -> None:
    """Store who was made the host of a table, whoever drives it."""
    connection.execute(update(drivers).where(drivers.c.table_id == table).values(host=host))


def find_wheels(connection: Connection, ids: Iterable[str]) -> dict[str, Wheel]:
    """Return who drives each of some tables; without those that nobody drives."""
    question = select(drivers.c.table_id, drivers.c.server_id, drivers.c.host).where(drivers.c.table_id.in_(list(ids)))
    return {table: Wheel(server, host) for table, server, host in connection.execute(question)}


def find_onlookers(connection: Connection, ids: Iterable[str], server: str) -> dict[str, set[Onlooker]]:
    """Return who is connected to each of some tables at other servers."""
    question = select(presence.c.table_id, presence.c.guest, presence.c.watching)
    found: dict[str, set[Onlooker]] = {}
    for table, guest, watching in connection.execute(
        question.where(presence.c.table_id.in_(list(ids)), presence.c.server_id != server)
    ):
        found.setdefault(table, set()).add((guest, bool(watching)))
    return found


def attended(connection: Connection) -> set[str]:
    """Return the tables open to everyone at which somebody who has a chair there is connected, at whatever server."""
    seated = (chairs.c.table_id == presence.c.table_id) & (chairs.c.guest == presence.c.guest)
    question = select(presence.c.table_id.distinct()).join(chairs, seated).where(presence.c.watching == 0)
    question = question.join(listings, listings.c.table_id == presence.c.table_id)
    return set(connection.execute(question).scalars())


def say(connection: Connection, table: str, server: str, seat: int, phrase: str) -> None:
    """Store what a seat has just said, in place of what it said before."""
    hold(connection, server)
    connection.execute(delete(phrases).where(phrases.c.table_id == table, phrases.c.seat == seat))
    said = {"table_id": table, "server_id": server, "seat": seat, "phrase": phrase}
    connection.execute(insert(phrases).values(at=now(connection), **said))


def forget_phrases(connection: Connection, older: int) -> None:
    """Delete what was said more than `older` milliseconds ago.  What somebody else is changing is left for the next time."""
    old = select(phrases.c.table_id, phrases.c.seat).where(phrases.c.at < now(connection) - older)
    found = [tuple(row) for row in connection.execute(old.with_for_update(skip_locked=True))]
    if found:
        connection.execute(delete(phrases).where(tuple_(phrases.c.table_id, phrases.c.seat).in_(found)))


def glance(connection: Connection, ids: Iterable[str], server: str, fresh: int) -> Glance:
    """Return what other servers have done at some tables; phrases of the last `fresh` milliseconds."""
    shown = list(ids)
    # read first: a server takes back what it has passed on of a deal after the deal is stored, so then the deal is seen too
    relayed = relaying.find(connection, shown, server)
    last = (
        select(func.max(events.c.seq)).where(events.c.table_id == tables.c.id).scalar_subquery()
    )  # one look into the index each
    seqs = connection.execute(select(tables.c.id, last).where(tables.c.id.in_(shown)))
    said = select(phrases.c.table_id, phrases.c.seat, phrases.c.at, phrases.c.phrase)
    said = said.where(phrases.c.at > now(connection) - fresh, phrases.c.table_id.in_(shown), phrases.c.server_id != server)
    return Glance(
        {row[0]: row[1] for row in seqs},
        find_onlookers(connection, shown, server),
        find_wheels(connection, shown),
        [(row[0], row[1], row[2], row[3]) for row in connection.execute(said)],
        relayed,
    )


def measure(connection: Connection, server: str, body: bytes) -> None:
    """Store what a server has measured.  Raises `IntegrityError` if the others have given it up as dead."""
    if not connection.execute(update(measures).where(measures.c.server_id == server).values(body=body)).rowcount:
        connection.execute(insert(measures).values(server_id=server, body=body))


def measured(connection: Connection) -> dict[str, bytes]:
    """Return what each server has measured, by its id."""
    return {row[0]: row[1] for row in connection.execute(select(measures.c.server_id, measures.c.body))}
