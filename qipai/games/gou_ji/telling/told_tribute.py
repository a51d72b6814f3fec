"""§4, §5  Revolution and tribute, as facts: who wants one and whether the game is thrown in; who pays whom how many cards, and which, for those two alone."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Faces, Fact

from ..notation.text import any_copies, faces_of, format_action
from ..rules.tribute import giver_to, is_among_mates
from ..seating import SEATS
from ..state import OVER, PAID, REFUSED, RETURNED, WAIVED
from ..verbs import PLEAD, REVOLT, higher_kind, lower_kind, value_of, verb_of


def tell_plea(rules: Any, seat: int, action: int) -> Fact:
    """§4.3  Return the fact of a plea, or of its refusal; both are public."""
    text, pleads = format_action(action, rules), bool(verb_of(action) == PLEAD)
    return Fact("pleaded", {"seat": seat, "action": text, "pleads": pleads, "aside": True})


def tell_confirmation(rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.3  Return the facts of a declarer who was pleaded with: the answer, and a withdrawal if it is one."""
    confirmed = Fact("confirmed", {"seat": seat, "action": format_action(action, rules), "aside": True})
    return [confirmed] if verb_of(action) == REVOLT else [confirmed, Fact("withdrew", {"seat": seat})]


def tell_wishes(before: Any, state: Any, rules: Any) -> list[Fact]:
    """§4.2, §4.3, §14.3  Who has declared for good, who wants a revolution now, and the end of the game if they are enough.

    Of the wishes that nobody came to ask for, nothing is told (§13.2).
    """
    public = state.public
    facts = [Fact("revolted", {"seat": seat}) for seat in newly(before, state, "revolted")]
    if rules.revolution_persuasion:
        facts += [Fact("wishes", {"seat": seat}) for seat in newly(before, state, "wildless")]
    return [*facts, Fact("abandoned")] if public.phase == OVER else facts


def newly(before: Any, state: Any, field: str) -> list[int]:
    """Return the seats that a mask of the public state has gained, in turn from the first taker."""
    gained = int(getattr(state.public, field)) & ~int(getattr(before.public, field))
    return sorted(seats_in(gained), key=lambda seat: (seat - int(state.public.taker)) % SEATS)


def tell_swapping(before: Any, state: Any) -> list[Fact]:
    """§5.1  Return the fact of a swap of roles, or that there is none; who was against it is not told."""
    losers = [int(before.public.big_loser), int(before.public.second_loser)]
    if state.public.swapped:
        return [Fact("swapped", {"seat": losers[0], "to": losers[1]})]
    return [Fact("not_swapped", {"seats": losers})]


def tell_liberation(before: Any, state: Any) -> list[Fact]:
    """§5.3  Return the facts of those who refuse tribute; who pays although they could refuse has told nothing."""
    return [Fact("refused", {"seat": seat}) for seat in turned_to(before, state, REFUSED)]


def tell_waivers(before: Any, state: Any) -> list[Fact]:
    """§5.4  Return the facts of tributes that were waived or not; only that is public."""
    return [
        Fact(
            "waived" if state.public.tribute[seat] == WAIVED else "not_waived",
            {"seat": seat, "to": int(state.public.receiver[seat])},
        )
        for seat in range(SEATS)
        if is_among_mates(before.public, seat)
    ]


def tell_giving(before: Any, state: Any, faces: Faces) -> list[Fact]:
    """§5.5  Move the cards of tributes in `faces`; return their facts.  Only giver and receiver see the cards."""
    facts = []
    for giver in turned_to(before, state, PAID):
        receiver, count = int(state.public.receiver[giver]), int(state.public.owes[giver])
        kinds = kinds_of(state.given[giver])
        cards = faces.take(giver, kinds, any_copies(faces.hands[giver], kinds))
        faces.give(receiver, cards)
        pieces = {"pieces": faces_of(cards)}
        facts.append(Fact("paid_tribute", {"seat": giver, "to": receiver, "n": count}, {giver: pieces, receiver: pieces}))
        facts.append(tell_handing(giver, receiver, cards))
    return facts


def tell_handing(seat: int, to: int, cards: list[Card]) -> Fact:
    """§5.6, §13.2  Return the fact of cards that go face down from one hand to another."""
    seen = {"cards": faces_of(cards)}
    return Fact("handed_over", {"seat": seat, "to": to, "n": len(cards)}, {seat: seen, to: seen})


def tell_return(before: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None) -> Fact:
    """§5.6  Return the fact of a choice of cards to return.  Only the two of them see the cards."""
    giver = int(giver_to(before.public, seat))
    value = value_of(action)
    cards = faces.keep(seat, kinds_of((lower_kind(value), higher_kind(value))), chosen)
    said = {"action": format_action(action, rules), "cards": faces_of(cards)}
    told = {"seat": seat, "to": giver, "n": len(cards), "aside": True}
    return Fact("returned", told, {seat: said, giver: {"pieces": faces_of(cards)}})


def hand_back(before: Any, state: Any, faces: Faces) -> list[Fact]:
    """§5.6  When all have chosen, move the returned cards in `faces`; return the facts."""
    facts = []
    for giver in turned_to(before, state, RETURNED):
        receiver = int(state.public.receiver[giver])
        cards = faces.take_kept(receiver, kinds_of(state.returned[giver]))
        faces.give(giver, cards)
        facts.append(tell_handing(receiver, giver, cards))
    return facts


def turned_to(before: Any, state: Any, stage: int) -> list[int]:
    """Return the seats whose tribute has come to a stage by this action."""
    after, earlier = state.public.tribute, before.public.tribute
    return [seat for seat in range(SEATS) if after[seat] == stage and earlier[seat] != stage]


def kinds_of(kinds: Sequence[int]) -> list[int]:
    """Return the kinds of one card or two, without 0."""
    return [int(kind) for kind in kinds if kind]
