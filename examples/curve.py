"""How well a learner plays when: a table in JSON and a picture, written after every evaluation."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import vl_convert

from wardround.bots import Bot
from wardround.core import Game
from wardround.lab.harness import duel, play_bot
from wardround.lab.tournament import standings

AGAINST = ("random", "greedy")


@dataclass(frozen=True)
class Point:
    """One evaluation.

    Args:
        minutes: Of training, in time of the processor.
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


def add_options(reader: argparse.ArgumentParser, folder: Path) -> None:
    """The options that all scripts have.

    Args:
        reader: Gets them.
        folder: Where files go if nothing is said.
    """
    reader.add_argument("--players", type=whole, help="seats; two, or the fewest of the game")
    reader.add_argument("--minutes", type=minutes, default=45, help="of learning, processor time")
    reader.add_argument("--every", type=minutes, default=3, help="minutes between evaluations")
    reader.add_argument("--rounds", type=whole, default=100, help="deals of an evaluation")
    reader.add_argument("--seed", type=int, default=1, help="fixes all chance")
    reader.add_argument("--out", type=Path, default=folder, help="a new folder for the files")


def whole(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of at least 1")
    return int(text)


def minutes(text: str) -> float:
    """A number above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of minutes above 0")
    return found


class Curve:
    """The evaluations of a run, in ``curve.json`` and ``curve.svg`` of a folder.

    Args:
        folder: Is made; it must not be there.
        method: What learns, in words: stands above the picture.
        game: The game.
        players: Seats of the table.
        rounds: Deals of an evaluation; each is played once from every seat.
        seed: Of the training: stands in the table.

    Raises:
        SeatError, LabError: Bots cannot play so.
        OSError: The folder cannot be made.
    """

    def __init__(
        self, folder: Path, method: str, game: Game, players: int, rounds: int, seed: int
    ) -> None:
        for against in AGAINST:
            duel(game, against, players, rounds, seed)
        folder.mkdir(parents=True)
        self.folder = folder
        self.game = game
        self.players = players
        self.rounds = rounds
        self.facts = {"method": method, "game": game.id, "players": players, "seed": seed}
        self.title = f"{method}, {game.title}, {players} players"
        self.points: list[Point] = []

    def look(self, bot: Bot, minutes: float, steps: int) -> None:
        """Let a bot play against others on new deals; say how it did, and write both files.

        Args:
            bot: Holds one seat.
            minutes: Of training until now, in time of the processor.
            steps: Decisions learned from.
        """
        for against in AGAINST:
            plan = duel(
                self.game, against, self.players, self.rounds, f"evaluation/{steps}/{against}"
            )
            found = standings(plan, play_bot(plan, lambda _: bot))
            wins = next(one.wins for one in found.entrants if one.number == 0)
            low = wins.value if wins.low is None else wins.low
            high = wins.value if wins.high is None else wins.high
            point = Point(round(minutes, 2), steps, against, plan.games, wins.value, low, high)
            self.points.append(point)
            print(point, flush=True)
            self.save()

    def save(self) -> None:
        """Write both files."""
        points = [
            {key: round(value, 4) if isinstance(value, float) else value for key, value in row}
            for row in (asdict(one).items() for one in self.points)
        ]
        (self.folder / "curve.json").write_text(
            json.dumps({**self.facts, "points": points}, indent=1) + "\n", "utf-8"
        )
        (self.folder / "curve.svg").write_text(self._picture(points), "utf-8")

    def _picture(self, points: list[dict[str, Any]]) -> str:
        minutes = {
            "field": "minutes",
            "type": "quantitative",
            "title": "minutes of one processor",
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
