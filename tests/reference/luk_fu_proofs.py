"""Why a card of Luk Fu is aged: the facts that prove it, from §7 of the rule book alone.

A proof is a set of facts.  What was seen, one's own cards and how many lie where are known anyway and are no facts to be left
out; so a card that is aged from the start or by what was seen has the empty proof.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from tests.reference.luk_fu_evidence import Evidence, Fact
from tests.reference.luk_fu_rules import AGED_FROM_THE_START, higher_cards
from tests.reference.luk_fu_search import Search

Proof = frozenset[Fact]


def proves(evidence: Evidence, card: str, facts: Collection[Fact]) -> bool:
    """Is the card aged by these facts alone?"""
    search = Search(evidence, facts)
    higher = higher_cards(card, evidence.unseen)
    return card in AGED_FROM_THE_START or not any(search.may_be_held(other) for other in higher)


def proves_by_worlds(evidence: Evidence, card: str, facts: Collection[Fact]) -> bool:
    """The same, by looking at every world."""
    return card in AGED_FROM_THE_START or not higher_cards(card, evidence.threats(facts))


def is_minimal_proof(evidence: Evidence, card: str, facts: Collection[Fact]) -> bool:
    """None of the facts can be left out.  More facts never prove less, so one at a time is enough."""
    return proves(evidence, card, facts) and not any(proves(evidence, card, set(facts) - {fact}) for fact in facts)


def minimal_proofs(evidence: Evidence, card: str) -> set[Proof]:
    """All of them, the shortest first; for packs with few facts."""
    facts = evidence.facts()
    found: set[Proof] = set()
    for size in range(len(facts) + 1):
        for chosen in map(frozenset, combinations(facts, size)):
            if not any(proof <= chosen for proof in found) and proves(evidence, card, chosen):
                found.add(chosen)
    return found


def minimal_proof(evidence: Evidence, card: str) -> Proof | None:
    """One of them, by leaving out what can be left out, early facts first; None for a young card."""
    if not proves(evidence, card, evidence.facts()):
        return None
    kept = evidence.facts()
    for fact in evidence.facts():
        if proves(evidence, card, set(kept) - {fact}):
            kept.remove(fact)
    return frozenset(kept)
