"""The deal of an example: set up by dealing or field by field, and moved by the rules."""

from collections.abc import Sequence
from typing import Any, TypeVar

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.records import Record
from qipai.engine.seats import seats_in
from qipai.engine.telling import Card

AnyDeal = TypeVar("AnyDeal", bound="Deal")


class Deal:
    """The records of a deal with readable fields, and the rules of its game.

    `rules`, `setup` and `state` are `records.opened`.  Before `deal` the state is empty.
    """

    def __init__(self, game: Game, ruleset: Any, players: int) -> None:
        """Begin a session.  Raises `RulesetError` for a number of players that the game does not have."""
        self.game, self.ruleset = game, ruleset
        rules = game.rules(ruleset)
        self._records = rules, game.setup(rules, players), game.new_state()
        self._open()

    def _open(self) -> None:
        self.rules, self.setup, self.state = map(records.opened, self._records)

    def copy(self: AnyDeal) -> AnyDeal:
        """Return an independent copy of the deal."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._records = (self._records[0], *map(records.copy, self._records[1:]))
        made._open()
        return made

    @property
    def public(self) -> Any:
        """The record of what is public, in rooms whose state has one."""
        return self.state.public

    def pack(self) -> list[Card]:
        """Return the physical cards of the pack, unshuffled."""
        order = records.opened(self._listed())
        return [int(card) for card in order.cards[: int(order.count)]]

    def _listed(self) -> Record:
        rules, setup, _ = self._records
        order = records.new(self.game.ORDER)
        self.game.pack(rules, setup, order)
        return order

    def deal(self, cards: Sequence[Card] = (), lots: Sequence[int] = ()) -> None:
        """Deal the unshuffled pack, its first cards replaced by `cards`; `lots` are the results of the first lots, the others are 0."""
        order = self._listed()
        opened = records.opened(order)
        for place, card in enumerate(cards):
            opened.cards[place] = card
        for lot in range(len(opened.lots)):
            opened.lots[lot] = lots[lot] if lot < len(lots) else 0
        rules, setup, state = self._records
        self.game.deal(state, rules, setup, order)

    # -- moving it

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision."""
        return list(seats_in(self.game.pending(self._records[2])))

    @property
    def to_act(self) -> int:
        """The first of the seats that owe a decision, or NOBODY."""
        return int(self.game.to_act(self._records[2]))

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat."""
        rules, _, state = self._records
        return self.game.legal(state, rules, seat)

    def may(self, seat: int, action: Action) -> bool:
        """Return whether a seat may do an action now."""
        rules, _, state = self._records
        return bool(self.game.is_legal(state, rules, seat, action))

    def act(self, seat: int, action: Action) -> None:
        """Apply an action.  Raises `QipaiError` if it is not legal."""
        if not self.may(seat, action):
            what = self.game.notation.format_action(action, self.ruleset)
            raise QipaiError(f"the rules refuse {self.name_of(seat)}'s {what}.")
        rules, _, state = self._records
        self.game.apply_action(state, rules, seat, action)

    def default(self, seat: int) -> Action:
        """Return the default action of a seat."""
        rules, _, state = self._records
        return int(self.game.default_action(state, rules, seat))

    def name_of(self, seat: int) -> Any:
        """Return the name of a seat in examples."""
        return f"seat {seat}"

    def result(self) -> Any:
        """Return the result of a finished deal as a plain record."""
        rules, _, state = self._records
        return self.game.result(state, rules)

    def next_setup(self) -> Any:
        """Return the setup of the next deal, opened."""
        rules, setup, state = self._records
        result, following = records.new(self.game.RESULT), records.new(self.game.SETUP)
        self.game.returns(state, rules, result)
        self.game.next_setup(setup, result, rules, following)
        return records.opened(following)
