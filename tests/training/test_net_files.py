"""Net files and the bots that play them: the same choices everywhere, and a sentence for what does not fit."""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path

import msgspec
import numpy as np
import pytest

from qipai.bots import answer, check_bot, make_bot
from qipai.bots.nets import playing
from qipai.bots.nets.choosing import HEADS, ONE, SECOND, add_rows, inputs_of, score_whole, workspace
from qipai.bots.nets.files import (
    FORM,
    LARGEST,
    NAMES,
    TYPES,
    About,
    NetFile,
    in_whole_numbers,
    read_net,
    weight_shapes,
    write_net,
)
from qipai.bots.nets.playing import SHIPPED, fits, sizes_of
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import read_buffer
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.games import GAMES, GAN_DENG_YAN, GOU_JI
from qipai.training.settings import WIDEST
from tests.test_architecture import ROOT


def a_net(plays, width=8, **told):
    """A net of random weights."""
    random = np.random.default_rng(7)
    weights = [
        random.integers(-900, 900, shape).astype(kind)
        for shape, kind in zip(weight_shapes(inputs_of(plays).size, width), TYPES, strict=True)
    ]
    about = About(FORM, plays.name, plays.rules_version, {}, list(plays.seats), inputs_of(plays).digest, 5.0, [1.0, 0.5], {})
    return NetFile(msgspec.structs.replace(about, **told), tuple(weights))


@pytest.fixture
def file(tmp_path):
    write_net(tmp_path / "a.npz", a_net(GAN_DENG_YAN))
    return tmp_path / "a.npz"


def test_a_file_holds_what_was_written(file):
    net, again = a_net(GAN_DENG_YAN), read_net(file)
    assert again.about == net.about
    assert all(np.array_equal(one, other) for one, other in zip(net.weights, again.weights, strict=True))
    assert again.digest == net.digest
    assert again.mix.tolist() == [100, 50]
    assert [path.name for path in file.parent.iterdir()] == ["a.npz"]


