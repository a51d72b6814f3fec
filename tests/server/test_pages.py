"""What is asked over HTTP: pages, games, rule books, tables, records, and what is not answered."""

import asyncio
import json
import mimetypes
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from qipai.diagrams import figures
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.records import read_record, verify
from qipai.server import pages
from qipai.server.app import ROUTES
from qipai.server.gate import Gate, Names
from qipai.server.limits import Limits

from .conftest import Server
from .people import Guest, together

LANGUAGES = {"en", "zh-Hans", "zh-Hant"}
NEW = {"game": "gan_deng_yan", "seats": 4, "name": "Ann"}


@pytest.fixture
def client(server: Server) -> Any:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        yield client


async def headers_of(path: str) -> httpx.Headers:
    """The headers of a file of the client."""
    app = Starlette(routes=[Route("/{path:path}", pages.static_file)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return (await client.get(path)).headers


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The refusal, which is complete."""
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code)
    assert set(told["text"]) == LANGUAGES
    assert all(told["text"].values())
    return told


@pytest.mark.parametrize("path", ["/", "/t/tea-482", "/w/abc", "/r/abc-1", "/rules/gan_deng_yan/en", "/mine"])
def test_every_address_of_the_client_is_its_page(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 503)
    assert "<title>" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


def test_a_mistyped_address_is_a_page_for_people_and_a_code_for_programs(client: httpx.Client) -> None:
    refused(client.get("/nothing/here"), 404, "unknown_path")
    page = client.get("/nothing/here", headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert "<title>" in page.text
    origin = {"origin": str(client.base_url).rstrip("/")}
    refused(client.delete("/api/me", headers=origin), 405, "unknown_method")


@pytest.mark.parametrize(
    "path", ["/.stamp", "/assets/.hidden", "/%2e%2e/pyproject.toml", "/..%2f..%2fpyproject.toml", "/index.html/x", "/%00"]
)
def test_no_file_outside_the_client_has_an_address(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_files_of_the_client_are_what_they_are_whatever_the_computer_takes_them_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows any program may have said that .js is plain text, and no browser takes a script by that name."""
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    told = {
        ".js": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".txt": "text/plain",
        ".webmanifest": "application/manifest+json",
        ".odd": "application/octet-stream",
    }
    for ending in told:
        (tmp_path / f"file{ending}").write_text("")
        monkeypatch.setitem(mimetypes.types_map, ending, "text/enriched")
    headers = [asyncio.run(headers_of(f"/file{ending}")) for ending in told]
    assert [one["content-type"].partition(";")[0] for one in headers] == list(told.values())


def test_what_installs_the_client_is_asked_for_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("worker.js", "offline.html", "icon-192.png", "manifest.en.webmanifest"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    worker, offline, icon, manifest = (
        asyncio.run(headers_of(path)) for path in ("/worker.js", "/offline.html", "/icon-192.png", "/manifest.en.webmanifest")
    )
    assert worker["cache-control"] == offline["cache-control"] == "no-cache"
    assert worker["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert worker["content-type"].startswith("text/javascript")  # else no browser takes it
    assert icon["cache-control"] == "public, max-age=3600"
    assert manifest["content-type"].startswith("application/manifest+json")


@pytest.mark.parametrize("left", ["", "/cards"], ids=["taken off", "left there"])
def test_in_a_folder_of_another_site_the_page_and_its_cookie_say_so(
    left: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("index.html", "offline.html", "assets.txt"):
        (tmp_path / name).write_text('<a href="/mine" src="/a.js">')
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    names = Names((), ["https://Example.org/cards/", "http://example.org/cards"])
    gate = Middleware(Gate, names=names, requests=Limits().requests)
    app = Starlette(routes=[Route("/t/{path:path}", pages.page), Route("/{path:path}", pages.static_file)], middleware=[gate])

    async def get(path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://example.org") as client:
            return await client.get(left + path)

    page, offline, file = (asyncio.run(get(path)) for path in ("/t/tea-482", "/offline.html", "/assets.txt"))
    assert page.text == offline.text == '<a href="/cards/mine" src="/cards/a.js">'
    assert file.text == '<a href="/mine" src="/a.js">'
    assert "; Path=/cards; " in page.headers["set-cookie"]
    assert "connect-src 'self' ws://example.org wss://example.org;" in page.headers["content-security-policy"]
    assert "strict-transport-security" not in page.headers  # the rest of the site has a say in that
    assert names.has_origin("https://example.org", "127.0.0.1:8000")


def test_what_cannot_be_the_folder_is_refused_with_a_sentence() -> None:
    ours = {route.path.split("/")[1] for route in ROUTES} - {"", "{path:path}"} | {"assets"}
    for name in ours:
        with pytest.raises(QipaiError, match="because qipai has paths of that name"):
            Names((), [f"https://example.org/{name}/cards"])
    assert Names((), ["https://example.org/play/t"]).folder == "/play/t"
    with pytest.raises(QipaiError, match="one folder, not / and /cards"):
        Names((), ["https://cards.example", "https://example.org/cards"])


def test_games_say_all_that_a_form_needs(client: httpx.Client) -> None:
    games = client.get("/api/games").json()
    assert [game["name"] for game in games] == list(GAMES)
    for told in games:
        game = GAMES[told["name"]]
        assert [option["name"] for option in told["options"]] == [option.name for option in game.options]
        for option in told["options"]:
            assert option["default"] in option["values"] or option["least"] is not None
            assert set(option["title"]) == set(option["sentence"]) == LANGUAGES
        assert [variant["name"] for variant in told["variants"]] == list(game.variants)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_rule_books_have_every_section_and_their_cards(client: httpx.Client, language: str) -> None:
    sections = client.get(f"/api/games/gan_deng_yan/rules/{language}").json()
    numbers = [section["number"] for section in sections]
    assert numbers[:3] == ["", "origin", "1"]
    assert numbers[-2:] == ["deal", "words"]
    assert {"1", "4.1", "9.3", "10.4"} <= set(numbers)
    leaves = [section for section in sections if "." in section["number"]]
    assert all(section["html"] for section in leaves)
    html = "".join(section["html"] for section in sections)
    assert '<code class="cards">4-5-6</code>' in html
    assert '<a class="section" href="#3.11">§3.11</a>' in html
    assert set(re.findall(r'href="#([^"]*)"', html)) <= set(numbers)
    assert "<script" not in html


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_diagrams_stand_in_the_book(client: httpx.Client, game: Game, language: str) -> None:
    """Each below its §, once, with its words for who hears it; nothing in them is what the pages' policy refuses."""
    sections = client.get(f"/api/games/{game.name}/rules/{language}").json()
    html = {section["number"]: section["html"] for section in sections}
    drawn = {number: re.findall('<svg class="diagram".*?</svg>', text, re.DOTALL) for number, text in html.items()}
    assert {number for number, drawings in drawn.items() if drawings} == set(figures(game.book.parent.name, language))
    for drawings in drawn.values():
        for drawing in drawings:
            ElementTree.fromstring(drawing)
            assert not re.search(r"\sstyle=|\son\w+=|<style|<script|href", drawing)
    heard = re.findall('role="img" aria-label="([^"]*)"', "".join(html.values()))
    captions = re.findall("<figcaption>(.*?)</figcaption>", "".join(html.values()))
    assert len(heard) == len(captions) >= 5
    assert all(words.startswith(f"{caption}. ") for words, caption in zip(heard, captions, strict=True))


MINUTE = re.compile(r"<p><strong>[^<]*</strong></p>\s*<ul>(.*?)</ul>", re.DOTALL)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_each_game_has_a_minute_of_its_own(client: httpx.Client, game: Game, language: str) -> None:
    sections = client.get(f"/api/games/{game.name}/rules/{language}").json()
    minutes = MINUTE.findall(sections[0]["html"])
    assert len(minutes) == 1
    assert 5 <= minutes[0].count("<li>") <= 8
    if game.section:
        chapter = {section["number"]: section["html"] for section in sections}
        assert minutes == MINUTE.findall(chapter[game.section])
        # §2: the row of the table that has the game's pieces for each number of players; those of the minute's first line
        row = re.findall("<tr>(.*?)</tr>", chapter["2"], re.DOTALL)[int(game.section.split(".")[1])]
        pieces = re.findall(r"<td>(.*?)</td>", row)[2]
        assert re.findall(r"\d+", pieces) == re.findall(r"\d+", minutes[0].split("</li>")[0])


# -- what is compressed

ALIKE = ("/api/games", "/api/words", "/api/games/gan_deng_yan/rules/en")


@pytest.mark.parametrize("path", ALIKE)
def test_what_everybody_is_told_alike_is_compressed_for_whoever_accepts_it(client: httpx.Client, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    for accepted in ("gzip", "br, GZIP;q=0.5, *"):
        zipped = client.get(path, headers={"accept-encoding": accepted})
        assert (zipped.headers["content-encoding"], zipped.headers["vary"]) == ("gzip", "accept-encoding")
        assert zipped.content == plain.content
        assert int(zipped.headers["content-length"]) < len(plain.content) / 3
        again = client.get(path, headers={"accept-encoding": accepted, "if-none-match": f'"other", W/{zipped.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
    assert zipped.headers["etag"] != plain.headers["etag"]
    for accepted in ("", "gzip;q=0", "gzip; q=0.0, identity"):
        assert "content-encoding" not in client.get(path, headers={"accept-encoding": accepted}).headers


def test_the_words_of_all_games_are_told_apart_from_them(client: httpx.Client) -> None:
    words = client.get("/api/words").json()
    assert list(words) == list(GAMES)
    assert words["luk_fu"] == json.loads(json.dumps(dict(GAMES["luk_fu"].words)))
    assert all("words" not in game for game in client.get("/api/games").json())


@together
async def test_nothing_that_depends_on_who_asks_is_compressed(start: Callable[..., Server]) -> None:
    """The length of such an answer would tell what is in it.  Every route is asked, so a new one cannot be forgotten."""
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(seats=2, deals=1, begin=True)
    table = await ann.visit(code)
    await table.play()
    record = table.view["records"][0]
    headers = {**ann.headers, "accept-encoding": "gzip, br, zstd", "accept": "text/html"}
    given = {"id": record, "name": "gan_deng_yan", "language": "en", "path": f"t/{code}"}
    routes = [route.path for route in ROUTES if isinstance(route, Route) and "GET" in (route.methods or ())]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=headers, timeout=60) as client:
        for path in (re.sub(r"{(\w+)(?::\w+)?}", lambda found: given[found[1]], route) for route in routes):
            answer = await client.get(path)
            assert ("content-encoding" in answer.headers) == (path in ALIKE), path


def test_files_of_the_client_are_sent_as_they_were_compressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    (tmp_path / "assets").mkdir()
    for name, content in {
        "assets/a.js": "plain",
        "assets/a.js.gz": "gzipped",
        "assets/a.js.br": "shorter",
        "seal.svg": "plain",
    }.items():
        (tmp_path / name).write_text(content)

    async def sent(path: str, accepted: str) -> tuple[str, str | None, str | None]:
        transport = httpx.ASGITransport(Starlette(routes=[Route("/{path:path}", pages.static_file)]))
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
            client.stream("GET", path, headers={"accept-encoding": accepted}) as answer,
        ):
            content = b"".join([part async for part in answer.aiter_raw()]).decode()
            assert answer.headers["content-type"] == pages.MEDIA[Path(path).suffix]
            return content, answer.headers.get("content-encoding"), answer.headers.get("vary")

    wanted = {
        "br, gzip": ("shorter", "br"),
        "gzip": ("gzipped", "gzip"),
        "identity": ("plain", None),
        "br;q=0": ("plain", None),
    }
    for accepted, (content, encoding) in wanted.items():
        assert asyncio.run(sent("/assets/a.js", accepted)) == (content, encoding, "accept-encoding")
    assert asyncio.run(sent("/seal.svg", "br, gzip")) == ("plain", None, None)


def test_books_that_there_are_not(client: httpx.Client) -> None:
    refused(client.get("/api/games/poker/rules/en"), 404, "unknown_game")
    refused(client.get("/api/games/gan_deng_yan/rules/fr"), 404, "unknown_language")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "poker"}, "unknown_game"),
        ({"seats": 7}, "bad_choice"),
        ({"variant": "none"}, "bad_choice"),
        ({"clock": "blitz"}, "bad_choice"),
        ({"bots": "god"}, "bad_choice"),
        ({"deals": 0}, "bad_choice"),
        ({"deals": 10**9}, "bad_choice"),
        ({"name": ""}, "bad_name"),
        ({"name": "x" * 25}, "bad_name"),
        ({"rules": {"decks": "3"}}, "bad_option"),
        ({"rules": {"no_such": "1"}}, "unknown_option"),
        ({"rules": {"talon_limit": "5", "draw_rule": "winner_only"}}, "bad_rules"),
        ({"seat": 2}, "bad_message"),
        ({"seats": "four"}, "bad_message"),
    ],
)
def test_a_table_that_cannot_be(client: httpx.Client, server: Server, change: dict[str, Any], code: str) -> None:
    before = server.rows("select count(*) from tables")
    refused(client.post("/api/tables", json={**NEW, **change}), 404 if code == "unknown_game" else 400, code)
    assert server.rows("select count(*) from tables") == before


@pytest.mark.parametrize(
    "body",
    [b"", b"\xff\xfe", b'{"name":"\xe9"}', b"[" * 10_000, b'{"name": NaN}', b"null", b"{}", b'{"name":"' + b"\\ud800" + b'"}'],
)
def test_bodies_that_cannot_be_read(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/guests", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad_message", "bad_name")


def test_bodies_that_are_too_large(client: httpx.Client) -> None:
    refused(client.post("/api/guests", content=b"x" * 20_000), 413, "too_large")
    refused(client.post("/api/guests", content=(b"x" * 1000 for _ in range(20))), 413, "too_large")


def test_what_contradicts_itself_says_why_in_every_language(client: httpx.Client) -> None:
    """2026-11-24: the reason was in English only, and the others read that these rules cannot be."""
    rules = {"talon_limit": "5", "draw_rule": "winner_only"}
    text = refused(client.post("/api/tables", json={**NEW, "rules": rules}), 400, "bad_rules")["text"]
    assert len(set(text.values())) == 3
    for sentence in text.values():
        assert "draw_rule=all" in sentence


def test_what_a_form_does_not_offer_is_said_in_words_of_each_language(client: httpx.Client) -> None:
    text = refused(client.post("/api/tables", json={**NEW, "seats": 7}), 400, "bad_choice")["text"]
    assert text["en"].startswith("The number of players")
    assert text["zh-Hans"].startswith("人数可以是：2")
    text = refused(client.post("/api/tables", json={**NEW, "rules": {"decks": "3"}}), 400, "bad_option")["text"]
    assert "（decks）可以是：1, 2。" in text["zh-Hans"]
    assert "(decks) may be 1, 2." in text["en"]


def test_https_at_a_port_of_http_is_explained_in_the_log(start: Callable[..., Server]) -> None:
    server = start()
    with socket.create_connection(("127.0.0.1", server.port), 60) as browser:
        browser.sendall(b"\x16\x03\x01\x00\x05hello\r\n\r\n")
        while browser.recv(4096):
            pass
    assert "begins with http://" in server.output()


# -- the gate


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "192.168.1.20:8000", "[::1]:8000", "table.localhost"])
def test_addresses_of_this_machine_are_ours(client: httpx.Client, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1.example.com", "localhost.example.com:8000", "a b"])
def test_names_that_may_be_another_sites_are_not(client: httpx.Client, host: str) -> None:
    refused(client.get("/api/health", headers={"host": host}), 421, "wrong_host")


@pytest.mark.parametrize("host", ["", ":8000", "[::1"])
def test_requests_for_nobody(client: httpx.Client, host: str) -> None:
    refused(client.get("/api/health", headers={"host": host}), 400, "no_host")


def test_the_option_that_is_named_for_another_name_works(client: httpx.Client) -> None:
    told = refused(client.get("/api/health", headers={"host": "mybox.lan:8941"}), 421, "wrong_host")
    page = client.get("/", headers={"host": "mybox.lan:8941", "accept": "text/html,*/*"})
    assert (page.status_code, page.text.splitlines()) == (421, list(told["text"].values()))
    for sentence in told["text"].values():
        (origin,) = re.findall(r"--origin (https://[a-z.]*[a-z])", sentence)
        assert Names([], [origin]).has_host("mybox.lan:8941")


@pytest.mark.parametrize("origin", ["http://example.com", "null", "http://127.0.0.1:1", "https://127.0.0.1", "file://"])
def test_pages_of_other_sites_change_nothing(client: httpx.Client, origin: str) -> None:
    told = refused(client.post("/api/tables", json=NEW, headers={"origin": origin}), 403, "wrong_origin")
    assert all("--origin" in sentence for sentence in told["text"].values())  # a proxy may have called it otherwise


def test_a_cookie_without_a_page_changes_nothing(client: httpx.Client) -> None:
    client.get("/")
    assert client.cookies
    refused(client.post("/api/tables", json=NEW), 403, "wrong_origin")
    answer = client.post("/api/tables", json=NEW, headers={"origin": str(client.base_url).rstrip("/")})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "origin", ["play.example", "play.example:443", "ftp://play.example", "https://*.example", "https://a.example:99999"]
)
def test_an_origin_that_is_none_is_refused_with_a_sentence(origin: str) -> None:
    with pytest.raises(QipaiError, match="that is http:// or https://"):
        Names([], [origin])


def test_names_and_origins_that_the_server_was_given() -> None:
    names = Names(["table.example"], ["https://play.example/"])
    assert names.has_host("TABLE.example:8000")
    assert names.has_host("play.example")
    assert names.has_origin("https://play.example", "127.0.0.1:8000")
    assert not names.has_origin("https://other.example", "play.example")


@together
async def test_limits_say_how_long_to_wait(start: Callable[..., Server]) -> None:
    server = start(
        limits={"tables_of_guest": [0.1, 2], "lookups": [0.1, 3], "guests_of_address": [0.1, 3], "sockets_of_guest": 2}
    )
    ann = await Guest.new(server.port)
    code = await ann.open()
    await ann.open()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=ann.headers) as client:
        told = refused(await client.post("/api/tables", json=NEW), 429, "too_many_tables")
        assert 1 <= told["wait"] <= 10
        assert str(told["wait"]) in told["text"]["en"]
        ben = await Guest.new(server.port, "Ben")
        await Guest.new(server.port)
        answer = await client.post("/api/guests", json={"name": "Cat"})
        refused(answer, 429, "slow_down")
        assert answer.headers["retry-after"] == str(answer.json()["wait"])
    one, two = await ann.visit(code), await ann.visit(code)
    await one.until(lambda ann: ann.view)
    await two.until(lambda ann: ann.view)
    three = await ann.visit(code)
    assert (await three.refused())["code"] == "too_many_sockets"
    assert (await three.until_closed())[0] == 4429
    for guess in ("tea-1", "tea-2", "tea-3"):
        lost = await ben.visit(guess)
        assert (await lost.refused())["code"] == "unknown_table"
        assert (await lost.until_closed())[0] == 4404
    lost = await ben.visit(code)
    assert (await lost.refused())["code"] == "too_many_lookups"


