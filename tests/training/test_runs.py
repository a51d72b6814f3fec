"""Whole trainings: the same again for a seed, the same after a stop, and stronger than the rule of thumb."""

import io
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from qipai.bots.nets.choosing import inputs_of
from qipai.bots.nets.files import read_net
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import DOU_DIZHU, GAMES, GAN_DENG_YAN, GOU_JI
from qipai.training.actor import Actor, actor_of, strike
from qipai.training.checkpoints import CHECKPOINT, NET_FILE, PROGRESS, RunFolder
from qipai.training.matches import strength
from qipai.training.nets import new_net
from qipai.training.running import Training
from qipai.training.settings import Recipe, blind_to, net_named, read_names, read_pair, read_sizes, rival_named, width_for
from tests.training.test_net_files import a_net

native = pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")
SHORT = Recipe(game="gan_deng_yan", rules={}, players=(2, 3), decisions=30_000, lines=4096, width=32)


def begun(folder, recipe=SHORT):
    return Training(GAN_DENG_YAN, recipe, RunFolder(folder, recipe))


def finished(folder, recipe=SHORT):
    training = begun(folder, recipe)
    for _ in training.run():
        pass
    return training


@native
@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_gives_the_same_net_and_a_stop_changes_nothing(tmp_path, threads):
    recipe = Recipe(**{**{name: getattr(SHORT, name) for name in SHORT.__struct_fields__}, "threads": threads})
    whole = finished(tmp_path / "whole", recipe)
    assert read_net(tmp_path / "whole" / NET_FILE).digest == finished(tmp_path / "again", recipe).net_file.digest

    first, kept = begun(tmp_path / "stopped", recipe), 0
    for number, line in enumerate(first.run()):
        if line or number < 2:
            first.keep()
            kept = first.learned
        else:
            break  # as if it were killed: what came after the checkpoint is lost
    second = begun(tmp_path / "stopped", recipe)
    assert 0 < second.learned == kept < first.learned
    for _ in second.run():
        pass
    assert read_net(tmp_path / "stopped" / NET_FILE).digest == whole.net_file.digest
    assert all(np.array_equal(one, other) for one, other in zip(second.learner.first, whole.learner.first, strict=True))

    def strengths(folder):
        lines = (tmp_path / folder / PROGRESS).read_text().splitlines()
        return [(line["learned"], line["loss"], line["sizes"]) for line in map(json.loads, lines)]

    assert strengths("stopped") == strengths("whole")
    assert begun(tmp_path / "whole", recipe).finished


@native
@pytest.mark.slow
def test_the_command_trains_is_killed_and_goes_on(tmp_path):
    words = [Path(sys.executable).with_name("qipai"), "train", "gan_deng_yan", "--players", "2", "--width", "16", "--json"]
    words += ["--decisions", "60000", "--out", str(tmp_path)]
    killed = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path)
    assert killed.stdout
    with killed.stdout:
        assert json.loads(killed.stdout.readline())["learned"] >= 60000 / 13
        killed.kill()
        killed.wait()
    kept = (tmp_path / CHECKPOINT).read_bytes()  # what was measured is kept
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout.splitlines()[-1])["learned"] >= 60000
    assert (
        len((tmp_path / PROGRESS).read_text().splitlines()) == len(done.stdout.splitlines()) + 1
    )  # the first line is of the killed run
    assert (tmp_path / CHECKPOINT).read_bytes() != kept
    assert {path.name for path in tmp_path.iterdir()} >= {NET_FILE, CHECKPOINT, PROGRESS, "report.html", "settings.json"}
    assert read_net(tmp_path / NET_FILE).about.players == [2]


@native
@pytest.mark.slow
def test_what_an_actor_writes_down_is_what_the_net_thinks(tmp_path):
    training = begun(tmp_path)
    actor, net = training.actors[0], training.learner.net
    lines = actor.collect(net, 5.0, (1.0, 1.0), 0.5, 0.2)
    book = actor.book
    assert lines >= 4096
    assert 0.15 < book.explored[:lines].mean() < 0.25
    for line in range(0, lines, 37):
        rows = book.rows[line, : book.on[line]]
        hidden = np.maximum(net.inputs_bias + net.inputs[rows].sum(axis=0), 0) @ net.second + net.second_bias
        found = np.maximum(hidden, 0) @ net.heads + net.heads_bias
        if book.explored[line]:
            assert found.sum() <= book.values[line].sum() + 1e-4
        else:
            np.testing.assert_allclose(found, book.values[line], rtol=1e-3, atol=1e-4)


