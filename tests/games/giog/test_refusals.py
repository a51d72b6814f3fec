"""Why something may not be done in the Giog family: the code, the § and the sentence in three languages."""

import random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES, Refusal
from qipai.games import GAMES
from tests.games.giog.situations import Situation, dealt, holding

FAMILY = [game for game in GAMES.values() if game.room == "giog"]


def refused(situation: Situation, seat: int, text: str) -> Refusal:
    action = situation.game.notation.parse_action(text, situation.ruleset)
    opened = map(records.opened, (situation.state, situation.rules))
    refusal = situation.game.telling.why_not(*opened, seat, action)
    assert refusal is not None, f"{text} may be done"
    assert not situation.game.is_legal(situation.state, situation.rules, seat, action)
    return refusal


def explained(situation: Situation, seat: int, text: str) -> Any:
    cards = [situation.game.notation.parse_card(face) for face in text.split("-")]
    opened = map(records.opened, (situation.observation(seat), situation.rules))
    return situation.game.telling.explain(*opened, seat, cards)


def check(situation: Situation, seat: int, text: str, code: str, section: str, *parts: str) -> None:
    """What refuses an action, and, if it lays pieces, a selection of them."""
    refusal = refused(situation, seat, text)
    assert (refusal.code, refusal.section) == (code, section)
    assert set(refusal.text) == set(LANGUAGES)
    for part in parts:
        assert all(part in sentence for sentence in refusal.text.values()), refusal.text
    if situation.phase in ("leading", "answering") and not text.startswith(("under", "turn", "take", "expose", "conceal")):
        assert explained(situation, seat, text) == ((), refusal)


# -- whose turn it is


def test_out_of_turn() -> None:
    """§5.1, §5.2, §5.5, §8.1"""
    situation = holding("giog", "rC-bP", "rA-rP", "bR-rE")
    check(situation, 1, "rA", "lead_later", "5.1")
    situation.play(0, "rC")
    check(situation, 0, "bP", "laid_already", "5.2")
    situation.play(1, "rA").play(2, "bR")
    situation.trick("rP", "rE", "bP")
    check(situation, 0, "bP", "deal_over", "5.5")
    situation = holding("daqiluo2", "rC-bP", "rA-rP", "bR-rE").play(0, "rC")
    check(situation, 2, "bR", "answer_later", "8.1")


def test_another_thing_is_wanted() -> None:
    """§5.1, §5.2, §7.2"""
    situation = holding("tamcuc", "rC-bP", "rA-rP", "bR-rE")
    check(situation, 0, "turn 3", "lead_now", "5.1")
    check(situation, 0, "under rC", "lead_now", "5.1")
    situation.play(0, "rC")
    check(situation, 1, "expose", "answer_now", "5.2", "1")
    check(situation, 1, "under rA", "answer_now", "5.2", "1")
    situation.play(1, "rA").play(2, "bR")
    check(situation, 2, "expose", "expose_later", "7.2")
    check(situation, 1, "rP", "expose_now", "7.2")
    assert explained(situation, 1, "rP").refusal.code == "expose_now"


# -- stacks


def test_stacks_that_may_not_be_turned_up() -> None:
    """§3.1, §3.2, §3.6"""
    situation = dealt("giog", 4)
    seat = situation.asked[0]
    own = 4 * seat + 1
    check(situation, seat, f"turn {own}", "own_row", "3.2", str(own))
    check(situation, seat, "take 1", "turn_now", "3.2")
    check(situation, (seat + 1) % 4, "turn 1", "turn_later", "3.2")
    stack = 4 * ((seat + 2) % 4) + 1
    situation.play(seat, f"turn {stack}")
    check(situation, (seat + 1) % 4, f"turn {stack}", "turned_already", "3.2", str(stack))
    situation = dealt("jumapao_fujian3", 3)
    check(situation, situation.asked[0], "turn 16", "no_such_stack", "3.6", "16", "15")


def test_stacks_that_may_not_be_taken() -> None:
    """§3.4, §3.7, §3.8"""
    situation = dealt("giog", 4)
    while situation.phase == "turning":
        seat = situation.asked[0]
        situation.play(seat, situation.legal(seat)[0])
    (seat,) = situation.asked
    check(situation, seat, "take 3", "not_an_end", "3.4", "1", "16")
    check(situation, (seat + 1) % 4, "take 1", "take_later", "3.4")
    situation = dealt("jumapao", 4)
    situation.play(situation.asked[0], "turn 16")
    check(situation, situation.asked[0], "take 3", "not_beside", "3.7", "16", "1", "15")
    situation = dealt("sangkrip", 2)
    situation.play(situation.asked[0], "take 5")
    check(situation, situation.asked[0], "take 5", "not_beside", "3.8", "4", "6")
    check(situation, situation.asked[0], "rP", "take_now", "3.8")


