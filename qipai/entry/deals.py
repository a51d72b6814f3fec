"""A deal, and what a seat knows of it, as one object each: the contract of `qipai.engine.game.Game` with its records filled in."""

import secrets
from collections.abc import Sequence
from typing import Any, NoReturn, overload

import numpy as np
from numpy.typing import NDArray

from qipai.engine import records
from qipai.engine.chance import seeded
from qipai.engine.errors import IllegalAction, NotationError, QipaiError
from qipai.engine.game import Action, Game, read_buffer
from qipai.engine.numbers import as_whole, described, whole
from qipai.engine.positions import parse_position, players_in
from qipai.engine.records import ActionsRecord, ObservationRecord, OrderRecord, RulesRecord, SetupRecord, StateRecord
from qipai.engine.seats import NOBODY, SPECTATOR, seats_in
from qipai.environments.encoding import SCALED
from qipai.environments.features import features_of, first_strange
from qipai.environments.layouts import layouts
from qipai.environments.loops import NO_ACTION
from qipai.environments.pictures import Drawing, draw
from qipai.games import find_game
from qipai.session.deal import Terms

MOST_WORLDS = 1 << 20  # of one call; each is a deal of its own in memory


class Observed:
    """What one seat knows at one moment, and what it may do.

    Bots are given this, so it holds nothing that the seat may not see.  Seats in the record are chairs: 0 is the seat itself, 1 the next.

    `record`: the `game.OBSERVATION` record.  `legal`: the legal actions, in the order that the rules state; the same order in
    `features` and `texts`.
    """

    def __init__(self, terms: Terms, record: ObservationRecord, legal: Sequence[Action]) -> None:
        self.game, self.ruleset, self.rules, self.players = self.terms = terms
        self.record, self.legal = record, list(legal)

    @property
    def vector(self) -> NDArray[np.float32]:
        """The record as float32 of shape (entries,), values in 0 to 1; `names` says what each entry is."""
        return layouts(self.game).observation.encode(self.record)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entries of `vector`."""
        return tuple(layouts(self.game).observation.names)

    @property
    def features(self) -> NDArray[np.float32]:
        """The features of the legal actions: float32 of shape (len(legal), features)."""
        return self.features_of(self.legal)

    def features_of(self, actions: Sequence[Action]) -> NDArray[np.float32]:
        """Return the features of actions: float32 of shape (len(actions), features).

        Raises `TypeError` for anything but whole numbers, `QipaiError` for a number that is no action.
        """
        return features_of(self.game, self.rules, actions, SCALED)

    def list_record(self) -> ActionsRecord:
        """Return the legal actions as a `game.ACTIONS` record, which bots take."""
        made = self.game.new_actions()
        room: Any = read_buffer(made)
        room[: len(self.legal)] = np.array(self.legal, np.int64)
        records.opened(made).count = len(self.legal)
        return made

    @property
    def texts(self) -> list[str]:
        """The legal actions in the notation of the game."""
        return [self.game.notation.format_action(action, self.ruleset) for action in self.legal]

    def __repr__(self) -> str:
        return f"<what a seat of {self.game.name} knows; it may choose between {len(self.legal)} actions>"


class OpenDeal:
    """A deal of a game with all its cards, hidden ones included: to play, to copy, to look at.  `deal` and `position` make it.

    `game`, `ruleset`, `players`: what is played, and by how many.  `state`: the `game.STATE` record.  `rules`, `setup`, `order`: the
    records of the rules, of what the deal started from and of what chance drew; the last two are None in a sampled world.  `decisions`:
    (seat, action) in order.
    """

    def __init__(
        self,
        terms: Terms,
        setup: SetupRecord | None,
        order: OrderRecord | None,
        state: StateRecord,
        decisions: Sequence[tuple[int, Action]] = (),
    ):
        self._terms, self.setup, self.order, self.state = terms, setup, order, state
        self.game, self.ruleset, self.rules, self.players = terms
        self.decisions = list(decisions)

    @property
    def terms(self) -> Terms:
        """What is played: the game, the rule set, its record and the number of players."""
        return self._terms

    # -- whose turn it is

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return bool(self.game.is_over(self.state))

    @property
    def seat(self) -> int:
        """The seat that decides now; of several that are asked together the first; `NOBODY` (-1) after the end."""
        return int(self.game.to_act(self.state))

    @property
    def seats(self) -> list[int]:
        """All seats that owe a decision, in ascending order."""
        return list(seats_in(int(self.game.pending(self.state))))

    @property
    def legal(self) -> list[Action]:
        """The legal actions of `seat`, in the order that the rules state; empty after the end."""
        return self.legal_of(self.seat)

    @property
    def texts(self) -> list[str]:
        """The legal actions of `seat` in the notation of the game, in the same order."""
        return [self.game.notation.format_action(action, self.ruleset) for action in self.legal]

    def legal_of(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat; a seat that is not asked has the actions that it may take out of turn, often none.

        Raises `QipaiError` for a seat that does not exist.
        """
        return [] if as_whole(seat) == NOBODY else self.game.legal(self.state, self.rules, self._seat(seat))

    # -- play

    def play(self, action: Action | np.integer[Any] | str, seat: int | None = None) -> None:
        """Take an action: a number of `legal`, as the rules encode it, or its text.

        `seat`: the seat that acts, `self.seat` unless given.  Raises `IllegalAction` with the rule that forbids the action,
        `NotationError` for text that is not an action, `QipaiError` after the end and for a seat that does not exist.
        """
        if self.over:
            raise QipaiError("The deal is over; its points are in `result`.")
        seat = self.seat if seat is None else self._seat(seat)
        if isinstance(action, str):
            number: int | None = int(self.game.notation.parse_action(action, self.ruleset))
        else:
            number = as_whole(action)
        if number is None or number == NO_ACTION or not -(1 << 63) <= number < 1 << 63:
            raise QipaiError(f"An action is a number of `legal` or its text, not {described(action)}.")
        if not self.game.is_legal(self.state, self.rules, seat, number):
            if not isinstance(action, str) and first_strange(self.game, self.rules, np.array([number], np.int64)) >= 0:
                raise QipaiError(f"{number} is no action of {self.game.name}; those of this moment are in `legal`.")
            self._refuse(seat, number)
        self.game.apply_action(self.state, self.rules, seat, number)
        self.decisions.append((seat, number))

    def _refuse(self, seat: int, number: Action) -> NoReturn:
        """Raise the error that says why an action, which is one of some rules at least, is not legal."""
        refusal = self.game.telling.why_not(records.opened(self.state), records.opened(self.rules), seat, number)
        if refusal:
            raise IllegalAction(refusal)
        raise QipaiError(f"Seat {seat} may not do that now; {self._who()} to act.")

    @property
    def result(self) -> list[float]:
        """The points of each seat, in points of the rule book.  Raises `QipaiError` before the end."""
        if not self.over:
            raise QipaiError(f"The deal has no result yet; {self._who()} to act.")
        return [points / self.game.unit for points in self.game.result(self.state, self.rules).points[: self.players]]

    def copy(self) -> "OpenDeal":
        """Return an independent copy, for search; `copy.copy` gives the same."""
        return OpenDeal(self._terms, self.setup, self.order, records.copy(self.state), self.decisions)

    __copy__ = copy

    # -- looking at it

    def observe(self, seat: int | None = None) -> Observed:
        """Return what a seat knows: `self.seat` unless given, `SPECTATOR` (-1) for what is public."""
        record = self.game.new_observation()
        looks = self.seat if seat is None else whole("A seat", seat, SPECTATOR, self.players - 1)
        self.game.observe(self.state, self.rules, looks, record)
        legal = [] if looks == SPECTATOR else self.game.legal(self.state, self.rules, looks)
        return Observed(self._terms, record, legal)

    def show(self) -> str:
        """Return the table in lines of text, all hands face up."""
        return str(self.game.notation.show(records.opened(self.state), self.ruleset))

    def draw(self) -> Drawing:
        """Return the table as a drawing (`svg()`, `pixels()`), all hands face up.

        Raises `QipaiError` for a sampled world: nobody dealt it, so it has no history to draw.
        """
        if self.setup is None or self.order is None:
            raise QipaiError("A sampled world has no history that could be drawn; `show` writes it as text.")
        return draw(self._terms, self.setup, self.order, self.decisions)

    def _repr_html_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.draw().svg() if self.order is not None else f"<pre>{self.show()}</pre>"

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.players} players, {len(self.decisions)} decisions made, {self._who()} to act>"

    def _who(self) -> str:
        seats = self.seats
        return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}" if seats else "nobody"

    def _seat(self, seat: int) -> int:
        return whole("A seat", seat, 0, self.players - 1)


