"""PY-8: special cards."""

import pytest

from tests.rules.pyrrameds.board import (
    ALL,
    OPERATIONS,
    ROW1,
    ROW2,
    Board,
    Cell,
    Laid,
    modes,
    new,
    path_of,
)
from wardround.core import SPECTATOR
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.cards import EFFECTS, ONE_TIME, SPECIAL
from wardround.games.pyrrameds.material import BOX
from wardround.games.pyrrameds.state import Table
from wardround.testing import clause

ACTING_ONCE = [
    "remove",
    "add",
    "extend",
    "swap_hand",
    "see_hand",
    "replace_hand",
    "patient_easy",
]


def operation(
    special: str,
    cell: Cell,
    hand: str = "R5 R6",
    row: str = ROW1,
    laid: Laid | None = None,
    *,
    others: tuple[str, ...] = ("R1 G2 O3", "R1 G2 O3"),
    pile: str = "",
) -> Board:
    """Seat 0 has just laid a special."""
    board = Board(row, laid, [f"{special} {hand}", *others], sets=OPERATIONS, pile=pile)
    board.log()
    return board.place(0, special, cell)


# --- in general -----------------------------------------------------------------------------


@clause("EX-77", "PY-8.1", "PY-2.2", "PY-2.3", "PY-2.4", "INV-09")
def test_specials_are_not_among_the_first_four_cards() -> None:
    for seed in range(20):
        state = new(6, seed, sets=OPERATIONS)
        for hand in state.hands:
            kinds = [state.faces[card].kind for card in hand]
            assert kinds.count(0) >= 2
            assert kinds.count(1) >= 2
        everywhere = [card for hand in state.hands for card in hand] + [
            card for card in state.cells if card >= 0
        ]
        assert any(state.faces[card].kind == SPECIAL for card in everywhere)


@clause("PY-8.3", "PY-8.4", "PY-8.5", "EX-109", "PY-8.11")
@pytest.mark.parametrize("effect", EFFECTS)
def test_one_time_effects_ask_and_standing_ones_do_not(effect: str) -> None:
    once = effect in ACTING_ONCE
    assert (EFFECTS.index(effect) <= ONE_TIME) == once
    board = operation(
        f"S[{effect}]3", (1, 1), hand="P[RB]1 R9", laid={(3, 1): "R8"}, row=ROW2, pile="R1"
    )
    asked = board.question(0)
    assert bool(asked) == once
    if not once:
        assert board.state.openings().lies(EFFECTS.index(effect))
        in_force = [one["id"] for one in board.state.view(0)["effects"]]
        assert in_force == ([] if effect == "path_teleport" else [effect])


@clause("PY-8.50", "PY-11.1")
def test_teleports_are_in_force_from_the_second_on() -> None:
    row = "S[path_teleport]4 P[OO]2 R3 B4 G5 P[RR]6"
    board = Board(row, hands=["S[path_teleport]9 R1"], sets=OPERATIONS)
    assert board.state.view(1)["effects"] == []
    board.place(0, "S[path_teleport]9", (1, 1))
    assert [one["id"] for one in board.state.view(1)["effects"]] == ["path_teleport"]


@clause("PY-8.6", "R-46")
@pytest.mark.parametrize(
    ("special", "first"),
    [("add", "R5"), ("extend", "R9"), ("swap_hand", "R5")],
)
def test_an_effect_may_be_declined_before_its_first_choice_only(special: str, first: str) -> None:
    board = operation(f"S[{special}]3", (1, 1), hand="R5 R9")
    assert "stop" in board.legal(0)
    board.do(0, first)
    assert "stop" not in board.legal(0)
    declined = operation(f"S[{special}]3", (1, 1), hand="R5 R9").do(0, "stop")
    assert declined.question(0) == ""
    assert declined.hand(0) == ["R5", "R9"]


