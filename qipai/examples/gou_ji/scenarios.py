"""The kind `scenario`: a game, steps in order, and what is expected after some of them.

Nobody declares Shao Pai unless a step says so, and a choice of order goes to the player whom the next step names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.seats import NOBODY
from qipai.games.gou_ji.rules.talk import rang_asker
from qipai.games.gou_ji.seating import SEATS, dui_men, is_in, right_of
from qipai.games.gou_ji.state import CHANCE, DUEL, FOLLOWING, LEADING, NORMAL, ORDERING, OVER, RUN, SHAO_PAI
from qipai.games.gou_ji.variants import CLAIM, Ruleset
from qipai.games.gou_ji.verbs import AGREE, DISAGREE, FIRST, LEAVE, NO_SHAO, PASS, RANG, SHAO, TAKE, pack_action, verb_of

from ..asking import NOTHING_EXPECTED, Kinds
from ..facts import Facts
from ..shapes import FACTS
from .deals import Deal, cards_named, filled, name_of_seat, names_in, seat_named
from .shapes import NAMES, SHAPES

KINDS = Kinds(shapes={**SHAPES, "table": FACTS})
MODE_NAMES = {NORMAL: "NORMAL", DUEL: "DUEL", SHAO_PAI: "SHAO", RUN: "SHAO"}
MORE_CARDS = 10  # that each player holds besides those that the steps need


@KINDS.add("scenario", answers="steps", in_order="shao_candidates responders")
def scenario(ruleset: Ruleset, given: Facts, steps: list[Facts]) -> list[Any]:
    """Play the steps; return them with the actual answers in place of the expected ones."""
    played = begin(ruleset, given, steps)
    told = []
    for number, step in enumerate(steps, 1):
        try:
            came = played.take(step)
        except QipaiError as refusal:
            raise QipaiError(f"step {number}: {refusal}") from None
        told.append({**step.plain, "expect": only(step.plain["expect"], came)} if "expect" in step else step.plain)
    if not any("expect" in step for step in steps):
        raise QipaiError("nothing is expected after any step.")
    return told


def only(expected: Mapping[str, Any], came: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actual answers that are expected.  Raises `QipaiError` if one does not exist, or none is named."""
    if not expected:
        raise QipaiError(NOTHING_EXPECTED)
    unknown = sorted(str(name) for name in expected if name not in came)
    if unknown:
        raise QipaiError(f"there is no answer {unknown[0]!r}; there are {', '.join(came)}.")
    return {name: came[name] for name in expected}


def begin(ruleset: Ruleset, given: Facts, steps: Sequence[Facts]) -> "Played":
    """Return the game before the first step: `leader` is to lead, or `table` has been led and `passed` have passed."""
    out, lies = given.get("out", []), given.get("table")
    if given.get("all_in", not out) == bool(out):
        raise QipaiError("all_in is true if nobody is out.")
    laid = lies["cards"] if lies else []
    hands = dict(filled(given.get("hands", {}), needed_in(steps), MORE_CARDS, out, laid))
    if not lies:
        return Played(Deal.led_by(ruleset, given["leader"], hands, out))
    hands[lies["by"]] = [*hands[lies["by"]], *laid]
    played = Played(Deal.led_by(ruleset, lies["by"], hands, out))
    played.deal.lay(lies["by"], laid)
    for name in given.get("passed", []):
        played.do_pass(name)
    Played(played.deal.copy()).give_turn(given["to_act"])  # raises if `to_act` is wrong
    return played


def needed_in(steps: Sequence[Facts]) -> dict[str, list[str]]:
    """Return the cards that each player lays in the steps."""
    needed: dict[str, list[str]] = {}
    for step in steps:
        several = step.get("shao")
        for name, cards in several.items() if isinstance(several, Mapping) else ():
            needed.setdefault(name, []).extend(cards)
        if "by" in step:
            needed.setdefault(step["by"], []).extend([*step.get("play", ()), *step.get("shao", ())])
    return needed


