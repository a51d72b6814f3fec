"""How the pieces of the Giog 爵 family come into the hands, written from §3 of the rule book alone."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.giog_rules import COUNTED, ORDER, Rules, in_order

IN_ROWS = ("giog", "zhihu")
IN_A_CIRCLE = ("jumapao", "jumapao_fujian3", "sangkrip")
BY_DICE = ("daqiluo1", "daqiluo2")
Asking = Generator[
    tuple[int, set[str]], Any, Any
]  # who is asked and what they may say; gets the number of a stack, or an order
NO_STACK_LEFT = len(ORDER)  # lower than any piece


@dataclass
class Lots:
    """What chance decides beside the pieces."""

    first: int = 0  # who turns up, opens or starts first; in Dǎ qí luò who throws first
    long_row: int = 0  # whose row has six stacks when three play
    dice: list[int] = field(default_factory=list)  # by seat
    drawn: bool = True  # §3.6 no lot says who opens when it is the winner of the deal before


class Stacks:
    """The stacks, numbered from 1; of each its bottom piece and its top piece."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = {number + 1: list(pieces[2 * number : 2 * number + 2]) for number in range(len(pieces) // 2)}
        self.turned: dict[int, int] = {}  # stack: who turned it up
        self.taker: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self.pieces)

    def after(self, stack: int, step: int) -> int:
        """The stack so many places further round the layout."""
        return (stack - 1 + step) % len(self) + 1


def rows_of(players: int, long_row: int) -> list[list[int]]:
    """§3.1  The stacks before each seat."""
    sizes = {2: [8, 8], 4: [4, 4, 4, 4], 3: [6 if seat == long_row else 5 for seat in range(3)]}[players]
    starts = [1 + sum(sizes[:seat]) for seat in range(players)]
    return [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]


def counted_value(pieces: Sequence[str]) -> int:
    """§1.4, §3.6"""
    return sum(COUNTED.get(piece) or COUNTED[piece[1]] for piece in pieces)


def first_by_dice(lots: Lots, players: int) -> int:
    """§3.9  The highest throw; of several the one thrown first."""
    throwing = [(lots.first + step) % players for step in range(players)]
    return max(throwing, key=lambda seat: lots.dice[seat])


ORDERS = ("left", "right", "alternate_left", "alternate_right", "ends_left", "ends_right")


