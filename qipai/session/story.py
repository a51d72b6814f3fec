"""What has been told of one deal, kept for each chair as it may know it."""

from collections.abc import Iterator
from typing import Any

from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact

CLEARED = "cleared"
SCORED = "scored"


def decision_in(fact: Fact) -> dict[str, Any] | None:
    """What a seat did when it was asked, as that seat knows it (others may not); None for any other fact."""
    told = fact.seen_by(fact.public.get("seat", SPECTATOR))
    return told if "action" in told else None


class Story:
    """The facts of a deal in order.  Needs no rules: a deal of an older version of the game is shown from it."""

    def __init__(self, number: int, players: int) -> None:
        self.number = number
        self.seen: dict[int, list[dict[str, Any]]] = {seat: [] for seat in (SPECTATOR, *range(players))}
        self.last: list[Fact | None] = [None] * players  # of the trick on the table
        self.result: Fact | None = None

    def tell(self, seq: int, fact: Fact) -> None:
        """Add a fact."""
        for seat, seen in self.seen.items():
            seen.append({"seq": seq, **fact.seen_by(seat)})
        decision = decision_in(fact)
        if decision and not decision.get("aside"):
            self.last[fact.public["seat"]] = fact
        elif fact.event == CLEARED:
            self.last = [None] * len(self.last)
        elif fact.event == SCORED:
            self.result = fact

    def last_seen_by(self, seat: int) -> Iterator[dict[str, Any] | None]:
        """Each chair's last decision in this trick, as a seat may know it."""
        return (fact.seen_by(seat) if fact else None for fact in self.last)
