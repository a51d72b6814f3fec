"""What happens in Gou Ji, as lines of the log in three languages.

Data only.  A key with `_own` is the line for the seat that acted; the other seats read the plain key.  With `_seen` it is the line for
those who see cards that the others do not.  A key that ends with the name of a kind, `dealt_fresh`, is for facts of that kind.
Braces are named fields: `{name}` acted, `{to}` and `{from}` are the other player, `{names}` several, `{cards}` and `{pieces}` are
cards, `{place}` a word of `PLACES`.  No line tells of a sealed answer: what comes of the answers is told when all are in.
"""

from qipai.engine.errors import Words, say

Catalogue = dict[str, Words]

BEFORE_THE_PLAY: Catalogue = {
    "lots": say("By lot, {name} is the Kai Pai player.", "抽签，{name} 开牌。", "抽籤，由 {name} 開牌。"),
    "lots_own": say("By lot, you are the Kai Pai player.", "抽签，你开牌。", "抽籤，由你開牌。"),
    "kaipai_joker": say(
        "{name} draws {pieces}: it goes back, and the next to the right draws.",
        "{name} 抽到 {pieces}，放回去，换下家开牌。",
        "{name} 抽到 {pieces}，放回去，改由下家開牌。",
    ),
    "kaipai_joker_own": say(
        "You draw {pieces}: it goes back, and the next to the right draws.",
        "你抽到 {pieces}，放回去，换下家开牌。",
        "你抽到 {pieces}，放回去，改由下家開牌。",
    ),
    "kaipai": say(
        "Kai Pai: {name} draws {pieces} and counts to {n}. The first card goes to {to}.",
        "开牌：{name} 抽到 {pieces}，数 {n}，{to} 首抓。",
        "開牌：{name} 抽到 {pieces}，數到 {n}，由 {to} 首抓。",
    ),
    "kaipai_own": say(
        "Kai Pai: you draw {pieces} and count to {n}. The first card goes to {to}.",
        "开牌：你抽到 {pieces}，数 {n}，{to} 首抓。",
        "開牌：你抽到 {pieces}，數到 {n}，由 {to} 首抓。",
    ),
    "named": say("{name} gives the first card to {to}.", "{name} 指定 {to} 首抓。", "{name} 指定由 {to} 首抓。"),
    "named_own": say("You give the first card to {to}.", "你指定 {to} 首抓。", "你指定由 {to} 首抓。"),
    "dealt_first": say(
        "First game. {name} draws first; everybody has {count} cards.",
        "首局。{name} 首抓，每人 {count} 张。",
        "首局。{name} 首抓，每人 {count} 張。",
    ),
    "dealt_first_own": say(
        "First game. You draw first; everybody has {count} cards.",
        "首局。你首抓，每人 {count} 张。",
        "首局。你首抓，每人 {count} 張。",
    ),
    "dealt_fresh": say(
        "Fresh game. {name} draws first; everybody has {count} cards.",
        "重开局。{name} 首抓，每人 {count} 张。",
        "重開局。{name} 首抓，每人 {count} 張。",
    ),
    "dealt_fresh_own": say(
        "Fresh game. You draw first; everybody has {count} cards.",
        "重开局。你首抓，每人 {count} 张。",
        "重開局。你首抓，每人 {count} 張。",
    ),
    "dealt_ordinary": say(
        "{name} draws first; everybody has {count} cards.",
        "{name} 首抓，每人 {count} 张。",
        "{name} 首抓，每人 {count} 張。",
    ),
    "dealt_ordinary_own": say(
        "You draw first; everybody has {count} cards.", "你首抓，每人 {count} 张。", "你首抓，每人 {count} 張。"
    ),
    "face_up": say(
        "{name} has drawn the card that lay face up: {pieces}.",
        "牌面朝上的那张 {pieces}，{name} 抓到了。",
        "正面朝上的 {pieces}，由 {name} 抓到。",
    ),
    "face_up_own": say(
        "You have drawn the card that lay face up: {pieces}.",
        "牌面朝上的那张 {pieces}，你抓到了。",
        "正面朝上的 {pieces}，由你抓到。",
    ),
    "showed": say("{name} shows {pieces}.", "{name} 亮 {pieces}。", "{name} 亮出 {pieces}。"),
    "showed_own": say("You show {pieces}.", "你亮 {pieces}。", "你亮出 {pieces}。"),
    "none_showed": say("Nobody shows threes.", "没有人亮 3。", "沒有人亮 3。"),
    "starts": say("{name} starts.", "{name} 上班。", "{name} 上班。"),
    "starts_own": say("You start.", "你上班。", "你上班。"),
    "wishes": say(
        "{name} wants a revolution: no 2 and no joker.", "{name} 想革命：无 2 无王。", "{name} 想要革命：無 2 無王。"
    ),
    "wishes_own": say("You want a revolution: no 2 and no joker.", "你想革命：无 2 无王。", "你想要革命：無 2 無王。"),
    "pleaded": say("{name} pleads for playing on.", "{name} 劝打。", "{name} 勸他打下去。"),
    "pleaded_own": say("You plead for playing on.", "你劝打。", "你勸他打下去。"),
    "pleaded_not": say("{name} does not plead.", "{name} 不劝。", "{name} 不勸。"),
    "pleaded_not_own": say("You do not plead.", "你不劝。", "你不勸。"),
    "withdrew": say("{name} withdraws and plays on.", "{name} 收回，接着打。", "{name} 收回，繼續打。"),
    "withdrew_own": say("You withdraw and play on.", "你收回，接着打。", "你收回，繼續打。"),
    "revolted": say("Revolution: {name} declares for good.", "{name} 革命，定了。", "{name} 革命，就此確定。"),
    "revolted_own": say("Revolution: you declare for good.", "你革命，定了。", "你革命，就此確定。"),
    "thrown_in": say(
        "The game is thrown in: no places and no points. The next game is fresh.",
        "牌推倒，这一局作废：没有名次，没有分。下一局重开。",
        "這一局作廢：沒有名次，也不計分。下一局重開。",
    ),
    "swapped": say("{name} and {to} swap roles.", "{name} 跟 {to} 换落。", "{name} 與 {to} 換落。"),
    "swapped_own": say("You and {to} swap roles.", "你跟 {to} 换落。", "你與 {to} 換落。"),
    "not_swapped": say("No swap of roles between {names}.", "{names} 没有换落。", "{names} 沒有換落。"),
    "refused": say(
        "Liberation: {name} has all four Reds and pays no tribute.",
        "{name} 解放：四张大虎都在他手里，不进贡。",
        "{name} 解放：四張大虎都在他手上，拒絕進貢。",
    ),
    "refused_own": say(
        "Liberation: you have all four Reds and pay no tribute.",
        "你解放：四张大虎都在你手里，不进贡。",
        "你解放：四張大虎都在你手上，拒絕進貢。",
    ),
    "waived": say("{name} and {to} waive the tribute.", "{name} 跟 {to} 免贡。", "{name} 與 {to} 免貢。"),
    "waived_own": say("You and {to} waive the tribute.", "你跟 {to} 免贡。", "你與 {to} 免貢。"),
    "not_waived": say("The tribute of {name} to {to} is not waived.", "{name} 照样贡 {to}。", "{name} 對 {to} 仍須進貢。"),
    "not_waived_own": say("Your tribute to {to} is not waived.", "你照样贡 {to}。", "你對 {to} 仍須進貢。"),
    "paid_tribute": say(
        "{name} pays {n} to {to}, face down.", "{name} 向 {to} 进贡 {n} 张（暗）。", "{name} 向 {to} 進貢 {n} 張（暗）。"
    ),
    "paid_tribute_own": say("You pay {to} {pieces}.", "你向 {to} 进贡 {pieces}。", "你向 {to} 進貢 {pieces}。"),
    "paid_tribute_seen": say("{name} pays {to} {pieces}.", "{name} 向 {to} 进贡 {pieces}。", "{name} 向 {to} 進貢 {pieces}。"),
    "returned": say(
        "{name} returns {n} to {to}, face down.", "{name} 还给 {to} {n} 张（暗）。", "{name} 還給 {to} {n} 張（暗）。"
    ),
    "returned_own": say("You return {cards} to {to}.", "你还给 {to} {cards}。", "你還給 {to} {cards}。"),
    "returned_seen": say("{name} returns {pieces} to {to}.", "{name} 还给 {to} {pieces}。", "{name} 還給 {to} {pieces}。"),
}

