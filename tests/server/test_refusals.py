"""Whatever arrives at a table: it is answered with a code and a sentence, the table does not change, the server stays up."""

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from qipai.server import protocol

from .conftest import Server
from .people import Guest, Visitor, together

EXAMPLES = int(os.environ.get("QIPAI_TEST_EXAMPLES", "25"))
LANGUAGES = {"en", "zh-Hans", "zh-Hant"}


def complete(refusal: dict[str, Any]) -> bool:
    """Has it a code, and a sentence in each language?"""
    return bool(
        refusal["k"] == "no" and refusal["code"] and set(refusal["text"]) == LANGUAGES and all(refusal["text"].values())
    )


BAD = [
    ("", "bad_message"),
    ("hello", "bad_message"),
    ("null", "bad_message"),
    ("[]", "bad_message"),
    ("{}", "bad_message"),
    ('{"k":"cheat","id":"1"}', "bad_message"),
    ('{"k":"act","id":"1"}', "bad_message"),
    ('{"k":"act","id":"1","at":1,"action":"pass","seat":2}', "bad_message"),
    ('{"k":"act","id":"1","at":NaN,"action":"pass"}', "bad_message"),
    ('{"k":"act","id":"1","at":1e400,"action":"pass"}', "bad_message"),
    ('{"k":"act","id":"1","at":1,"action":"pass","cards":"5H"}', "bad_message"),
    ('{"k":"act","id":1,"at":1,"action":"pass"}', "bad_message"),
    ('{"k":"begin","k":"stand","id":1}', "bad_message"),
    ('{"x":' + "[" * 5000 + "]" * 5000 + ',"k":"ping","n":1}', "bad_message"),
    ('{"k":"ping","n":' + "9" * 5000 + "}", "bad_message"),
    ('{"k":"hello","proto":1}', "hello_twice"),
    ('{"k":"begin","id":""}', "bad_id"),
    (json.dumps({"k": "begin", "id": "x" * 65}), "bad_id"),
    (b"\x00\x01\x02", "not_text"),
    (b'{"k":"ping","n":1}', "not_text"),
]


