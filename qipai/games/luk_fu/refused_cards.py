"""§5, §6, §8  Why some cards may not be led, do not beat, or may not be surrendered."""

from typing import Any

from qipai.engine.errors import Refusal, Words

from .cards import LI_CHEN_MASK, UNBEATABLE, count_of, highest_of, lowest_of, suit_of
from .leading import first_category
from .melds import SINGLE, superior_in, type_of
from .naming import SUIT_NAMES, in_each, melds_in, name_cards, name_of
from .reason_clauses import fill
from .refusal_words import IN_A_MELD, ONE_OF
from .refusals import refuse
from .rounds import best_meld, to_surrender_to
from .seating import privileged_of
from .text import face_of

PAIR = 2


def refuse_meld(cards: int) -> Refusal:
    """§5.3, §5.4  The nearest reason why several cards are no meld."""
    if count_of(cards) == PAIR:
        return refuse("two_cards")
    if cards & LI_CHEN_MASK:
        return refuse("li_chen_alone")
    low, high = int(lowest_of(cards)), int(highest_of(cards))
    between = (2 << high) - (1 << low) & ~cards
    if suit_of(low) == suit_of(high):
        return refuse("not_neighbours", cards=name_cards(cards), missing=name_cards(between))
    return refuse("no_meld", cards=name_cards(cards))


def refuse_lead(table: Any, hand: int, aged: int, card: int) -> Refusal:
    """§8.2, §8.3  What has to be led before a single card."""
    first = int(first_category(hand, aged))
    suit = int(suit_of(lowest_of(first)))
    if card == LI_CHEN_MASK:
        code = "li_chen_last"
    elif suit == suit_of(lowest_of(card)):
        code = "young_first"
    else:
        code = "neither_first_nor_aged" if privileged_of(table) == 0 else "higher_suit_first"
    refusal = refuse(code, card=name_cards(card), first=any_of(first))
    if not any(face_of(int(lowest_of(card))) in meld["cards"] for meld in melds_in(hand)):
        return refusal
    return refusal._replace(text=in_each(lambda language: refusal.text[language] + IN_A_MELD[language]))


def any_of(cards: int) -> Words:
    """A card, or one of several."""
    return fill(ONE_OF, cards=name_cards(cards)) if count_of(cards) > 1 else name_cards(cards)


def refuse_beat(cards: int, best: int) -> Refusal:
    """§5.1, §5.2, §5.5  Why as many cards do not beat the best."""
    kind = type_of(best)
    if kind == SINGLE:
        card, low = int(lowest_of(cards)), int(lowest_of(best))
        if best & UNBEATABLE:
            return refuse("cannot_be_beaten", best=name_of(low))
        if cards & UNBEATABLE:
            return refuse("beats_nothing", card=name_of(card))
        if suit_of(card) != suit_of(low):
            return refuse("other_suit", best=name_of(low), suit=SUIT_NAMES[suit_of(low)], card=name_of(card))
    elif type_of(cards) == 0:
        return refuse_meld(cards)
    elif type_of(cards) != kind:
        return refuse("other_type", cards=name_cards(cards), best=name_cards(best))
    return refuse("not_superior", cards=name_cards(cards), best=name_cards(best))


def refuse_surrender(table: Any, rules: Any, hand: int, cards: int) -> Refusal:
    """§6.3, §11.2  What would stay in the hand and beats the meld that counts."""
    meld, best = int(to_surrender_to(table, rules)), int(best_meld(table))
    by_lead = "" if meld == best else "_lead"
    named = {"best": name_cards(best), "lead": name_cards(meld)}
    if cards_to_break(hand, meld) > count_of(meld):
        return refuse(f"must_beat{by_lead}", **named)
    return refuse(f"keeps_power{by_lead}", kept=name_cards(a_beat(hand & ~cards, meld)), **named)


def cards_to_break(hand: int, meld: int) -> int:
    """§6.3  How few cards have to go, so that what stays does not beat a meld: of each beat that is found the highest card."""
    broken = 0
    while found := int(superior_in(hand, meld)):
        hand &= ~(1 << int(highest_of(found)))
        broken += 1
    return broken


def a_beat(kept: int, meld: int) -> int:
    """A meld with which some cards beat another."""
    found = int(superior_in(kept, meld))
    while count_of(found) > count_of(meld):
        found &= found - 1  # any of a gok of four
    return found
