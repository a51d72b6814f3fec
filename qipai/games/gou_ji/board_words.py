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

# The same where more is known than the phase
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
    "return_n": say("Return {n} to {name}.", "还给 {name} {n} 张。", "還給 {name} {n} 張。"),
}

# What is at stake: a sentence or two under the question
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
    "pleading": say(
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
    "waiving": say(
        "If giver and receiver both agree, nothing is given and nothing returned.",
        "两个人都愿意才免：不贡，也不还。",
        "雙方都同意才免：不貢，也不還。",
    ),
    "returning": say(
        "Any cards of your hand, face down. Only you and the giver know them.",
        "手里什么牌都行，扣着还，只有你们两个知道。",
        "任選手上的牌，蓋著交還，只有你們兩人知道。",
    ),
    "leading": say(
        "One card or several of one rank, with any wild cards.",
        "一张，或者几张同点数的，百搭随便搭。",
        "一張，或數張同點數的牌，百搭任意加入。",
    ),
    "following": say(
        "As many cards, each of them higher. Who passes is out of this trick.",
        "张数相同，张张都要更大。过了，这一轮就不能再出。",
        "張數相同，張張都要更大。過了牌，這一輪就不能再出。",
    ),
    "answering_duel": say(
        "Only you two play. Who clears gives the trick to the other.",
        "只有你们两个打。谁认了，这一轮就归对方。",
        "只有你們兩人出牌。誰認了，這一輪就歸對方。",
    ),
    "answering_shao": say(
        "Everybody may beat it, whether they have passed or not. A pass here counts for this set only.",
        "谁都可以压，过了牌的也行。这时的过，只管这一手。",
        "任何人都可以壓，過了牌的人也行。這時過牌，只對這一手有效。",
    ),
    "answering_wind": say(
        "To agree is to pass. Who refuses must beat the cards at once.",
        "答应就是过牌；不答应，就要当场压上。",
        "答應就等於過牌；不答應，就必須當場壓住。",
    ),
    "running": say(
        "Every set but the last must hold a joker; the last is the whole rest.",
        "除了最后一手，手手都要带王；最后一手把余牌出完。",
        "除了最後一手，每一手都要帶王；最後一手要把餘牌打完。",
    ),
    "window": say(
        "You answer in the place of the Dui Men and then run out: every set but the last must hold a joker. "
        "A false Shao Pai is last place.",
        "你替对门应，再一口气走光：除了最后一手，手手都要带王。虚捎算大落。",
        "你代對門應戰，再一路走光：除了最後一手，每一手都要帶王。虛捎算大落。",
    ),
    "window_strict": say(
        "You answer in the place of the Dui Men and then run out: every set but the last must hold a joker.",
        "你替对门应，再一口气走光：除了最后一手，手手都要带王。",
        "你代對門應戰，再一路走光：除了最後一手，每一手都要帶王。",
    ),
    "shao_sum": say(
        "After {x} you hold {ranks} {ranks|rank|ranks} and {jokers} {jokers|joker|jokers}; the run needs {needed}.",
        "出掉 {x}，余牌有 {ranks} 种点数、{jokers} 张王；捎得成要 {needed} 张王。",
        "打出 {x} 之後，餘牌有 {ranks} 種點數、{jokers} 張王；捎得成需要 {needed} 張王。",
    ),
    "shao_alone": say(
        "{x} is your whole hand: if nobody beats it, the next player catches the wind.",
        "{x} 就是你全部的牌：没有人压，下一个接风。",
        "{x} 就是你全部的牌：沒有人壓，就由下一個人接風。",
    ),
    "false_shao": say("A false Shao Pai is last place.", "虚捎算大落。", "虛捎算大落。"),
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
    "holding": say(
        "If you agree, you pass, and are out of this trick.",
        "答应了就过牌，这一轮不能再出。",
        "答應就是過牌，這一輪不能再出。",
    ),
    "telling": say(
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
    "rang": say(
        "Your team mate on the left passes if they agree, so that you may answer your Dui Men yourself.",
        "上手同邦答应了就过牌，好让你自己去应对门。",
        "上手同邦答應就會過牌，好讓你自己應對門。",
    ),
    "count": say(
        "Ten or fewer are told for all to hear; of more than ten no number is told.",
        "十张以内当众报出张数，十张以上问不着。",
        "十張以下當眾報出張數，十張以上問不著。",
    ),
    "sealed": say(
        "All are asked together, so that nobody can tell whom it concerns.",
        "大家一起问，看不出问的是谁。",
        "所有人一起被問，看不出問的是誰。",
    ),
    "cannot_show": say("You hold no two threes of one suit.", "你没有两张同花色的 3。", "你沒有同花色的兩張 3。"),
    "cannot_revolt": say("You hold a 2 or a joker.", "你手里有 2 或者王。", "你手上有 2 或王。"),
    "cannot_refuse": say("You were not dealt all four Reds.", "四张大虎你没有抓全。", "你沒有抓到全部四張大虎。"),
    "cannot_shao": say("Nothing you hold may begin a Shao Pai.", "你手里没有牌可以起捎。", "你手上沒有牌可以用來捎。"),
}

STATES: Catalogue = {
    "trick": say("trick {n}", "第 {n} 轮", "第 {n} 輪"),
    "left": say("{n} left", "剩 {n} 张", "剩 {n} 張"),
    "over_ten": say("over 10", "十张以上", "十張以上"),
    "few": say("10 or fewer", "十张以内", "十張以下"),
    "held": say("{n} held", "有 {n} 张", "有 {n} 張"),
    "held_chosen": say("{n} held, {chosen} chosen", "有 {n} 张，已选 {chosen} 张", "有 {n} 張，已選 {chosen} 張"),
    "high": say("Gou Ji level", "够级", "夠級"),
    "not_high": say("below Gou Ji level", "不够级", "不夠級"),
    "counts_as": say("counts as {x}", "算 {x}", "算作 {x}"),
    "red_on_it": say("A Red: nothing beats it.", "带大虎，压不住。", "帶大虎，壓不住。"),
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
    "wish": say("{name} wants a revolution", "{name} 想革命", "{name} 想要革命"),
    "wind": say("{name} catches the wind and leads", "{name} 接风发牌", "{name} 接風發牌"),
    "endgame": say("Endgame, Luan Zan", "乱攒", "亂攢"),
    "blocks": say("blocks: {names}", "连座：{names}", "連座：{names}"),
    "blocks_why": say(
        "Team mates next to each other act once each in a visit, in any order.",
        "挨着坐的同邦一趟里各出一次，先后随意。",
        "相鄰而坐的同邦，每次輪到時各出手一次，先後不拘。",
    ),
    "alternating": say("four seated alternately", "四户相间", "四戶相間"),
    "alternating_why": say(
        "All four have a turn before anybody has another; each team chooses who takes its first.",
        "四个人都轮过了才轮第二次；每一边的头一次由那一边自己挑人。",
        "四人都輪過之前，沒有人輪第二次；每一邊的第一次由該邊自行挑人。",
    ),
    "may_go_first": say("{names} may go first", "{names} 可以先出", "{names} 可以先出"),
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
    "exposed": say("{name} plays with an open hand", "{name} 挑牌，手牌摊着", "{name} 挑牌，手牌攤開"),
    "shown": say("{name} showed you the hand", "{name} 给你看过牌", "{name} 把牌給你看過"),
    "played": say("played so far", "出过的牌", "已打出的牌"),
    "game_before": say("the game before", "上一局", "上一局"),
    "your_place": say("You are out: {place}", "你走完了：{place}", "你走完了：{place}"),
    "watch": say("Watch your team mates, or stand up.", "看同邦接着打，或者起身。", "看同邦繼續打，或者起身。"),
}

BOARD: Catalogue = QUESTIONS | PARTICULAR | STATES

# What a phase is called in the log and above its question
PHASES: Catalogue = {
    "naming": say("First taker", "首抓", "首抓"),
    "showing": say("Threes of one suit", "亮 3", "亮 3"),
    "revolution": say("Revolution 革命", "革命", "革命"),
    "pleading": say("Plea", "劝打", "勸阻"),
    "confirming": say("Revolution 革命", "革命", "革命"),
    "swapping": say("Swap of roles", "换落", "換落"),
    "liberating": say("Liberation 解放", "解放", "解放"),
    "waiving": say("Waiver", "免贡", "免貢"),
    "returning": say("Tribute 进贡", "还贡", "還貢"),
    "leading": say("Lead", "发牌", "發牌"),
    "following": say("Play", "出牌", "出牌"),
    "window": say("Shao Pai 捎牌", "捎牌", "捎牌"),
    "ordering": say("Endgame 乱攒", "乱攒", "亂攢"),
    "holding": say("Rang Pai 让牌", "让牌", "讓牌"),
    "telling": say("Count", "报牌", "報牌"),
    "correcting": say("Wrong number of cards", "张数不对", "張數不對"),
    "over": say("End of the game", "一局结束", "一局結束"),
}

# §2.1
GAMES: Catalogue = {
    "first": say("first game", "首局", "首局"),
    "fresh": say("fresh game", "重开局", "重開局"),
    "ordinary": say("ordinary game", "常规局", "常規局"),
}

MODES: Catalogue = {
    "normal": say("in turn", "轮着出", "依序輪流"),
    "duel": say("duel", "对门战", "對門戰"),
    "shao": say("Shao Pai", "捎牌", "捎牌"),
    "run": say("the run of Shao Pai", "一路捎下去", "一路捎下去"),
}
