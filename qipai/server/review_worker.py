"""The program of a reviewing process: read one question from stdin, write the review as it grows, end.

It runs at low priority and ends with the server, because its stdin is a pipe from there.
"""

import threading

import msgspec

from qipai.bots.frames import pipes, read_frame, write_frame

from .warm_cache import end_with_input

SEED = 1  # of the worlds: the same for everybody, so that whoever knows the same is told the same


class ReviewQuestion(msgspec.Struct, array_like=True):
    """A record and the seat whose decisions are judged."""

    record: str
    seat: int
    worlds: int | None
    seed: int


def main() -> None:
    """Answer with the review as JSON after every decision, the finished one last."""
    questions, answers = pipes(aside=True)
    asked = msgspec.msgpack.decode(read_frame(questions), type=ReviewQuestion)
    threading.Thread(target=end_with_input, daemon=True).start()
    from qipai.arena.review.reviewing import Reviewer
    from qipai.records import read_record

    for review in Reviewer(read_record(asked.record), asked.seat, asked.worlds, asked.seed).steps():
        write_frame(answers, msgspec.json.encode(review))


if __name__ == "__main__":
    main()
