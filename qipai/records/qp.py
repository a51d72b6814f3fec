"""Read and write record files (`.qp`): JSON lines in UTF-8.  A header, the facts of one deal in order, the result.

    {"qipai":1,"game":"gan_deng_yan","rules_version":1,"variant":"default","rules":{},"players":["Ann",…],"when":"2026-…Z","deal":1,"setup":{…}}
    {"event":"shuffled","deal":1,"hidden":{"order":["6H",…],"lots":[…]}}
    {"event":"dealt",…,"to_eyes":{"0":{"cards":[…]},…}}
    {"event":"laid","seat":1,"cards":["5H","R"],"action":"5-5X",…}
    {"result":{"points":[-3,9,-4,-2],"totals":[-3,9,-4,-2]}}

Hands, plays and points are written out, so reading a record needs no random generator, and a change of the rules does not change what
it tells.  A record shows all cards, so only finished deals can be written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.files import NOT_JSON
from qipai.engine.game import Game
from qipai.engine.numbers import described
from qipai.engine.telling import Fact
from qipai.games import find_game
from qipai.session.folding import AGREED, EVENTS, OPENED, RENAMED, SEATED, SETTLED, SWAPPED
from qipai.session.log import Entry
from qipai.session.shuffles import SHUFFLED, other_rules

FORMAT = 1
WHEN = "%Y-%m-%dT%H:%M:%SZ"


class Header(Struct, forbid_unknown_fields=True):
    """The first line of a record."""

    qipai: int  # version of the format
    game: str
    rules_version: int
    variant: str  # the name of the variant that the table started from
    rules: dict[str, str]  # the options that differ from the default
    players: list[str]  # names by seat
    when: str  # when the deal began, UTC, as 2026-11-21T20:15:00Z
    deal: int  # 1 is the first of its session
    setup: dict[str, Any]


class Points(Struct, forbid_unknown_fields=True):
    """The result of a deal, by seat."""

    points: list[int]
    totals: list[int]  # of the session, this deal included


class Record(Struct):
    """A finished deal as it was recorded."""

    header: Header
    facts: list[Fact]  # the shuffle first
    result: Points

    @property
    def game(self) -> Game:
        """The game of the record."""
        return find_game(self.header.game)

    @property
    def of_these_rules(self) -> bool:
        """Whether it was played under the version of the rules that this program has."""
        return self.header.rules_version == self.game.rules_version


class _Fact(Struct):
    """The fields of every line between the first and the last; the others are the game's."""

    event: str
    to_eyes: dict[int, dict[str, Any]] = {}
    hidden: dict[str, Any] = {}


class _Result(Struct, forbid_unknown_fields=True):
    result: Points


@dataclass
class _Deal:
    """A deal while it is collected from the log."""

    names: list[str]  # of the players when it began
    when: int  # milliseconds since 1970, UTC
    facts: list[Fact]
    settled: Fact | None = None


def write_record(entries: Iterable[Entry], serial: int | None = None, names: bool = True) -> str:
    """Return the text of a record of a finished deal, from the log of its table.

    `serial` counts all deals of the table from 1; None takes the last finished one.  Without `names` the players are called "seat 1" …
    Raises `RecordError` if the deal is not in the log or not finished, and for what is no log.
    """
    entries = list(entries) if isinstance(entries, Iterable) else [entries]
    wrong = [entry for entry in entries if not isinstance(entry, Entry)]
    if wrong:
        raise RecordError(f"A log is a list of the entries of a table; {described(wrong[0])} is none.")
    opened: Mapping[str, Any] = {}
    people: dict[int, str] = {}
    deals: list[_Deal] = []
    for entry in entries:
        for fact in entry.facts:
            if fact.event == OPENED:
                opened = fact.public
            elif fact.event == AGREED:
                opened = {**opened, **fact.public}
            elif fact.event == SWAPPED:
                people = {seat: people[old] for seat, old in enumerate(fact.public["order"]) if old in people}
            elif fact.event in (SEATED, RENAMED):
                people[fact.public["seat"]] = fact.public["name"]
            elif fact.event == SHUFFLED:
                deals.append(_Deal([people[seat] for seat in range(opened["seats"])], entry.at, [fact]))
            elif fact.event == SETTLED:
                deals[-1].settled = fact
            elif fact.event not in EVENTS:
                deals[-1].facts.append(fact)
    finished = [deal for number, deal in enumerate(deals, start=1) if deal.settled and serial in (None, number)]
    if not finished:
        which = (
            "The log has no finished deal" if serial is None else f"Deal {described(serial)} is not in the log, or not finished"
        )
        raise RecordError(f"{which}; a record is written when a deal is over.")
    return _write(opened, finished[-1], names)


