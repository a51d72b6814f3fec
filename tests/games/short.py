"""The short form in which tests describe a table: hands and fields by their names, and perhaps actions after them.

    hands=4-9/5/6-K talon=7-8 table=3 owner=2 pass

A deal is the beginning.  Then the fields of its state, of the public table in it and of the setup become what the words say, values by
seat joined by `/`, and a room adds what follows from them, such as counts of cards and whose turn it is.  Nothing here asks whether
that can come about: `qipai.engine.positions` is for what can.  Actions are played by the rules.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.game import Game

Reader = Callable[[str, Any, Any], Any]  # (text, the value before, ruleset): the value


class Room(NamedTuple):
    """What the short form needs of a room."""

    game: Game
    readers: Mapping[str, Reader]  # of fields that are not just numbers
    complete: Callable[[Any, Any, Any, Mapping[str, str]], None]  # (state, setup, ruleset, words): adds what follows


class Short(NamedTuple):
    """A table that was set up."""

    ruleset: Any
    setup: Any
    state: Any


def set_up(room: Room, line: str) -> Short:
    """The table that a line describes.  Raises `KeyError` for a word that names nothing."""
    game, words = room.game, line.split()
    told = dict(word.split("=", 1) for word in words if "=" in word)
    options = {option.name for option in game.options}
    ruleset = game.ruleset(**{name: value for name, value in told.items() if name in options})
    rules = game.rules(ruleset)
    setup, order, state = game.setup(rules, len(told["hands"].split("/"))), records.new(game.ORDER), game.new_state()
    game.pack(rules, setup, order)
    listed = records.to_plain(order)
    listed.lots = [0] * len(listed.lots)
    game.deal(state, rules, setup, records.from_plain(listed))
    fields, begun = records.to_plain(state), records.to_plain(setup)
    for name in told.keys() - options:
        holders = [part for part in (begun, fields, getattr(fields, "public", None)) if name in getattr(part, "__slots__", ())]
        if not holders:
            raise KeyError(f"{name} in {line!r}")
        for holder in holders:
            before = getattr(holder, name)
            setattr(holder, name, room.readers.get(name, numbers)(told[name], before, ruleset))
    room.complete(fields, begun, ruleset, told)
    state = records.from_plain(fields)
    for text in [word for word in words if "=" not in word]:
        action, seat = game.notation.parse_action(text, ruleset), game.to_act(state)
        assert game.is_legal(state, rules, seat, action), f"{text} by seat {seat} in {line!r}"
        game.apply_action(state, rules, seat, action)
    return Short(ruleset, records.from_plain(begun), state)


def numbers(text: str, before: Any, ruleset: Any) -> Any:
    """A number; of a list the first ones, and the others as they were."""
    return each(lambda word, old, ruleset: int(word))(text, before, ruleset)


def each(read: Reader) -> Reader:
    """One value, or of a list the first ones, and the others as they were."""

    def read_each(text: str, before: Any, ruleset: Any) -> Any:
        if not isinstance(before, list):
            return read(text, before, ruleset)
        words = text.split("/")
        return [read(word, old, ruleset) for word, old in zip(words, before, strict=False)] + before[len(words) :]

    return read_each
