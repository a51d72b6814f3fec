"""Tables of Gou Ji that are described by what holds at them, where to tell the whole game would take too long.

    hands=4-K/5-5/6/8-8-B/3/9-9 table=7 owner=0 passed=1

The hands come first.  Then the owner lays the set on the table and the others pass, both by the rules; everything else that is told
becomes the value of a field.  Values by seat are joined by `/`, other lists by `,`, and `.` is none.  Nothing here asks whether all that
can come about; positions (`qipai.engine.positions`) are for what can.
"""

from collections.abc import Callable, Mapping
from typing import Any

from qipai.cards.french import SUITS
from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import rules_record
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY, seats_in
from qipai.games.gou_ji.asking.legal import participants
from qipai.games.gou_ji.asking.play import apply_action
from qipai.games.gou_ji.notation.text import (
    hand_of,
    kind_named,
    kinds_in_set,
    kinds_named,
    name_of,
    parse_count,
    parse_set,
)
from qipai.games.gou_ji.ranks import COPIES, KIND, KINDS
from qipai.games.gou_ji.rules.dealing import clear, what_may_be_said
from qipai.games.gou_ji.rules.session import LAST_PLACE, first_setup, prepare_tribute
from qipai.games.gou_ji.rules.tricks import LAST_OF_SWEEP, lead
from qipai.games.gou_ji.rules.turns import pass_turn, play_set
from qipai.games.gou_ji.seating import SEATS, dui_men, first_from, is_in, next_in, right_of, team_of
from qipai.games.gou_ji.state import (
    CHANCE,
    CONFIRMING,
    DUEL,
    ENDINGS,
    FIRST_GAME,
    FOLLOWING,
    FRESH_GAME,
    GAME_KINDS,
    HOLDING,
    LEADING,
    MODES,
    NAMING,
    NO_DEBT,
    NO_DUE,
    NORMAL,
    ORDERING,
    ORDINARY_DUE,
    ORDINARY_GAME,
    OVER,
    OWED,
    PAID,
    PHASES,
    RETURNED,
    RETURNING,
    SETUP,
    SHOWING,
    STATE,
    SWEEP_DUE,
    TELLING,
)
from qipai.games.gou_ji.variants import CLAIM, FACE_UP, Ruleset
from qipai.games.gou_ji.verbs import FIRST, LEAVE, NO_SHAO, TAKE, pack_action

Parts = Mapping[str, str]
DUES = ("none", "sweep", "ordinary")
FIRST_COUNTED = (KIND["A"], KIND["2"], KIND["3"], KIND["4"], KIND["5"], KIND["6"])  # §2.2 by the steps to the first taker


# -- how values are written


def parse_hand(text: str) -> list[int]:
    """The count of each kind in a hand."""
    return hand_of(kinds_named(text))


def read_seat(text: str) -> int:
    if text == ".":
        return NOBODY
    if not text.isdecimal() or int(text) >= SEATS:
        raise NotationError(f"{text!r} is no seat: seats are 0 to {SEATS - 1}, and . is nobody.")
    return int(text)


def read_seats(text: str) -> int:
    return 0 if text == "." else sum(1 << seat for seat in {read_seat(word) for word in text.split(",")})


def one_of(names: tuple[str, ...]) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text not in names:
            raise NotationError(f"{text!r} must be {', '.join(filter(None, names))}.")
        return names.index(text)

    return read


def read_threes(text: str) -> tuple[list[int], int, int]:
    """§3.2  The suits of a seat's threes, and with two of one suit the number of the card that made them two: `S-H-H:115:H`."""
    words = text.split(":")
    suits = [] if words[0] == "." else words[0].split("-")
    counts = [suits.count(suit) for suit in SUITS]
    return (counts, int(words[1]), SUITS.index(words[2])) if len(words) > 1 else (counts, 0, 0)


def each(parts: Parts, name: str, read: Callable[[str], Any], default: Any, count: int = SEATS) -> list[Any]:
    """The values of a part by seat, or as many defaults."""
    words = parts[name].split("/") if name in parts else []
    if len(words) not in (0, count):
        raise NotationError(f"{name}={parts[name]} must have {count} values, joined by /.")
    return [default if word == "." else read(word) for word in words] or [default] * count


# Fields of the public table that are just set, after all that follows by the rules
FIELDS: dict[str, Callable[[str], int]] = {
    **dict.fromkeys(("beaten", "runner", "asker", "told_by", "waiting", "rang_agreed", "promised", "wish"), read_seat),
    **dict.fromkeys(("candidates", "advised", "shown", "exposed", "pleas"), read_seats),
    "mode": one_of(MODES),
    "interrupted": one_of(PHASES),
    "tried": parse_set,
    "rang_asked": lambda text: int(text == "yes"),
}
PARTS = (
    *("hands", "table", "owner", "passed", "leader", "to_act", "phase", "ending", "places", "last", "kind", "due", "kaipai"),
    *("taker", "drawn", "starter", "threes", "given", "told", "advised_sets", *FIELDS),
)


