"""What would you do?  Asked once a decision, by a person who plays against bots only, and answered from what their seat knows.

Advice is kept in memory, in no log and in no view; it is told to the connections of whoever asked, and to nobody else.  It is computed in a
process of low priority, so that no table waits for it.
"""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from qipai.arena.review.figures import Counsel
from qipai.engine import records
from qipai.session import Refused as Stale
from qipai.session.chairs import PERSON
from qipai.session.refusals import NotYourTurn

from .advice_worker import AdviceWanted
from .bots import Bots
from .failures import report, warn
from .limits import Buckets, Limits
from .lingering import Lingering
from .protocol import Advised, AdvisedChoice
from .refusals import Refused
from .review_worker import SEED

if TYPE_CHECKING:
    from .tables import Table

COMPILING = 900.0  # seconds until a process with compiled rules has answered once, for which they may have to be compiled
LONGEST = 60.0  # seconds until the advice is there, those before it included: with the plain rules it takes up to some seconds
MOST_WAITING = 20
LINGERING = 120.0  # seconds that the process lives after its last answer
LARGEST = 64 * 1024  # bytes of an answer
COMPUTING, DONE, FAILED = "computing", "done", "failed"

log = logging.getLogger("qipai.advice")


class Advisers:
    """The processes that advise, one decision at a time: with the plain rules, and with compiled ones once they have those of a game."""

    def __init__(self, bots: Bots, worlds: int, limits: Limits) -> None:
        self._bots = bots
        self.of_guest, self.of_address = Buckets(limits.advice_of_guest), Buckets(limits.advice_of_address)
        self._plain, self._native = (
            Lingering("qipai.server.advice_worker", LARGEST, LINGERING, partial(str, mode)) for mode in ("plain", "native")
        )
        self._loaded: set[str] = set()  # games whose compiled rules were there
        self._loading: asyncio.Task[None] | None = None
        self.worlds = worlds or None
        self.waiting = 0

    async def advise(self, wanted: AdviceWanted) -> Counsel:
        """Return the advice.  Raises `TimeoutError`, or what made the process fail."""
        question = msgspec.msgpack.encode(wanted)
        if self._bots.warm and wanted.game not in self._loaded and self._loading is None:
            self._loading = asyncio.create_task(self._load(wanted.game, question))
        self.waiting += 1
        try:
            async with asyncio.timeout(LONGEST):
                process = self._native if wanted.game in self._loaded else self._plain
                return msgspec.json.decode(await process.ask(question), type=Counsel)
        finally:
            self.waiting -= 1

    async def _load(self, game: str, question: bytes) -> None:
        """Have the process with compiled rules answer once, however long that takes."""
        try:
            async with asyncio.timeout(COMPILING):
                await self._native.ask(question)
            self._loaded.add(game)
        except Exception as failure:
            warn(log, f"the compiled rules for advice could not be loaded ({type(failure).__name__})")
        finally:
            self._loading = None

    async def close(self) -> None:
        """End the processes."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        await self._plain.close()
        await self._native.close()


@dataclass
class AskedForAdvice:
    """A decision at which a person has asked."""

    seat: int
    question: int  # `Session.asked_seq`
    command: str  # its id
    told: Advised
    task: "asyncio.Task[None] | None" = None


class Advising:
    """What the people at one table have asked."""

    def __init__(self, table: "Table", advisers: Advisers) -> None:
        self.table, self.advisers = table, advisers
        self._asked: dict[str, AskedForAdvice] = {}  # by guest, the last

    def answered(self, guest: str, command: str) -> bool:
        """Return whether this command of a guest was the last that was carried out."""
        return guest in self._asked and self._asked[guest].command == command

    def check(self, guest: str, seat: int, at: int) -> None:
        """Raise an error unless this guest, who has seen the table up to `at`, may ask now."""
        session = self.table.session
        if any(chair.player == PERSON for place, chair in enumerate(session.chairs) if place != seat):
            raise Refused("advice_people")
        if at < session.asked_seq:
            raise Stale("stale")
        if session.teaching:
            raise Refused("advice_lesson")
        if not session.asks(seat) or not session.chairs[seat].thinks:
            raise NotYourTurn(None)
        assert session.deal_now is not None
        if not session.deal_now.has_choice(seat):
            raise Refused("advice_no_choice")
        if self._now(guest) is not None:
            raise Refused("advice_given")
        if self.advisers.waiting >= MOST_WAITING:
            raise Refused("too_many_asking", wait=30)

    def ask(self, guest: str, seat: int, command: str) -> None:
        """Have the decision computed that a guest's seat owes, and tell them; `check` comes before."""
        session = self.table.session
        deal, terms = session.deal_now, session.terms
        assert deal is not None
        assert terms is not None
        wanted = AdviceWanted(
            session.game.name, session.game.changed_options(terms.ruleset), terms.players, records.to_bytes(deal.observation(seat)),
            session.game.legal(deal.state, terms.rules, seat), self.advisers.worlds, SEED,
        )  # fmt: skip
        asked = self._asked[guest] = AskedForAdvice(seat, session.asked_seq, command, Advised(COMPUTING, [], 0))
        self._tell(guest)
        asked.task = asyncio.create_task(self._compute(guest, asked, wanted))

    async def _compute(self, guest: str, asked: AskedForAdvice, wanted: AdviceWanted) -> None:
        try:
            advice = await self.advisers.advise(wanted)
            if self._now(guest) is asked:
                actions = [option.action for option in advice.options]
                choices = self.table.session.view_choices(asked.seat, actions)
                asked.told = Advised(
                    DONE,
                    [
                        AdvisedChoice(choice, option.value, option.error, option.less, option.less_error)
                        for choice, option in zip(choices, advice.options, strict=True)
                    ],
                    advice.worlds,
                )
        except Exception as failure:
            if isinstance(failure, TimeoutError | EOFError):
                warn(log, f"advice failed ({type(failure).__name__})")
            else:
                report("advice", failure)
            asked.told = Advised(FAILED, [], 0)
        if self._now(guest) is asked or asked.told.state == FAILED:
            self._tell(guest)

    def _now(self, guest: str) -> AskedForAdvice | None:
        """Return what a guest has asked at the decision that they owe now; None if nothing, or if it failed."""
        asked, session = self._asked.get(guest), self.table.session
        if asked is None or asked.told.state == FAILED or asked.question != session.asked_seq:
            return None
        return asked if asked.seat == self.table.seat_of(guest) and session.asks(asked.seat) else None

    def told(self, guest: str) -> Advised | None:
        """Return what a guest's connections are told when they come; None if they have not asked at this decision."""
        asked = self._now(guest)
        return asked.told if asked else None

    def _tell(self, guest: str) -> None:
        for connection in list(self.table.connections):
            if connection.guest == guest and not connection.watching:
                connection.tell(self._asked[guest].told)

    def stop(self) -> None:
        """Compute nothing more."""
        for asked in self._asked.values():
            if asked.task is not None:
                asked.task.cancel()
        self._asked.clear()
