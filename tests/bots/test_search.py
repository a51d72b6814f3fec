"""Bots that search: legal, repeatable, blind to what their chair may not see, within their budget."""

from time import perf_counter
from types import SimpleNamespace

import pytest

from qipai.bots import answer, make_bot
from qipai.bots.search.budget import Budget, Watch
from qipai.bots.search.flat import FlatBot, chosen, halve
from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import read_buffer, seeded
from qipai.games import GAMES, GAN_DENG_YAN

ROOMS = ("gan_deng_yan",) if NATIVE else ("gan_deng_yan", "giog", "luk_fu")  # loops of a room compile for a minute or more
BUDGET = 60 if NATIVE else 8
SLOW = 1.0  # seconds of a decision


class Decision:
    """The first decision of a deal with several legal actions, as the seat sees it."""

    def __init__(self, name, seed=3):
        self.game = game = GAMES[name]
        self.ruleset = game.ruleset()
        self.rules = game.rules(self.ruleset)
        self.state = game.start(self.rules, game.setup(self.rules, game.seats[0]), seed)
        self.actions, self.observation = game.new_actions(), game.new_observation()
        while self.look() < 2:
            game.apply_action(self.state, self.rules, self.seat, self.legal[0])

    def look(self):
        self.seat = self.game.to_act(self.state)
        count = self.game.legal_actions(self.state, self.rules, self.seat, self.actions)
        self.game.observe(self.state, self.rules, self.seat, self.observation)
        self.legal = [int(action) for action in read_buffer(self.actions, count)]
        return count

    def ask(self, level, seed=1):
        return make_bot(self.game, level, self.ruleset, seed).act(self.observation, self.actions, None)


@pytest.mark.parametrize("method", ["pimc", "ismcts"])
@pytest.mark.parametrize("name", ROOMS)
def test_it_plays_legally_and_the_same_again(name, method):
    decision = Decision(name)
    bots = [make_bot(decision.game, f"{method}:{BUDGET}", decision.ruleset, seed) for seed in (5, 5)]
    for _ in range(6):
        if decision.game.is_over(decision.state):
            break
        decision.look()
        first, second = (bot.act(decision.observation, decision.actions, None) for bot in bots)
        assert first == second
        assert first in decision.legal
        decision.game.apply_action(decision.state, decision.rules, decision.seat, first)


@pytest.mark.parametrize("method", ["pimc", "ismcts"])
def test_a_choice_follows_from_what_the_seat_may_know(method):
    """In another world that looks the same from this chair, and from bytes, the choice is the same."""
    decision = Decision("gan_deng_yan")
    level, game = f"{method}:{BUDGET}", decision.game
    before, asked = records.to_bytes(decision.observation), decision.ask(level, seed=9)
    assert records.to_bytes(decision.observation) == before
    assert list(read_buffer(decision.actions, len(decision.legal))) == decision.legal
    hands = records.to_bytes(decision.state)
    game.sample_world(decision.observation, decision.rules, seeded(4), decision.state)
    assert records.to_bytes(decision.state) != hands
    decision.look()
    assert records.to_bytes(decision.observation) == before
    assert decision.ask(level, seed=9) == asked
    assert answer(game, level, {}, before, decision.legal, seed=9) == asked


def test_simulations_are_counted():
    decision = Decision("gan_deng_yan")
    bot = make_bot(decision.game, f"pimc:{BUDGET}", decision.ruleset, 1)
    assert isinstance(bot, FlatBot)
    played = []
    weigh = bot.weigh

    def count(desks, worlds, observation, times):
        played.append(times * int(bot.desk.opened.count))
        weigh(desks, worlds, observation, times)

    bot.weigh = count
    bot.act(decision.observation, decision.actions, None)
    assert 0 < sum(played) <= BUDGET + len(decision.legal)


@pytest.mark.parametrize("method", ["pimc", "ismcts"])
def test_a_time_is_kept(method):
    decision = Decision("gan_deng_yan")
    bot = make_bot(decision.game, f"{method}:50ms", decision.ruleset, 1)
    bot.act(decision.observation, decision.actions, None)  # the first call loads what is compiled
    begun = perf_counter()
    assert bot.act(decision.observation, decision.actions, None) in decision.legal
    assert perf_counter() - begun < SLOW


def test_one_that_has_no_choice_does_not_search():
    decision = Decision("gan_deng_yan")
    records.opened(decision.actions).count = 1
    bot = make_bot(decision.game, "pimc:1000000", decision.ruleset, 1)
    assert bot.act(decision.observation, decision.actions, None) == decision.legal[0]


@pytest.mark.parametrize("name", ["pimc", "pimc:", "pimc:0", "ismcts:many", "pimc:-3", "pimc:5s"])
def test_a_budget_that_cannot_be_read_is_refused(name):
    with pytest.raises(QipaiError, match=r"300 simulations a decision, (pimc|ismcts):200ms for a time"):
        make_bot(GAN_DENG_YAN, name, GAN_DENG_YAN.ruleset(), 1)


def desk(actions, gains, squares):
    return SimpleNamespace(count=len(actions), actions=actions, gains=gains, squares=squares)


def test_halving_keeps_the_rule_of_thumbs_choice_and_the_better_half():
    kept = desk([10, 11, 12, 13, 14], [0, -5, 3, -1, 9], [0, 1, 2, 3, 4])
    halve(kept)
    assert kept.count == 3
    assert (kept.actions[:3], kept.gains[:3], kept.squares[:3]) == ([10, 12, 14], [0, 3, 9], [0, 2, 4])


def test_another_choice_must_be_better_by_more_than_luck():
    assert chosen(desk([10, 11], [0, 20], [0, 40]), worlds=10) == 11  # two points more in every world
    assert chosen(desk([10, 11], [0, 2], [0, 400]), worlds=10) == 10  # twenty once, and less the next time
    assert chosen(desk([10, 11], [0, -20], [0, 40]), worlds=10) == 10
    assert chosen(desk([10, 11], [0, 6], [0, 12]), worlds=3) == 10  # too few to tell


def test_a_watch_goes_by_simulations_or_by_time():
    watch = Watch(Budget(200, 0))
    watch.spent = 50
    assert watch.used == 0.25
    assert 0 < Watch(Budget(0, 1000)).used < 1
