"""What the servers of one store tell each other through it: that they live, who is connected, who drives which table.

A server's row goes when it is dead, and the database deletes with it all that the server has said.  Times are by the
clock of the database.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, literal_column, select, tuple_, update

from . import relaying
from .relaying import Relayed
from .schema import chairs, drivers, events, listings, phrases, presence, servers, tables

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
    connection.execute(delete(servers).where(servers.c.id == server, (silence >= silent) | (silence < -silent)))


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
    pairs = [
        (guest, int(watching)) for guest, watching in {*gone, *come}
    ]  # who has come may have been stored without a word of it
    if pairs:
        connection.execute(delete(presence).where(*own, tuple_(presence.c.guest, presence.c.watching).in_(pairs)))
    if come:
        rows = [{"table_id": table, "server_id": server, "guest": guest, "watching": int(by)} for guest, by in come]
        connection.execute(insert(presence), rows)
    wheel = find_wheels(connection, [table]).get(table, Wheel())
    if here and not wheel.server:
        wheel = Wheel(server, host, taken=True)
        connection.execute(insert(drivers), {"table_id": table, "server_id": server, "host": host})
    elif not here and wheel.server == server:
        elsewhere = select(presence.c.server_id).where(presence.c.table_id == table, presence.c.server_id != server)
        wheel = Wheel(connection.execute(elsewhere.limit(1)).scalar() or "", wheel.host)
        mine = drivers.c.table_id == table, drivers.c.server_id == server
        connection.execute(
            update(drivers).where(*mine).values(server_id=wheel.server) if wheel.server else delete(drivers).where(*mine)
        )
    return wheel


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
    connection.execute(delete(phrases).where(phrases.c.table_id == table, phrases.c.seat == seat))
    said = {"table_id": table, "server_id": server, "seat": seat, "phrase": phrase}
    connection.execute(insert(phrases).values(at=now(connection), **said))


def forget_phrases(connection: Connection, older: int) -> None:
    """Delete what was said more than `older` milliseconds ago."""
    connection.execute(delete(phrases).where(phrases.c.at < now(connection) - older))


def glance(connection: Connection, ids: Iterable[str], server: str, fresh: int) -> Glance:
    """Return what other servers have done at some tables; phrases of the last `fresh` milliseconds."""
    shown = list(ids)
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
        relaying.find(connection, shown, server),
    )
