"""Components, set-up, chance (CL-1, CL-2, CH)."""

from collections import Counter

import pytest

from tests.rules.clinic.table import (
    CELL,
    Plan,
    at_table,
    clinic,
    flow,
    places,
    queue,
    table,
    thing_at,
    why,
)
from wardround.core import OptionError, SeatError
from wardround.games.clinic import GAME
from wardround.games.clinic.board import BOARDS, EDGE_NAMES, cell_name
from wardround.games.clinic.material import BONUS, OUT, SERVICES
from wardround.games.clinic.options import PARAMETERS, Terms
from wardround.games.clinic.state import Table
from wardround.testing import Scenario, clause, given


def terms(players: int, **options: object) -> Terms:
    return Terms(GAME.check_options(options, players), players)


def after_bonus(*wanted: str, players: int = 2, **options: object) -> Scenario:
    """The initial clinics are being built; seat k has the k-th bonus tile wanted."""
    s = given(GAME, players, options)

    def give(snapshot: dict[str, object]) -> None:
        snapshot["questions"] = [[] for _ in range(players)]
        snapshot["order"] = list(range(players))
        snapshot["queue"] = []
        clinics = snapshot["clinics"]
        assert isinstance(clinics, list)
        for seat in range(players):
            clinics[seat]["bonus"] = BONUS.index(wanted[seat % len(wanted)])

    return s.edit_with(give).go_on()


def opened(s: Scenario, seat: int = 0) -> Scenario:
    """The seat builds its initial clinic at b1."""
    return s.when(seat, "edge:b1S", "at:c1", "at:c2")


@clause("CL-1.1", "CL-1.16")
@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    with pytest.raises(SeatError):
        GAME.new(players, 1)
    assert all(GAME.new(number, 1).players == number for number in (2, 3, 4))


@clause("CL-1.2", "CL-2.5", "R-72", "CL-6.3")
def test_the_boards() -> None:
    large, small = BOARDS["4x3"], BOARDS["3x3"]
    assert (len(large.cells), len(large.edges), len(large.boundary)) == (48, 31, 14)
    assert (len(small.cells), len(small.edges), len(small.boundary)) == (36, 24, 12)
    assert [EDGE_NAMES[edge] for edge in large.edges[:8]] == (
        ["a1W", "a1S", "a1E", "a1N", "b1S", "b1E", "b1N", "c1S"]
    )
    assert "c1E" in [EDGE_NAMES[edge] for edge in small.boundary]
    assert cell_name(CELL["c2.1"]) == "c2.1"


@clause("CL-1.4", "CL-1.5", "CL-1.6", "CL-1.7", "CL-1.8", "CL-1.9", "CL-2.1", "CL-2.3", "R-27")
@pytest.mark.parametrize(("players", "copies", "psychiatric"), [(2, 1, 2), (3, 2, 1), (4, 3, 0)])
def test_stocks_at_the_start(players: int, copies: int, psychiatric: int) -> None:
    s = after_bonus("Money", players=players)
    for seat in range(players):
        opened(s, seat)
    stocks = table(s).stocks
    assert stocks[0] == psychiatric
    assert stocks[1:5] == [3] * (players) + [0] * (4 - players)
    assert stocks[5:7] == [14 - players] * 2
    assert stocks[7:11] == [copies] * 4
    assert stocks[11:15] == [18 - players, 24, 12, 20]


@clause("CL-1.13", "CL-1.20", "CL-1.21", "R-40", "CL-7.17")
def test_cubes_are_unlimited_unless_the_box_counts() -> None:
    s = at_table()
    assert not table(s).terms.physical
    assert table(s).terms.cubes == 185
    used = at_table(options={"cube_supply": "physical"})
    table(used).patient_pool[0] += 185
    assert table(used).cubes_left() < 1
    assert GAME.check_options({}, 2)["cube_supply"] == "unlimited"


@clause("CL-1.11", "CL-1.12", "CL-1.14", "CL-1.15", "CL-1.18", "CL-1.19", "CL-1.22", "R-44")
def test_the_common_board_is_open() -> None:
    s = at_table(queues={"eye": "WR"})
    view = s.view(-1)
    row = view["rows"][1]
    assert [space["colour"] for space in row["spaces"]] == ["white", "red", None, None]
    assert [space["space"] for space in row["spaces"]] == [1, 2, 3, 4]
    assert view["pools"]["patients"]["counts"] == [18, 12, 5, 2]
    assert view["seats"][0]["clock"] == "0:00"
    assert {name for name in view if name in ("university", "nurses", "staff", "order")} == {
        "university",
        "nurses",
        "staff",
        "order",
    }


