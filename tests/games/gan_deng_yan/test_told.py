"""What people are told: facts for the right eyes, the board, choices, the working of a payment."""

import json
import random
from math import prod
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.boards import as_values
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Faces, Fact
from qipai.environments.layouts import layouts
from qipai.games import GAN_DENG_YAN as GAME
from qipai.games.gan_deng_yan.words import WORDS
from tests.games.gan_deng_yan.situations import Position
from tests.games.gan_deng_yan.traces import random_ruleset


class ToldDeal:
    """A deal from a seed, told."""

    def __init__(self, ruleset: Any, players: int, seed: int) -> None:
        self.ruleset, self.rules = ruleset, GAME.rules(ruleset)
        setup = GAME.setup(self.rules, players)
        order = GAME.shuffled(self.rules, setup, seed)
        self.state = GAME.new_state()
        GAME.deal(self.state, self.rules, setup, order)
        self.faces = Faces(players)
        self.facts = GAME.telling.tell_deal(*map(records.opened, (self.state, self.rules, setup, order)), self.faces)

    @property
    def seen(self) -> Any:
        return records.to_plain(self.state)

    def act(self, action: int, chosen: list[int] | None = None) -> list[Fact]:
        before, seat = records.copy(self.state), GAME.to_act(self.state)
        GAME.apply_action(self.state, self.rules, seat, action)
        opened = map(records.opened, (before, self.state, self.rules))
        told = GAME.telling.tell(*opened, seat, action, self.faces, chosen)
        self.facts += told
        return told

    def finish(self) -> Fact:
        result = records.new(GAME.RESULT)
        GAME.returns(self.state, self.rules, result)
        (scored,) = GAME.telling.tell_result(*map(records.opened, (self.state, self.rules, result)), self.faces)
        return scored


def play_out(deal: ToldDeal, chance: random.Random) -> None:
    while not GAME.is_over(deal.state):
        deal.act(chance.choice(GAME.legal(deal.state, deal.rules, GAME.to_act(deal.state))))


@pytest.mark.parametrize("seed", range(25))
def test_facts_follow_the_cards(seed: int) -> None:
    """§9.1, §9.2  Faces move with the kinds; a dealt or drawn card is told to its seat alone; the log reads back."""
    chance = random.Random(seed)
    players = chance.randint(2, 6)
    deal = ToldDeal(random_ruleset(chance), players, seed)
    play_out(deal, chance)
    state = deal.seen
    assert [len(hand) for hand in deal.faces.hands] == [state.hands[seat].cards for seat in range(players)]
    assert len(deal.faces.undealt) == state.talon_places - state.drawn
    known = {"dealt", "laid", "passed", "cleared", "drew", "announced", "lead_passes", "shed", "voided", "went_out"}
    for fact in deal.facts:
        assert fact.event in known
        assert Fact.read(json.loads(json.dumps(fact.whole()))) == fact
        public = json.dumps(fact.seen_by(SPECTATOR))
        for seat, part in fact.private.items():
            assert fact.event == "dealt" or seat == fact.public["seat"]
            assert json.dumps(part["cards"]) not in public
    laid = [face for fact in deal.facts if fact.event == "laid" for face in fact.public["cards"]]
    left = [GAME.notation.format_card(card) for hand in (*deal.faces.hands, deal.faces.undealt) for card in hand]
    assert len(laid) + len(left) == 54 * deal.ruleset.decks


def test_a_draw_is_seen_by_its_drawer() -> None:
    """§5.4, §9.2"""
    deal = ToldDeal(GAME.ruleset(), 3, 4)
    deal.act(GAME.default_action(deal.state, deal.rules, GAME.to_act(deal.state)))
    told = [*deal.act(0), *deal.act(0)]
    assert [fact.event for fact in told] == ["passed", "passed", "cleared", "drew", "drew", "drew"]
    drew = told[3]
    drawer = drew.public["seat"]
    assert drawer == told[2].public["leader"]
    assert "cards" not in drew.seen_by((drawer + 1) % 3)
    assert drew.seen_by(drawer)["cards"] == drew.hidden["cards"]


