"""The house rules of Gan Deng Yan in words: what the form, the command line and a refused rule set say, in three languages.

Data only.  Sections are those of `RULES.md`, without the sign.
"""

from typing import TypedDict

from qipai.engine.errors import Words, say


class Option(TypedDict):
    """One house rule as the form shows it; a value without words of its own is shown as its number."""

    section: str
    title: Words
    sentence: Words
    values: dict[str, Words]


class Form(TypedDict):
    """A named rule set of section 10."""

    section: str
    title: Words
    sentence: Words


NO, YES = say("no", "否", "否"), say("yes", "是", "是")
NO_LIMIT = say("no limit", "不限", "不限")

OPTIONS: dict[str, Option] = {
    "decks": {
        "section": "7.1",
        "title": say("Packs", "几副牌", "幾副牌"),
        "sentence": say("Two packs suit four players or more.", "四人以上可用两副。", "四人以上可用兩副。"),
        "values": {"1": say("one", "一副", "一副"), "2": say("two", "两副", "兩副")},
    },
    "triplet_mode": {
        "section": "7.2",
        "title": say("Triplets", "三张", "三張"),
        "sentence": say(
            "A triplet is a bomb, or an ordinary play of its own kind.",
            "算炸弹，或只算普通三张。",
            "算炸彈，或只算普通三張。",
        ),
        "values": {"bomb": say("bomb", "炸弹", "炸彈"), "ordinary": say("ordinary", "普通", "普通")},
    },
    "triplet_follow": {
        "section": "7.3",
        "title": say("Triplet on triplet", "三张压三张", "三張壓三張"),
        "sentence": say(
            "Where triplets are ordinary: which triplet follows another.",
            "三张算普通时，怎样压三张。",
            "三張算普通時，怎樣壓三張。",
        ),
        "values": {
            "plus_one": say("the next rank", "大一级", "大一級"),
            "any_higher": say("any higher", "更大就行", "更大就行"),
        },
    },
    "triplet_seq": {
        "section": "7.4",
        "title": say("Triplet sequences", "三顺", "三順"),
        "sentence": say(
            "Where triplets are ordinary: triplets of neighbouring ranks may be played together.",
            "三张算普通时，点数相连的三张可以一起出。",
            "三張算普通時，點數相連的三張可以一起出。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "tseq_min": {
        "section": "7.4",
        "title": say("Shortest triplet sequence", "三顺至少", "三順至少"),
        "sentence": say("How many triplets a triplet sequence needs.", "三顺最少要几组三张。", "三順最少要幾組三張。"),
        "values": {"2": say("two", "两组", "兩組"), "3": say("three", "三组", "三組")},
    },
    "max_seq_ranks": {
        "section": "7.5",
        "title": say("Longest sequence", "顺子最长", "順子最長"),
        "sentence": say(
            "How many ranks a sequence, single, double or triple, may span.",
            "顺子、连对、三顺最多连几级。",
            "順子、連對、三順最多連幾級。",
        ),
        "values": {"none": NO_LIMIT, "3": say("three ranks", "三级", "三級")},
    },
    "min_dseq_pairs": {
        "section": "7.6",
        "title": say("Shortest double sequence", "连对至少", "連對至少"),
        "sentence": say("How many pairs a double sequence needs.", "连对最少要几对。", "連對最少要幾對。"),
        "values": {"2": say("two pairs", "两对", "兩對"), "3": say("three pairs", "三对", "三對")},
    },
    "joker_as_two": {
        "section": "7.7",
        "title": say("Joker as a 2", "王当 2", "王當 2"),
        "sentence": say("A joker may stand for a 2.", "王可以当 2 用。", "王可以當 2 用。"),
        "values": {"true": YES, "false": NO},
    },
    "bare_joker_lead": {
        "section": "7.8",
        "title": say("Leading a bare joker", "光王领出", "光王領出"),
        "sentence": say(
            "A leader with only a joker left goes out with it, or the lead passes to the right.",
            "轮到领出而手里只剩王：领出即赢，或交给右家。",
            "輪到領出而手上只剩王：領出即贏，或交給右家。",
        ),
        "values": {"win": say("wins", "可以，算赢", "可以，算贏"), "forbid": say("forbidden", "不可以", "不可以")},
    },
    "announce_at": {
        "section": "7.9",
        "title": say("Announcing", "报牌", "報牌"),
        "sentence": say("Who is down to so few cards says so.", "手牌剩到这个数须报。", "手牌剩到這個數須報。"),
        "values": {"none": say("no", "不报", "不報"), "3": say("three left", "剩三张", "剩三張")},
    },
    "talon_limit": {
        "section": "7.10",
        "title": say("Talon needed to win", "牌堆限额", "牌堆限額"),
        "sentence": say(
            "Nobody wins while the talon has more cards than this.",
            "牌堆多于此数时，出完也不算赢。",
            "牌堆多於此數時，出完也不算贏。",
        ),
        "values": {"none": NO_LIMIT, "5": say("five at most", "最多五张", "最多五張")},
    },
    "equal_follow": {
        "section": "7.11",
        "title": say("Equal rank follows", "同点可压", "同點可壓"),
        "sentence": say(
            "An ordinary play of the same rank may also follow: 6 on 6.",
            "普通牌同级也可以压：6 可压 6。",
            "普通牌同級也可以壓：6 可壓 6。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "equal_follow_twos": {
        "section": "7.11",
        "title": say("2s on 2s", "2 压 2", "2 壓 2"),
        "sentence": say(
            "Where equal rank follows, this holds for 2s too.",
            "同点可压时，2 也可以压 2。",
            "同點可壓時，2 也可以壓 2。",
        ),
        "values": {"true": YES, "false": NO},
    },
    "draw_rule": {
        "section": "7.12",
        "title": say("Who draws", "谁摸牌", "誰摸牌"),
        "sentence": say(
            "After a trick everybody draws a card, or only its last player.",
            "一轮完了各家都摸一张，或只有最后出牌的人摸。",
            "一輪完了各家都摸一張，或只有最後出牌的人摸。",
        ),
        "values": {
            "all": say("everybody", "各家都摸", "各家都摸"),
            "winner_only": say("the last player only", "只有赢轮的摸", "只有贏輪的摸"),
        },
    },
    "winner_scores_only": {
        "section": "7.13",
        "title": say("Only the winner scores", "只有赢家记分", "只有贏家記分"),
        "sentence": say(
            "The winner gains the sum; the losers lose nothing.",
            "赢家得总和，输家不扣分。",
            "贏家得總和，輸家不扣分。",
        ),
        "values": {"false": NO, "true": YES},
    },
    "ace_factor": {
        "section": "7.14",
        "title": say("Aces in hand", "手里的 A", "手上的 A"),
        "sentence": say(
            "Each ace left in a loser's hand multiplies the payment.",
            "输家手里每剩一张 A，付分就翻一次。",
            "輸家手上每剩一張 A，付分就翻一次。",
        ),
        "values": {
            "1": say("no effect", "不翻倍", "不翻倍"),
            "2": say("× 2", "× 2", "× 2"),
            "3": say("× 3", "× 3", "× 3"),
            "4": say("× 4", "× 4", "× 4"),
        },
    },
    "payment_cap": {
        "section": "7.15",
        "title": say("Most a loser pays", "封顶", "封頂"),
        "sentence": say("The most points a loser pays in one deal.", "输家一局最多付多少分。", "輸家一局最多付多少分。"),
        "values": {"none": NO_LIMIT},
    },
    "pass_sticky": {
        "section": "7.16",
        "title": say("Passing is final", "不要后不再出", "不要後不再出"),
        "sentence": say("Who passes stays out of the trick.", "说了不要，这一轮就不能再出。", "說了不要，這一輪就不能再出。"),
        "values": {"false": NO, "true": YES},
    },
    "multipliers": {
        "section": "8.1",
        "title": say("Multipliers", "倍数", "倍數"),
        "sentence": say(
            "What makes payments grow: bombs, and what the losers still hold.",
            "什么会翻倍：出过的炸弹，和输家手里的牌。",
            "什麼會翻倍：出過的炸彈，和輸家手上的牌。",
        ),
        "values": {
            "none": say("none", "无", "無"),
            "pagat_schedule": say("bombs, aces, jokers", "炸弹、A、王", "炸彈、A、王"),
            "soft_hard": say("soft and hard bombs", "软炸硬炸", "軟炸硬炸"),
            "app": say("as in apps, 64 at most", "手机版，64 倍封顶", "手機版，64 倍封頂"),
        },
    },
    "djoker_in_hand": {
        "section": "8.4",
        "title": say("Both jokers in hand", "手里的双王", "手上的雙王"),
        "sentence": say(
            "With the schedule of bombs, aces and jokers: what both jokers in a loser's hand count.",
            "按“炸弹、A、王”算倍时，输家手里的双王怎么算。",
            "按「炸彈、A、王」算倍時，輸家手上的雙王怎麼算。",
        ),
        "values": {
            "as_two_jokers": say("two jokers, × 4", "两张王，× 4", "兩張王，× 4"),
            "as_bomb": say("a bomb, × 8", "王炸，× 8", "王炸，× 8"),
        },
    },
    "djoker_pub": {
        "section": "8.5",
        "title": say("Double joker played", "出王炸", "出王炸"),
        "sentence": say(
            "With soft and hard bombs: the factor of a double joker played.",
            "按“软炸硬炸”算倍时，每出一次王炸乘几。",
            "按「軟炸硬炸」算倍時，每出一次王炸乘幾。",
        ),
        "values": {},
    },
    "spring_factor": {
        "section": "8.7",
        "title": say("Spring", "春天", "春天"),
        "sentence": say(
            "The factor for a loser who never played; for a dealer, who played only once.",
            "一张没出的输家乘几；庄家只出过一手也算。",
            "一張沒出的輸家乘幾；莊家只出過一手也算。",
        ),
        "values": {"1": say("no effect", "不翻倍", "不翻倍")},
    },
    "hao_chun_factor": {
        "section": "8.7",
        "title": say("Hao chun", "豪春", "豪春"),
        "sentence": say(
            "The factor when the dealer goes out with the first play of the deal.",
            "庄家头一手就出完时，各家乘几。",
            "莊家頭一手就出完時，各家乘幾。",
        ),
        "values": {"1": say("no effect", "不翻倍", "不翻倍")},
    },
}

FORMS: dict[str, Form] = {
    "default": {
        "section": "10.1",
        "title": say("As written", "标准打法", "標準打法"),
        "sentence": say("Sections 1 to 6, nothing changed.", "第 1 至 6 章，不作改动。", "第 1 至 6 章，不作更動。"),
    },
    "wenshan": {
        "section": "10.2",
        "title": say("Wenshan", "文山打法", "文山打法"),
        "sentence": say("Only the winner scores.", "只有赢家记分。", "只有贏家記分。"),
    },
    "airplane": {
        "section": "10.3",
        "title": say("Airplane", "飞机打法", "飛機打法"),
        "sentence": say("Triplets are ordinary plays.", "三张只算普通牌。", "三張只算普通牌。"),
    },
    "app": {
        "section": "10.4",
        "title": say("App", "手机版", "手機版"),
        "sentence": say(
            "Only the last player of a trick draws; multipliers up to 64.",
            "只有最后出牌的人摸牌；倍数 64 封顶。",
            "只有最後出牌的人摸牌；倍數 64 封頂。",
        ),
    },
}

CONFLICTS: dict[str, Words] = {
    "talon_limit_winner_only": say(
        "talon_limit asks everybody to draw: choose draw_rule=all, or talon_limit=none.",
        "talon_limit 要求各家都摸牌：请选 draw_rule=all 或 talon_limit=none。",
        "talon_limit 要求各家都摸牌：請選 draw_rule=all 或 talon_limit=none。",
    ),
    "ace_factor_pagat_schedule": say(
        "multipliers=pagat_schedule already counts aces: choose ace_factor=1, or other multipliers.",
        "multipliers=pagat_schedule 已经算了 A：请选 ace_factor=1 或换一种倍数。",
        "multipliers=pagat_schedule 已經算了 A：請選 ace_factor=1 或換一種倍數。",
    ),
    "triplet_seq_needs_ordinary": say(
        "triplet_seq=true needs triplet_mode=ordinary.",
        "triplet_seq=true 须配 triplet_mode=ordinary。",
        "triplet_seq=true 須配 triplet_mode=ordinary。",
    ),
    "triplet_follow_needs_ordinary": say(
        "triplet_follow=any_higher needs triplet_mode=ordinary.",
        "triplet_follow=any_higher 须配 triplet_mode=ordinary。",
        "triplet_follow=any_higher 須配 triplet_mode=ordinary。",
    ),
    "app_has_springs": say(
        "multipliers=app brings its own spring and hao chun: leave spring_factor=1 and hao_chun_factor=1.",
        "multipliers=app 自带春天和豪春：spring_factor 和 hao_chun_factor 请保持 1。",
        "multipliers=app 自帶春天和豪春：spring_factor 和 hao_chun_factor 請保持 1。",
    ),
}
