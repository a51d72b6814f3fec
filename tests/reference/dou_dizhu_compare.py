"""The engine of Dou Dizhu beside the reference, move for move over random deals of random house rules.

Only the engine's contract is used: the reference knows the rule book, and this file how the engine is asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY, SPECTATOR, seats_in
from qipai.games import DOU_DIZHU as GAME
from qipai.games.dou_dizhu.knowing import seat_of
from qipai.games.dou_dizhu.notation.text import format_kinds, kinds_in, parse_kinds
from qipai.games.dou_dizhu.state import FACE_UP_LOT, FIRST_LOT
from tests.reference import dou_dizhu
from tests.reference.differences import Difference
from tests.reference.dou_dizhu_rules import CHOICES, PACK, SEATS

Choose = Callable[[Sequence[str]], str]
DEALT = 51  # cards, before the bottom cards
LONG = 8  # characters of a play: runs and wings
VIEWS = 0.1  # of the positions in which all views are compared


@dataclass(frozen=True)
class Deal:
    """Everything that decides a deal, what the players do apart."""

    options: Mapping[str, Any]
    pack: tuple[str, ...]
    first: int
    face_up: int  # the place of the card that lies face up, where one does
    chance: int = 0  # of which of several seats answers first, and of where views are compared

    def __str__(self) -> str:
        changed = {name: value for name, value in self.options.items() if value != CHOICES[name][0]}
        return f"{changed or 'default rules'}, first {self.first}, face up {self.face_up}, pack {'-'.join(self.pack)}"


@dataclass
class Count:
    """What a comparison has been through."""

    deals: int = 0
    decisions: int = 0
    actions: int = 0
    views: int = 0
    void: int = 0
    won: int = 0  # by the landlord
    values: Counter[tuple[str, str]] = field(default_factory=Counter)


class Both:
    """A deal in the engine and in the reference."""

    def __init__(self, deal: Deal) -> None:
        self.told, self.played = deal, list[str]()
        self.ruleset = GAME.ruleset(**deal.options)
        self.rules = GAME.rules(self.ruleset)
        is_turned_up = deal.options.get("first_bidder") == "face_up"
        face_up = deal.face_up if is_turned_up else None
        self.reference = dou_dizhu.Deal(deal.options, deal.pack, deal.first, face_up=face_up)
        setup, order = GAME.setup(self.rules, SEATS), records.new(GAME.ORDER)
        GAME.pack(self.rules, setup, order)
        drawn = records.to_plain(order)
        drawn.cards[: len(deal.pack)] = parse_kinds(" ".join(deal.pack))
        drawn.lots[FIRST_LOT], drawn.lots[FACE_UP_LOT] = (0, deal.face_up) if is_turned_up else (deal.first, 0)
        self.setup, self.state = setup, GAME.new_state()
        GAME.deal(self.state, self.rules, setup, records.from_plain(drawn))

    def agree(self, what: str, ours: Any, theirs: Any) -> None:
        """Raise `Difference` unless the reference says what the engine says."""
        if ours != theirs:
            place = f"{self.told}, after {' '.join(self.played) or 'nothing'}"
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n  {place}")

    def legal(self, seat: int) -> dict[str, int]:
        """§3, §4, §5, §6.5  The engine's actions by the words of the book, where a bid is its number alone; the reference has the same."""
        self.agree("pending", sorted(self.reference.pending()), list(seats_in(GAME.pending(self.state))))
        actions = GAME.legal(self.state, self.rules, seat)
        legal = {GAME.notation.format_action(action, self.ruleset).removeprefix("bid-"): action for action in actions}
        self.agree(f"actions of seat {seat}", sorted(self.reference.legal(seat)), sorted(legal))
        self.agree("different actions", len(legal), len(actions))
        default = GAME.default_action(self.state, self.rules, seat)
        self.agree("the clock", legal[self.reference.default(seat)], default)
        return legal

    def compare_views(self) -> None:
        """§9.1, §9.2, §9.4  The same is known."""
        for seat in (*range(SEATS), None):
            seen = records.new(GAME.OBSERVATION)
            GAME.observe(self.state, self.rules, SPECTATOR if seat is None else seat, seen)
            view, told, opened = self.reference.view(seat), records.to_plain(seen), records.opened(seen)
            landlord = None if told.landlord == NOBODY else int(seat_of(opened, told.landlord))
            self.agree("landlord", view["landlord"], landlord)
            bottom = None if view["bottom"] is None else format_kinds(sorted(parse_kinds(" ".join(view["bottom"]))))
            self.agree("bottom cards", bottom, None if landlord is None else format_kinds(kinds_in(told.bottom)))
            for chair in range(SEATS):
                hand = view["hands"][int(seat_of(opened, chair))]
                self.agree("cards", hand if isinstance(hand, int) else len(hand), int(told.cards[chair]))
                is_open = told.shown and chair == told.landlord
                if isinstance(hand, int):
                    continue
                if chair == 0 and seat is not None:
                    self.agree("own hand", sorted(parse_kinds(" ".join(hand))), kinds_in(told.hand))
                elif is_open:
                    self.agree("open hand", sorted(parse_kinds(" ".join(hand))), kinds_in(told.open_hand))

    def compare_end(self) -> None:
        """§7, §8.3  The same points, and the same seat is asked first in the next deal."""
        self.agree("over", self.reference.over, GAME.is_over(self.state))
        result = GAME.result(self.state, self.rules)
        self.agree("points", self.reference.points(), list(map(int, result.points)))
        following = records.new(GAME.SETUP)
        GAME.next_setup(self.setup, records.from_plain(result), self.rules, following)
        first = int(records.to_plain(following).first)
        self.agree("next first", self.reference.next_first(), None if first == NOBODY else first)


