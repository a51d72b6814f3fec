"""The HTTP handlers for accounts.  Whatever changes something is a POST with JSON, which no page of another site can send here.

A browser that claims, signs in, signs out or changes a password always gets a new credential; the one that it came with is worth nothing from
then on, and neither are the sockets that were opened with it.
"""

from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection as Store
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from qipai.engine.errors import RecordError
from qipai.session import TABLE, Session, seat_actor
from qipai.session.chairs import PERSON, check_name
from qipai.session.folding import PLAYING

from .accounts import session_for
from .answers import answer
from .api import T, body_of, guest_of, house_of
from .gate import address_of
from .guests import bearer_token, cookie_header, digest_in, new_token
from .guests import guest_of as digest_of
from .house import SHOWN, House
from .mine import view_game
from .protocol import AccountView, Credentials, PasswordForm, RecoveryForm, SessionView
from .refusals import Refused
from .reporting import attached_to
from .storage import accounts, pushes, reports, results, rows
from .storage.accounts import AccountRow, Confirmed
from .tables import Table, now_ms

EXPORTED = 100_000  # deals in an export
TRIES = 5  # of a deletion whose person sits down again and again


class NameForm(msgspec.Struct, forbid_unknown_fields=True):
    """The body of POST /api/account/name."""

    name: str


class SessionForm(msgspec.Struct, forbid_unknown_fields=True):
    """The body of POST /api/account/end_session."""

    id: str


class NothingForm(msgspec.Struct, forbid_unknown_fields=True):
    """The body of POST /api/account/sign_out."""


async def form_of(request: Request, kind: type[T]) -> T:
    """Return the body of a request for an account.  Raises `Refused` unless it is JSON from a browser, and this server keeps accounts."""
    if not house_of(request).accounts.available:
        raise Refused("no_accounts")
    if bearer_token(request) is not None:
        raise Refused("only_browsers")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("not_json")
    return await body_of(request, kind)


async def account_of(request: Request) -> AccountRow | None:
    """Return the account that a request is signed in to, or None."""
    person, _ = await guest_of(request)
    return await house_of(request).database.read(lambda store: accounts.account_of(store, person))


async def signed_in(request: Request) -> AccountRow:
    """Return the account that a request is signed in to.  Raises `Refused` if there is none."""
    account = await account_of(request)
    if account is None:
        raise Refused("signed_out")
    return account


async def view(request: Request, person: str, here: str, codes: list[str] | None = None) -> AccountView:
    """Return what a person is told of their account.  `here`: the digest of their credential; `codes`: new ones."""
    house = house_of(request)

    def read(store: Store) -> AccountView:
        account = accounts.account_of(store, person)
        found = accounts.sessions_of(store, person) if account else []
        return AccountView(
            available=house.accounts.available,
            name=account.name if account else "",
            made_at=account.made_at if account else 0,
            games=results.count_of(store, person),
            seated=len(rows.tables_of(store, person, SHOWN)),
            codes_left=accounts.count_codes(store, person),
            codes=codes or [],
            sessions=[SessionView(one.id[:16], one.label, one.made_at, one.seen_at, one.id == here) for one in found],
        )

    return await house.database.read(read)


async def look(request: Request) -> Response:
    """GET /api/account: the account of the person who asks, if they have one."""
    house = house_of(request)
    house.reading.lists.ask(address_of(request.scope), "slow_down")
    person, headers = await guest_of(request)
    return answer(await view(request, person, digest_in(request)), headers=headers)


async def claim(request: Request) -> Response:
    """POST /api/account: make an account of the guest."""
    wanted = await form_of(request, Credentials)
    name = check_name(wanted.name)
    house, (person, _) = house_of(request), await guest_of(request)
    if await account_of(request) is not None:
        raise Refused("signed_in")
    token, session = session_for(person, request.headers, now_ms())
    codes = await house.accounts.claim(person, name, wanted.password, session, address_of(request.scope))
    house.guests.end({person})
    headers = {"set-cookie": cookie_header(request, token)}
    return answer(await view(request, person, session.id, codes), 201, headers)


