"""`qipai backup`, `restore`, `purge`, `results`, `reports` and `doctor`: for those who run a server."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import run_rules
from .app import app, speaks
from .serving import ConfigFile, settings_from, takes_settings

if TYPE_CHECKING:
    from qipai.server.settings import Settings

PLACE = ("data", "database")
KEEPING = ("keep_tables", "keep_guests", "keep_records", "keep_reports", "keep_desk")


def place_of(settings: "Settings") -> "Path | str":
    """Return where the tables are: a folder, or the URL of a database."""
    from qipai.server.app import place_of as place

    return place(settings)


def file_of(settings: "Settings") -> Path:
    """Return the SQLite file of the tables.  Raises `QipaiError` if they are in another database."""
    from qipai.engine.errors import QipaiError
    from qipai.server.storage.database import url_of

    url = url_of(place_of(settings))
    if url.get_backend_name() == "sqlite":
        return Path(str(url.database))
    raise QipaiError("These tables are in a database with tools of its own for this (PostgreSQL: pg_dump, pg_restore).")


@speaks
def backup(
    target: Annotated[Path, typer.Argument(help="New file for the copy.")], config: ConfigFile = None, **flags: Any
) -> None:
    """Copy the tables into a file, also while they are played at."""
    _backup(target, settings_from(flags, config))


def _backup(target: Path, settings: "Settings") -> None:
    from qipai.server.storage.copying import back_up

    source = file_of(settings)
    back_up(source, target)
    typer.echo(f"qipai: {source} is copied to {target} ({target.stat().st_size} bytes).{about_keys(target)}")


@speaks
def restore(
    copy: Annotated[Path, typer.Argument(help="A file that backup wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Move tables that are there already aside.")] = False,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Put a copy in the place of the tables; the server must be stopped."""
    _restore(copy, replace, settings_from(flags, config))


def _restore(copy: Path, replace: bool, settings: "Settings") -> None:
    from qipai.server.storage import copying

    target = file_of(settings)
    aside = copying.restore(copy, target, replace=replace)
    moved = f"  What was there is {aside}." if aside else ""
    typer.echo(f"qipai: {copy} is restored to {target}.{moved}{about_keys(target)}")


def about_keys(copy: Path) -> str:
    """Return what is to be said of the keys that a copy does not contain."""
    from qipai.server.storage.copying import keys_needed

    needed = keys_needed(copy)
    return f"  Deals that are being played in it need the key {' or '.join(needed)}, which is not in it." if needed else ""


def key(
    file: Annotated[Path | None, typer.Argument(help="File of keys; it is made, or gets one more.")] = None,
    lost: Annotated[
        str | None, typer.Option("--lost", help="Name of a key that is lost: close the tables that need it.")
    ] = None,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Make a key for `--card-key`, or put a new one before those of a file; the old ones still open what they sealed."""
    from qipai.engine.errors import QipaiError

    if (file is None) == (lost is None):
        raise QipaiError("Name the file of keys, or with --lost a key that is lost.")
    if file is not None:
        from qipai.server.storage.sealing import add_key

        made = add_key(file)
        typer.echo(f"qipai: deals are sealed under the new key {made} when servers start with --card-key {file}.")
    else:
        from qipai.server.storage.database import give_up

        closed = give_up(place_of(settings_from(flags, config)), str(lost))
        typer.echo(f"qipai: {closed} tables are closed, whose deals cannot be played on.")


@speaks
def purge(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be deleted, and delete nothing.")] = False,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Delete closed tables, absent guests, old records and reports that are kept no longer, also while others play."""
    _purge(dry_run, settings_from(flags, config))


def _purge(dry_run: bool, settings: "Settings") -> None:
    run_rules("plain")
    from qipai.engine.errors import QipaiError
    from qipai.server.storage.purging import purge_all

    if not any(vars(settings.keeping).values()):
        *others, last = (f"--{name.replace('_', '-')}" for name in KEEPING)
        raise QipaiError(f"Everything is kept for ever; say what is not with {', '.join(others)} or {last}.")
    purged = purge_all(place_of(settings), settings.keeping, time.time_ns() // 1_000_000, dry_run=dry_run)
    word = "would be" if dry_run else "are"
    counts = (
        f"{purged.tables} tables, {purged.guests} guests, {purged.records} records, {purged.reports} reports and "
        f"{purged.deeds} deeds of the desk"
    )
    typer.echo(f"qipai: {counts} {word} deleted.")


@speaks
def results(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Put right what differs.")] = False,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Compare the lists of people's deals with the logs, also while others play; exit with 1 if they differ."""
    _results(rebuild, settings_from(flags, config))


def _results(rebuild: bool, settings: "Settings") -> None:
    run_rules("plain")
    from qipai.server.storage.results import rebuild as tell_all_again

    count, differing = tell_all_again(place_of(settings), dry_run=not rebuild)
    word = "were told again from" if rebuild else "differ from"
    typer.echo(f"qipai: of {count} tables the results of {differing} {word} their logs.")
    if differing and not rebuild:
        raise typer.Exit(1)


@speaks
def reports(
    whole: Annotated[bool, typer.Option("--whole", help="With every public fact of the deal.")] = False,
    config: ConfigFile = None,
    **flags: Any,
) -> None:
    """Show what people have reported of others, the latest first, also while others play."""
    _reports(whole, settings_from(flags, config))


def _reports(whole: bool, settings: "Settings") -> None:
    run_rules("plain")
    from qipai.server.reporting import written
    from qipai.server.storage.reports import read_all

    found = read_all(place_of(settings))
    for report in found:
        typer.echo(written(report, whole=whole))
    typer.echo(f"qipai: {len(found)} reports.")


@speaks
def doctor(config: ConfigFile = None, **flags: Any) -> None:
    """Examine the tables and the machine; exit with 1 if something is wrong.  Changes nothing."""
    _doctor(settings_from(flags, config))


def _doctor(settings: "Settings") -> None:
    run_rules("plain")
    from qipai.server.examining import look

    well = True
    for finding in look(settings, place_of(settings)):
        typer.echo(f"{'ok ' if finding.well else 'BAD'}  {finding.says}")
        well &= finding.well
    if not well:
        raise typer.Exit(1)


app.command()(takes_settings(backup, PLACE))
app.command()(takes_settings(restore, PLACE))
app.command()(takes_settings(purge, PLACE + KEEPING))
app.command()(takes_settings(results, PLACE))
app.command()(takes_settings(reports, PLACE))
app.command()(takes_settings(doctor, (*PLACE, "card_key", "port")))
app.command()(takes_settings(speaks(key), PLACE))
