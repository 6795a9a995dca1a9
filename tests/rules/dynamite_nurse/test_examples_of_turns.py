"""EX-1 to EX-63: set-up, treating, buying, transport, admission, Cleanup, Kill Marks, scoring."""

import pytest

from tests.rules.dynamite_nurse.town import LETTERS, Town, ids, new, patient, score
from wardround.games.dynamite_nurse.state import BY_DUNGEON, BY_KILL_MARKS
from wardround.testing import clause

CRITICAL_CONDITION = {"A": "critical_condition examination"}


# --- set-up and play --------------------------------------------------------------------------


@clause("EX-1", "DN-2.3", "DN-2.4", "DN-2.6", "DN-2.7", "DN-2.10", "DN-2.14", "DN-2.17", "DN-2.11")
def test_a_game_of_three() -> None:
    table = new(3)
    assert (table.mark_pile, len(table.dungeon), len(table.nurses), len(table.events)) == (
        12,
        40,
        18,
        20,
    )
    assert [table.supply[slot] for slot in table.pack.supply()] == [6] * 12
    for hospital in table.hospitals:
        assert (len(hospital.deck), len(hospital.hand), hospital.unused) == (5, 4, 6)
    box = ids(table.box).split()
    assert box.count("examination") == 10
    assert box.count("simple_surgery") == 6
    assert len([card for card in box if card.startswith("starter")]) == 2
    assert table.box_marks == 3


@clause("EX-2", "DN-2.10")
def test_a_game_of_five_leaves_nothing_in_the_box() -> None:
    table = new(5)
    assert (table.mark_pile, table.box, table.box_marks) == (15, [], 0)


@clause("EX-3", "DN-2.4", "DN-2.5", "DN-2.2")
def test_everybody_has_the_same_starting_deck() -> None:
    for players in (3, 4, 5):
        for hospital in new(players).hospitals:
            cards = ids(hospital.deck + hospital.hand).split()
            assert cards.count("examination") == 5
            assert cards.count("simple_surgery") == 3
            assert len([card for card in cards if card.startswith("starter")]) == 1
            assert len(cards) == 9


@clause("EX-4", "DN-4.17", "DN-3.6", "DN-3.5", "INV-14", "DN-4.25", "DN-4.62")
def test_points_that_are_left_are_lost() -> None:
    town = Town(hand={"A": "2*examination simple_surgery reference_letter"})
    town.do("play:examination", "play:examination", "play:simple_surgery")
    assert town.points() == (2, 1)
    town.do("end")
    assert town.points() == (0, 0)
    assert town.counters() == (0, 0, 0)
    while town.table.turn_number < 5 or town.table.turn != 0:
        town.end_turn()
    assert town.table.phase == 0
    assert town.points() == (0, 0)
    assert town.counters() == (1, 0, 0)


@clause("EX-5", "DN-4.19", "DN-4.22", "INV-15")
def test_one_treatment_or_one_purchase() -> None:
    town = Town(admitted={"A": "P01n"}, gold=2, tp=1)
    town.do("operate:1.1")
    assert town.refused("buy:white_magic") == "DN-4.22"


@clause("EX-6", "DN-4.23", "RUL-32", "DN-30.1a", "DN-30.1", "INV-15", "DN-4.21")
def test_a_nurse_adds_one_of_either_kind() -> None:
    start = Town(admitted={"A": "P01n P05n"}, gold=4, tp=2).play("starter_1")
    town = start.branch().do("operate:1.1", "buy:white_magic")
    assert town.got("A") == "P01n"
    assert town.refused("operate:1.1") == "DN-4.22"
    assert town.refused("buy:white_magic") == "DN-4.22"
    town = start.branch().do("buy:white_magic", "operate:1.1")
    assert town.got("A") == "P01n"