# -- records


@together
async def test_a_record_is_there_when_its_deal_is_over_and_not_before(server: Server) -> None:
    ann, eve = await Guest.new(server.port), await Guest.new(server.port, "Eve")
    code = await ann.open(begin=True, deals=2, seats=3, rules={"announce_at": "3"})
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    id = f"{table.view['table']}-1"
    for path in (f"/api/records/{id}", f"/api/records/{id}.qp", "/api/records/x", "/api/records/0-0"):
        refused(await ann.ask(path), 404, "unknown_record")
    await table.play(until=lambda ann: ann.view["phase"] == "between")
    assert table.view["records"] == [id]
    replay = (await eve.ask(f"/api/records/{id}")).json()
    assert (replay["game"], replay["rules"], replay["deal"]) == ("gan_deng_yan", {"announce_at": "3"}, 1)
    assert replay["names"] == [seat["name"] for seat in table.view["seats"]]
    assert len(replay["steps"]) == len(replay["facts"])
    assert [fact["seq"] for fact in replay["facts"]] == [step["seq"] for step in replay["steps"]]
    assert [] in replay["steps"][-1]["hands"]
    file = await eve.ask(f"/api/records/{id}.qp")
    assert "attachment" in file.headers["content-disposition"]
    record = read_record(file.text)
    verify(record)
    assert record.result.points == table.view["scores"][0]
    for line in file.text.splitlines():
        json.loads(line)
    ((guest,),) = server.rows("select owner from tables where code = ?", code)
    assert guest not in file.text
    assert record.game is GAN_DENG_YAN


@together
async def test_my_tables(server: Server) -> None:
    ann = await Guest.new(server.port, "Ann")
    assert (await ann.ask("/api/me")).json() == {"name": "Ann", "tables": []}
    one, two = await ann.open(name="Anna"), await ann.open(begin=True, name="Anna")
    mine = (await ann.ask("/api/me")).json()
    assert mine["name"] == "Anna"
    assert {(table["code"], table["phase"]) for table in mine["tables"]} == {(one, "gathering"), (two, "playing")}
    table = await (await ann.visit(one)).until(lambda ann: ann.view)
    await table.do("stand")
    assert [table["code"] for table in (await ann.ask("/api/me")).json()["tables"]] == [two]
