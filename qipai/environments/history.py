"""The last public actions of a deal as rows of numbers: what everybody learnt of each, in order.

A row is made of the public part of the fact by which a table tells the action (`engine.telling.Fact.public`), never of the
action: what is not told to all cannot reach it.  Pieces laid face down appear as their number, a secret answer as an answer.
Answers in a window (`Game.is_window`) appear when the last of them is in, as at a table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.game import Action, Game
from qipai.engine.records import Record
from qipai.engine.telling import Faces, Fact
from qipai.session.deal import Terms

from .encoding import SCALED
from .features import features_of
from .layouts import layouts

KNOWN, CARDS = "known", "cards"


def history_names(game: Game) -> tuple[str, ...]:
    """Return the names of the entries of a row.

    `chair 0` … : who acted, counted from the observer.  `known`: 1 if everybody knows the action, and then the entries
    `action …` are its features (`layouts(game).action`), otherwise 0.  `cards`: how many cards all saw it take from the hand,
    as a share of the pack.  Raises `TypeError` for what is no game.
    """
    features = layouts(game).action.names
    chairs = [f"chair {chair}" for chair in range(game.most_seats)]
    return (*chairs, KNOWN, CARDS, *(f"action {name}" for name in features))


class History:
    """The public actions of one deal.  Tell it of the dealing (`begin`) and of every action (`note`)."""

    def __init__(self, terms: Terms, length: int) -> None:
        """Make it for the last `length` actions."""
        self.terms, self.length = terms, length
        self.names = history_names(terms.game)
        self._rows: list[tuple[int, np.ndarray]] = []  # the seat, and the row without the chair
        self._sealed: list[tuple[int, np.ndarray]] = []  # of a window that is open

    def begin(self, state: Record, setup: Record, order: Record) -> None:
        """Forget the last deal; `state` has just been dealt."""
        opened, (game, _, rules, players) = records.opened, self.terms
        self._rows, self._sealed, self._faces = [], [], Faces(players)
        self._pack = int(opened(order).count)
        game.telling.tell_deal(opened(state), opened(rules), opened(setup), opened(order), self._faces)

    def note(self, before: Record, state: Record, seat: int, action: Action) -> None:
        """Note an action; `before` and `state` are the deal before and after it."""
        opened, (game, _, rules, _) = records.opened, self.terms
        facts = game.telling.tell(opened(before), opened(state), opened(rules), seat, action, self._faces, None)
        rows = [(int(fact.public["seat"]), self._row(fact.public)) for fact in facts if is_decision(fact)]
        asked = int(game.pending(before))
        if asked >> seat & 1 and game.is_window(opened(before)) and asked != 1 << seat:
            self._sealed += rows
            return
        self._rows += [*self._sealed, *rows]
        self._sealed = []
        del self._rows[: -self.length]

    def write(self, observer: int) -> np.ndarray:
        """Return the rows as a seat sees them: float32 of shape (length, entries), 0 to 1.

        The last row is the latest action; where there were fewer, the first rows are 0.
        """
        out = np.zeros((self.length, len(self.names)), SCALED)
        players, seats = self.terms.players, self.terms.game.most_seats
        for place, (seat, row) in enumerate(self._rows, start=self.length - len(self._rows)):
            out[place, (seat - observer) % players] = 1
            out[place, seats:] = row
        return out

    def _row(self, told: Mapping[str, Any]) -> np.ndarray:
        """Return the entries of a public fact after those of the chair."""
        game, ruleset, rules, _ = self.terms
        row = np.zeros(len(self.names) - game.most_seats, SCALED)
        cards = told.get("cards", ())
        if "action" in told:
            row[0] = 1
            action = game.notation.parse_action(told["action"], ruleset)
            row[2:] = features_of(game, rules, np.array([action], np.int64), SCALED)[0]
        elif not cards:
            cards = range(int(told.get("count", told.get("n", 0))))
        row[1] = len(cards) / self._pack
        return row


def is_decision(fact: Fact) -> bool:
    """Return whether a fact tells everybody that a seat has acted: with the action, or with what is hidden of it."""
    public: Sequence[str] = [*fact.public]
    if "seat" not in public:
        return False
    return "action" in public or "cards" in public or "action" in fact.private.get(fact.public["seat"], {})
