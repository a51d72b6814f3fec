"""What lies on the table of Gou Ji and what has become of everybody: the part of the reference that the others build on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.gou_ji_rules import (
    CHOICES,
    DEFAULTS,
    SEATS,
    SECTION,
    dui_men,
    in_order,
    is_sweep,
    points,
    same_team,
    team_mates,
    to_the_right,
    without,
)

FIRST, FRESH, ORDINARY = "first", "fresh", "ordinary"  # §2.1
PASS, OUT, ANEW = "pass", "put out", "anew"


@dataclass
class Question:
    """What is open: who may answer what.  Who is asked together answers in any order, and nothing happens before all have."""

    phase: str
    options: dict[int, set[str]]
    talk: bool = False  # is this a moment for table talk?
    answers: dict[int, str] = field(default_factory=dict)


Asking = Generator[Question, Any, Any]


class Ended(Exception):
    """The game is over."""


@dataclass(frozen=True)
class Start:
    """What a game begins with: what the game before hands on, and what chance decides."""

    kind: str
    order: tuple[str, ...]  # faces, the first to be drawn first
    draws: tuple[int, ...] = (0,)  # §2.2 the places in the order of the cards that Kai Pai draws, one after the other
    kaipai: int = 0  # who is Kai Pai first; of no account in an ordinary game
    places: tuple[int, ...] = (0,) * 6  # of the last game that was played out
    due: str = "none"  # sweep, ordinary: tribute that is due in a fresh game


class Record:
    """Everything that is known of a game by one who sees all."""

    def __init__(self, start: Start, options: Mapping[str, object] | None = None) -> None:
        self.options = DEFAULTS | {name: str(value).lower() for name, value in (options or {}).items()}
        for name, value in self.options.items():
            if name not in CHOICES or (value not in CHOICES[name] and name != "expose_max"):
                raise ValueError(f"no such house rule: {name}={value}")
        self.start = start
        self.kaipai = start.kaipai
        self.taker: int | None = None
        self.starter: int | None = None
        self.big: int | None = None  # big loser, for this game (§5.1)
        self.second: int | None = None
        self.hands: list[list[str]] = [[] for _ in SEATS]
        self.dealt: list[list[str]] = [[] for _ in SEATS]
        self.tributes: list[dict[str, Any]] = []
        self.places = [0] * 6
        self.penalised: list[int] = []
        self.went: list[int] = []  # who is out, in this order
        self.ending: str | None = None  # played, sweep, one_team, thrown_in
        self.laid: list[list[str]] = [[] for _ in SEATS]
        self.told: list[str | None] = [None] * 6
        self.exposed: set[int] = set()
        self.shown: dict[int, list[str]] = {}
        # the trick
        self.mode = "normal"
        self.trick = 0
        self.leader: int | None = None
        self.best: list[str] | None = None
        self.owner: int | None = None
        self.beaten_owner: int | None = None  # whose set the best one has beaten
        self.last_actor: int | None = None
        self.passed: set[int] = set()
        self.duel: tuple[int, int] | None = None  # §8: who started it, and the Dui Men
        self.shao: dict[str, Any] | None = None  # §9: declarer, starter, first
        self.rang_asked = False  # §11.1: about the set on the table
        self.rang_agreed: int | None = None  # the asker, in this trick
        self.only: tuple[int, int] | None = None  # §14.16
        self.promised: int | None = None  # §14.20: who has agreed to Rang Pai, and has not acted since
        self.advice: dict[int, str] = {}  # §11.4: by who gave it, on what the one whose turn it is may do
        self.able: list[int] = []  # §14.10: who may still beat the set on the table
        self.wind_asker: int | None = None  # §14.10: about the set on the table
        self.reached: Counter[str] = Counter()

    # -- house rules, and what is counted

    def __getitem__(self, option: str) -> str:
        return self.options[option]

    def is_on(self, option: str) -> bool:
        return self.options[option] == "true"

    def met(self, *sections: str) -> None:
        self.reached.update(sections)

    def met_option(self, option: str, what: str = "") -> None:
        """A house rule has decided something, with the value that it has."""
        value = self[option] if option != "expose_max" or self[option] == "10" else "other"
        self.reached[f"{SECTION[option]} {option}={value}{what and ': ' + what}"] += 1

    # -- who is there

    def with_cards(self) -> list[int]:
        return [seat for seat in SEATS if self.hands[seat]]

    def next_with_cards(self, seat: int) -> int:
        return next(other for other in to_the_right(seat) if self.hands[other])

    def has_no_head(self, seat: int) -> bool:
        """§8.4"""
        return not self.hands[dui_men(seat)]

    def in_endgame(self) -> bool:
        """§10.1"""
        return len(self.with_cards()) <= 4

    def free_to_act(self) -> list[int]:
        """§7.2  Who may still act in an ordinary trick, by seat."""
        able = [s for s in self.with_cards() if s not in self.passed and s != self.owner]
        return [s for s in able if self.only is None or s in self.only]  # §14.16

    # -- laying, and going out

    def lay(self, seat: int, cards: Sequence[str]) -> None:
        self.hands[seat] = without(self.hands[seat], cards)
        self.laid[seat] = in_order([*self.laid[seat], *cards])
        self.beaten_owner, self.owner, self.best = self.owner, seat, in_order(cards)
        self.last_actor = seat
        self.told[seat] = None
        self.rang_asked = False
        self.wind_asker = None
        if "R" in cards:
            self.met("6.4")
        if not self.hands[seat]:
            self.met("7.4")
            self.put_out(seat)

    def put_out(self, seat: int, lowest: bool = False) -> None:
        """§7.4; with the lowest free place §9.7, §14.20."""
        free = [place for place in range(1, 7) if place not in self.places]
        self.places[seat] = free[-1] if lowest else free[0]
        if lowest:
            self.penalised.append(seat)
        self.hands[seat] = []
        self.told[seat] = None
        if lowest:
            self.advice = {}
        self.went.append(seat)
        if len(self.with_cards()) in (2, 3, 4):
            self.met("10.1")
        self.see_whether_it_is_over(seat)

    def see_whether_it_is_over(self, last: int) -> None:
        """§7.6, §14.21, §14.22"""
        left = self.with_cards()
        free = [place for place in range(1, 7) if place not in self.places]
        if len(left) == 1:
            self.places[left[0]] = free[0]
            self.end("played")
        if is_sweep(self.places) and self.places[last] == 3:
            self.met_option("stop_on_sweep")
        if is_sweep(self.places) and self.is_on("stop_on_sweep"):
            self.end("sweep")
        if len({seat % 2 for seat in left}) == 1 and not is_sweep(self.places):
            self.met_option("stop_when_one_team")
        if len({seat % 2 for seat in left}) == 1 and self.is_on("stop_when_one_team"):
            in_turn = [seat for seat in to_the_right(last) if seat in left]
            for seat, place in zip(in_turn, free, strict=True):
                self.places[seat] = place
            self.end("one_team")

    def end(self, how: str) -> None:
        self.ending = how
        self.met("7.6" if how != "thrown_in" else "4.4", "12.4")
        if how != "thrown_in":
            self.met("12.1", "12.3", "1.1")
            self.met_option("score_record")
        if is_sweep(self.places):
            self.met("12.2")
        raise Ended

    # -- the end

    def points(self) -> list[int]:
        """§12.1, §4.4"""
        return [0] * 6 if self.ending == "thrown_in" else points(self.places, self["score_record"])

    def next_session_state(self) -> dict[str, Any]:
        """§12.4, §5.7"""
        if self.ending != "thrown_in":
            swept = is_sweep(self.places)
            return {
                "kind": FRESH if swept else ORDINARY,
                "kaipai": self.kaipai,
                "places": tuple(self.places),
                "due": "sweep" if swept else "none",
            }
        owed = "ordinary" if self.start.kind == ORDINARY else self.start.due
        kept = {"sweep_only": ("sweep",), "all": ("sweep", "ordinary"), "none": ()}[self["revolution_keeps_tribute"]]
        return {
            "kind": FRESH,
            "kaipai": self.kaipai,
            "places": self.start.places,
            "due": owed if owed in kept else "none",
        }

    def may_ask_for_count(self, seat: int, other: int) -> bool:
        """§11.2"""
        if seat == other or not self.hands[other]:
            return False
        mate = seat in team_mates(other)
        head = seat == dui_men(other) and bool(self.hands[seat])
        return mate or head or self.has_no_head(other)

    def team_has_cards(self, seat: int) -> bool:
        return any(same_team(seat, other) for other in self.with_cards())
