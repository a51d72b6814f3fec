"""The engines beside their references, move for move over random deals of random house rules.

    python -m tests.reference.compare --deals 2000
    python -m tests.reference.compare --game giog-family --deals 2200
    python -m tests.reference.compare --game luk_fu --deals 2000
    python -m tests.reference.compare --game dou_dizhu --deals 2000

An interrupted comparison says what it has met and how to go on.

Only the engine's contract is used: the references know the rule books, this file how Gan Deng Yan is asked, `giog_compare` how the
Giog family is, `luk_fu_compare` how Luk Fu is, and `dou_dizhu_compare` how Dou Dizhu is.
"""

from __future__ import annotations

import argparse
import functools
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.errors import RulesetError
from qipai.engine.telling import Faces, kind_of
from qipai.games import GAN_DENG_YAN as GAME
from tests.reference import dou_dizhu_compare, giog_compare, luk_fu_compare
from tests.reference.differences import Difference
from tests.reference.gan_deng_yan import Table
from tests.reference.gan_deng_yan_rules import CHOICES, DEFAULTS, Rules, is_joker, refusal

Choose = Callable[[Sequence[str]], str]
GIOG_FAMILY = "giog-family"  # all eight games
WHOLE = {"luk_fu": luk_fu_compare, "dou_dizhu": dou_dizhu_compare}  # games whose module has all that is compared


@dataclass(frozen=True)
class Deal:
    """Everything that decides a deal, the players apart.  `order` is drawn from its beginning, the dealer first."""

    options: Mapping[str, Any]
    players: int
    dealer: int
    order: tuple[str, ...]
    each: int = 5
    stakes: tuple[int, ...] | None = None  # §7.17, if not those of a first deal

    def __str__(self) -> str:
        changed = {name: value for name, value in self.options.items() if value != DEFAULTS[name]}
        order = "-".join(self.order)
        return f"{changed}, {self.players} players, dealer {self.dealer}, {self.each} cards each, stakes {self.stakes}, order {order}"


@dataclass
class Count:
    """What a comparison has been through."""

    deals: int = 0
    decisions: int = 0
    actions: int = 0
    void: int = 0
    players: Counter[int] = field(default_factory=Counter)
    values: Counter[tuple[str, str]] = field(default_factory=Counter)


class Engine:
    """A deal of the engine, asked for the same things as a `Table`."""

    def __init__(self, deal: Deal) -> None:
        self.ruleset = GAME.ruleset(**deal.options)
        self.rules = GAME.rules(self.ruleset)
        self.setup = GAME.setup(self.rules, deal.players)
        order = self._order(deal)
        self.state = GAME.new_state()
        GAME.deal(self.state, self.rules, self.setup, order)
        self.faces = Faces(deal.players)
        GAME.telling.tell_deal(*map(records.opened, (self.state, self.rules, self.setup, order)), self.faces)
        self.announcements: list[tuple[int, int]] = []

    def _order(self, deal: Deal) -> records.Record:
        """The deal's cards as chance would have drawn them; its setup says that these are all there are."""
        order = records.new(GAME.ORDER)
        GAME.pack(self.rules, self.setup, order)
        chance, setup = records.opened(order), records.opened(self.setup)
        copies: dict[str, list[int]] = {}
        for card in map(int, chance.cards[: chance.count]):
            copies.setdefault(self._name(card), []).append(card)
        drawn = [copies[name].pop() for name in deal.order]
        kinds = Counter(map(kind_of, drawn))
        for kind in range(len(setup.pack)):
            setup.pack[kind] = kinds[kind]
        setup.hand_size = deal.each
        setup.dealer = deal.dealer
        if deal.stakes:
            setup.stakes[: deal.players] = deal.stakes
        chance.count = len(drawn)
        chance.cards[: len(drawn)] = drawn
        return order

    def _name(self, card: int) -> str:
        face = GAME.notation.format_card(card)
        if is_joker(face):
            return face if self.ruleset.decks == 2 else "X"
        return face[:-1]

    @property
    def over(self) -> bool:
        return bool(GAME.is_over(self.state))

    @property
    def to_act(self) -> int:
        return int(GAME.to_act(self.state))

    def legal(self) -> dict[str, int]:
        actions = GAME.legal(self.state, self.rules, self.to_act)
        texts = {GAME.notation.format_action(action, self.ruleset): action for action in actions}
        if len(texts) != len(actions):
            raise Difference("the engine lists an action twice")
        return texts

    def play(self, text: str) -> None:
        action = GAME.notation.parse_action(text, self.ruleset)
        seat = self.to_act
        if not GAME.is_legal(self.state, self.rules, seat, action):
            raise Difference(f"the engine lists {text} and does not let it be played")
        before = records.copy(self.state)
        GAME.apply_action(self.state, self.rules, seat, action)
        facts = GAME.telling.tell(*map(records.opened, (before, self.state, self.rules)), seat, action, self.faces, None)
        self.announcements += [(fact.public["seat"], fact.public["left"]) for fact in facts if fact.event == "announced"]

    def outcome(self) -> dict[str, Any]:
        result = GAME.result(self.state, self.rules)
        following = records.new(GAME.SETUP)
        ended = records.new(GAME.RESULT)
        GAME.returns(self.state, self.rules, ended)
        GAME.next_setup(self.setup, ended, self.rules, following)
        return {
            "points": [int(points) for points in result.points[: result.players]],
            "winner": None if result.winner < 0 else int(result.winner),
            "next dealer": int(records.opened(following).dealer),
            "stakes": [int(stake) for stake in records.opened(following).stakes[: result.players]],
        }


