"""The checks find what they look for: a fault is planted in a copy of a game, and the right sentence comes out.

Faults are plain Python around the rules, so they are planted where rules run plain; the last test sees to that in native mode.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from qipai.cli.app import app
from qipai.engine.compiling import NATIVE
from qipai.engine.conformance import ConformanceError, check
from qipai.engine.game import Bounds, Game
from qipai.engine.telling import Fact
from qipai.games import GAN_DENG_YAN

from .blind_bids import BLIND_BIDS
from .nines import KNOCK, NINE, NINES

plain_only = pytest.mark.skipif(NATIVE, reason="faults are plain functions; the last test plants them in plain mode")

GDY, BLIND, RIGHTS = GAN_DENG_YAN.compiled, BLIND_BIDS.compiled, NINES.compiled
PASS = 0


def faulted(game: Game, **faulty: Callable[..., Any]) -> Game:
    """The game with some of its functions replaced, whichever of its modules they are in."""
    own = {name: faulty.pop(name) for name in set(faulty) & set(vars(game.particulars))}
    parts: dict[str, Any] = {"particulars": replace(game.particulars, **own)}
    for part in ("dealing", "playing", "knowing", "notation", "telling"):
        given = getattr(game, part)
        parts[part] = SimpleNamespace(**{name: getattr(given, name) for name in dir(given) if not name.startswith("__")})
    for name, fault in faulty.items():
        owners = [part for part in parts.values() if hasattr(part, name)] or [parts["playing"]]
        for part in owners:
            setattr(part, name, fault)
    return replace(game, **parts)


def forgets_an_action(state, rules, seat, actions):
    actions.count = max(1, GDY.legal_actions(state, rules, seat, actions) - 1)
    return actions.count


def repeats_an_action(state, rules, seat, actions):
    actions.count = GDY.legal_actions(state, rules, seat, actions) + 1
    actions.list[actions.count - 1] = actions.list[0]
    return actions.count


def offers_nothing(state, rules, seat, actions):
    actions.count = 0
    return 0


def orders_by_the_talon(state, rules, seat, actions):
    number = GDY.legal_actions(state, rules, seat, actions)
    if state.talon[state.drawn] % 2:
        actions.list[:number] = actions.list[:number][::-1]
    return number


def refuses_by_the_talon(state, rules, seat, action):
    refusal = GAN_DENG_YAN.telling.why_not(state, rules, seat, action)
    return refusal and refusal._replace(code=f"{refusal.code}_{state.talon[state.drawn] % 2}")


def chooses_by_the_talon(state, rules, seat):
    actions = GAN_DENG_YAN.new_actions()
    number = GDY.legal_actions(state, rules, seat, actions)
    return actions.list[int(state.talon[state.drawn] % 2 and number > 1)]


def tells_the_next_card(state, rules, seat, observation):
    GDY.observe(state, rules, seat, observation)
    observation.known_jokers[0] = state.talon[state.drawn]


def tells_half_of_the_next_card(state, rules, seat, observation):
    GDY.observe(state, rules, seat, observation)
    observation.plays[0] += 50 * (state.talon[state.drawn] % 2)


def accepts_all(observation, rules, state):
    return True


def keeps_the_old_trick(state, rules, seat, observation):
    old = observation.trick
    GDY.observe(state, rules, seat, observation)
    observation.trick = old or observation.trick


def samples_a_later_trick(observation, rules, random, state):
    GDY.sample_world(observation, rules, random, state)
    state.trick += 1


def acts_by_the_hour(hours: Iterator[int]) -> Callable[..., None]:
    def apply_action(state, rules, seat, action):
        GDY.apply_action(state, rules, seat, action)
        state.plays[0] = next(hours) % 100

    return apply_action


def deals_by_the_hour(hours: Iterator[int]) -> Callable[..., None]:
    def deal(state, rules, setup, order):
        GDY.deal(state, rules, setup, order)
        state.plays[0] = next(hours) % 100

    return deal


def deals_onto_the_old(state, rules, setup, order):
    trick = state.trick
    GDY.deal(state, rules, setup, order)
    state.trick = trick + 1


def pays_the_house(state, rules, result):
    GDY.returns(state, rules, result)
    result.points[0] -= 1


def takes_and_gives_back(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    if action != PASS and faces.hands[seat]:
        faces.hands[seat].append(faces.hands[seat][0])
    return facts


def takes_from_a_neighbour(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    other = (seat + 1) % len(faces.hands)
    faces.hands[seat], faces.hands[other] = faces.hands[other], faces.hands[seat]
    return facts


def shows_the_draws(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    return [Fact(fact.event, {**fact.public, **fact.hidden}, fact.private, fact.hidden) for fact in facts]


def hides_the_draws(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    return [Fact(fact.event, fact.public, {}, fact.hidden) for fact in facts]


def clears_by_laying(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    return [Fact("laid" if fact.event == "cleared" else fact.event, fact.public, fact.private, fact.hidden) for fact in facts]


def forgets_to_tell_the_action(before, state, rules, seat, action, faces, chosen):
    facts = GAN_DENG_YAN.telling.tell(before, state, rules, seat, action, faces, chosen)
    facts[0] = Fact(facts[0].event, {key: part for key, part in facts[0].public.items() if key != "action"})
    return facts


def shows_the_hands(state, rules, setup, order, faces):
    facts = GAN_DENG_YAN.telling.tell_deal(state, rules, setup, order, faces)
    return [Fact(fact.event, {**fact.public, **fact.hidden}, fact.private) for fact in facts]


def loses_a_card(state, rules, setup, order, faces):
    facts = GAN_DENG_YAN.telling.tell_deal(state, rules, setup, order, faces)
    faces.undealt.pop()
    return facts


def miscounts(observation, rules):
    board = GAN_DENG_YAN.telling.describe(observation, rules)
    board.seats[0].cards += 1
    return board


def offers_fewer(observation, rules, actions):
    return GAN_DENG_YAN.telling.choices(observation, rules, actions)[1:]


def explains_nothing(observation, rules, seat, cards):
    return GAN_DENG_YAN.telling.explain(observation, rules, seat, [])


def reads_a_pass(text, ruleset):
    GAN_DENG_YAN.notation.parse_action(text, ruleset)
    return PASS


def first_come_first_served(state, rules, seat, action):
    BLIND.apply_action(state, rules, seat, action)
    if state.asked and sum(state.bids) == action:
        state.points[seat] += 1


def sees_the_highest_bid(state, rules, seat, observation):
    BLIND.observe(state, rules, seat, observation)
    observation.bid = max(state.bids)


def must_bid_otherwise(state, rules, seat, actions):
    count = BLIND.legal_actions(state, rules, seat, actions)
    if count > 1 and max(state.bids) > actions.list[0]:
        actions.list[0] = actions.list[count - 1]
        count -= 1
    actions.count = count
    return count


def knocks_by_the_talon(state, rules, seat, actions):
    count = RIGHTS.legal_actions(state, rules, seat, actions)
    if count > 1 and actions.list[0] >= KNOCK and state.undealt.count[1] == 1:
        count -= 1
    actions.count = count
    return count


def has_rights_by_the_talon(state):
    return RIGHTS.may_act(state) if state.undealt.count[1] != 1 else 0


def has_rights_without_any(state):
    return (1 << state.public.players) - 1 if state.public.window else RIGHTS.may_act(state)


def opens_for_a_nine(state):
    return bool(state.public.window and state.hands[0].count[NINE])


def says_who_holds_a_nine(observation, rules):
    board = NINES.telling.describe(observation, rules)
    board["to_act"] = board["to_act"][1:] if board["window"] else board["to_act"]
    return board


def answers_aloud(before, state, rules, seat, action, faces, chosen):
    facts = NINES.telling.tell(before, state, rules, seat, action, faces, chosen)
    first = facts[0]
    return [Fact(first.event, {**first.public, **first.private.get(seat, {})}), *facts[1:]]


def closes_at_the_first_answer(state):
    return bool(state.public.window and not any(state.wishes))


def overlooks_a_bit(state, rules, seat, action):
    return GDY.is_legal(state, rules, seat, action & ~(1 << 45))


def overlooks_the_sign(state, rules, seat, action):
    return GDY.is_legal(state, rules, seat, abs(action))


def overlooks_the_seat(state, rules, seat, action):
    return GDY.is_legal(state, rules, state.to_act, action)


FAULTS = [
    (faulted(GAN_DENG_YAN, legal_actions=forgets_an_action), "is_legal disagrees"),
    (faulted(GAN_DENG_YAN, legal_actions=repeats_an_action), "has a legal action twice"),
    (faulted(GAN_DENG_YAN, legal_actions=offers_nothing), "has no legal action"),
    (faulted(GAN_DENG_YAN, legal_actions=orders_by_the_talon), "the legal actions of seat"),
    (faulted(GAN_DENG_YAN, is_legal=lambda state, rules, seat, action: True), "is_legal disagrees"),
    (faulted(GAN_DENG_YAN, is_legal=overlooks_a_bit), "the number 0x.* is not among the legal actions"),
    (faulted(GAN_DENG_YAN, is_legal=overlooks_the_sign), "the number -0x.* is not among the legal actions"),
    (faulted(GAN_DENG_YAN, is_legal=overlooks_the_seat), "is not among the legal actions of seat"),
    (faulted(GAN_DENG_YAN, why_not=lambda state, rules, seat, action: None), "why_not disagrees"),
    (faulted(GAN_DENG_YAN, default_action=lambda state, rules, seat: PASS), "default action of seat"),
    (faulted(GAN_DENG_YAN, why_not=refuses_by_the_talon), "is refused"),
    (faulted(GAN_DENG_YAN, default_action=chooses_by_the_talon), "is another in a"),
    (faulted(GAN_DENG_YAN, observe=tells_the_next_card), "does not accept the true state"),
    (faulted(GAN_DENG_YAN, observe=tells_the_next_card, accepts=accepts_all), "sees a difference in a"),
    (faulted(GAN_DENG_YAN, observe=tells_half_of_the_next_card, accepts=accepts_all), "sees a difference in a"),
    (faulted(GAN_DENG_YAN, observe=keeps_the_old_trick), "keeps what was in its record before"),
    (faulted(GAN_DENG_YAN, sample_world=samples_a_later_trick), "sees a difference in a sampled world"),
    (faulted(GAN_DENG_YAN, accepts=lambda observation, rules, state: False), "does not accept the true state"),
    (faulted(GAN_DENG_YAN, apply_action=acts_by_the_hour(count())), "leads to another state in a copy"),
    (faulted(GAN_DENG_YAN, deal=deals_by_the_hour(count())), "the same order deals differently"),
    (faulted(GAN_DENG_YAN, deal=deals_onto_the_old), "the same order deals differently"),
    (faulted(GAN_DENG_YAN, returns=pays_the_house), "do not add up to 0, its stated sum"),
    (faulted(GAN_DENG_YAN, bounds=lambda ruleset, setup: Bounds(-1, 1)), "are not between -1 and 1, its stated bounds"),
    (faulted(GAN_DENG_YAN, is_over=lambda state: False), "owe a decision"),
    (faulted(GAN_DENG_YAN, pending=lambda state: 0 if state.over else 1), "is not among those who owe a decision"),
    (faulted(GAN_DENG_YAN, max_decisions=lambda ruleset, setup: 3), "its stated bound"),
    (faulted(GAN_DENG_YAN, tell=takes_and_gives_back), "cards came from nowhere"),
    (faulted(GAN_DENG_YAN, tell=takes_from_a_neighbour), "the cards that left the hand are not the cards of"),
    (faulted(GAN_DENG_YAN, tell=shows_the_draws), "changes with cards that it cannot see"),
    (faulted(GAN_DENG_YAN, tell=forgets_to_tell_the_action), "does not tell the decision"),
    (faulted(GAN_DENG_YAN, tell=hides_the_draws), "the fact drew tells the seat no such `cards`"),
    (faulted(GAN_DENG_YAN, tell=clears_by_laying), "the fact laid tells everybody no such `seat`"),
    (faulted(GAN_DENG_YAN, tell_deal=shows_the_hands), "changes with cards that it cannot see"),
    (faulted(GAN_DENG_YAN, tell_deal=loses_a_card), "are not the pack"),
    (faulted(GAN_DENG_YAN, describe=miscounts), "the board tells"),
    (faulted(GAN_DENG_YAN, choices=offers_fewer), "are not its legal actions"),
    (faulted(GAN_DENG_YAN, explain=explains_nothing), "are not explained as it"),
    (faulted(GAN_DENG_YAN, parse_action=reads_a_pass), "is read as another one"),
    (faulted(BLIND_BIDS, apply_action=first_come_first_served), "another outcome in another order"),
    (faulted(BLIND_BIDS, observe=sees_the_highest_bid), "sees what another has decided"),
    (faulted(BLIND_BIDS, legal_actions=must_bid_otherwise), "change with what another decides"),
    (faulted(NINES, legal_actions=knocks_by_the_talon), "the legal actions of seat"),
    (faulted(NINES, may_act=has_rights_by_the_talon), "has rights in the true world or in a"),
    (faulted(NINES, may_act=has_rights_without_any), "has a right and has no legal action"),
    (faulted(NINES, is_window=opens_for_a_nine), "has a window where the true one has none"),
    (faulted(NINES, is_window=closes_at_the_first_answer), "is another question after the answer"),
    (faulted(NINES, describe=says_who_holds_a_nine), "all are told that it asks"),
    (faulted(NINES, tell=answers_aloud), "in a window is told to all"),
]


@plain_only
@pytest.mark.parametrize(("game", "sentence"), FAULTS, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_a_planted_fault_is_found(game: Game, sentence: str) -> None:
    with pytest.raises(ConformanceError, match=sentence) as found:
        check(game, deals=4, variant="default")
    assert "seed 1, default, 2 seats, deal" in str(found.value)
    assert game.name in str(found.value).splitlines()[-1]  # the position that shows it


@plain_only
def test_the_command_says_what_it_did() -> None:
    run = CliRunner().invoke
    done = run(app, ["conform", "tests.conformance.blind_bids:BLIND_BIDS", "--deals", "1"])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "blind_bids, default, 2 seats: 1 deals"
    assert lines[-1].startswith("blind_bids conforms:")
    done = run(app, ["conform", "tests.conformance.test_faults:FAULTY"])
    assert (done.exit_code, "its stated bound" in done.stderr) == (1, True)


@plain_only
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chess", "There is no game 'chess'"),
        ("tests.conformance.nines:CHESS", "tests.conformance.nines:CHESS cannot be imported"),
        ("tests.conformance.nines:ROUNDS", "tests.conformance.nines:ROUNDS is no Game; it is of type int."),
    ],
)
def test_the_command_says_what_is_no_game(name: str, sentence: str) -> None:
    done = CliRunner().invoke(app, ["conform", name])
    assert (done.exit_code, sentence in done.stderr) == (2, True)


FAULTY = faulted(GAN_DENG_YAN, max_decisions=lambda ruleset, setup: 3)


@pytest.mark.skipif(not NATIVE, reason="these tests ran in this very run")
def test_faults_are_planted_in_plain_mode() -> None:
    environment = {**os.environ, "QIPAI_RULES": "plain"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
