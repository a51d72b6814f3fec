"""A rule of thumb for Gou Ji: how a thinking player gets rid of a hand, and lets the team mates get rid of theirs."""

from qipai.engine.compiling import compiled

from ..state import CHANCE, FOLLOWING, LEADING
from ..verbs import PASS, pack_action
from .answering import best_answer
from .habits import HABITS
from .judging import best_play
from .shao_pai import best_declaration


@compiled
def choose(observation, rules, actions, random):
    """Return one of the legal actions, by the phase of the game."""
    if actions.count == 1:
        return int(actions.list[0])
    return choose_by(observation, rules, actions, HABITS)


@compiled
def choose_by(observation, rules, actions, habits):
    """Return one of the legal actions, chosen with the given habits."""
    public = observation.public
    if not public.asked & 1:
        return int(actions.list[0])  # something that may be said out of turn
    if public.phase == FOLLOWING and public.promised == 0:
        return pack_action(PASS, 0)  # who lays cards now breaks a promise (§14.20)
    if public.phase == LEADING or public.phase == FOLLOWING:
        return best_play(observation, rules, habits)
    if public.phase == CHANCE:
        return best_declaration(observation, rules, habits)
    return best_answer(observation, rules, actions, habits)
