"""The refusals of the server: a code for programs, and a sentence for people in each language.

A sentence contains nothing of a table but what its reader sent or already sees.
"""

from collections.abc import Mapping

from qipai.engine.errors import QipaiError, Refusal, Words, say

SENTENCES: dict[str, Words] = {
    # -- the door
    "wrong_host": say(
        "This server does not know that it is called {host}. If it is yours, start it with --origin and the address that your browser shows, as --origin https://{host}.",
        "服务器不认识主机名 {host}。如果是你的服务器，请用 --origin 加上浏览器里显示的地址启动，例如 --origin https://{host}。",
        "伺服器不認識主機名稱 {host}。如果是你的伺服器，請用 --origin 加上瀏覽器裡顯示的位址啟動，例如 --origin https://{host}。",
    ),
    "no_host": say(
        "The request has no Host header.",
        "这个请求缺少 Host 标头。",
        "這個請求缺少 Host 標頭。",
    ),
    "wrong_origin": say(
        "For this server, that was another site's page. Open the server's own page instead; if this is it, the server has to be started with --origin and the address that your browser shows.",
        "在服务器看来，这是其他网站的页面。请打开本服务器自己的页面；如果这就是，启动服务器时要用 --origin 写明浏览器里显示的地址。",
        "在伺服器看來，這是其他網站的頁面。請打開本伺服器自己的頁面；如果這就是，啟動伺服器時要用 --origin 寫明瀏覽器裡顯示的位址。",
    ),
    "no_credential": say(
        "This needs a guest's cookie or token. POST /api/guests gives a token.",
        "这里需要访客的 cookie 或令牌；POST /api/guests 可以领令牌。",
        "這裡需要訪客的 cookie 或權杖；POST /api/guests 可以領權杖。",
    ),
    "unknown_token": say(
        "This token is not valid here. POST /api/guests gives a new one.",
        "这个令牌无效。POST /api/guests 可以领一个新的。",
        "這個權杖無效。POST /api/guests 可以領一個新的。",
    ),
    "unknown_reason": say(
        "A report needs a reason: {accepted}.",
        "举报要有理由：{accepted}。",
        "檢舉要有理由：{accepted}。",
    ),
    "nobody_to_report": say(
        "Report another person who has a chair at this table.",
        "只能举报在这桌有座位的别人。",
        "只能檢舉在這桌有座位的別人。",
    ),
    "slow_down": say(
        "Too many requests. Wait {wait} s.",
        "太频繁了，请等 {wait} 秒。",
        "太頻繁了，請等 {wait} 秒。",
    ),
    "too_many_tables": say(
        "You have opened too many tables. Wait {wait} s before the next one.",
        "你最近开的桌太多了，{wait} 秒后再开。",
        "你最近開的桌太多了，{wait} 秒後再開。",
    ),
    "too_many_open_tables": say(
        "You already have {most} tables open, the most allowed. Play at one of them. A table that nobody uses closes after {hours} h.",
        "你开的桌还有 {most} 张没有关，这是上限。请到其中一张去打；没有人用的桌 {hours} 小时后会关。",
        "你開的桌還有 {most} 張沒有關，這是上限。請到其中一張去打；沒有人用的桌 {hours} 小時後會關。",
    ),
    "too_many_open_here": say(
        "Your network already has {most} tables open, the most allowed. Play at one of them. A table that nobody uses closes after {hours} h.",
        "从你的网络开的桌还有 {most} 张没有关，这是上限。请到其中一张去打；没有人用的桌 {hours} 小时后会关。",
        "從你的網路開的桌還有 {most} 張沒有關，這是上限。請到其中一張去打；沒有人用的桌 {hours} 小時後會關。",
    ),
    "too_many_lookups": say(
        "You tried too many codes that do not exist. Wait {wait} s.",
        "试了太多不存在的桌号，请等 {wait} 秒。",
        "試了太多不存在的桌號，請等 {wait} 秒。",
    ),
    "too_many_sockets": say(
        "You have too many pages open. Close some and wait {wait} s.",
        "这里同时打开的页面太多；关掉几个，{wait} 秒后再试。",
        "這裡同時打開的頁面太多；關掉幾個，{wait} 秒後再試。",
    ),
    "too_large": say(
        "The message is too large. The limit is {most} bytes.",
        "消息太大：最多 {most} 字节。",
        "訊息太大：最多 {most} 位元組。",
    ),
    # -- messages
    "not_text": say(
        "Messages must be JSON text, not binary frames.",
        "消息是 JSON 文本，不收二进制帧。",
        "訊息是 JSON 文字，不收二進位訊框。",
    ),
    "bad_message": say(
        "The server cannot read this message ({reason}).",
        "读不懂这条消息。解析器的原文：{reason}",
        "讀不懂這則訊息。剖析器的原文：{reason}",
    ),
    "hello_first": say(
        "The first message of a connection must be hello.",
        "连接后的第一条消息必须是 hello。",
        "連線後的第一則訊息必須是 hello。",
    ),
    "hello_twice": say(
        "Send hello only once, at the beginning.",
        "hello 只在开头发一次。",
        "hello 只在開頭傳一次。",
    ),
    "other_protocol": say(
        "This server uses version {ours} of the protocol. Reload the page.",
        "本服务器使用协议第 {ours} 版；请重新载入页面。",
        "本伺服器使用協定第 {ours} 版；請重新載入頁面。",
    ),
    "bad_id": say(
        "A command's id must have 1 to 64 characters.",
        "命令的 id 要有 1 到 64 个字符。",
        "指令的 id 要有 1 到 64 個字元。",
    ),
    "unknown_phrase": say(
        "You can say: {phrases}.",
        "牌桌用语有：{phrases}。",
        "牌桌用語有：{phrases}。",
    ),
    "unknown_passing": say(
        "When the table may act for you must be one of: {accepted}.",
        "只剩一种出法时要不要自动出，只能写：{accepted}。",
        "只剩一種出法時要不要自動出，只能寫：{accepted}。",
    ),
    # -- the table
    "only_watching": say(
        "You are watching, so you cannot play. To take a chair, open the link to the table.",
        "你在旁观，不能出牌。要入座，请打开本桌链接。",
        "你在旁觀，不能出牌。要入座，請打開本桌連結。",
    ),
    "no_chair": say(
        "That table has no chair for you any more.",
        "那一桌已经没有你的位子了。",
        "那一桌已經沒有你的位子了。",
    ),
    "only_lobby": say(
        "This connection only shows the lobby. To act at a table, open its link.",
        "这个连接只显示大厅；要在牌桌上操作，请打开那一桌的链接。",
        "這個連線只顯示大廳；要在牌桌上操作，請打開那一桌的連結。",
    ),
    "not_seated": say(
        "You have no chair at this table.",
        "你在这桌没有座位。",
        "你在這桌沒有座位。",
    ),
    "only_host": say(
        "Only the host can do that.",
        "只有桌主可以这样做。",
        "只有桌主可以這樣做。",
    ),
    "unknown_level": say(
        "Bots have these levels: {levels}.",
        "电脑的水平有：{levels}。",
        "電腦的水準有：{levels}。",
    ),
    "not_stored": say(
        "This could not be saved, so it did not happen. Try again.",
        "没能存下来，所以不算数；请再试一次。",
        "沒能存下來，所以不算數；請再試一次。",
    ),
    "number_late": say(
        "Your number for the cards came too late.",
        "你加的随机数到得太晚，没算进去。",
        "你加的隨機數到得太晚，沒算進去。",
    ),
    "number_other": say(
        "This is not the number that was promised, signed for this deal.",
        "这不是你报过、并为这一局签了名的那个随机数。",
        "這不是你報過、並為這一局簽了名的那個隨機數。",
    ),
    "table_full": say(
        "The log of this table is full. You can go on playing. For anything else, open a new table.",
        "这一桌的记录已满：可以继续打牌，其他事情请另开一桌。",
        "這一桌的紀錄已滿：可以繼續打牌，其他事情請另開一桌。",
    ),
    "full_house": say(
        "The server is full at the moment. Try again in {wait} s.",
        "服务器暂时没有空位，请过 {wait} 秒再试。",
        "伺服器暫時沒有空位，請過 {wait} 秒再試。",
    ),
    "damaged_table": say(
        "The log of this table is damaged, so you cannot play on here. Other tables are not affected.",
        "这一桌的记录已损坏，不能继续；其他牌桌不受影响。",
        "這一桌的紀錄已損壞，不能繼續；其他牌桌不受影響。",
    ),
    "sealed_table": say(
        "The cards of this table were stored with a key that the server no longer has, so you cannot play on here.",
        "这一桌的牌是用一把密钥存的，服务器已经没有这把密钥，所以不能继续。",
        "這一桌的牌是用一把金鑰存的，伺服器已經沒有這把金鑰，所以不能繼續。",
    ),
    "not_ready": say(
        "The server is not ready at the moment. Please try again in a minute.",
        "服务器暂时不能使用，请一分钟后再试。",
        "伺服器暫時不能使用，請一分鐘後再試。",
    ),
    # -- addresses
    "unknown_path": say(
        "There is nothing at this address.",
        "这个地址没有内容。",
        "這個位址沒有內容。",
    ),
    "unknown_method": say(
        "This address does not accept that kind of request.",
        "这个地址不接受这种请求。",
        "這個位址不接受這種請求。",
    ),
    "unknown_table": say(
        "No table has this code.",
        "没有这个桌号。",
        "沒有這個桌號。",
    ),
    "own_lesson": say(
        "This is somebody else's lesson. Start one yourself.",
        "这桌是别人自己的教学局，你可以另开一局。",
        "這桌是別人自己的教學局，你可以另開一局。",
    ),
    "own_position": say(
        "Somebody is trying out a position alone at this table. Open a table of your own.",
        "这桌是别人在单独试打一个局面，你可以另开一桌。",
        "這桌是別人在單獨試打一個局面，你可以另開一桌。",
    ),
    "not_a_lesson": say(
        "This table is not a lesson.",
        "这桌不是教学局。",
        "這桌不是教學局。",
    ),
    "no_lesson": say(
        "There are lessons for {games}.",
        "有教学的玩法是：{games}。",
        "有教學的玩法是：{games}。",
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
        "There is no record with this name. A deal has a record once it is over.",
        "没有这份牌谱；一局打完才有牌谱。",
        "沒有這份牌譜；一局打完才有牌譜。",
    ),
    "bad_page": say(
        "Your list of games has no such page.",
        "你的牌局清单里没有这一页。",
        "你的牌局清單裡沒有這一頁。",
    ),
    "review_rules": say(
        "That deal was played by an older version of the rules, by which it cannot be judged any more.",
        "这局是按旧版规则打的，没法再复盘。",
        "這局是依舊版規則打的，沒法再覆盤。",
    ),
    "review_seat": say(
        "The seats of that deal are {accepted}.",
        "那局的座位是 {accepted}。",
        "那局的座位是 {accepted}。",
    ),
    "position_rules": say(
        "That deal was played by an older version of the rules. You cannot play on from it.",
        "这局是按旧版规则打的，没法接着打。",
        "這局是依舊版規則打的，沒法接著打。",
    ),
    "unknown_decision": say(
        "That deal has no decision {decision}. Decisions are counted from 1.",
        "那局没有第 {decision} 手；从 1 数起。",
        "那局沒有第 {decision} 手；從 1 數起。",
    ),
    "too_many_reviews": say(
        "Many reviews are waiting to be computed; try again in {wait} s.",
        "排队等算的复盘太多了，请 {wait} 秒后再试。",
        "排隊等算的覆盤太多了，請 {wait} 秒後再試。",
    ),
    "advice_people": say(
        "Advice is for a table where all others are bots.",
        "有别人在座的时候不能问；其余都是电脑时才行。",
        "有別人在座的時候不能問；其餘都是電腦時才行。",
    ),
    "advice_lesson": say(
        "The lesson tells you what to do here.",
        "教学里会告诉你该怎么打。",
        "教學裡會告訴你該怎麼打。",
    ),
    "advice_no_choice": say(
        "You have only one choice here.",
        "现在只有一种打法。",
        "現在只有一種打法。",
    ),
    "advice_given": say(
        "You have already asked about this decision.",
        "这一手已经问过了。",
        "這一手已經問過了。",
    ),
    "too_many_asking": say(
        "Many people are asking; try again in {wait} s.",
        "现在问的人很多，请 {wait} 秒后再试。",
        "現在問的人很多，請 {wait} 秒後再試。",
    ),
    "unknown_exercise": say(
        "The exercises of {game} are {accepted}.",
        "{game}的小题有：{accepted}。",
        "{game}的小題有：{accepted}。",
    ),
    "bad_seed": say(
        "A seed is a whole number of at most {most} digits.",
        "种子是一个整数，最多 {most} 位。",
        "種子是一個整數，最多 {most} 位。",
    ),
    "no_exercise": say(
        "No position from seed {seed} raises such a question. Try another seed.",
        "从种子 {seed} 发的牌里出不了这种题，换一个种子试试。",
        "從種子 {seed} 發的牌裡出不了這種題，換一個種子試試。",
    ),
    "too_many_exercises": say(
        "Many questions are being made. Try again in {wait} s.",
        "正在出的题太多了，请 {wait} 秒后再试。",
        "正在出的題太多了，請 {wait} 秒後再試。",
    ),
    "no_push": say(
        "This server cannot send notifications: the package cryptography is missing.",
        "本服务器发不了通知：没有装 cryptography 这个包。",
        "本伺服器無法傳送通知：沒有安裝 cryptography 套件。",
    ),
    "bad_push": say(
        "This is not a subscription of a push service: its address begins with https:// and has a name.",
        "这不是推送服务的订阅：地址要以 https:// 开头，并且是域名。",
        "這不是推播服務的訂閱：網址要以 https:// 開頭，並且是網域名稱。",
    ),
    "push_unseated": say(
        "Take a chair at a table first; notifications are for people who play.",
        "先找张桌子坐下；通知是给打牌的人的。",
        "先找張桌子坐下；通知是給打牌的人的。",
    ),
    "bad_rules": say("{reason}", "{reason}", "{reason}"),
    "bad_option": say(
        "{title} ({name}) may be {accepted}.",
        "{title}（{name}）可以是：{accepted}。",
        "{title}（{name}）可以是：{accepted}。",
    ),
    "unknown_option": say(
        "This game has no house rule {name}. It has {accepted}.",
        "这个玩法没有 {name} 这项规则；有：{accepted}。",
        "這個玩法沒有 {name} 這項規則；有：{accepted}。",
    ),
    "bad_choice": say(
        "{field} may be {accepted}.",
        "{field}可以是：{accepted}。",
        "{field}可以是：{accepted}。",
    ),
    # -- accounts
    "no_accounts": say(
        "This server keeps no accounts. You can play as a guest.",
        "这台服务器没有开账号功能，当访客就能打牌。",
        "這台伺服器沒有開放帳號，當訪客就能打牌。",
    ),
    "not_json": say(
        "This request must be JSON, with content-type: application/json.",
        "这个请求要用 JSON（content-type: application/json）。",
        "這個請求必須是 JSON（content-type: application/json）。",
    ),
    "only_browsers": say(
        "Accounts are for browsers. A program plays with its own token.",
        "账号只给浏览器用；程序用自己的令牌打牌。",
        "帳號只給瀏覽器用；程式請用自己的權杖打牌。",
    ),
    "name_taken": say(
        "This name, or one that looks like it, belongs to an account. Choose another.",
        "这个名字（或者看起来一样的名字）已经有人注册了，换一个吧。",
        "這個名字（或看起來一樣的名字）已經有人註冊了，換一個吧。",
    ),
    "weak_password": say(
        "A password has {least} to {most} characters and is not your name.",
        "密码要 {least} 到 {most} 个字符，而且不能是你的名字。",
        "密碼要 {least} 到 {most} 個字元，而且不能是你的名字。",
    ),
    "wrong_sign_in": say(
        "This name does not go with this password or code.",
        "名字跟密码（或恢复码）对不上。",
        "名字跟密碼（或救援碼）對不上。",
    ),
    "wrong_password": say(
        "This is not your password.",
        "密码不对。",
        "密碼不對。",
    ),
    "signed_out": say(
        "You are not signed in here. Sign in first.",
        "你还没有登录，请先登录。",
        "你還沒有登入，請先登入。",
    ),
    "signed_in": say(
        "This browser is signed in to an account already.",
        "这个浏览器已经登录了一个账号。",
        "這個瀏覽器已經登入一個帳號了。",
    ),
    "still_seated": say(
        "You still have a chair at the table {table}. Leave it first; in the middle of a deal, wait until the deal is over.",
        "你在 {table} 桌还有位子。请先离座；正在打的话，等这局打完。",
        "你在 {table} 桌還有位子。請先離座；正在打的話，等這局打完。",
    ),
    "broken": say(
        "The server made an error. The table did not change.",
        "服务器出错了；牌桌没有变化。",
        "伺服器出錯了；牌桌沒有變化。",
    ),
}

