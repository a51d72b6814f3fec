"""What the table does for a person: the only action that is left, and one chosen beforehand.  Nobody else can tell which it was.

The secrecy tests play twins in virtual time, as those of `test_time_secrets`.
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.seats import SPECTATOR
from qipai.games import GAMES
from qipai.server.house import House
from qipai.server.tables import Table
from qipai.session import Entry, Refused, Session, refusal_of
from qipai.session.deal import Deal
from qipai.session.log import seat_actor
from tests.session.live import in_order

from .onlookers import Onlooker
from .test_time_secrets import PAUSE, WINDOW, Watcher, heard_at, join, same, shuffled
from .test_windows import NINE_AT_1

GAME = GAMES["gan_deng_yan"]
THINKS = 1.0  # seconds after the deal at which Ann leads


def begun(order: records.Record) -> Session:
    """A game of Gan Deng Yan of two with this pack, at the first lead."""
    session, _ = Session.open(GAME, seats=2, at=0)
    for facts in (session.sit(0, "Ann", "ann"), session.sit(1, "Ben", "ben"), session.begin(order)):
        session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
    return session


def led(session: Session) -> Session:
    """The same after Ann's lead."""
    session.apply(Entry(session.seq + 1, 0, "", "", tuple(session.act(0, session.default_action(0)))))
    return session


def packs() -> tuple[records.Record, records.Record]:
    """Packs of one deal but for one card of Ben's and one that is not dealt: with the first he can beat Ann's lead, not with the second."""
    random = Random(5)
    while True:
        order = shuffled(GAME, 2, random)
        session = begun(order)
        if session.waiting() != [0] or led(session).waiting() != [1] or session.only_action(1):
            continue
        plain = records.to_plain(order)
        cards = list(plain.cards)
        assert session.deal_now
        held, undealt = session.deal_now.faces.hands[1], session.deal_now.faces.undealt
        for one in held:
            for other in undealt:
                plain.cards = list(cards)
                plain.cards[cards.index(one)], plain.cards[cards.index(other)] = other, one
                twin = begun(records.from_plain(plain))
                if twin.waiting() == [0] and led(twin).waiting() == [1] and twin.only_action(1) == "pass":
                    return order, records.from_plain(plain)


CAN, CANNOT = packs()


async def lead(table: Table) -> None:
    """Ann leads."""
    action = table.session.default_action(0)
    await table.change(seat_actor(0), lambda: table.session.act(0, action), "ann")


def wishes_of(table: Table, guest: str) -> list[tuple[str, str, str]]:
    """What the guest's first connection was told of their wishes."""
    heard = next(connection.heard for connection in table.connections if connection.guest == guest)  # type: ignore[attr-defined]
    told = [json.loads(text) for _, text in heard]
    return [(one["passing"], one["beforehand"], one["acting"]) for one in told if one["k"] == "wishes"]


def passes(table: Table, seat: int) -> bool:
    assert table.session.story
    return any(fact["event"] == "passed" and fact["seat"] == seat for fact in table.session.story.seen[SPECTATOR])


# -- what nobody else may learn


def lets(table: Table) -> None:
    table.wishing.let_pass("ben", "always")


def chooses(table: Table) -> None:
    table.wishing.choose("ben", "pass", table.session.shown)


def both(table: Table) -> None:
    lets(table)
    chooses(table)


def seen(folder: Path, order: records.Record, wish: Callable[[Table], None]) -> Any:
    """What Ann, a guest and a spectator are sent, and when, while Ben passes by his wish."""

    async def before(house: House, table: Table) -> None:
        join(table, "eve")
        join(table, "wes", Watcher)

    async def test(house: House, table: Table) -> None:
        await asyncio.sleep(THINKS / 2)
        wish(table)
        join(table, "ben")  # on another page as well
        await asyncio.sleep(THINKS / 2)
        await lead(table)
        await asyncio.sleep(PAUSE + 0.1)
        assert passes(table, 1)

    return heard_at(folder, order, test, before, but="ben", clock="normal")


WHO = [(CAN, chooses), (CANNOT, lets), (CANNOT, chooses), (CANNOT, both), (CAN, both)]


