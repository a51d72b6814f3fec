"""The parts of a position, in the order in which one follows from another."""

from collections import Counter
from typing import NamedTuple

from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY, seats_in

from .combinations import TYPE_NAMES
from .naming import kinds_in, reading_of
from .pieces import KINDS, pieces_in
from .position_stacks import (
    STACK,
    TAKEN,
    TURNED,
    get_layout,
    get_order,
    get_stacks,
    get_taken,
    get_turned,
    put_layout,
    put_order,
    put_stacks,
    put_taken,
    put_turned,
    suppose_layout,
    suppose_order,
    suppose_stacks,
    suppose_taken,
    suppose_to_turn,
    suppose_turned,
)
from .situation import OPEN_MARK, UNDER_MARK, Laid, Situation
from .spelling import (
    BAG,
    FIELD,
    LIST,
    SEAT,
    Part,
    Spelling,
    field,
    fields,
    mask,
    nobody,
    none,
    nothing_each,
    number,
    of_each,
    read_seat,
    several,
)
from .state import LEADING, MAX_CARDS, MAX_STACKS, MAX_THROWN, OVER, PHASES, TAKING, TURNING
from .text import format_bag, parse_bag
from .variants import CIRCLE, COUNTED_CIRCLE, DICE, SINGLY

PHASE_NAMES = {TURNING: PHASES[TURNING], TAKING: PHASES[TAKING], LEADING: "playing", OVER: PHASES[OVER]}
MOST_TRICKS = 16


def read_phase(text: str, situation: Situation) -> int:
    for phase, name in PHASE_NAMES.items():
        if text == name:
            return phase
    raise NotationError(f"phase={text} must be {', '.join(PHASE_NAMES.values())}.")


def write_lay(lay: Laid) -> str:
    return f"{lay.mark}{FIELD}{format_bag(lay.bag)}" if lay.mark else format_bag(lay.bag)


def read_lay(text: str, situation: Situation) -> Laid:
    mark, colon, pieces = text.rpartition(FIELD)
    if colon and mark not in (OPEN_MARK, UNDER_MARK):
        raise NotationError(f"{text!r}: what was laid is marked {OPEN_MARK}: or {UNDER_MARK}: or not at all.")
    return Laid(parse_bag(pieces), mark)


PHASE = Spelling(PHASE_NAMES.__getitem__, read_phase)
LAID = Spelling(write_lay, read_lay)


class Thrown(NamedTuple):
    """A set that went unseen in an earlier trick."""

    trick: int
    seat: int
    bag: int
    on: int
    led: int


def write_thrown(thrown: Thrown) -> str:
    on = format_bag(thrown.on) if thrown.on else TYPE_NAMES[thrown.led]
    return FIELD.join((str(thrown.trick), str(thrown.seat), format_bag(thrown.bag), on))


def read_thrown(text: str, situation: Situation) -> Thrown:
    words = text.split(FIELD)
    if len(words) != 4:
        raise NotationError(f"{text!r} must tell the trick, the seat, its pieces and on what they were thrown, like 2:0:bP:rC.")
    trick, seat, pieces, best = words
    on = 0 if best in TYPE_NAMES else parse_bag(best)
    led = TYPE_NAMES.index(best) if best in TYPE_NAMES else reading_of(on, situation.rules)[0]
    if led == 0:
        raise NotationError(f"{best!r} is neither a combination nor a type of combination.")
    last = int(situation.table.trick)
    return Thrown(number(last, 1).read(trick, situation), read_seat(seat, situation), parse_bag(pieces), on, led)


THROWN_SET = Spelling(write_thrown, read_thrown)


# -- the setup and the hands


def get_pack(situation: Situation) -> int:
    return situation.pack


def put_pack(situation: Situation, bag: int) -> None:
    held = Counter(kinds_in(bag))
    for kind in range(1, KINDS):
        situation.setup.pack[kind] = held[kind]


def get_hand_size(situation: Situation) -> int:
    return int(situation.setup.hand_size)


def put_hand_size(situation: Situation, count: int) -> None:
    situation.setup.hand_size = count


def get_opener(situation: Situation) -> int:
    return int(situation.setup.opener)


def put_opener(situation: Situation, seat: int) -> None:
    situation.setup.opener = seat


def suppose_first(situation: Situation) -> int:
    """§3.6 the opener; §3.9 the highest throw."""
    dice = [int(situation.table.dice[seat]) for seat in range(situation.players)]
    return dice.index(max(dice)) if situation.setup.opener == NOBODY else int(situation.setup.opener)


def get_hands(situation: Situation) -> tuple[int, ...]:
    return tuple(map(situation.hand, range(situation.players)))


def put_hands(situation: Situation, bags: tuple[int, ...]) -> None:
    for seat, bag in enumerate(bags):
        situation.state.hands[seat] = bag


def get_lays(situation: Situation) -> tuple[Laid, ...]:
    return tuple(map(situation.laid_by, range(situation.players)))


def put_lays(situation: Situation, lays: tuple[Laid, ...]) -> None:
    situation.lays = list(lays)


def suppose_lays(situation: Situation) -> tuple[Laid, ...]:
    return (Laid(0),) * situation.players


def get_phase(situation: Situation) -> int:
    return LEADING if situation.is_playing else situation.phase


def put_phase(situation: Situation, phase: int) -> None:
    situation.table.phase = phase


