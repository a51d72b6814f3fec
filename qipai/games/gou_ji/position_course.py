"""The parts of a position that tell the play: the trick, the duel, Shao Pai, the endgame, what has been said."""

from collections.abc import Callable
from typing import Any

from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY

from .asked import participants
from .duel import LEFT
from .endgame import arrangement_of, block_of, is_endgame
from .position_deal import is_before_play, next_in_turn
from .ranks import KINDS
from .seating import SEATS, count_in, dui_men, first_from, is_in, right_of, team_mask, team_of
from .sets import starts_duel
from .situation import Situation
from .spelling import (
    ANSWER,
    FIELD,
    FLAG,
    SEAT,
    SET,
    Part,
    Spelling,
    field,
    fields,
    mask,
    nobody,
    nothing,
    nothing_each,
    number,
    of_each,
    one_of,
    or_nothing,
    read_seat,
    several,
)
from .state import (
    ALTERNATING,
    ARRANGEMENTS,
    CHANCE,
    CONFIRMING,
    DUEL,
    FOLLOWING,
    HOLDING,
    LEADING,
    MAX_WITNESSES,
    MODES,
    NAMING,
    NORMAL,
    ORDERING,
    OVER,
    ROTATION,
    RUN,
    SHAO_PAI,
    TELLING,
    UNMENDED,
)
from .text import MORE_NAME, format_hand, format_set, parse_hand, parse_set
from .variants import CLAIM, OPPONENTS
from .verbs import FEW, MORE

MOST_TRICKS = 30_000
WITNESSES = ("meets", "misses", "unmended")


# -- the trick


def suppose_trick(situation: Situation) -> int:
    return 0 if is_before_play(situation) else 1


def suppose_leader(situation: Situation) -> int:
    if is_before_play(situation):
        return NOBODY
    return situation.number("owner") if situation.number("best") else situation.number("starter")


def suppose_mode(situation: Situation) -> int:
    """§8.1, §9  From what lies on the table."""
    best, owner = situation.number("best"), situation.number("owner")
    if situation.number("runner") != NOBODY:
        return SHAO_PAI if best else RUN
    if situation.phase == CHANCE:
        return DUEL
    if not best or not is_in(situation.number("active"), dui_men(owner)) or not starts_duel(best, situation.rules):
        return NORMAL
    return DUEL if situation.rules.endgame_duels or not is_endgame(situation.table) else NORMAL


def suppose_starter_of_duel(situation: Situation) -> int:
    """The one whose set was beaten, or whose set it is."""
    mode, owner, beaten = situation.number("mode"), situation.number("owner"), situation.number("beaten")
    if mode == SHAO_PAI:
        return beaten
    if mode != DUEL:
        return NOBODY
    return beaten if beaten != NOBODY and beaten == dui_men(owner) else owner


def suppose_challenged(situation: Situation) -> int:
    return situation.number("beaten") if situation.number("mode") == SHAO_PAI else NOBODY


# -- who is asked


def able(situation: Situation) -> int:
    """§7.2  Who may still act in the ordinary course of this trick."""
    shut_out = situation.number("passed") | situation.number("closed")
    owner = situation.number("owner")
    return situation.number("active") & ~shut_out & ~(1 << owner if owner != NOBODY else 0)


def responders(situation: Situation) -> int:
    """§9.3, §14.10, §14.15  All who are asked one after the other, from the first one on."""
    owner, asker = situation.number("owner"), situation.number("wind_asker")
    if asker != NOBODY:
        return able(situation) & ~(1 << asker)
    others = situation.number("active") & ~(1 << owner)
    if situation.rules.shao_responders == OPPONENTS:
        others &= int(team_mask(1 - team_of(owner)))
    return others


def turn(situation: Situation) -> int:
    """Whose turn it is to follow."""
    owner, asker, mode = situation.number("owner"), situation.number("wind_asker"), situation.number("mode")
    if mode == DUEL:
        return int(dui_men(owner))
    if mode == SHAO_PAI:
        return next_in_turn(responders(situation), owner)
    return next_in_turn(responders(situation), asker) if asker != NOBODY else next_in_turn(able(situation), owner)


def neighbours(situation: Situation) -> int:
    """§9.1, §14.13"""
    owner = situation.number("owner")
    both = situation.number("active") & (1 << right_of(owner, 1) | 1 << right_of(owner, LEFT))
    return both if situation.rules.shao_after_pass else both & ~situation.number("passed")


