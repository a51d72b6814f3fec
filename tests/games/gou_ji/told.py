"""Games of Gou Ji that are told while they are played."""

import random
from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.engine.telling import KIND_BITS, Faces, Fact
from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.notation.text import kinds_in
from qipai.games.gou_ji.state import PHASES
from tests.games.gou_ji.situations import at

SEATS = 6
MOVES = ("handed_over", "taken_away")  # where cards go, which other facts have told in words
EVERYBODY = (SPECTATOR, *range(SEATS))
DUELS = "hands=4-K-K-9/8-A-A/6/8-8-B/7-7-A-A/9-9 leader=0"


class ToldGame:
    """A game with the cards that people see beside it."""

    def __init__(self, position: str) -> None:
        """A game somewhere in its course, from its line; equal cards are told apart from seat 0 on."""
        self.ruleset, self.setup, self.state = at(position)
        self.rules, self.facts = GAME.rules(self.ruleset), list[Fact]()
        self.faces = Faces(SEATS)
        copies: dict[int, int] = {}
        for seat, hand in enumerate(records.to_plain(self.state).hands):
            for kind in kinds_in(hand):
                copies[kind] = copies.get(kind, -1) + 1
                self.faces.give(seat, [kind | copies[kind] << KIND_BITS])

    @classmethod
    def dealt(cls, seed: int = 1, setup: Any = None, **options: object) -> "ToldGame":
        """The beginning of a game, the first of a session unless another setup is given."""
        game = cls.__new__(cls)
        game.ruleset = GAME.ruleset(**options)
        game.rules, game.state, game.faces = GAME.rules(game.ruleset), GAME.new_state(), Faces(SEATS)
        game.setup = GAME.setup(game.rules, SEATS) if setup is None else setup
        order = GAME.shuffled(game.rules, game.setup, seed)
        GAME.deal(game.state, game.rules, game.setup, order)
        game.facts = GAME.telling.tell_deal(*map(records.opened, (game.state, game.rules, game.setup, order)), game.faces)
        return game

    @property
    def public(self) -> Any:
        """What everybody may know, with readable fields, a copy."""
        return records.to_plain(self.state).public

    @property
    def phase(self) -> str:
        return PHASES[self.public.phase]

    @property
    def asked(self) -> list[int]:
        return list(seats_in(GAME.pending(self.state)))

    @property
    def rights(self) -> list[int]:
        """The seats that have something to say although they are not asked."""
        return [seat for seat in seats_in(GAME.may_act(self.state)) if seat not in self.asked]

    def legal(self, seat: int) -> list[str]:
        return [GAME.notation.format_action(action, self.ruleset) for action in GAME.legal(self.state, self.rules, seat)]

    def tell(self, *texts: str) -> list[Fact]:
        """Let whoever is to act do this, one after the other, or the seat before a colon: what is told of the last action."""
        told: list[Fact] = []
        for text in texts:
            seat, _, word = text.rpartition(":")
            told = self.act(int(seat) if seat else GAME.to_act(self.state), word)
        return told

    def act(self, seat: int, text: str, cards: str = "") -> list[Fact]:
        """One action, with cards chosen by their faces if there are any."""
        action, before = GAME.notation.parse_action(text, self.ruleset), records.copy(self.state)
        assert GAME.is_legal(self.state, self.rules, seat, action), f"{text} by seat {seat}"
        GAME.apply_action(self.state, self.rules, seat, action)
        chosen = self.find(seat, cards) if cards else None
        opened = map(records.opened, (before, self.state, self.rules))
        told = GAME.telling.tell(*opened, seat, action, self.faces, chosen)
        self.facts += told
        return [fact for fact in told if fact.event not in MOVES]

    def play_out(self, chance: random.Random) -> None:
        """Whoever is asked, or has something to say, does anything."""
        while self.phase != "over":
            rights = self.rights if chance.random() < 0.1 else []
            seat = chance.choice(rights or self.asked)
            self.act(seat, chance.choice(self.legal(seat)))

    def find(self, seat: int, faces: str) -> list[int]:
        """Cards of a hand with these faces."""
        left, found = list(self.faces.hands[seat]), []
        for face in faces.split("-"):
            found.append(next(card for card in left if GAME.notation.format_card(card) == face))
            left.remove(found[-1])
        return found

    def hand(self, seat: int) -> list[str]:
        """The faces of a hand."""
        return [GAME.notation.format_card(card) for card in self.faces.hands[seat]]

    def scored(self) -> dict[str, Any]:
        """The end of the game, as everybody sees it."""
        result = records.new(GAME.RESULT)
        GAME.returns(self.state, self.rules, result)
        (scored,) = GAME.telling.tell_result(*map(records.opened, (self.state, self.rules, result)), self.faces)
        assert (scored.event, scored.private, scored.hidden) == ("scored", {}, {})
        return dict(scored.public)

    def following(self) -> Any:
        """The setup of the next game."""
        result, following = records.new(GAME.RESULT), records.new(GAME.SETUP)
        GAME.returns(self.state, self.rules, result)
        GAME.next_setup(self.setup, result, self.rules, following)
        return following

    def observation(self, seat: int) -> Any:
        observation = GAME.new_observation()
        GAME.observe(self.state, self.rules, seat, observation)
        return records.opened(observation)

    def board(self, seat: int = SPECTATOR) -> dict[str, Any]:
        return as_values(GAME.telling.describe(self.observation(seat), records.opened(self.rules)))

    def chips(self, seat: int, observer: int = SPECTATOR) -> list[str]:
        return [chip["chip"] for chip in self.board(observer)["seats"][seat]["chips"]]

    def choices(self, seat: int) -> list[Any]:
        actions = GAME.legal(self.state, self.rules, seat)
        return GAME.telling.choices(self.observation(seat), records.opened(self.rules), actions)

    def explain(self, seat: int, text: str) -> Any:
        """What the cards of these ranks are, of a hand that holds them."""
        kinds = [GAME.notation.parse_card(rank if rank in "BR" else f"{rank}S") for rank in text.split("-") if rank]
        return GAME.telling.explain(self.observation(seat), records.opened(self.rules), seat, kinds)

    def why_not(self, seat: int, text: str) -> Any:
        action = GAME.notation.parse_action(text, self.ruleset)
        return GAME.telling.why_not(*map(records.opened, (self.state, self.rules)), seat, action)


def events(facts: list[Fact]) -> list[str]:
    return [fact.event for fact in facts]


def seen(facts: list[Fact], seat: int = SPECTATOR) -> list[dict[str, Any]]:
    return [fact.seen_by(seat) for fact in facts]
