"""The board for people (§9.1), built from an observation, and a seat's choices.  Seats are numbers from 0 in turn order."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Struct

from qipai.engine.boards import ABSENT, Absent, Among, Chairs, shows
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Choice, kind_of

from ..notation.text import KIND_NAMES, body_of, cards_of, format_action, kinds_in, wing_kinds
from ..rules.plays import BOMB, rank_of
from ..rules.scoring import multiplier_so_far
from ..rules.turns import play_kind
from ..state import ANSWERS, BIDDING, NO, NOTHING, OVER, PASS, PLAYS, Observation

FEW_CARDS = 2  # so few left are called out at every table

NAMES = PLAYS + ANSWERS
CHAIRS = Chairs(Observation)
CHIPS = ("landlord", "peasant", "first", "doubled", "shown", "owner", "left", "winner")


class Chip(Struct):
    """Something that is said of a seat, by the game's words for chips."""

    chip: Annotated[str, Among(CHIPS, ANSWERS[:6])]
    n: int | Absent = ABSENT  # of the cards that are left


class Place(Struct):
    """A seat as everybody sees it."""

    cards: int  # in hand
    hand: list[str] | None  # the kinds of its cards, where the hand was shown (§8.4)
    chips: list[Chip]


class Best(Struct):
    """The play to be beaten."""

    action: str
    spells: list[str]  # the body, then the wings
    kind: Annotated[str, Among(PLAYS)]
    seat: int | None


@shows(Observation)
class Board(Struct, kw_only=True):
    """The public table."""

    table: Best | None
    bottom: list[str] | None  # the kinds of the bottom cards; None while there is no landlord
    face_up: str | None  # the kind of the card that lay face up in the pack (§8.3)
    multiplier: int  # so far
    seats: list[Place]


def describe(observation: Any, rules: Any) -> Board:
    """§9.1  The public table, seats in turn order from seat 0."""
    has_landlord = observation.landlord != NOBODY
    return Board(
        **CHAIRS.told(observation),
        table=describe_play_to_beat(observation, rules, CHAIRS.seat_at(observation, observation.owner)),
        bottom=names_of(kinds_in(observation.bottom)) if has_landlord else None,
        face_up=KIND_NAMES[int(observation.face_up)] if observation.face_up != NOTHING else None,
        multiplier=int(multiplier_so_far(observation, rules)),
        seats=[describe_seat(observation, chair) for chair in CHAIRS.by_seat(observation)],
    )


def names_of(kinds: Sequence[int]) -> list[str]:
    return [KIND_NAMES[kind] for kind in kinds]


def describe_play_to_beat(observation: Any, rules: Any, owner: int | None) -> Best | None:
    """The play to be beaten."""
    to_beat = int(observation.to_beat)
    if to_beat == PASS:
        return None
    return Best(format_action(to_beat, rules), names_of(cards_of(to_beat)), PLAYS[play_kind(to_beat)], owner)


def describe_seat(observation: Any, chair: int) -> Place:
    """§9.1  A seat: how many cards, and which if they are shown."""
    is_open = observation.shown and chair == observation.landlord
    return Place(
        cards=int(observation.cards[chair]),
        hand=names_of(kinds_in(observation.open_hand)) if is_open else None,
        chips=chips(observation, chair),
    )


def chips(observation: Any, chair: int) -> list[Chip]:
    """§3.1, §3.5, §3.6  What is to be said of a chair."""
    is_landlord, found = chair == observation.landlord, []
    if observation.landlord != NOBODY:
        found.append(Chip("landlord" if is_landlord else "peasant"))
    elif chair == observation.first:
        found.append(Chip("first"))
    if observation.phase == BIDDING and observation.answers[chair] != NOTHING:
        found.append(Chip(ANSWERS[int(observation.answers[chair]) - NO]))
    if observation.doubled >> chair & 1:
        found.append(Chip("doubled"))
    if observation.shown and is_landlord:
        found.append(Chip("shown"))
    if chair == observation.winner:
        found.append(Chip("winner"))
    elif observation.cards[chair] <= FEW_CARDS:
        found.append(Chip("left", int(observation.cards[chair])))
    if chair == observation.owner and observation.phase != OVER:
        found.append(Chip("owner"))
    return found


def name_kind(card: Card, rules: Any) -> str:
    return KIND_NAMES[kind_of(card)]


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Legal actions as people choose them, the cheapest first and the pass last; answers as they are listed."""
    return [choice(action, rules) for action in sorted(map(int, actions), key=price)]


def choice(action: int, rules: Any) -> Choice:
    cards = tuple(names_of(cards_of(action)))
    return Choice(format_action(action, rules), cards, NAMES[play_kind(action)], cards)


def price(action: int) -> tuple[int, ...]:
    """What a play gives away: bombs, then high ranks; of equal price more cards leave the hand first."""
    kind = play_kind(action)
    if action == PASS:
        return (2,)
    if kind >= NO:
        return (0, kind)
    wings = wing_kinds(action)
    return int(kind >= BOMB), max(rank_of(action), *wings, 0), -len(body_of(action)) - len(wings)
