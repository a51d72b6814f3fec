"""Whether a seat of the Giog 爵 family may believe that pieces lie so, written from §12 of the rule book alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.reference.giog import Laid, Table
from tests.reference.giog_rules import Combination, in_order, is_general

NOBODY = -1  # who only looks on


@dataclass
class World:
    """Where everything lies that not all have seen: a guess, or the truth."""

    hands: list[list[str]]
    laid: dict[int, list[str]]  # face down in the trick that goes on, by seat
    gone: dict[tuple[int, int], list[str]] = field(default_factory=dict)  # thrown in or under, by trick and seat
    unused: list[str] = field(default_factory=list)


def truth(table: Table) -> World:
    return World(
        [in_order(hand) for hand in table.hands],
        {seat: lies.pieces for seat, lies in table.laid.items() if not lies.seen and not lies.thrown_in},
        {place: lies.pieces for place, lies, _ in thrown_in(table)},
        in_order(table.distribution.unused),
    )


def thrown_in(table: Table) -> list[tuple[tuple[int, int], Laid, Combination | None]]:
    """What went away unseen, by trick and seat, and what was the best when it did (None where nothing counted)."""
    tricks = [(trick.trick, trick.leader, trick.laid) for trick in table.decided]
    if not table.over:
        tricks.append((table.trick, table.leader, table.laid))
    found = []
    for trick, leader, laid in tricks:
        best = None
        for step in range(table.players):
            seat = (leader + step) % table.players
            lies = laid.get(seat)
            if lies is None:
                continue
            if lies.thrown_in and not lies.seen:
                found.append(((trick, seat), lies, best))
            elif lies.seen and not lies.thrown_in and (step or table.may_win(lies.pieces, trick)):
                best = table.rules.combination(lies.pieces)
    return found


def doubt(table: Table, seat: int, world: World) -> str | None:
    """Why the seat cannot believe in this world, or None."""
    true = truth(table)
    if seat != NOBODY and (world.hands[seat] != true.hands[seat] or world.laid.get(seat) != true.laid.get(seat)):
        return "§12.2 one's own pieces are known"
    for place, pieces in true.gone.items():
        if place[1] == seat and world.gone[place] != pieces:
            return "§12.3 what one threw in oneself is known"
    for other in range(table.players):
        mine = Counter(world.hands[other]) + Counter(world.laid.get(other, []))
        if not Counter(table.known[other]) <= mine:
            return "§12.1 all saw who took a piece that had been turned up"
    if not Counter(table.distribution.unused_seen) <= Counter(world.unused):
        return "§3.5 all saw that a piece is out of play"
    lead = world.laid.get(table.leader)
    if lead is not None and not table.rules.same_type(table.rules.combination(lead), table.led):
        return "§5.1 the leader said the type"
    if lead is not None and keeps_no_general_back(table, lead):
        return "§9.2 a leader who holds more than a general does not lead all of it"
    if table.rules.avoidable_generals_are_illegal and any(map(is_general, first_laid(table, world))):
        return "§12.4 generals were forbidden in the first trick"
    for place, _, best in thrown_in(table):
        if could_have_been_shown(table, world.gone[place], best) and place[1] != seat:
            return "§12.4 what was thrown in did not beat the best"
    return None


def keeps_no_general_back(table: Table, lead: list[str]) -> bool:
    """§9.1, §9.2  A leader who has other pieces could have led one of them, or the general alone."""
    last = len(lead) > 1 and table.is_last(table.trick)
    return table.rules.avoidable_generals_are_illegal and last and any(map(is_general, lead))


def first_laid(table: Table, world: World) -> list[str]:
    """What lies or went away unseen of the first trick."""
    pieces = [piece for place, gone in world.gone.items() if place[0] == 1 for piece in gone]
    if table.trick == 1:
        pieces += [piece for lies in world.laid.values() for piece in lies]
    return pieces


def could_have_been_shown(table: Table, pieces: list[str], best: Combination | None) -> bool:
    """Where showing is a duty (§7.2, §8.2)."""
    rules = table.rules
    found = rules.combination(pieces)
    if rules.game == "daqiluo2" and rules.is_on("must_show"):
        return rules.at_least(found, best)
    if rules.game == "sangkrip" and not rules.is_on("may_conceal"):
        if best is None:
            return found is not None and len(pieces) == 1 and not any(map(is_general, pieces))
        return rules.beats(found, best)
    return False