@together
async def test_messages_that_cannot_be_read(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    for message, expected in BAD:
        await table.send_raw(message)
        refusal = await table.refused()
        assert refusal["code"] == expected, message
        assert complete(refusal)
    assert (await table.do("rename", name="still here"))["k"] == "ok"


COMMANDS: list[tuple[dict[str, Any], str]] = [
    ({"k": "act", "at": 10**6, "action": "no such play"}, "unreadable"),
    ({"k": "act", "at": 10**6, "action": "\U0001f0cf" * 1000}, "unreadable"),
    ({"k": "act", "at": 0, "action": "pass"}, "stale"),
    ({"k": "act", "at": -1, "action": "pass"}, "stale"),
    ({"k": "ask", "cards": ["11H"]}, "unreadable"),
    ({"k": "ask", "cards": ["not a card"] * 500}, "unreadable"),
    ({"k": "sit", "seat": 1, "name": "Ann"}, "mid_deal"),
    ({"k": "sit", "seat": -1, "name": "Ann"}, "mid_deal"),
    ({"k": "sit", "seat": 99, "name": "Ann"}, "mid_deal"),
    ({"k": "sit", "seat": 10**15, "name": "Ann"}, "mid_deal"),
    ({"k": "sit", "seat": 1, "name": ""}, "bad_name"),
    ({"k": "seat", "seat": 1, "level": "god"}, "unknown_level"),
    ({"k": "seat", "seat": 1, "level": "rule"}, "mid_deal"),
    ({"k": "begin"}, "already_begun"),
    ({"k": "ready"}, "not_between"),
    ({"k": "again"}, "not_finished"),
    ({"k": "say", "phrase": ""}, "unknown_phrase"),
    ({"k": "rename", "name": "\n"}, "bad_name"),
    ({"k": "rename", "name": "x" * 10_000}, "bad_name"),
]


@together
async def test_commands_that_may_not_be(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    await table.do("autopilot", on=False)
    await table.until(lambda ann: ann.choices)
    log = server.entries(code)
    for command, expected in COMMANDS:
        answer = await table.do(**command)
        assert (answer["code"], complete(answer)) == (expected, True), command
    illegal = next(play for play in ("4-4", "5-5", "6-6", "pass") if play not in [c["action"] for c in table.choices])
    answer = await table.do("act", at=table.seq, action=illegal)
    assert answer["section"]
    assert complete(answer)
    assert server.entries(code) == log


@together
async def test_out_of_turn_and_out_of_hand(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2)
    people = [await ann.visit(code), await ben.visit(code)]
    await people[1].until(lambda ben: ben.view)
    await people[1].do("sit", seat=1, name="Ben")
    await people[0].do("begin")
    await people[1].until(lambda ben: ben.view["phase"] == "playing")
    to_act = people[1].view["deal"]["to_act"][0]
    actor, other = people[to_act], people[1 - to_act]
    await actor.until(lambda actor: actor.choices)
    answer = await other.do("act", at=other.seq, action=actor.choices[0]["action"])
    assert (answer["code"], complete(answer)) == ("not_your_turn", True)
    foreign = next(face for face in other.hand if face not in actor.hand)
    choice = next(choice for choice in actor.choices if len(choice["needs"]) == 1)
    answer = await actor.do("act", at=actor.seq, action=choice["action"], cards=[foreign])
    assert (answer["k"], complete(answer)) == ("no", True)
    own = next(card for card in actor.view["deal"]["hand"] if card["kind"] not in choice["needs"])
    answer = await actor.do("act", at=actor.seq, action=choice["action"], cards=[own["face"]])
    assert (answer["k"], complete(answer)) == ("no", True)
    assert len(server.entries(code)) == actor.seq


@together
async def test_a_stale_move_is_refused_and_followed_by_the_table_as_it_is(server: Server) -> None:
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(begin=True))
    await table.until(lambda ann: ann.choices)
    heard = len(table.heard)
    assert (await table.do("act", at=table.seq - 3, action=table.choices[0]["action"]))["code"] == "stale"
    await table.until(lambda ann: any(text.startswith('{"k":"snap"') for text in ann.heard[heard:]))


@together
async def test_a_command_sent_again_is_answered_again_and_done_once(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.choices)
    act = {"at": table.seq, "action": table.choices[0]["action"], "id": "once"}
    first = await table.do("act", **act)
    assert first["k"] == "ok"
    assert await table.do("act", **act) == first
    await table.vanish()
    table = await ann.visit(code)
    await table.until(lambda ann: ann.view)
    assert await table.do("act", **act) == first
    assert await table.do("act", **{**act, "action": "pass"}) == first
    assert [entry.command for entry in server.entries(code)].count("once") == 1


@together
async def test_the_first_message_is_hello_in_our_version(start: Callable[..., Server]) -> None:
    server = start(settings={"hello": 0.2})
    ann = await Guest.new(server.port)
    code = await ann.open()
    for message, expected in [
        ('{"k":"ping","n":1}', "hello_first"),
        ('{"k":"hello","proto":2}', "other_protocol"),
        ("what?", "bad_message"),
        (b"\x00", "not_text"),
        (None, "hello_first"),
    ]:
        path = f"ws://127.0.0.1:{server.port}/ws/table/{code}"
        visitor = Visitor(await connect(path, additional_headers=ann.headers, compression=None))
        if message is not None:
            await visitor.send_raw(message)
        refusal = await visitor.refused()
        assert (refusal["code"], complete(refusal)) == (expected, True)
        assert (await visitor.until_closed())[0] == 4400
    assert "failed" not in server.output()


@together
async def test_huge_messages_and_broken_frames_end_only_their_connection(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    for message in ("x" * 20_000, b"x" * 20_000):
        table = await (await ann.visit(code)).until(lambda ann: ann.view)
        await table.send_raw(message)
        assert (await table.until_closed())[0] == 1009
    for noise in (b"\xff" * 100, b"\x81\xfe", b"\x81\x02\xff\xff", b"\x88\x80\x00\x00\x00\x00", os.urandom(4000)):
        table = await (await ann.visit(code)).until(lambda ann: ann.view)
        table.socket.transport.write(noise)
        await table.vanish()
    table = await ann.visit(code)
    await table.until(lambda ann: ann.view)


@together
async def test_a_flood_is_slowed_down_and_then_ended(start: Callable[..., Server]) -> None:
    server = start(limits={"messages": [20, 60]})
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table, calm = await ann.visit(code), await ann.visit(code)
    await table.until(lambda ann: ann.view)
    for n in range(100):
        await table.send(k="ping", n=n)
    refusal = await table.refused()
    assert (refusal["code"], complete(refusal)) == ("slow_down", True)
    for n in range(3000):
        await table.send(k="ping", n=n)
    assert (await table.until_closed())[0] in (4429, 1013)
    assert (await calm.do("rename", name="calm"))["k"] == "ok"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://example.com"}, 403),
        ({"origin": "null"}, 403),
        ({}, 401),
        ({"cookie": "qipai=x"}, 403),
    ],
)
@together
async def test_sockets_of_other_sites_are_refused_before_they_open(
    server: Server, headers: dict[str, str], status: int
) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open()
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{server.port}/ws/table/{code}", additional_headers=headers)
    assert refused.value.response.status_code == status
    assert set(json.loads(refused.value.response.body)["text"]) == LANGUAGES


