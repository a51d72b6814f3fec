"""What Luk Fu says to people, in three languages: names of cards and actions, log lines, chips, the board, the settlement.

Data only; refusals are in `refusal_words.py`, reasons for aged cards in `reason_words.py`, house rules in `option_words.py`.  Braces
are named fields: `{cards}` and `{pieces}` are cards, `{names}` other players, `{kind}` a word from here, `{points}` carries its sign.
"""

from collections.abc import Mapping
from typing import Any

from qipai.engine.errors import Words, say

from .naming import SUIT_NAMES, name_of
from .text import ORDER, face_of

Catalogue = dict[str, Words]

KINDS: Catalogue = {
    "single": say("single card", "单张", "單張"),
    "gok": say("gok", "各", "各"),
    "run": say("run", "顺子", "順子"),
    "meld": say("gok or run", "各或顺子", "各或順子"),
    "down": say("surrender", "垫牌", "墊牌"),
    "declare": say("Sid Fu: declare", "食糊", "食糊"),
    "play": say("Jor, I play", "做", "做"),
    "not_play": say("Ng Jor, I do not play", "唔做", "唔做"),
    "claim": say("claim Ng Fu Ha San", "喊五虎下山", "喊五虎下山"),
    "keep": say("keep silent", "不做声", "保持沉默"),
}

# A key with `_own` is the line for the seat that acted; the other seats read the plain key.
EVENTS: Catalogue = {
    "lots": say("The lot falls on {name}.", "抽签抽到 {name}。", "抽籤抽到 {name}。"),
    "lots_own": say("The lot falls on you.", "抽签抽到你。", "抽籤抽到你。"),
    "dealt": say(
        "{name} is the dealer. Everybody who plays has twelve cards.",
        "{name} 当头家。打牌的各拿十二张。",
        "{name} 當頭家。打牌的人各拿十二張。",
    ),
    "dealt_own": say(
        "You are the dealer. Everybody who plays has twelve cards.",
        "你当头家。打牌的各拿十二张。",
        "你當頭家。打牌的人各拿十二張。",
    ),
    "dreaming": say("{name} is the dreamer, with one card.", "{name} 是梦家，只拿一张。", "{name} 是夢家，只拿一張。"),
    "dreaming_own": say(
        "You are the dreamer: look at your one card, and at the play of the others.",
        "你是梦家：看看自己这一张，再看别人打。",
        "你是夢家：看看自己的這一張，再看別人打。",
    ),
    "unclaimed": say("Nobody claims Ng Fu Ha San.", "没有人喊五虎下山。", "沒有人喊五虎下山。"),
    "claimed": say(
        "Ng Fu Ha San! {name} claims with {cards}: {n} tricks.",
        "五虎下山！{name} 亮出 {cards}，算 {n} 虎。",
        "五虎下山！{name} 亮出 {cards}，算 {n} 虎。",
    ),
    "claimed_own": say(
        "Ng Fu Ha San! You claim with {cards}: {n} tricks.",
        "五虎下山！你亮出 {cards}，算 {n} 虎。",
        "五虎下山！你亮出 {cards}，算 {n} 虎。",
    ),
    "called": say("{name}: {kind}", "{name}：{kind}", "{name}：{kind}"),
    "called_own": say("You: {kind}", "你：{kind}", "你：{kind}"),
    "privileged": say(
        "{name} is privileged: free to lead aged cards early, and liable for both if another wins.",
        "{name} 是特权家：可以提前领老岁牌，输了一个人付两份。",
        "{name} 是特權家：可以提前領老歲牌，輸了獨力付兩份。",
    ),
    "privileged_own": say(
        "You are privileged: free to lead aged cards early, and liable for both if another wins.",
        "你是特权家：可以提前领老岁牌，输了一个人付两份。",
        "你是特權家：可以提前領老歲牌，輸了獨力付兩份。",
    ),
    "abandoned": say(
        "Nobody plays: the deal is abandoned, and player 2 deals next.",
        "都唔做，流局。下一局二家当头家。",
        "都唔做，流局。下一局由二家當頭家。",
    ),
    "led_up": say("{name} leads {cards}: {kind}", "{name} 领出 {cards}：{kind}", "{name} 領出 {cards}：{kind}"),
    "led_up_own": say("You lead {cards}: {kind}", "你领出 {cards}：{kind}", "你領出 {cards}：{kind}"),
    "laid_up": say("{name} beats with {cards}", "{name} 用 {cards} 压", "{name} 用 {cards} 壓"),
    "laid_up_own": say("You beat with {cards}", "你用 {cards} 压", "你用 {cards} 壓"),
    "laid": say("{name} surrenders {count} face down", "{name} 扣着垫 {count} 张", "{name} 蓋著墊 {count} 張"),
    "laid_own": say("You surrender {cards} face down", "你扣着垫 {cards}", "你蓋著墊 {cards}"),
    "cleared": say(
        "{name} wins round {round}: tricks +{tricks}, now {total}.",
        "{name} 赢下第 {round} 轮：得 {tricks} 虎，共 {total} 虎。",
        "{name} 贏下第 {round} 輪：得 {tricks} 虎，共 {total} 虎。",
    ),
    "cleared_own": say(
        "You win round {round}: tricks +{tricks}, now {total}.",
        "你赢下第 {round} 轮：得 {tricks} 虎，共 {total} 虎。",
        "你贏下第 {round} 輪：得 {tricks} 虎，共 {total} 虎。",
    ),
    "declared": say(
        "Sid Fu! {name} declares {n}: {tricks} won and {held} aged in hand. The hand: {pieces}",
        "食糊！{name} 共 {n} 虎：赢了 {tricks} 虎，手里老岁牌 {held} 张。手牌：{pieces}",
        "食糊！{name} 共 {n} 虎：贏得 {tricks} 虎，手上老歲牌 {held} 張。手牌：{pieces}",
    ),
    "declared_own": say(
        "Sid Fu! You declare {n}: {tricks} won and {held} aged in hand. Your hand: {pieces}",
        "食糊！你共 {n} 虎：赢了 {tricks} 虎，手里老岁牌 {held} 张。手牌：{pieces}",
        "食糊！你共 {n} 虎：贏得 {tricks} 虎，手上老歲牌 {held} 張。手牌：{pieces}",
    ),
    "counted": say("Aged among them: {pieces}", "其中的老岁牌：{pieces}", "其中的老歲牌：{pieces}"),
    "won": say(
        "The cards are gone, and {name} has won with {n} tricks.",
        "牌打完了，{name} 以 {n} 虎赢下这局。",
        "牌打完了，{name} 以 {n} 虎贏下這一局。",
    ),
    "won_own": say(
        "The cards are gone, and you have won with {n} tricks.",
        "牌打完了，你以 {n} 虎赢下这局。",
        "牌打完了，你以 {n} 虎贏下這一局。",
    ),
    "drawn": say("The cards are gone: the deal is drawn.", "牌打完了，和局。", "牌打完了，和局。"),
    "dreamt": say("The dreamer {name} shows {cards}.", "梦家 {name} 亮出 {cards}。", "夢家 {name} 亮出 {cards}。"),
    "dreamt_own": say("You, the dreamer, show {cards}.", "你是梦家，亮出 {cards}。", "你是夢家，亮出 {cards}。"),
    "matched": say(
        "Of the winner's counting cards, these match: {pieces}",
        "赢家算数的牌里中了：{pieces}",
        "贏家的計數牌中相符的：{pieces}",
    ),
    "paid": say("{name} pays {names} {owed}.", "{name} 付给 {names} {owed} 分。", "{name} 付給 {names} {owed} 分。"),
    "paid_own": say("You pay {names} {owed}.", "你付给 {names} {owed} 分。", "你付給 {names} {owed} 分。"),
    "scored": say("{name} {points}", "{name} {points} 分", "{name} {points} 分"),
    "scored_own": say("You {points}", "你 {points} 分", "你 {points} 分"),
}

