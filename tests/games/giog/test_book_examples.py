"""The examples of the rule book: what is a combination, what is higher, who wins a trick."""

from itertools import pairwise

import pytest

from qipai.engine import records
from qipai.engine.seats import NOBODY
from qipai.games import find_game
from qipai.games.giog.pieces import TYPE_NAMES
from qipai.games.giog.rules.combinations import TYPE_MASK, beats, place_of, type_of
from tests.games.giog.situations import Line, bag, holding, lines_of

FILLING = "rP-bP-bR-bE"  # pieces kept for later tricks


@pytest.mark.parametrize("line", list(lines_of("combinations.txt")), ids=lambda line: line.place)
def test_combinations(line: Line) -> None:
    rules = records.opened(find_game(line.game).rules())
    if line.words[1] == "is":
        assert (TYPE_NAMES[type_of(bag(line.words[0]), rules) & TYPE_MASK] or "nothing") == line.words[2]
        return
    kind = type_of(bag(line.words[0]), rules)
    for number in range(1, len(line.words), 2):
        above, sign, below = (line.words[number + step] for step in (-1, 0, 1))
        difference = place_of(bag(above), kind, rules) - place_of(bag(below), kind, rules)
        assert place_of(bag(below), kind, rules) > 0, below
        assert difference > 0 if sign == ">" else difference == 0, f"{above} {sign} {below}"


@pytest.mark.parametrize("line", list(lines_of("tricks.txt")), ids=lambda line: line.place)
def test_tricks(line: Line) -> None:
    end = line.words.index("wins")
    plays, told = line.words[:end], dict(word.split("=") for word in line.words[end + 2 :])
    order = tuple(map(int, told["order"].split(","))) if told else ()
    situation = holding(line.game, *(f"{play}-{FILLING}" for play in plays), priority=order)
    situation.trick(*plays)
    for seat in situation.asked if situation.phase == "exposing" else ():
        while situation.phase == "exposing":
            seat = situation.asked[0]
            situation.play(seat, situation.legal(seat)[0])
    winner = situation.public.previous_winner
    assert winner == (NOBODY if line.words[end + 1] == "-" else int(line.words[end + 1]))


def test_the_whole_list_of_giog_is_in_one_order() -> None:
    """§1.1, §1.2, §4.4, §4.6  Thirty-eight combinations, no two of one type alike."""
    rules = records.opened(find_game("giog").rules())
    pieces = [f"{colour}{letter}" for letter in "GAERHCP" for colour in "rb"]
    for higher, lower in pairwise(pieces):
        assert place_of(bag(higher), 1, rules) == place_of(bag(lower), 1, rules) + 1


@pytest.mark.parametrize(
    ("section", "play", "over", "options", "expected"),
    [
        ("§4.8", "rG-rE-rE-rH-rH", "bG-bR-bR-bH-bH", {}, True),
        ("§4.8", "rG-rE-rE-rP-rP", "bG-bR-bR-bH-bH", {}, False),
        ("§4.8", "rG-rA-rA-rH-rH", "bG-bA-bA-bC-bC", {}, True),
        ("§4.8", "rG-rA-rA-rC-rC", "bG-bA-bA-bC-bC", {}, True),
        ("§4.8", "rG-rE-rE-rR-rR", "bG-bA-bA-bC-bC", {}, False),
        ("§4.8", "bG-bA-bA-bE-bE", "rG-rC-rC-rP-rP", {}, False),
        ("§11.4", "bG-bA-bA-bC-bC", "rG-rE-rE-rC-rC", {"gpp_black_beats_red": "true"}, True),
        ("§11.4", "bG-bA-bA-bC-bC", "rG-rA-rA-rC-rC", {"gpp_black_beats_red": "true"}, False),
        ("§11.4", "bG-bA-bA-bC-bC", "rG-rE-rE-rC-rC", {}, False),
        ("§11.3", "rG-rP-rP-rP-rP", "bG-bP-bP-bP-bP", {}, True),
        ("§11.3", "rG-rP-rP-rP-rP", "bG-bP-bP-bP-bP", {"gpp_double_pawn_pairs": "false"}, False),
    ],
)
def test_a_general_and_two_pairs(section: str, play: str, over: str, options: dict[str, str], expected: bool) -> None:
    game = find_game("sangkrip")
    rules = records.opened(game.rules(game.ruleset(**options)))
    kind = TYPE_NAMES.index("gpp")
    assert bool(beats(bag(play), bag(over), kind, rules)) == expected
