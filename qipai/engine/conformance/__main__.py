"""`python -m qipai.engine.conformance GAME`: a game of the house, or any as MODULE:NAME."""

import argparse
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module

from . import ConformanceError, check


def main(words: Sequence[str] | None = None) -> int:
    """Check a game and say what was checked, or what is wrong with it."""
    parser = argparse.ArgumentParser(prog="python -m qipai.engine.conformance", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="a name, or MODULE:NAME of a game of your own")
    parser.add_argument("--deals", type=int, default=10, help="of every variant, option and number of seats (default: 10)")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(words)
    game = pkgutil.resolve_name(told.game) if ":" in told.game else import_module("qipai.games").find_game(told.game)
    try:
        summary = check(game, told.deals, told.seed, print)
    except ConformanceError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{game.name} conforms: {summary}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
