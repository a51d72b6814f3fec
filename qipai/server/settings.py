"""How a house is kept: pauses, waits and limits.  Times are in seconds."""

from dataclasses import dataclass, field

from .limits import Limits


@dataclass(frozen=True)
class Settings:
    """What a server can be told, and what it does untold."""

    bot_pause: tuple[float, float] = (0.5, 1.1)  # before every automatic move alike, or its length would tell of cards
    window: float = 8  # that a question which only some hands raise is open, where two people might watch each other
    next_deal: float = 45  # until the next deal begins without everybody's word
    next_deal_watched: float = 6  # the same where only bots play
    away: float = 20  # until a bot plays for someone whose connection is lost, where a clock runs
    away_unclocked: float = 60  # the same where none runs, or a deal would never end
    host_away: float = 60  # until somebody else is host
    forget: float = 60  # until a table that nobody looks at leaves the memory; its log stays
    close_idle: float = 3 * 24 * 3600  # until a table that nobody uses is closed
    look_around: float = 2  # between looks at what other servers of the same store have written
    hello: float = 10  # for the first message of a connection
    full_sync: bool = False  # every commit reaches the disk before it is answered, not only the operating system
    compile_rules: bool = False  # fill the cache of compiled rules in the background
    limits: Limits = field(default_factory=Limits)
