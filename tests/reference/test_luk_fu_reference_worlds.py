"""What the reference of Luk Fu proves, judged by every world of small packs."""

import math
import random
from itertools import islice, permutations

import pytest

from tests.reference.luk_fu import Table, order_for
from tests.reference.luk_fu_evidence import World
from tests.reference.luk_fu_proofs import is_minimal_proof, minimal_proof, minimal_proofs, proves, proves_by_worlds
from tests.reference.luk_fu_rules import CARDS, CHOICES, LI_CHEN, pack, spell, superior
from tests.reference.luk_fu_search import Search

POOLS = [
    CARDS[9:27],
    [*CARDS[18:36], LI_CHEN],
    [card for card in CARDS if card[0] in "189L"],
    [card for card in CARDS if card[0] in "678"] + ["9S"],
    [card for card in CARDS if card[1:] in ("K", "C") and card[0] > "3"],
    [card for card in CARDS if card[1:] == "S" or card in ("9G", "8G", "7G", "6G")],
]


def random_table(chance, each=12, pool=CARDS, **options):
    players = chance.choice([3, 4]) if len(pool) > 3 * each else 3
    order = chance.sample(pack(players) if each == 12 else pool, 3 * each + (players == 4))
    chosen = {name: chance.choice((values[0], *values)) for name, values in CHOICES.items()} | options
    return Table(players, chance.randrange(players), order, chosen)


def play_at_random(table, chance, rounds=99):
    """Until the deal is over or so many rounds are: leads change hands and are single cards more often than by chance."""
    while not table.over and not (table.phase == "leading" and len(table.rounds) == rounds):
        seat = chance.choice(table.pending())
        texts = sorted(table.legal(seat) - {"declare", "not_play"})
        if chance.random() < 0.7:
            texts = [text for text in texts if not text.startswith("down") and len(text) <= 5] or texts
        table.play(seat, chance.choice(texts))


def small_positions(seeds, each=3):
    """Beginnings of rounds with few cards, in which exact inference is to be judged."""
    for seed in seeds:
        chance = random.Random(seed)
        table = random_table(chance, each, chance.choice(POOLS), aged_inference="exact")
        for rounds in range(each):
            play_at_random(table, chance, rounds)
            if not table.over:
                yield table


def telling_evidence(seeds, each):
    """Where more is proved than was seen."""
    for table in small_positions(seeds, each):
        for seat in table.players:
            evidence = table.evidence(seat)
            if Search(evidence).aged() != evidence.aged("faceup"):
                yield evidence


def test_worlds_at_the_start_are_all_ways_to_deal_the_unseen_cards():
    order = [f"{rank}{suit}" for suit in "SGK" for rank in (7, 8, 9)] + [LI_CHEN]
    four, three = Table(4, 0, order), Table(3, 0, order[:9])
    assert sum(1 for _ in four.evidence(0).worlds()) == math.comb(7, 3) * math.comb(4, 3)
    assert sum(1 for _ in three.evidence(0).worlds()) == math.comb(6, 3)
    assert sum(1 for _ in four.evidence(2).worlds()) == math.comb(9, 3) * math.comb(6, 3)  # the dreamer
    assert sum(1 for _ in four.evidence(None).worlds()) == 10 * math.comb(9, 3) * math.comb(6, 3)


def test_worlds_by_trying_every_order_of_the_unseen_cards():
    """Places are filled from every order of the cards, and only then is asked what agrees."""
    for seed in range(8):
        table = random_table(random.Random(seed), 3, pool=[card for card in CARDS if card[0] in "1789"])
        play_at_random(table, random.Random(seed), rounds=2)
        evidence = table.evidence(table.players[seed % 3])
        assert sum(1 for _ in evidence.worlds()) == len(set(map(as_key, agreeing_orders(evidence))))


def as_key(world):
    return frozenset(world.hands.items()), frozenset(world.away.items()), world.dreamer


def agreeing_orders(evidence):
    sizes = {seat: evidence.size(seat) for seat in evidence.others}
    thrown = {(act.seat, nth): act.size for nth, acts in enumerate(evidence.rounds) for act in acts if act.cards is None}
    seen = set()
    for order in permutations(sorted(evidence.unseen)):
        cards = list(order)
        hands = {seat: frozenset(cards.pop() for _ in range(size)) for seat, size in sizes.items()}
        away = {place: frozenset(cards.pop() for _ in range(size)) for place, size in thrown.items()}
        key = (tuple(hands.values()), tuple(away.values()))
        world = World(hands, away, frozenset(cards))
        if key not in seen and all(evidence.agrees(world, fact) for fact in evidence.facts()):
            yield world
        seen.add(key)


