"""A net in a file: `.npz` with whole numbers, and JSON that says for which game, rules and inputs it was trained, and how.

Nothing in it is executed when it is read.  The weights are whole numbers of 1/1024, so a bot plays the same on every machine.
"""

import hashlib
import io
import zipfile
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.files import replace_file
from qipai.engine.game import Game
from qipai.engine.minis import MINI

from .choosing import HEADS, ONE, SECOND, inputs_of

FORM = "qipai net 1"
LARGEST = 16 << 20  # bytes of a net file, also unpacked: 1,910 inputs of 4,096 units; what is shipped has less than 1 << 20
MOST = 1e6  # of a number that a file says of itself
NAMES = ("inputs", "inputs_bias", "second", "second_bias", "heads", "heads_bias")
TYPES = (np.int16, np.int32, np.int16, np.int64, np.int16, np.int64)
BITS = (ONE, ONE, ONE, 2 * ONE, ONE, 2 * ONE)  # of a one in each of the arrays


class About(msgspec.Struct, forbid_unknown_fields=True):
    """What a net file says of itself."""

    form: str
    game: str
    rules_version: int
    rules: dict[str, str]  # options that differ from the default
    players: list[int]  # the sizes of table that it was trained for
    inputs: str  # `Inputs.digest`
    scale: float  # points that make 1 in the first head
    mix: list[float]  # what each head counts when it chooses
    training: dict[str, Any]  # the record of the training
    pack: str = ""  # the mini pack that it learned, `MINI` or its size; "": the whole pack
    temperature: float = 0.0  # how much less than the best a candidate is worth that comes up e times more rarely; 0: none does


class NetFile(NamedTuple):
    """A net as it plays.

    `weights`: int16 (inputs, width), int32 (width), int16 (width, SECOND), int64 (SECOND), int16 (SECOND, HEADS) and int64 (HEADS).
    """

    about: About
    weights: tuple[np.ndarray, ...]

    @property
    def mix(self) -> np.ndarray:
        """What each head counts, in whole hundredths."""
        return np.array([round(100 * part) for part in self.about.mix], np.int64)

    @property
    def heat(self) -> int:
        """The temperature, in the units of the mixed heads."""
        return round(self.about.temperature * 100 * (1 << BITS[-1]))

    @property
    def digest(self) -> str:
        """16 hex digits of the weights, which name the player."""
        return hashlib.sha256(b"".join(array.tobytes() for array in self.weights)).hexdigest()[:16]

    def check_inputs(self, game: Game) -> None:
        """Raise `QipaiError` unless the net plays this game and sees it as this version of qipai does."""
        about = self.about
        if about.game != game.name:
            raise QipaiError(f"This net plays {about.game}, not {game.name}.")
        if about.rules_version != game.rules_version:
            raise QipaiError(
                f"This net learned {game.name} by version {about.rules_version} of the rules; they are at {game.rules_version}."
            )
        if about.inputs != inputs_of(game).digest or len(self.weights[0]) != inputs_of(game).size:
            raise QipaiError(f"This net sees {game.name} by other inputs than this version of qipai has; train it again.")

    def check(self, game: Game, ruleset: Any, players: int | None = None, pack: str = "") -> None:
        """Raise `QipaiError` unless the net can play this game under these rules, and with so many players if the number is given.

        `pack`: the mini pack that is dealt; "" for the whole one.
        """
        self.check_inputs(game)
        about = self.about
        if about.pack != pack:
            raise QipaiError(f"This net learned {game.name} with {_pack(about.pack)}, and here one plays with {_pack(pack)}.")
        ours = game.changed_options(ruleset)
        if about.rules != ours:
            raise QipaiError(f"This net learned {_told(about.rules)}, and here one plays {_told(ours)}.")
        if players is not None and players not in about.players:
            learned = " and ".join(map(str, about.players))
            raise QipaiError(
                f"This net learned {game.name} with {learned} players, and here are {players}; train one for this size."
            )


