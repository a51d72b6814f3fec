"""The kinds of situations of the Giog family.  Pieces may be named in any order."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.options import rules_record
from qipai.engine.seats import NOBODY, seats_in
from qipai.games import GIOG_FAMILY
from qipai.games.giog.notation.naming import bag_of_kinds, faces_in, kinds_in, type_name
from qipai.games.giog.notation.text import parse_bag, parse_card
from qipai.games.giog.pieces import GENERALS, KIND, TYPE_NAMES, TYPES, VALUES, holds, lowest, one, pieces_in, reds_in
from qipai.games.giog.rules.combinations import FIVE, GROUP, LISTS, NONE, SEQUENCE, beats, list_of, place_of, type_of
from qipai.games.giog.rules.dealing import clear
from qipai.games.giog.rules.generals import breaks_rule
from qipai.games.giog.rules.play import LAY, TAKE, TURN, pack_action, value_of
from qipai.games.giog.rules.stacks import begin_play, take_turns_from
from qipai.games.giog.rules.taking import begin_taking
from qipai.games.giog.rules.turning import exposed_value
from qipai.games.giog.state import EXPOSING, MAX_CARDS, MAX_PLAYERS, MAX_STACKS, OVER
from qipai.games.giog.variants import SHARES_AND_BONUS, Ruleset

from . import deals
from .asking import Answers, Kinds
from .facts import Facts
from .shapes import ANYTHING, FACTS, NAME, TEXT, TRUTH, Shape, either, items, named, number, read_by, word

FIXED = Ruleset._fields[: Ruleset._fields.index("general_rule")]  # options that distinguish the games of the family
SECOND_TRICK = 2  # neither the first nor, with a piece to spare, the last
PIECE = read_by(parse_card, "a piece such as rG")
PIECES = items(PIECE)
STACK = number(1, MAX_STACKS)
NAMES = items(NAME, 2, MAX_PLAYERS, different=True)
PLAYERS = number(2, MAX_PLAYERS)
REVEALED = Shape(
    "{piece: rG, stack: 9}",
    lambda value: isinstance(value, Mapping) and PIECE.fits(value.get("piece")) and STACK.fits(value.get("stack", 1)),
)
KINDS = Kinds(
    shapes={
        **dict.fromkeys(("given", "last_trick"), FACTS),
        **dict.fromkeys(("pieces", "hand", "combo"), PIECES),
        **dict.fromkeys(("play", "over"), items(PIECE, 1)),
        **dict.fromkeys(("priority", "turn"), NAMES),
        **dict.fromkeys(("leader", "winner"), NAME),
        "type": word(*TYPE_NAMES[1:]),
        "reveals": named(NAME, items(either(PIECE, REVEALED))),
        "rows": items(items(STACK), 2, MAX_PLAYERS),
        "plays": named(NAME, items(PIECE, 1)),
        "pot": number(0, MAX_CARDS),
        "trick": word("first", "middle", "last"),
        "forced": TRUTH,
        "captured": named(NAME, number(0, MAX_CARDS)),
        "players": PLAYERS,
        "opener": number(0, MAX_PLAYERS - 1),
        "exposed": items(PIECE, 2, 2),
    }
)
RANKED = {"type": Shape("the name of a type, such as pair or set3", lambda value: isinstance(value, str))}
LISTED = {**RANKED, "expect": items(PIECES)}
BY_PLAYERS = {"expect": named(PLAYERS, ANYTHING)}


def member_of(ruleset: Ruleset) -> Game:
    """Return the game of the family that has these rules."""

    def fixed(rules: Ruleset) -> list[int]:
        return [getattr(rules, name) for name in FIXED]

    return next(game for game in GIOG_FAMILY if fixed(game.variants["default"].ruleset) == fixed(ruleset))


def bag(pieces: Iterable[str]) -> int:
    """Return the bag (packed counts) of pieces given as text."""
    return parse_bag("-".join(pieces))


class Deal(deals.Deal):
    """A deal of one of the games; `pieces` is the bag of all pieces in it."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        super().__init__(member_of(ruleset), ruleset, players)
        self.players = int(self.setup.players)
        self.pieces = bag_of_kinds(kind for kind in KIND.values() for _ in range(int(self.setup.pack[kind])))

    @property
    def hand_size(self) -> int:
        """How many pieces each player gets."""
        return int(self.setup.hand_size)

    def do(self, seat: int, verb: int, value: int) -> None:
        """Apply the action with a verb and a value.  Raises `QipaiError` if it is not legal."""
        self.act(seat, pack_action(verb, value))

    def choices(self, seat: int) -> list[int]:
        """Return the values (bags or stacks) of a seat's legal actions."""
        return [int(value_of(action)) for action in self.legal(seat)]

    def clear(self) -> None:
        """Reset the state to an undealt one in which seat 0 is first."""
        clear(self.state)
        self.public.players, self.public.first = self.players, 0
        take_turns_from(self.public, 0)

    def play_trick(self, lays: Sequence[int]) -> None:
        """Play a trick: from the leader on, each seat lays its bag of `lays`, then the default is done until the trick ends."""
        leader, trick = int(self.public.leader), int(self.public.trick)
        for turn in range(len(lays)):
            seat = (leader + turn) % len(lays)
            self.do(seat, LAY, lays[seat])
        while self.public.phase == EXPOSING and self.public.trick == trick:
            self.act(self.asked[0], self.default(self.asked[0]))


