"""What is said on stderr when rules are compiled: where something is, by one process, and once for what belongs together."""

import os
import time
from pathlib import Path

import pytest

from qipai.engine import announcing
from qipai.engine.announcing import Announcer, in_words

LARGE = announcing.SMALL


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Announcer:
    monkeypatch.setenv("QIPAI_QUIET", "0")
    monkeypatch.setenv("QIPAI_CACHE", str(tmp_path))
    (tmp_path / "compiled").mkdir()
    monkeypatch.setattr(announcing, "TOGETHER", 0.2)
    speaker = Announcer()
    speaker.titles |= {"giog": ("Giog", 50), "luk_fu": ("Luk Fu", 0)}
    return speaker


def compile_for(speaker: Announcer, room: str, size: int = LARGE) -> None:
    speaker.begin(room, size)
    time.sleep(0.01)
    speaker.end(room)


def lines(captured: pytest.CaptureFixture[str]) -> list[str]:
    out, err = captured.readouterr()
    assert out == ""
    return err.splitlines()


def test_functions_that_follow_each_other_are_one_line_and_its_end(
    speaker: Announcer, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        compile_for(speaker, "giog")
    assert lines(capsys) == [
        "qipai: compiling Giog for this machine, once: about a minute for all of it (`qipai warm` does it ahead) …"
    ]
    time.sleep(0.6)
    assert lines(capsys) == ["qipai: compiled what was needed of Giog in 0 s."]
    compile_for(speaker, "giog")
    speaker.tell_end()
    assert lines(capsys) == []  # said once a program
    assert speaker.spent > 0.05


def test_what_goes_on_for_long_says_what_is_left(speaker: Announcer, capsys: pytest.CaptureFixture[str]) -> None:
    compile_for(speaker, "giog")
    speaker.tell_end()
    for so_far in (29.0, 35.0, 36.0, 70.0):
        speaker.spent_on["giog"] = so_far
        compile_for(speaker, "giog")
    speaker.tell_end()
    first, end, *more, last = lines(capsys)
    assert (first.split()[1], end.split()[1], last.split()[1]) == ("compiling", "compiled", "compiled")
    assert more == [
        "qipai: compiling more of Giog: 35 s so far, about half a minute left at most …",
        "qipai: compiling more of Giog: 70 s so far, longer than usual on this machine …",
    ]


def test_another_room_ends_the_first(speaker: Announcer, capsys: pytest.CaptureFixture[str]) -> None:
    compile_for(speaker, "giog")
    compile_for(speaker, "luk_fu")
    speaker.tell_end()
    speaker.tell_end()
    assert [line.split()[1] + " " + line.split()[-1] for line in lines(capsys)] == [
        "compiling …",
        "compiled s.",
        "compiling …",
        "compiled s.",
    ]


def test_what_takes_no_second_is_not_said_until_it_adds_up(speaker: Announcer, capsys: pytest.CaptureFixture[str]) -> None:
    compile_for(speaker, "giog", LARGE // 2)
    assert lines(capsys) == []
    compile_for(speaker, "giog", LARGE - LARGE // 2)
    assert len(lines(capsys)) == 1


def test_of_one_command_one_process_speaks(speaker: Announcer, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mark = tmp_path / "compiled" / "giog.told"
    mark.write_text(f"{announcing.family()} {os.getpid() + 1}")
    compile_for(speaker, "giog")
    speaker.wait("giog")
    assert lines(capsys) == []
    mark.write_text(f"another {os.getpid() + 1}")
    compile_for(speaker, "giog")
    speaker.wait("giog")
    assert len(lines(capsys)) == 1
    mark.write_text(f"another {os.getpid() + 1}")
    speaker.waited.clear()
    speaker.wait("giog")
    speaker.wait("giog")
    assert lines(capsys) == ["qipai: waiting for another process that compiles Giog …"]


def test_a_mark_that_cannot_be_read_is_none(speaker: Announcer, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "compiled" / "giog.told").write_bytes(b"\xff\xfe\xff")
    compile_for(speaker, "giog")
    assert lines(capsys)


def test_it_can_be_silenced(speaker: Announcer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QIPAI_QUIET", "1")
    compile_for(speaker, "giog")
    speaker.tell_end()
    speaker.cannot_keep(Path("nowhere"), OSError(13, "Permission denied"))
    assert lines(capsys) == []


def test_where_nothing_can_be_kept_one_process_says_so(
    speaker: Announcer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    full = OSError(28, "No space left on device")
    for _ in range(2):
        speaker.cannot_keep(tmp_path, full)
    assert len(lines(capsys)) == 1
    (tmp_path / "compiled" / "unkept.told").write_text(f"{announcing.family()} {os.getpid() + 1}")
    Announcer().cannot_keep(tmp_path, full)
    assert lines(capsys) == []
    (tmp_path / "compiled" / "unkept.told").unlink()
    (tmp_path / "compiled").rmdir()  # not even a mark
    Announcer().cannot_keep(tmp_path, full)
    assert len(lines(capsys)) == 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, ""),
        (30, ": about half a minute for all of it"),
        (70, ": about a minute for all of it"),
        (170, ": about 3 minutes for all of it"),
    ],
)
def test_times_are_said_roughly(seconds: int, words: str) -> None:
    assert in_words(seconds) == words
