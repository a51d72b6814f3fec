"""Compiled code is kept exactly as long as it is right, is compiled once, and compiling is never silent.

Each test runs programs over a copy of the package with a cache of its own.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DAY = 24 * 3600

PROGRAM = """
import sys
from numba.core import event
names = []
class Listener(event.Listener):
    def on_start(self, event):
        names.append(event.data["dispatcher"].__qualname__)
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
import numpy as np
from qipai.engine.verbs import door
from qipai.engine import records
from qipai.environments.encoding import SCALED
from qipai.environments import features
from qipai.environments.layouts import layouts
from qipai.games import GAN_DENG_YAN as game
from qipai.engine import proving
proving.tried.add(game)  # else all its rules are compiled
WHAT
print(*dict.fromkeys(names))
"""
VERB = "print(game.play_kind(5), file=sys.stderr)"
# Below the check of numbers, which an edited rule would make refuse this one.
LOOP = """out = np.zeros((1, layouts(game).action.entries), SCALED)
features._write_compiled(game, game.rules(), np.array([593]), out)
print(out.tolist(), file=sys.stderr)
"""
native = pytest.mark.native


def copied(folder: Path) -> Path:
    shutil.copytree(ROOT / "qipai", folder / "qipai", ignore=shutil.ignore_patterns("static", "__pycache__"))
    return folder


def run(folder: Path, program: str, **more: str) -> tuple[list[str], str]:
    """The names of the functions that were compiled, and what was said on stderr."""
    environment = {
        **os.environ,
        "QIPAI_RULES": "native",
        "QIPAI_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(folder),
        **more,
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("WHAT", program)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / "qipai" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


# Two at a time, which reach different lines of the answer: what was said, and what of it is compiled anew.
EDITS = [
    {
        0: (
            "games/gan_deng_yan/rules/combinations.py",
            "return action & 15",
            "return action & 15 ^ 1",
            "gan_deng_yan_play_kind",
        ),
        1: (
            "environments/encoding.py",
            "- first) * factors[entry",
            "- first) * 2 * factors[entry",
            "gan_deng_yan_write_features",
        ),
    },
    {
        1: (
            "games/gan_deng_yan/notation/features.py",
            "features.action = action",
            "features.action = action + 1",
            "take_apart",
        ),
        2: ("engine/shuffling.py", "range(12)", "range(13)", "engine_seed_random"),
    },
]


@native
@pytest.mark.slow
def test_remarks_and_edits_elsewhere_compile_nothing_and_edits_of_what_is_reached_do(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    program = f"{VERB}\n{LOOP}\nfrom qipai.engine.game import seeded; print(seeded(3), file=sys.stderr)"
    names, answers = run(folder, program)
    reached = {name for edits in EDITS for *_, name in edits.values()}
    assert reached | {"kind_of", "write_vector", "seed_random"} <= set(names)
    assert run(folder, program) == ([], answers)
    for path in folder.rglob("*.py"):  # every file that there is, the game's own too
        path.write_text(f"# a remark\n\n{path.read_text(encoding='utf-8')}\n# another\n", encoding="utf-8")
    edit(folder, "cli/app.py", 'USUAL_GAME = "gan_deng_yan"', 'USUAL_GAME = "giog"')
    edit(folder, "games/giog/state.py", "MAX_CARDS = ", "MAX_CARDS = 0 + ")
    assert run(folder, program) == ([], answers)
    for edits in EDITS:
        for file, old, new, _ in edits.values():
            edit(folder, file, old, new)
        names, others = run(folder, program)
        assert {name for *_, name in edits.values()} <= set(names)
        lines = zip(answers.splitlines(), others.splitlines(), strict=True)
        assert {line for line, (before, now) in enumerate(lines) if before != now} == set(edits)
        answers = others
    assert run(folder, program) == ([], answers)


@native
def test_what_the_compiler_compiles_is_what_is_said_to_be_reached(tmp_path: Path) -> None:
    program = """