def of_most(ruleset: Ruleset) -> Deal:
    """Return a deal with the most players of the game."""
    return Deal(ruleset, member_of(ruleset).seats[-1])


def holding(ruleset: Ruleset, lays: Sequence[int], spare: int = 1, leader: int = 0) -> Deal:
    """Return a deal in its second trick in which seat i holds `lays[i]` and `spare` low pieces more.

    Raises `QipaiError` for more pieces of a kind than there are.
    """
    deal = Deal(ruleset, len(lays))
    if not holds(deal.pieces, sum(lays)):
        raise QipaiError("these hands have more pieces of a kind than there are.")
    deal.clear()
    rest = deal.pieces - sum(lays)
    for seat, laid in enumerate(lays):
        low = lowest(rest & ~GENERALS, spare)
        rest -= low
        deal.state.hands[seat] = laid + low
    deal.public.left = max(map(pieces_in, deal.state.hands))
    begin_play(deal.public, leader)
    deal.public.trick = SECOND_TRICK
    return deal


def spelled(found: Iterable[int], expected: Iterable[Any]) -> list[list[str]]:
    """Return bags as lists of pieces; a bag that is expected has its pieces in the expected order."""
    spellings = {bag(pieces): list(pieces) for pieces in expected}
    return [spellings.get(made, faces_in(made)) for made in found]


# -- §1, §2, §4 pieces and combinations


def made_of(ruleset: Ruleset) -> list[tuple[int, int, int]]:
    """Return the combinations of a game as (type, place, bag)."""
    return LISTS[int(list_of(rules_record(ruleset)))]


def ranked(ruleset: Ruleset, kinds: Container[int], size: int = 0) -> list[list[int]]:
    """Return the combinations of some types in classes of equal ones, the highest first; `size` restricts the number of pieces."""
    classes: dict[int, list[int]] = {}
    for kind, _, made in made_of(ruleset):
        if kind in kinds and size in (0, pieces_in(made)):
            classes.setdefault(int(place_of(made, kind, rules_record(ruleset))), []).append(made)
    return [sorted(classes[place], reverse=True) for place in sorted(classes, reverse=True)]


def ranked_by_name(ruleset: Ruleset, text: str) -> list[list[int]]:
    """Return `ranked` for the name of a type, followed by a number of pieces if there are several: "set3"."""
    name = text.rstrip("0123456789")
    kinds = {kind for made in LISTS.values() for kind, _, _ in made if type_name(kind) == name}
    if not kinds:
        raise QipaiError(f"no combination is called {name!r}.")
    found = ranked(ruleset, kinds, int(text[len(name) :] or 0))
    if not found:
        raise QipaiError(f"this game has no {text}.")
    return found


@KINDS.add("order", ordered=True)
def order(ruleset: Ruleset) -> list[str]:
    """§1.2, §4.13  All pieces, high to low."""
    return [faces_in(single)[0] for singles in ranked_by_name(ruleset, "single") for single in singles]


@KINDS.add("type_order", ordered=True)
def type_order(ruleset: Ruleset) -> list[str]:
    """§4.13  The types, high to low."""
    return [piece[1] for piece in order(ruleset) if piece[0] == "r"]


