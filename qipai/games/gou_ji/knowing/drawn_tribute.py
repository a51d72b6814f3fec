"""§5.5, §5.6, §13.2  A tribute that the observer does not know, drawn from those that explain the hands."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.shuffling import below

from ..ranks import KINDS
from ..state import MOST_TRIBUTE, RETURNED
from .evidence import may_have_been, were_highest


@compiled
def find_tribute(state, giver, random):
    """Draw one of all tributes that explain two hands, each equally likely; return False if there is none."""
    public = state.public
    receiver = int(public.receiver[giver])
    two = public.owes[giver] == MOST_TRIBUTE
    back = public.tribute[giver] == RETURNED
    found = 0
    chosen = 0
    for lower in range(1, KINDS):
        if count_above(public, state.hands[giver], giver, lower) > public.owes[giver]:
            continue  # more of the giver's cards are higher than can have come back
        for higher in range(lower, KINDS if two else lower + 1):
            for first in range(1 if back else 0, KINDS if back else 1):
                for second in range(first, KINDS if two and back else first + 1):
                    write_tribute(state, giver, two, back, lower, higher, first, second)
                    if explains(state, giver, receiver):
                        found += 1
                        if below(random, found) == 0:
                            chosen = ((lower * KINDS + higher) * KINDS + first) * KINDS + second
    write_tribute(
        state,
        giver,
        two,
        back,
        chosen // KINDS**3,
        chosen // KINDS**2 % KINDS,
        chosen // KINDS % KINDS,
        chosen % KINDS,
    )
    return found > 0


@compiled
def count_above(public, hand, seat, kind):
    """Return how many cards above a kind a seat has had since the tribute."""
    count = 0
    for other in range(kind + 1, KINDS):
        count += hand[other] + public.played[seat][other]
    return count


@inlined
def write_tribute(state, giver, two, back, lower, higher, first, second):
    """Write a tribute into the state: one or two cards given, and as many returned if `back`."""
    state.given[giver][0] = lower
    state.given[giver][1] = higher if two else 0
    state.returned[giver][0] = first if back else 0
    state.returned[giver][1] = second if back and two else 0


@compiled
def explains(state, giver, receiver):
    """Return True if the hands of giver and receiver can have come about by the tribute that the state holds."""
    public = state.public
    given, returned = state.given[giver], state.returned[giver]
    hand, other = state.hands[giver], state.hands[receiver]
    if not were_highest(public, hand, giver, given, returned):
        return False
    return may_have_been(public, hand, giver, giver, given, returned) and may_have_been(
        public, other, receiver, giver, given, returned
    )
