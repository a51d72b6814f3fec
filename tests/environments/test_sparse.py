"""Which inputs of a net are on, as a batch tells it to other learners: a net worked out from them plays as its bot does."""

import numpy as np
import pytest

import qipai
from qipai.bots.nets.choosing import SECOND, inputs_of
from qipai.bots.nets.files import read_net
from qipai.bots.nets.playing import shipped_for
from qipai.engine.compiling import NATIVE
from qipai.environments.vector import Batch
from qipai.games import DOU_DIZHU, GAMES, GAN_DENG_YAN

pytestmark = pytest.mark.skipif(not NATIVE, reason="a batch needs the compiled rules")
ROOMS = {game.room: name for name, game in reversed(GAMES.items())}


def values(weights, sums):
    """Both heads of a net in whole numbers, from the sums of its first layer; NumPy in the place of the compiled loop."""
    first = np.maximum(sums, 0)
    _, _, second, second_bias, heads, heads_bias = (np.asarray(array, np.int64) for array in weights)
    hidden = np.maximum(second_bias + first @ second, 0) >> 10
    assert hidden.shape == (SECOND,)
    return heads_bias + hidden @ heads


@pytest.mark.parametrize(
    ("game", "players"),
    [(GAN_DENG_YAN, 4), pytest.param(DOU_DIZHU, 3, marks=pytest.mark.slow)],
    ids=["gan_deng_yan", "dou_dizhu"],
)
def test_a_net_worked_out_from_the_inputs_plays_as_its_bot_does(game, players):
    net = read_net(shipped_for(game, players))
    weights, bias = net.weights[0].astype(np.int64), net.weights[1].astype(np.int64)
    bot, compared = qipai.net_bot(shipped_for(game, players)), 0
    deals = [qipai.deal(game, players=players, seed=seed) for seed in range(12)]
    for _ in range(15):
        on = Batch.from_states([deal for deal in deals if not deal.over], seed=1).inputs()
        for number, deal in enumerate([deal for deal in deals if not deal.over]):
            common = bias + weights[on.shared[on.shared_begin[number] : on.shared_begin[number + 1]]].sum(axis=0)
            rows = range(on.first[number], on.first[number] + len(deal.legal))
            found = [
                values(net.weights, common + weights[on.added[on.added_begin[row] : on.added_begin[row + 1]]].sum(axis=0))
                for row in rows
            ]
            chosen = bot(deal.observe())
            assert deal.legal[int(np.argmax(np.stack(found) @ net.mix))] == chosen
            compared += len(found) > 1
            deal.play(chosen)
    assert compared > 60


@pytest.mark.parametrize(
    "name", [name if name == "gan_deng_yan" else pytest.param(name, marks=pytest.mark.slow) for name in sorted(ROOMS.values())]
)
def test_every_action_has_its_inputs_whoever_shares_the_work(name):
    game = GAMES[name]
    inputs = inputs_of(game)
    batch, shared = (
        Batch(game, 7, seed=3, threads=threads, opponents=[None, *["rule"] * (game.usual_players - 1)]) for threads in (1, 3)
    )
    for _ in range(4):
        on, again = batch.inputs(), shared.inputs()
        assert all(np.array_equal(one, other) for one, other in zip(on, again, strict=True))
        assert len(on.deal) == batch.counts.sum() == len(on.added_begin) - 1
        assert np.array_equal(np.bincount(on.deal), batch.counts)
        assert (on.deal[on.first] == np.arange(7)).all()
        assert (on.shared_begin[-1], on.added_begin[-1]) == (len(on.shared), len(on.added))
        for line in np.split(on.shared, on.shared_begin[1:-1]):
            assert len(line) == len(set(line.tolist())) > 0
            assert line.min() >= 0
            assert line.max() < inputs.size
        assert on.added.max() < inputs.size
        chosen = batch.counts - 1
        batch.step(chosen)
        shared.step(chosen)


def test_a_batch_is_not_changed_by_a_look():
    batch, other = Batch(GAN_DENG_YAN, 5, seed=1), Batch(GAN_DENG_YAN, 5, seed=1)
    for _ in range(10):
        batch.inputs()
        assert np.array_equal(batch.legal, other.legal)
        assert np.array_equal(batch.obs, other.obs)
        chosen = batch.counts // 2
        batch.step(chosen)
        other.step(chosen)
