"""A record as lines for people, in the game's own words."""

from collections.abc import Iterator
from typing import Any

import msgspec

from qipai.engine.errors import LANGUAGES, QipaiError
from qipai.engine.telling import Fact

from .qp import Record


def tell_record(record: Record, language: str = "en") -> Iterator[str]:
    """A title, and a line for every fact that the game has words for; all cards open."""
    if language not in LANGUAGES:
        raise QipaiError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    header = record.header
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    yield f"{record.game.titles[language]}, {header.deal}, {header.when}, {', '.join(header.players)}{rules and f'; {rules}'}"
    for fact in record.facts:
        try:
            yield from list(tell_fact(record, fact, language))
        except (KeyError, IndexError, TypeError, ValueError):  # a fact that its game's words do not fit
            yield msgspec.json.encode(fact.whole()).decode()


def tell_fact(record: Record, fact: Fact, language: str) -> Iterator[str]:
    """The lines of a fact."""
    words, told = record.game.words["events"], fact.public
    event = "led" if fact.event == "laid" and told.get("lead") else fact.event
    if event not in words:
        return
    if isinstance(told.get("points"), list):
        for name, points in zip(record.header.players, told["points"], strict=True):
            yield words[event][language].format(name=name, points=f"{points:+}")
        return
    actor = next((told[key] for key in ("seat", "leader", "dealer") if key in told), None)
    fields: dict[str, Any] = {**fact.hidden, **told, "name": "" if actor is None else record.header.players[actor]}
    if "cards" in fields:
        fields["cards"] = told.get("action", "-".join(fields["cards"]))
    line = words[event][language].format(**fields)
    yield f"{line}: {fields['cards']}" if fact.event == "drew" and "cards" in fields else line
    for seat, seen in fact.private.items() if fact.event == "dealt" else ():
        yield f"  {record.header.players[seat]}: {'-'.join(seen['cards'])}"
