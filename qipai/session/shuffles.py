"""What a deal starts from as a fact: the setup, and the pack in the order that chance gave it.

Cards are written as faces.  Copies of one face from several packs look alike, so after reading they are alike.
"""

from typing import Any

from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.records import Plain, Record
from qipai.engine.telling import Fact

SHUFFLED = "shuffled"


def write_fields(twin: Any) -> Any:
    """A plain record as JSON values, by field name."""
    if isinstance(twin, Plain):
        return {name: write_fields(getattr(twin, name)) for name in fields_of(twin)}
    return [write_fields(item) for item in twin] if isinstance(twin, list) else twin


def read_fields(written: Any, record: Record) -> Record:
    """A record like `record` (which is not changed) with the fields that `write_fields` wrote.

    Raises `KeyError`, `TypeError` or `ValueError` for anything else.
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
    """The names of a plain record's fields."""
    return tuple(twin.dtype.names or ())


def tell_shuffle(game: Game, number: int, setup: Record, order: Record) -> Fact:
    """The shuffle of a deal: that it happened is public, all else is hidden."""
    drawn = records.to_plain(order)
    cards = [game.notation.format_card(card) for card in drawn.cards[: drawn.count]]
    hidden = {"setup": write_fields(records.to_plain(setup)), "order": cards, "lots": drawn.lots}
    return Fact(SHUFFLED, {"deal": number}, hidden=hidden)


def read_shuffle(game: Game, fact: Fact) -> tuple[Record, Record]:
    """The setup and the order of a deal."""
    setup = read_fields(fact.hidden["setup"], records.new(game.SETUP))
    drawn = records.to_plain(records.new(game.ORDER))
    drawn.count = len(fact.hidden["order"])
    for place, face in enumerate(fact.hidden["order"]):
        drawn.cards[place] = game.notation.parse_card(face)
    for lot, number in enumerate(fact.hidden["lots"]):
        drawn.lots[lot] = int(number)
    return setup, records.from_plain(drawn)
