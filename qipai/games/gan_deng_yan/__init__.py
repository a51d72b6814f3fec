"""Gan Deng Yan 干瞪眼: follow exactly one rank higher, or sit and stare.  The rule book is `RULES.md`; § numbers are its."""

from pathlib import Path
from typing import Any

from qipai.engine import records
from qipai.engine.game import Game, Notation, Rules, Telling

from . import words
from .board import choices, describe, name_kind
from .cards import format_card, parse_card
from .combinations import KIND_NAMES, kind_of
from .dealing import deal, first_setup, next_setup, pack
from .examples import EXAMPLES
from .explaining import explain, why_not
from .observation import observe
from .play import apply_action, default_action, is_legal, is_over, legal_actions, may_act, pending, to_act
from .position import format_position
from .position_reader import parse_position
from .scoring import returns
from .showing import show
from .state import MAX_ACTIONS, MAX_PLAYERS, OBSERVATION, ORDER, RESULT, SETUP, STATE
from .statistics import statistics
from .telling import tell, tell_deal, tell_result
from .text import format_action, parse_action
from .variants import OPTIONS, VARIANTS, Ruleset, check_ruleset
from .worlds import accepts, sample_world

FEWEST_PLAYERS = 2  # §1.3


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No deal has more decisions: one for each card of the pack and each player.

    A play puts a card at least aside for good, so there are no more plays than cards.  After each play every other player
    passes once at most before the next play or the end of the trick (§5.3), and every trick begins with a play (§5.1):
    where nobody can lead, the deal is over (§7.8).  A leader always holds a card, since whoever shed the last one and did not
    win draws before the next lead (§7.10: more than five cards are left, enough for six).
    """
    twin = records.to_plain(setup)
    return int(sum(twin.pack) * twin.players)


def is_zero_sum(ruleset: Ruleset) -> bool:
    """§6.1  What the losers pay the winner gets; §7.13 or gets it from nobody."""
    return not ruleset.winner_scores_only


GAN_DENG_YAN = Game(
    name="gan_deng_yan",
    titles=words.TITLES,
    tagline=words.TAGLINE,
    seats=tuple(range(FEWEST_PLAYERS, MAX_PLAYERS + 1)),
    rules_version=1,
    minutes=4,
    Ruleset=Ruleset,
    options=OPTIONS,
    variants=VARIANTS,
    check_ruleset=check_ruleset,
    STATE=STATE,
    SETUP=SETUP,
    OBSERVATION=OBSERVATION,
    RESULT=RESULT,
    ORDER=ORDER,
    kinds=tuple(KIND_NAMES.values()),
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
        play_kind=kind_of,
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
    words={
        "kinds": words.KINDS,
        "events": words.EVENTS,
        "chips": words.CHIPS,
        "board": words.BOARD,
        "payment": words.PAYMENT,
    },
    book=Path(__file__).with_name("RULES.md"),
    zero_sum=is_zero_sum,
    statistics=statistics,
    examples=EXAMPLES,
)
