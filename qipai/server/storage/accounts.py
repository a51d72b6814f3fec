"""Accounts in the store: who a credential is, the browsers that are signed in, and how all of an account is deleted."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from sqlalchemy import Column, ColumnElement, Connection, Select, delete, func, insert, select, update

from qipai.engine.telling import Fact
from qipai.session import Entry, read_entry, write_entry
from qipai.session.folding import LEFT, LET_IN, OPENED, REMOVED, RENAMED, RESERVED, SEATED, SWAPPED

from . import pushes, rows
from .schema import (
    accounts,
    bars,
    chairs,
    deals,
    desk,
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
NAMED = 16  # letters of a session's digest by which its person names it
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
    LET_IN,
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
    version: int = 0


@dataclass(frozen=True)
class SessionRow:
    """A browser that is signed in."""

    id: str
    person: str
    label: str
    made_at: int
    seen_at: int
    version: int = 0  # of the account when it signed in


class Confirmed(NamedTuple):
    """A browser whose person has given their password: the digest of its credential, and the account whose password it was."""

    here: str
    account: AccountRow


class Identity(NamedTuple):
    """Whose a credential is, and when that was last noted; 0 for a guest."""

    person: str
    seen_at: int = 0


class Rewritten(NamedTuple):
    """Entries of a table's log without somebody's name, and the names at its deals: bodies by seq, JSON by serial.

    Each is told as it was read and as it is to be.
    """

    table: str
    events: dict[int, tuple[bytes, bytes]]
    deals: dict[int, tuple[bytes, bytes]]


ACCOUNT = [accounts.c[name] for name in AccountRow.__dataclass_fields__]
SESSION = [sessions.c[name] for name in SessionRow.__dataclass_fields__]
CURRENT = (accounts.c.person == sessions.c.person) & (
    accounts.c.version == sessions.c.version
)  # of an older one, a session is none


# -- who it is


def identify(connection: Connection, digest: str, now: int) -> Identity | None:
    """Return whose a credential with this digest is; None if it is one no more."""
    question = select(sessions.c.person, sessions.c.seen_at, accounts.c.person).outerjoin(accounts, CURRENT)
    session = connection.execute(question.where(sessions.c.id == digest)).one_or_none()
    if session is not None:
        person, seen_at, owner = session
        return Identity(person, seen_at) if owner is not None and seen_at > now - LIFETIME else None
    return None if is_spent(connection, digest) else Identity(digest)


def holds(connection: Connection, digest: str, person: str) -> bool:
    """Return whether the browser with a credential is signed in to somebody's account.  It stays so until the end of the transaction."""
    question = select(sessions.c.id).join(accounts, CURRENT).where(sessions.c.id == digest, sessions.c.person == person)
    locked = question.with_for_update(read=True, key_share=True, of=sessions)
    return connection.execute(locked).scalar() is not None


def is_gone(connection: Connection, person: str) -> bool:
    """Return whether somebody's account was deleted.  Until the end of the transaction it cannot be."""
    question = select(accounts.c.person).where(accounts.c.person == person).with_for_update(read=True, key_share=True)
    return connection.execute(question).scalar() is None and is_spent(connection, person)


def is_spent(connection: Connection, guest: str) -> bool:
    """Return whether a guest's own credential is one no more, because an account claimed them."""
    return connection.execute(select(spent.c.id).where(spent.c.id == guest)).scalar() is not None


def ended(connection: Connection, signed_in: Iterable[str], as_guests: Iterable[str]) -> set[str]:
    """Return which of these digests of credentials are none any more: those of sessions, and those of guests."""
    asked = list(signed_in)
    gone = set(asked) - among(connection, select(sessions.c.id).join(accounts, CURRENT), sessions.c.id, asked)
    return gone | among(connection, select(spent.c.id), spent.c.id, list(as_guests))


