"""The order of the cards from secrets that were sealed before, so that everybody can work it out again (docs/fairness.md).

A deal has a `Pledge`: the server's secret, whose digest (the seal) was told before, and numbers of browsers, whose digests were told
before any of the numbers.  All of them together make a key, and the key makes the order.  Each number is signed for the list of all
promises with a key that its promise contains, so a number says itself for which list it was given.  What the deal starts from is closed
with that list.  Pledges of the first kind, as they were before, have neither.  Every text here is in UTF-8 with "\\n" between its parts; bytes are written as hexadecimal digits.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import QipaiError

SEALS = True  # tables seal their deals; not in tests that choose the cards
FIRST, SIGNED = 1, 2  # kinds of seals: the first, and that with signed numbers
SECRET = 32  # bytes of a secret, a browser's number, and a key
WORD = 4  # bytes
DIGEST = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("[0-9a-f]{128}")
ID = re.compile("[^\n\ud800-\udfff]+")
MOST_SIDES = 1 << 8 * WORD  # of a lot

# the curve of Ed25519 (RFC 8032): -x² + y² = 1 + D x² y², modulo P
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
SIGN = 1 << 255  # the bit of a written point that tells which x it has; the others are y


class Added(NamedTuple):
    """What a person's browser added to a deal."""

    seat: int
    promised: str  # the digest of its key and number; "" if it added nothing
    number: str  # "" if it added nothing, or did not uncover it
    key: str = ""  # with which the number is signed; "" without a number, and in the first kind
    signed: str = ""


class Pledge(NamedTuple):
    """All from which the order of a deal follows."""

    deal: str  # its id, that of its record
    secret: str
    added: tuple[Added, ...] = ()  # by seat, one for each person
    kind: int = SIGNED
    start: str = ""  # the digest of what it is dealt from; "" in the first kind

    @property
    def seal(self) -> str:
        """What is told before the deal."""
        return seal_of(self.deal, self.secret, self.kind)

    @property
    def list(self) -> str:
        """The digest of all promises, for which each number is signed."""
        return list_of(self.seal, self.start, ((one.seat, one.promised) for one in self.added if one.promised))


class Sealed(NamedTuple):
    """What the seal of a record proves."""

    kind: int  # in those of the first, nothing shows that the numbers were promised before the others were known
    numbers: int  # of browsers; in the second kind each was signed for this list of promises


def seal_of(deal: str, secret: str, kind: int = SIGNED) -> str:
    """Return the digest by which a server binds itself to its secret of a deal."""
    return digest(f"qipai seal {kind}", deal, secret)


def promise_of(seal: str, key: str, number: str) -> str:
    """Return the digest by which a browser binds itself to a key, and to the number that it adds to a sealed deal."""
    return digest("qipai promise 2", seal, key, number)


def first_promise_of(seal: str, number: str) -> str:
    """Return the promise of a number in the first kind of seal."""
    return digest("qipai number 1", seal, number)


def start_of(secret: str, head: Mapping[str, Any]) -> str:
    """Return the digest of what a deal starts from: of the `game`, `rules` and `setup` of its record's first line.

    It is made under the secret, so that nobody can try which start it is while the deal is played.
    """
    start = json.dumps({name: head[name] for name in ("game", "rules", "setup")}, sort_keys=True, separators=(",", ":"))
    return hmac.digest(bytes.fromhex(secret), f"qipai start 2\n{start}".encode(), "sha256").hex()


def list_of(seal: str, start: str, promises: Iterable[tuple[int, str]]) -> str:
    """Return the digest of the start of a deal and of all promises, given by seat."""
    return digest("qipai list 2", seal, start, *(f"{seat} {promised}" for seat, promised in promises))


def text_to_sign(promises: str, seat: int, number: str) -> bytes:
    """Return what a browser signs when it uncovers its number; `promises` is the digest of their list."""
    return "\n".join(["qipai number 2", promises, str(seat), number]).encode()


