"""§3  The stacks in a position: how they stand, what was turned up there, who took them, and what lies in the others."""

from collections import Counter
from itertools import pairwise

from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY

from .naming import kinds_in
from .pieces import BITS, PIECES, VALUES, pieces_in
from .situation import Situation
from .spelling import FIELD, NONE_TEXT, Spelling
from .state import TAKING, TURNING
from .text import parse_card, parse_stack, split_pieces
from .turning import DIGITS
from .variants import COUNTED_CIRCLE, ROWS

Turned = tuple[int, tuple[int, ...]]  # a stack and the pieces that were turned up there
Taken = tuple[int, int]  # the first stack, and which way it went on from there


def write_pieces(kinds: tuple[int, ...]) -> str:
    """Pieces in their places: the bottom one first."""
    return "-".join(PIECES[kind - 1] for kind in kinds)


def read_pieces(text: str, count: int) -> tuple[int, ...]:
    kinds = tuple(parse_card(word) for word in split_pieces(text))
    if len(kinds) != count:
        raise NotationError(f"{text!r} must be {count} of a stack's pieces, the bottom one first.")
    return kinds


def write_turned(turned: tuple[int, tuple[int, ...]]) -> str:
    return f"{turned[0]}{FIELD}{write_pieces(turned[1])}"


def read_turned(text: str, situation: Situation) -> tuple[int, tuple[int, ...]]:
    stack, _, pieces = text.partition(FIELD)
    return read_stack(stack, situation), read_pieces(pieces, 2 if is_counted(situation) else 1)


def read_stack(text: str, situation: Situation) -> int:
    stack = parse_stack(text)
    if stack > situation.table.stacks:
        raise NotationError(f"There is no stack {stack}: there are {int(situation.table.stacks)}, as layout=… says.")
    return stack


def write_taken(taken: Taken | None) -> str:
    return f"{taken[0]}{' +-'[taken[1]].strip()}" if taken else NONE_TEXT


def read_taken(text: str, situation: Situation) -> Taken | None:
    if text == NONE_TEXT:
        return None
    step = {"+": 1, "-": -1}.get(text[-1:], 0)
    return read_stack(text[:-1] if step else text, situation), step


TURNED = Spelling(write_turned, read_turned)
TAKEN = Spelling(write_taken, read_taken)
STACK = Spelling(write_pieces, lambda text, situation: read_pieces(text, 2))


def is_counted(situation: Situation) -> bool:
    return bool(situation.rules.distribution == COUNTED_CIRCLE)


def get_layout(situation: Situation) -> tuple[int, ...]:
    table, players = situation.table, situation.players
    if not table.stacks:
        return ()
    ends = [int(table.rows[seat]) for seat in range(players + 1)]
    lengths = tuple(after - before for before, after in pairwise(ends))
    return lengths if any(lengths) else (int(table.stacks),)


def put_layout(situation: Situation, lengths: tuple[int, ...]) -> None:
    if not lengths:
        return
    table, in_rows = situation.table, situation.rules.distribution == ROWS
    if len(lengths) != (situation.players if in_rows else 1):
        raise NotationError("layout=… tells the stacks before each seat, joined by /, or how many stand in the circle.")
    if sum(lengths) != pieces_in(situation.pack) // 2:
        raise NotationError(f"layout=… has {sum(lengths)} stacks; the pack makes {pieces_in(situation.pack) // 2}.")
    table.stacks = sum(lengths)
    for seat in range(situation.players + 1):
        table.rows[seat] = 1 + (sum(lengths[:seat]) if in_rows else 0)


