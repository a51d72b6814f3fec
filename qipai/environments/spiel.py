"""A deal as a tree of chance nodes and decisions: the logic of `openspiel`, without a dependency on OpenSpiel."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.minis import mini_of, mini_setup
from qipai.engine.records import Record, StateRecord
from qipai.engine.seats import seats_in
from qipai.engine.telling import KIND_BITS
from qipai.games import GAMES

from .encoding import SCALED, WHOLE
from .layouts import layouts

SEED_DIGITS, DIGIT = 8, 16
KIND_MASK = (1 << KIND_BITS) - 1
NOT_DEALT = "not dealt yet"


class SpielGame:
    """What all deals of a game under fixed rules for a fixed number of players share."""

    def __init__(
        self,
        game: Game,
        variant: str,
        players: int,
        options: Mapping[str, str],
        mini: bool = False,
        perfect: bool = False,
        size: str = "",
    ) -> None:
        """Make what they share.

        `players`: 0 for `game.usual_players`.  `mini`: use the mini pack, of `size` if one is given (see
        `minis`).  `perfect`: seats have perfect
        recall, their information state includes all their past observations and actions.  Raises `QipaiError` for
        arguments that are not allowed.
        """
        self.game, self.mini, self.perfect = game, mini, perfect
        self.terms = (game.name, variant, players, dict(options), mini, perfect, size)
        if size and not mini:
            raise QipaiError(f"The size {size!r} is one of mini packs: mini=True,size={size}.")
        small = mini_of(game, size) if mini else None
        self.ruleset = game.ruleset(variant, **{**(small.ruleset if small else {}), **options})
        self.rules = game.rules(self.ruleset)
        self.setup = mini_setup(game, self.rules, size) if mini else game.setup(self.rules, players or game.usual_players)
        if small and players not in (0, small.players):
            raise QipaiError(f"The mini pack of {game.name} is for {small.players} players, not {players}.")
        self.players = small.players if small else players or game.usual_players
        self.layout = layouts(game).observation
        self.scale = np.asarray(self.layout.factors(SCALED), SCALED)
        self.longest = small.most_actions if small else game.max_actions
        self.max_decisions = game.max_decisions(self.ruleset, self.setup)
        self.bounds = game.bounds(self.ruleset, self.setup)
        self.utility_sum = game.utility_sum(self.ruleset, self.players)
        order = records.new(game.ORDER)
        game.pack(self.rules, self.setup, order)
        twin: Any = records.to_plain(order)
        self.first, self.opening = (small.first, small.opening) if small else ((), ())
        self.cards: list[list[int]] = []  # grouped by kind; where cards are drawn, each kind is an outcome of chance
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
        return _shared, self.terms

    def look(self, state: Record, seat: int) -> Record:
        """Return the seat's observation record.  It is overwritten by the next look."""
        self.game.observe(state, self.rules, seat, self.seen)
        return self.seen

    def ordered(self, drawn: list[int]) -> Record:
        """Return the `ORDER` record of a mini pack whose cards were drawn as those kinds.

        The remaining cards are of one kind, and all lots are 0.
        """
        order: Any = records.to_plain(records.new(self.game.ORDER))
        left = [list(cards) for cards in self.cards]
        cards = [*self.first, *(left[kind].pop() for kind in drawn)]
        cards += [card for kind in left for card in kind]
        order.count = len(cards)
        order.cards[: len(cards)] = cards
        return records.from_plain(order)


