"""A rule of thumb for Gou Ji: how a thinking player gets rid of a hand, and lets the team mates get rid of theirs."""

from qipai.engine.compiling import compiled
from qipai.games.gou_ji.state import CHANCE, FOLLOWING, LEADING

from .answering import best_answer
from .habits import HABITS
from .judging import best_play
from .shao_pai import best_declaration


@compiled
def choose(observation, rules, actions, random):
    """One of the legal actions, by the phase of the game."""
    if actions.count == 1:
        return int(actions.list[0])
    return choose_by(observation, rules, actions, HABITS)


@compiled
def choose_by(observation, rules, actions, habits):
    """The same with any habits."""
    table = observation.table
    if not table.asked & 1:
        return int(actions.list[0])  # something that may be said out of turn
    if table.phase == LEADING or table.phase == FOLLOWING:
        return best_play(observation, rules, habits)
    if table.phase == CHANCE:
        return best_declaration(observation, rules, habits)
    return best_answer(observation, rules, actions, habits)