@clause("EX-79", "PY-8.7", "PY-8.17", "PY-8.18", "PY-12.5", "PY-11.15", "R-46")
def test_an_impossible_effect_looks_like_a_declined_one() -> None:
    impossible = operation("S[remove]3", (1, 1))
    assert impossible.question(0) == ""
    declined = operation("S[remove]3", (1, 1), laid={(3, 1): "R8"}).do(0, "stop")
    line = "Seat 1 does nothing with Remove."
    for viewer in (1, SPECTATOR):
        assert line in impossible.texts(viewer)
        assert line in declined.texts(viewer)


@clause("EX-83", "PY-8.8", "R-47")
def test_a_special_as_the_last_card_wins_without_acting() -> None:
    board = Board(ROW1, hands=["S[add]1"], sets=OPERATIONS).place(0, "S[add]1", (1, 1))
    assert board.state.is_over
    assert board.state.ranking()[0] == [0]


@clause("EX-82", "PY-8.9", "PY-8.10", "PY-2.11", "R-30", "R-48")
def test_in_the_starting_row_only_standing_effects_act() -> None:
    row = "S[path_error]7 S[remove]3 R3 P[GG]4 B5 P[RR]6"
    board = Board(row, hands=["P[RB]1 R9"], sets=OPERATIONS)
    assert board.question(0) == "turn"
    assert board.why_not("P[RB]1", (3, 1)) == ""
    assert [one["id"] for one in board.state.view(1)["effects"]] == ["path_error"]


@clause("EX-81", "PY-8.10", "PY-8.12", "PY-8.20", "PY-8.62", "R-48")
def test_a_standing_effect_lasts_while_the_card_lies_in_the_pyramid() -> None:
    laid = {(3, 1): "S[swap_adjacent]8", (1, 1): "R9"}
    board = Board(ROW1, laid, ["B1 R1", "S[remove]1 R1"], sets=OPERATIONS)
    board.swap(0, "B1", (2, 0), (3, 1))
    assert board.at(2, 0) == "S[swap_adjacent]8"
    assert ((0, 0), (8, 0)) not in board.pairs("R1")
    removed = Board(ROW1, laid, ["S[remove]1 R1 R2"], sets=OPERATIONS)
    removed.place(0, "S[remove]1", (5, 1)).do(0, (3, 1))
    assert ((0, 0), (8, 0)) in removed.pairs("R1")


@clause("EX-85", "EX-86", "PY-8.13", "PY-8.14", "PY-8.23", "PY-10.3", "R-49", "PY-4.7")
def test_cards_laid_by_an_effect_act_at_once_after_the_look_at_the_hand() -> None:
    board = operation("S[add]1", (3, 1), hand="S[see_hand]3 R9").do(0, "S[see_hand]3", (5, 1))
    assert board.question(0) == "see_hand"
    assert board.state.turns == 0
    board.do(0, "seat:2")
    assert board.state.turns == 1
    last = operation("S[add]1", (3, 1), hand="P[GGG]2").do(0, "P[GGG]2", (5, 1))
    assert last.state.is_over
    assert last.state.ranking()[0] == [0]


@clause("PY-8.15", "PY-4.16", "R-05", "R-09")
def test_specials_block_paths_and_support() -> None:
    row = "P[GG]1 P[OO]2 R3 S[see_hand]4 B5 P[BB]6"
    assert modes(row, {}, "P[RB]1", (5, 1), sets=OPERATIONS) == ""
    assert 4 not in Board(row, sets=OPERATIONS).takes((5, 1))


# --- one by one -----------------------------------------------------------------------------


@clause("EX-78", "PY-8.17", "PY-8.18", "D-09", "R-50")
def test_remove_takes_neither_the_row_nor_itself() -> None:
    board = operation("S[remove]3", (1, 1), laid={(3, 1): "R8"})
    assert board.legal(0) == {"(3,1)", "stop"}
    board.scenario().refuses(0, "(1,1)", clause="PY-8.17")
    board.scenario().refuses(0, "(0,0)", clause="PY-8.18")
    board.scenario().refuses(0, "(5,1)", clause="PY-8.17")