def deal(
    game: Game | str, players: int | None = None, seed: int | None = None, variant: str = "default", **options: object
) -> OpenDeal:
    """Deal a game.

    `game`: a game or its name.  `players`: `game.usual_players` unless given.  `seed`: of the cards, from 0 to 2**64 - 1; random unless
    given.  `variant`: a named rule set, changed by `options` (house rules by name).  Raises `QipaiError` for arguments that are not
    allowed.

    >>> import qipai
    >>> deal = qipai.deal("giog", players=4, seed=7)
    >>> while not deal.over:
    ...     deal.play(deal.legal[-1])
    >>> sum(deal.result)
    1.0
    """
    terms = terms_of(game, players, variant, options)
    setup = terms.game.setup(terms.rules, terms.players)
    number = secrets.randbits(63) if seed is None else seed
    order = terms.game.shuffled(terms.rules, setup, number)
    state = terms.game.new_state()
    terms.game.deal(state, terms.rules, setup, order)
    return OpenDeal(terms, setup, order, state)


def terms_of(game: Game | str, players: int | None, variant: str, options: dict[str, object]) -> Terms:
    """Return what is played, from arguments as people give them.  Raises `QipaiError` for those that are not allowed."""
    found = find_game(game)
    ruleset = found.ruleset(variant, **options)
    rules = found.rules(ruleset)
    size = found.usual_players if players is None else players
    found.setup(rules, size)
    return Terms(found, ruleset, rules, int(size))


