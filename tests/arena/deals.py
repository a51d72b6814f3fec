"""Deals with chosen decisions, written as records, and all deals that a seat could not tell from one of them."""

from itertools import permutations
from typing import NamedTuple

from qipai.bots import make_bot
from qipai.engine import records
from qipai.engine.minis import mini_setup
from qipai.records import read_record
from qipai.records.composing import compose
from qipai.session.deal import Answer, Deal, Terms


class Dealt(NamedTuple):
    """What a deal begins with."""

    terms: Terms
    setup: object
    order: object

    def begin(self):
        """The deal before its first decision."""
        return Deal(self.terms, self.setup, self.order)


def dealt(game, seed, players=None, size=None):
    """A shuffled deal of a game by its usual rules; `size` of a mini pack, "" for the usual one."""
    ruleset = game.ruleset()
    rules = game.rules(ruleset)
    setup = game.setup(rules, players or game.usual_players) if size is None else mini_setup(game, rules, size)
    players = players or (2 if size is not None else game.usual_players)
    return Dealt(Terms(game, ruleset, rules, players), setup, game.shuffled(rules, setup, seed))


def legal(deal, seat):
    """A record of a seat's legal actions, and how many there are."""
    actions = deal.terms.game.new_actions()
    return actions, deal.terms.game.legal_actions(deal.state, deal.terms.rules, seat, actions)


def by_rule(deal, seat):
    """What the rule of thumb does."""
    bot = make_bot(deal.terms.game, "rule", deal.terms.ruleset, 1)
    return int(bot.act(deal.observation(seat), legal(deal, seat)[0], None))


def do(deal, seat, action):
    """Play an action; return it with its seat."""
    deal.play(seat, Answer(action, None))
    return seat, action


def finish(deal):
    """Play a deal to its end by the rule of thumb; return what was done."""
    done = []
    while not deal.over:
        seat = deal.asked()[0]
        done.append(do(deal, seat, by_rule(deal, seat)))
    return done


def write(start, done):
    """The record of a deal and its decisions."""
    return read_record(compose(*start, done))


def points(deal, seat):
    """A seat's points at the end, in points of the book."""
    return int(records.to_plain(deal.result()).points[seat]) / deal.terms.game.unit


def seen_alike(start, done, seat):
    """Every order of the cards after which a seat knows and remembers the same after the same decisions; with the deal then."""
    game = start.terms.game
    own = start.begin().faces.hands[seat]
    wanted = records.to_bytes(replayed(start, done)[1].observation(seat))
    order = records.to_plain(start.order)
    cards = list(order.cards[: order.count])
    places = [place for place, card in enumerate(cards) if card not in own]
    for other in permutations([cards[place] for place in places]):
        for place, card in zip(places, other, strict=True):
            order.cards[place] = card
        twin = Dealt(start.terms, start.setup, records.from_plain(order))
        same, deal = replayed(twin, done)
        if same and records.to_bytes(deal.observation(seat)) == wanted:
            assert game.to_act(deal.state) == seat
            yield twin, deal


def replayed(start, done):
    """Whether decisions can be taken in a deal, and the deal after them."""
    deal = start.begin()
    for seat, action in done:
        if deal.over or seat not in deal.asked() or not deal.terms.game.is_legal(deal.state, deal.terms.rules, seat, action):
            return False, deal
        do(deal, seat, action)
    return not deal.over, deal
