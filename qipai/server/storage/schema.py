"""The tables of the database.

The log (`events`) is the truth, records of deals included; the rest is an index of it, and names.

Times are milliseconds since 1970 in UTC.  A change here needs a migration under `migrations/versions`.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

REVISION = "0015"  # the last migration

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(32), nullable=False, unique=True),  # short, to read aloud
    Column("watch", String(32), nullable=False, unique=True),  # of the spectator link
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("owner", String(64), nullable=False),  # the guest whose bot time it uses
    Column("opened_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),  # time of its last event, roughly
    Column("open", Integer, nullable=False),  # 1 until it is closed
    Column("patient", Integer, nullable=False, server_default="0"),  # 1 where people move when they can
    Index("tables_by_age", "open", "touched_at"),
    Index("tables_by_owner", "owner", "open"),
)

events = Table(
    "events",
    metadata,
    # The primary key is the lock of a table: if two servers append the same seq, one of them gets an error.
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(64), nullable=False),  # the guest who asked for it; "" for the table itself
    Column("command", String(64)),  # the guest's own id of the command; NULL, which is never a duplicate, without one
    Column("body", LargeBinary, nullable=False),  # the entry, as JSON
    Column("schema", Integer, nullable=False),  # of the body
    UniqueConstraint("table_id", "actor", "command", name="events_once"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the credential, with which nobody can sign in
    Column("name", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),  # roughly
    Index("guests_by_age", "seen_at"),
)

chairs = Table(
    "chairs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False),
    Index("chairs_by_guest", "guest"),
)

# An index of the log: a record is made from its own deal.
deals = Table(
    "deals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("names", LargeBinary, nullable=False),
    Column("told", LargeBinary),  # the keys of its entries, if they were sealed while it was played
)

# The operator's keys under which entries have been sealed (`sealing`), by name.
seals = Table("seals", metadata, Column("id", String(8), primary_key=True))

# Records that somebody has opened.  They need no table: one that is purged leaves them.
records = Table(
    "records",
    metadata,
    Column("id", String(48), primary_key=True),
    Column("kept_at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the text of the file, compressed
    Index("records_by_age", "kept_at"),
)

# What was computed of a record for a seat (`reviewing`).  It goes when its record goes.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(48), primary_key=True),  # of the record
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kept_at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),  # the review as JSON, compressed
)

# An index of the log: what a finished deal was for a person who played it (`qipai.club.results.Played`).
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(64), nullable=False),  # the guest
    Column("at", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules", LargeBinary, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("people", Integer, nullable=False),
    Column("bots", Integer, nullable=False),
    Column("level", String(40), nullable=False),
    Column("names", LargeBinary, nullable=False),
    Index("results_by_person", "person", "at"),
)

# Tables that are open to everyone: an index of the log, written with the entries that change it.
listings = Table(
    "listings",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # what is shown of it, as JSON
)

# -- being told that it is one's turn

# The server's own keys, by name; sealed where there is an operator's key.
keys = Table("keys", metadata, Column("name", String(16), primary_key=True), Column("body", LargeBinary, nullable=False))

# Browsers to which a push service brings a word.
pushes = Table(
    "pushes",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the endpoint
    Column("person", String(64), nullable=False),  # the guest
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("language", String(16), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("failed", Integer, nullable=False),  # times in a row
    Index("pushes_by_person", "person"),
)

# Whom a table waits for, of those who want to be told.
turns = Table(
    "turns",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the question, as people see it
    Column("due", BigInteger, nullable=False),
    Column("sent", Integer, nullable=False),  # 1 once they were told
    Index("turns_by_time", "sent", "due"),
)

# What people have reported of others, for the operator.  It needs no table: one that is purged leaves it.
reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("reporter", String(64), nullable=False),  # the guest who reports
    Column("reported", String(64), nullable=False),  # the guest who is reported
    Column("why", String(20), nullable=False),
    Column("seq", Integer, nullable=False),  # of the table when it was reported
    Column("body", LargeBinary, nullable=False),  # `reporting.Attached` as JSON, compressed
    Index("reports_by_age", "at"),
)

# -- accounts, which people may have: each claims the guest who made it

accounts = Table(
    "accounts",
    metadata,
    Column("person", String(64), primary_key=True),  # the guest's id
    Column("name", String(64), nullable=False),
    Column("skeleton", String(256), nullable=False, unique=True),  # of the name (`qipai.club.names`)
    Column("password", String(256), nullable=False),  # Argon2id, with its salt and costs
    Column("made_at", BigInteger, nullable=False),
)

# Browsers that are signed in.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the credential
    Column("person", String(64), nullable=False),
    Column("label", String(80), nullable=False),  # browser and system; no address
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),  # roughly
    Index("sessions_by_person", "person"),
)

# Digests of codes, each of which opens an account once.
recovery = Table(
    "recovery",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("digest", String(64), primary_key=True),
)

# Guests whose credential is none any more, since an account claimed them.  They stay when the account is deleted.
spent = Table("spent", metadata, Column("id", String(64), primary_key=True))

# -- several servers on one store; one alone leaves these empty

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("beat", BigInteger, nullable=False),  # when it last said that it lives, by the clock of the database
)

# What a server has said goes with its row, so nothing below needs an end of its own.
presence = Table(
    "presence",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("server_id", String(32), ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("watching", Integer, primary_key=True, autoincrement=False),  # 1 by the spectator link
    Index("presence_by_server", "server_id"),
)

drivers = Table(
    "drivers",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("server_id", String(32), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    Column("host", String(64), nullable=False),  # the guest who is host now
    Index("drivers_by_server", "server_id"),
)

phrases = Table(
    "phrases",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("server_id", String(32), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    Column("phrase", String(40), nullable=False),
    Index("phrases_by_time", "at"),
    Index("phrases_by_server", "server_id"),
)

relayed = Table(
    "relayed",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("guest", String(64), primary_key=True),  # whose it is; "" for the server's own
    Column("kind", String(8), primary_key=True),
    Column("server_id", String(32), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON
    Index("relayed_by_server", "server_id"),
)
