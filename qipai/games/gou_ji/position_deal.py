"""The parts of a position that come before the play: hands, the kind of game, Kai Pai, revolution, tribute."""

from collections.abc import Callable
from typing import Any

from qipai.cards.french import SUITS
from qipai.engine.errors import NotationError
from qipai.engine.seats import NOBODY

from .ranks import BLACK, COPIES, HAND_SIZE, KIND, KINDS, RED
from .seating import SEATS, count_in, dui_men, is_in, next_in, right_of, team_of
from .session import LAST_PLACE, owe, prepare_tribute, seat_of_place, value_of_kind
from .situation import Situation
from .spelling import (
    FIELD,
    FLAG,
    SEAT,
    SET,
    Part,
    Spelling,
    field,
    fields,
    hands,
    mask,
    no_cards,
    nobody,
    nothing,
    nothing_each,
    number,
    of_each,
    one_of,
    or_nothing,
)
from .state import (
    CONFIRMING,
    ENDINGS,
    FIRST_GAME,
    FOLLOWING,
    FRESH_GAME,
    GAME_KINDS,
    LEADING,
    MOST_TRIBUTE,
    NAMING,
    NO_DEBT,
    NO_DUE,
    ORDERING,
    ORDINARY_DUE,
    ORDINARY_GAME,
    OVER,
    OWED,
    PAID,
    PHASES,
    PLEADING,
    REFUSED,
    RETURNED,
    RETURNING,
    SHOWING,
    SWEEP_DUE,
    TELLING,
    TRIBUTES,
)
from .text import format_kinds, hand_of, kind_named, kinds_in_set, kinds_named, name_of
from .tribute import REDS_TO_REFUSE
from .tricks import LAST_OF_SWEEP
from .variants import FACE_UP

DUES = ("none", "sweep", "ordinary")
THREE = KIND["3"]
FIRST_COUNTED = (KIND["A"], KIND["2"], KIND["3"], KIND["4"], KIND["5"], KIND["6"])  # §2.2 by the steps to the first taker
MOST_HELD = HAND_SIZE + MOST_TRIBUTE


# -- hands and what has been laid


def suppose_played(situation: Situation) -> tuple[tuple[int, ...], ...]:
    """Nothing but what lies on the table."""
    played = list(no_cards(situation))
    owner = situation.number("owner")
    if owner != NOBODY:
        played[owner] = tuple(hand_of(kinds_in_set(situation.number("best"))))
    return tuple(played)


def settle_pack(situation: Situation) -> None:
    """§1.3  The cards in the game are those that are held or have been laid."""
    everywhere = [cards for seat in range(SEATS) for cards in (situation.hand(seat), situation.played(seat))]
    for kind in range(1, KINDS):
        count = sum(cards[kind] for cards in everywhere)
        if count > COPIES[name_of(kind)]:
            raise NotationError(f"{count} cards are {name_of(kind)}, and four packs have {COPIES[name_of(kind)]}.")
        situation.setup.pack[kind] = count
        situation.table.pack[kind] = count
    for seat in range(SEATS):
        if situation.size(seat) > MOST_HELD:
            raise NotationError(f"Seat {seat} holds {situation.size(seat)} cards; nobody ever holds more than {MOST_HELD}.")


def suppose_phase(situation: Situation) -> int:
    if situation.number("ending"):
        return OVER
    if situation.number("candidates"):
        return ORDERING
    return FOLLOWING if situation.number("best") else LEADING


def suppose_interrupted(situation: Situation) -> int:
    if situation.phase != TELLING:
        return 0
    return FOLLOWING if situation.number("best") else LEADING


def is_before_play(situation: Situation) -> bool:
    return situation.phase < LEADING or situation.is_thrown_in


# -- the kind of game


def of_setup(key: str, spelling: Spelling, suppose: Callable[[Situation], Any], name: str) -> Part:
    """A field of the setup that the table has too."""

    def put(situation: Situation, value: int) -> None:
        setattr(situation.setup, name, value)
        setattr(situation.table, name, value)

    return Part(key, spelling, lambda situation: situation.number(name), put, suppose)


def put_last(situation: Situation, places: tuple[int, ...]) -> None:
    told = [place for place in places if place]
    if len(set(told)) < len(told):
        raise NotationError("last=… gives two seats one place.")
    for seat, place in enumerate(places):
        situation.setup.places[seat] = place
        situation.table.last[seat] = place


