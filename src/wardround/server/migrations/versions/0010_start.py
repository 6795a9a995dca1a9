"""A position that a table goes on from, in the place of a deal: what is tried out from a game.

Revision ID: 0010
Revises: 0009.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; the tables that are there begin with a deal."""
    op.add_column("tables", sa.Column("start", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget it, and the tables that cannot be played without it."""
    op.execute("DELETE FROM tables WHERE start IS NOT NULL")
    op.drop_column("tables", "start")
