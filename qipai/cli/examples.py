"""`qipai examples FILE…`: does the engine give the answers of these files?"""

from typing import Annotated

import typer

from . import run_rules
from .app import app, speaks


@app.command()
@speaks
def examples(
    files: Annotated[list[str], typer.Argument(help="Files of situations with their answers (YAML).", metavar="FILE…")],
) -> None:
    """Put the situations of FILE… to the engine and compare its answers.

    Prints a line for every answer that differs and closes with `N passed, N failed`; exits 1 if any failed.
    """
    run_rules("plain")
    from qipai.engine.examples import run_examples
    from qipai.games import find_game

    _, failed = run_examples(files, typer.echo, find_game)
    if failed:
        raise typer.Exit(1)
