"""DN-14.12 to DN-14.16: every parameter of every step, on cards of other packs.

The tested card is the Ward Manager with other steps.
"""

import re

import pytest

from tests.rules.dynamite_nurse.packs import StepText, step, with_steps, with_value
from tests.rules.dynamite_nurse.town import Town, ids, score
from wardround.games.dynamite_nurse.pack import DEFAULT_TEXT
from wardround.testing import clause

CARD = "ward_manager"


def town(*steps: StepText, **position: object) -> Town:
    """A position in which the card was just played; A has two Examinations in hand."""
    position.setdefault("hand", {"A": "2*examination"})
    return Town(pack=with_steps(CARD, *steps), **position).play(CARD)  # type: ignore[arg-type]


# --- points, allowances, cards ----------------------------------------------------------------


@clause("DN-14.12", "DN-4.21")
def test_more_actions_of_every_kind() -> None:
    assert town(step("add_actions", either=1, treat=2, buy=3)).counters() == (2, 2, 3)


@clause("DN-14.12", "DN-4.6")
@pytest.mark.parametrize(
    ("only", "title", "points"),
    [(True, "A", (2, 1)), (True, "B", (0, 0)), (False, "B", (2, 1)), (False, "", (2, 1))],
)
def test_more_points(only: bool, title: str, points: tuple[int, int]) -> None:
    marks = {title: 1} if title else {}
    here = town(step("gain", gold=2, tp=1, only_if_title=only), marks=marks, title=title)
    assert here.points() == points


@clause("DN-14.12", "DN-13.8", "DN-9.4")
@pytest.mark.parametrize(("k", "drawn"), [(0, 0), (1, 1), (3, 3), (9, 4)])
def test_draws(k: int, drawn: int) -> None:
    here = town(step("draw", k=k), deck={"A": "3*surgery"}, discard={"A": "closed"})
    assert len(here.hand().split()) == 2 + drawn
    assert len(here.at("A").deck) + len(here.at("A").discard) == 4 - drawn


@clause("DN-14.12", "DN-30.7b")
@pytest.mark.parametrize("k", [0, 1, 2, 9])
def test_discards(k: int) -> None:
    here = town(step("discard_hand", k=k), hand={"A": "closed erase 2*surgery"})
    if k == 9:
        assert here.hand() == ""
        return
    for number in range(k):
        assert here.question() == "discard_card", number
        assert "pass" not in here.legal()
        here.do("card:surgery")
    assert here.question() == "main"
    assert here.discard() == " ".join(["surgery"] * k)


@clause("DN-14.12", "DN-20.7a", "DN-20.7b")
def test_the_group_of_a_bonus() -> None:
    pack = with_steps("white_magic", step("count_bonus", group=3, tp=2))
    here = Town(pack=pack, hand={"A": "examination"})
    totals = []
    for _ in range(6):
        here.play("white_magic")
        totals.append(here.points()[1])
    assert totals == [1, 2, 5, 6, 7, 10]


@clause("DN-14.12", "DN-20.12a", "DN-4.13")
def test_gains_of_acquiring_add_up() -> None:
    pack = with_steps(CARD, step("on_acquire", gold=1, buy=2))
    here = Town(pack=pack, admitted={"A": "P01n"}, tp=1).play(CARD).play(CARD).play("cut_rate")
    gold = here.points()[0]
    here.do("operate:1.1")
    assert here.points()[0] == gold + 1 + 1 + 2
    assert here.counters() == (0, 0, 2 + 2 + 1)


@clause("DN-14.12", "DN-30.8b", "DN-4.13")
def test_more_nurses_add_up() -> None:
    here = town(
        step("extra_nurse", k=2), admitted={"A": "P01n"}, tp=1, nurses="mint ren dora sarah kei"
    )
    here.play("kei", "operate:1.1")
    assert sorted(here.discard().split()) == ["dora", "mint", "ren", "sarah"]
    assert ids(here.table.nurses) == "kei"


# --- transport --------------------------------------------------------------------------------


@clause("DN-14.12", "DN-14.16", "DN-5.2")
def test_transports_in_a_row() -> None:
    here = town(step("transport", k=2), dungeon="P02 P06 P13")
    here.do("player:2", "player:3")
    assert here.way() == "P02n(B) P06n(C)"
    assert here.question() == "main"


