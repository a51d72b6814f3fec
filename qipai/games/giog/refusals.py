"""How a refusal is put together: its code, the § and the sentences with what they name."""

from collections.abc import Sequence

from qipai.engine.errors import Refusal, Words

from .refusal_words import LISTING, OR, REFUSALS


def refuse(code: str, section: str = "", **named: object) -> Refusal:
    """The refusal of that code; the § of the table unless another is given."""
    usual, sentences = REFUSALS[code]
    return Refusal(code, section or usual, {language: text.format(**named) for language, text in sentences.items()})


def refuse_listing(code: str, section: str, listed: Sequence[object], joiner: Words = LISTING, **named: object) -> Refusal:
    """A refusal that names several things: `{listed}`."""
    joined = {language: mark.join(map(str, listed)) for language, mark in joiner.items()}
    _, sentences = REFUSALS[code]
    said = {language: text.format(listed=joined[language], **named) for language, text in sentences.items()}
    return Refusal(code, section, said)


def refuse_choice(code: str, section: str, listed: Sequence[object], **named: object) -> Refusal:
    """The same, with the last two joined by “or”."""
    return refuse_listing(code, section, listed, OR, **named)
