"""The kinds of situations that files of examples put to these rules, each answered by playing it."""

from collections.abc import Mapping, Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.examples import Asked, asked
from qipai.engine.options import pack_ruleset
from qipai.engine.seats import NOBODY

from .cards import hand_of, parse_kind
from .combinations import (
    DOUBLE_JOKER,
    DOUBLE_SEQUENCE,
    KIND_NAMES,
    SEQUENCE,
    TRIPLET_SEQUENCE,
    kind_of,
    length_of,
    rank_of,
)
from .dealing import clear, deal, first_setup, pack
from .leading import begin_trick
from .play import apply_action, is_legal, legal_actions
from .scoring import returns
from .state import ACTIONS, LOWEST, ORDER, PASS, RESULT, SETUP, STATE
from .text import readings
from .variants import Ruleset

Vector = Mapping[str, Any]
Answers = dict[str, Any]
SPARE = "3"  # a card in hands of which nothing is asked


class Situation:
    """A deal in the making: records and the compiled rules that move them."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.rules = records.opened(pack_ruleset(ruleset))
        self.state = records.opened(records.new(STATE))
        clear(self.state)
        self.state.players = players
        self.state.dealer = 0
        self.state.trick = 1

    def hold(self, seat: int, cards: Sequence[object]) -> None:
        kinds = self.kinds(cards)
        held = hand_of(kinds)
        self.state.hands[seat].cards = held.cards
        for kind in kinds:
            self.state.hands[seat].count[kind] = held.count[kind]

    def kinds(self, cards: Sequence[object]) -> list[int]:
        return sorted(parse_kind(str(card), self.ruleset) for card in cards)

    def lay_talon(self, cards: int) -> None:
        """A talon of so many cards; which they are is not asked."""
        self.state.talon_places = cards
        for place in range(cards):
            self.state.talon[place] = LOWEST

    def lies(self, table: int, owner: int) -> None:
        """A play is on the table and the next seat is to act."""
        self.state.table = table
        self.state.owner = owner
        self.state.last[owner] = table
        self.state.to_act = (owner + 1) % self.state.players

    def only(self, cards: Sequence[object]) -> int:
        """The only reading of these cards."""
        found = readings(self.kinds(cards), self.ruleset)
        if len(found) != 1:
            raise QipaiError(f"{'-'.join(map(str, cards))} has {len(found)} readings: name one with `as`.")
        return found[0]

    def named(self, side: Vector) -> list[int]:
        """The readings of a play, or the one that `as` names."""
        unknown = set(side) - {"cards", "as"}
        if unknown:
            raise QipaiError(f"a play has no field {sorted(unknown)[0]!r}; it has cards and as.")
        found = readings(self.kinds(side["cards"]), self.ruleset)
        return [action for action in found if "as" not in side or reading(action) == side["as"]]

    def follows(self, seat: int) -> list[int]:
        actions = records.opened(records.new(ACTIONS))
        legal_actions(self.state, self.rules, seat, actions)
        return [int(action) for action in actions.list[: int(actions.count)] if action != PASS]

    def act(self, seat: int, action: int) -> None:
        if not is_legal(self.state, self.rules, seat, action):
            raise QipaiError(f"the rules refuse seat {seat}'s action.")
        apply_action(self.state, self.rules, seat, action)

    @property
    def talon_left(self) -> int:
        return int(self.state.talon_places) - int(self.state.drawn)


def reading(action: int) -> dict[str, Any]:
    """§3.9  A reading by name: type, rank of its lowest card, length of a sequence."""
    kind = kind_of(action)
    name: dict[str, Any] = {"type": KIND_NAMES[kind]}
    if kind != DOUBLE_JOKER:
        name["rank"] = rank_of(action)
    if kind in (SEQUENCE, DOUBLE_SEQUENCE, TRIPLET_SEQUENCE):
        name["len"] = length_of(action)
    return name


def answer_readings(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3  Which combinations are all of these cards?"""
    found = readings(Situation(ruleset, 2).kinds(vector["cards"]), ruleset)
    distinct: list[dict[str, Any]] = []
    for action in found:
        if reading(action) not in distinct:
            distinct.append(reading(action))
    return {"expect": distinct}


