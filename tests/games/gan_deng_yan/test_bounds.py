"""§6.1, §8  What a deal can cost or bring: deals that reach the bounds, and a product that no deal goes beyond."""

import itertools
import math
import pickle
import random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.positions import parse_position
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games.gan_deng_yan.rules.combinations import SINGLE, kind_of
from qipai.games.gan_deng_yan.rules.scoring import MOST

from ...chance import SEED


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


def test_what_does_not_depend_on_bombs() -> None:
    """§6.1, §7.12, §7.14, §8.6  With 26 cards in hand: counted by hand from the pack."""
    assert counted() == (-26, 26)
    assert counted(multipliers="app") == (-26 * 64, 26 * 64)
    assert counted(multipliers="app", draw_rule="winner_only") == (-5 * 64, 5 * 64)
    assert counted(ace_factor=2) == (-26 * 2**4, 26 * 2**4)
    assert counted(ace_factor=3, ace_count="once") == (-26 * 3, 26 * 3)


# Two players draw the talon of 43 cards in 22 tricks, so a deal has 23; of each trick without a bomb at least a card is gone.
PACK, TRICKS, MOST_LEFT = 54, 23, 26


def most_paid(factors: tuple[int, int, int], sizes: tuple[int, int, int], limits: tuple[int, int, int], held: Any) -> int:
    """The most that m cards left cost, by trying all numbers of bombs of three kinds; `held` is what m cards, j jokers in them, multiply by."""
    most = 0
    for left in range(1, MOST_LEFT + 1):
        for counts in itertools.product(*(range(limit + 1) for limit in limits)):
            cards = sum(size * count for size, count in zip(sizes, counts, strict=True))
            if cards + max(0, TRICKS - sum(counts)) <= PACK - left:
                product = math.prod(factor**count for factor, count in zip(factors, counts, strict=True))
                most = max(most, left * product * held(left, 2 * counts[0]))
    return most


def test_bombs_take_cards_and_cards_take_tricks() -> None:
    """§8.5, §8.8  Triplets and fours beside the double joker, in a pack of thirteen ranks; nothing in hand multiplies."""

    def nothing(left: int, jokers: int) -> int:
        return 1

    hard = most_paid((8, 2, 4), (2, 3, 3), (1, 0, 13), nothing)
    assert counted(multipliers="soft_hard") == (-hard, hard)
    ordinary = most_paid((8, 2, 4), (2, 4, 4), (1, 0, 13), nothing)
    assert counted(multipliers="soft_hard", triplet_mode="ordinary") == (-ordinary, ordinary)
    fours = most_paid((8, 4, 2), (2, 4, 3), (1, 13, 13), nothing)
    assert counted(multipliers="bombs_played") == (-fours, fours)
    assert hard == 4 * 8 * 4**13  # 13 triplets and both jokers, 9 single cards for the other tricks, 4 left: 54
    assert fours == 3 * 8 * 4**9  # 36 and 2 cards, 13 single cards, 3 left


def test_what_is_left_multiplies_under_the_schedule() -> None:
    """§8.3, §8.4  Fours and aces in hand, and the jokers where they were not played."""

    def held(left: int, played: int) -> int:
        hands = [(jokers, aces) for jokers in range(2 - played + 1) for aces in range(5) if jokers + aces <= left]
        return max(2 ** (jokers + aces) * bombs(aces) * bombs(left - jokers - aces) for jokers, aces in hands)

    def bombs(naturals: int) -> int:
        return max(4**fours * 2**threes for fours in range(7) for threes in range(9) if 4 * fours + 3 * threes <= naturals)

    most = most_paid((8, 4, 2), (2, 4, 3), (1, 13, 13), held)
    assert counted(multipliers="pagat_schedule") == (-most, most)


def test_two_packs_pay_as_much_as_can_be_counted() -> None:
    """§7.1, §8.2"""
    assert counted(multipliers="pagat_schedule", decks=2) == (-MOST, MOST)


def test_hao_chun_leaves_no_time_for_bombs() -> None:
    """§8.7, §8.8  It is the first play of the deal: five cards are left, and six make no bomb.  Spring alone may come late."""
    both = counted(multipliers="bombs_played", spring_factor=2, hao_chun_factor=16)
    assert both == counted(multipliers="bombs_played", spring_factor=2)
    assert counted(spring_factor=2, hao_chun_factor=16) == (-5 * 32, 5 * 32)


def played_to_all_ends(line: str) -> tuple[int, int, Any]:
    """The worst loss and the best win of a small deal over all ways to play it, and its bounds."""
    position = parse_position(GAME, f"gan_deng_yan {line}")
    rules = GAME.rules(position.ruleset)
    points, seen, open_ends = [0], set(), [position.state]
    while open_ends:
        state = open_ends.pop()
        if GAME.is_over(state):
            points += [int(one) for one in GAME.result(state, rules).points]
            continue
        seat = GAME.to_act(state)
        for action in GAME.legal(state, rules, seat):
            after = records.copy(state)
            GAME.apply_action(after, rules, seat, action)
            key = pickle.dumps(after)
            if key not in seen:
                seen.add(key)
                open_ends.append(after)
    return min(points), max(points), GAME.bounds(position.ruleset, position.setup)


@pytest.mark.parametrize(
    "line",
    [
        "multipliers=pagat_schedule hands=X-6-X/A-6 undealt=4-5-4",  # 48, and the bound is 64
        "multipliers=pagat_schedule hands=5-A-A-6/4-5-6 undealt=4-4",  # 16 of 32
        "multipliers=pagat_schedule djoker_in_hand=as_jokers_and_bomb hands=4-5-5-5/X-4-5 undealt=4-X-4",  # 256 of 512
        "multipliers=bombs_played hao_chun_factor=8 spring_factor=2 hands=X-6-6/4-5 undealt=4-4-5",  # 64 of 96
        "multipliers=soft_hard spring_factor=2 hands=4-5-4/A-5 undealt=A-6",  # 6 of 6
    ],
)
def test_small_deals_come_within_half_of_the_bounds(line: str) -> None:
    """§8  Over all ways to play them: none goes beyond, and some go at least half as far."""
    worst, best, bounds = played_to_all_ends(line)
    assert bounds.low <= worst <= bounds.low / 2
    assert bounds.high / 2 <= best <= bounds.high


@pytest.mark.parametrize("turn", range(8))
def test_no_way_to_play_a_small_deal_goes_beyond_the_bounds(turn: int) -> None:
    """§8  Hands of three cards from packs that are full of bombs."""
    chance = random.Random(f"{SEED} bounds {turn}")
    options = ("multipliers=pagat_schedule", "multipliers=soft_hard", "multipliers=bombs_played")[turn % 3]
    cards = ["4"] * 4 + ["5"] * chance.choice((3, 4)) + ["A"] * 3 + ["X"] * 2
    chance.shuffle(cards)
    first, second, talon = cards[:3], cards[3:5], cards[5 : 5 + chance.randrange(2, 5)]
    line = (
        f"{options} spring_factor={chance.randrange(1, 4)} hands={'-'.join(first)}/{'-'.join(second)} undealt={'-'.join(talon)}"
    )
    worst, best, bounds = played_to_all_ends(line)
    assert bounds.low <= worst < 0 < best <= bounds.high, line


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
