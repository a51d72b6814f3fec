"""Luk Fu: the pack, the places, the melds and what is superior, the nine categories, what tricks are worth."""

from typing import Any

from .drawing import NO, WIDTH, YES, Diagram, above, chair, money, monies, place, round_of_turns, row, sign, text

SUITS = "SGKC"  # §1.3, high to low
AGED_FROM_THE_START = ("9S", "9G", "9K", "9C", "1S", "1C", "L")  # §7.1

# §5.1 to §5.5: a meld, what is superior to it and what is not
SUPERIOR = (
    ("single", "7K", ("8K", "9K"), ("9S",)),
    ("gok", "6G-6K-6C", ("8S-8G-8K", "9G-9K-9C"), ("8S-8G-8K-8C",)),
    ("run", "9K-8K-7K", ("4G-3G-2G",), ()),
    ("run", "6K-5K-4K", ("7K-6K-5K",), ()),
    ("alone", "1S-1C-L", (), ("9S",)),
)

# §8.1: category of young and aged cards, by suit; aged Li Chen is the last
CATEGORIES = {"S": (1, 2), "G": (3, 4), "K": (5, 6), "C": (7, 8), "L": (None, 9)}

# §10.1
VALUES = ((6, 1), (7, 2), (8, 4), (9, 8), (10, 16), (11, 32), (12, 128))

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "names": {"S": "Sip", "G": "Gon", "K": "Sok", "C": "Chen", "L": "Li Chen"},
        "S": "Sip, tens of myriads", "G": "Gon, myriads", "K": "Sok, strings", "C": "Chen, coins", "L": "Li Chen (4 players), Li Fa (not used)",
        "red": "The red seal marks the eight cards with a red imprint.", "dealer": "dealer", "2": "player 2", "dreamer": "dreamer", "3": "player 3",
        "cards": "{} cards", "card": "1 card", "single": "Single card", "gok": "Gok: one number", "run": "Run: one suit", "alone": "Alone on the table",
        "unbeaten": "nothing beats them singly", "superior": "superior", "not": "not", "young": "young", "aged": "aged", "first": "1 is led first",
        "pack": "The 38 cards, each suit from high to low (§1.1, §1.3)",
        "table": "The places when four sit at the table (§2.1, §3.1)",
        "melds": "Melds, and what is superior to them (§5)",
        "start": "Aged from the start (§7.1)",
        "categories": "Which single cards are led first (§8.1)",
        "values": "What tricks are worth: each beyond six doubles, the twelfth twice (§10.1)",
    },
    "zh-Hans": {
        "names": {"S": "拾", "G": "贯", "K": "索", "C": "线", "L": "丽线"},
        "S": "拾", "G": "贯", "K": "索", "C": "线", "L": "丽线（四人用）、丽花（不用）",
        "red": "有红方块的，就是八张红印。", "dealer": "头家", "2": "二家", "dreamer": "梦家", "3": "三家",
        "cards": "{} 张", "card": "1 张", "single": "单张", "gok": "各：同一个数", "run": "顺子：同一门", "alone": "不压人也不被压的三张",
        "unbeaten": "单出时没有牌压得住", "superior": "压得住", "not": "压不住", "young": "嫩牌", "aged": "老岁牌", "first": "1 最先领出",
        "pack": "三十八张牌，每一门从大到小（§1.1、§1.3）",
        "table": "四个人的位子（§2.1、§3.1）",
        "melds": "牌型，什么压得住它们（§5）",
        "start": "一开局就老的（§7.1）",
        "categories": "单张先领哪一等（§8.1）",
        "values": "几虎值几分：六虎以上每多一虎翻一番，第十二虎翻两番（§10.1）",
    },
    "zh-Hant": {
        "names": {"S": "拾", "G": "貫", "K": "索", "C": "綫", "L": "麗綫"},
        "S": "拾", "G": "貫", "K": "索", "C": "綫", "L": "麗綫（四人用）、麗花（不用）",
        "red": "有紅方塊的，就是八張紅印。", "dealer": "頭家", "2": "二家", "dreamer": "夢家", "3": "三家",
        "cards": "{} 張", "card": "1 張", "single": "單張", "gok": "各：同一個數", "run": "順子：同一門", "alone": "獨來獨往的三張",
        "unbeaten": "單出時沒有牌壓得住", "superior": "壓得住", "not": "壓不住", "young": "嫩牌", "aged": "老歲牌", "first": "1 最先領出",
        "pack": "三十八張牌，每一門由大到小（§1.1、§1.3）",
        "table": "四人的位置（§2.1、§3.1）",
        "melds": "牌型，什麼壓得住它們（§5）",
        "start": "開局即老（§7.1）",
        "categories": "單張先領哪一等（§8.1）",
        "values": "幾虎值幾分：六虎以上每多一虎加倍，第十二虎加倍兩次（§10.1）",
    },
}  # fmt: skip


