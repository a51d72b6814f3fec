"""What does not happen in every deal of the Giog 爵 family, told by §, so that a comparison can say how often it was met."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tests.reference.giog import Decided, Table
from tests.reference.giog_distribution import BY_DICE
from tests.reference.giog_rules import Combination, is_general

COUNTED_ROUND = ("jumapao", "jumapao_fujian3")

# In the order of the rule book.
RARE = """
§3.3 equal pieces turned up · §3.3 equal ones a second time · §3.4 priority against the turn · §3.5 a known piece out of play ·
§3.6 the opener starts · §3.6 another starts · §3.6 the winner opens · §3.6 the first of several winners opens · §3.9 equal dice ·
§4.3 the generals as a pair won · §4.6 five pawns led · §4.7 pawns beaten by a noble · §4.8 a general and two pairs led ·
§4.8 black beaten by red · §4.8 red not high enough · §4.8 red not beaten by black · §4.9 a set led · §4.9 a sequence led ·
§4.10 fewer of the dominant colour · §4.10 more of the dominant colour · §4.12 a triple with one led · §4.12 a triple with a pair led ·
§6.3 equal, the leader · §6.3 equal, by priority · §6.4 set aside · §6.4 set aside twice running · §6.5 a pot won · §6.5 a pot left over ·
§6.6 equal, the earlier · §7.3 equal thrown in · §7.5 concealed though higher · §8.2 equal on top · §8.3 thrown under ·
§9.2 a general forced on the leader · §9.2 a general forced on another · §9.2 all led at once · §9.3 the beheaded won the trick ·
§9.3 the beheaded had most · §9.3 nobody has a piece that counts · §11.1 a void general led · §11.1 a void general thrown in ·
§11.1 the next takes the trick · §9.5 a banned lead · §9.5 a banned answer thrown in · §9.5 the leader takes a void trick ·
§10.1 a win shared by two · §10.1 a win shared by three · §10.1 a win shared by four · §10.4 the last trick won with a general ·
§11.1 a general laid of free will · §9.4 credited to the last winner · §9.4 credited to the next · §9.4 nobody to be credited ·
§11.4 red beaten by black · §11.6 hidden though high enough · §11.7 shown under the pile
"""
RARITIES = [name.strip() for name in RARE.replace("\n", " ").split("·")]


def rare(table: Table) -> Iterator[str]:
    """What happened in a deal that is over, one name for each time."""
    yield from in_the_sharing(table)
    for trick in table.decided:
        yield from in_the_lead(table, trick)
        yield from between_generals_with_pairs(table, trick)
        yield from in_the_answers(table, trick)
    yield from in_the_ties(table)
    yield from with_generals(table)
    yield from at_the_end(table)


def in_the_sharing(table: Table) -> Iterator[str]:
    distribution = table.distribution
    lots = distribution.lots
    ties = sum(event[0] == "tied" for event in distribution.log)
    if ties:
        yield "§3.3 equal pieces turned up"
    if ties > 1:
        yield "§3.3 equal ones a second time"
    order = distribution.priority
    if order and any((seat - order[0]) % table.players != place for place, seat in enumerate(order)):
        yield "§3.4 priority against the turn"
    if distribution.unused_seen:
        yield "§3.5 a known piece out of play"
    if table.rules.game in COUNTED_ROUND:
        yield "§3.6 the opener starts" if distribution.first == lots.first else "§3.6 another starts"
        if not lots.drawn:
            yield "§3.6 the winner opens"
    if table.rules.game in BY_DICE and lots.dice.count(max(lots.dice)) > 1:
        yield "§3.9 equal dice"


def in_the_lead(table: Table, trick: Decided) -> Iterator[str]:
    pieces = trick.laid[trick.leader].pieces
    led = table.rules.combination(pieces)
    names = {
        "five": "§4.6 five pawns led",
        "gpp": "§4.8 a general and two pairs led",
        "set": "§4.9 a set led",
        "seq": "§4.9 a sequence led",
        "triple_one": "§4.12 a triple with one led",
        "triple_two": "§4.12 a triple with a pair led",
    }
    if led.kind in names:
        yield names[led.kind]
    if trick is table.decided[-1] and len(pieces) > 1:
        yield "§9.2 all led at once"
    if trick.winner is None:
        return
    best = trick.laid[trick.winner].pieces
    if led.kind == "pair" and [piece[1] for piece in best] == ["G", "G"]:
        yield "§4.3 the generals as a pair won"
    if table.rules.game == "daqiluo1" and led.kind == "three" and pieces[0][1] == "P" and best[0][1] != "P":
        yield "§4.7 pawns beaten by a noble"


def of_the_type(table: Table, trick: Decided) -> list[tuple[int, Combination]]:
    """In turn from the leader: who laid a combination of the type that was led."""
    led = table.rules.combination(trick.laid[trick.leader].pieces)
    in_turn = [(trick.leader + step) % table.players for step in range(table.players)]
    named = [(seat, table.rules.combination(trick.laid[seat].pieces)) for seat in in_turn]
    return [(seat, found) for seat, found in named if table.rules.same_type(found, led)]


def between_generals_with_pairs(table: Table, trick: Decided) -> Iterator[str]:
    laid = of_the_type(table, trick)
    if laid[0][1].kind != "gpp" or len(laid) < 2:
        return
    seat, answer = laid[1]
    is_red = answer.strength[0] == 1
    if trick.laid[seat].high_enough:
        yield "§4.8 black beaten by red" if is_red else "§11.4 red beaten by black"
    else:
        yield "§4.8 red not high enough" if is_red else "§4.8 red not beaten by black"


def in_the_answers(table: Table, trick: Decided) -> Iterator[str]:
    game = table.rules.game
    for seat, lies in trick.laid.items():
        if seat == trick.leader:
            continue
        if lies.thrown_in and lies.high_enough:
            yield "§11.6 hidden though high enough" if game == "daqiluo2" else "§7.5 concealed though higher"
        if game == "daqiluo2" and lies.thrown_in:
            yield "§11.7 shown under the pile" if lies.seen else "§8.3 thrown under"
        if game == "tamcuc" and lies.thrown_in and table.rules.is_banned(lies.pieces, trick.trick == 1):
            yield "§9.5 a banned answer thrown in"
    best = None
    for seat, found in of_the_type(table, trick):
        lies = trick.laid[seat]
        if best is not None and seat != trick.leader:
            if game == "daqiluo2" and found.strength[0] == best.strength[0]:
                if found.strength[1] < best.strength[1]:
                    yield "§4.10 fewer of the dominant colour"
                elif lies.on_top:
                    yield "§8.2 equal on top" if found == best else "§4.10 more of the dominant colour"
            if game in ("sangkrip", "tamcuc") and found == best and not lies.seen:
                yield "§7.3 equal thrown in"
        if lies.seen and not lies.thrown_in and table.may_win(lies.pieces, trick.trick):
            best = found


def in_the_ties(table: Table) -> Iterator[str]:
    names = {
        "leader": "§6.3 equal, the leader",
        "priority": "§6.3 equal, by priority",
        "set_aside": "§6.4 set aside",
        "earlier": "§6.6 equal, the earlier",
        "next": "§11.1 the next takes the trick",
        "void": "§9.5 the leader takes a void trick",
    }
    yield from (names[trick.why] for trick in table.decided if trick.why in names)
    for trick, following in pairwise(table.decided):
        if trick.winner is None:
            yield "§6.4 set aside twice running" if following.winner is None else "§6.5 a pot won"
    if table.pot:
        yield "§6.5 a pot left over"


def with_generals(table: Table) -> Iterator[str]:
    first, last = table.decided[0], table.decided[-1]
    void = table.rules.options.get("general_rule") == "void"
    for offence in table.offences:
        trick = table.decided[offence.trick - 1]
        if not offence.forced:
            yield "§11.1 a general laid of free will"
        elif offence.seat == trick.leader:
            yield "§11.1 a void general led" if void else "§9.2 a general forced on the leader"
        else:
            yield "§11.1 a void general thrown in" if void else "§9.2 a general forced on another"
        if offence.seat == trick.winner and table.rules.game != "sangkrip":
            yield "§9.3 the beheaded won the trick"
    if table.rules.is_banned(first.laid[first.leader].pieces, first_trick=True):
        yield "§9.5 a banned lead"
    if table.rules.game == "daqiluo2" and any(map(is_general, last.laid[last.winner].pieces)):
        yield "§10.4 the last trick won with a general"


def at_the_end(table: Table) -> Iterator[str]:
    game, guilty, winner = table.rules.game, table.offenders, table.decided[-1].winner
    if game == "sangkrip":
        if sum(table.captured[seat] for seat in guilty) and table.rules["general_rule"] == "penalty":
            if len(guilty) == table.players:
                yield "§9.4 nobody to be credited"
            else:
                yield "§9.4 credited to the next" if winner in guilty else "§9.4 credited to the last winner"
        return
    if game in ("daqiluo2", "zhihu"):
        return
    counts = table.rules.counting(table.captured, guilty, winner)
    if any(table.captured[seat] == max(table.captured) for seat in guilty):
        yield "§9.3 the beheaded had most"
    if not any(counts):
        yield "§9.3 nobody has a piece that counts"
    sharing = counts.count(max(counts))
    if sharing > 1:
        yield f"§10.1 a win shared by {({2: 'two', 3: 'three', 4: 'four', 5: 'five'})[sharing]}"
