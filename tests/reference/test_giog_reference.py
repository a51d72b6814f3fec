"""The reference of the Giog family against the examples of the rule book, a second definition of its own, and the engine.

`python -m tests.reference.compare --game giog-family --deals 2200` plays the full count.
"""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from qipai.engine.compiling import NATIVE
from tests.reference.giog import Table
from tests.reference.giog_compare import Count, Deal, chooser, compare
from tests.reference.giog_distribution import Distribution, Lots, counted_value, rows_of
from tests.reference.giog_lies import lies_of
from tests.reference.giog_rare import RARITIES
from tests.reference.giog_rules import CHOICES, COPIES, COUNTED, GAMES, HANDS, ORDER, RANK, TYPES, UNIT, Rules, parts, spell
from tests.vectors import vectors

VECTORS = vectors("giog")
NAMES = {"N": 0, "W": 1, "S": 2, "E": 3} | dict.fromkeys("a", 0) | {"b": 1, "c": 2, "d": 3}


# -- the examples of the rule book


def rules_of(vector, players=4):
    return Rules(vector["game"], vector.get("option"), players)


def levels(rules, kind, size=None):
    """The combinations of a type as texts, the highest first, equal ones together."""
    found = {text: name for text, name in rules.table.items() if name.kind == kind and size in (None, name.size)}
    strengths = sorted({name.strength for name in found.values()}, reverse=True)
    return [{text for text, name in found.items() if name.strength == strength} for strength in strengths]


def seats_of(names):
    """The seats of a vector's players: by number, or by the letters in the order of turn."""
    return {name: name if isinstance(name, int) else NAMES[name] for name in names}


def trick_table(vector):
    """A table in the middle of a deal, at which these pieces are laid: each seat holds them and one pawn more."""
    facts = vector["given"]
    seats = seats_of(facts["plays"])
    rules = rules_of(vector)
    table = Table(vector["game"], vector.get("option"), 4, rules.pack(), Lots(dice=[0] * 4))
    table.hands = [[] for _ in range(4)]
    for name, seat in seats.items():
        table.hands[seat] = [*facts["plays"][name], "rP"]
    table.distribution.asked = None
    table.distribution.priority = [seats[name] for name in facts.get("priority", seats)]
    table.trick = 1
    table.pot = facts.get("pot", 0)
    table._begin_trick(seats[facts["leader"]])
    return table, seats


def answer_order(vector):
    rules = rules_of(vector)
    assert levels(rules, "single") == [{piece} for piece in vector["expect"]]


def answer_counts(vector):
    expected = vector["expect"]
    if "per_colour" in expected:
        assert expected["per_colour"] == COPIES
        assert Counter(rules_of({"game": "giog"}).pack()).total() == expected["total"]
        return
    rules = rules_of(vector, 3)
    pieces = Counter(rules.pack())
    assert (pieces.total(), pieces["rP"], pieces["bP"]) == (expected["total"], expected["rP"], expected["bP"])
    assert rules.hand_size == expected["each"]
    assert five_possible(rules) == expected["five"]


def five_possible(rules):
    return max(Counter(rules.pack()).values()) >= 5


def answer_five_possible(vector):
    found = {players: five_possible(rules_of(vector, players)) for players in vector["expect"]}
    assert found == vector["expect"]


def answer_ranking(vector):
    rules = rules_of(vector)
    assert levels(rules, vector["type"]) == [{spell(pieces)} for pieces in vector["expect"]]


def answer_ranking_top(vector):
    name, size = vector["type"][:-1], int(vector["type"][-1])
    assert levels(rules_of(vector), name, size)[0] == {spell(pieces) for pieces in vector["expect"]}


def answer_classes(vector):
    assert levels(rules_of(vector), vector["type"]) == [set(pieces) for pieces in vector["expect"]]


def answer_class_ranking(vector):
    name, size = vector["type"][:-1], int(vector["type"][-1])
    expected = [{spell(pieces) for pieces in equal} for equal in vector["expect"]]
    assert levels(rules_of(vector), name, size) == expected


def answer_max_sequence(vector):
    assert max(name.size for name in rules_of(vector).table.values() if name.kind == "seq") == vector["expect"]


def answer_type_order(vector):
    order = [next(iter(texts))[1] for texts in levels(rules_of(vector), "single")]
    assert list(dict.fromkeys(order)) == vector["expect"]


