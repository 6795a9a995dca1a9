"""EX-64 to EX-136: what single cards do, options, information, further rulings."""

import pytest

from tests.rules.dynamite_nurse.town import LETTERS, Town, ids, score, slot
from wardround.games.dynamite_nurse.state import BY_CAP, BY_DUNGEON
from wardround.testing import clause

FULL = "P01n(B) P05n(C) P09n(D) P02n(A)"


# --- nurses -----------------------------------------------------------------------------------


@clause("EX-64", "DN-30.2b", "DN-30.2c", "RUL-47", "DEC-26", "DN-30.2", "DN-11.19", "DN-4.11")
def test_alyssa_must_take_a_nurse() -> None:
    town = Town(discard={"C": "kei surgery"}).play("alyssa")
    assert town.hand() == "examination kei"
    assert town.discard("C") == "surgery alyssa"
    assert town.at("A").play == []
    assert "play:kei" in town.legal()
    assert any("Kei Lincoln" in text for text in town.texts("D"))


@clause("EX-65", "DN-30.2d", "DN-30.2a", "DN-4.7", "RUL-33")
def test_alyssa_without_a_nurse_to_take() -> None:
    town = Town(discard={"C": "surgery"}).play("alyssa")
    assert town.question() == "main"
    assert town.counters() == (2, 0, 0)
    town.do("end", "player:2", "pass")
    assert "alyssa" in town.discard()


@clause("EX-66", "DN-30.3b", "DN-30.3", "DN-10.14", "RUL-80")
def test_arina_takes_marks_off() -> None:
    for marks in (1, 0):
        town = Town(marks={"A": marks, "B": 3}, title="B", deck={"A": "arina"})
        sheet = score(town, "A")
        assert (sheet["counted"], sheet["penalty"]) == (0, 0)


@clause("EX-67", "DN-10.16", "DN-8.23", "DN-50.3")
def test_arina_does_not_move_the_title() -> None:
    town = Town(marks={"A": 3}, title="A", deck={"A": "arina"})
    sheet = score(town, "A")
    assert (sheet["counted"], sheet["penalty"]) == (3, -4)
    town.table.settle_title()
    assert town.title() == "A"


@clause("EX-68", "DN-30.4a", "DN-30.4b", "DN-30.4")
def test_calypso_blue_with_full_ambulances() -> None:
    town = Town(way=FULL).play("calypso_blue")
    assert len(town.at("A").hand) == 3
    assert town.way() == "P01c(B) P05n(C) P09n(D) P02n(A)"
    assert len(town.table.dungeon) == 20


@clause("EX-69", "DN-30.5", "DN-30.5a", "DN-30.5b", "DN-30.5d", "DEC-29", "RUL-50", "DEC-27")
def test_ivanna_takes_from_a_player() -> None:
    town = Town(acquired={"B": "P03n P01n"}).play("calypso_ivanna")
    assert town.legal() == {"player:2", "player:3", "player:4"}
    assert town.refused("player:1") == "DN-13.10"
    town.do("player:2")
    assert town.table.asked() == [1]
    town.do("P01n", by="B")
    assert (town.got("A"), town.got("B")) == ("P01n", "P03n")
    assert town.counters() == (1, 1, 0)


@clause("EX-70", "DN-30.5b", "DEC-28")
def test_ivanna_must_give() -> None:
    town = Town(acquired={"A": "P02n"}).play("calypso_ivanna")
    assert "player:3" in town.legal()
    town.do("player:2")
    assert (town.got("A"), town.got("B")) == ("", "P02n")


@clause("EX-71", "DN-30.5c", "DN-30.5e", "INV-25")
def test_ivanna_decides_who_picks_first() -> None:
    town = Town(acquired={"A": "P02n P01n", "B": "P03c P05n"}).play("calypso_ivanna")
    town.do("player:2")
    assert town.question() == "trade_first"
    assert town.legal() == {"player:1", "player:2"}
    town.do("player:2")
    town.do("P03c", by="B")
    assert town.view("A")["trade"]["received"] == "Sick P03 (Critical)"
    assert town.got("B") == "P03c P05n"
    town.do("P02n")
    assert town.got("A") == "P01n P03c"
    assert town.got("B") == "P02n P05n"


@clause("EX-72", "DN-30.6", "DN-30.6b", "DN-30.6c", "RUL-51", "DN-1.9", "DN-40.2")
def test_dora_counts_one_name() -> None:
    town = Town(acquired={"A": "P05n P05n P08n P01n"}, deck={"A": "dora"})
    assert score(town, "A")["endings"] == 3