@clause("DN-14.12", "DN-5.3", "DN-5.17")
def test_a_transport_in_a_row_can_be_a_crisis() -> None:
    here = town(step("transport", k=3), way="P01n(B) P05n(C) P09n(D)", dungeon="P02")
    here.do("player:1")
    assert here.way() == "P01c(B) P05c(C) P09n(D) P02n(A)"


@clause("DN-14.12", "DN-30.13b", "DN-14.16")
def test_moving_anywhere_and_twice() -> None:
    way = "P01n(A) P05n(B) P09n(C) P02n(D)"
    here = town(step("move_transport", k=2, to="anywhere"), way=way)
    here.do("ambulance:1", "to:3")
    assert here.way() == "P05n(B) P09n(C) P01n(A) P02n(D)"
    assert here.question() == "move_patient"
    here.do("ambulance:3", "to:2")
    assert here.way() == "P05n(B) P01n(A) P09n(C) P02n(D)"
    assert here.question() == "main"


@clause("DN-14.12", "DN-30.13b")
def test_moving_to_an_end_only() -> None:
    way = "P01n(A) P05n(B) P09n(C)"
    here = town(step("move_transport", k=1, to="ends"), way=way).do("ambulance:2")
    assert here.legal() == {"to:1", "to:3"}
    here.do("to:3")
    assert here.way() == "P01n(A) P09n(C) P05n(B)"


@clause("DN-14.12", "DN-14.15", "DN-14.16", "DN-30.17b")
def test_admitting_now_several_times_until_declined() -> None:
    way = "P01n(A) P05n(A) P09n(B) P02c(A)"
    here = town(step("admit_now", k=2), way=way)
    assert here.legal() == {"pass", "ambulance:1", "ambulance:2", "ambulance:4"}
    assert here.refused("ambulance:3") == "DN-6.2"
    stop = here.branch().do("ambulance:1", "pass")
    assert (stop.question(), stop.ward("A")) == ("main", "P01n")
    none = here.branch().do("pass")
    assert (none.question(), none.ward("A")) == ("main", "")
    here.do("ambulance:4", "ambulance:1")
    assert (here.question(), here.ward("A")) == ("main", "P02c P01n")
    assert here.way() == "P05n(A) P09n(B)"


@clause("DN-14.12", "DN-14.15", "DN-14.16", "DN-30.18b")
def test_restoring_several_times_as_far_as_possible() -> None:
    here = town(step("restore_transport", k=3), way="P01c(A) P05c(B) P02c(A) P09n(A)")
    assert here.legal() == {"pass", "ambulance:1", "ambulance:3"}
    assert here.refused("ambulance:4") == "DN-30.18b"
    assert here.refused("ambulance:2") == "DN-6.2"
    stop = here.branch().do("ambulance:1", "pass")
    assert stop.way() == "P01n(A) P05c(B) P02c(A) P09n(A)"
    here.do("ambulance:3", "ambulance:1")
    assert here.question() == "main"
    assert here.way() == "P01n(A) P05c(B) P02n(A) P09n(A)"


@clause("DN-14.12", "DN-30.12b", "DN-20.21a")
def test_effects_on_the_ambulances_without_a_parameter() -> None:
    way = "P01c(B) P05n(C) P02n(A)"
    here = town(step("leading_worsens"), way=way)
    assert here.way() == "P05n(C) P02n(A)"
    assert town(step("leading_worsens")).question() == "main"
    here = town(step("name_transport_critical"), way=way)
    assert here.legal() == {"name:sick", "name:wounded", "name:cursed", "name:poisoned"}
    here.do("name:sick")
    assert here.way() == "P01c(B) P05n(C) P02c(A)"


# --- patients that are passed on --------------------------------------------------------------


@clause("DN-14.12", "DN-14.15", "DN-14.16", "DN-20.9a")
def test_giving_patients_several_times_until_declined() -> None:
    here = town(step("give_admitted", k=2), admitted={"A": "P01n P02c P05n"})
    stop = here.branch().do("patient:1.2", "player:4", "pass")
    assert (stop.ward("A"), stop.ward("D")) == ("P01n P05n", "P02c")
    assert stop.question() == "main"
    here.do("patient:1.1", "player:2", "patient:1.2", "player:3")
    assert [here.ward(letter) for letter in "ABC"] == ["P02c", "P01n", "P05n"]
    assert here.question() == "main"


