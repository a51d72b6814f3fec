"""Processes of our own: the same Python with the same modules, and none from the folder in which a person happens to be."""

import os
import sys
from pathlib import Path

PACKAGE = str(Path(__file__).resolve().parents[2])  # the folder that the package lies in


def command(module: str, *words: str) -> list[str]:
    """Return the command that runs a module of the package as a program."""
    return [sys.executable, "-P", "-m", module, *words]


def environment(mode: str = "") -> dict[str, str]:
    """Return the environment of a process whose rules run in a mode, `native` or `plain`; "": in the same as here.

    It finds what this process finds, in the same order.  `PYTHONSAFEPATH` and `-P` keep out the folder in which it is started, whose
    `platform.py` would stand in for the library's.
    """
    found = [path for path in sys.path if path]
    path = found if PACKAGE in found else [*found, PACKAGE]
    rules = {"QIPAI_RULES": mode} if mode else {}
    return {**os.environ, **rules, "PYTHONPATH": os.pathsep.join(path), "PYTHONSAFEPATH": "1"}