def compare(deal: Deal, choose: Choose, count: Count) -> None:
    """Play one deal on both.  Raises `Difference` with everything that repeats it."""
    table, engine = Table(deal.options, deal.players, deal.dealer, deal.order, deal.each, deal.stakes), Engine(deal)
    played: list[str] = []

    def agree(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            place = f"{deal}, after {' '.join(played) or 'nothing'}, hands {table.hands}"
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n  {place}")

    while True:
        agree("over", table.over, engine.over)
        agree("pending", 0 if table.over else 1 << table.to_act, GAME.pending(engine.state))
        agree("announcements", table.announcements, engine.announcements)
        if table.over:
            break
        legal, theirs = table.legal(), engine.legal()
        agree("seat to act", table.to_act, engine.to_act)
        agree(f"actions only one has, {legal ^ set(theirs)}", legal, set(theirs))
        text = choose(sorted(legal))
        table.play(text)
        engine.play(text)
        played.append(text)
        count.decisions += 1
        count.actions += len(legal)
    points = table.points()
    stakes = [0 if stake == float("inf") else stake + won for stake, won in zip(table.stakes, points, strict=True)]
    ours = {"points": points, "winner": table.winner, "next dealer": table.next_dealer, "stakes": stakes}
    agree("outcome", ours, engine.outcome())
    count.deals += 1
    count.void += table.winner is None
    count.players[deal.players] += 1
    count.values.update((name, str(deal.options[name])) for name in CHOICES)


def compare_options(options: Mapping[str, Any]) -> bool:
    """Whether both accept the rule set.  Raises `Difference` when only one does."""
    refused = refusal(options) is not None
    try:
        GAME.ruleset(**options)
    except RulesetError as error:
        if not refused:
            raise Difference(f"only the engine refuses {dict(options)}: {error}") from error
    else:
        if refused:
            raise Difference(f"only the reference refuses {dict(options)}: {refusal(options)}")
    return not refused


def random_options(chance: random.Random) -> dict[str, Any]:
    """Options chosen one by one, twice over since some need others, unless the rule set would contradict itself."""
    options = dict(DEFAULTS)
    for name in 2 * chance.sample(list(CHOICES), len(CHOICES)):
        changed = options | {name: chance.choice(CHOICES[name])}
        if chance.random() < 0.4 and compare_options(changed):
            options = changed
    return options


def random_deal(chance: random.Random) -> Deal:
    """Full deals and, one in three, deals of few cards: leads that run out, void deals, short talons."""
    options = random_options(chance)
    order = Rules(options).pack()
    chance.shuffle(order)
    if chance.random() < 2 / 3:
        players, each = chance.randint(2, 6), 5
    else:
        players, each = chance.choice([2, 2, 3, 4, 5, 6]), chance.choice([1, 1, 2, 3])
        if chance.random() < 2 / 3:
            order.sort(key=is_joker, reverse=True)
            options["bare_joker_lead"] = chance.choice(CHOICES["bare_joker_lead"])
        order = order[: players * each + 1 + chance.choice([0, 0, 1, 3, 6, 9, 14])]
        chance.shuffle(order)
    stakes = None
    if options["table_stakes"] != "none" and chance.random() < 0.7:  # as they may stand in the middle of a session
        stakes = tuple(chance.randint(0, 2 * options["table_stakes"]) for _ in range(players))
    return Deal(options, players, chance.randrange(players), tuple(order), each, stakes)


def chooser(chance: random.Random) -> Choose:
    """Any legal action, a play rather than a pass more often than its share."""

    def choose(texts: Sequence[str]) -> str:
        plays = [text for text in texts if text != "pass"]
        return chance.choice(plays if plays and chance.random() < 0.3 else list(texts))

    return choose


def report(count: Count, seconds: float) -> str:
    lines = [
        f"{count.deals} deals agree ({count.void} of them void): {count.decisions} decisions, "
        f"{count.actions} legal actions, {seconds:.0f} s",
        "players  " + "  ".join(f"{players}: {count.players[players]}" for players in sorted(count.players)),
    ]
    for name, values in CHOICES.items():
        lines.append(f"{name:20} " + "  ".join(f"{value}: {count.values[name, str(value)]}" for value in values))
    return "\n".join(lines)


class Room(NamedTuple):
    """What is compared by one word of the command line."""

    count: Callable[[], Any]
    random_deal: Callable[[random.Random], Any]
    chooser: Callable[[random.Random], Any]
    compare: Callable[[Any, Any, Any], None]
    report: Callable[[Any, float], str]


def room_of(name: str) -> Room:
    if name == GAME.name:
        return Room(Count, random_deal, chooser, compare, report)
    if name in WHOLE:
        return Room(*(getattr(WHOLE[name], part) for part in ("Count", "random_deal", "chooser", "compare", "report")))
    games = giog_compare.GAMES if name == GIOG_FAMILY else (name,)
    deal_of = functools.partial(giog_compare.random_deal, games=games)
    return Room(giog_compare.Count, deal_of, giog_compare.chooser, giog_compare.compare, giog_compare.report)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[GAME.name, GIOG_FAMILY, *giog_compare.GAMES, *WHOLE], default=GAME.name)
    parser.add_argument("--deals", type=int, default=2000, help="how many deals to play")
    parser.add_argument("--seed", type=int, default=1, help="the first deal's seed; each deal has the next one")
    arguments = parser.parse_args()
    room, begun = room_of(arguments.game), time.monotonic()
    count, seed = room.count(), arguments.seed
    interrupts: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))  # the deal that goes on is finished
    while count.deals < arguments.deals and not interrupts:
        chance = random.Random(seed)
        try:
            room.compare(room.random_deal(chance), room.chooser(chance), count)
        except Difference as difference:
            print(f"\nseed {seed} (--game {arguments.game} --deals 1 --seed {seed} repeats it)\n{difference}")
            return 1
        seed += 1
        print(f"\r{count.deals}/{arguments.deals} deals, {count.decisions} decisions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(room.report(count, time.monotonic() - begun))
    if count.deals < arguments.deals:
        print(f"--game {arguments.game} --deals {arguments.deals - count.deals} --seed {seed} plays the rest")
    return 0


if __name__ == "__main__":
    sys.exit(main())
