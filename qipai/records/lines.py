"""Tell a record in lines for people, with the game's sentences."""

from collections.abc import Iterator

import msgspec

from qipai.engine.events import DEALT
from qipai.engine.lines import Teller
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact

from .qp import Record


def tell_record(record: Record, language: str = "en") -> Iterator[str]:
    """Yield a title, and a line for every fact that the game has a sentence for; all cards are shown."""
    header = record.header
    teller = Teller(record.game, header.players, language)
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    yield f"{record.game.titles[language]}, {header.deal}, {header.when}, {', '.join(header.players)}{rules and f'; {rules}'}"
    for fact in record.facts:
        try:
            yield from list(tell_fact(teller, fact))
        except (KeyError, IndexError, TypeError, ValueError):  # an older fact, which the sentence does not fit
            yield msgspec.json.encode(fact.whole()).decode()


def tell_fact(teller: Teller, fact: Fact) -> Iterator[str]:
    """Yield the lines of a fact, with the cards that only some seats saw in brackets."""
    lines = list(teller.lines({**fact.hidden, **fact.seen_by(fact.public.get("seat", SPECTATOR))}))
    if not lines:
        return
    if fact.event == DEALT:
        yield from lines
        for seat, seen in fact.private.items():
            yield f"  {teller.names[seat]}: {'-'.join(seen['cards'])}"
        return
    private = (part.get(field) for part in fact.private.values() for field in ("cards", "pieces"))
    known = next((cards for cards in private if cards and cards != fact.public.get("pieces")), None)
    yield f"{lines[0]} ({'-'.join(known)})" if known else lines[0]
    yield from lines[1:]
