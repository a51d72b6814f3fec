"""The commands as a person types them: what they print, and the sentence for every mistake."""

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from qipai.cli.conform import own_game
from qipai.engine.errors import QipaiError
from tests.nest import Nest

EXAMPLES = Path(__file__).parent.parent / "examples" / "gan_deng_yan.yaml"


PLAIN = {"QIPAI_RULES": "plain", "NO_COLOR": "1", "COLUMNS": "120"}


@cache
def nest():
    commands = Nest(PLAIN)
    atexit.register(commands.close)
    return commands


def qipai(*words, typed=""):
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "qipai.cli", *words]
        return subprocess.run(command, input=typed, capture_output=True, text=True, env={**os.environ, **PLAIN}, timeout=300)
    return nest().run(words, typed)


@pytest.mark.parametrize(("asked", "compiles"), [(None, True), ("native", True), ("plain", False)])
def test_a_server_compiles_nothing_where_somebody_asks_for_plain_rules(monkeypatch, asked, compiles):
    import typer

    from qipai.cli import app

    begun = []
    monkeypatch.setattr(app, "_serve", lambda config, flags, compiles: begun.append(compiles))
    monkeypatch.delenv("QIPAI_RULES", raising=False)
    if asked:
        monkeypatch.setenv("QIPAI_RULES", asked)
    app.serve(typer.Context(typer.main.get_command(app.app)))
    assert begun == [compiles]


def test_the_program_chooses_the_mode_of_its_rules_before_it_loads_them():
    """What is loaded too early decides for the compiled rules, and a server then refuses to begin: seen where nobody sets the variable."""
    asked = "import sys, qipai.cli.app; sys.exit('qipai.engine.compiling' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != "QIPAI_RULES"}
    assert subprocess.run([sys.executable, "-c", asked], env=environment, check=False).returncode == 0


def test_examples_answers_every_vector_of_the_project():
    done = qipai("examples", str(EXAMPLES))
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "81 passed, 0 failed"


def test_examples_prints_a_line_for_a_failure_and_exits_1(tmp_path):
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "schema: 1\ngame: gandengyan\nvectors:\n"
        '- {id: W1, kind: follows, over: {cards: ["4"]}, play: {cards: ["6"]}, expect: true}\n'
        "- {id: W2, kind: prophecy, expect: true}\n"
    )
    done = qipai("examples", str(wrong))
    assert done.returncode == 1
    assert "W1" in done.stdout
    assert "W2" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 2 failed"


def test_show_draws_a_position_and_what_may_be_done():
    done = qipai("show", "gan_deng_yan", "hands=4-6-X/5-5/2-2", "4")
    assert done.returncode == 0
    assert "Seat 1 may play (2): pass  5" in done.stdout


def test_show_lists_what_each_of_those_asked_together_may_do():
    lines = qipai("show", "tamcuc hands=bC-rA/rR-bP/rE-bE rA").stdout.splitlines()
    assert [line for line in lines if "may play" in line] == ["Seat 1 may play (2): bP  rR", "Seat 2 may play (2): bE  rE"]


def test_a_game_without_house_rules_says_so():
    assert qipai("rules", "zhihu").stdout == "Zhì hǔ (experimental): no house rules.\n"
    assert "没有可选规则" in qipai("rules", "daqiluo1", "-l", "zh-Hans").stdout


def test_simulate_tells_people_and_programs():
    words = ("simulate", "gan_deng_yan", "-n", "10", "--bots", "rule,random", "--swap", "-r", "decks=2,ace_factor=2")
    assert "Gan Deng Yan" in qipai(*words).stdout
    summary = json.loads(qipai(*words, "--json").stdout)
    assert summary["deals"] == 10
    assert summary["rules"] == {"decks": "2", "ace_factor": "2"}


def test_without_a_number_of_players_there_are_as_many_as_the_game_comes_near_to_four():
    sizes = {"jumapao_fujian3": 3, "zhihu": 4, "daqiluo1": 4}
    for game, size in sizes.items():
        assert len(json.loads(qipai("simulate", game, "-n", "2", "--bots", "random", "--json").stdout)["bots"]) == size


def test_play_takes_hints_and_refuses_with_the_section():
    typed = "h\nl\n3-3-3-3\nnonsense\n" + "h\np\n" * 3 + "q\n"
    done = qipai("play", "gan_deng_yan", "-n", "1", "--bots", "random", typed=typed)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "§" in done.stdout