def test_chosen_suits_are_laid() -> None:
    """§1.1  Suits have no effect, but people lay the card they chose."""
    deal = ToldDeal(GAME.ruleset(), 2, 1)
    five_of_spades, five_of_diamonds = map(GAME.notation.parse_card, ("5S", "5D"))
    deal.faces.hands[0] = [five_of_spades, five_of_diamonds]
    deal.state = Position("hands=5-5/3-3").state
    told = deal.act(GAME.notation.parse_action("5", deal.ruleset), [five_of_diamonds])
    assert told[0].public["cards"] == ["5D"]
    assert deal.faces.hands[0] == [five_of_spades]


def test_jokers_lie_where_they_stand() -> None:
    """§3.9  A play is told as what it represents."""
    deal = ToldDeal(GAME.ruleset(), 2, 1)
    deal.faces.hands[0] = [GAME.notation.parse_card(face) for face in ("9H", "10S", "R", "4C")]
    position = Position("hands=4-9-10-X/3-3")
    deal.state = position.state
    told = deal.act(position.action("8X-9-10"))[0]
    assert told.public["cards"] == ["R", "9H", "10S"]
    assert (told.public["action"], told.public["kind"], told.public["lead"]) == ("8X-9-10", "seq", True)
    assert told.public["spells"] == ["8X", "9", "10"]


@pytest.mark.parametrize("seed", range(40))
def test_the_working_of_a_payment_is_its_product(seed: int) -> None:
    """§8.1  Cards times factors, with the limits where they bite."""
    chance = random.Random(seed)
    ruleset = random_ruleset(chance)._replace(multipliers=seed % 5, talon_limit=0, draw_rule=0)
    ruleset = ruleset._replace(ace_factor=1) if seed % 5 == 1 else ruleset
    deal = ToldDeal(ruleset, chance.randint(2, 6), seed)
    play_out(deal, chance)
    scored = deal.finish().public
    for paid in scored["payments"]:
        product, cards = 1, paid["cards"]
        for factor in scored["shared"] + paid["factors"]:
            assert factor["what"] in WORDS["payment"]
            if factor["what"] in ("cap", "stake"):
                cards, product = min(cards * product, factor["most"]), 1
            else:
                product = min(product, factor["most"]) if "most" in factor else product * factor["times"]
        assert cards * product == paid["payment"]
        assert prod(factor["times"] for factor in scored["shared"]) == paid["public"]
        assert scored["section"] == "8.1" or not paid["factors"]
    if scored["winner"] is not None:
        assert scored["points"][scored["winner"]] == sum(paid["payment"] for paid in scored["payments"])
        assert scored["hands"][scored["winner"]] == []


def test_what_is_on_the_table_is_told() -> None:
    """§7.17, §9.1  Before the deal and after it, on the board, and in the working where it is the limit."""
    deal = ToldDeal(GAME.ruleset(table_stakes=20), 3, 4)
    assert deal.facts[0].public["stakes"] == [20, 20, 20]
    position = Position("table_stakes=20 payment_cap=4 hands=5/6-6-8-8-9/9-J stakes=17/3/40 to_beat=4 owner=2")
    board = as_values(GAME.telling.describe(records.opened(position.observation(1)), records.opened(position.rules)))
    assert [[chip for chip in seat["chips"] if chip["chip"] == "stake"] for seat in board["seats"]] == [
        [{"chip": "stake", "n": 17}],
        [{"chip": "stake", "n": 3}],
        [{"chip": "stake", "n": 40}],
    ]
    position.play("5")
    deal.state, deal.rules = position.state, position.rules
    scored = deal.finish().public
    assert scored["stakes"] == [22, 0, 38]
    assert [paid["payment"] for paid in scored["payments"]] == [3, 2]
    assert [(factor["what"], factor["most"], factor["section"]) for factor in scored["payments"][0]["factors"]] == [
        ("cap", 4, "7.15"),
        ("stake", 3, "7.17"),
    ]
    assert scored["payments"][1]["factors"] == []
    assert "stakes" not in ToldDeal(GAME.ruleset(), 3, 4).facts[0].public


