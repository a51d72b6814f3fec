"""§2, §11  The eight games as data: what a game is, and its house rules."""

from typing import NamedTuple

from qipai.engine.errors import Words
from qipai.engine.options import Option, Variant

from .option_words import OPTION_WORDS

# `combinations`: which may be laid (§4)
GIOG, FOUR_NOBLES, SANG_KRIP, ONE_SERIES, FREE_COLOURS, GROUPS, TAM_CUC = range(7)
# `distribution` (§3)
ROWS, COUNTED_CIRCLE, CIRCLE, DICE, SINGLY = range(5)
# `procedure` (§6, §7, §8)
TOGETHER, THROWN_IN, FACE_UP = range(3)
# `ties` of the highest in `TOGETHER` (§6)
PRIORITY, SET_ASIDE, EARLIER = range(3)
# `aim` (§10)
MOST_PIECES, SHARES, SHARES_AND_BONUS, LAST_TRICK = range(4)
# `generals` (§9): no rule; by the rule; sang krip's two settings
FREE, FORBID, PENALTY, VOID, CREDIT = range(5)
# `first_trick_ban` (§11.8)
NO_BAN, GENERALS_AND_GUARDS, ELEPHANTS_TOO = range(3)
RANDOM_ROW = 0
THIRTY, TWENTY_SEVEN = 30, 27


class Ruleset(NamedTuple):
    """What this table plays.  The first fields say which game it is (§2); the others answer a "some play" of the book (§11)."""

    combinations: int = GIOG
    distribution: int = ROWS
    procedure: int = TOGETHER
    ties: int = PRIORITY
    aim: int = MOST_PIECES
    pieces: int = 32  # §1.1, §1.3 in the set; 0: as many as the number of players wants
    general_rule: int = FORBID  # §11.1
    long_row: int = RANDOM_ROW  # §11.2
    gpp_double_pawn_pairs: int = 1  # §11.3
    gpp_black_beats_red: int = 0  # §11.4
    may_conceal: int = 0  # §11.5
    must_show: int = 1  # §11.6
    under_face: int = 0  # §11.7 1 for up
    first_trick_ban: int = NO_BAN  # §11.8
    tamcuc_three: int = THIRTY  # §11.9


GIOG_RULES = Ruleset()  # §2.1
JUMAPAO_RULES = Ruleset(FOUR_NOBLES, COUNTED_CIRCLE, ties=SET_ASIDE)  # §2.2
FUJIAN_RULES = JUMAPAO_RULES._replace(pieces=30)  # §2.3
SANG_KRIP_RULES = Ruleset(SANG_KRIP, CIRCLE, THROWN_IN, aim=SHARES, general_rule=VOID)  # §2.4
DA_QI_LUO_1_RULES = Ruleset(ONE_SERIES, DICE, ties=EARLIER, pieces=0, general_rule=FREE)  # §2.5
DA_QI_LUO_2_RULES = Ruleset(FREE_COLOURS, DICE, FACE_UP, aim=SHARES_AND_BONUS, pieces=0, general_rule=FREE)  # §2.6
ZHI_HU_RULES = Ruleset(GROUPS, ties=EARLIER, aim=LAST_TRICK, general_rule=FREE)  # §2.7
TAM_CUC_RULES = Ruleset(  # §2.8
    TAM_CUC, SINGLY, THROWN_IN, pieces=0, general_rule=FREE, may_conceal=1, first_trick_ban=GENERALS_AND_GUARDS
)

YES_NO = {"false": 0, "true": 1}
ROW_NUMBERS = range(1, 4)


def _option(
    name: str, section: str, values: dict[str, int], default: str, often: bool = False, numbers: range = range(0)
) -> Option:
    words = OPTION_WORDS[name]
    return Option(
        name,
        section,
        default,
        values,
        words["title"],
        words["sentence"],
        {value: words["values"][value] for value in values},
        numbers=numbers,
        often=often,
    )


GENERAL_RULE = _option("general_rule", "11.1", {"forbid": FORBID, "penalty": PENALTY}, "forbid", often=True)
FORCED_GENERAL = _option("general_rule", "11.1", {"void": VOID, "penalty": CREDIT}, "void", often=True)
LONG_ROW = _option("long_row", "11.2", {"random": RANDOM_ROW}, "random", numbers=ROW_NUMBERS)
DOUBLE_PAWN_PAIRS = _option("gpp_double_pawn_pairs", "11.3", YES_NO, "true")
BLACK_BEATS_RED = _option("gpp_black_beats_red", "11.4", YES_NO, "false")
MAY_CONCEAL = _option("may_conceal", "11.5", YES_NO, "false", often=True)
MUST_SHOW = _option("must_show", "11.6", YES_NO, "true", often=True)
UNDER_FACE = _option("under_face", "11.7", {"down": 0, "up": 1}, "down", often=True)
FIRST_TRICK_BAN = _option(
    "first_trick_ban", "11.8", {"GA": GENERALS_AND_GUARDS, "GAE": ELEPHANTS_TOO, "none": NO_BAN}, "GA", often=True
)
TAM_CUC_THREE = _option("tamcuc_three", "11.9", {"30": THIRTY, "27": TWENTY_SEVEN}, "30", often=True)


def default_form(ruleset: Ruleset, titles: Words, section: str) -> dict[str, Variant]:
    """The one named form of a game of this family."""
    return {"default": Variant(ruleset, titles, section)}


def check_ruleset(ruleset: Ruleset) -> Words | None:
    """No two house rules of these games contradict each other."""
    return None
