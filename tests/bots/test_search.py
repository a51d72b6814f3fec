"""Bots that search: legal, repeatable, blind to what their chair may not see, within their budget."""

from time import perf_counter, sleep
from types import SimpleNamespace

import pytest

from qipai.bots import answer, make_bot
from qipai.bots.nets import shipped_for
from qipai.bots.search.budget import Budget, Watch, read_search
from qipai.bots.search.desk import at_door
from qipai.bots.search.flat import FlatBot, chosen, halve
from qipai.bots.search.tree import chosen as grown
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


METHODS = ("pimc", "ismcts", "pimc+net", "ismcts+net")


@pytest.mark.parametrize("method", METHODS)
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


@pytest.mark.parametrize("method", METHODS)
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
    played = counted(bot)
    bot.act(decision.observation, decision.actions, None)
    assert 0 < len(played) <= BUDGET + len(decision.legal)


def counted(bot, wait=0.0):
    """The candidates that a bot plays out from now on; each takes so many seconds longer."""
    played = []
    try_out = bot.try_out

    def count(desks, worlds, place, mind):
        played.append(place)
        sleep(wait)
        return try_out(desks, worlds, place, mind)

    bot.try_out = count
    return played


@pytest.mark.native
def test_a_world_in_which_time_runs_out_does_not_count():
    """One world may take longer than all the time there is: then the rule of thumb's choice stays."""
    decision = Decision("gan_deng_yan")
    decision.ask(f"pimc:{BUDGET}")  # what is compiled is loaded
    bot = make_bot(decision.game, "pimc:300/30ms", decision.ruleset, 1)
    played = counted(bot, wait=0.02)
    assert bot.act(decision.observation, decision.actions, None) == decision.ask("rule")
    assert 0 < len(played) < len(decision.legal)


@pytest.mark.parametrize("method", ["pimc", "ismcts"])
def test_a_time_is_kept(method):
    decision = Decision("gan_deng_yan")
    decision.ask(f"{method}:{BUDGET}")  # what is compiled is loaded
    bot = make_bot(decision.game, f"{method}:50ms", decision.ruleset, 1)
    begun = perf_counter()
    assert bot.act(decision.observation, decision.actions, None) in decision.legal
    assert perf_counter() - begun < SLOW


@pytest.mark.parametrize("name", [name for name in ROOMS if name != "giog"])  # there stacks are drawn by lot, each bot its own
def test_with_a_net_worlds_are_played_out_as_nets_in_all_seats_play(name):
    decision = Decision(name)
    game, rules = decision.game, decision.rules
    bot = make_bot(game, f"pimc+net:{BUDGET}", decision.ruleset, 1)
    net = make_bot(game, "net", decision.ruleset, 1)
    bot.desk.take(decision.observation, decision.actions, 7)
    assert bot.desk.opened.actions[0] == net.act(decision.observation, decision.actions, None)
    for place in range(int(bot.desk.opened.count)):
        bot.draw(bot.desk.record_in, bot.desk.worlds, at_door(decision.observation))
        state = records.copy(bot.desk.worlds[:1] if NATIVE else bot.desk.worlds[0])
        points = bot.try_out(bot.desk.record_in, bot.desk.worlds, place, bot.desk.mind)
        game.apply_action(state, rules, decision.seat, int(bot.desk.opened.actions[place]))
        assert points == played_out(game, rules, state, net)[decision.seat]


def played_out(game, rules, state, bot):
    """The points of each seat after a deal that one bot plays to its end in all seats."""
    actions, observation, result = game.new_actions(), game.new_observation(), records.new(game.RESULT)
    while not game.is_over(state):
        seat = game.to_act(state)
        game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        game.apply_action(state, rules, seat, bot.act(observation, actions, None))
    game.returns(state, rules, result)
    return [int(points) for points in records.opened(result).points]


def test_a_net_is_named_by_its_file_too(tmp_path):
    """The net that comes with qipai, copied: the same player."""
    file = tmp_path / "other.npz"
    file.write_bytes(shipped_for(GAN_DENG_YAN, 2).read_bytes())
    decision = Decision("gan_deng_yan")
    assert decision.ask(f"pimc+net:{BUDGET}:{file}") == decision.ask(f"pimc+net:{BUDGET}")
    with pytest.raises(QipaiError, match=r"^There is no net file '/nowhere\.npz'"):
        decision.ask("pimc+net:8:/nowhere.npz")
    with pytest.raises(QipaiError, match=r"^This net plays gan_deng_yan, not luk_fu"):
        make_bot(GAMES["luk_fu"], f"pimc+net:8:{file}", GAMES["luk_fu"].ruleset(), 1)


def test_one_that_has_no_choice_does_not_search():
    decision = Decision("gan_deng_yan")
    records.opened(decision.actions).count = 1
    bot = make_bot(decision.game, "pimc:1000000", decision.ruleset, 1)
    assert bot.act(decision.observation, decision.actions, None) == decision.legal[0]


@pytest.mark.parametrize(
    "name",
    [
        "pimc",
        "pimc:",
        "pimc:0",
        "ismcts:many",
        "pimc:-3",
        "pimc:5s",
        "pimc:9/",
        "pimc:9/5",
        "pimc:/5ms",
        "pimc:9:net.npz",
        "pimc+net:",
    ],
)
def test_a_budget_that_cannot_be_read_is_refused(name):
    with pytest.raises(QipaiError, match=r"300 simulations a decision, (pimc|ismcts|pimc\+net):200ms for a time"):
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
    close = desk([10, 11], [0, 20], [0, 160])  # two more on average of ten worlds, with a standard error of 1.2
    assert (chosen(close, worlds=10, doubt=1.5), chosen(close, worlds=10, doubt=2.0)) == (11, 10)


def test_the_tree_plays_what_did_best_if_that_is_hardly_luck():
    def tree(*branches):  # the first is the oldest, and so the last in the list of siblings
        visits, points, squares = zip((0, 0, 0), *branches, strict=True)
        return SimpleNamespace(
            child=[len(branches)], sibling=[0, 0, *range(1, len(branches))], action=[0, 10, 11, 12],
            visits=visits, points=points, squares=squares,
        )  # fmt: skip

    assert grown(tree((50, 0, 50), (50, 50, 100), (60, 0, 60))) == 11  # a point more a time, certain to a fifth of one
    assert grown(tree((50, 0, 50), (50, 5, 50), (60, 0, 60))) == 10  # a tenth of a point
    assert grown(tree((50, 0, 50), (5, 50, 500), (60, 0, 60))) == 10  # ten points a time, but five times
    assert grown(tree((3, 0, 3), (3, 9, 27), (3, 0, 3))) == 10  # too few to tell


def test_a_watch_goes_by_simulations_or_by_time():
    watch = Watch(Budget(200, 0))
    watch.spent = 50
    assert watch.used == 0.25
    assert not watch.time_is_up
    assert 0 < Watch(Budget(0, 1000)).used < 1

    either = Watch(read_search("pimc:200/1ms").budget)
    either.spent = 50
    sleep(0.002)
    assert either.used > 1
    assert either.time_is_up
