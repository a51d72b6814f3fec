"""Scenarios: a position, steps one after the other, and what is expected after some of them.

Nobody declares Shao Pai unless a step says so, and a choice of order falls on whoever the next step names.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.seats import NOBODY

from .arranged import Table, cards_named, hands_with, list_of, name_of_seat, names_in, places_of, seat_after, seat_named
from .seating import SEATS, dui_men, is_in, right_of
from .state import CHANCE, DUEL, FOLLOWING, LEADING, NORMAL, ORDERING, OVER, RUN, SHAO_PAI
from .talk import rang_asker
from .text import format_set
from .variants import CLAIM, Ruleset
from .verbs import AGREE, DISAGREE, FIRST, LEAVE, NO_SHAO, PASS, RANG, SHAO, TAKE

Step = Mapping[str, Any]
GIVEN = {"table", "to_act", "leader", "passed", "out", "hands", "all_in"}
DOINGS = {"by", "play", "pass", "pass_all", "shao", "rang", "answer", "expect"}
MODE_NAMES = {NORMAL: "NORMAL", DUEL: "DUEL", SHAO_PAI: "SHAO", RUN: "SHAO"}
IN_ORDER = ("shao_candidates", "responders")
MORE_CARDS = 10  # that a player holds beside what the steps need


def table_of(ruleset: Ruleset, given: Mapping[str, Any], steps: Sequence[Step]) -> Table:
    """The table before the first step."""
    unknown = sorted(set(given) - GIVEN)
    if unknown:
        raise QipaiError(f"given has no {unknown[0]!r} in a scenario; it has {', '.join(sorted(GIVEN))}.")
    out, lies = given.get("out", []), given.get("table")
    laid = lies["cards"] if lies else []
    parts = {
        "hands": hands_with(given.get("hands", {}), needed_in(steps), MORE_CARDS, out, laid),
        "places": places_of(out),
    }
    if lies is None:
        return Table(ruleset, leader=list_of([given["leader"]]), **parts)
    return Table(
        ruleset,
        table=format_set(cards_named(laid)),
        owner=list_of([lies["by"]]),
        passed=list_of(given.get("passed", [])),
        to_act=list_of([given["to_act"]]),
        **parts,
    )


def needed_in(steps: Sequence[Step]) -> dict[str, list[str]]:
    """What each player lays in the steps."""
    needed: dict[str, list[str]] = {}
    for step in steps:
        if "by" in step:
            needed.setdefault(step["by"], []).extend([*step.get("play", ()), *step.get("shao", ())])
    return needed


class Course:
    """A table moved step by step."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bound: str | None = None  # who has agreed to Rang Pai, and so has passed

    def take(self, step: Step) -> dict[str, Any]:
        """Do a step.  Returns what holds after it, of all that may be expected."""
        unknown = sorted(set(step) - DOINGS)
        if unknown:
            raise QipaiError(f"a step has no {unknown[0]!r}; it has {', '.join(sorted(DOINGS))}.")
        before = self.table.copy()
        bound, self.bound = self.bound, None
        if "pass_all" in step:
            for place, name in enumerate(step["pass_all"]):
                before = self.table.copy()
                if place or name != bound:
                    self.do_pass(name)
        elif "pass" in step:
            if step["by"] != bound:
                self.do_pass(step["by"])
        elif "shao" in step:
            self.declare(step["by"], step["shao"])
        elif "rang" in step:
            self.ask_for_rang(step["by"], step["answer"])
        else:
            self.give_turn(step["by"])
            self.table.lay(step["by"], step["play"])
        return self.facts(before, step.get("expect", {}).get("left_in_hand", ()))

    def do_pass(self, name: str) -> None:
        self.give_turn(name)
        self.table.act(name, PASS)

    def give_turn(self, name: str) -> None:
        """Nobody declares Shao Pai, and the choice of order falls on this player."""
        table = self.table
        table.decline()
        candidates = int(table.table.candidates)
        while table.phase == ORDERING and is_in(candidates, seat_named(name)):
            if table.rules.order_protocol == CLAIM:
                asked = names_in(table.asked)[0]
                table.act(asked, TAKE if asked == name else LEAVE)
            else:
                for asked in names_in(table.asked):
                    table.act(asked, FIRST, seat_named(name))
        if table.phase not in (LEADING, FOLLOWING) or not table.is_asked(name):
            raise QipaiError(f"{', '.join(names_in(table.asked)) or 'nobody'} is to act, and not {name}.")

    def declare(self, name: str, first: Iterable[str]) -> None:
        """§9.1"""
        if self.table.phase != CHANCE:
            raise QipaiError("nobody may declare Shao Pai now.")
        for asked in names_in(self.table.asked):
            if asked == name:
                self.table.act(asked, SHAO, cards_named(first))
            else:
                self.table.act(asked, NO_SHAO)

    def ask_for_rang(self, name: str, answer: str) -> None:
        """§11.1"""
        self.table.decline()
        self.table.act(name, RANG)
        asked = names_in(self.table.asked)[0]
        self.table.act(asked, AGREE if answer == "agree" else DISAGREE)
        self.bound = asked if answer == "agree" else None

    def facts(self, before: Table, hands_of: Iterable[str]) -> dict[str, Any]:
        """What holds now; who acts once nobody has declared Shao Pai."""
        after = self.table.copy()
        candidates = asked_for_shao(after)
        after.decline()
        table, mode = after.table, int(after.table.mode)
        gone = names_in(int(before.table.active) & ~int(table.active))
        starter = int(table.starter_of_duel) if mode == DUEL else NOBODY
        asker = int(rang_asker(table))
        in_turn = after.phase in (LEADING, FOLLOWING)
        return {
            "mode": MODE_NAMES[mode],
            "to_act": names_in(after.asked)[0] if in_turn else None,
            "starter": name_of_seat(starter),
            "defender": None if starter == NOBODY else name_of_seat(int(dui_men(starter))),
            "out": gone[0] if gone else None,
            "trick_end": after.phase == OVER or int(table.trick) > int(before.table.trick),
            "leader": after.leader(),
            "left_in_hand": {name: after.hand(name) for name in hands_of},
            "rang": None if asker == NOBODY else {"asker": name_of_seat(asker), "asked": names_in(after.asked)[0]},
            "binding_pass": self.bound,
            "shao_candidates": candidates,
            "responders": responders(after),
            "must": "final_or_joker" if mode == RUN and after.phase == LEADING else None,
        }


