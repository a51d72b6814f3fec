"""The kinds of situations of Gan Deng Yan."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.seats import NOBODY
from qipai.games import GAN_DENG_YAN
from qipai.games.gan_deng_yan.notation.cards import format_kind, hand_of, parse_kind
from qipai.games.gan_deng_yan.notation.text import readings
from qipai.games.gan_deng_yan.rules.combinations import (
    DOUBLE_JOKER,
    DOUBLE_SEQUENCE,
    SEQUENCE,
    TRIPLET_SEQUENCE,
    kind_of,
    length_of,
    rank_of,
)
from qipai.games.gan_deng_yan.rules.dealing import clear
from qipai.games.gan_deng_yan.rules.leading import begin_trick
from qipai.games.gan_deng_yan.state import LOWEST, MAX_CARDS, MAX_PLAYERS, PASS, PLAYS, TWO
from qipai.games.gan_deng_yan.variants import Ruleset

from . import deals
from .asking import Answers, Kinds
from .facts import Facts
from .shapes import FACTS, NAME, TRUTH, Shape, is_name, items, named, number, word

ABOVE_4 = ("5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SPARE = "3"  # a card for hands that the situation says nothing about
BOMB_FIELDS = {
    "trip": "hard_triplets",
    "soft_trip": "soft_triplets",
    "hard_trip": "hard_triplets",
    "quad": "hard_quads",
    "soft_quad": "soft_quads",
    "hard_quad": "hard_quads",
    "djoker": "double_jokers",
}
CARD = Shape("a card", is_name)  # `parse_kind` says which there are
CARDS = items(CARD)
COUNT = number(0, MAX_CARDS)
SEAT = number(0, MAX_PLAYERS - 1)
MOST_STAKE = 1_000_000
KINDS = Kinds(
    shapes={
        **dict.fromkeys(("given", "over", "play", "as", "lead"), FACTS),
        **dict.fromkeys(("cards", "hand"), CARDS),
        **dict.fromkeys(("talon", "hand_after_play"), COUNT),
        **dict.fromkeys(("on_lead", "dealer_first_play"), TRUTH),
        **dict.fromkeys(("last_player", "by"), SEAT),
        **dict.fromkeys(("winner", "dealer"), NAME),
        "players": number(2, MAX_PLAYERS),
        "decks": number(1, 2),
        "type": word(*PLAYS[1:]),
        "rank": number(LOWEST, TWO),
        "len": number(2, TWO),
        "pass": TRUTH,
        "actions": items(FACTS),
        "left": named(NAME, CARDS),
        "bombs_played": items(word(*BOMB_FIELDS)),
        "plays": named(NAME, COUNT),
        "trick": number(1, MAX_CARDS),
        "stakes": named(NAME, number(0, MOST_STAKE)),
    }
)


class Deal(deals.Deal):
    """A deal in its first trick, in which every seat holds two spare cards."""

    def __init__(self, ruleset: Ruleset, players: int, talon: int = 0) -> None:
        super().__init__(GAN_DENG_YAN, ruleset, players)
        clear(self.state)
        self.state.players, self.state.dealer, self.state.trick = players, 0, 1
        self.state.talon_places = talon
        for place in range(talon):
            self.state.talon[place] = LOWEST  # any card will do
        for seat in range(players):
            self.hold(seat, [SPARE, SPARE])

    def kinds(self, cards: Sequence[object]) -> list[int]:
        """Return the kinds of cards written as text, in order."""
        return sorted(parse_kind(str(card), self.ruleset) for card in cards)

    def hold(self, seat: int, cards: Sequence[object]) -> None:
        """Give a seat exactly these cards.  Raises `QipaiError` for more of a kind than there are."""
        held, hand = hand_of(self.kinds(cards)), self.state.hands[seat]
        self.check_pack([held])
        hand.cards = held.cards
        for kind, count in enumerate(held.count):
            hand.count[kind] = count

    def check_pack(self, hands: Sequence[Any]) -> None:
        """Raise `QipaiError` if some hands have more cards of a kind than the pack."""
        for kind, there in enumerate(self.setup.pack):
            held = sum(int(hand.count[kind]) for hand in hands)
            if held > there:
                raise QipaiError(f"{held} cards are {format_kind(kind, self.ruleset)}, and the pack has {there}.")

    def check_seat(self, seat: int) -> None:
        """Raise `QipaiError` for a seat at which nobody sits."""
        if seat >= self.state.players:
            raise QipaiError(f"there is no seat {seat}: seats go from 0 to {self.state.players - 1}.")

    def holds(self, seat: int) -> int:
        """Return how many cards a seat has."""
        return int(self.state.hands[seat].cards)

    def lies(self, play: int, owner: int) -> None:
        """Put a play of `owner` on the table; the next seat is to act."""
        self.state.to_beat = self.state.last[owner] = play
        self.state.owner = owner
        self.state.to_act = (owner + 1) % self.state.players

    def lead(self, seat: int) -> None:
        """Let a seat lead a trick."""
        begin_trick(self.state, self.rules, seat)

    def plays(self, cards: Sequence[object], name: Any = None) -> list[int]:
        """Return the readings of these cards, or those with a name (`reading`)."""
        return [play for play in readings(self.kinds(cards), self.ruleset) if name is None or reading(play) == name]

    def only(self, cards: Sequence[object], name: Any = None) -> int:
        """Return the only reading of these cards, or the one with a name.  Raises `QipaiError` if there is not exactly one."""
        found = self.plays(cards, name)
        if len(found) != 1:
            raise QipaiError(f"{'-'.join(map(str, cards))} has {len(found)} readings: name one with `as`.")
        return found[0]

    def follows(self, seat: int) -> list[int]:
        """Return the legal plays of a seat, without passing."""
        return [action for action in self.legal(seat) if action != PASS]


def reading(play: int) -> dict[str, Any]:
    """§3.9  Return the name of a reading: type, rank of its lowest card, length of a sequence."""
    kind = kind_of(play)
    name: dict[str, Any] = {"type": PLAYS[kind]}
    if kind != DOUBLE_JOKER:
        name["rank"] = rank_of(play)
    if kind in (SEQUENCE, DOUBLE_SEQUENCE, TRIPLET_SEQUENCE):
        name["len"] = length_of(play)
    return name


@KINDS.add("readings", answers="expect expect_contains")
def all_readings(ruleset: Ruleset, cards: list[Any]) -> list[dict[str, Any]]:
    """§3  Which combinations do these cards make, using all of them?"""
    distinct: list[dict[str, Any]] = []
    for play in Deal(ruleset, 2).plays(cards):
        if reading(play) not in distinct:
            distinct.append(reading(play))
    return distinct


@KINDS.add("follows")
def may_follow(ruleset: Ruleset, over: Facts, play: Facts) -> bool:
    """§4  May these cards be laid on those?"""
    deal = Deal(ruleset, 2)
    deal.hold(1, play["cards"])
    deal.lies(deal.only(over["cards"], over.get("as")), 0)
    named = play.get("as")
    plays = deal.plays(play["cards"], named)
    if named is not None and not plays:
        raise QipaiError(f"{'-'.join(map(str, play['cards']))} cannot be read as {named}.")
    return any(deal.may(1, action) for action in plays)


@KINDS.add("deal")
def hands_dealt(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§2.2, §2.3  How many cards does everybody get?"""
    deal = Deal(ruleset._replace(decks=given.get("decks", ruleset.decks)), given["players"])
    deal.deal()
    counts = [deal.holds(seat) for seat in range(given["players"])]
    dealer = counts.pop(int(deal.state.dealer))
    return {
        "dealer": dealer,
        "others": counts[0] if len(set(counts)) == 1 else counts,
        "talon": int(deal.state.talon_places),
    }


