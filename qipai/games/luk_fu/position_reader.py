"""Reading a position: the hands are dealt, and what was done is done again, as far as the rules allow it."""

from collections.abc import Iterator
from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import pack_ruleset
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY

from .cards import count_of
from .dealing import deal
from .play import apply_action, is_legal, is_over, legal_actions, pending, to_act
from .position import DEALER, HANDS, LIST, LOT, NAME, OWNER
from .seating import DREAMERS_PLACE, WITH_DREAMER
from .state import ACTIONS, HAND_SIZE, ORDER, SETUP, STATE
from .text import DOWN_NAME, format_action, format_cards, kinds_in, parse_action, parse_cards
from .variants import OPTIONS, Ruleset

PLAYERS = (3, 4)
MOST_LISTED = 8  # legal actions in a refusal


def parse_position(text: str) -> tuple[Ruleset, Record, Record]:
    """The rule set, the setup and the state of a line.  Raises `NotationError` for what cannot be."""
    name, *words = text.split() or [""]
    if name != NAME:
        raise NotationError(f"A position of Luk Fu begins with {NAME!r}, not with {name!r}.")
    told, done = split(words)
    options = {option.name: option for option in OPTIONS}
    ruleset = Ruleset(**{key: options[key].parse(value) for key, value in told.items() if key in options})
    unknown = [key for key in told if key not in options and key not in (DEALER, LOT, HANDS)]
    if unknown:
        raise NotationError(f"A position has no part {unknown[0]!r}; parts are {HANDS}, {DEALER}, {LOT}, {', '.join(options)}.")
    if HANDS not in told or (DEALER in told) == (LOT in told):
        raise NotationError(f"A position needs {HANDS}=…, what each seat was dealt, and either {DEALER}=… or {LOT}=….")
    hands = [parse_cards(hand) for hand in told[HANDS].split(LIST)]
    dealer = read_seat(told.get(DEALER) or told[LOT], len(hands))
    check_hands(hands, dealer)
    setup, state = dealt(ruleset, hands, dealer, is_appointed=DEALER in told)
    replay(ruleset, state, done)
    return ruleset, setup, state


def split(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The parts, and after them the actions: two words are one action where cards go face down."""
    told: dict[str, str] = {}
    done: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            if done or key in told or not value:
                raise NotationError(
                    f"{word!r} is out of place: parts are written key=value, each once, and before all actions."
                )
            told[key] = value
        elif done and done[-1].lower().rpartition(OWNER)[2] == DOWN_NAME:
            done[-1] += f" {word}"
        else:
            done.append(word)
    return told, done


def read_seat(text: str, players: int) -> int:
    if not text.isdecimal() or int(text) >= players:
        raise NotationError(f"{text!r} is no seat: there are hands for the seats 0 to {players - 1}.")
    return int(text)


def check_hands(hands: list[int], dealer: int) -> None:
    """§2.1, §3.1  Three hands of equally many cards, and the dreamer's; no card is there twice."""
    if len(hands) not in PLAYERS:
        raise NotationError(f"Luk Fu is for 3 or 4 players: {HANDS}=… has as many hands, joined by {LIST}.")
    pack = 0
    for hand in hands:
        if pack & hand:
            raise NotationError(f"{format_cards(pack & hand)} is dealt twice, and every card is there once.")
        pack |= hand
    dreamer = (dealer + DREAMERS_PLACE) % WITH_DREAMER if len(hands) == WITH_DREAMER else NOBODY
    sizes = {int(count_of(hand)) for seat, hand in enumerate(hands) if seat != dreamer}
    if len(sizes) > 1 or not 1 <= min(sizes) <= HAND_SIZE:
        raise NotationError(f"All three players are dealt equally many cards, from 1 to {HAND_SIZE}.")
    if dreamer != NOBODY and count_of(hands[dreamer]) > 1:
        raise NotationError(f"Seat {dreamer} is the dreamer, who is dealt one card, or none.")


def dealt(ruleset: Any, hands: list[int], dealer: int, is_appointed: bool = True) -> tuple[Record, Record]:
    """§3.1  The setup and the state of a deal in which everybody is dealt these cards, by masks."""
    setup, order = records.to_plain(records.new(SETUP)), records.to_plain(records.new(ORDER))
    setup.players, setup.dealer = len(hands), dealer if is_appointed else NOBODY
    setup.hand_size, setup.pack = int(count_of(hands[dealer])), sum(hands)
    cards = list(in_order_of_dealing(hands, dealer))
    setup.dreamer = len(cards) - 3 * setup.hand_size
    order.count, order.lots[0] = len(cards), dealer
    order.cards[: len(cards)] = cards
    packed, state = records.from_plain(setup), records.new(STATE)
    opened = (state, pack_ruleset(ruleset), packed, records.from_plain(order))
    deal(*map(records.opened, opened))
    return packed, state


def in_order_of_dealing(hands: list[int], dealer: int) -> Iterator[int]:
    """The cards of these hands as they are dealt: one each in turn, as long as somebody lacks one."""
    left = [kinds_in(hand) for hand in hands]
    while any(left):
        for turn in range(len(hands)):
            hand = left[(dealer + turn) % len(hands)]
            if hand:
                yield hand.pop()


def replay(ruleset: Ruleset, state: Record, done: list[str]) -> None:
    """Do what was done.  Raises `NotationError` for what the rules do not allow."""
    opened, rules = records.opened(state), records.opened(pack_ruleset(ruleset))
    for number, word in enumerate(done, start=1):
        owner, named, text = word.rpartition(OWNER)
        if is_over(opened):
            raise NotationError(f"The deal is over before action {number}, {word!r}.")
        seat = read_seat(owner, int(opened.table.players)) if named else int(to_act(opened))
        action = parse_action(text, ruleset)
        if not pending(opened) >> seat & 1:
            raise NotationError(f"Action {number}, {word!r}: seat {seat} is not asked there.")
        if not is_legal(opened, rules, seat, action):
            raise NotationError(f"Action {number}, {word!r}, is not legal for seat {seat}; {legal_words(opened, rules, seat)}.")
        apply_action(opened, rules, seat, action)


def legal_words(state: Any, rules: Any, seat: int) -> str:
    actions = records.opened(records.new(ACTIONS))
    count = int(legal_actions(state, rules, seat, actions))
    words = [format_action(int(action), rules) for action in actions.list[: min(count, MOST_LISTED)]]
    return f"legal are {', '.join(words)}{' …' if count > MOST_LISTED else ''}"