@clause("EX-73", "DN-30.6b", "DN-1.9")
def test_emergency_case_is_not_a_name() -> None:
    town = Town(acquired={"A": "P04n P08n P12n P16n"}, deck={"A": "dora"})
    assert score(town, "A")["endings"] == 1


@clause("EX-74", "DN-30.7", "DN-30.7a", "DN-30.7b", "DEC-30", "DN-11.23", "DN-14.16")
def test_ginger_discards_any_cards() -> None:
    town = Town(deck={"A": "surgery closed erase"}).play("ginger")
    town.do("card:examination", "card:closed")
    assert town.hand() == "surgery erase"
    assert town.discard() == "examination closed"
    few = Town(hand={"A": ""}, deck={"A": "surgery"}).play("ginger")
    assert few.at("A").hand == []
    assert few.discard().startswith("surgery")


@clause("EX-75", "DN-30.8b", "DN-4.40", "DN-20.13b")
def test_equipment_gives_no_nurse_even_with_kei() -> None:
    town = Town(admitted={"A": "P01n"}, nurses="mint arina").play("kei").play("upgraded")
    town.do("patient:1.1")
    assert town.got("A") == "P01n"
    assert len(town.table.nurses) == 2


@clause("EX-76", "DN-30.8", "DN-30.8a", "DN-30.8b", "INV-17")
def test_kei_gives_a_nurse_more() -> None:
    start = Town(admitted={"A": "P01n"}, tp=1, nurses="mint arina ren sarah dora")
    town = start.branch().play("kei").do("operate:1.1")
    assert town.discard() == "arina mint"
    start.table.nurses = start.table.nurses[-1:]
    start.table.nurses_known = start.table.nurses_known[-1:]
    town = start.play("kei").do("operate:1.1")
    assert town.discard() == "mint"


@clause("EX-77", "DN-30.9", "DN-30.9b")
def test_mint_counts_acquired_emergencies() -> None:
    town = Town(acquired={"A": "P04n P08n"}, admitted={"A": "P12n"}, deck={"A": "mint"})
    sheet = score(town, "A")
    assert (sheet["endings"], sheet["admitted"]) == (-2, 1)


@clause("EX-78", "DN-30.10a")
def test_ren_without_a_discard_pile() -> None:
    town = Town().play("ren")
    assert town.question() == "main"
    assert town.hand() == "examination"


@clause("EX-79", "DN-30.10", "DN-30.10a", "DN-30.10b", "DEC-31", "RUL-75")
def test_ren_takes_only_what_lies_in_the_discard_pile() -> None:
    town = Town(discard={"A": "surgery"}).play("ev_donation").play("ren")
    assert town.hand() == "examination surgery"
    assert ids(town.at("A").play) == "ev_donation ren"


@clause("EX-80", "DN-30.11", "DN-30.11a", "DN-30.11b", "RUL-49", "DEC-11", "DN-6.13", "DN-3.2")
def test_sarah_skips_the_admission_phase() -> None:
    town = Town(admitted={"A": "P01n P02n P05n P06n"}, way="P01n(A)", dungeon="P02")
    town.play("sarah")
    assert town.counters() == (2, 0, 0)
    town.do("end", "player:2")
    assert town.legal() == {"pass", "skip"}
    stay = town.branch().do("pass")
    assert stay.question() == "admit"
    town.do("skip")
    assert town.question() == "keep"
    assert town.way() == "P01n(A) P02n(B)"
    assert town.ward("A") == "P01n P02n P05n P06n"


@clause("EX-81", "DN-30.12", "DN-30.12a", "DN-30.12b", "RUL-73")
def test_sylvestri_hits_the_leading_patient() -> None:
    town = Town(way="P01c(B) P05n(A)").play("sylvestri")
    assert town.marks() == [0, 1, 0, 0]
    assert town.way() == "P05n(A)"
    assert len(town.at("A").hand) == 3


@clause("EX-82", "DN-30.13", "DN-30.13a", "DN-30.13b", "RUL-59", "DEC-32", "DN-13.7")
def test_trapetta_moves_a_patient() -> None:
    town = Town(way="P01n(A) P05n(B) P09n(C)").play("trapetta")
    town.do("ambulance:3")
    assert town.refused("to:2") == "DN-30.13b"
    town.do("to:1")
    assert town.way() == "P09n(C) P01n(A) P05n(B)"


@clause("EX-83", "DN-30.13c", "DN-42.13", "RUL-77", "DN-42.12")
def test_trapetta_does_not_transport() -> None:
    town = Town(way="P01n(A) P08n(B)").play("trapetta", "ambulance:2", "to:1")
    assert town.way() == "P08n(B) P01n(A)"
    assert town.ward("B") == ""
    town.do("end", "player:3", "pass", "pass")
    assert town.turn == 0
    assert town.table.turn == 1
    town.table.go_to("admission_phase")
    town.table.pop(1)
    town.table.go_on()
    town.do("ambulance:1", by="B")
    assert town.ward("B") == "P08n"


