"""Traces of whole deals under random rule sets: the same bytes in every way of running.

python -m tests.games.luk_fu.traces DEALS FIRST_SEED
"""

import hashlib
import random
import sys

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.game import seeded
from qipai.games.luk_fu import LUK_FU as GAME


def trace(seed: int) -> str:
    """A digest of all states, legal actions, observations and some worlds of a deal played at random, and of its result."""
    chance, noise = random.Random(seed), seeded(seed)
    rules = GAME.rules(random_ruleset(GAME, chance))
    players = chance.choice(GAME.seats)
    state, digest = GAME.start(rules, GAME.setup(rules, players), seed), hashlib.sha256()
    observation, world = GAME.new_observation(), GAME.new_state()
    while not GAME.is_over(state):
        seat = GAME.to_act(state)
        legal = GAME.legal(state, rules, seat)
        GAME.observe(state, rules, seat, observation)
        GAME.sample_world(observation, rules, noise, world)
        digest.update(repr(legal).encode() + b"".join(map(records.to_bytes, (state, observation, world))))
        GAME.apply_action(state, rules, seat, chance.choice(legal))
    result = GAME.result(state, rules)
    digest.update(records.to_bytes(state) + repr(list(result.points)).encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    deals, first = int(sys.argv[1]), int(sys.argv[2])
    print(*(trace(seed) for seed in range(first, first + deals)), sep="\n")
