"""Facts as lines for people, in a game's own words; `frontend/src/words/game.ts` says them the same way in the browser."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .errors import LANGUAGES, QipaiError
from .game import Game
from .points import format_points

BETWEEN = {"en": ", ", "zh-Hans": "、", "zh-Hant": "、"}  # names in a list
YOU = {"en": "you", "zh-Hans": "你", "zh-Hant": "你"}
DOERS = ("seat", "dealer", "leader", "winner", "first")  # whose doing a fact is


class Teller:
    """Tells the facts of a game to one reader, who may sit on chair `you`."""

    def __init__(self, game: Game, names: Sequence[str], language: str, you: int | None = None) -> None:
        if language not in LANGUAGES:
            raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
        self.game, self.names, self.language, self.you = game, names, language, you

    def lines(self, told: Mapping[str, Any]) -> Iterator[str]:
        """The lines of a fact as its reader knows it; none for what the game has no words for."""
        key = next((key for key in keys_of(told) if key in self.game.words["events"]), None)
        if key is None:
            return
        if isinstance(told.get("points"), list):
            for seat, points in enumerate(told["points"]):
                yield self._line(key, seat, {"points": format_points(points, self.game.unit)})
            return
        line = self._line(key, self._doer(told), self._values(told))
        reason = self.game.words.get("why", {}).get(told.get("why"))
        yield f"{line} {reason[self.language]}" if reason else line
        for play in told.get("plays", ()):
            yield self._line(f"{key}_{'play' if play['kind'] else 'loose'}", play["seat"], self._values(play))

    def _line(self, key: str, seat: int | None, values: Mapping[str, Any]) -> str:
        words = self.game.words["events"]
        if seat is not None and seat == self.you and f"{key}_own" in words:
            key = f"{key}_own"
        elif ("cards" in values or "pieces" in values) and f"{key}_seen" in words:
            key = f"{key}_seen"
        sentence = words[key][self.language]
        return sentence.format_map({**values, "name": "" if seat is None else self.names[seat]})

    def _doer(self, told: Mapping[str, Any]) -> int | None:
        doers = [told[field] for field in DOERS if told.get(field) is not None] + list(told.get("order", ()))
        return doers[0] if doers else None

    def _values(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the sentences."""
        values = dict(told)
        for field in ("cards", "pieces"):
            if field in told:
                values[field] = "-".join(told[field])
        if "cards" in values:
            values.setdefault("pieces", values["cards"])
        if told.get("event") == "laid" and "action" in told and not (told.get("under") or told.get("down")):
            values["cards"] = told["action"]  # a play is told as what it represents
        if "spells" in told:
            values["cards"] = "-".join(told["spells"])
        for field in ("to", "from"):
            if isinstance(told.get(field), int):
                values[field] = self._name(told[field])
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


def keys_of(told: Mapping[str, Any]) -> tuple[str, ...]:
    """What a fact may be called in the words of its game, the most particular first."""
    event = told["event"]
    if event == "cleared" and "winner" in told and told["winner"] is None:
        return ("cleared_none",)
    if event == "told" and told.get("more"):
        return ("told_more",)
    if event == "passed" and told.get("duel"):
        return ("passed_duel", event)
    if event == "pleaded" and not told["pleads"]:
        return ("pleaded_not",)
    if event != "laid":
        return (f"{event}_{told['kind']}", event) if isinstance(told.get("kind"), str) else (event,)
    if told.get("lead"):
        return ("led",) if told.get("down") else ("led_up", "led")
    if told.get("under"):
        return ("laid_under",)
    return ("laid",) if told.get("down") else ("laid_up", "laid")
