"""§3  The sharing out, as facts: stacks and lots, what was turned up, who took what, and what each seat was dealt."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import Card, Faces, Fact

from ..notation.naming import bag_of_cards, faces_in
from ..notation.text import format_action, format_card
from ..pieces import PIECES
from ..rules.directing import ORDERS, row_stack_size, row_stacks, stack_at
from ..rules.play import value_of
from ..rules.stacks import direction_from, neighbour
from ..rules.taking import first_taken
from ..rules.turning import exposed_value
from ..state import DIRECTING, LEADING, TAKING
from ..variants import COUNTED_CIRCLE, DICE, ROWS, SINGLY


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§3  Put the pieces into `faces`; return the facts of the stacks or of the dealt pieces, and of lots or dice."""
    cards = [int(card) for card in order.cards[: int(order.count)]]
    if state.public.phase == DIRECTING:
        faces.undealt[:] = cards
        return [tell_row(state.public, cards), tell_lots(state, rules)]
    if rules.distribution in (DICE, SINGLY):
        deal_out(state, cards, faces)
        return [tell_lots(state, rules), tell_hands(faces)]
    faces.undealt[:] = cards
    facts = [tell_layout(state, rules, cards)]
    return [*facts, tell_lots(state, rules)] if setup.opener == NOBODY else facts


def deal_out(state: Any, cards: Sequence[Card], faces: Faces) -> None:
    """§3.9, §3.10  Give all pieces to the seats, in the order of taking."""
    public = state.public
    each = int(public.left)
    for turn in range(int(public.players)):
        faces.give(int(public.priority[turn]), cards[turn * each : (turn + 1) * each])


def tell_row(public: Any, cards: Sequence[Card]) -> Fact:
    """§11.10  Return the fact of the row of stacks; what is in them nobody sees."""
    row = {"layout": "row", "stacks": int(row_stacks(public)), "size": int(row_stack_size(public.players))}
    return Fact("stacked", row, hidden={"places": [format_card(card) for card in cards]})


def tell_direct(state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§11.10  Give the stacks to the seats in the order that was named; return the facts."""
    public, order = state.public, int(value_of(action))
    players, size, stacks = int(public.players), int(row_stack_size(public.players)), int(row_stacks(public))
    cards = list(faces.undealt)
    taken: list[list[int]] = [[] for _ in range(players)]
    for number in range(stacks):
        stack, taker = int(stack_at(order, number, stacks)), int(public.priority[number % players])
        faces.give(taker, cards[size * stack - size : size * stack])
        taken[taker].append(stack)
    faces.undealt[:] = []
    told = {"seat": seat, "action": format_action(action, rules), "kind": ORDERS[order], "taken": taken}
    return [Fact("directed", told), tell_hands(faces)]


def tell_layout(state: Any, rules: Any, cards: Sequence[Card]) -> Fact:
    """§3.1, §3.6, §3.8  Return the fact of the stacks; what is in them nobody sees."""
    public = state.public
    rows = rows_of(public, rules)
    layout: dict[str, Any] = {"layout": "rows" if rules.distribution == ROWS else "circle", "rows": rows}
    lengths = [len(row) for row in rows]
    if len(set(lengths)) > 1:
        layout["long"] = lengths.index(max(lengths))
    return Fact("stacked", layout, hidden={"places": [format_card(card) for card in cards]})


def rows_of(public: Any, rules: Any) -> list[list[int]]:
    """Return the numbers of the stacks, row by row; a circle is one row."""
    if rules.distribution != ROWS:
        return [list(range(1, int(public.stacks) + 1))]
    return [list(range(int(public.rows[seat]), int(public.rows[seat + 1]))) for seat in range(int(public.players))]


def tell_lots(state: Any, rules: Any) -> Fact:
    """§3.2, §3.6, §3.8 to §3.10  Return the fact of who begins, by lot or by dice."""
    public = state.public
    dice = [int(public.dice[seat]) for seat in range(int(public.players))] if rules.distribution == DICE else None
    return Fact("lots", {"dice": dice, "first": int(public.first)})


def tell_hands(faces: Faces) -> Fact:
    """§12.1, §12.2  Return the fact of the hands: everybody is told their sizes, each seat its own pieces."""
    hands = [faces_in(bag_of_cards(hand)) for hand in faces.hands]
    return Fact(
        "dealt",
        {"counts": [len(hand) for hand in hands]},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands, "left": faces_in(bag_of_cards(faces.undealt))},
    )


def tell_turn(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§3.2, §3.3, §3.6  Return the fact of a stack that is turned up, and of a tie, the order, or the starter that follows."""
    public, stack = state.public, int(value_of(action))
    told = {"seat": seat, "action": format_action(action, rules), "stack": stack, "pieces": turned_up(public, stack)}
    if rules.distribution == COUNTED_CIRCLE:
        take_stacks(before.public, public, faces)
        told["sum"] = int(exposed_value(public, stack))
        return [Fact("turned", told), Fact("ordered", {"order": [int(public.priority[0])], "section": "3.6"})]
    facts = [Fact("turned", told)]
    players = int(public.players)
    if public.phase == TAKING:
        order = [int(other) for other in public.priority[:players]]
        tied = sum(int(turner) != NOBODY for turner in public.turner) > players
        facts.append(Fact("ordered", {"order": order, "section": "3.3" if tied else "3.2"}))
    elif public.to_turn != int(before.public.to_turn) & ~(1 << seat):
        facts.append(Fact("tied", {"seats": list(seats_in(int(public.to_turn)))}))
    return facts


def turned_up(public: Any, stack: int) -> list[str]:
    """Return the codes of the pieces of a stack that lie open, the bottom one first; `public` may be an observation's."""
    return [PIECES[int(kind) - 1] for kind in public.face[2 * stack - 2 : 2 * stack] if kind]


def tell_take(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§3.4, §3.7, §3.8  Return the facts of a stack that is taken; once the direction is known, all are taken."""
    stack = int(value_of(action))
    take_stacks(before.public, state.public, faces)
    told = {"seat": seat, "action": format_action(action, rules), "stack": stack}
    if state.public.phase != LEADING:
        return [Fact("took", told, {seat: {"pieces": faces_in(bag_of_cards(faces.hands[seat]))}})]
    told["taken"] = taken_by(before.public, state.public, rules, stack)
    return [Fact("took", told), tell_hands(faces)]


def take_stacks(before: Any, public: Any, faces: Faces) -> None:
    """Give the pieces of the stacks that were taken to their takers; `faces.undealt` keeps the others, stack by stack."""
    free = [stack for stack in range(1, int(public.stacks) + 1) if before.taker[stack] == NOBODY]
    left = []
    for place, stack in enumerate(free):
        cards = faces.undealt[2 * place : 2 * place + 2]
        if public.taker[stack] == NOBODY:
            left += cards
        else:
            faces.give(int(public.taker[stack]), cards)
    faces.undealt[:] = left


def taken_by(before: Any, public: Any, rules: Any, chosen: int) -> list[list[int]]:
    """Return the numbers of the stacks that each seat takes, in the order of taking; `chosen` was chosen last."""
    taken: list[list[int]] = [[] for _ in range(int(public.players))]
    first = int(first_taken(before))
    if rules.distribution == ROWS:
        step = int(direction_from(public, chosen))
    else:
        step = 1 if chosen == neighbour(public, first, 1) else -1
    stack = first or chosen
    while sum(map(len, taken)) < sum(int(taker) != NOBODY for taker in public.taker):
        taken[int(public.taker[stack])].append(stack)
        stack = int(neighbour(public, stack, step))
    return taken
