"""Gan Deng Yan: the order, the table, the kinds, what follows what, the ladder of bombs."""

from typing import Any

from qipai.games import GAN_DENG_YAN

from .drawing import ARROW, MARGIN, NO, WIDTH, YES, Diagram, card, cards, chair, place, round_of_turns, sign, text

ORDER = "3 4 5 6 7 8 9 10 J Q K A 2".split()
IN_SEQUENCES = 12  # 3 to A

# §3, §4.4: kind and an example
KINDS = (
    ("single", "4"),
    ("pair", "7-7"),
    ("seq", "4-5-6"),
    ("dseq", "3-3-4-4"),
    ("trip", "5-5-5"),
    ("quad", "9-9-9-9"),
    ("djoker", "X-X"),
)
BOMBS = 4  # the first of the kinds that is a bomb

# §4.1 to §4.3: what lies there, what follows, what does not
FOLLOWS = (
    ("4", ("5", "2"), ("6", "A", "5-5")),
    ("A", ("2",), ("3",)),
    ("4-4", ("5-5", "2-2"), ("6-6",)),
    ("4-5-6", ("5-6-7",), ("7-8-9",)),
    ("4-4-5-5", ("5-5-6-6",), ()),
    ("Q-K-A", ("3-3-3",), ("J-Q-K",)),
)

# §4.4: rungs from the lowest; every play follows those before it
LADDER = (
    ("trip", "3-3-3"),
    ("trip", "7-7-7"),
    ("trip", "2-2-2"),
    ("quad", "3-3-3-3"),
    ("quad", "5-5-5-5"),
    ("quad", "2-2-2-2"),
    ("djoker", "X-X"),
)

# §2.2, §2.3: cards of the dealer, of the others, of the talon where four play
FOUR_PLAY = (6, 5, 33)

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "low": "low", "high": "high", "sequences": "sequences run from 3 to A", "dealer": "dealer", "cards": "{} cards",
        "talon": "talon: {} cards", "turn": "the turn passes to the right", "ordinary": "Ordinary plays", "bombs": "Bombs, low to high",
        "lies": "On the table", "follows": "follows", "not": "does not", "any": "and any bomb on any of them", "rises": "each beats all above it",
        "order": "The order of ranks, and how far sequences go (§1.2)",
        "table": "A table of four when the cards have been dealt (§1.3, §2)",
        "kinds": "An example of each kind (§3)",
        "following": "What follows what (§4.1 to §4.3)",
        "ladder": "The ladder of bombs (§4.4, §4.5)",
        "nothing": "nothing follows this one",
    },
    "zh-Hans": {
        "low": "小", "high": "大", "sequences": "顺子只到 A", "dealer": "庄家", "cards": "{} 张",
        "talon": "牌堆：{} 张", "turn": "往右轮（逆时针）", "ordinary": "普通牌型", "bombs": "炸弹，从小到大",
        "lies": "桌上", "follows": "能压", "not": "不能压", "any": "它们都能用任何炸弹压", "rises": "下面的能压上面所有的",
        "order": "点数的大小，以及顺子到哪里为止（§1.2）",
        "table": "四个人，刚发完牌（§1.3、§2）",
        "kinds": "各种牌型一例（§3）",
        "following": "什么压什么（§4.1 到 §4.3）",
        "ladder": "炸弹的大小（§4.4、§4.5）",
        "nothing": "什么也压不住它",
    },
    "zh-Hant": {
        "low": "小", "high": "大", "sequences": "順子只到 A", "dealer": "莊家", "cards": "{} 張",
        "talon": "牌堆：{} 張", "turn": "往右輪（逆時針）", "ordinary": "普通牌型", "bombs": "炸彈，從小到大",
        "lies": "桌上", "follows": "能壓", "not": "不能壓", "any": "它們都能用任何炸彈壓", "rises": "下面的能壓上面所有的",
        "order": "點數的大小，以及順子到哪裡為止（§1.2）",
        "table": "四個人，剛發完牌（§1.3、§2）",
        "kinds": "各種牌型一例（§3）",
        "following": "什麼壓什麼（§4.1 到 §4.3）",
        "ladder": "炸彈的大小（§4.4、§4.5）",
        "nothing": "什麼也壓不住它",
    },
}  # fmt: skip


def order(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    step = (WIDTH - 2 * MARGIN + 2) / len(ORDER)
    sheet.put([card(rank) for rank in ORDER], gap=step - 27, below=6)
    end = MARGIN + IN_SEQUENCES * step - 2
    sheet.add(f'<path class="way" d="M{MARGIN} {sheet.y}v6H{end:.1f}v-6"/>')
    sheet.add(text((MARGIN + end) / 2, sheet.y + 16, words["sequences"], 13))
    sheet.add(text(MARGIN, sheet.y + 16, words["low"], 13, "faint", "start"))
    sheet.add(text(WIDTH - MARGIN, sheet.y + 16, words["high"], 13, "faint", "end"))
    sheet.space(28)
    return sheet.svg(words["order"]), words["order"]


def table(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    cx, cy, r = WIDTH / 2, 158, 126
    dealer, others, talon = FOUR_PLAY
    sheet.add(f'<circle class="cloth" cx="{cx}" cy="{cy}" r="78"/>')
    sheet.add(round_of_turns(4, cx, cy, r, reach=0.36))
    for seat in range(4):
        x, y = place(seat, 4, cx, cy, r)
        sheet.add(
            chair(x, y, words["dealer"] if seat == 0 else str(seat + 1), words["cards"].format(others if seat else dealer))
        )
    sheet.add(text(cx, cy, words["talon"].format(talon), 13))
    sheet.y = 312
    sheet.put([sign(words["turn"], "faint", 12)], below=-8, middle=True)
    return sheet.svg(words["table"]), words["table"]


def kinds(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for number, (kind, example) in enumerate(KINDS):
        if number in (0, BOMBS):
            sheet.head(words["bombs" if number else "ordinary"])
        sheet.labelled(GAN_DENG_YAN.words["kinds"][kind][language], [cards(example)], 150)
    return sheet.svg(words["kinds"]), words["kinds"]


def following(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    sheet.put(
        [
            sign(words["lies"], "strong", 13),
            ARROW,
            YES,
            sign(words["follows"], "strong", 13),
            NO,
            sign(words["not"], "strong", 13),
        ],
        below=0,
    )
    for lies, good, bad in FOLLOWS:
        sheet.rule()
        sheet.put(
            [
                cards(lies),
                ARROW,
                *(thing for play in good for thing in (cards(play), YES)),
                *(thing for play in bad for thing in (cards(play), NO)),
            ]
        )
    sheet.rule()
    sheet.say(words["any"], 13, "faint")
    return sheet.svg(words["following"]), words["following"]


def ladder(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for kind, play in LADDER:
        more = [sign(words["nothing"], "faint", 12)] if play == LADDER[-1][1] else []
        sheet.labelled(GAN_DENG_YAN.words["kinds"][kind][language], [cards(play), *more], 130)
    sheet.say("↓ " + words["rises"], 13, "faint")
    return sheet.svg(words["ladder"]), words["ladder"]


DRAWINGS = {"1.2": order, "2.3": table, "3.7": kinds, "4.3": following, "4.5": ladder}
