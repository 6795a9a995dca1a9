"""Questions in Python: frames that say what the commands say, drawings of them."""

import polars as pl
import pytest

from wardround.core import OptionError
from wardround.games import game
from wardround.lab import (
    Balance,
    LabError,
    Simulation,
    balance_of,
    changes_of,
    dots,
    endings_of,
    simulate,
)
from wardround.lab.balance import Study, Watched, report
from wardround.lab.questions import ITEM_COLUMNS


def test_balance_is_the_report_in_frames() -> None:
    found = balance_of("pyrrameds", players=[2], games=6, bots=["random"])
    watched = Watched(Study.plan(game("pyrrameds"), [2], ["random"], "random", 6, "1"))
    list(watched.play())
    assert found.report == report(watched)
    seats = found.part("seats")
    assert seats["seat"].to_list() == [1, 2]
    assert {"wins_share", "wins_low", "points_mean"} <= set(seats.columns)
    assert found.part("choices").height == 1
    assert "6 games by random" in found._repr_html_()
    assert "<p>" in found._repr_html_()


def test_things_stand_in_order_and_may_be_none() -> None:
    few = balance_of("pyrrameds", players=[2], games=2, bots=["random"]).items()
    assert few.height == 0
    assert list(few.columns) == list(ITEM_COLUMNS)
    many = balance_of("pyrrameds", players=[2], games=60, bots=["random"]).items()
    assert many.height > 4
    assert many["points"].to_list() == sorted(many["points"], reverse=True)
    assert many.schema == few.schema
    assert ((many["low"] <= many["points"]) & (many["points"] <= many["high"])).all()


def test_a_thing_has_no_wins_where_one_plays_alone() -> None:
    row = {"item": "x", "kind": "k", "stage": "taken", "with": 40, "without": 50, "wins": None}
    points = {"value": 1.0, "low": 0.5, "high": 1.5, "peers": 0.0, "p": 0.001, "p_adjusted": 0.01}
    frame = Balance({"items": [{**row, "points": {**points, "found": True}}]}).items()
    assert frame.row(0, named=True)["wins"] is None
    assert frame["found"].to_list() == [True]


def test_endings_are_counted_for_every_rule() -> None:
    rules = {"six": {"row_size": "6"}, "ten": {"row_size": "10"}}
    found = endings_of("pyrrameds", rules, players=[2, 3], games=10, bot="random")
    assert (found.group_by("rules", "players").agg(pl.col("count").sum())["count"] == 10).all()
    plan = Simulation.plan(game("pyrrameds"), ["random"] * 3, 10, "1", rules["six"])
    empty = sum(one.ending == "empty_hand" for one in simulate(plan))
    row = found.filter(
        pl.col("rules") == "six", pl.col("players") == 3, pl.col("ending") == "empty_hand"
    ).row(0, named=True)
    assert row["count"] == empty
    assert row["low"] <= row["share"] == empty / 10 <= row["high"]


def test_changes_are_those_of_compare() -> None:
    rules = {"row_size": "6"}, {"row_size": "9"}
    found = changes_of("pyrrameds", *rules, seats=["random", "random"], games=10)
    assert {"minutes", "won by seat 2"} <= set(found["measure"])
    assert (found["low"] <= found["difference"]).all()


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(LabError, match="tell nothing"):
        balance_of("pyrrameds", games=1)
    with pytest.raises(OptionError, match="weather"):
        endings_of("pyrrameds", {"fine": {"weather": "fine"}}, [2], games=1)
    with pytest.raises(LabError, match="Both sides are the same"):
        changes_of("pyrrameds", {}, {}, games=2)


def test_estimates_are_drawn_with_intervals_and_a_line() -> None:
    frame = pl.DataFrame(
        {"what": ["a", "b"], "won": [0.2, 0.4], "low": [0.1, 0.3], "high": [0.3, 0.5]}
    )
    spec = dots(frame, "won", "what", "share", even=0.25).to_dict()
    assert [layer["encoding"]["x"].get("datum") for layer in spec["layer"]] == [0.25, None, None]
    assert len(dots(frame, "won", "what", "share").to_dict()["layer"]) == 2
    values = dots(frame, "won", "what", "share").to_dict()["data"]
    assert len(str(values)) > 10
