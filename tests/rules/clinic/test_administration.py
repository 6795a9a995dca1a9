"""Administration (CL-12)."""

import pytest

from tests.rules.clinic.table import (
    F2,
    MOVED,
    SMALL,
    Plan,
    asking,
    at_table,
    clinic,
    doctors,
    flow,
    patients,
    queue,
    table,
)
from wardround.testing import Scenario, clause

LAB = SMALL.plus({"c1": "laboratory"})


def administered(*plans: Plan, **more: object) -> Scenario:
    """Steps A to H are done."""
    return flow(at_table(*plans, **more), "administer")  # type: ignore[arg-type]


@clause("EX-28", "CL-12.7", "CL-12.9", "CL-12.10", "CL-12.17", "MD-10", "R-02", "R-75", "INV-36")
def test_the_administration_example_doctors() -> None:
    s = flow(at_table(MOVED), "laboratories", "regress")
    assert sorted(name.split(":")[1] for name in doctors(s)) == ["W", "W", "W", "Y"]
    assert "c1.2:Y" in doctors(s)
    assert clinic(s).pp == 1


@clause("EX-29", "CL-12.11", "CL-12.12", "R-76", "INV-37")
def test_the_administration_example_patients() -> None:
    plan = F2.plus(patients=[*F2.patients, "a1:medicine:Y"], cars=[*F2.cars, "lot:b3"], pp=10)
    s = flow(at_table(plan), "worsen")
    assert patients(s) == ["a1:medicine:O", "column:psychiatric:Y"]
    assert clinic(s).pp == 7
    assert s.question(0) == "car_leaves"
    assert table(s).patient_pool[3] == table(at_table()).patient_pool[3] + 1


@clause("EX-30", "EX-41", "CL-12.14", "CL-12.15")
def test_points_of_the_example_and_moves_of_the_marker() -> None:
    s = at_table(MOVED.plus(pp=10))
    moves = table(s).arrivals
    flow(s, "laboratories", "regress", "worsen")
    assert clinic(s).pp == 8
    assert table(s).arrivals == moves + 2
    two = at_table(SMALL.plus(pp=10, patients=["column:psychiatric:R"] * 2))
    moves = table(two).arrivals
    flow(two, "worsen")
    assert clinic(two).pp == 4
    assert table(two).arrivals == moves + 1


@clause("EX-57", "CL-12.14", "R-46", "CL-1.18")
def test_popularity_does_not_fall_below_zero() -> None:
    s = flow(at_table(SMALL.plus(pp=2, patients=["column:psychiatric:R"])), "worsen")
    assert clinic(s).pp == 0


@clause("EX-51", "CL-12.4", "CL-12.8", "CL-12.9", "R-42", "R-63")
def test_red_doctors() -> None:
    plan = LAB.plus(doctors=["c1:R", "a1:R"])
    s = flow(at_table(plan, university=[3, 1, 0], doctor_pool=[0, 0, 0, 0]), "common_board")
    assert table(s).university == [2, 1, -1]
    assert table(s).doctors_out == 1
    flow(s, "laboratories", "regress")
    assert doctors(s) == ["a1:O", "c1:R"]
    assert clinic(s).pp == 0
    stays = at_table(
        plan, university=[3, 1, 0], doctor_pool=[0] * 4, options={"red_unhired_leaves": False}
    )
    assert table(flow(stays, "common_board")).university == [3, 2, 1]
    paid = flow(at_table(plan, options={"lab_red_pp": "1"}), "laboratories")
    assert clinic(paid).pp == 1


@clause("CL-12.7", "R-02", "R-63")
def test_laboratories_by_option() -> None:
    two = flow(at_table(LAB.plus(doctors=["c1:W"]), options={"lab_step": "2"}), "laboratories")
    assert doctors(two) == ["c1:O"]
    many = at_table(
        LAB.plus(doctors=["c1:W", "c1:O", "c1:R"]), options={"lab_doctors": "unlimited"}
    )
    flow(many, "laboratories", "regress")
    assert doctors(many) == ["c1:R", "c1:R", "c1:W"]
    assert clinic(many).pp == 1


@clause("CL-12.2", "R-22", "CL-12.1")
def test_the_head_of_every_queue_leaves() -> None:
    s = at_table(queues={"psychiatric": "RWY", "eye": "W"})
    pool = table(s).patient_pool[:]
    flow(s, "common_board")
    assert [queue(s, name) for name in ("psychiatric", "eye", "medicine")] == ["WY", "", ""]
    assert table(s).patient_pool == [pool[0] + 1, pool[1], pool[2], pool[3] + 1]
    flow(s, "new_order")
    assert table(s).round == 2


