"""The rule of thumb: it plays legally, and beats random play from either side."""

import random

from qipai.bots.bot import make_bot
from qipai.games.dou_dizhu import DOU_DIZHU as GAME


def test_it_beats_random_players() -> None:
    chance, bot, rules = random.Random(1), make_bot(GAME, "rule", GAME.ruleset(), seed=3), GAME.rules()
    actions, seen, won = GAME.new_actions(), GAME.new_observation(), 0
    for seed in range(24):
        state = GAME.start(rules, GAME.setup(rules, 3), seed)
        while not GAME.is_over(state):
            seat = GAME.to_act(state)
            legal = GAME.legal(state, rules, seat)
            action = chance.choice(legal)
            if seat == seed % 3:
                GAME.legal_actions(state, rules, seat, actions)
                GAME.observe(state, rules, seat, seen)
                action = bot.act(seen, actions, None)
                assert action in legal
            GAME.apply_action(state, rules, seat, action)
        won += GAME.result(state, rules).points[seed % 3] > 0
    assert won >= 16
