"""The command line: one file a command.  Heavy parts are imported by the command that needs them."""

import os
import sys


def main() -> None:
    """`qipai`: with no command, open a table in the browser."""
    from .app import app

    # Pipes and old terminals may not know Chinese: never let a character stop the program.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()


def run_rules(mode: str) -> None:
    """How this command runs rules, unless the user's `QIPAI_RULES` says otherwise.  Before any import of the engine."""
    os.environ.setdefault("QIPAI_RULES", mode)
