"""Gou Ji: what is said at the table, while somebody is to lead or to follow (§11)."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.gou_ji_record import ANEW, OUT, PASS, Asking, Question, Record
from tests.reference.gou_ji_rules import SEATS, dui_men, read, team_mates

RANG_PHASE, COUNT_PHASE = "holding", "telling"
ANSWERS = {f"say {number}" for number in range(1, 11)} | {"say more"}


class Talking(Record):
    asker: int | None = None
    asked_one: int | None = None

    def asked(self, seat: int, phase: str, texts: Callable[[], set[str]]) -> Asking:
        """Ask one player to act.  What comes back is the action, or `OUT` or `ANEW` if talk has changed whose turn it is.

        A request for the wind (§14.10) comes back too, also one of somebody whose turn it is not: `wind_asker` says whose.
        """
        self.met_option("table_talk")
        self.met_option("counts_public")
        if seat in self.exposed and self.hands[seat]:
            self.met_option("advice")
        while True:
            who, text = yield Question(phase, {seat: texts()}, talk=True)
            outcome = None
            if text == "ask_wind":
                self.wind_asker, self.advice = who, {}
                self.met_option("wind_protocol", "asked" if who == seat else "asked out of turn")
                return text
            if text.startswith("advise "):
                self.advice[who] = text.removeprefix("advise ")
                self.met("11.4 advice")
                self.met_option("advice", "given")
                continue
            if text == "rang":
                outcome = yield from self.rang(who, seat)
            elif text.startswith("count "):
                outcome = yield from self.count(int(text.split()[1]), seat, phase, who)
            elif text == "show_hand":
                self.shown[who] = list(self.hands[who])
                self.met("11.3")
            elif text == "expose":
                self.exposed.add(who)
                self.met("11.4")
                self.met_option("expose_max")
            else:
                self.advice = {}
                return text
            if outcome is not None:
                self.advice = {}
                return outcome

    def talk(self, who: int, seat: int, phase: str, options: set[str]) -> set[str]:
        """What a player may say while this seat is asked to act, and may do what `options` are."""
        request = {"ask_wind"} if phase == "following" and who not in self.able and self.may_ask_wind(who) else set()
        if not self.is_on("table_talk"):
            return request
        return request | self.advice_on(who, seat, phase, options) | self.usual_talk(who, seat, phase)

    def may_ask_wind(self, who: int) -> bool:
        """§14.10  Would they catch the wind, about cards that somebody else may still beat, and has nobody asked yet?"""
        if self["wind_protocol"] != "request" or self.wind_asker is not None or self.owner is None:
            return False
        somebody = any(other != who for other in self.able)
        return somebody and not self.hands[self.owner] and self.catcher(self.owner) == who

    def advice_on(self, who: int, seat: int, phase: str, options: set[str]) -> set[str]:
        """§11.4, §14.25"""
        if not self.is_on("advice") or seat not in self.exposed or who in self.advice or who not in team_mates(seat):
            return set()
        sets = {text for text in options if text not in (PASS, "ask_wind")}
        if phase == "following":
            sets = {text for text in sets if len(read(text)) == len(self.best)} | {PASS}
        return {f"advise {text}" for text in sets}

    def usual_talk(self, who: int, seat: int, phase: str) -> set[str]:
        """§11.1 to §11.4"""
        texts = {f"count {other}" for other in SEATS if self.may_ask_for_count(who, other) and not self.count_is_public(other)}
        if phase == "following" and self.may_rang(who, seat):
            texts.add("rang")
        if 1 <= len(self.hands[who]) <= 10 and who not in self.shown and who not in self.exposed:
            texts.add("show_hand")
        if who == seat and len(self.hands[who]) <= int(self["expose_max"]) and who not in self.exposed:
            texts.add("expose")
        return texts

    def count_is_public(self, seat: int) -> bool:
        """An answer that everybody has is not asked for again."""
        return self.is_on("counts_public") or seat in self.exposed or self.told[seat] is not None

    def may_rang(self, who: int, seat: int) -> bool:
        """§11.1"""
        if self.mode != "normal" or self.in_endgame() or self.rang_asked or not self.hands[who]:
            return False
        if seat != (who + 4) % 6 or self.owner != dui_men(who) or self.beaten_owner != who:
            return False
        between = [(who + 1) % 6, (who + 2) % 6]
        return all(other in self.passed or not self.hands[other] for other in between)

    def rang(self, who: int, seat: int) -> Asking:
        self.rang_asked = True
        before, self.asker, self.asked_one = (self.asker, self.asked_one), who, seat
        answer = yield Question(RANG_PHASE, {seat: {"agree", "disagree"}})
        self.asker, self.asked_one = before
        self.met("11.1", f"11.1 {answer[seat]}")
        if answer[seat] == "disagree":
            return None
        self.rang_agreed = who
        if self["infringement"] == "ignore":
            return PASS
        self.promised = seat
        return None

    def count(self, other: int, seat: int, phase: str, who: int) -> Asking:
        """§11.2, §14.20"""
        many = len(self.hands[other])
        truth = str(many) if many <= 10 else "more"
        self.met("11.2", "11.2 more" if truth == "more" else "11.2 few")
        if self.has_no_head(other):
            self.met("11.2 no head")
        self.met_option("counts_public", "asked")
        if self["infringement"] == "ignore":
            self.told[other] = truth
            self.met_option("infringement")
            return None
        before, self.asker, self.asked_one = (self.asker, self.asked_one), who, other
        answer = yield Question(COUNT_PHASE, {other: set(ANSWERS)})
        self.asker, self.asked_one = before
        if answer[other] == f"say {truth}":
            self.told[other] = truth
            self.met_option("infringement", "the truth")
            return None
        self.met_option("infringement")
        self.put_out(other, lowest=True)
        if other == seat:
            self.met_option("infringement", "at one's turn to " + ("lead" if phase == "leading" else "follow"))
            return OUT
        if other == self.owner:
            self.met_option("infringement", "with one's set on the table")
        if phase == "following" and self.mode == "normal" and self.in_endgame():
            return ANEW
        return None
