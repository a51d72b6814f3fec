"""What a seat may believe: the engine's evidence and its guesses beside the reference's.

This is the one place that reads a state of the engine, by the names of its fields.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from qipai.engine import records
from qipai.engine.game import seeded
from tests.reference.giog import Table
from tests.reference.giog_evidence import World, doubt, truth
from tests.reference.giog_rules import ORDER, in_order

BITS = 4  # of a packed set: how many there are of each piece, 卒 lowest
LOW_TO_HIGH = ORDER[::-1]
Place = tuple[str, int]  # a field of the state and an index in it


def unpacked(packed: int) -> list[str]:
    return in_order(piece for place, piece in enumerate(LOW_TO_HIGH) for _ in range(packed >> BITS * place & 15))


def packed(pieces: list[str]) -> int:
    return sum(1 << BITS * LOW_TO_HIGH.index(piece) for piece in pieces)


class Hidden:
    """The pieces in a state of the engine that not all have seen, by where they lie."""

    def __init__(self, table: Table, state: Any) -> None:
        self.table = table
        self.state = state
        self.places: dict[Place, list[str]] = {}
        seats = range(table.players)
        for seat in seats:
            self.places["hands", seat] = unpacked(int(state.hands[seat]))
        for seat, lies in table.laid.items():
            if not lies.seen and not lies.thrown_in:
                self.places["laid", seat] = unpacked(int(state.laid[seat]))
        for index in range(int(state.public.thrown_sets)):
            self.places["thrown", index] = unpacked(int(state.thrown[index]))
        for stack in self.unused():
            for index in (2 * stack - 2, 2 * stack - 1):
                self.places["piece", index] = [LOW_TO_HIGH[int(state.piece[index]) - 1]]

    def seen(self, place: Place) -> bool:
        """§3.5  A piece that was turned up and is out of play."""
        return place[0] == "piece" and self.table.distribution.faces_up(place[1] // 2 + 1) != [] and place[1] % 2 == 0

    def noted_twice_alike(self) -> bool:
        still = [index for field, index in self.places if field == "thrown" and self.lies_there_still(index)]
        return all(
            unpacked(int(self.state.laid[self.owner(("thrown", index))])) == self.places["thrown", index] for index in still
        )

    def unused(self) -> list[int]:
        distribution = self.table.distribution
        if distribution.stacks is None:
            return []
        return [stack for stack in distribution.stacks.pieces if stack not in distribution.stacks.taker]

    def owner(self, place: Place) -> int | None:
        field, index = place
        if field == "thrown":
            return int(self.state.public.thrown[index].seat)
        return None if field == "piece" else index

    def swap(self, one: Place, other: Place, chance: random.Random) -> None:
        mine, theirs = (chance.randrange(len(self.places[place])) for place in (one, other))
        self.places[one][mine], self.places[other][theirs] = self.places[other][theirs], self.places[one][mine]
        for field, index in (one, other):
            pieces = self.places[field, index]
            value = LOW_TO_HIGH.index(pieces[0]) + 1 if field == "piece" else packed(pieces)
            getattr(self.state, field)[index] = value
            if field == "thrown" and self.lies_there_still(index):
                self.state.laid[self.owner((field, index))] = value

    def lies_there_still(self, index: int) -> bool:
        """What went away in the trick that goes on is also noted as laid."""
        return int(self.state.public.thrown[index].trick) == self.table.trick and bool(self.table.laid)

    def world(self) -> World:
        hands = [in_order(self.places["hands", seat]) for seat in range(self.table.players)]
        laid: dict[int, list[str]] = {}
        gone: dict[tuple[int, int], list[str]] = {}
        unused: list[str] = []
        for (field, index), pieces in self.places.items():
            if field == "laid":
                laid[index] = in_order(pieces)
            elif field == "thrown":
                about = self.state.public.thrown[index]
                gone[int(about.trick), int(about.seat)] = in_order(pieces)
            elif field == "piece":
                unused += pieces
        return World(hands, laid, gone, in_order(unused))


def compare_worlds(table: Table, engine: Any, seat: int, chance: random.Random, agree: Callable[[str, Any, Any], None]) -> int:
    """What the seat believes of the truth, of a guess of the engine and of guesses with a few pieces changed; how many."""
    game = engine.game
    observation = game.new_observation()
    game.observe(engine.state, engine.rules, seat, observation)

    def believe(state: records.Record, what: str, expected: bool | None = None) -> None:
        world = Hidden(table, records.opened(state)).world()
        why = doubt(table, seat, world)
        agree(
            f"{what} for seat {seat}, {why or 'nothing against it'}, {world}",
            why is None,
            game.accepts(observation, engine.rules, state),
        )
        if expected is not None:
            agree(f"{what} for seat {seat}, {why}", why is None, expected)

    agree("what is hidden", truth(table), Hidden(table, records.opened(engine.state)).world())
    believe(engine.state, "the truth", True)
    guess = game.new_state()
    game.sample_world(observation, engine.rules, seeded(chance.getrandbits(32)), guess)
    hidden = Hidden(table, records.opened(guess))
    agree("pieces in a guess", everything(table, engine.state), everything(table, guess))
    agree("what went away in a guess lies as it was laid", True, hidden.noted_twice_alike())
    believe(guess, "a guess", True)
    for swaps in (1, 2, 3):
        changed = records.copy(guess)
        hidden = Hidden(table, records.opened(changed))
        places = [
            place
            for place, pieces in hidden.places.items()
            if pieces and hidden.owner(place) != seat and not hidden.seen(place)
        ]
        for _ in range(swaps if len(places) > 1 else 0):
            hidden.swap(*chance.sample(places, 2), chance)
        believe(changed, "a changed guess")
    return 5


def everything(table: Table, state: records.Record) -> Counter[str]:
    return Counter(piece for pieces in Hidden(table, records.opened(state)).places.values() for piece in pieces)
