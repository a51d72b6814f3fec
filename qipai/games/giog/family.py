"""§2  The eight games of the family, as data: what people are told of each, and which rules and house rules it has."""

from typing import NamedTuple

from qipai.engine.errors import Words, say
from qipai.engine.options import Option

from .scoring import UNIT
from .variants import (
    BLACK_BEATS_RED,
    DA_QI_LUO_1_RULES,
    DA_QI_LUO_2_RULES,
    DOUBLE_PAWN_PAIRS,
    FIRST_TRICK_BAN,
    FORCED_GENERAL,
    FUJIAN_RULES,
    GENERAL_RULE,
    GIOG_RULES,
    JUMAPAO_RULES,
    LONG_ROW,
    MAY_CONCEAL,
    MUST_SHOW,
    SANG_KRIP_RULES,
    TAM_CUC_RULES,
    TAM_CUC_THREE,
    UNDER_FACE,
    ZHI_HU_RULES,
    Ruleset,
)

ROOM = "giog"
STANDARD = say("As written", "标准打法", "標準打法")  # the one named form of each game
POINT = 1  # §10.2, §10.3 points are whole where pieces are counted


class Member(NamedTuple):
    """One game of the family."""

    name: str
    section: str  # of the rule book
    titles: Words
    tagline: Words
    seats: tuple[int, ...]
    minutes: int  # a deal takes people, roughly
    ruleset: Ruleset
    options: tuple[Option, ...] = ()
    unit: int = UNIT
    clockwise: bool = False
    experimental: bool = False


FAMILY = (
    Member(
        "giog",
        "2.1",
        say("Giog", "爵", "爵"),
        say(
            "Tricks with chess pieces, and woe to the last general.",
            "象棋子当牌打，帅将留到最后就砍鸡头。",
            "象棋子當牌打，帥將留到最後就砍雞頭。",
        ),
        seats=(2, 3, 4),
        minutes=6,
        ruleset=GIOG_RULES,
        options=(GENERAL_RULE, LONG_ROW),
    ),
    Member(
        "jumapao",
        "2.2",
        say("Jū mǎ pāo", "车马包", "車馬包"),
        say(
            "A circle of stacks, and tied tricks go into the pot.",
            "子摞围成一圈，打平的一轮放进公池。",
            "子摞圍成一圈，打平的一輪放進公池。",
        ),
        seats=(3, 4),
        minutes=6,
        ruleset=JUMAPAO_RULES,
        options=(GENERAL_RULE,),
        clockwise=True,
    ),
    Member(
        "jumapao_fujian3",
        "2.3",
        say("Jū mǎ pāo (Fujian)", "车马包（福建三人）", "車馬包（福建三人）"),
        say(
            "Three players and thirty pieces, none left over.",
            "三个人三十枚子，一枚不剩。",
            "三個人三十顆子，一顆不剩。",
        ),
        seats=(3,),
        minutes=6,
        ruleset=FUJIAN_RULES,
        options=(GENERAL_RULE,),
        clockwise=True,
    ),
    Member(
        "sangkrip",
        "2.4",
        say("Sang krip", "Sang krip", "Sang krip"),
        say(
            "Expose what beats the best, throw in the rest unseen.",
            "压得过就亮，压不过暗垫。",
            "壓得過就亮，壓不過暗墊。",
        ),
        seats=(2, 3, 4),
        minutes=5,
        ruleset=SANG_KRIP_RULES,
        options=(FORCED_GENERAL, DOUBLE_PAWN_PAIRS, BLACK_BEATS_RED, MAY_CONCEAL),
        unit=POINT,
    ),
    Member(
        "daqiluo1",
        "2.5",
        say("Dǎ qí luò 1", "打棋摞（一）", "打棋摞（一）"),
        say(
            "All lay at once, and of equals the earlier wins.",
            "一齐出子，一样大先出的赢。",
            "一齊出子，一樣大先出的贏。",
        ),
        seats=(2, 3, 4, 5),
        minutes=6,
        ruleset=DA_QI_LUO_1_RULES,
    ),
    Member(
        "daqiluo2",
        "2.6",
        say("Dǎ qí luò 2", "打棋摞（二）", "打棋摞（二）"),
        say(
            "Face up in turn: at least as high goes on top.",
            "轮流明着出，不小于就盖上去。",
            "輪流明著出，不小於就蓋上去。",
        ),
        seats=(2, 3, 4, 5),
        minutes=7,
        ruleset=DA_QI_LUO_2_RULES,
        options=(MUST_SHOW, UNDER_FACE),
        unit=POINT,
    ),
    Member(
        "zhihu",
        "2.7",
        say("Zhì hǔ (experimental)", "掷虎（试行）", "擲虎（試行）"),
        say(
            "Three groups, and only the last trick counts.",
            "三组各比各的，只看最后一轮。",
            "三組各比各的，只看最後一輪。",
        ),
        seats=(4,),
        minutes=6,
        ruleset=ZHI_HU_RULES,
        experimental=True,
    ),
    Member(
        "tamcuc",
        "2.8",
        say("Tam cúc (experimental)", "三菊（试行）", "三菊（試行）"),
        say(
            "Vietnam's game of one, two or three: show, or throw in.",
            "越南打法，出一枚、两枚或三枚，亮不亮随你。",
            "越南打法，出一顆、兩顆或三顆，亮不亮隨你。",
        ),
        seats=(2, 3, 4),
        minutes=5,
        ruleset=TAM_CUC_RULES,
        options=(FIRST_TRICK_BAN, TAM_CUC_THREE),
        experimental=True,
    ),
)
