"""`qipai replay FILE`: a recorded deal, move by move, and whether the rules confirm it."""

from typing import Annotated

import typer

from . import run_rules
from .app import app, read_file, speaks


@app.command()
@speaks
def replay(
    file: Annotated[str, typer.Argument(help="A record (.qp); - for standard input.", metavar="FILE")],
    verify: Annotated[bool, typer.Option("--verify", help="Replay every fact through the rules and compare.")] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
) -> None:
    """Tell a recorded deal line by line.  Exits 1 if `--verify` finds a fact that the rules do not confirm."""
    run_rules("plain")
    from qipai.engine.errors import RecordError
    from qipai.records import read_record, tell_record
    from qipai.records import verify as verify_record

    record = read_record(read_file(file))
    for line in tell_record(record, language):
        typer.echo(line)
    if verify:
        try:
            verify_record(record)
        except RecordError as error:
            typer.echo(f"qipai: {error}", err=True)
            raise typer.Exit(1) from None
        typer.echo("Verified: the rules confirm every fact.")
