"""Write rows as Parquet files, each whole or not there, and read them as NumPy arrays.

The files of a folder are `deals-FIRST-END.parquet`, of the deals FIRST to END - 1.  The columns:

- `deal`, `step`, `seat`: which decision it is
- `observation`: what the seat knew, uint8, a list of fixed length; `_data.json` names its entries
- `legal`: the actions that it could choose from, int64
- `candidates`: their features, a list of uint8 for each; only where they were asked for
- `choice`: the place in `legal` of what it did, -1 where that was cut; `action`: the action itself
- `points`: what it got at the end, and after it the others in turn order, float32, in points of the rule book
- `bot`: who decided; empty for people
"""

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.numbers import a_path, described, whole

from ..encoding import SCALED, WHOLE
from ..features import features_of
from .agreeing import DataTerms, Work, read_terms, work_of
from .collecting import Columns, arrays

DIGEST = b"qipai.digest"
BATCH = 4096  # rows


def parquet() -> tuple[Any, Any]:
    """Return PyArrow and its module of Parquet.  Raises `QipaiError` where they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise QipaiError("Examples are kept as Parquet, which needs PyArrow: pip install pyarrow.") from None
    return pyarrow, pyarrow.parquet


def name_of(first: int, end: int) -> str:
    """Return the name of a shard's file."""
    return f"deals-{first:08}-{end:08}.parquet"


def digest_of(columns: Mapping[str, np.ndarray]) -> str:
    """Return a digest of rows that does not depend on how a file packs them."""
    found = hashlib.sha256()
    for name in sorted(columns):
        array = columns[name]
        told = "\n".join(array.tolist()).encode() if array.dtype.kind == "U" else np.ascontiguousarray(array).tobytes()
        found.update(f"{name} {len(told)} ".encode() + told)
    return found.hexdigest()


def packed(columns: Columns) -> bytes:
    """Return rows as the bytes of a Parquet file."""
    arrow, files = parquet()
    rows, work = arrays(columns), columns.work
    digest = digest_of(rows)
    starts = np.concatenate([[0], rows["ends"]]).astype(np.int32)

    def lists(values: np.ndarray, length: int) -> Any:
        return arrow.FixedSizeListArray.from_arrays(arrow.array(values.ravel()), length)

    legal = arrow.ListArray.from_arrays(arrow.array(starts), arrow.array(rows["legal"]))
    made = {name: arrow.array(rows[name]) for name in ("deal", "step", "seat", "choice", "action")}
    made |= {"observation": lists(rows["observation"], work.layout.entries), "legal": legal}
    made |= {"points": lists(rows["points"], work.terms.players), "bot": arrow.array(rows["bot"]).dictionary_encode()}
    if work.terms.candidates:
        features = features_of(work.table.game, work.table.rules, rows["legal"], WHOLE)
        made["candidates"] = arrow.ListArray.from_arrays(arrow.array(starts), lists(features, work.features.entries))
    order = ("deal", "step", "seat", "observation", "legal", "candidates", "choice", "action", "points", "bot")
    table = arrow.table({name: made[name] for name in order if name in made}).replace_schema_metadata({DIGEST: digest})
    out = io.BytesIO()
    files.write_table(table, out, compression="zstd")
    return out.getvalue()


