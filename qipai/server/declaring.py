"""Declare a setting once.  Its flag, environment variable, key of a file, help text and documentation are made from that."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from qipai.engine.errors import QipaiError

UNITS = {"s": 1, "min": 60, "h": 3600, "d": 24 * 3600}  # seconds


@dataclass(frozen=True)
class Kind:
    """A kind of value.  `read` raises ValueError for a text that is none; `accepted` completes "accepted is …"."""

    metavar: str
    accepted: str
    read: Callable[[str], Any]
    show: Callable[[Any], str] = str
    many: bool = False  # a list: given several times, or joined by commas


@dataclass(frozen=True)
class Declared:
    """The declaration of a setting: its value without one given, and all that a person is told about it."""

    name: str
    default: Any
    kind: Kind
    says: str
    group: str
    secret: bool = False  # not to be printed

    @property
    def flag(self) -> str:
        """The option of the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"QIPAI_{self.name.upper()}"

    @property
    def usually(self) -> str:
        """The default as it would be written; "" if there is none."""
        if self.default is None or self.default == ():
            return ""
        return ",".join(map(self.kind.show, self.default)) if self.kind.many else self.kind.show(self.default)

    def read(self, given: Any, source: str) -> Any:
        """Return the value of what a source gives: text, or a value of a TOML file.  Raises `QipaiError`."""
        try:
            if self.kind.many:
                several = given if isinstance(given, list | tuple) else [given]
                parts = [part.strip() for one in several for part in str(one).split(",")]
                return tuple(self.kind.read(part) for part in parts if part)
            if isinstance(given, list | dict):
                raise ValueError
            return self.kind.read("yes" if given is True else "no" if given is False else str(given))
        except (ValueError, OverflowError):
            told = "unfit" if self.secret else repr(given)
            raise QipaiError(f"{source} is {told}; accepted is {self.kind.accepted}.") from None


@dataclass(frozen=True)
class Setting:
    """What declares a field of a dataclass as a setting, in `Annotated`."""

    kind: Kind
    says: str
    group: str
    secret: bool = False


def declared_in(settings: type, prefix: str = "") -> Iterator[Declared]:
    """Yield the settings that a dataclass declares, in its order."""
    hints = get_type_hints(settings, include_extras=True)
    for one in fields(settings):
        for told in getattr(hints[one.name], "__metadata__", ()):
            yield Declared(prefix + one.name, one.default, told.kind, told.says, told.group, told.secret)


# -- kinds


def read_number(text: str) -> int:
    """Return a whole number, not negative."""
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise ValueError
    return int(text)


def read_port(text: str) -> int:
    """Return the number of a port."""
    if read_number(text) > 65535:
        raise ValueError
    return int(text)


def read_yes(text: str) -> bool:
    """Return a truth value."""
    return {"yes": True, "true": True, "1": True, "on": True, "no": False, "false": False, "0": False, "off": False}[
        text.lower()
    ]


def read_truth(text: str) -> bool:
    """Return a truth value.  Raises ValueError for another word."""
    try:
        return read_yes(text)
    except KeyError:
        raise ValueError from None


def read_token(text: str) -> str:
    """Return a secret that fits into a header."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,200}", text):
        raise ValueError
    return text


def read_bell(text: str) -> str:
    """Return the URL of a Redis, by which Valkey goes too."""
    scheme, colon, rest = text.partition("://")
    if scheme not in ("redis", "rediss", "unix", "valkey", "valkeys") or not colon or not rest:
        raise ValueError
    return scheme.replace("valkey", "redis") + colon + rest


def read_seconds(text: str) -> float:
    """Return a length of time in seconds.

    >>> read_seconds("90d"), read_seconds("1.5h"), read_seconds("20")
    (7776000.0, 5400.0, 20.0)
    """
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?) ?(s|min|h|d)?", text)
    if not found:
        raise ValueError
    return float(found[1]) * UNITS[found[2] or "s"]


def read_kept(text: str) -> float:
    """Return how long something is kept, in seconds; 0 is for ever.  Raises ValueError without a unit: who means days would lose nearly all.

    >>> read_kept("90d"), read_kept("0")
    (7776000.0, 0.0)
    """
    seconds = read_seconds(text)
    if seconds and text[-1].isdecimal():
        raise ValueError
    return seconds


def show_seconds(seconds: float) -> str:
    """Return a length of time in the largest unit of which it is a whole number.

    >>> show_seconds(259200), show_seconds(20), show_seconds(0)
    ('3d', '20s', '0s')
    """
    unit = max((unit for unit in UNITS if seconds and seconds % UNITS[unit] == 0), key=UNITS.__getitem__, default="s")
    return f"{seconds / UNITS[unit]:g}{unit}"


def read_path(given: Any) -> Path:
    """Return the path that a text names, `~` being one's home; an empty one would be the folder in which one happens to be."""
    if not str(given).strip():
        raise ValueError
    return Path(os.path.expanduser(given))  # a `~` of nobody stays


def one_of(*words: str) -> Kind:
    """Return the kind of a setting that is one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return Kind("|".join(words), " or ".join(words), read)


TEXT = Kind("TEXT", "a text", str)
TOKEN = Kind("TOKEN", "16 to 200 letters, digits, - or _", read_token)
URL = Kind("URL", "the URL of a database", str)
BELL = Kind("URL", "redis://…, rediss://… (with TLS), valkey://… or unix://…", read_bell)
ADDRESS = Kind("ADDRESS", "an address or a name", str)
ORIGIN = Kind("URL", "http:// or https:// and a name", str, many=True)
NETWORKS = Kind("ADDRESS", "an IP address or network", str, many=True)
PLAYERS = Kind("NAME", "FILE.py:NAME or net:FILE", str, many=True)
PORT = Kind("PORT", "a number from 0 to 65535, where 0 takes any free port", read_port)
NUMBER = Kind("N", "a whole number", read_number)
FOLDER = Kind("DIR", "a folder", read_path)
FILE = Kind("FILE", "a file", read_path)
YES = Kind("", "yes or no", read_truth, lambda value: "yes" if value else "no")
KEPT_FOR = Kind("TIME", "a length of time with its unit, as 12h or 90d, or 0", read_kept, show_seconds)
SECONDS = Kind("TIME", "a length of time, as 20s, 15min, 12h or 90d", read_seconds, show_seconds)
