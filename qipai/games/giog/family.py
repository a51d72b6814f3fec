"""§2  The eight games of the family, as `family.toml` describes them: what each has, and which sentences of its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from qipai.engine.catalogue import read
from qipai.engine.errors import Words
from qipai.engine.options import Option, Variant

from .rules.scoring import UNIT
from .variants import RULES, SHARES, SHARES_AND_BONUS, Ruleset
from .words import GAME, HOUSE_RULES, WORDS

ROOM = "giog"
CHAPTERS = ("kinds", "events", "chips", "board", "payment", "why", "groups", "terms", "also", "marks")
POINT = 1  # §10.2, §10.3 points are whole where pieces are counted


class Member(NamedTuple):
    """One game of the family.  The fields from `section` on are the keys of a table of `family.toml`."""

    name: str
    section: str  # of the rule book
    seats: Sequence[int]
    minutes: int  # of a deal, as in `Game`
    own: Sequence[str] = ()  # tables of `words/relatives.toml`, for what it says otherwise
    house_rules: Sequence[str] = ()  # tables of `words/options.toml` (§11)
    clockwise: bool = False
    experimental: bool = False
    rules_version: int = 1
    noise: int = 4  # the level Easy plays one move in so many at random, else the rule of thumb
    noises: Mapping[str, int] = MappingProxyType({})  # the same by number of players, as in `Game`
    stronger: Mapping[str, Sequence[str]] = MappingProxyType({})  # bots by number of players, as in `Game`

    @property
    def titles(self) -> Words:
        return GAME.said(f"{self.name}.title")

    @property
    def tagline(self) -> Words:
        return GAME.said(f"{self.name}.tagline")

    @property
    def ruleset(self) -> Ruleset:
        return RULES[self.name]

    @property
    def unit(self) -> int:
        return POINT if self.ruleset.aim in (SHARES, SHARES_AND_BONUS) else UNIT

    @property
    def options(self) -> tuple[Option, ...]:
        return HOUSE_RULES.options(*self.house_rules) if self.house_rules else ()

    @property
    def variants(self) -> dict[str, Variant]:
        """Return the one named form, whose § is that of the game."""
        defaults = HOUSE_RULES.defaults(*self.house_rules) if self.house_rules else {}
        forms = HOUSE_RULES.variants(self.ruleset._replace(**defaults))
        return {name: form._replace(section=self.section) for name, form in forms.items()}

    def words(self) -> dict[str, Any]:
        """Return all words as the client reads them."""
        words = {**{chapter: WORDS[chapter] for chapter in CHAPTERS}, "help": {}}
        for table in self.own:
            words |= {chapter: words[chapter] | own for chapter, own in WORDS[table].items()}
        return words


FAMILY = [Member(name, **told) for name, told in read(Path(__file__).with_name("family.toml")).items()]
