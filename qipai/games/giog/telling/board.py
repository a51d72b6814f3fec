"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from msgspec import convert

from qipai.engine.boards import ABSENT, Absent, Chairs
from qipai.engine.seats import NOBODY, is_own
from qipai.engine.telling import Card, Choice
from qipai.engine.telling import kind_of as card_kind

from ..knowing.observation import seat_of
from ..knowing.worlds import cards_of
from ..notation.naming import bag_of_kinds, faces_in, kinds_in, name_lead, place_in, reading_of, type_name
from ..notation.text import format_action
from ..pieces import KINDS, PIECES
from ..rules.combinations import NONE
from ..rules.directing import ORDERS, row_stack_size, row_stacks
from ..rules.face_up import goes_on_top
from ..rules.generals import cannot_win
from ..rules.play import CONCEAL, DIRECT, EXPOSE, LAY, TAKE, TURN, UNDER, value_of, verb_of
from ..state import DIRECTING, LEADING, NOTHING, OVER, TAKING, Observation
from ..variants import FACE_UP, ROWS
from .board_fields import Board, Chip, Decided, Laid, Layout, Lead, Left, Place, Row, Stack
from .told_sharing import rows_of, turned_up

LOOSE = "loose"  # pieces that cannot win this trick
VERB_NAMES = {TURN: "turn", TAKE: "take", EXPOSE: "expose", CONCEAL: "conceal", UNDER: "under"}
CHAIRS = Chairs(Observation)
seat_at = CHAIRS.seat_at


def describe(observation: Any, rules: Any) -> Board:
    """§12.1  Return the board: what everybody sees, by seat from 0, and the observer's own pieces that lie face down."""
    public = observation.public
    chairs = CHAIRS.by_seat(observation)
    return Board(
        **CHAIRS.told(observation),
        led=describe_lead(int(public.led), int(public.count)),
        laid=[describe_laid(observation, rules, chair) for chair in chairs],
        previous=describe_previous(observation, rules, chairs),
        priority=describe_priority(observation, rules),
        known=[known_of(observation, chair) for chair in chairs],
        left=describe_left(public),
        stacks=describe_stacks(observation, rules) if public.phase <= TAKING else None,
        row=describe_row(public),
        seats=[Place(cards=int(cards_of(public, chair)), chips=chips(observation, rules, chair)) for chair in chairs],
    )


# -- the trick


def describe_lead(led: int, count: int) -> Lead | None:
    """§5.1  Return the lead by its type and its number of pieces; None if the type is `NONE`."""
    return None if led == NONE else convert({**name_lead(led), "count": count}, Lead)


def describe_laid(observation: Any, rules: Any, chair: int) -> Laid | None:
    """§5, §12.3  Return what lies before a chair in this trick; None if it has not laid."""
    public = observation.public
    if not int(public.laid) >> chair & 1:
        return None
    bag = int(observation.laid) if is_own(observation, chair) else int(public.shown[chair])
    under = bool(int(public.under) >> chair & 1)
    if chair == public.leader:
        kind = type_name(int(public.led))
    else:
        kind = None if under or bag == NOTHING else counting_kind(public, rules, bag)
    return lying(bag, int(public.count), kind, under, chair == int(public.best))


def lying(bag: int, count: int, kind: str | None, under: bool, best: bool) -> Laid:
    """Return pieces that lie before a chair; a bag without pieces stands for pieces that the observer does not see."""
    return Laid(count=count, cards=faces_in(bag) or None, kind=kind, under=under, best=best)


def counting_kind(public: Any, rules: Any, bag: int) -> str | None:
    """§5.3  Return the key of the type that was led if these pieces are of it and may win, else None (§9.5, §11.1)."""
    led = int(public.led)
    if place_in(bag, led, rules) == 0 or cannot_win(public, rules, bag):
        return None
    return type_name(led)


def describe_previous(observation: Any, rules: Any, chairs: Sequence[int]) -> Decided | None:
    """Return the last trick as it lay when it was decided; None before its end.

    It shows what everybody has seen of it, and what the observer threw in itself.
    """
    public = observation.public
    leader = int(public.previous_leader)
    if leader == NOBODY:
        return None
    trick = int(public.trick) - int(public.phase != OVER)
    led = reading_of(int(public.previous[leader]), rules)[0]
    count = len(faces_in(int(public.previous[leader])))
    laid: list[Laid | None] = []
    for chair in chairs:
        bag = int(public.previous[chair])
        under = bool(int(public.previous_under) >> chair & 1)
        kind = None if under or place_in(bag, led, rules) == 0 else type_name(led)
        seen = bag or own_thrown(observation, chair, trick)
        laid.append(lying(seen, count, kind, under, chair == int(public.previous_winner)))
    return Decided(
        trick=trick,
        leader=int(seat_of(observation, leader)),
        winner=seat_at(observation, int(public.previous_winner)),
        taken=int(public.previous_taken),
        led=describe_lead(led, count),
        laid=laid,
    )


