"""Gou Ji 够级: six players, two teams, 216 cards.  The rule book is `RULES.md`; § numbers are its."""

from pathlib import Path
from typing import Any

from qipai.engine import records
from qipai.engine.game import Game, Notation, Rules, Telling

from .asked import is_window
from .board import describe, name_kind
from .choices import choices
from .clock import default_action
from .dealing import deal, pack
from .drawing import sample_world
from .examples import EXAMPLES
from .explaining import explain, why_not
from .observation import observe
from .play import (
    KINDS_OF_ACTIONS,
    apply_action,
    is_legal,
    is_over,
    legal_actions,
    may_act,
    pending,
    play_kind,
    to_act,
)
from .position import NAME, format_position
from .position_reader import parse_position
from .scoring import returns
from .seating import SEATS, team_of
from .session import first_setup, newcomers, next_setup
from .showing import show
from .state import MAX_ACTIONS, OBSERVATION, ORDER, RESULT, SETUP, STATE
from .statistics import statistics
from .telling import tell, tell_deal, tell_result
from .text import format_action, format_card, parse_action, parse_card
from .variants import OPTIONS, VARIANTS, ZERO_SUM, Ruleset, check_ruleset
from .words import TAGLINE, TITLES, WORDS
from .worlds import accepts

BEFORE_THE_PLAY = 60  # the taker, threes, revolution with plea and confirmation of everybody, swap, liberation, waiver, returns
AROUND_A_SET = 32  # itself and its correction, two answers to Shao Pai, five passes, who goes first for each of them, and talk
TALK_ONCE = 4 * SEATS  # showing, exposing, and the first counts


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No game has more decisions: every set takes a card at least, and so many decisions may come with it."""
    return BEFORE_THE_PLAY + TALK_ONCE + AROUND_A_SET * int(sum(records.to_plain(setup).pack))


GOU_JI = Game(
    name=NAME,
    titles=TITLES,
    tagline=TAGLINE,
    seats=(SEATS,),
    rules_version=1,
    minutes=25,
    Ruleset=Ruleset,
    options=OPTIONS,
    variants=VARIANTS,
    check_ruleset=check_ruleset,
    STATE=STATE,
    SETUP=SETUP,
    OBSERVATION=OBSERVATION,
    RESULT=RESULT,
    ORDER=ORDER,
    kinds=KINDS_OF_ACTIONS,
    max_actions=MAX_ACTIONS,
    max_decisions=max_decisions,
    compiled=Rules(
        first_setup=first_setup,
        pack=pack,
        deal=deal,
        pending=pending,
        to_act=to_act,
        may_act=may_act,
        legal_actions=legal_actions,
        is_legal=is_legal,
        apply_action=apply_action,
        default_action=default_action,
        is_over=is_over,
        returns=returns,
        next_setup=next_setup,
        observe=observe,
        sample_world=sample_world,
        accepts=accepts,
        play_kind=play_kind,
    ),
    notation=Notation(
        format_action=format_action,
        parse_action=parse_action,
        format_card=format_card,
        parse_card=parse_card,
        format_position=format_position,
        parse_position=parse_position,
        show=show,
    ),
    telling=Telling(
        tell_deal=tell_deal,
        tell=tell,
        tell_result=tell_result,
        describe=describe,
        choices=choices,
        name_kind=name_kind,
        explain=explain,
        why_not=why_not,
    ),
    words=WORDS,
    book=Path(__file__).with_name("RULES.md"),
    zero_sum=lambda ruleset: bool(ruleset.score_record == ZERO_SUM),
    statistics=statistics,
    examples=EXAMPLES,
    teams=lambda ruleset, players: tuple(team_of(seat) for seat in range(players)),
    is_window=is_window,
    newcomers=newcomers,
    hand="columns",
)
