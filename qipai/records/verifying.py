"""Verify a record: compute every fact again from the cards and the decisions, and compare."""

from collections.abc import Iterator

from qipai.engine import records
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.fair_order import Sealed
from qipai.engine.records import Record as EngineRecord
from qipai.engine.telling import Fact
from qipai.session.chairs import BOT_NAMES
from qipai.session.deal import Deal, Terms
from qipai.session.log import settle
from qipai.session.shuffles import check_seal, read_shuffle

from .qp import Record

FIRST_FACT = 2  # the number of the line with the first fact
UNREADABLE = (QipaiError, KeyError, TypeError, ValueError, IndexError, OverflowError)  # raised for what is no setup or no order


def terms_of(record: Record) -> Terms:
    """Return the game, rules and players of a record.  Raises `RecordError` for rules that this program does not have."""
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
    """Return the deal of a record before its first decision.  Raises `RecordError` for an impossible setup or order of cards."""
    terms, first = terms_of(record), record.facts[0]
    try:
        setup, order = read_shuffle(terms.game, first)
    except UNREADABLE as error:
        raise RecordError(f"Line 2: the setup or the order of the cards cannot be read: {error!r}.") from error
    check_shuffle(terms, setup, order)
    return Deal(terms, setup, order)


def check_shuffle(terms: Terms, setup: EngineRecord, order: EngineRecord) -> None:
    """Raise `RecordError` unless the order is the pack of this setup, and the lots are within their sides."""
    game = terms.game
    fresh = records.new(game.ORDER)
    # a game with only one number of players has no such field in its setup
    if getattr(records.to_plain(setup), "players", terms.players) != terms.players:
        raise RecordError(f"Line 1: the setup is not for {terms.players} players.")
    game.pack(terms.rules, setup, fresh)
    pack, drawn = records.to_plain(fresh), records.to_plain(order)
    face = game.notation.format_card
    if sorted(map(face, pack.cards[: pack.count])) != sorted(map(face, drawn.cards[: drawn.count])):
        raise RecordError("Line 2: the cards in the order of drawing are not the pack of this setup.")
    if any(not (0 <= lot < sides or lot == sides == 0) for lot, sides in zip(drawn.lots, pack.lots, strict=True)):
        raise RecordError("Line 2: the lots are none that could be drawn.")


def verify(record: Record) -> Sealed | None:
    """Check a record against the rules and its seal; return what the seal proves, None if it has none.

    A chair with a bot's name, which no person can take, adds nothing.  Raises `RecordError` with the line of the first fact that they do not confirm.
    """
    sealed = proven(record)  # first: what the rules do not have is not dealt
    for _ in replay(record):
        pass
    return sealed


def proven(record: Record) -> Sealed | None:
    """Return what the seal of a record proves of its cards, and of what they were dealt from.  Raises `RecordError` as `verify` does."""
    terms, header, names = terms_of(record), record.header, record.header.players
    nameless = names == [f"seat {seat + 1}" for seat in range(len(names))]  # then nobody knows who was a bot
    bots = None if nameless else [seat for seat, name in enumerate(names) if name in BOT_NAMES]
    head = {"game": header.game, "rules": header.rules, "setup": header.setup}
    try:
        return check_seal(terms.game, terms.rules, head, record.facts[0], len(names), bots)
    except UNREADABLE as error:
        told = error if isinstance(error, QipaiError) else f"what it was dealt from cannot be read: {error!r}"
        raise RecordError(f"Line 2: {told}.") from error


def replay(record: Record) -> Iterator[tuple[Deal, list[Fact]]]:
    """Yield the deal and its new facts after the dealing and after each decision.  Raises `RecordError` as `verify` does.

    It is the same `Deal` each time, changed in place.
    """
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
    """Play the decision told by the fact at index `place`, and return the facts that follow by the rules."""
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
    """Compare the facts from index `place` on with those of the rules; return the index after them."""
    for number, expected in enumerate(settle(told_by_rules), start=place):
        told = record.facts[number].whole() if number < len(record.facts) else "nothing more"
        if told != expected.whole():
            raise RecordError(f"Line {number + FIRST_FACT}: the record tells {told}, and the rules say {expected.whole()}.")
    return place + len(told_by_rules)