async def sign_in(request: Request) -> Response:
    """POST /api/account/sign_in: sign in with a name and a password."""
    wanted = await form_of(request, Credentials)
    house, address = house_of(request), address_of(request.scope)
    token, session = session_for("", request.headers, now_ms())
    account, ended = await house.accounts.sign_in(wanted.name, wanted.password, session, digest_in(request), address)
    return await admitted(request, account, token, ended)


async def recover(request: Request) -> Response:
    """POST /api/account/recover: sign in with a recovery code and set a new password; every other session ends."""
    wanted = await form_of(request, RecoveryForm)
    house, address = house_of(request), address_of(request.scope)
    token, session = session_for("", request.headers, now_ms())
    account, ended = await house.accounts.recover(wanted.name, wanted.code, wanted.new, session, digest_in(request), address)
    return await admitted(request, account, token, ended)


async def admitted(request: Request, account: AccountRow, token: str, ended: set[str]) -> Response:
    """Tell a browser that it is signed in with a new credential; the sockets of sessions that ended with it end."""
    house_of(request).guests.end(ended)
    headers = {"set-cookie": cookie_header(request, token)}
    return answer(await view(request, account.person, digest_of(token)), headers=headers)


async def sign_out(request: Request) -> Response:
    """POST /api/account/sign_out: end this session; the browser is a new guest."""
    await form_of(request, NothingForm)
    house, account, old = house_of(request), await signed_in(request), digest_in(request)
    await house.database.write(lambda store: accounts.end_sessions(store, account.person, [old]))
    house.guests.end({old})
    return as_new_guest(request)


def as_new_guest(request: Request) -> Response:
    """Return an answer that makes the browser a new guest."""
    nobody = AccountView(True, "", 0, 0, 0, 0, [], [])
    return answer(nobody, headers={"set-cookie": cookie_header(request, new_token())})


async def end_session(request: Request) -> Response:
    """POST /api/account/end_session: sign another browser out."""
    wanted = await form_of(request, SessionForm)
    house, account, here = house_of(request), await signed_in(request), digest_in(request)
    ended = await house.database.write(lambda store: accounts.end_named(store, here, account.person, wanted.id))
    if ended is None:
        raise Refused("signed_out")
    house.guests.end(ended)
    return answer(await view(request, account.person, here))


async def change_name(request: Request) -> Response:
    """POST /api/account/name: change the account's name."""
    name = check_name((await form_of(request, NameForm)).name)
    account, here = await signed_in(request), digest_in(request)
    await house_of(request).accounts.rename(here, account.person, name, address_of(request.scope), now_ms())
    return answer(await view(request, account.person, here))


async def confirmed(request: Request) -> tuple[Confirmed, PasswordForm]:
    """Return the account that a request is signed in to and its form, whose password is right.  Raises `Refused`.

    Whatever is changed then asks once more whether that is so, in the transaction that changes it.
    """
    wanted, account = await form_of(request, PasswordForm), await signed_in(request)
    await house_of(request).accounts.confirm(account, wanted.password, address_of(request.scope))
    return Confirmed(digest_in(request), account), wanted


async def change_password(request: Request) -> Response:
    """POST /api/account/password: change the password; every other session ends, and this one gets a new credential."""
    asked, wanted = await confirmed(request)
    token, session = session_for("", request.headers, now_ms())
    ended = await house_of(request).accounts.change_password(asked, wanted.new, session)
    return await admitted(request, asked.account, token, ended)


async def renew_codes(request: Request) -> Response:
    """POST /api/account/codes: make new recovery codes in place of the old ones."""
    asked, _ = await confirmed(request)
    codes = await house_of(request).accounts.renew_codes(asked)
    return answer(await view(request, asked.account.person, asked.here, codes))


async def export(request: Request) -> Response:
    """GET /api/account/export.json: all that is stored of a person, apart from the records, which are in /api/me/records.zip."""
    house = house_of(request)
    house.reading.archives.ask(address_of(request.scope), "slow_down")
    account = await signed_in(request)
    shown = await view(request, account.person, digest_in(request))
    played = await house.database.read_long(lambda store: results.played_by(store, account.person, None, EXPORTED))
    games = [view_game(house.games.get(one.game), table, one) for table, one in played]
    made = await house.database.read(lambda store: reports.made_by(store, account.person))
    browsers = await house.database.read(lambda store: pushes.browsers_of(store, account.person))
    told = {
        "name": account.name,
        "made_at": account.made_at,
        "sessions": shown.sessions,
        "games": games,
        "reports": [{"at": one.at, "table": one.table_id, "why": one.why, "text": attached_to(one).text} for one in made],
        "told_of_turns": [{"endpoint": one.endpoint, "language": one.language, "made_at": one.made_at} for one in browsers],
    }
    headers = {"content-disposition": 'attachment; filename="qipai-account.json"'}
    return answer({"person": account.person, **told}, headers=headers)


