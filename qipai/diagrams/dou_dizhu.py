"""Dou Dizhu: the order, the table, the kinds, what follows what, a deal reckoned."""

from typing import Any

from qipai.games import DOU_DIZHU

from .drawing import ARROW, MARGIN, NO, WIDTH, YES, Diagram, Drawn, card, cards, chair, place, round_of_turns, sign, text

ORDER = "3 4 5 6 7 8 9 10 J Q K A 2 B R".split()
IN_RUNS = 12  # 3 to A

# §2.1, §3.5: cards of the landlord and of each peasant before the first lead, and bottom cards
LANDLORD, PEASANT, BOTTOM = 20, 17, 3

# §4: kind and an example
KINDS = (
    ("single", "4"),
    ("pair", "7-7"),
    ("trio", "9-9-9"),
    ("trio_single", "9-9-9+4"),
    ("trio_pair", "9-9-9+4-4"),
    ("sequence", "3-4-5-6-7"),
    ("pair_sequence", "5-5-6-6-7-7"),
    ("airplane", "5-5-5-6-6-6"),
    ("airplane_singles", "5-5-5-6-6-6+3-J"),
    ("airplane_pairs", "5-5-5-6-6-6+3-3-J-J"),
    ("four_singles", "6-6-6-6+3-J"),
    ("four_pairs", "6-6-6-6+3-3-J-J"),
    ("bomb", "8-8-8-8"),
    ("rocket", "B-R"),
)

# §5: what lies there, what follows, what does not
FOLLOWS = (
    ("K", ("2", "B"), ("Q", "3-3")),
    ("3-3-3+A", ("4-4-4+3",), ("4-4-4+5-5",)),
    ("3-4-5-6-7", ("4-5-6-7-8",), ("4-5-6-7-8-9",)),
    ("6-6-6-6+3-J", ("3-3-3-3",), ("7-7-7-7+4-4-5-5",)),
    ("4-4-4-4", ("5-5-5-5", "B-R"), ("3-3-3-3",)),
    ("B-R", (), ("2-2-2-2",)),
)

# §7.7: grabs, bombs, who has doubled (0: the landlord), and what the peasants pay the landlord, who has won
RECKONED = (1, 2, (0, 1), (32, 16))
BEFORE_DOUBLING = 8

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "low": "low", "high": "high", "runs": "runs go from 3 to A", "landlord": "landlord", "peasant": "peasant", "cards": "{} cards",
        "bottom": "bottom cards: {}", "turn": "the turn passes to the right", "lies": "On the table", "follows": "follows", "not": "does not",
        "grab": "grab", "bomb": "bomb", "doubled": "doubled", "pays": "pays {}", "gains": "The landlord has won and gains {}.", "multiplier": "multiplier",
        "order": "The order, and how far runs go (§1.2)",
        "table": "The three seats before the first lead (§1.4, §2.1, §3.5)",
        "kinds": "An example of each kind (§4)",
        "following": "What follows what (§5)",
        "reckoned": "The first deal of §7.7: the landlord and the first peasant have doubled",
    },
    "zh-Hans": {
        "low": "小", "high": "大", "runs": "相连的牌只到 A", "landlord": "地主", "peasant": "农民", "cards": "{} 张",
        "bottom": "底牌 {} 张", "turn": "往右轮（逆时针）", "lies": "桌上", "follows": "能压", "not": "不能压",
        "grab": "抢地主", "bomb": "炸弹", "doubled": "加倍", "pays": "付 {} 分", "gains": "地主赢，得 {} 分。", "multiplier": "倍数",
        "order": "大小，以及相连的牌到哪里为止（§1.2）",
        "table": "第一手之前的三家（§1.4、§2.1、§3.5）",
        "kinds": "各种牌型一例（§4）",
        "following": "什么压什么（§5）",
        "reckoned": "§7.7 的第一局：地主和第一个农民加了倍",
    },
    "zh-Hant": {
        "low": "小", "high": "大", "runs": "相連的牌只到 A", "landlord": "地主", "peasant": "農民", "cards": "{} 張",
        "bottom": "底牌 {} 張", "turn": "往右輪（逆時針）", "lies": "桌上", "follows": "能壓", "not": "不能壓",
        "grab": "搶地主", "bomb": "炸彈", "doubled": "加倍", "pays": "付 {} 分", "gains": "地主贏，得 {} 分。", "multiplier": "倍數",
        "order": "大小，以及相連的牌到哪裡為止（§1.2）",
        "table": "第一手之前的三家（§1.4、§2.1、§3.5）",
        "kinds": "各種牌型一例（§4）",
        "following": "什麼壓什麼（§5）",
        "reckoned": "§7.7 的第一局：地主與第一個農民加了倍",
    },
}  # fmt: skip


