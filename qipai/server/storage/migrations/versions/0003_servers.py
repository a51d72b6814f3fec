"""The servers of one store, who is connected to them, and which of them drives each table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("watching", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("presence_by_server", "presence", ["server_id"])
    op.create_table(
        "drivers",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
    )
    op.create_index("drivers_by_server", "drivers", ["server_id"])
    op.create_table(
        "phrases",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
        sa.Column("phrase", sa.String(40), nullable=False),
    )
    op.create_index("phrases_by_time", "phrases", ["at"])
    op.create_index("phrases_by_server", "phrases", ["server_id"])


def downgrade() -> None:
    for name in ("phrases", "drivers", "presence", "servers"):
        op.drop_table(name)