class Played:
    """A game that is played step by step."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.bound: str | None = None  # the player who has agreed to Rang Pai, which counts as a pass

    def take(self, step: Facts) -> dict[str, Any]:
        """Play a step; return every answer that may be expected after it."""
        before = self.deal.copy()
        bound, self.bound = self.bound, None
        if "pass_all" in step:
            for place, name in enumerate(step["pass_all"]):
                before = self.deal.copy()
                if place or name != bound:
                    self.do_pass(name)
        elif "pass" in step:
            if step["by"] != bound:
                self.do_pass(step["by"])
        elif "shao" in step:
            told = step["shao"]
            self.declare(told if isinstance(told, Mapping) else {step["by"]: told})
        elif "rang" in step:
            self.ask_for_rang(step["by"], step["answer"])
        else:
            self.give_turn(step["by"])
            self.deal.lay(step["by"], step["play"])
        return self.facts(before, step.get("expect", {}).get("left_in_hand", ()))

    def do_pass(self, name: str) -> None:
        """Let a player pass."""
        self.give_turn(name)
        self.deal.do(name, PASS)

    def give_turn(self, name: str) -> None:
        """Decline Shao Pai and give a choice of order to a player.  Raises `QipaiError` unless that player is then to act."""
        deal = self.deal
        deal.decline()
        candidates = int(deal.public.candidates)
        while deal.phase == ORDERING and is_in(candidates, seat_named(name)):
            if deal.rules.order_protocol == CLAIM:
                asked = deal.asked_names[0]
                deal.do(asked, TAKE if asked == name else LEAVE)
            else:
                for asked in deal.asked_names:
                    deal.do(asked, FIRST, seat_named(name))
        if deal.phase not in (LEADING, FOLLOWING) or name not in deal.asked_names:
            raise QipaiError(f"{', '.join(deal.asked_names) or 'nobody'} is to act, and not {name}.")

    def declare(self, firsts: Mapping[str, Iterable[str]]) -> None:
        """§9.1  Let players declare Shao Pai, each with the cards that come first; the others asked decline."""
        not_asked = [name for name in firsts if self.deal.phase != CHANCE or name not in self.deal.asked_names]
        if not_asked or not firsts:
            raise QipaiError(f"{' and '.join(not_asked) or 'nobody'} is not asked about Shao Pai now.")
        for asked in self.deal.asked_names:
            if asked in firsts:
                self.deal.do(asked, SHAO, cards_named(firsts[asked]))
            else:
                self.deal.do(asked, NO_SHAO)

    def ask_for_rang(self, name: str, answer: str) -> None:
        """§11.1  Let a player ask for Rang Pai; the team mate's `answer` is "agree" or "disagree"."""
        self.deal.decline()
        self.deal.do(name, RANG)
        asked = self.deal.asked_names[0]
        self.deal.do(asked, {"agree": AGREE, "disagree": DISAGREE}[answer])
        self.bound = asked if answer == "agree" else None

    def facts(self, before: Deal, hands_of: Iterable[str]) -> dict[str, Any]:
        """Return every answer that may be expected now; turns and phases are those after Shao Pai is declined."""
        after = self.deal.copy()
        candidates = asked_for_shao(after)
        after.decline()
        public, mode = after.public, int(after.public.mode)
        gone = names_in(before.public.active & ~public.active)
        starter = int(public.starter_of_duel) if mode == DUEL else NOBODY
        asker = rang_asker(public)
        in_turn = after.phase in (LEADING, FOLLOWING)
        return {
            "mode": MODE_NAMES[mode],
            "to_act": after.asked_names[0] if in_turn else None,
            "starter": name_of_seat(starter),
            "defender": None if starter == NOBODY else name_of_seat(dui_men(starter)),
            "out": gone[0] if gone else None,
            "trick_end": after.phase == OVER or bool(public.trick > before.public.trick),
            "leader": after.leader(),
            "left_in_hand": {name: after.hand(name) for name in hands_of},
            "rang": None if asker == NOBODY else {"asker": name_of_seat(asker), "asked": after.asked_names[0]},
            "binding_pass": self.bound,
            "declarer": name_of_seat(public.runner) if mode in (SHAO_PAI, RUN) else None,
            "shao_candidates": candidates,
            "responders": responders(after),
            "must": "final_or_joker" if mode == RUN and after.phase == LEADING else None,
        }


def asked_for_shao(deal: Deal) -> list[str]:
    """§9.1  Return the players who may declare Shao Pai, the one first who does it if all of them declare."""
    asked = deal.asked_names if deal.phase == CHANCE else []
    firsts: dict[str, int] = {name: action for name in asked for action in deal.choices(name) if verb_of(action) == SHAO}
    in_order: list[str] = []
    no = int(pack_action(NO_SHAO, 0))
    while firsts:
        declared = deal.copy()
        for name in asked:
            declared.act(seat_named(name), firsts.get(name, no))
        if declared.public.runner == NOBODY:  # none of their hands is good enough
            break
        in_order.append(NAMES[int(declared.public.runner)])
        del firsts[in_order[-1]]
    return in_order


def responders(deal: Deal) -> list[str]:
    """§9.3  Return the players still to be asked about a set of Shao Pai, in turn order."""
    owner, left = int(deal.public.owner), int(deal.public.responders)
    return [str(name_of_seat(right_of(owner, step))) for step in range(1, SEATS) if is_in(left, right_of(owner, step))]