def compare(deal: Deal, choose: Choose, count: Count) -> None:
    """Play one deal on both.  Raises `Difference` with everything that repeats it."""
    both, chance = Both(deal), random.Random(deal.chance)
    while not GAME.is_over(both.state):
        seat = chance.choice(sorted(both.reference.pending()))
        legal = both.legal(seat)
        if chance.random() < VIEWS:
            both.compare_views()
            count.views += 1
        text = choose(sorted(legal))
        both.reference.act(seat, text)
        GAME.apply_action(both.state, both.rules, seat, legal[text])
        both.played.append(f"{seat}:{text}")
        count.decisions += 1
        count.actions += len(legal)
    both.compare_views()
    both.compare_end()
    state = records.to_plain(both.state)
    count.deals += 1
    count.void += bool(state.winner == NOBODY)
    count.won += bool(state.winner != NOBODY and state.winner == state.landlord)
    count.values.update((name, str(deal.options[name])) for name in CHOICES)


def random_options(chance: random.Random) -> dict[str, Any]:
    """A value for each option, most of them the default."""
    return {name: chance.choice(values) if chance.random() < 0.5 else values[0] for name, values in CHOICES.items()}


def random_pack(chance: random.Random) -> tuple[str, ...]:
    """The whole pack, shuffled well or hardly, so that bombs and runs stay together."""
    pack = sorted(PACK, key=PACK.index)
    if chance.random() < 0.5:
        return tuple(chance.sample(pack, len(pack)))
    dealt: list[list[str]] = [[], [], [], []]
    for place in range(0, len(pack), 3):
        pile = min(dealt, key=lambda pile: (len(pile) >= (3 if pile is dealt[3] else 17), chance.random()))
        pile += pack[place : place + 3]
    cards = [card for pile in dealt for card in pile]
    hands = [cards[seat * 17 : seat * 17 + 17] for seat in range(SEATS)]
    return tuple([card for turn in zip(*hands, strict=True) for card in turn] + cards[DEALT:])


def random_deal(chance: random.Random, **options: Any) -> Deal:
    """A deal under random house rules, `options` apart."""
    agreed = random_options(chance) | options
    return Deal(agreed, random_pack(chance), chance.randrange(SEATS), chance.randrange(DEALT), chance.getrandbits(32))


def chooser(chance: random.Random) -> Choose:
    """Any legal action, a long play more often than its share."""

    def choose(texts: Sequence[str]) -> str:
        longer = [text for text in texts if len(text) > LONG]
        return chance.choice(longer if longer and chance.random() < 0.4 else list(texts))

    return choose


def report(count: Count, seconds: float) -> str:
    lines = [
        f"{count.deals} deals agree ({count.void} of them void, {count.won} won by the landlord): {count.decisions} decisions, "
        f"{count.actions} legal actions, {count.views} positions with all views, {seconds:.0f} s"
    ]
    for name, values in CHOICES.items():
        lines.append(f"{name:20} " + "  ".join(f"{value}: {count.values[name, str(value)]}" for value in values))
    return "\n".join(lines)
