"""The games that answer together or lay face down, at real tables: nothing sealed, thrown in or unseen reaches anybody else."""

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from qipai.engine import records
from qipai.engine.conformance.examined import Track
from qipai.engine.game import Game
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.games import GAMES, find_game
from tests.chance import SEED

from .conftest import Server
from .people import Guest, Visitor, together

FAMILY = [name for name, game in GAMES.items() if game.room == "giog"]
STILL = 4_102_444_800_000  # a time that no deadline reaches
GENERAL = re.compile(r"(?<![A-Za-z])[rb]G(?![A-Za-z])")  # the only pieces of which there is one
RANDOM = re.compile(r'"watch":"[^"]*"')  # letters by chance, which may spell a piece
PUBLIC = -1


def seats_of(name: str) -> int:
    """Four at the table where four can play."""
    seats = find_game(name).seats
    return 4 if 4 in seats else seats[-1]


# -- whole evenings


def knowers(server: Server, code: str) -> Iterator[tuple[int, dict[str, set[int]]]]:
    """Behind each seq, who may know where a general is.

    Worked out from the pack and from what was shown to all; whom a private fact is marked for is checked against the pack.
    """
    known: dict[str, set[int]] = {"rG": set(), "bG": set()}
    players, pack = 0, []
    for entry in server.entries(code):
        for fact in entry.facts:
            whole = fact.whole()
            eyes = whole.get("to_eyes", {})
            if fact.event == "opened":
                players = whole["seats"]
            everybody = {PUBLIC, *range(players)}
            if fact.event == "shuffled":
                known, pack = {"rG": set(), "bG": set()}, whole["hidden"]["order"]
            elif fact.event == "turned":
                assert set(whole["pieces"]) <= set(pack[2 * whole["stack"] - 2 : 2 * whole["stack"]])
            elif fact.event == "took" and eyes:
                assert set(eyes) == {str(whole["seat"])} or set(eyes) == {whole["seat"]}
                assert sorted(next(iter(eyes.values()))["pieces"]) == sorted(pack[2 * whole["stack"] - 2 : 2 * whole["stack"]])
            shown = [] if fact.event == "shuffled" else GENERAL.findall(str(fact.public))
            for general in pack if fact.event == "scored" else shown:
                known.setdefault(general, set()).update(everybody)
            if fact.event in ("dealt", "took"):
                for seat, part in eyes.items():
                    for piece in part.get("cards", part.get("pieces")):
                        known.setdefault(piece, set()).add(int(seat))
        yield entry.seq, {general: set(known[general]) for general in ("rG", "bG")}


@pytest.mark.parametrize("name", FAMILY)
@together
async def test_an_evening_of_two_people_beside_bots(server: Server, name: str) -> None:
    """Minds are changed, mistakes made, connections lost, others look on; the log folds and the records can be read."""
    chance, seats = random.Random(name), seats_of(name)
    guests = [await Guest.new(server.port) for _ in range(4)]
    code = await guests[0].open(game=name, seats=seats, deals=2, bots=chance.choice(["random", "rule"]))
    people = [await guest.visit(code) for guest in guests[:3]]
    await people[1].until(lambda person: person.view)
    await people[1].do("sit", seat=seats - 1, name="Ben")
    await people[0].until(lambda person: person.view["host"])
    watching = await guests[3].visit(people[0].view["watch"], watching=True)
    await people[0].do("begin")
    while people[0].view["phase"] != "finished":
        for place in (0, 1):
            person = people[place]
            if chance.random() < 0.03:
                await person.vanish()
                person = people[place] = await guests[place].come_back(code, person, remembers=chance.random() < 0.5)
                await person.do("say", phrase="sorry")
            if person.view["phase"] == "between" and not person.own["ready"]:
                assert (await guests[2].ask(f"/api/records/{person.view['records'][-1]}")).status_code == 200
                await person.do("ready")
            elif person.asked:
                await provoke(chance, [people[2], person], guests[2])
                await decide(chance, person)
                while person.choices and not person.asked and chance.random() < 0.5:
                    await decide(chance, person)
        await asyncio.sleep(0.002)
    for person in [*people, watching]:
        await person.until(lambda person: person.seq == people[0].seq or person.view["phase"] == "finished")
    table = server.fold(code)
    assert table.scores == people[0].view["scores"]
    assert len(people[1].view["records"]) == 2
    told = dict(knowers(server, code))
    told[0] = told[1]
    for person, seat in ((people[0], 0), (people[1], seats - 1), (people[2], PUBLIC), (watching, PUBLIC)):
        check(person, seat, told)
    assert not GENERAL.search(server.output())


