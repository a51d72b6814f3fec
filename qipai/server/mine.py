"""The HTTP handlers for one's own finished deals: the list, the statistics, and all records in one file.

Whose they are comes from the credential alone.  A deal is among them once it is over, when its record is there for everybody with its link.
"""

import asyncio
import io
import re
import time
import zipfile
from collections.abc import AsyncIterator, Sequence
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from qipai.club.results import Agreed, Played, Sitter
from qipai.club.statistics import statistics_of
from qipai.engine.game import Game

from .answers import answer
from .api import guest_of, house_of
from .gate import address_of
from .protocol import MyGame, MyGames, MySeat
from .records import Records
from .refusals import Refused
from .storage import results
from .storage.dealing import record_id
from .storage.results import Bookmark

PAGE = 50  # deals in an answer
COUNTED = 20_000  # latest deals that statistics are of
ARCHIVE = 1000  # records in a file
MARK = re.compile(r"(\d{1,15})-([0-9a-f]{1,32})-([1-9]\d{0,5})", re.ASCII)
PART = re.compile(r"[1-9]\d{0,5}", re.ASCII)


async def my_games(request: Request) -> Response:
    """GET /api/me/games?before=MARK: a page of the guest's finished deals, the latest first."""
    house = house_of(request)
    before = mark_in(request)
    house.reading.lists.ask(address_of(request.scope), "slow_down")
    guest, headers = await guest_of(request)
    found = await house.database.read(partial(results.played_by, person=guest, before=before, most=PAGE + 1))
    total = await house.database.read(partial(results.count_of, person=guest))
    older = ""
    if len(found) > PAGE:
        table, last = found[PAGE - 1]
        older = f"{last.at}-{record_id(table, last.serial)}"
    shown = [view_game(house.games.get(played.game), table, played) for table, played in found[:PAGE]]
    return answer(MyGames(shown, older, total, -(-total // ARCHIVE)), headers=headers)


def mark_in(request: Request) -> Bookmark | None:
    """Return the mark that an address names, None without one.  Raises `Refused`."""
    before = request.query_params.get("before", "")
    found = MARK.fullmatch(before)
    if before and not found:
        raise Refused("bad_page")
    return Bookmark(int(found[1]), found[2], int(found[3])) if found else None


def view_game(game: Game | None, table: str, played: Played) -> MyGame:
    """Return what a page shows of a deal; `game` is None for one that this server has no longer."""
    agreed = msgspec.json.decode(played.rules, type=Agreed)
    sitters = msgspec.json.decode(played.names, type=list[Sitter])
    return MyGame(
        record=record_id(table, played.serial),
        at=played.at,
        game=played.game,
        variant=agreed.variant,
        changes=changes_of(game, agreed),
        seats=[MySeat(sitter.name, sitter.level) for sitter in sitters],
        seat=played.seat,
        place=played.place,
        points=played.points,
    )


def changes_of(game: Game | None, agreed: Agreed) -> int:
    """Return how many rules differed from the form that the table was opened with, as far as the game still has them."""
    if game is None or agreed.variant not in game.variants:
        return 0
    form = game.variants[agreed.variant].ruleset
    usual = {option.name: option.format(getattr(form, option.name)) for option in game.options}
    return sum(usual.get(name, value) != value for name, value in agreed.rules.items())


async def my_statistics(request: Request) -> Response:
    """GET /api/me/statistics: what the guest's finished deals add up to, by game."""
    house = house_of(request)
    house.reading.lists.ask(address_of(request.scope), "slow_down")
    guest, headers = await guest_of(request)
    scores = await house.database.read_long(partial(results.scores_of, person=guest, most=COUNTED))
    return answer(await asyncio.to_thread(statistics_of, scores), headers=headers)


async def my_records(request: Request) -> Response:
    """GET /api/me/records.zip?part=N: the records of the guest's finished deals, the earliest first, a part at a time."""
    house = house_of(request)
    part = request.query_params.get("part", "1")
    if not PART.fullmatch(part):
        raise Refused("bad_page")
    guest, headers = await guest_of(request)
    skip = (int(part) - 1) * ARCHIVE
    found = await house.database.read(partial(results.first_played_by, person=guest, skip=skip, most=ARCHIVE))
    if not found:
        raise Refused("bad_page")
    house.reading.archives.ask(address_of(request.scope), "slow_down")
    headers["content-disposition"] = f'attachment; filename="qipai-{part}.zip"'
    return StreamingResponse(archive(house.records, found), headers=headers, media_type="application/zip")


class Pouring(io.RawIOBase):
    """A file that is written once and taken away meanwhile."""

    def __init__(self) -> None:
        self._held: list[bytes] = []

    def writable(self) -> bool:
        """Return True; it cannot be read or sought."""
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        """Hold some bytes until they are taken."""
        self._held.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since it was last taken."""
        taken, self._held = b"".join(self._held), []
        return taken


async def archive(records: Records, found: Sequence[tuple[str, Played]]) -> AsyncIterator[bytes]:
    """Yield a zip file of deals' records as it is made; `missing.txt` in it names those that cannot be made any more."""
    pouring, missing = Pouring(), []
    with zipfile.ZipFile(pouring, "w", zipfile.ZIP_DEFLATED) as file:
        for table, played in found:
            id, moment = record_id(table, played.serial), time.gmtime(played.at // 1000)
            try:
                text = await records.text(id, keep=False)
            except Refused:
                missing.append(id)
                continue
            name = f"{time.strftime('%Y-%m-%d', moment)}-{played.game}-{id}.qp"
            entry = zipfile.ZipInfo(name, (*moment[:5], moment[5] // 2 * 2))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            await asyncio.to_thread(file.writestr, entry, text)
            yield pouring.take()
        if missing:
            file.writestr("missing.txt", "".join(f"{id}\n" for id in missing))
    yield pouring.take()