def play(written: str) -> list[Drawn]:
    """A play: its body, and its wings after a plus."""
    body, _, wings = written.partition("+")
    return [cards(body), sign("+", "faint"), cards(wings)] if wings else [cards(body)]


def order(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram(436)
    step = 27.5
    sheet.put([card(rank) for rank in ORDER], gap=step - 27, below=6)
    end = MARGIN + IN_RUNS * step - 2
    sheet.add(f'<path class="way" d="M{MARGIN} {sheet.y}v6H{end:.1f}v-6"/>')
    sheet.add(text((MARGIN + end) / 2, sheet.y + 16, words["runs"], 13))
    sheet.add(text(MARGIN, sheet.y + 16, words["low"], 13, "faint", "start"))
    sheet.add(text(sheet.width - MARGIN, sheet.y + 16, words["high"], 13, "faint", "end"))
    sheet.space(28)
    return sheet.svg(words["order"]), words["order"]


def table(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    cx, cy, r = WIDTH / 2, 130, 108
    sheet.add(f'<circle class="cloth" cx="{cx}" cy="{cy}" r="68"/>')
    sheet.add(round_of_turns(3, cx, cy, r, reach=0.36))
    for seat in range(3):
        x, y = place(seat, 3, cx, cy, r)
        name, held = ("peasant", PEASANT) if seat else ("landlord", LANDLORD)
        sheet.add(chair(x, y, words[name], words["cards"].format(held)))
    sheet.add(text(cx, cy, words["bottom"].format(BOTTOM), 12))
    sheet.y = 272
    sheet.put([sign(words["turn"], "faint", 12)], below=-8, middle=True)
    return sheet.svg(words["table"]), words["table"]


def kinds(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for kind, example in KINDS:
        sheet.labelled(DOU_DIZHU.words["kinds"][kind][language], play(example), 130)
    return sheet.svg(words["kinds"]), words["kinds"]


def following(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    heads = [sign(words[name], "strong", 13) for name in ("lies", "follows", "not")]
    sheet.put([heads[0], ARROW, YES, heads[1], NO, heads[2]], below=0)
    for lies, good, bad in FOLLOWS:
        sheet.rule()
        sheet.put([*play(lies), ARROW])
        for answers, mark in ((good, YES), (bad, NO)):
            if answers:
                sheet.put([thing for answer in answers for thing in (*play(answer), mark)], x=3 * MARGIN)
    return sheet.svg(words["following"]), words["following"]


def reckoned(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    grabs, bombs, doubled, paid = RECKONED
    factors = [words["grab"]] * grabs + [words["bomb"]] * bombs
    sheet.labelled(
        words["multiplier"], [sign(f"{' × '.join(f'2 ({factor})' for factor in factors)} = {BEFORE_DOUBLING}", size=12)], 90
    )
    for peasant, points in enumerate(paid, start=1):
        doublings = [words[side] for seat, side in ((0, "landlord"), (peasant, "peasant")) if seat in doubled]
        product = " × ".join([str(BEFORE_DOUBLING), *(f"2 ({side})" for side in doublings)])
        told = f"{product} = {points}: {words['pays'].format(points)}"
        sheet.labelled(f"{words['peasant']} {peasant}", [sign(told, size=12)], 90)
    sheet.say(words["gains"].format(sum(paid)), 13, "strong")
    return sheet.svg(words["reckoned"]), words["reckoned"]


DRAWINGS = {"1.2": order, "3.5": table, "4.14": kinds, "5.4": following, "7.7": reckoned}
