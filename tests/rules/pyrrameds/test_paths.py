"""PY-6: paths under the three rules."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.pyrrameds.board import (
    ROW2,
    ROWP,
    Board,
    Cell,
    Laid,
    modes,
    path_of,
)
from wardround.games.pyrrameds.cards import LETTERS, parse_card
from wardround.games.pyrrameds.geometry import CELLS, NEIGHBOURS, NUMBER, pyramid
from wardround.games.pyrrameds.paths import (
    PATIENT_LIES,
    REFERENCE,
    RULES,
    STRICT,
    WILD,
    ZIGZAG,
    Ground,
    Requirements,
    horizontal_sign,
    vertical_sign,
)
from wardround.testing import clause

ROW46 = "P[GG]1 P[OO]2 B3 G4 P[RR]5 P[BB]6"
LAID45 = {(5, 1): "P[RR]7", (7, 1): "G8", (4, 2): "R1", (6, 2): "B2"}
LAID48 = {(3, 1): "R8", (5, 1): "B9"}
LAID52 = {(5, 1): "P[RR]7", (7, 1): "P[GG]8", (6, 2): "P[OO]9", (4, 2): "R1", (5, 3): "B2"}


def verdict(row: str, laid: Laid, text: str, cell: Cell) -> str:
    return modes(row, laid, text, cell)


@clause("EX-37", "EX-38", "EX-39", "EX-40", "EX-41", "EX-42", "EX-43")
@clause("PY-6.1", "PY-6.2", "PY-6.5", "PY-6.6", "PY-6.8", "PY-6.16", "PY-6.17", "PY-6.18")
@clause("PY-6.19", "PY-6.20", "PY-6.23", "PY-6.25", "PY-6.26", "R-01", "R-03", "R-06", "R-07")
@pytest.mark.parametrize(
    ("patient", "x", "legal"),
    [
        ("P[RB]7", 3, "zrs"),
        ("P[RB]7", 5, "zr"),
        ("P[RB]7", 7, "zrs"),
        ("P[RG]7", 5, ""),
        ("P[RR]7", 5, ""),
        ("P[RBG]7", 3, "zrs"),
        ("P[RBG]7", 5, "zr"),
        ("P[RBG]7", 7, "z"),
        ("P[RB]7", 9, ""),
        ("P[RBG]7", 9, "zrs"),
    ],
)
def test_paths_along_the_row(patient: str, x: int, legal: str) -> None:
    assert verdict(ROW2, {}, patient, (x, 1)) == legal


@clause("EX-58", "PY-6.13")
def test_numbers_on_the_path_do_not_matter() -> None:
    for numbers in ("999999", "123456", "111111"):
        row = " ".join(
            f"{card[:-1]}{number}" for card, number in zip(ROW2.split(), numbers, strict=True)
        )
        assert verdict(row, {}, "P[RB]1", (5, 1)) == "zr"
        assert verdict(row, {}, "P[RBG]1", (7, 1)) == "z"


@clause("EX-44", "EX-45", "PY-6.12", "PY-6.14", "PY-6.15")
def test_up_and_then_down_is_backward() -> None:
    assert verdict(ROW2, {(7, 1): "O7"}, "P[RBO]1", (3, 1)) == ""
    assert verdict(ROWP, LAID45, "P[RBG]1", (3, 1)) == ""


@clause("EX-46", "PY-6.11", "PY-6.16", "R-02")
def test_left_and_then_right_is_backward() -> None:
    assert verdict(ROW46, {(3, 1): "R8"}, "P[RBG]1", (5, 1)) == ""


@clause("EX-47", "EX-48", "EX-49", "EX-59", "PY-6.17", "PY-6.18", "PY-6.19", "PY-6.21", "PY-6.26")
@pytest.mark.parametrize(
    ("row", "laid", "patient", "cell", "legal"),
    [
        ("P[GG]1 P[OO]2 B3 P[GO]4 P[RR]5 P[BB]6", {(3, 1): "R8"}, "P[RB]1", (4, 2), "z"),
        (ROWP, LAID48, "P[RB]1", (4, 2), "zr"),
        (ROWP, {**LAID48, (7, 1): "G8"}, "P[RBG]1", (4, 2), "z"),
        (ROW2, {(5, 1): "O7"}, "P[RO]1", (3, 1), "zr"),
    ],
)
def test_what_counts_as_left_or_right_depends_on_the_rule(
    row: str, laid: Laid, patient: str, cell: Cell, legal: str
) -> None:
    assert verdict(row, laid, patient, cell) == legal


@clause("EX-38", "EX-48")
def test_the_reference_rule_finds_the_one_order_that_works() -> None:
    assert path_of(Board(ROW2, path_rule="reference"), "P[RB]1", (5, 1)) == [(4, 0), (6, 0)]
    board = Board(ROWP, LAID48, path_rule="reference")
    assert path_of(board, "P[RB]1", (4, 2)) == [(5, 1), (3, 1)]


@clause("EX-50", "EX-51", "PY-6.9", "PY-6.10", "R-03", "R-04")
@pytest.mark.parametrize(("below", "legal"), [((3, -1), "zrs"), ((5, -1), "zr")])
def test_a_path_may_cross_the_row(below: Cell, legal: str) -> None:
    row = "P[GG]1 P[OO]2 R3 P[GO]4 P[RR]5 P[BB]6"
    assert verdict(row, {below: "B8"}, "P[RB]1", (5, 1)) == legal


@clause("EX-52", "EX-53", "PY-6.3", "PY-6.10", "PY-6.11", "R-02", "R-04")
def test_a_path_may_lead_away_from_the_row_or_sideways() -> None:
    assert verdict(ROWP, LAID52, "P[RB]1", (3, 1)) == "zrs"
    assert verdict(ROWP, {(3, 1): "R8", (1, 1): "B9"}, "P[RB]1", (5, 1)) == "zrs"


@clause("EX-54", "PY-6.4", "PY-8.15", "R-05")
@pytest.mark.parametrize("between", ["P[GO]4", "S[remove]3"])
def test_patients_and_specials_block(between: str) -> None:
    row = f"P[GG]1 P[OO]2 R3 {between} B5 P[BB]6"
    assert verdict(row, {}, "P[RB]1", (5, 1)) == ""
    assert verdict("P[GG]1 P[OO]2 R3 B4 B5 P[BB]6", {}, "P[RB]1", (5, 1)) == "zr"


@clause("EX-55", "PY-6.5", "PY-6.7")
def test_a_type_required_twice_needs_two_cards() -> None:
    row = "P[GG]1 P[OO]2 R3 R4 B5 P[BB]6"
    assert verdict(row, {}, "P[RR]1", (3, 1)) == "zrs"
    assert verdict(row, {}, "P[RRB]1", (3, 1)) == "zrs"


@clause("EX-56", "PY-6.1", "PY-6.27")
def test_five_cards_in_a_row() -> None:
    assert verdict("R1 B2 G3 O4 R5 P[BB]6", {}, "P[RBGOR]1", (1, 1)) == "zr"


@clause("EX-57", "PY-6.22")
def test_one_requirement_needs_any_neighbour() -> None:
    assert verdict(ROW2, {}, "P[R]1", (3, 1)) == "zrs"
    assert verdict(ROW2, {}, "P[R]1", (5, 1)) == "zrs"
    assert verdict(ROW2, {}, "P[R]1", (7, 1)) == ""


@clause("PY-6.14", "PY-6.17", "PY-6.18", "PY-6.19", "PY-6.20", "PY-6.21")
@pytest.mark.parametrize(
    ("step", "vertical", "zigzag", "strict", "even", "odd"),
    [
        ((-2, 0), 0, -1, -1, -1, -1),
        ((2, 0), 0, 1, 1, 1, 1),
        ((-1, 1), 1, 0, -1, -1, 0),
        ((1, 1), 1, 0, 1, 0, 1),
        ((-1, -1), -1, 0, -1, -1, 0),
        ((1, -1), -1, 0, 1, 0, 1),
    ],
)
def test_signs_of_the_kinds_of_step(
    step: Cell, vertical: int, zigzag: int, strict: int, even: int, odd: int
) -> None:
    for (x, y), reference in (((6, 2), even), ((7, 1), odd), ((6, -2), even), ((7, -1), odd)):
        start, end = NUMBER[x, y], NUMBER[x + step[0], y + step[1]]
        assert vertical_sign(start, end) == vertical
        assert horizontal_sign(ZIGZAG, start, end) == zigzag
        assert horizontal_sign(STRICT, start, end) == strict
        assert horizontal_sign(REFERENCE, start, end) == reference


# --- properties -----------------------------------------------------------------------------

FIELD = [(x, y) for x, y in (CELLS[cell] for cell in pyramid(6)) if abs(y) <= 3]
tables = st.fixed_dictionaries(
    {}, optional={cell: st.sampled_from(["R", "B", "G", "O", "P"]) for cell in FIELD}
)
needs_of = st.lists(st.sampled_from([0, 1, 2, 3]), min_size=1, max_size=4)
starts = st.sampled_from([cell for cell in FIELD if 0 < abs(cell[1]) < 3])


def ground(lying: dict[Cell, str], rule: int) -> Ground:
    """What paths can be laid over: letters are medicine, P a patient."""
    field = Ground(rule)
    for cell, letter in lying.items():
        field.lay(NUMBER[cell], PATIENT_LIES if letter == "P" else LETTERS.index(letter))
    return field


def proper(path: list[int], start: int, needs: list[int], field: Ground, rule: int) -> bool:
    """Whether a sequence of cells is a path by the letter of PY-6.1 to PY-6.16."""
    cells = [start, *path]
    steps = list(pairwise(cells))
    across = {horizontal_sign(rule, one, other) for one, other in steps} - {0}
    along = {vertical_sign(one, other) for one, other in steps} - {0}
    return (
        len(path) == len(needs)
        and len(set(cells)) == len(cells)
        and all(other in NEIGHBOURS[one] for one, other in steps)
        and sorted(field.lying[cell] for cell in path) == sorted(needs)
        and len(across) < 2
        and len(along) < 2
    )


def sequences(start: int, length: int) -> list[list[int]]:
    found = [[start]]
    for _ in range(length):
        found = [[*one, other] for one in found for other in NEIGHBOURS[one[-1]]]
    return [one[1:] for one in found]


@clause("EX-60", "INV-17", "INV-18", "PY-6.7", "PY-6.24", "PY-6.27", "PY-6.22")
@settings(max_examples=60, deadline=None)
@given(tables, needs_of, starts, st.sampled_from(range(3)))
def test_the_search_agrees_with_trying_every_sequence(
    lying: dict[Cell, str], needs: list[int], cell: Cell, rule: int
) -> None:
    lying = {one: letter for one, letter in lying.items() if one != cell}
    field = ground(lying, rule)
    start = NUMBER[cell]
    path = field.path(start, Requirements(needs))
    by_hand = any(proper(one, start, needs, field, rule) for one in sequences(start, len(needs)))
    assert bool(path) == by_hand
    assert not path or proper(path, start, needs, field, rule)


@clause("INV-14", "PY-6.23", "INV-15", "PY-6.25", "INV-16", "INV-13")
@settings(max_examples=80, deadline=None)
@given(tables, needs_of, starts)
def test_rules_are_nested_and_symmetric(
    lying: dict[Cell, str], needs: list[int], cell: Cell
) -> None:
    lying = {one: letter for one, letter in lying.items() if one != cell}
    wanted = Requirements(needs)

    def legal(rule: int, table: dict[Cell, str], at: Cell, want: Requirements = wanted) -> bool:
        return ground(table, rule).allows(NUMBER[at], want)

    zigzag, reference, strict = (legal(rule, lying, cell) for rule in range(3))
    assert strict <= reference <= zigzag
    upside_down = {(x, -y): letter for (x, y), letter in lying.items()}
    mirrored = {(10 - x, y): letter for (x, y), letter in lying.items()}
    for rule in range(3):
        assert legal(rule, upside_down, (cell[0], -cell[1])) == legal(rule, lying, cell)
    for rule in (ZIGZAG, STRICT):
        assert legal(rule, mirrored, (10 - cell[0], cell[1])) == legal(rule, lying, cell)
    other = {"R": "B", "B": "G", "G": "O", "O": "R", "P": "P"}
    renamed = {one: other[letter] for one, letter in lying.items()}
    turned = Requirements([(need + 1) % 4 for need in needs])
    for rule in range(3):
        assert legal(rule, renamed, cell, turned) == legal(rule, lying, cell)


@clause("INV-13", "PY-6.13", "PY-4.18")
def test_medicine_ignores_types_and_patients_ignore_numbers() -> None:
    for first, second in product("RBGO", repeat=2):
        one = Board(f"{first}4 {second}7 G2 O9 R5 B5")
        assert one.takes((1, 1)) == {1, 2, 3, 8, 9}
    for number in range(1, 10):
        assert Board(ROW2).why_not(f"P[RB]{number}", (5, 1)) == ""


@clause("PY-6.1", "PY-1.8", "PY-8.47")
def test_requirements_are_kept_in_the_order_of_types() -> None:
    assert parse_card("P[ROGB?]5").notation() == "P[BGOR?]5"
    assert Requirements([]).size == 0
    assert ground({}, ZIGZAG).allows(NUMBER[1, 1], Requirements([]))
    assert RULES == ["zigzag", "reference", "strict"]
    assert Requirements([WILD, 0]).spare == 1
