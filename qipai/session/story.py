"""The facts of one deal, kept for each seat as it may know them."""

from collections.abc import Container
from typing import Any

from qipai.engine.events import CLEARED, SCORED
from qipai.engine.lines import sentence_of
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact


def decision_in(fact: Fact) -> dict[str, Any] | None:
    """Return a fact about a seat's action as that seat knows it; None for a fact without an action."""
    told = fact.seen_by(fact.public.get("seat", SPECTATOR))
    return told if "action" in told else None


class Story:
    """The facts of a deal in order.  It uses no rules, so it can also show a deal of an older version of the game.

    `sentences` are the `events` of `Game.words`: a seat is shown each fact with what `sentence_of` sends beside it.
    """

    def __init__(self, number: int, players: int, sentences: Container[str] = ()) -> None:
        self.number = number
        self._sentences = sentences
        self.seen: dict[int, list[dict[str, Any]]] = {seat: [] for seat in (SPECTATOR, *range(players))}
        self.last: list[Fact | None] = [None] * players  # each seat's last action in this trick
        self.result: Fact | None = None

    def tell(self, seq: int, fact: Fact) -> None:
        """Add a fact that was told with the number `seq`."""
        public = {"seq": seq, **self.shown_to(SPECTATOR, fact)}
        for seat, seen in self.seen.items():
            seen.append({"seq": seq, **self.shown_to(seat, fact)} if seat in fact.private else public)
        decision = decision_in(fact)
        if decision and not decision.get("aside"):
            self.last[fact.public["seat"]] = fact
        elif fact.event == CLEARED:
            self.last = [None] * len(self.last)
        elif fact.event == SCORED:
            self.result = fact

    def shown_to(self, seat: int, fact: Fact) -> dict[str, Any]:
        """Return a fact as `seat` may know it, with what names its sentence."""
        told = fact.seen_by(seat)
        return {**told, **sentence_of(told, self._sentences)}
