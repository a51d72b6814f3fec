"""What a terminal, a pipe or a disk does to the standard streams: sentences, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import qipai
from qipai.cli.app import speaks
from qipai.engine.errors import RecordError
from qipai.records import read_record

RECORD = sorted((Path(__file__).parents[1] / "records").glob("*.qp"))[0]
PLAIN = {**os.environ, "QIPAI_RULES": "plain", "QIPAI": f"{sys.executable} -m qipai.cli", "RECORD": str(RECORD)}
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")


def shell(words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(["sh", "-c", words], env={**PLAIN, **environment}, capture_output=True, timeout=200, check=False)
    assert b"Traceback" not in done.stderr + done.stdout, done.stderr
    return done


@pytest.mark.slow
def test_streams_that_are_closed() -> None:
    assert b"Line 1: the file is empty" in shell("$QIPAI replay - <&-").stderr
    assert shell("$QIPAI play gan_deng_yan <&- >&-").returncode == 130
    assert shell("$QIPAI replay $RECORD <&- >&- 2>&-").returncode == 0


@full
@pytest.mark.slow
def test_streams_that_are_full_or_gone() -> None:
    done = shell("$QIPAI --version >/dev/full")
    assert (done.returncode, done.stderr) == (2, b"qipai: No space left on device\n")
    whole = shell("$QIPAI simulate gan_deng_yan -n 3 --players 3")
    assert whole.returncode == 0
    unheard = shell("$QIPAI simulate gan_deng_yan -n 3 --players 3 2>/dev/full")
    assert unheard.returncode == 0  # the line that says how far it is cannot be written, and stops nothing
    assert unheard.stdout.count(b"\n") == whole.stdout.count(b"\n")
    assert shell("$QIPAI replay $RECORD | head -n 1").stderr == b""


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_a_console_that_cannot_show_every_letter(encoding: str) -> None:
    """It is told as many lines as another, and Chinese where it has the letters."""
    for words in ("rules luk_fu --language zh-Hans", "replay $RECORD --language zh-Hant", "--help"):
        there = shell(f"$QIPAI {words}", PYTHONIOENCODING=encoding)
        here = shell(f"$QIPAI {words}", PYTHONIOENCODING="utf-8")
        assert (there.returncode, there.stderr) == (here.returncode, here.stderr) == (0, b"")
        assert there.stdout.count(b"\n") == here.stdout.count(b"\n") > 0
        if encoding == "gbk" and words.startswith("replay"):
            assert there.stdout.startswith("乾瞪眼".encode(encoding))


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["0", "1", ""])
def test_a_terminal_of_no_width_is_told_as_much(columns: str) -> None:
    assert (
        shell("$QIPAI rules gan_deng_yan", COLUMNS=columns).stdout == shell("unset COLUMNS; $QIPAI rules gan_deng_yan").stdout
    )


@full
def test_a_full_disk_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    @speaks
    def command() -> None:
        with open("/dev/full", "w", encoding="utf-8") as file:
            file.write("x")

    with pytest.raises(typer.Exit):
        command()
    assert "No space left on device.  Make room or name another folder." in capsys.readouterr().err


def test_too_little_memory_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    @speaks
    def command() -> None:
        raise MemoryError

    with pytest.raises(typer.Exit):
        command()
    assert capsys.readouterr().err == "qipai: That takes more memory than there is.\n"


def test_a_bar_needs_a_stream_and_what_it_counts_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    class Teller:
        def write(self, text: str) -> int:
            return len(text)

    monkeypatch.setattr(sys, "stderr", Teller())
    terms: Any = {"deals": 4, "players": 2, "seed": 1}
    found = qipai.tournament("gan_deng_yan", ["random", "rule"], progress=True, **terms)
    assert found.digest == qipai.tournament("gan_deng_yan", ["random", "rule"], **terms).digest


@pytest.mark.slow
def test_what_is_typed_and_is_no_text() -> None:
    done = shell(r"printf '\377\nq\n' | $QIPAI play gan_deng_yan", PYTHONIOENCODING="ascii")
    assert b"is no action" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_record_as_windows_saves_it(tmp_path: Path, encoding: str) -> None:
    text = RECORD.read_text(encoding="utf-8").replace("\n", "\r\n")
    (tmp_path / "saved.qp").write_bytes(text.encode(encoding))
    told = shell("$QIPAI replay $RECORD").stdout
    assert shell("$QIPAI replay saved.qp".replace("saved.qp", str(tmp_path / "saved.qp"))).stdout == told
    assert shell(f"$QIPAI replay - < {tmp_path / 'saved.qp'}").stdout == told


@pytest.mark.parametrize("name", ["\x1b[2J", "a\x9bb", "\u202eAnn", "\x07", "An\nn", "\ud800"])
def test_a_name_that_a_terminal_would_obey_is_no_name(name: str) -> None:
    header, *rest = RECORD.read_text(encoding="utf-8").split("\n")
    first = read_record("\n".join([header, *rest])).header.players[0]
    forged = header.replace(f'"{first}"', f'"{first}{"".join(f"{chr(92)}u{ord(one):04x}" for one in name)}"', 1)
    with pytest.raises(RecordError) as refused:
        read_record("\n".join([forged, *rest]))
    assert str(refused.value).replace("…", "").isprintable()