@clause("EX-7", "DN-4.20", "DN-4.22", "RUL-29", "DN-30.16a", "INV-15", "DN-30.16")
def test_three_counters() -> None:
    start = Town(admitted={"A": "P01n P05n P09n"}, gold=20, tp=9).play("general_practitioner")
    assert start.counters() == (1, 1, 1)
    town = start.branch().do("operate:1.1", "operate:1.1", "buy:surgery")
    assert town.counters() == (0, 0, 0)
    town = start.branch().do("operate:1.1", "buy:surgery", "buy:surgery")
    assert town.counters() == (0, 0, 0)
    town = start.branch().do("operate:1.1", "operate:1.1")
    assert town.refused("operate:1.1") == "DN-4.22"
    town = start.branch().do("buy:surgery", "buy:surgery")
    assert town.refused("buy:surgery") == "DN-4.22"


@clause("EX-8", "DN-4.24", "RUL-28", "DN-4.2", "DN-4.15", "DN-4.4", "DN-4.16")
def test_buying_between_two_cards() -> None:
    town = Town(hand={"A": "2*examination starter_1 surgery"})
    town.do("play:examination", "play:examination", "buy:white_magic")
    assert len(town.at("A").play) == 2
    town.do("play:starter_1")
    assert town.points() == (0, 0)
    assert town.counters() == (1, 0, 0)


@clause("EX-9", "DN-9.2", "DN-9.3", "DN-13.8", "INV-24", "RUL-37", "CH-7", "DN-9.1")
def test_a_deck_is_rebuilt_in_the_middle_of_a_draw() -> None:
    town = Town(
        hand={"A": "hit_the_books"},
        deck={"A": "surgery"},
        discard={"A": "6*examination"},
        play={"A": "white_magic black_magic"},
        way="P01c(B) P01c(C) P01c(B) P01n(B)",
    )
    town.do("play:hit_the_books")
    assert len(town.at("A").hand) == 3
    assert "surgery" in town.hand()
    assert len(town.at("A").deck) == 4
    assert town.at("A").discard == []
    assert ids(town.at("A").play) == "white_magic black_magic hit_the_books"


# --- treatment --------------------------------------------------------------------------------


@clause("EX-10", "DN-4.28", "DN-4.31", "DN-4.32", "DN-4.38", "DN-4.41", "RUL-1", "INV-16", "INV-17")
@clause("DN-11.22", "DN-13.6", "DN-13.5", "DEC-4")
def test_an_operation() -> None:
    town = Town(admitted={"A": "P02n"}, tp=3, nurses="kei mint")
    town.do("operate:1.1")
    assert town.points() == (0, 1)
    assert town.got("A") == "P02n"
    assert town.ward("A") == ""
    assert score(town, "A")["patients"] == 2
    assert town.at("A").unused == 6
    assert town.discard() == "kei"
    assert any("Kei Lincoln" in text for text in town.texts())


@clause("EX-11", "DN-4.30")
def test_too_few_points() -> None:
    town = Town(admitted={"A": "P02n"}, tp=1)
    assert "operate:1.1" not in town.legal()
    assert town.refused("operate:1.1") == "DN-4.30"


@clause("EX-12", "DN-4.29", "DN-4.39", "RUL-24")
def test_an_operation_on_a_critical_patient() -> None:
    town = Town(admitted={"A": "P02c"}, tp=4, nurses="kei mint")
    town.do("operate:1.1")
    assert town.points() == (0, 0)
    assert town.got("A") == "P02c"
    assert town.discard() == "kei"


@clause("EX-13", "DN-4.33", "DN-4.34", "DN-4.35", "INV-18", "DEC-5", "DN-4.27")
def test_care() -> None:
    town = Town(admitted={"A": "P02c"}, tp=1)
    town.do("care:1.1")
    assert town.points() == (0, 0)
    assert town.ward("A") == "P02n"
    assert town.at("A").unused == 5
    assert town.got("A") == town.discard() == ""
    assert town.counters() == (0, 0, 0)


