"""`qipai conform GAME`: check that a game keeps the promises of the contract."""

import pkgutil
from typing import TYPE_CHECKING, Annotated

import typer

from . import run_rules
from .app import app, find_game, speaks

if TYPE_CHECKING:
    from qipai.engine.game import Game


@app.command()
@speaks
def conform(
    game: Annotated[str, typer.Argument(help="A game, or MODULE:NAME of a game of your own.", metavar="GAME")],
    deals: Annotated[int, typer.Option(min=1, help="Deals of every variant, option and number of players.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The same seed checks the same deals.")] = 1,
) -> None:
    """Check a game against everything that the contract promises: legal actions, secrets, bounds, texts, copies.

    Prints what was checked; exits 1 at the first broken promise, with the position that shows it.

    Example: `qipai conform gan_deng_yan --deals 1`
    """
    run_rules("native")
    from qipai.engine.conformance import ConformanceError, check

    named = own_game(game) if ":" in game else find_game(game)
    try:
        summary = check(named, deals, seed, typer.echo)
    except ConformanceError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{named.name} conforms: {summary}.")


def own_game(name: str) -> "Game":
    """Return the game at `MODULE:NAME`.  Raises `QipaiError` if there is none, or its module fails."""
    from qipai.engine.errors import QipaiError
    from qipai.engine.game import Game

    try:
        found = pkgutil.resolve_name(name)
    except Exception as error:  # of somebody's own module
        raise QipaiError(f"{name} cannot be imported: {type(error).__name__}: {error}.") from None
    if not isinstance(found, Game):
        raise QipaiError(f"{name} is no Game; it is of type {type(found).__name__}.")
    return found
