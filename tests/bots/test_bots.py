"""Bots: legal, repeatable, blind to what their chair may not see, and better than chance."""

from dataclasses import replace

import pytest

from qipai.arena.simulation import simulate, summarise
from qipai.bots import BASIC, answer, make_bot
from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import read_buffer
from qipai.games import GAMES, GAN_DENG_YAN

SAMPLE = 2_000 if NATIVE else 60  # deals; `docs/evidence.md` has the full count


def play(game, ruleset, players, levels, seed):
    """The actions of a deal between bots."""
    rules = game.rules(ruleset)
    state, actions, observation = (
        game.start(rules, game.setup(rules, players), seed),
        game.new_actions(),
        game.new_observation(),
    )
    bots = [make_bot(game, level, ruleset, seed + seat) for seat, level in enumerate(levels)]
    played = []
    while not game.is_over(state):
        seat = game.to_act(state)
        game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        action = bots[seat].act(observation, actions, None)
        assert game.is_legal(state, rules, seat, action)
        game.apply_action(state, rules, seat, action)
        played.append(action)
    return played


@pytest.mark.parametrize("level", BASIC)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_level_plays_legally_and_the_same_again(game, level):
    for variant in game.variants:
        for players in game.seats:
            first = play(game, game.ruleset(variant), players, [level] * players, seed=players)
            assert play(game, game.ruleset(variant), players, [level] * players, seed=players) == first


@pytest.mark.parametrize(
    ("name", "options"), [("gan_deng_yan", {"decks": "2"}), ("jumapao", {"general_rule": "penalty"}), ("daqiluo2", {})]
)
@pytest.mark.parametrize("level", BASIC)
def test_a_bot_answers_the_same_from_bytes_in_another_process_as_in_this_one(level, name, options):
    game, ruleset = GAMES[name], GAMES[name].ruleset(**options)
    rules = game.rules(ruleset)
    state, actions, observation = game.start(rules, game.setup(rules, 3), 5), game.new_actions(), game.new_observation()
    seat = game.to_act(state)
    count = game.legal_actions(state, rules, seat, actions)
    game.observe(state, rules, seat, observation)
    legal = [int(action) for action in read_buffer(actions, count)]
    sent = answer(game, level, options, records.to_bytes(observation), legal, seed=9)
    assert sent == make_bot(game, level, ruleset, 9).act(observation, actions, None)


def asked(game, players):
    """What the first seat of a deal is asked with, and the rule set."""
    rules = game.rules()
    state, actions, observation = game.start(rules, game.setup(rules, players), 5), game.new_actions(), game.new_observation()
    seat = game.to_act(state)
    game.legal_actions(state, rules, seat, actions)
    game.observe(state, rules, seat, observation)
    return observation, actions


@pytest.mark.parametrize("level", [*BASIC, "pimc:1", "ismcts:1", "net"])
def test_who_is_asked_without_a_choice_or_with_records_of_another_game_is_told_so(level):
    game, players = GAN_DENG_YAN, 3
    bot = make_bot(game, level, game.ruleset(), 1)
    observation, actions = asked(game, players)
    other_observation, other_actions = asked(GAMES["giog"], 2)
    count = int(records.opened(actions).count)
    most = len(records.opened(actions).list)
    for wrong in (0, -1, most + 1):
        records.opened(actions).count = wrong
        with pytest.raises(QipaiError, match=f"1 to {most} legal actions, not {wrong}"):
            bot.act(observation, actions, None)
    for given in (None, [1, 2], observation):
        with pytest.raises(QipaiError, match="legal actions as"):
            bot.act(observation, given, None)
    records.opened(actions).count = count
    if level != "random":  # which looks at the list alone, so that it plays any game
        with pytest.raises(QipaiError, match="gan_deng_yan is asked with"):
            bot.act(other_observation, actions, None)
        with pytest.raises(QipaiError, match="gan_deng_yan is asked with"):
            bot.act(observation, other_actions, None)
    assert bot.act(observation, actions, None) in read_buffer(actions, count)