def test_who_cannot_follow_passes_as_who_could_and_chose_to_pass_beforehand(tmp_path: Path) -> None:
    """The same bytes at the same microsecond, whatever Ben holds and whichever way he wished."""
    twins = [seen(tmp_path / str(number), order, wish) for number, (order, wish) in enumerate(WHO)]
    same([{who: heard for who, heard in twin.items() if not who.startswith("ben")} for twin in twins], least=4)


def test_how_long_the_server_looks_for_the_only_action_is_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rich hand takes longer to look through; everybody is told first, and the pause has begun before."""
    find, twins = Deal.only_answer, []
    for number, cost in enumerate((0, 5_000_000)):

        def slow(deal: Deal, seat: int, cost: int = cost) -> Any:
            asyncio.get_running_loop().clock.passed += cost  # type: ignore[attr-defined]
            return find(deal, seat)

        monkeypatch.setattr(Deal, "only_answer", slow)
        twins.append(seen(tmp_path / str(number), CANNOT, lets))
    same([{who: heard for who, heard in twin.items() if not who.startswith("ben")} for twin in twins], least=4)


def test_wishes_are_told_to_their_guest_alone_and_stored_nowhere(tmp_path: Path) -> None:
    async def before(house: House, table: Table) -> None:
        join(table, "wes", Watcher)
        join(table, "ben", Watcher)

    async def test(house: House, table: Table) -> None:
        seq = table.session.seq
        both(table)
        await asyncio.sleep(1)
        assert table.session.seq == seq
        told = {connection: [text for _, text in connection.heard if '"wishes"' in text] for connection in table.connections}  # type: ignore[attr-defined]
        assert {connection.guest for connection, texts in told.items() if texts} == {"ben"}
        assert not any(texts for connection, texts in told.items() if connection.watching)
        await lead(table)
        await asyncio.sleep(PAUSE + 0.1)
        assert table.session.seq == seq + 2  # Ann's lead and the pass

    heard_at(tmp_path, CAN, test, before, clock="none")


# -- what it does


def at(folder: Path, test: Callable[[Table], Any], order: records.Record = CANNOT, **wanted: Any) -> None:
    async def run(house: House, table: Table) -> None:
        await test(table)

    heard_at(folder, order, run, **{"clock": "none", **wanted})


@pytest.mark.parametrize(("when", "expected"), [("never", False), ("bots", False), ("always", True)])
def test_who_can_only_pass_lets_the_table_pass_if_they_said_so(tmp_path: Path, when: str, expected: bool) -> None:
    """ "bots" means none among people."""

    async def test(table: Table) -> None:
        table.wishing.let_pass("ben", when)
        await lead(table)
        await asyncio.sleep(PAUSE - 0.1)
        assert not passes(table, 1)
        assert wishes_of(table, "ben")[-1] == (when, "", "pass" if expected else "")
        await asyncio.sleep(0.2)
        assert passes(table, 1) == expected
        assert wishes_of(table, "ben")[-1] == (when, "", "")

    at(tmp_path, test)


def test_among_bots_it_is_done_for_the_one_person(tmp_path: Path) -> None:
    """Ann has chosen "bots"; whenever she can only pass she has passed after a pause, and is asked nothing that she cannot decide."""

    async def test(table: Table) -> None:
        table.wishing.let_pass("ann", "bots")
        for _ in range(300):
            await asyncio.sleep(PAUSE + 0.01)
            if table.session.phase != "playing":
                break
            if 0 in table.session.waiting() and not table.session.only_action(0):
                action = table.session.default_action(0)
                await table.change(seat_actor(0), lambda action=action: table.session.act(0, action), "ann")
        assert table.session.phase != "playing"
        assert {acting for _, _, acting in wishes_of(table, "ann")} > {""}

    at(tmp_path, test, people=["ann"])


def test_a_choice_is_never_made(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        table.wishing.let_pass("ben", "always")
        await lead(table)
        await asyncio.sleep(3)
        assert table.session.waiting() == [1]

    at(tmp_path, test, CAN)


@pytest.mark.parametrize("wish", [chooses, lets])
def test_wait_leaves_it_to_the_person(tmp_path: Path, wish: Callable[[Table], None]) -> None:
    async def test(table: Table) -> None:
        wish(table)
        await lead(table)
        await asyncio.sleep(PAUSE / 2)
        assert wishes_of(table, "ben")[-1][2] == "pass"
        table.wishing.choose("ben", "", table.session.shown)
        await asyncio.sleep(3)
        assert table.session.waiting() == [1]
        assert wishes_of(table, "ben")[-1][1:] == ("", "")

    at(tmp_path, test)


def test_a_pass_chosen_beforehand_ends_with_the_trick(tmp_path: Path) -> None:
    """Ann leads, Ben passes, Ann leads again: what Ann chose for her turn before that is gone, and so is what Ben chose."""

    async def test(table: Table) -> None:
        seen_at = table.session.shown
        chooses(table)
        await lead(table)
        table.wishing.choose("ann", "pass", table.session.shown)
        await asyncio.sleep(PAUSE + 0.1)
        assert table.session.waiting() == [0]
        assert [wishes_of(table, who)[-1] for who in ("ann", "ben")] == [("never", "", "")] * 2
        with pytest.raises(Refused) as refused:
            table.wishing.choose("ben", "pass", seen_at)
        assert refusal_of(refused.value).code == "stale"
        await lead(table)
        await asyncio.sleep(3)
        assert table.session.waiting() != [0]

    at(tmp_path, test)


def test_a_play_chosen_beforehand_is_dropped_if_it_is_not_legal(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        table.wishing.choose("ben", "3-4-5", table.session.shown)
        await lead(table)
        await asyncio.sleep(3)
        assert table.session.waiting() == [1]
        assert wishes_of(table, "ben")[-1] == ("never", "", "")

    at(tmp_path, test, CAN)


def test_wishes_outlast_a_connection(tmp_path: Path) -> None:
    """Who comes back is told what they wished; it is done while they are away, too."""

    async def test(table: Table) -> None:
        both(table)
        for connection in [one for one in table.connections if one.guest == "ben"]:
            table.leave(connection)
        await lead(table)
        await asyncio.sleep(PAUSE / 2)
        join(table, "ben", Onlooker)
        assert wishes_of(table, "ben") == [("always", "pass", "pass")]
        await asyncio.sleep(PAUSE)
        assert passes(table, 1)

    at(tmp_path, test, CAN)


def test_who_plays_at_once_is_not_played_for_again(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        both(table)
        await lead(table)
        await asyncio.sleep(PAUSE / 2)
        await table.change(seat_actor(1), lambda: table.session.act(1, "pass"), "ben")
        assert table.session.waiting() == [0]
        await asyncio.sleep(3)
        assert table.session.waiting() == [0]
        assert wishes_of(table, "ben")[-1] == ("always", "", "")

    at(tmp_path, test)


def test_a_window_is_not_answered(tmp_path: Path) -> None:
    """It asks nothing of who has nothing to say, and is open for its time."""

    async def test(table: Table) -> None:
        for guest in ("ann", "ben"):
            table.wishing.let_pass(guest, "always")
        opened = table.session.asked_seq
        await asyncio.sleep(WINDOW - 0.1)
        assert table.session.asked_seq == opened
        assert {acting for guest in ("ann", "ben") for _, _, acting in wishes_of(table, guest)} == {""}

    at(tmp_path, test, in_order(NINE_AT_1, 3), game="nines", seats=3, bots="random")


def test_talk_at_ones_turn_is_no_answer() -> None:
    """At Gou Ji who can only pass may ask for counts besides: passing is the only answer all the same."""
    game, random = GAMES["gou_ji"], Random(2)
    found = 0
    session, _ = Session.open(game, seats=6, at=0)
    for facts in (session.sit(0, "Ann", "ann"), session.begin(shuffled(game, 6, random))):
        session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
    for _ in range(400):
        if session.phase != "playing" or found > 2:
            break
        assert session.deal_now
        assert session.terms
        if session.window_open:
            for seat in session.waiting():
                facts = session.act(seat, session.default_action(seat))
                session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
            facts = session.close_window(session.asked_seq, 10**12)
            session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
            continue
        seat = session.waiting()[0]
        legal = game.legal(session.deal_now.state, session.terms.rules, seat)
        texts = [game.notation.format_action(action, session.terms.ruleset) for action in legal]
        answers = [text for text in texts if not text.startswith("count ")]
        if len(answers) == 1 and len(texts) > 1:
            found += 1
            assert session.only_action(seat) == answers[0]
        elif len(answers) > 1:
            assert session.only_action(seat) == ""
        facts = session.act(seat, random.choice(answers))
        session.apply(Entry(session.seq + 1, 0, "", "", tuple(facts)))
    assert found > 2
