"""What is sent to and from a process in which bots choose.

A question holds an observation, never a state, so a bot cannot see more than a person in its seat.
"""

import sys
import time
from collections.abc import Callable

import msgspec

from .frames import answer_frames

ASIDE = "--aside"  # run at low priority


class Question(msgspec.Struct, array_like=True):
    """One decision to take."""

    game: str
    level: str
    options: dict[str, str]  # those that differ from the game's default
    observation: bytes
    legal: list[int]
    seed: int


class Choice(msgspec.Struct, array_like=True):
    """The chosen action, and the seconds it took."""

    action: int
    took: float


def answer_questions(choose: Callable[[Question], int]) -> None:
    """Answer every question by what `choose` returns, until stdin ends."""

    def answer(asked: Question) -> bytes:
        began = time.perf_counter()
        action = choose(asked)
        return msgspec.msgpack.encode(Choice(action, time.perf_counter() - began))

    answer_frames(Question, answer, aside=ASIDE in sys.argv)
