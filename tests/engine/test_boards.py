"""A public field that is declared as shown is in the vector, on the board, in the browser's types and in the documents at once."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from qipai.engine import records, schema
from qipai.engine.boards import Chairs, as_values, shows
from qipai.engine.deriving import showing
from qipai.engine.forms import Number, OneOf, Part
from qipai.engine.schema import Record, leaves
from qipai.engine.seats import NOBODY, SPECTATOR
from qipai.environments.encoding import Layout
from qipai.environments.pages import table
from qipai.server import typescript

SEATS = 4
PLAY = Number((Part("rank", 0, 4, OneOf(("7", "8"))),))


class Public(Record, seats=SEATS, public=True):
    """What all know."""

    players = schema.count(SEATS, "how many sit at the table")
    asked = schema.shown(schema.seats("§1 who owes a decision"), "to_act")
    phase = schema.shown(schema.one_of(("calm", "wild"), "§2 what is asked for"))
    wanted = schema.shown(schema.one_of(("7", "8"), "§3 the rank that is wanted", first=1, nothing=0))
    over = schema.shown(schema.flag("§4 whether the deal is over"))
    won = schema.shown(schema.each(schema.count(9, "§5 what each seat has won")))
    owes = schema.each(schema.shown(schema.seat("§6 to whom a seat owes")))
    bids = schema.shown(schema.row(3, schema.count(9, "§7 the latest bids"), first=1))
    secretive = schema.seat("what boards do not have")


class WithOneMore(Public, public=True):
    """The same and a field more, which nothing else names."""

    last_passer = schema.shown(schema.seat("§8 who passed last"))


def room(public: Any) -> Any:
    """The rest of a small room: nothing in it depends on which fields are shown."""

    class State(Record, seats=SEATS):
        table = schema.one(public)
        hands = schema.each(schema.count(9, "what each seat holds"))

    class Observation(Record, seats=SEATS):
        seat = schema.observer()
        hand = schema.own(State.hands)
        table = State.table

    @shows(Observation)
    class Board(Struct, kw_only=True):
        """What is on the table."""

        cards: list[int]

    chairs = Chairs(Observation)

    def describe(observation: Any, rules: Any) -> Board:
        return Board(**chairs.told(observation), cards=[int(observation.hand)])

    return SimpleNamespace(
        room="small", State=State, Observation=Observation, Board=Board, telling=SimpleNamespace(describe=describe)
    )


def board_for(game: Any, seat: int, **told: Any) -> dict[str, Any]:
    """The board of a seat, at a table of three of which the named public fields have these values."""
    state, seen = records.new(game.State.dtype), records.new(game.Observation.dtype)
    public = records.opened(state).table
    public.players = 3
    for name, value in told.items():
        if isinstance(value, list):
            getattr(public, name)[:] = value
        else:
            setattr(public, name, value)
    showing(game.State, game.Observation)(records.opened(state), seat, records.opened(seen))
    return as_values(game.telling.describe(records.opened(seen), None))


def names_of(game: Any) -> list[str]:
    return list(Layout(game.Observation.dtype, leaves(game.Observation)).names)


def rows_of(game: Any) -> list[str]:
    """The names and sentences in the documents."""
    rows = [line.split(" | ") for line in table(Layout(game.Observation.dtype, leaves(game.Observation)), game.Observation)]
    return [f"{row[1]} {row[-1]}" for row in rows if len(row) > 1]


def types_of(game: Any) -> list[str]:
    return list(typescript.interface(game.Board))


def gained(before: list[str], after: list[str]) -> list[str]:
    assert [line for line in after if line in before] == before
    return [line for line in after if line not in before]


def test_one_declaration_more_and_everything_follows() -> None:
    before, after = room(Public), room(WithOneMore)
    assert gained(names_of(before), names_of(after)) == [f"table.last_passer: {chair}" for chair in range(SEATS)]
    assert gained(rows_of(before), rows_of(after)) == ["`table.last_passer` §8 who passed last |"]
    assert gained(types_of(before), types_of(after)) == ["  /** §8 who passed last */", "  last_passer: number | null;"]
    for seat in (SPECTATOR, 0, 1, 2):  # from every chair it is the same seat at the table
        board = board_for(after, seat, last_passer=2)
        assert board.pop("last_passer") == 2
        assert board == board_for(before, seat)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_a_board_counts_from_seat_0_and_has_names(seat: int) -> None:
    told: dict[str, Any] = {"asked": 0b101, "phase": 1, "wanted": 2, "over": 1}
    told |= {"won": [1, 2, 3, 0], "owes": [1, NOBODY, 0, NOBODY], "bids": [0, 8, 9]}
    assert board_for(room(Public), seat, **told) == {
        "cards": [0], "to_act": [0, 2], "phase": "wild", "wanted": "8", "over": True, "won": [1, 2, 3], "owes": [1, None, 0], "bids": [8, 9],
    }  # fmt: skip
    assert board_for(room(Public), seat)["wanted"] is None


def test_the_browser_has_the_types_of_what_is_shown() -> None:
    assert [line for line in types_of(room(Public)) if "/**" not in line] == [
        "export interface Board {",
        "  to_act: number[];",
        '  phase: "calm" | "wild";',
        '  wanted: "7" | "8" | null;',
        "  over: boolean;",
        "  won: number[];",
        "  owes: (number | null)[];",
        "  bids: number[];",
        "  cards: number[];",
        "}",
    ]
    assert types_of(room(Public))[0] == "/** What is on the table. */"


@pytest.mark.parametrize(
    "field",
    [schema.number(PLAY, "a play"), schema.marks(("7", "8"), "some cards"), schema.team("which team"), schema.whole("points")],
)
def test_what_a_board_cannot_have_as_it_is_is_refused(field: Any) -> None:
    class Wrong(Record, seats=SEATS, full=True, public=True):
        thing = schema.shown(field)

    with pytest.raises(TypeError, match="thing cannot be shown as it is: a board has seats"):
        Chairs(Wrong)


def test_only_what_all_may_know_is_shown() -> None:
    with pytest.raises(
        TypeError, match=r"Hidden\.secret cannot be shown: boards have only numbers, of records that all may know"
    ):

        class Hidden(Record, seats=SEATS):
            secret = schema.shown(schema.seat("who has it"))

    with pytest.raises(TypeError, match=r"Whole\.table cannot be shown"):

        class Whole(Record, seats=SEATS):
            table = schema.shown(schema.one(Public))


def test_what_is_shown_of_many_records_is_left_to_the_room() -> None:
    class Many(Record, seats=SEATS, full=True):
        past = schema.row(3, schema.one(Public))

    with pytest.raises(TypeError, match="past is an array of records"):
        Chairs(Many)


def test_a_field_is_on_a_board_once() -> None:
    with pytest.raises(TypeError, match=r"Twice\.phase is declared as shown"):

        @shows(Public)
        class Twice(Struct, kw_only=True):
            phase: str
