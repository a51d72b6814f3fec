"""The settings of a server.  What an operator may set is declared here and in `limits`; the rest is for tests.

Times are in seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from .declaring import (
    ADDRESS,
    BELL,
    FILE,
    FOLDER,
    KEPT_FOR,
    NETWORKS,
    NUMBER,
    ORIGIN,
    PLAYERS,
    PORT,
    SECONDS,
    TOKEN,
    URL,
    YES,
    Declared,
    Setting,
    declared_in,
    one_of,
)
from .limits import Limits

WHERE, STORE, PLAY = "Where it is reached", "Where games are stored", "Tables"
KEPT, TOLD = "What is deleted", "What it says"
LIMIT = "limit_"  # before the names of limits
THIS_MACHINE = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class Keeping:
    """How long things are kept, in seconds; 0: for ever."""

    tables: float = 0  # closed ones, after they were last used
    guests: float = 0  # those without a chair, after they were last seen
    records: float = 0  # after somebody first opened them
    reports: float = 0  # after they were made
    desk: float = 0  # what was done at the operator's desk, after it was done and is over


@dataclass(frozen=True)
class Settings:
    """Everything that can be set, with its default."""

    host: Annotated[
        str, Setting(ADDRESS, "Address to listen on; 0.0.0.0 lets friends on other machines follow the link.", WHERE)
    ] = "127.0.0.1"
    port: Annotated[int, Setting(PORT, "Port of the table; 0 takes any free one.", WHERE)] = 8000
    origin: Annotated[
        tuple[str, ...],
        Setting(ORIGIN, "Address of the pages as browsers see it, behind a proxy; with the folder, if they are in one.", WHERE),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        Setting(
            NETWORKS, "Addresses of proxies whose X-Forwarded-For and -Proto count; with an origin, this machine's.", WHERE
        ),
    ] = ()
    connections: Annotated[
        int,
        Setting(NUMBER, "Connections in all, after which others are told 503; 0: as many as the system lets it open.", WHERE),
    ] = 0
    head_time: Annotated[float, Setting(SECONDS, "Time for a request to say what it wants.", WHERE)] = 10
    body_time: Annotated[float, Setting(SECONDS, "Time for the body of a request.", WHERE)] = 15
    workers: Annotated[
        int, Setting(NUMBER, "Processes that serve together on this machine; several need a PostgreSQL.", WHERE)
    ] = 1
    browser: Annotated[bool, Setting(YES, "Open the table in the browser.", WHERE)] = True

    data: Annotated[Path | None, Setting(FOLDER, "Folder of the tables' log; else the user's data folder.", STORE)] = None
    database: Annotated[str | None, Setting(URL, "URL of a database to use in place of the folder.", STORE, secret=True)] = None
    bell: Annotated[
        str | None,
        Setting(
            BELL,
            "URL of the Redis or Valkey by which processes of one PostgreSQL hear of each other at once.",
            STORE,
            secret=True,
        ),
    ] = None
    card_key: Annotated[
        Path | None,
        Setting(
            FILE, "File of the key under which cards of running deals are stored; without one they can be read there.", STORE
        ),
    ] = None
    durable: Annotated[
        bool, Setting(YES, "Wait for the disk before a change is acknowledged, so that a power cut loses none.", STORE)
    ] = False

    close_idle: Annotated[float, Setting(SECONDS, "Time until a table that nobody uses is closed.", PLAY)] = 3 * 24 * 3600
    away: Annotated[
        float, Setting(SECONDS, "Time until autopilot plays for a person whose connection is lost, if a clock runs.", PLAY)
    ] = 20
    away_unclocked: Annotated[float, Setting(SECONDS, "The same without a clock.", PLAY)] = 60

    bots: Annotated[
        tuple[str, ...],
        Setting(PLAYERS, "Players of your own that tables offer beside the levels: FILE.py:NAME, or net:FILE.", PLAY),
    ] = ()

    keep_tables: Annotated[
        float, Setting(KEPT_FOR, "Time until a closed table is deleted with its log; 0 keeps it for ever.", KEPT)
    ] = 0
    keep_guests: Annotated[
        float, Setting(KEPT_FOR, "Time until an absent guest without a chair is forgotten; 0 keeps them for ever.", KEPT)
    ] = 0
    keep_records: Annotated[
        float, Setting(KEPT_FOR, "Time until a record that somebody opened is deleted; 0 keeps it for ever.", KEPT)
    ] = 0

    keep_reports: Annotated[
        float, Setting(KEPT_FOR, "Time until a report of a person by another is deleted; 0 keeps it for ever.", KEPT)
    ] = 0

    keep_desk: Annotated[
        float,
        Setting(KEPT_FOR, "Time until what was done at the operator's desk is deleted; 0 keeps it for ever.", KEPT),
    ] = 0

    log_format: Annotated[str, Setting(one_of("text", "json"), "Form of the lines on standard error.", TOLD)] = "text"

    metrics_token: Annotated[
        str | None,
        Setting(
            TOKEN,
            "Token of 16 characters or more with which /api/metrics answers; without one there is none.",
            TOLD,
            secret=True,
        ),
    ] = None

    limits: Limits = field(default_factory=Limits)

    # Found out about `bots`: by what people read, by the name of a game, the numbers of players; and the program in which they choose.
    hosted: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    hosting_program: str = ""

    # The same before every automatic move, because its length must not depend on cards; bots that search need a longer one.
    bot_pause: tuple[float, float] = (0.5, 1.1)
    window: float = 8  # for which a window stays open, if an onlooker could otherwise see how long people think
    next_deal: float = 45  # until the next deal begins although not everybody is ready
    next_deal_watched: float = 6  # the same where only bots play
    close_patient: float = 30 * 24 * 3600  # until such a table is closed where people move when they can; pages say so
    host_away: float = 60  # until somebody stands in for an absent host
    turn_told: float = 30  # until somebody who is not there is told that it is their turn
    push_services: tuple[str, ...] = ()  # origins of push services that need not be public, for tests
    forget: float = 60  # until a table without connections is dropped from memory; its log stays
    clean: float = 3600  # between deletions of what is kept no longer
    measured: float = 5  # between times at which a process tells the others of its house what it has measured
    look_around: float = 2  # between looks for tables that nobody uses
    hello: float = 10  # allowed for the first message of a connection
    review_worlds: int = 0  # of a review, for each decision; 0: what is usual for the game
    compile_rules: bool = False  # fill the cache of compiled rules in the background

    @property
    def keeping(self) -> Keeping:
        """How long things are kept."""
        return Keeping(self.keep_tables, self.keep_guests, self.keep_records, self.keep_reports, self.keep_desk)

    @property
    def trusted(self) -> tuple[str, ...]:
        """The proxies whose word on a client's address counts."""
        return self.proxies or (THIS_MACHINE if self.origin else ())


def declared() -> Iterator[Declared]:
    """Yield every setting of an operator, limits last."""
    yield from declared_in(Settings)
    yield from declared_in(Limits, LIMIT)
