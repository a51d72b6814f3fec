"""§1, §2, §3  The pieces, the games, and how the pieces come into the hands."""

from itertools import pairwise

import pytest

from qipai.engine import records
from qipai.engine.game import seeded
from qipai.engine.seats import NOBODY
from qipai.engine.telling import kind_of
from qipai.games import find_game
from qipai.games.giog.pieces import KIND, PIECES, pieces_in
from tests.games.giog.situations import Situation, at_lead, bag, dealt

COPIES = {"G": 1, "A": 2, "E": 2, "R": 2, "H": 2, "C": 2, "P": 5}  # §1.1
SHARES = [  # §2.1 to §2.8: game, players, pieces each, pieces of the set, left over, clockwise
    *(("giog", players, each, 32, left) for players, each, left in ((2, 12, 8), (3, 10, 2), (4, 8, 0))),
    *(("jumapao", players, each, 32, left) for players, each, left in ((3, 10, 2), (4, 8, 0))),
    ("jumapao_fujian3", 3, 10, 30, 0),
    *(("sangkrip", players, 8, 32, 32 - 8 * players) for players in (2, 3, 4)),
    *(
        (name, players, each, of, 0)
        for name in ("daqiluo1", "daqiluo2")
        for players, each, of in ((2, 16, 32), (3, 10, 30), (4, 8, 32), (5, 6, 30))
    ),
    ("zhihu", 4, 8, 32, 0),
    *(("tamcuc", players, each, of, 0) for players, each, of in ((2, 16, 32), (3, 10, 30), (4, 8, 32))),
]


@pytest.mark.parametrize(("name", "players", "each", "of", "left"), SHARES)
def test_pieces_each(name: str, players: int, each: int, of: int, left: int) -> None:
    """§2.1, §2.2, §2.3, §2.4, §2.5, §2.6, §2.7, §2.8, §1.3, §3.5, §3.9, §3.10"""
    situation = at_lead(name, players, 5)
    twin = records.to_plain(situation.state)
    assert [pieces_in(hand) for hand in twin.hands[:players]] == [each] * players
    assert sum(piece > 0 for piece in twin.piece) == left
    order = records.to_plain(situation.game.shuffled(situation.rules, situation.game.setup(situation.rules, players), 5))
    dealt_pieces = [PIECES[kind_of(card) - 1] for card in order.cards[: order.count]]
    assert len(dealt_pieces) == of
    assert all(dealt_pieces.count(piece) == COPIES[piece[1]] - (of == 30 and piece[1] == "P") for piece in PIECES)


def test_the_games_there_are() -> None:
    """§2  Who plays, which way the turn goes, what is a proposal."""
    games = {name: find_game(name) for name in {share[0] for share in SHARES}}
    for name, game in games.items():
        assert game.seats == tuple(players for other, players, *_ in SHARES if other == name)
        assert game.clockwise == name.startswith("jumapao")
        assert game.experimental == (name in ("zhihu", "tamcuc"))
        assert game.room == "giog"


def test_tam_cuc_with_twenty_seven() -> None:
    """§11.9"""
    situation = dealt("tamcuc", 3, tamcuc_three="27")
    pieces = sum(records.to_plain(situation.state).hands[:3])
    assert pieces_in(pieces) == 27
    assert pieces == bag("-".join(piece for piece in PIECES for _ in range(COPIES[piece[1]]))) - bag("rG-bG-rA-rP-bP")
    assert pieces_in(sum(records.to_plain(dealt("tamcuc", 3).state).hands[:3])) == 30


# -- rows


def stacked(name: str, pieces: dict[int, str], players: int = 4, first: int = 0, **options: object) -> Situation:
    """A deal before anything is turned up, with known bottom pieces by stack; the other places are what is left, in order."""
    situation = dealt(name, players, 3, **options)
    twin = records.to_plain(situation.state)
    left = sorted(kind for kind in twin.piece if kind)
    for piece in pieces.values():
        left.remove(KIND[piece])
    for place in range(2 * twin.public.stacks):
        stack = place // 2 + 1
        twin.piece[place] = KIND[pieces[stack]] if place % 2 == 0 and stack in pieces else left.pop()
    twin.public.first = first
    twin.public.asked = 1 << first
    twin.public.to_turn = (1 << players) - 1 if name in ("giog", "zhihu") else 1 << first
    situation.state = records.from_plain(twin)
    return situation


NORTH, WEST, SOUTH, EAST = range(4)  # counter-clockwise
REVEALED = {9: "rE", 1: "bH", 13: "bP", 2: "bH", 5: "bR", 14: "rA"}