PLAY: Catalogue = {
    "led": say("{name} leads {cards}", "{name} 发 {cards}", "{name} 發 {cards}"),
    "led_own": say("You lead {cards}", "你发 {cards}", "你發 {cards}"),
    "laid": say("{name} plays {cards}", "{name} 出 {cards}", "{name} 出 {cards}"),
    "laid_own": say("You play {cards}", "你出 {cards}", "你出 {cards}"),
    "passed": say("{name} passes", "{name} 过", "{name} 過"),
    "passed_own": say("You pass", "你过", "你過"),
    "passed_duel": say("{name} clears", "{name} 认了", "{name} 認了"),
    "passed_duel_own": say("You clear", "你认了", "你認了"),
    "duel": say(
        "Gou Ji level: {name} is in a duel with {to}.", "够级：{name} 跟 {to} 打对门战。", "夠級：{name} 與 {to} 展開對門戰。"
    ),
    "duel_own": say("Gou Ji level: you are in a duel with {to}.", "够级：你跟 {to} 打对门战。", "夠級：你與 {to} 展開對門戰。"),
    "shao_declared": say(
        "Shao Pai: {name} breaks into the duel and answers {to}.",
        "{name} 捎牌：插进来应 {to}。",
        "{name} 捎牌：代為應戰 {to}。",
    ),
    "shao_declared_own": say(
        "Shao Pai: you break into the duel and answer {to}.", "你捎牌：插进来应 {to}。", "你捎牌：代為應戰 {to}。"
    ),
    "shao_beaten": say(
        "Shao Pai has failed: {name} was beaten by {to} and keeps the rest.",
        "灭了：{name} 捎牌被 {to} 压住，余牌收着接着打。",
        "滅了：{name} 捎牌被 {to} 壓住，餘牌留在手上。",
    ),
    "shao_beaten_own": say(
        "Shao Pai has failed: you were beaten by {to} and keep the rest.",
        "灭了：你捎牌被 {to} 压住，余牌收着接着打。",
        "滅了：你捎牌被 {to} 壓住，餘牌留在手上。",
    ),
    "shao_false": say(
        "A false Shao Pai: {name} is out, {place}, and the rest is taken away unseen.",
        "虚捎：{name} 算{place}，余牌收走。",
        "虛捎：{name} 算{place}，餘牌收走。",
    ),
    "shao_false_own": say(
        "A false Shao Pai: you are out, {place}, and the rest is taken away unseen.",
        "虚捎：你算{place}，余牌收走。",
        "虛捎：你算{place}，餘牌收走。",
    ),
    "cleared": say("{name} wins the trick.", "扣牌，{name} 赢这一轮。", "扣牌，{name} 贏得這一輪。"),
    "cleared_own": say("You win the trick.", "扣牌，你赢这一轮。", "扣牌，你贏得這一輪。"),
    "wind": say("{name} catches the wind and leads.", "{name} 接风。", "{name} 接風。"),
    "wind_own": say("You catch the wind and lead.", "你接风。", "你接風。"),
    "went_out": say("{name} is out: {place}.", "{name} 走完：{place}。", "{name} 走完：{place}。"),
    "went_out_own": say("You are out: {place}.", "你走完：{place}。", "你走完：{place}。"),
    "endgame_blocks": say(
        "Endgame: team mates who sit next to each other settle who goes first.",
        "乱攒：挨着坐的同邦可以商量谁先出。",
        "亂攢：相鄰而坐的同邦可以商量由誰先出。",
    ),
    "endgame_alternating": say(
        "Endgame: the four sit alternately, and all have a turn before anybody has another.",
        "乱攒：四户相间，都轮过了才轮第二次。",
        "亂攢：四戶相間，四人都輪過之前，沒有人輪第二次。",
    ),
    "took": say("{name} takes the turn.", "{name} 先出。", "{name} 先出。"),
    "took_own": say("You take the turn.", "你先出。", "你先出。"),
    "left_it": say("{name} leaves the turn to a team mate.", "{name} 让同邦先出。", "{name} 讓同邦先出。"),
    "left_it_own": say("You leave the turn to a team mate.", "你让同邦先出。", "你讓同邦先出。"),
    "ordered": say("Settled: {name} goes first.", "商量好了，{name} 先出。", "商量結果：由 {name} 先出。"),
    "ordered_own": say("Settled: you go first.", "商量好了，你先出。", "商量結果：由你先出。"),
    "asked_wind": say("{name} asks for the wind.", "{name} 申请接风。", "{name} 申請接風。"),
    "asked_wind_own": say("You ask for the wind.", "你申请接风。", "你申請接風。"),
    "misplayed": say(
        "{name} lays {pieces}: the wrong number of cards.", "{name} 出 {pieces}，张数不对。", "{name} 打出 {pieces}，張數不對。"
    ),
    "misplayed_own": say(
        "You lay {pieces}: the wrong number of cards.", "你出 {pieces}，张数不对。", "你打出 {pieces}，張數不對。"
    ),
    "corrected": say("{name} puts it right: {cards}", "{name} 改成 {cards}", "{name} 改為 {cards}"),
    "corrected_own": say("You put it right: {cards}", "你改成 {cards}", "你改為 {cards}"),
    "took_back": say(
        "{name} takes the cards back: nothing puts them right.", "改不成，{name} 收回去。", "無法改正，{name} 把牌收回。"
    ),
    "took_back_own": say("You take the cards back: nothing puts them right.", "改不成，你收回去。", "無法改正，你把牌收回。"),
    "scored": say("{name} {points}", "{name} {points} 分", "{name} {points} 分"),
    "scored_own": say("You {points}", "你 {points} 分", "你 {points} 分"),
}

