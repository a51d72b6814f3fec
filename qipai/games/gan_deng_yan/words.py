"""What Gan Deng Yan says to people, in three languages: names, log lines, refusals, the working of a payment.

Data only; the words of the options are in `option_words.py`.  Braces are named fields; `{cards}`, `{table}` and `{wanted}`
are plays in notation, `{wanted}` several of them joined by `OR`; `{points}` carries its sign.  Sections are those of
`RULES.md`, without the sign.
"""

from qipai.engine.errors import Words, say

from .option_words import CONFLICTS, FORMS, OPTIONS, Form, Option

__all__ = [
    "BOARD",
    "CHIPS",
    "CONFLICTS",
    "EVENTS",
    "FORMS",
    "KINDS",
    "OPTIONS",
    "OR",
    "PAYMENT",
    "REFUSALS",
    "TAGLINE",
    "TITLES",
    "Form",
    "Option",
    "Words",
    "say",
]

OR = say(" or ", " 或 ", " 或 ")

TITLES = say("Gan Deng Yan", "干瞪眼", "乾瞪眼")
TAGLINE = say(
    "Follow exactly one rank higher, or sit and stare.",
    "只能大一级，压不住就干瞪眼。",
    "只能大一級，壓不住就乾瞪眼。",
)

KINDS: dict[str, Words] = {
    "single": say("single", "单张", "單張"),
    "pair": say("pair", "对子", "對子"),
    "seq": say("sequence", "顺子", "順子"),
    "dseq": say("double sequence", "连对", "連對"),
    "trip": say("triplet", "三张", "三張"),
    "tseq": say("triplet sequence", "三顺", "三順"),
    "quad": say("four of a kind", "四张", "四張"),
    "djoker": say("double joker", "王炸", "王炸"),
    "bare": say("bare joker", "光王", "光王"),
}

# A key with `_own` is the line for the seat that acted; the other seats read the plain key.
EVENTS: dict[str, Words] = {
    "dealt": say("{name} deals and leads.", "{name} 坐庄，先出牌。", "{name} 做莊，先出牌。"),
    "dealt_own": say("You deal and lead.", "你坐庄，先出牌。", "你做莊，先出牌。"),
    "led": say("{name} leads {cards}", "{name} 领出 {cards}", "{name} 領出 {cards}"),
    "led_own": say("You lead {cards}", "你领出 {cards}", "你領出 {cards}"),
    "laid": say("{name} plays {cards}", "{name} 出 {cards}", "{name} 出 {cards}"),
    "laid_own": say("You play {cards}", "你出 {cards}", "你出 {cards}"),
    "passed": say("{name} passes", "{name} 不要", "{name} 不要"),
    "passed_own": say("You pass", "你不要", "你不要"),
    "cleared": say(
        "The cards are cleared; {name} played last and leads.",
        "清桌，最后出牌的 {name} 领出。",
        "清桌，最後出牌的 {name} 領出。",
    ),
    "cleared_own": say(
        "The cards are cleared; you played last and lead.",
        "清桌，你最后出牌，由你领出。",
        "清桌，你最後出牌，由你領出。",
    ),
    "drew": say("{name} draws {count}", "{name} 摸 {count} 张", "{name} 摸 {count} 張"),
    "drew_own": say("You draw {cards}", "你摸到 {cards}", "你摸到 {cards}"),
    "announced": say("{name}: {left} left", "{name} 报牌：剩 {left} 张", "{name} 報牌：剩 {left} 張"),
    "announced_own": say("You announce: {left} left", "你报牌：剩 {left} 张", "你報牌：剩 {left} 張"),
    "lead_passes": say(
        "{name} holds only jokers; the lead passes to the right.",
        "{name} 手里只剩王，领出权交给右家。",
        "{name} 手上只剩王，領出權交給右家。",
    ),
    "lead_passes_own": say(
        "You hold only jokers; the lead passes to the right.",
        "你手里只剩王，领出权交给右家。",
        "你手上只剩王，領出權交給右家。",
    ),
    "shed": say(
        "{name} has no cards left, but the talon is still high: the deal goes on.",
        "{name} 手牌出完，但牌堆还多，这局继续。",
        "{name} 手牌出完，但牌堆還多，這局繼續。",
    ),
    "shed_own": say(
        "You have no cards left, but the talon is still high: the deal goes on.",
        "你手牌出完，但牌堆还多，这局继续。",
        "你手牌出完，但牌堆還多，這局繼續。",
    ),
    "went_out": say("{name} is out and wins the deal.", "{name} 出完，赢下这局。", "{name} 出完，贏下這局。"),
    "went_out_own": say("You are out and win the deal.", "你出完，赢下这局。", "你出完，贏下這局。"),
    "voided": say(
        "Nobody can lead: the deal is void and scores nothing.",
        "谁都领不出牌：流局，不计分。",
        "誰都領不出牌：流局，不計分。",
    ),
    "scored": say("{name} {points}", "{name} {points} 分", "{name} {points} 分"),
    "scored_own": say("You {points}", "你 {points} 分", "你 {points} 分"),
}

