"""What Gou Ji refuses, in three languages: of each code the § and the sentence.

Data only.  `{cards}`, `{best}`, `{card}` and `{other}` are cards, `{rank}` a rank, `{a}` and `{b}` players as whoever is refused sees
them from their chair, `{question}` a question of `board_words.py`, the others numbers.
"""

from qipai.engine.errors import Words, say

Sentences = dict[str, tuple[str, Words]]

# Whose turn it is, and what is wanted
TURN: Sentences = {
    "game_over": ("7.6", say("The game is over.", "这一局完了。", "這一局結束了。")),
    "you_are_out": (
        "7.4",
        say("You have no cards left and are out.", "你已经走完了。", "你已經走完了。"),
    ),
    "not_asked": ("13.1", say("This question is not for you.", "这一问问的不是你。", "這個問題問的不是你。")),
    "answered_already": ("13.1", say("You have answered.", "你已经答过了。", "你已經回答過了。")),
    "answer_first": (
        "13.1",
        say("There is a question to answer first: {question}", "先回答：{question}", "請先回答：{question}"),
    ),
    "another_leads": ("7.1", say("Another player leads now.", "现在由别人发牌。", "現在由別人發牌。")),
    "another_acts": ("7.2", say("It is {a} who may play now.", "现在轮到{a}。", "現在輪到{a}。")),
    "leader_cannot_pass": (
        "7.1",
        say(
            "You lead and cannot pass: lay any set of your hand.",
            "该你发牌，不能过：随便出一套。",
            "由你發牌，不得過牌：打出任何一套都可以。",
        ),
    ),
    "has_passed": (
        "7.2",
        say(
            "You have passed, and are out of this trick until the cards are cleared.",
            "你过了牌，扣牌以前不能再出。",
            "你已過牌，扣牌之前不能再出。",
        ),
    ),
    "duel_only": ("8.2", say("Only {a} may answer {b}.", "只有{a}可应{b}。", "只有{a}可應{b}。")),
    "duel_own": (
        "8.2",
        say(
            "This is your duel with {a}, whose turn it is.", "你跟{a}打对门战，现在轮到他。", "你與{a}展開對門戰，現在輪到他。"
        ),
    ),
    "order_is_settled": (
        "10.2",
        say(
            "You have had your turn; now it is {a} who may play.",
            "这一趟你出过了，现在轮到{a}。",
            "這次你已經出手，現在輪到{a}。",
        ),
    ),
}

# What is a set, and what beats the one on the table
SETS: Sentences = {
    "not_in_hand": ("6.1", say("{cards} is not in your hand.", "你手里没有 {cards}。", "你手上沒有 {cards}。")),
    "no_set": (
        "6.1",
        say(
            "{cards} is no set: its natural cards must all have one rank, and {card} and {other} differ.",
            "{cards} 不成一套：实牌只能是一个点数，{card} 和 {other} 不一样。",
            "{cards} 不成一套：實牌的點數必須相同，而 {card} 與 {other} 不同。",
        ),
    ),
    "wrong_number": (
        "7.2",
        say(
            "As many cards as lie on the table: {n}, not {chosen}.",
            "张数要一样：桌上 {n} 张，你选了 {chosen} 张。",
            "張數必須相同：桌上 {n} 張，你選了 {chosen} 張。",
        ),
    ),
    "not_higher": (
        "6.3",
        say(
            "{cards} does not beat {best}: card by card, {card} on {other} is lower.",
            "{cards} 压不住 {best}：一张对一张，{card} 对 {other} 小了。",
            "{cards} 壓不住 {best}：逐張相對，{card} 小於 {other}。",
        ),
    ),
    "only_equal": (
        "6.3",
        say(
            "{cards} does not beat {best}: card by card, {card} on {other} is equal, and every card must be higher.",
            "{cards} 压不住 {best}：{card} 对 {other} 只是一样大，张张都要更大。",
            "{cards} 壓不住 {best}：{card} 對 {other} 只是一樣大，張張都要更大。",
        ),
    ),
    "naturals_too_low": (
        "6.3",
        say(
            "Whatever jokers are added, the natural cards must be higher than {rank}.",
            "不管搭多少王，实牌都要比 {rank} 大。",
            "無論加了多少王，實牌都要大於 {rank}。",
        ),
    ),
    "black_needs_red": (
        "6.3",
        say(
            "A Black is beaten by a Red only: {best} takes {n}, and {cards} has {chosen}.",
            "小虎只有大虎压得住：压 {best} 要 {n} 张大虎，{cards} 里有 {chosen} 张。",
            "小虎只有大虎壓得住：壓 {best} 要 {n} 張大虎，{cards} 裡有 {chosen} 張。",
        ),
    ),
    "red_unbeatable": (
        "6.4",
        say("A Red lies there, and nothing beats a Red.", "桌上带大虎，什么也压不住。", "桌上帶大虎，什麼也壓不住。"),
    ),
}

