"""§6 to §11, §14  The kinds of situations in the play: sets, Shao Pai, the endgame, table talk, misplays."""

from typing import Any

from qipai.engine.errors import QipaiError
from qipai.games.gou_ji import verbs
from qipai.games.gou_ji.notation.text import set_of, spell
from qipai.games.gou_ji.ranks import KIND, RANKS
from qipai.games.gou_ji.rules.endgame import block_of
from qipai.games.gou_ji.rules.sets import beats, is_high, starts_duel
from qipai.games.gou_ji.seating import SEATS, dui_men, next_in
from qipai.games.gou_ji.state import ARRANGEMENTS, CHANCE, CORRECTING, DUEL, ORDERING, RUN
from qipai.games.gou_ji.variants import Ruleset

from ..asking import Kinds
from ..facts import Facts
from .deals import Deal, Hands, cards_named, name_of_seat, names_in, seat_after, seat_named
from .shapes import NAMES, SHAPES, SLOTS_ASKED

KINDS = Kinds(shapes=SHAPES)
LOW = ["3", "4"]  # a hand that beats nothing
RISING = RANKS[: RANKS.index("J")]  # single cards, each of which beats the one before and none starts a duel


def leading(ruleset: Ruleset, leader: str, hands: Hands, active: str = NAMES) -> Deal:
    """Return a game in which a player is to lead; other `active` players without a given hand hold low cards."""
    out = [name for name in NAMES if name not in active]
    others: Hands = {name: [] if name in out else LOW for name in NAMES}
    return Deal.led_by(ruleset, leader, {**others, **hands}, out)


def many(count: int) -> list[str]:
    """Return a number of low cards, a whole hand at most."""
    return [card for card in RISING for _ in range(8)][:count]


# -- §6 sets


@KINDS.add("valid")
def is_set(ruleset: Ruleset, set: list[str]) -> bool:
    """§6.1  Do these cards make a set?"""
    return set_of(KIND[card] for card in set) is not None


@KINDS.add("beats")
def is_beaten(ruleset: Ruleset, play: list[str], over: list[str]) -> bool:
    """§6.3, §6.4  Does `play` beat `over`?"""
    return bool(beats(cards_named(play), cards_named(over)))


@KINDS.add("level")
def level(ruleset: Ruleset, set: list[str]) -> dict[str, bool]:
    """§6.5  Is this set of Gou Ji level, and would it start a duel if there is a Dui Men?"""
    cards, rules = cards_named(set), Deal(ruleset).rules
    return {"level": bool(is_high(cards, rules)), "duel": bool(starts_duel(cards, rules))}


# -- §9 Shao Pai


@KINDS.add("shao", in_order="run")
def shao(ruleset: Ruleset, given: Facts, expect: Facts) -> dict[str, Any]:
    """§9.1, §9.2, §9.4  May this player declare Shao Pai, is the declaration good, and can the rest be laid in this run?"""
    starter, candidate, first = given["starter"], given["candidate"], cards_named(given["first"])
    deal = leading(ruleset, starter, {starter: [*given["table"], *LOW], candidate: given["hand"]})
    deal.lay(starter, given["table"])
    is_asked = deal.phase == CHANCE and candidate in deal.asked_names
    known: dict[str, Any] = {"candidate": bool(is_asked and beats(first, deal.public.best)), "ok": False, "run": None}
    if deal.can(candidate, verbs.SHAO, first):
        declare(deal, candidate, first)
        known["ok"] = not deal.public.penalised >> seat_named(candidate) & 1
        known["run"] = [cards for cards in expect.get("run", ()) if runs(deal, candidate, cards)]
    return known


def declare(deal: Deal, declarer: str, first: int) -> None:
    """§9.3  Let a player declare Shao Pai with the set `first`, which nobody beats."""
    for name in deal.asked_names:
        if name == declarer:
            deal.do(name, verbs.SHAO, first)
        else:
            deal.do(name, verbs.NO_SHAO)
    deal.pass_all()


