"""The files of deploy/: a real nginx and a real Caddy before a real server, and what systemd says of the unit.  Where a program is missing, the skip says so."""

import asyncio
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from qipai.server.configuring import configure
from qipai.server.settings import declared

from .conftest import Server, free_port
from .people import together
from .proxies import proxy, replaced, site

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
ORIGIN = "https://cards.example"


@pytest.fixture(params=["nginx", "caddy"])
def behind(request: pytest.FixtureRequest, start: Callable[..., Server], tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A server behind a proxy with the file of deploy/, whose ports, certificate and folders are those of this test."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl; `apt install openssl` brings it")
    server = start(settings={"origin": [ORIGIN]}, limits={"requests": [0.5, 30]})
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cards.example",
         "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"], check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    text = {"nginx": for_nginx, "caddy": for_caddy}[request.param](tmp_path, server.port, port)
    with proxy(request.param, tmp_path, text):
        yield server, port


def for_nginx(folder: Path, server: int, port: int) -> str:
    return replaced(
        (DEPLOY / "nginx.conf").read_text(),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("/etc/ssl/qipai/", f"{folder}/"),
    )


def for_caddy(folder: Path, server: int, port: int) -> str:
    """The certificate is the test's, since none can be fetched here."""
    own = f"cards.example:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    return replaced((DEPLOY / "Caddyfile").read_text(), ("127.0.0.1:8000", f"127.0.0.1:{server}"), ("cards.example {\n", own))


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    """The status and the headers of an answer of the proxy, once it listens."""
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", headers={"host": "cards.example", **headers})
    for _ in range(100):
        try:
            with urllib.request.urlopen(request, context=trusting(), timeout=10) as answer:
                return answer.status, {name.lower(): text for name, text in answer.headers.items()}
        except urllib.error.HTTPError as error:
            error.close()
            return error.code, {}
        except OSError:
            time.sleep(0.05)
    raise AssertionError("The proxy does not answer")


@together
async def test_a_table_behind_a_proxy(behind: tuple[Server, int]) -> None:
    _, port = behind
    status, told = await asyncio.to_thread(get, port, "/")
    assert status == 200
    assert told["strict-transport-security"] == "max-age=31536000"
    cookie = told["set-cookie"].partition(";")[0]
    assert "; Secure" in told["set-cookie"]
    assert (await asyncio.to_thread(get, port, "/api/metrics"))[0] == 404
    body = b'{"game":"gan_deng_yan","seats":3,"name":"Ann"}'
    request = urllib.request.Request(
        f"https://127.0.0.1:{port}/api/tables", body, {"host": "cards.example", "cookie": cookie, "origin": ORIGIN}
    )

    def open_table() -> str:
        with urllib.request.urlopen(request, context=trusting()) as answer:
            return str(answer.read().decode())

    opened = await asyncio.to_thread(open_table)
    code = re.search(r'"code":"([^"]+)"', opened)[1]  # type: ignore[index]
    address = f"wss://cards.example/ws/table/{code}"
    headers = {"cookie": cookie}
    async with connect(
        address, host="127.0.0.1", port=port, ssl=trusting(), origin=ORIGIN, additional_headers=headers
    ) as table:  # type: ignore[arg-type]
        await table.send('{"k":"hello","proto":1}')
        assert '"k":"snap"' in str(await asyncio.wait_for(table.recv(), 20))


@pytest.mark.parametrize("kind", ["nginx", "caddy", "nginx that leaves the folder"])
@together
async def test_a_table_in_a_folder_of_another_site(kind: str, start: Callable[..., Server], tmp_path: Path) -> None:
    """The lines of docs/hosting.md, and those of a proxy that does not take the folder off a path."""
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    server = start(settings={"origin": [f"{home}/cards"]})
    program, _, leaves = kind.partition(" ")
    text = site(program, server.port, port)
    if leaves:
        text = replaced(text, (f"127.0.0.1:{server.port}/;", f"127.0.0.1:{server.port};"))
    async with httpx.AsyncClient(base_url=home, transport=httpx.AsyncHTTPTransport(retries=8)) as client:
        with proxy(program, tmp_path, text):
            moved = await client.get("/cards")
            assert (moved.status_code // 100, moved.headers["location"]) == (3, "/cards/")
            page = await client.get("/cards/")
            assert "; Path=/cards;" in page.headers["set-cookie"]
            assert (await client.get("/cards/api/metrics")).status_code == 404
            new = {"game": "gan_deng_yan", "seats": 3, "name": "Ann"}
            opened = await client.post("/cards/api/tables", json=new, headers={"origin": home})
            path = opened.json()["path"]
            assert (await client.get(f"/cards{path}")).text == page.text
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            address = f"ws://127.0.0.1:{port}/cards/ws/table/{opened.json()['code']}"
            async with connect(address, origin=home, additional_headers={"cookie": cookie}) as table:  # type: ignore[arg-type]
                await table.send('{"k":"hello","proto":1}')
                assert '"k":"snap"' in str(await asyncio.wait_for(table.recv(), 20))


@pytest.mark.slow
@together
async def test_addresses_behind_a_proxy_are_limited_apart_and_cannot_be_made_up(behind: tuple[Server, int]) -> None:
    """Who writes other addresses into a header is still one address; who comes another way has a limit of its own."""
    server, port = behind
    statuses = [(await asyncio.to_thread(get, port, "/api/health", **{"x-forwarded-for": f"10.0.0.{n}"}))[0] for n in range(60)]
    assert statuses[0] == 200
    assert 429 in statuses
    with urllib.request.urlopen(
        urllib.request.Request(f"http://127.0.0.1:{server.port}/api/health", headers={"x-forwarded-for": "10.9.9.9"})
    ) as other:
        assert other.status == 200


def test_a_unit_that_systemd_can_read(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze; `apt install systemd` brings it")
    for name in ("qipai.service", "qipai.socket"):
        text = (
            (DEPLOY / name).read_text().replace("/srv/qipai/venv/bin/qipai", "/bin/true").replace("User=qipai", "User=daemon")
        )
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / "qipai.service"], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "qipai" in line] == [], done.stderr


def test_flags_and_variables_of_the_files_are_settings() -> None:
    flags = {one.flag for one in declared()} | {f"--no-{one.name}" for one in declared()} | {"--config"}
    variables = {one.variable for one in declared()} | {"QIPAI_CACHE"}
    text = "".join((DEPLOY / name).read_text() for name in ("qipai.service", "Containerfile"))
    started = re.search(r"^ExecStart=\S+ (.*)$", text, re.M)
    assert started
    assert set(re.findall(r"--[a-z-]+", started[1])) <= flags
    assert set(re.findall(r"\bQIPAI_[A-Z_]+", text)) <= variables | {"QIPAI_ORIGIN", "QIPAI_PROXIES"}
    given = dict(re.findall(r"\b(QIPAI_[A-Z_]+)=(\S+)", (DEPLOY / "Containerfile").read_text()))
    settings = configure({}, given)
    assert (settings.host, settings.browser, settings.log_format, str(settings.data)) == ("0.0.0.0", False, "json", "/data")
