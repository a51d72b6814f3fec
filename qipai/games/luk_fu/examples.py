"""The kinds of situations that files of examples put to this game, each answered by the rules, most by playing it.

Where an answer has several facts, those that are expected are asked for.  Cards may be named in any order.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.examples import Asked, asked
from qipai.engine.options import pack_ruleset
from qipai.engine.seats import NOBODY

from .arranged import PLAYERS, ROLES, SEATS, WHOLE_PACK, Deal, Knowledge, filled, higher_than, lowest, mask
from .cards import (
    AGED_FROM_THE_START,
    ALL_SUITS,
    CARDS,
    EMPTY,
    LI_CHEN_MASK,
    RANKS,
    RED_IMPRINTS,
    SUITS,
    count_of,
    highest_of,
    rank_of,
    suit_of,
)
from .dealing import deal, first_setup, next_setup
from .dealing import pack as list_pack
from .ending import end_without_cards, may_declare, win
from .evidence import fact_of_surrender
from .leading import first_category
from .melds import GOK, NONE, RUN, SINGLE, TYPE_NAMES, is_superior, type_of
from .play import verb_of
from .rounds import CLAIM, DECLARE, DOWN, KEEP, LAY, PLAY
from .scoring import DREAMERS_TRICKS, sung_value, value_of
from .state import ABANDONED, CLAIMING, DRAWN, ENDINGS, HAND_SIZE, ORDER, SETUP, STATE
from .text import faces_in
from .variants import Ruleset

Vector = Mapping[str, Any]
Answers = dict[str, Any]
LI_FA = 1  # §1.4 the card that is put away


def fields(vector: Vector, known: str) -> Mapping[str, Any]:
    """The given facts.  Raises `QipaiError` for one that is not known."""
    given: Mapping[str, Any] = vector["given"]
    unknown = sorted(set(given) - set(known.split()))
    if unknown:
        raise QipaiError(f"given has no {unknown[0]!r} in a vector of kind {vector['kind']}; it has {known}.")
    return given


def wanted(vector: Vector, known: Mapping[str, Any]) -> Answers:
    """Of what is known, what is expected."""
    return {"expect": {key: known[key] for key in vector["expect"]}}


def spelled(cards: int, order: Iterable[str]) -> list[str]:
    """Some cards, first those that are named, in that order."""
    faces = faces_in(cards)
    named = [face for face in order if face in faces]
    return named + [face for face in faces if face not in named]


def role(seat: int) -> str | None:
    return None if seat == NOBODY else ROLES[int(seat)]


# -- §1, §3 the cards and the deal


def dealing_of(ruleset: Ruleset, players: int) -> tuple[Any, Any, list[int]]:
    """A deal with the dealer at seat 0: its setup, its state, and to which seat each card went, in the order of dealing."""
    setup, order, state = (records.opened(records.new(kind)) for kind in (SETUP, ORDER, STATE))
    rules = records.opened(pack_ruleset(ruleset))
    first_setup(rules, players, setup)
    setup.dealer = 0
    list_pack(rules, setup, order)
    deal(state, rules, setup, order)
    owner = {card: seat for seat in range(players) for card in range(CARDS) if state.holdings[seat].hand >> card & 1}
    return setup, state, [owner[int(card) - 1] for card in order.cards[: int(order.count)]]


def answer_constants(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.1, §1.4, §1.5"""
    packs = {players: int(count_of(dealing_of(ruleset, players)[0].pack)) for players in (3, 4)}
    known = {
        "full_pack": CARDS + LI_FA,
        "suit_cards": int(count_of(ALL_SUITS)),
        "four_player_deck": packs[4],
        "three_player_deck": packs[3],
    }
    return wanted(vector, known)


def answer_deal(ruleset: Ruleset, vector: Vector) -> Answers:
    """§3.1  How many cards everybody gets, and in what order."""
    players = fields(vector, "players")["players"]
    names = SEATS if players == len(SEATS) else {name: turn for turn, name in enumerate(ROLES[seat] for seat in PLAYERS)}
    setup, state, order = dealing_of(ruleset, players)
    roles = {seat: name for name, seat in names.items()}
    later = [order[place : place + len(PLAYERS)] for place in range(players, len(order), len(PLAYERS))]
    known: Answers = {name: int(count_of(state.holdings[seat].hand)) for name, seat in names.items()}
    known |= {
        "round1": [roles[seat] for seat in order[:players]],
        "later": [roles[seat] for seat in later[0]] if all(part == later[0] for part in later) else None,
        "has_L": bool(setup.pack & LI_CHEN_MASK),
        "ng_fu": bool(state.table.phase == CLAIMING),
    }
    return wanted(vector, known)


