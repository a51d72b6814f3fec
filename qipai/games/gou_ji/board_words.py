"""What the table of Gou Ji asks and explains, in three languages: phases, questions, what is at stake, states.

Data only.  Braces are named fields: `{name}`, `{a}`, `{b}`, `{from}` and `{to}` are players, `{x}` cards as they are written, `{place}`
a word of `PLACES`; `{n|card|cards}` is “card” where `n` is 1.
"""

from qipai.engine.errors import Words, say

Catalogue = dict[str, Words]

# What is asked in each phase, of whoever is asked; a few more keys for what the table says besides
QUESTIONS: Catalogue = {
    "naming": say("Who takes the first card?", "指定谁首抓？", "指定誰首抓？"),
    "showing": say("Show two threes of one suit?", "亮不亮两张同花色的 3？", "要亮出同花色的兩張 3 嗎？"),
    "revolution": say("Revolution, or play on?", "革命，还是接着打？", "革命，還是繼續打？"),
    "pleading": say("Plead for playing on?", "劝不劝他打下去？", "要勸他打下去嗎？"),
    "confirming": say("Declare for good, or withdraw?", "革命，还是收回？", "革命，還是收回？"),
    "swapping": say("Swap the losers' roles?", "换不换落？", "要換落嗎？"),
    "liberating": say("Pay tribute, or refuse?", "进贡，还是解放？", "進貢，還是解放？"),
    "waiving": say("Waive the tribute?", "免不免贡？", "要免貢嗎？"),
    "returning": say("Choose what you return.", "选牌还贡。", "選牌還貢。"),
    "leading": say("You lead.", "你发牌。", "你發牌。"),
    "following": say("Beat it, or pass.", "压，还是过？", "壓，還是過？"),
    "window": say("Shao Pai?", "捎不捎？", "要捎牌嗎？"),
    "ordering": say("You, or a team mate first?", "你先出，还是同邦先出？", "你先出，還是同邦先出？"),
    "holding": say("Let it go?", "让不让？", "讓不讓？"),
    "telling": say("How many cards do you have?", "还有几壶？", "還有幾壺？"),
    "correcting": say("Put the number of cards right.", "张数不对，改过来。", "張數不對，請改正。"),
    "over": say("The game is over.", "这一局完了。", "這一局結束了。"),
}

# The same where more is known than the phase; with `_own` for the giver of a tribute
PARTICULAR: Catalogue = {
    "answering_duel": say("Beat it, or clear.", "压，还是认了？", "壓，還是認了？"),
    "answering_shao": say("Shao Pai: beat this set, or pass.", "有人捎牌：压，还是过？", "有人捎牌：壓，還是過？"),
    "answering_wind": say(
        "{name} asks for the wind: agree, or beat the cards.",
        "{name} 申请接风：答应，还是压上？",
        "{name} 申請接風：答應，還是壓住？",
    ),
    "running": say("You run: lay the next set.", "接着捎，发下一手。", "繼續捎，發下一手。"),
    "voting": say("Who of you goes first?", "你们谁先出？", "由你們之中誰先出？"),
    "shao_with": say("Shao Pai with {x}?", "用 {x} 捎牌？", "用 {x} 捎牌？"),
    "rang_asked": say("{name} asks you to let it go.", "{name}：先让让。", "{name}：先讓讓。"),
    "count_asked": say("{name} asks how many cards you have.", "{name} 问你：还有几壶？", "{name} 問你：還有幾壺？"),
    "plea_asked": say("{name} wants a revolution.", "{name} 想革命。", "{name} 想要革命。"),
    "waive_with": say(
        "{from} owes {to} {n} as tribute. Waive it?",
        "{from} 该贡 {to} {n} 张，免不免？",
        "{from} 應貢 {to} {n} 張，要免貢嗎？",
    ),
    "waive_with_own": say(
        "You owe {to} {n} as tribute. Waive it?", "你该贡 {to} {n} 张，免不免？", "你應貢 {to} {n} 張，要免貢嗎？"
    ),
    "return_n": say("Return {n} to {name}.", "还给 {name} {n} 张。", "還給 {name} {n} 張。"),
}

