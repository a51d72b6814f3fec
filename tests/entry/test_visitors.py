"""Somebody else's player sits down by one command, and whatever is wrong with it is a sentence."""

import os
import subprocess
import sys

import pytest

from qipai.arena.simulation import simulate
from qipai.arena.tournaments import agree, in_processes, play_here
from qipai.engine.errors import QipaiError
from qipai.entry.visitors import is_visitor, visitors
from qipai.games import GAN_DENG_YAN

PLAYERS = """
import time
from dataclasses import dataclass
from neighbour import FIRST
from qipai.engine.records import opened

@dataclass
class Counted:
    asked: int = 0

    def act(self, observation, legal):
        assert observation.legal == legal and len(observation.texts) == len(legal)
        self.asked += 1
        return legal[FIRST]

class Ours:
    def __init__(self, game, ruleset, seed):
        self.game = game

    def act(self, observation, legal, clock):
        return int(opened(legal).list[0])

def first(observation, legal):
    return legal[0]

def illegal(observation, legal):
    return -5

def nothing(observation, legal):
    pass

def slow(observation, legal):
    time.sleep(0.05)
    return legal[0]

def broken(observation, legal):
    return legal[len(legal) // (len(legal) - len(legal))]  # BROKEN

def one(observation):
    return 0

class Mute(Exception):
    def __str__(self):
        raise RuntimeError

def unsaid(observation, legal):
    raise Mute

class Greedy:
    def __init__(self, courage):
        pass

    def act(self, observation, legal):
        return legal[0]

chair = Counted()
NUMBER = 7
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "neighbour.py").write_text("FIRST = 0\n")
    (tmp_path / "mine.py").write_text(PLAYERS)
    return tmp_path / "mine.py"


def rows(names, runner=play_here, deals=3, limit=None):
    agreed = agree(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), [*names, "rule"], deals, 2, makers=visitors(names, limit))
    return [row[:7] for session in runner(agreed, agreed.shards({})) for row in session]


def test_names_of_visitors():
    assert [is_visitor(name) for name in ("a.py:Bot", "a.py", "../b/a.py:f", "net:a.npz", "pimc:300", "rule")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


def test_functions_classes_and_objects_of_both_forms_play_alike(file):
    found = {inside: rows([f"{file}:{inside}"]) for inside in ("first", "Counted", "chair", "Ours")}
    plain = [[(points, decisions) for *_, points, decisions in played] for played in found.values()]
    assert plain == [plain[0]] * 4
    assert len(plain[0]) == 3 * 2


def test_it_plays_in_other_processes_too(file):
    name = f"{file}:first"
    assert rows([name], in_processes(2)) == rows([name])


def test_it_sits_in_a_simulation(file):
    names = [f"{file}:Counted", "rule"]
    tally = simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), names, 4, swap=True, makers=visitors(names))
    assert len(tally.results) == 4
    assert tally.kinds[tally.names.index(names[0])].sum() > 4


@pytest.mark.parametrize(
    ("inside", "sentence"),
    [
        ("illegal", "mine.py:illegal chose -5, which is none of its"),
        ("nothing", "mine.py:nothing chose .*, which is none of its"),
        ("broken", "mine.py:broken failed in line {broken}: ZeroDivisionError"),
        ("unsaid", r"mine.py:unsaid failed in line \d+: Mute$"),
        ("Counter", "mine.py has no 'Counter'.  It has Counted, Ours, first"),
        ("NUMBER", "mine.py:NUMBER is no player"),
        ("one", "mine.py:one is no player"),
        ("Greedy", r"is made without arguments or with three, \(game, ruleset, seed\), not with 1"),
    ],
)
def test_what_is_wrong_with_it_is_a_sentence(file, inside, sentence):
    broken = next(number for number, line in enumerate(PLAYERS.splitlines(), 1) if "BROKEN" in line)
    with pytest.raises(QipaiError, match=sentence.replace("{broken}", str(broken))):
        rows([f"{file}:{inside}"])


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path, file):
    for name, text, sentence in (
        ("typo.py", "def act(:\n", "typo.py:act failed in line 1: SyntaxError"),
        ("stops.py", "x = 1\nraise SystemExit(3)\n", "stops.py:act failed in line 2: SystemExit"),
        ("needs.py", "\n\nimport no_such_module\n", "needs.py:act failed in line 3: ModuleNotFoundError"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(QipaiError, match=sentence):
            visitors([f"{tmp_path / name}:act"])
    with pytest.raises(QipaiError, match=r"There is no file .*nowhere\.py"):
        visitors([str(tmp_path / "nowhere.py:act")])
    with pytest.raises(QipaiError, match=r"Say who of mine\.py plays, as mine\.py:NAME"):
        visitors([str(file)])


def test_a_decision_has_a_limit_where_one_is_set(file):
    assert rows([f"{file}:first"], limit=60_000)
    assert rows([f"{file}:slow"], deals=1)
    with pytest.raises(QipaiError, match="ms for a decision, and 20 ms are allowed"):
        rows([f"{file}:slow"], limit=20)


@pytest.mark.slow
def test_by_one_command(file):
    environment = {**os.environ, "QIPAI_RULES": "plain", "NO_COLOR": "1"}

    def qipai(*words, typed=""):
        command = [sys.executable, "-m", "qipai.cli", *words]
        return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, timeout=300)

    bots, out = f"{file}:Counted,easy", str(file.parent / "out")
    done = qipai("tournament", "gan_deng_yan", "-p", "2", "--bots", bots, "-n", "2", "--bot-limit", "60000", "-o", out)
    assert done.returncode == 0, done.stderr
    assert "mine.py:Counted" in (file.parent / "out" / "rows.csv").read_text()
    assert qipai("simulate", "gan_deng_yan", "--bots", bots, "-n", "2").returncode == 0
    played = qipai(
        "play", "gan_deng_yan", "-p", "2", "-n", "1", "--bots", f"{file}:broken", typed="\n".join("3456789JQKA2p") * 9
    )
    assert played.returncode == 2
    assert "mine.py:broken failed in line" in played.stderr
    assert "Traceback" not in played.stderr
    refused = qipai("tournament", "gan_deng_yan", "--bots", f"{file}:who,rule", "-o", str(file.parent / "none"))
    assert (refused.returncode, (file.parent / "none").exists()) == (2, False)
