"""§5.6, §6, §9, §14.19  Why some cards are no set, do not beat, or may not be laid, declared or returned."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.errors import Refusal, Words

from ..notation.naming import name_cards
from ..notation.text import hand_of, kinds_in_set, name_of, set_of, spell
from ..ranks import BLACK, HIGHEST_NATURAL, NO_RANK, RED
from ..rules.misplays import first_mend, is_mended, mends
from ..rules.sets import beats, blacks_in, lowest_in, rank_in, reds_in, size_of
from ..rules.shao import is_declaration, jokers_in, may_run_with, ranks_of
from ..rules.tribute import giver_to
from ..state import CORRECTING, FOLLOWING, LEADING, RUN
from ..variants import CORRECT
from ..words import refuse


def refuse_lay(observation: Any, rules: Any, kinds: Sequence[int]) -> Refusal | None:
    """§7.1, §7.2, §9.4, §14.19  Return the reason why cards, by their kinds, may not be laid; None if they may."""
    public = observation.public
    refusal = refuse_cards(observation, kinds)
    if refusal or not kinds:
        return refusal or refuse_nothing(public)
    cards = set_of(kinds)
    assert cards is not None
    if public.phase == LEADING:
        return refuse_run(observation, cards) if public.mode == RUN else None
    if public.phase == CORRECTING:
        return None if mends(observation.hand, cards, public.tried, public.best) else refuse_mend(observation, cards)
    if rules.misplay == CORRECT and size_of(cards) != size_of(public.best):
        return None
    return refuse_beat(cards, int(public.best))


def refuse_nothing(public: Any) -> Refusal:
    """Return the refusal of laying no card."""
    if public.phase == LEADING:
        return refuse("leader_cannot_pass")
    if public.phase == FOLLOWING:
        return refuse("wrong_number", n=int(size_of(public.best)), chosen=0)
    return refuse_number(public)


def refuse_cards(observation: Any, kinds: Sequence[int]) -> Refusal | None:
    """§6.1  Return the refusal of cards that the observer does not hold, or that are no set; None for a set."""
    missing = lacking(observation, kinds)
    if missing:
        return refuse("not_in_hand", cards=name_kinds(missing))
    naturals = sorted({kind for kind in kinds if kind <= HIGHEST_NATURAL})
    if len(naturals) > 1:
        return refuse("no_set", cards=name_kinds(kinds), card=name_of(naturals[0]), other=name_of(naturals[1]))
    return None


def lacking(observation: Any, kinds: Sequence[int]) -> list[int]:
    """Return the kinds of those cards that are not in the hand."""
    wanted = hand_of(kinds)
    return [kind for kind, count in enumerate(wanted) for _ in range(count - int(observation.hand[kind]))]


def name_kinds(kinds: Sequence[int]) -> Words:
    """Return words for cards by their kinds."""
    return name_cards(map(name_of, sorted(kinds)))


# -- beating


def refuse_beat(cards: int, best: int) -> Refusal | None:
    """§6.3, §6.4  Return the reason why a set does not beat the best; None if it does."""
    if beats(cards, best):
        return None
    size = int(size_of(best))
    if size_of(cards) != size:
        return refuse("wrong_number", n=size, chosen=int(size_of(cards)))
    if reds_in(best):
        return refuse("red_unbeatable")
    named = {"cards": name_cards(spell(cards)), "best": name_cards(spell(best))}
    if reds_in(cards) < blacks_in(best):
        return refuse("black_needs_red", **named, n=int(blacks_in(best)), chosen=int(reds_in(cards)))
    low, least = int(lowest_in(cards)), int(lowest_in(best))
    if jokers_in(cards) and rank_in(cards) != NO_RANK:
        return refuse("naturals_too_low", rank=name_of(least))
    faced = {"card": name_cards([name_of(low)]), "other": name_cards([name_of(least)])}
    return refuse("only_equal" if low == least else "not_higher", **named, **faced)


def refuse_mend(observation: Any, cards: int) -> Refusal:
    """§14.19  Return the reason why a set does not put the number right, or why it takes too many jokers for that."""
    public = observation.public
    tried, best = int(public.tried), int(public.best)
    if not is_mended(cards, tried, best):
        return refuse_number(public)
    added = int(jokers_in(cards)) - int(jokers_in(tried))
    needed = int(jokers_in(first_mend(observation.hand, tried, best))) - int(jokers_in(tried))
    return refuse("correct_fewer_jokers", n=needed, chosen=added)


def refuse_number(public: Any) -> Refusal:
    """§14.19  Return the refusal that says how a wrong number of cards is put right."""
    tried, size = int(public.tried), int(size_of(public.best))
    code = "correct_take_back" if size_of(tried) > size else "correct_add"
    return refuse(code, n=size, cards=name_cards(spell(tried)), best=name_cards(spell(int(public.best))))


# -- Shao Pai


def refuse_run(observation: Any, cards: int) -> Refusal | None:
    """§9.4  Return the reason why a declarer may not lead a set; None if they may."""
    hand = observation.hand
    if may_run_with(hand, ranks_of(hand), int(observation.public.left[0]), cards):
        return None
    if not jokers_in(cards):
        return refuse("run_needs_joker", cards=name_cards(spell(cards)))
    return refuse("run_breaks_rest", cards=name_cards(spell(cards)), **rest_after(observation, cards))


def refuse_declaration(observation: Any, rules: Any, kinds: Sequence[int]) -> Refusal | None:
    """§9.1, §9.2, §14.11, §14.14  Return the reason why cards may not be the first set of a Shao Pai; None if they may."""
    refusal = refuse_cards(observation, kinds)
    if refusal:
        return refusal
    public, cards = observation.public, set_of(kinds)
    assert cards is not None
    size, best = int(public.left[0]), int(public.best)
    if is_declaration(observation.hand, size, best, rules, cards):
        return None
    if size_of(cards) != size_of(best):
        return refuse("wrong_number", n=int(size_of(best)), chosen=int(size_of(cards)))
    named = name_cards(spell(cards))
    if not beats(cards, best):
        return refuse("shao_too_low", cards=named, best=name_cards(spell(best)))
    if size_of(cards) == size:
        return refuse("shao_only_one", cards=named)
    return refuse("shao_condition", cards=named, **rest_after(observation, cards))


def rest_after(observation: Any, cards: int) -> dict[str, int]:
    """§9.2  Return how many ranks and jokers would remain after a set, and how many jokers they need."""
    rest = [int(count) for count in observation.hand]
    for kind in kinds_in_set(cards):
        rest[kind] -= 1
    ranks = sum(1 for count in rest[: HIGHEST_NATURAL + 1] if count)
    return {"ranks": ranks, "jokers": rest[BLACK] + rest[RED], "needed": ranks - 1}


# -- tribute


def refuse_return(observation: Any, kinds: Sequence[int]) -> Refusal | None:
    """§5.6  Return the reason why cards, by their kinds, may not be returned; None if they may."""
    public = observation.public
    count = int(public.owes[giver_to(public, 0)])
    if len(kinds) != count:
        return refuse("return_number", n=count, chosen=len(kinds))
    missing = lacking(observation, kinds)
    return refuse("not_in_hand", cards=name_kinds(missing)) if missing else None
