"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Choice

from .cards import card_kind, kind_name
from .combinations import KIND_NAMES, cards_of, joker_count, kind_of, length_of, rank_of
from .following import level_of
from .observation import seat_of
from .scoring import public_multiplier
from .state import KINDS, LOWEST, PASS, TWO
from .talon import talon_left
from .text import PASS_NAME, format_action, spell
from .variants import NO_MULTIPLIERS

FEW_CARDS = 2  # so few left are shown at every table: they can be counted anyway (§9.1)


def describe(observation: Any, rules: Any) -> dict[str, Any]:
    """§9.1  The public table, seats in turn order from seat 0."""
    players = int(observation.players)
    chairs = {int(seat_of(observation, chair)): chair for chair in range(players)}
    return {
        "players": players,
        "dealer": seat_at(observation, observation.dealer),
        "to_act": [] if observation.to_act == NOBODY else [seat_at(observation, observation.to_act)],
        "owner": seat_at(observation, observation.owner),
        "winner": seat_at(observation, observation.winner),
        "over": bool(observation.over),
        "trick": int(observation.trick),
        "talon": int(talon_left(observation)),
        "table": describe_table(observation, rules),
        "public": int(public_multiplier(observation, rules)) if rules.multipliers != NO_MULTIPLIERS else None,
        "seats": [
            {"cards": int(observation.cards[chairs[seat]]), "chips": chips(observation, rules, chairs[seat])}
            for seat in range(players)
        ],
    }


def seat_at(observation: Any, chair: int) -> int | None:
    return None if chair == NOBODY else int(seat_of(observation, chair))


def describe_table(observation: Any, rules: Any) -> dict[str, Any] | None:
    """The play to be beaten."""
    table = int(observation.table)
    if table == PASS:
        return None
    return {
        "action": format_action(table, rules),
        "spells": [name for name, _ in spell(table, rules)],
        "kind": KIND_NAMES[kind_of(table)],
        "seat": seat_at(observation, observation.owner),
    }


def chips(observation: Any, rules: Any, chair: int) -> list[dict[str, Any]]:
    """§2.1, §7.9, §7.10, §7.16  What is to be said of a chair."""
    found: list[dict[str, Any]] = []
    cards = int(observation.cards[chair])
    if chair == observation.dealer:
        found.append({"chip": "dealer"})
    if chair == observation.winner:
        found.append({"chip": "winner"})
    elif cards == 0:
        found.append({"chip": "empty"})
    elif cards <= max(FEW_CARDS, rules.announce_at):
        found.append({"chip": "left", "n": cards})
    if chair == observation.owner and not observation.over:
        found.append({"chip": "owner"})
    if rules.pass_sticky and observation.last[chair] == PASS:
        found.append({"chip": "sits_out"})
    return found


def name_kind(card: Card, rules: Any) -> str:
    return kind_name(card_kind(card, rules), rules)


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Legal actions as people choose them, the cheapest first and the pass last."""
    cheapest_first = sorted(map(int, actions), key=lambda action: price(action, rules))
    names = {kind: kind_name(kind, rules) for kind in range(LOWEST, KINDS)}
    return [choice(action, spell(action, rules), names) for action in cheapest_first]


def choice(action: int, spelled: list[tuple[str, int]], names: dict[int, str]) -> Choice:
    """§3.9  One choice; a hand with four jokers has thousands, so that each is spelled once."""
    spells = tuple([name for name, _ in spelled])
    needs = tuple([names[kind] for _, kind in spelled])
    return Choice("-".join(spells) or PASS_NAME, needs, KIND_NAMES[kind_of(action)], spells)


def price(action: int, rules: Any) -> tuple[int, ...]:
    """What a play gives away: bombs, then jokers, then 2s, then high ranks; of equal price more cards leave the hand first."""
    if action == PASS:
        return (4,)
    level = level_of(kind_of(action), rules)
    twos = length_of(action) if rank_of(action) == TWO else 0
    return level, joker_count(action), twos, rank_of(action), -cards_of(action)
