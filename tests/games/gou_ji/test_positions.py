"""Positions in one line: what is written is read back to the same bytes, and what cannot be is refused in a sentence."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import QipaiError
from qipai.engine.game import read_buffer
from qipai.engine.seats import seats_in
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.state import FOLLOWING, LEADING, PHASES

Deal = tuple[Any, Any, Any]  # rule set, setup, state
SMALL = "gou_ji hands=4-K/5-5/6/8-8-B/3/9-9"
AFTER = "hands=4-K/8-A-A/6/8-8-B/7-7-A-A/9-9"
DUEL = f"{AFTER} table=K-K owner=0 phase=window"
LAST = "last=1/2/3/4/5/6"  # places
FOUR = "hands=4-K/5-5/6-Q/8-8-B/./."
NOTHING_SAID = 0.95  # of the decisions, how many are made by who is asked


def text_of(deal: Deal) -> str:
    ruleset, setup, state = deal
    return str(GAME.notation.format_position(records.opened(state), ruleset, records.opened(setup)))


def at(line: str) -> Any:
    """The table of a position, a copy with readable fields."""
    return records.to_plain(GAME.notation.parse_position(line)[2]).table


def play(line: str, *actions: str) -> str:
    """A position, moved by actions of whoever is to act; `2:keep` is an action of seat 2."""
    ruleset, setup, state = GAME.notation.parse_position(line)
    rules = GAME.rules(ruleset)
    for action in actions:
        seat, _, word = action.rpartition(":")
        owner = int(seat) if seat else GAME.to_act(state)
        number = GAME.notation.parse_action(word, ruleset)
        assert GAME.is_legal(state, rules, owner, number), action
        GAME.apply_action(state, rules, owner, number)
    return text_of((ruleset, setup, state))


def walk(seed: int) -> Iterator[Deal]:
    """Positions of two games under random rules, played at random, with some talk."""
    chance = random.Random(seed)
    ruleset = random_ruleset(GAME, chance)
    rules = GAME.rules(ruleset)
    setup, actions = GAME.setup(rules, 6), GAME.new_actions()
    for game in range(2):
        state = GAME.start(rules, setup, seed * 2 + game)
        while True:
            phase = records.opened(state).table.phase
            if phase not in (LEADING, FOLLOWING) or chance.random() < 0.1:
                yield ruleset, setup, state
            if GAME.is_over(state):
                break
            talkers = list(seats_in(GAME.may_act(state)))
            asked = list(seats_in(GAME.pending(state)))
            seat = chance.choice(talkers if talkers and chance.random() > NOTHING_SAID else asked)
            count = GAME.legal_actions(state, rules, seat, actions)
            GAME.apply_action(state, rules, seat, int(chance.choice(read_buffer(actions, count))))
        result, following = records.new(GAME.RESULT), records.new(GAME.SETUP)
        GAME.returns(state, rules, result)
        GAME.next_setup(setup, result, rules, following)
        setup = following


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_read_back(seed: int) -> None:
    for deal in walk(seed):
        line = text_of(deal)
        ruleset, setup, state = GAME.notation.parse_position(line)
        assert ruleset == deal[0]
        assert records.to_bytes(setup) == records.to_bytes(deal[1])
        assert records.to_bytes(state) == records.to_bytes(deal[2])
        assert text_of((ruleset, setup, state)) == line
        assert GAME.notation.show(records.opened(state), ruleset)


@pytest.mark.parametrize(
    "line",
    [
        f"{SMALL} table=7 owner=0 passed=1",
        f"{SMALL} leader=2",
        f"gou_ji {DUEL} answers=./no_shao/./././.",
        f"gou_ji {DUEL}",
        f"gou_ji {AFTER} phase=naming {LAST}",
        f"gou_ji {AFTER} phase=liberating {LAST} taker=2",
        f"gou_ji hands=A-A/2-2/6/8-8-B/7-7-A-A/9-9 phase=returning {LAST} taker=2 given=././././2/A-A",
        f"gou_ji {FOUR} table=7 owner=0",
        "gou_ji expose_max=3 stop_on_sweep=false hands=3/4/5/6/7/8",
    ],
)
def test_short_positions_are_written_as_they_were(line: str) -> None:
    assert play(line) == line


def test_what_follows_from_little() -> None:
    """§2.2, §2.3, §3.3, §5.2, §7, §8, §9, §10"""
    table = at(f"{SMALL} table=7 owner=0 passed=1")
    assert (PHASES[table.phase], table.asked, table.trick, table.leader, table.last_actor) == ("following", 0b100, 1, 0, 0)
    assert (table.kaipai, table.taker, table.starter, table.left) == (0, 0, 0, [2, 2, 1, 3, 1, 2])
    table = at(f"gou_ji {DUEL}")
    assert (table.asked, table.mode, table.starter_of_duel, table.duels) == (0b100010, 1, 0, 1)
    assert at(f"gou_ji {DUEL} answers=./no_shao/./././.").asked == 0b100000
    assert at(f"gou_ji {AFTER} table=K-K owner=0").asked == 0b1000
    table = at(f"gou_ji {AFTER} phase=liberating {LAST}")
    assert (table.asked, table.taker, table.big_loser, table.kaipai) == (0b110000, 5, 5, 2)
    assert (table.receiver, table.owes) == ([-1, -1, -1, -1, 1, 0], [0, 0, 0, 0, 1, 2])
    table = at(f"gou_ji {AFTER} phase=naming {LAST}")
    assert (table.asked, table.taker, table.left) == (0b100000, -1, [0] * 6)
    swapped = at(f"gou_ji {AFTER} phase=liberating last=1/2/3/5/4/6 swapped=yes")
    assert (swapped.big_loser, swapped.owes) == (3, [0, 0, 0, 2, 0, 1])
    table = at(f"gou_ji {FOUR} table=7 owner=0")
    assert (table.place, table.arrangement, table.turn, table.asked) == ([0, 0, 0, 0, 1, 2], 2, 1, 0b10)
    table = at("gou_ji hands=4-K/5-5/6-Q/8-8-B/6/. leader=3 penalised=4")
    assert (table.place, table.active) == ([0, 0, 0, 0, 6, 1], 0b1111)
    table = at("gou_ji hands=4-K/8-A-A/6/8-8-B/4-6/7 table=2-2 owner=1 beaten=0 runner=1 to_act=3")
    assert (table.mode, table.challenged, table.responders, table.starter_of_duel) == (2, 0, 0b111001, 0)


def test_what_is_read_is_played_on() -> None:
    """Actions from short positions lead where they should."""
    assert play(f"{SMALL} leader=2", "6") == "gou_ji hands=4-K/5-5/./8-8-B/3/9-9 table=6 owner=2"
    line = play(f"gou_ji {DUEL}", "1:shao A-A")
    assert "answers=./shao:A-A/./././." in line
    assert "mode" not in line
    after = play(line, "5:no_shao")
    assert " runner=1" in after
    assert "to_act" not in after
    given = play(f"gou_ji hands=3-4-K/5-8-A-A/6/8-8-B/7-7-A-A/5-9-9 phase=liberating {LAST}", "pay", "pay")
    assert "given=././././A/9-9" in given


def test_what_witnesses_say() -> None:
    """§9.4, §9.7, §14.19"""
    line = (
        "gou_ji misplay=correct hands=3-9/4/5/6/7/8 played=./A-A/././Q/. seen=3/././././. leader=2"
        " witnesses=1:meets:A-A,4:unmended:.:7-7-7:Q"
    )
    table = at(line)
    assert table.witness_count == 2
    assert [witness.seat for witness in table.witnesses[:2]] == [1, 4]
    assert play(line) == line


def test_spelling_is_free_in_reading() -> None:
    """Cards in any order and either case; lines may be broken."""
    assert play("gou_ji\n  hands=k-4/5-5/6/jb-8-8/3/9-9\n  table=7 owner=0 passed=1") == f"{SMALL} table=7 owner=0 passed=1"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "begins with 'gou_ji'"),
        ("luk_fu hands=3", "begins with 'gou_ji'"),
        ("gou_ji", "needs hands="),
        ("gou_ji hands=3/4", "must have 6 values"),
        ("gou_ji hands", "written key=value"),
        (f"{SMALL} leader=2 leader=3", "given twice"),
        (f"{SMALL} weather=fine", "no part 'weather'"),
        (f"{SMALL} leader=6", "leader=6: '6' is no seat"),
        (f"{SMALL} expose_max=40", "expose_max may be"),
        (f"{SMALL} table=7", "go together"),
        (f"{SMALL} owner=2", "go together"),
        (f"{SMALL} table=5-6 owner=0", "no set"),
        (f"{SMALL} table=R owner=0", "Nothing beats a Red"),
        (f"{SMALL} table=7 owner=0 to_act=0", "owns the table"),
        (f"{SMALL} table=7 owner=0 phase=leading", "Nothing lies on the table when somebody leads"),
        (f"{SMALL} phase=following", "Nobody can follow an empty table"),
        (f"{SMALL} phase=sleeping", "must be naming, showing"),
        (f"{SMALL} phase=over", "ending=… goes with"),
        (f"{SMALL} ending=played to_act=1", "nobody is asked"),
        (f"{SMALL} phase=naming", "in an ordinary game only"),
        (f"{SMALL} phase=swapping", "in an ordinary game only"),
        (f"{SMALL} phase=pleading", "wish=… must tell"),
        (f"{SMALL} phase=showing", "threes=… must tell the suits of the 1 threes that seat 4"),
        (f"{SMALL} phase=showing threes=././././X/.", "no suit"),
        (f"{SMALL} phase=showing threes=././././H-H/.", "when and which"),
        (f"{SMALL} phase=showing threes=././././H-H:7:S/.", "two threes"),
        (f"{SMALL} phase=revolution runner=2", "leave runner=… out"),
        (f"{SMALL} taker=2 drawn=7", "must be a card that counts"),
        (f"{SMALL} kaipai=.", "must be seats"),
        (f"{SMALL} kind=ordinary", "last=… must tell who had the places 1, 2, 5, 6"),
        (f"{SMALL} last=1/1/2/3/4/5", "two seats one place"),
        (f"{SMALL} {LAST} drawn=7", "no card is drawn"),
        (f"{SMALL} {LAST}", "given=… must name 1 cards for seat 4"),
        (f"{SMALL} {LAST} tribute=./././././.", "of no others"),
        (f"{SMALL} swapped=yes", "Only the losers"),
        (f"{SMALL} threes_shown=H phase=showing threes=././././S/.", "goes with starter"),
        (f"{SMALL} places=1/././././.", "either cards, or a place"),
        (f"gou_ji {FOUR} places=././././1/1", "two seats one place"),
        ("gou_ji hands=3/././././.", "Fewer than two seats"),
        (f"gou_ji hands={'-'.join('3' * 16)}-3/4/5/6/7/8", "17 cards 3"),
        (
            f"gou_ji hands={'-'.join(f'{r}-{r}-{r}-{r}-{r}-{r}-{r}-{r}' for r in '34567')}/4/5/6/7/8",
            "ever holds more",
        ),
        (f"{SMALL} table=7 owner=0 phase=ordering", "candidates=…"),
        (f"{SMALL} table=7 owner=0 phase=holding", "whose set was beaten"),
        (f"{SMALL} table=7 owner=0 phase=correcting misplay=correct", "to be put right"),
        (f"{SMALL} table=7 owner=0 phase=correcting misplay=correct tried=10-10", "nothing to do"),
        (f"{SMALL} phase=telling", "to_act=… must tell"),
        (f"{SMALL} leader=.", "to_act=… must tell"),
        (f"{SMALL} to_act=4 leader=.", "leader=… must be a seat"),
        (f"gou_ji {FOUR} leader=0 to_act=5", "a seat that is out"),
        (f"{SMALL} runner=3 leader=0", "meets §9.2"),
        (f"{SMALL} told=./11/./././.", "a whole number from 1 to 10"),
        (f"{SMALL} witnesses=1", "must tell the seat"),
        (f"{SMALL} seen=5/././././.", "contradict each other"),
        (f"gou_ji {DUEL} answers=././no_shao/././.", "cannot be what seat 2 has answered"),
        (f"gou_ji {DUEL} answers=./shao:Q-Q/./././.", "cannot be what seat 1 has answered"),
        (f"{SMALL} rang_asked=no", "must be yes or"),
    ],
)
def test_what_is_no_position(line: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        GAME.notation.parse_position(line)


def test_what_is_shown() -> None:
    """Everything there is, hidden cards too."""

    def shown(line: str) -> list[str]:
        ruleset, _, state = GAME.notation.parse_position(line)
        return str(GAME.notation.show(records.opened(state), ruleset)).splitlines()

    assert shown(f"{SMALL} table=7 owner=0 passed=1 told=./2/more/././.") == [
        "  seat 0   2  4-K    kaipai, taker, starter, laid 7",
        "  seat 1   2  5-5    passed, told 2",
        "> seat 2   1  6      told more",
        "  seat 3   3  8-8-B",
        "  seat 4   1  3",
        "  seat 5   2  9-9",
        "  table    7 by seat 0",
        "  following   trick 1   first game",
    ]
    window = shown(f"gou_ji {DUEL} beaten=2 answers=./shao:A-A/./././.")
    assert window[1] == "  seat 1   3  8-A-A    answers shao A-A"
    assert window[-2:] == [
        "  table    K-K by seat 0, on a set of seat 2",
        "  window     trick 1   duel of seats 0 and 3   first game",
    ]
    naming = shown(f"gou_ji {AFTER} phase=naming {LAST}")
    assert naming[5] == "> seat 5  pile 6  9-9      big loser"
    assert naming[-2:] == ["  tribute  seat 5 to seat 0, 2: owed", "  naming     ordinary game"]
    assert shown(f"gou_ji {FOUR} table=7 owner=0 candidates=1,3 phase=ordering")[-1] == (
        "  ordering   trick 1   alternating   seats 1, 3 may take the turn   first game"
    )
    assert "sweep" in shown("gou_ji ending=sweep hands=./3/./4/./5 places=1/./2/./3/.")[-1]
