"""Accounts in the store: who a credential is, the browsers that are signed in, and how all of an account is deleted."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from sqlalchemy import Column, Connection, delete, func, insert, select, update

from qipai.engine.telling import Fact
from qipai.session import Entry, read_entry, write_entry
from qipai.session.folding import LEFT, OPENED, REMOVED, RENAMED, RESERVED, SEATED, SWAPPED

from . import pushes, rows
from .schema import (
    accounts,
    chairs,
    deals,
    events,
    guests,
    records,
    recovery,
    reports,
    results,
    reviews,
    sessions,
    spent,
    tables,
    visits,
)
from .sealing import HEAD, SERIAL, Vault, is_sealed

LIFETIME = 400 * 24 * 3600 * 1000  # milliseconds without a visit after which a browser is signed out
MOST_SESSIONS = 20  # of an account; the one that was here least recently goes
NOBODY = "–"  # in place of the name of somebody whose account was deleted
SOME = 500  # ids in a question
NAMING = (
    OPENED,
    SEATED,
    SWAPPED,
    RENAMED,
    RESERVED,
    REMOVED,
    LEFT,
)  # facts with a name, or by which one knows whose chair it is
WORDS = tuple(f'"{event}"'.encode() for event in NAMING)


@dataclass(frozen=True)
class AccountRow:
    """An account."""

    person: str
    name: str
    skeleton: str
    password: str
    made_at: int


@dataclass(frozen=True)
class SessionRow:
    """A browser that is signed in."""

    id: str
    person: str
    label: str
    made_at: int
    seen_at: int


class Identity(NamedTuple):
    """Whose a credential is, and when that was last noted; 0 for a guest."""

    person: str
    seen_at: int = 0


class Rewritten(NamedTuple):
    """Entries of a table's log without somebody's name, and the names at its deals: bodies by seq, JSON by serial."""

    table: str
    events: dict[int, bytes]
    deals: dict[int, bytes]


ACCOUNT = [accounts.c[name] for name in AccountRow.__dataclass_fields__]
SESSION = [sessions.c[name] for name in SessionRow.__dataclass_fields__]


# -- who it is


def identify(connection: Connection, digest: str, now: int) -> Identity | None:
    """Return whose a credential with this digest is; None if it is one no more."""
    session = connection.execute(select(sessions.c.person, sessions.c.seen_at).where(sessions.c.id == digest)).one_or_none()
    if session is not None:
        return Identity(*session) if session.seen_at > now - LIFETIME else None
    return None if is_spent(connection, digest) else Identity(digest)


def is_spent(connection: Connection, guest: str) -> bool:
    """Return whether a guest's own credential is one no more, because an account claimed them."""
    return connection.execute(select(spent.c.id).where(spent.c.id == guest)).scalar() is not None


def ended(connection: Connection, signed_in: Iterable[str], as_guests: Iterable[str]) -> set[str]:
    """Return which of these digests of credentials are none any more: those of sessions, and those of guests."""
    asked = list(signed_in)
    gone = set(asked) - among(connection, sessions.c.id, asked)
    return gone | among(connection, spent.c.id, list(as_guests))


def among(connection: Connection, column: "Column[str]", ids: list[str]) -> set[str]:
    """Return which of these ids a column has."""
    found: set[str] = set()
    for first in range(0, len(ids), SOME):
        found.update(connection.execute(select(column).where(column.in_(ids[first : first + SOME]))).scalars())
    return found


def see(connection: Connection, digest: str, person: str, now: int) -> None:
    """Note that a browser is here."""
    connection.execute(update(sessions).where(sessions.c.id == digest).values(seen_at=now))
    rows.see_guest(connection, person, now)


# -- accounts


def owner_of(connection: Connection, skeleton: str) -> str | None:
    """Return the person whose account has a name that looks like this, or None."""
    return connection.execute(select(accounts.c.person).where(accounts.c.skeleton == skeleton)).scalar()


def account_of(connection: Connection, person: str) -> AccountRow | None:
    """Return a person's account, or None."""
    found = connection.execute(select(*ACCOUNT).where(accounts.c.person == person)).one_or_none()
    return AccountRow(*found) if found else None


def account_named(connection: Connection, skeleton: str) -> AccountRow | None:
    """Return the account whose name looks like this, or None."""
    found = connection.execute(select(*ACCOUNT).where(accounts.c.skeleton == skeleton)).one_or_none()
    return AccountRow(*found) if found else None