def test_play_where_stacks_are_turned_up_and_all_lay_face_down_together():
    """The first hint of every decision; one that needs no piece is a stack to turn up or to take."""
    done = qipai("play", "giog", "-p", "2", "-n", "1", "--bots", "random", typed="\n" + "turn 9\n" * 2)
    assert "Traceback" not in done.stderr
    assert "Turn up a stack in another's row." in done.stdout
    assert "> Type a play (turn " in done.stdout
    assert "You turn up stack 9" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "mahjong"], "There is no game 'mahjong'; there is gan_deng_yan, dou_dizhu, giog"),
        (["simulate", "gan_deng_yan", "--rules", "decks=3"], "decks may be 1 or 2 (§7.1)"),
        (["simulate", "gan_deng_yan", "--rules", "deck=2"], "has no option 'deck'"),
        (["simulate", "gan_deng_yan", "--rules", "decks"], "write NAME=VALUE"),
        (["simulate", "gan_deng_yan", "--rules", "talon_limit=5,draw_rule=winner_only"], "talon"),
        (["simulate", "gan_deng_yan", "--players", "7"], "is for 2 to 6 players, not 7"),
        (["simulate", "jumapao_fujian3", "--players", "4"], "is for 3 players, not 4"),
        (["simulate", "giog", "--players", str(10**20)], f"not {10**20}"),
        (["data", "make", "giog", "--players", str(10**20), "--out", "/nowhere/at/all"], f"not {10**20}"),
        (["simulate", "gan_deng_yan", "--deals", str(10**13)], f"from 1 to {10**9}, not {10**13}"),
        (["tournament", "giog", "--out", "/nowhere/at/all", "--jobs", str(10**20)], "4096"),
        (["simulate", "giog", "--players", "4", "--bots", "rule,random"], "--bots seats 2 players and --players 4"),
        (["simulate", "gan_deng_yan", "--bots", "oracle"], "There is no bot of level 'oracle'"),
        (["simulate", "gan_deng_yan", "--variant", "moon"], "has no variant 'moon'"),
        (["show", "gan_deng_yan hands=4-5/99"], "99"),
        (["replay", "no/such/file.qp"], "No such file"),
        (["replay", str(EXAMPLES)], "Line 1"),
        (["rules", "gan_deng_yan", "-l", "fr"], "en, zh-Hans, zh-Hant"),
        (["play", "gan_deng_yan", "--bots", "genius"], "random, noisy, rule"),
    ],
)
def test_a_mistake_gets_a_sentence_and_exit_2(words, sentence):
    done = qipai(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_of_ones_own_whose_module_fails_is_named(tmp_path, monkeypatch):
    (tmp_path / "half_a_game.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(QipaiError, match="half_a_game:GAME cannot be imported: ZeroDivisionError: division by zero"):
        own_game("half_a_game:GAME")


def test_a_mode_of_the_rules_that_is_none_gets_a_sentence():
    words = [sys.executable, "-m", "qipai.cli", "rules", "giog"]
    done = subprocess.run(words, env={**os.environ, "QIPAI_RULES": "x"}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "qipai: QIPAI_RULES is 'x'; it may be 'native' or 'plain'.\n")


def test_where_numba_may_not_compile_the_rules_are_plain():
    words = [sys.executable, "-m", "qipai.cli", "simulate", "daqiluo1", "-n", "2"]
    environment = {**os.environ, "QIPAI_RULES": "native", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, qipai(*words[3:]).stdout)


def test_examples_of_a_file_that_is_not_there_go_on():
    done = qipai("examples", "no/such/file.yaml", str(EXAMPLES))
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "no/such/file.yaml: this file cannot be read: No such file or directory.",
        "81 passed, 1 failed",
    ]


def test_help_teaches():
    assert "qipai show gan_deng_yan hands=" in qipai("show", "--help").stdout
    assert "--no-browser" in qipai("--help").stdout


@pytest.mark.slow
def test_bench_names_everybody_it_looked_for():
    done = qipai("bench", "giog", "--players", "3", "--rounds", "1", "--seconds", "0.01", "--json")
    assert done.returncode == 0, done.stderr
    names = [speed["name"] for speed in json.loads(done.stdout)]
    assert names[:2] == ["stepped from Python", "interpreted"]
    told = qipai("bench", "giog", "--players", "3", "--rounds", "1", "--seconds", "0.01")
    assert "Giog, 3 seats: decisions a second, median of 1 rounds (least to most)" in told.stdout
    assert "OpenSpiel" in told.stdout
    assert "RLCard" in told.stdout


RECORD = str(Path(__file__).parent.parent / "records" / "six_in_sequence_win_at_once.qp")


@pytest.mark.slow
def test_review_tells_people_and_programs():
    """East lays all six at once and wins for certain; West never had a choice."""
    told = qipai("review", RECORD).stdout
    assert "East: 1 decision with a choice" in told
    assert "+5.0 ± 0.0" in told
    assert "Nothing better was found with certainty." in told
    review = json.loads(qipai("review", RECORD, "--seat", "East", "--worlds", "8", "--json").stdout)
    assert [one["options"][0]["action"] for one in review["decisions"]] == ["3-4-5-6-7-8"]
    assert review["worlds"] == 8
    assert review["result"] == 5
    assert review["worst"] == []
    assert json.loads(qipai("review", RECORD, "--seat", "1", "--json").stdout)["decisions"] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((RECORD, "--seat", "North"), "Nobody on seat 'North'; there are 0 East, 1 West."),
        ((RECORD, "--seat", "2"), "Nobody on seat '2'; there are 0 East, 1 West."),
        ((RECORD, "--worlds", "1"), "A review takes 4 to 100000 worlds a decision, not 1."),
        ((RECORD, "--language", "fr"), "There is no text in 'fr'; there are en, zh-Hans, zh-Hant."),
        (("nowhere.qp",), "nowhere.qp: No such file or directory"),
    ],
)
def test_review_refuses_in_sentences(words, sentence):
    done = qipai("review", *words)
    assert done.returncode == 2
    assert done.stderr == f"qipai: {sentence}\n"


def test_play_on_takes_a_decision_of_a_record_anew():
    """East won at once with all six cards; here one of them is led instead."""
    done = qipai("play", "--from", RECORD, "--move", "1", typed="3\nq\n")
    assert done.returncode == 0, done.stderr
    assert "3S  4S  5S  6S  7S  8S" in done.stdout
    assert "You lead 3\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--from", RECORD, "--move", "2"), "The deal has 1 decisions, and not 2."),
        (("gan_deng_yan", "--from", RECORD), "Name a game, or a recorded deal with --from, and not both."),
        ((), "Name a game, or a recorded deal with --from, and not both."),
        (("--from", RECORD, "--players", "2"), "A recorded deal has its own players and rules; --from takes no others."),
    ],
)
def test_play_on_refuses_in_sentences(words, sentence):
    done = qipai("play", *words)
    assert done.returncode == 2
    assert done.stderr == f"qipai: {sentence}\n"
