"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import Card, Choice
from qipai.engine.telling import kind_of as card_kind

from .combinations import NONE
from .face_up import goes_on_top
from .generals import cannot_win
from .naming import bag_of_kinds, faces_in, kinds_in, name_lead, place_in, reading_of, type_name
from .observation import is_own, seat_of
from .pieces import KINDS, PIECES
from .play import CONCEAL, EXPOSE, LAY, TAKE, TURN, UNDER, value_of, verb_of
from .state import LEADING, NOTHING, OVER, PHASES, TAKING
from .text import format_action
from .told_sharing import rows_of, turned_up
from .variants import FACE_UP, ROWS
from .worlds import cards_of

LOOSE = "loose"  # pieces that cannot win this trick
VERB_NAMES = {TURN: "turn", TAKE: "take", EXPOSE: "expose", CONCEAL: "conceal", UNDER: "under"}


def describe(observation: Any, rules: Any) -> dict[str, Any]:
    """§12.1  The table, seats in turn order from seat 0; of one's own pieces also what lies face down."""
    table = observation.table
    chairs = chairs_by_seat(observation)
    return {
        "phase": PHASES[table.phase],
        "trick": int(table.trick),
        "to_act": seats_at(observation, table.asked),
        "owner": seat_at(observation, table.best),
        "leader": seat_at(observation, table.leader),
        "led": describe_lead(int(table.led), int(table.count)),
        "laid": [describe_laid(observation, rules, chair) for chair in chairs],
        "previous": describe_previous(observation, rules, chairs),
        "captured": [int(table.captured[chair]) for chair in chairs],
        "pot": int(table.pot),
        "priority": describe_priority(observation, rules),
        "known": [known_of(observation, chair) for chair in chairs],
        "left": describe_left(table),
        "beheaded": seats_at(observation, table.offenders),
        "stacks": describe_stacks(observation, rules) if table.phase <= TAKING else None,
        "seats": [{"cards": int(cards_of(table, chair)), "chips": chips(observation, rules, chair)} for chair in chairs],
    }


def chairs_by_seat(observation: Any) -> list[int]:
    """The chair of each seat."""
    chairs = range(int(observation.table.players))
    return sorted(chairs, key=lambda chair: int(seat_of(observation, chair)))


def seat_at(observation: Any, chair: int) -> int | None:
    return None if chair == NOBODY else int(seat_of(observation, int(chair)))


def seats_at(observation: Any, mask: int) -> list[int]:
    """The seats of a mask of chairs, lowest first."""
    return sorted(int(seat_of(observation, chair)) for chair in seats_in(int(mask)))


# -- the trick


def describe_lead(led: int, count: int) -> dict[str, Any] | None:
    """§5.1"""
    return None if led == NONE else {**name_lead(led), "count": count}


def describe_laid(observation: Any, rules: Any, chair: int) -> dict[str, Any] | None:
    """§5, §12.3  What lies before a chair in this trick."""
    table = observation.table
    if not int(table.laid) >> chair & 1:
        return None
    bag = int(observation.laid) if is_own(observation, chair) else int(table.shown[chair])
    under = bool(int(table.under) >> chair & 1)
    if chair == table.leader:
        kind = type_name(int(table.led))
    else:
        kind = None if under or bag == NOTHING else counting_kind(table, rules, bag)
    return lying(bag, int(table.count), kind, under, chair == int(table.best))


def lying(bag: int, count: int, kind: str | None, under: bool, best: bool) -> dict[str, Any]:
    return {"count": count, "cards": faces_in(bag) or None, "kind": kind, "under": under, "best": best}


def counting_kind(table: Any, rules: Any, bag: int) -> str | None:
    """§5.3  The type that was led, if an answer is one that may win; §9.4, §9.5 some may not."""
    led = int(table.led)
    if place_in(bag, led, rules) == 0 or cannot_win(table, rules, bag):
        return None
    return type_name(led)


def describe_previous(observation: Any, rules: Any, chairs: Sequence[int]) -> dict[str, Any] | None:
    """The trick before, as it lay when it was decided: what all have seen of it, and one's own."""
    table = observation.table
    leader = int(table.previous_leader)
    if leader == NOBODY:
        return None
    trick = int(table.trick) - int(table.phase != OVER)
    led = reading_of(int(table.previous[leader]), rules)[0]
    count = len(faces_in(int(table.previous[leader])))
    laid = []
    for chair in chairs:
        bag = int(table.previous[chair])
        under = bool(int(table.previous_under) >> chair & 1)
        kind = None if under or place_in(bag, led, rules) == 0 else type_name(led)
        seen = bag or own_thrown(observation, chair, trick)
        laid.append(lying(seen, count, kind, under, chair == int(table.previous_winner)))
    return {
        "trick": trick,
        "leader": seat_at(observation, leader),
        "winner": seat_at(observation, int(table.previous_winner)),
        "taken": int(table.previous_taken),
        "led": describe_lead(led, count),
        "laid": laid,
    }


