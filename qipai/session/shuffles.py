"""The `shuffled` fact, from which a deal can be dealt again: the setup, the order of the cards and the lots.

Cards are written as faces.  Cards with the same face from several packs become the same card when they are read.
"""

from collections.abc import Collection
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
    game: Game, rules: Record, setup: Record, fact: Fact, chairs: int | None = None, bots: Collection[int] = ()
) -> Sealed | None:
    """Return what the seal of a `shuffled` fact proves of its cards; None if it has none.  `chairs` and `bots` as for `check_pledge`.

    Raises `QipaiError` with the reason if they do not follow from what was sealed, or if their lots have other sides than the rules say.
    """
    sealed = check_pledge(fact.public, fact.hidden, chairs, bots)
    if sealed is None:
        return None
    order = records.new(game.ORDER)
    game.pack(rules, setup, order)
    if list(fact.hidden["sides"]) != [int(n) for n in records.to_plain(order).lots]:
        raise QipaiError("the lots have other sides than the rules say")
    return sealed


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