def among(connection: Connection, question: "Select[tuple[str]]", column: "Column[str]", ids: list[str]) -> set[str]:
    """Return which of these ids, in a column, a question finds."""
    found: set[str] = set()
    for first in range(0, len(ids), SOME):
        asked = question.where(column.in_(ids[first : first + SOME]))
        found.update(str(row[0]) for row in connection.execute(asked))
    return found


def see(connection: Connection, digest: str, person: str, now: int) -> None:
    """Note that a browser is here."""
    connection.execute(update(sessions).where(sessions.c.id == digest).values(seen_at=now))
    rows.see_guest(connection, person, now)


def may_act(connection: Connection, digest: str, person: str) -> bool:
    """Return whether a credential is still somebody's: a guest's own, or a session's.  It stays so until the end of the transaction."""
    return not is_gone(connection, person) and (digest == person or holds(connection, digest, person))


# -- accounts


def owner_of(connection: Connection, skeleton: str) -> str | None:
    """Return the person whose account has a name that looks like this, or None."""
    return connection.execute(select(accounts.c.person).where(accounts.c.skeleton == skeleton)).scalar()


def account_of(connection: Connection, person: str, *, changing: bool = False) -> AccountRow | None:
    """Return a person's account, or None.  Who is `changing` it has it to themselves until the end of the transaction."""
    return one_account(connection, accounts.c.person == person, changing)


def account_named(connection: Connection, skeleton: str, *, changing: bool = False) -> AccountRow | None:
    """Return the account whose name looks like this, or None.  `changing` as for `account_of`."""
    return one_account(connection, accounts.c.skeleton == skeleton, changing)


def one_account(connection: Connection, which: "ColumnElement[bool]", changing: bool) -> AccountRow | None:
    """Return an account, or None.  An account that is changed is locked first, before anything that belongs to it."""
    question = select(*ACCOUNT).where(which)
    found = connection.execute(question.with_for_update() if changing else question).one_or_none()
    return AccountRow(*found) if found else None


def claim(connection: Connection, account: AccountRow, session: SessionRow, codes: Iterable[str]) -> None:
    """Store an account of a guest, whose own credential is spent from now on.

    Raises `IntegrityError` if the name is taken, or the guest has an account or had one.
    """
    connection.execute(insert(accounts), vars(account))
    connection.execute(insert(spent), {"id": account.person})
    connection.execute(insert(sessions), vars(session))
    set_codes(connection, account.person, codes)
    pushes.forget_people(connection, [account.person])  # of whoever else had the credential; the page asks again
    rows.remember_guest(connection, account.person, account.name, account.made_at)


def refusal_of(connection: Connection, asked: Confirmed) -> str:
    """Return why a change that was asked for may not be made any more, as the code of a refusal; "" if it may.

    The browser is signed in, and the password is that which it gave.  Until the end of the transaction nobody else changes the account.
    """
    account = account_of(connection, asked.account.person, changing=True)
    if account is None or not holds(connection, asked.here, account.person):
        return "signed_out"
    return "" if account.version == asked.account.version else "wrong_password"


def renew_codes(connection: Connection, asked: Confirmed, codes: Iterable[str]) -> str:
    """Store the digests of new recovery codes; return why not, as `refusal_of`."""
    refusal = refusal_of(connection, asked)
    if not refusal:
        set_codes(connection, asked.account.person, codes)
    return refusal


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


def rename(connection: Connection, here: str, person: str, name: str, skeleton: str, now: int) -> bool:
    """Change an account's name; return False if the browser that asks (`here`) is not signed in any more.

    Raises `IntegrityError` if the name is taken.
    """
    if account_of(connection, person, changing=True) is None or not holds(connection, here, person):
        return False
    connection.execute(update(accounts).where(accounts.c.person == person).values(name=name, skeleton=skeleton))
    rows.remember_guest(connection, person, name, now)
    return True


def change_password(connection: Connection, asked: Confirmed, password: str, session: SessionRow) -> tuple[str, set[str]]:
    """Change an account's password (its hash); return why not, as `refusal_of`, and which sessions ended."""
    refusal = refusal_of(connection, asked)
    return refusal, set() if refusal else set_password(connection, asked.account, password, session, asked.here)


