"""What the Giog family says to people, in three languages: names of types, log lines, chips, reasons, the score.

Data only; refusals are in `refusal_words.py`, house rules in `option_words.py`.  Braces are named fields: `{pieces}` and `{cards}`
are pieces, `{names}` several players, `{kind}` and `{group}` words from here, `{points}` carries its sign.  What a game of the
family calls otherwise is in `OWN_WORDS`; `words_of` puts both together.
"""

from collections.abc import Mapping
from typing import Any

from qipai.engine.errors import Words, say

Catalogue = dict[str, Words]

KINDS: Catalogue = {
    "single": say("single", "一粒", "一粒"),
    "pair": say("pair", "对子", "對子"),
    "noble": say("noble", "爵", "爵"),
    "three": say("three pawns", "三枚", "三枚"),
    "four": say("four pawns", "四枚", "四枚"),
    "five": say("five pawns", "五枚", "五枚"),
    "gpp": say("general and two pairs", "将带双对", "將帶雙對"),
    "set": say("set", "同子", "同子"),
    "seq": say("sequence", "顺子", "順子"),
    "triple_one": say("triple with one", "三子带一", "三子帶一"),
    "triple_two": say("triple with a pair", "三子带对", "三子帶對"),
    "loose": say("loose pieces", "散子", "散子"),
    "under": say("under the pile", "垫底", "墊底"),
    "turn": say("turn up", "翻子", "翻子"),
    "take": say("take", "取摞", "取摞"),
    "expose": say("expose", "亮子", "亮子"),
    "conceal": say("throw in", "暗垫", "暗墊"),
    "n1": say("one piece", "出一枚", "出一顆"),
    "n2": say("two pieces", "出两枚", "出兩顆"),
    "n3": say("three pieces", "出三枚", "出三顆"),
    "n4": say("four pieces", "出四枚", "出四顆"),
    "n5": say("five pieces", "出五枚", "出五顆"),
    "n6": say("six pieces or more", "出六枚以上", "出六顆以上"),
}

GROUPS: Catalogue = {
    "commanders": say("commanders", "将领", "將領"),
    "mobile": say("mobile pieces", "机动", "機動"),
    "foot": say("foot soldiers", "步卒", "步卒"),
}

# A key with `_own` is the line for the seat that acted; the other seats read the plain key.
EVENTS: Catalogue = {
    "stacked": say(
        "The pieces stand in stacks of two, a row before each player.",
        "棋子两枚一摞，在各家面前排成一排。",
        "棋子兩顆一摞，在各家面前排成一排。",
    ),
    "lots": say("By lot, {name} turns up first.", "抽签，{name} 先翻。", "抽籤，{name} 先翻。"),
    "lots_own": say("By lot, you turn up first.", "抽签，你先翻。", "抽籤，你先翻。"),
    "turned": say(
        "{name} turns up stack {stack}: {pieces}", "{name} 翻第 {stack} 摞：{pieces}", "{name} 翻第 {stack} 摞：{pieces}"
    ),
    "turned_own": say("You turn up stack {stack}: {pieces}", "你翻第 {stack} 摞：{pieces}", "你翻第 {stack} 摞：{pieces}"),
    "tied": say(
        "Equal pieces: {names} turn up another stack each.",
        "翻出一样的子：{names} 各再翻一摞。",
        "翻出相同的棋子：{names} 各再翻一摞。",
    ),
    "ordered": say("The order is {names}.", "次序：{names}。", "次序：{names}。"),
    "took": say(
        "{name} takes stack {stack}; the others follow in order.",
        "{name} 取第 {stack} 摞，别家按次序接着取。",
        "{name} 取第 {stack} 摞，其他人依次序接著取。",
    ),
    "took_own": say(
        "You take stack {stack}; the others follow in order.",
        "你取第 {stack} 摞，别家按次序接着取。",
        "你取第 {stack} 摞，其他人依次序接著取。",
    ),
    "dealt": say("Everybody has {count} pieces.", "每家 {count} 枚。", "每人 {count} 顆。"),
    "led": say("{name} leads face down: {kind}", "{name} 扣着领出：{kind}", "{name} 蓋著領出：{kind}"),
    "led_own": say("You lead {cards}: {kind}", "你领出 {cards}：{kind}", "你領出 {cards}：{kind}"),
    "laid": say("{name} lays {count} face down", "{name} 扣着出 {count} 枚", "{name} 蓋著出 {count} 顆"),
    "laid_own": say("You lay {cards} face down", "你扣着出 {cards}", "你蓋著出 {cards}"),
    "revealed": say("All turn up together.", "都定了，一齐翻开。", "都定了，一齊翻開。"),
    "revealed_play": say("{name}: {cards}, {kind}", "{name}：{cards}，{kind}", "{name}：{cards}，{kind}"),
    "revealed_play_own": say("You: {cards}, {kind}", "你：{cards}，{kind}", "你：{cards}，{kind}"),
    "revealed_loose": say("{name}: {cards}, does not count", "{name}：{cards}，不算数", "{name}：{cards}，不算"),
    "revealed_loose_own": say("You: {cards}, does not count", "你：{cards}，不算数", "你：{cards}，不算"),
    "exposed": say("{name} exposes {pieces}", "{name} 亮出 {pieces}", "{name} 亮出 {pieces}"),
    "exposed_own": say("You expose {pieces}", "你亮出 {pieces}", "你亮出 {pieces}"),
    "thrown_in": say("{name} throws in {count} unseen", "{name} 暗垫 {count} 枚", "{name} 暗墊 {count} 顆"),
    "thrown_in_own": say("You throw in {pieces} unseen", "你暗垫 {pieces}", "你暗墊 {pieces}"),
    "beheaded": say(
        "Beheaded: {name} laid a general in the first or last trick, and no piece taken counts.",
        "砍鸡头：{name} 在首尾两轮出了帅将，吃的子都不算。",
        "砍雞頭：{name} 在首尾兩輪出了帥將，吃的子都不算。",
    ),
    "beheaded_own": say(
        "Beheaded: you laid a general in the first or last trick, and no piece you took counts.",
        "砍鸡头：你在首尾两轮出了帅将，吃的子都不算。",
        "砍雞頭：你在首尾兩輪出了帥將，吃的子都不算。",
    ),
    "cleared": say("{name} takes {taken} pieces.", "{name} 得 {taken} 子。", "{name} 得 {taken} 子。"),
    "cleared_own": say("You take {taken} pieces.", "你得 {taken} 子。", "你得 {taken} 子。"),
    "cleared_none": say(
        "Nobody takes the trick; {pot} pieces lie in the pot.",
        "这一轮谁也不得，公池里有 {pot} 子。",
        "這一輪誰也不得，公池裡有 {pot} 子。",
    ),
    "scored": say("{name} {points}", "{name} {points} 分", "{name} {points} 分"),
    "scored_own": say("You {points}", "你 {points} 分", "你 {points} 分"),
}

