"""Nobody learns a card that they may not know: from any byte, from what is missing, from whom they claim to be."""

import asyncio
import json
import os
import random
import re
from collections.abc import Iterable
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from .conftest import Server
from .people import Guest, Visitor, together

FACE = re.compile(r'(?<![\w-])(?:10|[2-9JQKA])[SHDC](?![\w-])|(?<=")[RB](?=")')
GAMES = int(os.environ.get("QIPAI_TEST_GAMES", "2"))
STILL = 4_102_444_800_000  # a time that no deadline reaches


def faces_in(text: str) -> set[str]:
    return set(FACE.findall(text))


def known_faces(server: Server, code: str, players: int) -> list[tuple[int, list[set[str]]]]:
    """From the shuffled packs and the plays alone: behind each seq, the faces that each seat, and at last the public, may know.

    A seat knows what it was dealt, what it drew, and what anybody laid; after the deal everybody knows everything.  Whom a
    fact is marked for is not believed but checked.
    """
    known: list[set[str]] = [set() for _ in range(players + 1)]
    pack: list[str] = []
    talon: list[str] = []
    due: dict[int, str] = {}
    found = []
    for entry in server.entries(code):
        for fact in entry.facts:
            whole = fact.whole()
            eyes = {int(seat): part["cards"] for seat, part in whole.get("to_eyes", {}).items() if "cards" in part}
            if fact.event == "shuffled":
                known = [set() for _ in range(players + 1)]
                pack = whole["hidden"]["order"]
            elif fact.event == "dealt":
                hands = hands_of(pack, players, whole["dealer"])
                assert {seat: sorted(cards) for seat, cards in eyes.items()} == {s: sorted(h) for s, h in enumerate(hands)}
                for seat, hand in enumerate(hands):
                    known[seat] |= set(hand)
                talon = pack[5 * players + 1 :]
            elif fact.event == "cleared":
                due = draws(talon, players, whole["leader"])
                del talon[: len(due)]
            elif fact.event == "drew":
                card = due.pop(whole["seat"])
                assert eyes == {whole["seat"]: [card]}
                known[whole["seat"]].add(card)
            elif fact.event == "laid":
                for seen in known:
                    seen |= set(whole["cards"])
            elif fact.event == "settled":
                for seen in known:
                    seen |= set(pack)
            assert not eyes or fact.event in ("dealt", "drew")
        assert not due, "somebody's draw was not told"
        found.append((entry.seq, [set(seen) for seen in known]))
    return found


def draws(talon: list[str], players: int, leader: int) -> dict[int, str]:
    """§5.4, §5.5  Everybody draws the next card, the leader first, for as long as there are any."""
    return {(leader + turn) % players: card for turn, card in enumerate(talon[:players])}


def check(visitor: Visitor, seat: int, known: dict[int, list[set[str]]]) -> int:
    """Every face in every message was known to its reader at that moment; how many were read."""
    seq, read = 0, 0
    for text in visitor.heard:
        seq = json.loads(text).get("seq", seq)
        faces = faces_in(text)
        assert faces <= known[seq][seat], f"seat {seat} was told {faces - known[seq][seat]} at {seq}"
        read += len(faces)
    return read


