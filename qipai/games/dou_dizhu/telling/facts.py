"""What happened, as facts with their visibilities: who may see which cards (§9)."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, seat_or_none
from qipai.engine.telling import Card, Faces, Fact
from qipai.engine.telling import kind_of as card_kind

from ..notation.text import cards_of, format_action, format_card
from ..rules.plays import kind_of
from ..rules.scoring import (
    DOUBLED_FACTOR,
    GRAB_FACTOR,
    SHOWN_FACTOR,
    bottom_factor,
    doubling_of,
    multiplier,
    multiplier_so_far,
    spring,
)
from ..state import BID_1, BIDDING, CALL, DOUBLE, DOUBLING, FACE_UP_LOT, GRAB, NOTHING, OVER, PASS, PLAYS, SEATS, SHOW, SHOWING
from ..variants import TOGETHER, WINNERS_ONE

Factor = dict[str, Any]  # what it is for (a key of the payment words), how much, and its §


def faces_of(cards: Sequence[Card]) -> list[str]:
    return [format_card(card) for card in cards]


def sorted_faces(cards: Sequence[Card]) -> list[str]:
    """Canonical order: by rank, then by suit; nothing can be learnt from it."""
    return faces_of(sorted(cards, key=lambda card: (card_kind(card), card)))


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2.1, §9.1, §9.2  The dealing: everybody sees who is asked first and the card that lay face up, each seat its own hand."""
    cards = [int(card) for card in order.cards[: int(order.count)]]
    dealt = SEATS * int(setup.hand_size)
    for seat in range(SEATS):
        faces.give(seat, cards[seat:dealt:SEATS])
    faces.undealt[:] = cards[dealt:]
    hands = [sorted_faces(hand) for hand in faces.hands]
    turned_up = {"face_up": format_card(cards[int(order.lots[FACE_UP_LOT])])} if state.face_up != NOTHING else {}
    fact = Fact(
        "dealt",
        {"first": int(state.first), "counts": [len(hand) for hand in hands], "bottom": len(faces.undealt), **turned_up},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands, "bottom_cards": sorted_faces(faces.undealt)},
    )
    return [fact, *tell_landlord(NOBODY, state, faces)]


