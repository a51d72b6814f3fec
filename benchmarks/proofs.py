"""How long it takes to say which cards are aged in Luk Fu: `python benchmarks/proofs.py --deals 5000`.

Random play that leads goks and runs where it can, because they leave the most to think about.  Each position is asked three times and the
fastest counts, so that what the machine does beside it does not.  Microseconds an observation, of everybody at every lead, by level of
inference; the slowest is printed with its position.
"""

import argparse
import random
import time

from qipai.engine import records
from qipai.engine.positions import format_position
from qipai.engine.seats import seats_in
from qipai.games import LUK_FU
from qipai.games.luk_fu.rules.melds import SINGLE, type_of
from qipai.games.luk_fu.rules.play import cards_of, verb_of
from qipai.games.luk_fu.rules.rounds import LAY
from qipai.games.luk_fu.seating import active_seats
from qipai.games.luk_fu.state import LEADING

BIG = 0.7  # how often a gok or a run is laid where one can be


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=5_000)
    deals = parser.parse_args().deals
    for level in ("exact", "bounds", "faceup"):
        times, slowest, place = measure(LUK_FU.ruleset(aged_inference=level), deals)
        times.sort()
        middle, late = (times[int(share * len(times))] * 1e6 for share in (0.5, 0.999))
        print(f"{level:8} {len(times):9,} asked   p50 {middle:.1f}   p99.9 {late:.1f}   slowest {slowest * 1e6:.0f}: {place}")


def measure(ruleset, deals: int) -> tuple[list[float], float, str]:
    """The times of every answer in seconds, the slowest, and its position."""
    chance = random.Random(1)
    rules = LUK_FU.rules(ruleset)
    setup = LUK_FU.setup(rules, 4)
    observation = LUK_FU.new_observation()
    times, slowest, place = [], 0.0, ""
    for number in range(deals):
        state, decisions = LUK_FU.start(rules, setup, number), []
        while not LUK_FU.is_over(state):
            public = records.opened(state).public
            if public.phase == LEADING:
                for seat in seats_in(int(active_seats(public))):
                    taken = min(timed(state, rules, seat, observation) for _ in range(3))
                    times.append(taken)
                    if taken > slowest and number:  # the first deal compiles
                        slowest, place = (
                            taken,
                            format_position(LUK_FU, ruleset, setup, LUK_FU.shuffled(rules, setup, number), decisions),
                        )
            seat = LUK_FU.to_act(state)
            actions = LUK_FU.legal(state, rules, seat)
            big = [action for action in actions if verb_of(action) == LAY and type_of(cards_of(action)) > SINGLE]
            decisions.append((seat, chance.choice(big if big and chance.random() < BIG else actions)))
            LUK_FU.apply_action(state, rules, *decisions[-1])
    return times, slowest, place


def timed(state, rules, seat: int, observation) -> float:
    began = time.perf_counter()
    LUK_FU.observe(state, rules, seat, observation)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