@dataclass(frozen=True, eq=False)
class Rows:
    """Examples as arrays, one line for each decision; `shards` says what the columns are."""

    work: Work
    deal: np.ndarray  # int64 (n,)
    step: np.ndarray  # int32 (n,)
    seat: np.ndarray  # int8 (n,)
    observation: np.ndarray  # uint8 (n, entries)
    ends: np.ndarray  # int64 (n,): the actions of line i are legal[ends[i - 1] : ends[i]]
    legal: np.ndarray  # int64
    choice: np.ndarray  # int32 (n,)
    action: np.ndarray  # int64 (n,)
    points: np.ndarray  # float32 (n, players)
    bot: np.ndarray  # str (n,)

    def __len__(self) -> int:
        return len(self.deal)

    @property
    def obs(self) -> np.ndarray:
        """The observations scaled to 0 to 1: float32 of shape (n, entries)."""
        scaled: np.ndarray = self.observation * self.work.layout.factors(SCALED)
        return scaled.astype(SCALED)

    def lists(self, longest: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return the legal actions padded with -1, int64 of shape (n, longest), and where they are, bool of the same shape.

        `longest`: the longest list of these rows unless given; what lies beyond it is left out.
        """
        counts = np.diff(self.ends, prepend=0)
        width = int(longest or counts.max(initial=1))
        places = np.arange(width)[None, :] + (self.ends - counts)[:, None]
        mask = np.arange(width)[None, :] < counts[:, None]
        return np.where(mask, self.legal[np.minimum(places, max(len(self.legal) - 1, 0))], -1), mask

    def features(self, longest: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return the features of the legal actions, float32 of shape (n, longest, features), and the mask of `lists`."""
        actions, mask = self.lists(longest)
        return features_of(self.work.table.game, self.work.table.rules, actions, SCALED), mask

    def take(self, which: np.ndarray) -> "Rows":
        """Return the rows with these indices."""
        counts = np.diff(self.ends, prepend=0)[which]
        starts = (self.ends - np.diff(self.ends, prepend=0))[which]
        ends = np.cumsum(counts)
        places = np.arange(counts.sum()) - np.repeat(ends - counts, counts) + np.repeat(starts, counts)
        picked = {name: getattr(self, name)[which] for name in COLUMNS if name not in ("ends", "legal")}
        return replace(self, ends=ends, legal=self.legal[places], **picked)


COLUMNS = tuple(field.name for field in fields(Rows) if field.name != "work")


class Examples:
    """A folder of examples.  Iterate over it for its shards as `Rows`, or over `batches`.

    `terms`: what the folder holds.  `names`: what the entries of an observation are.
    """

    def __init__(self, folder: str | Path) -> None:
        """Open a folder.  Raises `QipaiError` if it is none, if a file of it is missing, and without PyArrow."""
        self.folder = a_path("The folder of examples", folder)
        kept = read_terms(self.folder)
        self.terms: DataTerms = kept.terms
        self.work = work_of(self.terms)
        self.names = tuple(kept.observation.names)
        self.files = [self.folder / name_of(*shard) for shard in self.work.shards()]
        missing = [path.name for path in self.files if not path.exists()]
        if missing:
            raise QipaiError(f"{self.folder} is not complete: {len(missing)} of {len(self.files)} files are missing.")
        self._parquet = parquet()[1]

    def __len__(self) -> int:
        return sum(self._parquet.read_metadata(path).num_rows for path in self.files)

    def __iter__(self) -> Iterator[Rows]:
        return map(self.read, self.files)

    @property
    def digest(self) -> str:
        """A fingerprint of all rows, as the files tell it: equal terms give equal digests on every machine."""
        found = hashlib.sha256()
        for path in self.files:
            found.update(self._parquet.read_metadata(path).metadata[DIGEST])
        return found.hexdigest()[:16]

    def check(self) -> None:
        """Compute the digest of every file again.  Raises `QipaiError` for a file whose rows are not those it was written with."""
        for path in self.files:
            rows = self.read(path)
            columns = {name: getattr(rows, name) for name in COLUMNS}
            if digest_of(columns).encode() != self._parquet.read_metadata(path).metadata[DIGEST]:
                raise QipaiError(f"{path} does not hold the rows that it was written with.")

    def read(self, path: Path) -> Rows:
        """Return the rows of one file.  Raises `QipaiError` for a file that is none of these."""
        if path not in self.files:
            raise QipaiError(f"{described(path)} is no file of {self.folder}; those are in `files`.")
        names = [name for name in COLUMNS if name != "ends"]
        table = self._parquet.read_table(path, columns=names).combine_chunks()

        def plain(name: str) -> np.ndarray:
            array: np.ndarray = table[name].combine_chunks().to_numpy(zero_copy_only=False)
            return array

        def inside(name: str) -> np.ndarray:
            array: np.ndarray = table[name].combine_chunks().flatten().to_numpy(zero_copy_only=False)
            return array

        counts = table["legal"].combine_chunks().value_lengths().to_numpy(zero_copy_only=False)
        return Rows(
            self.work,
            **{name: plain(name) for name in ("deal", "step", "seat", "choice", "action")},
            observation=inside("observation").reshape(-1, self.work.layout.entries),
            ends=np.cumsum(counts, dtype=np.int64),
            legal=inside("legal"),
            points=inside("points").reshape(-1, self.terms.players),
            bot=np.array(table["bot"].to_pylist(), np.str_),
        )

    def batches(self, size: int = BATCH, seed: int | None = None) -> Iterator[Rows]:
        """Yield the rows in batches of `size`, the last of each file being smaller; with a seed, shuffled within each file.

        Raises `QipaiError` for a size or a seed that is none.
        """
        size = whole("The size of a batch", size)
        random = None if seed is None else np.random.default_rng(whole("The seed of batches", seed, 0))
        return self._batches(size, random)

    def _batches(self, size: int, random: np.random.Generator | None) -> Iterator[Rows]:
        for rows in self:
            places = np.arange(len(rows)) if random is None else random.permutation(len(rows))
            for begin in range(0, len(rows), size):
                yield rows.take(places[begin : begin + size])