# Why a trick went to its winner, or to nobody: `why` of a `cleared` fact
WHY: Catalogue = {
    "highest": say("It was the highest that counts.", "算数的里面最大。", "算數的裡面最大。"),
    "leader": say("Equal highest: the leader comes before the others.", "一样大，领出的人优先。", "一樣大，領出的人優先。"),
    "priority": say("Equal highest: the order of priority decides.", "一样大，次序在前的赢。", "一樣大，次序在前的贏。"),
    "earlier": say("Equal highest: the earlier in turn wins.", "一样大，先出的赢。", "一樣大，先出的贏。"),
    "later": say(
        "At least as high is enough: the last on top wins.", "一样大也能盖，最后盖上的赢。", "一樣大也能蓋，最後蓋上的贏。"
    ),
    "set_aside": say(
        "Equal highest: the pieces are set aside, and the same player leads again.",
        "一样大，搁进公池，原来的人再领出。",
        "一樣大，擱進公池，原來的人再領出。",
    ),
    "nobody": say(
        "Equal highest in the last trick: the pot belongs to nobody.",
        "最后一轮一样大，公池里的子不归任何人。",
        "最後一輪一樣大，公池裡的子不歸任何人。",
    ),
    "next": say(
        "A general cannot win the last trick: it goes to the next player after the leader.",
        "最后一轮帅将赢不了，归领出的人的下家。",
        "最後一輪帥將贏不了，歸領出的人的下家。",
    ),
    "void": say(
        "Nothing shown may win the first trick: the leader takes it.",
        "头一轮没有亮出可以赢的，归领出的人。",
        "第一輪沒有人亮出可以贏的，歸領出的人。",
    ),
}

CHIPS: Catalogue = {
    "priority": say("order {n}", "次序 {n}", "次序 {n}"),
    "led": say("led", "领出", "領出"),
    "beheaded": say("beheaded", "砍了鸡头", "砍了雞頭"),
    "known": say("{n} known", "明子 {n}", "明子 {n}"),
}

