"""DH-19 and DH-20: what administrators do, and the game without them."""

from random import Random

import pytest

from tests.rules.dice_hospital.table import (
    ADMINISTRATOR_IDS,
    House,
    hospital,
    neglect,
    patients,
    scoring,
    set_up,
    table,
)
from tests.rules.dice_hospital.ward import sheet_row
from wardround.testing import Scenario, clause

TWO = [("adm_two_red", "R"), ("adm_two_yellow", "Y"), ("adm_two_green", "G")]
SPARE = [("adm_spare_red", "R"), ("adm_spare_yellow", "Y"), ("adm_spare_green", "G")]
OTHER = {"R": "Y", "Y": "G", "G": "R"}


def points(administrator: str, discharged: str) -> int:
    """What the administrator scores in a round with these discharges."""
    s = scoring([House("R3t", administrator=administrator, discharged=discharged), "Y3t"])
    return int(sheet_row(s)["administrator"])


@clause("DH-19.1", "DH-19.2", "DH-19.3", "DH-19.9", "R-24")
@pytest.mark.parametrize(("administrator", "letter"), TWO)
@pytest.mark.parametrize(("number", "scored"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (6, 1)])
def test_at_least_two_of_the_colour_are_one_point(
    administrator: str, letter: str, number: int, scored: int
) -> None:
    assert points(administrator, " ".join([letter] * number)) == scored


@clause("DH-19.1", "DH-19.2", "DH-19.3")
@pytest.mark.parametrize(("administrator", "letter"), TWO)
def test_other_colours_do_not_count(administrator: str, letter: str) -> None:
    other = OTHER[letter]
    assert points(administrator, f"{letter} {other} {other} {OTHER[other]} {OTHER[other]}") == 0


@clause("DH-19.4", "DH-19.9")
@pytest.mark.parametrize(
    ("discharged", "scored"),
    [("", 0), ("R Y", 0), ("R R G", 0), ("Y G G", 0), ("R Y G", 1), ("R R Y Y G G", 1)],
)
def test_one_of_each_colour_is_one_point(discharged: str, scored: int) -> None:
    assert points("adm_three_colours", discharged) == scored


@clause("DH-19.10", "DH-12.8", "R-01")
@pytest.mark.parametrize(
    ("administrator", "discharged", "scored"),
    [
        ("adm_two_red", "R R>G", 0),
        ("adm_two_green", "G R>G", 1),
        ("adm_three_colours", "R Y>R G>R", 0),
        ("adm_three_colours", "R R>Y R>G", 1),
    ],
)
def test_the_colours_of_phase_5_count(administrator: str, discharged: str, scored: int) -> None:
    assert points(administrator, discharged) == scored


@clause("DH-19.8", "DH-19.14", "EX-80", "R-22")
@pytest.mark.parametrize(
    ("own", "others", "shared", "strict"),
    [
        (3, [3, 1], 1, 0),
        (3, [2, 1], 1, 1),
        (2, [3, 1], 0, 0),
        (0, [0, 0], 0, 0),
        (1, [0, 0], 1, 1),
        (2, [2, 2], 1, 0),
    ],
)
def test_most_discharged_and_ties(own: int, others: list[int], shared: int, strict: int) -> None:
    houses = [House("R3t", administrator="adm_most", discharged=" ".join(["R"] * own))]
    houses += [House("Y3t", discharged=" ".join(["G"] * number)) for number in others]
    for option, scored in (("shared", shared), ("strict", strict)):
        s = scoring(houses, options={"most_discharged_tie": option})
        assert sheet_row(s)["administrator"] == scored


@clause("R-22")
def test_ties_are_shared_by_default() -> None:
    houses = [House("R3t", administrator="adm_most", discharged="R"), House("Y3t", discharged="Y")]
    assert sheet_row(scoring(houses))["administrator"] == 1


@clause("DH-19.11")
def test_point_effects_are_automatic() -> None:
    houses = [
        House("R3t", administrator="adm_two_red", discharged="R R"),
        House("Y3t", administrator="adm_three_colours", discharged="R Y G"),
    ]
    s = scoring(houses)
    assert [event.kind for event in s.events] == ["score", "score"]
    assert s.state.scores() == [3 + 1, 5 + 1]


@clause("DH-19.5", "DH-19.6", "DH-19.7", "DH-19.9")
@pytest.mark.parametrize(("administrator", "letter"), SPARE)
def test_one_neglected_patient_of_the_colour_is_spared(administrator: str, letter: str) -> None:
    other = OTHER[letter]
    s = neglect(f"{letter}3u {letter}3u {other}3u", administrator=administrator)
    assert patients(s, 0) == sorted([f"{letter}2u", f"{letter}3u", f"{other}2u"])
    assert len(s.told("spare")) == 1


@clause("DH-19.5", "DH-19.6", "DH-19.7")
@pytest.mark.parametrize(("administrator", "letter"), SPARE)
def test_without_a_neglected_patient_of_the_colour_nobody_is_spared(
    administrator: str, letter: str
) -> None:
    other = OTHER[letter]
    s = neglect(f"{letter}3t {other}3u", administrator=administrator)
    assert patients(s, 0) == sorted([f"{letter}3t", f"{other}2u"])
    assert s.told("spare") == []


