"""A page for each rule book and language, made from the book itself with its diagrams."""

import re
from collections.abc import Iterator
from pathlib import Path

from qipai.diagrams import figures
from qipai.diagrams.drawing import Diagram, card, disc, figure, money
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.session.appendix import DISCS, TITLES, has_suits, sample_deal, word_list

from .links import LANGUAGES, ROOMS, book, put, relinked

NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
HEADING = re.compile(r"^(#+) (\d+(?:\.\d+)?) ")
CITED = re.compile(r"§(\d+(?:\.\d+)?)")
HAND = re.compile(r"^- \*\*([A-F])\*\* `([^`]+)`$")
CODE = re.compile(r"(`[^`]*`)")


def write(folder: Path) -> None:
    """All books in all languages, for a build of the site."""
    for room in ROOMS:
        for language in LANGUAGES:
            put(folder / room / f"{language}.md", page(room, language))


def page(room: str, language: str) -> str:
    """A book as a page: every § can be linked to, every cited § leads to its place, diagrams stand below what they show."""
    path = book(room, language)
    text = relinked(path.read_text(encoding="utf-8"), path.parent) + closing(path, language)
    return "\n".join(lines(room, language, text)) + "\n"


def closing(path: Path, language: str) -> str:
    """What is made from the games of a book: a whole deal of each, and their words."""
    games = [game for game in GAMES.values() if game.book.parent == path.parent]
    deals = [whole_deal(game, language, headed=len(games) > 1) for game in games]
    words = {key: term for game in games for key, term in game.words["terms"].items()}
    parts = ((TITLES["deal"], "\n\n".join(deals)), (TITLES["words"], word_list(words, language)))
    return "".join(f"\n## {title[language]}\n\n{text}\n" for title, text in parts)


def whole_deal(game: Game, language: str, headed: bool) -> str:
    """A game's deal with its comments, its hands drawn."""
    suited = has_suits(game)
    told = [line for said in sample_deal(game, language).splitlines() for line in hand_drawn(said, suited)]
    return "\n".join([f"### {game.titles[language]}\n"] * headed + told)


def hand_drawn(line: str, suited: bool) -> list[str]:
    """A line of the deal, with a drawing in its place if it is a hand."""
    found = HAND.match(line)
    if not found:
        return [line]
    name, cards = found.groups()
    sheet = Diagram()
    if cards[0] in DISCS.values():
        sheet.put([disc(face) for face in cards], gap=2, below=3)
    else:
        sheet.put([(card if suited else money)(face) for face in cards.split("-")], gap=2, below=3)
    return ["", *raw(figure(sheet.svg(cards), name))]


def lines(room: str, language: str, text: str) -> Iterator[str]:
    drawn = {section: raw(html) for section, html in figures(room, language).items()}
    numbers = set(re.findall(r"^#+ (\d+(?:\.\d+)?) ", text, re.MULTILINE))
    section, fenced = "", False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        heading = HEADING.match(line)
        if heading:
            yield from drawn.pop(section, ())
            section = heading[2]
            yield f"({room}-{language}-{section})="
        if line.startswith("# "):
            yield from (line, "", languages(language))
        elif fenced or line.startswith("#"):
            yield line
        else:
            yield "".join(part if i % 2 else cited(part, room, language, numbers) for i, part in enumerate(CODE.split(line)))
    yield from drawn.pop(section, ())
    if drawn:
        raise ValueError(f"The book of {room} has no § {', '.join(drawn)} for its diagrams.")


def raw(html: str) -> list[str]:
    return ["```{raw} html", html, "```", ""]


def cited(words: str, room: str, language: str, numbers: set[str]) -> str:
    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}](#{room}-{language}-{found[1]})" if found[1] in numbers else found[0]

    return CITED.sub(link, words)


def languages(chosen: str) -> str:
    """The same book in the other languages."""
    return " · ".join(f"**{name}**" if code == chosen else f"[{name}]({code}.md)" for code, name in NAMES.items())
