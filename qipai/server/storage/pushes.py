"""Who wants to be told that it is their turn, whom a table waits for, and the key by which push services know this server."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from .schema import guests, keys, presence, pushes, turns

MOST = 5  # browsers of a person; the eldest is forgotten for one more
FAILURES = 5  # in a row, after which a browser is forgotten
FEW = 50  # turns that are looked at together


@dataclass(frozen=True)
class PushRow:
    """A browser that is told."""

    id: str  # digest of the endpoint
    person: str
    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str
    made_at: int
    session: str = ""  # digest of the credential that it was asked for with; "" from before that was stored


class Turn(NamedTuple):
    """A person whom a table waits for."""

    table: str
    person: str
    seq: int  # of the question, as people see it


def subscribe(connection: Connection, row: PushRow) -> bool:
    """Store a browser; return False for a person who is not stored, who has never taken a chair, or is deleted meanwhile."""
    person = select(guests.c.id).where(guests.c.id == row.person).with_for_update(read=True, key_share=True)
    if connection.execute(person).scalar() is None:
        return False
    unsubscribe(connection, row.id)
    connection.execute(insert(pushes), {**vars(row), "failed": 0})
    known = select(pushes.c.id).where(pushes.c.person == row.person).order_by(pushes.c.made_at.desc(), pushes.c.id)
    unsubscribe(connection, *list(connection.execute(known).scalars())[MOST:])
    return True


def unsubscribe(connection: Connection, *ids: str) -> None:
    """Forget browsers."""
    connection.execute(delete(pushes).where(pushes.c.id.in_(ids)))


def move(connection: Connection, person: str, old: str, new: str) -> None:
    """Note that a browser has another credential (its digest) and is the same person's."""
    if old:
        connection.execute(update(pushes).where(pushes.c.person == person, pushes.c.session == old).values(session=new))


def forget_sessions(connection: Connection, person: str | None, digests: Iterable[str]) -> None:
    """Forget the browsers that asked with credentials of these digests, of a person or (None) of anybody."""
    gone = delete(pushes).where(pushes.c.session.in_([digest for digest in digests if digest]))
    connection.execute(gone if person is None else gone.where(pushes.c.person == person))


def forget_others(connection: Connection, person: str, digest: str) -> None:
    """Forget the browsers of a person but the one with a credential of this digest."""
    connection.execute(delete(pushes).where(pushes.c.person == person, pushes.c.session != digest))


def forget_people(connection: Connection, people: Iterable[str]) -> None:
    """Forget all browsers of some people, and that tables wait for them."""
    gone = list(people)
    connection.execute(delete(pushes).where(pushes.c.person.in_(gone)))
    connection.execute(delete(turns).where(turns.c.person.in_(gone)))


def browsers_of(connection: Connection, person: str) -> list[PushRow]:
    """Return the browsers of a person."""
    columns = [pushes.c[name] for name in PushRow.__dataclass_fields__]
    return [PushRow(*row) for row in connection.execute(select(*columns).where(pushes.c.person == person))]


def note_answer(connection: Connection, id: str, *, arrived: bool, gone: bool) -> None:
    """Note what a push service has answered; one that is gone, or has failed again and again, is forgotten."""
    failed = 0 if arrived else pushes.c.failed + 1
    connection.execute(update(pushes).where(pushes.c.id == id).values(failed=failed))
    connection.execute(delete(pushes).where(pushes.c.id == id, (pushes.c.failed >= FAILURES) | (gone is True)))


def note_turns(connection: Connection, table: str, people: Iterable[str], seq: int, due: int) -> None:
    """Note whom a table waits for since a question, if they want to be told; one who was told of it is not told again."""
    wanted = select(pushes.c.person).where(pushes.c.person.in_(list(people))).distinct()
    for person in sorted(connection.execute(wanted).scalars()):
        here = turns.c.table_id == table, turns.c.person == person
        known = connection.execute(select(turns.c.seq).where(*here)).scalar()
        if known is not None and known >= seq:
            continue
        connection.execute(delete(turns).where(*here))
        connection.execute(insert(turns), {"table_id": table, "person": person, "seq": seq, "due": due, "sent": 0})


def due_turns(connection: Connection, now: int) -> list[Turn]:
    """Return some people who are to be told by a time."""
    question = select(turns.c.table_id, turns.c.person, turns.c.seq).where(turns.c.sent == 0, turns.c.due <= now)
    return [Turn(*row) for row in connection.execute(question.order_by(turns.c.due).limit(FEW))]


def claim(connection: Connection, turn: Turn) -> bool:
    """Take it on to tell somebody; return False if another server does, or the table has gone on."""
    same = turns.c.table_id == turn.table, turns.c.person == turn.person, turns.c.seq == turn.seq, turns.c.sent == 0
    return connection.execute(update(turns).where(*same).values(sent=1)).rowcount == 1


def release(connection: Connection, turn: Turn) -> None:
    """Forget that a table waits for somebody, who need not be told: they are there, or the table has gone on."""
    same = turns.c.table_id == turn.table, turns.c.person == turn.person, turns.c.seq == turn.seq
    connection.execute(delete(turns).where(*same))


def is_there(connection: Connection, turn: Turn) -> bool:
    """Return whether somebody is connected to a table, at whatever server of this store."""
    question = select(presence.c.guest).where(presence.c.table_id == turn.table, presence.c.guest == turn.person)
    return connection.execute(question.where(presence.c.watching == 0).limit(1)).scalar() is not None


def find_key(connection: Connection, name: str) -> bytes | None:
    """Return a key of the server's own, as stored."""
    return connection.execute(select(keys.c.body).where(keys.c.name == name)).scalar()


def keep_key(connection: Connection, name: str, body: bytes, instead_of: bytes | None) -> bytes:
    """Store a key in place of one, or as the first; return the one that is stored then, which may be another server's."""
    if instead_of is not None:
        connection.execute(update(keys).where(keys.c.name == name, keys.c.body == instead_of).values(body=body))
    else:
        try:
            with connection.begin_nested():
                connection.execute(insert(keys), {"name": name, "body": body})
        except IntegrityError:
            pass
    return find_key(connection, name) or body