def asked_for_shao(table: Table) -> list[str]:
    """§9.1  Who may declare, the right-hand neighbour first."""
    if table.phase != CHANCE:
        return []
    owner = str(name_of_seat(int(table.table.owner)))
    return [name for name in (seat_after(owner, 1), seat_after(owner, SEATS - 1)) if len(table.legal(name)) > 1]


def responders(table: Table) -> list[str]:
    """§9.3  Who is still to be asked about a set of Shao Pai, in turn."""
    owner, left = int(table.table.owner), int(table.table.responders)
    return [str(name_of_seat(right_of(owner, step))) for step in range(1, SEATS) if is_in(left, right_of(owner, step))]


def answer_scenario(ruleset: Ruleset, vector: Mapping[str, Any]) -> dict[str, Any]:
    """The steps again, with what came where something was expected."""
    steps = vector["steps"]
    course = Course(table_of(ruleset, vector["given"], steps))
    told = []
    for number, step in enumerate(steps, 1):
        try:
            came = course.take(step)
        except QipaiError as refusal:
            raise QipaiError(f"step {number}: {refusal}") from None
        told.append({**step, "expect": as_expected(step["expect"], came)} if "expect" in step else step)
    return {"steps": told}


def as_expected(expected: Mapping[str, Any], came: Mapping[str, Any]) -> dict[str, Any]:
    """Of what came what was expected, cards in the order in which they were named."""
    return {key: came[key] if key in IN_ORDER else in_order_of(expected[key], came[key]) for key in expected}


def in_order_of(expected: Any, came: Any) -> Any:
    """The same in the order of the other, where only the order differs."""
    if isinstance(expected, dict) and isinstance(came, dict):
        return {key: in_order_of(expected.get(key), value) for key, value in came.items()}
    if isinstance(expected, list) and isinstance(came, list) and Counter(map(canon, expected)) == Counter(map(canon, came)):
        return expected
    return came


def canon(value: Any) -> str:
    """Equal for what differs only in order."""
    if isinstance(value, dict):
        return repr(sorted((key, canon(item)) for key, item in value.items()))
    return repr(sorted(map(canon, value))) if isinstance(value, list) else repr(value)
