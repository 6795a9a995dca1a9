"""PY-5: placing patients, and the reward."""

from tests.rules.pyrrameds.board import ROW2, Board, Cell
from wardround.core import SPECTATOR
from wardround.testing import clause

ASKED = "R1 P[GG]2"


def rewarded(
    hands: tuple[str, str, str] = ("P[RBG]1 R9 R8", ASKED, "O1 O2"), cell: Cell = (3, 1)
) -> Board:
    """Seat 0 has just laid its first card, a patient."""
    board = Board(ROW2, hands=hands)
    return board.place(0, hands[0].split()[0], cell)


LAID = (
    "Seat 1 lays patient 1 (blue and red) on place 2 of upper layer 1, "
    "with the path red 3 and blue 4."
)


@clause("EX-28", "PY-5.1")
def test_a_patient_needs_an_open_cell() -> None:
    assert Board(ROW2).why_not("P[RB]1", (4, 2)) == "PY-3.17"


@clause("EX-29", "PY-5.2", "PY-5.4", "R-08")
def test_the_patients_own_number_is_not_compared() -> None:
    board = Board(ROW2)
    for number in range(1, 10):
        assert board.why_not(f"P[RB]{number}", (3, 1)) == ""


@clause("EX-30", "PY-5.3", "PY-4.16", "R-09")
def test_once_laid_its_number_counts_as_a_support() -> None:
    assert Board(ROW2, {(3, 1): "P[RB]2"}).takes((2, 2)) == set(range(1, 10)) - {2}


@clause("EX-31", "PY-5.6", "PY-5.7", "R-07")
def test_medicine_serves_any_number_of_patients() -> None:
    board = rewarded(("P[RB]2 P[RB]3 R9", ASKED, "O1 O2"))
    assert board.at(4, 0) == "R3"
    for cell in ((7, 1), (5, 1)):
        assert board.why_not("P[RB]3", cell) == ""


@clause("EX-35", "PY-5.5")
def test_the_path_is_judged_before_the_patient_lies_there() -> None:
    board = Board("P[GG]1 P[OO]2 R3 P[GG]4 B5 P[RR]6")
    assert board.why_not("P[RB]1", (5, 1)) == "PY-5.4"


@clause("PY-5.4", "PY-4.11")
def test_the_reason_says_what_is_missing() -> None:
    board = Board(ROW2, hands=["P[RB]1 P[OO]2 R9"])
    board.do(0, "place", "P[RB]1")
    beside = board.state.why_not(0, board.action(0, (1, 1)))
    assert beside is not None
    assert beside.text == "No medicine lies beside this place, so no path can begin here."
    wrong = board.state.why_not(0, board.action(0, (9, 1)))
    assert wrong is not None
    assert "needs blue and red" in wrong.text
    card = Board(ROW2, hands=["P[RB]1 P[OO]2 R9"]).do(0, "place")
    answer = card.state.why_not(0, card.action(0, "P[OO]2"))
    assert answer is not None
    assert "orange and orange" in answer.text


@clause("EX-32", "PY-5.8", "PY-5.9", "PY-5.10", "PY-5.11", "PY-5.12", "PY-5.17", "D-07", "R-18")
def test_a_look_for_each_requirement_or_fewer() -> None:
    board = rewarded()
    assert board.legal(0) == {"seat:1", "seat:2", "stop"}
    refusal = board.scenario().refuses(0, "seat:0", clause="PY-5.11")
    assert "yourself" in refusal.message
    board.log()
    for look in range(3):
        assert board.question(0) == "name_opponent"
        assert board.state.view(SPECTATOR)["reward"]["look"] == look + 1
        board.do(0, "seat:1")
        if board.question(1):
            board.do(1, min(board.legal(1)))
    assert board.question(0) == ""
    assert len([line for line in board.texts(2) if "asks Seat 2 for a card" in line]) == 3


@clause("EX-32", "PY-5.10")
def test_stopping_forgoes_all_looks_left() -> None:
    board = rewarded().do(0, "seat:2")
    board.do(2, "O1")
    board.log()
    board.do(0, "stop")
    assert board.texts(SPECTATOR)[0] == "Seat 1 forgoes 2 looks."
    assert board.state.asked() == [1]
    assert board.question(1) == "turn"


