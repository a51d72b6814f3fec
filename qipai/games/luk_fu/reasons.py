"""§7, §12.3  Why a card is aged, in a sentence: what its holder has seen, and the facts that prove the rest.

The facts are those of `proof.proof_of`, none of which can be left out.
"""

from typing import Any

from qipai.engine.errors import Words

from . import reason_words as said
from .cards import AGED_FROM_THE_START, EMPTY, LI_CHEN, NINES, above, lowest_of, suit_of
from .evidence import begun, best_before, fact_of_lead, fact_of_surrender
from .melds import SINGLE, type_of
from .naming import SUIT_NAMES, in_each, name_cards, name_of
from .observation import seat_of
from .proof import proof_of
from .reason_clauses import Proven, tell_lead, tell_seen, tell_surrender


def reasons_of(observation: Any, rules: Any, aged: int) -> dict[int, dict[str, Any]]:
    """Of each aged card of one's hand: the §, the sentence, and the rounds that it speaks of."""
    reasons: dict[int, dict[str, Any]] = {}
    proven: dict[tuple[int, int], int] = {}  # cards with the same higher cards unseen are aged for the same reason
    for card in range(LI_CHEN + 1):
        if not aged >> card & 1:
            continue
        if AGED_FROM_THE_START >> card & 1:
            reasons[card] = {"section": "7.1", "text": from_the_start(card), "facts": []}
            continue
        unseen = int(observation.unseen) & above(card)
        key = int(suit_of(card)), unseen
        if key not in proven:
            proven[key] = int(proof_of(observation, rules, card)) if unseen else EMPTY
        reasons[card] = reason(observation, rules, card, unseen, facts_in(observation, proven[key]))
    return reasons


def from_the_start(card: int) -> Words:
    """§7.1"""
    if NINES >> card & 1:
        return in_each(lambda language: said.NINE[language].format(suit=SUIT_NAMES[suit_of(card)][language]))
    name = name_of(card)
    return in_each(lambda language: said.ALONE[language].format(card=name[language]))


def facts_in(observation: Any, mask: int) -> list[Proven]:
    """The facts of a mask, round by round; what both opponents surrendered to alike is one."""
    table = observation.table
    facts: list[Proven] = []
    for number in range(begun(table)):
        chairs = tuple(chair for chair in range(int(table.players)) if mask & fact_of_surrender(number, chair))
        if len(chairs) > 1 and best_before(table, number, chairs[0]) == best_before(table, number, chairs[1]):
            facts.append(Proven(number, chairs, False))
        else:
            facts += [Proven(number, (chair,), False) for chair in chairs]
        if mask & fact_of_lead(number):
            facts.append(Proven(number, (int(table.rounds[number].leader),), True))
    return facts


def reason(observation: Any, rules: Any, card: int, unseen: int, facts: list[Proven]) -> dict[str, Any]:
    """§7.2 to §7.7  What of the higher cards one has seen, and why no opponent has the others."""
    told = [
        tell_lead(observation, card, fact) if fact.is_lead else tell_surrender(observation, rules, unseen, fact)
        for fact in facts
    ]
    seen = tell_seen(observation, card)
    names = name_cards(unseen) if unseen else None

    def sentence(language: str) -> str:
        first = said.CLAUSES[language].join(clause[language] for clause in seen)
        parts = [first[0].upper() + first[1:] + said.FULL_STOP[language]] if first else []
        if names:
            joined = said.CLAUSES[language].join(clause[language] for clause in told)
            parts.append(said.NOBODY_HAS[language].format(cards=names[language], facts=joined))
        return (" " if language == "en" else "").join(parts)

    return {
        "section": section_of(observation, card, unseen, facts),
        "text": in_each(sentence),
        "facts": [
            {
                "round": fact.round + 1,
                "seats": sorted(int(seat_of(observation, chair)) for chair in fact.chairs),
                "fact": "lead" if fact.is_lead else "surrender",
            }
            for fact in facts
        ],
    }


def section_of(observation: Any, card: int, unseen: int, facts: list[Proven]) -> str:
    """The § by which a card is aged: that of the furthest reaching of its reasons."""
    if any(fact.is_lead for fact in facts):
        return "7.7"
    if unseen:
        bests = [int(best_before(observation.table, fact.round, fact.chairs[0])) for fact in facts]
        bounds = all(type_of(best) == SINGLE and suit_of(lowest_of(best)) == suit_of(card) for best in bests)
        return "7.4" if bounds else "7.6"
    not_held = int(above(card)) & int(observation.table.pack) & ~int(observation.own.hand)
    return "7.3" if not_held else "7.2"
