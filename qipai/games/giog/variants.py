"""§2, §11  The eight games as the rules read them; `words/options.toml` describes each house rule."""

from typing import NamedTuple

from .words import HOUSE_RULES

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
# `general_rule` (§9): no rule; by the rule; sang krip's two settings
FREE = 0
FORBID, PENALTY = HOUSE_RULES.numbers("general_rule", "forbid", "penalty")
VOID, CREDIT = HOUSE_RULES.numbers("forced_general", "void", "penalty")
NO_BAN, GENERALS_AND_GUARDS, ELEPHANTS_TOO = HOUSE_RULES.numbers("first_trick_ban", "none", "GA", "GAE")
DEALT, DIRECTED = HOUSE_RULES.numbers("stack_order", "dealt", "directed")
RANDOM_ROW = 0  # of `long_row`
THIRTY, TWENTY_SEVEN = 30, 27  # of `tamcuc_three`


class Ruleset(NamedTuple):
    """What this table plays.  The first fields say which game it is (§2); the others answer a "some play" of the book (§11).

    Their defaults here are for games that do not ask; where a game asks, the default is that of `words/options.toml`.
    """

    combinations: int = GIOG
    distribution: int = ROWS
    procedure: int = TOGETHER
    ties: int = PRIORITY
    aim: int = MOST_PIECES
    pieces: int = 32  # §1.1, §1.3 in the set; 0: as many as the number of players wants
    general_rule: int = FREE  # §11.1
    long_row: int = RANDOM_ROW  # §11.2
    gpp_double_pawn_pairs: int = 1  # §11.3
    gpp_black_beats_red: int = 0  # §11.4
    may_conceal: int = 0  # §11.5
    must_show: int = 1  # §11.6
    under_face: int = 0  # §11.7 1 for up
    first_trick_ban: int = NO_BAN  # §11.8
    tamcuc_three: int = THIRTY  # §11.9
    stack_order: int = DEALT  # §11.10


JUMAPAO = Ruleset(FOUR_NOBLES, COUNTED_CIRCLE, ties=SET_ASIDE)
RULES = {
    "giog": Ruleset(),  # §2.1
    "jumapao": JUMAPAO,  # §2.2
    "jumapao_fujian3": JUMAPAO._replace(pieces=30),  # §2.3
    "sangkrip": Ruleset(SANG_KRIP, CIRCLE, THROWN_IN, aim=SHARES),  # §2.4
    "daqiluo1": Ruleset(ONE_SERIES, DICE, ties=EARLIER, pieces=0),  # §2.5
    "daqiluo2": Ruleset(FREE_COLOURS, DICE, FACE_UP, aim=SHARES_AND_BONUS, pieces=0),  # §2.6
    "zhihu": Ruleset(GROUPS, ties=EARLIER, aim=LAST_TRICK),  # §2.7
    "tamcuc": Ruleset(TAM_CUC, SINGLY, THROWN_IN, pieces=0, may_conceal=1),  # §2.8
}
