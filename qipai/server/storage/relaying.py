"""What the servers of one store pass on to each other of deals that have not begun: seals, promises, numbers, who wants to deal.

Rows go with the server that wrote them, and when the deal has begun.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from .schema import relayed


class Relayed(NamedTuple):
    """Something that another server has passed on."""

    table: str
    guest: str  # whose it is; "" for the server's own
    kind: str
    body: bytes


def put(connection: Connection, table: str, server: str, guest: str, kind: str, body: bytes) -> None:
    """Pass something on, in place of what was passed on of the kind before."""
    connection.execute(delete(relayed).where(relayed.c.table_id == table, relayed.c.guest == guest, relayed.c.kind == kind))
    connection.execute(insert(relayed).values(table_id=table, server_id=server, guest=guest, kind=kind, body=body))


def clear(connection: Connection, table: str, server: str, all: bool) -> None:
    """Delete what a server has passed on of a table; with `all`, what the others have too."""
    own = () if all else (relayed.c.server_id == server,)
    connection.execute(delete(relayed).where(relayed.c.table_id == table, *own))


def find(connection: Connection, ids: Iterable[str], server: str) -> dict[str, list[Relayed]]:
    """Return what the others have passed on of some tables, by table."""
    question = select(relayed.c.table_id, relayed.c.guest, relayed.c.kind, relayed.c.body)
    found: dict[str, list[Relayed]] = {}
    for row in connection.execute(question.where(relayed.c.table_id.in_(list(ids)), relayed.c.server_id != server)):
        found.setdefault(row[0], []).append(Relayed(*row))
    return found
