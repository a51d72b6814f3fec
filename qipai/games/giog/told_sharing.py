"""§3  The sharing out, as facts: stacks and lots, what was turned up, who took what, and what each seat was dealt."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import Card, Faces, Fact

from .naming import bag_of_cards, faces_in
from .pieces import PIECES
from .play import value_of
from .stacks import direction_from, neighbour
from .state import LEADING, TAKING
from .taking import first_taken
from .text import format_action, format_card
from .turning import exposed_value
from .variants import COUNTED_CIRCLE, DICE, ROWS, SINGLY


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§3  The stacks that are built, or the pieces that are dealt; and what was decided by lot or by dice."""
    cards = [int(card) for card in order.cards[: int(order.count)]]
    if rules.distribution in (DICE, SINGLY):
        deal_out(state, cards, faces)
        return [tell_lots(state, rules), tell_hands(faces)]
    faces.undealt[:] = cards
    facts = [tell_layout(state, rules, cards)]
    return [*facts, tell_lots(state, rules)] if setup.opener == NOBODY else facts


def deal_out(state: Any, cards: Sequence[Card], faces: Faces) -> None:
    """§3.9, §3.10  All pieces, in the order of taking."""
    table = state.table
    each = int(table.left)
    for turn in range(int(table.players)):
        faces.give(int(table.priority[turn]), cards[turn * each : (turn + 1) * each])


def tell_layout(state: Any, rules: Any, cards: Sequence[Card]) -> Fact:
    """§3.1, §3.6, §3.8  Everybody sees the stacks, nobody what is in them."""
    table = state.table
    rows = rows_of(table, rules)
    layout: dict[str, Any] = {"layout": "rows" if rules.distribution == ROWS else "circle", "rows": rows}
    lengths = [len(row) for row in rows]
    if len(set(lengths)) > 1:
        layout["long"] = lengths.index(max(lengths))
    return Fact("stacked", layout, hidden={"places": [format_card(card) for card in cards]})


def rows_of(table: Any, rules: Any) -> list[list[int]]:
    """The numbers of the stacks, row by row; a circle is one row."""
    if rules.distribution != ROWS:
        return [list(range(1, int(table.stacks) + 1))]
    return [list(range(int(table.rows[seat]), int(table.rows[seat + 1]))) for seat in range(int(table.players))]


def tell_lots(state: Any, rules: Any) -> Fact:
    """§3.2, §3.6, §3.8 to §3.10  Who begins."""
    table = state.table
    dice = [int(table.dice[seat]) for seat in range(int(table.players))] if rules.distribution == DICE else None
    return Fact("lots", {"dice": dice, "first": int(table.first)})


def tell_hands(faces: Faces) -> Fact:
    """§12.1, §12.2  Everybody sees how many pieces each has; each seat its own."""
    hands = [faces_in(bag_of_cards(hand)) for hand in faces.hands]
    return Fact(
        "dealt",
        {"counts": [len(hand) for hand in hands]},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands, "left": faces_in(bag_of_cards(faces.undealt))},
    )


def tell_turn(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§3.2, §3.3, §3.6  A stack is turned up, and what comes of it: a tie, the order, or who starts."""
    table, stack = state.table, int(value_of(action))
    told = {"seat": seat, "action": format_action(action, rules), "stack": stack, "pieces": turned_up(table, stack)}
    if rules.distribution == COUNTED_CIRCLE:
        take_stacks(before.table, table, faces)
        told["sum"] = int(exposed_value(table, stack))
        return [Fact("turned", told), Fact("ordered", {"order": [int(table.priority[0])], "section": "3.6"})]
    facts = [Fact("turned", told)]
    players = int(table.players)
    if table.phase == TAKING:
        order = [int(other) for other in table.priority[:players]]
        tied = sum(int(turner) != NOBODY for turner in table.turner) > players
        facts.append(Fact("ordered", {"order": order, "section": "3.3" if tied else "3.2"}))
    elif table.to_turn != int(before.table.to_turn) & ~(1 << seat):
        facts.append(Fact("tied", {"seats": list(seats_in(int(table.to_turn)))}))
    return facts


def turned_up(table: Any, stack: int) -> list[str]:
    """What lies open of a stack, the bottom piece first: the observation knows the places too."""
    return [PIECES[int(kind) - 1] for kind in table.face[2 * stack - 2 : 2 * stack] if kind]


def tell_take(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§3.4, §3.7, §3.8  A stack is taken; once the direction is known, all are."""
    stack = int(value_of(action))
    take_stacks(before.table, state.table, faces)
    told = {"seat": seat, "action": format_action(action, rules), "stack": stack}
    if state.table.phase != LEADING:
        return [Fact("took", told, {seat: {"pieces": faces_in(bag_of_cards(faces.hands[seat]))}})]
    told["taken"] = taken_by(before.table, state.table, rules, stack)
    return [Fact("took", told), tell_hands(faces)]


def take_stacks(before: Any, table: Any, faces: Faces) -> None:
    """Move the pieces of the stacks that were taken; `faces.undealt` keeps those of the others, stack by stack."""
    free = [stack for stack in range(1, int(table.stacks) + 1) if before.taker[stack] == NOBODY]
    left = []
    for place, stack in enumerate(free):
        cards = faces.undealt[2 * place : 2 * place + 2]
        if table.taker[stack] == NOBODY:
            left += cards
        else:
            faces.give(int(table.taker[stack]), cards)
    faces.undealt[:] = left


def taken_by(before: Any, table: Any, rules: Any, chosen: int) -> list[list[int]]:
    """The stacks of each seat in the order of taking."""
    taken: list[list[int]] = [[] for _ in range(int(table.players))]
    first = int(first_taken(before))
    if rules.distribution == ROWS:
        step = int(direction_from(table, chosen))
    else:
        step = 1 if chosen == neighbour(table, first, 1) else -1
    stack = first or chosen
    while sum(map(len, taken)) < sum(int(taker) != NOBODY for taker in table.taker):
        taken[int(table.taker[stack])].append(stack)
        stack = int(neighbour(table, stack, step))
    return taken
