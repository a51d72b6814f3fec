"""Compiled loops over many deals of any game, written once and compiled for each game by `specialise`.

The names declared below without a value are the game's functions; `bound` supplies them.  `advance` and what it calls
work on one deal.  The loops over a batch call them deal after deal, a GPU kernel calls them for the deal of its
thread.  Nothing here checks its arguments; `given.py` does.

Arguments that recur: `desk`, a workspace of one thread (`desk_type`); `place`, one deal of the batch (`place_type`);
`legal`, int64 of shape (deals, kept), the beginning of each legal list; `i`, the index of the deal; `begin` and `end`,
the range of deals that the thread works on.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from qipai.bots.levels import BASIC
from qipai.engine import shuffling
from qipai.engine.compiling import NATIVE, bare, specialise
from qipai.engine.game import Game
from qipai.engine.proving import prove
from qipai.engine.shuffling import below, seed_random

from .cutting import CUT, within
from .encoding import write_vector
from .layouts import layouts

if NATIVE:
    from qipai.engine.compiling import array_at

pack: Callable[..., Any]
deal: Callable[..., Any]
to_act: Callable[..., Any]
legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
is_over: Callable[..., Any]
returns: Callable[..., Any]
observe: Callable[..., Any]
shuffle: Callable[..., Any]
take_apart: Callable[..., Any]
is_action: Callable[..., Any]
list_within: Callable[..., Any]
list_place: Callable[..., Any]
deal_next: Callable[..., Any]
note_legal: Callable[..., Any]
nth_action: Callable[..., Any]
pay: Callable[..., Any]
go_on: Callable[..., Any]
deal_first: Callable[..., Any]
advance: Callable[..., Any]
choose: Callable[..., Any]
wander: Callable[..., Any]
first_wrong: Callable[..., Any]
step_deals: Callable[..., Any]
DESK: np.dtype
PLACE: np.dtype

RANDOM_BOT, NOISY_BOT, RULE_BOT = range(len(BASIC))
BOTS = {name: number for number, name in enumerate(BASIC)}  # who may sit in a chair, in compiled code
LEARNER = len(BASIC)  # in a chair: whoever calls `step`; policies of the caller have the numbers from LEARNER + 1 on
THOUGHTS = 0x74686E6B << 32  # changes the seed of a batch into that of the bots' random numbers
HALF_SEED = 30  # bits

NO_ACTION = -1  # instead of an action: pads a legal list
BEGIN = -1  # instead of an action's number: drop the deal in the place and deal a new one


def place_type(game: Game, among: bool = False) -> np.dtype:
    """Return the dtype of a place in a batch: one deal, and the decision that is to be taken in it.

    `among`: a place in which bots sit too.
    """
    bots: list[Any] = [
        ("turn", np.int64),  # the seat of chair 0
        ("asked", np.int64),  # 1 if the learner has taken a decision in this deal
        ("last", np.int64),  # the seat of the learner's last decision
        ("last_seat", np.int64),  # the same of the deal that ended in the last step
        ("final", game.STATE, (1,)),  # the end of that deal
        ("thoughts", shuffling.RANDOM, 2 * game.most_seats),  # of each seat's bot: two generators, as `make_bot` has them
    ]
    return _the_same(
        np.dtype(
            [
                ("state", game.STATE),
                ("number", np.int64),  # stream of the seed from which the next deal here is shuffled
                ("seat", np.int64),  # the seat to act
                ("count", np.int64),  # legal actions to choose from
                ("left_out", np.int64),  # legal actions that were cut from the list
                ("cuts", np.int64),  # lists that were cut, since the first deal
                ("ended", np.int64),  # 1 if the last decision ended a deal
                ("rewards", np.float32, game.RESULT["points"].shape),  # of the last decision, by chair, in rule-book points
                *(bots if among else []),
            ],
            align=True,
        )
    )


def desk_type(game: Game, rules: np.dtype) -> np.dtype:
    """Return the dtype of a thread's workspace: what it needs besides the places to play deals."""
    return _the_same(
        np.dtype(
            [
                ("rules", rules),
                ("setup", game.SETUP),
                ("order", game.ORDER),
                ("random", shuffling.RANDOM),
                ("actions", game.ACTIONS),
                ("cut", CUT),
                ("longest", np.int64),  # a longer legal list is cut to this length
                ("result", game.RESULT),
                ("seed", np.int64),
                ("places", np.int64),  # deals in the whole batch
                ("unit", np.int64),  # `Game.unit`: this many parts make a point
                ("scale", np.float64),  # rewards are points times this
                ("players", np.int64),
                ("noise", np.int64),  # a noisy bot plays one move in so many at random
                ("teams", np.int64, game.most_seats),  # of each seat; rewards are those of the team
                ("chairs", np.int64, game.most_seats),  # who sits in each chair: a value of `BOTS`, or LEARNER and more
                ("rotates", np.int64),  # 1: the learner's chair 0 is another seat from deal to deal
                ("skips", np.int64),  # 1: deals that end before the learner is asked are not counted
                ("observation", game.OBSERVATION, (1,)),  # of a bot
            ],
            align=True,
        )
    )


