"""The actor: plays whole deals of any game with the net inside the loop, and writes down what the learner needs.

`play_deals` is compiled once per game.  Everything random in deal number n is drawn from stream n of the seed, so what an actor does is
a function of its seed, of where it stands (`Actor.place`) and of the nets that it is given.  The names declared below without a value
are the functions of the game, of its inputs and of its rule of thumb; `bound` supplies them.
"""
# ruff: noqa: F821

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qipai.bots.nets.choosing import HEADS, drawn, inputs_of, pieces, score_whole, share_out, workspace
from qipai.bots.nets.files import NetFile
from qipai.engine import shuffling
from qipai.engine.compiling import compiled, specialise
from qipai.engine.game import Game
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.engine.minis import mini_of, mini_setup
from qipai.engine.proving import prove
from qipai.engine.records import Record
from qipai.engine.shuffling import MAX_LOTS, below, seed_random

from .nets import Net, score_float
from .returns import write_targets
from .settings import OF_PLACES, Recipe

apply_action: Callable[..., Any]
arrange: Callable[..., Any]
begin_deal: Callable[..., Any]
best_in_file: Callable[..., Any]
best_of: Callable[..., Any]
candidates: Callable[..., Any]
choose: Callable[..., Any]
consider: Callable[..., Any]
deal: Callable[..., Any]
decide: Callable[..., Any]
end_deal: Callable[..., Any]
is_over: Callable[..., Any]
draw_thinkers: Callable[..., Any]
judge: Callable[..., Any]
learned: Callable[..., Any]
legal_actions: Callable[..., Any]
list_candidates: Callable[..., Any]
next_setup: Callable[..., Any]
observe: Callable[..., Any]
oppose: Callable[..., Any]
pack: Callable[..., Any]
play_deal: Callable[..., Any]
returns: Callable[..., Any]
settle: Callable[..., Any]
shuffle: Callable[..., Any]
side_of: Callable[..., Any]
stand: Callable[..., Any]
to_act: Callable[..., Any]
write_action: Callable[..., Any]
write_state: Callable[..., Any]

MOST_SIZES = 8
LUCK = 0x6C75636B << 32  # changes the seed of the cards into that of everything else
CHANCES = 1 << 20  # probabilities are told in parts of this
MOST_OPENING = 16  # actions that lie before the first decision of a mini pack
LONGEST = 4096  # decisions of one deal that are learned from


@cache
def desk_type(game: Game, rules: np.dtype) -> np.dtype:
    """Return the dtype of a workspace in which one thread plays deals."""
    seats = game.most_seats
    assert game.vectors
    return np.dtype(
        [
            ("rules", rules),
            ("firsts", game.SETUP, (MOST_SIZES,)),  # the setup of a first deal, by size of table
            ("setup", game.SETUP, (1,)),
            ("following", game.SETUP, (1,)),
            ("mini", np.int64),  # 1: a mini pack is dealt
            ("first", np.int16, game.ORDER["cards"].shape),  # its cards that are drawn first, in every deal
            ("first_count", np.int64),
            ("opening", np.int64, MOST_OPENING),  # its actions before the first decision
            ("opening_count", np.int64),
            ("order", game.ORDER),
            ("random", shuffling.RANDOM),
            ("chance", shuffling.RANDOM),
            ("actions", game.ACTIONS),
            ("state", game.STATE),
            ("observation", game.OBSERVATION),
            ("parts", game.vectors.action.dtype),
            ("result", game.RESULT),
            ("seed", np.int64),
            ("number", np.int64),  # of the next deal
            ("session", np.int64),  # deals that are chained, the winner dealing and so on
            ("size_count", np.int64),
            ("sizes", np.int64, MOST_SIZES),  # numbers of players; sessions take turns
            ("teams", np.int64, (MOST_SIZES, seats)),  # of each seat, by size of table
            ("sides", np.int64, MOST_SIZES),  # how many teams there are
            ("size", np.int64),  # the present one: an index
            ("players", np.int64),
            ("unit", np.int64),
            ("scale", np.float32),
            ("standing", np.int64),  # 1: the first head learns of how many others one is ahead, and not points
            ("trace", np.float32),  # λ
            ("explores", np.int64),  # probability, in parts of CHANCES
            ("rivals", np.int64),  # probability of a deal against the rule of thumb, in parts of CHANCES
            ("mix", np.float32, HEADS),
            ("heat", np.float32),  # the temperature of choices; 0: the best candidate is taken
            ("decisions", np.int64),  # counters
            ("evaluations", np.int64),
            ("final", np.float32, (seats, HEADS)),
        ],
        align=True,
    )


