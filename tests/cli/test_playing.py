"""Whole sessions in the terminal, in this process: whatever is asked, one of the listed answers is typed."""

import random

import pytest

from qipai import games
from qipai.cli.play import play
from qipai.engine.compiling import MODE
from tests.conformance.nines import NINES


@pytest.mark.parametrize(
    ("game", "players"),
    [("gan_deng_yan", 3), ("giog", 3), ("jumapao", 4), ("sangkrip", 2), ("daqiluo2", 2), ("tamcuc", 3), ("dou_dizhu", 3)],
)
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_session_in_the_terminal(game, players, language, monkeypatch, capsys):
    chance = random.Random(players)
    typed = []

    def answer(prompt):
        if prompt.startswith("Enter"):
            return ""
        if typed and typed[-1] == "l":
            listed = capsys.readouterr().out.splitlines()[-1]
            printed.append(listed)
            typed.append(chance.choice([text for text in listed.split("  ") if text != "…"]))
        else:
            printed.append(capsys.readouterr().out)
            typed.append("l")
        return typed[-1]

    printed = []
    monkeypatch.setenv("QIPAI_RULES", MODE)
    monkeypatch.setattr("builtins.input", answer)
    play(
        game, players=players, deals=2, bots="random", name="Ann", language=language, rules=None, variant="default", talk=False
    )
    text = "".join(printed) + capsys.readouterr().out
    assert len(typed) > 8
    assert "\n  …" not in text, "nothing is said of what is asked"
    assert not set("{}[]") & set(text)
    totals = text.splitlines()[-1]
    assert totals.startswith(("Ann +", "Ann -"))
    assert totals.count("  ") == players - 1


@pytest.mark.parametrize("talk", [False, True])
def test_windows_pass_by_who_has_nothing_to_say_and_rights_can_be_used(talk, monkeypatch, capsys):
    """Windows ask on the first chair only with a nine in hand; with `talk` there is a stop before the moves of bots."""
    asked, stops = [], []

    def answer(prompt):
        if prompt.startswith("Enter to go on"):
            stops.append(prompt)
            return "halt" if "halt" in prompt else ""
        if not prompt.startswith("Enter"):
            asked.append(capsys.readouterr().out)
            return "no" if "window" in asked[-1] else asked[-1].split()[-1][0]
        return ""

    monkeypatch.setenv("QIPAI_RULES", MODE)
    monkeypatch.setitem(games.GAMES, "nines", NINES)
    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("qipai.cli.play.to_answer", lambda deal, words, language: "window" if deal.board["window"] else "lay")
    play("nines", players=3, deals=6, bots="random", name="Ann", language="en", rules=None, variant="default", talk=talk)
    assert len([shown for shown in asked if "lay" in shown]) == 18
    windows = [shown for shown in asked if "window" in shown]
    assert all("9" in shown.splitlines()[-1] for shown in windows)
    assert len(windows) <= 12
    assert bool(stops) == talk
    assert talk == any("halt" not in prompt for prompt in stops)  # it is offered once a deal