# What is at stake: a sentence or two under the question, and of talk
HELP: Catalogue = {
    "naming": say(
        "Whoever you name draws first. You start the play all the same.",
        "指定的人先抓牌。不管指定谁，都是你上班。",
        "指定的人先抓牌。無論指定誰，都由你上班。",
    ),
    "showing": say(
        "Whose two threes were together first starts. Only these two cards become known.",
        "谁的两张凑齐得最早，谁先发牌。大家只看得见这两张。",
        "誰的兩張最早湊齊，就由誰先發牌。大家只會看到這兩張。",
    ),
    "revolution": say(
        "With no 2 and no joker you may have the game thrown in: no places, no points, and a fresh game.",
        "一张 2、一张王也没有，可以革命：这一局作废，没有名次没有分，下一局重开。",
        "既沒有 2 也沒有王，可以革命：這一局作廢，沒有名次也不計分，下一局重開。",
    ),
    "plea_asked": say(
        "Your plea is heard by all. The declarer is then asked once more, and is free to declare.",
        "劝不劝大家都听得见。有人劝，就再问他一次，革不革命还是随他。",
        "勸不勸都是公開的。有人勸，便再問他一次，要不要革命仍由他決定。",
    ),
    "confirming": say(
        "A team mate pleads for playing on. Declare, and the game is thrown in; withdraw, and you are not asked again.",
        "同邦劝你打下去。革命，这一局就作废；收回，这一局不再问你。",
        "同邦勸你打下去。革命，這一局就作廢；收回，這一局不會再問你。",
    ),
    "swapping": say(
        "If both agree, the second loser pays two cards and starts, and the big loser pays one. Places and points stay.",
        "两个人都愿意才换：二落贡两张，先发牌；大落贡一张。名次和分数不变。",
        "雙方都同意才換：二落貢兩張並先發牌，大落貢一張。名次與分數不變。",
    ),
    "liberating": say(
        "Who was dealt all four Reds may refuse. Then everybody knows where the Reds are.",
        "四张大虎全抓到了，可以不贡。不贡，大家就知道大虎在哪里。",
        "抓到全部四張大虎，可以拒絕進貢。拒絕之後，大家便知道大虎在誰手上。",
    ),
    "waive_with": say(
        "If giver and receiver both agree, nothing is given and nothing returned.",
        "两个人都愿意才免：不贡，也不还。",
        "雙方都同意才免：不貢，也不還。",
    ),
    "return_n": say(
        "Any cards of your hand, face down. Only you and the giver know them.",
        "手里什么牌都行，扣着还，只有你们两个知道。",
        "任選手上的牌，蓋著交還，只有你們兩人知道。",
    ),
    "window": say(
        "You answer in the place of the Dui Men and then run out: every set but the last must hold a joker.",
        "你替对门应，再一口气走光：除了最后一手，手手都要带王。",
        "你代對門應戰，再一路走光：除了最後一手，每一手都要帶王。",
    ),
    "ordering": say(
        "Who leaves it acts after the team mate. All see what you choose.",
        "让了，等同邦出完再轮到你。怎么选大家都看得见。",
        "讓了之後，等同邦出手再輪到你。大家都看得到你的選擇。",
    ),
    "voting": say(
        "If you all name the same player, it is that one; otherwise the nearest to the right of who acted last.",
        "说的是同一个人，就是他；说的不一样，就是刚才出牌的人右手最近的一个。",
        "說的是同一個人，就由他出；不一致時，由離上一個出手者右邊最近的人出。",
    ),
    "rang_asked": say(
        "If you agree, you pass, and are out of this trick.",
        "答应了就过牌，这一轮不能再出。",
        "答應就是過牌，這一輪不能再出。",
    ),
    "count_asked": say(
        "The table checks: a wrong answer is last place.",
        "牌桌会核对：报错了算大落。",
        "牌桌會核對：報錯算大落。",
    ),
    "correcting": say(
        "What lies there must beat the set before it: take cards back, or add some from your hand.",
        "改好了要压得住桌上那套：多了收回几张，少了从手里添。",
        "改正之後必須壓得住桌上那套：多了收回幾張，少了從手上補。",
    ),
    "expose": say(
        "Your cards lie open for everybody until they are played. Your team mates may advise you.",
        "牌一直摊着给大家看，到出完为止。同邦可以教你先出什么后出什么。",
        "牌會一直攤開給大家看，直到打完。同邦可以指點你出牌的先後。",
    ),
    "show_hand": say(
        "Your two team mates see your hand, nobody else does. Everybody knows that you showed it.",
        "只有两个同邦看得见你的牌，别人只知道你给他们看了。",
        "只有兩個同邦看得到你的牌，其他人只知道你給他們看過。",
    ),
}