def own_thrown(observation: Any, chair: int, trick: int) -> int:
    """§7.4, §8.3  Return the bag that a chair threw in during a trick, if it is known to the observer; else `NOTHING`."""
    public = observation.public
    for number in range(int(public.thrown_sets)):
        if public.thrown[number].trick == trick and public.thrown[number].seat == chair:
            return int(observation.thrown[number])
    return NOTHING


# -- the sharing out, and what is known from it


def describe_priority(observation: Any, rules: Any) -> list[int] | None:
    """§3.2  Return the seats in the order of priority; None before it is settled, and in games without rows."""
    public = observation.public
    if rules.distribution != ROWS or public.priority[0] == NOBODY:
        return None
    return [int(seat_of(observation, int(chair))) for chair in public.priority[: int(public.players)]]


def known_of(observation: Any, chair: int) -> list[str]:
    """§3.5  Return the codes of the pieces that everybody saw go to a chair and has not seen since."""
    count = observation.known[chair].count
    return faces_in(bag_of_kinds(kind for kind in range(1, KINDS) for _ in range(int(count[kind]))))


def describe_left(public: Any) -> Left:
    """§3.5  Return how many pieces are out of play, and the codes of those of them that were turned up."""
    if public.phase <= TAKING:
        return Left(count=2 * int(public.stacks) - int(public.players) * int(public.left), known=[])
    stacks = [stack for stack in range(1, int(public.stacks) + 1) if public.taker[stack] == NOBODY]
    known = (face for stack in stacks for face in turned_up(public, stack))
    return Left(count=2 * len(stacks), known=sorted(known, key=PIECES.index, reverse=True))


def describe_stacks(observation: Any, rules: Any) -> Layout:
    """§3.1, §3.6, §3.8  Return the layout while stacks are turned up and taken, its rows by seat."""
    public = observation.public
    return Layout(
        layout="rows" if rules.distribution == ROWS else "circle",
        rows=rows_of(public, rules),
        stacks=[
            Stack(
                n=stack,
                up=turned_up(public, stack),
                by=seat_at(observation, int(public.turner[stack])),
                taker=seat_at(observation, int(public.taker[stack])),
            )
            for stack in range(1, int(public.stacks) + 1)
        ],
    )


def describe_row(public: Any) -> Row | Absent:
    """§11.10  Return the number of stacks in the row, and of pieces in each; `ABSENT` unless their order is asked for."""
    if public.phase != DIRECTING:
        return ABSENT
    return Row(stacks=int(row_stacks(public)), size=int(row_stack_size(public.players)), section="11.10")


def chips(observation: Any, rules: Any, chair: int) -> list[Chip]:
    """§3.2, §3.5, §5.1, §9.3  Return the chips of a chair: priority, lead, beheading, and how many of its pieces are known."""
    public = observation.public
    found: list[Chip] = []
    if rules.distribution == ROWS and public.priority[0] != NOBODY:
        found.append(Chip("priority", [int(other) for other in public.priority].index(chair) + 1))
    if chair == public.leader and int(public.laid) >> chair & 1:
        found.append(Chip("led"))
    if int(public.offenders) >> chair & 1:
        found.append(Chip("beheaded"))
    known = len(known_of(observation, chair))
    if known:
        found.append(Chip("known", known))
    return found


# -- choices


def name_kind(card: Card, rules: Any) -> str:
    """Return the code of a piece, which names its kind: `rG`."""
    return PIECES[card_kind(card) - 1]


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Return legal actions as choices, the cheapest first; answers that may win come before the others."""
    priced = [(price(observation.public, rules, int(action)), int(action)) for action in actions]
    return [choice(action, kind, rules) for (_, _, kind), action in sorted(priced, key=lambda pair: pair[0][:2])]


def choice(action: int, kind: str, rules: Any) -> Choice:
    """Return an action as people choose it; `kind` is the key of its words."""
    text = format_action(action, rules)
    if verb_of(action) == DIRECT:
        return Choice(text, (), kind, (kind,))
    if verb_of(action) in (TURN, TAKE):
        return Choice(text, (), kind, (str(value_of(action)),))
    pieces = tuple(faces_in(int(value_of(action))))
    return Choice(text, pieces, kind, pieces)


def price(public: Any, rules: Any, action: int) -> tuple[int, list[int], str]:
    """Return the sort key of a choice in two parts, lowest for the cheapest, and the key of its words.

    Leads are sorted by their highest piece, and equal ones by more pieces first; answers that count by their place in the type;
    all others by their pieces, the highest first.
    """
    verb, value = int(verb_of(action)), int(value_of(action))
    if verb == DIRECT:
        return 2, [verb, value], ORDERS[value]
    if verb != LAY:
        return (2, [verb, value], VERB_NAMES[verb]) if verb != UNDER else (2, kinds_in(value), VERB_NAMES[verb])
    if public.phase == LEADING:
        kinds = kinds_in(value)
        return 0, [kinds[0], -len(kinds), *kinds], str(type_name(reading_of(value, rules)[0]))
    place = place_in(value, int(public.led), rules)
    if place == 0 or (
        not goes_on_top(public, rules, value) if rules.procedure == FACE_UP else cannot_win(public, rules, value)
    ):
        return 1, kinds_in(value), LOOSE
    return 0, [place, *kinds_in(value)], str(type_name(int(public.led)))