def pack(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for suit in SUITS:
        sheet.say(words[suit], 13, "strong")
        sheet.put([above(money(f"{number}{suit}"), f"{number}{suit}") for number in range(9, 0, -1)], gap=13)
    sheet.say(words["L"], 13, "strong")
    sheet.put([above(money("L"), "L"), above(money("F"), " ")], gap=13)
    sheet.say(words["red"], 13, "faint")
    return sheet.svg(words["pack"]), words["pack"]


def table(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    cx, cy, r = WIDTH / 2, 148, 116
    sheet.add(f'<circle class="cloth" cx="{cx}" cy="{cy}" r="72"/>' + round_of_turns(4, cx, cy, r, reach=0.38))
    for seat, name in enumerate(("dealer", "2", "dreamer", "3")):
        more = words["card"] if name == "dreamer" else words["cards"].format(12)
        sheet.add(chair(*place(seat, 4, cx, cy, r), words[name], more, "round" if name == "dreamer" else ""))
    sheet.y = 290
    return sheet.svg(words["table"]), words["table"]


def melds(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for kind, meld, good, bad in SUPERIOR:
        sheet.say(words[kind], 13, "strong")
        answers = [row([monies(play), YES]) for play in good] + [row([monies(play), NO]) for play in bad]
        sheet.put([monies(meld), sign("←", "faint", 18), *answers])
        if kind == "alone":
            sheet.say(words["unbeaten"], 12, "faint")
    sheet.put([YES, sign(words["superior"], size=12), NO, sign(words["not"], size=12)], below=-4)
    return sheet.svg(words["melds"]), words["melds"]


def start(language: str) -> tuple[str, str]:
    sheet = Diagram()
    sheet.put([above(money(face), face) for face in AGED_FROM_THE_START], gap=13, middle=True)
    return sheet.svg(WORDS[language]["start"]), WORDS[language]["start"]


def categories(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    columns = {suit: 96 + 64 * i for i, suit in enumerate(CATEGORIES)}
    for suit, x in columns.items():
        sheet.add(text(x, 32, words["names"][suit], 14, "strong"))
    for line, name in enumerate(("young", "aged")):
        y = 68 + 46 * line
        sheet.add(text(10, y, words[name], 13, "", "start"))
        for suit, x in columns.items():
            number = CATEGORIES[suit][line]
            if number:
                sheet.add(
                    f'<circle class="chair {"square" if line else ""}" cx="{x}" cy="{y}" r="16"/>'
                    + text(x, y, str(number), 15, "strong")
                )
    sheet.y = 142
    sheet.say(words["first"], 13, "faint")
    return sheet.svg(words["categories"]), words["categories"]


def values(language: str) -> tuple[str, str]:
    sheet = Diagram()
    base, step = 150, 52
    for i, (tricks, value) in enumerate(VALUES):
        x, height = 44 + i * step, 12 + 16 * value.bit_length()
        sheet.add(f'<rect class="chair round" x="{x - 18}" y="{base - height}" width="36" height="{height}" rx="3"/>')
        sheet.add(text(x, base - height + 12, str(value), 13, "strong") + text(x, base + 12, str(tricks), 13))
    sheet.y = base + 24
    return sheet.svg(WORDS[language]["values"]), WORDS[language]["values"]


DRAWINGS = {"1.3": pack, "3.1": table, "5.5": melds, "7.1": start, "8.1": categories, "10.1": values}
