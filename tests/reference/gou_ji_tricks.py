"""Gou Ji, the play: tricks, duels and Shao Pai (§7 to §9).

Every step is a generator.  It asks what it has to ask, and returns the step that comes next.
"""

from __future__ import annotations

from tests.reference.gou_ji_order import Endgame
from tests.reference.gou_ji_record import ANEW, OUT, PASS, Asking, Question
from tests.reference.gou_ji_rules import (
    all_sets,
    beats,
    corrections,
    dui_men,
    in_order,
    is_gou_ji,
    jokers,
    may_lead_in_run,
    meets_shao,
    natural_ranks,
    neighbours,
    read,
    same_team,
    spell,
    to_the_right,
    without,
)
from tests.reference.gou_ji_talk import Talking

LOW = set("3 4 5 6 7 8 9".split())


class Tricks(Talking, Endgame):
    shown_in_vain: list[str] | None = None  # §14.19 the cards that went back to the hand

    def play(self, step: Asking) -> Asking:
        """From this step until the game is over, which is raised."""
        while True:
            step = yield from step

    # -- §7.1, §7.3

    def clear_the_table(self, leader: int) -> None:
        self.trick += 1
        self.leader = leader
        self.best = self.owner = self.beaten_owner = self.duel = self.only = self.rang_agreed = self.arrangement = None
        self.promised = self.wind_asker = None
        self.able = []
        self.rang_asked = False
        self.passed = set()
        self.mode = "normal"

    def lead(self, seat: int) -> Asking:
        self.clear_the_table(seat)
        self.shao = None
        text = yield from self.asked(seat, "leading", lambda: set(map(spell, all_sets(self.hands[seat]))))
        if text == OUT:
            return self.lead(self.next_with_cards(seat))
        self.met("7.1")
        return self.lay_in_turn(seat, read(text), leads=True)

    def cleared(self, winner: int) -> Asking:
        """§7.3, §7.5"""
        self.met("7.3")
        if self.hands[winner]:
            return self.lead(winner)
        return self.lead(self.catcher(winner, counted=True))

    def catcher(self, winner: int, counted: bool = False) -> int:
        """§7.5, §14.9  Who catches the wind from a player who is out."""
        usual = self.next_with_cards(winner)
        mates = [seat for seat in to_the_right(winner) if same_team(seat, winner) and self.hands[seat]]
        if counted:
            self.met("7.5")
            if mates and mates[0] != usual:
                self.met_option("wind_to")
        if self["wind_to"] == "next_right_partner" and mates:
            return mates[0]
        return usual

    # -- §7.2

    def lay_in_turn(self, seat: int, cards: list[str], leads: bool = False, anew: bool = False) -> Asking:
        """A set that is laid in the ordinary turn."""
        self.count_the_set(cards)
        if self.in_endgame() and not leads:
            if self.passed:
                self.met_option("endgame_pass_reset")
            if self.is_on("endgame_pass_reset"):
                self.passed = set()
        self.lay(seat, cards)
        if self.rang_agreed == seat and self.is_on("rang_exclusive"):
            self.only = (seat, dui_men(seat))
        if self.rang_agreed == seat:
            self.met_option("rang_exclusive")
        return self.after_an_ordinary_play(seat, leads, anew)
        yield

    def after_an_ordinary_play(self, seat: int, leads: bool, anew: bool) -> Asking:
        if "R" in self.best:
            return self.cleared(seat)
        if self.starts_duel(seat):
            return self.begin_duel(seat)
        if anew or not self.hands[seat]:
            self.arrangement = None
        elif leads and self.in_endgame():
            self.arrange(seat, leads=True)
        elif self.arrangement is not None:
            self.arrangement.has_acted(seat)
        return self.next_turn()

    def count_the_set(self, cards: list[str]) -> None:
        ranks = natural_ranks(cards)
        self.met("6.1")
        if len(ranks) == 0 or len(set(cards)) > 1:
            self.met("6.2")
        if self.best:
            self.met("6.3", "1.4")
            if jokers(self.best) or jokers(cards):
                self.met("6.3 with jokers")
        if is_gou_ji(cards):
            self.met("6.5")

    def next_turn(self) -> Asking:
        if not self.free_to_act():
            return self.cleared(self.owner)
        if not self.in_endgame():
            return self.follow(self.next_by_turn())
        seat = yield from self.choose_next()
        return self.follow(seat)

    def follow(self, seat: int) -> Asking:
        self.able = self.free_to_act()
        text = yield from self.beat_or_pass(seat)
        if text == OUT:  # §14.20: it counts as a pass
            self.last_actor = seat
        if text in (OUT, ANEW):
            self.arrangement = None
            return self.next_turn()
        self.met("7.2")
        if text == "ask_wind":
            return self.ask_for_the_wind(self.wind_asker)
        if text != PASS:
            return self.lay_in_turn(seat, read(text))
        self.passed.add(seat)
        self.last_actor = seat
        if self.arrangement is not None:
            self.arrangement.has_acted(seat)
        return self.next_turn()

    def beat_or_pass(self, seat: int) -> Asking:
        """A set that beats, spelt, or `PASS`; `OUT`, `ANEW` and `ask_wind` as `asked` has them."""

        def texts() -> set[str]:
            found = all_sets(self.hands[seat])
            beating = {spell(cards) for cards in found if beats(cards, self.best)}
            wrong = {spell(cards) for cards in found if len(cards) != len(self.best)}
            request = seat in self.able and seat != self.promised and self.may_ask_wind(seat)
            return {PASS, *beating, *(["ask_wind"] if request else [])} | (wrong if self["misplay"] == "correct" else set())

        if not self.hands[self.owner] and self.catcher(self.owner) == seat:
            self.met_option("wind_protocol")
        text = yield from self.asked(seat, "following", texts)
        self.shown_in_vain = None
        if text in (OUT, ANEW, "ask_wind"):
            return text
        promised = self.promised == seat and self.mode == "normal"  # §14.20
        if promised:
            self.promised = None
        if text == PASS:
            if promised:
                self.met_option("infringement", "a promise kept")
            return text
        if promised:
            self.rang_agreed = None
            self.met_option("infringement", "a promise broken")
            self.put_out(seat, lowest=True)
            return OUT
        self.met_option("misplay")
        if len(read(text)) == len(self.best):
            return text
        return (yield from self.put_right(seat, read(text)))

    def put_right(self, seat: int, laid: list[str]) -> Asking:
        """§14.19"""
        ways = {spell(cards) for cards in corrections(laid, self.hands[seat], self.best)}
        self.met("11.5")
        self.met_option("misplay", "too many" if len(laid) > len(self.best) else "too few")
        if not ways:
            self.met_option("misplay", "it cannot be put right")
            self.shown_in_vain = in_order(laid)
            return PASS
        answers = yield Question("correcting", {seat: ways})
        return answers[seat]

    # -- §14.10

    def ask_for_the_wind(self, seat: int) -> Asking:
        """In an ordinary trick."""
        refused = yield from self.answers_about_the_wind(seat, self.free_to_act())
        if refused is not None:
            other, cards = refused
            return self.lay_in_turn(other, cards, anew=True)
        return self.cleared(self.owner)

    def answers_about_the_wind(self, asker: int, able: list[int]) -> Asking:
        """Who refuses and with which set, if anybody; all others of them have passed."""
        for other in to_the_right(asker):
            if other not in able or not self.hands[other]:
                continue
            self.asker, self.asked_one = asker, other
            while (text := (yield from self.beat_or_pass(other))) == ANEW:
                pass
            self.asker = self.asked_one = None
            if text not in (PASS, OUT):
                self.met_option("wind_protocol", f"refused in {self.mode}")
                return other, read(text)
            self.last_actor = other
            if self.mode == "normal":
                self.passed.add(other)
        self.met("7.3", "7.5")
        self.met_option("wind_protocol", f"agreed in {self.mode}")
        return None

    # -- §8

    def duels_may_begin(self) -> bool:
        """§14.7"""
        return self.is_on("endgame_duels") or not self.in_endgame()

    def starts_duel(self, seat: int) -> bool:
        """§8.1, §8.4"""
        if "R" in self.best:
            return False
        if jokers(self.best) and set(self.best) & LOW and not self.has_no_head(seat):
            self.met_option("low_joker_duel")
        if not is_gou_ji(self.best, self.is_on("low_joker_duel")):
            return False
        if self.has_no_head(seat):
            self.met("8.4")
            return False
        if self.in_endgame():
            self.met_option("endgame_duels")
        return self.duels_may_begin()

    def begin_duel(self, seat: int) -> Asking:
        self.mode = "duel"
        self.duel = (seat, dui_men(seat))
        self.met("8.1", "1.2")
        if not self.hands[seat]:
            self.met("8.5", "8.5 with the starting set")
        if dui_men(seat) in self.passed:
            self.met("8.1 who had passed")
        return self.duel_goes_on(seat, starting=True)

    def duel_goes_on(self, layer: int, starting: bool = False) -> Asking:
        """This duellist has laid, and the other one answers."""
        other = dui_men(layer)
        if not self.hands[other]:
            self.met("8.5", "8.5 last cards beaten")
            return self.cleared(layer)
        if not starting and any(self.hands[seat] for seat in neighbours(layer)):
            self.met_option("shao_window")
        if starting or (self["shao_window"] == "every_duel_play" and self.duels_may_begin()):
            declared = yield from self.window(layer)
            if declared is not None:
                seat, first = declared
                return self.declare(seat, first, layer)
        self.able = [other]
        text = yield from self.beat_or_pass(other)
        if text == "ask_wind":
            refused = yield from self.answers_about_the_wind(self.wind_asker, [other])
            text = PASS if refused is None else spell(refused[1])
        if text in (PASS, OUT):
            self.met("8.3")
            self.last_actor = other
            return self.cleared(layer)
        self.met("8.2")
        self.count_the_set(read(text))
        self.lay(other, read(text))
        if "R" in self.best:
            self.met("8.3")
            return self.cleared(other)
        if not self.hands[other]:
            self.met("8.5", "8.5 with an answer")
        return self.duel_goes_on(other)

    # -- §9

    def first_sets(self, seat: int) -> set[str]:
        """§9.1, §14.11, §14.14  What a player may name as the first set of a Shao Pai."""
        hand, found, poor = self.hands[seat], set(), False
        for cards in all_sets(hand):
            if not beats(cards, self.best):
                continue
            rest = without(hand, cards)
            if not rest:
                self.met_option("shao_allow_single")
                good = self.is_on("shao_allow_single")
            else:
                good = meets_shao(rest)
                poor = poor or not good
                good = good or self["shao_validation"] == "penalty"
            if good:
                found.add(f"shao {spell(cards)}")
        if poor:
            self.met_option("shao_validation")
        return found

    def window(self, layer: int) -> Asking:
        """§9.1  Who declares, and with which set, on what this player has laid."""
        asked = [seat for seat in neighbours(layer) if self.hands[seat]]
        for seat in asked:
            if seat in self.passed:
                self.met_option("shao_after_pass")
        if not self.is_on("shao_after_pass"):
            asked = [seat for seat in asked if seat not in self.passed]
        if not asked:
            return None
        self.met("9.1")
        self.candidates = tuple(asked)
        answers = yield Question("window", {seat: {"no_shao"} | self.first_sets(seat) for seat in asked})
        self.candidates = ()
        declared = [seat for seat in asked if answers[seat] != "no_shao"]
        if len(declared) == 2:
            self.met("9.1 both declare")
        if declared:
            return declared[0], read(answers[declared[0]].split()[1])
        return None

    def declare(self, seat: int, first: list[str], starter: int) -> Asking:
        """§9.3"""
        self.mode = "shao"
        self.duel = None
        self.shao = {"declarer": seat, "starter": starter, "first": True}
        self.count_the_set(first)
        self.lay(seat, first)
        self.met("9.2", "9.3")
        beaten_by = yield from self.offer(seat)
        if beaten_by is not None:
            return self.shao_beaten(beaten_by)
        if not self.hands[seat]:  # §14.14, §14.20
            return self.cleared(seat)
        if not meets_shao(self.hands[seat]):  # §9.7
            self.met("9.7")
            self.shao = None
            self.put_out(seat, lowest=True)
            return self.lead(starter if self.hands[starter] else self.next_with_cards(starter))
        self.met("7.3")
        return self.run(seat, starter)

    def offer(self, declarer: int) -> Asking:
        """§9.3, §14.15  Ask everybody once.  Who has beaten the set, if anybody."""
        if "R" in self.best:
            return None
        left = []
        for seat in to_the_right(declarer):
            if not self.hands[seat]:
                continue
            if same_team(seat, declarer):
                self.met_option("shao_responders")
                if self["shao_responders"] == "opponents":
                    continue
            left.append(seat)
        while left:
            seat = left[0]
            self.able = [other for other in left if self.hands[other]]
            if seat not in self.able:
                left.remove(seat)
                continue
            text = yield from self.beat_or_pass(seat)
            if text == "ask_wind":
                refused = yield from self.answers_about_the_wind(self.wind_asker, self.able)
                if refused is None:
                    return None
                seat, text = refused[0], spell(refused[1])
            left.remove(seat)
            self.last_actor = seat
            if text not in (PASS, OUT):
                self.count_the_set(read(text))
                self.lay(seat, read(text))
                return seat
        return None

    def run(self, seat: int, starter: int) -> Asking:
        """§9.4"""
        self.clear_the_table(seat)
        self.mode = "run"
        self.shao = {"declarer": seat, "starter": starter, "first": False}

        def texts() -> set[str]:
            rest = self.hands[seat]
            return {spell(cards) for cards in all_sets(rest) if may_lead_in_run(rest, cards)}

        text = yield from self.asked(seat, "leading", texts)
        if text == OUT:
            return self.lead(self.next_with_cards(seat))
        cards = read(text)
        self.met("9.4")
        if cards == self.hands[seat]:  # §9.6
            self.met("9.6")
            self.shao = None
            self.mode = "normal"
            return self.lay_in_turn(seat, cards, leads=True)
        self.count_the_set(cards)
        self.lay(seat, cards)
        beaten_by = yield from self.offer(seat)
        if beaten_by is not None:
            self.met("9.5 in the run")
            return self.shao_beaten(beaten_by)
        self.met("7.3")
        return self.run(seat, starter) if self.hands[seat] else self.cleared(seat)

    def shao_beaten(self, seat: int) -> Asking:
        """§9.5  This player has beaten Shao Pai."""
        self.shao = None
        self.met("9.5")
        if "R" in self.best:
            return self.cleared(seat)
        if not self.has_no_head(seat) and self.duels_may_begin():
            self.met("9.5 a new duel")
            return self.begin_duel(seat)
        self.met("9.5 no head")
        self.mode = "normal"
        self.arrangement = None
        return self.next_turn()