@clause("CL-2.2", "CL-2.4", "R-21", "CL-9.27")
@pytest.mark.parametrize(("players", "rows"), [(2, 3), (3, 4), (4, 5)])
def test_open_services(players: int, rows: int) -> None:
    chosen = terms(players)
    assert [SERVICES[number] for number in chosen.service_order] == SERVICES[:rows]
    other = terms(players, service_order="PCSME").service_order
    assert [SERVICES[number] for number in other[:2]] == ["Psychiatric", "Cardiology"]


@clause("CL-2.6", "CL-2.7", "CL-2.19", "CL-2.30")
def test_what_everybody_starts_with() -> None:
    s = after_bonus("Parking")
    for seat in (0, 1):
        mine = clinic(s, seat)
        assert (mine.cash, mine.pp, mine.minutes) == (15, 0, 0)
        assert mine.doctors == [OUT * 4]
    assert sum(table(s).doctor_pool) == 0


@clause("CL-2.8", "CL-2.9", "CH-1", "CH-2", "CL-2.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_order_and_bonus_tiles_are_random(players: int) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        state = GAME.new(players, seed)
        assert isinstance(state, Table)
        orders[tuple(state.order)] += 1
        assert len(state.tiles) == players + 1
        assert state.by_popularity() == state.order
    assert len(orders) > 1


@clause("CL-2.11", "D-01")
def test_bonus_tiles_are_taken_in_reverse_order() -> None:
    s = given(GAME, 3)
    position = table(s)
    last = position.order[-1]
    assert s.asked() == [last]
    free = {f"bonus:{BONUS[tile].lower()}" for tile in position.tiles}
    assert s.legal(last) == free
    missing = next(tile for tile in range(7) if tile not in position.tiles)
    assert why(s, f"bonus:{BONUS[missing].lower()}", last) == "CL-2.11"
    s.when(last, min(free))
    assert s.asked() == [position.order[-2]]


@clause("CL-2.12", "CL-2.14", "R-56", "CL-2.13", "CL-2.18", "CL-2.29")
@pytest.mark.parametrize("tile", BONUS)
def test_what_a_bonus_tile_brings(tile: str) -> None:
    s = opened(after_bonus(tile))
    mine = clinic(s)
    if tile in ("Garden", "Parking"):
        s.when(0, "at:a2")
        assert thing_at(s, "a2") == ("garden" if tile == "Garden" else "parking_lot")
        assert mine.cash == 15
    assert mine.doctors == [OUT * 4 + int(tile == "Doctor")]
    assert mine.nurses == ([OUT] if tile == "Nurse" else [])
    assert mine.staff == ([OUT] if tile == "Staff" else [])
    assert len(mine.patients) == int(tile == "Patient")
    cars = 2 if tile in ("Staff", "Nurse", "Patient") else 1
    for _ in range(cars):
        assert s.question(0) == "park"
        s.when(0, "auto:park")
    assert mine.parked() == cars
    assert s.question(0) == ""


@clause("CL-2.12")
def test_the_money_tile_is_five_dollars() -> None:
    s = given(GAME, 2).edit(tiles=[3, 4])
    seat = s.asked()[0]
    s.when(seat, "bonus:money")
    assert clinic(s, seat).cash == 20


@clause("CL-2.15", "CL-2.16", "CL-6.27", "D-02", "CL-2.21", "INV-20", "MD-1", "R-57")
def test_the_initial_clinic() -> None:
    s = after_bonus("Money")
    assert s.asked() == [0, 1]
    assert len(places(s, "edge")) == 14
    assert why(s, "edge:b1N") == "CL-6.26"
    s.when(0, "edge:b1S")
    assert thing_at(s, "b1") == "psychiatric_service"
    assert places(s) == {"a1", "c1", "b2", "b1.1"}
    s.when(0, "at:b1.1")
    assert places(s) == {"b1.2"} or "b1.2" in places(s) or thing_at(s, "b1.2") == "office"
    assert clinic(s).cash == 15


@clause("CL-2.17", "R-57")
def test_an_initial_room_on_floor_1_is_legal_but_inactive() -> None:
    s = after_bonus("Money").when(0, "edge:b1S", "at:b1.1")
    view = s.view(0)
    room = next(cell for cell in view["seats"][0]["cells"] if cell["cell"] == "b1.1")
    assert room["hosts"] == []


LAYOUTS = {
    "4x3": ["a1 a1S b1", "b1 b1S c1", "c1 c1S b1", "d1 d1S c1"],
    "3x3": ["a1 a1S b1", "b1 b1S c1", "c1 c1S b1", "b1 b1S a1"],
}


@clause("CL-2.20", "CH-3", "R-57")
@pytest.mark.parametrize("board", ["4x3", "3x3"])
def test_beginner_layouts(board: str) -> None:
    cards = set()
    for seed in range(6):
        s = given(GAME, 4, {"board": board, "layout": "beginner"}, seed)
        while s.question(s.asked()[0]) == "take_bonus":
            seat = s.asked()[0]
            s.when(seat, min(s.legal(seat)))
        for seat in range(4):
            mine = clinic(s, seat)
            cards.add(mine.card)
            service, edge, room = LAYOUTS[board][mine.card].split()
            assert thing_at(s, service, seat) == "psychiatric_service"
            assert thing_at(s, room, seat) == "room"
            assert thing_at(s, room + ".1", seat) == "office"
            assert mine.entrances[EDGE_NAMES.index(edge)] == 1
        assert sorted(clinic(s, seat).card for seat in range(4)) == [0, 1, 2, 3]
    assert cards == {0, 1, 2, 3}


@clause("CL-2.22", "R-10")
def test_patient_pools() -> None:
    pools = {2: [18, 12, 5, 2], 3: [26, 18, 8, 4], 4: [34, 24, 10, 6]}
    for players, pool in pools.items():
        assert terms(players).patient_pool == pool
    assert terms(2, patient_pool_2_yellow=14).patient_pool == [18, 14, 5, 2]
    with pytest.raises(OptionError):
        terms(2, patient_pool_2_yellow=15)


@clause("CL-2.23", "R-09")
def test_doctor_pools() -> None:
    pools = {2: [10, 5, 1, 0], 3: [13, 7, 2, 0], 4: [16, 9, 3, 0]}
    for players, pool in pools.items():
        assert terms(players).doctor_pool == pool
    assert terms(3, doctor_pool_red=2).doctor_pool == [13, 7, 2, 2]


@clause("CL-2.24", "CL-2.25", "CL-2.26", "CL-2.27", "CL-2.28", "CH-4", "CH-5", "R-41", "R-15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_common_board_is_filled_last(players: int) -> None:
    s = flow(at_table(players=players, university=[-1] * (players + 1)), "fill_board")
    position = table(s)
    assert [position.length(row) for row in range(position.rows())] == [1] * position.rows()
    assert len(position.university) == players + 1
    assert position.university == sorted(position.university, reverse=True)
    assert (position.nurses, position.staff) == (players, 2 * players)
    assert sum(position.patient_pool) == sum(position.terms.patient_pool) - position.rows()


@clause("CL-2.24", "CH-4", "CH-5")
def test_draws_follow_the_bag() -> None:
    exact = at_table()
    exact.chance(36, 0, 17, 15, 0, 10)
    flow(exact, "fill_board")
    assert [queue(exact, name) for name in ("psychiatric", "eye", "medicine")] == ["R", "W", "Y"]
    assert table(exact).university == [2, 1, 0]


@clause("CL-15.3", "R-24")
def test_every_number_has_a_provenance_and_a_clause() -> None:
    clauses = GAME.rules().index()
    assert len({one.id for one in PARAMETERS}) == len(PARAMETERS) > 100
    for one in PARAMETERS:
        assert one.provenance
        assert one.clause in clauses
    rows = GAME.material()[0].rows
    assert (
        "CL-11.26",
        "helipad_used",
        "Cost of a Helipad that was used",
        "3",
        "none",
        "rulebook",
    ) in rows


def test_a_plan_without_things_is_empty() -> None:
    assert clinic(at_table(Plan())).buildings == 0
