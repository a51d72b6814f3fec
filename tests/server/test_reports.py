"""Reports of people by people, from outside: what is kept of them, who may make one, how many, and how the operator reads them."""

import asyncio
import json
import re
import time
from collections.abc import Callable

import httpx

from qipai.server.reporting import attached_to, written
from qipai.server.settings import Keeping
from qipai.server.storage.purging import purge_all
from qipai.server.storage.reports import read_all

from .conftest import Server
from .people import PATIENCE, Guest, together
from .test_hosting import gathered
from .test_operating import qipai


async def told(guest: Guest, code: str, **wanted: object) -> tuple[int, str]:
    """Report somebody; the status, and the code of a refusal."""
    report = {"code": code, "seat": 1, "why": "words", **wanted}
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        answer = await client.post(f"http://127.0.0.1:{guest.port}/api/reports", headers=guest.headers, json=report)
    return answer.status_code, answer.json().get("code", "")


@together
async def test_a_report_has_what_everybody_saw_and_no_hidden_card(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, _), (one, two) = await gathered(server, "Ben", seats=2, deals=1)
    assert (await one.do("begin"))["k"] == "ok"
    assert (await two.do("say", phrase="tea"))["k"] == "ok"
    await two.until(lambda two: two.view["phase"] == "playing" and two.hand)
    assert await told(ann, code, text="He said\x1b[2J <b>this</b>\nto me") == (201, "")
    shown = await asyncio.to_thread(qipai, "reports", "--whole", "--data", str(server.data))
    assert shown.returncode == 0, shown.stderr
    assert re.search(r"Ann reports Ben \(seat 1, guest [0-9a-f]{12}\): words", shown.stdout)
    assert "they write: He said [2J <b>this</b> to me" in shown.stdout
    assert "Ben: tea" in shown.stdout
    facts = [json.loads(line) for line in shown.stdout.splitlines() if line.startswith("  {")]
    dealt = [fact for fact in facts if fact["event"] == "dealt"]
    assert dealt
    assert not any("cards" in fact for fact in dealt), "an onlooker sees no hand"
    record = shown.stdout.partition("when the deal is over: ")[2].split()[0]
    assert (await ann.ask(f"/api/records/{record}")).status_code == 404, "not before the deal is over"
    assert not any("report" in text for text in two.heard), "nobody at the table is told"


@together
async def test_who_says_a_lot_is_slowed_down_and_pushes_out_nobody(start: Callable[..., Server]) -> None:
    server = start(limits={"phrases_of_guest": [0.001, 40], "phrases_of_table": [0.001, 60]})
    code, (ann, _), (one, two) = await gathered(server, "Ben", seats=2)
    assert (await two.do("say", phrase="sorry"))["k"] == "ok"
    answers = [await one.do("say", phrase="tea") for _ in range(41)]
    assert [answer.get("code", "") for answer in answers] == [*[""] * 40, "slow_down"]
    answers = [await two.do("say", phrase="thanks") for _ in range(20)]
    assert [answer.get("code", "") for answer in answers] == [*[""] * 19, "slow_down"], "those of a table are counted too"
    assert await told(ann, code) == (201, "")
    (report,) = read_all(server.data)
    said = [line.partition(" ")[2] for line in attached_to(report).said]
    assert said == [*["Ann: tea"] * 12, *["Ben: thanks"] * 12]


@together
async def test_who_floods_does_not_hide_what_another_said(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, _), (one, two) = await gathered(server, "Ben", seats=2)
    assert (await two.do("say", phrase="sorry"))["k"] == "ok"
    for _ in range(50):
        assert (await one.do("say", phrase="tea"))["k"] == "ok"
    assert await told(ann, code) == (201, "")
    (report,) = read_all(server.data)
    assert "Ben: sorry" in [line.partition(" ")[2] for line in attached_to(report).said]


@together
async def test_only_people_of_a_table_are_reported_and_by_people_of_it(start: Callable[..., Server]) -> None:
    server = start(limits={"reports_of_guest": [0.001, 2]})
    code, (ann, ben), (one, _) = await gathered(server, "Ben", seats=3)
    assert (await one.do("seat", seat=2, level="rule"))["k"] == "ok"
    stranger = await Guest.new(server.port, "Eve")
    assert (await told(stranger, code))[1] == "not_seated"
    for seat in (0, 2, 3, -1):
        assert (await told(ann, code, seat=seat))[1] == "nobody_to_report"
    assert (await told(ann, code, why="because"))[1] == "unknown_reason"
    assert (await told(ann, code, text="x" * 501))[1] == "too_large"
    assert (await told(ann, "no-such"))[1] == "unknown_table"
    assert (await told(ann, code, more=1))[1] == "bad_message"
    assert server.rows("select count(*) from reports") == [(0,)]
    assert [await told(ann, code) for _ in range(3)] == [(201, ""), (201, ""), (429, "slow_down")]
    assert (await told(ben, code, seat=0))[0] == 201


@together
async def test_old_reports_are_deleted_when_the_operator_wishes(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, _), _ = await gathered(server, "Ben", seats=2)
    assert await told(ann, code) == (201, "")
    server.stop()
    now, keeping = time.time_ns() // 1_000_000, Keeping(reports=30 * 86400)
    assert purge_all(server.data, keeping, now).reports == 0
    later = now + 31 * 86400 * 1000
    assert purge_all(server.data, Keeping(), later).reports == 0, "kept for ever unless the operator says otherwise"
    assert purge_all(server.data, keeping, later, dry_run=True).reports == 1
    assert purge_all(server.data, keeping, later).reports == 1
    assert read_all(server.data) == []


@together
async def test_what_was_said_and_settled_at_another_server_counts(start: Callable[..., Server]) -> None:
    """Ann came to one server, Ben to the other: they see the same chairs and terms, and a report has what Ben said."""
    first = start(beside=True)
    second = start(beside=True, data=str(first.data))
    ann, ben = await Guest.new(first.port, "Ann"), await Guest.new(second.port, "Ben")
    code = await ann.open()
    one, two = [await (await guest.visit(code)).until(lambda me: me.view) for guest in (ann, ben)]
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
    await one.until(lambda one: one.view["seats"][1]["player"] == "person")
    assert (await two.do("say", phrase="hello"))["k"] == "ok"
    await one.until_heard(lambda one: any('"phrase":"hello"' in text for text in one.heard))
    assert (await two.do("draw_lots"))["code"] == "only_host"
    assert (await one.do("swap", one=0, other=1))["k"] == "ok"
    await two.until(lambda two: two.view["you"] == 0)
    assert await told(ann, code, seat=0) == (201, "")
    (report,) = await asyncio.to_thread(read_all, first.data)
    assert "Ben: hello" in written(report, whole=False)
    assert (await one.do("agree", variant="default", rules={}, deals=3, clock="fast", bots="rule"))["k"] == "ok"
    await two.until(lambda two: two.view["deals"] == 3 and two.view["clock"] == "fast")
    assert (await one.do("close"))["k"] == "ok"
    await two.until(lambda two: two.view["phase"] == "closed")
    assert "failed" not in first.output() + second.output()