async def decide(chance: random.Random, person: Visitor) -> None:
    """Answer, answer anew or take an answer back; others may have been faster."""
    if not person.asked and chance.random() < 0.5:
        await person.do("take_back", at=person.seq)
    elif person.choices:
        await person.act(chance.randrange(len(person.choices)))


async def provoke(chance: random.Random, people: list[Visitor], stranger: Guest) -> None:
    """Mistakes, whose answers are read like everything else."""
    person = chance.choice(people)
    hand = person.hand if person.view["deal"] else []  # it may be over by now
    await person.do(
        **chance.choice(
            [
                {
                    "k": "act",
                    "at": person.seq,
                    "action": chance.choice(["rP-rP-rP-rP-rP-rP", "take 40", "turn 0", "pass", "rX"]),
                },
                {"k": "act", "at": 0, "action": "bP"},
                {"k": "take_back", "at": 0},
                {"k": "ask", "cards": ["rA", "bA", "rP"]},
                {"k": "ask", "cards": chance.sample(hand, min(2, len(hand)))},
                {"k": "sit", "seat": 1, "name": "Eve"},
            ]
        )
    )
    live = len(person.view["records"]) + (person.view["phase"] == "playing")
    if person.view["phase"] == "playing" and chance.random() < 0.3:
        for path in (f"/api/records/{person.view['table']}-{live}", f"/api/records/{person.view['table']}-{live}.qp"):
            answer = await stranger.ask(path)
            if answer.status_code != 404:  # the deal has ended meanwhile
                await person.until(lambda person: len(person.view["records"]) >= live)


def check(visitor: Visitor, seat: int, told: dict[int, dict[str, set[int]]]) -> None:
    """Every general in every message was known to its reader at that moment."""
    seq, read = 0, 0
    for text in visitor.heard:
        message = json.loads(text)
        seq = message.get("seq", seq)
        if message.get("code") == "unreadable":  # its sentence has examples
            continue
        for general in set(GENERAL.findall(RANDOM.sub("", text))):
            assert seat in told[seq][general], f"seat {seat} was told of {general} at {seq}: {text}"
            read += 1
    assert read


# -- what is not said


class Step(NamedTuple):
    """A command of a seat that is accepted."""

    seat: int
    action: str  # "" to take the last one back
    cards: list[str] | None = None


class Course(NamedTuple):
    """A pack, as faces, and what the seats do with it."""

    order: list[str]
    steps: list[Step]


Made = list[tuple[int, str, list[int]]]  # seat, action, physical pieces


