"""DH-1: what is in the box, and what is not."""

from collections import Counter

import pytest

from tests.rules.dice_hospital.play import dealt, journey
from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    House,
    activation,
    claiming,
    conserved,
    hospital,
    improvement,
    owned,
    patients,
    set_up,
    table,
)
from wardround.core import SPECTATOR, OptionError, SeatError, UnknownAction
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.actions import ACTIONS
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    BASE,
    DEPARTMENTS,
    PRINTED,
    SPECIALISTS,
)
from wardround.games.dice_hospital.values import RECONSTRUCTED
from wardround.testing import Scenario, clause

NINE = "R3u R3u R3u R3u Y4u Y4u Y4u G5u G5u"


def no_such_option(name: str) -> str:
    """What the refusal of an option says was expected."""
    with pytest.raises(OptionError) as refused:
        GAME.new(3, 1, {name: True})
    assert name in refused.value.message
    assert name in refused.value.where
    return refused.value.expected


@clause("DH-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_are_21_of_each_colour_and_are_never_lost(players: int) -> None:
    for position in journey(players):
        conserved(position)
    assert sum(table(set_up(4)).bag) + 4 * 3 == 63


@clause("DH-1.1", "DH-10.1")
@pytest.mark.parametrize("patient", ["R0u", "G7u", "B3u"])
def test_a_die_has_six_sides_and_one_of_three_colours(patient: str) -> None:
    assert GAME.parse("R1u") != GAME.parse("R6u")
    with pytest.raises(UnknownAction):
        GAME.parse(patient)


@clause("DH-1.2")
def test_the_bag_holds_every_die_that_is_nowhere_else() -> None:
    scenario = activation("R3u Y2u", others=["G4u"], discharged="R")
    assert table(scenario).bag == [15 - 2, 15 - 1, 15 - 1]


@clause("DH-1.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_has_a_board_and_all_boards_are_identical(players: int) -> None:
    boards = [
        [(place["id"], place["clause"]) for place in seat["departments"]] + [len(seat["beds"])]
        for seat in set_up(players).view(SPECTATOR)["seats"]
    ]
    assert len(boards) == players
    assert all(board == boards[0] for board in boards)


@clause("DH-1.3")
@pytest.mark.parametrize("players", [0, 5])
def test_the_box_is_for_1_to_4_players(players: int) -> None:
    with pytest.raises(SeatError) as refused:
        GAME.new(players, 1)
    assert refused.value.expected == "1 to 4 players"


@clause("DH-1.4", "R-55")
def test_a_board_shows_nine_areas_and_four_wards() -> None:
    seat = set_up().view(SPECTATOR)["seats"][0]
    areas = [place["id"] for place in seat["departments"] if place["printed"]]
    assert len(areas) == 6
    areas += [name for name in ("nurses", "discharged", "fatalities") if name in seat]
    assert len(areas) == 9
    assert {bed["ward"] for bed in seat["beds"]} == {1, 2, 3, 4}


@clause("DH-1.5")
def test_a_ward_has_three_beds() -> None:
    beds = set_up().view(SPECTATOR)["seats"][0]["beds"]
    assert len(beds) == 12
    assert set(Counter(bed["ward"] for bed in beds).values()) == {3}


@clause("DH-1.5")
def test_a_treated_patient_lies_in_the_treated_space_of_the_same_bed() -> None:
    scenario = activation("R3u Y2u G5u")
    before = scenario.view(0)["seats"][0]["beds"]
    assert [bed["patient"]["treated"] for bed in before[:3]] == [False, False, False]
    scenario.when(0, "place:nurse", "at:oncology")
    after = scenario.view(0)["seats"][0]["beds"]
    assert [bed["patient"]["colour"] for bed in after[:3]] == ["red", "yellow", "green"]
    assert [bed["patient"]["treated"] for bed in after[:3]] == [False, True, False]


@clause("DH-1.6")
def test_every_patient_has_a_bed_of_its_own() -> None:
    scenario = claiming(["R2 R2 R2", "Y2 Y3 G3", "G4 G4 G4"], hospitals=[NINE])
    scenario.when(0, "ambulance:2").when(1, "ambulance:1")
    beds = scenario.view(0)["seats"][0]["beds"]
    assert [bed["patient"] is None for bed in beds] == [False] * 12
    assert patients(scenario, 0) == sorted([*NINE.split(), "Y2u", "Y3u", "G3u"])


@clause("DH-1.7", "DH-1.8", "R-54")
def test_there_are_two_copies_of_twelve_tiles_and_of_twelve_specialists() -> None:
    position = table(set_up(4))
    tiles = Counter(position.department_stack + position.shown_departments)
    cards = Counter(position.specialist_deck + position.shown_specialists)
    assert {DEPARTMENTS[tile].id: count for tile, count in tiles.items()} == dict.fromkeys(
        BASE_DEPARTMENTS[PRINTED:], 2
    )
    assert {SPECIALISTS[card].id: count for card, count in cards.items()} == dict.fromkeys(
        BASE_SPECIALISTS, 2
    )
    assert len(tiles) == len(cards) == 12


@clause("DH-1.9")
def test_eight_different_administrators_are_dealt_out_once_each() -> None:
    scenario = dealt(4, 0, "RRRYYYGGGRRR", further=range(7, 0, -1))
    cards = [card for own in table(scenario).hospitals for card in own.dealt]
    assert sorted(cards) == list(range(8))
    assert len({administrator.id for administrator in ADMINISTRATORS}) == 8


@clause("DH-1.10")
def test_ambulances_are_numbered_1_to_5_and_carry_three_dice_of_any_kind() -> None:
    loads = ["R2 Y2 G2", "R3 R3 R3", "Y4 Y4 G4", "R4 Y5 G5", "G5 G5 G5"]
    ambulances = claiming(loads).view(0)["ambulances"]
    assert [ambulance["number"] for ambulance in ambulances] == [1, 2, 3, 4, 5]
    assert [len(ambulance["dice"]) for ambulance in ambulances] == [3] * 5
    assert set(ambulances[0]) == {"spot", "label", "number", "dice", "taken_by"}


@clause("DH-1.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_gets_three_of_the_nurses(players: int) -> None:
    nurses = [seat["nurses"]["total"] for seat in set_up(players).view(0)["seats"]]
    assert nurses == [3] * players
    assert sum(nurses) <= 13


@clause("DH-1.11", "R-28")
@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_meeples_never_run_out(colour: str) -> None:
    cards = [card.id for card in SPECIALISTS if card.colour == colour and card.box == BASE]
    assert len(cards) * 2 <= 7
    last = cards[-1]
    scenario = improvement([], [last], hospitals=[House(specialists=[*cards, *cards[:-1]])])
    scenario.when(0, f"take:{last}")
    assert Counter(owned(scenario, 0)) == dict.fromkeys(cards, 2)
    assert [hospital(scenario, 0).unused(1 + BASE_SPECIALISTS.index(card)) for card in cards] == [
        2
    ] * len(cards)


def returning_with_16_bags(limits: str) -> Scenario:
    houses = [House(departments=["urology"], bags=10), House(bags=6)]
    options = {"token_limits": limits}
    scenario = improvement([], ["surgeon"], hospitals=houses, players=2, options=options)
    return scenario.when(0, "pass").when(1, "pass").when(0, "return:urology")


@clause("DH-1.12", "R-27")
def test_blood_bags_have_no_cap_by_default() -> None:
    scenario = returning_with_16_bags("none")
    assert hospital(scenario, 0).bags == 11


@clause("R-27")
def test_with_printed_limits_a_bag_that_is_not_in_the_supply_is_not_gained() -> None:
    scenario = returning_with_16_bags("printed")
    assert hospital(scenario, 0).bags == 10
    assert owned(scenario, 0) == []
    assert "No blood bag is left for Seat 1." in scenario.text()


@clause("R-27")
def test_with_printed_limits_the_16th_bag_is_still_gained() -> None:
    options = {"token_limits": "printed"}
    houses = [House(departments=["urology"], bags=9), House(bags=6)]
    scenario = improvement([], ["surgeon"], hospitals=houses, players=2, options=options)
    scenario.when(0, "pass").when(1, "pass").when(0, "return:urology")
    assert hospital(scenario, 0).bags == 10


@clause("DH-1.12", "R-27")
@pytest.mark.parametrize("limits", ["none", "printed"])
def test_fatalities_are_counted_beyond_14_tokens(limits: str) -> None:
    scenario = activation("R1u Y1u", fatalities=13, options={"token_limits": limits})
    scenario.when(0, "done")
    assert hospital(scenario, 0).fatalities == 15


@clause("DH-1.13")
def test_there_is_one_first_player_one_round_marker_and_a_score_for_everybody() -> None:
    view = set_up(4).view(SPECTATOR)
    assert view["first_player"] in range(4)
    assert view["round"] == 1
    assert [seat["score"] for seat in view["seats"]] == [0, 0, 0, 0]


@clause("DH-1.14", "DH-1.15", "DH-1.16", "R-54", "DH-2.20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_options_nothing_of_the_variants_is_on_the_table(players: int) -> None:
    position = table(set_up(players))
    assert (position.event_deck, position.reports, position.spaces) == ([], [], [])
    tiles = {DEPARTMENTS[tile].box for tile in position.department_stack}
    cards = {SPECIALISTS[card].box for card in position.specialist_deck}
    assert tiles == cards == {BASE}
    assert (position.departments_out, position.specialists_out) == ([], [])


@clause("DH-2.20")
def test_an_unknown_variant_is_refused() -> None:
    assert "opening_crisis" in no_such_option("hard_mode")


@clause("DH-1.10", "DH-23.12")
def test_the_backs_of_the_five_ambulances_show_colours_and_values() -> None:
    assert [back.number for back in RECONSTRUCTED.backs] == [1, 2, 3, 4, 5]
    assert all(min(back.values) >= 1 and max(back.values) <= 6 for back in RECONSTRUCTED.backs)


@clause("DH-1.17", "R-21")
def test_improvements_are_tiles_and_specialists_only() -> None:
    houses = [House(departments=["urology"], specialists=["surgeon"], administrator="adm_most")]
    scenario = improvement(["crash_centre"], [], hospitals=houses)
    assert scenario.legal(0) == {"pass", "take:crash_centre"}
    scenario.when(0, "pass").when(1, "pass").when(2, "pass")
    assert scenario.legal(0) == {"pass", "return:urology", "return:surgeon"}
    with pytest.raises(UnknownAction):
        GAME.parse("return:clinic")


@clause("DH-1.18", "DH-6.7")
@pytest.mark.parametrize("meeple", ["nurse", "surgeon", "urologist", "paramedic"])
def test_colours_of_meeples_and_departments_do_not_matter(meeple: str) -> None:
    tiles = ["operating_theatre", "orthopaedics", "ent", "crash_centre"]
    specialists = [] if meeple == "nurse" else [meeple]
    scenario = activation("R2u Y3u G5u", departments=tiles, specialists=specialists).when(
        0, f"place:{meeple}"
    )
    assert scenario.legal(0) == {f"at:{place}" for place in [*BASE_DEPARTMENTS[:PRINTED], *tiles]}


@clause("DH-1.19")
def test_dice_of_equal_colour_and_value_are_one_choice() -> None:
    scenario = activation("R3u R3u R3t R4u", bags=1).when(0, "bag")
    assert scenario.legal(0) == {"R3u", "R3t", "R4u"}


@clause("DH-1.20", "DH-2.21", "DH-2.16", "DH-28.2", "R-48")
def test_no_action_concerns_reference_cards_markers_or_positions() -> None:
    assert list(dict.fromkeys(ACTIONS.family(action)[0] for action in range(len(ACTIONS)))) == [
        "done",
        "pass",
        "use",
        "bag",
        "enough",
        "reveal",
        "ambulance",
        "die",
        "recolour",
        "keep",
        "patient",
        "place",
        "at",
        "take_department",
        "take_specialist",
        "return_department",
        "return_specialist",
        "copy",
        "draw",
        "close",
        "report",
        "bed",
    ]


@clause("R-56", "R-14")
def test_reconstructed_content_is_shown_as_such() -> None:
    tables = {table.name: table for table in GAME.material()}
    tags = {row[0]: row[3] for row in tables["Discharge table"].rows}
    assert [tags[f"{number}"] for number in range(5)] == [
        "DERIVED",
        "FOUND",
        "FOUND",
        "DERIVED",
        "RECON",
    ]
    assert set(list(tags.values())[4:]) == {"RECON"}
    for name in ("Departments", "Specialists", "Administrators"):
        assert tables[name].columns[-1] == "provenance"
        assert all(row[-1] for row in tables[name].rows)
