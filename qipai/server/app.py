"""The server application and its start: routes, middleware, the listening socket."""

import asyncio
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from qipai.engine import compiling
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.game import Game
from qipai.engine.places import user_folder
from qipai.version import __version__

from . import account_api, api, mine, pages, pushing, sockets
from .answers import refuse
from .bell import reach
from .doors import Doors, door_for, files_allowed
from .failures import report, report_from_loop
from .gate import Gate, Names
from .house import House
from .logs import set_up
from .protocol import MAX_MESSAGE
from .refusals import Refused
from .settings import Settings
from .storage.database import Database, changed
from .storage.deadlines import OutcomeUnknown
from .storage.locking import LINGERING
from .storage.sealing import Vault, read_keys
from .supervising import ends_with_parent, supervise

HERE = "127.0.0.1"  # shown as localhost; ::1 is not, which some machines do not call so
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # wildcard address: a remote address of the same family
FIRST_INHERITED = 3  # number of the first file that systemd hands over
SEND_BUFFER = 128 * 1024  # bytes per connection in the system's send buffer
# With Python's defaults a collection stops 1,200 sockets for a fifth of a second (measured).
GC_THRESHOLDS = (2_000, 50, 1000)

log = logging.getLogger("qipai.server")

ROUTES = [
    Route("/api/health", api.health),
    Route("/api/ready", api.ready),
    Route("/api/metrics", api.metrics),
    Route("/api/games", api.games),
    Route("/api/words", api.words),
    Route("/api/games/{name}/rules/{language}", api.rules),
    Route("/api/games/{name}/exercises", api.exercise),
    Route("/api/tables", api.open_table, methods=["POST"]),
    Route("/api/reports", api.report_person, methods=["POST"]),
    Route("/api/company", api.sit_with_people, methods=["POST"]),
    Route("/api/lessons", api.open_lesson, methods=["POST"]),
    Route("/api/guests", api.new_guest, methods=["POST"]),
    Route("/api/notice", api.notice),
    Route("/api/me", api.me),
    Route("/api/me/games", mine.my_games),
    Route("/api/me/statistics", mine.my_statistics),
    Route("/api/me/records.zip", mine.my_records),
    Route("/api/push", pushing.push_key),
    Route("/api/push", pushing.subscribe, methods=["POST"]),
    Route("/api/push", pushing.unsubscribe, methods=["DELETE"]),
    *account_api.ROUTES,
    Route("/api/records/{id}.qp", api.record_file),
    Route("/api/records/{id}/review", api.review),
    Route("/api/records/{id}/review", api.want_review, methods=["POST"]),
    Route("/api/records/{id}/positions", api.open_position, methods=["POST"]),
    Route("/api/records/{id}", api.replay),
    WebSocketRoute("/ws/lobby", sockets.lobby_socket),
    WebSocketRoute("/ws/table/{code}", sockets.table_socket),
    WebSocketRoute("/ws/watch/{code}", sockets.watch_socket),
    Route("/", pages.page),
    Route("/t/{path:path}", pages.page),
    Route("/w/{path:path}", pages.page),
    Route("/r/{path:path}", pages.page),
    Route("/x/{path:path}", pages.page),
    Route("/rules/{path:path}", pages.page),
    Route("/mine", pages.page),
    Route("/account", pages.page),
    Route("/{path:path}", pages.static_file),
]


def create_app(
    settings: Settings,
    database: Database,
    *,
    games: Mapping[str, Game] | None = None,
    ready: Callable[[], None] | None = None,
) -> Starlette:
    """Return the ASGI application, which keeps the log in `database` and closes that at its end.

    `ready` is called when it begins to serve.  Raises `QipaiError` if the rules are compiled in this process.
    """
    if compiling.NATIVE:  # a compiler would hold the interpreter against every table
        raise QipaiError("Tables are served with the plain rules: start with QIPAI_RULES=plain.")
    if games is None:
        from qipai.games import GAMES

        games = GAMES

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(report_from_loop)
        app.state.house = house = House(database, games, settings)
        if hasattr(app.state, "doors"):
            house.doors = app.state.doors.held.total
        await house.start()
        if ready:
            ready()
        yield
        await house.stop()

    names = Names([settings.host], settings.origin)
    return Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(Gate, names=names, requests=settings.limits.requests)],
        exception_handlers={QipaiError: on_refusal, HTTPException: on_http, SQLAlchemyError: on_store},
    )


