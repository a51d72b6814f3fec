"""Set up games of Gou Ji from the fields of an example.

Seats are named A to F in turn order, cards by their ranks.  Cards that an example does not mention are chosen so that the answer does not
depend on them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from qipai.engine.errors import QipaiError
from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import kind_of
from qipai.games import GOU_JI
from qipai.games.gou_ji import state
from qipai.games.gou_ji.notation.text import set_of
from qipai.games.gou_ji.ranks import COPIES, KIND, KINDS, RANKS
from qipai.games.gou_ji.rules.tricks import LAST_OF_SWEEP, lead
from qipai.games.gou_ji.seating import SEATS, right_of, team_of
from qipai.games.gou_ji.variants import Ruleset
from qipai.games.gou_ji.verbs import LAY, NO_SHAO, PASS, pack_action

from .. import deals
from .shapes import NAMES

LOW_CARDS = RANKS[: RANKS.index("10")]
COUNTED = ["A"]  # drawn in Kai Pai where it does not matter
Hands = Mapping[str, Sequence[str]]


def seat_named(name: str) -> int:
    if name not in tuple(NAMES):
        raise QipaiError(f"{name!r} is no seat: seats are {', '.join(NAMES)}.")
    return NAMES.index(name)


def name_of_seat(seat: int) -> str | None:
    return None if seat == NOBODY else NAMES[int(seat)]


def names_in(mask: int) -> list[str]:
    return [NAMES[seat] for seat in seats_in(int(mask))]


def seat_after(name: str, steps: int) -> str:
    """Return the player a number of seats to the right."""
    return NAMES[right_of(seat_named(name), steps)]


def cards_named(cards: Iterable[str]) -> int:
    """Return the set that some cards make.  Raises `QipaiError` if they make none."""
    made = set_of([KIND[card] for card in cards])
    if made is None:
        raise QipaiError(f"{'-'.join(cards)} is no set.")
    return made


def of_all(known: Hands, others: Sequence[str]) -> Hands:
    """Return the hands of all players: the known ones, and `others` for everybody else."""
    return {name: known.get(name, others) for name in NAMES}


def filled(known: Hands, needed: Hands, more: int, out: Iterable[str], laid: Iterable[str]) -> Hands:
    """Return the hands of all players: the known ones; the others get what they need and `more` low cards.

    Players who are `out` get no low cards, and those in `laid` are not dealt again.
    """
    hands = {name: list(known.get(name, needed.get(name, ()))) for name in NAMES}
    left = Counter({rank: COPIES[rank] for rank in LOW_CARDS})
    left.subtract(laid)
    for hand in hands.values():
        left.subtract(hand)
    rest = [rank for rank in LOW_CARDS for _ in range(left[rank])]
    for name, hand in hands.items():
        if name not in known and name not in out:
            if len(rest) < more:
                raise QipaiError("too few low cards are left for the hands that are not given.")
            hand += rest[:more]
            del rest[:more]
    return hands


class Deal(deals.Deal):
    """A game whose players are named by letters."""

    def __init__(self, ruleset: Ruleset, kind: int = state.FIRST_GAME, last: Sequence[str] = (), kaipai: int = NOBODY) -> None:
        """§2.1, §5.2  Prepare a game of a kind, after one with the finishing order `last` and the Kai Pai player `kaipai`."""
        super().__init__(GOU_JI, ruleset, SEATS)
        self.setup.kind, self.setup.kaipai = kind, kaipai
        for place, name in enumerate(last, start=1):
            self.setup.places[seat_named(name)] = place
        was_sweep = last and len({team_of(seat_named(name)) for name in last[:LAST_OF_SWEEP]}) == 1
        due = {state.ORDINARY_GAME: state.ORDINARY_DUE, state.FRESH_GAME: state.SWEEP_DUE if was_sweep else state.NO_DUE}
        self.setup.due = due.get(kind, state.NO_DUE)

    def name_of(self, seat: int) -> str:
        return NAMES[seat]

    def draw(self, counted: Sequence[str] = COUNTED, rows: Sequence[Sequence[int]] = ()) -> "Deal":
        """§2.2, §3.1  Draw the cards `counted` in Kai Pai, and deal; `rows` are the cards by seat, from the first taker on.  Returns itself."""
        cards = [card for turn in zip(*rows, strict=True) for card in turn] or self.pack()
        drawn = [counted[min(draw, len(counted) - 1)] for draw in range(state.MAX_DRAWS)]
        places = {rank: next(place for place, card in enumerate(cards) if kind_of(card) == KIND[rank]) for rank in drawn}
        lots = [] if self.setup.kind == state.ORDINARY_GAME else [places[rank] for rank in drawn]
        self.deal(cards, [0, *lots])
        return self

    def hold(self, hands: Hands) -> None:
        """Give these hands to the players and reduce the pack to them.  Raises `QipaiError` for more cards of a rank than there are."""
        pack = [0] * KINDS
        for name, cards in hands.items():
            seat, counts = seat_named(name), Counter(KIND[card] for card in cards)
            for kind in range(KINDS):
                self.state.hands[seat][kind] = counts[kind]
                pack[kind] += counts[kind]
            self.public.left[seat] = len(cards)
        for kind, count in enumerate(pack):
            if kind and count > COPIES[RANKS[kind - 1]]:
                raise QipaiError(f"{count} cards are {RANKS[kind - 1]}, and four packs have {COPIES[RANKS[kind - 1]]}.")
            self.setup.pack[kind] = self.public.pack[kind] = count

    def go_out(self, names: Sequence[str]) -> None:
        """Set who has gone out, in this order.  Raises `QipaiError` if a player out holds cards, or one without cards is not out."""
        self.public.active = 0
        for seat, name in enumerate(NAMES):
            self.public.place[seat] = names.index(name) + 1 if name in names else 0
            if (self.public.left[seat] == 0) != (name in names):
                raise QipaiError(f"{name} has either cards, or gone out.")
            self.public.active |= int(name not in names) << seat

    @classmethod
    def led_by(cls, ruleset: Ruleset, leader: str, hands: Hands, out: Sequence[str] = ()) -> "Deal":
        """§7.1  Return a game with these hands in which a player is to lead and others are out."""
        deal = cls(ruleset).draw()
        deal.hold(hands)
        deal.go_out(out)
        if leader in out or len(NAMES) - len(out) < 2:
            raise QipaiError("two players at least hold cards, the leader among them.")
        lead(deal.public, seat_named(leader))
        return deal

    @property
    def phase(self) -> int:
        """The phase of the game."""
        return int(self.public.phase)

    @property
    def asked_names(self) -> list[str]:
        """The players who owe a decision."""
        return [NAMES[seat] for seat in self.asked]

    def hand(self, name: str) -> list[str]:
        """Return a player's cards from low to high."""
        return [rank for rank in RANKS for _ in range(int(self.state.hands[seat_named(name)][KIND[rank]]))]

    def leader(self) -> str | None:
        """Return the player who is to lead; None if nobody is."""
        return self.asked_names[0] if self.phase == state.LEADING else None

    def choices(self, name: str) -> list[int]:
        """Return a player's legal actions."""
        return self.legal(seat_named(name))

    def can(self, name: str, verb: int, value: int = 0) -> bool:
        """Return whether a player may do the action with a verb and a value now."""
        return self.may(seat_named(name), pack_action(verb, value))

    def do(self, name: str, verb: int, value: int = 0) -> None:
        """Apply a player's action with a verb and a value.  Raises `QipaiError` if it is not legal."""
        self.act(seat_named(name), pack_action(verb, value))

    def lay(self, name: str, cards: Iterable[str]) -> None:
        """Let a player lay cards.  Raises `QipaiError` if that is not legal."""
        self.do(name, LAY, cards_named(cards))

    def answer(self, no: int, yes: int = 0, willing: Iterable[str] = ()) -> None:
        """Let every player who is asked answer `no`, or `yes` if they are willing and may."""
        for name in self.asked_names:
            self.do(name, yes if name in tuple(willing) and self.can(name, yes) else no)

    def decline(self) -> None:
        """Answer every question about Shao Pai with no."""
        while self.phase == state.CHANCE:
            self.answer(NO_SHAO)

    def pass_all(self) -> None:
        """Let everybody pass until the trick ends, without Shao Pai."""
        self.decline()
        while self.phase == state.FOLLOWING:
            self.do(self.asked_names[0], PASS)
            self.decline()
