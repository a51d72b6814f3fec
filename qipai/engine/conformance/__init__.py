"""The checks that every game passes: `check(game)` plays random deals and asks everything that the contract promises.

Over every variant, every number of seats, every value of an option and random rule sets: cards are conserved, legal is what
`is_legal` and `why_not` say, deals end within their bound, texts can be read back, copies are independent, a log replays to the
same bytes, decisions that are owed together may come in any order, and above all nobody can learn what they must not:
re-dealing the cards that a seat cannot see changes neither what it is told, nor its observation, nor its legal actions.

    python -m qipai.engine.conformance gan_deng_yan --deals 100
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError, RulesetError
from qipai.engine.game import Game
from qipai.engine.records import Record

from .course import check_deal
from .examined import ConformanceError, Examined

# Beside the names of variants: each value of each option, by so many players in turn, and rule sets that chance makes.
OPTIONS = "every option"
RANDOM = "random rules"

Choose = Callable[[Random], Any]  # a rule set


@dataclass
class Summary:
    """How much was checked."""

    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


def check(
    game: Game,
    deals: int = 10,
    seed: int = 1,
    report: Callable[[str], None] | None = None,
    variant: str | None = None,
) -> Summary:
    """Check a game over `deals` deals of every variant and of random rule sets for every number of seats, and of every option.

    The deals of an option's value go through the numbers of seats.  Only of one `variant`, of `OPTIONS` or of `RANDOM`, if it is named.  `report` is told a line after each of them.
    Raises `ConformanceError` for the first broken promise.
    """
    summary = Summary()
    for name, seats, choose in _tables(game, variant):
        random = Random(f"{game.name} {seed} {name} {seats[0]}")
        setup: Record | None = None
        ruleset, rules = None, None
        for number in range(deals):
            players = seats[number % len(seats)]
            if ruleset is None or name == RANDOM:
                ruleset = choose(random)
                rules, setup = game.rules(ruleset), None
            if setup is None or len(seats) > 1:
                setup = game.setup(rules, players)
            order = game.shuffled(rules, setup, seed, number)
            deal = Examined(game, ruleset, rules, players, setup, order, random)
            deal.where = f"seed {seed}, {name}, {players} seats, deal {number}"
            if records.to_bytes(order) != records.to_bytes(game.shuffled(rules, setup, seed, number)):
                deal.fail("the same seed shuffles differently")
            try:
                setup = check_deal(deal)
            except ConformanceError:
                raise
            except QipaiError as error:
                deal.fail(f"what the game says itself, it refuses: {error}")
            summary.counts += deal.counts
        if report:
            report(f"{game.name}, {name}, {' or '.join(map(str, seats[:deals]))} seats: {deals} deals")
    if not summary.counts["re-deals"]:
        raise ConformanceError(f"{game.name}: no deal with the hidden cards dealt anew could be played beside the true one")
    return summary


def _tables(game: Game, wanted: str | None) -> Iterator[tuple[str, tuple[int, ...], Choose]]:
    """What is played, by how many from deal to deal, and the rule sets of it."""
    for name, variant in game.variants.items():
        if wanted in (None, name):
            for players in game.seats:
                yield name, (players,), lambda random, ruleset=variant.ruleset: ruleset  # type: ignore[misc]
    if game.options and wanted in (None, OPTIONS):
        for number, (name, value) in enumerate(_values(game)):
            turn = number % len(game.seats)
            seats = game.seats[turn:] + game.seats[:turn]
            yield f"{name}={value}", seats, lambda random, name=name, value=value: _ruleset_with(game, name, value, random)  # type: ignore[misc]
    if game.options and wanted in (None, RANDOM):
        for players in game.seats:
            yield RANDOM, (players,), lambda random: random_ruleset(game, random)


def _values(game: Game) -> Iterator[tuple[str, str]]:
    """Every option with each of its values but the default; numbers by the least and the most."""
    for option in game.options:
        numbers = [str(option.numbers[0]), str(option.numbers[-1])] if option.numbers else []
        for value in dict.fromkeys([*option.values, *numbers]):
            if option.parse(value) != option.parse(option.default):
                yield option.name, value


def _ruleset_with(game: Game, name: str, value: str, random: Random) -> Any:
    """A rule set with that value; the others are the default where they go with it."""
    try:
        return game.ruleset(**{name: value})
    except RulesetError:
        return random_ruleset(game, random, **{name: value})


def random_ruleset(game: Game, random: Random, **fixed: str) -> Any:
    """A rule set that the game accepts, with every value of every option in it sooner or later."""
    while True:
        changes: dict[str, Any] = {}
        for option in game.options:
            values: list[object] = list(option.values)
            if option.numbers:
                values.append(random.choice(option.numbers))
            changes[option.name] = random.choice(values)
        try:
            return game.ruleset(**{**changes, **fixed})
        except RulesetError:
            continue


__all__ = ["OPTIONS", "RANDOM", "ConformanceError", "Summary", "check", "random_ruleset"]
