"""What stands at the end of a rule book and is made from a game's data: a whole deal with comments, and the words.

Each part is Markdown in one language, with cards as the books write them, for the page beside the table (`server/book.py`) and for the site.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from qipai.engine.errors import NotationError, Words
from qipai.engine.game import Game
from qipai.engine.lessons import Lesson, Remark, Stop, has_lesson, load_lesson
from qipai.engine.lines import Teller
from qipai.engine.positions import players_in
from qipai.engine.telling import Fact

from .deal import Answer, Deal, Terms

NAMES = "ABCDEF"  # of the players, by seat
AND_THEN = " · "
COLON = {"en": ": ", "zh-Hans": "：", "zh-Hant": "："}
DISCS = dict(zip("rG bG rA bA rE bE rR bR rH bH rC bC rP bP".split(), "帥將仕士相象俥車傌馬炮砲兵卒", strict=True))
BARE = r"\1"
SUIT = re.compile(r"(10|[2-9JQKA])[SHCD]")  # a card of the French pack

TITLES: Mapping[str, Words] = {
    "deal": {"en": "A whole deal, with comments", "zh-Hans": "一局牌，从头看到尾", "zh-Hant": "一局牌，從頭看到尾"},
    "words": {"en": "Words", "zh-Hans": "词语", "zh-Hant": "詞語"},
}
HANDS: Words = {
    "en": "You are A. These are the hands; at a table you would see only your own.",
    "zh-Hans": "你是 A。各家的手牌都写在这里；真打的时候，只看得见自己的。",
    "zh-Hant": "你是 A。各家的手牌都寫在這裡；實際打牌時，只看得到自己的。",
}


class Appended(NamedTuple):
    """A part of a book without a number: its address, its title and its text as Markdown."""

    number: str
    title: str
    text: str


def appendix(game: Game, language: str) -> list[Appended]:
    """Return what stands at the end of a game's book in a language."""
    parts = [("deal", sample_deal(game, language)), ("words", word_list(game.words.get("terms", {}), language))]
    return [Appended(name, TITLES[name][language], text) for name, text in parts if text]


def word_list(terms: Mapping[str, Any], language: str) -> str:
    """Return the words of art of a game as a list: each with its name in the other script, its sentence and its §."""
    return "\n".join(
        f"- **{term['name'][language]}**{other_name(term['name'], language)}{COLON[language]}{term['meaning'][language]}{cited(term['section'], language)}"
        for term in sorted(terms.values(), key=lambda term: [int(part) for part in term["section"].split(".")])
    )


def cited(section: str, language: str) -> str:
    """Return a § at the end of a sentence."""
    return f" (§{section})" if language == "en" else f"（§{section}）"


def other_name(name: Words, language: str) -> str:
    """Return what else a word is called, for a reader at a table where both are heard: in Chinese for English readers, and the other way."""
    others = dict.fromkeys((name["zh-Hans"], name["zh-Hant"]) if language == "en" else (name["en"],))
    return "".join(f" {other}" for other in others if other != name[language])


def sample_deal(game: Game, language: str) -> str:
    """Return the deal of a game's lesson, played by the rules to its end, with what the lesson says at its stops; "" without a lesson."""
    return "\n\n".join(filter(None, told_deal(load_lesson(game), language))) if has_lesson(game) else ""


def told_deal(lesson: Lesson, language: str) -> Iterator[str]:
    """Yield the paragraphs of a lesson's deal: what happened, the hands, and each comment before the play that it is about."""
    game, rules, players = lesson.game, lesson.game.rules(lesson.ruleset), players_in(lesson.game, lesson.setup)
    deal = Deal(Terms(game, lesson.ruleset, rules, players), lesson.setup, lesson.order)
    teller = Written(game, NAMES[:players], language, lesson.seat)
    stops, remarks = {stop.at: stop for stop in lesson.stops}, {remark.at: remark for remark in lesson.remarks}
    happened, dealt = deal.opening, False
    for at, (seat, action) in enumerate(lesson.line + lesson.rest):
        if not dealt and all(map(deal.hand, range(players))):
            dealt = True
            yield teller.tell(happened)
            yield hands_of(deal, language)
            happened = []
        if at in stops or at in remarks:
            yield teller.tell(happened)
            yield asked(stops[at], language) if at in stops else said(remarks[at], language)
            happened = []
        happened = happened + deal.play(seat, Answer(action, None))
    yield teller.tell(happened)


def asked(stop: Stop, language: str) -> str:
    return f"**{stop.title[language]}** {stop.text[language]}{cited(stop.section, language)}"


def said(remark: Remark, language: str) -> str:
    return f"{remark.text[language]}{cited(remark.section, language)}"


def hands_of(deal: Deal, language: str) -> str:
    """Return all hands as a list, after a sentence on who the reader is."""
    face = deal.terms.game.notation.format_card
    suited = has_suits(deal.terms.game)
    hands = [written([face(card) for card in deal.hand(seat)], suited) for seat in range(deal.terms.players)]
    return "\n".join([HANDS[language], "", *(f"- **{name}** {hand}" for name, hand in zip(NAMES, hands, strict=False))])


class Written(Teller):
    """A teller who writes cards as the books do."""

    def __init__(self, game: Game, names: Sequence[str], language: str, you: int) -> None:
        super().__init__(game, names, language, you)
        self.seat, self.suited = you, has_suits(game)

    def tell(self, facts: Iterable[Fact]) -> str:
        """Return what happened as a list, with an item for each trick and one for the result."""
        items: list[list[str]] = [[]]
        for fact in facts:
            seen = fact.seen_by(self.seat)
            if seen.get("lead") or isinstance(seen.get("points"), list):
                items.append([])
            items[-1] += [line.rstrip(".。") for line in self.lines(seen)]
        return "\n".join(f"- {AND_THEN.join(item)}" for item in items if item)

    def _values(self, told: Mapping[str, Any]) -> dict[str, Any]:
        values = super()._values(told)
        for field in ("cards", "pieces"):
            if values.get(field) and isinstance(values[field], str):
                values[field] = written(values[field].split("-"), self.suited)
        return values


def written(faces: Sequence[str], suited: bool) -> str:
    """Return cards as the books write them: discs as their characters, and `suited` cards without their suits.

    >>> written(["10H", "3S"], True), written(["rG", "rA", "rE"], False), written(["9S", "8S"], False)
    ('`10-3`', '`帥仕相`', '`9S-8S`')
    """
    if all(face in DISCS for face in faces):
        return f"`{''.join(DISCS[face] for face in faces)}`"
    cards = "-".join(faces)
    return f"`{SUIT.sub(BARE, cards) if suited else cards}`"


def has_suits(game: Game) -> bool:
    """Return whether a game's cards are of the French pack, whose suits say nothing in an example."""
    try:
        game.notation.parse_card("10H")
    except NotationError:
        return False
    return True
