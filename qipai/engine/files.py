"""Write files so that nobody ever sees half of one, and read texts however they were saved."""

import codecs
import io
import os
from pathlib import Path

import msgspec

# What reading JSON from elsewhere may raise: it is none, it is not UTF-8, it is half a surrogate pair, or it is nested too deep.
NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` beside a file and put it in the file's place, on the disk before anybody sees it.  Raises `OSError`."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")  # of this process: another may write the same file
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def text_of(data: bytes) -> str:
    r"""Return the text of a file: UTF-8 with or without a byte-order mark, or UTF-16 with one, lines ended in any of the three ways.

    Raises `UnicodeDecodeError` for anything else.

    >>> text_of("\ufeffcards\r\n棋牌\r".encode()), text_of("cards".encode("utf-16"))
    ('cards\n棋牌\n', 'cards')
    """
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return io.StringIO(data.decode("utf-16" if wide else "utf-8-sig"), newline=None).read()
