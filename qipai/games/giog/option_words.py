"""The house rules of the Giog family in words: what the form, the command line and a refused rule set say, in three languages.

Data only.  Sections are those of `RULES.md` (§11).
"""

from typing import TypedDict

from qipai.engine.errors import Words


class Option(TypedDict):
    """One house rule as the form shows it; a value without words of its own is shown as its number."""

    title: Words
    sentence: Words
    values: dict[str, Words]


def say(en: str, hans: str, hant: str) -> Words:
    """One meaning in the three languages of the table."""
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


NO, YES = say("no", "否", "否"), say("yes", "是", "是")

OPTION_WORDS: dict[str, Option] = {
    "general_rule": {
        "title": say("Generals at the two ends", "首尾墩的将帅", "首尾墩的將帥"),
        "sentence": say(
            "What holds for a general in the first trick and in the last.",
            "第一墩和最后一墩的将、帅怎样算。",
            "第一墩和最後一墩的將、帥怎樣算。",
        ),
        "values": {
            "forbid": say(
                "forbidden while avoidable, else punished", "能避免就不许出，避不开受罚", "能避免就不許出，避不開受罰"
            ),
            "penalty": say("punished", "出了受罚", "出了受罰"),
            "void": say(
                "forbidden while avoidable, else cannot win", "能避免就不许出，避不开不能赢墩", "能避免就不許出，避不開不能贏墩"
            ),
        },
    },
    "long_row": {
        "title": say("The long row", "长的一排", "長的一排"),
        "sentence": say(
            "With three players: the seat before which six stacks stand.",
            "三人玩时，哪一座面前摆六摞。",
            "三人玩時，哪一座面前擺六摞。",
        ),
        "values": {"random": say("by lot", "抽签", "抽籤")},
    },
    "gpp_double_pawn_pairs": {
        "title": say("Two pairs of pawns", "两对兵卒", "兩對兵卒"),
        "sentence": say(
            "The two pairs beside a general may both be of pawns.",
            "将帅带的两对可以都是兵（卒）。",
            "將帥帶的兩對可以都是兵（卒）。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "gpp_black_beats_red": {
        "title": say("Black over red", "黑压红", "黑壓紅"),
        "sentence": say(
            "A black general with two pairs beats a red one if its pairs are higher.",
            "黑将带两对，对子更大时压过红帅带两对。",
            "黑將帶兩對，對子更大時壓過紅帥帶兩對。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "may_conceal": {
        "title": say("Concealing", "可以不亮", "可以不亮"),
        "sentence": say(
            "What beats the best so far may also be thrown in unseen.",
            "压得过最大的，也可以不亮，暗着丢进去。",
            "壓得過最大的，也可以不亮，暗著丟進去。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "must_show": {
        "title": say("Must go on top", "够大必须放上面", "夠大必須放上面"),
        "sentence": say(
            "What is at least as high as the best must go on top of the pile, and not under it.",
            "不小于最大的，必须放在上面，不许垫到下面。",
            "不小於最大的，必須放在上面，不許墊到下面。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "under_face": {
        "title": say("Pieces under the pile", "垫底的子", "墊底的子"),
        "sentence": say(
            "How pieces lie that go under the pile.",
            "垫到下面的子，面朝下还是朝上。",
            "墊到下面的子，面朝下還是朝上。",
        ),
        "values": {"down": say("face down", "面朝下", "面朝下"), "up": say("face up", "面朝上", "面朝上")},
    },
    "first_trick_ban": {
        "title": say("Banned in the first trick", "第一墩不能赢的牌", "第一墩不能贏的牌"),
        "sentence": say(
            "Which pieces cannot win the first trick.",
            "哪些牌赢不了第一墩。",
            "哪些牌贏不了第一墩。",
        ),
        "values": {
            "GA": say(
                "generals and guards, with three players elephants too",
                "将帅、士仕；三人时还有象相",
                "將帥、士仕；三人時還有象相",
            ),
            "GAE": say("generals, guards and elephants", "将帅、士仕、象相", "將帥、士仕、象相"),
            "none": say("none", "没有", "沒有"),
        },
    },
    "tamcuc_three": {
        "title": say("The set for three", "三人用的牌", "三人用的牌"),
        "sentence": say(
            "How many pieces three players play with.",
            "三人玩时用多少张。",
            "三人玩時用多少張。",
        ),
        "values": {
            "30": say("thirty, ten each", "三十张，每人十张", "三十張，每人十張"),
            "27": say(
                "twenty-seven, nine each, without the generals", "二十七张，每人九张，没有将帅", "二十七張，每人九張，沒有將帥"
            ),
        },
    },
}
