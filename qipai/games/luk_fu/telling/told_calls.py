"""§2, §3, §4  What comes before the play, as facts: lots, the deal, the claim of the five tigers, and the calls."""

from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Faces, Fact

from ..cards import FIVE_TIGERS
from ..notation.text import faces_in, format_action, kinds_in
from ..seating import dreamer_of, privileged_of
from ..state import ABANDONED, CLAIMED, CLAIMING


def tell_deal(state: Any, rules: Any, setup: Any, order: Any, faces: Faces) -> list[Fact]:
    """§2.3, §3  Put the dealt cards into `faces`; return the facts of the deal.

    Everybody is told how many cards each seat has; each seat its own cards, the dreamer his one (§3.2).
    """
    public, players = state.public, int(state.public.players)
    dealer = int(public.dealer)
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
    dreamer = int(dreamer_of(public))
    return facts if dreamer == NOBODY else [*facts, Fact("dreaming", {"seat": dreamer})]


def tell_answer(state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.1, §11.1  Return the facts of an answer to the question for the five tigers.

    Everybody is told that the seat has answered.  What it answered only the seat knows, until the last answer is in.
    """
    public = state.public
    facts = [Fact("answered", {"seat": seat}, {seat: {"action": format_action(action, rules)}})]
    if public.phase == CLAIMING:
        return facts
    if public.ending != CLAIMED:
        return [*facts, Fact("unclaimed")]
    five = {"seat": int(public.winner), "cards": faces_in(FIVE_TIGERS), "n": int(public.number)}
    return [*facts, Fact("claimed", five)]


def tell_call(state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.2 to §4.4  Return the facts of a call: a privileged caller, or an abandoned deal, may follow from it."""
    text, public = format_action(action, rules), state.public
    facts = [Fact("called", {"seat": seat, "action": text, "kind": text})]
    if public.ending == ABANDONED:
        facts.append(Fact("abandoned"))
    elif privileged_of(public) == seat:
        facts.append(Fact("privileged", {"seat": seat}))
    return facts
