"""Situations of Gou Ji as the rule book tells them: `Situation("hands=…").do("B K-K", "E pass")`, players A to F."""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import seats_in
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.notation.text import format_hand
from qipai.games.gou_ji.state import ARRANGEMENTS, ENDINGS, GAME_KINDS, MODES, PHASES
from tests.games.gou_ji.setting import set_up

LETTERS = "ABCDEF"


def letters(mask: int) -> str:
    return "".join(LETTERS[seat] for seat in seats_in(mask))


def at(line: str) -> tuple[Any, Any, Any]:
    """The rule set, the setup and the state of a table that a line describes (`setting.py`), after house rules."""
    told = dict(word.split("=", 1) for word in line.split())
    options = {option.name: told.pop(option.name) for option in GAME.options if option.name in told}
    ruleset = GAME.ruleset(**options)
    return ruleset, *set_up(ruleset, told)


class Situation:
    """A state of a deal and what is done to it."""

    def __init__(self, line: str) -> None:
        self.ruleset, self.setup, self.state = at(line)
        self.rules = GAME.rules(self.ruleset)

    def do(self, *moves: str) -> "Situation":
        """Moves like `B K-K`.  Before a move, windows for Shao Pai that it does not answer are declined, and the turn is left to its player."""
        for move in moves:
            name, _, text = move.partition(" ")
            seat = LETTERS.index(name)
            if self.phase == "window" and not text.startswith(("shao", "no_shao")):
                self.decline()
            while self.phase == "ordering" and text not in ("take", "leave") and not text.startswith("first"):
                self.do(f"{self.asked[0]} {'take' if self.asked[0] == name else 'leave'}")
            action = GAME.notation.parse_action(text, self.ruleset)
            assert GAME.is_legal(self.state, self.rules, seat, action), f"{move}: {self.phase} {self.asked}"
            GAME.apply_action(self.state, self.rules, seat, action)
        return self

    def decline(self) -> "Situation":
        """Nobody declares Shao Pai."""
        while self.phase == "window":
            self.do(f"{self.asked[0]} no_shao")
        return self

    def everybody(self, text: str) -> "Situation":
        """All who are asked together give the same answer."""
        for name in self.asked:
            self.do(f"{name} {text}")
        return self

    def can(self, move: str) -> bool:
        name, _, text = move.partition(" ")
        action = GAME.notation.parse_action(text, self.ruleset)
        return bool(GAME.is_legal(self.state, self.rules, LETTERS.index(name), action))

    def may(self, name: str) -> set[str]:
        """All that a player may do."""
        legal = GAME.legal(self.state, self.rules, LETTERS.index(name))
        return {GAME.notation.format_action(action, self.ruleset) for action in legal}

    def plays(self, name: str) -> set[str]:
        """All that a player may do but for table talk."""
        return {
            text for text in self.may(name) if text.partition(" ")[0] not in ("count", "rang", "show_hand", "expose", "advise")
        }

    @property
    def public(self) -> Any:
        return records.to_plain(self.state).public

    @property
    def asked(self) -> str:
        return letters(GAME.pending(self.state))

    @property
    def phase(self) -> str:
        return PHASES[self.public.phase]

    @property
    def mode(self) -> str:
        return MODES[self.public.mode]

    @property
    def order(self) -> str:
        return ARRANGEMENTS[self.public.arrangement]

    @property
    def ending(self) -> str:
        return ENDINGS[self.public.ending]

    @property
    def places(self) -> list[int]:
        return list(self.public.place)

    def turn(self) -> str:
        """Who is to act once nobody declares Shao Pai, and how: `lead A`, `duel E`, `normal C` …"""
        self.decline()
        how = "lead" if self.phase == "leading" else (self.mode if self.phase == "following" else self.phase)
        return f"{how} {self.asked}"

    def hand(self, name: str) -> str:
        return format_hand(records.to_plain(self.state).hands[LETTERS.index(name)])

    def result(self) -> Any:
        return GAME.result(self.state, self.rules)

    def next_setup(self) -> Any:
        result, following = records.new(GAME.RESULT), records.new(GAME.SETUP)
        GAME.returns(self.state, self.rules, result)
        GAME.next_setup(self.setup, result, self.rules, following)
        return records.to_plain(following)

    def next_kind(self) -> str:
        return GAME_KINDS[self.next_setup().kind]