@clause("DN-14.12", "DN-14.15", "DN-20.18b")
@pytest.mark.parametrize(
    ("k", "k_if_title", "title", "times"),
    [(2, 0, "", 2), (2, 0, "A", 0), (0, 3, "", 0), (0, 3, "A", 3), (1, 2, "B", 1)],
)
def test_how_many_charges_are_passed(k: int, k_if_title: int, title: str, times: int) -> None:
    here = town(
        step("pass_charges", k=k, k_if_title=k_if_title, where="ambulances"),
        way="P01n(A) P05n(A) P02n(A) P09n(A)",
        admitted={"A": "P06n"},
        marks={title: 1} if title else {},
        title=title,
    )
    for number in range(1, times + 1):
        assert here.question() == "pass_charge"
        assert not here.offered("patient:")
        here.do(f"ambulance:{number}", "player:2")
    assert here.question() == "main"
    assert here.way().count("(B)") == times


@clause("DN-14.12", "DN-20.9b", "RUL-58")
def test_passing_charges_of_both_places() -> None:
    here = town(
        step("pass_charges", k=2, k_if_title=2, where="both"),
        way="P01n(A) P05n(B)",
        admitted={"A": "P06c P02n"},
        unused={"D": 0},
    )
    assert here.legal() == {"pass", "ambulance:1", "patient:1.1", "patient:1.2"}
    here.do("patient:1.1")
    assert here.refused("player:4") == "DN-13.9"
    assert here.refused("player:1") == "DN-13.10"
    here.do("player:3", "ambulance:1", "player:2")
    assert (here.ward("A"), here.ward("C")) == ("P02n", "P06c")
    assert here.way() == "P01n(B) P05n(B)"
    assert [here.at(letter).unused for letter in "ABC"] == [5, 4, 5]


# --- patients that worsen or are acquired -----------------------------------------------------


@clause("DN-14.12", "DN-14.16", "DN-20.16a", "DN-14.15")
def test_the_same_own_patient_can_worsen_twice() -> None:
    here = town(step("own_admitted_worsens", k=2), admitted={"A": "P01n P05n"})
    assert "pass" not in here.legal()
    here.do("patient:1.2", "patient:1.2")
    assert (here.ward("A"), here.marks()) == ("P01n", [1, 0, 0, 0])
    one = town(step("own_admitted_worsens", k=3), admitted={"A": "P01n"})
    assert (one.ward("A"), one.marks(), one.question()) == ("", [1, 0, 0, 0], "main")


@clause("DN-14.12", "DN-14.16", "DN-20.20a")
def test_patients_of_others_worsen_as_far_as_possible() -> None:
    here = town(
        step("other_admitted_critical", k=3),
        admitted={"A": "P01n", "B": "P05n P02c", "C": "P09n"},
    )
    assert here.legal() == {"patient:2.1", "patient:3.1"}
    assert here.refused("patient:1.1") == "DN-20.20a"
    assert here.refused("patient:2.2") == "DN-20.20a"
    here.do("patient:2.1")
    assert [here.ward(letter) for letter in "ABC"] == ["P01n", "P05c P02c", "P09c"]
    assert here.question() == "main"


@clause("DN-14.12", "DN-20.15a")
@pytest.mark.parametrize("spare", [True, False])
def test_own_patients_are_spared_or_not(spare: bool) -> None:
    here = town(
        step("all_admitted_worsen", spare_own_if_title=spare),
        admitted={"A": "P01n", "B": "P05n"},
        marks={"A": 1},
        title="A",
    )
    assert here.ward("A") == ("P01n" if spare else "P01c")
    assert here.ward("B") == "P05c"


@clause("DN-14.12", "DN-14.15", "DN-20.13a", "DN-20.14a")
@pytest.mark.parametrize(
    ("limit", "critical", "offered"),
    [
        ("none", True, {1, 2, 3, 4}),
        ("none", False, {1, 3}),
        (2, False, {1}),
        (3, True, {1, 2, 3}),
        (4, True, {1, 2, 3, 4}),
        (0, True, set()),
    ],
)
def test_who_can_be_acquired(limit: int | str, critical: bool, offered: set[int]) -> None:
    here = town(
        step("acquire_admitted", max_severity=limit, critical_allowed=critical),
        admitted={"A": "P01n P01c P03n P02c", "B": "P01n"},
    )
    assert here.offered("patient:") == {f"patient:1.{place}" for place in offered}
    assert here.question() == ("acquire_admitted" if offered else "main")


