"""Dou Dizhu beside the two public implementations of it, position for position over random deals.

    python -m tests.reference.dou_dizhu_judges --judge openspiel --positions 100000
    python -m tests.reference.dou_dizhu_judges --judge rlcard --positions 100000

Each needs its judge installed: OpenSpiel 2.0.2 (`pyspiel`), RLCard 1.2.0 (`rlcard`).  The same cards are dealt to both, in the variant
that the rule book has for the judge (§10.3, §10.4).  At every decision the legal actions must be the same, at the end the points.
A difference must have an explanation in `EXPLAINED`, and is counted; any other ends the comparison.

`--rules NAME` puts an engine in the reference's place: the `Game` of that name, with the options and the notation of the rule book.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import find_game
from tests.reference.differences import Difference
from tests.reference.dou_dizhu import Deal
from tests.reference.dou_dizhu_rules import (
    HAND,
    JOKERS,
    PACK,
    RANKS,
    SEATS,
    VARIANTS,
    Play,
    in_order,
    is_bomb,
    is_rocket,
    kind_of,
    parse,
)

REFERENCE = "reference"
LETTERS = {"10": "T"}  # as both judges write it
BID = "bid-"  # before the points of a bid in the notation of the engine


class Rules(Protocol):
    """The rules that are judged: one deal of a variant, its cards and its chance from a seed."""

    order: Sequence[str]  # the pack as it is dealt, from seat 0 on one card at a time; the last three are the bottom cards
    first: int  # who bids first, or is the landlord where nobody bids

    @property
    def to_act(self) -> int | None: ...

    def legal(self) -> Iterable[str]: ...

    def act(self, text: str) -> None: ...

    def points(self) -> Sequence[int]: ...


def shuffled(chance: random.Random) -> list[str]:
    return chance.sample(PACK, len(PACK))


def hardly_shuffled(chance: random.Random) -> list[str]:
    """A pack in packets of neighbouring ranks, which are kept together: many trios, airplanes and bombs."""
    left, packets = list(in_order(PACK)), []
    while left:
        packet = chance.randint(1, 5)
        packets.append(left[:packet])
        del left[:packet]
    chance.shuffle(packets)
    cards = [card for packet in packets for card in packet]
    hands = [cards[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS)]
    return [hand[place] for place in range(HAND) for hand in hands] + cards[SEATS * HAND :]


class Reference:
    """The reference of the rule book, as rules that are judged.  Every other deal comes from a pack that is hardly shuffled."""

    def __init__(self, variant: str, seed: int) -> None:
        chance = random.Random(seed)
        self.order = shuffled(chance) if seed % 2 else hardly_shuffled(chance)
        self.face_up = chance.randrange(SEATS * HAND)
        self.deal = Deal(VARIANTS[variant], self.order, face_up=self.face_up)
        self.first = self.deal.first

    @property
    def to_act(self) -> int | None:
        return next(iter(self.deal.pending()), None)

    def legal(self) -> set[str]:
        return self.deal.legal(self.deal.pending()[0])

    def act(self, text: str) -> None:
        self.deal.act(self.deal.pending()[0], text)

    def points(self) -> list[int]:
        return self.deal.points()


class Engine:
    """A game's engine, as rules that are judged.  Every other deal comes from a pack that is hardly shuffled."""

    def __init__(self, game: Game, variant: str, seed: int) -> None:
        self.game = game
        self.ruleset = game.ruleset(**VARIANTS[variant])
        self.rules = game.rules(self.ruleset)
        setup = game.setup(self.rules, SEATS)
        drawn = records.to_plain(game.shuffled(self.rules, setup, seed))
        cards = [int(card) for card in drawn.cards[: int(drawn.count)]]
        if not seed % 2:
            cards = self._arranged(cards, hardly_shuffled(random.Random(seed)))
            drawn.cards[: len(cards)] = cards
        self.state = game.new_state()
        game.deal(self.state, self.rules, setup, records.from_plain(drawn))
        self.order = list(map(self._rank, cards))
        self.actions: dict[str, int] = {}
        self.first = int(game.to_act(self.state))  # nothing is asked before the bidding, or the landlord's lead

    def _rank(self, card: int) -> str:
        face = self.game.notation.format_card(card)
        return face if face in JOKERS else face[:-1]  # without the suit

    def _arranged(self, cards: Sequence[int], wanted: Sequence[str]) -> list[int]:
        copies: dict[str, list[int]] = {}
        for card in cards:
            copies.setdefault(self._rank(card), []).append(card)
        return [copies[rank].pop() for rank in wanted]

    @property
    def to_act(self) -> int | None:
        return None if self.game.is_over(self.state) else int(self.game.to_act(self.state))

    def legal(self) -> list[str]:
        """In the words of the rule book, where a bid is its number alone."""
        actions = self.game.legal(self.state, self.rules, self.game.to_act(self.state))
        self.actions = {self._word(action): action for action in actions}
        return list(map(self._word, actions))

    def _word(self, action: int) -> str:
        return self.game.notation.format_action(action, self.ruleset).removeprefix(BID)

    def act(self, text: str) -> None:
        """Do what was legal by that word."""
        self.game.apply_action(self.state, self.rules, self.game.to_act(self.state), self.actions[text])

    def points(self) -> list[int]:
        return [int(points) for points in self.game.result(self.state, self.rules).points[:SEATS]]