def claim(connection: Connection, account: AccountRow, session: SessionRow, codes: Iterable[str]) -> None:
    """Store an account of a guest, whose own credential is spent from now on.

    Raises `IntegrityError` if the name is taken or the guest has an account.
    """
    connection.execute(insert(accounts), vars(account))
    connection.execute(insert(spent), {"id": account.person})
    connection.execute(insert(sessions), vars(session))
    set_codes(connection, account.person, codes)
    rows.remember_guest(connection, account.person, account.name, account.made_at)


def set_codes(connection: Connection, person: str, codes: Iterable[str]) -> None:
    """Store the digests of recovery codes in place of the old ones."""
    connection.execute(delete(recovery).where(recovery.c.person == person))
    connection.execute(insert(recovery), [{"person": person, "digest": code} for code in codes])


def use_code(connection: Connection, person: str, code: str) -> bool:
    """Delete the digest of a recovery code; return whether there was one."""
    return bool(connection.execute(delete(recovery).where(recovery.c.person == person, recovery.c.digest == code)).rowcount)


def count_codes(connection: Connection, person: str) -> int:
    """Return how many recovery codes are left."""
    return connection.execute(select(func.count()).select_from(recovery).where(recovery.c.person == person)).scalar() or 0


def rename(connection: Connection, person: str, name: str, skeleton: str, now: int) -> None:
    """Change an account's name.  Raises `IntegrityError` if it is taken."""
    connection.execute(update(accounts).where(accounts.c.person == person).values(name=name, skeleton=skeleton))
    rows.remember_guest(connection, person, name, now)


def set_password(connection: Connection, person: str, password: str) -> None:
    """Change an account's password (its hash)."""
    connection.execute(update(accounts).where(accounts.c.person == person).values(password=password))


# -- browsers that are signed in


def add_session(connection: Connection, session: SessionRow, instead: str = "") -> None:
    """Store a browser that signs in, in place of the session `instead`, and forget those that were not here for long."""
    own = sessions.c.person == session.person
    connection.execute(delete(sessions).where(own, sessions.c.seen_at < session.made_at - LIFETIME))
    connection.execute(delete(sessions).where(sessions.c.id == instead))
    others = list(connection.execute(select(sessions.c.id).where(own).order_by(sessions.c.seen_at.desc())).scalars())
    end_sessions(connection, session.person, others[MOST_SESSIONS - 1 :])
    connection.execute(insert(sessions), vars(session))


def sessions_of(connection: Connection, person: str) -> list[SessionRow]:
    """Return the browsers that are signed in to an account, the latest first."""
    question = select(*SESSION).where(sessions.c.person == person).order_by(sessions.c.seen_at.desc(), sessions.c.id)
    return [SessionRow(*row) for row in connection.execute(question)]


def end_sessions(connection: Connection, person: str, ids: Iterable[str]) -> None:
    """Sign browsers out."""
    connection.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id.in_(list(ids))))


# -- deleting


def tables_with(connection: Connection, person: str) -> list[rows.TableRow]:
    """Return every table at which somebody is named, or played.  Nothing is read of other tables."""
    named = select(visits.c.table_id).where(visits.c.person == person)
    there = named.union(
        select(results.c.table_id).where(results.c.person == person), select(chairs.c.table_id).where(chairs.c.guest == person)
    )
    return [rows.TableRow(*row) for row in connection.execute(select(*rows.TABLE_COLUMNS).where(tables.c.id.in_(there)))]


def without_name(connection: Connection, table: str, person: str, vault: Vault) -> Rewritten:
    """Return what has to be stored at a table so that it does not name somebody any more.  Raises `RecordError` for a damaged log."""
    found = rows.read_events(connection, table, 0, vault=vault)
    asked = select(events.c.seq, events.c.body).where(events.c.table_id == table)
    stored = {row[0]: row[1] for row in connection.execute(asked)}
    over = {
        row[0]: row
        for row in connection.execute(select(deals.c.serial, deals.c.first, deals.c.names).where(deals.c.table_id == table))
    }
    held: dict[int, bool] = {}  # by seat: whether it is theirs
    bodies, names = {}, {}
    starts = {row[1]: row[0] for row in over.values()}
    for event in found:
        if any(word in event.body for word in WORDS):
            entry = read_entry(event.body)
            rewritten = tuple(unnamed(fact, person, held) for fact in entry.facts)
            if rewritten != entry.facts:
                body = write_entry(Entry(entry.seq, entry.at, entry.actor, entry.command, rewritten))
                bodies[event.seq] = sealed_again(vault, table, event.seq, stored[event.seq], body, over)
        if event.seq in starts and any(held.values()):
            sat = msgspec.json.decode(over[starts[event.seq]][2])
            names[starts[event.seq]] = msgspec.json.encode(
                [NOBODY if held.get(seat) else name for seat, name in enumerate(sat)]
            )
    return Rewritten(table, bodies, names)