@clause("EX-14", "DN-4.33", "DN-40.3", "RUL-31", "DN-1.7")
def test_no_care_without_a_value_or_for_a_normal_patient() -> None:
    town = Town(admitted={"A": "P13c P01n"}, tp=9)
    assert town.offered("care") == set()
    assert town.refused("care:1.1") == "DN-4.33"
    assert town.refused("care:1.2") == "DN-4.33"


@clause("EX-15", "DN-4.36")
def test_care_and_then_an_operation() -> None:
    town = Town(admitted={"A": "P02c"}, tp=3, either=2)
    town.do("care:1.1", "operate:1.1")
    assert town.got("A") == "P02n"
    assert town.points() == (0, 0)


@clause("EX-16", "DN-4.26")
def test_patients_on_the_way_cannot_be_treated() -> None:
    town = Town(way="P01n(A)", admitted={"B": "P05n"}, tp=5)
    assert town.offered("operate") == town.offered("care") == set()
    assert town.refused("operate:2.1") == "DN-4.26"


@clause("EX-17", "DN-4.43", "DN-9.5")
def test_no_nurse_is_left() -> None:
    town = Town(admitted={"A": "P01n"}, tp=1, nurses="")
    town.do("operate:1.1")
    assert town.got("A") == "P01n"
    assert town.discard() == ""


# --- purchase ---------------------------------------------------------------------------------


@clause("EX-18", "DN-4.46", "DN-4.49", "DEC-6", "INV-16")
def test_a_purchase() -> None:
    town = Town(gold=3)
    town.do("buy:surgery")
    assert town.points() == (0, 0)
    assert town.table.supply[town.table.pack.supply()[2]] == 5
    assert town.discard() == "surgery"


@clause("EX-19", "DN-4.45", "RUL-3")
def test_what_can_be_bought() -> None:
    town = Town(gold=20)
    town.table.gold = 20
    supply = {f"buy:{town.table.pack.cards[slot].id}" for slot in town.table.pack.supply()}
    assert town.offered("buy") == supply | {"buy:event"}
    assert town.refused("buy:kei") == ""


@clause("EX-20", "DN-4.45", "DN-9.5")
def test_an_empty_pile() -> None:
    town = Town(gold=20)
    town.table.supply[town.table.pack.supply()[2]] = 0
    town.table.relist()
    assert "buy:surgery" not in town.legal()
    assert town.refused("buy:surgery") == "DN-4.45"


EVENTS = "ev_donation erase ev_intern"


@clause("EX-21", "DN-4.50", "DN-4.52", "DN-4.55", "RUL-26", "DN-0.5", "DEC-7", "DN-4.54")
def test_asking_without_the_gold() -> None:
    town = Town(gold=3, events=EVENTS)
    town.do("ask")
    assert town.question() == "main"
    assert any("Erase" in text for text in town.texts("C"))
    assert town.counters() == (0, 0, 0)
    assert town.events() == "erase ev_intern ev_donation"
    assert town.points() == (3, 0)


@clause("EX-22", "DN-4.54", "DEC-8", "DN-0.15")
def test_buying_the_second_event() -> None:
    town = Town(gold=4, events=EVENTS)
    town.do("ask", "buy:event")
    assert town.discard() == "erase"
    assert town.events() == "ev_intern ev_donation"
    assert town.points() == (0, 0)


@clause("EX-23", "DN-4.53", "DN-0.15")
def test_buying_the_second_event_in_the_village() -> None:
    town = Town(gold=4, events=EVENTS, edition="village")
    town.do("ask")
    second = town.view("C")["second_event"]
    assert second["name"] == "Erase"
    town.do("buy:event")
    assert town.discard() == "erase"
    assert town.events() == "ev_donation ev_intern"


@clause("EX-24", "DN-4.53", "DN-4.56")
def test_asking_without_the_gold_in_the_village() -> None:
    town = Town(gold=3, events=EVENTS, edition="village")
    town.do("ask")
    assert town.events() == EVENTS
    assert town.counters() == (0, 0, 0)


