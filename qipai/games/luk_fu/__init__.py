"""Luk Fu 六虎, the tricks of the Hakka with money cards.  The rule book is `RULES.md`; § numbers are its."""

from pathlib import Path
from typing import Any

from qipai.engine import records
from qipai.engine.errors import say
from qipai.engine.game import Game, Notation, Rules, Telling

from .board import choices, describe, name_kind
from .cards import LI_CHEN_MASK
from .dealing import deal, first_setup, next_setup, pack
from .drawing import sample_world
from .examples import EXAMPLES
from .explaining import explain, why_not
from .observation import observe
from .play import (
    KINDS_OF_ACTIONS,
    apply_action,
    default_action,
    is_legal,
    is_over,
    legal_actions,
    may_act,
    pending,
    play_kind,
    to_act,
)
from .position import NAME, format_position
from .position_reader import PLAYERS, parse_position
from .scoring import returns
from .showing import show
from .state import MAX_ACTIONS, OBSERVATION, ORDER, RESULT, SETUP, STATE
from .statistics import statistics
from .telling import tell, tell_deal, tell_result
from .text import format_action, format_card, parse_action, parse_card
from .variants import OPTIONS, VARIANTS, Ruleset, check_ruleset
from .words import WORDS
from .worlds import accepts

IN_PLAY = 3  # §2.1 the dreamer decides nothing


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No deal has more decisions: the answers of one window or two, a call of each, and in each round an act of each.

    A round takes a card at least from every hand (§6.1), so there are no more rounds than cards in a hand; who declares
    does so instead of leading (§9.1).  Without Li Chen nobody is asked for Ng Fu Ha San (§2.2).
    """
    twin = records.to_plain(setup)
    windows = 1 + ruleset.ng_fu_late_claim if twin.pack & LI_CHEN_MASK else 0
    return int(IN_PLAY * (windows + 1 + twin.hand_size))


LUK_FU = Game(
    name=NAME,
    titles=say("Luk Fu", "六虎", "六虎"),
    tagline=say(
        "Six tricks out of twelve, and aged cards count before they are played.",
        "十二虎里抢六虎，老岁牌不打也算数。",
        "十二虎裡搶六虎，老歲牌不打也算數。",
    ),
    seats=PLAYERS,
    rules_version=1,
    minutes=6,
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
    statistics=statistics,
    examples=EXAMPLES,
)
