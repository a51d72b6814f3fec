"""The commands and what they share: the names of games, house rules as `name=value`, errors as sentences."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipai import __version__

from . import run_rules

if TYPE_CHECKING:
    from qipai.engine.game import Game

app = typer.Typer(
    name="qipai",
    help="Chinese games of hidden hands: a table in the browser, and an engine for research.\n\n"
    "Without a command, qipai opens a table at http://localhost:8000.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

USUAL_PLAYERS = 4

GameName = Annotated[str, typer.Argument(help="The game, for example gan_deng_yan.", metavar="GAME")]
RuleChanges = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        "-r",
        help="House rules as NAME=VALUE, several joined by commas or given again. `qipai rules GAME` lists them.",
        metavar="NAME=VALUE",
    ),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Players; else four, or as near as the game comes to it.")]
VariantName = Annotated[str, typer.Option("--variant", "-v", help="A named form of the game to start from.")]


def find_game(name: str) -> "Game":
    """A game by its name."""
    from qipai.games import find_game as find

    return find(name)


def players_of(game: "Game", wanted: int | None) -> int:
    """How many players: as many as are wanted, otherwise four if the game has that size, or the nearest."""
    return min(game.seats, key=lambda size: abs(size - USUAL_PLAYERS)) if wanted is None else wanted


def read_rules(game: "Game", variant: str, changes: list[str] | None) -> Any:
    """A rule set from a variant and `name=value` words."""
    from qipai.engine.errors import RulesetError

    pairs = {}
    for word in ",".join(changes or []).split(","):
        if not word.strip():
            continue
        name, equals, value = word.partition("=")
        if not equals:
            names = ", ".join(option.name for option in game.options) or "no house rules"
            raise RulesetError(f"{word!r} is no house rule; write NAME=VALUE.  {game.name} has {names}.")
        pairs[name.strip()] = value.strip()
    return game.ruleset(variant, **pairs)


def speaks(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command whose errors are sentences on stderr (exit 2) and which Ctrl-C or the end of input ends quietly (exit 130)."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        from qipai.engine.errors import QipaiError

        try:
            return command(*args, **kwargs)
        except QipaiError as error:
            typer.echo(f"qipai: {error}", err=True)
            raise typer.Exit(2) from None
        except OSError as error:
            typer.echo(f"qipai: {error.filename or ''}: {error.strerror}".replace(": :", ":"), err=True)
            raise typer.Exit(2) from None
        except (KeyboardInterrupt, EOFError):
            typer.echo("", err=True)
            raise typer.Exit(130) from None

    return run


def read_file(path: str) -> str:
    """A text file's contents; `-` is standard input."""
    from qipai.engine.errors import QipaiError

    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise QipaiError(f"{path} is not a text file in UTF-8.") from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"qipai {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets friends on other machines follow the link.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the table.")] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the table in the browser.")] = True,
    data: Annotated[
        Path | None, typer.Option(help="Folder of the tables' log (default: the user's data folder).", file_okay=False)
    ] = None,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")] = False,
) -> None:
    """Open a table in the browser."""
    if context.invoked_subcommand is not None:
        return
    run_rules("plain")
    speaks(_serve)(host, port, browser, data)


def _serve(host: str, port: int, browser: bool, data: Path | None) -> None:
    from qipai.server.app import serve as run_server

    run_server(host=host, port=port, data=data, open_browser=browser)


from . import bench, examples, play, replay, rules, show, simulate, tournament  # noqa: E402, F401  (they register themselves)