class Twins:
    """Two courses of a deal which the first seat and the public cannot tell apart, though pieces that they have not seen differ.

    In the games in which pieces are thrown in or go under a pile, one of these is among them.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.game: Game = find_game(name)
        self.chance = random.Random(f"{name} {seed}")
        self.players = seats_of(name)
        self.ruleset, self.rules = self.game.ruleset(), self.game.rules()
        self.setup = self.game.setup(self.rules, self.players)
        self.asks_together = name != "daqiluo2"
        self.hides_what_was_laid = name in ("sangkrip", "tamcuc", "daqiluo2")

    def find(self) -> tuple[Course, Course]:
        """The deal and its twin, to where others than the first seat are asked in the third trick or later."""
        while True:
            drawn = records.to_plain(self.game.shuffled(self.rules, self.setup, self.chance.getrandbits(40)))
            drawn.lots = [0] * len(drawn.lots)  # as the server under test has it
            self.drawn = drawn
            track, order = self.begin({})
            made: Made = []
            seen: dict[int, list[Any]] = {}
            held: dict[int, list[set[int]]] = {}
            while not self.stops(track):
                seen[len(made)], held[len(made)] = [track.observation(0), track.observation(SPECTATOR)], others_hold(track)
                made += [self.decide(track, seat) for seat in seats_in(self.game.pending(track.state))]
            seen[len(made)], held[len(made)] = [track.observation(0), track.observation(SPECTATOR)], others_hold(track)
            for _ in range(0 if self.game.is_over(track.state) else 300):
                twin = self.twin(self.swap(track, made), made, seen, held)
                if twin:
                    true = Course(order, [self.step(*decision) for decision in made] + self.last(track))
                    return true, twin

    def begin(self, exchange: dict[int, int]) -> tuple[Track, list[str]]:
        drawn = records.to_plain(records.from_plain(self.drawn))
        cards = [exchange.get(card, card) for card in drawn.cards[: drawn.count]]
        drawn.cards[: drawn.count] = cards
        track = Track(self.game, self.rules, self.players, self.setup, records.from_plain(drawn))
        return track, list(map(self.game.notation.format_card, cards))

    def stops(self, track: Track) -> bool:
        asked = list(seats_in(self.game.pending(track.state)))
        together = len(asked) > 1 or not self.asks_together
        return self.game.is_over(track.state) or (records.to_plain(track.state).public.trick > 2 and together)

    def decide(self, track: Track, seat: int) -> tuple[int, str, list[int]]:
        action = self.chance.choice(self.game.legal(track.state, self.rules, seat))
        before = track.faces.hands[seat].copy()
        track.apply(seat, action, None)
        laid = [card for card in before if card not in track.faces.hands[seat]]
        return seat, self.game.notation.format_action(action, self.ruleset), laid

    def swap(self, track: Track, made: Made) -> dict[int, int]:
        """Two pieces that the first seat has not."""
        cards = [card for card in self.drawn.cards[: self.drawn.count] if card not in track.faces.hands[0]]
        laid = [card for seat, _, cards in made if seat for card in cards]
        one = self.chance.choice(laid if self.hides_what_was_laid else cards)
        other = self.chance.choice(cards)
        return {one: other, other: one}

    def twin(
        self, exchange: dict[int, int], made: Made, seen: dict[int, list[Any]], held: dict[int, list[set[int]]]
    ) -> Course | None:
        """The same with pieces exchanged, if neither the first seat nor the public can know, and another seat does."""
        game = self.game
        if len(set(map(game.notation.format_card, exchange))) == 1:
            return None
        track, order = self.begin(exchange)
        steps, known = [], False
        for number in range(len(made) + 1):
            if number in seen and not all(game.accepts(view, self.rules, track.state) for view in seen[number]):
                return None
            known = known or (number in held and others_hold(track) != held[number])
            if number == len(made):
                break
            seat, text, cards = made[number]
            pieces = [exchange.get(card, card) for card in cards]
            if pieces != cards:
                verb = text.rpartition(" ")[0]
                text = f"{verb} {'-'.join(map(game.notation.format_card, pieces))}"
            action = game.notation.parse_action(text, self.ruleset)
            if not game.is_legal(track.state, self.rules, seat, action):
                return None
            steps.append(self.step(seat, game.notation.format_action(action, self.ruleset), pieces))
            track.apply(seat, action, pieces or None)
        return Course(order, steps + self.last(track)) if known else None

    def step(self, seat: int, action: str, cards: list[int]) -> Step:
        return Step(seat, action, list(map(self.game.notation.format_card, cards)) or None)

    def last(self, track: Track) -> list[Step]:
        """Some answers that stay sealed, since one is not given: at random, replaced, taken back and given again."""
        asked = list(seats_in(self.game.pending(track.state)))
        waited_for = 0 if 0 in asked else asked[-1]
        steps = []
        for seat in asked:
            if seat != waited_for:
                legal = [
                    self.game.notation.format_action(action, self.ruleset)
                    for action in self.game.legal(track.state, self.rules, seat)
                ]
                steps += [Step(seat, action) for action in (self.chance.choice(legal), self.chance.choice(legal), "")]
                steps.append(Step(seat, self.chance.choice(legal)))
        return steps


def others_hold(track: Track) -> list[set[int]]:
    return [set(hand) for hand in track.faces.hands[1:]]


async def play_out(server: Server, name: str, course: Course) -> dict[str, list[Any]]:
    """Play a course; what each seat heard, the public at the table and by the watch link, and who asks over HTTP."""
    players = seats_of(name)
    guests = [await Guest.new(server.port) for _ in range(players + 2)]
    code = await guests[0].open(game=name, seats=players, deals=1, clock="relaxed")
    people: list[Visitor] = []
    for seat, guest in enumerate(guests[:-1]):
        people.append(await (await guest.visit(code)).until(lambda person: person.view))
        if 0 < seat < players:
            await people[seat].do("sit", seat=seat, name=f"P{seat}", id="sit")
        await all_see(people)
    people.append(await guests[-1].visit(people[0].view["watch"], watching=True))
    await people[-1].until(lambda person: person.view)
    await people[0].do("begin", id="begin")
    await all_see(people)
    seen = {}
    for number, step in enumerate(course.steps):
        seen[people[0].seq] = people[0].view
        person = people[step.seat]
        if step.action:
            cards = {} if step.cards is None else {"cards": step.cards}
            answer = await person.do("act", at=person.seq, action=step.action, id=f"m{number}", **cards)
        else:
            answer = await person.do("take_back", at=person.seq, id=f"m{number}")
        assert answer["k"] == "ok", (answer, step)
        await all_see(people)
    assert people[0].view["phase"] == "playing"
    middle = sorted(seen)[len(seen) // 2]
    back = await guests[0].visit(code, since=middle)
    back.seq, back.view = middle, seen[middle]
    people += [back, await guests[-2].visit(code), await guests[-1].visit(people[0].view["watch"], watching=True)]
    for person in people:
        await person.send(k="ping", n=1)
        await person.until_heard(lambda person: any('"pong"' in text for text in person.heard))
    for person in people:
        person.heard = [text for text in person.heard if '"pong"' not in text]
    heard = {f"seat {seat}": people[seat].heard.copy() for seat in range(players)}
    public = ("at the table", "by the watch link", "back", "new at the table", "new by the watch link")
    heard |= {f"public, {place}": person.heard.copy() for place, person in zip(public, people[players:], strict=True)}
    table = people[0].view["table"]
    for path in ("/api/me", f"/api/records/{table}-1", f"/api/records/{table}-1.qp", f"/api/records/{table}-0"):
        answer = await guests[0].ask(path)
        assert answer.status_code == (200 if path == "/api/me" else 404)
        heard[path] = [answer.text]
    await asyncio.gather(*(person.leave() for person in people))
    return heard


async def all_see(people: list[Visitor]) -> None:
    """Wait until everybody sees the table as it is."""
    seq = max(person.seq for person in people)
    await asyncio.gather(*(person.until(lambda person: person.seq >= seq) for person in people))


@pytest.mark.parametrize("name", [*FAMILY[:2], *(pytest.param(name, marks=pytest.mark.slow) for name in FAMILY[2:])])
@together
async def test_what_is_unseen_changes_no_byte(start: Callable[..., Server], name: str) -> None:
    """Other stacks, other hands, other pieces thrown in or under the pile, other answers sealed: the same bytes for others."""
    one, other = Twins(name, SEED).find()
    assert one.order != other.order
    heard = await play_out(start(still=STILL, orders=[one.order]), name, one)
    heard_otherwise = await play_out(start(still=STILL, orders=[other.order]), name, other)
    for who, messages in heard.items():
        if who == "seat 0" or not who.startswith("seat"):
            assert messages == heard_otherwise[who], f"{who} can tell the two deals apart"
    assert any(heard[f"seat {seat}"] != heard_otherwise[f"seat {seat}"] for seat in range(1, seats_of(name)))


# -- clocks


@pytest.mark.slow
@together
async def test_each_of_those_asked_together_has_a_clock_of_their_own(start: Callable[..., Server]) -> None:
    server = start(clock=4000)
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(game="giog", deals=100, clock="fast")
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.do("begin")
    await until_asked_together(one, two)
    assert [[clock["seat"] for clock in person.clocks] for person in (one, two)] == [[0, 1], [1, 0]]
    await one.act()
    await two.until(lambda ben: 0 in ben.view["deal"]["locked"])
    assert [clock["seat"] for clock in two.clocks] == [1]
    await one.until(lambda ann: {2, 3} & set(ann.view["deal"]["locked"]))  # a bot waits for nobody
    answer = await one.do("take_back", at=one.seq)
    assert answer["k"] == "ok", answer
    assert sorted(clock["seat"] for clock in one.clocks) == [0, 1]
    assert (await one.act(len(one.choices) - 1))["k"] == "ok"
    action, asked = one.view["deal"]["answer"]["action"], one.view["deal"]["trick"]
    await one.until(lambda ann: ann.view["deal"]["trick"] != asked)
    log = server.entries(code)
    (last,) = [entry for entry in log if any(fact.event == "timed_out" for fact in entry.facts)]
    told = {fact.whole()["seat"]: fact for fact in last.facts if fact.event in ("timed_out", "laid")}
    assert last.facts[0].public == {"seat": 1}
    assert told[0].private[0]["action"] == action


async def until_asked_together(one: Visitor, two: Visitor) -> None:
    """Play the cheapest until two people are asked together."""
    while True:
        await all_see([one, two])
        if one.asked and two.asked:
            return
        for person in (one, two):
            if person.view["phase"] == "between" and not person.own["ready"]:
                await person.do("ready")
            elif person.asked:
                await person.act()
        await asyncio.sleep(0.002)
