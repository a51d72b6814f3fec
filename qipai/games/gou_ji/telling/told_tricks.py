"""§7, §8, §9, §10  The tricks, as facts: what was laid, who passed, duels, Shao Pai, who is out, and who leads."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Faces, Fact

from ..notation.naming import kind_of_set
from ..notation.text import any_copies, faces_of, format_action, kinds_in_set, spell
from ..rules.breaches import breaks_promise
from ..rules.duel import LEFT
from ..rules.endgame import arrangement_of, is_endgame
from ..rules.sets import is_high, size_of
from ..seating import dui_men, is_in, right_of
from ..state import ARRANGEMENTS, CORRECTING, DUEL, FOLLOWING, LEADING, OVER, SHAO_PAI
from ..verbs import FIRST, SHAO, TAKE, value_of, verb_of
from .told_deal import tell_answer


def tell_set(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§7.1, §7.2, §14.19  Return the facts of a set that is laid, and of all that follows; take its cards out of `faces`."""
    cards = int(value_of(action))
    if breaks_promise(before.public, seat):
        return tell_breach(before, state, rules, seat, action, faces)
    if before.public.phase == FOLLOWING and size_of(cards) != size_of(before.public.best):
        return tell_misplay(before, state, rules, seat, action, faces)
    taken = faces.take(seat, kinds_in_set(cards), chosen)
    event = "corrected" if before.public.phase == CORRECTING else "laid"
    fact = Fact(event, {"seat": seat, "action": format_action(action, rules), **laid(before, rules, cards, taken)})
    return [fact, *tell_course(before, state, seat)]


def laid(before: Any, rules: Any, cards: int, taken: list[Card]) -> dict[str, Any]:
    """§6  Return the fields of a set that is laid, which everybody sees."""
    return {
        "cards": faces_of(taken),
        "spells": spell(cards),
        "kind": kind_of_set(cards),
        "lead": bool(before.public.phase == LEADING),
        "high": bool(is_high(cards, rules)),
    }


def tell_misplay(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§14.19  Return the facts of a wrong number of cards.  All see them; they stay in the hand until it is put right."""
    pieces = faces_of(any_copies(faces.hands[seat], kinds_in_set(int(value_of(action)))))
    misplayed = Fact("misplayed", {"seat": seat, "action": format_action(action, rules), "pieces": pieces})
    if state.public.phase == CORRECTING:
        return [misplayed]
    return [misplayed, Fact("took_back", {"seat": seat}), *tell_pass(before, state, {"seat": seat})]


def tell_breach(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§14.20  Return the facts of a broken promise: everybody sees the cards, they do not count, and the seat is out."""
    pieces = faces_of(any_copies(faces.hands[seat], kinds_in_set(int(value_of(action)))))
    told = {"seat": seat, "action": format_action(action, rules), "pieces": pieces, "place": int(state.public.place[seat])}
    return [Fact("broke_promise", told), *tell_course(before, state, penalised=seat)]


def tell_passing(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§7.2, §8.2  Return the facts of passing, or of clearing a duel, and of all that follows."""
    return tell_pass(before, state, {"seat": seat, "action": format_action(action, rules)})


def tell_pass(before: Any, state: Any, told: dict[str, Any]) -> list[Fact]:
    """Return the facts of a pass, decided or following from something else, and of all that follows from it."""
    clears = {"duel": True} if before.public.mode == DUEL else {}
    return [Fact("passed", {**told, **clears}), *tell_course(before, state)]


# -- Shao Pai and the order of the endgame


def tell_chance(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§9.1  Return the facts of an answer in the window, and after the last one of the declaration that holds."""
    if verb_of(action) == SHAO:
        kept = faces.keep(seat, kinds_in_set(int(value_of(action))), chosen)
        facts = [tell_answer(rules, seat, action, kept)]
    else:
        facts = [tell_answer(rules, seat, action)]
    if state.public.declarations == before.public.declarations:
        return facts
    owner = int(before.public.owner)
    answers = {other: int(before.answers[other]) - 1 for other in range(len(before.answers))} | {seat: action}
    declarer = next(int(other) for other in (right_of(owner, 1), right_of(owner, LEFT)) if declares(answers[int(other)]))
    cards = int(value_of(answers[declarer]))
    taken = faces.take_kept(declarer, kinds_in_set(cards))
    facts += [
        Fact("shao_declared", {"seat": declarer, "to": owner}),
        Fact("laid", {"seat": declarer, **laid(before, rules, cards, taken)}),
    ]
    return facts + tell_course(before, state, declarer)


def declares(answer: int) -> bool:
    """Return True if an answer is a declaration; -1 stands for none."""
    return answer >= 0 and bool(verb_of(answer) == SHAO)


def tell_order(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§10.4, §14.8  Return the facts of settling who goes first.  Votes are secret; taking or leaving the turn is public."""
    verb, text = verb_of(action), format_action(action, rules)
    if verb != FIRST:
        return [Fact("took" if verb == TAKE else "left_it", {"seat": seat, "action": text, "aside": True})]
    voted = Fact("voted", {"seat": seat, "aside": True}, {seat: {"action": text}})
    if state.public.phase != FOLLOWING:
        return [voted]
    return [voted, *(Fact("ordered", {"seat": first}) for first in seats_in(int(state.public.asked)))]


# -- what follows by itself


def tell_course(before: Any, state: Any, layer: int | None = None, penalised: int | None = None) -> list[Fact]:
    """Return the facts that follow when `layer` lays a set, when somebody passes, or when `penalised` is put out (§14.20)."""
    public = state.public
    facts = []
    if layer is not None and before.public.mode == SHAO_PAI:
        facts.append(Fact("shao_beaten", {"seat": int(before.public.runner), "to": layer}))
    if layer is not None and not is_in(public.active, layer) and not is_in(public.penalised, layer):
        facts.append(Fact("went_out", {"seat": layer, "place": int(public.place[layer])}))
    facts += tell_clearing(before, state, layer, penalised)
    if public.duels > before.public.duels:
        starter = int(public.starter_of_duel)
        facts.append(Fact("duel", {"seat": starter, "to": int(dui_men(starter))}))
    return facts + tell_endgame(before.public, public)


def tell_clearing(before: Any, state: Any, layer: int | None, penalised: int | None) -> list[Fact]:
    """§7.3, §7.5, §9.7  Return the facts of the end of a trick, if it has ended: also a false declaration, and the wind."""
    public = state.public
    lay_there = layer is not None or before.public.best
    if not lay_there or public.best:
        return []
    winner = int(before.public.owner) if layer is None else layer
    over = public.phase == OVER
    facts = [Fact("cleared", {"seat": winner, "leader": None if over else int(public.leader)})]
    false = [seat for seat in seats_in(int(public.penalised) & ~int(before.public.penalised)) if seat != penalised]
    facts += [Fact("shao_false", {"seat": seat, "place": int(public.place[seat])}) for seat in false]
    if not over and not false and not is_in(public.active, winner):
        facts.append(Fact("wind", {"seat": int(public.leader), "from": winner}))
    return facts


def tell_endgame(before: Any, public: Any) -> list[Fact]:
    """§10.1  Return the fact of the endgame, if it begins or changes its arrangement; else none."""
    if public.phase == OVER or not is_endgame(public):
        return []
    arrangement = ARRANGEMENTS[arrangement_of(public.active)]
    if is_endgame(before) and ARRANGEMENTS[arrangement_of(before.active)] == arrangement:
        return []
    return [Fact("endgame", {"kind": arrangement})]
