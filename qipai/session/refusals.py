"""The refusals of a table, apart from those of the game's rules: a stable code and a sentence in each language."""

from qipai.engine.errors import (
    IllegalAction,
    NotationError,
    OutOfTurn,
    QipaiError,
    Refusal,
    RulesetError,
    Words,
    WrongCards,
    say,
)

SENTENCES: dict[str, Words] = {
    "not_playing": say("No deal is being played.", "现在没有牌局。", "現在沒有牌局。"),
    "mid_deal": say("This must wait until the deal is over.", "要等这局打完。", "要等這局打完。"),
    "no_such_seat": say("This table has no such chair.", "这桌没有这个座位。", "這桌沒有這個座位。"),
    "seat_taken": say("Somebody is sitting there.", "那里有人坐了。", "那裡有人坐了。"),
    "not_a_person": say("No person sits on that chair.", "那个座位上没有人。", "那個座位上沒有人。"),
    "removed": say(
        "The host has removed you from this table, so you cannot sit down here again. You can watch.",
        "桌主已把你移出这桌，不能再入座；可以继续旁观。",
        "桌主已把你移出這桌，不能再入座；可以繼續旁觀。",
    ),
    "locked": say(
        "The host has locked this table: nobody else can sit down. You can watch.",
        "桌主已锁桌，不能再入座；可以旁观。",
        "桌主已鎖桌，不能再入座；可以旁觀。",
    ),
    "reserved": say(
        "That chair is reserved for somebody else.",
        "那个位子已经有人留了。",
        "那個位子已經有人留了。",
    ),
    "nothing_reserved": say("No chair is reserved for you here.", "这桌没有给你留的位子。", "這桌沒有給你留的位子。"),
    "has_chair": say("You have a chair at this table already.", "你在这桌已经有座位。", "你在這桌已經有座位。"),
    "for_one": say(
        "This table is for one person, so it cannot be opened to everyone.",
        "这桌只供一个人打，不能公开。",
        "這桌只供一個人打，不能公開。",
    ),
    "host_stays": say("The host cannot be removed.", "不能移出桌主。", "不能移出桌主。"),
    "host_already": say("That person is the host already.", "那一位已经是桌主。", "那一位已經是桌主。"),
    "stands_in": say(
        "You are standing in for the host. You can begin, put bots on free chairs and change the seats; the rest is for the host alone.",
        "你只是暂代桌主：可以开局、让机器人补位、调座位；其余要等桌主本人。",
        "你只是暫代桌主：可以開局、讓機器人補位、調座位；其餘要等桌主本人。",
    ),
    "not_removed": say("That person may sit down already.", "那一位已经可以入座。", "那一位已經可以入座。"),
    "same_chair": say("Choose two different chairs.", "请选两个不同的座位。", "請選兩個不同的座位。"),
    "agreed_already": say("The table plays by these rules already.", "这桌本来就是这样打。", "這桌本來就是這樣打。"),
    "already_begun": say("The session has begun.", "这场已经开始。", "這場已經開始。"),
    "not_between": say("You can only get ready between deals.", "两局之间才能点准备。", "兩局之間才能按準備。"),
    "not_finished": say("The session is not over.", "这场还没结束。", "這場還沒結束。"),
    "no_evening": say(
        "This table was for one position, and it is over. Open a new table, or play the position again.",
        "这桌只打这一个局面，打完就散；请另开一桌，或者从那里再打一次。",
        "這桌只打這一個局面，打完就散；請另開一桌，或者從那裡再打一次。",
    ),
    "closed": say("This table is closed.", "这一桌已经散了。", "這一桌已經散了。"),
    "other_rules": say(
        "This table was opened with another version of the rules. Please open a new one.",
        "这桌是按另一版规则开的，请另开一桌。",
        "這桌是按另一版規則開的，請另開一桌。",
    ),
    "stale": say("The table has moved on. Please look again.", "牌局已经变了，请再看一眼。", "牌局已經變了，請再看一眼。"),
    "not_your_turn": say("It is not your turn.", "还没轮到你。", "還沒輪到你。"),
    "nothing_sealed": say("You have nothing to take back.", "你没有可以收回的选择。", "你沒有可以收回的選擇。"),
    "time_is_up": say(
        "Your time is up. You can still change your answer, but not take it back.",
        "你的时间到了：可以换一手，不能收回。",
        "你的時間到了：可以換一手，不能收回。",
    ),
    "still_time": say("There is still time left.", "时间还没到。", "時間還沒到。"),
    "not_in_hand": say("That card is not in your hand.", "手里没有这张牌。", "手上沒有這張牌。"),
    "lesson_goes_on": say(
        "The lesson plays this. Your next choice comes in a moment.",
        "这一手教学会替你出，马上就轮到你自己选。",
        "這一手教學會替你出，馬上就輪到你自己選。",
    ),
    "no_stop": say("The lesson is not waiting for you right now.", "教学现在没有停在你这一步。", "教學現在沒有停在你這一步。"),
    "wrong_cards": say(
        "The cards you selected do not match that play.",
        "选的牌和要出的牌型对不上。",
        "選的牌和要出的牌型對不上。",
    ),
    "bad_name": say(
        "A name must have 1 to 24 visible characters.",
        "名字要有 1 到 24 个看得见的字符。",
        "名字要有 1 到 24 個看得見的字元。",
    ),
}


class Refused(QipaiError):
    """Raised when a table refuses a command; `refusal` has the code (a key of `SENTENCES`) and the sentence in each language."""

    def __init__(self, code: str) -> None:
        self.refusal = Refusal(code, "", SENTENCES[code])
        super().__init__(self.refusal.text["en"])


class NotYourTurn(OutOfTurn):
    """Raised when a seat acts out of turn; `refusal` is the game's reason, or "It is not your turn."."""

    def __init__(self, refusal: Refusal | None) -> None:
        self.refusal = refusal or Refusal("not_your_turn", "", SENTENCES["not_your_turn"])
        super().__init__(self.refusal.text["en"])


def refusal_of(error: QipaiError) -> Refusal:
    """Return the code, § and sentences of any error that a command of `Session` raises."""
    if isinstance(error, Refused | NotYourTurn | IllegalAction):
        return error.refusal
    if isinstance(error, WrongCards):
        return Refusal("wrong_cards", "", SENTENCES["wrong_cards"])
    if isinstance(error, RulesetError):
        return Refusal("bad_rules", "", error.words)
    if isinstance(error, NotationError):
        hans, hant = "看不懂这个写法；请照牌桌给出的写法来写牌和出法。", "看不懂這個寫法；請照牌桌給出的寫法來寫牌和出法。"
        return Refusal("unreadable", "", say(str(error), hans, hant))
    return Refusal("refused", "", say(str(error), "这张牌桌做不到。", "這張牌桌做不到。"))
