"""Who wishes to be told when it is their turn, who was told, and the key for push services.

Revision ID: 0012
Revises: 0011.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def of(relation: str) -> sa.ForeignKey:
    """What belongs to a row of another relation, and goes with it."""
    return sa.ForeignKey(relation, ondelete="CASCADE")


def upgrade() -> None:
    """Make room for them; nobody wishes anything yet."""
    op.create_table(
        "wishes",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), of("people.id"), nullable=True),
        sa.Column("holder", sa.String(64), nullable=True),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("place", sa.String(1000), nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    for column in ("person", "holder", "secret"):
        op.create_index(f"ix_wishes_{column}", "wishes", [column])
    op.create_table(
        "told",
        sa.Column("table", sa.String(32), of("tables.id"), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
    )
    op.create_table(
        "push_keys",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("pem", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Forget them."""
    for relation in ("push_keys", "told", "wishes"):
        op.drop_table(relation)
