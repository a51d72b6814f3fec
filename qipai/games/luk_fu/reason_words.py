"""Why a card is aged, in three languages: the sentences and the clauses that they are made of.

Data only.  `{cards}`, `{card}` and `{best}` are names of cards, `{who}` a player by his place, `{suit}` and `{suits}` names of suits.
"""

from qipai.engine.errors import say

NINE = say(
    "Aged from the start: no {suit} is higher than the nine.",
    "一开局就是老岁牌：{suit}里九最大。",
    "開局就是老歲牌：{suit}裡九最大。",
)
ALONE = say(
    "Aged from the start: as a single card nothing beats {card}.",
    "一开局就是老岁牌：{card}当单张，什么牌也压不了它。",
    "開局就是老歲牌：{card}作為單張，沒有牌壓得住它。",
)

# -- what one has seen (§7.2, §7.3)

MINE = say("you hold {cards} yourself", "{cards}在你自己手里", "{cards}在你自己手上")
FACE_UP = say("{cards} {was} laid face up", "{cards}明着出过", "{cards}明著打出過")
DOWN = say("you surrendered {cards} yourself", "{cards}是你自己垫掉的", "{cards}是你自己墊掉的")
CLAUSES = say("; ", "；", "；")
FULL_STOP = say(".", "。", "。")
NOBODY_HAS = say("No opponent can have {cards}: {facts}.", "对手不会有{cards}：{facts}。", "對手不可能有{cards}：{facts}。")

# -- surrenders (§7.4, §7.6)

BOUND = say(
    "{who} kept no {suit} above {rank} when surrendering to {best} in round {round}",
    "第 {round} 轮{who}对着{best}垫牌，没留下大过 {rank} 的{suit}",
    "第 {round} 輪{who}對{best}墊牌，沒有留下大於 {rank} 的{suit}",
)
BOUND_BOTH = say(
    "neither opponent kept a {suit} above {rank} when they surrendered to {best} in round {round}",
    "第 {round} 轮两个对手对着{best}垫牌，都没留下大过 {rank} 的{suit}",
    "第 {round} 輪兩個對手對{best}墊牌，都沒有留下大於 {rank} 的{suit}",
)
GOK = say(
    "{who} kept no gok of {count} above the {rank}s when surrendering to {best} in round {round}",
    "第 {round} 轮{who}对着{best}垫牌，没留下比它大的 {count} 张各",
    "第 {round} 輪{who}對{best}墊牌，沒有留下比它大的 {count} 張各",
)
RUN = say(
    "{who} kept no run of {count} above {best} when surrendering to it in round {round}",
    "第 {round} 轮{who}对着{best}垫牌，没留下比它大的 {count} 张顺子",
    "第 {round} 輪{who}對{best}墊牌，沒有留下比它大的 {count} 張順子",
)
BOTH = say("neither opponent", "两个对手", "兩個對手")
THERE_ALREADY = say(
    ", although {shown}, laid later, {was} there then",
    "，而后来明着出的{shown}当时就在手里",
    "，而後來明著打出的{shown}當時就在手上",
)
MEASURED = say(" ({lead} had been led, §11.2)", "（领出的是{lead}，§11.2）", "（領出的是{lead}，§11.2）")

# -- single leads (§7.7)

HIGHEST_SUIT = say(
    "{who} led {card} in round {round} and so had no {suits} then",
    "第 {round} 轮{who}领出{card}，可见当时没有{suits}",
    "第 {round} 輪{who}領出{card}，可見當時沒有{suits}",
)
COULD_BE_BEATEN = say(
    "{who}, privileged, led {card} in round {round}, which {beater} could have beaten: it was not aged, so {who} had no {suits} then",
    "第 {round} 轮特权家{who}领出{card}，{beater}压得住，可见它不老，他当时没有{suits}",
    "第 {round} 輪特權家{who}領出{card}，{beater}壓得住，可見它不是老歲牌，他當時沒有{suits}",
)
IF_BEATEN = say(
    "{who}, privileged, led {card} in round {round}: if another could have beaten it, it was not aged, and {who} had no {suits} then",
    "第 {round} 轮特权家{who}领出{card}：别家要是压得住，它就不老，他当时也就没有{suits}",
    "第 {round} 輪特權家{who}領出{card}：若有其他人壓得住，它就不是老歲牌，他當時也就沒有{suits}",
)
YOUNG_FIRST = say(
    "{who} led {card} in round {round} and so had no {suit} then that another could have beaten",
    "第 {round} 轮{who}领出{card}，可见当时没有别家压得住的{suit}",
    "第 {round} 輪{who}領出{card}，可見當時沒有別人壓得住的{suit}",
)
YOUNG_FIRST_AND_HIGHEST = say(
    "{who} led {card} in round {round} and so had no {suits} then, and no {suit} that another could have beaten",
    "第 {round} 轮{who}领出{card}，可见当时没有{suits}，也没有别家压得住的{suit}",
    "第 {round} 輪{who}領出{card}，可見當時沒有{suits}，也沒有別人壓得住的{suit}",
)
YOUR = say("your {cards}", "你的{cards}", "你的{cards}")
THEIR = say("{cards}, held by {who},", "{who}的{cards}", "{who}的{cards}")
