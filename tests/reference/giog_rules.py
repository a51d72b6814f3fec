"""The rules of the Giog 爵 family that need no table to be asked, written from the rule book alone.

Pieces are texts: r or b for the colour, then the type.  Every combination of every game is written down as a table from
high to low and looked up there.  § numbers are those of `qipai/games/giog/RULES.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

TYPES = "GAERHCP"  # §1.2 high to low: general, guard, elephant, chariot, horse, cannon, pawn
COPIES = {"G": 1, "A": 2, "E": 2, "R": 2, "H": 2, "C": 2, "P": 5}  # §1.1
ORDER = [colour + kind for kind in TYPES for colour in "rb"]  # §1.2 high to low, red above black
CANNON_FIRST = "rG bG rA bA rE bE rR bR rC bC rH bH rP bP".split()  # §4.13
RANK = {kind: 7 - place for place, kind in enumerate(TYPES)}  # §4.9
COUNTED = {"bP": 8, "C": 7, "H": 6, "R": 5, "E": 4, "A": 3, "G": 2, "rP": 1}  # §1.4

GAMES = ("giog", "jumapao", "jumapao_fujian3", "sangkrip", "daqiluo1", "daqiluo2", "zhihu", "tamcuc")

# §2 how many pieces each, by number of players
HANDS = {
    "giog": {2: 12, 3: 10, 4: 8},
    "jumapao": {3: 10, 4: 8},
    "jumapao_fujian3": {3: 10},
    "sangkrip": {2: 8, 3: 8, 4: 8},
    "daqiluo1": {2: 16, 3: 10, 4: 8, 5: 6},
    "daqiluo2": {2: 16, 3: 10, 4: 8, 5: 6},
    "zhihu": {4: 8},
    "tamcuc": {2: 16, 3: 10, 4: 8},
}
PARTS = 60  # §10.1 of one win
UNIT = {game: 1 if game in ("sangkrip", "daqiluo2") else PARTS for game in GAMES}

# §11 the default first
CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "giog": {"general_rule": ("forbid", "penalty"), "long_row": ("random", "1", "2", "3")},
    "jumapao": {"general_rule": ("forbid", "penalty")},
    "jumapao_fujian3": {"general_rule": ("forbid", "penalty")},
    "sangkrip": {
        "general_rule": ("penalty", "void"),
        "gpp_double_pawn_pairs": ("true", "false"),
        "gpp_black_beats_red": ("false", "true"),
        "may_conceal": ("false", "true"),
    },
    "daqiluo1": {},
    "daqiluo2": {"must_show": ("true", "false"), "under_face": ("down", "up"), "stack_order": ("dealt", "directed")},
    "zhihu": {},
    "tamcuc": {"first_trick_ban": ("GA", "GAE", "none"), "tamcuc_three": ("30", "27")},
}

GROUPS = {"G": "commanders", "A": "commanders", "E": "commanders"} | dict.fromkeys("RHC", "mobile") | {"P": "foot"}  # §4.11


class Combination(NamedTuple):
    """What pieces are together.  Combinations are compared only where the first three are equal."""

    kind: str
    size: int
    group: str  # §4.11; empty in every other game
    strength: tuple[int, ...]


def in_order(pieces: Iterable[str]) -> list[str]:
    """Strongest first; in Tam cúc too, for this is how texts are written."""
    return sorted(pieces, key=ORDER.index)


def spell(pieces: Iterable[str]) -> str:
    return "-".join(in_order(pieces)) or "."


def read(text: str) -> list[str]:
    return [] if text == "." else text.split("-")


def parts(pieces: Iterable[str], size: int) -> set[tuple[str, ...]]:
    """Every way to take so many of the pieces, equal ones being the same."""
    return set(combinations(in_order(pieces), size))


def is_general(piece: str) -> bool:
    return piece[1] == "G"


def pack(game: str, players: int, options: Mapping[str, str]) -> list[str]:
    """§1.1, §1.3, §11.9  All pieces in use."""
    pieces = [colour + kind for colour in "rb" for kind in TYPES for _ in range(COPIES[kind])]
    removed: list[str] = []
    if game == "jumapao_fujian3" or (game in ("daqiluo1", "daqiluo2") and players in (3, 5)):
        removed = ["rP", "bP"]
    elif game == "tamcuc" and players == 3:
        removed = ["rP", "bP"] if options["tamcuc_three"] == "30" else ["rG", "bG", "rA", "rP", "bP"]
    for piece in removed:
        pieces.remove(piece)
    return pieces


def hand_size(game: str, players: int, options: Mapping[str, str]) -> int:
    if game == "tamcuc" and players == 3 and options["tamcuc_three"] == "27":
        return 9  # §11.9
    return HANDS[game][players]


class Rules:
    """What one table plays, and every rule that needs no table to be asked."""

    def __init__(self, game: str, options: Mapping[str, object] | None = None, players: int = 4) -> None:
        chosen = {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in (options or {}).items()
        }
        for name, value in chosen.items():
            if value not in CHOICES[game].get(name, ()):
                raise ValueError(f"{game} has no option {name}={value}")
        self.game = game
        self.players = players
        self.options = {name: values[0] for name, values in CHOICES[game].items()} | chosen
        self.table = {spell(pieces): found for pieces, found in self._combinations()}

    def __getitem__(self, name: str) -> str:
        return self.options[name]

    def is_on(self, name: str) -> bool:
        return self.options[name] == "true"

    def pack(self) -> list[str]:
        return pack(self.game, self.players, self.options)

    @property
    def hand_size(self) -> int:
        return hand_size(self.game, self.players, self.options)

    # §4 ------------------------------------------------------------------------------------------------------------

    def combination(self, pieces: Iterable[str]) -> Combination | None:
        """§4  What these pieces are together, or None."""
        return self.table.get(spell(pieces))

    def leads(self, hand: Iterable[str]) -> set[tuple[str, ...]]:
        """§5.1  Every combination that the hand holds."""
        held = Counter(hand)
        return {tuple(read(text)) for text in self.table if Counter(read(text)) <= held}

    def beats(self, play: Combination | None, best: Combination) -> bool:
        """§5.3  Strictly higher, and of the same type."""
        if not self.same_type(play, best):
            return False
        if play.kind == "gpp":
            return self._gpp_beats(play.strength, best.strength)
        return play.strength > best.strength

    def at_least(self, play: Combination | None, best: Combination) -> bool:
        """§8.2  As high or higher, and of the same type."""
        return self.same_type(play, best) and play.strength >= best.strength

    def same_type(self, play: Combination | None, best: Combination) -> bool:
        return play is not None and play[:3] == best[:3]

    def _gpp_beats(self, play: tuple[int, ...], best: tuple[int, ...]) -> bool:
        """§4.8, §11.4  Colour (1 for red), then the ranks of the higher and of the lower pair."""
        as_high = play[1] >= best[1] and play[2] >= best[2]
        if play[0]:
            return as_high  # a red one beats a black one with pairs at least as high
        return self.is_on("gpp_black_beats_red") and as_high and play[1:] != best[1:]

    def _combinations(self) -> Iterator[tuple[list[str], Combination]]:
        """§4  All that may be laid as a combination in this game."""
        if self.game == "daqiluo2":
            yield from self._sets_and_sequences()
            return
        for kind, highest_first in self._ladders().items():
            for place, text in enumerate(highest_first):
                pieces = text.split()
                group = GROUPS[pieces[0][1]] if self.game == "zhihu" else ""
                yield pieces, Combination(kind, len(pieces), group, (-place,))
        if self.game == "sangkrip":
            yield from self._generals_with_two_pairs()
        if self.game == "zhihu":
            yield from self._triples_with_more()

    def _ladders(self) -> dict[str, list[str]]:
        """§4.1 to §4.7, §4.11, §4.13  Each type from high to low."""
        order = CANNON_FIRST if self.game == "tamcuc" else ORDER
        pairs = [f"{piece} {piece}" for piece in order if not is_general(piece)]  # §4.2
        if self.game in ("jumapao", "jumapao_fujian3", "sangkrip", "daqiluo1"):
            pairs.insert(0, "rG bG")  # §4.3
        nobles = ["rG rA rE", "bG bA bE", "rR rH rC", "bR bH bC"]  # §4.5
        if self.game == "giog":
            nobles[2:2] = ["rC rA rE", "bC bA bE"]  # §4.4
        if self.game == "tamcuc":
            return {"single": order, "pair": pairs, "three": nobles}
        pawns = {size: [" ".join(["rP"] * size), " ".join(["bP"] * size)] for size in (3, 4, 5)}  # §4.6
        if self.game in ("daqiluo1", "zhihu"):  # §4.11 in Zhì hǔ the groups keep them apart
            return {"single": order, "pair": pairs, "three": nobles + pawns[3], "four": pawns[4], "five": pawns[5]}  # §4.7
        return {"single": order, "pair": pairs, "noble": nobles, "three": pawns[3], "four": pawns[4], "five": pawns[5]}

    def _generals_with_two_pairs(self) -> Iterator[tuple[list[str], Combination]]:
        """§4.8, §11.3"""
        for colour in "rb":
            pairs = list(combinations("AERHCP", 2))  # the higher pair first
            if self.is_on("gpp_double_pawn_pairs"):
                pairs.append(("P", "P"))
            for high, low in pairs:
                pieces = [colour + kind for kind in ("G", high, high, low, low)]
                yield pieces, Combination("gpp", 5, "", (int(colour == "r"), RANK[high], RANK[low]))

    def _triples_with_more(self) -> Iterator[tuple[list[str], Combination]]:
        """§4.12  Compared by the triple alone."""
        for group, triples in {"commanders": ("rG rA rE", "bG bA bE"), "mobile": ("rR rH rC", "bR bH bC")}.items():
            for place, triple in enumerate(triples):
                for piece in ORDER:
                    yield [*triple.split(), piece], Combination("triple_one", 4, group, (-place,))
                    yield [*triple.split(), piece, piece], Combination("triple_two", 5, group, (-place,))

    def _sets_and_sequences(self) -> Iterator[tuple[list[str], Combination]]:
        """§4.9, §4.10  Rank first, then how many pieces are of the colour that has more of them."""
        for kind in TYPES:
            for red, black in product(range(COPIES[kind] + 1), repeat=2):
                if red + black:
                    name = "single" if red + black == 1 else "set"
                    yield (
                        ["r" + kind] * red + ["b" + kind] * black,
                        Combination(name, red + black, "", (RANK[kind], max(red, black))),
                    )
        for highest in range(len(TYPES)):
            for length in range(2, len(TYPES) - highest + 1):
                for colours in product("rb", repeat=length):
                    pieces = [colour + kind for colour, kind in zip(colours, TYPES[highest:], strict=False)]
                    dominant = max(colours.count("r"), colours.count("b"))
                    yield pieces, Combination("seq", length, "", (RANK[TYPES[highest]], dominant))

    # §9 ------------------------------------------------------------------------------------------------------------

    @property
    def has_general_rule(self) -> bool:
        return "general_rule" in self.options

    @property
    def avoidable_generals_are_illegal(self) -> bool:
        """§9.1, §11.1"""
        return self.has_general_rule and (self.game == "sangkrip" or self["general_rule"] == "forbid")

    def breaks_general_rule(self, pieces: Sequence[str], first_trick: bool, held: int) -> bool:
        """§9.1, §9.2  The last trick is the one that takes all the pieces held."""
        return self.has_general_rule and any(map(is_general, pieces)) and (first_trick or len(pieces) == held)

    def allowed(self, plays: set[tuple[str, ...]], first_trick: bool, held: int) -> set[tuple[str, ...]]:
        """§9.1, §9.2  What is left where generals must stay; everything where nothing would be left."""
        if not self.avoidable_generals_are_illegal:
            return plays
        clean = {pieces for pieces in plays if not self.breaks_general_rule(pieces, first_trick, held)}
        return clean or plays

    def is_banned(self, pieces: Sequence[str], first_trick: bool) -> bool:
        """§9.5, §11.8  Tam cúc: may lie there, and cannot win."""
        if self.game != "tamcuc" or not first_trick:
            return False
        banned = {"GA": "GAE" if self.players == 3 else "GA", "GAE": "GAE", "none": ""}[self["first_trick_ban"]]
        return any(piece[1] in banned for piece in pieces)

    # §10 -----------------------------------------------------------------------------------------------------------

    def share_of_win(self, counts: Sequence[int]) -> list[int]:
        """§10.1  The most pieces win; several share the win."""
        winners = [seat for seat, count in enumerate(counts) if count == max(counts)]
        return [PARTS // len(winners) if seat in winners else 0 for seat in range(len(counts))]

    def counting(self, captured: Sequence[int], offenders: Iterable[int], winner: int | None) -> list[int]:
        """§9.3, §11.1  The pieces that count for each: nothing for the beheaded; in Sang krip another has them."""
        guilty = set(offenders)
        if self.game == "sangkrip" and self["general_rule"] == "void":
            return list(captured)
        counts = [0 if seat in guilty else count for seat, count in enumerate(captured)]
        if self.game == "sangkrip":
            innocent = [seat for step in range(self.players) if (seat := (winner + step) % self.players) not in guilty]
            if innocent:
                counts[innocent[0]] += sum(captured[seat] for seat in guilty)
        return counts

    def score(self, captured: Sequence[int], offenders: Iterable[int], winner: int | None, winning: Sequence[str]) -> list[int]:
        """§10  Points in parts: pieces by seat, who broke the general rule, who won the last trick and with what."""
        if self.game == "zhihu":
            return [PARTS if seat == winner else 0 for seat in range(self.players)]  # §10.5
        if self.game == "daqiluo2":
            points = [count - self.hand_size for count in captured]  # §10.3
            if any(map(is_general, winning)):  # §10.4
                points = [value - 2 for value in points]
                points[winner] += 2 * self.players
            return points
        counts = self.counting(captured, offenders, winner)
        if self.game == "sangkrip":
            return [count - 8 for count in counts] if any(counts) else [0] * self.players  # §10.2, §11.1
        return self.share_of_win(counts)
