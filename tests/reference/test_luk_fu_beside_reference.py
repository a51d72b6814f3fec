"""A sample of what `python -m tests.reference.compare --game luk_fu` plays; `docs/evidence.md` has the whole outcome."""

import random

from qipai.engine.compiling import NATIVE

from .luk_fu_compare import CHOICES, Count, chooser, compare, random_deal

DEALS = 30 if NATIVE else 3
SEED = 7_000


def test_the_engine_beside_the_reference() -> None:
    count, seed = Count(), SEED
    while count.deals < DEALS:
        chance = random.Random(seed)
        compare(random_deal(chance), chooser(chance), count)
        seed += 1
    assert count.worlds > DEALS
    assert count.proofs > DEALS
    if NATIVE:
        met = {name: {value for value in values if count.values[name, value]} for name, values in CHOICES.items()}
        assert met == {name: set(values) for name, values in CHOICES.items()}
