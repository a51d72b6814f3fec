"""Gou Ji: six seats, the order, sets card by card, the level, tribute, the endgame, the points of places."""

from typing import Any

from .drawing import NO, WIDTH, YES, Diagram, arrow, card, cards, chair, place, round_of_turns, sign, text

SEATS = "ABCDEF"
ORDER = "3 4 5 6 7 8 9 10 J Q K A 2 B R".split()
NATURAL = 12  # 3 to A

# §6.3: what lies there, what is laid, both as they are compared from high to low
BEATS = (("6-6-6", "7-7-R"), ("8-8-8", "7-7-R"), ("6-B-B", "7-R-R"), ("K-K-B", "A-2-B"), ("Q-Q-B", "K-B-R"))

# §6.5: the smallest sets of the level, and some just below it
LEVEL = (
    ("10-10-10-10-2", "10-10-10-10"),
    ("J-J-J-J", "J-J-J"),
    ("Q-2-2", "Q-2"),
    ("K-2", "K"),
    ("A-A", "A"),
    ("2", None),
    ("3-3-B", "9-2-2-2"),
)

# §5.2: from place, to place, cards
TRIBUTE = ((6, 1, 2), (5, 2, 1))
SWEEP = (("D", "A"), ("F", "C"), ("B", "E"))  # A, C and E were the first three

# §10.1: who is out, and the blocks
ENDGAME = (("AD", ("FB", "CE")), ("EF", ("A", "B", "C", "D")), ("BD", ("ACE", "F")))

POINTS = (4, 2, 0, 0, -2, -4)  # §12.1

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "natural": "natural", "wild": "wild", "turn": "turns", "duel": "Dui Men: only they play a duel", "teams": "two teams, seated alternately",
        "lies": "On the table", "lay": "You lay", "beats": "beats it", "not": "does not", "at": "Gou Ji level", "below": "below it",
        "first": "first winner", "second": "second winner", "second loser": "second loser", "big loser": "big loser", "cards": ("1 card", "2 cards"),
        "ordinary": "Ordinary game: the highest cards go up", "sweep": "After a sweep of A, C and E: one card to each Dui Men",
        "back": "The receivers return as many cards, any that they like.",
        "blocks": "blocks {}", "alternate": "A B C D alternate", "against": " and ",
        "seats": "Six seats, two teams, three duels (§1.1, §1.2)",
        "order": "The order of ranks (§1.4)",
        "sets": "Card by card, from high to low (§6.3)",
        "level": "Sets of Gou Ji level, and sets below it (§6.5)",
        "tribute": "Who owes tribute to whom (§5.2)",
        "endgame": "Four players are left: three cases (§10.1)",
        "points": "Points of places (§12.1)",
        "red": "a set with a Red is never beaten",
    },
    "zh-Hans": {
        "natural": "实牌", "wild": "百搭", "turn": "轮次", "duel": "对门：打够级只有两个人", "teams": "两个联邦，隔着坐",
        "lies": "桌上", "lay": "你出", "beats": "压得住", "not": "压不住", "at": "够级", "below": "不够级",
        "first": "头科", "second": "二科", "second loser": "二落", "big loser": "大落", "cards": ("1 张", "2 张"),
        "ordinary": "常规局：贡手里最大的牌", "sweep": "A、C、E 圈三户以后：各贡对门一张",
        "back": "收几张还几张，还什么随意。",
        "blocks": "{}", "alternate": "A B C D 相间", "against": "，",
        "seats": "六个座位，两个联邦，三对对门（§1.1、§1.2）",
        "order": "大小（§1.4）",
        "sets": "从大到小，一张对一张（§6.3）",
        "level": "够级的和不够级的（§6.5）",
        "tribute": "谁贡谁（§5.2）",
        "endgame": "剩四个人的三种坐法（§10.1）",
        "points": "名次分（§12.1）",
        "red": "带大虎的一套没有牌压得住",
    },
    "zh-Hant": {
        "natural": "實牌", "wild": "百搭", "turn": "輪次", "duel": "對門：打夠級只有兩個人", "teams": "兩個聯邦，間隔而坐",
        "lies": "桌上", "lay": "你出", "beats": "壓得住", "not": "壓不住", "at": "夠級", "below": "不夠級",
        "first": "頭科", "second": "二科", "second loser": "二落", "big loser": "大落", "cards": ("1 張", "2 張"),
        "ordinary": "常規局：貢手上最大的牌", "sweep": "A、C、E 圈三戶之後：各貢對門一張",
        "back": "收幾張還幾張，還什麼任選。",
        "blocks": "{}", "alternate": "A B C D 相間", "against": "，",
        "seats": "六個座位，兩個聯邦，三對對門（§1.1、§1.2）",
        "order": "大小（§1.4）",
        "sets": "由大到小，一張對一張（§6.3）",
        "level": "夠級的與不夠級的（§6.5）",
        "tribute": "誰貢給誰（§5.2）",
        "endgame": "剩四人的三種坐法（§10.1）",
        "points": "名次分（§12.1）",
        "red": "帶大虎的一套沒有牌壓得住",
    },
}  # fmt: skip


