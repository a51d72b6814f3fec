"""The server under test, in a process of its own: `python -m tests.server.program JSON`.

Bots answer at once; cards and bots have their chance from `tests.chance`.  `clock` gives every table with a clock this many milliseconds a decision, `still` stops the time, `same`
makes ids the same in every run, `nines` adds that game (whose bots take the first choice), `orders` are the packs of the coming deals, as faces, `dies` is when to die, with
`no_bots` the bots' processes do not start.
"""

import itertools
import json
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

os.environ["QIPAI_RULES"] = "plain"


def main() -> None:
    given = json.loads(sys.argv[1])

    from qipai.engine import game, records
    from qipai.server import app, bot_worker, bots, codes, driving, house, limits, tables
    from qipai.server.settings import Settings
    from qipai.session import clock
    from tests.chance import SEED, Shuffles

    driving.secrets = random.Random(SEED)
    driving.secrets.randbits = driving.secrets.getrandbits
    drawn = Shuffles()
    game.Game.shuffled_secretly = lambda self, rules, setup: drawn.shuffled(self, rules, setup)
    if given.get("clock"):
        clock.CLOCKS.update(fast=clock.Control(given["clock"], 0))
    if given.get("no_bots"):
        bots.sys.executable = "/nonexistent/python"
    if given.get("dies"):
        die(*given["dies"])
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
            return bot_worker.Choice(legal[0], 0.0)

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
    wanted["limits"] = limits.Limits(**limits_of(given)) if given.get("limits") else limits.UNLIMITED
    with suppress(KeyboardInterrupt):
        app.serve("127.0.0.1", given["port"], Path(given["data"]), open_browser=False, settings=Settings(**wanted))


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


def limits_of(given: dict[str, Any]) -> dict[str, Any]:
    from qipai.server.limits import Limit

    return {name: Limit(*value) if isinstance(value, list) else value for name, value in given["limits"].items()}


if __name__ == "__main__":
    main()
