"""Deals to look at: random play of every game, variant and number of players."""

import random
from collections.abc import Iterator
from typing import Any

from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.games import GAMES

TABLES = [(game, variant, players) for game in GAMES.values() for variant in game.variants for players in game.seats]
NAMES = [f"{game.name}-{variant}-{players}" for game, variant, players in TABLES]


def situations(game: Game, variant: str, players: int, seed: int, every: int = 1) -> Iterator[tuple[Record, Record, list[Any]]]:
    """Rules, state and the pending seats before every so many decisions of a deal, and at its end."""
    rules, chance = game.rules(variant), random.Random(seed)
    state = game.start(rules, game.setup(rules, players), seed)
    for decision in range(game.max_decisions(game.ruleset(variant), game.setup(rules, players))):
        if game.is_over(state):
            break
        if decision % every == 0:
            yield rules, state, [seat for seat in range(players) if game.pending(state) >> seat & 1]
        seat = game.to_act(state)
        game.apply_action(state, rules, seat, chance.choice(game.legal(state, rules, seat)))
    yield rules, state, []
