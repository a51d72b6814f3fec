"""§14  The house rules of Gou Ji as the rules read them; `words/options.toml` describes each of them."""

from typing import NamedTuple

from .words import HOUSE_RULES

HIDDEN, FACE_UP = range(2)  # `kaipai_card`
SWEEP_ONLY, ALL_TRIBUTE, NO_TRIBUTE = range(3)  # `revolution_keeps_tribute`
CLAIM, VOTE = range(2)  # `order_protocol`
NEXT_RIGHT, NEXT_RIGHT_PARTNER = range(2)  # `wind_to`
ROTATION, REQUEST = range(2)  # `wind_protocol`
PENALTY, STRICT = range(2)  # `shao_validation`
START_ONLY, EVERY_DUEL_PLAY = range(2)  # `shao_window`
EVERYBODY, OPPONENTS = range(2)  # `shao_responders`
REJECT, CORRECT = range(2)  # `misplay`
IGNORE, BIG_LOSER = range(2)  # `infringement`
ZERO_SUM, WINNER_ONLY = range(2)  # `score_record`


class Ruleset(NamedTuple):
    """What this table plays.  Every field answers a "some play" of the rule book (§14)."""

    kaipai_card: int  # §14.1
    revolution_persuasion: int  # §14.2
    revolution_quorum: int  # §14.3
    revolution_keeps_tribute: int  # §14.4
    low_joker_duel: int  # §14.5
    endgame_pass_reset: int  # §14.6
    endgame_duels: int  # §14.7
    order_protocol: int  # §14.8
    wind_to: int  # §14.9
    wind_protocol: int  # §14.10
    shao_validation: int  # §14.11
    shao_window: int  # §14.12
    shao_after_pass: int  # §14.13
    shao_allow_single: int  # §14.14
    shao_responders: int  # §14.15
    rang_exclusive: int  # §14.16
    expose_max: int  # §14.17
    counts_public: int  # §14.18
    misplay: int  # §14.19
    infringement: int  # §14.20
    stop_on_sweep: int  # §14.21
    stop_when_one_team: int  # §14.22
    score_record: int  # §14.23
    table_talk: int  # §14.24
    advice: int  # §14.25


OPTIONS = HOUSE_RULES.options()
VARIANTS = HOUSE_RULES.variants(Ruleset(**HOUSE_RULES.defaults()))
