"""What was promised before the first move: a salt, and the deal it was promised for.

Revision ID: 0008
Revises: 0007.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; for the tables that are there the hash of the seed was all that was."""
    op.add_column("tables", sa.Column("salt", sa.String(128), nullable=True))
    op.add_column("tables", sa.Column("deal", sa.Text(), nullable=True))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "deal")
    op.drop_column("tables", "salt")
