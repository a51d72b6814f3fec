"""The program of a bots' process: reads questions from its input, writes answers to its output, ends when its input does.

A question is an observation, never a state, so no bot can see more than a person in its chair.
"""

import os
import sys
import time
from typing import BinaryIO

import msgspec

ASIDE = "--aside"  # give way to every other process
NICENESS = 10


class Question(msgspec.Struct, array_like=True):
    """One decision."""

    game: str
    level: str
    options: dict[str, str]  # that differ from the game's default
    observation: bytes
    legal: list[int]
    seed: int


class Choice(msgspec.Struct, array_like=True):
    """The action, and how long it took, in seconds."""

    action: int
    took: float


def write_frame(stream: BinaryIO, body: bytes) -> None:
    stream.write(len(body).to_bytes(4, "big") + body)
    stream.flush()


def main() -> None:
    """Answer until the input ends."""
    if ASIDE in sys.argv and hasattr(os, "nice"):
        os.nice(NICENESS)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not be taken for an answer
    from qipai.bots.bot import answer
    from qipai.games import GAMES

    decode = msgspec.msgpack.Decoder(Question).decode
    while header := questions.read(4):
        asked = decode(questions.read(int.from_bytes(header, "big")))
        began = time.perf_counter()
        action = answer(GAMES[asked.game], asked.level, asked.options, asked.observation, asked.legal, asked.seed)
        write_frame(answers, msgspec.msgpack.encode(Choice(action, time.perf_counter() - began)))


if __name__ == "__main__":
    main()