# -- a deal


def begin_deal(desk):  # type: ignore[no-redef]
    """Deal the next deal of the session, or the first one of a new session."""
    if desk.number % desk.session == 0:
        desk.size = desk.number // desk.session % desk.size_count
        desk.players = desk.sizes[desk.size]
        desk.setup[0] = desk.firsts[desk.size]
    seed_random(desk.random, desk.seed, desk.number)
    seed_random(desk.chance, desk.seed ^ LUCK, desk.number)
    pack(desk.rules, desk.setup[0], desk.order)
    shuffle(desk.random, desk.order)
    if desk.mini:
        arrange(desk)
    deal(desk.state, desk.rules, desk.setup[0], desk.order)
    for place in range(desk.opening_count):
        apply_action(desk.state, desk.rules, to_act(desk.state), int(desk.opening[place]))
    desk.number += 1


def arrange(desk):  # type: ignore[no-redef]
    """Put the cards of a mini pack that come first in every deal to the head of the shuffled order; all lots are 0."""
    cards = desk.order.cards
    for place in range(desk.first_count):
        for other in range(place, desk.order.count):
            if cards[other] == desk.first[place]:
                cards[other] = cards[place]
                cards[place] = desk.first[place]
    for lot in range(MAX_LOTS):
        desk.order.lots[lot] = 0


def list_candidates(desk, seat):  # type: ignore[no-redef]
    """Write what the seat may think about to the desk; return how many actions it has to choose from, or `BY_RULE`."""
    observe(desk.state, desk.rules, seat, desk.observation)
    desk.decisions += 1
    count = candidates(desk.observation, desk.rules, desk.actions)
    if count == ALL_LEGAL:
        return legal_actions(desk.state, desk.rules, seat, desk.actions)
    return count


def side_of(desk, team):  # type: ignore[no-redef]
    """Return the points of a team, in parts."""
    points = 0
    for seat in range(desk.players):
        if desk.teams[desk.size, seat] == team:
            points += desk.result.points[seat]
    return points


def settle(desk):  # type: ignore[no-redef]
    """Write what the deal was worth to each seat to `desk.final`: points, and the share of the win from -1 to 1.

    A team has the mean of its seats' points, and wins or loses together; the most points win, and equals share it.
    """
    returns(desk.state, desk.rules, desk.result)
    sides = desk.sides[desk.size]
    best = side_of(desk, 0)
    first = 0
    for team in range(sides):
        points = side_of(desk, team)
        if points > best:
            best = points
            first = 0
        if points == best:
            first += 1
    for seat in range(desk.players):
        points = side_of(desk, desk.teams[desk.size, seat])
        desk.final[seat, 0] = points * sides / desk.players / desk.unit / desk.scale
        desk.final[seat, 1] = 2.0 / first - 1.0 if points == best else -1.0


def judge(desk):  # type: ignore[no-redef]
    """Write what the deal taught each seat to `desk.final`, as the room says it, instead of `settle`."""
    returns(desk.state, desk.rules, desk.result)
    for seat in range(desk.players):
        points, win = learned(desk.result, seat)
        desk.final[seat, 0] = points / desk.scale
        desk.final[seat, 1] = win


def stand(desk):  # type: ignore[no-redef]
    """Write to `desk.final`, instead of points, of how many sides each seat's is ahead less how many are ahead of it, from -1 to 1."""
    sides = desk.sides[desk.size]
    for seat in range(desk.players):
        ours = side_of(desk, desk.teams[desk.size, seat])
        standing = 0
        for team in range(sides):
            theirs = side_of(desk, team)
            standing += (ours > theirs) - (ours < theirs)
        desk.final[seat, 0] = standing / (sides - 1)


