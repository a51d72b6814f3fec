"""The kinds of situations that files of examples put to these games, each answered by the rules, most by playing it.

Where an answer has several facts, those that are expected are asked for.  Pieces may be named in any order.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.examples import Asked, asked
from qipai.engine.seats import NOBODY, seats_in

from .combinations import FIVE, GROUP, LISTS, NONE, SEQUENCE, beats, list_of, place_of, type_of
from .dealing import first_setup
from .family import FAMILY, Member
from .generals import breaks_rule
from .naming import bag_of_kinds, faces_in, kinds_in, type_name
from .pieces import GENERALS, KIND, TYPES, VALUES, holds, lowest, one, pieces_in, reds_in
from .play import LAY, TAKE, TURN, apply_action, default_action, is_legal, legal_actions, pack_action, value_of
from .position_reader import parse_position
from .scoring import returns
from .spelling import LIST
from .state import ACTIONS, EXPOSING, RESULT, SETUP
from .text import format_bag, parse_bag, rules_record
from .turning import exposed_value
from .variants import SHARES_AND_BONUS, Ruleset

Vector = Mapping[str, Any]
Answers = dict[str, Any]
FIXED = Ruleset._fields[: Ruleset._fields.index("general_rule")]  # what makes a game of the family
NO_CAPTURE = "0"
SECOND_TRICK = 2  # neither the first nor, with a piece to spare, the last


def member_of(ruleset: Ruleset) -> Member:
    """Which game of the family plays by these rules."""
    return next(member for member in FAMILY if all(getattr(member.ruleset, at) == getattr(ruleset, at) for at in FIXED))


def setup_of(ruleset: Ruleset, players: int) -> Any:
    setup = records.opened(records.new(SETUP))
    first_setup(rules_record(ruleset), players, setup)
    return setup


def pack_of(ruleset: Ruleset, players: int) -> int:
    """The pieces in play, as a bag."""
    setup = setup_of(ruleset, players)
    return bag_of_kinds(kind for kind in KIND.values() for _ in range(int(setup.pack[kind])))


def bag(pieces: Iterable[str]) -> int:
    return parse_bag("-".join(pieces))


class Deal:
    """A position, and the compiled rules that move it."""

    def __init__(self, ruleset: Ruleset, words: str) -> None:
        member = member_of(ruleset)
        options = [f"{option.name}={option.format(getattr(ruleset, option.name))}" for option in member.options]
        _, _, state = parse_position(member, " ".join([member.name, *options, words]))
        self.packed, self.rules = state, rules_record(ruleset)
        self.state = records.opened(state)

    @property
    def table(self) -> Any:
        return self.state.table

    def act(self, seat: int, verb: int, value: int) -> None:
        action = pack_action(verb, value)
        if not is_legal(self.state, self.rules, seat, action):
            raise QipaiError(f"the rules refuse seat {seat}'s action.")
        apply_action(self.state, self.rules, seat, action)

    def choices(self, seat: int) -> list[int]:
        """The bags or the stacks of a seat's legal actions."""
        actions = records.opened(records.new(ACTIONS))
        legal_actions(self.state, self.rules, seat, actions)
        return [int(value_of(int(action))) for action in actions.list[: int(actions.count)]]

    def play_trick(self, lays: Sequence[int]) -> None:
        """The leader and then the others in turn lay these, by seat, and expose whatever may be exposed."""
        leader, trick = int(self.table.leader), int(self.table.trick)
        for turn in range(len(lays)):
            seat = (leader + turn) % len(lays)
            self.act(seat, LAY, lays[seat])
        while self.table.phase == EXPOSING and self.table.trick == trick:
            seat = next(seats_in(int(self.table.asked)))
            apply_action(self.state, self.rules, seat, default_action(self.state, self.rules, seat))

    def result(self) -> Any:
        result = records.opened(records.new(RESULT))
        returns(self.state, self.rules, result)
        return result


def holding(ruleset: Ruleset, lays: Sequence[int], spare: int = 1, words: str = "") -> Deal:
    """A deal in which everybody holds these, and so many low pieces of the rest to spare."""
    rest, hands = pack_of(ruleset, len(lays)) - sum(lays), []
    for laid in lays:
        low = lowest(rest & ~GENERALS, spare)
        rest -= low
        hands.append(format_bag(laid + low))
    return Deal(ruleset, f"hands={LIST.join(hands)} trick={SECOND_TRICK} {words}")


