"""`qipai simulate GAME`: play thousands of deals between bots and print statistics."""

import json
from pathlib import Path
from typing import Annotated

import typer

from . import run_rules
from .app import BotLimit, GameName, Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks


@app.command()
@speaks
def simulate(
    game: GameName,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="Deals to play.")] = 10_000,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots by seat, joined by commas (easy, normal, random, net, net:FILE, pimc:300, FILE.py:NAME for one of yours); one word for all seats."
        ),
    ] = "rule",
    bot_limit: BotLimit = None,
    swap: Annotated[bool, typer.Option("--swap", help="Move every bot one seat on from deal to deal.")] = False,
    rules: RuleChanges = None,
    variant: VariantName = "default",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="The same seed gives the same deals.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into this file (png, svg or pdf).")] = None,
) -> None:
    """Play many deals between bots: wins and points with 95 % intervals, lengths, multipliers, how often what is played.

    Ctrl-C stops early and reports what was played.  Compare two house rules by running it twice with the same seed.
    """
    run_rules("native")
    found = find_game(game)
    ruleset = read_rules(found, variant, rules)
    from qipai.arena import simulation
    from qipai.engine.errors import QipaiError
    from qipai.entry.visitors import visitors

    names = [word.strip() for word in bots.split(",")]
    if len(names) == 1:
        names *= players_of(found, players)
    elif players not in (None, len(names)):
        raise QipaiError(f"--bots seats {len(names)} players and --players {players}; one of them is enough.")
    plotter = simulation.plotter(plot) if plot else None
    simulated = simulation.simulate(
        found, ruleset, names, deals, seed, swap, progress=not as_json, makers=visitors(names, bot_limit)
    )
    summary = simulation.summarise(found, ruleset, simulated)
    typer.echo(json.dumps(summary, ensure_ascii=False, indent=2)) if as_json else simulation.print_summary(found, summary)
    if plotter:
        plotter(found, simulated, summary)
        typer.echo(f"Drawn in {plot}.", err=True)
