"""Positions in one line: what is written is read back to the same bytes, and what cannot be is refused in a sentence."""

import random

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import QipaiError
from tests.games.luk_fu.situations import GAME, Situation, at, chance_deal, dealt

SMALL = "dealer=0 hands=9S-5S-2C/8S-7G-1G/L/9G-4K-8C"


def text_of(situation: Situation) -> str:
    opened = records.opened(situation.state)
    return GAME.notation.format_position(opened, situation.ruleset, records.opened(situation.setup))


def test_the_line_of_the_documentation() -> None:
    line = "luk_fu lot=0 hands=9S-5S-2C/8S-7G-1G/L/9G-4K-8C keep keep keep play 5S 8S down 4K"
    assert text_of(Situation(*GAME.notation.parse_position(line))) == line


def test_whole_deals_are_read_back() -> None:
    """Every state of deals with every number of players under random rules, the end as well."""
    chance = random.Random(3)
    for seed in range(8):
        ruleset = random_ruleset(GAME, chance)
        rules = GAME.rules(ruleset)
        setup = GAME.setup(rules, 3 + seed % 2)
        situation = Situation(ruleset, setup, GAME.start(rules, setup, seed))
        while True:
            ruleset_read, setup_read, state = GAME.notation.parse_position(text_of(situation))
            assert ruleset_read == ruleset
            assert records.to_bytes(setup_read) == records.to_bytes(setup)
            assert records.to_bytes(state) == records.to_bytes(situation.state)
            if situation.phase == "over":
                break
            seat = chance.choice(situation.asked)
            situation.play(chance.choice(situation.legal(seat)), seat=seat)


@pytest.mark.parametrize("order", [(0, 1, 3), (3, 1, 0), (1, 0, 3)])
def test_answers_in_any_order(order: tuple[int, ...]) -> None:
    """§4.1  A seat is named where it is not the first of those who are asked."""
    situation = dealt({1: "1S-1G-1K-1C-L"}, ng_fu_late_claim="true").play("keep", "keep", "keep", "play")
    for seat in order:
        situation.play("claim" if seat == 1 else "keep", seat=seat)
        again = at(text_of(situation).removeprefix("luk_fu "))
        assert records.to_bytes(again.state) == records.to_bytes(situation.state)
    first = dealt({1: "1S-1G-1K-1C-L"}).play("claim", seat=1)
    assert text_of(first).endswith(" 1:claim")


def test_house_rules_and_the_appointed_dealer() -> None:
    line = f"luk_fu base=5 scoring=sung1996 {SMALL} keep keep keep not_play"
    assert text_of(Situation(*GAME.notation.parse_position(line))) == line
    assert at(f"base=5 {SMALL}").ruleset.base == 5
    by_lot = at("lot=2 hands=1S/2S/3S")
    assert records.to_plain(by_lot.setup).dealer == -1
    assert by_lot.table.dealer == 2


def test_spelling_is_free_in_reading() -> None:
    """Cards in any order and with commas, actions in capitals."""
    assert text_of(at("dealer=0 hands=2C,9s,5S/1G-8S-7G/l/4K-9G-8C KEEP keep keep PLAY 5s 8S Down 4k")) == (
        f"luk_fu {SMALL} keep keep keep play 5S 8S down 4K"
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "begins with 'luk_fu'"),
        ("giog hands=1S", "begins with 'luk_fu'"),
        ("luk_fu hands=1S/2S/3S", "either dealer=… or lot=…"),
        ("luk_fu dealer=0 lot=0 hands=1S/2S/3S", "either dealer=… or lot=…"),
        ("luk_fu dealer=0", "needs hands=…"),
        ("luk_fu dealer=3 hands=1S/2S/3S", "seats 0 to 2"),
        ("luk_fu dealer=x hands=1S/2S/3S", "no seat"),
        ("luk_fu dealer=0 hands=1S/2S", "3 or 4 players"),
        ("luk_fu dealer=0 hands=1S/1S/3S", "dealt twice"),
        ("luk_fu dealer=0 hands=1S-1S/2S/3S", "names 1S twice"),
        ("luk_fu dealer=0 hands=1S-4S/2S/3S", "equally many"),
        ("luk_fu dealer=0 hands=./././1S", "equally many"),
        ("luk_fu dealer=0 hands=1S/2S/3S-4S/5S", "the dreamer"),
        ("luk_fu dealer=0 hands=1X/2S/3S", "no card"),
        ("luk_fu dealer=0 hands=1S/2S/3S colour=red", "no part 'colour'"),
        ("luk_fu dealer=0 dealer=1 hands=1S/2S/3S", "each once"),
        ("luk_fu dealer= hands=1S/2S/3S", "key=value"),
        ("luk_fu dealer=0 hands=1S/2S/3S play base=5", "before all actions"),
        ("luk_fu base=7 dealer=0 hands=1S/2S/3S", "base may be"),
        ("luk_fu dealer=0 hands=1S/2S/3S fold", "no action"),
        ("luk_fu dealer=0 hands=1S/2S/3S 2:play", "Action 1, '2:play': seat 2 is not asked"),
        ("luk_fu dealer=0 hands=1S/2S/3S keep", "Action 1, 'keep', is not legal for seat 0; legal are play, not_play"),
        ("luk_fu dealer=0 hands=1S/2S/3S play 1S down 2S down", "no action"),
        ("luk_fu dealer=0 hands=1G/2G/3S play 1G down 2G down 3S down 3S", "over before action 5"),
    ],
)
def test_what_is_no_position(line: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        GAME.notation.parse_position(line)


def test_what_is_shown() -> None:
    """Everything there is, hidden cards too."""
    shown = GAME.notation.show(at(f"{SMALL} keep keep keep not_play play 5S 8S down 4K").state, None)
    assert shown.splitlines() == [
        "  seat 0  dealer    9S-2C",
        "> seat 1  player 2  7G-1G  called, privileged, tricks 1 with 8S",
        "  seat 2  dreamer   L",
        "  seat 3  player 3  9G-8C",
        "  round 1: seat 0 5S, seat 1 8S*, seat 3 down 4K",
        "  leading   round 2",
    ]
    chance = random.Random(5)
    situation = chance_deal(chance)
    while situation.phase != "over":
        assert str(situation.hand(situation.seat)) in GAME.notation.show(situation.state, None)
        situation.random_steps(chance, 1)
    assert "over   " in GAME.notation.show(situation.state, None)
