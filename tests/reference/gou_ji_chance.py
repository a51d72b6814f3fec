"""Random games of Gou Ji that reach its rare rules: house rules, packs, deals, what comes before a game, and choices."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference.gou_ji import Table
from tests.reference.gou_ji_record import FIRST, FRESH, ORDINARY, Start
from tests.reference.gou_ji_rules import (
    CHOICES,
    COPIES,
    DEFAULTS,
    JOKERS,
    NATURAL,
    RANKS,
    SEATS,
    SUITS,
    changed,
    meets_shao,
    read,
    without,
)

Theme = tuple[str, str]  # a house rule and its value
TALKED_ABOUT = ("rang_exclusive", "expose_max", "counts_public", "infringement")
TALK = ("count ", "rang", "show_hand", "expose", "advise ")
DRAWS = 7


@dataclass(frozen=True)
class Deal:
    """Everything that decides a game, the players apart.  A card is a rank and which copy of it."""

    options: Mapping[str, str]
    kind: str
    cards: tuple[tuple[str, int], ...]  # in the order of drawing
    draws: tuple[int, ...]
    lot: int  # who is Kai Pai in a first game
    before: int | None = None  # who was Kai Pai in the game before
    places: tuple[int, ...] = (0,) * 6
    due: str = "none"

    def start(self) -> Start:
        kaipai = self.lot if self.before is None else (self.before + 1) % 6
        return Start(self.kind, tuple(map(face, self.cards)), self.draws, kaipai, self.places, self.due)

    def __str__(self) -> str:
        order = " ".join(map(face, self.cards))
        return (
            f"{changed(self.options) or 'default rules'}; {self.kind} game, Kai Pai {self.lot} by lot, before {self.before}, "
            f"draws {self.draws}, places {self.places}, due {self.due}; order {order}"
        )


def face(card: tuple[str, int]) -> str:
    rank, copy = card
    return rank if rank in JOKERS else rank + SUITS[copy % 4]


OFTEN = {  # house rules of which the occasion is rare
    "kaipai_card": 4, "revolution_persuasion": 2, "revolution_quorum": 4, "revolution_keeps_tribute": 9, "low_joker_duel": 8,
    "endgame_duels": 6, "wind_to": 4, "shao_window": 11, "shao_after_pass": 2, "shao_allow_single": 12, "shao_responders": 6,
    "rang_exclusive": 2, "infringement": 6, "stop_on_sweep": 10, "stop_when_one_team": 9, "expose_max": 5, "score_record": 3,
}  # fmt: skip


def random_options(chance: random.Random, theme: Theme | None = None) -> dict[str, str]:
    """Often one house rule is changed, and oftener any of them."""
    if theme is None and chance.random() < 0.5:
        [name] = chance.choices(list(CHOICES), [OFTEN.get(name, 1) for name in CHOICES])
        return DEFAULTS | {name: chance.choice(CHOICES[name][1:])}
    rare = {name: 0.3 if OFTEN.get(name, 1) >= 4 else 0.5 for name in CHOICES}
    options = {n: values[0] if chance.random() < rare[n] else chance.choice(values) for n, values in CHOICES.items()}
    if theme is not None:
        name, value = theme
        options[name] = value if value in CHOICES[name] else chance.choice(CHOICES[name][1:])
        if name in TALKED_ABOUT:
            options["table_talk"] = "true"
        if name == "stop_when_one_team":
            options["stop_on_sweep"] = chance.choice(CHOICES["stop_on_sweep"])
        if name.startswith("shao"):
            options["endgame_duels"] = "true"
        if name.startswith("revolution_keeps"):
            options["revolution_quorum"] = "1"
    return options


def topics(options: Mapping[str, str], theme: Theme | None) -> set[str]:
    """The house rules that this game is to be about."""
    return {theme[0]} if theme else {name for name in CHOICES if options[name] != DEFAULTS[name]}


def is_rebellious(about: set[str]) -> bool:
    return any(name.startswith("revolution") for name in about)


# -- packs and deals


def random_pack(chance: random.Random, about: set[str]) -> dict[str, int]:
    """How many cards of each rank there are; a multiple of six in all."""
    if chance.random() < 0.12:
        return dict(COPIES)
    wanted = 6 * chance.choice([2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10, 12, 14])
    flavour = chance.choice(
        ["even", "even", "high", "high", "few ranks", "few ranks", "low", "tame", "joker", "joker", "kings", "kings"]
    )
    special = {"low_joker_duel": "joker", "shao_allow_single": "kings", "shao_window": "high", "shao_responders": "high"}
    for name, fitting in special.items():
        if name in about and chance.random() < 0.9:
            flavour = fitting
    if is_rebellious(about) and chance.random() < 0.4:
        flavour = "tame"
    weight = dict.fromkeys(RANKS, 2.0)
    if flavour == "high":
        weight |= {"Q": 4, "K": 8, "A": 8, "2": 6, "B": 6, "R": 3}
    elif flavour == "few ranks":
        weight = dict.fromkeys(RANKS, 0.05) | dict.fromkeys(chance.sample(NATURAL, chance.randint(2, 5)), 6.0)
        weight |= {"3": 1.0, "2": 2.0, "B": 2.0, "R": 1.0}
    elif flavour == "low":
        weight |= {"J": 1, "Q": 1, "K": 1, "2": 0.3, "B": 0.3, "R": 0.1}
    elif flavour == "joker":
        wanted = min(wanted, 24)
        weight = dict.fromkeys(RANKS, 0.2) | dict.fromkeys(chance.sample(NATURAL[:7], 3), 4.0) | {"B": 30.0, "R": 1.0}
    elif flavour == "kings":
        wanted = chance.choice([12, 12, 12, 18])
        weight = dict.fromkeys(RANKS, 0.1) | {"7": 1.0, "K": 6.0, "A": 6.0, "2": 6.0, "B": 8.0, "R": 0.5}
    elif flavour == "tame":
        weight |= {"3": 6, "2": 0.2, "B": 0.2, "R": 0.1}
    pack = dict.fromkeys(RANKS, 0)
    for _ in range(wanted):
        able = [rank for rank in RANKS if pack[rank] < COPIES[rank]]
        pack[chance.choices(able, [weight[rank] for rank in able])[0]] += 1
    if pack["R"] < 4 and wanted >= 24 and chance.random() < 0.6:  # §5.3 can happen
        spare = [rank for rank in RANKS if pack[rank] >= 4 and rank != "R"]
        if spare:
            rank = chance.choice(spare)
            pack[rank], pack["R"] = pack[rank] - (4 - pack["R"]), 4
    return pack


def random_order(chance: random.Random, pack: Mapping[str, int], rebellious: bool = False) -> list[tuple[str, int]]:
    """Shuffled, and often arranged a little."""
    cards = [(rank, copy) for rank in RANKS for copy in range(pack[rank])]
    chance.shuffle(cards)
    if len(cards) <= 18 and chance.random() < 0.7:  # §14.14 hands of one set
        cards.sort(key=lambda card: RANKS.index(card[0]))
        hands = [cards[first : first + len(cards) // 6] for first in range(0, len(cards), len(cards) // 6)]
        chance.shuffle(hands)
        cards = [hand[nth] for nth in range(len(hands[0])) for hand in hands]
    elif chance.random() < (0.8 if rebellious else 0.2):  # §4.1 hands without wild cards
        for hand in chance.sample(range(6), chance.randint(1, 3)):
            for place in range(hand, len(cards), 6):
                if cards[place][0] in ("2", *JOKERS):
                    others = [n for n in range(len(cards)) if n % 6 != hand and cards[n][0] in NATURAL]
                    if others:
                        exchange(cards, place, chance.choice(others))
    elif pack["R"] == 4 and chance.random() < 0.6:  # §5.3 all Reds together
        hand = chance.randrange(6)
        places = range(hand, len(cards), 6)
        for place, red in zip(chance.sample(places, min(4, len(places))), range(4), strict=False):
            exchange(cards, place, cards.index(("R", red)))
    elif len(cards) <= 24 or chance.random() < 0.5:  # hands of few ranks
        for hand in range(6):
            places = list(range(hand, len(cards), 6))
            wanted = chance.choice([cards[place][0] for place in places])
            for place in places:
                if cards[place][0] not in (wanted, *JOKERS) and (len(cards) <= 18 or chance.random() < 0.5):
                    others = [n for n in range(len(cards)) if n % 6 != hand and cards[n][0] == wanted]
                    if others:
                        exchange(cards, place, chance.choice(others))
    return cards


def exchange(cards: list[Any], one: int, other: int) -> None:
    cards[one], cards[other] = cards[other], cards[one]


def random_draws(chance: random.Random, cards: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """§2.2"""
    draws = [chance.randrange(len(cards)) for _ in range(DRAWS)]
    tigers = [place for place, card in enumerate(cards) if card[0] in JOKERS]
    if tigers and chance.random() < 0.3:
        for nth in range(chance.choice([1, 1, 2, 3, DRAWS])):
            draws[nth] = chance.choice(tigers)
    return tuple(draws)


def random_places(chance: random.Random, swept: bool) -> tuple[int, ...]:
    places = [0] * 6
    if swept:
        team = chance.randrange(2)
        winners, losers = [s for s in SEATS if s % 2 == team], [s for s in SEATS if s % 2 != team]
        chance.shuffle(winners)
        chance.shuffle(losers)
        known = chance.random() < 0.5
        for place, seat in enumerate([*winners, *losers] if known else winners, start=1):
            places[seat] = place
        return tuple(places)
    while True:
        seats = list(SEATS)
        chance.shuffle(seats)
        losers_together = seats[4] % 2 == seats[5] % 2
        if len({seat % 2 for seat in seats[:3]}) == 2 and (losers_together or chance.random() < 0.4):
            for place, seat in enumerate(seats, start=1):
                places[seat] = place
            return tuple(places)


def random_deal(chance: random.Random, theme: Theme | None = None) -> Deal:
    """A game, with whatever may have come before it."""
    options = random_options(chance, theme)
    pack = random_pack(chance, topics(options, theme))
    cards = random_order(chance, pack, theme is not None and theme[0].startswith("revolution"))
    draws = random_draws(chance, cards)
    lot = chance.randrange(6)
    kind = chance.choice([FIRST, FRESH, ORDINARY, ORDINARY])
    if theme is not None and theme[0].startswith("revolution_keeps"):
        kind = chance.choice([FRESH, ORDINARY])
    if kind == FIRST:
        return Deal(options, kind, tuple(cards), draws, lot)
    before = chance.randrange(6)
    if kind == ORDINARY:
        return Deal(options, kind, tuple(cards), draws, lot, before, random_places(chance, swept=False))
    dues = (
        ["none", "sweep", "ordinary", "ordinary"]
        if options["revolution_keeps_tribute"] == "all"
        else ["none", "sweep", "sweep"]
    )
    due = chance.choice(dues)
    places = random_places(chance, swept=due == "sweep")
    return Deal(options, kind, tuple(cards), draws, lot, before, places, due)


def following_deal(chance: random.Random, deal: Deal, table: Table) -> Deal:
    """The next game of the session, of the same cards."""
    pack = {rank: sum(card[0] == rank for card in deal.cards) for rank in RANKS}
    cards = random_order(chance, pack)
    next_one = table.next_session_state()
    return Deal(
        deal.options,
        next_one["kind"],
        tuple(cards),
        random_draws(chance, cards),
        chance.randrange(6),
        next_one["kaipai"],
        next_one["places"],
        next_one["due"],
    )


# -- choices

LIKELY = {
    "show": 0.6, "plead": 0.35, "swap": 0.75, "refuse": 0.7, "waive": 0.75, "agree": 0.75, "take": 0.5,
}  # fmt: skip


class Players:
    """How all six play in one game."""

    def __init__(self, chance: random.Random, options: Mapping[str, str], theme: Theme | None = None) -> None:
        about = topics(options, theme)
        self.chance = chance
        self.passing = chance.choice([0.2, 0.4, 0.6])
        self.talkative = chance.choice([0.0, 0.02, 0.1])
        self.rebellious = 0.0 if theme else chance.choice([0.0, 0.0, 0.0, 0.0, 0.1, 0.3])  # §4
        self.idle = None if theme else chance.choice([None, None, None, 0, 1])  # a team that hardly plays (§12.2)
        self.brave = chance.choice([0.2, 0.5, 0.9])  # at Shao Pai
        self.lying = chance.choice([0.03, 0.3])
        if is_rebellious(about) and chance.random() < (0.9 if theme else 0.4):
            self.rebellious = 0.95
        if "infringement" in about and chance.random() < 0.7:
            self.talkative, self.lying = 0.12, 0.4
        if about & {"expose_max", "advice"}:
            self.talkative = 0.25
        if about & {"stop_on_sweep", "stop_when_one_team"} and chance.random() < (0.95 if theme else 0.7):
            self.idle = chance.choice([0, 1])
        if about & {"shao_responders", "shao_allow_single"}:
            self.brave = 0.9
        self.holds_back = chance.random() < (0.95 if "rang_exclusive" in about else 0.3)
        self.idleness = chance.choice([0.7, 0.85, 0.95]) if theme is None else 0.97
        self.with_jokers = "low_joker_duel" in about and chance.random() < 0.8
        self.at_once = (
            "shao_allow_single" in about and theme is not None
        ) or chance.random() < 0.15  # the whole hand, where it is a set
        self.tame = chance.random() < 0.5  # low cards first

    def decide(self, table: Table) -> tuple[int, str]:
        """Who says what next."""
        chance = self.chance
        if table.question is not None and table.question.talk:
            said = self.say(table)
            if said is not None:
                return said
        seat = chance.choice(sorted(table.pending()))
        texts = sorted(text for text in table.question.options[seat])
        return seat, self.choose(table, seat, texts)

    def say(self, table: Table) -> tuple[int, str] | None:
        chance = self.chance
        for seat in SEATS:
            if chance.random() < 0.8 and "rang" in table.legal(seat):
                return seat, "rang"
            if chance.random() < 0.2 and seat not in table.pending() and "ask_wind" in table.legal(seat):
                return seat, "ask_wind"
        if chance.random() >= self.talkative:
            return None
        seat = chance.choice(SEATS)
        texts = table.legal(seat)
        of_a_kind = [kind for kind in TALK if any(text.startswith(kind) for text in texts)]
        if not of_a_kind:
            return None
        kind = chance.choice(of_a_kind)
        return seat, chance.choice(sorted(text for text in texts if text.startswith(kind)))

    def choose(self, table: Table, seat: int, texts: list[str]) -> str:
        chance = self.chance
        for text in texts:
            if text in LIKELY:
                return text if chance.random() < LIKELY[text] else chance.choice([t for t in texts if t != text])
        if table.phase == "revolution":
            return "revolt" if "revolt" in texts and chance.random() < self.rebellious else "play_on"
        if table.phase == "naming" and chance.random() < 0.7:
            return self.name(table, texts)
        if table.phase == "window":
            return self.declare(table, seat, texts)
        if table.phase == "telling":
            many = len(table.hands[seat])
            truth = f"say {many}" if many <= 10 else "say more"
            return chance.choice(texts) if chance.random() < self.lying else truth
        if table.phase == "leading":
            return self.lead(table, seat, texts)
        if table.phase == "following":
            return self.follow(table, seat, texts)
        return chance.choice(texts)

    def name(self, table: Table, texts: list[str]) -> str:
        """So that who holds all Reds owes tribute (§5.3)."""
        hands = [[card for card in table.start.order[first::6] if card == "R"] for first in range(6)]
        if ["R"] * 4 not in hands:
            return self.chance.choice(texts)
        giver = self.chance.choice([table.big, table.second])
        return f"taker {(giver - hands.index(['R'] * 4)) % 6}"

    def declare(self, table: Table, seat: int, texts: list[str]) -> str:
        declarations = [text for text in texts if text != "no_shao"]
        if not declarations or self.chance.random() >= self.brave:
            return "no_shao"
        good = [text for text in declarations if meets_shao(without(table.hands[seat], read(text.split()[1])))]
        return self.chance.choice(good if good and self.chance.random() < 0.7 else declarations)

    def lead(self, table: Table, seat: int, texts: list[str]) -> str:
        if len(table.hands[seat]) > 1 and self.holds_back and table.mode == "normal":
            low = [text for text in texts if "-" not in text and text in NATURAL]
            if low and self.chance.random() < 0.8:
                return low[0] if "10" not in low else self.chance.choice(low)
        if self.at_once and "-".join(table.hands[seat]) in texts:
            return "-".join(table.hands[seat])
        if seat % 2 == self.idle:
            return min(texts, key=lambda text: [len(read(text)), *map(RANKS.index, read(text))])
        if "-".join(table.hands[seat]) in texts and self.chance.random() < 0.5:
            return "-".join(table.hands[seat])
        return self.of_some_size(self.low_ones_with_jokers(texts) or texts)

    def low_ones_with_jokers(self, texts: list[str]) -> list[str]:
        """§14.5"""
        if not self.with_jokers:
            return []
        return [text for text in texts if "B" in text and "R" not in text and set(read(text)) & set(NATURAL[:7])]

    def follow(self, table: Table, seat: int, texts: list[str]) -> str:
        chance = self.chance
        if "ask_wind" in texts and chance.random() < 0.6:
            return "ask_wind"
        best = len(table.best)
        sets = [text for text in texts if text not in ("pass", "ask_wind")]
        wrong = [text for text in sets if len(read(text)) != best]
        right = [text for text in sets if len(read(text)) == best]
        if wrong and chance.random() < 0.15:
            return self.of_some_size(wrong)
        right = self.low_ones_with_jokers(right) or right
        last = [text for text in right if len(table.hands[seat]) == best]
        if table.mode == "normal" and seat % 2 == self.idle and chance.random() < self.idleness:
            return "pass"
        if last and chance.random() < 0.7:
            return last[0]
        passing = self.passing
        if self.holds_back and table.mode == "normal":
            passing = 0.05 if seat == (table.owner + 3) % 6 else 0.85
        if table.mode != "normal":
            passing = 0.25 if table.mode != "duel" else 0.1
        if not right or chance.random() < passing:
            return "pass"
        if self.tame and chance.random() < 0.8:
            right.sort(key=lambda text: [RANKS.index(card) for card in reversed(read(text))])
            return right[0]
        return chance.choice(right)

    def of_some_size(self, texts: list[str]) -> str:
        sizes = sorted({len(read(text)) for text in texts})
        size = self.chance.choice(sizes if self.chance.random() < 0.4 else sizes[:3])
        return self.chance.choice([text for text in texts if len(read(text)) == size])
