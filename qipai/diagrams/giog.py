"""The Giog family: pieces and their order, directions, stacks, kinds, two tricks."""

from collections.abc import Callable
from typing import Any

from qipai.games import GAMES

from .drawing import NO, WIDTH, YES, Diagram, Drawn, above, chair, disc, discs, place, round_of_turns, row, sign, text

# §1.2, high to low, and how many of each there are (§1.1)
ORDER = (
    ("帥", 1),
    ("將", 1),
    ("仕", 2),
    ("士", 2),
    ("相", 2),
    ("象", 2),
    ("俥", 2),
    ("車", 2),
    ("傌", 2),
    ("馬", 2),
    ("炮", 2),
    ("砲", 2),
    ("兵", 5),
    ("卒", 5),
)
TAM_CUC = "帥將仕士相象俥車炮砲傌馬兵卒"  # §4.13

# §3.4: four players in rows of four stacks, their order of priority, and the stack that the first of them takes
PRIORITY, FIRST_STACK = "DBAC", 8

# Combinations, high to low: §, game, kind and its rank
NOBLES = ("帥仕相", "將士象", "炮仕相", "砲士象", "俥傌炮", "車馬砲")  # §4.4
FEWER_NOBLES = ("帥仕相", "將士象", "俥傌炮", "車馬砲")  # §4.5
SERIES = ("帥仕相", "將士象", "俥傌炮", "車馬砲", "兵兵兵", "卒卒卒")  # §4.7
TRIPLES = ("帥仕相", "將士象", "俥炮傌", "車砲馬")  # §4.13
PAWNS = (("three", "兵兵兵", "卒卒卒"), ("four", "兵兵兵兵", "卒卒卒卒"), ("five", "兵兵兵兵兵", "卒卒卒卒卒"))  # §4.6

# §4.8: the black one that lies there, what beats it and what does not
TWO_PAIRS = ("將士士砲砲", ("帥仕仕傌傌", "帥仕仕炮炮"), ("帥相相俥俥",))

# §4.9: sets and sequences of Dǎ qí luò 2
SETS, SEQUENCES = ("帥將", "俥車車", "兵兵卒卒卒卒"), ("仕相", "馬砲卒", "帥士相俥馬炮兵")

