"""`qipai show POSITION`: a situation drawn in text, with what may be done in it."""

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
            help="A position text: the game's name and KEY=VALUE words, quoted or not.", metavar="POSITION", show_default=False
        ),
    ],
) -> None:
    """Draw a position and list its legal actions.

    Example: `qipai show gan_deng_yan players=3 hands=4-5-6-X/5-5/2-2-3 table=4 owner=0 to_act=1`
    """
    run_rules("plain")
    from qipai.engine import records
    from qipai.engine.seats import seats_in

    text = " ".join(position)
    game = find_game(text.split()[0] if text.split() else "")
    ruleset, _, state = game.notation.parse_position(text)
    typer.echo(game.notation.show(records.opened(state), ruleset))
    if game.is_over(state):
        typer.echo("The deal is over.")
    for seat in seats_in(game.pending(state)):
        texts = [game.notation.format_action(action, ruleset) for action in game.legal(state, game.rules(ruleset), seat)]
        typer.echo(f"Seat {seat} may play ({len(texts)}): {'  '.join(texts)}")