def digest(*parts: str) -> str:
    """Return the SHA-256 of some texts, one a line."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def is_digest(text: Any) -> bool:
    """Return whether something is written as 32 bytes are."""
    return isinstance(text, str) and DIGEST.fullmatch(text) is not None


def is_key(text: Any) -> bool:
    """Return whether something is written as a public key that may be used.

    Libraries differ in what they take: OpenSSL a y of P and more, and points of small order, under which one signature fits many
    texts, as a number's must not.  So both are refused here before it is asked.  Whether the point is on the curve, it says itself.
    """
    if not is_digest(text):
        return False
    y = int.from_bytes(bytes.fromhex(text), "little") % SIGN
    # orders 1 and 2 have y = ±1, order 4 has y = 0; twice a point of order 8 is one of order 4, which is so where D y⁴ + 2 y² = 1
    return y < P and y * (y * y - 1) * (D * y**4 + 2 * y * y - 1) % P != 0


def is_signed(one: Added, promises: str) -> bool:
    """Return whether a number with a usable key is signed with it for its seat and for the list of this digest."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if SIGNATURE.fullmatch(one.signed) is None:
        return False
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(one.key))
    try:
        key.verify(bytes.fromhex(one.signed), text_to_sign(promises, one.seat, one.number))
    except InvalidSignature:
        return False
    return True


def check_number(seal: str, promises: str, one: Added) -> None:
    """Raise `QipaiError` unless an uncovered number is the promised one, and signed for its seat and for the list of this digest."""
    if not is_digest(one.number):
        raise QipaiError(f"the number of seat {one.seat} is not the one that was promised")
    if not is_key(one.key):
        raise QipaiError(f"the key of seat {one.seat} is none that numbers may be signed with")
    if promise_of(seal, one.key, one.number) != one.promised:
        raise QipaiError(f"the number of seat {one.seat} is not the one that was promised")
    if not is_signed(one, promises):
        raise QipaiError(f"the number of seat {one.seat} is not signed for this seat and this list of promises")


def key_of(pledge: Pledge) -> bytes:
    """Return the key of a deal, in which every number that was uncovered is mixed with the server's secret."""
    numbers = [f"{added.seat} {added.number}" for added in pledge.added if added.number]
    promises = [] if pledge.kind == FIRST else [pledge.list]
    text = "\n".join([f"qipai deal {pledge.kind}", pledge.deal, *promises, *numbers])
    return hmac.digest(bytes.fromhex(pledge.secret), text.encode(), "sha256")


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
    names = Added._fields if pledge.kind == SIGNED else Added._fields[:3]
    added = [{name: getattr(one, name) for name in names} for one in pledge.added]
    start = {"start": pledge.start} if pledge.kind == SIGNED else {}
    return {"id": pledge.deal, "seal": pledge.seal, **start, "added": added}, {"secret": pledge.secret, "sides": list(sides)}


def read_pledge(public: Mapping[str, Any], hidden: Mapping[str, Any]) -> Pledge:
    """Return the pledge of a fact: of the second kind if it has a start.

    Raises `QipaiError` if it cannot be read, or has some parts of the second kind and not all.
    """
    unread = "what was sealed cannot be read"
    deal, start, secret, added = public.get("id"), public.get("start", ""), hidden.get("secret"), public.get("added")
    if not isinstance(deal, str) or ID.fullmatch(deal) is None:
        raise QipaiError(f"{unread}: the id is none")
    if not isinstance(added, list) or not all(isinstance(one, dict) for one in added):
        raise QipaiError(f"{unread}: what was added is no list of objects")
    kind = FIRST if "start" not in public else SIGNED
    if not isinstance(start, str) or (kind == SIGNED and not is_digest(start)):
        raise QipaiError(f"{unread}: the start is no digest")
    if kind == FIRST and any({"key", "signed"} & one.keys() for one in added):
        raise QipaiError(f"{unread}: it has signed numbers, and no start")
    names = Added._fields if kind == SIGNED else Added._fields[:3]
    for one in added:
        texts = [one.get(name) for name in names[1:]]
        if type(one.get("seat")) is not int or not all(isinstance(text, str) for text in texts):
            raise QipaiError(f"{unread}: a seat is no number, or a text no text")
    if not is_digest(secret) or not is_digest(public.get("seal")):
        raise QipaiError(f"{unread}: the seal or the secret is none")
    return Pledge(deal, str(secret), tuple(Added(**{name: one[name] for name in names}) for one in added), kind, start)


