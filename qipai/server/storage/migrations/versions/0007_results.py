"""What each finished deal was for the people who played it, from the logs."""

import sqlalchemy as sa
from alembic import op

from qipai.server.storage.results import tell_again

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.LargeBinary, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("bots", sa.Integer, nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("names", sa.LargeBinary, nullable=False),
    )
    op.create_index("results_by_person", "results", ["person", "at"])
    tables = sa.table("tables", sa.column("id"))
    for table in op.get_bind().execute(sa.select(tables.c.id)).scalars().all():
        tell_again(op.get_bind(), table)


def downgrade() -> None:
    op.drop_table("results")