# §5.3: what the leader and the three others lay in Giog, and whose wins
TRICKS = ((("卒卒卒", "帥仕相", "炮炮兵", "車馬砲"), 0, "three"), (("車馬砲", "兵兵兵", "砲士象", "俥傌炮"), 2, "noble"))

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "higher": "high to low, and how many of each there are", "red": "red above black in every pair", "right": "to the right", "left": "to the left",
        "right games": "Giog, Sang krip, Dǎ qí luò, Zhì hǔ, Tam cúc", "left games": "Jū mǎ pāo and its Fujian form",
        "leads": "leads", "wins": "wins", "beaten by": "is beaten by", "not by": "but not by",
        "set": "sets: one rank, any colours", "sequence": "sequences: neighbouring ranks, any colours",
        "players": "ABCD",
        "orders": "The order {} with D first: D takes stack 8, and the others follow into that row.",
        "order": "The pieces and their order (§1.2)",
        "turns": "Which way the turn passes (§2)",
        "stacks": "Taking the stacks with four players: the example of §3.4",
        "nobles": "The six nobles of Giog, high to low (§4.4)",
        "fewer": "The four nobles of Jū mǎ pāo and Sang krip, high to low (§4.5)",
        "pawns": "Three, four and five pawns: three types, red above black (§4.6)",
        "series": "One series of three in Dǎ qí luò 1, high to low (§4.7)",
        "two pairs": "A general and two pairs in Sang krip (§4.8)",
        "two": "Sets and sequences of Dǎ qí luò 2 (§4.9)",
        "tam cuc": "Order and triples of Tam cúc, high to low (§4.13)",
        "tricks": "Two tricks of Giog (§5.3)",
    },
    "zh-Hans": {
        "higher": "从大到小，以及各有几枚", "red": "每一对里红的大过黑的", "right": "往右轮", "left": "往左轮",
        "right games": "爵、Sang krip、打棋摞、掷虎、三菊", "left games": "车马包，包括福建三人的",
        "leads": "领出", "wins": "赢", "beaten by": "能压它的", "not by": "压不了它的",
        "set": "同子：同级，颜色随意", "sequence": "顺子：级数相连，颜色随意",
        "players": "甲乙丙丁",
        "orders": "次序是{}，丁在先：丁取第 8 摞，别家往那一排里接着取。",
        "order": "棋子和大小（§1.2）",
        "turns": "往哪边轮（§2）",
        "stacks": "四个人怎么取摞：§3.4 的例子",
        "nobles": "爵的六种爵，从大到小（§4.4）",
        "fewer": "车马包和 Sang krip 的四种爵，从大到小（§4.5）",
        "pawns": "三枚、四枚、五枚：三种牌型，红的大过黑的（§4.6）",
        "series": "打棋摞（一）的三子，从大到小（§4.7）",
        "two pairs": "Sang krip 的将带双对（§4.8）",
        "two": "打棋摞（二）的同子和顺子（§4.9）",
        "tam cuc": "三菊的大小和三子，从大到小（§4.13）",
        "tricks": "爵的两轮（§5.3）",
    },
    "zh-Hant": {
        "higher": "由大到小，以及各有幾顆", "red": "每一對裡紅的大於黑的", "right": "往右輪", "left": "往左輪",
        "right games": "爵、Sang krip、打棋摞、擲虎、三菊", "left games": "車馬包，含福建三人",
        "leads": "領出", "wins": "贏", "beaten by": "能勝它的", "not by": "不能勝它的",
        "set": "同子：同級，顏色不限", "sequence": "順子：級數相連，顏色不限",
        "players": "甲乙丙丁",
        "orders": "次序是{}，丁第一：丁取第 8 摞，其他人往那一排裡接著取。",
        "order": "棋子與大小（§1.2）",
        "turns": "往哪邊輪（§2）",
        "stacks": "四人怎麼取摞：§3.4 的例子",
        "nobles": "爵的六種爵，由大到小（§4.4）",
        "fewer": "車馬包與 Sang krip 的四種爵，由大到小（§4.5）",
        "pawns": "三枚、四枚、五枚：三種牌型，紅大於黑（§4.6）",
        "series": "打棋摞（一）的三子，由大到小（§4.7）",
        "two pairs": "Sang krip 的將帶雙對（§4.8）",
        "two": "打棋摞（二）的同子與順子（§4.9）",
        "tam cuc": "三菊的大小與三子，由大到小（§4.13）",
        "tricks": "爵的兩輪（§5.3）",
    },
}  # fmt: skip


def stacks_taken() -> dict[int, str]:
    """§3.4  Who takes which of the sixteen stacks: from 8 down to 1, and from 16 down to 9."""
    return {(FIRST_STACK - 1 - n) % 16 + 1: PRIORITY[n % 4] for n in range(16)}


