"""Starting where something is in the way: a sentence that says what, never a traceback."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from qipai.engine.errors import QipaiError
from qipai.server import app
from qipai.server.app import host_of, listen, reached_as
from qipai.server.gate import Names
from qipai.server.limits import household
from qipai.server.storage.database import url_of
from qipai.server.storage.locking import lock_file

from .conftest import Server

PLAIN = {**os.environ, "QIPAI_RULES": "plain"}


def start(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "qipai.cli", "--no-browser", *words]
    return subprocess.run(
        command, capture_output=True, text=True, env={**PLAIN, **environment}, timeout=60, check=False
    )  # fmt: skip


def refused(*words: str, **environment: str) -> str:
    """The one sentence with which a start ends."""
    done = start("--port", "0", *words, **environment)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    return done.stderr


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_text("not a database, however long one looks at it\n" * 40)
    assert "cannot be opened as the tables' log" in refused("--data", str(tmp_path))


def test_a_log_of_a_newer_version(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute("create table alembic_version (version_num varchar(32))")
        database.execute("insert into alembic_version values ('from the future')")
    assert "newer version" in refused("--data", str(tmp_path))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "choose another with --data" in refused("--data", str(tmp_path / "file" / "data"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "99999"], "--port is '99999'"),
        (["--database", "x"], "The URL of the database cannot be read"),
        (["--database", "postgresql+psycopg://me:secret@127.0.0.1:1/x", "--data", "y"], "leave out --data or --database"),
        (["--origin", "https://a.example,http://b.example", "--proxies", "10.0.0.1,nowhere"], "--proxies has 'nowhere'"),
        (["--config", "/nonexistent/qipai.toml"], "cannot be read as settings (No such file or directory)"),
    ],
)
def test_what_cannot_be_is_said(words: list[str], sentence: str) -> None:
    told = refused(*words)
    assert sentence in told
    assert "secret" not in told


def test_the_environment_and_a_file_reach_the_server(tmp_path: Path) -> None:
    assert "--origin must say" in refused(QIPAI_PROXIES="10.0.0.1")
    (tmp_path / "qipai.toml").write_text(f'data = "{tmp_path}"\ndatabase = "sqlite:///x"\n')
    assert "Games are stored in one place" in refused(QIPAI_CONFIG=str(tmp_path / "qipai.toml"))


def test_flags_of_the_table_before_another_command_are_not_overlooked(tmp_path: Path) -> None:
    done = start("--data", str(tmp_path), "rules", "zhihu")
    assert done.returncode == 2
    assert "The flags before rules are those of the table" in done.stderr


def test_a_table_for_everybody_is_called_by_an_address_that_friends_can_follow() -> None:
    assert reached_as("127.0.0.1") == "localhost"
    assert reached_as("192.168.7.7") == "192.168.7.7"
    assert reached_as("0.0.0.0") not in ("0.0.0.0", "")
    assert reached_as("::1") == "::1"  # which not every machine calls localhost


def test_hosts_in_every_form() -> None:
    assert [host_of(text) for text in ("[::1]", " ::1", "0:0:0:0:0:0:0:0", "a.example")] == ["::1", "::1", "::", "a.example"]
    for nothing in ("", " ", "[]"):
        with pytest.raises(QipaiError, match="The host is empty"):
            host_of(nothing)
    for wrong in ("ä..ö", "no such host", "\udcff", "a\0b"):
        with pytest.raises(QipaiError, match=r"Nothing can be served on .*:0 \([^()]*\); choose another") as refused:
            listen(wrong, 0)
        assert "Unknown error" not in str(refused.value)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no sockets for both kinds of addresses")
def test_all_of_this_machine_is_both_kinds_of_addresses() -> None:
    with listen("::", 0) as listener:
        for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as client:
                client.connect((address, listener.getsockname()[1]))
                connection, told = listener.accept()
                connection.close()
                assert household(told[0]) == household(address)
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("::ffff:192.0.2.2")


@pytest.mark.parametrize(
    "origin",
    [
        "https://a.example//cards",
        "https://a.example/.cards",
        'https://a.example/c"',
        "http://",
        "https://[::1",
        "https://a\nb",
        "a.example",
        "https://u@a.example",
        "https://a.example?x",
    ],
)
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(QipaiError, match="is no origin of pages"):
        Names([], [origin])
    Names([], ["https://a.example", "http://[::1]:8000/", "HTTPS://A.example"])


@pytest.mark.parametrize(
    "url", ["postgresql://u:pa@ss:Gehe1m/x@h/db", "Gehe1m", "sqlite://", "sqlite:///:memory:", "postgresql://h:Gehe1m/db"]
)
def test_a_url_that_is_none_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(QipaiError) as refused:
        url_of(url)
    assert "Gehe1m" not in str(refused.value)


def test_urls_as_others_write_them() -> None:
    assert url_of("postgres://u:secret@h/db").drivername == "postgresql"
    for url, kind in (("mysql://u:Gehe1m@h/db", "mysql"), ("mongodb://h/db", "mongodb")):
        with pytest.raises(QipaiError, match=f"SQLite .* or PostgreSQL .*, not in {kind}") as refused:
            url_of(url)
        assert "Gehe1m" not in str(refused.value)


@pytest.mark.slow
def test_too_few_open_files_are_named(tmp_path: Path) -> None:
    words = f"ulimit -n 40; exec {sys.executable} -m qipai.cli --no-browser --port 0 --data {tmp_path}"
    done = subprocess.run(["bash", "-c", words], env=PLAIN, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"qipai: The system lets this process open too few files: \d+ more .*`ulimit -n 1024`.*\n", done.stderr)


def test_sockets_of_systemd_that_cannot_be_served_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(QipaiError, match="hands over 2 sockets, and qipai takes one"):
        app.inherited()
    monkeypatch.setenv("LISTEN_FDS", "1")
    with socket.socket(socket.AF_UNIX) as file:
        monkeypatch.setattr(app, "FIRST_INHERITED", os.dup(file.fileno()))
        with pytest.raises(QipaiError, match="a socket that is a file"):
            app.inherited()


def test_ctrl_c_is_the_servers_alone() -> None:
    """Those that think for it are in the same terminal, hear it too, and end with their input."""
    program = (
        "from qipai.bots.frames import pipes, read_frame; q, a = pipes(aside=False); a.write(b'!'); a.flush(); read_frame(q)"
    )
    with subprocess.Popen([sys.executable, "-c", program], env=PLAIN, stdin=-1, stdout=-1, stderr=-1) as worker:
        assert worker.stdout is not None
        assert worker.stdout.read(1) == b"!"
        worker.send_signal(signal.SIGINT)
        _, said = worker.communicate(timeout=60)
        assert (worker.returncode, said) == (0, b"")


def test_what_a_child_of_a_killed_server_holds_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    held = lock_file(tmp_path / "tables.sqlite3")
    threading.Timer(0.1, held.release).start()
    lock_file(tmp_path / "tables.sqlite3").release()
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        threading.Timer(0.1, first.close).start()
        listen("127.0.0.1", port).close()


@pytest.mark.slow
def test_a_second_server_on_the_same_games_is_refused_until_the_first_has_gone_however_it_went(
    start: Callable[..., Server],
) -> None:
    first = start()
    place, url = str(first.data), f"sqlite:///{first.data / 'tables.sqlite3'}"
    for where in (["--data", place], ["--database", url]):
        assert f"Another qipai (process {first.process.pid}) uses the tables of {place}" in refused(*where)
    first.kill()
    second = start(data=place)
    assert f"process {second.process.pid}" in refused("--data", place)
    second.stop()
    start(data=place)


def test_a_listening_socket_of_systemd_is_taken_over(tmp_path: Path) -> None:
    """The socket outlives the server: who connects between two of them waits and is answered by the second."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    program = (
        "import os, sys\n"
        "os.dup2(int(sys.argv[1]), 3)\n"
        "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'qipai.cli', '--no-browser', '--port', '1', '--data', sys.argv[2]])\n"
    )
    for _ in range(2):
        command = [sys.executable, "-c", program, str(listener.fileno()), str(tmp_path)]
        with subprocess.Popen(command, env=PLAIN, pass_fds=[listener.fileno()], stdout=subprocess.DEVNULL) as server:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=60) as answer:
                assert answer.status == 200
            server.send_signal(signal.SIGTERM)
    listener.close()


