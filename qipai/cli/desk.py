"""`qipai desk`: what an operator does while the house is open.  Each command says why, and all of it is written down."""

import getpass
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import app, speaks
from .operating import PLACE, place_of
from .serving import ConfigFile, settings_from, takes_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from qipai.server.storage.desk import Deed
    from qipai.server.storage.rows import TableRow

WAIT = 5.0  # seconds for a server to do what is asked for
LONGEST = 300  # characters of an announcement, and of why
ID = 12  # letters of a bar's id, and of a guest's that say who is meant

desk = typer.Typer(no_args_is_help=True)
app.add_typer(desk, name="desk")


@desk.callback()
def sit_down() -> None:
    """Do something while the house is open: close a table, bar somebody, tell everybody."""
    run_rules("plain")


Why = Annotated[str, typer.Option("--why", help="Why, in your own words; it is written down.", metavar="TEXT")]
Who = Annotated[str | None, typer.Option("--who", help="Who does it, if not whoever is logged in.", metavar="NAME")]
Tell = Annotated[bool, typer.Option("--tell", help="Tell them why, too.")]
For = Annotated[str | None, typer.Option("--for", help="For how long, as 30min, 12h or 3d.", metavar="TIME")]
Code = Annotated[str, typer.Argument(help="The table's code.", metavar="TABLE")]


def now_ms() -> int:
    """Return the time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


def hand(did: str, about: str, why: str, who: str | None, **more: Any) -> "Deed":
    """Return what somebody does at the desk, to be written down.  Raises `QipaiError` without a reason."""
    from qipai.server.storage.desk import Deed

    return Deed(now_ms(), (who or logged_in())[:64], did, about[:200], plain("--why", why), **more)


def logged_in() -> str:
    """Return who is logged in."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container has no names of users
        return "?"


def plain(what: str, text: str) -> str:
    """Return a text that people read, without what cannot be seen.  Raises `QipaiError` if it is empty or too long."""
    from qipai.engine.errors import QipaiError
    from qipai.server.reporting import readable

    text = readable(text)
    if not 1 <= len(text) <= LONGEST:
        raise QipaiError(f"{what} has {len(text)} characters; accepted is a text of 1 to {LONGEST}.")
    return text


def until_of(given: str | None) -> int:
    """Return the time at which something ends that begins now; 0 without one.  Raises `QipaiError`."""
    from qipai.engine.errors import QipaiError
    from qipai.server.declaring import KEPT_FOR, read_kept

    if given is None:
        return 0
    try:
        seconds = read_kept(given)
        if not seconds:
            raise ValueError
    except ValueError:
        raise QipaiError(f"--for is {given!r}; accepted is {KEPT_FOR.accepted.removesuffix(', or 0')}.") from None
    return now_ms() + round(seconds * 1000)


def date(at: int) -> str:
    """Return a time as it is read."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


# -- tables


@speaks
def close(code: Code, why: Why, who: Who = None, config: ConfigFile = None, **flags: Any) -> None:
    """Close a table for everybody.  A deal that is being played there ends at once, and is not scored."""
    at_table("close", code, why, who, settings_from(flags, config))


@speaks
def unlist(code: Code, why: Why, who: Who = None, config: ConfigFile = None, **flags: Any) -> None:
    """Take a table out of the lobby for good; its host cannot open it to everyone again, and its link still works."""
    at_table("unlist", code, why, who, settings_from(flags, config))


@speaks
def relist(code: Code, why: Why, who: Who = None, config: ConfigFile = None, **flags: Any) -> None:
    """Let a table's host open it to everyone again."""
    at_table("relist", code, why, who, settings_from(flags, config))


def at_table(did: str, code: str, why: str, who: str | None, settings: Any) -> None:
    """Do something to a table, and say whether a server has done its part."""
    from qipai.server.storage import desk as store
    from qipai.server.storage import rows

    place = place_of(settings)

    def change(connection: "Connection") -> "tuple[TableRow, int]":
        row = table_named(connection, code)
        if did != "close":
            rows.keep_unlisted(connection, row.id, did == "unlist")
        waits = did != "relist" and row.open
        return row, store.note(connection, hand(did, row.code, why, who, target=row.id, done=int(not waits)))

    row, number = store.at_desk(place, change)
    end = time.monotonic() + WAIT
    while not (done := store.at_desk(place, lambda connection: store.is_done(connection, number))) and time.monotonic() < end:
        time.sleep(0.1)
    said = {"close": "is closed", "unlist": "is out of the lobby", "relist": "may be opened to everyone again"}[did]
    typer.echo(f"qipai: table {row.code} {said if done else 'is dealt with as soon as a server runs; none has done it yet'}.")


