"""§7.2 to §7.7  The clauses of a reason: what one has seen of higher cards, a surrender, a single lead."""

from typing import Any, NamedTuple

from qipai.engine.errors import Words
from qipai.engine.wording import followed

from ..cards import EMPTY, NO_SUIT, above, lowest_of, rank_of, suit_of
from ..notation.naming import name_cards, name_of, name_suits, place_of, suit_name
from ..rules.evidence import AGED_LEADS, best_before, face_up_cards, own_from, shown_from
from ..rules.melds import GOK, SINGLE, of_rank, suit_cards, type_of
from ..seating import is_active, privileged_of
from ..state import MAX_ROUNDS
from ..variants import LEAD
from ..words import said


class Proven(NamedTuple):
    """A fact of a proof: a surrender of one opponent, or of both to the same meld, or the lead of a single card."""

    round: int  # from 0
    chairs: tuple[int, ...]
    is_lead: bool


Named = dict[str, Words | int | str]


def tell_seen(observation: Any, card: int) -> list[Words]:
    """§7.2, §7.3  Return clauses about the higher cards that the observer holds, has seen face up, or has surrendered."""
    own, higher = observation.own, int(above(card)) & int(observation.public.pack)
    down = EMPTY
    for number in range(MAX_ROUNDS):
        down |= int(own.down[number])
    clauses = []
    face_up = higher & int(face_up_cards(observation.public))
    if higher & int(own.hand):
        clauses.append(said("reasons.mine", cards=name_cards(higher & int(own.hand))))
    if face_up:
        clauses.append(said("reasons.face_up", cards=name_cards(face_up), n=face_up.bit_count()))
    if higher & down:
        clauses.append(said("reasons.down", cards=name_cards(higher & down)))
    return clauses


# -- surrenders


def tell_surrender(observation: Any, rules: Any, unseen: int, fact: Proven) -> Words:
    """§7.4, §7.6  Return the clause that says what a surrender proves the opponents not to have kept.

    `unseen` is the mask of the cards, higher than the one in question, that the observer has not seen.
    """
    public, chair = observation.public, fact.chairs[0]
    best, both = int(best_before(public, fact.round, chair)), len(fact.chairs) > 1
    who = said("reasons.both") if both else place_of(public, chair)
    low = int(lowest_of(best))
    named: Named = {
        "who": who,
        "round": fact.round + 1,
        "best": name_cards(best),
        "rank": int(rank_of(low)),
        "count": best.bit_count(),
    }
    kind = type_of(best)
    if kind == SINGLE:
        clause = said("reasons.bound_both" if both else "reasons.bound", suit=suit_name(suit_of(low)), **named)
    else:
        clause = said("reasons.gok" if kind == GOK else "reasons.run", **named)
    first = int(public.rounds[fact.round].face[public.rounds[fact.round].leader])
    if rules.surrender_reference == LEAD and first != best:
        clause = followed(clause, said("reasons.measured", lead=name_cards(first)))
    shown = EMPTY if both or kind == SINGLE else telling_shown(public, chair, fact.round, best, unseen)
    return followed(clause, said("reasons.there_already", shown=name_cards(shown), n=shown.bit_count())) if shown else clause


def telling_shown(public: Any, chair: int, number: int, best: int, unseen: int) -> int:
    """§7.6  Return the mask of cards that a chair laid after a round in which it surrendered, and that matter for this proof.

    Together with an unseen card each would have beaten `best`, the best meld of that round; and they were in the hand then.
    `number` is the round, counted from 0; `best` and `unseen` are masks.
    """
    shown, relevant = int(shown_from(public, chair, number + 1)), EMPTY
    rest = unseen
    while rest:
        card = int(lowest_of(rest))
        rest &= rest - 1
        if type_of(best) == GOK:
            relevant |= shown & int(of_rank(shown, rank_of(card)))
        else:
            relevant |= int(suit_cards(shown, suit_of(card))) & near(card, best.bit_count())
    return relevant


def near(card: int, count: int) -> int:
    """Return the mask of cards that can be in a run of `count` cards together with a card, by its number."""
    width = 2 * count - 1
    return ((1 << width) - 1 << card) >> count - 1


# -- leads


def tell_lead(observation: Any, card: int, fact: Proven) -> Words:
    """§7.7  Return the clause that says what the leader of a single card did not hold, as far as it matters for `card`."""
    public, chair = observation.public, fact.chairs[0]
    led = int(public.rounds[fact.round].face[chair])
    number = int(lowest_of(led))
    named: Named = {"who": place_of(public, chair), "card": name_of(number), "round": fact.round + 1}
    suit, own_suit = int(suit_of(number)), int(suit_of(card))
    higher = [own_suit] if own_suit > suit else list(range(suit + 1, NO_SUIT))
    if privileged_of(public) == chair:
        beater = find_beater(observation, fact.round, chair, number)
        key = "reasons.could_be_beaten" if beater else "reasons.if_beaten"
        return said(key, suits=name_suits(higher), beater=beater or "", **named)
    if own_suit > suit or not led & AGED_LEADS:
        return said("reasons.highest_suit", suits=name_suits(higher), **named)
    if own_suit == suit or not higher:
        return said("reasons.young_first", suit=suit_name(suit), **named)
    return said("reasons.young_first_and_highest", suits=name_suits(higher), suit=suit_name(suit), **named)


def find_beater(observation: Any, number: int, leader: int, card: int) -> Words | None:
    """§7.7  Return words for a higher card of the suit that somebody is known to have held when a single card was led.

    None if nobody is known to have held one.  `number` is the round, counted from 0; `leader` a chair; `card` the number of the
    card that was led.
    """
    public = observation.public
    mine = int(own_from(public, 0, observation.own, number)) & int(above(card))
    if mine:
        return said("reasons.your", cards=name_cards(mine & -mine))
    for chair in range(1, int(public.players)):
        shown = int(shown_from(public, chair, number)) & int(above(card))
        if chair != leader and is_active(public, chair) and shown:
            return said("reasons.their", cards=name_cards(shown & -shown), who=place_of(public, chair))
    return None
