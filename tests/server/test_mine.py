"""My games, from outside: mine alone, nothing of a deal that is not over, and the same from the logs alone."""

import asyncio
import io
import sqlite3
import time
import zipfile
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine

from qipai.games import find_game
from qipai.records import read_record, verify
from qipai.server.guests import DAY
from qipai.server.settings import Keeping
from qipai.server.storage import database, results
from qipai.server.storage.purging import purge_all
from qipai.server.storage.sealing import add_key
from tests.server import stores

from .conftest import Server
from .people import PATIENCE, Guest, Visitor, together
from .test_operating import REVISIONS, played, qipai, stored_by
from .test_pages import refused


async def mine(guest: Guest, query: str = "") -> dict[str, Any]:
    answer = await guest.ask(f"/api/me/games{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def two_at_a_table(port: int, **wanted: Any) -> tuple[Guest, Guest, Visitor, Visitor]:
    """Ann and Ben at a table for three, which has begun."""
    ann, ben = await Guest.new(port), await Guest.new(port, "Ben")
    code = await ann.open(seats=3, **wanted)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda ann: ann.view["seats"][1]["name"] == "Ben")
    await one.do("begin")
    return ann, ben, one, two


@together
async def test_a_finished_deal_is_in_the_lists_of_those_who_played_it_and_of_nobody_else(server: Server) -> None:
    ann, ben, one, two = await two_at_a_table(server.port, deals=2, rules={"announce_at": "3"})
    eve = await Guest.new(server.port, "Eve")
    assert await mine(ann) == {"games": [], "older": "", "total": 0, "archives": 0}
    between = lambda me: me.view["phase"] == "between"  # noqa: E731
    await asyncio.gather(one.play(until=between), two.play(until=between))
    (own,) = (await mine(ann))["games"]
    (bens,) = (await mine(ben))["games"]
    points = one.view["scores"][0]
    assert own["record"] == one.view["records"][0] == bens["record"]
    assert (own["game"], own["variant"], own["changes"], own["seat"], bens["seat"]) == ("gan_deng_yan", "default", 1, 0, 1)
    assert (own["points"], bens["points"]) == (points[0], points[1])
    assert own["place"] == sum(other > points[0] for other in points)
    assert [seat["name"] for seat in own["seats"]] == [seat["name"] for seat in one.view["seats"]]
    assert [seat["level"] for seat in own["seats"]] == ["", "", "rule"]
    assert (await mine(eve))["games"] == []
    assert (await eve.ask("/api/me/statistics")).json() == []
    refused(await eve.ask("/api/me/records.zip"), 400, "bad_page")


@together
async def test_nothing_of_a_running_deal_is_told(server: Server) -> None:
    ann, table, _ = await played(server.port)
    before = [(await ann.ask(f"/api/me/{what}")).content for what in ("games", "statistics")]
    code = await ann.open(seats=3, deals=2, begin=True)
    again = await ann.visit(code)
    await again.until(lambda ann: ann.asked)
    await again.act()
    assert [(await ann.ask(f"/api/me/{what}")).content for what in ("games", "statistics")] == before
    file = zipfile.ZipFile(io.BytesIO((await ann.ask("/api/me/records.zip")).content))
    assert [name for name in file.namelist() if again.view["table"] in name] == []
    assert table.view["table"] != again.view["table"]


@together
async def test_a_page_without_a_cookie_gets_one_and_an_empty_list(server: Server) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as client:
        answer = await client.get("/api/me/games")
        assert (answer.status_code, answer.json()["games"]) == (200, [])
        assert "HttpOnly" in answer.headers["set-cookie"]
        stranger = await client.get("/api/me/games", headers={"authorization": "Bearer " + "x" * 43})
        refused(stranger, 401, "unknown_token")


@pytest.mark.parametrize("query", ["games?before=x", "games?before=1-zz-1", "games?before=1-a-0", "records.zip?part=0"])
@together
async def test_an_address_that_names_no_page_is_refused(server: Server, query: str) -> None:
    refused(await (await Guest.new(server.port)).ask(f"/api/me/{query}"), 400, "bad_page")


@together
async def test_a_lessons_table_never_counts(server: Server) -> None:
    ann = await Guest.new(server.port)
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        wanted = {"game": "gan_deng_yan", "name": "Ann"}
        answer = await client.post(f"http://127.0.0.1:{server.port}/api/lessons", headers=ann.headers, json=wanted)
    table = await ann.visit(answer.json()["code"])
    number = 0
    while (await table.until(lambda ann: ann.view)).view["phase"] == "playing":
        number += 1
        if table.view["lesson"] and table.view["lesson"]["now"]:
            await table.do("skip_stop", at=table.seq)
        elif table.asked:
            await table.act()
        else:
            await asyncio.sleep(0.01)
    assert table.view["records"], "the lesson was played to its end"
    assert (await mine(ann))["total"] == 0


