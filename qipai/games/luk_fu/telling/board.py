"""The board for people, built from an observation, and a seat's choices."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.boards import Chairs
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Choice

from ..cards import count_of
from ..notation.naming import meld_name
from ..notation.text import ORDER, faces_in, format_action, format_card
from ..rules.evidence import best_before, cards_held
from ..rules.rounds import DECLARE, DOWN, LAY, cards_of, verb_of
from ..seating import dreamer_of, is_active, privileged_of
from ..state import ATTACKING, CALLING, CLAIMING, ENDINGS, LEADING, OVER, PHASES, RUNNING, Observation
from .board_fields import Board, Chip, Lead, Lying, Outcome, Place, Question, Round
from .marks import describe_hand
from .told_result import FOR_BOTH

BEFORE_THE_PLAY = {CLAIMING: "4.1", CALLING: "4.3"}  # the § of a question
PAID_BY = {"tricks": "10.1", "reds": "11.8", "claim": "10.5", "dreamer": "10.3"}  # the § of each reason of a payment
PAID_BY |= {f"{why}{FOR_BOTH}": "10.4" for why in ("tricks", "reds", "dreamer")}
PRICE_OF_AGED = 100  # an aged card is worth a trick, and is kept before all others
CHAIRS = Chairs(Observation)
seat_at = CHAIRS.seat_at


def describe(observation: Any, rules: Any) -> Board:
    """§12.1, §12.3  Return the board: what everybody sees, by seat from 0, and what the observer knows of its own hand."""
    public = observation.public
    chairs = CHAIRS.by_seat(observation)
    playing = public.phase in (LEADING, ATTACKING)
    present = int(public.round_number)
    return Board(
        **CHAIRS.told(observation),
        trick=present + 1 if playing else present,
        asks=describe_question(int(public.phase)),
        dreamer=seat_at(observation, dreamer_of(public)),
        privileged=seat_at(observation, privileged_of(public)),
        leader=seat_at(observation, public.rounds[present].leader) if playing else None,
        led=describe_lead(public) if public.phase == ATTACKING else None,
        laid=describe_round(public, present, chairs) if playing else [None] * len(chairs),
        rounds=[describe_finished(observation, number, chairs) for number in range(present)],
        won=[faces_in(int(public.won[chair])) for chair in chairs],
        outcome=describe_outcome(observation) if public.phase == OVER else None,
        seats=[Place(cards=int(cards_held(public, chair)), chips=chips(public, chair)) for chair in chairs],
        **describe_hand(observation, rules),
    )


def describe_own(observation: Any, rules: Any, board: dict[str, Any]) -> dict[str, Any]:
    """§12.3  Return the fields in which a seat's board differs from the public one: what the seat knows of its own hand."""
    return describe_hand(observation, rules)


def describe_question(phase: int) -> Question | None:
    """§4.1, §4.3  Return the question of a phase before the play, with its §; None in any other phase."""
    return Question(what=PHASES[phase], section=BEFORE_THE_PLAY[phase]) if phase in BEFORE_THE_PLAY else None


# -- rounds


def describe_lead(public: Any) -> Lead:
    """§6.1  Return the kind and the number of cards of the lead of the present round."""
    present = public.rounds[public.round_number]
    return Lead(kind=str(meld_name(int(present.face[present.leader]))), count=int(present.count))


def describe_round(public: Any, number: int, chairs: Sequence[int]) -> list[Lying | None]:
    """§6  Return what lies before each seat in a round.

    `number` is the round, counted from 0; `chairs` are the chairs in the order of the seats.  None stands for a seat that has
    not laid.
    """
    best = best_of(public, number)
    return [describe_laid(public.rounds[number], chair, chair == best) for chair in chairs]


def best_of(public: Any, number: int) -> int:
    """Return the chair whose meld is the best of a round, counted from 0; `NOBODY` before the lead."""
    past = public.rounds[number]
    faces = [int(past.face[chair]) for chair in range(int(public.players))]
    if not any(faces):
        return NOBODY
    if number == public.round_number:
        return int(public.best)
    return faces.index(int(best_before(public, number, past.leader)))