def test_stakes_are_seen_from_ones_own_chair() -> None:
    """§7.17, §9.1  In the observation and, whatever their size, in its vector."""
    position = Position("table_stakes=1000000 hands=4-5/6-7/8-9 stakes=65536/2999999/255")
    layout = layouts(GAME).observation
    for seat, expected in enumerate(([65536, 2999999, 255], [2999999, 255, 65536], [255, 65536, 2999999])):
        vector = layout.encode(position.observation(seat))
        assert records.to_plain(position.observation(seat)).stakes == [*expected, 0, 0, 0]
        assert layout.facts(layout.decode(vector))["stakes"] == [*expected, 0, 0, 0]


def test_each_limit_is_told_where_it_bites() -> None:
    """§7.15, §7.17  Exactly as much as there is, is no limit."""
    position = Position("table_stakes=4 payment_cap=5 hands=5/6-6-8-8/9-J-J-Q-Q stakes=4/4/5 to_beat=4 owner=2").play("5")
    deal = ToldDeal(GAME.ruleset(), 3, 4)
    deal.state, deal.rules = position.state, position.rules
    assert [paid["factors"] for paid in deal.finish().public["payments"]] == [[], []]


def test_spring_for_all_is_a_shared_factor() -> None:
    """§8.7  And the factors that others share are told once."""
    position = Position("spring_factor=3 spring_reading=winner_alone hands=5/6-6/9-J plays=1/0/0 dealer=0 to_act=0").play("5")
    deal = ToldDeal(GAME.ruleset(), 3, 4)
    deal.state, deal.rules = position.state, position.rules
    scored = deal.finish().public
    assert scored["shared"] == [{"what": "spring", "times": 3, "section": "8.7"}]
    assert [(paid["payment"], paid["factors"]) for paid in scored["payments"]] == [(6, []), (6, [])]


def test_the_board() -> None:
    """§9.1  Seats in their own order whoever looks; few cards are shown at every table."""
    position = Position("hands=4-9-9/5-6/6-K-K-A to_beat=3 owner=1 to_act=2 dealer=0 talon=7-8 trick=3")
    boards = [
        as_values(GAME.telling.describe(records.opened(position.observation(seat)), records.opened(position.rules)))
        for seat in (0, 1, 2, SPECTATOR)
    ]
    assert all(board == boards[0] for board in boards)
    assert json.loads(json.dumps(boards[0])) == {
        "players": 3,
        "dealer": 0,
        "to_act": [2],
        "owner": 1,
        "winner": None,
        "over": False,
        "trick": 3,
        "talon": 2,
        "table": {"action": "3", "spells": ["3"], "kind": "single", "seat": 1},
        "public": None,
        "seats": [
            {"cards": 3, "chips": [{"chip": "dealer"}]},
            {"cards": 2, "chips": [{"chip": "left", "n": 2}, {"chip": "owner"}]},
            {"cards": 4, "chips": []},
        ],
    }


def test_the_cheapest_choice_comes_first() -> None:
    """Low before high, naturals before jokers, 2s late, bombs last, the pass at the very end."""
    position = Position("hands=3/5-2-X-7-7-7 to_beat=4 owner=0")
    rules = records.opened(position.rules)
    legal = GAME.legal(position.state, position.rules, 1)
    choices = GAME.telling.choices(records.opened(position.observation(1)), rules, legal)
    assert [choice.action for choice in choices] == ["5", "2", "7-7-7", "7-7-7X", "7-7-7-7X", "pass"]
    assert choices[3].needs == ("7", "7", "X")
    assert (choices[3].kind, choices[3].spells) == ("trip", ("7", "7", "7X"))


def test_a_selection_is_explained() -> None:
    position = Position("hands=3/5-6-X-7-7-7 to_beat=4-5-6 owner=0")
    assert position.explain(1, "5S-6S-7S").actions == ("5-6-7",)
    assert position.explain(1, "5S-6S-B").actions == ("5-6-7X",)
    assert position.explain(1, "7S-7H-R").actions == ("7-7-7X",)
    assert position.explain(1, "KS").refusal.code == "no_such_cards"
    assert position.explain(0, "3S").refusal.code == "not_your_turn"
    assert position.explain(1, "6S-7S-B").refusal is None
    assert position.explain(1, "5S-7S").refusal.code == "no_combination"
