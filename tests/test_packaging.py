"""The first minute on a stranger's machine: what run.py says and does before anything is installed."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[1]


def run(program: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A Python program in a process of its own that can import the run.py of `folder`."""
    return subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a clone as run.py looks at."""
    for file in ("run.py", "hatch_build.py", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / file, tmp_path / file)
    for file in ("frontend/package.json", "frontend/src/App.svelte", "qipai/static/index.html", ".venv/bin/python"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("one")
    return tmp_path


def test_an_older_python_is_refused_in_one_sentence() -> None:
    refused = run("import sys; sys.version_info = (3, 10, 2); sys.executable = 'python3.10'; import run")
    assert refused.returncode == 1
    assert refused.stderr == "qipai needs Python 3.11 or newer; python3.10 is Python 3.10.\n"


def test_an_older_python_can_read_the_refusal() -> None:
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 6))


def test_debian_without_venv_is_told_the_packages_name(clone: Path) -> None:
    told = run("import importlib.util as u; u.find_spec = lambda name: None; import run; run.make_environment()", clone)
    assert told.returncode == 1
    assert f"apt install python3.{sys.version_info.minor}-venv" in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_a_linked_environment_is_left_to_its_owner(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A new one takes the place of the link, and nothing behind the link is touched."""
    theirs = tmp_path_factory.mktemp("theirs")
    (theirs / "kept").touch()
    shutil.rmtree(clone / ".venv")
    (clone / ".venv").symlink_to(theirs)
    made = "import run; run.subprocess.run = lambda command, **_: command[-1].mkdir(); run.make_environment()"
    assert run(made, clone).returncode == 0
    assert (list(theirs.iterdir()), (clone / ".venv").is_symlink()) == ([theirs / "kept"], False)


# What a later start finds after an installation, and whether it installs again.
CHANGES = {
    "nothing": ("", False),
    "a page's source edited": ("(run.ROOT / 'frontend/src/App.svelte').write_text('two')", True),
    "a page's source added": ("(run.ROOT / 'frontend/src/new.ts').write_text('')", True),
    "a page's source removed": ("(run.ROOT / 'frontend/src/App.svelte').unlink()", True),
    "the package's needs changed": ("(run.ROOT / 'pyproject.toml').write_text('')", True),
    "other versions locked": ("run.LOCKS[''].write_text('')", True),
    "other test tools locked": ("run.LOCKS['test'].write_text('')", True),
    "the built page removed": ("run.PAGE.unlink()", True),
    "the environment removed": ("import shutil; shutil.rmtree(run.VENV)", True),
    "npm packages beside the sources": ("(run.ROOT / 'frontend/node_modules').mkdir()", False),
    "the clone moved": ("import pathlib; run.ROOT.rename(run.ROOT.parent / 'moved')", True),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_start_installs_only_after_a_change(clone: Path, change: str) -> None:
    program, again = CHANGES[change]
    first = run(f"import run; [mark.write_text(run.wanted()) for mark in run.MARKS.values()]; {program}", clone)
    assert first.returncode == 0, first.stderr
    there = clone if clone.exists() else clone.parent / "moved"
    asked = run("import run; print(run.is_installed(''), run.is_installed('test'))", there)
    assert asked.stdout.split() == [str(not again)] * 2, asked.stderr


def test_the_second_of_two_builds_waits(tmp_path: Path) -> None:
    hold = "import run, sys\nwith run.alone(sys.argv[1], 'waiting'): print('in', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", hold, str(tmp_path / "lock")]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as first:
        assert first.stdout.readline() == "in\n"
        with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as second:
            assert second.stderr.readline() == "waiting\n"
            assert first.communicate() == ("", "")  # its input ends here, and with it what it does alone
            assert second.communicate() == ("in\n", "")


@pytest.mark.parametrize("builder", [WheelBuilder, SdistBuilder])
def test_what_games_say_goes_with_them(builder: type) -> None:
    """Both archives hold every file of sentences and every rule book."""
    games = ROOT / "qipai" / "games"
    wanted = {path.relative_to(ROOT).as_posix() for suffix in ("toml", "md") for path in games.rglob(f"*.{suffix}")}
    assert wanted
    assert wanted <= {file.distribution_path for file in builder(str(ROOT)).recurse_included_files()}