def end_deal(desk):  # type: ignore[no-redef]
    """Make the setup of the next deal of the session."""
    next_setup(desk.setup[0], desk.result, desk.rules, desk.following[0])
    desk.setup[0] = desk.following[0]


# -- learning from it


def decide(desk, net, work, book, at, count):  # type: ignore[no-redef]
    """Choose among the candidates of the desk, sometimes at random, and write the decision down at line `at` of the book.

    It is worth what its best candidate is, or where candidates are drawn the mean by their shares.
    """
    rows, on, _, values, explored, _, _ = book
    line = rows[at]
    shared = write_state(desk.observation, desk.rules, line)
    thought = consider(desk.observation, desk.rules)
    desk.evaluations += count
    best = best_of(net, desk.observation, desk.rules, thought, desk.parts, desk.actions, count, line, shared, work, desk.mix)
    outs, shares = work[3], work[4]
    for head in range(HEADS):
        values[at, head] = outs[best, head]
    if desk.heat > 0:
        average(outs, count, shares, share_out(outs, count, best, desk.mix, desk.heat, shares), values[at])
    pick = drawn(outs, count, best, desk.mix, desk.heat, shares, desk.chance)
    explored[at] = 0
    if below(desk.chance, CHANCES) < desk.explores:
        explored[at] = 1
        pick = below(desk.chance, count)
    action = int(desk.actions.list[pick])
    on[at] = write_action(desk.observation, desk.rules, thought, action, desk.parts, line, shared)
    return action


@compiled
def average(outs, count, shares, total, worth):
    """Write the mean of the heads of `count` candidates by their shares to `worth`."""
    for head in range(HEADS):
        worth[head] = 0
        for number in range(count):
            worth[head] += outs[number, head] * np.float32(shares[number] / total)


def oppose_by_rule(desk, seat, count, rival):
    """Return the rule of thumb's choice for the seat that `list_candidates` has looked at; `rival` is empty."""
    legal_actions(desk.state, desk.rules, seat, desk.actions)
    return int(choose(desk.observation, desk.rules, desk.actions, desk.chance))


def oppose_by_net(desk, seat, count, rival):
    """Return what the net of a file, `rival`, chooses for the seat that `list_candidates` has looked at."""
    if count == BY_RULE:
        return oppose_by_rule(desk, seat, count, ())
    if count == 1:
        return int(desk.actions.list[0])
    net, rows, work, mix, heat = rival
    shared = write_state(desk.observation, desk.rules, rows)
    thought = consider(desk.observation, desk.rules)
    best = best_in_file(net, desk.observation, desk.rules, thought, desk.parts, desk.actions, count, rows, shared, work, mix)
    return int(desk.actions.list[drawn(work[3], count, best, mix, heat, work[4], desk.chance)])


def draw_thinkers(desk):  # type: ignore[no-redef]
    """Return the mask of the seats that the net plays in this deal: all, or those of one side that is drawn."""
    if desk.rivals == 0 or below(desk.chance, CHANCES) >= desk.rivals:
        return (1 << desk.players) - 1
    side = below(desk.chance, desk.sides[desk.size])
    mask = 0
    for seat in range(desk.players):
        if desk.teams[desk.size, seat] == side:
            mask |= 1 << seat
    return mask


def play_deal(desk, net, work, book, at, rival):  # type: ignore[no-redef]
    """Play a deal, with the net in the seats that `draw_thinkers` says; return the line after the last decision written down.

    The rival, a net or the rule of thumb, plays in the others.
    """
    begin = at
    begin_deal(desk)
    thinkers = draw_thinkers(desk)
    while not is_over(desk.state):
        seat = to_act(desk.state)
        count = list_candidates(desk, seat)
        if thinkers >> seat & 1 == 0:
            action = oppose(desk, seat, count, rival)
        elif count == BY_RULE:
            action = oppose_by_rule(desk, seat, count, ())
        elif count == 1:
            action = int(desk.actions.list[0])
        else:
            action = decide(desk, net, work, book, at, count)
            book[2][at] = seat
            book[6][at] = desk.number
            if at + 1 < len(book[2]):
                at += 1
        apply_action(desk.state, desk.rules, seat, action)
    if desk.mini:
        settle(desk)
    else:
        judge(desk)
    if desk.standing:
        stand(desk)
    end_deal(desk)
    write_targets(book[2], book[3], book[4], begin, at, desk.final, desk.trace, book[5])
    return at


