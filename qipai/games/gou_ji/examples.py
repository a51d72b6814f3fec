"""The kinds of situations that files of examples put to this game, each answered by the rules, most by playing it.

Where an answer has several facts, those that are expected are asked for.  Cards and seats may be named in any order where the game
has none.
"""

from collections.abc import Mapping

from qipai.engine.errors import QipaiError
from qipai.engine.examples import Asked, asked

from .arranged import NAMES, Table, cards_named, list_of, name_of_seat, names_in, places_of, seat_after, seat_named
from .dealt_examples import (
    Answers,
    Vector,
    answer_constants,
    answer_fresh_kaipai,
    answer_kaipai,
    answer_liberate,
    answer_next_kind,
    answer_rank_order,
    answer_relation,
    answer_revolution,
    answer_show_threes,
    answer_starter,
    answer_tribute,
    answer_tribute_cards,
    answer_waive,
    fields,
    hands_of,
    played_out,
    wanted,
)
from .endgame import block_of
from .ranks import KIND, RANKS
from .scenarios import answer_scenario
from .seating import SEATS, dui_men, next_in
from .sets import beats, is_high, starts_duel
from .state import ARRANGEMENTS, CHANCE, CORRECTING, DUEL, FOLLOWING, ORDERING, RUN
from .text import format_set, set_of, spell
from .variants import WINNER_ONLY, ZERO_SUM, Ruleset
from .verbs import COUNT, EXPOSE, LAY, LEAVE, MORE, NO_SHAO, PASS, RANG, SHAO, SHOW_HAND, TAKE

LOW = ["3", "4"]  # a hand that beats nothing
RISING = RANKS[: RANKS.index("J")]  # single cards, each of which beats the one before and none starts a duel
CYCLES = 8  # turns of two cycles


# -- §6 sets


