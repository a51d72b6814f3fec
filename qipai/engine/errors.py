"""The exceptions of qipai.  Their text is a sentence for people.  Rules never raise: callers check before they call."""

from collections.abc import Mapping
from typing import NamedTuple

Words = Mapping[str, str]  # a sentence in each language: "en", "zh-Hans", "zh-Hant"
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def say(en: str, hans: str, hant: str) -> Words:
    """Return a sentence in the three languages."""
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


def visibly(text: str) -> str:
    """Return a text for a terminal, with escapes for what cannot be seen: a stranger's names may hold what a terminal obeys.

    >>> print(visibly("Ann\x1b[2J\u202e 棋牌"))
    Ann\\x1b[2J\\u202e 棋牌
    """
    return "".join(one if one.isprintable() or one in "\n\t\u3000" else ascii(one)[1:-1] for one in text)


class Refusal(NamedTuple):
    """The reason why something may not be done: a stable code, the § of the rule book or "", and a sentence in each language."""

    code: str
    section: str
    text: Words


class QipaiError(Exception):
    """Raised when a request of a person or a program cannot be fulfilled; the text is a sentence for them.  Base of all others."""


class NotationError(QipaiError):
    """Raised for a text that cannot be read; says what was found and what is accepted."""


class RulesetError(QipaiError):
    """Raised for a rule set that does not exist or contradicts itself; `words` is the sentence in each language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words["en"])
        self.words = words


class RecordError(QipaiError):
    """Raised for a record or log that cannot be read, or whose facts the rules do not confirm."""


class OutOfTurn(QipaiError):
    """Raised when a seat acts that owes no decision and has no right to act."""


class WrongCards(QipaiError):
    """Raised when the cards chosen for a play are not the cards of that play, or are not in the hand."""


class IllegalAction(QipaiError):
    """Raised for an action that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"§{refusal.section} {refusal.text['en']}")
        self.refusal = refusal