@KINDS.add("draw", in_order="drawers")
def drawing(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5.4, §5.5  Who draws when the last of the others passes, in order, and how many cards are left?"""
    players, last = given["players"], given["last_player"]
    deal = Deal(ruleset, players, given["talon"])
    deal.check_seat(last)
    deal.lies(deal.only(["4"]), last)
    for place in range(min(given["talon"], players)):
        deal.state.talon[place] = LOWEST + 1 + place  # by its card it is known when a seat drew
    for turn in range(1, players):
        deal.act((last + turn) % players, PASS)
    drawers = [seat for seat in range(players) if deal.holds(seat) == 3]
    drawers.sort(key=lambda seat: max(kind for kind, count in enumerate(deal.state.hands[seat].count) if count))
    left = int(deal.state.talon_places) - int(deal.state.drawn)
    return {"drawers": drawers, "talon": left}


@KINDS.add("bare_joker")
def bare_joker(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§3.11, §7.1, §7.8, §7.10  May a hand of jokers be led, and what happens then?"""
    deal = Deal(ruleset, 3, given["talon"])
    deal.hold(0, given["hand"])
    if not given["on_lead"]:
        deal.lies(deal.only(["4"]), 2)
        return {"may_lead": bool(deal.follows(0))}
    deal.lead(0)
    if deal.state.to_act != 0:
        return {"may_lead": False, "lead_passes": "right" if deal.state.to_act == 1 else "on"}
    if not deal.follows(0):
        return {"may_lead": False}
    deal.act(0, deal.follows(0)[0])
    return {"may_lead": True, "wins": bool(deal.state.winner == 0)}


def lead_with(ruleset: Ruleset, left: int, talon: int) -> Deal:
    """Return a deal in which seat 0 has led a single card and has `left` cards left."""
    deal = Deal(ruleset, 3, talon)
    deal.hold(0, ["4", *[card for card in ABOVE_4 for _ in range(4)][:left]])
    deal.lead(0)
    deal.act(0, deal.only(["4"]))
    return deal


@KINDS.add("go_out")
def go_out(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5.6, §7.10  Does a play that leaves this number of cards end the deal?"""
    return {"hand_ends": bool(lead_with(ruleset, given["hand_after_play"], given["talon"]).state.over)}


@KINDS.add("announce", shapes={"cards": COUNT})
def announce(ruleset: Ruleset, given: Facts) -> bool:
    """§7.9  Is a hand announced that has this number of cards after a play?"""
    return bool(lead_with(ruleset, given["cards"], 0).state.announced[0])


@KINDS.add("pass_not_sticky", shapes={"play": CARDS})
def pass_not_sticky(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§5.2, §7.16  Who is to act after these actions, and may they still play?  Everybody also holds 2s."""
    deal = Deal(ruleset, given["players"])
    plays = [(given["lead"]["by"], given["lead"]["cards"])]
    plays += [(action["by"], [] if action.get("pass") else action["play"]) for action in given["actions"]]
    for seat, _ in plays:
        deal.check_seat(seat)
    for seat in range(given["players"]):
        deal.hold(seat, [card for by, cards in plays if by == seat for card in cards] + ["2", "2", SPARE])
    deal.lead(given["lead"]["by"])
    for seat, cards in plays:
        deal.act(seat, deal.only(cards) if cards else PASS)
    to_act = int(deal.state.to_act)
    return {"to_act": to_act, "may_play": bool(deal.follows(to_act))}


@KINDS.add("score", answers="expect factors")
def score(ruleset: Ruleset, given: Facts) -> Answers:
    """§6, §8  The points of each player and, with one loser, the factors of the payment.

    Required: `winner`, and `left`, the losers' hands by name.  Optional: `bombs_played`; `dealer` (default: the winner); `plays`, how
    many plays each player made (default: 2); `dealer_first_play`, whether the dealer went out with the first; `trick`; `stakes` (default:
    the option `table_stakes`).
    """
    names = sorted({given["winner"], *given["left"]}, key=lambda name: (name != given["winner"], str(name)))
    deal = Deal(ruleset, max(len(names), 2))
    state = deal.state
    state.over, state.winner, state.to_act = 1, 0, NOBODY
    dealer = given.get("dealer", given["winner"])
    if dealer not in names:
        raise QipaiError(f"the dealer, {dealer!r}, is no player here; there are {', '.join(map(str, names))}.")
    state.dealer = names.index(dealer)
    state.trick = given.get("trick", 1)
    for seat, name in enumerate(names):
        deal.hold(seat, given["left"][name] if seat else [])
        state.plays[seat] = given.get("plays", {}).get(name, 2)
        state.stakes[seat] = given.get("stakes", {}).get(name, ruleset.table_stakes)
    deal.check_pack([deal.state.hands[seat] for seat in range(len(names))])
    if given.get("dealer_first_play"):
        state.plays[state.dealer] = 1
    for bomb in given.get("bombs_played", []):
        field = BOMB_FIELDS[bomb]
        setattr(state.bombs, field, int(getattr(state.bombs, field)) + 1)
    result = deal.result()
    answers = Answers(expect={name: int(result.points[seat]) for seat, name in enumerate(names)})
    if len(names) == 2:
        answers["factors"] = {"public": int(result.public), "private": int(result.private[1]), "cards": int(result.cards[1])}
    return answers
