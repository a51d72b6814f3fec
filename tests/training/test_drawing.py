"""Nets that draw lots: in what shares, the same in both modes, and harder to beat than those that do not."""

from decimal import Decimal
from math import exp

import numpy as np
import pytest

from benchmarks.exploitability import Tree, trained
from qipai.bots.nets.choosing import OF_THE_BEST, SHARES, STEPS, drawn, share_out
from qipai.bots.nets.files import read_net, write_net
from qipai.bots.nets.playing import NetBot
from qipai.engine import records
from qipai.engine.chance import seeded
from qipai.engine.compiling import NATIVE
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.training.actor import average
from tests.training.test_net_files import a_net, play

native = pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")
MIX = np.array([100, 50])
HEAT = 3000
OUTS = np.array([[10, 40], [40, 10], [10, -20], [40, -50], [-800, 10]])  # worth 3000, 4500, 0, 1500 and -79500


def in_shares(outs, heat=HEAT):
    shares = np.zeros(len(outs), np.int64)
    values = outs @ MIX
    best = int(np.argmax(values))
    return best, share_out(outs, len(outs), best, MIX, heat, shares), shares


def test_shares_fall_by_e_for_every_temperature():
    best, total, shares = in_shares(OUTS)
    assert (best, total) == (1, shares.sum())
    expected = [exp(-(4500 - value) / HEAT) for value in OUTS @ MIX]
    np.testing.assert_allclose(shares / OF_THE_BEST, expected, rtol=1 / 64, atol=1 / OF_THE_BEST)
    assert shares[4] == 0  # e^-28


def test_shares_are_the_same_on_every_machine():
    """None lies so near a half that another machine's exp could round it otherwise."""
    exact = [OF_THE_BEST * (Decimal(-step) / STEPS).exp() for step in range(len(SHARES))]
    assert all(abs(share - share.to_integral_value()) < Decimal("0.4999") for share in exact)
    assert [int(share.to_integral_value()) for share in exact] == list(SHARES)


def test_as_many_equals_as_there_can_be_fit_into_a_draw():
    assert max(game.max_actions for game in GAMES.values()) * OF_THE_BEST < 1 << 31


def test_at_temperature_0_the_best_has_everything_and_nothing_is_drawn():
    best, total, shares = in_shares(OUTS, 0)
    assert shares.tolist() == [0, total, 0, 0, 0]
    random = seeded(1)
    before = records.to_bytes(random)
    assert drawn(OUTS, 5, best, MIX, 0, shares, records.opened(random)) == 1
    assert records.to_bytes(random) == before


def test_candidates_are_drawn_by_their_shares():
    best, total, shares = in_shares(OUTS)
    random, met, draws = records.opened(seeded(5)), np.zeros(5), 20_000
    for _ in range(draws):
        met[drawn(OUTS, 5, best, MIX, HEAT, np.zeros(5, np.int64), random)] += 1
    chances = shares / total
    assert (np.abs(met - draws * chances) <= 4 * np.sqrt(draws * chances * (1 - chances))).all()


def test_a_decision_is_worth_the_mean_by_shares():
    worth = np.zeros(2, np.float32)
    average(np.array([[8, 0], [0, 4]], np.float32), 2, np.array([1, 3]), 4, worth)
    assert worth.tolist() == [2, 3]


def test_a_net_that_draws_says_with_what_probability(tmp_path):
    """And plays what it says: other seeds, other choices, all of them told."""
    net = a_net(GAN_DENG_YAN, temperature=40.0)
    write_net(tmp_path / "a.npz", net)
    assert read_net(tmp_path / "a.npz").heat == net.heat == 40 * 100 << 20
    rules, ruleset = GAN_DENG_YAN.rules(), GAN_DENG_YAN.ruleset()
    state, actions, observation = (
        GAN_DENG_YAN.start(rules, GAN_DENG_YAN.setup(rules, 3), 2),
        GAN_DENG_YAN.new_actions(),
        GAN_DENG_YAN.new_observation(),
    )
    seat = GAN_DENG_YAN.to_act(state)
    GAN_DENG_YAN.legal_actions(state, rules, seat, actions)
    GAN_DENG_YAN.observe(state, rules, seat, observation)
    told = NetBot(GAN_DENG_YAN, ruleset, 1, tmp_path / "a.npz").policy(observation, actions)
    assert sum(told.values()) == pytest.approx(1)
    assert {
        NetBot(GAN_DENG_YAN, ruleset, seed, tmp_path / "a.npz").act(observation, actions, None) for seed in range(60)
    } <= set(told)
    assert len(told) > 2
    _, candidates, values = next(play(GAN_DENG_YAN, 3, tmp_path / "a.npz", 2))
    weights = np.exp((np.array(values) - max(values)) / net.heat)
    np.testing.assert_allclose([told.get(action, 0) for action in candidates], weights / weights.sum(), atol=0.01)


@native
@pytest.mark.slow
def test_who_draws_lots_is_harder_to_beat():
    """Where pieces are laid face down (Jū mǎ pāo), who always does the same gives away all that the rule of thumb does."""
    tree = Tree(GAMES["jumapao"])
    always, draws = (tree.nash_conv(trained(tree, "", 100_000, 1, temperature=heat)) for heat in (0.0, 0.3))
    assert always == pytest.approx(0.8)
    assert draws < 0.3 * always
