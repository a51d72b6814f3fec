"""A position sets up any situation in one line, and reads back to the same bytes."""

import random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.seats import NOBODY, seats_in
from qipai.games import GAMES, GIOG_FAMILY, find_game

DEALS = 3  # of each game: some 30 positions each


def read(text: str) -> tuple[Game, Any, Any, Any]:
    """The game of a position, its rule set, setup and state, plain."""
    game = find_game(text.split()[0])
    ruleset, setup, state = game.notation.parse_position(text)
    return game, ruleset, records.to_plain(setup), records.to_plain(state)


def legal(text: str) -> dict[int, list[str]]:
    """What every seat that is asked may do."""
    game = find_game(text.split()[0])
    ruleset, _, state = game.notation.parse_position(text)
    rules, write = game.rules(ruleset), game.notation.format_action
    asked = seats_in(int(game.pending(state)))
    return {seat: [write(action, ruleset) for action in game.legal(state, rules, seat)] for seat in asked}


def write(game: Game, state: Any, ruleset: Any, setup: Any) -> str:
    return str(game.notation.format_position(records.opened(state), ruleset, records.opened(setup)))


@pytest.mark.parametrize("game", GIOG_FAMILY, ids=lambda game: game.name)
def test_every_position_of_random_deals(game: Game) -> None:
    """§3 to §9  Every phase: stacks turned up and taken, half-finished tricks, sets thrown in, the end."""
    chance = random.Random(game.name)
    phases = set()
    for number in range(DEALS):
        changes = {option.name: chance.choice([*option.values, *map(str, option.numbers)]) for option in game.options}
        ruleset, players = game.ruleset(**changes), game.seats[-1 - number % len(game.seats)]
        rules = game.rules(ruleset)
        setup = game.setup(rules, players)
        state = game.start(rules, setup, chance.getrandbits(40))
        while True:
            line = write(game, state, ruleset, setup)
            read_ruleset, read_setup, read_state = game.notation.parse_position(line)
            assert read_ruleset == ruleset
            assert records.to_bytes(read_setup) == records.to_bytes(setup), line
            assert records.to_bytes(read_state) == records.to_bytes(state), line
            phases.add(records.to_plain(state).table.phase)
            if game.is_over(state):
                break
            seat = chance.choice(list(seats_in(int(game.pending(state)))))
            game.apply_action(state, rules, seat, chance.choice(game.legal(state, rules, seat)))
    assert len(phases) >= 3


def test_an_opener_who_won() -> None:
    """§3.6  The setup of a later deal is kept."""
    game = GAMES["jumapao"]
    ruleset = game.ruleset()
    rules = game.rules(ruleset)
    later = records.to_plain(game.setup(rules, 3))
    later.opener = 2
    setup = records.from_plain(later)
    line = write(game, game.start(rules, setup, 5), ruleset, setup)
    assert "opener=2" in line
    assert " first=" not in line
    assert records.to_plain(game.notation.parse_position(line)[1]) == later


def test_what_is_supposed_at_the_beginning() -> None:
    """§3.1  The stacks stand, their pieces low to high; the first seat turns up, and has the long row."""
    game, ruleset, setup, state = read("giog players=3")
    assert ruleset == game.ruleset()
    assert (setup.hand_size, setup.opener, state.table.stacks, state.table.asked) == (10, NOBODY, 16, 0b001)
    assert state.table.rows[:4] == [1, 7, 12, 17]
    assert state.piece == sorted(state.piece)
    assert read("giog players=3 long_row=2")[3].table.rows[:4] == [1, 6, 12, 17]
    assert legal("giog players=3")[0] == [f"turn {stack}" for stack in range(7, 17)]


def test_stacks_that_were_turned_up() -> None:
    """§3.2, §3.3  Who is to turn up, and the order."""
    assert set(legal("giog players=4 turned=./9:bH/./. first=1")) == {2}
    tied = "giog players=4 turned=5:rE/9:bH/13:bP/1:bH"
    assert set(legal(tied)) == {1}
    assert "turn 9" not in legal(tied)[1]
    order = read("giog players=4 phase=taking turned=5:rE/9:bH,2:bR/13:bP/1:bH,10:rA")[3].table.priority[:4]
    assert order == [0, 3, 1, 2]
    assert legal("giog players=4 phase=taking turned=5:rE/9:bH,2:bR/13:bP/1:bH,10:rA") == {
        0: [f"take {stack}" for stack in (1, 4, 5, 8, 9, 12, 13, 16)]
    }


def test_circles() -> None:
    """§3.6 to §3.8  The starter who was counted out has the stack; the next chooses a side."""
    counted = "jumapao players=4 phase=taking hands=././rE-bH/. turned=3:bH-rE/././."
    assert legal(counted) == {3: ["take 2", "take 4"]}
    assert legal("sangkrip players=4 first=2 hands=././bP-bP/. taken=1") == {3: ["take 2", "take 16"]}
    table = read("sangkrip hands=rG/bA/rE trick=4 layout=16 taken=15+ stacks=bP-bP/rP-rC/bC-bH/rH-rH")[3].table
    assert [table.taker[stack] for stack in (15, 16, 1, 2, 10, 11)] == [0, 1, 2, 0, 2, NOBODY]


