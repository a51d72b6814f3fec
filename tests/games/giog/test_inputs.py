"""What a net sees of the Giog family, in written positions; which answers it thinks about, and what a deal teaches it."""

from typing import Any

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.games import GAMES
from qipai.games.giog.inputs import ALL, INPUTS, NUMBERS, PIECE
from qipai.games.giog.pieces import COPIES, KIND, PIECES
from qipai.games.giog.state import MAX_CARDS
from tests.games.giog.situations import Situation, dealt, holding

NAMES = [f"{piece}{copy}" for piece in PIECES for copy in range(1, COPIES[piece[1]] + 1)]


def observed(situation: Situation, seat: int) -> Any:
    """What a seat sees, with readable fields."""
    observation = situation.game.new_observation()
    situation.game.observe(situation.state, situation.rules, seat, observation)
    return records.opened(observation)


def look(situation: Situation, seat: int, text: str) -> dict[str, list[int]]:
    """By group, the inputs that are on for a candidate, counted from the first of the group."""
    seen, rules = observed(situation, seat), records.opened(situation.rules)
    action = situation.game.notation.parse_action(text, situation.ruleset)
    assert situation.game.is_legal(situation.state, situation.rules, seat, action)
    rows = np.zeros(INPUTS.most, np.uint16)
    count = INPUTS.write_state(seen, rules, rows)
    count = INPUTS.write_action(seen, rules, INPUTS.consider(seen, rules), action, None, rows, count)
    return {
        group.name: [int(row) - group.begin for row in rows[:count] if group.begin <= row < group.begin + group.size]
        for group in INPUTS.groups
    }


def thought_of(situation: Situation, seat: int) -> list[str]:
    """The candidates of a seat, as text."""
    listed = records.opened(situation.game.new_actions())
    count = INPUTS.candidates(observed(situation, seat), records.opened(situation.rules), listed)
    assert count == listed.count
    return [situation.game.notation.format_action(int(action), situation.ruleset) for action in listed.list[:count]]


def pieces(numbers: list[int]) -> set[str]:
    return {NAMES[number] for number in numbers}


def test_every_piece_has_its_place() -> None:
    assert ALL == len(NAMES) == MAX_CARDS
    assert [NAMES[PIECE[KIND[piece]]] for piece in PIECES] == [f"{piece}1" for piece in PIECES]


def test_pieces_in_hand_unseen_laid_and_left() -> None:
    seen = look(holding("giog", "rA-rA-bP-bP", "bG-bA-bA-rP"), 0, "rA-rA")
    assert pieces(seen["hand"]) == {"rA1", "rA2", "bP1", "bP2"}
    assert pieces(seen["unseen"]) == {"bG1", "bA1", "bA2", "rP1"}
    assert pieces(seen["lays"]) == {"rA1", "rA2"}
    assert pieces(seen["after"]) == {"bP1", "bP2"}
    assert (seen["size"], seen["left after"]) == ([2], [2])
    assert len(seen["made"]) == 2
    assert seen["feared"] != seen["made"]
    assert seen["made after"] == seen["made"][:1]  # the pawns, the lower of the two pairs


@pytest.mark.parametrize(
    ("name", "led", "above", "equal", "below", "sure"),
    [
        ("giog", "rR", 1, 1, 1, False),  # the horse below, a chariot as high, the elephant above
        ("giog", "bE", 0, 1, 2, True),  # §6.3 the leader comes before an equal
        ("jumapao", "bE", 0, 1, 2, False),  # §6.4 equals set the trick aside
        ("daqiluo2", "bE", 0, 1, 2, False),  # §8.2 an equal goes on top
        ("giog", "bH", 2, 1, 0, False),
    ],
)
def test_what_an_unseen_set_still_does_to_a_lead(name: str, led: str, above: int, equal: int, below: int, sure: bool) -> None:
    others = ("bH-rR-bE", "bP-bP-bP") if name == "jumapao" else ("bH-rR-bE",)
    seen = look(holding(name, "bH-rR-bE", *others), 0, led)
    below += name == "jumapao"  # the pawns
    assert (seen["above"], seen["equal"], seen["below"]) == ([above], [equal], [below])
    assert bool(seen["sure"]) == sure


def test_an_answer_has_to_beat_what_lies_face_down() -> None:
    situation = holding("giog", "rR-rE-bP", "rE-bA-bP").play(0, "rR")
    assert look(situation, 1, "bA")["sure"] == [0]
    seen = look(situation, 1, "rE")
    assert (seen["sure"], seen["equal"]) == ([], [1])
    assert pieces(seen["unseen"]) == {"rR1", "rE1", "bP1"}


def test_a_red_general_with_two_pairs_beats_an_equal_black_one() -> None:
    """§4.8"""
    black, red = ("-".join(colour + letter for letter in "PPAAG") for colour in "br")
    situation = holding("sangkrip", f"{black}-bC", f"{red}-rC")
    assert look(situation, 0, black)["sure"] == []
    assert look(situation.play(0, black), 1, red)["reached"] == [10]  # it may win ten pieces


def test_a_leader_whose_piece_is_banned_may_be_beaten_by_any() -> None:
    """§9.5  In the first trick of Tam cúc a banned piece wins nothing."""
    held = "rC-bP", "bP-rA"
    for ban, outcome in (("GA", 0), ("none", 2)):
        situation = holding("tamcuc", *held, trick=1, first_trick_ban=ban).play(0, "rC")
        assert look(situation, 1, "bP")["reached"][0] // NUMBERS == outcome


