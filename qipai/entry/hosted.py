"""The players of one's own that tables of a server offer: `qipai --bots mine.py:cheapest,net:runs/x/best.npz`.

As a program, `python -m qipai.entry.hosted NAMES`, this is the process in which they choose; their files never run in the server's.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from qipai.arena.matches import Maker
from qipai.bots import make_bot
from qipai.bots.bot import decide
from qipai.bots.levels import NORMAL
from qipai.bots.nets import file_of, is_net
from qipai.bots.nets.files import read_net
from qipai.bots.questions import ASIDE, Question, answer_questions
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.processes import command, environment

from .visitors import is_visitor, visitors


def shown(name: str) -> str:
    """Return what people read in place of a name, which has no folder: that is the server's own.

    >>> shown("bots/mine.py:cheapest"), shown("net:runs/x/best.npz")
    ('mine.py:cheapest', 'net:best.npz')
    """
    kind, colon, file = name.partition(":") if is_net(name) else ("", "", name)
    return kind + colon + Path(file).name


Places = dict[str, dict[str, list[int]]]  # by what a player is called, by the name of a game: its numbers of players
LONGEST_NAME = 40  # letters that a table can show and store
CHECK = "--check"  # tell where they can sit, and end


def places(names: Sequence[str], games: Mapping[str, Game]) -> Places:
    """Return where each of the players can sit.

    Raises `QipaiError` for a name that is none, for a file that cannot be read, for one that is too long, and for two that are called the same.
    """
    visitors(names)  # looks at the files
    found: Places = {}
    for name in names:
        if shown(name) in found:
            raise QipaiError(f"Two players would be called {shown(name)}: give one of the files another name.")
        if len(shown(name)) > LONGEST_NAME:
            raise QipaiError(f"{shown(name)} is too long a name for a table: at most {LONGEST_NAME} letters.")
        if is_visitor(name):
            found[shown(name)] = {game.name: list(game.seats) for game in games.values()}
        elif is_net(name) and (file := file_of(name)):
            about = read_net(file).about
            found[shown(name)] = {about.game: [players for players in games[about.game].seats if players in about.players]}
        else:
            raise QipaiError(f"{name!r} is no player of your own: that is FILE.py:NAME, or net:FILE.")
    return found


def asked_places(names: Sequence[str]) -> Places:
    """Return where each of the players can sit, found out by a process of its own.  Raises `QipaiError` as `places` does."""
    words = command(__name__, CHECK, *names)
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise QipaiError(done.stderr.strip().rpartition("\n")[2].removeprefix("qipai: "))
    found: Places = json.loads(done.stdout.strip().rpartition("\n")[2])
    return found


def main() -> None:
    """Tell where the players can sit, or answer questions until stdin ends, each with the player whose name its level is."""
    from qipai.games import GAMES

    names = [word for word in sys.argv[1:] if word not in (ASIDE, CHECK)]
    if CHECK in sys.argv:
        try:
            print(json.dumps(places(names, GAMES)))
        except QipaiError as error:
            sys.exit(f"qipai: {error}")
        return
    nets = {shown(name): name for name in names if is_net(name)}

    @cache
    def makers() -> dict[str, Maker]:  # with the first question: what a file prints is no answer by then
        return {shown(name): maker for name, maker in visitors(names).items()}

    def choose(asked: Question) -> int:
        game = GAMES[asked.game]
        ruleset = game.ruleset(**asked.options)
        try:
            make = makers().get(asked.level)
            bot = make(game, ruleset, asked.seed) if make else make_bot(game, nets[asked.level], ruleset, asked.seed)
            return decide(game, bot, asked.observation, asked.legal)
        except QipaiError as error:  # for the player's author; the table goes on
            print(f"qipai: {error}", file=sys.stderr)
            return decide(game, make_bot(game, NORMAL, ruleset, asked.seed), asked.observation, asked.legal)

    answer_questions(choose)


if __name__ == "__main__":
    main()
