"""Positions of Gou Ji in short words, for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from tests.reference.gou_ji import Table
from tests.reference.gou_ji_record import FIRST, Start
from tests.reference.gou_ji_rules import SEATS, SUITS, counted_round, read
from tests.reference.gou_ji_vectors import letters, seat_of

OTHERS = "3-3-3-3-3-3-3-3-3-3-3-3"  # of whom nothing is told


def playing(
    to_act: str, table: str = "", passed: str = "", out: str = "", hands: Mapping[str, str] = {}, **options: object
) -> Table:
    """Who is to act, what lies on the table (`A:8-8`), who has passed and who is out, in this order."""
    owner, _, cards = table.partition(":")
    gone = [seat_of(letter) for letter in out]
    held = {seat: read(hands.get(letters([seat])[0], OTHERS)) for seat in SEATS if seat not in gone}
    lies = (seat_of(owner), read(cards)) if table else None
    return Table.under_way(held, seat_of(to_act), lies, [seat_of(letter) for letter in passed], gone, **options)


def does(table: Table, *acts: str) -> Table:
    """`B:9` lays, `CDE:pass` are three passes, `C:take`.  Who is not named in a window of Shao Pai does not declare."""
    for act in acts:
        names, _, text = act.partition(":")
        for seat in map(seat_of, names):
            if table.phase == "window" and "shao" not in text:
                no_shao(table)
            table.apply(seat, text)
    return table


def no_shao(table: Table) -> Table:
    while table.phase == "window":
        table.apply(min(table.pending()), "no_shao")
    return table


def asked(table: Table) -> str:
    """Who owes a decision."""
    return "".join(letters(sorted(table.pending())))


def dealt(
    hands: Mapping[str, str], kind: str = FIRST, taker: str = "A", options: Mapping[str, object] | None = None, **start
) -> Table:
    """A game of these hands, all of one size; the first card goes to this player."""
    order: list[str] = []
    first = seat_of(taker)
    many = len(read(next(iter(hands.values()))))
    copies: dict[str, int] = {}
    for nth in range(many):
        for step in SEATS:
            rank = hands.get(letters([(first + step) % 6])[0], "-".join(["9"] * many)).split("-")[nth]
            copies[rank] = copies.get(rank, -1) + 1
            order.append(rank if rank in "BR" else rank + SUITS[copies[rank] % 4])
    natural = next(nth for nth, face in enumerate(order) if face not in "BR" and face[:-1] != "2")
    kaipai = next(seat for seat in SEATS if counted_round(seat, order[natural][:-1]) == first)
    return Table(Start(kind, tuple(order), (natural,), start.pop("kaipai", kaipai), **start), options)


def window(table: Table, **answers: str) -> Table:
    """All who are asked answer; who is not named says the usual."""
    usual = {"showing": "keep", "revolution": "play_on", "liberating": "pay", "window": "no_shao"}[table.phase]
    for seat in sorted(table.pending()):
        table.apply(seat, answers.get(letters([seat])[0], usual))
    return table
