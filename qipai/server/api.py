"""What is asked over HTTP: games, rule books, new tables, who I am, records of finished deals."""

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from qipai.bots.levels import STRONGER
from qipai.engine.errors import LANGUAGES, QipaiError, RecordError, RulesetError
from qipai.engine.game import Game
from qipai.engine.options import Option
from qipai.records import read_record, replay_steps, teams_of, write_record
from qipai.session import read_entry, refusal_of
from qipai.session.chairs import check_name

from . import book
from .answers import answer
from .gate import address_of
from .guests import cookie_header
from .house import House
from .protocol import GameView, Me, MyTable, NewTable, Opened, OptionView, Replay, ReplayStep, VariantView
from .refusals import Refused
from .sockets import LONGEST_REASON
from .storage import rows
from .tables import now_ms

T = TypeVar("T")


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/guests."""

    name: str


def house_of(request: Request) -> House:
    return request.app.state.house


async def body_of(request: Request, kind: type[T]) -> T:
    """The body, in its only form.  Raises `Refused`."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad_message", reason=str(error)[:LONGEST_REASON]) from None


async def guest_of(request: Request) -> tuple[str, dict[str, str]]:
    """The guest, and the header that makes a new one known to their browser."""
    guest, token = await house_of(request).guests.identify(request)
    return guest, {"set-cookie": cookie_header(request, token)} if token else {}


async def health(request: Request) -> Response:
    return answer({"ok": True, "tables": len(house_of(request).live)})


async def games(request: Request) -> Response:
    return answer([view_game(game) for game in house_of(request).games.values()], headers={"cache-control": "no-cache"})


def view_game(game: Game) -> GameView:
    """Everything that a page needs to know of a game."""
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
        searching=list(STRONGER.get(game.name, {})),
        options=[view_option(option) for option in game.options],
        variants=[
            VariantView(name, dict(variant.titles), variant.section, game.changed_options(variant.ruleset))
            for name, variant in game.variants.items()
        ],
        words=dict(game.words),
    )


def view_option(option: Option) -> OptionView:
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
    """A game's rule book in a language, section by section."""
    game, language = house_of(request).game(request.path_params["name"]), request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("unknown_language", languages=", ".join(LANGUAGES))
    return answer(book.sections(book.book_path(game.book, language)), headers={"cache-control": "no-cache"})


async def open_table(request: Request) -> Response:
    wanted = await body_of(request, NewTable)
    wanted.name = check_name(wanted.name)
    guest, headers = await guest_of(request)
    try:
        row = await house_of(request).open(wanted, guest, address_of(request.scope))
    except RulesetError as error:
        raise bad_rules(error) from None
    return answer(Opened(row.code, f"/t/{row.code}"), 201, headers)


def bad_rules(error: RulesetError) -> Refused:
    refused = Refused("bad_rules", reason=str(error))
    if error.words:
        refused.refusal = refused.refusal._replace(text=error.words)
    return refused


async def me(request: Request) -> Response:
    house = house_of(request)
    guest, headers = await guest_of(request)
    mine = []
    for table in await house.tables_of(guest):
        session = table.session
        seat = table.seat_of(guest)
        your_turn = seat is not None and session.asks(seat)
        mine.append(MyTable(table.row.code, session.game.name, session.phase, your_turn))
    return answer(Me(await house.guests.name(guest) or "", mine), headers=headers)


async def new_guest(request: Request) -> Response:
    """A token for a program."""
    wanted = await body_of(request, NewGuest)
    house = house_of(request)
    house.guests_of_address.ask(address_of(request.scope), "slow_down")
    return answer({"token": await house.guests.admit_program(check_name(wanted.name), now_ms())}, 201)


async def replay(request: Request) -> Response:
    """A finished deal, all hands open, step by step."""
    id = request.path_params["id"]
    text = await record_of(house_of(request), id)
    return answer(await asyncio.to_thread(view_replay, id, text), headers={"cache-control": "private, max-age=3600"})


async def record_file(request: Request) -> Response:
    """The same as a file."""
    id = request.path_params["id"]
    headers = {"content-disposition": f'attachment; filename="{id}.qp"'}
    text = await record_of(house_of(request), id)
    return Response(text, headers=headers, media_type="application/jsonl; charset=utf-8")


async def record_of(house: House, id: str) -> str:
    """The text of a record.  Raises `Refused`, for a deal that is not over as for one that never was."""
    table, _, serial = id.rpartition("-")
    if not serial.isdecimal() or len(serial) > 6:
        raise Refused("unknown_record")
    events = await house.database.read(lambda connection: rows.read_events(connection, table, 0))
    try:
        return await asyncio.to_thread(lambda: write_record([read_entry(event.body) for event in events], int(serial)))
    except RecordError:
        raise Refused("unknown_record") from None


def view_replay(id: str, text: str) -> Replay:
    record = read_record(text)
    steps = replay_steps(record)
    header = record.header
    return Replay(
        id=id,
        game=header.game,
        rules=header.rules,
        deal=header.deal,
        names=header.players,
        teams=teams_of(record),
        facts=[{"seq": step.seq, **fact.whole()} for step, fact in zip(steps, record.facts, strict=True)],
        steps=[ReplayStep(step.seq, step.hands, step.to_act, step.last, step.board) for step in steps],
    )


def refused_by(error: QipaiError) -> Refused:
    """The answer to what the session or the engine refuses."""
    refused = Refused("bad_rules", reason=str(error))
    refused.refusal = refusal_of(error)
    return refused
