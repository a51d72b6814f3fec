"""The engine of Gou Ji, asked for the same things as the reference.  Only its contract is used."""

from __future__ import annotations

from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.game import Game
from qipai.engine.telling import Faces
from qipai.games import find_game
from tests.reference.differences import Difference
from tests.reference.gou_ji_chance import Deal, face
from tests.reference.gou_ji_record import FIRST, FRESH, ORDINARY
from tests.reference.gou_ji_rules import RANKS, SEATS, rank_of, spell

GAME = "gou_ji"
KINDS = (FIRST, FRESH, ORDINARY)
DUES = ("none", "sweep", "ordinary")
NOBODY = -1
COPY = 1 << 6


class Engine:
    """A game of the engine."""

    def __init__(self, deal: Deal) -> None:
        self.game: Game = find_game(GAME)
        self.ruleset = self.game.ruleset(**deal.options)
        self.rules = self.game.rules(self.ruleset)
        self.setup = self.game.setup(self.rules, 6)
        self.fill_setup(deal)
        self.order = self.game.shuffled(self.rules, self.setup, 0)
        self.fill_order(deal)
        self.state = self.game.new_state()
        self.game.deal(self.state, self.rules, self.setup, self.order)
        self.faces = Faces(6)
        opened = map(records.opened, (self.state, self.rules, self.setup, self.order))
        self.facts = list(self.game.telling.tell_deal(*opened, self.faces))

    def fill_setup(self, deal: Deal) -> None:
        setup = records.opened(self.setup)
        setup.kind = KINDS.index(deal.kind)
        setup.kaipai = NOBODY if deal.before is None else deal.before
        setup.due = DUES.index("ordinary" if deal.kind == ORDINARY else deal.due)
        for seat in SEATS:
            setup.places[seat] = deal.places[seat]
        for nth, rank in enumerate(RANKS, start=1):
            setup.pack[nth] = sum(card[0] == rank for card in deal.cards)

    def fill_order(self, deal: Deal) -> None:
        order = records.opened(self.order)
        cards = [RANKS.index(rank) + 1 + COPY * copy for rank, copy in deal.cards]
        pack = sorted(int(card) for card in order.cards[: int(order.count)])
        if pack != sorted(cards):
            raise Difference(f"the engine's pack is {pack}, not {sorted(cards)}")
        for place, card in enumerate(cards):
            order.cards[place] = card
        lots = [deal.lot if deal.before is None else 0, *deal.draws]
        for nth, lot in enumerate(lots):
            order.lots[nth] = lot
        shown = [self.game.notation.format_card(card) for card in cards]
        if shown != [face(card) for card in deal.cards]:
            raise Difference(f"faces: {shown}, not {list(map(face, deal.cards))}")

    @property
    def over(self) -> bool:
        return bool(self.game.is_over(self.state))

    def pending(self) -> set[int]:
        return self.seats_of(self.game.pending(self.state))

    def may_act(self) -> set[int]:
        return self.seats_of(self.game.may_act(self.state))

    def seats_of(self, mask: Any) -> set[int]:
        return {seat for seat in SEATS if int(mask) >> seat & 1}

    def legal(self, seat: int) -> set[str]:
        actions = self.game.legal(self.state, self.rules, seat)
        texts = {self.game.notation.format_action(action, self.ruleset) for action in actions}
        if len(texts) != len(actions):
            raise Difference(f"the engine lists an action of seat {seat} twice")
        return texts

    def check_default(self, seat: int, texts: set[str]) -> str:
        default = self.game.default_action(self.state, self.rules, seat)
        text = self.game.notation.format_action(default, self.ruleset)
        if text not in texts:
            raise Difference(f"the default action {text} of seat {seat} is not legal")
        return text

    def apply(self, seat: int, text: str) -> None:
        action = self.game.notation.parse_action(text, self.ruleset)
        if not self.game.is_legal(self.state, self.rules, seat, action):
            raise Difference(f"the engine lists {text} and does not let seat {seat} do it")
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        opened = map(records.opened, (before, self.state, self.rules))
        self.facts += self.game.telling.tell(*opened, seat, action, self.faces, None)

    def hands(self) -> list[str]:
        """What people hold: it follows the facts, and these the state."""
        return [spell(rank_of(self.game.notation.format_card(card)) for card in hand) for hand in self.faces.hands]

    def board(self, seat: int) -> dict[str, Any]:
        """What a seat sees; an onlooker with -1."""
        observation = self.game.new_observation()
        self.game.observe(self.state, self.rules, seat, observation)
        return as_values(self.game.telling.describe(records.opened(observation), records.opened(self.rules)))

    def points(self) -> list[int]:
        result = self.game.result(self.state, self.rules)
        return [int(points) for points in result.points[:6]]

    def next_session_state(self) -> dict[str, Any]:
        ended, following = records.new(self.game.RESULT), records.new(self.game.SETUP)
        self.game.returns(self.state, self.rules, ended)
        self.game.next_setup(self.setup, ended, self.rules, following)
        setup = records.to_plain(following)
        return {
            "kind": KINDS[int(setup.kind)],
            "kaipai": int(setup.kaipai),
            "places": tuple(int(place) for place in setup.places),
            "due": "none" if KINDS[int(setup.kind)] == ORDINARY else DUES[int(setup.due)],
        }
