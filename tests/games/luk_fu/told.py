"""Deals of Luk Fu that are told while they are played."""

import random
from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.positions import parse_position
from qipai.engine.telling import Faces, Fact
from qipai.games.luk_fu import LUK_FU as GAME
from qipai.games.luk_fu.notation.text import kinds_in
from qipai.games.luk_fu.state import PHASES


class ToldDeal:
    """A deal with the cards that people see beside it."""

    def __init__(self, position: str) -> None:
        """A deal somewhere in its course, from its line."""
        read = parse_position(GAME, position)
        self.ruleset, self.state = read.ruleset, read.state
        self.rules, self.players = GAME.rules(self.ruleset), int(records.to_plain(read.setup).players)
        self.faces, self.facts = Faces(self.players), list[Fact]()
        for seat in range(self.players):
            self.faces.give(seat, kinds_in(records.to_plain(self.state).holdings[seat].hand))

    @classmethod
    def dealt(cls, players: int = 4, seed: int = 1, **options: object) -> "ToldDeal":
        """The beginning of a deal, by lot."""
        deal = cls.__new__(cls)
        deal.ruleset, deal.players = GAME.ruleset(**options), players
        deal.rules, deal.state, deal.faces = GAME.rules(deal.ruleset), GAME.new_state(), Faces(players)
        setup = GAME.setup(deal.rules, players)
        order = GAME.shuffled(deal.rules, setup, seed)
        GAME.deal(deal.state, deal.rules, setup, order)
        deal.facts = GAME.telling.tell_deal(*map(records.opened, (deal.state, deal.rules, setup, order)), deal.faces)
        return deal

    @property
    def public(self) -> Any:
        """What everybody may know, with readable fields, a copy."""
        return records.to_plain(self.state).public

    @property
    def phase(self) -> str:
        return PHASES[self.public.phase]

    @property
    def asked(self) -> list[int]:
        return [seat for seat in range(self.players) if GAME.pending(self.state) >> seat & 1]

    def hand(self, seat: int) -> int:
        return int(records.to_plain(self.state).holdings[seat].hand)

    def legal(self, seat: int) -> list[str]:
        return [GAME.notation.format_action(action, self.ruleset) for action in GAME.legal(self.state, self.rules, seat)]

    def tell(self, *texts: str) -> list[Fact]:
        """Let whoever is asked act, one after the other: what is told of the last action."""
        told: list[Fact] = []
        for text in texts:
            seat, before = GAME.to_act(self.state), records.copy(self.state)
            action = GAME.notation.parse_action(text, self.ruleset)
            assert GAME.is_legal(self.state, self.rules, seat, action), f"{text} by seat {seat} of {self.legal(seat)}"
            GAME.apply_action(self.state, self.rules, seat, action)
            opened = map(records.opened, (before, self.state, self.rules))
            told = GAME.telling.tell(*opened, seat, action, self.faces, None)
            self.facts += told
        return told

    def play_out(self, chance: random.Random) -> None:
        """Choose at random, but declare and surrender seldom, so that deals are long."""
        while self.phase != "over":
            legal = self.legal(GAME.to_act(self.state))
            bold = [text for text in legal if text != "declare" and not text.startswith("down")]
            self.tell(chance.choice(bold if bold and chance.random() < 0.7 else legal))

    def result(self) -> list[Fact]:
        """What is told at the end."""
        result = records.new(GAME.RESULT)
        GAME.returns(self.state, self.rules, result)
        opened = map(records.opened, (self.state, self.rules, result))
        return GAME.telling.tell_result(*opened, self.faces)

    def scored(self) -> dict[str, Any]:
        """The settlement, as everybody sees it."""
        return dict(self.result()[-1].public)

    def observation(self, seat: int) -> Any:
        observation = GAME.new_observation()
        GAME.observe(self.state, self.rules, seat, observation)
        return records.opened(observation)

    def board(self, seat: int) -> dict[str, Any]:
        return as_values(GAME.telling.describe(self.observation(seat), records.opened(self.rules)))

    def marks(self, seat: int) -> dict[str, dict[str, Any]]:
        """What a seat knows of its cards, by their faces."""
        return {mark["card"]: mark for mark in self.board(seat)["marks"]}

    def choices(self, seat: int) -> list[Any]:
        actions = GAME.legal(self.state, self.rules, seat)
        return GAME.telling.choices(self.observation(seat), records.opened(self.rules), actions)

    def explain(self, seat: int, text: str) -> Any:
        cards = [GAME.notation.parse_card(face) for face in text.split("-")] if text else []
        return GAME.telling.explain(self.observation(seat), records.opened(self.rules), seat, cards)

    def why_not(self, seat: int, text: str) -> Any:
        action = GAME.notation.parse_action(text, self.ruleset)
        return GAME.telling.why_not(*map(records.opened, (self.state, self.rules)), seat, action)


SILENCE = "keep keep keep"  # §4.1 nobody claims


def deal_of(*hands: str, calls: str = "play", done: str = "", **options: object) -> ToldDeal:
    """A deal of given hands, the dealer's first: in the order of the seats, the dreamer's card third of four."""
    silence = f"{SILENCE} " if "L" in "-".join(hands).split("-") else ""
    changes = "".join(f"{name}={value} " for name, value in options.items())
    return ToldDeal(f"luk_fu {changes}dealer=0 hands={'/'.join(hands)} {silence}{calls} {done}".rstrip())
