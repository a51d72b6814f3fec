"""Vectors say all that records say, in entries with names, alike in both modes."""

import hashlib
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.forms import Axis, Count, Leaf, Number, OneOf, Part
from qipai.engine.game import Game
from qipai.engine.seats import SPECTATOR
from qipai.environments import encoding
from qipai.environments.encoding import SCALED, WHOLE, Layout
from qipai.environments.features import features_of
from qipai.environments.layouts import layouts
from qipai.environments.observing import observer
from qipai.games import GAMES, GAN_DENG_YAN, GOU_JI, find_game
from tests.test_architecture import ROOT

from .play import NAMES, TABLES, situations

ROOMS = tuple({game.room: game for game in GAMES.values()}.values())
EVERY = 13  # decisions from one look to the next; in deals of many hundreds more
LONG_DEALS = {"gou_ji": 101}


@pytest.mark.parametrize(("game", "variant", "players"), TABLES, ids=NAMES)
def test_a_vector_gives_every_fact_back(game: Game, variant: str, players: int) -> None:
    made, seen = layouts(game), game.new_observation()
    looks = situations(game, variant, players, seed=5, every=LONG_DEALS.get(game.room, EVERY))
    for look, (rules, state, _) in enumerate(looks):
        for seat in (look % players, SPECTATOR):
            game.observe(state, rules, seat, seen)
            assert_says_all(made.observation, seen)
        assert_says_all(made.state, state)


def assert_says_all(layout: Layout, record: object) -> None:
    whole = layout.encode(record, np.empty(layout.entries, WHOLE))
    scaled = layout.encode(record)
    too_much = np.flatnonzero(whole > layout.most)
    assert [f"{layout.names[entry]}: {whole[entry]}" for entry in too_much] == []
    assert layout.facts(layout.decode(scaled)) == layout.facts(record)
    assert (np.rint(scaled * layout.most) == whole).all()
    assert 0 <= scaled.min() <= scaled.max() <= 1


@pytest.mark.parametrize(("game", "variant", "players"), TABLES, ids=NAMES)
def test_the_vector_of_an_action_gives_it_back(game: Game, variant: str, players: int) -> None:
    layout = layouts(game).action
    for rules, state, pending in situations(game, variant, players, seed=6, every=LONG_DEALS.get(game.room, EVERY)):
        for seat in pending:
            actions = game.legal(state, rules, seat)[:40]
            lines = features_of(game, rules, np.array(actions, np.int64), SCALED)
            assert [layout.facts(layout.decode(line))["action"] for line in lines] == [[action] for action in actions]
            assert len({line.tobytes() for line in lines}) == len(actions)


def test_what_a_play_takes_from_the_hand_is_told() -> None:
    """§3.8 of Gan Deng Yan: 5-5-6-X as 55 66 takes two fives, a six and a joker."""
    game = GAN_DENG_YAN
    layout, rules = layouts(game).action, game.rules()
    action = game.notation.parse_action("5-5-6-6X", game.ruleset())
    (line,) = features_of(game, rules, np.array([action]), WHOLE)
    told = {name: int(entry) for name, entry in zip(layout.names, line, strict=True) if entry}
    assert told == {
        "action: kind dseq": 1,
        "action: rank 5": 1,
        "action: length": 2,
        "action: joker as 6": 1,
        "takes.count[5]": 2,
        "takes.count[6]": 1,
        "takes.count[B]": 1,
        "takes.cards": 4,
    }


@pytest.mark.parametrize("text", ["advise K K", "advise pass"])
def test_advice_has_a_vector(text: str) -> None:
    """§11.4 of Gou Ji: a set, or passing."""
    action = GOU_JI.notation.parse_action(text, GOU_JI.ruleset())
    layout = layouts(GOU_JI).action
    (line,) = features_of(GOU_JI, GOU_JI.rules(), np.array([action]), WHOLE)
    assert layout.facts(layout.decode(line))["action"] == [action]


