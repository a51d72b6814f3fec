"""Gou Ji when few are left: who of the team mates acts first (§10)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.reference.gou_ji_record import Asking, Question, Record
from tests.reference.gou_ji_rules import same_team, to_the_right


def blocks_of(seats: list[int]) -> list[list[int]]:
    """§10.2  Team mates who sit next to each other among those left, the blocks in turn."""
    blocks: list[list[int]] = []
    for seat in sorted(seats):
        if blocks and same_team(blocks[-1][-1], seat):
            blocks[-1].append(seat)
        else:
            blocks.append([seat])
    if len(blocks) > 1 and same_team(blocks[-1][-1], blocks[0][0]):
        blocks[0] = blocks.pop() + blocks[0]
    return blocks


def sit_alternately(seats: list[int]) -> bool:
    """§10.3"""
    return len(seats) == 4 and len(blocks_of(seats)) == 4


@dataclass
class Arrangement:
    """Whose turn it is to choose.  Either a visit of a block, or a turn of a cycle."""

    kind: str  # blocks, alternating
    blocks: list[list[int]]
    visited: int = 0  # which block
    first_team: int = 0  # of the cycle
    turn: int = 0  # of the cycle, 0 to 3
    acted: set[int] = field(default_factory=set)  # in this visit, or in this cycle

    def may_choose(self) -> list[int]:
        """Who has this visit or turn, whether they can act or not."""
        if self.kind == "blocks":
            return [seat for seat in self.blocks[self.visited] if seat not in self.acted]
        team = (self.first_team + self.turn) % 2
        return [seat for block in self.blocks for seat in block if seat % 2 == team and seat not in self.acted]

    def go_on(self) -> None:
        """To the next block or turn."""
        if self.kind == "blocks":
            self.visited = (self.visited + 1) % len(self.blocks)
            self.acted = set()
            return
        self.turn += 1
        if self.turn == 4:
            self.turn, self.acted = 0, set()

    def has_acted(self, seat: int) -> None:
        self.acted.add(seat)
        if self.kind == "alternating":
            self.go_on()


class Endgame(Record):
    arrangement: Arrangement | None = None
    candidates: tuple[int, ...] = ()  # among whom there is a choice

    def arrange(self, first: int, leads: bool = False) -> None:
        """§10.2, §10.3  Everything begins with this player, who leads, or whose turn it would be by §7.2."""
        seats = self.with_cards()
        blocks = blocks_of(seats)
        kind = "alternating" if sit_alternately(seats) else "blocks"
        visited = next(nth for nth, block in enumerate(blocks) if first in block)
        self.arrangement = Arrangement(kind, blocks, visited, first % 2)
        if leads:
            self.arrangement.has_acted(first)
        else:
            self.met("10.4 anew")

    def next_by_turn(self) -> int:
        """§7.2"""
        free = self.free_to_act()
        return next(seat for seat in to_the_right(self.last_actor) if seat in free)

    def choose_next(self) -> Asking:
        """§10  Who acts next, of those who may; there is at least one."""
        if self.arrangement is None:
            self.arrange(self.next_by_turn())
        free, skipped = self.free_to_act(), 0
        while not (able := [seat for seat in self.arrangement.may_choose() if seat in free]):
            self.arrangement.go_on()
            skipped += 1
        alternating = self.arrangement.kind == "alternating"
        self.met("10.3" if alternating else "10.2")
        if alternating and skipped:
            self.met("10.3 skipped")
        if not alternating and len(self.arrangement.blocks) == 1 and skipped:
            self.met("10.2 one block")
        in_turn = [seat for seat in to_the_right(self.last_actor) if seat in able]
        if len(in_turn) == 1:
            return in_turn[0]
        self.met("10.4", f"10.{3 if alternating else 2} choice")
        self.met_option("order_protocol")
        self.candidates = tuple(in_turn)
        chosen = yield from (self.vote(in_turn) if self["order_protocol"] == "vote" else self.claim(in_turn))
        self.candidates = ()
        return chosen

    def claim(self, in_turn: list[int]) -> Asking:
        """§10.4"""
        for nth, seat in enumerate(in_turn[:-1]):
            self.candidates = tuple(in_turn[nth:])
            answer = yield Question("ordering", {seat: {"take", "leave"}})
            if answer[seat] == "take":
                return seat
        self.met("10.4 left to the last")
        return in_turn[-1]

    def vote(self, in_turn: list[int]) -> Asking:
        """§14.8"""
        answers = yield Question("ordering", {seat: {f"first {other}" for other in in_turn} for seat in in_turn})
        if len(set(answers.values())) == 1:
            return int(answers[in_turn[0]].split()[1])
        self.met_option("order_protocol", "no agreement")
        return in_turn[0]
