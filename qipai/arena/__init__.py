"""Play bots against each other over many deals, and measure the difference.

`tournaments` agrees on terms and cuts them into shards, `plans` seats the bots, `matches` plays duplicate deals,
`storing` keeps the rows, `comparing` and `ratings` evaluate them, `report` and `plots` show the result.  `simulation`
and `speed` serve `qipai simulate` and `qipai bench`.

>>> from pathlib import Path
>>> from qipai.arena.comparing import Comparison
>>> from qipai.arena.running import run
>>> from qipai.arena.storing import Folder
>>> from qipai.arena.tournaments import agree
>>> from qipai.games import GAN_DENG_YAN as game
>>> tournament = agree(game, game.ruleset(), ["random", "rule"], deals=10, players=2)
>>> folder = Folder(Path("runs/first"), tournament, resume=True)
>>> run(folder)
True
>>> Comparison(tournament, folder.rows).contrasts[0].points.mean < 0
True
"""
