"""DN-20 to DN-50: every number and tag in the steps of the rules is the one in the default pack."""

import re

import pytest

from tests.rules.dynamite_nurse.town import Town, slot
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.pack import DEFAULT, END_STEPS, STEPS, TAGS, Step
from wardround.testing import clause

RULES = GAME.rules()
LETTERS = {"B": "rulebook", "Q": "faq", "F": "found", "R": "reconstructed"}
VALUE = re.compile(r"(- )?(\d+) \[([BQFR])(?:, ([BQFR]))?\]")

VALUES = [
    ("DN-20.7b", "white_magic", "count_bonus", ["group", "tp"]),
    ("DN-20.8a", "black_magic", "gain", ["tp"]),
    ("DN-20.8b", "black_magic", "transport", ["k"]),
    ("DN-20.9a", "reference_letter", "give_admitted", ["k"]),
    ("DN-20.10a", "moonlighting", "add_actions", ["treat"]),
    ("DN-20.11a", "hit_the_books", "draw", ["k"]),
    ("DN-20.11b", "hit_the_books", "transport", ["k"]),
    ("DN-20.12a", "cut_rate", "on_acquire", ["gold", "buy"]),
    ("DN-20.13a", "upgraded", "acquire_admitted", ["", "max_severity"]),
    ("DN-20.16a", "closed", "own_admitted_worsens", ["k"]),
    ("DN-20.16d", "closed", "add_actions", ["either"]),
    ("DN-20.17b", "erase", "erase", ["marks"]),
    ("DN-20.17c", "erase", "erase", ["patients"]),
    ("DN-20.18a", "passing_the_buck", "pass_charges", ["k"]),
    ("DN-20.18b", "passing_the_buck", "pass_charges", ["k_if_title"]),
    ("DN-20.20a", "ev_misdiagnosis", "other_admitted_critical", ["k"]),
    ("DN-20.22a", "ev_intern", "add_actions", ["treat"]),
    ("DN-20.24a", "ev_award", "draw", ["k"]),
    ("DN-30.1a", "starter_1", "add_actions", ["either"]),
    ("DN-30.1a", "starter_5", "add_actions", ["either"]),
    ("DN-30.2a", "alyssa", "add_actions", ["either"]),
    ("DN-30.3a", "arina", "add_actions", ["either"]),
    ("DN-30.3b", "arina", "kill_marks", ["delta"]),
    ("DN-30.4a", "calypso_blue", "draw", ["k"]),
    ("DN-30.4b", "calypso_blue", "transport", ["k"]),
    ("DN-30.5a", "calypso_ivanna", "add_actions", ["treat"]),
    ("DN-30.6a", "dora", "add_actions", ["treat"]),
    ("DN-30.6b", "dora", "vp_for_best_name", ["vp"]),
    ("DN-30.7a", "ginger", "draw", ["k"]),
    ("DN-30.7b", "ginger", "discard_hand", ["k"]),
    ("DN-30.8a", "kei", "add_actions", ["treat"]),
    ("DN-30.8b", "kei", "extra_nurse", ["k"]),
    ("DN-30.9a", "mint", "add_actions", ["treat"]),
    ("DN-30.9b", "mint", "vp_per_emergency", ["vp"]),
    ("DN-30.10a", "ren", "take_from_discard", ["k"]),
    ("DN-30.11a", "sarah", "add_actions", ["either"]),
    ("DN-30.12a", "sylvestri", "draw", ["k"]),
    ("DN-30.13a", "trapetta", "add_actions", ["either"]),
    ("DN-30.13b", "trapetta", "move_transport", ["k"]),
    ("DN-30.14a", "head_surgeon", "add_actions", ["treat"]),
    ("DN-30.15a", "ward_manager", "add_actions", ["either"]),
    ("DN-30.16a", "general_practitioner", "add_actions", ["treat", "buy"]),
    ("DN-30.17a", "ambulance_driver", "draw", ["k"]),
    ("DN-30.17b", "ambulance_driver", "admit_now", ["k"]),
    ("DN-30.18a", "field_medic", "draw", ["k"]),
    ("DN-30.18b", "field_medic", "restore_transport", ["k"]),
    ("DN-30.19a", "quartermaster", "add_actions", ["buy"]),
]
"""Clause, card, step, and the parameters whose numbers the clause names, in its order."""

