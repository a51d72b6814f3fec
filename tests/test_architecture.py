"""The house keeps its plan: who may import whom, who may name a game, what is too much to read, what a file must not say."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from qipai.engine.events import SHARED
from qipai.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
IGNORED = {line.strip("/").rpartition("/")[2] for line in (ROOT / ".gitignore").read_text().split() if line.endswith("/")}
CODE = {".py", ".ts", ".svelte", ".css", ".mjs", ".js"}
TEXT = CODE | {".md", ".toml", ".txt", ".yaml", ".json", ".html", ".lock", ".qp", ""}


def walk() -> Iterator[Path]:
    """Every file that is the project's own, in an archive without git as well."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - IGNORED - {".git"})
        yield from (Path(folder, name) for name in sorted(set(files) - {".git"}))  # a file in a worktree


FILES = [path for path in walk() if path.suffix in TEXT]
MODULES = [path for path in FILES if path.suffix in {".py", ".ts", ".svelte"}]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    expression = re.compile(pattern)
    return [
        f"{name(path)}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if expression.search(line)
    ]


def test_imports_go_down() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@cache  # three processes import this file, and one needs it
def python() -> dict[Path, ast.Module]:
    """The modules of the package, parsed."""
    paths = [path for path in MODULES if path.is_relative_to(ROOT / "qipai") and path.suffix == ".py"]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


ROOMS = ROOT / "qipai" / "games"

MOST_STATEMENTS = 40  # of a function: what a reader can hold
MOST_FILES = 15  # of a folder in a room: more are two subjects
BY_EVENT = {"qipai/cli/play.py"}  # a game at the terminal from its first word to its last


def statements_of(tree: ast.AST) -> int:
    return sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) - 1


def test_a_function_is_short_enough_to_be_read() -> None:
    long = {
        f"{name(path)}: {node.name}": statements_of(node)
        for path, tree in python().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and statements_of(node) > MOST_STATEMENTS
    }
    assert {where: count for where, count in long.items() if where.partition(":")[0] not in BY_EVENT} == {}


def test_a_module_says_more_than_it_imports() -> None:
    heavy = {}
    for path, tree in python().items():
        imports = sum(
            node.end_lineno - node.lineno + 1
            for node in tree.body
            if isinstance(node, ast.Import | ast.ImportFrom) and node.end_lineno
        )
        if path.name != "__init__.py" and 2 * imports > len(path.read_text(encoding="utf-8").splitlines()):
            heavy[name(path)] = imports
    assert heavy == {}


def test_a_folder_of_a_room_is_one_subject() -> None:
    files = Counter(name(path.parent) for path in python() if path.is_relative_to(ROOMS))
    assert {folder: count for folder, count in files.items() if count > MOST_FILES} == {}


# Outside of `games/` a game is named in lists of names alone.
NAMING = {
    "qipai/cli/app.py": "the game that help texts show, and that `bench` measures unless told otherwise",
    "qipai/examples/": "situations of each room, in a module or a folder of its name",
    "qipai/diagrams/": "drawings for the book of each room, in a module of its name",
    "qipai/arena/speed.py": "games of other libraries, as they call them: what `bench` measures beside ours",
}


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All that a module calls by name or writes as text, docstrings apart: its lines and words."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "module", "asname", "arg", "value"):
            word = getattr(node, field, None)
            if isinstance(word, str) and id(node) not in told:
                yield getattr(node, "lineno", 0), word


def test_nothing_outside_the_rooms_names_a_game() -> None:
    names = {*GAMES, *(game.room for game in GAMES.values())}
    assert "luk_fu" in names
    named = re.compile(rf"(?i)(?<![a-z])({'|'.join(sorted(names, key=len, reverse=True))})(?![a-z])")
    found = [
        f"{name(path)}:{line}: {word[:80]}"
        for path, tree in python().items()
        if not path.is_relative_to(ROOMS) and not name(path).startswith(tuple(NAMING))
        for line, word in names_in(tree)
        if named.search(word)
    ]
    assert found == []


def test_no_import_hides_in_a_text() -> None:
    """Else the check that imports go down could not see it.  What is looked up by name is listed with the reason."""
    by_text = lines_with(r"import_module\(|__import__\(|resolve_name\(", list(python()))
    assert [line.partition(":")[0] for line in by_text if not line.startswith(tuple(BY_NAME))] == []


BY_NAME = {
    "qipai/examples/files.py": "the modules of its own folder, by the names of rooms",
    "qipai/diagrams/__init__.py": "the modules of its own folder, by the names of rooms",
    "qipai/cli/conform.py": "a game of the caller's own, MODULE:NAME",
}