def table_named(connection: "Connection", code: str) -> "TableRow":
    """Return the table with a code.  Raises `QipaiError`."""
    from qipai.engine.errors import QipaiError
    from qipai.server.codes import read_code
    from qipai.server.storage import rows

    row = rows.find_table(connection, code=read_code(code))
    if row is None:
        raise QipaiError(f"There is no table {code}.")
    return row


# -- who may come in


@speaks
def bar(
    why: Why,
    guest: Annotated[str | None, typer.Option(help="A guest, by the beginning of the id that `qipai reports` shows.")] = None,
    account: Annotated[str | None, typer.Option(help="An account, by its name.", metavar="NAME")] = None,
    address: Annotated[str | None, typer.Option(help="An IP address; of IPv6 its /64 network.", metavar="IP")] = None,
    time_: For = None,
    tell: Tell = False,
    who: Who = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Let a guest, an account or an address not come in for a time; sockets that are open are closed."""
    _bar({"guest": guest, "account": account, "address": address}, time_, why, tell, who, settings_from(flags, config))


def _bar(whom: dict[str, str | None], time_: str | None, why: str, tell: bool, who: str | None, settings: Any) -> None:
    from qipai.engine.errors import QipaiError
    from qipai.server.codes import new_id
    from qipai.server.storage import desk as store

    given = {kind: name for kind, name in whom.items() if name}
    until, why = until_of(time_), plain("--why", why)
    if len(given) != 1 or not until:
        raise QipaiError("Say who may not come in, by one of --guest, --account and --address, and how long, with --for.")
    ((kind, name),) = given.items()

    def change(connection: "Connection") -> "store.BarRow":
        if kind == "address":
            found, about = address_key(name), "an address"
        else:
            found, about = person(connection, kind, name)
        row = store.BarRow(
            new_id()[:ID],
            store.ADDRESS if kind == "address" else store.PERSON,
            found,
            about,
            why if tell else "",
            now_ms(),
            until,
        )
        store.bar(connection, row)
        target = "" if kind == "address" else found
        store.note(connection, hand("bar", f"{about} ({row.id})", why, who, until=until, target=target))
        return row

    made = store.at_desk(place_of(settings), change)
    typer.echo(f"qipai: {made.about} may not come in until {date(until)}.  `qipai desk unbar {made.id}` takes it back.")


def address_key(text: str) -> str:
    """Return the key of an address for limits and bars.  Raises `QipaiError` for a text that is none."""
    import ipaddress

    from qipai.engine.errors import QipaiError
    from qipai.server.limits import household

    try:
        ipaddress.ip_address(text)
    except ValueError:
        raise QipaiError(f"--address is {text!r}; accepted is an IP address, as 203.0.113.7.") from None
    return household(text)


def person(connection: "Connection", kind: str, name: str) -> tuple[str, str]:
    """Return the guest that is meant, and how they are called at the desk.  Raises `QipaiError`."""
    from qipai.engine.errors import QipaiError
    from qipai.server.accounts import skeleton
    from qipai.server.storage import accounts, rows

    if kind == "account":
        account = accounts.account_named(connection, skeleton(name))
        if account is None:
            raise QipaiError(f"There is no account {name!r}.")
        return account.person, account.name
    found = rows.guests_like(connection, name)
    if len(found) != 1 or len(name) < 6:
        few = "No guest is stored" if not found else "Several guests are stored"
        raise QipaiError(
            f"{few} whose id begins with {name!r}; `qipai reports` shows ids, of which 6 letters or more are needed."
        )
    return found[0], f"guest {found[0][:ID]}"


@speaks
def unbar(
    id: Annotated[str, typer.Argument(help="As `qipai desk bars` shows it.", metavar="BAR")],
    why: Why,
    who: Who = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Let somebody come in again."""
    _unbar(id, why, who, settings_from(flags, config))


def _unbar(id: str, why: str, who: str | None, settings: Any) -> None:
    from qipai.engine.errors import QipaiError
    from qipai.server.storage import desk as store

    def change(connection: "Connection") -> "store.BarRow":
        row = store.unbar(connection, id)
        if row is None:
            raise QipaiError(f"There is no bar {id}; `qipai desk bars` shows them.")
        target = row.whom if row.kind == store.PERSON else ""
        store.note(connection, hand("unbar", f"{row.about} ({row.id})", why, who, target=target))
        return row

    typer.echo(f"qipai: {store.at_desk(place_of(settings), change).about} may come in again.")


@speaks
def bars(config: ConfigFile = None, **flags: Any) -> None:
    """Show who may not come in."""
    _bars(settings_from(flags, config))


def _bars(settings: Any) -> None:
    from qipai.server.storage import desk as store

    found = store.at_desk(place_of(settings), lambda connection: store.all_bars(connection, now_ms()))
    for row in found:
        typer.echo(f"{row.id}  until {date(row.until)}  {row.about}{f'; told: {row.told}' if row.told else ''}")
    typer.echo(f"qipai: {len(found)} {'bar' if len(found) == 1 else 'bars'}.")


@speaks
def reset(
    name: Annotated[str, typer.Argument(help="The account's name.", metavar="ACCOUNT")],
    why: Why,
    who: Who = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Reset an account's password: every browser is signed out, and one recovery code, which is shown once, opens it again."""
    _reset(name, why, who, settings_from(flags, config))


def _reset(name: str, why: str, who: str | None, settings: Any) -> None:
    from qipai.server.accounts import digest_of_code, hash_of_nothing, new_codes
    from qipai.server.storage import accounts
    from qipai.server.storage import desk as store

    code = new_codes()[0]

    def change(connection: "Connection") -> str:
        found, about = person(connection, "account", name)
        account = accounts.account_of(connection, found, changing=True)
        assert account is not None
        accounts.reset(connection, account, hash_of_nothing(), [digest_of_code(code)])
        store.note(connection, hand("reset", about, why, who, target=found))
        return about

    about = store.at_desk(place_of(settings), change)
    typer.echo(f"qipai: {about} is signed out everywhere.  The old password and the old recovery codes are worth nothing.")
    typer.echo(f"qipai: with this code, once, a new password can be set: {code}")


# -- what everybody is told


@speaks
def announce(
    why: Why,
    sentence: Annotated[str | None, typer.Argument(help="What everybody reads.", metavar="SENTENCE")] = None,
    off: Annotated[bool, typer.Option("--off", help="Take down what everybody reads.")] = False,
    time_: For = None,
    who: Who = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Tell everybody a sentence in your own words, on every page, or take it down."""
    from qipai.engine.errors import QipaiError

    if (sentence is None) == (not off):
        raise QipaiError("Give a sentence, or --off.")
    body = None if sentence is None else plain("The sentence", sentence)
    _sign("announcement", body, time_, hand("announce", body or "off", why, who), settings_from(flags, config))
    typer.echo("qipai: everybody is told." if body else "qipai: everybody is told nothing any more.")


@speaks
def maintenance(
    state: Annotated[str, typer.Argument(help="on or off.", metavar="on|off")],
    why: Why,
    time_: For = None,
    who: Who = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Let no new table and no new deal begin, and tell everybody; deals that are being played go on.  Or let them begin again."""
    from qipai.engine.errors import QipaiError

    if state not in ("on", "off"):
        raise QipaiError(f"maintenance is {state!r}; accepted is on or off.")
    body = "" if state == "on" else None
    _sign("maintenance", body, time_, hand("maintenance", state, why, who), settings_from(flags, config))
    typer.echo("qipai: no new table or deal begins." if state == "on" else "qipai: tables and deals begin again.")


def _sign(name: str, body: str | None, time_: str | None, deed: "Deed", settings: Any) -> None:
    """Put a sign at the door for a time or until it is taken down, which no body does, and write that down."""
    from qipai.server.storage import desk as store

    until = until_of(time_)

    def change(connection: "Connection") -> None:
        store.take_down(connection, name)
        if body is not None:
            store.hang(connection, store.Sign(name, body, deed.at, until))
        store.note(connection, replace(deed, until=until))

    store.at_desk(place_of(settings), change)


@speaks
def log(config: ConfigFile = None, **flags: Any) -> None:
    """Show what was done at the desk: who, when and why, the latest first."""
    _log(settings_from(flags, config))


def _log(settings: Any) -> None:
    from qipai.server.storage import desk as store

    found = store.at_desk(place_of(settings), store.read_log)
    for deed in found:
        end, open_ = f", until {date(deed.until)}" if deed.until else "", "" if deed.done else "  (not done yet)"
        typer.echo(f"{date(deed.at)}  {deed.who}: {deed.did} {deed.about}{end}{open_}\n  why: {deed.why}")
    typer.echo(f"qipai: {len(found)} {'deed' if len(found) == 1 else 'deeds'}.")


for command in (close, unlist, relist, bar, unbar, bars, reset, announce, maintenance, log):
    desk.command()(takes_settings(command, PLACE))
