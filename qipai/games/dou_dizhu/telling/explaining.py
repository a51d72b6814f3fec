"""What a selection of cards is, or why it may not be played: the refusals, each with its §.

What is legal the rules list; here is only said what stands in the way of the rest.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Explanation
from qipai.engine.telling import kind_of as card_kind

from ..knowing import observe, seat_of
from ..notation.text import SPOKEN, cards_of, format_action, format_kinds, kinds_in, listed, readings
from ..rules.bidding import is_bid_in_points
from ..rules.plays import BOMB, ROCKET, kind_of, length_of
from ..rules.turns import legal_actions
from ..state import DOUBLING, OBSERVATION, OVER, PASS, PLAY, SEATS, SHOWING, TWO
from ..variants import ANY, ANY_PAIRS, BOTH, NO_BOMB, Ruleset
from ..words import refuse

SHORTEST_RUN = {1: 5, 2: 3, 3: 2}  # §4.6 to §4.8 by cards of each rank
LENIENT = (  # §4.12, §8.6 to §8.10: the refusals of cards that would be a play under another house rule
    ("rocket_wings", 1, "jokers_no_pair"),
    ("single_wings", NO_BOMB, "equal_wings"),
    ("single_wings", ANY, "bomb_as_wings"),
    ("own_rank_wings", 1, "own_rank"),
    ("pair_wings", ANY_PAIRS, "pair_wings"),
    ("four_with_two", BOTH, "four_with_two"),
)


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§4.15  The legal actions that these cards are, or the most telling refusal."""
    kinds = sorted(map(card_kind, cards))
    refusal = question_refusal(observation, rules, seat) or cards_refusal(kinds, observation.hand)
    legal = [] if refusal else readings(kinds, rules, int(observation.to_beat))
    if legal:
        return Explanation(tuple(format_action(action, rules) for action in legal))
    return Explanation((), refusal or play_refusal(kinds, readings(kinds, rules), int(observation.to_beat), rules))


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """§3, §6.1, §6.2  Why a seat may not do this, or None if it may."""
    if action in listed(legal_actions, state, rules, seat):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    refusal = question_refusal(observation, rules, seat)
    if refusal:
        return refusal
    if action in SPOKEN:
        return refuse("must_lead" if action == PASS else "only_plays")
    kinds = sorted(cards_of(action))
    found = [action] if action in readings(kinds, rules) else []
    return cards_refusal(kinds, observation.hand) or play_refusal(kinds, found, int(observation.to_beat), rules)


def why_alone(observation: Any, rules: Any, legal: Sequence[int]) -> Refusal | None:
    """§5, §6.1  What would beat the play where a seat can only pass; that it leads, where it has one play left."""
    to_beat = int(observation.to_beat)
    if len(legal) != 1 or observation.phase != PLAY:
        return None
    if legal[0] == PASS:
        return play_refusal([], [to_beat], to_beat, rules)
    return refuse("must_lead") if to_beat == PASS else None


def question_refusal(observation: Any, rules: Any, seat: int) -> Refusal | None:
    """§3.2, §3.3, §3.6, §6.2, §6.4, §8.1, §8.4  What is asked instead, if it is not for this seat to lay cards."""
    if observation.phase == OVER:
        return refuse("deal_over")
    if not any(observation.asked >> chair & 1 and seat_of(observation, chair) == seat for chair in range(SEATS)):
        return refuse("not_your_turn")
    if observation.phase == PLAY:
        return None
    if observation.phase == SHOWING:
        return refuse("show_or_not")
    if observation.phase == DOUBLING:
        return refuse("double_or_not")
    if is_bid_in_points(rules):
        return refuse("bid_higher")
    return refuse("call_first" if observation.caller == NOBODY else "grab_or_not")


def cards_refusal(kinds: list[int], hand: Any) -> Refusal | None:
    """§6.2  Only cards from one's hand are laid."""
    lacking = Counter(kinds) - Counter(kinds_in(hand))
    return refuse("no_such_cards", cards=format_kinds(sorted(lacking.elements()))) if lacking else None


def play_refusal(kinds: list[int], found: list[int], to_beat: int, rules: Any) -> Refusal:
    """§5  Why none of the plays that these cards are may be laid on that play; §4, §8 or why they are none."""
    if not found:
        agreed = Ruleset(*(int(getattr(rules, name)) for name in Ruleset._fields))
        for option, value, refusal in LENIENT:
            if readings(kinds, agreed._replace(**{option: value})):
                return refuse(refusal)
        return run_refusal(kinds) or refuse("no_play", cards=format_kinds(kinds))
    kind, written = kind_of(to_beat), format_action(to_beat, rules)
    if kind == ROCKET:
        return refuse("nothing_follows")
    if kind == BOMB:
        return refuse("bomb_too_low", to_beat=written)
    alike = any(kind_of(action) == kind and length_of(action) == length_of(to_beat) for action in found)
    return refuse("higher" if alike else "same_kind", to_beat=written)


def run_refusal(kinds: list[int]) -> Refusal | None:
    """§1.2, §4.6, §4.7  A run with a 2 or a joker in it, or one that is too short."""
    counts = Counter(kinds)
    copies, *others = set(counts.values())
    if others or copies not in SHORTEST_RUN:
        return None
    if max(counts) >= TWO and len(counts) >= SHORTEST_RUN[copies]:
        return refuse("two_in_run")
    is_run = 1 < len(counts) == max(counts) - min(counts) + 1 and max(counts) < TWO
    return refuse("run_too_short") if is_run else None