def was_sweep(situation: Situation) -> bool:
    """§12.2  Did one team take the first three places of the last game?"""
    first = [seat for seat, place in enumerate(situation.numbers("last")) if 1 <= place <= LAST_OF_SWEEP]
    return len(first) == LAST_OF_SWEEP and len({team_of(seat) for seat in first}) == 1


def suppose_kind(situation: Situation) -> int:
    if not any(situation.numbers("last")):
        return FIRST_GAME
    return FRESH_GAME if was_sweep(situation) else ORDINARY_GAME


def suppose_due(situation: Situation) -> int:
    kind = situation.number("kind")
    if kind == ORDINARY_GAME:
        return ORDINARY_DUE
    return SWEEP_DUE if kind == FRESH_GAME and was_sweep(situation) else NO_DUE


def put_due(situation: Situation, due: int) -> None:
    """§5.2  With the places of the last game it says who owes whom."""
    needed = {NO_DUE: (), SWEEP_DUE: (1,), ORDINARY_DUE: (1, 2, LAST_PLACE - 1, LAST_PLACE)}[due]
    places = situation.numbers("last")
    if any(place not in places for place in needed):
        raise NotationError(f"last=… must tell who had the places {', '.join(map(str, needed))}: tribute is due by them.")
    situation.setup.due = due
    situation.table.due = due
    prepare_tribute(situation.table)


def put_swapped(situation: Situation, swapped: int) -> None:
    """§5.1"""
    table = situation.table
    if not swapped:
        return
    big, second = situation.number("second_loser"), situation.number("big_loser")
    if big == NOBODY:
        raise NotationError("Only the losers of an ordinary game swap their roles.")
    table.swapped, table.big_loser, table.second_loser = 1, big, second
    owe(table, big, seat_of_place(table.last, 1), 2)
    owe(table, second, seat_of_place(table.last, 2), 1)


def suppose_kaipai(situation: Situation) -> int:
    """§2.3  In an ordinary game the Dui Men of who was last."""
    if situation.number("kind") != ORDINARY_GAME:
        return 0
    return int(dui_men(situation.numbers("last").index(LAST_PLACE)))


def suppose_kaipai_before(situation: Situation) -> int:
    """§2.2"""
    return NOBODY if situation.number("kind") == FIRST_GAME else int(right_of(situation.number("kaipai"), SEATS - 1))


def suppose_taker(situation: Situation) -> int:
    if situation.phase == NAMING:
        return NOBODY
    return situation.number("big_loser" if situation.number("kind") == ORDINARY_GAME else "kaipai")


def suppose_drawn(situation: Situation) -> int:
    """§2.2  The lowest number that leads to the first taker."""
    if situation.number("kind") == ORDINARY_GAME:
        return 0
    return FIRST_COUNTED[(situation.number("taker") - situation.number("kaipai")) % SEATS]


def check_drawn(situation: Situation) -> None:
    """§2.2, §2.3"""
    drawn, kaipai, taker = situation.number("drawn"), situation.number("kaipai"), situation.number("taker")
    if kaipai == NOBODY or (taker == NOBODY) != (situation.phase == NAMING):
        raise NotationError("kaipai=… and taker=… must be seats; only while a first taker is named there is none.")
    if situation.number("kind") == ORDINARY_GAME:
        if drawn:
            raise NotationError("In an ordinary game no card is drawn: leave drawn=… out.")
    elif drawn == 0 or drawn >= BLACK or right_of(kaipai, value_of_kind(drawn) - 1) != taker:
        raise NotationError(f"drawn=… must be a card that counts from the Kai Pai player, seat {kaipai}, to seat {taker}.")


def suppose_starter(situation: Situation) -> int:
    """§3.3"""
    if situation.number("kind") == ORDINARY_GAME:
        return NOBODY if is_before_play(situation) else situation.number("big_loser")
    return NOBODY if situation.phase == SHOWING else situation.number("taker")


SHOWN_SUIT = Spelling(
    lambda suit: "." if suit < 0 else SUITS[suit],
    lambda text: -1 if text == "." else read_suit(text),
)


def read_suit(text: str) -> int:
    if text.upper() not in tuple(SUITS):
        raise NotationError(f"{text!r} is no suit: suits are {' '.join(SUITS)}.")
    return SUITS.index(text.upper())


# -- threes (§3.2)


def write_threes(threes: tuple[tuple[int, ...], int, int]) -> str:
    counts, at, suit = threes
    suits = "-".join(SUITS[number] for number, count in enumerate(counts) for _ in range(count)) or "."
    return f"{suits}{FIELD}{at}{FIELD}{SUITS[suit]}" if at else suits