@clause("EX-80", "PY-8.16", "PY-8.19", "PY-3.19", "PY-11.21")
def test_what_rests_on_a_removed_card_stays() -> None:
    board = operation("S[remove]1", (5, 1), laid={(1, 1): "R8", (2, 2): "B3"})
    board.do(0, (1, 1))
    assert board.at(2, 2) == "B3"
    assert (1, 1) in board.open_cells()
    assert board.takes((1, 1)) == {1, 2, 3, 8, 9}
    assert (3, 3) in board.open_cells()
    assert len(board.state.pile) == 1
    for viewer in (0, 1, 2, SPECTATOR):
        assert [one["notation"] for one in board.state.view(viewer)["pile"]["cards"]] == ["R8"]


@clause("EX-84", "PY-8.21", "PY-8.22", "D-10", "D-11", "PY-5.22", "R-51")
def test_add_lays_any_card_in_any_open_cell() -> None:
    board = operation("S[add]1", (3, 1), hand="G5 P[OOO]4 R9")
    assert board.legal(0) == {"G5", "P[OOO]4", "R9", "stop"}
    number = Board.do(operation("S[add]1", (3, 1), hand="G5 P[OOO]4 R9"), 0, "G5", (5, 1))
    assert number.at(5, 1) == "G5"
    board.do(0, "P[OOO]4")
    board.scenario().refuses(0, "(3,3)", clause="PY-3.17")
    board.do(0, (5, 1))
    assert board.at(5, 1) == "P[OOO]4"
    assert board.question(0) == ""
    assert board.question(1) == "turn"


@clause("EX-87", "PY-8.24")
def test_add_needs_an_open_cell() -> None:
    board = operation("S[add]1", (3, 1), hand="G5 R9")
    table = board.state
    table.belonging = [cell for cell in table.belonging if table.cells[cell] >= 0]
    table._openings = None
    table.relist()
    assert board.legal(0) == {"stop"}
    answer = table.why_not(0, board.action(0, "G5"))
    assert answer is not None
    assert answer.clause == "PY-8.24"


@clause("EX-88", "PY-8.25", "PY-8.26", "PY-8.27", "PY-8.29", "PY-3.17", "D-12", "D-13", "R-52")
@clause("R-53")
def test_extend_in_the_row_needs_no_test() -> None:
    board = operation("S[extend]1", (3, 1), hand="G9 R9", laid={(1, 1): "R8"}).do(0, "G9")
    board.do(0, (12, 0))
    assert board.at(12, 0) == "G9"
    assert len(board.belonging()) == 49
    assert {(11, 1), (11, -1), (10, 2), (10, -2), (9, 3), (6, 6), (6, -6)} <= board.belonging()
    assert {(11, 1), (11, -1)} <= board.open_cells()
    assert board.takes((11, 1)) == board.takes((11, -1)) == {1, 2, 3, 4}


@clause("EX-89", "EX-90", "PY-8.26", "PY-8.28", "PY-8.29", "PY-3.24", "D-13")
def test_extend_at_a_layer_is_tested_against_what_supports_it() -> None:
    board = operation("S[extend]1", (3, 1), hand="G9 R4 R5", laid={(1, 1): "R8"})
    ends = {(-1, 1), (11, 1), (-2, 0), (12, 0)}
    assert board.branch_cells("G9") == ends
    assert board.branch_cells("R4") == ends - {(-1, 1)}
    assert board.branch_cells("R5") == ends - {(11, 1)}
    assert {piece["spot"] for piece in board.state.view(1)["ends"]} == {
        f"cell/({x},{y})" for x, y in ends
    }
    trial = board.copy().do(0, "R5")
    trial.scenario().refuses(0, "(11,1)", clause="PY-4.13")
    board.do(0, "G9", (11, 1))
    assert len(board.belonging()) == 42
    assert (10, 2) in board.open_cells()
    assert (12, 0) not in board.belonging()


