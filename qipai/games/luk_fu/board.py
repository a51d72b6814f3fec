"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Choice

from .cards import count_of
from .evidence import best_before, cards_held
from .marks import describe_own
from .naming import chairs_by_seat, kind_name, seat_at, seats_at
from .play import cards_of, verb_of
from .rounds import DECLARE, DOWN, LAY
from .seating import dreamer_of, is_active, privileged_of
from .state import ATTACKING, CALLING, CLAIMING, ENDINGS, LEADING, OVER, PHASES, RUNNING
from .text import ORDER, faces_in, format_action, format_card

BEFORE_THE_PLAY = {CLAIMING: "4.1", CALLING: "4.3"}  # the § of a question
PRICE_OF_AGED = 100  # an aged card is worth a trick, and is kept before all others


def describe(observation: Any, rules: Any) -> dict[str, Any]:
    """§12.1  The table, seats in turn order from seat 0; and of one's own hand what one knows (§12.3)."""
    table = observation.table
    chairs = chairs_by_seat(observation)
    playing = table.phase in (LEADING, ATTACKING)
    present = int(table.round_number)
    return {
        "phase": PHASES[table.phase],
        "trick": present + 1 if playing else present,
        "to_act": seats_at(observation, table.asked),
        "asks": describe_question(int(table.phase)),
        "owner": seat_at(observation, table.best),
        "dealer": seat_at(observation, table.dealer),
        "dreamer": seat_at(observation, dreamer_of(table)),
        "caller": seat_at(observation, table.caller),
        "declined": seats_at(observation, table.declined),
        "privileged": seat_at(observation, privileged_of(table)),
        "leader": seat_at(observation, table.rounds[present].leader) if playing else None,
        "led": describe_lead(table) if table.phase == ATTACKING else None,
        "laid": describe_round(table, present, chairs) if playing else [None] * len(chairs),
        "rounds": [describe_finished(observation, number, chairs) for number in range(present)],
        "tricks": [int(table.tricks[chair]) for chair in chairs],
        "won": [faces_in(int(table.won[chair])) for chair in chairs],
        "outcome": describe_outcome(observation) if table.phase == OVER else None,
        "seats": [{"cards": int(cards_held(table, chair)), "chips": chips(table, chair)} for chair in chairs],
        **describe_own(observation, rules),
    }


def describe_question(phase: int) -> dict[str, str] | None:
    """§4.1, §4.3  What is asked before the play: its words, and the § that it goes by."""
    return {"what": PHASES[phase], "section": BEFORE_THE_PLAY[phase]} if phase in BEFORE_THE_PLAY else None


# -- rounds


def describe_lead(table: Any) -> dict[str, Any]:
    """§6.1"""
    present = table.rounds[table.round_number]
    return {"kind": kind_name(int(present.face[present.leader])), "count": int(present.count)}


def describe_round(table: Any, number: int, chairs: Sequence[int]) -> list[dict[str, Any] | None]:
    """§6  What lies before each seat in a round."""
    best = best_of(table, number)
    return [describe_laid(table.rounds[number], chair, chair == best) for chair in chairs]


def best_of(table: Any, number: int) -> int:
    """Whose meld is the best of a round; NOBODY before the lead."""
    past = table.rounds[number]
    faces = [int(past.face[chair]) for chair in range(int(table.players))]
    if not any(faces):
        return NOBODY
    if number == table.round_number:
        return int(table.best)
    return faces.index(int(best_before(table, number, past.leader)))


def describe_laid(past: Any, chair: int, best: bool) -> dict[str, Any] | None:
    """§6.2, §6.3  Face up for everybody; face down for nobody, not even here: one's own is among `own_down`."""
    if not int(past.laid) >> chair & 1:
        return None
    cards = int(past.face[chair])
    return {
        "count": int(past.count),
        "cards": faces_in(cards) or None,
        "down": not cards,
        "kind": kind_name(cards) if cards else None,
        "best": best,
    }


def describe_finished(observation: Any, number: int, chairs: Sequence[int]) -> dict[str, Any]:
    """§6.4, §12.1  A round that is over: everything that lay face up may be looked through."""
    table = observation.table
    return {
        "number": number + 1,
        "leader": seat_at(observation, table.rounds[number].leader),
        "winner": seat_at(observation, best_of(table, number)),
        "count": int(table.rounds[number].count),
        "laid": describe_round(table, number, chairs),
    }


def describe_outcome(observation: Any) -> dict[str, Any] | None:
    """§9, §10.3, §12.1  How the deal ended, and what was shown then."""
    table = observation.table
    if table.ending == RUNNING:
        return None
    return {
        "ending": ENDINGS[table.ending],
        "winner": seat_at(observation, table.winner),
        "n": int(table.number),
        "revealed": faces_in(int(table.revealed)),
        "counting": faces_in(int(table.counting)),
        "dreamt": faces_in(int(table.dreamt)) or None,
    }


def chips(table: Any, chair: int) -> list[dict[str, Any]]:
    """§2.1, §4.2, §4.3, §6.4  What is to be said of a chair."""
    turn = (chair - int(table.dealer)) % int(table.players)
    if not is_active(table, chair):
        return [{"chip": "dreamer"}]
    found: list[dict[str, Any]] = [{"chip": ("dealer", "player_2", "player_3", "player_3")[turn]}]
    if chair == table.caller:
        found.append({"chip": "called" if chair == table.dealer else "privileged"})
    elif int(table.declined) >> chair & 1 and table.caller == NOBODY:
        found.append({"chip": "declined"})
    if table.tricks[chair]:
        found.append({"chip": "tricks", "n": int(table.tricks[chair])})
    return found


# -- choices


def name_kind(card: Card, rules: Any) -> str:
    """Every card is of its own kind."""
    return format_card(card)


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Legal actions as people choose them, the cheapest first: what beats before what is surrendered."""
    aged = int(observation.aged)
    return [choice(action, rules) for action in sorted(map(int, actions), key=lambda action: price(action, aged))]


def choice(action: int, rules: Any) -> Choice:
    cards = tuple(faces_in(int(cards_of(action))))
    return Choice(format_action(action, rules), cards, choice_kind(action, rules), cards)


def choice_kind(action: int, rules: Any) -> str:
    """The key of an action's words."""
    verb = verb_of(action)
    if verb == LAY:
        return str(kind_name(int(cards_of(action))))
    return "down" if verb == DOWN else format_action(action, rules)


def price(action: int, aged: int) -> tuple[int, int, int, list[int]]:
    """What an action gives away: declaring nothing, then few aged cards, few cards, low ones."""
    verb, cards = verb_of(action), int(cards_of(action))
    if verb not in (LAY, DOWN):
        return (-1 if verb == DECLARE else 0), 0, int(verb), []
    ranks = [number % 9 for number in ORDER if cards >> number & 1]
    return int(verb == DOWN), PRICE_OF_AGED * int(count_of(cards & aged)) + sum(ranks), cards.bit_count(), sorted(ranks)
