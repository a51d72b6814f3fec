"""The pages about the wire and the record say what is sent and written."""

import re
import typing

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from docs.making import wire
from qipai.records import qp
from qipai.server import app, connections, protocol, settings
from qipai.session import clock, views
from qipai.session.folding import EVENTS

from . import exchange

PROTOCOL = (wire.DOCS / "protocol.md").read_text(encoding="utf-8")
RECORD = (wire.DOCS / "record.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", wire.PAGES, ids=lambda page: page.stem)
def test_tables_are_those_of_the_structures(page: wire.Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert wire.filled(text) == text, "`just wire` writes them anew"


def test_every_message_and_field_is_there() -> None:
    for message in (*typing.get_args(protocol.ToServer), *typing.get_args(protocol.FromServer)):
        tag = message.__struct_config__.tag
        chapter = re.search(rf"^### {tag}\n(.*?)(?=^#)", PROTOCOL, re.DOTALL | re.MULTILINE)
        assert chapter, tag
        assert [field.name for field in msgspec.structs.fields(message) if f"| `{field.name}` |" not in chapter[1]] == []
    for field in msgspec.structs.fields(views.TableView) + msgspec.structs.fields(views.DealView):
        assert f"| `{field.name}` |" in PROTOCOL


def test_every_fact_of_the_table_is_there() -> None:
    assert {event for event in EVENTS if f"| `{event}` |" not in PROTOCOL} == set()


def test_every_address_is_there() -> None:
    addresses = [route.path for route in app.ROUTES if isinstance(route, Route | WebSocketRoute)]
    assert [path for path in addresses if path.startswith(("/api/", "/ws/")) and path not in PROTOCOL] == []


def test_the_numbers_are_those_of_the_server() -> None:
    house, limits = settings.Settings(), settings.Settings().limits
    relaxed, normal, fast = (clock.CLOCKS[name] for name in ("relaxed", "normal", "fast"))
    for sentence in (
        f"at most {protocol.MAX_MESSAGE // 1024} KiB",
        f"`relaxed` ({relaxed.limit // 1000} s a decision and {relaxed.bank // 1000} s a deal",
        f"`normal` ({normal.limit // 1000} s and {normal.bank // 1000} s)",
        f"`fast` ({fast.limit // 1000} s and {fast.bank // 1000} s)",
        f"({house.away:.0f} s where a clock runs, {house.away_unclocked:.0f} s without)",
        f"code {connections.OVERFLOW} when {connections.QUEUE} messages",
        f"{limits.messages.rate} messages a second for long, and {limits.messages.burst} at once",
        f"at most {limits.sockets_of_guest} sockets",
    ):
        assert sentence in PROTOCOL


def test_the_exchange_is_had_as_it_is_shown() -> None:
    assert exchange.had() in PROTOCOL, "`just wire` has it anew"


def test_the_header_of_a_record_is_there() -> None:
    for field in msgspec.structs.fields(qp.Header) + msgspec.structs.fields(qp.Points):
        assert f"| `{field.name}` |" in RECORD
