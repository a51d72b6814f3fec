"""What a selection of cards is, or why it may not be played: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.telling import Card, Explanation

from . import words
from .cards import card_kind, format_kinds, kinds_in
from .combinations import (
    BARE,
    DOUBLE_SEQUENCE,
    RUN_END,
    SEQUENCE,
    TRIPLET,
    TRIPLET_SEQUENCE,
    is_bare,
    kind_of,
    length_of,
    pack_action,
    rank_of,
)
from .following import fits, is_next_rank, level_of, may_follow
from .observation import observe, seat_of
from .play import is_legal
from .state import BLACK, LOWEST, OBSERVATION, PASS, TWO
from .text import format_action, readings, spell
from .variants import ANY_HIGHER, WIN, Ruleset

MOST_EQUAL = 4  # §3.10


def refuse(code: str, **named: object) -> Refusal:
    section, sentences = words.REFUSALS[code]
    return Refusal(code, section, {language: text.format(**named) for language, text in sentences.items()})


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§3.9  The legal actions that these cards are, or the most telling refusal."""
    kinds = sorted(card_kind(card, rules) for card in cards)
    refusal = turn_refusal(observation, rules, seat)
    if refusal:
        return Explanation((), refusal)
    hand = observation.hand
    refusal = cards_refusal(kinds, hand, rules)
    if refusal:
        return Explanation((), refusal)
    if observation.table == PASS and is_bare(hand, rules) and len(kinds) == hand.cards:
        return Explanation((format_action(pack_action(BARE, kinds[0], len(kinds), 0, 0), rules),))
    found = readings(kinds, rules)
    if not found:
        return Explanation((), no_reading(kinds, rules))
    legal = [action for action in found if observation.table == PASS or may_follow(action, int(observation.table), rules)]
    if legal:
        return Explanation(tuple(format_action(action, rules) for action in legal))
    return Explanation((), nearest_refusal(found, int(observation.table), rules))


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """§5.1, §5.2  Why a seat may not do this, or None if it may."""
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    refusal = turn_refusal(observation, rules, seat)
    if refusal:
        return refusal
    table = int(observation.table)
    if action == PASS:
        return refuse("must_lead") if table == PASS else None
    hand = observation.hand
    kinds = sorted(kind for _, kind in spell(action, rules))
    refusal = cards_refusal(kinds, hand, rules)
    if refusal or is_legal(state, rules, seat, action):
        return refusal
    if kind_of(action) == BARE or not fits(hand, rules, action):
        return no_reading(kinds, rules)
    return follow_refusal(action, table, rules)


def turn_refusal(observation: Any, rules: Any, seat: int) -> Refusal | None:
    """§5.2, §5.6, §7.16  Why it is not for this seat to act; §7.8, §7.10 the lead may have passed it by."""
    if observation.over:
        return refuse("deal_over")
    if seat_of(observation, observation.to_act) == seat:
        return None
    if rules.pass_sticky and observation.last[0] == PASS:
        return refuse("passed_out")
    if observation.table == PASS and observation.known_jokers[0] and is_bare(observation.hand, rules):
        return refuse("bare_not_winning" if rules.bare_joker_lead == WIN else "bare_forbidden")
    return refuse("not_your_turn")


def cards_refusal(kinds: list[int], hand: Any, rules: Any) -> Refusal | None:
    """§5.2  Only cards from one's hand are laid."""
    lacking = Counter(kinds) - Counter(kinds_in(hand))
    return refuse("no_such_cards", cards=format_kinds(sorted(lacking.elements()), rules)) if lacking else None


# -- cards that are no combination


def no_reading(kinds: list[int], rules: Any) -> Refusal:
    """§3  Why these cards are no combination at this table."""
    naturals = [kind for kind in kinds if kind < BLACK]
    jokers = len(kinds) - len(naturals)
    written = format_kinds(kinds, rules)
    if not naturals:
        if jokers == 1:
            return refuse("lone_joker")
        return refuse("jokers_pair") if jokers == 2 else refuse("no_combination", cards=written)
    if len(set(naturals)) == 1 and len(kinds) > MOST_EQUAL and jokers < 2:
        return refuse("too_many_equal")
    return house_rule_refusal(kinds, rules) or shape_refusal(naturals, jokers) or refuse("no_combination", cards=written)