@clause("DN-14.12", "DN-20.19a", "DN-14.15")
def test_returning_patients() -> None:
    here = town(step("return_admitted"), admitted={"A": "P01n P08c"}, way="P05n(B)")
    here.do("patient:1.2", "player:3", "pass")
    assert here.way() == "P05n(B) P08c(C)"
    assert here.ward("A") == "P01n"


# --- piles and cards --------------------------------------------------------------------------


@clause("DN-14.12", "DN-20.16b")
@pytest.mark.parametrize(
    ("piles", "refused"), [(["nurse"], "pile:event"), (["event"], "pile:nurse")]
)
def test_which_piles_are_looked_through(piles: list[str], refused: str) -> None:
    here = town(step("stack_pile", piles=piles), nurses="mint kei", events="erase closed")
    assert here.question() == "stack_card"
    shown = {card["id"] for card in here.view("A")["looked"]}
    assert shown == ({"mint", "kei"} if piles == ["nurse"] else {"erase", "closed"})
    own = town(step("stack_pile", piles=[]), nurses="mint kei")
    assert own.question() == "main"
    both = town(step("stack_pile", piles=["event", "nurse"]), nurses="", events="erase closed")
    assert both.question() == "stack_card"
    assert {card["id"] for card in both.view("A")["looked"]} == {"erase", "closed"}
    assert refused not in here.legal()


@clause("DN-14.12", "DN-14.16", "DN-20.17b", "DN-20.17c")
def test_erasing_several_marks_and_patients() -> None:
    here = town(
        step("erase", marks=3, patients=2),
        marks={"A": 5, "B": 1},
        title="A",
        graveyard="P01 P02 P05 P05",
    )
    assert here.marks() == [2, 1, 0, 0]
    here.do("grave:P05")
    assert here.question() == "raise_dead"
    here.do("grave:P05")
    assert here.question() == "main"
    assert len(here.table.dungeon) == 22
    assert here.table.mark_pile == 15 - 3
    few = town(step("erase", marks=3, patients=6), marks={"A": 1}, title="A", graveyard="P01")
    assert few.marks() == [0, 0, 0, 0]
    assert few.table.graveyard == []


@clause("DN-14.12", "DN-20.17d", "DN-9.8")
@pytest.mark.parametrize(
    ("unless", "title", "back"),
    [(True, "A", False), (True, "B", True), (False, "A", True), (False, "B", True)],
)
def test_a_card_that_returns_itself(unless: bool, title: str, back: bool) -> None:
    here = town(
        step("return_self", unless_title=unless), marks={title: 1}, title=title, nurses="mint kei"
    )
    assert (CARD in ids(here.at("A").play)) != back
    assert ids(here.table.nurses[::-1]) == ("mint kei " + CARD if back else "mint kei")


@clause("DN-14.12", "DN-20.17d")
def test_a_return_after_an_erase_that_did_nothing() -> None:
    steps = (step("erase", marks=1, patients=1), step("return_self", unless_title=False))
    here = town(*steps, graveyard="P01", nurses="mint")
    assert ids(here.at("A").play) == CARD
    other = town(*steps, graveyard="P01", nurses="mint", marks={"A": 1}, title="A")
    assert ids(other.at("A").play) == ""
    swapped = town(steps[1], steps[0], graveyard="P01", nurses="mint")
    assert ids(swapped.at("A").play) == ""


@clause("DN-14.12", "DN-30.2c")
@pytest.mark.parametrize("to", ["hand", "discard"])
def test_where_a_nurse_goes_that_is_exchanged(to: str) -> None:
    here = town(step("swap_with_discarded_nurse", to=to), discard={"B": "mint surgery"})
    assert here.discard("B") == f"surgery {CARD}"
    assert ("mint" in here.hand()) == (to == "hand")
    assert here.discard() == ("" if to == "hand" else "mint")
    assert ids(here.at("A").play) == ""


@clause("DN-14.12", "DN-14.16", "DN-30.10a")
def test_taking_several_cards_of_the_discard_pile() -> None:
    here = town(step("take_from_discard", k=2), discard={"A": "surgery closed erase"})
    assert "pass" not in here.legal()
    here.do("card:erase", "card:surgery")
    assert here.discard() == "closed"
    few = town(step("take_from_discard", k=9), discard={"A": "surgery closed"})
    few.do("card:closed")
    assert (few.discard(), few.question()) == ("", "main")
    assert town(step("take_from_discard", k=0), discard={"A": "surgery"}).discard() == "surgery"


