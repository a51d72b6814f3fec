"""OpenSpiel's own tests put to games: `python -m tests.environments.spiel_judges 5 python_qipai_giog` runs them all on it, with five deals.

`python -m tests.environments.spiel_judges` alone runs them on every game, variant, number of players and mini pack, in a process each.
"""

import contextlib
import io
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import gambit, generate_playthrough, outcome_sampling_mccfr
from open_spiel.python.tests import games_sim_test

from qipai.environments.openspiel import NAMES
from qipai.games import GAMES

LONG = 20  # deals of a full run
ROUNDS = 3  # of MCCFR on the game itself
SOLVING = (10, 100, 1000)  # rounds of MCCFR on its tree
WIDE = "gou_ji"  # a playthrough writes every tensor of six seats a hundred times over: half a minute


def judge(spelled: str, deals: int) -> None:
    """All judges in turn; what one of them does not like it raises."""
    game = pyspiel.load_game(spelled)
    sequential = game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=deals, serialize=True, verbose=False, mask_test=True)
        games_sim_test.GamesSimTest().sim_game(game)
    print("random_sim_test with serialisation, sim_game: passed")
    judge_api(spelled, game)
    if WIDE not in spelled or "mini" in spelled or deals >= LONG:
        judge_playthrough(spelled)
    judge_resampling(game, deals)
    if not sequential:
        judge_turns(game, deals)
    elif game.get_parameters().get("mini"):
        judge_learning(game)


def judge_api(spelled: str, game: Any) -> None:
    """A part of the tree, by OpenSpiel's test of what every game promises."""
    case = type("Judged", (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": spelled, "game": game})
    ran = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    assert ran.wasSuccessful(), "\n".join(text for _, text in (*ran.errors, *ran.failures))
    assert ran.testsRun >= 5
    print(f"{ran.testsRun} tests of the API on a part of the tree: passed")


def judge_playthrough(spelled: str) -> None:
    """What was played once is played again to the letter."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "playthrough.txt")
        path.write_text(generate_playthrough.playthrough(spelled, action_sequence=None, seed=1), encoding="utf-8")
        expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual
    print("a recorded playthrough: passed")


def judge_resampling(game: Any, deals: int) -> None:
    """A drawn world looks to the player as the true one does, and is played to an end."""
    chance = random.Random(3)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_player_node() and chance.random() < 0.3:
                player = state.current_player()
                world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
                assert world.information_state_string(player) == state.information_state_string(player)
                assert world.information_state_tensor(player) == state.information_state_tensor(player)
                assert world.current_player() == player
                assert world.legal_actions() == state.legal_actions()
                assert str(world.clone()) == str(world)
            step(state, chance)
    print("resampling: passed")


def step(state: Any, chance: random.Random) -> None:
    """One thing at random: of chance, of a player, of all together."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([chance.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def judge_turns(game: Any, deals: int) -> None:
    """Asked together, or one after the other: equal decisions give equal results.  OpenSpiel's own turn-based form plays too."""
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(pyspiel.convert_to_turn_based(game), check_pickle_serialization=False)
    parameters = dict(game.get_parameters())
    in_turn = pyspiel.load_game(game.get_type().short_name.removesuffix("_together"), parameters)
    chance = random.Random(4)
    for _ in range(deals):
        together, alone = game.new_initial_state(), in_turn.new_initial_state()
        while not together.is_terminal():
            before = len(together.history())
            asked = [bool(together.legal_actions(seat)) for seat in range(game.num_players())]
            simultaneous = together.is_simultaneous_node()
            pending = alone._play.pending() if simultaneous else []
            step(together, chance)
            done = together.history()[before:]
            if simultaneous:
                assert all(asked)
                while alone.current_player() in pending:
                    seat = alone.current_player()
                    pending.remove(seat)
                    alone.apply_action(done[seat])
            else:
                alone.apply_action(done[0])
        assert alone.is_terminal()
        assert alone.returns() == together.returns()
    print("equal in turns and together, convert_to_turn_based: passed")


def judge_learning(game: Any) -> None:
    """Outcome sampling MCCFR walks to the end of mini deals; external sampling on the whole tree comes near to an equilibrium."""
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(ROUNDS):
        solver.iteration()
    print(f"{ROUNDS} rounds of outcome sampling MCCFR: passed")
    if game.get_parameters().get("recall") == "perfect":
        tree = written_out(game)
        print(f"the tree: {', '.join(f'{count} {kind}' for kind, count in nodes(tree).items())}")
        found = gaps(tree, *SOLVING)
        assert found == sorted(found, reverse=True), found
        assert 0 <= found[-1] < 0.3 * found[0], found
        told = ", ".join(f"{gap:.4f} after {rounds}" for gap, rounds in zip(found, SOLVING, strict=True))
        print(f"external sampling MCCFR, NashConv {told} rounds: passed")


def written_out(game: Any) -> str:
    """The whole tree, by OpenSpiel's own exporter: its algorithms in C++ walk there without a call of Python."""
    return str(gambit.export_gambit(game))


def nodes(tree: str) -> dict[str, int]:
    """How many there are of each kind."""
    marks = [line.lstrip()[:1] for line in tree.splitlines()[1:]]
    return {kind: marks.count(kind[0]) for kind in ("chance", "players'", "terminal")}


def gaps(tree: str, *rounds: int) -> list[float]:
    """How far from an equilibrium (NashConv) the average of external sampling MCCFR is after so many rounds."""
    game = pyspiel.load_efg_game(tree)
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    found: list[float] = []
    done = 0
    for until in rounds:
        for _ in range(until - done):
            solver.run_iteration()
        done = until
        found.append(float(pyspiel.nash_conv(game, solver.average_policy(), True)))
    return found


def judge_all() -> int:
    """Every game, variant, number of players and mini pack; returns how many failed."""
    failed = 0
    for name in NAMES:
        game = GAMES[name.removeprefix("python_qipai_").removesuffix("_together")]
        spelled = [f"{name}(variant={variant},players={players})" for variant in game.variants for players in game.seats]
        minis = [f"{name}(mini=True)"]
        if not name.endswith("_together"):
            minis += [f"{name}(variant={variant},mini=True,recall=perfect)" for variant in game.variants]
        for form in (*spelled, *minis):
            began = time.monotonic()
            command = [sys.executable, "-m", "tests.environments.spiel_judges", str(LONG), form]
            ran = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
            told = "passed" if ran.returncode == 0 else ran.stderr[-4000:]
            print(f"{form}: {told} ({time.monotonic() - began:.0f} s)", flush=True)
            failed += ran.returncode != 0
    return failed


if __name__ == "__main__":
    if not sys.argv[1:]:
        raise SystemExit(judge_all())
    if sys.argv[1] == "gaps":
        print(gaps(written_out(pyspiel.load_game(sys.argv[2])), *map(int, sys.argv[3:])))
    else:
        for spelled in sys.argv[2:]:
            print(spelled)
            judge(spelled, int(sys.argv[1]))