@clause("EX-25", "DN-4.56", "DN-4.54")
def test_declining_the_second_event() -> None:
    town = Town(gold=4, events=EVENTS)
    town.do("ask", "pass")
    assert town.events() == "erase ev_intern ev_donation"
    assert town.points() == (4, 0)
    assert town.counters() == (0, 0, 0)


@clause("EX-26", "DN-4.57", "DN-4.51")
def test_declining_and_buying_the_new_top_card() -> None:
    town = Town(gold=4, events=EVENTS, either=2)
    town.do("ask", "pass")
    assert "ask" in town.legal()
    town.do("buy:event")
    assert town.discard() == "erase"
    assert town.counters() == (0, 0, 0)


@clause("EX-27", "RUL-27", "DN-4.50")
def test_no_second_event() -> None:
    town = Town(gold=9, events="erase")
    assert "ask" not in town.legal()
    assert town.refused("ask") == "DN-4.50"


# --- transport --------------------------------------------------------------------------------


@clause("EX-28", "DN-5.1", "DN-5.5", "DN-5.7", "DN-5.8", "DN-5.9", "RUL-4", "DEC-10", "DN-5.11")
def test_a_transport() -> None:
    town = Town(way="P01n(A) P05n(B) P09n(C)", dungeon="P02")
    town.do("end")
    assert town.question() == "assign_duty"
    assert town.legal() == {"player:1", "player:2", "player:3", "player:4"}
    town.do("player:4")
    assert town.way() == "P01n(A) P05n(B) P09n(C) P02n(D)"
    assert len(town.table.dungeon) == 19
    assert town.at("D").unused == 5


@clause("EX-29", "DN-5.3", "DN-5.13", "DN-5.14", "DN-5.16", "DN-13.2", "DN-5.12", "RUL-8")
def test_a_crisis() -> None:
    town = Town(way="P01c(A) P02n(B) P05n(A) P06c(C)")
    town.do("end")
    assert town.way() == "P01c(A) P02c(B) P05n(A) P06c(C)"
    assert len(town.table.dungeon) == 20
    assert town.question() == "admit"


@clause("EX-30", "DN-5.15", "DN-5.17", "DN-8.6", "DN-8.7", "DN-8.8", "RUL-20")
def test_a_crisis_that_kills() -> None:
    town = Town(way="P01c(B) P02c(C) P05c(D) P06c(A)")
    town.do("end")
    assert town.way() == "P02c(C) P05c(D) P06c(A)"
    assert len(town.table.graveyard) == 1
    assert town.at("B").unused == 6
    assert town.marks() == [0, 1, 0, 0]
    assert town.title() == "B"
    assert len(town.table.dungeon) == 20


@clause("EX-31", "DN-5.8", "RUL-71")
def test_nobody_is_in_charge_of_more_than_the_markers_allow() -> None:
    town = Town(admitted={"B": "P01n P01n P01n P05n P05n P05n"})
    assert town.at("B").unused == 0
    town.do("end")
    assert town.legal() == {"player:1", "player:3", "player:4"}
    assert town.refused("player:2") == "DN-5.8"


@clause("EX-32", "DN-5.4", "RUL-7")
def test_no_marker_at_all() -> None:
    none = dict.fromkeys("ABCD", 0)
    town = Town(way="P01n(B)", unused=none)
    town.do("end")
    assert town.way() == "P01c(B)"
    assert len(town.table.dungeon) == 20
    town = Town(unused=none)
    town.do("end")
    assert town.way() == ""
    assert len(town.table.dungeon) == 20
    assert town.table.turn_number == 1


