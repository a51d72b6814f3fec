"""The rules of Dou Dizhu 斗地主 that need no table to be asked, written from the rule book alone.

Cards are their rank texts, `B` the black joker and `R` the red one; a hand is any collection of them.  § numbers are those
of `qipai/games/dou_dizhu/RULES.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()  # §1.2 low to high
JOKERS = ["B", "R"]
ORDER = RANKS + JOKERS
STRENGTH = {card: place for place, card in enumerate(ORDER)}
RUN = RANKS[:-1]  # §1.2 no 2 in a run
PACK = RANKS * 4 + JOKERS  # §1.1
HAND, BOTTOM = 17, 3  # §2.1
SEATS = 3

SHORTEST = {"sequence": 5, "pair sequence": 3, "airplane": 2}  # §4.6, §4.7, §4.8
WIDTH = {"sequence": 1, "pair sequence": 2, "airplane": 3}
EQUAL = {1: "single", 2: "pair", 3: "trio", 4: "four"}

# §8.  The first value is the default.  `multiplier_cap` and `base` are any number of points; a few stand for all.
CHOICES: dict[str, tuple[str | int | bool, ...]] = {
    "bidding": ("grab", "points", "auction", "call", "none"),
    "all_pass": ("redeal", "first_bidder"),
    "first_bidder": ("rotate", "lot", "face_up", "winner"),
    "show_hand": (False, True),
    "doubling": ("together", "peasants_first", "none"),
    "single_wings": ("no_bomb", "different", "no_trio_beside", "any"),
    "own_rank_wings": (False, True),
    "rocket_wings": (False, True),
    "pair_wings": ("different", "any", "none"),
    "four_with_two": ("both", "singles", "none"),
    "bomb_factor": (2, 1, 3, 4),
    "rocket_factor": (2, 1, 3, 4),
    "spring_factor": (2, 1, 3, 4),
    "anti_spring_factor": (2, 1, 3, 4),
    "multiplier_cap": ("none", 1, 6, 64),
    "base": (1, 5, 100),
    "scoring": ("points", "winners_one"),
    "bottom_multiplies": (False, True),
}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()}

VARIANTS: dict[str, dict[str, str | int | bool]] = {  # §10
    "default": {},
    "classic": {
        "bidding": "points",
        "doubling": "none",
        "single_wings": "different",
        "four_with_two": "none",
        "spring_factor": 1,
        "anti_spring_factor": 1,
    },
    "rlcard": {
        "bidding": "none",
        "doubling": "none",
        "single_wings": "no_trio_beside",
        "scoring": "winners_one",
    },
    "openspiel": {
        "bidding": "auction",
        "first_bidder": "face_up",
        "doubling": "none",
        "four_with_two": "none",
    },
}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: STRENGTH[card]))


class Play(NamedTuple):
    """§4  The cards that decide, and those that go with them.  Which are which belongs to the play (§4.15)."""

    body: tuple[str, ...]
    wings: tuple[str, ...] = ()

    @property
    def cards(self) -> Counter[str]:
        return Counter(self.body) + Counter(self.wings)

    @property
    def text(self) -> str:
        return "-".join(self.body) + ("+" + "-".join(self.wings) if self.wings else "")

    @property
    def shape(self) -> tuple[str, int, int]:
        """§5.1  The kind of the body, its number of cards, and the number of wings."""
        return kind_of(self.body), len(self.body), len(self.wings)

    @property
    def rank(self) -> int:
        """§5.1  That of the highest card of the body."""
        return max(STRENGTH[card] for card in self.body)


def parse(text: str) -> Play:
    body, _, wings = text.partition("+")
    return Play(tuple(body.split("-")), tuple(wings.split("-")) if wings else ())


@cache
def kind_of(body: tuple[str, ...]) -> str:
    """§4.1 to §4.14  What the cards of a body are, apart from wings; an empty text for no kind at all."""
    if body == ("B", "R"):
        return "rocket"
    copies = Counter(body)
    if len(copies) == 1:
        return EQUAL[len(body)]
    places = [STRENGTH[card] for card in copies]
    consecutive = all(card in RUN for card in copies) and max(places) - min(places) == len(places) - 1
    for kind, width in WIDTH.items():
        if consecutive and set(copies.values()) == {width} and len(copies) >= SHORTEST[kind]:
            return kind
    return ""


def bodies() -> Iterator[tuple[str, ...]]:
    """§4  Every body that the pack has."""
    for card in ORDER:
        yield (card,)
    for card in RANKS:
        for size in (2, 3, 4):
            yield (card,) * size
    for kind, width in WIDTH.items():
        for length in range(SHORTEST[kind], len(RUN) + 1):
            for low in range(len(RUN) - length + 1):
                yield tuple(card for card in RUN[low : low + length] for _ in range(width))
    yield ("B", "R")


BODIES = list(bodies())


class Rules:
    """The house rules of one table, and every rule that needs no table to be asked."""

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        chosen = dict(options or {})
        for name in chosen:
            if name not in DEFAULTS:
                raise ValueError(f"there is no option {name!r}; there are {', '.join(DEFAULTS)}")
        self.options: dict[str, Any] = {**DEFAULTS, **chosen}

    def __getitem__(self, name: str) -> Any:
        return self.options[name]

    # §4 ------------------------------------------------------------------------------------------------------------

    def plays(self, hand: Iterable[str]) -> set[Play]:
        """§4  Everything that may be led from a hand."""
        held = Counter(hand)
        found = set()
        for body in BODIES:
            if not Counter(body) - held:
                found |= {Play(body, wings) for wings in self._wings(body, held - Counter(body))}
        return found

    def _wings(self, body: tuple[str, ...], rest: Counter[str]) -> Iterator[tuple[str, ...]]:
        """§4.4, §4.5, §4.9 to §4.11  What may go with a body, nothing included."""
        kind = kind_of(body)
        yield ()
        if kind in ("trio", "airplane"):
            groups = len(body) // 3
            yield from self._single_wings(body, rest, groups)
            if self["pair_wings"] != "none":  # §8.9
                yield from self._pair_wings(body, rest, groups)
        if kind == "four" and self["four_with_two"] != "none":  # §8.10
            yield from self._single_wings(body, rest, 2)
            if self["four_with_two"] == "both":
                yield from self._pair_wings(body, rest, 2)

    def _single_wings(self, body: tuple[str, ...], rest: Counter[str], number: int) -> Iterator[tuple[str, ...]]:
        for wings in combinations_with_replacement([card for card in ORDER if rest[card]], number):
            if not Counter(wings) - rest and self.may_be_single_wings(body, wings):
                yield wings

    def may_be_single_wings(self, body: tuple[str, ...], wings: tuple[str, ...]) -> bool:
        """§4.12, §8.6 to §8.8"""
        copies = Counter(wings)
        if not self["rocket_wings"] and all(copies[joker] for joker in JOKERS):
            return False
        own = copies.keys() & set(body)
        if own and not (self["own_rank_wings"] and kind_of(body) == "airplane"):
            return False
        most = {"different": 1, "no_bomb": 3, "no_trio_beside": 3, "any": 4}[self["single_wings"]]
        if max(copies.values()) > most:
            return False
        if self["single_wings"] == "no_trio_beside" and kind_of(body) == "airplane":
            beside = {card for card in RUN if any(abs(STRENGTH[card] - STRENGTH[of]) == 1 for of in body)} - set(body)
            return not any(copies[card] == 3 for card in beside)
        return True

    def _pair_wings(self, body: tuple[str, ...], rest: Counter[str], number: int) -> Iterator[tuple[str, ...]]:
        """§4.12, §8.9"""
        for ranks in combinations_with_replacement([card for card in RANKS if rest[card] >= 2 and card not in body], number):
            wings = tuple(card for card in ranks for _ in range(2))
            if len(set(ranks)) == number or (self["pair_wings"] == "any" and not Counter(wings) - rest):
                yield wings

    # §5 ------------------------------------------------------------------------------------------------------------

    def follows(self, play: Play, table: Play) -> bool:
        """§5  Whether a play may be laid on the last one."""
        if is_rocket(table):
            return False  # §5.4
        if is_rocket(play):
            return True  # §5.3
        if is_bomb(play) and not is_bomb(table):
            return True  # §5.2
        return play.shape == table.shape and play.rank > table.rank  # §5.1, §5.2

    # §7 ------------------------------------------------------------------------------------------------------------

    def factor_of(self, play: Play) -> int:
        """§7.3, §8.11  What a play multiplies the stake by."""
        if is_rocket(play):
            return self["rocket_factor"]
        return self["bomb_factor"] if is_bomb(play) else 1

    def bottom_factor(self, bottom: Iterable[str]) -> int:
        """§8.16  What the bottom cards multiply the stake by."""
        if not self["bottom_multiplies"]:
            return 1
        held = Counter(bottom)
        runs = [RUN[low : low + 3] for low in range(len(RUN) - 2)]
        factors = {
            2: [[joker] for joker in JOKERS] + [[card] * 2 for card in RANKS],
            3: runs,
            4: [JOKERS] + [[card] * 3 for card in RANKS],
        }
        return max((factor for factor, sets in factors.items() if any(Counter(cards) <= held for cards in sets)), default=1)

    def payment(self, bid: int, multiplier: int) -> int:
        """§7.1, §8.13, §8.14  What one peasant pays or gets."""
        if self["multiplier_cap"] != "none":
            multiplier = min(multiplier, self["multiplier_cap"])
        return self["base"] * bid * multiplier


def is_rocket(play: Play) -> bool:
    return kind_of(play.body) == "rocket"


def is_bomb(play: Play) -> bool:
    """§4.13  Four equal cards; with wings they are none (§4.11)."""
    return kind_of(play.body) == "four" and not play.wings
