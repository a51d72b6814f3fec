"""Reading a position: what `position.py` writes, and less."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError, RulesetError
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY

from .cards import NO_CARDS, hand_of, kind_name, kinds_in, parse_kinds, rules_record
from .combinations import BARE, DOUBLE_JOKER, is_bare, kind_of
from .dealing import HAND_SIZE, clear
from .jokers import ANY_NUMBER
from .leading import may_lead_bare
from .position import BOMB_NAMES, KEYS, LIST, NAME, standard_setup
from .state import MAX_CARDS, MAX_PLAYERS, PASS, STATE, UNDECIDED
from .text import parse_action, spell
from .variants import OPTIONS, Ruleset, check_ruleset


def parse_position(text: str) -> tuple[Ruleset, Record, Record]:
    """The rule set, the setup and the state of a line."""
    name, *words = text.split() or [""]
    if name != NAME:
        raise NotationError(f"A position of Gan Deng Yan begins with {NAME!r}, not with {name!r}.")
    parts: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(f"{word!r} is no part of a position: parts are written key=value.")
        if key in parts:
            raise NotationError(f"{key} is given twice.")
        parts[key] = value
    ruleset = take_ruleset(parts)
    unknown = [key for key in parts if key not in KEYS]
    if unknown:
        raise NotationError(f"A position has no part {unknown[0]!r}; parts are options and {', '.join(KEYS)}.")
    return Reader(parts, ruleset).read()


def take_ruleset(parts: dict[str, str]) -> Ruleset:
    ruleset = Ruleset()
    for option in OPTIONS:
        if option.name in parts:
            ruleset = ruleset._replace(**{option.name: option.parse(parts.pop(option.name))})
    conflict = check_ruleset(ruleset)
    if conflict:
        raise RulesetError(conflict["en"], conflict)
    return ruleset


class Reader:
    """The parts of one position, read one after another."""

    def __init__(self, parts: dict[str, str], ruleset: Ruleset) -> None:
        self.parts = parts
        self.ruleset = ruleset
        hands = parts.get("hands")
        if hands is None:
            raise NotationError("A position needs hands=…, the cards of each seat joined by /.")
        self.players = len(hands.split(LIST))
        if not 2 <= self.players <= MAX_PLAYERS or self.number("players", self.players, MAX_PLAYERS) != self.players:
            raise NotationError(f"hands={hands} must name the cards of 2 to {MAX_PLAYERS} seats, as many as players=… says.")

    def read(self) -> tuple[Ruleset, Record, Record]:
        blank = records.opened(records.new(STATE))
        clear(blank)
        state = records.to_plain(blank)
        state.players = self.players
        self.read_seats(state)
        self.read_table(state)
        self.read_talon(state)
        self.read_end(state)
        setup = self.setup(state)
        self.check_pack(state)
        packed = records.from_plain(state)
        self.check(records.opened(packed))
        return self.ruleset, records.from_plain(setup), packed

    # -- the kinds of values

    def number(self, key: str, default: int, most: int, least: int = 0) -> int:
        text = self.parts.get(key, str(default))
        if text != str(default) and not (text.isdecimal() and least <= int(text) <= most):
            raise NotationError(f"{key}={text} must be a whole number from {least} to {most}.")
        return int(text)

    def truth(self, key: str) -> bool:
        text = self.parts.get(key, "false")
        if text not in ("true", "false"):
            raise NotationError(f"{key}={text} must be true or false.")
        return text == "true"

    def by_seat(self, key: str, read: Callable[[str], Any]) -> list[Any] | None:
        """One value a seat, or None where the part is left out."""
        if key not in self.parts:
            return None
        values = self.parts[key].split(LIST)
        if len(values) != self.players:
            raise NotationError(f"{key}={self.parts[key]} must have {self.players} values, one a seat, joined by {LIST}.")
        return [read(value) for value in values]

    def up_to(self, most: int) -> Callable[[str], int]:
        def read(text: str) -> int:
            if not text.isdecimal() or int(text) > most:
                raise NotationError(f"{text!r} must be a whole number from 0 to {most}.")
            return int(text)

        return read

    def kinds(self, text: str) -> list[int]:
        return parse_kinds(text, self.ruleset)

    def action(self, text: str) -> int:
        return parse_action(text, self.ruleset)

    # -- the parts

    def read_seats(self, state: Any) -> None:
        for seat, kinds in enumerate(self.by_seat("hands", self.kinds) or []):
            state.hands[seat] = records.to_plain(hand_of(kinds))
        state.dealer = self.number("dealer", 0, self.players - 1)
        state.trick = self.number("trick", 1, 30_000, least=1)
        self.read_bombs(state)
        state.announced[: self.players] = self.by_seat("announced", self.up_to(1)) or [0] * self.players
        state.known_jokers[: self.players] = self.by_seat("known", self.up_to(ANY_NUMBER)) or [0] * self.players

    def read_bombs(self, state: Any) -> None:
        counts = self.parts.get("bombs", LIST.join("0" * len(BOMB_NAMES))).split(LIST)
        if len(counts) != len(BOMB_NAMES):
            raise NotationError(
                f"bombs={self.parts['bombs']} must have five numbers joined by {LIST}: {', '.join(BOMB_NAMES)}."
            )
        for name, count in zip(BOMB_NAMES, counts, strict=True):
            setattr(state.bombs, name, self.up_to(MAX_CARDS)(count))

    def read_table(self, state: Any) -> None:
        """What lies on the table, who played it and what that says of the rest."""
        if ("table" in self.parts) != ("owner" in self.parts):
            raise NotationError("A play on the table and its owner go together: table=4 owner=0.")
        lies = "table" in self.parts
        if lies:
            state.table = self.action(self.parts["table"])
            if state.table == PASS:
                raise NotationError("A pass is no play to be beaten: leave table and owner out for a lead.")
            state.owner = self.number("owner", 0, self.players - 1)
            state.last[state.owner] = state.table
            state.plays[state.owner] = 1
            state.played[state.owner] = records.to_plain(hand_of([kind for _, kind in spell(state.table, self.ruleset)]))
        state.to_act = self.number("to_act", (state.owner + 1) % self.players if lies else state.dealer, self.players - 1)
        last = self.by_seat("last", lambda text: UNDECIDED if text == NO_CARDS else self.action(text))
        if last:
            state.last[: self.players] = last
        passed_on = self.by_seat("passed_on", lambda text: PASS if text == NO_CARDS else self.action(text))
        if passed_on:
            state.passed_on[: self.players] = passed_on
        played = self.by_seat("played", self.kinds)
        if played:
            state.played[: self.players] = [records.to_plain(hand_of(kinds)) for kinds in played]
        plays = self.by_seat("plays", self.up_to(MAX_CARDS))
        if plays:
            state.plays[: self.players] = plays

    def read_talon(self, state: Any) -> None:
        state.drawn = self.number("drawn", 0, MAX_CARDS)
        talon = self.kinds(self.parts.get("talon", NO_CARDS))
        if "talon_count" in self.parts:
            rest = self.rest_of_the_pack(state)
            count = self.number("talon_count", 0, len(rest))
            talon = rest[:count]
        if state.drawn + len(talon) > MAX_CARDS:
            raise NotationError(f"A talon has {MAX_CARDS} places at most.")
        state.talon_places = state.drawn + len(talon)
        state.talon[state.drawn : state.talon_places] = talon

    def rest_of_the_pack(self, state: Any) -> list[int]:
        """The cards of the pack that no hand holds and nobody has played, low to high."""
        rest = list(standard_setup(self.ruleset, self.players).pack)
        for hand in state.hands + state.played:
            rest = [left - count for left, count in zip(rest, hand.count, strict=True)]
        return [kind for kind, count in enumerate(rest) for _ in range(count)]

    def read_end(self, state: Any) -> None:
        state.over = int(self.truth("over") or "winner" in self.parts)
        if "winner" in self.parts:
            state.winner = self.number("winner", NOBODY, self.players - 1)
        if state.over:
            state.to_act = NOBODY

    def setup(self, state: Any) -> Any:
        setup = standard_setup(self.ruleset, self.players)
        setup.dealer = NOBODY if self.truth("by_lot") else state.dealer
        setup.hand_size = self.number("hand_size", HAND_SIZE, MAX_CARDS, least=1)
        if "pack" in self.parts:
            setup.pack = [int(count) for count in hand_of(self.kinds(self.parts["pack"])).count]
        return setup

    def check_pack(self, state: Any) -> None:
        """§1.1, §7.1  No more cards of a kind than the packs have, wherever they are."""
        found = Counter(state.talon[state.drawn : state.talon_places])
        for hand in state.hands + state.played:
            found.update(kinds_in(hand))
        for kind, most in enumerate(standard_setup(self.ruleset, self.players).pack):
            if found[kind] > most:
                name = kind_name(kind, self.ruleset)
                raise NotationError(f"{found[kind]} cards are {name}, and there are {most} of them at this table.")

    def check(self, state: Any) -> None:
        """Only a seat with cards decides, nobody follows their own play, and a lead that passes has passed (§7.8)."""
        if state.over:
            return
        if state.hands[state.to_act].cards == 0:
            raise NotationError(f"Seat {state.to_act} is to act and holds no cards.")
        if state.to_act == state.owner:
            raise NotationError(f"Seat {state.owner} played last, so another seat is to act.")
        if kind_of(int(state.table)) in (BARE, DOUBLE_JOKER):
            raise NotationError("Nothing follows that play, so nobody is asked.")
        rules = rules_record(self.ruleset)
        if state.table == PASS and is_bare(state.hands[state.to_act], rules) and not may_lead_bare(state, rules):
            raise NotationError(
                f"Seat {state.to_act} holds only jokers, which may not be led here: the lead passes to the right."
            )
