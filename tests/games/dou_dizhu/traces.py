"""Digests of whole deals: the same in both modes."""

import hashlib
import random
import sys

from qipai.engine import records
from qipai.engine.chance import seeded
from qipai.games.dou_dizhu import DOU_DIZHU as GAME


def trace(seed: int) -> str:
    """A digest of all states, legal actions, observations and worlds of a deal at random, in one form after the other."""
    chance, digest = random.Random(seed), hashlib.sha256()
    ruleset = GAME.ruleset(list(GAME.variants)[seed % len(GAME.variants)])
    rules = GAME.rules(ruleset)
    state, seen, world = GAME.start(rules, GAME.setup(rules, 3), seed), GAME.new_observation(), GAME.new_state()
    while not GAME.is_over(state):
        seat = GAME.to_act(state)
        legal = GAME.legal(state, rules, seat)
        GAME.observe(state, rules, seat, seen)
        GAME.sample_world(seen, rules, seeded(seed), world)
        digest.update(repr(legal).encode() + records.to_bytes(state) + records.to_bytes(seen) + records.to_bytes(world))
        action = chance.choice(legal)
        assert GAME.is_legal(state, rules, seat, action)
        assert GAME.accepts(seen, rules, world)
        GAME.apply_action(state, rules, seat, action)
    digest.update(repr(list(GAME.result(state, rules).points)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        sys.stdout.write(f"{trace(number)}\n")
