"""Rules of thumb, a file or a folder for each room: `choose(observation, rules, actions, random) -> action`, compiled like the rules."""

from collections.abc import Callable, Mapping
from functools import cache


@cache
def choosers() -> Mapping[str, Callable[..., int]]:
    """The rule of thumb of each room, by its name."""
    from . import gan_deng_yan, giog, gou_ji, luk_fu

    return {"gan_deng_yan": gan_deng_yan.choose, "giog": giog.choose, "gou_ji": gou_ji.choose, "luk_fu": luk_fu.choose}