def unnamed(fact: Fact, person: str, held: dict[int, bool]) -> Fact:
    """Return a fact without somebody's name, and note in `held` which chairs are theirs after it."""
    seat, own = fact.public.get("seat", -1), fact.hidden.get("guest") == person
    if fact.event == SEATED:
        held[seat] = own
    elif fact.event == SWAPPED:
        there = {place for place, old in enumerate(fact.public["order"]) if held.get(old)}
        held.clear()
        held.update(dict.fromkeys(there, True))
    elif fact.event == RENAMED:
        own = held.get(seat, False)
    elif fact.event not in (RESERVED, REMOVED):
        return fact
    return replace(fact, public={**fact.public, "name": NOBODY}) if own else fact


def sealed_again(vault: Vault, table: str, seq: int, stored: bytes, body: bytes, over: Iterable[int]) -> bytes:
    """Return the body of an entry as it is stored: sealed if it was and its deal is not over."""
    if not is_sealed(stored):
        return body
    serial = int.from_bytes(stored[HEAD - SERIAL : HEAD], "big")
    return body if serial in set(over) else vault.seal(table, seq, serial, body)


@contextmanager
def overwriting(connection: Connection) -> Iterator[None]:
    """Have what is deleted meanwhile be overwritten in the file, where there is one."""
    if connection.dialect.name != "sqlite":
        yield
        return
    connection.exec_driver_sql("PRAGMA secure_delete = ON")
    yield
    connection.exec_driver_sql("PRAGMA secure_delete = OFF")


def rewrite(connection: Connection, change: Rewritten) -> None:
    """Store a table's entries and deals without a name.  Kept records of those deals go; they are made again from the log."""
    table, bodies, names = change
    with overwriting(connection):
        for seq, body in bodies.items():
            connection.execute(update(events).where(events.c.table_id == table, events.c.seq == seq).values(body=body))
        for serial, sat in names.items():
            own = deals.c.table_id == table, deals.c.serial == serial
            connection.execute(update(deals).where(*own).values(names=sat))
            for index in (reviews, records):
                connection.execute(delete(index).where(index.c.id == f"{table}-{serial}"))


def forget_deals(connection: Connection, person: str) -> bool:
    """Delete some of what deals were for somebody, and the name from what they were for others; return whether there may be more."""
    played = select(results.c.table_id, results.c.serial, results.c.seat).where(results.c.person == person).limit(SOME)
    found = connection.execute(played).all()
    with overwriting(connection):
        for table, serial, seat in found:
            unname_results(connection, table, serial, seat)
            own = results.c.table_id == table, results.c.serial == serial, results.c.seat == seat
            connection.execute(delete(results).where(*own))
    return bool(found)


def forget(connection: Connection, person: str) -> None:
    """Delete an account with its sessions and codes, after `rewrite` and `forget_deals`."""
    with overwriting(connection):
        for index in (accounts, sessions, recovery, visits):
            connection.execute(delete(index).where(index.c.person == person))
        connection.execute(delete(reports).where(reports.c.reporter == person))
        pushes.forget_people(connection, [person])
        connection.execute(delete(guests).where(guests.c.id == person))


def unname_results(connection: Connection, table: str, serial: int, seat: int) -> None:
    """Take the name of a seat out of what a deal was for the others."""
    own = results.c.table_id == table, results.c.serial == serial
    for other, body in connection.execute(select(results.c.seat, results.c.names).where(*own)).all():
        sitters = msgspec.json.decode(body)
        sitters[seat]["name"] = NOBODY
        connection.execute(update(results).where(*own, results.c.seat == other).values(names=msgspec.json.encode(sitters)))
