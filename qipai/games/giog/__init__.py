"""The Giog 爵 family: eight games of tricks with the pieces of Chinese chess.  The rule book is `RULES.md`; § numbers are its."""

from functools import partial
from pathlib import Path
from typing import Any

from qipai.engine import records
from qipai.engine.game import Game, Notation, Rules, Telling

from .board import choices, describe, name_kind
from .dealing import deal, first_setup, next_setup, pack
from .examples import EXAMPLES
from .explaining import explain, why_not
from .family import FAMILY, ROOM, STANDARD, Member
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
from .position import format_position
from .position_reader import parse_position
from .scoring import returns
from .showing import show
from .state import MAX_ACTIONS, OBSERVATION, ORDER, RESULT, SETUP, STATE
from .telling import tell, tell_deal, tell_result
from .text import format_action, format_card, parse_action, parse_card
from .variants import SHARES, SHARES_AND_BONUS, Ruleset, check_ruleset, default_form
from .words import words_of
from .worlds import accepts, sample_world

MOST_TAKINGS = 2  # §3.8 the starter's stack and the side; §3.4 an end; §3.7 a side


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No deal has more decisions: one for each stack, two takings, and in each trick a lay of each player and a question.

    A stack is turned up once at most (§3.2, §3.3), and there is one for two pieces.  A trick takes a piece at least from
    every hand (§5.1, §5.2), so there are no more tricks than pieces in a hand; in each everybody lays once, and everybody
    but the leader is asked once at most whether to expose (§7.2, §7.5).
    """
    twin = records.to_plain(setup)
    return int(sum(twin.pack) // 2 + MOST_TAKINGS + twin.hand_size * (2 * twin.players - 1))


def is_zero_sum(ruleset: Ruleset) -> bool:
    """§10.2 to §10.4  What lies above a share lies below another; elsewhere a win is worth a point."""
    return ruleset.aim in (SHARES, SHARES_AND_BONUS)


COMPILED = Rules(
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
)
TELLING = Telling(
    tell_deal=tell_deal,
    tell=tell,
    tell_result=tell_result,
    describe=describe,
    choices=choices,
    name_kind=name_kind,
    explain=explain,
    why_not=why_not,
)


def notation_of(member: Member) -> Notation:
    """Pieces and actions are spelled alike in all games; a position says whose it is."""
    return Notation(
        format_action=format_action,
        parse_action=parse_action,
        format_card=format_card,
        parse_card=parse_card,
        format_position=partial(format_position, member),
        parse_position=partial(parse_position, member),
        show=show,
    )


def game_of(member: Member) -> Game:
    """§2  One game of the family."""
    return Game(
        name=member.name,
        titles=member.titles,
        tagline=member.tagline,
        seats=member.seats,
        rules_version=1,
        minutes=member.minutes,
        Ruleset=Ruleset,
        options=member.options,
        variants=default_form(member.ruleset, STANDARD, member.section),
        check_ruleset=check_ruleset,
        STATE=STATE,
        SETUP=SETUP,
        OBSERVATION=OBSERVATION,
        RESULT=RESULT,
        ORDER=ORDER,
        kinds=KINDS_OF_ACTIONS,
        max_actions=MAX_ACTIONS,
        max_decisions=max_decisions,
        compiled=COMPILED,
        notation=notation_of(member),
        telling=TELLING,
        words=words_of(member.name),
        book=Path(__file__).with_name("RULES.md"),
        room=ROOM,
        experimental=member.experimental,
        unit=member.unit,
        clockwise=member.clockwise,
        zero_sum=is_zero_sum,
        examples=EXAMPLES,
    )


GIOG_FAMILY = tuple(map(game_of, FAMILY))
