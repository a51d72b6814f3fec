"""The command line: one file per command.  Modules that are slow to import are imported inside the command that needs them."""

import io
import os
import sys
from contextlib import suppress


class Forgiving(io.TextIOWrapper):
    """An error output that may be full or gone: what cannot be said there ends no program."""

    def write(self, text: str) -> int:
        """Write a text if that is possible."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Hand over what was written if that is possible."""
        with suppress(OSError):
            super().flush()


NARROWEST = 20  # letters of a line


def main() -> None:
    """Run the program `qipai`; without a command it opens a table in the browser."""
    make_streams()
    from .app import app

    try:
        app()
    except OSError as error:
        print(f"qipai: {error.strerror}", file=sys.stderr)
        sys.exit(2)


def make_streams() -> None:
    """Make the three standard streams usable: there, able to take any letter, and wide enough for one."""
    if os.environ.get("COLUMNS", "").isdecimal() and int(os.environ["COLUMNS"]) < NARROWEST:
        del os.environ["COLUMNS"]  # 0 says that nobody knows; tables of that width would be empty
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started this; the next file that is opened must not get its number
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    # Pipes and old terminals may not be able to print Chinese, and what is typed may be no UTF-8: replace such letters instead of stopping.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if isinstance(sys.stderr, io.TextIOWrapper):
        errors = sys.stderr
        sys.stderr = Forgiving(errors.detach(), errors.encoding, "replace", line_buffering=True)


def run_rules(mode: str) -> None:
    """Set the mode of the rules, "plain" or "native", unless the user has set `QIPAI_RULES`.  Call it before importing the engine."""
    os.environ.setdefault("QIPAI_RULES", mode)
