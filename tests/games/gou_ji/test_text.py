"""One spelling for cards, sets and actions: what is written is read back, and what cannot be read is answered with a sentence."""

import pytest

from qipai.engine.errors import NotationError
from qipai.engine.telling import KIND_BITS
from qipai.games.gou_ji.notation import text
from qipai.games.gou_ji.ranks import BLACK, COPIES, KINDS, RANKS
from tests.games.gou_ji.setting import parse_hand

WORDS = """
    pass keep show play_on revolt silent plead withdraw stay swap pay refuse insist waive no_shao take leave rang disagree agree
    show_hand expose ask_wind
""".split()


def read(spelled: str) -> str:
    """The text of the action that a text is read as."""
    return text.format_action(text.parse_action(spelled, None), None)


@pytest.mark.parametrize(
    "spelled",
    [
        *WORDS,
        *(f"{verb} {seat}" for verb in ("taker", "first", "count") for seat in range(6)),
        *(f"say {count}" for count in range(1, 11)),
        *("say more", "return 3", "return 3-3", "return 10-R", "shao A-A", "shao 2-B-R", "B", "R", "10", "8-8-2-B", "2-2-R-R"),
        "3-3-3-3-3-3-3-3-3-3-3-3-3-3-3-3-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-B-B-B-B-R-R-R-R",
    ],
)
def test_actions_are_read_back(spelled: str) -> None:
    assert read(spelled) == spelled


def test_every_verb_is_written() -> None:
    assert {text.VERBS[name] for name in text.VERBS} == set(range(1, len(text.VERBS) + 1))


@pytest.mark.parametrize(
    ("spelled", "means"),
    [
        ("r-JB-2-8-8", "8-8-2-B-R"),
        ("2, 8 8", "8-8-2"),
        ("jr", "R"),
        (" PASS ", "pass"),
        ("Return k-3", "return 3-K"),
        ("SHAO b-a", "shao A-B"),
        ("say MORE", "say more"),
        ("Taker  4", "taker 4"),
    ],
)
def test_spelling_is_free_in_reading(spelled: str, means: str) -> None:
    """Either case, any order, dashes, commas or spaces."""
    assert read(spelled) == means


@pytest.mark.parametrize(
    ("spelled", "says"),
    [
        ("", "No card is named"),
        (".", "No card is named"),
        ("8-9", "8 and 9 differ"),
        ("8-9-R", "8 and 9 differ"),
        ("1", "no rank"),
        ("10H", "no rank"),
        ("R-R-R-R-R", "5 cards R, and four packs have 4"),
        ("-".join("3" * 17), "17 cards 3, and four packs have 16"),
        ("fold", "no rank"),
        ("pass 3", "Nothing stands after pass"),
        ("taker", "seats are 0 to 5"),
        ("taker 6", "seats are 0 to 5"),
        ("count -1", "seats are 0 to 5"),
        ("return", "no rank"),
        ("return .", "one card or two"),
        ("return 3-3-3", "one card or two"),
        ("shao", "No card is named"),
        ("shao 5-6", "5 and 6 differ"),
        ("say 11", "a count is 1 to 10, or more"),
        ("say 0", "a count is 1 to 10, or more"),
        ("say", "a count is 1 to 10, or more"),
    ],
)
def test_what_is_no_action(spelled: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as refused:
        text.parse_action(spelled, None)
    assert "Actions are cards to lay, like 8-8-2-B" in str(refused.value)


def test_faces() -> None:
    """§1.3, §3.2  A natural card and a 2 have suits, pack after pack; jokers have none."""
    for kind in range(1, KINDS):
        for copy in range(COPIES[RANKS[kind - 1]]):
            card = kind | copy << KIND_BITS
            face = text.format_card(card)
            assert face == RANKS[kind - 1] + ("SHDC"[copy % 4] if kind < BLACK else "")
            assert text.format_card(text.parse_card(face.lower())) == face
    assert text.format_card(text.parse_card("JR")) == "R"
    for wrong in ("10", "H3", "1S", "X", ""):
        with pytest.raises(NotationError, match="is no card: a card is a rank and a suit"):
            text.parse_card(wrong)


def test_hands_and_sets() -> None:
    """From the lowest rank up; in a set the wild cards stand at the end anyway."""
    hand = parse_hand("R-3-10-3-B-2-k")
    assert text.format_hand(hand) == "3-3-10-K-2-B-R"
    assert text.ranks_in(hand) == ["3", "3", "10", "K", "2", "B", "R"]
    assert text.format_hand(parse_hand(".")) == "."
    cards = text.parse_set("B-8-2-8")
    assert text.spell(cards) == ["8", "8", "2", "B"]
    assert text.kinds_in_set(cards) == [6, 6, 13, 14]
    assert text.format_set(cards) == "8-8-2-B"
    assert text.set_of([]) is None
    assert text.set_of([1, 2]) is None
    assert text.name_of(8) == "10"