def order_of_stacks(name: str, stacks: int) -> list[int]:
    """§11.10  The places in the row, from 0 at the left end, as they are taken; from the right end all is the other way round."""
    from_left = list(range(stacks))
    how, _, end = name.rpartition("_")
    if how == "alternate":
        from_left = from_left[::2] + from_left[1::2]
    elif how == "ends":
        from_left = [place // 2 if place % 2 == 0 else stacks - 1 - place // 2 for place in range(stacks)]
    return from_left if end == "left" else [stacks - 1 - place for place in from_left]


class Distribution:
    """From the pieces as they lie to the hands.

    `asked` is who must decide now, `choices` what they may say; when `asked` is None everything has been handed out, and
    `hands`, `first` and `unused` stand.
    """

    def __init__(self, rules: Rules, order: Sequence[str], lots: Lots) -> None:
        self.rules = rules
        self.players = rules.players
        self.lots = lots
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.seen: list[list[str]] = [[] for _ in range(self.players)]  # §3.5 what all saw in the stacks, by who took it
        self.unused: list[str] = []
        self.unused_seen: list[str] = []
        self.first: int | None = None
        self.priority: list[int] | None = None
        self.stacks: Stacks | None = None
        self.rows: list[list[int]] | None = None
        self.phase = "dealt"
        self.log: list[tuple[Any, ...]] = []  # what all saw happen
        if lots.drawn:
            dice = lots.dice if rules.game in BY_DICE else None
            self.log.append(("lots", dice, first_by_dice(lots, self.players) if dice else lots.first))
        if rules.game in IN_ROWS:
            self.stacks = Stacks(order)
            self.rows = rows_of(self.players, self._long_row())
            self._steps = self._by_rank()
        elif rules.game == "sangkrip":
            self.stacks = Stacks(order)
            self._steps = self._round_the_circle()
        elif rules.game in IN_A_CIRCLE:
            self.stacks = Stacks(order)
            self._steps = self._by_counted_value()
        elif rules.options.get("stack_order") == "directed":
            self._steps = self._as_directed(order)
        else:
            self._steps = self._at_once(order)
        self.asked: int | None = None
        self.choices: set[str] = set()
        self._go_on(None)

    def answer(self, text: str) -> None:
        word = text.split()[1]
        self._go_on(int(word) if word.isdigit() else word)

    def _go_on(self, stack: int | str | None) -> None:
        try:
            self.asked, self.choices = self._steps.send(stack)
        except StopIteration:
            self.asked, self.choices = None, set()

    def _long_row(self) -> int:
        """§3.1, §11.2"""
        chosen = self.rules.options.get("long_row", "random")
        return self.lots.long_row if chosen == "random" else int(chosen) - 1

    def _turn_order(self, seats: Sequence[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - self.lots.first) % self.players)

    # §3.2 to §3.5 ---------------------------------------------------------------------------------------------------

    def _by_rank(self) -> Asking:
        """§3.2 to §3.4"""
        self.phase = "turning"
        self.priority = yield from self._settle(list(range(self.players)))
        self.log.append(("ordered", self.priority))
        self.phase = "taking"
        self.first = self.priority[0]
        ends = {row[0]: 1 for row in self.rows} | {row[-1]: -1 for row in self.rows}  # §3.4 from an end into its row
        start = yield self.first, {f"take {stack}" for stack in ends}
        self.log.append(("took", self.first, start))
        self._hand_out(start, ends[start], self.priority, self.rules.hand_size // 2)

    def _settle(self, seats: Sequence[int]) -> Asking:
        """§3.2, §3.3  All of these seats turn up a stack, equal ones another; returns them in order."""
        places: dict[int, list[int]] = {seat: [] for seat in seats}  # of what each turned up, the highest piece's being 0
        waiting = self._turn_order(seats)
        while waiting:
            for seat in waiting:
                free = self._stacks_for(seat)
                if not free:
                    places[seat].append(NO_STACK_LEFT)
                    continue
                stack = yield seat, {f"turn {stack}" for stack in free}
                self._turn(seat, stack, self.stacks.pieces[stack][:1])
                places[seat].append(ORDER.index(self.stacks.pieces[stack][0]))
            equal = [seat for seat in waiting if list(places.values()).count(places[seat]) > 1]
            waiting = [seat for seat in equal if places[seat][-1] != NO_STACK_LEFT]
            if waiting:
                self.log.append(("tied", sorted(waiting)))
        return sorted(self._turn_order(seats), key=lambda seat: places[seat])  # a stable order: §3.3 the turn decides last

    def _stacks_for(self, seat: int) -> list[int]:
        """§3.2  In the row of another, and chosen by nobody yet."""
        return [stack for stack in self.stacks.pieces if stack not in self.stacks.turned and stack not in self.rows[seat]]

    def _turn(self, seat: int, stack: int, pieces: Sequence[str]) -> None:
        self.stacks.turned[stack] = seat
        self.log.append(("turned", seat, stack, in_order(pieces)))

    def _hand_out(self, start: int, direction: int, order: Sequence[int], each: int) -> None:
        """§3.4, §3.5  Stack after stack in this direction; what is left over stays unseen."""
        self.seen = [[] for _ in range(self.players)]
        for step in range(len(self.stacks)):
            stack = self.stacks.after(start, direction * step)
            pieces = self.stacks.pieces[stack]
            up = self.faces_up(stack)
            if step < each * self.players:
                seat = order[step % self.players]
                self.stacks.taker[stack] = seat
                self.hands[seat] += pieces
                self.seen[seat] += up
            else:
                self.unused += pieces
                self.unused_seen += up

    def faces_up(self, stack: int) -> list[str]:
        """§3.2, §3.6  Giog turns up the bottom piece, Jū mǎ pāo both."""
        if stack not in self.stacks.turned:
            return []
        return self.stacks.pieces[stack][:1] if self.rules.game in IN_ROWS else self.stacks.pieces[stack]

    # §3.6, §3.7, §3.8 -----------------------------------------------------------------------------------------------

    def _by_counted_value(self) -> Asking:
        """§3.6, §3.7"""
        self.phase = "turning"
        opener = self.lots.first
        stack = yield opener, {f"turn {stack}" for stack in self.stacks.pieces}
        self._turn(opener, stack, self.stacks.pieces[stack])
        self.first = (opener + counted_value(self.stacks.pieces[stack])) % self.players
        self.log.append(("ordered", [self.first]))
        self.seen[self.first] = list(self.stacks.pieces[stack])
        yield from self._take_a_neighbour(stack)

    def _round_the_circle(self) -> Asking:
        """§3.8"""
        self.phase = "taking"
        self.first = self.lots.first
        stack = yield self.first, {f"take {stack}" for stack in self.stacks.pieces}
        self.log.append(("took", self.first, stack))
        yield from self._take_a_neighbour(stack)

    def _take_a_neighbour(self, stack: int) -> Asking:
        """§3.7  The starter has this stack; the next in turn chooses the side."""
        self.phase = "taking"
        self.stacks.taker[stack] = self.first
        sides = {self.stacks.after(stack, side): side for side in (1, -1)}
        order = [(self.first + step) % self.players for step in range(self.players)]
        second = yield order[1], {f"take {neighbour}" for neighbour in sides}
        self.log.append(("took", order[1], second))
        self._hand_out(stack, sides[second], order, self.rules.hand_size // 2)

    # §3.9, §3.10, §11.10 ----------------------------------------------------------------------------------------------------

    def _as_directed(self, order: Sequence[str]) -> Asking:
        """§11.10  The first player names the order in which the stacks of the row go round."""
        self.phase = "directing"
        self.first = first_by_dice(self.lots, self.players)
        size = {2: 4, 3: 5, 4: 4, 5: 6}[self.players]
        row = [list(order[place : place + size]) for place in range(0, len(order), size)]
        name = yield self.first, {f"direct {name}" for name in ORDERS}
        self.log.append(("directed", self.first, name))
        for turn, place in enumerate(order_of_stacks(name, len(row))):
            self.hands[(self.first + turn) % self.players] += row[place]

    def _at_once(self, order: Sequence[str]) -> Asking:
        """§3.9, §3.10  Nobody has seen a piece, so nothing is decided."""
        self.first = first_by_dice(self.lots, self.players) if self.rules.game in BY_DICE else self.lots.first
        each = self.rules.hand_size
        for place in range(self.players):
            self.hands[(self.first + place) % self.players] = list(order[place * each : (place + 1) * each])
        return
        yield
