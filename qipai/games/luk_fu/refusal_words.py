"""What Luk Fu refuses, in three languages: of each code the § and the sentence.

Data only.  `{cards}`, `{card}`, `{best}` and `{first}` are names of cards, `{suit}` and `{suits}` of suits, the others numbers.
"""

from qipai.engine.errors import Words, say

ONE_OF = say("one of {cards}", "{cards}里的一张", "{cards}裡的一張")
IN_A_MELD = say(
    " In a gok or run it may be led (§8.4).",
    "凑成各或顺子就可以领（§8.4）。",
    "湊成各或順子就可以領（§8.4）。",
)

REFUSALS: dict[str, tuple[str, Words]] = {
    # whose turn it is, and what is wanted
    "deal_over": ("9.1", say("The deal is over.", "这局已经结束。", "這局已經結束。")),
    "dreamer_watches": (
        "2.1",
        say("The dreamer takes no part in the play.", "梦家不参加打牌。", "夢家不參與打牌。"),
    ),
    "answered_already": ("4.1", say("You have answered.", "你已经答过了。", "你已經回答過了。")),
    "call_later": ("4.2", say("It is not your turn to call.", "还没轮到你叫牌。", "還沒輪到你叫牌。")),
    "lead_later": ("6.1", say("Another player leads now.", "现在由别家领出。", "現在由別家領出。")),
    "lay_later": (
        "6.1",
        say("All lay in turn, and it is not your turn.", "一家接一家出，还没轮到你。", "一家接一家出，還沒輪到你。"),
    ),
    "laid_already": ("6.1", say("You have laid in this round.", "这一轮你已经出过了。", "這一輪你已經出過了。")),
    "answer_now": (
        "4.1",
        say(
            "First everybody is asked for Ng Fu Ha San: claim it, or keep silent.",
            "先问五虎下山：喊，或者不做声。",
            "先問五虎下山：喊，或保持沉默。",
        ),
    ),
    "call_now": ("4.2", say("Call now: Jor, or Ng Jor.", "该你叫牌：做，还是唔做。", "該你叫牌：做，還是唔做。")),
    "lead_now": ("6.1", say("You lead: lay a meld face up.", "该你领出，明着出一个牌型。", "該你領出，明著打出一個牌型。")),
    "lay_now": (
        "6.3",
        say(
            "Beat it, or surrender as many cards: {n}.",
            "压过去，或者垫同样多的牌：{n} 张。",
            "壓過去，或墊同樣多的牌：{n} 張。",
        ),
    ),
    # claiming and declaring
    "not_five_tigers": (
        "4.1",
        say(
            "Only who holds all five tigers may claim; you lack {cards}.",
            "五张齐全才能喊五虎下山，你缺{cards}。",
            "五張俱全才能喊五虎下山，你缺{cards}。",
        ),
    ),
    "too_few_to_declare": (
        "9.1",
        say(
            "Six are needed to declare: you have won {tricks}, and {aged} of your cards are aged, together {n}.",
            "满六才能食糊：你赢了 {tricks} 虎，手里老岁牌 {aged} 张，一共 {n}。",
            "達到六才能食糊：你贏得 {tricks} 虎，手上老歲牌 {aged} 張，合計 {n}。",
        ),
    ),
    "declare_later": (
        "9.1",
        say(
            "Only the leader may declare, at the beginning of a round.",
            "轮到自己领出、一轮开头时才能食糊。",
            "輪到自己領出、一輪開始時才能食糊。",
        ),
    ),
    # cards
    "not_in_hand": ("6.1", say("{cards} is not in your hand.", "你手里没有{cards}。", "你手上沒有{cards}。")),
    "two_cards": (
        "5.3",
        say(
            "Two cards are no meld: lay one, or three and more.",
            "两张不成牌型：出一张，或者三张以上。",
            "兩張不成牌型：出一張，或三張以上。",
        ),
    ),
    "li_chen_alone": (
        "5.3",
        say(
            "Li Chen belongs to no gok and no run: it is laid alone.",
            "丽线不能凑各，也不能凑顺子，只能单出。",
            "麗綫不得湊入各或順子，只能單出。",
        ),
    ),
    "not_neighbours": (
        "5.4",
        say(
            "{cards} is no run: {missing} is missing in between.",
            "{cards}不成顺子，中间缺{missing}。",
            "{cards}不成順子，中間缺{missing}。",
        ),
    ),
    "no_meld": (
        "5.3",
        say(
            "{cards} is no meld: a gok is three or four of one number, a run three or more neighbours of one suit.",
            "{cards}不成牌型：各要三张或四张同数，顺子要同一门数相连的三张以上。",
            "{cards}不成牌型：各要三張或四張同數字，順子要同一門數字相連的三張以上。",
        ),
    ),
    # leading single cards
    "higher_suit_first": (
        "8.2",
        say(
            "{card} may not be led alone yet: {first} goes first.",
            "{card}还不能单张领：要先领{first}。",
            "{card}還不能單張領：要先領{first}。",
        ),
    ),
    "young_first": (
        "8.2",
        say(
            "{card} is aged and may not be led alone yet: {first}, still young, goes first.",
            "{card}是老岁牌，还不能单张领：要先领{first}，它还嫩。",
            "{card}是老歲牌，還不能單張領：要先領{first}，它是嫩牌。",
        ),
    ),
    "li_chen_last": (
        "8.2",
        say(
            "Li Chen is led alone when nothing else is left: {first} goes first.",
            "丽线要等别的牌都走完才能单张领：要先领{first}。",
            "麗綫要等其他牌都走完才能單張領：要先領{first}。",
        ),
    ),
    "neither_first_nor_aged": (
        "8.3",
        say(
            "{card} may not be led alone yet: {first} goes first. Privileged, you may also lead aged cards, but {card} is young.",
            "{card}还不能单张领：要先领{first}。特权家可以提前领老岁牌，但{card}还嫩。",
            "{card}還不能單張領：要先領{first}。特權家可以提前領老歲牌，但{card}是嫩牌。",
        ),
    ),
    # beating
    "wrong_number": (
        "6.1",
        say(
            "As many cards as were led are laid: {n}, not {chosen}.",
            "领出几张就出几张：要 {n} 张，不是 {chosen} 张。",
            "領出幾張就出幾張：要 {n} 張，不是 {chosen} 張。",
        ),
    ),
    "cannot_be_beaten": (
        "5.2",
        say(
            "As a single card {best} is beaten by nothing: surrender any card.",
            "{best}当单张，什么牌也压不了：随便垫一张。",
            "{best}作為單張，沒有牌壓得住：任意墊一張。",
        ),
    ),
    "beats_nothing": (
        "5.2",
        say("As a single card {card} beats nothing.", "{card}当单张，压不了任何牌。", "{card}作為單張，壓不了任何牌。"),
    ),
    "other_suit": (
        "5.1",
        say(
            "{best} is beaten only by a higher {suit}, not by {card}.",
            "{best}只有更大的{suit}才压得住，{card}不行。",
            "{best}只有更大的{suit}才壓得住，{card}不行。",
        ),
    ),
    "other_type": (
        "5.5",
        say(
            "{cards} is not of the type that was led, and so does not beat {best}.",
            "{cards}和领出的牌型不同，压不了{best}。",
            "{cards}與領出的牌型不同，壓不了{best}。",
        ),
    ),
    "not_superior": (
        "5.5",
        say("{cards} does not beat {best}.", "{cards}压不过{best}。", "{cards}壓不過{best}。"),
    ),
    # surrendering
    "keeps_power": (
        "6.3",
        say(
            "You may not surrender this: {kept} would stay in your hand and beats {best}.",
            "不能这样垫：手里还留着{kept}，压得住{best}。",
            "不能這樣墊：手上還留著{kept}，壓得住{best}。",
        ),
    ),
    "must_beat": (
        "6.3",
        say(
            "You must beat {best}: whatever you surrender, enough stays in your hand to beat it.",
            "你必须压{best}：不管怎么垫，手里都还压得住它。",
            "你必須壓{best}：不管怎麼墊，手上都還壓得住它。",
        ),
    ),
    "keeps_power_lead": (
        "11.2",
        say(
            "You may not surrender this: {kept} would stay in your hand and beats {lead}, which was led.",
            "不能这样垫：手里还留着{kept}，压得住领出的{lead}。",
            "不能這樣墊：手上還留著{kept}，壓得住領出的{lead}。",
        ),
    ),
    "must_beat_lead": (
        "11.2",
        say(
            "You must beat {best}: whatever you surrender, enough stays in your hand to beat {lead}, which was led.",
            "你必须压{best}：不管怎么垫，手里都还压得住领出的{lead}。",
            "你必須壓{best}：不管怎麼墊，手上都還壓得住領出的{lead}。",
        ),
    ),
}
