"""Tables that show a record that somebody brought.

Revision ID: 0006
Revises: 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the mark; tables that are there were played here."""
    op.add_column(
        "tables", sa.Column("opened", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Forget which they are: a record that was brought looks like a game without players."""
    op.drop_column("tables", "opened")
