"""`qipai train GAME`: a net learns a game by playing itself."""

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import GameName, RuleChanges, VariantName, app, find_game, read_rules, speaks

if TYPE_CHECKING:
    from qipai.bots.nets.files import NetFile
    from qipai.training.cluster import Cluster
    from qipai.training.running import Training
    from qipai.training.settings import Recipe


@app.command()
@speaks
def train(
    game: GameName,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for the net, its checkpoint and its progress.", file_okay=False)
    ],
    players: Annotated[
        str | None, typer.Option("--players", "-p", help="Sizes of table, joined by commas; one net for all of them.")
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", "-m", min=0.0, help="How long, what was trained before included.")
    ] = 10.0,
    decisions: Annotated[
        int, typer.Option(min=0, help="Stop after so many learned decisions instead: the result then depends on no clock.")
    ] = 0,
    aim: Annotated[
        str,
        typer.Option(
            help="What the net plays for: points, wins, both, ahead (wins, and points a little), "
            "places (to be ahead of as many as it can) or first (wins, and places a little)."
        ),
    ] = "both",
    method: Annotated[
        str,
        typer.Option(
            help="What a decision is told to be worth: mixed (λ-returns), or dmc (the result of the deal alone); or soft: as mixed, "
            "by a player who draws lots, the better candidates more often."
        ),
    ] = "mixed",
    rules: RuleChanges = None,
    variant: VariantName = "default",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 32) - 1, help="The same seed and one thread give the same net.")] = 1,
    threads: Annotated[
        int, typer.Option(min=1, help="1: play and learn in turn; more: play in all but one, learn in that.")
    ] = 1,
    width: Annotated[
        int | None,
        typer.Option(min=16, max=4096, help="Units of the first layer; a multiple of 4.  256, or as the net of --begin has."),
    ] = None,
    learner: Annotated[
        str, typer.Option(help="compiled, or torch: PyTorch, on a GPU where there is one (the extra torch).")
    ] = "compiled",
    batch: Annotated[int, typer.Option(min=1, max=4096, help="Decisions of a step of the learner; a GPU wants many.")] = 64,
    explore: Annotated[
        str | None, typer.Option(help="Share of decisions taken at random, at the beginning and at the end: 0.1,0.03.")
    ] = None,
    rate: Annotated[
        str | None, typer.Option(help="Size of Adam's steps, at the beginning and at the end: 0.001,0.0001.")
    ] = None,
    begin: Annotated[
        str | None, typer.Option(help="Learn on from a net, with the same rules or others: net or net:FILE.  Else from chance.")
    ] = None,
    blind: Annotated[
        str | None,
        typer.Option(
            help="Groups of inputs that the net does not see, joined by commas; unless given, from chance those that a room calls late."
        ),
    ] = None,
    rivals: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of deals in which a rival plays all sides but one.")
    ] = 0.0,
    against: Annotated[str, typer.Option(help="The rival, and what strength is measured by: rule, net or net:FILE.")] = "rule",
    mini: Annotated[
        bool, typer.Option("--mini", help="Deal the game's mini pack, whose whole tree says how well a net can be beaten.")
    ] = False,
    size: Annotated[str, typer.Option(help="Its ranks, copies and hand, as in 3x2x1; the usual ones unless given.")] = "",
    cluster: Annotated[
        str | None,
        typer.Option(help="Play on a Ray cluster, and learn here: its address, auto, or local for one on this machine."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON for each measurement.")] = False,
) -> None:
    """Train a net by self-play: minutes are enough to beat the rule of thumb in most games.

    The same command goes on where it was stopped, by Ctrl-C or by anything else.  `net.npz` in the folder is a player:
    qipai tournament GAME --bots rule,net:FOLDER/net.npz --out runs/meeting

    qipai train gan_deng_yan --players 2 --minutes 10 --out runs/first
    """
    run_rules("native")
    found = find_game(game)
    from qipai.engine.minis import mini_of
    from qipai.training.checkpoints import NET_FILE, RunFolder
    from qipai.training.report import write_report
    from qipai.training.running import Training
    from qipai.training.settings import (
        EXPLORE,
        RATE,
        Recipe,
        blind_to,
        method_named,
        net_named,
        read_names,
        read_pack,
        read_pair,
        read_sizes,
        rival_named,
        width_for,
    )

    pack = read_pack(mini, size)
    usual = [f"{name}={value}" for name, value in mini_of(found, pack).ruleset.items()] if pack else []
    ruleset = read_rules(found, variant, [*usual, *(rules or [])])
    sizes = read_sizes(found, players, pack)
    rival = rival_named(found, against, sizes)
    begun = None if begin is None else net_named(found, begin, sizes)
    chosen = method_named(method)
    recipe = Recipe(
        game=found.name,
        rules=found.changed_options(ruleset),
        players=sizes,
        pack=pack,
        seed=seed,
        threads=threads,
        aim=aim,
        trace=chosen.trace,
        temperature=chosen.temperature,
        decisions=decisions,
        width=width_for(width, begun),
        learner=learner,
        batch=batch,
        explore=read_pair(explore, EXPLORE),
        rate=read_pair(rate, RATE),
        blind=blind_to(found, read_names(blind), begun),
        rivals=rivals,
        against=rival.digest if rival else "",
        begun=begun.digest if begun else "",
    )
    recipe.check()
    with _workers(cluster, recipe, rival) as workers, _stopping() as stop:
        training = Training(found, recipe, RunFolder(out, recipe), minutes * 60, rival, workers, begun)
        _follow(training, stop, as_json)
    if training.progress:
        write_report(training, out)
    typer.echo(f"The net is {out / NET_FILE}.", err=True)
    if training.part < 1.0:
        typer.echo("Stopped; the same command goes on.", err=True)
        raise typer.Exit(130)


def _workers(address: str | None, recipe: "Recipe", rival: "NetFile | None") -> AbstractContextManager["Cluster | None"]:
    """Return the context in which workers of a cluster play for a training; without an address there are none."""
    if address is None:
        return nullcontext()
    from qipai.training.cluster import cluster_at

    return cluster_at(None if address == "local" else address, recipe, rival)


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C sets; a second Ctrl-C interrupts as usual."""
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def asked(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _follow(training: "Training", stop: threading.Event, as_json: bool) -> None:
    """Run a training and show how it goes."""
    from rich.live import Live

    from qipai.arena.progress import printing
    from qipai.training.watching import picture_of

    if as_json:
        for line in training.run(stop):
            if line:
                typer.echo(json.dumps(line))
        return
    console = printing(stderr=True)
    if not console.is_terminal:  # one picture, at the end
        for _ in training.run(stop):
            pass
        console.print(picture_of(training))
        return
    with Live(picture_of(training), console=console, auto_refresh=False, vertical_overflow="visible") as live:
        for _ in training.run(stop):
            live.update(picture_of(training), refresh=True)
        live.update(picture_of(training), refresh=True)