# --- Action Cards -----------------------------------------------------------------------------


@clause("EX-84", "DN-20.8b", "DN-5.2", "DN-20.8")
def test_black_magic_brings_a_patient_more() -> None:
    town = Town(way="P01n(B)", dungeon="P02 P06").play("black_magic")
    assert town.points() == (0, 3)
    town.do("player:2", "end", "player:3")
    assert town.way() == "P01n(B) P02n(B) P06n(C)"


@clause("EX-85", "DN-20.8b", "DN-5.18")
def test_black_magic_with_full_ambulances() -> None:
    town = Town(way=FULL).play("black_magic")
    assert town.way() == "P01c(B) P05n(C) P09n(D) P02n(A)"
    town.do("end")
    assert town.way() == "P01c(B) P05c(C) P09n(D) P02n(A)"
    dead = Town(way="P01c(B) P05c(C) P09c(D) P02c(A)", dungeon="P06").play("black_magic")
    assert dead.way() == "P05c(C) P09c(D) P02c(A)"
    dead.do("end")
    assert dead.question() == "assign_duty"


@clause("EX-86", "DN-20.8a", "DN-4.6", "DN-13.11", "DN-8.26")
def test_black_magic_with_the_title() -> None:
    town = Town(way=FULL, marks={"A": 1}, title="A").play("black_magic")
    assert town.points() == (0, 4)


@clause("EX-87", "DN-10.3")
def test_black_magic_can_end_the_game() -> None:
    town = Town(dungeon="P02", only=True).play("black_magic")
    assert town.table.over
    assert town.table.reason == BY_DUNGEON
    assert ids(town.at("A").play) == "black_magic"


@clause("EX-88", "DN-20.16a", "DN-20.16d", "DN-20.16")
def test_closed_without_patients() -> None:
    town = Town(admitted={"B": "P01n"}, nurses="kei mint").play("closed")
    assert town.question() == "choose_pile"
    town.do("pile:nurse", "card:mint")
    assert town.ward("B") == "P01n"
    assert town.counters() == (2, 0, 0)
    assert ids(town.table.nurses) == "kei mint"


@clause("EX-89", "DN-20.16b", "DN-20.16c", "RUL-55", "DEC-18", "DEC-19", "DEC-20", "CH-9")
def test_closed_prepares_a_purchase_or_a_nurse() -> None:
    start = Town(
        admitted={"A": "P01n P05n"},
        gold=4,
        tp=3,
        events="erase ev_donation ev_intern",
        nurses="mint kei arina",
    )
    start.play("closed")
    assert start.question() == "worsen_own"
    start.do("patient:1.2")
    assert start.ward("A") == "P01n P05c"
    town = start.branch().do("pile:event", "card:ev_donation")
    assert town.events().startswith("ev_donation")
    assert town.view("C")["town"]["events"]["name"] == "Donation"
    town.do("buy:event")
    assert town.discard() == "ev_donation"
    town = start.branch().do("pile:nurse")
    looked = {card["id"] for card in town.view("A")["looked"]}
    assert looked == {"mint", "kei", "arina"}
    assert town.view("B")["looked"] == []
    town.do("card:kei", "operate:1.1")
    assert town.discard() == "kei"


@clause("EX-90", "DN-20.15", "DN-20.15a", "DN-20.15b", "RUL-54")
def test_critical_condition_hits_all_hospitals() -> None:
    town = Town(admitted={"A": "P01n", "B": "P05n", "C": "P09n P02n"}, way="P06n(D)")
    town.play("critical_condition")
    assert [town.ward(letter) for letter in "ABC"] == ["P01c", "P05c", "P09c P02c"]
    assert town.way() == "P06n(D)"


@clause("EX-91", "DN-20.15a")
def test_critical_condition_with_the_title() -> None:
    town = Town(
        admitted={"A": "P01n", "B": "P05n", "C": "P09n P02n"}, marks={"A": 1}, title="A"
    ).play("critical_condition")
    assert [town.ward(letter) for letter in "ABC"] == ["P01n", "P05c", "P09c P02c"]


