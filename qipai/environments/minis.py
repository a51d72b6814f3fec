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


class Mini(NamedTuple):
    """A small deal: the pack, and fields of the setup that are not those of the first deal."""

    players: int
    pack: Mapping[int, int]  # cards of each kind; of Luk Fu, where each is there once, by their number
    fields: Mapping[str, int]
    most_actions: int  # no decision has more
    ruleset: Mapping[str, str] = {}  # options that keep the tree small, unless others are asked for


SIX = {KIND["rP"]: 1, KIND["bC"]: 2, KIND["rA"]: 2, KIND["rG"]: 1}
FOUR = {KIND["rP"]: 1, KIND["bC"]: 1, KIND["rA"]: 1, KIND["rG"]: 1}
EIGHT = {KIND["rP"]: 2, KIND["rA"]: 6}
MINIS = {
    "gan_deng_yan": Mini(2, {3: 2, 4: 2, 5: 2}, {"dealer": 0, "hand_size": 1}, 8),
    "giog": Mini(2, SIX, {"opener": 0, "hand_size": 2}, 8),
    "jumapao": Mini(3, SIX, {"opener": 0, "hand_size": 2}, 8),
    "jumapao_fujian3": Mini(3, SIX, {"opener": 0, "hand_size": 2}, 8),
    "sangkrip": Mini(2, SIX, {"opener": 0, "hand_size": 2}, 8),
    "daqiluo1": Mini(2, SIX, {"opener": 0, "hand_size": 3}, 8),
    "daqiluo2": Mini(2, SIX, {"opener": 0, "hand_size": 3}, 8),
    "zhihu": Mini(4, EIGHT, {"opener": 0, "hand_size": 2}, 8),
    "tamcuc": Mini(2, FOUR, {"opener": 0, "hand_size": 2}, 8),
    # §5 asks for six tricks, so no hand can be shorter than six cards: too many deals to list, few enough to learn from
    "luk_fu": Mini(3, dict.fromkeys(range(18), 1), {"dealer": 0, "hand_size": 6}, 64),
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
