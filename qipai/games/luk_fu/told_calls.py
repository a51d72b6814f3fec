"""§2, §3, §4  What comes before the play, as facts: lots, the deal, the claim of the five tigers, and the calls."""

from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Faces, Fact

from .cards import FIVE_TIGERS
from .seating import dreamer_of, privileged_of
from .state import ABANDONED, CLAIMED, CLAIMING
from .text import faces_in, format_action, kinds_in


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2.3, §3  Everybody sees how many cards each has; each seat its own, the dreamer his one (§3.2)."""
    table, players = state.table, int(state.table.players)
    dealer = int(table.dealer)
    hands = [int(state.holdings[seat].hand) for seat in range(players)]
    for seat, hand in enumerate(hands):
        faces.give(seat, kinds_in(hand))
    dealt = Fact(
        "dealt",
        {"dealer": dealer, "counts": [hand.bit_count() for hand in hands]},
        {seat: {"cards": faces_in(hand)} for seat, hand in enumerate(hands)},
        {"hands": [faces_in(hand) for hand in hands]},
    )
    facts = [Fact("lots", {"seat": dealer})] if setup.dealer == NOBODY else []
    facts.append(dealt)
    dreamer = int(dreamer_of(table))
    return facts if dreamer == NOBODY else [*facts, Fact("dreaming", {"seat": dreamer})]


def tell_answer(state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.1, §11.1  Who has answered, all may know; what, only the seat, until the last answer is in."""
    table = state.table
    facts = [Fact("answered", {"seat": seat}, {seat: {"action": format_action(action, rules)}})]
    if table.phase == CLAIMING:
        return facts
    if table.ending != CLAIMED:
        return [*facts, Fact("unclaimed")]
    five = {"seat": int(table.winner), "cards": faces_in(FIVE_TIGERS), "n": int(table.number)}
    return [*facts, Fact("claimed", five)]


def tell_call(state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.2 to §4.4  A call, and what it makes of the caller or of the deal."""
    text, table = format_action(action, rules), state.table
    facts = [Fact("called", {"seat": seat, "action": text, "kind": text})]
    if table.ending == ABANDONED:
        facts.append(Fact("abandoned"))
    elif privileged_of(table) == seat:
        facts.append(Fact("privileged", {"seat": seat}))
    return facts
