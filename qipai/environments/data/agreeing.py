"""What a folder of examples holds: its terms, kept as `_data.json` beside the shards."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from qipai.bots import check_bot
from qipai.engine.chance import checked_seed
from qipai.engine.compiling import source_digest
from qipai.engine.errors import QipaiError
from qipai.engine.files import NOT_JSON, replace_file
from qipai.engine.game import Game
from qipai.engine.numbers import MOST_DEALS, whole
from qipai.games import find_game
from qipai.session.deal import Terms
from qipai.version import __version__

from ..cutting import checked_longest
from ..encoding import Layout
from ..layouts import layouts

FORMAT = 1  # of the folder; raised when the columns change
TERMS = "_data.json"  # what begins with _ or . no library takes for a part of a Parquet data set
SHARD = 1000  # deals


class DataTerms(msgspec.Struct, frozen=True):
    """Everything that determines the rows of a folder, the code of the bots and the records aside."""

    format: int
    game: str
    rules_version: int
    rules: dict[str, str]  # options that differ from the default
    players: int
    bots: tuple[str, ...]  # by seat in deal 0, moving on by one seat from deal to deal; () where people's records were read
    seed: int  # deal n is stream n of this seed, as in `Game.shuffled`
    deals: int
    shard: int  # deals in a file
    compact: bool  # whether observations are the compact ones
    longest: int  # a longer legal list is cut to this length
    candidates: bool  # whether the features of the legal actions are written too
    forced: bool  # whether decisions with one legal action are written too


class Described(msgspec.Struct):
    """What the entries of a vector are: value / `most` is in 0 to 1."""

    names: list[str]
    most: list[int]


class KeptTerms(msgspec.Struct):
    """The contents of `_data.json`."""

    terms: DataTerms
    qipai: str  # the version that wrote the folder
    sources: list[str]  # digests of the sources that wrote it; several if they changed between runs
    observation: Described
    candidates: Described


class Work(NamedTuple):
    """Terms with what follows from them."""

    terms: DataTerms
    table: Terms  # game, rule set, record of the rules, players
    layout: Layout  # of the observations
    features: Layout  # of the actions

    def shards(self) -> list[tuple[int, int]]:
        """Return the ranges of deals, (first, end), that make up the folder."""
        deals, size = self.terms.deals, self.terms.shard
        return [(first, min(first + size, deals)) for first in range(0, deals, size)]


def work_of(terms: DataTerms) -> Work:
    """Return what follows from terms.  Raises `QipaiError` if this program does not have these rules."""
    game = find_game(terms.game)
    if terms.rules_version != game.rules_version:
        raise QipaiError(
            f"The examples are of version {terms.rules_version} of the rules of {game.name}; this program has version {game.rules_version}."
        )
    ruleset = game.ruleset(**terms.rules)
    table = Terms(game, ruleset, game.rules(ruleset), terms.players)
    return Work(terms, table, layouts(game).seen(terms.compact), layouts(game).action)


def agree_on(
    game: Game,
    ruleset: Any,
    deals: int,
    players: int,
    bots: tuple[str, ...] = (),
    seed: int = 1,
    shard: int = SHARD,
    compact: bool = False,
    longest: int | None = None,
    candidates: int | None = None,
    forced: bool = False,
) -> DataTerms:
    """Return the terms of a folder.  Raises `QipaiError` for arguments that are not allowed."""
    game.setup(game.rules(ruleset), players)
    for name in bots:
        check_bot(name)
    if bots and len(bots) != players:
        raise QipaiError(f"{len(bots)} bots are named for {players} seats.")
    return DataTerms(
        format=FORMAT,
        game=game.name,
        rules_version=game.rules_version,
        rules=game.changed_options(ruleset),
        players=int(players),
        bots=bots,
        seed=checked_seed(seed) % (1 << 64),  # as it was given
        deals=whole("The number of deals", deals, 1, MOST_DEALS),
        shard=whole("The number of deals in a file", shard),
        compact=bool(compact),
        longest=checked_longest(game, longest, "cut", candidates)[0],
        candidates=candidates is not None,
        forced=bool(forced),
    )


def read_terms(folder: Path) -> KeptTerms:
    """Read `_data.json`.  Raises `QipaiError` for a folder without it, and for another format."""
    if not (folder / TERMS).exists():
        raise QipaiError(f"{folder} holds no examples: it has no {TERMS}.")
    try:
        kept = msgspec.json.decode((folder / TERMS).read_bytes(), type=KeptTerms)
    except NOT_JSON as error:
        raise QipaiError(f"{folder / TERMS} does not say what the examples are: {error}.") from None
    if kept.terms.format != FORMAT:
        raise QipaiError(f"{folder} is of format {kept.terms.format}; this program reads format {FORMAT}.")
    return kept


def keep_terms(folder: Path, terms: DataTerms) -> None:
    """Write `_data.json`, or check that the folder holds the same, only with fewer deals.

    Raises `QipaiError` if it holds other examples.
    """
    work, sources = work_of(terms), [source_digest()]
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / TERMS).exists():
        before = read_terms(folder)
        theirs = msgspec.structs.asdict(before.terms)
        for name, value in msgspec.structs.asdict(terms).items():
            if name != "deals" and value != theirs[name]:
                raise QipaiError(f"{folder} holds other examples: their {name} is {theirs[name]!r} and not {value!r}.")
        if terms.deals < before.terms.deals:
            raise QipaiError(f"{folder} holds examples of {before.terms.deals} deals; they cannot become fewer.")
        sources = [*dict.fromkeys(before.sources + sources)]
    kept = KeptTerms(terms, __version__, sources, _described(work.layout), _described(work.features))
    replace_file(folder / TERMS, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


def _described(layout: Layout) -> Described:
    return Described(list(layout.names), layout.most.tolist())
