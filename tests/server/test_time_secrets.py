"""Nobody learns a card by when something is sent: deals that differ in hidden cards alone are told at the same microseconds.

Every test plays twins in virtual time: the same people do the same at a table whose hidden cards differ. What those who may
not know the difference are sent, in which order, of which length and when, must be the same. Bots think as long as their
hands are rich, which no pause may let through.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.bots.search import is_search
from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.server.connections import Connection
from qipai.server.house import House
from qipai.server.limits import Limit, Limits
from qipai.server.settings import Settings
from qipai.server.storage import schema
from qipai.server.tables import Table
from qipai.session import Entry, Session, viewing
from qipai.session.deal import Deal
from qipai.session.log import seat_actor
from tests.session.live import in_order

from .onlookers import Onlooker, at_table
from .test_windows import NINE_AT_0, NINE_AT_1, NO_NINE
from .virtual_time import VirtualClock, virtual_time

Heard = dict[str, list[tuple[float, str]]]
NINE_AT_2 = "1a 2b 9a 2a 5a 6a 4a 8a 7a 3a 9b 1b 3b 4b 5b 6b 7b 8b"  # the bot's
PAUSE, WINDOW = 0.5, 8.0
THINKS = 1.3  # seconds that a person takes to answer
STEADY = Settings(bot_pause=(PAUSE, PAUSE), window=WINDOW)


class Watcher(Onlooker):
    """A connection by the spectator link."""

    watching = True


def join(table: Table, guest: str, kind: type[Onlooker] = Onlooker) -> Connection:
    connection: Any = kind(guest)
    table.join(connection, None)
    return connection  # type: ignore[no-any-return]


async def pilot(table: Table, seat: int, on: bool = True) -> None:
    await table.change(seat_actor(seat), lambda: table.session.autopilot(seat, on))


async def answer_if_asked(table: Table, seat: int) -> None:
    """A person who sees a question answers it no, as quickly as people do."""
    await asyncio.sleep(THINKS)
    if table.session.asks(seat):
        action = table.session.default_action(seat)
        await table.change(seat_actor(seat), lambda: table.session.act(seat, action), f"seat {seat}", "answer")


def heard_at(
    folder: Path,
    order: records.Record | None,
    test: Callable[[House, Table], Awaitable[None]],
    before: Callable[[House, Table], Awaitable[None]] | None = None,
    but: str = "",
    thought: Callable[[list[int]], float] = lambda legal: 0.1 * len(legal),
    settings: Settings = STEADY,
    **wanted: Any,
) -> Heard:
    """What everybody `but` one guest was sent at a table, and when.  Ids, which are drawn anew for every table, are taken out."""
    found: Heard = {}

    async def begun(house: House, table: Table) -> None:
        async def think(game: str, level: str, options: Any, seen: bytes, legal: list[int], seed: int) -> Any:
            await asyncio.sleep(thought(legal))
            return SimpleNamespace(action=legal[0], took=thought(legal))

        house.bots.choose = think  # type: ignore[method-assign]
        if before:
            await before(house, table)

    async def run(house: House, table: Table) -> None:
        everybody = set(table.connections)
        await test(house, table)
        everybody |= table.connections
        for connection in sorted(everybody, key=lambda connection: connection.heard[0][0]):  # type: ignore[attr-defined]
            if connection.guest != but:
                said = [(round(at, 6), anonymous(table, text)) for at, text in connection.heard]  # type: ignore[attr-defined]
                found[connection.guest + " anew" * (connection.guest in found)] = said

    with virtual_time():
        at_table(folder, run, settings, order=order, before=begun, **wanted)
    return found


def anonymous(table: Table, text: str) -> str:
    for number, secret in enumerate((table.row.id, table.row.code, table.row.watch)):
        text = text.replace(secret, f"<{number}>")
    return text


def same(twins: list[Heard], least: int) -> None:
    """All twins were told alike, and of at least so many things."""
    first, *others = twins
    assert min(len(heard) for heard in first.values()) >= least, first
    for twin in others:
        assert twin.keys() == first.keys()
        for who, heard in first.items():
            assert [(at, len(text)) for at, text in twin[who]] == [(at, len(text)) for at, text in heard], who
            assert twin[who] == heard, who


# -- windows


def watched_by_ann(way: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Ann wants to know what Ben can say: what she does before the deal, and in the window."""

    async def before(house: House, table: Table) -> None:
        join(table, "eve")
        join(table, "wes", Watcher)
        if way == "autopilot before":
            await pilot(table, 0)

    async def during(house: House, table: Table) -> None:
        session, asked = table.session, table.session.asked_seq
        ben = asyncio.create_task(answer_if_asked(table, 1))
        if way == "autopilot within":
            await pilot(table, 0)
        elif way == "and back":
            await pilot(table, 0)
            await asyncio.sleep(3)
            await pilot(table, 0, on=False)
        elif way == "leaves":
            await table.change(seat_actor(0), lambda: session.stand(0), "ann")
        elif way == "vanishes":
            table.leave(next(connection for connection in table.connections if connection.guest == "ann"))
        elif way == "renames":
            await asyncio.sleep(2)
            await table.change(seat_actor(0), lambda: session.rename(0, "Anna"), "ann")
        elif way == "comes anew":
            await asyncio.sleep(2)
            join(table, "ann")
        await asyncio.sleep(WINDOW + 1)
        assert session.asked_seq > asked
        await ben

    return before, during


