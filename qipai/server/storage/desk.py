"""The operator's desk in the store: what was done there, who may not come in, and what hangs at the door.

Commands write here while servers run, and every server looks here again and again (`qipai.server.desk`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, inspect, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from qipai.engine.errors import QipaiError

from .database import VERSIONS, engine_for, unusable, url_of
from .deadlines import MARGIN, STATEMENT, LineWatch
from .digests import BARS, digest, key_named, opened
from .rows import PLAIN
from .schema import REVISION, bars, desk, keys, listings, signs, tables

PERSON, ADDRESS = "person", "address"  # kinds of bars
CLOSE, UNLIST = "close", "unlist"  # what a server has to do
ANNOUNCEMENT, MAINTENANCE = "announcement", "maintenance"  # names of signs
T = TypeVar("T")


@dataclass(frozen=True)
class Deed:
    """What somebody of those who run the house did."""

    at: int  # milliseconds UTC
    who: str
    did: str
    about: str  # as it is read; never an address
    why: str
    until: int = 0  # when it ends by itself; 0 if it does not
    target: str = ""  # the table or the guest that it is about
    done: int = 1  # 0 while a server has still to do it
    number: int | None = None  # given by the store


@dataclass(frozen=True)
class BarRow:
    """Somebody who may not come in for a time."""

    id: str
    kind: str
    whom: str  # the guest, or the digest of an address
    about: str
    told: str  # why, if they are to be told
    at: int
    until: int


class Sign(NamedTuple):
    """What hangs at the door."""

    name: str
    body: str
    at: int
    until: int  # 0: until it is taken down


class Standing(NamedTuple):
    """What the desk says at present."""

    bars: list[BarRow]
    signs: dict[str, str]  # bodies by name
    orders: list[Deed]  # that a server has still to do
    bar_key: bytes  # with which addresses are looked up; empty where none is barred


DEED = [desk.c[name] for name in Deed.__dataclass_fields__]
BAR = [bars.c[name] for name in BarRow.__dataclass_fields__]


# -- what a server reads


def version(connection: Connection) -> tuple[int, int]:
    """Return what is another whenever something was done at the desk."""
    found = connection.execute(select(func.count(), func.max(desk.c.number)).select_from(desk)).one()
    return found[0], found[1] or 0


def standing(connection: Connection, now: int) -> Standing:
    """Return what the desk says at a time (milliseconds UTC)."""
    barred = [BarRow(*row) for row in connection.execute(select(*BAR).where(bars.c.until > now))]
    hanging = select(signs.c.name, signs.c.body).where((signs.c.until == 0) | (signs.c.until > now))
    orders = select(*DEED).where(desk.c.done == 0).order_by(desk.c.number)
    key = b""
    if any(bar.kind == ADDRESS for bar in barred):
        stored = connection.execute(select(keys.c.body).where(keys.c.name == BARS)).scalar()
        key = bytes.fromhex((stored or b"").decode())
    return Standing(
        barred, {row[0]: row[1] for row in connection.execute(hanging)}, [Deed(*row) for row in connection.execute(orders)], key
    )


def done(connection: Connection, deed: Deed) -> None:
    """Note that a server has done what the desk asked for at a table, also at one that nobody can read."""
    connection.execute(delete(listings).where(listings.c.table_id == deed.target))
    if deed.did == CLOSE:
        connection.execute(update(tables).where(tables.c.id == deed.target).values(open=0))
    connection.execute(update(desk).where(desk.c.number == deed.number).values(done=1))


def address_mark(key: bytes, address: str) -> str:
    """Return as what an address is stored that is barred."""
    return digest(key, BARS, address)


# -- what a command writes


def note(connection: Connection, deed: Deed) -> int:
    """Write down what somebody did; return its number."""
    told = {name: value for name, value in vars(deed).items() if name != "number"}
    return int(connection.execute(insert(desk).returning(desk.c.number), told).scalar_one())


def bar(connection: Connection, row: BarRow) -> None:
    """Let somebody not come in, in place of a bar that there is of them; bars that are over go.

    Of an address, `whom` is given as it is and stored as a digest.
    """
    whom = row.whom
    if row.kind == ADDRESS:
        whom = address_mark(key_of_bars(connection), whom)
    connection.execute(delete(bars).where((bars.c.until <= row.at) | (bars.c.whom == whom)))
    connection.execute(insert(bars), {**vars(row), "whom": whom})


def key_of_bars(connection: Connection) -> bytes:
    """Return the key with which addresses are barred, made if there is none.  Until the end of the transaction it stays."""
    stored = select(keys.c.body).where(keys.c.name == BARS).with_for_update(read=True, key_share=True)
    while True:
        key_named(connection, PLAIN, BARS)
        key = opened(PLAIN, BARS, connection.execute(stored).scalar())
        if key:  # else it went with the last bar of an address just now
            return key


def unbar(connection: Connection, id: str) -> BarRow | None:
    """Let somebody come in again; return the bar that there was, or None.  The key of addresses goes with the last bar of one."""
    key = connection.execute(select(keys.c.name).where(keys.c.name == BARS).with_for_update()).scalar()
    found = connection.execute(select(*BAR).where(bars.c.id == id)).one_or_none()
    connection.execute(delete(bars).where(bars.c.id == id))
    if key and not connection.execute(select(bars.c.id).where(bars.c.kind == ADDRESS).limit(1)).scalar():
        connection.execute(delete(keys).where(keys.c.name == BARS))
    return BarRow(*found) if found else None


def all_bars(connection: Connection, now: int) -> list[BarRow]:
    """Return who may not come in at a time, the first who may again first."""
    return [
        BarRow(*row) for row in connection.execute(select(*BAR).where(bars.c.until > now).order_by(bars.c.until, bars.c.id))
    ]


def hang(connection: Connection, sign: Sign) -> None:
    """Hang a sign at the door in place of the one of that name."""
    kind = sqlite if connection.dialect.name == "sqlite" else postgresql
    hanging = kind.insert(signs).values(**sign._asdict())
    connection.execute(hanging.on_conflict_do_update(index_elements=[signs.c.name], set_=sign._asdict()))


def take_down(connection: Connection, name: str) -> bool:
    """Take a sign down; return whether it hung there."""
    return bool(connection.execute(delete(signs).where(signs.c.name == name)).rowcount)


def read_log(connection: Connection) -> list[Deed]:
    """Return all that was done, the latest first."""
    return [Deed(*row) for row in connection.execute(select(*DEED).order_by(desk.c.number.desc()))]


def is_done(connection: Connection, number: int) -> bool:
    """Return whether a server has done what was asked for under a number."""
    return bool(connection.execute(select(desk.c.done).where(desk.c.number == number)).scalar())


def delete_old(connection: Connection, before: int, now: int, most: int) -> int:
    """Delete at most `most` deeds that were done and over before a time, and bars and signs that are over; return how many deeds."""
    old = desk.c.at < before, desk.c.done == 1, desk.c.until < before
    gone = list(connection.execute(select(desk.c.number).where(*old).limit(most)).scalars())
    connection.execute(delete(desk).where(desk.c.number.in_(gone)))
    connection.execute(delete(bars).where(bars.c.until <= now))
    connection.execute(delete(signs).where(signs.c.until > 0, signs.c.until <= now))
    return len(gone)


def at_desk(place: Path | str, work: Callable[[Connection], T]) -> T:
    """Run some work in a transaction on a store that servers may be using.  Raises `QipaiError` if it cannot be used."""
    url = url_of(place)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise QipaiError(f"There are no tables in {url.database}; name the folder or the database with --data or --database.")
    watch, engine = LineWatch(), None
    try:
        engine = watch.mind(engine_for(url, STATEMENT, writes=True, durable=True), STATEMENT + MARGIN)
        with engine.begin() as connection:
            known = inspect(connection).has_table(VERSIONS.name)
            if not known or connection.execute(select(VERSIONS.c.version_num)).scalar() != REVISION:
                raise QipaiError(
                    "These tables are of another version of qipai; start its server once, which brings them up to date."
                )
            return work(connection)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(place, error) from None
    finally:
        if engine is not None:
            engine.dispose()
        watch.close()


def ids_of(rows: Iterable[BarRow], kind: str) -> dict[str, BarRow]:
    """Return the bars of a kind by whom they keep out."""
    return {row.whom: row for row in rows if row.kind == kind}
