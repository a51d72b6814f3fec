"""What pays in each game: figures from deals between rules of thumb, for the paragraphs of the rule books that tell it.

`python -m docs.making.pays` measures all of them and writes `docs/pays.json`; with the names of rooms it measures those and keeps the others.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, NamedTuple

from qipai.arena.simulation import NORMAL_95
from qipai.bots import make_bot
from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.records import opened
from qipai.games import GAMES

from .links import DOCS

KEPT = DOCS / "pays.json"
SEED = 1
NOBODY = -1
UNIT = "points a deal"  # figures that are means and no shares end so

Hands = list[dict[str, int]]  # by seat: how many cards of each kind
Figures = Iterator[tuple[str, float, float]]  # of one deal: the name of a figure, how much of it there was, and of how much


class Played(NamedTuple):
    """A deal that was played to its end."""

    held: Hands  # at the first play
    second: int  # who led to the second trick, or NOBODY
    result: Any
    points: list[float]
    won: list[float]  # the share of each seat in the win

    def has(self, seat: int, cards: str) -> int:
        return sum(self.held[seat].get(card, 0) for card in cards.split())


def play(game: Game, players: int, deals: int) -> Iterator[Played]:
    """Play a session of deals between rules of thumb."""
    ruleset = game.ruleset()
    rules, look = game.rules(ruleset), LOOKS[game.room]
    setup, following = game.setup(rules, players), records.new(game.SETUP)
    state, observation, actions, result = (
        records.new(kind) for kind in (game.STATE, game.OBSERVATION, game.ACTIONS, game.RESULT)
    )
    bots = [make_bot(game, "rule", ruleset, SEED + seat) for seat in range(players)]
    for number in range(deals):
        game.deal(state, rules, setup, game.shuffled(rules, setup, SEED, number))
        held, second, whole = [], NOBODY, opened(state)
        while not game.is_over(state):
            seat = game.to_act(state)
            trick, begun = number_of_trick(whole), is_begun(whole, game)
            if not begun or not held:
                held = [look(whole, one) for one in range(players)]
            if second == NOBODY and trick == 2:
                second = seat
            game.legal_actions(state, rules, seat, actions)
            game.observe(state, rules, seat, observation)
            game.apply_action(state, rules, seat, bots[seat].act(observation, actions, None))
        game.returns(state, rules, result)
        yield Played(held, second, opened(result), *shared(opened(result), players, game.unit))
        game.next_setup(setup, result, rules, following)
        setup, following = following, setup


def shared(result: Any, players: int, unit: int) -> tuple[list[float], list[float]]:
    """Return the points of each seat, and its share in the win."""
    points = [int(result.points[seat]) / unit for seat in range(players)]
    first = [seat for seat in range(players) if points[seat] == max(points) > 0]
    return points, [(seat in first) / max(1, len(first)) for seat in range(players)]


def number_of_trick(state: Any) -> int:
    whole = getattr(state, "public", state)
    return int(whole.round_number) + 1 if hasattr(whole, "round_number") else int(whole.trick)


def is_begun(state: Any, game: Game) -> bool:
    """Return True once a hand is whole: where stacks are taken or tribute is paid first, once something was played."""
    if game.room not in ("giog", "gou_ji"):
        return True
    public = state.public
    return number_of_trick(state) > 1 or (bool(public.laid) if game.room == "giog" else int(public.owner) != NOBODY)


def counted(names: str, first: int) -> Callable[[Any, int], dict[str, int]]:
    """Return how a hand is read that is kept as counts of kinds."""
    kinds = names.split()

    def look(state: Any, seat: int) -> dict[str, int]:
        hand = state.hands[seat]
        counts = getattr(hand, "count", hand)
        return {name: int(counts[first + place]) for place, name in enumerate(kinds)}

    return look


def of_giog(state: Any, seat: int) -> dict[str, int]:
    from qipai.games.giog.pieces import KIND, count_of

    return {piece: int(count_of(int(state.hands[seat]), kind)) for piece, kind in KIND.items()}


def of_luk_fu(state: Any, seat: int) -> dict[str, int]:
    from qipai.games.luk_fu.cards import FACES

    hand = int(state.holdings[seat].hand)
    return {face: hand >> number & 1 for number, face in enumerate(FACES)}


LOOKS: dict[str, Callable[[Any, int], dict[str, int]]] = {
    "gan_deng_yan": counted("3 4 5 6 7 8 9 10 J Q K A 2 B R", 3),
    "dou_dizhu": counted("3 4 5 6 7 8 9 10 J Q K A 2 B R", 3),
    "gou_ji": counted("3 4 5 6 7 8 9 10 J Q K A 2 B R", 1),
    "giog": of_giog,
    "luk_fu": of_luk_fu,
}


def grade(number: int, most: int) -> str:
    return f"{number}" if number < most else f"{most} or more"


def gan_deng_yan(deal: Played) -> Figures:
    yield "the dealer wins", deal.won[int(deal.result.dealer)], 1
    for seat, won in enumerate(deal.won):
        yield f"wins with {grade(deal.has(seat, '2 B R'), 2)} of the twos and jokers", won, 1
        if deal.second >= 0:
            yield f"wins {'after' if seat == deal.second else 'without'} the first trick", won, 1
        if won:
            yield f"{UNIT}: the winner", deal.points[seat], 1


def dou_dizhu(deal: Played) -> Figures:
    landlord = int(deal.result.landlord)
    yield "void", landlord < 0, 1
    if landlord < 0:
        return
    won, big = deal.points[landlord] > 0, deal.has(landlord, "2 B R")
    yield "the landlord wins", won, 1
    yield f"the landlord wins with {'2 or fewer' if big < 3 else grade(big, 5)} of the twos and jokers", won, 1
    if not won:
        yield "of the peasants the one right of the landlord goes out", int(deal.result.winner) == (landlord + 1) % 3, 1
    yield f"{UNIT}: the landlord", deal.points[landlord], 1


def giog(deal: Played) -> Figures:
    beheaded = int(deal.result.offenders)
    yield "somebody is beheaded", beheaded != 0, 1
    for seat, won in enumerate(deal.won):
        yield f"wins with {deal.has(seat, 'rG bG')} generals", won, 1
        if deal.second >= 0:
            yield f"wins {'after' if seat == deal.second else 'without'} the first trick", won, 1


AGED = "9S 9G 9K 9C 1S 1C L"


def luk_fu(deal: Played) -> Figures:
    caller, dealer, winner = int(deal.result.caller), int(deal.result.dealer), int(deal.result.winner)
    yield "nobody calls", caller < 0, 1
    if caller < 0:
        return
    yield f"{'the dealer' if caller == dealer else 'another'} calls and wins", winner == caller, 1
    yield f"a caller with {grade(deal.has(caller, AGED), 5)} aged cards wins", winner == caller, 1
    if winner >= 0:
        yield "a win has seven tricks or more", int(deal.result.number) > 6, 1
        yield "the dreamer is paid", int(deal.result.income) > 0, 1


def gou_ji(deal: Played) -> Figures:
    places = [int(place) for place in deal.result.place[:6]]
    starter = int(deal.result.starter)
    if starter < 0 or 1 not in places:
        return
    yield "the team of who is out first wins", deal.points[places.index(1)] > 0, 1
    yield "the team of who is last loses", deal.points[places.index(6)] < 0 if 6 in places else 0, 6 in places
    yield f"{UNIT}: who leads first", deal.points[starter], 1
    for team in (0, 1):
        jokers = sum(deal.has(seat, "B R") for seat in range(team, 6, 2))
        if jokers != 4:
            yield f"the team with {'more' if jokers > 4 else 'fewer'} jokers wins", deal.points[team] > 0, 1
    for seat in range(6):
        wild = deal.has(seat, "2 B R")
        yield (
            f"out first with {'at most 2' if wild < 3 else '3 to 5' if wild < 6 else '6 or more'} wild cards",
            places[seat] == 1,
            1,
        )
    yield "a Shao Pai is beaten", int(deal.result.beaten_runs), int(deal.result.declarations)


TABLES: dict[str, tuple[Callable[[Played], Figures], int]] = {  # for each room what is asked, and of how many deals
    "gan_deng_yan": (gan_deng_yan, 20000),
    "dou_dizhu": (dou_dizhu, 20000),
    "giog": (giog, 10000),
    "luk_fu": (luk_fu, 20000),
    "gou_ji": (gou_ji, 3000),
}


def measure(game: Game, players: int, deals: int) -> dict[str, Any]:
    """Return the figures of a game, each with half the width of its 95 % interval over deals."""
    ask = TABLES[game.room][0]
    rows: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for deal in play(game, players, deals):
        here: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for name, much, of in ask(deal):
            here[name][0] += much
            here[name][1] += of
        for name, (much, of) in here.items():
            rows[name].append((much, of))
    return {
        "game": game.name,
        "players": players,
        "deals": deals,
        "figures": {name: ratio(rows[name]) for name in sorted(rows)},
    }


def ratio(row: list[tuple[float, float]]) -> list[float]:
    """Return a ratio of sums over deals and half the width of its interval; the decisions of one deal are not independent."""
    whole = sum(of for _, of in row)
    value = sum(much for much, _ in row) / whole
    return [round(value, 4), round(NORMAL_95 * sqrt(sum((much - value * of) ** 2 for much, of in row)) / whole, 4)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.making.pays", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="measure these alone")
    rooms = parser.parse_args().rooms
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for game in GAMES.values():
        if game.room in (rooms or TABLES):
            began = time.monotonic()
            players = 4 if 4 in game.seats else max(game.seats)
            kept[game.name] = measure(game, players, TABLES[game.room][1])
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
            print(f"{game.name} {time.monotonic() - began:.0f} s", *kept[game.name]["figures"].items(), sep="\n")


if __name__ == "__main__":
    main()
