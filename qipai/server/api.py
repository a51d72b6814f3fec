"""The HTTP handlers: games, rule books, new tables, the guest's own tables, records of finished deals."""

import asyncio
import functools
import secrets
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from qipai.bots.levels import EASY, MASTER, SEARCH, levels_at
from qipai.engine.errors import LANGUAGES, QipaiError
from qipai.engine.files import NOT_JSON
from qipai.engine.game import Game
from qipai.engine.lessons import has_lesson
from qipai.engine.options import Option
from qipai.session import refusal_of

from . import book
from .answers import answer
from .exposition import TYPE, house_exposition
from .gate import address_of
from .guests import bearer_token, cookie_header
from .house import House
from .limits import taking
from .packed import ToAll
from .protocol import (
    Company,
    GameView,
    Me,
    MyTable,
    NewLesson,
    NewPosition,
    NewReport,
    NewTable,
    Opened,
    OptionView,
    VariantView,
)
from .records import Records
from .refusals import Refused
from .reviewing import FAILED, NONE
from .sockets import LONGEST_REASON
from .tables import now_ms

LONGEST_SEED = 15  # digits of an exercise's seed: JavaScript's numbers hold them
T = TypeVar("T")


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """The body of POST /api/guests."""

    name: str


def house_of(request: Request) -> House:
    """Return the house that serves this request."""
    return request.app.state.house


async def body_of(request: Request, kind: type[T]) -> T:
    """Decode the request's JSON body as a struct.  Raises `Refused` if it does not fit."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except NOT_JSON as error:
        raise Refused("bad_message", reason=str(error)[:LONGEST_REASON]) from None


async def guest_of(request: Request) -> tuple[str, dict[str, str]]:
    """Return the guest's id and the response headers, which set a cookie for a new guest."""
    guest, token = await house_of(request).guests.identify(request)
    return guest, {"set-cookie": cookie_header(request, token)} if token else {}


async def called(request: Request, name: str, guest: str) -> str:
    """Return a name that a guest wants, tidied.  Raises `Refused` if they may not have it."""
    return await house_of(request).accounts.check_name(name, guest, address_of(request.scope))


async def health(request: Request) -> Response:
    """GET /api/health: say that the server runs, and how many tables are in memory; 503 if nobody could play for a minute."""
    house = house_of(request)
    if not house.draining and house.readiness.given_up():
        raise Refused("not_ready")
    return answer({"ok": True, "tables": len(house.live)})


async def ready(request: Request) -> Response:
    """GET /api/ready: say whether the server can serve, which it tries by a write to its store; 503 if it cannot."""
    if not await house_of(request).ready():
        raise Refused("not_ready")
    return answer({"ready": True})


async def metrics(request: Request) -> Response:
    """GET /api/metrics: what an operator looks at, for Prometheus, with the token that the server was started with."""
    house = house_of(request)
    wanted = house.settings.metrics_token
    if wanted is None or not secrets.compare_digest((bearer_token(request) or "").encode(), wanted.encode()):
        raise Refused("unknown_path")
    return Response(await house_exposition(house), media_type=TYPE)


async def games(request: Request) -> Response:
    """GET /api/games: describe every game, without its words."""
    return games_of(house_of(request)).answer(request)


@functools.lru_cache(1)
def games_of(house: House) -> ToAll:
    """Return what everybody is told of the games of a house."""
    return ToAll([view_game(game, house.settings.hosted) for game in house.games.values()])


async def words(request: Request) -> Response:
    """GET /api/words: the words of every game, by its name."""
    return words_of(house_of(request)).answer(request)


@functools.lru_cache(1)
def words_of(house: House) -> ToAll:
    """Return what everybody is told of the words of a house's games."""
    return ToAll({game.name: dict(game.words) for game in house.games.values()})


