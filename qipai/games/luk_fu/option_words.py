"""Titles and sentences of the house rules in each language."""

from typing import Any

from qipai.engine.errors import Words


def say(en: str, hans: str, hant: str) -> Words:
    """One thing in three languages."""
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


TITLE = say("As written", "标准打法", "標準打法")
YES_NO = {"false": say("no", "否", "否"), "true": say("yes", "是", "是")}

OPTION_WORDS: dict[str, dict[str, Any]] = {
    "ng_fu_late_claim": {
        "title": say("Late claim of the Five Tigers", "五虎下山可补报", "五虎下山可補報"),
        "sentence": say(
            "Ng Fu Ha San may also be claimed just after the dealer's call.",
            "头家叫完之后，还可以报五虎下山。",
            "頭家叫完之後，還可以報五虎下山。",
        ),
        "values": YES_NO,
    },
    "surrender_reference": {
        "title": say("What a surrender is measured by", "扣牌看哪一手", "扣牌看哪一手"),
        "sentence": say(
            "The cards that stay may not beat this meld.",
            "扣完之后，手里剩的牌不许压得过这一手。",
            "扣完之後，手裏剩的牌不許壓得過這一手。",
        ),
        "values": {"best": say("the best so far", "当时最大的", "當時最大的"), "lead": say("the lead", "领出的", "領出的")},
    },
    "surrender_singles_free": {
        "title": say("Single cards may always be surrendered to", "单张随便扣", "單張隨便扣"),
        "sentence": say(
            "Whoever could beat a single card may surrender all the same.",
            "别人出单张，压得过也可以扣牌。",
            "別人出單張，壓得過也可以扣牌。",
        ),
        "values": YES_NO,
    },
    "aged_inference": {
        "title": say("How aged cards are proved", "老岁牌怎样证明", "老歲牌怎樣證明"),
        "sentence": say(
            "How much may be concluded to call a card aged.",
            "凭什么可以说一张牌是老岁牌。",
            "憑甚麼可以說一張牌是老歲牌。",
        ),
        "values": {
            "exact": say("any proof", "凡能证明的", "凡能證明的"),
            "bounds": say("cards seen and single cards surrendered to", "看见的牌和扣过的单张", "看見的牌和扣過的單張"),
            "faceup": say("cards seen only", "只看见过的牌", "只看見過的牌"),
        },
    },
    "dealer_caller_free_open": {
        "title": say("A dealer who calls opens freely", "头家自做随便开", "頭家自做隨便開"),
        "sentence": say(
            "A dealer who called may open with any single card.",
            "头家自己叫做，第一手单张随便出。",
            "頭家自己叫做，第一手單張隨便出。",
        ),
        "values": YES_NO,
    },
    "end_any_six": {
        "title": say("Six tricks win at the end, whoever takes the last", "打完牌谁够六湖谁赢", "打完牌誰夠六湖誰贏"),
        "sentence": say(
            "When the cards are gone, the one player with most tricks, six or more, wins.",
            "牌打完，湖数最多又够六湖的一家赢。",
            "牌打完，湖數最多又夠六湖的一家贏。",
        ),
        "values": YES_NO,
    },
    "base": {
        "title": say("Tricks taken off the exponent", "番数减几", "番數減幾"),
        "sentence": say(
            "n tricks are worth 2 to the power of n less this.",
            "n 湖值 2 的（n 减此数）次方。",
            "n 湖值 2 的（n 減此數）次方。",
        ),
        "values": {"6": say("6", "6", "6"), "5": say("5", "5", "5")},
    },
    "scoring": {
        "title": say("Scoring", "计分", "計分"),
        "sentence": say("How tricks turn into points.", "湖数怎样算成分数。", "湖數怎樣算成分數。"),
        "values": {
            "exponential": say("doubling with every trick", "每湖加倍", "每湖加倍"),
            "sung1996": say("tricks above five and red cards", "五湖以上加红牌", "五湖以上加紅牌"),
        },
    },
    "dealer_next": {
        "title": say("Who deals next", "下一局谁做头家", "下一局誰做頭家"),
        "sentence": say(
            "Who is the dealer after a hand that was played.", "打过一局之后，由谁做头家。", "打過一局之後，由誰做頭家。"
        ),
        "values": {"rotate": say("player 2", "二家", "二家"), "winner": say("the winner", "赢家", "贏家")},
    },
}
