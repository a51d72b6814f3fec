"""Traces of whole deals of all games under random rule sets: the same bytes in every way of running.

python -m tests.games.giog.traces DEALS FIRST_SEED
"""

import hashlib
import random
import sys

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.games import GAMES

FAMILY = [game for game in GAMES.values() if game.room == "giog"]


def trace(seed: int) -> str:
    """A digest of all states, legal actions and observations of a deal played at random, and of its result."""
    chance = random.Random(seed)
    game = chance.choice(FAMILY)
    rules = game.rules(random_ruleset(game, chance))
    players = chance.choice(game.seats)
    state, digest = game.start(rules, game.setup(rules, players), seed), hashlib.sha256()
    observation = game.new_observation()
    while not game.is_over(state):
        seat = game.to_act(state)
        legal = game.legal(state, rules, seat)
        game.observe(state, rules, seat, observation)
        digest.update(repr(legal).encode() + records.to_bytes(state) + records.to_bytes(observation))
        game.apply_action(state, rules, seat, chance.choice(legal))
    result = game.result(state, rules)
    digest.update(records.to_bytes(state) + repr(list(result.points)).encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    deals, first = int(sys.argv[1]), int(sys.argv[2])
    print(*(trace(seed) for seed in range(first, first + deals)), sep="\n")
