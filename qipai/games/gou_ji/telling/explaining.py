"""What a selection of cards is, or why something may not be done: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.  The chair of whoever is refused is 0.
"""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Explanation
from qipai.engine.telling import kind_of as card_kind

from .. import verbs
from ..asking.play import is_legal
from ..knowing.observation import observe
from ..notation.naming import name_seat
from ..notation.text import format_action, kinds_in, kinds_in_set, set_of
from ..ranks import BLACK, RED, TWO
from ..seating import SEATS, is_in, right_of, team_of
from ..state import (
    CHANCE,
    CORRECTING,
    DECLARING,
    DUEL,
    FOLLOWING,
    LEADING,
    LIBERATING,
    NAMING,
    NORMAL,
    OBSERVATION,
    ORDERING,
    OVER,
    PHASES,
    RETURNING,
    ROTATION,
    SHAO_PAI,
    SHOWING,
    TELLING,
)
from ..variants import OPPONENTS
from ..verbs import higher_kind, lower_kind, pack_action, pack_kinds, value_of, verb_of
from ..words import refuse, said
from .refused_sets import name_kinds, refuse_declaration, refuse_lay, refuse_return
from .refused_talk import OWN, refuse_talk, refuse_wind

PLAYING = (LEADING, FOLLOWING, CORRECTING)
TALK = (verbs.RANG, verbs.COUNT, verbs.SHOW_HAND, verbs.EXPOSE, verbs.ADVISE)
ORDER = (verbs.TAKE, verbs.LEAVE, verbs.FIRST)


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5.6, §6, §9.1  Return the action that these cards are, by what is asked now, or the reason why they are none."""
    phase, kinds = observation.public.phase, sorted(card_kind(card) for card in cards)
    refusal = refuse_turn(observation, rules)
    if refusal:
        return Explanation((), refusal)
    if phase == RETURNING:
        refusal = refuse_return(observation, kinds)
        action = pack_action(verbs.RETURN, pack_kinds(kinds[0] if len(kinds) > 1 else 0, kinds[-1])) if kinds else 0
    elif phase == CHANCE and kinds:
        refusal = refuse_declaration(observation, rules, kinds)
        action = pack_action(verbs.SHAO, set_of(kinds) or 0)
    elif phase in PLAYING:
        refusal = refuse_lay(observation, rules, kinds)
        action = pack_action(verbs.LAY, set_of(kinds) or 0)
    else:
        return Explanation((), refuse_question(phase))
    return Explanation((), refusal) if refusal else Explanation((format_action(action, rules),))


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Return the reason why a seat may not do an action, with its §; None if the action is legal."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    verb, value = verb_of(action), int(value_of(action))
    if verb in TALK:
        return refuse_talk(observation, rules, seat, verb, value)
    if verb == verbs.ASK_WIND:
        return refuse_wind(observation.public, rules)
    refusal = refuse_another_time(observation, rules, verb) or refuse_turn(observation, rules)
    return refusal or refuse_action(observation, rules, seat, verb, value)


def why_alone(observation: Any, rules: Any, legal: Sequence[int]) -> Refusal | None:
    """§6.3, §6.4, §7.1  Return why a seat can only pass, or only play the set that it has left; None for other questions."""
    public, answers = observation.public, [action for action in legal if verb_of(action) not in TALK]
    if len(answers) != 1:
        return None
    if public.phase == LEADING:
        return refuse("leader_cannot_pass")
    if public.phase != FOLLOWING or verb_of(answers[0]) != verbs.PASS:
        return None
    kinds = kinds_in_set(int(public.best))
    if RED in kinds:
        return refuse("red_unbeatable")
    return refuse("nothing_higher", best=name_kinds(kinds))


# -- whose turn it is, and for what


def refuse_another_time(observation: Any, rules: Any, verb: int) -> Refusal | None:
    """§9.1, §10.1, §10.4  Return the refusal of an action that is possible at certain other moments only, else None."""
    public = observation.public
    if public.phase == OVER or not is_in(public.active, OWN):
        return None
    if verb in ORDER and public.phase != ORDERING:
        return refuse("no_order" if public.mode == NORMAL else "order_in_duel")
    if verb != verbs.SHAO or observation.answer or is_in(public.asked, OWN):
        return refuse("shao_no_duel") if verb == verbs.SHAO and public.phase != CHANCE else None
    if public.phase != CHANCE:
        return refuse("shao_no_duel")
    beside = (right_of(public.owner, 1), right_of(public.owner, SEATS - 1))
    return refuse("shao_passed" if OWN in beside else "shao_not_neighbour")


def refuse_turn(observation: Any, rules: Any) -> Refusal | None:
    """Return the reason why the observer may not act now; None if it is asked."""
    public = observation.public
    if public.phase == OVER:
        return refuse("game_over")
    if not is_in(public.active, OWN):
        return refuse("you_are_out")
    if is_in(public.asked, OWN):
        return None
    if observation.answer:
        return refuse("answered_already")
    if public.phase == LEADING:
        return refuse("another_leads")
    return refuse_following(public, rules) if public.phase == FOLLOWING else refuse("not_asked")


def refuse_following(public: Any, rules: Any) -> Refusal:
    """§7.2, §8.2, §9.3, §10.2, §14.15  Return the reason why it is another player who may beat the best set now."""
    actor = name_seat(next(seats_in(int(public.asked))), OWN)
    if public.mode == DUEL:
        owner = int(public.owner)
        return refuse("duel_own", a=actor) if owner == OWN else refuse("duel_only", a=actor, b=name_seat(owner, OWN))
    if public.mode == SHAO_PAI:
        runner = int(public.runner)
        spared = rules.shao_responders == OPPONENTS and runner != OWN and team_of(runner) == team_of(OWN)
        return refuse("shao_answer_opponents", a=name_seat(runner, OWN)) if spared else refuse("another_acts", a=actor)
    if is_in(public.passed, OWN):
        return refuse("has_passed")
    settled = public.arrangement != ROTATION and is_in(public.acted, OWN)
    return refuse("order_is_settled" if settled else "another_acts", a=actor)


def refuse_question(phase: int) -> Refusal:
    """Return the refusal that names what is asked instead."""
    if phase == NAMING:
        return refuse("name_one_of_six")
    return refuse("say_a_number") if phase == TELLING else refuse("answer_first", question=said(f"board.{PHASES[phase]}"))


def refuse_action(observation: Any, rules: Any, seat: int, verb: int, value: int) -> Refusal:
    """Return the reason why an action is illegal for a seat that is asked.  The observation is that seat's."""
    phase = observation.public.phase
    if phase in PLAYING:
        return refuse_play(observation, rules, verb, value)
    refusal = None
    if phase == CHANCE and verb == verbs.SHAO:
        refusal = refuse_declaration(observation, rules, kinds_in_set(value))
    elif phase == RETURNING and verb == verbs.RETURN:
        refusal = refuse_return(observation, [int(kind) for kind in (lower_kind(value), higher_kind(value)) if kind])
    elif phase == ORDERING and verb == verbs.FIRST and not is_in(observation.public.candidates, (value - seat) % SEATS):
        refusal = refuse("no_candidate", a=name_seat(value, seat))
    else:
        refusal = refuse_yes(observation, verb)
    return refusal or refuse_question(phase)


