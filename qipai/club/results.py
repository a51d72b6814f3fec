"""What each finished deal was for the people who played it, read from the log of its table alone.

A deal belongs to whoever had the chair when it was dealt, also if the autopilot played some of it.  The table of a lesson never counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from qipai.engine.telling import Fact
from qipai.session import Entry, Session
from qipai.session.chairs import BOT
from qipai.session.folding import AGREED, LEFT, OPENED, REMOVED, RENAMED, SEATED, SETTLED, SWAPPED
from qipai.session.shuffles import SHUFFLED


@dataclass(frozen=True)
class Played:
    """A finished deal for one person."""

    serial: int  # its number at the table
    seat: int
    person: str  # opaque key
    at: int  # when it was over, in milliseconds UTC
    game: str
    rules: bytes  # JSON of `Agreed`
    place: int  # 0 first, by points; equal points share a place
    points: int  # in parts, of which the game's `unit` make one
    people: int
    bots: int
    level: str  # of the bots; "" without bots, or if they differ
    names: bytes  # JSON of a list of `Sitter`


class Agreed(msgspec.Struct, frozen=True):
    """The rules of a table, as its log has them."""

    variant: str
    rules: dict[str, str]  # every option with the name of its value


class Sitter(msgspec.Struct, frozen=True):
    """Who sat on a chair of a finished deal."""

    name: str
    level: str  # of a bot; "" for a person


class Sitting(NamedTuple):
    """Who is on a chair."""

    name: str
    level: str = ""
    guest: str = ""


class Ledger(NamedTuple):
    """What a log has said so far of who plays what."""

    game: str = ""
    rules: bytes = b""
    counts: bool = False  # it is no lesson's table, and none that plays on from a finished deal
    chairs: tuple[Sitting | None, ...] = ()
    serial: int = 0  # of the latest deal
    running: bool = False  # it is not over

    @classmethod
    def opened(cls, told: Mapping[str, Any]) -> "Ledger":
        """Return what the first fact of a log tells: `game`, `variant`, `rules`, `seats` and perhaps `lesson` or `from`."""
        return cls(told["game"], rules_of(told), not (told.get("lesson") or told.get("from")), (None,) * told["seats"])

    @classmethod
    def of(cls, session: Session) -> "Ledger":
        """Return the same of a table of which nothing but its opening is known."""
        told = {"game": session.game.name, "variant": session.variant, "rules": session.options}
        return cls.opened({**told, "seats": len(session.chairs), "lesson": session.lesson_key, "from": session.begun_from})

    def after(self, entry: Entry) -> tuple["Ledger", list[Played]]:
        """Return the same after one more entry, and what that entry settled, for each person."""
        here, played = self, []
        for fact in entry.facts:
            here = here._told(fact)
            if fact.event == SETTLED and here.counts:
                played += here._settled(fact.public["points"], entry.at)
        return here, played

    def _told(self, fact: Fact) -> "Ledger":
        if fact.event == OPENED:
            return Ledger.opened({**fact.public, **fact.hidden})
        if fact.event == AGREED:
            return self._replace(rules=rules_of(fact.public))
        if fact.event == SWAPPED:
            return self._replace(chairs=tuple(self.chairs[seat] for seat in fact.public["order"]))
        if fact.event == SHUFFLED:
            return self._replace(serial=self.serial + 1, running=True)
        if fact.event == SETTLED:
            return self._replace(running=False)
        if fact.event == SEATED:
            level = fact.public["level"] if fact.public["player"] == BOT else ""
            return self._with(fact.public["seat"], Sitting(fact.public["name"], level, fact.hidden.get("guest", "")))
        if fact.event == RENAMED:
            sitting = self.chairs[fact.public["seat"]]
            return self._with(fact.public["seat"], sitting and sitting._replace(name=fact.public["name"]))
        if fact.event == REMOVED or (fact.event == LEFT and not self.running):  # who leaves a deal has played it
            return self._with(fact.public["seat"], None)
        return self

    def _with(self, seat: int, sitting: Sitting | None) -> "Ledger":
        return self._replace(chairs=(*self.chairs[:seat], sitting, *self.chairs[seat + 1 :]))

    def _settled(self, points: list[int], at: int) -> list[Played]:
        sitting = [chair or Sitting("") for chair in self.chairs]
        levels = {chair.level for chair in sitting if chair.level}
        level = min(levels) if len(levels) == 1 else ""
        names = msgspec.json.encode([Sitter(chair.name, chair.level) for chair in sitting])
        bots = sum(bool(chair.level) for chair in sitting)
        return [
            Played(
                serial=self.serial, seat=seat, person=chair.guest, at=at, game=self.game, rules=self.rules,
                place=sum(other > own for other in points), points=own, people=len(sitting) - bots, bots=bots,
                level=level, names=names,
            )
            for seat, (chair, own) in enumerate(zip(sitting, points, strict=True))
            if chair.guest and not chair.level
        ]  # fmt: skip


def rules_of(told: Mapping[str, Any]) -> bytes:
    """Return the JSON of `Agreed` for a fact that has `variant` and `rules`."""
    return msgspec.json.encode(Agreed(told["variant"], dict(told["rules"])))
