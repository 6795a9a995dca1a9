"""Tools that prove a game right, for our games and for those of others."""

from wardround.testing.check import CheckResult, check_game
from wardround.testing.clauses import clause, index, missing
from wardround.testing.configurations import Configuration, configurations
from wardround.testing.faults import CheckFailure
from wardround.testing.lessons import lesson_faults
from wardround.testing.playout import Invariants, Tally
from wardround.testing.scenario import Scenario, given
from wardround.testing.sentences import faults_in, sentence_faults

__all__ = [
    "CheckFailure",
    "CheckResult",
    "Configuration",
    "Invariants",
    "Scenario",
    "Tally",
    "check_game",
    "clause",
    "configurations",
    "faults_in",
    "given",
    "index",
    "lesson_faults",
    "missing",
    "sentence_faults",
]