def play_deals(desks, net, work, book, most, rival):
    """Play deals until at least `most` decisions are written down; return how many are."""
    at = 0
    while at < most:
        at = play_deal(desks[0], net, work, book, at, rival)
    return at


@cache
def bound(game: Game, by_net: bool = False, scoring: Callable[..., Any] = score_float) -> dict[str, Any]:
    """Return the functions of a game that play deals, by name.

    `by_net`: whether the rival is a net, and not the rule of thumb.  `scoring`: works out the heads of the net that learns.
    """
    prove(game)
    names: dict[str, Any] = {**vars(game.compiled), **pieces(game, scoring), "choose": game.chooser}
    names |= {"shuffle": shuffling.shuffle, "best_in_file": pieces(game, score_whole)["best_of"]}
    inputs = inputs_of(game)
    names["learned"] = inputs.learned
    for function in (
        arrange,
        begin_deal,
        list_candidates,
        side_of,
        settle,
        judge,
        stand,
        end_deal,
        decide,
        oppose_by_rule,
        oppose_by_net,
        draw_thinkers,
        play_deal,
        play_deals,
    ):
        names[function.__name__] = specialise(function, f"{game.room}_learning", **names)
        if function is judge and inputs.learned is None:
            names["judge"] = names["settle"]
        if function is oppose_by_net:
            names["oppose"] = names["oppose_by_net" if by_net else "oppose_by_rule"]
    return names


# -- as Python sees it


class Book(NamedTuple):
    """What an actor has written down: one line for each decision, in arrays that are used again and again."""

    rows: np.ndarray  # uint16 (lines, most): the inputs that were on
    on: np.ndarray  # int64 (lines,): how many
    seats: np.ndarray  # int64 (lines,)
    values: np.ndarray  # float32 (lines, HEADS): what the best candidate was thought to be worth
    explored: np.ndarray  # uint8 (lines,): 1 if another action was taken
    targets: np.ndarray  # float32 (lines, HEADS)
    deals: np.ndarray  # int64 (lines,): a number for each deal


def new_book(lines: int, most: int) -> Book:
    """Return an empty book of so many lines, for decisions with at most `most` inputs on."""
    return Book(
        np.zeros((lines, most), np.uint16),
        np.zeros(lines, np.int64),
        np.zeros(lines, np.int64),
        np.zeros((lines, HEADS), np.float32),
        np.zeros(lines, np.uint8),
        np.zeros((lines, HEADS), np.float32),
        np.zeros(lines, np.int64),
    )


def hidden_of(game: Game, blind: Sequence[str]) -> np.ndarray:
    """Return for each input whether it is in one of these groups."""
    hidden = np.zeros(inputs_of(game).size, bool)
    for group in inputs_of(game).groups:
        hidden[group.begin : group.begin + group.size] = group.name in blind
    return hidden


@compiled
def strike(rows, on, lines, hidden):
    """Strike hidden inputs from the first `lines` lines of a book."""
    for line in range(lines):
        kept = 0
        for place in range(on[line]):
            if not hidden[rows[line, place]]:
                rows[line, kept] = rows[line, place]
                kept += 1
        on[line] = kept


