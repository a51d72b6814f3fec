"""What was taken of limits lately, by all servers of a store, and what is held at each of them.  Keys are digests (`digests`)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, text, update

from .schema import holdings, takings
from .sharing import CLOCKS, now

MARGIN = 3000  # milliseconds for which a change may be under way before others see it


class PassedOn(NamedTuple):
    """Tokens that were taken of a key of a limit, and how fast they come back."""

    what: str
    key: str
    taken: float
    rate: float  # a second


class Heard(NamedTuple):
    """Tokens of a key of a limit that were taken at a time by all, and for how many milliseconds they have been coming back."""

    what: str
    key: str
    used: float
    for_: int


def pass_on(connection: Connection, taken: Iterable[PassedOn]) -> None:
    """Add what was taken here to what all have taken.  In one order at every server, so that none waits for another in a circle.

    If the clock was set back since the last change, nothing has come back meanwhile, and nothing more was taken.
    """
    clock, greatest = CLOCKS[connection.dialect.name], "max" if connection.dialect.name == "sqlite" else "greatest"
    back = f":rate * {greatest}(0, {clock} - takings.at) / 1000.0"
    left = f"{greatest}(0, {greatest}(0, takings.used - {back}) + :taken)"
    add = text(
        f"insert into takings (what, key, used, at, until) values (:what, :key, {greatest}(0, :taken), {clock}, "
        f"{clock} + cast({greatest}(0, :taken) / :rate * 1000 as bigint)) "
        f"on conflict (what, key) do update set used = {left}, at = {clock}, until = {clock} + cast({left} / :rate * 1000 as bigint)"
    )
    rows = [one._asdict() for one in sorted(taken)]
    if rows:
        connection.execute(add, rows)


def hear(connection: Connection, since: int | None) -> list[Heard]:
    """Return what all have taken whose last change is `since` milliseconds old at most, or with None all that has not come back."""
    question = select(takings.c.what, takings.c.key, takings.c.used, now(connection) - takings.c.at)
    recent = takings.c.until > now(connection) if since is None else takings.c.at >= now(connection) - since - MARGIN
    return [Heard(*row) for row in connection.execute(question.where(recent))]


def forget(connection: Connection, most: int) -> int:
    """Delete at most `most` of what has come back, or was counted by a key that is gone; return how many.

    What was counted at a later time than now, before the clock was set back, comes back from now on.
    """
    late = select(takings.c.what, takings.c.key).where(takings.c.at > now(connection)).limit(most)
    for what, key in sorted(map(tuple, connection.execute(late))):
        early = takings.c.what == what, takings.c.key == key, takings.c.at > now(connection)
        left = now(connection) + takings.c.until - takings.c.at
        connection.execute(update(takings).where(*early).values(at=now(connection), until=left))
    gone = select(takings.c.what, takings.c.key).where(takings.c.until <= now(connection)).limit(most)
    found = connection.execute(gone).all()
    for what, key in sorted(map(tuple, found)):
        over = takings.c.what == what, takings.c.key == key, takings.c.until <= now(connection)
        connection.execute(delete(takings).where(*over))
    return len(found)


def hold(connection: Connection, server: str, held: Mapping[tuple[str, str], int], was: Iterable[tuple[str, str]]) -> None:
    """Store what is held at a server, by limit and key, in place of what was."""
    own = holdings.c.server_id == server
    for what, key in sorted(was):
        connection.execute(delete(holdings).where(own, holdings.c.what == what, holdings.c.key == key))
    rows = [{"server_id": server, "what": what, "key": key, "held": count} for (what, key), count in sorted(held.items())]
    if rows:
        connection.execute(insert(holdings), rows)


def held_elsewhere(connection: Connection, server: str) -> dict[str, dict[str, int]]:
    """Return what is held at the other servers together, by limit and key."""
    question = select(holdings.c.what, holdings.c.key, func.sum(holdings.c.held)).where(holdings.c.server_id != server)
    found: dict[str, dict[str, int]] = {}
    for what, key, count in connection.execute(question.group_by(holdings.c.what, holdings.c.key)):
        found.setdefault(what, {})[key] = int(count)
    return found
