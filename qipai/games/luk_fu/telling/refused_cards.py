"""§5, §6, §8  Why some cards may not be led, do not beat, or may not be surrendered."""

from typing import Any

from qipai.engine.errors import Refusal, Words
from qipai.engine.wording import followed

from ..cards import LI_CHEN_MASK, UNBEATABLE, count_of, face_of, highest_of, lowest_of, suit_of
from ..notation.naming import melds_in, name_cards, name_of, suit_name
from ..rules.leading import first_category
from ..rules.melds import SINGLE, superior_in, type_of
from ..rules.rounds import best_meld, to_surrender_to
from ..seating import privileged_of
from ..words import refuse, said

PAIR = 2


def refuse_meld(cards: int) -> Refusal:
    """§5.3, §5.4  Return the most telling reason why several cards (a mask) are no meld."""
    if count_of(cards) == PAIR:
        return refuse("two_cards")
    if cards & LI_CHEN_MASK:
        return refuse("li_chen_alone")
    low, high = int(lowest_of(cards)), int(highest_of(cards))
    between = (2 << high) - (1 << low) & ~cards
    if suit_of(low) == suit_of(high):
        return refuse("not_neighbours", cards=name_cards(cards), missing=name_cards(between))
    return refuse("no_meld", cards=name_cards(cards))


def refuse_lead(public: Any, hand: int, aged: int, card: int) -> Refusal:
    """§8.2, §8.3  Return the refusal of a single card as a lead, naming what has to be led before it.

    `hand`, `aged` and `card` are masks of the observer's cards.
    """
    first = int(first_category(hand, aged))
    suit = int(suit_of(lowest_of(first)))
    if card == LI_CHEN_MASK:
        code = "li_chen_last"
    elif suit == suit_of(lowest_of(card)):
        code = "young_first"
    else:
        code = "neither_first_nor_aged" if privileged_of(public) == 0 else "higher_suit_first"
    refusal = refuse(code, card=name_cards(card), first=any_of(first))
    if not any(face_of(int(lowest_of(card))) in meld["cards"] for meld in melds_in(hand)):
        return refusal
    return refusal._replace(text=followed(refusal.text, said("parts.in_a_meld")))


def any_of(cards: int) -> Words:
    """Return words for a mask of cards: the card, or "one of" several."""
    return said("parts.one_of", cards=name_cards(cards)) if count_of(cards) > 1 else name_cards(cards)


def refuse_beat(cards: int, best: int) -> Refusal:
    """§5.1, §5.2, §5.5  Return the reason why as many cards as the best meld do not beat it; both are masks."""
    kind = type_of(best)
    if kind == SINGLE:
        card, low = int(lowest_of(cards)), int(lowest_of(best))
        if best & UNBEATABLE:
            return refuse("cannot_be_beaten", best=name_of(low))
        if cards & UNBEATABLE:
            return refuse("beats_nothing", card=name_of(card))
        if suit_of(card) != suit_of(low):
            return refuse("other_suit", best=name_of(low), suit=suit_name(suit_of(low)), card=name_of(card))
    elif type_of(cards) == 0:
        return refuse_meld(cards)
    elif type_of(cards) != kind:
        return refuse("other_type", cards=name_cards(cards), best=name_cards(best))
    return refuse("not_superior", cards=name_cards(cards), best=name_cards(best))


def refuse_surrender(public: Any, rules: Any, hand: int, cards: int) -> Refusal:
    """§6.3, §11.2  Return the refusal of a surrender: what would stay in the hand could beat the meld that counts."""
    meld, best = int(to_surrender_to(public, rules)), int(best_meld(public))
    by_lead = "" if meld == best else "_lead"
    named = {"best": name_cards(best), "lead": name_cards(meld)}
    if cards_to_break(hand, meld) > count_of(meld):
        return refuse(f"must_beat{by_lead}", **named)
    return refuse(f"keeps_power{by_lead}", kept=name_cards(a_beat(hand & ~cards, meld)), **named)


def cards_to_break(hand: int, meld: int) -> int:
    """§6.3  Return how many cards must leave a hand before it no longer beats a meld; both are masks.

    Of each beat that is found the highest card is taken away.
    """
    broken = 0
    while found := int(superior_in(hand, meld)):
        hand &= ~(1 << int(highest_of(found)))
        broken += 1
    return broken


def a_beat(kept: int, meld: int) -> int:
    """Return a mask of cards, as many as in the meld, with which the kept cards beat it; 0 if they do not."""
    found = int(superior_in(kept, meld))
    while count_of(found) > count_of(meld):
        found &= found - 1  # any of a gok of four
    return found
