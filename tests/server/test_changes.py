"""Connections that asked for changes hold the same table as those that are sent it whole, whatever happens between two changes."""

import asyncio
import json
import statistics
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from qipai.bots import make_bot
from qipai.games import GAMES, GOU_JI
from qipai.server.audiences import Audience
from qipai.server.house import House
from qipai.server.protocol import Ev, NewTable
from qipai.server.settings import Settings
from qipai.server.storage.database import Database
from qipai.server.tables import Table
from qipai.session.log import CLOCK, HOST, TABLE, seat_actor
from tests.session.clients import after
from tests.session.live import Live

from .onlookers import Onlooker
from .people import Guest, together

MOST_OF_A_DEAL = 400 * 1024  # bytes that a whole deal of Gou Ji may cost a seat
MOST_AT_THE_MEDIAN = 1536  # bytes of an `ev`


class Client(Onlooker):
    """A connection that keeps its view, as a page does."""

    def __init__(self, guest: str, changes: bool = True, watching: bool = False) -> None:
        super().__init__(guest, changes)
        self.watching = watching
        self.view: dict[str, Any] = {}
        self.seq = 0
        self.kinds: list[str] = []

    def send(self, text: str) -> None:
        super().send(text)
        message = json.loads(text)
        match message["k"]:
            case "snap":
                self.seq, self.view = message["seq"], message["table"]
            case "ev":
                assert message["seq"] == self.seq + 1
                assert self.changes or "table" in message
                self.seq, self.view = message["seq"], after(self.view, message)
            case "presence":
                for seat, connected in zip(self.view["seats"], message["connected"], strict=True):
                    seat["connected"] = connected
        self.kinds.append("whole" if message["k"] == "ev" and "table" in message else message["k"])

    def comes_back(self) -> "Client":
        twin = Client(self.guest, self.changes, self.watching)
        twin.seq, twin.view = self.seq, self.view
        return twin


class Evening:
    """A table with a person on every chair, each of them there with pages of both sorts, beside others who look on."""

    def __init__(self, table: Table, seats: int) -> None:
        self.table = table
        self.session = table.session
        self.clients = [
            Client(guest, changes) for guest in [f"p{seat}" for seat in range(seats)] + ["out"] for changes in (True, False)
        ]
        self.clients += [Client("p0", changes, watching=True) for changes in (True, False)]
        for client in self.clients:
            table.join(client, None)  # type: ignore[arg-type]

    async def check(self) -> None:
        """Every view is what its connection would be shown now."""
        self.table._show_late()
        for client in self.clients:
            view = self.table._view(self.table.viewer(client), self.table.connected())  # type: ignore[arg-type]
            assert client.seq == self.session.shown
            assert client.view == msgspec.json.decode(msgspec.json.encode(view)), (client.guest, client.changes)

    def leave(self, client: Client) -> None:
        self.clients.remove(client)
        self.table.leave(client)  # type: ignore[arg-type]

    def enter(self, client: Client, since: int | None) -> None:
        self.clients.append(client)
        self.table.join(client, since)  # type: ignore[arg-type]

    async def disturb(self, random: Random) -> None:
        """What may happen between two changes."""
        client = random.choice(self.clients)
        match random.randrange(6):
            case 0:
                self.table.show_all(client)  # type: ignore[arg-type]
            case 1:
                self.leave(client)
                self.enter(client.comes_back(), client.seq)
            case 2:
                self.leave(client)
                await self.table.change(TABLE, lambda: self.session.rename(0, f"Ann {self.session.seq}"))
                self.table._show_late()
                self.enter(client.comes_back(), client.seq)
            case 3:
                self.table.pass_host(random.choice(self.clients).guest)
            case 4:
                self.enter(Client(client.guest, client.changes, client.watching), None)
                self.leave(client)

    async def decide(self, random: Random) -> None:
        session = self.session
        if session.window_open and (not session.window_waits() or random.random() < 0.3):
            late = max(session.window_end() or 0, session.asked_at)
            await self.table.change(CLOCK, lambda: session.close_window(session.asked_seq, late))
            return
        seat = random.choice(session.window_waits() or session.waiting())
        deal = session.view(seat).deal
        assert deal
        action = random.choice([choice.action for choice in deal.choices] or [session.default_action(seat)])
        await self.table.change(seat_actor(seat), lambda: session.act(seat, action), f"p{seat}")


def at_an_evening(folder: Path, game: str, seats: int, doing: Any) -> None:
    async def run() -> None:
        house = House(Database.open(folder), GAMES, Settings(window=3600, next_deal=3600, away_unclocked=3600))
        try:
            row = await house.open(NewTable(game, seats, "Ann", clock="none", deals=2), "p0", "")
            table = await house.table(row)
            for seat in range(1, seats):
                await table.change(
                    seat_actor(seat), lambda seat=seat: table.session.sit(seat, f"P{seat}", f"p{seat}"), f"p{seat}"
                )
            evening = Evening(table, seats)
            await evening.check()
            await table.change(HOST, table.session.begin)
            await doing(evening)
        finally:
            await house.stop()

    asyncio.run(run())


@pytest.mark.parametrize("game", list(GAMES))
def test_both_sorts_of_pages_hold_the_same_table(game: str, tmp_path: Path) -> None:
    random, seats = Random(game), min(GAMES[game].seats)

    async def doing(evening: Evening) -> None:
        for _ in range(40):
            await evening.check()
            if evening.session.phase != "playing":
                break
            await (evening.decide(random) if random.random() < 0.7 else evening.disturb(random))
        await evening.check()
        told = [kind for client in evening.clients if client.changes for kind in client.kinds]
        assert told.count("ev") > 20

    at_an_evening(tmp_path, game, seats, doing)


