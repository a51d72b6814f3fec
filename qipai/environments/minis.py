"""Mini packs: each game with so few cards that all of it can be searched, dealt from the very rules that deal the whole pack.

A setup says what is in the pack, so a mini game is another setup and nothing else.  All lots fall on 0: who begins is known.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.games.giog.pieces import KIND
from qipai.games.gou_ji.ranks import BLACK, RED, TWO
from qipai.games.luk_fu.text import number_of


class Mini(NamedTuple):
    """A small deal: the pack, and fields of the setup that are not those of the first deal."""

    players: int
    pack: Mapping[int, int]  # cards of each kind; of Luk Fu, where each is there once, by their number
    fields: Mapping[str, int]
    most_actions: int  # no decision has more
    ruleset: Mapping[str, str] = {}  # options that keep the tree small, unless others are asked for
    first: tuple[int, ...] = ()  # cards that are dealt before the others, in this order, whatever chance does
    opening: tuple[str, ...] = ()  # and these actions are taken before anybody decides anything


# Of Luk Fu the end of a deal with ten cards a hand: six tricks win (§9.1), so no whole deal is short.  Player 2 has called; runs of four,
# all laid open, have brought player 3 and player 2 four tricks each; and nobody knows where the last six cards are.
RUNS = ("4C-3C-2C-1C", "4K-3K-2K-1K", "8K-7K-6K-5K", "8C-7C-6C-5C", "4G-3G-2G-1G", "8G-7G-6G-5G")  # as they are laid
SPENT = [RUNS[seat].split("-") + RUNS[3 + (seat + 1) % 3].split("-") for seat in range(3)]  # by seat
LAID = tuple(number_of(hand[turn]) for turn in range(8) for hand in SPENT)  # as they are dealt
LAST_SIX = tuple(map(number_of, ("8S", "7S", "6S", "5S", "9G", "9C")))

FOUR = {KIND["rP"]: 1, KIND["bC"]: 1, KIND["rA"]: 1, KIND["rG"]: 1}
THREES = {KIND["rP"]: 3, KIND["rA"]: 3}
EIGHT = {KIND["rA"]: 1, KIND["rE"]: 7}
MINIS = {
    "gan_deng_yan": Mini(2, {3: 2, 4: 2, 5: 2}, {"dealer": 0, "hand_size": 1}, 8),
    "giog": Mini(2, FOUR, {"opener": 0, "hand_size": 2}, 8),
    "jumapao": Mini(3, THREES, {"opener": 0, "hand_size": 2}, 8),
    "jumapao_fujian3": Mini(3, THREES, {"opener": 0, "hand_size": 2}, 8),
    "sangkrip": Mini(2, FOUR, {"opener": 0, "hand_size": 2}, 8),
    "daqiluo1": Mini(2, THREES, {"opener": 0, "hand_size": 3}, 8),
    "daqiluo2": Mini(2, THREES, {"opener": 0, "hand_size": 3}, 8),
    "zhihu": Mini(4, EIGHT, {"opener": 0, "hand_size": 2}, 8),
    "tamcuc": Mini(2, FOUR, {"opener": 0, "hand_size": 2}, 8),
    "luk_fu": Mini(
        3,
        dict.fromkeys(LAID + LAST_SIX, 1),
        {"dealer": 0, "hand_size": 10},
        8,
        {},
        tuple(card + 1 for card in LAID),
        ("not_play", "play", *RUNS),
    ),
    # A hand without a 2 and a joker may always ask for a revolution, and six who may make the tree wide.
    "gou_ji": Mini(6, {TWO: 4, BLACK: 1, RED: 1}, {}, 16, {"table_talk": "false"}),
}


def mini_setup(game: Game, rules: Record) -> Record:
    """The setup of a game's mini deal."""
    mini = MINIS[game.name]
    setup: Any = records.to_plain(game.setup(rules, mini.players))
    for field, number in mini.fields.items():
        setattr(setup, field, number)
    if isinstance(setup.pack, int):
        setup.pack = sum(count << card for card, count in mini.pack.items())
    else:
        setup.pack = [mini.pack.get(kind, 0) for kind in range(len(setup.pack))]
    return records.from_plain(setup)
