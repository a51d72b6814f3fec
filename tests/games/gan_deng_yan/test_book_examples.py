"""The examples of the rule book, in tables of notation and in files of situations."""

import re
from pathlib import Path

import pytest

from qipai.examples import run_examples
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games.gan_deng_yan.words import WORDS
from tests.games.gan_deng_yan.situations import HERE, Line, Position, lines_of

FILES = [Path(__file__).parents[2] / "examples" / "gan_deng_yan.yaml", HERE / "scores.yaml"]
READ = re.compile(r"(?P<cards>\S+) is (nothing: (?P<refusal>\w+)|(?P<plays>.+))")
FOLLOW = re.compile(r"(?P<play>\S+) (?P<no>not )?on (?P<table>[^\s:]+)(: (?P<refusal>\w+))?")
SUITS = "SHDC"


def faces(cards: str) -> str:
    """Cards in ranks as cards in hand: suits in turn, with one pack the black joker before the red."""
    held: list[str] = []
    for rank in cards.split("-"):
        if rank in ("B", "R"):
            held.append(rank)
        elif rank == "X":
            held.append("R" if "B" in held else "B")
        else:
            copies = sum(face[:-1] == rank for face in held)
            held.append(rank + SUITS[copies % 4])
    return "-".join(held)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_answers_of_the_files(path: Path) -> None:
    said: list[str] = []
    passed, failed = run_examples([path], said.append)
    assert failed == 0, said
    assert said == [f"{passed} passed, 0 failed"]
    assert passed


@pytest.mark.parametrize("line", lines_of("readings.txt"), ids=lambda line: line.place)
def test_readings(line: Line) -> None:
    told = READ.fullmatch(line.sentence)
    assert told
    # On lead every reading may be played.  The spare card keeps jokers from being bare.
    position = Position(f"{line.options} hands={told['cards']}-K/3")
    explanation = position.explain(0, faces(told["cards"]))
    if told["refusal"]:
        assert explanation.actions == ()
        section = WORDS.sections[f"refusals.{told['refusal']}"]
        assert (explanation.refusal.code, explanation.refusal.section) == (told["refusal"], section)
    else:
        assert explanation.refusal is None
        assert sorted(explanation.actions) == sorted(told["plays"].split(", "))
        assert set(explanation.actions) <= set(position.legal())


@pytest.mark.parametrize("line", lines_of("follows.txt"), ids=lambda line: line.place)
def test_follows(line: Line) -> None:
    told = FOLLOW.fullmatch(line.sentence)
    assert told
    ruleset = GAME.ruleset(**dict(part.split("=") for part in line.options.split()))
    joker = "X" if ruleset.decks == 1 else r"\1"
    hand = re.sub(r"(?:10|[3-9JQKA2])([XBR])", joker, told["play"])
    position = Position(f"{line.options} hands=10/{hand}-K to_beat={told['table']} owner=0 played=./.")
    refusal = position.why_not(1, told["play"])
    assert (told["play"] in position.legal()) == (not told["no"])
    assert (refusal.code if refusal else None) == told["refusal"]
    if refusal:
        assert all(position.seen.to_beat and text for text in refusal.text.values())


def test_the_refusal_names_what_was_wanted() -> None:
    """§4.1  The sentence of the specification: on 4-4-5-5 only the next rank follows."""
    position = Position("hands=3/7-7-8-8-5 to_beat=4-4-5-5 owner=0")
    refusal = position.explain(1, "7S-7H-8S-8H").refusal
    assert refusal.section == "4.1"
    assert refusal.text["en"] == "Only the next rank beats 4-4-5-5: 5-5-6-6, or a bomb."
    assert set(refusal.text) == {"en", "zh-Hans", "zh-Hant"}
    assert position.explain(1, "7S-7C").refusal.code == "same_kind"
    single = Position("hands=3/9-9 to_beat=4 owner=0").explain(1, "9S")
    assert single.refusal.text["en"] == "Only the next rank or 2s beat 4: 5 or 2, or a bomb."


@pytest.mark.parametrize(
    ("options", "table", "section", "sentence"),
    [
        ("", "2", "4.2", "Only a bomb beats 2."),
        ("", "A", "4.2", "Only 2s beat A: 2, or a bomb."),
        ("", "Q-K-A", "4.1", "Only a bomb beats Q-K-A."),
        ("equal_follow=true", "6", "7.11", "Only the same rank, the next rank or 2s beat 6: 6 or 7 or 2, or a bomb."),
        ("equal_follow=true", "2", "7.11", "Only the same rank beats 2: 2, or a bomb."),
    ],
)
def test_the_refusal_says_what_its_list_says(options: str, table: str, section: str, sentence: str) -> None:
    """§4.1, §4.2, §7.11"""
    refusal = Position(f"{options} hands=3/9-4 to_beat={table} owner=0").why_not(1, "9")
    assert (refusal.section, refusal.text["en"]) == (section, sentence)
