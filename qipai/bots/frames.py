"""The loop of a process that answers questions: messages come by stdin and go by stdout, each preceded by its length as four bytes."""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO, TypeVar

import msgspec

NICENESS = 10
T = TypeVar("T")


def outlive_interrupts() -> None:
    """Let Ctrl-C in the terminal end the server alone; this process, which hears it too, ends with its stdin."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def pipes(*, aside: bool) -> tuple[BinaryIO, BinaryIO]:
    """Return where questions come from and where answers go; whatever else is printed goes to stderr.  `aside`: run at low priority."""
    outlive_interrupts()
    if aside and hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what the rules or a bot print must not be taken for an answer
    return sys.stdin.buffer, answers


def read_frame(stream: BinaryIO) -> bytes:
    """Return the next message; b"" at the end of the stream."""
    return stream.read(int.from_bytes(stream.read(4), "big"))


def write_frame(stream: BinaryIO, body: bytes) -> None:
    """Write a message.  Where nobody reads any more, because the server is gone, the process ends."""
    try:
        stream.write(len(body).to_bytes(4, "big") + body)
        stream.flush()
    except BrokenPipeError:
        os._exit(0)


def answer_frames(kind: type[T], answer: Callable[[T], bytes], *, aside: bool) -> None:
    """Answer every question, a struct of `kind` in MessagePack, until stdin ends."""
    questions, answers = pipes(aside=aside)
    decode = msgspec.msgpack.Decoder(kind).decode
    while asked := read_frame(questions):
        write_frame(answers, answer(decode(asked)))
