"""Entries of running deals may be sealed: the names of the keys, and those of deals that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("deals", sa.Column("told", sa.LargeBinary))
    op.create_table("seals", sa.Column("id", sa.String(8), primary_key=True))


def downgrade() -> None:
    op.drop_table("seals")
    op.drop_column("deals", "told")
