"""What a net sees of Dou Dizhu, counted by hand in written positions, and what a deal teaches it."""

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.positions import parse_position
from qipai.games.dou_dizhu import DOU_DIZHU as GAME
from qipai.games.dou_dizhu.inputs import INPUTS
from qipai.games.dou_dizhu.notation.text import parse_action

# Seat 0 is landlord with 3-3-4-4-4-4, the sixth of them from the bottom, and leads; nobody has doubled.
HANDS = "hands=3-3-4-4-4/5-5-9-Q-R/6-7-8-9-10 undealt=4 call no no no no no"


def look(line: str, action: str) -> dict[str, list[int]]:
    """By group, the inputs that are on for a candidate, counted from the first of the group."""
    position = parse_position(GAME, f"dou_dizhu {line}")
    rules, seat = GAME.rules(), GAME.to_act(position.state)
    observation, parts, rows = GAME.new_observation(), records.new(GAME.vectors.action.dtype), np.zeros(INPUTS.most, np.uint16)
    GAME.observe(position.state, rules, seat, observation)
    seen, chosen, parts = (records.opened(record) for record in (observation, rules, parts))
    count = INPUTS.write_state(seen, chosen, rows)
    count = INPUTS.write_action(seen, chosen, 0, parse_action(action, GAME.ruleset()), parts, rows, count)
    return {
        group.name: [int(row) - group.begin for row in rows[:count] if group.begin <= row < group.begin + group.size]
        for group in INPUTS.groups
    }


@pytest.mark.parametrize(
    ("action", "answering", "is_sure", "left"),
    [
        ("3", 5, False, 5),  # 5, 6, 7, 8, 9, 10, Q and the red joker are higher: five is the most that is told
        ("3-3", 2, False, 4),  # 5-5 and 9-9, if the nines were in one hand
        ("4-4-4+3", 0, True, 2),  # no trio is left elsewhere, nor four of a rank, nor the black joker
        ("4-4-4-4", 0, True, 2),
    ],
)
def test_unseen_cards_that_answer_are_counted(action: str, answering: int, is_sure: bool, left: int) -> None:
    seen = look(HANDS, action)
    assert (seen["answering"], bool(seen["sure"]), seen["left"]) == ([answering], is_sure, [left])


def test_a_player_counts_the_cards_and_knows_the_sides() -> None:
    before = look(HANDS, "3-3")
    assert before["landlord"] == [0]
    assert before["hand"] == [0, 1, 4, 5, 6, 7]  # two threes, four fours
    assert before["over"] == [0]
    assert before["sizes"] == [6, 21 + 5, 42 + 5]
    follows = look(f"{HANDS} 3-3", "5-5")
    assert follows["landlord"] == [2]  # the landlord plays before one
    assert follows["over"] == [3]
    assert follows["laid"] == [60, 61]  # two threes of the chair before
    assert follows["shown"] == [60 + 4]  # the landlord still has the four that lay face down
    assert look(f"{HANDS} 3-3 5-5", "pass")["over"] == [2]  # a partner's play


def test_looking_leaves_the_observation_as_it_was() -> None:
    position = parse_position(GAME, f"dou_dizhu {HANDS}")
    observation, rows, rules = GAME.new_observation(), np.zeros(INPUTS.most, np.uint16), GAME.rules()
    GAME.observe(position.state, rules, 0, observation)
    before = records.to_bytes(observation)
    INPUTS.write_action(
        records.opened(observation), records.opened(rules), 0, parse_action("4-4-4+3", GAME.ruleset()), None, rows, 0
    )
    assert records.to_bytes(observation) == before


@pytest.mark.parametrize(
    ("landlord", "winner", "points", "taught"),
    [
        (0, 0, (2, -1, -1), [(2, 1), (-1, -1), (-1, -1)]),
        (0, 2, (-12, 4, 8), [(-4, -1), (3, 1), (4, 1)]),  # seat 2 has doubled, and both peasants have won
        (-1, -1, (0, 0, 0), [(0, 0), (0, 0), (0, 0)]),  # a void deal
    ],
)
def test_a_deal_teaches_doublings_and_which_side_has_won(
    landlord: int, winner: int, points: tuple[int, ...], taught: list[tuple[int, int]]
) -> None:
    made = records.new(GAME.RESULT)
    result = records.opened(made)
    result.landlord, result.winner = landlord, winner
    for seat, gained in enumerate(points):
        result.points[seat] = gained
    assert INPUTS.learned is not None
    assert [INPUTS.learned(result, seat) for seat in range(3)] == taught