def tell_landlord(before: int, state: Any, faces: Faces) -> list[Fact]:
    """§3.5  The bottom cards, once there is a landlord; §3.4 or a void deal."""
    if state.phase == OVER and state.winner == NOBODY:
        return [Fact("voided")]
    if before == state.landlord:
        return []
    seat = int(state.landlord)
    bottom = sorted_faces(faces.undealt)
    facts = [
        Fact("became_landlord", {"seat": seat}),
        Fact("drew", {"seat": seat, "count": len(bottom), "pieces": bottom}, {seat: {"cards": bottom}}),
    ]
    faces.give(seat, faces.undealt)
    faces.undealt.clear()
    return facts


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§3, §6  One action and all that follows from it, in order."""
    said = {"seat": seat, "action": format_action(action, rules)}
    if before.phase == BIDDING:
        return [tell_bid(before, action, said), *tell_landlord(int(before.landlord), state, faces)]
    if before.phase == SHOWING:
        if action != SHOW:
            return [Fact("did_not_show", said)]
        return [Fact("showed", said), Fact("laid_open", {"seat": seat, "pieces": sorted_faces(faces.hands[seat])})]
    if before.phase == DOUBLING:
        return tell_doubling(before, state, rules, seat, action, said)
    if action == PASS:
        facts = [Fact("passed", said)]
    else:
        facts = tell_play(before, state, seat, action, said, faces, chosen)
    if state.trick > before.trick:
        facts.append(Fact("cleared", {"leader": int(before.owner)}))  # §6.3
    return facts


def tell_bid(before: Any, action: int, said: dict[str, Any]) -> Fact:
    """§3.1  Everybody hears every answer."""
    if action >= BID_1:
        return Fact("bid", {**said, "count": action - BID_1 + 1})
    declined = "declined" if before.caller == NOBODY else "did_not_grab"
    return Fact({CALL: "called", GRAB: "grabbed"}.get(action, declined), said)


def tell_doubling(before: Any, state: Any, rules: Any, seat: int, action: int, said: dict[str, Any]) -> list[Fact]:
    """§3.6  Who has decided, all may know; what, when all have.  §8.5  In turn everybody hears it."""
    if rules.doubling != TOGETHER:
        return [Fact("doubled" if action == DOUBLE else "did_not_double", said)]
    facts = [Fact("answered", {"seat": seat, "aside": True}, {seat: {"action": said["action"]}})]
    if state.phase != DOUBLING:
        doubled = [int(state.doubled) >> other & 1 for other in range(SEATS)]
        facts += [Fact("doubled" if doubled[other] else "did_not_double", {"seat": other}) for other in range(SEATS)]
    return facts


def tell_play(
    before: Any, state: Any, seat: int, action: int, said: dict[str, Any], faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§6.2, §6.4  A play, the body first, and whether it was the last of the hand."""
    kinds = cards_of(action)
    taken = faces.take(seat, kinds, chosen)
    laid = []
    for kind in kinds:
        card = next(card for card in taken if card_kind(card) == kind)
        taken.remove(card)
        laid.append(card)
    played = {"cards": faces_of(laid), "kind": PLAYS[kind_of(action)], "lead": bool(before.to_beat == PASS)}
    facts = [Fact("laid", said | played)]
    if state.winner != NOBODY:
        facts.append(Fact("went_out", {"seat": seat, "landlord": bool(seat == state.landlord)}))
    return facts


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§6.4, §7.1  The end: the hands that are left, and who pays whom what.  §9.2  In a void deal nobody shows anything."""
    points = [int(points) for points in result.points]
    told: dict[str, Any] = {"winner": seat_or_none(result.winner), "landlord": seat_or_none(result.landlord), "points": points}
    if result.winner == NOBODY:
        return [Fact("scored", {**told, "section": "3.4"})]
    payments = [
        {"seat": seat, "factors": factors(state, rules, seat), "payment": abs(points[seat])}
        for seat in range(SEATS)
        if seat != result.landlord
    ]
    hands = [sorted_faces(hand) for hand in faces.hands]
    return [Fact("scored", {**told, "hands": hands, "section": "7.1", "payments": payments})]


def factor(what: str, times: int, section: str, number: int = 1) -> list[Factor]:
    """So many equal factors; those of 1 are nothing to speak of."""
    return [{"what": what, "times": int(times), "section": section}] * int(number) if times != 1 else []


def factors(state: Any, rules: Any, peasant: int) -> list[Factor]:
    """§7.1 to §7.7  What multiplies a peasant's account; a cap has `most` in place of `times` where it bites (§8.13)."""
    if rules.scoring == WINNERS_ONE:
        return []
    has_won = state.winner == state.landlord
    base = int(rules.base)
    found = factor("base", base, "8.14") + factor("bid", state.bid, "8.1")
    found += factor("grab", GRAB_FACTOR, "7.2", state.grabs)
    found += factor("bottom", bottom_factor(state, rules), "8.16")
    found += factor("shown", SHOWN_FACTOR, "8.4", state.shown)
    found += factor("bomb", rules.bomb_factor, "7.3", state.bombs)
    found += factor("rocket", rules.rocket_factor, "7.3", state.rocket)
    found += factor("spring" if has_won else "anti_spring", spring(state, rules), "7.4" if has_won else "7.5")
    doublings = [doubling_of(state, peasant), doubling_of(state, state.landlord)]
    found += factor("doubled", DOUBLED_FACTOR, "7.6", doublings.count(DOUBLED_FACTOR))
    product = multiplier_so_far(state, rules) * spring(state, rules) * doublings[0] * doublings[1]
    if multiplier(state, rules, peasant) < product:
        found.append({"what": "cap", "most": int(rules.multiplier_cap), "section": "8.13"})
    return found
