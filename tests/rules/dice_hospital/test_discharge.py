"""DH-8: Phase 5, Discharged Patients; and the examples of points and of the end."""

import pytest

from tests.rules.dice_hospital.table import (
    House,
    Options,
    activation,
    discharged,
    hospital,
    neglect,
    patients,
    scoring,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital.scoring import SHEET_COLUMNS
from wardround.testing import Scenario, clause


def sheet(scenario: Scenario, seat: int, number: int = -1) -> dict[str, int]:
    """A round of the seat's score sheet; the last one if not told."""
    row: dict[str, int] = scenario.view(SPECTATOR)["seats"][seat]["sheet"]["rounds"][number]
    return row


# --- the phase ------------------------------------------------------------------------------


@clause("DH-8.1", "DH-3.2")
def test_the_count_follows_directly_upon_the_losses() -> None:
    scenario = activation("R1u", discharged="Y", round_number=8).when(0, "done")
    kinds = [event.kind for event in scenario.events if event.kind != "neglect"]
    assert kinds[:4] == ["done", "fatality", "score", "score"]


@clause("DH-8.2", "DH-8.3")
def test_the_dice_in_the_own_discharge_area_score_by_the_table() -> None:
    scenario = scoring([House("R3u", discharged="R Y Y"), House("R3u", discharged="G"), "R3u"])
    assert [sheet(scenario, seat)["discharged"] for seat in range(3)] == [3, 1, 0]
    assert scenario.state.scores() == [5, 1, 0]


@clause("DH-8.2", "DH-10.9", "EX-17")
def test_patients_discharged_in_phase_3_are_counted() -> None:
    scenario = activation("Y6u R3t R6u", round_number=8)
    scenario.when(0, "place:nurse", "at:oncology").when(0, "place:nurse", "at:clinic")
    assert discharged(scenario, 0) == ["R", "Y"]
    scenario.when(0, "done")
    assert sheet(scenario, 0)["discharged"] == 2
    assert sheet(scenario, 0)["table"] == 3


@clause("DH-8.3", "DH-14.1", "EX-67")
@pytest.mark.parametrize(
    ("number", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7), (5, 9), (6, 12), (12, 33), (14, 41)],
)
def test_points_of_table_a(number: int, points: int) -> None:
    scenario = scoring(
        [House("R3u", discharged="R Y " * (number // 2) + "R " * (number % 2)), "R3u"]
    )
    assert sheet(scenario, 0)["table"] == points


@clause("DH-8.3", "DH-14.1", "R-14")
@pytest.mark.parametrize(("number", "points"), [(0, 0), (3, 5), (4, 8), (12, 40), (14, 50)])
def test_points_of_table_b(number: int, points: int) -> None:
    options = {"discharge_table": "B"}
    scenario = scoring(
        [House("R3u", discharged="R Y " * (number // 2) + "R " * (number % 2)), "R3u"],
        options=options,
    )
    assert sheet(scenario, 0)["table"] == points


@clause("DH-8.4", "R-45")
def test_administrators_add_their_points() -> None:
    house = House("R3u", administrator="adm_two_red", discharged="R R")
    scenario = scoring([house, House("R3u", discharged="R R")])
    assert (sheet(scenario, 0)["administrator"], sheet(scenario, 1)["administrator"]) == (1, 0)
    assert scenario.state.scores() == [4, 3]


@clause("DH-8.5")
def test_nothing_but_table_administrator_and_empty_wards_scores() -> None:
    house = House("R3u", bags=4, fatalities=2, departments=["urology"], specialists=["surgeon"])
    scenario = scoring([house, "R3u"])
    assert scenario.state.scores() == [0, 0]
    assert set(sheet(scenario, 0)) == {"round", *SHEET_COLUMNS}
    assert SHEET_COLUMNS == (
        "discharged", "table", "administrator", "event", "registrar", "empty",
    )  # fmt: skip


@clause("DH-8.6", "R-45")
def test_discharged_dice_go_back_into_the_bag_in_their_own_colour() -> None:
    scenario = scoring([House("R3u", discharged="R Y Y G>R"), House("G3u", discharged="G")])
    assert table(scenario).bag == [15 - 1, 15, 15 - 1]
    assert [discharged(scenario, seat) for seat in (0, 1)] == [[], []]


@clause("DH-8.7", "DH-14.3")
def test_an_empty_hospital_scores_5() -> None:
    scenario = scoring([House(discharged="R"), House("R1t", discharged="R")])
    assert scenario.state.scores() == [1 + 5, 1]


@clause("DH-8.8", "EX-63", "R-25", "DH-8.7")
def test_a_hospital_that_became_empty_by_a_death_scores_5_too() -> None:
    scenario = activation("R1u", round_number=8, others=["Y3u"]).when(0, "done")
    assert hospital(scenario, 0).fatalities == 1
    assert (sheet(scenario, 0)["table"], sheet(scenario, 0)["empty"]) == (0, 5)
    assert sheet(scenario, 1)["empty"] == 0


@clause("DH-8.8", "EX-64", "R-25")
@pytest.mark.parametrize("round_number", [1, 4, 7, 8])
def test_the_bonus_for_empty_wards_is_checked_every_round(round_number: int) -> None:
    scenario = scoring(["", "R3u"], round_number=round_number)
    assert [sheet(scenario, seat)["empty"] for seat in (0, 1)] == [5, 0]


@clause("DH-8.8", "EX-64", "DH-3.3", "DH-15.1")
def test_after_round_8_there_is_no_shift_change() -> None:
    scenario = scoring([House(bags=1), "R3t"], round_number=8, finish=True)
    assert scenario.state.is_over
    assert patients(scenario, 1) == ["R3t"]
    assert scenario.state.scores() == [5 + 1, 0]


@clause("R-25")
def test_several_players_may_score_for_empty_wards() -> None:
    assert scoring(["", "", "R3u"]).state.scores() == [5, 5, 0]


@clause("DH-8.9", "R-11")
@pytest.mark.parametrize("scope", ["printed", "activation", "round"])
def test_a_patient_parked_after_a_colour_change_prevents_the_bonus(scope: str) -> None:
    options = {"colour_change_scope": scope}
    scenario = activation("R3u", bags=1, round_number=8, options=options)
    scenario.when(0, "place:nurse", "at:pharmacy", "change:G")
    assert patients(scenario, 0) == ["R4t>G"]
    scenario.when(0, "done")
    assert patients(scenario, 0)[0].startswith("R4t")
    assert sheet(scenario, 0)["empty"] == 0


@clause("DH-8.10", "DH-28.1")
def test_nothing_in_this_phase_is_a_decision() -> None:
    houses = [
        House("R3u", administrator="adm_three_colours", discharged="R Y G"),
        House("Y3u", administrator="adm_most", discharged="R", bags=3),
    ]
    scenario = scoring(houses)
    assert scenario.asked() == []
    assert [event.seat for event in scenario.told("score")] == [0, 1]


@clause("DH-8.10", "DH-8.4", "EX-80")
def test_all_players_score_on_the_same_counts() -> None:
    houses = [
        House("R3u", administrator="adm_most", discharged="R"),
        House("R3u", discharged="R R"),
    ]
    assert scoring(houses).state.scores() == [1, 3]
    assert scoring(houses[::-1]).state.scores() == [3, 1]


# --- administrators -------------------------------------------------------------------------


@clause("EX-59", "R-01", "DH-8.4", "DH-19.10", "DH-12.8")
@pytest.mark.parametrize(("discharged", "points"), [("G R", 0), ("G R>G", 1)])
def test_a_patient_counts_as_the_colour_that_outlasts_phase_3(discharged: str, points: int) -> None:
    house = House("Y3u", administrator="adm_two_green", discharged=discharged)
    assert sheet(scoring([house, "Y3u"]), 0)["administrator"] == points


@clause("EX-80", "R-22", "DH-19.14")
@pytest.mark.parametrize(("tie", "points"), [("shared", 1), ("strict", 0)])
def test_a_tie_for_most_discharged(tie: str, points: int) -> None:
    options: Options = {"most_discharged_tie": tie}
    first = House("R3u", administrator="adm_most", discharged="R R R")
    houses = [first, House("R3u", discharged="Y Y Y"), House("R3u", discharged="Y")]
    assert sheet(scoring(houses, options=options), 0)["administrator"] == points


@clause("EX-80", "R-22", "DH-19.14")
@pytest.mark.parametrize("tie", ["shared", "strict"])
def test_nobody_has_discharged_the_most_if_nobody_discharged(tie: str) -> None:
    options: Options = {"most_discharged_tie": tie}
    scenario = scoring([House("R3u", administrator="adm_most"), "R3u", "R3u"], options=options)
    assert sheet(scenario, 0)["administrator"] == 0


# --- the end --------------------------------------------------------------------------------


@clause("EX-66", "DH-14.7", "DH-14.2")
def test_the_final_score_adds_up_rounds_bonuses_bags_and_fatalities() -> None:
    tables = [5, 3, 0, 9, 7, 5, 1]
    counts = {5: 3, 3: 2, 0: 0, 9: 5, 7: 4, 1: 1}
    administrators = [1, 0, 0, 1, 0, 1, 0]
    empties = [0, 5, 0, 0, 0, 0, 0]
    rows = zip(tables, administrators, empties, strict=True)
    so_far = [
        number
        for points, one, empty in rows
        for number in (counts[points], points, one, 0, 0, empty)
    ]
    house = House("R3u", bags=2, fatalities=3, discharged="R R Y Y G G", score=30 + 3 + 5)
    scenario = scoring([house, "R3u"], round_number=8)
    scenario.edit_with(
        lambda snapshot: snapshot["hospitals"][0].update(
            sheet=so_far + snapshot["hospitals"][0]["sheet"]
        )
    ).go_on()
    shown = scenario.view(0)["seats"][0]["sheet"]
    assert [row["table"] for row in shown["rounds"]] == [*tables, 12]
    assert (shown["bags"], shown["fatalities"], shown["total"]) == (2, -6, 46)
    assert scenario.state.scores()[0] == 46


@clause("EX-65", "DH-15.5", "DH-15.6", "DH-15.7", "DH-15.4")
@pytest.mark.parametrize(
    ("first", "second", "ranking"),
    [
        ("R2u Y3u G4u", "R2u Y3u G6u", [[1], [0]]),
        ("R2u Y3u", "R2u Y3u G6u", [[0], [1]]),
        ("R2u Y3u G4u", "Y4u R3u G2u", [[0, 1]]),
    ],
)
def test_ties_are_broken_by_fewer_patients_then_by_higher_values(
    first: str, second: str, ranking: list[list[int]]
) -> None:
    houses = [House(first, score=40), House(second, score=40)]
    scenario = scoring(houses, round_number=8, finish=True)
    assert scenario.state.scores() == [40, 40]
    assert scenario.state.ranking() == ranking


@clause("EX-63")
def test_the_fatality_of_the_example_happens_in_phase_4() -> None:
    scenario = neglect("R1u")
    assert patients(scenario, 0) == []
    assert hospital(scenario, 0).fatalities == 1
