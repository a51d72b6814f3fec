"""§8 and §10  The house rules as the rules read them; `words/options.toml` describes each of them."""

from typing import NamedTuple

from .words import HOUSE_RULES

BID_GRAB, BID_POINTS, BID_AUCTION, BID_CALL, BID_NONE = HOUSE_RULES.numbers(
    "bidding", "grab", "points", "auction", "call", "none"
)
REDEAL, FIRST_BIDDER = HOUSE_RULES.numbers("all_pass", "redeal", "first_bidder")
ROTATE, LOT, FACE_UP, WINNER = HOUSE_RULES.numbers("first_bidder", "rotate", "lot", "face_up", "winner")
TOGETHER, PEASANTS_FIRST, NO_DOUBLING = HOUSE_RULES.numbers("doubling", "together", "peasants_first", "none")
NO_BOMB, DIFFERENT, NO_TRIO_BESIDE, ANY = HOUSE_RULES.numbers("single_wings", "no_bomb", "different", "no_trio_beside", "any")
DIFFERENT_PAIRS, ANY_PAIRS, NO_PAIRS = HOUSE_RULES.numbers("pair_wings", "different", "any", "none")
BOTH, SINGLES, NO_FOUR = HOUSE_RULES.numbers("four_with_two", "both", "singles", "none")
POINTS, WINNERS_ONE = HOUSE_RULES.numbers("scoring", "points", "winners_one")
NO_CAP = 0  # of `multiplier_cap`


class Ruleset(NamedTuple):
    """What this table plays: each field answers a "some play …" of the book."""

    bidding: int  # §8.1
    all_pass: int  # §8.2
    first_bidder: int  # §8.3
    show_hand: int  # §8.4
    doubling: int  # §8.5
    single_wings: int  # §8.6
    own_rank_wings: int  # §8.7
    rocket_wings: int  # §8.8
    pair_wings: int  # §8.9
    four_with_two: int  # §8.10
    bomb_factor: int  # §8.11
    rocket_factor: int  # §8.11
    spring_factor: int  # §8.12
    anti_spring_factor: int  # §8.12
    multiplier_cap: int  # §8.13
    base: int  # §8.14
    scoring: int  # §8.15
    bottom_multiplies: int  # §8.16


OPTIONS = HOUSE_RULES.options()
VARIANTS = HOUSE_RULES.variants(Ruleset(**HOUSE_RULES.defaults()))  # §10