class Actor:
    """Plays deals in one thread and keeps its book."""

    def __init__(
        self,
        game: Game,
        ruleset: Any,
        sizes: Sequence[int],
        seed: int,
        most: int,
        width: int,
        session: int = 8,
        rival: NetFile | None = None,
        pack: str = "",
        scoring: Callable[..., Any] = score_float,
    ) -> None:
        """Make an actor for tables of these sizes that writes down `most` decisions at a time, for nets of so many units.

        `rival`: the net that plays in other seats, or None for the rule of thumb.  `pack`: the mini pack that is dealt, "" for the whole one.
        `scoring`: as in `bound`.
        """
        self.game, self.most, self.rival = game, most, mind_of(game, rival)
        self.desk = new_desk(game, ruleset, sizes, seed, session, pack)
        self.book = new_book(most + LONGEST, inputs_of(game).most)
        self.work = workspace(game, width, whole=False)
        self._play = bound(game, rival is not None, scoring)["play_deals"]

    def collect(
        self,
        net: Net,
        scale: float,
        mix: Sequence[float],
        trace: float,
        explores: float,
        rivals: float = 0.0,
        temperature: float = 0.0,
        most: int | None = None,
    ) -> int:
        """Play with a net until the book has `most` lines or a few more; return the number of lines written."""
        self.desk["scale"], self.desk["mix"], self.desk["trace"], self.desk["heat"] = scale, mix, trace, temperature
        self.desk["explores"], self.desk["rivals"] = round(explores * CHANCES), round(rivals * CHANCES)
        return int(
            self._play(self.desk, tuple(net), self.work, tuple(self.book), self.most if most is None else most, self.rival)
        )

    @property
    def place(self) -> bytes:
        """Where the actor stands; setting it makes the actor go on from there."""
        return b"".join(self.desk[name].tobytes() for name in PLACE)

    @place.setter
    def place(self, data: bytes) -> None:
        for name in PLACE:
            size = self.desk[name].nbytes
            self.desk[name] = np.frombuffer(data[:size], self.desk[name].dtype).reshape(self.desk[name].shape)
            data = data[size:]


def actor_of(
    game: Game, recipe: Recipe, number: int, rival: NetFile | None = None, scoring: Callable[..., Any] = score_float
) -> Actor:
    """Return actor `number` of a training; its threads but for the learner's share the lines between them."""
    lines = recipe.lines // max(1, recipe.threads - 1)
    seed = recipe.seed + (number << 32)
    ruleset = game.ruleset(**recipe.rules)
    actor = Actor(game, ruleset, recipe.players, seed, lines, recipe.width, recipe.session, rival, recipe.pack, scoring)
    actor.desk["standing"] = recipe.aim in OF_PLACES
    return actor


def mind_of(game: Game, net: NetFile | None) -> tuple[Any, ...]:
    """Return what loops take of a net of a file: its weights, arrays to work in, its mix and its heat; nothing for the rule of thumb."""
    return () if net is None else mind_with(game, net.weights, net.mix, net.heat)


def mind_with(game: Game, weights: tuple[np.ndarray, ...], mix: np.ndarray, heat: int) -> tuple[Any, ...]:
    """Return these with arrays to work in, in the order in which `oppose_by_net` takes them."""
    return weights, np.zeros(inputs_of(game).most, np.uint16), workspace(game, len(weights[1]), whole=True), mix, heat


PLACE = ("number", "size", "players", "setup", "decisions", "evaluations")


def new_desk(game: Game, ruleset: Any, sizes: Sequence[int], seed: int, session: int, pack: str = "") -> np.ndarray:
    """Return a desk for tables of these sizes: an array of one record.

    `pack`: the mini pack that is dealt, by its size or `MINI`; "" for the whole one.  Deals of mini packs are not chained: each is a first one.
    """
    rules = game.rules(ruleset)
    desk = np.zeros(1, desk_type(game, rules.dtype))
    desk["rules"], desk["seed"], desk["session"], desk["unit"] = rules, seed, 1 if pack else session, game.unit
    desk["size_count"] = len(sizes)
    for place, size in enumerate(sizes):
        teams = np.unique(game.teams(ruleset, size), return_inverse=True)[1]
        desk["sizes"][0, place] = size
        desk["teams"][0, place, :size] = teams
        desk["sides"][0, place] = teams.max() + 1
        setup: Record = mini_setup(game, rules, pack) if pack else game.setup(rules, size)
        desk["firsts"][0, place] = setup[0]
    if pack:
        mini = mini_of(game, pack)
        opening = [game.notation.parse_action(text, ruleset) for text in mini.opening]
        desk["mini"], desk["first_count"], desk["opening_count"] = 1, len(mini.first), len(opening)
        desk["first"][0, : len(mini.first)] = mini.first
        desk["opening"][0, : len(opening)] = opening
    return desk
