"""A real nginx and a real Caddy in front of a server: their programs, and what they read."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {
    "nginx": shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin"),
    "caddy": shutil.which("caddy"),
}


@contextmanager
def proxy(kind: str, folder: Path, text: str) -> Iterator[None]:
    """Run nginx with what its block `http` is to have, or Caddy with sites, until it is left; it may not listen at once."""
    program = PROGRAMS[kind]
    if program is None:
        pytest.skip(f"needs {kind}; `apt install {kind}` brings it")
    words = {"nginx": with_nginx, "caddy": with_caddy}[kind](folder, text)
    environment = {"HOME": str(folder), "PATH": os.defpath}
    with subprocess.Popen([program, *words], stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            yield
        finally:
            process.terminate()


def with_nginx(folder: Path, text: str) -> list[str | Path]:
    """Write what nginx is to read; return its arguments.  `asked` in its folder has the path of each request."""
    whole = folder / "nginx.conf"
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    log = f"log_format path '$request_uri'; access_log {folder}/asked path;"
    whole.write_text(f"pid {folder}/pid; daemon off; error_log stderr;\nevents {{}}\nhttp {{ {log} {temporary}\n{text}\n}}\n")
    return ["-p", folder, "-c", whole]


def with_caddy(folder: Path, text: str) -> list[str | Path]:
    """Write what Caddy is to read; return its arguments."""
    whole = folder / "Caddyfile"
    whole.write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_sni cards.example\n}}\n{text}")
    return ["run", "--adapter", "caddyfile", "--config", whole]


def site(kind: str, server: int, port: int) -> str:
    """A site that has a server's pages in the folder `/cards/`, as `docs/hosting.md` says."""
    blocks = re.findall(
        r"^```text\n(.*?)^```", (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    begins = {"nginx": "location = /cards ", "caddy": "redir /cards"}[kind]
    lines = replaced(next(block for block in blocks if block.startswith(begins)), ("127.0.0.1:8000", f"127.0.0.1:{server}"))
    if kind == "nginx":
        return f"server {{ listen 127.0.0.1:{port}; absolute_redirect off; location / {{ return 404; }}\n{lines}\n}}"
    return f"http://127.0.0.1:{port} {{\n{lines}\n}}\n"


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """Return a text after changes, each of which it must need."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text
