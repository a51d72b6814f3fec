"""§11  The house rules of Luk Fu."""

from typing import NamedTuple

from qipai.engine.errors import Words
from qipai.engine.options import Option, Variant

from .option_words import OPTION_WORDS, TITLE

BEST, LEAD = range(2)  # `surrender_reference`
FACE_UP, BOUNDS, EXACT = range(3)  # `aged_inference`
EXPONENTIAL, SUNG_1996 = range(2)  # `scoring`
ROTATE, WINNER = range(2)  # `dealer_next`


class Ruleset(NamedTuple):
    """What this table plays.  Every field answers a "some play" of the rule book (§11)."""

    ng_fu_late_claim: int = 0  # §11.1
    surrender_reference: int = BEST  # §11.2
    surrender_singles_free: int = 0  # §11.3
    aged_inference: int = EXACT  # §11.4
    dealer_caller_free_open: int = 0  # §11.5
    end_any_six: int = 0  # §11.6
    base: int = 6  # §11.7
    scoring: int = EXPONENTIAL  # §11.8
    dealer_next: int = ROTATE  # §11.9


YES_NO = {"false": 0, "true": 1}


def _option(name: str, section: str, values: dict[str, int], default: str, often: bool = False) -> Option:
    words = OPTION_WORDS[name]
    return Option(
        name,
        section,
        default,
        values,
        words["title"],
        words["sentence"],
        {value: words["values"][value] for value in values},
        often=often,
    )


OPTIONS = (
    _option("ng_fu_late_claim", "11.1", YES_NO, "false"),
    _option("surrender_reference", "11.2", {"best": BEST, "lead": LEAD}, "best"),
    _option("surrender_singles_free", "11.3", YES_NO, "false", often=True),
    _option("aged_inference", "11.4", {"exact": EXACT, "bounds": BOUNDS, "faceup": FACE_UP}, "exact", often=True),
    _option("dealer_caller_free_open", "11.5", YES_NO, "false"),
    _option("end_any_six", "11.6", YES_NO, "false"),
    _option("base", "11.7", {"6": 6, "5": 5}, "6", often=True),
    _option("scoring", "11.8", {"exponential": EXPONENTIAL, "sung1996": SUNG_1996}, "exponential", often=True),
    _option("dealer_next", "11.9", {"rotate": ROTATE, "winner": WINNER}, "rotate"),
)
VARIANTS = {"default": Variant(Ruleset(), TITLE, "1.1")}


def check_ruleset(ruleset: Ruleset) -> Words | None:
    """No two house rules contradict each other."""
    return None