@clause("EX-33", "DN-5.6", "DN-10.2", "RUL-5", "INV-2", "DN-10.13", "DN-10.5", "RUL-22")
def test_the_last_patient_ends_the_game() -> None:
    town = Town(dungeon="P03", only=True, way="P01n(A)")
    town.do("end")
    assert town.table.over
    assert town.table.reason == BY_DUNGEON
    assert town.view()["town"]["aside"] == "Sick P03"
    assert town.way() == "P01n(A)"
    assert town.hand() == "examination"
    assert town.table.scores() == [0, 0, 0, 0]


@clause("EX-34", "RUL-10")
def test_a_full_row_delays_the_end() -> None:
    town = Town(dungeon="P03", only=True, way="P01n(A) P05n(A) P09n(A) P09n(A)")
    town.do("end")
    assert town.way() == "P01c(A) P05n(A) P09n(A) P09n(A)"
    assert not town.table.over


@clause("EX-35", "DN-42.1", "DN-42.2", "RUL-9", "RUL-11", "DN-5.10", "DN-42.5", "DN-13.4")
def test_an_emergency_case_is_admitted_at_once() -> None:
    town = Town(dungeon="P08", way="P01n(A)", admitted={"C": "P01n P02n"})
    town.do("end", "player:3")
    assert town.ward("C") == "P01n P02n P08n"
    assert town.at("C").unused == 3
    assert town.way() == "P01n(A)"


@clause("EX-36", "DN-42.4", "RUL-10")
def test_an_emergency_case_waits_for_room() -> None:
    town = Town(dungeon="P08", way="P01n(A) P05n(A) P09n(A) P09n(A)")
    town.do("end")
    assert town.way() == "P01c(A) P05n(A) P09n(A) P09n(A)"
    assert town.view()["town"]["dungeon"]["id"] == "P08"


@clause("EX-37", "DN-13.3")
def test_charges_use_up_the_markers() -> None:
    town = Town(way="P01n(A) P05n(A)", admitted={"A": "P02n P02n P06n P06n"})
    assert town.at("A").unused == 0
    town.do("end")
    assert "player:1" not in town.legal()


# --- admission --------------------------------------------------------------------------------


def admission(**more: object) -> Town:
    """A's Admission Phase."""
    town = Town(way="P01n(A) P05n(B) P09c(A)", **more)  # type: ignore[arg-type]
    town.table.go_to("admission_phase")
    town.table.phase = 2
    town.table.pop(0)
    town.table.go_on()
    return town


@clause("EX-38", "DN-6.1", "DN-6.2", "DEC-12")
def test_whom_a_player_may_admit() -> None:
    town = admission()
    assert town.legal() == {"pass", "ambulance:1", "ambulance:3"}
    assert town.refused("ambulance:2") == "DN-6.2"
    assert town.branch().do("pass").ward("A") == ""
    assert town.branch().do("ambulance:1", "ambulance:2").ward("A") == "P01n P09c"


@clause("EX-39", "DN-6.3", "DN-6.4")
def test_the_others_keep_their_order() -> None:
    town = admission().do("ambulance:1", "pass")
    assert town.way() == "P05n(B) P09c(A)"
    assert town.ward("A") == "P01n"
    assert town.at("A").unused == 4


def bed_check(admitted: str, **more: object) -> Town:
    """A's bed check, nobody in the ambulances."""
    town = Town(admitted={"A": admitted}, **more)  # type: ignore[arg-type]
    town.table.go_to("admit")
    town.table.phase = 2
    town.table.pop(0)
    town.table.go_on()
    return town


@clause("EX-40", "DN-6.7", "DN-6.8", "DEC-13", "INV-19", "DN-6.12")
def test_patients_without_a_bed() -> None:
    town = bed_check("P01n P02n P05n P06n")
    town.do("patient:1.1")
    assert town.refused("patient:1.1") == "DN-6.8"
    town.do("patient:1.3")
    assert town.ward("A") == "P01c P02n P05c P06n"


