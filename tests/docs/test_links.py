"""Addresses outside are well formed and spelled in one way; the command that asks them tells which do not answer."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from . import links


def test_addresses_are_well_formed() -> None:
    found = links.outside()
    assert len(found) > 20
    assert {address: [*links.faults(address)] for address in found if [*links.faults(address)]} == {}


def test_a_page_outside_is_spelled_in_one_way() -> None:
    assert links.same_page(links.outside()) == []


@pytest.mark.parametrize(
    "address",
    [
        "http://www.pagat.com/climbing/gouji.html",
        "https://pagat",
        "https://Pagat.com/",
        "https://a:b@pagat.com/",
        "https://pagat.com/?utm_source=x",
        "https://pagat.com/gouji.html.",
    ],
)
def test_a_bad_address_is_noticed(address: str) -> None:
    assert [*links.faults(address)]


def test_two_spellings_are_noticed() -> None:
    assert links.same_page(["https://pagat.com/a/", "https://www.pagat.com/a", "https://pagat.com/a?b"]) == [
        ("https://pagat.com/a/", "https://www.pagat.com/a")
    ]


def test_links_are_found_and_what_is_shown_is_not() -> None:
    text = "[a](https://a.example/x) `[b](https://b.example)` <https://c.example>\n```\n[d](https://d.example)\n```\n[e](http://localhost:8000)"
    assert [*links.links_in(text)] == ["https://a.example/x", "https://c.example"]


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/there" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_what_does_not_answer_is_told(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert links.main([f"{site}/there"]) == 0
    assert links.main([f"{site}/there", f"{site}/gone"]) == 1
    *_, lost, counted = capsys.readouterr().out.splitlines()
    assert lost == f"404  {site}/gone  (asked for)"
    assert counted == "2 asked, 1 without an answer"
