"""Bots meeting bots: many deals, and what they tell.

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