def runs(deal: Deal, declarer: str, cards: list[str]) -> bool:
    """§9.4  Let the declarer lead a set of the run, which nobody beats; return False if that is not legal."""
    if deal.public.mode != RUN or deal.leader() != declarer or not deal.can(declarer, verbs.LAY, cards_named(cards)):
        return False
    deal.lay(declarer, cards)
    deal.pass_all()
    return True


@KINDS.add("shao_penalty")
def shao_penalty(ruleset: Ruleset, given: Facts) -> dict[str, int | None]:
    """§9.7  The place of A, None without one, after A could declare Shao Pai on B's kings."""
    is_unbeaten, aces = given["first_unbeaten"], cards_named(["A", "A"])
    rest = ["8"] if given["ok"] else ["8", "9"]
    deal = leading(ruleset, "B", {"A": ["A", "A", *rest], "B": ["K", "K", *LOW], "E": ["2", "2", *LOW]})
    deal.lay("B", ["K", "K"])
    if not given["declared"]:
        deal.pass_all()
    elif is_unbeaten:
        declare(deal, "A", aces)
    else:
        deal.do("A", verbs.SHAO, aces)
        deal.answer(verbs.NO_SHAO)
        while deal.asked_names[0] != "E":
            deal.do(deal.asked_names[0], verbs.PASS)
        deal.lay("E", ["2", "2"])
    return {"place": int(deal.public.place[seat_named("A")]) or None}


# -- §11 table talk


@KINDS.add("rang_allowed")
def rang_allowed(ruleset: Ruleset, given: Facts) -> dict[str, bool]:
    """§11.1  May a player ask for Rang Pai after the Dui Men has laid, given what the two between did?"""
    asker, last = given["last_by"], given["beaten_by"]
    if name_of_seat(dui_men(seat_named(asker))) != last:
        raise QipaiError(f"{last} is not the Dui Men of {asker}.")
    doers = [asker, seat_after(asker, 1), seat_after(asker, 2), last]
    doings = list(zip(doers, ["played", *given["b_and_c"], "played"], RISING[2:6], strict=True))
    gone = [name for name, doing, _ in doings if doing == "out"]
    hands = {name: [card, *LOW] for name, _, card in doings if name not in gone}
    deal = leading(ruleset, asker, hands, "".join(name for name in NAMES if name not in gone))
    for name, doing, card in doings:
        if doing == "played":
            deal.lay(name, [card])
        elif doing == "passed":
            deal.do(name, verbs.PASS)
    return {"allowed": deal.can(asker, verbs.RANG)}


