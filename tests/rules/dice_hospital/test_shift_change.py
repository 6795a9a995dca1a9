"""DH-9: Phase 6, Shift Change."""

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    House,
    activation,
    ambulances,
    claiming,
    display,
    flow,
    improvement,
    on_top,
    patients,
    shift_change,
    table,
)
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.material import DEPARTMENTS, PRINTED, SPECIALISTS
from wardround.testing import Scenario, clause

LOADS = ["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"]


def bottom(scenario: Scenario, count: int) -> tuple[list[str], list[str]]:
    """The lowest tiles and cards of the stacks, lowest first."""
    position = table(scenario)
    return (
        [DEPARTMENTS[tile].id for tile in position.department_stack[:count]],
        [SPECIALISTS[card].id for card in position.specialist_deck[:count]],
    )


@clause("DH-9.1", "DH-3.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_seven_shift_changes_in_rounds_1_to_7(players: int) -> None:
    changes = [
        position.round
        for position in journey(players, seed=1)
        if position.then is round.shift_change and not any(position.stacks)
    ]
    assert changes == [1, 2, 3, 4, 5, 6, 7]


@clause("DH-9.2", "EX-46")
def test_all_meeples_return_to_the_station_and_to_their_cards() -> None:
    house = House(
        "R3t",
        specialists=["surgeon", "urologist"],
        departments=["urology"],
        placed={
            "pharmacy": "nurse",
            "clinic": "nurse",
            "urology": "surgeon",
            "imaging": "urologist",
        },
    )
    seat = shift_change([house, "R3t", "R3t"]).view(0)["seats"][0]
    assert seat["nurses"]["free"] == 3
    assert [card["used"] for card in seat["specialists"]] == [False, False]
    assert [place["meeple"] for place in seat["departments"]] == [None] * 7


@clause("DH-9.3", "INV-06")
def test_all_treated_patients_become_untreated() -> None:
    scenario = shift_change(["R2t G3t Y5u", "Y6t", "R1u"])
    assert patients(scenario, 0) == ["G3u", "R2u", "Y5u"]
    assert patients(scenario, 1) == ["Y6u"]


@clause("DH-9.4", "R-11", "DH-12.5")
@pytest.mark.parametrize("scope", ["printed", "activation", "round"])
def test_patients_parked_after_a_colour_change_go_back_with_their_own_colour(scope: str) -> None:
    options = {"colour_change_scope": scope}
    scenario = activation("R3t", bags=1, players=3, others=["Y3t", "Y3t"], options=options)
    scenario.when(0, "place:nurse", "at:pharmacy", "change:G")
    assert patients(scenario, 0) == ["R4t>G"]
    scenario.when(0, "done")
    assert table(scenario).round == 2
    assert patients(scenario, 0) == ["R4u"]


@clause("DH-9.5", "DH-4.28")
def test_all_ambulances_are_back_in_the_middle() -> None:
    scenario = shift_change(["R2t", "G3t", "Y3t"])
    view = scenario.view(0)
    assert [seat["ambulance"] for seat in view["seats"]] == [None, None, None]
    assert [load["taken_by"] for load in view["ambulances"]] == [None] * 4
    assert ambulances(scenario) == [""] * 4


@clause("DH-9.6", "DH-2.5")
@pytest.mark.parametrize("number", [1, 4, 7])
def test_the_round_marker_advances_by_one(number: int) -> None:
    assert shift_change(["R2t", "G3t"], round_number=number).view(0)["round"] == number + 1


@clause("DH-9.7", "EX-35", "DH-9.8")
def test_unclaimed_improvements_go_under_their_stacks() -> None:
    scenario = improvement(
        ["crash_centre", "urology"], ["surgeon", "paramedic"], hospitals=["R3u", "R3u", "R3u"]
    )
    on_top(scenario, "ent", "radiology", "virologist", "pharmacist")
    scenario.when(0, "take:crash_centre").when(1, "take:surgeon").when(2, "pass")
    for seat in (0, 1):
        scenario.when(seat, "pass")
    for seat in (0, 1, 2):
        scenario.when(seat, "done")
    assert table(scenario).round == 2
    assert bottom(scenario, 1) == (["urology"], ["paramedic"])
    assert display(scenario) == (["ent", "radiology"], ["virologist", "pharmacist"])


@clause("DH-9.7", "C-15")
@pytest.mark.parametrize(
    ("outcomes", "tiles", "cards"),
    [
        ((0, 0), ["ent", "urology"], ["virologist", "surgeon"]),
        ((1, 0), ["urology", "ent"], ["virologist", "surgeon"]),
        ((0, 1), ["ent", "urology"], ["surgeon", "virologist"]),
        ((1, 1), ["urology", "ent"], ["surgeon", "virologist"]),
    ],
)
def test_unclaimed_improvements_lie_under_the_stacks_in_random_order(
    outcomes: tuple[int, int], tiles: list[str], cards: list[str]
) -> None:
    scenario = improvement(["urology", "ent"], ["surgeon", "virologist"])
    scenario.edit(then=round.shift_change.__name__, phase=5, questions=[[], [], []])
    flow(scenario.chance(*outcomes), until=round.take_in)
    assert bottom(scenario, 2) == (tiles, cards)


@clause("R-53", "DH-9.7", "DH-5.14")
def test_returned_improvements_lie_above_the_unclaimed_ones_of_the_round() -> None:
    houses = [House("R3u", departments=["ent"]), House("R3u")]
    scenario = improvement(["urology"], [], hospitals=houses, players=2)
    scenario.when(0, "pass").when(1, "pass").when(0, "return:ent")
    scenario.when(0, "done").when(1, "done")
    assert table(scenario).round == 2
    assert bottom(scenario, 2)[0] == ["urology", "ent"]


@clause("DH-9.8")
@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_the_display_is_new_and_as_large_as_at_the_start(players: int, each: int) -> None:
    scenario = shift_change(["R3t"] * players, ["urology"], ["surgeon"])
    departments, specialists = display(scenario)
    assert (len(departments), len(specialists)) == (each, each)
    assert bottom(scenario, 1) == (["urology"], ["surgeon"])


@clause("DH-9.9", "D-18", "DH-2.9", "EX-82", "R-19")
@pytest.mark.parametrize("first_player", [0, 1])
def test_with_2_players_the_first_player_chooses_the_kind_of_the_third(first_player: int) -> None:
    scenario = shift_change(["R3t", "R3t"], first_player=first_player)
    assert scenario.asked() == [first_player]
    assert scenario.legal(first_player) == {"reveal:department", "reveal:specialist"}
    assert [len(kind) for kind in display(scenario)] == [1, 1]
    scenario.refuses(first_player, "pass")
    on_top(scenario, "pharmacist")
    scenario.when(first_player, "reveal:specialist")
    departments, specialists = display(scenario)
    assert (len(departments), specialists[1:]) == (1, ["pharmacist"])


@clause("DH-9.9", "D-18", "R-26")
def test_the_kind_is_chosen_by_the_first_player_of_the_round_just_played() -> None:
    scenario = claiming(LOADS, first_player=0, hospitals=["R3u", "R3u"])
    scenario.when(0, "ambulance:3").when(1, "ambulance:2").when(1, "pass").when(0, "pass")
    scenario.when(0, "done").when(1, "done")
    assert (scenario.asked(), scenario.question(1)) == ([1], "third_improvement")


@clause("DH-9.10", "DH-9.7")
def test_nothing_but_the_display_is_put_away() -> None:
    house = House("R3t", 2, ["urology"], ["surgeon"], "adm_most", fatalities=1, score=9)
    scenario = shift_change([house, "R3t", "R3t"], ["ent"], ["paramedic"])
    seat = scenario.view(0)["seats"][0]
    assert (seat["blood_bags"]["count"], seat["fatalities"]["count"], seat["score"]) == (2, 1, 9)
    assert (seat["departments"][-1]["id"], seat["specialists"][0]["id"]) == ("urology", "surgeon")
    assert seat["administrator"]["id"] == "adm_most"


@clause("DH-9.11")
@pytest.mark.parametrize("kind", ["departments", "specialists"])
def test_the_stacks_suffice_for_8_displays_even_if_everything_is_taken(kind: str) -> None:
    """With 4 players three of each kind are shown in a round: all 24 in 8 rounds."""
    if kind == "departments":
        house = House("R3t", departments=(BASE_DEPARTMENTS[PRINTED:] * 2)[: 3 * 7])
    else:
        house = House("R3t", specialists=(BASE_SPECIALISTS * 2)[: 3 * 7])
    scenario = shift_change([house, "R3t", "R3t", "R3t"], round_number=7)
    view = scenario.view(0)
    assert len(view["display"][kind]) == 3
    stack = "department_stack" if kind == "departments" else "specialist_deck"
    assert view[stack]["count"] == 0
