"""PY-2: the deal. PY-13: chance. PY-12: the action list."""

from collections import Counter

import pytest

from tests.rules.pyrrameds.board import ALL, OPERATIONS, Board, journey, new
from wardround.core import Chance, Match, Record, replay
from wardround.games.pyrrameds import GAME, actions
from wardround.games.pyrrameds.cards import FIRST, MEDICINE, PATIENT, SIZES
from wardround.games.pyrrameds.geometry import CELLS, pyramid, starting_row
from wardround.games.pyrrameds.round import FLOW
from wardround.games.pyrrameds.state import Table
from wardround.testing import clause

HANDS = {
    ("base", "6"): {2: (16, 0), 3: (10, 2), 4: (8, 0), 5: (6, 2), 6: (5, 2)},
    ("base", "7"): {2: (15, 1), 3: (10, 1), 4: (7, 3), 5: (6, 1), 6: (5, 1)},
    ("base", "8"): {2: (15, 0), 3: (10, 0), 4: (7, 2), 5: (6, 0), 6: (5, 0)},
    (OPERATIONS, "6"): {2: (23, 1), 3: (15, 2), 4: (11, 3), 5: (9, 2), 6: (7, 5)},
    (OPERATIONS, "8"): {2: (22, 1), 3: (15, 0), 4: (11, 1), 5: (9, 0), 6: (7, 3)},
    ("base+intensive_care", "8"): {2: (27, 0), 3: (18, 0), 4: (13, 2), 5: (10, 4), 6: (9, 0)},
    ("base+intensive_care", "10"): {2: (26, 0), 3: (17, 1), 4: (13, 0), 5: (10, 2), 6: (8, 4)},
    (ALL, "8"): {2: (34, 1), 3: (23, 0), 4: (17, 1), 5: (13, 4), 6: (11, 3)},
    (ALL, "9"): {2: (34, 0), 3: (22, 2), 4: (17, 0), 5: (13, 3), 6: (11, 2)},
}


@clause("PY-2.12", "PY-2.13", "PY-2.15", "PY-2.20", "EX-128", "INV-08", "PY-2.17")
@pytest.mark.parametrize("case", HANDS)
def test_hands_and_leftovers(case: tuple[str, str]) -> None:
    sets, row = case
    for players, (size, left) in HANDS[case].items():
        state = new(players, 1, sets=sets, row_size=row)
        assert [len(hand) for hand in state.hands] == [size] * players
        leftovers = state.pile if "operations" in sets else state.out
        assert len(leftovers) == left < players
        assert players * size + left + int(row) == len(state.deck.in_use)


@clause("EX-129", "PY-2.5", "PY-2.8", "PY-2.24", "EX-128", "R-31", "R-32", "R-70")
@pytest.mark.parametrize(
    ("sets", "fitted", "book"),
    [
        ("base", [8, 7, 6, 6, 6], 6),
        (OPERATIONS, [8] * 5, 6),
        ("base+intensive_care", [10, 10, 10, 8, 8], 8),
        (ALL, [9] * 5, 8),
    ],
)
def test_row_sizes(sets: str, fitted: list[int], book: int) -> None:
    for players, row in zip(range(2, 7), fitted, strict=True):
        assert new(players, sets=sets).terms.row == row
        for preset in ("recommended", "book"):
            assert new(players, sets=sets, preset=preset, row_size="fitted").terms.row == row
            assert new(players, sets=sets, preset=preset, row_size="book").terms.row == book
        assert new(players, sets=sets, preset="book").terms.row == book


@clause("PY-2.6")
@pytest.mark.parametrize(
    ("sets", "auto", "book"),
    [
        ("base", [8, 7, 6, 6, 6], 6),
        (OPERATIONS, [8] * 5, 6),
        ("base+intensive_care", [8] * 5, 8),
        (ALL, [9] * 5, 8),
    ],
)
def test_row_sizes_of_the_first_release(sets: str, auto: list[int], book: int) -> None:
    for players, row in zip(range(2, 7), auto, strict=True):
        for preset in ("recommended", "book"):
            assert new(players, sets=sets, preset=preset, row_size="auto").terms.row == row
        assert new(players, sets=sets, row_size="preset").terms.row == row
        assert new(players, sets=sets, row_size="preset", preset="book").terms.row == book


