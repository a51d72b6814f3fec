"""Why a rule set cannot be is said in every language: browsers show what the engine says."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from qipai.engine.errors import LANGUAGES, RulesetError
from qipai.games import GAMES, find_game
from qipai.session import refusal_of

GAME = find_game("gan_deng_yan")
ENGLISH = (" may be ", " has no ", " is for ", " is a ", "whole number", " or ")


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (lambda: GAME.ruleset("moon"), ["moon", "wenshan"]),
        (lambda: GAME.ruleset(deck=2), ["deck", "decks"]),
        (lambda: GAME.ruleset(decks=3), ["decks", "3", "7.1"]),
        (lambda: GAME.ruleset(payment_cap="x"), ["payment_cap", "1000000", "7.15"]),
        (lambda: GAME.ruleset(talon_limit=5, draw_rule="winner_only"), ["talon_limit", "draw_rule"]),
        (lambda: GAME.setup(GAME.rules(), 7), ["2", "6", "7"]),
        (lambda: GAME.setup(GAME.rules(), "x"), []),
        (lambda: find_game("jumapao_fujian3").setup(find_game("jumapao_fujian3").rules(), 4), ["3", "4"]),
        (lambda: find_game("daqiluo1").ruleset(decks=2), ["decks"]),
    ],
)
def test_it_has_a_sentence_in_each_language(asked: Callable[[], Any], names: list[str]) -> None:
    with pytest.raises(RulesetError) as raised:
        asked()
    words = raised.value.words
    assert tuple(words) == LANGUAGES
    assert str(raised.value) == words["en"]
    assert len(set(words.values())) == len(LANGUAGES)
    for sentence in words.values():
        assert all(name in sentence for name in names), sentence
    for language in LANGUAGES[1:]:
        assert not any(english in words[language] for english in ENGLISH), words[language]
        assert words[language].endswith("。")
    assert refusal_of(raised.value).code == "bad_rules"
    assert refusal_of(raised.value).text == words


def test_truth_values_of_numpy_are_truth_values() -> None:
    game = find_game("gan_deng_yan")
    assert game.ruleset(equal_follow=np.bool_(True)) == game.ruleset(equal_follow=True) != game.ruleset(equal_follow=False)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_value_that_no_option_has_is_told_with_those_that_it_has(game: Any) -> None:
    for option in game.options:
        with pytest.raises(RulesetError) as raised:
            game.ruleset(**{option.name: "moon"})
        for language, sentence in raised.value.words.items():
            assert "moon" in sentence
            assert all(value in sentence for value in option.values), sentence
            assert option.name in sentence
            assert language == "en" or option.title[language] in sentence
