"""Accounts have versions: a session belongs to one, and browsers that are told of turns to a session."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    for table in ("accounts", "sessions"):
        op.add_column(table, sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("pushes", sa.Column("session", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("pushes", "session")
    for table in ("sessions", "accounts"):
        op.drop_column(table, "version")