# -- pieces


def test_pieces_that_are_not_there() -> None:
    """§5.2"""
    situation = holding("giog", "rC-rC-bP", "rA-bA-rP", "bR-bR-rE")
    check(situation, 0, "rH-bP", "not_in_hand", "5.2", "傌")
    situation.play(0, "rC-rC")
    check(situation, 1, "rA", "wrong_number", "5.2", "2", "1")
    assert explained(situation, 1, "rA-rP").actions == ("rA-rP",)


@pytest.mark.parametrize(
    ("name", "text", "code", "section"),
    [
        ("giog", "rG-bG", "generals_no_pair", "4.2"),
        ("tamcuc", "rG-bG", "generals_no_pair", "4.2"),
        ("giog", "rR-bR", "pair_of_two_colours", "4.2"),
        ("giog", "rR-rH", "not_identical", "4.2"),
        ("giog", "rR-bH-rC", "mixed_colours", "4.4"),
        ("giog", "rP-rP-bP", "mixed_colours", "4.6"),
        ("giog", "rR-rR-rH", "only_these", "4.4"),
        ("jumapao", "rA-rE-rC", "no_cannon_noble", "4.5"),
        ("jumapao", "rR-rR-rH", "only_these", "4.5"),
        ("daqiluo1", "rA-rE-rC", "no_cannon_noble", "4.7"),
        ("zhihu", "bA-rE-rG", "mixed_colours", "4.11"),
        ("tamcuc", "rP-rP-rP", "three_pawns", "4.13"),
        ("tamcuc", "rP-rP-rP-rP", "too_many", "4.13"),
        ("giog", "rP-rP-bP-bP", "mixed_colours", "4.6"),
        ("giog", "rR-rR-rH-rH", "only_these", "4.6"),
        ("giog", "rR-rR-rH-rH-rC-rC", "too_many", "4.6"),
        ("jumapao_fujian3", "rR-rR-rH-rH-rC", "too_many", "1.3"),
        ("sangkrip", "rG-rR-rR-bH-bH", "pairs_of_one_colour", "4.8"),
        ("sangkrip", "rG-rR-rR-rH-rC", "not_five", "4.8"),
        ("sangkrip", "rR-rR-rH-rH-rC-rC", "too_many", "4.8"),
        ("zhihu", "rR-rH-rE-rP", "not_four", "4.12"),
        ("zhihu", "rR-rH-rC-rP-bP", "not_taken_along", "4.12"),
        ("zhihu", "rR-rH-rE-rP-bP", "not_triple_with_pair", "4.12"),
        ("daqiluo2", "rG-rE", "neither_set_nor_sequence", "4.9"),
    ],
)
def test_pieces_that_are_no_combination(name: str, text: str, code: str, section: str) -> None:
    """§5.1  The nearest reason."""
    players = GAMES[name].seats[-1]
    check(holding(name, f"{text}-bC-bC", *[f"{text}-bC-bC"] * (players - 1)), 0, text, code, section)


def test_two_pairs_of_pawns_may_be_ruled_out() -> None:
    """§11.3"""
    hands = ["rG-rP-rP-rP-rP-bC"] * 2
    check(holding("sangkrip", *hands, gpp_double_pawn_pairs=False), 0, "rG-rP-rP-rP-rP", "two_pawn_pairs", "11.3")


def test_what_three_pieces_can_be_is_listed() -> None:
    """§4.5"""
    situation = holding("jumapao", *["rR-rR-rH-bP"] * 3)
    assert "帥仕相、將士象、俥傌炮、車馬砲、兵兵兵、卒卒卒" in refused(situation, 0, "rR-rR-rH").text["zh-Hant"]


# -- generals


def test_generals_in_the_first_trick() -> None:
    """§9.1  What may be laid instead is named."""
    situation = holding("giog", "rG-rC-bP", "bG-rP-rE", "bR-rE-bA", trick=1)
    check(situation, 0, "rG", "general_led_first", "9.1", "炮卒")
    situation.play(0, "rC")
    check(situation, 1, "bG", "general_laid_first", "9.1", "相兵")


