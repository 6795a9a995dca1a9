"""Scoring, ties and the final ranking (CL-13)."""

from typing import Any

import pytest

from tests.rules.clinic.table import F2, MOVED, SMALL, Plan, at_table, clinic, flow, table
from wardround.games.clinic import scoring
from wardround.testing import Scenario, clause

PRESETS = [
    "2,4,8,14/0,2,3,5",
    "2,4,5,14/0,2,3,8",
    "2,4,5,8/0,2,3,14",
    "2,3,4,5/0,2,8,14",
    "2,3,4,8/0,2,5,14",
    "2,3,4,14/0,2,5,8",
    "2,3,8,14/0,2,4,5",
    "2,3,5,14/0,2,4,8",
    "2,3,5,8/0,2,4,14",
    "2,5,8,14/0,2,3,4",
]
BARE = Plan({"a1": "psychiatric_service"}, entrances=["a1S"])
"""No lines but the track."""
TOWER = Plan(
    {
        **{f"a1{floor}": "psychiatric_service" for floor in ("", ".1", ".2", ".3")},
        **{f"b1{floor}": "room" for floor in ("", ".1", ".2", ".3")},
    },
    entrances=["a1S"],
)
"""Active Rooms on all floors (not a clinic that could be built)."""
THREE = BARE.plus({"c1": "eye_service", "a3": "medicine_service"})
FOUR = THREE.plus({"c3": "psychiatric_service"})
EXAMPLE = F2.plus(
    doctors=["a1:W", "b1.1:W", "d3:W", "c1.2:Y"],
    staff=["a2", "c1.1"],
    patients=["column:psychiatric:Y"],
    minutes=250,
    pp=42,
)


def lines(plan: Plan, **options: object) -> dict[str, int]:
    """The score sheet of seat 0, line by line."""
    s = at_table(plan, options=options)
    return dict(zip(scoring.LINES, scoring.sheet(table(s), clinic(s)), strict=True))


def finished(*plans: Plan, **more: Any) -> Scenario:
    """The end of the last round: only the new turn order and the scores are left."""
    s = at_table(*plans, players=len(plans), round=6, **more)
    return flow(s, "new_order")


@clause("EX-31", "CL-13.1", "CL-13.2", "CL-13.3", "CL-13.4", "CL-13.6", "CL-13.7", "R-03", "R-04")
@clause("CL-13.10", "R-01")
def test_the_scoring_example() -> None:
    assert lines(EXAMPLE) == {
        "track": 42,
        "doctors": 3 * 2 + 4,
        "nurses": 1,
        "staff": 0,
        "buildings": 5,
        "rooms": 0 + 0 + 2 + 2,
        "patients": -4,
        "time": -8,
        "gardens": 0,
    }
    s = finished(EXAMPLE, SMALL)
    assert s.state.scores()[0] == 50


@clause("CL-13.2", "CL-13.6", "R-03")
@pytest.mark.parametrize("preset", PRESETS)
def test_values_of_doctors_and_rooms(preset: str) -> None:
    doctors, rooms = preset.split("/")
    for colour, value in zip("WYOR", doctors.split(","), strict=True):
        plan = BARE.plus(doctors=[f"a1:{colour}"])
        assert lines(plan, score_presets=preset)["doctors"] == int(value)
    assert lines(TOWER, score_presets=preset)["rooms"] == sum(map(int, rooms.split(",")))


@clause("CL-13.6", "CL-13.9")
def test_only_active_rooms_score() -> None:
    plan = BARE.plus(
        {
            "b2": "room",
            "b2.1": "office",
            "b3": "room",
            "c1": "garden",
            "d1": "parking_lot",
            "a1.1": "room",
            "a1.2": "helipad",
            "d3": "waiting_room",
        },
        cars=["d2E"],
        cash=99,
    )
    assert sum(lines(plan).values()) == 10
    assert lines(plan)["rooms"] == 0
    assert lines(plan.plus({"c2": "eye_service"}))["rooms"] == 0
    assert lines(plan.plus({"b1.1": "eye_service"}))["rooms"] == 2


@clause("CL-13.3", "CL-13.9", "R-04")
def test_gardens_score_instead_of_nurses_by_option() -> None:
    plan = BARE.plus({"b1": "garden", "a2": "garden"}, nurses=["a1"])
    assert (lines(plan)["nurses"], lines(plan)["gardens"]) == (1, 0)
    other = lines(plan, score_nurse="garden")
    assert (other["nurses"], other["gardens"]) == (0, 2)


