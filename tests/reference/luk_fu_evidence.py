"""What a player of Luk Fu can prove, from §7 of the rule book alone: by looking at every world there is.

Nothing here ever gets a card that the holder cannot see.  A fact is a surrender or the lead of a single card by another
player; it can be left out, and then shows nothing.  All that was seen and how many cards lie where is always known.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from tests.reference.luk_fu_rules import (
    AGED_FROM_THE_START,
    LI_CHEN,
    STAND_ALONE,
    Cards,
    Rules,
    higher_cards,
    number,
    place_of_suit,
    same_suit,
    superior,
)

Seat = Hashable


class Act(NamedTuple):
    """What a player did in a round."""

    seat: Seat
    did: str  # lead, beat, surrender
    size: int
    cards: Cards | None  # None where the holder has not seen them


class Fact(NamedTuple):
    """Something that another player did and that the rules restrict."""

    nth: int  # round, the first being 0
    seat: Seat
    did: str  # lead, surrender
    lead: Cards  # of that round
    best: Cards  # as it stood then; the lead itself for the leader


@dataclass(frozen=True)
class World:
    """Where the cards lie that the holder cannot see."""

    hands: Mapping[Seat, Cards]  # now
    away: Mapping[tuple[Seat, int], Cards]  # face down, by player and round
    dreamer: Cards  # in the dreamer's place


class Story(NamedTuple):
    """What one player had, from some round on."""

    seat: Seat
    hand: Cards  # now
    away: Mapping[tuple[Seat, int], Cards]  # face down, by player and round
    held: Cards  # when that round began
    unplaced: Cards  # unseen cards that others may have


@dataclass(frozen=True)
class Evidence:
    """All that the holder knows.  Somebody who only watches holds nothing and is none of the players."""

    rules: Rules
    pack: Cards
    players: tuple[Seat, ...]  # the three, in turn from the dealer on
    holder: Seat
    hand: Cards
    rounds: tuple[tuple[Act, ...], ...]
    privileged: Seat | None
    dreamer: int = 0  # cards in the dreamer's place that the holder has not seen
    own_dream: Cards = field(default=frozenset())  # what the dreamer knows

    @property
    def others(self) -> list[Seat]:
        """§7  The opponents."""
        return [seat for seat in self.players if seat != self.holder]

    @property
    def dealt(self) -> int:
        """How many cards each player started with."""
        return (len(self.pack) - self.dreamer - len(self.own_dream)) // len(self.players)

    def size(self, seat: Seat) -> int:
        return self.dealt - sum(act.size for acts in self.rounds for act in acts if act.seat == seat)

    @property
    def face_up(self) -> Cards:
        return frozenset(card for acts in self.rounds for act in acts if act.did != "surrender" for card in act.cards)

    @property
    def thrown_away(self) -> Cards:
        """By the holder."""
        return frozenset(card for acts in self.rounds for act in acts if act.did == "surrender" for card in act.cards or ())

    @property
    def seen(self) -> Cards:
        """§7.3"""
        return self.hand | self.face_up | self.thrown_away | self.own_dream

    @property
    def unseen(self) -> Cards:
        return self.pack - self.seen

    def facts(self) -> list[Fact]:
        """§7.6, §7.7  Everything that may show where cards are."""
        found = []
        for nth, acts in enumerate(self.rounds):
            lead = best = acts[0].cards
            for act in acts:
                if act.seat != self.holder and self._shows_something(nth, act, best):
                    found.append(Fact(nth, act.seat, act.did, lead, best))
                if act.did == "beat":
                    best = act.cards
        return found

    def _shows_something(self, nth: int, act: Act, best: Cards) -> bool:
        if act.did == "surrender":
            return self.rules.shows_something(best)
        free = self.rules.is_on("dealer_caller_free_open") and nth == 0 and self.privileged is None  # §11.5
        return act.did == "lead" and act.size == 1 and not free

    # §7.5 ---------------------------------------------------------------------------------------------------------

    def held(self, world: World, seat: Seat, nth: int) -> Cards:
        """The hand of a player when the round with this number was over for them; -1 for the hand that was dealt."""
        hand = self.hand if seat == self.holder else world.hands[seat]
        for later in range(nth + 1, len(self.rounds)):
            for act in self.rounds[later]:
                if act.seat == seat:
                    hand |= world.away[seat, later] if act.cards is None else act.cards
        return hand

    def agrees(self, world: World, fact: Fact) -> bool:
        if fact.did == "surrender":
            return self._agrees_with_surrender(world, fact)
        return self._agrees_with_lead(world, fact)

    def _agrees_with_surrender(self, world: World, fact: Fact) -> bool:
        """§7.6"""
        before = self.held(world, fact.seat, fact.nth - 1)
        return self.rules.may_surrender(before, world.away[fact.seat, fact.nth], fact.lead, fact.best)

    def _agrees_with_lead(self, world: World, fact: Fact) -> bool:
        """§7.7"""
        (led,) = fact.lead
        hand = self.held(world, fact.seat, fact.nth - 1)
        against: Cards = frozenset()
        for seat in self.players:
            if seat != fact.seat:
                against |= self.held(world, seat, fact.nth - 1)

        def beatable(card: str) -> bool:
            return any(superior({other}, {card}) for other in against)

        ordinary = fact.seat != self.privileged
        has_higher_suit = any(place_of_suit(card) < place_of_suit(led) for card in hand)
        if ordinary and has_higher_suit:
            return False
        if beatable(led) and has_higher_suit:
            return False
        if ordinary and led in AGED_FROM_THE_START - {LI_CHEN}:
            return not any(beatable(card) for card in hand if same_suit(card, led))
        return True

    def worlds(self, facts: Collection[Fact] | None = None) -> Iterator[World]:
        """Every world that agrees with these facts, with all of them if none are named."""
        facts = self.facts() if facts is None else facts
        for stories in self._told(self.others, self.unseen, facts):
            world = self._world(stories)
            if self._agrees_with_leads(world, facts):
                yield world

    def threats(self, facts: Collection[Fact] | None = None) -> Cards:
        """§7.5  The cards that an opponent has in any of these worlds."""
        facts = self.facts() if facts is None else facts
        threats: Cards = frozenset()
        for stories in self._told(self.others, self.unseen, facts):
            hands = frozenset().union(*(story.hand for story in stories))
            if not hands <= threats and self._agrees_with_leads(self._world(stories), facts):
                threats |= hands
        return threats

    def _world(self, stories: list[Story]) -> World:
        hands = {story.seat: story.hand for story in stories}
        away = {place: cards for story in stories for place, cards in story.away.items()}
        return World(hands, away, self.unseen.difference(*hands.values(), *away.values()))

    def _agrees_with_leads(self, world: World, facts: Collection[Fact]) -> bool:
        return all(self._agrees_with_lead(world, fact) for fact in facts if fact.did == "lead")

    def _told(self, seats: list[Seat], unseen: Cards, facts: Collection[Fact]) -> Iterator[list[Story]]:
        """The stories of these players together, no card being in two of them."""
        if not seats:
            yield []
            return
        by_cards: dict[Cards, list[Story]] = {}
        for story in self._stories(seats[0], unseen, facts):
            by_cards.setdefault(story.hand.union(*story.away.values()), []).append(story)
        for cards, stories in by_cards.items():
            for others in self._told(seats[1:], unseen - cards, facts):
                for story in stories:
                    yield [story, *others]

    def _stories(self, seat: Seat, unseen: Cards, facts: Collection[Fact]) -> list[Story]:
        """Every way in which a player can have these cards, each surrender as it was allowed: from the present hand back."""
        hands = map(frozenset, combinations(sorted(unseen), self.size(seat)))
        stories = [Story(seat, hand, {}, hand, unseen - hand) for hand in hands]
        for nth in range(len(self.rounds) - 1, -1, -1):
            for act in self.rounds[nth]:
                if act.seat == seat:
                    [fact] = [fact for fact in facts if fact[:3] == (nth, seat, "surrender")] or [None]
                    stories = [earlier for story in stories for earlier in self._before(story, nth, act, fact)]
        return stories

    def _before(self, story: Story, nth: int, act: Act, fact: Fact | None) -> Iterator[Story]:
        """The story begun one round earlier."""
        if act.cards is not None:
            yield story._replace(held=story.held | act.cards)
            return
        for cards in map(frozenset, combinations(sorted(story.unplaced), act.size)):
            held = story.held | cards
            if fact is None or self.rules.may_surrender(held, cards, fact.lead, fact.best):
                yield Story(story.seat, story.hand, {**story.away, (story.seat, nth): cards}, held, story.unplaced - cards)

    # what is aged -------------------------------------------------------------------------------------------------

    def aged(self, level: str | None = None) -> Cards:
        """§7, §11.4  The aged cards of the hand."""
        level = level or self.rules["aged_inference"]
        if level == "exact":
            threats = self.threats()
        else:
            bounds = self.bounds() if level == "bounds" else {}
            threats = frozenset(c for c in self.unseen if not all(is_bounded(c, bounds, seat) for seat in self.others))
        return not_threatened(self.hand, threats)

    def bounds(self) -> dict[tuple[Seat, str], int]:
        """§7.4  The highest card of a suit that each opponent can have, by player and suit."""
        bounds: dict[tuple[Seat, str], int] = {}
        for fact in self.facts():
            if fact.did == "surrender" and len(fact.best) == 1 and not fact.best <= STAND_ALONE:
                (best,) = fact.best
                bounds[fact.seat, best[1]] = min(number(best), bounds.get((fact.seat, best[1]), 9))
        return bounds


def is_bounded(card: str, bounds: Mapping[tuple[Seat, str], int], seat: Seat) -> bool:
    """§7.4"""
    return card != LI_CHEN and bounds.get((seat, card[1]), 9) < number(card)


def not_threatened(hand: Collection[str], threats: Collection[str]) -> Cards:
    """§7.1, §7.2  The aged cards of a hand, when these may be with an opponent."""
    return frozenset(card for card in hand if card in AGED_FROM_THE_START or not higher_cards(card, threats))