@KINDS.add("counts")
def counts(ruleset: Ruleset) -> dict[str, Any]:
    """§1.1, §1.3  The pieces in play with the most players of the game, and how many each player gets."""
    deal = of_most(ruleset)
    held = {piece: kinds_in(deal.pieces).count(kind) for piece, kind in KIND.items()}
    reds, blacks = ({letter: held[colour + letter] for letter in TYPES} for colour in "rb")
    return {
        **held,
        "total": int(pieces_in(deal.pieces)),
        "per_colour": reds if reds == blacks else None,
        "each": deal.hand_size,
        "five": has_five(deal),
    }


def has_five(deal: Deal) -> bool:
    """§1.3, §4.6  Return whether the pieces in play contain five equal pawns."""
    return any(bool(holds(deal.pieces, made)) for kind, _, made in made_of(deal.ruleset) if kind == FIVE)


@KINDS.add("five_possible", shapes=BY_PLAYERS)
def five_possible(ruleset: Ruleset, expect: Facts) -> dict[int, bool]:
    """§1.3, §4.6  Can there be five equal pawns, by the number of players?"""
    return {players: has_five(Deal(ruleset, players)) for players in expect}


@KINDS.add("pieces_each", answers="expect unused_stacks", shapes=BY_PLAYERS)
def pieces_each(ruleset: Ruleset, expect: Facts) -> Answers:
    """§2, §3.5  How many pieces each player gets, and how many stacks of two are left, by the number of players."""
    all_deals = {players: Deal(ruleset, players) for players in expect}
    return Answers(
        expect={players: deal.hand_size for players, deal in all_deals.items()},
        unused_stacks={
            players: (int(pieces_in(deal.pieces)) - players * deal.hand_size) // 2 for players, deal in all_deals.items()
        },
    )


@KINDS.add("shares", shapes=BY_PLAYERS)
def shares(ruleset: Ruleset, expect: Facts) -> dict[int, int]:
    """§10.3  The share, which is the size of a hand, by the number of players."""
    return {players: Deal(ruleset, players).hand_size for players in expect}


@KINDS.add("start_values")
def start_values(ruleset: Ruleset) -> dict[str, int]:
    """§1.4  The value of each piece, and of each type by its letter if both colours have the same."""
    known = {piece: int(VALUES[kind]) for piece, kind in KIND.items()}
    return known | {letter: known["r" + letter] for letter in TYPES if known["r" + letter] == known["b" + letter]}


@KINDS.add("ranking", ordered=True, shapes=LISTED)
def ranking(ruleset: Ruleset, type: str, expect: list[Any]) -> list[list[str]]:
    """§4  The combinations of a type, high to low."""
    return spelled([made for equals in ranked_by_name(ruleset, type) for made in equals], expect)


@KINDS.add("ranking_top", shapes=LISTED)
def ranking_top(ruleset: Ruleset, type: str, expect: list[Any]) -> list[list[str]]:
    """§4.9, §4.10  The highest combinations of a type."""
    return spelled(ranked_by_name(ruleset, type)[0], expect)


@KINDS.add("classes", ordered=True, shapes=RANKED)
def classes_of_pieces(ruleset: Ruleset, type: str) -> list[list[str]]:
    """§4.10  Single pieces in classes of equal ones, high to low."""
    return [[faces_in(single)[0] for single in equals] for equals in ranked_by_name(ruleset, type)]


@KINDS.add("class_ranking", ordered=True, shapes={**RANKED, "expect": items(items(PIECES))})
def class_ranking(ruleset: Ruleset, type: str, expect: list[Any]) -> list[list[list[str]]]:
    """§4.10  Combinations in classes of equal ones, high to low."""
    expected = [pieces for equals in expect for pieces in equals]
    return [spelled(equals, expected) for equals in ranked_by_name(ruleset, type)]


@KINDS.add("max_sequence")
def max_sequence(ruleset: Ruleset) -> int:
    """§4.9  The most pieces of a sequence."""
    sizes = [int(pieces_in(made)) for kind, _, made in made_of(ruleset) if kind == SEQUENCE]
    if not sizes:
        raise QipaiError("this game has no sequences.")
    return max(sizes)


