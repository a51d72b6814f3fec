"""§7, §12.3  Why a card is aged, in a sentence: what its holder has seen, and the facts that prove the rest.

The facts are those of `proof.proof_of`, none of which can be left out.
"""

from typing import Any

from qipai.engine.errors import Words
from qipai.engine.wording import capitalised, followed, in_each, listed

from ..cards import AGED_FROM_THE_START, EMPTY, LI_CHEN, NINES, above, lowest_of, suit_of
from ..knowing.observation import seat_of
from ..notation.naming import name_cards, name_of, suit_name
from ..rules.evidence import begun, best_before, fact_of_lead, fact_of_surrender
from ..rules.melds import SINGLE, type_of
from ..words import said
from .board_fields import Reason, Seen
from .proof import proof_of
from .reason_clauses import Proven, tell_lead, tell_seen, tell_surrender


def reasons_of(observation: Any, rules: Any, aged: int) -> dict[int, Reason]:
    """§7, §12.3  Return the reason of each aged card of the observer's hand, by its number: §, sentence, rounds in question.

    `aged` is the mask of those cards.
    """
    reasons: dict[int, Reason] = {}
    proven: dict[tuple[int, int], int] = {}  # cards with the same higher cards unseen are aged for the same reason
    for card in range(LI_CHEN + 1):
        if not aged >> card & 1:
            continue
        if AGED_FROM_THE_START >> card & 1:
            reasons[card] = Reason(section="7.1", text=from_the_start(card), facts=[])
            continue
        unseen = int(observation.unseen) & above(card)
        key = int(suit_of(card)), unseen
        if key not in proven:
            proven[key] = int(proof_of(observation, rules, card)) if unseen else EMPTY
        reasons[card] = reason(observation, rules, card, unseen, facts_in(observation, proven[key]))
    return reasons


def from_the_start(card: int) -> Words:
    """§7.1  Return the sentence for a card that is aged before anything is laid."""
    if NINES >> card & 1:
        return said("reasons.nine", suit=suit_name(suit_of(card)))
    return said("reasons.alone", card=name_of(card))


def facts_in(observation: Any, mask: int) -> list[Proven]:
    """Return the facts of a mask, round by round; what both opponents surrendered to the same meld is one fact."""
    public = observation.public
    facts: list[Proven] = []
    for number in range(begun(public)):
        chairs = tuple(chair for chair in range(int(public.players)) if mask & fact_of_surrender(number, chair))
        if len(chairs) > 1 and best_before(public, number, chairs[0]) == best_before(public, number, chairs[1]):
            facts.append(Proven(number, chairs, False))
        else:
            facts += [Proven(number, (chair,), False) for chair in chairs]
        if mask & fact_of_lead(number):
            facts.append(Proven(number, (int(public.rounds[number].leader),), True))
    return facts


def reason(observation: Any, rules: Any, card: int, unseen: int, facts: list[Proven]) -> Reason:
    """§7.2 to §7.7  Return the reason why a card is aged: which higher cards were seen, and why no opponent has the others.

    `unseen` is the mask of higher cards that were not seen, `facts` are those that prove that nobody has them.
    """
    told = [
        tell_lead(observation, card, fact) if fact.is_lead else tell_surrender(observation, rules, unseen, fact)
        for fact in facts
    ]
    sentences = []
    if seen := tell_seen(observation, card):
        sentences.append(capitalised(followed(listed(seen, said("reasons.clauses")), said("reasons.full_stop"))))
    if unseen:
        facts_told = listed(told, said("reasons.clauses"))
        sentences.append(said("reasons.nobody_has", cards=name_cards(unseen), facts=facts_told))
    return Reason(
        section=section_of(observation, card, unseen, facts),
        text=listed(sentences, in_each(lambda language: " " if language == "en" else "")),
        facts=[
            Seen(
                round=fact.round + 1,
                seats=sorted(int(seat_of(observation, chair)) for chair in fact.chairs),
                fact="lead" if fact.is_lead else "surrender",
            )
            for fact in facts
        ],
    )


def section_of(observation: Any, card: int, unseen: int, facts: list[Proven]) -> str:
    """Return the § by which a card is aged: the last of those that its reasons need."""
    if any(fact.is_lead for fact in facts):
        return "7.7"
    if unseen:
        bests = [int(best_before(observation.public, fact.round, fact.chairs[0])) for fact in facts]
        bounds = all(type_of(best) == SINGLE and suit_of(lowest_of(best)) == suit_of(card) for best in bests)
        return "7.4" if bounds else "7.6"
    not_held = int(above(card)) & int(observation.public.pack) & ~int(observation.own.hand)
    return "7.3" if not_held else "7.2"
