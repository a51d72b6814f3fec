"""The operator's desk, limits that several servers share, and a lobby with a share for each address."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("tables", sa.Column("household", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("unlisted", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_by_household", "tables", ["household", "open"])
    for name, usual in (("since", "0"), ("people", "0"), ("room", "1")):
        kind = sa.BigInteger if name == "since" else sa.Integer
        op.add_column("listings", sa.Column(name, kind, nullable=False, server_default=usual))
    op.execute("update listings set since = (select opened_at from tables where tables.id = listings.table_id)")
    op.create_table(
        "desk",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("did", sa.String(16), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
    )
    op.create_index("desk_by_age", "desk", ["at"])
    op.create_table(
        "bars",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("whom", sa.String(64), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sa.Column("told", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "signs",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("body", sa.String(500), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "takings",
        sa.Column("what", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("takings_by_time", "takings", ["at"])
    op.create_index("takings_by_end", "takings", ["until"])
    op.create_table(
        "holdings",
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("what", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("held", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for table in ("holdings", "takings", "signs", "bars", "desk"):
        op.drop_table(table)
    for column in ("room", "people", "since"):
        op.drop_column("listings", column)
    op.drop_index("tables_by_household", "tables")
    op.drop_column("tables", "unlisted")
    op.drop_column("tables", "household")