def answer_follows(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4  May these cards be laid on those?"""
    situation = Situation(ruleset, 2)
    table = situation.named(vector["over"])
    if len(table) != 1:
        raise QipaiError(f"the play to be followed has {len(table)} readings: name one with `as`.")
    situation.hold(0, [SPARE])
    situation.hold(1, vector["play"]["cards"])
    situation.lies(table[0], 0)
    plays = situation.named(vector["play"])
    return {"expect": any(bool(is_legal(situation.state, situation.rules, 1, play)) for play in plays)}


def answer_deal(ruleset: Ruleset, vector: Vector) -> Answers:
    """§2.2, §2.3  How many cards does everybody get?"""
    given = fields(vector, "players decks")
    rules = records.opened(pack_ruleset(ruleset._replace(decks=given.get("decks", ruleset.decks))))
    setup, order, state = (records.opened(records.new(dtype)) for dtype in (SETUP, ORDER, STATE))
    first_setup(rules, given["players"], setup)
    pack(rules, setup, order)
    order.lots[0] = 0
    deal(state, rules, setup, order)
    counts = [int(state.hands[seat].cards) for seat in range(given["players"])]
    dealer = counts.pop(int(state.dealer))
    others = counts[0] if len(set(counts)) == 1 else counts
    return {"expect": {"dealer": dealer, "others": others, "talon": int(state.talon_places)}}


def answer_draw(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.4, §5.5  Who draws when the last of the others passes, in order, and how many cards are left?"""
    given = fields(vector, "players last_player talon")
    players, last = given["players"], given["last_player"]
    situation = Situation(ruleset, players)
    situation.lay_talon(given["talon"])
    for seat in range(players):
        situation.hold(seat, [SPARE, SPARE])
    situation.lies(situation.only(["4"]), last)
    for turn in range(1, players):
        situation.act((last + turn) % players, PASS)
    order = [(last + turn) % players for turn in range(players)]
    drawers = [seat for seat in order if situation.state.hands[seat].cards == 3]
    return {"expect": {"drawers": drawers, "talon": situation.talon_left}}


def answer_bare_joker(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.11, §7.1, §7.8, §7.10  May a hand of jokers be led, and what happens then?"""
    given = fields(vector, "on_lead hand talon")
    situation = Situation(ruleset, 3)
    situation.lay_talon(given["talon"])
    situation.hold(0, given["hand"])
    situation.hold(1, [SPARE, SPARE])
    situation.hold(2, [SPARE, SPARE])
    if not given["on_lead"]:
        situation.lies(situation.only(["4"]), 2)
        return {"expect": {"may_lead": bool(situation.follows(0))}}
    begin_trick(situation.state, situation.rules, 0)
    if situation.state.to_act != 0:
        return {"expect": {"may_lead": False, "lead_passes": "right" if situation.state.to_act == 1 else "on"}}
    leads = situation.follows(0)
    for lead in leads:
        situation.act(0, lead)
        return {"expect": {"may_lead": True, "wins": bool(situation.state.winner == 0)}}
    return {"expect": {"may_lead": False}}


def answer_go_out(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.6, §7.10  Does the deal end with a play that leaves so many cards?"""
    given = fields(vector, "talon hand_after_play")
    situation = lead_with(ruleset, given["hand_after_play"], given["talon"])
    return {"expect": {"hand_ends": bool(situation.state.over)}}


def answer_announce(ruleset: Ruleset, vector: Vector) -> Answers:
    """§7.9  Is a hand announced that has so many cards after a play?"""
    given = fields(vector, "cards")
    return {"expect": bool(lead_with(ruleset, given["cards"], 0).state.announced[0])}


def lead_with(ruleset: Ruleset, left: int, talon: int) -> Situation:
    """Seat 0 led a single card and has so many left."""
    situation = Situation(ruleset, 3)
    situation.lay_talon(talon)
    for seat in (1, 2):
        situation.hold(seat, [SPARE, SPARE])
    situation.hold(0, ["4"] * (left + 1))
    begin_trick(situation.state, situation.rules, 0)
    situation.act(0, situation.only(["4"]))
    return situation


def answer_pass_not_sticky(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.2, §7.16  Who is to act after these actions, and may they still play?  Everybody also holds 2s."""
    given = fields(vector, "players lead actions")
    situation = Situation(ruleset, given["players"])
    plays = [(given["lead"]["by"], given["lead"]["cards"])]
    plays += [(action["by"], None if action.get("pass") else action["play"]) for action in given["actions"]]
    for seat in range(given["players"]):
        laid = [card for by, cards in plays if by == seat and cards for card in cards]
        situation.hold(seat, [*laid, "2", "2", SPARE])
    begin_trick(situation.state, situation.rules, given["lead"]["by"])
    for seat, cards in plays:
        situation.act(seat, situation.only(cards) if cards else PASS)
    to_act = int(situation.state.to_act)
    return {"expect": {"to_act": to_act, "may_play": bool(situation.follows(to_act))}}


def answer_score(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6, §8  What everybody's score changes by, and the factors of a single loser's payment.

    Besides the winner and the hands that are left: `bombs_played`; `dealer` (by default the winner) and how many plays
    everybody made (`plays`, by default more than one); `dealer_first_play`: the dealer went out with the first; `trick`.
    """
    given = fields(vector, "winner left bombs_played dealer dealer_first_play plays trick")
    names = sorted({given["winner"], *given["left"]}, key=lambda name: (name != given["winner"], str(name)))
    situation = Situation(ruleset, max(len(names), 2))
    state = situation.state
    state.over = 1
    state.to_act = NOBODY
    state.winner = 0
    state.dealer = names.index(given.get("dealer", given["winner"]))
    state.trick = given.get("trick", 1)
    for seat, name in enumerate(names):
        if name != given["winner"]:
            situation.hold(seat, given["left"][name])
        state.plays[seat] = given.get("plays", {}).get(name, 2)
    if given.get("dealer_first_play"):
        state.plays[state.dealer] = 1
    for bomb in given.get("bombs_played", []):
        field = BOMB_FIELDS[bomb]
        setattr(state.bombs, field, int(getattr(state.bombs, field)) + 1)
    result = records.opened(records.new(RESULT))
    returns(state, situation.rules, result)
    answers: Answers = {"expect": {name: int(result.points[seat]) for seat, name in enumerate(names)}}
    if len(names) == 2:
        parts = {"public": int(result.public), "private": int(result.private[1]), "cards": int(result.cards[1])}
        answers["factors"] = parts
    return answers


BOMB_FIELDS = {
    "trip": "hard_triplets",
    "soft_trip": "soft_triplets",
    "hard_trip": "hard_triplets",
    "quad": "hard_quads",
    "soft_quad": "soft_quads",
    "hard_quad": "hard_quads",
    "djoker": "double_jokers",
}


def fields(vector: Vector, known: str) -> Mapping[str, Any]:
    """The given facts.  Raises `QipaiError` for one that is not known."""
    given: Mapping[str, Any] = vector["given"]
    unknown = sorted(set(given) - set(known.split()))
    if unknown:
        raise QipaiError(f"given has no {unknown[0]!r} in a vector of kind {vector['kind']}; it has {known}.")
    return given


EXAMPLES: dict[str, Asked] = {
    "readings": asked("cards", answer_readings, "expect expect_contains"),
    "follows": asked("over play", answer_follows),
    "deal": asked("given", answer_deal),
    "draw": asked("given", answer_draw),
    "bare_joker": asked("given", answer_bare_joker),
    "go_out": asked("given", answer_go_out),
    "announce": asked("given", answer_announce),
    "pass_not_sticky": asked("given", answer_pass_not_sticky),
    "score": asked("given", answer_score, "expect factors"),
}