# `why` of a `paid`, `dreamt` or `drawn` fact, and of a payment in the settlement
WHY: Catalogue = {
    "tricks": say("For the winner's tricks.", "按赢家的虎数算。", "依贏家的虎數計算。"),
    "tricks_for_both": say(
        "For the winner's tricks, twice: privileged and lost.",
        "按赢家的虎数算，特权家输了付两份。",
        "依贏家的虎數計算，特權家輸了付兩份。",
    ),
    "reds": say("For tricks above five and red imprints.", "按五虎以上的虎数和红印算。", "依超過五虎的虎數與紅印計算。"),
    "reds_for_both": say(
        "For tricks above five and red imprints, twice: privileged and lost.",
        "按五虎以上的虎数和红印算，特权家输了付两份。",
        "依超過五虎的虎數與紅印計算，特權家輸了付兩份。",
    ),
    "dreamer": say("For the cards that match the dreamer's.", "梦家的牌中了。", "與夢家的牌相符。"),
    "dreamer_for_both": say(
        "For the cards that match the dreamer's, twice: privileged and lost.",
        "梦家的牌中了，特权家输了付两份。",
        "與夢家的牌相符，特權家輸了付兩份。",
    ),
    "claim": say("For Ng Fu Ha San.", "喊了五虎下山。", "喊五虎下山。"),
    "no_match": say(
        "No counting card of the winner matches: the dreamer gets nothing.",
        "赢家算数的牌一张没中，梦家没有进账。",
        "贏家的計數牌無一相符，夢家沒有進帳。",
    ),
    "no_income": say("At this table it earns nothing.", "这桌梦家没有进账。", "這桌的夢家沒有進帳。"),
    "too_few": say("Nobody has six tricks.", "谁也没有六虎。", "沒有人得到六虎。"),
    "not_the_last": say(
        "Who took the last round does not have six tricks.", "赢最后一轮的人没有六虎。", "贏得最後一輪的人沒有六虎。"
    ),
    "six_each": say("Two have six tricks each.", "两家各有六虎。", "兩家各有六虎。"),
}