@native
@pytest.mark.slow
@pytest.mark.parametrize(("rivals", "sides"), [(0.0, {2}), (1.0, {1}), (0.5, {1, 2})])
def test_against_rivals_one_side_is_the_nets_and_nothing_is_written_down_for_the_others(rivals, sides):
    """In deals against the rule of thumb a book has the decisions of one side, which is drawn; in the others those of both."""
    game = GAMES["gan_deng_yan"]
    actor = Actor(game, game.ruleset(), (2,), 1, 1, 16)
    net, seen = new_net(inputs_of(game).size, 16, 1), []
    for _ in range(60):  # a deal each
        lines = actor.collect(net, 5.0, (1.0, 1.0), 0.5, 0.0, rivals)
        seen.append(frozenset(actor.book.seats[:lines].tolist()))
    assert set(map(len, seen)) == sides
    assert frozenset().union(*seen) == {0, 1}
    if 1 in sides:
        assert {0} in seen
        assert {1} in seen


@native
def test_a_net_is_as_good_as_itself_and_better_than_one_that_has_learned_nothing(tmp_path):
    """Against itself duplicate deals are the same at both tables, so that it wins exactly half of them."""
    learned, ruleset = rival_named(GAN_DENG_YAN, "net", (2,)), GAN_DENG_YAN.ruleset()
    assert learned
    new = begun(tmp_path).net_file
    for net, rival, low, high in ((learned, learned, 0.5, 0.5), (learned, new, 0.8, 1.0), (new, learned, 0.0, 0.2)):
        found = strength(GAN_DENG_YAN, ruleset, 2, net, 40, session=4, rival=rival)
        assert low <= found.wins.mean <= high
    assert strength(GAN_DENG_YAN, ruleset, 2, learned, 40, session=4, rival=learned).points.mean == 0


@native
@pytest.mark.slow
def test_what_a_net_learns_depends_on_its_rival(tmp_path):
    """Two trainings that differ in the rival alone begin with the same deals, and end as different nets."""
    against = rival_named(GAN_DENG_YAN, "net", (2,))
    nets = []
    for rival in (None, against, against):
        recipe = Recipe("gan_deng_yan", {}, (2,), width=16, decisions=8_000, rivals=1.0, against=rival.digest if rival else "")
        training = Training(GAN_DENG_YAN, recipe, RunFolder(tmp_path / str(len(nets)), recipe), rival=rival)
        for _ in training.run():
            pass
        nets.append(training.net_file.digest)
    assert nets[1] == nets[2] != nets[0]
    other = Recipe("gan_deng_yan", {}, (2,), width=16, decisions=8_000, rivals=1.0)
    with pytest.raises(QipaiError, match=f"its against is {against.digest!r} and not ''"):
        RunFolder(tmp_path / "1", other)


def test_a_rival_is_the_rule_of_thumb_or_a_net():
    assert rival_named(GAN_DENG_YAN, "rule", (2,)) is None
    assert rival_named(GAN_DENG_YAN, "net", (2,)).about.players == [2]
    for name in ("easy", "net/2"):
        with pytest.raises(QipaiError, match=rf"^A net is called net or net:FILE here, not '{name}'"):
            rival_named(GAN_DENG_YAN, name, (2,))
    with pytest.raises(QipaiError, match=r"^There is no net file '/nowhere\.npz'"):
        rival_named(GAN_DENG_YAN, "net:/nowhere.npz", (2,))


@native
@pytest.mark.slow
def test_a_net_learns_on_where_another_has_stopped(tmp_path):
    """After no decision at all it plays as the net that it began with; the folder keeps to that, and to its width."""
    shipped = net_named(GAN_DENG_YAN, "net", (2,))
    width = width_for(None, shipped)
    recipe = Recipe("gan_deng_yan", {"decks": "2"}, (2,), width=width, begun=shipped.digest)
    training = Training(GAN_DENG_YAN, recipe, RunFolder(tmp_path / "on", recipe), begun=shipped)
    for learned, kept in zip(training.net_file.weights[1:], shipped.weights[1:], strict=True):  # but for inputs never seen
        assert np.array_equal(learned, kept)
    assert training.net_file.about.rules == {"decks": "2"}
    with pytest.raises(QipaiError, match=f"its begun is {shipped.digest!r} and not ''"):
        RunFolder(tmp_path / "on", Recipe("gan_deng_yan", {"decks": "2"}, (2,), width=width))