class OpenSpiel:
    """`dou_dizhu` of OpenSpiel.  A key is a bid, `Pass`, or the body's letters and the wings' letters."""

    variant = "openspiel"
    package = "pyspiel"

    def __init__(self, order: Sequence[str], first: int) -> None:
        self.state = importlib.import_module(self.package).load_game("dou_dizhu").new_initial_state()
        self.state.apply_action(first)  # the place of the card that lies face up: one that is dealt to the first bidder
        copies: Counter[str] = Counter()
        for card in order[: SEATS * HAND]:
            number = 52 + JOKERS.index(card) if card in JOKERS else 13 * copies[card] + RANKS.index(card)
            copies[card] += 1
            self.state.apply_action(SEATS * HAND + number)

    @property
    def to_act(self) -> int | None:
        return None if self.state.is_terminal() else self.state.current_player()

    def legal(self) -> dict[str, int]:
        seat = self.state.current_player()
        return {self._key(self.state.action_to_string(seat, action)): action for action in self.state.legal_actions()}

    def _key(self, text: str) -> str:
        if text == "Pass" or text.startswith("Bid "):
            return text
        body, _, wings = text.replace("(BWJ)", "B").replace("(CJ)", "R").partition("-")
        counts = Counter(body)
        if not wings and sorted(counts.values()) in ([1, 3], [2, 3]):
            body, wings = (
                "".join(sorted(letter * count for letter, count in counts.items() if (count == 3) == trio))
                for trio in (True, False)
            )
        return f"{body}+{wings}" if wings else body

    def key(self, text: str) -> str:
        if text in ("no", "pass"):
            return "Pass"
        if text in ("1", "2", "3") and self.state.legal_actions()[-1] <= 3:
            return f"Bid {text}"
        play = parse(text)
        return letters(play.body) + ("+" + letters(play.wings) if play.wings else "")

    def play(self, key: str) -> Play:
        body, _, wings = key.partition("+")
        return Play(cards_of(body), cards_of(wings))

    def act(self, action: int) -> None:
        self.state.apply_action(action)

    def points(self) -> list[int]:
        return [int(value) for value in self.state.returns()]


class Arranged:
    """Chance that leaves nothing to chance: shuffling a deck puts the cards where they are wanted."""

    def __init__(self, wanted: Sequence[str]) -> None:
        self.wanted = wanted

    def shuffle(self, deck: list[Any]) -> None:
        copies: dict[str, list[Any]] = {}
        for card in deck:
            copies.setdefault(card.rank or card.suit[0], []).append(card)
        deck[:] = [copies[LETTERS.get(card, card)].pop() for card in self.wanted]


