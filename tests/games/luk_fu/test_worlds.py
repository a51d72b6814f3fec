"""§7.5 to §7.8, §12  What can be proved, and worlds: against lists of all worlds of deals with few cards."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import seeded
from qipai.engine.seats import SPECTATOR
from qipai.games.luk_fu.knowing import drawing
from tests.games.luk_fu.every_world import Knowledge, lay_randomly
from tests.games.luk_fu.situations import DREAMER, GAME, Situation, by_level, cards_in, chance_deal, dealt

PACKS = (
    ("789", "SGKC", 4),
    ("45678", "SGK", 5),
    ("2345678", "GC", 4),
    ("34567", "GC", 3),
    ("3456789", "SG", 4),
    ("23456789", "C", 3),
)
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"surrender_reference": "lead"},
    {"surrender_singles_free": "true"},
    {"dealer_caller_free_open": "true"},
)


FEW = 6_000  # ways to lay the unseen cards


def small_deal(chance: random.Random, options: dict[str, str]) -> Situation:
    """A deal from a small pack; the dreamer has one card where there is one to spare."""
    ranks, suits, size = chance.choice(PACKS)
    cards = len(ranks) * len(suits) + 1
    return chance_deal(chance, ranks, suits, size, 4 if cards >= 3 * size + 1 else 3, **options)


def exact_against_the_list(situation: Situation, holder: int) -> str | None:
    """Where the engine and the list of all worlds differ."""
    expected = Knowledge(situation, holder).aged()
    found = set(cards_in(situation.aged(holder)))
    if found == expected:
        return None
    shown = GAME.notation.show(situation.state, situation.ruleset)
    return f"{shown}\n{situation.ruleset}: seat {holder} has {sorted(found)} aged and not {sorted(expected)}"


def leads(chance: random.Random, options: dict[str, str]) -> Iterator[Situation]:
    """Every beginning of a round in a small deal but the first, of which the worlds are told by counting."""
    situation = small_deal(chance, options)
    while situation.phase != "over":
        if situation.phase == "leading" and situation.public.round_number:
            yield situation
        lay_randomly(situation, chance)


def holders(situation: Situation) -> list[int]:
    return [seat for seat in range(situation.players) if situation.players == 3 or seat != DREAMER]


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "lead", "free singles", "free opening"])
def test_exact_is_what_all_worlds_say(options: dict[str, str]) -> None:
    """§7.5 to §7.7, §11.2, §11.3, §11.5  Of every holder at every lead, card by card."""
    chance, proved, young = random.Random(f"exact {options}"), 0, 0
    rare = options.get("surrender_singles_free") == "true"  # then only goks, runs and leads prove what no bound shows
    while proved < (1 if rare else 4):
        for situation in leads(chance, options):
            for holder in holders(situation):
                _, bounds, exact = by_level(situation, holder)
                if (bounds != exact or chance.random() < 0.2) and Knowledge(situation, holder).number_of_placements() <= FEW:
                    assert exact_against_the_list(situation, holder) is None
                    proved += bounds != exact
                    young += exact != situation.hand(holder)
    assert young


def test_a_world_is_accepted_if_it_agrees() -> None:
    """§7.5, §12.2  Of all ways to lay the unseen cards exactly those that agree; the true one is among them."""
    chance, judged, refused = random.Random(31), 0, 0
    while judged < (2_500 if NATIVE else 1_200):
        situation = small_deal(chance, chance.choice(OPTIONS))
        for _ in range(chance.randrange(3, 9)):
            if situation.phase != "over":
                lay_randomly(situation, chance)
        if situation.phase == "over":
            continue
        holder = chance.choice([SPECTATOR, *range(situation.players)])
        knowledge, observation = Knowledge(situation, holder), situation.observation(holder)
        if knowledge.number_of_placements() > 400:
            continue
        agreeing = {frozenset(world.items()) for world in knowledge.worlds()}
        assert frozenset(knowledge.world_in(situation.state).items()) in agreeing
        for world in knowledge.placements():
            agrees = frozenset(world.items()) in agreeing
            assert situation.accepts(observation, knowledge.state(world)) == agrees
            judged += 1
            refused += not agrees
    assert refused > judged / 20


def test_worlds_are_equally_likely() -> None:
    """§7.5, §12.2  By drawing until one agrees."""
    chance, tried = random.Random(32), 0
    while tried < (8 if NATIVE else 4):
        tried += are_equally_likely(chance, tried, 2000 if NATIVE else 800)


@pytest.mark.slow
@pytest.mark.skipif(NATIVE, reason="how often is tried is a constant of the compiled rules")
def test_worlds_that_are_walked_to_are_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """§7.5, §12.2  Where too few agree to draw one: every world can be reached, those too that an even number of exchanges misses."""
    monkeypatch.setattr(drawing, "TRIES", 0)
    chance, tried = random.Random(8), 0
    while tried < 12:
        tried += are_equally_likely(chance, tried, 240)


def are_equally_likely(chance: random.Random, noise: int, samples: int) -> bool:
    """A chi-square test at five standard deviations, against the list of worlds that agree; false if they are too many."""
    situation = small_deal(chance, chance.choice(OPTIONS))
    for _ in range(chance.randrange(4, 12)):
        if situation.phase != "over":
            lay_randomly(situation, chance)
    if situation.phase == "over":
        return False
    holder = chance.choice([SPECTATOR, *range(situation.players)])
    knowledge, observation = Knowledge(situation, holder), situation.observation(holder)
    if knowledge.number_of_placements() > FEW:
        return False
    agreeing = [frozenset(world.items()) for world in knowledge.worlds()]
    if not 2 <= len(agreeing) <= samples / 20:
        return False
    world, random_source, drawn = GAME.new_state(), seeded(noise), Counter()
    for _ in range(samples):
        GAME.sample_world(observation, situation.rules, random_source, world)
        drawn[frozenset(knowledge.world_in(world).items())] += 1
    assert set(drawn) <= set(agreeing)
    mean = samples / len(agreeing)
    freedom = len(agreeing) - 1
    assert sum((drawn[form] - mean) ** 2 / mean for form in agreeing) < freedom + 5 * (2 * freedom) ** 0.5 + 10
    return True


def test_nothing_hidden_changes_the_answer() -> None:
    """§7.2, §7.8, §12.3  With the unseen cards dealt otherwise the same cards are aged and the same actions legal."""
    chance, noise = random.Random(33), seeded(3)
    world, seen = GAME.new_state(), GAME.new_observation()
    for number in range(10 if NATIVE else 4):
        situation = chance_deal(chance, players=3 + number % 2, **chance.choice(OPTIONS))
        while situation.phase != "over":
            seat = situation.seat
            for holder in (SPECTATOR, *range(situation.players)):
                observation = situation.observation(holder)
                GAME.sample_world(observation, situation.rules, noise, world)
                GAME.observe(world, situation.rules, holder, seen)
                assert records.to_bytes(seen) == records.to_bytes(observation)
                if holder == seat:
                    legal = GAME.legal(situation.state, situation.rules, seat)
                    assert GAME.legal(world, situation.rules, seat) == legal
            lay_randomly(situation, chance)


def test_the_truth_is_always_accepted() -> None:
    """§12.2  By everybody, at every decision of whole deals; `python -m tests.games.luk_fu.truth DECISIONS SEED` goes on."""
    assert truth(2_000 if NATIVE else 120, seed=1) >= 120


def truth(decisions: int, seed: int) -> int:
    """Play deals and ask everybody whether they accept what is; returns how many decisions were judged."""
    chance, judged, observation = random.Random(seed), 0, GAME.new_observation()
    while judged < decisions:
        players = chance.choice(GAME.seats)
        rules = GAME.rules(GAME.ruleset(**chance.choice(OPTIONS)))
        state = GAME.start(rules, GAME.setup(rules, players), chance.getrandbits(60))
        while not GAME.is_over(state):
            for holder in (SPECTATOR, *range(players)):
                GAME.observe(state, rules, holder, observation)
                assert GAME.accepts(observation, rules, state)
            judged += 1
            seat = GAME.to_act(state)
            GAME.apply_action(state, rules, seat, chance.choice(GAME.legal(state, rules, seat)))
    return judged


def test_while_claims_are_asked() -> None:
    """§4.1, §12.2  Before anything is played only one's own hand is known, and who has answered."""
    situation = dealt({1: "1S-1G-1K-1C-L"}).play("claim", seat=1)
    noise, world, claims = seeded(5), GAME.new_state(), Counter()
    observation = situation.observation(0)
    for _ in range(60):
        GAME.sample_world(observation, situation.rules, noise, world)
        assert situation.accepts(observation, world)
        claims[records.to_plain(world).claims] += 1
    assert set(claims) <= {0, 2}  # seat 1 may have claimed, where it holds the five
    assert situation.accepts(observation)
    own = situation.observation(1)
    GAME.sample_world(own, situation.rules, noise, world)
    assert records.to_plain(world).claims == 2


def test_another_state_is_not_accepted() -> None:
    """§12.1  One that differs in anything open, or in one's own cards."""
    situation = dealt({0: "5S"}, spare="G S K C").play("keep", "keep", "keep", "play")
    observation = situation.observation(1)
    other = situation.copy()
    lay_randomly(other, random.Random(1))
    assert not situation.accepts(observation, other.state)
    assert not situation.accepts(observation, dealt({0: "6S"}, spare="C S K G").play("keep", "keep", "keep", "play").state)
    assert situation.accepts(observation)
