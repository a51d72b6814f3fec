"""The power goes at any moment: nothing that was acknowledged is lost, nothing happens twice, play goes on.

`python -m tests.server.killing 2000` kills as often as one likes.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chance import SEED

from .conftest import Server
from .killing import KINDS, Alone, Asked, House, compare, in_order, play
from .people import Guest, together

KILLS = 3
TABLES = 3


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gan_deng_yan", "giog"])
@together
async def test_kill_at_random_moments_during_games(tmp_path: Path, game: str) -> None:
    chance = random.Random(SEED)
    stand = Alone(tmp_path, chance)
    players = await play(stand.server.port, [game] * TABLES, stand.kill, KILLS, chance, (10, 60))
    stand.close()
    compare(players, stand.stored())
    assert all(player.comebacks >= 1 for player in players)


@pytest.mark.slow
@pytest.mark.parametrize("stand", ["alone", "house"])
@together
async def test_a_sample_of_all_that_may_happen(tmp_path: Path, stand: str) -> None:
    """What `just kills` does thousands of times."""
    chance = random.Random(SEED)
    if stand == "house" and not Path("/proc/self/task").exists():
        pytest.skip("the processes of a process are read in /proc, which this system has not")
    under = House(tmp_path, chance) if stand == "house" else Alone(tmp_path, chance, KINDS)
    under.kinds = sorted(
        {*under.kinds} - {"worker cut off", "PostgreSQL cut off", "servers", "supervisor"}
    )  # those take the longest
    try:
        players = await play(under.server.port, ["gan_deng_yan", "giog"], under.kill, len(under.kinds), chance, (5, 40))
        assert set(under.killed) == set(under.kinds)
        compare(players, under.stored())
    finally:
        under.close()


def test_an_order_that_nobody_can_have_seen_is_found() -> None:
    in_order([Asked(0, 3, 2), Asked(1, 2, 1), Asked(4, 5, 3)])  # the first two went on at the same time
    with pytest.raises(AssertionError, match="stands before"):
        in_order([Asked(0, 1, 2), Asked(2, 3, 1)])


@pytest.mark.parametrize("when", ["before", "after"])
@together
async def test_death_around_a_commit(start: Callable[..., Server], when: str) -> None:
    """A command that had no answer may be stored or not; sent again, it is done once."""
    server = start(dies=["fatal", when])
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.choices)
    act = {"k": "act", "id": "fatal", "at": table.seq, "action": table.choices[0]["action"]}
    await table.send(**act)
    await table.until_closed()
    assert not any(f'"seq":{table.seq + 1}' in text for text in table.heard), "something was shown before it was acknowledged"
    server.process.wait(10)
    assert [entry.command for entry in server.entries(code)].count("fatal") == (when == "after")
    del server.given["dies"]
    server.start()
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    answer = await table.do(**act)
    assert answer["k"] == "ok"
    log = server.entries(code)
    assert [entry.command for entry in log].count("fatal") == 1
    assert log[answer["seq"] - 1].command == "fatal"