def test_weights_are_rounded_to_parts_of_1024():
    arrays = [np.full(shape, 0.3, np.float32) for shape in weight_shapes(5, 4)]
    whole = in_whole_numbers(tuple(arrays))
    assert [int(array.flat[0]) for array in whole] == [307, 307, 307, 314573, 307, 314573]
    assert in_whole_numbers((arrays[0] * 1000, *arrays[1:]))[0].max() == 32767


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"game": "giog"}, "plays giog, not gan_deng_yan"),
        ({"rules_version": 1}, "version 1 of the rules; they are at 2"),
        ({"inputs": "0" * 16}, "other inputs"),
        ({"rules": {"decks": "2"}}, "learned decks=2, and here one plays the default rules"),
        ({"form": "another"}, "no net file of this version"),
        ({"mix": [1.0]}, "no net file of this version"),
        ({"mix": [1.0, 1e300]}, "no net file of this version"),
        ({"scale": 0.0}, "no net file of this version"),
        ({"temperature": -0.5}, "no net file of this version"),
        ({"temperature": 1e300}, "no net file of this version"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_with_a_sentence(tmp_path, told, sentence):
    write_net(tmp_path / "a.npz", a_net(GAN_DENG_YAN, **told))
    with pytest.raises(QipaiError, match=sentence):
        make_bot(GAN_DENG_YAN, f"net:{tmp_path / 'a.npz'}", GAN_DENG_YAN.ruleset(), 1)


def test_a_net_plays_the_rules_that_it_learned_and_no_others(file):
    make_bot(GAN_DENG_YAN, f"net:{file}", GAN_DENG_YAN.ruleset(), 1)
    with pytest.raises(QipaiError, match="learned the default rules, and here one plays decks=2"):
        make_bot(GAN_DENG_YAN, f"net:{file}", GAN_DENG_YAN.ruleset(decks=2), 1)


def test_a_net_sits_only_at_tables_of_the_sizes_that_it_learned(tmp_path):
    """One of two players decided at four without a word."""
    write_net(tmp_path / "a.npz", a_net(GAN_DENG_YAN, players=[2, 3]))
    name = f"net:{tmp_path / 'a.npz'}"
    for players, learned in ((2, True), (3, True), (4, False)):
        rules = GAN_DENG_YAN.rules()
        state, actions, observation = (
            GAN_DENG_YAN.start(rules, GAN_DENG_YAN.setup(rules, players), 5), GAN_DENG_YAN.new_actions(), GAN_DENG_YAN.new_observation()
        )  # fmt: skip
        seat = GAN_DENG_YAN.to_act(state)
        GAN_DENG_YAN.legal_actions(state, rules, seat, actions)
        GAN_DENG_YAN.observe(state, rules, seat, observation)
        bot = make_bot(GAN_DENG_YAN, name, GAN_DENG_YAN.ruleset(), 1)
        if learned:
            assert GAN_DENG_YAN.is_legal(state, rules, seat, bot.act(observation, actions, None))
        else:
            with pytest.raises(QipaiError, match="learned gan_deng_yan with 2 and 3 players, and here are 4"):
                bot.act(observation, actions, None)


def test_of_a_file_with_a_wrong_byte_there_is_a_sentence_or_the_net(file, tmp_path):
    """Or another mixture of it, where the byte is one of those that nothing counts."""
    whole = file.read_bytes()
    refused = 0
    for place in range(0, len(whole), 31):
        for bit in (1, 64):
            damaged = bytearray(whole)
            damaged[place] ^= bit
            (tmp_path / "damaged.npz").write_bytes(damaged)
            try:
                again = read_net(tmp_path / "damaged.npz")
            except QipaiError as error:
                refused += "is no net file of" in str(error)
            else:
                assert again.digest == read_net(file).digest
    assert refused > len(whole) / 31


def test_a_master_sits_where_its_file_says_that_it_has_learned(tmp_path, monkeypatch):
    monkeypatch.setattr("qipai.bots.nets.playing.SHIPPED", tmp_path)
    write_net(tmp_path / "gan_deng_yan-3,5,6.npz", a_net(GAN_DENG_YAN, players=[3, 5]))
    ruleset = GAN_DENG_YAN.ruleset()
    # Six is in the name alone.
    assert [size for size in GAN_DENG_YAN.seats if fits(GAN_DENG_YAN, size, ruleset)] == [3, 5]


def test_what_is_no_net_file_is_refused_with_a_sentence(tmp_path):
    for name, data in (("text.npz", b"hello"), ("empty.npz", b""), ("cut.npz", b"PK\x03\x04broken")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(QipaiError, match="is no net file of qipai"):
            read_net(tmp_path / name)
    np.savez(tmp_path / "pickle.npz", about=np.array([{"a": 1}], object))
    with pytest.raises(QipaiError, match="is no net file of qipai"):
        read_net(tmp_path / "pickle.npz")
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(QipaiError, match="is no net file of qipai"):
        read_net(tmp_path / "array.npy")
    net = a_net(GAN_DENG_YAN)
    told = np.frombuffer(msgspec.json.encode(net.about), np.uint8)
    arrays = dict(zip(NAMES, net.weights, strict=True))
    np.savez(tmp_path / "shape.npz", about=told, **{**arrays, "heads": np.zeros((SECOND, HEADS + 1), np.int16)})
    with pytest.raises(QipaiError, match="no net file of this version"):
        read_net(tmp_path / "shape.npz")
    np.savez_compressed(tmp_path / "bomb.npz", about=told, **{**arrays, "inputs": np.zeros((1000, 9000), np.int16)})
    assert (tmp_path / "bomb.npz").stat().st_size < 1 << 20
    with pytest.raises(QipaiError, match="larger than a net file may be"):
        read_net(tmp_path / "bomb.npz")
    (tmp_path / "large.npz").write_bytes(b"0" * (LARGEST + 1))
    for nowhere in ("nowhere.npz", "large.npz/inside.npz", "x" * 300):
        with pytest.raises(QipaiError, match="There is no net file"):
            check_bot(f"net:{tmp_path / nowhere}")
    with pytest.raises(QipaiError, match="larger than a net file may be"):
        read_net(tmp_path / "large.npz")


def test_the_widest_net_of_the_game_with_the_most_inputs_fits_into_a_file(tmp_path):
    net = a_net(max(GAMES.values(), key=lambda game: inputs_of(game).size), width=WIDEST)
    write_net(tmp_path / "wide.npz", net)
    assert read_net(tmp_path / "wide.npz").digest == net.digest
    inputs = len(net.weights[0]) * 3 // 2
    wider = net._replace(
        weights=tuple(np.zeros(shape, kind) for shape, kind in zip(weight_shapes(inputs, WIDEST), TYPES, strict=True))
    )
    with pytest.raises(QipaiError, match=r"^This net takes 2\d{7} bytes, and a file may have 16777216: train a narrower one"):
        write_net(tmp_path / "wider.npz", wider)


def test_the_largest_weights_of_the_widest_net_overflow_nothing():
    """Worked out in Python's whole numbers, which have no end."""
    most = max(inputs_of(game).most for game in GAMES.values() if game.chooser)
    assert most <= 1024
    largest = np.iinfo(np.int16).max
    net = tuple(
        np.full(shape, largest if kind == np.int16 else 0, kind)
        for shape, kind in zip(weight_shapes(1, WIDEST), TYPES, strict=True)
    )
    sums, _, hidden, outs, _ = workspace(GOU_JI, WIDEST, whole=True)
    out = outs[0]
    add_rows(net[0], np.zeros(1024, np.uint16), 0, 1024, sums)
    score_whole(net, sums, hidden, out)
    first = 1024 * largest
    second = WIDEST * first * largest
    assert (sums[0], hidden[0], out[0]) == (first, second, SECOND * (second >> ONE) * largest)


def value_of(net, rows):
    """What a net thinks of the inputs that are on, worked out with arrays."""
    inputs, bias, second, second_bias, heads, heads_bias = (array.astype(np.int64) for array in net.weights)
    hidden = np.maximum(bias + inputs[rows].sum(axis=0), 0) @ second + second_bias
    return int(((np.maximum(hidden, 0) >> ONE) @ heads + heads_bias) @ net.mix)


def play(game, players, file, seed):
    """A deal between nets: each decision with what the net thinks of the candidates, by hand."""
    ruleset, rules, net, inputs = game.ruleset(), game.rules(), read_net(file), inputs_of(game)
    state, actions, observation, listed = (
        game.start(rules, game.setup(rules, players), seed),
        game.new_actions(),
        game.new_observation(),
        game.new_actions(),
    )
    bots = [make_bot(game, f"net:{file}", ruleset, seat) for seat in range(players)]
    opened, parts = records.opened, records.opened(records.new(game.vectors.action.dtype))
    while not game.is_over(state):
        seat = game.to_act(state)
        game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        action = bots[seat].act(observation, actions, None)
        assert game.is_legal(state, rules, seat, action)
        look = opened(observation)
        count = inputs.candidates(look, opened(rules), opened(listed))
        if count != BY_RULE:
            chosen = opened(actions if count == ALL_LEGAL else listed)
            rows = np.zeros(inputs.most, np.uint16)
            shared, thought = inputs.write_state(look, opened(rules), rows), inputs.consider(look, opened(rules))
            values = []
            for number in range(int(chosen.count)):
                end = inputs.write_action(look, opened(rules), thought, int(chosen.list[number]), parts, rows, shared)
                values.append(value_of(net, rows[:end]))
            yield action, [int(chosen.list[number]) for number in range(len(values))], values
        game.apply_action(state, rules, seat, action)


def test_the_bot_takes_the_candidate_that_the_net_values_most(file):
    decisions = [found for seed in range(6) for found in play(GAN_DENG_YAN, 3, file, seed)]
    for action, candidates, values in decisions:
        assert action == candidates[int(np.argmax(values))]
    assert sum(len(values) > 2 for _, _, values in decisions) > 15
    assert len({value for _, _, values in decisions for value in values}) > 100


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.npz")), ids=lambda file: file.stem)
def test_the_shipped_nets_take_what_they_value_most(file):
    """The bot's whole numbers are those of arrays, interpreted or compiled, so it plays the same on every machine."""
    net = read_net(file)
    deals = (play(GAMES[net.about.game], net.about.players[0], file, seed) for seed in count())
    found = islice(chain.from_iterable(deals), 12)
    chosen = [(action, candidates[int(np.argmax(values))]) for action, candidates, values in found]
    assert all(action == best for action, best in chosen)


PLAYED = """
import sys
from tests.training.test_net_files import play
from qipai.games import GAN_DENG_YAN
from pathlib import Path
print([action for action, *_ in play(GAN_DENG_YAN, 2, Path(sys.argv[1]), 4)])
"""


@pytest.mark.slow
def test_compiled_and_interpreted_rules_choose_the_same(file):
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAYED, str(file)], cwd=ROOT, env=env_with(mode), capture_output=True, text=True, check=True
        ).stdout
        for mode in ("plain", "native")
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 30


