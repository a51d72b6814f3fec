"""Choose the sentence that tells a fact, and write facts as lines for people.

The browser is sent the key of a fact's sentence with the fact (`sentence_of`), and fills the sentence itself (`frontend/src/words/game.ts`).
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from .errors import LANGUAGES, QipaiError
from .events import LAID
from .game import Game
from .points import format_points
from .wording import filled

BETWEEN = {"en": ", ", "zh-Hans": "、", "zh-Hant": "、"}  # between the names of a list
AFTER_A_SENTENCE = {"en": " ", "zh-Hans": "", "zh-Hant": ""}
PRONOUN = "你"
YOU = {"en": "you", "zh-Hans": PRONOUN, "zh-Hant": PRONOUN}
# Names stand apart from the Chinese characters beside them; the pronoun does not.
MARK, HAN = "\0", "[\u3400-\u9fff]"
MARKED = f"{MARK}{PRONOUN}{MARK}"
DOERS = ("seat", "dealer", "leader", "winner", "first")  # fields that hold the seat that a fact is about, the first one found


class Teller:
    """Writes the facts of a game for one reader.

    `names` are the players by seat; `you` is the reader's seat, None for a spectator.  Raises `QipaiError` for an unknown language.
    """

    def __init__(self, game: Game, names: Sequence[str], language: str, you: int | None = None) -> None:
        if language not in LANGUAGES:
            raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
        self.game, self.names, self.language, self.you = game, names, language, you

    def lines(self, told: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of a fact given as `Fact.seen_by` returns it; none if the game has no sentence for it."""
        key = key_of(told, self.game.words["events"])
        if key is None:
            return
        if isinstance(told.get("points"), list):
            for seat, points in enumerate(told["points"]):
                yield self._line(key, seat, {"points": format_points(points, self.game.unit)})
            return
        line = self._line(key, doer_of(told), self._values(told))
        reason = self.game.words.get("why", {}).get(told.get("why"))
        yield f"{line}{AFTER_A_SENTENCE[self.language]}{reason[self.language]}" if reason else line
        for play in told.get("plays", ()):
            yield self._line(f"{key}_{'play' if play['kind'] else 'loose'}", play["seat"], self._values(play))

    def _line(self, key: str, seat: int | None, values: Mapping[str, Any]) -> str:
        words = self.game.words["events"]
        own = words.get(f"{key}_own") if seat is not None and seat == self.you else None
        sentence = (own or words[key])[self.language]
        named = {**values, "name": "" if seat is None else self.names[seat]}
        line = filled(sentence, self.language, {field: MARKED if value == PRONOUN else value for field, value in named.items()})
        return re.sub(f"(?<={HAN}) {MARK}|{MARK} (?={HAN})|{MARK}", "", line)

    def _values(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the {fields} that sentences may use."""
        values = dict(told)
        for field in ("cards", "pieces"):
            if field in told:
                values[field] = "-".join(told[field])
        if "cards" in values:
            values.setdefault("pieces", values["cards"])
        if told.get("event") == LAID and "action" in told and not (told.get("under") or told.get("down")):
            values["cards"] = told["action"]  # a play is told as what it represents
        if "spells" in told:
            values["cards"] = "-".join(told["spells"])
        if isinstance(told.get("to"), int):
            values["to"] = self._name(told["to"])
        if "place" in told and "places" in self.game.words:
            values["place"] = self.game.words["places"][str(told["place"])][self.language]
        for field in ("order", "seats"):
            if field in told:
                values["names"] = BETWEEN[self.language].join(map(self._name, told[field]))
        if told.get("dice"):
            values["dice"] = " ".join(map(str, told["dice"]))
        if "counts" in told:
            values["count"] = told["counts"][0]
        for field, words in (("kind", "kinds"), ("group", "groups")):
            if told.get(field) in self.game.words.get(words, {}):
                values[field] = self.game.words[words][told[field]][self.language]
        return values

    def _name(self, seat: int) -> str:
        return YOU[self.language] if seat == self.you else self.names[seat]


def sentence_of(told: Mapping[str, Any], sentences: Container[str]) -> dict[str, Any]:
    """Return the fields that are sent with a fact, so that a program finds and fills its sentence.

    `told` is the fact as its reader sees it (`Fact.seen_by`), `sentences` are the `events` of `Game.words`.  The fields are `key`, the key of the
    sentence, unless it is the `event`; and `by`, the seat whose doing the fact is, unless the fact has a `seat`.  A fact without a sentence has
    neither.
    """
    key, doer = key_of(told, sentences), doer_of(told)
    fields: dict[str, Any] = {}
    if key not in (None, told["event"]):
        fields["key"] = key
    if key is not None and doer is not None and doer != told.get("seat"):
        fields["by"] = doer
    return fields


def doer_of(told: Mapping[str, Any]) -> int | None:
    """Return the seat whose doing a fact is: its name stands for {name}, and it may read a sentence of its own (`KEY_own`)."""
    doers = [told[field] for field in DOERS if told.get(field) is not None] + list(told.get("order", ()))
    return doers[0] if doers else None


def key_of(told: Mapping[str, Any], sentences: Container[str]) -> str | None:
    """Return the key of the sentence that tells a fact, the most specific of those that there are; None if there is none.

    The keys are `EVENT_none` if the fact's `winner` is None, `EVENT_seen` if the reader sees its `cards` or `pieces`, `EVENT_FIELD` for each field
    that is true, `EVENT_not` if one is false, `EVENT_KIND` by its `kind`, `EVENT`.  A `laid` fact that leads a trick is `led`, and `_up` is
    added unless it is face down.

    >>> key_of({"event": "claimed", "seat": 2, "kind": "run", "granted": False}, {"claimed", "claimed_run"})
    'claimed_run'
    >>> key_of({"event": "laid", "seat": 2, "lead": True}, {"laid", "led"})
    'led'
    """
    event = told["event"]
    keys = [f"{event}_none"] if "winner" in told and told["winner"] is None else []
    keys += [f"{event}_seen"] if "cards" in told or "pieces" in told else []
    keys += [f"{event}_{field}" for field, value in told.items() if value is True]
    if event == LAID:
        name = "led" if told.get("lead") else event
        keys += [name] if told.get("down") else [f"{name}_up", name]
    else:
        keys += [f"{event}_not"] if any(value is False for value in told.values()) else []
        keys += [f"{event}_{told['kind']}"] if isinstance(told.get("kind"), str) else []
        keys.append(event)
    return next((key for key in keys if key in sentences), None)