class RLCard:
    """`doudizhu` of RLCard, whose landlord is its player 0.  A key is `pass` or the letters of all the cards."""

    variant = "rlcard"
    package = "rlcard"

    def __init__(self, order: Sequence[str], first: int) -> None:
        self.game = importlib.import_module("rlcard.games.doudizhu").Game()
        self.first = first
        dealt = order[: SEATS * HAND]
        seats = [(first + player) % SEATS for player in range(SEATS)]
        self.game.np_random = Arranged([card for seat in seats for card in dealt[seat::SEATS]] + list(order[SEATS * HAND :]))
        self.game.init_game()

    @property
    def to_act(self) -> int | None:
        return None if self.game.is_over() else (self.game.get_player_id() + self.first) % SEATS

    def legal(self) -> dict[str, str]:
        return {action: action for action in self.game.state["actions"]}

    def key(self, text: str) -> str:
        return text if text == "pass" else letters(parse(text).cards.elements())

    def play(self, key: str) -> Play:
        """As one body, for want of a reading: only for the eyes of a reader."""
        return Play(cards_of(key))

    def act(self, action: str) -> None:
        self.game.step(action)

    def points(self) -> list[int]:
        payoffs = self.game.judger.judge_payoffs(self.game.round.landlord_id, self.game.winner_id)
        return [int(payoffs[(seat - self.first) % SEATS]) for seat in range(SEATS)]


JUDGES: dict[str, type[OpenSpiel] | type[RLCard]] = {"openspiel": OpenSpiel, "rlcard": RLCard}


def cards_of(text: str) -> tuple[str, ...]:
    names = {letter: card for card, letter in LETTERS.items()}
    return tuple(names.get(letter, letter) for letter in text)


def letters(cards: Iterable[str]) -> str:
    return "".join(LETTERS.get(card, card) for card in in_order(cards))


@dataclass(frozen=True)
class Claim:
    """A play that one side allows and the other does not."""

    ours: bool
    play: Play
    hand: Counter[str]
    table: Play | None


def run_from_a_four(claim: Claim) -> bool:
    """OpenSpiel begins sequences, pair sequences and bare airplanes only at ranks that are held fewer than four times."""
    runs = kind_of(claim.play.body) in ("sequence", "pair sequence", "airplane") and not claim.play.wings
    return claim.ours and runs and claim.hand[claim.play.body[0]] == 4


def bomb_on_rocket(claim: Claim) -> bool:
    """OpenSpiel adds the bombs of a hand to the answers to everything that is no bomb, the rocket included."""
    return not claim.ours and is_bomb(claim.play) and claim.table is not None and is_rocket(claim.table)


EXPLAINED: Mapping[str, Mapping[str, Callable[[Claim], bool]]] = {
    "openspiel": {
        "a run whose lowest rank is held four times is missing in OpenSpiel": run_from_a_four,
        "a bomb may be laid on the rocket in OpenSpiel": bomb_on_rocket,
    },
    "rlcard": {},
}


@dataclass
class Count:
    """What a comparison has been through."""

    deals: int = 0
    void: int = 0
    positions: int = 0
    bids: int = 0
    actions: int = 0
    shapes: Counter[str] = field(default_factory=Counter)  # of plays that were legal
    classes: Counter[str] = field(default_factory=Counter)  # plays by class of difference
    touched: Counter[str] = field(default_factory=Counter)  # positions by class of difference
    largest: int = 0  # points that a seat won or lost