# Before the play
BEFORE: Sentences = {
    "name_one_of_six": (
        "2.3",
        say(
            "You name the first taker now: one of the six.",
            "现在由你指定首抓，六个人里挑一个。",
            "現在由你指定首抓，六人之中擇一。",
        ),
    ),
    "no_threes": (
        "3.2",
        say(
            "You hold no two threes of one suit.",
            "你没有两张同花色的 3。",
            "你沒有同花色的兩張 3。",
        ),
    ),
    "has_wild": (
        "4.1",
        say(
            "Who declares a revolution holds no 2 and no joker; you hold {cards}.",
            "一张 2、一张王也没有才能革命，你有 {cards}。",
            "既沒有 2 也沒有王才能革命，你有 {cards}。",
        ),
    ),
    "refuse_without_reds": (
        "5.3",
        say(
            "Only who was dealt all four Reds may refuse the tribute; you have {n}.",
            "四张大虎全抓到才能解放，你有 {n} 张。",
            "抓到全部四張大虎才能解放，你有 {n} 張。",
        ),
    ),
    "return_number": (
        "5.6",
        say(
            "Return as many cards as you got: {n}, not {chosen}.",
            "收几张还几张：要还 {n} 张，你选了 {chosen} 张。",
            "收幾張還幾張：應還 {n} 張，你選了 {chosen} 張。",
        ),
    ),
}

SHAO_PAI: Sentences = {
    "shao_no_duel": (
        "9.1",
        say(
            "Shao Pai is declared when a duel has begun, before the Dui Men plays.",
            "对门战刚打起来、对门还没动手，才能捎牌。",
            "對門戰剛開始、對門尚未出手時，才能捎牌。",
        ),
    ),
    "shao_not_neighbour": (
        "9.1",
        say(
            "Only the two neighbours of the player to be beaten may declare Shao Pai.",
            "只有被压的人的上下家可以捎牌。",
            "只有被壓者的上家與下家可以捎牌。",
        ),
    ),
    "shao_too_low": (
        "9.1",
        say(
            "The first set of Shao Pai must beat {best}, and {cards} does not.",
            "捎牌的头一手要压得住 {best}，{cards} 不行。",
            "捎牌的第一手必須壓得住 {best}，{cards} 不行。",
        ),
    ),
    "shao_only_one": (
        "9.2",
        say(
            "{cards} is your whole hand: Shao Pai needs another set after the first.",
            "{cards} 就是你全部的牌：捎牌至少要有两手。",
            "{cards} 就是你全部的牌：捎牌至少要有兩手。",
        ),
    ),
    "shao_condition": (
        "14.11",
        say(
            "Your rest after {cards} holds jokers: {jokers}, ranks: {ranks}; the run needs jokers: {needed}.",
            "出掉 {cards}，余牌有 {ranks} 种点数、{jokers} 张王；要 {needed} 张王才能捎。",
            "打出 {cards} 之後，餘牌有 {ranks} 種點數、{jokers} 張王；要 {needed} 張王才能捎。",
        ),
    ),
    "shao_passed": (
        "14.13",
        say(
            "You have passed in this trick: at this table Shao Pai is not yours any more.",
            "这一轮你过了牌，这桌不能再捎。",
            "這一輪你過了牌，這桌不能再捎。",
        ),
    ),
    "shao_answer_opponents": (
        "14.15",
        say(
            "At this table only the opponents of {a} may beat this Shao Pai.",
            "这桌只有{a}的对手能压这一手捎牌。",
            "這桌只有{a}的對手可以壓這一手捎牌。",
        ),
    ),
    "run_needs_joker": (
        "9.4",
        say(
            "{cards} holds no joker and is not your whole rest: in the run only the final set may be without one.",
            "{cards} 不带王，又不是全部余牌：捎牌时只有最后一手可以不带王。",
            "{cards} 不帶王，又不是全部餘牌：捎牌時只有最後一手可以不帶王。",
        ),
    ),
    "run_breaks_rest": (
        "9.4",
        say(
            "Your rest after {cards} would hold jokers: {jokers}, ranks: {ranks}; it needs jokers: {needed}.",
            "出掉 {cards}，余牌有 {ranks} 种点数、{jokers} 张王；要 {needed} 张才捎得完。",
            "打出 {cards} 之後，餘牌有 {ranks} 種點數、{jokers} 張王；要 {needed} 張才捎得完。",
        ),
    ),
}

