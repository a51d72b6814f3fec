"""What the server answers when it does not do something: a code for programs, a sentence for people in each language.

No sentence holds anything of a table but what its reader sent or already sees.
"""

from collections.abc import Mapping

from qipai.engine.errors import QipaiError, Refusal, Words


def say(en: str, hans: str, hant: str) -> Words:
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


SENTENCES: dict[str, Words] = {
    # -- the door
    "wrong_host": say(
        "This server is not called {host}; start it with --host {host} if it should be.",
        "这台服务器不叫 {host}；要用这个名字，请以 --host {host} 启动。",
        "這台伺服器不叫 {host}；要用這個名字，請以 --host {host} 啟動。",
    ),
    "no_host": say(
        "A request names the host that it asks, and this one names none.",
        "请求要写明主机名，这个请求没有写。",
        "請求要寫明主機名稱，這個請求沒有寫。",
    ),
    "wrong_origin": say(
        "Requests from another site's pages are not accepted; open this server's own page.",
        "不接受其他网站页面发来的请求；请打开本服务器自己的页面。",
        "不接受其他網站頁面發來的請求；請打開本伺服器自己的頁面。",
    ),
    "no_credential": say(
        "This needs a guest's cookie or token; POST /api/guests gives a token.",
        "这里需要访客的 cookie 或令牌；POST /api/guests 可以领令牌。",
        "這裡需要訪客的 cookie 或權杖；POST /api/guests 可以領權杖。",
    ),
    "unknown_token": say(
        "This token is not known here; POST /api/guests gives one.",
        "这里不认识这个令牌；POST /api/guests 可以领一个。",
        "這裡不認識這個權杖；POST /api/guests 可以領一個。",
    ),
    "slow_down": say(
        "That is too much at once; wait {wait} s.",
        "太频繁了，请等 {wait} 秒。",
        "太頻繁了，請等 {wait} 秒。",
    ),
    "too_many_tables": say(
        "You have opened many tables lately; wait {wait} s before the next.",
        "你最近开的桌太多了，{wait} 秒后再开。",
        "你最近開的桌太多了，{wait} 秒後再開。",
    ),
    "too_many_lookups": say(
        "Too many codes that do not exist; wait {wait} s.",
        "试了太多不存在的桌号，请等 {wait} 秒。",
        "試了太多不存在的桌號，請等 {wait} 秒。",
    ),
    "too_many_sockets": say(
        "Too many pages are open at once from here; close some and wait {wait} s.",
        "这里同时打开的页面太多；关掉几个，{wait} 秒后再试。",
        "這裡同時打開的頁面太多；關掉幾個，{wait} 秒後再試。",
    ),
    "too_large": say(
        "The message is too large: {most} bytes at most.",
        "消息太大：最多 {most} 字节。",
        "訊息太大：最多 {most} 位元組。",
    ),
    # -- messages
    "not_text": say(
        "Messages are JSON text, not binary frames.",
        "消息是 JSON 文本，不收二进制帧。",
        "訊息是 JSON 文字，不收二進位訊框。",
    ),
    "bad_message": say(
        "This message cannot be read ({reason}).",
        "读不懂这条消息（{reason}）。",
        "讀不懂這則訊息（{reason}）。",
    ),
    "hello_first": say(
        "The first message of a connection is hello.",
        "连接后的第一条消息必须是 hello。",
        "連線後的第一則訊息必須是 hello。",
    ),
    "hello_twice": say(
        "hello is said once, at the beginning.",
        "hello 只在开头说一次。",
        "hello 只在開頭說一次。",
    ),
    "other_protocol": say(
        "This server speaks version {ours} of the protocol; load the page again.",
        "本服务器使用协议第 {ours} 版；请重新载入页面。",
        "本伺服器使用協定第 {ours} 版；請重新載入頁面。",
    ),
    "bad_id": say(
        "A command's id has 1 to 64 characters.",
        "命令的 id 要有 1 到 64 个字符。",
        "指令的 id 要有 1 到 64 個字元。",
    ),
    "unknown_phrase": say(
        "The phrases of a table are {phrases}.",
        "牌桌用语有：{phrases}。",
        "牌桌用語有：{phrases}。",
    ),
    # -- the table
    "only_watching": say(
        "Who watches does not play; open the table's own link to take a chair.",
        "旁观者不能出牌；要入座请打开牌桌自己的链接。",
        "旁觀者不能出牌；要入座請打開牌桌自己的連結。",
    ),
    "not_seated": say(
        "You have no chair at this table.",
        "你在这桌没有座位。",
        "你在這桌沒有座位。",
    ),
    "only_host": say(
        "Only the host of the table does that.",
        "只有桌主可以这样做。",
        "只有桌主可以這樣做。",
    ),
    "unknown_level": say(
        "Bots are of level {levels}.",
        "电脑的水平有：{levels}。",
        "電腦的水準有：{levels}。",
    ),
    "not_stored": say(
        "This could not be stored, so it did not happen; try again.",
        "没能存下来，所以不算数；请再试一次。",
        "沒能存下來，所以不算數；請再試一次。",
    ),
    # -- addresses
    "unknown_path": say(
        "There is nothing at this address.",
        "这个地址没有内容。",
        "這個位址沒有內容。",
    ),
    "unknown_method": say(
        "This address does not take that kind of request.",
        "这个地址不接受这种请求。",
        "這個位址不接受這種請求。",
    ),
    "unknown_table": say(
        "No table has this code.",
        "没有这个桌号。",
        "沒有這個桌號。",
    ),
    "unknown_game": say(
        "The games here are {games}.",
        "这里的玩法有：{games}。",
        "這裡的玩法有：{games}。",
    ),
    "unknown_language": say(
        "The rule books are in {languages}.",
        "规则书的语言有：{languages}。",
        "規則書的語言有：{languages}。",
    ),
    "unknown_record": say(
        "There is no record of this name; a deal has one once it is over.",
        "没有这份牌谱；一局打完才有牌谱。",
        "沒有這份牌譜；一局打完才有牌譜。",
    ),
    "bad_rules": say("{reason}", "这些规则不能这样定。", "這些規則不能這樣定。"),
    "bad_option": say(
        "{title} ({name}) may be {accepted}.",
        "{title}（{name}）可以是：{accepted}。",
        "{title}（{name}）可以是：{accepted}。",
    ),
    "unknown_option": say(
        "{name} is no house rule of this game; there are {accepted}.",
        "这个玩法没有 {name} 这项规则；有：{accepted}。",
        "這個玩法沒有 {name} 這項規則；有：{accepted}。",
    ),
    "bad_choice": say(
        "{field} may be {accepted}.",
        "{field}可以是：{accepted}。",
        "{field}可以是：{accepted}。",
    ),
    "broken": say(
        "The server made a mistake; the table did not change.",
        "服务器出错了；牌桌没有变化。",
        "伺服器出錯了；牌桌沒有變化。",
    ),
}

