"""The figures of a review, as they are told and stored.  Points are those of the rule book, the sum of the seat's side."""

from typing import Any

from msgspec import Struct


class Weighed(Struct):
    """An action of a decision and what it was worth, in points of the seat's side."""

    action: str
    fact: dict[str, Any]  # as the seat would have seen it, with the key of the game's sentence
    value: float  # points of the whole deal, on average over the worlds
    error: float  # half the width of the 95 % interval of `value`
    gain: float  # points more than what was played, paired by world
    gain_error: float


class Expected(Struct):
    """An action that may be chosen, and what it would be worth, in points of the seat's side."""

    action: str
    value: float  # points of the whole deal, on average over the worlds
    error: float  # half the width of the 95 % interval of `value`
    less: float  # points less than what is advised, paired by world
    less_error: float


class Counsel(Struct):
    """What was weighed at a decision that is not taken yet."""

    options: list[Expected]  # the first is advised; the others from the most points to the fewest
    worlds: int


class Judged(Struct):
    """One decision of the seat."""

    move: int  # decisions of the deal before it
    seq: int  # of its step in the replay
    hand: list[str]  # faces held, low to high
    legal: int  # the number of legal actions
    worlds: int
    options: list[Weighed]  # the played one first, then the one that looked best beforehand
    best: int  # index of the best: 1, or 0 where that was not better than what was played
    better: bool  # true if that is certain: the interval of the difference is clear of zero

    @property
    def cost(self) -> float:
        """The points that were given away; 0 where nothing was better for certain."""
        return self.options[self.best].gain if self.better else 0.0


class Review(Struct):
    """The decisions of one seat in a finished deal."""

    game: str
    seat: int
    name: str
    side: list[int]  # the seats whose points are added up
    worlds: int  # a decision
    seed: int
    decisions: list[Judged]
    of: int  # their number when all are done
    worst: list[int]  # indices of the decisions that cost most, the dearest first; each compared once more in fresh worlds
    given: float  # points given away in these
    result: float  # points of the side at the end
    done: bool  # False while it is computed