def wanted(vector: Vector, known: Mapping[str, Any], name: str = "expect") -> Answers:
    """Of what is known, what is expected."""
    return {name: {key: known.get(key) for key in vector[name]}}


def spelled(found: Iterable[int], expected: Iterable[Any]) -> list[list[str]]:
    """Sets of pieces, each in the order of pieces in which it is expected, if it is."""
    spellings = {bag(pieces): list(pieces) for pieces in expected}
    return [spellings.get(one_set, faces_in(one_set)) for one_set in found]


# -- §1, §2, §4 pieces and combinations


def ranked(ruleset: Ruleset, kinds: Container[int], size: int = 0) -> list[list[int]]:
    """The combinations of some types (of so many pieces) in classes of equal ones, the highest first."""
    classes: dict[int, list[int]] = {}
    rules = rules_record(ruleset)
    for kind, _, made in LISTS[int(list_of(rules))]:
        if kind in kinds and size in (0, pieces_in(made)):
            classes.setdefault(int(place_of(made, kind, rules)), []).append(made)
    return [sorted(classes[place], reverse=True) for place in sorted(classes, reverse=True)]


def ranked_by_name(ruleset: Ruleset, text: str) -> list[list[int]]:
    """The same of a type by its name, and the number of pieces where there are several: `set3`."""
    name = text.rstrip("0123456789")
    kinds = {kind for made in LISTS.values() for kind, _, _ in made if type_name(kind) == name}
    return ranked(ruleset, kinds, int(text[len(name) :] or 0))


