"""Accounts, which people may have, with the browsers that are signed in to them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("skeleton", sa.String(256), nullable=False, unique=True),
        sa.Column("password", sa.String(256), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "recovery",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
    )
    op.create_table("spent", sa.Column("id", sa.String(64), primary_key=True))


def downgrade() -> None:
    for table in ("accounts", "sessions", "recovery", "spent"):
        op.drop_table(table)