@clause("EX-92", "DN-20.12", "DN-20.12a", "DN-20.12b", "RUL-52", "DN-20.13", "DN-13.14")
def test_cut_rate_pays_for_patients() -> None:
    start = Town(admitted={"A": "P01n"}, nurses="mint kei").play("cut_rate")
    assert start.points() == (1, 1)
    town = start.branch().play("upgraded", "patient:1.1")
    assert town.points() == (3, 1)
    assert town.counters() == (1, 0, 1)
    assert town.discard() == ""
    town = start.branch().do("operate:1.1")
    assert town.points() == (3, 0)
    assert town.counters() == (0, 0, 1)
    assert town.discard() == "mint"
    order = [event.kind for event in town.told]
    assert order.index("nurse") < order.index("gain")


@clause("EX-93", "CH-8", "DN-11.25")
def test_erase_shuffles_the_dungeon() -> None:
    tops = set()
    for seed in "abcdefgh":
        town = Town(marks={"A": 1}, title="A", graveyard="P16", dungeon="P02", seed=seed)
        before = sorted([*town.table.dungeon, 15])
        town.play("erase")
        assert sorted(town.table.dungeon) == before
        tops.add(town.table.dungeon[-1])
        shown = town.view("B")["town"]["dungeon"]["id"]
        assert shown == town.table.pack.rows[town.table.dungeon[-1]].id
    assert len(tops) > 1


@clause("EX-94", "DN-20.17", "DN-20.17b", "DN-20.17c", "DN-20.17d", "DN-20.17e", "RUL-46")
@clause("DEC-21", "INV-26", "DN-8.11", "RUL-74", "RUL-81")
def test_erase_by_the_holder() -> None:
    town = Town(marks={"A": 2, "B": 2}, title="A", graveyard="P05 P01", mark_pile=11)
    town.play("erase")
    assert town.question() == "raise_dead"
    assert town.title() == "A"
    town.do("grave:P05")
    assert town.marks() == [1, 2, 0, 0]
    assert town.table.mark_pile == 12
    assert len(town.table.dungeon) == 21
    assert ids(town.table.graveyard) == ids([0])
    assert town.title() == "B"
    assert ids(town.at("A").play) == "erase"
    town.do("end", "player:2", "pass")
    assert "erase" in town.discard()


@clause("EX-95", "DN-20.17d", "DN-9.11")
def test_erase_without_the_title() -> None:
    town = Town(marks={"A": 2, "B": 3}, title="B", graveyard="P05", events="ev_intern")
    town.play("erase")
    assert town.marks() == [1, 3, 0, 0]
    assert town.at("A").play == []
    assert town.events() == "ev_intern erase"
    assert town.title() == "B"


@clause("EX-96", "DN-20.17a", "RUL-44")
def test_erase_without_a_mark() -> None:
    town = Town(marks={"B": 1}, title="B", graveyard="P05").play("erase")
    assert ids(town.at("A").play) == "erase"
    assert len(town.table.graveyard) == 1
    town.do("end", "player:2", "pass")
    assert "erase" in town.discard()


@clause("EX-97", "RUL-16", "DN-8.25", "RUL-72")
def test_the_title_does_not_go_back() -> None:
    town = Town(marks={"A": 1}, title="A", graveyard="P05").play("erase")
    assert town.marks() == [0, 0, 0, 0]
    assert town.title() == "A"
    assert score(town, "A")["counted"] == 2


@clause("EX-98", "DN-20.11", "DN-20.11a", "DN-20.11b", "RUL-78")
def test_hit_the_books_with_full_ambulances() -> None:
    town = Town(way=FULL).play("hit_the_books")
    assert len(town.at("A").hand) == 4
    assert town.way() == "P01c(B) P05n(C) P09n(D) P02n(A)"
    assert len(town.table.dungeon) == 20


@clause("EX-99", "DN-20.10", "DN-20.10a", "DN-20.10b", "DN-20.10c", "RUL-56")
def test_moonlighting() -> None:
    town = Town(admitted={"B": "P05n P02c"}, nurses="kei mint").play("moonlighting")
    assert town.counters() == (1, 1, 0)
    care = town.branch().do("care:2.2")
    assert care.ward("B") == "P05n P02n"
    assert care.at("B").unused == 4
    town.do("operate:2.1")
    assert town.got("A") == "P05n"
    assert town.discard() == "kei"
    assert town.at("B").unused == 5


@clause("EX-100", "DN-20.18", "DN-20.18a", "DN-20.18c", "RUL-58", "DEC-22", "DN-13.9")
def test_passing_the_buck() -> None:
    town = Town(way="P05n(A) P01n(B)", unused={"C": 0}, admitted={"A": "P02n"})
    town.play("passing_the_buck")
    assert town.legal() == {"pass", "ambulance:1"}
    assert town.refused("ambulance:2") == "DN-6.2"
    town.do("ambulance:1")
    assert town.legal() == {"player:2", "player:4"}
    assert town.refused("player:3") == "DN-13.9"
    town.do("player:2")
    assert town.way() == "P05n(B) P01n(B)"
    assert (town.at("A").unused, town.at("B").unused) == (5, 4)


