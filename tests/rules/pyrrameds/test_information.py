"""PY-11: who knows what."""

from random import Random

import pytest

from tests.rules.pyrrameds.board import ALL, OPERATIONS, ROW1, ROW2, Board, journey, new
from wardround.core import SPECTATOR, Match
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.state import Table
from wardround.games.pyrrameds.view import unseen
from wardround.testing import clause


def seen(board: Board, viewer: int, seat: int) -> list[str]:
    """The cards of a hand that a viewer's view shows."""
    cards = board.state.view(viewer)["hands"][seat]["cards"]
    return [card["notation"] for card in cards]


@clause("PY-11.1", "PY-1.23", "PY-2.13", "R-38")
def test_what_lies_open() -> None:
    state = new(3, 1)
    for viewer in (SPECTATOR, 0, 2):
        view = state.view(viewer)
        assert len(view["deck"]) == 38
        assert view["deck"]["b01"] == "R9"
        assert len(view["out"]) == 1
        assert view["active"] == state.active
        assert view["turn"] == 1
        assert view["blocked_after"]["turns"] == [0, 200]
        assert sum(cell["card"] is not None for cell in view["pyramid"][6]["cells"]) == 7


@clause("PY-11.2", "PY-11.3", "PY-11.4", "PY-11.5", "EX-137", "PY-1.13", "PY-11.19", "R-38")
def test_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    board = Board(ROW1, hands=["R8 G7", "R1 P[GG]2 B4"])
    assert seen(board, 1, 1) == ["R1", "P[GG]2", "B4"]
    for viewer in (0, 2, SPECTATOR):
        hand = board.state.view(viewer)["hands"][1]
        assert (hand["cards"], hand["count"], hand["hidden"]) == ([], 3, 3)


@clause("PY-11.14", "EX-137")
def test_only_the_deciding_player_sees_what_is_legal() -> None:
    board = Board(ROW1, hands=["R8 G7", "R1"]).do(0, "place", "R8")
    assert board.state.legal_actions(1) == []
    assert board.state.view(1)["question"] is None
    assert board.state.view(0)["question"]["kind"] == "place_cell"
    assert board.state.status() == "Seat 1: take your turn."


@clause("PY-11.6", "PY-11.8", "PY-11.9", "PY-11.10", "EX-136", "R-20", "INV-28")
def test_a_shown_card_is_known_until_it_leaves_the_hand() -> None:
    hands = ["P[RB]1 R9 R8", "G8 O1 O9", "R1 R2"]
    board = Board(ROW2, hands=hands).place(0, "P[RB]1", (3, 1)).do(0, "seat:1")
    board.do(1, "G8").do(0, "stop")
    assert board.known(0, 1) == ["G8"]
    assert seen(board, 0, 1) == ["G8"]
    assert seen(board, 2, 1) == seen(board, SPECTATOR, 1) == []
    own = board.state.view(1)["hands"][1]["cards"]
    assert [card["known_to"] for card in own if card["notation"] == "G8"] == [[0]]
    board.swap(1, "O1", (0, 0), (2, 0)) if board.pairs("O1") else board.place(1, "O1", (9, 1))
    assert board.known(0, 1) == ["G8"]
    while board.state.active != 1:
        seat = board.state.asked()[0]
        board.state.apply(seat, board.state.legal_actions(seat)[0])
    board.place(1, "G8", (5, 1))
    assert board.known(0, 1) == []


@clause("PY-11.11", "R-20")
def test_memory_can_be_hidden_from_the_display_only() -> None:
    def position(memory: bool) -> Board:
        board = Board(ROW1, hands=["G7 R8", "R1", "R2"], show_memory=memory)
        return board.do(0, "swap", "G7", (0, 0))

    shown, hidden = position(True), position(False)
    assert seen(shown, 1, 0) == ["G7"]
    assert seen(hidden, 1, 0) == []
    assert shown.state.observation(1)["hand/2"] == hidden.state.observation(1)["hand/2"]
    assert shown.state.legal_actions(1) == hidden.state.legal_actions(1)
    green_7 = {"id": "b07", "name": "green 7"}
    assert green_7 not in shown.state.view(1)["unseen"]
    assert green_7 in hidden.state.view(1)["unseen"]