@pytest.mark.parametrize("game", range(GAMES))
@together
async def test_no_byte_tells_a_hidden_card(server: Server, game: int) -> None:
    """Whole sessions of four people, a spectator and a stranger, with every sort of question and mistake between."""
    chance = random.Random(game)
    rules = chance.choice([{}, {"announce_at": "3"}, {"multipliers": "pagat_schedule"}, {"talon_limit": "5"}])
    guests = [await Guest.new(server.port) for _ in range(6)]
    code = await guests[0].open(deals=2, rules=rules)
    people = [await guest.visit(code) for guest in guests[:5]]
    for seat in (1, 2, 3):
        await people[seat].until(lambda person: person.view)
        await people[seat].do("sit", seat=seat, name=f"P{seat}")
    await people[0].until(lambda person: person.view["host"])
    watching = await guests[5].visit(people[0].view["watch"], watching=True)
    await people[0].do("begin")
    while True:
        await all_see(people)
        if people[0].view["phase"] == "finished":
            break
        if people[0].view["phase"] == "between":
            await asyncio.gather(*(person.do("ready") for person in people[:4]))
            continue
        to_act = people[0].view["deal"]["to_act"][0]
        await provoke(chance, people, server.port, guests[4])
        if chance.random() < 0.1:
            seat = chance.randrange(4)
            await people[seat].vanish()
            people[seat] = await guests[seat].come_back(code, people[seat], remembers=chance.random() < 0.5)
            await people[seat].do("say", phrase="sorry")
        person = people[to_act]
        choice = chance.choice(person.choices)
        if chance.random() < 0.5:
            await person.do("act", at=person.seq, action=choice["action"])
        else:
            await person.do("act", at=person.seq, action=choice["action"], cards=pick(chance, person, choice["needs"]))
    await all_see([*people, watching])
    known = dict(known_faces(server, code, 4))
    known[0] = known[1]
    read = [check(person, seat, known) for seat, person in enumerate(people)]
    read.append(check(watching, 4, known))
    assert min(read) > 50, read
    assert not faces_in(server.output())


@pytest.mark.parametrize(("rules", "seated"), [({"decks": "2"}, 3), ({"announce_at": "3"}, 2)], ids=["two packs", "bots"])
@together
async def test_no_byte_tells_more_with_two_packs_or_beside_bots(server: Server, rules: dict[str, str], seated: int) -> None:
    """Three chairs; where two people sit, a bot has the third, and autopilot plays for the second of them."""
    guests = [await Guest.new(server.port) for _ in range(seated + 1)]
    code = await guests[0].open(seats=3, deals=3, rules=rules)
    people = [await guest.visit(code) for guest in guests[:seated]]
    for seat in range(1, seated):
        await people[seat].until(lambda person: person.view)
        await people[seat].do("sit", seat=seat, name=f"P{seat}")
    await people[0].until(lambda person: person.view["host"])
    watching = await guests[seated].visit(people[0].view["watch"], watching=True)
    if seated < 3:
        assert (await people[1].do("autopilot", on=True))["k"] == "ok"
    await people[0].do("begin")
    playing = people if seated == 3 else people[:1]
    await asyncio.gather(*(person.play() for person in playing))
    await all_see([*people, watching])
    known = dict(known_faces(server, code, 3))
    known[0] = known[1]
    read = [check(person, seat, known) for seat, person in enumerate(people)]
    read.append(check(watching, 3, known))
    assert min(read) > 20, read


async def provoke(chance: random.Random, people: list[Visitor], port: int, stranger: Guest) -> None:
    """Mistakes, whose answers are read like everything else."""
    person = people[chance.randrange(5)]
    mistakes: list[dict[str, Any]] = [
        {"k": "act", "at": person.seq, "action": chance.choice(["4-4", "X-X", "pass", "9-9-9-9", "3-4-5"])},
        {"k": "act", "at": 0, "action": "pass"},
        {"k": "ask", "cards": chance.sample(person.hand, min(2, len(person.hand)))},
        {"k": "sit", "seat": chance.randrange(4), "name": "Eve"},
    ]
    mistake = chance.choice(mistakes)
    if not (mistake["k"] == "act" and mistake["action"] in [choice["action"] for choice in person.choices]):
        await person.do(**mistake)
    if chance.random() < 0.1:
        await ask_for_records(chance, person, people, stranger)


async def ask_for_records(chance: random.Random, person: Visitor, people: list[Visitor], stranger: Guest) -> None:
    record = f"{person.view['table']}-{chance.randint(0, 3)}"
    answer = await stranger.ask(f"/api/records/{record}")
    assert answer.status_code in (200, 404)
    if answer.status_code == 200:
        assert record in people[0].view["records"]


