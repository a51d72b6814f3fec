"""Check windows, questions that only some hands raise: nobody may learn from one which seats could have answered."""

from qipai.engine.boards import as_values
from qipai.engine.game import Action
from qipai.engine.records import Record, opened
from qipai.engine.seats import SPECTATOR, seats_in
from qipai.engine.telling import Fact

from .examined import Examined


def is_window(deal: Examined, state: Record) -> bool:
    """Return whether the current question is a window."""
    return bool(deal.game.is_window(opened(state)))


def check_window(deal: Examined) -> None:
    """Check that the seats asked in a window are public."""
    game, rules = deal.game, opened(deal.rules)
    asked = list(seats_in(game.pending(deal.track.state)))
    told = as_values(game.telling.describe(opened(deal.track.observation(SPECTATOR)), rules))["to_act"]
    if sorted(told) != asked:
        deal.fail(f"a window asks {asked}, and all are told that it asks {sorted(told)}")
    deal.counts["windows"] += 1


def check_answer(deal: Examined, fact: Fact, seat: int, action: Action, others: list[int]) -> None:
    """Check that an answer in a window is not public, and that the window goes on for the `others` still to answer."""
    if "action" in fact.public:
        text = deal.game.notation.format_action(action, deal.ruleset)
        deal.fail(f"the answer {text} of seat {seat} in a window is told to all: {fact.whole()}")
    state = deal.track.state
    if others and not (is_window(deal, state) and list(seats_in(deal.game.pending(state))) == sorted(others)):
        deal.fail(f"a window is another question after the answer of seat {seat}, before {others} have answered")


def check_windows_alike(deal: Examined, observer: int, world: Record, sort: str) -> None:
    """Check that a world has a window if and only if the true state has one, and that it asks the same seats."""
    state = deal.track.state
    if is_window(deal, state) != is_window(deal, world):
        deal.fail(f"for seat {observer}, a {sort} world has a window where the true one has none, or none where it has one")
    if is_window(deal, state) and deal.game.pending(state) != deal.game.pending(world):
        deal.fail(f"for seat {observer}, a window asks other seats in a {sort} world")