@pytest.mark.parametrize("wrong", ["width", "game"])
def test_a_training_that_is_refused_leaves_no_folder(tmp_path, wrong):
    recipe = Recipe("gan_deng_yan", {}, (2,), width=16, begun="net")
    begun = net_named(GAMES["giog"], "net", (2,)) if wrong == "game" else net_named(GAN_DENG_YAN, "net", (2,))
    with pytest.raises(QipaiError, match=r"needs the compiled rules|plays giog|has 256 units, and 16 are asked for"):
        Training(GAN_DENG_YAN, recipe, RunFolder(tmp_path / "run", recipe), begun=begun)
    assert not (tmp_path / "run").exists()


@native
@pytest.mark.slow
def test_partners_whose_side_forms_in_the_deal_win_together():
    """By the most points two winning peasants would share the win, and one of them who has doubled would have it alone."""
    actor = Actor(DOU_DIZHU, DOU_DIZHU.ruleset(), (3,), 1, 4096, 16)
    lines = actor.collect(new_net(inputs_of(DOU_DIZHU).size, 16, 1), 4.0, (1.0, 1.0), trace=1.0, explores=0.0)
    points, won = actor.book.targets[:lines].T
    assert set(won) == {-1.0, 1.0}
    assert (np.sign(points) == won).all()
    doublings = np.abs(points) * 4.0
    assert (doublings == np.rint(doublings)).all()
    assert doublings.min() >= 1
    assert len(set(doublings)) > 3


@native
@pytest.mark.slow
def test_who_plays_to_be_ahead_learns_of_how_many_others_it_was():
    """Of four players who has more points than one and fewer than two learns -1/3; in Gou Ji the others are one team."""
    told = set()
    for game, players, sides in (("gan_deng_yan", 4, [[0], [1], [2], [3]]), ("gou_ji", 6, [[0, 2, 4], [1, 3, 5]])):
        actor = actor_of(GAMES[game], Recipe(game, {}, (players,), lines=1, width=16, aim="places"), 0)
        net = new_net(inputs_of(GAMES[game]).size, 16, 1)
        for _ in range(8):  # a deal each
            lines = actor.collect(net, 5.0, (1.0, 1.0), trace=1.0, explores=0.0)
            points = [actor.desk["result"]["points"][0][side].sum() for side in sides]
            for seat, (standing, _) in zip(actor.book.seats[:lines], actor.book.targets[:lines], strict=True):
                ours = next(place for place, side in enumerate(sides) if seat in side)
                others = np.delete(points, ours)
                assert standing == pytest.approx(np.sign(points[ours] - others).mean())
                told.add(round(float(standing), 2))
    assert {-1.0, -0.33, 0.33, 1.0} <= told


@native
@pytest.mark.slow
def test_half_a_minute_of_training_beats_the_rule_of_thumb_at_gan_deng_yan(tmp_path):
    """2.4 million decisions take half a minute of a core that has nothing else to do."""
    recipe = Recipe(game="gan_deng_yan", rules={}, players=(2,), decisions=2_400_000, aim="wins")
    found = finished(tmp_path, recipe).progress[-1]["sizes"]["2"]
    assert found["deals"] > 8000
    assert found["wins_low"] > 0.56


def test_a_folder_keeps_to_one_training(tmp_path):
    RunFolder(tmp_path, SHORT).begin()
    other = Recipe(game="gan_deng_yan", rules={}, players=(2,), seed=2)
    with pytest.raises(QipaiError, match="holds another training: its players is"):
        RunFolder(tmp_path, other)
    held = json.loads((tmp_path / "settings.json").read_text())
    del held["temperature"]  # as it was written before there was any
    (tmp_path / "settings.json").write_text(json.dumps(held))
    RunFolder(tmp_path, SHORT)
    with pytest.raises(QipaiError, match=r"its temperature is 0\.0 and not 0\.3"):
        RunFolder(tmp_path, msgspec.structs.replace(SHORT, temperature=0.3))
    for foreign in (b"no JSON", b"[1,2]", '{"game": "é"}'.encode("latin-1")):
        (tmp_path / "settings.json").write_bytes(foreign)
        with pytest.raises(QipaiError, match="cannot be read"):
            RunFolder(tmp_path, SHORT)


def test_hidden_inputs_are_struck_and_the_others_keep_their_order():
    rows, on = np.array([[5, 1, 4, 2], [4, 4, 0, 9], [1, 2, 3, 9]], np.uint16), np.array([4, 2, 3])
    hidden = np.zeros(10, bool)
    hidden[[1, 4]] = True
    strike(rows, on, 2, hidden)
    assert on.tolist() == [2, 0, 3]
    assert rows[0, :2].tolist() == [5, 2]
    assert rows[2].tolist() == [1, 2, 3, 9]


