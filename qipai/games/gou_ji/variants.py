"""§14  The house rules of Gou Ji."""

from typing import NamedTuple

from qipai.engine.errors import Words
from qipai.engine.options import Option, Variant

from .option_words import OPTION_WORDS, TITLE

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

    kaipai_card: int = HIDDEN  # §14.1
    revolution_persuasion: int = 1  # §14.2
    revolution_quorum: int = 1  # §14.3
    revolution_keeps_tribute: int = SWEEP_ONLY  # §14.4
    low_joker_duel: int = 1  # §14.5
    endgame_pass_reset: int = 0  # §14.6
    endgame_duels: int = 1  # §14.7
    order_protocol: int = CLAIM  # §14.8
    wind_to: int = NEXT_RIGHT  # §14.9
    wind_protocol: int = ROTATION  # §14.10
    shao_validation: int = PENALTY  # §14.11
    shao_window: int = START_ONLY  # §14.12
    shao_after_pass: int = 1  # §14.13
    shao_allow_single: int = 0  # §14.14
    shao_responders: int = EVERYBODY  # §14.15
    rang_exclusive: int = 0  # §14.16
    expose_max: int = 10  # §14.17
    counts_public: int = 0  # §14.18
    misplay: int = REJECT  # §14.19
    infringement: int = IGNORE  # §14.20
    stop_on_sweep: int = 1  # §14.21
    stop_when_one_team: int = 0  # §14.22
    score_record: int = ZERO_SUM  # §14.23
    table_talk: int = 1  # §14.24


YES_NO = {"false": 0, "true": 1}
HAND_SIZES = range(1, 37)  # `expose_max`


def _option(name: str, values: dict[str, int], often: bool = False, numbers: range = range(0)) -> Option:
    """An option with its words; its § is its place in the rule set, its default the one given there."""
    words = OPTION_WORDS[name]
    default = Ruleset._field_defaults[name]
    return Option(
        name,
        f"14.{Ruleset._fields.index(name) + 1}",
        next((value for value, number in values.items() if number == default), str(default)),
        values,
        words["title"],
        words["sentence"],
        {value: words["values"][value] for value in values},
        numbers,
        often,
    )


OPTIONS = (
    _option("kaipai_card", {"hidden": HIDDEN, "face_up": FACE_UP}),
    _option("revolution_persuasion", YES_NO),
    _option("revolution_quorum", {"1": 1, "2": 2}),
    _option("revolution_keeps_tribute", {"sweep_only": SWEEP_ONLY, "all": ALL_TRIBUTE, "none": NO_TRIBUTE}),
    _option("low_joker_duel", YES_NO),
    _option("endgame_pass_reset", YES_NO),
    _option("endgame_duels", YES_NO, often=True),
    _option("order_protocol", {"claim": CLAIM, "vote": VOTE}),
    _option("wind_to", {"next_right": NEXT_RIGHT, "next_right_partner": NEXT_RIGHT_PARTNER}),
    _option("wind_protocol", {"rotation": ROTATION, "request": REQUEST}),
    _option("shao_validation", {"penalty": PENALTY, "strict": STRICT}, often=True),
    _option("shao_window", {"start_only": START_ONLY, "every_duel_play": EVERY_DUEL_PLAY}),
    _option("shao_after_pass", YES_NO),
    _option("shao_allow_single", YES_NO),
    _option("shao_responders", {"all": EVERYBODY, "opponents": OPPONENTS}),
    _option("rang_exclusive", YES_NO),
    _option("expose_max", {}, numbers=HAND_SIZES),
    _option("counts_public", YES_NO, often=True),
    _option("misplay", {"reject": REJECT, "correct": CORRECT}),
    _option("infringement", {"ignore": IGNORE, "big_loser": BIG_LOSER}),
    _option("stop_on_sweep", YES_NO, often=True),
    _option("stop_when_one_team", YES_NO),
    _option("score_record", {"zero_sum": ZERO_SUM, "winner_only": WINNER_ONLY}, often=True),
    _option("table_talk", YES_NO, often=True),
)
VARIANTS = {"default": Variant(Ruleset(), TITLE, "1.1")}


def check_ruleset(ruleset: Ruleset) -> Words | None:
    """No two house rules contradict each other (§14)."""
    return None
