"""Tools that prove a game right, for our games and for those of others."""

from wardround.testing.clauses import clause, index, missing
from wardround.testing.scenario import Scenario, given

__all__ = ["Scenario", "clause", "given", "index", "missing"]
