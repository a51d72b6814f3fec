"""What the client's tests read is what the server sends."""

import pytest

from .recorded import FOLDER, file_of
from .recorded_moments import DEALS, EXERCISES, MOMENTS


@pytest.mark.parametrize("name", MOMENTS)
def test_the_client_is_tested_with_what_the_server_sends_now(name: str) -> None:
    path = FOLDER / f"{name}.json"
    kept = path.read_bytes() if path.is_file() else b""
    if kept != file_of(name):
        pytest.fail(f"{path.name} is not what the server sends now: `python -m tests.web.recorded`, and read what differs")


def test_nothing_is_kept_that_no_test_reads() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == MOMENTS.keys()
    tests = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("*.test.ts"))
    names = [name for part in (MOMENTS, DEALS, EXERCISES) for found in part.values() for name in found]
    assert [name for name in names if f'"{name}"' not in tests] == []
