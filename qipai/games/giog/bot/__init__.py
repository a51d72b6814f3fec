"""Rules of thumb for the Giog family: how a thinking player lays chess pieces.

Every set that may be laid is judged by what the trick would bring, times the chance to win it, less what the hand loses with the
pieces: the piece that would have won a trick alone, the pair, the noble that is torn.  What cannot win is laid with the pieces
that the hand misses least.  A chance is read off the pieces that one has not seen.  Which pieces make what, and what beats
what, is asked of the rules.
"""

from qipai.engine.compiling import compiled

from ..state import DIRECTING, EXPOSING, LEADING, TAKING, TURNING
from .answering import best_answer
from .judging import habits_of, look
from .leading import best_lead
from .stacks import any_stack, best_end
from .thrown_in import answer_asked


@compiled
def choose(observation, rules, actions, random):
    """Return one of the legal actions, by the phase of the deal.  `random` is the state of the bot's random numbers."""
    phase = observation.public.phase
    if actions.count == 1:
        return int(actions.list[0])
    if phase == TURNING:
        return any_stack(actions, random)
    if phase == TAKING:
        return best_end(observation, rules, actions, random)
    if phase == DIRECTING:
        return int(actions.list[0])  # §11.10 nobody has seen a piece: any order is as good
    if phase == EXPOSING:
        return answer_asked(actions)
    sight = look(observation, rules)
    if phase == LEADING:
        return best_lead(observation.public, rules, sight, habits_of(rules))
    return best_answer(observation.public, rules, sight, habits_of(rules))
