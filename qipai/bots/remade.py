"""Copying and pickling of bots: compiled code and workspaces are made again, random generators continue where they were."""

from typing import Any, Self

CHANCE = ("random", "wild")  # the fields of a bot that change from decision to decision


class Remade:
    """Base class: a copy is made from the arguments of the constructor and takes over the generators."""

    _made_of: tuple[Any, ...]

    def __new__(cls, *made_of: Any) -> Self:
        bot = super().__new__(cls)
        bot._made_of = made_of
        return bot

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of, {name: value for name, value in vars(self).items() if name in CHANCE}
