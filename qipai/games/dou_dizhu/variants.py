"""§8 and §10  The house rules as the rules read them; `words/options.toml` describes each of them."""

from typing import NamedTuple

from .words import HOUSE_RULES

BID_GRAB, BID_POINTS, BID_AUCTION, BID_CALL, BID_NONE = 0, 1, 2, 3, 4  # bidding
REDEAL, FIRST_BIDDER = 0, 1  # all_pass
ROTATE, LOT, FACE_UP, WINNER = 0, 1, 2, 3  # first_bidder
TOGETHER, PEASANTS_FIRST, NO_DOUBLING = 0, 1, 2  # doubling
NO_BOMB, DIFFERENT, NO_TRIO_BESIDE, ANY = 0, 1, 2, 3  # single_wings
DIFFERENT_PAIRS, ANY_PAIRS, NO_PAIRS = 0, 1, 2  # pair_wings
BOTH, SINGLES, NO_FOUR = 0, 1, 2  # four_with_two
NO_CAP = 0  # multiplier_cap
POINTS, WINNERS_ONE = 0, 1  # scoring


class Ruleset(NamedTuple):
    """What this table plays: each field answers a "some play …" of the book; the values are the numbers of `words/options.toml`."""

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
