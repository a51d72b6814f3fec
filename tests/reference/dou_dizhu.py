"""Dou Dizhu 斗地主, written from the rule book alone: slow, of objects, and easy to check.

Nothing of the engine is used here.  § numbers are those of `qipai/games/dou_dizhu/RULES.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.dou_dizhu_rules import BOTTOM, HAND, PACK, SEATS, Play, Rules, in_order, parse

LOWEST, HIGHEST = 1, 3  # §8.1 bids


class Deal:
    """One deal, from the order of the pack to the points.

    `order` is dealt from its beginning, one card at a time from seat 0 on; what is left is the bottom cards (§2.1).  A shorter
    order makes smaller hands, so a test may play with a few cards.  `first` bids first (§2.2), unless `face_up` says which card
    of the order lies face up in the pack (§8.3).
    """

    def __init__(
        self,
        options: Mapping[str, Any] | None,
        order: Sequence[str],
        first: int = 0,
        hand: int = HAND,
        face_up: int | None = None,
    ) -> None:
        self.rules = Rules(options)
        self.face_up = None if face_up is None else order[face_up]
        self.first = first = first if face_up is None else face_up % SEATS
        self.hands = [list(order[seat : SEATS * hand : SEATS]) for seat in range(SEATS)]
        self.bottom = list(order[SEATS * hand :])
        self.phase = "bidding"
        self.turn = first
        self.landlord: int | None = None
        self.bid = 0  # the highest so far
        self.bids: list[tuple[int, str]] = []
        self.shown = False
        self.doubled: dict[int, bool] = {}
        self.last: tuple[int, Play] | None = None
        self.passes = 0
        self.laid: list[tuple[int, Play | None]] = []
        self.winner: int | None = None
        if self.rules["bidding"] == "none":
            self._make_landlord(first, LOWEST)  # §8.1

    # who is asked, and for what ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def pending(self) -> list[int]:
        """The seats that owe a decision; several where they do not know of each other (§7.6)."""
        if self.over:
            return []
        if self.phase == "doubling" and self.rules["doubling"] == "together":
            return [seat for seat in range(SEATS) if seat not in self.doubled]
        return [self.turn]

    def legal(self, seat: int) -> set[str]:
        if seat not in self.pending():
            return set()
        if self.phase == "bidding":
            return self._bids()
        if self.phase == "showing":
            return {"show", "no"}
        if self.phase == "doubling":
            return {"double", "no"}
        plays = self.rules.plays(self.hands[seat])
        if self.last is None:
            return {play.text for play in plays}  # §6.1
        table = self.last[1]
        return {"pass"} | {play.text for play in plays if self.rules.follows(play, table)}  # §6.2

    def default(self, seat: int) -> str:
        """§6.5  What the clock answers for a seat."""
        if self.phase != "play":
            return "no"
        return "pass" if self.last else in_order(self.hands[seat])[0]

    def act(self, seat: int, text: str) -> None:
        if self.phase == "bidding":
            self._bid(seat, text)
        elif self.phase == "showing":
            self.shown = text == "show"
            self._begin_doubling()
        elif self.phase == "doubling":
            self._double(seat, text)
        else:
            self._lay(seat, None if text == "pass" else parse(text))

    # §3, §8.1, §8.2 ------------------------------------------------------------------------------------------------

    def _bids(self) -> set[str]:
        form = self.rules["bidding"]
        if form in ("points", "auction"):
            return {"no"} | {str(points) for points in range(self.bid + 1, HIGHEST + 1)}
        return {"no", "grab" if self.bid else "call"}

    def _bid(self, seat: int, text: str) -> None:
        self.bids.append((seat, text))
        if text != "no":
            self.landlord = seat
            self.bid = int(text) if text.isdigit() else LOWEST
        following = self._next_bidder(seat)
        if following is not None:
            self.turn = following
        elif self.landlord is not None:
            self._make_landlord(self.landlord, self.bid)
        elif self.rules["all_pass"] == "first_bidder":  # §8.2
            self._make_landlord(self.first, LOWEST)
        else:
            self.phase = "over"  # §3.4

    def _next_bidder(self, seat: int) -> int | None:
        """Who is asked next, or None when the bidding is over."""
        form = self.rules["bidding"]
        right = (seat + 1) % SEATS
        said = [text for _, text in self.bids]
        if form == "grab" and "call" in said:
            caller = self.bids[said.index("call")][0]
            declined = {who for who, text in self.bids if text == "no"}
            if any(who == caller and place > said.index("call") for place, (who, _) in enumerate(self.bids)):
                return None  # §3.3 the caller's answer is the last
            while right != caller:
                if right not in declined:
                    return right
                right = (right + 1) % SEATS
            return caller if "grab" in said else None
        if form == "call" and self.bid:
            return None
        if form in ("points", "auction") and self.bid == HIGHEST:
            return None
        if form == "auction" and self.bid:
            return None if said[-2:] == ["no", "no"] else right
        return right if len(said) < SEATS else None

    def _make_landlord(self, seat: int, bid: int) -> None:
        """§3.5"""
        self.landlord, self.bid, self.turn = seat, bid, seat
        self.hands[seat] += self.bottom
        self.phase = "showing"
        if not self.rules["show_hand"]:  # §8.4
            self._begin_doubling()

    # §7.6, §8.4, §8.5 ----------------------------------------------------------------------------------------------

    def _begin_doubling(self) -> None:
        self.phase = "doubling"
        self.turn = (self.landlord + 1) % SEATS
        if self.rules["doubling"] == "none":
            self._begin_play()

    def _double(self, seat: int, text: str) -> None:
        self.doubled[seat] = text == "double"
        if self.rules["doubling"] == "together":
            if len(self.doubled) == SEATS:
                self._begin_play()
            return
        self.turn = (seat + 1) % SEATS
        nobody = len(self.doubled) == SEATS - 1 and not any(self.doubled.values())
        if nobody or seat == self.landlord:  # §8.5
            self._begin_play()

    # §6 ------------------------------------------------------------------------------------------------------------

    def _begin_play(self) -> None:
        self.phase = "play"
        self.turn = self.landlord  # §6.1

    def _lay(self, seat: int, play: Play | None) -> None:
        self.laid.append((seat, play))
        self.turn = (seat + 1) % SEATS
        if play is None:
            self.passes += 1
            if self.passes == SEATS - 1:  # §6.3
                self.last, self.passes = None, 0
            return
        for card in play.cards.elements():
            self.hands[seat].remove(card)
        self.last, self.passes = (seat, play), 0
        if not self.hands[seat]:  # §6.4
            self.winner, self.phase = seat, "over"

    # §7 ------------------------------------------------------------------------------------------------------------

    def spring(self) -> int:
        """§7.4, §7.5  The factor for a side that never got going."""
        laid = [seat for seat, play in self.laid if play is not None]
        if self.winner == self.landlord:
            return self.rules["spring_factor"] if set(laid) == {self.landlord} else 1
        return self.rules["anti_spring_factor"] if laid.count(self.landlord) == 1 else 1

    def multiplier(self) -> int:
        """§7.2 to §7.5, §8.4, §8.16  What multiplies both peasants' accounts."""
        product = 2 ** sum(text == "grab" for _, text in self.bids)
        product *= 1 if self.landlord is None else self.rules.bottom_factor(self.bottom)
        product *= 2 if self.shown else 1
        for _, play in self.laid:
            product *= self.rules.factor_of(play) if play else 1
        return product * self.spring()

    def points(self) -> list[int]:
        """§7.1, §8.15  All noughts where there is no landlord."""
        points = [0] * SEATS
        if self.winner is None:
            return points
        won = self.winner == self.landlord
        if self.rules["scoring"] == "winners_one":
            return [int((seat == self.landlord) == won) for seat in range(SEATS)]
        for seat in range(SEATS):
            if seat != self.landlord:
                both = 2 ** (self.doubled.get(seat, False) + self.doubled.get(self.landlord, False))  # §7.6
                payment = self.rules.payment(self.bid, self.multiplier() * both)
                points[seat] += -payment if won else payment
                points[self.landlord] += payment if won else -payment
        return points

    def next_first(self) -> int | None:
        """§2.2, §8.3  Who bids first in the next deal, or None for chance."""
        form = self.rules["first_bidder"]
        if form in ("lot", "face_up"):
            return None
        if form == "winner":
            return self.first if self.winner is None else self.winner
        return (self.first + 1) % SEATS

    # §9 ------------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """§9  What a seat knows, or with None what an onlooker knows."""
        hands: list[tuple[str, ...] | int] = []
        for other, hand in enumerate(self.hands):
            ended = self.over and self.landlord is not None  # §9.2 in a void deal nobody shows anything
            seen = other == seat or ended or (self.shown and other == self.landlord)
            hands.append(in_order(hand) if seen else len(hand))
        found = self.landlord is not None and self.phase != "bidding"
        settled = self.phase not in ("bidding", "showing", "doubling") or self.rules["doubling"] == "peasants_first"
        return {
            "hands": hands,
            "face up": self.face_up,
            "bids": list(self.bids),
            "bottom": in_order(self.bottom) if found else None,
            "landlord": self.landlord if found else None,
            "doubled": {who: answer for who, answer in self.doubled.items() if settled or who == seat},
            "laid": [(who, play.text if play else "pass") for who, play in self.laid],
        }


def pack_is_whole(order: Sequence[str]) -> bool:
    """§1.1, §2.1"""
    return sorted(order) == sorted(PACK) and len(order) == SEATS * HAND + BOTTOM
