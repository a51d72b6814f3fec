"""Tables where people move when they can, and who is told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("patient", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "keys", sa.Column("name", sa.String(16), primary_key=True), sa.Column("body", sa.LargeBinary, nullable=False)
    )
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.LargeBinary, nullable=False),
        sa.Column("auth", sa.LargeBinary, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
    )
    op.create_index("pushes_by_person", "pushes", ["person"])
    op.create_table(
        "turns",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
    )
    op.create_index("turns_by_time", "turns", ["sent", "due"])


def downgrade() -> None:
    op.drop_table("turns")
    op.drop_table("pushes")
    op.drop_table("keys")
    op.drop_column("tables", "patient")
