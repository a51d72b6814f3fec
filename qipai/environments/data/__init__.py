"""Decisions as training examples: what the deciding seat knew, what it could do, what it did, and what it got.

`make` plays deals between bots, `take_in` reads records (`.qp`); both write a folder of Parquet files (extra `data`).
`Examples` reads such a folder as NumPy arrays, and `give_out` writes its deals as records again.

`agreeing` says what a folder holds, `collecting` makes the rows, `shards` writes and reads them, `making` and
`recorded` are the two sources, `published` is the small set that everybody can make.
"""

from .agreeing import DataTerms
from .making import make
from .recorded import give_out, take_in
from .shards import Examples, Rows

__all__ = ["DataTerms", "Examples", "Rows", "give_out", "make", "take_in"]