def answer_combo(vector):
    rules = rules_of(vector)
    found = rules.combination(vector["pieces"])
    if vector["expect"] is None:
        assert found is None
        return
    assert found.kind == vector["expect"]["type"]
    if "place" in vector["expect"]:
        same = [name.strength for name in rules.table.values() if name[:3] == found[:3]]
        assert sorted(same, reverse=True).index(found.strength) + 1 == vector["expect"]["place"]
    if "len" in vector["expect"]:
        assert found.size == vector["expect"]["len"]


def answer_dominance(vector):
    colours = Counter(piece[0] for piece in vector["pieces"])
    _, dominant = rules_of(vector).combination(vector["pieces"]).strength
    assert {"red": colours["r"], "black": colours["b"], "d": dominant} == vector["expect"]


def answer_ties_possible(vector):
    """In one deal two players may hold equal combinations where so many pieces exist."""
    rules = rules_of(vector)
    held = Counter(rules.pack())
    twice = {text for text in rules.table if all(2 * n <= held[piece] for piece, n in Counter(text.split("-")).items())}
    assert vector["expect"]["single"] == any(rules.table[text].kind == "single" for text in twice)
    for kind in ("pair", "noble"):
        expected = {
            spell(
                ["rC", "rA", "rE"]
                if name == "rCAE"
                else ["bC", "bA", "bE"]
                if name == "bCAE"
                else ["rR", "rH", "rC"]
                if name == "rRHC"
                else ["bR", "bH", "bC"]
                if name == "bRHC"
                else [name] * 2
            )
            for name in vector["expect"][kind]
        }
        assert expected == {text for text in twice if rules.table[text].kind == kind}
    assert vector["expect"]["three"] == any(rules.table[text].kind == "three" for text in twice)


def answer_pieces_each(vector):
    game = vector["game"]
    assert {players: rules_of(vector, players).hand_size for players in HANDS[game]} == vector["expect"]
    for players, unused in vector.get("unused_stacks", {}).items():
        rules = rules_of(vector, players)
        assert len(rules.pack()) - players * rules.hand_size == 2 * unused


def answer_shares(vector):
    answer_pieces_each(vector)


def answer_priority(vector):
    """Those who are asked turn up, in the stacks that they may choose, what the vector says."""
    reveals = {NAMES[name]: list(pieces) for name, pieces in vector["given"]["reveals"].items()}
    distribution = Distribution(Rules("giog"), ["??"] * 32, Lots())
    while distribution.phase == "turning":
        stack = int(min(distribution.choices).split()[1])
        distribution.stacks.pieces[stack][0] = reveals[distribution.asked].pop(0)
        distribution.answer(f"turn {stack}")
    assert not any(reveals.values())
    assert distribution.priority == [NAMES[name] for name in vector["expect"]]


def answer_taking(vector):
    facts, expected = vector["given"], vector["expect"]
    players = len(facts["priority"])
    assert rows_of(players, 0) == facts["rows"]
    seats = {name: seat for seat, name in enumerate(facts["priority"])}
    for start in (key for key in expected if key.startswith("start_")):
        distribution = ordered_by_seat(players)
        assert distribution.choices == {f"take {stack}" for stack in expected["legal_starts"]}
        distribution.answer(start.replace("start_", "take "))
        for name, stacks in expected[start].items():
            taken = [stack for stack, seat in distribution.stacks.taker.items() if seat == seats[name]]
            assert taken == stacks


def ordered_by_seat(players):
    """A distribution in which seat 0 came first, then seat 1, and so on."""
    distribution = Distribution(Rules("giog", None, players), ["??"] * 32, Lots())
    for seat in range(players):
        stack = max(int(text.split()[1]) for text in distribution.choices)
        distribution.stacks.pieces[stack][0] = ORDER[seat]
        distribution.answer(f"turn {stack}")
    assert distribution.priority == list(range(players))
    return distribution


def answer_start_values(vector):
    expected = {"bP": 8, "rP": 1} | {name: COUNTED[name] for name in TYPES if name != "P"}
    assert expected == vector["expect"] == COUNTED


def answer_starter(vector):
    facts, expected = vector["given"], vector["expect"]
    assert counted_value(facts["exposed"]) == expected["sum"]
    order = facts["exposed"] + ["rP"] * 30
    distribution = Distribution(Rules("jumapao", None, facts["players"]), order, Lots(facts["opener"]))
    distribution.answer("turn 1")
    assert distribution.first == expected["starter"]


