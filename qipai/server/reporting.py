"""Reports: a person at a table tells the operator of another, with what everybody could see of the table.

A report holds no card that an onlooker could not see.  When the deal is over, its record, which the report names, shows all.
"""

import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection as Store

from qipai.engine.seats import SPECTATOR
from qipai.session.chairs import PERSON, visible

from .codes import new_id
from .limits import Buckets, Limits
from .protocol import REASONS, NewReport
from .refusals import Refused
from .storage import reports
from .storage.accounts import is_gone
from .storage.dealing import record_id
from .storage.reports import ReportRow
from .tables import now_ms

if TYPE_CHECKING:
    from .house import House

LONGEST = 500  # characters of what somebody writes to the operator
MOST_FACTS = 500


class Attached(msgspec.Struct):
    """What a report brings along."""

    code: str
    game: str
    names: list[str]  # by seat
    seat: int  # of the person who is reported
    by: str  # name of the person who reports
    text: str  # in their own words
    said: list[str]  # at the table lately, each with the name and the time
    facts: list[dict[str, Any]]  # of the latest deal, as everybody saw them
    record: str  # of that deal: it can be opened when the deal is over; "" before the first


class Reports:
    """Takes reports, at a limited rate."""

    def __init__(self, house: "House", limits: Limits) -> None:
        self._house = house
        self.of_guest = Buckets(limits.reports_of_guest)
        self.of_address = Buckets(limits.reports_of_address)

    async def take(self, wanted: NewReport, guest: str, address: str) -> None:
        """Store a report.  Raises `Refused`."""
        self._house.desk.admit(guest, address)
        if wanted.why not in REASONS:
            raise Refused("unknown_reason", accepted=", ".join(REASONS))
        if len(wanted.text) > LONGEST:
            raise Refused("too_large", most=LONGEST)
        table = await self._house.find(address, code=wanted.code)
        session = table.session
        if table.seat_of(guest) is None:
            raise Refused("not_seated")
        chair = session.chairs[wanted.seat] if 0 <= wanted.seat < len(session.chairs) else None
        if chair is None or chair.player != PERSON or chair.guest == guest:
            raise Refused("nobody_to_report")
        for buckets, key in ((self.of_guest, guest), (self.of_address, address)):
            buckets.ask(key, "slow_down")
        own = table.seat_of(guest)
        assert own is not None
        facts = session.story.seen[SPECTATOR] if session.story else []
        attached = Attached(
            code=table.row.code, game=session.game.name, names=[other.name for other in session.chairs], seat=wanted.seat,
            by=session.chairs[own].name, text=readable(wanted.text), said=table.said(),
            facts=list(facts[-MOST_FACTS:]), record=record_id(table.row.id, session.serial) if facts else "",
        )  # fmt: skip
        body = zlib.compress(msgspec.json.encode(attached))
        row = ReportRow(new_id(), now_ms(), table.row.id, guest, chair.guest, wanted.why, session.seq, body)

        def change(connection: Store) -> bool:
            if is_gone(connection, guest):
                return False
            reports.add(connection, row)
            return True

        if not await self._house.database.write(change):
            raise Refused("signed_out")


def readable(text: str) -> str:
    """Return a text without what cannot be seen, so that it moves no cursor of whoever reads it."""
    return "".join(letter if visible(letter) else " " for letter in text).strip()


def attached_to(report: ReportRow) -> Attached:
    """Return what a report brought along."""
    return msgspec.json.decode(zlib.decompress(report.body), type=Attached)


def written(report: ReportRow, *, whole: bool) -> str:
    """Return a report as an operator reads it; `whole`: with every fact of the deal."""
    attached, at = attached_to(report), datetime.fromtimestamp(report.at / 1000, UTC)
    lines = [
        f"{report.id}  {at:%Y-%m-%d %H:%M:%S} UTC  {attached.game}  table {attached.code}, entry {report.seq}",
        f"  {attached.by} reports {attached.names[attached.seat]} (seat {attached.seat}, guest {report.reported[:12]}): {report.why}",
    ]
    lines += [f"  they write: {attached.text}"] if attached.text else []
    lines += [f"  said: {line}" for line in attached.said]
    lines += [f"  record, when the deal is over: {attached.record}"] if attached.record else []
    lines += [f"  {msgspec.json.encode(fact).decode()}" for fact in attached.facts] if whole else []
    return "\n".join(lines)