@clause("DN-14.12", "DN-30.19b", "DN-20.10b", "DN-30.11b")
def test_continuing_effects_without_a_parameter() -> None:
    here = town(
        step("purchases_to_hand"),
        step("treat_elsewhere"),
        step("may_skip_admission"),
        gold=2,
        tp=1,
        either=2,
        admitted={"B": "P01n"},
    )
    here.do("buy:white_magic", "operate:2.1")
    assert "white_magic" in here.hand()
    assert here.got("A") == "P01n"
    here.do("end", "player:2")
    assert here.question() == "skip_admission"


@clause("DN-14.12", "DN-30.5b")
def test_a_trade_on_another_card() -> None:
    here = town(step("trade_acquired"), acquired={"A": "P01n", "C": "P05n"})
    here.do("player:3", "player:1")
    assert (here.got("A"), here.got("C")) == ("P05n", "P01n")


# --- the end of the game ----------------------------------------------------------------------


@clause("DN-14.12", "DN-30.3b", "DN-10.14")
@pytest.mark.parametrize(("delta", "counted"), [(0, 5), (-1, 4), (-9, 0)])
def test_marks_taken_off_at_the_end(delta: int, counted: int) -> None:
    pack = with_steps(CARD, step("kill_marks", delta=delta), key="end_steps")
    here = Town(pack=pack, marks={"A": 3}, title="A", discard={"A": CARD})
    assert score(here, "A")["counted"] == counted


@clause("DN-14.12", "DN-30.6b", "DN-30.9b", "RUL-80")
@pytest.mark.parametrize(
    ("name", "vp", "points"),
    [
        ("vp_for_best_name", 3, 6),
        ("vp_for_best_name", -2, -4),
        ("vp_per_emergency", 2, 2),
        ("vp_per_emergency", -99, -99),
    ],
)
def test_points_at_the_end(name: str, vp: int, points: int) -> None:
    pack = with_steps(CARD, step(name, vp=vp), key="end_steps")
    for zone in ("hand", "deck", "discard", "play"):
        cards = {"hand": {"A": ""}, "deck": {"A": ""}} | {zone: {"A": CARD}}
        here = Town(pack=pack, acquired={"A": "P01n P02c P08n"}, **cards)  # type: ignore[arg-type]
        assert score(here, "A")["endings"] == points, zone


@clause("DN-14.12", "RUL-80")
def test_several_steps_at_the_end_count_all() -> None:
    steps = (step("vp_for_best_name", vp=1), step("vp_per_emergency", vp=2))
    pack = with_steps(CARD, *steps, key="end_steps")
    here = Town(pack=pack, acquired={"A": "P01n P02c P08n"}, deck={"A": f"2*{CARD} dora"})
    assert score(here, "A")["endings"] == 2 * (2 + 2) + 2


# --- other values -----------------------------------------------------------------------------


@clause("DN-14.4", "DN-4.46")
def test_a_card_that_costs_nothing_needs_only_an_allowance() -> None:
    here = Town(pack=with_value("surgery", "cost", "0")).do("buy:surgery")
    assert here.discard() == "surgery"
    assert here.counters() == (0, 0, 0)
    assert here.refused("buy:surgery") == "DN-4.22"


@clause("DN-14.6", "DN-4.33", "DN-4.39", "RUL-24", "RUL-30")
def test_the_values_of_a_patient_row() -> None:
    pack = with_value("P01", "care", "0")
    pack = with_value("P01", "critical_vp", "-3", pack)
    here = Town(pack=pack, admitted={"A": "P01c P01c"}, tp=3, either=2)
    here.do("operate:1.1")
    assert score(here, "A")["patients"] == -3
    here.do("care:1.1")
    assert here.ward("A") == "P01n"
    assert here.points() == (0, 0)


@clause("DN-14.1", "DN-10.15", "DN-50.6")
@pytest.mark.parametrize(("marks", "penalty"), [(0, 0), (1, 0), (5, -7), (6, -20), (9, -20)])
def test_the_penalty_table_of_a_pack(marks: int, penalty: int) -> None:
    values = "values = [0, 0, 0, 0, 0, 7, 20]"
    pack = re.sub(r"^values = .*$", values, DEFAULT_TEXT, flags=re.MULTILINE)
    here = Town(pack=pack, marks={"A": marks, "B": 1}, title="B", mark_pile=1)
    assert score(here, "A")["penalty"] == penalty