def answer_valid(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.1"""
    return {"expect": set_of(KIND[card] for card in vector["set"]) is not None}


def answer_beats(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.3, §6.4"""
    return {"expect": bool(beats(cards_named(vector["play"]), cards_named(vector["over"])))}


def answer_level(ruleset: Ruleset, vector: Vector) -> Answers:
    """§6.5  Is it of Gou Ji level, and would it start a duel where there is a Dui Men?"""
    cards, rules = cards_named(vector["set"]), leading(ruleset, "A", {"A": vector["set"]}).rules
    return wanted(vector, {"level": bool(is_high(cards, rules)), "duel": bool(starts_duel(cards, rules))})


def leading(ruleset: Ruleset, leader: str, hands: Mapping[str, list[str]], active: str = NAMES) -> Table:
    """A player leads; of those who have cards the others hold low ones."""
    out = [name for name in NAMES if name not in active]
    known = {**{name: [] for name in out}, **hands}
    return Table(ruleset, hands=hands_of(known, "-".join(LOW)), leader=list_of([leader]), places=places_of(out))


# -- §9 Shao Pai


def answer_shao(ruleset: Ruleset, vector: Vector) -> Answers:
    """§9.1, §9.2, §9.4  Is this player one who may declare, is the declaration good, and can the rest be laid like this?"""
    given = fields(vector, "starter table candidate hand first")
    starter, candidate, first = given["starter"], given["candidate"], cards_named(given["first"])
    table = leading(ruleset, starter, {starter: [*given["table"], *LOW], candidate: given["hand"]})
    table.lay(starter, given["table"])
    is_candidate = table.phase == CHANCE and table.is_asked(candidate) and beats(first, cards_named(given["table"]))
    known: Answers = {"candidate": bool(is_candidate), "ok": False, "run": None}
    if table.may(candidate, SHAO, first):
        declare(table, candidate, first)
        known["ok"] = not int(table.table.penalised) >> seat_named(candidate) & 1
        known["run"] = [cards for cards in vector["expect"].get("run", ()) if runs(table, candidate, cards)]
    return wanted(vector, known)


def declare(table: Table, declarer: str, first: int) -> None:
    """§9.3  This player declares, and nobody beats it."""
    for name in names_in(table.asked):
        if name == declarer:
            table.act(name, SHAO, first)
        else:
            table.act(name, NO_SHAO)
    pass_all(table)


def pass_all(table: Table) -> None:
    """Nobody beats what lies on the table."""
    table.decline()
    while table.phase == FOLLOWING:
        table.act(names_in(table.asked)[0], PASS)
        table.decline()


def runs(table: Table, declarer: str, cards: list[str]) -> bool:
    """§9.4  Lead this set of a run, and nobody beats it; false if the declarer may not."""
    if int(table.table.mode) != RUN or table.leader() != declarer or not table.may(declarer, LAY, cards_named(cards)):
        return False
    table.lay(declarer, cards)
    pass_all(table)
    return True


def answer_shao_penalty(ruleset: Ruleset, vector: Vector) -> Answers:
    """§9.7  A's place after a declaration on the kings of B."""
    given = fields(vector, "declared ok first_unbeaten")
    rest = ["8"] if given["ok"] else ["8", "9"]
    table = leading(ruleset, "B", {"A": ["A", "A", *rest], "B": ["K", "K", *LOW], "E": ["2", "2", *LOW]})
    table.lay("B", ["K", "K"])
    if not given["declared"]:
        pass_all(table)
    elif given["first_unbeaten"]:
        declare(table, "A", cards_named(["A", "A"]))
    else:
        table.act("A", SHAO, cards_named(["A", "A"]))
        table.answer(NO_SHAO)
        while not table.is_asked("E"):
            table.act(names_in(table.asked)[0], PASS)
        table.lay("E", ["2", "2"])
    return wanted(vector, {"place": int(table.table.place[seat_named("A")]) or None})


# -- §11 table talk


def answer_rang_allowed(ruleset: Ruleset, vector: Vector) -> Answers:
    """§11.1  May who laid before ask, when the Dui Men has laid and the two between did this?"""
    given = fields(vector, "last_by beaten_by b_and_c")
    asker, between = given["last_by"], given["b_and_c"]
    if name_of_seat(int(dui_men(seat_named(asker)))) != given["beaten_by"]:
        raise QipaiError(f"{given['beaten_by']} is not the Dui Men of {asker}.")
    doers = [asker, seat_after(asker, 1), seat_after(asker, 2), given["beaten_by"]]
    doings = ["played", *between, "played"]
    gone = [name for name, doing in zip(doers, doings, strict=True) if doing == "out"]
    hands = {name: [card, *LOW] for name, card in zip(doers, RISING[2:], strict=False) if name not in gone}
    table = leading(ruleset, asker, hands, "".join(name for name in NAMES if name not in gone))
    for name, doing, card in zip(doers, doings, RISING[2:], strict=False):
        if doing == "played":
            table.lay(name, [card])
        elif doing == "passed":
            table.act(name, PASS)
        elif doing != "out":
            raise QipaiError(f"{doing!r} is nothing to do: each has played, passed or is out.")
    return wanted(vector, {"allowed": table.may(asker, RANG)})


def answer_ask_count(ruleset: Ruleset, vector: Vector) -> Answers:
    """§11.2"""
    given = fields(vector, "asker target target_cards out")
    asker, target, active = given["asker"], given["target"], "".join(name for name in NAMES if name not in given["out"])
    leader = next(name for name in active if name != target)
    table = leading(ruleset, leader, {target: many(given["target_cards"])}, active)
    allowed = table.may(asker, COUNT, seat_named(target))
    answer: int | str | None = None
    if allowed:
        table.act(asker, COUNT, seat_named(target))
        told = int(table.table.told[seat_named(target)])
        answer = "more" if told == MORE else told
    return wanted(vector, {"allowed": allowed, "answer": answer})


def many(count: int) -> list[str]:
    """So many low cards."""
    return [card for card in RISING for _ in range(8)][:count]


def answer_show_private(ruleset: Ruleset, vector: Vector) -> Answers:
    """§11.3  At another player's turn.  Advice is forbidden."""
    given = fields(vector, "own_cards")
    table = leading(ruleset, "B", {"A": many(given["own_cards"])})
    return wanted(vector, {"allowed": table.may("A", SHOW_HAND), "advice": False})


def answer_expose(ruleset: Ruleset, vector: Vector) -> Answers:
    """§11.4  From then on team mates may advise; the hand stays open until it is played."""
    given = fields(vector, "own_turn own_cards")
    hand = many(given["own_cards"])
    table = leading(ruleset, "A" if given["own_turn"] else "B", {"A": hand})
    known = {"allowed": table.may("A", EXPOSE), "advice": False, "stays": False}
    if known["allowed"]:
        table.act("A", EXPOSE)
        table.lay("A", hand[:1])
        known |= {"advice": True, "stays": bool(int(table.table.exposed) & 1)}
    return wanted(vector, known)


# -- §10 the endgame


def answer_order(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.1, §10.3  Whose turn it is, or between whom the choice, turn after turn, when everybody lays a higher card."""
    given = fields(vector, "active leader passes")
    if given["passes"] != "none":
        raise QipaiError("passes can only be none.")
    active = "".join(given["active"])
    table = leading(ruleset, given["leader"], {name: list(RISING) for name in active}, active)
    slots = {int(slot["slot"]): slot for slot in vector["expect"].get("slots", ())}
    told = []
    for number, card in enumerate(RISING[:CYCLES], 1):
        due = names_in(int(table.table.candidates) or table.asked)
        chosen = slots.get(number, {}).get("chosen", due[0])
        known = {"slot": number, "who": due, "choose": due, "chosen": chosen, "fixed": len(due) == 1}
        told.append({key: known[key] for key in slots.get(number, ())})
        while table.phase == ORDERING:
            name = names_in(table.asked)[0]
            table.act(name, TAKE if name == chosen else LEAVE)
        table.lay(chosen, [card])
    return wanted(vector, {"arrangement": ARRANGEMENTS[int(table.table.arrangement)], "slots": [slot for slot in told if slot]})


def answer_blocks(ruleset: Ruleset, vector: Vector) -> Answers:
    """§10.1, §10.2"""
    names = "".join(fields(vector, "active")["active"])
    table = leading(ruleset, names[0], {}, names)
    table.lay(names[0], LOW[:1])
    active = int(table.table.active)
    blocks = {int(block_of(active, seat)) for seat in map(seat_named, names)}
    known = {
        "arrangement": ARRANGEMENTS[int(table.table.arrangement)],
        "blocks": [in_turn(block, active) for block in sorted(blocks)],
    }
    return wanted(vector, known)


def in_turn(block: int, active: int) -> list[str]:
    """The members of a block, beginning with the first one to the right of another block."""
    others = active & ~block
    seat = int(next_in(block, next(seat for seat in range(SEATS) if others >> seat & 1))) if others else 0
    return [str(name_of_seat((seat + step) % SEATS)) for step in range(SEATS) if block >> (seat + step) % SEATS & 1]


def answer_duel_in_endgame(ruleset: Ruleset, vector: Vector) -> Answers:
    """§8.1, §8.4, §14.7"""
    given = fields(vector, "active player play")
    player = given["player"]
    table = leading(ruleset, player, {player: [*given["play"], *LOW]}, "".join(given["active"]))
    table.lay(player, given["play"])
    is_duel = int(table.table.mode) == DUEL
    return wanted(vector, {"duel": is_duel, "defender": name_of_seat(int(dui_men(seat_named(player)))) if is_duel else None})


# -- §12 scoring, §14.19 misplays


def answer_score(ruleset: Ruleset, vector: Vector) -> Answers:
    """§12.1, §12.2, §14.23  The points of the team with these places and of the other one."""
    places = vector["places_of_team"]
    team, other = iter("ACE"), iter("BDF")
    order = [next(team if place in places else other) for place in range(1, SEATS + 1)]
    written = {record: scores(ruleset._replace(score_record=record), order) for record in (ZERO_SUM, WINNER_ONLY)}
    return wanted(vector, {**written[ruleset.score_record], "winner_only": written[WINNER_ONLY]})


def scores(ruleset: Ruleset, order: list[str]) -> dict[str, int]:
    points = played_out(ruleset, order).result().points
    return {"team": int(points[seat_named("A")]), "other": int(points[seat_named("B")])}


def answer_misplay(ruleset: Ruleset, vector: Vector) -> Answers:
    """§14.19  B lays the wrong number of cards on a set of A's."""
    given = fields(vector, "table attempt hand")
    table = Table(
        ruleset,
        hands=hands_of({"B": given["hand"]}, "-".join(LOW)),
        table=format_set(cards_named(given["table"])),
        owner=list_of("A"),
        to_act=list_of("B"),
    )
    known: Answers = {"correctable": False, "final": None, "then": None}
    if table.may("B", LAY, cards_named(given["attempt"])):
        table.lay("B", given["attempt"])
        known["correctable"] = table.phase == CORRECTING
        known["then"] = "pass" if int(table.table.passed) & 1 << seat_named("B") else None
    if known["correctable"]:
        ways = [spell(action) for action in table.legal("B")]
        known["final"] = ways[0] if len(ways) == 1 else ways
    return wanted(vector, known)


EXAMPLES: dict[str, Asked] = {
    "constants": asked("", answer_constants),
    "relation": asked("", answer_relation),
    "rank_order": asked("", answer_rank_order, ordered=True),
    "kaipai": asked("given", answer_kaipai),
    "kaipai_joker": asked("given", answer_kaipai),
    "show_threes": asked("given", answer_show_threes),
    "starter": asked("given", answer_starter),
    "next_kind": asked("given", answer_next_kind),
    "fresh_kaipai": asked("given", answer_fresh_kaipai),
    "revolution": asked("given", answer_revolution),
    "tribute": asked("given", answer_tribute),
    "swap": asked("given", answer_tribute),
    "waive": asked("given", answer_waive),
    "liberate": asked("given", answer_liberate),
    "tribute_cards": asked("given", answer_tribute_cards),
    "valid": asked("set", answer_valid),
    "beats": asked("play over", answer_beats),
    "level": asked("set", answer_level),
    "shao": asked("given", answer_shao),
    "shao_penalty": asked("given", answer_shao_penalty),
    "rang_allowed": asked("given", answer_rang_allowed),
    "ask_count": asked("given", answer_ask_count),
    "show_private": asked("given", answer_show_private),
    "expose": asked("given", answer_expose),
    "order": asked("given", answer_order),
    "blocks": asked("given", answer_blocks),
    "duel_in_endgame": asked("given", answer_duel_in_endgame),
    "score": asked("places_of_team", answer_score),
    "misplay": asked("given", answer_misplay),
    "scenario": asked("given", answer_scenario, "steps", ordered=True),
}
