"""How long tables wait for bots that search, as a server asks them: one process for all tables, and the rule of thumb where it is late.

python benchmarks/thinking.py giog --players 2 --tables 2 --deals 10
"""

import argparse
import asyncio
import os
import time

os.environ["QIPAI_RULES"] = "plain"  # as the program that serves tables

import numpy as np

from qipai.bots import SEARCH, bot_of, levels_at
from qipai.bots.questions import Choice, Question
from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.server.bots import Bots


class Counting(Bots):
    """Bots of a server that count how often the answer was searched for."""

    def __init__(self) -> None:
        super().__init__(compile_rules=False)
        self.searched = 0
        ask = self._thinker.choose

        async def choose(question: Question) -> Choice | None:
            choice = await ask(question)
            self.searched += choice is not None
            return choice

        self._thinker.choose = choose  # type: ignore[method-assign]

    async def warm_up(self, game: Game, players: int) -> None:
        """Ask until the rules are loaded."""
        while not self.searched:
            await play(self, game, players, 0, [])
            await asyncio.sleep(1)


async def play(bots: Bots, game: Game, players: int, seed: int, waits: list[float]) -> None:
    """A deal of a table at which every seat searches; how long each decision was waited for."""
    rules = game.rules()
    state, observation = game.start(rules, game.setup(rules, players), seed), game.new_observation()
    bot = bot_of(game, players, SEARCH, game.ruleset())
    while not game.is_over(state):
        seat = game.to_act(state)
        legal = game.legal(state, rules, seat)
        game.observe(state, rules, seat, observation)
        begun = time.perf_counter()
        choice = await bots.choose(game.name, bot, {}, records.to_bytes(observation), legal, seed)
        waits.append(time.perf_counter() - begun)
        game.apply_action(state, rules, seat, choice.action)


async def measure(game: Game, players: int, tables: int, deals: int) -> None:
    bots = Counting()
    await bots.warm_up(game, players)
    bots.searched = 0
    waits: list[float] = []

    async def evening(table: int) -> None:
        for deal in range(deals):
            await play(bots, game, players, 1000 * table + deal + 1, waits)

    await asyncio.gather(*map(evening, range(tables)))
    await bots.close()
    p50, p99 = np.percentile(np.array(waits) * 1000, [50, 99])
    print(
        f"{game.name}, {players} players, {tables} tables at once, {bot_of(game, players, SEARCH, game.ruleset())}: {len(waits)} decisions, "
        f"{bots.searched / len(waits):.1%} searched; milliseconds p50 {p50:.0f}, p99 {p99:.0f}, most {max(waits) * 1000:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=[name for name, game in GAMES.items() if game.stronger])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--deals", type=int, default=10)
    wanted = parser.parse_args()
    if SEARCH not in levels_at(GAMES[wanted.game], wanted.players):
        parser.error(f"{wanted.game} with {wanted.players} players has no bots that search")
    asyncio.run(measure(GAMES[wanted.game], wanted.players, wanted.tables, wanted.deals))


if __name__ == "__main__":
    main()
