"""Administration step by step, with the options that change a step (CL-12)."""

from typing import Any

import pytest

from tests.rules.clinic.table import (
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
from wardround.games.clinic import care, round
from wardround.testing import Scenario, clause

LAB = SMALL.plus({"a2": "laboratory"})
DYING = SMALL.plus(patients=["column:psychiatric:R"], cars=["c2E", "c3E"])


def administered(*plans: Plan, players: int = 2, **more: Any) -> Scenario:
    """Steps A to H are carried out; nothing else."""
    return flow(at_table(*plans, players=players, **more), "administer")


def pp(s: Scenario) -> list[int]:
    """The PP of all seats."""
    return [own.pp for own in table(s).clinics]


@clause("CL-12.1", "CL-3.14")
def test_the_round_marker_advances() -> None:
    s = at_table(round=3, then="administer", university=[0, 0, 0]).go_on()
    assert table(s).round == 4
    assert s.question(0) == "choose_action"


@clause("CL-12.2", "R-22", "INV-1")
def test_the_head_of_every_row_goes_back_to_the_pool() -> None:
    s = at_table(queues={"psychiatric": "ROW", "eye": "Y"}, patient_pool=[5, 5, 5, 5])
    flow(s, "common_board")
    assert [queue(s, row) for row in ("psychiatric", "eye", "medicine")] == ["OW", "", ""]
    assert table(s).patient_pool == [5, 6, 5, 6]
    assert table(s).length(0) == 2


@clause("CL-12.3", "CL-12.4", "EX-51", "R-42", "INV-2")
@pytest.mark.parametrize(
    ("leaves", "after", "gone"), [(True, [3, 1, -1], 1), (False, [3, 3, 1], 0)]
)
def test_unhired_doctors_progress_and_red_ones_leave(
    leaves: bool, after: list[int], gone: int
) -> None:
    options = {"red_unhired_leaves": leaves}
    s = at_table(university=[3, 2, 0], doctor_pool=[0, 0, 0, 0], options=options)
    flow(s, "common_board")
    assert table(s).university == after
    assert table(s).doctors_out == gone
    assert table(s).doctor_pool == [0, 0, 0, 0]


@clause("CL-12.5", "R-41", "INV-32", "CH-7")
@pytest.mark.parametrize(
    ("resort", "pool", "draws", "after"),
    [
        (True, [1, 0, 0, 1], (0, 0), [3, 2, 0]),
        (True, [2, 0, 0, 0], (1, 0), [2, 0, 0]),
        (False, [2, 0, 0, 0], (1, 0), [0, 2, 0]),
        (False, [1, 0, 0, 1], (1, 0), [3, 2, 0]),
        (True, [1, 0, 0, 0], (0,), [2, 0, -1]),
    ],
)
def test_the_university_is_filled_and_sorted(
    resort: bool, pool: list[int], draws: tuple[int, ...], after: list[int]
) -> None:
    s = at_table(university=[-1, 1, -1], doctor_pool=pool, options={"university_resort": resort})
    s.chance(*draws).run(lambda: round.common_board(table(s)))
    assert table(s).university == after
    assert sum(table(s).doctor_pool) == sum(pool) - len(draws)


@clause("CL-12.9")
@pytest.mark.parametrize("place", ["a1", "b1", "out"])
@pytest.mark.parametrize(("before", "after"), [("W", "W"), ("Y", "W"), ("O", "Y"), ("R", "O")])
def test_doctors_regress_wherever_they_are(place: str, before: str, after: str) -> None:
    plan = SMALL.plus(doctors=[f"{place}:{before}"])
    s = flow(at_table(SMALL, plan), "laboratories", "regress")
    assert doctors(s, 1) == [f"{place}:{after}"]
    assert pp(s) == [0, 0]


@clause("R-63", "CL-12.7")
def test_of_several_doctors_in_a_laboratory_one_progresses() -> None:
    plan = LAB.plus(doctors=["a2:R", "a2:Y", "a2:W"])
    s = flow(at_table(plan, options={"lab_doctors": "unlimited"}), "laboratories", "regress")
    assert doctors(s) == ["a2:O", "a2:R", "a2:W"]
    assert clinic(s).pp == 1


@clause("CL-12.13", "R-23")
def test_patients_in_the_rows_do_not_worsen() -> None:
    queues = {"eye": "WR", "medicine": "O"}
    s = flow(at_table(queues=queues), "worsen")
    assert (queue(s, "eye"), queue(s, "medicine")) == ("WR", "O")
    other = flow(at_table(queues=queues, options={"common_queue_worsens": True}), "worsen")
    assert (queue(other, "eye"), queue(other, "medicine")) == ("YR", "R")


@clause("EX-41", "CL-12.15")
def test_all_changes_of_one_step_are_one_move() -> None:
    two = SMALL.plus(
        patients=["column:psychiatric:R", "b1:psychiatric:R"], cars=["c2E", "c3E"], pp=10
    )
    s = at_table(two)
    arrivals = table(s).arrivals
    flow(s, "worsen")
    assert (clinic(s).pp, table(s).arrivals) == (4, arrivals + 1)
    s = at_table(DYING.plus({"a2": "laboratory"}, doctors=["a2:W"], pp=10))
    flow(s, "laboratories")
    assert (clinic(s).pp, table(s).arrivals) == (11, arrivals + 1)
    flow(s, "worsen")
    assert (clinic(s).pp, table(s).arrivals) == (8, arrivals + 2)


@clause("CL-12.15", "INV-9", "EX-57")
@pytest.mark.parametrize(("points", "moves"), [(0, 0), (2, 1), (3, 1)])
def test_a_net_amount_of_0_moves_nothing(points: int, moves: int) -> None:
    s = at_table(SMALL, DYING.plus(pp=points))
    before = table(s).arrivals
    flow(s, "laboratories", "worsen")
    assert pp(s) == [0, 0]
    assert table(s).arrivals == before + moves


@clause("CL-12.15", "CL-12.16", "R-45")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_markers_are_stacked_in_turn_order(order: list[int]) -> None:
    """Both lose 3 PP in step H; the later of the turn order lies on top and is less popular."""
    dying = DYING.plus(pp=9)
    s = flow(at_table(dying, dying, order=order), "worsen", "new_order")
    assert pp(s) == [6, 6]
    assert table(s).order == order[::-1]


@clause("CL-12.16", "EX-40", "CL-11.39", "INV-43")
def test_the_new_turn_order_after_gain_popularity() -> None:
    s = at_table(SMALL.plus(pp=5), SMALL.plus(pp=5), SMALL.plus(pp=3), players=3)

    def arrive(snapshot: dict[str, Any]) -> None:
        for seat, arrival in enumerate((4, 5, 6)):
            snapshot["clinics"][seat]["arrival"] = arrival
        snapshot["arrivals"] = 6

    s.edit_with(arrive)
    asking(s, 2, "buy", ledger=[0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0], cash=6)
    s.edit(queue=[], then="popularity", university=[0] * 4)
    s.when(2, "buy:2")
    assert table(s).round == 2
    assert table(s).order == [2, 1, 0]
    assert pp(s) == [5, 5, 5]


@clause("CL-12.17", "CL-12.18")
def test_every_step_uses_the_colours_before_it() -> None:
    """The Doctor of the Laboratory does not regress after progressing; all others once."""
    plan = LAB.plus(
        doctors=["a2:Y", "a1:O", "b1:Y"],
        patients=["b1:psychiatric:O", "column:psychiatric:Y"],
        cars=["c2E"],
    )
    s = administered(plan, university=[0, 0, 0])
    assert doctors(s) == ["a1:Y", "a2:O", "b1:W"]
    assert patients(s) == ["b1:psychiatric:R", "column:psychiatric:O"]
    assert care.salaries(table(s), clinic(s)) == 2 + 3 + 1
    assert care.sick_colours(clinic(s), 1) == [3]


@clause("CL-12.9", "CL-12.17")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_steps_f_to_h_are_done_for_all_before_the_next(order: list[int]) -> None:
    plan = DYING.plus({"a2": "laboratory"}, doctors=["a2:W"], pp=5)
    s = at_table(plan, plan, order=order, university=[0, 0, 0])
    s.run(lambda: round.administer(table(s)))
    changes = [(event.kind, event.seat) for event in s.events if event.seat >= 0]
    assert changes == [(kind, seat) for kind in ("progress", "death") for seat in order]


@clause("CL-12.19", "R-47")
@pytest.mark.parametrize(
    ("final", "number", "staff", "sick", "points"),
    [
        ("full", 6, ["a1:Y", "a2:Y"], "O", 6),
        ("no_worsening", 6, ["a1:Y", "a2:Y"], "Y", 6),
        ("none", 6, ["a1:O", "a2:W"], "Y", 5),
        ("none", 5, ["a1:Y", "a2:Y"], "O", 6),
        ("no_worsening", 5, ["a1:Y", "a2:Y"], "O", 6),
    ],
)
def test_how_much_of_the_last_administration_is_carried_out(
    final: str, number: int, staff: list[str], sick: str, points: int
) -> None:
    plan = LAB.plus(doctors=["a1:O", "a2:W"], patients=["b1:psychiatric:Y"], pp=5, cars=["c2E"])
    s = administered(
        plan,
        options={"final_administration": final},
        round=number,
        queues={"eye": "RW"},
        university=[2, 1, 0],
        nurses=0,
    )
    assert doctors(s) == staff
    assert patients(s) == [f"b1:psychiatric:{sick}"]
    assert clinic(s).pp == points
    board = (queue(s, "eye"), table(s).university, table(s).nurses)
    assert board == (("RW", [2, 1, 0], 0) if number == 6 else ("W", [3, 2, 1], 2))


@clause("CL-12.21")
def test_what_administration_leaves_alone() -> None:
    s = at_table(MOVED.plus(patients=["a1:medicine:Y"], cash=7), university=[0, 0, 0])
    before = clinic(s).copy()
    flow(s, "administer", "new_order")
    after = clinic(s)
    kept = ("minutes", "cash", "cells", "cars", "nurses", "staff", "entrances", "discs")
    for part in kept:
        assert getattr(after, part) == getattr(before, part)
