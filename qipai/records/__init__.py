"""Record files (`.qp`): one finished deal with all its facts, to exchange, verify and replay.

`qp.py` reads and writes the file, `verifying.py` compares it with the rules, `replaying.py` gives the table after every fact,
`lines.py` tells it in sentences, `positions.py` gives any moment of it as a position, `going_on.py` plays on from one.
"""

from .going_on import go_on, moment_of
from .lines import tell_record
from .positions import decided, position_of
from .qp import Record, read_record, write_record
from .replaying import Step, replay_steps, teams_of
from .verifying import verify

__all__ = [
    "Record",
    "Step",
    "decided",
    "go_on",
    "moment_of",
    "position_of",
    "read_record",
    "replay_steps",
    "teams_of",
    "tell_record",
    "verify",
    "write_record",
]