def one(seat: int) -> int:
    return 0 if seat == NOBODY else 1 << seat


def answered(situation: Situation) -> int:
    return sum(1 << seat for seat in range(SEATS) if int(situation.state.answers[seat]))


def suppose_asked(situation: Situation) -> int:
    phase = situation.phase
    if phase == OVER:
        return 0
    if phase == TELLING:
        return one(situation.number("told_by"))
    if phase == CHANCE:
        return neighbours(situation) & ~answered(situation)
    if phase == HOLDING:
        return one(int(right_of(situation.number("beaten"), 4)))
    if phase == ORDERING and situation.rules.order_protocol == CLAIM:
        return one(next_in_turn(situation.number("candidates"), situation.number("last_actor")))
    if situation.course == FOLLOWING:
        return one(turn(situation))
    alone = {NAMING: "big_loser", CONFIRMING: "wish", LEADING: "leader"}
    if phase in alone:
        return one(situation.number(alone[phase]))
    return int(participants(situation.state, situation.rules)) & ~answered(situation)


def suppose_waiting(situation: Situation) -> int:
    """§14.20  Whose turn a question about a count has interrupted."""
    if situation.phase != TELLING:
        return NOBODY
    return turn(situation) if situation.course == FOLLOWING else situation.number("leader")


def current(situation: Situation) -> int:
    """Whose turn it is, or might be; at the end of a game the leader's, who had one."""
    if situation.phase == TELLING:
        return situation.number("waiting")
    if situation.phase == ORDERING:
        return next_in_turn(situation.number("candidates"), situation.number("last_actor"))
    seats = situation.number("asked") or one(situation.number("leader"))
    return max(0, int(first_from(seats, 0)))


def suppose_responders(situation: Situation) -> int:
    """From the one who is asked now on."""
    asks = situation.number("mode") == SHAO_PAI or situation.number("wind_asker") != NOBODY
    if situation.course != FOLLOWING or not asks:
        return 0
    asker = situation.number("wind_asker")
    origin, all_asked = (situation.number("owner") if asker == NOBODY else asker), responders(situation)
    in_turn = [right_of(origin, step) for step in range(1, SEATS) if is_in(all_asked, right_of(origin, step))]
    now = current(situation)
    left = in_turn[in_turn.index(now) :] if now in in_turn else in_turn
    return sum(1 << seat for seat in left)


# -- the endgame (§10)


def suppose_arrangement(situation: Situation) -> int:
    in_order = situation.number("mode") == NORMAL and situation.number("wind_asker") == NOBODY
    following = situation.course in (FOLLOWING, ORDERING, HOLDING) and situation.number("best")
    return (
        int(arrangement_of(situation.number("active"))) if in_order and following and is_endgame(situation.table) else ROTATION
    )


def suppose_acted(situation: Situation) -> int:
    """To lead is to act, and so is to pass."""
    active = situation.number("active")
    acted = active & (situation.number("passed") | one(situation.number("owner"))) if situation.number("arrangement") else 0
    if situation.number("arrangement") == ALTERNATING:
        return acted
    return acted & int(block_of(active, current(situation))) if acted else 0


def suppose_visit(situation: Situation) -> int:
    """The leader's block, or the block of whose turn it is, from its first member on."""
    if situation.number("arrangement") == ROTATION:
        return NOBODY
    active, leader, now = situation.number("active"), situation.number("leader"), current(situation)
    block = int(block_of(active, now))
    if leader == NOBODY or situation.number("arrangement") == ALTERNATING or is_in(block, leader):
        return leader
    return first_of(block, now, active)


def first_of(block: int, seat: int, active: int) -> int:
    """The first member of a block, going round to the right."""
    for step in range(1, SEATS):
        other = int(right_of(seat, SEATS - step))
        if is_in(active, other):
            if not is_in(block, other):
                return seat
            seat = other
    return seat


def suppose_turn(situation: Situation) -> int:
    """§10.3  As many turns as have acted; the team whose turn it is must fit."""
    if situation.number("arrangement") != ALTERNATING:
        return 0
    turns = int(count_in(situation.number("acted"))) % 4
    fits = (situation.number("first_team") + turns) & 1 == team_of(current(situation))
    return turns if fits else (turns + 1) % 4


def suppose_first_team(situation: Situation) -> int:
    return int(team_of(situation.number("leader"))) if situation.number("arrangement") == ALTERNATING else 0


# -- what has been said and what it showed