def test_the_order_of_four() -> None:
    """§3.2, §3.3  North 相, West 馬, South 卒, East 馬; then East 車 and West 仕: North, West, East, South."""
    situation = stacked("giog", REVEALED)
    for seat, stack in ((NORTH, 9), (WEST, 1), (SOUTH, 13), (EAST, 2)):
        assert situation.asked == [seat]
        situation.play(seat, f"turn {stack}")
    assert situation.asked == [WEST]
    situation.play(WEST, "turn 14")
    assert situation.asked == [EAST]
    situation.play(EAST, "turn 5")
    assert situation.phase == "taking"
    assert situation.public.priority[:4] == [NORTH, WEST, EAST, SOUTH]
    assert situation.asked == [NORTH]
    assert situation.legal(NORTH) == [f"take {stack}" for stack in (1, 4, 5, 8, 9, 12, 13, 16)]  # §3.4


@pytest.mark.parametrize(
    ("start", "stacks"),
    [
        (5, {NORTH: (5, 9, 13, 1), WEST: (6, 10, 14, 2), EAST: (7, 11, 15, 3), SOUTH: (8, 12, 16, 4)}),
        (12, {NORTH: (12, 8, 4, 16), WEST: (11, 7, 3, 15), EAST: (10, 6, 2, 14), SOUTH: (9, 5, 1, 13)}),
    ],
)
def test_taking_from_an_end(start: int, stacks: dict[int, tuple[int, ...]]) -> None:
    """§3.4  In the order of priority, round the layout."""
    situation = stacked("giog", REVEALED)
    before = records.to_plain(situation.state).piece
    for seat, stack in ((NORTH, 9), (WEST, 1), (SOUTH, 13), (EAST, 2), (WEST, 14), (EAST, 5)):
        situation.play(seat, f"turn {stack}")
    situation.play(NORTH, f"take {start}")
    for seat, taken in stacks.items():
        assert [situation.public.taker[stack] for stack in taken] == [seat] * 4
        pieces = [before[place] for stack in taken for place in (2 * stack - 2, 2 * stack - 1)]
        assert records.to_plain(situation.state).hands[seat] == bag("-".join(PIECES[kind - 1] for kind in pieces))
    assert situation.phase == "leading"
    assert situation.asked == [NORTH]


def test_nobody_turns_up_a_stack_of_their_own_or_twice() -> None:
    """§3.2"""
    situation = stacked("giog", REVEALED)
    assert situation.legal(NORTH) == [f"turn {stack}" for stack in range(5, 17)]
    situation.play(NORTH, "turn 9")
    assert situation.legal(WEST) == [f"turn {stack}" for stack in range(1, 17) if not 5 <= stack <= 8 and stack != 9]


def test_what_is_turned_up_again_decides_only_between_equals() -> None:
    """§3.3  象, 馬, 卒 and 馬: with 帥 in the second round a horse is still below the elephant."""
    situation = stacked("giog", {5: "bE", 1: "bH", 2: "bP", 3: "bH", 9: "rG", 10: "bP"})
    for seat, stack in ((0, 5), (1, 1), (2, 2), (3, 3), (1, 10), (3, 9)):
        situation.play(seat, f"turn {stack}")
    assert situation.public.priority[:4] == [0, 3, 1, 2]


def test_equals_without_a_stack_go_in_turn() -> None:
    """§3.3  All stacks before the others are turned up, in pairs of equals: the turn decides, from who began."""
    pairs = ["bP", "rP", "bC", "rC", "bH", "rH", "bR", "rR"]
    bottoms = {stack: pairs[(stack - 1) % 8] for stack in range(1, 17)}
    situation = stacked("giog", bottoms, players=2, first=1)
    for number in range(8):
        situation.play(1, f"turn {number + 1}").play(0, f"turn {number + 9}")
    assert situation.phase == "taking"
    assert situation.public.priority[:2] == [1, 0]


def test_three_rows() -> None:
    """§3.1, §11.2  Five, five and six; the long row is where the option says, or where the lot falls."""
    for seat in (1, 2, 3):
        rows = stacked("giog", {}, players=3, long_row=str(seat)).public.rows[:4]
        assert [after - before for before, after in pairwise(rows)] == [6 if seat == place else 5 for place in (1, 2, 3)]
    lengths = {tuple(dealt("giog", 3, seed).public.rows[:4]) for seed in range(30)}
    assert lengths == {(1, 7, 12, 17), (1, 6, 12, 17), (1, 6, 11, 17)}


