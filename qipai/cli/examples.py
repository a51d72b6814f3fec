"""`qipai examples FILE…`: compare the engine's answers with those in files."""

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
    from qipai.examples import run_examples

    _, failed = run_examples(files, typer.echo)
    if failed:
        raise typer.Exit(1)