def refuse_play(observation: Any, rules: Any, verb: int, value: int) -> Refusal:
    """§7.1, §7.2, §14.19  Return the reason why a seat may not lay or pass so in a trick."""
    phase = observation.public.phase
    refusal = refuse_lay(observation, rules, kinds_in_set(value)) if verb == verbs.LAY else None
    if refusal:
        return refusal
    if verb == verbs.PASS and phase == LEADING:
        return refuse("leader_cannot_pass")
    if phase == CORRECTING:
        return refuse("correct_no_pass") if verb == verbs.PASS else refuse_question(phase)
    return refuse("not_asked")


def refuse_yes(observation: Any, verb: int) -> Refusal | None:
    """§3.2, §4.1, §5.3  Return the reason why the observer's hand does not allow a yes; None if it does."""
    phase, hand = observation.public.phase, observation.hand
    if phase == SHOWING and verb == verbs.SHOW:
        return refuse("no_threes")
    if phase == DECLARING and verb == verbs.REVOLT:
        return refuse("has_wild", cards=name_kinds([kind for kind in kinds_in(hand) if kind in (TWO, BLACK, RED)]))
    if phase == LIBERATING and verb == verbs.REFUSE:
        return refuse("refuse_without_reds", n=int(hand[RED]))
    return None
