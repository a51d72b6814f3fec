"""Luk Fu 六虎, written a second time from the rule book alone: slow, of objects, and easy to check.

Nothing of the engine is used here.  § numbers are those of `qipai/games/luk_fu/RULES.md`.  The pack may be any part of the
cards: every player gets as many as there are for all three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.reference.luk_fu_evidence import Act, Evidence
from tests.reference.luk_fu_rules import AGED_FROM_THE_START, FIVE_TIGERS, Cards, Rules, beats, is_strong, melds, read, spell
from tests.reference.luk_fu_search import Search


@dataclass(frozen=True)
class Ending:
    """How a deal ended."""

    how: str  # claimed, won, drawn, abandoned
    winner: int | None = None
    tricks: int = 0
    counting: Cards = frozenset()  # §10.3


class Table:
    """One deal, from the order of the cards to the points."""

    def __init__(self, players: int, dealer: int, order: Sequence[str], options: Mapping[str, object] | None = None) -> None:
        self.rules = Rules(options)
        self.seats = players
        self.dealer = dealer
        self.dreamer = (dealer + 2) % 4 if players == 4 else None  # §2.1, §2.2
        self.players = [seat for step in range(players) if (seat := (dealer + step) % players) != self.dreamer]
        self.pack = frozenset(order)
        self.hands: dict[int, Cards] = dict.fromkeys(self.players, frozenset())
        self.dreamt: str | None = None
        self._deal(order)
        self.claims: dict[int, bool] = {}
        self.windows = 0  # of Ng Fu Ha San that are over
        self.calls: list[bool] = []
        self.caller: int | None = None
        self.rounds: list[list[Act]] = []
        self.leader: int = dealer
        self.won: dict[int, Cards] = dict.fromkeys(self.players, frozenset())  # what lies before the players
        self.ending: Ending | None = None

    def _deal(self, order: Sequence[str]) -> None:
        """§3.1"""
        cards = list(order)
        first_round = self.players if self.dreamer is None else [*self.players[:2], self.dreamer, self.players[2]]
        for seat in first_round:
            card = cards.pop(0)
            if seat == self.dreamer:
                self.dreamt = card
            else:
                self.hands[seat] |= {card}
        while cards:
            for seat in self.players:
                self.hands[seat] |= {cards.pop(0)}

    # what is asked --------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        if self.ending is not None:
            return "over"
        if self._claims_are_asked():
            return "claiming"
        if self.caller is None:
            return "calling"
        return "answering" if self._in_a_round() else "leading"

    @property
    def over(self) -> bool:
        return self.ending is not None

    def pending(self) -> list[int]:
        """Who must decide now, in turn."""
        match self.phase:
            case "over":
                return []
            case "claiming":
                return [seat for seat in self.players if seat not in self.claims]
            case "calling":
                return [self.players[len(self.calls)]]
            case "leading":
                return [self.leader]
        return [self._in_turn()[len(self.rounds[-1])]]

    def legal(self, seat: int) -> set[str]:
        match self.phase:
            case "claiming":
                return {"claim", "keep"} if self.hands[seat] >= FIVE_TIGERS else {"keep"}  # §4.1
            case "calling":
                forced = self.rules["evasion"] == "forbid" and seat == self.dealer and is_strong(self.hands[seat])
                return {"play"} if forced else {"play", "not_play"}  # §4.2, §11.10
            case "leading":
                return {spell(meld) for meld in self.leads(seat)} | ({"declare"} if self.declarable(seat) else set())
        hand = self.hands[seat]
        down = self.rules.surrenders(hand, self.lead, self.best)
        return {spell(meld) for meld in beats(hand, self.best)} | {f"down {spell(away)}" for away in down}

    def play(self, seat: int, text: str) -> None:
        """Trusts.  So what happened can be repeated with other cards where nobody sees them."""
        match self.phase:
            case "claiming":
                self._claim(seat, text == "claim")
            case "calling":
                self._call(seat, text == "play")
            case "leading" if text == "declare":
                self._declare(seat)
            case "leading":
                self.rounds.append([])
                self._lay(seat, "lead", read(text))
            case _:
                did = "surrender" if text.startswith("down ") else "beat"
                self._lay(seat, did, read(text.removeprefix("down ")))

    # §4 -----------------------------------------------------------------------------------------------------------

    def _claims_are_asked(self) -> bool:
        """§2.2, §4.1, §11.1  At a table of four; for the second time after the dealer's call, whatever it was."""
        if self.dreamer is None:
            return False
        return self.windows == 0 or (self.windows == 1 and len(self.calls) == 1 and self.rules.is_on("ng_fu_late_claim"))

    def _claim(self, seat: int, claims: bool) -> None:
        self.claims[seat] = claims
        if len(self.claims) < len(self.players):
            return
        claimers = [seat for seat, claims in self.claims.items() if claims]
        self.claims = {}
        self.windows += 1
        if claimers:
            self.caller = None  # §11.1
            self.ending = Ending("claimed", claimers[0], 8)
        else:
            self._end_if_nobody_calls()

    def _call(self, seat: int, plays: bool) -> None:
        self.calls.append(plays)
        if plays:
            self.caller = seat
        if not self._claims_are_asked():
            self._end_if_nobody_calls()

    def _end_if_nobody_calls(self) -> None:
        """§4.4"""
        if self.calls == [False, False, False]:
            self.ending = Ending("abandoned")

    @property
    def privileged(self) -> int | None:
        """§4.3"""
        return None if self.caller == self.dealer else self.caller

    # §6 -------------------------------------------------------------------------------------------------------------

    def _in_a_round(self) -> bool:
        return bool(self.rounds) and len(self.rounds[-1]) < 3

    def _in_turn(self) -> list[int]:
        """§6.1  The players from the leader on."""
        first = self.players.index(self.leader)
        return self.players[first:] + self.players[:first]

    @property
    def lead(self) -> Cards:
        return self.rounds[-1][0].cards

    @property
    def best(self) -> Cards:
        return [act.cards for act in self.rounds[-1] if act.did != "surrender"][-1]

    def _lay(self, seat: int, did: str, cards: Cards) -> None:
        self.hands[seat] -= cards
        self.rounds[-1].append(Act(seat, did, len(cards), cards))
        if not self._in_a_round():
            self._end_round()

    def _end_round(self) -> None:
        """§6.4"""
        winning = [act for act in self.rounds[-1] if act.did != "surrender"][-1]
        self.leader = winning.seat
        self.won[winning.seat] |= winning.cards
        if not any(self.hands.values()):
            self._end_without_cards()

    def tricks(self, seat: int) -> int:
        return len(self.won[seat])

    # §7, §8 ---------------------------------------------------------------------------------------------------------

    def evidence(self, seat: int | None) -> Evidence:
        """All that somebody at this seat knows; None for who only watches."""

        def as_seen(act: Act) -> Act:
            return act._replace(cards=None) if act.did == "surrender" and act.seat != seat else act

        own_dream = frozenset({self.dreamt}) if seat is not None and seat == self.dreamer else frozenset()
        return Evidence(
            rules=self.rules,
            pack=self.pack,
            players=tuple(self.players),
            holder=seat,
            hand=self.hands.get(seat, frozenset()),
            rounds=tuple(tuple(map(as_seen, acts)) for acts in self.rounds),
            privileged=self.privileged,
            dreamer=0 if self.dreamt is None or own_dream else 1,
            own_dream=own_dream,
        )

    def aged(self, seat: int) -> Cards:
        """§7, at the beginning of a round."""
        evidence = self.evidence(seat)
        return Search(evidence).aged() if self.rules["aged_inference"] == "exact" else evidence.aged()

    def leadable(self, seat: int) -> set[str]:
        """§8  The single cards that a leader at this seat may lead."""
        free = self.rules.is_on("dealer_caller_free_open") and not self.rounds and seat == self.caller == self.dealer
        return self.rules.leadable(self.hands[seat], self.aged(seat), seat == self.privileged, free)

    def leads(self, seat: int) -> set[Cards]:
        """§6.1, §8.4"""
        return {meld for meld in melds(self.hands[seat]) if len(meld) > 1} | {frozenset({c}) for c in self.leadable(seat)}

    # §9 -------------------------------------------------------------------------------------------------------------

    def declarable(self, seat: int) -> bool:
        """§9.1"""
        return self.tricks(seat) + len(self.aged(seat)) >= 6

    def _declare(self, seat: int) -> None:
        aged = self.aged(seat)
        self.ending = Ending("won", seat, self.tricks(seat) + len(aged), self.won[seat] | aged)

    def _end_without_cards(self) -> None:
        """§9.2, §9.3, §11.6"""
        winner = self.leader
        if self.rules.is_on("end_any_six"):
            most = max(map(self.tricks, self.players))
            having_most = [seat for seat in self.players if self.tricks(seat) == most]
            if len(having_most) > 1:
                self.ending = Ending("drawn")
                return
            [winner] = having_most
        if self.tricks(winner) >= 6:
            self.ending = Ending("won", winner, self.tricks(winner), self.won[winner])
        else:
            self.ending = Ending("drawn")

    # §10 ------------------------------------------------------------------------------------------------------------

    def points(self) -> list[int]:
        ending, gets = self.ending, {}
        if ending.how == "claimed":
            gets = self.rules.claim_payments(self.players, ending.winner, self.dreamer)
        elif ending.how == "won":
            gets = self.rules.payments(
                self.players,
                ending.winner,
                ending.tricks,
                ending.counting,
                self.privileged,
                self.dreamer,
                self.dreamt,
                self.evaded(ending.winner),
            )
        return [gets.get(seat, 0) for seat in range(self.seats)]

    def evaded(self, winner: int) -> bool:
        """§11.10  Has the dealer declined, won, and shown strong cards?"""
        if self.rules["evasion"] != "unpaid" or winner != self.dealer or self.calls[0]:
            return False
        laid = [act.cards for acts in self.rounds for act in acts if act.seat == winner and act.did != "surrender"]
        return is_strong(self.hands[winner].union(*laid))

    def next_dealer(self) -> int:
        """§10.7, §11.9"""
        if self.rules["dealer_next"] == "winner" and self.ending.how != "abandoned":
            return self.dealer if self.ending.winner is None else self.ending.winner
        return (self.dealer + 1) % self.seats

    def rarities(self) -> list[str]:
        """What does not happen in every deal, for the count of a comparison."""
        found = [self.ending.how]
        found += ["privileged"] * (self.privileged is not None)
        found += ["privileged loser"] * (self.ending.how == "won" and self.privileged not in (None, self.ending.winner))
        found += ["declared"] * (self.ending.how == "won" and any(self.hands.values()))
        found += ["the dreamer is paid"] * (self.dreamer is not None and self.points()[self.dreamer] > 0)
        found += ["aged later"] * bool(self.ending.counting - AGED_FROM_THE_START - self.won.get(self.ending.winner, set()))
        for acts in self.rounds:
            kind = "single" if acts[0].size == 1 else f"{acts[0].size} cards"
            found.append(f"led {kind}")
            found += [f"beaten {kind}"] * any(act.did == "beat" for act in acts)
        return found


def order_for(hands: Sequence[Sequence[str]], dreamt: str | None = None) -> list[str]:
    """§3.1  How the cards must lie for the dealer, player 2 and player 3 to get these hands."""
    first, second, third = map(list, hands)
    order = [first.pop(0), second.pop(0), *([dreamt] if dreamt else []), third.pop(0)]
    return order + [card for cards in zip(first, second, third, strict=True) for card in cards]
