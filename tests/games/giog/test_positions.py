"""Positions of the family, from the order of the pieces on; and how tables look in text."""

from typing import Any

from qipai.engine import records
from qipai.engine.positions import format_position, parse_position
from qipai.engine.seats import NOBODY, seats_in
from qipai.games import find_game
from qipai.games.giog.pieces import PIECES
from qipai.games.giog.state import OVER, PHASES
from tests.games.giog.situations import Situation, dealt, holding

LOW_FIRST = "bP-bP-bP-bP-bP-rP-rP-rP-rP-rP-bC-bC-rC-rC-bH-bH-rH-rH-bR-bR-rR-rR-bE-bE-rE-rE-bA-bA-rA-rA-bG-rG".split("-")


def at(line: str, players: int, actions: str = "", pack: tuple[str, ...] = tuple(LOW_FIRST), **stacks: str) -> Situation:
    """A deal of this pack, low to high from stack 1 on, but `s5="rE"` at the bottom of stack 5; and what was done."""
    left, places = list(pack), {}
    for stack, pieces in stacks.items():
        for place, piece in enumerate(pieces.split("-"), start=2 * int(stack[1:]) - 2):
            left.remove(piece)
            places[place] = piece
    cards = [places.get(place) or left.pop(0) for place in range(len(pack))]
    name, *words = line.split()
    game = find_game(name)
    read = parse_position(game, " ".join([name, f"players={players}", *words, f"cards={'-'.join(cards)}", actions]))
    situation = Situation(game, players, read.state, **game.changed_options(read.ruleset))
    situation.ruleset = read.ruleset
    return situation


def legal(situation: Situation) -> dict[int, list[str]]:
    """What every seat that is asked may do."""
    return {seat: situation.legal(seat) for seat in seats_in(int(situation.game.pending(situation.state)))}


def shown(situation: Situation) -> list[str]:
    return str(situation.game.notation.show(records.opened(situation.state), situation.ruleset)).splitlines()


def changed(situation: Situation, **fields: Any) -> Situation:
    """The same with other fields of the public table, of lists by seat the first ones."""
    twin = records.to_plain(situation.state)
    for name, value in fields.items():
        before = getattr(twin.public, name)
        setattr(twin.public, name, value + before[len(value) :] if isinstance(value, list) else value)
    situation.state = records.from_plain(twin)
    return situation


def test_an_opener_who_won() -> None:
    """§3.6  The setup of a later deal is told, and then no lot is drawn."""
    game = find_game("jumapao")
    line = f"jumapao players=4 opener=2 cards={'-'.join(LOW_FIRST)} turn 3"
    read = parse_position(game, line)
    assert (records.to_plain(read.setup).opener, records.to_plain(read.state).public.first) == (2, 2)
    assert format_position(game, read.ruleset, read.setup, read.order, read.decisions) == line


def test_the_beginning() -> None:
    """§3.1  The stacks stand as they were drawn; the first seat turns up, and a lot or an option says who has the long row."""
    pack = tuple(LOW_FIRST)
    situation = at("giog", 3)
    twin = records.to_plain(situation.state)
    assert (twin.public.left, twin.public.stacks, twin.public.asked) == (10, 16, 0b001)
    assert twin.public.rows[:4] == [1, 7, 12, 17]
    assert [PIECES[kind - 1] for kind in twin.piece] == list(pack)
    assert at("giog lot=0/1", 3).public.rows[:4] == [1, 6, 12, 17]
    assert at("giog long_row=2", 3).public.rows[:4] == [1, 6, 12, 17]
    assert legal(situation)[0] == [f"turn {stack}" for stack in range(7, 17)]


