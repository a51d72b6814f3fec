"""A record that is declared is the one that would be written out by hand, and so are the functions that come with it."""

import random
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from qipai.engine import records, schema
from qipai.engine.compiling import NATIVE
from qipai.engine.deriving import agreeing, clearing, copying, matching, restoring, showing, turning
from qipai.engine.forms import Count, Number, OneOf, Part, Tally
from qipai.engine.game import Game
from qipai.engine.schema import HIDDEN, PUBLIC, WORKSPACE, Record, leaves, sentence
from qipai.engine.seats import NOBODY, SPECTATOR
from qipai.environments.encoding import Layout
from qipai.games import GAMES

SEATS, MARKS, RANKS = 4, 3, ("7", "8", "9")
SET = Number((Part("rank", 0, 4, OneOf(RANKS, 1, 0)), Part("size", 4, 3, Count(4)), Part("joker as", 8, 8, Tally(RANKS, 1, 2))))


class Mark(Record, seats=SEATS):
    seat = schema.seat("§1 who made it", default=0)
    size = schema.count(200, "§2 how big it is")


class Public(Record, seats=SEATS, public=True):
    """What all may know."""

    best = schema.number(SET, "the set to beat", lasts="trick")
    marks = schema.row(MARKS, schema.one(Mark, "a mark"), filled="made")
    made = schema.count(MARKS, "how many marks were made")
    players = schema.count(SEATS, "how many sit down")
    leader = schema.seat("who leads", lasts="trick")
    passed = schema.seats("who has passed", lasts="trick")
    phase = schema.one_of(("calm", "wild"), "what is asked for")
    laid = schema.each(schema.row(4, schema.count(4, "what each seat has laid"), RANKS, first=1))
    owes = schema.each(schema.seat("to whom a seat owes"))
    order = schema.row(2, schema.seat("the first two"))


class Sides(Record, seats=SEATS, full=True):
    """Of a game that always has as many players."""

    ahead = schema.team("which team is ahead")
    leader = schema.seat("who leads")


class State(Record, seats=SEATS):
    hands = schema.each(schema.row(4, schema.count(4, "what each seat holds")))
    claims = schema.seats("who has claimed")
    secret = schema.count(9, "what nobody knows", default=5)
    public = schema.one(Public)
    scratch = schema.workspace(np.dtype((np.int64, 2)))


class Observation(Record, seats=SEATS):
    seat = schema.observer()
    hand = schema.own(State.hands, "one's own cards")
    claims = schema.own_bit(State.claims)
    guess = schema.count(9, "what one concludes")
    public = State.public


clear, clear_trick, clear_state = clearing(Public), clearing(Public, "trick"), clearing(State)
turn_sides = turning(Sides)
copy, turn, is_same = copying(Public), turning(Public), matching(Public)
show, restore, agrees = showing(State, Observation), restoring(Observation, State), agreeing(Observation, State)

MARK = np.dtype([("seat", np.int8), ("size", np.int16)], align=True)
TABLE = np.dtype(
    [
        ("best", np.int64),
        ("marks", MARK, 3),
        ("made", np.int8),
        ("players", np.int8),
        ("leader", np.int8),
        ("passed", np.int8),
        ("phase", np.int8),
        ("laid", np.int8, (4, 4)),
        ("owes", np.int8, 4),
        ("order", np.int8, 2),
    ],
    align=True,
)


def filled(dtype: np.dtype, start: Callable[[Any], None]) -> Any:
    """A record in the way that rules run here, with what `start` writes into its plain twin."""
    twin = records.to_plain(np.zeros(1, dtype)) if NATIVE else records.new(dtype)
    start(twin)
    return records.from_plain(twin)


def garbage(dtype: np.dtype, seed: int = 1) -> Any:
    return records.from_bytes(random.Random(seed).randbytes(dtype.itemsize), dtype)


def inside(record: Any) -> Any:
    """A record as rules are given it."""
    return record[0] if NATIVE else record


