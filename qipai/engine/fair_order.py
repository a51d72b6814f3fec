"""The order of the cards from secrets that were sealed before, so that everybody can work it out again (docs/fairness.md).

A deal has a `Pledge`: the server's secret, whose digest (the seal) was told before, and numbers of browsers, whose digests were told
before any of the numbers.  All of them together make a key, and the key makes the order.  Every text here is in UTF-8 with "\\n"
between its parts; numbers and digests of 32 bytes are written as 64 hexadecimal digits.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .errors import QipaiError

SEALS = True  # tables seal their deals; not in tests that choose the cards
SECRET = 32  # bytes of a secret, and of a browser's number
WORD = 4  # bytes
DIGEST = re.compile("[0-9a-f]{64}")


class Added(NamedTuple):
    """What a person's browser added to a deal."""

    seat: int
    promised: str  # the digest of its number; "" if it added nothing
    number: str  # "" if it added nothing, or did not uncover it


class Pledge(NamedTuple):
    """All from which the order of a deal follows."""

    deal: str  # its id, that of its record
    secret: str
    added: tuple[Added, ...] = ()  # by seat, one for each person

    @property
    def seal(self) -> str:
        """What is told before the deal."""
        return seal_of(self.deal, self.secret)


def seal_of(deal: str, secret: str) -> str:
    """Return the digest by which a server binds itself to its secret of a deal."""
    return digest("qipai seal 1", deal, secret)


def promise_of(seal: str, number: str) -> str:
    """Return the digest by which a browser binds itself to the number that it adds to a sealed deal."""
    return digest("qipai number 1", seal, number)


def digest(*parts: str) -> str:
    """Return the SHA-256 of some texts, one a line."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def is_digest(text: Any) -> bool:
    """Return whether something is written as 32 bytes are."""
    return isinstance(text, str) and DIGEST.fullmatch(text) is not None


def key_of(pledge: Pledge) -> bytes:
    """Return the key of a deal, in which every number that was uncovered is mixed with the server's secret."""
    numbers = [f"{added.seat} {added.number}" for added in pledge.added if added.number]
    return hmac.digest(bytes.fromhex(pledge.secret), "\n".join(["qipai deal 1", pledge.deal, *numbers]).encode(), "sha256")


def words_of(key: bytes) -> Iterator[int]:
    """Yield the numbers of 32 bits that a key makes, without end: eight of each block, the highest byte first."""
    block = 0
    while True:
        made = hmac.digest(key, f"qipai cards 1\n{block}".encode(), "sha256")
        for at in range(0, len(made), WORD):
            yield int.from_bytes(made[at : at + WORD], "big")
        block += 1


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1, all equally likely: a word above the last multiple of n is left out."""
    end = (1 << 8 * WORD) // n * n
    while (word := next(words)) >= end:
        pass
    return word % n


def draw_faces(key: bytes, faces: Sequence[str], sides: Sequence[int]) -> tuple[list[str], list[int]]:
    """Return the cards, given in any order, in that of drawing, and the results of lots with so many sides (0 for no lot)."""
    words, order = words_of(key), sorted(faces)
    for last in range(len(order) - 1, 0, -1):
        other = below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order, [below(words, n) if n > 0 else 0 for n in sides]


# -- as it is written in the fact of a shuffle, and in its record


def write_pledge(pledge: Pledge, sides: Sequence[int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a fact tells everybody of a pledge, and what it keeps hidden until the deal is over."""
    added = [{"seat": one.seat, "promised": one.promised, "number": one.number} for one in pledge.added]
    return {"id": pledge.deal, "seal": pledge.seal, "added": added}, {"secret": pledge.secret, "sides": list(sides)}


def check_pledge(public: Any, hidden: Any) -> bool:
    """Return whether a fact's cards follow from what was sealed; False if it has no seal.

    Raises `QipaiError` with the reason if they do not.
    """
    if "seal" not in public and "secret" not in hidden:
        return False
    try:
        added = tuple(Added(int(one["seat"]), str(one["promised"]), str(one["number"])) for one in public["added"])
        pledge, seal = Pledge(str(public["id"]), str(hidden["secret"]), added), public["seal"]
        order, lots, sides = list(hidden["order"]), list(hidden["lots"]), [int(n) for n in hidden["sides"]]
    except (KeyError, TypeError, ValueError) as error:
        raise QipaiError(f"what was sealed cannot be read: {error!r}") from error
    if not is_digest(pledge.secret) or pledge.seal != seal:
        raise QipaiError("the seal is not that of the secret")
    if [one.seat for one in added] != sorted({one.seat for one in added}):
        raise QipaiError("the numbers that were added are not by seat")
    for one in added:
        if one.number and (not is_digest(one.number) or promise_of(seal, one.number) != one.promised):
            raise QipaiError(f"the number of seat {one.seat} is not the one that was promised")
    drawn, fallen = draw_faces(key_of(pledge), order, sides)
    if drawn != order:
        place = next(at for at, pair in enumerate(zip(drawn, order, strict=True)) if pair[0] != pair[1])
        raise QipaiError(f"the order of the cards differs from the sealed one from card {place + 1} on")
    if fallen != lots:
        raise QipaiError("the lots are not the sealed ones")
    return True
