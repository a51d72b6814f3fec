"""§1  The cards, and sets of them as masks.

Every card is there once, so that a hand, a meld or a heap is a mask of bits: nine bits a suit, from Chen up to Sip, the one at
the bottom, and Li Chen above them all.
"""

from qipai.engine.compiling import compiled, inlined, ones_in

RANKS = 9
SUITS = "CKGS"  # §1.3 low to high: Chen 綫, Sok 索, Gon 貫, Sip 拾
CHEN, SOK, GON, SIP = range(4)
CARDS = 37  # §1.4 Li Fa is never in play
LI_CHEN = 36
NO_SUIT = 4  # of Li Chen

EMPTY = 0
SUIT_MASK = (1 << RANKS) - 1
LI_CHEN_MASK = 1 << LI_CHEN
ALL_SUITS = LI_CHEN_MASK - 1
ONE_SIP, ONE_CHEN = 1 << SIP * RANKS, 1 << CHEN * RANKS
UNBEATABLE = ONE_SIP | ONE_CHEN | LI_CHEN_MASK  # §5.2
FIVE_TIGERS = LI_CHEN_MASK | ONE_SIP | 1 << GON * RANKS | 1 << SOK * RANKS | ONE_CHEN  # §4.1
NINES = sum(1 << suit * RANKS + RANKS - 1 for suit in range(4))
AGED_FROM_THE_START = NINES | UNBEATABLE  # §7.1
RED_IMPRINTS = AGED_FROM_THE_START | 1 << SIP * RANKS + 7  # §1.2 and 8 Sip
LI_CHEN_NAME = "L"


def face_of(number: int) -> str:
    """Return the face of a card by its number."""
    return LI_CHEN_NAME if number == LI_CHEN else f"{number % RANKS + 1}{SUITS[number // RANKS]}"


FACES = tuple(face_of(number) for number in range(CARDS))


@inlined
def suit_of(card):
    """Return the suit of a card by its number; `NO_SUIT` for Li Chen."""
    return card // RANKS


@inlined
def rank_of(card):
    """Return the rank of a card by its number: 1 to 9; Li Chen counts 1 (§10.3)."""
    return card % RANKS + 1


@inlined
def in_suit(cards, suit):
    """Return the cards of a suit as nine bits."""
    return cards >> suit * RANKS & SUIT_MASK


@inlined
def above(card):
    """Return the mask of all higher cards of the same suit."""
    suit = card // RANKS
    return (SUIT_MASK << suit * RANKS) & -(2 << card) if suit < NO_SUIT else EMPTY


@inlined
def count_of(cards):
    """Return how many cards a mask holds."""
    return ones_in(cards)


@inlined
def lowest_of(cards):
    """Return the number of the lowest card of a mask that is not empty."""
    return count_of((cards & -cards) - 1)


@compiled
def highest_of(cards):
    """Return the number of the highest card of a mask that is not empty."""
    below = cards >> 1
    for step in (1, 2, 4, 8, 16, 32):
        below |= below >> step
    return count_of(below)
