"""§7.1  What a deal can bring and cost: deals that reach the bounds to the point, and counts by hand where a side lays nothing."""

from typing import Any

import pytest

from qipai.engine.positions import parse_position
from qipai.games import DOU_DIZHU as GAME

AGREED = "call grab grab grab double double double"  # §3.3 ×8, §3.6 ×4 for each account
# Thirteen bombs one upon the other, the last of them from the landlord's hand; the jokers stay apart.
THIRTEEN = (
    "hands=3-3-3-3-6-6-6-6-9-9-9-9-Q-Q-Q-Q-2/4-4-4-4-7-7-7-7-10-10-10-10-K-K-K-K-B/5-5-5-5-8-8-8-8-J-J-J-J-A-A-A-A-R undealt=2-2-2",
    "3-3-3-3 4-4-4-4 5-5-5-5 6-6-6-6 7-7-7-7 8-8-8-8 9-9-9-9 10-10-10-10 J-J-J-J Q-Q-Q-Q K-K-K-K A-A-A-A 2-2-2-2",
)
# The landlord leads the rocket and lays four bombs, the peasants lay four each, and one of them goes out with a 3.
TWELVE_AND_ROCKET = (
    "hands=4-4-4-4-7-7-7-7-10-10-10-10-K-K-K-K-B/5-5-5-5-8-8-8-8-J-J-J-J-2-2-2-2-3/6-6-6-6-9-9-9-9-Q-Q-Q-Q-A-A-A-A-3 undealt=R-3-3",
    "B-R pass pass 4-4-4-4 5-5-5-5 6-6-6-6 7-7-7-7 8-8-8-8 9-9-9-9 10-10-10-10 J-J-J-J Q-Q-Q-Q K-K-K-K pass A-A-A-A pass 2-2-2-2"
    " pass pass 3",
)


def bounds(**options: Any) -> tuple[int, int]:
    ruleset = GAME.ruleset(**options)
    return tuple(GAME.bounds(ruleset, GAME.setup(GAME.rules(ruleset), 3)))


# The same with both jokers at the bottom.
JOKERS_AT_THE_BOTTOM = (TWELVE_AND_ROCKET[0].replace("K-B/", "K-3/").replace("R-3-3", "B-R-3"), TWELVE_AND_ROCKET[1])


@pytest.mark.parametrize(
    ("deal", "options", "points"),
    [
        (THIRTEEN, {}, 2 * 2**13 * 8 * 4),
        (TWELVE_AND_ROCKET, {}, -2 * 2**12 * 2 * 8 * 4),
        (THIRTEEN, {"bottom_multiplies": True}, 4 * 2 * 2**13 * 8 * 4),  # §8.16
        (JOKERS_AT_THE_BOTTOM, {"bottom_multiplies": True}, 4 * -2 * 2**12 * 2 * 8 * 4),
    ],
    ids=["won", "lost", "won with three twos", "lost with both jokers"],
)
def test_a_landlord_reaches_the_bounds(deal: tuple[str, str], options: dict[str, Any], points: int) -> None:
    """§7.2, §7.3, §7.6"""
    hands, played = deal
    told = " ".join(f"{name}={str(value).lower()}" for name, value in options.items())
    position = parse_position(GAME, f"dou_dizhu {told} {hands} {AGREED} {played}")
    rules = GAME.rules(position.ruleset)
    assert GAME.is_over(position.state)
    assert GAME.result(position.state, rules).points[0] == points
    assert points in bounds(**options)


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        # §8.1 one bid of 3, nobody doubles: 13 bombs, or 12 and the rocket
        ({"bidding": "points", "doubling": "none"}, -2 * 3 * 2**13, 2 * 3 * 2**13),
        # §8.11 with a rocket of ×4 twelve bombs and the rocket are the most, for the landlord too: 20 cards, and 16 of each peasant
        ({"bidding": "none", "doubling": "none", "rocket_factor": 4}, -2 * 2**14, 2 * 2**14),
        # §8.12 where bombs count nothing, spring and anti-spring are all there is
        (
            {
                "bidding": "none",
                "doubling": "none",
                "bomb_factor": 1,
                "rocket_factor": 1,
                "spring_factor": 3,
                "anti_spring_factor": 4,
            },
            -2 * 4,
            2 * 3,
        ),
        # §8.16 three 2s at the bottom are ×4, and the fourth makes the thirteenth bomb; both jokers at the bottom are ×4, and the rocket
        ({"bidding": "none", "doubling": "none", "bottom_multiplies": True}, -2 * 4 * 2**13, 2 * 4 * 2**13),
        # §8.13, §8.14
        ({"multiplier_cap": 16, "base": 10}, -320, 320),
        # §8.15
        ({"scoring": "winners_one"}, 0, 1),
    ],
    ids=str,
)
def test_bounds_counted_by_hand(options: dict[str, Any], low: int, high: int) -> None:
    assert bounds(**options) == (low, high)


@pytest.mark.parametrize(
    ("hands", "factor"),
    [
        ("hands=4-4-B/5-5-R/6-6-7", 1),  # no bottom cards
        ("hands=4/5/6 undealt=7", 1),
        ("hands=4/5/6 undealt=B", 2),
        ("hands=4/5/6 undealt=7-8", 1),  # two are no run
        ("hands=4/5/6 undealt=4-7", 2),
        ("hands=4/5/B undealt=6-8-8", 3),
        ("hands=4/8/B undealt=10-8-R", 4),
        ("hands=4/8/6 undealt=10-8-8", 4),
    ],
)
def test_the_bottom_cards_multiply_by_what_the_pack_has(hands: str, factor: int) -> None:
    """§8.16  The most that can lie at the bottom, however the cards of this small pack fall."""
    quiet = (
        "bidding=call doubling=none bomb_factor=1 rocket_factor=1 spring_factor=1 anti_spring_factor=1 bottom_multiplies=true"
    )
    position = parse_position(GAME, f"dou_dizhu {quiet} {hands}")
    assert tuple(GAME.bounds(position.ruleset, position.setup)) == (-2 * factor, 2 * factor)


def test_bombs_must_fit_into_what_a_seat_lays() -> None:
    """§7.4  Five cards and twice four, three bombs among them.

    A landlord who wins lays one, and a peasant, who keeps a card, none: ×2, and ×4 for the spring.  One who loses may lay one as well
    as the peasant who goes out, and the other none: ×4.
    """
    options = "bidding=none doubling=none spring_factor=4 anti_spring_factor=1"
    position = parse_position(GAME, f"dou_dizhu {options} hands=3-3-3-3-5/6-6-6-6/7-7-7-7")
    assert tuple(GAME.bounds(position.ruleset, position.setup)) == (-2 * 4, 2 * 2 * 4)