BOARD: Catalogue = {
    "trick": say("trick {n}", "第 {n} 轮", "第 {n} 輪"),
    "pot": say("pot {n}", "公池 {n} 子", "公池 {n} 子"),
    "captured": say("takes {n}", "得 {n} 子", "得 {n} 子"),
    "left": say("{n} out of play", "局外 {n} 子", "局外 {n} 子"),
    "known": say("seen at the deal, held by {name}", "分子时看见过，在 {name} 手里", "分子時看過，在 {name} 手上"),
    "stack": say("stack {n}", "第 {n} 摞", "第 {n} 摞"),
    "face_down": say("{n} face down", "扣着 {n} 枚", "蓋著 {n} 顆"),
    "thrown_in": say("thrown in", "暗垫", "暗墊"),
    "under": say("under the pile", "垫底", "墊底"),
    "turning": say("Turn up a stack in another's row.", "在别家的排里翻一摞。", "在別家的排裡翻一摞。"),
    "taking": say("Take a stack at an end of a row.", "取一排两端的一摞。", "取一排兩端的一摞。"),
    "leading": say("You lead.", "你领出。", "你領出。"),
    "answering": say("Lay {n}.", "出 {n} 枚。", "出 {n} 顆。"),
    "exposing": say("Expose your pieces, or throw them in unseen?", "亮出来，还是暗垫？", "亮出來，還是暗墊？"),
}

AGAINST_SHARE = say(
    "A point for each piece above the share.", "比份额多一枚得一分，少一枚扣一分。", "比份額多一顆得一分，少一顆扣一分。"
)
PAYMENT: Catalogue = {  # with `how_` and the § by which the deal is scored: what earns the points
    "captured": say("pieces taken", "吃子", "吃子"),
    "counts": say("pieces that count", "算数的子", "算數的子"),
    "share": say("share", "份额", "份額"),
    "bonus": say("last trick with a general", "帅将赢最后一轮", "帥將贏最後一輪"),
    "beheaded": say("beheaded: nothing counts", "砍鸡头，不算数", "砍雞頭，不算"),
    "win": say("wins the deal", "赢下这局", "贏下這局"),
    "win_shared": say("shares the win", "并列赢家", "並列贏家"),
    "left": say("out of play", "局外的子", "局外的棋子"),
    "thrown": say("laid unseen", "暗着出的子", "暗著出的棋子"),
    "how_10.1": say("The most pieces win; equals share.", "吃子最多的人赢，一样多平分。", "贏子最多的人獲勝，一樣多就平分。"),
    **{f"how_{section}": AGAINST_SHARE for section in ("10.2", "10.3", "10.4")},
    "how_10.5": say(
        "Whoever wins the last trick wins the deal; what was captured does not matter.",
        "赢最后一轮的人赢这一局，吃了多少子不算。",
        "贏最後一輪的人贏這一局，贏了多少子不算。",
    ),
}

CIRCLE = say("The pieces stand in stacks of two, in a circle.", "棋子两枚一摞，围成一圈。", "棋子兩顆一摞，圍成一圈。")
TOOK_SIDE: Catalogue = {
    "took": say(
        "{name} takes stack {stack}; the others go on that way.",
        "{name} 取第 {stack} 摞，别家往那一边接着取。",
        "{name} 取第 {stack} 摞，其他人往那一邊接著取。",
    ),
    "took_own": say(
        "You take stack {stack}; the others go on that way.",
        "你取第 {stack} 摞，别家往那一边接着取。",
        "你取第 {stack} 摞，其他人往那一邊接著取。",
    ),
}
DICE: Catalogue = {
    "lots": say(
        "The dice show {dice}: {name} is the first with the highest, and leads.",
        "掷骰子：{dice}，{name} 最大，先领出。",
        "擲骰子：{dice}，{name} 最大，先領出。",
    ),
    "lots_own": say(
        "The dice show {dice}: you are the first with the highest, and lead.",
        "掷骰子：{dice}，你最大，先领出。",
        "擲骰子：{dice}，你最大，先領出。",
    ),
}
LEAD_EXPOSED: Catalogue = {
    "revealed": say("All have laid; the lead is exposed.", "都出好了，领出的子亮开。", "都出好了，領出的棋子亮開。"),
}
THREE = say("triple", "三子", "三子")

_JU_MA_PAO: dict[str, Catalogue] = {
    "kinds": {
        "noble": say("noble", "三爵", "三爵"),
        "three": say("three pawns", "三肥", "三肥"),
        "four": say("four pawns", "四肥", "四肥"),
        "five": say("five pawns", "五肥", "五肥"),
    },
    "events": {
        "stacked": CIRCLE,
        "lots": say("By lot, {name} turns up a stack.", "抽签，{name} 开摞。", "抽籤，{name} 開摞。"),
        "lots_own": say("By lot, you turn up a stack.", "抽签，你开摞。", "抽籤，你開摞。"),
        "turned": say(
            "{name} turns up stack {stack}: {pieces} make {sum}",
            "{name} 翻第 {stack} 摞：{pieces}，合计 {sum}",
            "{name} 翻第 {stack} 摞：{pieces}，合計 {sum}",
        ),
        "turned_own": say(
            "You turn up stack {stack}: {pieces} make {sum}",
            "你翻第 {stack} 摞：{pieces}，合计 {sum}",
            "你翻第 {stack} 摞：{pieces}，合計 {sum}",
        ),
        "ordered": say(
            "The count ends at {name}, who takes that stack and will lead.",
            "数到 {name}：取走这一摞，先领出。",
            "數到 {name}：取走這一摞，先領出。",
        ),
        "ordered_own": say(
            "The count ends at you: you take that stack and will lead.",
            "数到你：取走这一摞，先领出。",
            "數到你：取走這一摞，先領出。",
        ),
        **TOOK_SIDE,
    },
    "board": {
        "turning": say("Turn up any stack of the circle.", "任翻一摞。", "任翻一摞。"),
        "taking": say("Take the stack on one side or the other.", "在两旁的摞里取一摞。", "在兩旁的摞中取一摞。"),
    },
}

