"""§11  The house rules of Luk Fu as the rules read them; `words/options.toml` describes each of them."""

from typing import NamedTuple

from .words import HOUSE_RULES

BEST, LEAD = HOUSE_RULES.numbers("surrender_reference", "best", "lead")
FACE_UP, BOUNDS, EXACT = HOUSE_RULES.numbers("aged_inference", "faceup", "bounds", "exact")
EXPONENTIAL, SUNG_1996 = HOUSE_RULES.numbers("scoring", "exponential", "sung1996")
ROTATE, WINNER = HOUSE_RULES.numbers("dealer_next", "rotate", "winner")
FREE, UNPAID, FORBID = HOUSE_RULES.numbers("evasion", "free", "unpaid", "forbid")


class Ruleset(NamedTuple):
    """What this table plays.  Every field answers a "some play" of the rule book (§11)."""

    ng_fu_late_claim: int  # §11.1
    surrender_reference: int  # §11.2
    surrender_singles_free: int  # §11.3
    aged_inference: int  # §11.4
    dealer_caller_free_open: int  # §11.5
    end_any_six: int  # §11.6
    base: int  # §11.7
    scoring: int  # §11.8
    dealer_next: int  # §11.9
    evasion: int  # §11.10


OPTIONS = HOUSE_RULES.options()
VARIANTS = HOUSE_RULES.variants(Ruleset(**HOUSE_RULES.defaults()))
