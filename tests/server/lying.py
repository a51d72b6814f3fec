"""Servers that lie about the shuffle, from docs/fairness.md alone, and the honest one beside them.

Each lie is a function of a seed.  It plays a deal against honest browsers (`Witness`, as the page describes one) and returns what the first of them was shown and
answered, the fact of the finished record, and who must notice.  Nothing here knows the engine or the server; keys, numbers and secrets follow from the seed.
"""

import copy
import hashlib
import hmac
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Fact = dict[str, Any]
FACES = [f"{rank}{suit}" for suit in "SHCD" for rank in (*range(2, 11), *"JQKA")] + ["B", "R"]
SIDES = [4, 0, 6]
HEAD: Fact = {
    "game": "gan_deng_yan",
    "rules": {"spells": "ö"},
    "setup": {"players": 4, "dealer": -1, "hand_size": 5, "pack": [0, 4]},
}
ANN, BOT, BEN, CY = range(4)  # Cy promises nothing, unless she works with the server
PLAYERS = [{"name": name, "player": "bot" if name == "Abacus" else "person"} for name in ("Ann", "Abacus", "Ben", "Cy")]

# What an honest browser says.
SEAL, LIST, SEAT, TAKEN, LATE = "another seal", "another list", "at another seat", "taken and not in it", "came too late"
LEFT_OUT, UNSHOWN, TWICE, BEGUN_TWICE, AGAIN = "not in the list", "no such seal", "asked twice", "began twice", "sealed again"
BOTS, STRANGE, START, CUT_OFF = "numbers of bots", "a list that is none", "another start", "gave a number for another seal"
OLDER = "the older kind"

# What becomes of a record.
RIGHT = "right"
REFUSED = "refused"
BY_RULES = "refused by whoever knows the rules"  # `--verify`; the cards follow from the seal all the same
OPEN = "open"  # the page does not decide it


def lines(*parts: Any) -> bytes:
    return "\n".join(str(part) for part in parts).encode()


def sha(*parts: Any) -> str:
    return hashlib.sha256(lines(*parts)).hexdigest()


def start_of(secret: str, head: Fact) -> str:
    """The digest of what a deal starts from."""
    start = json.dumps({name: head[name] for name in ("game", "rules", "setup")}, sort_keys=True, separators=(",", ":"))
    return hmac.new(bytes.fromhex(secret), lines("qipai start 2", start), "sha256").hexdigest()


def list_of(seal: str, start: str, promises: Iterable[tuple[Any, str]]) -> str:
    """The digest of a closed list, in the order that is given."""
    return sha("qipai list 2", seal, start, *(f"{seat} {promised}" for seat, promised in promises))


def pairs_of(added: Iterable[Fact]) -> list[tuple[Any, str]]:
    return [(one["seat"], one["promised"]) for one in added if one["promised"]]


def deal_key(secret: str, deal: str, promises: str, numbers: Iterable[tuple[Any, str]]) -> bytes:
    told = lines("qipai deal 2", deal, promises, *(f"{seat} {number}" for seat, number in numbers))
    return hmac.digest(bytes.fromhex(secret), told, "sha256")


