"""DH-24: the solo game."""

from collections import Counter

import pytest

from tests.rules.dice_hospital.play import beginning, draws_of, looks_uniform
from tests.rules.dice_hospital.table import (
    REPORT_IDS,
    House,
    activation,
    alone,
    conserved,
    display,
    hospital,
    neglect,
    offering,
    owned,
    patients,
    reporting,
    scoring,
    set_up,
    shift_change,
    table,
)
from tests.rules.dice_hospital.walk import Walk, moments, played
from wardround.core import SPECTATOR
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.material import DEPARTMENTS, SPECIALISTS
from wardround.games.dice_hospital.values import RECONSTRUCTED
from wardround.testing import Scenario, clause

FULL = "R1u R1u R2u R2u Y1u Y1u Y2u Y2u G1u G1u G2u G2u"
SHAPES = {
    "M01": "RR", "M02": "YY", "M03": "GG", "M04": "RRY", "M05": "RRG", "M06": "YYR",
    "M07": "YYG", "M08": "GGR", "M09": "GGY", "M10": "RRR", "M11": "YYY", "M12": "GGG",
    "M13": "RRYY", "M14": "RRGG", "M15": "YYGG",
}  # fmt: skip


def lower(scenario: Scenario) -> list[str | None]:
    """Ids of the reports in the lower row."""
    return [column[0]["id"] if column[0] else None for column in rows(scenario)]


def upper(scenario: Scenario) -> list[str | None]:
    """Ids of the reports in the upper row."""
    return [column[1]["id"] if column[1] else None for column in rows(scenario)]


def rows(scenario: Scenario) -> list[list[dict[str, str]]]:
    """The columns of reports, lower report first, as the player sees them."""
    columns: list[list[dict[str, str]]] = [
        [column["lower"], column["upper"]] if isinstance(column, dict) else column
        for column in scenario.view(0)["reports"]
    ]
    return columns


# --- set-up -----------------------------------------------------------------------------------


@clause("DH-24.1")
def test_one_player_plays_alone_for_points() -> None:
    position, _ = played(Walk(1, {}, 3, 9))
    assert position.over
    assert position.ranking() == [[0]]
    assert position.returns() == [position.scores()[0] / 100]
    scenario = set_up(1)
    assert scenario.asked() == [0]
    finished = scoring([House("R3t", discharged="R")], round_number=8, finish=True)
    assert finished.state.is_over
    assert finished.told("winners") == []


@clause("DH-24.2", "DH-2.4", "DH-20.1")
def test_no_ambulances_no_administrators_no_collections() -> None:
    scenario = set_up(1, {"administrators": True, "final_round_collections": True})
    view = scenario.view(0)
    assert view["ambulances"] == []
    options = table(scenario).options
    assert (options["administrators"], options["final_round_collections"]) == (False, False)
    while scenario.question(0) == "start_value":
        scenario.when(0, min(scenario.legal(0)))
    assert scenario.question(0) == "send_die_back"
    assert scenario.view(0)["seats"][0]["administrator"] is None


@clause("DH-24.2")
def test_the_player_does_what_the_first_player_does() -> None:
    for moment in moments(Walk(1, {}, 4, 9)):
        if moment.before.then is not round.set_up_stacks:
            assert moment.after.first_player == 0


@clause("DH-24.3", "DH-2.12", "INV-01")
def test_the_bag_begins_with_eleven_dice_of_each_colour() -> None:
    assert table(beginning(1)).bag == [11, 11, 11]
    scenario = set_up(1)
    own = hospital(scenario, 0)
    assert sum(table(scenario).bag) + own.patients + len(own.waiting) == 33
    conserved(scenario.state)


