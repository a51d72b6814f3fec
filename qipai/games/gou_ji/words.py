"""What Gou Ji says to people, in three languages: names of actions, and all catalogues that go to the client.

Data only; log lines are in `event_words.py`, questions and states in `board_words.py`, names and the end of a game in
`name_words.py`, refusals in `refusal_words.py`, house rules in `option_words.py`.
"""

from collections.abc import Mapping
from typing import Any

from qipai.engine.errors import Words, say

from .board_words import BOARD, GAMES, HELP, SAYS
from .event_words import EVENTS, WHY
from .name_words import CHIPS, PAYMENT, PLACES, PLACES_NEXT, TEAMS

Catalogue = dict[str, Words]

TITLES = say("Gou Ji", "够级", "夠級")
TAGLINE = say(
    "Two kings, and only the player opposite may answer.",
    "两个 K 一拍，只有对门能应。",
    "一對 K 打出，只有對門能應。",
)

KINDS: Catalogue = {
    "single": say("one card", "单张", "單張"),
    "several": say("equal cards", "一套", "一套"),
    "wild": say("wild cards", "百搭", "百搭"),
    "pass": say("pass", "过牌", "過牌"),
    "clear": say("clear a duel", "认了", "認了"),
    "taker": say("name the first taker", "指定首抓", "指定首抓"),
    "keep": say("show no threes", "不亮 3", "不亮 3"),
    "show": say("show two threes", "亮 3", "亮 3"),
    "play_on": say("play on", "接着打", "繼續打"),
    "revolt": say("revolution", "革命", "革命"),
    "silent": say("do not plead", "不劝", "不勸"),
    "plead": say("plead for playing on", "劝打", "勸阻"),
    "withdraw": say("withdraw a revolution", "收回革命", "收回革命"),
    "stay": say("keep the losers' roles", "不换落", "不換落"),
    "swap": say("swap the losers' roles", "换落", "換落"),
    "pay": say("pay tribute", "进贡", "進貢"),
    "refuse": say("liberation", "解放", "解放"),
    "insist": say("do not waive tribute", "不免贡", "不免貢"),
    "waive": say("waive tribute", "免贡", "免貢"),
    "return": say("return cards", "还贡", "還貢"),
    "no_shao": say("no Shao Pai", "不捎", "不捎"),
    "shao": say("Shao Pai", "捎牌", "捎牌"),
    "take": say("take the turn", "自己先出", "自己先出"),
    "leave": say("leave the turn to a team mate", "让同邦先出", "讓同邦先出"),
    "first": say("vote for who goes first", "说谁先出", "提議由誰先出"),
    "disagree": say("refuse Rang Pai", "不让", "不讓"),
    "agree": say("agree to Rang Pai", "答应让牌", "答應讓牌"),
    "say": say("tell the count", "报牌", "報牌"),
    "count": say("ask for a count", "问张数", "問張數"),
    "rang": say("ask for Rang Pai", "先让让", "先讓讓"),
    "show_hand": say("show the hand to team mates", "给同邦看牌", "給同邦看牌"),
    "expose": say("lay the hand open", "挑牌", "挑牌"),
    "ask_wind": say("ask for the wind", "申请接风", "申請接風"),
}

WORDS: Mapping[str, Any] = {
    "kinds": KINDS,
    "events": EVENTS,
    "chips": CHIPS,
    "board": BOARD,
    "payment": PAYMENT,
    "why": WHY,
    "help": HELP,
    "says": SAYS,
    "games": GAMES,
    "teams": TEAMS,
    "places": PLACES,
    "places_next": PLACES_NEXT,
}
