"""A page for each rule book and language, made from the book itself with its diagrams."""

import re
from collections.abc import Iterator
from pathlib import Path

from docs.diagrams import figures

from .links import LANGUAGES, ROOMS, book, put, relinked

NAMES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
HEADING = re.compile(r"^(#+) (\d+(?:\.\d+)?) ")
CITED = re.compile(r"§(\d+(?:\.\d+)?)")
CODE = re.compile(r"(`[^`]*`)")


def write(folder: Path) -> None:
    """All books in all languages, for a build of the site."""
    for room in ROOMS:
        for language in LANGUAGES:
            put(folder / room / f"{language}.md", page(room, language))


def page(room: str, language: str) -> str:
    """A book as a page: every § can be linked to, every cited § leads to its place, diagrams stand below what they show."""
    path = book(room, language)
    return "\n".join(lines(room, language, relinked(path.read_text(encoding="utf-8"), path.parent))) + "\n"


def lines(room: str, language: str, text: str) -> Iterator[str]:
    drawn = figures(room, language)
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


def cited(words: str, room: str, language: str, numbers: set[str]) -> str:
    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}](#{room}-{language}-{found[1]})" if found[1] in numbers else found[0]

    return CITED.sub(link, words)


def languages(chosen: str) -> str:
    """The same book in the other languages."""
    return " · ".join(f"**{name}**" if code == chosen else f"[{name}]({code}.md)" for code, name in NAMES.items())