def test_two_rows() -> None:
    """§3.4, §3.5  From stack 8 downwards round to 13; the last four stay."""
    situation = stacked("giog", {9: "rG", 1: "bG"}, players=2)
    situation.play(0, "turn 9").play(1, "turn 1")
    assert situation.legal(0) == ["take 1", "take 8", "take 9", "take 16"]
    situation.play(0, "take 8")
    assert [stack for stack in range(1, 17) if situation.public.taker[stack] == 0] == sorted([8, 6, 4, 2, 16, 14])
    assert [stack for stack in range(1, 17) if situation.public.taker[stack] == NOBODY] == [9, 10, 11, 12]
    assert situation.public.face[16] == KIND["rG"]  # §3.5 known to be out of play


def test_what_was_turned_up_is_known_wherever_it_goes() -> None:
    """§3.5, §12.1, §12.4"""
    situation = stacked("giog", REVEALED)
    for seat, stack in ((NORTH, 9), (WEST, 1), (SOUTH, 13), (EAST, 2), (WEST, 14), (EAST, 5)):
        situation.play(seat, f"turn {stack}")
    situation.play(NORTH, "take 12")  # then North has stack 16, 12, 8, 4; West 11 7 3 15; East 10 6 2 14; South 9 5 1 13
    seen = records.to_plain(situation.observation(NORTH))
    known = [
        sorted(PIECES[kind - 1] for kind in range(1, 15) for _ in range(seen.known[chair].count[kind])) for chair in range(4)
    ]
    assert known == [[], [], sorted(["rE", "bR", "bH", "bP"]), sorted(["bH", "rA"])]


# -- circles


@pytest.mark.parametrize(("players", "exposed", "starter"), [(4, ("bH", "rE"), 2), (4, ("bP", "bP"), 0), (3, ("bH", "rE"), 1)])
def test_the_starter_is_counted_out(players: int, exposed: tuple[str, str], starter: int) -> None:
    """§1.4, §3.6, §3.7  馬 and 相 make ten: the player opposite."""
    situation = stacked("jumapao", {3: exposed[0]}, players=players)
    twin = records.to_plain(situation.state)
    other = next(place for place in range(32) if twin.piece[place] == KIND[exposed[1]] and place != 4)
    twin.piece[5], twin.piece[other] = twin.piece[other], twin.piece[5]
    situation.state = records.from_plain(twin)
    assert len(situation.legal(0)) == 16
    situation.play(0, "turn 3")
    assert situation.public.priority[:players] == [(starter + turn) % players for turn in range(players)]
    second = (starter + 1) % players
    assert situation.asked == [second]
    assert situation.legal(second) == ["take 2", "take 4"]
    situation.play(second, "take 2")
    assert [situation.public.taker[stack] for stack in (3, 2, 1, 16)] == [(starter + turn) % players for turn in range(4)]
    assert situation.asked == [starter]
    assert sum(situation.public.taker[stack] == NOBODY for stack in range(1, 17)) == (players == 3)
    if players == 3:
        assert situation.public.taker[4] == NOBODY


def test_values() -> None:
    """§1.4"""
    values = {
        "bP": 8,
        "rC": 7,
        "bC": 7,
        "rH": 6,
        "bH": 6,
        "rR": 5,
        "bR": 5,
        "rE": 4,
        "bE": 4,
        "rA": 3,
        "bA": 3,
        "rG": 2,
        "bG": 2,
        "rP": 1,
    }
    for piece, value in values.items():
        situation = stacked("jumapao", {1: piece})
        other = PIECES[records.to_plain(situation.state).piece[1] - 1]
        situation.play(0, "turn 1")
        assert situation.public.priority[0] == (value + values[other]) % 4


def test_the_winner_opens_the_next_circle() -> None:
    """§3.6  Of several the first in turn after the old opener, who comes last."""
    game = find_game("jumapao")
    rules = game.rules()
    setup, result, following = game.setup(rules, 4), records.new(game.RESULT), records.new(game.SETUP)
    for opener, winners, expected in ((0, 0b0100, 2), (0, 0b1001, 3), (3, 0b1001, 0), (2, 0b0100, 2)):
        told = records.opened(result)
        told.opener, told.winners, told.players = opener, winners, 4
        game.next_setup(setup, result, rules, following)
        assert records.to_plain(following).opener == expected


def test_sang_krip_takes_round_the_circle() -> None:
    """§3.8  Any stack, then a neighbour gives the direction; four stacks each."""
    situation = dealt("sangkrip", 3, 4)
    starter = situation.asked[0]
    second = (starter + 1) % 3
    assert situation.legal(starter) == [f"take {stack}" for stack in range(1, 17)]
    situation.play(starter, "take 16")
    assert situation.asked == [second]
    assert situation.legal(second) == ["take 1", "take 15"]
    situation.play(second, "take 1")
    assert [situation.public.taker[stack] for stack in (16, 1, 2, 3)] == [starter, second, (starter + 2) % 3, starter]
    assert [stack for stack in range(1, 17) if situation.public.taker[stack] == NOBODY] == [12, 13, 14, 15]
    assert situation.asked == [starter]