@clause("DH-24.4", "DH-2.13", "DH-2.14")
def test_three_starting_patients_get_the_values_3_4_and_5() -> None:
    tiles, cards, reports = (list(range(size, 0, -1)) for size in (23, 23, 14))
    dice = draws_of("YRG", 11)
    scenario = beginning(1).chance(0, *tiles, *cards, *reports, *dice).go_on()
    assert scenario.legal(0) == {"die:R", "die:Y", "die:G"}
    scenario.when(0, "die:G", "die:R")
    assert patients(scenario, 0) == ["G3u", "R4u", "Y5u"]


@clause("DH-24.5", "DH-9.8", "INV-14")
def test_no_display_in_set_up_and_none_in_phase_6() -> None:
    assert display(set_up(1)) == ([], [])
    assert display(shift_change(["R3t"])) == ([], [])


@clause("DH-24.6", "DH-1.14")
def test_six_reports_are_dealt_in_three_columns_of_two() -> None:
    tiles, cards = (list(range(23, 0, -1)) for _ in range(2))
    unshuffled = list(range(14, 0, -1))
    script = [0, *tiles, *cards, *unshuffled, *draws_of("YRG", 11)]
    scenario = beginning(1).chance(*script).go_on()
    assert lower(scenario) == ["M01", "M03", "M05"]
    assert upper(scenario) == ["M02", "M04", "M06"]
    assert len(table(scenario).reports) == 6


@clause("C-07", "DH-24.6")
@pytest.mark.parametrize("place", [0, 5])
def test_every_report_is_equally_likely_at_every_place(place: int) -> None:
    found = [table(set_up(1, seed=f"C-07 {n}")).reports[place] for n in range(450)]
    assert looks_uniform(found, 15)


@clause("DH-24.7", "C-07")
def test_reports_are_open_and_never_replaced() -> None:
    scenario = set_up(1)
    assert scenario.view(SPECTATOR)["reports"] == scenario.view(0)["reports"]
    dealt: set[int] = set()
    for moment in moments(Walk(1, {}, 5, 9)):
        position = moment.after
        here = {number for number in position.reports if number >= 0} | set(position.completed)
        if position.reports:
            dealt = dealt or here
            assert here == dealt
    assert len(dealt) == 6


# --- phase 1 ------------------------------------------------------------------------------------


@clause("DH-24.8", "C-10", "C-11", "INV-12")
def test_four_dice_are_rolled() -> None:
    rolled = 0
    for moment in moments(Walk(1, {}, 6, 9)):
        for event in moment.told("solo_dice"):
            assert len(event.args) == 4
            assert all(2 <= die % 6 + 1 <= 5 for die in event.args)
            assert sum(moment.before.bag) - sum(moment.after.bag) == 4
            rolled += 1
        if moment.before.then is round.take_in and moment.action is None:
            assert sum(moment.before.bag) >= 4
    assert rolled == 8


@clause("DH-24.9", "D-23")
def test_exactly_three_of_them_are_kept() -> None:
    scenario = alone("R2 Y3 G3 G5")
    bag = table(scenario).bag[:]
    assert scenario.legal(0) == {"R2u", "Y3u", "G3u", "G5u"}
    scenario.refuses(0, "pass")
    scenario.when(0, "G3u")
    assert patients(scenario, 0) == ["G5u", "R2u", "Y3u"]
    assert table(scenario).bag == [bag[0], bag[1], bag[2] + 1]


@clause("DH-24.9", "DH-28.1")
def test_four_equal_dice_are_no_question() -> None:
    scenario = alone("R4 R4 R4 R4")
    assert scenario.question(0) != "send_die_back"
    assert patients(scenario, 0) == ["R4u", "R4u", "R4u"]


@clause("DH-24.10", "DH-4.20", "DH-4.22")
def test_full_wards_lose_old_patients() -> None:
    scenario = alone("R3 Y3 G3 R5", FULL)
    scenario.when(0, "R5u")
    scenario.refuses(0, "R3u", clause="DH-4.22")
    scenario.when(0, "R1u", "Y1u", "G1u")
    assert hospital(scenario, 0).fatalities == 3
    assert hospital(scenario, 0).patients == 12


