"""§7, §8 and §10  The house rules as the rules read them, and what cannot be combined; `words/options.toml` describes each of them."""

from typing import NamedTuple

from qipai.engine.errors import Words

from .words import HOUSE_RULES

BOMB, ORDINARY = HOUSE_RULES.numbers("triplet_mode", "bomb", "ordinary")
PLUS_ONE, ANY_HIGHER = HOUSE_RULES.numbers("triplet_follow", "plus_one", "any_higher")
WIN, FORBID = HOUSE_RULES.numbers("bare_joker_lead", "win", "forbid")
ALL, WINNER_ONLY = HOUSE_RULES.numbers("draw_rule", "all", "winner_only")
EACH, ONCE = HOUSE_RULES.numbers("ace_count", "each", "once")
NO_MULTIPLIERS, PAGAT_SCHEDULE, SOFT_HARD, APP, BOMBS_PLAYED = HOUSE_RULES.numbers(
    "multipliers", "none", "pagat_schedule", "soft_hard", "app", "bombs_played"
)
AS_TWO_JOKERS, AS_BOMB, AS_JOKERS_AND_BOMB = HOUSE_RULES.numbers(
    "djoker_in_hand", "as_two_jokers", "as_bomb", "as_jokers_and_bomb"
)
EACH_LOSER, WINNER_ALONE = HOUSE_RULES.numbers("spring_reading", "each_loser", "winner_alone")
NONE = 0  # of a limit


class Ruleset(NamedTuple):
    """What this table plays: each field answers a "some play …" of the book."""

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
