"""The engine of Gou Ji beside the reference, move for move over random sessions of random house rules.

    python -m tests.reference.gou_ji_compare --games 1000 --seed 1
    python -m tests.reference.gou_ji_compare --games 1000 --seed 1 --alone

After every decision it compares who is asked, what everybody may answer and say, the hands, and what one seat or an onlooker sees;
at the end of a game the places, the points and what the next game begins with.  `--alone` plays on the reference only.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from tests.reference.differences import Difference
from tests.reference.gou_ji import Table
from tests.reference.gou_ji_chance import Deal, Players, following_deal, random_deal
from tests.reference.gou_ji_counting import table_of, wanted
from tests.reference.gou_ji_rules import CHOICES, SEATS, spell, team_mates

ONLOOKER = -1
BEFORE = ("naming", "showing", "revolution", "pleading", "confirming", "swapping")  # tribute and play
TRIBUTE = ("liberating", "waiving", "returning")
TOO_LONG = 5000  # decisions


@dataclass
class Count:
    """What a comparison has been through."""

    games: int = 0
    decisions: int = 0
    actions: int = 0
    boards: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    values: Counter[tuple[str, str]] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)


class Pair:
    """One game on both."""

    def __init__(self, deal: Deal, count: Count, alone: bool) -> None:
        self.deal, self.count = deal, count
        self.table = Table(deal.start(), deal.options)
        self.played: list[str] = []
        self.engine: Any = None
        if not alone:
            from tests.reference.gou_ji_engine import Engine

            try:
                self.engine = Engine(deal)
            except Exception as error:
                raise Difference(f"{type(error).__name__}: {error}\n{self.where()}") from error

    def agree(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            raise Difference(f"{what}: the reference says {ours}, the engine {theirs}\n{self.where()}")

    def where(self) -> str:
        hands = {seat: spell(hand) for seat, hand in enumerate(self.table.hands)}
        return (
            f"  {self.deal}\n  after {'; '.join(self.played) or 'nothing'}\n"
            f"  {self.table.phase} {self.table.pending()}, hands {hands}, {self.table.public()}"
        )

    def play(self, chance: random.Random, players: Players) -> None:
        while True:
            if self.engine is not None:
                self.look(chance)
            if self.table.over:
                break
            seat, text = players.decide(self.table)
            self.played.append(f"{seat}: {text}")
            self.table.apply(seat, text)
            if self.engine is not None:
                try:
                    self.engine.apply(seat, text)
                except Exception as error:
                    raise Difference(f"{type(error).__name__}: {error}\n{self.where()}") from error
            self.count.decisions += 1
            if len(self.played) > TOO_LONG:
                raise Difference(f"the game does not end\n{self.where()}")
        if self.engine is not None:
            self.agree("points", self.table.points(), self.engine.points())
            self.agree("what the next game begins with", self.table.next_session_state(), self.engine.next_session_state())
        self.count.games += 1
        self.count.endings[str(self.table.ending)] += 1
        self.count.values.update(self.deal.options.items())
        self.count.reached += self.table.reached

    # -- after every decision

    def look(self, chance: random.Random) -> None:
        self.agree("over", self.table.over, self.engine.over)
        self.agree("asked", self.table.pending(), set() if self.engine.over else self.engine.pending())
        if not self.table.over:
            self.agree("may act out of turn", self.table.may_act(), self.engine.may_act() - self.engine.pending())
        for seat in SEATS:
            if seat in self.table.pending() or seat in self.table.may_act():
                self.look_at_actions(seat)
        if not self.sealed():
            seats = [seat for seat in SEATS if seat not in self.table.penalised]  # whose cards are gone, wherever they are
            theirs = self.engine.hands()
            self.agree("hands", [spell(self.table.hands[s]) for s in seats], [theirs[s] for s in seats])
        for seat in {chance.choice([*SEATS, ONLOOKER]), *([0] if self.table.over else [])}:
            self.look_at_board(seat)

    def sealed(self) -> bool:
        """Cards that are returned go over when the last one has answered."""
        return self.table.phase == "returning" or (self.table.over and self.table.ending == "thrown_in")

    def look_at_actions(self, seat: int) -> None:
        ours, theirs = self.table.legal(seat), self.engine.legal(seat)
        if ours != theirs:
            raise Difference(
                f"actions of seat {seat}: only the reference has {sorted(ours - theirs)}, only the engine {sorted(theirs - ours)}\n"
                + self.where()
            )
        if seat in self.table.pending():
            self.engine.check_default(seat, ours)
        self.count.actions += len(ours)

    def look_at_board(self, seat: int) -> None:
        """§13.1 to §13.3"""
        board = self.engine.board(seat)
        self.count.boards += 1
        self.count.reached.update(["13.1", "13.3"])
        for name, ours in self.public().items():
            theirs = board_value(board, name)
            if name == "shao" and ours is not None and theirs is not None and not ours["first"]:
                theirs = theirs | {"starter": ours["starter"]}  # of no account in the run
            if name in ("asker", "asked") and self.table.asker is None:
                continue
            if name in ("exposed", "passed"):  # of those who are out it does not matter
                ours, theirs = ([s for s in seats if self.table.hands[s]] for seats in (ours, theirs))
            if name == "told":  # of those who are out there is nothing to tell
                ours, theirs = ([told[s] for s in self.table.with_cards()] for told in (ours, theirs))
            self.agree(f"{name} on the board of {seat}", ours, theirs)
        shown = [0 if of in self.table.penalised else entry["cards"] for of, entry in enumerate(board["seats"])]
        self.agree(f"numbers of cards on the board of {seat}", [self.number_seen(seat, of) for of in SEATS], shown)
        self.look_at_tributes(seat, board)
        self.count.reached["13.2"] += 1

    def public(self) -> dict[str, Any]:
        public = self.table.public()
        if self.table.over:
            keep = ("places", "penalised", "kaipai", "taker", "played")
            return {name: public[name] for name in keep}
        if self.table.phase in (*BEFORE, *TRIBUTE):
            del public["starter"]
        if self.table.mode == "run" and self.table.best is not None:
            public["mode"] = "shao"  # while others are asked
        return public | {"to_act": sorted(self.table.pending()), "candidates": self.candidates()}

    def candidates(self) -> list[int]:
        """Of a window those who have not answered yet."""
        return sorted(self.table.pending() if self.table.phase == "window" else self.table.candidates)

    def number_seen(self, seat: int, of: int) -> int | None:
        """§11.2 to §11.4, §14.18: how many cards of a player a seat may see in print."""
        table = self.table
        many = len(table.hands[of])
        if seat == of or not many or table.over or table.is_on("counts_public") or of in table.exposed:
            return many
        if table.told[of] not in (None, "more"):
            return many
        if of in table.shown and seat in team_mates(of):
            return many
        return None

    def look_at_tributes(self, seat: int, board: dict[str, Any]) -> None:
        """§13.2"""
        if self.table.over or self.table.phase in (*BEFORE, "returning"):
            return
        ours = []
        for debt in self.table.tributes:
            mine = seat in (debt["from"], debt["to"])
            ours.append(debt | {"given": debt["given"] if mine else None, "returned": debt["returned"] if mine else None})
        in_turn = [sorted(debts, key=lambda debt: int(debt["from"])) for debts in (ours, board["tributes"])]
        self.agree(f"tributes on the board of {seat}", *in_turn)


def board_value(board: dict[str, Any], name: str) -> Any:
    if name == "advice":
        return {given["seat"]: "pass" if given["cards"] is None else spell(given["cards"]) for given in board["advice"]}
    if name == "best":
        return board["best"] and board["best"]["cards"]
    if name == "exposed":
        return sorted(int(seat) for seat in board["exposed"])
    if name in ("passed", "penalised", "to_act", "candidates"):
        return sorted(board[name])
    return board[name]


# -- sessions


def play_session(seed: int, count: Count, alone: bool, fixed: Mapping[str, str] = MappingProxyType({})) -> None:
    """Some games in a row.  Raises `Difference` with everything that repeats it."""
    chance = random.Random(seed)
    themes = wanted(count.reached)
    theme = chance.choice(themes) if themes and chance.random() < 0.7 else None
    deal = random_deal(chance, theme)
    deal = replace(deal, options={**deal.options, **fixed})
    for _ in range(chance.choice([1, 2, 3])):
        pair = Pair(deal, count, alone)
        pair.play(chance, Players(chance, deal.options, theme))
        deal = following_deal(chance, deal, pair.table)


def report(count: Count, seconds: float, engine: bool) -> str:
    lines = [
        f"{count.games} games {'agree' if engine else 'on the reference alone'}: {count.decisions} decisions, "
        f"{count.actions} legal actions, {count.boards} boards, {seconds:.0f} s",
        "ended    " + "  ".join(f"{how}: {many}" for how, many in sorted(count.endings.items())),
    ]
    for name, values in CHOICES.items():
        lines.append(f"{name:25} " + "  ".join(f"{value}: {count.values[name, value]}" for value in values))
    return "\n".join([*lines, table_of(count.reached, engine)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="play on the reference only")
    parser.add_argument("--keep-going", action="store_true", help="print differences and go on with the next session")
    parser.add_argument("--fix", nargs="*", default=[], metavar="RULE=VALUE", help="house rules that are not drawn")
    given = parser.parse_args()
    fixed = dict(rule.split("=") for rule in given.fix)
    count, seed, began, differences = Count(), given.seed, time.monotonic(), 0
    while count.games < given.games:
        try:
            play_session(seed, count, given.alone, fixed)
        except Difference as difference:
            print(f"session {seed}: {difference}\n")
            differences += 1
            if not given.keep_going or differences >= 20:
                break
        except KeyboardInterrupt:
            print(f"Interrupted; the rest: --games {given.games - count.games} --seed {seed}")
            break
        seed += 1
        if sys.stderr.isatty() or seed % 50 == 0:
            print(f"\r{count.games} games", end="", file=sys.stderr)
    print(report(count, time.monotonic() - began, not given.alone))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
