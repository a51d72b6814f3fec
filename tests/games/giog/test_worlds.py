"""§12  What a seat cannot tell apart: sampled worlds agree with what was seen, each way of laying the unseen pieces equally often.

Few pieces let all worlds be listed.  Equal pieces are told apart here, although the rules do not: that is what "equally likely"
means.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import seeded
from qipai.engine.seats import SPECTATOR
from qipai.games.giog.pieces import KIND, PIECES, count_of
from tests.games.giog.situations import Situation, at_lead, bag, dealt, holding

SAMPLES = 6000 if NATIVE else 2000


def small(name: str, players: int, pieces: str, hand_size: int, seed: int = 2) -> Situation:
    """A deal from few pieces, before anything is turned up."""
    situation = dealt(name, players)
    setup = records.to_plain(situation.game.setup(situation.rules, players))
    setup.pack = [pieces.split("-").count(PIECES[kind - 1]) if kind else 0 for kind in range(15)]
    setup.hand_size = hand_size
    situation.state = situation.game.start(situation.rules, records.from_plain(setup), seed)
    return situation


def turned(situation: Situation) -> Situation:
    while situation.phase == "turning":
        situation.play(situation.asked[0], situation.legal(situation.asked[0])[0])
    return situation


def shared_out(situation: Situation) -> Situation:
    while situation.phase in ("turning", "taking"):
        situation.play(situation.asked[0], situation.legal(situation.asked[0])[0])
    return situation


def first_taken(situation: Situation) -> Situation:
    return situation.play(situation.asked[0], "take 2")


EIGHT = "bP-bP-rP-bC-rC-rR-bA-rA"
SITUATIONS: dict[str, Callable[[], Situation]] = {
    "stacks before anything is seen": lambda: small("giog", 2, "bP-bP-rP-bC-rC-rR", 2),
    "stacks turned up": lambda: turned(small("giog", 2, EIGHT, 4)),
    "pieces that were turned up lie in the hands": lambda: shared_out(small("giog", 2, EIGHT, 4)),
    "some stacks are left over": lambda: shared_out(small("giog", 2, EIGHT, 2)),
    "the first stack of a circle": lambda: first_taken(small("sangkrip", 2, "bP-bP-rP-bC-rC-rR", 2)),
    "a pair led face down": lambda: holding("giog", "bP-bP-rR-rR", "rP-bC-rH-rC", "rP-bH-bE-rE").play(0, "bP-bP"),
    "a lead in the first trick": lambda: holding("giog", "bP-rG-rR-rR", "rP-bC-bG-rC", trick=1).play(0, "bP"),
    "an answer before the others": lambda: holding("giog", "bP-bP-rR", "rP-bC-rH", "bP-bH-bC").play(0, "rR").play(2, "bH"),
    "single pieces thrown in": lambda: (
        holding("sangkrip", "rC-bP-rR", "bC-rH-bE", "bP-rP-bC").trick("rC", "bC", "rP").trick("rR", "bE", "bP")
    ),
    "single pieces thrown in by all": lambda: (
        holding("sangkrip", "rE-bA-rA", "bC-rH-bE", "bP-rP-bC").trick("rE", "bC", "rP").trick("rA", "bE", "bP")
    ),
    "a pair thrown in": lambda: holding("sangkrip", "rC-rC-rR", "bC-bC-bE", "bP-bP-bC").trick("rC-rC", "bC-bC", "bC-bP"),
    "under the pile": lambda: (
        holding("daqiluo2", "rC-bP-rR", "bC-rP-rE", "bP-rP-bH").trick("rC", "bC", "rP").trick("rE", "bP", "bP")
    ),
    "a sequence under the pile": lambda: holding("daqiluo2", "rR-rH-bP", "bR-rH-bC", "rC-bP-bH").trick(
        "rR-rH", "bC-bR", "rC-bP"
    ),
    "concealed of free will": lambda: holding("tamcuc", "rC-bP", "bA-bP", "rA-rP").trick("rC", "bA", "rA").play(1, "conceal"),
}
Form = tuple[tuple[int, ...], ...]


def places_of(twin: Any, observer: int) -> list[tuple[str, int, list[int]]]:
    """Where pieces lie that the observer cannot see, and which ones lie there: hands, sets, places of stacks."""
    public, places = twin.public, []
    for seat in range(public.players):
        if seat != observer:
            places.append(("hands", seat, kinds_of(twin.hands[seat])))
            if twin.laid[seat] and not public.shown[seat] and not public.under >> seat & 1:
                places.append(("laid", seat, kinds_of(twin.laid[seat])))
    places += [
        ("thrown", number, kinds_of(twin.thrown[number]))
        for number in range(public.thrown_sets)
        if public.thrown[number].seat != observer
    ]
    places += [("piece", place, [kind]) for place, kind in enumerate(twin.piece) if kind and not public.face[place]]
    return places


def kinds_of(pieces: int) -> list[int]:
    return [kind for kind in range(1, 15) for _ in range(count_of(pieces, kind))]


def rebuilt(twin: Any, places: list[tuple[str, int, list[int]]], form: Form) -> Any:
    """The state with other pieces in those places."""
    for (field, number, _), kinds in zip(places, form, strict=True):
        getattr(twin, field)[number] = kinds[0] if field == "piece" else sum(1 << 4 * (kind - 1) for kind in kinds)
        if (
            field == "thrown"
            and twin.public.thrown[number].trick == twin.public.trick
            and twin.public.under >> twin.public.thrown[number].seat & 1
        ):
            twin.laid[twin.public.thrown[number].seat] = twin.thrown[number]
    return records.from_plain(twin)


def known_at(seen: Any, field: str, seat: int) -> list[int]:
    """§3.5  The very pieces that were seen to go into a hand, and are there still: only the others can be anywhere."""
    if field != "hands":
        return []
    chair = (seat - max(seen.seat, 0)) % seen.public.players
    return [kind for kind in range(1, 15) for _ in range(seen.known[chair].count[kind])]


def agreeing(situation: Situation, observer: int) -> Counter[Form]:
    """How many physical ways each world has that agrees."""
    places = places_of(records.to_plain(situation.state), observer)
    observation = situation.observation(observer)
    known = [known_at(records.to_plain(observation), field, number) for field, number, _ in places]
    free = [list((Counter(kinds) - Counter(sure)).elements()) for (_, _, kinds), sure in zip(places, known, strict=True)]
    unseen = [kind for kinds in free for kind in kinds]
    cuts = [0, *itertools.accumulate(map(len, free))]
    ways = Counter(
        tuple(
            tuple(sorted([*sure, *(unseen[card] for card in laid[start:end])]))
            for sure, (start, end) in zip(known, itertools.pairwise(cuts), strict=True)
        )
        for laid in itertools.permutations(range(len(unseen)))
    )
    for form in list(ways):
        if not situation.accepts(observation, rebuilt(records.to_plain(situation.state), places, form)):
            del ways[form]
    return ways


@pytest.mark.parametrize("observer", [1, SPECTATOR])
@pytest.mark.parametrize("name", SITUATIONS)
def test_worlds_are_equally_likely(name: str, observer: int) -> None:
    """§12.2, §12.3, §12.4  A chi-square test at five standard deviations: it fails by chance once in a million runs, and never twice."""
    situation = SITUATIONS[name]()
    places = places_of(records.to_plain(situation.state), observer)
    if sum(len(kinds) for _, _, kinds in places) > 8:
        pytest.skip("a spectator sees too little to list all worlds")
    expected = agreeing(situation, observer)
    assert tuple(tuple(kinds) for _, _, kinds in places) in expected
    observation, world, noise = situation.observation(observer), situation.game.new_state(), seeded(7)
    drawn: Counter[Form] = Counter()
    for _ in range(SAMPLES):
        situation.game.sample_world(observation, situation.rules, noise, world)
        drawn[tuple(tuple(kinds) for _, _, kinds in places_of(records.to_plain(world), observer))] += 1
    assert set(drawn) <= set(expected)
    total = sum(expected.values())
    means = {form: SAMPLES * count / total for form, count in expected.items()}
    statistic = sum((drawn[form] - mean) ** 2 / mean for form, mean in means.items())
    freedom = len(expected) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5 + 10


def held_by(situation: Situation, observer: int, seat: int) -> set[tuple[int, ...]]:
    """What the first hidden set of a seat can be, in all agreeing worlds."""
    places = places_of(records.to_plain(situation.state), observer)
    place = next(
        n for n, (field, number, _) in enumerate(places) if field == "thrown" and situation.public.thrown[number].seat == seat
    )
    return {form[place] for form in agreeing(situation, observer)}


def test_what_was_thrown_in_did_not_beat() -> None:
    """§12.4, §11.5, §11.6  Where exposing is a duty it tells something; where it is free it tells nothing."""
    hands = ("rC-bP-rR", "bC-rH-bE", "bP-rP-bC")
    duty = holding("sangkrip", *hands).trick("rC", "bC", "rP")
    low = {(KIND[piece],) for piece in ("bP", "rP", "bC")}
    assert held_by(duty, 0, 1) == low
    free = holding("sangkrip", *hands, may_conceal="true").trick("rC", "bC", "rP").play(1, "conceal").play(2, "conceal")
    assert held_by(free, 0, 1) == {(KIND[piece],) for piece in ("bP", "rP", "bC", "rH", "bE")}
    pile = holding("daqiluo2", "rC-bP-rR", "rP-rH-bE", "bP-rP-bC").trick("rC", "rP", "bC")
    assert held_by(pile, 0, 1) == {(KIND[piece],) for piece in ("bP", "rP")}


def test_nobody_lays_a_general_in_the_first_trick() -> None:
    """§9.1, §12.4"""
    situation = holding("giog", "bP-rR-rR", "rP-bG-rC", "bC-rH-rG", trick=1).play(0, "bP").play(1, "rP")
    observation, world, noise = situation.observation(2), situation.game.new_state(), seeded(1)
    laid = set()
    for _ in range(300):
        situation.game.sample_world(observation, situation.rules, noise, world)
        laid.add(records.to_plain(world).laid[1])
    assert laid == {bag(piece) for piece in ("bP", "rP", "rR", "rC")}


def test_every_seat_accepts_the_truth_and_its_samples() -> None:
    """§12  Over whole deals of all games."""
    chance = random.Random(3)
    for name, players in (("giog", 3), ("jumapao", 3), ("sangkrip", 3), ("daqiluo2", 5), ("zhihu", 4), ("tamcuc", 3)):
        for number in range(4):
            situation = at_lead(name, players, number)
            noise, world, again = seeded(number), situation.game.new_state(), situation.game.new_observation()
            while situation.phase != "over":
                for seat in (SPECTATOR, *range(players)):
                    observation = situation.observation(seat)
                    assert situation.accepts(observation)
                    situation.game.sample_world(observation, situation.rules, noise, world)
                    assert situation.accepts(observation, world)
                    situation.game.observe(world, situation.rules, seat, again)
                    assert records.to_bytes(again) == records.to_bytes(observation)
                seat = situation.asked[-1]
                situation.play(seat, chance.choice(situation.legal(seat)))


def test_another_world_is_not_accepted() -> None:
    """§12.1  A state that differs in anything public, or in one's own hand, is another."""
    true = holding("giog", "rC-bP", "bA-bP", "bA-rP").play(0, "rC")
    observation = true.observation(1)
    for hands in (("rC-bP", "bA-rP", "bA-bP"), ("rC-bP", "bA-bP", "bA-rC"), ("rC-rC", "bA-bP", "bA-rP")):
        assert not true.accepts(observation, holding("giog", *hands).play(0, "rC").state)
    same = holding("giog", "bA-bP", "bA-bP", "rC-rP").play(0, "bA")
    assert true.accepts(observation, same.state)
    assert not true.accepts(observation, holding("giog", "rC-bP", "bA-bP", "bA-rP", trick=3).play(0, "rC").state)
    assert not true.accepts(observation, holding("giog", "rC-bP", "bA-bP", "bA-rP").play(0, "rC").play(2, "bA").state)
