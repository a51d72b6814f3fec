"""`qipai tournament GAME`: let bots meet over the same deals, and rate them."""

import json
from pathlib import Path
from typing import Annotated

import typer

from . import run_rules
from .app import BotLimit, GameName, Jobs, Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks


@app.command()
@speaks
def tournament(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the rows and the report.", file_okay=False)],
    bots: Annotated[
        str,
        typer.Option(
            help="The bots, joined by commas (random, noisy or easy, rule or normal, net, net:FILE, pimc:300, FILE.py:NAME for one of yours)."
        ),
    ] = "random,noisy,rule",
    bot_limit: BotLimit = None,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Deals of each match; each is played at several tables.")
    ] = 1000,
    players: Players = None,
    plan: Annotated[
        str | None,
        typer.Option(
            help="Who sits where: swap (two sides change places), challenger (one among copies of the other, in every seat), "
            "rotations (two by turns round the table), mixed (all at one table); else swap or challenger, by the game."
        ),
    ] = None,
    session: Annotated[
        int, typer.Option(min=1, help="Deals in a row that are chained, the winner dealing and so on; 1: all independent.")
    ] = 1,
    rules: RuleChanges = None,
    variant: VariantName = "default",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="The same seed gives the same deals.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the folder holds; --deals may have grown.")] = False,
    jobs: Jobs = 1,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster: its address, auto, or local for one on this machine.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Let bots meet over duplicate deals: ratings, matches with 95 % intervals, who is ahead of whom, time to think.

    Every deal is played again with other seats, so that nobody is lucky with the cards.  The folder gets `rows.csv`, a row for each deal
    at each table, and `report.html`.  Ctrl-C stops and reports what was played; `--resume` goes on, with the same result.

    qipai tournament gan_deng_yan --players 2 --bots random,noisy,rule --deals 1000 --out runs/first
    """
    run_rules("native")
    found = find_game(game)
    ruleset = read_rules(found, variant, rules)
    from qipai.arena.comparing import Comparison
    from qipai.arena.plots import can_draw, draw
    from qipai.arena.report import print_report, write_report
    from qipai.arena.running import run
    from qipai.arena.storing import Folder
    from qipai.arena.tournaments import agree, in_processes, play_here
    from qipai.bots import level_named
    from qipai.entry.visitors import visitors

    names = [level_named(word.strip()) for word in bots.split(",")]
    agreed = agree(found, ruleset, names, deals, players_of(found, players), plan, seed, session, visitors(names, bot_limit))
    runner = in_processes(jobs) if jobs > 1 else play_here
    if cluster:
        from qipai.arena.cluster import on_cluster

        runner = on_cluster(None if cluster == "local" else cluster, jobs)
    folder = Folder(out, agreed, resume)
    finished = run(folder, runner, progress=not as_json)
    if not folder.rows:
        raise KeyboardInterrupt
    comparison = Comparison(agreed, folder.rows)
    write_report(comparison, folder.kept, out, draw(comparison, out) if can_draw() else [])
    typer.echo(json.dumps(comparison.summary(), ensure_ascii=False, indent=2)) if as_json else print_report(comparison)
    pictures = "" if can_draw() else "  Pictures need matplotlib: pip install matplotlib."
    typer.echo(f"Rows and report in {out}.{pictures}", err=True)
    if not finished:
        typer.echo("Stopped; --resume goes on.", err=True)
        raise typer.Exit(130)
