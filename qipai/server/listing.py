"""What everybody may see of a table that its host has opened to all: who sits there and how far it is, never anything of a deal.

It is folded from facts of chairs and from the beginnings and ends of deals alone, so that nothing between these can show in it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from qipai.session import Entry, Session
from qipai.session.chairs import BOT, EMPTY, PERSON
from qipai.session.folding import (
    AUTOPILOT,
    BEGUN_AGAIN,
    BETWEEN,
    CLOSED,
    FINISHED,
    GATHERING,
    LEFT,
    LISTED,
    LOCKED,
    OPENED,
    PLAYING,
    REMOVED,
    RENAMED,
    RESERVED,
    SEATED,
    SESSION_OVER,
    SETTLED,
    SWAPPED,
    TABLE_CLOSED,
    UNRESERVED,
)
from qipai.session.shuffles import SHUFFLED

from .protocol import ListedChair, ListedTable
from .storage.rows import ListingRow


class ListedPlace(NamedTuple):
    """A chair."""

    name: str = ""
    player: str = EMPTY
    gone: bool = False  # the person has left during the deal
    kept: bool = False  # for somebody, until the next deal
    at: int = 0  # when whoever has it came


PHASES = {SHUFFLED: PLAYING, SETTLED: BETWEEN, SESSION_OVER: FINISHED, TABLE_CLOSED: CLOSED}
OF_A_CHAIR = (SEATED, LEFT, REMOVED, RENAMED, AUTOPILOT, RESERVED, UNRESERVED)


class Listing(NamedTuple):
    """What a log has said so far of what is listed."""

    listed: bool = False
    locked: bool = False
    phase: str = GATHERING
    deal: int = 0  # number of the latest in its session
    places: tuple[ListedPlace, ...] = ()
    opened: int = 0  # to everyone, at that time

    @classmethod
    def of(cls, session: Session) -> "Listing":
        """Return that of a table of which nothing but its opening is folded."""
        return cls(listed=session.listed, places=(ListedPlace(),) * len(session.chairs))

    def after(self, entry: Entry) -> "Listing":
        """Return the same after one more entry."""
        here = self
        for fact in entry.facts:
            if fact.event == OPENED:
                here = Listing(
                    fact.public.get("listed", False), places=(ListedPlace(),) * fact.public["seats"], opened=entry.at
                )
            elif fact.event == LISTED:
                here = here._replace(listed=fact.public["on"], opened=entry.at)
            elif fact.event == LOCKED:
                here = here._replace(locked=fact.public["on"])
            elif fact.event == BEGUN_AGAIN:
                here = here._replace(phase=GATHERING, deal=0)
            elif fact.event in PHASES:
                here = here._replace(phase=PHASES[fact.event], deal=fact.public.get("deal", here.deal))
            elif fact.event == SWAPPED:
                here = here._replace(places=tuple(here.places[seat] for seat in fact.public["order"]))
            elif fact.event in OF_A_CHAIR:
                seat = fact.public["seat"]
                here = here._replace(
                    places=(*here.places[:seat], here.place_after(fact.event, fact.public, entry.at), *here.places[seat + 1 :])
                )
        return here

    def place_after(self, event: str, told: Mapping[str, Any], at: int) -> ListedPlace:
        """Return the chair of a fact after it."""
        place = self.places[told["seat"]]
        if event == SEATED:
            return ListedPlace(told["name"], told["player"], at=at)
        if event == RENAMED:
            return place._replace(name=told["name"])
        if event in (RESERVED, UNRESERVED):
            return place._replace(kept=event == RESERVED)
        if event == AUTOPILOT:
            return place._replace(gone=place.gone and told["on"])
        return place._replace(gone=True) if event == LEFT and self.phase == PLAYING else ListedPlace()

    def written(self, session: Session, code: str) -> ListingRow | None:
        """Return what is listed of a table of such a code; None if it is not."""
        if not self.listed or self.phase == CLOSED:
            return None
        rules = {name: session.options[name] for name in session.changes}
        listed = ListedTable(
            code=code, game=session.game.name, variant=session.variant, rules=rules, level=session.level,
            clock=session.clock_name, phase=self.phase, deal=self.deal, deals=session.deals, locked=self.locked,
            chairs=[self.chair(place) for place in self.places],
        )  # fmt: skip
        came = [place.at for place in self.places if place.player == PERSON and not place.gone]
        since = max(self.opened, min(came, default=self.opened))
        return ListingRow(msgspec.json.encode(listed), since, len(came), int(room_at(listed)))

    def chair(self, place: ListedPlace) -> ListedChair:
        """Return what is listed of a chair; that of a person who has left is theirs until the deal is over, and then a bot's."""
        if place.gone and self.phase != PLAYING:
            return ListedChair("", BOT, False)
        return ListedChair(place.name if place.player == PERSON else "", place.player, place.kept)


def room_at(table: ListedTable) -> bool:
    """Return whether somebody can have a chair at a table: now, or with its next deal."""
    return not table.locked and any(chair.player != PERSON and not chair.kept for chair in table.chairs)