def test_what_leads_one_after_the_other_is_sure() -> None:
    situation = holding("giog", "bA-bA-rE-bP-bP", "rE-bR-bR-rP-bC")
    assert look(situation, 0, "bP")["sure now"] == [3]  # both guards, and the elephant as the leader's
    assert look(situation, 0, "bA")["sure after"] == [2]  # without the pair of guards the chariots beat no single one
    assert look(holding("giog", "bP-bP-bC", "rP-rP-rC"), 0, "bC")["sure now"] == [0]


def test_what_is_reached_and_by_how_much_one_leads_then() -> None:
    situation = holding("giog", "rG-rP-rC", "rA-bP-bC")
    assert look(situation, 0, "rC")["reached"] == [2]  # if it wins, two pieces
    assert look(situation, 0, "rG")["reached"] == [NUMBERS + 2]  # which is sure
    lost = look(holding("giog", "rG-rP-rC", "rA-bP-bC").play(0, "rC"), 1, "bP")
    assert lost["reached"] == [2 * NUMBERS]  # it cannot win, and one has nothing
    assert lost["leads"] == [2 * 2 * NUMBERS + MAX_CARDS - 6]  # two pieces of this trick and four that may follow
    assert (lost["below"], lost["sure"]) == ([0], [])


def test_a_general_in_the_last_trick_is_marked() -> None:
    assert look(holding("giog", "rG", "bP"), 0, "rG")["offends"] == [0]
    assert look(holding("giog", "rG-bP", "bP-rC"), 0, "bP")["offends"] == []
    assert look(holding("tamcuc", "rG", "bP"), 0, "rG")["offends"] == []


def test_the_advice_is_that_of_the_rule_of_thumb() -> None:
    situation = holding("giog", "rA-rE-rR", "rH-rP-rC").play(0, "rR")
    advised = [text for text in situation.legal(1) if look(situation, 1, text)["advised"]]
    assert advised == ["rP"]  # nothing can win, so the lowest piece goes


def test_tricks_before_are_remembered_by_chair() -> None:
    situation = holding("giog", "rA-rC-bP", "rE-rP-bC", "bR-bP-rH").trick("rA", "rP", "bP")
    seen = look(situation, 0, "rC")
    assert [(number // ALL, NAMES[number % ALL]) for number in seen["previous"]] == [(0, "rA1"), (1, "rP1"), (2, "bP1")]
    assert [(number // ALL, NAMES[number % ALL]) for number in seen["played"]] == [(0, "rP1"), (1, "bP1")]
    assert seen["captured"] == [3, NUMBERS, 2 * NUMBERS]
    assert (seen["won"], seen["before"], seen["leader"]) == ([0], [0], [0])


def test_of_many_answers_those_that_may_win_and_the_least_missed_are_thought_about() -> None:
    situation = holding("giog", "bC-bC-rA-rA-rP-rP-bE", "rR-rR-bP-bP-rH-rG-rC").play(0, "bC-bC")
    legal, thought = situation.legal(1), thought_of(situation, 1)
    assert set(thought) < set(legal)
    assert len(set(thought)) == len(thought)
    assert {"rR-rR", "bP-bP"} <= set(thought)  # what may win, and the lowest pieces
    assert not any("rC" in text for text in thought)  # of five kinds the one that is missed most


def test_all_single_answers_and_hidden_ones_are_thought_about() -> None:
    situation = holding("giog", "rR-bP", "rA-rP").play(0, "rR")
    assert thought_of(situation, 1) == situation.legal(1)
    free = holding("daqiluo2", "rC-bP", "bA-bP", must_show="false").play(0, "rC")
    assert thought_of(free, 1) == free.legal(1) == ["bP", "bA", "under bA"]
    assert look(free, 1, "bA")["sure"] == [0]  # nobody lays after it
    assert look(free, 1, "under bA")["sure"] == []


def test_stacks_are_left_to_the_rule_of_thumb_and_leads_and_exposing_are_not() -> None:
    listed = records.opened(GAMES["giog"].new_actions())

    def asked(situation: Situation) -> int:
        (seat,) = situation.asked
        return INPUTS.candidates(observed(situation, seat), records.opened(situation.rules), listed)

    assert asked(dealt("giog", 2)) == BY_RULE
    assert asked(holding("giog", "rA-bP", "bA-rP")) == ALL_LEGAL
    exposing = holding("tamcuc", "rC-bP", "bA-bP").trick("rC", "bA")
    assert (exposing.phase, asked(exposing)) == ("exposing", ALL_LEGAL)
    assert pieces(look(exposing, 1, "expose")["best"]) == {"rC1"}
    assert pieces(look(exposing, 1, "expose")["laid"]) == {"bA1"}


@pytest.mark.parametrize(
    ("winners", "captured", "bonus", "taught"),
    [
        (0b01, (14, 10), (0, 0), [(2, 1), (-2, -1)]),
        (0b11, (12, 12), (0, 0), [(0, 0), (0, 0)]),
        (0b01, (20, 12), (2, -2), [(6, 1), (-6, -1)]),
    ],
)
def test_a_deal_teaches_pieces_and_who_has_won(
    winners: int, captured: tuple[int, ...], bonus: tuple[int, ...], taught: list[tuple[float, float]]
) -> None:
    result = records.opened(records.new(GAMES["giog"].RESULT))
    result.players, result.winners = len(captured), winners
    for seat, (won, more) in enumerate(zip(captured, bonus, strict=True)):
        result.captured[seat], result.bonus[seat] = won, more
    assert [INPUTS.learned(result, seat) for seat in range(len(captured))] == taught
