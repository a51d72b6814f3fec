"""Exercises for pages: made one after the other in a process of low priority, which ends when nobody has asked for a while."""

import asyncio

import msgspec

from .exercise_worker import ExerciseWanted
from .failures import report
from .lingering import Lingering
from .refusals import Refused

LONGEST = (
    20.0  # seconds until an exercise is there, the start of the process and those before it included; one takes some 50 ms
)
MOST_WAITING = 40
LINGERING = 120.0  # seconds that the process lives after its last answer
LARGEST = 4 * 1024 * 1024  # bytes of an exercise


class Exercises:
    """The process that makes exercises, started for the first of them.  It is asked for a seed and never sees a table."""

    def __init__(self) -> None:
        self.process = Lingering("qipai.server.exercise_worker", LARGEST, LINGERING, lambda: "plain")
        self._waiting = 0

    async def make(self, game: str, seed: int, kind: str) -> bytes:
        """Return the exercise of a seed as JSON.

        Raises `Refused` if the seed raises no question, if too many wait, and if it was not made in `LONGEST` seconds.
        """
        if self._waiting >= MOST_WAITING:
            raise Refused("too_many_exercises", wait=5)
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST):
                made = await self.process.ask(msgspec.msgpack.encode(ExerciseWanted(game, seed, kind)))
        except TimeoutError:
            raise Refused("too_many_exercises", wait=30) from None
        except Exception as failure:
            report("an exercise", failure)
            raise Refused("not_ready") from None
        finally:
            self._waiting -= 1
        if not made:
            raise Refused("no_exercise", seed=seed)
        return made

    async def close(self) -> None:
        """End the process."""
        await self.process.close()
