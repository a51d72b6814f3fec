"""Nets in one call: a training, and nets and policies that sit down as bots."""

import doctest
import importlib
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import qipai
from qipai.bots import make_bot
from qipai.bots.nets import playing
from qipai.bots.nets.files import read_net
from qipai.bots.nets.playing import shipped_for
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.entry.deals import terms_of
from qipai.environments.course import Course
from qipai.environments.cutting import shortened
from qipai.games import GAN_DENG_YAN
from tests.environments.rooms import sampled

native = pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")


def scoring(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Choose by everything that a policy is given, as a network would, but in whole numbers."""
    weights = np.arange(features.shape[2]) * 7919 % 101
    scores = np.rint(features * 1000) @ weights + np.rint(obs * 100).sum(axis=1, keepdims=True) * np.arange(features.shape[1])
    return np.where(mask, scores % 1009, -1).argmax(axis=1)


@pytest.mark.parametrize("game", sampled)
def test_a_long_list_is_shortened_as_environments_shorten_it(game: Game) -> None:
    longest, cut = 3, 0
    course = Course(game, longest=longest)
    for seed in range(4):
        course.begin(seed)
        for number in range(60):
            if course.is_over():
                break
            whole = game.legal(course.state, course.rules, course.to_act())
            legal = course.legal(course.to_act())
            assert shortened(game, whole, longest) == legal
            cut += len(whole) > longest
            course.apply(course.to_act(), legal[number % len(legal)])
    assert cut > 5


@pytest.mark.native
@pytest.mark.parametrize("compact", [False, True])
def test_a_policy_chooses_alike_in_a_batch_and_as_a_bot(compact: bool) -> None:
    batch = qipai.batch("gan_deng_yan", deals=8, players=3, seed=3, candidates=6, compact=compact)
    bot, terms = qipai.net_bot(scoring, candidates=6, compact=compact), terms_of("gan_deng_yan", 3, "default", {})
    chosen = 0
    for _ in range(30):
        numbers = batch.ask(scoring)
        taken = batch.nth_legal(numbers, np.empty(len(batch), np.int64))
        for place, action in enumerate(taken):
            deal = qipai.OpenDeal(terms, None, None, batch.states[place : place + 1].copy())
            assert bot(deal.observe()) == action
            chosen += len(deal.legal) > 1
        batch.step(numbers)
    assert chosen > 50


def test_the_shipped_net_is_the_bot_of_that_name() -> None:
    net, named = qipai.net_bot("gan_deng_yan"), make_bot(GAN_DENG_YAN, "net", GAN_DENG_YAN.ruleset(), 0)
    deal = qipai.deal("gan_deng_yan", players=2, seed=7)
    while not deal.over:
        seen = deal.observe()
        action = net(seen)
        assert action == named.act(seen.record, seen.list_record(), None)
        deal.play(action)


def test_other_files_beside_the_shipped_nets_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "SHIPPED", tmp_path)
    for name in ("gan_deng_yan-x.npz", "gan_deng_yan-2 (1).npz", "gan_deng_yan-.npz"):
        (tmp_path / name).touch()
    assert shipped_for(GAN_DENG_YAN, 2) is None
    with pytest.raises(QipaiError, match=re.escape("No net is shipped for gan_deng_yan; `qipai.train` makes one.")):
        qipai.net_bot("gan_deng_yan")


def test_nets_meet_in_a_tournament_as_bots_by_name_do() -> None:
    file = shipped_for(GAN_DENG_YAN, 2)
    assert file is not None
    by_name = qipai.tournament("gan_deng_yan", ["net", "rule"], deals=3, players=2)
    for source in ("gan_deng_yan", GAN_DENG_YAN, file, str(file)):
        standings = qipai.tournament("gan_deng_yan", {"net": qipai.net_bot(source), "rule": "rule"}, deals=3, players=2)
        assert [one.points.mean for one in standings.comparison.contrasts] == [
            one.points.mean for one in by_name.comparison.contrasts
        ]


@native
@pytest.mark.slow
def test_a_training_in_one_call_goes_on_and_is_that_of_the_command(tmp_path: Path) -> None:
    terms = {"decisions": 5_000, "players": 2, "width": 32}
    first = qipai.train("gan_deng_yan", out=tmp_path / "one", **terms)
    again = qipai.train("gan_deng_yan", out=str(tmp_path / "one"), **terms)
    assert again.progress == first.progress
    assert read_net(first.net).digest == read_net(qipai.train("gan_deng_yan", out=tmp_path / "two", **terms).net).digest
    assert first.report.is_file()
    assert "decisions learned; against the rule of thumb it wins" in str(first)
    other = qipai.train("gan_deng_yan", out=tmp_path / "dmc", method="dmc", **terms)
    assert read_net(other.net).digest != read_net(first.net).digest
    with pytest.raises(QipaiError, match="holds another training: its trace is"):
        qipai.train("gan_deng_yan", out=tmp_path / "dmc", **terms)
    deal = qipai.deal("gan_deng_yan", players=2, seed=7)
    assert qipai.net_bot(tmp_path / "one")(deal.observe()) in deal.legal


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: qipai.train("giog", out="x", minutes=1, decisions=1), "give `minutes` or `decisions`, not both."),
        (lambda: qipai.train("giog", out="x", method="magic"), "One learns by mixed, dmc, soft, not by 'magic'."),
        (lambda: qipai.train("giog", out="x", players=9), "9"),
        (lambda: qipai.train("giog", out="x", blind="hand"), "a list of names of groups, not 'hand'."),
        (lambda: qipai.train("giog", out="x", blind=["sight"]), "and none called 'sight'."),
        (lambda: qipai.train("giog", out="x", decisions=0), "The number of decisions is a whole number from 1 on, not 0."),
        (lambda: qipai.net_bot("nowhere.npz"), "There is no net file nowhere.npz."),
        (lambda: qipai.net_bot("gan_deng_yan")(qipai.deal("giog").observe()), "plays gan_deng_yan, not giog"),
        (lambda: qipai.net_bot(lambda obs, features, mask: [99])(qipai.deal("giog").observe()), "gives the number of one of"),
        (lambda: qipai.net_bot(lambda obs, features, mask: 0)(qipai.deal("giog").observe()), "gives the number of one of"),
        (lambda: qipai.worlds(qipai.deal("giog").observe(), qipai.deal("sangkrip").rules), "These are not the rules"),
        (lambda: qipai.worlds(qipai.deal("giog").observe(), 4, 1), "the seed has its name"),
    ],
)
def test_bad_input_gets_a_sentence(
    asked: Callable[[], object], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(QipaiError, match=re.escape(sentence)):
        asked()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.native
@pytest.mark.parametrize("module", ["deals", "meetings", "learning"])
def test_examples_in_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"qipai.entry.{module}"))
    assert tried
    assert not failed


def test_worlds_may_be_asked_for_with_the_rules() -> None:
    deal = qipai.deal("gan_deng_yan", players=3, seed=7)
    with_rules = qipai.worlds(deal.observe(), deal.rules, 4, seed=1)
    assert [world.legal for world in with_rules] == [world.legal for world in qipai.worlds(deal.observe(), count=4, seed=1)]
    assert len(with_rules) == 4