def own_thrown(observation: Any, chair: int, trick: int) -> int:
    """§7.4, §8.3  What one has thrown in oneself in a trick."""
    table = observation.table
    for number in range(int(table.thrown_sets)):
        if table.thrown[number].trick == trick and table.thrown[number].seat == chair:
            return int(observation.thrown[number])
    return NOTHING


# -- the sharing out, and what is known from it


def describe_priority(observation: Any, rules: Any) -> list[int | None] | None:
    """§3.2"""
    table = observation.table
    if rules.distribution != ROWS or table.priority[0] == NOBODY:
        return None
    return [seat_at(observation, chair) for chair in table.priority[: int(table.players)]]


def known_of(observation: Any, chair: int) -> list[str]:
    """§3.5  What everybody saw go to another chair, and has not seen since."""
    count = observation.known[chair].count
    return faces_in(bag_of_kinds(kind for kind in range(1, KINDS) for _ in range(int(count[kind]))))


def describe_left(table: Any) -> dict[str, Any]:
    """§3.5  The pieces out of play, and which of them were turned up."""
    if table.phase <= TAKING:
        return {"count": 2 * int(table.stacks) - int(table.players) * int(table.left), "known": []}
    stacks = [stack for stack in range(1, int(table.stacks) + 1) if table.taker[stack] == NOBODY]
    known = (face for stack in stacks for face in turned_up(table, stack))
    return {"count": 2 * len(stacks), "known": sorted(known, key=PIECES.index, reverse=True)}


def describe_stacks(observation: Any, rules: Any) -> dict[str, Any]:
    """§3.1, §3.6, §3.8  The layout while stacks are turned up and taken; rows by seat."""
    table = observation.table
    return {
        "layout": "rows" if rules.distribution == ROWS else "circle",
        "rows": rows_of(table, rules),
        "stacks": [
            {
                "n": stack,
                "up": turned_up(table, stack),
                "by": seat_at(observation, int(table.turner[stack])),
                "taker": seat_at(observation, int(table.taker[stack])),
            }
            for stack in range(1, int(table.stacks) + 1)
        ],
    }


def chips(observation: Any, rules: Any, chair: int) -> list[dict[str, Any]]:
    """§3.2, §3.5, §5.1, §9.3  What is to be said of a chair."""
    table = observation.table
    found: list[dict[str, Any]] = []
    if rules.distribution == ROWS and table.priority[0] != NOBODY:
        found.append({"chip": "priority", "n": [int(other) for other in table.priority].index(chair) + 1})
    if chair == table.leader and int(table.laid) >> chair & 1:
        found.append({"chip": "led"})
    if int(table.offenders) >> chair & 1:
        found.append({"chip": "beheaded"})
    known = len(known_of(observation, chair))
    if known:
        found.append({"chip": "known", "n": known})
    return found


# -- choices


def name_kind(card: Card, rules: Any) -> str:
    return PIECES[card_kind(card) - 1]


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Legal actions as people choose them, the cheapest first: of answers those that may win, then the others."""
    priced = [(price(observation.table, rules, int(action)), int(action)) for action in actions]
    return [choice(action, kind, rules) for (_, _, kind), action in sorted(priced, key=lambda pair: pair[0][:2])]


def choice(action: int, kind: str, rules: Any) -> Choice:
    text = format_action(action, rules)
    if verb_of(action) in (TURN, TAKE):
        return Choice(text, (), kind, (str(value_of(action)),))
    pieces = tuple(faces_in(int(value_of(action))))
    return Choice(text, pieces, kind, pieces)


def price(table: Any, rules: Any, action: int) -> tuple[int, list[int], str]:
    """What an action gives away, in two steps, and the key of its words.

    Leads by their highest piece, of equal ones more pieces first; answers that count by their place in the type; others by their
    pieces, the highest first.
    """
    verb, value = int(verb_of(action)), int(value_of(action))
    if verb != LAY:
        return (2, [verb, value], VERB_NAMES[verb]) if verb != UNDER else (2, kinds_in(value), VERB_NAMES[verb])
    if table.phase == LEADING:
        kinds = kinds_in(value)
        return 0, [kinds[0], -len(kinds), *kinds], str(type_name(reading_of(value, rules)[0]))
    place = place_in(value, int(table.led), rules)
    if place == 0 or (not goes_on_top(table, rules, value) if rules.procedure == FACE_UP else cannot_win(table, rules, value)):
        return 1, kinds_in(value), LOOSE
    return 0, [place, *kinds_in(value)], str(type_name(int(table.led)))
