"""§5  Tribute, as facts: what was agreed, who pays whom how many cards, and which, for those two alone."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.telling import Card, Faces, Fact

from .seating import SEATS
from .state import PAID, REFUSED, RETURNED, WAIVED
from .text import format_action
from .told_cards import any_copies, faces_of, keep_ready, take_ready
from .tribute import giver_to, is_among_mates
from .verbs import higher_kind, lower_kind, value_of


def tell_swapping(before: Any, state: Any) -> list[Fact]:
    """§5.1  Who was against it, nobody else learns."""
    losers = [int(before.table.big_loser), int(before.table.second_loser)]
    if state.table.swapped:
        return [Fact("swapped", {"seat": losers[0], "to": losers[1]})]
    return [Fact("not_swapped", {"seats": losers})]


def tell_liberation(before: Any, state: Any) -> list[Fact]:
    """§5.3  A refusal is public; who pays all the same has told nothing."""
    return [Fact("refused", {"seat": seat}) for seat in turned_to(before, state, REFUSED)]


def tell_waivers(before: Any, state: Any) -> list[Fact]:
    """§5.4  Only the outcome is public."""
    return [
        Fact(
            "waived" if state.table.tribute[seat] == WAIVED else "not_waived",
            {"seat": seat, "to": int(state.table.receiver[seat])},
        )
        for seat in range(SEATS)
        if is_among_mates(before.table, seat)
    ]


def tell_giving(before: Any, state: Any, faces: Faces) -> list[Fact]:
    """§5.5  The highest cards go over, face down: which, only giver and receiver see."""
    facts = []
    for giver in turned_to(before, state, PAID):
        receiver, count = int(state.table.receiver[giver]), int(state.table.owes[giver])
        kinds = kinds_of(state.given[giver])
        cards = faces.take(giver, kinds, any_copies(faces, giver, kinds))
        faces.give(receiver, cards)
        pieces = {"pieces": faces_of(cards)}
        facts.append(Fact("paid_tribute", {"seat": giver, "to": receiver, "n": count}, {giver: pieces, receiver: pieces}))
        facts.append(tell_handing(giver, receiver, cards))
    return facts


def tell_handing(seat: int, to: int, cards: list[Card]) -> Fact:
    """§5.6, §13.2  Cards go face down from hand to hand."""
    seen = {"cards": faces_of(cards)}
    return Fact("handed_over", {"seat": seat, "to": to, "n": len(cards)}, {seat: seen, to: seen})


def tell_return(before: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None) -> Fact:
    """§5.6  What the receiver gives back, face down: which, only the two of them see."""
    giver = int(giver_to(before.table, seat))
    value = value_of(action)
    cards = keep_ready(faces, seat, kinds_of((lower_kind(value), higher_kind(value))), chosen)
    said = {"action": format_action(action, rules), "cards": faces_of(cards)}
    told = {"seat": seat, "to": giver, "n": len(cards), "aside": True}
    return Fact("returned", told, {seat: said, giver: {"pieces": faces_of(cards)}})


def hand_back(before: Any, state: Any, faces: Faces) -> list[Fact]:
    """§5.6  When all have chosen, the cards go back."""
    facts = []
    for giver in turned_to(before, state, RETURNED):
        receiver = int(state.table.receiver[giver])
        cards = take_ready(faces, receiver, kinds_of(state.returned[giver]))
        faces.give(giver, cards)
        facts.append(tell_handing(receiver, giver, cards))
    return facts


def turned_to(before: Any, state: Any, stage: int) -> list[int]:
    """Whose tribute has just come so far."""
    after, earlier = state.table.tribute, before.table.tribute
    return [seat for seat in range(SEATS) if after[seat] == stage and earlier[seat] != stage]


def kinds_of(kinds: Sequence[int]) -> list[int]:
    """One kind or two: 0 is none."""
    return [int(kind) for kind in kinds if kind]