class SpielDeal:
    """One deal: the outcomes that chance has drawn, then the state, and what each seat remembers."""

    __slots__ = ("_legal", "_said", "_vectors", "drawn", "memory", "shared", "state")

    def __init__(self, shared: SpielGame) -> None:
        self.shared = shared
        self.drawn: list[int] = []
        self.state: StateRecord | None = None
        self.memory: list[list[str]] = [[] for _ in range(shared.players if shared.perfect else 0)]
        # answers for the present state by seat, kept because tree searches ask for the same again and again
        self._legal: dict[int, list[Action]] = {}
        self._vectors: dict[int, np.ndarray] = {}
        self._said: dict[int, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        state = None if self.state is None else records.to_bytes(self.state)
        return _restored, (self.shared, self.drawn, state, self.memory)

    def __deepcopy__(self, memo: Any) -> "SpielDeal":
        again = SpielDeal.__new__(SpielDeal)
        again.shared = self.shared
        again.drawn = list(self.drawn)
        again.state = None if self.state is None else records.copy(self.state)
        again.memory = [list(lines) for lines in self.memory]
        again._legal = dict(self._legal)
        again._vectors = dict(self._vectors)
        again._said = dict(self._said)
        return again

    @property
    def dealt(self) -> StateRecord:
        """The state.  Raises `QipaiError` while chance decides."""
        if self.state is None:
            raise QipaiError("The cards are not dealt yet: chance decides first.")
        return self.state

    def is_dealt(self) -> bool:
        """Return True if chance has drawn everything and the cards are dealt."""
        return self.state is not None

    def is_over(self) -> bool:
        """Return True if the deal has ended."""
        return self.state is not None and bool(self.shared.game.is_over(self.state))

    def _left(self) -> list[int]:
        """Return how many cards of each kind are still in the pack."""
        return [len(cards) - self.drawn.count(kind) for kind, cards in enumerate(self.shared.cards)]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance that are possible now, with their probabilities."""
        if not self.shared.mini:
            return [(digit, 1 / DIGIT) for digit in range(DIGIT)]
        left = self._left()
        return [(kind, count / sum(left)) for kind, count in enumerate(left) if count]

    def name_outcome(self, outcome: int) -> str:
        """Return an outcome of chance as text: a digit of the seed, or with a mini pack a card."""
        if not self.shared.mini:
            return f"digit {outcome:x} of the seed"
        return str(self.shared.game.notation.format_card(self.shared.cards[outcome][0]))

    def draw(self, outcome: int) -> None:
        """Apply an outcome of chance; after the last one, deal the cards.

        Raises `QipaiError` for an outcome that is not possible.
        """
        shared = self.shared
        if outcome not in dict(self.outcomes()):
            raise QipaiError(f"Chance cannot draw {outcome} now, only one of {', '.join(map(str, dict(self.outcomes())))}.")
        self.drawn.append(outcome)
        if shared.mini:
            if sum(count > 0 for count in self._left()) > 1:
                return
            order = shared.ordered(self.drawn)
        else:
            if len(self.drawn) < SEED_DIGITS:
                return
            seed = int("".join(f"{digit:x}" for digit in self.drawn), 16)
            order = shared.game.shuffled(shared.rules, shared.setup, seed)
        self.state = shared.game.new_state()
        shared.game.deal(self.state, shared.rules, shared.setup, order)
        for text in shared.opening:
            shared.game.apply_action(
                self.state, shared.rules, self.to_act(), shared.game.notation.parse_action(text, shared.ruleset)
            )

    def pending(self) -> list[int]:
        """Return the seats that owe a decision, in ascending order."""
        return [] if self.state is None else list(seats_in(int(self.shared.game.pending(self.state))))

    def to_act(self) -> int:
        """Return the seat that decides now; of several that are asked together, the first."""
        return int(self.shared.game.to_act(self.dealt))

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat that owes a decision; an action's index is its number."""
        if seat not in self._legal:
            legal = self.shared.game.legal(self.dealt, self.shared.rules, seat)
            if len(legal) > self.shared.longest:
                raise QipaiError(
                    f"Seat {seat} has {len(legal)} legal actions; this game was made for {self.shared.longest} at most."
                )
            self._legal[seat] = legal
        return self._legal[seat]

    def name_action(self, seat: int, number: int) -> str:
        """Return the action with that number in notation."""
        return str(self.shared.game.notation.format_action(self.action(seat, number), self.shared.ruleset))

    def action(self, seat: int, number: int) -> Action:
        """Return the action with that number in the seat's legal list.  Raises `QipaiError` if there is none."""
        legal = self.legal(seat)
        if not 0 <= number < len(legal):
            raise QipaiError(f"Action {number} is not legal for seat {seat}: it has {len(legal)}, numbered from 0.")
        return legal[number]

    def decide(self, seat: int, number: int) -> None:
        """Take the action with that number for the seat.  Raises `QipaiError` if there is none."""
        action = self.action(seat, number)
        if self.memory:
            self.memory[seat].append(f"{self.seen(seat)} > {number}")
        self.shared.game.apply_action(self.dealt, self.shared.rules, seat, action)
        self._forget()

    def decide_together(self, numbers: Mapping[int, int]) -> None:
        """Take one action per seat, given as seat -> number, in turn order.

        If a decision makes another one invalid, the other is not taken and its seat is asked again.
        """
        game = self.shared.game
        chosen = {seat: (number, self.action(seat, number)) for seat, number in numbers.items()}
        seen = {seat: self.seen(seat) for seat in numbers} if self.memory else {}
        while chosen and (seat := self.to_act()) in chosen:
            number, action = chosen.pop(seat)
            if not game.is_legal(self.dealt, self.shared.rules, seat, action):
                break
            if self.memory:
                self.memory[seat].append(f"{seen[seat]} > {number}")
            game.apply_action(self.dealt, self.shared.rules, seat, action)
        self._forget()

    def points(self) -> list[float]:
        """Return the points by seat, in rule-book points; 0 before the end."""
        shared = self.shared
        if not self.is_over():
            return [0.0] * shared.players
        return [points / shared.game.unit for points in shared.game.result(self.dealt, shared.rules).points[: shared.players]]

    def draw_world(self, seat: int, random: Record) -> None:
        """Replace the state by one drawn with `random` from those that agree with the seat's observation."""
        shared = self.shared
        world = shared.game.new_state()
        shared.game.sample_world(shared.look(self.state, seat), shared.rules, random, world)
        self.state = world
        self._forget()

    def _forget(self) -> None:
        """Drop the kept answers, because the state has changed."""
        self._legal.clear()
        self._vectors.clear()
        self._said.clear()

    def vector(self, seat: int) -> np.ndarray:
        """Return the seat's observation as uint8 of shape (`layout.entries`,)."""
        if seat not in self._vectors:
            layout = self.shared.layout
            self._vectors[seat] = layout.encode(self.shared.look(self.state, seat), np.empty(layout.entries, WHOLE))
        return self._vectors[seat]

    def write(self, seat: int, vector: np.ndarray) -> None:
        """Write the seat's observation to `vector`, float32 of shape (`layout.entries`,), scaled to 0 to 1."""
        if self.state is not None:
            np.multiply(self.vector(seat), self.shared.scale, out=vector)

    def seen(self, seat: int) -> str:
        """Return the seat's observation as text: its entries that are not 0, by name."""
        if self.state is None:
            return f"seat {seat}; {NOT_DEALT}"
        if seat not in self._said:
            vector, names = self.vector(seat), self.shared.layout.names
            said = [f"{names[entry]} {vector[entry]}" for entry in np.flatnonzero(vector)]
            self._said[seat] = "; ".join([f"seat {seat}", *said])
        return self._said[seat]

    def known(self, seat: int) -> str:
        """Return the seat's information state as text: with perfect recall, its past observations and actions, then `seen`."""
        return "\n".join([*self.memory[seat], self.seen(seat)]) if self.memory else self.seen(seat)

    def show(self) -> str:
        """Return the whole table as text, all hands face up."""
        if self.state is None:
            return f"{NOT_DEALT}: {' '.join(map(self.name_outcome, self.drawn))}"
        return str(self.shared.game.notation.show(records.opened(self.state), self.shared.ruleset))


def _shared(name: str, *terms: Any) -> SpielGame:
    """Rebuild a pickled `SpielGame`."""
    return SpielGame(GAMES[name], *terms)


def _restored(shared: SpielGame, drawn: list[int], state: bytes | None, memory: list[list[str]]) -> SpielDeal:
    """Rebuild a pickled deal."""
    play = SpielDeal(shared)
    play.drawn, play.memory = drawn, memory
    play.state = None if state is None else records.from_bytes(state, shared.game.STATE)
    return play
