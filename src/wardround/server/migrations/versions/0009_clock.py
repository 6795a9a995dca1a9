"""A clock: how long each seat may think, and what each has used of that.

Revision ID: 0009
Revises: 0008.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; the tables that are there have none."""
    op.add_column("tables", sa.Column("clock", sa.JSON(), nullable=True))
    op.add_column("tables", sa.Column("times", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "times")
    op.drop_column("tables", "clock")
