"""What-if tables: the finished table that one goes on from.

Revision ID: 0005
Revises: 0004.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; tables that are there go on from none."""
    op.add_column("tables", sa.Column("origin", sa.String(32), nullable=True))


def downgrade() -> None:
    """Forget it: what was tried out stays a table like any other."""
    op.drop_column("tables", "origin")