def set_up(ruleset: Ruleset, parts: Parts) -> tuple[Record, Record]:
    """The setup and the state of a table.  Raises `NotationError` for parts that there are not, and for too many equal cards."""
    unknown = [name for name in parts if name not in PARTS]
    if unknown or "hands" not in parts:
        raise NotationError(
            f"{(unknown or ['nothing'])[0]!r} does not describe a table: that do hands=… and {', '.join(PARTS)}."
        )
    packed = records.new(SETUP), records.new(STATE)
    setup, state = map(records.opened, packed)
    rules = rules_record(ruleset)
    first_setup(rules, SEATS, setup)
    clear(state)
    phase = one_of(PHASES)(parts["phase"]) if "phase" in parts else OVER if "ending" in parts else LEADING
    state.public.phase = phase
    hand_out(setup, state, parts)
    begin_game(setup, state, parts)
    count_players(state, rules, parts)
    if phase < LEADING:
        ask_before_play(state, rules, parts)
    elif phase == OVER:
        state.public.ending = one_of(ENDINGS)(parts["ending"])
    else:
        play(state, rules, parts)
    say_the_rest(state, rules, parts, phase)
    return packed


def hand_out(setup: Any, state: Any, parts: Parts) -> None:
    """§1.3  The hands; what lies on the table is still in its owner's.  All of these are the pack."""
    hands = each(parts, "hands", parse_hand, [0] * KINDS)
    for kind in kinds_in_set(parse_set(parts["table"])) if "table" in parts else ():
        hands[read_seat(parts["owner"])][kind] += 1
    for kind in range(1, KINDS):
        count = sum(hand[kind] for hand in hands)
        if count > COPIES[name_of(kind)]:
            raise NotationError(f"{count} cards are {name_of(kind)}, and four packs have {COPIES[name_of(kind)]}.")
        setup.pack[kind] = state.public.pack[kind] = count
        for seat, hand in enumerate(hands):
            state.hands[seat][kind] = hand[kind]


def begin_game(setup: Any, state: Any, parts: Parts) -> None:
    """§2, §3, §5  What kind of game it is, who began it, and what became of its tribute."""
    public, last = state.public, each(parts, "last", int, 0)
    for seat, place in enumerate(last):
        setup.places[seat] = public.last[seat] = place
    kind = one_of(GAME_KINDS)(parts["kind"]) if "kind" in parts else kind_after(last)
    due = {FIRST_GAME: NO_DUE, FRESH_GAME: SWEEP_DUE if was_sweep(last) else NO_DUE, ORDINARY_GAME: ORDINARY_DUE}[kind]
    setup.kind = public.kind = kind
    setup.due = public.due = one_of(DUES)(parts["due"]) if "due" in parts else due
    prepare_tribute(public)
    kaipai = int(dui_men(last.index(LAST_PLACE))) if kind == ORDINARY_GAME else 0
    public.kaipai = read_seat(parts["kaipai"]) if "kaipai" in parts else kaipai
    setup.kaipai = NOBODY if kind == FIRST_GAME else right_of(public.kaipai, SEATS - 1)
    taker = public.big_loser if kind == ORDINARY_GAME else public.kaipai
    public.taker = NOBODY if public.phase == NAMING else read_seat(parts["taker"]) if "taker" in parts else taker
    if kind != ORDINARY_GAME:
        steps = (int(public.taker) - int(public.kaipai)) % SEATS
        public.drawn = kind_named(parts["drawn"]) if "drawn" in parts else FIRST_COUNTED[steps]
    known = public.phase != SHOWING if kind != ORDINARY_GAME else public.phase >= LEADING
    starter = NOBODY if not known else public.big_loser if kind == ORDINARY_GAME else public.taker
    public.starter = read_seat(parts["starter"]) if "starter" in parts else starter
    for seat, (counts, at, suit) in enumerate(each(parts, "threes", read_threes, ([0] * len(SUITS), 0, 0))):
        threes = state.threes[seat]
        threes.at, threes.suit = at, suit
        for number, count in enumerate(counts):
            threes.count[number] = count
    stage = PAID if public.phase == RETURNING else OWED if public.phase < LEADING else RETURNED
    for seat, kinds in enumerate(each(parts, "given", kinds_named, [])):
        public.tribute[seat] = stage if public.owes[seat] else NO_DEBT
        for place, kind in enumerate(kinds):
            state.given[seat][place] = kind


def was_sweep(places: list[int]) -> bool:
    """§12.2  Did one team take the first three places?"""
    first = [seat for seat, place in enumerate(places) if 1 <= place <= LAST_OF_SWEEP]
    return len(first) == LAST_OF_SWEEP and len({team_of(seat) for seat in first}) == 1