def read_threes(text: str) -> tuple[tuple[int, ...], int, int]:
    words = text.split(FIELD)
    suits = [] if words[0] == "." else [read_suit(word) for word in words[0].split("-")]
    counts = tuple(suits.count(suit) for suit in range(len(SUITS)))
    if len(words) not in (1, 3) or (len(words) == 3) != (max(counts) > 1):
        raise NotationError(f"{text!r}: threes are written by their suits; with two of one suit, when and which: S-H-H:115:H.")
    if len(words) == 1:
        return counts, 0, 0
    at, suit = number(SEATS * HAND_SIZE, least=1).read(words[1]), read_suit(words[2])
    if counts[suit] < 2:
        raise NotationError(f"{text!r} must name a suit of which there are two threes.")
    return counts, at, suit


def get_threes(situation: Situation) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    told = []
    for seat in range(SEATS):
        threes = situation.state.threes[seat]
        told.append((tuple(int(count) for count in threes.count), int(threes.at), int(threes.suit)))
    return tuple(told)


def put_threes(situation: Situation, told: tuple[tuple[tuple[int, ...], int, int], ...]) -> None:
    for seat, (counts, at, suit) in enumerate(told):
        threes = situation.state.threes[seat]
        threes.at, threes.suit = at, suit
        for number_of_suit, count in enumerate(counts):
            threes.count[number_of_suit] = count


def suppose_threes(situation: Situation) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    return (((0,) * len(SUITS), 0, 0),) * SEATS


def check_threes(situation: Situation) -> None:
    for seat, (counts, _, _) in enumerate(get_threes(situation)):
        held = situation.hand(seat)[THREE] if situation.phase == SHOWING else 0
        if sum(counts) != held:
            raise NotationError(f"threes=… must tell the suits of the {held} threes that seat {seat} may be asked to show.")


# -- revolution (§4)


def suppose_wildless(situation: Situation) -> int:
    wish = situation.number("wish")
    return situation.number("revolted") | (1 << wish if wish != NOBODY else 0)


def check_wish(situation: Situation) -> None:
    if (situation.phase in (PLEADING, CONFIRMING)) and situation.number("wish") == NOBODY:
        raise NotationError("wish=… must tell who wants the revolution.")


# -- tribute (§5)


def suppose_tribute(situation: Situation) -> tuple[int, ...]:
    if situation.phase == RETURNING:
        stage = PAID
    else:
        stage = OWED if is_before_play(situation) else RETURNED
    return tuple(stage if count else NO_DEBT for count in situation.numbers("owes"))


def tribute_cards(key: str) -> Part:
    """Cards that went to and fro, by giver, from the lower one."""

    def get(situation: Situation) -> tuple[tuple[int, ...], ...]:
        rows = getattr(situation.state, key)
        return tuple(tuple(int(kind) for kind in rows[seat] if kind) for seat in range(SEATS))

    def put(situation: Situation, cards: tuple[tuple[int, ...], ...]) -> None:
        for seat, kinds in enumerate(cards):
            for place in range(MOST_TRIBUTE):
                getattr(situation.state, key)[seat][place] = kinds[place] if place < len(kinds) else 0

    def suppose(situation: Situation) -> tuple[tuple[int, ...], ...]:
        return ((),) * SEATS

    return Part(key, of_each(Spelling(format_kinds, lambda text: tuple(kinds_named(text)))), get, put, suppose)


def check_tribute(situation: Situation) -> None:
    """§5.2, §5.5, §5.6  Who owes is told what became of it; cards that were given are known to the state."""
    owes, stages = situation.numbers("owes"), situation.numbers("tribute")
    for seat in range(SEATS):
        if (stages[seat] == NO_DEBT) != (owes[seat] == 0):
            raise NotationError(
                f"tribute=… must tell of the seats that owe something, and of no others; seat {seat} owes {owes[seat]}."
            )
        for key, needed in (("given", stages[seat] in (PAID, RETURNED)), ("returned", stages[seat] == RETURNED)):
            told = sum(1 for kind in getattr(situation.state, key)[seat] if kind)
            if told != (owes[seat] if needed else 0):
                raise NotationError(
                    f"{key}=… must name {owes[seat] if needed else 'no'} cards for seat {seat}, whose tribute is"
                    f" {TRIBUTES[stages[seat]] or 'none'}."
                )