@together
async def test_pages_follow_each_other_without_a_gap(server: Server) -> None:
    ann, table, _ = await played(server.port, deals=2)
    first, last = table.view["records"]
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:  # 120 deals, many of a moment
        columns = "seat, person, game, rules, place, points, people, bots, level, names"
        for serial in range(3, 121):
            store.execute(
                f"insert into results (table_id, serial, at, {columns}) select table_id, {serial}, at + {serial // 40}, {columns}"
                " from results where serial = 2 and table_id = ?",
                (table.view["table"],),
            )
    seen: list[str] = []
    query = ""
    for size in (50, 50, 20):
        page = await mine(ann, query)
        assert (len(page["games"]), page["total"], page["archives"]) == (size, 120, 1)
        seen += [game["record"] for game in page["games"]]
        query = f"?before={page['older']}"
    assert page["older"] == ""
    assert len(set(seen)) == 120
    assert (seen[-1], seen[-2]) == (first, last)
    file = zipfile.ZipFile(io.BytesIO((await ann.ask("/api/me/records.zip")).content))
    assert len(file.namelist()) == 3, "two deals that were played, and the names of those that never were"
    assert len(file.read("missing.txt").split()) == 118


@pytest.mark.slow
@together
async def test_all_records_come_in_one_file_and_are_verified(server: Server, tmp_path: Path) -> None:
    ann, table, _ = await played(server.port, deals=2)
    answer = await ann.ask("/api/me/records.zip")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/zip", "no-store")
    assert 'filename="qipai-1.zip"' in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert [name.partition("-gan_deng_yan-")[2] for name in names] == [f"{id}.qp" for id in table.view["records"]]
        file.extractall(tmp_path)
    for name, points in zip(names, table.view["scores"], strict=True):
        record = read_record((tmp_path / name).read_text())
        assert record.result.points == points
        verify(record)
    told = await asyncio.to_thread(qipai, "replay", str(tmp_path / names[0]), "--verify")
    assert (told.returncode, "Verified" in told.stdout) == (0, True), told
    kept = server.rows("select id from records")
    assert not {id for (id,) in kept} & set(table.view["records"]), "a download keeps nothing"
    refused(await ann.ask("/api/me/records.zip?part=2"), 400, "bad_page")


@together
async def test_statistics_are_of_ones_own_deals(server: Server) -> None:
    ann, table, _ = await played(server.port, deals=2)
    own = [row[0] for row in table.view["scores"]]
    (found,) = (await ann.ask("/api/me/statistics")).json()
    assert (found["game"], found["deals"], found["points"]) == ("gan_deng_yan", 2, sum(own))
    assert [points for _, points in found["curve"]] == [own[0], sum(own)]
    (average,) = found["against_bots"]
    assert (average["level"], average["deals"], average["mean"]) == ("rule", 2, sum(own) / 2)
    ((size, counts),) = ((one["players"], one["counts"]) for one in found["places"])
    places = [sum(other > row[0] for other in row) for row in table.view["scores"]]
    assert (size, counts) == (3, [places.count(place) for place in range(3)])


# -- the logs are the truth


def stored(url: str, table: str = "") -> list[tuple[Any, ...]]:
    """The results that a store holds, of one table or of all."""
    engine = create_engine(url)
    of_it = f"where table_id = '{table}'" if table else ""
    with engine.connect() as connection:
        found = connection.exec_driver_sql(f"select * from results {of_it} order by table_id, serial, seat").all()
    engine.dispose()
    return [tuple(bytes(value) if isinstance(value, memoryview) else value for value in row) for row in found]


def key_in(folder: Path) -> str:
    add_key(folder / "keys")
    return str(folder / "keys")