def env_with(mode):
    return {**os.environ, "QIPAI_RULES": mode, "PYTHONPATH": str(ROOT)}


def test_a_net_answers_the_same_in_another_process_as_in_this_one(file):
    game, ruleset = GAN_DENG_YAN, GAN_DENG_YAN.ruleset()
    rules = game.rules()
    state, actions, observation = game.start(rules, game.setup(rules, 3), 5), game.new_actions(), game.new_observation()
    seat = game.to_act(state)
    count = game.legal_actions(state, rules, seat, actions)
    game.observe(state, rules, seat, observation)
    legal = [int(action) for action in read_buffer(actions, count)]
    name = f"net:{file}"
    sent = answer(game, name, {}, records.to_bytes(observation), legal, seed=9)
    assert sent == make_bot(game, name, ruleset, 9).act(observation, actions, None)


@pytest.mark.parametrize(
    "game",
    [GAMES["giog"], GAMES["luk_fu"], GAMES["dou_dizhu"], GOU_JI, replace(GAMES["giog"], inputs=None)],
    ids=["giog", "luk_fu", "dou_dizhu", "gou_ji", "from_fields"],
)
def test_every_game_can_be_played_by_a_net(tmp_path, game):
    write_net(tmp_path / "a.npz", a_net(game))
    assert sum(1 for seed in range(3) for _ in play(game, game.seats[-1], tmp_path / "a.npz", seed)) > 5


def test_a_game_without_a_shipped_net_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "SHIPPED", tmp_path)
    with pytest.raises(QipaiError, match="No net is shipped for tamcuc"):
        make_bot(GAMES["tamcuc"], "net", GAMES["tamcuc"].ruleset(), 1)


def test_the_nets_of_the_package_fit_its_games():
    for path in sorted(Path(SHIPPED).glob("*.npz")):
        net = read_net(path)
        net.check(GAMES[net.about.game], GAMES[net.about.game].ruleset())
        assert path.name.startswith(f"{net.about.game}-")
        assert (
            set() < set(sizes_of(path)) <= set(net.about.players)
        )  # it may have learned a size for which another net is shipped
        assert path.stat().st_size < 1 << 20
