"""What a net sees of Luk Fu, in written positions; which ways to give up cards it thinks about, and what a deal teaches it."""

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.engine.positions import parse_position
from qipai.games.luk_fu import LUK_FU as GAME
from qipai.games.luk_fu.bot import worth_of
from qipai.games.luk_fu.cards import CARDS, FACES
from qipai.games.luk_fu.inputs import INPUTS, KEPT
from qipai.games.luk_fu.notation.text import parse_action
from qipai.games.luk_fu.rules.rounds import DOWN, LAY, cards_of, verb_of

NINE = "8S-6S-5S-8G-6G-5G-8K-6K-5K"
LEADS_THREE = f"luk_fu players=3 dealer=0 hands=9S-9G-9K-1S-1G-1K-1C-2C-3C/{NINE}/7S-7G-7K-4S-4G-4K-5C-6C-7C play"
SMALL = "luk_fu players=3 dealer=0 hands=5S-4K-3K/7S-2G-1G/8G-7G-6G play 5S 7S down 6G 2G"


def seen_at(line):
    """Who is asked, with what the seat sees."""
    position = parse_position(GAME, line)
    rules, seat, observation, listed = GAME.rules(), GAME.to_act(position.state), GAME.new_observation(), GAME.new_actions()
    GAME.observe(position.state, rules, seat, observation)
    return (
        records.opened(observation),
        records.opened(rules),
        records.opened(listed),
        set(GAME.legal(position.state, rules, seat)),
    )


def look(line, action):
    """By group, the inputs that are on for a candidate, counted from the first of the group."""
    seen, rules, _, legal = seen_at(line)
    chosen = parse_action(action, GAME.ruleset())
    assert chosen in legal
    rows = np.zeros(INPUTS.most, np.uint16)
    count = INPUTS.write_state(seen, rules, rows)
    count = INPUTS.write_action(seen, rules, 0, chosen, None, rows, count)
    return {
        group.name: [int(row) - group.begin for row in rows[:count] if group.begin <= row < group.begin + group.size]
        for group in INPUTS.groups
    }


def faces(numbers):
    return {FACES[number] for number in numbers}


def test_of_many_ways_to_give_up_cards_those_that_leave_the_best_hands_are_kept():
    seen, rules, listed, legal = seen_at(f"{LEADS_THREE} 9S-9G-9K")
    assert len(legal) == 84  # three of nine cards, none of which beats three nines
    assert INPUTS.candidates(seen, rules, listed) == KEPT == listed.count
    kept = [int(action) for action in listed.list[: listed.count]]
    assert len(set(kept)) == KEPT
    assert set(kept) <= legal

    def worth(action):
        rest = int(seen.own.hand) & ~cards_of(action)
        return worth_of(rest, int(seen.aged) & rest, int(seen.unseen))

    left_out = legal - set(kept)
    assert min(map(worth, kept)) >= max(map(worth, left_out)) - 1 / 1024  # they are sorted in parts of that size
    assert [worth(action) for action in kept] == sorted(map(worth, kept), reverse=True)


def test_few_ways_are_all_kept_and_what_beats_comes_first():
    for line in (f"{LEADS_THREE} 1S", SMALL.partition(" 7S")[0]):
        seen, rules, listed, legal = seen_at(line)
        count = INPUTS.candidates(seen, rules, listed)
        assert {int(action) for action in listed.list[:count]} == legal
    assert [verb_of(int(action)) for action in listed.list[:count]] == [LAY, DOWN]  # 7S, either way


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (LEADS_THREE, ALL_LEGAL),
        (LEADS_THREE.removesuffix(" play"), ALL_LEGAL),  # a call
        ("luk_fu dealer=0 hands=2C-5S-9S/1G-7G-8S/L/8C-4K-9G", BY_RULE),  # a claim
    ],
)
def test_calls_and_leads_are_the_nets_and_claims_are_not(line, expected):
    seen, rules, listed, _ = seen_at(line)
    assert INPUTS.candidates(seen, rules, listed) == expected


def test_what_the_others_have_beaten_and_given_up_to_is_remembered():
    seen = look(f"{SMALL} 7G", "down 4K")  # seat 0's turn: seat 1 has beaten 5S, seat 2 has given up a card to 7S
    assert [divmod(number, CARDS) for number in seen["beat"]] == [(0, FACES.index("7S"))]
    assert [divmod(number, CARDS) for number in seen["gave up"]] == [(1, FACES.index("7S"))]
    assert faces(seen["best"]) == {"7G"}
    assert faces(seen["after"]) == {"3K"}
    assert seen["tricks"] == [0, 13 + 1, 26]


def test_aged_cards_and_tricks_are_added_up():
    seen = look(LEADS_THREE, "9S-9G-9K")
    assert faces(seen["aged"]) == {"9S", "9G", "9K", "1S", "1C"}
    assert seen["aged after"] == [2]  # 1S and 1C
    assert sorted(seen["reached"]) == [5, 13 + 2]
    assert seen["sure"] == [0]
    assert look(LEADS_THREE, "1S-1G-1K")["sure"] == []


@pytest.mark.parametrize(
    ("winner", "points", "taught"),
    [(1, (-4, 8, -4), [(-4, -1), (8, 1), (-4, -1)]), (-1, (0, 0, 0), [(0, 0)] * 3)],
)
def test_a_deal_teaches_points_and_who_has_won(winner, points, taught):
    result = records.opened(records.new(GAME.RESULT))
    result.winner = winner
    for seat, gained in enumerate(points):
        result.points[seat] = gained
    assert [INPUTS.learned(result, seat) for seat in range(3)] == taught