def test_names_say_something() -> None:
    empty = re.compile(r"(^|/)(utils?|helpers?|common|misc|managers?|core)(/|\.\w+$)")
    assert [name(path) for path in FILES if empty.search(name(path))] == []
    assert lines_with(r"^\s*(export )?class \w*(Utils?|Helpers?|Manager|Misc)\b", MODULES) == []


# Each pattern is written so that it does not find itself.
ADDRESSES = {
    "a package registry": r"pythonh[o]sted\.org|//pyp[i]\.org|registry\.np[m]js|deb\.deb[i]an\.org|crat[e]s\.io",
    "one machine": r"/(r[o]ot|h[o]me/\w+|w[o]rk|Us[e]rs/\w+)/",
}


# One word, one meaning: classes that share a name, and why that misleads nobody.  Rooms do not know each other, so each may have its own.
SAME_NAME = {
    "Choice": "of a person, by cards; of a bot, in the messages of its process",
    "Dealing": "the functions of a game; a stored deal",
    "Layout": "of a vector; of stacks, on the board of Giog",
    "Question": "to a seat, on a room's board; to a bot, in the messages of its process",
    "Record": "of named fields; of a deal, in a .qp file: both are what researchers call it",
    "Records": "the types of a game; those of finished deals, on the server",
    "Refused": "by a session; by the server, which catches the other",
    "Result": "of any game; of each room, with its own fields",
    "Round": "of Luk Fu, for the rules and for the board",
    "Row": "of a tournament's results; of stacks, on the board of Giog",
    "Terms": "of a session and of a tournament: what is agreed before the first deal",
}


def test_a_class_has_a_name_of_its_own() -> None:
    homes: dict[str, dict[str, int]] = {}
    for path, tree in python().items():
        inside = path.relative_to(ROOT / "qipai").parts
        if inside[0] != "examples":  # there every room sets up a deal
            home = "/".join(inside[:2]) if inside[0] == "games" else "outside"
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    homes.setdefault(node.name, Counter())[home] += 1
    shared = {name for name, found in homes.items() if max(found.values()) > 1 or ("outside" in found and len(found) > 1)}
    assert shared <= set(SAME_NAME)


@pytest.mark.parametrize("of", ADDRESSES)
def test_no_file_holds_an_address(of: str) -> None:
    assert lines_with(ADDRESSES[of], [path for path in FILES if path.suffix in TEXT]) == []


def test_the_lock_files_hold_no_address() -> None:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert [path for path, package in packages.items() if "resolved" in package] == []
    for lock in LOCKS:
        text = (ROOT / lock).read_text()
        assert "://" not in text
        assert "--index" not in text
        assert "--find-links" not in text


def test_the_client_builds_on_every_platform() -> None:
    """npm forgets the other platforms' compilers when it rewrites a lock file beside its node_modules."""
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert sum("/@rolldown/binding-" in path for path in packages) >= 15


LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-all.lock")  # each holds what those before it hold
UNLOCKED = {"torch"}  # what takes gigabytes, and which no check needs