@KINDS.add("ask_count")
def ask_count(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§11.2  May a player ask another for the number of cards, and what is the answer?"""
    asker, target, active = given["asker"], given["target"], "".join(name for name in NAMES if name not in given["out"])
    leader = next(name for name in active if name != target)
    deal = leading(ruleset, leader, {target: many(given["target_cards"])}, active)
    if not deal.can(asker, verbs.COUNT, seat_named(target)):
        return {"allowed": False, "answer": None}
    deal.do(asker, verbs.COUNT, seat_named(target))
    told = int(deal.public.told[seat_named(target)])
    return {"allowed": True, "answer": "more" if told == verbs.MORE else told}


@KINDS.add("show_private")
def show_private(ruleset: Ruleset, given: Facts) -> dict[str, bool]:
    """§11.3  May A show the hand to team mates at B's turn, and may these advise at A's next turn?"""
    deal = leading(ruleset, "B", {"A": many(given["own_cards"])})
    if not deal.can("A", verbs.SHOW_HAND):
        return {"allowed": False, "advice": False}
    deal.do("A", verbs.SHOW_HAND)
    deal.lay("B", LOW[:1])
    for name in "CDEF":
        deal.do(name, verbs.PASS)
    return {"allowed": True, "advice": is_advised(deal, "A")}


@KINDS.add("expose")
def expose(ruleset: Ruleset, given: Facts) -> dict[str, bool]:
    """§11.4  May A expose the hand, may team mates advise then, and does the hand stay open after a play?"""
    hand = many(given["own_cards"])
    deal = leading(ruleset, "A" if given["own_turn"] else "B", {"A": hand})
    if not deal.can("A", verbs.EXPOSE):
        return {"allowed": False, "advice": False, "stays": False}
    deal.do("A", verbs.EXPOSE)
    advice = is_advised(deal, "A")
    deal.lay("A", hand[:1])
    return {"allowed": True, "advice": advice, "stays": bool(deal.public.exposed & 1)}


def is_advised(deal: Deal, name: str) -> bool:
    """§11.4  Return whether a team mate may advise a player."""
    mates = (seat_after(name, step) for step in (2, 4))
    return any(verbs.verb_of(action) == verbs.ADVISE for mate in mates for action in deal.choices(mate))


# -- §10 the endgame


@KINDS.add("order")
def order(ruleset: Ruleset, given: Facts, expect: Facts) -> dict[str, Any]:
    """§10.1, §10.3  For each turn of the endgame, the players who may take it, if every player lays a higher card."""
    if given["passes"] != "none":
        raise QipaiError("passes can only be none.")
    active = "".join(given["active"])
    deal = leading(ruleset, given["leader"], {name: list(RISING) for name in active}, active)
    slots = {int(slot["slot"]): slot for slot in expect.get("slots", ())}
    told = []
    for number, card in enumerate(RISING[:SLOTS_ASKED], 1):
        due = names_in(deal.public.candidates) or deal.asked_names
        chosen = slots.get(number, {}).get("chosen", due[0])
        known = {"slot": number, "who": due, "choose": due, "chosen": chosen, "fixed": len(due) == 1}
        told.append({key: known[key] for key in slots.get(number, ())})
        while deal.phase == ORDERING:
            name = deal.asked_names[0]
            deal.do(name, verbs.TAKE if name == chosen else verbs.LEAVE)
        deal.lay(chosen, [card])
    return {"arrangement": ARRANGEMENTS[deal.public.arrangement], "slots": [slot for slot in told if slot]}


@KINDS.add("blocks")
def blocks(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§10.1, §10.2  The arrangement of the active players, and their blocks."""
    names = "".join(given["active"])
    deal = leading(ruleset, names[0], {}, names)
    deal.lay(names[0], LOW[:1])
    active = int(deal.public.active)
    found = sorted({int(block_of(active, seat_named(name))) for name in names})
    return {"arrangement": ARRANGEMENTS[deal.public.arrangement], "blocks": [in_turn(block, active) for block in found]}


def in_turn(block: int, active: int) -> list[str]:
    """Return the members of a block in turn order, beginning with the first one to the right of another block."""
    others = active & ~block
    seat = int(next_in(block, next(seat for seat in range(SEATS) if others >> seat & 1))) if others else 0
    return [str(name_of_seat((seat + step) % SEATS)) for step in range(SEATS) if block >> (seat + step) % SEATS & 1]


@KINDS.add("duel_in_endgame")
def duel_in_endgame(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§8.1, §8.4, §14.7  Does this play start a duel among the active players, and who defends?"""
    player = given["player"]
    deal = leading(ruleset, player, {player: [*given["play"], *LOW]}, "".join(given["active"]))
    deal.lay(player, given["play"])
    is_duel = bool(deal.public.mode == DUEL)
    return {"duel": is_duel, "defender": name_of_seat(dui_men(seat_named(player))) if is_duel else None}


# -- §14.19 misplays


@KINDS.add("misplay")
def misplay(ruleset: Ruleset, given: Facts) -> dict[str, Any]:
    """§14.19  What happens when B lays the wrong number of cards on a set of A: may B correct it, and how does it end?"""
    deal = leading(ruleset, "A", {"A": [*given["table"], *LOW], "B": given["hand"]})
    deal.lay("A", given["table"])
    deal.decline()
    known: dict[str, Any] = {"correctable": False, "final": None, "then": None}
    if deal.can("B", verbs.LAY, cards_named(given["attempt"])):
        deal.lay("B", given["attempt"])
        known["correctable"] = deal.phase == CORRECTING
        known["then"] = "pass" if deal.public.passed >> seat_named("B") & 1 else None
    if known["correctable"]:
        ways = [spell(action) for action in deal.choices("B")]
        known["final"] = ways[0] if len(ways) == 1 else ways
    return known
