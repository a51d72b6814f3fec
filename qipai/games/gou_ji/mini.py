"""A mini pack: a card for each player, four of them twos."""

from qipai.engine.contract import Mini

from .ranks import BLACK, RED, TWO

# A hand without a 2 and a joker may always ask for a revolution, and six who may make the tree wide.
MINI = Mini(6, {TWO: 4, BLACK: 1, RED: 1}, {}, most_actions=16, ruleset={"table_talk": "false"})
