"""What cards, seats, teams and places of Gou Ji are called, and what the end of a game says, in three languages.  Data only."""

from qipai.engine.errors import Words, say

Catalogue = dict[str, Words]

SEATS = (  # §1.2, by steps to the right
    say("you", "你", "你"),
    say("your neighbour on the right", "你的下家", "你的下家"),
    say("your team mate on the right", "你的下手同邦", "你的下手同邦"),
    say("your Dui Men", "你的对门", "你的對門"),
    say("your team mate on the left", "你的上手同邦", "你的上手同邦"),
    say("your neighbour on the left", "你的上家", "你的上家"),
)

TEAMS: Catalogue = {  # §1.1 by the seat's number modulo 2
    "0": say("Round", "圆队", "圓隊"),
    "1": say("Square", "方队", "方隊"),
    "0_long": say("Round team", "圆队", "圓隊"),
    "1_long": say("Square team", "方队", "方隊"),
}

PLACES: Catalogue = {  # §7.4
    "1": say("1st, Tou Ke", "头科", "頭科"),
    "2": say("2nd, Er Ke", "二科", "二科"),
    "3": say("3rd", "三科", "三科"),
    "4": say("4th", "四科", "四科"),
    "5": say("5th, Er La", "二落", "二落"),
    "6": say("6th, Da La", "大落", "大落"),
}
PLACES_NEXT: Catalogue = {  # §5.2, §2.3 what a seat has to do with the next game
    "gets": say("gets {n} {n|card|cards} of tribute", "收 {n} 张贡", "收 {n} 張貢"),
    "pays": say("pays {n} {n|card|cards} of tribute", "进贡 {n} 张", "進貢 {n} 張"),
    "names": say("names the first taker, starts", "指定首抓，上班", "指定首抓，上班"),
}

CHIPS: Catalogue = {
    "kaipai": say("Kai Pai", "开牌人", "開牌人"),
    "taker": say("first taker", "首抓", "首抓"),
    "starter": say("starts", "上班", "上班"),
    "big_loser": say("big loser", "大落", "大落"),
    "second_loser": say("second loser", "二落", "二落"),
    "place": say("place {n}", "第 {n} 名", "第 {n} 名"),
    "place_1": say("1st", "头科", "頭科"),
    "place_2": say("2nd", "二科", "二科"),
    "place_3": say("3rd", "三科", "三科"),
    "place_4": say("4th", "四科", "四科"),
    "place_5": say("5th", "二落", "二落"),
    "place_6": say("6th", "大落", "大落"),
    "penalised": say("penalty", "受罚", "受罰"),
    "head_gone": say("no head", "没头", "無頭"),
    "passed": say("passed", "过了", "已過牌"),
    "few": say("10 or fewer", "十张以内", "十張以下"),
    "over_ten": say("over 10", "十张以上", "十張以上"),
    "few_short": say("≤ 10", "≤ 10", "≤ 10"),  # on small plates
    "over_ten_short": say("> 10", "> 10", "> 10"),
    "exposed": say("open hand", "挑牌", "挑牌"),
    "runner": say("Shao Pai", "捎牌", "捎牌"),
    "wish": say("revolution?", "想革命", "想革命"),
    "pleads": say("pleads", "劝打", "勸阻"),
    "dui_men": say("your Dui Men", "你的对门", "你的對門"),
    "duel_starter": say("opened the duel", "起战", "開戰"),
    "duel_defender": say("in the duel", "应战", "應戰"),
}

# The end of a game, and what follows from it
PAYMENT: Catalogue = {
    "played": say("Played out", "打完了", "打完了"),
    "sweep": say("A sweep: the points are doubled", "串三户，分数加倍", "串三戶，分數加倍"),
    "thrown_in": say("Revolution: thrown in, nobody scores", "革命作废，不计分", "因革命作廢，不計分"),
    "one_team": say("One team was left", "只剩一邦", "只剩一邦"),
    "team_wins": say("{team} wins {points}", "{team} 赢 {points} 分", "{team} 贏 {points} 分"),
    "even": say("Neither team wins", "两边打平", "兩邊打平"),
    "no_place": say("no place", "不排名次", "不排名次"),
    "penalty": say("penalty place", "罚来的名次", "受罰的名次"),
    "next": say("The next game", "下一局", "下一局"),
    "next_fresh": say("It is fresh: {name} draws for Kai Pai.", "下一局重开，{name} 开牌。", "下一局重開，由 {name} 開牌。"),
    "next_ordinary": say("{name} names the first taker and starts.", "{name} 指定首抓，上班。", "由 {name} 指定首抓並上班。"),
    "next_tribute": say("{from} pays {n} to {to}.", "{from} 向 {to} 进贡 {n} 张。", "{from} 向 {to} 進貢 {n} 張。"),
    "next_no_tribute": say("No tribute is due.", "不用进贡。", "不必進貢。"),
}
