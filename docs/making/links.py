"""Pages that live outside docs/, and links between what is a file in the repository and what is a page of the site."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
ROOMS = ("gan_deng_yan", "dou_dizhu", "giog", "luk_fu", "gou_ji")

# Pages of the house, which the repository keeps where people look for them.
HOUSE = {
    "ARCHITECTURE.md": "architecture",
    "GLOSSARY.md": "glossary",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
    "SECURITY.md": "security",
    "benchmarks/results.md": "results",
}

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
SAID = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.DOTALL | re.MULTILINE)


def book(room: str, language: str) -> Path:
    return ROOT / "qipai" / "games" / room / ("RULES.md" if language == "en" else f"RULES.{language}.md")


PAGES = {
    **{ROOT / source: f"/house/{name}.md" for source, name in HOUSE.items()},
    **{book(room, language): f"/books/{room}/{language}.md" for room in ROOMS for language in LANGUAGES},
    ROOT / "README.md": "/index.md",
}


def relinked(text: str, home: Path) -> str:
    """The text of a page in the folder `home`, its links leading to pages of the site."""

    def link(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        path, _, fragment = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        file = (home / path).resolve()
        place = PAGES.get(file)
        if place is None and file.is_relative_to(DOCS) and file.is_file():
            place = "/" + file.relative_to(DOCS).as_posix()
        if place is None:
            return words  # a file or folder that is no page
        return f"{picture}[{words}]({place}{'#' + fragment if fragment else ''})"

    parts = SAID.split(text)
    return "".join(part if i % 2 else LINK.sub(link, part) for i, part in enumerate(parts))


def write_house(folder: Path) -> None:
    """The pages of the house, made anew for every build."""
    folder.mkdir(exist_ok=True)
    for source, name in HOUSE.items():
        path = ROOT / source
        put(folder / f"{name}.md", relinked(path.read_text(encoding="utf-8"), path.parent))


def put(path: Path, text: str) -> None:
    """Write what has changed, so that a build reads only that again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
