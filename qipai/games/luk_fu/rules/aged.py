"""§7  Aged cards 老歲牌: single cards that nobody can beat any more, as far as their holder can prove."""

from qipai.engine.compiling import compiled, inlined

from ..cards import AGED_FROM_THE_START, EMPTY, above, highest_of, lowest_of
from ..variants import BOUNDS, EXACT, FACE_UP
from .evidence import best_before, is_telling_surrender, look, surrendered
from .melds import is_superior, suit_cards
from .search import find_world


@compiled
def aged_cards(public, rules, holder, holding, heeded, search):
    """§7.1, §7.2  Return the mask of the aged cards of a hand, by those facts alone that are in the mask `heeded`."""
    hand = holding.hand
    aged = hand & AGED_FROM_THE_START
    young = hand & ~AGED_FROM_THE_START
    if young == EMPTY:
        return aged
    unseen = look(public, rules, holder, holding, heeded, search)
    has_world = False
    for suit in range(4):
        own = suit_cards(young, suit)
        higher = suit_cards(unseen, suit) & above(lowest_of(own)) if own else EMPTY
        while higher:
            card = highest_of(higher)
            if has_world and rules.aged_inference == EXACT and lies_in_a_hand(search, card):
                break
            has_world = may_be_held(public, rules, holder, holding, search, card)
            if has_world:
                break
            higher &= ~(1 << card)
        aged |= own & -(1 << card) if higher else own
    forget(search)
    return aged


@compiled
def forget(search):
    """Clear the workspace, so that no trace of a search remains in the record."""
    for player in range(search.players):
        search.seat[player] = 0
        for slot in range(search.hand + 1):
            search.known[player][slot] = EMPTY
            search.allowed[player][slot] = EMPTY
            search.lies[player][slot] = EMPTY
            search.late[player][slot] = EMPTY
            search.size[player][slot] = 0
    for number in range(search.deepest + 1):
        frame = search.frames[number]
        frame.taken = EMPTY
        frame.way = 0
        for way in range(2):
            frame.cards[way] = EMPTY
            frame.player[way] = 0
            frame.slot[way] = 0
            frame.together[way] = 0
    if search.players > 2:
        for place in range(len(search.queue)):
            search.queue[place] = 0
            search.came_from[place] = 0
    search.heeded = 0
    search.unseen = EMPTY
    search.players = 0
    search.hand = 0
    search.depth = 0
    search.deepest = 0


@inlined
def lies_in_a_hand(search, card):
    """§7.5  Return whether another player holds the card in the world that was found last."""
    held = EMPTY
    for player in range(search.players):
        held |= search.late[player][search.hand]
    return held >> card & 1


@compiled
def may_be_held(public, rules, holder, holding, search, card):
    """Return whether another player can hold the card, as far as the holder can prove."""
    if rules.aged_inference == FACE_UP:
        return True  # §7.3
    if rules.aged_inference == BOUNDS:
        return not is_out_of_bounds(public, rules, holder, search, card)
    for player in range(search.players):
        if find_world(public, rules, holder, holding, search, player, 1 << card):
            return True
    return False


@compiled
def is_out_of_bounds(public, rules, holder, search, card):
    """§7.4  Return whether every other player has surrendered to a lower single card of the suit."""
    for player in range(search.players):
        is_bound = False
        for number in range(search.hand):
            seat = search.seat[player]
            if surrendered(public, number, seat):
                best = best_before(public, number, seat)
                if is_telling_surrender(rules, search, best, number, seat) and is_superior(1 << card, best):
                    is_bound = True
        if not is_bound:
            return False
    return True