@together
async def test_text_that_is_none_ends_its_socket_without_a_line_in_the_log(server: Server) -> None:
    ann = await Guest.new(server.port)
    async with connect(f"ws://127.0.0.1:{server.port}/ws/table/{await ann.open()}", additional_headers=ann.headers) as socket:
        await socket.send(b"\xff\xfe", text=True)
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
        assert socket.close_code == 1007
    assert "Traceback" not in server.output()


def test_sockets_by_a_name_that_is_not_ours_are_refused_before_they_open(server: Server) -> None:
    asks = {
        "connection": "upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "A" * 22 + "==",
    }
    answer = httpx.get(f"http://127.0.0.1:{server.port}/ws/table/tea-482", headers={**asks, "host": "example.com"})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")


# -- whatever else


texts = st.text(max_size=30) | st.sampled_from(["pass", "4", "X-X", "", "rule", "tea", "🀄", "\x00"])
numbers = st.integers() | st.integers(-1, 5)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
FIELDS = {
    "id": texts,
    "at": numbers,
    "seat": numbers,
    "n": numbers,
    "proto": numbers,
    "on": st.booleans(),
    "cards": st.lists(texts),
}
KINDS = {
    kind.__struct_config__.tag: list(kind.__struct_fields__)
    for kind in vars(protocol).values()
    if isinstance(kind, type)
    and issubclass(kind, protocol.Command | protocol.Ping | protocol.Hello)
    and kind is not protocol.Command
}


@st.composite
def messages(draw: st.DrawFn) -> str | bytes:
    """Messages that are nearly right, and others that are not at all."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.text(max_size=200) | st.binary(max_size=200))
    kind = draw(st.sampled_from(sorted(KINDS)))
    message: dict[str, Any] = {"k": kind}
    for field in KINDS[kind]:
        if draw(st.integers(0, 9)):
            message[field] = draw(FIELDS.get(field, texts) if draw(st.integers(0, 4)) else values)
    if draw(st.integers(0, 9)) == 0:
        message[draw(texts)] = draw(values)
    return json.dumps(message, ensure_ascii=draw(st.booleans()))


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(sent=st.lists(messages(), min_size=1, max_size=25))
def test_anything_at_all(server: Server, sent: list[str | bytes]) -> None:
    """Every message has an answer that says why, or is a thing that was done and stored."""

    @together
    async def play() -> None:
        ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
        code = await ann.open(seats=2)
        one, two = await ann.visit(code), await ben.visit(code)
        await two.until(lambda ben: ben.view)
        await two.do("sit", seat=1, name="Ben")
        for message in sent:
            with_surrogates = isinstance(message, str) and any("\ud800" <= c <= "\udfff" for c in message)
            await two.send_raw(message.encode("utf-8", "replace") if with_surrogates else message)
        await two.send(k="ping", n=424242)
        await two.until_heard(lambda ben: any('"pong","n":424242' in text for text in ben.heard))
        refusals = [message for message in map(json.loads, two.heard) if message["k"] == "no"]
        assert all(map(complete, refusals))
        assert not any(refusal["code"] == "broken" for refusal in refusals)
        await one.do("rename", name="Ann is here")
        assert server.fold(code, verify=False).chairs[0].name == "Ann is here"

    play()


@together
async def test_a_flood_at_one_table_delays_no_other(start: Callable[..., Server]) -> None:
    server = start(limits={"messages": [20, 60]})
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    flooded, quiet = await ann.visit(await ann.open(begin=True)), await ben.visit(await ben.open(begin=True))
    await asyncio.gather(flooded.until(lambda ann: ann.view), quiet.until(lambda ben: ben.view))

    async def flood() -> None:
        for n in range(3000):
            await flooded.send(k="act", id=f"f{n}", at=0, action="pass")
            await asyncio.sleep(0)

    loop = asyncio.get_running_loop()
    flooding, longest = asyncio.create_task(flood()), 0.0
    while not flooding.done():
        began = loop.time()
        assert (await quiet.do("rename", name="Ben"))["k"] == "ok"
        longest = max(longest, loop.time() - began)
        await asyncio.sleep(0.06)
    assert longest < 1.0