@clause("PY-2.7", "PY-2.21", "PY-2.23")
def test_any_row_from_four_to_ten() -> None:
    for row in range(4, 11):
        assert new(4, row_size=str(row)).terms.row == row
    assert new(2, sets=ALL, row_size="4").hand_size == 36
    assert new(6, row_size="9").hand_size == new(6, row_size="10").hand_size == 4
    small = new(2, row_size="4")
    assert small.hand_size == 17 > len(pyramid(4)) - 4


@clause("PY-2.1", "PY-2.2", "PY-2.3", "PY-2.4", "PY-2.18", "INV-09", "PY-18.5", "PY-11.5")
def test_everybody_begins_with_two_medicine_cards_and_two_patients() -> None:
    for seed in range(30):
        for hand in new(6, seed).hands:
            kinds = Counter(kind_of(card) for card in hand)
            assert kinds[MEDICINE] >= 2
            assert kinds[PATIENT] >= 2


def kind_of(card: int) -> int:
    """The kind of a card of the canonical base deck."""
    return MEDICINE if card < 20 else PATIENT


@clause("PY-2.9", "PY-2.10", "R-30")
def test_the_row_may_hold_any_kind() -> None:
    kinds: set[int] = set()
    for seed in range(20):
        state = new(4, seed, sets=OPERATIONS)
        row = [state.cells[cell] for cell in starting_row(state.terms.row)]
        assert all(card >= 0 for card in row)
        assert len(state.occupied()) == state.terms.row
        kinds |= {state.faces[card].kind for card in row}
    assert kinds == {0, 1, 2}


@clause("PY-2.14", "R-56")
def test_leftovers_form_a_pile_only_with_operations() -> None:
    assert new(4, sets=OPERATIONS).view(0)["pile"]["count"] == 1
    base = new(3)
    assert base.view(0)["pile"] is None
    assert len(base.view(0)["out"]) == 1


@clause("PY-2.16", "C-08", "R-16")
def test_the_starting_player() -> None:
    starters = Counter(new(4, seed).start_player for seed in range(400))
    assert set(starters) == {0, 1, 2, 3}
    assert all(60 <= count <= 140 for count in starters.values())
    assert new(4, 3, start_player="2").active == 2


@clause("PY-2.19", "D-01")
def test_the_set_up_asks_nothing() -> None:
    match = Match(GAME, 3, "set-up")
    assert match.version == 0
    assert match.state.asked() == [match.state.view(0)["active"]]


@clause("PY-2.22", "INV-07")
def test_a_hand_never_grows_above_its_first_size() -> None:
    def look(state: Table) -> None:
        assert all(len(hand) <= state.hand_size for hand in state.hands)

    for seed in range(3):
        journey(new(4, seed, sets=ALL), seed, look)


# --- chance ---------------------------------------------------------------------------------


@clause("C-05", "C-06", "C-07")
def test_every_card_comes_everywhere() -> None:
    in_row: Counter[int] = Counter()
    in_hand: Counter[int] = Counter()
    games = 600
    for seed in range(games):
        state = new(4, seed, row_size="6")
        in_row.update(state.cells[cell] for cell in starting_row(6))
        in_hand.update(state.hands[0])
    medicine = sum(in_row[card] for card in range(20)) / (20 * games)
    patients = sum(in_row[card] for card in range(20, 38)) / (18 * games)
    assert medicine == pytest.approx(6 / 22 * 12 / 20, abs=0.02)
    assert patients == pytest.approx(6 / 22 * 10 / 18, abs=0.02)
    for card in range(38):
        expected = 8 / 38
        assert in_hand[card] / games == pytest.approx(expected, abs=0.08)


@clause("PY-13.1", "PY-13.3", "C-09")
def test_after_the_set_up_only_replace_hand_draws() -> None:
    match = Match(GAME, 3, "chance", {"sets": "base+intensive_care"})
    while not match.state.is_over and match.version < 200:
        seat = match.state.asked()[0]
        match.act(seat, match.state.legal_actions(seat)[-1])
        assert match.last_chance() == []
    board = Board(
        "R4 B7 G2 O9 R5 B5", hands=["S[replace_hand]8 R1 R2 R3"], sets=OPERATIONS, pile="G1 G2"
    ).place(0, "S[replace_hand]8", (1, 1))
    drawn = board.state.chance.record()
    board.do(0, "R1", "stop")
    assert len(drawn) == 2