# -- deleting


async def delete(request: Request) -> Response:
    """POST /api/account/delete: delete the account and the name wherever it is stored; the browser is a new guest."""
    asked, _ = await confirmed(request)
    house, person = house_of(request), asked.account.person
    for _ in range(TRIES):
        stuck = await leave(house, person)
        refusal, ended, there = await house.database.write(partial(delete_all, asked=asked, stuck=stuck))
        if refusal != "slow_down":  # they took another chair meanwhile
            break
    if refusal:
        raise Refused(refusal, wait=1)
    house.guests.end(ended)
    await leave(house, person, there)  # what they did while their logs were read; now they can do nothing more
    house.records.forget()
    return as_new_guest(request)


def delete_all(store: Store, asked: Confirmed, stuck: list[str]) -> tuple[str, set[str], list[rows.TableRow]]:
    """Delete an account as `accounts.delete_account`, and with it where its person was; return those tables too."""
    refusal, ended = accounts.delete_account(store, asked, stuck)
    return refusal, ended, [] if refusal else accounts.forget_visits(store, asked.account.person)


async def leave(house: House, person: str, there: list[rows.TableRow] | None = None) -> list[str]:
    """Leave every table where somebody is, and take their name out of all logs and lists; return the tables that nobody can leave.

    `there`: those tables, where the store does not know them any more.  Raises `Refused` as `leave_tables`.
    """
    database = house.database
    found = there if there is not None else await database.read_long(lambda store: accounts.tables_with(store, person))
    stuck = await leave_tables(house, found, person)
    for row in found:  # a little at a time, so that no table waits; who is cut off here asks for it again
        with suppress(RecordError):  # of a log that nobody can read
            read = partial(accounts.without_name, table=row.id, person=person, vault=database.vault)
            while not await database.write(partial(accounts.rewrite, change=await database.read_long(read))):
                pass  # somebody else of this table has deleted their account meanwhile
    while await database.write(partial(accounts.forget_deals, person=person)):
        pass
    return stuck


async def leave_tables(house: House, found: list[rows.TableRow], person: str) -> list[str]:
    """Leave every table where somebody sits or has reserved a chair; return those that are damaged or of no game.

    Raises `Refused` if one of them is in the middle of a deal.
    """
    tables: list[Table] = []
    stuck: list[str] = []
    for row in found:
        if row.open:
            try:
                house.game(row.game)
                tables.append(await house.table(row))
            except Refused:
                stuck.append(row.id)
    for table in tables:
        session = table.session
        sits = any(chair.guest == person for chair in session.chairs)
        if session.phase == PLAYING and sits and not alone_at(session, person):
            raise Refused("still_seated", table=table.row.code)
    for table in tables:
        session, seat = table.session, table.seat_of(person)
        if alone_at(session, person):
            await table.change(TABLE, partial(session.close, "left"))
            continue
        kept = next(iter(session.reserved_by(person)), None)
        if kept is not None:
            await table.change(seat_actor(kept), partial(session.unreserve, person), person)
        if seat is not None:
            await table.change(seat_actor(seat), partial(session.stand, seat), person)
    return stuck


def alone_at(session: Session, person: str) -> bool:
    """Return whether somebody sits at a table, and no other person."""
    return {chair.guest for chair in session.chairs if chair.player == PERSON} == {person}


ROUTES = [
    Route("/api/account", look),
    Route("/api/account", claim, methods=["POST"]),
    Route("/api/account/export.json", export),
    *(
        Route(f"/api/account/{name}", handler, methods=["POST"])
        for name, handler in {
            "sign_in": sign_in,
            "sign_out": sign_out,
            "recover": recover,
            "end_session": end_session,
            "name": change_name,
            "password": change_password,
            "codes": renew_codes,
            "delete": delete,
        }.items()
    ),
]
