"""The house rules of Luk Fu in words: what the form, the command line and a refused rule set say, in three languages.

Data only.  Sections are those of `RULES.md` (§11).
"""

from typing import TypedDict

from qipai.engine.errors import Words, say


class Option(TypedDict):
    """One house rule as the form shows it."""

    title: Words
    sentence: Words
    values: dict[str, Words]


TITLE = say("As written", "标准打法", "標準打法")
YES_NO = {"false": say("no", "否", "否"), "true": say("yes", "是", "是")}

OPTION_WORDS: dict[str, Option] = {
    "ng_fu_late_claim": {
        "title": say("Late claims of Ng Fu Ha San", "五虎下山晚喊", "五虎下山遲喊"),
        "sentence": say(
            "Ng Fu Ha San may also be claimed right after the dealer's call.",
            "头家叫完牌，还可以喊五虎下山。",
            "頭家叫完牌，還可以喊五虎下山。",
        ),
        "values": YES_NO,
    },
    "surrender_reference": {
        "title": say("What a surrender is measured by", "垫牌看哪一手", "墊牌的比較對象"),
        "sentence": say(
            "Which meld the cards that stay in the hand may not beat.",
            "垫完以后，留在手里的牌不能压得住哪一手。",
            "墊完之後，留在手上的牌不得壓得住哪一手。",
        ),
        "values": {"best": say("the best so far", "目前最大的", "目前最大的"), "lead": say("the lead", "领出的", "領出的")},
    },
    "surrender_singles_free": {
        "title": say("Surrendering to single cards", "对单张随便垫", "對單張任意墊"),
        "sentence": say(
            "Any card may be surrendered to a single card, even with higher ones in the hand.",
            "对着单张可以随便垫，手里有更大的也行。",
            "對單張可以任意墊牌，手上有更大的也行。",
        ),
        "values": YES_NO,
    },
    "aged_inference": {
        "title": say("What proves that a card is aged", "怎样证明老岁牌", "老歲牌的證明"),
        "sentence": say(
            "How much may be concluded to call a card aged.",
            "哪些东西可以拿来证明一张牌老了。",
            "什麼可以用來證明一張牌是老歲牌。",
        ),
        "values": {
            "exact": say("whatever follows from the rules", "从规则推得出的都算", "由規則推得出的都算"),
            "bounds": say("cards seen, and surrenders to single cards", "看见过的，加上对单张垫的", "看過的，加上對單張墊的"),
            "faceup": say("only cards seen", "只算看见过的", "只算看過的"),
        },
    },
    "dealer_caller_free_open": {
        "title": say("The opening lead of a dealer who called", "头家做时的头一手", "頭家做時的首次領出"),
        "sentence": say(
            "A dealer who called may open the first round with any single card.",
            "头家做的局，头一轮可以领出任何单张。",
            "頭家若做，第一輪可以領出任何單張。",
        ),
        "values": YES_NO,
    },
    "end_any_six": {
        "title": say("Six tricks at the very end", "打完时满六就算", "打完時有六虎就算"),
        "sentence": say(
            "When the cards are gone, most tricks win if they are six or more, whoever took the last round.",
            "牌打完了，虎数最多又满六的人赢，不管最后一轮谁赢。",
            "牌打完後，虎數最多且有六虎以上的人獲勝，不論最後一輪誰贏。",
        ),
        "values": YES_NO,
    },
    "base": {
        "title": say("Where the doubling begins", "从几虎翻起", "加倍的起點"),
        "sentence": say(
            "From five on, six tricks are worth 2 points and not 1, and all else is doubled with them.",
            "从五虎翻起，六虎就值 2 分而不是 1 分，别的也都加倍。",
            "從五虎加倍起，六虎就值 2 分而非 1 分，其他也都加倍。",
        ),
        "values": {"6": say("six tricks", "六虎", "六虎"), "5": say("five tricks", "五虎", "五虎")},
    },
    "scoring": {
        "title": say("How tricks are paid", "计分", "計分"),
        "sentence": say("How tricks turn into points.", "虎数怎样算成分。", "虎數怎樣算成分數。"),
        "values": {
            "exponential": say("doubled with every trick", "每多一虎翻一番", "每多一虎加倍"),
            "sung1996": say("tricks above five, and red imprints", "五虎以上的虎数加红印", "超過五虎的虎數加紅印"),
        },
    },
    "dealer_next": {
        "title": say("The next dealer", "下一局的头家", "由誰接任頭家"),
        "sentence": say("Who deals after a deal that was played.", "打过一局以后，谁当头家。", "打完一局之後，由誰當頭家。"),
        "values": {"rotate": say("player 2", "二家", "二家"), "winner": say("the winner", "赢家", "贏家")},
    },
}
