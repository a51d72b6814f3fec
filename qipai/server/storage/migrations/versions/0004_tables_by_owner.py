"""An index by which the open tables of a guest are counted."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("tables_by_owner", "tables", ["owner", "open"])


def downgrade() -> None:
    op.drop_index("tables_by_owner", "tables")