def order(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    pieces = [above(disc(piece), f"×{count}", size=12) for piece, count in ORDER]
    pairs = [row(pieces[i : i + 2], 0) for i in range(0, len(pieces), 2)]
    for line in (pairs[:4], pairs[4:]):
        sheet.put(
            [thing for pair in line for thing in (pair, sign(">", "faint", 15))][: None if line is pairs[:4] else -1], gap=3
        )
    sheet.say(words["higher"], 13, "faint")
    sheet.say(words["red"], 13, "faint")
    return sheet.svg(words["order"]), words["order"]


def turns(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for side, x in (("right", WIDTH * 0.25), ("left", WIDTH * 0.75)):
        sheet.add(f'<circle class="cloth" cx="{x}" cy="92" r="38"/>' + round_of_turns(4, x, 92, 64, side == "left", 0.3))
        for seat in range(4):
            sheet.add(chair(*place(seat, 4, x, 92, 64, side == "left"), str(seat + 1), width=30))
        sheet.add(text(x, 92, words[side], 12))
    sheet.y = 180
    for side in ("right", "left"):
        sheet.say(f"{words[side]}{':' if language == 'en' else '：'} {words[side + ' games']}".replace("： ", "："), 13)
    return sheet.svg(words["turns"]), words["turns"]


def stacks(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    taken, left, top, step = stacks_taken(), 76, 30, 46
    for stack in range(1, 17):
        side, at = divmod(stack - 1, 4)
        x, y = [
            (left + at * step + step, top + 5 * step),
            (left + 5 * step, top + (4 - at) * step),
            (left + (4 - at) * step, top),
            (left, top + at * step + step),
        ][side]
        kind = "round" if taken[stack] in "BD" else "square"
        sheet.add(f'<rect class="chair {kind}" x="{x - 19}" y="{y - 19}" width="38" height="38" rx="6"/>')
        sheet.add(
            text(x, y - 7, str(stack), 11, "faint") + text(x, y + 8, words["players"]["ABCD".index(taken[stack])], 15, "strong")
        )
    middle = top + 2.5 * step
    for seat, name in enumerate(words["players"]):
        sheet.add(text(*place(seat, 4, left + 2.5 * step, middle, 78), name, 15, "strong"))
    sheet.y = top + 5 * step + 28
    sheet.say(
        words["orders"].format(
            (" " if language == "en" else "").join(words["players"][player] for player in map("ABCD".index, PRIORITY))
        ),
        13,
        "faint",
    )
    return sheet.svg(words["stacks"]), words["stacks"]


def ranked(sheet: Diagram, combinations: tuple[str, ...]) -> None:
    things: list[Drawn] = []
    for combination in combinations:
        things += [discs(combination), sign(">", "faint", 15)]
    sheet.put(things[:-1], gap=3)


def ladder(name: str, combinations: tuple[str, ...]) -> Callable[[str], tuple[str, str]]:
    """A drawing of combinations that all answer each other."""

    def draw(language: str) -> tuple[str, str]:
        sheet = Diagram()
        ranked(sheet, combinations)
        return sheet.svg(WORDS[language][name]), WORDS[language][name]

    return draw


def pawns(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for kind, red, black in PAWNS:
        sheet.say(GAMES["giog"].words["kinds"][kind][language], 13)
        ranked(sheet, (red, black))
    return sheet.svg(words["pawns"]), words["pawns"]


def two_pairs(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    lies, good, bad = TWO_PAIRS
    sheet.put([discs(lies), sign(words["beaten by"], size=13)])
    sheet.put([thing for play in good for thing in (row([discs(play), YES]),)])
    sheet.say(words["not by"], 13)
    sheet.put([row([discs(play), NO]) for play in bad])
    return sheet.svg(words["two pairs"]), words["two pairs"]


def two(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for name, plays in (("set", SETS), ("sequence", SEQUENCES)):
        sheet.say(words[name], 13)
        sheet.put([discs(play) for play in plays], gap=14)
    return sheet.svg(words["two"]), words["two"]


def tam_cuc(language: str) -> tuple[str, str]:
    sheet = Diagram()
    sheet.put([disc(piece) for piece in TAM_CUC], gap=4)
    sheet.rule()
    ranked(sheet, TRIPLES)
    return sheet.svg(WORDS[language]["tam cuc"]), WORDS[language]["tam cuc"]


def tricks(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for plays, winner, kind in TRICKS:
        for seat, play in enumerate(plays):
            told = [f"{words['leads']} ({GAMES['giog'].words['kinds'][kind][language]})"] if seat == 0 else []
            told += [words["wins"]] if seat == winner else []
            more = (
                [sign(", ".join(told) if language == "en" else "，".join(told), "yes" if seat == winner else "faint", 13)]
                if told
                else []
            )
            sheet.put([sign("ABCD"[seat], "strong", 14), discs(play), *more], below=4)
        if (plays, winner, kind) != TRICKS[-1]:
            sheet.rule()
    sheet.space(4)
    return sheet.svg(words["tricks"]), words["tricks"]


DRAWINGS = {
    "1.2": order,
    "2": turns,
    "3.4": stacks,
    "4.4": ladder("nobles", NOBLES),
    "4.5": ladder("fewer", FEWER_NOBLES),
    "4.6": pawns,
    "4.7": ladder("series", SERIES),
    "4.8": two_pairs,
    "4.9": two,
    "4.13": tam_cuc,
    "5.3": tricks,
}