CHIPS: dict[str, Words] = {
    "dealer": say("dealer", "庄家", "莊家"),
    "left": say("{n} left", "剩 {n} 张", "剩 {n} 張"),
    "passed": say("Pass", "不要", "不要"),
    "sits_out": say("out of this trick", "本轮不再出", "本輪不再出"),
    "owner": say("played last", "牌权在手", "牌權在手"),
    "empty": say("no cards, still in", "空手待摸", "空手待摸"),
    "winner": say("wins", "赢家", "贏家"),
}

BOARD: dict[str, Words] = {
    "talon": say("talon", "牌堆", "牌堆"),
    "trick": say("trick {n}", "第 {n} 轮", "第 {n} 輪"),
    "public": say("public multiplier × {n}", "公倍 × {n}", "公倍 × {n}"),
}

REFUSALS: dict[str, tuple[str, Words]] = {
    "not_your_turn": ("5.2", say("It is not your turn.", "还没轮到你。", "還沒輪到你。")),
    "deal_over": ("5.6", say("The deal is over.", "这局已经结束。", "這局已經結束。")),
    "no_such_cards": (
        "5.2",
        say("{cards} is not in your hand.", "你手里没有 {cards}。", "你手上沒有 {cards}。"),
    ),
    "no_combination": (
        "3.9",
        say("{cards} is not a combination.", "{cards} 不成牌型。", "{cards} 不成牌型。"),
    ),
    "must_lead": (
        "5.1",
        say("You are on lead: play a card.", "该你领出，不能不要。", "該你領出，不能不要。"),
    ),
    "same_kind": (
        "4.1",
        say(
            "On {table} only the same kind with as many cards follows, or a bomb.",
            "压 {table} 要同牌型、同张数，或者用炸弹。",
            "壓 {table} 要同牌型、同張數，或者用炸彈。",
        ),
    ),
    "next_rank_only": (
        "4.1",
        say(
            "On {table} only the next rank follows: {wanted}, or a bomb.",
            "压 {table} 只能大一级：{wanted}，或者用炸弹。",
            "壓 {table} 只能大一級：{wanted}，或者用炸彈。",
        ),
    ),
    "only_bomb": (
        "4.1",
        say("Nothing follows {table} but a bomb.", "压 {table} 只能用炸弹。", "壓 {table} 只能用炸彈。"),
    ),
    "only_bomb_on_two": (
        "4.2",
        say("Nothing follows {table} but a bomb.", "压 {table} 只能用炸弹。", "壓 {table} 只能用炸彈。"),
    ),
    "twos_only": (
        "4.2",
        say(
            "On {table} only the 2s follow: {wanted}, or a bomb.",
            "压 {table} 只能出 2：{wanted}，或者用炸弹。",
            "壓 {table} 只能出 2：{wanted}，或者用炸彈。",
        ),
    ),
    "two_on_top": (
        "4.2",
        say(
            "On {table} only the next rank or the 2s follow: {wanted}, or a bomb.",
            "压 {table} 只能大一级或出 2：{wanted}，或者用炸弹。",
            "壓 {table} 只能大一級或出 2：{wanted}，或者用炸彈。",
        ),
    ),
    "same_or_next_rank": (
        "7.11",
        say(
            "On {table} only the same or the next rank follows: {wanted}, or a bomb.",
            "压 {table} 只能同级或大一级：{wanted}，或者用炸弹。",
            "壓 {table} 只能同級或大一級：{wanted}，或者用炸彈。",
        ),
    ),
    "same_rank_only": (
        "7.11",
        say(
            "On {table} only the same rank follows: {wanted}, or a bomb.",
            "压 {table} 只能同级：{wanted}，或者用炸弹。",
            "壓 {table} 只能同級：{wanted}，或者用炸彈。",
        ),
    ),
    "same_or_two_on_top": (
        "7.11",
        say(
            "On {table} only the same rank, the next rank or the 2s follow: {wanted}, or a bomb.",
            "压 {table} 只能同级、大一级或出 2：{wanted}，或者用炸弹。",
            "壓 {table} 只能同級、大一級或出 2：{wanted}，或者用炸彈。",
        ),
    ),
    "same_or_higher_triplet": (
        "7.3",
        say(
            "On {table} only a triplet of the same rank or a higher one follows, or a bomb.",
            "压 {table} 要同级或更大的三张，或者用炸弹。",
            "壓 {table} 要同級或更大的三張，或者用炸彈。",
        ),
    ),
    "higher_triplet_only": (
        "7.3",
        say(
            "On {table} only a higher triplet follows, or a bomb.",
            "压 {table} 要更大的三张，或者用炸弹。",
            "壓 {table} 要更大的三張，或者用炸彈。",
        ),
    ),
    "bomb_too_low": (
        "4.4",
        say("On {table} only a higher bomb follows.", "压 {table} 要更大的炸弹。", "壓 {table} 要更大的炸彈。"),
    ),
    "nothing_follows": (
        "4.5",
        say("Nothing follows the double joker.", "王炸最大，没有牌能压。", "王炸最大，沒有牌能壓。"),
    ),
    "lone_joker": (
        "3.8",
        say(
            "A joker is not played by itself: lay it with a natural card.",
            "王不能单出，要配其他牌。",
            "王不能單出，要配其他牌。",
        ),
    ),
    "jokers_pair": (
        "3.8",
        say(
            "Two jokers of one colour make neither a pair nor the double joker.",
            "两张同色的王不算对子，也不算王炸。",
            "兩張同色的王不算對子，也不算王炸。",
        ),
    ),
    "too_many_equal": (
        "3.10",
        say(
            "At most four cards of one rank are played together.",
            "同点的牌一次最多出四张。",
            "同點的牌一次最多出四張。",
        ),
    ),
    "run_too_short": (
        "3.3",
        say("A sequence has three cards or more.", "顺子至少三张。", "順子至少三張。"),
    ),
    "two_in_run": (
        "1.2",
        say("Sequences end with the ace; a 2 is never in one.", "顺子到 A 为止，2 不能进。", "順子到 A 為止，2 不能進。"),
    ),
    "tseq_off": (
        "7.4",
        say("Triplet sequences are not played at this table.", "这桌不打三顺。", "這桌不打三順。"),
    ),
    "tseq_too_short": (
        "7.4",
        say("A triplet sequence has {n} triplets or more here.", "这桌三顺至少 {n} 组三张。", "這桌三順至少 {n} 組三張。"),
    ),
    "run_too_long": (
        "7.5",
        say("At this table no sequence has more than {n} ranks.", "这桌的顺子最多 {n} 级。", "這桌的順子最多 {n} 級。"),
    ),
    "dseq_too_short": (
        "7.6",
        say("A double sequence has {n} pairs or more here.", "这桌连对至少 {n} 对。", "這桌連對至少 {n} 對。"),
    ),
    "joker_as_two": (
        "7.7",
        say("At this table no joker stands for a 2.", "这桌的王不能当 2。", "這桌的王不能當 2。"),
    ),
    "bare_forbidden": (
        "7.8",
        say(
            "At this table jokers alone are not led; the lead passes to the right.",
            "这桌不能单领王，领出权交给右家。",
            "這桌不能單領王，領出權交給右家。",
        ),
    ),
    "bare_not_winning": (
        "7.10",
        say(
            "Jokers alone are led only to win, and the talon is still too high.",
            "光王只在能赢时领出，现在牌堆还太多。",
            "光王只在能贏時領出，現在牌堆還太多。",
        ),
    ),
    "passed_out": (
        "7.16",
        say(
            "You passed; you are out of this trick until the cards are cleared.",
            "你说过不要，这一轮不能再出。",
            "你說過不要，這一輪不能再出。",
        ),
    ),
}

PAYMENT: dict[str, Words] = {
    "cards": say("cards left", "余牌", "餘牌"),
    "public": say("public multiplier", "公倍", "公倍"),
    "private": say("private multiplier", "自倍", "自倍"),
    "bomb": say("bomb played", "出过炸弹", "出過炸彈"),
    "soft_bomb": say("soft bomb played", "出过软炸", "出過軟炸"),
    "hard_bomb": say("hard bomb played", "出过硬炸", "出過硬炸"),
    "djoker": say("double joker played", "出过王炸", "出過王炸"),
    "long_deal": say("long deal", "久战", "久戰"),
    "ace": say("ace in hand", "手里有 A", "手上有 A"),
    "joker": say("joker in hand", "手里有王", "手上有王"),
    "bomb_in_hand": say("bomb in hand", "手里有炸弹", "手上有炸彈"),
    "djoker_in_hand": say("double joker in hand", "手里有双王", "手上有雙王"),
    "spring": say("spring", "春天", "春天"),
    "hao_chun": say("hao chun", "豪春", "豪春"),
    "app_cap": say("64 at most", "64 倍封顶", "64 倍封頂"),
    "cap": say("cap", "封顶", "封頂"),
}