ORDER = {
    "white_magic": "count_bonus",
    "black_magic": "gain transport",
    "reference_letter": "give_admitted",
    "moonlighting": "add_actions treat_elsewhere",
    "hit_the_books": "draw transport",
    "cut_rate": "on_acquire",
    "upgraded": "acquire_admitted",
    "cutting_edge": "acquire_admitted",
    "critical_condition": "all_admitted_worsen",
    "closed": "own_admitted_worsens stack_pile add_actions",
    "erase": "erase return_self",
    "passing_the_buck": "pass_charges",
    "all_wrong": "return_admitted",
    "ev_misdiagnosis": "other_admitted_critical",
    "ev_epidemic": "name_transport_critical",
    "ev_intern": "add_actions",
    "ev_award": "draw",
    **{f"starter_{number}": "add_actions" for number in range(1, 6)},
    "alyssa": "add_actions swap_with_discarded_nurse",
    "arina": "add_actions kill_marks",
    "calypso_blue": "draw transport",
    "calypso_ivanna": "add_actions trade_acquired",
    "dora": "add_actions vp_for_best_name",
    "ginger": "draw discard_hand",
    "kei": "add_actions extra_nurse",
    "mint": "add_actions vp_per_emergency",
    "ren": "take_from_discard",
    "sarah": "add_actions may_skip_admission",
    "sylvestri": "draw leading_worsens",
    "trapetta": "add_actions move_transport",
    "head_surgeon": "add_actions",
    "ward_manager": "add_actions",
    "general_practitioner": "add_actions",
    "ambulance_driver": "draw admit_now",
    "field_medic": "draw restore_transport",
    "quartermaster": "add_actions purchases_to_hand",
}
"""The steps of every card in the order of its clauses; the others have none."""


def steps_of(card: str) -> list[tuple[str, Step, list[str]]]:
    """The steps of a card: name, step, names of its parameters."""
    held = DEFAULT.cards[slot(card)]
    found = []
    for vocabulary, steps in ((STEPS, held.steps), (END_STEPS, held.end_steps)):
        for step in steps:
            name, parameters = vocabulary[step.kind]
            found.append((name, step, [parameter for parameter, _, _, _ in parameters]))
    return found


@clause("DN-14.13", "DN-14.2", "DN-20.18b", "DN-20.16d", "DN-20.17b", "DN-30.2a", "DN-30.16a")
@pytest.mark.parametrize(("id", "card", "step_name", "parameters"), VALUES)
def test_numbers_of_the_steps(id: str, card: str, step_name: str, parameters: list[str]) -> None:
    numbers = VALUE.findall(RULES.clause(id).text)
    assert len(numbers) == len(parameters), RULES.clause(id).text
    step, names = next((step, names) for name, step, names in steps_of(card) if name == step_name)
    for parameter, (minus, number, *marks) in zip(parameters, numbers, strict=True):
        if not parameter:
            continue
        place = names.index(parameter)
        assert step.numbers[place] == int(number) * (-1 if minus else 1)
        weakest = max((LETTERS[mark] for mark in marks if mark), key=TAGS.index)
        assert step.tags[1 + place] == weakest


@clause("DN-4.5", "DN-14.7", "RUL-78", "DN-20.27", "DN-1.13")
def test_every_card_has_the_steps_of_its_clauses_in_their_order() -> None:
    for card in DEFAULT.order:
        id = DEFAULT.cards[card].id
        assert " ".join(name for name, _, _ in steps_of(id)) == ORDER.get(id, ""), id


@clause("DN-20.14a", "DN-20.15a", "DN-20.17d", "DN-20.18c", "DN-30.2c", "DN-30.13b", "DN-20.16b")
def test_words_and_switches_of_the_steps() -> None:
    for card, name, numbers in (
        ("black_magic", "gain", [0, 1, 1]),
        ("upgraded", "acquire_admitted", [3, 0]),
        ("cutting_edge", "acquire_admitted", [-1, 1]),
        ("critical_condition", "all_admitted_worsen", [1]),
        ("erase", "return_self", [1]),
        ("passing_the_buck", "pass_charges", [1, 2, 0]),
        ("alyssa", "swap_with_discarded_nurse", [0]),
        ("trapetta", "move_transport", [1, 0]),
        ("closed", "stack_pile", [3]),
    ):
        assert [step.numbers for found, step, _ in steps_of(card) if found == name] == [numbers]


