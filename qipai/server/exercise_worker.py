"""The program of the process that makes exercises: read questions from stdin, write them as pages show them to stdout, end when stdin ends.

It plays deals of its own from a seed, at low priority, and knows nothing of any table.
"""

import msgspec

from qipai.bots.frames import answer_frames


class ExerciseWanted(msgspec.Struct, array_like=True):
    """An exercise that is wanted; `kind` is "" if the seed decides it."""

    game: str
    seed: int
    kind: str


def main() -> None:
    """Answer with exercises as JSON until stdin ends; with nothing, where a seed raises no question."""
    answer_frames(ExerciseWanted, made, aside=True)


def made(wanted: ExerciseWanted) -> bytes:
    """Return an exercise as JSON; b"" if no position of its deals raises a question."""
    from qipai.bots.exercises import Exercise, make_exercise
    from qipai.engine.errors import QipaiError
    from qipai.engine.lines import sentence_of
    from qipai.games import GAMES

    from .protocol import ExerciseView, OfferedView

    game = GAMES[wanted.game]
    try:
        found: Exercise = make_exercise(game, wanted.seed, wanted.kind)
    except QipaiError:
        return b""
    sentences = game.words["events"]
    return msgspec.json.encode(
        ExerciseView(
            game=found.game,
            kind=found.kind,
            seed=found.seed,
            players=found.players,
            seat=found.seat,
            hand=list(found.hand),
            facts=[{**fact, **sentence_of(fact, sentences)} for fact in found.told],
            question=dict(found.question),
            answers=[
                OfferedView(
                    text=dict(one.text),
                    cards=list(one.cards),
                    kind=one.kind,
                    seat=one.seat,
                    right=one.right,
                    why=dict(one.why),
                    section=one.section,
                )
                for one in found.answers
            ],
            several=found.several,
        )
    )


if __name__ == "__main__":
    main()
