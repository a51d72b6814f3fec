"""What has changed, put into the view before, is the view after it: for every seat, after every entry, in every game."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.games.dou_dizhu import DOU_DIZHU
from qipai.session import Entry, Session, TableView
from qipai.session.differences import difference, value_at
from tests.conformance.blind_bids import BLIND_BIDS
from tests.conformance.nines import NINES

from .clients import after
from .live import Live
from .test_every_game import play

EVERY = list(dict.fromkeys([*GAMES.values(), DOU_DIZHU, NINES, BLIND_BIDS]))


def whole(view: TableView) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(view))


class Followed(Live):
    """A table whose seats and spectators are told what has changed."""

    def __init__(self, game: Game, seats: int, **terms: Any) -> None:
        super().__init__(game, seats, **terms)
        self.seats = (None, *range(seats))
        self.shown = {seat: self.session.view(seat) for seat in self.seats}
        self.held = {seat: whole(view) for seat, view in self.shown.items()}
        self.logged = {seat: [] for seat in self.seats}

    def do(self, *given: Any, **named: Any) -> Entry:
        entry = super().do(*given, **named)
        for seat in self.seats:
            view = self.session.view(seat)
            changed = difference(self.shown[seat], view)
            message = {"changed": changed, "facts": self.session.facts_of(entry, seat)}
            text = msgspec.json.encode(message)
            self.held[seat] = after(self.held[seat], json.loads(text))
            assert self.held[seat] == whole(view), (seat, [fact.event for fact in entry.facts])
            assert not any(path.startswith("deal/log") for path in changed)
            assert not changed.get("deal") or changed["deal"].log == []
            self.logged[seat] += [fact for fact in message["facts"] if "seq" in fact]
            self.shown[seat] = view
        return entry


@pytest.mark.parametrize("clock", ["none", pytest.param("fast", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game.name == "gou_ji" else ()) for game in EVERY],
    ids=lambda game: game.name,
)
def test_changes_put_into_the_view_before_are_the_view_after(game: Game, clock: str) -> None:
    seats = max(game.seats)
    live = Followed(game, seats=seats, deals=2, clock=clock).people("Ann", "林婉清", "Bo")
    play(live, Random(seats))
    for seat in live.seats:
        last = live.held[seat]["deal"]["log"]
        assert live.logged[seat][-len(last) :] == last, "the facts of the log come once, in its order"
        assert len({json.dumps(fact) for fact in live.logged[seat]}) == len(live.logged[seat]) > len(last)


def begun() -> Session:
    live = Live(GAMES["gan_deng_yan"], seats=3).people("Ann", "Ben", "Cy")
    live.do(live.session.begin())
    return live.session


def test_of_two_equal_views_nothing_is_told() -> None:
    session = begun()
    for seat in (None, 0, 1, 2):
        assert difference(session.view(seat), msgspec.convert(whole(session.view(seat)), TableView)) != {}, "it is another log"
        assert difference(session.view(seat), session.view(seat)) == {}


def test_viewers_who_are_compared_in_turn_are_told_their_own_differences() -> None:
    public = begun().view(None)
    assert public.deal
    views = {}
    for name in ("Ann", "Ben", "Cy"):
        seats = [replace(public.seats[0], name=name), *public.seats[1:]]
        views[name] = replace(public, seats=seats, deal=replace(public.deal, board={"hand": [name], "of": {"owner": name}}))
    for _ in range(2):
        for before, after_it in [("Ann", "Ben"), ("Ann", "Ben"), ("Ann", "Cy"), ("Ben", "Cy"), ("Cy", "Ann"), ("Ben", "Ann")]:
            changed = difference(views[before], views[after_it])
            assert changed == {"seats/0/name": after_it, "deal/board/hand": [after_it], "deal/board/of/owner": after_it}
            changed.clear()  # it is the caller's own


def test_a_number_in_a_path_is_a_place_in_a_list() -> None:
    """A dict whose names are numbers is told whole, so that a client need not look at what it holds."""
    session = begun()
    before, now = session.view(0), session.view(0)
    assert before.deal
    assert now.deal
    before.deal.board |= {"hands": {"2": ["3"]}, "piles": [["3"], ["4"]], "counts": [1, 2], "best": {"seat": 1, "kind": "pair"}}
    now.deal = msgspec.structs.replace(
        before.deal,
        board={
            **before.deal.board,
            "hands": {"2": ["4"]},
            "piles": [["3"], ["5"]],
            "counts": [1, 3],
            "best": {"seat": 2, "kind": "pair"},
        },
    )
    assert difference(before, now) == {
        "deal/board/hands": {"2": ["4"]},
        "deal/board/piles/1": ["5"],
        "deal/board/counts": [1, 3],
        "deal/board/best/seat": 2,
    }


def test_a_value_is_found_at_its_path() -> None:
    view = begun().view(1)
    assert value_at(view, "seats/1/name") == "Ben"
    assert value_at(view, "deal/board/players") == 3
    for path in ("seats/3/name", "deal/nothing", "deal/board/nothing", "seats/x"):
        with pytest.raises(KeyError):
            value_at(view, path)
