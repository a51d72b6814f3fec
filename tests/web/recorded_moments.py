"""What the client's tests are about: moments by their names, each with the table at which the search for it begins."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from qipai.server.protocol import Replay
from qipai.session.views import DealView, TableView


class Seen:
    """A change of a table in a deal, as a chair or somebody who watches sees it."""

    def __init__(self, facts: list[dict[str, Any]], table: TableView, deal: DealView) -> None:
        self.facts, self.table, self.deal, self.board = facts, table, deal, deal.board
        self.you, self.sits, self.seats = table.you, table.you is not None, len(table.seats)
        self.events = [fact["event"] for fact in deal.log]
        self.result = deal.result or {}
        self.now = [fact["event"] for fact in facts]

    def asked(self, what: str = "") -> bool:
        """Is this chair asked, and that?"""
        return self.you in self.deal.to_act and (not what or self.asks == what)

    def waits(self) -> bool:
        """Does this chair neither owe an answer nor have it in?"""
        return self.sits and self.you not in [*self.deal.to_act, *self.deal.locked]

    def reads_twice(self, jokers: int) -> bool:
        """Can the same cards, jokers among them, be laid as two things?"""
        needs = [sorted(choice.needs) for choice in self.deal.choices if choice.needs.count("X") == jokers]
        return any(one in needs[:at] for at, one in enumerate(needs))

    def holds(self, face: str) -> bool:
        return any(card.face == face for card in self.deal.hand)

    @property
    def kinds(self) -> set[str]:
        return {choice.kind for choice in self.deal.choices}

    @property
    def asks(self) -> str:
        return (self.board.get("asks") or {}).get("what", "")

    @property
    def verbs(self) -> set[str]:
        """What one may do, of a play its cards."""
        return {choice.action.split()[0] for choice in self.deal.choices}

    @property
    def says(self) -> set[str]:
        """What there is to know of the choices."""
        return {said["say"] for choice in self.deal.choices for said in choice.says}

    @property
    def trick(self) -> list[str]:
        """What happened since a trick was cleared; nothing in the first."""
        told = self.events
        return told[len(told) - told[::-1].index("cleared") :] if "cleared" in told else []


class Wanted(msgspec.Struct, frozen=True):
    """A moment that a test is about: the first that is so, from the table `first` on."""

    is_so: Callable[[Seen], bool]
    first: int = 0
    rules: tuple[tuple[str, str], ...] = ()  # of the house


class WantedDeal(msgspec.Struct, frozen=True):
    """A finished deal that a test steps through: the first in which something happens, up to that where all of it would be long."""

    is_so: Callable[[Replay], int | None]  # how many facts of it are kept; None: it is another one
    first: int = 0


def breaks_in(replay: Replay) -> int | None:
    """Up to the set with which a third one breaks into a duel."""
    told = [fact["event"] for fact in replay.facts]
    return told.index("laid", told.index("shao_declared")) + 1 if "shao_declared" in told else None


def goes_over(replay: Replay) -> int | None:
    """All of a short deal of two in which a play of another kind is laid upon one."""
    laid = [fact for fact in replay.facts if fact["event"] == "laid"]
    bombs = any(fact["kind"] != before["kind"] and not fact.get("lead") for before, fact in pairwise(laid))
    return len(replay.facts) if bombs and len(replay.names) == 2 and len(replay.facts) < 50 else None


def loses_all(replay: Replay) -> int | None:
    """All of a deal of two in which somebody lays a general too early or too late."""
    return len(replay.facts) if len(replay.names) == 2 and any(fact["event"] == "beheaded" for fact in replay.facts) else None


def lays(at: Seen, key: str) -> bool:
    """Has somebody just laid what is told by that sentence?"""
    return any(fact.get("key") == key for fact in at.facts)


def attacked(at: Seen, *kinds: str) -> bool:
    """Is one to lay a single card upon another, and what may be done with it, and nothing else?"""
    return at.asked() and at.board["phase"] == "attacking" and at.board["led"]["count"] == 1 and at.kinds == {*kinds}


# What of a game is kept: options and variants of these, the words of all but those, in English and where a test reads it in Chinese.
WITH_OPTIONS = {"gan_deng_yan"}
WITHOUT_WORDS = {"dou_dizhu"}
CHINESE = {"gan_deng_yan": ("zh-Hans",), "luk_fu": ("zh-Hans",)}

MOMENTS: dict[str, dict[str, Wanted]] = {
    "gou_ji": {
        "revolution": Wanted(lambda at: at.asked("revolution") and "revolt" in at.verbs, 11),
        "rang asked": Wanted(lambda at: at.asks == "rang_asked" and at.sits, 13),
        "trick": Wanted(lambda at: at.trick.count("laid") == 2 and "passed" in at.trick, 23),
        "cleared": Wanted(lambda at: at.events[-1:] == ["cleared"], 23),
        "ordering": Wanted(lambda at: at.asked("ordering"), 23),
        "advice to pass": Wanted(lambda at: any(one["cards"] is None for one in at.board["advice"]), 23),
        "advice": Wanted(lambda at: any(one["cards"] for one in at.board["advice"]), 23),
        "may advise": Wanted(lambda at: [choice.kind for choice in at.deal.choices] == ["advise", "advise"], 23),
        "between": Wanted(lambda at: at.table.phase == "between" and at.sits, 23),
        "returning": Wanted(lambda at: at.asked("return_n") and at.board["tributes"][0]["n"] == 2, 23),
        "shao": Wanted(lambda at: bool(at.board["shao"]) and at.board["shao"]["first"], 28),
        "talk": Wanted(lambda at: not at.asked() and {"rang", "count"} <= at.verbs, 32),
        "answering duel": Wanted(lambda at: at.asked("answering_duel") and "count" in at.verbs, 32),
        "following": Wanted(lambda at: at.asked("following") and {"high", "duel"} <= at.says, 39),
        "window": Wanted(lambda at: at.asked("window") and {"rest", "false"} <= at.says, 39),
        "window of others": Wanted(lambda at: at.asks == "window" and at.sits and not at.asked(), 39),
        "may show": Wanted(lambda at: not at.asked() and "show_hand" in at.verbs, 39),
        "naming": Wanted(lambda at: at.asked("naming"), 39),
        "waiving": Wanted(lambda at: at.asked("waive_with") and at.board["tributes"][0]["from"] == at.you, 39),
    },
    "giog": {
        "turning": Wanted(lambda at: at.asked() and at.board["phase"] == "turning"),
        "turned": Wanted(lambda at: at.now[:1] == ["turned"] and at.sits, 1),
        "took": Wanted(
            lambda at: any("taken" in fact for fact in at.facts) and bool(at.board["priority"]) and at.seats == 3, 1
        ),
        "leading": Wanted(lambda at: at.asked() and at.board["phase"] == "leading" and "pair" in at.kinds, 3),
        "led": Wanted(lambda at: lays(at, "led") and at.waits() and at.seats > 2, 1),
        "waiting for one": Wanted(lambda at: at.waits() and at.seats > 2 and len(at.deal.to_act) == 1, 1),
        "answering": Wanted(
            lambda at: (
                at.asked()
                and at.board["phase"] == "answering"
                and at.board["led"]["count"] == 2
                and {"pair", "loose"} <= at.kinds
                and at.seats == 4
                and len(at.deal.locked) == 1
            ),
            2,
        ),
        "locked": Wanted(
            lambda at: at.you in at.deal.locked and at.deal.choices[0].kind == "pair" and "loose" in at.kinds and at.seats > 2,
            13,
        ),
        "alone": Wanted(lambda at: at.asked() and at.board["phase"] == "answering" and at.seats == 2, 18),
        "decided": Wanted(lambda at: {"revealed", "cleared"} <= set(at.now) and at.seats == 3 and at.sits, 1),
        "shared": Wanted(lambda at: any(points % 60 for points in at.result.get("points", ())), 1),
    },
    "gan_deng_yan": {
        "leading": Wanted(lambda at: at.asked() and at.deal.trick == 1 and at.seats == 3, 1),
        "cleared": Wanted(lambda at: at.now[:2] == ["passed", "cleared"] and at.seats == 3 and at.asked(), 11),
        "second trick": Wanted(
            lambda at: (
                at.seats == 2 and at.now == ["laid"] and at.events.count("cleared") == 2 and 4 < at.events.count("laid") < 7
            ),
            35,
        ),
        "over": Wanted(lambda at: at.now[:2] == ["laid", "went_out"] and "winner" in at.result and at.seats == 3, 6),
        "two readings": Wanted(lambda at: at.asked() and "pass" in at.kinds and at.reads_twice(2), 139),
        "stakes": Wanted(lambda at: at.asked() and at.seats == 2, 0, (("table_stakes", "5"),)),
        "stakes after": Wanted(lambda at: "stakes" in at.result and at.seats == 2, 0, (("table_stakes", "5"),)),
    },
    "dou_dizhu": {
        "landlord won": Wanted(lambda at: at.result.get("winner") == at.result.get("landlord", -1), 7),
        "peasants won": Wanted(lambda at: "payments" in at.result and at.result["winner"] != at.result["landlord"], 13),
        "void": Wanted(lambda at: "landlord" in at.result and at.result["landlord"] is None),
        "open hand": Wanted(
            lambda at: (
                at.now == ["laid"]
                and any(fact["event"] == "laid_open" and fact["seat"] == at.facts[0]["seat"] for fact in at.deal.log)
            ),
            4,
            (("show_hand", "true"),),
        ),
    },
    "luk_fu": {
        "may beat or surrender": Wanted(lambda at: attacked(at, "single", "down") and at.seats == 3),
        "must beat": Wanted(lambda at: attacked(at, "single") and len(at.deal.choices) > 1 and at.seats == 3),
        "must surrender": Wanted(lambda at: attacked(at, "down") and len(at.deal.choices) > 1 and at.seats == 3),
        "leading": Wanted(lambda at: at.asked() and {"gok", "single"} <= at.kinds, 18),
        "may declare": Wanted(lambda at: at.asked() and "declare" in at.verbs, 18),
        "claiming": Wanted(lambda at: at.asked() and at.board["phase"] == "claiming" and at.holds("L"), 3),
        "claiming locked": Wanted(lambda at: at.you in at.deal.locked and at.board["phase"] == "claiming", 13),
        "paid": Wanted(lambda at: "paid" in at.now and at.sits),
    },
    "tamcuc": {
        "exposing": Wanted(lambda at: at.asked() and at.board["phase"] == "exposing" and len(at.kinds) == 2, 9),
        "exposed": Wanted(
            lambda at: at.now[-1:] == ["cleared"] and {"exposed", "thrown_in"} <= set(at.events[-6:]) and at.seats == 3, 1
        ),
    },
    "daqiluo2": {
        "directing": Wanted(lambda at: at.asked() and at.board["phase"] == "directing", 1, (("stack_order", "directed"),)),
        "directing of another": Wanted(
            lambda at: at.waits() and at.board["phase"] == "directing", 1, (("stack_order", "directed"),)
        ),
        "under": Wanted(lambda at: lays(at, "laid_under"), 5),
        "on top": Wanted(lambda at: lays(at, "laid_up"), 13),
    },
}

DEALS: dict[str, dict[str, WantedDeal]] = {
    "gan_deng_yan": {"bomb": WantedDeal(goes_over, 510)},
    "giog": {"beheaded": WantedDeal(loses_all, 24)},
    "gou_ji": {"shao": WantedDeal(breaks_in, 28)},
}

# Questions about positions, by their kind: the seed of one.
EXERCISES: dict[str, dict[str, int]] = {"gan_deng_yan": {"follow": 0}, "giog": {"lead": 0}}
