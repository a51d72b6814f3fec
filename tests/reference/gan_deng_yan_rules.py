"""The rules of Gan Deng Yan 干瞪眼 that need no table to be asked, written from the rule book alone.

Cards are their rank texts, `X` a joker of one pack, `B` and `R` the black and red jokers of two.  § numbers are those
of `qipai/games/gan_deng_yan/RULES.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()  # §1.2 low to high
VALUE = {text: value for value, text in enumerate(RANKS, start=3)}
TEXT = {value: text for text, value in VALUE.items()}
ACE, TWO = VALUE["A"], VALUE["2"]
JOKERS = ("X", "B", "R")
DOUBLE_JOKERS = (["X", "X"], ["B", "R"])  # §3.7
NATURALS_PER_PACK = 4

SET_SIZE = {"single": 1, "pair": 2, "trip": 3, "quad": 4}
RUN_WIDTH = {"seq": 1, "dseq": 2, "tseq": 3}

# §7, §8.  `payment_cap` and `table_stakes` are any number of points or "none"; the others take one of the values listed, the default first.
CHOICES: dict[str, tuple[str | int | bool, ...]] = {
    "decks": (1, 2),
    "triplet_mode": ("bomb", "ordinary"),
    "triplet_follow": ("plus_one", "any_higher"),
    "triplet_seq": (False, True),
    "tseq_min": (2, 3),
    "max_seq_ranks": ("none", 3),
    "min_dseq_pairs": (2, 3),
    "joker_as_two": (True, False),
    "bare_joker_lead": ("win", "forbid"),
    "announce_at": ("none", 3),
    "talon_limit": ("none", 5),
    "equal_follow": (False, True),
    "equal_follow_twos": (True, False),
    "draw_rule": ("all", "winner_only"),
    "winner_scores_only": (False, True),
    "ace_factor": (1, 2, 3, 4),
    "ace_count": ("each", "once"),
    "payment_cap": ("none", 1, 10, 100),
    "pass_sticky": (False, True),
    "table_stakes": ("none", 1, 5, 40),
    "multipliers": ("none", "pagat_schedule", "soft_hard", "app", "bombs_played"),
    "djoker_in_hand": ("as_two_jokers", "as_bomb", "as_jokers_and_bomb"),
    "djoker_pub": (8, 2, 4),
    "spring_factor": (1, 2, 3),
    "spring_reading": ("each_loser", "winner_alone"),
    "hao_chun_factor": (1, 8),
}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()}


def refusal(options: Mapping[str, object]) -> str | None:
    """Why these options make no rule set, or None."""
    rules = {**DEFAULTS, **options}
    if rules["talon_limit"] != "none" and rules["draw_rule"] == "winner_only":
        return "§7.10 talon_limit needs everybody to draw"
    if rules["ace_factor"] != 1 and rules["multipliers"] == "pagat_schedule":
        return "§7.14 pagat_schedule counts the Aces already"
    # The specification says that these two need ordinary triplets; without them they would silently do nothing.
    if rules["triplet_seq"] and rules["triplet_mode"] != "ordinary":
        return "§7.4 triplet_seq needs ordinary triplets"
    if rules["triplet_follow"] != "plus_one" and rules["triplet_mode"] != "ordinary":
        return "§7.3 triplet_follow needs ordinary triplets"
    # "The options of §8.7 keep their defaults with it": app has all of them inside.
    if rules["multipliers"] == "app" and any(
        rules[name] != DEFAULTS[name] for name in ("spring_factor", "spring_reading", "hao_chun_factor")
    ):
        return "§8.6 app has its own spring and hao chun"
    if rules["table_stakes"] != "none" and rules["winner_scores_only"]:
        return "§7.17 there is nothing to limit where losers lose nothing"
    return None


def is_joker(card: str) -> bool:
    return card in JOKERS


def strength(card: str) -> int:
    """Naturals by rank, jokers last, black before red."""
    return TWO + 1 + JOKERS.index(card) if is_joker(card) else VALUE[card]


class Play(NamedTuple):
    """§3.9  The cards and what they are named; a kind of sets has length 1, the jokers' kinds have rank 0."""

    cards: tuple[str, ...]
    kind: str
    rank: int
    length: int

    @property
    def reading(self) -> Reading:
        return Reading(self.kind, self.rank, self.length)

    @property
    def text(self) -> str:
        """The cards as what they represent, low to high.

        Which of two jokers stands for which rank makes no other play (a play is cards, kind, rank and length), so
        one spelling is chosen: black jokers fill the lowest gaps.
        """
        jokers = sorted(filter(is_joker, self.cards), key=strength)
        if self.kind in ("djoker", "bare"):
            return "-".join(jokers)
        naturals = Counter(VALUE[card] for card in self.cards if not is_joker(card))
        missing = Counter(self.reading.required()) - naturals
        words = []
        for value in sorted(set(self.reading.required())):
            words += [TEXT[value]] * naturals[value]
            words += [TEXT[value] + jokers.pop(0) for _ in range(missing[value])]
        return "-".join(words)