@clause("EX-41", "DN-6.9", "DN-8.3")
def test_a_critical_patient_without_a_bed_dies() -> None:
    town = bed_check("P01c P02n P05n")
    dead = town.branch().do("patient:1.1")
    assert dead.ward("A") == "P02n P05n"
    assert dead.marks() == [1, 0, 0, 0]
    town.do("patient:1.2")
    assert town.ward("A") == "P01c P02c P05n"
    assert town.marks() == [0, 0, 0, 0]


@clause("EX-42", "DN-6.6")
def test_the_bed_check_takes_place_anyway() -> None:
    town = Town(admitted={"A": "P01n P02n P05n"})
    town.do("end", "player:2")
    assert town.question() == "bed_check"


@clause("EX-43", "DN-6.10")
def test_acquired_patients_need_no_bed() -> None:
    town = bed_check("P01n P02n", acquired={"A": "P01n P02n P05n"})
    assert town.question() == "keep"
    assert town.ward("A") == "P01n P02n"


# --- Cleanup and decks ------------------------------------------------------------------------


def cleanup(**more: object) -> Town:
    """A's Cleanup."""
    town = Town(**more)  # type: ignore[arg-type]
    town.table.go_to("bed_check")
    town.table.phase = 3
    town.table.pop(0)
    town.table.go_on()
    return town


@clause("EX-44", "DN-7.1", "DN-7.2", "DN-7.3", "DEC-14", "DN-7.4", "RUL-39", "DN-9.14")
def test_a_card_is_kept() -> None:
    town = cleanup(
        hand={"A": "surgery closed"},
        play={"A": "erase 2*examination"},
        deck={"A": "6*examination"},
    )
    assert town.refused("card:erase") == "DN-7.4"
    town.do("card:surgery")
    assert town.discard() == "examination examination closed erase"
    assert town.hand() == "examination examination examination examination surgery"


@clause("EX-45", "DN-7.1")
def test_no_card_is_kept() -> None:
    town = cleanup(
        hand={"A": "surgery closed"},
        play={"A": "erase 2*examination"},
        deck={"A": "6*examination"},
    )
    town.do("pass")
    assert len(town.at("A").discard) == 5
    assert town.hand() == "examination examination examination examination"


@clause("EX-46", "DN-7.5", "DN-7.6")
def test_the_deck_is_rebuilt_in_cleanup() -> None:
    town = cleanup(
        hand={"A": "surgery"},
        play={"A": "4*closed"},
        deck={"A": "2*examination"},
        discard={"A": "3*white_magic"},
    )
    town.do("pass")
    assert (len(town.at("A").deck), len(town.at("A").discard)) == (6, 0)
    assert len(town.at("A").hand) == 4
    assert town.hand().startswith("examination examination")
    assert town.table.turn == 1


@clause("EX-47", "DN-9.4", "RUL-38")
def test_draws_are_lost() -> None:
    town = Town(hand={"A": "calypso_blue examination"}, deck={"A": ""}, dungeon="P02")
    town.do("play:calypso_blue")
    assert town.hand() == "examination"
    assert town.question() == "assign_duty"


@clause("EX-48", "DN-9.1")
def test_a_deck_stays_empty_until_the_next_draw() -> None:
    town = Town(deck={"A": "surgery"}, discard={"A": "closed"}).play("ev_award")
    assert town.at("A").deck == []
    assert town.discard() == "closed"


# --- Kill Marks and title ---------------------------------------------------------------------


@clause("EX-49", "DN-8.20", "DN-8.21", "DN-8.19", "INV-12", "INV-13", "DN-8.24", "DN-8.17")
def test_the_title_moves_to_who_has_more() -> None:
    town = Town(way="P01c(B) P01c(C) P01c(C) P01c(C)")
    table = town.table
    table.worsen_on_the_way(0)
    assert (town.marks(), town.title()) == ([0, 1, 0, 0], "B")
    table.worsen_on_the_way(0)
    assert (town.marks(), town.title()) == ([0, 1, 1, 0], "B")
    table.worsen_on_the_way(0)
    assert (town.marks(), town.title()) == ([0, 1, 2, 0], "C")