@cache
def _the_same(kind: np.dtype) -> np.dtype:
    """Intern dtypes: return the first dtype that is equal to `kind`.

    Numba recognises a dtype by identity; one that is equal but new takes a path that is several times slower.
    """
    return kind


# -- one deal


def deal_next(desk, place):  # type: ignore[no-redef]
    """Deal the place's next deal, skipping deals that end without a decision."""
    while True:
        seed_random(desk.random, desk.seed, place.number)
        place.number += desk.places
        pack(desk.rules, desk.setup, desk.order)
        shuffle(desk.random, desk.order)
        deal(place.state, desk.rules, desk.setup, desk.order)
        if not is_over(place.state):
            return


def list_place(desk, place):  # type: ignore[no-redef]
    """Write the legal actions of the seat to act, cut to `desk.longest`, to `desk.actions`; return how many were left out."""
    return list_within(place.state, desk.rules, place.seat, desk.actions, desk.cut, desk.longest)


def note_legal(desk, place, legal, i):  # type: ignore[no-redef]
    """Set the seat to act and its number of legal actions in `place`, and write the first of them to `legal[i]`."""
    place.seat = to_act(place.state)
    left_out = list_place(desk, place)
    if left_out:
        place.cuts += 1
    place.left_out = left_out
    count = int(desk.actions.count)
    place.count = count
    for number in range(min(count, legal.shape[1])):
        legal[i, number] = desk.actions.list[number]


def nth_action(desk, place, legal, i, number):  # type: ignore[no-redef]
    """Return the legal action with that number; list the actions again if it lies beyond those kept in `legal[i]`."""
    if number < legal.shape[1]:
        return legal[i, number]
    list_place(desk, place)
    return desk.actions.list[number]


def pay(desk, place, turn):  # type: ignore[no-redef]
    """Write the rewards of a deal that has ended to `place.rewards`, by chair counted from seat `turn`."""
    place.ended = 1
    returns(place.state, desk.rules, desk.result)
    for seat in range(desk.players):
        points = 0
        for other in range(desk.players):
            points += desk.result.points[other] if desk.teams[other] == desk.teams[seat] else 0
        place.rewards[(seat - turn + desk.players) % desk.players] = points / desk.unit * desk.scale


def go_on(desk, place):  # type: ignore[no-redef]
    """Deal the next deal where one has ended."""
    if is_over(place.state):
        pay(desk, place, 0)
        deal_next(desk, place)


def clear(desk, place):
    """Forget what the step before this one brought."""
    place.ended = 0
    for seat in range(len(place.rewards)):
        place.rewards[seat] = 0.0


def begin_step(desk, place):
    """Do what is to be done before a decision: clear the rewards."""
    clear(desk, place)


def advance(desk, place, legal, i, number):  # type: ignore[no-redef]
    """Take the action with that number, or with `BEGIN` deal anew.

    If the deal ends, write each seat's points to `place.rewards` and deal the next deal.  Otherwise the rewards are 0.
    """
    if number != BEGIN:
        begin_step(desk, place)
        apply_action(place.state, desk.rules, place.seat, nth_action(desk, place, legal, i, number))
    else:
        clear(desk, place)
        deal_first(desk, place)
    go_on(desk, place)
    note_legal(desk, place, legal, i)


# -- one deal with bots in it


def who(desk, place, seat):
    """Return who decides for a seat: a value of `BOTS`, `LEARNER` or a policy's number."""
    return desk.chairs[(seat - place.turn + desk.players) % desk.players]


def seat_bots(desk, place):
    """Seat the bots for a new deal: each draws from generators that depend on the batch's seed, the deal and the seat."""
    deal_next(desk, place)
    number = place.number - desk.places
    place.asked = 0
    place.turn = number % desk.players if desk.rotates else 0
    seed_random(desk.random, desk.seed ^ THOUGHTS, number)
    for seat in range(desk.players):
        high = below(desk.random, 1 << HALF_SEED)
        seed = high << HALF_SEED | below(desk.random, 1 << HALF_SEED)
        for own in range(2):
            place.thoughts[2 * seat + own].words[0] = seed + own
    for seat in range(desk.players):
        for own in range(2):
            seed_random(place.thoughts[2 * seat + own], place.thoughts[2 * seat + own].words[0], 0)