def test_a_whole_deal_of_gou_ji_fits(tmp_path: Path) -> None:
    """Six people who play by the rule of thumb: what one page is sent of a deal, and the `ev` in the middle."""

    async def doing(evening: Evening) -> None:
        session = evening.session
        for client in evening.clients.copy():
            if not client.changes:
                evening.leave(client)
        bots = [make_bot(GOU_JI, "rule", GOU_JI.ruleset(), seat) for seat in range(6)]
        while session.phase == "playing":
            asked = session.asked_seq
            for seat in session.waiting():
                if session.asked_seq == asked:
                    action = session.advise(seat, bots[seat])
                    await evening.table.change(
                        seat_actor(seat), lambda seat=seat, action=action: session.act(seat, action), f"p{seat}"
                    )
            if session.window_open and session.asked_seq == asked:
                late = max(session.window_end() or 0, session.asked_at)
                await evening.table.change(CLOCK, lambda late=late: session.close_window(session.asked_seq, late))
        await evening.check()
        for client in evening.clients:
            texts = [text for _, text in client.heard]
            events = [len(text) for text in texts if text.startswith('{"k":"ev"')]
            print(len(events), sum(map(len, texts)), statistics.median(events), max(events))
            assert len(events) > 150
            assert sum(map(len, texts)) <= MOST_OF_A_DEAL, client.guest
            assert statistics.median(events) <= MOST_AT_THE_MEDIAN, client.guest
            deal = client.view["deal"]
            told = [fact for text in texts for fact in json.loads(text).get("facts", ()) if "seq" in fact]
            assert told == deal["log"], "a fact of the deal is sent once"

    at_an_evening(tmp_path, "gou_ji", 6, doing)


def test_whose_view_becomes_another_is_sent_the_whole_table(tmp_path: Path) -> None:
    """What has changed is told only to a page that was shown the same kind of view before."""

    async def doing(evening: Evening) -> None:
        table = evening.table
        old, new = (client for client in evening.clients if client.changes and client.guest in ("p1", "out"))
        await table.change(seat_actor(1), lambda: table.session.autopilot(1, True))
        evening.leave(old)
        for client in evening.clients.copy():
            if client.guest == "p1":
                evening.leave(client)
        table.session.chairs[1].guest = "out"  # a chair changes hands: here without its entry, which the next one shows
        new.kinds.clear()
        await table.change(TABLE, lambda: table.session.rename(0, "Anna"))
        await table.change(TABLE, lambda: table.session.rename(0, "Anne"))
        await evening.check()
        assert new.kinds == ["whole", "ev"]
        assert new.view["you"] == 1
        assert new.view["deal"]["hand"]
        again = new.comes_back()
        evening.leave(new)
        evening.enter(again, new.seq - 2)
        assert again.kinds == ["snap"], "what was sent to another kind of page cannot be followed"

    at_an_evening(tmp_path, "gan_deng_yan", 2, doing)


@pytest.mark.parametrize("whole", [False, True])
@together
async def test_a_page_and_a_program_are_told_the_same(server: Any, whole: bool) -> None:
    """Over a socket: who asks for nothing is sent whole tables, as players written for earlier servers expect."""
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2, deals=1)
    page, program = await ann.visit(code, whole=whole), await ben.visit(code, whole=not whole)
    await program.until(lambda ben: ben.view)
    await program.do("sit", seat=1, name="Ben")
    await page.do("begin")
    await asyncio.gather(page.play(), program.play())
    await page.until(lambda page: page.seq == program.seq)
    same = {**page.view, "you": 1, "host": False, "watch": ""}
    assert same["seats"] == program.view["seats"]
    assert [fact["event"] for fact in same["deal"]["log"]] == [fact["event"] for fact in program.view["deal"]["log"]]
    events = [json.loads(text) for visitor in (page, program) for text in visitor.heard if text.startswith('{"k":"ev"')]
    assert {"table" in event for event in events} == {True, False}


def test_an_ev_has_its_table_or_what_changed() -> None:
    for given in ({"table": None}, {"changed": {}}):
        event = msgspec.json.decode(msgspec.json.encode(Ev(seq=1, facts=[], clocks=[], **given)))
        assert set(event) == {"k", "seq", "facts", "clocks", *given}


PARTS = (
    None,
    {"x": 1, "pieces": ["a"]},
    {"x": 2, "pieces": ["a"]},
    {"x": 2, "pieces": ["a", "b"]},
    {"other": [{"y": 1}]},
    {"other": [{"y": 2}]},
)


@pytest.mark.parametrize("shown", PARTS)
@pytest.mark.parametrize("strayed", PARTS)
@pytest.mark.parametrize("later", PARTS)
def test_what_was_shown_otherwise_in_between_comes_right(shown: Any, strayed: Any, later: Any) -> None:
    """A part that one page holds as nothing, another with other names: each is sent what turns its own view into the later one."""
    live = Live(GAMES["gan_deng_yan"], seats=2).people("Ann", "Ben")
    live.do(live.session.begin())
    view = live.session.view(0)
    views = [replace(view, deal=replace(view.deal, board={"own": part, "n": 1})) for part in (shown, strayed, later)]
    audience = Audience("", 0)
    audience.show(views[0])
    audience.show(views[1])
    changed = msgspec.json.decode(msgspec.json.encode({"changed": audience.changed(views[2]), "facts": []}))
    before, between, afterwards = (msgspec.json.decode(msgspec.json.encode(one)) for one in views)
    assert after(before, changed) == after(between, changed) == afterwards
