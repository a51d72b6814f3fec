"""`qipai replay FILE`: tell a recorded deal move by move, and verify it."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import run_rules
from .app import app, read_file, speaks

if TYPE_CHECKING:
    from qipai.engine.fair_order import Sealed

SEALED = "Its cards follow from the secret that was sealed before the deal, and from the numbers that were added."
NOBODY = "No browser added one, so the server alone chose the secret."
SIGNED = "Numbers that were signed for this very list of promises: {}. That a person sat behind one, no record can prove."
FIRST = "It is an older kind of seal, without signatures: it does not prove that the numbers were promised before the others were known."
UNSEALED = "It has no seal, so nothing shows how its cards were drawn."


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
        for line in proven(sealed):
            typer.echo(line)
        typer.echo("Verified: the rules confirm every fact.")


def proven(sealed: "Sealed | None") -> list[str]:
    """Return in words what a record's seal proves, and what it does not."""
    from qipai.engine import fair_order

    if sealed is None:
        return [UNSEALED]
    if not sealed.numbers:
        return [SEALED, NOBODY]
    return [SEALED, FIRST if sealed.kind == fair_order.FIRST else SIGNED.format(sealed.numbers)]