def kind_after(places: list[int]) -> int:
    """§2.1"""
    return FIRST_GAME if not any(places) else FRESH_GAME if was_sweep(places) else ORDINARY_GAME


def count_players(state: Any, rules: Any, parts: Parts) -> None:
    """§7.4, §13.3  How many cards everybody has; who holds none has gone out in turn from seat 0, unless places are told."""
    public = state.public
    sizes = [sum(int(count) for count in state.hands[seat]) for seat in range(SEATS)]
    out = [seat for seat in range(SEATS) if not sizes[seat]]
    places = (
        each(parts, "places", int, 0)
        if "places" in parts
        else [out.index(seat) + 1 if seat in out else 0 for seat in range(SEATS)]
    )
    for seat in range(SEATS):
        public.left[seat] = 0 if public.phase == NAMING else sizes[seat]
        public.place[seat] = places[seat]
    public.active = sum(1 << seat for seat in range(SEATS) if sizes[seat])
    public.talk = what_may_be_said(rules)
    if public.kind != ORDINARY_GAME and rules.kaipai_card == FACE_UP:
        public.dealt[public.starter][public.drawn] = 1


def ask_before_play(state: Any, rules: Any, parts: Parts) -> None:
    public = state.public
    if "wish" in parts:
        public.wish = read_seat(parts["wish"])
        public.wildless = 1 << public.wish
    alone = {NAMING: public.big_loser, CONFIRMING: public.wish}
    public.asked = 1 << alone[public.phase] if public.phase in alone else participants(state, rules)


def play(state: Any, rules: Any, parts: Parts) -> None:
    """§7  Somebody leads; or the set on the table is laid, and those who have passed pass, by the rules."""
    public, owner = state.public, read_seat(parts.get("owner", "."))
    leader = parts.get("leader") or parts.get("owner")
    lead(public, read_seat(leader) if leader else int(public.starter))
    if owner == NOBODY:
        return
    passed = read_seats(parts.get("passed", "."))
    play_set(state, rules, owner, parse_set(parts["table"]))
    if parts.get("phase") != PHASES[CHANCE]:
        answer_for_all(state, rules, parts)
    while public.phase == FOLLOWING and public.mode == NORMAL and public.asked & passed & ~public.passed:
        pass_turn(state, rules, next(seats_in(int(public.asked))))
        answer_for_all(state, rules, parts)
    public.passed |= passed
    if (
        public.phase == FOLLOWING and public.mode == NORMAL and public.asked & public.passed
    ):  # those who passed before this set was laid
        public.asked = 1 << next_in(public.active & ~public.passed & ~(1 << owner), owner)


def answer_for_all(state: Any, rules: Any, parts: Parts) -> None:
    """§9.1, §10.4  Nobody declares Shao Pai; the turn is taken by whoever is to act, or by the next who may."""
    public = state.public
    while public.phase == CHANCE:
        apply_action(state, rules, first_from(public.asked, 0), pack_action(NO_SHAO, 0))
    while public.phase == ORDERING and "candidates" not in parts:
        wanted = read_seat(parts["to_act"]) if "to_act" in parts else int(next_in(public.candidates, public.last_actor))
        seat = int(first_from(public.asked, 0))
        if rules.order_protocol != CLAIM:
            apply_action(state, rules, seat, pack_action(FIRST, wanted))
        else:
            apply_action(state, rules, seat, pack_action(TAKE if seat == wanted else LEAVE, 0))


def say_the_rest(state: Any, rules: Any, parts: Parts, phase: int) -> None:
    """The fields that are told, and who is asked then."""
    public = state.public
    for name, read in FIELDS.items():
        if name in parts:
            setattr(public, name, read(parts[name]))
    for seat, count in enumerate(each(parts, "told", parse_count, 0)):
        public.told[seat] = count
    for mate, cards in enumerate(each(parts, "advised_sets", parse_set, 0, len(public.advice))):
        public.advice[mate] = cards
    if "beaten" in parts and public.mode == DUEL and public.beaten == dui_men(public.owner):
        public.starter_of_duel = public.beaten
    if "phase" in parts and phase > LEADING:
        public.phase = phase
    if phase == HOLDING:
        public.asked, public.rang_asked = 1 << right_of(public.beaten, 4), 1
    elif phase == TELLING:
        public.asked = 1 << public.told_by
    elif phase == ORDERING:
        public.asked = public.candidates
        if rules.order_protocol == CLAIM:
            public.asked = 1 << next_in(public.candidates, public.owner)
    if "to_act" in parts:
        public.asked = read_seats(parts["to_act"])
    for seat in seats_in(int(public.asked)):
        if phase != OVER and not is_in(public.active, seat):
            raise NotationError(f"Seat {seat} is to act, and is out.")