@clause("EX-91", "PY-8.31", "PY-8.32", "INV-40")
def test_no_side_grows_by_more_than_one() -> None:
    board = Board(
        ROW1,
        {(12, 0): "G9"},
        ["S[extend]1 R9 R8"],
        sets=OPERATIONS,
        added=[(12, 0)],
    ).place(0, "S[extend]1", (3, 1))
    cells = board.branch_cells("R9")
    assert (14, 0) not in cells
    assert (-2, 0) in cells
    board.do(0, "R9", (-2, 0))
    assert len(board.belonging()) == 64


@clause("EX-92", "PY-8.27", "PY-8.30", "PY-5.22", "D-12")
def test_a_patient_at_the_end_of_the_row_needs_a_path() -> None:
    board = operation("S[extend]1", (5, 1), hand="P[GR]9 R8", row=ROW2)
    assert (12, 0) not in board.branch_cells("P[GR]9")
    other = operation("S[extend]1", (5, 1), hand="P[GR]9 R8", row="P[GG]1 P[OO]2 B3 B4 R3 G5").do(
        0, "P[GR]9"
    )
    answer = other.state.why_not(0, other.action(0, (-2, 0)))
    assert answer is not None
    assert answer.clause == "PY-5.4"
    other.do(0, (12, 0))
    assert other.question(0) == "name_opponent"
    assert len(other.state.view(0)["reward"]["needs"]) == 2


@clause("PY-8.26", "D-12")
def test_extend_says_why_a_card_finds_no_end() -> None:
    board = operation("S[extend]1", (5, 1), hand="P[OOOO]9 R8", row=ROW2)
    answer = board.state.why_not(0, board.action(0, "P[OOOO]9"))
    assert answer is not None
    assert answer.clause == "PY-8.26"


@clause("EX-93", "PY-8.33", "PY-8.34", "PY-8.35", "PY-8.36", "PY-8.37", "D-14", "D-15", "R-54")
@clause("PY-11.7", "PY-3.17")
def test_swap_hand_exchanges_without_a_test() -> None:
    board = operation("S[swap_hand]8", (1, 1), hand="O6 R9").do(0, "O6")
    assert (0, 0) in board.cells(0)
    assert (1, 1) not in board.cells(0)
    board.scenario().refuses(0, "(1,1)", clause="PY-8.33")
    board.scenario().refuses(0, "(3,1)", clause="PY-8.33")
    board.do(0, (2, 0))
    assert board.at(2, 0) == "O6"
    assert sorted(board.hand(0)) == ["B7", "R9"]
    assert all(board.known(viewer, 0) == ["B7"] for viewer in (1, 2, 3))
    assert not board.state.is_over


@clause("EX-94", "PY-8.9", "PY-8.35", "PY-5.22", "R-48")
def test_swap_hand_triggers_nothing_but_standing_effects_begin() -> None:
    board = operation("S[swap_hand]8", (1, 1), hand="S[remove]3 R9", laid={(3, 1): "R8"})
    board.do(0, "S[remove]3", (2, 0))
    assert board.question(0) == ""
    silent = operation("S[swap_hand]8", (1, 1), hand="S[swap_no_reveal]9 R9")
    silent.do(0, "S[swap_no_reveal]9", (2, 0))
    assert silent.state.openings().acts(EFFECTS.index("swap_no_reveal"))
    patient = operation("S[swap_hand]8", (1, 1), hand="P[RR]9 R9").do(0, "P[RR]9", (2, 0))
    assert patient.question(1) == "turn"


@clause("EX-95", "PY-8.38", "PY-8.39", "PY-11.8", "D-16", "R-55")
def test_see_hand_shows_a_whole_hand_to_the_acting_player_only() -> None:
    board = operation("S[see_hand]3", (1, 1), others=("R1 G2", "O3 O4"))
    assert board.legal(0) == {"seat:1", "seat:2", "stop"}
    board.scenario().refuses(0, "seat:0", clause="PY-8.38")
    board.do(0, "seat:2")
    assert board.known(0, 2) == ["O3", "O4"]
    assert board.known(1, 2) == board.known(3, 2) == []
    assert "Seat 1 looks at the hand of Seat 3: orange 3 and orange 4." in board.texts(0)
    assert "Seat 1 looks at the hand of Seat 3." in board.texts(1)