@clause("CL-13.5", "R-78")
def test_every_further_building_is_worth_5() -> None:
    points = [lines(plan)["buildings"] for plan in (BARE, F2, THREE, FOUR)]
    assert points == [0, 5, 10, 15]
    assert lines(FOUR, score_building_more="0")["buildings"] == 10


@clause("CL-13.7")
@pytest.mark.parametrize(("colour", "points"), [("W", -2), ("Y", -4), ("O", -6), ("R", -8)])
@pytest.mark.parametrize("place", ["column", "b1"])
def test_patients_left_cost_points(colour: str, points: int, place: str) -> None:
    plan = SMALL.plus(patients=[f"{place}:psychiatric:{colour}"])
    assert lines(plan)["patients"] == points


@clause("EX-56", "CL-13.8", "R-01")
@pytest.mark.parametrize(
    ("minutes", "unit", "points"),
    [
        (29, "30", 0),
        (30, "30", -1),
        (239, "30", -7),
        (240, "30", -8),
        (59, "60", 0),
        (60, "60", -1),
        (480, "60", -8),
        (14, "15", 0),
        (45, "15", -3),
        (45, "5", -9),
    ],
)
def test_time_costs_points(minutes: int, unit: str, points: int) -> None:
    assert lines(BARE.plus(minutes=minutes), time_unit_minutes=unit)["time"] == points


@clause("CL-13.1", "R-46")
def test_a_score_may_be_negative() -> None:
    s = finished(BARE.plus(minutes=300), BARE)
    assert s.state.scores() == [-10, 0]


@clause("CL-13.9")
def test_money_does_not_count() -> None:
    assert sum(lines(BARE.plus(cash=500)).values()) == 0


@clause("CL-13.11")
def test_the_highest_score_wins() -> None:
    s = finished(BARE.plus(pp=3), BARE.plus(pp=7, minutes=60), BARE.plus(pp=4))
    assert s.state.is_over
    assert s.state.scores() == [3, 5, 4]
    assert s.state.ranking() == [[1], [2], [0]]
    assert s.state.returns() == [0.0, 1.0, 0.0]


@clause("CL-13.12", "R-48", "CL-10.45")
def test_less_time_breaks_a_tie() -> None:
    s = finished(BARE.plus(pp=9, minutes=20), BARE.plus(pp=9, minutes=15))
    assert s.state.scores() == [9, 9]
    assert s.state.ranking() == [[1], [0]]
    longer = finished(BARE.plus(pp=9, minutes=30), BARE.plus(pp=8, minutes=25))
    assert longer.state.ranking() == [[1], [0]]


@clause("CL-13.13", "CL-13.14", "CL-12.16", "R-48")
@pytest.mark.parametrize("first", [0, 1])
def test_then_the_more_popular_one_wins(first: int) -> None:
    """Score and time are equal; who arrived first on the PP space is more popular."""
    s = at_table(BARE.plus(pp=9), BARE.plus(pp=9), round=6)

    def arrive(snapshot: dict[str, list[dict[str, int]]]) -> None:
        snapshot["clinics"][first]["arrival"] = 11
        snapshot["clinics"][1 - first]["arrival"] = 12

    flow(s.edit_with(arrive), "new_order")
    assert table(s).order == [1 - first, first]
    assert s.state.ranking() == [[first], [1 - first]]


@clause("CL-13.13", "CL-12.19", "R-47")
@pytest.mark.parametrize("final", ["full", "no_worsening", "none"])
def test_the_last_step_i_decides_whatever_else_is_skipped(final: str) -> None:
    """PP make the order, not the score."""
    richer = BARE.plus(pp=7)
    other = BARE.plus(pp=5, nurses=["a1", "a1"])
    s = finished(richer, other, options={"final_administration": final}, order=[0, 1])
    assert table(s).order == [1, 0]
    assert s.state.scores() == [7, 7]
    assert s.state.ranking() == [[0], [1]]


@clause("CL-13.1", "CL-13.2")
def test_what_stands_after_the_last_administration_is_scored() -> None:
    s = at_table(MOVED.plus(pp=10), SMALL, round=6, then="administer")
    s.go_on()
    while not s.state.is_over:
        s.when(0, "auto:leave" if "auto:leave" in s.legal(0) else min(s.legal(0)))
    assert scoring.sheet(table(s), clinic(s))[1] == 3 * 2 + 4
    assert s.state.scores()[0] == (10 + 1 - 3) + 10 + 1 + 5 + 4 - 8 - 6 - 4 - 0
