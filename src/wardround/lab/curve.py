"""How well a learner plays when: a table in JSON and a picture, written after every evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from wardround.bots import Bot
from wardround.bots.bot import MakeBot
from wardround.core import Game, write_file
from wardround.core.options import OptionValue
from wardround.games import game as installed_game
from wardround.lab.errors import LabError
from wardround.lab.harness import duel, play_bot_game
from wardround.lab.tournament import Result, standings
from wardround.pool import spread

AGAINST: Final = ("random", "greedy")
TABLE: Final = "curve.json"
PICTURE: Final = "curve.svg"


@dataclass(frozen=True)
class Point:
    """One evaluation.

    Args:
        minutes: Of training.
        steps: Decisions learned from.
        against: The bot at all other seats.
        games: Games played.
        wins: Share of them won, a shared win in part.
        low: Lower end of its 95 % interval.
        high: Upper end.
    """

    minutes: float
    steps: int
    against: str
    games: int
    wins: float
    low: float
    high: float

    def __str__(self) -> str:
        share = f"{self.wins:.1%} ({self.low:.1%} to {self.high:.1%}) of {self.games} games"
        return f"{self.minutes:5.1f} min  {self.steps:>10,} steps  against {self.against}: {share}"


class Curve:
    """The evaluations of a run, in ``curve.json`` and ``curve.svg`` of a folder.

    Args:
        folder: Is made; it must not be there, but to go on.
        method: What learns, in words: stands above the picture.
        game: The game.
        players: Seats of the table.
        rounds: Deals of an evaluation; each is played once from every seat.
        seed: Of the training: stands in the table.
        options: Values by option name.
        resume: Whether to go on with the curve that is in the folder.
        axis: What the minutes are, in words.
        tell: Takes each evaluation, in words; standard output where nothing is said.

    Raises:
        SeatError, LabError: Bots cannot play so.
        OSError: The folder cannot be made.
    """

    def __init__(
        self,
        folder: Path,
        method: str,
        game: Game,
        players: int,
        rounds: int,
        seed: int | str,
        options: Mapping[str, OptionValue] | None = None,
        resume: bool = False,
        axis: str = "minutes of one processor",
        tell: Callable[[str], None] | None = None,
    ) -> None:
        for against in AGAINST:
            duel(game, against, players, rounds, seed, options)
        folder.mkdir(parents=True, exist_ok=resume)
        self.folder = folder
        self.game = game
        self.players = players
        self.rounds = rounds
        self.options = dict(options or {})
        self.facts = {"method": method, "game": game.id, "players": players, "seed": seed}
        self.title = f"{method}, {game.title}, {players} players"
        self.axis = axis
        self.tell = tell or partial(print, flush=True)
        self.points = self._before() if resume else []

    def _before(self) -> list[Point]:
        """The points of a run that goes on."""
        path = self.folder / TABLE
        if not path.exists():
            return []
        try:
            return [Point(**row) for row in json.loads(path.read_text("utf-8"))["points"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LabError(
                f"The curve cannot be read: {error}.",
                where=str(path),
                expected="the file as it was written, or none",
            ) from error

    def look(self, bot: Bot, minutes: float, steps: int) -> None:
        """Let a bot play against others on new deals; say how it did, and write both files.

        Args:
            bot: Holds one seat.
            minutes: Of training until now.
            steps: Decisions learned from.
        """
        self.examine(lambda _: bot, minutes, steps)

    def examine(self, make: MakeBot, minutes: float, steps: int, jobs: int = 1) -> None:
        """The same with a new bot for each game.

        Args:
            make: Makes the bot; with several processes it can be pickled.
            minutes: Of training until now.
            steps: Decisions learned from.
            jobs: Processes that play.
        """
        for against in AGAINST:
            seed = f"evaluation/{steps}/{against}"
            plan = duel(self.game, against, self.players, self.rounds, seed, self.options)
            if jobs > 1:
                told = (self.game.id, against, self.players, self.rounds, seed, self.options)
                work: Callable[[int], Result] = partial(_play, told, make)
            else:
                work = partial(play_bot_game, plan, make)
            with closing(spread(work, range(plan.games), jobs)) as games:
                found = standings(plan, games)
            wins = next(one.wins for one in found.entrants if one.number == 0)
            low = wins.value if wins.low is None else wins.low
            high = wins.value if wins.high is None else wins.high
            point = Point(round(minutes, 2), steps, against, plan.games, wins.value, low, high)
            self.points.append(point)
            self.tell(str(point))
            self.save()

    def save(self) -> None:
        """Write both files.

        Raises:
            LabError: One cannot be written.
        """
        points = [
            {key: round(value, 4) if isinstance(value, float) else value for key, value in row}
            for row in (asdict(one).items() for one in self.points)
        ]
        table = json.dumps({**self.facts, "points": points}, indent=1) + "\n"
        write_file(self.folder / TABLE, table.encode(), LabError)
        write_file(self.folder / PICTURE, self._picture(points).encode(), LabError)

    def _picture(self, points: list[dict[str, Any]]) -> str:
        import vl_convert

        minutes = {
            "field": "minutes",
            "type": "quantitative",
            "title": self.axis,
            "scale": {"domainMin": 0},
        }
        share = {"type": "quantitative", "axis": {"format": "%"}, "scale": {"domain": [0, 1]}}
        colour = {"field": "against", "type": "nominal"}
        picture = {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": self.title,
            "width": 560,
            "height": 300,
            "background": "white",
            "data": {"values": points},
            "encoding": {"x": minutes, "color": colour},
            "layer": [
                {
                    "mark": {"type": "errorband", "opacity": 0.25},
                    "encoding": {
                        "y": {**share, "field": "low", "title": "games won, 95 % interval"},
                        "y2": {"field": "high"},
                    },
                },
                {
                    "mark": {"type": "line", "point": True},
                    "encoding": {"y": {**share, "field": "wins"}},
                },
                {
                    "mark": {"type": "rule", "strokeDash": [4, 4], "color": "#666"},
                    "encoding": {"x": None, "color": None, "y": {"datum": 1 / self.players}},
                },
            ],
        }
        return str(vl_convert.vegalite_to_svg(picture))


Told = tuple[str, str, int, int, str, dict[str, OptionValue]]


def _play(told: Told, make: MakeBot, number: int) -> Result:
    """Play one game in a process of its own: a game is looked up there, it does not travel."""
    game, against, players, rounds, seed, options = told
    plan = duel(installed_game(game), against, players, rounds, seed, options)
    return play_bot_game(plan, make, number)