def position(text: str) -> OpenDeal:
    """Return the deal that a line of text describes, as `qipai show` reads it.

    Raises `NotationError` for text that is no position, `QipaiError` for a game that does not exist.

    >>> import qipai
    >>> qipai.position("gan_deng_yan hands=4-6-X/5-5/2-2 4").texts
    ['pass', '5']
    """
    if not isinstance(text, str):
        raise NotationError(f"A position is a line of text, not {described(text)}.")
    game = find_game((text.split() or [""])[0])
    read = parse_position(game, text)
    terms = Terms(game, read.ruleset, game.rules(read.ruleset), players_in(game, read.setup))
    return OpenDeal(terms, read.setup, read.order, read.state, read.decisions)


@overload
def worlds(observed: Observed, count: int = 1, *, seed: int = 0) -> list[OpenDeal]: ...
@overload
def worlds(observed: Observed, rules: RulesRecord, count: int = 1, /, *, seed: int = 0) -> list[OpenDeal]: ...
def worlds(observed: Observed, *terms: Any, count: int = 1, seed: int = 0) -> list[OpenDeal]:
    """Draw deals uniformly from all that agree with what a seat knows.

    `rules`: those of `observed`; they need not be given.  `count`: how many, 1048576 at most.  `seed`: the same seed draws the
    same worlds.  Raises `QipaiError` for other rules than those of `observed`, for another count, and for
    anything but what a seat observed.

    >>> import qipai
    >>> deal = qipai.deal("luk_fu", seed=7)
    >>> seen = deal.observe()
    >>> all(world.legal == deal.legal for world in qipai.worlds(seen, 8, seed=1))
    True
    """
    if not isinstance(observed, Observed):
        raise QipaiError(f"Worlds are drawn from what a seat observed (`deal.observe()`), not from {described(observed)}.")
    game, rules = observed.game, observed.rules
    if terms and getattr(terms[0], "dtype", None) == rules.dtype:
        if records.to_bytes(terms[0]) != records.to_bytes(rules):
            raise QipaiError("These are not the rules by which the deal is played that was observed.")
        terms = terms[1:]
    if len(terms) > 1:
        raise QipaiError(
            "Worlds are drawn from what was observed, its rules, and their number; the seed has its name: `seed=1`."
        )
    number, draws = whole("The number of worlds", terms[0] if terms else count, 1, MOST_WORLDS), seeded(seed)
    found = []
    for _ in range(number):
        state = game.new_state()
        game.sample_world(observed.record, rules, draws, state)
        found.append(OpenDeal(observed.terms, None, None, state))
    return found
