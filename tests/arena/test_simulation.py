"""Simulations: repeatable, the same in both modes, and with figures that add up."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from qipai.arena import spreading
from qipai.arena.simulation import plotter, simulate, summarise
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAN_DENG_YAN

DEALS = 30


def simulated_deals(**changes):
    return simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(**changes), ["rule", "random", "random"], DEALS, seed=3, swap=True)


def test_figures_add_up():
    simulated = simulated_deals()
    summary = summarise(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), simulated)
    assert summary["deals"] == DEALS
    assert sum(row["wins"]["share"] for row in summary["seats"]) == pytest.approx(1)
    assert sum(row["points"]["mean"] for row in summary["seats"]) == pytest.approx(0)
    assert simulated.kinds.sum() == simulated.lengths.sum()
    won = simulated.kinds[:, 1:].sum()
    assert won >= DEALS  # every deal is ended by a play
    assert (simulated.results["points"][:, :3].sum(axis=1) == 0).all()


def test_points_are_those_of_the_book_and_a_shared_win_counts_in_parts():
    simulated = simulated_deals()
    simulated.results["points"][:, :3] = [(30, 30, 0)] * (DEALS - 2) + [(60, 0, 0), (20, 20, 20)]
    summary = summarise(replace(GAN_DENG_YAN, unit=60), GAN_DENG_YAN.ruleset(), simulated)
    wins = [DEALS / 2 + 1 / 3, DEALS / 2 - 1 + 1 / 3, 1 / 3]
    assert [row["wins"]["share"] * DEALS for row in summary["seats"]] == pytest.approx(wins)
    assert summary["seats"][0]["points"]["mean"] * DEALS == pytest.approx((DEALS - 2) / 2 + 1 + 1 / 3)
    assert summary["void"] == 0


def test_a_deal_that_leaves_all_at_nothing_is_won_by_nobody():
    simulated = simulated_deals()
    simulated.results["points"][0] = 0
    summary = summarise(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), simulated)
    assert summary["void"] == 1
    assert sum(row["wins"]["share"] for row in summary["seats"]) == pytest.approx(1 - 1 / DEALS)


def test_a_single_deal_has_no_interval():
    simulated = simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["rule", "random"], 1)
    points = summarise(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), simulated)["seats"][0]["points"]
    assert (points["low"], points["high"]) == (None, None)


def test_the_winner_deals_the_next():
    results = simulated_deals().results
    assert (results["dealer"][1:] == results["winner"][:-1]).all()


def test_bots_move_one_seat_on():
    assert simulated_deals().seated()[:4].tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]


@pytest.mark.slow
def test_both_modes_give_the_same_deals():
    here = simulated_deals(decks="2").results["points"]
    script = (
        "from qipai.arena.simulation import simulate; from qipai.games import GAN_DENG_YAN as game;"
        f"tally = simulate(game, game.ruleset(decks='2'), ['rule', 'random', 'random'], {DEALS}, seed=3, swap=True);"
        "print(tally.results['points'].tolist())"
    )
    other = {**os.environ, "QIPAI_RULES": "plain" if NATIVE else "native"}
    there = subprocess.run([sys.executable, "-c", script], env=other, check=True, capture_output=True, text=True).stdout
    assert np.array_equal(here, eval(there))


def test_a_bot_that_cannot_be_simulated_is_named():
    with pytest.raises(QipaiError, match="'oracle'; there are random, noisy, rule"):
        simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["oracle", "rule"], 1)


def test_a_net_is_simulated_beside_a_level():
    bots = ["net", "rule"]
    tally = simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), bots, 40, seed=2, swap=True)
    summary = summarise(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), tally)
    assert [row["bot"] for row in summary["levels"]] == ["net", "rule"]
    assert tally.kinds[tally.names.index("net")].sum() > 40
    assert tally.kinds.sum() == tally.lengths.sum()
    again = simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), bots, 40, seed=2, swap=True)
    assert np.array_equal(again.results, tally.results)


def test_a_plot_needs_a_name_that_says_its_form(tmp_path):
    with pytest.raises(QipaiError, match="png"):
        plotter(tmp_path / "wins.bmp")


@pytest.mark.parametrize("action", [123456789, -1])
def test_a_bot_that_plays_what_is_not_legal_is_named(action: int) -> None:
    """26 November 2026: whatever a maker's bot returned was applied, and the results looked like any others."""

    class Cheat:
        def act(self, observation: object, legal: object, context: object) -> int:
            return action

    makers = {"cheat": lambda game, ruleset, seed: Cheat()}
    with pytest.raises(QipaiError, match=r"cheat played .+ in deal 0, which is not legal"):
        simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["cheat", "rule"], 2, makers=makers)


def test_more_deals_than_a_run_has():
    with pytest.raises(QipaiError, match="from 1 to 1000000000, not 999999999999999999999"):
        simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["rule", "rule"], 999999999999999999999)


def test_where_no_processes_can_work_together_one_is_named(monkeypatch):
    def refused(*_):
        raise OSError(30, "Read-only file system", "/dev/shm")

    monkeypatch.setattr(spreading, "ProcessPoolExecutor", refused)
    with pytest.raises(QipaiError, match=r"cannot work together here \(.*/dev/shm.*--jobs 1"):
        list(spreading.in_pool(2, max, (), [1, 2]))
