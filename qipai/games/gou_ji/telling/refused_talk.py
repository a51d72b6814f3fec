"""§11, §14.10, §14.25  Why something may not be said, or the wind not be asked for."""

from typing import Any

from qipai.engine.errors import Refusal
from qipai.engine.seats import NOBODY, seats_in

from ..notation.naming import name_seat
from ..rules.endgame import is_endgame
from ..rules.tricks import catcher
from ..seating import SEATS, dui_men, is_in, right_of, team_of
from ..state import FOLLOWING, LEADING, NORMAL, OVER
from ..variants import REQUEST
from ..verbs import ADVISE, COUNT, EXPOSE, RANG
from ..words import refuse

OWN = 0  # the chair of whoever would say it


def refuse_talk(observation: Any, rules: Any, seat: int, verb: int, value: int) -> Refusal:
    """§11.1 to §11.4, §14.18, §14.24  Return the reason why the observer may not say something now."""
    public = observation.public
    if public.phase == OVER:
        return refuse("game_over")
    if not rules.table_talk:
        return refuse("talk_off")
    if verb == COUNT and rules.counts_public:
        return refuse("count_printed")
    if public.phase not in (LEADING, FOLLOWING):
        return refuse("talk_later")
    if verb == COUNT:
        return refuse_count(public, (value - seat) % SEATS)
    if verb == RANG:
        return refuse_rang(public)
    if verb == ADVISE:
        return refuse_advice(public, rules)
    if not is_in(public.active, OWN):
        return refuse("you_are_out")
    if is_in(public.exposed, OWN):
        return refuse("exposed_already")
    return refuse_exposing(public, rules) if verb == EXPOSE else refuse_showing(public)


def refuse_count(public: Any, chair: int) -> Refusal:
    """§11.2  Return the reason why the observer may not ask a chair for its count."""
    if chair == OWN:
        return refuse("count_of_yourself")
    if not is_in(public.active, chair):
        return refuse("count_out")
    if public.told[chair] or is_in(public.exposed, chair):
        return refuse("count_known")
    return refuse("count_not_yours", a=name_seat(chair, OWN))


def refuse_rang(public: Any) -> Refusal:
    """§11.1  Return the reason why the observer may not ask for Rang Pai: the first condition that is not met."""
    if is_endgame(public):
        return refuse("rang_order_instead")
    if public.phase == LEADING or not is_in(public.active, OWN):
        return refuse("rang_no_set")
    if public.beaten != OWN or public.owner != dui_men(OWN):
        return refuse("rang_not_beaten")
    if public.rang_asked:
        return refuse("rang_asked")
    still_in = int(public.active) & ~int(public.passed)
    if public.mode == NORMAL and (is_in(still_in, right_of(OWN, 1)) or is_in(still_in, right_of(OWN, 2))):
        return refuse("rang_not_passed")
    return refuse("rang_not_next")


def refuse_showing(public: Any) -> Refusal:
    """§11.3  Return the reason why the observer may not show its hand to its team mates."""
    if is_in(public.shown, OWN):
        return refuse("shown_already")
    return refuse("show_too_many", n=int(public.left[OWN]))


def refuse_exposing(public: Any, rules: Any) -> Refusal:
    """§11.4, §14.17  Return the reason why the observer may not expose its hand."""
    if public.left[OWN] > rules.expose_max:
        return refuse("expose_too_many", n=int(rules.expose_max), chosen=int(public.left[OWN]))
    return refuse("expose_later")


def refuse_advice(public: Any, rules: Any) -> Refusal:
    """§11.4, §14.25  Return the reason why the observer may not advise a team mate so."""
    if not rules.advice:
        return refuse("advice_off")
    if is_in(public.advised, OWN):
        return refuse("advised_already")
    actor = next(seats_in(int(public.asked)))
    if actor == OWN or team_of(actor) != team_of(OWN) or not is_in(public.exposed, actor):
        return refuse("advice_for_mates")
    return refuse("advice_cannot", a=name_seat(actor, OWN))


def refuse_wind(public: Any, rules: Any) -> Refusal:
    """§14.10  Return the reason why the observer may not ask for the wind."""
    if public.phase == OVER:
        return refuse("game_over")
    if rules.wind_protocol != REQUEST:
        return refuse("wind_in_turn")
    if public.promised == OWN:
        return refuse("wind_promised")
    on_last_cards = public.phase == FOLLOWING and not is_in(public.active, int(public.owner))
    if not on_last_cards or public.wind_asker != NOBODY:
        return refuse("wind_not_now")
    heir = int(catcher(public, rules, int(public.owner)))
    return refuse("wind_not_now") if heir == OWN else refuse("wind_not_yours", a=name_seat(heir, OWN))
