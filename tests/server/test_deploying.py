"""The files of deploy/: a real nginx and a real Caddy before a real server, and what systemd says of the unit.  Where a program is missing, the skip says so."""

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from qipai.server.configuring import configure
from qipai.server.settings import declared

from .conftest import Server, free_port
from .people import together

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CADDY = shutil.which("caddy")
ORIGIN = "https://cards.example"


@pytest.fixture(params=["nginx", "caddy"])
def behind(request: pytest.FixtureRequest, start: Callable[..., Server], tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A server behind a proxy with the file of deploy/, whose ports, certificate and folders are those of this test."""
    program = {"nginx": NGINX, "caddy": CADDY}[request.param]
    if program is None or shutil.which("openssl") is None:
        pytest.skip(f"needs {request.param} and openssl; `apt install {request.param} openssl` brings them")
    server = start(settings={"origin": [ORIGIN]}, limits={"requests": [0.5, 30]})
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cards.example",
         "-keyout", tmp_path / "privkey.pem", "-out", tmp_path / "fullchain.pem"], check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    words = {"nginx": with_nginx, "caddy": with_caddy}[request.param](tmp_path, server.port, port)
    environment = {"HOME": str(tmp_path), "PATH": os.defpath}
    with subprocess.Popen([program, *words], stderr=subprocess.DEVNULL, env=environment) as proxy:
        yield server, port
        proxy.terminate()


def with_nginx(folder: Path, server: int, port: int) -> list[str | Path]:
    """Write what nginx is to read; return its arguments."""
    text = replaced(
        (DEPLOY / "nginx.conf").read_text(),
        ("127.0.0.1:8000", f"127.0.0.1:{server}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("/etc/ssl/qipai/", f"{folder}/"),
    )
    whole = folder / "nginx.conf"
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole.write_text(
        f"pid {folder}/pid; daemon off; error_log stderr;\nevents {{}}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n"
    )
    return ["-p", folder, "-c", whole]


def with_caddy(folder: Path, server: int, port: int) -> list[str | Path]:
    """Write what Caddy is to read; return its arguments.  The certificate is the test's, since none can be fetched here."""
    own = f"cards.example:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    text = replaced((DEPLOY / "Caddyfile").read_text(), ("127.0.0.1:8000", f"127.0.0.1:{server}"), ("cards.example {\n", own))
    whole = folder / "Caddyfile"
    whole.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_sni cards.example\n}}\n{text}")
    return ["run", "--adapter", "caddyfile", "--config", whole]


def replaced(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


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
