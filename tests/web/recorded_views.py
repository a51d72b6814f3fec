"""Moments of tables as the server would send them: every question of every game, from two players to as many as it takes.

Tables are played at random under random house rules; of each kind of moment the first and the one with the most cards are
kept, the same in every run.  In a test `moments("gou_ji")`; as files, one a game, `python -m tests.web.recorded_views FOLDER`.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from qipai.engine.errors import RulesetError
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.telling import Fact
from qipai.games import GAMES
from qipai.server.api import view_game
from qipai.session import Entry, Session
from qipai.session.chairs import PERSON
from qipai.session.shuffles import read_shuffle, tell_shuffle
from qipai.session.views import ClockView, TableView

NOON = 1_782_000_000_000
NAMES = ("Ann", "林婉清", "Bartholomew Longfellow", "阿寶")
CODE, WATCH = "galley-987", "watch-1"
DEALS = 3
# Tables that are played: so many that every question comes (`tests/web/test_sentences.py` counts them)
TABLES = {"gan_deng_yan": 30, "luk_fu": 20, "gou_ji": 30, "daqiluo2": 40}
OTHERS = 12
# Further tables, at which people talk a lot, and their house rule: these have a promise that can be broken, Gou Ji §14.20.
TALKATIVE = {"gou_ji": {number: {"infringement": "big_loser"} for number in (70, 109)}}


class Moment(msgspec.Struct):
    """What one connection is told of one change."""

    kind: str  # of moments that look alike, at a number of seats
    facts: list[dict[str, Any]]  # the change
    table: TableView
    clocks: list[ClockView]


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """What was seen of a game."""
    game = GAMES[name]
    first, fullest = dict[str, Moment](), dict[str, Moment]()
    for number in (*range(TABLES.get(name, OTHERS)), *TALKATIVE.get(name, ())):
        for session, entry in play(game, Random(number), number):
            for moment in seen(session, entry):
                if moment.kind not in first:
                    first[moment.kind] = fullest[moment.kind] = copy_of(moment)
                elif cards_in(moment) > cards_in(fullest[moment.kind]):
                    fullest[moment.kind] = copy_of(moment)
    return tuple(
        moment
        for kind in first
        for moment in ((first[kind],) if first[kind] is fullest[kind] else (first[kind], fullest[kind]))
    )


def copy_of(moment: Moment) -> Moment:
    """The moment as it is now: the lists of a view grow with its table."""
    return msgspec.json.decode(msgspec.json.encode(moment), type=Moment)


def cards_in(moment: Moment) -> int:
    """How many cards there are to show."""
    lasts = [seat.last.get("cards") or () for seat in moment.table.seats if seat.last]
    return sum(map(len, lasts)) + (len(moment.table.deal.hand) if moment.table.deal else 0)


def play(game: Game, random: Random, number: int) -> Iterator[tuple[Session, Entry]]:
    """A table after each of its changes."""
    house = TALKATIVE.get(game.name, {}).get(number)
    session = open_table(game, random, game.seats[number % len(game.seats)], house or {})
    for seat, name in enumerate(NAMES[: len(session.chairs) - 1]):
        yield from told(session, session.sit(seat, name, f"guest {seat}"))
    while session.phase != "finished":
        if session.phase == "playing":
            yield from told(session, move(session, random, 0.1 if house is None else 0.7))
            continue
        rules = game.rules(game.ruleset(**session.options))
        setup = session.setup if session.setup is not None else game.setup(rules, len(session.chairs))
        order = game.shuffled(rules, setup, number, len(session.scores))
        if game.name == "gou_ji":
            order = arranged(game, setup, order, random)
        yield from told(session, session.begin(order) if session.phase == "gathering" else session.deal(order))


def open_table(game: Game, random: Random, seats: int, house: dict[str, str]) -> Session:
    """A table under a variant, the rules of a house, and some others that do not contradict each other."""
    while True:
        rules = {
            option.name: random.choice([*option.values, *map(str, option.numbers)][:12])
            for option in game.options
            if random.random() < 0.3
        } | house
        try:
            variant = random.choice(list(game.variants))
            session, _ = Session.open(game, seats=seats, at=NOON, variant=variant, rules=rules, deals=DEALS, clock="relaxed")
        except RulesetError:
            continue
        return session


def told(session: Session, facts: list[Fact]) -> Iterator[tuple[Session, Entry]]:
    """Store a change."""
    entry = Entry(session.seq + 1, NOON, "", "", tuple(facts))
    session.apply(entry)
    yield session, entry


def move(session: Session, random: Random, talk: float) -> list[Fact]:
    """A decision of a seat that is asked, or with the chance `talk` a word of one that is not.

    One kind of choice is as likely as another, but for a pass; most plays are long, so that deals are short.
    """
    if session.window_open and not session.window_waits():
        return session.close_window(session.asked_seq, session.window_end() or NOON)
    asked = random.choice(session.window_waits() or session.waiting())
    speaker = random.randrange(len(session.chairs)) if random.random() < talk else asked
    seat, choices = next(
        ((seat, deal.choices) for seat in (speaker, asked) if (deal := session.view(seat).deal) and deal.choices), (asked, [])
    )
    if not choices:
        return session.act(seat, session.default_action(seat))
    kinds = sorted({choice.kind for choice in choices})
    kind = "pass" if "pass" in kinds and random.random() < 0.5 else random.choice(kinds)
    alike = [choice for choice in choices if choice.kind == kind]
    if random.random() < 0.8:
        longest = max(len(choice.needs) for choice in alike)
        alike = [choice for choice in alike if len(choice.needs) == longest]
    return session.act(seat, random.choice(alike).action)


def arranged(game: Game, setup: Record, order: Record, random: Random) -> Record:
    """The pack of Gou Ji so that hands come which chance seldom deals.

    One has no wild card (§4.1), one all the Reds (§5.3), and one runs out after Shao Pai (§9.1): two ranks and four jokers.
    """
    told = tell_shuffle(game, 1, setup, order)
    faces = told.hidden["order"]
    poor, rich, runner = ([place for place in range(len(faces)) if place % 6 == seat] for seat in random.sample(range(6), 3))
    others = [place for place in range(len(faces)) if place not in {*poor, *rich, *runner}]
    exchange(faces, runner[4:], others + poor, lambda face: face[0] in "AQ")
    exchange(faces, runner[:4], others + poor, lambda face: face == "B")
    exchange(faces, rich[:4], runner + others + poor, lambda face: face == "R")
    exchange(faces, poor, others, lambda face: face[0] not in "2BR")
    return read_shuffle(game, told)[1]


def exchange(faces: list[str], places: list[int], others: list[int], wanted: Callable[[str], bool]) -> None:
    """Put cards that are wanted at these places, as far as there are any at the others."""
    unfit = [place for place in places if not wanted(faces[place])]
    fit = [other for other in others if wanted(faces[other])]
    for place, other in zip(unfit, fit, strict=False):
        faces[place], faces[other] = faces[other], faces[place]


def seen(session: Session, entry: Entry) -> Iterator[Moment]:
    """A change as those see it who are asked something then, and as another person and somebody who watches see it, in turn.

    Of an answer in a window a server tells no facts.
    """
    people = [seat for seat, chair in enumerate(session.chairs) if chair.player == PERSON]
    other = (None, *people)[session.seq % (len(people) + 1)]
    for seat in {*people} & {*session.waiting()} | {other}:
        table = session.view(
            seat,
            table="t",
            code="" if seat is None else CODE,
            watch=WATCH if seat == 0 else "",
            host=seat == 0,
            connected=[True] * len(session.chairs),
            records=[f"r{number}" for number in range(len(session.scores))],
        )
        facts = [] if entry.quiet else session.facts_of(entry, seat)
        yield Moment(kind_of(table), facts, table, session.clocks(NOON, seat))


def questions(name: str) -> tuple[Moment, ...]:
    """One moment of each kind, at whatever number of seats."""
    kinds = {moment.kind.partition(": ")[2]: moment for moment in reversed(moments(name))}
    return tuple(reversed(kinds.values()))


def kind_of(table: TableView) -> str:
    """What a moment is like: what is asked, of whom, and how much there is to show."""
    seats = f"{len(table.seats)} seats: "
    if not table.deal:
        return f"{seats}{table.phase} {table.you is None}"
    deal, board = table.deal, table.deal.board
    asks = board.get("asks") or {}
    asked = table.you is not None and table.you in deal.to_act
    words = [
        table.phase,
        str(board.get("phase", "")),
        str(asks.get("what", "")),
        "watching" if table.you is None else "asked" if asked else "locked" if table.you in deal.locked else "waiting",
        f"leads {deal.owner is None}" if asked else "",
        " ".join(sorted({choice.kind for choice in deal.choices}))
        if asked and len(deal.choices) < 8
        else "many"
        if asked
        else "",
    ]
    return seats + " ".join(filter(None, words))


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.json").write_bytes(msgspec.json.encode([view_game(game, {}) for game in GAMES.values()]))
    for name in GAMES:
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(moments(name)))
        print(f"{name}: {len(moments(name))} moments")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
