"""What happened, as facts with their visibilities: who may see which cards (§9)."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, seat_or_none
from qipai.engine.telling import Card, Faces, Fact
from qipai.engine.telling import kind_of as card_kind

from ..notation.cards import format_card, physical
from ..notation.text import format_action, spell
from ..rules.combinations import kind_of
from ..rules.talon import drawers
from ..state import PASS, PLAYS
from .working import payment_factors, public_factors


def faces_of(cards: Sequence[Card]) -> list[str]:
    return [format_card(card) for card in cards]


def sorted_faces(cards: Sequence[Card]) -> list[str]:
    """Return the faces of cards sorted by rank, then by suit, so that their order tells nothing."""
    return faces_of(sorted(cards, key=card_order))


def card_order(card: Card) -> tuple[int, str]:
    return card_kind(card), format_card(card)


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2  Return the facts of the dealing: all see the numbers of cards and the stakes, each seat its own cards, nobody the talon."""
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
        {
            "dealer": dealer,
            "counts": [len(hand) for hand in hands],
            "talon": len(faces.undealt),
            **on_the_table(state, rules, [0] * players),
        },
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands, "talon": faces_of(faces.undealt)},
    )
    return [fact, *tell_lead(dealer, state)]


def on_the_table(state: Any, rules: Any, gained: Sequence[int]) -> dict[str, list[int]]:
    """§7.17  Return the field with each seat's stake after what it has gained; empty without table stakes."""
    return {"stakes": [int(state.stakes[seat]) + gain for seat, gain in enumerate(gained)]} if rules.table_stakes else {}


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§5  Return the facts of one action and of all that follows from it, in order."""
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
    """§5.2, §5.6, §7.9, §7.10  Return the facts of a play, its cards in the order of what they represent."""
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
                "kind": PLAYS[kind_of(action)],
                "lead": bool(before.to_beat == PASS),
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
    """§5.4, §9.2, §7.9  Return the facts of the draws, each card told to its drawer alone; announcements follow them."""
    facts = []
    players = int(before.players)
    count = int(drawers(before, rules))
    drawing = [(owner + turn) % players for turn in range(count)]
    for seat, card in zip(drawing, faces.undealt, strict=False):  # the talon may be longer
        faces.give(seat, [card])
        seen = {"cards": faces_of([card])}
        facts.append(Fact("drew", {"seat": seat, "count": 1}, {seat: seen}, seen))
    del faces.undealt[:count]
    for seat in drawing:
        if state.announced[seat]:
            facts.append(Fact("announced", {"seat": seat, "left": len(faces.hands[seat])}))
    return facts


def tell_lead(leader: int, state: Any) -> list[Fact]:
    """§7.8, §7.10  Return the facts of a lead that passed seats by, or of a void deal."""
    players = int(state.players)
    passed = players if state.over else (int(state.to_act) - leader) % players
    facts = [Fact("lead_passes", {"seat": (leader + turn) % players}) for turn in range(passed)]
    return [*facts, Fact("voided")] if state.over else facts


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§6, §8  Return the facts of the end: all hands and all payments.

    `shared` lists the factors of every payment; each payment then has factors of its own.
    """
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
    points = [int(points) for points in result.points[: int(result.players)]]
    return [
        Fact(
            "scored",
            {
                "winner": seat_or_none(result.winner),
                "points": points,
                "hands": [sorted_faces(hand) for hand in faces.hands],
                "section": "8.1" if shared or any(paid["factors"] for paid in payments) else "6.1",
                "shared": shared,
                "payments": payments,
                **on_the_table(state, rules, points),
            },
        )
    ]
