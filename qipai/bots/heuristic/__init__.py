"""Rules of thumb, one file a game: `choose(observation, rules, actions, random) -> action`, compiled like the rules."""

from collections.abc import Callable, Mapping
from functools import cache


@cache
def choosers() -> Mapping[str, Callable[..., int]]:
    """The rule of thumb of each game, by the game's name."""
    from . import gan_deng_yan

    return {"gan_deng_yan": gan_deng_yan.choose}
