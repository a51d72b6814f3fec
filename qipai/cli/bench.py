"""`qipai bench`: measure how fast the rules run on this machine, as ratios within one run."""

import json
from typing import Annotated

import typer

from . import run_rules
from .app import USUAL_GAME, Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks


@app.command()
@speaks
def bench(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")] = USUAL_GAME,
    players: Players = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which all contenders take turns.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long a turn is.")] = 0.5,
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
    from qipai.arena.speed import contenders, others, speed_of, turns

    beside, missing = others()
    named = {**contenders(found, ruleset, seats), **beside}
    seen: dict[str, list[float]] = {}
    try:
        for number, name in turns(named, rounds, seconds, seen):
            typer.echo(f"\rround {number} of {rounds}: {name:45}", err=True, nl=False)
    except KeyboardInterrupt:
        if len(seen) < len(named):
            raise
    typer.echo("", err=True)
    done = min(len(rates) for rates in seen.values())
    speeds = [speed_of(name, rates) for name, rates in seen.items()]
    if as_json:
        typer.echo(json.dumps([speed._asdict() for speed in speeds], indent=2))
        return
    typer.echo(f"{found.titles['en']}, {seats} seats: decisions a second, median of {done} rounds (least to most)")
    first = speeds[0].median
    for speed in speeds:
        spread = f"({speed.low:,.0f} to {speed.high:,.0f})"
        typer.echo(f"{speed.name:42} {speed.median:14,.0f}  {spread:28} {speed.median / first:8.4f} of the first")
    for library in missing:
        typer.echo(f"{library:42} is not installed")