def change(url: str, words: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(words)
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@together
async def test_told_again_from_the_logs_they_are_the_same(kind: str, start: Callable[..., Server], tmp_path: Path) -> None:
    """On SQLite sealed while they were played: a deal that is over needs no key, a running one is not read."""
    with stores.postgres() if kind == "postgresql" else nullcontext() as store:
        server = start(settings={"database": store.url} if store else {"card_key": key_in(tmp_path)})
        url = store.url if store else f"sqlite:///{server.data / database.FILE}"
        place = url if store else server.data
        ann, ben, one, two = await two_at_a_table(server.port, deals=2)
        await asyncio.gather(one.play(), two.play())
        await two.do("stand")
        await one.do("again")
        await one.play(until=lambda ann: len(ann.view["records"]) == 1 and ann.view["phase"] == "between")
        await one.do("ready")
        await one.until(lambda ann: ann.view["phase"] == "playing")
        live = stored(url)
        assert len(live) == 2 * 2 + 1
        assert results.rebuild(place) == (1, 0)
        change(url, "update results set points = points + 1 where serial = 2 and seat = 1")
        change(url, "delete from results where serial = 1")
        assert results.rebuild(place, dry_run=True) == (1, 1)
        assert stored(url) != live, "nothing was changed"
        change(url, "delete from results")
        assert (await mine(ann))["total"] == 0
        assert results.rebuild(place) == (1, 1)
        assert stored(url) == live
        assert ((await mine(ann))["total"], (await mine(ben))["total"]) == (3, 2)
        latest, *rest = (await mine(ann))["games"]
        assert (await mine(ann, f"?before={latest['at']}-{latest['record']}"))["games"] == rest
        change(url, "delete from results")
        change(url, "delete from guests where name = 'Ben'")
        results.rebuild(place)
        assert len(stored(url)) == 3, "who was forgotten is not remembered"
        await asyncio.to_thread(server.stop)


@pytest.mark.slow
@together
async def test_the_command_puts_right_what_differs_and_they_go_with_their_table_and_their_guest(
    start: Callable[..., Server],
) -> None:
    server = start(limits={"lists": [0.01, 3], "archives": [0.01, 1]})
    ann, _, first = await played(server.port)
    ben, table, _ = await played(server.port)
    url = f"sqlite:///{server.data / database.FILE}"
    live = stored(url)
    assert len(live) == 2
    change(url, "delete from results where person in (select owner from tables where code = '" + first + "')")
    told = await asyncio.to_thread(qipai, "results", "--rebuild", "--data", str(server.data))
    assert (told.returncode, told.stdout) == (0, "qipai: of 2 tables the results of 1 were told again from their logs.\n")
    assert stored(url) == live

    assert (await ann.ask("/api/me/games")).json()["total"] == 1
    assert (await ann.ask("/api/me/records.zip")).status_code == 200
    refused(await ann.ask("/api/me/records.zip"), 429, "slow_down")
    await table.do("stand")
    now = time.time_ns() // 1_000_000
    change(url, f"update tables set open = 0, touched_at = 1 where code = '{first}'")
    purge_all(server.data, Keeping(tables=30 * DAY), now)
    assert [row[0] for row in stored(url)] == [table.view["table"]]
    change(url, "update guests set seen_at = 1")
    purge_all(server.data, Keeping(guests=30 * DAY), now)
    assert stored(url) == []
    assert (await mine(ben))["total"] == 0
    assert (await ben.ask("/api/me/statistics")).json() == []
    assert refused(await ben.ask("/api/me/games"), 429, "slow_down")["wait"] > 1


@together
async def test_an_older_store_is_given_the_results_of_its_logs(server: Server, tmp_path: Path) -> None:
    _, table, _ = await played(server.port, deals=2)
    with closing(sqlite3.connect(server.data / database.FILE)) as source, closing(sqlite3.connect(tmp_path / "now")) as copy:
        source.backup(copy)
    live = stored(f"sqlite:///{tmp_path / 'now'}", table.view["table"])
    assert len(live) == 2
    for revision in (revision for revision in REVISIONS if revision < "0007"):
        folder = tmp_path / f"of-{revision}"
        folder.mkdir()
        stored_by(revision, tmp_path / "now", folder / database.FILE)
        database.Database.open(folder).close()
        assert stored(f"sqlite:///{folder / database.FILE}", table.view["table"]) == live, revision


def test_every_game_has_a_form_by_which_changes_are_counted() -> None:
    from qipai.club.results import Agreed
    from qipai.games import GAMES
    from qipai.server.mine import changes_of

    for game in GAMES.values():
        for name, variant in game.variants.items():
            told = {option.name: option.format(getattr(variant.ruleset, option.name)) for option in game.options}
            assert changes_of(game, Agreed(name, told)) == 0
    game = find_game("gan_deng_yan")
    assert changes_of(game, Agreed("default", {"announce_at": "3", "of another version": "x"})) == 1
    assert changes_of(game, Agreed("never was", {"announce_at": "3"})) == 0
    assert changes_of(None, Agreed("default", {})) == 0
