"""The board for people, built from an observation."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY, SPECTATOR, is_own, seats_in
from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from ..asking.legal import is_window
from ..knowing.observation import seat_of, sees_hand
from ..notation.naming import kind_of_set
from ..notation.text import MORE_NAME, name_of, ranks_in, spell
from ..ranks import RANKS, TWO
from ..rules.endgame import arrangement_of, block_of, is_endgame
from ..rules.sets import is_high
from ..rules.talk import place_of_mate
from ..seating import dui_men, is_in
from ..state import (
    ARRANGEMENTS,
    BLOCKS,
    DUEL,
    NAMING,
    NO_DEBT,
    OVER,
    TELLING,
    THROWN_IN,
    TRIBUTES,
)
from ..verbs import FEW, MORE
from .board_fields import ROLES, Advice, Best, Board, Chip, Duel, Place, Shao, Tribute
from .questions import CHAIRS, describe_question, seat_at, seats_at
from .settling import describe_settlement

WILD = RANKS[TWO - 1 :]  # §1.4


def describe(observation: Any, rules: Any) -> Board:
    """§13.1  Return the board: what everybody sees, by seat from 0, and of the hands what the observer knows (§13.2)."""
    public = observation.public
    chairs = CHAIRS.by_seat(observation)
    return Board(
        **CHAIRS.told(observation),
        window=bool(is_window(observation)),
        **describe_trick(observation, rules),
        **describe_question(observation, rules),
        places=[int(public.place[chair]) or None for chair in chairs],
        headless=[seat for seat, chair in enumerate(chairs) if is_headless(public, chair)],
        tributes=describe_tributes(observation),
        last=[int(public.last[chair]) for chair in chairs] if any(public.last) else None,
        exposed=describe_hands(observation, public.exposed),
        shown=describe_hands(observation, int(public.shown) & ~int(public.exposed)),
        advice=describe_advice(observation),
        played=[ranks_in(public.played[chair]) for chair in chairs],
        ranks=list(RANKS),
        wild=list(WILD),
        unseen=describe_unseen(observation),
        told=[describe_told(int(public.told[chair])) for chair in chairs],
        **describe_endgame(observation),
        thrown_in=bool(public.ending == THROWN_IN),
        seats=[describe_place(observation, rules, chair) for chair in chairs],
        settlement=describe_settlement(observation, rules),
    )


def describe_own(observation: Any, rules: Any, board: dict[str, Any]) -> dict[str, Any]:
    """§5.6, §11.3, §11.4, §13.2  Return the fields in which a seat's board differs from the public one.

    They follow from the hands that the seat sees, and from the tributes in which it has part.
    """
    public = observation.public
    own: dict[str, Any] = {"unseen": describe_unseen(observation), "seats": board["seats"].copy()}
    for chair in {0, dui_men(0), *hands_seen(observation)}:
        own["seats"][seat_on(observation, chair)] = describe_place(observation, rules, chair)
    if board["tributes"]:
        own["tributes"] = describe_tributes(observation)
    if int(public.exposed) | int(public.shown):
        own["exposed"] = describe_hands(observation, public.exposed)
        own["shown"] = describe_hands(observation, int(public.shown) & ~int(public.exposed))
    return own


def describe_place(observation: Any, rules: Any, chair: int) -> Place:
    """Return what is shown beside a chair: the size of its hand, where that is known, and its chips."""
    return Place(cards=known_size(observation, rules, chair), chips=chips(observation, rules, chair))


# -- the trick


def describe_trick(observation: Any, rules: Any) -> dict[str, Any]:
    """§7.3, §8.1, §9.3, §9.4  Return the fields about the trick: the set to beat, the duel, the Shao Pai, a wrong set."""
    public = observation.public
    return {
        "duel": describe_duel(observation) if public.mode == DUEL else None,
        "shao": describe_shao(observation) if public.runner != NOBODY else None,
        "best": describe_set(int(public.best), rules),
        "tried": spell(int(public.tried)) or None,
    }


def describe_duel(observation: Any) -> Duel:
    """§8.1  Return who fights the duel."""
    starter = int(observation.public.starter_of_duel)
    return Duel(starter=seat_on(observation, starter), defender=seat_on(observation, dui_men(starter)))


def describe_shao(observation: Any) -> Shao:
    """§9.3, §9.4  Return who has declared Shao Pai, and against whom."""
    public = observation.public
    starter = seat_at(observation, public.challenged)
    return Shao(declarer=seat_on(observation, public.runner), starter=starter, first=starter is not None)


def seat_on(observation: Any, chair: int) -> int:
    """Return the seat of a chair, which must not be `NOBODY`."""
    return int(seat_of(observation, int(chair)))


def describe_set(cards: int, rules: Any) -> Best | None:
    """§6.1, §6.5  Return a set as the board shows it; None for 0, which is no set."""
    if not cards:
        return None
    return Best(cards=spell(cards), high=bool(is_high(cards, rules)), kind=kind_of_set(cards))


def is_headless(public: Any, chair: int) -> bool:
    """§8.4  Return True if a chair has cards and its Dui Men has none."""
    return bool(is_in(public.active, chair) and not is_in(public.active, dui_men(chair)))


def describe_endgame(observation: Any) -> dict[str, Any]:
    """§10.1, §10.2  Return the fields about the endgame: its arrangement, and the blocks in turn order; None before it."""
    public = observation.public
    if public.phase == OVER or not is_endgame(public):
        return {"endgame": None, "blocks": None}
    arrangement = arrangement_of(public.active)
    blocks: list[list[int]] = []
    for chair in CHAIRS.by_seat(observation):
        block = seats_at(observation, block_of(public.active, chair)) if is_in(public.active, chair) else []
        if block and block not in blocks:
            blocks.append(block)
    return {"endgame": ARRANGEMENTS[arrangement], "blocks": blocks if arrangement == BLOCKS else None}


# -- tribute and what was told


def describe_tributes(observation: Any) -> list[Tribute]:
    """§5.2  Return the debts of this deal, in the order of the givers' seats."""
    debts = observation.public.tribute
    return [describe_tribute(observation, chair) for chair in CHAIRS.by_seat(observation) if debts[chair] != NO_DEBT]