@clause("EX-96", "EX-138", "PY-8.40", "PY-8.41", "PY-8.42", "PY-8.44", "PY-8.45", "PY-2.14")
@clause("D-17", "C-09", "PY-11.17", "PY-11.21", "R-56")
def test_replace_hand_exchanges_up_to_three_cards_with_the_pile() -> None:
    board = operation("S[replace_hand]8", (1, 1), hand="R5 R6 O5 O6", pile="G9")
    for viewer in (0, 1, 2, SPECTATOR):
        assert len(board.state.view(viewer)["pile"]["cards"]) == 1
    board.do(0, "R5")
    assert board.state.view(1)["effect"]["id"] == "replace_hand"
    assert "stop" in board.legal(0)
    board.scenario().refuses(0, "b08", clause="PY-8.41")
    board.do(0, "R6", "O5")
    assert board.question(0) == ""
    assert len(board.state.pile) == 1
    assert len(board.hand(0)) == 4
    assert "O6" in board.hand(0)
    assert len(board.state.view(0)["pile"]["cards"]) == 1
    for viewer in (1, 2, SPECTATOR):
        assert board.state.view(viewer)["pile"]["cards"] == []
        assert "Seat 1 exchanges 3 cards." in board.texts(viewer)
    assert any("exchanges 3 cards: red 5, red 6 and orange 5 for" in one for one in board.texts(0))


@clause("PY-8.41", "PY-8.44", "D-17")
def test_replace_hand_may_stop_early() -> None:
    board = operation("S[replace_hand]8", (1, 1), hand="R5 R6 O5 O6", pile="G9 G8")
    board.do(0, "R5", "stop")
    assert len(board.hand(0)) == 4
    assert len(board.state.pile) == 2
    declined = operation("S[replace_hand]8", (1, 1), pile="G9 G8").do(0, "stop")
    assert "Seat 1 does nothing with New cards." in declined.texts(1)
    assert declined.known_in_pile(1) == 2


@clause("EX-97", "PY-8.42", "PY-8.43")
def test_an_empty_pile_gives_the_same_cards_back() -> None:
    board = operation("S[replace_hand]8", (1, 1), hand="R5 R6")
    board.do(0, "R5", "R6")
    assert not board.state.is_over
    assert board.hand(0) == ["R5", "R6"]
    assert board.state.pile == []


@clause("EX-98", "PY-8.46", "PY-8.47", "PY-8.48", "PY-8.49", "D-18", "D-19", "D-20", "PY-5.22")
@clause("R-57")
def test_patient_easy_leaves_one_requirement_out() -> None:
    board = operation("S[patient_easy]2", (9, 1), hand="P[BOR]4 R9", row=ROW2)
    assert board.legal(0) == {"P[BOR]4", "stop"}
    board.scenario().refuses(0, "b09", clause="PY-8.46")
    asked = board.copy()
    asked.push_type("P[BOR]4")
    assert asked.legal(0) == {"without:O"}
    asked.scenario().refuses(0, "without:G", clause="PY-8.46")
    asked.scenario().refuses(0, "without:B", clause="PY-8.46")
    board.do(0, "P[BOR]4")
    assert board.cells(0) == {(x, y) for x in (3, 5, 7) for y in (1, -1)}
    board.do(0, (3, 1))
    assert board.state.view(0)["reward"]["needs"] == ["B", "R"]
    double = operation("S[patient_easy]2", (9, 1), hand="P[BRR]4 R9", row=ROW2)
    double.push_type("P[BRR]4")
    assert double.legal(0) == {"without:R"}
    double.do(0, "without:R", (3, 1))
    assert double.state.view(0)["reward"]["needs"] == ["B", "R"]


