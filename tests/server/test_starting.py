"""Starting where something is in the way: a sentence that says what, never a traceback."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from qipai.server.app import reached_as


def start(*words, program="qipai.server"):
    environment = {**os.environ, "QIPAI_RULES": "plain"}
    return subprocess.run(
        [sys.executable, "-m", program, *words], capture_output=True, text=True, env=environment, timeout=60, check=False
    )


@pytest.mark.parametrize("program", ["qipai.server", "qipai.cli"])
def test_a_file_that_is_no_database(tmp_path, program):
    (tmp_path / "tables.sqlite3").write_text("not a database, however long one looks at it\n" * 40)
    refused = start("--port", "0" if program == "qipai.server" else "8177", "--data", str(tmp_path), program=program)
    assert refused.returncode == 2
    assert "cannot be opened as the tables' log" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_log_of_a_newer_version(tmp_path):
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        database.execute("create table alembic_version (version_num varchar(32))")
        database.execute("insert into alembic_version values ('from the future')")
    refused = start("--port", "0", "--data", str(tmp_path))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "newer version" in refused.stderr


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    refused = start("--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert refused.returncode == 2
    assert "choose another with --data" in refused.stderr


@pytest.mark.parametrize(
    ("words", "sentence"), [(["--port", "99999"], "no port 99999"), (["--database", "x"], "cannot be opened")]
)
def test_a_port_and_a_database_that_do_not_exist(words, sentence):
    refused = start(*words)
    assert refused.returncode == 2
    assert sentence in refused.stderr


def test_a_table_for_everybody_is_called_by_an_address_that_friends_can_follow():
    assert reached_as("127.0.0.1") == "localhost"
    assert reached_as("192.168.7.7") == "192.168.7.7"
    assert reached_as("0.0.0.0") not in ("0.0.0.0", "")
