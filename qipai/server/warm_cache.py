"""Compiles the rules for the bots' processes by playing a deal of a game of every room with bots of every level."""

import os

WARM = "warm"  # the file in the cache folder that says that it is filled


def main() -> None:
    """Fill the cache of compiled rules, at the lowest priority."""
    if hasattr(os, "nice"):
        os.nice(19)
    from qipai.bots import LEVELS, answer
    from qipai.engine import records
    from qipai.engine.compiling import cache_folder
    from qipai.games import GAMES

    for game in {game.room: game for game in GAMES.values()}.values():  # games of one room run the same compiled rules
        rules = game.rules()
        for level in LEVELS:
            state = game.start(rules, game.setup(rules, game.seats[-1]), seed=1)
            while not game.is_over(state):
                seat = game.to_act(state)
                observation = game.new_observation()
                game.observe(state, rules, seat, observation)
                legal = game.legal(state, rules, seat)
                action = answer(game, level, {}, records.to_bytes(observation), legal, seed=1)
                game.apply_action(state, rules, seat, action)
    (cache_folder() / WARM).touch()


if __name__ == "__main__":
    main()
