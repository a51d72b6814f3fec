"""`qipai review FILE`: what each decision of a recorded deal was worth, and what would have been better."""

from typing import Annotated

import typer

from . import run_rules
from .app import app, read_file, speaks


@app.command()
@speaks
def review(
    file: Annotated[str, typer.Argument(help="A record (.qp); - for standard input.", metavar="FILE")],
    seat: Annotated[
        str | None,
        typer.Option("--seat", "-s", help="Whose decisions: a name, or a seat from 0; else the first.", metavar="NAME|N"),
    ] = None,
    worlds: Annotated[
        int | None,
        typer.Option(
            "--worlds",
            "-w",
            help="Deals that every choice is played out in; else what the game and this machine bear.",
            metavar="N",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same figures.")] = 1,
    language: Annotated[str, typer.Option("--language", "-l", help="en, zh-Hans or zh-Hant, for what was played.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
) -> None:
    """Judge the decisions of one seat by what it knew at each moment, and say which three cost most."""
    run_rules("native")
    import msgspec

    from qipai.arena.review.reviewing import review_record
    from qipai.arena.review.telling import tell_review
    from qipai.engine.errors import LANGUAGES, QipaiError, visibly
    from qipai.records import read_record

    if language not in LANGUAGES:
        raise QipaiError(f"There is no text in {language!r}; there are {', '.join(LANGUAGES)}.")
    record = read_record(read_file(file))
    found = review_record(record, seat_of(record.header.players, seat), worlds, seed)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    for line in tell_review(record, found, language):
        typer.echo(visibly(line))


def seat_of(names: list[str], wanted: str | None) -> int:
    """Return the seat with a name or a number.  Raises `QipaiError` if there is none."""
    from qipai.engine.errors import QipaiError

    if wanted is None:
        return 0
    if wanted in names:
        return names.index(wanted)
    if wanted.isascii() and wanted.isdigit() and int(wanted) < len(names):
        return int(wanted)
    listed = ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
    raise QipaiError(f"Nobody on seat {wanted!r}; there are {listed}.")
