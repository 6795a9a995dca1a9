"""The evaluation of Pyrrameds: what greedy prefers, and that it beats random play."""

import pytest

from tests.rules.pyrrameds.board import OPERATIONS, ROW1, ROW2, Board
from wardround.bots import Turn, make_bot
from wardround.bots.evaluate import evaluation
from wardround.bots.evaluate.pyrrameds import Outlook
from wardround.games.dice_hospital import GAME as DICE_HOSPITAL
from wardround.games.pyrrameds import GAME
from wardround.lab import Simulation, simulate, summarize


def choice(board: Board, seat: int = 0) -> str:
    """What greedy chooses, cards as notations."""
    action = make_bot("greedy", 1).choose(Turn(board.state, seat))
    kind = GAME.notation(action)
    named = [one for one in board.state.choices(seat) if one.action == action]
    return named[0].label if kind[:1] in "bsi" and kind[1:].isdigit() else kind


def test_it_places_whenever_it_can() -> None:
    assert choice(Board(ROW1, hands=["R8 G1"])) == "place"


def test_it_places_the_hardest_patient_first() -> None:
    board = Board(ROW2, hands=["R9 P[RB]1 P[RBG]2"]).do(0, "place")
    assert choice(board) == "Patient 2 (blue, green and red)"


def test_it_takes_the_win() -> None:
    board = Board(ROW1, hands=["G8 S[add]9"], sets=OPERATIONS).place(0, "S[add]9", (3, 1))
    assert board.question(0) in ("add_card", "")
    if board.question(0):
        assert choice(board) == "Green 8"


@pytest.mark.parametrize("seed", range(12))
def test_it_asks_for_no_look_that_it_makes_nothing_of(seed: int) -> None:
    board = Board(ROW2, hands=["P[RB]1 R1 R2"]).place(0, "P[RB]1", (3, 1))
    assert board.question(0) == "name_opponent"
    assert greedy(board, seed) == "stop"
    looking = Board(ROW1, hands=["S[see_hand]9 R4 R7"], sets=OPERATIONS)
    looking.place(0, "S[see_hand]9", (3, 1))
    assert looking.question(0) == "see_hand"
    assert greedy(looking, seed) == "stop"


def test_it_carries_out_an_effect_that_helps() -> None:
    board = Board(ROW1, hands=["S[add]9 R4 P[RRRRR]1"], sets=OPERATIONS).place(0, "S[add]9", (3, 1))
    assert board.question(0) == "add_card"
    assert greedy(board, 1) != "stop"


def greedy(board: Board, seed: int) -> str:
    """What greedy with this seed chooses, as a notation."""
    return GAME.notation(make_bot("greedy", seed).choose(Turn(board.state, 0)))


def test_it_swaps_so_that_a_patient_can_be_placed() -> None:
    row = "R3 P[OO]2 P[GG]1 B4 P[RR]6 P[GG]5"
    board = Board(row, hands=["P[RB]1 R3 P[RRRR]2"], loose_patient_swap="on")
    board.state.hands[0] = [board.id_of(0, "P[RB]1"), board.id_of(0, "P[RRRR]2")]
    board.state.relist()
    bot = make_bot("greedy", 3)
    while board.question(0) and board.state.turns == 0:
        board.state.apply(0, bot.choose(Turn(board.state, 0)))
    assert board.why_not("P[RB]1", (1, 1)) == "" or any(
        board.why_not("P[RB]1", cell) == "" for cell in board.open_cells()
    )


def test_fewer_and_easier_cards_are_worth_more() -> None:
    def worth(hand: str) -> float:
        state = Board(ROW2, hands=[hand]).state
        return evaluation(state, 0).worth(state)

    assert worth("R9") > worth("R9 R8")
    assert worth("P[OO]1") > worth("P[OOO]1")
    assert worth("P[RB]1") > worth("P[OO]1"), "the first could be placed now"
    won = Board(ROW1, hands=["G8"]).place(0, "G8", (1, 1)).state
    assert evaluation(won, 0).worth(won) > 10_000


def test_another_games_position_is_refused() -> None:
    with pytest.raises(TypeError, match="Pyrrameds"):
        Outlook(DICE_HOSPITAL.new(2, 1), 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "games"), [({}, 24), ({"sets": "base+operations+intensive_care"}, 6)]
)
def test_greedy_wins_four_of_five_games_that_are_not_blocked(
    options: dict[str, str], games: int
) -> None:
    plan = Simulation.plan(GAME, ("greedy", "random"), games, "greedy", options, rotate=True)
    summary = summarize(plan, simulate(plan))
    won = next(one for one in summary.endings if one.ending == "empty_hand")
    assert won.games > games // 2
    assert won.wins[0].value >= 0.8
