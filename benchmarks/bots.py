"""How bots play and how long they think, in every game at every size.

python benchmarks/bots.py wins --deals 10000
python benchmarks/bots.py times --deals 20
"""

import argparse
import time
from collections.abc import Iterator, Sequence

import numpy as np

from qipai.arena.simulation import simulate, summarise
from qipai.bots import make_bot
from qipai.engine.compiling import MODE
from qipai.engine.game import Game
from qipai.games import GAMES


def sizes(names: Sequence[str]) -> Iterator[tuple[Game, int]]:
    """The wanted games at all their sizes; without names, all games."""
    for name in names or GAMES:
        for players in GAMES[name].seats:
            yield GAMES[name], players


def print_wins(names: Sequence[str], deals: int) -> None:
    """One rule bot among random bots, moving one seat on from deal to deal.  `by chance` is what a seat wins among equals."""
    print(f"one rule bot among random bots, {deals:,} deals each, seats swapped, default rules, seed 1")
    print(f"{'':16} {'':7}   {'':6}   {'':14}   {'':9}   points a deal")
    print(f"{'game':16} {'players':>7}   {'wins':>6}   {'95 %':14}   {'by chance':>9}   {'rule':>6}   {'random':>6}")
    for game, players in sizes(names):
        tally = simulate(game, game.ruleset(), ["rule"] + ["random"] * (players - 1), deals, seed=1, swap=True)
        random, rule = summarise(game, game.ruleset(), tally)["levels"]
        wins = rule["wins"]
        print(
            f"{game.name:16} {players:7}   {wins['share']:6.1%}   {wins['low']:.1%} to {wins['high']:.1%}   {1 / players:9.1%}"
            f"   {rule['points']['mean']:+6.2f}   {random['points']['mean']:+6.2f}"
        )


def print_times(names: Sequence[str], deals: int) -> None:
    """Rule bots among themselves: how long a decision takes, without the observation and the legal actions it is made from."""
    print(f"rule bots, {MODE}, {deals:,} deals each; milliseconds of processor time a decision")
    print(f"{'game':16} {'players':>7}   {'decisions':>9}   {'p50':>7}   {'p99':>7}   {'most':>7}")
    for game, players in sizes(names):
        thinking_times(game, players, 1)  # compile
        times = thinking_times(game, players, deals)
        p50, p99 = np.percentile(times, [50, 99])
        print(f"{game.name:16} {players:7}   {len(times):9,}   {p50:7.3f}   {p99:7.3f}   {times.max():7.3f}", flush=True)


def thinking_times(game: Game, players: int, deals: int) -> np.ndarray:
    """Milliseconds of processor time of every decision in some deals: what else the machine does is left out."""
    ruleset = game.ruleset()
    rules, state = game.rules(ruleset), game.new_state()
    actions, observation = game.new_actions(), game.new_observation()
    bots = [make_bot(game, "rule", ruleset, seat) for seat in range(players)]
    times = []
    for seed in range(deals):
        state = game.start(rules, game.setup(rules, players), seed)
        while not game.is_over(state):
            seat = game.to_act(state)
            game.legal_actions(state, rules, seat, actions)
            game.observe(state, rules, seat, observation)
            begun = time.thread_time()
            action = bots[seat].act(observation, actions, None)
            times.append(time.thread_time() - begun)
            game.apply_action(state, rules, seat, action)
    return np.array(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", choices=["wins", "times"])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all of them unless named")
    parser.add_argument("--deals", type=int, default=100)
    wanted = parser.parse_args()
    unknown = sorted(set(wanted.games) - set(GAMES))
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(GAMES)}")
    (print_wins if wanted.table == "wins" else print_times)(wanted.games, wanted.deals)


if __name__ == "__main__":
    main()
