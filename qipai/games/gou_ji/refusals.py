"""How a refusal is put together: its code, the § and the sentences with what they name."""

from collections.abc import Callable, Iterable

from qipai.engine.errors import LANGUAGES, Refusal, Words

from .name_words import SEATS
from .refusal_words import REFUSALS

JOKERS: dict[str, Words] = {
    "B": {"en": "Black", "zh-Hans": "小虎", "zh-Hant": "小虎"},
    "R": {"en": "Red", "zh-Hans": "大虎", "zh-Hant": "大虎"},
}
ONE_BY_ONE = 4  # so many cards are written one by one
THIN_SPACE = "\u2009"


def refuse(code: str, section: str = "", /, **named: Words | int | str) -> Refusal:
    """The refusal of that code; the § of the table unless another is given."""
    usual, sentences = REFUSALS[code]
    return Refusal(code, section or usual, fill(sentences, **named))


def fill(words: Words, /, **named: Words | int | str) -> Words:
    """A sentence in each language; what is named has a form for each too, or the same for all."""

    def filled(language: str) -> str:
        parts = {name: str(part) if isinstance(part, int | str) else part[language] for name, part in named.items()}
        sentence = words[language].format(**parts)
        return sentence[:1].upper() + sentence[1:]

    return in_each(filled)


def in_each(word: Callable[[str], str]) -> Words:
    """One thing said in each language."""
    return {language: word(language) for language in LANGUAGES}


def name_cards(ranks: Iterable[str]) -> Words:
    """Cards by their ranks, as the table writes them: 8-8-2 and 882, 8-8-Red and 8 8 大虎, more than a few in piles: 8×6 2×2."""
    cards = list(ranks)
    piles = {rank: cards.count(rank) for rank in cards}

    def written(language: str) -> str:
        names = {rank: JOKERS[rank][language] if rank in JOKERS else rank for rank in cards}
        if len(cards) > ONE_BY_ONE:
            return " ".join(f"{names[rank]}×{count}" if count > 1 else names[rank] for rank, count in piles.items())
        if language == "en":
            return "-".join(names[rank] for rank in cards)
        return ("" if all(len(name) == 1 for name in names.values()) else THIN_SPACE).join(names[rank] for rank in cards)

    return in_each(written)


def name_seat(seat: int, you: int) -> Words:
    """§1.2  A player as another one sees them from the chair: your Dui Men, your team mate on the left."""
    return SEATS[(seat - you) % len(SEATS)]
