"""The digest of a compiled function changes with all that the compiler reads, and with nothing else."""

import dis
import itertools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from qipai.arena.playing import play_at_random, play_deal, play_table
from qipai.bots.search.desk import all_of_them, note_candidates
from qipai.engine import defaults, reaching, shuffling
from qipai.engine.reaching import Digested, digest_of, digested, instructions, reached_from, type_text
from qipai.environments.layouts import layouts
from qipai.games import GAMES

SOURCE = '''
import math
import numpy as np
LIMIT, RATE, NAMES = 3, 0.5, (1, (2, 3))
TABLE = np.array([1, 2], np.int64)
KIND = np.dtype([("a", np.int8), ("b", np.int64)])

def inner(x, more=7):
    """Adds."""
    return x + LIMIT + more  # a remark

def unrelated(x):
    return x - 1

def middle(x):
    """Calls."""
    return inner(x) * 2 + RATE + TABLE[0] + NAMES[1][0] + math.floor(x)

def around(step):
    def within(x):
        return x + step
    return within

within = around(4)

def outer(x):
    y = sum([middle(z) for z in range(x)])
    return np.zeros(1, KIND), within(y), "text"
'''
EDITS = [
    ("x + LIMIT + more", "x - LIMIT + more"),
    ("LIMIT, RATE, NAMES = 3", "LIMIT, RATE, NAMES = 4"),
    ("LIMIT, RATE, NAMES = 3", "LIMIT, RATE, NAMES = True"),
    ("0.5", "0.25"),
    ("(2, 3)", "(5, 3)"),
    ("[1, 2], np.int64", "[1, 3], np.int64"),
    ("[1, 2], np.int64", "[1, 2], np.int32"),
    ('("b", np.int64)', '("b", np.int32)'),
    ('("b", np.int64)', '("c", np.int64)'),
    ("more=7", "more=8"),
    ("* 2 +", "* 3 +"),
    ("math.floor", "math.ceil"),
    ("around(4)", "around(5)"),
    ("x + step", "x - step"),
    ("range(x)", "range(x, x)"),
    ("middle(z) for", "inner(z) for"),
    ('"text"', '"texts"'),
    ("import math", "import numpy as math"),
]
HARMLESS = [
    ("# a remark", "# another remark"),
    ("Adds.", "Adds up."),
    ("\ndef inner", "\n\n\n# a chapter\ndef inner"),
    ("return x - 1", "return x - 2"),
]


def digest(source: str) -> str:
    names: dict[str, Any] = {"__name__": "made_up"}
    exec(compile(source, "made_up.py", "exec"), names)
    return digest_of(names["outer"])


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_an_edit_of_what_is_reached_is_noticed(old: str, new: str) -> None:
    assert old in SOURCE
    assert digest(SOURCE.replace(old, new)) != digest(SOURCE)


@pytest.mark.parametrize(("old", "new"), HARMLESS)
def test_a_remark_or_an_edit_elsewhere_is_not(old: str, new: str) -> None:
    assert old in SOURCE
    assert digest(SOURCE.replace(old, new)) == digest(SOURCE)


def test_a_docstring_that_the_code_uses_is_code() -> None:
    source = 'def outer():\n    "a"\n    return "a"\n'
    assert digest(source) != digest(source.replace('"a"', '"b"'))


def test_functions_that_call_each_other_and_a_module_of_rules_are_read() -> None:
    circle = "def outer(x):\n    return other(x)\ndef other(x):\n    return outer(x) + 1\n"
    assert digest(circle) != digest(circle.replace("+ 1", "+ 2"))
    below = "from qipai.engine import shuffling\ndef outer(random):\n    return shuffling.below(random, 3)\n"
    names: dict[str, Any] = {}
    exec(below, names)
    assert python_of(shuffling.below) in reached_from(names["outer"])


def test_what_the_compiler_cannot_read_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"made_up\.outer is compiled and reads WORDS, a value of type dict; it may read numbers"
    ):
        digest("WORDS = {}\ndef outer():\n    return WORDS\n")


def python_of(function: Any) -> FunctionType:
    """A rule as Python has it, in both modes."""
    return getattr(function, "py_func", function)


INTERPRETED = defaults.is_listed.__name__  # the default of `is_legal` where nothing is compiled


def rules_of(room: str) -> dict[str, FunctionType]:
    """All that is compiled for a room, by name."""
    game = next(game for game in GAMES.values() if game.room == room)
    found = {
        verb: python_of(rule) for verb, rule in vars(game.compiled).items() if python_of(rule).__code__.co_name != INTERPRETED
    }
    return found | {
        "choose": python_of(game.chooser),
        "shortlist": python_of(game.shortlist or all_of_them),
        "take_apart": python_of(layouts(game).take_apart),
    }


ROOMS = sorted({game.room for game in GAMES.values()})


@pytest.mark.parametrize("room", ROOMS)
def test_an_edit_of_any_function_changes_the_digest_of_all_that_reach_it(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And of no other.  Reaching is worked out here from what `dis` and Python's own names say."""
    rules = rules_of(room)
    before = {verb: digest_of(rule) for verb, rule in rules.items()}
    reached = {verb: closure(rule) for verb, rule in rules.items()}
    edited = set().union(*reached.values())
    assert len(edited) > 50
    for function in edited:
        part = digested(function)
        monkeypatch.setattr(
            reaching, "digested", lambda f, e=function, p=part: Digested(b"edited", p.named) if f is e else digested(f)
        )
        for verb, rule in rules.items():
            assert (digest_of(rule) != before[verb]) == (function in reached[verb]), (function.__qualname__, verb)


def closure(function: FunctionType) -> set[FunctionType]:
    found, waiting = {function}, [function]
    while waiting:
        member = waiting.pop()
        codes = [member.__code__]
        for code in codes:
            codes += [constant for constant in code.co_consts if hasattr(constant, "co_code")]
        named = {i.argval for code in codes for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        spoken = {name for code in codes for name in code.co_names}
        values = [member.__globals__.get(name) for name in named]
        values += [
            vars(v).get(name) for v in values if type(v).__name__ == "module" and "qipai" in v.__name__ for name in spoken
        ]
        for other in map(python_of, values):
            if isinstance(other, FunctionType) and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_instructions_are_read_as_python_reads_them() -> None:
    functions: list[Callable[..., Any]] = [play_at_random, play_deal, play_table, note_candidates]
    for function in itertools.chain(functions, *(reached_from(rule) for room in ROOMS for rule in rules_of(room).values())):
        code = python_of(function).__code__
        loads = [
            code.co_names[arg >> reaching.GLOBAL_LOADS[op]] for op, arg in instructions(code) if op in reaching.GLOBAL_LOADS
        ]
        assert loads == [i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")]


def test_record_types_are_told_apart_to_the_last_byte() -> None:
    import numpy as np

    fields = [("a", np.int8), ("b", np.int64)]
    kinds = [
        np.dtype(fields),
        np.dtype(fields, align=True),
        np.dtype([("a", np.int8), ("c", np.int64)]),
        np.dtype((np.int8, 3)),
    ]
    assert len({type_text(kind) for kind in kinds}) == 4
