"""§7, §8 and §10  The house rules as data: every option with its values, the named forms, and what cannot be combined."""

from typing import NamedTuple

from qipai.engine.errors import Words
from qipai.engine.options import Option, Variant

from . import words

NONE = 0  # of a limit
BOMB, ORDINARY = 0, 1  # triplet_mode
PLUS_ONE, ANY_HIGHER = 0, 1  # triplet_follow
WIN, FORBID = 0, 1  # bare_joker_lead
ALL, WINNER_ONLY = 0, 1  # draw_rule
NO_MULTIPLIERS, PAGAT_SCHEDULE, SOFT_HARD, APP = 0, 1, 2, 3  # multipliers
AS_TWO_JOKERS, AS_BOMB = 0, 1  # djoker_in_hand

NO_YES = {"false": 0, "true": 1}
YES_NO = {"true": 1, "false": 0}


class Ruleset(NamedTuple):
    """What this table plays: each field answers a "some play …" of the book; the values are those of `OPTIONS`."""

    decks: int = 1  # §7.1
    triplet_mode: int = BOMB  # §7.2
    triplet_follow: int = PLUS_ONE  # §7.3
    triplet_seq: int = 0  # §7.4
    tseq_min: int = 2  # §7.4
    max_seq_ranks: int = NONE  # §7.5
    min_dseq_pairs: int = 2  # §7.6
    joker_as_two: int = 1  # §7.7
    bare_joker_lead: int = WIN  # §7.8
    announce_at: int = NONE  # §7.9
    talon_limit: int = NONE  # §7.10
    equal_follow: int = 0  # §7.11
    equal_follow_twos: int = 1  # §7.11
    draw_rule: int = ALL  # §7.12
    winner_scores_only: int = 0  # §7.13
    ace_factor: int = 1  # §7.14
    payment_cap: int = NONE  # §7.15
    pass_sticky: int = 0  # §7.16
    multipliers: int = NO_MULTIPLIERS  # §8.1
    djoker_in_hand: int = AS_TWO_JOKERS  # §8.4
    djoker_pub: int = 8  # §8.5
    spring_factor: int = 1  # §8.7
    hao_chun_factor: int = 1  # §8.7


def option(name: str, values: dict[str, int], numbers: range = range(0), often: bool = False) -> Option:
    """An option with its words; the default is the one that `Ruleset` gives."""
    said = words.OPTIONS[name]
    default = Ruleset._field_defaults[name]
    named = [value for value, number in values.items() if number == default]
    return Option(
        name=name,
        section=said["section"],
        default=named[0] if named else str(default),
        values=values,
        title=said["title"],
        sentence=said["sentence"],
        value_words=said["values"],
        numbers=numbers,
        often=often,
    )


OPTIONS = (
    option("decks", {"1": 1, "2": 2}, often=True),
    option("triplet_mode", {"bomb": BOMB, "ordinary": ORDINARY}, often=True),
    option("triplet_follow", {"plus_one": PLUS_ONE, "any_higher": ANY_HIGHER}),
    option("triplet_seq", NO_YES),
    option("tseq_min", {"2": 2, "3": 3}),
    option("max_seq_ranks", {"none": NONE, "3": 3}),
    option("min_dseq_pairs", {"2": 2, "3": 3}),
    option("joker_as_two", YES_NO),
    option("bare_joker_lead", {"win": WIN, "forbid": FORBID}),
    option("announce_at", {"none": NONE, "3": 3}),
    option("talon_limit", {"none": NONE, "5": 5}),
    option("equal_follow", NO_YES),
    option("equal_follow_twos", YES_NO),
    option("draw_rule", {"all": ALL, "winner_only": WINNER_ONLY}, often=True),
    option("winner_scores_only", NO_YES),
    option("ace_factor", {"1": 1, "2": 2, "3": 3, "4": 4}),
    option("payment_cap", {"none": NONE}, numbers=range(1, 1_000_001)),
    option("pass_sticky", NO_YES),
    option(
        "multipliers",
        {"none": NO_MULTIPLIERS, "pagat_schedule": PAGAT_SCHEDULE, "soft_hard": SOFT_HARD, "app": APP},
        often=True,
    ),
    option("djoker_in_hand", {"as_two_jokers": AS_TWO_JOKERS, "as_bomb": AS_BOMB}),
    option("djoker_pub", {}, numbers=range(1, 65)),
    option("spring_factor", {"1": 1}, numbers=range(2, 9)),
    option("hao_chun_factor", {"1": 1}, numbers=range(2, 17)),
)


def check_ruleset(ruleset: Ruleset) -> Words | None:
    """Why these options make no game together, or None."""
    ordinary = ruleset.triplet_mode == ORDINARY
    if ruleset.talon_limit and ruleset.draw_rule == WINNER_ONLY:
        return words.CONFLICTS["talon_limit_winner_only"]  # §7.10
    if ruleset.ace_factor != 1 and ruleset.multipliers == PAGAT_SCHEDULE:
        return words.CONFLICTS["ace_factor_pagat_schedule"]  # §7.14
    if ruleset.triplet_seq and not ordinary:
        return words.CONFLICTS["triplet_seq_needs_ordinary"]  # §7.4
    if ruleset.triplet_follow == ANY_HIGHER and not ordinary:
        return words.CONFLICTS["triplet_follow_needs_ordinary"]  # §7.3
    if ruleset.multipliers == APP and (ruleset.spring_factor, ruleset.hao_chun_factor) != (1, 1):
        return words.CONFLICTS["app_has_springs"]  # §8.6
    return None


DEFAULT = Ruleset()  # §10.1
WENSHAN = Ruleset(winner_scores_only=1)  # §10.2
AIRPLANE = Ruleset(triplet_mode=ORDINARY)  # §10.3
APPS = Ruleset(multipliers=APP, draw_rule=WINNER_ONLY)  # §10.4

VARIANTS = {
    name: Variant(ruleset, words.FORMS[name]["title"], words.FORMS[name]["section"])
    for name, ruleset in (("default", DEFAULT), ("wenshan", WENSHAN), ("airplane", AIRPLANE), ("app", APPS))
}
