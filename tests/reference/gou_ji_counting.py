"""Which rules of Gou Ji have been reached how often: every leaf of the rule book, and every value of every house rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.reference.gou_ji_rules import CHOICES, SECTION

ENOUGH = 100
LEAVES = {1: 4, 2: 3, 3: 3, 4: 4, 5: 7, 6: 5, 7: 6, 8: 5, 9: 7, 10: 4, 11: 5, 12: 4, 13: 3}
BESIDE_AN_ENGINE = ("13.1", "13.2", "13.3")  # what players know is compared, board by board
EXPOSE_MAX = ("10", "other")


def expected() -> list[str]:
    leaves = [f"{chapter}.{leaf}" for chapter, last in LEAVES.items() for leaf in range(1, last + 1)]
    for name, values in CHOICES.items():
        leaves += [f"{SECTION[name]} {name}={value}" for value in (EXPOSE_MAX if name == "expose_max" else values)]
    return leaves


def by_leaf(reached: Mapping[str, int]) -> Counter[str]:
    """A rule was reached where it was counted itself, or else a case of it."""
    found: Counter[str] = Counter()
    for leaf in expected():
        cases = [many for name, many in reached.items() if name.startswith((f"{leaf} ", f"{leaf}: "))]
        found[leaf] = reached.get(leaf, 0) or sum(cases)
    return found


def rare(reached: Mapping[str, int], engine: bool) -> dict[str, int]:
    """What was reached too seldom to be trusted."""
    found = by_leaf(reached)
    return {leaf: found[leaf] for leaf in expected() if found[leaf] < ENOUGH and (engine or leaf not in BESIDE_AN_ENGINE)}


def table_of(reached: Mapping[str, int], engine: bool) -> str:
    found = by_leaf(reached)
    lines = []
    for leaf in expected():
        cases = {name: many for name, many in reached.items() if name != leaf and name.startswith((f"{leaf} ", f"{leaf}: "))}
        told = ", ".join(f"{name.removeprefix(leaf).lstrip(': ')} {many}" for name, many in sorted(cases.items()))
        lines.append(f"{found[leaf]:8} §{leaf}{told and '  (' + told + ')'}")
    few = rare(reached, engine)
    told = ", ".join(f"§{leaf}: {many}" for leaf, many in few.items())
    lines.append(f"below {ENOUGH}: {told}" if few else f"every section was reached {ENOUGH} times or more")
    return "\n".join(lines)


def wanted(reached: Mapping[str, int]) -> list[tuple[str, str]]:
    """House rules and values of which more is to be seen."""
    few = rare(reached, engine=False)
    pairs = [leaf.split(" ")[1].split("=") for leaf in few if leaf.startswith("14.")]
    return [(name, value) for name, value in pairs]
