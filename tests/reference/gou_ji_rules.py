"""The cards, sets and house rules of Gou Ji 够级, written a second time from the rule book alone.

Nothing of the engine is used here.  § numbers are those of `qipai/games/gou_ji/RULES.md`.  A card in a hand is the name of its
rank; only the three threes of one suit need faces, such as `3H`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

SEATS = range(6)  # §1.1
RANKS = tuple("3 4 5 6 7 8 9 10 J Q K A 2 B R".split())  # §1.4
NATURAL = RANKS[:12]
JOKERS = ("B", "R")
SUITS = "SHDC"
COPIES = {rank: 4 if rank in JOKERS else 16 for rank in RANKS}  # §1.3

CHOICES: dict[str, tuple[str, ...]] = {  # §14, the default first
    "kaipai_card": ("hidden", "face_up"),
    "revolution_persuasion": ("true", "false"),
    "revolution_quorum": ("1", "2"),
    "revolution_keeps_tribute": ("sweep_only", "all", "none"),
    "low_joker_duel": ("true", "false"),
    "endgame_pass_reset": ("false", "true"),
    "endgame_duels": ("true", "false"),
    "order_protocol": ("claim", "vote"),
    "wind_to": ("next_right", "next_right_partner"),
    "wind_protocol": ("rotation", "request"),
    "shao_validation": ("penalty", "strict"),
    "shao_window": ("start_only", "every_duel_play"),
    "shao_after_pass": ("true", "false"),
    "shao_allow_single": ("false", "true"),
    "shao_responders": ("all", "opponents"),
    "rang_exclusive": ("false", "true"),
    "expose_max": ("10", "1", "3", "5", "12", "36"),
    "counts_public": ("false", "true"),
    "misplay": ("reject", "correct"),
    "infringement": ("ignore", "big_loser"),
    "stop_on_sweep": ("true", "false"),
    "stop_when_one_team": ("false", "true"),
    "score_record": ("zero_sum", "winner_only"),
    "table_talk": ("true", "false"),
    "advice": ("true", "false"),
}
SECTION = {name: f"14.{nth}" for nth, name in enumerate(CHOICES, start=1)}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()}


# -- seats (§1.2)


def dui_men(seat: int) -> int:
    return (seat + 3) % 6


def team_mates(seat: int) -> list[int]:
    """The one on the right first."""
    return [(seat + 2) % 6, (seat + 4) % 6]


def neighbours(seat: int) -> list[int]:
    """The one on the right first."""
    return [(seat + 1) % 6, (seat + 5) % 6]


def same_team(one: int, other: int) -> bool:
    return one % 2 == other % 2


def to_the_right(seat: int) -> list[int]:
    """The five others, in turn."""
    return [(seat + step) % 6 for step in range(1, 6)]


# -- cards and sets (§6)


def in_order(cards: Iterable[str]) -> list[str]:
    """From low to high."""
    return sorted(cards, key=RANKS.index)


def spell(cards: Iterable[str]) -> str:
    return "-".join(in_order(cards)) or "."


def read(text: str) -> list[str]:
    return [] if text == "." else in_order(text.split("-"))


def rank_of(face: str) -> str:
    return face if face in JOKERS else face[:-1]


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return in_order(rest)


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    hand, cards = list(hand), list(cards)
    return all(hand.count(rank) >= cards.count(rank) for rank in RANKS)


def natural_ranks(cards: Iterable[str]) -> list[str]:
    return [rank for rank in NATURAL if rank in set(cards)]


def jokers(cards: Iterable[str]) -> int:
    return sum(card in JOKERS for card in cards)


def is_set(cards: Sequence[str]) -> bool:
    """§6.1"""
    return len(cards) > 0 and len(natural_ranks(cards)) <= 1


def counted(cards: Sequence[str]) -> list[str]:
    """§6.2, §6.3  What each card counts, from high to low."""
    ranks = natural_ranks(cards)
    return in_order(ranks[0] if card == "2" and ranks else card for card in cards)[::-1]


def beats(cards: Sequence[str], other: Sequence[str]) -> bool:
    """§6.3  Card by card."""
    if not is_set(cards) or len(cards) != len(other):
        return False
    pairs = zip(counted(cards), counted(other), strict=True)
    return all(RANKS.index(mine) > RANKS.index(theirs) for mine, theirs in pairs)


def is_gou_ji(cards: Sequence[str], low_joker_duel: bool = True) -> bool:
    """§6.5, §14.5"""
    ranks = natural_ranks(cards)
    if not ranks:
        return True
    if jokers(cards):
        return low_joker_duel or "R" in cards or NATURAL.index(ranks[0]) >= NATURAL.index("10")
    needed = {"10": 5, "J": 4, "Q": 3, "K": 2, "A": 2}
    return ranks[0] in needed and len(cards) >= needed[ranks[0]]


def all_sets(hand: Sequence[str]) -> list[list[str]]:
    """Every set that can be laid from a hand."""
    wild = [
        ["2"] * twos + ["B"] * blacks + ["R"] * reds
        for twos in range(hand.count("2") + 1)
        for blacks in range(hand.count("B") + 1)
        for reds in range(hand.count("R") + 1)
    ]
    found = [cards for cards in wild if cards]
    for rank in natural_ranks(hand):
        for many in range(1, hand.count(rank) + 1):
            found += [[rank] * many + cards for cards in wild]
    return found


def meets_shao(rest: Sequence[str]) -> bool:
    """§9.2  Can this be laid so that every set but the final one holds a joker?"""
    return len(rest) > 0 and jokers(rest) >= len(natural_ranks(rest)) - 1


def may_lead_in_run(rest: Sequence[str], cards: Sequence[str]) -> bool:
    """§9.4"""
    left = without(rest, cards)
    return not left or (jokers(cards) > 0 and meets_shao(left))


def corrections(laid: Sequence[str], hand: Sequence[str], best: Sequence[str]) -> list[list[str]]:
    """§14.19  The sets that may come of a set of the wrong number of cards.  The hand still holds what was laid."""
    if len(laid) > len(best):
        return [cards for cards in all_sets(laid) if beats(cards, best)]
    ways = [cards for cards in all_sets(hand) if beats(cards, best) and contains(cards, laid)]
    fewest = min(map(jokers, ways), default=0)
    return [cards for cards in ways if jokers(cards) == fewest]


def counted_round(first: int, card: str) -> int:
    """§2.2  Where the count of the Kai Pai card ends."""
    number = {"A": 1, "J": 11, "Q": 12, "K": 13}.get(card) or int(card)
    return (first + number - 1) % 6


def pair_of_threes(faces: Sequence[str]) -> int | None:
    """§3.2  How many of these cards had been drawn when the first two threes of one suit were together."""
    seen: set[str] = set()
    for nth, face in enumerate(faces):
        if rank_of(face) == "3":
            if face in seen:
                return nth
            seen.add(face)
    return None


def debts(places: Sequence[int], swept: bool, swapped: bool = False) -> list[tuple[int, int, int]]:
    """§5.2  Who owes whom how many cards."""
    if swept:
        winners = next(seat % 2 for seat in SEATS if places[seat] == 1)
        return [(seat, dui_men(seat), 1) for seat in SEATS if seat % 2 != winners]
    big, second = places.index(6), places.index(5)
    if swapped:  # §5.1
        big, second = second, big
    return [(big, places.index(1), 2), (second, places.index(2), 1)]


def is_sweep(places: Sequence[int]) -> bool:
    """§12.2"""
    if not all(place in places for place in (1, 2, 3)):
        return False
    return len({places.index(place) % 2 for place in (1, 2, 3)}) == 1


def points(places: Sequence[int], record: str = "zero_sum") -> list[int]:
    """§12.1, §12.2, §14.23"""
    worth = {0: 0, 1: 4, 2: 2, 3: 0, 4: 0, 5: -2, 6: -4}
    if is_sweep(places):
        winners = places.index(1) % 2
        teams = [12 if team == winners else -12 for team in (0, 1)]
    else:
        teams = [sum(worth[places[seat]] for seat in SEATS if seat % 2 == team) for team in (0, 1)]
    if record == "winner_only":
        teams = [max(total, 0) for total in teams]
    return [teams[seat % 2] for seat in SEATS]


def changed(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if value != DEFAULTS[name]}
