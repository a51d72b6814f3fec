"""Any situation in one line: `gan_deng_yan players=3 hands=4-5-6-X/5-5/2-2-3 table=4 owner=0 to_act=1 talon=10-J`.

Words are joined by spaces; lists by seat are joined by `/`, seat 0 first.  What is left out:

    an option      its default             players    as many as there are hands
    dealer         seat 0                  by_lot     false: the setup names the dealer
    to_act         the dealer; with a table play the seat after its owner
    table, owner   an empty table          last       the owner's play alone
    passed_on      nobody passed           talon      no cards (`talon_count` takes that many of the rest of the pack)
    drawn          none of the talon       trick      1
    played         the table's cards       plays      one of the owner
    bombs          none: soft and hard triplets, soft and hard fours, double jokers
    announced      no seats                known      nothing known of jokers (the masks of `jokers.py`)
    over, winner   the deal goes on        hand_size  5
    pack           the whole pack
"""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY

from .cards import NO_CARDS, format_hand, format_kinds, rules_record
from .dealing import HAND_SIZE, first_setup
from .state import PASS, SETUP, UNDECIDED
from .text import format_action
from .variants import OPTIONS

NAME = "gan_deng_yan"
LIST = "/"
BOMB_NAMES = ("soft_triplets", "hard_triplets", "soft_quads", "hard_quads", "double_jokers")
KEYS = (
    "players dealer by_lot hand_size pack hands talon talon_count drawn to_act trick table owner last passed_on played"
    " plays bombs announced known over winner"
).split()


def format_position(state: Any, ruleset: Any, setup: Any) -> str:
    """The line that `parse_position` reads back; parts as they are by default are left out."""
    state, setup = records.to_plain(state), records.to_plain(setup)
    changed = [
        f"{option.name}={option.format(int(getattr(ruleset, option.name)))}"
        for option in OPTIONS
        if int(getattr(ruleset, option.name)) != option.parse(option.default)
    ]
    words = written(state, ruleset, setup)
    blank = standard_setup(ruleset, state.players)
    left_out = {
        "by_lot": setup.dealer == state.dealer,
        "hand_size": setup.hand_size == HAND_SIZE,
        "pack": setup.pack == blank.pack,
        "talon_count": True,
        "drawn": state.drawn == 0,
        "owner": state.owner == NOBODY,
        "table": state.table == PASS,
        "to_act": bool(state.over),
        "last": not any(action != UNDECIDED for action in state.last),
        "passed_on": not any(state.passed_on),
        "played": state.owner == NOBODY and not any(hand.cards for hand in state.played),
        "plays": state.owner == NOBODY and not any(state.plays),
        "bombs": not any(getattr(state.bombs, name) for name in BOMB_NAMES),
        "announced": not any(state.announced),
        "known": not any(state.known_jokers),
        "over": not state.over,
        "winner": state.winner == NOBODY,
    }
    parts = [f"{key}={words[key]}" for key in KEYS if not left_out.get(key, False)]
    return " ".join([NAME, *changed, *parts])


def written(state: Any, ruleset: Any, setup: Any) -> dict[str, str]:
    """Every part of a position as text."""
    seats = range(state.players)

    def actions(values: list[int], nothing: int) -> str:
        return LIST.join(NO_CARDS if values[seat] == nothing else format_action(values[seat], ruleset) for seat in seats)

    return {
        "players": str(state.players),
        "dealer": str(state.dealer),
        "by_lot": "true" if setup.dealer == NOBODY else "false",
        "hand_size": str(setup.hand_size),
        "pack": format_kinds([kind for kind, count in enumerate(setup.pack) for _ in range(count)], ruleset),
        "hands": LIST.join(format_hand(state.hands[seat], ruleset) for seat in seats),
        "talon": format_kinds(state.talon[state.drawn : state.talon_places], ruleset),
        "drawn": str(state.drawn),
        "to_act": str(state.to_act),
        "trick": str(state.trick),
        "table": format_action(state.table, ruleset),
        "owner": str(state.owner),
        "last": actions(state.last, UNDECIDED),
        "passed_on": actions(state.passed_on, PASS),
        "played": LIST.join(format_hand(state.played[seat], ruleset) for seat in seats),
        "plays": LIST.join(str(state.plays[seat]) for seat in seats),
        "bombs": LIST.join(str(getattr(state.bombs, name)) for name in BOMB_NAMES),
        "announced": LIST.join(str(state.announced[seat]) for seat in seats),
        "known": LIST.join(str(state.known_jokers[seat]) for seat in seats),
        "over": "true" if state.over else "false",
        "winner": str(state.winner),
    }


def standard_setup(ruleset: Any, players: int) -> Any:
    """The first setup of a session, plain."""
    setup = records.opened(records.new(SETUP))
    first_setup(rules_record(ruleset), players, setup)
    return records.to_plain(setup)
