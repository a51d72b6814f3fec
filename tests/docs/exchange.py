"""The exchange that docs/protocol.md shows, had with a real server whose cards, names and time are set: `just wire`."""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from docs.making.wire import DOCS
from tests.server.conftest import Server
from tests.server.people import Guest

NOON = 1_795_262_400_000  # of 21 November 2026, UTC
OPENING, CLOSING = "<!-- made by tests/docs/exchange.py -->\n", "<!-- /made by tests/docs/exchange.py -->"
WIDTH = 116
PAGE = DOCS / "protocol.md"

# The cards as they are drawn: Ann deals and has 4 5 6 8 8 K, the bot 5 6 7 9 J; then the rest of the pack.
DRAWN = "4S 5H 5S 6D 6H 7C 8S 9H 8D JC KS".split()
PACK = [f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SHDC"] + ["B", "R"]


async def exchange(server: Server) -> list[str]:
    """Ann sits down with a bot, is refused, asks, and lays a sequence."""
    ann = await Guest.new(server.port)
    wanted = {"game": "gan_deng_yan", "seats": 2, "name": "Ann", "deals": 1, "clock": "none", "begin": True}
    code = await ann.open(**wanted)
    said = [f"POST /api/tables {json.dumps(wanted)}", f'{{"code": "{code}", "path": "/t/{code}"}}', "", f"GET /ws/table/{code}"]

    async with connect(f"ws://127.0.0.1:{server.port}/ws/table/{code}", additional_headers=ann.headers) as socket:

        async def say(**message: Any) -> None:
            said.append("→ " + json.dumps(message))
            await socket.send(json.dumps(message))

        async def hear(kind: str) -> Any:
            message = json.loads(await socket.recv())
            while message["k"] == "presence":
                message = json.loads(await socket.recv())
            assert message["k"] == kind, message
            said.append("← " + written(message))
            return message

        await say(k="hello", proto=1, changes=True)
        seq = (await hear("snap"))["seq"]
        await say(k="ask", id="a1", cards=["4S", "5S", "8S"])
        await hear("why")
        await say(k="act", id="a2", at=seq, action="pass")
        await hear("no")
        await say(k="act", id="a3", at=seq, action="4-5-6", cards=["4S", "5S", "6H"])
        await hear("ev")
        await hear("ok")
    return said


def written(value: Any, indent: int = 0) -> str:
    """JSON on as few lines as fit."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict) and not any(isinstance(item, dict | list) for item in value.values()):
        rows = [""]
        for key, item in value.items():
            pair = f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}, "
            if len(inner + rows[-1] + pair) > WIDTH:
                rows.append("")
            rows[-1] += pair
        rows = [row.rstrip() for row in rows]
        rows[-1] = rows[-1].rstrip(",")
        return "{\n" + "\n".join(inner + row for row in rows) + "\n" + " " * indent + "}"
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {written(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + written(item, indent + 2) for item in value) + "\n" + " " * indent + "]"


def had() -> str:
    """The exchange as it is now."""
    order = DRAWN + [face for face in PACK if face not in DRAWN]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), orders=[order], still=NOON, settings={"bot_pause": [60, 60]})
        try:
            lines = asyncio.run(asyncio.wait_for(exchange(server), 60))
        finally:
            server.stop()
    return "```text\n" + "\n".join(lines) + "\n```\n"


def filled(page: str) -> str:
    before, _, rest = page.partition(OPENING)
    return before + OPENING + "\n" + had() + "\n" + CLOSING + rest.partition(CLOSING)[2]


if __name__ == "__main__":
    if sys.argv[1:] == ["show"]:
        print(had())
    else:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
