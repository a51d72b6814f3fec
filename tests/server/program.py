"""The server under test, in a process of its own: `python -m tests.server.program JSON`.

Bots answer at once; cards and bots have their chance from `tests.chance`, the cards by the number of the deal at its table, so that a
test is dealt the same after whichever other tests.  `clock` gives every table with a clock this many milliseconds a decision, `still` stops the time, `same`
makes ids the same in every run, `nines` adds that game (whose bots take the first choice), `orders` are the packs of the coming deals, as faces, with `seals` the cards follow from secrets that were sealed, unless it `tampers` with them or `leaves_out` numbers that it took; for the chair that `grinds` names it invents a number, being `cut_off` it hears nothing of deals that other servers begin, and it waits for them `elsewhere` seconds, `dies` is when to die, `trouble` the file that says what is wrong with the store (`troubled`), with
`no_bots` the bots' processes do not start, `holds` is a folder of tickets for passwords that are kept while they are hashed, `deaf` servers
do not look at what others have ended, and `beside` lets others so started use the same store, as several may that share a PostgreSQL.
"""

import importlib
import itertools
import json
import mmap
import os
import random
import signal
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

os.environ["QIPAI_RULES"] = "plain"


def follow(path: Path) -> None:
    """Let this process's clock differ from the machine's by as many seconds as a file says at each moment."""
    with path.open("r+b") as file:
        ahead = mmap.mmap(file.fileno(), 8)
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + struct.unpack_from("d", ahead)[0]
    time.time_ns = lambda: nanoseconds() + round(1e9 * struct.unpack_from("d", ahead)[0])


if os.environ.get("QIPAI_TEST_CLOCK"):  # also in workers, which import this module and do not run it
    follow(Path(os.environ["QIPAI_TEST_CLOCK"]))


def main() -> None:
    given = json.loads(sys.argv[1])

    from qipai.bots.questions import Choice
    from qipai.engine import fair_order, game, records
    from qipai.server import app, bots, codes, driving, guests, house, limits, pledging, relaying, tables
    from qipai.server.settings import Settings
    from qipai.server.storage import database
    from qipai.session import clock, session
    from tests.chance import SEED
    from tests.server import troubled

    driving.secrets = random.Random(SEED)
    driving.secrets.randbits = driving.secrets.getrandbits
    deal, numbers = session.Session._deal, [0]

    def dealing(self: session.Session, setup: records.Record, number: int, *rest: Any) -> Any:
        numbers[0] = number
        return deal(self, setup, number, *rest)

    session.Session._deal = dealing
    game.Game.shuffled_secretly = lambda self, rules, setup: self.shuffled(rules, setup, SEED, stream=numbers[0])
    fair_order.SEALS = bool(given.get("seals"))
    pledging.PATIENCE = given.get("patience", 600.0)  # a browser on a busy machine is slow, and not silent
    if given.get("elsewhere"):
        relaying.ELSEWHERE = given["elsewhere"]
    if given.get("cut_off"):
        relaying.Relay.hear = lambda self, relayed: None
    if given.get("leaves_out"):
        leave_out(pledging.Pledging)
    if given.get("tampers"):
        tamper()
    if given.get("grinds"):
        grind(given["grinds"])
    if given.get("clock"):
        clock.CLOCKS.update(fast=clock.Control(given["clock"], 0))
    if given.get("beside"):
        database.lock_file = lambda path: None
    if given.get("holds"):
        hold(Path(given["holds"]))
    if given.get("deaf"):
        guests.LOOK = 1e6
    if given.get("no_bots"):
        sys.executable = "/nonexistent/python"
    if given.get("dies"):
        die(*given["dies"])
    if given.get("trouble"):
        troubled.bring(troubled.Trouble(Path(given["trouble"])))
    if given.get("still"):
        tables.now_ms = house.now_ms = lambda: given["still"]
    if given.get("still") or given.get("same"):
        chance, count = random.Random(1), itertools.count()
        house.new_id = lambda: f"{next(count):032x}"
        house.new_watch_code = lambda: f"watch-{next(count)}"
        codes.secrets = chance
        chance.randbelow = chance.randrange
    if given.get("nines"):
        from qipai.games import GAMES
        from tests.conformance.nines import NINES

        async def choose(self: bots.Bots, game: str, level: str, options: Any, seen: bytes, legal: Any, seed: int) -> Any:
            return Choice(legal[0], 0.0)

        GAMES[NINES.name], bots.Bots.choose = NINES, choose
    if given.get("orders"):
        orders = iter(given["orders"])

        def shuffled(self: game.Game, rules: records.Record, setup: records.Record) -> records.Record:
            order = records.new(self.ORDER)
            self.pack(rules, setup, order)
            faces = next(orders)
            assert len(faces) == order.count
            order.cards[: order.count] = [self.notation.parse_card(face) for face in faces]
            order.lots = [0] * len(order.lots)
            return order

        game.Game.shuffled_secretly = shuffled

    wanted = {"bot_pause": (0.0, 0.0), "next_deal": 600, "next_deal_watched": 0.05, "look_around": 0.2, **given["settings"]}
    if "card_key" in wanted:
        wanted["card_key"] = Path(wanted["card_key"])
    wanted["limits"] = limits.Limits(**limits_of(given)) if given.get("limits") else limits.UNLIMITED
    with suppress(KeyboardInterrupt):
        app.serve(Settings(port=given["port"], data=Path(given["data"]), browser=False, **wanted))