def _write(opened: Mapping[str, Any], deal: _Deal, names: bool) -> str:
    shuffle, settled = deal.facts[0], deal.settled
    assert settled is not None
    header = Header(
        qipai=FORMAT,
        game=opened["game"],
        rules_version=opened["rules_version"],
        variant=opened["variant"],
        rules=other_rules(find_game(opened["game"]), opened["rules"]),
        players=deal.names if names else [f"seat {seat + 1}" for seat in range(opened["seats"])],
        when=datetime.fromtimestamp(deal.when // 1000, UTC).strftime(WHEN),
        deal=shuffle.public["deal"],
        setup=dict(shuffle.hidden["setup"]),
    )
    return write_lines(header, deal.facts, settled.public["points"], settled.public["totals"])


def write_lines(header: Header, facts: Sequence[Fact], points: list[int], totals: list[int]) -> str:
    """Return the text of a record: the header, the facts with the shuffle first, and the result by seat."""
    shuffle = facts[0]
    drawn = {key: value for key, value in shuffle.hidden.items() if key != "setup"}
    lines = [msgspec.to_builtins(header), Fact(SHUFFLED, shuffle.public, hidden=drawn).whole()]
    lines += [fact.whole() for fact in facts[1:]]
    lines.append({"result": {"points": points, "totals": totals}})
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def read_record(text: str) -> Record:
    """Return the record of a text.  Raises `RecordError` with the number of the line and what is wrong there.

    The rules are not consulted; `verify` does that.
    """
    if not isinstance(text, str):
        raise RecordError(f"A record is read from its text, not from {described(text)}.")
    lines = text.rstrip().split("\n")
    if not text.strip():
        raise RecordError("Line 1: the file is empty; a record begins with a header.")
    header = _header(lines[0])
    facts = [_fact(line, number) for number, line in enumerate(lines[1:-1], start=2)]
    if not facts or facts[0].event != SHUFFLED:
        raise RecordError(f"Line 2: the facts of a deal begin with the event {SHUFFLED!r}.")
    facts[0] = Fact(SHUFFLED, facts[0].public, hidden={**facts[0].hidden, "setup": header.setup})
    result = _decode(lines[-1], len(lines), _Result, 'a record ends with {"result": …}').result
    for name, numbers in (("points", result.points), ("totals", result.totals)):
        if len(numbers) != len(header.players):
            raise RecordError(f"Line {len(lines)}: {len(numbers)} {name} are told of {len(header.players)} players.")
    return Record(header, facts, result)


def _header(line: str) -> Header:
    """Read and check the first line."""
    try:
        version = msgspec.json.decode(line, type=dict[str, Any])["qipai"]
    except (*NOT_JSON, KeyError):
        raise RecordError('Line 1: this is no record: the first line is a header like {"qipai": 1, "game": …}.') from None
    if version != FORMAT:
        raise RecordError(f"Line 1: the record is of format {version}; this program reads format {FORMAT}.")
    header = _decode(line, 1, Header, "the header cannot be read")
    for text in (*header.players, *header.rules, *header.rules.values(), header.variant):
        if not text.isprintable():
            raise RecordError(f"Line 1: {text!a:.60} holds letters that cannot be seen.")
    try:
        game = find_game(header.game)
    except QipaiError as error:
        raise RecordError(f"Line 1: {error}") from error
    if len(header.players) not in game.seats:
        raise RecordError(
            f"Line 1: {len(header.players)} players are named; {game.name} has {game.seats[0]} to {game.seats[-1]}."
        )
    try:
        datetime.strptime(header.when, WHEN)
    except ValueError:
        raise RecordError(f"Line 1: {header.when!r} is no time like 2026-11-21T20:15:00Z.") from None
    return header


def _fact(line: str, number: int) -> Fact:
    _decode(line, number, _Fact, "this is no fact")
    return Fact.read(_decode(line, number, Any, "this is no fact"))


def _decode(line: str, number: int, sort: Any, sentence: str) -> Any:
    try:
        return msgspec.json.decode(line, type=sort)
    except NOT_JSON as error:
        raise RecordError(f"Line {number}: {sentence}: {error}.") from error
