"""Guided first games: whether a table is one, and whether it was left.

Revision ID: 0004
Revises: 0003.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; tables that are there are none."""
    op.add_column("tables", sa.Column("lesson", sa.String(16), nullable=True))


def downgrade() -> None:
    """Forget it: guided games go on as ordinary ones."""
    op.drop_column("tables", "lesson")
