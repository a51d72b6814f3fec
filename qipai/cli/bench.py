"""`qipai bench`: how fast the rules run on this machine, as ratios within one run."""

import json
from typing import Annotated

import typer

from . import run_rules
from .app import Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks


@app.command()
@speaks
def bench(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")] = "gan_deng_yan",
    players: Players = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which all contenders take turns.")] = 5,
    rules: RuleChanges = None,
    variant: VariantName = "default",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure uniform random play natively, in two threads, stepped from Python and interpreted.

    OpenSpiel's and RLCard's Dou Dizhu are measured beside it where they are installed.  Ctrl-C stops after the rounds done.
    """
    run_rules("native")
    found = find_game(game)
    ruleset, seats = read_rules(found, variant, rules), players_of(found, players)
    from qipai.arena.speed import Speed, compare, contenders

    speeds: list[Speed] = []
    try:
        for done, speeds in compare(contenders(found, ruleset, seats), rounds):  # noqa: B007
            typer.echo(f"\rround {done} of {rounds}", err=True, nl=done == rounds)
    except KeyboardInterrupt:
        if not speeds:
            raise
    if as_json:
        typer.echo(json.dumps([speed._asdict() for speed in speeds], indent=2))
        return
    typer.echo(f"{found.titles['en']}, {seats} seats: decisions a second, median of {done} rounds (least to most)")
    first = speeds[0].median
    for speed in speeds:
        spread = f"({speed.low:,.0f} to {speed.high:,.0f})"
        typer.echo(f"{speed.name:34} {speed.median:14,.0f}  {spread:28} {speed.median / first:8.4f} of the first")
