"""No number of compiled code leaves 64 bits, and one that did would be found."""

import ast
import subprocess
import sys

import pytest

from tests.test_architecture import ROOT

from .overflow import NAME, Checks, in_64_bits

LARGE = 1 << 62


@pytest.mark.parametrize(
    ("body", "leaves"),
    [
        ("return n * 3", True),
        ("return n * 3 % 255", True),
        ("return n + n", True),
        ("return -2 * n - 1", True),
        ("return 1 << 64 - (n & 1)", True),
        ("return -(n * -2)", True),
        ("n += n\n    return n", True),
        ("held = [0]\n    held[0] -= n\n    held[0] -= n\n    held[0] -= n\n    return held[0]", True),
        ("return n + (n - 1)", False),
        ("return -n - n", False),
        ("return n >> 63", False),
        ("return n / 1e-300", False),
    ],
)
def test_a_number_that_leaves_64_bits_is_found(body, leaves):
    for decorator, found in (("@compiled", leaves), ("@compiled('room')", leaves), ("@inlined", leaves), ("@cache", False)):
        tree = Checks().visit(ast.parse(f"{decorator}\ndef function(n):\n    {body}"))
        space = {NAME: in_64_bits, "compiled": with_or_without, "inlined": with_or_without, "cache": with_or_without}
        exec(compile(ast.fix_missing_locations(tree), "here", "exec"), space)
        if found:
            with pytest.raises(OverflowError):
                space["function"](LARGE)
        else:
            space["function"](LARGE)


def with_or_without(given):
    return given if callable(given) else lambda function: function


@pytest.mark.slow
def test_no_number_of_compiled_code_leaves_64_bits():
    words = [sys.executable, "-m", "tests.conformance.overflow", "0.05"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert (done.returncode, done.stdout) == (0, "0 numbers left 64 bits\n"), done.stderr