def view_game(game: Game, hosted: Mapping[str, Mapping[str, Sequence[int]]]) -> GameView:
    """Return what a page needs to know of a game.  `hosted`: as in `Settings`."""
    return GameView(
        name=game.name,
        room=game.room,
        titles=dict(game.titles),
        tagline=dict(game.tagline),
        seats=list(game.seats),
        minutes=game.minutes,
        clockwise=game.clockwise,
        hand=game.hand,
        experimental=game.experimental,
        unit=game.unit,
        easy=[seats for seats in game.seats if EASY in levels_at(game, seats)],
        searching=[seats for seats in game.seats if SEARCH in levels_at(game, seats)],
        masters=[seats for seats in game.seats if MASTER in levels_at(game, seats)],
        hosted={name: list(places[game.name]) for name, places in hosted.items() if game.name in places},
        options=[view_option(option) for option in game.options],
        variants=[
            VariantView(name, dict(variant.titles), variant.section, game.changed_options(variant.ruleset))
            for name, variant in game.variants.items()
        ],
        lesson=has_lesson(game),
        exercises=list(game.puzzles),
    )


def view_option(option: Option) -> OptionView:
    """Return what a page needs to know of a house rule."""
    return OptionView(
        name=option.name,
        section=option.section,
        default=option.default,
        values=list(option.values),
        least=option.numbers[0] if option.numbers else None,
        most=option.numbers[-1] if option.numbers else None,
        title=dict(option.title),
        sentence=dict(option.sentence),
        value_words={value: dict(words) for value, words in option.value_words.items()},
        often=option.often,
    )


async def rules(request: Request) -> Response:
    """GET /api/games/{name}/rules/{language}: a game's rule book in a language, section by section."""
    game, language = house_of(request).game(request.path_params["name"]), request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("unknown_language", languages=", ".join(LANGUAGES))
    return (await asyncio.to_thread(book_of, game, language)).answer(request)  # the whole deal in it is played


@functools.lru_cache(64)
def book_of(game: Game, language: str) -> ToAll:
    """Return what everybody is told of a game's rules in a language."""
    return ToAll(book.sections_for(game, language))


async def exercise(request: Request) -> Response:
    """GET /api/games/{name}/exercises?seed=N&kind=KIND: a question about a position, with its answers; the same for the same seed."""
    house = house_of(request)
    game = house.game(request.path_params["name"])
    kind, seed = request.query_params.get("kind", ""), request.query_params.get("seed", "")
    if kind and kind not in game.puzzles:
        raise Refused("unknown_exercise", game=dict(game.titles), accepted=", ".join(game.puzzles))
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= LONGEST_SEED):
        raise Refused("bad_seed", most=LONGEST_SEED)
    house.reading.exercises.ask(address_of(request.scope), "slow_down")
    made = await house.exercises.make(game.name, int(seed or secrets.randbelow(10**9)), kind)
    return Response(made, headers={"cache-control": "no-cache"}, media_type="application/json")


async def open_table(request: Request) -> Response:
    """POST /api/tables: make a table with the guest as host."""
    wanted = await body_of(request, NewTable)
    guest, headers = await guest_of(request)
    wanted.name = await called(request, wanted.name, guest)
    row = await house_of(request).open(wanted, guest, address_of(request.scope))
    return answer(Opened(row.code, f"/t/{row.code}"), 201, headers)


async def sit_with_people(request: Request) -> Response:
    """POST /api/company: name a table that is open to everyone and has room for the guest, or open one."""
    company = await body_of(request, Company)
    wanted = company.table
    guest, headers = await guest_of(request)
    wanted.name = await called(request, wanted.name, guest)
    house, address = house_of(request), address_of(request.scope)
    house.desk.admit(guest, address)
    house.desk.check_play()
    for buckets, key in ((house.lobby.seatings_of_guest, guest), (house.lobby.seatings_of_address, address)):
        buckets.ask(key, "slow_down")
    row = await house.lobby.find(wanted, guest, company.code)
    if row is None and company.code:
        raise Refused("no_chair")
    row = row or await house.open(msgspec.structs.replace(wanted, listed=True, begin=True), guest, address)
    return answer(Opened(row.code, f"/t/{row.code}"), 201, headers)


async def open_lesson(request: Request) -> Response:
    """POST /api/lessons: make a table whose first deal is the game's lesson, for the guest alone."""
    wanted = await body_of(request, NewLesson)
    guest, headers = await guest_of(request)
    wanted.name = await called(request, wanted.name, guest)
    row = await house_of(request).open_lesson(wanted, guest, address_of(request.scope))
    return answer(Opened(row.code, f"/t/{row.code}"), 201, headers)


