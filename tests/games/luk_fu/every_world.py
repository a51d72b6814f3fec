"""§7.5 to §7.7  Every world that agrees with what a player knows, listed one by one, by the words of the rule book.

Only what lies open and the holder's own cards are looked at.  A fact is a surrender (round, seat) or a single lead (round,) of
another player; left out, it shows nothing.
"""

import random
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from qipai.engine import records
from tests.games.luk_fu.definitions import Cards, beats, can_beat, most_side_by_side
from tests.games.luk_fu.situations import CARDS, GAME, Situation, cards_in, mask, spell

HAND = 99  # the slot of what a player holds now, after all rounds
DREAM = "dream"
Fact = tuple[int, ...]
Held = frozenset[str]
World = dict[Any, Held]  # by (seat, slot), and DREAM
AGED_FROM_THE_START = {"9S", "9G", "9K", "9C", "1S", "1C", "L"}
SUITS = "SGKC"


class Act(NamedTuple):
    """What somebody did in a round."""

    seat: int
    face: Cards | None  # None: face down
    best: Cards  # as it stood then
    lead: Cards
    count: int


def suit(card: str) -> int:
    """0 for Sip, 4 for Li Chen."""
    return 4 if card == "L" else SUITS.index(card[1])


@lru_cache(None)
def beats_something(hand: Held, best: Cards) -> bool:
    return can_beat(hand, best)


def is_beaten(card: str, hands: Collection[Held]) -> bool:
    return any(beats((other,), (card,)) for hand in hands for other in hand)


