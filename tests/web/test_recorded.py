"""What the client's tests read is what the server sends."""

import pytest

from .recorded import FOLDER, file_of
from .recorded_moments import MOMENTS


@pytest.mark.parametrize("name", MOMENTS)
def test_the_client_is_tested_with_what_the_server_sends_now(name: str) -> None:
    path = FOLDER / f"{name}.json"
    kept = path.read_bytes() if path.is_file() else b""
    if kept != file_of(name):
        pytest.fail(f"{path.name} is not what the server sends now: `python -m tests.web.recorded`, and read what differs")


def test_no_other_file_is_kept() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == MOMENTS.keys()
