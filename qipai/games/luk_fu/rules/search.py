"""§7.5  Exact inference: is there a world, agreeing with all that the holder knows, in which another holds a certain card?

The unseen cards are laid into slots, the latest slots first, since fewest cards may lie there.  Where the world contradicts a fact that
ties cards together, each way out is tried in turn, to the end: what is not found is not there.
"""

from qipai.engine.compiling import compiled, inlined

from ..cards import EMPTY, count_of
from ..state import MAX_FRAMES, SLOTS
from .conflicts import find_conflict

NOWHERE = -1
ENOUGH_FOR_TWO = 2


@compiled
def find_world(public, rules, holder, holding, search, first, target):
    """Return whether there is a world in which player `first` holds the card `target` (EMPTY: any world).

    If so, the world stands in `search.late`.
    """
    search.depth = 0
    while True:
        allow(search)
        if lay_all(search, first, target):
            frame = search.frames[search.depth]
            if not find_conflict(public, rules, holder, holding, search, frame):
                return True
            search.depth += 1
            search.deepest = max(search.deepest, search.depth)
        while search.depth > 0 and not take_way(search.frames[search.depth - 1]):
            search.depth -= 1
        if search.depth == 0:
            return False
        if search.depth == MAX_FRAMES:
            return True  # never seen; a card that cannot be proven aged is young


@compiled
def take_way(frame):
    """Take the next way out of a conflict; return False after the last."""
    for way in range(2):
        cards = frame.cards[way]
        if cards:
            frame.way = way
            frame.taken = cards if frame.together[way] else cards & -cards
            frame.cards[way] = cards & ~frame.taken
            return True
    return False


@compiled
def allow(search):
    """Write which cards each player may have from each slot on, after the decisions so far."""
    for player in range(search.players):
        for slot in range(search.hand + 1):
            search.allowed[player][slot] = search.known[player][slot]
    for number in range(search.depth):
        frame = search.frames[number]
        player = frame.player[frame.way]
        for slot in range(frame.slot[frame.way], search.hand + 1):
            search.allowed[player][slot] &= ~frame.taken


@compiled
def lay_all(search, first, target):
    """Lay the unseen cards where they may lie, one player after the other; return whether every slot is filled.

    What is left over lies before the dreamer.
    """
    if target & ~search.allowed[first][search.hand]:
        return False
    rest = search.unseen & ~target
    for step in range(search.players):
        player = (first + step) % search.players
        for back in range(search.hand + 1):
            slot = search.hand - back
            search.lies[player][slot] = target if step == 0 and back == 0 else EMPTY
            need = search.size[player][slot] - (step == 0 and back == 0 and target != EMPTY)
            if need > 0:
                cards = choose(search, player, slot, rest, need)
                search.lies[player][slot] |= cards
                rest &= ~cards
    add_up(search)
    return is_filled(search) or (search.players > ENOUGH_FOR_TWO and mend(search, rest, first, target))


@compiled
def add_up(search):
    """Write what each player had from each slot on."""
    for player in range(search.players):
        late = EMPTY
        for back in range(search.hand + 1):
            late |= search.lies[player][search.hand - back]
            search.late[player][search.hand - back] = late


@compiled
def choose(search, player, slot, rest, need):
    """Return `need` cards of the rest for a slot, or all that fit: those first that the next player can use least.

    With two players that is exact: all that fit are alike to this player, and of two cards the next one can use the one that is
    left to him wherever he could have used the other.
    """
    following = (player + 1) % search.players
    fitting = rest & search.allowed[player][slot]
    if count_of(fitting) <= need:
        return fitting
    chosen = EMPTY
    for other_slot in range(search.hand + 1):
        useless = fitting & ~search.allowed[following][other_slot]
        if count_of(useless) >= need:
            return lowest_of_both(chosen, useless, need)
        chosen = useless
    return lowest_of_both(chosen, fitting, need)


@compiled
def lowest_of_both(chosen, cards, need):
    """Return the chosen cards and the lowest others, `need` cards in all."""
    rest = cards & ~chosen
    for _ in range(need - count_of(chosen)):
        chosen |= rest & -rest
        rest &= rest - 1
    return chosen


@compiled
def is_filled(search):
    """Return whether every slot has as many cards as it needs."""
    for player in range(search.players):
        for slot in range(search.hand + 1):
            if count_of(search.lies[player][slot]) < search.size[player][slot]:
                return False
    return True


# -- three hands that an onlooker does not see: cards move on from slot to slot until all are filled


@compiled
def mend(search, rest, first, target):
    """Fill vacant places by moving cards on from slot to slot; return False if that cannot be done."""
    for player in range(search.players):
        for slot in range(search.hand + 1):
            while count_of(search.lies[player][slot]) < search.size[player][slot]:
                card = move_on(search, player * SLOTS + slot, rest, first, target)
                if card == EMPTY:
                    return False
                rest &= ~card
    add_up(search)
    return True


@inlined
def slot_at(place):
    return place % SLOTS


@compiled
def move_on(search, vacant, rest, first, target):
    """Fill a vacant place by the shortest chain of moves; return the card of the rest that went in, or EMPTY."""
    for place in range(search.players * SLOTS):
        search.came_from[place] = NOWHERE
    search.came_from[vacant] = vacant
    search.queue[0] = vacant
    head, tail = 0, 1
    while head < tail:
        place = int(search.queue[head])
        head += 1
        fitting = rest & search.allowed[place // SLOTS][slot_at(place)]
        if fitting:
            return hand_on(search, place, fitting & -fitting, target)
        for player in range(search.players):
            for slot in range(search.hand + 1):
                other = player * SLOTS + slot
                if search.came_from[other] == NOWHERE and movable(search, other, place, target):
                    search.came_from[other] = place
                    search.queue[tail] = other
                    tail += 1
    return EMPTY


@inlined
def movable(search, origin, place, target):
    """Return the cards that lie in place `origin` and may lie in `place`."""
    return search.lies[origin // SLOTS][slot_at(origin)] & search.allowed[place // SLOTS][slot_at(place)] & ~target


@compiled
def hand_on(search, place, card, target):
    """Put a card into a place, a card from there into the place that it was found from, and so on to the vacant one."""
    moving = card
    while True:
        search.lies[place // SLOTS][slot_at(place)] |= moving
        following = int(search.came_from[place])
        if following == place:
            return card
        moving = movable(search, place, following, target) & ~moving
        moving &= -moving
        search.lies[place // SLOTS][slot_at(place)] &= ~moving
        place = following
