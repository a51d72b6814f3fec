"""Build sentences in each language: fill in {fields}, join lists, capitalise."""

import re
from collections.abc import Callable, Iterable

from .errors import LANGUAGES, Words

Named = Words | int | str  # the value of a {field}: one text per language, or the same for all

# {name}, or {name|card|cards}: the first form where the number is 1, else the second
FIELD = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


def in_each(word: Callable[[str], str]) -> Words:
    """Return a sentence by language, from a function of the language."""
    return {language: word(language) for language in LANGUAGES}


def fill(words: Words, /, **named: Named) -> Words:
    """Return a sentence with its {fields} filled in, in each language.  Raises `KeyError` for a field without a value.

    >>> fill({"en": "{n} {n|card|cards}", "zh-Hans": "{n} 张", "zh-Hant": "{n} 張"}, n=2)["en"]
    '2 cards'
    """
    return in_each(lambda language: filled(words[language], language, named))


def filled(sentence: str, language: str, named: dict[str, Named]) -> str:
    """Return a sentence of one language with its {fields} filled in.  Raises `KeyError` for a field without a value."""

    def part(field: re.Match[str]) -> str:
        name, one, several = field.groups()
        value = named[name]
        if one is not None:
            return one if value == 1 else str(several)
        return str(value) if isinstance(value, int | str) else value[language]

    return FIELD.sub(part, sentence)


def listed(things: Iterable[Named], joiner: Words, last: Words | None = None) -> Words:
    """Join things in each language with `joiner` between them, or with `last` before the last one where it is given."""
    named = list(things)

    def joined(language: str) -> str:
        parts = [str(thing) if isinstance(thing, int | str) else thing[language] for thing in named]
        if last is None or len(parts) < 2:
            return joiner[language].join(parts)
        return f"{joiner[language].join(parts[:-1])}{last[language]}{parts[-1]}"

    return in_each(joined)


def capitalised(words: Words) -> Words:
    """Return a sentence with its first letter capitalised."""
    return in_each(lambda language: words[language][:1].upper() + words[language][1:])


def followed(first: Words, more: Words) -> Words:
    """Concatenate two sentences or clauses in each language."""
    return in_each(lambda language: first[language] + more[language])
