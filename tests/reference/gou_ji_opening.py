"""Gou Ji before the first card is led: Kai Pai, the deal, revolution and tribute (§2 to §5)."""

from __future__ import annotations

from itertools import combinations

from tests.reference.gou_ji_record import ORDINARY, Asking, Question, Record
from tests.reference.gou_ji_rules import (
    JOKERS,
    SEATS,
    counted_round,
    debts,
    dui_men,
    in_order,
    pair_of_threes,
    rank_of,
    read,
    same_team,
    spell,
    team_mates,
    without,
)


class Opening(Record):
    def open(self) -> Asking:
        """Everything up to the question who leads."""
        if self.start.kind == ORDINARY:
            yield from self.naming()
        else:
            self.draw_for_kaipai()
        self.deal()
        yield from self.find_starter()
        yield from self.revolution()
        if self.start.kind == ORDINARY:
            yield from self.swapping()
        yield from self.tribute()

    # §2

    def naming(self) -> Asking:
        """§2.3"""
        self.big, self.second = self.start.places.index(6), self.start.places.index(5)
        self.kaipai = dui_men(self.big)
        answers = yield Question("naming", {self.big: {f"taker {seat}" for seat in SEATS}})
        self.taker = int(answers[self.big].split()[1])
        self.met("2.1 ordinary", "2.3")

    def draw_for_kaipai(self) -> None:
        """§2.2"""
        self.met(f"2.1 {self.start.kind}", "2.2")
        for place in self.start.draws:
            self.drawn = place
            if rank_of(self.start.order[place]) not in JOKERS:
                break
            self.met("2.2 joker")
            self.kaipai = (self.kaipai + 1) % 6
        else:
            self.drawn = next(nth for nth, face in enumerate(self.start.order) if face not in JOKERS)
        self.taker = counted_round(self.kaipai, rank_of(self.start.order[self.drawn]))

    # §3

    def faces(self, seat: int) -> list[str]:
        """§3.1  What a seat draws, in this order."""
        return list(self.start.order[(seat - self.taker) % 6 :: 6])

    def deal(self) -> None:
        self.hands = [in_order(map(rank_of, self.faces(seat))) for seat in SEATS]
        self.dealt = [list(hand) for hand in self.hands]
        self.met("3.1", "3.1 full pack" if len(self.start.order) == 216 else "3.1 short pack")
        if len(self.start.order) == 216:
            self.met("1.3")

    def find_starter(self) -> Asking:
        """§3.2, §3.3, §14.1"""
        if self.start.kind == ORDINARY:
            self.starter = self.big
            self.met("3.3 big loser")
            return
        self.met_option("kaipai_card")
        if self["kaipai_card"] == "face_up":
            self.starter = (self.taker + self.drawn) % 6
            self.met("3.3 face up")
            return
        together = {seat: pair_of_threes(self.faces(seat)) for seat in SEATS}
        options = {seat: {"keep", "show"} if together[seat] is not None else {"keep"} for seat in SEATS}
        answers = yield Question("showing", options)
        shows = [seat for seat in SEATS if answers[seat] == "show"]
        self.met("3.2 shown" if shows else "3.2 none", "3.3 threes" if shows else "3.3 taker")
        if len(shows) > 1:
            self.met("3.2 several would show")
        self.starter = min(shows, key=lambda seat: 6 * together[seat] + (seat - self.taker) % 6, default=self.taker)

    # §4

    def revolution(self) -> Asking:
        able = [seat for seat in SEATS if not set(self.dealt[seat]) & {"2", *JOKERS}]
        self.met(*["4.1"] * len(able))
        answers = yield Question("revolution", {s: {"play_on", "revolt"} if s in able else {"play_on"} for s in SEATS})
        in_turn = [(self.taker + step) % 6 for step in range(6)]
        wishes = [seat for seat in in_turn if answers[seat] == "revolt"]
        if len(wishes) > 1:
            self.met("4.2")
        final = 0
        for nth, seat in enumerate(wishes):
            withdrawn = False
            self.met_option("revolution_persuasion")
            if self.is_on("revolution_persuasion"):
                withdrawn = yield from self.plea(seat)
            if withdrawn:
                continue
            final += 1
            if self["revolution_quorum"] == "2" or nth + 1 < len(wishes):
                self.met_option("revolution_quorum", "second" if final == 2 else "first")
            if final == int(self["revolution_quorum"]):
                self.met_option("revolution_quorum")
                if self.start.kind == ORDINARY or self.start.due != "none":
                    self.met("5.7")
                    owed = "ordinary" if self.start.kind == ORDINARY else self.start.due
                    self.met_option("revolution_keeps_tribute")
                    self.met_option("revolution_keeps_tribute", owed)
                self.end("thrown_in")

    def plea(self, seat: int) -> Asking:
        """§4.3  Is the wish withdrawn?"""
        self.met("4.3")
        pleas = yield Question("pleading", {mate: {"silent", "plead"} for mate in team_mates(seat)})
        if "plead" not in pleas.values():
            return False
        answer = yield Question("confirming", {seat: {"withdraw", "revolt"}})
        self.met(f"4.3 {answer[seat]}")
        return answer[seat] == "withdraw"

    # §5

    def swapping(self) -> Asking:
        """§5.1"""
        self.swapped = False
        if not same_team(self.big, self.second):
            return
        answers = yield Question("swapping", {seat: {"stay", "swap"} for seat in (self.big, self.second)})
        self.met("5.1")
        if set(answers.values()) == {"swap"}:
            self.met("5.1 swapped")
            self.swapped = True
            self.big, self.second = self.second, self.big
            self.starter = self.big

    def tribute(self) -> Asking:
        if self.start.kind == ORDINARY:
            owed = debts(self.start.places, swept=False, swapped=self.swapped)
        elif self.start.due != "none":
            owed = debts(self.start.places, swept=self.start.due == "sweep")
            self.met(f"5.2 {self.start.due} tribute in a fresh game")
        else:
            return
        self.met("5.2")
        self.tributes = [
            {"from": giver, "to": to, "n": n, "state": "owed", "given": None, "returned": None} for giver, to, n in owed
        ]
        yield from self.liberation()
        yield from self.waiver()
        yield from self.exchange()

    def owing(self, state: str = "owed") -> list[dict]:
        return [debt for debt in self.tributes if debt["state"] == state]

    def liberation(self) -> Asking:
        """§5.3"""
        givers = [debt["from"] for debt in self.tributes]
        free = {giver for giver in givers if self.dealt[giver].count("R") == 4}
        answers = yield Question("liberating", {giver: {"pay", "refuse"} if giver in free else {"pay"} for giver in givers})
        self.met(*["5.3"] * len(free))
        for debt in self.tributes:
            if answers[debt["from"]] == "refuse":
                self.met("5.3 refused")
                debt["state"] = "refused"

    def waiver(self) -> Asking:
        """§5.4"""
        between = [debt for debt in self.owing() if same_team(debt["from"], debt["to"])]
        if not between:
            return
        asked = [seat for debt in between for seat in (debt["from"], debt["to"])]
        answers = yield Question("waiving", {seat: {"insist", "waive"} for seat in asked})
        for debt in between:
            self.met("5.4")
            if answers[debt["from"]] == answers[debt["to"]] == "waive":
                self.met("5.4 waived")
                debt["state"] = "waived"

    def exchange(self) -> Asking:
        """§5.5, §5.6"""
        for debt in self.owing():
            debt["given"] = self.hands[debt["from"]][-debt["n"] :]
            self.hands[debt["from"]] = without(self.hands[debt["from"]], debt["given"])
            self.hands[debt["to"]] = in_order([*self.hands[debt["to"]], *debt["given"]])
            debt["state"] = "paid"
            self.met("5.5")
        if not self.owing("paid"):
            return
        options = {}
        for debt in self.owing("paid"):
            options[debt["to"]] = {f"return {spell(cards)}" for cards in combinations(self.hands[debt["to"]], debt["n"])}
        answers = yield Question("returning", options)
        for debt in self.owing("paid"):
            cards = read(answers[debt["to"]].split()[1])
            self.hands[debt["to"]] = without(self.hands[debt["to"]], cards)
            self.hands[debt["from"]] = in_order([*self.hands[debt["from"]], *cards])
            debt["returned"], debt["state"] = cards, "returned"
            self.met("5.6")
