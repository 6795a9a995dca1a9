"""DH-2: the set-up."""

from itertools import permutations

import pytest

from tests.rules.dice_hospital.play import beginning, dealt
from tests.rules.dice_hospital.table import (
    claiming,
    display,
    hospital,
    on_top,
    owned,
    patients,
    set_up,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.material import ADMINISTRATORS, LETTERS
from wardround.testing import Scenario, clause

ALL_MIXED = "YRGRYGGRY"
ALL_OF_A_KIND = "RRRYYYGGG"
NO_ADMINISTRATORS = {"administrators": False}


def valued(players: int = 3, seed: str = "valued") -> Scenario:
    """After the starting patients: everybody chooses an administrator."""
    scenario = set_up(players, seed=seed)
    if players == 2:
        scenario.when(scenario.asked()[0], "reveal:department")
    while any(scenario.question(seat) == "start_value" for seat in scenario.asked()):
        seat = scenario.asked()[0]
        scenario.when(seat, min(scenario.legal(seat)))
    return scenario


def keep_first(scenario: Scenario, seat: int) -> str:
    kept = min(scenario.legal(seat))
    scenario.when(seat, kept)
    return kept.removeprefix("keep:")


# --- first player, boards, ambulances -------------------------------------------------------


@clause("DH-2.1", "C-01", "R-50")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_from_all_players(players: int) -> None:
    found = [table(set_up(players, seed=f"{number}")).first_player for number in range(60)]
    assert set(found) == set(range(players))
    assert found == [table(set_up(players, seed=f"{n}")).first_player for n in range(60)]


@clause("DH-2.1", "DH-3.5")
def test_turn_order_is_clockwise_from_the_first_player() -> None:
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4", "Y5 Y5 Y5"], first_player=1)
    assert scenario.asked() == [1]
    assert scenario.when(1, "ambulance:2").asked() == [2]
    assert scenario.when(2, "ambulance:3").asked() == [0]


@clause("DH-2.2", "DH-2.3", "DH-2.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_three_nurses_and_nothing_else(players: int) -> None:
    scenario = valued(players)
    for seat, view in enumerate(scenario.view(SPECTATOR)["seats"]):
        assert (view["nurses"]["free"], view["nurses"]["total"]) == (3, 3)
        assert (view["score"], view["blood_bags"]["count"], view["fatalities"]["count"]) == (
            0,
            0,
            0,
        )
        assert owned(scenario, seat) == []


@clause("DH-2.4", "DH-1.10")
@pytest.mark.parametrize(("players", "numbers"), [(2, 3), (3, 4), (4, 5)])
def test_there_is_one_ambulance_more_than_players(players: int, numbers: int) -> None:
    ambulances = set_up(players).view(SPECTATOR)["ambulances"]
    assert [ambulance["number"] for ambulance in ambulances] == list(range(1, numbers + 1))
    assert all(ambulance["taken_by"] is None for ambulance in ambulances)


@clause("DH-2.4")
def test_an_ambulance_that_left_the_game_cannot_be_taken() -> None:
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"])
    scenario.refuses(0, "ambulance:4")


@clause("DH-2.5")
def test_the_game_begins_in_round_1() -> None:
    assert set_up().view(0)["round"] == 1


# --- the display ----------------------------------------------------------------------------


@clause("DH-2.6", "DH-2.7")
@pytest.mark.parametrize("stack", ["department_stack", "specialist_deck"])
def test_stacks_are_shuffled_and_face_down(stack: str) -> None:
    orders = {tuple(getattr(table(set_up(seed=f"{number}")), stack)) for number in range(10)}
    assert len(orders) == 10
    assert set(set_up().view(0)[stack]) == {"spot", "label", "count"}
    assert set_up().view(0)[stack]["count"] == 22


@clause("DH-2.8", "EX-01")
@pytest.mark.parametrize(("players", "each"), [(3, 2), (4, 3)])
def test_the_display_shows_one_less_of_each_kind_than_players(players: int, each: int) -> None:
    departments, specialists = display(set_up(players))
    assert (len(departments), len(specialists)) == (each, each)


@clause("DH-2.9", "DH-2.8", "D-01", "R-19")
def test_with_2_players_the_first_player_chooses_the_third_kind_after_seeing_the_others() -> None:
    scenario = set_up(2)
    assert scenario.asked() == [table(scenario).first_player]
    assert scenario.question(scenario.asked()[0]) == "third_improvement"
    assert [len(kind) for kind in display(scenario)] == [1, 1]
    assert scenario.legal(scenario.asked()[0]) == {"reveal:department", "reveal:specialist"}


@clause("DH-2.9")
def test_the_third_improvement_must_be_chosen() -> None:
    scenario = set_up(2)
    scenario.refuses(scenario.asked()[0], "pass")


@clause("DH-2.9", "R-19")
def test_the_third_improvement_is_chosen_before_the_starting_dice_are_drawn() -> None:
    scenario = set_up(2)
    assert table(scenario).bag == [15, 15, 15]


@clause("DH-2.9", "DH-2.10", "EX-82")
@pytest.mark.parametrize(
    ("kind", "sizes", "last"),
    [("department", (2, 1), "urology"), ("specialist", (1, 2), "virologist")],
)
def test_the_top_one_of_the_chosen_kind_is_revealed(
    kind: str, sizes: tuple[int, int], last: str
) -> None:
    scenario = on_top(set_up(2), "urology", "virologist")
    scenario.when(scenario.asked()[0], f"reveal:{kind}")
    shown = display(scenario)
    assert (len(shown[0]), len(shown[1])) == sizes
    assert shown[kind == "specialist"][-1] == last


@clause("DH-2.11")
def test_what_is_gained_later_comes_from_the_general_supply() -> None:
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"])
    scenario.when(0, "ambulance:2").when(1, "ambulance:1")
    assert [hospital(scenario, seat).bags for seat in (0, 1)] == [0, 1]


# --- starting patients ----------------------------------------------------------------------


@clause("DH-2.12", "EX-01")
@pytest.mark.parametrize(("players", "of_a_colour"), [(2, 15), (3, 18), (4, 21)])
def test_the_bag_begins_with_dice_for_the_number_of_players(players: int, of_a_colour: int) -> None:
    assert table(beginning(players)).bag == [of_a_colour] * 3


@clause("DH-2.13", "EX-01")
@pytest.mark.parametrize(("players", "left"), [(3, 45), (4, 51)])
def test_three_dice_for_every_player_leave_the_bag(players: int, left: int) -> None:
    scenario = set_up(players)
    assert sum(table(scenario).bag) == left
    for seat in scenario.asked():
        assert hospital(scenario, seat).patients + len(hospital(scenario, seat).waiting) == 3


@clause("DH-2.13", "DH-3.5", "R-30")
def test_starting_dice_are_drawn_in_turn_order() -> None:
    scenario = dealt(3, 1, "RRYYYGGGR")
    assert [event.seat for event in scenario.told("starters")] == [1, 2, 0]
    waiting = [[LETTERS[die // 6] for die in own.waiting] for own in table(scenario).hospitals]
    assert waiting == [["R", "G", "G"], ["R", "R", "Y"], ["Y", "Y", "G"]]


@clause("DH-2.14", "EX-02", "D-02")
@pytest.mark.parametrize("order", list(permutations("YRG")))
def test_any_assignment_of_3_4_and_5_to_the_starting_dice_is_possible(order: str) -> None:
    scenario = dealt(3, 0, ALL_MIXED)
    scenario.when(0, f"die:{order[0]}", f"die:{order[1]}")
    assert patients(scenario, 0) == sorted(
        f"{letter}{value}u" for letter, value in zip(order, (3, 4, 5), strict=True)
    )


@clause("DH-2.14", "EX-02")
def test_each_die_gets_one_value_and_each_value_one_die() -> None:
    scenario = dealt(3, 0, ALL_MIXED).when(0, "die:Y")
    refusal = scenario.refuses(0, "die:Y", clause="DH-2.14")
    assert refusal.expected == "die:R or die:G"
    assert scenario.state.prompt(0) == "Choose the starting patient that gets the value 4."


@clause("DH-2.15", "R-30", "D-02")
def test_starting_values_are_given_by_everybody_at_once_in_the_open() -> None:
    scenario = dealt(3, 1, ALL_MIXED)
    assert scenario.asked() == [0, 1, 2]
    scenario.when(2, "die:G").when(0, "die:R")
    assert scenario.view(SPECTATOR)["seats"][2]["beds"][0]["patient"]["notation"] == "G3u"


@clause("DH-2.15", "DH-28.1")
def test_three_dice_of_one_colour_leave_nothing_to_choose() -> None:
    scenario = dealt(3, 0, "RRRYYGGGG")
    assert scenario.asked() == [1]
    assert patients(scenario, 0) == ["R3u", "R4u", "R5u"]


@clause("DH-2.16", "R-48", "EX-02")
def test_starting_patients_lie_untreated_in_one_ward() -> None:
    scenario = dealt(3, 0, ALL_MIXED).when(0, "die:Y", "die:R")
    beds = [bed for bed in scenario.view(0)["seats"][0]["beds"] if bed["patient"]]
    assert [bed["patient"]["notation"] for bed in beds] == ["Y3u", "R4u", "G5u"]
    assert len({bed["ward"] for bed in beds}) == 1


# --- administrators -------------------------------------------------------------------------


@clause("DH-2.17", "DH-3.10", "C-05")
def test_two_administrators_are_dealt_to_everybody_in_secret() -> None:
    scenario = valued()
    for viewer in (SPECTATOR, 0, 1, 2):
        for seat in scenario.view(viewer)["seats"]:
            assert seat["dealt_count"] == 2
            assert len(seat["dealt"]) == (2 if seat["seat"] == viewer else 0)


@clause("DH-2.17", "C-05")
def test_only_the_owner_reads_which_administrators_are_dealt() -> None:
    scenario = dealt(3, 0, ALL_OF_A_KIND, further=range(7, 0, -1))
    names = [ADMINISTRATORS[card].name for card in hospital(scenario, 1).dealt]
    told = [line for line in scenario.text(1) if "is dealt" in line]
    assert f"Seat 2 is dealt {' and '.join(names)}." in told
    for viewer in (SPECTATOR, 0, 2):
        assert "Seat 2 is dealt two administrators." in scenario.text(viewer)


@clause("DH-2.17", "DH-20.1")
def test_without_administrators_none_are_dealt() -> None:
    scenario = dealt(3, 0, "RRYYYYGGG", NO_ADMINISTRATORS).when(0, "die:R", "die:Y")
    assert table(scenario).phase == 1
    assert [seat["administrator"] for seat in scenario.view(0)["seats"]] == [None] * 3


@clause("DH-2.18", "D-03")
def test_one_of_the_two_dealt_is_kept() -> None:
    scenario = valued()
    dealt_ids = {ADMINISTRATORS[card].id for card in hospital(scenario, 0).dealt}
    assert scenario.legal(0) == {f"keep:{id}" for id in dealt_ids}
    other = next(card.id for card in ADMINISTRATORS if card.id not in dealt_ids)
    scenario.refuses(0, f"keep:{other}", clause="DH-2.18")
    scenario.refuses(0, "pass")


@clause("DH-2.18", "R-29", "D-03")
def test_administrators_are_chosen_at_once_and_shown_together() -> None:
    scenario = valued()
    assert scenario.asked() == [0, 1, 2]
    kept = [keep_first(scenario, 2), keep_first(scenario, 0)]
    for viewer in (SPECTATOR, 1):
        seats = scenario.view(viewer)["seats"]
        assert [seat["administrator"] for seat in seats] == [None, None, None]
    assert scenario.view(0)["seats"][0]["administrator"]["id"] == kept[1]
    kept.append(keep_first(scenario, 1))
    shown = [seat["administrator"]["id"] for seat in scenario.view(SPECTATOR)["seats"]]
    assert shown == [kept[1], kept[2], kept[0]]


@clause("DH-2.18", "R-29", "DH-3.10")
def test_which_administrator_is_kept_is_read_by_the_owner_only_until_all_are_shown() -> None:
    scenario = valued()
    keep_first(scenario, 0)
    assert "Seat 1 has chosen an administrator." in scenario.text(1)
    assert not any("Seat 1 keeps" in line for line in scenario.text(SPECTATOR))
    assert any("Seat 1 keeps" in line for line in scenario.text(0))


@clause("DH-2.18", "R-29", "DH-3.10")
def test_an_administrator_that_was_not_kept_is_never_shown_to_others() -> None:
    scenario = valued()
    two = {ADMINISTRATORS[card].id for card in hospital(scenario, 0).dealt}
    (unused,) = two - {keep_first(scenario, 0)}
    keep_first(scenario, 1)
    keep_first(scenario, 2)
    assert table(scenario).phase == 1
    for viewer in (SPECTATOR, 1, 2):
        assert unused not in str(scenario.view(viewer))


@clause("DH-2.19")
def test_administrators_are_dealt_after_all_starting_patients_have_values() -> None:
    scenario = dealt(3, 0, "RRYYYYGGR")
    scenario.when(0, "die:R", "die:Y").when(2, "die:R")
    assert [len(own.dealt) for own in table(scenario).hospitals] == [2, 2, 2]
    scenario = dealt(3, 0, "RRYYYYGGR").when(0, "die:R", "die:Y")
    assert [len(own.dealt) for own in table(scenario).hospitals] == [0, 0, 0]


@clause("DH-2.19", "DH-3.2")
def test_the_first_round_begins_when_the_administrators_are_chosen() -> None:
    scenario = valued()
    assert GAME.notation(scenario.state.legal_actions(0)[0]).startswith("keep:")
    assert sum(table(scenario).bag) == 45
    for seat in (0, 1, 2):
        keep_first(scenario, seat)
    assert table(scenario).phase == 1
    assert sum(table(scenario).bag) == 45 - 12
