"""DH-14: points for discharged patients, the bonus, the end of the game, the final score."""

import pytest

from tests.rules.dice_hospital.table import House, discharged, hospital, patients, scoring
from tests.rules.dice_hospital.ward import last, sheet_row, treat
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.material import BOX
from wardround.testing import clause

TABLE_A = [0, 1, 3, 5, 7, 9, 12, 15, 18, 21, 25, 29, 33]
TABLE_B = [0, 1, 3, 5, 8, 11, 14, 18, 22, 26, 30, 35, 40]
COLOURS = ["R", "Y", "G"]


def gone(number: int) -> str:
    """So many discharged patients, of all colours."""
    return " ".join(COLOURS[place % 3] for place in range(number))


@clause("DH-14.1", "R-14", "EX-67")
@pytest.mark.parametrize(("name", "points"), [("A", TABLE_A), ("B", TABLE_B)])
@pytest.mark.parametrize("number", range(13))
def test_the_discharge_table(name: str, points: list[int], number: int) -> None:
    s = scoring([House("R3t", discharged=gone(number)), "Y3t"], options={"discharge_table": name})
    assert s.state.scores() == [points[number], 0]
    assert sheet_row(s)["discharged"] == number
    assert sheet_row(s)["table"] == points[number]


@clause("DH-14.1", "EX-67")
@pytest.mark.parametrize(("name", "base", "each"), [("A", 33, 4), ("B", 40, 5)])
@pytest.mark.parametrize("number", [13, 14, 20])
def test_each_patient_above_twelve_gives_the_same_again(
    name: str, base: int, each: int, number: int
) -> None:
    s = scoring([House("R3t", discharged=gone(number)), "Y3t"], options={"discharge_table": name})
    assert s.state.scores()[0] == base + each * (number - 12)


@clause("R-14")
def test_table_a_is_the_default() -> None:
    s = scoring([House("R3t", discharged=gone(6)), "Y3t"])
    assert s.state.scores()[0] == 12


@clause("R-14", "R-56", "DH-14.1")
def test_what_is_reconstructed_is_shown_as_such() -> None:
    tables = {table.name: table for table in GAME.material()}
    rows = tables["Discharge table"].rows
    assert [row[3] for row in rows] == ["DERIVED", "FOUND", "FOUND", "DERIVED", *["RECON"] * 9]
    names = {mark.entry for mark in BOX.provenance if (mark.field, mark.tag) == ("name", "RECON")}
    assert names == {card.id for card in BOX.administrators}
    marked = GAME.rules().clause("DH-14.1").tags
    assert "RECON" in marked


@clause("R-56")
def test_every_entry_of_the_material_says_where_it_comes_from() -> None:
    known = {"RB", "FOUND", "DERIVED", "RECON"}
    assert {mark.tag for mark in BOX.provenance} == known
    entries = {mark.entry for mark in BOX.provenance if mark.field == "effect"}
    ids = {card.id for card in BOX.departments} | {card.id for card in BOX.specialists}
    assert entries == ids | {card.id for card in BOX.administrators}


@clause("DH-14.2")
def test_every_round_is_looked_up_on_its_own() -> None:
    one_and_one = scoring([House("R3t", discharged="R", score=1), "Y3t"])
    assert one_and_one.state.scores()[0] == 2
    both_at_once = scoring([House("R3t", discharged="R Y"), "Y3t"])
    assert both_at_once.state.scores()[0] == 3


@clause("DH-14.3", "R-25")
@pytest.mark.parametrize("round_number", [1, 8])
def test_an_empty_hospital_is_five_points_in_every_round(round_number: int) -> None:
    s = scoring(["", "Y3t", ""], round_number=round_number)
    assert s.state.scores() == [5, 0, 5]
    assert sheet_row(s)["empty"] == 5


@clause("R-25", "EX-63", "DH-14.3")
def test_a_hospital_that_lost_its_last_patient_is_empty_too() -> None:
    s = last("R1u", others=["Y3t"])
    s.when(0, "done")
    assert hospital(s, 0).fatalities == 1
    assert sheet_row(s)["table"] == 0
    assert sheet_row(s)["empty"] == 5


@clause("EX-64", "DH-14.3", "R-25")
def test_an_empty_hospital_in_round_8_scores_and_the_game_ends() -> None:
    s = last("R6u", others=["Y3t"])
    treat(s, "critical_care")
    assert s.state.is_over
    assert (sheet_row(s)["table"], sheet_row(s)["empty"]) == (1, 5)
    assert s.state.scores()[0] == 6


@clause("DH-14.4", "DH-14.5")
@pytest.mark.parametrize(("bags", "fatalities", "points"), [(0, 1, -2), (3, 0, 3), (2, 3, -4)])
def test_tokens_count_at_the_end_of_the_game_only(bags: int, fatalities: int, points: int) -> None:
    house = House("R3t", bags=bags, fatalities=fatalities, score=20)
    before = scoring([house, "Y3t"], round_number=7)
    assert before.state.scores()[0] == 20
    ended = scoring([house, "Y3t"], round_number=8, finish=True)
    assert ended.state.scores()[0] == 20 + points


@clause("DH-14.6")
def test_improvements_and_patients_left_are_worth_nothing() -> None:
    house = House(
        "R6t Y6t G6t", departments=["urology", "ent"], specialists=["surgeon", "paramedic"]
    )
    s = scoring([house, "Y3t"], round_number=8, finish=True)
    assert s.state.scores()[0] == 0
    assert patients(s, 0) == ["G6t", "R6t", "Y6t"]


@clause("R-46", "DH-14.7")
def test_a_score_may_be_negative() -> None:
    s = scoring([House("R3t", fatalities=5), "Y3t"], round_number=8, finish=True)
    assert s.state.scores() == [-10, 0]
    assert s.state.ranking() == [[1], [0]]


@clause("EX-66", "DH-14.7")
def test_the_final_score_adds_everything_up() -> None:
    """Round points 5, 3, 0, 9, 7, 5, 1 so far, one bonus, three administrator points."""
    so_far = 5 + 3 + 0 + 9 + 7 + 5 + 1 + 5 + 3
    house = House("R2t", bags=2, fatalities=3, score=so_far, discharged=gone(6))
    s = scoring([house, "Y3t"], round_number=8, finish=True)
    assert s.state.scores()[0] == 46
    assert s.view(1)["seats"][0]["sheet"]["total"] == 46


@clause("DH-14.7")
def test_the_sheet_shows_the_end_as_it_would_be_now() -> None:
    sheet = scoring([House("R2t", bags=2, fatalities=3, discharged="R"), "Y3t"]).view(0)["seats"][
        0
    ]["sheet"]
    assert (sheet["bags"], sheet["fatalities"], sheet["total"]) == (2, -6, 1 + 2 - 6)


@clause("DH-14.1", "DH-14.2")
def test_after_scoring_the_dice_are_in_the_bag_and_count_no_second_time() -> None:
    s = scoring([House("R3t", discharged="R G G"), "Y3t"])
    assert discharged(s, 0) == []
    assert s.view(0)["bag"]["count"] == 45 - 2
