"""The checks that every game must pass: `check(game)` plays random deals and tests everything that the contract promises.

The deals cover every variant, every number of seats, every value of every option, and random rule sets.  In each:

- cards are conserved, and the deal ends within its stated bound and points;
- `legal_actions`, `is_legal` and `why_not` agree, for any int64;
- texts (actions, cards, positions) can be read back, and the log replays to the same bytes;
- copies of a state are independent, and decisions that are owed together commute;
- nobody learns what they must not: dealing the cards that a seat cannot see anew changes neither the facts told to it, nor its
  observation, nor its legal actions.

`deals.py` plays a deal and calls the other modules; `examined.py` holds the deal under examination.

    qipai conform gan_deng_yan --deals 100
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

from .deals import check_deal
from .examined import ConformanceError, Examined

# Accepted as `variant` besides the names of variants: each value of each option in turn, and random rule sets.
OPTIONS = "every option"
RANDOM = "random rules"

Choose = Callable[[Random], Any]  # returns a rule set


@dataclass
class Summary:
    """Counts of what was checked, by name."""

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
    """Check a game and return how much was checked.

    Plays `deals` deals for each variant and number of seats, for random rule sets with each number of seats, and for each value of each
    option, there with a different number of seats from deal to deal.  `variant` restricts this to one variant, `OPTIONS` or `RANDOM`.
    `report` gets a line after each group of deals.  The same `seed` plays the same deals.
    Raises `ConformanceError` for the first broken promise, with the position that shows it.
    """
    summary = Summary()
    for name, seats, choose in _tables(game, variant):
        random = Random(f"{game.name} {seed} {name} {seats[0]}")
        ruleset: Any = None
        setup: Record = None
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
    """Yield groups of deals: a name, the numbers of seats to cycle through, and a function that chooses the rule set."""
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
    """Yield each option with each value except the default; of ranges of numbers the least and the greatest."""
    for option in game.options:
        numbers = [str(option.numbers[0]), str(option.numbers[-1])] if option.numbers else []
        for value in dict.fromkeys([*option.values, *numbers]):
            if option.parse(value) != option.parse(option.default):
                yield option.name, value


def _ruleset_with(game: Game, name: str, value: str, random: Random) -> Any:
    """Return a rule set with this value; the other options are the default ones if these fit, else random."""
    try:
        return game.ruleset(**{name: value})
    except RulesetError:
        return random_ruleset(game, random, **{name: value})


def random_ruleset(game: Game, random: Random, **fixed: str) -> Any:
    """Return a random rule set that the game accepts, with the `fixed` values.  Every value of every option can occur."""
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