@clause("PY-8.47", "PY-8.48", "PY-1.8")
def test_an_easy_patient_with_one_requirement_goes_anywhere() -> None:
    board = operation("S[patient_easy]2", (9, 1), hand="P[O]4 R9", row=ROW2).do(0, "P[O]4")
    assert board.cells(0) == board.open_cells()
    board.do(0, (1, 1))
    assert board.question(0) == ""
    assert board.question(1) == "turn"


# --- path specials --------------------------------------------------------------------------

TELEPORT = "P[GG]1 P[OO]2 S[path_teleport]4 B3 R8 S[path_teleport]6"


@clause("EX-99", "PY-8.50", "PY-8.51", "PY-8.52", "PY-8.54", "PY-8.55", "PY-8.74", "R-58")
def test_a_path_may_jump_between_two_teleport_cards() -> None:
    assert modes(TELEPORT, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == "z"
    alone = TELEPORT.replace("S[path_teleport]6", "P[OO]6")
    assert modes(alone, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == ""
    path = path_of(Board(TELEPORT, sets=OPERATIONS), "P[RB]1", (3, 1))
    assert path == [(4, 0), (10, 0), (8, 0), (6, 0)]


@clause("EX-100", "PY-8.51", "PY-8.52", "PY-8.53", "R-58")
def test_the_jump_has_no_direction() -> None:
    row = "P[GG]1 P[OO]2 S[path_teleport]4 P[OO]3 R8 B7"
    laid = {(7, 1): "S[path_teleport]9"}
    assert modes(row, laid, "P[RB]1", (3, 1), sets=OPERATIONS) == "zrs"


@clause("PY-8.54", "PY-8.55")
def test_one_jump_a_path_and_medicine_after_it() -> None:
    row = "R1 S[path_teleport]2 P[OO]2 S[path_teleport]4 P[BB]3 S[path_teleport]6"
    board = Board(row, sets=OPERATIONS)
    assert board.why_not("P[RB]1", (1, 1)) == "PY-5.4"
    assert board.why_not("P[R]1", (3, 1)) == "PY-5.4", "nothing lies beside the exits"
    assert path_of(board, "P[R]1", (1, 1)) == [(0, 0)]
    assert path_of(board, "P[R]1", (7, 1)) == [(6, 0), (2, 0), (0, 0)]


@clause("EX-101", "PY-8.56", "PY-8.57", "PY-8.72", "PY-8.73", "R-59")
def test_backtrack_cuts_the_steps_once() -> None:
    row = "P[GG]1 P[OO]2 B3 G4 P[RR]5 S[path_backtrack]6"
    laid = {(3, 1): "R8"}
    assert modes(row, laid, "P[RBG]1", (5, 1), sets=OPERATIONS) == "zrs"
    path = path_of(Board(row, laid, sets=OPERATIONS), "P[RBG]1", (5, 1))
    assert len(path) == len(set(path)) == 3
    assert (5, 1) not in path


@clause("PY-8.57", "PY-8.56")
def test_backtrack_enters_no_cell_twice() -> None:
    row = "P[GG]1 P[OO]2 R3 P[OO]4 P[RR]5 S[path_backtrack]6"
    assert modes(row, {(3, 1): "B8"}, "P[RRB]1", (5, 1), sets=OPERATIONS) == ""


@clause("EX-102", "PY-8.58", "PY-8.59", "PY-8.60", "R-60")
def test_one_error_cell_may_hold_any_card() -> None:
    row = "S[path_error]1 P[OO]2 R3 P[GG]4 B5 P[RR]6"
    assert modes(row, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == "zrs"
    assert path_of(Board(row, sets=OPERATIONS), "P[RB]1", (3, 1)) == [(4, 0), (6, 0), (8, 0)]
    without = row.replace("S[path_error]1", "S[remove]1")
    assert modes(without, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == ""
    two = "S[path_error]1 P[OO]2 R3 P[GG]4 P[GG]4 B6"
    assert modes(two, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == ""
    medicine = "S[path_error]1 P[OO]2 R3 G4 B5 P[RR]6"
    assert modes(medicine, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == "zrs"
    teleport = "S[path_error]1 P[OO]2 R3 S[path_teleport]4 B5 P[RR]6"
    assert modes(teleport, {}, "P[RB]1", (3, 1), sets=OPERATIONS) == "zrs"


@clause("EX-103", "PY-8.61", "PY-8.60")
def test_cut_error_and_jump_combine_each_once() -> None:
    row = "S[path_error]1 S[path_backtrack]2 B3 P[OO]4 G5 P[BB]6"
    laid = {(3, 1): "R8"}
    assert modes(row, laid, "P[RBG]1", (5, 1), sets=OPERATIONS) == "zrs"
    no_cut = row.replace("S[path_backtrack]2", "P[RR]2")
    assert modes(no_cut, laid, "P[RBG]1", (5, 1), sets=OPERATIONS) == ""
    two_errors = "S[path_error]1 S[path_backtrack]2 B3 P[OO]4 P[OO]5 G6"
    assert modes(two_errors, laid, "P[RBG]1", (5, 1), sets=OPERATIONS) == ""


@clause("INV-19", "PY-8.54", "PY-8.61")
@pytest.mark.parametrize("special", ["path_teleport", "path_backtrack", "path_error"])
def test_a_path_special_never_forbids_what_was_legal(special: str) -> None:
    for seed in range(4):
        state = new(3, seed, sets=ALL)
        before = _legal_patients(state)
        table = state.copy()
        lying = next((c for c in table.belonging if table.cells[c] >= 0), 0)
        places = [
            cell
            for cell in table.belonging
            if table.cells[cell] >= 0 and table.faces[table.cells[cell]].kind != 0
        ]
        card = next(
            card for card in table.deck.in_use if table.faces[card].effect == EFFECTS.index(special)
        )
        assert lying
        if not places:
            continue
        table.put(card, places[0])
        assert before <= _legal_patients(table)


def _legal_patients(table: Table) -> set[tuple[int, int]]:
    ground = table.openings().ground
    return {
        (card, cell)
        for card in table.deck.in_use
        if table.faces[card].kind == 1
        for cell in table.openings().cells
        if ground.allows(cell, table.faces[card].requirements)
    }


# --- swap specials --------------------------------------------------------------------------


@clause("EX-104", "PY-8.62", "R-61", "INV-22")
def test_only_neighbours_may_be_swapped() -> None:
    board = Board("S[swap_adjacent]1 P[OO]2 R3 B4 G5 P[RR]6", sets=OPERATIONS)
    assert board.pairs("R1") == {((2, 0), (4, 0)), ((4, 0), (6, 0))}
    assert board.pairs("P[RB]1") == {((4, 0), (6, 0))}
    assert board.pairs("P[RG]1") == set()
    playing = Board(
        "S[swap_adjacent]1 P[OO]2 R3 B4 G5 P[RR]6", hands=["R1 B1"], sets=OPERATIONS
    ).do(0, "swap", "R1", (4, 0))
    assert playing.at(4, 0) == "B4"


@clause("PY-8.62")
def test_the_reason_why_distant_cards_may_not_be_swapped() -> None:
    board = Board("S[swap_adjacent]1 R2 R3 B4 G5 P[RR]6", hands=["R1 B1"], sets=OPERATIONS).do(
        0, "swap", "R1", (2, 0)
    )
    assert board.at(2, 0) == "R3", "the one neighbour later in order was taken"
    other = Board(ROW1, {(1, 1): "R8", (3, 1): "S[swap_adjacent]1"}, ["R1 B1"], sets=OPERATIONS).do(
        0, "swap", "R1", (0, 0)
    )
    other.scenario().refuses(0, "(8,0)", clause="PY-8.62")


@clause("EX-105", "PY-8.63", "PY-8.64", "PY-8.66", "PY-7.23", "R-62")
def test_silent_swaps_reveal_nothing_and_are_always_possible() -> None:
    row = "S[swap_no_reveal]1 P[OO]2 R3 B4 G5 P[RR]6"
    board = Board(row, hands=["S[add]1 S[remove]3"], sets=OPERATIONS)
    assert len(board.pairs("")) == 15
    assert "swap" in board.legal(0)
    board.do(0, "swap")
    assert board.question(0) == "first_cell"
    board.do(0, (0, 0), (2, 0))
    assert board.at(0, 0) == "P[OO]2"
    assert board.known(1, 0) == []
    blocked = Board(row, hands=["P[TTTTT]1 P[TTTTT]2"], sets=OPERATIONS)
    assert blocked.legal(0) == {"swap"}


@clause("EX-106", "PY-8.65", "R-61", "R-62")
def test_both_swap_specials_leave_the_neighbouring_pairs() -> None:
    row = "S[swap_no_reveal]1 S[swap_adjacent]2 R3 B4 G5 P[RR]6"
    board = Board(row, sets=OPERATIONS)
    assert board.pairs("") == {((x, 0), (x + 2, 0)) for x in range(0, 10, 2)}


# --- the reward special ---------------------------------------------------------------------


def wanted_looks(patient: str) -> Board:
    row = "S[patient_reward_extra]5 B2 R3 B4 G5 P[RR]6"
    board = Board(row, hands=[f"{patient} O9", "R1 B9 P[GG]2", "O1"], sets=OPERATIONS)
    return board.place(0, patient, (3, 1))


@clause("EX-107", "PY-8.67", "PY-8.68", "PY-8.69", "PY-8.70", "PY-5.18", "R-63", "D-08")
def test_a_matching_card_must_be_shown() -> None:
    board = wanted_looks("P[BR]1").do(0, "seat:1")
    assert board.known(0, 1) == ["B9"], "blue was asked for"
    board.do(0, "seat:1")
    assert board.known(0, 1) == ["R1", "B9"]
    twice = Board(
        "S[patient_reward_extra]5 B2 B3 B4 G5 P[RR]6",
        hands=["P[BB]1 O9", "R1 B9 P[GG]2", "O1"],
        sets=OPERATIONS,
    ).place(0, "P[BB]1", (3, 1))
    twice.do(0, "seat:1", "seat:1")
    assert twice.legal(1) == {"R1", "P[GG]2"}
    twice.scenario().refuses(1, twice_id(twice), clause="PY-5.14")


def twice_id(board: Board) -> str:
    return GAME.notation(board.action(1, "B9"))


@clause("PY-8.68", "PY-8.69")
def test_wildcards_match_and_the_reason_names_the_type() -> None:
    row = "S[patient_reward_extra]5 B2 R3 B4 G5 P[RR]6"
    board = Board(row, hands=["P[BR]1 O9", "?1 B9 R2", "O1"], sets=ALL)
    board.place(0, "P[BR]1", (3, 1)).do(0, "seat:1")
    assert board.legal(1) == {"?1", "B9"}
    refusal = board.scenario().refuses(1, GAME.notation(board.action(1, "R2")), clause="PY-8.68")
    assert "blue" in refusal.message
    any_type = Board(
        "S[patient_reward_extra]5 B2 R3 B4 G5 P[RR]6",
        hands=["P[B?]1 O9", "R1 G2 P[GG]2", "O1"],
        sets=ALL,
    ).place(0, "P[B?]1", (3, 1))
    any_type.do(0, "seat:1")
    any_type.do(1, "P[GG]2").do(0, "seat:1")
    assert any_type.legal(1) == {"R1", "G2"}


@clause("EX-108", "PY-8.71", "PY-1.15", "R-64")
def test_all_thirteen_kinds_are_in_the_deck() -> None:
    assert sum(len(kind.numbers) for kind in BOX.specials) == 15
    assert "patient_reward_extra" in [kind.id for kind in BOX.specials]