def answer_red_imprints(ruleset: Ruleset, vector: Vector) -> Answers:
    """§1.2"""
    return wanted(
        vector, {"cards": spelled(RED_IMPRINTS, vector["expect"].get("cards", ())), "count": int(count_of(RED_IMPRINTS))}
    )


def answer_aged_at_start(ruleset: Ruleset, vector: Vector) -> Answers:
    """§7.1  Which of all cards are aged for who holds that one and none above it."""
    found = EMPTY
    for card in range(CARDS):
        hand = 1 << card
        hand |= lowest(WHOLE_PACK & ~hand & ~higher_than(hand), HAND_SIZE - 1)
        found |= Knowledge(ruleset, "dealer", hand, WHOLE_PACK, 1, None).aged() & 1 << card
    expect = vector["expect"]
    young = [face for face in expect.get("not", ()) if not found & mask([face])]
    return wanted(vector, {"cards": spelled(found, expect.get("cards", ())), "not": young})


# -- §4 before the play


def answer_ng_fu(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.1, §11.1  May the dealer, who holds these, claim before the call, after it, or in play; and are they a meld?"""
    hand, phase = mask(vector["hand_includes"]), fields(vector, "phase")["phase"]
    table = Deal(ruleset, filled({SEATS["dealer"]: hand}, HAND_SIZE))
    if phase == "play":
        table.begin()
    elif phase == "after_dealer_call":
        table.keep_all()
        table.act(PLAY)
    elif phase != "before_dealer_call":
        raise QipaiError(f"phase is before_dealer_call, after_dealer_call or play, not {phase}.")
    known: Answers = {"may_claim": table.may(CLAIM), "meld": bool(type_of(hand) != NONE), "tricks": None}
    if table.may(CLAIM):
        table.act(CLAIM)
        table.keep_all()
        known["tricks"] = int(table.table.number)
    return wanted(vector, known)


def answer_call(ruleset: Ruleset, vector: Vector) -> Answers:
    """§4.2, §4.3, §4.4"""
    table = Deal(ruleset, filled({}, HAND_SIZE))
    table.begin([{"play": True, "not_play": False}[call] for call in vector["calls"]])
    following = records.opened(records.new(SETUP))
    next_setup(records.opened(table.setup), table.result(), table.rules, following)
    privileged = NOBODY if table.table.caller == SEATS["dealer"] else table.table.caller
    known = {
        "caller": role(table.table.caller),
        "privileged": role(privileged),
        "leader": role(table.seat),
        "result": ENDINGS[table.table.ending],
        "next_dealer": role(following.dealer) if table.table.ending == ABANDONED else None,
    }
    return wanted(vector, known)


# -- §5 melds


def answer_meld(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.1, §5.3, §5.4  What some cards are: single, gok with their number, run with theirs."""
    cards = mask(vector["cards"])
    kind, count, high = int(type_of(cards)), int(count_of(cards)), int(highest_of(cards))
    known = {
        "type": {NONE: None, SINGLE: TYPE_NAMES[SINGLE]}.get(kind, f"{TYPE_NAMES[kind]}{count}"),
        "rank": int(rank_of(high)) if kind in (SINGLE, GOK) else None,
        "top": int(rank_of(high)) if kind == RUN else None,
        "suit": SUITS[int(suit_of(high))] if kind == RUN else None,
    }
    return wanted(vector, known)


def answer_superior(ruleset: Ruleset, vector: Vector) -> Answers:
    """§5.2, §5.5"""
    return {"expect": bool(is_superior(mask(vector["play"]), mask(vector["over"])))}


# -- §6 rounds


def answer_surrender(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.3  Which cards may player 2 surrender when the dealer has led the best?"""
    given = fields(vector, "best hand")
    best, hand = mask(given["best"]), mask(given["hand"])
    table = Deal(ruleset, filled({SEATS["dealer"]: best, SEATS["player2"]: hand}, len(given["hand"])))
    table.begin()
    table.act(LAY, best)
    return {"cases": [{**case, "expect": table.may(DOWN, mask(case["discard"]))} for case in vector["cases"]]}


def answer_round(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6  A first round that the dealer leads; who wins it, with how many tricks, and whether player 2 may surrender."""
    given = fields(vector, "lead player2_hand")
    lead, hand = mask(given["lead"]["cards"]), mask(given["player2_hand"])
    table = Deal(ruleset, filled({SEATS[given["lead"]["by"]]: lead, SEATS["player2"]: hand}, HAND_SIZE))
    table.begin()
    table.act(LAY, lead)
    known: Answers = {"player2_may_surrender": any(verb_of(action) == DOWN for action in table.legal())}
    for step in vector["steps"]:
        if table.seat != SEATS[step["by"]]:
            raise QipaiError(f"{role(table.seat)} is to act, and not {step['by']}.")
        if "play" in step and table.may(LAY, mask(step["play"])) != step.get("legal", True):
            raise QipaiError(f"{step['play']} is legal: {step.get('legal', True)} was expected.")
        table.act(LAY, mask(step["play"])) if "play" in step else table.surrender()
    winner = table.table.rounds[table.table.round_number].leader
    known |= {"winner": role(winner), "tricks": int(table.table.tricks[winner]), "next_leader": role(table.seat)}
    return wanted(vector, known)


def answer_tricks(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.4  How many tricks these win when they are led and the others surrender."""
    lead = mask(fields(vector, "win_with")["win_with"])
    table = Deal(ruleset, filled({SEATS["dealer"]: lead}, HAND_SIZE))
    table.begin()
    table.act(LAY, lead)
    table.surrender()
    table.surrender()
    return wanted(vector, {"tricks": int(table.table.tricks[SEATS["dealer"]])})


# -- §7, §8 aged cards and leads


def sorted_by_age(knowledge: Knowledge, hand: Iterable[str]) -> dict[str, list[str]]:
    aged = knowledge.aged()
    return {
        "aged": [face for face in hand if aged & mask([face])],
        "not_aged": [face for face in hand if not aged & mask([face])],
    }


def answer_aged(ruleset: Ruleset, vector: Vector) -> Answers:
    """§7.2 to §7.4  Some cards of the dealer's hand, when some lie face up, and each opponent has or has no bound.

    Nothing else is heeded: not how the others led, nor what they surrendered to a card that merely lies there.
    """
    given = fields(vector, "hand out note bounds")
    hand, out = mask(given["hand"]), mask(given.get("out", ()))
    rest = WHOLE_PACK & ~hand & ~out & ~higher_than(hand)
    bounds = [
        (opponent, f"{rank}{suit}")
        for opponent, suits in zip(("player2", "player3"), map(given.get("bounds", {}).get, ("q1", "q2")), strict=True)
        for suit, rank in (suits or {}).items()
    ]
    spare = faces_in(lowest(rest, HAND_SIZE - len(given["hand"])))
    knowledge = Knowledge(ruleset, "dealer", hand, WHOLE_PACK, 1, None)
    knowledge.heeded = EMPTY
    for opponent, face in bounds:
        other = "player3" if opponent == "player2" else "player2"
        own = {"by": "dealer", "surrender": 1, "cards": [spare.pop()]}
        yielding = {"by": opponent, "surrender": 1}
        answers = [own, yielding] if other == "player3" else [yielding, own]
        number = knowledge.add_round([{"by": other, "lead": [face]}, *answers])
        knowledge.heeded |= int(fact_of_surrender(number, SEATS[opponent]))
    for face in faces_in(out & ~mask({face for _, face in bounds})):
        knowledge.lead([face])
    knowledge.holding.hand = hand | mask(spare[: int(knowledge.table.left) - len(given["hand"])])
    return wanted(vector, sorted_by_age(knowledge, given["hand"]))


def answer_aged_exact(ruleset: Ruleset, vector: Vector) -> Answers:
    """§7.5 to §7.7  What follows from the rounds that are told, with a pack of some cards."""
    given = fields(vector, "pack players privileged dreamer holder hand history")
    if given["players"] != [ROLES[seat] for seat in PLAYERS]:
        raise QipaiError("the players are dealer, player2 and player3.")
    pack = LI_CHEN_MASK if given["pack"].get("L") else EMPTY
    pack |= mask(f"{rank}{suit}" for suit, ranks in given["pack"].items() if suit != "L" for rank in ranks)
    hand = mask(given["hand"])
    knowledge = Knowledge(ruleset, given["holder"], hand, pack, given["dreamer"], given["privileged"])
    for acts in given["history"]:
        knowledge.add_round(acts)
    if knowledge.table.left != count_of(hand):
        raise QipaiError(f"{given['holder']} holds {count_of(hand)} cards, and should hold {knowledge.table.left}.")
    return wanted(vector, sorted_by_age(knowledge, given["hand"]))


def answer_categories(ruleset: Ruleset, vector: Vector) -> Answers:
    """§8.1  The categories in the order in which they go, from a hand with a young and an aged card of each suit."""
    young = sum(1 << suit * RANKS for suit in range(len(SUITS)))
    hand, order = young | young << RANKS - 1 | LI_CHEN_MASK, []
    while hand:
        first = int(first_category(hand, ~young))
        suit = int(suit_of(highest_of(first)))
        order.append("L" if first == LI_CHEN_MASK else f"{SUITS[suit]}_{'nonaged' if first & young else 'aged'}")
        hand &= ~first
    return wanted(vector, {"order": order})


def answer_lead(ruleset: Ruleset, vector: Vector) -> Answers:
    """§8.2, §8.3  What player 2, who holds these and nothing else, may lead."""
    given = fields(vector, "hand privileged")
    hand = mask(given["hand"])
    pack = sum(filled({SEATS["player2"]: hand}, len(given["hand"]), first=higher_than(hand)))
    knowledge = Knowledge(ruleset, "player2", hand, pack, 1, "player2" if given["privileged"] else None)
    return {"cases": [{**case, "expect": knowledge.may_lead(mask(case["lead"]))} for case in vector["cases"]]}


def answer_lead_sequence(ruleset: Ruleset, vector: Vector) -> Answers:
    """§8  Player 2 has beaten the dealer's first lead and leads one after another of these."""
    given = fields(vector, "privileged dealt already_played other_face_up opponents")
    if given["opponents"] != "always_surrender":
        raise QipaiError("opponents can only always_surrender.")
    hand = mask(given["dealt"]) & ~mask(given["already_played"])
    knowledge = Knowledge(ruleset, "player2", hand, WHOLE_PACK, 1, "player2" if given["privileged"] else None)
    beat, away = {"by": "player2", "beat": given["already_played"]}, {"by": "player3", "surrender": 1}
    knowledge.add_round([{"by": "dealer", "lead": given["other_face_up"]}, beat, away])
    for number, cards in enumerate(vector["sequence"], start=1):
        if not knowledge.may_lead(mask(cards)):
            return {"expect": {"illegal_at": number}}
        knowledge.lead(cards)
    return {"expect": "legal"}


# -- §9 the end


def answer_declare(ruleset: Ruleset, vector: Vector) -> Answers:
    """§9.1  May the leader declare?  Told by numbers, or by a hand of player 2 that has just beaten the dealer's lead."""
    given = fields(vector, "tricks aged leader tricks_before hand_before lead play")
    if "hand_before" not in given:
        table = Deal(ruleset, filled({}, HAND_SIZE))
        table.table.tricks[SEATS["dealer"]] = given["tricks"]
        aged = lowest(AGED_FROM_THE_START, given["aged"])
        return wanted(
            vector, {"may_declare": bool(given.get("leader", True) and may_declare(table.table, SEATS["dealer"], aged))}
        )
    hand, lead, seat = mask(given["hand_before"]), mask(given["lead"]["cards"]), SEATS["player2"]
    table = Deal(
        ruleset, filled({SEATS["dealer"]: lead, seat: hand}, len(given["hand_before"]), first=higher_than(hand) & ~lead)
    )
    table.begin()
    table.table.tricks[seat] = given["tricks_before"]
    table.act(LAY, lead)
    table.act(LAY, mask(given["play"]))
    table.surrender()
    aged, tricks = int(table.state.aged), int(table.table.tricks[seat])
    known: Answers = {"tricks": tricks, "aged": spelled(aged, given["hand_before"]), "may_declare": table.may(DECLARE)}
    known["n"] = tricks + int(count_of(aged)) if known["may_declare"] else None
    return wanted(vector, known)


def answer_end(ruleset: Ruleset, vector: Vector) -> Answers:
    """§9.2, §9.3, §11.6  The cards are gone.  Where it is not said who won the last round, it does not matter."""
    given = fields(vector, "tricks cards_left last_winner")
    if given["cards_left"] != 0:
        raise QipaiError("cards_left is 0 where nobody declares.")
    names = dict(zip(given["tricks"], PLAYERS, strict=False))
    endings = []
    for last in [given["last_winner"]] if "last_winner" in given else names:
        table = Deal(ruleset, filled({}, HAND_SIZE))
        for name, seat in names.items():
            table.table.tricks[seat] = given["tricks"][name]
        end_without_cards(table.state, table.rules, names[last])
        seats = {seat: name for name, seat in names.items()}
        is_drawn = table.table.ending == DRAWN
        endings.append(
            {
                "result": ENDINGS[table.table.ending],
                "winner": None if is_drawn else seats[int(table.table.winner)],
                "n": None if is_drawn else int(table.table.number),
            }
        )
    if any(ending != endings[0] for ending in endings):
        raise QipaiError("it depends on the last_winner.")
    return wanted(vector, endings[0])


# -- §10 scoring


def with_base(ruleset: Ruleset, given: Mapping[str, Any]) -> Ruleset:
    return ruleset._replace(base=given.get("base", ruleset.base))


def answer_value(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.1, §11.7"""
    given = fields(vector, "n base")
    return {"expect": int(value_of(given["n"], records.opened(pack_ruleset(with_base(ruleset, given)))))}


def payments(table: Deal) -> dict[str, int]:
    points = table.result().points
    return {name: int(points[seat]) for name, seat in SEATS.items()}


def answer_payoff(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.2 to §10.4  Who gets what when the winner declares with these tricks and these aged cards in hand."""
    given = fields(vector, "winner won_cards aged_left dreamer_card privileged")
    won, left, dreamt = mask(given["won_cards"]), mask(given["aged_left"]), mask([given["dreamer_card"]])
    seat = SEATS[given["winner"]]
    table = Deal(ruleset, filled({seat: won | left, SEATS["dreamer"]: dreamt}, HAND_SIZE))
    table.table.caller = SEATS[given["privileged"] or "dealer"]
    table.table.won[seat], table.table.tricks[seat] = won, count_of(won)
    table.state.holdings[seat].hand = left
    win(table.state, seat, left)
    matches = int(table.result().matches)
    known = {
        "n": int(table.table.number),
        "dreamer_tricks": DREAMERS_TRICKS + matches if matches else None,
        "pay": payments(table),
    }
    return wanted(vector, known)


def answer_ng_fu_payoff(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.5"""
    given = fields(vector, "claimer base")
    tigers = mask(["1S", "1G", "1K", "1C", "L"])
    table = Deal(with_base(ruleset, given), filled({SEATS[given["claimer"]]: tigers}, HAND_SIZE))
    while table.table.phase == CLAIMING:
        table.act(CLAIM if table.may(CLAIM) else KEEP)
    return wanted(vector, {"pay": payments(table)})


def answer_sung1996(ruleset: Ruleset, vector: Vector) -> Answers:
    """§11.8"""
    given = fields(vector, "n reds")
    table = Deal(ruleset, filled({}, HAND_SIZE))
    table.table.number, table.table.counting = given["n"], lowest(RED_IMPRINTS, given["reds"])
    return {"expect": int(sung_value(table.table))}


EXAMPLES: dict[str, Asked] = {
    "constants": asked("", answer_constants),
    "deal": asked("given", answer_deal),
    "red_imprints": asked("", answer_red_imprints),
    "aged_at_start": asked("", answer_aged_at_start),
    "ng_fu": asked("hand_includes given", answer_ng_fu),
    "call": asked("calls", answer_call),
    "meld": asked("cards", answer_meld),
    "superior": asked("play over", answer_superior),
    "surrender": asked("given", answer_surrender, "cases"),
    "round": asked("given steps", answer_round),
    "tricks": asked("given", answer_tricks),
    "aged": asked("given", answer_aged),
    "aged_exact": asked("given", answer_aged_exact),
    "categories": asked("", answer_categories),
    "lead": asked("given", answer_lead, "cases"),
    "lead_sequence": asked("given sequence", answer_lead_sequence),
    "declare": asked("given", answer_declare),
    "end": asked("given", answer_end),
    "value": asked("given", answer_value),
    "payoff": asked("given", answer_payoff),
    "ng_fu_payoff": asked("given", answer_ng_fu_payoff),
    "sung1996": asked("given", answer_sung1996),
}
