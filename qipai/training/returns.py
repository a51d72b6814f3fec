"""What a decision was worth: λ-returns over (observation, action) pairs.

The target of a decision mixes how the deal ended for the seat with what the net thought of the seat's next decisions:

    target(t) = λ · target(t+1) + (1 − λ) · best value at t+1        and at the last decision of the seat, the result

λ is 0 after a decision that was taken to explore: what followed it was not what the player would do.  With λ = 1 everything is learned
from results (Monte Carlo), which is unbiased and slow.
"""

import numpy as np

from qipai.bots.nets.choosing import HEADS
from qipai.engine.compiling import compiled


@compiled
def write_targets(seats, values, explored, begin, end, final, trace, targets):
    """Write the targets of the decisions `begin` to `end` - 1, those of one deal, to `targets`.

    `seats[i]` took decision i, for which the best value was `values[i]` (float32, by head); `explored[i]` is 1 if another action was
    taken than the best.  `final[seat]` is the result by head, and is overwritten.  `trace` is λ.
    """
    for i in range(end - 1, begin - 1, -1):
        seat = seats[i]
        keep = np.float32(0) if explored[i] else np.float32(trace)
        for head in range(HEADS):
            targets[i, head] = final[seat, head]
            final[seat, head] = keep * final[seat, head] + (np.float32(1) - keep) * values[i, head]