def team(seat: str) -> str:
    return "round" if seat in "ACE" else "square"


def six(sheet: Diagram, cx: float, cy: float, r: float, out: str = "", width: float = 44) -> None:
    for seat, name in enumerate(SEATS):
        sheet.add(
            chair(
                *place(seat, 6, cx, cy, r),
                f"[{name}]" if name in out else name,
                "",
                team(name) + (" out" if name in out else ""),
                width,
            )
        )


def seats(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    cx, cy, r = WIDTH / 2, 148, 118
    sheet.add(f'<circle class="cloth" cx="{cx}" cy="{cy}" r="84"/>')
    for seat in range(3):
        sheet.add(
            f'<path class="duel" d="M{" ".join(f"{v:.1f}" for v in place(seat, 6, cx, cy, r - 20))}L{" ".join(f"{v:.1f}" for v in place(seat + 3, 6, cx, cy, r - 20))}"/>'
        )
    sheet.add(round_of_turns(6, cx, cy, r, reach=0.32))
    six(sheet, cx, cy, r)
    sheet.y = 288
    for kind, name in (("way", "turn"), ("duel", "duel")):
        sheet.add(f'<path class="{kind}" d="M14 {sheet.y + 10}h34"/>')
        sheet.say(words[name], 13, x=58)
    sheet.add(
        f'<rect class="chair round" x="14" y="{sheet.y + 2}" width="15" height="15" rx="4"/><rect class="chair square" x="33" y="{sheet.y + 2}" width="15" height="15" rx="4"/>'
    )
    sheet.say(words["teams"] + ": A C E, B D F" if language == "en" else words["teams"] + "：A C E，B D F", 13, x=58)
    return sheet.svg(words["seats"]), words["seats"]


def order(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram(436)
    sheet.put([card(rank) for rank in ORDER], gap=0.5, below=6)
    for name, first, last in (("natural", 0, NATURAL), ("wild", NATURAL, len(ORDER))):
        left, right = 10 + first * 27.5 + 1, 10 + last * 27.5 - 2
        sheet.add(
            f'<path class="way" d="M{left} {sheet.y}v6H{right}v-6"/>' + text((left + right) / 2, sheet.y + 16, words[name], 13)
        )
    sheet.space(28)
    return sheet.svg(words["order"]), words["order"]


def value(face: str, hand: list[str]) -> int:
    """§6.2  What a card counts: a 2 beside natural cards is one of them."""
    natural = [other for other in hand if other not in ("2", "B", "R")]
    return ORDER.index(natural[0] if face == "2" and natural else face)


def compared(hand: str) -> list[str]:
    faces = hand.split("-")
    return sorted(faces, key=lambda face: -value(face, faces))


def beats(lies: str, play: str) -> list[bool]:
    """§6.3  Card by card: whether each is higher than the one it meets."""
    table, laid = lies.split("-"), play.split("-")
    return [value(a, laid) > value(b, table) for a, b in zip(compared(play), compared(lies), strict=True)]


def sets(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for lies, play in BEATS:
        good = beats(lies, play)
        top = sheet.y
        for i, (low, high) in enumerate(zip(compared(lies), compared(play), strict=True)):
            x = 128 + i * 46
            sheet.add(
                f'<g transform="translate({x} {top})">{card(low).svg}</g><g transform="translate({x} {top + 58})">{card(high).svg}</g>'
            )
            sheet.add(text(x + 13.5, top + 48, "✓" if good[i] else "✗", 15, "yes" if good[i] else "no"))
        sheet.add(text(10, top + 19, words["lies"], 13, "", "start") + text(10, top + 77, words["lay"], 13, "", "start"))
        verdict = all(good)
        sheet.add(text(WIDTH - 10, top + 48, words["beats" if verdict else "not"], 13, "yes" if verdict else "no", "end"))
        sheet.y = top + 102
        sheet.rule()
    return sheet.svg(words["sets"]), words["sets"]


def level(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    sheet.put([YES, sign(words["at"], "strong", 13), NO, sign(words["below"], "strong", 13)], below=0)
    for at, below in LEVEL:
        sheet.put([cards(at), YES, *([cards(below), NO] if below else [])])
    sheet.say(words["red"], 12, "faint")
    return sheet.svg(words["level"]), words["level"]


def tribute(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    sheet.head(words["ordinary"])
    names = {1: "first", 2: "second", 5: "second loser", 6: "big loser"}
    top, columns = sheet.y + 26, {6: 110, 5: 290, 1: 110, 2: 290}
    for giver, taker, count in TRIBUTE:
        sheet.add(
            arrow(columns[giver], top + 66, columns[taker], top + 24)
            + text(columns[giver] + 34, top + 46, words["cards"][count - 1], 13)
        )
    for number, name in names.items():
        sheet.add(chair(columns[number], top if number < 3 else top + 92, f"{number}", words[name], width=118))
    sheet.y = top + 124
    sheet.head(words["sweep"])
    cx, cy, r = WIDTH / 2, sheet.y + 108, 90
    for swept, winner in SWEEP:
        x1, y1 = place(SEATS.index(swept), 6, cx, cy, r - 20)
        x2, y2 = place(SEATS.index(winner), 6, cx, cy, r - 26)
        sheet.add(arrow(x1, y1, x2, y2))
    six(sheet, cx, cy, r)
    sheet.y = cy + 112
    sheet.say(words["back"], 13, "faint")
    return sheet.svg(words["tribute"]), words["tribute"]


def endgame(language: str) -> tuple[str, str]:
    words, sheet = WORDS[language], Diagram()
    for i, (out, blocks) in enumerate(ENDGAME):
        cx = 68 + i * 132
        six(sheet, cx, 78, 48, out, 28)
        alternate = all(len(block) == 1 for block in blocks)
        told = (
            words["alternate"]
            if alternate
            else words["blocks"].format(words["against"].join(" ".join(block) for block in blocks))
        )
        sheet.add(text(cx, 164, told, 11.5))
    sheet.y = 178
    return sheet.svg(words["endgame"]), words["endgame"]


def points(language: str) -> tuple[str, str]:
    sheet = Diagram()
    for i, worth in enumerate(POINTS):
        x = 48 + i * 61
        height = 14 * abs(worth)
        y = 76 - height if worth > 0 else 76
        sheet.add(
            f'<rect class="chair {"round" if worth > 0 else "square"}" x="{x - 22}" y="{y}" width="44" height="{max(height, 2)}" rx="3"/>'
        )
        sheet.add(
            text(
                x,
                y - 10 if worth > 0 else y + max(height, 2) + 12,
                f"{worth:+d}".replace("-", "−") if worth else "0",
                14,
                "strong",
            )
        )
        sheet.add(text(x, 160, str(i + 1), 13, "faint"))
    sheet.y = 170
    return sheet.svg(WORDS[language]["points"]), WORDS[language]["points"]


DRAWINGS = {"1.2": seats, "1.4": order, "5.6": tribute, "6.3": sets, "6.5": level, "10.1": endgame, "12.1": points}
