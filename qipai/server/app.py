"""The program that serves tables."""

import asyncio
import gc
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from qipai.engine import compiling
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.game import Game

from . import api, pages, sockets
from .answers import refuse
from .failures import report, report_from_loop
from .gate import Gate, Names
from .house import House
from .protocol import MAX_MESSAGE
from .refusals import Refused
from .settings import Settings
from .storage.database import Database

HERE = ("127.0.0.1", "::1")  # addresses that are called localhost
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # all of this machine's, and an address far away of that family
SEND_BUFFER = 128 * 1024  # bytes that the system holds for one connection
# Measured with 1,200 sockets: the usual ones stop them all for a fifth of a second.
GC_THRESHOLDS = (2_000, 50, 1000)

ROUTES = [
    Route("/api/health", api.health),
    Route("/api/games", api.games),
    Route("/api/games/{name}/rules/{language}", api.rules),
    Route("/api/tables", api.open_table, methods=["POST"]),
    Route("/api/guests", api.new_guest, methods=["POST"]),
    Route("/api/me", api.me),
    Route("/api/records/{id}.qp", api.record_file),
    Route("/api/records/{id}", api.replay),
    WebSocketRoute("/ws/table/{code}", sockets.table_socket),
    WebSocketRoute("/ws/watch/{code}", sockets.watch_socket),
    Route("/", pages.page),
    Route("/t/{path:path}", pages.page),
    Route("/w/{path:path}", pages.page),
    Route("/r/{path:path}", pages.page),
    Route("/rules/{path:path}", pages.page),
    Route("/{path:path}", pages.static_file),
]


def create_app(
    data: Path | None,
    database_url: str | None = None,
    *,
    hosts: Sequence[str] = (),
    origins: Sequence[str] = (),
    settings: Settings | None = None,
    games: Mapping[str, Game] | None = None,
    database: Database | None = None,
    ready: Callable[[], None] | None = None,
) -> Starlette:
    """The application.  `data` is the folder of its log, `database_url` or an open `database` what to use instead.

    `hosts` are names by which it is reached beside localhost and addresses in figures, `origins` further addresses of its
    own pages, for a proxy in front.  `ready` is called once it serves.
    """
    if compiling.NATIVE:  # a compiler would hold the interpreter against every table
        raise QipaiError("Tables are served with the plain rules: start with QIPAI_RULES=plain.")
    if games is None:
        from qipai.games import GAMES

        games = GAMES
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(report_from_loop)
        store = database
        if store is None:
            store = await asyncio.to_thread(Database.open, data, database_url, full_sync=settings.full_sync)
        app.state.house = house = House(store, games, settings)
        house.start()
        if ready:
            ready()
        yield
        await house.stop()

    return Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(Gate, names=Names(hosts, origins), requests=settings.limits.requests)],
        exception_handlers={QipaiError: on_refusal, HTTPException: on_http},
    )


async def on_refusal(request: Request, error: Exception) -> Response:
    if isinstance(error, Refused):
        return refuse(error)
    assert isinstance(error, QipaiError)
    if isinstance(error, RecordError):  # what is wrong with a log may be hidden cards
        report("a request", error)
        return refuse(Refused("broken"))
    return refuse(api.refused_by(error))


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refuse(Refused("unknown_method" if error.status_code == 405 else "unknown_path"))


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    open_browser: bool = True,
    database_url: str | None = None,
    origins: Sequence[str] = (),
    settings: Settings | None = None,
) -> None:
    """Serve tables until interrupted."""
    import uvicorn

    if data is None and database_url is None:
        from platformdirs import user_data_path

        data = user_data_path("qipai")
    settings = settings or Settings(compile_rules=True)
    listener = listen(host, port)
    address = f"http://{bracketed(reached_as(host))}:{listener.getsockname()[1]}"

    def ready() -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        print(f"qipai: the table is open at {address}", flush=True)
        if open_browser:
            import webbrowser

            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    database = Database.open(data, database_url, full_sync=settings.full_sync)
    app = create_app(None, hosts=[host], origins=origins, settings=settings, database=database, ready=ready)
    uvicorn.Server(uvicorn.Config(app, **uvicorn_options(proxied=bool(origins)))).run([listener])


def reached_as(host: str) -> str:
    """How to call a table that is served on `host`, so that the link which a person passes on leads friends there too."""
    if host in HERE:
        return "localhost"
    if host not in EVERYWHERE:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way_out:
            way_out.connect((EVERYWHERE[host], 9))  # sends nothing; only asks by which address one would leave
            return str(way_out.getsockname()[0])
    except OSError:  # no network
        return "localhost"


def listen(host: str, port: int) -> socket.socket:
    """The socket that pages are served on.  Raises `QipaiError` where there is none to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OverflowError:
        raise QipaiError(f"There is no port {port}; ports go to 65535.") from None
    except OSError as error:
        raise QipaiError(
            f"Nothing can be served on {bracketed(host)}:{port} ({os.strerror(error.errno or 0)}); choose another with --port or --host."
        ) from None
    # Otherwise a page that stopped reading is noticed only after three megabytes.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return listener


def uvicorn_options(*, proxied: bool = False) -> dict[str, Any]:
    """How uvicorn serves: the cheapest sockets, small messages, no access log, since addresses of links are secrets."""
    return {
        "ws": "websockets-sansio",
        "ws_per_message_deflate": False,
        "ws_max_size": MAX_MESSAGE,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 3,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "proxy_headers": proxied,
    }


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
