"""`qipai data`: decisions as training examples in Parquet files, from deals between bots or from records."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import run_rules
from .app import GameName, Jobs, Players, RuleChanges, VariantName, app, find_game, players_of, read_rules, speaks

if TYPE_CHECKING:
    from qipai.environments.data import Examples

data = typer.Typer(
    help="Training examples: what each deciding seat knew, could do, did and got (extra data).", no_args_is_help=True
)
app.add_typer(data, name="data")

Out = Annotated[
    Path, typer.Option("--out", "-o", help="Folder for the files; one that was begun is gone on with.", file_okay=False)
]
Folder = Annotated[Path, typer.Argument(help="A folder of examples.", metavar="FOLDER", file_okay=False)]
Shard = Annotated[int, typer.Option(min=1, help="Deals in a file.")]
Compact = Annotated[bool, typer.Option("--compact", help="Compact observations, without the history of the deal.")]
Candidates = Annotated[
    int | None, typer.Option(min=1, help="Cut legal lists to so many actions, and write the features of each.")
]
Forced = Annotated[bool, typer.Option("--forced", help="Write decisions with a single legal action too.")]


def say(examples: "Examples") -> None:
    """Print what a folder holds."""
    size = sum(path.stat().st_size for path in examples.files)
    typer.echo(
        f"{examples.folder}: {len(examples):,} decisions of {examples.terms.deals:,} deals of {examples.terms.game}, "
        f"{size / 1e6:.1f} MB, digest {examples.digest}"
    )


@data.command("make")
@speaks
def make_examples(
    game: GameName,
    out: Out,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="Deals to play; may grow later.")] = 1000,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="Bots by seat, joined by commas; one word for all seats.")] = "rule",
    rules: RuleChanges = None,
    variant: VariantName = "default",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 64) - 1, help="The same seed gives the same examples.")] = 1,
    shard: Shard = 1000,
    compact: Compact = False,
    candidates: Candidates = None,
    forced: Forced = False,
    jobs: Jobs = 1,
    cluster: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster: its address, auto, or local for one on this machine.")
    ] = None,
) -> None:
    """Let bots play, and write each decision as an example.

    Stopped in whatever way, the same command goes on where it was; the result is the same.

    qipai data make gan_deng_yan --players 2 --deals 10000 --candidates 64 --out runs/examples
    """
    run_rules("native")
    found = find_game(game)
    ruleset = read_rules(found, variant, rules)
    from qipai.environments.data import make

    def progress(written: int) -> None:
        typer.echo(f"\r{written:,} of {deals:,} deals", err=True, nl=written == deals)

    names = [word.strip() for word in bots.split(",")]
    size = players_of(found, players if players or len(names) == 1 else len(names))
    made = make(
        found, out, deals, size, names * size if len(names) == 1 else names, "default", seed, shard, compact, None, candidates,
        forced, jobs, cluster, progress, **found.changed_options(ruleset),
    )  # fmt: skip
    say(made)


@data.command("take-in")
@speaks
def take_in_records(
    files: Annotated[
        list[Path], typer.Argument(help="Records (.qp) of one game under the same rules.", metavar="FILES", exists=True)
    ],
    out: Out,
    shard: Shard = 1000,
    compact: Compact = False,
    candidates: Candidates = None,
    forced: Forced = False,
) -> None:
    """Write each decision of recorded deals as an example; the rules confirm every fact first."""
    run_rules("native")
    from qipai.environments.data import take_in

    say(take_in(files, out, shard, compact, None, candidates, forced))


@data.command("give-out")
@speaks
def give_out_records(folder: Folder, out: Out) -> None:
    """Write the deals of a folder of examples as records (.qp), hidden cards included."""
    run_rules("native")
    from qipai.environments.data import give_out

    made = give_out(folder, out)
    typer.echo(f"{out}: {len(made):,} records")


@data.command("about")
@speaks
def about_examples(folder: Folder) -> None:
    """Say what a folder of examples holds, and check every file against its digest."""
    run_rules("plain")
    from qipai.environments.data import Examples

    examples = Examples(folder)
    examples.check()
    say(examples)


@data.command("published")
@speaks
def publish_examples(
    out: Annotated[Path, typer.Argument(help="Folder for the games' folders.", metavar="FOLDER", file_okay=False)],
    games: Annotated[list[str] | None, typer.Argument(help="Games; all unless named.", metavar="[GAME]…")] = None,
    jobs: Jobs = 1,
) -> None:
    """Make the published examples, whose digests stand in docs/data.md."""
    run_rules("native")
    from qipai.environments.data.published import publish
    from qipai.games import GAMES

    publish(out, [find_game(name).name for name in games or GAMES], jobs, lambda name, made: say(made))
