"""Situations of the Giog family for the tests: written in notation, answered by the engine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.seats import NOBODY
from qipai.games import find_game
from qipai.games.giog.pieces import bag_of
from qipai.games.giog.state import LEADING, MAX_CARDS, MAX_PLAYERS, MAX_STACKS, PHASES

HERE = Path(__file__).parent


class Line(NamedTuple):
    """A line of a table of examples: where it stands, its §, its game and the rest."""

    place: str
    section: str
    game: str
    words: list[str]


def lines_of(name: str) -> Iterator[Line]:
    for number, line in enumerate((HERE / name).read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            yield Line(f"{name}:{number}", words[0].removeprefix("§"), words[1], words[2:])


def bag(text: str) -> int:
    """The bag of `rG-rA-rE`; of `.` the empty one."""
    return 0 if text == "." else bag_of(*text.split("-"))


class Situation:
    """A deal at some point, and what the engine says of it."""

    def __init__(self, game: Game, players: int, state: Any, **options: object) -> None:
        self.game, self.players, self.state = game, players, state
        self.ruleset = game.ruleset(**options)
        self.rules = game.rules(self.ruleset)

    @property
    def public(self) -> Any:
        """What everybody may know, with readable fields, a copy."""
        return records.to_plain(self.state).public

    @property
    def phase(self) -> str:
        return PHASES[self.public.phase]

    @property
    def asked(self) -> list[int]:
        return [seat for seat in range(self.players) if self.game.pending(self.state) >> seat & 1]

    def legal(self, seat: int) -> list[str]:
        actions = self.game.legal(self.state, self.rules, seat)
        return [self.game.notation.format_action(action, self.ruleset) for action in actions]

    def play(self, seat: int, *texts: str) -> "Situation":
        """Let a seat act; every action must be legal."""
        for text in texts:
            action = self.game.notation.parse_action(text, self.ruleset)
            assert self.game.is_legal(self.state, self.rules, seat, action), f"{text} by seat {seat} of {self.legal(seat)}"
            self.game.apply_action(self.state, self.rules, seat, action)
        return self

    def trick(self, *texts: str) -> "Situation":
        """Let the leader lead the first of these, and the others in turn lay the rest."""
        leader = self.public.leader
        for turn, text in enumerate(texts):
            self.play((leader + turn) % self.players, text)
        return self

    def result(self) -> Any:
        return self.game.result(self.state, self.rules)

    def points(self) -> list[int]:
        return list(self.result().points[: self.players])

    def observation(self, seat: int) -> Any:
        observation = self.game.new_observation()
        self.game.observe(self.state, self.rules, seat, observation)
        return observation

    def accepts(self, observation: Any, state: Any | None = None) -> bool:
        return bool(self.game.accepts(observation, self.rules, self.state if state is None else state))


def dealt(name: str, players: int, seed: int = 1, **options: object) -> Situation:
    """The beginning of a deal."""
    game = find_game(name)
    rules = game.rules(game.ruleset(**options))
    return Situation(game, players, game.start(rules, game.setup(rules, players), seed), **options)


def holding(
    name: str, *hands: str, leader: int = 0, trick: int = 2, priority: tuple[int, ...] = (), pot: int = 0, **options: object
) -> Situation:
    """A deal before a lead: what each seat holds, all of the same number."""
    situation = dealt(name, len(hands), **options)
    twin = records.to_plain(situation.state)
    twin.hands[: len(hands)] = [bag(hand) for hand in hands]
    twin.piece = [0] * MAX_CARDS
    public = twin.public
    public.face, public.stacks, public.to_turn = [0] * MAX_CARDS, 0, 0
    public.rows = [0] * (MAX_PLAYERS + 1)
    public.taker = [NOBODY] * (MAX_STACKS + 1)
    public.turner = [NOBODY] * (MAX_STACKS + 1)
    order = priority or tuple((leader + turn) % len(hands) for turn in range(len(hands)))
    public.priority[: len(hands)] = order
    public.phase, public.trick, public.left, public.leader, public.pot = LEADING, trick, len(hands[0].split("-")), leader, pot
    public.first = order[0]
    public.asked = 1 << leader
    situation.state = records.from_plain(twin)
    return situation


def at_lead(name: str, players: int, seed: int, **options: object) -> Situation:
    """A deal whose pieces are shared out: every choice on the way is the first."""
    situation = dealt(name, players, seed, **options)
    while situation.phase in ("turning", "taking", "directing"):
        seat = situation.asked[0]
        situation.play(seat, situation.legal(seat)[0])
    return situation
