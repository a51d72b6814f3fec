"""§8  The duel: who fights it, and who may step in (§9.1)."""

from qipai.engine.compiling import compiled, inlined

from ..seating import count_in, dui_men, is_in, right_of
from ..state import CHANCE, DUEL, RUN, SHAO_PAI
from .endgame import IN_ENDGAME, is_endgame
from .sets import reds_in, size_of, starts_duel
from .tricks import ask

LEFT = 5  # steps to the right


@inlined
def has_head(public, seat):
    """§8.4  Return whether the Dui Men of a seat has cards."""
    return is_in(public.active, dui_men(seat)) == 1


@inlined
def can_duel(public, rules, seat):
    """§8.1, §14.7"""
    return has_head(public, seat) and (rules.endgame_duels == 1 or not is_endgame(public))


@compiled
def begins_duel(public, rules, seat, cards):
    """§8.1, §9.5, §14.7  Return whether a duel begins when a seat lays this set.

    A seat that goes out with it may leave an endgame behind (§14.7).
    """
    last = size_of(cards) == public.left[seat]
    if public.mode == DUEL or (public.mode == RUN and not last) or reds_in(cards) or not has_head(public, seat):
        return False
    left = count_in(public.active) - int(last)
    return (rules.endgame_duels == 1 or left > IN_ENDGAME) and (public.mode == SHAO_PAI or starts_duel(cards, rules))


@compiled
def begin_duel(public, rules, seat):
    """§8.1  Begin the duel between a seat that has laid a set of Gou Ji level and its Dui Men."""
    public.mode = DUEL
    public.starter_of_duel = seat
    public.duels += 1
    open_window(public, rules)


@compiled
def open_window(public, rules):
    """§9.1, §14.13  Ask both neighbours who have cards, whatever they hold, before the Dui Men acts."""
    public.asked = who_may_declare(public, rules)
    if public.asked:
        public.phase = CHANCE
    else:
        ask(public, dui_men(public.owner))


@compiled
def who_may_declare(public, rules):
    """§9.1, §14.13  Return the mask of the neighbours of the seat that laid the best set."""
    neighbours = 1 << right_of(public.owner, 1) | 1 << right_of(public.owner, LEFT)
    return int(neighbours & public.active if rules.shao_after_pass else neighbours & public.active & ~public.passed)
