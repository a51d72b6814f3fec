"""What a seat cannot tell apart: sampled worlds agree with what was seen, each way of laying the unseen cards equally often.

Small packs let all worlds be listed.  The physical cards are told apart here, although the rules do not: that is what
"equally likely" means.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import seeded
from qipai.engine.seats import SPECTATOR
from qipai.games import GAN_DENG_YAN as GAME
from tests.games.gan_deng_yan.situations import Position
from tests.games.gan_deng_yan.traces import random_ruleset

SAMPLES = 6000 if NATIVE else 2000

# Nothing known; a passed lead with one pack and with two; a leader who cannot be bare; both at once; a drawn card since.
SITUATIONS = {
    "nothing known": "hands=3-4/5-5/6-X talon=7-X",
    "a hidden hand and two places": "hands=3-4/5-X to_beat=3 owner=0 talon=6-7",
    "the lead passed a joker by": "bare_joker_lead=forbid hands=X/4-5/6-X known_jokers=2/0/0 to_act=1 talon=7",
    "a joker of one colour or the other": "decks=2 bare_joker_lead=forbid hands=R/4-5/6-B known_jokers=10/0/0 to_act=1 talon=B",
    "two jokers of one colour": "decks=2 bare_joker_lead=forbid hands=R-R/4-5/6-B known_jokers=68/0/0 to_act=1 talon=B-7",
    "a leader who is not bare": "bare_joker_lead=forbid hands=4/4-X/X-6 to_act=0 talon=7",
    "two packs, a leader of two cards": "decks=2 bare_joker_lead=forbid hands=B-4/4-R/B to_act=0 talon=R",
    "a known joker and a card drawn since": "bare_joker_lead=forbid hands=4-X/4-5/6-X known_jokers=6/0/0 to_act=1 talon=7",
    "two that were passed by": "bare_joker_lead=forbid hands=X/X/4-5/6 known_jokers=2/2/0/0 to_act=2 talon=7",
}


def worlds(position: Position, seat: int) -> Iterator[tuple[Any, ...]]:
    """Every laying of the unseen cards, as hands and talon; agreeing or not, once for each of its physical forms."""
    seen = position.seen
    own = [] if seat == SPECTATOR else [seat]
    sizes = [(other, seen.hands[other].cards) for other in range(seen.players) if other not in own]
    cards = [kind for other, _ in sizes for kind in cards_of(seen.hands[other])]
    cards += seen.talon[seen.drawn : seen.talon_places]
    for laid in itertools.permutations(range(len(cards))):
        kinds = [cards[card] for card in laid]
        hands, place = [cards_of(seen.hands[other]) for other in range(seen.players)], 0
        for other, size in sizes:
            hands[other] = sorted(kinds[place : place + size])
            place += size
        yield (*map(tuple, hands), tuple(kinds[place:]))


def cards_of(hand: Any) -> list[int]:
    return [kind for kind, count in enumerate(hand.count) for _ in range(count)]


def written(state: Any) -> tuple[Any, ...]:
    seen = records.to_plain(state)
    hands = [tuple(cards_of(seen.hands[seat])) for seat in range(seen.players)]
    return (*hands, tuple(seen.talon[seen.drawn : seen.talon_places]))


def agreeing(position: Position, seat: int) -> Counter[tuple[Any, ...]]:
    """How many physical forms each agreeing world has."""
    observation, counts = position.observation(seat), Counter(worlds(position, seat))
    for world in list(counts):
        state = records.to_plain(position.state)
        for other, kinds in enumerate(world[:-1]):
            state.hands[other].count = [kinds.count(kind) for kind in range(18)]
        state.talon[state.drawn : state.talon_places] = world[-1]
        if not GAME.accepts(observation, position.rules, records.from_plain(state)):
            del counts[world]
    return counts


@pytest.mark.parametrize("seat", [1, SPECTATOR])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_worlds_are_equally_likely(situation: str, seat: int) -> None:
    """§9.2, §9.3  A chi-square test at five standard deviations: it fails by chance once in a million runs, and never twice."""
    position = Position(SITUATIONS[situation])
    expected = agreeing(position, seat)
    assert written(position.state) in expected
    observation, world, noise = position.observation(seat), GAME.new_state(), seeded(7)
    drawn: Counter[tuple[Any, ...]] = Counter()
    for _ in range(SAMPLES):
        GAME.sample_world(observation, position.rules, noise, world)
        drawn[written(world)] += 1
    assert set(drawn) <= set(expected)
    total = sum(expected.values())
    means = {form: SAMPLES * count / total for form, count in expected.items()}
    statistic = sum((drawn[form] - mean) ** 2 / mean for form, mean in means.items())
    freedom = len(expected) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 10


# -- what passed leads show, against all the histories there can be


def test_what_a_passed_lead_shows_is_forgotten_with_the_joker() -> None:
    """§7.8, §9.3  Draws make more possible; whoever has played the joker may hold anything."""
    bare = Position("bare_joker_lead=forbid hands=X/3-3-6/5-7-8 to_beat=9 owner=0 to_act=2 last=9/pass/.").play("pass")
    assert (bare.to_act, bare.seen.known_jokers[0]) == (1, 0b10)
    bare.state = records.from_plain(with_talon(bare.seen, [4, 5, 6]))
    bare.play("3", "pass", "pass")
    assert (bare.hand(0), bare.seen.known_jokers[0]) == ("6-X", 0b110)
    joined = Position("bare_joker_lead=forbid hands=4-9-X/3-3-6/5-7 known_jokers=6/0/0 to_act=1").play("3-3", "pass", "4-4X")
    assert joined.seen.known_jokers[0] == 0


def with_talon(state: Any, kinds: list[int]) -> Any:
    state.talon_places = len(kinds)
    state.talon[: len(kinds)] = kinds
    return state


def test_every_seat_accepts_the_truth_and_its_samples() -> None:
    """§9  Over whole deals of few cards and many jokers, where leads pass."""
    chance, passed = random.Random(3), 0
    for number in range(120):
        ruleset = random_ruleset(chance)._replace(bare_joker_lead=chance.randint(0, 1))
        rules, players = GAME.rules(ruleset), chance.randint(2, 5)
        setup = GAME.setup(rules, players)
        opened = records.opened(setup)
        opened.hand_size = 1
        for kind in range(3, 16):
            opened.pack[kind] = 1 if kind < 8 else 0
        state, noise, world = GAME.start(rules, setup, number), seeded(number), GAME.new_state()
        while not GAME.is_over(state):
            for seat in (SPECTATOR, *range(players)):
                observation, again = GAME.new_observation(), GAME.new_observation()
                GAME.observe(state, rules, seat, observation)
                assert GAME.accepts(observation, rules, state)
                GAME.sample_world(observation, rules, noise, world)
                assert GAME.accepts(observation, rules, world)
                GAME.observe(world, rules, seat, again)
                assert records.to_bytes(again) == records.to_bytes(observation)
            seat = GAME.to_act(state)
            GAME.apply_action(state, rules, seat, chance.choice(GAME.legal(state, rules, seat)))
            passed += any(records.to_plain(state).known_jokers)
    assert passed > 20


def test_an_observation_is_seen_from_ones_own_chair() -> None:
    """§9.1, §9.2"""
    position = Position("hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=2 dealer=0 talon=7-8")
    seen = records.to_plain(position.observation(1))
    assert (seen.seat, seen.players, seen.to_act, seen.owner, seen.dealer) == (1, 3, 1, 0, 2)
    assert cards_of(seen.hand) == [5, 6, 7]
    assert seen.cards[:3] == [3, 2, 2]
    assert cards_of_counts(seen.unseen) == [4, 6, 7, 8, 9, 13]
    spectator = records.to_plain(position.observation(SPECTATOR))
    assert (spectator.seat, spectator.to_act, spectator.hand.cards) == (SPECTATOR, 2, 0)
    assert cards_of_counts(spectator.unseen) == [4, 5, 6, 6, 7, 7, 8, 9, 13]


def cards_of_counts(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def test_another_world_is_not_accepted() -> None:
    """§9.1  A state that differs in anything public, or in one's own hand, is another."""
    position = Position("hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=2 talon=7-8")
    observation = position.observation(0)
    for other in (
        "hands=4-8/5-6-7/6-K to_beat=3 owner=1 to_act=2 talon=7-9",
        "hands=4-9/5-6/6-7-K to_beat=3 owner=1 to_act=2 talon=7-8",
        "hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=2 talon=7-9",
        "hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=2 talon=7-8 trick=2",
        "hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=0 talon=7-8",
        "hands=4-9/5-6-7/6-K to_beat=3 owner=1 to_act=2 talon=7-8 passed_on=4/././",
    ):
        other = other.replace("././", "./.")
        assert not GAME.accepts(observation, position.rules, Position(other).state), other
    same = Position("hands=4-9/5-8-7/6-6 to_beat=3 owner=1 to_act=2 talon=7-K")
    assert GAME.accepts(observation, position.rules, same.state)
