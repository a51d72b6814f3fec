"""§2, §3  What comes before anybody decides anything, as facts: Kai Pai and the deal; and the answers of those who are asked together."""

from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, Faces, Fact
from qipai.engine.telling import kind_of as card_kind

from .dealing import THREE
from .ranks import BLACK
from .seating import SEATS, right_of
from .session import value_of_kind
from .state import GAME_KINDS, MAX_DRAWS, ORDINARY_GAME
from .text import format_action, format_card
from .told_cards import faces_of
from .variants import FACE_UP
from .verbs import value_of


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2.2, §2.3, §3.1  In an ordinary game nobody has a card before the first taker is named."""
    cards = [int(card) for card in order.cards[: int(order.count)]]
    if setup.kind == ORDINARY_GAME:
        faces.undealt[:] = cards
        return []
    facts = tell_kai_pai(state.table, setup, order, cards)
    give_out(faces, cards, int(state.table.taker))
    facts.append(tell_hands(state.table, faces))
    if rules.kaipai_card == FACE_UP:
        facts.append(Fact("face_up", {"seat": int(state.table.starter), "pieces": facts[-2].public["pieces"]}))
    return facts


def tell_kai_pai(table: Any, setup: Any, order: Any, cards: list[Card]) -> list[Fact]:
    """§2.2  Who draws, the jokers that go back, and the card that is counted."""
    player = int(order.lots[0]) if setup.kaipai == NOBODY else int(right_of(setup.kaipai, 1))
    facts = [Fact("lots", {"seat": player})] if setup.kaipai == NOBODY else []
    drawn = [cards[int(place)] for place in order.lots[1 : MAX_DRAWS + 1]]
    for card in drawn:
        if card_kind(card) < BLACK:
            break
        facts.append(Fact("kaipai_joker", {"seat": player, "pieces": [format_card(card)]}))
        player = int(right_of(player, 1))
    card = next(card for card in (*drawn, *cards) if card_kind(card) < BLACK)
    counted = {
        "seat": player,
        "pieces": [format_card(card)],
        "n": int(value_of_kind(card_kind(card))),
        "to": int(table.taker),
    }
    return [*facts, Fact("kaipai", counted)]


def give_out(faces: Faces, cards: list[Card], taker: int) -> None:
    """§3.1  One card each in turn."""
    for turn in range(SEATS):
        faces.give((taker + turn) % SEATS, cards[turn::SEATS])


def tell_hands(table: Any, faces: Faces) -> Fact:
    """§3.1, §13.2  Everybody sees that all have their cards; each seat its own."""
    hands = [faces_of(hand) for hand in faces.hands]
    return Fact(
        "dealt",
        {"seat": int(table.taker), "counts": [len(hand) for hand in hands], "kind": GAME_KINDS[table.kind]},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands},
    )


def tell_naming(state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§2.3  The big loser has named who takes the first card."""
    cards = faces.undealt.copy()
    faces.undealt.clear()
    give_out(faces, cards, int(state.table.taker))
    named = {"seat": seat, "action": format_action(action, rules), "to": int(value_of(action)), "aside": True}
    return [Fact("named", named), tell_hands(state.table, faces)]


def tell_answer(rules: Any, seat: int, action: int, cards: list[Card] | None = None) -> Fact:
    """§13.2  Who has answered, all may know; what, only the seat."""
    said: dict[str, Any] = {"action": format_action(action, rules)}
    if cards is not None:
        said["cards"] = faces_of(cards)
    return Fact("answered", {"seat": seat, "aside": True}, {seat: said})


def tell_threes(table: Any) -> list[Fact]:
    """§3.2  Only the threes of the one that starts become known."""
    if table.shown_suit < 0:
        return [Fact("none_showed")]
    three = format_card(THREE | int(table.shown_suit) << KIND_BITS)
    return [Fact("showed", {"seat": int(table.starter), "pieces": [three, three]})]


def tell_start(before: Any, state: Any, rules: Any) -> list[Fact]:
    """§3.3  Who starts, and why, once nothing else comes before the play."""
    table = state.table
    if before.table.trick or not table.trick:
        return []
    if table.kind == ORDINARY_GAME:
        why = "big_loser"
    elif rules.kaipai_card == FACE_UP:
        why = "face_up"
    else:
        why = "taker" if table.shown_suit < 0 else "showed"
    return [Fact("starts", {"seat": int(table.starter), "why": why})]
