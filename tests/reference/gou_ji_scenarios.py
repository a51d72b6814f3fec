"""Positions and steps of `tests/examples/gou_ji.yaml`, played on the reference of Gou Ji."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.gou_ji import Table
from tests.reference.gou_ji_rules import SEATS, dui_men, in_order, spell, to_the_right
from tests.reference.gou_ji_vectors import letters, seat_of

Step = Mapping[str, Any]
MORE = ["3"] * 4  # what an unknown hand holds besides what it plays


class Scenario:
    """One position, and what happens step by step."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        given, self.steps = vector["given"], vector["steps"]
        out = [seat_of(letter) for letter in given.get("out", ())]
        hands = {seat: self.played_by(seat) + MORE for seat in SEATS if seat not in out}
        hands |= {seat_of(letter): list(hand) for letter, hand in given.get("hands", {}).items()}
        table = given.get("table")
        self.table = Table.under_way(
            hands,
            seat_of(given["to_act"] if table else given["leader"]),
            table and (seat_of(table["by"]), table["cards"]),
            [seat_of(letter) for letter in given.get("passed", ())],
            out,
        )
        self.bound: set[int] = set()  # whose pass is done already (§11.1)

    def played_by(self, seat: int) -> list[str]:
        mine = [step for step in self.steps if "by" in step and seat_of(step["by"]) == seat]
        return [card for step in mine for card in step.get("play", step.get("shao", ()))]

    def decline(self, wanted: int | None = None) -> None:
        """Nobody declares Shao Pai, and a choice of order falls on whom the next step names."""
        while self.table.phase in ("window", "ordering"):
            (seat, *_) = sorted(self.table.pending())
            if self.table.phase == "window":
                self.table.apply(seat, "no_shao")
            else:
                self.table.apply(seat, "take" if wanted in (None, seat) else "leave")

    def play(self) -> None:
        for step, following in zip(self.steps, [*self.steps[1:], {}], strict=True):
            trick, out = self.table.trick, len(self.table.went)
            for seat in map(seat_of, step.get("pass_all", ())):
                self.pass_by(seat)
            if "by" not in step and "shao" in step:
                self.declare({seat_of(letter): first for letter, first in step["shao"].items()})
            elif "by" in step:
                self.act(seat_of(step["by"]), step)
            self.check(step, trick, self.table.went[out:], "shao" in following)

    def pass_by(self, seat: int) -> None:
        if seat in self.bound:
            self.bound.discard(seat)
            return
        self.decline(seat)
        assert self.table.pending() == {seat}
        self.table.apply(seat, "pass")

    def act(self, seat: int, step: Step) -> None:
        if "rang" in step:
            self.table.apply(seat, "rang")
            (asked,) = self.table.pending()
            self.table.apply(asked, step["answer"])
            self.bound = {asked}
        elif "shao" in step:
            self.declare({seat: step["shao"]})
        elif "pass" in step:
            self.pass_by(seat)
        else:
            self.decline(seat)
            assert self.table.pending() == {seat}
            self.table.apply(seat, spell(step["play"]))

    def declare(self, first: Mapping[int, list[str]]) -> None:
        """These seats declare Shao Pai with these sets, and nobody else."""
        for seat in sorted(self.table.pending()):
            self.table.apply(seat, f"shao {spell(first[seat])}" if seat in first else "no_shao")

    def candidates(self) -> list[str]:
        """§9.1  Who may declare Shao Pai, as one looks to the right from who starts the duel."""
        may = {seat for seat in self.table.pending() if any(text.startswith("shao ") for text in self.table.legal(seat))}
        return letters(seat for seat in to_the_right(self.table.duel[0]) if seat in may) if may else []

    def check(self, step: Step, trick: int, out: list[int], declared: bool) -> None:
        table, expected = self.table, dict(step.get("expect", {}))
        if "rang" in expected:
            rang = expected.pop("rang")
            assert "rang" in table.legal(seat_of(rang["asker"]))
            assert letters(table.pending()) == [rang["asked"]]
        if "binding_pass" in expected:
            assert {seat_of(expected.pop("binding_pass"))} == self.bound <= table.passed
        if "left_in_hand" in expected:
            for letter, hand in expected.pop("left_in_hand").items():
                assert table.hands[seat_of(letter)] == in_order(hand)
        found: dict[str, Any] = {"mode": {"run": "SHAO"}.get(table.mode, table.mode.upper()), "trick_end": table.trick > trick}
        found |= {
            "declarer": letters([table.shao["declarer"]])[0] if table.shao else None,
            "shao_candidates": self.candidates(),
        }
        found["out"] = letters(out)[0] if out else None
        if table.duel:
            found |= {"starter": letters(table.duel)[0], "defender": letters(table.duel)[1]}
        if table.leader is not None:
            found["leader"] = letters([table.leader])[0]
        if "to_act" in expected:
            found["to_act"] = letters([dui_men(table.owner)])[0] if declared else None
            if not declared:
                self.decline()
                found["to_act"] = letters(table.pending())[0]
        assert {name: found[name] for name in expected} == expected, step
