"""The file people exchange (`.qp`): one finished deal, its facts written out; reading, verifying and replaying it."""

from .lines import tell_record
from .qp import Record, read_record, write_record
from .replaying import Step, replay_steps, teams_of
from .verifying import verify

__all__ = ["Record", "Step", "read_record", "replay_steps", "teams_of", "tell_record", "verify", "write_record"]