def answer_trick(vector):
    table, seats = trick_table(vector)
    plays = {seats[name]: spell(pieces) for name, pieces in vector["given"]["plays"].items()}
    while not table.decided:
        seat = table.pending()[0]
        table.play(seat, plays[seat])
    trick, expected = table.decided[0], vector["expect"]
    if expected.get("tie"):
        assert trick.winner is None
        assert (table.pot, table.leader) == (expected["pot"], seats[expected["next_leader"]])
        return
    assert trick.winner == seats[expected["winner"]]
    if "captured" in expected:
        assert (table.captured[trick.winner], table.pot) == (expected["captured"], expected["pot"])
    if "exposed" in expected:
        assert [seat for seat in sorted(seats.values()) if trick.laid[seat].seen] == expected["exposed"]
    if "on_top" in expected:
        assert [seat for seat in seats.values() if trick.laid[seat].on_top] == expected["on_top"]
        assert [seat for seat in seats.values() if not trick.laid[seat].on_top] == expected["under"]


def answer_general(vector):
    facts, expected = vector["given"], vector["expect"]
    rules = rules_of(vector)
    pieces = facts.get("play", facts.get("hand"))
    held = len(pieces) if facts["trick"] == "last" else len(pieces) + 2
    assert rules.breaks_general_rule(pieces, facts["trick"] == "first", held) == expected["breach"]
    if facts.get("forced"):
        assert rules.allowed(rules.leads(pieces), False, held) == {tuple(pieces)}
    if "final_count" in expected:
        assert rules.score([20, 12, 0, 0], {0}, 0, pieces) == [0, UNIT["giog"], 0, 0]


def answer_beats(vector):
    rules = rules_of(vector)
    assert rules.beats(rules.combination(vector["play"]), rules.combination(vector["over"])) == vector["expect"]


def answer_at_least(vector):
    rules = rules_of(vector)
    assert rules.at_least(rules.combination(vector["play"]), rules.combination(vector["over"])) == vector["expect"]


def answer_last_trick_tie(vector):
    facts = vector["given"]
    rules = Rules("jumapao")
    table = Table("jumapao", None, 4, rules.pack(), Lots())
    table.distribution.asked = None
    table.hands = [["rC"], ["rC"], ["rP"], ["bP"]]
    table.pot = facts["pot"] - 4
    table.trick = 1
    table._begin_trick(0)
    for seat, text in enumerate(["rC", "rC", "rP", "bP"]):
        table.play(seat, text)
    assert table.over
    assert (table.pot, table.captured) == (vector["expect"]["nobody"], [0] * 4)


def answer_result(vector):
    captured = vector["given"]["captured"]
    rules = rules_of(vector, len(captured))
    points = rules.score(list(captured.values()), (), None, ())
    winners = [name for name, share in zip(captured, points, strict=True) if share]
    assert winners == vector["expect"]["winners"]
    assert sum(points) == UNIT[vector["game"]]


def answer_score(vector):
    facts = vector["given"]
    names = list(facts["captured"])
    rules = rules_of(vector, facts.get("players", len(names)))
    last = facts.get("last_trick", {"winner": names[0], "combo": []})
    points = rules.score(list(facts["captured"].values()), (), names.index(last["winner"]), last["combo"])
    assert dict(zip(names, points, strict=True)) == vector["expect"]


ANSWERS = {name.removeprefix("answer_"): answer for name, answer in list(globals().items()) if name.startswith("answer_")}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_an_example_of_the_rule_book(vector):
    ANSWERS[vector["kind"]](vector)


# -- §4 defined a second time


def of_one_colour(pieces):
    return len({piece[0] for piece in pieces}) == 1


def types_of(pieces):
    return "".join(sorted((piece[1] for piece in pieces), key=TYPES.index))


def is_noble(game, pieces):
    nobles = {"GAE", "RHC"} | ({"AEC"} if game == "giog" else set())
    return of_one_colour(pieces) and types_of(pieces) in nobles


def name_of(game, pieces):
    """What pieces are, by looking at them; a pair of generals and pawns as their games have them."""
    size, equal = len(pieces), len(set(pieces)) == 1
    if game == "daqiluo2":
        ranks = sorted(RANK[piece[1]] for piece in pieces)
        if size == 1:
            return "single"
        if len(set(ranks)) == 1:
            return "set"
        return "seq" if ranks == list(range(ranks[0], ranks[0] + size)) else None
    if size == 1:
        return "single"
    if size == 2:
        generals = types_of(pieces) == "GG" and game in ("jumapao", "jumapao_fujian3", "sangkrip", "daqiluo1")
        return "pair" if equal or generals else None
    if size == 3 and is_noble(game, pieces):
        return "three" if game in ("daqiluo1", "zhihu", "tamcuc") else "noble"
    if game == "tamcuc":
        return None
    if equal:
        return {3: "three", 4: "four", 5: "five"}[size]
    counts = Counter(pieces)
    if game == "sangkrip" and size == 5 and of_one_colour(pieces) and types_of(pieces)[0] == "G":
        return "gpp" if all(n % 2 == 0 for piece, n in counts.items() if piece[1] != "G") else None
    if game == "zhihu" and size > 3:
        rests = [counts - Counter(noble) for noble in parts(pieces, 3) if is_noble(game, noble)]
        if rests and len(rests[0]) == 1:
            return {4: "triple_one", 5: "triple_two"}[size]
    return None


