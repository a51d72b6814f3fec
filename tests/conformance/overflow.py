"""Whether a sum in compiled code can leave 64 bits, where the interpreter and the processor would part.

    python -m tests.conformance.overflow [SHARE]    play as `traces` does, by default all of it, and say where a number did

Python's numbers are unlimited.  In compiled code they have 64 bits, and the compiler may assume that no sum, difference or product
leaves them: Numba marks signed arithmetic so (`nsw`).  A function that breaks this gives whatever comes of it, other things at other
levels of optimisation.  Here the same functions are read with a check at every step of their arithmetic, and interpreted.
"""

import ast
import builtins
import os
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any

LEAST, MOST, BITS = -(1 << 63), (1 << 63) - 1, 64
NAME = "__in_64_bits__"
COMPILED = {"compiled", "inlined"}
CHECKED = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.RShift)


def in_64_bits(number: Any, by: Any = 0) -> Any:
    """Return a number as it is.  Raises `OverflowError` for one of more than 64 bits, or that was shifted `by` 64 or more places."""
    if isinstance(number, int) and not LEAST <= number <= MOST:
        raise OverflowError(f"{number:#x} has more than 64 bits.")
    if isinstance(by, int) and not 0 <= by < BITS:
        raise OverflowError(f"Numbers of 64 bits cannot be shifted by {by}.")
    return number


class Checks(ast.NodeTransformer):
    """Puts a call of `in_64_bits` around what compiled functions work out."""

    def __init__(self) -> None:
        self.inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before, self.inside = self.inside, self.inside or any(_name(one) in COMPILED for one in node.decorator_list)
        if self.inside:
            node.body = [self.visit(statement) for statement in node.body]
        else:
            self.generic_visit(node)
        self.inside = before
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._checked(node) if self.inside and isinstance(node.op, CHECKED) else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self._call(node) if self.inside and isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not self.inside or not isinstance(node.op, CHECKED):
            return node
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        value = self._checked(ast.BinOp(read, node.op, node.value))
        return ast.copy_location(ast.Assign([node.target], value), node)

    def _checked(self, node: ast.BinOp) -> ast.AST:
        shifts = isinstance(node.op, (ast.LShift, ast.RShift))
        return self._call(node, *([node.right] if shifts else []))

    def _call(self, node: ast.expr, *rest: ast.expr) -> ast.expr:
        return ast.copy_location(ast.Call(ast.Name(NAME, ast.Load()), [node, *rest], []), node)


def _name(decorator: ast.expr) -> str:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return made.id if isinstance(made, ast.Name) else ""


class Reader(SourceFileLoader):
    """Reads a module's source with the checks in it."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        tree = Checks().visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not fullname.startswith("qipai."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Reader(spec.loader.name, spec.loader.path)
        return spec


def overflows(share: float) -> Iterator[str]:
    """Play a share of the sections of `traces`, and a deal of every game among bots; say what left 64 bits."""
    from concurrent.futures import ProcessPoolExecutor

    from qipai.games import GAMES

    from .traces import all_sections

    work = all_sections()
    chosen = work[:: max(1, round(1 / share))]
    with ProcessPoolExecutor(2) as pool:
        for said in pool.map(_play, chosen, chunksize=4):
            yield from said
        for said in pool.map(_simulate, GAMES):
            yield from said


def _play(section: tuple[str, str, int]) -> list[str]:
    from .traces import trace_section

    name, words, number = section
    return _said(f"{name} {number} {words}", trace_section, name, number)


def _simulate(name: str) -> list[str]:
    from qipai.arena.simulation import simulate
    from qipai.games import GAMES

    game = GAMES[name]
    bots = ["rule", "pimc:4", "ismcts:4", "noisy", "rule", "rule"][: game.seats[-1]]
    return _said(f"{name} with {', '.join(bots)}", simulate, game, game.ruleset(), bots, 1)


def _said(where: str, function: Any, *given: Any) -> list[str]:
    try:
        function(*given)
    except OverflowError as error:
        at: Any = error.__traceback__
        while at.tb_next and at.tb_next.tb_frame.f_code is not in_64_bits.__code__:
            at = at.tb_next
        return [f"{where}: {at.tb_frame.f_code.co_filename}:{at.tb_lineno}: {error}"]
    return []


def main(share: str = "1") -> int:
    os.environ["QIPAI_RULES"] = "plain"
    setattr(builtins, NAME, in_64_bits)
    sys.meta_path.insert(0, Finder())
    found = list(overflows(float(share)))
    print(*found, f"{len(found)} numbers left 64 bits", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
