"""Nets of mini packs: refused where another pack is dealt, and how well a player can be beaten."""

import pytest

from benchmarks.exploitability import Tree
from qipai.bots import make_bot
from qipai.bots.nets.files import write_net
from qipai.bots.nets.playing import NetBot
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.training.actor import new_desk
from qipai.training.settings import read_pack, read_sizes
from tests.training.test_net_files import a_net


@pytest.mark.parametrize(("name", "gap"), [("gan_deng_yan", 0.6667), ("dou_dizhu", 2.6667)])
def test_uniform_play_is_as_far_from_an_equilibrium_as_openspiel_says(name, gap):
    """`pyspiel.nash_conv` on the trees that its exporter wrote gave these numbers, which docs/learners.md lists."""
    tree = Tree(GAMES[name], "2x2x1")
    assert tree.nash_conv(tree.uniform()) == pytest.approx(gap, abs=5e-5)


def test_a_net_plays_with_the_pack_that_it_learned_and_no_other(tmp_path):
    ruleset, file = GAN_DENG_YAN.ruleset(), tmp_path / "a.npz"
    write_net(file, a_net(GAN_DENG_YAN, pack="3x2x1", players=[2]))
    NetBot(GAN_DENG_YAN, ruleset, 1, file, 0, "3x2x1")
    with pytest.raises(QipaiError, match="with the mini pack 3x2x1, and here one plays with the whole pack"):
        make_bot(GAN_DENG_YAN, f"net:{file}", ruleset, 1)
    with pytest.raises(QipaiError, match="with the mini pack 3x2x1, and here one plays with the usual mini pack"):
        NetBot(GAN_DENG_YAN, ruleset, 1, file, 0, "mini")
    whole = tmp_path / "whole.npz"
    write_net(whole, a_net(GAN_DENG_YAN))
    with pytest.raises(QipaiError, match="with the whole pack, and here one plays with the mini pack 3x2x1"):
        NetBot(GAN_DENG_YAN, ruleset, 1, whole, 0, "3x2x1")


def test_a_mini_pack_says_how_many_play():
    assert [read_pack(False, ""), read_pack(True, ""), read_pack(True, "3x2x1")] == ["", "mini", "3x2x1"]
    assert read_sizes(GAN_DENG_YAN, None, "mini") == read_sizes(GAN_DENG_YAN, "2", "3x2x1") == (2,)
    with pytest.raises(QipaiError, match="is for 2 players, not 4"):
        read_sizes(GAN_DENG_YAN, "4", "mini")
    with pytest.raises(QipaiError, match="ask for --mini"):
        read_pack(False, "3x2x1")


@pytest.mark.skipif(not NATIVE, reason="desks hold compiled records; QIPAI_RULES=native runs it")
def test_a_mini_pack_begins_as_it_says():
    """Luk Fu's has 24 pieces that are drawn first and eight actions before the first decision."""
    desk = new_desk(GAMES["luk_fu"], GAMES["luk_fu"].ruleset(), [3], 1, 8, "mini")
    assert [int(desk[name][0]) for name in ("mini", "session", "first_count", "opening_count")] == [1, 1, 24, 8]
