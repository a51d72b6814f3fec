"""The `shuffled` fact, from which a deal can be dealt again: the setup, the order of the cards and the lots.

Cards are written as faces.  Cards with the same face from several packs become the same card when they are read.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import Pledge, Sealed, check_pledge, draw_faces, key_of, write_pledge
from qipai.engine.game import Game
from qipai.engine.records import Plain, Record
from qipai.engine.telling import Fact

SHUFFLED = "shuffled"


def write_fields(twin: Any) -> Any:
    """Return a plain record (`records.to_plain`) as JSON values: a dict by field name."""
    if isinstance(twin, Plain):
        return {name: write_fields(getattr(twin, name)) for name in fields_of(twin)}
    return [write_fields(item) for item in twin] if isinstance(twin, list) else twin


def read_fields(written: Any, record: Record) -> Record:
    """Return a copy of `record` with the fields that `write_fields` wrote.

    Raises `KeyError`, `TypeError` or `ValueError` for other values.
    """
    return records.from_plain(_read(written, records.to_plain(record)))


def _read(written: Any, like: Any) -> Any:
    if isinstance(like, Plain):
        for name in fields_of(like):
            setattr(like, name, _read(written[name], getattr(like, name)))
        return like
    if isinstance(like, list):
        return [_read(part, item) for part, item in zip(written, like, strict=True)]
    return int(written)


def fields_of(twin: Plain) -> tuple[str, ...]:
    """Return the names of a plain record's fields."""
    return tuple(twin.dtype.names or ())


def tell_shuffle(game: Game, number: int, setup: Record, order: Record) -> Fact:
    """Return the `shuffled` fact of a deal: its number is public, everything else hidden."""
    drawn = records.to_plain(order)
    cards = [game.notation.format_card(card) for card in drawn.cards[: drawn.count]]
    hidden = {"setup": write_fields(records.to_plain(setup)), "order": cards, "lots": drawn.lots}
    return Fact(SHUFFLED, {"deal": number}, hidden=hidden)


def head_of(game: Game, rules: Mapping[str, str], setup: Record) -> dict[str, Any]:
    """Return what the first line of a record has of what its deal starts from; `rules` are the names of all options' values."""
    return {"game": game.name, "rules": other_rules(game, rules), "setup": write_fields(records.to_plain(setup))}


def other_rules(game: Game, rules: Mapping[str, str]) -> dict[str, str]:
    """Return the options that differ from the default."""
    defaults = {option.name: option.default for option in game.options}
    return {name: value for name, value in rules.items() if value != defaults.get(name)}


def tell_sealed(game: Game, number: int, rules: Record, setup: Record, pledge: Pledge) -> Fact:
    """Return the `shuffled` fact of a deal whose cards follow from a pledge; its secret is hidden with the cards."""
    order = records.new(game.ORDER)
    game.pack(rules, setup, order)
    pack, face = records.to_plain(order), game.notation.format_card
    sides = [int(n) for n in pack.lots]
    cards, lots = draw_faces(key_of(pledge), [face(card) for card in pack.cards[: pack.count]], sides)
    public, hidden = write_pledge(pledge, sides)
    written = write_fields(records.to_plain(setup))
    return Fact(SHUFFLED, {"deal": number, **public}, hidden={"setup": written, "order": cards, "lots": lots, **hidden})


def check_seal(
    game: Game, rules: Record, head: Mapping[str, Any], fact: Fact, chairs: int, bots: Collection[int] | None = None
) -> Sealed | None:
    """Return what the seal of a `shuffled` fact proves of its cards; None if it has none.  The others are as for `check_pledge`.

    Raises `QipaiError` with the reason if they do not follow from what was sealed, if they were dealt from another setup than the rules
    have, or if their lots have other sides than the rules say.
    """
    sealed = check_pledge(fact.public, fact.hidden, chairs, bots, head)
    if sealed is None:
        return None
    setup = read_shuffle(game, fact)[0]
    if not same(write_fields(records.to_plain(setup)), head["setup"]):
        raise QipaiError("the setup has other fields than the rules say, or what is no number")
    wrong = game.check_start(rules, chairs, records.to_plain(setup))
    if wrong:
        raise QipaiError(f"the deal starts from what the rules do not have: {wrong.rstrip('.')}")
    order = records.new(game.ORDER)
    game.pack(rules, setup, order)
    if list(fact.hidden["sides"]) != [int(n) for n in records.to_plain(order).lots]:
        raise QipaiError("the lots have other sides than the rules say")
    return sealed


def same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are the same; 1 is neither true nor 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def read_shuffle(game: Game, fact: Fact) -> tuple[Record, Record]:
    """Return the setup and the order of a `shuffled` fact.  Raises what `read_fields` raises, and `NotationError` for a wrong face."""
    setup = read_fields(fact.hidden["setup"], records.new(game.SETUP))
    drawn = records.to_plain(records.new(game.ORDER))
    drawn.count = len(fact.hidden["order"])
    for place, face in enumerate(fact.hidden["order"]):
        drawn.cards[place] = game.notation.parse_card(face)
    for lot, number in enumerate(fact.hidden["lots"]):
        drawn.lots[lot] = int(number)
    return setup, records.from_plain(drawn)
