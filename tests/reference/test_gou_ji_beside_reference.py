"""A sample of what `python -m tests.reference.gou_ji_compare` plays; `docs/evidence.md` has the whole outcome."""

from qipai.engine.compiling import NATIVE

from .gou_ji_compare import Count, play_session

GAMES = 40 if NATIVE else 5
SEED = 7_000


def test_the_engine_beside_the_reference() -> None:
    count, seed = Count(), SEED
    while count.games < GAMES:
        play_session(seed, count, alone=False)
        seed += 1
    assert count.boards > count.decisions > GAMES
