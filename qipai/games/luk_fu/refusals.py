"""How a refusal is put together: its code, the § and the sentences with what they name."""

from qipai.engine.errors import Refusal, Words

from .reason_clauses import fill
from .refusal_words import REFUSALS


def refuse(code: str, section: str = "", /, **named: Words | int | str) -> Refusal:
    """The refusal of that code; the § of the table unless another is given."""
    usual, sentences = REFUSALS[code]
    return Refusal(code, section or usual, fill(sentences, **named))
