"""Traces of random play: digests of all that the rules, the knowledge, the words and the vectors of every game give.

    python -m tests.conformance.traces compare    say what differs from `traces.json`, which an earlier checkout wrote
    python -m tests.conformance.traces write      keep the digests of this checkout: where a difference is meant

One deal of every variant, of every value of every option and of random rule sets, for every number of seats that the conformance
checks take.  What is compared is bytes and sentences, so that a change which should change nothing can be shown to change nothing.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.conformance import _tables as tables
from qipai.engine.game import Game, seeded
from qipai.engine.records import opened
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.engine.telling import Faces
from qipai.environments.features import features_of
from qipai.environments.layouts import layouts
from qipai.games import GAMES

KEPT = Path(__file__).with_name("traces.json")
OFTEN, LATER = 25, 0.05  # the first decisions are looked at, and this share of the later ones
FEW = 200  # choices of a long list
Digests = dict[str, Any]


class Trace:
    """Digests by aspect."""

    def __init__(self) -> None:
        self.digests: Digests = {}

    def add(self, aspect: str, what: Any) -> None:
        if not isinstance(what, bytes):
            what = json.dumps(what, ensure_ascii=False, sort_keys=True, default=repr).encode()
        self.digests.setdefault(aspect, sha256()).update(what)

    def closed(self) -> dict[str, str]:
        return {aspect: digest.hexdigest()[:16] for aspect, digest in self.digests.items()}


def trace_deal(game: Game, ruleset: Any, players: int, number: int) -> dict[str, str]:
    """One deal of random play."""
    trace, random, rules = Trace(), Random(number), game.rules(ruleset)
    setup = game.setup(rules, players)
    order = game.shuffled(rules, setup, number)
    state, faces = game.new_state(), Faces(players)
    game.deal(state, rules, setup, order)
    tell = game.telling
    trace.add("orders", records.to_bytes(order))
    for fact in tell.tell_deal(opened(state), opened(rules), opened(setup), opened(order), faces):
        trace.add("facts", fact.whole())
    before: list[int] = []
    decisions = 0
    while not game.is_over(state):
        if decisions < OFTEN or random.random() < LATER:
            look(trace, game, ruleset, rules, state, players, random, before, faces)
        seats = [*seats_in(game.pending(state))]
        rights = [seat for seat in seats_in(game.may_act(state)) if seat not in seats]
        seat = random.choice(rights) if rights and random.random() < 0.2 else game.to_act(state)
        legal = game.legal(state, rules, seat)
        action = random.choice(legal)
        before = random.sample(legal, min(3, len(legal)))
        was = records.copy(state)
        game.apply_action(state, rules, seat, action)
        for fact in tell.tell(opened(was), opened(state), opened(rules), seat, action, faces, None):
            trace.add("facts", fact.whole())
        trace.add("states", records.to_bytes(state))
        decisions += 1
    look(trace, game, ruleset, rules, state, players, random, before, faces)
    result, following = records.new(game.RESULT), records.new(game.SETUP)
    game.returns(state, rules, result)
    trace.add("results", records.to_bytes(result))
    for fact in tell.tell_result(opened(state), opened(rules), opened(result), faces):
        trace.add("facts", fact.whole())
    game.next_setup(setup, result, rules, following)
    trace.add("results", records.to_bytes(following))
    return trace.closed()


def look(
    trace: Trace,
    game: Game,
    ruleset: Any,
    rules: Any,
    state: Any,
    players: int,
    random: Random,
    before: list[int],
    faces: Faces,
) -> None:
    """All that one may ask about a state."""
    tell, layout = game.telling, layouts(game)
    trace.add("states", records.to_bytes(state))
    trace.add("questions", [game.pending(state), game.may_act(state), bool(game.is_window(opened(state)))])
    trace.add("shown", game.notation.show(opened(state), ruleset))
    trace.add("vectors", bytes(layout.state.encode(state, np.zeros(layout.state.entries, np.uint8))))
    for seat in (SPECTATOR, *range(players)):
        observation = game.new_observation()
        game.observe(state, rules, seat, observation)
        trace.add("observations", records.to_bytes(observation))
        trace.add("vectors", bytes(layout.observation.encode(observation, np.zeros(layout.observation.entries, np.uint8))))
        trace.add("boards", as_values(tell.describe(opened(observation), opened(rules))))
        world = game.new_state()
        game.sample_world(observation, rules, seeded(random.randrange(1 << 30)), world)
        trace.add("worlds", records.to_bytes(world))
        trace.add("worlds", [bool(game.accepts(observation, rules, state)), bool(game.accepts(observation, rules, world))])
        if seat == SPECTATOR:
            continue
        asked = (game.pending(state) | game.may_act(state)) >> seat & 1
        legal = game.legal(state, rules, seat) if asked else []
        trace.add("legal", legal)
        if game.pending(state) >> seat & 1:
            trace.add("legal", int(game.default_action(state, rules, seat)))
        if legal:
            few = legal if len(legal) <= FEW else random.sample(legal, FEW)
            trace.add("choices", tell.choices(opened(observation), opened(rules), few))
            trace.add("texts", [game.notation.format_action(action, ruleset) for action in few])
            trace.add("legal", [game.play_kind(action) for action in few])
            trace.add("vectors", bytes(features_of(game, rules, few, np.uint8)))
        for action in before:
            trace.add("refusals", tell.why_not(opened(state), opened(rules), seat, action))
        hand = faces.hands[seat]
        if hand:
            cards = random.sample(hand, random.randint(1, min(4, len(hand))))
            trace.add("refusals", tell.explain(opened(observation), opened(rules), seat, cards))


def sections(game: Game) -> Iterator[tuple[str, int]]:
    yield "words", -1
    yield from ((name, number) for number, (name, _, _) in enumerate(tables(game, None)))


def trace_section(name: str, number: int) -> dict[str, str]:
    """The digests of a section of a game: its words, or a rule set."""
    game = GAMES[name]
    if number < 0:
        trace, made = Trace(), layouts(game)
        trace.add("words", dict(game.words.items()))
        trace.add(
            "options",
            [
                (
                    one.name,
                    one.section,
                    one.default,
                    dict(one.values),
                    one.title,
                    one.sentence,
                    one.value_words,
                    [*one.numbers],
                    one.often,
                )
                for one in game.options
            ],
        )
        trace.add("variants", [(key, one.titles, one.section, tuple(one.ruleset)) for key, one in game.variants.items()])
        trace.add("names", [made.observation.names, made.state.names, made.action.names])
        trace.add(
            "game", [game.name, game.titles, game.tagline, game.seats, game.kinds, game.max_actions, game.unit, game.hand]
        )
        for kind in ("STATE", "SETUP", "OBSERVATION", "RESULT", "ORDER"):
            trace.add(kind, repr(getattr(game, kind).descr))
        return trace.closed()
    _, seats, choose = list(tables(game, None))[number]
    random = Random(number)
    return trace_deal(game, choose(random), seats[0], number)


def all_sections() -> list[tuple[str, str, int]]:
    return [(name, section, number) for name, game in GAMES.items() for section, number in sections(game)]


def measure() -> Iterator[tuple[str, dict[str, str]]]:
    work = all_sections()
    with ProcessPoolExecutor(2) as pool:
        done = pool.map(trace_section, [name for name, _, _ in work], [number for _, _, number in work], chunksize=4)
        for (name, section, number), digests in zip(work, done, strict=True):
            if sys.stderr.isatty():
                print(f"\r{name} {number} {section}".ljust(79), end="", file=sys.stderr)
            yield f"{name} {number} {section}", digests


def differences() -> Iterator[str]:
    """What is not as it was kept, a line for each aspect of a game."""
    before, now = json.loads(KEPT.read_text(encoding="utf-8")), dict(measure())
    differing: dict[str, list[str]] = {}
    for section in sorted({*before, *now}):
        then, digests = before.get(section, {}), now.get(section, {})
        for aspect in sorted(aspect for aspect in {*then, *digests} if then.get(aspect) != digests.get(aspect)):
            differing.setdefault(f"{section.split()[0]}: {aspect}", []).append(section)
    for what, where in differing.items():
        yield f"{what} differ in {len(where)} of {len(now)} sections: {', '.join(where[:4])}"


def main(verb: str) -> int:
    if verb == "write":
        KEPT.write_text(json.dumps(dict(measure()), indent=0, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    differing = list(differences())
    print(*differing, f"{len(differing)} differences", sep="\n")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