# The fields of the form for a new table, in words.
FIELDS: dict[str, Words] = {
    "seats": say("The number of players", "人数", "人數"),
    "variant": say("The variant", "打法", "打法"),
    "clock": say("The clock", "时限", "時限"),
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
    "too_many_open_tables": 429,
    "too_many_open_here": 429,
    "too_many_lookups": 429,
    "too_many_sockets": 429,
    "too_large": 413,
    "unknown_path": 404,
    "unknown_method": 405,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_language": 404,
    "unknown_record": 404,
    "own_lesson": 403,
    "own_position": 403,
    "no_lesson": 404,
    "unknown_exercise": 404,
    "no_exercise": 404,
    "review_rules": 409,
    "position_rules": 409,
    "unknown_decision": 404,
    "too_many_reviews": 503,
    "too_many_exercises": 503,
    "too_many_asking": 503,
    "not_stored": 503,
    "not_ready": 503,
    "full_house": 503,
    "table_full": 409,
    "no_chair": 409,
    "damaged_table": 410,
    "sealed_table": 410,
    "no_accounts": 404,
    "not_json": 415,
    "only_browsers": 403,
    "name_taken": 409,
    "wrong_sign_in": 403,
    "wrong_password": 403,
    "signed_out": 403,
    "signed_in": 409,
    "still_seated": 409,
    "broken": 500,
}


def printable(text: str) -> str:
    """Return a text that somebody sent, shortened and without markup, so that a sentence can quote it."""
    return "".join(c for c in text[:80] if c.isprintable() and c not in "<>&\"'")


def in_language(fields: Mapping[str, object], language: str) -> dict[str, object]:
    """Return the fields with each one that has translations replaced by its text in that language."""
    return {name: value[language] if isinstance(value, Mapping) else value for name, value in fields.items()}


class Refused(QipaiError):
    """A request that is refused, with the sentences for the person who asked.

    `code`: a key of `SENTENCES`.  `wait`: seconds until it may be tried again, 0 if waiting does not help.  `fields`
    are put into the sentences; a mapping by language (`Words`) is put into each in its language.
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
        """The HTTP status of the refusal."""
        return STATUS.get(self.refusal.code, 400)
