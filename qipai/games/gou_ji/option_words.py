"""The house rules of Gou Ji in words: what the form, the command line and a refused rule set say, in three languages.

Data only.  Sections are those of `RULES.md` (§14).
"""

from typing import TypedDict

from qipai.engine.errors import Words, say


class Option(TypedDict):
    """One house rule as the form shows it."""

    title: Words
    sentence: Words
    values: dict[str, Words]


TITLE = say("As written", "标准打法", "標準打法")
YES_NO = {"false": say("no", "否", "否"), "true": say("yes", "是", "是")}

OPTION_WORDS: dict[str, Option] = {
    "kaipai_card": {
        "title": say("The card of Kai Pai", "开牌那张牌", "開牌的那張牌"),
        "sentence": say(
            "How the card that was counted goes back into the pack. Face up, whoever draws it starts, and no threes are shown.",
            "数过的那张牌怎样放回去。牌面朝上，抓到它的人先发牌，不再亮 3。",
            "數過的那張牌如何放回去。正面朝上時，抓到它的人先發牌，不再亮 3。",
        ),
        "values": {"hidden": say("face down", "扣着", "蓋著"), "face_up": say("face up", "牌面朝上", "正面朝上")},
    },
    "revolution_persuasion": {
        "title": say("The plea before a revolution", "劝打", "勸阻革命"),
        "sentence": say(
            "Team mates may plead for playing on before a revolution is final.",
            "革命定下来以前，同邦可以劝他打下去。",
            "革命確定之前，同邦可以勸他打下去。",
        ),
        "values": YES_NO,
    },
    "revolution_quorum": {
        "title": say("How many for a revolution", "几个人才能革命", "幾個人才能革命"),
        "sentence": say(
            "How many players must declare before the game is thrown in.",
            "有几个人革命，这一局才作废。",
            "有幾個人革命，這一局才作廢。",
        ),
        "values": {"1": say("one", "一个人", "一人"), "2": say("two", "两个人", "兩人")},
    },
    "revolution_keeps_tribute": {
        "title": say("Tribute after a revolution", "革命以后的贡", "革命之後的進貢"),
        "sentence": say(
            "Which tribute remains due when a game is thrown in.",
            "这一局因革命作废，欠的贡哪些还要交。",
            "這一局因革命作廢，所欠的貢哪些仍要交付。",
        ),
        "values": {
            "sweep_only": say("only that of a sweep", "只有串三户的", "只有串三戶的"),
            "all": say("all of it", "都要交", "全部"),
            "none": say("none", "都不用交", "一概免除"),
        },
    },
    "low_joker_duel": {
        "title": say("Low sets with a Black", "小点带小虎", "小點數帶小虎"),
        "sentence": say(
            "A joker lifts cards from 3 to 9 to Gou Ji level too.",
            "3 到 9 带上王，也够级。",
            "3 至 9 帶王，也算夠級。",
        ),
        "values": YES_NO,
    },
    "endgame_pass_reset": {
        "title": say("Passes in the endgame", "乱攒时过牌作废", "亂攢時過牌作廢"),
        "sentence": say(
            "In the endgame every play wipes out the passes before it.",
            "乱攒里每出一套，前面过的都作废，过了的人又可以出。",
            "亂攢中每打出一套，先前的過牌全部作廢，過了牌的人又可以出。",
        ),
        "values": YES_NO,
    },
    "endgame_duels": {
        "title": say("Duels in the endgame", "乱攒时的对门战", "亂攢時的對門戰"),
        "sentence": say(
            "Sets of Gou Ji level still start duels when two players are out.",
            "走完两个人以后，够级牌照样打对门战。",
            "走完兩人之後，夠級牌照樣引起對門戰。",
        ),
        "values": YES_NO,
    },
    "order_protocol": {
        "title": say("Agreeing on the order", "乱攒时怎么商量", "亂攢時商量的方式"),
        "sentence": say(
            "How team mates settle who goes first in the endgame.",
            "乱攒里同邦谁先出，怎么定。",
            "亂攢中同邦由誰先出，如何決定。",
        ),
        "values": {
            "claim": say("asked one after the other", "挨个问", "逐一詢問"),
            "vote": say("asked together", "一起问", "一起詢問"),
        },
    },
    "wind_to": {
        "title": say("Where the wind blows", "谁接风", "由誰接風"),
        "sentence": say(
            "Who leads when the winner of a trick is out.",
            "赢下一轮的人已经走完，由谁发牌。",
            "一輪的贏家已經走完時，由誰發牌。",
        ),
        "values": {
            "next_right": say("the next player to the right", "右手下一个有牌的人", "右邊下一個有牌的人"),
            "next_right_partner": say("the next team mate to the right", "右手下一个有牌的同邦", "右邊下一個有牌的同邦"),
        },
    },
    "wind_protocol": {
        "title": say("Asking for the wind", "申请接风", "申請接風"),
        "sentence": say(
            "How the table learns that nobody beats the last cards of a player.",
            "走完的人最后一手有没有人压，怎么问。",
            "走完的人最後一手有沒有人壓，如何詢問。",
        ),
        "values": {
            "rotation": say("asked in turn as always", "照常挨个轮", "照常輪流"),
            "request": say("who would catch it may ask for it", "该接风的人可以申请", "該接風的人可以申請"),
        },
    },
    "shao_validation": {
        "title": say("Who may declare Shao Pai", "谁可以说捎", "誰可以說要捎"),
        "sentence": say(
            "Whether a false Shao Pai can be declared, and is last place.",
            "能不能虚捎：能，就算大落。",
            "能不能虛捎：若能，便算大落。",
        ),
        "values": {
            "penalty": say("whoever beats the set; a false one is last", "压得住就行，虚捎算大落", "壓得住就行，虛捎算大落"),
            "strict": say("only hands that meet the condition", "余牌合条件才行", "餘牌符合條件才行"),
        },
    },
    "shao_window": {
        "title": say("When Shao Pai may be declared", "什么时候可以捎", "何時可以捎"),
        "sentence": say(
            "At which moments of a duel one may break in.",
            "对门战打到哪里，可以插进来捎牌。",
            "對門戰進行到何時，可以插進來捎牌。",
        ),
        "values": {
            "start_only": say("when the duel begins", "刚打起来的时候", "剛開始的時候"),
            "every_duel_play": say("on every answer in the duel", "每应一手都可以", "每應一手都可以"),
        },
    },
    "shao_after_pass": {
        "title": say("Shao Pai after passing", "过了牌再捎", "過牌之後再捎"),
        "sentence": say(
            "Who has passed in the trick may still declare Shao Pai.",
            "这一轮过了牌的，还可以捎牌。",
            "在這一輪過了牌的人，仍可以捎牌。",
        ),
        "values": YES_NO,
    },
    "shao_allow_single": {
        "title": say("Shao Pai with one set", "一手就走完也能捎", "只有一套也能捎"),
        "sentence": say(
            "A hand that is just the one set may declare Shao Pai too.",
            "手里只剩压得住的那一套，也可以捎牌。",
            "手上只有壓得住的那一套，也可以捎牌。",
        ),
        "values": YES_NO,
    },
    "shao_responders": {
        "title": say("Who may beat Shao Pai", "谁能压捎牌", "誰可以壓捎牌"),
        "sentence": say(
            "Who is asked whether they beat the sets of Shao Pai.",
            "捎牌的每一手，问谁压不压。",
            "捎牌的每一手，問誰要不要壓。",
        ),
        "values": {
            "all": say("all other players", "别人都问", "其他所有人"),
            "opponents": say("the three opponents", "只问三个对手", "只問三個對手"),
        },
    },
    "rang_exclusive": {
        "title": say("After Rang Pai", "让牌以后", "讓牌之後"),
        "sentence": say(
            "After an agreed Rang Pai, the asker's next set leaves only the asker and the Dui Men in the trick.",
            "答应了让牌，请的人再出一套，这一轮就只有他和对门能出。",
            "答應讓牌之後，請求的人再出一套，這一輪就只有他與對門能出。",
        ),
        "values": YES_NO,
    },
    "expose_max": {
        "title": say("Cards for exposing", "几张可以挑牌", "挑牌的張數"),
        "sentence": say(
            "With how many cards at most you may lay your whole hand open.",
            "手里最多几张时，可以把牌全部摊开。",
            "手上至多幾張時，可以把牌全部攤開。",
        ),
        "values": {},
    },
    "counts_public": {
        "title": say("Printed counts", "写出张数", "顯示張數"),
        "sentence": say(
            "The table prints how many cards everybody has.",
            "牌桌一直写着各人还有几张。",
            "牌桌隨時顯示各人還有幾張。",
        ),
        "values": YES_NO,
    },
    "misplay": {
        "title": say("The wrong number of cards", "张数不对", "張數不對"),
        "sentence": say(
            "What becomes of a set with too many or too few cards.",
            "出的张数多了少了，怎么办。",
            "打出的張數多了或少了，如何處理。",
        ),
        "values": {
            "reject": say("refused", "不让出", "不讓打出"),
            "correct": say("laid, and put right", "落了桌，要改过来", "落了桌，必須改正"),
        },
    },
    "infringement": {
        "title": say("Breaches of the rules", "犯规", "犯規"),
        "sentence": say(
            "Who tells a count: the table, or the player, who is last after a wrong answer.",
            "报牌由谁报：牌桌报，或者自己报，报错了就是大落。",
            "報牌由誰報：牌桌代報，或由自己報，報錯就是大落。",
        ),
        "values": {
            "ignore": say("the table tells", "牌桌报", "牌桌代報"),
            "big_loser": say("the player tells; wrong is last place", "自己报，报错算大落", "自己報，報錯算大落"),
        },
    },
    "stop_on_sweep": {
        "title": say("The end after a sweep", "包了前三名就完", "囊括前三名就結束"),
        "sentence": say(
            "The game ends as soon as one team has the first three places.",
            "一邦占了前三名，这一局就完，后三名不再打。",
            "同一聯邦占得前三名，這一局就結束，不再打後三名。",
        ),
        "values": YES_NO,
    },
    "stop_when_one_team": {
        "title": say("The end when one team is left", "只剩一邦就完", "只剩一邦就結束"),
        "sentence": say(
            "The game ends as soon as all players with cards are of one team.",
            "有牌的人都是一邦的，这一局就完。",
            "有牌的人都屬於同一聯邦時，這一局就結束。",
        ),
        "values": YES_NO,
    },
    "score_record": {
        "title": say("Writing down the points", "记分", "記分"),
        "sentence": say(
            "What is written down for the team that has lost points in a game.",
            "一局里输了分的一邦，怎样记。",
            "一局中失分的聯邦如何記錄。",
        ),
        "values": {
            "zero_sum": say("its loss", "记所输的分", "記所失的分"),
            "winner_only": say("nothing: only winners write", "不记，只记赢家的", "不記，只記贏家的"),
        },
    },
    "table_talk": {
        "title": say("Table talk", "桌上的话", "牌桌上的話"),
        "sentence": say(
            "Rang Pai, asking for counts, showing and exposing hands.",
            "让牌、报牌、给同邦看牌、挑牌。",
            "讓牌、報牌、給同邦看牌、挑牌。",
        ),
        "values": YES_NO,
    },
}
