"""How a game went: when its rounds began, and how the points stood after every step."""

from dataclasses import dataclass, field

from wardround.core import Game, Match
from wardround.server.shown import Json
from wardround.server.store import StoredTable
from wardround.server.table import begin


@dataclass(slots=True)
class Course:
    """How a game went.

    Attributes:
        rounds: The versions at which the round became another one, with its number; empty where
            the game tells of none.
        points: By version, from the set-up on, the points of each seat as things stood. They may
            tell what is hidden.
    """

    rounds: list[tuple[int, int]] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)

    def note(self, match: Match) -> None:
        """Take in the position that was just reached."""
        number = match.state.round_number()
        if number and (not self.rounds or self.rounds[-1][1] != number):
            self.rounds.append((match.version, number))
        self.points.append(match.state.scores())

    def to_json(self, *, with_points: bool) -> Json:
        """The course as it is sent.

        Args:
            with_points: Whether nothing of the game is secret to who asks.
        """
        return {"rounds": self.rounds, "points": self.points if with_points else None}


def course_of(stored: StoredTable, game: Game, deadline: float) -> Course:
    """How the game of a table has gone so far.

    Args:
        stored: The table, with its history.
        game: The game that it plays.
        deadline: When it is given up, on the clock of :func:`time.monotonic`.

    Raises:
        TableBroken: The history cannot be played by the installed rules.
        Overloaded: It was not played in time.
    """
    course = Course()
    begin(stored, game, deadline, course.note)
    return course