def test_a_trick_in_progress() -> None:
    """§5.2, §6.1  What has been laid is no longer in the hands, and the others are asked together."""
    text = "giog hands=rG-rP/bA/rA-rP/bE-bH leader=1 trick=5 laid=./rC/./."
    assert legal(text) == {0: ["rP", "rG"], 2: ["rP", "rA"], 3: ["bH", "bE"]}
    table = read(text)[3].table
    assert (table.left, table.count, table.shown[1], table.best) == (2, 1, 0, NOBODY)


def test_sets_that_were_exposed_and_thrown_in() -> None:
    """§7.2, §7.5  In the trick and in earlier ones."""
    text = "tamcuc hands=rG/bG/bA laid=rP/rC/rR trick=3 leader=1 thrown=1:0:bH-bP:rC-rC,2:2:rE:single"
    assert legal(text) == {2: ["expose", "conceal"]}
    assert legal(text.replace("/rR", "/open:rR")) == {0: ["conceal"]}
    table = read(text.replace("/rR", "/under:rR"))[3].table
    assert (table.best, table.under, table.thrown_sets, table.thrown[1].on) == (1, 0b100, 3, 0)
    assert (table.thrown[2].trick, table.thrown[2].seat, table.thrown[2].edge, table.thrown[0].edge) == (3, 2, 0, 1)


def test_a_pile() -> None:
    """§8.2, §8.3, §11.6  On top, under the pile for want of strength, and of one's own will."""
    text = "daqiluo2 hands=rG/bG/bA/rA-rE laid=rC/bH/bP/. leader=0 trick=4"
    table = read(text)[3].table
    assert (table.best, table.under, table.asked) == (1, 0b100, 0b1000)
    hidden = read(text.replace("/bH", "/under:bH") + " must_show=false")[3].table
    assert (hidden.best, hidden.under, hidden.thrown_sets) == (0, 0b110, 2)


def test_the_trick_before() -> None:
    """§5.4, §6.4  What is not told of it follows from what is."""
    told = "jumapao hands=rG-rP/bA-rP/rE-bP leader=1 trick=4 previous=rC-rC/rA-rA/bP-bH"
    table = read(told)[3].table
    assert (table.previous_leader, table.previous_winner, table.previous_taken) == (0, 1, 6)
    assert (table.captured[:3], table.pot) == ([0, 6, 0], 0)
    aside = read(told + " previous_winner=.")[3].table
    assert (aside.previous_taken, aside.captured[:3], aside.pot) == (0, [0, 0, 0], 6)


