"""Solve mini packs with OpenSpiel: `python -m examples.solving gan_deng_yan 3x2x1 --rounds 100`.

Counterfactual regret minimisation, external sampling MCCFR, and how far each is from an equilibrium (NashConv), on the tree
that OpenSpiel's exporter writes.  docs/learners.md says what came of it.
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import gambit

import qipai.environments.openspiel  # noqa: F401 registers the games

RARER = 50  # rounds of MCCFR for one of CFR, which goes through the whole tree


def main() -> None:
    """Print NashConv of both after as many rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="gan_deng_yan")
    parser.add_argument("size", nargs="?", default="", help="RANKSxCOPIESxHAND; the usual mini pack unless given")
    parser.add_argument("--rounds", type=int, default=100, help="of CFR")
    args = parser.parse_args()
    game = pyspiel.load_game(f"python_qipai_{args.game}", {"mini": True, "size": args.size, "recall": "perfect"})
    tree = pyspiel.load_efg_game(str(gambit.export_gambit(game)))  # C++ walks there without a call of Python
    print(
        f"{args.game} {args.size or 'mini'}: uniform play is {pyspiel.nash_conv(tree, pyspiel.UniformPolicy(), True):.4f} away"
    )
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(args.rounds):
        solver.evaluate_and_update_policy()
    print(f"CFR+ after {args.rounds} rounds: {pyspiel.nash_conv(tree, solver.average_policy(), True):.4f}")
    sampler = pyspiel.ExternalSamplingMCCFRSolver(tree, 1)
    for _ in range(args.rounds * RARER):
        sampler.run_iteration()
    print(f"MCCFR after {args.rounds * RARER} rounds: {pyspiel.nash_conv(tree, sampler.average_policy(), True):.4f}")


if __name__ == "__main__":
    main()