@pytest.mark.parametrize("kind", [WHOLE, SCALED], ids=str)
@pytest.mark.parametrize("game", ROOMS, ids=lambda game: game.room)
def test_a_vector_that_no_record_writes_is_refused(game: Game, kind: np.dtype) -> None:
    """One entry is changed, and what is read is written again: it must be the same vector."""
    rules, seen, layout = game.rules(), game.new_observation(), layouts(game).observation
    game.observe(game.start(rules, game.setup(rules, game.usual_players), 5), rules, 0, seen)
    vector, random, refused = layout.encode(seen, np.empty(layout.entries, kind)), np.random.default_rng(7), 0
    for entry in random.choice(layout.entries, 60, replace=False):
        changed = vector.copy()
        changed[entry] = random.choice([0, 1, 2, 120] if kind == WHOLE else [0, 0.3, 0.5, 1, 7])
        try:
            again = layout.decode(changed)
        except QipaiError as error:
            refused += str(error).startswith("No record ")
        else:
            assert np.allclose(layout.encode(again, np.empty(layout.entries, kind)), changed)
    assert refused > 10


@pytest.mark.parametrize("game", ROOMS, ids=lambda game: game.room)
def test_blocks_are_named_and_shaped(game: Game) -> None:
    for layout in layouts(game)[:3]:
        assert len(set(layout.names)) == len(layout.names) == layout.entries
        vectors = np.arange(3 * layout.entries).reshape(3, -1)
        for name, block in layout.blocks.items():
            part = layout.part(vectors, name)
            assert part.shape == (3, *block.shape)
            assert np.shares_memory(part, vectors)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "says nothing of 'few'"),
        ({"few": Leaf(Count()), "other": Leaf(Count())}, "what the record has not: other"),
        ({"few": Leaf(Count(), (Axis(("a",)), Axis(("b",))))}, "has 1 axes, and the table of fields names 2"),
        ({"few": Leaf(Count(), (Axis(("a", "b", "c", "d")),))}, "more places of 'few' than there are"),
    ],
)
def test_a_table_that_does_not_fit_its_record_is_refused(fields: dict[str, Leaf | None], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Layout(np.dtype([("few", np.int8, 3)]), fields)


def test_numbers_below_zero_and_of_many_bytes_are_read() -> None:
    dtype = np.dtype([("seat", np.int8), ("far", np.int64, 2), ("near", np.int16)], align=True)
    layout = Layout(dtype, {"seat": Leaf(OneOf(("0", "1"), 0, -1)), "far": Leaf(Count(9, -3)), "near": Leaf(Count(300, 290))})
    record = np.zeros(1, dtype)
    record[0] = (-1, (-3, 7), 299)
    assert layout.encode(records.from_bytes(record.tobytes(), dtype), np.empty(5, WHOLE)).tolist() == [0, 0, 0, 10, 9]


@pytest.mark.parametrize("shifts", [(0, 4, 8), (8, 4, 0), (0, 4, 9), (0, 5, 9), (9, 4, 0), (3, 3, 3)])
def test_counts_lie_anywhere_in_a_number(shifts: tuple[int, ...]) -> None:
    """Side by side upwards and downwards, with gaps, and over each other."""
    number = 0b1_0110_0101_0011
    form = Number(tuple(Part(f"{place}", shift, 3, Count(7)) for place, shift in enumerate(shifts)))
    layout = Layout(np.dtype([("few", np.int64, 2)]), {"few": Leaf(form)})
    record = records.from_bytes(np.array([number, 0]).tobytes(), layout.dtype)
    assert layout.encode(record, np.empty(6, WHOLE)).tolist() == [*(number >> shift & 7 for shift in shifts), 0, 0, 0]


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_look_is_the_vector_of_an_observation(game: Game) -> None:
    seen, layout = game.new_observation(), layouts(game).observation
    for kind in (SCALED, WHOLE):
        vector, looks = np.empty(layout.entries, kind), 0
        for rules, state, pending in situations(
            game, "default", game.seats[-1], seed=4, every=LONG_DEALS.get(game.room, EVERY)
        ):
            look = observer(game, rules, vector)
            for seat in (*pending, SPECTATOR):
                look(state, seat)
                game.observe(state, rules, seat, seen)
                assert vector.tobytes() == layout.encode(seen, np.empty(layout.entries, kind)).tobytes()
                looks += 1
        assert looks > 1


def test_a_look_is_written_where_it_fits() -> None:
    entries = layouts(GAN_DENG_YAN).observation.entries
    fixed = np.empty(entries, SCALED)
    fixed.flags.writeable = False
    for wrong in (np.empty(entries - 1, SCALED), np.empty(entries), np.empty(2 * entries, SCALED)[::2], fixed, None):
        with pytest.raises(TypeError, match=rf"gan_deng_yan knows is written to an array of {entries} float32 or uint8"):
            observer(GAN_DENG_YAN, GAN_DENG_YAN.rules(), wrong)


@pytest.mark.parametrize("seat", [2.9, np.float32(0), True, "0", None, [0], 10**30, -2, 99], ids=repr)
def test_a_look_is_of_a_seat(seat: object) -> None:
    game = GAN_DENG_YAN
    state = game.start(game.rules(), game.setup(game.rules(), 2), 7)
    vector = np.empty(layouts(game).observation.entries, SCALED)
    look = observer(game, game.rules(), vector)
    look(state, np.int8(0))
    before = vector.tobytes()
    with pytest.raises(QipaiError, match=r"^A seat is a whole number from -1 to 5, not [^\n]{1,80}\.$"):
        look(state, seat)  # type: ignore[arg-type]
    assert vector.tobytes() == before


@pytest.mark.native
def test_a_look_compiles_nothing_for_an_array_without_axes() -> None:
    game = GAN_DENG_YAN
    state = game.start(game.rules(), game.setup(game.rules(), 2), 7)
    look = observer(game, game.rules(), np.empty(layouts(game).observation.entries, SCALED))
    with pytest.raises(QipaiError, match=r"seat is a whole number of 64 bits, not an array of int64"):
        look(state, np.array(0))  # type: ignore[arg-type]


@pytest.mark.native
def test_a_look_wants_rules_of_its_game() -> None:
    with pytest.raises(TypeError, match="gan_deng_yan wants writable records of its own"):
        observer(GAN_DENG_YAN, find_game("giog").rules(), np.empty(layouts(GAN_DENG_YAN).observation.entries, SCALED))


@pytest.mark.parametrize("columns", ["OFFSET, WIDTH", "REPEAT, STRIDE", "OUT, OUT_STRIDE"])
def test_the_picture_of_rows_shows_rows_of_a_game(columns: str) -> None:
    layout = layouts(GAN_DENG_YAN).observation
    (line,) = (line for line in (encoding.__doc__ or "").splitlines() if columns in line)
    drawn = [(int(one), int(other)) for one, other in re.findall(r"(\d+), (\d+)(?=  |$)", line)]
    rows = {row[encoding.OUT]: row for row in np.array(layout.tables[0]).reshape(-1, encoding.ROW).tolist()}
    shown = [rows[layout.blocks[name].begin] for name in ("hand.count", "owner")]
    assert drawn == [tuple(row[getattr(encoding, name)] for name in columns.split(", ")) for row in shown]


def digest() -> str:
    """Of the vectors of a deal of each game."""
    found = hashlib.sha256()
    for name in ("gan_deng_yan", "sangkrip"):
        game = find_game(name)
        seen = game.new_observation()
        for rules, state, pending in situations(game, "default", 3, seed=8, every=5):
            for seat in pending:
                game.observe(state, rules, seat, seen)
                found.update(layouts(game).observation.encode(seen).tobytes())
                actions = np.array(game.legal(state, rules, seat)[:20], np.int64)
                found.update(features_of(game, rules, actions, SCALED).tobytes())
    return found.hexdigest()


@pytest.mark.native
def test_both_modes_write_the_same() -> None:
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from tests.environments.test_encoding import digest; print(digest())"]
    assert subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip() == digest()