ENDGAME: Sentences = {
    "no_order": (
        "10.4",
        say("There is no order to settle now.", "现在没有先后可以商量。", "現在沒有先後可以商量。"),
    ),
    "order_in_duel": (
        "10.1",
        say(
            "In a duel and in Shao Pai there is no choice of order.",
            "对门战和捎牌时，次序不能换。",
            "對門戰與捎牌當中，順序不能調整。",
        ),
    ),
    "no_candidate": (
        "14.8",
        say("{a} may not act now.", "现在轮不到{a}。", "現在輪不到{a}。"),
    ),
    "wind_not_now": (
        "14.10",
        say(
            "The wind is asked for when it is your turn on the last cards of a player who is out.",
            "轮到你出，桌上又是走完的人最后一手，才能申请接风。",
            "輪到你出手，而桌上是走完者的最後一手時，才能申請接風。",
        ),
    ),
    "wind_not_yours": (
        "14.10",
        say("You would not catch the wind, {a} would.", "该接风的是{a}，不是你。", "該接風的是{a}，不是你。"),
    ),
    "wind_in_turn": (
        "14.10",
        say(
            "At this table the wind is not asked for: everybody is asked in turn.",
            "这桌不用申请接风，照常挨个轮。",
            "這桌不必申請接風，照常輪流。",
        ),
    ),
}

