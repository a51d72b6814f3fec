"""The command line: one file per command.  Modules that are slow to import are imported inside the command that needs them."""

import os
import sys


def main() -> None:
    """Run the program `qipai`; without a command it opens a table in the browser."""
    from .app import app

    # Pipes and old terminals may not be able to print Chinese: replace such characters instead of stopping.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()


def run_rules(mode: str) -> None:
    """Set the mode of the rules, "plain" or "native", unless the user has set `QIPAI_RULES`.  Call it before importing the engine."""
    os.environ.setdefault("QIPAI_RULES", mode)