@pytest.mark.slow
def test_a_browser_in_the_terminal_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    """A text browser lasts until its reader leaves it, and the server may end before."""
    read, left = tmp_path / "read", tmp_path / "left"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" > {read}.draft; mv {read}.draft {read}\nwhile [ ! -e {left} ]; do sleep 0.1; done\n'
    )
    browser.chmod(0o755)
    command = [sys.executable, "-m", "qipai.cli", "--port", "0", "--data", str(tmp_path / "data")]
    environment = {**PLAIN, "BROWSER": str(browser)}
    try:
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            while not read.exists():
                time.sleep(0.05)
            assert read.read_text().strip() == address
            server.send_signal(signal.SIGTERM)
            assert server.wait(120) in (0, -signal.SIGTERM)
            assert not left.exists()
    finally:
        left.touch()


def test_durable_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the flag says is what SQLite is told, on the connection that writes."""
    from qipai.server.configuring import configure
    from qipai.server.storage.database import Database

    settings = configure({"durable": True, "data": str(tmp_path)}, {})
    asked: list[int] = []
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: None)
    opened = Database.open

    def opening(*place: object, **given: bool) -> Database:
        store = opened(*place, **given)
        with store._writer.connect() as connection:
            asked.append(connection.exec_driver_sql("PRAGMA synchronous").scalar() or 0)
        store.close()
        return store

    monkeypatch.setattr(Database, "open", opening)
    monkeypatch.setattr(app, "set_up", lambda form: None)
    monkeypatch.setattr(app.compiling, "NATIVE", False)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setattr(app, "listen", lambda host, port: listener)
        app.serve(settings)
    assert asked == [2]  # FULL