class Reading(NamedTuple):
    """What cards may be named."""

    kind: str
    rank: int
    length: int

    def required(self) -> list[int]:
        """The values that the cards must represent together."""
        if self.kind == "djoker":
            return [0, 0]  # two cards of no value
        if self.kind in SET_SIZE:
            return [self.rank] * SET_SIZE[self.kind]
        return [value for value in range(self.rank, self.rank + self.length) for _ in range(RUN_WIDTH[self.kind])]


def submultisets(cards: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every way to take some of the cards, equal cards being the same."""
    counts = sorted(Counter(cards).items(), key=lambda item: strength(item[0]))
    for taken in product(*(range(count + 1) for _, count in counts)):
        yield tuple(card for (card, _), number in zip(counts, taken, strict=True) for _ in range(number))


class Rules:
    """The house rules of one table, and every rule that needs no table to be asked."""

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        chosen = dict(options or {})
        for name in chosen:
            if name not in DEFAULTS:
                raise ValueError(f"there is no option {name!r}; there are {', '.join(DEFAULTS)}")
        why = refusal(chosen)
        if why:
            raise ValueError(why)
        self.options: dict[str, object] = {**DEFAULTS, **chosen}
        self.readings = list(self._readings())

    def __getitem__(self, name: str):
        return self.options[name]

    def limit(self, name: str) -> float:
        """An option that is a number or none, none being no limit."""
        return float("inf") if self[name] == "none" else self[name]

    # §1.1, §2 ------------------------------------------------------------------------------------------------------

    def pack(self) -> list[str]:
        """§1.1, §7.1  All the cards."""
        decks = self["decks"]
        jokers = ["X", "X"] if decks == 1 else ["B", "R"] * decks
        return RANKS * NATURALS_PER_PACK * decks + jokers

    def drawers(self, players: int, last: int, talon: int) -> list[int]:
        """§5.4, §5.5, §7.12  Who draws after a trick, in order."""
        order = [(last + step) % players for step in range(players)]
        if self["draw_rule"] == "winner_only":
            order = [last]
        return order[:talon]

    # §3 ------------------------------------------------------------------------------------------------------------

    def _readings(self) -> Iterator[Reading]:
        """§3.1 to §3.7  Every name that a play may have in this house."""
        for kind in SET_SIZE:
            for rank in range(3, TWO + 1):
                yield Reading(kind, rank, 1)
        shortest = {"seq": 3, "dseq": self["min_dseq_pairs"], "tseq": self["tseq_min"]}  # §3.3, §3.4, §7.4, §7.6
        for kind in RUN_WIDTH:
            if kind == "tseq" and not self["triplet_seq"]:  # §7.4
                continue
            for length in range(shortest[kind], ACE - 3 + 2):
                if length > self.limit("max_seq_ranks"):  # §7.5
                    continue
                for rank in range(3, ACE - length + 2):  # §1.2 no 2 in a sequence
                    yield Reading(kind, rank, length)
        yield Reading("djoker", 0, 1)

    def fits(self, cards: Sequence[str], reading: Reading) -> bool:
        """§3  Whether these cards may be named so."""
        naturals = [VALUE[card] for card in cards if not is_joker(card)]
        jokers = sorted(filter(is_joker, cards), key=strength)
        if reading.kind == "djoker":
            return not naturals and jokers in DOUBLE_JOKERS  # §3.7
        if reading.kind == "single":
            return not jokers and naturals == [reading.rank]  # §3.1, §3.8 a joker is no single
        required = Counter(reading.required())
        if not naturals or Counter(naturals) - required:  # §3.8 at least one natural card
            return False
        missing = required - Counter(naturals)
        if TWO in missing and not self["joker_as_two"]:  # §7.7
            return False
        return missing.total() == len(jokers)

    def plays_by_definition(self, hand: Iterable[str], readings: Iterable[Reading] | None = None) -> set[Play]:
        """§3  Whatever part of the hand fits whatever name, by trying all of both."""
        names: dict[int, list[Reading]] = {}
        for reading in self.readings if readings is None else readings:
            names.setdefault(len(reading.required()), []).append(reading)
        return {
            Play(cards, *reading)
            for cards in submultisets(hand)
            for reading in names.get(len(cards), ())  # no others can fit
            if self.fits(cards, reading)
        }

    def plays(self, hand: Iterable[str], readings: Iterable[Reading] | None = None) -> set[Play]:
        """The same set as `plays_by_definition` (a test compares them), for hands with too many parts to try.

        The loops are turned inside out: for each name, every way to let so many jokers stand for so many of its
        ranks, the hand holding the rest.
        """
        held = Counter(hand)
        naturals_held = Counter({VALUE[card]: count for card, count in held.items() if not is_joker(card)})
        jokers_held = [card for card in held.elements() if is_joker(card)]
        found = set()
        for reading in self.readings if readings is None else readings:
            if reading.kind == "djoker":
                candidates = {tuple(sorted(two, key=strength)) for two in combinations(jokers_held, 2)}
            else:
                required = Counter(reading.required())
                if (required - naturals_held).total() > len(jokers_held):
                    continue
                candidates = set()
                for jokers in submultisets(jokers_held):
                    for missing in set(combinations(sorted(required.elements()), len(jokers))):
                        naturals = required - Counter(missing)
                        if naturals <= naturals_held:
                            candidates.add((*(TEXT[value] for value in sorted(naturals.elements())), *jokers))
            found.update(Play(cards, *reading) for cards in candidates if self.fits(cards, reading))
        return found

    def is_bare(self, hand: Sequence[str]) -> bool:
        """§3.11  Nothing but jokers, and no double joker among them."""
        if not hand or not all(map(is_joker, hand)):
            return False
        return not any(Counter(double) <= Counter(hand) for double in DOUBLE_JOKERS)

    def may_lead_bare(self, hand: Sequence[str], talon: int) -> bool:
        """§3.11, §7.8, §7.10  Bare jokers are led only to win."""
        return self.is_bare(hand) and self["bare_joker_lead"] == "win" and self.may_win(talon)

    def leads(self, hand: Sequence[str], talon: int) -> set[Play]:
        """§5.1  What the leader may lay."""
        if self.may_lead_bare(hand, talon):
            return {Play(tuple(sorted(hand, key=strength)), "bare", 0, 1)}
        return self.plays(hand)

    # §4 ------------------------------------------------------------------------------------------------------------

    def level(self, kind: str) -> int:
        """§3.5 to §3.7, §7.2  How high a bomb is; 0 for an ordinary play."""
        if kind == "trip" and self["triplet_mode"] == "ordinary":
            return 0
        return {"trip": 1, "quad": 2, "djoker": 3}.get(kind, 0)

    def follows(self, play: Reading, table: Reading) -> bool:
        """§4  Whether one may be laid on the other."""
        level, table_level = self.level(play.kind), self.level(table.kind)
        if table_level and level:
            if level == table_level == 3:
                return False  # §4.5
            return level > table_level or (level == table_level and play.rank > table.rank)  # §4.4
        if level:
            return True  # §4.3
        if table_level or (play.kind, play.length) != (table.kind, table.length):
            return False
        if play.rank == table.rank:  # §7.11
            return bool(self["equal_follow"] and (play.rank < TWO or self["equal_follow_twos"]))
        if play.rank == TWO:
            return True  # §4.2, for triplets §7.2; a 2 is in singles, pairs and triplets only
        if play.kind == "trip" and self["triplet_follow"] == "any_higher":  # §7.3
            return play.rank > table.rank
        return play.rank == table.rank + 1  # §4.1

    # §5.6, §7.9, §7.10 ---------------------------------------------------------------------------------------------

    def may_win(self, talon: int) -> bool:
        """§7.10  With too large a talon, to have no cards is not to have won."""
        return talon <= self.limit("talon_limit")

    def must_announce(self, cards: int) -> bool:
        """§7.9  A hand without cards says nothing: that it is empty is there to be seen."""
        return self["announce_at"] != "none" and 0 < cards <= self["announce_at"]

    # §6, §8 --------------------------------------------------------------------------------------------------------

    def public_factor(self, bombs: Iterable[str], hao_chun: bool = False, tricks: int = 1, alone: bool = False) -> int:
        """§8.2, §8.5 to §8.8  Bombs are `trip`, `quad`, each soft_ or hard_, and `djoker`; tricks count the last.

        `alone`: nobody but the winner has laid anything.
        """
        schedule = self["multipliers"]
        factor = 1
        for bomb in bombs:
            if schedule in ("pagat_schedule", "app"):
                factor *= {"trip": 2, "quad": 4, "djoker": 8}[bomb.rpartition("_")[2]]
            elif schedule == "soft_hard":
                factor *= self["djoker_pub"] if bomb == "djoker" else {"soft": 2, "hard": 4}[bomb.partition("_")[0]]
            elif schedule == "bombs_played":
                factor *= {"trip": 2, "quad": 4, "djoker": self["djoker_pub"]}[bomb.rpartition("_")[2]]
        if alone and self["spring_reading"] == "winner_alone":
            factor *= self["spring_factor"]
        if hao_chun:
            factor *= 8 if schedule == "app" else self["hao_chun_factor"]
        if schedule == "app":
            factor *= (2 if tricks >= 20 else 1) * (2 if tricks >= 30 else 1)
        return factor

    def private_factor(self, cards: Sequence[str], spring: bool = False) -> int:
        """§8.3, §8.4, §8.6, §8.7  What a loser's own cards and idleness multiply."""
        schedule = self["multipliers"]
        factor = 1
        if schedule == "pagat_schedule":
            naturals = Counter(card for card in cards if not is_joker(card))
            factor *= 2 ** naturals["A"] * self._jokers_in_hand(Counter(filter(is_joker, cards)))
            for count in naturals.values():
                quads, rest = divmod(count, 4)
                factor *= 4**quads
                if rest == 3 and self.level("trip"):  # an ordinary triplet is no bomb, in hand as on the table
                    factor *= 2
        if spring and self["spring_reading"] == "each_loser":
            factor *= 2 if schedule == "app" else self["spring_factor"]
        return factor

    def _jokers_in_hand(self, jokers: Counter[str]) -> int:
        """§8.4  Each joker doubles; as a bomb, a pair of both colours counts eight instead, or as well."""
        doubles = jokers["X"] // 2 + min(jokers["B"], jokers["R"])
        if self["djoker_in_hand"] == "as_bomb":
            return 8**doubles * 2 ** (jokers.total() - 2 * doubles)
        if self["djoker_in_hand"] == "as_jokers_and_bomb":
            return 8**doubles * 2 ** jokers.total()
        return 2 ** jokers.total()

    def payment(self, cards: Sequence[str], public: int = 1, spring: bool = False, stake: float = float("inf")) -> int:
        """§6.1, §8.1  What one loser pays, who has so much on the table.

        The app's limit of 64 is on its own two factors; Aces multiply the payment itself (§7.14), so they come after.
        """
        factor = public * self.private_factor(cards, spring)
        if self["multipliers"] == "app":
            factor = min(factor, 64)
        aces = cards.count("A")
        points = len(cards) * factor * self["ace_factor"] ** (min(aces, 1) if self["ace_count"] == "once" else aces)
        return int(min(points, self.limit("payment_cap"), stake))  # §7.15, §7.17

    def settle(self, winner: int, payments: Mapping[int, int], players: int) -> list[int]:
        """§6.1, §7.13  Points by seat."""
        points = [0] * players
        for seat, payment in payments.items():
            points[winner] += payment
            if not self["winner_scores_only"]:
                points[seat] -= payment
        return points