@clause("EX-62", "R-23", "DH-19.12")
def test_the_holder_chooses_which_patient_is_spared() -> None:
    s = neglect("R1u R3u Y2u", administrator="adm_spare_red", others=["G2u"])
    assert s.asked() == [0]
    assert s.legal(0) == {"R1u", "R3u"}
    s.when(0, "R1u")
    assert patients(s, 0) == ["R1u", "R2u", "Y1u"]


@clause("EX-62", "R-23", "DH-19.12")
@pytest.mark.parametrize("hospital_of_0", ["R2u", "R2u R2u"])
def test_without_a_real_choice_the_protection_is_automatic(hospital_of_0: str) -> None:
    s = neglect(hospital_of_0, administrator="adm_spare_red")
    assert s.asked() == []
    assert "R2u" in patients(s, 0)


@clause("R-23", "DH-19.12")
def test_the_protection_cannot_be_declined() -> None:
    s = neglect("R1u R3u", administrator="adm_spare_red")
    s.refuses(0, "pass")
    s.refuses(0, "done")


@clause("DH-19.5", "DH-19.12")
def test_treated_patients_and_other_colours_cannot_be_chosen() -> None:
    s = neglect("R1u R3u R4t Y2u", administrator="adm_spare_red")
    refusal = s.refuses(0, "R4t", clause="DH-7.6")
    assert refusal.message == "Only a neglected patient can be spared."
    refusal = s.refuses(0, "Y2u", clause="DH-7.6")
    assert refusal.message == "Your administrator spares patients of another colour."


@clause("DH-19.13")
def test_a_spared_patient_stays_untreated_and_keeps_its_value() -> None:
    s = neglect("R1u", administrator="adm_spare_red")
    assert patients(s, 0) == ["R1u"]
    assert hospital(s, 0).fatalities == 0


@clause("DH-19.9", "DH-19.13")
def test_a_patient_is_spared_for_one_round_only() -> None:
    s = neglect("R1u", administrator="adm_spare_red")
    assert hospital(s, 0).spared < 0


@clause("DH-19.8", "R-45")
def test_administrator_points_come_with_the_table_and_before_the_dice_go_back() -> None:
    houses = [House("R3t", administrator="adm_most", discharged="R R"), House("", discharged="G")]
    s = scoring(houses)
    assert [event.args for event in s.told("score")] == [(2, 3, 1, 0), (1, 1, 0, 5)]


@clause("R-45", "DH-19.12")
def test_protections_are_chosen_before_anybody_deteriorates() -> None:
    s = neglect(
        "R1u R3u",
        administrator="adm_spare_red",
        others=[House("Y1u Y3u", administrator="adm_spare_yellow")],
    )
    assert s.asked() == [0, 1]
    assert s.told("neglect") == []
    s.when(1, "Y3u")
    assert patients(s, 1) == ["Y1u", "Y3u"]


@clause("DH-20.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_administrators_nobody_is_dealt_one(players: int) -> None:
    s = set_up(players, {"administrators": False})
    seen = {s.question(seat) for seat in s.asked()}
    while s.view(-1)["phase"] == 0:
        seat = s.asked()[0]
        s.when(seat, min(s.legal(seat)))
        assert not s.told("dealt")
        seen |= {s.question(seat) for seat in s.asked()}
    assert "keep_administrator" not in seen
    assert all(one["administrator"] is None for one in s.view(-1)["seats"])


@clause("DH-20.1", "DH-20.2")
@pytest.mark.parametrize("activation", ["simultaneous", "sequential"])
def test_a_game_without_administrators_is_the_same_game_otherwise(activation: str) -> None:
    s = set_up(3, {"administrators": False, "activation": activation})
    s.state.rollout(Random(1))
    for seat in range(3):
        rows = s.view(seat)["seats"][seat]["sheet"]["rounds"]
        assert len(rows) == 8
        assert [row["administrator"] for row in rows] == [0] * 8
        assert table(s).hospitals[seat].administrator < 0


@clause("DH-20.1")
def test_with_administrators_every_player_keeps_one() -> None:
    s = set_up(3)
    while s.view(-1)["phase"] == 0:
        seat = s.asked()[0]
        s.when(seat, min(s.legal(seat)))
    shown = [one["administrator"]["id"] for one in s.view(-1)["seats"]]
    assert len(set(shown)) == 3
    assert set(shown) <= set(ADMINISTRATOR_IDS)


@clause("DH-20.2")
def test_sequential_activation_may_be_chosen_for_a_first_game() -> None:
    first_game = {"administrators": False, "activation": "sequential"}
    assert _asked_in_phase_3(set_up(3, first_game)) == 1
    assert _asked_in_phase_3(set_up(3, {"administrators": False})) == 3


def _asked_in_phase_3(s: Scenario) -> int:
    while s.view(-1)["phase"] < 3:
        seat = s.asked()[0]
        legal = s.legal(seat)
        s.when(seat, "pass" if "pass" in legal else min(legal))
    return len(s.asked())
