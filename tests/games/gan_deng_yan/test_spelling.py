"""One spelling for everything: what is written can be read back, and what cannot be read is answered with a sentence."""

import random

import pytest

from qipai.engine import records
from qipai.engine.errors import NotationError, QipaiError
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games import find_game
from tests.games.gan_deng_yan.situations import Position
from tests.games.gan_deng_yan.traces import random_ruleset


def test_games_are_found_by_name() -> None:
    assert find_game("gan_deng_yan") is find_game("gandengyan") is GAME
    with pytest.raises(QipaiError, match="gan_deng_yan"):
        find_game("bridge")


def test_cards() -> None:
    """§1.1  Every face is read back as itself, whatever the packs."""
    for decks in (1, 2):
        rules = GAME.rules(GAME.ruleset(decks=decks))
        order = records.new(GAME.ORDER)
        GAME.pack(rules, GAME.setup(rules, 2), order)
        listed = records.to_plain(order)
        for card in listed.cards[: listed.count]:
            face = GAME.notation.format_card(card)
            again = GAME.notation.parse_card(face)
            assert GAME.notation.format_card(again) == face
            opened = records.opened(rules)
            assert GAME.telling.name_kind(again, opened) == GAME.telling.name_kind(card, opened)
    assert GAME.notation.parse_card("10h") == GAME.notation.parse_card("10H")
    with pytest.raises(NotationError, match="10H"):
        GAME.notation.parse_card("1H")


@pytest.mark.parametrize("decks", [1, 2])
def test_actions_of_random_deals(decks: int) -> None:
    chance = random.Random(decks)
    for _ in range(12):
        ruleset = random_ruleset(chance)._replace(decks=decks)
        rules, players = GAME.rules(ruleset), chance.randint(2, 6)
        setup = GAME.setup(rules, players)
        state = GAME.start(rules, setup, chance.getrandbits(40))
        while not GAME.is_over(state):
            seat = GAME.to_act(state)
            legal = GAME.legal(state, rules, seat)
            texts = [GAME.notation.format_action(action, ruleset) for action in legal]
            assert [GAME.notation.parse_action(text, ruleset) for text in texts] == legal
            assert len(set(texts)) == len(texts)
            GAME.apply_action(state, rules, seat, chance.choice(legal))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("5x-9-8", None),
        ("8-7-9", "7-8-9"),
        ("7 8, 9", "7-8-9"),
        ("PASS", "pass"),
        ("6-X", "6-6X"),
        ("10x-9-8", "8-9-10X"),
        ("X-K-A", "QX-K-A"),
        ("JB-JR", "X-X"),
        ("7-7-7R", "7-7-7X"),
        ("J-J-JX", "J-J-JX"),
    ],
)
def test_kind_reading(written: str, read: str | None) -> None:
    ruleset = GAME.ruleset()
    if read is None:
        with pytest.raises(NotationError):
            GAME.notation.parse_action(written, ruleset)
    else:
        assert GAME.notation.format_action(GAME.notation.parse_action(written, ruleset), ruleset) == read


def test_jokers_of_two_packs_are_spelled_one_way() -> None:
    """§3.9, §7.1  A play is its cards and its reading: black jokers fill the lower ranks."""
    ruleset = GAME.ruleset(decks=2)
    for text in ("8R-9-10B", "8B-9-10R", "10B-9-8R"):
        assert GAME.notation.format_action(GAME.notation.parse_action(text, ruleset), ruleset) == "8B-9-10R"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("9-10-X", "8X-9-10 or 9-10-JX"),
        ("4-6", "no combination"),
        ("5X", "natural card"),
        ("A-2-3", "no combination"),
        ("5-5-5-5-5", "no combination"),
        ("5-5-5-5-5-X", "no combination"),
        ("-".join(["3-4-5-6-7-8-9-10-J-Q-K-A"] * 8 + ["X"] * 16), "no combination"),  # far more than the longest list of moves
        ("joker", "no card"),
        ("", "natural card"),
        ("X-X-X", "no play"),
        ("3-3-4X-X", "every joker, or of none"),
    ],
)
def test_unreadable_actions(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        GAME.notation.parse_action(text, GAME.ruleset())


def test_the_table_in_text() -> None:
    position = Position("hands=4-9/5-6/6-K talon=7-8 dealer=1 to_act=0").play("4")
    shown = GAME.notation.show(position.state, position.ruleset)
    assert shown.splitlines() == [
        "  seat 0  9                        4",
        "> seat 1  5-6                      dealer",
        "  seat 2  6-K",
        "  talon   2: 7-8",
        "  table   4 by seat 0   trick 1",
    ]
