"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.boards import Chairs
from qipai.engine.telling import Card, Choice

from ..notation.cards import card_kind, format_kind
from ..notation.text import PASS_NAME, format_action, spell
from ..rules.combinations import cards_of, joker_count, kind_of, length_of, rank_of
from ..rules.following import level_of
from ..rules.scoring import public_multiplier
from ..rules.talon import talon_left
from ..state import KINDS, LOWEST, PASS, PLAYS, TWO, Observation
from ..variants import NO_MULTIPLIERS
from .board_fields import Best, Board, Chip, Place

FEW_CARDS = 2  # so few left are shown at every table: they can be counted anyway (§9.1)
CHAIRS = Chairs(Observation)


def describe(observation: Any, rules: Any) -> Board:
    """§9.1  Return the public board, seats in turn order from seat 0."""
    actor = CHAIRS.seat_at(observation, observation.to_act)
    return Board(
        **CHAIRS.told(observation),
        to_act=[] if actor is None else [actor],
        talon=int(talon_left(observation)),
        table=describe_play_to_beat(observation, rules),
        public=int(public_multiplier(observation, rules)) if rules.multipliers != NO_MULTIPLIERS else None,
        seats=[
            Place(cards=int(observation.cards[chair]), chips=chips(observation, rules, chair))
            for chair in CHAIRS.by_seat(observation)
        ],
    )


def describe_play_to_beat(observation: Any, rules: Any) -> Best | None:
    """Return the play to be beaten, or None before the lead."""
    to_beat = int(observation.to_beat)
    if to_beat == PASS:
        return None
    return Best(
        action=format_action(to_beat, rules),
        spells=[name for name, _ in spell(to_beat, rules)],
        kind=PLAYS[kind_of(to_beat)],
        seat=CHAIRS.seat_at(observation, observation.owner),
    )


def chips(observation: Any, rules: Any, chair: int) -> list[Chip]:
    """§2.1, §7.9, §7.10, §7.16, §7.17  Return the chips of a chair: what people are told of it."""
    found: list[Chip] = []
    cards = int(observation.cards[chair])
    if chair == observation.dealer:
        found.append(Chip("dealer"))
    if rules.table_stakes and not observation.over:  # what is left after a deal is told with its result
        found.append(Chip("stake", int(observation.stakes[chair])))
    if chair == observation.winner:
        found.append(Chip("winner"))
    elif cards == 0:
        found.append(Chip("empty"))
    elif cards <= max(FEW_CARDS, rules.announce_at):
        found.append(Chip("left", cards))
    if chair == observation.owner and not observation.over:
        found.append(Chip("owner"))
    if rules.pass_sticky and observation.last[chair] == PASS:
        found.append(Chip("sits_out"))
    return found


def name_kind(card: Card, rules: Any) -> str:
    return format_kind(card_kind(card, rules), rules)


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Return legal actions as people choose them, the cheapest first and the pass last."""
    cheapest_first = sorted(map(int, actions), key=lambda action: price(action, rules))
    names = {kind: format_kind(kind, rules) for kind in range(LOWEST, KINDS)}
    return [choice(action, spell(action, rules), names) for action in cheapest_first]


def choice(action: int, spelled: list[tuple[str, int]], names: dict[int, str]) -> Choice:
    """§3.9  Return one choice.  `spelled` and `names` are prepared once: a hand with four jokers has thousands of choices."""
    spells = tuple([name for name, _ in spelled])
    needs = tuple([names[kind] for _, kind in spelled])
    return Choice("-".join(spells) or PASS_NAME, needs, PLAYS[kind_of(action)], spells)


def price(action: int, rules: Any) -> tuple[int, ...]:
    """Return what a play gives away, for sorting: bombs, then jokers, then 2s, then high ranks, then few cards."""
    if action == PASS:
        return (4,)
    level = level_of(kind_of(action), rules)
    twos = length_of(action) if rank_of(action) == TWO else 0
    return level, joker_count(action), twos, rank_of(action), -cards_of(action)