@clause("EX-101", "DN-20.9a", "DN-4.9", "RUL-34")
def test_a_reference_letter_needs_a_marker() -> None:
    town = Town(admitted={"A": "P01n"}, unused={"B": 0, "C": 0, "D": 0})
    town.play("reference_letter")
    assert town.question() == "main"
    assert town.points() == (1, 0)


@clause("EX-102", "DN-20.19b", "DN-20.19f", "DN-20.19", "DEC-23")
def test_all_wrong_needs_markers() -> None:
    town = Town(admitted={"A": "P02n P06n"}, unused={"C": 0, "D": 0, "B": 1})
    town.play("all_wrong", "patient:1.1")
    assert town.way() == "P02n(B)"
    assert town.question() == "main"
    assert town.at("B").unused == 0


@clause("EX-103", "DN-20.19c", "DN-20.19d", "RUL-57", "DN-5.13", "INV-10", "DN-12.5", "DN-12.1")
@clause("DN-20.19a")
def test_all_wrong_can_exceed_the_limit() -> None:
    town = Town(3, way="P01n(B) P05n(C) P09c(B)", admitted={"A": "P02n P06c"})
    town.play("all_wrong", "patient:1.1", "player:3")
    assert town.way() == "P01c(B) P05n(C) P09c(B) P02n(C)"
    town.do("patient:1.1", "player:2")
    assert town.way() == "P01c(B) P05c(C) P09c(B) P02n(C) P06c(B)"


@clause("EX-104", "DN-5.12", "DN-5.3")
def test_no_transport_above_the_limit() -> None:
    town = Town(3, way="P01c(B) P05c(C) P09c(B) P02n(C) P06c(B)")
    town.do("end")
    assert town.way() == "P01c(B) P05c(C) P09c(B) P02c(C) P06c(B)"
    assert len(town.table.dungeon) == 20


@clause("EX-105", "DN-20.19c")
def test_all_wrong_up_to_the_limit() -> None:
    town = Town(3, way="P01n(B) P05n(C)", admitted={"A": "P02n"})
    town.play("all_wrong", "patient:1.1", "player:2")
    assert town.way() == "P01n(B) P05n(C) P02n(B)"


@clause("EX-106", "DN-20.19e", "DN-42.12", "DN-13.7", "DN-42.9")
def test_all_wrong_is_not_transport() -> None:
    town = Town(admitted={"A": "P08c"}).play("all_wrong", "patient:1.1", "player:2")
    assert town.way() == "P08c(B)"
    assert town.ward("B") == ""
    town.do("end")
    assert town.marks() == [0, 0, 0, 0]


@clause("EX-107", "DN-20.14", "DN-20.14a", "DN-20.14b", "DEC-17")
def test_cutting_edge_equipment() -> None:
    town = Town(admitted={"A": "P16c"}, nurses="kei").play("cutting_edge", "patient:1.1")
    assert town.got("A") == "P16c"
    assert town.discard() == ""
    assert town.counters() == (1, 0, 0)
    assert town.points() == (0, 0)


@clause("EX-108", "DN-20.7", "DN-20.7a", "DN-20.7b", "RUL-53", "DN-0.11")
def test_white_magic_by_pairs() -> None:
    town = Town()
    totals = []
    for _ in range(6):
        town.play("white_magic")
        totals.append(town.points()[1])
    assert totals == [1, 3, 4, 6, 7, 9]


# --- patients ---------------------------------------------------------------------------------


@clause("EX-109", "DN-4.58", "DN-4.59", "RUL-13", "DEC-9", "DN-42.10", "INV-37")
def test_an_upkeep_is_paid() -> None:
    town = Town(admitted={"A": "P04c"}, tp=1)
    town.do("upkeep:1")
    assert town.points() == (0, 0)
    assert town.counters() == (1, 0, 0)
    assert town.refused("upkeep:1") == "DN-42.10"
    assert town.view("B")["seats"][0]["admitted"][0]["paid"]
    town.do("end")
    assert town.ward("A") == "P04c"
    assert town.at("A").paid == [0]


@clause("EX-110", "DN-42.7", "DN-4.62", "DN-8.14")
def test_an_upkeep_is_not_paid() -> None:
    town = Town(admitted={"A": "P04c"}, tp=1)
    town.do("end")
    assert town.ward("A") == ""
    assert town.marks() == [1, 0, 0, 0]
    assert town.question() == "assign_duty"


