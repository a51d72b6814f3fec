"""§7.6, §7.7, §11.10  What ties several cards together: surrenders to goks and runs, single leads, and a call that was declined.

A world that contradicts a fact is put right by taking cards away from a player before some slot.  Each contradiction is written down
with all ways out of it, so that trying them all misses no world.
"""

from qipai.engine.compiling import compiled, inlined

from ..cards import EMPTY, UNBEATABLE, above, lowest_of, suit_of
from ..seating import is_active, privileged_of
from ..variants import LEAD
from .evasion import has_declined, may_evade, strong_cards
from .evidence import (
    AGED_LEADS,
    FACT_OF_DECLINING,
    best_before,
    higher_suits,
    is_telling_surrender,
    own_from,
    shown_from,
    surrendered,
    telling_lead,
    whole_suit,
)
from .melds import SINGLE, superior_in, type_of

ONE_BY_ONE, TOGETHER = range(2)


@inlined
def write_way(frame, way, player, slot, cards, together):
    """Write a way out of a conflict: the player did not have these cards from the slot on."""
    frame.player[way] = player
    frame.slot[way] = slot
    frame.cards[way] = cards
    frame.together[way] = together


@inlined
def had_from(public, search, player, slot):
    """Return what a player had from a slot on in the world: what was seen later, and what lies there."""
    return search.late[player][slot] | shown_from(public, search.seat[player], slot)


@compiled
def find_conflict(public, rules, holder, holding, search, frame):
    """Return whether the world of a search contradicts a fact, and write the ways out into `frame`.

    There is no way out if the contradiction follows from cards that have been seen.
    """
    frame.cards[0] = EMPTY
    frame.cards[1] = EMPTY
    for number in range(search.hand):
        for player in range(search.players):
            if surrendered(public, number, search.seat[player]):
                if find_unlawful_surrender(public, rules, search, frame, number, player):
                    return True
            elif public.rounds[number].leader == search.seat[player]:
                led = telling_lead(public, rules, search, number)
                if led and find_unlawful_lead(public, holder, holding, search, frame, number, player, led):
                    return True
    return find_unlawful_call(public, rules, search, frame)


@compiled
def find_unlawful_call(public, rules, search, frame):
    """§11.10  Find a dealer who declined with a hand that must call; without one of its strong cards the hand may be lawful."""
    if search.heeded & FACT_OF_DECLINING == 0 or not has_declined(public):
        return False
    for player in range(search.players):
        seat = search.seat[player]
        hand = had_from(public, search, player, 0)
        if not may_evade(public, rules, seat, hand):
            write_way(frame, 0, player, 0, strong_cards(hand, public.pack) & search.late[player][0], ONE_BY_ONE)
            return True
    return False


@compiled
def find_unlawful_surrender(public, rules, search, frame, number, player):
    """§7.6  Find a surrender after which more stayed in the hand than was allowed.

    Of single cards `known` says it already.
    """
    seat = search.seat[player]
    best = best_before(public, number, seat)
    if not is_telling_surrender(rules, search, best, number, seat):
        return False
    kept = had_from(public, search, player, number + 1)
    if type_of(best) != SINGLE:
        meld = superior_in(kept, best)
        if meld:
            write_way(frame, 0, player, number + 1, meld & search.late[player][number + 1], ONE_BY_ONE)
            return True
    first = public.rounds[number].face[public.rounds[number].leader]
    if rules.surrender_reference != LEAD or first == best:
        return False
    meant = superior_in(kept | search.late[player][number], best)
    meld = superior_in(kept, first)
    if meant == EMPTY or meld == EMPTY:
        return False
    write_way(frame, 0, player, number, meant & search.late[player][number], ONE_BY_ONE)  # §11.2 it could not beat the best
    write_way(frame, 1, player, number + 1, meld & search.late[player][number + 1], ONE_BY_ONE)
    return True


@compiled
def find_unlawful_lead(public, holder, holding, search, frame, number, player, led):
    """§7.7  Return whether the leader may not have led this card, with what stayed in the hand and what others held."""
    is_privileged = privileged_of(public) == search.seat[player]
    if (is_privileged and led & UNBEATABLE) or (not is_privileged and led & AGED_LEADS == 0):
        return False
    card = lowest_of(led)
    kept = had_from(public, search, player, number + 1)
    kept &= higher_suits(card) if is_privileged else whole_suit(suit_of(card)) & ~UNBEATABLE
    if kept == EMPTY:
        return False
    wrong = higher_suits(card)
    to_beat = card
    if not is_privileged:
        to_beat = lowest_of(kept)
        wrong = 1 << to_beat
    if kept & wrong & ~search.late[player][number + 1]:
        wrong = EMPTY  # seen in that hand
    if is_active(public, holder) and own_from(public, holder, holding, number) & above(to_beat):
        write_way(frame, 0, player, number + 1, wrong, TOGETHER)
        return True
    for other in range(search.players):
        beaters = had_from(public, search, other, number) & above(to_beat)
        if other != player and beaters:
            write_way(frame, 0, player, number + 1, wrong, TOGETHER)
            write_way(frame, 1, other, number, EMPTY if beaters & ~search.late[other][number] else above(to_beat), TOGETHER)
            return True
    return False
