"""One spelling for pieces and actions: what is written can be read back, and what cannot be read is answered with a sentence."""

import pytest

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.games import GAMES, GIOG_FAMILY, find_game
from qipai.games.giog.notation.text import parse_bag
from qipai.games.giog.pieces import CHARACTERS, PIECES
from qipai.games.giog.state import MAX_STACKS

GIOG = GAMES["giog"]


def read(text: str) -> str:
    """The text of the action that a text is read as."""
    ruleset = GIOG.ruleset()
    return str(GIOG.notation.format_action(GIOG.notation.parse_action(text, ruleset), ruleset))


def test_the_games_are_found_by_name() -> None:
    """§2  Eight games, in the order of the book."""
    names = ["giog", "jumapao", "jumapao_fujian3", "sangkrip", "daqiluo1", "daqiluo2", "zhihu", "tamcuc"]
    assert [game.name for game in GIOG_FAMILY] == names
    assert all(find_game(game.name) is game for game in GIOG_FAMILY)
    assert [next(iter(game.variants.values())).section for game in GIOG_FAMILY] == [f"2.{n}" for n in range(1, 9)]
    assert {game.room for game in GIOG_FAMILY} == {"giog"}
    assert [game.name for game in GIOG_FAMILY if game.experimental] == ["zhihu", "tamcuc"]
    assert [game.name for game in GIOG_FAMILY if game.clockwise] == ["jumapao", "jumapao_fujian3"]


def test_a_game_has_only_its_own_house_rules() -> None:
    """§11  A table has only the options of its own game."""
    own = {game.name: [option.name for option in game.options] for game in GIOG_FAMILY}
    assert own == {
        "giog": ["general_rule", "long_row"],
        "jumapao": ["general_rule"],
        "jumapao_fujian3": ["general_rule"],
        "sangkrip": ["general_rule", "gpp_double_pawn_pairs", "gpp_black_beats_red", "may_conceal"],
        "daqiluo1": [],
        "daqiluo2": ["must_show", "under_face", "stack_order"],
        "zhihu": [],
        "tamcuc": ["first_trick_ban", "tamcuc_three"],
    }
    for game in GIOG_FAMILY:
        for option in game.options:
            assert game.variants["default"].ruleset == game.ruleset(**{option.name: option.default})


def test_points_are_told_in_parts() -> None:
    """§10.1 to §10.3  A win is sixty parts, a piece above a share is one."""
    assert {game.name: game.unit for game in GIOG_FAMILY if game.unit == 1} == {"sangkrip": 1, "daqiluo2": 1}
    assert {game.unit for game in GIOG_FAMILY} == {1, 60}
    assert {game.name: game.utility_sum(game.ruleset(), 4) for game in GIOG_FAMILY} == {
        game.name: 0 if game.name in ("sangkrip", "daqiluo2") else 1 for game in GIOG_FAMILY
    }


@pytest.mark.parametrize("game", GIOG_FAMILY, ids=lambda game: game.name)
def test_pieces(game: object) -> None:
    """§1.1  Every physical piece has a face, equal pieces the same, and a face is read back as such a piece."""
    rules = GIOG.rules()
    order = records.new(GIOG.ORDER)
    GIOG.pack(rules, GIOG.setup(rules, 4), order)
    listed = records.to_plain(order)
    faces = [GIOG.notation.format_card(card) for card in listed.cards[: listed.count]]
    assert sorted(set(faces)) == sorted(PIECES)
    assert [faces.count(face) for face in ("rP", "bP", "rC", "rG")] == [5, 5, 2, 1]
    for face, character in zip(PIECES, CHARACTERS, strict=True):
        for text in (face, face.upper(), character, f" {face} "):
            assert GIOG.notation.format_card(GIOG.notation.parse_card(text)) == face
    with pytest.raises(NotationError, match="r or b and a letter of G A E R H C P"):
        GIOG.notation.parse_card("10H")


@pytest.mark.parametrize("verb", ["turn", "take"])
def test_stacks(verb: str) -> None:
    """§3.1  Stacks are named by their numbers."""
    for stack in range(1, MAX_STACKS + 1):
        assert read(f"{verb} {stack}") == f"{verb} {stack}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("rG", "rG"),
        ("bP-rG-bP", "rG-bP-bP"),
        ("re ra, RG", "rG-rA-rE"),
        ("帥仕相", "rG-rA-rE"),
        ("馬 車,砲", "bR-bH-bC"),
        ("under bP-rC", "under rC-bP"),
        ("UNDER 卒", "under bP"),
        ("Expose", "expose"),
        ("conceal ", "conceal"),
        ("TURN  7", "turn 7"),
        ("Direct Ends_Left", "direct ends_left"),
    ],
)
def test_what_is_read(written: str, expected: str) -> None:
    assert read(written) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No piece is laid"),
        (".", "No piece is laid"),
        ("under", "No piece is laid"),
        ("pass", "'pass' is no piece"),
        ("rG-rG", "names 2 pieces rG, and the set has 1"),
        ("bP-bP-bP-bP-bP-bP", "6 pieces bP, and the set has 5"),
        ("rG-", "is no piece"),
        ("xG", "'xG' is no piece"),
        ("turn", "no stack"),
        ("turn 0", "1 to 16"),
        ("take 17", "1 to 16"),
        ("expose 3", "no piece"),
        ("direct", "no order of stacks: orders are left, right, alternate_left"),
        ("direct middle", "'middle' is no order of stacks"),
    ],
)
def test_what_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        GIOG.notation.parse_action(text, GIOG.ruleset())


def test_no_pieces() -> None:
    assert parse_bag(".") == 0