@clause("PY-11.12", "PY-11.13", "PY-1.52")
def test_the_public_log() -> None:
    board = Board(ROW1, hands=["G7 R8", "R1 R2", "R3 R4"])
    board.log()
    board.swap(0, "G7", (0, 0), (4, 0))
    assert board.texts(SPECTATOR) == [
        "Seat 1 reveals green 7 for a swap.",
        "Seat 1 swaps red 4 on place 1 of the row with green 2 on place 3 of the row.",
    ]


@clause("PY-11.15", "PY-12.5")
def test_status_and_log_hide_what_others_cannot_know() -> None:
    board = Board(ROW1, hands=["S[add]8 R5 R6", "R1"], sets=OPERATIONS)
    board.place(0, "S[add]8", (1, 1))
    before = (board.state.status(), board.state.view(1))
    board.do(0, "R5")
    assert (board.state.status(), board.state.view(1)) == before


@clause("PY-11.18", "PY-11.20", "PY-11.4", "R-20", "INV-29")
@pytest.mark.parametrize("sets", ["base", ALL])
def test_unseen_cards_fill_the_places_a_viewer_does_not_know(sets: str) -> None:
    def look(state: Table) -> None:
        for viewer in range(state.players):
            places = sum(
                len(hand) - sum(state.knows(viewer, seat, card) for card in hand)
                for seat, hand in enumerate(state.hands)
                if not state.over
            )
            in_pile = len(state.pile) - state.pile_known[viewer].bit_count()
            assert len(unseen(state, viewer)) == places + in_pile

    journey(new(4, 5, sets=sets), "unseen", look)


def who_knows(state: Table, seat: int) -> list[list[int]]:
    """For every card of a hand the viewers who know it, in an order that tells no card."""
    viewers = range(state.players + 1)
    return sorted(
        [viewer for viewer in viewers if state.known[viewer * state.players + seat] >> card & 1]
        for card in state.hands[seat]
    )


@clause("PY-11.20", "INV-29", "INV-28", "PY-11.6", "PY-11.21")
def test_a_sample_keeps_what_the_viewer_knows_and_moves_the_rest() -> None:
    rng = Random("sample")
    moved = 0

    def look(state: Table) -> None:
        nonlocal moved
        if state.over or rng.random() > 0.2:
            return
        viewer = rng.randrange(state.players)
        world = state.determinize(viewer, rng)
        assert isinstance(world, Table)
        assert world.hands[viewer] == state.hands[viewer]
        for other in range(state.players + 1):
            for seat in range(state.players):
                known = world.known[other * state.players + seat]
                assert all(card in world.hands[seat] for card in range(77) if known >> card & 1)
                if viewer in (seat, other):
                    assert known == state.known[other * state.players + seat]
        for seat in range(state.players):
            assert who_knows(world, seat) == who_knows(state, seat)
        moved += world.hands != state.hands
        assert world.observation(viewer) == state.observation(viewer)

    journey(new(4, 6, sets=ALL), "sample", look)
    assert moved > 10


@clause("PY-11.17", "PY-2.14")
def test_the_pile_is_known_until_it_is_shuffled() -> None:
    state = new(3, 2, sets=OPERATIONS, row_size="6")
    assert len(state.pile) == 2
    assert len(state.view(SPECTATOR)["pile"]["cards"]) == 2
    assert state.out == []


def test_labels_call_the_players_by_their_names() -> None:
    match = Match(GAME, 3, 4, {"sets": ALL}, ["Ada", "{0}", "Cleo"])
    rng = Random(2)
    said = ""
    while not match.state.is_over:
        seat = match.state.asked()[0]
        said += " ".join(one.label + one.sentence for one in match.state.choices(seat))
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    hands = [hand["label"].split(":")[0] for hand in match.state.view(0)["hands"]]
    assert hands == ["Hand of Ada", "Hand of {0}", "Hand of Cleo"]
    assert "must show you a card" in said or "Look at the hand" in said
    assert "seat 1" not in said.lower()
