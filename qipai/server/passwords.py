"""Passwords that everybody tries: what is in order, what repeats itself, and words that people take for one."""

import unicodedata
from collections.abc import Iterable, Mapping

from qipai.engine.game import Game

SURPRISING = 6  # least characters that do not follow from those before them
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop", "1234567890", "1qaz2wsx3edc4rfv5tgb6yhn7ujm")
COMMON = (
    "password", "passwort", "passwd", "secret", "welcome", "letmein", "login", "admin", "administrator", "guest", "master", "user", "test",
    "iloveyou", "love", "hello", "sunshine", "princess", "dragon", "monkey", "football", "baseball", "superman", "batman", "pokemon",
    "starwars", "freedom", "whatever", "trustno", "abc", "woaini", "aini", "mima", "nihao", "zhongguo", "beijing", "shanghai", "qingdao",
    "taiwan", "hongkong", "majiang", "mahjong", "puke", "poker", "cards", "game", "qipai", "棋牌", "密码", "密碼", "我爱你", "我愛你", "你好",
    "中国", "中國", "台湾", "台灣", "香港", "扑克", "撲克", "麻将", "麻將", "象棋",
)  # fmt: skip
MEANT = str.maketrans("013457@$!", "oieastasi")  # letters that digits and signs are written for


def words_of(games: Mapping[str, Game]) -> tuple[str, ...]:
    """Return the words that everybody tries at a house of these games: the common ones, and the games' names."""
    titles = [title for game in games.values() for title in (game.name.replace("_", ""), *game.titles.values())]
    return tuple(sorted({plain(word) for word in (*COMMON, *titles)}, key=len, reverse=True))


def plain(text: str) -> str:
    """Return letters and digits alone, without case."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum() or letter in "@$!")


def is_common(password: str, words: Iterable[str], name: str = "") -> bool:
    """Return whether a password is one of those that everybody tries.

    A word (`words` as of `words_of`), and the person's name, count as one character; so do digits, letters and keys in a row.

    >>> [is_common(password, ["password"], "Ann") for password in ("1234567890", "P4ssword2024", "annannann1", "a long walk home")]
    [True, True, True, False]
    """
    text = plain(password)
    for word in (plain(name), *words):
        if len(word) > 1:
            text = without(text, word)
    return sum(not follows(text, place) for place in range(len(text))) < SURPRISING


def without(text: str, word: str) -> str:
    """Return a text with one and the same mark for each time that a word is in it, with its letters or with what is written for them."""
    for written, wanted in ((text, word), (text.translate(MEANT), word.translate(MEANT))):
        place = written.find(wanted)
        while place >= 0:
            text = text[:place] + "\0" + text[place + len(word) :]
            written = written[:place] + "\0" + written[place + len(word) :]
            place = written.find(wanted)
    return text


def follows(text: str, place: int) -> bool:
    """Return whether a character is the one that comes after those before it: the next, the same, the next key, or as it was before."""
    if not place:
        return False
    pair = text[place - 1 : place + 1]
    if abs(ord(pair[1]) - ord(pair[0])) <= 1 or any(pair in row or pair[::-1] in row for row in ROWS):
        return True
    return any(pair == text[before : before + 2] for before in range(place - 1))
