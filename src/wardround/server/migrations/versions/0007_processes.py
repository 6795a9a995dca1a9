"""Several processes on one database: which there are, and which of them has a table.

Revision ID: 0007
Revises: 0006.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them; no process has the tables that are there."""
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("tables", "owner")
    op.drop_table("processes")