# What a game of the family says otherwise
OWN_WORDS: dict[str, dict[str, Catalogue]] = {
    "giog": {},
    "jumapao": _JU_MA_PAO,
    "jumapao_fujian3": _JU_MA_PAO,
    "sangkrip": {
        "events": {
            "stacked": CIRCLE,
            "lots": say(
                "By lot, {name} takes the first stack and will lead.",
                "抽签，{name} 先取摞、先领出。",
                "抽籤，{name} 先取摞、先領出。",
            ),
            "lots_own": say(
                "By lot, you take the first stack and will lead.",
                "抽签，你先取摞、先领出。",
                "抽籤，你先取摞、先領出。",
            ),
            "took": say("{name} takes stack {stack}.", "{name} 取第 {stack} 摞。", "{name} 取第 {stack} 摞。"),
            "took_own": say("You take stack {stack}.", "你取第 {stack} 摞。", "你取第 {stack} 摞。"),
            "beheaded": say(
                "{name} laid a general in the last trick: the pieces taken count for another.",
                "{name} 最后一轮出了帅将，吃的子算给别人。",
                "{name} 最後一輪出了帥將，吃的子算給別人。",
            ),
            "beheaded_own": say(
                "You laid a general in the last trick: the pieces you took count for another.",
                "你最后一轮出了帅将，吃的子算给别人。",
                "你最後一輪出了帥將，吃的子算給別人。",
            ),
            **LEAD_EXPOSED,
        },
        "board": {
            "taking": say("Take a stack.", "取一摞。", "取一摞。"),
        },
        "payment": {
            "beheaded": say("a general last: counts for another", "尾轮出帅将，算给别人", "尾輪出帥將，算給別人"),
        },
    },
    "daqiluo1": {"kinds": {"three": say("three pieces", "三子", "三子")}, "events": DICE},
    "daqiluo2": {
        "kinds": {"single": say("single", "单子", "單子")},
        "events": {
            **DICE,
            "led_up": say("{name} leads {cards}: {kind}", "{name} 领出 {cards}：{kind}", "{name} 領出 {cards}：{kind}"),
            "led_up_own": say("You lead {cards}: {kind}", "你领出 {cards}：{kind}", "你領出 {cards}：{kind}"),
            "laid_up": say("{name} lays {cards} on top", "{name} 盖上 {cards}", "{name} 蓋上 {cards}"),
            "laid_up_own": say("You lay {cards} on top", "你盖上 {cards}", "你蓋上 {cards}"),
            "laid_under": say("{name} puts {count} under the pile", "{name} 垫底 {count} 枚", "{name} 墊底 {count} 顆"),
            "laid_under_own": say("You put {cards} under the pile", "你垫底 {cards}", "你墊底 {cards}"),
        },
    },
    "zhihu": {
        "kinds": {"three": THREE},
        "events": {
            "led": say(
                "{name} leads face down: {group}, {kind}",
                "{name} 扣着领出：{group}，{kind}",
                "{name} 蓋著領出：{group}，{kind}",
            ),
            "led_own": say(
                "You lead {cards}: {group}, {kind}", "你领出 {cards}：{group}，{kind}", "你領出 {cards}：{group}，{kind}"
            ),
        },
    },
    "tamcuc": {
        "kinds": {"three": THREE},
        "events": {
            "lots": say("By lot, {name} leads.", "抽签，{name} 先领出。", "抽籤，{name} 先領出。"),
            "lots_own": say("By lot, you lead.", "抽签，你先领出。", "抽籤，你先領出。"),
            **LEAD_EXPOSED,
        },
    },
}


def words_of(name: str) -> Mapping[str, Any]:
    """All words of a game of the family, as the client reads them."""
    own = OWN_WORDS[name]
    shared = {
        "kinds": KINDS,
        "events": EVENTS,
        "chips": CHIPS,
        "board": BOARD,
        "payment": PAYMENT,
        "why": WHY,
        "groups": GROUPS,
    }
    return {chapter: {**words, **own.get(chapter, {})} for chapter, words in shared.items()}