class Knowledge:
    """What a holder knows; -1 only watches."""

    def __init__(self, situation: Situation, holder: int) -> None:
        public, holding = situation.public, records.to_plain(situation.state).holdings[holder]
        self.situation, self.holder = situation, holder
        self.options = GAME.changed_options(situation.ruleset)
        self.dreamer = (public.dealer + 2) % 4 if public.players == 4 else None
        self.players = [seat for seat in range(public.players) if seat != self.dreamer]
        self.others = [seat for seat in self.players if seat != holder]
        self.privileged = public.caller if public.caller != public.dealer else None
        self.free_opening = self.options.get("dealer_caller_free_open") == "true" and self.privileged is None
        self.rounds = [acts for number in range(12) if (acts := list(acts_of(public, number, self.players)))]
        self.own: dict[int, Held] = {}
        if holder >= 0:
            self.own = {HAND: frozenset(cards_in(spell(holding.hand)))}
            self.own |= {number: frozenset(cards_in(spell(cards))) for number, cards in enumerate(holding.down) if cards}
        faces = {card for acts in self.rounds for act in acts for card in act.face or ()}
        self.unseen = frozenset(cards_in(spell(public.pack))) - faces - frozenset().union(*self.own.values())
        dealt = (len(cards_in(spell(public.pack))) - bool(self.dreamer is not None)) // 3
        laid = {seat: sum(act.count for acts in self.rounds for act in acts if act.seat == seat) for seat in self.players}
        self.size = {seat: dealt - laid[seat] for seat in self.players}

    def act(self, number: int, seat: int) -> Act | None:
        return next((act for act in self.rounds[number] if act.seat == seat), None)

    def facts(self) -> list[Fact]:
        """Everything that others did and that may show something."""
        found: list[Fact] = []
        for number, acts in enumerate(self.rounds):
            for act in acts:
                if act.seat != self.holder and act.face is None:
                    found.append((number, act.seat))
                if act.seat != self.holder and act.face == act.lead and act.count == 1:
                    found.append((number,))
        return found

    # -- worlds

    def slots(self, seat: int) -> dict[Any, int]:
        """Where unseen cards of a player lie, the latest first, and how many."""
        downs = {n: act.count for n in range(len(self.rounds)) if (act := self.act(n, seat)) and act.face is None}
        return {HAND: self.size[seat], **dict(sorted(downs.items(), reverse=True))}

    def number_of_placements(self) -> int:
        """In how many ways the unseen cards can be laid, agreeing or not."""
        rest, ways = len(self.unseen), 1
        for seat in self.others:
            for count in self.slots(seat).values():
                ways *= comb(rest, count)
                rest -= count
        return ways

    def placements(self) -> Iterator[World]:
        """Every way of laying the unseen cards where as many as there are can be, agreeing or not."""

        def fill(places: list[tuple[Any, int]], rest: Held) -> Iterator[World]:
            if not places:
                yield {DREAM: rest}
                return
            (place, count), *others = places
            for chosen in map(frozenset, combinations(sorted(rest), count)):
                for world in fill(others, rest - chosen):
                    yield {place: chosen, **world}

        return fill([((seat, slot), n) for seat in self.others for slot, n in self.slots(seat).items()], self.unseen)

    def lawful_worlds(self) -> Iterator[World]:
        """§11.10  Every world that agrees with the rules, and not only with what is evidence in §7."""
        return (world for world in self.worlds() if self.allows_call(world))

    def allows_call(self, world: World) -> bool:
        """§11.10  Where evading is forbidden, no dealer with a strong hand has declined."""
        public = self.situation.public
        if self.options.get("evasion") != "forbid" or not public.declined >> public.dealer & 1:
            return True
        return most_side_by_side(self.held(world, public.dealer, 0)) < 6

    def worlds(self, heeded: Collection[Fact] | None = None) -> Iterator[World]:
        """Every world that agrees with these facts, with all if none are named."""
        facts = set(self.facts() if heeded is None else heeded)
        for world in self._of_all(self.others, self.unseen, facts):
            if all(self.allows_lead(world, fact[0]) for fact in facts if len(fact) == 1):
                yield world

    def _of_all(self, seats: list[int], rest: Held, facts: set[Fact]) -> Iterator[World]:
        if not seats:
            yield {DREAM: rest}
            return
        for own in self._of_one(seats[0], list(self.slots(seats[0]).items()), rest, {}, facts):
            for world in self._of_all(seats[1:], rest.difference(*own.values()), facts):
                yield {**own, **world}

    def _of_one(self, seat: int, slots: list[tuple[Any, int]], rest: Held, world: World, facts: set[Fact]) -> Iterator[World]:
        """From the present hand back, each surrender as it was allowed."""
        if not slots:
            yield world
            return
        (slot, count), *others = slots
        for chosen in map(frozenset, combinations(sorted(rest), count)):
            more = {**world, (seat, slot): chosen}
            if slot == HAND or (slot, seat) not in facts or self.allows_surrender(more, slot, seat):
                yield from self._of_one(seat, others, rest - chosen, more, facts)

    def held(self, world: Mapping[Any, Held], seat: int, number: int) -> Held:
        """A hand at the beginning of a round, as a world has it."""
        down = (
            self.own if seat == self.holder else {slot: world[seat, slot] for who, slot in filter(both, world) if who == seat}
        )
        cards = set().union(*(lying for slot, lying in down.items() if slot >= number))
        for acts in self.rounds[number:]:
            cards.update(*(act.face for act in acts if act.seat == seat and act.face))
        return frozenset(cards)

    def allows_surrender(self, world: Mapping[Any, Held], number: int, seat: int) -> bool:
        """§7.6, §6.3, §11.2, §11.3"""
        act = self.act(number, seat)
        assert act is not None
        before, away = self.held(world, seat, number), world[seat, number]
        if self.options.get("surrender_singles_free") == "true" and act.count == 1:
            return True
        if self.options.get("surrender_reference") == "lead":
            return not beats_something(before, act.best) or not beats_something(before - away, act.lead)
        return not beats_something(before - away, act.best)

    def allows_lead(self, world: Mapping[Any, Held], number: int) -> bool:
        """§7.7"""
        act = self.rounds[number][0]
        (led,) = act.lead
        if number == 0 and self.free_opening:
            return True
        hand = self.held(world, act.seat, number)
        rivals = [self.held(world, seat, number) for seat in self.players if seat != act.seat]
        has_higher_suit = any(suit(card) < suit(led) for card in hand)
        if act.seat == self.privileged:
            return not (has_higher_suit and is_beaten(led, rivals))
        if has_higher_suit:
            return False
        young = [card for card in hand if suit(card) == suit(led) and card != led]
        return led not in AGED_FROM_THE_START - {"L"} or not any(is_beaten(card, rivals) for card in young)

    # -- what follows

    def aged(self, heeded: Collection[Fact] | None = None) -> set[str]:
        """§7.1, §7.2, §7.5  The aged cards of the holder's hand."""
        hand = self.own[HAND]
        young = {card for card in hand if card not in AGED_FROM_THE_START and any(is_higher(c, card) for c in self.unseen)}
        doubtful = set(young)
        for world in self.worlds(heeded) if doubtful else ():
            threats = [card for seat in self.others for card in world[seat, HAND]]
            doubtful = {card for card in doubtful if not any(is_higher(other, card) for other in threats)}
            if not doubtful:
                break
        return set(hand - young) | doubtful

    def state(self, world: World) -> Any:
        """The state in which the unseen cards lie so."""
        state = records.copy(self.situation.state)
        holdings = records.opened(state).holdings
        for place, cards in world.items():
            if place == DREAM:
                if self.dreamer is not None and self.holder != self.dreamer:
                    holdings[self.dreamer].hand = mask("-".join(cards))
            elif place[1] == HAND:
                holdings[place[0]].hand = mask("-".join(cards))
            else:
                holdings[place[0]].down[place[1]] = mask("-".join(cards))
        return with_aged(self.situation, state)

    def world_in(self, state: Any) -> World:
        """What a state says of the unseen cards."""
        holdings, rest, world = records.opened(state).holdings, self.unseen, {}
        for seat in self.others:
            holding = holdings[seat]
            for slot in self.slots(seat):
                world[seat, slot] = held_in(int(holding.hand if slot == HAND else holding.down[slot]))
                rest -= world[seat, slot]
        return {**world, DREAM: rest}


@lru_cache(None)
def held_in(cards: int) -> Held:
    return frozenset(cards_in(spell(cards)))


def both(place: Any) -> bool:
    return place != DREAM


def is_higher(other: str, card: str) -> bool:
    return suit(other) == suit(card) and other > card


def with_aged(situation: Situation, state: Any) -> Any:
    """The same state, and it says of its leader's cards what the leader can prove in it."""
    if situation.phase == "leading":
        observation = GAME.new_observation()
        GAME.observe(state, situation.rules, situation.seat, observation)
        records.opened(state).aged = records.opened(observation).aged
    return state


def acts_of(public: Any, number: int, players: list[int]) -> Iterator[Act]:
    """What was done in a round, in turn."""
    past = public.rounds[number]
    if not past.count:
        return
    lead = best = tuple(cards_in(spell(past.face[past.leader])))
    turn = players.index(past.leader)
    for seat in players[turn:] + players[:turn]:
        if past.laid >> seat & 1:
            face = tuple(cards_in(spell(past.face[seat]))) or None
            yield Act(seat, face, best, lead, past.count)
            best = face or best


def lay_randomly(situation: Situation, chance: random.Random) -> None:
    """A decision by chance that makes deals last: nobody declares, and leads of one card are as likely as all others."""
    legal = [text for text in situation.legal() if text != "declare"]
    singles = [text for text in legal if text in CARDS]
    situation.play(chance.choice(singles if singles and chance.random() < 0.6 else legal))
