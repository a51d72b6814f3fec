"""§14  The house rules of Gou Ji as the rules read them; `words/options.toml` describes each of them."""

from typing import NamedTuple

from .words import HOUSE_RULES

HIDDEN, FACE_UP = HOUSE_RULES.numbers("kaipai_card", "hidden", "face_up")
SWEEP_ONLY, ALL_TRIBUTE, NO_TRIBUTE = HOUSE_RULES.numbers("revolution_keeps_tribute", "sweep_only", "all", "none")
CLAIM, VOTE = HOUSE_RULES.numbers("order_protocol", "claim", "vote")
NEXT_RIGHT, NEXT_RIGHT_PARTNER = HOUSE_RULES.numbers("wind_to", "next_right", "next_right_partner")
ROTATION, REQUEST = HOUSE_RULES.numbers("wind_protocol", "rotation", "request")
PENALTY, STRICT = HOUSE_RULES.numbers("shao_validation", "penalty", "strict")
START_ONLY, EVERY_DUEL_PLAY = HOUSE_RULES.numbers("shao_window", "start_only", "every_duel_play")
EVERYBODY, OPPONENTS = HOUSE_RULES.numbers("shao_responders", "all", "opponents")
REJECT, CORRECT = HOUSE_RULES.numbers("misplay", "reject", "correct")
IGNORE, BIG_LOSER = HOUSE_RULES.numbers("infringement", "ignore", "big_loser")
ZERO_SUM, WINNER_ONLY = HOUSE_RULES.numbers("score_record", "zero_sum", "winner_only")


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
