"""The kinds of situations of Dou Dizhu."""

from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.positions import Position, parse_position
from qipai.engine.seats import seat_or_none
from qipai.games import DOU_DIZHU
from qipai.games.dou_dizhu.notation.text import cards_of, format_action, hand_of, parse_action, parse_kinds, readings
from qipai.games.dou_dizhu.rules.dealing import clear
from qipai.games.dou_dizhu.rules.plays import kind_of
from qipai.games.dou_dizhu.rules.scoring import multiplier_so_far
from qipai.games.dou_dizhu.state import MAX_CARDS, NO, OVER, PASS, PHASES, PLAY, SEATS
from qipai.games.dou_dizhu.variants import Ruleset

from . import deals
from .asking import Kinds
from .facts import Facts
from .shapes import FACTS, TEXT, TRUTH, Shape, items, number

SEAT = number(0, SEATS - 1)
CARDS = Shape("cards joined by dashes", TEXT.fits)
HIGHEST_BID = 3  # §8.1
MOST_BOMBS = 13  # one of each natural rank

KINDS = Kinds(
    shapes={
        **dict.fromkeys(("cards", "over", "play", "bottom"), CARDS),
        "given": FACTS,
        "hands": items(CARDS, SEATS, SEATS),
        "actions": TEXT,
        "winner": SEAT,
        "grabs": number(0, SEATS),
        "bid": number(1, HIGHEST_BID),
        "bombs": number(0, MOST_BOMBS),
        "doubled": items(SEAT, different=True),
        "plays": items(number(0, MAX_CARDS), SEATS, SEATS),
        "rocket": TRUTH,
        "shown": TRUTH,
    }
)


class Deal(deals.Deal):
    """A deal of which seat 0 is the landlord, and in which everybody has played twice."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(DOU_DIZHU, ruleset, SEATS)
        clear(self.state)
        self.state.phase, self.state.landlord, self.state.bid = PLAY, 0, 1
        for seat in range(SEATS):
            self.state.plays[seat] = 2

    def lies(self, play: str) -> None:
        """Put a play of seat 0 on the table; seat 1 is asked."""
        self.state.to_beat = laid(play, self.ruleset)
        self.state.owner, self.state.asked = 0, 1 << 1

    def hold(self, seat: int, action: int) -> None:
        """Give a seat exactly the cards of a play."""
        held, hand = hand_of(cards_of(action)), self.state.hands[seat]
        hand.cards = held.cards
        for kind, count in enumerate(held.count):
            hand.count[kind] = count


def laid(play: str, ruleset: Ruleset) -> int:
    """Return the play that a text names.  Raises `QipaiError` for an action that lays no cards."""
    action = parse_action(play, ruleset)
    if not PASS < kind_of(action) < NO:
        raise QipaiError(f"{play!r} lays no cards.")
    return action


@KINDS.add("readings")
def all_readings(ruleset: Ruleset, cards: str) -> list[str]:
    """§4  Which plays are these cards, all of them together?"""
    return [format_action(action, ruleset) for action in readings(parse_kinds(str(cards)), ruleset)]


@KINDS.add("follows")
def may_follow(ruleset: Ruleset, over: str, play: str) -> bool:
    """§5  May this play be laid on that one, by somebody who holds its cards?"""
    deal = Deal(ruleset)
    deal.lies(str(over))
    action = laid(str(play), ruleset)
    deal.hold(1, action)
    return deal.may(1, action)


def reached(ruleset: Ruleset, given: Facts) -> Position:
    """Return the position after some `actions`, from three `hands` and the `bottom` cards; seat 0 is asked first."""
    words = [f"{name}={value}" for name, value in DOU_DIZHU.changed_options(ruleset).items()]
    words.append(f"hands={'/'.join(map(str, given['hands']))}")
    if "bottom" in given:
        words.append(f"undealt={given['bottom']}")
    return parse_position(DOU_DIZHU, " ".join([DOU_DIZHU.name, *words, str(given.get("actions", ""))]))


@KINDS.add("course", in_order="points")
def course(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§3, §6, §7  Where do these actions lead?  `points` are None before the end."""
    position = reached(ruleset, given)
    rules, state = DOU_DIZHU.rules(ruleset), records.to_plain(position.state)
    over = state.phase == OVER
    return {
        "phase": PHASES[state.phase],
        "to_act": [seat for seat in range(SEATS) if state.asked >> seat & 1],
        "landlord": seat_or_none(state.landlord),
        "winner": seat_or_none(state.winner),
        "trick": int(state.trick),
        "multiplier": int(multiplier_so_far(records.opened(position.state), records.opened(rules))),
        "points": [int(points) for points in DOU_DIZHU.result(position.state, rules).points] if over else None,
    }


@KINDS.add("legal")
def legal(ruleset: Ruleset, given: Facts) -> list[str]:
    """§3, §5, §6  What may the seat that is asked do, or the first of several?"""
    position = reached(ruleset, given)
    seat = DOU_DIZHU.to_act(position.state)
    actions = DOU_DIZHU.legal(position.state, DOU_DIZHU.rules(ruleset), seat)
    return [format_action(action, ruleset) for action in actions]


@KINDS.add("score", in_order="points multipliers")
def score(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§7  What is paid at the end?  Seat 0 is the landlord.

    Required: `winner`.  Optional: `grabs`, `bid`, `bombs`, `rocket`, `shown`, `doubled` (a list of seats), `plays` (of each seat; two unless
    given).
    """
    deal = Deal(ruleset)
    state = deal.state
    state.phase, state.winner = OVER, given["winner"]
    state.grabs, state.bid = given.get("grabs", 0), given.get("bid", 1)
    state.bombs, state.rocket = given.get("bombs", 0), int(given.get("rocket", False))
    state.shown = int(given.get("shown", False))
    state.doubled = sum(1 << seat for seat in given.get("doubled", []))
    for seat, plays in enumerate(given.get("plays", [])):
        state.plays[seat] = plays
    result = deal.result()
    return {"points": [int(points) for points in result.points], "multipliers": [int(one) for one in result.multipliers]}