def test_generals_in_the_last_trick() -> None:
    """§9.1, §9.2"""
    situation = holding("sangkrip", "rG-rA-rE", "bG-rP-rE", "bR-rE-bA")
    check(situation, 0, "rG-rA-rE", "general_led_last", "9.2", "帥仕相", "帥")
    assert explained(situation, 0, "rG").actions == ("rG",)
    situation = holding("jumapao", "rG-bG", "rP-rE", "bR-rE")
    check(situation, 0, "rG-bG", "general_led_last", "9.2", "帥將")


# -- exposing, and the pile


def test_what_cannot_be_exposed() -> None:
    """§5.3, §7.2, §7.3, §9.5"""
    situation = holding("tamcuc", "rC-rC-bP", "rC-rH-rP", "bR-bP-rE").trick("rC-rC", "rC-rP", "bR-bP")
    check(situation, 1, "expose", "not_of_the_type", "5.3", "炮兵")
    situation = holding("tamcuc", "rC-bP", "rC-rP", "bR-rE").trick("rC", "rC", "bR")
    check(situation, 1, "expose", "only_equals", "7.3", "炮")
    situation = holding("tamcuc", "rC-bP", "rH-rP", "bR-rE").trick("rC", "rH", "bR")
    check(situation, 1, "expose", "does_not_beat", "7.2", "傌", "炮")
    situation = holding("tamcuc", "rC-bP", "rA-rP", "bR-rE", trick=1).trick("rC", "rA", "bR")
    check(situation, 1, "expose", "banned_first", "9.5", "仕")


def test_what_cannot_be_exposed_in_sang_krip() -> None:
    """§4.8, §11.1, §11.5"""
    situation = holding("sangkrip", "rC", "rG", "bR", may_conceal=True, general_rule="void").trick("rC", "rG", "bR")
    check(situation, 1, "expose", "general_cannot_win", "11.1")
    red, black = "rG-rE-rE-rC-rC-bP", "bG-bA-bA-bH-bH-rP"
    situation = holding("sangkrip", red, black, may_conceal=True).trick(red[:-3], black[:-3])
    check(situation, 1, "expose", "does_not_beat", "4.8", "將士士馬馬", "帥相相炮炮")


def test_the_pile_has_its_rules() -> None:
    """§8.3, §11.6"""
    situation = holding("daqiluo2", "rC-bP", "rA-rP", "bR-rE").play(0, "rC")
    check(situation, 1, "under rA", "must_show", "11.6", "仕")
    check(situation, 1, "under rP", "goes_under", "8.3", "兵")
    assert explained(situation, 1, "rA").actions == ("rA",)
    situation = holding("daqiluo2", "rC-bP", "rA-rP", "bR-rE", must_show=False).play(0, "rC")
    assert explained(situation, 1, "rA").actions == ("rA", "under rA")
    assert explained(situation, 1, "rP").actions == ("rP",)


def test_the_order_of_the_stacks_is_the_first_players() -> None:
    """§11.10"""
    situation = dealt("daqiluo2", 3, stack_order="directed")
    (first,) = situation.asked
    check(situation, (first + 1) % 3, "rP", "direct_later", "11.10")
    check(situation, first, "rP", "direct_now", "11.10")
    assert refused(situation, (first + 1) % 3, "direct left").code == "direct_later"
    situation.play(first, "direct left")
    assert refused(situation, first, "direct left").code == "lead_now"


# -- all of them


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
def test_what_is_legal_is_not_refused_and_all_else_is(game: Any) -> None:
    """Every action of anybody at any time is legal, or refused with a sentence."""
    chance = random.Random(game.name)
    for _ in range(2):
        ruleset = random_ruleset(game, chance)
        rules = game.rules(ruleset)
        players = chance.choice(game.seats)
        state = game.start(rules, game.setup(rules, players), chance.getrandbits(32))
        texts = ["rP", "expose", "conceal", "direct left", "turn 1", "take 16", "under bP", "rG-bG"]
        while not game.is_over(state):
            seat = game.to_act(state)
            legal = game.legal(state, rules, seat)
            texts += [game.notation.format_action(action, ruleset) for action in chance.sample(legal, min(3, len(legal)))]
            for text in chance.sample(texts, 6):
                action = game.notation.parse_action(text, ruleset)
                for other in range(players):
                    refusal = game.telling.why_not(records.opened(state), records.opened(rules), other, action)
                    assert (refusal is None) == bool(game.is_legal(state, rules, other, action))
                    assert refusal is None or not any("{" in sentence for sentence in refusal.text.values())
            game.apply_action(state, rules, seat, chance.choice(legal))
