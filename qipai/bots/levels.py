"""The levels of bots at tables, one list for the command line, the browser and the documents: Easy, Normal, Strong, Master.

Normal is at every table, and Easy where it was measured to be weaker.  Strong and Master are where they were measured to be stronger
(`Game.stronger`, the weaker one first): bots that search, and nets.
"""

from typing import Any

from qipai.engine.game import Game

EASY, NORMAL, SEARCH, MASTER = "noisy", "rule", "search", "master"  # as stored tables and programs write them
LEVELS = {"easy": EASY, "normal": NORMAL, "strong": SEARCH, "master": MASTER}  # as people write them, the weakest first
BASIC = ("random", EASY, NORMAL)  # bots of every game that compiled loops can play; the first is for programs and is no level
NET = "net"  # the name of the shipped net, as `make_bot` knows it


def level_named(word: str) -> str:
    """Return the name under which a level that people write (`easy`, `normal`, …) is stored; other words stay as they are."""
    return LEVELS.get(word.lower(), word)


def levels_at(game: Game, players: int) -> tuple[str, ...]:
    """Return the levels that a table with that many players offers, the weakest first: all but Normal only where they were measured to differ."""
    easy = (EASY,) if game.noises.get(players, game.noise) else ()
    return (*easy, NORMAL, *_stronger_at(game, players))


def seated_at(game: Game, players: int) -> tuple[str, ...]:
    """Return all names of bots that a table takes: its levels, and `random`, which older programs say."""
    return (*levels_at(game, players), *(bot for bot in BASIC if bot not in LEVELS.values()))


def bot_of(game: Game, players: int, level: str, ruleset: Any) -> str:
    """Return the name under which `make_bot` knows the bot of a level at a table with that many players and these rules.

    Where the level is not offered, as a stored table may have it, and where a master does not know the rules, it is the rule of thumb.
    """
    if level not in (SEARCH, MASTER):
        return level
    bot = _stronger_at(game, players).get(level, NORMAL)
    return bot if NET not in bot or _knows(game, players, ruleset) else NORMAL


def _stronger_at(game: Game, players: int) -> dict[str, str]:
    """Return the bots of Strong and Master by level: of two the second is the master, and of one a net alone."""
    bots = game.stronger.get(players, ())
    return dict(zip((SEARCH, MASTER) if len(bots) > 1 or bots[:1] != (NET,) else (MASTER,), bots, strict=False))


def _knows(game: Game, players: int, ruleset: Any) -> bool:
    """Return whether the shipped net fits the rules: it knows those that it learned."""
    from .nets.playing import fits  # imported late: a server without masters does without nets

    return fits(game, players, ruleset)
