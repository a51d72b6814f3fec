"""§1.2, §2.1  What cards, suits, melds and places are called, in each language; and the seats behind the chairs of an observation."""

from collections.abc import Callable, Iterable
from typing import Any

from qipai.engine.errors import LANGUAGES, Words, say
from qipai.engine.seats import NOBODY, seats_in

from .cards import LI_CHEN, LI_CHEN_MASK, ONE_CHEN, ONE_SIP, RANKS, lowest_of
from .melds import COLUMN, SHORTEST_RUN, SMALLEST_GOK, TYPE_NAMES, runs_in, suit_cards, type_of
from .observation import seat_of
from .seating import WITH_DREAMER
from .text import ORDER, faces_in

SUIT_NAMES = (say("Chen", "线", "綫"), say("Sok", "索", "索"), say("Gon", "贯", "貫"), say("Sip", "拾", "拾"))  # as `SUITS`
NUMERALS = "〇一二三四五六七八九"
BY_NAME = {  # §1.2
    ONE_SIP: say("Bak Chi", "百子", "百子"),
    ONE_CHEN: say("Mau Gung", "毛公", "毛公"),
    LI_CHEN_MASK: say("Li Chen", "丽线", "麗綫"),
}
PLACES = (
    say("the dealer", "头家", "頭家"),
    say("player 2", "二家", "二家"),
    say("the dreamer", "梦家", "夢家"),
    say("player 3", "三家", "三家"),
)
AND = say(", ", "、", "、")
OR = say(" or ", "、", "、")


def in_each(word: Callable[[str], str]) -> Words:
    """One thing said in each language."""
    return {language: word(language) for language in LANGUAGES}


def name_of(card: int) -> Words:
    """A card by its number: 9 Sip, 九拾; those that have a name by their name, and what they are."""
    if card == LI_CHEN:
        return BY_NAME[LI_CHEN_MASK]
    rank, suit = card % RANKS + 1, SUIT_NAMES[card // RANKS]
    plain = say(f"{rank} {suit['en']}", *(f"{NUMERALS[rank]}{suit[language]}" for language in LANGUAGES[1:]))
    named = BY_NAME.get(1 << card)
    if named is None:
        return plain
    return {language: f"{named[language]}{bracketed(plain[language], language)}" for language in LANGUAGES}


def bracketed(text: str, language: str) -> str:
    return f" ({text})" if language == "en" else f"（{text}）"


def name_cards(cards: int) -> Words:
    """Some cards, suit by suit from high to low: 9-8 Sip, 4 Gon; 九八拾、四贯."""
    if cards and cards & cards - 1 == 0:
        return name_of(int(lowest_of(cards)))
    return in_each(lambda language: AND[language].join(parts_of(cards, language)))


def parts_of(cards: int, language: str) -> list[str]:
    """The cards of each suit together, Li Chen last."""
    parts = []
    for suit in range(3, -1, -1):
        ranks = [number % RANKS + 1 for number in ORDER if suit_cards(cards, suit) >> number & 1]
        if ranks and language == "en":
            parts.append(f"{'-'.join(map(str, ranks))} {SUIT_NAMES[suit][language]}")
        elif ranks:
            parts.append(f"{''.join(NUMERALS[rank] for rank in ranks)}{SUIT_NAMES[suit][language]}")
    return [*parts, BY_NAME[LI_CHEN_MASK][language]] if cards & LI_CHEN_MASK else parts


def name_suits(suits: Iterable[int]) -> Words:
    """Sip, Gon or Sok; 拾、贯、索: from the highest."""
    names = [SUIT_NAMES[suit] for suit in sorted(suits, reverse=True)]
    return in_each(lambda language: join_last([name[language] for name in names], language))


def join_last(words: list[str], language: str) -> str:
    """A list whose last member is joined by “or”."""
    *first, last = words
    return f"{AND[language].join(first)}{OR[language]}{last}" if first else last


def place_of(table: Any, chair: int) -> Words:
    """§2.1, §2.2  What a player is called by the place: the dealer, player 2, player 3, the dreamer."""
    turn = (chair - int(table.dealer)) % int(table.players)
    return PLACES[turn + (turn == 2 and table.players < WITH_DREAMER)]


def kind_name(cards: int) -> str | None:
    """The key of a meld's words, or None where some cards are no meld."""
    return TYPE_NAMES[type_of(cards)] or None


def melds_in(hand: int) -> list[dict[str, Any]]:
    """§5.3, §5.4  The largest goks and runs of a hand; they may share cards."""
    goks = [cards for rank in range(RANKS) if (cards := hand & COLUMN << rank) and cards.bit_count() >= SMALLEST_GOK]
    found = [{"kind": "gok", "cards": faces_in(cards)} for cards in reversed(goks)]
    return found + [{"kind": "run", "cards": faces_in(cards)} for cards in longest_runs(hand)]


def longest_runs(hand: int) -> list[int]:
    """The runs of a hand that are part of no longer one, from the highest."""
    runs: list[int] = []
    for length in range(RANKS, SHORTEST_RUN - 1, -1):
        starts = int(runs_in(hand, length))
        for start in seats_in(starts):
            run = (1 << length) - 1 << start
            if not any(run & ~longer == 0 for longer in runs):
                runs.append(run)
    return sorted(runs, reverse=True)


# -- chairs and seats


def chairs_by_seat(observation: Any) -> list[int]:
    """The chair of each seat."""
    chairs = range(int(observation.table.players))
    return sorted(chairs, key=lambda chair: int(seat_of(observation, chair)))


def seat_at(observation: Any, chair: int) -> int | None:
    return None if chair == NOBODY else int(seat_of(observation, int(chair)))


def seats_at(observation: Any, mask: int) -> list[int]:
    """The seats of a mask of chairs, lowest first."""
    return sorted(int(seat_of(observation, chair)) for chair in seats_in(int(mask)))