@clause("DH-24.11", "EX-77", "DH-11.1")
@pytest.mark.parametrize(("back", "bags"), [("G4u", 1), ("R3u", 0)])
def test_a_sum_below_9_brings_a_blood_bag(back: str, bags: int) -> None:
    scenario = alone("Y2 R3 Y3 G4")
    scenario.when(0, back)
    assert hospital(scenario, 0).bags == bags


@clause("DH-24.11", "R-33", "DH-21.18", "DH-22.11")
def test_extra_dice_do_not_count_for_the_sum() -> None:
    scenario = alone("Y2 R3 Y3 G4", event="E10", options={"nationwide_epidemic": True})
    scenario.when(0, "G4u")
    assert hospital(scenario, 0).bags == 1
    assert hospital(scenario, 0).patients == 5


# --- phases 2 to 4 and 6 ------------------------------------------------------------------------


@clause("DH-24.12", "D-24", "INV-14", "R-33")
def test_one_of_two_improvements_must_be_taken() -> None:
    scenario = offering("urology", "surgeon", "R3u")
    assert scenario.legal(0) == {"take:urology", "take:surgeon"}
    scenario.refuses(0, "pass", clause="DH-24.12")
    assert display(scenario) == (["urology"], ["surgeon"])
    scenario.when(0, "take:surgeon")
    assert owned(scenario, 0) == ["surgeon"]
    assert display(scenario) == ([], [])
    assert DEPARTMENTS[table(scenario).department_stack[0]].id == "urology"


@clause("DH-24.13", "DH-5.10", "DH-5.11", "R-53")
def test_afterwards_one_improvement_may_be_returned() -> None:
    scenario = offering("urology", "surgeon", House("R3u", specialists=["paramedic"]))
    scenario.when(0, "take:urology")
    assert scenario.legal(0) == {"pass", "return:urology", "return:paramedic"}
    scenario.when(0, "return:paramedic")
    assert (owned(scenario, 0), hospital(scenario, 0).bags) == (["urology"], 1)
    deck = [SPECIALISTS[card].id for card in table(scenario).specialist_deck[:2]]
    assert deck == ["paramedic", "surgeon"]


@clause("DH-24.14", "DH-24.1")
def test_the_other_phases_are_those_of_the_main_rules() -> None:
    s = activation("R3u Y3u", players=1, bags=1, specialists=["surgeon"])
    s.when(0, "place:surgeon", "at:critical_care", "R3u", "use", "R4t")
    assert patients(s, 0) == ["R5t", "Y3u"]
    scenario = neglect("R3u G1u Y2t", players=1)
    assert patients(scenario, 0) == ["R2u", "Y2t"]
    assert hospital(scenario, 0).fatalities == 1
    after = shift_change([House("R3t Y2t", specialists=["surgeon"])])
    assert patients(after, 0) == ["R3u", "Y2u"]
    assert table(after).round == 2


@clause("DH-27.1")
def test_the_activation_mode_is_meaningless_alone() -> None:
    ends = [
        played(Walk(1, {"activation": mode}, 8, 9))[0].scores()
        for mode in ("simultaneous", "sequential")
    ]
    assert ends[0] == ends[1]


# --- medical reports ----------------------------------------------------------------------------


@clause("DH-24.15", "DH-8.1", "DH-8.10", "R-45")
def test_reports_come_before_the_dice_are_scored_and_returned() -> None:
    scenario = reporting("Y Y G", lower=["M02", "M01", "M03"])
    assert scenario.question(0) == "complete_report"
    assert scenario.state.scores() == [0]
    assert len(scenario.view(0)["seats"][0]["discharged"]) == 3
    scenario.when(0, "report:1")
    assert scenario.told("score")[0].args[:2] == (3, 5)


