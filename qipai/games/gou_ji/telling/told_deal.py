"""§2, §3  What comes before anybody decides anything, as facts: Kai Pai and the deal; and the answers of those who are asked together."""

from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, Faces, Fact
from qipai.engine.telling import kind_of as card_kind

from ..notation.text import faces_of, format_action, format_card
from ..ranks import BLACK
from ..rules.dealing import THREE
from ..rules.session import value_of_kind
from ..seating import SEATS, right_of
from ..state import GAME_KINDS, MAX_DRAWS, ORDINARY_GAME
from ..variants import FACE_UP
from ..verbs import value_of


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2.2, §2.3, §3.1  Put the dealt cards into `faces`; return the facts of Kai Pai and of the deal.

    In an ordinary game there are none: nobody has a card before the first taker is named.
    """
    cards = [int(card) for card in order.cards[: int(order.count)]]
    if setup.kind == ORDINARY_GAME:
        faces.undealt[:] = cards
        return []
    facts = tell_kai_pai(state.public, setup, order, cards)
    give_out(faces, cards, int(state.public.taker))
    facts.append(tell_hands(state.public, faces))
    if rules.kaipai_card == FACE_UP:
        facts.append(Fact("face_up", {"seat": int(state.public.starter), "pieces": facts[-2].public["pieces"]}))
    return facts


def tell_kai_pai(public: Any, setup: Any, order: Any, cards: list[Card]) -> list[Fact]:
    """§2.2  Return the facts of Kai Pai: who draws, the jokers that go back, and the card that is counted."""
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
        "to": int(public.taker),
    }
    return [*facts, Fact("kaipai", counted)]


def give_out(faces: Faces, cards: list[Card], taker: int) -> None:
    """§3.1  Give the cards to the seats, one each in turn from the first taker."""
    for turn in range(SEATS):
        faces.give((taker + turn) % SEATS, cards[turn::SEATS])


def tell_hands(public: Any, faces: Faces) -> Fact:
    """§3.1, §13.2  Return the fact of the deal: everybody is told the sizes of the hands, each seat its own cards."""
    hands = [faces_of(hand) for hand in faces.hands]
    return Fact(
        "dealt",
        {"seat": int(public.taker), "counts": [len(hand) for hand in hands], "kind": GAME_KINDS[public.kind]},
        {seat: {"cards": hand} for seat, hand in enumerate(hands)},
        {"hands": hands},
    )


def tell_naming(state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§2.3  Return the facts of the big loser naming the first taker, and of the deal that follows."""
    cards = faces.undealt.copy()
    faces.undealt.clear()
    give_out(faces, cards, int(state.public.taker))
    named = {"seat": seat, "action": format_action(action, rules), "to": int(value_of(action)), "aside": True}
    return [Fact("named", named), tell_hands(state.public, faces)]


def tell_answer(rules: Any, seat: int, action: int, cards: list[Card] | None = None) -> Fact:
    """§13.2  Return the fact of an answer: everybody is told who has answered, only the seat itself what."""
    said: dict[str, Any] = {"action": format_action(action, rules)}
    if cards is not None:
        said["cards"] = faces_of(cards)
    return Fact("answered", {"seat": seat, "aside": True}, {seat: said})


def tell_threes(public: Any) -> list[Fact]:
    """§3.2  Return the fact of the threes that were shown; only those of the seat that starts become known."""
    if public.shown_suit < 0:
        return [Fact("none_showed")]
    three = format_card(THREE | int(public.shown_suit) << KIND_BITS)
    return [Fact("showed", {"seat": int(public.starter), "pieces": [three, three]})]


def tell_start(before: Any, state: Any, rules: Any) -> list[Fact]:
    """§3.3  Return the fact of who starts, and why, if the play begins with this action; else none."""
    public = state.public
    if before.public.trick or not public.trick:
        return []
    if public.kind == ORDINARY_GAME:
        why = "big_loser"
    elif rules.kaipai_card == FACE_UP:
        why = "face_up"
    else:
        why = "taker" if public.shown_suit < 0 else "showed"
    return [Fact("starts", {"seat": int(public.starter), "why": why})]
