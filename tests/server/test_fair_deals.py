"""Deals that are sealed before they begin: who adds to them, what is told when, and what whoever steers the cards cannot hide."""

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from qipai.engine.errors import RecordError
from qipai.engine.fair_order import list_of, promise_of, seal_of, text_to_sign
from qipai.records import read_record, verify
from qipai.server.storage.sealing import add_key
from qipai.session.shuffles import SHUFFLED

from . import stores
from .conftest import Server
from .people import Guest, Visitor, together

NUMBERS = ["a1" * 32, "b2" * 32]


def told(visitor: Visitor, k: str) -> list[dict[str, Any]]:
    """All messages of a kind that somebody has heard."""
    return [message for message in map(json.loads, visitor.heard) if message["k"] == k]


def key_for(number: str) -> Ed25519PrivateKey:
    """The key of whoever adds this number."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(number))


def public(number: str) -> str:
    return key_for(number).public_key().public_bytes_raw().hex()


def signed(asked: dict[str, Any], seat: int, number: str) -> dict[str, str]:
    """What uncovers a number for the list of an `uncovering`."""
    promises = list_of(asked["seal"], asked["start"], [(one["seat"], one["promised"]) for one in asked["added"]])
    signature = key_for(number).sign(text_to_sign(promises, seat, number)).hex()
    return {"number": number, "key": public(number), "signed": signature}


async def asked_for(visitor: Visitor, pledge: dict[str, Any]) -> dict[str, Any]:
    """The `uncovering` of a deal, when it has come."""
    await visitor.until_heard(lambda visitor: any(one["deal"] == pledge["deal"] for one in told(visitor, "uncovering")))
    asked = next(one for one in told(visitor, "uncovering") if one["deal"] == pledge["deal"])
    assert asked["seal"] == pledge["seal"]
    return asked


async def promise(visitor: Visitor, number: str, serial: int = 1) -> dict[str, Any]:
    """Promise a number for a deal; what was told of its seal."""

    def pledged(visitor: Visitor) -> list[dict[str, Any]]:
        return [one for one in told(visitor, "pledged") if one["deal"].endswith(f"-{serial}") and one["seal"]]

    await visitor.until_heard(pledged)
    pledge = pledged(visitor)[-1]
    answer = await visitor.do("add", deal=pledge["deal"], promised=promise_of(pledge["seal"], public(number), number))
    assert answer["k"] == "ok"
    return pledge


async def uncover(visitor: Visitor, pledge: dict[str, Any], number: str) -> list[dict[str, Any]]:
    """Uncover a number when all promises are told, which are returned."""
    asked = await asked_for(visitor, pledge)
    given = signed(asked, visitor.view["you"], number)
    assert (await visitor.do("uncover", deal=pledge["deal"], **given))["k"] == "ok"
    return asked["added"]


def shuffled_facts(visitor: Visitor) -> list[dict[str, Any]]:
    return [fact for message in told(visitor, "ev") for fact in message["facts"] if fact["event"] == SHUFFLED]


def secret_of(server: Server, code: str) -> str:
    """The secret of the latest deal, as it is stored."""
    return [fact.hidden["secret"] for entry in server.entries(code) for fact in entry.facts if fact.event == SHUFFLED][-1]


def stored(server: Server) -> bytes:
    return b"".join(file.read_bytes() for file in server.data.glob("tables.sqlite3*"))


async def seated(server: Server, **wanted: Any) -> tuple[str, Visitor, Visitor, Visitor]:
    """A table with Ann, who is the host, Ben, and somebody who looks on; all are told of seals."""
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(**wanted)
    one, two = await ann.visit(code, seals=True), await ben.visit(code, seals=True)
    await one.until(lambda ann: ann.view["watch"])
    watcher = await ben.visit(one.view["watch"], watching=True, seals=True)
    await two.do("sit", seat=1, name="Ben")
    await watcher.until(lambda watcher: watcher.view["seats"][1]["name"] == "Ben")
    return code, one, two, watcher


@together
async def test_one_adds_and_one_does_not_uncover(start: Callable[..., Server]) -> None:
    server = start(seals=True)
    code, ann, ben, watcher = await seated(server, deals=2)
    pledge = await promise(ann, NUMBERS[0])
    assert await promise(ben, NUMBERS[1]) == pledge
    assert [one["seal"] for one in told(watcher, "pledged")] == [pledge["seal"]]
    before = stored(server)
    begun = asyncio.create_task(ann.do("begin"))
    promises = [promise_of(pledge["seal"], public(number), number) for number in NUMBERS]
    assert [one["promised"] for one in await uncover(ann, pledge, NUMBERS[0])] == promises
    asked = await asked_for(ben, pledge)
    other = signed(asked, 1, "cc" * 32)  # another than the one that was promised
    assert (await ben.do("uncover", deal=pledge["deal"], **other))["code"] == "number_other"
    await ben.do("add", deal=pledge["deal"], promised="cc" * 32)  # too late
    assert (await begun)["k"] == "ok"
    late = signed(asked, 1, NUMBERS[1])
    assert (await ben.do("uncover", deal=pledge["deal"], **late))["code"] == "number_late"
    secret = secret_of(server, code)
    assert seal_of(pledge["deal"], secret) == pledge["seal"]
    added = [
        {"seat": 0, "promised": promises[0], **signed(asked, 0, NUMBERS[0])},
        {"seat": 1, "promised": promises[1], "number": "", "key": "", "signed": ""},
    ]
    for visitor in (ann, ben, watcher):
        await visitor.until(lambda visitor: visitor.view["phase"] == "playing")
        fact = shuffled_facts(visitor)[0]
        told_start = {"start": asked["start"], "added": added}
        assert fact == {"event": SHUFFLED, "deal": 1, "id": pledge["deal"], "seal": pledge["seal"], **told_start}
    await asyncio.gather(*(one.play(lambda one: one.view["phase"] == "between") for one in (ann, ben)))
    assert secret.encode() not in before
    assert not any(secret in text for visitor in (ann, ben, watcher) for text in visitor.heard)

    again = await promise(ann, NUMBERS[1], serial=2)  # the next deal has another seal; the table begins it by itself
    assert again["seal"] != pledge["seal"]
    await ben.vanish()
    await ann.until(lambda ann: not ann.view["seats"][1]["connected"])
    assert (await ann.do("ready"))["k"] == "ok"
    await uncover(ann, again, NUMBERS[1])
    await ann.until(lambda ann: len(shuffled_facts(ann)) == 2)
    assert [(one["seat"], one["number"]) for one in shuffled_facts(ann)[1]["added"]] == [(0, NUMBERS[1]), (1, "")]
    text = (await (await Guest.new(server.port, "Cy")).ask(f"/api/records/{pledge['deal']}.qp")).text
    assert verify(read_record(text))
    assert server.fold(code).serial == 2


@together
async def test_only_the_promised_number_signed_for_this_list_is_taken(start: Callable[..., Server]) -> None:
    """What is acknowledged is in the deal, and nothing else is."""
    _, ann, ben, _ = await seated(start(seals=True))
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    asked = await asked_for(ann, pledge)
    right = signed(asked, 0, NUMBERS[0])
    small = {**right, "key": "01" + "00" * 31, "signed": "01" + "00" * 63}
    shorter = signed({**asked, "added": asked["added"][:1]}, 0, NUMBERS[0])
    for wrong in (signed(asked, 1, NUMBERS[0]), shorter, small, {**right, "signed": ""}, {**right, "number": NUMBERS[1]}):
        assert (await ann.do("uncover", deal=pledge["deal"], **wrong))["code"] == "number_other"
    assert (await ann.do("uncover", deal="another deal", **right))["code"] == "number_late"
    for _ in range(2):
        assert (await ann.do("uncover", deal=pledge["deal"], **right))["k"] == "ok"
    assert (await ben.do("uncover", deal=pledge["deal"], **right))["code"] == "number_other"  # another's
    assert (await begun)["k"] == "ok"
    await ann.until(lambda ann: ann.view["phase"] == "playing")
    added = shuffled_facts(ann)[0]["added"]
    assert [(one["number"], one["signed"]) for one in added] == [(NUMBERS[0], right["signed"]), ("", "")]


@together
async def test_who_comes_back_in_time_is_asked_again(start: Callable[..., Server]) -> None:
    server = start(seals=True)
    code, ann, ben, _ = await seated(server)
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    asked = await asked_for(ann, pledge)
    late = await Guest.new(server.port, "Cy")
    other = await late.visit(code, seals=True)
    assert await asked_for(other, pledge) == asked
    await uncover(ann, pledge, NUMBERS[0])
    await uncover(ben, pledge, NUMBERS[1])
    assert (await begun)["k"] == "ok"


@together
async def test_a_deal_does_not_begin_with_a_list_of_people_who_sit_elsewhere_now(start: Callable[..., Server]) -> None:
    """A number that was given for such a deal is used no more, and everybody is told another seal."""
    _, ann, ben, watcher = await seated(start(seals=True))
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    await uncover(ben, pledge, NUMBERS[1])
    await ben.do("stand")
    await uncover(ann, pledge, NUMBERS[0])
    assert (await begun)["code"] == "stale"
    await watcher.until_heard(lambda watcher: told(watcher, "pledged")[-1] != {"k": "pledged", **pledge})
    again = await promise(ann, NUMBERS[0])
    assert (again["deal"], again["seal"] == pledge["seal"]) == (pledge["deal"], False)
    begun = asyncio.create_task(ann.do("begin"))
    await watcher.until_heard(lambda watcher: len(told(watcher, "uncovering")) == 2)
    asked = told(watcher, "uncovering")[1]
    assert (await ann.do("uncover", deal=again["deal"], **signed(asked, 0, NUMBERS[0])))["k"] == "ok"
    assert (await begun)["k"] == "ok"
    await watcher.until(lambda watcher: watcher.view["phase"] == "playing")
    assert [one["number"] for one in shuffled_facts(watcher)[0]["added"]] == [NUMBERS[0]]


@together
async def test_two_who_are_ready_at_once_begin_no_deal_without_their_numbers(start: Callable[..., Server]) -> None:
    _, ann, ben, _ = await seated(start(seals=True), deals=2)
    await ann.do("begin")
    await asyncio.gather(*(one.play(lambda one: one.view["phase"] == "between") for one in (ann, ben)))
    pledge = await promise(ann, NUMBERS[0], serial=2)
    await promise(ben, NUMBERS[1], serial=2)
    ready = [asyncio.create_task(one.do("ready")) for one in (ann, ben)]
    await asyncio.gather(uncover(ann, pledge, NUMBERS[0]), uncover(ben, pledge, NUMBERS[1]))
    assert {answer["k"] for answer in await asyncio.gather(*ready)} <= {"ok", "no"}
    await ann.until(lambda ann: len(shuffled_facts(ann)) == 2)
    assert [one["number"] for one in shuffled_facts(ann)[1]["added"]] == NUMBERS


@together
async def test_nobody_is_waited_for_long(start: Callable[..., Server]) -> None:
    """Who promised a number and is silent, and who goes."""
    server = start(seals=True, patience=0.1)
    _, ann, ben, _ = await seated(server)
    await promise(ben, NUMBERS[1])
    assert (await ann.do("begin"))["k"] == "ok"
    await ann.until(lambda ann: ann.view["phase"] == "playing")
    assert [(one["promised"] != "", one["number"]) for one in shuffled_facts(ann)[0]["added"]] == [(False, ""), (True, "")]
    patient = start(seals=True)
    _, ann, ben, _ = await seated(patient)
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    await ben.until_heard(lambda ben: told(ben, "uncovering"))
    await ben.vanish()
    assert (await begun)["k"] == "ok"


@together
async def test_where_nobody_adds_nothing_waits(start: Callable[..., Server]) -> None:
    """A table that begins at once, and one whose people are there and promise nothing."""
    server = start(seals=True)
    ann = await Guest.new(server.port)
    played = await ann.visit(await ann.open(begin=True, deals=1), seals=True)
    await played.play()
    text = (await ann.ask(f"/api/records/{played.view['records'][0]}.qp")).text
    record = read_record(text)
    assert verify(record)
    assert record.facts[0].public["added"] == [{"seat": 0, "promised": "", "number": "", "key": "", "signed": ""}]
    assert told(played, "uncovering") == []
    _, one, _, watcher = await seated(server)
    await one.do("begin")
    await watcher.until(lambda watcher: watcher.view["phase"] == "playing")
    assert told(watcher, "uncovering") == []
    assert shuffled_facts(watcher)[0]["seal"] == told(watcher, "pledged")[-1]["seal"]


@together
async def test_only_who_sits_adds(start: Callable[..., Server]) -> None:
    server = start(seals=True)
    _, ann, ben, watcher = await seated(server)
    await watcher.until_heard(lambda watcher: told(watcher, "pledged"))
    pledge = told(watcher, "pledged")[-1]
    assert (await watcher.do("add", deal=pledge["deal"], promised="cc" * 32))["code"] == "only_watching"
    await ben.do("stand")
    await ben.do("add", deal=pledge["deal"], promised="cc" * 32)
    await ann.do("add", deal=pledge["deal"], promised="no digest")
    await ann.do("add", deal="another deal", promised="cc" * 32)
    assert (await ann.do("begin"))["k"] == "ok"
    await watcher.until(lambda watcher: watcher.view["phase"] == "playing")
    assert told(watcher, "uncovering") == []
    assert [one["promised"] for one in shuffled_facts(watcher)[0]["added"]] == [""]


@together
async def test_who_deals_other_cards_does_not_match(start: Callable[..., Server]) -> None:
    server = start(seals=True, tampers=True)
    ann = await Guest.new(server.port)
    visitor = await ann.visit(await ann.open(begin=True, deals=1))
    await visitor.play()
    record = read_record((await ann.ask(f"/api/records/{visitor.view['records'][0]}.qp")).text)
    with pytest.raises(RecordError, match=r"Line 2: the order of the cards differs from the sealed one from card 1 on\."):
        verify(record)


@together
async def test_under_a_key_the_store_has_no_secret_of_a_running_deal(start: Callable[..., Server], tmp_path: Path) -> None:
    add_key(tmp_path / "key")
    server = start(seals=True, settings={"card_key": str(tmp_path / "key")})
    ann = await Guest.new(server.port)
    visitor = await ann.visit(await ann.open(deals=1), seals=True)
    pledge = await promise(visitor, NUMBERS[0])
    begun = asyncio.create_task(visitor.do("begin"))
    await uncover(visitor, pledge, NUMBERS[0])
    assert (await begun)["k"] == "ok"
    during = stored(server)
    await visitor.play()
    record = read_record((await ann.ask(f"/api/records/{visitor.view['records'][0]}.qp")).text)
    assert verify(record)
    assert record.facts[0].hidden["secret"].encode() not in during
    assert record.facts[0].public["added"][0]["number"] == NUMBERS[0]


async def at_two_servers(start: Callable[..., Server], **given: Any) -> tuple[Server, Server, str, Visitor, Visitor]:
    """Ann, who is the host, at the second server; Ben at the first, which drives the table because he came first."""
    first = start(beside=True, seals=True, **given)
    second = start(beside=True, seals=True, data=str(first.data), **given)
    ann, ben = await Guest.new(second.port), await Guest.new(first.port, "Ben")
    code = await ann.open(deals=2)
    two = await ben.visit(code, seals=True)
    await two.do("sit", seat=1, name="Ben")
    one = await ann.visit(code, seals=True)
    await one.until(lambda ann: ann.view["seats"][1]["name"] == "Ben")
    await two.until(lambda ben: ben.view["seats"][0]["connected"])
    return first, second, code, one, two


def adds(visitor: Visitor, pledge: dict[str, Any], number: str) -> "asyncio.Task[list[dict[str, Any]]]":
    """Uncovers a number as soon as it is asked for."""
    return asyncio.create_task(uncover(visitor, pledge, number))


async def until_begun(visitor: Visitor, deals: int) -> None:
    await visitor.until(lambda visitor: len(shuffled_facts(visitor)) == deals)


def own_numbers(visitor: Visitor) -> list[str]:
    return [one["number"] for one in shuffled_facts(visitor)[-1]["added"]]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "postgresql and redis"])
@together
async def test_people_at_two_servers_add_their_numbers(kind: str, start: Callable[..., Server]) -> None:
    """Whichever of them begins the deal: the host at one server, then the last who is ready at the other."""
    with ExitStack() as stack:
        settings = {}
        if "postgresql" in kind:
            settings["database"] = stack.enter_context(stores.postgres()).url
        if "redis" in kind:
            settings["bell"] = stack.enter_context(stores.redis())[0]
        given = {"settings": settings} if settings else {}
        first, second, _, ann, ben = await at_two_servers(start, **given)
        secrets = []
        for serial, (begins, command) in enumerate([(ann, "begin"), (ben, "ready"), (ann, "again")], start=1):
            pledge = await promise(ann, NUMBERS[0], serial)
            assert await promise(ben, NUMBERS[1], serial) == pledge
            adding = [adds(ann, pledge, NUMBERS[0]), adds(ben, pledge, NUMBERS[1])]
            if command == "ready":
                assert (await ann.do("ready"))["k"] == "ok"
            assert (await begins.do(command))["k"] == "ok"
            promises = [promise_of(pledge["seal"], public(number), number) for number in NUMBERS]
            for added in await asyncio.gather(*adding):
                assert [one["promised"] for one in added] == promises
            for visitor in (ann, ben):
                await until_begun(visitor, serial)
                assert own_numbers(visitor) == NUMBERS
            await asyncio.gather(*(one.play(lambda one: one.view["phase"] in ("between", "finished")) for one in (ann, ben)))
            record = read_record((await (await Guest.new(first.port)).ask(f"/api/records/{pledge['deal']}.qp")).text)
            assert verify(record) == (2, 2)
            secrets.append(record.facts[0].hidden["secret"])
        await ann.until_heard(lambda ann: told(ann, "pledged")[-1]["deal"].endswith("-4"))
        assert not any(secret in text for secret in secrets for text in ann.heard + ben.heard)
        assert "failed" not in first.output() + second.output()
        for server in (first, second):
            await asyncio.to_thread(server.stop)


@pytest.mark.slow
@together
async def test_no_secret_is_stored_before_its_deal_where_others_pass_on(start: Callable[..., Server]) -> None:
    first, _, code, ann, ben = await at_two_servers(start)
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    await asked_for(ann, pledge)
    before = stored(first)
    given = adds(ann, pledge, NUMBERS[0])
    await uncover(ben, pledge, NUMBERS[1])
    await given
    assert (await begun)["k"] == "ok"
    assert secret_of(first, code).encode() not in before


@pytest.mark.slow
@together
async def test_what_another_server_refuses_is_not_in_the_deal(start: Callable[..., Server]) -> None:
    _, _, _, ann, ben = await at_two_servers(start)
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    asked = await asked_for(ann, pledge)
    other = signed(asked, 1, NUMBERS[0])
    assert (await ann.do("uncover", deal=pledge["deal"], **other))["code"] == "number_other"
    assert (await ann.do("uncover", deal="another deal", **other))["code"] == "number_late"
    given = adds(ann, pledge, NUMBERS[0])
    await uncover(ben, pledge, NUMBERS[1])
    await given
    assert (await begun)["k"] == "ok"
    await ann.until(lambda ann: shuffled_facts(ann))
    assert own_numbers(ann) == NUMBERS


@pytest.mark.slow
@together
async def test_a_server_that_seals_and_dies_is_followed_by_another(start: Callable[..., Server]) -> None:
    """It dies when the list is closed and a number given: another seals anew, and the deal begins."""
    first, second, code, ann, ben = await at_two_servers(start)
    pledge = await promise(ann, NUMBERS[0])
    await promise(ben, NUMBERS[1])
    begun = asyncio.create_task(ann.do("begin"))
    await asked_for(ann, pledge)
    first.kill()
    assert (await begun)["k"] == "ok"  # by the other server, with a seal of its own
    await ann.until(lambda ann: shuffled_facts(ann))
    fact = shuffled_facts(ann)[0]
    assert (fact["id"], fact["seal"] == pledge["seal"]) == (pledge["deal"], False)
    assert fact["seal"] in [one["seal"] for one in told(ann, "pledged")]  # it was told before
    assert second.fold(code).serial == 1


@pytest.mark.slow
@together
async def test_a_server_that_does_not_hear_is_not_waited_for_long(start: Callable[..., Server]) -> None:
    first, _, code, ann, _ = await at_two_servers(start, cut_off=True, elsewhere=0.2)
    assert (await ann.do("begin"))["k"] == "ok"
    await ann.until(lambda ann: shuffled_facts(ann))
    assert own_numbers(ann) == ["", ""]
    assert shuffled_facts(ann)[0]["seal"] == told(ann, "pledged")[-1]["seal"]
    assert first.fold(code).serial == 1
