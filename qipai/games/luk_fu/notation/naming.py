"""§1.2, §2.1  What cards, suits, melds and places are called, in each language."""

from collections.abc import Iterable, Sequence
from typing import Any

from qipai.engine.errors import Words
from qipai.engine.seats import seats_in
from qipai.engine.wording import in_each, listed

from ..cards import LI_CHEN, LI_CHEN_MASK, LI_CHEN_NAME, RANKS, SUITS, face_of, lowest_of
from ..rules.melds import COLUMN, SHORTEST_RUN, SMALLEST_GOK, TYPE_NAMES, runs_in, suit_cards, type_of
from ..seating import WITH_DREAMER
from ..words import WORDS, said
from .text import ORDER, faces_in

NUMERALS = "〇一二三四五六七八九"
PLACES = ("dealer", "player_2", "dreamer", "player_3")  # §2.1 in turn from the dealer


def suit_name(suit: int) -> Words:
    """§1.3  Return what a suit is called: Sip, 拾."""
    return said(f"suits.{SUITS[suit]}")


def name_of(card: int) -> Words:
    """§1.2  Return what a card is called, by its number: 9 Sip, 九拾; cards with a name by their name and what they are."""
    if card == LI_CHEN:
        return said(f"named.{LI_CHEN_NAME}")
    suit = card // RANKS
    plain = said("naming.card", rank=name_ranks([card % RANKS + 1]), suit=suit_name(suit))
    named = WORDS["named"].get(face_of(card))
    return plain if named is None else said("naming.named", name=named, card=plain)


def client_words() -> dict[str, Any]:
    """Return all words as the client reads them; the names of cards are put together here."""
    chapters = ("kinds", "events", "chips", "board", "help", "payment", "why", "suits", "terms", "also", "marks")
    return {**WORDS.told(*chapters), "cards": {face_of(card): name_of(card) for card in ORDER}}


def name_ranks(ranks: Sequence[int]) -> Words:
    """Return the ranks of some cards of one suit: 9-8; 九八."""
    chinese = "".join(NUMERALS[rank] for rank in ranks)
    return in_each(lambda language: "-".join(map(str, ranks)) if language == "en" else chinese)


def name_cards(cards: int) -> Words:
    """Return the names of some cards, suit by suit from high to low: 9-8 Sip, 4 Gon; 九八拾、四贯."""
    if cards and cards & cards - 1 == 0:
        return name_of(int(lowest_of(cards)))
    return listed(parts_of(cards), said("joining.list"))


def parts_of(cards: int) -> list[Words]:
    """Return the cards of each suit together, Li Chen last."""
    parts = []
    for suit in range(3, -1, -1):
        ranks = [number % RANKS + 1 for number in ORDER if suit_cards(cards, suit) >> number & 1]
        if ranks:
            parts.append(said("naming.card", rank=name_ranks(ranks), suit=suit_name(suit)))
    return [*parts, name_of(LI_CHEN)] if cards & LI_CHEN_MASK else parts


def name_suits(suits: Iterable[int]) -> Words:
    """Return the names of suits, from the highest: Sip, Gon or Sok; 拾、贯、索."""
    return listed(map(suit_name, sorted(suits, reverse=True)), said("joining.list"), said("joining.or"))


def place_of(public: Any, chair: int) -> Words:
    """§2.1, §2.2  Return what a player is called by the place: the dealer, player 2, player 3, the dreamer."""
    turn = (chair - int(public.dealer)) % int(public.players)
    return said(f"places.{PLACES[turn + (turn == 2 and public.players < WITH_DREAMER)]}")


def meld_name(cards: int) -> str | None:
    """Return the key of a meld's words, or None for cards that are no meld."""
    return TYPE_NAMES[type_of(cards)] or None


def melds_in(hand: int) -> list[dict[str, Any]]:
    """§5.3, §5.4  Return the largest goks and runs of a hand; they may share cards."""
    goks = [cards for rank in range(RANKS) if (cards := hand & COLUMN << rank) and cards.bit_count() >= SMALLEST_GOK]
    found = [{"kind": "gok", "cards": faces_in(cards)} for cards in reversed(goks)]
    return found + [{"kind": "run", "cards": faces_in(cards)} for cards in longest_runs(hand)]


def longest_runs(hand: int) -> list[int]:
    """Return the runs of a hand that are part of no longer run, from the highest."""
    runs: list[int] = []
    for length in range(RANKS, SHORTEST_RUN - 1, -1):
        starts = int(runs_in(hand, length))
        for start in seats_in(starts):
            run = (1 << length) - 1 << start
            if not any(run & ~longer == 0 for longer in runs):
                runs.append(run)
    return sorted(runs, reverse=True)
