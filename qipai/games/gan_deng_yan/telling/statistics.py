"""What is worth counting over many deals of Gan Deng Yan."""

import numpy as np

from qipai.engine.game import Statistic


def statistics(results: np.ndarray) -> list[Statistic]:
    """§8.1  Return a table of how often each public multiplier occurred."""
    values, counts = np.unique(results["public"], return_counts=True)
    rows: dict[str, tuple[float, ...]] = {
        f"×{value}": (count / len(results),) for value, count in zip(values, counts, strict=True)
    }
    return [Statistic("public_multipliers", ("public multiplier", "deals"), (".1%",), rows)]