def test_stacks_that_were_turned_up() -> None:
    """§3.2, §3.3  Who is to turn up, and the order."""
    assert set(legal(at("giog lot=1", 4, "turn 9", s9="bH"))) == {2}
    pieces = {"s5": "rE", "s9": "bH", "s13": "bP", "s1": "bH", "s2": "bR", "s10": "rA"}
    tied = at("giog", 4, "turn 5 turn 9 turn 13 turn 1", **pieces)
    assert set(legal(tied)) == {1}
    assert "turn 9" not in legal(tied)[1]
    order = at("giog", 4, "turn 5 turn 9 turn 13 turn 1 turn 2 turn 10", **pieces)
    assert order.public.priority[:4] == [0, 3, 1, 2]
    assert legal(order) == {0: [f"take {stack}" for stack in (1, 4, 5, 8, 9, 12, 13, 16)]}


def test_circles() -> None:
    """§3.6 to §3.8  The starter who was counted out has the stack; the next chooses a side."""
    counted = at("jumapao", 4, "turn 3", s3="bH-rE")
    assert legal(counted) == {3: ["take 2", "take 4"]}
    assert legal(at("sangkrip lot=2", 4, "take 1")) == {3: ["take 2", "take 16"]}
    public = at("sangkrip", 3, "take 15 take 16").public
    assert [public.taker[stack] for stack in (15, 16, 1, 2, 10, 11)] == [0, 1, 2, 0, 2, NOBODY]


def test_a_row_of_stacks() -> None:
    """§3.9, §11.10  Before the order is named: the stacks from the left, from the bottom up; the highest throw is asked."""
    turned = "rG-bG-rA-rA-bA-bA-rE-rE-bE-bE-rR-rR-bR-bR-rH-rH-bH-bH-rC-rC-bC-bC-rP-rP-bP-bP-rP-rP-bP-bP-rP-bP"
    start = at("daqiluo2 stack_order=directed lot=0/1/5/5/0", 4, pack=tuple(turned.split("-")))
    public = start.public
    assert (PHASES[public.phase], public.first, public.asked, public.priority[:4]) == ("directing", 1, 0b10, [1, 2, 3, 0])
    assert public.dice[:4] == [2, 6, 6, 1]
    assert legal(start)[1][:2] == ["direct left", "direct right"]
    piece = records.to_plain(start.state).piece
    assert [PIECES[kind - 1] for kind in piece[:6]] == ["rG", "bG", "rA", "rA", "bA", "bA"]


def test_a_trick_in_progress() -> None:
    """§5.2, §6.1  What has been laid is no longer in the hands, and the others are asked together."""
    situation = holding("giog", "rG-rP", "bA-rC", "rA-rP", "bE-bH", leader=1, trick=5).play(1, "rC")
    assert legal(situation) == {0: ["rP", "rG"], 2: ["rP", "rA"], 3: ["bH", "bE"]}
    public = situation.public
    assert (public.left, public.count, public.shown[1], public.best) == (2, 1, 0, NOBODY)


def test_sets_that_are_exposed_and_thrown_in() -> None:
    """§7.2, §7.5"""

    def trick() -> Situation:
        return holding("tamcuc", "rG-rP", "bG-rC", "bA-rR", leader=1, trick=3).trick("rC", "rR", "rP")

    assert legal(trick()) == {2: ["expose", "conceal"]}
    assert legal(trick().play(2, "expose")) == {0: ["conceal"]}
    public = trick().play(2, "conceal").public
    assert (public.best, public.under, public.thrown_sets) == (1, 0b100, 1)
    assert (public.thrown[0].trick, public.thrown[0].seat, public.thrown[0].edge) == (3, 2, 0)


def test_a_pile() -> None:
    """§8.2, §8.3, §11.6  On top, under the pile for want of strength, and of one's own will."""
    hands = ("rG-rC", "bG-bH", "bA-bP", "rA-rE")
    public = holding("daqiluo2", *hands, leader=0, trick=4).trick("rC", "bH", "bP").public
    assert (public.best, public.under, public.asked) == (1, 0b100, 0b1000)
    hidden = holding("daqiluo2", *hands, leader=0, trick=4, must_show="false").trick("rC", "under bH", "bP").public
    assert (hidden.best, hidden.under, hidden.thrown_sets) == (0, 0b110, 2)


