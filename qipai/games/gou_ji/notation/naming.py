"""What sets, answers, cards and players are called."""

from collections.abc import Iterable

from qipai.engine.errors import Words
from qipai.engine.wording import in_each

from ..asking.play import KINDS_OF_ACTIONS, play_kind
from ..seating import SEATS
from ..state import DUEL
from ..verbs import LAY, PASS, pack_action, verb_of
from ..words import said

CLEAR = "clear"


def kind_of_set(cards: int) -> str:
    """Return the key of a set's words: one card, several, or wild cards alone."""
    return KINDS_OF_ACTIONS[play_kind(pack_action(LAY, cards))]


def kind_of_action(action: int, mode: int) -> str:
    """Return the key of an action's words; in a duel a pass is called clearing (§8.2)."""
    return CLEAR if verb_of(action) == PASS and mode == DUEL else KINDS_OF_ACTIONS[play_kind(action)]


# -- cards and players


JOKERS = "BR"
ONE_BY_ONE = 4  # so many cards are written one by one
THIN_SPACE = "\u2009"


def name_cards(ranks: Iterable[str]) -> Words:
    """Return words for cards by their ranks: 8-8-2 or 882, 8-8-Red or 8 8 大虎; more than a few in piles: 8×6 2×2."""
    cards = list(ranks)
    piles = {rank: cards.count(rank) for rank in cards}

    def written(language: str) -> str:
        names = {rank: said(f"jokers.{rank}")[language] if rank in JOKERS else rank for rank in cards}
        if len(cards) > ONE_BY_ONE:
            return " ".join(f"{names[rank]}×{count}" if count > 1 else names[rank] for rank, count in piles.items())
        if language == "en":
            return "-".join(names[rank] for rank in cards)
        return ("" if all(len(name) == 1 for name in names.values()) else THIN_SPACE).join(names[rank] for rank in cards)

    return in_each(written)


def name_seat(seat: int, you: int) -> Words:
    """§1.2  Return words for a player as seen from the seat `you`: your Dui Men, your team mate on the left."""
    return said(f"seats.{(seat - you) % SEATS}")
