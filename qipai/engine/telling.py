"""What people are told: facts with their visibilities, faces of cards, choices.

Rules see kinds of cards (ranks); people see cards.  A physical card is `kind | copy << KIND_BITS`: the copy tells the suit and
the pack.  `Faces` keeps them beside the rules, and is as secret as the hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import WrongCards

KIND_BITS = 6
Card = int


def kind_of(card: Card) -> int:
    """What the rules see of a card."""
    return card & (1 << KIND_BITS) - 1


def copy_of(card: Card) -> int:
    """Which of the equal cards of the pack it is: suit and pack."""
    return card >> KIND_BITS


@dataclass(frozen=True)
class Fact:
    """Something that happened at the table, in the past tense.

    `public` is for all eyes; `private[seat]` is for that seat alone (a fact for a team stands under each of its seats);
    `hidden` is for nobody while the deal lasts.  A view of a fact is built up from what its reader may see.
    """

    event: str  # dealt laid passed cleared drew announced went_out scored …
    public: Mapping[str, Any] = field(default_factory=dict)
    private: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    hidden: Mapping[str, Any] = field(default_factory=dict)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """The fact as that seat may know it; `SPECTATOR` for the public view."""
        return {"event": self.event, **self.public, **self.private.get(seat, {})}

    def whole(self) -> dict[str, Any]:
        """The whole fact as it is logged."""
        written: dict[str, Any] = {"event": self.event, **self.public}
        if self.private:
            written["to_eyes"] = {str(seat): dict(part) for seat, part in self.private.items()}
        if self.hidden:
            written["hidden"] = dict(self.hidden)
        return written

    @staticmethod
    def read(written: Mapping[str, Any]) -> "Fact":
        """The fact that `whole` wrote."""
        public = {key: value for key, value in written.items() if key not in ("event", "to_eyes", "hidden")}
        private = {int(seat): part for seat, part in written.get("to_eyes", {}).items()}
        return Fact(written["event"], public, private, written.get("hidden", {}))


class Faces:
    """Whose physical cards are where.  The rules move kinds; this moves the cards that people saw."""

    def __init__(self, players: int) -> None:
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.undealt: list[Card] = []  # in the order of drawing

    def give(self, seat: int, cards: Iterable[Card]) -> None:
        self.hands[seat].extend(cards)

    def take(self, seat: int, kinds: Sequence[int], chosen: Sequence[Card] | None = None) -> list[Card]:
        """Take cards of these kinds from a hand: the `chosen` ones if they are of these kinds and held, else the lowest copies.

        Raises `WrongCards` when the chosen cards are not held or are not of these kinds.
        """
        hand = self.hands[seat]
        if chosen is not None:
            left = hand.copy()
            for card in chosen:
                if card not in left:
                    raise WrongCards("That card is not in your hand.")
                left.remove(card)
            if sorted(map(kind_of, chosen)) != sorted(kinds):
                raise WrongCards("These cards are not the cards of that play.")
            self.hands[seat] = left
            return list(chosen)
        taken = []
        for kind in kinds:
            card = min(card for card in hand if kind_of(card) == kind)
            hand.remove(card)
            taken.append(card)
        return taken


class Choice(NamedTuple):
    """A legal action as people choose it: the client matches chosen cards against `needs`, and knows no rule."""

    action: str  # its text
    needs: tuple[str, ...]  # the kinds of the cards it takes from the hand, as `Hand` names them; empty for passes and calls
    kind: str  # key of the game's `kinds` words: "dseq", "pass" …
    spells: tuple[str, ...]  # what the cards represent, in order: ("5", "5", "6X", "6X")
    # what there is to know before it is done, by the game's `says` words: ({"say": "duel", "to": 3},)
    says: tuple[Mapping[str, Any], ...] = ()


class Explanation(NamedTuple):
    """What a selection of cards is: its legal readings, or why it is none."""

    actions: tuple[str, ...]  # texts of the legal actions that these cards are
    refusal: Any = None  # a `Refusal` when there is none
