"""The board for people, built from an observation."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, SPECTATOR, seats_in
from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from .asked import is_window
from .endgame import arrangement_of, block_of, is_endgame
from .naming import chairs_by_seat, kind_of_set, seat_at, seats_at
from .observation import is_own, sees_hand
from .questions import describe_question
from .ranks import KINDS, RANKS, TWO
from .seating import dui_men, is_in
from .sets import is_high
from .state import (
    ARRANGEMENTS,
    BLOCKS,
    DUEL,
    GAME_KINDS,
    MODES,
    NAMING,
    NO_DEBT,
    OVER,
    PHASES,
    THROWN_IN,
    TRIBUTES,
)
from .text import MORE_NAME, name_of, ranks_in, spell
from .verbs import FEW, MORE

WILD = RANKS[TWO - 1 :]  # §1.4
ROLES = ("kaipai", "taker", "starter", "big_loser", "second_loser")  # §2, §3.3 of the game, by seat


def describe(observation: Any, rules: Any) -> dict[str, Any]:
    """§13.1  The table, seats in turn order from seat 0; of the hands only what one knows (§13.2)."""
    table = observation.table
    chairs = chairs_by_seat(observation)
    return {
        "phase": PHASES[table.phase],
        "window": bool(is_window(observation)),
        "kind": GAME_KINDS[table.kind],
        "trick": int(table.trick),
        "to_act": seats_at(observation, table.asked),
        **{role: seat_at(observation, getattr(table, role)) for role in ROLES},
        **describe_trick(observation, rules),
        **describe_question(observation, rules),
        "places": [int(table.place[chair]) or None for chair in chairs],
        "penalised": seats_at(observation, table.penalised),
        "headless": [seat for seat, chair in enumerate(chairs) if is_headless(table, chair)],
        "tributes": [describe_tribute(observation, chair) for chair in chairs if table.tribute[chair] != NO_DEBT],
        "last": [int(table.last[chair]) for chair in chairs] if any(table.last) else None,
        "exposed": describe_hands(observation, table.exposed),
        "shown": describe_hands(observation, int(table.shown) & ~int(table.exposed)),
        "played": [ranks_in(table.played[chair]) for chair in chairs],
        "ranks": list(RANKS),
        "wild": list(WILD),
        "unseen": [unseen_of(observation, kind) for kind in range(1, KINDS)],
        "told": [describe_told(int(table.told[chair])) for chair in chairs],
        **describe_endgame(observation),
        "thrown_in": bool(table.ending == THROWN_IN),
        "seats": [
            {"cards": known_size(observation, rules, chair), "chips": chips(observation, rules, chair)} for chair in chairs
        ],
    }


# -- the trick


def describe_trick(observation: Any, rules: Any) -> dict[str, Any]:
    """§7.3, §8.1, §9.3, §9.4  What lies on the table, and how it is fought for."""
    table = observation.table
    duel = {"starter": seat_at(observation, table.starter_of_duel)}
    duel["defender"] = seat_at(observation, dui_men(int(table.starter_of_duel)))
    shao = {
        "declarer": seat_at(observation, table.runner),
        "starter": seat_at(observation, table.challenged),
        "first": bool(table.challenged != NOBODY),
    }
    return {
        "owner": seat_at(observation, table.owner),
        "leader": seat_at(observation, table.leader),
        "mode": MODES[table.mode],
        "duel": duel if table.mode == DUEL else None,
        "shao": shao if table.runner != NOBODY else None,
        "best": describe_set(int(table.best), rules),
        "tried": spell(int(table.tried)) or None,
        "passed": seats_at(observation, table.passed),
        "closed": seats_at(observation, table.closed),
    }


def describe_set(cards: int, rules: Any) -> dict[str, Any] | None:
    """§6.1, §6.5"""
    if not cards:
        return None
    return {"cards": spell(cards), "high": bool(is_high(cards, rules)), "kind": kind_of_set(cards)}


def is_headless(table: Any, chair: int) -> bool:
    """§8.4  With cards, and the Dui Men has none."""
    return bool(is_in(table.active, chair) and not is_in(table.active, dui_men(chair)))


def describe_endgame(observation: Any) -> dict[str, Any]:
    """§10.1, §10.2  How the players that are left take their turns, and the blocks in turn order."""
    table = observation.table
    if table.phase == OVER or not is_endgame(table):
        return {"endgame": None, "blocks": None}
    arrangement = arrangement_of(table.active)
    blocks: list[list[int]] = []
    for chair in chairs_by_seat(observation):
        block = seats_at(observation, block_of(table.active, chair)) if is_in(table.active, chair) else []
        if block and block not in blocks:
            blocks.append(block)
    return {"endgame": ARRANGEMENTS[arrangement], "blocks": blocks if arrangement == BLOCKS else None}


# -- tribute and what was told


def describe_tribute(observation: Any, giver: int) -> dict[str, Any]:
    """§5.2, §5.5, §5.6  A debt and what has come of it; the cards only for those two."""
    table = observation.table
    return {
        "from": seat_at(observation, giver),
        "to": seat_at(observation, table.receiver[giver]),
        "n": int(table.owes[giver]),
        "state": TRIBUTES[table.tribute[giver]],
        "given": names_of(observation.given[giver]),
        "returned": names_of(observation.returned[giver]),
    }


def names_of(kinds: Sequence[int]) -> list[str] | None:
    """The ranks of the cards of a tribute; None where one does not know them."""
    return [name_of(kind) for kind in kinds if kind] or None


def describe_told(said: int) -> str | None:
    """§11.2"""
    if not said:
        return None
    return MORE_NAME if said == MORE else str(said)


# -- hands


def describe_hands(observation: Any, mask: Any) -> dict[str, list[str]]:
    """§11.3, §11.4  The hands that are open to the observer, one's own among them, by seat."""
    table = observation.table
    known = {}
    for chair in seats_in(int(mask) & int(table.active)):
        if is_own(observation, chair):
            known[chair] = ranks_in(observation.hand)
        elif sees_hand(observation, chair):
            known[chair] = ranks_in(observation.seen[chair])
    return {str(seat): known[chair] for seat, chair in enumerate(chairs_by_seat(observation)) if chair in known}