def house_rule_refusal(kinds: list[int], rules: Any) -> Refusal | None:
    """§7.4 to §7.7  The house rule without which these cards would be a combination."""
    if not rules.joker_as_two and readings(kinds, changed(rules, joker_as_two=1)):
        return refuse("joker_as_two")
    if rules.max_seq_ranks and readings(kinds, changed(rules, max_seq_ranks=0)):
        return refuse("run_too_long", n=int(rules.max_seq_ranks))
    if readings(kinds, changed(rules, min_dseq_pairs=2)):
        return refuse("dseq_too_short", n=int(rules.min_dseq_pairs))
    if rules.triplet_seq and readings(kinds, changed(rules, tseq_min=2)):
        return refuse("tseq_too_short", n=int(rules.tseq_min))
    if not rules.triplet_seq and readings(kinds, changed(rules, triplet_seq=1, tseq_min=2)):
        return refuse("tseq_off")
    return None


def changed(rules: Any, **changes: int) -> Ruleset:
    """These rules with changes."""
    return Ruleset(*(int(getattr(rules, name)) for name in Ruleset._fields))._replace(**changes)


def shape_refusal(naturals: list[int], jokers: int) -> Refusal | None:
    """§1.2, §3.3  A 2 among neighbours, or two neighbours alone."""
    different = sorted(set(naturals))
    below_two = [rank for rank in different if rank != TWO]
    if len(different) == len(naturals) and TWO in different and len(naturals) + jokers >= 3:
        neighbours = below_two[-1] - below_two[0] <= len(naturals) + jokers - 1
        if neighbours and (RUN_END in below_two or LOWEST in below_two):
            return refuse("two_in_run")
    if len(different) == len(naturals) == 2 and not jokers and different[1] == different[0] + 1 and TWO not in different:
        return refuse("run_too_short")
    return None


# -- combinations that do not follow


def nearest_refusal(found: list[int], table: int, rules: Any) -> Refusal:
    """Of the readings of a selection, the refusal of the one that comes closest."""

    def distance(action: int) -> tuple[bool, bool]:
        return kind_of(action) != kind_of(table), length_of(action) != length_of(table)

    return follow_refusal(min(found, key=distance), table, rules)


def follow_refusal(action: int, table: int, rules: Any) -> Refusal:
    """§4  Why a play may not be laid on that one."""
    kind = kind_of(table)
    level = level_of(kind, rules)
    written = format_action(table, rules)
    if level == 3:
        return refuse("nothing_follows")
    if level > 0:
        return refuse("bomb_too_low", table=written)
    ranks = [rank for rank in range(LOWEST, TWO + 1) if may_be_wanted(table, rank, rules)]
    if not ranks:
        return refuse("only_bomb_on_two" if rank_of(table) == TWO else "only_bomb", table=written)
    if kind_of(action) != kind or length_of(action) != length_of(table):
        return refuse("same_kind", table=written)
    plays = [format_action(following(table, rank), rules) for rank in ranks]
    joined = {language: joiner.join(plays) for language, joiner in words.OR.items()}
    code = wanted_code(table, ranks, rules)
    section, sentences = words.REFUSALS[code]
    said = {language: text.format(table=written, wanted=joined[language]) for language, text in sentences.items()}
    return Refusal(code, section, said)


def wanted_code(table: int, ranks: list[int], rules: Any) -> str:
    """§4.1, §4.2, §7.3, §7.11  The refusal that says which ranks may be laid on an ordinary play."""
    rank = rank_of(table)
    same = rank in ranks
    if ranks == [rank]:
        return "same_rank_only"
    if kind_of(table) == TRIPLET and rules.triplet_follow == ANY_HIGHER:
        return "same_or_higher_triplet" if same else "higher_triplet_only"
    if ranks == [TWO]:
        return "twos_only"
    if ranks[-1] == TWO and rank + 1 < TWO:
        return "same_or_two_on_top" if same else "two_on_top"
    return "same_or_next_rank" if same else "next_rank_only"


def may_be_wanted(table: int, rank: int, rules: Any) -> bool:
    """Is there a play of this rank that the table asks for?"""
    kind = kind_of(table)
    if kind in (SEQUENCE, DOUBLE_SEQUENCE, TRIPLET_SEQUENCE) and rank + length_of(table) - 1 > RUN_END:
        return False
    return bool(is_next_rank(kind, rank, rank_of(table), rules))


def following(table: int, rank: int) -> int:
    """The play of the table's kind and length with this rank, of natural cards."""
    return pack_action(kind_of(table), rank, length_of(table), 0, 0)