@clause("DN-30.1", "DN-14.17", "DN-2.2", "DN-1.14")
def test_starting_nurses_are_equal() -> None:
    cells = [cell.strip() for cell in RULES.clause("DN-30.1").text.split("|")]
    assert cells[2:5] == ["Doctor", "1 each [B]", "0 [R]"]
    for number, starter in enumerate(DEFAULT.starters, start=1):
        card = DEFAULT.cards[starter]
        assert (card.id, card.copies, card.vp, card.kind) == (f"starter_{number}", 1, 0, 0)
        assert (card.tags["copies"], card.tags["vp"]) == ("rulebook", "reconstructed")


@clause("DN-20.25", "DN-30.20", "DN-40.5", "DN-1.12", "DN-40.1")
def test_sums_of_the_default_pack() -> None:
    cards = [DEFAULT.cards[one] for one in DEFAULT.order]
    actions = [card for card in cards if not card.is_nurse]
    assert [sum(card.copies for card in actions if card.pile == pile) for pile in range(3)] == [
        40,
        72,
        20,
    ]
    supply = [card for card in actions if card.pile == 1]
    assert [sum(card.kind == kind for card in supply) for kind in range(4)] == [2, 4, 6, 0]
    nurses = [card for card in cards if card.is_nurse]
    assert [sum(card.starting for card in nurses), len(nurses)] == [5, 23]
    rows = [DEFAULT.rows[row] for row in DEFAULT.row_order]
    assert [sum(row.copies for row in rows if row.name == name) for name in range(4)] == [10] * 4
    assert sum(row.copies for row in rows if row.emergency) == 8
    assert len(rows) == 16


@clause("DN-50.0", "DN-50.1", "DN-50.2", "DN-50.3", "DN-50.4", "DN-50.5", "DN-50.6", "DN-10.15")
@pytest.mark.parametrize("marks", range(9))
def test_penalties_in_play(marks: int) -> None:
    row = min(marks, 6)
    value, mark = RULES.clause(f"DN-50.{row}").text.split("|")[1:3]
    sheet = Town(marks={"A": marks, "B": 1}, title="B", mark_pile=3).view()["seats"][0]["sheet"]
    assert sheet["counted"] == marks
    assert sheet["penalty"] == int(value)
    assert DEFAULT.penalty_tags[row] == LETTERS[mark.strip().strip("[]")]


@clause("DN-50.7", "DN-10.14", "RUL-72")
@pytest.mark.parametrize(("marks", "penalty"), [(0, -2), (1, -4), (2, -6), (3, -9), (4, -12)])
def test_the_title_counts_two_marks(marks: int, penalty: int) -> None:
    town = Town(marks={"A": marks}, title="A", mark_pile=3)
    sheet = town.view()["seats"][0]["sheet"]
    assert (sheet["counted"], sheet["penalty"]) == (marks + 2, penalty)
    assert town.view()["seats"][0]["kill_marks"] == marks


@clause("DN-41.1", "DN-4.28", "DN-4.29", "DN-4.33", "DN-40.3", "DN-42.1")
@pytest.mark.parametrize("row", range(1, 17))
def test_what_every_patient_costs_in_play(row: int) -> None:
    cells = [cell.strip() for cell in RULES.clause(f"DN-41.{row}").text.split("|")]
    id, _, emergency, _, normal, normal_vp, critical, care, critical_vp, upkeep = cells
    for side, cost, vp in (("n", normal, normal_vp), ("c", critical, critical_vp)):
        town = Town(admitted={"A": f"{id}{side}"}, tp=int(cost), nurses="mint")
        poor = Town(admitted={"A": f"{id}{side}"}, tp=int(cost) - 1)
        assert poor.refused("operate:1.1") == "DN-4.30"
        town.do("operate:1.1")
        assert town.points() == (0, 0)
        assert town.view()["seats"][0]["sheet"]["patients"] == int(vp)
    ill = Town(admitted={"A": f"{id}c"}, tp=9)
    if care == "none":
        assert ill.refused("care:1.1") == "DN-4.33"
    else:
        assert ill.branch().do("care:1.1").points() == (0, 9 - int(care))
    if emergency == "yes":
        assert ill.branch().do("upkeep:1").points() == (0, 9 - int(upkeep))
    else:
        assert ill.refused("upkeep:1") == "DN-4.58"
