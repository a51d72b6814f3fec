"""The Giog 爵 family, written a second time from the rule book alone: slow, of objects, and easy to check.

Nothing of the engine is used here.  § numbers are those of `qipai/games/giog/RULES.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.reference.giog_distribution import Distribution, Lots
from tests.reference.giog_rules import Combination, Rules, in_order, is_general, parts, read, spell

TOGETHER = ("giog", "jumapao", "jumapao_fujian3", "daqiluo1", "zhihu")  # §6
EXPOSED_IN_TURN = ("sangkrip", "tamcuc")  # §7
FACE_UP = ("daqiluo2",)  # §8


@dataclass
class Laid:
    """What lies before a seat in a trick."""

    pieces: list[str]
    seen: bool = False  # by all
    on_top: bool = False  # §8.2
    thrown_in: bool = False  # §7.2, §8.3
    high_enough: bool = False  # to be exposed or laid on top, when it was the seat's turn


@dataclass
class Offence:
    """§9.1  A general laid in the first or the last trick."""

    seat: int
    trick: int
    forced: bool  # §9.2


@dataclass
class Decided:
    """A trick that is over."""

    trick: int
    leader: int
    winner: int | None
    why: str
    taken: int
    laid: dict[int, Laid] = field(default_factory=dict)


class Table:
    """One deal, from the order in which the pieces lie to the points."""

    def __init__(self, game: str, options: Mapping[str, object], players: int, order: Sequence[str], lots: Lots) -> None:
        self.rules = Rules(game, options, players)
        self.players = players
        self.distribution = Distribution(self.rules, order, lots)
        self.log = self.distribution.log
        self.hands: list[list[str]] = []
        self.known: list[list[str]] = [[] for _ in range(players)]  # §3.5 seen in the stacks and not laid openly since
        self.captured = [0] * players
        self.pot = 0
        self.trick = 0
        self.leader: int | None = None
        self.led: Combination | None = None
        self.laid: dict[int, Laid] = {}
        self.best: int | None = None  # whose combination is the highest so far, where that is known
        self.waiting: list[int] = []  # who must lay, in turn from the leader
        self.to_expose: list[int] = []  # §7.2 whose sets are still to be exposed or thrown in
        self.offences: list[Offence] = []
        self.decided: list[Decided] = []
        self.over = False
        self._begin_play()

    # what is asked ------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        if self.distribution.asked is not None:
            return self.distribution.phase
        if not self.laid:
            return "leading"
        return "answering" if self.waiting else "exposing"

    def pending(self) -> list[int]:
        """Who must decide now, in turn."""
        if self.over:
            return []
        if self.distribution.asked is not None:
            return [self.distribution.asked]
        if self.waiting:
            return self.waiting[:1] if self.rules.game in FACE_UP else list(self.waiting)
        return self.to_expose[:1] if self.laid else [self.leader]

    def legal(self, seat: int) -> set[str]:
        if self.distribution.asked is not None:
            return self.distribution.choices
        if self.phase == "leading":
            return {spell(pieces) for pieces in self._leads(seat)}
        if self.phase == "answering":
            return self._answers(seat)
        return {"expose", "conceal"} if self._could_be_exposed(seat) else {"conceal"}  # §7.2, §7.5

    def play(self, seat: int, text: str) -> None:
        if self.distribution.asked is not None:
            self.distribution.answer(text)
            self._begin_play()
        elif self.phase == "leading":
            self._lead(seat, read(text))
        elif self.phase == "answering":
            self._answer(seat, text)
        else:
            self._expose(seat, text == "expose")
            self._expose_or_ask()

    @property
    def offenders(self) -> set[int]:
        """§9.3"""
        return {offence.seat for offence in self.offences}

    def is_last(self, trick: int) -> bool:
        """§9.2"""
        return trick == self.trick and not self.hands[self.leader]

    # §5.1, §9.1 ----------------------------------------------------------------------------------------------------

    @property
    def first_trick(self) -> bool:
        return self.trick == 1

    def _begin_play(self) -> None:
        self.known = [list(pieces) for pieces in self.distribution.seen]
        if self.distribution.asked is None:
            self.hands = [list(hand) for hand in self.distribution.hands]
            self.log += [("dealt", seat, in_order(hand)) for seat, hand in enumerate(self.hands)]
            self._begin_trick(self.distribution.first)

    def _begin_trick(self, leader: int) -> None:
        self.leader = leader
        self.trick += 1
        self.led = None
        self.laid = {}
        self.best = None

    def _leads(self, seat: int) -> set[tuple[str, ...]]:
        hand = self.hands[seat]
        return self.rules.allowed(self.rules.leads(hand), self.first_trick, len(hand))

    def _answers(self, seat: int) -> set[str]:
        """§5.2 as many pieces, any; §11.6 in one game they may go under though they could be shown."""
        hand = self.hands[seat]
        plays = self.rules.allowed(parts(hand, self.led.size), self.first_trick, len(hand))
        texts = {spell(pieces) for pieces in plays}
        if self.rules.game in FACE_UP and not self.rules.is_on("must_show"):
            texts |= {f"under {spell(pieces)}" for pieces in plays if self._goes_on_top(pieces)}
        return texts

    def _lead(self, seat: int, pieces: list[str]) -> None:
        self._lay(seat, pieces)
        self.led = self.rules.combination(pieces)
        self.log.append(("led", seat, self.led.kind, self.led.group))
        self.waiting = [(seat + step) % self.players for step in range(1, self.players)]
        if self.rules.game in FACE_UP:
            self._see(seat)
            self.laid[seat].on_top = True
            self.best = seat  # §8.1

    def _answer(self, seat: int, text: str) -> None:
        under, _, spelt = text.rpartition(" ")
        pieces = read(spelt)
        self._lay(seat, pieces)
        self.waiting.remove(seat)
        if self.rules.game in FACE_UP:
            self._put_on_the_pile(seat, bool(under))
        if self.waiting:
            return
        if self.rules.game in TOGETHER:
            self._turn_up_together()
        elif self.rules.game in EXPOSED_IN_TURN:
            self._begin_exposing()
        else:
            self._decide(self.best, self._why_on_top())  # §8.4

    def _lay(self, seat: int, pieces: Sequence[str]) -> None:
        hand = self.hands[seat]

        def breaks(laid: Sequence[str]) -> bool:
            return self.rules.breaks_general_rule(laid, self.first_trick, len(hand))

        if breaks(pieces):
            others = parts(hand, len(pieces)) if self.laid else self.rules.leads(hand)
            self.offences.append(Offence(seat, self.trick, all(map(breaks, others))))
        for piece in pieces:
            self.hands[seat].remove(piece)
        self.laid[seat] = Laid(in_order(pieces))
        self.log.append(("laid", seat, in_order(pieces)))

    def _see(self, seat: int) -> None:
        """All see what the seat has laid; of pieces that look alike the known one may be the one that lies there."""
        lies = self.laid[seat]
        lies.seen = True
        counts = not lies.thrown_in and self.rules.same_type(self._combination(seat), self.led)
        self.log.append(("seen", seat, lies.pieces, self.led.kind if counts else None))
        for piece in self.laid[seat].pieces:
            if piece in self.known[seat]:
                self.known[seat].remove(piece)

    def _combination(self, seat: int) -> Combination | None:
        return self.rules.combination(self.laid[seat].pieces)

    # §6 ------------------------------------------------------------------------------------------------------------

    def _turn_up_together(self) -> None:
        """§6.2 to §6.6, §5.3"""
        for seat in sorted(self.laid):
            self._see(seat)
        valid = {seat: found for seat in self.laid if self.rules.same_type(found := self._combination(seat), self.led)}
        highest = max(found.strength for found in valid.values())
        tied = [seat for seat in self._in_turn() if seat in valid and valid[seat].strength == highest]
        if len(tied) == 1:
            self._decide(tied[0], "highest")
        elif self.rules.game in ("jumapao", "jumapao_fujian3"):
            self._set_aside()
        elif self.rules.game == "giog" and self.leader not in tied:
            self._decide(min(tied, key=self.distribution.priority.index), "priority")  # §6.3
        else:
            self._decide(tied[0], "leader" if self.rules.game == "giog" else "earlier")  # §6.3, §6.6

    def _in_turn(self) -> list[int]:
        return [(self.leader + step) % self.players for step in range(self.players)]

    def _set_aside(self) -> None:
        """§6.4, §6.5"""
        self.pot += self._pieces_laid()
        self._end_trick(None, "set_aside" if any(self.hands) else "nobody", 0)

    # §7 ------------------------------------------------------------------------------------------------------------

    def _begin_exposing(self) -> None:
        """§7.1"""
        self._see(self.leader)
        self.best = self.leader if self.may_win(self.laid[self.leader].pieces, self.trick) else None
        self.to_expose = self._in_turn()[1:]
        self._expose_or_ask()

    def _expose_or_ask(self) -> None:
        """§7.2, §7.5, §11.5  Until somebody is to be asked, or all have exposed or thrown in."""
        asked = self.rules.game == "tamcuc" or self.rules.is_on("may_conceal")
        while self.to_expose:
            if asked:
                return
            seat = self.to_expose[0]
            self._expose(seat, self._could_be_exposed(seat))
        self._decide(*self._winner_of_the_exposed())

    def _expose(self, seat: int, shown: bool) -> None:
        self.to_expose.remove(seat)
        self.laid[seat].high_enough = self._could_be_exposed(seat)
        if shown:
            self._see(seat)
            self.best = seat
        else:
            self.laid[seat].thrown_in = True
            self.log.append(("thrown in", seat, self.laid[seat].pieces))

    def may_win(self, pieces: Sequence[str], trick: int) -> bool:
        """§9.4 a general that was forced into the last trick; §9.5 pieces banned from winning the first."""
        if self.rules.options.get("general_rule") == "void" and (trick == 1 or self.is_last(trick)):
            return not any(map(is_general, pieces))
        return not self.rules.is_banned(pieces, trick == 1)

    def _could_be_exposed(self, seat: int) -> bool:
        """§7.2, §7.3"""
        found = self._combination(seat)
        if not self.may_win(self.laid[seat].pieces, self.trick):
            return False
        if self.best is None:
            return self.rules.same_type(found, self.led)
        return self.rules.beats(found, self._combination(self.best))

    def _winner_of_the_exposed(self) -> tuple[int, str]:
        if self.best is not None:
            return self.best, "highest"
        if self.rules.game == "sangkrip":
            return self._in_turn()[1], "next"  # §9.4
        return self.leader, "void"  # §9.5

    # §8 ------------------------------------------------------------------------------------------------------------

    def _goes_on_top(self, pieces: Sequence[str]) -> bool:
        """§8.2"""
        return self.rules.at_least(self.rules.combination(pieces), self._combination(self.best))

    def _put_on_the_pile(self, seat: int, hidden: bool) -> None:
        """§8.2, §8.3"""
        lies = self.laid[seat]
        lies.high_enough = self._goes_on_top(lies.pieces)
        lies.on_top = lies.high_enough and not hidden
        lies.thrown_in = not lies.on_top
        if lies.on_top:
            self.best = seat
        if lies.on_top or self.rules["under_face"] == "up":  # §11.7
            self._see(seat)

    def _why_on_top(self) -> str:
        """§8.2, §8.4"""
        equal = [
            seat for seat, lies in self.laid.items() if lies.on_top and self._combination(seat) == self._combination(self.best)
        ]
        return "later" if len(equal) > 1 else "highest"

    # §5.4, §5.5 ----------------------------------------------------------------------------------------------------

    def _pieces_laid(self) -> int:
        return sum(len(laid.pieces) for laid in self.laid.values())

    def _decide(self, winner: int, why: str) -> None:
        taken = self._pieces_laid() + self.pot
        self.pot = 0
        self.captured[winner] += taken
        self._end_trick(winner, why, taken)

    def _end_trick(self, winner: int | None, why: str, taken: int) -> None:
        punished = self.rules.options.get("general_rule") != "void"
        before = {offence.seat for offence in self.offences if offence.trick < self.trick}
        beheaded = sorted(self.offenders - before) if punished else []  # nobody is twice
        self.log.append(("cleared", self.trick, winner, why, taken, self.pot, beheaded))
        self.decided.append(Decided(self.trick, self.leader, winner, why, taken, self.laid))
        if any(self.hands):
            self._begin_trick(self.leader if winner is None else winner)
        else:
            self.over = True

    # §10 -----------------------------------------------------------------------------------------------------------

    def points(self) -> list[int]:
        last = self.decided[-1]
        winning = [] if last.winner is None else last.laid[last.winner].pieces
        return self.rules.score(self.captured, self.offenders, last.winner, winning)

    def next_opener(self) -> int:
        """§3.6  The winner; of several the first after the old opener in turn."""
        points = self.points()
        after = [(self.distribution.lots.first + step) % self.players for step in range(1, self.players + 1)]
        return next(seat for seat in after if points[seat] == max(points))

    # §12 -----------------------------------------------------------------------------------------------------------

    def beheaded_openly(self) -> list[int]:
        """§9.3, §12.1  Who was seen to lay a general in the first or last trick, where that costs anything."""
        if self.rules.options.get("general_rule") == "void":
            return []
        now = {seat for seat, lies in self.laid.items() if not lies.seen} if not self.over else set()
        return sorted({offence.seat for offence in self.offences if offence.trick < self.trick or offence.seat not in now})
