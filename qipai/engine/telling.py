"""What people are told: facts and who may see them, physical cards, choices.

Rules see only kinds of cards (ranks); people see physical cards.  A physical card is `kind | copy << KIND_BITS`; the copy is its suit
and pack.  `Faces` tracks the physical cards beside the rules' state, and is as secret as the hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import WrongCards

KIND_BITS = 6
Card = int


def kind_of(card: Card) -> int:
    """Return the kind of a physical card: all that the rules see of it."""
    return card & (1 << KIND_BITS) - 1


def copy_of(card: Card) -> int:
    """Return which of the cards of its kind a physical card is, from 0 on: its suit and pack."""
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
        """Return the fact as a seat may know it, with `event` and all fields in one dict; `SPECTATOR` for the public part."""
        return {"event": self.event, **self.public, **self.private.get(seat, {})}

    def whole(self) -> dict[str, Any]:
        """Return the whole fact as it is logged: the public fields, `to_eyes` by seat (as text), and `hidden`.

        >>> Fact("drew", {"seat": 1}, {1: {"cards": ["5H"]}}).whole()
        {'event': 'drew', 'seat': 1, 'to_eyes': {'1': {'cards': ['5H']}}}
        """
        written: dict[str, Any] = {"event": self.event, **self.public}
        if self.private:
            written["to_eyes"] = {str(seat): dict(part) for seat, part in self.private.items()}
        if self.hidden:
            written["hidden"] = dict(self.hidden)
        return written

    @staticmethod
    def read(written: Mapping[str, Any]) -> "Fact":
        """Return the fact that `whole` wrote."""
        public = {key: value for key, value in written.items() if key not in ("event", "to_eyes", "hidden")}
        private = {int(seat): part for seat, part in written.get("to_eyes", {}).items()}
        return Fact(written["event"], public, private, written.get("hidden", {}))


class Faces:
    """The physical cards of each hand and of the undealt rest.  The rules move kinds; this moves the cards that people saw."""

    def __init__(self, players: int) -> None:
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.undealt: list[Card] = []  # in the order of drawing

    def give(self, seat: int, cards: Iterable[Card]) -> None:
        """Add cards to a hand."""
        self.hands[seat].extend(cards)

    def take(self, seat: int, kinds: Sequence[int], chosen: Sequence[Card] | None = None) -> list[Card]:
        """Remove cards of these kinds from a hand and return them: the `chosen` ones, or the lowest copies if none are chosen.

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

    def keep(self, seat: int, kinds: Sequence[int], chosen: Sequence[Card] | None = None) -> list[Card]:
        """Move the cards of an answer to the end of their hand and return them; there they wait for `take_kept`.

        Raises `WrongCards` as `take` does.
        """
        kept = self.take(seat, kinds, chosen)
        self.give(seat, kept)
        return kept

    def take_kept(self, seat: int, kinds: Sequence[int]) -> list[Card]:
        """Remove the cards of these kinds that `keep` moved to the end of a hand, and return them."""
        left = self.hands[seat][::-1]
        kept = []
        for kind in kinds:
            kept.append(next(card for card in left if kind_of(card) == kind))
            left.remove(kept[-1])
        return self.take(seat, kinds, kept)


class Choice(NamedTuple):
    """A legal action as people choose it.  The client only matches selected cards against `needs`; it knows no rule."""

    action: str  # its text
    needs: tuple[str, ...]  # kinds (`name_kind`) of the cards it takes from the hand; () for passes and calls
    kind: str  # key of the game's `kinds` words: "dseq", "pass" …
    spells: tuple[str, ...]  # what the cards represent, in order: ("5", "5", "6X", "6X")
    # consequences to show before it is chosen, as keys and fields of the game's `says` words: ({"say": "duel", "to": 3},)
    says: tuple[Mapping[str, Any], ...] = ()


class Explanation(NamedTuple):
    """What a selection of cards can be played as, or the reason why it cannot be played."""

    actions: tuple[str, ...]  # texts of the legal actions that these cards are
    refusal: Any = None  # a `Refusal` when there is none
