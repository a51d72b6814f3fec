"""What each server of one store has measured, so that any of them can tell the measures of all."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "measures",
        sa.Column("server_id", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("measures")
