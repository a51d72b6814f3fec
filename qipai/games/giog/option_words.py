"""The house rules of the Giog family in words: what the form, the command line and a refused rule set say, in three languages.

Data only.  Sections are those of `RULES.md` (§11).
"""

from typing import TypedDict

from qipai.engine.errors import Words, say


class Option(TypedDict):
    """One house rule as the form shows it; a value without words of its own is shown as its number."""

    title: Words
    sentence: Words
    values: dict[str, Words]


NO, YES = say("no", "否", "否"), say("yes", "是", "是")

OPTION_WORDS: dict[str, Option] = {
    "general_rule": {
        "title": say("Generals in the first and last trick", "头尾两轮的帅将", "頭尾兩輪的帥將"),
        "sentence": say(
            "What holds for a general that is laid in the first or the last trick.",
            "头一轮或最后一轮出了帅将怎样算。",
            "頭一輪或最後一輪出了帥將怎樣算。",
        ),
        "values": {
            "forbid": say(
                "forbidden while avoidable, else beheaded", "避得开不许出，避不开砍鸡头", "避得開不許出，避不開砍雞頭"
            ),
            "penalty": say("the pieces taken are lost", "吃进的子不算自己的", "吃進的子不算自己的"),
            "void": say(
                "forbidden while avoidable, else it cannot win", "避得开不许出，避不开也赢不了", "避得開不許出，避不開也贏不了"
            ),
        },
    },
    "long_row": {
        "title": say("The long row", "长排", "長排"),
        "sentence": say(
            "With three players: the seat before which six stacks stand.",
            "三人打时，六摞的一排归哪一座。",
            "三人打時，六摞的一排歸哪一座。",
        ),
        "values": {"random": say("by lot", "抽签", "抽籤")},
    },
    "gpp_double_pawn_pairs": {
        "title": say("Two pairs of pawns", "两对都是兵卒", "兩對都是兵卒"),
        "sentence": say(
            "The two pairs beside a general may both be of pawns.",
            "将带双对的两对可以都是兵，或者都是卒。",
            "將帶雙對的兩對可以都是兵，或者都是卒。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "gpp_black_beats_red": {
        "title": say("Black over red", "黑压红", "黑壓紅"),
        "sentence": say(
            "A black general with two pairs beats a red one if its pairs are higher.",
            "黑的将带双对，对子更高时也压得过红的。",
            "黑的將帶雙對，對子更高時也壓得過紅的。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "may_conceal": {
        "title": say("Concealing", "藏着不亮", "藏著不亮"),
        "sentence": say(
            "What beats the best so far may also be thrown in unseen.",
            "压得过当前最大的，也可以不亮，暗垫进去。",
            "壓得過目前最大的，也可以不亮，暗墊進去。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "must_show": {
        "title": say("On top if possible", "够大必须盖上", "夠大必須蓋上"),
        "sentence": say(
            "What is at least as high as the best must go on top, and not under the pile.",
            "不小于当前最大的，必须盖在上面，不许塞到底下。",
            "不小於目前最大的，必須蓋在上面，不許塞到底下。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "under_face": {
        "title": say("Pieces under the pile", "垫底的子", "墊底的子"),
        "sentence": say(
            "How pieces lie that go under the pile.",
            "垫到底下的子怎样放。",
            "墊到底下的子怎樣放。",
        ),
        "values": {"down": say("face down", "扣着", "蓋著"), "up": say("face up", "明着", "明著")},
    },
    "first_trick_ban": {
        "title": say("Banned in the first trick", "头一轮的禁子", "頭一輪的禁子"),
        "sentence": say(
            "Which pieces cannot win the first trick.",
            "哪些子赢不了头一轮。",
            "哪些子贏不了頭一輪。",
        ),
        "values": {
            "GA": say(
                "generals and guards; elephants too with three players", "帅将和士，三人时还有象", "帥將和士，三人時還有象"
            ),
            "GAE": say("generals, guards and elephants", "帅将、士和象", "帥將、士和象"),
            "none": say("none", "没有", "沒有"),
        },
    },
    "tamcuc_three": {
        "title": say("The set for three", "三人用的子", "三人用的子"),
        "sentence": say(
            "How many pieces three players play with.",
            "三人打时用多少枚子。",
            "三人打時用多少顆子。",
        ),
        "values": {
            "30": say("thirty, ten each", "三十枚，每人十枚", "三十顆，每人十顆"),
            "27": say("twenty-seven, without the generals", "二十七枚，没有帅将", "二十七顆，沒有帥將"),
        },
    },
}
