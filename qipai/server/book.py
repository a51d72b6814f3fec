"""Rule books: a game's RULES.md as numbered sections of HTML."""

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from qipai.diagrams import figures
from qipai.engine.game import Game
from qipai.session.appendix import appendix

from .protocol import Section

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s+(.*)")
RANK = r"(?:(?:10|[2-9JQKA])[XBR]?|[XBR])"
DISC = "[帥將仕士相象俥車傌馬炮砲兵卒]"
MONEY = "(?:[1-9][SGKC]|L)"
CARDS = re.compile(rf"{RANK}(?:[-+]{RANK})*|{DISC}+|{MONEY}(?:-{MONEY})*")
CITED = re.compile(r"§(\d+(?:\.\d+)?)")
ORIGIN = "origin"  # where the game comes from: the one heading without a number below the title
OUTWARD = re.compile(r'<a href="(https?:[^"]*)">')
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
MANY = 5  # columns, more than go side by side on a telephone
ACROSS = '<div class="across" tabindex="0">{}</div>'
MINUTE = re.compile(r"<p><strong>[^<]*</strong></p>\s*<ul>.*?</ul>", re.DOTALL)  # the one-minute summary


def book_path(book: Path, language: str) -> Path:
    """Return the path of a rule book in a language, given that of RULES.md."""
    return book if language == "en" else book.with_suffix(f".{language}{book.suffix}")


@functools.lru_cache(32)
def sections(path: Path) -> list[Section]:
    """Return a book's sections in order: the opening, where the game comes from, then one for each numbered heading."""
    markdown = reader()
    found: list[tuple[str, str, list[Token]]] = []
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[i + 1].content
            numbered = NUMBER.fullmatch(heading)
            number, title = numbered.groups() if numbered else (ORIGIN if found else "", heading)
            found.append((number, title, []))
        elif found and not (token.type == "heading_close" or (i and tokens[i - 1].type == "heading_open")):
            found[-1][2].append(token)
    render = markdown.renderer.render
    return [Section(number, title, finished(render(mark(body), markdown.options, {}))) for number, title, body in found]


def sections_for(game: Game, language: str) -> list[Section]:
    """Return the sections of a game's book with their diagrams, and what stands at its end.

    In a book of several games the opening shows the summary of the § about this one.
    """
    drawn = figures(game.book.parent.name, language)
    written = sections(book_path(game.book, language))
    pictured = [Section(part.number, part.title, part.html + drawn.get(part.number, "")) for part in written]
    opening, *others = [*pictured, *closing(game, language)]
    own = next((MINUTE.search(section.html) for section in others if section.number == game.section), None)
    if not game.section or own is None:
        return [opening, *others]
    return [Section(opening.number, opening.title, MINUTE.sub(lambda _: own[0], opening.html, count=1)), *others]


def closing(game: Game, language: str) -> list[Section]:
    """Return the parts of a game's book that are made from its data."""
    markdown = reader()
    render = markdown.renderer.render
    return [
        Section(number, title, finished(render(mark(markdown.parse(text)), markdown.options, {})))
        for number, title, text in appendix(game, language)
    ]


def reader() -> "MarkdownIt":
    """Return what reads and renders our Markdown."""
    from markdown_it import MarkdownIt  # imported late, so that the server starts sooner

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def mark(tokens: list["Token"]) -> list["Token"]:
    """Give code that spells cards the class `cards`, so that a page can draw them."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "code_inline" and CARDS.fullmatch(child.content):
                child.attrSet("class", "cards")
    return tokens


def finished(html: str) -> str:
    """Turn each cited § into a link to its section on the page, and a heading of a column without a word into a plain cell.

    A link to another site opens beside the page, for this may be a table with a deal going on.  A table with many
    columns, wider than a telephone, is scrolled by itself.
    """
    html = TABLE.sub(lambda found: ACROSS.format(found[0]) if found[0].count("<th") >= MANY else found[0], html)
    html = OUTWARD.sub(r'<a href="\1" target="_blank" rel="noopener noreferrer">', html)
    return CITED.sub(r'<a class="section" href="#\1">§\1</a>', html).replace("<th></th>", "<td></td>")
