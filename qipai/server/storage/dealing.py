"""Where the deals of a table are in its log, so that a record is made from its own deal alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from qipai.engine.telling import Fact
from qipai.session import TABLE, Entry
from qipai.session.folding import AGREED, OPENED, RENAMED, SEATED, SETTLED, SWAPPED
from qipai.session.shuffles import SHUFFLED


@dataclass(frozen=True)
class DealRow:
    """A finished deal: its number at the table, its first and last entry, and who sat where when it began."""

    serial: int
    first: int
    last: int
    names: bytes  # JSON: the name of each seat; with what was agreed later than at the opening, `Sat`


class Sat(msgspec.Struct):
    """Who sat where when a deal began, and what they had agreed on after the table was opened."""

    names: list[str]
    agreed: Mapping[str, Any]


class Dealing(NamedTuple):
    """What a log has said of deals so far."""

    seats: int = 0
    names: tuple[tuple[int, str], ...] = ()  # by seat
    agreed: Mapping[str, Any] | None = None  # what was agreed last, if not at the opening
    serial: int = 0  # of the latest deal
    first: int = 0  # its first entry
    sat: bytes = b""  # who sat where when it began
    running: bool = False  # it is not over

    def after(self, entry: Entry) -> tuple["Dealing", list[DealRow]]:
        """Return the same after one more entry, and the deals that this entry finishes."""
        here, finished = self, []
        for fact in entry.facts:
            if fact.event == OPENED:
                here = here._replace(seats=fact.public["seats"])
            elif fact.event in (SEATED, RENAMED):
                here = here._replace(names=tuple({**dict(here.names), fact.public["seat"]: fact.public["name"]}.items()))
            elif fact.event == SWAPPED:
                old = dict(here.names)
                here = here._replace(
                    names=tuple((seat, old[was]) for seat, was in enumerate(fact.public["order"]) if was in old)
                )
            elif fact.event == AGREED:
                here = here._replace(agreed=fact.public)
            elif fact.event == SHUFFLED:
                names = [dict(here.names).get(seat, "") for seat in range(here.seats)]
                sat = msgspec.json.encode(names if here.agreed is None else Sat(names, here.agreed))
                here = here._replace(serial=here.serial + 1, first=entry.seq, sat=sat, running=True)
            elif fact.event == SETTLED:
                finished.append(DealRow(here.serial, here.first, entry.seq, here.sat))
                here = here._replace(running=False)
        return here, finished


def sitting(names: bytes) -> Entry:
    """Return an entry that seats the people of a deal: with it and the first of the log, a record needs no other entry."""
    sat = msgspec.json.decode(names, type=Sat | list[str])
    agreed = [Fact(AGREED, sat.agreed)] if isinstance(sat, Sat) else []
    facts = agreed + [
        Fact(SEATED, {"seat": seat, "name": name}) for seat, name in enumerate(sat.names if isinstance(sat, Sat) else sat)
    ]
    return Entry(0, 0, TABLE, "", tuple(facts))


def record_id(table: str, serial: int) -> str:
    """Return the id of a deal, under which its record is found when it is over."""
    return f"{table}-{serial}"