def suppose_phase(situation: Situation) -> int:
    held = {situation.held(seat) for seat in range(situation.players)}
    if len(held) > 1 and situation.rules.distribution in (COUNTED_CIRCLE, CIRCLE):
        return TAKING
    if held != {0} or situation.rules.distribution in (DICE, SINGLY):
        return LEADING
    return TAKING if situation.rules.distribution == CIRCLE else TURNING


# -- earlier tricks


def has_previous(situation: Situation) -> bool:
    return any(int(bag) for bag in situation.table.previous)


def suppose_trick(situation: Situation) -> int:
    return int(situation.is_playing or situation.phase == OVER)


def suppose_leader(situation: Situation) -> int:
    return int(situation.table.priority[0]) if situation.is_playing else NOBODY


def suppose_previous_leader(situation: Situation) -> int:
    laid = [seat for seat in range(situation.players) if int(situation.table.previous[seat])]
    return laid[0] if laid else NOBODY


def suppose_previous_winner(situation: Situation) -> int:
    return int(situation.table.leader) if has_previous(situation) else NOBODY


def previous_pieces(situation: Situation) -> int:
    """How many pieces were laid in the trick before."""
    return situation.players * max(int(pieces_in(int(bag))) for bag in situation.table.previous)


def suppose_previous_taken(situation: Situation) -> int:
    return 0 if situation.table.previous_winner == NOBODY else previous_pieces(situation)


def suppose_previous_under(situation: Situation) -> tuple[int, ...]:
    previous = [int(situation.table.previous[seat]) for seat in range(situation.players)]
    return tuple(seat for seat, bag in enumerate(previous) if not bag) if any(previous) else ()


def suppose_played(situation: Situation) -> tuple[int, ...]:
    return tuple(int(situation.table.previous[seat]) for seat in range(situation.players))


def suppose_captured(situation: Situation) -> tuple[int, ...]:
    table = situation.table
    return tuple(int(table.previous_taken) * (seat == table.previous_winner) for seat in range(situation.players))


def suppose_pot(situation: Situation) -> int:
    """§6.4  What was set aside in the trick before."""
    return previous_pieces(situation) if situation.table.previous_winner == NOBODY else 0


def get_thrown(situation: Situation) -> tuple[Thrown, ...]:
    """Of earlier tricks: those of this trick lie on the table."""
    table, told = situation.table, []
    for place in range(int(table.thrown_sets)):
        thrown = table.thrown[place]
        if situation.phase == OVER or thrown.trick < table.trick:
            bag = int(situation.state.thrown[place])
            told.append(Thrown(int(thrown.trick), int(thrown.seat), bag, int(thrown.on), int(thrown.led)))
    return tuple(told)


def put_thrown(situation: Situation, told: tuple[Thrown, ...]) -> None:
    table = situation.table
    if len(told) > MAX_THROWN - (0 if situation.phase == OVER else situation.players - 1):
        raise NotationError(f"{len(told)} sets cannot all have gone unseen.")
    for place, one in enumerate(told):
        thrown = table.thrown[place]
        thrown.on, thrown.trick, thrown.seat, thrown.led = one.on, one.trick, one.seat, one.led
        thrown.count = pieces_in(one.bag)
        thrown.edge = one.trick == 1 or (situation.phase == OVER and one.trick == table.trick)
        situation.state.thrown[place] = one.bag
    table.thrown_sets = len(told)


def suppose_beheaded(situation: Situation) -> tuple[int, ...]:
    return tuple(seats_in(int(situation.table.offenders)))


PARTS_BEFORE = (
    Part("pack", BAG, get_pack, put_pack, get_pack),
    Part("hand_size", number(MAX_CARDS, least=1), get_hand_size, put_hand_size, get_hand_size),
    Part("opener", SEAT, get_opener, put_opener, nobody),
    fields("dice", number(6), nothing_each),
    field("first", SEAT, suppose_first),
    Part("hands", of_each(BAG), get_hands, put_hands, nothing_each),
    Part("laid", of_each(LAID), get_lays, put_lays, suppose_lays),
    Part("phase", PHASE, get_phase, put_phase, suppose_phase),
    Part("layout", several(number(MAX_STACKS), LIST), get_layout, put_layout, suppose_layout),
    Part("turned", of_each(several(TURNED)), get_turned, put_turned, suppose_turned),
    mask("to_turn", suppose_to_turn),
    Part("order", several(SEAT, LIST), get_order, put_order, suppose_order),
    Part("taken", TAKEN, get_taken, put_taken, suppose_taken),
    field("trick", number(MOST_TRICKS), suppose_trick),
    fields("previous", BAG, nothing_each),
    field("leader", SEAT, suppose_leader),
    field("previous_leader", SEAT, suppose_previous_leader),
    field("previous_winner", SEAT, suppose_previous_winner),
    field("previous_taken", number(MAX_CARDS), suppose_previous_taken),
    mask("previous_under", suppose_previous_under),
    fields("played", BAG, suppose_played),
    fields("captured", number(MAX_CARDS), suppose_captured),
    field("pot", number(MAX_CARDS), suppose_pot),
    Part("thrown", several(THROWN_SET), get_thrown, put_thrown, none),
)
STACKS = Part("stacks", several(STACK, LIST), get_stacks, put_stacks, suppose_stacks)  # of what is left of the pack
PARTS_AFTER = (mask("beheaded", suppose_beheaded, "offenders"),)
KEYS = ("players", *(part.key for part in (*PARTS_BEFORE, *PARTS_AFTER)))