async def open_position(request: Request) -> Response:
    """POST /api/records/{id}/positions: make a table that plays on from a moment of a finished deal, for the guest alone."""
    wanted = await body_of(request, NewPosition)
    records_for(request)
    guest, headers = await guest_of(request)
    wanted.name = await called(request, wanted.name, guest)
    row = await house_of(request).open_position(request.path_params["id"], wanted, guest, address_of(request.scope))
    return answer(Opened(row.code, f"/t/{row.code}"), 201, headers)


async def report_person(request: Request) -> Response:
    """POST /api/reports: tell the operator of another person at the table, with what everybody saw of the deal."""
    wanted = await body_of(request, NewReport)
    guest, headers = await guest_of(request)
    await house_of(request).reports.take(wanted, guest, address_of(request.scope))
    return answer({"reported": True}, 201, headers)


async def notice(request: Request) -> Response:
    """GET /api/notice: what the operator says to everybody, for pages without a socket."""
    return answer(house_of(request).desk.notice())


async def me(request: Request) -> Response:
    """GET /api/me: the guest's name and open tables; `qipai-guest: new` in the head where no good cookie came."""
    house = house_of(request)
    guest, headers = await guest_of(request)
    if headers:  # a page cannot read that it is sent a cookie
        headers["qipai-guest"] = "new"
    mine = []
    for table in await house.tables_of(guest):
        session = table.session
        seat = table.seat_of(guest)
        your_turn = seat is not None and session.asks(seat)
        mine.append(
            MyTable(
                table.row.code,
                session.game.name,
                session.phase,
                your_turn,
                bool(session.lesson_key),
                session.begun_from is not None,
            )
        )
    return answer(Me(await house.guests.name(guest) or "", mine), headers=headers)


async def new_guest(request: Request) -> Response:
    """POST /api/guests: give a program a token."""
    wanted = await body_of(request, NewGuest)
    house = house_of(request)
    house.desk.admit("", address_of(request.scope))
    house.guests_of_address.ask(address_of(request.scope), "slow_down")
    return answer({"token": await house.guests.admit_program(await called(request, wanted.name, ""), now_ms())}, 201)


async def replay(request: Request) -> Response:
    """GET /api/records/{id}: a finished deal with all hands open, step by step."""
    found = await records_for(request).replay(request.path_params["id"])
    return Response(found, headers={"cache-control": "private, max-age=3600"}, media_type="application/json")


async def record_file(request: Request) -> Response:
    """GET /api/records/{id}.qp: the same deal as a record file."""
    id = request.path_params["id"]
    text = await records_for(request).text(id)
    headers = {"content-disposition": f'attachment; filename="{id}.qp"'}
    return Response(text, headers=headers, media_type="application/jsonl; charset=utf-8")


async def review(request: Request) -> Response:
    """GET /api/records/{id}/review?seat=N: what the decisions of a seat were worth, or how far that is computed."""
    found = await house_of(request).reviews.look(request.path_params["id"], seat_in(request))
    return answer(found, headers={"cache-control": "no-store"})


async def want_review(request: Request) -> Response:
    """POST /api/records/{id}/review?seat=N: have that computed, unless it is."""
    house, seat = house_of(request), seat_in(request)
    found = await house.reviews.look(request.path_params["id"], seat)
    guest, headers = await guest_of(request)
    if found.state in (NONE, FAILED):
        address = address_of(request.scope)
        with taking("slow_down", (house.reviews.of_guest, guest), (house.reviews.of_address, address)):
            found = await house.reviews.want(request.path_params["id"], seat)
    return answer(found, headers=headers)


def seat_in(request: Request) -> int:
    """Return the seat that an address names.  Raises `Refused`."""
    seat = request.query_params.get("seat", "0")
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise Refused("review_seat", accepted="0, 1, 2, …")
    return int(seat)


def records_for(request: Request) -> Records:
    """Return the records, of which this address may ask for one more.  Raises `Refused`."""
    house = house_of(request)
    house.reading.records.ask(address_of(request.scope), "slow_down")
    return house.records


def refused_by(error: QipaiError) -> Refused:
    """Return the refusal for an error of the session or the engine."""
    refused = Refused("bad_rules", reason=str(error))
    refused.refusal = refusal_of(error)
    return refused
