"""A table that takes over what its own command has worked out is the table that its log folds to."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.telling import Fact
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.session import Entry, Session, read_entry, write_entry
from qipai.session.deal import Deal
from tests.conformance.blind_bids import BLIND_BIDS
from tests.conformance.nines import NINES

from .live import Live, snapshot
from .test_every_game import play
from .test_fold import ask_something

EVERY = [*GAMES.values(), NINES, BLIND_BIDS]


class Adopting(Live):
    """A session that applies its own entries, beside a twin that folds what a store gives back."""

    def __init__(self, game: Game, seats: int = 3, **terms: Any) -> None:
        super().__init__(game, seats, **terms)
        self.twin = Session.fold(game, self.log)

    def do(self, facts: Sequence[Fact], after: int = 1000, actor: str = "table") -> Entry:
        self.now += after
        entry = Entry(self.session.seq + 1, self.now, actor, "", tuple(facts))
        stored = read_entry(write_entry(entry))
        self.session.apply(entry)
        self.twin.apply(stored, verify=True)
        assert snapshot(self.session) == snapshot(self.twin), [fact.event for fact in facts]
        self.log.append(stored)
        return stored


@pytest.mark.parametrize("clock", ["none", pytest.param("fast", marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.name)
def test_what_is_adopted_is_what_the_log_folds_to(game: Game, clock: str) -> None:
    seats = max(game.seats)
    play(Adopting(game, seats=seats, deals=2, clock=clock).people("Ann", "林婉清", "Bo"), Random(seats))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [BLIND_BIDS, GAN_DENG_YAN], ids=lambda game: game.name)
def test_whatever_is_asked_for_is_adopted_as_it_folds(game: Game, seed: int) -> None:
    random = Random(seed)
    live = Adopting(game, seats=random.choice([2, 3]), deals=2, clock=random.choice(["none", "fast"]))
    for _ in range(60):
        try:
            facts = ask_something(live, random)
        except QipaiError:
            continue
        live.do(facts, after=random.choice([0, 900, 20_000]))


def count_plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose answers the rules have played, from now on."""
    played: list[int] = []
    play = Deal.play

    def counting(deal: Deal, seat: int, answer: Any) -> list[Fact]:
        played.append(seat)
        return play(deal, seat, answer)

    monkeypatch.setattr(Deal, "play", counting)
    return played


def begun() -> Live:
    live = Live(GAN_DENG_YAN, seats=3).people("Ann", "Ben", "Cy")
    live.do(live.session.begin())
    return live


def test_the_rules_run_once_for_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    live, played = begun(), count_plays(monkeypatch)
    session = live.session
    seat = session.waiting()[0]
    facts = session.act(seat, session.default_action(seat))
    session.apply(Entry(session.seq + 1, live.now, "table", "", tuple(facts)))
    assert played == [seat]
    assert session.waiting() != [seat]


def test_an_entry_that_somebody_else_stored_first_is_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers propose the same move and one of them loses the race: it folds what was stored, equal or not to its own."""
    live = begun()
    session, other = live.session, Session.fold(GAN_DENG_YAN, live.log)
    seat = session.waiting()[0]
    choices = [choice.action for choice in session.view(seat).deal.choices]  # type: ignore[union-attr]
    session.act(seat, choices[0])
    theirs = Entry(other.seq + 1, live.now, "table", "", tuple(other.act(seat, choices[-1])))
    other.apply(theirs)
    played = count_plays(monkeypatch)
    session.apply(read_entry(write_entry(theirs)))
    assert played == [seat]
    assert snapshot(session) == snapshot(other)


def test_a_proposal_is_worth_nothing_after_another_change() -> None:
    live = begun()
    session = live.session
    seat = session.waiting()[0]
    facts = session.act(seat, session.default_action(seat))
    live.do(session.rename(0, "Anna"))
    twin = Session.fold(GAN_DENG_YAN, live.log)
    entry = Entry(session.seq + 1, live.now, "table", "", tuple(facts))
    session.apply(entry)
    twin.apply(read_entry(write_entry(entry)))
    assert snapshot(session) == snapshot(twin)