@clause("DH-24.16", "DH-24.17", "DH-24.20", "EX-24", "D-25")
def test_each_die_serves_one_report_and_still_scores() -> None:
    scenario = reporting("Y Y G G", lower=["M07", "M09", "M10"])
    assert scenario.legal(0) == {"pass", "report:1", "report:2"}
    scenario.refuses(0, "report:3", clause="DH-24.16")
    other = scenario.branch().when(0, "report:2")
    scenario.when(0, "report:1")
    for one, id in ((scenario, "M07"), (other, "M09")):
        assert [REPORT_IDS[number] for number in table(one).completed] == [id]
        assert one.told("score")[0].args[:2] == (4, 7)


@clause("DH-24.16", "DH-28.3")
def test_only_the_lower_row_can_be_completed() -> None:
    scenario = reporting("R R Y Y", lower=["M01", "M12", "M03"], upper=["M11", "M02", "M04"])
    assert scenario.legal(0) == {"pass", "report:1"}


@clause("DH-24.18", "EX-25", "DH-24.19")
def test_the_report_above_slides_down_and_may_be_completed_at_once() -> None:
    scenario = reporting("Y Y G G", lower=["M02", "M10", "M10"], upper=["M03", "M11", "M12"])
    scenario.when(0, "report:1")
    assert lower(scenario)[0] == "M03"
    assert upper(scenario)[0] is None
    assert scenario.legal(0) == {"pass", "report:1"}
    scenario.when(0, "report:1")
    assert [REPORT_IDS[number] for number in table(scenario).completed] == ["M02", "M03"]
    assert lower(scenario)[0] is None


@clause("DH-24.18", "DH-24.17")
def test_a_report_that_slid_down_needs_dice_not_yet_used() -> None:
    scenario = reporting("Y Y Y", lower=["M02", "M10", "M12"], upper=["M11", "M13", "M14"])
    scenario.when(0, "report:1")
    assert scenario.question(0) != "complete_report"
    assert lower(scenario)[0] == "M11"


@clause("DH-24.16")
def test_an_empty_column_cannot_be_completed() -> None:
    scenario = reporting("Y Y G G R R", lower=["M02", "M03", "M01"])
    scenario.edit_with(lambda snapshot: snapshot["reports"].__setitem__(slice(0, 2), [-1, -1]))
    scenario.refuses(0, "report:1", clause="DH-24.16")
    assert scenario.go_on().legal(0) == {"pass", "report:2", "report:3"}


@clause("DH-24.19", "R-34", "D-25")
def test_several_reports_in_any_order_or_none() -> None:
    start = reporting("Y Y G G R R", lower=["M02", "M03", "M01"])
    assert start.legal(0) == {"pass", "report:1", "report:2", "report:3"}
    backwards = start.branch().when(0, "report:3", "report:2", "report:1")
    assert [REPORT_IDS[number] for number in table(backwards).completed] == ["M01", "M03", "M02"]
    none = start.branch().when(0, "pass")
    assert table(none).completed == []
    assert none.told("score")[0].args[0] == 6


@clause("DH-24.16", "R-34", "DH-12.7", "DH-12.8")
@pytest.mark.parametrize(("discharged", "report"), [("Y Y", "report:2"), ("Y>R Y>R", "report:1")])
def test_reports_read_the_colours_of_phase_5(discharged: str, report: str) -> None:
    scenario = reporting(discharged, lower=["M01", "M02", "M03"])
    assert scenario.legal(0) == {"pass", report}


@clause("DH-24.21")
def test_unused_dice_are_not_kept() -> None:
    scenario = reporting("Y Y G G R", lower=["M02", "M03", "M01"])
    scenario.when(0, "pass")
    assert scenario.view(0)["seats"][0]["discharged"] == []
    assert table(scenario).unused == []
    later = reporting("R", lower=["M02", "M03", "M01"], round_number=2)
    assert later.question(0) != "complete_report"


