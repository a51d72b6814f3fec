"""Any situation in one line: `giog hands=rG-bP/bA-rP/rA-bH leader=1 trick=9 laid=./bP/.`.

Words are joined by spaces, lists by seat by `/`, seat 0 first, other lists by `,`; `.` is none, or nobody.  A part that is
left out is what follows from the parts before it:

    an option    its default                          players     as many as there are hands
    pack         the pieces of this game              hand_size   as many as everybody gets in this game
    opener       by lot                               dice        not thrown
    first        the opener; the highest throw        hands       no pieces
    laid         nothing in this trick; its pieces are marked `open:` once they are exposed, `under:` when they went unseen
    phase        playing, when somebody holds pieces (taking, when some hold more than others); else how a deal begins
    layout       the stacks before each seat, or in the circle; none once they are taken (and nothing of them is remembered)
    turned       no stacks; a seat's are 7:bH,11:rC, with both pieces turned up 7:bH-rE, the bottom one first
    to_turn      who has not turned up a stack yet; those with equal pieces
    order        by the pieces that were turned up; in turn from the first
    taken        no stacks; 5 only this one, 5+ from here on upwards, 5- downwards
    trick        1                                    leader      the first in the order
    previous     what lay in the trick before: nothing
    previous_leader, previous_winner, previous_taken, previous_under: the first there, the leader, all, who shows nothing
    played       all pieces seen in earlier tricks: those of the trick before
    captured, pot                                     what became of the trick before
    thrown       the sets that went unseen in earlier tricks, none; trick:seat:pieces:on what, like 2:0:bH-bP:rC-rC, or on
                 which type where nothing counted: 1:3:rP:single
    stacks       bottom and top of those that nobody took: the rest of the pack, low to high
    beheaded     who laid a general in this trick where it costs
"""

from typing import Any

from .family import Member
from .position_parts import PARTS_AFTER, PARTS_BEFORE, STACKS
from .situation import Situation
from .spelling import Part


def format_position(member: Member, state: Any, ruleset: Any, setup: Any) -> str:
    """The line that the reader reads back, without what it supposes anyway."""
    true = Situation(member, ruleset, setup, state)
    read = Situation.blank(member, ruleset, true.players)
    words = [
        f"{option.name}={option.format(int(getattr(ruleset, option.name)))}"
        for option in member.options
        if int(getattr(ruleset, option.name)) != option.parse(option.default)
    ]
    words.append(f"players={true.players}")
    words += [tell(part, true, read) for part in (*PARTS_BEFORE, STACKS)]
    read.settle()
    words += [tell(part, true, read) for part in PARTS_AFTER]
    return " ".join([member.name, *filter(None, words)])


def tell(part: Part, true: Situation, read: Situation) -> str:
    """A part as a word, or nothing where a reader who knows the parts before it supposes the same."""
    value, supposed = part.get(true), part.suppose(read)
    part.put(read, value)
    return "" if value == supposed else f"{part.key}={part.spelling.write(value)}"
