"""A run's folder: its settings, the checkpoint from which it goes on, a line of progress for each measurement, and the net.

settings.json     what was asked for; another run does not fit into the folder
checkpoint.npz    everything that the rest of the run depends on; written in one step, so a killed run finds the one before
progress.jsonl    one JSON object for each measurement
net.npz           the net as it plays (`qipai.bots.nets.files`)
"""

import io
import json
from pathlib import Path
from typing import Any, TypedDict

import msgspec
import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.files import NOT_JSON, replace_file

from .nets import Net
from .settings import Recipe

SETTINGS, CHECKPOINT, PROGRESS, NET_FILE = "settings.json", "checkpoint.npz", "progress.jsonl", "net.npz"
PARTS = ("net", "average", "first", "second", "acting")  # nets of the checkpoint, the moments of Adam among them
USUAL = json.loads(
    msgspec.json.encode(dict(zip(Recipe.__struct_fields__[::-1], Recipe.__struct_defaults__[::-1], strict=False)))
)
FREE = ("decisions", "learner")  # a longer run goes on with a shorter one, and either learner with what the other has learned


class ProgressLine(TypedDict):
    """A line of progress: how far the run was, and how strong the net."""

    iteration: int
    part: float  # of the run, from 0 to 1
    seconds: float
    learned: int  # decisions
    decisions: int  # played
    loss: list[float]  # by head
    sizes: dict[str, dict[str, float]]  # by the number of players: the strength against the rival


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path, settings: Recipe) -> None:
        """Look at the folder, which need not be there yet.  Raises `QipaiError` if it holds a run with other settings."""
        self.path, self._settings = path, settings
        try:
            held = msgspec.json.decode((path / SETTINGS).read_bytes(), type=dict[str, Any])
        except FileNotFoundError:
            held = {}
        except NOT_JSON:
            raise QipaiError(
                f"{path / SETTINGS} cannot be read: it is damaged, or the folder is not that of a training.  Name another with --out."
            ) from None
        if held:  # what an older version did not write has its usual value
            held |= {name: value for name, value in USUAL.items() if name not in held}
        asked = json.loads(msgspec.json.encode(settings))
        for name, value in held.items():
            if name not in FREE and value != asked.get(name):
                raise QipaiError(
                    f"{path} holds another training: its {name} is {value!r} and not {asked.get(name)!r}.  Ask for the same, or name another folder."
                )

    def begin(self) -> None:
        """Make the folder, or find it again, and write down what is asked for."""
        self.path.mkdir(parents=True, exist_ok=True)
        replace_file(self.path / SETTINGS, msgspec.json.format(msgspec.json.encode(self._settings)) + b"\n")

    def save(self, nets: dict[str, Net], told: dict[str, Any], places: list[bytes]) -> None:
        """Write the checkpoint: the `PARTS`, numbers and texts, and where each actor stands."""
        arrays = {f"{part}_{name}": array for part in PARTS for name, array in nets[part]._asdict().items()}
        arrays |= {f"place_{number}": np.frombuffer(place, np.uint8) for number, place in enumerate(places)}
        buffer = io.BytesIO()
        np.savez(buffer, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays)
        replace_file(self.path / CHECKPOINT, buffer.getvalue())

    def load(self) -> tuple[dict[str, Net], dict[str, Any], list[bytes]] | None:
        """Return what `save` wrote, or None in a new folder.  Raises `QipaiError` for a damaged checkpoint."""
        path = self.path / CHECKPOINT
        if not path.exists():
            return None
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
                nets = {part: Net(*(held[f"{part}_{name}"] for name in Net._fields)) for part in PARTS}
                told = json.loads(held["told"].tobytes())
                places = [held[f"place_{number}"].tobytes() for number in range(told["actors"])]
        except Exception:  # nothing says what a damaged archive may raise: zlib.error, RuntimeError and more
            raise QipaiError(f"{path} is damaged; without it the training begins anew.") from None
        return nets, told, places

    def measured(self, iteration: int | None = None) -> list[ProgressLine]:
        """Return the lines of progress; with an iteration, forget those after it, which a killed run had not kept.

        What is no such line is left out: a killed run may have left half of one.
        """
        try:
            text = (self.path / PROGRESS).read_bytes()
        except FileNotFoundError:
            return []
        lines = list[ProgressLine]()
        for line in text.splitlines():
            try:
                lines.append(msgspec.json.decode(line, type=ProgressLine))
            except NOT_JSON:
                continue
        if iteration is not None:
            lines = [line for line in lines if line["iteration"] <= iteration]
            self.rewrite(lines)
        return lines

    def rewrite(self, lines: list[ProgressLine]) -> None:
        """Write all lines of progress."""
        replace_file(self.path / PROGRESS, "".join(json.dumps(line) + "\n" for line in lines).encode())