def test_the_trick_before() -> None:
    """§5.4, §6.4  What is told of it, won or set aside."""
    hands = ("rG-rP-rC-rC", "bA-rP-rA-rA", "rE-bP-bP-bH")
    public = holding("jumapao", *hands, leader=0, trick=3).trick("rC-rC", "rA-rA", "bP-bH").public
    assert (public.previous_leader, public.previous_winner, public.previous_taken) == (0, 1, 6)
    assert (public.captured[:3], public.pot) == ([0, 6, 0], 0)
    aside = holding("jumapao", "rG-rC", "bA-rC", "rE-bP", leader=0, trick=3).trick("rC", "rC", "bP").public
    assert (aside.previous_winner, aside.previous_taken, aside.captured[:3], aside.pot) == (NOBODY, 0, [0, 0, 0], 3)


def test_the_head_that_was_lost() -> None:
    """§9.3  Offences of earlier tricks, and of this one."""
    over = changed(dealt("giog", 4), phase=OVER, captured=[12, 12, 8, 0], offenders=0b1001)
    assert over.points() == [0, 60, 0, 0]
    in_play = holding("sangkrip", "bA", "rG", "rP", leader=1, trick=8, may_conceal="true").trick("rG", "rP", "bA")
    assert in_play.phase == "exposing"
    assert in_play.public.offenders == 0b010


def test_the_square_of_stacks_in_text() -> None:
    """§3.1  Rows round the table, seat 0 below; a star marks what was turned up."""
    assert shown(at("giog", 4, "turn 5", s5="rE-rP")) == [
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
    lines = shown(at("jumapao", 4, "turn 3", s3="bH-rE"))
    assert lines[1].startswith("   1 bP bP    2 bP bP    3 seat 2")
    assert lines[0].startswith("  16 bG rG   15 ")
    assert lines[2:] == ["  seat 0  .", "  seat 1  .", "  seat 2  rE-bH", "> seat 3  .", "  taking   order 2 3 0 1"]


def test_a_trick_in_text() -> None:
    """§7.2  Hands, what lies there, captured pieces, and the trick before."""
    hands = ("rP-rG-rC-rE", "bP-bG-rA-rR", "bA-bE-bR-bP")
    situation = holding("tamcuc", *hands, leader=0, trick=2).trick("rE", "rA", "bP").play(1, "expose").play(2, "conceal")
    situation.trick("rR", "bR", "rC").play(2, "conceal")
    assert shown(changed(situation, captured=[9, 3, 0])) == [
        "> seat 0  rG-rP  captured 9, laid rC face down",
        "  seat 1  bG-bP  captured 3, leads, laid rR, best",
        "  seat 2  bA-bE  captured 0, laid bR under",
        "  exposing   trick 3   led: single, pieces: 1   before: rE / rA / unseen, to seat 1",
    ]


def test_the_end_in_text() -> None:
    """§3.5, §9.3  What is left over, and who lost their head."""
    left = {"s5": "bP-bP", "s6": "rP-rP", "s7": "bC-bC", "s8": "rC-rH"}
    situation = at("giog", 2, "turn 9 turn 1 take 9", s9="rG", **left)
    twin = records.to_plain(situation.state)
    twin.hands = [0] * len(twin.hands)
    situation.state = records.from_plain(twin)
    over = changed(situation, phase=OVER, trick=7, asked=0, leader=NOBODY, captured=[16, 8], offenders=0b10)
    assert shown(over) == [
        "  seat 0  .  captured 16",
        "  seat 1  .  captured 8, beheaded",
        "  left    bP-bP-rP-rP-bC-bC-rC-rH",
        "  over   trick 7",
    ]
