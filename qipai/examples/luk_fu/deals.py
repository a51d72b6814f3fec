"""Set up deals of Luk Fu from given hands, and what one player knows from the rounds so far.

The dealer sits at seat 0 of four.  Cards that an example does not mention are chosen so that the answer does not depend on them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from operator import or_
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.games import LUK_FU
from qipai.games.luk_fu.cards import ALL_SUITS, CARDS, EMPTY, LI_CHEN_MASK, above, count_of
from qipai.games.luk_fu.notation.text import kinds_in, parse_cards
from qipai.games.luk_fu.rules.aged import aged_cards
from qipai.games.luk_fu.rules.dealing import clear
from qipai.games.luk_fu.rules.evidence import EVERYTHING
from qipai.games.luk_fu.rules.leading import single_leads
from qipai.games.luk_fu.rules.melds import NONE, SINGLE, type_of
from qipai.games.luk_fu.rules.rounds import DOWN, KEEP, NOT_PLAY, PLAY, cards_of, pack_action, verb_of
from qipai.games.luk_fu.state import CLAIMING, LEADING
from qipai.games.luk_fu.variants import Ruleset

from .. import deals

Act = Mapping[str, Any]
SEATS = {"dealer": 0, "player2": 1, "dreamer": 2, "player3": 3}  # §2.1
ROLES = {seat: role for role, seat in SEATS.items()}
PLAYERS = (0, 1, 3)
WHOLE_PACK = ALL_SUITS | LI_CHEN_MASK


def mask(cards: Iterable[str]) -> int:
    """Return the mask of cards given as text."""
    return parse_cards("-".join(cards) or ".")


def lowest(cards: int, count: int) -> int:
    """Return `count` cards of a mask, from 1 Chen upwards.  Raises `QipaiError` if there are fewer."""
    chosen = [1 << card for card in range(CARDS) if cards >> card & 1][:count]
    if len(chosen) < count:
        raise QipaiError("there are not enough cards for these hands.")
    return sum(chosen)


def higher_than(hand: int) -> int:
    """Return the mask of all cards that are above a card of the hand in its suit."""
    return sum(1 << card for card in range(CARDS) if any(above(own) >> card & 1 for own in range(CARDS) if hand >> own & 1))


def filled(known: Mapping[int, int], size: int, first: int = EMPTY) -> list[int]:
    """Return masks of the four hands: the `known` cards, filled up to `size` (the dreamer to 1), with cards of `first` first.

    Raises `QipaiError` if a hand is larger than that, or a card is in two hands.
    """
    if sum(int(count_of(hand)) for hand in known.values()) > int(count_of(reduce(or_, known.values(), EMPTY))):
        raise QipaiError("a card is in two hands.")
    for seat, hand in known.items():
        if int(count_of(hand)) > (1 if seat == SEATS["dreamer"] else size):
            raise QipaiError(f"{ROLES[seat]} holds {count_of(hand)} cards, which are more than are dealt.")
    hands = [known.get(seat, EMPTY) for seat in ROLES]
    rest = WHOLE_PACK & ~sum(hands)
    for seat in (*PLAYERS, SEATS["dreamer"]):
        lack = (1 if seat == SEATS["dreamer"] else size) - int(count_of(hands[seat]))
        wanted = rest & first
        more = lowest(wanted, min(lack, int(count_of(wanted))))
        more |= lowest(rest & ~more, lack - int(count_of(more)))
        hands[seat] |= more
        rest &= ~more
    return hands


def in_turn(first: int) -> list[int]:
    """§6.1  Return the seats of the three who play, from `first` on."""
    place = PLAYERS.index(first)
    return [*PLAYERS[place:], *PLAYERS[:place]]


class Deal(deals.Deal):
    """A deal for four with given hands."""

    def __init__(self, ruleset: Ruleset, hands: Sequence[int]) -> None:
        """§3.1  Deal the hands (masks), one card to each in turn; the dreamer has one card."""
        super().__init__(LUK_FU, ruleset, len(SEATS))
        self.setup.dealer, self.setup.pack, self.setup.hand_size = SEATS["dealer"], sum(hands), int(count_of(hands[0]))
        rounds = zip_longest(*map(kinds_in, hands))
        self.deal([card for cards in rounds for card in cards if card])

    def name_of(self, seat: int) -> str:
        return ROLES[seat]

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self.to_act

    def may_do(self, verb: int, cards: int = EMPTY) -> bool:
        """Return whether the seat to act may do the action with a verb and cards."""
        return self.may(self.seat, pack_action(verb, cards))

    def do(self, verb: int, cards: int = EMPTY) -> None:
        """Apply an action of the seat to act.  Raises `QipaiError` if it is not legal."""
        self.act(self.seat, pack_action(verb, cards))

    def keep_all(self) -> None:
        """Answer every question about a claim with no."""
        while self.public.phase == CLAIMING:
            self.do(KEEP)

    def begin(self, plays: Sequence[bool] = (True,)) -> None:
        """Let the players call `plays` in turn; nobody claims."""
        self.keep_all()
        for play in plays:
            self.do(PLAY if play else NOT_PLAY)
            self.keep_all()

    def surrender(self, count: int | None = None) -> None:
        """Let the seat to act surrender its lowest cards.  Raises `QipaiError` if it must beat, or if they are not `count`."""
        downs = [cards_of(action) for action in self.legal(self.seat) if verb_of(action) == DOWN]
        if downs and count not in (None, int(count_of(downs[0]))):
            raise QipaiError(f"{count_of(downs[0])} cards go, and not {count}.")
        if not downs:
            raise QipaiError(f"{ROLES[self.seat]} must beat.")
        self.do(DOWN, downs[0])


class Knowledge(deals.Deal):
    """What one player knows at the beginning of a round; `seat` is that player."""

    def __init__(self, ruleset: Ruleset, holder: str, hand: int, pack: int, dreamer: int, privileged: str | None) -> None:
        super().__init__(LUK_FU, ruleset, len(SEATS))
        clear(self.state)
        self.heeded = EVERYTHING
        public = self.public
        public.players, public.dealer, public.pack, public.phase = len(SEATS), SEATS["dealer"], pack, LEADING
        public.caller = SEATS[privileged or "dealer"]
        public.left, rest = divmod(int(count_of(pack)) - dreamer, len(PLAYERS))
        if rest:
            raise QipaiError("the pack cannot be dealt evenly.")
        self.seat = SEATS[holder]
        self.holding.hand = hand

    @property
    def holding(self) -> Any:
        """The player's own cards."""
        return self.state.holdings[self.seat]

    def add_round(self, acts: Sequence[Act]) -> int:
        """Add a round, given as its acts in turn (lead, then beat or surrender); return its number, from 0."""
        public, number = self.public, int(self.public.round_number)
        past = public.rounds[number]
        past.leader = SEATS[acts[0]["by"]]
        past.count = len(acts[0]["lead"])
        if [SEATS[act["by"]] for act in acts] != in_turn(int(past.leader)):
            raise QipaiError("a round has its leader's lead and then the answers of the two others in turn.")
        for act in acts:
            seat = SEATS[act["by"]]
            past.laid |= 1 << seat
            past.face[seat] = mask(act.get("lead") or act.get("beat", ()))
            if act.get("surrender", past.count) != past.count:
                raise QipaiError(f"a surrender to {past.count} cards has as many, and not {act['surrender']}.")
            if "cards" in act:
                self.holding.down[number] = mask(act["cards"])
        public.round_number += 1
        public.left -= past.count
        return number

    def lead(self, cards: Sequence[str]) -> None:
        """Add a round in which the player leads these cards and the others surrender."""
        self.holding.hand &= ~mask(cards)
        others = [{"by": ROLES[seat], "surrender": len(cards)} for seat in in_turn(self.seat)[1:]]
        self.add_round([{"by": ROLES[self.seat], "lead": cards}, *others])

    def aged(self) -> int:
        """§7  Return the mask of the player's aged cards."""
        return int(aged_cards(self.public, self.rules, self.seat, self.holding, self.heeded, self.state.search))

    def sorted_by_age(self, hand: Iterable[str]) -> dict[str, list[str]]:
        """Divide the cards of a hand into aged ones and others."""
        aged = self.aged()
        return {
            "aged": [face for face in hand if aged & mask([face])],
            "not_aged": [face for face in hand if not aged & mask([face])],
        }

    def may_lead(self, cards: int) -> bool:
        """§8  Return whether the player may lead these cards."""
        kind, hand = type_of(cards), int(self.holding.hand)
        if kind != SINGLE:
            return bool(kind != NONE and cards & ~hand == EMPTY)
        return bool(cards & single_leads(self.public, self.rules, self.seat, hand, self.aged()))
