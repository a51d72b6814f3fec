"""`qipai replay FILE`: tell a recorded deal move by move, and verify it."""

from typing import Annotated

import typer

from . import run_rules
from .app import app, read_file, speaks

SEALED = "Its cards follow from the secret that was sealed before the deal, and from the numbers that were added."


@app.command()
@speaks
def replay(
    file: Annotated[str, typer.Argument(help="A record (.qp); - for standard input.", metavar="FILE")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Replay every fact through the rules and compare, and check the seal.")
    ] = False,
    position: Annotated[
        int | None,
        typer.Option("--position", "-p", help="Print only the position after so many decisions.", metavar="N", min=0),
    ] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant.")] = "en",
) -> None:
    """Tell a recorded deal line by line.  Exits 1 if `--verify` finds a fact that the rules do not confirm, or cards that were not sealed."""
    run_rules("plain")
    from qipai.engine.errors import RecordError, visibly
    from qipai.records import position_of, read_record, tell_record
    from qipai.records import verify as verify_record

    record = read_record(read_file(file))
    if position is not None:
        typer.echo(position_of(record, position))
        return
    for line in tell_record(record, language):
        typer.echo(visibly(line))
    if verify:
        try:
            sealed = verify_record(record)
        except RecordError as error:
            typer.echo(f"qipai: {error}", err=True)
            raise typer.Exit(1) from None
        typer.echo(SEALED if sealed else "It has no seal, so nothing shows how its cards were drawn.")
        typer.echo("Verified: the rules confirm every fact.")