@clause("EX-111", "DN-20.9", "DN-20.9a", "DN-20.9b", "DN-20.9c", "DN-20.9d", "RUL-60", "DEC-15")
def test_a_reference_letter_gives_the_upkeep_away() -> None:
    town = Town(admitted={"A": "P04c", "B": "P01n P02n"}).play("reference_letter")
    town.do("patient:1.1", "player:2")
    assert town.ward("B") == "P01n P02n P04c"
    assert (town.at("A").unused, town.at("B").unused) == (6, 3)
    town.do("end")
    assert town.marks() == [0, 0, 0, 0]
    town.do("player:3", "pass")
    town.at("B").hand = [slot("examination")]
    town.table.tp = 1
    town.table.relist()
    assert "upkeep:3" in town.legal("B")
    town.do("end", by="B")
    assert town.marks() == [0, 1, 0, 0]


@clause("EX-112", "DN-42.9")
def test_care_ends_the_upkeep() -> None:
    town = Town(admitted={"A": "P04c"}, tp=1).do("care:1.1")
    assert town.ward("A") == "P04n"
    town.do("end")
    assert town.marks() == [0, 0, 0, 0]


@clause("EX-113", "DN-42.8", "RUL-12")
def test_an_upkeep_of_this_very_phase() -> None:
    town = Town(admitted={"A": "P08n"}).play("closed", "pile:nurse", "card:kei")
    assert town.ward("A") == "P08c"
    town.do("end")
    assert town.marks() == [1, 0, 0, 0]


@clause("EX-114", "DN-42.11")
def test_a_paid_patient_can_still_die() -> None:
    town = Town(admitted={"A": "P04c P01n P05n"}, tp=1, way=FULL)
    town.do("upkeep:1", "end", "pass", "patient:1.1")
    assert town.ward("A") == "P01n P05n"
    assert town.marks() == [1, 0, 0, 0]


# --- reconstructed cards ----------------------------------------------------------------------


@clause("EX-115", "DN-20.20", "DN-20.20a", "DEC-24", "DN-8.5")
def test_misdiagnosis() -> None:
    town = Town(admitted={"A": "P02n", "B": "P01c P05n"}).play("ev_misdiagnosis")
    assert town.ward("B") == "P01c P05c"
    two = Town(admitted={"A": "P02n", "B": "P01c P05n", "C": "P09n"}).play("ev_misdiagnosis")
    assert two.legal() == {"patient:2.2", "patient:3.1"}
    assert two.refused("patient:1.1") == "DN-20.20a"
    assert two.refused("patient:2.1") == "DN-20.20a"


@clause("EX-116", "DN-20.21", "DN-20.21a", "DEC-25", "DN-8.5")
def test_epidemic() -> None:
    town = Town(way="P01n(A) P05n(B) P02c(C) P03n(D)").play("ev_epidemic")
    assert town.legal() == {"name:sick", "name:wounded", "name:cursed", "name:poisoned"}
    none = town.branch().do("name:cursed")
    assert none.way() == "P01n(A) P05n(B) P02c(C) P03n(D)"
    town.do("name:sick")
    assert town.way() == "P01c(A) P05n(B) P02c(C) P03c(D)"


@clause("EX-117", "DN-20.22", "DN-20.22a")
def test_intern() -> None:
    start = Town(admitted={"A": "P01n P05n P09n"}, gold=9, tp=5).play("ev_intern")
    assert start.counters() == (1, 1, 0)
    town = start.branch().do("operate:1.1", "operate:1.1")
    assert town.counters() == (0, 0, 0)
    town = start.branch().do("buy:surgery")
    assert town.refused("buy:surgery") == "DN-4.22"


@clause("EX-118", "DN-30.14", "DN-30.14a", "INV-15")
def test_head_surgeon() -> None:
    start = Town(admitted={"A": "P01n P05n P09n"}, gold=9, tp=9).play("head_surgeon")
    assert start.counters() == (1, 2, 0)
    start.branch().do("operate:1.1", "operate:1.1", "operate:1.1")
    town = start.branch().do("buy:surgery", "operate:1.1", "operate:1.1")
    assert town.refused("buy:surgery") == "DN-4.22"


@clause("EX-119", "DN-30.17", "DN-30.17a", "DN-30.17b", "RUL-61", "DEC-33")
def test_ambulance_driver() -> None:
    town = Town(admitted={"A": "P02n P05n"}, way="P01c(A) P09n(B)", tp=1).play("ambulance_driver")
    assert town.legal() == {"pass", "ambulance:1"}
    town.do("ambulance:1")
    assert town.ward("A") == "P02n P05n P01c"
    assert "care:1.3" in town.legal()
    town.do("end", "player:2")
    assert town.question() == "bed_check"


