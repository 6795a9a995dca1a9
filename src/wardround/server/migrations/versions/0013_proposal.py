"""What people at a table were asked and have not decided: it outlives the process that asked.

Revision ID: 0013
Revises: 0012.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; nobody is asked anything at the tables that are there."""
    op.add_column("tables", sa.Column("undecided", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget it: who asked may ask again, and who voted vote."""
    op.drop_column("tables", "undecided")
