"""The checks find what they look for: a fault is planted in a copy of a game, and the right sentence comes out.

Faults are plain Python around the rules, so they are planted where rules run plain; the last test sees to that in native mode.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from qipai.engine.compiling import NATIVE
from qipai.engine.conformance import ConformanceError, check
from qipai.engine.conformance.__main__ import main
from qipai.engine.game import Game
from qipai.engine.telling import Fact
from qipai.games import GAN_DENG_YAN

from .blind_bids import BLIND_BIDS
from .nines import KNOCK, NINE, NINES

plain_only = pytest.mark.skipif(NATIVE, reason="faults are plain functions; the last test plants them in plain mode")

GDY, BLIND, RIGHTS = GAN_DENG_YAN.compiled, BLIND_BIDS.compiled, NINES.compiled
PASS = 0


def rule(**faulty: Callable[..., Any]) -> Game:
    return replace(GAN_DENG_YAN, compiled=GDY._replace(**faulty))


def together(**faulty: Callable[..., Any]) -> Game:
    return replace(BLIND_BIDS, compiled=BLIND._replace(**faulty))


def talking(**faulty: Callable[..., Any]) -> Game:
    return replace(NINES, compiled=RIGHTS._replace(**faulty))


def text(**faulty: Callable[..., Any]) -> Game:
    return replace(GAN_DENG_YAN, notation=GAN_DENG_YAN.notation._replace(**faulty))


def told(**faulty: Callable[..., Any]) -> Game:
    return replace(GAN_DENG_YAN, telling=GAN_DENG_YAN.telling._replace(**faulty))


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
    board["seats"][0]["cards"] += 1
    return board


def offers_fewer(observation, rules, actions):
    return GAN_DENG_YAN.telling.choices(observation, rules, actions)[1:]


def explains_nothing(observation, rules, seat, cards):
    return GAN_DENG_YAN.telling.explain(observation, rules, seat, [])


def names_the_trick_before(state, ruleset, setup):
    return GAN_DENG_YAN.notation.format_position(state, ruleset, setup).replace("trick=1", "trick=2")


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
    return (1 << state.table.players) - 1 if state.table.window else RIGHTS.may_act(state)


def opens_for_a_nine(state):
    return bool(state.table.window and state.hands[0].count[NINE])


def says_who_holds_a_nine(observation, rules):
    board = NINES.telling.describe(observation, rules)
    board["to_act"] = board["to_act"][1:] if board["window"] else board["to_act"]
    return board


def answers_aloud(before, state, rules, seat, action, faces, chosen):
    facts = NINES.telling.tell(before, state, rules, seat, action, faces, chosen)
    first = facts[0]
    return [Fact(first.event, {**first.public, **first.private.get(seat, {})}), *facts[1:]]


def closes_at_the_first_answer(state):
    return bool(state.table.window and not any(state.wishes))


FAULTS = [
    (rule(legal_actions=forgets_an_action), "is_legal disagrees"),
    (rule(legal_actions=repeats_an_action), "has a legal action twice"),
    (rule(legal_actions=offers_nothing), "has no legal action"),
    (rule(legal_actions=orders_by_the_talon), "the legal actions of seat"),
    (rule(is_legal=lambda state, rules, seat, action: True), "is_legal disagrees"),
    (told(why_not=lambda state, rules, seat, action: None), "why_not disagrees"),
    (rule(default_action=lambda state, rules, seat: PASS), "default action of seat"),
    (told(why_not=refuses_by_the_talon), "is refused"),
    (rule(default_action=chooses_by_the_talon), "is another in a"),
    (rule(observe=tells_the_next_card), "does not accept the true state"),
    (rule(observe=tells_the_next_card, accepts=accepts_all), "sees a difference in a"),
    (rule(observe=tells_half_of_the_next_card, accepts=accepts_all), "sees a difference in a"),
    (rule(observe=keeps_the_old_trick), "keeps what was in its record before"),
    (rule(sample_world=samples_a_later_trick), "sees a difference in a sampled world"),
    (rule(accepts=lambda observation, rules, state: False), "does not accept the true state"),
    (rule(apply_action=acts_by_the_hour(count())), "leads to another state in a copy"),
    (rule(deal=deals_by_the_hour(count())), "the same order deals differently"),
    (rule(deal=deals_onto_the_old), "the same order deals differently"),
    (rule(returns=pays_the_house), "do not add up to nothing"),
    (rule(is_over=lambda state: False), "owe a decision"),
    (rule(pending=lambda state: 0 if state.over else 1), "is not among those who owe a decision"),
    (replace(GAN_DENG_YAN, max_decisions=lambda ruleset, setup: 3), "its stated bound"),
    (told(tell=takes_and_gives_back), "cards came from nowhere"),
    (told(tell=takes_from_a_neighbour), "the cards that left the hand are not the cards of"),
    (told(tell=shows_the_draws), "changes with cards that it cannot see"),
    (told(tell=forgets_to_tell_the_action), "does not tell the decision"),
    (told(tell_deal=shows_the_hands), "changes with cards that it cannot see"),
    (told(tell_deal=loses_a_card), "are not the pack"),
    (told(describe=miscounts), "the board tells"),
    (told(choices=offers_fewer), "are not its legal actions"),
    (told(explain=explains_nothing), "are not explained as it"),
    (text(format_position=names_the_trick_before), "the position text is read as another state"),
    (text(parse_action=reads_a_pass), "is read as another one"),
    (together(apply_action=first_come_first_served), "another outcome in another order"),
    (together(observe=sees_the_highest_bid), "sees what another has decided"),
    (together(legal_actions=must_bid_otherwise), "change with what another decides"),
    (talking(legal_actions=knocks_by_the_talon), "the legal actions of seat"),
    (talking(may_act=has_rights_by_the_talon), "has rights in the true world or in a"),
    (talking(may_act=has_rights_without_any), "has a right and has no legal action"),
    (replace(NINES, is_window=opens_for_a_nine), "has a window where the true one has none"),
    (replace(NINES, is_window=closes_at_the_first_answer), "is another question after the answer"),
    (replace(NINES, telling=NINES.telling._replace(describe=says_who_holds_a_nine)), "all are told that it asks"),
    (replace(NINES, telling=NINES.telling._replace(tell=answers_aloud)), "in a window is told to all"),
]


@plain_only
@pytest.mark.parametrize(("game", "sentence"), FAULTS, ids=lambda part: part[:40] if isinstance(part, str) else "")
def test_a_planted_fault_is_found(game: Game, sentence: str) -> None:
    with pytest.raises(ConformanceError, match=sentence) as found:
        check(game, deals=4, variant="default")
    assert "seed 1, default, 2 seats, deal" in str(found.value)
    assert game.name in str(found.value).splitlines()[-1]  # the position that shows it


@plain_only
def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tests.conformance.blind_bids:BLIND_BIDS", "--deals", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "blind_bids, default, 2 seats: 1 deals"
    assert lines[-1].startswith("blind_bids conforms:")
    assert main(["tests.conformance.test_faults:FAULTY"]) == 1
    assert "its stated bound" in capsys.readouterr().err


FAULTY = replace(GAN_DENG_YAN, max_decisions=lambda ruleset, setup: 3)


@pytest.mark.skipif(not NATIVE, reason="these tests ran in this very run")
def test_faults_are_planted_in_plain_mode() -> None:
    environment = {**os.environ, "QIPAI_RULES": "plain"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