def read_told(text: str) -> int:
    return MORE if text.lower() == MORE_NAME else number(FEW, least=1).read(text)


TOLD = or_nothing(Spelling(lambda count: MORE_NAME if count == MORE else str(count), read_told))
Witness = tuple[int, int, tuple[int, ...], int, int]  # seat, what, played, best, tried


def write_witness(witness: Witness) -> str:
    seat, what, played, best, tried = witness
    words = [str(seat), WITNESSES[what], format_hand(played)]
    return FIELD.join([*words, format_set(best), format_set(tried)] if what == UNMENDED else words)


def read_witness(text: str) -> Witness:
    words = text.split(FIELD)
    what = one_of(WITNESSES).read(words[1]) if len(words) > 1 else 0
    if len(words) != (5 if what == UNMENDED else 3) or words[0] == ".":
        raise NotationError(
            f"{text!r} must tell the seat, {', '.join(WITNESSES)}, and what it had laid by then, like 2:meets:A-A;"
            " after unmended also the set to beat and the one that was laid."
        )
    best, tried = (parse_set(words[3]), parse_set(words[4])) if what == UNMENDED else (0, 0)
    return read_seat(words[0]), what, tuple(parse_hand(words[2])), best, tried


def get_witnesses(situation: Situation) -> tuple[Witness, ...]:
    told = []
    for place in range(situation.number("witness_count")):
        witness = situation.table.witnesses[place]
        played = tuple(int(count) for count in witness.played)
        told.append((int(witness.seat), int(witness.what), played, int(witness.best), int(witness.tried)))
    return tuple(told)


def put_witnesses(situation: Situation, told: tuple[Witness, ...]) -> None:
    if len(told) > MAX_WITNESSES:
        raise NotationError(f"There are {len(told)} witnesses, and there is room for {MAX_WITNESSES}.")
    for place, (seat, what, played, best, tried) in enumerate(told):
        witness = situation.table.witnesses[place]
        witness.seat, witness.what, witness.best, witness.tried = seat, what, best, tried
        for kind in range(KINDS):
            witness.played[kind] = played[kind]
    situation.table.witness_count = len(told)


def answers_of(situation: Situation) -> tuple[int, ...]:
    return tuple(int(situation.state.answers[seat]) for seat in range(SEATS))


def put_answers(situation: Situation, told: tuple[int, ...]) -> None:
    for seat, answer in enumerate(told):
        situation.state.answers[seat] = answer


def counted(key: str, suppose: Callable[[Situation], Any]) -> Part:
    return field(key, number(MOST_TRICKS), suppose)


PARTS_OF_TRICK = (
    field("trick", number(MOST_TRICKS), suppose_trick),
    field("leader", SEAT, suppose_leader),
    field("beaten", SEAT, nobody),
    mask("passed", nothing),
    mask("closed", nothing),
    field("runner", SEAT, nobody),
    field("mode", one_of(MODES), suppose_mode),
    field("duel", SEAT, suppose_starter_of_duel, "starter_of_duel"),
    field("challenged", SEAT, suppose_challenged),
    field("tried", SET, nothing),
)
PARTS_OF_TURN = (
    field("wind_asker", SEAT, nobody),
    field("asker", SEAT, nobody),
    field("told_by", SEAT, nobody),
    field("last_actor", SEAT, lambda situation: situation.number("owner")),
    Part("answers", of_each(ANSWER), answers_of, put_answers, nothing_each),
    mask("to_act", suppose_asked, "asked"),
)
PARTS_OF_ORDER = (
    field("waiting", SEAT, suppose_waiting),
    mask("responders", suppose_responders),
    field("arrangement", one_of(ARRANGEMENTS), suppose_arrangement),
    mask("acted", suppose_acted),
    field("visit", SEAT, suppose_visit),
    field("first_team", number(1), suppose_first_team),
    field("turn", number(3), suppose_turn),
)
PARTS_OF_TALK = (
    field("rang_asked", FLAG, lambda situation: int(situation.phase == HOLDING)),
    field("rang_agreed", SEAT, nobody),
    fields("told", TOLD, nothing_each),
    mask("shown", nothing),
    mask("exposed", nothing),
    Part("witnesses", several(Spelling(write_witness, read_witness)), get_witnesses, put_witnesses, lambda situation: ()),
    counted("duels", lambda situation: int(situation.number("starter_of_duel") != NOBODY)),
    counted("declarations", lambda situation: int(situation.number("runner") != NOBODY)),
    counted("beaten_runs", nothing),
)
