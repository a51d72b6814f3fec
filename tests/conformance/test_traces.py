"""Random play gives what it gave: states, knowledge, facts, words and vectors, by the digests that were kept."""

import pytest

from qipai.engine.compiling import NATIVE

from .traces import differences


@pytest.mark.slow
@pytest.mark.skipif(NATIVE, reason="other tests compare the modes; digests are taken in one of them")
def test_random_play_gives_what_it_gave() -> None:
    assert list(differences()) == []
