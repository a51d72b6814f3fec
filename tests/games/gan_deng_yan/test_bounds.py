"""§6.1, §8  What a deal can cost or bring: deals that reach the bounds, and a product that no deal goes beyond."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games.gan_deng_yan.rules.combinations import SINGLE, kind_of
from qipai.games.gan_deng_yan.rules.scoring import MOST


def points_where_everybody_passes(players: int, **options: Any) -> tuple[list[int], Any]:
    """The dealer leads one card after the other, and nobody ever follows: hands grow for as long as there is a talon."""
    ruleset = GAME.ruleset(**options)
    rules = GAME.rules(ruleset)
    setup = GAME.setup(rules, players)
    for seed in range(100):
        state = GAME.start(rules, setup, seed)
        dealer = GAME.to_act(state)
        while not GAME.is_over(state):
            seat = GAME.to_act(state)
            legal = GAME.legal(state, rules, seat)
            leads = [action for action in legal if kind_of(action) == SINGLE] or legal
            GAME.apply_action(state, rules, seat, leads[0] if seat == dealer else legal[0])
        points = list(GAME.result(state, rules).points[:players])
        if points[dealer] > 0:  # the dealer never laid a joker last, and nothing was void
            return points, GAME.bounds(ruleset, setup)
    raise AssertionError("no dealer ever won")


ALONE = {"spring_factor": 3, "spring_reading": "winner_alone"}


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize(
    "options",
    [{}, {"decks": 2}, {"draw_rule": "winner_only"}, {"spring_factor": 3}, {"payment_cap": 4}, {"table_stakes": 3}, ALONE],
    ids=str,
)
def test_who_always_passes_reaches_the_bounds(players: int, options: dict[str, Any]) -> None:
    """§5.4, §7.1, §7.12, §7.15, §7.17, §8.7  To the card: both the worst loss and the best win happen."""
    points, bounds = points_where_everybody_passes(players, **options)
    assert (min(points), max(points)) == bounds


def test_who_pays_nothing_has_nothing_to_lose() -> None:
    """§7.13"""
    points, bounds = points_where_everybody_passes(4, winner_scores_only="true")
    assert (min(points), max(points)) == bounds == (0, max(points))


def counted(**options: Any) -> tuple[int, int]:
    ruleset = GAME.ruleset(**options)
    bounds = GAME.bounds(ruleset, GAME.setup(GAME.rules(ruleset), 2))
    return bounds.low, bounds.high


def test_the_products_of_the_schedules() -> None:
    """§8.2 to §8.6  With 26 cards in hand: counted by hand from the pack."""
    assert counted() == (-26, 26)
    assert counted(multipliers="app") == (-26 * 64, 26 * 64)
    assert counted(multipliers="app", draw_rule="winner_only") == (-5 * 64, 5 * 64)
    assert counted(ace_factor=2) == (-26 * 2**4, 26 * 2**4)
    # thirteen fours of a kind, four aces in hand, both jokers as a bomb
    assert counted(multipliers="pagat_schedule") == (-26 * 4**13 * 2**4 * 8, 26 * 4**13 * 2**4 * 8)
    # thirteen hard triplets, and the double joker
    assert counted(multipliers="soft_hard") == (-26 * 4**13 * 8, 26 * 4**13 * 8)
    assert counted(multipliers="soft_hard", triplet_mode="ordinary", djoker_pub=1) == (-26 * 4**13 * 4, 26 * 4**13 * 4)
    assert counted(multipliers="pagat_schedule", decks=2) == (-MOST, MOST)
    every = {"multipliers": "pagat_schedule", "djoker_in_hand": "as_jokers_and_bomb"}
    assert counted(**every) == (-26 * 4**13 * 2**4 * 32, 26 * 4**13 * 2**4 * 32)
    assert counted(multipliers="bombs_played") == (-26 * 4**13 * 8, 26 * 4**13 * 8)
    assert counted(ace_factor=3, ace_count="once") == (-26 * 3, 26 * 3)


def test_a_hand_full_of_bombs_is_within_the_bounds() -> None:
    """§8.3  Fours of a kind, aces and both jokers, all in one hand of 26 cards."""
    ruleset = GAME.ruleset(multipliers="pagat_schedule", djoker_in_hand="as_bomb", spring_factor=8)
    rules = GAME.rules(ruleset)
    setup = GAME.setup(rules, 2)
    state: Any = records.to_plain(GAME.start(rules, setup, 1))
    state.dealer, state.winner, state.over, state.plays = 0, 0, 1, [1] + [0] * 5
    hand = state.hands[1]
    hand.count = [0] * 18
    for rank, count in ((14, 4), (13, 4), (12, 4), (11, 4), (10, 4), (9, 4), (16, 2)):
        hand.count[rank] = count
    hand.cards = 26
    lost = GAME.result(records.from_plain(state), rules).points[1]
    assert lost == -26 * 2**4 * 8 * 4**6 * 8
    assert GAME.bounds(ruleset, setup).low < lost