def begin_step_among(desk, place):
    """Clear the rewards before the learner's decision, and note that it was asked; policies decide within its step."""
    if who(desk, place, place.seat) == LEARNER:
        clear(desk, place)
        place.asked = 1
        place.last = place.seat


def go_on_among(desk, place):
    """Let the bots decide, and deal the next deal where one has ended, until somebody outside is to decide."""
    while True:
        if is_over(place.state):
            if not place.ended and (place.asked or not desk.skips):
                pay(desk, place, place.turn)
                place.final[0] = place.state
                place.last_seat = place.last if place.asked else -1
            seat_bots(desk, place)
            continue
        seat = to_act(place.state)
        bot = who(desk, place, seat)
        if bot >= LEARNER:
            return
        count = legal_actions(place.state, desk.rules, seat, desk.actions)
        if bot == RANDOM_BOT:
            action = int(desk.actions.list[below(place.thoughts[2 * seat], count)])
        elif bot == NOISY_BOT and below(place.thoughts[2 * seat], desk.noise) == 0:
            action = int(desk.actions.list[below(place.thoughts[2 * seat + 1], count)])
        else:
            observe(place.state, desk.rules, seat, desk.observation[0])
            action = int(choose(desk.observation[0], desk.rules, desk.actions, place.thoughts[2 * seat]))
        apply_action(place.state, desk.rules, seat, action)


def wander(desk, place, legal, i, chance, steps, totals):  # type: ignore[no-redef]
    """Take `steps` random decisions and add the rewards to `totals[i]`."""
    for _ in range(steps):
        advance(desk, place, legal, i, below(chance, place.count))
        if place.ended:
            for seat in range(totals.shape[1]):
                totals[i, seat] += place.rewards[seat]


# -- a batch, from one place to another


def first_wrong(places, chosen, lowest, begin, end):  # type: ignore[no-redef]
    """Return the first deal whose `chosen` number is not in `lowest` .. count - 1, or -1."""
    for i in range(begin, end):
        if chosen[i] < lowest or chosen[i] >= places[i].count:
            return i
    return -1


def step_deals(desk, places, legal, begin, end, lowest, chosen):  # type: ignore[no-redef]
    """Take the chosen action in every deal and return -1; if one is invalid, take none and return the first such deal."""
    wrong = first_wrong(places, chosen, lowest, begin, end)
    if wrong < 0:
        for i in range(begin, end):
            advance(desk[0], places[i], legal, i, chosen[i])
    return wrong


def step_all(desk, places, legal, deals, kept, chosen):
    """Do `step_deals` for a whole batch in one thread, with arrays given by address.

    Passing arrays would take longer than stepping a small batch.  Returns 0 without a step if `chosen` has another
    length.
    """
    if len(chosen) != deals:
        return 0
    desk, places, legal = array_at(desk, 1, DESK), array_at(places, deals, PLACE), array_at(legal, (deals, kept), np.int64)
    return step_deals(desk, places, legal, 0, deals, 0, chosen)


def wander_deals(desk, places, legal, chances, steps, totals, begin, end):
    """Take `steps` random decisions in every deal, each with its own generator of `chances`."""
    for i in range(begin, end):
        wander(desk[0], places[i], legal, i, chances[i], steps, totals)


def observe_deals(desk, places, observation, memory, rows, steps, factors, out, begin, end):
    """Write the observation of the seat to act in each deal to its line of `out`."""
    memory, rows, steps, factors, out = bare(memory), bare(rows), bare(steps), bare(factors), bare(out)
    for i in range(begin, end):
        observe(places[i].state, desk[0].rules, places[i].seat, observation[0])
        write_vector(memory, rows, steps, factors, out, i)


def reveal_deals(places, state, memory, rows, steps, factors, out, begin, end):
    """Write the whole state of each deal, hidden cards included, to its line of `out`."""
    memory, rows, steps, factors, out = bare(memory), bare(rows), bare(steps), bare(factors), bare(out)
    for i in range(begin, end):
        state[0] = places[i].state
        write_vector(memory, rows, steps, factors, out, i)


def fill_deals(desk, places, legal, action, memory, rows, steps, factors, out, mask, filled, begin, end):
    """Write the features of each deal's candidates to `out` and True for each of them to `mask`; the rest is 0 and False.

    `legal` holds whole lists.  `out`: shape (deals * kept, entries).  `mask`: bool of shape (deals, kept).  `filled`:
    int64 of shape (deals,), how many rows of each deal were filled before; rows from there on are taken to be 0.
    """
    kept = legal.shape[1]
    memory, rows, steps, factors, out = bare(memory), bare(rows), bare(steps), bare(factors), bare(out)
    for i in range(begin, end):
        count = places[i].count
        for number in range(count):
            take_apart(legal[i, number], desk[0].rules, action[0])
            write_vector(memory, rows, steps, factors, out, i * kept + number)
            mask[i, number] = True
        for number in range(count, filled[i]):
            for entry in range(len(factors)):
                out[i * kept + number, entry] = 0
            mask[i, number] = False
        filled[i] = count


