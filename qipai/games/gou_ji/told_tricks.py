"""§7, §8, §9, §10  The tricks, as facts: what was laid, who passed, duels, Shao Pai, who is out, and who leads."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Faces, Fact

from .duel import LEFT
from .endgame import arrangement_of, is_endgame
from .naming import kind_of_set
from .seating import dui_men, is_in, right_of
from .sets import is_high, size_of
from .state import ARRANGEMENTS, CORRECTING, DUEL, FOLLOWING, LEADING, OVER, SHAO_PAI
from .text import format_action, kinds_in_set, spell
from .told_cards import any_copies, faces_of, keep_ready, take_ready
from .told_deal import tell_answer
from .verbs import FIRST, SHAO, TAKE, value_of, verb_of


def tell_set(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§7.1, §7.2, §14.19  A set is laid, and what follows from it."""
    cards = int(value_of(action))
    if before.table.phase == FOLLOWING and size_of(cards) != size_of(before.table.best):
        return tell_misplay(before, state, rules, seat, action, faces)
    taken = faces.take(seat, kinds_in_set(cards), chosen)
    event = "corrected" if before.table.phase == CORRECTING else "laid"
    fact = Fact(event, {"seat": seat, "action": format_action(action, rules), **laid(before, rules, cards, taken)})
    return [fact, *tell_course(before, state, seat)]


def laid(before: Any, rules: Any, cards: int, taken: list[Card]) -> dict[str, Any]:
    """§6  What everybody sees of a set on the table."""
    return {
        "cards": faces_of(taken),
        "spells": spell(cards),
        "kind": kind_of_set(cards),
        "lead": bool(before.table.phase == LEADING),
        "high": bool(is_high(cards, rules)),
    }


def tell_misplay(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§14.19  The wrong number of cards: everybody sees them, and they stay in the hand until they are put right."""
    pieces = faces_of(any_copies(faces, seat, kinds_in_set(int(value_of(action)))))
    misplayed = Fact("misplayed", {"seat": seat, "action": format_action(action, rules), "pieces": pieces})
    if state.table.phase == CORRECTING:
        return [misplayed]
    return [misplayed, Fact("took_back", {"seat": seat}), *tell_pass(before, state, {"seat": seat})]


def tell_passing(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§7.2, §8.2  Somebody passes, or clears a duel."""
    return tell_pass(before, state, {"seat": seat, "action": format_action(action, rules)})


def tell_pass(before: Any, state: Any, told: dict[str, Any]) -> list[Fact]:
    """A pass, one that was decided or one that follows from something else, and what follows from it."""
    clears = {"duel": True} if before.table.mode == DUEL else {}
    return [Fact("passed", {**told, **clears}), *tell_course(before, state)]


# -- Shao Pai and the order of the endgame


def tell_chance(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§9.1  An answer in the window; with the last of them the declaration that holds, and nothing of any other."""
    if verb_of(action) == SHAO:
        kept = keep_ready(faces, seat, kinds_in_set(int(value_of(action))), chosen)
        facts = [tell_answer(rules, seat, action, kept)]
    else:
        facts = [tell_answer(rules, seat, action)]
    if state.table.declarations == before.table.declarations:
        return facts
    owner = int(before.table.owner)
    answers = {other: int(before.answers[other]) - 1 for other in range(len(before.answers))} | {seat: action}
    declarer = next(int(other) for other in (right_of(owner, 1), right_of(owner, LEFT)) if declares(answers[int(other)]))
    cards = int(value_of(answers[declarer]))
    taken = take_ready(faces, declarer, kinds_in_set(cards))
    facts += [
        Fact("shao_declared", {"seat": declarer, "to": owner}),
        Fact("laid", {"seat": declarer, **laid(before, rules, cards, taken)}),
    ]
    return facts + tell_course(before, state, declarer)


def declares(answer: int) -> bool:
    return answer >= 0 and bool(verb_of(answer) == SHAO)


def tell_order(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§10.4, §14.8  Taking or leaving the turn is public; votes are not, only what comes of them."""
    verb, text = verb_of(action), format_action(action, rules)
    if verb != FIRST:
        return [Fact("took" if verb == TAKE else "left_it", {"seat": seat, "action": text, "aside": True})]
    voted = Fact("voted", {"seat": seat, "aside": True}, {seat: {"action": text}})
    if state.table.phase != FOLLOWING:
        return [voted]
    return [voted, *(Fact("ordered", {"seat": first}) for first in seats_in(int(state.table.asked)))]


# -- what follows by itself


def tell_course(before: Any, state: Any, layer: int | None = None, penalised: int | None = None) -> list[Fact]:
    """What follows when a set is laid by `layer`, when somebody passes, or when `penalised` is put out (§14.20)."""
    table = state.table
    facts = []
    if layer is not None and before.table.mode == SHAO_PAI:
        facts.append(Fact("shao_beaten", {"seat": int(before.table.runner), "to": layer}))
    if layer is not None and not is_in(table.active, layer) and not is_in(table.penalised, layer):
        facts.append(Fact("went_out", {"seat": layer, "place": int(table.place[layer])}))
    facts += tell_clearing(before, state, layer, penalised)
    if table.duels > before.table.duels:
        starter = int(table.starter_of_duel)
        facts.append(Fact("duel", {"seat": starter, "to": int(dui_men(starter))}))
    return facts + tell_endgame(before.table, table)


def tell_clearing(before: Any, state: Any, layer: int | None, penalised: int | None) -> list[Fact]:
    """§7.3, §7.5, §9.7  The end of a trick; a declaration that turns out false; who catches the wind."""
    table = state.table
    lay_there = layer is not None or before.table.best
    if not lay_there or table.best:
        return []
    winner = int(before.table.owner) if layer is None else layer
    over = table.phase == OVER
    facts = [Fact("cleared", {"seat": winner, "leader": None if over else int(table.leader)})]
    false = [seat for seat in seats_in(int(table.penalised) & ~int(before.table.penalised)) if seat != penalised]
    facts += [Fact("shao_false", {"seat": seat, "place": int(table.place[seat])}) for seat in false]
    if not over and not false and not is_in(table.active, winner):
        facts.append(Fact("wind", {"seat": int(table.leader), "from": winner}))
    return facts


def tell_endgame(before: Any, table: Any) -> list[Fact]:
    """§10.1  From now on team mates settle who goes first, and how."""
    if table.phase == OVER or not is_endgame(table):
        return []
    arrangement = ARRANGEMENTS[arrangement_of(table.active)]
    if is_endgame(before) and ARRANGEMENTS[arrangement_of(before.active)] == arrangement:
        return []
    return [Fact("endgame", {"kind": arrangement})]
