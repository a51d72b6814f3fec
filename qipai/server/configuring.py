"""Read the settings from flags, the environment and a TOML file, in this order of precedence."""

import difflib
import ipaddress
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.files import text_of

from .limits import Limits
from .settings import LIMIT, Settings, declared

FILE, FILE_FLAG = "QIPAI_CONFIG", "--config"


def configure(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """Return the settings for what was given.  Raises `QipaiError` for what cannot be read or contradicts itself.

    `flags`: by the name of the setting; None for a flag that was not given.  `file`: as given by a flag, else that of
    the variable `QIPAI_CONFIG`, else none.
    """
    path = file or (Path(environment[FILE]) if environment.get(FILE) else None)
    written = read_file(path) if path else {}
    values, sources = {}, {}
    for one in declared():
        for source, given in (
            (one.flag, flags.get(one.name)),
            (one.variable, environment.get(one.variable) or None),
            (f"{one.name} in {path}", written.get(one.name)),
        ):
            if given is not None:
                values[one.name], sources[one.name] = one.read(given, source), source
                break
    limits = {name.removeprefix(LIMIT): value for name, value in values.items() if name.startswith(LIMIT)}
    others = {name: value for name, value in values.items() if not name.startswith(LIMIT)}
    settings = Settings(**others, limits=Limits(**limits))
    check(settings, sources)
    return settings


def read_file(path: Path) -> dict[str, Any]:
    """Return the keys and values of a TOML file.  Raises `QipaiError` if it is none, or has a key that is no setting."""
    try:
        written = tomllib.loads(text_of(path.read_bytes()))
    except OSError as error:
        raise QipaiError(f"{path} cannot be read as settings ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise QipaiError(f"{path} is not a text file in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise QipaiError(f"{path} is no TOML: {error}.") from None
    names = [one.name for one in declared()]
    for name in written:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            meant = f"is {near[0]} meant?" if near else f"there are {', '.join(names)}."
            raise QipaiError(f"{path} sets {name}, which is no setting; {meant}")
    return written


def check(settings: Settings, sources: Mapping[str, str]) -> None:
    """Raise `QipaiError` if two settings contradict each other, or one of them cannot be.  `sources`: by whom each was set."""
    given = settings.database
    if given is not None and settings.data is not None:
        raise QipaiError(f"Games are stored in one place: leave out {sources['data']} or {sources['database']}.")
    if settings.durable and given is not None and not given.startswith("sqlite"):
        raise QipaiError(
            f"{sources['durable']} is for SQLite; another database has a setting of its own (PostgreSQL: synchronous_commit)."
        )
    if not settings.workers:
        raise QipaiError(f"{sources['workers']} is 0, with which nobody would serve; accepted is 1 or more.")
    if settings.card_key and settings.data and settings.card_key.resolve().is_relative_to(settings.data.resolve()):
        raise QipaiError(
            f"{sources['card_key']} lies in the folder of the tables, where whoever takes them finds it; keep it elsewhere."
        )
    longest = max(settings.keep_tables, settings.keep_guests, settings.keep_records, settings.keep_reports)
    if settings.keep_desk and settings.keep_desk < longest:
        raise QipaiError(
            f"{sources['keep_desk']} is shorter than another thing is kept; what the operator did is kept longest."
        )
    shared = given is not None and given.startswith("postgres")
    if settings.workers > 1 and not shared:
        raise QipaiError(
            f"{sources['workers']} needs a PostgreSQL (--database): a SQLite file, as it is in a folder, is for one process alone."
        )
    if settings.bell is not None and not shared:
        raise QipaiError(
            f"{sources['bell']} is for several processes on one PostgreSQL (--database); one on SQLite has nobody to hear."
        )
    if settings.proxies and not settings.origin:
        raise QipaiError(f"{sources['proxies']} names proxies, so --origin must say what the pages are called behind them.")
    for proxy in settings.proxies:
        check_network(proxy, sources["proxies"])
    limits = settings.limits
    if limits.sockets_of_guest > limits.sockets_of_address:
        raise QipaiError(
            f"A guest cannot have more sockets ({limits.sockets_of_guest}) than an address ({limits.sockets_of_address})."
        )


def check_network(text: str, source: str) -> None:
    """Raise `QipaiError` unless a text is an IP address or network."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise QipaiError(f"{source} has {text!r}; accepted is an IP address or network, as 10.0.0.0/8.") from None