@clause("PY-13.2", "C-01", "C-02", "C-03", "C-04")
def test_chance_comes_in_a_fixed_order() -> None:
    state = GAME.begin(3, "order", GAME.check_options({"deck": "generated"}, 3))
    assert isinstance(state, Table)
    drawn = state.chance.record()
    FLOW[0](state)
    deck = len(drawn)
    FLOW[1](state)
    dealt = len(drawn) - deck
    FLOW[2](state)
    assert deck == 60 + 44 + 19
    assert dealt == (20 - 1) + (18 - 1) + (38 - 12 - 1)
    assert len(drawn) == deck + dealt + 1


@clause("INV-36", "PY-0.6")
@pytest.mark.parametrize("deck", ["canonical", "generated"])
def test_a_record_replays(deck: str) -> None:
    match = Match(GAME, 4, "record", {"sets": ALL, "deck": deck})
    for _ in range(60):
        seat = match.state.asked()[0]
        legal = match.state.legal_actions(seat)
        match.act(seat, legal[len(legal) // 2])
    again = match.record()
    assert isinstance(again, Record)
    assert replay(again, GAME).state.digest() == match.state.digest()
    restored = GAME.restore(match.state.snapshot())
    assert restored.digest() == match.state.digest()


# --- the action list ------------------------------------------------------------------------


@clause("PY-12.1", "PY-12.2", "PY-12.3")
def test_the_number_of_actions() -> None:
    def count(row: int, operations: bool, intensive: bool, players: int = 6) -> int:
        cards = SIZES[0] + operations * SIZES[1] + intensive * SIZES[2]
        return actions.distinct_actions(players, row, cards, operations, intensive)

    assert count(6, False, False) == 84
    assert count(8, False, False) == 112
    assert count(8, False, True) == 136
    assert count(8, True, False) == 167
    assert count(9, True, True) == 215
    assert count(10, True, True) == GAME.num_actions == 238


@clause("PY-12.1", "PY-1.25", "PY-3.22")
def test_the_order_of_the_actions() -> None:
    notations = [GAME.notation(action) for action in range(GAME.num_actions)]
    assert notations[:4] == ["place", "swap", "pass", "b01"]
    assert notations[actions.CARD + FIRST[1]] == "s01"
    assert notations[actions.CELL] == "(9,-11)"
    assert notations[actions.PLAYER : actions.STOP] == [f"seat:{seat}" for seat in range(6)]
    assert notations[actions.STOP] == "stop"
    assert notations[-1] == "without:?"
    x, y = CELLS[40]
    assert GAME.parse(f"({x},{y})") == actions.CELL + 40


@clause("INV-37", "INV-24", "INV-25", "PY-12.1", "PY-12.4")
def test_legal_lists_stay_within_the_action_list() -> None:
    def look(state: Table) -> None:
        asked = state.asked()
        assert len(asked) == (0 if state.is_over else 1)
        for seat in asked:
            legal = state.legal_actions(seat)
            assert 1 < len(legal) <= len(state.belonging) + 1
            kind = state.stacks[seat][-1].name()
            assert seat == state.active or kind == "show_card"

    for seed in range(3):
        journey(new(5, seed, sets=ALL), seed, look)


@clause("PY-12.8", "PY-12.9", "PY-1.12")
def test_equal_faces_stay_separate_and_hands_have_no_order() -> None:
    board = Board("R4 B7 G2 O9 R5 B5", hands=["R8 R8 G1"]).do(0, "place")
    cards = [action for action in board.state.legal_actions(0) if action < actions.CELL]
    assert len(cards) == 3
    assert board.state.hands[0] == sorted(board.state.hands[0])


@clause("PY-13.2")
def test_the_seed_is_the_only_source() -> None:
    assert Chance("a").below(1000) == Chance("a").below(1000)
