"""People with a name, the seats that they have, and how games ended; tables that are rated.

Revision ID: 0011
Revises: 0010.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def of(relation: str) -> sa.ForeignKey:
    """What belongs to a row of another relation, and goes with it."""
    return sa.ForeignKey(relation, ondelete="CASCADE")


def upgrade() -> None:
    """Make room for them; nobody has a name yet, and no table is rated."""
    op.add_column(
        "tables", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_index("seats_by_token", "seats", ["token_hash"])
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("code_key", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(16), of("people.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "holdings",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), of("people.id"), nullable=False),
        sa.Column("sealed", sa.String(256), nullable=False),
    )
    op.create_index("ix_holdings_person", "holdings", ["person"])
    op.create_table(
        "results",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("table", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("early", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "result_seats",
        sa.Column(
            "result", sa.Integer(), of("results.number"), primary_key=True, autoincrement=False
        ),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=True),
        sa.Column("holder", sa.String(64), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
    )
    op.create_index("result_seats_by_holder", "result_seats", ["holder"])


def downgrade() -> None:
    """Forget them."""
    for relation in ("result_seats", "results", "holdings", "sessions", "people"):
        op.drop_table(relation)
    op.drop_index("seats_by_token", "seats")
    op.drop_column("tables", "rated")