def check_pledge(
    public: Mapping[str, Any],
    hidden: Any,
    chairs: int | None = None,
    bots: Collection[int] | None = None,
    head: Mapping[str, Any] | None = None,
) -> Sealed | None:
    """Return what a fact's seal proves of its cards; None if it has no seal.

    `chairs`: how many there are; `bots`: those of them where no person sat, which add nothing; `head`: what the first line of its
    record has; all of them where that is known.  Raises `QipaiError` with the reason if the cards do not follow from what was sealed.
    """
    if not isinstance(hidden, dict):
        raise QipaiError("what was sealed cannot be read: nothing is told of it")
    if not {"seal", "start"} & public.keys() and "secret" not in hidden:
        return None
    pledge = read_pledge(public, hidden)
    if pledge.seal != public["seal"]:
        raise QipaiError("the seal is not that of the secret")
    if pledge.kind == SIGNED and head is not None and start_of(pledge.secret, head) != pledge.start:
        raise QipaiError("the deal was dealt from another start than was closed with the list of promises")
    check_added(pledge, chairs, bots)
    check_cards(pledge, hidden)
    return Sealed(pledge.kind, sum(bool(one.number) for one in pledge.added))


def check_cards(pledge: Pledge, hidden: Mapping[str, Any]) -> None:
    """Raise `QipaiError` unless the cards and the lots follow from a pledge."""
    order, lots, sides = hidden.get("order"), hidden.get("lots"), hidden.get("sides")
    if not isinstance(order, list) or not all(isinstance(face, str) for face in order):
        raise QipaiError("what was sealed cannot be read: the order is no list of faces")
    if not isinstance(sides, list) or not all(type(n) is int and 0 <= n <= MOST_SIDES for n in sides):
        raise QipaiError(f"what was sealed cannot be read: the sides of a lot are a number from 0 to {MOST_SIDES}")
    if not isinstance(lots, list) or not all(type(lot) is int for lot in lots):
        raise QipaiError("what was sealed cannot be read: the lots are no list of numbers")
    drawn, fallen = draw_faces(key_of(pledge), order, sides)
    if drawn != order:
        place = next(at for at, pair in enumerate(zip(drawn, order, strict=True)) if pair[0] != pair[1])
        raise QipaiError(f"the order of the cards differs from the sealed one from card {place + 1} on")
    if fallen != lots:
        raise QipaiError("the lots are not the sealed ones")


def check_added(pledge: Pledge, chairs: int | None, bots: Collection[int] | None) -> None:
    """Raise `QipaiError` unless what was added is of each person's chair, promised, and in the second kind signed for this list."""
    seats = [one.seat for one in pledge.added]
    if seats != sorted(set(seats)):
        raise QipaiError("the numbers that were added are not by seat")
    for one in pledge.added:
        if one.seat < 0 or (chairs is not None and one.seat >= chairs):
            raise QipaiError(f"something was added by seat {one.seat}, and there is no such seat")
        if pledge.kind == SIGNED and one.seat in (bots or ()):
            raise QipaiError(f"something was added by seat {one.seat}, where no person sat")
        if one.promised and not is_digest(one.promised):
            raise QipaiError(f"the promise of seat {one.seat} is none")
        if not one.promised and any(one[1:]):
            raise QipaiError(f"seat {one.seat} has a number, and promised none")
    for one in pledge.added:
        if pledge.kind == SIGNED and any(one[2:]):
            check_number(pledge.seal, pledge.list, one)
        elif one.number and (not is_digest(one.number) or first_promise_of(pledge.seal, one.number) != one.promised):
            raise QipaiError(f"the number of seat {one.seat} is not the one that was promised")
    known = pledge.kind == SIGNED and chairs is not None and bots is not None
    if known and seats != [seat for seat in range(chairs or 0) if seat not in (bots or ())]:
        raise QipaiError("what was added does not tell of each chair of a person")
