"""Compiled code has a place wherever a user has one, and nothing of other people's is read or removed."""

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.engine.announcing import Announcer
from qipai.engine.places import VARIABLES, cache_folder, cache_folders, user_folder
from tests.test_architecture import ROOT

A_FEW = "from qipai.games import GAN_DENG_YAN as game; from qipai.engine import proving; proving.tried.add(game); "
PROGRAM = A_FEW + "from qipai.engine.game import seeded; seeded(3); print(game.play_kind(5))"
WORKERS = (
    "from qipai.arena.spreading import in_pool\n"
    "def kind(action):\n"
    f"    {A_FEW.replace('; ', chr(10) + '    ')}\n"
    "    return game.play_kind(action)\n"
    "if __name__ == '__main__':\n"
    "    print(list(in_pool(2, kind, (), [5, 6, 7, 8])))\n"
)


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Four places in the order in which they are asked, as environment variables say; the user's home is the third."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    for name, folder in (("QIPAI_CACHE", "ours"), ("NUMBA_CACHE_DIR", "numba"), ("HOME", "home"), ("", "temporary")):
        (tmp_path / folder).mkdir()
        if name:
            monkeypatch.setenv(name, str(tmp_path / folder))
    return tmp_path


def close(folder: Path) -> None:
    """Put a file where a folder was: nothing can be written in it, by root neither."""
    folder.rmdir()
    folder.write_text("")


def test_the_first_place_that_can_be_written_is_taken(places):
    assert cache_folders() == (places / "ours" / "compiled",)
    expected = [places / "ours/compiled", places / "numba/qipai/compiled", places / "home/.cache/qipai/compiled"]
    for folder in ("ours", "numba", "home"):
        (places / folder).rename(places / f"{folder}-before")
        (places / folder).write_text("")
        os.environ["LOCALAPPDATA"] = folder  # asked anew, since a variable differs
    found = cache_folders()
    assert list(found[:3]) == expected  # which are read all the same: somebody may have filled them
    assert found[3:] == (places / "temporary" / f"qipai-{os.getuid()}" / "compiled",)
    assert stat.S_IMODE((places / "temporary" / f"qipai-{os.getuid()}").stat().st_mode) == 0o700


def test_a_folder_that_others_can_write_is_no_place_for_code(places, monkeypatch):
    for folder in ("ours", "numba", "home"):
        close(places / folder)
    own = places / "temporary" / f"qipai-{os.getuid()}"
    own.mkdir(mode=0o777)
    own.chmod(0o777)
    assert own / "compiled" not in cache_folders()
    own.rmdir()
    own.symlink_to(places)
    monkeypatch.setenv("TMPDIR", "asked anew")
    assert own / "compiled" not in cache_folders()


def test_a_home_that_is_not_known(places, monkeypatch):
    monkeypatch.delenv("QIPAI_CACHE")
    monkeypatch.delenv("NUMBA_CACHE_DIR")

    def unknown(*_, **__):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("platformdirs.user_cache_path", unknown)
    assert user_folder("cache") is None
    assert cache_folder().parent.parent == places / "temporary"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _: Path("~/.cache/qipai"))
    assert user_folder("cache") is None


def test_a_home_of_somebody_who_is_not_there(places, monkeypatch):
    monkeypatch.chdir(places)
    monkeypatch.setenv("QIPAI_CACHE", "~nobody-of-that-name/cache")
    assert cache_folder() == places / "~nobody-of-that-name" / "cache" / "compiled"
    monkeypatch.setenv("QIPAI_CACHE", "~/cache")
    assert cache_folder() == places / "home" / "cache" / "compiled"


def run(program, **environment):
    bare = {name: value for name, value in os.environ.items() if name not in VARIABLES and name != "QIPAI_QUIET"}
    given = {**bare, "QIPAI_RULES": "native", "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    return done


@pytest.mark.slow
@pytest.mark.native
def test_programs_run_where_nothing_can_be_kept_and_say_so_once(tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "x")
    done = run(PROGRAM, HOME=nowhere, QIPAI_CACHE=nowhere, TMPDIR=str(tmp_path))
    assert done.stdout.strip() == "5"
    assert done.stderr.count("is kept in") == 1  # in the folder of temporary files
    assert done.stderr.count(f"nothing can be written in {nowhere}") == 1
    assert list(tmp_path.rglob("*.nbc"))
    (tmp_path / "workers.py").write_text(WORKERS)
    words = f"import runpy; runpy.run_path({str(tmp_path / 'workers.py')!r}, run_name='__main__')"
    (tmp_path / "temporary").mkdir()
    done = run(words, HOME=nowhere, QIPAI_CACHE=nowhere, TMPDIR=str(tmp_path / "temporary"))
    assert done.stderr.count("is kept in") == 1  # by one of the workers, since nobody else compiles


@pytest.mark.slow
@pytest.mark.native
def test_a_cache_that_was_filled_by_others_long_ago_is_read(tmp_path):
    cache = tmp_path / "cache"
    run(PROGRAM, QIPAI_CACHE=str(cache), HOME=str(tmp_path))
    for file in cache.rglob("*.nbc"):
        os.utime(file, (0, 0))
    without = "import os\ndef utime(*given): raise PermissionError(1, 'not yours')\nos.utime = utime\n"
    listen = (
        "from numba.core import event\nclass L(event.Listener):\n    on_end = lambda *_: None\n"
        "    def on_start(self, event): print(event.data['dispatcher'])\nevent.register('numba:compile', L())\n"
    )
    done = run(without + listen + PROGRAM, QIPAI_CACHE=str(cache), HOME=str(tmp_path))
    assert done.stdout.split() == ["5"]


class Full(io.StringIO):
    def write(self, text):
        raise OSError(28, "No space left on device")


def test_an_error_output_that_takes_nothing_ends_no_program(monkeypatch):
    monkeypatch.setenv("QIPAI_QUIET", "0")
    closed = io.StringIO()
    closed.close()
    for output in (Full(), closed, None):
        monkeypatch.setattr(sys, "stderr", output)
        assert Announcer().say("compiling …") is None
