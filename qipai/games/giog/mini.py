"""Mini packs: a hand of two pieces or three for each player."""

from qipai.engine.contract import Mini

from .pieces import KIND

TWO_EACH, THREE_EACH = {"opener": 0, "hand_size": 2}, {"opener": 0, "hand_size": 3}
FOUR = {KIND["rP"]: 1, KIND["bC"]: 1, KIND["rA"]: 1, KIND["rG"]: 1}
THREES = {KIND["rP"]: 3, KIND["rA"]: 3}
EIGHT = {KIND["rA"]: 1, KIND["rE"]: 7}
MINIS = {
    "giog": Mini(2, FOUR, TWO_EACH, 8),
    "jumapao": Mini(3, THREES, TWO_EACH, 8),
    "jumapao_fujian3": Mini(3, THREES, TWO_EACH, 8),
    # Where a forced general costs everything (§9.4), whoever is dealt the only one has lost, and nothing is left to learn.
    "sangkrip": Mini(2, FOUR, TWO_EACH, 8, {"general_rule": "void"}),
    "daqiluo1": Mini(2, THREES, THREE_EACH, 8),
    "daqiluo2": Mini(2, THREES, THREE_EACH, 8),
    "zhihu": Mini(4, EIGHT, TWO_EACH, 8),
    "tamcuc": Mini(2, FOUR, TWO_EACH, 8),
}
