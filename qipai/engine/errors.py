"""What goes wrong at the door, in sentences.  Inside the rules nothing is checked."""

from collections.abc import Mapping
from typing import NamedTuple

Words = Mapping[str, str]  # a sentence in each language: "en", "zh-Hans", "zh-Hant"
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def say(en: str, hans: str, hant: str) -> Words:
    """One meaning in the three languages of the table."""
    return {"en": en, "zh-Hans": hans, "zh-Hant": hant}


class Refusal(NamedTuple):
    """Why something may not be done: a stable code, the § of the rule book, and the sentence in each language."""

    code: str
    section: str
    text: Words


class QipaiError(Exception):
    """Something that a person or a program asked for cannot be done; its text is a sentence for them."""


class NotationError(QipaiError):
    """A text that cannot be read: says what was found and what is accepted."""


class RulesetError(QipaiError):
    """A rule set that does not exist or contradicts itself; `words` is the sentence in each language where there is one."""

    def __init__(self, sentence: str, words: Words | None = None) -> None:
        super().__init__(sentence)
        self.words = words


class RecordError(QipaiError):
    """A record that cannot be read, or whose facts the rules do not confirm."""


class OutOfTurn(QipaiError):
    """A seat acted that owes no decision."""


class WrongCards(QipaiError):
    """The cards that were chosen for a play are not its cards."""


class IllegalAction(QipaiError):
    """A play that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"§{refusal.section} {refusal.text['en']}")
        self.refusal = refusal