def settle_dealt(situation: Situation) -> None:
    """§3.2, §5.3, §14.1  Cards that everybody knows to have been dealt."""
    dealt, starter = situation.table.dealt, situation.number("starter")
    if situation.number("shown_suit") >= 0:
        if starter == NOBODY:
            raise NotationError("threes_shown=… goes with starter=…, who showed them.")
        dealt[starter][THREE] = 2
    if situation.number("kind") != ORDINARY_GAME and situation.rules.kaipai_card == FACE_UP:
        dealt[starter][situation.number("drawn")] = 1
    for seat, stage in enumerate(situation.numbers("tribute")):
        if stage == REFUSED:
            dealt[seat][RED] = REDS_TO_REFUSE


# -- places


def suppose_places(situation: Situation) -> tuple[int, ...]:
    """Who has no cards left has gone out in turn from seat 0; who was put out takes the last places."""
    places, best, worst = [0] * SEATS, 1, SEATS
    for seat in range(SEATS):
        if is_in(situation.number("penalised"), seat):
            places[seat], worst = worst, worst - 1
        elif situation.size(seat) == 0:
            places[seat], best = best, best + 1
    return tuple(places)


def settle_players(situation: Situation) -> None:
    """How many cards each has, and who plays on."""
    table, rules, active = situation.table, situation.rules, 0
    for seat in range(SEATS):
        size = situation.size(seat)
        table.left[seat] = 0 if situation.phase == NAMING else size
        if size and not is_in(situation.number("penalised"), seat):
            active |= 1 << seat
    table.active = active
    table.talk = (1 if rules.counts_public else 2) if rules.table_talk else 0
    places = situation.numbers("place")
    told = [place for place in places if place]
    if len(set(told)) < len(told):
        raise NotationError("places=… gives two seats one place.")
    if situation.phase == OVER:
        return
    if count_in(active) < 2:
        raise NotationError("Fewer than two seats hold cards, and so the game is over: ending=… must tell how.")
    for seat in range(SEATS):
        if (places[seat] == 0) != is_in(active, seat):
            raise NotationError(f"places=…: seat {seat} has either cards, or a place.")


def next_in_turn(seats: int, seat: int) -> int:
    """The first seat of a mask to the right of a seat."""
    return int(next_in(seats, seat))


PLACE = or_nothing(number(SEATS, least=1))
KIND_NAME = or_nothing(Spelling(name_of, kind_named))
PARTS_OF_HANDS = (
    hands("hands", lambda situation: situation.state.hands, no_cards),
    field("table", SET, nothing, "best"),
    field("owner", SEAT, nobody),
    hands("played", lambda situation: situation.table.played, suppose_played),
)
PARTS_OF_KIND = (
    field("ending", one_of(ENDINGS), nothing),
    mask("candidates", nothing),
    field("phase", one_of(PHASES), suppose_phase),
    field("interrupted", one_of(PHASES), suppose_interrupted),
    Part("last", of_each(PLACE), lambda situation: tuple(situation.numbers("last")), put_last, nothing_each),
    of_setup("kind", one_of(GAME_KINDS), suppose_kind, "kind"),
    Part("due", one_of(DUES), lambda situation: situation.number("due"), put_due, suppose_due),
    Part("swapped", FLAG, lambda situation: situation.number("swapped"), put_swapped, nothing),
    field("kaipai", SEAT, suppose_kaipai),
    Part(
        "kaipai_before",
        SEAT,
        lambda situation: int(situation.setup.kaipai),
        lambda situation, seat: setattr(situation.setup, "kaipai", seat),
        suppose_kaipai_before,
    ),
    field("taker", SEAT, suppose_taker),
    field("drawn", KIND_NAME, suppose_drawn),
)
PARTS_OF_DEAL = (
    field("starter", SEAT, suppose_starter),
    field("threes_shown", SHOWN_SUIT, lambda situation: -1, "shown_suit"),
    Part("threes", of_each(Spelling(write_threes, read_threes)), get_threes, put_threes, suppose_threes),
    mask("revolted", nothing),
    field("wish", SEAT, nobody),
    mask("pleas", nothing),
    mask("wildless", suppose_wildless),
    mask("wishes", nothing, of_table=False),
    fields("tribute", one_of(TRIBUTES), suppose_tribute),
    tribute_cards("given"),
    tribute_cards("returned"),
    mask("penalised", nothing),
    fields("places", PLACE, suppose_places, "place"),
)
HELD = hands("seen", lambda situation: situation.table.held, no_cards)  # §14.19