@clause("EX-120", "DN-30.18", "DN-30.18a", "DN-30.18b", "DEC-34")
def test_field_medic() -> None:
    town = Town(way="P01c(A) P05c(B) P09n(A)").play("field_medic")
    assert town.legal() == {"pass", "ambulance:1"}
    assert town.refused("ambulance:3") == "DN-30.18b"
    town.do("ambulance:1")
    assert town.way() == "P01n(A) P05c(B) P09n(A)"
    assert town.counters() == (1, 0, 0)


@clause("EX-121", "DN-30.19", "DN-30.19a", "DN-30.19b", "DN-11.19")
def test_quartermaster() -> None:
    town = Town(gold=2).play("quartermaster").do("buy:white_magic")
    assert "play:white_magic" in town.legal()
    assert town.discard() == ""
    assert any("White Magic" in text for text in town.texts("C"))
    assert [card["id"] for card in town.view("C")["seats"][0]["hand"]] == ["white_magic"]


@clause("EX-122", "DN-20.18b")
def test_passing_the_buck_with_the_title() -> None:
    start = Town(way="P01n(A) P05n(A)", marks={"A": 1}, title="A").play("passing_the_buck")
    assert start.branch().do("pass").way() == "P01n(A) P05n(A)"
    one = start.branch().do("ambulance:1", "player:2", "pass")
    assert one.way() == "P01n(B) P05n(A)"
    both = start.branch().do("ambulance:1", "player:2")
    assert both.legal() == {"pass", "ambulance:2"}
    both.do("ambulance:2", "player:3")
    assert both.way() == "P01n(B) P05n(C)"


# --- options, information, further rulings ----------------------------------------------------


@clause("EX-123", "DN-0.9", "DN-20.15c")
def test_critical_condition_need_not_kill() -> None:
    town = Town(admitted={"B": "P05c P01n"}, critical_event_kills=False)
    town.play("critical_condition")
    assert town.ward("B") == "P05c P01c"


@clause("EX-124", "DN-0.11", "DN-20.7c")
def test_white_magic_beyond_two() -> None:
    town = Town(white_magic="beyond_two")
    totals = []
    for _ in range(6):
        town.play("white_magic")
        totals.append(town.points()[1])
    assert totals == [1, 2, 4, 6, 8, 10]


@clause("EX-125", "DN-0.12", "DN-42.6")
def test_emergency_cases_may_wait() -> None:
    town = Town(dungeon="P08", way="P01n(B)", emergency_front="none")
    town.do("end", "player:3")
    assert town.way() == "P01n(B) P08n(C)"


@clause("EX-126", "DN-0.13", "DN-30.5f")
def test_ivanna_may_pick_of_the_other_side() -> None:
    town = Town(acquired={"A": "P02n", "B": "P03n P01n"}, ivanna_pick="other")
    town.play("calypso_ivanna", "player:2", "player:1")
    assert town.legal() == {"P01n", "P03n"}
    town.do("P03n")
    assert (town.got("A"), town.got("B")) == ("P03n", "P01n P02n")


@clause("EX-127", "DN-0.10", "DN-4.44", "DEC-35", "CH-10", "DN-11.20")
def test_any_nurse_may_be_chosen() -> None:
    orders = set()
    for seed in "abcdef":
        town = Town(
            admitted={"A": "P01n"}, tp=1, nurses="kei mint ren", nurse_gain="choice", seed=seed
        )
        town.do("operate:1.1")
        assert town.legal() == {"card:kei", "card:mint", "card:ren"}
        assert len(town.view("A")["looked"]) == 3
        assert town.view("B")["looked"] == []
        town.do("card:mint")
        assert town.discard() == "mint"
        orders.add(ids(town.table.nurses))
    assert orders == {"kei ren", "ren kei"}
    two = Town(admitted={"A": "P01n"}, tp=1, nurses="kei mint ren", nurse_gain="choice")
    two.play("kei").do("operate:1.1", "card:mint", "card:ren")
    assert two.discard() == "mint ren"


@clause("EX-128", "DN-0.7", "DN-10.7", "RUL-63", "INV-29")
def test_the_cap_ends_the_game() -> None:
    town = Town(turn_cap=100, way=FULL)
    town.table.turn_number = 100
    town.do("end", "pass", "pass")
    assert town.table.over
    assert town.table.reason == BY_CAP
    assert town.table.turn_number == 100
    assert town.view()["reason"] == "cap"