@clause("EX-50", "DN-8.19")
def test_a_tie_does_not_move_the_title() -> None:
    town = Town(way="P01c(C) P01c(C)", marks={"B": 2, "C": 1}, title="B")
    town.table.worsen_on_the_way(0)
    assert town.title() == "B"
    town.table.worsen_on_the_way(0)
    assert town.title() == "C"


@clause("EX-51", "DN-8.22", "RUL-17", "DN-8.14", "DN-8.13", "RUL-21")
def test_simultaneous_marks() -> None:
    town = Town(turn="B", admitted={"A": "P01c", "C": "P05c"})
    town.play("critical_condition")
    assert town.marks() == [1, 0, 1, 0]
    assert town.title() == "C"


@clause("EX-52", "RUL-16", "DN-8.19")
def test_simultaneous_marks_and_a_holder() -> None:
    town = Town(turn="D", marks={"A": 2, "C": 2}, title="A", admitted={"A": "P01c", "C": "P05c"})
    town.play("critical_condition")
    assert town.marks() == [3, 0, 3, 0]
    assert town.title() == "A"


@clause("EX-53", "DN-8.15", "DN-8.16", "DN-8.10", "DN-10.1", "RUL-19", "INV-6", "INV-36")
def test_more_marks_than_the_pile_holds() -> None:
    town = Town(
        3,
        turn="B",
        marks={"A": 4, "B": 4, "C": 3},
        mark_pile=1,
        title="A",
        admitted={"A": "P01c", "C": "P05c P09c"},
    )
    town.play("critical_condition")
    assert town.marks() == [5, 4, 5]
    assert town.table.mark_pile == 0
    assert town.title() == "A"
    assert town.table.over
    assert town.table.reason == BY_KILL_MARKS
    assert town.refused("end", "B") == "not asked"


@clause("EX-54", "RUL-18", "DN-8.9", "DN-50.7", "DN-10.14", "DN-10.15", "DN-50.5", "DN-50.1")
def test_the_title_moves_before_the_game_ends() -> None:
    town = Town(
        3,
        turn="B",
        marks={"A": 5, "B": 5, "C": 1},
        mark_pile=1,
        title="A",
        admitted={"B": "P01c P05n P09n"},
    )
    town.table.go_to("admit")
    town.table.pop(1)
    town.table.go_on()
    town.do("patient:2.1")
    assert town.marks() == [5, 6, 1]
    assert town.title() == "B"
    assert town.table.over
    assert [score(town, letter)["penalty"] for letter in "ABC"] == [-9, -12, -1]
    assert score(town, "B")["counted"] == 8


@clause("EX-55", "DN-8.8", "DN-8.4")
def test_the_owner_takes_the_mark() -> None:
    town = Town(way="P05c(B) P01c(A) P09c(C) P02c(D)")
    town.do("end")
    assert town.marks() == [0, 1, 0, 0]


@clause("EX-56", "DN-8.14", "DN-6.7")
def test_two_die_in_one_bed_check() -> None:
    town = bed_check("P01c P02c P05n P06n")
    town.do("patient:1.1", "patient:1.2")
    assert town.ward("A") == "P05n P06n"
    assert town.marks() == [2, 0, 0, 0]


# --- return to the Town -----------------------------------------------------------------------


@clause("EX-57", "DN-9.6", "DN-9.7", "DN-20.17d")
def test_a_returned_card_fills_its_pile_again() -> None:
    town = Town(events="", marks={"A": 2, "B": 3}, title="B", graveyard="P01", gold=4, either=1)
    town.play("erase")
    assert town.events() == "erase"
    assert town.at("A").play == []
    assert "buy:event" in town.legal()


