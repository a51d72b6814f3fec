"""Gou Ji 够级, written a second time from the rule book alone: slow, of names and lists, and easy to check.

Nothing of the engine is used here.  § numbers are those of `qipai/games/gou_ji/RULES.md`.  The pack may be any part of the
cards; then hands are smaller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.gou_ji_opening import Opening
from tests.reference.gou_ji_order import sit_alternately
from tests.reference.gou_ji_record import FIRST, Asking, Ended, Question, Start
from tests.reference.gou_ji_rules import SEATS, in_order
from tests.reference.gou_ji_tricks import Tricks


class Table(Opening, Tricks):
    """One game, from Kai Pai to the points."""

    def __init__(self, start: Start, options: Mapping[str, object] | None = None) -> None:
        super().__init__(start, options)
        self.course: Asking = self.whole_game()
        self.question: Question | None = None
        self._go(None)

    def whole_game(self) -> Asking:
        yield from self.open()
        yield from self.play(self.lead(self.starter))

    def _go(self, answer: Any) -> None:
        try:
            self.question = self.course.send(answer)
        except Ended:
            self.question = None

    # -- what is asked

    @property
    def over(self) -> bool:
        return self.question is None

    @property
    def phase(self) -> str:
        return "over" if self.question is None else self.question.phase

    def pending(self) -> set[int]:
        """The seats that owe a decision."""
        return set() if self.question is None else set(self.question.options) - set(self.question.answers)

    def may_act(self) -> set[int]:
        """The seats that have something to say out of turn."""
        return {seat for seat in SEATS if seat not in self.pending() and self.legal(seat)}

    def legal(self, seat: int) -> set[str]:
        """What a seat may answer or say."""
        if self.question is None:
            return set()
        texts = set(self.question.options[seat]) if seat in self.pending() else set()
        if self.question.talk:
            ((asked, options),) = self.question.options.items()
            texts |= self.talk(seat, asked, self.question.phase, options)
        return texts

    def apply(self, seat: int, text: str) -> None:
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not say {text!r} now, but {sorted(self.legal(seat))}")
        if self.question.talk:
            self._go((seat, text))
            return
        self.question.answers[seat] = text
        if not self.pending():
            self._go(self.question.answers)

    # -- a game that is under way

    @classmethod
    def under_way(
        cls,
        hands: Mapping[int, Sequence[str]],
        to_act: int,
        table: tuple[int, Sequence[str]] | None = None,
        passed: Sequence[int] = (),
        out: Sequence[int] = (),
        **options: object,
    ) -> Table:
        """A trick in the middle of a game: this set lies on the table, or nothing does, and this seat is to act."""
        self = cls.__new__(cls)
        super(Table, self).__init__(Start(FIRST, ()), options)
        self.kaipai = self.taker = self.starter = 0
        self.hands = [in_order(hands.get(seat, ())) for seat in SEATS]
        for place, seat in enumerate(out, start=1):
            self.places[seat] = place
            self.went.append(seat)
        self.clear_the_table(to_act if table is None else table[0])
        if table is not None:
            self.owner, self.best = table[0], in_order(table[1])
            self.passed = set(passed)
            self.last_actor = (to_act - 1) % 6
            while self.last_actor not in self.passed and self.last_actor != self.owner and self.hands[self.last_actor]:
                self.last_actor = (self.last_actor - 1) % 6
        self.course = self.play(self.lead(to_act) if table is None else self.next_turn())
        self.question = None
        self._go(None)
        return self

    # -- what everybody sees

    def public(self) -> dict[str, Any]:
        """§13.1"""
        playing = self.phase in ("leading", "following", "window", "ordering", "holding", "telling", "correcting")
        endgame = None
        if playing and self.in_endgame():
            endgame = "alternating" if sit_alternately(self.with_cards()) else "blocks"
        return {
            "mode": self.mode,
            "owner": self.owner,
            "leader": self.leader,
            "best": self.best,
            "passed": sorted(self.passed),
            "places": [place or None for place in self.places],
            "penalised": sorted(self.penalised),
            "kaipai": self.kaipai,
            "taker": self.taker,
            "starter": self.starter,
            "duel": self.duel and {"starter": self.duel[0], "defender": self.duel[1]},
            "shao": self.shao,
            "told": self.told,
            "exposed": sorted(self.exposed),
            "played": self.laid,
            "endgame": endgame,
            "candidates": list(self.candidates),
            "asker": self.asker,
            "asked": self.asked_one,
            "advice": dict(self.advice),
        }
