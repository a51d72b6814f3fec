"""Mappings that remember which keys were read, to find fields of an example that its answer does not depend on."""

from collections.abc import Iterator, Mapping
from typing import Any

from qipai.engine.errors import QipaiError

NO_FACTS = {"expect", "note", "origin"}  # keys that need not be read: answers and remarks for people


class MissingFact(QipaiError, KeyError):
    """Raised for a fact that a situation needs and does not have."""

    def __str__(self) -> str:
        return f"this situation cannot be set up: there is no {self.args[0]!r}."


class Facts(Mapping[Any, Any]):
    """A read-only mapping that remembers which of its keys were read, also in nested mappings and lists.

    Iterating counts as reading every key, since keys can be names of players; `in` counts as reading that key.
    """

    def __init__(self, plain: Mapping[Any, Any]) -> None:
        self.plain = plain
        self.asked: dict[Any, None] = {}  # keys that were read, present or not, in this order
        self._inside: dict[Any, Any] = {}

    def __getitem__(self, key: Any) -> Any:
        self.asked[key] = None
        if key not in self.plain:
            raise MissingFact(key)
        if key not in self._inside:
            self._inside[key] = watched(self.plain[key])
        return self._inside[key]

    def __contains__(self, key: object) -> bool:
        self.asked[key] = None
        return key in self.plain

    def __iter__(self) -> Iterator[Any]:
        self.asked |= dict.fromkeys(self.plain)
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    def __repr__(self) -> str:
        return repr(self.plain)

    def ignored(self) -> Iterator[str]:
        """Yield a sentence for each key that was not read."""
        for key in self.plain:
            if key in NO_FACTS:
                continue
            if key not in self.asked:
                asked = ", ".join(map(str, self.asked)) or "nothing"
                yield f"no {key!r} is asked for here; asked for: {asked}."
            else:
                yield from ignored_in(self._inside.get(key))


def watched(value: Any) -> Any:
    """Return a value of JSON with every mapping in it replaced by `Facts`."""
    if isinstance(value, Mapping):
        return Facts(value)
    return [watched(item) for item in value] if isinstance(value, list) else value


def ignored_in(value: Any) -> Iterator[str]:
    """Yield a sentence for each key in a watched value that was not read."""
    if isinstance(value, Facts):
        yield from value.ignored()
    elif isinstance(value, list):
        for item in value:
            yield from ignored_in(item)