def told(record: Any) -> Any:
    return records.to_plain(record)


def three_at_a_table(public: Any) -> None:
    """Three players: seat 1 leads, seats 0 and 2 have passed, one mark was made."""
    public.best, public.made, public.players, public.leader, public.passed, public.phase = 0x21, 1, 3, 1, 0b101, 1
    public.marks[0].seat, public.marks[0].size = 2, 150
    public.laid = [[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [0, 0, 0, 0]]
    public.owes, public.order = [2, NOBODY, 0, NOBODY], [1, NOBODY]


def test_its_type_is_the_one_written_by_hand() -> None:
    assert Public.dtype == TABLE
    assert Public.dtype.itemsize == TABLE.itemsize
    assert Observation.dtype.names == ("seat", "hand", "claims", "guess", "public")
    assert Observation.dtype["hand"] == np.dtype((np.int8, 4))


def test_one_place_further_round_every_seat_has_moved() -> None:
    source, seen = filled(TABLE, three_at_a_table), garbage(TABLE)
    turn(inside(source), inside(seen), 1)
    public = told(seen)
    assert (public.leader, public.passed, public.phase, public.best) == (2, 0b011, 1, 0x21)
    assert (public.marks[0].seat, public.marks[0].size) == (0, 150)
    assert (public.marks[1].seat, public.marks[2].seat) == (0, 0)  # beyond what `made` counts nothing is a seat
    assert public.laid == [[0, 0, 0, 3], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]
    assert public.owes == [1, 0, NOBODY, NOBODY]
    assert public.order == [2, NOBODY]


def test_turning_round_as_many_places_as_there_are_players_copies() -> None:
    source, seen, other = filled(TABLE, three_at_a_table), garbage(TABLE), garbage(TABLE, 2)
    turn(inside(source), inside(seen), 3)
    copy(inside(source), inside(other))
    assert told(seen).leader == 1
    assert told(seen) == told(other) == told(filled(TABLE, three_at_a_table))


@pytest.mark.parametrize(("turn_round", "ahead", "leader"), [(0, 1, 3), (1, 0, 0), (2, 1, 1), (4, 1, 3)])
def test_teams_change_sides_with_every_place(turn_round: int, ahead: int, leader: int) -> None:
    def start(sides: Any) -> None:
        sides.ahead, sides.leader = 1, 3

    source, seen = filled(Sides.dtype, start), garbage(Sides.dtype)
    turn_sides(inside(source), inside(seen), turn_round)
    assert (told(seen).ahead, told(seen).leader) == (ahead, leader)


def changed(name: str, value: Any, index: int | None = None) -> Callable[[Any], None]:
    def start(public: Any) -> None:
        three_at_a_table(public)
        if index is None:
            setattr(public, name, value)
        else:
            getattr(public, name)[index] = value

    return start


CHANGES = [
    *((name, 2, None) for name in ("best", "made", "leader", "passed")),
    ("phase", 0, None),
    ("owes", 1, 1),
    ("order", 0, 1),
    ("laid", [0, 1, 0, 1], 0),
]


@pytest.mark.parametrize(("name", "value", "index"), CHANGES)
def test_tables_that_differ_in_one_field_are_not_the_same(name: str, value: Any, index: int | None) -> None:
    one, other = filled(TABLE, three_at_a_table), filled(TABLE, changed(name, value, index))
    assert is_same(inside(one), inside(one), 0)
    assert not is_same(inside(other), inside(one), 0)
    assert not is_same(inside(one), inside(one), 1)


def test_an_empty_table_is_the_same_over_garbage() -> None:
    public = garbage(TABLE)
    clear(inside(public))
    found = told(public)
    assert (found.best, found.made, found.players, found.leader, found.passed, found.phase) == (0, 0, 0, NOBODY, 0, 0)
    assert (found.owes, found.order) == ([NOBODY] * 4, [NOBODY] * 2)
    assert [(mark.seat, mark.size) for mark in found.marks] == [(0, 0)] * 3
    assert found.laid == [[0] * 4] * 4


def test_a_trick_ends_and_the_rest_stays() -> None:
    public = filled(TABLE, three_at_a_table)
    clear_trick(inside(public))
    found = told(public)
    assert (found.best, found.leader, found.passed) == (0, NOBODY, 0)
    assert (found.made, found.players, found.phase, found.owes[0]) == (1, 3, 1, 2)


def a_state(state: Any) -> None:
    three_at_a_table(state.public)
    state.hands = [[0, seat, 1, 1] for seat in range(4)]
    state.claims, state.secret, state.scratch = 0b100, 7, [3, 4]


def test_a_seat_is_shown_its_own_and_what_is_public() -> None:
    state, seen = filled(State.dtype, a_state), garbage(Observation.dtype)
    guess = told(seen).guess
    show(inside(state), 2, inside(seen))
    found = told(seen)
    assert (found.seat, found.hand, found.claims) == (2, [0, 2, 1, 1], 1)
    assert (found.public.leader, found.public.passed) == (2, 0b011)  # chair 0 is seat 2
    assert found.guess == guess  # the room's own code says it


def test_a_spectator_is_shown_nothing_of_anybodys_own() -> None:
    state, seen = filled(State.dtype, a_state), garbage(Observation.dtype)
    show(inside(state), SPECTATOR, inside(seen))
    found = told(seen)
    assert (found.seat, found.hand, found.claims) == (SPECTATOR, [0] * 4, 0)
    assert (found.public.leader, found.public.passed) == (1, 0b101)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_what_was_shown_is_restored_and_agrees(seat: int) -> None:
    state, seen, world = filled(State.dtype, a_state), garbage(Observation.dtype), garbage(State.dtype)
    scratch = told(world).scratch
    show(inside(state), seat, inside(seen))
    restore(inside(seen), inside(world))
    found = told(world)
    assert found.public == told(state).public
    assert found.hands == [[0, other, 1, 1] if other == seat else [0] * 4 for other in range(4)]
    assert found.claims == (0b100 if seat == 2 else 0)
    assert (found.secret, found.scratch) == (5, scratch)
    assert agrees(inside(seen), inside(state))
    assert agrees(inside(seen), inside(world))


@pytest.mark.parametrize(("seat", "agreed"), [(SPECTATOR, True), (0, False), (1, True), (2, True)])
def test_only_a_seat_that_holds_another_hand_disagrees(seat: int, agreed: bool) -> None:
    state, seen = filled(State.dtype, a_state), garbage(Observation.dtype)

    def otherwise(other: Any) -> None:
        a_state(other)
        other.hands[0][3], other.secret = 0, 0

    show(inside(state), seat, inside(seen))
    assert agrees(inside(seen), inside(filled(State.dtype, otherwise))) == agreed


def test_places_where_nobody_sits_get_the_default() -> None:
    record, turned = records.new(Public.dtype), records.new(Public.dtype)
    source, seen = records.opened(record), records.opened(turned)
    source.players = 3
    source.owes[:] = [2, 0, 1, 3]
    source.laid[3][1] = 4
    turn(source, seen, 1)
    assert list(seen.owes) == [2, 0, 1, NOBODY]
    assert all(not any(counts) for counts in seen.laid)


def test_an_observation_cannot_take_what_is_hidden() -> None:
    class Leaking(Record, seats=SEATS):
        seat = schema.observer()
        hands = State.hands
        public = State.public

    with pytest.raises(TypeError, match=r"Leaking\.hands would show everybody what State does not call public"):
        showing(State, Leaking)


def test_a_field_is_hidden_unless_it_is_declared_otherwise() -> None:
    known = {name: field.known for name, field in State.fields.items()}
    assert known == {"hands": HIDDEN, "claims": HIDDEN, "secret": HIDDEN, "public": PUBLIC, "scratch": WORKSPACE}


def test_a_field_may_be_called_as_numpy_calls_something() -> None:
    class Heap(Record):
        size = schema.count(9, "how many cards")
        item = schema.count(9, "which one")

    class Pile(Record):
        base = schema.count(9, "the lowest")
        sum = schema.row(3, schema.count(9, "all together"))
        heap = schema.one(Heap)
        plain = schema.flag("whether it is plain")

    record = records.new(Pile.dtype)
    pile = records.opened(record)
    pile.base, pile.plain, pile.sum[1], pile.heap.size, pile.heap.item = 7, 1, 2, 3, 4
    assert (pile.base, pile.plain, list(pile.sum), pile.heap.size, pile.heap.item) == (7, 1, [0, 2, 0], 3, 4)
    assert records.to_plain(record).heap.size == 3
    if NATIVE:
        assert pile.heap.base is not None  # NumPy's own: the inner record has no such field


def test_a_shared_list_of_fields_may_be_placed_anew() -> None:
    class Base(Record, seats=2, public=True):
        players = schema.count(2, "how many")
        turn = schema.seat("whose turn")

    class Seen(Base):
        seat = schema.observer()
        players = Base.players
        cards = schema.count(9, "how many cards")

    assert Seen.dtype.names == ("seat", "players", "cards", "turn")
    assert not Seen.is_public


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"few": 3}, "few does not say what it is"),
        ({"dtype": schema.flag("")}, "every record has a 'dtype' already"),
        ({"setfield": schema.flag("")}, "every record has a 'setfield' already"),
        ({"asked": schema.seats("")}, "does not say how many there are"),
        ({"few": schema.row(2, schema.flag(""), filled="none")}, "filled up to 'none', which is no field"),
    ],
)
def test_a_declaration_that_says_too_little_is_refused(body: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        type("Wrong", (Record,), body)


def test_a_vector_has_the_names_and_numbers_of_the_declaration() -> None:
    layout = Layout(Public.dtype, leaves(Public))
    record = filled(TABLE, three_at_a_table)
    entries = layout.encode(record, np.empty(layout.entries, np.uint8))
    said = {name: int(entry) for name, entry in zip(layout.names, entries, strict=True) if entry}
    assert said["laid[2, 9]"] == 3
    assert (said["best: rank 7"], said["best: size"], said["marks.size[0]"]) == (1, 2, 150)
    assert {name for name in said if name.startswith(("leader", "passed", "phase"))} == {
        "leader: 1", "passed: 0", "passed: 2", "phase: wild",
    }  # fmt: skip
    assert sentence(Public, "marks.size") == "a mark; §2 how big it is"


@pytest.mark.skipif(NATIVE, reason="compiled code has no lines")
def test_a_traceback_points_at_the_declaration() -> None:
    public = told(filled(TABLE, three_at_a_table))
    public.leader = None
    with pytest.raises(TypeError) as caught:
        turn(public, told(filled(TABLE, three_at_a_table)), 1)
    frames = traceback.extract_tb(caught.value.__traceback__)
    lines = [frame.line for frame in frames if frame.filename == __file__]
    assert lines[-1] == 'leader = schema.seat("who leads", lasts="trick")'


def without_thoughts(game: Game, state: Any) -> Any:
    """A state whose workspaces are empty, as they are between all calls."""
    twin, empty = told(state), told(game.new_state())
    for name, field in game.vectors.state.fields.items() if game.vectors else ():
        if field.known == WORKSPACE:
            setattr(twin, name, getattr(empty, name))
    return records.from_plain(twin)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_deal_leaves_nothing_of_what_was_there(game: Game) -> None:
    """Whatever lay in the memory of a state: after `deal` it is what chance and the setup say."""
    rules = game.rules()
    for players in game.seats:
        setup = game.setup(rules, players)
        order = game.shuffled(rules, setup, seed=players)
        fresh, used = game.new_state(), without_thoughts(game, garbage(game.STATE, seed=players))
        game.deal(fresh, rules, setup, order)
        game.deal(used, rules, setup, order)
        assert told(used) == told(fresh)
