"""What happened, as facts with their visibilities: who may see which cards (§9)."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Faces, Fact
from qipai.engine.telling import kind_of as card_kind

from .cards import format_card, physical
from .combinations import KIND_NAMES, kind_of
from .state import PASS
from .talon import drawers, place_drawn
from .text import format_action, spell
from .working import payment_factors, public_factors


def faces_of(cards: Sequence[Card]) -> list[str]:
    return [format_card(card) for card in cards]


def sorted_faces(cards: Sequence[Card]) -> list[str]:
    """Canonical order: by rank, then by suit; nothing can be learnt from it."""
    return faces_of(sorted(cards, key=card_order))


def card_order(card: Card) -> tuple[int, str]:
    return card_kind(card), format_card(card)


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2  The dealing: everybody sees how many cards lie where, each seat its own; nobody the talon."""
    cards = [physical(int(card), rules) for card in order.cards[: int(order.count)]]
    players = int(setup.players)
    dealt = players * int(setup.hand_size) + 1
    dealer = int(state.dealer)
    for turn in range(players):
        faces.give((dealer + turn) % players, cards[turn:dealt:players])
    faces.undealt[:] = cards[dealt:]
    hands = [sorted_faces(hand) for hand in faces.hands]
    fact = Fact(
        "dealt",
        {"dealer": dealer, "counts": [len(hand) for hand in hands], "talon": len(faces.undealt)},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands, "talon": faces_of(faces.undealt)},
    )
    return [fact, *tell_lead(dealer, state)]


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§5  One action and all that follows from it, in order."""
    if action == PASS:
        facts = [Fact("passed", {"seat": seat, "action": format_action(action, rules)})]
        owner = int(before.owner)
    else:
        facts = tell_play(before, state, rules, seat, action, faces, chosen)
        owner = seat
    if int(state.trick) > int(before.trick):
        facts.append(Fact("cleared", {"leader": owner}))
        facts += tell_draws(before, state, rules, owner, faces)
        facts += tell_lead(owner, state)
    return facts


def tell_play(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§5.2, §5.6, §7.9, §7.10  A play, in the order of what it represents, and whether it was the last of the hand."""
    spelled = spell(action, rules)
    kinds = [kind for _, kind in spelled]
    taken = faces.take(seat, kinds, chosen)
    laid = []
    for kind in kinds:
        card = next(card for card in taken if card_kind(card) == kind)
        taken.remove(card)
        laid.append(card)
    facts = [
        Fact(
            "laid",
            {
                "seat": seat,
                "cards": faces_of(laid),
                "action": format_action(action, rules),
                "spells": [name for name, _ in spelled],
                "kind": KIND_NAMES[kind_of(action)],
                "lead": bool(before.table == PASS),
            },
        )
    ]
    left = len(faces.hands[seat])
    if left == 0:
        facts.append(Fact("went_out" if state.over else "shed", {"seat": seat}))
    elif left <= rules.announce_at:
        facts.append(Fact("announced", {"seat": seat, "left": left}))
    return facts


def tell_draws(before: Any, state: Any, rules: Any, owner: int, faces: Faces) -> list[Fact]:
    """§5.4, §9.2  Everybody sees who draws; each sees the own card alone.  §7.9  Announcements follow the draws."""
    facts = []
    players = int(before.players)
    count = int(drawers(before, rules))
    drawing = [(owner + turn) % players for turn in range(count)]
    drawn = [int(place_drawn(before, rules, seat, turn)) - int(before.drawn) for turn, seat in enumerate(drawing)]
    for seat, place in zip(drawing, drawn, strict=True):
        card = faces.undealt[place]
        faces.give(seat, [card])
        seen = {"cards": faces_of([card])}
        facts.append(Fact("drew", {"seat": seat, "count": 1}, {seat: seen}, seen))
    del faces.undealt[:count]
    for seat in drawing:
        if state.announced[seat]:
            facts.append(Fact("announced", {"seat": seat, "left": len(faces.hands[seat])}))
    return facts


def tell_lead(leader: int, state: Any) -> list[Fact]:
    """§7.8, §7.10  Past whom the lead went; a void deal."""
    players = int(state.players)
    passed = players if state.over else (int(state.to_act) - leader) % players
    facts = [Fact("lead_passes", {"seat": (leader + turn) % players}) for turn in range(passed)]
    return [*facts, Fact("voided")] if state.over else facts


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§6, §8  The end: all hands, and who pays the winner what: `shared` multiplies every payment, then each has factors of its own."""
    shared = public_factors(state, rules) if result.winner != NOBODY else []
    payments: list[dict[str, Any]] = []
    for seat in range(int(result.players)):
        if result.winner != NOBODY and seat != result.winner:
            payments.append(
                {
                    "seat": seat,
                    "cards": int(result.cards[seat]),
                    "public": int(result.public),
                    "private": int(result.private[seat]),
                    "factors": payment_factors(state, rules, result, seat),
                    "payment": int(result.payments[seat]),
                }
            )
    return [
        Fact(
            "scored",
            {
                "winner": seat_or_none(result.winner),
                "points": [int(points) for points in result.points[: int(result.players)]],
                "hands": [sorted_faces(hand) for hand in faces.hands],
                "section": "8.1" if shared or any(paid["factors"] for paid in payments) else "6.1",
                "shared": shared,
                "payments": payments,
            },
        )
    ]
