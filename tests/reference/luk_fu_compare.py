"""The engine of Luk Fu beside the reference, move for move over random deals of random house rules.

Only the engine's contract is used: the reference knows the rule book, and this file how the engine is asked.  What a player
can prove is asked as a situation of the examples, of kind `aged_exact`, which takes small packs too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qipai.engine import records
from qipai.engine.game import Game, seeded
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Faces, Fact
from qipai.examples import ROOMS
from qipai.games import find_game
from tests.reference.differences import Difference
from tests.reference.luk_fu import Table
from tests.reference.luk_fu_evidence import Evidence
from tests.reference.luk_fu_rules import CARDS, CHOICES, FIVE_TIGERS, LI_CHEN, SUITS, spell
from tests.reference.luk_fu_search import Search

GAME = "luk_fu"
Choose = Callable[[Sequence[Any]], Any]
Agree = Callable[[str, Any, Any], None]
ROLES = ("dealer", "player2", "player3")
SMALL = (9, 10, 12, 13, 18, 21, 22)  # cards of a small pack; one more than three hands hold is the dreamer's
FEW = 10  # cards, so that every world can be looked at


@dataclass(frozen=True)
class Deal:
    """Everything that decides a deal, what the players do apart; chance comes from a seed."""

    options: Mapping[str, str]
    players: int
    seed: int
    deals: int = 1  # in one session, each with the next seed
    lie: str = "anyhow"  # or so that there is more to see: "melds" in the hands, the five "tigers" in one

    def __str__(self) -> str:
        changed = {name: value for name, value in self.options.items() if value != CHOICES[name][0]}
        return f"{changed or 'default rules'}, {self.players} players, chance {self.seed}, cards {self.lie}"


@dataclass
class Count:
    """What a comparison has been through."""

    deals: int = 0
    decisions: int = 0
    actions: int = 0
    proofs: int = 0  # hands of which every card was judged
    proved: int = 0  # of them with more aged cards than bounds show
    worlds: int = 0
    tables: Counter[int] = field(default_factory=Counter)
    values: Counter[tuple[str, str]] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


class Engine:
    """A deal of the engine, asked for the same things as a `Table`."""

    def __init__(self, deal: Deal, setup: records.Record | None = None) -> None:
        self.game: Game = find_game(GAME)
        self.ruleset = self.game.ruleset(**deal.options)
        self.rules = self.game.rules(self.ruleset)
        self.players = deal.players
        self.setup = self.game.setup(self.rules, deal.players) if setup is None else setup
        self.order = self.game.shuffled(self.rules, self.setup, deal.seed)
        arrange(records.opened(self.order), deal, self.game)
        self.state = self.game.new_state()
        self.game.deal(self.state, self.rules, self.setup, self.order)
        self.faces = Faces(deal.players)
        opened = map(records.opened, (self.state, self.rules, self.setup, self.order))
        self.facts: list[Fact] = self.game.telling.tell_deal(*opened, self.faces)

    def dealer(self) -> int:
        """By lot in the first deal of a session (§2.3)."""
        dealer = int(records.opened(self.setup).dealer)
        return int(records.opened(self.order).lots[0]) if dealer == NOBODY else dealer

    def cards(self) -> list[str]:
        """In the order of dealing."""
        chance = records.opened(self.order)
        return [self.game.notation.format_card(int(card)) for card in chance.cards[: int(chance.count)]]

    @property
    def over(self) -> bool:
        return bool(self.game.is_over(self.state))

    def pending(self) -> list[int]:
        """The seats that owe a decision; the first of them in turn leads the list."""
        mask, first = int(self.game.pending(self.state)), int(self.game.to_act(self.state))
        seats = [seat for seat in range(self.players) if mask >> seat & 1]
        return sorted(seats, key=lambda seat: (seat - first) % self.players)

    def legal(self, seat: int) -> set[str]:
        actions = self.game.legal(self.state, self.rules, seat)
        texts = {self.game.notation.format_action(action, self.ruleset) for action in actions}
        if len(texts) != len(actions):
            raise Difference("the engine lists an action twice")
        default = self.game.default_action(self.state, self.rules, seat)
        if default not in actions:
            raise Difference(f"the default action {self.game.notation.format_action(default, self.ruleset)} is not legal")
        return texts

    def play(self, seat: int, text: str) -> None:
        action = self.game.notation.parse_action(text, self.ruleset)
        if not self.game.is_legal(self.state, self.rules, seat, action):
            raise Difference(f"the engine lists {text} and does not let it be played")
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        opened = map(records.opened, (before, self.state, self.rules))
        facts = self.game.telling.tell(*opened, seat, action, self.faces, None)
        if text.startswith("down ") and any(names_any_of(text, fact.public) for fact in facts[:1]):
            raise Difference(f"everybody is told that seat {seat} surrendered {text}")
        self.facts += facts

    def hands(self) -> list[str]:
        """What people hold: it follows the facts, and these the state."""
        return [spell(map(self.game.notation.format_card, hand)) for hand in self.faces.hands]

    def points(self) -> list[int]:
        result = self.game.result(self.state, self.rules)
        return [int(points) for points in result.points[: self.players]]

    def next_setup(self) -> records.Record:
        ended, following = records.new(self.game.RESULT), records.new(self.game.SETUP)
        self.game.returns(self.state, self.rules, ended)
        self.game.next_setup(self.setup, ended, self.rules, following)
        return following

    def check_guess(self, seat: int, seed: int) -> None:
        """What happened is believed, and so is a guess, from which the seat sees the same (§12.2)."""
        observation, again = self.game.new_observation(), self.game.new_observation()
        self.game.observe(self.state, self.rules, seat, observation)
        if not self.game.accepts(observation, self.rules, self.state):
            raise Difference(f"seat {seat} does not believe what happened")
        guess = self.game.new_state()
        self.game.sample_world(observation, self.rules, seeded(seed), guess)
        self.game.observe(guess, self.rules, seat, again)
        if not self.game.accepts(observation, self.rules, guess):
            raise Difference(f"seat {seat} does not believe its own guess")
        if records.to_bytes(again) != records.to_bytes(observation):
            raise Difference(f"in its guess, seat {seat} sees something else")


def names_any_of(text: str, public: Mapping[str, Any]) -> bool:
    """Does a fact for all eyes name a card of these?  How many there are is no secret."""
    told = repr(dict(public))
    return any(f"'{card}'" in told or f"{card}-" in told or f"-{card}" in told for card in text.split()[1].split("-"))


def arrange(order: Any, deal: Deal, game: Game) -> None:
    """Lay the cards as the deal has them.  Which number a card has is asked of its face."""
    chance, name = random.Random(deal.seed), game.notation.format_card
    cards = [int(card) for card in order.cards[: int(order.count)]]
    first = [0, 1, 3] if deal.players == 4 else [0, 1, 2]
    holds = [[place, *range(deal.players + nth, len(cards), 3)] for nth, place in enumerate(first)]
    if deal.lie == "melds":  # every hand from neighbours, in the suits or in the numbers
        by_number = chance.random() < 0.5
        keys = {card: name(card) if by_number else name(card)[::-1] for card in cards}
        places = {card: nth + chance.gauss(0, 2.5) for nth, card in enumerate(sorted(cards, key=keys.__getitem__))}
        cards.sort(key=places.__getitem__)
        wanted = [place for hold in holds for place in hold]
        wanted += [place for place in range(len(cards)) if place not in wanted]
        laid = dict(zip(wanted, cards, strict=True))
        cards = [laid[place] for place in range(len(cards))]
    elif deal.lie == "tigers" and deal.players == 4:
        hold = chance.choice(holds)
        for tiger, place in zip(sorted(card for card in cards if name(card) in FIVE_TIGERS), hold, strict=False):
            other = cards.index(tiger)
            cards[place], cards[other] = cards[other], cards[place]
    order.cards[: len(cards)] = cards


def compare(deal: Deal, choose: Choose, count: Count) -> None:
    """Play the deals of a session on both, and judge a small pack.  Raises `Difference` with everything that repeats it."""
    compare_small(random.Random(deal.seed), count)
    setup = None
    for seed in range(deal.seed, deal.seed + deal.deals):
        setup = compare_one(replace(deal, seed=seed), choose, count, setup)


def compare_one(deal: Deal, choose: Choose, count: Count, setup: records.Record | None) -> records.Record:
    engine = Engine(deal, setup)
    table = Table(deal.players, engine.dealer(), engine.cards(), deal.options)
    played: list[str] = []

    def agree(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            hands = {seat: spell(hand) for seat, hand in table.hands.items()}
            place = f"{deal}, dealer {table.dealer}, after {' '.join(played) or 'nothing'}, hands {hands}"
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n  {place}")

    agree("the pack", sorted(CARDS[: 37 if deal.players == 4 else 36]), sorted(engine.cards()))
    while True:
        agree("over", table.over, engine.over)
        agree("pending", table.pending(), [] if engine.over else engine.pending())
        theirs = engine.hands()
        agree("hands", [spell(table.hands[seat]) for seat in table.players], [theirs[seat] for seat in table.players])
        if table.over:
            break
        for seat in table.pending():
            legal, theirs_legal = table.legal(seat), engine.legal(seat)
            agree(f"actions of seat {seat} that only one has, {sorted(legal ^ theirs_legal)}", legal, theirs_legal)
            count.actions += len(legal)
        if choose((True, False, False, False, False)):
            engine.check_guess(choose(range(deal.players)), deal.seed)
            count.worlds += 1
            if table.phase == "leading":
                compare_aged(table, choose(table.players), count, agree)
        seat = choose(table.pending())
        text = choose(sorted(table.legal(seat)))
        played.append(f"{seat}:{text}")
        table.play(seat, text)
        engine.play(seat, text)
        count.decisions += 1
    following = engine.next_setup()
    agree("points", table.points(), engine.points())
    agree("next dealer", table.next_dealer(), int(records.opened(following).dealer))
    count.deals += 1
    count.tables[deal.players] += 1
    count.values.update(deal.options.items())
    count.events.update(table.rarities())
    return following


# §7 -----------------------------------------------------------------------------------------------------------------


def situation(evidence: Evidence) -> dict[str, Any]:
    """What a player knows, as the examples put it."""
    role = dict(zip(evidence.players, ROLES, strict=True))
    suits = {suit: [int(card[0]) for card in evidence.pack if card[1:] == suit] for suit in SUITS}
    used: dict[str, Any] = {suit: sorted(numbers) for suit, numbers in suits.items() if numbers}
    history = []
    for acts in evidence.rounds:
        history.append([])
        for act in acts:
            laid = {"surrender": act.size} if act.did == "surrender" else {act.did: spell(act.cards).split("-")}
            if act.did == "surrender" and act.cards is not None:
                laid["cards"] = spell(act.cards).split("-")
            history[-1].append({"by": role[act.seat], **laid})
    return {
        "pack": used | ({"L": True} if LI_CHEN in evidence.pack else {}),
        "players": list(ROLES),
        "privileged": role.get(evidence.privileged),
        "dreamer": evidence.dreamer,
        "holder": role[evidence.holder],
        "hand": spell(evidence.hand).split("-"),
        "history": history,
    }


def compare_aged(table: Table, seat: int, count: Count, agree: Agree) -> None:
    """Every card of a hand, with exact inference, at the beginning of a round."""
    game, evidence = find_game(GAME), table.evidence(seat)
    options = {**table.rules.options, "aged_inference": "exact"}
    asked = {"given": situation(evidence), "expect": {"aged": [], "not_aged": []}}
    answer = ROOMS[GAME]["aged_exact"].ask(game.ruleset(**options), asked)["expect"]
    aged = evidence.aged("exact") if len(table.pack) <= FEW else Search(evidence).aged()
    agree(f"aged for seat {seat}, {situation(evidence)}", spell(aged), spell(answer["aged"]))
    agree(f"young for seat {seat}", spell(evidence.hand - aged), spell(answer["not_aged"]))
    count.proofs += 1
    count.proved += aged != evidence.aged("bounds")


def compare_small(chance: random.Random, count: Count) -> None:
    """A whole deal of a small pack on the reference, with every hand judged at the beginning of each round."""
    cards = chance.choice(SMALL)
    suits = chance.choice(["SGKC", "SGKC", "KC", "SG", "SC"])
    numbers = chance.choice(["189", "56789", "123456789"])
    pool = [card for card in CARDS if card == LI_CHEN or (card[1] in suits and card[0] in numbers)]
    pool = pool if len(pool) >= cards else CARDS
    order = chance.sample(pool, cards)
    options = random_options(chance) | {"aged_inference": "exact"}
    table = Table(4 if cards % 3 else 3, 0, order, options)
    choose = chooser(chance)

    def agree(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n  {options}")

    while not table.over:
        if table.phase == "leading":
            for seat in table.players:
                compare_aged(table, seat, count, agree)
        seat = choose(table.pending())
        table.play(seat, choose(sorted(table.legal(seat))))


# -- chance ----------------------------------------------------------------------------------------------------------


def random_options(chance: random.Random) -> dict[str, str]:
    """Each option at its default as often as at any of its values."""
    return {name: values[0] if chance.random() < 0.5 else chance.choice(values) for name, values in CHOICES.items()}


def random_deal(chance: random.Random) -> Deal:
    deals = 3 if chance.random() < 0.2 else 1
    lie = chance.choice(["anyhow", "anyhow", "melds", "melds", "tigers"])
    return Deal(random_options(chance), chance.choice([3, 4]), chance.getrandbits(32), deals, lie)


def chooser(chance: random.Random) -> Choose:
    """Any legal action; some players beat rather than surrender, or lead single cards, and most do not declare at once."""
    style = chance.choice(["any", "beats", "single", "long"])

    def choose(things: Sequence[Any]) -> Any:
        if not isinstance(things[0], str):
            return chance.choice(things)
        if chance.random() < 0.9:
            things = [text for text in things if text not in ("declare", "not_play" if chance.random() < 0.5 else "")] or things
        if style != "any" and chance.random() < 0.8:
            things = [text for text in things if not text.startswith("down")] or things
        if style in ("single", "long") and chance.random() < 0.7:
            longest = max(map(len, things))
            things = [text for text in things if (len(text) <= 2 if style == "single" else len(text) == longest)] or things
        return chance.choice(things)

    return choose


def report(count: Count, seconds: float) -> str:
    lines = [
        f"{count.deals} deals agree: {count.decisions} decisions, {count.actions} legal actions, {count.worlds} guesses, "
        f"{count.proofs} hands judged card by card ({count.proved} of them with more than bounds show), {seconds:.0f} s",
        "players  " + "  ".join(f"{players}: {count.tables[players]}" for players in sorted(count.tables)),
    ]
    for name, values in CHOICES.items():
        lines.append(f"{name:24} " + "  ".join(f"{value}: {count.values[name, value]}" for value in values))
    lines.append("in them  " + "  ".join(f"{name}: {number}" for name, number in sorted(count.events.items())))
    return "\n".join(lines)
