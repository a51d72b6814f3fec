"""Whole sessions in the terminal, in this process: whatever is asked, one of the listed answers is typed."""

import random

import pytest

from qipai.cli.play import play
from qipai.engine.compiling import MODE


@pytest.mark.parametrize(
    ("game", "players"), [("gan_deng_yan", 3), ("giog", 3), ("jumapao", 4), ("sangkrip", 2), ("daqiluo2", 2), ("tamcuc", 3)]
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
    play(game, players=players, deals=2, bots="random", name="Ann", language=language, rules=None, variant="default")
    text = "".join(printed) + capsys.readouterr().out
    assert len(typed) > 8
    assert not set("{}[]") & set(text)
    totals = text.splitlines()[-1]
    assert totals.startswith(("Ann +", "Ann -"))
    assert totals.count("  ") == players - 1