def test_a_net_from_chance_does_not_see_late_groups_and_one_that_learns_on_does():
    assert blind_to(GOU_JI, None, None) == ("played",)
    assert blind_to(GOU_JI, None, a_net(GOU_JI)) == blind_to(GOU_JI, [], None) == blind_to(GAN_DENG_YAN, None, None) == ()
    assert blind_to(GOU_JI, read_names(" unseen, left,"), None) == ("unseen", "left")
    with pytest.raises(QipaiError, match=r"has the inputs hand, unseen, .*, and none called 'sight'"):
        blind_to(GOU_JI, ["sight"], None)


@native
@pytest.mark.slow
def test_a_blind_net_has_no_weights_for_what_it_does_not_see(tmp_path):
    recipe = msgspec.structs.replace(SHORT, decisions=10_000, blind=("unseen",))
    first = finished(tmp_path / "blind", recipe).net_file
    on = msgspec.structs.replace(SHORT, decisions=5_000, begun=first.digest)
    training = Training(GAN_DENG_YAN, on, RunFolder(tmp_path / "on", on), begun=first)
    for _ in training.run():
        pass
    for net, sees in ((first, False), (training.net_file, True)):
        weights = {
            group.name: net.weights[0][group.begin : group.begin + group.size] for group in inputs_of(GAN_DENG_YAN).groups
        }
        assert weights["hand"].any()
        assert weights["unseen"].any() == sees


def test_a_damaged_checkpoint_is_named(tmp_path):
    folder = RunFolder(tmp_path, SHORT)
    assert folder.load() is None
    zipped = io.BytesIO()
    np.savez_compressed(zipped, told=np.zeros(1000, np.uint8))
    whole = zipped.getvalue()
    for data in (
        b"half of it",
        *(bytes([*whole[:place], whole[place] ^ 64, *whole[place + 1 :]]) for place in range(len(whole))),
    ):
        (tmp_path / CHECKPOINT).write_bytes(data)
        with pytest.raises(QipaiError, match=r"checkpoint\.npz is damaged"):
            folder.load()


def test_progress_after_the_checkpoint_and_half_lines_are_forgotten(tmp_path):
    folder = RunFolder(tmp_path, SHORT)
    told = {"part": 0.5, "seconds": 1.0, "learned": 9, "decisions": 10, "loss": [0.5, 0.5], "sizes": {"2": {"wins": 0.5}}}
    lines = [{"iteration": number, **told} for number in range(4)]
    foreign = [b"12", b'{"a": 1}', '{"note": "\xe9"}'.encode("latin-1")]
    (tmp_path / PROGRESS).write_bytes(b"\n".join([*foreign, *(json.dumps(line).encode() for line in lines), b'{"iterat']))
    assert folder.measured(2) == lines[:3]
    assert folder.measured() == lines[:3]


def test_settings_that_make_no_sense_are_refused():
    for change, sentence in (
        ({"aim": "glory"}, "One aims at points, wins, both"),
        ({"width": 30}, "a multiple of 4"),
        ({"threads": 0}, "1 to 64 threads"),
        ({"seed": -1}, "seed of a training"),
        ({"rivals": 1.5}, "from 0 to 1, and 1.5 is not"),
        ({"explore": (0.1, 2.0)}, "from 0 to 1, and 2 is not"),
        ({"explore": (float("nan"), 0.1)}, "from 0 to 1, and nan is not"),
        ({"rate": (0.0, 0.1)}, "above 0 and at most 1, and 0 is not"),
        ({"players": ()}, "at least one number of players"),
    ):
        with pytest.raises(QipaiError, match=sentence):
            Recipe(**{"game": "gan_deng_yan", "rules": {}, "players": (2,), **change}).check()
    assert read_sizes(GAN_DENG_YAN, None) == (4,)
    assert read_sizes(GAN_DENG_YAN, "2, 6") == (2, 6)
    for text in ("two", "2,2", "7"):
        with pytest.raises(QipaiError):
            read_sizes(GAN_DENG_YAN, text)
    assert read_pair("0.1,0.03", (1.0, 1.0)) == (0.1, 0.03)
    assert read_pair(None, (0.5, 0.25)) == (0.5, 0.25)
    for text in ("0.1", "1,2,3", "a,b"):
        with pytest.raises(QipaiError, match=r"written as 0\.1,0\.03"):
            read_pair(text, (1.0, 1.0))


@pytest.mark.skipif(NATIVE, reason="what the interpreter says")
def test_training_wants_compiled_rules(tmp_path):
    with pytest.raises(QipaiError, match=r"needs the compiled rules"):
        begun(tmp_path)