def describe_tribute(observation: Any, giver: int) -> Tribute:
    """§5.2, §5.5, §5.6  Return a debt and its stage.  Its cards are shown only to giver and receiver."""
    public = observation.public
    return Tribute(
        giver=seat_on(observation, giver),
        to=seat_on(observation, public.receiver[giver]),
        n=int(public.owes[giver]),
        state=TRIBUTES[public.tribute[giver]],
        given=names_of(observation.given[giver]),
        returned=names_of(observation.returned[giver]),
    )


def names_of(kinds: Sequence[int]) -> list[str] | None:
    """Return the ranks of the cards of a tribute; None if the observer does not know them."""
    return [name_of(kind) for kind in kinds if kind] or None


def describe_told(said: int) -> str | None:
    """§11.2  Return the count that a player told, as text; None if none was told."""
    if not said:
        return None
    return MORE_NAME if said == MORE else str(said)


# -- hands


def describe_hands(observation: Any, mask: Any) -> dict[str, list[str]]:
    """§11.3, §11.4  Return, by seat as text, the hands of a mask of chairs that the observer sees, its own among them."""
    public = observation.public
    known = {}
    for chair in seats_in(int(mask) & int(public.active)):
        if is_own(observation, chair):
            known[chair] = ranks_in(observation.hand)
        elif sees_hand(observation, chair):
            known[chair] = ranks_in(observation.seen[chair])
    return {str(seat): known[chair] for seat, chair in enumerate(CHAIRS.by_seat(observation)) if chair in known}


def hands_seen(observation: Any) -> list[int]:
    """§11.3, §11.4  Return the other chairs whose hands the observer knows."""
    public = observation.public
    return [chair for chair in seats_in(int(public.exposed) | int(public.shown)) if sees_hand(observation, chair)]


def describe_advice(observation: Any) -> list[Advice]:
    """§11.4  Return the advice that the seat that is asked was given: the ranks of a set, or None for a pass."""
    public = observation.public
    if not public.advised:
        return []
    actor = int(public.waiting) if public.phase == TELLING else next(seats_in(int(public.asked)))
    return [
        Advice(
            seat=seat_on(observation, mate),
            to=seat_on(observation, actor),
            cards=spell(int(public.advice[place_of_mate(actor, mate)])) or None,
        )
        for mate in seats_in(int(public.advised))
    ]


def describe_unseen(observation: Any) -> list[int]:
    """§13.1, §13.2  Return how many cards of each kind the observer has not seen, neither laid nor in a hand."""
    public = observation.public
    hands = [observation.seen[chair] for chair in hands_seen(observation) if is_in(public.active, chair)]
    seen = [sum(counts) for counts in zip(*public.played, *hands, observation.hand, strict=True)]
    return [int(count) - int(known) for count, known in zip(public.pack, seen, strict=True)][1:]


def known_size(observation: Any, rules: Any, chair: int) -> int | None:
    """§11.2, §13.3, §14.18  Return how many cards a chair holds, if the observer is shown it, else None.

    Shown are one's own, those that were told or are seen, and that somebody is out.
    """
    public = observation.public
    size = int(public.left[chair])
    if is_in(public.penalised, chair):
        return 0
    if is_own(observation, chair) or public.phase in (NAMING, OVER) or rules.counts_public:
        return size
    told = 0 < public.told[chair] < MORE
    return size if size == 0 or told or sees_hand(observation, chair) else None


def chips(observation: Any, rules: Any, chair: int) -> list[Chip]:
    """§2, §4.3, §7.4, §8, §9, §11.2, §11.4, §14.20  Return the chips of a chair."""
    public = observation.public
    found = [Chip(role) for role in ROLES if getattr(public, role) == chair]
    if public.place[chair]:
        found.append(Chip("place", int(public.place[chair])))
    own, opposite = 1 << chair, dui_men(chair)
    plays = public.active & own
    duels = public.mode == DUEL
    if public.penalised & own:
        found.append(Chip("penalised"))
    if is_headless(public, chair):
        found.append(Chip("head_gone"))
    if plays & public.passed:
        found.append(Chip("passed"))
    if plays and known_size(observation, rules, chair) is None:
        found.append(Chip("few" if public.left[chair] <= FEW else "over_ten"))
    if plays & public.exposed:
        found.append(Chip("exposed"))
    if duels and chair == public.starter_of_duel:
        found.append(Chip("duel_starter"))
    if duels and opposite == public.starter_of_duel:
        found.append(Chip("duel_defender"))
    found += [Chip(state) for state in ("runner", "promised", "wish") if getattr(public, state) == chair]
    if sits_opposite(observation, chair):
        found.append(Chip("dui_men"))
    if public.wish != NOBODY and public.pleas & own:
        found.append(Chip("pleads"))
    return found


def sits_opposite(observation: Any, chair: int) -> bool:
    """§1.2  Return True if a chair is the observer's Dui Men."""
    return bool(observation.seat != SPECTATOR and chair == dui_men(0))


def name_kind(card: Card, rules: Any) -> str:
    """Return the rank of a card: cards of one rank are of one kind (§1.4)."""
    return name_of(card_kind(card))