def answer_order(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.2, §4.13  All pieces, high to low."""
    return {"expect": [faces_in(single)[0] for singles in ranked_by_name(ruleset, "single") for single in singles]}


def answer_type_order(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.13  The types, high to low."""
    order = answer_order(ruleset, vector)["expect"]
    return {"expect": [piece[1] for piece in order if piece[0] == "r"]}


def answer_counts(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.1, §1.3  The pieces in play with the most players of the game, and who gets how many."""
    players = member_of(ruleset).seats[-1]
    pack = pack_of(ruleset, players)
    held = {piece: kinds_in(pack).count(kind) for piece, kind in KIND.items()}
    colours = [{letter: held[colour + letter] for letter in TYPES} for colour in "rb"]
    known = {
        **held,
        "total": int(pieces_in(pack)),
        "per_colour": colours[0] if colours[0] == colours[1] else None,
        "each": int(setup_of(ruleset, players).hand_size),
        "five": is_five_possible(ruleset, players),
    }
    return wanted(vector, known)


def is_five_possible(ruleset: Ruleset, players: int) -> bool:
    """§1.3, §4.6"""
    pack = pack_of(ruleset, players)
    fives = (made for kind, _, made in LISTS[int(list_of(rules_record(ruleset)))] if kind == FIVE)
    return any(bool(holds(pack, made)) for made in fives)


def answer_five_possible(ruleset: Ruleset, vector: Vector) -> Answers:
    return {"expect": {players: is_five_possible(ruleset, players) for players in vector["expect"]}}


def answer_pieces_each(ruleset: Ruleset, vector: Vector) -> Answers:
    """§2, §3.5  How many pieces everybody gets, and how many stacks of two are left, by the number of players."""
    each = {players: int(setup_of(ruleset, players).hand_size) for players in vector["expect"]}
    left = {players: (int(pieces_in(pack_of(ruleset, players))) - players * count) // 2 for players, count in each.items()}
    return {"expect": each, "unused_stacks": left}


def answer_start_values(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.4  What pieces count; a type by its letter where both colours count alike."""
    known = {piece: int(VALUES[kind]) for piece, kind in KIND.items()}
    known |= {letter: known["r" + letter] for letter in TYPES if known["r" + letter] == known["b" + letter]}
    return wanted(vector, known)


def answer_ranking(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4  The combinations of a type, high to low."""
    found = [made for equals in ranked_by_name(ruleset, vector["type"]) for made in equals]
    return {"expect": spelled(found, vector["expect"])}


def answer_ranking_top(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.9, §4.10  The highest combinations of a type."""
    return {"expect": spelled(ranked_by_name(ruleset, vector["type"])[0], vector["expect"])}


def answer_classes(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.10  Single pieces in classes of equal ones, high to low."""
    return {"expect": [[faces_in(single)[0] for single in equals] for equals in ranked_by_name(ruleset, vector["type"])]}


def answer_class_ranking(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.10  Combinations in classes of equal ones, high to low."""
    expected = [pieces for equals in vector["expect"] for pieces in equals]
    return {"expect": [spelled(equals, expected) for equals in ranked_by_name(ruleset, vector["type"])]}


def answer_max_sequence(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.9  The most pieces of a sequence."""
    made = LISTS[int(list_of(rules_record(ruleset)))]
    return {"expect": max(int(pieces_in(sequence)) for kind, _, sequence in made if kind == SEQUENCE)}


def answer_combo(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4  What some pieces are: their type, their place in it from the top, the length of a sequence."""
    pieces, rules = bag(vector["pieces"]), rules_record(ruleset)
    kind = int(type_of(pieces, rules))
    if kind == NONE or vector["expect"] is None:
        return {"expect": None if kind == NONE else {"type": type_name(kind)}}
    classes = ranked(ruleset, (kind,))
    place = next(place for place, equals in enumerate(classes, start=1) if pieces in equals)
    return wanted(vector, {"type": type_name(kind), "place": place, "len": int(pieces_in(pieces))})


def answer_dominance(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.10  How many pieces are red and black, and the strength in colour."""
    pieces, rules = bag(vector["pieces"]), rules_record(ruleset)
    reds, strength = int(reds_in(pieces)), int(place_of(pieces, type_of(pieces, rules), rules)) % GROUP
    return {"expect": {"red": reds, "black": int(pieces_in(pieces)) - reds, "d": strength}}


def answer_beats(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4  Is this higher than that?"""
    over, rules = bag(vector["over"]), rules_record(ruleset)
    return {"expect": bool(beats(bag(vector["play"]), over, type_of(over, rules), rules))}


def answer_at_least(ruleset: Ruleset, vector: Vector) -> Answers:
    """§8.2  Does this go on top of that?"""
    lays = [bag(vector["over"]), bag(vector["play"])]
    deal = holding(ruleset, lays)
    deal.play_trick(lays)
    return {"expect": bool(deal.table.previous_winner == 1)}


def answer_ties_possible(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.3  Of which combinations a set of pieces has two that are equal: by type, all of them or whether there are any."""
    pack = pack_of(ruleset, member_of(ruleset).seats[-1])
    answers: Answers = {}
    for name, expected in vector["expect"].items():
        equal = [made for equals in ranked_by_name(ruleset, name) for made in equals if holds(pack, 2 * made)]
        names = [name_by_letters(made, expected if isinstance(expected, list) else []) for made in equal]
        answers[name] = names if isinstance(expected, list) else bool(names)
    return {"expect": answers}


def name_by_letters(made: int, expected: list[str]) -> str:
    """A combination of one colour by its letters, each once, in the expected order: `rCAE`, and `rP` for `rP-rP`."""
    faces = faces_in(made)
    letters = "".join(dict.fromkeys(face[1] for face in faces))
    name = faces[0][0] + letters
    return next((text for text in expected if sorted(text) == sorted(name)), name)


# -- §3 sharing out


def answer_priority(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.2, §3.3  The order of the players by what they turn up, one after another in the row of the next."""
    reveals = fields(vector, "reveals")["reveals"]
    names, turned = list(reveals), dict.fromkeys(reveals, 0)
    deal = Deal(ruleset, f"players={len(names)}")
    while NOBODY in deal.table.priority[: len(names)]:
        seat = next(seats_in(int(deal.table.asked)))
        name = names[seat]
        stack = int(deal.table.rows[(seat + 1) % len(names)]) + turned[name]
        deal.state.piece[2 * stack - 2] = KIND[reveals[name][turned[name]]]
        turned[name] += 1
        deal.act(seat, TURN, stack)
    return {"expect": [names[int(seat)] for seat in deal.table.priority[: len(names)]]}


def answer_taking(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.4  Where the first player may begin, and which stacks everybody gets then, in this order: `start_5`."""
    given = fields(vector, "rows priority")
    names, rows = list(given["priority"]), given["rows"]
    layout = LIST.join(str(len(row)) for row in rows)
    words = f"players={len(names)} phase=taking layout={layout}"
    answers: Answers = {}
    for key in vector["expect"]:
        deal = Deal(ruleset, words)
        if key == "legal_starts":
            answers[key] = deal.choices(0)
        else:
            start = int(key.removeprefix("start_"))
            deal.act(0, TAKE, start)
            answers[key] = taken_from(deal.table, start, names)
    return {"expect": answers}


def taken_from(table: Any, start: int, names: Sequence[Any]) -> dict[Any, list[int]]:
    """The stacks of each player in the order of taking."""
    stacks = int(table.stacks)
    step = 1 if table.taker[start % stacks + 1] == 1 and start in table.rows[: len(names)] else -1
    order = [(start - 1 + step * turn) % stacks + 1 for turn in range(stacks)]
    return {name: [stack for stack in order if table.taker[stack] == seat] for seat, name in enumerate(names)}


def answer_starter(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.6  Whom the exposed pieces count out."""
    given = fields(vector, "players opener exposed")
    deal = Deal(ruleset, f"players={given['players']} first={given['opener']}")
    for place, piece in enumerate(given["exposed"]):
        deal.state.piece[place] = KIND[piece]
    deal.act(given["opener"], TURN, 1)
    return {"expect": {"sum": int(exposed_value(deal.table, 1)), "starter": int(deal.table.priority[0])}}


# -- §5 to §9 tricks


def answer_trick(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5 to §8  Who wins a trick in the middle of a deal, and what becomes of the pieces.  Seats are in the order of `plays`."""
    given = fields(vector, "priority leader type plays pot turn")
    names = list(given.get("turn", given["plays"]))
    lays = [bag(given["plays"][name]) for name in names]
    order = LIST.join(str(names.index(name)) for name in given.get("priority", names))
    leader = names.index(given["leader"])
    deal = holding(ruleset, lays, words=f"order={order} leader={leader} pot={given.get('pot', 0)}")
    led = type_name(int(type_of(lays[leader], deal.rules)))
    if given.get("type", led) != led:
        raise QipaiError(f"the lead is {led}, not {given['type']}.")
    deal.play_trick(lays)
    return wanted(vector, outcome(deal.table, names))


def outcome(table: Any, names: Sequence[Any]) -> dict[str, Any]:
    """What there is to say of the trick before."""
    unseen = list(seats_in(int(table.previous_under)))
    seen = [names[seat] for seat in range(len(names)) if seat not in unseen]
    is_tie = table.previous_winner == NOBODY
    return {
        "winner": None if is_tie else names[int(table.previous_winner)],
        "captured": 0 if is_tie else int(table.captured[table.previous_winner]),
        "tie": bool(is_tie),
        "pot": int(table.pot),
        "next_leader": names[int(table.leader)],
        "exposed": seen,
        "on_top": seen,
        "under": [names[seat] for seat in unseen],
    }


def answer_last_trick_tie(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.4, §6.5  So many pieces are in the pot after a last trick with two equal single pieces: whose are they?"""
    players, rest = member_of(ruleset).seats[-1], pack_of(ruleset, member_of(ruleset).seats[-1]) & ~GENERALS
    high = one(KIND["rA"])
    lays = [high, high, *[one(int(kinds_in(rest)[-1]))] * (players - 2)]
    deal = holding(ruleset, lays, spare=0, words=f"pot={fields(vector, 'pot')['pot'] - players}")
    deal.play_trick(lays)
    return {"expect": {"nobody": int(deal.table.pot) if not any(deal.result().captured) else 0}}


def answer_general(ruleset: Ruleset, vector: Vector) -> Answers:
    """§9.1 to §9.3  Do these pieces break the rule of generals, and if they are all that is left to follow with, what counts?"""
    given = fields(vector, "trick play hand forced")
    played = bag(given.get("play", given.get("hand", ())))
    size, is_last = int(pieces_in(played)), given["trick"] == "last"
    players = member_of(ruleset).seats[0]
    rest = pack_of(ruleset, players) - played
    lays = [plain_lead(ruleset, rest, size), played]
    rest -= lays[0]
    for _ in range(2, players):
        lays.append(lowest(rest & ~GENERALS, size))
        rest -= lays[-1]
    taken = LIST.join([NO_CAPTURE, "8", *[NO_CAPTURE] * (players - 2)])
    deal = holding(ruleset, lays, spare=0 if is_last else 1, words=f"captured={taken}")
    deal.table.trick = 1 if given["trick"] == "first" else SECOND_TRICK
    known: dict[str, Any] = {"breach": bool(breaks_rule(deal.table, deal.rules, played))}
    if is_last:
        deal.play_trick(lays)
        known["final_count"] = int(deal.result().captured[1])
    return wanted(vector, known)


def plain_lead(ruleset: Ruleset, rest: int, size: int) -> int:
    """Some combination of so many pieces without a general."""
    made = (combination for _, _, combination in LISTS[int(list_of(rules_record(ruleset)))])
    return next(lead for lead in made if pieces_in(lead) == size and holds(rest & ~GENERALS, lead))


# -- §10 results


def finished(ruleset: Ruleset, captured: Mapping[Any, int], words: str = "") -> Any:
    """The result of a deal in which everybody took so many pieces."""
    return Deal(
        ruleset, f"players={len(captured)} phase=over captured={LIST.join(map(str, captured.values()))} {words}"
    ).result()


def answer_result(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.1  Who wins, or shares the win."""
    captured = fields(vector, "captured")["captured"]
    winners = int(finished(ruleset, captured).winners)
    return {"expect": {"winners": [name for seat, name in enumerate(captured) if winners >> seat & 1]}}


def answer_score(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.2 to §10.4  Everybody's points."""
    given = fields(vector, "players captured last_trick")
    captured, last = given["captured"], given.get("last_trick")
    words = ""
    if last:
        winner = list(captured).index(last["winner"])
        laid = LIST.join(format_bag(bag(last["combo"]) if seat == winner else 0) for seat in range(len(captured)))
        words = f"previous={laid} previous_leader={winner} previous_winner={winner}"
    elif ruleset.aim == SHARES_AND_BONUS:
        words = "previous_winner=0"
    points = finished(ruleset, captured, words).points
    return {"expect": {name: int(points[seat]) for seat, name in enumerate(captured)}}


def answer_shares(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.3  The share by the number of players: the pieces of everybody's hand."""
    return {"expect": {players: int(setup_of(ruleset, players).hand_size) for players in vector["expect"]}}


def fields(vector: Vector, known: str) -> Mapping[str, Any]:
    """The given facts.  Raises `QipaiError` for one that is not known."""
    given: Mapping[str, Any] = vector["given"]
    unknown = sorted(set(given) - set(known.split()))
    if unknown:
        raise QipaiError(f"given has no {unknown[0]!r} in a vector of kind {vector['kind']}; it has {known}.")
    return given


EXAMPLES: dict[str, Asked] = {
    "order": asked("", answer_order, ordered=True),
    "type_order": asked("", answer_type_order, ordered=True),
    "counts": asked("", answer_counts),
    "five_possible": asked("", answer_five_possible),
    "pieces_each": asked("", answer_pieces_each, "expect unused_stacks"),
    "start_values": asked("", answer_start_values),
    "ranking": asked("type", answer_ranking, ordered=True),
    "ranking_top": asked("type", answer_ranking_top),
    "classes": asked("type", answer_classes, ordered=True),
    "class_ranking": asked("type", answer_class_ranking, ordered=True),
    "max_sequence": asked("", answer_max_sequence),
    "combo": asked("pieces", answer_combo),
    "dominance": asked("pieces", answer_dominance),
    "beats": asked("play over", answer_beats),
    "at_least": asked("play over", answer_at_least),
    "ties_possible": asked("", answer_ties_possible),
    "priority": asked("given", answer_priority, ordered=True),
    "taking": asked("given seed_facts", answer_taking),  # `seed_facts` are sentences for people
    "starter": asked("given", answer_starter),
    "trick": asked("given", answer_trick),
    "last_trick_tie": asked("given", answer_last_trick_tie),
    "general": asked("given", answer_general),
    "result": asked("given", answer_result),
    "score": asked("given", answer_score),
    "shares": asked("", answer_shares),
}