@clause("EX-58", "DN-9.9", "DN-0.6", "DN-0.16")
def test_where_an_event_returns_to() -> None:
    for edition, order in (
        ("town", "ev_donation ev_intern erase"),
        ("village", "erase ev_donation ev_intern"),
    ):
        town = Town(
            edition=edition,
            events="ev_donation ev_intern",
            marks={"A": 2, "B": 3},
            title="B",
            graveyard="P01",
        )
        town.play("erase")
        assert town.events() == order
        shown = town.view("C")["town"]["events"]["name"]
        assert shown == ("Donation" if edition == "town" else "Erase")


# --- scoring ----------------------------------------------------------------------------------


@clause("EX-59", "DN-10.8", "DN-10.9", "DN-10.10", "DN-10.11", "DN-10.12", "RUL-67", "DN-50.4")
def test_a_score() -> None:
    town = Town(
        acquired={"B": "P03n P08n P01n"},
        admitted={"B": "P05c P12n"},
        way="P02n(B)",
        hand={"B": "specialist_exam", "A": "examination"},
        deck={"B": "ev_award mint"},
        discard={"B": "critical_condition ward_manager"},
        marks={"B": 2},
        title="B",
    )
    assert score(town, "B") == {
        "patients": 8,
        "admitted": 2,
        "cards": 7,
        "endings": -1,
        "counted": 4,
        "penalty": -6,
        "total": 10,
    }


@clause("EX-60", "DN-10.15", "DN-50.6", "DN-8.12")
def test_the_harshest_penalty() -> None:
    for marks in (6, 8):
        assert score(Town(marks={"A": marks, "B": 9}, title="B"), "A")["penalty"] == -12


def ended(town: Town) -> list[list[str]]:
    """The ranking if the game ended now."""
    town.table.end(BY_DUNGEON)
    return [[LETTERS[seat] for seat in group] for group in town.table.ranking()]


@clause("EX-61", "DN-10.19", "DN-10.18", "DN-10.21")
def test_fewest_marks_break_a_tie() -> None:
    town = Town(acquired={"A": "P16n P16n P16n", "B": "P16n P16n P15n"}, marks={"A": 1})
    assert [score(town, "A")["total"], score(town, "B")["total"]] == [14, 14]
    assert ended(town)[0] == ["B"]
    assert town.table.returns() == [0.0, 1.0, 0.0, 0.0]


@clause("EX-62", "DN-10.20")
def test_a_shared_victory() -> None:
    town = Town(acquired={"A": "P16n P16n P16n", "C": "P16n P16n P16n"}, marks={"A": 1, "C": 1})
    assert ended(town)[0] == ["A", "C"]
    assert town.table.returns() == [0.5, 0.0, 0.5, 0.0]


@clause("EX-63", "RUL-23", "DN-0.14", "DN-10.19", "DN-10.14")
@pytest.mark.parametrize("option", ["counted", "cards"])
def test_what_breaks_a_tie(option: str) -> None:
    town = Town(
        acquired={"A": "P16n P16n P16n", "B": "P16n P15n P02n"},
        marks={"A": 2, "B": 2},
        title="A",
        tiebreak_marks=option,
    )
    assert [score(town, "A")["total"], score(town, "B")["total"]] == [9, 9]
    assert ended(town)[0] == (["B"] if option == "counted" else ["A", "B"])
    town = Town(
        acquired={"A": "P16n P15n", "B": "P16n P16n P01n"},
        deck={"A": "arina"},
        marks={"A": 3, "B": 2, "C": 3},
        title="C",
        tiebreak_marks=option,
    )
    assert [score(town, "A")["counted"], score(town, "B")["counted"]] == [1, 2]
    assert [score(town, "A")["total"], score(town, "B")["total"]] == [9, 9]
    assert ended(town)[0] == (["A"] if option == "counted" else ["B"])


def test_patients_are_written_as_in_the_rules() -> None:
    assert patient("P01n") + 1 == patient("P01c")
