"""What the client's tests read, as the server sends it: `python -m tests.web.recorded` writes `frontend/tests/recorded/`, a file a game.

A file holds the game with its words, moments of its tables, finished deals, and questions.  Tables are numbered: the number decides how many
play, how the cards lie, and what everybody does.  What is looked for stands in `recorded_moments.py`.
"""

from collections.abc import Iterator, Set
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from qipai.engine.errors import LANGUAGES
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.records import write_record
from qipai.server.api import view_game
from qipai.server.exercise_worker import ExerciseWanted, made
from qipai.server.protocol import ExerciseView, Replay, ReplayStep
from qipai.server.records import view_replay
from qipai.session import Entry, Session
from qipai.session.views import TableView

from .recorded_moments import CHINESE, EXERCISES, MOMENTS, WITH_OPTIONS, WITHOUT_WORDS, Seen, Wanted, WantedDeal
from .recorded_moments import DEALS as WANTED_DEALS
from .recorded_views import DEALS, NOON, Moment, copy_of, move, seen, told

FOLDER = Path(__file__).resolve().parents[2] / "frontend" / "tests" / "recorded"
NAMES = ("Ann", "Bob", "Cen", "Dai", "Eve", "Fay")
TALK = 0.3  # the chance of a word of somebody who is not asked
FURTHER = 40  # so many tables more than the first are looked at
LOG = 16  # facts that are kept of a moment's log, the latest


class Change(msgspec.Struct):
    """What one connection is told."""

    facts: list[dict[str, Any]]
    table: TableView


class Recorded(msgspec.Struct):
    """A file of the client's tests."""

    game: Any
    moments: dict[str, Change]
    deals: dict[str, Replay]
    exercises: dict[str, ExerciseView]


def record(name: str) -> Recorded:
    """Find what is wanted of a game."""
    game = GAMES[name]
    exercises = {
        kind: msgspec.json.decode(made(ExerciseWanted(name, seed, kind)), type=ExerciseView)
        for kind, seed in EXERCISES.get(name, {}).items()
    }
    return Recorded(
        view(name), find_moments(game, MOMENTS[name]), dict(find_deals(game, WANTED_DEALS.get(name, {}))), exercises
    )


def view(name: str) -> Any:
    """The game, without what no test reads."""
    view = view_game(GAMES[name], {})
    if name not in WITH_OPTIONS:
        view.options, view.variants = [], []
    whole = msgspec.to_builtins(view) | {"words": {} if name in WITHOUT_WORDS else dict(GAMES[name].words)}
    return without(whole, {*LANGUAGES} - {"en", *CHINESE.get(name, ())})


def without(part: Any, languages: Set[str]) -> Any:
    if isinstance(part, list):
        return [without(one, languages) for one in part]
    if not isinstance(part, dict):
        return part
    return {key: without(one, languages) for key, one in part.items() if key not in languages}


def file_of(name: str) -> bytes:
    """Return what the file of a game is to hold."""
    return written(record(name))


def written(recorded: Recorded) -> bytes:
    """JSON with a line for the game and each thing that was found, so that a difference can be read."""
    parts = [b'"game":' + msgspec.json.encode(recorded.game)]
    for part, found in (("moments", recorded.moments), ("deals", recorded.deals), ("exercises", recorded.exercises)):
        lines = b",\n".join(msgspec.json.encode(name) + b":" + msgspec.json.encode(one) for name, one in found.items())
        parts.append(msgspec.json.encode(part) + b":{\n" + lines + b"}")
    return b"{" + b",\n".join(parts) + b"}\n"


def find_moments(game: Game, wanted: dict[str, Wanted]) -> dict[str, Change]:
    """Return the moments in the order in which they are wanted."""
    found: dict[str, Change] = {}
    for rules in dict.fromkeys(one.rules for one in wanted.values()):
        of_these = {name: one for name, one in wanted.items() if one.rules == rules}
        for number in range(max(one.first for one in of_these.values()) + FURTHER):
            left = {name: one for name, one in of_these.items() if name not in found and one.first <= number}
            if left:
                found |= find_at(game, number, dict(rules), left)
            elif of_these.keys() <= found.keys():
                break
    missing = [name for name in wanted if name not in found]
    if missing:
        raise LookupError(f"No table of {game.name} shows: {', '.join(missing)}.")
    return {name: found[name] for name in wanted}


def find_at(game: Game, number: int, rules: dict[str, str], wanted: dict[str, Wanted]) -> dict[str, Change]:
    """Play one table until all that is wanted was seen there, or to its end."""
    found: dict[str, Change] = {}
    for session, entry in play(game, number, rules):
        for moment in sorted(seen(session, entry), key=lambda one: (one.table.you is None, one.table.you)):
            at = moment.table.deal and Seen(moment.facts, moment.table, moment.table.deal)
            for name, one in wanted.items():
                if at and name not in found and one.is_so(at):
                    found[name] = shortened(copy_of(moment))
        if len(found) == len(wanted):
            break
    return found


def shortened(moment: Moment) -> Change:
    """The change, and of the log its end."""
    assert moment.table.deal
    moment.table.deal.log = moment.table.deal.log[-LOG:]
    return Change(moment.facts, moment.table)


def find_deals(game: Game, wanted: dict[str, WantedDeal]) -> Iterator[tuple[str, Replay]]:
    """Return each deal, cut where it says, without what lies there at each step: no test reads it, and it is long."""
    for name, one in wanted.items():
        for number in count(one.first):
            replay = view_replay(f"r{number}", write_record(first_deal(game, number)))
            length = one.is_so(replay)
            if length is not None:
                replay.facts = replay.facts[:length]
                replay.steps = [ReplayStep(step.seq, [], [], [], {}) for step in replay.steps[:length]]
                yield name, replay
                break


def first_deal(game: Game, number: int) -> list[Entry]:
    """The log of a table until its first deal is over."""
    log = []
    for session, entry in play(game, number, {}):
        log.append(entry)
        if session.scores:
            break
    return log


def play(game: Game, number: int, rules: dict[str, str]) -> Iterator[tuple[Session, Entry]]:
    """A table of people under the rules as they are unless told otherwise, after each of its changes."""
    random = Random(number)
    seats = game.seats[number % len(game.seats)]
    session, opening = Session.open(game, seats=seats, at=NOON, rules=rules, deals=DEALS, clock="relaxed")
    yield session, opening
    for seat in range(seats):
        yield from told(session, session.sit(seat, NAMES[seat], f"guest {seat}"))
    while session.phase != "finished":
        if session.phase == "playing":
            yield from told(session, move(session, random, TALK))
            continue
        terms = game.rules(game.ruleset(**session.options))
        setup = session.setup if session.setup is not None else game.setup(terms, seats)
        order = game.shuffled(terms, setup, number, len(session.scores))
        yield from told(session, session.begin(order) if session.phase == "gathering" else session.deal(order))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in MOMENTS:
        text = file_of(name)
        (FOLDER / f"{name}.json").write_bytes(text)
        print(f"{name}: {len(text):,} bytes")
