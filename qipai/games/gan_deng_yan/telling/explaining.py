"""What a selection of cards is, or why it may not be played: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.telling import Card, Explanation
from qipai.engine.wording import listed

from ..knowing.observation import observe, seat_of
from ..notation.cards import card_kind, format_kinds, kinds_in
from ..notation.text import format_action, readings, spell
from ..rules.combinations import (
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
from ..rules.following import fits, is_next_rank, level_of, may_follow
from ..rules.play import is_legal
from ..state import BLACK, LOWEST, OBSERVATION, PASS, TWO
from ..variants import ANY_HIGHER, WIN, Ruleset
from ..words import refuse, said

MOST_EQUAL = 4  # §3.10


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§3.9  Return the legal actions that use exactly these cards, or the refusal that tells most."""
    kinds = sorted(card_kind(card, rules) for card in cards)
    refusal = turn_refusal(observation, rules, seat)
    if refusal:
        return Explanation((), refusal)
    hand = observation.hand
    refusal = cards_refusal(kinds, hand, rules)
    if refusal:
        return Explanation((), refusal)
    if observation.to_beat == PASS and is_bare(hand, rules) and len(kinds) == hand.cards:
        return Explanation((format_action(pack_action(BARE, kinds[0], len(kinds), 0, 0), rules),))
    found = readings(kinds, rules)
    if not found:
        return Explanation((), no_reading(kinds, rules))
    legal = [action for action in found if observation.to_beat == PASS or may_follow(action, int(observation.to_beat), rules)]
    if legal:
        return Explanation(tuple(format_action(action, rules) for action in legal))
    return Explanation((), nearest_refusal(found, int(observation.to_beat), rules))


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """§5.1, §5.2  Return the reason why a seat may not take this action, or None if it may."""
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    refusal = turn_refusal(observation, rules, seat)
    if refusal:
        return refusal
    to_beat = int(observation.to_beat)
    if action == PASS:
        return refuse("must_lead") if to_beat == PASS else None
    hand = observation.hand
    kinds = sorted(kind for _, kind in spell(action, rules))
    refusal = cards_refusal(kinds, hand, rules)
    if refusal or is_legal(state, rules, seat, action):
        return refusal
    if kind_of(action) == BARE or not fits(hand, rules, action):
        return no_reading(kinds, rules)
    return follow_refusal(action, to_beat, rules)


def why_alone(observation: Any, rules: Any, legal: Sequence[int]) -> Refusal | None:
    """§4, §5.1  Return why the only action of a seat that is asked is the only one: what would beat the play, or that it leads."""
    if len(legal) != 1:
        return None
    to_beat = int(observation.to_beat)
    if legal[0] == PASS:
        return follow_refusal(to_beat, to_beat, rules)
    return refuse("must_lead") if to_beat == PASS else None


def turn_refusal(observation: Any, rules: Any, seat: int) -> Refusal | None:
    """§5.2, §5.6, §7.8, §7.10, §7.16  Return the reason why it is not this seat's turn; the lead may have passed it by."""
    if observation.over:
        return refuse("deal_over")
    if seat_of(observation, observation.to_act) == seat:
        return None
    if rules.pass_sticky and observation.last[0] == PASS:
        return refuse("passed_out")
    if observation.to_beat == PASS and observation.known_jokers[0] and is_bare(observation.hand, rules):
        return refuse("bare_not_winning" if rules.bare_joker_lead == WIN else "bare_forbidden")
    return refuse("not_your_turn")


def cards_refusal(kinds: list[int], hand: Any, rules: Any) -> Refusal | None:
    """§5.2  Return a refusal if some of the cards are not in the hand."""
    lacking = Counter(kinds) - Counter(kinds_in(hand))
    return refuse("no_such_cards", cards=format_kinds(sorted(lacking.elements()), rules)) if lacking else None


# -- cards that are no combination


def no_reading(kinds: list[int], rules: Any) -> Refusal:
    """§3  Return the reason why these cards are no combination under these rules."""
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
    """§7.4 to §7.7  Return a refusal that names the house rule without which these cards would be a combination."""
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
    """Return the rule set of opened `rules` with some options changed."""
    return Ruleset(*(int(getattr(rules, name)) for name in Ruleset._fields))._replace(**changes)


def shape_refusal(naturals: list[int], jokers: int) -> Refusal | None:
    """§1.2, §3.3  Return a refusal for a 2 among neighbours, or for two neighbours alone."""
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


def nearest_refusal(found: list[int], to_beat: int, rules: Any) -> Refusal:
    """Return the refusal of that reading of a selection which comes closest to the play to beat."""

    def distance(action: int) -> tuple[bool, bool]:
        return kind_of(action) != kind_of(to_beat), length_of(action) != length_of(to_beat)

    return follow_refusal(min(found, key=distance), to_beat, rules)


def follow_refusal(action: int, to_beat: int, rules: Any) -> Refusal:
    """§4  Return the reason why play `action` may not be laid on play `to_beat`."""
    kind = kind_of(to_beat)
    level = level_of(kind, rules)
    written = format_action(to_beat, rules)
    if level == 3:
        return refuse("nothing_follows")
    if level > 0:
        return refuse("bomb_too_low", to_beat=written)
    ranks = [rank for rank in range(LOWEST, TWO + 1) if may_be_wanted(to_beat, rank, rules)]
    if not ranks:
        return refuse("only_bomb_on_two" if rank_of(to_beat) == TWO else "only_bomb", to_beat=written)
    if kind_of(action) != kind or length_of(action) != length_of(to_beat):
        return refuse("same_kind", to_beat=written)
    plays = [format_action(following(to_beat, rank), rules) for rank in ranks]
    return refuse(wanted_code(to_beat, ranks, rules), to_beat=written, wanted=listed(plays, said("joining.or")))


def wanted_code(to_beat: int, ranks: list[int], rules: Any) -> str:
    """§4.1, §4.2, §7.3, §7.11  Return the code of the refusal that says which ranks may be laid on an ordinary play."""
    rank = rank_of(to_beat)
    same = rank in ranks
    if ranks == [rank]:
        return "same_rank_only"
    if kind_of(to_beat) == TRIPLET and rules.triplet_follow == ANY_HIGHER:
        return "same_or_higher_triplet" if same else "higher_triplet_only"
    if ranks == [TWO]:
        return "twos_only"
    if ranks[-1] == TWO and rank + 1 < TWO:
        return "same_or_two_on_top" if same else "two_on_top"
    return "same_or_next_rank" if same else "next_rank_only"


def may_be_wanted(to_beat: int, rank: int, rules: Any) -> bool:
    """Return whether a play of this rank may be laid on `to_beat`."""
    kind = kind_of(to_beat)
    if kind in (SEQUENCE, DOUBLE_SEQUENCE, TRIPLET_SEQUENCE) and rank + length_of(to_beat) - 1 > RUN_END:
        return False
    return bool(is_next_rank(kind, rank, rank_of(to_beat), rules))


def following(to_beat: int, rank: int) -> int:
    """Return the play of natural cards with the kind and length of `to_beat` and this rank."""
    return pack_action(kind_of(to_beat), rank, length_of(to_beat), 0, 0)