def compare(judge: str, seed: int, count: Count, rules: Callable[[str, int], Rules] = Reference) -> None:
    """Play one deal on both.  Raises `Difference` with the seed that repeats it."""
    ours = rules(JUDGES[judge].variant, seed)
    theirs = JUDGES[judge](ours.order, ours.first)
    hands = [Counter(ours.order[seat : SEATS * HAND : SEATS]) for seat in range(SEATS)]
    bottom: list[str] = list(ours.order[SEATS * HAND :])
    chance = random.Random(seed)
    played: list[str] = []
    table: Play | None = None
    passes = 0

    def agree(what: str, mine: Any, other: Any) -> None:
        if mine != other:
            raise Difference(
                f"seed {seed}, {what}: our rules say {mine}, {judge} {other}\n  after {' '.join(played) or 'nothing'}"
            )

    while True:
        seat = ours.to_act
        agree("seat to act", seat, theirs.to_act)
        if seat is None:
            break
        legal, answers = sorted(ours.legal()), theirs.legal()
        keys = {theirs.key(text): text for text in legal}
        agree("number of different actions", len(legal), len(keys))
        bidding = bool(set(legal) & {"no"})
        if not bidding and bottom:  # the first to lay is the landlord
            hands[seat].update(bottom)
            bottom = []
        claims = [Claim(True, parse(keys[key]), hands[seat], table) for key in keys.keys() - answers.keys()]
        claims += [Claim(False, theirs.play(key), hands[seat], table) for key in answers.keys() - keys.keys()]
        unexplained = sorted(
            ("ours " if claim.ours else "theirs ") + claim.play.text for claim in claims if not reason(judge, claim)
        )
        agree("plays that only one side has, unexplained", [], unexplained)
        classes = Counter(reason(judge, claim) for claim in claims)
        count.classes += classes
        count.touched.update(classes.keys())
        count.positions += 1
        count.bids += bidding
        count.actions += len(legal)
        text = choose([keys[key] for key in sorted(keys.keys() & answers.keys())], chance, count)
        theirs.act(answers[theirs.key(text)])
        ours.act(text)
        played.append(text)
        if bidding:
            continue
        passes = passes + 1 if text == "pass" else 0
        if text != "pass":
            table = parse(text)
            hands[seat] -= table.cards
        elif passes == SEATS - 1:
            table = None
    agree("points", list(ours.points()), theirs.points())
    count.deals += 1
    count.void += not any(ours.points())
    count.largest = max(count.largest, *map(abs, ours.points()))


def reason(judge: str, claim: Claim) -> str:
    return next((sentence for sentence, holds in EXPLAINED[judge].items() if holds(claim)), "")


def choose(texts: Sequence[str], chance: random.Random, count: Count) -> str:
    """An action of a kind that is drawn first, so that the many plays with wings leave room for the others."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault("bid" if "no" in texts else shape_of(text), []).append(text)
    count.shapes.update(kinds.keys())
    if "pass" in kinds and len(kinds) > 1 and chance.random() < 0.5:
        del kinds["pass"]
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def shape_of(text: str) -> str:
    if text == "pass":
        return text
    kind, cards, wings = parse(text).shape
    groups = cards // 3 if kind in ("trio", "airplane") else 2
    return kind + {0: "", groups: " with singles"}.get(wings, " with pairs")


def report(judge: str, count: Count, seconds: float) -> str:
    lines = [
        f"{judge}: {count.positions} positions of {count.deals} deals, {count.actions} legal actions, {seconds:.0f} s",
        f"of them {count.bids} bids; {count.void} deals without a landlord; all points agree, the largest {count.largest}",
        "positions where a kind was legal  "
        + "  ".join(f"{shape}: {number}" for shape, number in sorted(count.shapes.items())),
    ]
    lines += [f"{reason}: {plays} plays in {count.touched[reason]} positions" for reason, plays in count.classes.items()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", choices=JUDGES, required=True)
    parser.add_argument("--positions", type=int, default=100_000, help="how many decisions to compare at least")
    parser.add_argument("--seed", type=int, default=1, help="the first deal's seed; each deal has the next one")
    parser.add_argument("--rules", default=REFERENCE, help=f"whose rules are judged: {REFERENCE}, or the name of a game")
    arguments = parser.parse_args()
    if importlib.util.find_spec(JUDGES[arguments.judge].package) is None:
        print(f"{arguments.judge} is not installed here: there is no module {JUDGES[arguments.judge].package}")
        return 2
    rules = Reference if arguments.rules == REFERENCE else functools.partial(Engine, find_game(arguments.rules))
    count, begun, seed = Count(), time.monotonic(), arguments.seed
    while count.positions < arguments.positions:
        try:
            compare(arguments.judge, seed, count, rules)
        except Difference as difference:
            print(difference)
            return 1
        seed += 1
    print(report(arguments.judge, count, time.monotonic() - begun))
    return 0


if __name__ == "__main__":
    sys.exit(main())