def unseen_of(observation: Any, kind: int) -> int:
    """§13.1, §13.2  How many cards of a kind one has not seen: neither laid, nor in one's own hand or another that one sees."""
    table = observation.table
    laid = sum(int(pile[kind]) for pile in table.played)
    seen = sum(int(observation.seen[chair][kind]) for chair in seats_in(int(table.active)))
    return int(table.pack[kind]) - laid - seen - int(observation.hand[kind])


def known_size(observation: Any, rules: Any, chair: int) -> int | None:
    """§11.2, §13.3, §14.18  How many cards the table prints: one's own, those that are told or seen, and none of who is out."""
    table = observation.table
    size = int(table.left[chair])
    if is_in(table.penalised, chair):
        return 0
    if is_own(observation, chair) or table.phase in (NAMING, OVER) or rules.counts_public:
        return size
    told = 0 < table.told[chair] < MORE
    return size if size == 0 or told or sees_hand(observation, chair) else None


def chips(observation: Any, rules: Any, chair: int) -> list[dict[str, Any]]:
    """§2, §4.3, §7.4, §8, §9, §11.2, §11.4  What is to be said of a chair."""
    table = observation.table
    found: list[dict[str, Any]] = [{"chip": role} for role in ROLES if getattr(table, role) == chair]
    if table.place[chair]:
        found.append({"chip": "place", "n": int(table.place[chair])})
    states = {
        "penalised": is_in(table.penalised, chair),
        "head_gone": is_headless(table, chair),
        "passed": is_in(table.active & table.passed, chair),
        "few": False,
        "over_ten": False,
        "exposed": is_in(table.active & table.exposed, chair),
        "duel_starter": table.mode == DUEL and chair == table.starter_of_duel,
        "duel_defender": table.mode == DUEL and chair == dui_men(int(table.starter_of_duel)),
        "runner": chair == table.runner,
        "wish": chair == table.wish,
        "dui_men": sits_opposite(observation, chair),
        "pleads": table.wish != NOBODY and is_in(table.pleas, chair),
    }
    if is_in(table.active, chair) and known_size(observation, rules, chair) is None:
        states["few" if table.left[chair] <= FEW else "over_ten"] = True
    return found + [{"chip": chip} for chip, holds in states.items() if holds]


def sits_opposite(observation: Any, chair: int) -> bool:
    """§1.2  Is it one's own Dui Men?"""
    return bool(observation.seat != SPECTATOR and chair == dui_men(0))


def name_kind(card: Card, rules: Any) -> str:
    """Cards of equal rank are alike (§1.4)."""
    return name_of(card_kind(card))
