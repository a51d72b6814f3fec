"""A tournament's folder: its terms, a row for each deal at each table, and resuming after an interruption.

`tournament.json` has the terms, `rows.csv` the rows in the order they were played.  A run that was killed leaves at
most a truncated last line and an incomplete session; both are dropped when it is resumed.
"""

import csv
import hashlib
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from qipai.engine.compiling import source_digest
from qipai.engine.errors import QipaiError
from qipai.engine.files import NOT_JSON, replace_file
from qipai.version import __version__

from .matches import Row
from .tournaments import Terms, Tournament

TERMS, ROWS, PARQUET = "tournament.json", "rows.csv", "rows.parquet"


class Kept(msgspec.Struct):
    """The contents of `tournament.json`."""

    terms: Terms
    qipai: str  # the version that played
    sources: list[str]  # digests of the sources that played; several if they changed between runs


class Folder:
    """A tournament's rows on disk and in `rows`."""

    def __init__(self, path: Path, tournament: Tournament, resume: bool) -> None:
        """Open or create the folder and read its complete sessions.

        Raises `QipaiError` if it holds another tournament, or this one and `resume` is False.
        """
        self.path, self.tournament = path, tournament
        self.kept = Kept(tournament.terms, __version__, [source_digest()])
        self.rows: list[Row] = []
        path.mkdir(parents=True, exist_ok=True)
        if (path / TERMS).exists():
            self._take_up(resume)
        self.sort()
        replace_file(path / TERMS, msgspec.json.format(msgspec.json.encode(self.kept)) + b"\n")

    def _take_up(self, resume: bool) -> None:
        if not resume:
            raise QipaiError(f"{self.path} holds a tournament already; --resume goes on with it.")
        kept = read_kept(self.path)
        ours, theirs = (msgspec.structs.asdict(terms) for terms in (self.kept.terms, kept.terms))
        for name, value in theirs.items():
            if name != "deals" and value != ours[name]:
                raise QipaiError(f"{self.path} holds another tournament: its {name} is {value!r} and not {ours[name]!r}.")
        if theirs["deals"] > ours["deals"]:
            raise QipaiError(f"{self.path} holds a tournament of {theirs['deals']} deals; it cannot become shorter.")
        self.kept.sources = [*dict.fromkeys(kept.sources + self.kept.sources)]
        self.rows = whole_sessions(self.tournament, read_rows(self.path / ROWS))

    @property
    def played(self) -> dict[int, set[int]]:
        """The numbers of the sessions played so far, by match."""
        sessions = defaultdict(set)
        for row in self.rows:
            sessions[row.match].add(row.deal // self.tournament.terms.session)
        return sessions

    @contextmanager
    def appending(self) -> Iterator[Callable[[list[Row]], None]]:
        """Context manager: yield a function that appends the rows of complete sessions to the file and flushes it.

        On exit, also after an error, the rows are sorted, and written as Parquet too if PyArrow is installed.
        """
        try:
            with (self.path / ROWS).open("a", encoding="utf-8", newline="") as file:
                yield lambda rows: self._append(file, rows)
        finally:
            self.sort()
            write_parquet(self.path / PARQUET, self.rows, self.tournament.terms)

    def _append(self, file: TextIO, rows: list[Row]) -> None:
        self.rows += rows
        file.write(lines(rows, self.tournament.terms))
        file.flush()

    def sort(self) -> None:
        """Sort the rows, in memory and on disk, by match, deal and table."""
        self.rows.sort(key=lambda row: row[:3])
        text = heads(self.tournament.terms) + lines(self.rows, self.tournament.terms)
        replace_file(self.path / ROWS, text.encode())


def read_kept(folder: Path) -> Kept:
    """Read `tournament.json` of a folder.  Raises `QipaiError` if it cannot be decoded."""
    try:
        return msgspec.json.decode((folder / TERMS).read_bytes(), type=Kept)
    except NOT_JSON as error:
        raise QipaiError(f"{folder / TERMS} does not say what a tournament agreed: {error}.") from None


def columns(players: int) -> list[str]:
    """Return the column names of `rows.csv`; those from `milliseconds` on differ from run to run."""
    by_seat = [f"{name}_{seat}" for name in ("seat", "points", "decisions") for seat in range(players)]
    micros = [f"micros_{seat}" for seat in range(players)]
    return ["match", "deal", "table", "seed", "setup", *by_seat, "milliseconds", *micros]


def heads(terms: Terms) -> str:
    """Return the header line of `rows.csv`."""
    return ",".join(columns(terms.players)) + "\r\n"


def cells(row: Row, terms: Terms) -> list[str | int | float]:
    """Return a row as the values of its columns."""
    micros = [" ".join(map(str, times)) for times in row.micros] or [""] * terms.players
    where = (row.match, row.deal, row.table, terms.seed, row.setup)
    return [*where, *row.seats, *row.points, *row.decisions, row.milliseconds, *micros]


def lines(rows: Iterable[Row], terms: Terms) -> str:
    """Return rows as lines of CSV."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(cells(row, terms) for row in rows)
    return text.getvalue()


def read_rows(path: Path) -> list[Row]:
    """Read `rows.csv`, without a truncated last line.  Raises `QipaiError` if the header is another one, or a line is damaged."""
    if not path.exists():
        return []
    text = path.read_bytes().decode("utf-8-sig", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    reader = csv.reader(io.StringIO(whole, newline=""))
    try:
        head, *body = reader if whole else [[]]
    except csv.Error:  # a field longer than any row has
        raise _damaged(path, reader.line_num) from None
    players = sum(name.startswith("seat_") for name in head)
    if head != columns(players):
        raise QipaiError(
            f"{path} does not begin with the columns of a tournament, as it was written; another program may have saved it again."
        )
    rows = []
    for number, words in enumerate(body, 2):
        try:
            rows.append(_row(words, players))
        except ValueError:
            raise _damaged(path, number) from None
    return rows


def _damaged(path: Path, line: int) -> QipaiError:
    return QipaiError(
        f"Line {line} of {path} is damaged, or another program has saved the file anew; without this line, its session is played again."
    )


def _row(words: list[str], players: int) -> Row:
    """Return the row that the words of a line tell.  Raises `ValueError` for a damaged one."""
    if len(words) != len(columns(players)):
        raise ValueError("other columns")
    match, deal, table, _, setup = words[:5]
    seats, points, decisions = (tuple(words[at : at + players]) for at in range(5, 5 + 3 * players, players))
    milliseconds, *micros = words[5 + 3 * players :]
    times = tuple(tuple(map(int, word.split())) for word in micros) if any(micros) else ()
    numbers = tuple(map(int, points)), tuple(map(int, decisions))
    return Row(int(match), int(deal), int(table), setup, seats, *numbers, float(milliseconds), times)


def whole_sessions(tournament: Tournament, rows: Iterable[Row]) -> list[Row]:
    """Return the rows of sessions that are complete at all their tables."""
    sessions = defaultdict(list)
    for row in rows:
        if row.match in range(len(tournament.matches)) and row.deal in range(tournament.terms.deals):
            sessions[row.match, row.deal // tournament.terms.session].append(row)
    return [row for (match, _), found in sessions.items() if len(found) == tournament.rows_a_session(match) for row in found]


def digest(rows: Iterable[Row]) -> str:
    """Return a digest of all columns that do not differ from run to run; equal tournaments have equal digests."""
    found = hashlib.sha256()
    for row in sorted(rows, key=lambda row: row[:3]):
        found.update(repr(row[:-2]).encode())
    return found.hexdigest()[:16]


def write_parquet(path: Path, rows: Sequence[Row], terms: Terms) -> None:
    """Write the rows as a Parquet file if PyArrow is installed, else do nothing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return
    names = columns(terms.players)
    table = [cells(row, terms) for row in rows]
    texts = ("setup", "seat_", "micros_")
    types = [
        pyarrow.string() if name.startswith(texts) else pyarrow.float64() if name == "milliseconds" else pyarrow.int64()
        for name in names
    ]
    arrays = [pyarrow.array([line[column] for line in table], kind) for column, kind in enumerate(types)]
    parquet.write_table(pyarrow.table(arrays, names=names), path)