def list_deals(desk, places, first, out, begin, end):
    """Write each deal's legal actions from number `first[i]` on to `out[i]`, as many as fit, padded with -1."""
    for i in range(begin, end):
        list_place(desk[0], places[i])
        count = desk[0].actions.count
        for number in range(out.shape[1]):
            out[i, number] = desk[0].actions.list[first[i] + number] if first[i] + number < count else -1


def step_these(desk, places, legal, which, chosen):
    """Take the chosen actions in the deals with the indices `which` and return -1; if one is invalid, its index and no step."""
    for k in range(len(which)):
        if chosen[k] < 0 or chosen[k] >= places[which[k]].count:
            return which[k]
    for k in range(len(which)):
        advance(desk[0], places[which[k]], legal, which[k], chosen[k])
    return -1


def refresh_deals(desk, places, legal, begin, end):
    """Go on from states that somebody else has written: let bots decide, and list what is legal.  Returns a deal that is over, or -1."""
    for i in range(begin, end):
        if is_over(places[i].state):
            return i
    for i in range(begin, end):
        clear(desk[0], places[i])
        go_on(desk[0], places[i])
        note_legal(desk[0], places[i], legal, i)
    return -1


def observe_finals(desk, places, observation, memory, rows, steps, factors, out, begin, end):
    """Write to each deal's line of `out` what the learner knew at the end of the deal that ended in the last step; else 0."""
    for i in range(begin, end):
        if places[i].ended and places[i].last_seat >= 0:
            observe(places[i].final[0], desk[0].rules, places[i].last_seat, observation[0])
            write_vector(memory, rows, steps, factors, out, i)
        else:
            for entry in range(len(factors)):
                out[i, entry] = 0


def first_strange(actions, rules):
    """Return the first index whose number is neither a well-formed action of these rules nor `NO_ACTION`, or -1."""
    for line in range(len(actions)):
        if actions[line] != NO_ACTION and not is_action(actions[line], rules[0]):
            return line
    return -1


def write_features(actions, rules, features, memory, rows, steps, factors, out):
    """Write the features of each action to its line of `out`; the line of `NO_ACTION` is all 0."""
    memory, rows, steps, factors, out = bare(memory), bare(rows), bare(steps), bare(factors), bare(out)
    for line in range(len(actions)):
        if actions[line] == NO_ACTION:
            for entry in range(len(factors)):
                out[line, entry] = 0
        else:
            take_apart(actions[line], rules[0], features[0])
            write_vector(memory, rows, steps, factors, out, line)


FIRST = (list_place, deal_next, note_legal, nth_action, pay, clear)  # each needs those before it
ALONE: dict[str, Any] = {"go_on": go_on, "begin_step": begin_step}
AMONG: dict[str, Any] = {"go_on": go_on_among, "begin_step": begin_step_among}
THEN = (
    advance, wander, first_wrong, step_deals, step_all, wander_deals, observe_deals, reveal_deals, fill_deals, list_deals,
    step_these, refresh_deals, first_strange, write_features,
)  # fmt: skip


@cache
def bound(game: Game, among: bool = False) -> SimpleNamespace:
    """Return all loops of this module compiled for a game; each compiles at its first call.

    `among`: for batches in which bots sit too.
    """
    prove(game)
    names: dict[str, Any] = {**vars(game.compiled), "shuffle": shuffling.shuffle, "take_apart": layouts(game).take_apart}
    names |= {"is_action": layouts(game).is_action, "choose": game.chooser, **within(game)}
    names |= {"DESK": desk_type(game, game.rules().dtype), "PLACE": place_type(game, among)}  # relatives share them
    owner, loops = f"{game.room}_among" if among else game.room, dict[str, Any]()
    first: tuple[Any, ...] = (*FIRST, who, seat_bots) if among else FIRST
    for function in first:
        loops[function.__name__] = specialise(function, owner, **names, **loops)
    loops["deal_first"] = loops["seat_bots" if among else "deal_next"]
    for name, made in (AMONG if among else ALONE).items():
        loops[name] = specialise(made, owner, **names, **loops)
    then: tuple[Any, ...] = (*THEN, observe_finals) if among else THEN
    for function in then:
        loops[function.__name__] = specialise(function, owner, **names, **loops)
    return SimpleNamespace(**loops)
