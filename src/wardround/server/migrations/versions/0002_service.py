"""Time of service, by which dead tables are told, and ids of messages that are a seat's own.

Revision ID: 0002
Revises: 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Count the time that servers ran; tables that are there begin at zero."""
    service = op.create_table(
        "service",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
    )
    op.bulk_insert(service, [{"id": 1, "seconds": 0}])
    # Not as a batch: SQLite would drop the relation and, with it, all seats and entries.
    op.add_column(
        "tables", sa.Column("served", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.drop_index("tables_by_age", "tables")
    op.create_index("tables_by_age", "tables", ["state", "served"])
    with op.batch_alter_table("entries") as entries:
        entries.drop_constraint("entries_client_id", type_="unique")
        entries.create_unique_constraint("entries_client_id", ["table", "seat", "client_id"])


def downgrade() -> None:
    """Forget the time of service."""
    with op.batch_alter_table("entries") as entries:
        entries.drop_constraint("entries_client_id", type_="unique")
        entries.create_unique_constraint("entries_client_id", ["table", "client_id"])
    op.drop_index("tables_by_age", "tables")
    op.create_index("tables_by_age", "tables", ["state", "touched"])
    op.drop_column("tables", "served")
    op.drop_table("service")
