"""PY-10: how the game ends and who wins."""

import pytest

from tests.rules.pyrrameds.board import OPERATIONS, ROW1, ROW2, Board, new
from wardround.core import SPECTATOR, OptionError
from wardround.games.pyrrameds import GAME, endings
from wardround.games.pyrrameds.state import ALL_PASSED, DEAD, GAME_ON, PLACED, STALLED, TURN_CAP
from wardround.testing import clause

STUCK = "P[OOO]7"
DEAD_ROW = "P[GG]1 P[OO]2 R3 B4 P[RR]5 P[RR]6"


@clause("PY-10.1", "PY-10.2", "PY-10.4", "PY-4.22", "PY-0.3", "INV-35")
def test_an_empty_hand_wins_without_finishing_the_round() -> None:
    board = Board(ROW1, hands=["R1 R2", "G8", "R1 R2"], active=1)
    board.log()
    board.place(1, "G8", (1, 1))
    assert board.state.is_over
    assert board.state.ending() == "empty_hand"
    assert board.state.returns() == [0.0, 1.0, 0.0]
    assert board.state.ranking()[0] == [1]
    assert board.texts(SPECTATOR)[1] == "The game ends: a hand is empty."


@clause("EX-130", "PY-10.5", "PY-10.7", "PY-10.18", "PY-4.5", "R-65")
def test_when_everybody_passes_in_succession_the_game_is_blocked() -> None:
    board = Board(ROW2, hands=["P[OOO]7 R1", STUCK, STUCK], active=0, dead_test=False)
    board.log()
    board.place(0, "R1", (3, 1))
    assert board.state.is_over
    assert board.state.ending() == "all_passed"
    assert "The game is blocked: everybody passed in succession." in board.texts(1)
    assert board.state.passes == 3


@clause("EX-131", "PY-10.8", "R-65")
def test_too_many_turns_without_a_placement() -> None:
    board = Board(ROW1, hands=["R1 R9"] * 3)
    cells = ((0, 0), (8, 0))
    for turn in range(29):
        board.swap(turn % 3, "R1", *cells)
    assert not board.state.is_over
    restarted = board.copy().place(2, "R1", (5, 1))
    assert restarted.state.idle == 0
    assert not restarted.state.is_over
    board.swap(2, "R1", *cells)
    assert board.state.ending() == "stalled"
    never = Board(ROW1, hands=["R1 R9"] * 3, stall_rounds=0)
    for turn in range(40):
        never.swap(turn % 3, "R1", *cells)
    assert not never.state.is_over


@clause("EX-132", "PY-10.10", "PY-10.11", "PY-10.12")
def test_the_dead_test() -> None:
    def dead(hands: list[str], row: str = DEAD_ROW, loose: str = "off") -> bool:
        board = Board(row, hands=hands, sets=OPERATIONS, loose_patient_swap=loose)
        return endings.is_dead(board.state)

    large = ["P[BGR]1", "P[BBOO]2", "P[BGOR]3"]
    assert dead(large)
    assert not dead(["P[BB]1", *large[1:]])
    assert not dead(["P[BGR]1 R5", *large[1:]])
    assert not dead(["P[BGR]1 S[add]5", *large[1:]])
    assert not dead(large, loose="on")
    for special in ("swap_no_reveal", "path_teleport", "path_backtrack", "path_error"):
        assert not dead(large, DEAD_ROW.replace("P[RR]6", f"S[{special}]6"))
    assert dead(large, DEAD_ROW.replace("P[RR]6", "S[remove]6"))


@clause("EX-132", "PY-10.10", "PY-10.18")
@pytest.mark.parametrize("test", [True, False])
def test_a_dead_game_ends_after_the_placement(test: bool) -> None:
    hands = ["P[BGR]1 R9", "P[BBOO]2", "P[BGOR]3"]
    board = Board(DEAD_ROW, hands=hands, dead_test=test)
    board.log()
    board.place(0, "R9", (1, 1))
    assert board.state.ending() == ("dead" if test else "")
    if test:
        assert board.state.ranking() == [[0], [1, 2]]