def test_a_ruled_net_plays_now_as_the_net_and_now_as_the_rule_of_thumb():
    """Where the two differ it plays one or the other: each about half of the time, or the rule of thumb's one time in five."""
    game, ruleset = GAN_DENG_YAN, GAN_DENG_YAN.ruleset()
    rules, actions, observation = game.rules(), game.new_actions(), game.new_observation()
    rule, net, half, fifth = (make_bot(game, name, ruleset, 1) for name in ("rule", "net", "net/2", "net/5"))
    by_rule, asked = [0, 0], 0
    for seed in range(60):
        state = game.start(rules, game.setup(rules, 2), seed)
        while not game.is_over(state):
            seat = game.to_act(state)
            game.legal_actions(state, rules, seat, actions)
            game.observe(state, rules, seat, observation)
            ways = [bot.act(observation, actions, None) for bot in (rule, net)]
            if ways[0] != ways[1]:
                asked += 1
                for place, bot in enumerate((half, fifth)):
                    action = bot.act(observation, actions, None)
                    assert action in ways
                    by_rule[place] += action == ways[0]
            game.apply_action(state, rules, seat, ways[1])
    assert asked > 60
    assert 0.3 < by_rule[0] / asked < 0.7
    assert 0.05 < by_rule[1] / asked < 0.4


def test_thinking_leaves_the_observation_as_it_was():
    game, ruleset = GAN_DENG_YAN, GAN_DENG_YAN.ruleset()
    rules = game.rules(ruleset)
    state, actions, observation = game.start(rules, game.setup(rules, 4), 11), game.new_actions(), game.new_observation()
    seat = game.to_act(state)
    game.legal_actions(state, rules, seat, actions)
    game.observe(state, rules, seat, observation)
    before = records.to_bytes(observation)
    make_bot(game, "rule", ruleset, 1).act(observation, actions, None)
    assert records.to_bytes(observation) == before


def test_the_rule_bot_beats_chance_at_two_seats_with_seats_swapped():
    tally = simulate(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["rule", "random"], SAMPLE, seed=1, swap=True)
    levels = {row["bot"]: row for row in summarise(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), tally)["levels"]}
    assert levels["rule"]["wins"]["low"] > (0.85 if NATIVE else 0.7)
    assert levels["rule"]["points"]["low"] > 0


def test_the_noisy_bot_stands_between_chance_and_the_rule_of_thumb():
    def wins(level, against):
        won = 0
        for seed in range(150):
            game, ruleset = GAN_DENG_YAN, GAN_DENG_YAN.ruleset()
            rules = game.rules(ruleset)
            state = game.start(rules, game.setup(rules, 2), seed)
            for action in play(game, ruleset, 2, [level, against][:: 1 if seed % 2 else -1], seed):
                game.apply_action(state, rules, game.to_act(state), action)
            won += game.result(state, rules).winner == (0 if seed % 2 else 1)
        return won / 150

    assert wins("noisy", "random") > 0.6
    assert wins("rule", "noisy") > 0.5


def test_how_often_the_noisy_bot_slips_is_the_games_to_say():
    def slips(noise):
        game = replace(GAN_DENG_YAN, noise=noise)
        ruleset = game.ruleset()
        bots = [make_bot(game, level, ruleset, 3) for level in ("noisy", "rule")]
        rules, slipped, asked = game.rules(ruleset), 0, 0
        for seed in range(60):
            state, actions, observation = (
                game.start(rules, game.setup(rules, 2), seed),
                game.new_actions(),
                game.new_observation(),
            )
            while not game.is_over(state):
                seat = game.to_act(state)
                game.observe(state, rules, seat, observation)
                if game.legal_actions(state, rules, seat, actions) > 1:
                    asked += 1
                    slipped += bots[0].act(observation, actions, None) != bots[1].act(observation, actions, None)
                game.apply_action(state, rules, seat, bots[1].act(observation, actions, None))
        return slipped / asked

    assert slips(2) > 2 * slips(12) > 0


@pytest.mark.parametrize(("word", "name"), [("easy", "noisy"), ("Normal", "rule")])
def test_the_levels_that_people_write_are_bots(word, name):
    game, ruleset = GAN_DENG_YAN, GAN_DENG_YAN.ruleset()
    assert play(game, ruleset, 3, [word] * 3, 5) == play(game, ruleset, 3, [name] * 3, 5)


def test_an_unknown_level_is_refused_with_those_that_exist():
    with pytest.raises(QipaiError, match="random, noisy, rule"):
        make_bot(GAN_DENG_YAN, "genius", GAN_DENG_YAN.ruleset(), 1)
