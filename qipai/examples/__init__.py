"""Run examples: situations with expected answers, written in YAML, put to the rules of a game (`qipai examples FILE`).

    a vector in a file -> files.check -> the room's function for its kind -> a Deal that is set up and asked -> compare with `expect`

`files.py` reads files and compares answers; `asking.py` registers kinds of situations; `deals.py` sets up deals; `facts.py` finds fields
that no answer depends on; `shapes.py` says what a fact may be.  Each room has a module or a folder with its kinds; `positions.py` has the kind that every game answers.
"""

from .files import ROOMS, Failure, check, kinds_of, run_examples

__all__ = ["ROOMS", "Failure", "check", "kinds_of", "run_examples"]
