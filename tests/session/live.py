"""A table for tests: a session whose changes are stored, read back and applied, as a server does it."""

from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any

import msgspec

from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.telling import Fact
from qipai.session import Entry, Session, read_entry, write_entry
from qipai.session.shuffles import read_shuffle
from tests.conformance.blind_bids import BLIND_BIDS

START = 1_750_000_000_000


class Live:
    """A session and its log."""

    def __init__(self, game: Game, seats: int = 3, **terms: Any) -> None:
        self.now = START
        self.session, opening = Session.open(game, seats=seats, at=self.now, **terms)
        self.log = [opening]

    def do(self, facts: Sequence[Fact], after: int = 1000, actor: str = "table") -> Entry:
        """Store a change that happens so many milliseconds after the last one."""
        self.now += after
        entry = Entry(self.session.seq + 1, self.now, actor, "", tuple(facts))
        stored = read_entry(write_entry(entry))
        assert stored == entry
        self.session.apply(stored, verify=True)
        self.log.append(stored)
        return stored

    def people(self, *names: str) -> "Live":
        """Seat people from the first chair on."""
        for seat, name in enumerate(names):
            self.do(self.session.sit(seat, name, f"guest of {name}"))
        return self

    def move(self, random: Random) -> Entry:
        """A random legal decision of a seat that is asked; a window closes when all that it waits for have answered, or by its time."""
        session = self.session
        waits, end = session.window_waits(), session.window_end()
        if session.window_open and (not waits or (end is not None and random.random() < 0.5)):
            self.now = max(self.now, end or 0)
            return self.do(session.close_window(session.asked_seq, self.now), after=0)
        seat = random.choice(waits or session.waiting())
        deal = session.view(seat).deal
        assert deal is not None
        choices = [choice.action for choice in deal.choices] or [session.default_action(seat)]
        return self.do(session.act(seat, random.choice(choices)))

    def play_deal(self, random: Random) -> None:
        """Random decisions until the deal is over."""
        while self.session.phase == "playing":
            self.move(random)

    def play_session(self, random: Random) -> None:
        """From the first deal to the end of the session."""
        self.do(self.session.begin())
        self.play_deal(random)
        while self.session.phase == "between":
            self.do(self.session.deal())
            self.play_deal(random)


def snapshot(session: Session) -> dict[str, Any]:
    """Everything that a session holds, comparable."""
    deal, story = session.deal_now, session.story
    return {
        "views": [msgspec.json.encode(session.view(seat)) for seat in (None, *range(len(session.chairs)))],
        "chairs": [asdict(chair) for chair in session.chairs],
        "asked": (session.seq, session.shown, session.serial, session.asked_seq, session.asked_at, session.waiting()),
        "window": (session.window_from, session.window_waits(), session.window_end(), session.sat),
        "setup": session.setup is not None and records.to_bytes(session.setup),
        "state": deal and records.to_bytes(deal.state),
        "cards": deal and (deal.faces.hands, deal.faces.undealt, deal.sealed, deal.withdrawn),
        "last": story and story.last,
    }


def in_order(faces: str, players: int = 2) -> Any:
    """A pack of Blind Bids or of Nines, dealt one card at a time from the first chair."""
    fact = Fact("shuffled", hidden={"setup": {"players": players, "first": 0}, "order": faces.split(), "lots": [0] * 8})
    return read_shuffle(BLIND_BIDS, fact)[1]


def code_of(error: Any) -> str:
    """The stable code of a refusal."""
    from qipai.session import refusal_of

    return refusal_of(error.value).code