@clause("CL-12.3", "CL-12.5", "CH-7", "INV-32", "R-41", "CL-8.6")
def test_the_university_is_filled_and_sorted() -> None:
    s = at_table(university=[1, -1, 0], doctor_pool=[0, 0, 0, 1])
    assert table(flow(s, "common_board")).university == [3, 2, 1]
    holes = at_table(
        university=[1, -1, 0], doctor_pool=[0, 0, 0, 1], options={"university_resort": False}
    )
    assert table(flow(holes, "common_board")).university == [2, 3, 1]
    empty = at_table(university=[-1, 0, -1], doctor_pool=[0, 0, 0, 0])
    assert table(flow(empty, "common_board")).university == [1, -1, -1]


@clause("CL-12.6", "R-15", "INV-4", "INV-3", "CL-2.28")
@pytest.mark.parametrize(
    ("options", "left", "after"),
    [({}, 1, 2), ({"nurses_refresh": False}, 1, 3), ({"nurses_per_round": "4"}, 0, 4)],
)
def test_nurses_are_put_out_anew(options: dict[str, object], left: int, after: int) -> None:
    s = at_table(nurses=left, staff=1, options=options)
    flow(s, "common_board")
    assert (table(s).nurses, table(s).staff) == (after, 1)


@clause("CL-12.11", "CL-12.13", "R-23", "R-76")
def test_who_worsens_by_option() -> None:
    plan = SMALL.plus(patients=["b1:psychiatric:W", "column:psychiatric:W"])
    only = flow(at_table(plan, options={"clinic_patients_worsen": False}), "worsen")
    assert patients(only) == ["b1:psychiatric:W", "column:psychiatric:Y"]
    queues = {"eye": "WR"}
    same = flow(at_table(plan, queues=queues), "worsen")
    assert queue(same, "eye") == "WR"
    worse = flow(at_table(plan, queues=queues, options={"common_queue_worsens": True}), "worsen")
    assert queue(worse, "eye") == "YR"


@clause("CL-12.12", "R-18")
def test_the_dead_leave_the_game_by_option() -> None:
    plan = SMALL.plus(patients=["column:psychiatric:R"])
    s = flow(at_table(plan, options={"dead_to": "supply"}), "worsen")
    assert table(s).patients_out == 1


@clause("CL-12.16", "CL-12.15", "CL-3.8", "INV-43")
def test_the_new_turn_order() -> None:
    s = at_table(SMALL.plus(pp=4), SMALL.plus(pp=2), SMALL.plus(pp=4), players=3)
    clinic(s, 2).arrival = 9
    flow(s, "new_order")
    assert table(s).order == [1, 2, 0]


@clause("CL-12.15")
def test_a_net_change_of_nothing_moves_nothing() -> None:
    s = at_table(SMALL.plus(pp=4))
    moves = table(s).arrivals
    table(s).change_pp(0, 0)
    assert table(s).arrivals == moves


@clause("CL-12.19", "R-47", "CL-13.14")
@pytest.mark.parametrize(
    ("value", "doctor", "sick"),
    [("full", "W", "Y"), ("no_worsening", "W", "W"), ("none", "Y", "W")],
)
def test_the_last_administration(value: str, doctor: str, sick: str) -> None:
    plan = SMALL.plus(doctors=["a1:Y"], patients=["column:psychiatric:W"])
    options = {"final_administration": value}
    s = at_table(plan, round=6, queues={"eye": "WY"}, nurses=0, options=options)
    flow(s, "administer", "new_order")
    assert doctors(s) == [f"a1:{doctor}"]
    assert patients(s) == [f"column:psychiatric:{sick}"]
    assert queue(s, "eye") == "WY"
    assert table(s).nurses == 0
    assert s.state.is_over


@clause("CL-12.18", "CL-12.20", "CL-12.21")
def test_the_rest_stays_as_it_is() -> None:
    plan = MOVED.plus(cash=7)
    s = asking(at_table(plan, then="administer", university=[0, 0, 0]), 0, used_actions=[2, 1, 0])
    before = (clinic(s).cells[:], clinic(s).minutes, clinic(s).cash)
    administered(plan)
    s.go_on()
    while s.question(0) == "car_leaves":
        s.when(0, "auto:leave")
    assert (clinic(s).cells, clinic(s).minutes, clinic(s).cash) == before
    assert clinic(s).used_actions == [0, 0, 0]
    assert s.question(0) == "choose_action"
