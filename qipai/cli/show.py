"""`qipai show POSITION`: draw a position as text and list its legal actions."""

from typing import Annotated

import typer

from . import run_rules
from .app import app, find_game, speaks


@app.command()
@speaks
def show(
    position: Annotated[
        list[str],
        typer.Argument(
            help="The game, KEY=VALUE words for what was dealt, and the actions since, quoted or not.",
            metavar="POSITION",
            show_default=False,
        ),
    ],
) -> None:
    """Draw a position and list its legal actions.

    Example: `qipai show gan_deng_yan hands=4-6-X/5-5/2-2 4`
    """
    run_rules("plain")
    from qipai.engine import records
    from qipai.engine.positions import parse_position
    from qipai.engine.seats import seats_in

    text = " ".join(position)
    game = find_game(text.split()[0] if text.split() else "")
    read = parse_position(game, text)
    ruleset, state = read.ruleset, read.state
    typer.echo(game.notation.show(records.opened(state), ruleset))
    if game.is_over(state):
        typer.echo("The deal is over.")
    for seat in seats_in(game.pending(state)):
        texts = [game.notation.format_action(action, ruleset) for action in game.legal(state, game.rules(ruleset), seat)]
        typer.echo(f"Seat {seat} may play ({len(texts)}): {'  '.join(texts)}")
