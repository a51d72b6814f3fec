"""What is stored.  The log (`events`) is the truth, records of deals included; the rest is an index of it, and names.

Times are milliseconds since 1970 in UTC.  A change here is a migration under `migrations/versions`.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

REVISION = "0001"  # the last migration

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
    Column("touched_at", BigInteger, nullable=False),  # of its last event
    Column("open", Integer, nullable=False),  # 1 until it is closed
    Index("tables_by_age", "open", "touched_at"),
)

events = Table(
    "events",
    metadata,
    # The primary key is the lock of a table: of two servers that append the same seq, one learns that it was late.
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
    Column("id", String(64), primary_key=True),  # digest of the credential: nobody can sign in with what lies here
    Column("name", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)

chairs = Table(
    "chairs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False),
    Index("chairs_by_guest", "guest"),
)
