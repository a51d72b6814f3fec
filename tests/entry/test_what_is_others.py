"""What is not qipai's stays as it was when qipai is imported: random states, warnings, signals, logging, the compiler's settings."""

import os
import shutil
import subprocess
import sys

import pytest

from qipai.arena import speed
from qipai.engine import compiling
from qipai.engine.errors import QipaiError
from qipai.engine.processes import command, environment
from qipai.games import GAN_DENG_YAN
from tests.test_architecture import ROOT

PROGRAM = """
import decimal, importlib, locale, logging, multiprocessing, os, pkgutil, random, signal, sys, threading, warnings
import numpy

def all_of_it():
    state = dict(
        random=random.getstate(), numpy=repr(numpy.random.get_state()), errors=numpy.geterr(), printing=repr(numpy.get_printoptions()),
        filters=repr(warnings.filters), showing=warnings.showwarning, signals=[signal.getsignal(one) for one in signal.valid_signals()],
        handlers=list(logging.root.handlers), level=logging.root.level, locale=locale.setlocale(locale.LC_ALL), path=list(sys.path),
        environment=dict(os.environ), hooks=[sys.excepthook, sys.unraisablehook, threading.excepthook], meta=list(sys.meta_path),
        recursion=sys.getrecursionlimit(), starting=multiprocessing.get_start_method(allow_none=True), decimal=repr(decimal.getcontext()),
        folder=os.getcwd(), threads=threading.active_count(),
    )
    if "numba" in sys.modules:
        state["numba"] = {name: repr(value) for name, value in vars(sys.modules["numba"].config).items() if name.isupper()}
    return state

if os.environ["QIPAI_RULES"] == "native":
    import numba
for part in EXTRAS:
    try:
        importlib.import_module(part)  # what comes with an extra may do so
    except ImportError:
        pass
random.seed(1)
before = all_of_it()
import qipai
names = [one.name for one in pkgutil.walk_packages(qipai.__path__, "qipai.")]
for name in ["qipai", *names]:
    if name.startswith(("qipai.cli", "qipai.server", "qipai.__main__")):  # programs, which own their process
        continue
    try:
        importlib.import_module(name)
    except ImportError as error:
        assert error.name and not error.name.startswith("qipai"), error
    after = all_of_it()
    changed = [what for what in before if before[what] != after.get(what)]
    assert not changed, (name, changed)
print(len(names))
"""
EXTRAS = ("gymnasium", "pettingzoo", "pyspiel", "ray", "torch", "jax", "pyarrow", "matplotlib", "cupy", "numba.cuda")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_an_import_changes_nothing_of_others(mode):
    environment = {**os.environ, "QIPAI_RULES": mode, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", PROGRAM.replace("EXTRAS", repr(EXTRAS))]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 300


def test_what_lies_beside_the_sources_is_no_source(tmp_path, monkeypatch):
    folder = tmp_path / "package"
    shutil.copytree(ROOT / "qipai" / "engine", folder)
    monkeypatch.setattr(compiling, "PACKAGE", folder)
    before = compiling.source_digest()
    (folder / ".#app.py").symlink_to("nobody@nowhere.1:2")  # the lock of an editor
    (folder / "stray.py").mkdir()
    (folder / "a copy.py").write_text("x = 1")
    (folder / os.fsdecode(b"\xff.py")).write_text("x = 1")
    assert compiling.source_digest() == before
    (folder / "game.py").write_text("x = 1")
    assert compiling.source_digest() != before


def test_files_in_the_folder_where_one_happens_to_be_are_not_ours(tmp_path):
    """A `platform.py` of a person, there where a program was started, would stand in for the library's in its processes."""
    for name in ("platform", "numbers", "email", "numpy", "qipai"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a game with platforms')")
    for words in (command("qipai.arena.speed", "gan_deng_yan", "{}", "2", "3"), command("qipai.entry.hosted", "--check")):
        done = subprocess.run(words, cwd=tmp_path, env=environment("plain"), capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout


def test_what_ends_a_process_of_ours_is_said(monkeypatch):
    monkeypatch.setattr(speed, "command", lambda *words: [sys.executable, "-c", "raise MemoryError('no more')"])
    with pytest.raises(QipaiError, match="ended with 1: MemoryError: no more"):
        speed.in_plain_mode(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), 2, 1)