@clause("EX-33", "PY-5.13", "PY-5.14", "PY-5.15", "PY-5.16", "PY-5.20", "PY-11.8", "D-08")
@clause("R-17", "R-19")
def test_the_named_player_chooses_and_shows_no_card_twice_before_all_were_shown() -> None:
    board = rewarded()
    board.do(0, "seat:1")
    assert board.legal(1) == {"R1", "P[GG]2"}
    board.do(1, "R1")
    assert board.known(0, 1) == ["R1"]
    assert board.known(2, 1) == board.known(3, 1) == []
    board.do(0, "seat:1")
    assert board.known(0, 1) == ["R1", "P[GG]2"], "the second card had to be shown"
    board.do(0, "seat:1")
    assert board.legal(1) == {"R1", "P[GG]2"}
    board.do(1, "P[GG]2")
    assert board.hand(1) == ["R1", "P[GG]2"]
    assert board.question(1) == "turn"


@clause("PY-5.14", "D-08")
def test_the_reason_why_a_shown_card_may_not_be_shown_again() -> None:
    board = rewarded(("P[RBG]1 R9 R8", "R1 P[GG]2 B1", "O1 O2")).do(0, "seat:1")
    board.do(1, "B1").do(0, "seat:1")
    board.scenario().refuses(1, board_id(board, "B1"), clause="PY-5.14")


def board_id(board: Board, text: str) -> str:
    return board.state.game.notation(board.action(1, text))


@clause("EX-34", "PY-5.8")
def test_repeated_icons_count_one_look_each() -> None:
    board = Board("P[GG]1 R2 R3 R4 G5 P[RR]6", hands=["P[RRR]3 R9", ASKED])
    board.place(0, "P[RRR]3", (1, 1))
    reward = board.state.view(0)["reward"]
    assert reward["needs"] == ["R", "R", "R"]


@clause("EX-36", "PY-5.19")
def test_opponents_always_hold_a_card() -> None:
    board = rewarded(("P[RBG]1 R9", "R1", "O1")).do(0, "seat:1")
    assert board.known(0, 1) == ["R1"]
    assert all(board.state.hands)


@clause("PY-5.17", "PY-5.16", "PY-11.13")
def test_who_is_named_is_public_and_what_is_shown_is_not() -> None:
    board = rewarded()
    board.log()
    board.do(0, "seat:1").do(1, "R1")
    assert "Seat 2 shows Seat 1 red 1." in board.texts(0)
    assert "Seat 2 shows Seat 1 red 1." in board.texts(1)
    for other in (2, SPECTATOR):
        assert "Seat 2 shows Seat 1 a card." in board.texts(other)
        assert "red 1" not in " ".join(board.texts(other))


@clause("PY-5.18", "PY-1.50")
def test_looks_follow_the_fixed_order_of_types() -> None:
    board = rewarded(("P[GRB]1 R9", ASKED, "O1 O2"))
    assert board.state.view(0)["reward"]["needs"] == ["B", "G", "R"]


@clause("PY-5.22")
def test_the_full_reward_after_a_placement() -> None:
    assert len(rewarded().state.view(0)["reward"]["needs"]) == 3


@clause("PY-5.6")
def test_the_path_found_is_shown_with_the_choice_and_in_the_log() -> None:
    board = Board(ROW2, hands=["P[RB]1 R9", ASKED])
    board.log()
    board.do(0, "place", "P[RB]1")
    choice = next(one for one in board.state.choices(0) if one.notation == "(3,1)")
    assert choice.sentence == (
        "Lay patient 1 (blue and red) on place 2 of upper layer 1, with the path red 3 and blue 4."
    )
    paths = board.state.view(0)["question"]["paths"]
    assert paths["cell/(3,1)"] == ["cell/(4,0)", "cell/(6,0)"]
    assert board.state.view(1)["question"] is None
    board.do(0, (3, 1))
    assert board.texts(2) == [
        LAID,
    ]
