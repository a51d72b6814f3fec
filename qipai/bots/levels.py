"""The levels of bots at tables: three that every game has, and search where it was shown to be stronger."""

from collections.abc import Mapping

LEVELS = ("random", "noisy", "rule")
SEARCH = "search"

# The bot behind the level `search`, by game and number of players: those with which it was measured to win more than the rule
# of thumb (docs/searching.md).  Where a game or a number is missing, search is not offered, as it would not be a stronger bot.
STRONGER: Mapping[str, Mapping[int, str]] = {
    "gan_deng_yan": {2: "pimc:1000", 3: "pimc:1000", 4: "pimc:1000"},
    "giog": {2: "pimc:300"},
}


def levels_at(game: str, players: int) -> tuple[str, ...]:
    """The levels that a table of so many can have."""
    return (*LEVELS, SEARCH) if players in STRONGER.get(game, {}) else LEVELS


def bot_of(game: str, players: int, level: str) -> str:
    """The name of the bot that plays a level at such a table, as `make_bot` knows it.

    A table may be older than the figures: where search is no longer offered, the rule of thumb plays.
    """
    return STRONGER.get(game, {}).get(players, "rule") if level == SEARCH else level
