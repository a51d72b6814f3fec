"""The kinds of situations of Luk Fu.  Most are played by the rules from a deal on."""

from collections.abc import Iterable
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.options import pack_ruleset
from qipai.engine.seats import NOBODY
from qipai.games import LUK_FU
from qipai.games.luk_fu.cards import (
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
from qipai.games.luk_fu.notation.text import faces_in, number_of
from qipai.games.luk_fu.rules.ending import end_without_cards, may_declare, win
from qipai.games.luk_fu.rules.evidence import fact_of_surrender
from qipai.games.luk_fu.rules.leading import first_category
from qipai.games.luk_fu.rules.melds import GOK, LARGEST_GOK, NONE, RUN, SINGLE, TYPE_NAMES, is_superior, type_of
from qipai.games.luk_fu.rules.rounds import CLAIM, DECLARE, DOWN, KEEP, LAY, PLAY, verb_of
from qipai.games.luk_fu.rules.scoring import DREAMERS_TRICKS, sung_value, value_of
from qipai.games.luk_fu.state import ABANDONED, CLAIMING, DRAWN, ENDINGS, HAND_SIZE
from qipai.games.luk_fu.variants import Ruleset

from .. import deals
from ..asking import Kinds
from ..facts import Facts
from ..shapes import ANYTHING, FACTS, NAME, NOTHING, TRUTH, Shape, either, having, items, named, number, read_by, word
from .deals import PLAYERS, ROLES, SEATS, WHOLE_PACK, Act, Deal, Knowledge, filled, higher_than, in_turn, lowest, mask

FACE = read_by(number_of, "a card such as 9S")
FACES = Shape("a list of different cards, each a number from 1 to 9 and S, G, K or C, or L", items(FACE, different=True).fits)
SOME_FACES = Shape(f"{FACES.words}, one at least", items(FACE, 1, different=True).fits)
ROLE = word(*(ROLES[seat] for seat in PLAYERS))
TRICKS = number(0, HAND_SIZE)
KINDS = Kinds(
    shapes={
        **dict.fromkeys(("given", "pack"), FACTS),
        **dict.fromkeys(("hand_includes", "out", "dealt", "player2_hand", "won_cards", "aged_left"), FACES),
        **dict.fromkeys(
            ("cards", "play", "over", "best", "discard", "win_with", "beat", "already_played", "hand_before", "hand"),
            SOME_FACES,
        ),
        **dict.fromkeys(("other_face_up", "lead"), SOME_FACES),
        **dict.fromkeys(("holder", "winner", "claimer", "by"), ROLE),
        **dict.fromkeys(("leader", "legal"), TRUTH),
        **dict.fromkeys(("n", "tricks", "tricks_before"), TRICKS),
        **dict.fromkeys(("aged", "reds"), TRICKS),
        **dict.fromkeys(("cases", "steps"), items(FACTS, 1)),
        **dict.fromkeys(SUITS, items(number(1, RANKS), different=True)),
        "players": number(3, 4),
        "phase": word("before_dealer_call", "after_dealer_call", "play"),
        "calls": items(word("play", "not_play"), 1, len(PLAYERS)),
        "bounds": named(word("q1", "q2"), named(word(*SUITS), number(1, RANKS))),
        "L": TRUTH,
        "dreamer": number(0, 1),
        "privileged": either(ROLE, NOTHING),
        "history": items(items(FACTS, len(PLAYERS), len(PLAYERS))),
        "surrender": number(1, LARGEST_GOK),
        "sequence": items(SOME_FACES, 1),
        "last_winner": NAME,
        "cards_left": TRICKS,
        "base": number(5, 6),
        "dreamer_card": FACE,
        "expect": ANYTHING,
    }
)
PLAYER_2_OR_NOBODY = {"privileged": TRUTH}  # whether player 2 is
LED = {"lead": FACTS}
LISTED = {"expect": having(cards=FACES, **{"not": FACES})}
LI_FA = 1  # §1.4 the card that is put away
DEALER, PLAYER_2 = SEATS["dealer"], SEATS["player2"]


def spelled(cards: int, order: Iterable[str]) -> list[str]:
    """Return the faces of a mask of cards: those in `order` first, in that order."""
    faces = faces_in(cards)
    named = [face for face in order if face in faces]
    return named + [face for face in faces if face not in named]


def role(seat: int) -> str | None:
    """Return the role of a seat: dealer, player2 …; None for NOBODY."""
    return None if seat == NOBODY else ROLES[int(seat)]


# -- §1, §3 the cards and the deal


def whole_deal(ruleset: Ruleset, players: int) -> deals.Deal:
    """Return a dealt deal with the dealer at seat 0."""
    deal = deals.Deal(LUK_FU, ruleset, players)
    deal.setup.dealer = DEALER
    deal.deal()
    return deal


@KINDS.add("constants")
def constants(ruleset: Ruleset) -> dict[str, int]:
    """§1.1, §1.4, §1.5  The numbers of cards: the full pack, the suits, the packs for four and for three."""
    packs = {players: int(count_of(whole_deal(ruleset, players).setup.pack)) for players in LUK_FU.seats}
    return {
        "full_pack": CARDS + LI_FA,
        "suit_cards": int(count_of(ALL_SUITS)),
        "four_player_deck": packs[4],
        "three_player_deck": packs[3],
    }


@KINDS.add("deal", in_order="round1 later")
def dealing(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§3.1  How many cards each player gets, and in what order."""
    players = given["players"]
    deal = whole_deal(ruleset, players)
    names = [ROLES[seat] for seat in (sorted(ROLES) if players == len(ROLES) else PLAYERS)]
    hands = [int(deal.state.holdings[seat].hand) for seat in range(players)]
    order = [name for card in deal.pack() for name, hand in zip(names, hands, strict=True) if hand >> card - 1 & 1]
    later = [order[place : place + len(PLAYERS)] for place in range(players, len(order), len(PLAYERS))]
    return {
        **{name: int(count_of(hand)) for name, hand in zip(names, hands, strict=True)},
        "round1": order[:players],
        "later": later[0] if all(part == later[0] for part in later) else None,
        "has_L": bool(deal.setup.pack & LI_CHEN_MASK),
        "ng_fu": bool(deal.public.phase == CLAIMING),
    }


@KINDS.add("red_imprints", shapes=LISTED)
def red_imprints(ruleset: Ruleset, expect: Facts) -> dict[str, Any]:
    """§1.2  The cards with a red imprint."""
    return {"cards": spelled(RED_IMPRINTS, expect.get("cards", ())), "count": int(count_of(RED_IMPRINTS))}


@KINDS.add("aged_at_start", shapes=LISTED)
def aged_at_start(ruleset: Ruleset, expect: Facts) -> dict[str, list[str]]:
    """§7.1  The cards that are aged from the start for a player who holds none above them."""
    found = EMPTY
    for card in range(CARDS):
        hand = 1 << card
        hand |= lowest(WHOLE_PACK & ~hand & ~higher_than(hand), HAND_SIZE - 1)
        found |= Knowledge(ruleset, "dealer", hand, WHOLE_PACK, 1, None).aged() & 1 << card
    young = [face for face in expect.get("not", ()) if not found & mask([face])]
    return {"cards": spelled(found, expect.get("cards", ())), "not": young}


# -- §4 before the play


@KINDS.add("ng_fu")
def ng_fu(ruleset: Ruleset, hand_includes: list[str], given: Facts) -> dict[str, Any]:
    """§4.1, §11.1  May a dealer with these cards claim in this phase, are they a meld, and how many tricks does a claim win?"""
    hand, phase = mask(hand_includes), given["phase"]
    deal = Deal(ruleset, filled({DEALER: hand}, HAND_SIZE))
    if phase == "play":
        deal.begin()
    elif phase == "after_dealer_call":
        deal.keep_all()
        deal.do(PLAY)
    known: dict[str, Any] = {"may_claim": deal.may_do(CLAIM), "meld": bool(type_of(hand) != NONE), "tricks": None}
    if known["may_claim"]:
        deal.do(CLAIM)
        deal.keep_all()
        known["tricks"] = int(deal.public.number)
    return known


@KINDS.add("call")
def call(ruleset: Ruleset, calls: list[str]) -> dict[str, Any]:
    """§4.2, §4.3, §4.4  The caller, the privilege, the leader and the ending that follow from the calls in turn."""
    deal = Deal(ruleset, filled({}, HAND_SIZE))
    deal.begin([{"play": True, "not_play": False}[said] for said in calls])
    caller, ending = deal.public.caller, deal.public.ending
    return {
        "caller": role(caller),
        "privileged": role(NOBODY if caller == DEALER else caller),
        "leader": role(deal.seat),
        "result": ENDINGS[ending],
        "next_dealer": role(deal.next_setup().dealer) if ending == ABANDONED else None,
    }


# -- §5 melds


@KINDS.add("meld")
def meld(ruleset: Ruleset, cards: list[str]) -> dict[str, Any]:
    """§5.1, §5.3, §5.4  The meld that some cards make: its type with the number of cards, its rank or top, its suit."""
    laid = mask(cards)
    kind, high = int(type_of(laid)), int(highest_of(laid))
    return {
        "type": {NONE: None, SINGLE: TYPE_NAMES[SINGLE]}.get(kind, f"{TYPE_NAMES[kind]}{count_of(laid)}"),
        "rank": int(rank_of(high)) if kind in (SINGLE, GOK) else None,
        "top": int(rank_of(high)) if kind == RUN else None,
        "suit": SUITS[int(suit_of(high))] if kind == RUN else None,
    }


@KINDS.add("superior")
def superior(ruleset: Ruleset, play: list[str], over: list[str]) -> bool:
    """§5.2, §5.5  Is `play` superior to `over`?"""
    return bool(is_superior(mask(play), mask(over)))


# -- §6 rounds


def led(ruleset: Ruleset, lead: int, hand: int = EMPTY, size: int = HAND_SIZE) -> Deal:
    """Return a deal in which the dealer has led `lead` and player 2 holds `hand`."""
    deal = Deal(ruleset, filled({DEALER: lead, PLAYER_2: hand}, size))
    deal.begin()
    deal.do(LAY, lead)
    return deal


@KINDS.add("surrender", answers="cases")
def surrender(ruleset: Ruleset, given: Facts, cases: list[Facts]) -> list[Any]:
    """§6.3  For each case: may player 2 surrender these cards when the dealer has led `best`?"""
    deal = led(ruleset, mask(given["best"]), mask(given["hand"]), len(given["hand"]))
    return [{**case.plain, "expect": deal.may_do(DOWN, mask(case["discard"]))} for case in cases]


@KINDS.add("round", shapes=LED)
def one_round(ruleset: Ruleset, given: Facts, steps: list[Facts]) -> dict[str, Any]:
    """§6  The winner, tricks and next leader of a first round led by the dealer, and whether player 2 may surrender."""
    if given["lead"]["by"] != ROLES[DEALER]:
        raise QipaiError("the dealer leads the first round.")
    deal = led(ruleset, mask(given["lead"]["cards"]), mask(given["player2_hand"]))
    may_surrender = any(verb_of(action) == DOWN for action in deal.legal(deal.seat))
    for step in steps:
        if deal.seat != SEATS[step["by"]]:
            raise QipaiError(f"{role(deal.seat)} is to act, and not {step['by']}.")
        if "play" not in step:
            deal.surrender(step["surrender"])
        elif deal.may_do(LAY, mask(step["play"])) == step.get("legal", True):
            deal.do(LAY, mask(step["play"]))
        else:
            raise QipaiError(f"{step['play']} is legal: {step.get('legal', True)} was expected.")
    winner = deal.public.rounds[deal.public.round_number].leader
    return {
        "player2_may_surrender": may_surrender,
        "winner": role(winner),
        "tricks": int(deal.public.tricks[winner]),
        "next_leader": role(deal.seat),
    }


@KINDS.add("tricks")
def tricks(ruleset: Ruleset, given: Facts) -> dict[str, int]:
    """§6.4  How many tricks do these cards win when they are led and the others surrender?"""
    deal = led(ruleset, mask(given["win_with"]))
    deal.surrender()
    deal.surrender()
    return {"tricks": int(deal.public.tricks[DEALER])}


# -- §7, §8 aged cards and leads


@KINDS.add("aged")
def aged(ruleset: Ruleset, given: Facts) -> dict[str, list[str]]:
    """§7.2 to §7.4  Which cards of the dealer's hand are aged, given cards face up (`out`) and bounds on the opponents' suits?

    Nothing else counts as evidence: neither how opponents led, nor what they surrendered to the other cards face up.
    """
    hand, out = mask(given["hand"]), mask(given.get("out", ()))
    yielded: dict[str, list[str]] = {}  # by single card led: the opponents who surrendered to it
    for opponent, name in (("player2", "q1"), ("player3", "q2")):
        for suit, rank in given.get("bounds", {}).get(name, {}).items():
            yielded.setdefault(f"{rank}{suit}", []).append(opponent)
    out |= mask(yielded)
    surrendered = sum(len(opponents) == 1 for opponents in yielded.values())  # by the holder, when an opponent led
    more = HAND_SIZE - len(given["hand"]) - int(count_of(out))
    if hand & out or more < 0:
        raise QipaiError("hand has cards that are still there, and with one for each card that lies face up twelve at most.")
    spare = faces_in(lowest(WHOLE_PACK & ~hand & ~out & ~higher_than(hand), more + surrendered))
    knowledge = Knowledge(ruleset, "dealer", hand, WHOLE_PACK, 1, None)
    knowledge.heeded = EMPTY
    for face, opponents in yielded.items():
        leader = next((other for other in ("player2", "player3") if other not in opponents), "dealer")
        answers: list[Act] = [{"by": ROLES[seat], "surrender": 1} for seat in in_turn(SEATS[leader])[1:]]
        if leader != "dealer":
            answers = [{**act, "cards": [spare.pop()]} if act["by"] == "dealer" else act for act in answers]
        number = knowledge.add_round([{"by": leader, "lead": [face]}, *answers])
        for opponent in opponents:
            knowledge.heeded |= int(fact_of_surrender(number, SEATS[opponent]))
    for face in faces_in(out & ~mask(yielded)):
        knowledge.lead([face])
    knowledge.holding.hand = hand | mask(spare)
    return knowledge.sorted_by_age(given["hand"])


@KINDS.add("aged_exact", shapes={"players": items(ROLE)})
def aged_exact(ruleset: Ruleset, given: Facts) -> dict[str, list[str]]:
    """§7.5 to §7.7  Which cards of the holder's hand are aged after the rounds in `history`, played with this pack?"""
    if given["players"] != [ROLES[seat] for seat in PLAYERS]:
        raise QipaiError("the players are dealer, player2 and player3.")
    pack = LI_CHEN_MASK if given["pack"].get("L") else EMPTY
    pack |= mask(f"{rank}{suit}" for suit in SUITS for rank in given["pack"].get(suit, ()))
    hand = mask(given["hand"])
    knowledge = Knowledge(ruleset, given["holder"], hand, pack, given["dreamer"], given["privileged"])
    for acts in given["history"]:
        knowledge.add_round(acts)
    if knowledge.public.left != count_of(hand):
        raise QipaiError(f"{given['holder']} holds {count_of(hand)} cards, and should hold {knowledge.public.left}.")
    return knowledge.sorted_by_age(given["hand"])


@KINDS.add("categories", ordered=True)
def categories(ruleset: Ruleset) -> dict[str, list[str]]:
    """§8.1  The categories in the order in which they must be led, from a hand with a young and an aged card of each suit."""
    young = sum(1 << suit * RANKS for suit in range(len(SUITS)))
    hand, order = young | young << RANKS - 1 | LI_CHEN_MASK, []
    while hand:
        first = int(first_category(hand, ~young))
        suit = int(suit_of(highest_of(first)))
        order.append("L" if first == LI_CHEN_MASK else f"{SUITS[suit]}_{'nonaged' if first & young else 'aged'}")
        hand &= ~first
    return {"order": order}


@KINDS.add("lead", answers="cases", shapes=PLAYER_2_OR_NOBODY)
def lead(ruleset: Ruleset, given: Facts, cases: list[Facts]) -> list[Any]:
    """§8.2, §8.3  For each case: may player 2, who holds only `hand`, lead these cards?"""
    hand = mask(given["hand"])
    pack = sum(filled({PLAYER_2: hand}, len(given["hand"]), first=higher_than(hand)))
    knowledge = Knowledge(ruleset, "player2", hand, pack, 1, "player2" if given["privileged"] else None)
    return [{**case.plain, "expect": knowledge.may_lead(mask(case["lead"]))} for case in cases]


@KINDS.add("lead_sequence", shapes=PLAYER_2_OR_NOBODY)
def lead_sequence(ruleset: Ruleset, given: Facts, sequence: list[list[str]]) -> Any:
    """§8  May player 2, who has beaten the dealer's first lead, lead these in sequence?  "legal", or the first that is not."""
    if given["opponents"] != "always_surrender":
        raise QipaiError("opponents can only always_surrender.")
    hand = mask(given["dealt"]) & ~mask(given["already_played"])
    knowledge = Knowledge(ruleset, "player2", hand, WHOLE_PACK, 1, "player2" if given["privileged"] else None)
    beat, away = {"by": "player2", "beat": given["already_played"]}, {"by": "player3", "surrender": 1}
    knowledge.add_round([{"by": "dealer", "lead": given["other_face_up"]}, beat, away])
    for turn, cards in enumerate(sequence, start=1):
        if not knowledge.may_lead(mask(cards)):
            return {"illegal_at": turn}
        knowledge.lead(cards)
    return "legal"


# -- §9 the end


@KINDS.add("declare", shapes={**LED, "by": NAME})
def declare(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§9.1  May the leader declare?  Given numbers of tricks and aged cards, or player 2's hand that beats a lead with `play`."""
    if "hand_before" not in given:
        deal = Deal(ruleset, filled({}, HAND_SIZE))
        deal.public.tricks[DEALER] = given["tricks"]
        held = lowest(AGED_FROM_THE_START, given["aged"])
        return {"may_declare": bool(given.get("leader", True) and may_declare(deal.public, DEALER, held))}
    hand, best = mask(given["hand_before"]), mask(given["lead"]["cards"])
    if given["lead"]["by"] == ROLES[PLAYER_2]:
        raise QipaiError(f"the lead that {ROLES[PLAYER_2]} beats is another's.")
    known = {DEALER: best, PLAYER_2: hand}
    deal = Deal(ruleset, filled(known, len(given["hand_before"]), first=higher_than(hand) & ~best))
    deal.begin()
    deal.public.tricks[PLAYER_2] = given["tricks_before"]
    deal.do(LAY, best)
    deal.do(LAY, mask(given["play"]))
    deal.surrender()
    left, won, may = int(deal.state.aged), int(deal.public.tricks[PLAYER_2]), deal.may_do(DECLARE)
    return {
        "tricks": won,
        "aged": spelled(left, given["hand_before"]),
        "may_declare": may,
        "n": won + int(count_of(left)) if may else None,
    }


@KINDS.add("end", shapes={"tricks": named(NAME, TRICKS)})
def end(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§9.2, §9.3, §11.6  The result when all cards are gone.  Without `last_winner` it must not depend on the winner of the last round."""
    if given["cards_left"] != 0:
        raise QipaiError("cards_left is 0 where nobody declares.")
    if (
        len(given["tricks"]) != len(PLAYERS)
        or given.get("last_winner", next(iter(given["tricks"]), None)) not in given["tricks"]
    ):
        raise QipaiError(f"tricks are of {len(PLAYERS)} players, the last_winner among them.")
    names = dict(zip(given["tricks"], PLAYERS, strict=True))
    endings = []
    for last in [given["last_winner"]] if "last_winner" in given else names:
        deal = Deal(ruleset, filled({}, HAND_SIZE))
        for name, seat in names.items():
            deal.public.tricks[seat] = given["tricks"][name]
        end_without_cards(deal.state, deal.rules, names[last])
        ended: dict[str, Any] = {"result": ENDINGS[deal.public.ending], "winner": None, "n": None}
        if deal.public.ending != DRAWN:
            winner = next(name for name, seat in names.items() if seat == deal.public.winner)
            ended |= {"winner": winner, "n": int(deal.public.number)}
        endings.append(ended)
    if any(ended != endings[0] for ended in endings):
        raise QipaiError("it depends on the last_winner.")
    return endings[0]


# -- §10 scoring


def with_base(ruleset: Ruleset, given: Facts) -> Ruleset:
    """Return the rule set with the base of the situation, if it has one."""
    return ruleset._replace(base=given.get("base", ruleset.base))


@KINDS.add("value")
def value(ruleset: Ruleset, given: Facts) -> int:
    """§10.1, §11.7  The value of `n` tricks."""
    based = with_base(ruleset, given)
    check_number(given["n"], based)
    return int(value_of(given["n"], records.opened(pack_ruleset(based))))


def check_number(n: int, ruleset: Ruleset) -> None:
    """§10.1  Raise `QipaiError` for a number of tricks with which nobody wins."""
    if n < ruleset.base:
        raise QipaiError(f"{n} tricks are worth nothing: {ruleset.base} is the least that counts.")


def payments(deal: Deal) -> dict[str, int]:
    """Return the points of each role."""
    points = deal.result().points
    return {name: int(points[seat]) for name, seat in SEATS.items()}


@KINDS.add("payoff")
def payoff(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§10.2 to §10.4  The payments when the winner declares with these won cards and these aged cards in hand."""
    won, left, dreamt = mask(given["won_cards"]), mask(given["aged_left"]), mask([given["dreamer_card"]])
    seat = SEATS[given["winner"]]
    deal = Deal(ruleset, filled({seat: won | left, SEATS["dreamer"]: dreamt}, HAND_SIZE))
    deal.public.caller = SEATS[given["privileged"] or "dealer"]
    deal.public.won[seat], deal.public.tricks[seat] = won, count_of(won)
    deal.state.holdings[seat].hand = left
    check_number(int(count_of(won | left)), ruleset)
    win(deal.state, seat, left)
    matches = int(deal.result().matches)
    return {
        "n": int(deal.public.number),
        "dreamer_tricks": DREAMERS_TRICKS + matches if matches else None,
        "pay": payments(deal),
    }


@KINDS.add("ng_fu_payoff")
def ng_fu_payoff(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§10.5  The payments when a player claims with the four 1s and Li Chen."""
    tigers = mask(["1S", "1G", "1K", "1C", "L"])
    deal = Deal(with_base(ruleset, given), filled({SEATS[given["claimer"]]: tigers}, HAND_SIZE))
    while deal.public.phase == CLAIMING:
        deal.do(CLAIM if deal.may_do(CLAIM) else KEEP)
    return {"pay": payments(deal)}


@KINDS.add("sung1996")
def sung(ruleset: Ruleset, given: Facts) -> int:
    """§11.8  The value by the rules of 1996, given the number of tricks and of red imprints."""
    deal = Deal(ruleset, filled({}, HAND_SIZE))
    deal.public.number, deal.public.counting = given["n"], lowest(RED_IMPRINTS, given["reds"])
    return int(sung_value(deal.public))