def pieces_that_may_be_held(largest):
    for size in range(1, largest + 1):
        for pieces in combinations_with_replacement(ORDER, size):
            if all(n <= COPIES[piece[1]] for piece, n in Counter(pieces).items()):
                yield pieces


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_hold_what_a_look_at_the_pieces_finds(game):
    rules = Rules(game)
    for pieces in pieces_that_may_be_held(5):
        found = rules.combination(pieces)
        assert (found and found.kind) == name_of(game, pieces), pieces


@pytest.mark.parametrize("game", GAMES)
def test_leads_are_the_parts_of_a_hand_that_are_combinations(game):
    for seed in range(10):
        rules = Rules(game)
        hand = random.Random(seed).sample(rules.pack(), 11)
        found = {pieces for size in range(1, 12) for pieces in parts(hand, size) if rules.combination(pieces)}
        assert rules.leads(hand) == found


# -- whole deals


def random_table(game, players, chance):
    options = {name: chance.choice(values) for name, values in CHOICES[game].items()}
    pieces = Rules(game, options, players).pack()
    chance.shuffle(pieces)
    lots = Lots(chance.randrange(players), chance.randrange(3), [chance.randrange(6) for _ in range(players)])
    return Table(game, options, players, pieces, lots)


TABLES = [(game, players) for game in GAMES for players in HANDS[game]]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_deal_ends_and_loses_no_piece(game, players):
    chance = random.Random(f"{game} {players}")
    for _ in range(5):
        table = random_table(game, players, chance)
        while not table.over:
            seat = chance.choice(table.pending())
            table.play(seat, chance.choice(sorted(table.legal(seat))))
        assert sum(table.captured) + table.pot + len(table.distribution.unused) == len(table.rules.pack())
        assert sum(table.points()) == (0 if UNIT[game] == 1 else UNIT[game])


@pytest.mark.parametrize("game", ["giog", "jumapao", "sangkrip", "daqiluo1", "zhihu", "tamcuc"])
def test_the_order_of_answers_makes_no_difference(game):
    for seed in range(5):
        one, other = (random_table(game, 4, random.Random(seed)) for _ in range(2))
        chance = random.Random(seed)
        while not one.over:
            seats = one.pending()
            texts = {seat: chance.choice(sorted(one.legal(seat))) for seat in seats}
            for seat in seats:
                one.play(seat, texts[seat])
            for seat in reversed(seats):
                assert texts[seat] in other.legal(seat)
                other.play(seat, texts[seat])
            assert (one.captured, one.leader, one.hands) == (other.captured, other.leader, other.hands)
        assert one.points() == other.points()


# -- the engine beside the reference

EACH = 4 if NATIVE else 1  # deals at every table of every game: no option has more values


def sampled(game, players, number):
    """A deal of a sample in which every option takes all of its values in turn."""
    options = {name: values[(number + players) % len(values)] for name, values in CHOICES[game].items()}
    chance = random.Random(f"{game} {players} {number}")
    lies = lies_of(game)
    return Deal(game, options, players, chance.getrandbits(32), lie=lies[number % len(lies)])


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_engine_goes_as_the_reference_says(game, players):
    count = Count()
    for number in range(EACH):
        compare(sampled(game, players, number), chooser(random.Random(number)), count)
    assert count.tables == {(game, players): EACH}
    met = {(name, value) for _, name, value in count.values}
    assert len(met) == sum(min(EACH, len(values)) for values in CHOICES[game].values())
    assert set(count.rare) <= set(RARITIES)


def test_the_winner_opens_the_next_deal_in_the_engine_too():
    """§3.6"""
    count = Count()
    for game in ("jumapao", "jumapao_fujian3"):
        compare(Deal(game, sampled(game, 3, 0).options, 3, 1, deals=3 if NATIVE else 2), chooser(random.Random(game)), count)
    assert count.rare["§3.6 the winner opens"] == (4 if NATIVE else 2)
