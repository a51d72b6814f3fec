"""§8  The duel: who fights it, and who may step in (§9.1)."""

from qipai.engine.compiling import compiled, inlined

from .endgame import IN_ENDGAME, is_endgame
from .seating import count_in, dui_men, is_in, right_of
from .sets import reds_in, size_of, starts_duel
from .state import CHANCE, DUEL, RUN, SHAO_PAI
from .tricks import ask

LEFT = 5  # steps to the right


@inlined
def has_head(table, seat):
    """§8.4  Has the Dui Men cards?"""
    return is_in(table.active, dui_men(seat)) == 1


@inlined
def can_duel(table, rules, seat):
    """§8.1, §14.7"""
    return has_head(table, seat) and (rules.endgame_duels == 1 or not is_endgame(table))


@compiled
def begins_duel(table, rules, seat, cards):
    """§8.1, §9.5  Will a duel begin when a seat lays this set?  Who goes out with it may leave an endgame behind (§14.7)."""
    last = size_of(cards) == table.left[seat]
    if table.mode == DUEL or (table.mode == RUN and not last) or reds_in(cards) or not has_head(table, seat):
        return False
    left = count_in(table.active) - int(last)
    return (rules.endgame_duels == 1 or left > IN_ENDGAME) and (table.mode == SHAO_PAI or starts_duel(cards, rules))


@compiled
def begin_duel(table, rules, seat):
    """§8.1  Between a seat that has laid a set of Gou Ji level and its Dui Men."""
    table.mode = DUEL
    table.starter_of_duel = seat
    table.duels += 1
    open_window(table, rules)


@compiled
def open_window(table, rules):
    """§9.1, §14.13  Before the Dui Men acts, both neighbours who have cards are asked, whatever they hold."""
    table.asked = who_may_declare(table, rules)
    if table.asked:
        table.phase = CHANCE
    else:
        ask(table, dui_men(table.owner))


@compiled
def who_may_declare(table, rules):
    """§9.1, §14.13  The neighbours of who laid the best set, as a mask."""
    neighbours = 1 << right_of(table.owner, 1) | 1 << right_of(table.owner, LEFT)
    return int(neighbours & table.active if rules.shao_after_pass else neighbours & table.active & ~table.passed)