async def all_see(people: list[Visitor]) -> None:
    """Wait until everybody sees the table as it is."""
    seq = max(person.seq for person in people)
    await asyncio.gather(*(person.until(lambda person: person.seq >= seq) for person in people))


def pick(chance: random.Random, person: Visitor, needs: list[str]) -> list[str]:
    """Cards of one's hand of these kinds, any suits."""
    hand = person.view["deal"]["hand"].copy()
    chance.shuffle(hand)
    chosen = []
    for kind in needs:
        card = next(card for card in hand if card["kind"] == kind)
        hand.remove(card)
        chosen.append(card["face"])
    return chosen


# -- what is not said


PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")]
PACK += ["B", "R"]


def hands_of(order: list[str], players: int = 4, dealer: int = 0) -> list[list[str]]:
    """One card at a time, the dealer first and last."""
    dealt = order[: 5 * players + 1]
    return [dealt[(seat - dealer) % players :: players] for seat in range(players)]


async def play_out(server: Server, script: list[tuple[int, str, list[str]]] | None, moves: int) -> tuple[list[Any], ...]:
    """Play some moves of the given order, by script or by the cheapest choices; the moves, and what each connection heard."""
    guests = [await Guest.new(server.port) for _ in range(5)]
    code = await guests[0].open(deals=1, clock="relaxed")
    people = []
    for seat, guest in enumerate(guests):
        person = await (await guest.visit(code)).until(lambda person: person.view)
        if 0 < seat < 4:
            await person.do("sit", seat=seat, name=f"P{seat}", id="sit")
        people.append(person)
        await people[0].until(lambda first, person=person: first.seq == person.seq)
    await people[0].do("begin", id="begin")
    done: list[tuple[int, str, list[str]]] = []
    for number in range(moves):
        await all_see(people)
        if people[0].view["phase"] != "playing":
            break
        if script is None:
            seat = people[0].view["deal"]["to_act"][0]
            choice = people[seat].choices[0]
            done.append((seat, choice["action"], pick(random.Random(number), people[seat], choice["needs"])))
        else:
            done.append(script[number])
        seat, action, cards = done[-1]
        answer = await people[seat].do("act", at=people[seat].seq, action=action, cards=cards, id=f"m{number}")
        assert answer["k"] == "ok", answer
    await all_see(people)
    heard = [person.heard.copy() for person in people]
    await asyncio.gather(*(person.leave() for person in people))
    return done, heard


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, GAMES))])
@together
async def test_swapping_hidden_cards_changes_no_byte(start, seed: int) -> None:
    """Two deals that differ only in cards that one seat and the public do not see look the same to them, byte for byte."""
    chance = random.Random(seed)
    order = chance.sample(PACK, 54)
    script, heard = await play_out(start(still=STILL, orders=[order]), None, moves=14)
    script, moves = script[:-1], len(script) - 1  # the last may have ended the deal and shown the hands
    seen = set(hands_of(order)[0]).union(*(cards for _, _, cards in script)) | own_faces(heard[0])
    places = [place for place, face in enumerate(order) if face not in seen]
    swapped = order.copy()
    for place, other in zip(places, chance.sample(places, len(places)), strict=True):
        swapped[place] = order[other]
    assert swapped != order
    _, again = await play_out(start(still=STILL, orders=[order]), script, moves)
    _, different = await play_out(start(still=STILL, orders=[swapped]), script, moves)
    for seat in (0, 4):
        assert again[seat] == different[seat], f"seat {seat} can tell the two deals apart"
    assert again[1] != different[1], "the cards were not swapped at all"


def own_faces(heard: Iterable[str]) -> set[str]:
    return set().union(*map(faces_in, heard))


# -- whom one claims to be