@clause("EX-129", "DN-11.21", "DN-11.20", "INV-33")
def test_what_closed_put_on_top_is_a_secret() -> None:
    views = []
    for nurse in ("kei", "mint"):
        town = Town(nurses="kei mint arina").play("closed", "pile:nurse", f"card:{nurse}")
        assert town.view("A")["town"]["nurses"]["known"] is not None
        views.append([town.view(letter) for letter in "BCD"])
        assert not any("Kei" in text or "Mint" in text for text in town.texts("B"))
        assert any("Kei" in text or "Mint" in text for text in town.texts("A"))
    assert views[0] == views[1]


@clause("EX-130", "DN-4.56", "INV-32")
def test_the_second_event_is_not_shown_longer() -> None:
    town = Town(gold=3, events="ev_donation erase ev_intern", edition="village")
    town.do("ask")
    view = town.view("A")
    assert view["town"]["events"]["name"] == "Donation"
    assert view["second_event"] is None
    assert any("Erase" in text for text in town.texts("D"))


@clause("EX-131", "DN-42.5")
def test_an_emergency_case_counts_in_this_bed_check() -> None:
    town = Town(admitted={"A": "P01n P05n"}, dungeon="P08")
    town.do("end", "player:1")
    assert town.question() == "bed_check"
    town.do("patient:1.3")
    assert town.ward("A") == "P01n P05n P08c"


@clause("EX-132", "DN-42.3")
def test_an_emergency_case_of_the_main_phase_can_be_treated() -> None:
    town = Town(dungeon="P08").play("black_magic", "player:1", "operate:1.1")
    assert town.got("A") == "P08n"


@clause("EX-133", "RUL-37", "DN-9.3")
def test_alyssa_can_be_drawn_again() -> None:
    town = Town(deck={"A": ""}, discard={"A": "kei"}).play("alyssa")
    assert town.discard() == "alyssa"
    town.play("ev_award")
    assert "play:alyssa" in town.legal()
    assert ids(town.at("A").play) == "ev_award"


@clause("EX-134", "RUL-36", "DN-4.12")
def test_what_was_gained_stays() -> None:
    town = Town(discard={"C": "kei"}).play("alyssa")
    assert town.discard("C") == "alyssa"
    assert town.counters() == (2, 0, 0)


@clause("EX-135", "RUL-48", "DN-4.13", "DN-20.12b")
def test_two_copies_add_up() -> None:
    town = Town(admitted={"A": "P01n"}).play("cut_rate").play("cut_rate").do("operate:1.1")
    assert town.points() == (2 + 4, 1)
    assert town.counters() == (0, 0, 2)


@clause("EX-136", "RUL-15", "DN-8.22")
def test_the_title_moves_after_erase() -> None:
    town = Town(marks={"A": 2, "C": 2, "D": 2}, title="A", graveyard="P01").play("erase")
    assert town.marks() == [1, 0, 2, 2]
    assert town.title() == "C"


# --- whole games without play -------------------------------------------------------------------


@clause("EX-137", "EX-138", "EX-139", "INV-11", "DN-10.6", "DN-3.1", "DN-3.3", "DN-4.61")
@pytest.mark.parametrize("edition", ["town", "village"])
@pytest.mark.parametrize(
    ("players", "turns", "marks", "holder", "since", "dungeon", "way", "scores", "winners"),
    [
        (3, 40, [1, 10, 1], "B", 16, 26, 2, [-1, -12, -1], "AC"),
        (4, 51, [4, 4, 3, 4], "B", 21, 22, 3, [-6, -12, -4, -6], "C"),
        (5, 53, [3, 3, 3, 3, 3], "B", 26, 21, 4, [-4, -9, -4, -4, -4], "ACDE"),
    ],
)
def test_a_game_without_play(
    players: int,
    turns: int,
    marks: list[int],
    holder: str,
    since: int,
    dungeon: int,
    way: int,
    scores: list[int],
    winners: str,
    edition: str,
) -> None:
    town = Town(players, edition=edition)
    table = town.table
    table.dungeon = (town.table.dungeon * 2)[:40]
    moved = 0
    while not table.over:
        seat = table.asked()[0]
        legal = town.legal(LETTERS[seat])
        for notation in ("end", f"player:{seat + 1}", "pass"):
            if notation in legal:
                before = table.title
                town.do(notation, by=LETTERS[seat])
                if table.title != before:
                    moved = table.turn_number
                break
        else:
            raise AssertionError(f"{legal} in a game without play")
    # the position begins in turn 1 of A, so turns are counted as in the rules
    assert table.turn_number == turns
    assert town.marks() == marks
    assert town.title() == holder
    assert len(table.dungeon) == dungeon
    assert len(table.ambulances) == way
    assert table.scores() == scores
    assert "".join(LETTERS[seat] for seat in table.ranking()[0]) == winners
    assert moved >= since - 1
    assert moved <= since