# What there is to know of a set or a declaration before it is laid
SAYS: Catalogue = {
    "high": say("Gou Ji level", "够级", "夠級"),
    "duel": say("only {to} may answer", "只有 {to} 能应", "只有 {to} 能應"),
    "red": say("nothing beats it", "没有牌压得住", "沒有牌壓得住"),
    "rest": say(
        "Then you hold {ranks} natural {ranks|rank|ranks} and {jokers} {jokers|joker|jokers}; the run needs {needed}.",
        "余牌还有 {ranks} 种实牌、{jokers} 张王；要捎成得有 {needed} 张。",
        "餘牌還有 {ranks} 種實牌、{jokers} 張王；要捎成須有 {needed} 張。",
    ),
    "alone": say(
        "That is your whole hand: if nobody beats it, the next player catches the wind.",
        "这就是你全部的牌：没有人压，下一个接风。",
        "這就是你全部的牌：沒有人壓，就由下一個人接風。",
    ),
    "false": say("A false Shao Pai: last place.", "这是虚捎，算大落。", "這是虛捎，算大落。"),
}

STATES: Catalogue = {
    "trick": say("trick {n}", "第 {n} 轮", "第 {n} 輪"),
    "held": say("{n} held", "有 {n} 张", "有 {n} 張"),
    "high": say("Gou Ji level", "够级", "夠級"),
    "duel": say("Duel", "对门战", "對門戰"),
    "duel_only": say("Only {a} may answer {b}", "只有 {a} 可应 {b}", "只有 {a} 可應 {b}"),
    "shao": say("Shao Pai", "捎牌", "捎牌"),
    "shao_first": say(
        "{name} lays the first set of Shao Pai: everybody may beat it",
        "{name} 捎牌出头一手，谁都可以压",
        "{name} 捎牌打出第一手，任何人都可以壓",
    ),
    "run": say(
        "{name} runs: only a Red could beat this", "{name} 一路捎下去，只有大虎压得住", "{name} 一路捎下去，只有大虎壓得住"
    ),
    "endgame": say("Endgame, Luan Zan", "乱攒", "亂攢"),
    "blocks": say("blocks: {names}", "连座：{names}", "連座：{names}"),
    "alternating": say("four seated alternately", "四户相间", "四戶相間"),
    "tribute_line": say(
        "{from} pays {n} to {to}, face down", "{from} 向 {to} 进贡 {n} 张（暗）", "{from} 向 {to} 進貢 {n} 張（暗）"
    ),
    "tribute_owed": say("owed", "待贡", "待貢"),
    "tribute_refused": say("refused: liberation", "解放", "解放"),
    "tribute_waived": say("waived", "免贡", "免貢"),
    "tribute_paid": say("paid, return awaited", "已贡，待还", "已貢，待還"),
    "tribute_returned": say("paid and returned", "已贡已还", "已貢已還"),
    "tribute_given": say("given: {x}", "贡 {x}", "貢 {x}"),
    "tribute_back": say("returned: {x}", "还 {x}", "還 {x}"),
    "played": say("played so far", "出过的牌", "已打出的牌"),
    "your_place": say("You are out: {place}", "你走完了：{place}", "你走完了：{place}"),
    "watch": say("Watch your team mates, or stand up.", "看同邦接着打，或者起身。", "看同邦繼續打，或者起身。"),
}

BOARD: Catalogue = QUESTIONS | PARTICULAR | STATES

# §2.1
GAMES: Catalogue = {
    "first": say("first game", "首局", "首局"),
    "fresh": say("fresh game", "重开局", "重開局"),
    "ordinary": say("ordinary game", "常规局", "常規局"),
}