def test_the_head_that_was_lost() -> None:
    """§9.3  Offences of earlier tricks, and of this one."""
    game, _, _, state = read("giog players=4 phase=over captured=12/12/8/0 beheaded=0,3")
    rules = game.rules()
    assert game.result(records.from_plain(state), rules).points[:4] == [0, 60, 0, 0]
    in_play = read("sangkrip general_rule=penalty may_conceal=true hands=././. laid=bA/rG/rP trick=8 leader=1")[3]
    assert in_play.table.offenders == 0b010


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jumapao players=3", "begins with 'giog', not with 'jumapao'"),
        ("giog", "needs players"),
        ("giog players=5", "for 2 or 3 or 4 players, not 5"),
        ("giog hands=rG", "players, not 1"),
        ("giog players=4 trick", "key=value"),
        ("giog players=4 pot=", "key=value"),
        ("giog players=4 first=0 first=1", "twice"),
        ("giog players=4 colour=red", "no part 'colour'; parts are general_rule, long_row, players"),
        ("giog players=4 may_conceal=true", "no part 'may_conceal'"),
        ("giog players=4 general_rule=void", "general_rule may be forbid or penalty"),
        ("giog players=4 hands=rG/bG", "must have 4 values"),
        ("giog hands=rG/rX", "'rX' is no piece"),
        ("giog hands=rG/rG", "2 pieces are rG, and there are 1"),
        ("giog hands=rG-rP/bG", "equally many pieces"),
        ("giog hands=rP/bP leader=2", "seats are 0 to 1"),
        ("giog hands=rP/bP leader=.", "leader=… must be a seat"),
        ("giog hands=rP/bP first=.", "first=… must be a seat"),
        ("giog hands=rP/bP trick=0", "1 or more"),
        ("giog hands=rP/bP trick=99", "0 to 16"),
        ("giog hands=rP/bP order=0/0", "every seat once"),
        ("giog hands=rP/bP phase=over", "over when the hands are empty"),
        ("giog hands=rP/bP phase=turning", "nobody holds pieces"),
        ("giog hands=rP/bP phase=asleep", "phase=asleep must be turning, taking, playing, over"),
        ("giog hands=rP/bP layout=8/8", "the stacks have been taken"),
        ("giog players=2 layout=8", "tells the stacks before each seat"),
        ("giog players=2 layout=8/7", "15 stacks; the pack makes 16"),
        ("giog players=2 taken=5+", "not known yet"),
        ("giog players=2 phase=taking taken=5+ hands=./.", "contradict"),
        ("giog players=2 turned=17:rP/.", "no stack"),
        ("jumapao_fujian3 players=3 turned=16:rP-rP/./.", "there are 15"),
        ("giog players=2 turned=9:rP/9:bP", "turned up twice"),
        ("giog players=2 turned=9:rP-rC/.", "1 of a stack's pieces"),
        ("giog players=2 stacks=rP-rP", "16 stacks that nobody has taken"),
        ("giog players=2 pack=rP-bP", "too few pieces"),
        ("giog hands=rP-rG/bP-bG laid=bC/rC", "it is over"),
        ("giog hands=rP-rG/bP laid=./bC", "Seat 1 may not have laid bC"),
        ("giog hands=rP/bP-bC laid=rG/.", "Seat 0 may not have laid rG"),
        ("giog hands=rP-bP/bP-bG-rE laid=lost:rG/.", "marked open: or under:"),
        ("giog hands=rP/rG laid=./. dice=7/1", "0 to 6"),
        ("daqiluo1 players=2 phase=taking", "dealt at once"),
        ("sangkrip hands=rP/bP trick=3 thrown=1:0:bC", "on what they were thrown"),
        ("sangkrip hands=rP/bP trick=3 thrown=1:0:bC:rG-bA", "neither a combination"),
        ("sangkrip hands=rP/bP trick=3 thrown=1:0:rC:bC", "contradict"),
        ("sangkrip hands=rP/bP trick=3 thrown=" + ",".join(["1:0:bP:rC"] * 25), "25 sets"),
        ("jumapao hands=rP/bP/bC layout=16 turned=1:rG-rC/./. taken=1+ stacks=bP-bP", "contradict"),
    ],
)
def test_what_cannot_be(text: str, says: str) -> None:
    game = GAMES["giog"] if "begins with 'giog'" in says else find_game(text.split()[0])
    with pytest.raises(QipaiError, match=says):
        game.notation.parse_position(text)


def shown(text: str) -> list[str]:
    game = find_game(text.split()[0])
    ruleset, _, state = game.notation.parse_position(text)
    return str(game.notation.show(records.opened(state), ruleset)).splitlines()


def test_the_square_of_stacks_in_text() -> None:
    """§3.1  Rows round the table, seat 0 below; a star marks what was turned up."""
    assert shown("giog players=4 turned=5:rE/././.") == [
        "             12 rR bE   11 bR rR   10 rH bR    9 bH rH",
        "  13 bE rE                                                8 rC bH",
        "  14 bA bA                                                7 bC rC",
        "  15 rA rA                                                6 rP bC",
        "  16 bG rG                                                5 rE*rP",
        "              1 bP bP    2 bP bP    3 bP rP    4 rP rP",
        "  seat 0  .",
        "> seat 1  .",
        "  seat 2  .",
        "  seat 3  .",
        "  turning",
    ]


def test_a_circle_in_text() -> None:
    """§3.6, §3.7  Two lines, the second from right to left; a taken stack tells its taker."""
    lines = shown("jumapao players=4 phase=taking hands=././rE-bH/. turned=3:bH-rE/././.")
    assert lines[1].startswith("   1 bP bP    2 bP bP    3 seat 2")
    assert lines[0].startswith("  16 bG rG   15 ")
    assert lines[2:] == ["  seat 0  .", "  seat 1  .", "  seat 2  rE-bH", "> seat 3  .", "  taking   order 2 3 0 1"]


def test_a_trick_in_text() -> None:
    """§7.2  Hands, what lies there, captured pieces, and the trick before."""
    assert shown("tamcuc hands=rP-rG/bP-bG/bA-bE laid=rC/rA/under:bR trick=3 leader=1 previous=rE/rR/. captured=9/3/0") == [
        "> seat 0  rG-rP  captured 9, laid rC face down",
        "  seat 1  bG-bP  captured 3, leads, laid rA, best",
        "  seat 2  bA-bE  captured 0, laid bR under",
        "  exposing   trick 3   led: single, pieces: 1   before: rE / rR / unseen, to seat 1",
    ]


def test_the_end_in_text() -> None:
    """§3.5, §9.3  What is left over, and who lost their head."""
    lines = shown(
        "giog players=2 phase=over beheaded=1 layout=8/8 taken=1+ stacks=bP-bP/rP-rP/bC-bC/rC-rG captured=16/8 trick=7"
    )
    assert lines == [
        "  seat 0  .  captured 16",
        "  seat 1  .  captured 8, beheaded",
        "  left    bP-bP-rP-rP-bC-bC-rC-rG",
        "  over   trick 7",
    ]