@KINDS.add("combo")
def combination(ruleset: Ruleset, pieces: list[str], expect: Any) -> dict[str, Any] | None:
    """§4  The combination that some pieces make: type, place in it from the top, number of pieces; None if they make none."""
    made = bag(pieces)
    kind = int(type_of(made, rules_record(ruleset)))
    if kind == NONE:
        return None
    if expect is None:
        return {"type": type_name(kind)}
    place = next(place for place, equals in enumerate(ranked(ruleset, (kind,)), start=1) if made in equals)
    return {"type": type_name(kind), "place": place, "len": int(pieces_in(made))}


@KINDS.add("dominance")
def dominance(ruleset: Ruleset, pieces: list[str]) -> dict[str, int]:
    """§4.10  How many pieces are red and black, and the strength in colour."""
    made, rules = bag(pieces), rules_record(ruleset)
    reds, strength = int(reds_in(made)), int(place_of(made, type_of(made, rules), rules)) % GROUP
    return {"red": reds, "black": int(pieces_in(made)) - reds, "d": strength}


@KINDS.add("beats")
def is_higher(ruleset: Ruleset, play: list[str], over: list[str]) -> bool:
    """§4  Is `play` higher than `over`?"""
    best, rules = bag(over), rules_record(ruleset)
    return bool(beats(bag(play), best, type_of(best, rules), rules))


@KINDS.add("at_least")
def goes_on_top(ruleset: Ruleset, play: list[str], over: list[str]) -> bool:
    """§8.2  Does `play` go on top of `over`?"""
    lays = [bag(over), bag(play)]
    deal = holding(ruleset, lays)
    deal.play_trick(lays)
    return bool(deal.public.previous_winner == 1)


@KINDS.add("ties_possible", shapes={"expect": named(TEXT, either(TRUTH, items(TEXT)))})
def ties_possible(ruleset: Ruleset, expect: Facts) -> dict[str, Any]:
    """§6.3  Which combinations can the pack make twice?  By type: a list of them, or whether there is one."""
    pack = of_most(ruleset).pieces
    answers: dict[str, Any] = {}
    for name, expected in expect.items():
        equal = [made for equals in ranked_by_name(ruleset, name) for made in equals if holds(pack, 2 * made)]
        names = [name_by_letters(made, expected if isinstance(expected, list) else []) for made in equal]
        answers[name] = names if isinstance(expected, list) else bool(names)
    return answers


def name_by_letters(made: int, expected: list[str]) -> str:
    """Return the short name of a combination of one colour, its letters in the expected order: `rCAE`, and `rP` for `rP-rP`."""
    faces = faces_in(made)
    name = faces[0][0] + "".join(dict.fromkeys(face[1] for face in faces))
    return next((text for text in expected if sorted(text) == sorted(name)), name)


# -- §3 sharing out


@KINDS.add("priority", ordered=True)
def priority(ruleset: Ruleset, given: Facts) -> list[Any]:
    """§3.2, §3.3  The order of the players by the pieces that they turn up.

    `reveals` are the pieces of each player in order; the first player named begins.  A piece may have its stack,
    `{piece: rH, stack: 9}`; otherwise the player turns up the first stack that is allowed.
    """
    reveals = given["reveals"]
    names, to_come = list(reveals), {name: list(pieces) for name, pieces in reveals.items()}
    deal = Deal(ruleset, len(names))
    deal.deal()
    left = deal.pieces
    while NOBODY in deal.public.priority[: len(names)]:
        seat = deal.asked[0]
        name, stacks = names[seat], deal.choices(seat)
        if not to_come[name]:
            raise QipaiError(f"{name} is to turn up another piece.")
        told = to_come[name].pop(0)
        piece, stack = (told["piece"], told.get("stack", stacks[0])) if isinstance(told, Mapping) else (told, stacks[0])
        if not holds(left, bag([piece])):
            raise QipaiError(f"there is no {piece} left.")
        left -= bag([piece])
        deal.state.piece[2 * stack - 2] = parse_card(piece)
        deal.do(seat, TURN, stack)
    for name in names:
        if to_come[name]:
            raise QipaiError(f"{name} turns up no more than {len(reveals[name]) - len(to_come[name])}.")
    return [names[int(seat)] for seat in deal.public.priority[: len(names)]]