# What a new table is asked, in words.
FIELDS: dict[str, Words] = {
    "seats": say("The number of players", "人数", "人數"),
    "variant": say("The form of the game", "玩法形式", "玩法形式"),
    "clock": say("The clock", "计时", "計時"),
    "bots": say("The level of the bots", "电脑的水平", "電腦的水準"),
    "deals": say("The number of deals", "局数", "局數"),
}

STATUS = {
    "wrong_host": 421,
    "no_host": 400,
    "wrong_origin": 403,
    "no_credential": 401,
    "unknown_token": 401,
    "slow_down": 429,
    "too_many_tables": 429,
    "too_many_lookups": 429,
    "too_many_sockets": 429,
    "too_large": 413,
    "unknown_path": 404,
    "unknown_method": 405,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_language": 404,
    "unknown_record": 404,
    "not_stored": 503,
    "broken": 500,
}


def printable(text: str) -> str:
    """What somebody sent, fit to stand in a sentence."""
    return "".join(c for c in text[:80] if c.isprintable() and c not in "<>&\"'")


def in_language(fields: Mapping[str, object], language: str) -> dict[str, object]:
    return {name: value[language] if isinstance(value, Mapping) else value for name, value in fields.items()}


class Refused(QipaiError):
    """Something that is not done, with what its asker is told; `wait` is in seconds.

    A field is put into every sentence as it is, or in each sentence's language where it is `Words`.
    """

    def __init__(self, code: str, *, section: str = "", wait: float = 0, **fields: object) -> None:
        if wait:
            fields["wait"] = max(1, round(wait))
        text = {language: sentence.format(**in_language(fields, language)) for language, sentence in SENTENCES[code].items()}
        super().__init__(text["en"])
        self.refusal = Refusal(code, section, text)
        self.wait = wait

    @property
    def status(self) -> int:
        return STATUS.get(self.refusal.code, 400)
