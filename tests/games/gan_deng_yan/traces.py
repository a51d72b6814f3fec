"""Traces of whole deals under random rule sets: the same bytes in every way of running.

    python -m tests.games.gan_deng_yan.traces DEALS SEED

prints one digest a deal: over every state, every list of legal actions, every seat's observation and a sampled world.
"""

import hashlib
import random
import sys
from typing import Any

from qipai.engine import records
from qipai.engine.errors import RulesetError
from qipai.engine.game import seeded
from qipai.engine.seats import SPECTATOR
from qipai.games import GAN_DENG_YAN as GAME


def random_ruleset(chance: random.Random) -> Any:
    """A rule set in which about every third option differs from the default."""
    while True:
        changes = {}
        for option in GAME.options:
            values = [*option.values, *map(str, option.numbers[:12:4])]
            if chance.random() < 1 / 3:
                changes[option.name] = chance.choice(values)
        try:
            return GAME.ruleset(**changes)
        except RulesetError:
            continue


def trace(seed: int) -> str:
    chance = random.Random(seed)
    rules, players = GAME.rules(random_ruleset(chance)), chance.randint(2, 6)
    state = GAME.start(rules, GAME.setup(rules, players), seed)
    observation, world, noise = GAME.new_observation(), GAME.new_state(), seeded(seed, 1)
    digest = hashlib.sha256(records.to_bytes(rules))
    while not GAME.is_over(state):
        seat = GAME.to_act(state)
        legal = GAME.legal(state, rules, seat)
        observer = chance.choice([SPECTATOR, *range(players)])
        GAME.observe(state, rules, observer, observation)
        GAME.sample_world(observation, rules, noise, world)
        digest.update(records.to_bytes(state) + records.to_bytes(observation) + records.to_bytes(world) + repr(legal).encode())
        GAME.apply_action(state, rules, seat, chance.choice(legal))
    result = records.new(GAME.RESULT)
    GAME.returns(state, rules, result)
    digest.update(records.to_bytes(state) + records.to_bytes(result))
    return digest.hexdigest()


def main(deals: int, seed: int) -> None:
    for number in range(seed, seed + deals):
        print(trace(number))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