@KINDS.add("taking", ordered=True, shapes={"expect": named(TEXT, ANYTHING)})
def taking(ruleset: Ruleset, given: Facts, expect: Facts) -> dict[str, Any]:
    """§3.4  The stacks with which the first player may begin (`legal_starts`), and each player's stacks in order then (`start_5`)."""
    names, rows = list(given["priority"]), given["rows"]
    answers: dict[str, Any] = {}
    for key in expect:
        deal = in_rows(ruleset, len(names), rows)
        starts = {f"start_{stack}": stack for stack in range(1, int(deal.public.stacks) + 1)}
        if key == "legal_starts":
            answers[key] = deal.choices(0)
        elif key in starts:
            start = starts[key]
            deal.do(0, TAKE, start)
            answers[key] = taken_from(deal.public, start, names)
        else:
            raise QipaiError(f"there is no answer {key!r}; there are legal_starts, start_1 to start_{len(starts)}.")
    return answers


def in_rows(ruleset: Ruleset, players: int, rows: Sequence[Sequence[int]]) -> Deal:
    """Return a deal with the stacks `rows[i]` before seat i, in which the first player is to take one."""
    deal = Deal(ruleset, players)
    deal.deal()
    if len(rows) != players or [stack for row in rows for stack in row] != list(range(1, int(deal.public.stacks) + 1)):
        raise QipaiError(f"there are {players} rows, with the stacks from 1 to {deal.public.stacks} in order.")
    for seat in range(players):
        deal.public.rows[seat] = 1 + sum(map(len, rows[:seat]))
    take_turns_from(deal.public, 0)
    begin_taking(deal.public)
    return deal


def taken_from(public: Any, start: int, names: Sequence[Any]) -> dict[Any, list[int]]:
    """Return the stacks of each player in the order of taking, which began with stack `start`."""
    stacks = int(public.stacks)
    step = 1 if public.taker[start % stacks + 1] == 1 and start in public.rows[: len(names)] else -1
    in_order = [(start - 1 + step * turn) % stacks + 1 for turn in range(stacks)]
    return {name: [stack for stack in in_order if public.taker[stack] == seat] for seat, name in enumerate(names)}


@KINDS.add("starter")
def starter(ruleset: Ruleset, given: Facts) -> dict[str, int]:
    """§3.6  The sum of the exposed pieces, and the player on whom the count ends."""
    opener = given["opener"]
    deal = Deal(ruleset, given["players"])
    deal.setup.opener = opener
    deal.deal()
    for place, piece in enumerate(given["exposed"]):
        deal.state.piece[place] = parse_card(piece)
    deal.do(opener, TURN, 1)
    return {"sum": int(exposed_value(deal.public, 1)), "starter": int(deal.public.priority[0])}


# -- §5 to §9 tricks


