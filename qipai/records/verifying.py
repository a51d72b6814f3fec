"""Whether the rules confirm a record: every fact of it is worked out again from the cards and the decisions."""

from collections.abc import Iterator

from qipai.engine import records
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.records import Record as EngineRecord
from qipai.engine.telling import Fact
from qipai.session.deal import Deal, Terms
from qipai.session.log import settle
from qipai.session.shuffles import read_shuffle

from .qp import Record

FIRST_FACT = 2  # the line of the first fact


def terms_of(record: Record) -> Terms:
    """What was played, in the words of this program.  Raises `RecordError` for rules that it does not know."""
    game, header = record.game, record.header
    if not record.of_these_rules:
        raise RecordError(
            f"Line 1: the deal was played under version {header.rules_version} of the rules of {game.name}; "
            f"this program knows version {game.rules_version}."
        )
    try:
        ruleset = game.ruleset(**header.rules)
    except QipaiError as error:
        raise RecordError(f"Line 1: {error}") from error
    return Terms(game, ruleset, game.rules(ruleset), len(header.players))


def begin(record: Record) -> Deal:
    """The deal of a record before its first decision.  Raises `RecordError` for a setup or cards that cannot be."""
    terms, first = terms_of(record), record.facts[0]
    try:
        setup, order = read_shuffle(terms.game, first)
    except (QipaiError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise RecordError(f"Line 2: the setup or the order of the cards cannot be read: {error!r}.") from error
    check_shuffle(terms, setup, order)
    return Deal(terms, setup, order)


def check_shuffle(terms: Terms, setup: EngineRecord, order: EngineRecord) -> None:
    """Could chance have drawn this?"""
    game = terms.game
    fresh = records.new(game.ORDER)
    # a game that has one number of players only does not note it in its setup
    if getattr(records.to_plain(setup), "players", terms.players) != terms.players:
        raise RecordError(f"Line 1: the setup is not for {terms.players} players.")
    game.pack(terms.rules, setup, fresh)
    pack, drawn = records.to_plain(fresh), records.to_plain(order)
    face = game.notation.format_card
    if sorted(map(face, pack.cards[: pack.count])) != sorted(map(face, drawn.cards[: drawn.count])):
        raise RecordError("Line 2: the cards in the order of drawing are not the pack of this setup.")
    if any(not (0 <= lot < sides or lot == sides == 0) for lot, sides in zip(drawn.lots, pack.lots, strict=True)):
        raise RecordError("Line 2: the lots are none that could be drawn.")


def verify(record: Record) -> None:
    """Replay a record through the rules.  Raises `RecordError` with the line of the first fact that they do not confirm."""
    for _ in replay(record):
        pass


def replay(record: Record) -> Iterator[tuple[Deal, list[Fact]]]:
    """The deal after the dealing and after each decision, with the facts told of it, all confirmed by the rules."""
    deal = begin(record)
    place = _compare(record, 1, deal.opening)
    yield deal, record.facts[:place]
    while not deal.over:
        facts = decide(record, deal, place)
        after = _compare(record, place, facts)
        yield deal, record.facts[place:after]
        place = after
    if place < len(record.facts):
        raise RecordError(f"Line {place + FIRST_FACT}: {record.facts[place].whole()} is told, and the deal is over.")
    points = [int(part) for part in records.to_plain(deal.result()).points[: deal.terms.players]]
    if points != record.result.points:
        raise RecordError(f"Line {place + FIRST_FACT}: the result is {record.result.points}, and the rules say {points}.")


def decide(record: Record, deal: Deal, place: int) -> list[Fact]:
    """Play the decision that the fact at a place tells."""
    line = place + FIRST_FACT
    if place == len(record.facts):
        raise RecordError(f"Line {line}: the deal is not over, and the record ends.")
    try:
        told = deal.read_answer(record.facts[place])
        if told is None:
            raise RecordError(f"seat {deal.waiting()[0]} owes a decision, and {record.facts[place].whole()} is told.")
        deal.check(told[0], told[1].action)
        return deal.play(*told)
    except QipaiError as error:
        raise RecordError(f"Line {line}: {error}") from error
    except (TypeError, AttributeError) as error:
        raise RecordError(f"Line {line}: {record.facts[place].whole()} cannot be read as a decision.") from error


def _compare(record: Record, place: int, told_by_rules: list[Fact]) -> int:
    """Compare facts from a place on; returns the place after them."""
    for number, expected in enumerate(settle(told_by_rules), start=place):
        told = record.facts[number].whole() if number < len(record.facts) else "nothing more"
        if told != expected.whole():
            raise RecordError(f"Line {number + FIRST_FACT}: the record tells {told}, and the rules say {expected.whole()}.")
    return place + len(told_by_rules)
