"""Flags of the table, made from the declared settings."""

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from qipai.server.configuring import FILE, FILE_FLAG, configure
from qipai.server.declaring import YES, Declared
from qipai.server.settings import Settings, declared

ConfigFile = Annotated[
    Path | None, typer.Option(FILE_FLAG, help=f"TOML file with these settings (variable {FILE}).", metavar="FILE")
]


def parameter(one: Declared) -> inspect.Parameter:
    """Return the parameter of a command that takes a setting as a flag.  None: not given."""
    usual = f" [default: {one.usually}]" if one.usually else ""
    if one.kind is YES:
        option = typer.Option(
            f"{one.flag}/--no-{one.flag[2:]}", help=one.says + usual, rich_help_panel=one.group, show_default=False
        )
    else:
        option = typer.Option(one.flag, help=one.says + usual, rich_help_panel=one.group, metavar=one.kind.metavar)
    kind = bool | None if one.kind is YES else list[str] | None if one.kind.many else str | None
    return inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, option])


def takes_settings(command: Callable[..., Any], names: tuple[str, ...] | None = None) -> Callable[..., Any]:
    """Give a command, which takes `**flags`, a flag for each setting, or for those of some names."""
    own = [one for one in inspect.signature(command).parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    flags = [parameter(one) for one in declared() if names is None or one.name in names]
    command.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]
    return command


def settings_from(flags: Mapping[str, Any], config: Path | None) -> Settings:
    """Return the settings of flags, the environment and a file.  Raises `QipaiError`."""
    return configure({name: value for name, value in flags.items() if value not in (None, [])}, os.environ, config)