async def on_refusal(request: Request, error: Exception) -> Response:
    """Answer a `QipaiError` with its refusal."""
    if isinstance(error, Refused):
        return refuse(error)
    assert isinstance(error, QipaiError)
    if isinstance(error, RecordError):  # the text of an error in a log may contain hidden cards
        report("a request", error)
        return refuse(Refused("broken"))
    return refuse(api.refused_by(error))


async def on_store(request: Request, error: Exception) -> Response:
    """Answer a failure of the store: what was to be stored did not happen, or it is not known whether all of it did."""
    report("the store", error)
    if request.method in ("GET", "HEAD"):
        return refuse(Refused("not_ready"))
    return refuse(Refused("outcome_unknown" if changed.get() or isinstance(error, OutcomeUnknown) else "not_stored"))


async def on_http(request: Request, error: Exception) -> Response:
    """Answer an unknown path or method with a refusal."""
    assert isinstance(error, HTTPException)
    return refuse(Refused("unknown_method" if error.status_code == 405 else "unknown_path"))


def serve(settings: Settings) -> None:
    """Serve tables until interrupted.  Raises `QipaiError` if the address, folder or database cannot be used."""
    set_up(settings.log_format)
    if settings.bell is not None:
        reach(settings.bell)
    settings = replace(settings, host=host_of(settings.host))
    listener = inherited() or listen(settings.host, settings.port)
    if settings.workers == 1:
        serve_at(settings, listener, True)
    else:
        Database.open(place_of(settings), vault=vault_of(settings)).close()  # what is wrong with it is said once
        supervise(settings, listener, work)


def work(settings: Settings, listener: socket.socket, first: bool, begun: Pipe) -> None:
    """Serve as one of several processes."""
    set_up(settings.log_format)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it once more when it has ended well

    def tell() -> None:
        with suppress(OSError):  # nobody waits for it
            begun.send(True)

    try:
        serve_at(settings, listener, first, tell)
    except QipaiError as error:
        log.error("%s", error)
        sys.exit(2)
    except KeyboardInterrupt:
        pass


def serve_at(settings: Settings, listener: socket.socket, first: bool, begun: Callable[[], None] = lambda: None) -> None:
    """Serve on a listening socket until interrupted; the first process says where.  Raises `QipaiError`.

    `begun` is called when it serves.
    """
    folder = Names((), settings.origin).folder
    address = f"http://{bracketed(reached_as(settings.host))}:{listener.getsockname()[1]}{folder and f'{folder}/'}"

    def ready() -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        log.info("the server begins", extra={"told": {"version": __version__, "address": address}})
        database.tell_address(address_here(listener))
        replaced = ends_with_parent(lambda: server.handle_exit(signal.SIGTERM, None))
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # Windows; nohup
            end = server.make_room if replaced else partial(server.handle_exit, signal.SIGHUP, None)
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, end)
        begun()
        if not first:
            return
        with suppress(OSError):  # the log has it too
            print(f"qipai: the table is open at {address}", flush=True)
        if settings.browser:
            import webbrowser

            # A browser in this terminal lasts as long as it is looked at, and must not keep the server from ending.
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    database = Database.open(place_of(settings), durable=settings.durable, vault=vault_of(settings))
    app = create_app(settings, database, ready=ready)
    server = Server(app, settings)
    server.run([listener])


class Server(uvicorn.Server):
    """The web server.  Asked to end, it says so at once, then tells every socket (close code 1012) and stores what waits."""

    def __init__(self, app: Starlette, settings: Settings) -> None:
        room = files_allowed()
        if room < 1:
            raise QipaiError(
                f"The system lets this process open too few files: {1 - room} more are needed at least.  Raise its limit, by "
                f"`ulimit -n 1024`, or LimitNOFILE= of systemd."
            )
        if settings.connections > room:
            raise QipaiError(f"The system lets this process hold {room} connections, not {settings.connections} (ulimit -n).")
        doors = Doors(
            settings.head_time, settings.body_time, settings.connections or room,
            settings.limits.connections_of_address, frozenset(settings.trusted), bytes(refuse(Refused("full_house", wait=5)).body),
        )  # fmt: skip
        super().__init__(uvicorn.Config(app, http=door_for(doors), **uvicorn_options(settings.trusted)))
        self._app = app
        self._moving: asyncio.Task[None] | None = None
        app.state.doors = doors

    def make_room(self) -> None:
        """Let nobody in any more, send everybody to the workers that replace this one, and end; called for a signal."""
        if self._moving is None and not self.should_exit:
            log.info("the server makes room for another")
            self._moving = asyncio.create_task(self._move())

    async def _move(self) -> None:
        for server in self.servers:
            server.close()
        try:
            await self._app.state.house.move_away()
        except Exception as failure:
            report("moving", failure)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, whoever is still on the way."""
        if self._moving is not None:
            self._moving.cancel()
            await asyncio.wait({self._moving})
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note that the server ends; called for a signal."""
        if hasattr(self._app.state, "house"):
            self._app.state.house.draining = True
        log.info("the server ends", extra={"told": {"signal": sig}})
        super().handle_exit(sig, frame)