def draw(key: bytes, faces: Iterable[str], sides: Iterable[int]) -> tuple[list[str], list[int]]:
    """The order of the cards and the lots that follow from the key of a deal."""
    words: list[int] = []
    block = 0

    def number(n: int) -> int:
        nonlocal block
        while True:
            if not words:
                drawn = hmac.digest(key, lines("qipai cards 1", block), "sha256")
                words.extend(int.from_bytes(drawn[i : i + 4], "big") for i in range(0, 32, 4))
                block += 1
            word = words.pop(0)
            if word < (1 << 32) // n * n:
                return word % n

    cards = sorted(faces)
    for i in range(len(cards) - 1, 0, -1):
        j = number(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards, [number(n) if n else 0 for n in sides]


@dataclass
class Pair:
    """A number with a key of its own, at somebody's hand."""

    seed: bytes
    number: str

    @classmethod
    def new(cls, chance: random.Random) -> "Pair":
        return cls(chance.randbytes(32), chance.randbytes(32).hex())

    @property
    def key(self) -> str:
        return Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw().hex()

    def promise(self, seal: str) -> str:
        return sha("qipai promise 2", seal, self.key, self.number)

    def sign(self, promises: str, seat: Any) -> str:
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(lines("qipai number 2", promises, seat, self.number)).hex()

    def given(self, seal: str, promises: str, seat: Any) -> Fact:
        """What the fact `shuffled` has of a number that was uncovered."""
        signed = self.sign(promises, seat)
        return {"seat": seat, "promised": self.promise(seal), "number": self.number, "key": self.key, "signed": signed}


def withheld(seat: Any, promised: str = "") -> Fact:
    return {"seat": seat, "promised": promised, "number": "", "key": "", "signed": ""}


@dataclass
class Witness:
    """An honest browser, as the page describes it: what it was shown, answered and says."""

    seat: int
    chance: random.Random
    heard: list[Fact] = field(default_factory=list)
    says: set[str] = field(default_factory=set)
    seal: str = ""
    pair: Pair | None = None
    shown: list[tuple[int, str]] | None = None  # the closed list
    start: str = ""  # what is closed with it
    away: bool = False  # its line was cut after it was shown the seal
    uncovered: set[str] = field(default_factory=set)  # seals for which the number was given
    taken: bool = False
    begun: Fact | None = None

    def pledged(self, deal: str, seal: str) -> str:
        """Hear of a seal; the promise."""
        self.heard.append({"k": "pledged", "deal": deal, "seal": seal})
        if seal != self.seal:
            if self.seal in self.uncovered:
                self.says.add(AGAIN)
            self.seal, self.pair, self.shown, self.taken = seal, Pair.new(self.chance), None, False
        assert self.pair
        promised = self.pair.promise(seal)
        self.heard.append({"k": "add", "deal": deal, "promised": promised})
        return promised

    def uncovering(self, deal: str, seal: str, start: str, promises: list[tuple[int, str]]) -> Fact | None:
        """Hear the closed list; the number, if it is given."""
        added = [{"seat": seat, "promised": promised} for seat, promised in promises]
        self.heard.append({"k": "uncovering", "deal": deal, "seal": seal, "start": start, "added": added})
        if seal in self.uncovered:
            if (promises, start) != (self.shown, self.start):
                self.says.add(TWICE)
            return None
        wrong = self.wrong_with(seal, promises)
        if seal == self.seal:
            self.shown, self.start = promises, start
        if wrong or not self.pair:
            self.says.add(wrong)
            return None
        self.uncovered.add(seal)
        given = self.pair.given(seal, list_of(seal, start, promises), self.seat)
        self.heard.append({"k": "uncover", "deal": deal, **{name: given[name] for name in ("number", "key", "signed")}})
        return given

    def wrong_with(self, seal: str, promises: list[tuple[int, str]]) -> str:
        people = [seat for seat, player in enumerate(PLAYERS) if player["player"] == "person"]
        seats = [seat for seat, _ in promises]
        if not self.pair or seal != self.seal:
            return SEAL
        if BOT in seats:
            return BOTS
        own = self.pair.promise(seal)
        if [seat for seat, promised in promises if promised == own] != [self.seat]:
            return LEFT_OUT
        return STRANGE if seats != sorted(set(seats) & set(people)) else ""

    def acknowledged(self) -> None:
        self.heard.append({"k": "ok"})
        self.taken = True

    def shuffled(self, fact: Fact) -> None:
        """Hear that the deal begins."""
        self.heard.append(copy.deepcopy(fact))
        if self.begun is not None and self.begun != fact:
            self.says.add(BEGUN_TWICE)
            return
        self.begun = fact
        if not self.seal or "seal" not in fact:
            self.says.add(UNSHOWN)
        elif fact["seal"] != self.seal:
            self.says |= ({CUT_OFF} if self.seal in self.uncovered else set()) | (set() if self.away else {SEAL})
        else:
            if "start" not in fact:
                self.says.add(OLDER)
            elif self.start and fact["start"] != self.start:
                self.says.add(START)
            self.compare(fact["added"])

    def compare(self, added: list[Fact]) -> None:
        assert self.pair
        own = self.pair.promise(self.seal)
        if pairs_of(added) != self.shown:
            self.says.add(LIST)
        if any(one["seat"] == BOT and one["promised"] for one in added):
            self.says.add(BOTS)
        places = [one["seat"] for one in added if own == one["promised"] or self.pair.number == one["number"]]
        if places and places != [self.seat]:
            self.says.add(SEAT)
        if self.pair.number not in [one["number"] for one in added]:
            self.says.add(TAKEN if self.taken else LATE)


@dataclass
class Lie:
    """What a deal with a lying server left behind."""

    heard: list[Fact]  # by the first honest browser: messages, its own answers, the fact `shuffled`
    says: set[str]  # what honest browsers say of it
    record: Fact | None  # the fact `shuffled` with what is told after the deal
    becomes: str  # of the record
    seat: int = ANN
    players: list[dict[str, str]] = field(default_factory=lambda: PLAYERS)
    head: Fact = field(default_factory=lambda: HEAD)  # of the record's first line


class House:
    """A server and its table: Ann and Ben have honest browsers, a bot sits between them, Cy is there without one."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.deal = f"{self.chance.randbytes(16).hex()}-{seed % 7 + 1}"
        self.ann, self.ben = (Witness(seat, random.Random(f"{seed} {seat}")) for seat in (ANN, BEN))
        self.browsers = [self.ann, self.ben]
        self.own = {seat: Pair.new(self.chance) for seat in (BOT, CY)}  # of the server's making
        self.new_seal()

    def new_seal(self) -> None:
        self.secret = self.chance.randbytes(32).hex()
        self.seal = sha("qipai seal 2", self.deal, self.secret)
        self.start = start_of(self.secret, HEAD)

    def pledge(self) -> list[tuple[Any, str]]:
        """Show the seal to every browser; what they promise."""
        return [(browser.seat, browser.pledged(self.deal, self.seal)) for browser in self.browsers]

    def close(self, promises: list[tuple[Any, str]], takes: bool = True) -> dict[int, Fact]:
        """Show one list to every browser; what they uncover, which the server acknowledges unless it does not."""
        return {browser.seat: given for browser in self.browsers if (given := self.show(browser, promises, takes))}

    def show(self, browser: Witness, promises: list[tuple[Any, str]], takes: bool = True) -> Fact | None:
        given = browser.uncovering(self.deal, self.seal, self.start, promises)
        if given and takes:
            browser.acknowledged()
        return given

    def collude(self, seat: int, promises: list[tuple[Any, str]]) -> Fact:
        return self.own[seat].given(self.seal, list_of(self.seal, self.start, promises), seat)

    def public(self, added: list[Fact], seal: str | None = None) -> Fact:
        return {"event": "shuffled", "deal": 1, "id": self.deal, "seal": seal or self.seal, "start": self.start, "added": added}

    def begin(self, added: list[Fact]) -> Fact:
        """Tell every browser that the deal begins; the fact."""
        fact = self.public(added)
        for browser in self.browsers:
            browser.shuffled(fact)
        return fact

    def finish(self, fact: Fact, faces: Iterable[str] = FACES, sides: Iterable[int] = SIDES, secret: str = "") -> Fact:
        """The fact of the record: with cards that follow from what it says."""
        sides, added, secret = list(sides), fact["added"], secret or self.secret
        numbers = [(one["seat"], one["number"]) for one in added if one["number"]]
        order, lots = draw(
            deal_key(secret, fact["id"], list_of(fact["seal"], fact.get("start", ""), pairs_of(added)), numbers), faces, sides
        )
        hidden = {"secret": secret, "order": order, "lots": lots, "sides": sides}
        return {**copy.deepcopy(fact), "hidden": hidden}

    def lie(self, record: Fact | None, becomes: str, *says: str) -> Lie:
        """Check that honest browsers say just this."""
        said = set().union(*(browser.says for browser in self.browsers))
        assert said == set(says), (said, says)
        return Lie(self.ann.heard, said, record, becomes)


LIES: dict[
    str, tuple[str, Callable[[int], Lie]]
] = {}  # by name: the row of the page's table, "" for what the table does not have


def row(text: str = "") -> Callable[[Callable[[int], Lie]], Callable[[int], Lie]]:
    def keep(lie: Callable[[int], Lie]) -> Callable[[int], Lie]:
        LIES[lie.__name__] = (text, lie)
        return lie

    return keep


def honest(seed: int) -> Lie:
    """No lie.  By the seed, Cy takes part or does not, and Ben goes before he uncovers."""
    house = House(seed)
    promises = house.pledge()
    if seed % 2:
        promises.append((CY, house.own[CY].promise(house.seal)))
    if seed % 3 == 0:
        house.browsers.remove(house.ben)
    given = house.close(promises)
    added = [given[ANN], given.get(BEN) or withheld(BEN, promises[1][1])]
    added.append(house.collude(CY, promises) if seed % 2 else withheld(CY))
    return house.lie(house.finish(house.begin(added)), RIGHT)


def play(house: House, change: Callable[[list[Fact], list[tuple[Any, str]]], list[Fact]]) -> Fact:
    """Be honest until all numbers are known, then change what the deal is made of."""
    promises = [*house.pledge(), (CY, house.own[CY].promise(house.seal))]
    given = house.close(promises)
    added = [given[ANN], given[BEN], house.collude(CY, promises)]
    return house.begin(change(added, promises))


def changed(path: str, value: Any) -> Callable[[int], Lie]:
    """A record in which one place is written otherwise; the cards follow from what is written."""

    def lie(seed: int) -> Lie:
        house = House(seed)
        fact = play(house, lambda added, promises: added)
        _, place, name = path.split("/")
        one = fact["added"][int(place)]
        fact = copy.deepcopy(fact)
        fact["added"][int(place)][name] = value(one[name]) if callable(value) else value
        return house.lie(house.finish(fact), REFUSED)

    return lie


# -- the rows of the table


def grind(house: House, added: list[Fact], seat: int, tries: int) -> list[Fact]:
    """Invent a number for a chair, the one of many with which a joker lies on top; nothing is left out."""
    found: list[Fact] = []
    for _ in range(tries):
        pair = Pair(house.chance.randbytes(32), house.chance.randbytes(32).hex())
        others = [one for one in added if one["seat"] != seat]
        promised = sorted([*pairs_of(others), (seat, pair.promise(house.seal))])
        one = {**withheld(seat, pair.promise(house.seal)), "number": pair.number, "key": pair.key}
        found = sorted([*others, one], key=lambda one: one["seat"])
        numbers = [(one["seat"], one["number"]) for one in found if one["number"]]
        key = deal_key(house.secret, house.deal, list_of(house.seal, house.start, promised), numbers)
        if draw(key, FACES, [])[0][0] == "R":
            break
    one["signed"] = pair.sign(list_of(house.seal, house.start, promised), seat)
    return found


@row("invents a number for a chair that promised nothing")
def invents_a_number(seed: int) -> Lie:
    house = House(seed)
    given = house.close(house.pledge())
    record = house.finish(house.begin(grind(house, [given[ANN], given[BEN]], CY, 2_000 if seed == 0 else 20)))
    assert seed or record["hidden"]["order"][0] == "R"
    return house.lie(record, REFUSED, LIST)


@row("changes another's promise after the honest number is known")
def changes_a_promise(seed: int) -> Lie:
    house = House(seed)
    fact = play(house, lambda added, promises: grind(house, added, CY, 20))
    return house.lie(house.finish(fact), REFUSED, LIST)


@row("writes a number under another seat")
def moves_numbers(seed: int) -> Lie:
    house = House(seed)
    given = house.close(house.pledge())
    added = [{**given[BEN], "seat": ANN}, {**given[ANN], "seat": BEN}, withheld(CY)]
    return house.lie(house.finish(house.begin(added)), REFUSED, LIST, SEAT)


@row("takes a number and leaves it out")
def drops_a_number(seed: int) -> Lie:
    house = House(seed)
    fact = play(house, lambda added, promises: [withheld(ANN, promises[0][1]), *added[1:]])
    return house.lie(house.finish(fact), RIGHT, TAKEN)


@row("leaves a promise out of the list")
def drops_a_promise(seed: int) -> Lie:
    house = House(seed)
    house.browsers = [house.ann]
    house.pledge()
    promises = [(CY, house.own[CY].promise(house.seal))]
    assert house.close(promises) == {}
    fact = house.begin([withheld(ANN), withheld(BEN), house.collude(CY, promises)])
    return house.lie(house.finish(fact), RIGHT, LEFT_OUT, LATE)


@row("shows two people two lists")
def shows_two_lists(seed: int) -> Lie:
    house = House(seed)
    promises = house.pledge()
    other = [*promises, (CY, house.own[CY].promise(house.seal))]
    anns, bens = house.show(house.ann, promises), house.show(house.ben, other)
    assert anns
    assert bens
    fact = house.begin([anns, bens, house.collude(CY, other)])
    return house.lie(house.finish(fact), REFUSED, LIST)


@row("shows two people two lists")
def shows_two_lists_and_drops_the_other(seed: int) -> Lie:
    """As the page says: the record is refused only if it has the number of one who was shown another list."""
    house = House(seed)
    promises = house.pledge()
    other = [*promises, (CY, house.own[CY].promise(house.seal))]
    house.show(house.ann, promises)
    bens = house.show(house.ben, other)
    assert bens
    fact = house.begin([withheld(ANN, promises[0][1]), bens, house.collude(CY, other)])
    return house.lie(house.finish(fact), RIGHT, LIST, TAKEN)


@row("uncovers another secret")
def uncovers_another_secret(seed: int) -> Lie:
    house = House(seed)
    fact = play(house, lambda added, promises: added)
    return house.lie(house.finish(fact, secret=house.chance.randbytes(32).hex()), REFUSED)


@row("uncovers another secret")
def begins_with_another_seal(seed: int) -> Lie:
    house = House(seed)
    given = house.close(house.pledge())
    house.new_seal()
    return house.lie(house.finish(house.begin([given[ANN], given[BEN], withheld(CY)])), REFUSED, SEAL, CUT_OFF)


@row("seals when the cards are dealt, or shows no seal")
def seals_late(seed: int) -> Lie:
    house = House(seed)
    fact = house.begin([withheld(seat) for seat in (ANN, BEN, CY)])
    return house.lie(house.finish(fact), RIGHT, UNSHOWN)


@row("asks for a number under a seal for which it was given, or with a second list")
def asks_twice(seed: int) -> Lie:
    house = House(seed)
    promises = house.pledge()
    house.close(promises)
    other = [*promises, (CY, house.own[CY].promise(house.seal))]
    assert house.close(other) == {}
    return house.lie(None, "", TWICE)


@row("deals twice under one id or one seal")
def deals_twice(seed: int) -> Lie:
    house = House(seed)
    first = play(house, lambda added, promises: added)
    second = house.begin([*first["added"][:2], withheld(CY, first["added"][2]["promised"])])
    return house.lie(house.finish(second), RIGHT, BEGUN_TWICE)


@row("breaks off after the numbers, and seals again")
def breaks_off(seed: int) -> Lie:
    house = House(seed)
    house.close(house.pledge())
    house.new_seal()
    given = house.close(house.pledge())
    return house.lie(house.finish(house.begin([given[ANN], given[BEN], withheld(CY)])), RIGHT, AGAIN)


@row("has numbers of bots")
def adds_for_a_bot(seed: int) -> Lie:
    house = House(seed)
    promises = sorted([*house.pledge(), (BOT, house.own[BOT].promise(house.seal))])
    assert house.close(promises) == {}
    added = [withheld(seat, promised) for seat, promised in promises]
    added[BOT] = house.collude(BOT, promises)
    return house.lie(house.finish(house.begin([*added, withheld(CY)])), REFUSED, BOTS, LATE)


@row("has numbers of bots")
def adds_for_a_bot_later(seed: int) -> Lie:
    house = House(seed)
    fact = play(house, lambda added, promises: grind(house, added, BOT, 20))
    return house.lie(house.finish(fact), REFUSED, BOTS, LIST)


@row("gives the cards in another order, or other lots")
def gives_other_cards(seed: int) -> Lie:
    house = House(seed)
    record = house.finish(play(house, lambda added, promises: added))
    order = record["hidden"]["order"]
    one, other = house.chance.sample(range(len(order)), 2)
    order[one], order[other] = order[other], order[one]
    return house.lie(record, REFUSED)


@row("gives the cards in another order, or other lots")
def gives_other_lots(seed: int) -> Lie:
    house = House(seed)
    record = house.finish(play(house, lambda added, promises: added))
    record["hidden"]["lots"][0] = (record["hidden"]["lots"][0] + 1) % SIDES[0]
    return house.lie(record, REFUSED)


@row()
def gives_another_pack(seed: int) -> Lie:
    """Shuffle another pack as it should be: who takes the cards of the order for the pack finds nothing wrong."""
    house = House(seed)
    fact = play(house, lambda added, promises: added)
    return house.lie(house.finish(fact, faces=["R", *FACES[1:]]), BY_RULES)


@row()
def gives_lots_of_other_sides(seed: int) -> Lie:
    house = House(seed)
    fact = play(house, lambda added, promises: added)
    return house.lie(house.finish(fact, sides=[5, 0, 6]), BY_RULES)


def older(deal: str, secret: str) -> str:
    return sha("qipai seal 1", deal, secret)


@row("writes it as the older kind of seal")
def writes_the_older_kind(seed: int) -> Lie:
    """Keys and signatures are gone, and the seal is made for the secret in the older way."""
    house = House(seed)
    given = house.close(house.pledge())
    bare = [{name: one[name] for name in ("seat", "promised", "number")} for one in (*given.values(), withheld(CY))]
    fact = house.public(bare, seal=older(house.deal, house.secret))
    del fact["start"]
    for browser in house.browsers:
        browser.shuffled(fact)
    return house.lie(house.finish(fact), REFUSED, SEAL, CUT_OFF)


@row("writes it as the older kind of seal")
def keeps_the_seal_and_drops_the_keys(seed: int) -> Lie:
    house = House(seed)
    record = house.finish(play(house, lambda added, promises: added))
    for one in record["added"]:
        del one["key"], one["signed"]
    return house.lie(record, REFUSED)


# -- what the table does not have


@row("never asks for the number, or begins without waiting for it")
def never_asks(seed: int) -> Lie:
    """The list is shown to nobody; the promises are told, and as if nobody had uncovered."""
    house = House(seed)
    promises = house.pledge()
    added = [withheld(seat, promised) for seat, promised in promises]
    house.own[CY] = Pair.new(house.chance)
    promises.append((CY, house.own[CY].promise(house.seal)))
    fact = house.begin([*added, house.collude(CY, promises)])
    return house.lie(house.finish(fact), RIGHT, LIST, LATE)


@row()
def grinds_and_says_too_late(seed: int) -> Lie:
    """The strongest: choose one's own promise after the honest ones are known, for cards that have no other number in them.

    The list is shown as it will be used, and honest numbers are taken by nobody.  The record is right, and the cards were chosen.
    """
    house = House(seed)
    promises = house.pledge()
    ground = grind(house, [withheld(seat, promised) for seat, promised in promises], CY, 500 if seed == 0 else 20)
    house.close(pairs_of(ground), takes=False)
    record = house.finish(house.begin(ground))
    assert seed or record["hidden"]["order"][0] == "R"
    return house.lie(record, RIGHT, LATE)


@row()
def makes_up_the_table(seed: int) -> Lie:
    """Numbers of the server's own in the place of the honest ones: the record is right, and only who was there knows better."""
    house = House(seed)
    house.close(house.pledge())
    house.own |= {seat: Pair.new(house.chance) for seat in (ANN, BEN)}
    promises = [(seat, house.own[seat].promise(house.seal)) for seat in (ANN, BEN, CY)]
    fact = house.begin([house.collude(seat, promises) for seat in (ANN, BEN, CY)])
    return house.lie(house.finish(fact), RIGHT, LIST, TAKEN)


@row()
def shows_two_people_two_seals(seed: int) -> Lie:
    house = House(seed)
    anns = house.ann.pledged(house.deal, house.seal)
    first = house.seal
    house.new_seal()
    promises = [(ANN, anns), (BEN, house.ben.pledged(house.deal, house.seal))]
    given = house.close(promises)
    assert ANN not in given
    assert first != house.seal
    fact = house.begin([withheld(ANN, anns), given[BEN], withheld(CY)])
    return house.lie(house.finish(fact), RIGHT, SEAL)


@row("lists chairs that the table does not have, or a seat twice")
def invents_chairs(seed: int) -> Lie:
    """Promises of chairs that are not there, to choose among 2^16 orders when the honest numbers are known."""
    house = House(seed)
    extra = {seat: Pair.new(house.chance) for seat in range(4, 20)}
    promises = [*house.pledge(), *((seat, pair.promise(house.seal)) for seat, pair in extra.items())]
    assert house.close(promises) == {}
    given = [pair.given(house.seal, list_of(house.seal, house.start, promises), seat) for seat, pair in extra.items()]
    added = [withheld(seat, promised) for seat, promised in promises[:2]]
    return house.lie(house.finish(house.begin([*added, withheld(CY), *given])), REFUSED, STRANGE, LATE)


@row("lists chairs that the table does not have, or a seat twice")
def lists_a_chair_twice(seed: int) -> Lie:
    """Two promises of one chair, of which one is uncovered when the honest numbers are known."""
    house = House(seed)
    second = Pair.new(house.chance)
    promises = [*house.pledge(), (CY, house.own[CY].promise(house.seal)), (CY, second.promise(house.seal))]
    assert house.close(promises) == {}
    promised = list_of(house.seal, house.start, promises)
    added = [withheld(seat, one) for seat, one in promises[:3]]
    return house.lie(house.finish(house.begin([*added, second.given(house.seal, promised, CY)])), REFUSED, STRANGE, LATE)


@row()
def copies_a_promise(seed: int) -> Lie:
    """An honest promise under a second chair too."""
    house = House(seed)
    promises = house.pledge()
    promises.append((CY, promises[0][1]))
    given = house.close(promises)
    assert list(given) == [BEN]
    fact = house.begin([withheld(ANN, promises[0][1]), given[BEN], withheld(CY, promises[0][1])])
    return house.lie(house.finish(fact), OPEN, LEFT_OUT, SEAT, LATE)


@row()
def copies_a_number(seed: int) -> Lie:
    """An honest number, key and signature under a second chair too, once they are known."""
    house = House(seed)
    fact = play(house, lambda added, promises: [*added[:2], {**added[0], "seat": CY}])
    return house.lie(house.finish(fact), REFUSED, LIST, SEAT)


@row()
def uses_one_key_for_two_chairs(seed: int) -> Lie:
    """One pair of the server's own, signed for both of its chairs.  "Used once", says the page; not that a record shows it."""
    house = House(seed)
    house.browsers = [house.ann]
    anns = house.pledge()
    pair = house.own[BEN] = house.own[CY]
    promises = [*anns, (BEN, pair.promise(house.seal)), (CY, pair.promise(house.seal))]
    given = house.close(promises)
    fact = house.begin([given[ANN], house.collude(BEN, promises), house.collude(CY, promises)])
    return house.lie(house.finish(fact), OPEN)


@row()
def replays_a_signature_of_another_deal(seed: int) -> Lie:
    """The number, key and signature that Ann gave for the deal before, promised by the server in her place."""
    before, house = House(seed + 1_000), House(seed)
    promises = [*before.pledge()]
    old = before.close(promises)[ANN]
    house.close(house.pledge())
    replayed = {**old, "promised": sha("qipai promise 2", house.seal, old["key"], old["number"])}
    return house.lie(house.finish(house.begin([replayed, withheld(BEN), withheld(CY)])), REFUSED, LIST, TAKEN)


@row()
def replays_a_signature_of_another_list(seed: int) -> Lie:
    """Ben's signature for the list that he was shown, in a deal with Ann's."""
    house = House(seed)
    promises = house.pledge()
    other = [(BEN, promises[1][1])]
    anns, bens = house.show(house.ann, promises), house.show(house.ben, other)
    assert anns
    assert bens
    return house.lie(house.finish(house.begin([anns, bens, withheld(CY)])), REFUSED, LIST)


@row()
def tells_another_list_of_the_record(seed: int) -> Lie:
    """At the table all is right; the record has a list with one promise more, and Ann's signature for the one without it."""
    house = House(seed)
    given = house.close(house.pledge())
    house.begin([given[ANN], given[BEN], withheld(CY)])
    ground = grind(house, [given[ANN], given[BEN]], CY, 20)
    return house.lie(house.finish(house.public(ground)), REFUSED)


@row()
def shuffles_the_list(seed: int) -> Lie:
    """A list that is not by seat: its digest is another, and a server could have the signatures for either."""
    house = House(seed)
    promises = [*house.pledge(), (CY, house.own[CY].promise(house.seal))][::-1]
    assert house.close(promises) == {}
    added = [house.collude(CY, promises), *(withheld(seat, promised) for seat, promised in promises[1:])]
    return house.lie(house.finish(house.begin(added)), REFUSED, STRANGE, LATE)


@row()
def forgets_an_empty_chair(seed: int) -> Lie:
    """Nobody's object for a person who promised nothing: `added` has one for each chair of a person."""
    house = House(seed)
    given = house.close(house.pledge())
    return house.lie(house.finish(house.begin([given[ANN], given[BEN]])), OPEN)


@row()
def names_a_bot_without_a_number(seed: int) -> Lie:
    house = House(seed)
    given = house.close(house.pledge())
    return house.lie(house.finish(house.begin([given[ANN], withheld(BOT), given[BEN], withheld(CY)])), OPEN)


@row()
def has_no_seal(seed: int) -> Lie:
    """A seal was shown and numbers were given; the deal is then told as one whose cards were chosen."""
    house = House(seed)
    house.close(house.pledge())
    fact = {"event": "shuffled", "deal": 1}
    for browser in house.browsers:
        browser.shuffled(fact)
    return house.lie(None, "", UNSHOWN)


@row()
def seals_in_the_older_way_from_the_start(seed: int) -> Lie:
    """What was shown is already a seal of the first kind: nothing is another, and no list was ever closed by signatures."""
    house = House(seed)
    house.seal = older(house.deal, house.secret)
    given = house.close(house.pledge())
    bare = [{name: one[name] for name in ("seat", "promised", "number")} for one in (*given.values(), withheld(CY))]
    fact = house.public(bare)
    del fact["start"]
    for browser in house.browsers:
        browser.shuffled(fact)
    return house.lie(house.finish(fact), REFUSED, OLDER)


@row("deals from another start than it closed: another pack, other hands, another dealer")
def deals_from_another_start(seed: int) -> Lie:
    """The start is another when the deal begins: what the list was signed with does not fit."""
    house = House(seed)
    given = house.close(house.pledge())
    house.start = start_of(house.secret, {**HEAD, "setup": {**HEAD["setup"], "dealer": 2}})
    return house.lie(house.finish(house.begin([given[ANN], given[BEN], withheld(CY)])), REFUSED, START)


@row("deals from another start than it closed: another pack, other hands, another dealer")
def records_another_start(seed: int) -> Lie:
    """All fits at the table, and the first line of the record is another."""
    house = House(seed)
    fact = play(house, lambda added, promises: added)
    lie = house.lie(house.finish(fact), REFUSED)
    lie.head = {**HEAD, "setup": {**HEAD["setup"], "hand_size": 6}}
    return lie


@row("seals again while a browser that gave its number is cut off")
def seals_again_unseen(seed: int) -> Lie:
    house = House(seed)
    house.close(house.pledge())
    for browser in house.browsers:
        browser.away = True
    house.new_seal()
    return house.lie(house.finish(house.begin([withheld(seat) for seat in (ANN, BEN, CY)])), RIGHT, CUT_OFF)


@row("tells many seals, so that a browser forgets")
def tells_many_seals(seed: int) -> Lie:
    """What a browser forgets is the tests' of the client; the record is as it was."""
    house = House(seed)
    return house.lie(house.finish(play(house, lambda added, promises: added)), RIGHT)


for name, place, change in (
    ("number_without_promise", "added/2/promised", ""),
    ("key_without_number", "added/2/number", ""),
    ("number_without_signature", "added/2/signed", ""),
    ("number_in_capitals", "added/2/number", lambda text: text.upper()),
    ("key_in_capitals", "added/2/key", lambda text: text.upper()),
    ("signature_in_capitals", "added/2/signed", lambda text: text.upper()),
    ("promise_in_capitals", "added/2/promised", lambda text: text.upper()),
    ("number_with_a_line_feed", "added/2/number", lambda text: text + "\n"),
    ("key_of_33_bytes", "added/2/key", lambda text: text + "00"),
    ("signature_of_another", "added/2/signed", lambda text: Pair(bytes(32), text).sign(text, 3)),
    ("seat_as_text", "added/0/seat", "0"),
    ("seat_with_a_space", "added/0/seat", "0 "),
    ("seat_00", "added/0/seat", "00"),
    ("seat_as_truth", "added/0/seat", False),
    ("seat_as_fraction", "added/2/seat", 3.5),
    ("seat_below_0", "added/0/seat", -1),
    ("seat_of_nobody", "added/2/seat", None),
):
    LIES[name] = ("", changed(place, change))


def made_by(signer: Callable[[House, str, str], Fact], becomes: str) -> Callable[[int], Lie]:
    """A deal in which Cy's number is of the server's making: `signer` gives it for a list; first with "" for its promise."""

    def lie(seed: int) -> Lie:
        house = House(seed)
        promises = house.pledge()
        promised = signer(house, "", house.seal)["promised"]
        given = house.close([*promises, (CY, promised)])
        one = signer(house, list_of(house.seal, house.start, [*promises, (CY, promised)]), house.seal)
        return house.lie(house.finish(house.begin([given[ANN], given[BEN], one])), becomes)

    return lie


def written(seat: Any, number: str) -> Callable[[House, str, str], Fact]:
    """A number, or a seat, that is written otherwise, and promised and signed as it is written."""

    def signer(house: House, promises: str, seal: str) -> Fact:
        return Pair(house.own[CY].seed, number).given(seal, promises, seat)

    return signer


LIES["number_of_31_bytes"] = ("", made_by(written(CY, "5a" * 31), REFUSED))
LIES["number_in_capitals_and_signed"] = ("", made_by(written(CY, "5A" * 32), REFUSED))
LIES["number_that_is_no_number"] = ("", made_by(written(CY, "my number"), REFUSED))

# -- keys and signatures that are none

PRIME = 2**255 - 19
GROUP = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
EIGHTH = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")  # a point of order 8


def scalar_of(seed: bytes) -> int:
    """The scalar of a pair's key, by RFC 8032."""
    half = bytearray(hashlib.sha512(seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    return int.from_bytes(half, "little")


def point(text: bytes) -> tuple[int, int]:
    y = int.from_bytes(text, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (x if x & 1 == text[31] >> 7 else PRIME - x), y


def plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (a, b), (c, d) = one, other
    product = CURVE * a * b * c * d
    return (
        (a * d + b * c) * pow(1 + product, -1, PRIME) % PRIME,
        (b * d + a * c) * pow(1 - product, -1, PRIME) % PRIME,
    )


def encoded(x: int, y: int) -> bytes:
    return (y | (x & 1) << 255).to_bytes(32, "little")


def with_key(key: bytes, number: str, seal: str, signed: bytes) -> Fact:
    promised = sha("qipai promise 2", seal, key.hex(), number)
    return {"seat": CY, "promised": promised, "number": number, "key": key.hex(), "signed": signed.hex()}


def weak(key: bytes) -> Callable[[House, str, str], Fact]:
    """Sign with a key that is the neutral point: R = S·B holds for every message, so that anything is "signed"."""

    def signer(house: House, promises: str, seal: str) -> Fact:
        pair = house.own[CY]
        s = scalar_of(pair.seed) % GROUP
        return with_key(key, pair.number, seal, bytes.fromhex(pair.key) + s.to_bytes(32, "little"))

    return signer


def malleated(house: House, promises: str, seal: str) -> Fact:
    """S + L in the place of S."""
    one = house.own[CY].given(seal, promises, CY)
    signed = bytes.fromhex(one["signed"])
    s = int.from_bytes(signed[32:], "little") + GROUP
    return {**one, "signed": (signed[:32] + s.to_bytes(32, "little")).hex()}


def twisted(house: House, promises: str, seal: str) -> Fact:
    """R with a point of order 8 on top: right where both sides are multiplied by 8, as RFC 8032 allows, and wrong where they are not."""
    pair, nonce = house.own[CY], hashlib.sha256(house.own[CY].seed).digest()
    r = Ed25519PrivateKey.from_private_bytes(nonce).public_key().public_bytes_raw()
    start = encoded(*plus(point(r), point(EIGHTH)))
    message = lines("qipai number 2", promises, CY, pair.number)
    k = int.from_bytes(hashlib.sha512(start + bytes.fromhex(pair.key) + message).digest(), "little")
    s = (scalar_of(nonce) + k * scalar_of(pair.seed)) % GROUP
    return with_key(bytes.fromhex(pair.key), pair.number, seal, start + s.to_bytes(32, "little"))


LIES["key_of_order_1"] = ("", made_by(weak((1).to_bytes(32, "little")), REFUSED))
LIES["key_that_is_written_otherwise"] = ("", made_by(weak((PRIME + 1).to_bytes(32, "little")), REFUSED))
LIES["key_with_the_sign_of_nothing"] = ("", made_by(weak((1 | 1 << 255).to_bytes(32, "little")), REFUSED))
LIES["key_of_zeros"] = ("", made_by(weak(bytes(32)), REFUSED))  # of order 4
LIES["signature_with_S_plus_L"] = ("", made_by(malleated, REFUSED))
LIES["signature_with_a_twist"] = ("", made_by(twisted, OPEN))


# -- records that are changed after the deal, whose numbers are right


def rewritten(change: Callable[[House, Fact], Fact | None], becomes: str = REFUSED) -> Callable[[int], Lie]:
    def lie(seed: int) -> Lie:
        house = House(seed)
        record = house.finish(play(house, lambda added, promises: added))
        return house.lie(change(house, record) or record, becomes)

    return lie


def hides(**others: Callable[[Any], Any]) -> Callable[[House, Fact], None]:
    def change(house: House, record: Fact) -> None:
        for name, other in others.items():
            record["hidden"][name] = other(record["hidden"][name])

    return change


def withhold_afterwards(house: House, record: Fact) -> Fact:
    """Ben uncovered, and the record says that he did not."""
    return house.finish(house.public([record["added"][0], withheld(BEN, record["added"][1]["promised"]), record["added"][2]]))


def without(name: str) -> Callable[[House, Fact], Fact]:
    return lambda house, record: {key: value for key, value in record.items() if key != name}


def with_extra_fields(house: House, record: Fact) -> None:
    record["added"][0]["note"] = "hello"
    record["hidden"]["note"] = "hello"


def with_a_line_in_the_id(house: House, record: Fact) -> Fact:
    house.deal += "\n1"
    house.seal = sha("qipai seal 2", house.deal, house.secret)
    return house.finish(house.public([withheld(seat) for seat in (ANN, BEN, CY)]))


LIES |= {
    name: ("", rewritten(change, becomes))
    for name, change, becomes in (
        ("a_card_twice", hides(order=lambda order: [order[1], *order[1:]]), REFUSED),
        ("a_card_missing", hides(order=lambda order: order[1:]), REFUSED),
        ("a_card_more", hides(order=lambda order: [*order, "R"]), REFUSED),
        ("cards_that_are_numbers", hides(order=lambda order: list(range(len(order)))), REFUSED),
        ("no_cards_at_all", hides(order=lambda order: None), REFUSED),
        ("a_lot_missing", hides(lots=lambda lots: lots[:-1]), REFUSED),
        ("a_lot_more", hides(lots=lambda lots: [*lots, 0]), REFUSED),
        ("a_lot_out_of_its_sides", hides(lots=lambda lots: [lots[0] + SIDES[0], *lots[1:]]), REFUSED),
        ("a_lot_that_is_a_truth", hides(lots=lambda lots: [lots[0], False, lots[2]]), OPEN),
        ("sides_below_0", hides(sides=lambda sides: [-4, 0, 6]), REFUSED),
        (
            "sides_without_a_number_below",
            hides(sides=lambda sides: [2**32 + 1, 0, 6]),
            REFUSED,
        ),  # a reader must not draw for ever
        ("sides_without_end", hides(sides=lambda sides: [float("inf"), 0, 6]), REFUSED),
        ("sides_that_are_texts", hides(sides=lambda sides: ["4", "0", "6"]), REFUSED),
        ("sides_that_are_fractions", hides(sides=lambda sides: [4.5, 0, 6]), REFUSED),
        ("cards_of_two_types", hides(order=lambda order: [3, *order[1:]]), REFUSED),
        ("cards_that_are_lists", hides(order=lambda order: [[face] for face in order]), REFUSED),
        ("an_id_that_is_no_text", lambda house, record: {**record, "id": "\ud800-1"}, REFUSED),
        ("a_seal_that_is_a_number", lambda house, record: {**record, "seal": 7}, REFUSED),
        ("no_sides", hides(sides=lambda sides: []), REFUSED),
        ("secret_in_capitals", hides(secret=lambda secret: secret.upper()), REFUSED),
        ("secret_of_31_bytes", hides(secret=lambda secret: secret[:62]), REFUSED),
        ("no_secret", hides(secret=lambda secret: ""), REFUSED),
        ("secret_with_spaces", hides(secret=lambda secret: secret[:32] + " " + secret[32:]), REFUSED),
        ("seal_in_capitals", lambda house, record: {**record, "seal": record["seal"].upper()}, REFUSED),
        ("another_id", lambda house, record: {**record, "id": f"{record['id']}0"}, REFUSED),
        ("no_id", without("id"), REFUSED),
        ("no_list", without("added"), REFUSED),
        ("a_list_that_is_text", lambda house, record: {**record, "added": "none"}, REFUSED),
        ("a_list_of_texts", lambda house, record: {**record, "added": ["none"]}, REFUSED),
        ("a_list_by_seat", lambda house, record: {**record, "added": {"0": record["added"][0]}}, REFUSED),
        ("a_list_backwards", lambda house, record: {**record, "added": record["added"][::-1]}, REFUSED),
        ("a_number_withheld_afterwards", withhold_afterwards, RIGHT),
        ("more_fields", with_extra_fields, OPEN),
        ("an_id_of_two_lines", with_a_line_in_the_id, OPEN),
    )
}
