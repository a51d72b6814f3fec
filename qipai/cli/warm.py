"""`qipai warm [GAME …]`: compile everything ahead of time."""

from typing import Annotated

import typer

from . import run_rules
from .app import app, find_game, speaks


@app.command()
@speaks
def warm(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games to compile for; all, unless some are named.", metavar="GAME")
    ] = None,
) -> None:
    """Compile the rules, bots, simulations, environments and batches of games now, so that nothing waits for it later.

    What is compiled is kept in the user's cache folder (or in QIPAI_CACHE, or in NUMBA_CACHE_DIR) until the rules change or nobody has used it for thirty
    days.  Ctrl-C loses only the function in hand: the next run goes on from there.
    """
    run_rules("native")
    from qipai.engine.announcing import announcer
    from qipai.engine.compiling import NATIVE
    from qipai.engine.errors import QipaiError
    from qipai.engine.places import cache_folder, can_write
    from qipai.environments.warming import warm as compile_parts
    from qipai.games import GAMES

    if not NATIVE:
        raise QipaiError("There is nothing to compile: QIPAI_RULES is plain.")
    if not can_write(cache_folder()):
        raise QipaiError(f"Nothing can be kept in {cache_folder()}; name a folder in QIPAI_CACHE.")
    announcer.silenced = True  # this command prints its own lines
    rooms = {game.room: game for game in map(find_game, reversed(games or [*GAMES]))}
    for room, game in reversed(rooms.items()):
        typer.echo(announcer.title(room))
        for warmed in compile_parts(game):
            took = f"compiled in {warmed.compiling:.1f} s" if warmed.compiling else "was compiled before"
            typer.echo(f"  {warmed.part:28} {took}")
    typer.echo(f"Kept in {cache_folder()}.")
