"""People at a table: its host, who is muted, who plays for whom, what was said, the next game.

Revision ID: 0003
Revises: 0002.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them; tables that are there have no host."""
    op.add_column("tables", sa.Column("host", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("next", sa.String(32), nullable=True))
    op.add_column(
        "tables", sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("stand_in", sa.String(64), nullable=True))
    op.add_column(
        "seats", sa.Column("muted", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "talk",
        sa.Column(
            "table",
            sa.String(32),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("talk")
    op.drop_column("seats", "muted")
    op.drop_column("seats", "stand_in")
    op.drop_column("tables", "quiet")
    op.drop_column("tables", "next")
    op.drop_column("tables", "host")
