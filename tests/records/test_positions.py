"""A record gives the position of each of its moments."""

from pathlib import Path

import pytest

from qipai.engine import records
from qipai.engine.errors import RecordError
from qipai.engine.positions import parse_position
from qipai.records import position_of, read_record
from qipai.records.verifying import replay

FILES = sorted(Path(__file__).parent.glob("*.qp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_moment_of_a_record_is_a_position(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    for number, (deal, _) in enumerate(replay(record)):
        line = position_of(record, number)
        state = parse_position(record.game, line).state
        assert records.to_bytes(state) == records.to_bytes(deal.state), line
    with pytest.raises(RecordError, match=f"The deal has {number} decisions, and not {number + 1}"):
        position_of(record, number + 1)