def die(command: str, when: str) -> None:
    """Die as a command of this id is stored: just before its commit, or just after it and before anybody is told."""
    from qipai.server.storage import database, rows

    seen = []
    append, commit = rows.append, database.Database._commit

    def watching(connection: Any, table: str, event: rows.EventRow, *rest: Any) -> None:
        append(connection, table, event, *rest)
        if event.command == command:
            seen.append(event)
            if when == "before":
                os.kill(os.getpid(), signal.SIGKILL)

    def committing(self: database.Database, group: list[database.Job]) -> list[Any]:
        answers = commit(self, group)
        if seen:
            os.kill(os.getpid(), signal.SIGKILL)
        return answers

    rows.append, database.Database._commit = watching, committing


def hold(folder: Path) -> None:
    """Keep a password in the thread that hashes it, after that, for each ticket `hash.N` or `verify.N` in a folder: until it is taken away."""
    from qipai.server import accounts

    accounts.AT_ONCE, accounts.PASSES, accounts.MEMORY = 16, 1, 1024
    made = accounts.hasher

    class Holding:
        def __init__(self) -> None:
            self.hasher = made()

        def hash(self, password: str) -> str:
            hashed: str = self.hasher.hash(password)
            self.wait("hash")
            return hashed

        def verify(self, hashed: str, password: str) -> bool:
            try:
                return bool(self.hasher.verify(hashed, password))
            finally:
                self.wait("verify")

        def wait(self, kind: str) -> None:
            for ticket in folder.glob(f"{kind}.*"):
                with suppress(FileNotFoundError):
                    held = ticket.rename(folder / f"held-{ticket.name}")
                    while held.exists():
                        time.sleep(0.005)
                    return

    accounts.hasher = Holding


def leave_out(pledging: Any) -> None:
    """Take numbers, say so, and deal without them."""
    added = pledging._added
    pledging._added = lambda self, seat: added(self, seat)._replace(number="", key="", signed="")


def tamper() -> None:
    """Deal other cards than those that were sealed, and tell the seal all the same: the first two that differ change places."""
    shuffles: Any = importlib.import_module("qipai.session.shuffles")
    draw = shuffles.draw_faces

    def draw_others(*given: Any) -> tuple[list[str], list[int]]:
        order, lots = draw(*given)
        other = next(place for place, face in enumerate(order) if face != order[0])
        order[0], order[other] = order[other], order[0]
        return order, lots

    shuffles.draw_faces = draw_others


def grind(seat: int) -> None:
    """Invent a number for a chair that promised nothing, once the honest ones are known: one with which a red joker lies on top."""
    from tests.server import lying

    shuffles: Any = importlib.import_module("qipai.session.shuffles")
    key_of, write, ground = shuffles.key_of, shuffles.write_pledge, {}

    def with_number(pledge: Any) -> Any:
        if pledge.seal not in ground:
            house = lying.House(0)
            house.deal, house.secret, house.seal, house.start = pledge.deal, pledge.secret, pledge.seal, pledge.start
            added = [{name: getattr(one, name) for name in one._fields} for one in pledge.added]
            found = lying.grind(house, added, seat, 2_000)
            ground[pledge.seal] = pledge._replace(added=tuple(type(pledge.added[0])(**one) for one in found))
        return ground[pledge.seal]

    shuffles.key_of = lambda pledge: key_of(with_number(pledge))
    shuffles.write_pledge = lambda pledge, *rest: write(with_number(pledge), *rest)


def limits_of(given: dict[str, Any]) -> dict[str, Any]:
    from qipai.server.limits import Limit

    return {name: Limit(*value) if isinstance(value, list) else value for name, value in given["limits"].items()}


if __name__ == "__main__":
    main()