@together
async def test_a_seat_comes_from_the_credential_alone(server: Server) -> None:
    ann, eve = await Guest.new(server.port), await Guest.new(server.port, "Eve")
    code = await ann.open(begin=True)
    await (await ann.visit(code)).until(lambda ann: ann.view)
    for words in ("?seat=0", "?since=0&seat=0", "?guest=Ann", "?token=" + ann.headers["authorization"][7:]):
        path = f"ws://127.0.0.1:{server.port}/ws/table/{code}{words}"
        thief = Visitor(await connect(path, additional_headers=eve.headers, compression=None))
        await thief.send(k="hello", proto=1)
        await thief.until(lambda thief: thief.view)
        assert (thief.view["you"], thief.view["host"], thief.view["watch"], thief.hand) == (None, False, "", [])
        assert thief.choices == []
        assert (await thief.do("act", at=thief.seq, action="pass"))["code"] == "not_seated"
        assert (await thief.do("stand"))["code"] == "not_seated"
        assert (await thief.do("autopilot", on=True))["code"] == "not_seated"
        await thief.leave()


@together
async def test_whoever_left_a_chair_has_it_no_more(server: Server) -> None:
    ann, ben, eve = [await Guest.new(server.port) for _ in range(3)]
    code = await ann.open(seats=2)
    one, two, three = await ann.visit(code), await ben.visit(code), await eve.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await two.do("stand")
    await three.until(lambda eve: eve.view)
    assert (await three.do("sit", seat=1, name="Eve"))["k"] == "ok"
    assert (await two.do("sit", seat=1, name="Ben"))["code"] == "seat_taken"
    await one.do("begin")
    await two.until(lambda ben: ben.view["phase"] == "playing")
    assert two.view["you"] is None
    assert two.hand == []
    await two.vanish()
    two = await ben.come_back(code, two)
    await two.do("ask", cards=["3H"])
    assert not any('"hand":[{' in text for text in two.heard)


@together
async def test_another_guests_command_id_brings_nobody_their_answer(server: Server) -> None:
    ann, eve = await Guest.new(server.port), await Guest.new(server.port, "Eve")
    code = await ann.open(seats=2)
    one, two = await ann.visit(code), await eve.visit(code)
    await two.until(lambda eve: eve.view)
    assert (await one.do("rename", name="Anna", id="mine"))["k"] == "ok"
    assert (await two.do("rename", name="Anna", id="mine"))["code"] == "not_seated"


@together
async def test_a_token_that_was_never_given_out_opens_nothing(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open()
    forged = Guest(server.port, "A" * 43)
    answer = await forged.ask("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown_token")
    visitor = await forged.visit(code)
    assert (await visitor.refused())["code"] == "unknown_token"
    assert (await visitor.until_closed())[0] == 4401


@together
async def test_what_is_stored_signs_nobody_in(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    token = ann.headers["authorization"][7:]
    for table in ("guests", "chairs", "tables", "events"):
        assert token not in str(server.rows(f"select * from {table}"))
    ((guest,),) = server.rows("select owner from tables where code = ?", code)
    assert (await Guest(server.port, guest[:43]).ask("/api/me")).status_code == 401


@together
async def test_a_cookie_works_like_a_token_and_is_out_of_reach_of_scripts(server: Server) -> None:
    base = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=base, headers={"origin": base}) as client:
        page = await client.get("/t/tea-482")
        words = page.headers["set-cookie"].split("; ")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(words)
        opened = await client.post("/api/tables", json={"game": "gan_deng_yan", "seats": 2, "name": "Ann", "begin": True})
        assert "set-cookie" not in opened.headers
        mine = (await client.get("/api/me")).json()
        assert mine["name"] == "Ann"
        assert [table["code"] for table in mine["tables"]] == [opened.json()["code"]]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    path = f"ws://127.0.0.1:{server.port}/ws{opened.json()['path'].replace('/t/', '/table/')}"
    table = Visitor(await connect(path, additional_headers={"cookie": cookie, "origin": base}, compression=None))
    await table.send(k="hello", proto=1)
    await table.until(lambda ann: ann.view)
    assert table.view["you"] == 0
