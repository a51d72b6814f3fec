"""What a player of Luk Fu can prove where there are too many worlds to look at: a search for one with a threat in it.

§7.6 and §7.7 of the rule book are turned round here: each says that some cards were not all where they would have to be.
A claim is that a player still had a card after some round; every fact forbids sets of claims that cannot all be true.  The
search deals the unseen cards out, and where a forbidden set has come true, tries again without each of its claims in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from tests.reference.luk_fu_evidence import Evidence, Fact, Seat, World, not_threatened
from tests.reference.luk_fu_rules import AGED_FROM_THE_START, LI_CHEN, Cards, beats, place_of_suit, same_suit

NOW = 99  # later than every round


class Claim(NamedTuple):
    """That a player still had this card when the round with that number was over for them."""

    seat: Seat
    card: str
    nth: int


class Place(NamedTuple):
    """Where an unseen card can lie: what a player threw away in a round, a hand (NOW), or the dreamer's place."""

    seat: Seat
    left: int

    def fulfils(self, claim: Claim) -> bool:
        return self.seat == claim.seat and self.left > claim.nth


DREAM = Place(None, NOW)
Domains = dict[str, frozenset[Place]]  # where each unseen card may lie
Forbidden = list[tuple[Claim, ...]]


def forbidden_by(evidence: Evidence, fact: Fact) -> Iterator[set[Claim]]:
    """What cannot all be true, by one fact."""
    seat, before = fact.seat, fact.nth - 1
    if fact.did == "surrender":
        for kept in beats(evidence.pack, fact.best):
            yield {Claim(seat, card, fact.nth) for card in kept}
        if evidence.rules["surrender_reference"] == "lead":  # §11.2  nor, who had what beats the best, more than the lead
            for kept in beats(evidence.pack, fact.lead) - beats(evidence.pack, fact.best):
                for had in beats(evidence.pack, fact.best):
                    yield {Claim(seat, card, fact.nth) for card in kept} | {Claim(seat, card, before) for card in had}
        return
    (led,) = fact.lead
    rivals = [other for other in evidence.players if other != seat]
    ordinary = seat != evidence.privileged
    higher_suits = [card for card in evidence.pack if place_of_suit(card) < place_of_suit(led)]
    for card in higher_suits:
        if ordinary:  # §7.7, the first
            yield {Claim(seat, card, before)}
        for rival, (higher,) in product(rivals, beats(evidence.pack, fact.lead)):  # §7.7, the second
            yield {Claim(seat, card, before), Claim(rival, higher, before)}
    if ordinary and led in AGED_FROM_THE_START - {LI_CHEN}:  # §7.7, the third
        for card in evidence.pack:
            if same_suit(card, led) and card != led:
                for rival, (higher,) in product(rivals, beats(evidence.pack, frozenset({card}))):
                    yield {Claim(seat, card, before), Claim(rival, higher, before)}