from qipai.engine.reaching import reached_from
rules, setup = game.rules(), None
setup = game.setup(rules, 4)
order = records.new(game.ORDER)
names.clear()
game.pack(rules, setup, order)
reached = {function.__qualname__ for function in reached_from(game.pack.py_func)}
assert set(names) == reached, (names, reached)
"""
    assert "pack" in run(tmp_path, program, PYTHONPATH=str(ROOT))[0]


@native
def test_compiling_is_said_once_and_never_on_stdout(tmp_path: Path) -> None:
    loud = {"PYTHONPATH": str(ROOT), "QIPAI_QUIET": "0"}
    program = "from qipai.engine import announcing; announcing.SMALL = 0\n" + VERB
    compiled, said = run(tmp_path, program, **loud)
    assert "qipai:" not in " ".join(compiled)
    lines = [line for line in said.splitlines() if line.startswith("qipai:")]
    assert lines[0].startswith("qipai: compiling Gan Deng Yan for this machine, once")
    assert lines[1].startswith("qipai: compiled what was needed of Gan Deng Yan in ")
    assert len(lines) == 2
    assert "qipai:" not in run(tmp_path, program, **loud)[1]
    shutil.rmtree(tmp_path / "cache")
    assert "qipai:" not in run(tmp_path, program, **{**loud, "QIPAI_QUIET": "1"})[1]


@native
@pytest.mark.slow
def test_of_processes_that_start_together_one_compiles(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        runs = list(pool.map(lambda _: run(tmp_path, LOOP, PYTHONPATH=str(ROOT))[0], range(3)))
    compiled = [name for names in runs for name in names]
    assert "gan_deng_yan_write_features" in compiled
    assert len(compiled) == len(set(compiled))


@native
def test_where_nothing_can_be_kept_it_is_said_and_the_rules_run(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file and no folder")
    nowhere = f"import tempfile; tempfile.tempdir = '/dev/null'\n{VERB}"
    said = run(
        tmp_path, nowhere, PYTHONPATH=str(ROOT), QIPAI_QUIET="0", HOME="/dev/null", XDG_CACHE_HOME="", NUMBA_CACHE_DIR=""
    )[1]
    assert "cannot be kept in" in said
    assert said.count("qipai:") == 1


@native
def test_a_broken_file_is_compiled_anew(tmp_path: Path) -> None:
    """Half a file, and a file of which one byte is another: in machine code nothing else would see it."""
    names, said = run(tmp_path, VERB, PYTHONPATH=str(ROOT))
    for number, path in enumerate(sorted((tmp_path / "cache").rglob("*.nbc"))):
        kept = bytearray(path.read_bytes())
        if number % 2:
            del kept[100:]
        else:
            kept[len(kept) * 2 // 3] ^= 1
        path.write_bytes(kept)
    again, told = run(tmp_path, VERB, PYTHONPATH=str(ROOT), QIPAI_QUIET="0")
    assert again == names
    assert told.count(f"compiled code in {tmp_path / 'cache' / 'compiled'}") == 1
    assert said.strip() in told


@native
def test_code_of_a_module_that_has_moved_is_compiled_anew(tmp_path: Path) -> None:
    """Compiled code names the modules it came from."""
    names, said = run(tmp_path, VERB, PYTHONPATH=str(ROOT))
    for path in (tmp_path / "cache").rglob("*.nbc"):
        told = path.read_bytes()[32:].replace(b"qipai.games.", b"qipai.gamez.")
        path.write_bytes(hashlib.sha256(told).digest() + told)
    assert run(tmp_path, VERB, PYTHONPATH=str(ROOT)) == (names, said)


@native
def test_what_nobody_reads_goes_and_the_oldest_of_too_much(tmp_path: Path) -> None:
    from qipai.engine.keeping import prune

    now = int(os.stat(tmp_path).st_mtime)
    (tmp_path / "room").mkdir()
    names = {age: f"play_kind-{age:032x}.nbc" for age in (1, 2, 3, 40, 50)}
    foreign = [
        tmp_path / "room" / "thesis.txt",
        tmp_path / "room" / "mine-1.nbi",
        tmp_path / "notes.nbc",
        tmp_path / "room.lock",
    ]
    for age, path in [*((age, tmp_path / "room" / name) for age, name in names.items()), *((99, path) for path in foreign)]:
        path.write_bytes(bytes(100))
        os.utime(path, (now - age * DAY,) * 2)
    prune(tmp_path, most=1000)
    assert sorted(path.name for path in tmp_path.rglob("play_kind*")) == [names[1], names[2], names[3]]
    prune(tmp_path, most=250)
    assert sorted(path.name for path in tmp_path.rglob("play_kind*")) == [names[1], names[2]]
    assert all(path.exists() for path in foreign)  # a lock, which somebody may hold, and what other people put there
