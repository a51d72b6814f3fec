"""A bot whose process is killed in the middle of a tournament, once."""

import os
import signal
from pathlib import Path

from qipai.bots import make_bot

GRAVE = "QIPAI_TEST_GRAVE"  # names a file that is there once a process has died


def make_mortal(game, ruleset, seed):
    """A random bot; the first process that makes a bot of one seed in eight dies of it."""
    grave = Path(os.environ[GRAVE])
    if seed % 8 == 0 and not grave.exists():
        grave.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return make_bot(game, "random", ruleset, seed)


def make_random(game, ruleset, seed):
    """The same bot, immortal."""
    return make_bot(game, "random", ruleset, seed)
