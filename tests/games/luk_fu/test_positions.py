"""Positions in one line: what is written is read back to the same bytes, and what cannot be is refused in a sentence."""

import random

import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.positions import format_position, parse_position
from tests.games.luk_fu.situations import GAME, at, cards_in, chance_deal

SMALL = "dealer=0 hands=2C-5S-9S/1G-7G-8S/L/8C-4K-9G"
FIVE_TIGERS = "5S-9G-8G-4G-3G-7K/1G-1K-1C-1S-L-6G/2C/8S-7S-6S-5G-2G-4K"


def again(line: str) -> str:
    """A line as it is written after reading."""
    read = parse_position(GAME, line)
    return format_position(GAME, read.ruleset, read.setup, read.order, read.decisions)


def test_the_line_of_the_documentation() -> None:
    line = "luk_fu hands=2C-5S-9S/1G-7G-8S/L/8C-4K-9G keep keep keep play 5S 8S down 4K"
    assert again(line) == line


@pytest.mark.parametrize("order", [(0, 1, 3), (3, 1, 0), (1, 0, 3)])
def test_answers_in_any_order(order: tuple[int, ...]) -> None:
    """§4.1  A seat is named where it is not the first of those who are asked."""
    line = f"luk_fu ng_fu_late_claim=true hands={FIVE_TIGERS} keep keep keep play"
    read = parse_position(GAME, f"{line} {' '.join(f'{seat}:keep' for seat in order)}")
    left = [0, 1, 3]
    for seat in order:
        line += " keep" if seat == left[0] else f" {seat}:keep"
        left.remove(seat)
    written = format_position(GAME, read.ruleset, read.setup, read.order, read.decisions)
    assert written.split()[-7:] == line.split()[-7:]
    assert [decision.seat for decision in read.decisions[4:]] == list(order)
    assert records.to_bytes(parse_position(GAME, written).state) == records.to_bytes(read.state)


def test_house_rules_and_the_appointed_dealer() -> None:
    line = f"luk_fu base=5 scoring=sung1996 {SMALL} keep keep keep not_play"
    assert again(line) == line
    assert at(f"base=5 {SMALL}").ruleset.base == 5
    by_lot = at("lot=2 hands=1S/2S/3S")
    assert records.to_plain(by_lot.setup).dealer == -1
    assert by_lot.public.dealer == 2


def test_the_dreamers_card_is_the_one_in_its_place() -> None:
    """§2.1, §3.2  Everybody is dealt what the line says, whoever deals."""
    for dealer in range(4):
        hands = ["2C-5S", "7G-8S", "4K-8C", "1K-9G"]
        hands[(dealer + 2) % 4] = "L"
        situation = at(f"dealer={dealer} hands={'/'.join(hands)}")
        assert [set(cards_in(situation.hand(seat))) for seat in range(4)] == [set(hand.split("-")) for hand in hands]


def test_spelling_is_free_in_reading() -> None:
    """Cards in any order and with commas, or with Chinese suits, and actions in capitals."""
    written = f"luk_fu {SMALL} keep keep keep play 5S 8S down 4K"
    assert again("luk_fu dealer=0 hands=5S,9s,2C/1G-8S-7G/l/4K-9G-8C KEEP keep keep PLAY 5s 8S Down 4k") == written
    assert again("luk_fu dealer=0 hands=5拾,9拾,2綫/1貫-8S-7G/离线/4索-9G-8C keep keep keep play 5s 8S Down 4索") == written


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "begins with 'luk_fu'"),
        ("giog hands=1S", "begins with 'luk_fu'"),
        ("luk_fu dealer=0", "needs hands=…"),
        ("luk_fu dealer=3 hands=1S/2S/3S", "dealer=3 must be a seat from 0 to 2"),
        ("luk_fu dealer=x hands=1S/2S/3S", "dealer=x must be a whole number"),
        ("luk_fu lot=3 hands=1S/2S/3S", "from 0 to 2"),
        ("luk_fu dealer=0 lot=0 hands=1S/2S/3S", "no lot is drawn"),
        ("luk_fu lot=0/0 hands=1S/2S/3S", "what 1 lots drew"),
        ("luk_fu dealer=0 hands=1S/2S", "for 3 to 4 players"),
        ("luk_fu dealer=0 hands=1S/1S/3S", "1S is named 2 times"),
        ("luk_fu dealer=0 hands=1S-4S/2S/3S", "equally many"),
        ("luk_fu dealer=0 hands=././.", "equally many"),
        ("luk_fu dealer=0 hands=././././", "for 3 to 4 players"),
        ("luk_fu dealer=0 hands=1S-5S/2S/./3S", "The rules deal 1/1/1/1 cards .* hands=… has 2/1/0/1"),
        ("luk_fu dealer=0 hands=./././1S", "equally many"),
        ("luk_fu dealer=0 hands=1S/2S/3S undealt=4S", "equally many"),
        ("luk_fu dealer=0 hand_size=2 hands=1S/2S/3S", "equally many"),
        ("luk_fu dealer=0 pack=7 hands=1S/2S/3S", "no part 'pack'"),
        ("luk_fu dealer=0 hands=1X/2S/3S", "no card"),
        ("luk_fu dealer=0 hands=1S/2S/3S colour=red", "no part 'colour'"),
        ("luk_fu dealer=0 dealer=1 hands=1S/2S/3S", "given twice"),
        ("luk_fu dealer= hands=1S/2S/3S", "key=value"),
        ("luk_fu dealer=0 hands=1S/2S/3S play base=5", "before all actions"),
        ("luk_fu base=7 dealer=0 hands=1S/2S/3S", "base may be"),
        ("luk_fu dealer=0 hands=1S/2S/3S fold", "no action"),
        ("luk_fu dealer=0 hands=1S/2S/3S x:play", "'x' in 'x:play' is no seat"),
        ("luk_fu dealer=0 hands=1S/2S/3S 2:play", "Action 1, '2:play': seat 2 is not asked"),
        ("luk_fu dealer=0 hands=1S/2S/3S keep", "Action 1, 'keep', is not legal for seat 0; legal are play, not_play"),
        ("luk_fu dealer=0 hands=1S/2S/3S play 1S down 2S down", "no action"),
        ("luk_fu dealer=0 hands=1G/2G/3S play 1G down 2G down 3S down 3S", "over before action 5"),
    ],
)
def test_what_is_no_position(line: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        parse_position(GAME, line)


def test_what_is_shown() -> None:
    """Everything there is, hidden cards too."""
    shown = GAME.notation.show(
        at("dealer=0 hands=9S-5S-2C/8S-7G-1G/L/9G-4K-8C keep keep keep not_play play 5S 8S down 4K").state, None
    )
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
