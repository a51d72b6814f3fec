"""The English that people read, and the words that are accepted in it: `just spelling [--accept WORD …]`.

A word is known if the glossary has it, if it is a class of ours, or if `words.txt` beside this file lists it, where a plural or a
possessive of a listed word needs no line of its own.  What stands between backticks or in a block is not looked at, nor are the rule books.
"""

import argparse
import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_architecture import FILES, ROOT, name

ACCEPTED = Path(__file__).with_name("words.txt")
GLOSSARY = ROOT / "GLOSSARY.md"
APART = re.compile(
    r"^```.*?^```|`[^`\n]*`|\]\([^)]*\)|<[^>]*>|\w+:\S+|\{[^}]*\}|^\(\w+\)=$|[\w-]*[/.]\w[\w./-]*", re.DOTALL | re.MULTILINE
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
SHORT = 3  # letters of words whose plurals are listed: "thes" is none
MADE = {"evidence.md", "results.md", "house_in_numbers.md", "options.md"}  # logs and tables, full of names of sources


def words_in(text: str) -> Iterator[str]:
    """The words of a text in Latin letters without accents; those with accents are pinyin or Hakka."""
    for word in WORD.findall(APART.sub(" ", text)):
        word = word.replace("’", "'")
        if len(word.removesuffix("'s")) > 1 and word.isascii() and not word.isupper():  # a seat is a letter, and has cards
            yield word


def said_by(tree: ast.AST) -> Iterator[str]:
    """The help of a command line: of options, and of commands, whose docstrings it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "help":
            yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
        elif isinstance(node, ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def english(table: dict[str, object]) -> Iterator[str]:
    """The English sentences of a file of words, at any depth."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from english(value)
        elif isinstance(value, list):
            yield from (text for part in value if isinstance(part, dict) for text in english(part))
        elif key == "en" and isinstance(value, str):
            yield value


def text_of(path: Path) -> str | None:
    """The English of a file that people read, or None."""
    place, text = name(path), path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        chinese = path.stem.endswith(("zh-Hans", "zh-Hant"))
        return None if chinese or path.name in MADE or path.stem == "RULES" else text
    if place == "frontend/src/words/en.ts" or path.name == "words.en.ts":
        return "\n".join(TEXT.findall(re.sub(r"^ *//.*$", "", text, flags=re.MULTILINE)))
    if path.suffix == ".toml" and place.startswith("qipai/games/"):
        return "\n".join(english(tomllib.loads(text)))
    if path.suffix == ".py" and place.startswith("qipai/cli/"):
        return "\n".join(said_by(ast.parse(text)))
    if place in ("qipai/server/refusals.py", "qipai/session/refusals.py"):
        return "\n".join(
            node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
    return None


@cache
def listed() -> frozenset[str]:
    return frozenset(ACCEPTED.read_text(encoding="utf-8").split())


@cache
def known() -> frozenset[str]:
    """The accepted words: listed, of the glossary, and the names of our classes."""
    classes = {
        found
        for path in FILES
        if path.suffix == ".py" and name(path).startswith("qipai/")
        for found in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    glossary = re.sub(r"`[^`\n]*`", lambda code: " ".join(re.split(r"\W|_", code[0])), GLOSSARY.read_text(encoding="utf-8"))
    return listed() | classes | set(words_in(glossary)) | {word.lower() for word in words_in(glossary)}


def is_known(word: str) -> bool:
    """Is it accepted as it stands, in small letters, or without the ending of a plural or a possessive?"""
    base = word.removesuffix("'s")
    ends = ("s", "es") if re.search(r"(?:s|x|z|ch|sh|o)es$", base) else ("s",)
    forms = [base, *(form for form in map(base.removesuffix, ends) if len(form) > SHORT)]
    return any(form in known() or form.lower() in known() for form in forms)


def unknown() -> dict[str, str]:
    """Words that are not accepted, each with the first file that has it."""
    found: dict[str, str] = {}
    for path in FILES:
        for word in words_in(text_of(path) or ""):
            if not is_known(word):
                found.setdefault(word, name(path))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", nargs="+", default=[], metavar="WORD", help="write these into words.txt")
    words = parser.parse_args().accept
    if words:
        ACCEPTED.write_text(
            "\n".join(sorted({*listed(), *words}, key=lambda word: (word.lower(), word))) + "\n", encoding="utf-8"
        )
        listed.cache_clear()
        known.cache_clear()
    for word, place in sorted(unknown().items()):
        print(f"{word}  {place}")


if __name__ == "__main__":
    main()
