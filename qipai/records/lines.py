"""A record as lines for people, in the game's own words."""

from collections.abc import Iterator

import msgspec

from qipai.engine.lines import Teller
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact

from .qp import Record


def tell_record(record: Record, language: str = "en") -> Iterator[str]:
    """A title, and a line for every fact that the game has words for; all cards open."""
    header = record.header
    teller = Teller(record.game, header.players, language)
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    yield f"{record.game.titles[language]}, {header.deal}, {header.when}, {', '.join(header.players)}{rules and f'; {rules}'}"
    for fact in record.facts:
        try:
            yield from list(tell_fact(teller, fact))
        except (KeyError, IndexError, TypeError, ValueError):  # a fact that its game's words do not fit
            yield msgspec.json.encode(fact.whole()).decode()


def tell_fact(teller: Teller, fact: Fact) -> Iterator[str]:
    """The lines of a fact as all were told it, and what only some knew of it."""
    lines = list(teller.lines({**fact.hidden, **fact.seen_by(fact.public.get("seat", SPECTATOR))}))
    if not lines:
        return
    if fact.event == "dealt":
        yield from lines
        for seat, seen in fact.private.items():
            yield f"  {teller.names[seat]}: {'-'.join(seen['cards'])}"
        return
    known = next((part[field] for part in fact.private.values() for field in ("cards", "pieces") if part.get(field)), None)
    yield f"{lines[0]} ({'-'.join(known)})" if known else lines[0]
    yield from lines[1:]
