"""`qipai tournament` as a person types it, interrupts it, and takes it up again."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from .test_commands import qipai

WORDS = ("tournament", "gan_deng_yan", "-p", "2", "--bots", "random,noisy,rule")
ENVIRONMENT = {**os.environ, "QIPAI_RULES": "plain", "NO_COLOR": "1", "COLUMNS": "100"}


def command(*words):
    return [sys.executable, "-m", "qipai.cli", *words]


def summary_of(folder):
    return json.loads((folder / "summary.json").read_text())


def played(folder):
    rows = folder / "rows.csv"
    return rows.read_bytes().count(b"\n") if rows.exists() else 0


def stopped_by(sign, folder, deals):
    """A run that gets a signal once it has played some deals."""
    running = subprocess.Popen(
        command(*WORDS, "-n", str(deals), "-o", str(folder)),
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # a suite run in the background ignores it, and hands that on
    )
    while played(folder) < 12 and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(sign)
    printed, _ = running.communicate(timeout=120)
    return running.returncode, printed


def test_tables_for_people_and_figures_for_programs(tmp_path):
    done = qipai(*WORDS, "-n", "6", "-o", str(tmp_path), "--rules", "decks=2", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary == summary_of(tmp_path)
    assert summary["terms"]["rules"] == {"decks": "2"}
    assert summary["rows"] == 3 * 6 * 2
    again = qipai(*WORDS, "-n", "6", "-o", str(tmp_path), "--rules", "decks=2", "--resume")
    assert summary["digest"] in again.stdout
    assert "Who is ahead of whom" in again.stdout
    assert (tmp_path / "report.html").exists()
    assert qipai(*WORDS, "-n", "6", "-o", str(tmp_path)).stderr.strip().endswith("--resume goes on with it.")


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    assert qipai(*WORDS, "-n", "40", "-o", str(folder)).returncode == 0
    return summary_of(folder)


@pytest.mark.slow
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_run_that_is_stopped_goes_on_to_the_same_end(uninterrupted, tmp_path, sign, code):
    returned, printed = stopped_by(sign, tmp_path, 40)
    assert returned == code
    assert 12 <= played(tmp_path) < 1 + 3 * 40 * 2
    if sign == signal.SIGINT:
        assert "(stopped before the end)" in printed
        assert not summary_of(tmp_path)["complete"]
    assert qipai(*WORDS, "-n", "40", "-o", str(tmp_path), "--resume").returncode == 0
    found = summary_of(tmp_path)
    assert found["digest"] == uninterrupted["digest"]
    assert found["ratings"] == uninterrupted["ratings"]
    assert found["contrasts"] == uninterrupted["contrasts"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "rule"], "between two bots or more"),
        (["--bots", "rule,oracle"], "no bot of level 'oracle'"),
        (["--players", "3", "--plan", "swap"], "for two sides; at this table there are 3"),
        (["--plan", "ladder"], "no seat plan 'ladder'"),
        (["--deals", "10", "--session", "4"], "10 deals do not make whole sessions of 4"),
    ],
)
def test_a_mistake_gets_a_sentence_and_leaves_no_folder(tmp_path, words, sentence):
    done = qipai("tournament", "gan_deng_yan", "-o", str(tmp_path / "out"), *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not (tmp_path / "out").exists()