@clause("DH-24.26", "DH-24.27", "R-56")
def test_the_fifteen_reports_and_their_points() -> None:
    found = {
        card.id: "".join(letter * need for letter, need in zip("RYG", card.needs, strict=True))
        for card in RECONSTRUCTED.reports
    }
    assert {id: Counter(shape) for id, shape in found.items()} == {
        id: Counter(shape) for id, shape in SHAPES.items()
    }
    points = [card.points for card in RECONSTRUCTED.reports]
    assert points == [2] * 3 + [3] * 6 + [4] * 3 + [5] * 3
    assert sum(points) == 51
    assert {card.tag for card in RECONSTRUCTED.reports} == {"RECON"}
    table_of_rules = next(part for part in GAME.material() if part.name == "Medical reports")
    assert {row[-1] for row in table_of_rules.rows} == {"RECON"}


# --- the end ------------------------------------------------------------------------------------


def at_the_end(options: dict[str, object] | None = None, fatalities: int = 0) -> int:
    """The score of a game with M01 and M07 completed, M02 M05 M10 M13 not."""
    house = House("R3t", fatalities=fatalities)
    scenario = scoring([house], round_number=7, options=options)

    def deal(snapshot: dict[str, list[int]]) -> None:
        numbers = {id: REPORT_IDS.index(id) for id in SHAPES}
        snapshot["completed"] = [numbers["M01"], numbers["M07"]]
        left = [numbers["M02"], numbers["M05"], numbers["M10"], -1, numbers["M13"], -1]
        snapshot["reports"] = left

    scenario.edit_with(deal).edit(then=round.end.__name__, round=8).go_on()
    assert scenario.state.is_over
    return scenario.state.scores()[0]


@clause("DH-24.22", "DH-24.25", "EX-78", "R-34")
def test_completed_reports_add_and_all_others_subtract() -> None:
    assert at_the_end() == -9
    assert at_the_end({"solo_report_penalty": True}) == -23


@clause("DH-24.23", "DH-24.24", "DH-14.4", "DH-14.5")
def test_a_fatality_costs_2_or_4_and_a_bag_counts_1() -> None:
    assert at_the_end(fatalities=2) == -9 - 4
    assert at_the_end({"solo_fatality_penalty": True}, fatalities=2) == -9 - 8
    scenario = scoring([House("R3t", bags=3)], round_number=7)
    scenario.edit(reports=[-1] * 6, then=round.end.__name__, round=8).go_on()
    assert scenario.state.scores() == [3]


@clause("DH-24.24", "DH-24.25")
def test_the_penalties_are_for_the_solo_game_only() -> None:
    both = {"solo_fatality_penalty": True, "solo_report_penalty": True}
    for players, expected in ((1, True), (2, False), (4, False)):
        options = GAME.check_options(both, players)
        assert {options[name] for name in both} == {expected}
    houses = [House("R3t", fatalities=2), House("Y3t")]
    scenario = scoring(houses, options=both, round_number=8, finish=True)
    assert scenario.state.scores() == [-4, 0]


@clause("R-33", "DH-25.2", "DH-24.1")
def test_all_other_variants_can_be_played_alone() -> None:
    names = [
        "events", "opening_crisis", "nationwide_epidemic", "resistant_superbug",
        "experimental_medicine", "promo_consultant", "promo_admissions_nurse",
    ]  # fmt: skip
    options = dict.fromkeys(names, True)
    scenario = set_up(1, options)
    position = table(scenario)
    assert all(position.options[name] is True for name in names)
    assert len(position.department_stack) == 20
    assert len(position.specialist_deck) == 24
    for moment in moments(Walk(1, options, 11, 9)):
        conserved(moment.after) if moment.after.reports else None
    assert moment.after.over


@clause("DH-22.11", "C-12")
def test_the_solo_extra_die_is_drawn_from_the_bag() -> None:
    scenario = alone("R2 Y2 G2 R5", options={"nationwide_epidemic": True})
    counts = [sum(table(scenario).bag)]
    scenario.when(0, "R5u")
    counts.append(sum(table(scenario).bag))
    assert counts[0] == counts[1]
    assert hospital(scenario, 0).patients == 4
    assert scenario.question(0) == "take_improvement"
