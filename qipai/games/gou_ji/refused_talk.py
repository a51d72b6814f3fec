"""§11, §14.10  Why something may not be said, or the wind not be asked for."""

from typing import Any

from qipai.engine.errors import Refusal
from qipai.engine.seats import NOBODY

from .endgame import is_endgame
from .refusals import name_seat, refuse
from .seating import SEATS, dui_men, is_in, right_of
from .state import FOLLOWING, LEADING, NORMAL, OVER
from .tricks import catcher
from .variants import REQUEST
from .verbs import COUNT, EXPOSE, RANG

OWN = 0  # the chair of whoever would say it


def refuse_talk(observation: Any, rules: Any, seat: int, verb: int, value: int) -> Refusal:
    """§11.1 to §11.4, §14.18, §14.24"""
    table = observation.table
    if table.phase == OVER:
        return refuse("game_over")
    if not rules.table_talk:
        return refuse("talk_off")
    if verb == COUNT and rules.counts_public:
        return refuse("count_printed")
    if table.phase not in (LEADING, FOLLOWING):
        return refuse("talk_later")
    if verb == COUNT:
        return refuse_count(table, (value - seat) % SEATS)
    if verb == RANG:
        return refuse_rang(table)
    if not is_in(table.active, OWN):
        return refuse("you_are_out")
    if is_in(table.exposed, OWN):
        return refuse("exposed_already")
    return refuse_exposing(table, rules) if verb == EXPOSE else refuse_showing(table)


def refuse_count(table: Any, chair: int) -> Refusal:
    """§11.2"""
    if chair == OWN:
        return refuse("count_of_yourself")
    if not is_in(table.active, chair):
        return refuse("count_out")
    if table.told[chair] or is_in(table.exposed, chair):
        return refuse("count_known")
    return refuse("count_not_yours", a=name_seat(chair, OWN))


def refuse_rang(table: Any) -> Refusal:
    """§11.1  The first of the conditions that is not met."""
    if is_endgame(table):
        return refuse("rang_order_instead")
    if table.phase == LEADING or not is_in(table.active, OWN):
        return refuse("rang_no_set")
    if table.beaten != OWN or table.owner != dui_men(OWN):
        return refuse("rang_not_beaten")
    if table.rang_asked:
        return refuse("rang_asked")
    still_in = int(table.active) & ~int(table.passed)
    if table.mode == NORMAL and (is_in(still_in, right_of(OWN, 1)) or is_in(still_in, right_of(OWN, 2))):
        return refuse("rang_not_passed")
    return refuse("rang_not_next")


def refuse_showing(table: Any) -> Refusal:
    """§11.3"""
    if is_in(table.shown, OWN):
        return refuse("shown_already")
    return refuse("show_too_many", n=int(table.left[OWN]))


def refuse_exposing(table: Any, rules: Any) -> Refusal:
    """§11.4, §14.17"""
    if table.left[OWN] > rules.expose_max:
        return refuse("expose_too_many", n=int(rules.expose_max), chosen=int(table.left[OWN]))
    return refuse("expose_later")


def refuse_wind(table: Any, rules: Any) -> Refusal:
    """§14.10"""
    if table.phase == OVER:
        return refuse("game_over")
    if rules.wind_protocol != REQUEST:
        return refuse("wind_in_turn")
    on_last_cards = table.phase == FOLLOWING and table.mode == NORMAL and not is_in(table.active, int(table.owner))
    if not on_last_cards or table.wind_asker != NOBODY or not is_in(table.asked, OWN):
        return refuse("wind_not_now")
    heir = int(catcher(table, rules, int(table.owner)))
    return refuse("wind_not_now") if heir == OWN else refuse("wind_not_yours", a=name_seat(heir, OWN))