def place_of(settings: Settings) -> Path | str:
    """Return where the tables' log is: a folder, or the URL of a database."""
    if settings.database is not None:
        return settings.database
    if settings.data is not None:
        return settings.data
    folder = user_folder("data")
    if folder is None:
        raise QipaiError("There is no home folder to keep the tables in; choose a folder with --data.")
    return folder


def vault_of(settings: Settings) -> Vault:
    """Return the keys of running deals.  Raises `QipaiError` if their file cannot be read."""
    return Vault(read_keys(settings.card_key) if settings.card_key else ())


def reached_as(host: str) -> str:
    """Return the name or address under which other machines can reach a server on `host`, for links that people pass on."""
    if host == HERE:
        return "localhost"
    if host not in EVERYWHERE:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way_out:
            way_out.connect((EVERYWHERE[host], 9))  # sends nothing, but selects the local address for the route
            return str(way_out.getsockname()[0])
    except OSError:  # no network
        return "localhost"


def address_here(listener: socket.socket) -> str:
    """Return the URL at which this machine reaches a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://{bracketed({'0.0.0.0': '127.0.0.1', '::': '::1'}.get(host, host))}:{port}"


def host_of(text: str) -> str:
    """Return a host as it is listened to: an address without brackets and in its usual form.  Raises `QipaiError` for an empty one."""
    host = text.strip().removeprefix("[").removesuffix("]")
    if not host:
        raise QipaiError("The host is empty; 127.0.0.1 is this machine alone, and 0.0.0.0 all its addresses.")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, for which a port in use may take `LINGERING`; on `::` it takes IPv4 too, where the system can.

    Raises `QipaiError` if the host or port cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        if "\0" in host or not host.encode("idna"):  # which would leave a socket open
            raise UnicodeError
        listener = _bound(partial(socket.create_server, (host, port), family=family, backlog=2048, dualstack_ipv6=both))
    except OverflowError:
        raise QipaiError(f"There is no port {port}; ports go to 65535.") from None
    except (OSError, UnicodeError) as error:
        reason = (getattr(error, "strerror", None) or "no such host").partition(" (while")[0]
        raise QipaiError(
            f"Nothing can be served on {bracketed(host)}:{port} ({reason}); choose another with --port or --host."
        ) from None
    # Otherwise a page that stopped reading is noticed only after three megabytes.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return listener


def _bound(bind: Callable[[], socket.socket]) -> socket.socket:
    end = time.monotonic() + LINGERING
    while True:
        try:
            return bind()
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise
        time.sleep(0.02)


def inherited() -> socket.socket | None:
    """Return the listening socket that systemd has opened for this process, or None.

    Such a socket outlives the process, so nobody is refused while one version replaces another.  Raises `QipaiError` for several, and for
    one that has no address of the Internet.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    if os.environ.get("LISTEN_FDS") != "1":
        raise QipaiError(
            f"systemd hands over {os.environ.get('LISTEN_FDS')} sockets, and qipai takes one: leave one ListenStream= in qipai.socket, "
            f"[::]:8000 for addresses of both kinds."
        )
    listener = socket.socket(fileno=FIRST_INHERITED)
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        listener.close()
        raise QipaiError("systemd hands over a socket that is a file; give ListenStream= a port, as 127.0.0.1:8000.")
    listener.set_inheritable(False)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return listener


def uvicorn_options(proxies: Sequence[str] = ()) -> dict[str, Any]:
    """Return uvicorn's options: cheap sockets, small messages, no access log, because paths of links are secrets.

    `proxies`: those whose word on a client's address counts.
    """
    # A socket for both kinds of addresses (`--host ::`) tells IPv4 in the form of IPv6.
    mapped = [f"::ffff:{ip}/{96 + int(bits or 32)}" for ip, _, bits in (one.partition("/") for one in proxies) if "." in ip]
    return {
        "ws": "websockets-sansio",
        "ws_per_message_deflate": False,
        "ws_max_size": MAX_MESSAGE,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 3,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": [*proxies, *mapped],
    }


def bracketed(host: str) -> str:
    """Return a host as URLs spell it: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host
