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

from .board_words import QUESTIONS
from .observation import observe
from .play import is_legal
from .ranks import BLACK, RED, TWO
from .refusals import name_seat, refuse
from .refused_sets import name_kinds, refuse_declaration, refuse_lay, refuse_return
from .refused_talk import OWN, refuse_talk, refuse_wind
from .seating import SEATS, is_in, right_of, team_of
from .state import (
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
from .text import format_action, kinds_in, kinds_in_set, set_of
from .variants import OPPONENTS
from .verbs import (
    ASK_WIND,
    COUNT,
    EXPOSE,
    FIRST,
    LAY,
    LEAVE,
    PASS,
    RANG,
    REFUSE,
    RETURN,
    REVOLT,
    SHAO,
    SHOW,
    SHOW_HAND,
    TAKE,
    higher_kind,
    lower_kind,
    pack_action,
    pack_kinds,
    value_of,
    verb_of,
)

PLAYING = (LEADING, FOLLOWING, CORRECTING)
TALK = (RANG, COUNT, SHOW_HAND, EXPOSE)
ORDER = (TAKE, LEAVE, FIRST)


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5.6, §6, §9.1  The action that these cards are, as what is asked now, or the most telling refusal."""
    phase, kinds = observation.table.phase, sorted(card_kind(card) for card in cards)
    refusal = refuse_turn(observation, rules)
    if refusal:
        return Explanation((), refusal)
    if phase == RETURNING:
        refusal = refuse_return(observation, kinds)
        action = pack_action(RETURN, pack_kinds(kinds[0] if len(kinds) > 1 else 0, kinds[-1])) if kinds else 0
    elif phase == CHANCE and kinds:
        refusal = refuse_declaration(observation, rules, kinds)
        action = pack_action(SHAO, set_of(kinds) or 0)
    elif phase in PLAYING:
        refusal = refuse_lay(observation, rules, kinds)
        action = pack_action(LAY, set_of(kinds) or 0)
    else:
        return Explanation((), refuse_question(phase))
    return Explanation((), refusal) if refusal else Explanation((format_action(action, rules),))


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Why a seat may not do this, or None if it may."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    verb, value = verb_of(action), int(value_of(action))
    if verb in TALK:
        return refuse_talk(observation, rules, seat, verb, value)
    if verb == ASK_WIND:
        return refuse_wind(observation.table, rules)
    refusal = refuse_another_time(observation, rules, verb) or refuse_turn(observation, rules)
    return refusal or refuse_action(observation, rules, seat, verb, value)


# -- whose turn it is, and for what


def refuse_another_time(observation: Any, rules: Any, verb: int) -> Refusal | None:
    """§9.1, §10.1, §10.4  What is declared or settled at certain moments only."""
    table = observation.table
    if table.phase == OVER or not is_in(table.active, OWN):
        return None
    if verb in ORDER and table.phase != ORDERING:
        return refuse("no_order" if table.mode == NORMAL else "order_in_duel")
    if verb != SHAO or observation.answer or is_in(table.asked, OWN):
        return refuse("shao_no_duel") if verb == SHAO and table.phase != CHANCE else None
    if table.phase != CHANCE:
        return refuse("shao_no_duel")
    beside = (right_of(table.owner, 1), right_of(table.owner, SEATS - 1))
    return refuse("shao_passed" if OWN in beside else "shao_not_neighbour")


def refuse_turn(observation: Any, rules: Any) -> Refusal | None:
    """Why it is not for this chair to act."""
    table = observation.table
    if table.phase == OVER:
        return refuse("game_over")
    if not is_in(table.active, OWN):
        return refuse("you_are_out")
    if is_in(table.asked, OWN):
        return None
    if observation.answer:
        return refuse("answered_already")
    if table.phase == LEADING:
        return refuse("another_leads")
    return refuse_following(table, rules) if table.phase == FOLLOWING else refuse("not_asked")


def refuse_following(table: Any, rules: Any) -> Refusal:
    """§7.2, §8.2, §9.3, §10.2, §14.15  Why it is another one who may beat the set on the table."""
    actor = name_seat(next(seats_in(int(table.asked))), OWN)
    if table.mode == DUEL:
        owner = int(table.owner)
        return refuse("duel_own", a=actor) if owner == OWN else refuse("duel_only", a=actor, b=name_seat(owner, OWN))
    if table.mode == SHAO_PAI:
        runner = int(table.runner)
        spared = rules.shao_responders == OPPONENTS and runner != OWN and team_of(runner) == team_of(OWN)
        return refuse("shao_answer_opponents", a=name_seat(runner, OWN)) if spared else refuse("another_acts", a=actor)
    if is_in(table.passed, OWN):
        return refuse("has_passed")
    settled = table.arrangement != ROTATION and is_in(table.acted, OWN)
    return refuse("order_is_settled" if settled else "another_acts", a=actor)


def refuse_question(phase: int) -> Refusal:
    """What is asked now instead."""
    if phase == NAMING:
        return refuse("name_one_of_six")
    return refuse("say_a_number") if phase == TELLING else refuse("answer_first", question=QUESTIONS[PHASES[phase]])


def refuse_action(observation: Any, rules: Any, seat: int, verb: int, value: int) -> Refusal:
    """Why this is not what is wanted of a seat that is asked."""
    phase = observation.table.phase
    if phase in PLAYING:
        return refuse_play(observation, rules, verb, value)
    refusal = None
    if phase == CHANCE and verb == SHAO:
        refusal = refuse_declaration(observation, rules, kinds_in_set(value))
    elif phase == RETURNING and verb == RETURN:
        refusal = refuse_return(observation, [int(kind) for kind in (lower_kind(value), higher_kind(value)) if kind])
    elif phase == ORDERING and verb == FIRST and not is_in(observation.table.candidates, (value - seat) % SEATS):
        refusal = refuse("no_candidate", a=name_seat(value, seat))
    else:
        refusal = refuse_yes(observation, verb)
    return refusal or refuse_question(phase)


def refuse_play(observation: Any, rules: Any, verb: int, value: int) -> Refusal:
    """§7.1, §7.2, §14.19  Why this may not be played."""
    phase = observation.table.phase
    refusal = refuse_lay(observation, rules, kinds_in_set(value)) if verb == LAY else None
    if refusal:
        return refusal
    if verb == PASS and phase == LEADING:
        return refuse("leader_cannot_pass")
    if phase == CORRECTING:
        return refuse("correct_no_pass") if verb == PASS else refuse_question(phase)
    return refuse("not_asked")


def refuse_yes(observation: Any, verb: int) -> Refusal | None:
    """§3.2, §4.1, §5.3  What only some hands can say yes to."""
    phase, hand = observation.table.phase, observation.hand
    if phase == SHOWING and verb == SHOW:
        return refuse("no_threes")
    if phase == DECLARING and verb == REVOLT:
        return refuse("has_wild", cards=name_kinds([kind for kind in kinds_in(hand) if kind in (TWO, BLACK, RED)]))
    if phase == LIBERATING and verb == REFUSE:
        return refuse("refuse_without_reds", n=int(hand[RED]))
    return None
