"""DN-4.58 to DN-4.62, DN-42: the upkeep of Critical Emergency Cases, in every way it can end."""

import pytest

from tests.rules.dynamite_nurse.town import Town
from wardround.testing import clause


@clause("RUL-14", "DN-42.9", "DN-42.10", "DN-4.60", "INV-18")
def test_a_payment_stays_valid_if_the_patient_worsens_again() -> None:
    town = Town(admitted={"A": "P04c"}, tp=9, nurses="", events="").do("upkeep:1", "care:1.1")
    assert town.at("A").paid == [1]
    assert town.points() == (0, 7)
    town.play("closed")
    assert town.ward("A") == "P04c"
    assert town.refused("upkeep:1") == "DN-42.10"
    town.do("end")
    assert town.ward("A") == "P04c"
    assert town.marks() == [0, 0, 0, 0]


@clause("DN-42.9", "DN-42.8", "RUL-12")
def test_an_unpaid_patient_that_worsens_again_after_care_owes_its_upkeep() -> None:
    town = Town(admitted={"A": "P04c"}, tp=2, nurses="", events="").do("care:1.1")
    town.play("closed")
    unpaid = town.branch().do("end")
    assert unpaid.marks() == [1, 0, 0, 0]
    town.do("upkeep:1", "end")
    assert town.marks() == [0, 0, 0, 0]


@clause("DN-42.7", "DN-4.58", "DN-4.62", "DN-8.14", "DN-8.13")
def test_all_that_is_unpaid_dies_as_one_batch() -> None:
    town = Town(admitted={"A": "P04c P12c P01c P08n P08c"}, tp=3, marks={"B": 2}, title="B")
    town.do("upkeep:2")
    assert town.points() == (0, 1)
    town.do("end")
    assert town.ward("A") == "P12c P01c P08n"
    assert town.marks() == [2, 2, 0, 0]
    assert town.title() == "B"
    assert town.points() == (0, 0)


@clause("DN-42.7", "DN-42.10")
def test_an_upkeep_is_due_in_every_main_phase_of_the_owner_only() -> None:
    town = Town(admitted={"A": "P04c"}, tp=1).do("upkeep:1", "end", "player:2", "pass")
    for _ in range(3):
        town.end_turn()
        assert "P04c" in town.ward("A")
    assert town.table.turn == 0
    assert town.at("A").paid == [0]
    before = town.marks()[0]
    town.do("end")
    assert town.marks()[0] == before + 1


@clause("DN-42.10", "DN-4.58")
@pytest.mark.parametrize(
    ("ward", "tp", "action", "clause_id"),
    [
        ("P12c", 1, "upkeep:1", "DN-42.10"),
        ("P12n", 9, "upkeep:1", "DN-4.58"),
        ("P01c", 9, "upkeep:1", "DN-4.58"),
    ],
)
def test_an_upkeep_is_paid_in_full_by_who_owes_it(
    ward: str, tp: int, action: str, clause_id: str
) -> None:
    town = Town(admitted={"A": ward}, tp=tp)
    assert town.refused(action) == clause_id


@clause("DN-4.59", "RUL-13")
def test_paying_is_no_treatment() -> None:
    town = Town(admitted={"A": "P04c P16c"}, tp=9, either=0).do("upkeep:1", "upkeep:2")
    assert town.points() == (0, 6)
    assert town.counters() == (0, 0, 0)
    assert town.ward("A") == "P04c P16c"


@clause("DN-42.9", "DN-20.9d")
@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("cutting_edge", ["patient:1.1"]),
        ("reference_letter", ["patient:1.1", "player:3"]),
        ("all_wrong", ["patient:1.1", "player:3"]),
    ],
)
def test_nothing_is_owed_for_a_patient_that_left(card: str, answers: list[str]) -> None:
    town = Town(admitted={"A": "P08c"}).play(card, *answers).do("end")
    assert town.marks() == [0, 0, 0, 0]
    assert town.ward("A") == ""


@clause("DN-20.9d", "DN-42.7", "RUL-60")
def test_the_receiver_owes_the_upkeep_in_the_own_main_phase() -> None:
    town = Town(admitted={"A": "P08c"}, hand={"A": "examination", "B": "examination"})
    town.play("reference_letter", "patient:1.1", "player:2")
    town.end_turn()
    assert town.table.turn == 1
    assert town.ward("B").startswith("P08c")
    assert town.refused("upkeep:1", by="B") == "DN-42.10"
    town.do("end", by="B")
    assert town.marks() == [0, 1, 0, 0]


@clause("DN-42.11")
def test_a_paid_patient_can_die_in_the_bed_check() -> None:
    town = Town(admitted={"A": "P04c P01n P05n"}, tp=1, hand={"A": "examination"})
    town.do("upkeep:1", "end", "player:2")
    assert town.question() == "bed_check"
    town.do("patient:1.1")
    assert town.marks() == [1, 0, 0, 0]
