"""§7, §8 and §10  The house rules as the rules read them, and what cannot be combined; `words/options.toml` describes each of them."""

from typing import NamedTuple

from qipai.engine.errors import Words

from .words import HOUSE_RULES

NONE = 0  # of a limit
BOMB, ORDINARY = 0, 1  # triplet_mode
PLUS_ONE, ANY_HIGHER = 0, 1  # triplet_follow
WIN, FORBID = 0, 1  # bare_joker_lead
ALL, WINNER_ONLY = 0, 1  # draw_rule
EACH, ONCE = 0, 1  # ace_count
NO_MULTIPLIERS, PAGAT_SCHEDULE, SOFT_HARD, APP, BOMBS_PLAYED = 0, 1, 2, 3, 4  # multipliers
AS_TWO_JOKERS, AS_BOMB, AS_JOKERS_AND_BOMB = 0, 1, 2  # djoker_in_hand
EACH_LOSER, WINNER_ALONE = 0, 1  # spring_reading


class Ruleset(NamedTuple):
    """What this table plays: each field answers a "some play …" of the book; the values are the numbers of `words/options.toml`."""

    decks: int  # §7.1
    triplet_mode: int  # §7.2
    triplet_follow: int  # §7.3
    triplet_seq: int  # §7.4
    tseq_min: int  # §7.4
    max_seq_ranks: int  # §7.5
    min_dseq_pairs: int  # §7.6
    joker_as_two: int  # §7.7
    bare_joker_lead: int  # §7.8
    announce_at: int  # §7.9
    talon_limit: int  # §7.10
    equal_follow: int  # §7.11
    equal_follow_twos: int  # §7.11
    draw_rule: int  # §7.12
    winner_scores_only: int  # §7.13
    ace_factor: int  # §7.14
    ace_count: int  # §7.14
    payment_cap: int  # §7.15
    pass_sticky: int  # §7.16
    table_stakes: int  # §7.17
    multipliers: int  # §8.1
    djoker_in_hand: int  # §8.4
    djoker_pub: int  # §8.5, §8.8
    spring_factor: int  # §8.7
    spring_reading: int  # §8.7
    hao_chun_factor: int  # §8.7


def check_ruleset(ruleset: Ruleset) -> Words | None:
    """Why these options make no game together, or None."""
    ordinary = ruleset.triplet_mode == ORDINARY
    if ruleset.talon_limit and ruleset.draw_rule == WINNER_ONLY:
        return HOUSE_RULES.conflict("talon_limit_winner_only")  # §7.10
    if ruleset.ace_factor != 1 and ruleset.multipliers == PAGAT_SCHEDULE:
        return HOUSE_RULES.conflict("ace_factor_pagat_schedule")  # §7.14
    if ruleset.table_stakes and ruleset.winner_scores_only:
        return HOUSE_RULES.conflict("table_stakes_winner_scores_only")  # §7.17
    if ruleset.triplet_seq and not ordinary:
        return HOUSE_RULES.conflict("triplet_seq_needs_ordinary")  # §7.4
    if ruleset.triplet_follow == ANY_HIGHER and not ordinary:
        return HOUSE_RULES.conflict("triplet_follow_needs_ordinary")  # §7.3
    springs = (ruleset.spring_factor, ruleset.spring_reading, ruleset.hao_chun_factor)
    if ruleset.multipliers == APP and springs != (1, EACH_LOSER, 1):
        return HOUSE_RULES.conflict("app_has_springs")  # §8.6
    return None


OPTIONS = HOUSE_RULES.options()
VARIANTS = HOUSE_RULES.variants(Ruleset(**HOUSE_RULES.defaults()))  # §10