TALK: Catalogue = {
    "rang": say("{name} to {to}: 先让让, let me first.", "{name} 对 {to}：先让让。", "{name} 對 {to}：先讓讓。"),
    "rang_own": say("You to {to}: 先让让, let me first.", "你对 {to}：先让让。", "你對 {to}：先讓讓。"),
    "agreed": say("{name} agrees to hold back.", "{name} 答应让牌。", "{name} 答應讓牌。"),
    "agreed_own": say("You agree to hold back.", "你答应让牌。", "你答應讓牌。"),
    "disagreed": say("{name} does not hold back.", "{name} 不让。", "{name} 不讓。"),
    "disagreed_own": say("You do not hold back.", "你不让。", "你不讓。"),
    "asked_count": say("{name} asks {to}: how many?", "{name} 问 {to}：还有几壶？", "{name} 問 {to}：還有幾壺？"),
    "asked_count_own": say("You ask {to}: how many?", "你问 {to}：还有几壶？", "你問 {to}：還有幾壺？"),
    "told": say("{name}: {n} left", "{name}：剩 {n} 张", "{name}：剩 {n} 張"),
    "told_own": say("You: {n} left", "你：剩 {n} 张", "你：剩 {n} 張"),
    "told_more": say("{name}: more than ten", "{name}：十张以上，问不着", "{name}：十張以上，問不著"),
    "told_more_own": say("You: more than ten", "你：十张以上，问不着", "你：十張以上，問不著"),
    "infringed": say(
        "A wrong count: {name} is out, {place}.", "报错了张数：{name} 算{place}。", "報錯張數：{name} 算{place}。"
    ),
    "infringed_own": say("A wrong count: you are out, {place}.", "报错了张数：你算{place}。", "報錯張數：你算{place}。"),
    "showed_hand": say("{name} shows the hand to both team mates.", "{name} 给两个同邦看牌。", "{name} 把牌給兩個同邦看。"),
    "showed_hand_own": say("You show your hand to both team mates.", "你给两个同邦看牌。", "你把牌給兩個同邦看。"),
    "showed_hand_seen": say("{name} shows you the hand: {pieces}", "{name} 给你看牌：{pieces}", "{name} 把牌給你看：{pieces}"),
    "exposed": say("{name} lays the hand open: {pieces}", "{name} 挑牌：{pieces}", "{name} 挑牌：{pieces}"),
    "exposed_own": say("You lay your hand open: {pieces}", "你挑牌：{pieces}", "你挑牌：{pieces}"),
}

EVENTS: Catalogue = BEFORE_THE_PLAY | PLAY | TALK

# `why` of a `starts` fact
WHY: Catalogue = {
    "showed": say("Two threes of one suit were shown.", "亮 3 的人先发牌。", "亮 3 的人先發牌。"),
    "taker": say("The first taker starts.", "首抓的人先发牌。", "首抓的人先發牌。"),
    "big_loser": say("The big loser starts.", "大落先发牌。", "大落先發牌。"),
    "face_up": say("Who draws the card that lay face up starts.", "抓到那张牌的人先发牌。", "抓到那張牌的人先發牌。"),
}
