"""Tables that examples speak of: deals from given hands, and what somebody knows of a deal who tells its rounds.

The dealer sits at seat 0 of four; where an example leaves cards open, others are taken that tell nothing of those it names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.options import pack_ruleset
from qipai.engine.records import Record

from .aged import aged_cards
from .cards import ALL_SUITS, CARDS, EMPTY, LI_CHEN_MASK, above, count_of
from .dealing import clear
from .evidence import EVERYTHING
from .leading import single_leads
from .melds import NONE, SINGLE, type_of
from .play import apply_action, cards_of, is_legal, legal_actions, to_act, verb_of
from .position import in_turn
from .position_reader import dealt
from .rounds import DOWN, KEEP, NOT_PLAY, PLAY, pack_action
from .scoring import returns
from .seating import WITH_DREAMER
from .state import ACTIONS, CLAIMING, LEADING, RESULT, STATE
from .text import parse_cards
from .variants import Ruleset

Act = Mapping[str, Any]
SEATS = {"dealer": 0, "player2": 1, "dreamer": 2, "player3": 3}  # §2.1
ROLES = {seat: role for role, seat in SEATS.items()}
PLAYERS = (0, 1, 3)
WHOLE_PACK = ALL_SUITS | LI_CHEN_MASK


def mask(cards: Iterable[str]) -> int:
    return parse_cards("-".join(cards) or ".")


def lowest(cards: int, count: int) -> int:
    """So many of some cards, from 1 Chen on upwards."""
    chosen = [1 << card for card in range(CARDS) if cards >> card & 1][:count]
    if len(chosen) < count:
        raise QipaiError("there are not enough cards for these hands.")
    return sum(chosen)


def higher_than(hand: int) -> int:
    """All cards that are above one of a hand in its suit."""
    return sum(1 << card for card in range(CARDS) if any(above(own) >> card & 1 for own in range(CARDS) if hand >> own & 1))


def filled(known: Mapping[int, int], size: int, first: int = EMPTY) -> list[int]:
    """Hands of so many cards, with what is known of them; `first` are the cards that the others get before all others."""
    hands = [known.get(seat, EMPTY) for seat in range(WITH_DREAMER)]
    rest = WHOLE_PACK & ~sum(hands)
    for seat in (*PLAYERS, SEATS["dreamer"]):
        lack = (1 if seat == SEATS["dreamer"] else size) - int(count_of(hands[seat]))
        wanted = rest & first
        more = lowest(wanted, min(lack, int(count_of(wanted))))
        more |= lowest(rest & ~more, lack - int(count_of(more)))
        hands[seat] |= more
        rest &= ~more
    return hands


class Deal:
    """A deal of given hands, moved by the compiled rules."""

    def __init__(self, ruleset: Ruleset, hands: Sequence[int]) -> None:
        setup, state = dealt(ruleset, list(hands), SEATS["dealer"])
        self.setup: Record = setup
        self.state: Any = records.opened(state)
        self.rules = records.opened(pack_ruleset(ruleset))

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def seat(self) -> int:
        return int(to_act(self.state))

    def legal(self) -> list[int]:
        actions = records.opened(records.new(ACTIONS))
        count = int(legal_actions(self.state, self.rules, self.seat, actions))
        return [int(action) for action in actions.list[:count]]

    def may(self, verb: int, cards: int = EMPTY) -> bool:
        return bool(is_legal(self.state, self.rules, self.seat, pack_action(verb, cards)))

    def act(self, verb: int, cards: int = EMPTY) -> None:
        if not self.may(verb, cards):
            raise QipaiError(f"the rules refuse what {ROLES[self.seat]} does.")
        apply_action(self.state, self.rules, self.seat, pack_action(verb, cards))

    def keep_all(self) -> None:
        """Nobody claims, if anybody is asked."""
        while self.table.phase == CLAIMING:
            self.act(KEEP)

    def begin(self, plays: Sequence[bool] = (True,)) -> None:
        """Nobody claims; the players call."""
        self.keep_all()
        for play in plays:
            self.act(PLAY if play else NOT_PLAY)
            self.keep_all()

    def surrender(self) -> None:
        """Whoever is asked surrenders the lowest cards that may go."""
        downs = [cards_of(action) for action in self.legal() if verb_of(action) == DOWN]
        if not downs:
            raise QipaiError(f"{ROLES[self.seat]} must beat.")
        self.act(DOWN, downs[0])

    def result(self) -> Any:
        result = records.opened(records.new(RESULT))
        returns(self.state, self.rules, result)
        return result


class Knowledge:
    """A table as one of the players knows it at the beginning of a round."""

    def __init__(self, ruleset: Ruleset, holder: str, hand: int, pack: int, dreamer: int, privileged: str | None) -> None:
        self.rules = records.opened(pack_ruleset(ruleset))
        self.state: Any = records.opened(records.new(STATE))
        clear(self.state)
        self.heeded = EVERYTHING
        table = self.table
        table.players, table.dealer, table.pack, table.phase = WITH_DREAMER, SEATS["dealer"], pack, LEADING
        table.caller = SEATS[privileged or "dealer"]
        table.left, rest = divmod(int(count_of(pack)) - dreamer, len(PLAYERS))
        if rest:
            raise QipaiError("the pack cannot be dealt evenly.")
        self.seat = SEATS[holder]
        self.holding.hand = hand

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def holding(self) -> Any:
        return self.state.holdings[self.seat]

    def add_round(self, acts: Sequence[Act]) -> int:
        """Tell what was done in a round, each act by itself: lead, beat or surrender.  Returns its number, from 0."""
        table, number = self.table, int(self.table.round_number)
        past = table.rounds[number]
        past.leader = SEATS[acts[0]["by"]]
        past.count = len(acts[0]["lead"])
        if [SEATS[act["by"]] for act in acts] != in_turn(table, int(past.leader)):
            raise QipaiError("a round has its leader's lead and then the answers of the two others in turn.")
        for act in acts:
            seat = SEATS[act["by"]]
            past.laid |= 1 << seat
            past.face[seat] = mask(act.get("lead") or act.get("beat", ()))
            if "cards" in act:
                self.holding.down[number] = mask(act["cards"])
        table.round_number += 1
        table.left -= past.count
        return number

    def aged(self) -> int:
        """§7"""
        return int(aged_cards(self.table, self.rules, self.seat, self.holding, self.heeded, self.state.search))

    def may_lead(self, cards: int) -> bool:
        """§8"""
        kind, hand = type_of(cards), int(self.holding.hand)
        if kind != SINGLE:
            return bool(kind != NONE and cards & ~hand == EMPTY)
        return bool(cards & single_leads(self.table, self.rules, self.seat, hand, self.aged()))

    def lead(self, cards: Sequence[str]) -> None:
        """Lead these; the others surrender."""
        self.holding.hand &= ~mask(cards)
        seat = ROLES[self.seat]
        others = [ROLES[other] for other in in_turn(self.table, self.seat)[1:]]
        self.add_round([{"by": seat, "lead": cards}, *({"by": other, "surrender": len(cards)} for other in others)])
