"""Write files so that nobody ever sees half of one."""

import os
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` beside a file and put it in the file's place, on the disk before anybody sees it.  Raises `OSError`."""
    draft = path.with_name(f"{path.name}.new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