@KINDS.add("trick")
def trick(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5 to §8  The winner of a trick in the middle of a deal, and where its pieces go.  Seats are in the order of `plays`."""
    names = list(given.get("turn", given["plays"]))
    if set(names) != set(given["plays"]):
        raise QipaiError("turn names every player of plays once.")
    lays = [bag(given["plays"][name]) for name in names]
    leader = place_among(names, given["leader"])
    deal = holding(ruleset, lays, leader=leader)
    in_order = [place_among(names, name) for name in given.get("priority", names)]
    if len(in_order) != len(names):
        raise QipaiError("priority names every player once.")
    for place, seat in enumerate(in_order):
        deal.public.priority[place] = seat
    deal.public.pot = given.get("pot", 0)
    led = type_name(int(type_of(lays[leader], deal.rules)))
    if given.get("type", led) != led:
        raise QipaiError(f"the lead is {led}, not {given['type']}.")
    deal.play_trick(lays)
    return outcome(deal.public, names)


def place_among(names: Sequence[Any], name: Any) -> int:
    """Return the place of a player.  Raises `QipaiError` for a name that nobody has."""
    if name not in names:
        raise QipaiError(f"{name!r} is no player here; there are {', '.join(map(str, names))}.")
    return names.index(name)


def outcome(public: Any, names: Sequence[Any]) -> dict[str, Any]:
    """Return all answers about the previous trick."""
    unseen = list(seats_in(int(public.previous_under)))
    seen = [name for seat, name in enumerate(names) if seat not in unseen]
    is_tie = public.previous_winner == NOBODY
    return {
        "winner": None if is_tie else names[int(public.previous_winner)],
        "captured": 0 if is_tie else int(public.captured[public.previous_winner]),
        "tie": bool(is_tie),
        "pot": int(public.pot),
        "next_leader": names[int(public.leader)],
        "exposed": seen,
        "on_top": seen,
        "under": [names[seat] for seat in unseen],
        "seen": {name: faces_in(public.previous[seat]) for seat, name in enumerate(names)},
    }


@KINDS.add("last_trick_tie")
def last_trick_tie(ruleset: Ruleset, given: Facts) -> dict[str, int]:
    """§6.4, §6.5  Who gets the `pot` pieces in the pot after a last trick with two equal single pieces?"""
    most = of_most(ruleset)
    high, low = one(KIND["rA"]), one(int(kinds_in(most.pieces & ~GENERALS)[-1]))
    lays = [high, high, *[low] * (most.players - 2)]
    deal = holding(ruleset, lays, spare=0)
    if given["pot"] < most.players:
        raise QipaiError(f"the pot has the {most.players} pieces of the last trick at least.")
    deal.public.pot = given["pot"] - most.players
    deal.play_trick(lays)
    return {"nobody": int(deal.public.pot) if not any(deal.result().captured) else 0}


@KINDS.add("general")
def general(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§9.1 to §9.3  Do these pieces break the rule of generals?  In the last trick also: how many captured pieces then count?

    `hand` instead of `play` says that nothing else can be laid.
    """
    is_last, forced = given["trick"] == "last", "hand" in given
    if given.get("forced", forced) != forced:
        raise QipaiError("pieces are forced if they are the whole hand: name them as hand, and not as play.")
    played = bag(given["hand"] if forced else given["play"])
    size = int(pieces_in(played))
    few = Deal(ruleset, member_of(ruleset).seats[0])
    rest = few.pieces - played
    leads = (made for _, _, made in made_of(ruleset) if pieces_in(made) == size)
    lead = next((lead for lead in leads if holds(rest & ~GENERALS, lead)), None)
    if lead is None:
        raise QipaiError(f"nobody can lead {size} pieces here, so that these are laid.")
    lays = [lead, played]
    rest -= lays[0]
    for _ in range(2, few.players):
        lays.append(lowest(rest & ~GENERALS, size))
        rest -= lays[-1]
    deal = holding(ruleset, lays, spare=0 if is_last else 1)
    deal.public.captured[1] = 8
    deal.public.trick = 1 if given["trick"] == "first" else SECOND_TRICK
    known: dict[str, Any] = {"breach": bool(breaks_rule(deal.public, deal.rules, played))}
    if is_last:
        deal.play_trick(lays)
        known["final_count"] = int(deal.result().captured[1])
    return known


# -- §10 results


def finished(ruleset: Ruleset, captured: Mapping[Any, int]) -> Deal:
    """Return a finished deal with these captured pieces by player."""
    deal = Deal(ruleset, len(captured))
    deal.clear()
    deal.public.phase = OVER
    if sum(captured.values()) > pieces_in(deal.pieces):
        raise QipaiError(f"{sum(captured.values())} pieces are captured, and {pieces_in(deal.pieces)} are in play.")
    for seat, count in enumerate(captured.values()):
        deal.public.captured[seat] = count
    if ruleset.aim == SHARES_AND_BONUS:
        deal.public.previous_winner = 0
    return deal


@KINDS.add("result")
def result(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§10.1  The players who win or share the win."""
    names = list(given["captured"])
    winners = finished(ruleset, given["captured"]).result().winners
    return {"winners": [names[seat] for seat in seats_in(winners)]}


@KINDS.add("score")
def score(ruleset: Ruleset, given: Facts) -> dict[str, int]:
    """§10.2 to §10.4  The points of each player."""
    captured, last = given["captured"], given.get("last_trick")
    if given.get("players", len(captured)) != len(captured):
        raise QipaiError(f"captured tells of {len(captured)} players, and not of {given['players']}.")
    deal = finished(ruleset, captured)
    if last:
        winner = place_among(list(captured), last["winner"])
        deal.public.previous_winner = winner
        deal.public.previous[winner] = bag(last["combo"])
    points = deal.result().points
    return {name: int(points[seat]) for seat, name in enumerate(captured)}
