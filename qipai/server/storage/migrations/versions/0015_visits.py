"""At which tables a guest is named, from the logs."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "visits",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_index("visits_by_table", "visits", ["table_id"])
    op.execute("insert into visits (person, table_id) select distinct actor, table_id from events where actor <> ''")


def downgrade() -> None:
    op.drop_table("visits")
