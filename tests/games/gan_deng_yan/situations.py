"""Tables of Gan Deng Yan for the tests: written in the short form, answered by the engine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games.gan_deng_yan.notation.cards import format_hand, hand_of, parse_kinds
from qipai.games.gan_deng_yan.notation.text import parse_action, spell
from qipai.games.gan_deng_yan.state import MAX_CARDS, PASS
from tests.games.short import Room, each, set_up

HERE = Path(__file__).parent


class Line(NamedTuple):
    """A line of a table of examples: where it stands, the options in force, its § and the rest."""

    place: str
    options: str
    section: str
    sentence: str


def lines_of(name: str) -> list[Line]:
    lines, options = [], ""
    for number, line in enumerate((HERE / name).read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words[:1] == ["with"]:
            options = " ".join(words[1:])
        elif words:
            lines.append(Line(f"{name}:{number}", options, words[0].removeprefix("§"), " ".join(words[1:])))
    return lines


def read_cards(text: str, before: Any, ruleset: Any) -> Any:
    return records.to_plain(hand_of(parse_kinds(text, ruleset)))


def read_talon(text: str, before: Any, ruleset: Any) -> list[int]:
    kinds = parse_kinds(text, ruleset)
    return kinds + [0] * (MAX_CARDS - len(kinds))


def read_play(text: str, before: Any, ruleset: Any) -> int:
    return int(before) if text == "." else parse_action(text, ruleset)


def complete(state: Any, setup: Any, ruleset: Any, told: Mapping[str, str]) -> None:
    """The dealer is seat 0 if nobody is named.  A play on the table is its owner's only one, and the next seat is asked."""
    state.talon = read_talon(told.get("talon", "."), None, ruleset)
    state.talon_places = sum(kind > 0 for kind in state.talon)
    setup.dealer, setup.stakes = state.dealer, state.stakes
    if state.to_beat != PASS:
        state.last[state.owner] = state.to_beat
        if "played" not in told:
            state.played[state.owner] = records.to_plain(hand_of([kind for _, kind in spell(state.to_beat, ruleset)]))
        if "plays" not in told:
            state.plays[state.owner] = 1
    if "to_act" not in told:
        state.to_act = state.dealer if state.to_beat == PASS else (state.owner + 1) % state.players


READERS = {"hands": each(read_cards), "played": each(read_cards), "talon": read_talon}
READERS |= dict.fromkeys(("to_beat", "last", "passed_on"), each(read_play))
ROOM = Room(GAME, READERS, complete)


class Position:
    """A table in the short form, and what the engine says of it."""

    def __init__(self, text: str) -> None:
        self.ruleset, self.setup, self.state = set_up(ROOM, text)
        self.rules = GAME.rules(self.ruleset)

    @property
    def seen(self) -> Any:
        """The state with readable fields, a copy."""
        return records.to_plain(self.state)

    @property
    def to_act(self) -> int:
        return int(GAME.to_act(self.state))

    @property
    def over(self) -> bool:
        return bool(GAME.is_over(self.state))

    def legal(self, seat: int | None = None) -> list[str]:
        asked = self.to_act if seat is None else seat
        return [GAME.notation.format_action(action, self.ruleset) for action in GAME.legal(self.state, self.rules, asked)]

    def action(self, text: str) -> int:
        return GAME.notation.parse_action(text, self.ruleset)

    def why_not(self, seat: int, text: str) -> Any:
        return GAME.telling.why_not(records.opened(self.state), records.opened(self.rules), seat, self.action(text))

    def play(self, *texts: str) -> "Position":
        """Let the seats act in turn; every action must be legal."""
        for text in texts:
            seat, action = self.to_act, self.action(text)
            assert GAME.is_legal(self.state, self.rules, seat, action), f"{text} by seat {seat}: {self.why_not(seat, text)}"
            GAME.apply_action(self.state, self.rules, seat, action)
        return self

    def hand(self, seat: int) -> str:
        return format_hand(self.seen.hands[seat], self.ruleset)

    @property
    def talon_left(self) -> int:
        return int(self.seen.talon_places - self.seen.drawn)

    def observation(self, seat: int) -> Any:
        observation = GAME.new_observation()
        GAME.observe(self.state, self.rules, seat, observation)
        return observation

    def explain(self, seat: int, faces: str) -> Any:
        cards = [GAME.notation.parse_card(face) for face in faces.split("-")]
        observation = records.opened(self.observation(seat))
        return GAME.telling.explain(observation, records.opened(self.rules), seat, cards)
