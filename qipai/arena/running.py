"""Play the part of a tournament that its folder does not have yet."""

from .progress import bar
from .storing import Folder
from .tournaments import Runner, play_here


def run(folder: Folder, runner: Runner = play_here, progress: bool = False) -> bool:
    """Play the missing shards into the folder.

    Return True when all are played, False after Ctrl-C; rows played by then are kept.
    """
    tournament = folder.tournament
    shards = tournament.shards(folder.played)
    try:
        with folder.appending() as append, bar("tables", tournament.rows_in_all, progress) as advance:
            advance(len(folder.rows))
            for rows in runner(tournament, shards):
                append(rows)
                advance(len(folder.rows))
    except KeyboardInterrupt:
        return False
    return True
