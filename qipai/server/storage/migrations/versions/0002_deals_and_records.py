"""Where each finished deal is in its log, records that outlive their table, and when a guest was last seen."""

import sqlalchemy as sa
from alembic import op

from qipai.server.storage.dealing import Dealing
from qipai.session import read_entry

revision = "0002"
down_revision = "0001"

TOLD = (b'"shuffled"', b'"settled"', b'"seated"', b'"renamed"', b'"opened"')  # entries that say something of deals


def upgrade() -> None:
    op.add_column("guests", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("update guests set seen_at = made_at")
    op.create_index("guests_by_age", "guests", ["seen_at"])
    op.create_table(
        "deals",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("names", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(48), primary_key=True),
        sa.Column("kept_at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("records_by_age", "records", ["kept_at"])
    for table, body in logs():
        note(table, body)


def logs() -> list[tuple[str, list[bytes]]]:
    """Return, by table, what its log says of deals."""
    events = sa.table("events", sa.column("table_id"), sa.column("seq"), sa.column("body"))
    connection = op.get_bind()
    found: dict[str, list[bytes]] = {}
    for table, body in connection.execute(
        sa.select(events.c.table_id, events.c.body).order_by(events.c.table_id, events.c.seq)
    ):
        if any(word in body for word in TOLD):
            found.setdefault(table, []).append(body)
    return list(found.items())


def note(table: str, bodies: list[bytes]) -> None:
    """Store where the finished deals of a table are.  A log that cannot be read has none: it is damaged already."""
    deals = sa.table("deals", *(sa.column(name) for name in ("table_id", "serial", "first", "last", "names")))
    dealing = Dealing()
    try:
        for body in bodies:
            dealing, finished = dealing.after(read_entry(body))
            for deal in finished:
                op.execute(sa.insert(deals).values(table_id=table, **vars(deal)))
    except Exception:
        return


def downgrade() -> None:
    op.drop_table("records")
    op.drop_table("deals")
    op.drop_index("guests_by_age", "guests")
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("seen_at")
