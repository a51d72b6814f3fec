"""What several servers pass on to each other of a deal that has not begun."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "relayed",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("relayed_by_server", "relayed", ["server_id"])


def downgrade() -> None:
    op.drop_table("relayed")
