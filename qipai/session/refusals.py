"""What a table refuses, apart from the rules of its game: a stable code and a sentence in each language."""

from qipai.engine.errors import IllegalAction, NotationError, OutOfTurn, QipaiError, Refusal, Words, WrongCards


def _say(en: str, hans: str, hant: str) -> Words:
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


SENTENCES: dict[str, Words] = {
    "not_playing": _say("No deal is being played.", "现在没有牌局。", "現在沒有牌局。"),
    "mid_deal": _say("That waits until the deal is over.", "要等这局打完。", "要等這局打完。"),
    "no_such_seat": _say("This table has no such chair.", "这桌没有这个座位。", "這桌沒有這個座位。"),
    "seat_taken": _say("Somebody sits there.", "那里有人坐了。", "那裡有人坐了。"),
    "not_a_person": _say("No person sits on that chair.", "那个座位上没有人。", "那個座位上沒有人。"),
    "already_begun": _say("The session has begun.", "这场已经开始。", "這場已經開始。"),
    "not_between": _say("Ready is said between two deals.", "两局之间才能点准备。", "兩局之間才能按準備。"),
    "not_finished": _say("The session is not over.", "这场还没结束。", "這場還沒結束。"),
    "closed": _say("This table is closed.", "这桌已经关了。", "這桌已經關了。"),
    "other_rules": _say(
        "This table was opened under another version of the rules; open a new one.",
        "这桌是按另一版规则开的，请另开一桌。",
        "這桌是按另一版規則開的，請另開一桌。",
    ),
    "stale": _say("The table has moved on since; look again.", "牌局已经变了，请再看一眼。", "牌局已經變了，請再看一眼。"),
    "not_your_turn": _say("It is not your turn.", "还没轮到你。", "還沒輪到你。"),
    "nothing_sealed": _say(
        "No answer of yours lies face down, waiting for the others.",
        "你没有扣着等别家的牌。",
        "你沒有扣著等別家的牌。",
    ),
    "time_is_up": _say(
        "Your time is up: the answer may still be changed, but not taken back.",
        "你的时间到了：可以换一手，不能收回。",
        "你的時間到了：可以換一手，不能收回。",
    ),
    "still_time": _say("There is time left.", "时间还没到。", "時間還沒到。"),
    "not_in_hand": _say("That card is not in the hand.", "手里没有这张牌。", "手上沒有這張牌。"),
    "wrong_cards": _say(
        "These cards are not the cards of that play.",
        "选的牌和要出的牌型对不上。",
        "選的牌和要出的牌型對不上。",
    ),
    "bad_name": _say(
        "A name has 1 to 24 characters, all of them visible.",
        "名字要有 1 到 24 个看得见的字符。",
        "名字要有 1 到 24 個看得見的字元。",
    ),
}


class Refused(QipaiError):
    """The table refuses; `refusal` has the code and the sentence in each language."""

    def __init__(self, code: str) -> None:
        self.refusal = Refusal(code, "", SENTENCES[code])
        super().__init__(self.refusal.text["en"])


class NotYourTurn(OutOfTurn):
    """A seat acted that owes no decision; the game's own refusal where it has one."""

    def __init__(self, refusal: Refusal | None) -> None:
        self.refusal = refusal or Refusal("not_your_turn", "", SENTENCES["not_your_turn"])
        super().__init__(self.refusal.text["en"])


def refusal_of(error: QipaiError) -> Refusal:
    """The code, § and sentences of any error that a command of the session raises."""
    if isinstance(error, Refused | NotYourTurn | IllegalAction):
        return error.refusal
    if isinstance(error, WrongCards):
        return Refusal("wrong_cards", "", SENTENCES["wrong_cards"])
    if isinstance(error, NotationError):
        hans, hant = "看不懂这个写法；请照牌桌给出的写法来写牌和出法。", "看不懂這個寫法；請照牌桌給出的寫法來寫牌和出法。"
        return Refusal("unreadable", "", _say(str(error), hans, hant))
    return Refusal("refused", "", _say(str(error), "这张牌桌做不到。", "這張牌桌做不到。"))