def suppose_layout(situation: Situation) -> tuple[int, ...]:
    """§3.1, §3.6, §3.8  How it stands while it stands; the long row is the first seat's, or that of §11.2."""
    stacks, players = int(pieces_in(situation.pack)) // 2, situation.players
    if situation.phase not in (TURNING, TAKING):
        return ()
    if situation.rules.distribution != ROWS:
        return (stacks,)
    first = (max(int(situation.rules.long_row), 1) - 1) % players
    return tuple(stacks // players + ((seat - first) % players < stacks % players) for seat in range(players))


def get_turned(situation: Situation) -> tuple[tuple[Turned, ...], ...]:
    """§3.2, §3.6  The stacks that each seat turned up, in the order in which it did."""
    table, told = situation.table, []
    for seat in range(situation.players):
        stacks = [stack for stack in range(1, int(table.stacks) + 1) if table.turner[stack] == seat]
        faces = {stack: tuple(int(table.face[place]) for place in (2 * stack - 2, 2 * stack - 1)) for stack in stacks}
        digits = [int(table.standing[seat]) >> BITS * (DIGITS - place) & 15 for place in range(1, len(stacks) + 1)]
        told.append(tuple((stack, tuple(filter(None, faces[stack]))) for stack in in_order(stacks, faces, digits)))
    return tuple(told)


def in_order(stacks: list[int], faces: dict[int, tuple[int, ...]], digits: list[int]) -> list[int]:
    """Stacks in the order of the pieces that were turned up there."""
    left = stacks.copy()
    for digit in digits if any(digits) else ():
        stack = next(stack for stack in left if faces[stack][0] == digit)
        left.remove(stack)
        left.append(stack)
    return left


def put_turned(situation: Situation, told: tuple[tuple[Turned, ...], ...]) -> None:
    table = situation.table
    for seat, turned in enumerate(told):
        for count, (stack, kinds) in enumerate(turned, start=1):
            if table.turner[stack] != NOBODY:
                raise NotationError(f"Stack {stack} is turned up twice.")
            table.turner[stack] = seat
            for place, kind in enumerate(kinds, start=2 * stack - 2):
                table.face[place] = kind
            if not is_counted(situation):
                table.standing[seat] = int(table.standing[seat]) | kinds[0] << BITS * (DIGITS - count)


def suppose_turned(situation: Situation) -> tuple[tuple[Turned, ...], ...]:
    return ((),) * situation.players


def suppose_to_turn(situation: Situation) -> tuple[int, ...]:
    """§3.2 who has not turned up a stack; §3.3 of the equal ones who has not turned up another, or all of them; §3.6 the opener."""
    table = situation.table
    if situation.phase != TURNING:
        return ()
    if is_counted(situation):
        return (int(table.first),)
    seats = range(situation.players)
    turned = [sum(int(turner) == seat for turner in table.turner) for seat in seats]

    def are_equal(before: int) -> tuple[int, ...]:
        """Who turned up so many stacks, and somebody else the same pieces there."""
        pieces = [int(table.standing[seat]) >> BITS * (DIGITS - before) if before else 0 for seat in seats]
        alike = Counter(pieces[seat] for seat in seats if turned[seat] >= before)
        return tuple(seat for seat in seats if turned[seat] == before and alike[pieces[seat]] > 1)

    return are_equal(max(max(turned) - 1, 0)) or are_equal(max(turned))


def get_order(situation: Situation) -> tuple[int, ...]:
    order = tuple(int(situation.table.priority[place]) for place in range(situation.players))
    return () if NOBODY in order else order


def put_order(situation: Situation, order: tuple[int, ...]) -> None:
    if order and sorted(order) != list(range(situation.players)):
        raise NotationError("order=… must name every seat once.")
    for place, seat in enumerate(order):
        situation.table.priority[place] = seat


def suppose_order(situation: Situation) -> tuple[int, ...]:
    """§3.2 by the pieces turned up; §3.6 from who was counted out; elsewhere in turn from the first."""
    table, seats = situation.table, range(situation.players)
    first = max(int(table.first), 0)
    if situation.phase == TURNING:
        return ()
    if is_counted(situation):
        first += sum(int(VALUES[int(face)]) for face in table.face)
    in_turn = [(first + turn) % situation.players for turn in seats]
    return tuple(sorted(in_turn, key=lambda seat: -int(table.standing[seat])))


def taken_stacks(situation: Situation, taken: Taken) -> dict[int, int]:
    """§3.4, §3.7  Who takes what, from a stack on in one direction."""
    table, (stack, step) = situation.table, taken
    count = situation.players * int(situation.setup.hand_size) // 2 if step else 1
    order = get_order(situation)
    return {(stack - 1 + step * turn) % int(table.stacks) + 1: order[turn % len(order)] for turn in range(count)}


def get_taken(situation: Situation) -> Taken | None:
    table = situation.table
    taken = {stack: int(taker) for stack, taker in enumerate(table.taker) if taker != NOBODY}
    for step in (0, 1, -1):
        for stack in taken:
            if taken_stacks(situation, (stack, step)) == taken:
                return stack, step
    return None


def put_taken(situation: Situation, taken: Taken | None) -> None:
    if taken:
        if not get_order(situation):
            raise NotationError("taken=… needs the order in which stacks are taken, and that is not known yet.")
        for stack, seat in taken_stacks(situation, taken).items():
            situation.table.taker[stack] = seat


def suppose_taken(situation: Situation) -> Taken | None:
    """§3.7  The starter has the stack that was turned up."""
    if situation.phase == TAKING and is_counted(situation):
        for stack, turner in enumerate(situation.table.turner):
            if turner != NOBODY:
                return stack, 0
    return None


def untaken(situation: Situation) -> list[int]:
    return [stack for stack in range(1, int(situation.table.stacks) + 1) if situation.table.taker[stack] == NOBODY]


def get_stacks(situation: Situation) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(situation.state.piece[2 * stack - side]) for side in (2, 1)) for stack in untaken(situation))


def put_stacks(situation: Situation, told: tuple[tuple[int, ...], ...]) -> None:
    stacks = untaken(situation)
    if len(told) != len(stacks):
        raise NotationError(f"stacks=… must tell the pieces of the {len(stacks)} stacks that nobody has taken.")
    for stack, kinds in zip(stacks, told, strict=True):
        for place, kind in enumerate(kinds, start=2 * stack - 2):
            if situation.table.face[place] not in (0, kind):
                raise NotationError(f"Stack {stack} has another piece in stacks=… than in turned=….")
            situation.state.piece[place] = kind


def suppose_stacks(situation: Situation) -> tuple[tuple[int, ...], ...]:
    """The rest of the pack, low to high, around what was turned up."""
    places = [place for stack in untaken(situation) for place in (2 * stack - 2, 2 * stack - 1)]
    faces = [int(situation.table.face[place]) for place in places]
    left = Counter(kinds_in(situation.pack))
    left.subtract(pieces_elsewhere(situation))
    left.subtract(face for face in faces if face)
    rest = sorted(left.elements())
    if len(rest) < faces.count(0):
        raise NotationError(f"The pack has {len(rest)} pieces left for the stacks, and {faces.count(0)} stand there.")
    filled = [face or rest.pop(0) for face in faces]
    return tuple(zip(filled[::2], filled[1::2], strict=True))


def pieces_elsewhere(situation: Situation) -> Counter[int]:
    """The pieces by kind that are in hands, on the table and in earlier tricks."""
    bags = [*map(situation.hand, range(situation.players)), *(lay.bag for lay in situation.lays)]
    bags += map(int, situation.table.played)
    bags += map(int, situation.state.thrown)
    return Counter(kind for bag in bags for kind in kinds_in(bag))