@clause("EX-133", "PY-10.9", "PY-10.14", "R-68")
def test_the_first_ending_that_holds_is_reported() -> None:
    board = Board(ROW1, hands=["R1 R9"] * 3)
    state = board.state
    state.turns = 200
    assert endings.blocked(state) == TURN_CAP
    state.idle = 30
    assert endings.blocked(state) == STALLED
    state.passes = 3
    assert endings.blocked(state) == ALL_PASSED
    state.passes = 0
    dead = Board(DEAD_ROW, hands=["P[BGR]1", "P[BBOO]2", "P[BGOR]3"])
    dead.state.turns, dead.state.idle, dead.state.main = 200, 30, PLACED
    assert endings.blocked(dead.state) == DEAD
    state.turns = state.idle = 0
    assert endings.blocked(state) == GAME_ON


@clause("PY-10.9", "R-65")
def test_the_most_turns() -> None:
    board = Board(ROW1, hands=["R1 R9"] * 3, turn_cap=2, stall_rounds=0)
    board.swap(0, "R1", (0, 0), (8, 0))
    assert not board.state.is_over
    board.swap(1, "R1", (0, 0), (8, 0))
    assert board.state.ending() == "turn_cap"
    with pytest.raises(OptionError, match="never end") as error:
        GAME.check_options({"turn_cap": 0, "stall_rounds": 0}, 3)
    assert error.value.clause == "PY-10.9"


@clause("EX-134", "PY-10.15", "PY-10.16", "PY-10.20", "R-66", "R-67", "INV-33")
def test_fewest_cards_and_then_fewest_icons_win_a_blocked_game() -> None:
    hands = ["P[BGR]1 R4", "P[RR]1 P[GG]2", "R1 R2 R3"]
    board = Board(ROW1, hands=hands)
    endings.conclude(board.state, STALLED)
    assert board.state.ranking() == [[0], [1], [2]]
    assert board.state.returns() == [1.0, 0.0, 0.0]


@clause("PY-10.15", "PY-10.16")
def test_the_end_tells_how_the_points_came_together() -> None:
    board = Board(ROW1, hands=["P[BGR]1 R4", "P[RR]1 P[GG]2", "R1 R2 R3"])
    assert [hand["sheet"] for hand in board.state.view(0)["hands"]] == [None, None, None]
    endings.conclude(board.state, STALLED)
    sheets = [hand["sheet"] for hand in board.state.view(SPECTATOR)["hands"]]
    assert [sheet["left"] for sheet in sheets] == [-2, -2, -3]
    assert [sheet["icons"] for sheet in sheets] == [3, 4, 0]
    assert [sheet["total"] for sheet in sheets] == board.state.scores()
    assert [sheet["dealt"] + sheet["left"] for sheet in sheets] == board.state.scores()


@clause("EX-135", "PY-10.17", "PY-10.19", "PY-10.20", "R-66", "R-67", "INV-35")
def test_a_tie_is_shared() -> None:
    board = Board(ROW1, hands=["P[BGR]1", "P[OOO]2", "R1 R2"])
    board.log()
    endings.conclude(board.state, STALLED)
    assert board.state.ranking() == [[0, 1], [2]]
    assert board.state.returns() == [0.5, 0.5, 0.0]
    assert board.texts(SPECTATOR)[-1] == "Seat 1 and Seat 2 win together."


@clause("PY-10.21", "R-67")
def test_at_the_end_all_hands_are_shown() -> None:
    board = Board(ROW1, hands=["G8", "R1 P[GG]2", "O1"])
    board.log()
    assert board.state.view(0)["hands"][1]["cards"] == []
    board.place(0, "G8", (1, 1))
    for viewer in (0, 2, SPECTATOR):
        hand = board.state.view(viewer)["hands"][1]
        assert [card["notation"] for card in hand["cards"]] == ["R1", "P[GG]2"]
    assert "Seat 2 still holds red 1 and patient 2 (green and green)." in board.texts(2)


@clause("PY-10.22", "PY-0.6", "INV-36")
def test_every_game_stands_by_itself() -> None:
    first = new(3, "same")
    other = new(3, "between")
    again = new(3, "same")
    assert first.digest() == again.digest() != other.digest()


@clause("PY-10.3")
def test_an_effect_can_empty_the_hand() -> None:
    for special, last, cell in (
        ("add", "G5", (5, 1)),
        ("extend", "G9", (12, 0)),
        ("patient_easy", "P[BR]3", (3, -1)),
    ):
        board = Board(ROW2, hands=[f"S[{special}]8 {last}"], sets=OPERATIONS)
        board.place(0, f"S[{special}]8", (3, 1))
        board.do(0, last)
        if board.question(0) == "easy_type":
            board.do(0, "without:B")
        if not board.state.is_over:
            board.do(0, cell)
        assert board.state.is_over, special
        assert board.state.ranking()[0] == [0]