class Search:
    """One question after another about the same evidence, or about some facts of it."""

    def __init__(self, evidence: Evidence, facts: Collection[Fact] | None = None) -> None:
        self.evidence = evidence
        self.known = self._known()
        self.room = self._room()
        self.true: dict[Claim, frozenset[Place]] = {}  # where a card lies when a claim is true
        self.forbidden: Forbidden = []
        for fact in evidence.facts() if facts is None else facts:
            for claims in forbidden_by(evidence, fact):
                self._forbid(claims)
        self.domains: Domains = dict.fromkeys(sorted(evidence.unseen), frozenset(self.room))
        self.threats: set[str] = set()  # seen in a hand in some world that was found

    def _forbid(self, claims: set[Claim]) -> None:
        """Not where one of them is known to be false."""
        for claim in claims:
            where = {self.known[claim.card]} if claim.card in self.known else set(self.room)
            self.true[claim] = frozenset(place for place in where if place.fulfils(claim))
        if all(self.true[claim] for claim in claims):
            self.forbidden.append(tuple(claim for claim in claims if claim.card not in self.known))

    def _known(self) -> dict[str, Place]:
        """Where the seen cards lie."""
        known = {card: Place(self.evidence.holder, NOW) for card in self.evidence.hand}
        known |= dict.fromkeys(self.evidence.own_dream, DREAM)
        for nth, acts in enumerate(self.evidence.rounds):
            for act in acts:
                known |= {card: Place(act.seat, nth) for card in act.cards or ()}
        return known

    def _room(self) -> dict[Place, int]:
        """How many unseen cards lie in each place."""
        room = {Place(seat, NOW): self.evidence.size(seat) for seat in self.evidence.others}
        for nth, acts in enumerate(self.evidence.rounds):
            room |= {Place(act.seat, nth): act.size for act in acts if act.cards is None}
        return {place: size for place, size in {**room, DREAM: self.evidence.dreamer}.items() if size}

    # what is asked ------------------------------------------------------------------------------------------------

    def world_with(self, card: str, seat: Seat) -> World | None:
        """A world that agrees, in which this player has the card now."""
        lying = self._dealt_out({**self.domains, card: self.domains[card] & {Place(seat, NOW)}})
        return None if lying is None else self._world(lying)

    def agrees(self) -> bool:
        """Is there any world at all?"""
        return self._dealt_out(self.domains) is not None

    def may_be_held(self, card: str) -> bool:
        """Can an opponent have it?"""
        for seat in self.evidence.others:
            if card in self.threats:
                break
            world = self.world_with(card, seat)
            if world is not None:
                self.threats.update(card for hand in world.hands.values() for card in hand)
        return card in self.threats

    def aged(self) -> Cards:
        """§7.5"""
        return not_threatened(self.evidence.hand, {card for card in self.evidence.unseen if self.may_be_held(card)})

    def _world(self, lying: dict[str, Place]) -> World:
        def at(place: Place) -> Cards:
            return frozenset(card for card, where in lying.items() if where == place)

        hands = {seat: at(Place(seat, NOW)) for seat in self.evidence.others}
        away = {(place.seat, place.left): at(place) for place in self.room if place.left != NOW}
        return World(hands, away, at(DREAM))

    # the search ---------------------------------------------------------------------------------------------------

    def _dealt_out(self, domains: Domains) -> dict[str, Place] | None:
        """A way to place all cards in which nothing forbidden is true."""
        narrowed = self._narrowed(domains)
        lying = None if narrowed is None else self._filled(narrowed)
        if lying is None:
            return None
        for claims in self.forbidden:
            if all(lying[claim.card] in self.true[claim] for claim in claims):
                return self._without(narrowed, claims)
        return lying

    def _without(self, domains: Domains, claims: tuple[Claim, ...]) -> dict[str, Place] | None:
        """Some claim is the first that is false."""
        for claim in claims:
            lying = self._dealt_out({**domains, claim.card: domains[claim.card] - self.true[claim]})
            if lying is not None:
                return lying
            domains = {**domains, claim.card: domains[claim.card] & self.true[claim]}
        return None

    def _narrowed(self, domains: Domains) -> Domains | None:
        """Where all claims of a set but one are certain, that one is false."""
        changed = True
        while changed:
            changed = False
            for claims in self.forbidden:
                doubtful = [claim for claim in claims if not domains[claim.card] <= self.true[claim]]
                if not doubtful:
                    return None
                if len(doubtful) == 1:
                    [claim] = doubtful
                    false = domains[claim.card] - self.true[claim]
                    changed |= false != domains[claim.card]
                    domains = {**domains, claim.card: false}
        return domains

    def _filled(self, domains: Domains) -> dict[str, Place] | None:
        """Every card in a place of its domain and no place overfull; cards make room for each other."""
        lies: dict[Place, list[str]] = {place: [] for place in self.room}

        def put(card: str, tried: set[Place]) -> bool:
            for place in sorted(domains[card] - tried, key=lambda place: (place.left, str(place.seat))):
                tried.add(place)
                if len(lies[place]) < self.room[place]:
                    lies[place].append(card)
                    return True
                for other in lies[place]:
                    if put(other, tried):
                        lies[place].remove(other)
                        lies[place].append(card)
                        return True
            return False

        if not all(put(card, set()) for card in sorted(domains, key=lambda card: len(domains[card]))):
            return None
        return {card: place for place, cards in lies.items() for card in cards}