def asked_for() -> list[set[str]]:
    """What each lock file is made for, as pyproject.toml asks for it."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, groups = asked["project"], asked["dependency-groups"]
    table = {*asked["build-system"]["requires"], *project["dependencies"], *project["optional-dependencies"]["club"]}
    extras = {line for name, lines in project["optional-dependencies"].items() if name not in UNLOCKED for line in lines}
    assert groups["build"] == asked["build-system"]["requires"]  # locked so that run.py builds with locked tools
    return [table, table | set(project["optional-dependencies"]["test"]), table | extras | set(groups["check"])]


def test_the_locks_hold_what_is_asked_for_in_the_same_versions() -> None:
    held: set[str] = set()
    for lock, asked in zip(LOCKS, asked_for(), strict=True):
        locked = set(re.findall(r"^([\w.-]+==[^ ;]+)", (ROOT / lock).read_text(), re.M))
        assert {re.match(r"[\w.-]+", line).group() for line in asked} <= {pin.partition("==")[0] for pin in locked}
        assert held <= locked
        held = locked


def test_every_locked_package_has_its_hashes() -> None:
    for lock in LOCKS:
        pins = re.split(r"^(?=\S)", (ROOT / lock).read_text(), flags=re.MULTILINE)[1:]
        assert [pin.split()[0] for pin in pins if "--hash=sha256:" not in pin] == []


def test_the_whole_check_is_locked_with_every_extra_but_the_huge_ones() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (line,) = re.findall(r"^locked := .*", (ROOT / "justfile").read_text(), re.M)
    assert re.findall(r"--extra (\w+)", line) == [name for name in extras if name not in UNLOCKED]
    held = (ROOT / LOCKS[-1]).read_text()
    assert [name for name in UNLOCKED if f"\n{name}==" in held] == []


def test_every_dependency_is_bounded() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    asked = asked_for()[-1] | {line for name in UNLOCKED for line in extras[name]}
    assert [line for line in asked if not (">=" in line and "<" in line)] == []


BROWSER = ROOT / "frontend" / "src"


def general_parts() -> list[Path]:
    """What the browser shares between all games: everything but the rooms, and what is written by programs."""
    shared = [path for path in MODULES if path.is_relative_to(BROWSER) and not path.is_relative_to(BROWSER / "rooms")]
    return [path for path in shared if path.name != "protocol.ts"]


def test_the_browser_names_no_game_outside_its_rooms() -> None:
    """What a game is at a table is said in `rooms/`; a page chooses the room once."""
    names = "|".join(sorted({game.room.replace("_", "[_ ]?") for game in GAMES.values()}))
    code = [path for path in general_parts() if path.parent.name != "cards"]  # the packs say whose cards they are
    assert lines_with(rf"(?i)\b(?:{names}|gj_\w+)", code) == []
    rooms = {path.name for path in (BROWSER / "rooms").iterdir() if path.is_dir()}
    assert rooms >= {"general", *(game.room for game in GAMES.values())}
    assert rooms <= {"general", *(book.parent.name for book in (ROOT / "qipai" / "games").glob("*/RULES.md"))}


def test_the_browser_knows_a_rooms_own_events_and_phases_in_that_room_alone() -> None:
    events: set[str] = set()
    phases: dict[str, set[str]] = {}
    for game in GAMES.values():
        events.update(re.sub(r"_(own|seen)$", "", event) for event in game.words["events"])
        board = (BROWSER / "rooms" / game.room / "board.ts").read_text(encoding="utf-8")
        phases[game.room] = {
            word for line in re.findall(r"^  (?:phase|mode): (.*);$", board, re.M) for word in re.findall(r"\w+", line)
        }
    own = "|".join(sorted(events - set(SHARED)))
    assert lines_with(rf'(?:event [!=]==|happened\() ?"(?:{own})"', general_parts()) == []
    stages = "|".join(sorted(set().union(*phases.values())))
    assert lines_with(rf'(?:phase|mode) [!=]== "(?:{stages})"', general_parts()) == []
    assert lines_with(r"deal[?!]?\.board|\" in board", general_parts()) == [], "a board is read in its room"


def test_no_folder_of_the_browser_is_a_heap() -> None:
    folders: dict[str, int] = {}
    for path in (path for path in MODULES if path.is_relative_to(BROWSER / "parts")):
        folders[name(path.parent)] = folders.get(name(path.parent), 0) + 1
    assert {folder: count for folder, count in folders.items() if count > 15} == {}


def imports_at_run_time(path: Path) -> Iterator[Path]:
    """The modules of the browser that one imports, but for types."""
    for taken, source in re.findall(r'^\s*import (?!type )([^;]*?) from "(\.[^"]*)"', path.read_text(encoding="utf-8"), re.M):
        parts = [part.strip() for part in taken.strip("{} \n").split(",") if part.strip()]
        if taken.startswith("{") and all(part.startswith("type ") for part in parts):
            continue
        base = Path(os.path.normpath(path.parent / source))
        found = [base, *(Path(f"{base}{end}") for end in (".ts", ".svelte.ts")), base / "index.ts"]
        yield from [one for one in found if one.is_file()][:1]
    for patterns in re.findall(r"import\.meta\.glob\S*\(\[?([^\])]*)", path.read_text(encoding="utf-8")):
        taken, left_out = (
            {one for pattern in re.findall(rf'"{sign}(\./[^"]*)"', patterns) for one in path.parent.glob(pattern)}
            for sign in ("", "!")
        )
        yield from taken - left_out


def test_no_modules_of_the_browser_import_each_other_in_a_circle() -> None:
    graph = {path: set(imports_at_run_time(path)) for path in MODULES if path.is_relative_to(BROWSER)}
    assert sum(map(len, graph.values())) > len(graph), "too few imports were found"
    while leaves := {path for path, imported in graph.items() if not imported & graph.keys()}:
        graph = {path: imported for path, imported in graph.items() if path not in leaves}
    assert sorted(map(name, graph)) == []
