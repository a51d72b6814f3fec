"""Deals of the Giog family that are told while they are played."""

from typing import Any

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Faces, Fact, kind_of
from qipai.games import find_game
from qipai.games.giog.notation.naming import kinds_in
from qipai.games.giog.pieces import KIND
from tests.games.giog.situations import Situation, holding


class ToldDeal(Situation):
    """A situation with the pieces that people see beside it."""

    faces: Faces
    facts: list[Fact]

    @classmethod
    def holding(cls, name: str, *hands: str, **named: Any) -> "ToldDeal":
        """A deal before a lead; see `situations.holding`."""
        made = holding(name, *hands, **named)
        deal = cls(made.game, made.players, made.state)
        deal.ruleset, deal.rules, deal.facts = made.ruleset, made.rules, []
        deal.faces = Faces(deal.players)
        for seat, hand in enumerate(records.to_plain(deal.state).hands[: deal.players]):
            deal.faces.give(seat, [kind | copy << KIND_BITS for copy, kind in enumerate(kinds_in(hand))])
        return deal

    @classmethod
    def dealt(
        cls,
        name: str,
        players: int,
        seed: int = 1,
        *,
        opener: int = NOBODY,
        places: dict[int, str] | None = None,
        **options: object,
    ) -> "ToldDeal":
        """The beginning of a deal; `places` puts pieces into places of stacks, by the place's number."""
        game = find_game(name)
        rules = game.rules(game.ruleset(**options))
        setup = records.to_plain(game.setup(rules, players))
        setup.opener = opener
        setup = records.from_plain(setup)
        order = game.shuffled(rules, setup, seed)
        if places:
            order = with_pieces(order, places)
        state = game.new_state()
        game.deal(state, rules, setup, order)
        deal = cls(game, players, state, **options)
        deal.faces = Faces(players)
        deal.facts = game.telling.tell_deal(*map(records.opened, (state, rules, setup, order)), deal.faces)
        return deal

    def tell(self, seat: int, text: str, chosen: list[int] | None = None) -> list[Fact]:
        """Let a seat act, and say what is told of it."""
        before, action = records.copy(self.state), self.game.notation.parse_action(text, self.ruleset)
        assert self.game.is_legal(self.state, self.rules, seat, action), f"{text} by seat {seat} of {self.legal(seat)}"
        self.game.apply_action(self.state, self.rules, seat, action)
        opened = map(records.opened, (before, self.state, self.rules))
        told = self.game.telling.tell(*opened, seat, action, self.faces, chosen)
        self.facts += told
        return told

    def tell_trick(self, *texts: str) -> list[Fact]:
        """Let the leader lead the first of these, and the others in turn lay the rest: what the last of them brings."""
        leader, told = self.public.leader, []
        for turn, text in enumerate(texts):
            told = self.tell((leader + turn) % self.players, text)
        return told

    def scored(self) -> Fact:
        result = records.new(self.game.RESULT)
        self.game.returns(self.state, self.rules, result)
        opened = map(records.opened, (self.state, self.rules, result))
        (fact,) = self.game.telling.tell_result(*opened, self.faces)
        return fact

    def board(self, seat: int) -> dict[str, Any]:
        return as_values(self.game.telling.describe(records.opened(self.observation(seat)), records.opened(self.rules)))

    def choices(self, seat: int) -> list[Any]:
        actions = self.game.legal(self.state, self.rules, seat)
        return self.game.telling.choices(records.opened(self.observation(seat)), records.opened(self.rules), actions)


def with_pieces(order: Any, places: dict[int, str]) -> Any:
    """A drawing in which pieces change places until those wanted lie where they should."""
    drawn = records.to_plain(order)
    free = set(range(drawn.count))
    for place, piece in places.items():
        kind = KIND[piece]
        found = next(at for at in sorted(free, key=lambda at: at != place) if kind_of(drawn.cards[at]) == kind)
        drawn.cards[place], drawn.cards[found] = drawn.cards[found], drawn.cards[place]
        free.remove(place)
    return records.from_plain(drawn)