# §11.10 as the book prints them for eight stacks, and counted out by hand for six and for five
DIRECTED = {
    8: {
        "left": (1, 2, 3, 4, 5, 6, 7, 8),
        "right": (8, 7, 6, 5, 4, 3, 2, 1),
        "alternate_left": (1, 3, 5, 7, 2, 4, 6, 8),
        "alternate_right": (8, 6, 4, 2, 7, 5, 3, 1),
        "ends_left": (1, 8, 2, 7, 3, 6, 4, 5),
        "ends_right": (8, 1, 7, 2, 6, 3, 5, 4),
    },
    6: {
        "left": (1, 2, 3, 4, 5, 6),
        "right": (6, 5, 4, 3, 2, 1),
        "alternate_left": (1, 3, 5, 2, 4, 6),
        "alternate_right": (6, 4, 2, 5, 3, 1),
        "ends_left": (1, 6, 2, 5, 3, 4),
        "ends_right": (6, 1, 5, 2, 4, 3),
    },
    5: {
        "left": (1, 2, 3, 4, 5),
        "right": (5, 4, 3, 2, 1),
        "alternate_left": (1, 3, 5, 2, 4),
        "alternate_right": (5, 3, 1, 4, 2),
        "ends_left": (1, 5, 2, 4, 3),
        "ends_right": (5, 1, 4, 2, 3),
    },
}


@pytest.mark.parametrize(("players", "stacks", "size"), [(2, 8, 4), (3, 6, 5), (4, 8, 4), (5, 5, 6)])
def test_directing_the_stacks(players: int, stacks: int, size: int) -> None:
    """§11.10  One stack after another to the players in turn, the first player first, who then leads."""
    for seed, (order, taken) in enumerate(DIRECTED[stacks].items()):
        situation = dealt("daqiluo2", players, seed, stack_order="directed")
        piece = records.to_plain(situation.state).piece
        assert all(piece[: stacks * size])
        (first,) = situation.asked
        assert first == situation.public.first
        assert situation.public.dice[first] == max(situation.public.dice)
        assert situation.legal(first) == [f"direct {name}" for name in DIRECTED[stacks]]
        situation.play(first, f"direct {order}")
        twin = records.to_plain(situation.state)
        for turn in range(players):
            kinds = [kind for stack in taken[turn::players] for kind in piece[size * stack - size : size * stack]]
            assert twin.hands[(first + turn) % players] == bag("-".join(PIECES[kind - 1] for kind in kinds)), order
        assert not any(twin.piece)
        assert (situation.phase, situation.asked, twin.public.left) == ("leading", [first], stacks * size // players)


def test_who_does_not_choose_takes_from_the_left() -> None:
    """§11.10"""
    situation = dealt("daqiluo2", 4, stack_order="directed")
    (first,) = situation.asked
    action = situation.game.default_action(situation.state, situation.rules, first)
    assert situation.game.notation.format_action(action, situation.ruleset) == "direct left"


def test_the_row_is_hidden() -> None:
    """§11.10, §12.2  Any way of laying the pieces in the row agrees with what a seat knows, and each is drawn."""
    situation = dealt("daqiluo2", 3, stack_order="directed")
    (first,) = situation.asked
    observation = situation.observation(first)
    drawn, noise, world = set(), seeded(1), situation.game.new_state()
    for _ in range(20):
        situation.game.sample_world(observation, situation.rules, noise, world)
        assert situation.accepts(observation, world)
        drawn.add(tuple(records.to_plain(world).piece))
    assert len(drawn) == 20
    assert len({tuple(sorted(row)) for row in drawn}) == 1


def test_dice() -> None:
    """§3.9  The highest throw, and of equal ones the first, whoever threw first."""
    game = find_game("daqiluo1")
    rules = game.rules()
    setup = game.setup(rules, 4)
    for thrower, dice, first in ((0, (3, 6, 6, 1), 1), (2, (3, 6, 6, 1), 2), (3, (6, 6, 2, 2), 0), (1, (1, 1, 1, 1), 1)):
        order = records.to_plain(game.shuffled(rules, setup, 1))
        order.lots[:5] = [thrower, *(die - 1 for die in dice)]
        state = game.new_state()
        game.deal(state, rules, setup, records.from_plain(order))
        assert records.to_plain(state).public.leader == first
        assert tuple(records.to_plain(state).public.dice[:4]) == dice
