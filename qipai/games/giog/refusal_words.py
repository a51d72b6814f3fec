"""What the Giog family refuses, in three languages: of each code the § and the sentence.

Data only.  `{pieces}`, `{best}`, `{others}`, `{general}` and `{listed}` are characters on pieces, the others numbers.  A § that
depends on the game is given where the refusal is made.
"""

from qipai.engine.errors import Words, say

LISTING = say(", ", "、", "、")
OR = say(" or ", " 或 ", " 或 ")

REFUSALS: dict[str, tuple[str, Words]] = {
    # whose turn it is, and what is wanted
    "deal_over": ("5.5", say("The deal is over.", "这局已经结束。", "這局已經結束。")),
    "turn_later": ("3.2", say("Another player turns up a stack now.", "现在由别家翻子。", "現在由別人翻子。")),
    "take_later": ("3.4", say("Another player takes a stack now.", "现在由别家取摞。", "現在由別人取摞。")),
    "lead_later": ("5.1", say("Another player leads now.", "现在由别家领出。", "現在由別人領出。")),
    "laid_already": ("5.2", say("You have laid your pieces for this trick.", "这一轮你已经出过了。", "這一輪你已經出過了。")),
    "answer_later": (
        "8.1",
        say("All lay in turn, and it is not your turn.", "一家接一家出，还没轮到你。", "一個接一個出，還沒輪到你。"),
    ),
    "expose_later": (
        "7.2",
        say("All expose in turn, and it is not your turn.", "依次亮子，还没轮到你。", "依序亮子，還沒輪到你。"),
    ),
    "turn_now": ("3.2", say("Turn up a stack now.", "现在要翻一摞。", "現在要翻一摞。")),
    "take_now": ("3.4", say("Take a stack now.", "现在要取一摞。", "現在要取一摞。")),
    "lead_now": ("5.1", say("You lead: lay a combination.", "该你领出，出一个牌型。", "該你領出，出一個牌型。")),
    "answer_now": (
        "5.2",
        say("Lay as many pieces as were led: {n}.", "跟同样多的子：{n} 枚。", "跟同樣多的棋子：{n} 顆。"),
    ),
    "expose_now": (
        "7.2",
        say(
            "Your pieces are laid: expose them, or throw them in.",
            "子已经出了，现在亮出来，或者暗垫。",
            "棋子已經出了，現在亮出來，或者暗墊。",
        ),
    ),
    # stacks
    "no_such_stack": (
        "3.1",
        say(
            "There is no stack {stack}: they are numbered 1 to {n}.",
            "没有第 {stack} 摞，编号是 1 到 {n}。",
            "沒有第 {stack} 摞，編號是 1 至 {n}。",
        ),
    ),
    "turned_already": (
        "3.2",
        say(
            "Stack {stack} has been turned up: choose another.",
            "第 {stack} 摞已经翻过，另选一摞。",
            "第 {stack} 摞已經翻過，另選一摞。",
        ),
    ),
    "own_row": (
        "3.2",
        say(
            "Stack {stack} stands in your own row: turn up one of another's.",
            "第 {stack} 摞在你自己那一排，要翻别家的。",
            "第 {stack} 摞在你自己那一排，要翻別家的。",
        ),
    ),
    "not_an_end": (
        "3.4",
        say(
            "Stack {stack} is not at an end of a row; those are {listed}.",
            "第 {stack} 摞不在一排的两端；两端的是 {listed}。",
            "第 {stack} 摞不在一排的兩端；兩端的是 {listed}。",
        ),
    ),
    "not_beside": (
        "3.7",
        say(
            "Stack {stack} is not beside stack {first}: take {listed}.",
            "第 {stack} 摞不在第 {first} 摞旁边，只能取 {listed}。",
            "第 {stack} 摞不在第 {first} 摞旁邊，只能取 {listed}。",
        ),
    ),
    # pieces
    "not_in_hand": ("5.2", say("{pieces} is not in your hand.", "你手里没有 {pieces}。", "你手上沒有 {pieces}。")),
    "no_pieces": ("5.1", say("Choose the pieces to lay.", "先选要出的子。", "先選要出的棋子。")),
    "wrong_number": (
        "5.2",
        say(
            "As many pieces as were led are laid: {n}, not {chosen}.",
            "领出几枚就跟几枚：要 {n} 枚，不是 {chosen} 枚。",
            "領出幾顆就跟幾顆：要 {n} 顆，不是 {chosen} 顆。",
        ),
    ),
    # generals
    "general_led_first": (
        "9.1",
        say(
            "No general is laid in the first trick: lead from {others}.",
            "头一轮不出帅将，从 {others} 里领出。",
            "第一輪不出帥將，從 {others} 裡領出。",
        ),
    ),
    "general_laid_first": (
        "9.1",
        say(
            "No general is laid in the first trick: lay {n} of {others}.",
            "头一轮不出帅将，从 {others} 里出 {n} 枚。",
            "第一輪不出帥將，從 {others} 裡出 {n} 顆。",
        ),
    ),
    "general_led_last": (
        "9.2",
        say(
            "{pieces} is your whole hand: it would be the last trick, and no general belongs there. Lead fewer; {general} alone is allowed.",
            "{pieces} 一出手就空了，这就成了最后一轮，不能带帅将。少领几枚；单领 {general} 可以。",
            "{pieces} 一出手就空了，這就成了最後一輪，不能帶帥將。少領幾顆；單領 {general} 可以。",
        ),
    ),
    # no combinations
    "generals_no_pair": ("4.2", say("The two generals are no pair here.", "这里帅和将不是对子。", "這裡帥和將不是對子。")),
    "pair_of_two_colours": (
        "4.2",
        say("A pair has one colour; {pieces} has two.", "对子要同色，{pieces} 一红一黑。", "對子要同色，{pieces} 一紅一黑。"),
    ),
    "not_identical": (
        "4.2",
        say("Two pieces are a pair only if they are identical.", "两枚子要完全一样才是对子。", "兩顆棋子要完全一樣才是對子。"),
    ),
    "mixed_colours": (
        "4.4",
        say("{pieces} must be of one colour to count.", "{pieces} 要同色才成牌型。", "{pieces} 要同色才成牌型。"),
    ),
    "no_cannon_noble": (
        "4.5",
        say("Cannon, guard and elephant are no combination here.", "这里炮士象不成牌型。", "這裡炮士象不成牌型。"),
    ),
    "three_pawns": ("4.13", say("Three pawns are no combination here.", "这里三枚兵卒不成牌型。", "這裡三顆兵卒不成牌型。")),
    "only_these": (
        "4.6",
        say(
            "{pieces} is no combination. With {n} pieces there are: {listed}.",
            "{pieces} 不成牌型。{n} 枚的有：{listed}。",
            "{pieces} 不成牌型。{n} 顆的有：{listed}。",
        ),
    ),
    "too_many": (
        "4.6",
        say(
            "No combination here has {n} pieces; the longest has {most}.",
            "这里没有 {n} 枚的牌型，最多 {most} 枚。",
            "這裡沒有 {n} 顆的牌型，最多 {most} 顆。",
        ),
    ),
    "pairs_of_one_colour": (
        "4.8",
        say(
            "A general and two pairs are five pieces of one colour.",
            "将带双对要五枚同色。",
            "將帶雙對要五顆同色。",
        ),
    ),
    "two_pawn_pairs": (
        "11.3",
        say("At this table the two pairs are of different types.", "这桌的两对要不同兵种。", "這桌的兩對要不同兵種。"),
    ),
    "not_five": (
        "4.8",
        say(
            "{pieces} is no combination: with five there are five pawns of one colour, or a general and two pairs.",
            "{pieces} 不成牌型：五枚的有同色五枚兵卒，或者将带双对。",
            "{pieces} 不成牌型：五顆的有同色五顆兵卒，或者將帶雙對。",
        ),
    ),
    "neither_set_nor_sequence": (
        "4.9",
        say(
            "{pieces} is neither a set of one rank nor a sequence of neighbouring ranks.",
            "{pieces} 不是同子，也不是级数相连的顺子。",
            "{pieces} 不是同子，也不是級數相連的順子。",
        ),
    ),
    "not_taken_along": (
        "4.12",
        say(
            "A triple of commanders or of mobile pieces takes along one piece or an identical pair.",
            "将领或机动的三子，只能带一枚，或带一个对子。",
            "將領或機動的三子，只能帶一顆，或帶一個對子。",
        ),
    ),
    "not_four": (
        "4.12",
        say(
            "{pieces} is no combination: with four there are four pawns of one colour, or a triple and one piece.",
            "{pieces} 不成牌型：四枚的有同色四枚兵卒，或者三子带一。",
            "{pieces} 不成牌型：四顆的有同色四顆兵卒，或者三子帶一。",
        ),
    ),
    "not_triple_with_pair": (
        "4.12",
        say(
            "{pieces} is no combination: with five there are five pawns of one colour, or a triple and a pair.",
            "{pieces} 不成牌型：五枚的有同色五枚兵卒，或者三子带对。",
            "{pieces} 不成牌型：五顆的有同色五顆兵卒，或者三子帶對。",
        ),
    ),
    # exposing, and the pile
    "not_of_the_type": (
        "5.3",
        say("{pieces} is not of the type that was led.", "{pieces} 不是领出的牌型。", "{pieces} 不是領出的牌型。"),
    ),
    "general_cannot_win": (
        "9.4",
        say("A general cannot win the last trick.", "最后一轮带帅将赢不了。", "最後一輪帶帥將贏不了。"),
    ),
    "banned_first": (
        "9.5",
        say("{pieces} cannot win the first trick.", "{pieces} 赢不了头一轮。", "{pieces} 贏不了第一輪。"),
    ),
    "only_equals": (
        "7.3",
        say(
            "{pieces} only equals {best} and does not beat it.",
            "{pieces} 和 {best} 一样大，不算压过。",
            "{pieces} 與 {best} 一樣大，不算勝過。",
        ),
    ),
    "does_not_beat": ("7.2", say("{pieces} does not beat {best}.", "{pieces} 压不过 {best}。", "{pieces} 勝不了 {best}。")),
    "must_show": (
        "11.6",
        say(
            "{pieces} is high enough for the top and must not go under the pile.",
            "{pieces} 够大，要盖在上面，不能垫底。",
            "{pieces} 夠大，必須蓋在上面，不得墊底。",
        ),
    ),
    "goes_under": (
        "8.3",
        say(
            "{pieces} goes under the pile by itself: simply lay it.",
            "{pieces} 不够大，照常出就会垫底。",
            "{pieces} 不夠大，照常出就會墊底。",
        ),
    ),
}