WAYS = ["looks on", "autopilot before", "autopilot within", "and back", "leaves", "vanishes", "renames", "comes anew"]


@pytest.mark.parametrize("way", WAYS)
def test_how_long_a_window_is_open_tells_nobody_who_could_answer(tmp_path: Path, way: str) -> None:
    """Ben holds a nine, the bot holds it, or nobody."""
    settings = Settings(bot_pause=(PAUSE, PAUSE), window=WINDOW, away=2, away_unclocked=2)
    before, during = watched_by_ann(way)
    twins = [
        heard_at(tmp_path / str(number), in_order(pack, 3), during, before, but="ben", settings=settings, **NINES)
        for number, pack in enumerate((NINE_AT_1, NO_NINE, NINE_AT_2))
    ]
    same([{who: until_closed(heard) for who, heard in twin.items()} for twin in twins], least=1)


NINES: dict[str, Any] = {"game": "nines", "seats": 3, "bots": "random", "clock": "none"}


def until_closed(heard: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """What was told until the first window was closed; then hands show by what is laid."""
    closing = ('"event":"shown"', '"event":"none_showed"')
    closed = next((place for place, (_, text) in enumerate(heard) if any(event in text for event in closing)), len(heard))
    return heard[: closed + 1]


@pytest.mark.parametrize("comes", ["before", "within"])
def test_one_person_beside_bots_is_not_timed_by_who_looks_on(tmp_path: Path, comes: str) -> None:
    """Eve has no chair; she may come when the window is open, and is told nothing by when it closes after that."""

    async def before(house: House, table: Table) -> None:
        join(table, "eve" if comes == "before" else "ann")

    async def during(house: House, table: Table) -> None:
        if comes == "within":
            await asyncio.sleep(0.3)
            join(table, "eve")
        await answer_if_asked(table, 0)
        await asyncio.sleep(WINDOW + 1)
        assert not table.session.window_open

    twins = [
        heard_at(tmp_path / str(number), in_order(pack, 3), during, before, but="ann", people=["ann"], **NINES)
        for number, pack in enumerate((NINE_AT_0, NO_NINE))
    ]
    same([{who: until_closed(heard) for who, heard in twin.items()} for twin in twins], least=2)


def test_who_has_looked_on_once_sees_nothing_by_coming_and_going(tmp_path: Path) -> None:
    """Eve leaves before the deal and is back in the middle of the window: is it still open?"""

    async def before(house: House, table: Table) -> None:
        table.leave(join(table, "eve"))

    async def during(house: House, table: Table) -> None:
        asyncio.get_running_loop().call_later(3, join, table, "eve")
        await answer_if_asked(table, 0)
        await asyncio.sleep(WINDOW + 1)

    twins = [
        heard_at(tmp_path / str(number), in_order(pack, 3), during, before, but="ann", people=["ann"], **NINES)
        for number, pack in enumerate((NINE_AT_0, NO_NINE))
    ]
    same([{who: until_closed(heard) for who, heard in twin.items()} for twin in twins], least=2)


@pytest.mark.parametrize("since", [0.0, 0.3])
def test_who_looks_on_at_another_server_is_noted_at_the_same_moment_whatever_the_cards(tmp_path: Path, since: float) -> None:
    """2026-11-24: only the close asked the store, so the time of a window began with Ann's answer, where she had one to give."""

    def closed(folder: Path, pack: str) -> float:
        async def test(house: House, table: Table) -> None:
            begun = time.monotonic()

            async def refresh(table: Table) -> None:
                """Eve is at a server of which this one hears when it asks."""
                if time.monotonic() >= begun + since:
                    table.see_elsewhere(frozenset({("eve", True)}))

            house.neighbours = SimpleNamespace(id="here", refresh=refresh, eldest=True, stop=partial(asyncio.sleep, 0))  # type: ignore[assignment]
            table.driver.awake()
            await answer_if_asked(table, 0)
            await asyncio.sleep(2 * WINDOW)
            assert not table.session.window_open

        return until_closed(heard_at(folder, in_order(pack, 3), test, people=["ann"], **NINES)["ann"])[-1][0]

    could_answer, could_not = (closed(tmp_path / str(number), pack) for number, pack in enumerate((NINE_AT_0, NO_NINE)))
    assert could_answer == could_not


def test_one_person_whom_nobody_watches_is_told_of_a_clock_when_somebody_comes(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        (ann,) = table.connections
        await asyncio.sleep(5)
        assert '"clocks":[]' in ann.heard[-1][1]  # type: ignore[attr-defined]
        join(table, "eve")
        assert '"clocks":[{"seat":null' in ann.heard[-1][1]  # type: ignore[attr-defined]
        await asyncio.sleep(WINDOW - 0.1)
        assert table.session.window_open
        await asyncio.sleep(0.2)
        assert not table.session.window_open

    heard_at(tmp_path, in_order(NINE_AT_0, 3), test, people=["ann"], **NINES)


def test_lists_of_tables_do_not_tell_when_somebody_answered(tmp_path: Path) -> None:
    """They are ordered by the last use of each table, and an answer in a window is no use that anybody is told of."""

    async def test(house: House, table: Table) -> None:
        async def touched() -> Any:
            return await house.database.read(lambda connection: connection.execute(schema.tables.select()).mappings().one())

        before = (await touched())["touched_at"]
        await asyncio.sleep(100)
        await table.change(seat_actor(0), lambda: table.session.act(0, "show"), "ann")
        assert (await touched())["touched_at"] == before
        await table.change(seat_actor(0), lambda: table.session.rename(0, "Anna"), "ann")
        assert (await touched())["touched_at"] > before

    long = Settings(bot_pause=(PAUSE, PAUSE), window=200)
    heard_at(tmp_path, in_order(NINE_AT_0, 3), test, settings=long, **NINES)


# -- Gou Ji's own windows


def shuffled(game: Game, seats: int, random: Random) -> records.Record:
    """A pack in a random order, and lots."""
    order = records.new(game.ORDER)
    game.pack(game.rules(), game.setup(game.rules(), seats), order)
    plain = records.to_plain(order)
    cards = plain.cards[: plain.count]
    random.shuffle(cards)
    plain.cards[: plain.count] = cards
    plain.lots = [random.randrange(max(1, bound)) for bound in plain.lots]
    return records.from_plain(plain)


def first_window(order: records.Record) -> Session:
    """A game of Gou Ji with this pack, at its first question."""
    session, _ = Session.open(GAMES["gou_ji"], seats=6, at=0)
    for facts in (session.sit(0, "Ann", "ann"), session.sit(1, "Ben", "ben"), session.begin(order)):
        session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
    return session


def gou_ji_twins(event: str) -> tuple[records.Record, records.Record]:
    """Packs that differ by one card of Ben's and one of a bot's, so that Ben alone may say something or not."""
    random = Random(event)
    while True:
        order = shuffled(GAMES["gou_ji"], 6, random)
        cards = list(records.to_plain(order).cards)
        session = first_window(order)
        assert session.deal_now
        assert session.window_open
        if not session.asks(1):
            continue
        held = session.deal_now.faces.hands
        for _ in range(300):
            one, other = random.choice(held[1]), random.choice(held[3])
            plain = records.to_plain(order)
            plain.cards[cards.index(one)], plain.cards[cards.index(other)] = other, one
            twin = records.from_plain(plain)
            swapped = first_window(twin)
            assert swapped.deal_now
            if [swapped.asks(seat) for seat in range(6)] == [session.asks(seat) and seat != 1 for seat in range(6)]:
                return order, twin


@pytest.mark.parametrize("way", ["looks on", "autopilot before", "leaves"])
def test_gou_jis_windows_tell_nobody_who_could_answer(tmp_path: Path, way: str) -> None:
    """§3.2, §4.1  Two people at six chairs: two threes of a suit at Ben's, or at nobody else's but the same bots'."""
    before, during = watched_by_ann(way)
    wanted = {"game": "gou_ji", "seats": 6, "clock": "none", "but": "ben"}
    twins = [
        heard_at(tmp_path / str(number), order, during, before, thought=lambda legal: 0.1, **wanted)
        for number, order in enumerate(gou_ji_twins(way))
    ]
    same([{who: until_closed(heard) for who, heard in twin.items()} for twin in twins], least=3)


# -- bots


def played(folder: Path, thought: float, took: float | None = None, settings: Settings = STEADY, **wanted: Any) -> list[float]:
    """When the moves of a deal of two bots came that think so long; where one searches, only it does."""
    searching = "bots" in wanted

    async def test(house: House, table: Table) -> None:
        async def think(game: str, level: str, options: Any, seen: bytes, legal: list[int], seed: int) -> Any:
            await asyncio.sleep(0.1 if searching and not is_search(level) else thought)
            return SimpleNamespace(action=legal[0], took=thought if took is None else took)

        house.bots.choose = think  # type: ignore[method-assign]
        await pilot(table, 0)
        await asyncio.sleep(12)

    wanted = {"people": ["ann"], "order": shuffled(GAMES[wanted.get("game", "gan_deng_yan")], 2, Random(1)), **wanted}
    (heard,) = heard_at(folder, wanted.pop("order"), test, settings=settings, **wanted).values()
    return [at for at, text in heard if '"k":"ev"' in text]


@pytest.mark.parametrize(("quick", "slow"), [(0.0, 0.45), (0.55, 0.95)])
def test_how_long_a_bot_thinks_is_not_heard(tmp_path: Path, quick: float, slow: float) -> None:
    """Within a pause nothing is told; a thought that takes longer takes whole pauses."""
    times = [played(tmp_path / str(thought), thought) for thought in (quick, slow)]
    assert times[0] == times[1]
    assert len(times[0]) > 4


def test_a_search_that_gives_up_or_is_not_needed_takes_as_long_as_another(tmp_path: Path) -> None:
    times = [played(tmp_path / str(thought), thought, game="giog", bots="search") for thought in (0.0, 0.3, 0.9)]
    assert times[0] == times[1] == times[2]
    assert len(times[0]) > 4


def test_what_bots_have_computed_is_not_heard_in_the_same_deal(tmp_path: Path) -> None:
    """Where bots wait because they have computed much, their waits would tell how long they thought, ten times over."""
    meagre = Settings(bot_pause=(PAUSE, PAUSE), window=WINDOW, limits=Limits(bot_seconds=Limit(0.1, 1.0)))
    times = [played(tmp_path / str(took), 0.1, took, settings=meagre) for took in (0.001, 0.4)]
    assert times[0] == times[1]
    assert len(times[0]) > 4


# -- the server's own computing


@pytest.mark.parametrize("actor", ["ann", "ben"])
def test_nobody_waits_while_the_server_finds_what_who_is_asked_may_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, actor: str
) -> None:
    """It takes longer for a rich hand; the others, and the answer to the command, are sent before it is begun."""

    def played(cost: int) -> tuple[Heard, list[float]]:
        answered: list[float] = []
        found: list[int] = []

        async def before(house: House, table: Table) -> None:
            join(table, "eve")
            join(table, "wes", Watcher)

        async def test(house: House, table: Table) -> None:
            first = table.session.waiting()[0]
            for seat in (first, 1 - first):
                await asyncio.sleep(1)
                action = table.session.default_action(seat)
                await table.change(
                    seat_actor(seat), lambda seat=seat, action=action: table.session.act(seat, action), NAMES[seat]
                )
                answered.append(round(time.monotonic(), 6))
            await asyncio.sleep(1)

        find = viewing._view_choices

        def slow(deal: Deal, seat: int, observation: records.Record) -> Any:
            if NAMES[seat] != actor:
                asyncio.get_running_loop().clock.passed += cost  # type: ignore[attr-defined]
                found.append(seat)
            return find(deal, seat, observation)

        monkeypatch.setattr(viewing, "_view_choices", slow)
        order = shuffled(GAMES["gan_deng_yan"], 2, Random(1))
        heard = heard_at(
            tmp_path / str(cost), order, test, before, but=next(name for name in NAMES if name != actor), clock="none"
        )
        monkeypatch.setattr(viewing, "_view_choices", find)
        assert found
        return heard, answered

    (quick, quick_answers), (slow, slow_answers) = played(0), played(5_000_000)
    same([quick, slow], least=3)
    assert quick_answers == slow_answers


NAMES = ("ann", "ben")


def test_virtual_time_is_exact() -> None:
    async def run(clock: VirtualClock) -> list[float]:
        woken = []
        for seconds in (0.25, 3600.0, 0.001):
            await asyncio.gather(asyncio.sleep(seconds), asyncio.to_thread(sum, range(10)))
            woken.append(round(clock.seconds, 6))
        return woken

    with virtual_time() as clock:
        assert asyncio.run(run(clock)) == [0.25, 3600.25, 3600.251]
