"""The program of the process that advises: read questions from stdin, write advice to stdout, end when stdin ends.

A question holds an observation, never a state, so the advice cannot depend on more than the person in that seat may know.
"""

import msgspec

from qipai.bots.frames import answer_frames


class AdviceWanted(msgspec.Struct, array_like=True):
    """A decision at which somebody asks what to do."""

    game: str
    options: dict[str, str]  # those that differ from the game's default
    players: int
    observation: bytes
    legal: list[int]
    worlds: int | None
    seed: int


def main() -> None:
    """Answer with advice as JSON until stdin ends."""
    from qipai.arena.review.advising import advise
    from qipai.games import GAMES

    def answer(wanted: AdviceWanted) -> bytes:
        game = GAMES[wanted.game]
        return msgspec.json.encode(
            advise(game, wanted.options, wanted.players, wanted.observation, wanted.legal, wanted.worlds, wanted.seed)
        )

    answer_frames(AdviceWanted, answer, aside=True)


if __name__ == "__main__":
    main()
