"""A deal as a tree of chance and decisions: what `openspiel` hands to OpenSpiel, without a word of OpenSpiel's."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.records import Record
from qipai.engine.seats import seats_in
from qipai.engine.telling import KIND_BITS
from qipai.games import GAMES
from qipai.games.gan_deng_yan.scoring import MOST
from qipai.games.giog.scoring import LAST_TRICK_STAKE
from qipai.games.giog.state import MAX_CARDS
from qipai.games.gou_ji.scoring import SWEEP_POINTS
from qipai.games.luk_fu.scoring import ALL_TRICKS, value_of

from .encoding import SCALED, WHOLE
from .fields import layouts
from .minis import MINIS, mini_setup

SEED_DIGITS, DIGIT = 8, 16
KIND_MASK = (1 << KIND_BITS) - 1
NOT_DEALT = "not dealt yet"
# (ruleset, players): no result is further from 0, in points of the rule book
BOUNDS: dict[str, Callable[[Any, int], int]] = {
    "gan_deng_yan": lambda ruleset, players: (players - 1) * (ruleset.payment_cap or MOST),  # §6.1, §7.15
    "giog": lambda ruleset, players: MAX_CARDS + players * LAST_TRICK_STAKE,  # §10.1 to §10.5
    "luk_fu": lambda ruleset, players: (
        4 * int(value_of(ALL_TRICKS, ruleset))
    ),  # §10.4 two hands, and the dreamer's less than one each
    "gou_ji": lambda ruleset, players: SWEEP_POINTS,  # §12.2
}


class Table:
    """A game under rules for a number of players: what all its deals share."""

    def __init__(
        self, game: Game, variant: str, players: int, options: Mapping[str, str], mini: bool = False, perfect: bool = False
    ) -> None:
        """`players`: 0 for the fewest.  `mini`: the mini pack.  `perfect`: seats remember all that they have seen and done."""
        self.game, self.mini, self.perfect = game, mini, perfect
        self.terms = (game.name, variant, players, dict(options), mini, perfect)
        small = MINIS[game.name] if mini else None
        self.ruleset = game.ruleset(variant, **{**(small.ruleset if small else {}), **options})
        self.rules = game.rules(self.ruleset)
        self.setup = mini_setup(game, self.rules) if mini else game.setup(self.rules, players or game.seats[0])
        if small and players not in (0, small.players):
            raise QipaiError(f"The mini pack of {game.name} is for {small.players} players, not {players}.")
        self.players = small.players if small else players or game.seats[0]
        self.layout = layouts(game).observation
        self.scale = np.asarray(self.layout.factors(SCALED), SCALED)
        self.longest = small.most_actions if small else game.max_actions
        self.max_decisions = game.max_decisions(self.ruleset, self.setup)
        order = records.new(game.ORDER)
        game.pack(self.rules, self.setup, order)
        twin: Any = records.to_plain(order)
        self.first, self.opening = (small.first, small.opening) if small else ((), ())
        self.cards: list[list[int]] = []  # equal cards together, each kind an outcome of chance where cards are drawn
        for card in twin.cards[: twin.count]:
            if card in self.first:
                continue
            if not self.cards or (self.cards[-1][0] ^ card) & KIND_MASK:
                self.cards.append([])
            self.cards[-1].append(card)
        self.max_draws = sum(map(len, self.cards)) if mini else SEED_DIGITS
        self.max_outcomes = len(self.cards) if mini else DIGIT
        self.seen = game.new_observation()

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, self.terms

    def bound(self) -> float:
        """No result is further from 0, in points of the rule book."""
        return float(BOUNDS[self.game.room](self.ruleset, self.players))

    def look(self, state: Record, seat: int) -> Record:
        """What the seat may know.  The record is filled anew at the next look."""
        self.game.observe(state, self.rules, seat, self.seen)
        return self.seen

    def ordered(self, drawn: list[int]) -> Record:
        """What chance has decided when those kinds were drawn: what is left is of one kind, and all lots fall on 0."""
        order: Any = records.to_plain(records.new(self.game.ORDER))
        left = [list(cards) for cards in self.cards]
        cards = [*self.first, *(left[kind].pop() for kind in drawn)]
        cards += [card for kind in left for card in kind]
        order.count = len(cards)
        order.cards[: len(cards)] = cards
        return records.from_plain(order)


class Play:
    """One deal on its way: first what chance has drawn, then the state, and what each seat remembers."""

    __slots__ = ("_legal", "_said", "_vectors", "drawn", "memory", "state", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.drawn: list[int] = []
        self.state: Record | None = None
        self.memory: list[list[str]] = [[] for _ in range(table.players if table.perfect else 0)]
        # what was asked for in this state, by seat: judges and tree searches ask for the same again and again
        self._legal: dict[int, list[Action]] = {}
        self._vectors: dict[int, np.ndarray] = {}
        self._said: dict[int, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        state = None if self.state is None else records.to_bytes(self.state)
        return _restored, (self.table, self.drawn, state, self.memory)

    def __deepcopy__(self, memo: Any) -> "Play":
        again = Play.__new__(Play)
        again.table = self.table
        again.drawn = list(self.drawn)
        again.state = None if self.state is None else records.copy(self.state)
        again.memory = [list(lines) for lines in self.memory]
        again._legal = dict(self._legal)
        again._vectors = dict(self._vectors)
        again._said = dict(self._said)
        return again

    def is_dealt(self) -> bool:
        return self.state is not None

    def is_over(self) -> bool:
        return self.state is not None and bool(self.table.game.is_over(self.state))

    def _left(self) -> list[int]:
        """How many cards of each kind are still in the pack."""
        return [len(cards) - self.drawn.count(kind) for kind, cards in enumerate(self.table.cards)]

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do now, with probabilities."""
        if not self.table.mini:
            return [(digit, 1 / DIGIT) for digit in range(DIGIT)]
        left = self._left()
        return [(kind, count / sum(left)) for kind, count in enumerate(left) if count]

    def name_outcome(self, outcome: int) -> str:
        if not self.table.mini:
            return f"digit {outcome:x} of the seed"
        return str(self.table.game.notation.format_card(self.table.cards[outcome][0]))

    def draw(self, outcome: int) -> None:
        """Chance does that; after the last draw the cards are dealt."""
        table = self.table
        self.drawn.append(outcome)
        if table.mini:
            if sum(count > 0 for count in self._left()) > 1:
                return
            order = table.ordered(self.drawn)
        else:
            if len(self.drawn) < SEED_DIGITS:
                return
            seed = int("".join(f"{digit:x}" for digit in self.drawn), 16)
            order = table.game.shuffled(table.rules, table.setup, seed)
        self.state = table.game.new_state()
        table.game.deal(self.state, table.rules, table.setup, order)
        for text in table.opening:
            table.game.apply_action(
                self.state, table.rules, self.to_act(), table.game.notation.parse_action(text, table.ruleset)
            )

    def pending(self) -> list[int]:
        """The seats that owe a decision."""
        return [] if self.state is None else list(seats_in(int(self.table.game.pending(self.state))))

    def to_act(self) -> int:
        return int(self.table.game.to_act(self.state))

    def legal(self, seat: int) -> list[Action]:
        """The actions of a seat that owes a decision, in the order of their numbers."""
        if seat not in self._legal:
            legal = self.table.game.legal(self.state, self.table.rules, seat)
            if len(legal) > self.table.longest:
                raise QipaiError(
                    f"Seat {seat} has {len(legal)} legal actions; this game was made for {self.table.longest} at most."
                )
            self._legal[seat] = legal
        return self._legal[seat]

    def name_action(self, seat: int, number: int) -> str:
        """As people write it."""
        return str(self.table.game.notation.format_action(self.legal(seat)[number], self.table.ruleset))

    def decide(self, seat: int, number: int) -> None:
        action = self.legal(seat)[number]
        if self.memory:
            self.memory[seat].append(f"{self.seen(seat)} > {number}")
        self.table.game.apply_action(self.state, self.table.rules, seat, action)
        self._forget()

    def decide_together(self, numbers: Mapping[int, int]) -> None:
        """Take the decisions in the order of turns.  Where one changes what another was asked, that seat is asked again."""
        game = self.table.game
        chosen = {seat: (number, self.legal(seat)[number]) for seat, number in numbers.items()}
        seen = {seat: self.seen(seat) for seat in numbers} if self.memory else {}
        while chosen and (seat := self.to_act()) in chosen:
            number, action = chosen.pop(seat)
            if not game.is_legal(self.state, self.table.rules, seat, action):
                break
            if self.memory:
                self.memory[seat].append(f"{seen[seat]} > {number}")
            game.apply_action(self.state, self.table.rules, seat, action)
        self._forget()

    def points(self) -> list[float]:
        """By seat, in points of the rule book."""
        table = self.table
        if not self.is_over():
            return [0.0] * table.players
        return [points / table.game.unit for points in table.game.result(self.state, table.rules).points[: table.players]]

    def draw_world(self, seat: int, random: Record) -> None:
        """Another deal in its place that agrees with what the seat may know."""
        table = self.table
        world = table.game.new_state()
        table.game.sample_world(table.look(self.state, seat), table.rules, random, world)
        self.state = world
        self._forget()

    def _forget(self) -> None:
        """Nothing that was asked for holds in another state."""
        self._legal.clear()
        self._vectors.clear()
        self._said.clear()

    def vector(self, seat: int) -> np.ndarray:
        """What the seat may know, as entries of `layout` in whole numbers."""
        if seat not in self._vectors:
            layout = self.table.layout
            self._vectors[seat] = layout.encode(self.table.look(self.state, seat), np.empty(layout.entries, WHOLE))
        return self._vectors[seat]

    def write(self, seat: int, vector: np.ndarray) -> None:
        """What the seat may know, as entries of `layout` between 0 and 1."""
        if self.state is not None:
            np.multiply(self.vector(seat), self.table.scale, out=vector)

    def seen(self, seat: int) -> str:
        """The same as text: the entries that are not 0, by name."""
        if self.state is None:
            return f"seat {seat}; {NOT_DEALT}"
        if seat not in self._said:
            vector, names = self.vector(seat), self.table.layout.names
            said = [f"{names[entry]} {vector[entry]}" for entry in np.flatnonzero(vector)]
            self._said[seat] = "; ".join([f"seat {seat}", *said])
        return self._said[seat]

    def known(self, seat: int) -> str:
        """The same with all that the seat has seen and done before, where it remembers that."""
        return "\n".join([*self.memory[seat], self.seen(seat)]) if self.memory else self.seen(seat)

    def show(self) -> str:
        """The whole table in text, every hand face up."""
        if self.state is None:
            return f"{NOT_DEALT}: {' '.join(map(self.name_outcome, self.drawn))}"
        return str(self.table.game.notation.show(records.opened(self.state), self.table.ruleset))


def _table(name: str, *terms: Any) -> Table:
    """The table that was pickled."""
    return Table(GAMES[name], *terms)


def _restored(table: Table, drawn: list[int], state: bytes | None, memory: list[list[str]]) -> Play:
    """The deal that was pickled."""
    play = Play(table)
    play.drawn, play.memory = drawn, memory
    play.state = None if state is None else records.from_bytes(state, table.game.STATE)
    return play