CHIPS: Catalogue = {
    "dealer": say("dealer", "头家", "頭家"),
    "player_2": say("player 2", "二家", "二家"),
    "player_3": say("player 3", "三家", "三家"),
    "dreamer": say("dreamer", "梦家", "夢家"),
    "called": say("called", "做", "做"),
    "declined": say("Ng Jor", "唔做", "唔做"),
    "privileged": say("privileged", "特权家", "特權家"),
    "tricks": say("tricks {n}", "{n} 虎", "{n} 虎"),
}

BOARD: Catalogue = {
    "trick": say("round {n}", "第 {n} 轮", "第 {n} 輪"),
    "tricks": say("tricks {n}", "{n} 虎", "{n} 虎"),
    "claiming": say("Ng Fu Ha San: claim, or keep silent?", "五虎下山：喊，还是不做声？", "五虎下山：喊，還是保持沉默？"),
    "calling": say("Do you play?  Jor or Ng Jor.", "做，还是唔做？", "做，還是唔做？"),
    "leading": say("You lead.", "你领出。", "你領出。"),
    "attacking": say("Beat it, or surrender {n} face down.", "压过去，或者垫 {n} 张。", "壓過去，或墊 {n} 張。"),
    "over": say("The deal is over.", "这局结束了。", "這一局結束了。"),
    "dreaming": say(
        "You dream in this deal: your card is paid for if the winner's match it.",
        "这一局你做梦：赢家的牌中了你这张，你就有进账。",
        "這一局你作夢：贏家的牌與你這張相符，你就有進帳。",
    ),
    "hopes": say("count for you if the winner has them", "在赢家手里就算中", "在贏家手上就算相符"),
    "face_down": say("{n} face down", "扣着 {n} 张", "蓋著 {n} 張"),
    "face_up": say("face up so far", "明着出过的牌", "明著打出過的牌"),
    "own_down": say("you surrendered", "你垫的", "你墊的"),
    "won": say("won with", "赢虎的牌", "贏虎的牌"),
    "leads": say("may be led alone", "可以单张领出", "可以單張領出"),
    "not_yet": say("not alone yet", "还不能单张领出", "還不能單張領出"),
    "aged": say("aged", "老岁牌", "老歲牌"),
    "young": say("young", "嫩牌", "嫩牌"),
    "toward": say(
        "{tricks} won + {aged} aged = {n} of {needed}",
        "赢 {tricks} 虎 + 老岁 {aged} = {n}，满 {needed} 食糊",
        "贏 {tricks} 虎 + 老歲 {aged} = {n}，滿 {needed} 食糊",
    ),
}

PAYMENT: Catalogue = {
    "won": say("Won with {n} tricks, worth {value}", "{n} 虎赢，分值 {value}", "{n} 虎獲勝，分值 {value}"),
    "claimed": say(
        "Ng Fu Ha San, {n} tricks, worth {value}", "五虎下山，算 {n} 虎，分值 {value}", "五虎下山，算 {n} 虎，分值 {value}"
    ),
    "drawn": say("Drawn: nobody pays", "和局，不付分", "和局，不付分"),
    "abandoned": say("Abandoned: nobody pays", "流局，不付分", "流局，不付分"),
    "counting": say("counting cards", "算数的牌", "計數牌"),
    "matching": say("match the dreamer's card", "中了梦家的牌", "與夢家的牌相符"),
    "income": say("the dreamer's tricks, worth {income}", "梦家的虎数，分值 {income}", "夢家的虎數，分值 {income}"),
    "reds": say("red imprints", "红印", "紅印"),
    "liable": say("privileged and lost: pays for both", "特权家输了，付两份", "特權家輸了，付兩份"),
    "pays": say("{from} pays {to} {owed}", "{from} 付给 {to} {owed} 分", "{from} 付給 {to} {owed} 分"),
    "tricks": say("tricks", "虎数", "虎數"),
    "win": say("wins the deal", "赢下这局", "贏下這一局"),
}

CARDS: Catalogue = {face_of(card): name_of(card) for card in ORDER}  # §1.2
SUITS: Catalogue = dict(zip("CKGS", SUIT_NAMES, strict=True))

HELP: Catalogue = {  # what a question means
    "claiming": say(
        "All three are asked at once. Only who holds the four ones and Li Chen can claim.",
        "三家一起问。只有四张一和丽线齐全的人才能喊。",
        "三家一起問。只有四張一與麗綫俱全的人才能喊。",
    ),
    "calling": say(
        "Whoever plays and is not the dealer is privileged: may lead aged cards early, and pays for both when another wins.",
        "不是头家而做的人是特权家：可以提前领老岁牌，别家赢了要付两份。",
        "不是頭家而做的人是特權家：可以提前領老歲牌，別家贏了要獨力付兩份。",
    ),
}

WORDS: Mapping[str, Any] = {
    "kinds": KINDS,
    "events": EVENTS,
    "chips": CHIPS,
    "board": BOARD,
    "help": HELP,
    "payment": PAYMENT,
    "why": WHY,
    "cards": CARDS,
    "suits": SUITS,
}