def recover(
    connection: Connection, skeleton: str, code: str, password: str, session: SessionRow, instead: str
) -> tuple[AccountRow, set[str]] | None:
    """Use up a recovery code (its digest) and change the password; return the account and which sessions ended.

    None if there is no such account or code.
    """
    account = account_named(connection, skeleton, changing=True)
    if not use_code(connection, account.person if account else "", code) or account is None:
        return None
    return account, set_password(connection, account, password, session, instead)


def set_password(connection: Connection, account: AccountRow, password: str, session: SessionRow, instead: str) -> set[str]:
    """Change an account's password (its hash) and sign everybody out but `session`; return which sessions ended.

    The account is of a new version then, so that a sign-in under way comes too late.
    """
    version = renew(connection, account, password)
    ended = set(connection.execute(select(sessions.c.id).where(sessions.c.person == account.person)).scalars())
    pushes.move(connection, account.person, instead, session.id)
    end_sessions(connection, account.person, ended)
    pushes.forget_others(connection, account.person, session.id)
    return ended | add_session(connection, replace(session, person=account.person, version=version), instead)


def reset(connection: Connection, account: AccountRow, password: str, codes: Iterable[str]) -> None:
    """Sign everybody out of an account, and give it another password (its hash) and other recovery codes (their digests)."""
    renew(connection, account, password)
    set_codes(connection, account.person, codes)
    connection.execute(delete(sessions).where(sessions.c.person == account.person))
    pushes.forget_people(connection, [account.person])


def renew(connection: Connection, account: AccountRow, password: str) -> int:
    """Change an account's password (its hash); return the account's new version, of which no session is yet."""
    version = account.version + 1
    connection.execute(update(accounts).where(accounts.c.person == account.person).values(password=password, version=version))
    return version


# -- browsers that are signed in


def sign_in(connection: Connection, session: SessionRow, instead: str) -> set[str] | None:
    """Store a browser that signs in, as `add_session`; None if its account is of another version by now, or is none."""
    account = account_of(connection, session.person, changing=True)
    if account is None or account.version != session.version:
        return None
    return add_session(connection, session, instead)


def add_session(connection: Connection, session: SessionRow, instead: str) -> set[str]:
    """Store a browser that signs in, in place of the session `instead`, and forget those that were not here for long.

    Return which sessions ended.
    """
    own = select(sessions.c.id).where(sessions.c.person == session.person)
    pushes.move(connection, session.person, instead, session.id)
    end_sessions(connection, None, [instead])
    others = list(connection.execute(own.order_by(sessions.c.seen_at.desc())).scalars())
    old = set(connection.execute(own.where(sessions.c.seen_at < session.made_at - LIFETIME)).scalars())
    old.update(others[MOST_SESSIONS - 1 :])
    end_sessions(connection, session.person, old)
    connection.execute(insert(sessions), vars(session))
    return {*old, instead} - {""}


def sessions_of(connection: Connection, person: str) -> list[SessionRow]:
    """Return the browsers that are signed in to an account, the latest first."""
    question = select(*SESSION).join(accounts, CURRENT).where(sessions.c.person == person)
    return [SessionRow(*row) for row in connection.execute(question.order_by(sessions.c.seen_at.desc(), sessions.c.id))]


def end_sessions(connection: Connection, person: str | None, ids: Iterable[str]) -> None:
    """Sign browsers out, of a person or (None) of whoever they are; they are told of no turns any more."""
    ending = list(ids)
    gone = delete(sessions).where(sessions.c.id.in_(ending))
    connection.execute(gone if person is None else gone.where(sessions.c.person == person))
    pushes.forget_sessions(connection, person, ending)


