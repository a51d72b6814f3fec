"""Every value of every house rule has a situation that it decides: with another value its answer would be wrong."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from qipai.engine.errors import QipaiError, RulesetError
from qipai.engine.game import Game
from qipai.engine.options import Option
from qipai.examples import check
from qipai.games import GAMES, find_game

from ..vectors import FILES, content

A_NUMBER = "a number"  # any value of an option that takes whole numbers, but its default
NONE_NEEDED: Mapping[tuple[str, str, str], str] = {}  # (game, option, value): why no situation can show it


class Situation(NamedTuple):
    """A vector, and the options that it names."""

    vector: Mapping[str, Any]
    options: Mapping[str, Any]


def situations() -> dict[str, list[Situation]]:
    """The situations of all files, by game."""
    found: dict[str, list[Situation]] = {name: [] for name in GAMES}
    for read in map(content, FILES):
        usual = read["game"].removesuffix("_family")
        for vector in read["vectors"]:
            found[find_game(str(vector.get("game", usual))).name].append(Situation(vector, vector.get("option", {})))
    return found


SITUATIONS = situations()


def values_of(option: Option) -> list[str]:
    """What must be shown of an option: each named value, the default, and one other number where many are accepted."""
    return list(dict.fromkeys([*option.values, option.default, *([A_NUMBER] if len(option.numbers) > 1 else [])]))


def is_of(option: Option, number: int, value: str) -> bool:
    """Whether a number in a rule set is the value."""
    text = option.format(number)
    return text == value or (value == A_NUMBER and text not in option.values and text != option.default)


def is_decided(game: Game, option: Option, situation: Situation) -> bool:
    """Whether another value of the option, which goes with the others, makes the situation's answer wrong."""
    number = getattr(game.ruleset(**situation.options), option.name)
    ends = [str(option.numbers[end]) for end in (0, -1)] if option.numbers else []
    others = [other for other in (*option.values, *ends) if option.parse(other) != number]
    return any(fails(game, situation, {**situation.options, option.name: other}) for other in others)


def fails(game: Game, situation: Situation, options: Mapping[str, Any]) -> bool:
    try:
        game.ruleset(**options)
    except RulesetError:
        return False  # the options contradict each other, which says nothing of the situation
    try:
        check(game, {**situation.vector, "option": options})
    except QipaiError:
        return True
    return False


def has_situation(game: Game, option: Option, value: str) -> bool:
    """Whether some situation is decided by a value; those that name the option, or its §, are asked first."""
    with_value = [
        situation
        for situation in SITUATIONS[game.name]
        if is_of(option, getattr(game.ruleset(**situation.options), option.name), value)
    ]
    with_value.sort(
        key=lambda situation: (
            option.name not in situation.options,
            option.section not in str(situation.vector.get("origin")),
        )
    )
    return any(is_decided(game, option, situation) for situation in with_value)


def lacking(game: Game) -> Iterator[tuple[str, str, str]]:
    for option in game.options:
        for value in values_of(option):
            if not has_situation(game, option, value):
                yield game.name, option.name, value


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_a_house_rule_decides_a_situation(game: Game) -> None:
    assert set(lacking(game)) == {key for key in NONE_NEEDED if key[0] == game.name}
