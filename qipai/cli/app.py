"""The Typer application and what its commands share: names of games, house rules as `name=value`, errors as sentences.

The module imports the files of all commands at its end; each registers itself with `@app.command()`.
"""

import errno
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipai.version import __version__

from . import run_rules
from .serving import ConfigFile, settings_from, takes_settings

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

USUAL_GAME = "gan_deng_yan"

GameName = Annotated[str, typer.Argument(help=f"The game, for example {USUAL_GAME}.", metavar="GAME")]
RuleChanges = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        "-r",
        help="House rules as NAME=VALUE, several joined by commas or given again. `qipai rules GAME` lists them.",
        metavar="NAME=VALUE",
    ),
]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="Number of players. Without it: four, or the nearest number that the game allows."),
]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, max=4096, help="Number of processes that play at the same time on this machine."),
]
BotLimit = Annotated[
    int | None,
    typer.Option(min=1, help="Milliseconds that a bot of yours (FILE.py:NAME) may take for a decision.", metavar="MS"),
]
VariantName = Annotated[str, typer.Option("--variant", "-v", help="A named form of the game to start from.")]


def find_game(name: str) -> "Game":
    """Return the game with a name.  Raises `QipaiError` for an unknown name."""
    from qipai.games import find_game as find

    return find(name)


def players_of(game: "Game", wanted: int | None) -> int:
    """Return the wanted number of players; without one, four, or the number nearest to it that the game allows.

    Raises `QipaiError` for a number that the game does not allow.
    """
    if wanted is None:
        return game.usual_players
    game.setup(game.rules(), wanted)
    return wanted


def read_rules(game: "Game", variant: str, changes: list[str] | None) -> Any:
    """Return the rule set of a variant with changes, each `name=value` or several joined by commas.  Raises `QipaiError`."""
    from qipai.engine.errors import QipaiError

    pairs = {}
    for word in ",".join(changes or []).split(","):
        if not word.strip():
            continue
        name, equals, value = word.partition("=")
        if not equals:
            names = ", ".join(option.name for option in game.options) or "no house rules"
            raise QipaiError(f"{word!r} is no house rule; write NAME=VALUE.  {game.name} has {names}.")
        pairs[name.strip()] = value.strip()
    return game.ruleset(variant, **pairs)


def speaks(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a command: errors print a sentence to stderr and exit with 2; Ctrl-C and the end of input exit with 130."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        from qipai.engine.errors import QipaiError, visibly

        try:
            return command(*args, **kwargs)
        except QipaiError as error:
            typer.echo(visibly(f"qipai: {error}"), err=True)
            raise typer.Exit(2) from None
        except ModuleNotFoundError as error:
            if error.name not in ("_sqlite3", "sqlite3", "_ssl", "ssl"):
                raise
            typer.echo(
                f"qipai: This Python was built without {error.name.strip('_')}; take that of your system or of python.org.",
                err=True,
            )
            raise typer.Exit(2) from None
        except MemoryError as error:
            typer.echo(f"qipai: That takes more memory than there is.  {error}".rstrip(), err=True)
            raise typer.Exit(2) from None
        except BrokenPipeError:  # whoever read has seen enough
            raise
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            remedy = (
                ".  Make room or name another folder.  The same command goes on, a tournament with --resume." if full else ""
            )
            typer.echo(f"qipai: {error.filename or ''}: {error.strerror}{remedy}".replace(": :", ":"), err=True)
            raise typer.Exit(2) from None
        except (KeyboardInterrupt, EOFError):
            typer.echo("", err=True)
            raise typer.Exit(130) from None

    return run


def read_file(path: str) -> str:
    """Return the contents of a text file; `-` reads standard input.  Raises `QipaiError` unless it is UTF-8."""
    from qipai.engine.errors import QipaiError
    from qipai.engine.files import text_of

    try:
        return text_of(sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes())
    except UnicodeDecodeError:
        raise QipaiError(f"{'The input' if path == '-' else path} is not a text in UTF-8.") from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"qipai {__version__}")
        raise typer.Exit


def serve(
    context: typer.Context,
    config: ConfigFile = None,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
    **flags: Any,
) -> None:
    """Open a table in the browser."""
    if context.invoked_subcommand is None:
        compiles = os.environ.get("QIPAI_RULES") != "plain"  # who says so wants no rules compiled for bots either
        run_rules("plain")
        speaks(_serve)(config, flags, compiles)
    elif config or any(value not in (None, []) for value in flags.values()):
        typer.echo(
            f"qipai: The flags before {context.invoked_subcommand} are those of the table; write its own after it.", err=True
        )
        raise typer.Exit(2)


def _serve(config: Path | None, flags: dict[str, Any], compiles: bool) -> None:
    from qipai.entry import hosted
    from qipai.server.app import serve as run_server

    settings = replace(settings_from(flags, config), compile_rules=compiles)
    if settings.bots:
        settings = replace(settings, hosted=hosted.asked_places(settings.bots), hosting_program=hosted.__name__)
    run_server(settings)


app.callback(invoke_without_command=True)(takes_settings(serve))

from . import (  # noqa: E402, F401  (they register themselves)
    bench,
    conform,
    data,
    desk,
    examples,
    exercises,
    operating,
    play,
    replay,
    review,
    rules,
    show,
    simulate,
    tournament,
    train,
    warm,
)