def _pack(pack: str) -> str:
    if pack:
        return "the usual mini pack" if pack == MINI else f"the mini pack {pack}"
    return "the whole pack"


def _told(rules: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in rules.items()) or "the default rules"


def in_whole_numbers(weights: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    """Return the weights of a trained net, float32 arrays in the order of `NAMES`, rounded as files have them."""
    limits = [np.iinfo(kind) for kind in TYPES]
    return tuple(
        np.rint(array.astype(np.float64) * (1 << bits)).clip(limit.min, limit.max).astype(kind)
        for array, bits, limit, kind in zip(weights, BITS, limits, TYPES, strict=True)
    )


def in_floating_point(weights: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    """Return the weights of a file as they learn, in float32."""
    return tuple((array / (1 << bits)).astype(np.float32) for array, bits in zip(weights, BITS, strict=True))


def write_net(path: Path, net: NetFile) -> None:
    """Write a net file in one step: whoever reads it sees the old one or the new one.  Raises `QipaiError` if it is too large."""
    told = np.frombuffer(msgspec.json.encode(net.about), np.uint8)
    arrays: dict[str, Any] = dict(zip(NAMES, net.weights, strict=True))
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=told, **arrays)
    size = max(buffer.tell(), unpacked(buffer.getvalue()))
    if size > LARGEST:
        raise QipaiError(f"This net takes {size} bytes, and a file may have {LARGEST}: train a narrower one.")
    replace_file(path, buffer.getvalue())


def read_net(path: Path) -> NetFile:
    """Return the net of a file.  Raises `QipaiError` for a file that is none."""
    try:
        size = path.stat().st_size
    except (OSError, ValueError):  # the latter for what cannot be a name
        raise QipaiError(f"There is no net file {path!s:.200}.") from None
    if size > LARGEST:
        raise QipaiError(f"{path} is larger than a net file may be.")
    try:
        data = path.read_bytes()
        if unpacked(data) > LARGEST:
            raise QipaiError(f"{path} is larger than a net file may be.")
        with np.load(io.BytesIO(data), allow_pickle=False) as held:
            about = msgspec.json.decode(held["about"].tobytes(), type=About)
            weights = tuple(np.ascontiguousarray(held[name]) for name in NAMES)
    except QipaiError:
        raise
    except Exception:  # nothing says what a damaged archive may raise: zlib.error, RuntimeError and more
        raise QipaiError(f"{path} is no net file of qipai.") from None
    if about.form != FORM or not _makes_sense(about) or not _fits(weights):
        raise QipaiError(f"{path} is no net file of this version of qipai.")
    return NetFile(about, weights)


def unpacked(data: bytes) -> int:
    """Return how many bytes the parts of an archive say that they take; none can then be read that takes more."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return sum(part.file_size for part in archive.infolist())


def _makes_sense(about: About) -> bool:
    """Return whether what a file says of itself can be counted with: two parts of a mix, a scale above 0, a temperature from 0 on."""
    parts = [*about.mix, about.scale, about.temperature]
    return len(about.mix) == HEADS and about.scale > 0 and about.temperature >= 0 and all(abs(part) <= MOST for part in parts)


def _fits(weights: tuple[np.ndarray, ...]) -> bool:
    """Return whether the arrays have the types and shapes of one net."""
    if tuple(array.dtype for array in weights) != tuple(map(np.dtype, TYPES)) or weights[0].ndim != 2:
        return False
    return tuple(array.shape for array in weights) == weight_shapes(*weights[0].shape)


def bytes_of(inputs: int, width: int) -> int:
    """Return how many bytes the weights of a net take in a file before they are packed."""
    return sum(prod(shape) * np.dtype(kind).itemsize for shape, kind in zip(weight_shapes(inputs, width), TYPES, strict=True))


def weight_shapes(inputs: int, width: int) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of a net's weights."""
    return (inputs, width), (width,), (width, SECOND), (SECOND,), (SECOND, HEADS), (HEADS,)