def end_named(connection: Connection, here: str, person: str, named: str) -> set[str] | None:
    """Sign out the browser that a person's list names so, asked by the browser `here`; return which ended.  None if that is not signed in."""
    if not holds(connection, here, person):
        return None
    ending = {one.id for one in sessions_of(connection, person) if one.id[:NAMED] == named}
    end_sessions(connection, person, ending)
    return ending


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
    asked = select(events.c.seq, events.c.body).where(events.c.table_id == table)
    stored = {row[0]: row[1] for row in connection.execute(asked)}  # first: what is changed in between is not overwritten then
    found = rows.read_events(connection, table, 0, max(stored, default=0), vault=vault)
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
                old = stored[event.seq]
                bodies[event.seq] = old, sealed_again(vault, table, event.seq, old, body, over)
        if event.seq in starts and any(held.values()):
            sat = over[starts[event.seq]][2]
            left = [NOBODY if held.get(seat) else name for seat, name in enumerate(msgspec.json.decode(sat))]
            names[starts[event.seq]] = sat, msgspec.json.encode(left)
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
    elif fact.event not in (RESERVED, REMOVED, LET_IN):
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


def rewrite(connection: Connection, change: Rewritten) -> bool:
    """Store a table's entries and deals without a name.  Kept records of those deals go; they are made again from the log.

    What is not any more as it was read stays as it is, so that no other name comes back; return False then: it is to be read again.
    """
    table, bodies, names = change
    done = True
    with overwriting(connection):
        for seq, (old, body) in bodies.items():
            same = events.c.table_id == table, events.c.seq == seq, events.c.body == old
            done &= connection.execute(update(events).where(*same).values(body=body)).rowcount == 1
        for serial, (old, sat) in names.items():
            own = deals.c.table_id == table, deals.c.serial == serial, deals.c.names == old
            done &= connection.execute(update(deals).where(*own).values(names=sat)).rowcount == 1
            for index in (reviews, records):
                connection.execute(delete(index).where(index.c.id == f"{table}-{serial}"))
    return done


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


def delete_account(connection: Connection, asked: Confirmed, stuck: Iterable[str]) -> tuple[str, set[str]]:
    """Delete an account, after `rewrite` and `forget_deals`; return why not, as the code of a refusal, and which sessions ended.

    It is refused while the person has a chair: they may have taken one after they left all.  At the tables `stuck` nobody can leave one.
    """
    person = asked.account.person
    refusal = refusal_of(connection, asked)
    sits = select(chairs.c.seat).join(tables).where(chairs.c.guest == person, tables.c.open == 1)
    if not refusal and connection.execute(sits.where(tables.c.id.not_in(list(stuck))).limit(1)).scalar() is not None:
        refusal = "slow_down"
    if refusal:
        return refusal, set()
    ended = set(connection.execute(select(sessions.c.id).where(sessions.c.person == person)).scalars())
    with overwriting(connection):
        for index in (accounts, sessions, recovery):
            connection.execute(delete(index).where(index.c.person == person))
        connection.execute(delete(reports).where(reports.c.reporter == person))
        pushes.forget_people(connection, [person])
        for index, whom in ((desk, desk.c.target), (bars, bars.c.whom)):
            connection.execute(update(index).where(whom == person).values(about=NOBODY))
        connection.execute(delete(guests).where(guests.c.id == person))
    return "", ended


def forget_visits(connection: Connection, person: str) -> list[rows.TableRow]:
    """Delete where somebody was, in the transaction that deletes their account; return those tables.  No other comes after it."""
    there = tables_with(connection, person)
    connection.execute(delete(visits).where(visits.c.person == person))
    return there


def unname_results(connection: Connection, table: str, serial: int, seat: int) -> None:
    """Take the name of a seat out of what a deal was for the others, which nobody else changes until the end of the transaction."""
    own = results.c.table_id == table, results.c.serial == serial
    known = select(results.c.seat, results.c.names).where(*own).order_by(results.c.seat).with_for_update()
    for other, body in connection.execute(known).all():
        sitters = msgspec.json.decode(body)
        sitters[seat]["name"] = NOBODY
        connection.execute(update(results).where(*own, results.c.seat == other).values(names=msgspec.json.encode(sitters)))
