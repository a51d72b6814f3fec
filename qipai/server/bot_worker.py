"""The program of a process in which the bots of the house choose."""

from qipai.bots.questions import Question, answer_questions


def main() -> None:
    """Answer questions until stdin ends."""
    from qipai.bots.bot import answer
    from qipai.games import GAMES

    def choose(asked: Question) -> int:
        return answer(GAMES[asked.game], asked.level, asked.options, asked.observation, asked.legal, asked.seed)

    answer_questions(choose)


if __name__ == "__main__":
    main()