def test_every_level_proves_a_part_of_what_the_next_proves():  # §7.2
    everything = (table.evidence(seat) for table in small_positions(range(60)) for seat in table.players)
    proved = [0, 0, 0]
    for evidence in [*everything, *telling_evidence(range(60, 130), 4)]:
        levels = [evidence.aged(level) for level in ("faceup", "bounds", "exact")]
        assert levels[0] <= levels[1] <= levels[2] == Search(evidence).aged()
        proved = [count + len(aged) for count, aged in zip(proved, levels, strict=True)]
    assert proved[0] + 10 < proved[1] < proved[2] - 3


def test_what_happened_is_among_the_worlds():  # §7.5
    for table in small_positions(range(130, 150)):
        for seat in table.players:
            evidence = table.evidence(seat)
            away = {
                (act.seat, nth): act.cards
                for nth, acts in enumerate(table.rounds)
                for act in acts
                if act.did == "surrender" and act.seat != seat
            }
            hands = {other: table.hands[other] for other in evidence.others}
            world = World(hands, away, evidence.unseen.difference(*hands.values(), *away.values()))
            assert all(evidence.agrees(world, fact) for fact in evidence.facts())
            assert any(world == found for found in evidence.worlds())


def played_in(world, table, seat):
    """The same deal with the cards where this world has them, as the seat has seen it go."""
    evidence = table.evidence(seat)
    hands = [table.hands[other] if other == seat else world.hands[other] for other in table.players]
    for nth, acts in enumerate(evidence.rounds):
        for act in acts:
            hands[table.players.index(act.seat)] |= world.away[act.seat, nth] if act.cards is None else act.cards
    dreamt = None if table.dreamt is None else next(iter(world.dreamer))
    again = Table(table.seats, table.dealer, order_for(hands, dreamt), table.rules.options)
    again.calls, again.caller, again.windows = list(table.calls), table.caller, table.windows
    for nth, acts in enumerate(evidence.rounds):
        for act in acts:
            cards = world.away[act.seat, nth] if act.cards is None else act.cards
            again.play(act.seat, ("down " if act.did == "surrender" else "") + spell(cards))
    return again


def test_no_hidden_card_changes_the_answer():  # §12.2, §12.3
    others = 0
    for table in small_positions(range(150, 180)):
        seat = table.leader
        worlds = list(islice(table.evidence(seat).worlds(), 1000))
        for world in random.Random(len(worlds)).sample(worlds, min(3, len(worlds))):
            again = played_in(world, table, seat)
            others += again.hands != table.hands
            assert again.evidence(seat) == table.evidence(seat)
            assert again.legal(seat) == table.legal(seat)
    assert others > 100


def test_a_proof_proves_and_nothing_can_be_left_out():  # §7.5
    lengths = set()
    for evidence in telling_evidence(range(200, 300), 3):
        for card in evidence.aged() - evidence.aged("faceup"):
            proofs = minimal_proofs(evidence, card)
            assert minimal_proof(evidence, card) in proofs
            for proof in proofs:
                lengths.add(len(proof))
                assert proves_by_worlds(evidence, card, proof)
                assert is_minimal_proof(evidence, card, proof)
                assert not any(proves_by_worlds(evidence, card, proof - {fact}) for fact in proof)
        for card in evidence.hand - evidence.aged():
            assert not proves(evidence, card, evidence.facts())
    assert 2 in lengths


@pytest.mark.parametrize("seed", range(12))
def test_every_deal_ends_and_loses_no_card(seed):
    chance = random.Random(seed)
    table = random_table(chance)
    while not table.over:
        seat = chance.choice(table.pending())
        texts = sorted(table.legal(seat) - ({"declare", "not_play"} if seed % 2 else set()))
        table.play(seat, chance.choice(texts))
    shown = [card for acts in table.rounds for act in acts for card in act.cards]
    held = [card for hand in table.hands.values() for card in hand] + ([table.dreamt] if table.dreamt else [])
    assert sorted(shown + held) == sorted(table.pack)
    assert sum(table.points()) == 0
    assert table.ending.how in ("claimed", "abandoned") or sum(map(table.tricks, table.players)) <= 12
    assert {table.next_dealer()} <= set(range(table.seats))


@pytest.mark.parametrize("seed", range(4))
def test_the_search_is_right_about_the_whole_pack(seed):
    """What it finds agrees by the paragraphs themselves, and what it calls aged nobody could beat."""
    chance = random.Random(seed)
    table = random_table(chance, aged_inference="exact")
    while not table.over:
        if table.phase == "leading":
            evidence = table.evidence(chance.choice(table.players))
            search = Search(evidence)
            held = frozenset().union(*(table.hands[seat] for seat in evidence.others))
            assert not any(superior({higher}, {card}) for higher in held for card in search.aged())
            for card in sorted(evidence.unseen)[::4]:
                worlds = [search.world_with(card, seat) for seat in evidence.others]
                assert card in search.threats or not any(worlds)
                assert all(evidence.agrees(world, fact) for world in worlds if world for fact in evidence.facts())
        play_at_random(table, chance, len(table.rounds) + (table.phase == "leading"))