def describe_laid(past: Any, chair: int, best: bool) -> Lying | None:
    """§6.2, §6.3  Return what lies before a chair in a round; None if it has not laid.

    Cards that lie face down are shown to nobody, not even to their own player: that player has them in `own_down`.
    """
    if not int(past.laid) >> chair & 1:
        return None
    cards = int(past.face[chair])
    return Lying(
        count=int(past.count),
        cards=faces_in(cards) or None,
        down=not cards,
        kind=meld_name(cards) if cards else None,
        best=best,
    )


def describe_finished(observation: Any, number: int, chairs: Sequence[int]) -> Round:
    """§6.4, §12.1  Return a finished round, counted from 0, with all that lay face up in it."""
    public = observation.public
    return Round(
        number=number + 1,
        leader=seat_at(observation, public.rounds[number].leader),
        winner=seat_at(observation, best_of(public, number)),
        count=int(public.rounds[number].count),
        laid=describe_round(public, number, chairs),
    )


def describe_outcome(observation: Any) -> Outcome | None:
    """§9, §10.3, §12.1  Return how the deal ended and what was shown then; None while it is played."""
    public = observation.public
    if public.ending == RUNNING:
        return None
    return Outcome(
        ending=ENDINGS[public.ending],
        winner=seat_at(observation, public.winner),
        n=int(public.number),
        revealed=faces_in(int(public.revealed)),
        counting=faces_in(int(public.counting)),
        dreamt=faces_in(int(public.dreamt)) or None,
        sections=PAID_BY,
    )


def chips(public: Any, chair: int) -> list[Chip]:
    """§2.1, §4.2, §4.3, §6.4  Return the chips of a chair: its role, its call, and the tricks that it has won."""
    turn = (chair - int(public.dealer)) % int(public.players)
    if not is_active(public, chair):
        return [Chip("dreamer")]
    found = [Chip(("dealer", "player_2", "player_3", "player_3")[turn])]
    if chair == public.caller:
        found.append(Chip("called" if chair == public.dealer else "privileged"))
    elif int(public.declined) >> chair & 1 and public.caller == NOBODY:
        found.append(Chip("declined"))
    if public.tricks[chair]:
        found.append(Chip("tricks", int(public.tricks[chair])))
    return found


# -- choices


def name_kind(card: Card, rules: Any) -> str:
    """Return the face of a card: every card is a kind of its own."""
    return format_card(card)


def choices(observation: Any, rules: Any, actions: Sequence[int]) -> list[Choice]:
    """Return legal actions as choices, the cheapest first; all that beat come before all that surrender."""
    aged = int(observation.aged)
    return [choice(action, rules) for action in sorted(map(int, actions), key=lambda action: price(action, aged))]


def choice(action: int, rules: Any) -> Choice:
    """Return an action as people choose it."""
    cards = tuple(faces_in(int(cards_of(action))))
    return Choice(format_action(action, rules), cards, choice_kind(action, rules), cards)


def choice_kind(action: int, rules: Any) -> str:
    """Return the key of an action's words: the type of a meld, "down" for a surrender, else the text of the action."""
    verb = verb_of(action)
    if verb == LAY:
        return str(meld_name(int(cards_of(action))))
    return "down" if verb == DOWN else format_action(action, rules)


def price(action: int, aged: int) -> tuple[int, int, int, list[int]]:
    """Return the sort key of a choice, lowest for the cheapest.

    To declare comes first, then what beats, then what is surrendered.  Within these the sum of the ranks decides, to which each
    card of `aged` (a mask) adds 100.
    """
    verb, cards = verb_of(action), int(cards_of(action))
    if verb not in (LAY, DOWN):
        return (-1 if verb == DECLARE else 0), 0, int(verb), []
    ranks = [number % 9 for number in ORDER if cards >> number & 1]
    return int(verb == DOWN), PRICE_OF_AGED * int(count_of(cards & aged)) + sum(ranks), cards.bit_count(), sorted(ranks)
