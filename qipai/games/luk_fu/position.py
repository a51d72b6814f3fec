"""Any situation in one line: the hands as they were dealt, and everything that was done since, played over by the rules.

    luk_fu lot=0 hands=9S-5S-2C/8S-7G-1G/L/9G-4K-8C keep keep keep play 5S 8S down 4K

The hands stand by seat, seat 0 first and the dreamer's card in its place; their cards are the pack.  `dealer=0` appoints the dealer,
`lot=0` tells whom the lot made it.  House rules that differ from the default follow the name as `option=value`.  What was done is
written as actions are; a seat is named, `2:keep`, only where several are asked and it is not the first of them.
"""

from collections.abc import Iterator
from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from .rounds import CLAIM, DECLARE, DOWN, KEEP, LAY, NOT_PLAY, PLAY, pack_action
from .seating import DREAMERS_PLACE, WITH_DREAMER
from .state import CLAIMED, CLAIMING, WON
from .text import format_action, format_cards
from .variants import OPTIONS

NAME = "luk_fu"
DEALER, LOT, HANDS = "dealer", "lot", "hands"
LIST, OWNER = "/", ":"


def format_position(state: Any, ruleset: Any, setup: Any) -> str:
    """The line that the reader plays over to the same state."""
    twin, appointed = records.to_plain(state), records.to_plain(setup).dealer != NOBODY
    changes = [
        f"{option.name}={option.format(int(getattr(ruleset, option.name)))}"
        for option in OPTIONS
        if int(getattr(ruleset, option.name)) != option.parse(option.default)
    ]
    hands = LIST.join(format_cards(dealt_to(twin, seat)) for seat in range(twin.table.players))
    begin = [NAME, *changes, f"{DEALER if appointed else LOT}={twin.table.dealer}", f"{HANDS}={hands}"]
    return " ".join([*begin, *(spell(*decision, ruleset) for decision in decisions_of(twin))])


def spell(seat: int, action: int, is_first: bool, ruleset: Any) -> str:
    text = format_action(action, ruleset)
    return text if is_first else f"{seat}{OWNER}{text}"


def dealt_to(state: Any, seat: int) -> int:
    """§3.1  What a seat was dealt: what it holds, surrendered and laid."""
    cards: int = state.holdings[seat].hand
    for number, past in enumerate(state.table.rounds):
        cards |= state.holdings[seat].down[number] | past.face[seat]
    return cards


def dreamers_seat(table: Any) -> int:
    """§2.1, §2.2"""
    return (table.dealer + DREAMERS_PLACE) % WITH_DREAMER if table.players == WITH_DREAMER else NOBODY


def in_turn(table: Any, first: int) -> list[int]:
    """§6.1  The three who play, from one of them on."""
    seats = [(first + turn) % table.players for turn in range(table.players)]
    return [int(seat) for seat in seats if seat != dreamers_seat(table)]


def decisions_of(state: Any) -> Iterator[tuple[int, int, bool]]:
    """§4, §6, §9.1  Everything that was decided, in order: the seat, its action, and whether it was the first of those asked."""
    table, calls = state.table, calls_in(state.table)
    if table.windows > 0:
        yield from answers_to_window(state, table.windows == 1)
    yield from calls[:1]
    if table.windows > 1:
        yield from answers_to_window(state, True)  # §11.1 after the dealer's call
    yield from calls[1:]
    for number, past in enumerate(table.rounds):
        for seat in in_turn(table, past.leader) if past.count else ():
            if past.laid >> seat & 1:
                face, down = past.face[seat], state.holdings[seat].down[number]
                yield seat, pack_action(LAY, face) if face else pack_action(DOWN, down), True
    if table.ending == WON and table.left > 0:
        yield table.winner, pack_action(DECLARE, 0), True


def calls_in(table: Any) -> list[tuple[int, int, bool]]:
    """§4.2  The calls, from the dealer's on."""
    called = {table.caller: PLAY} | {seat: NOT_PLAY for seat in in_turn(table, table.dealer) if table.declined >> seat & 1}
    return [(seat, pack_action(called[seat], 0), True) for seat in in_turn(table, table.dealer) if seat in called]


def answers_to_window(state: Any, is_last: bool) -> Iterator[tuple[int, int, bool]]:
    """§4.1  Who claimed, and who did not; of a window that is open, those who have answered."""
    table = state.table
    asked = table.asked if is_last and table.phase == CLAIMING else 0
    claims = 1 << table.winner if is_last and table.ending == CLAIMED else state.claims if asked else 0
    players = in_turn(table, table.dealer)
    for turn, seat in enumerate(players):
        if not asked >> seat & 1:
            is_first = not any(asked >> earlier & 1 for earlier in players[:turn])
            yield seat, pack_action(CLAIM if claims >> seat & 1 else KEEP, 0), is_first
