"""§7.2 to §7.7  The clauses of a reason: what one has seen of higher cards, a surrender, a single lead."""

from typing import Any, NamedTuple

from qipai.engine.errors import Words

from . import reason_words as said
from .cards import EMPTY, NO_SUIT, above, lowest_of, rank_of, suit_of
from .evidence import AGED_LEADS, best_before, face_up_cards, own_from, shown_from
from .melds import GOK, SINGLE, of_rank, suit_cards, type_of
from .naming import SUIT_NAMES, in_each, name_cards, name_of, name_suits, place_of
from .seating import is_active, privileged_of
from .state import MAX_ROUNDS
from .variants import LEAD


class Proven(NamedTuple):
    """A fact of a proof: a surrender of one opponent, or of both to the same meld, or a single lead."""

    round: int  # from 0
    chairs: tuple[int, ...]
    is_lead: bool


Named = dict[str, Words | int | str]


def fill(words: Words, /, **named: Words | int | str) -> Words:
    """A clause in each language; what is named has a form for each too, or the same for all."""

    def filled(language: str) -> str:
        parts = {name: str(part) if isinstance(part, int | str) else part[language] for name, part in named.items()}
        return words[language].format(**parts)

    return in_each(filled)


def were(cards: int) -> str:
    """The English verb of some cards."""
    return "were" if cards & cards - 1 else "was"


def tell_seen(observation: Any, card: int) -> list[Words]:
    """§7.2, §7.3  The higher cards that one holds, that lay face up, that one has surrendered."""
    own, higher = observation.own, int(above(card)) & int(observation.table.pack)
    down = EMPTY
    for number in range(MAX_ROUNDS):
        down |= int(own.down[number])
    clauses = []
    face_up = higher & int(face_up_cards(observation.table))
    if higher & int(own.hand):
        clauses.append(fill(said.MINE, cards=name_cards(higher & int(own.hand))))
    if face_up:
        clauses.append(fill(said.FACE_UP, cards=name_cards(face_up), was=were(face_up)))
    if higher & down:
        clauses.append(fill(said.DOWN, cards=name_cards(higher & down)))
    return clauses


# -- surrenders


def tell_surrender(observation: Any, rules: Any, unseen: int, fact: Proven) -> Words:
    """§7.4, §7.6  What was not kept, where the facts are about higher cards that are unseen."""
    table, chair = observation.table, fact.chairs[0]
    best, both = int(best_before(table, fact.round, chair)), len(fact.chairs) > 1
    who = said.BOTH if both else place_of(table, chair)
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
        clause = fill(said.BOUND_BOTH if both else said.BOUND, suit=SUIT_NAMES[suit_of(low)], **named)
    else:
        clause = fill(said.GOK if kind == GOK else said.RUN, **named)
    first = int(table.rounds[fact.round].face[table.rounds[fact.round].leader])
    if rules.surrender_reference == LEAD and first != best:
        clause = joined(clause, fill(said.MEASURED, lead=name_cards(first)))
    shown = EMPTY if both or kind == SINGLE else telling_shown(table, chair, fact.round, best, unseen)
    return joined(clause, fill(said.THERE_ALREADY, shown=name_cards(shown), was=were(shown))) if shown else clause


def telling_shown(table: Any, chair: int, number: int, best: int, unseen: int) -> int:
    """§7.6  What was laid later and, with an unseen card, would have beaten the best: it was in that hand then."""
    shown, relevant = int(shown_from(table, chair, number + 1)), EMPTY
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
    """The cards that can be in a run of that length with a card."""
    width = 2 * count - 1
    return ((1 << width) - 1 << card) >> count - 1


def joined(clause: Words, more: Words) -> Words:
    return in_each(lambda language: clause[language] + more[language])


# -- leads


def tell_lead(observation: Any, card: int, fact: Proven) -> Words:
    """§7.7  What a leader did not hold, as far as it matters for a card."""
    table, chair = observation.table, fact.chairs[0]
    led = int(table.rounds[fact.round].face[chair])
    number = int(lowest_of(led))
    named: Named = {"who": place_of(table, chair), "card": name_of(number), "round": fact.round + 1}
    suit, own_suit = int(suit_of(number)), int(suit_of(card))
    higher = [own_suit] if own_suit > suit else list(range(suit + 1, NO_SUIT))
    if privileged_of(table) == chair:
        beater = find_beater(observation, fact.round, chair, number)
        words = said.COULD_BE_BEATEN if beater else said.IF_BEATEN
        return fill(words, suits=name_suits(higher), beater=beater or "", **named)
    if own_suit > suit or not led & AGED_LEADS:
        return fill(said.HIGHEST_SUIT, suits=name_suits(higher), **named)
    if own_suit == suit or not higher:
        return fill(said.YOUNG_FIRST, suit=SUIT_NAMES[suit], **named)
    return fill(said.YOUNG_FIRST_AND_HIGHEST, suits=name_suits(higher), suit=SUIT_NAMES[suit], **named)


def find_beater(observation: Any, number: int, leader: int, card: int) -> Words | None:
    """§7.7  Who is known to have held a higher card of the suit when a single card was led."""
    table = observation.table
    mine = int(own_from(table, 0, observation.own, number)) & int(above(card))
    if mine:
        return fill(said.YOUR, cards=name_cards(mine & -mine))
    for chair in range(1, int(table.players)):
        shown = int(shown_from(table, chair, number)) & int(above(card))
        if chair != leader and is_active(table, chair) and shown:
            return fill(said.THEIR, cards=name_cards(shown & -shown), who=place_of(table, chair))
    return None