TALK: Sentences = {
    "talk_off": (
        "14.24",
        say(
            "This table plays without table talk.",
            "这桌安安静静打：不问话，不看牌，不挑牌。",
            "這桌安靜打牌：不問話，不給看牌，也不挑牌。",
        ),
    ),
    "talk_later": (
        "11.2",
        say(
            "Table talk has to wait until the open question is answered.",
            "等这一问答完再说。",
            "要等目前的問題回答完畢。",
        ),
    ),
    "rang_no_set": (
        "11.1",
        say(
            "Rang Pai is for who has laid a set in this trick and still has cards.",
            "这一轮出过一套、手里还有牌，才能请同邦让牌。",
            "在這一輪打出過一套、手上還有牌的人，才能請同邦讓牌。",
        ),
    ),
    "rang_not_passed": (
        "11.1",
        say(
            "For Rang Pai your neighbour and your team mate on the right must have passed or be out.",
            "你的下家和下手同邦都过了，或者走完了，才能请让牌。",
            "你的下家與下手同邦都已過牌或走完，才能請求讓牌。",
        ),
    ),
    "rang_not_beaten": (
        "11.1",
        say(
            "For Rang Pai your Dui Men must have beaten your set.",
            "你的对门压住了你那一套，才能请让牌。",
            "你的對門壓住了你那一套，才能請求讓牌。",
        ),
    ),
    "rang_not_next": (
        "11.1",
        say(
            "For Rang Pai it must be the turn of your team mate on the left.",
            "轮到你的上手同邦时，才能请让牌。",
            "輪到你的上手同邦時，才能請求讓牌。",
        ),
    ),
    "rang_order_instead": (
        "11.1",
        say(
            "In this endgame team mates choose their order: there is nothing to ask for.",
            "乱攒时同邦自己挑先后，不用请让牌。",
            "亂攢時同邦自行挑選先後，不必請求讓牌。",
        ),
    ),
    "rang_asked": (
        "11.1",
        say(
            "You have asked, and the answer was no.",
            "已经请过了，他不答应。",
            "已經請求過了，他沒有答應。",
        ),
    ),
    "count_not_yours": (
        "11.2",
        say(
            "You may not ask {a}: team mates may, the Dui Men, and when the Dui Men is out, everybody.",
            "你不能问{a}：同邦和对门才能问；他的对门走完了，谁都能问。",
            "你不能問{a}：同邦與對門才可以問；對門走完之後，任何人都可以問。",
        ),
    ),
    "count_of_yourself": ("11.2", say("Count your own cards.", "自己的牌自己数。", "自己的牌請自己數。")),
    "count_out": ("11.2", say("There are no cards left to count.", "他已经走完了，不用问。", "他已經走完，不必問。")),
    "count_known": (
        "11.2",
        say(
            "The answer is known: that hand has not changed since.",
            "已经报过了，手牌没有变。",
            "已經報過了，手牌沒有變。",
        ),
    ),
    "count_printed": (
        "14.18",
        say("This table prints the counts.", "这桌写着各人还有几张。", "這桌會顯示各人的張數。"),
    ),
    "show_too_many": (
        "11.3",
        say(
            "With ten cards or fewer you may show your hand; you have {n}.",
            "十张以内才能给同邦看牌，你有 {n} 张。",
            "十張以下才能把牌給同邦看，你有 {n} 張。",
        ),
    ),
    "shown_already": (
        "11.3",
        say("You have shown your hand to your team mates.", "你已经给同邦看过了。", "你已經把牌給同邦看過了。"),
    ),
    "expose_too_many": (
        "14.17",
        say(
            "With {n} cards or fewer you may lay your hand open; you have {chosen}.",
            "手里 {n} 张以内才能挑牌，你有 {chosen} 张。",
            "手上 {n} 張以下才能挑牌，你有 {chosen} 張。",
        ),
    ),
    "expose_later": (
        "11.4",
        say("You may lay your hand open at your own turn.", "轮到自己才能挑牌。", "輪到自己時才能挑牌。"),
    ),
    "exposed_already": ("11.4", say("Your hand lies open.", "你的牌已经摊开了。", "你的牌已經攤開了。")),
    "say_a_number": (
        "14.20",
        say(
            "Say a number from 1 to 10, or more than ten.",
            "说 1 到 10 的一个数，或者说十张以上。",
            "說 1 至 10 的一個數，或說十張以上。",
        ),
    ),
}

MISPLAYS: Sentences = {
    "correct_take_back": (
        "14.19",
        say(
            "You laid too many: {n} of {cards} must stay and beat {best}.",
            "出多了：{cards} 里留下 {n} 张，要压得住 {best}。",
            "出多了：{cards} 裡留下 {n} 張，必須壓得住 {best}。",
        ),
    ),
    "correct_add": (
        "14.19",
        say(
            "You laid too few: {cards} stays, and with cards from your hand it must become {n} that beat {best}.",
            "出少了：{cards} 不收回，从手里添到 {n} 张，要压得住 {best}。",
            "出少了：{cards} 不收回，從手上補到 {n} 張，必須壓得住 {best}。",
        ),
    ),
    "correct_no_pass": (
        "14.19",
        say("It can be put right, so you cannot pass.", "改得成，不能过。", "可以改正，所以不能過牌。"),
    ),
}

REFUSALS: Sentences = TURN | SETS | BEFORE | SHAO_PAI | ENDGAME | TALK | MISPLAYS
