#!/usr/bin/env python3
"""Opens a table from a clone: an environment, the package with its browser client, then `qipai`.

python3 run.py [words for qipai]      the table, on http://localhost:8000
python3 run.py test [words for pytest]    the tests, on all cores; `--all` runs the slow ones and those in Chromium too

Needs nothing but Python, 3.11 or newer.  Packages come in the versions of the lock files, and pip checks their hashes.
"""

import contextlib
import hashlib
import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("qipai needs Python 3.11 or newer; {} is Python {}.{}.".format(sys.executable, *sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PAGE = ROOT / "qipai" / "static" / "index.html"

# What is there is up to date: for a table, and with the test tools, which can open a table too.
MARKS = {"": VENV / "installed", "test": VENV / "installed-test"}
LOCKS = {"": ROOT / "requirements.lock", "test": ROOT / "requirements-test.lock"}
TORN = VENV / "being-installed"

# A process more than cores: tests of the server wait as often as they work.
SHARED = ["-n", str(min((os.cpu_count() or 1) + 1, 8)), "--dist", "worksteal", "--durations", "10"]


def client_sources():
    """Every file that the browser client is built from, and what builds it."""
    yield ROOT / "hatch_build.py"
    frontend = ROOT / "frontend"
    for path in sorted(frontend.glob("*")):
        if path.is_file() and path.suffix not in (".lock", ".md"):
            yield path
    for folder in ("src", "public"):
        yield from (path for path in sorted((frontend / folder).rglob("*")) if path.is_file())


def digest(paths):
    """Names and contents in one number, so that a deleted or restored file counts as a change."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


@contextlib.contextmanager
def alone(lock, waiting):
    """Lets one process at a time pass; the system opens the lock again however that process ends."""
    with open(lock, "a") as file:
        if os.name == "nt":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):  # raised when ten seconds were not enough
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(waiting, file=sys.stderr, flush=True)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def say(sentence):
    print("qipai: " + sentence, file=sys.stderr, flush=True)


def wanted():
    """What an installed environment says of itself when it is up to date."""
    # An editable install and its scripts hold absolute paths, so a clone that moved installs again.
    sources = [ROOT / "pyproject.toml", *LOCKS.values(), *client_sources()]
    return f"{ROOT} {os.path.realpath(PYTHON)} {digest(sources)}"


def is_installed(extra):
    mark = MARKS[extra]
    return PAGE.exists() and mark.exists() and mark.read_text() == wanted()


def has_pip():
    """False too for an environment torn while being made, or whose Python has gone since."""
    if not PYTHON.exists():
        return False
    question = [PYTHON, "-m", "pip", "--version"]
    return subprocess.run(question, capture_output=True, check=False).returncode == 0


def make_environment():
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        version = "{}.{}".format(*sys.version_info[:2])
        sys.exit(
            f"qipai: this Python cannot make virtual environments: its venv and ensurepip modules "
            f"are missing; on Debian and Ubuntu `apt install python{version}-venv` brings them."
        )
    if VENV.is_symlink():  # what it leads to belongs to somebody else
        VENV.unlink()
    say("making a virtual environment in .venv")
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)


def install(extra):
    """Brings `.venv` up to date. What is cut short leaves its mark, and the next start begins afresh."""
    if TORN.exists() or not has_pip():
        make_environment()
    TORN.touch()
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
    if MARKS[extra].exists():
        say("something changed: installing again and building the browser client")
        pip.append("--quiet")
    else:
        say("installing the package and building the browser client; this takes a minute or two")
    for mark in MARKS.values():
        mark.unlink(missing_ok=True)
    started = time.monotonic()
    run_pip([*pip, "--require-hashes", "--requirement", LOCKS[extra]])
    # Neither pip's word on other packages nor an environment of its own to build in: both would bring unlocked ones.
    run_pip([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT])
    TORN.unlink()
    MARKS[extra].write_text(wanted())
    MARKS[""].write_text(wanted())
    say(f"installed in {time.monotonic() - started:.0f} s")


def run_pip(command):
    """Ends the program, with the reason, where pip fails."""
    reason = "pip could not install the package, for the reason above."
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stderr:
            sys.stderr.write(line)
            if "qipai: " in line:  # hatch_build.py's own sentence, which pip buries in its report
                reason = line.partition("qipai: ")[2].strip()
    if process.returncode != 0:
        TORN.unlink()
        sys.exit(f"qipai: {reason} When that is mended, run the same command again.")


def become(command):
    """Replaces this process, so that signals and the exit status are the program's own."""
    if os.name == "nt":  # where exec would return to the prompt at once
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)


def main(words):
    testing = words[:1] == ["test"]
    extra = "test" if testing else ""
    if not is_installed(extra):
        with alone(ROOT / ".venv.lock", "qipai: another start is installing; waiting for it"):
            if not is_installed(extra):
                install(extra)
    if testing:
        os.chdir(ROOT)
        become([str(PYTHON), "-m", "pytest", *SHARED, *words[1:]])
    become([str(BIN / "qipai"), *words])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit("\nqipai: stopped; the same command begins again.")
