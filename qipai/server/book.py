"""Rule books: a room's RULES.md as numbered sections of HTML."""

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from .protocol import Section

if TYPE_CHECKING:
    from markdown_it.token import Token

NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s+(.*)")
RANK = r"(?:(?:10|[2-9JQKA])[XBR]?|[XBR])"
DISC = "[帥將仕士相象俥車傌馬炮砲兵卒]"
MONEY = "(?:[1-9][SGKC]|L)"
CARDS = re.compile(rf"{RANK}(?:-{RANK})*|{DISC}+|{MONEY}(?:-{MONEY})*")
CITED = re.compile(r"§(\d+\.\d+)")


def book_path(book: Path, language: str) -> Path:
    """RULES.md, with the other languages' books beside it."""
    return book if language == "en" else book.with_suffix(f".{language}{book.suffix}")


@functools.lru_cache(32)
def sections(path: Path) -> list[Section]:
    """The book's sections in order: the opening first, then one for each numbered heading."""
    from markdown_it import MarkdownIt  # nobody waits for it before the first page

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    found: list[tuple[str, str, list[Token]]] = []
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[i + 1].content
            numbered = NUMBER.fullmatch(heading)
            number, title = numbered.groups() if numbered else ("", heading)
            found.append((number, title, []))
        elif found and not (token.type == "heading_close" or (i and tokens[i - 1].type == "heading_open")):
            found[-1][2].append(token)
    render = markdown.renderer.render
    return [Section(number, title, link(render(mark(body), markdown.options, {}))) for number, title, body in found]


def mark(tokens: list["Token"]) -> list["Token"]:
    """Tell examples in cards from other code, so that a page can draw them."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "code_inline" and CARDS.fullmatch(child.content):
                child.attrSet("class", "cards")
    return tokens


def link(html: str) -> str:
    """A § that is cited leads to its place on the page."""
    return CITED.sub(r'<a class="section" href="#\1">§\1</a>', html)
