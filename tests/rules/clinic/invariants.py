"""What holds in every position of Clinic (INV)."""

from tests.rules.clinic.table import buildings, touching
from wardround.core import State
from wardround.games.clinic import GAME
from wardround.games.clinic.board import CELLS, EDGES, GROUND, LOTS, in_line
from wardround.games.clinic.material import (
    ALL_SERVICES,
    BIG_LOT,
    BONUS_PATIENT,
    BONUS_STAFF,
    COLUMN,
    CONSULTATION,
    EMPTY,
    GARDEN,
    HELIPAD,
    KIND,
    LOT,
    OFFICE,
    OUT,
    QUEUE,
    ROOM,
    SERVICE,
    WAITING,
    label_of,
    patient_place,
)
from wardround.games.clinic.round import FLOW
from wardround.games.clinic.state import Clinic, Table, hosts

PARKING = ("park", "car_leaves", "repark")


def invariants(state: State) -> None:
    """Everything of INV-1 to INV-43 that a single position shows."""
    assert isinstance(state, Table)
    conserved(state)
    for seat, mine in enumerate(state.clinics):
        money(mine)
        geometry(state, mine)
        edges_and_discs(state, mine)
        people(state, seat, mine)
    queues(state)
    assert sorted(state.order) == list(range(state.players)) or not state.order


def conserved(state: Table) -> None:
    """INV-1 to INV-4 and INV-6, once the board is filled."""
    terms = state.terms
    if sum(state.doctor_pool) + sum(state.patient_pool) == 0:
        return
    clinics = state.clinics
    sick = sum(state.patient_pool) + state.patients_out + sum(c >= 0 for c in state.queues)
    sick += sum(len(mine.patients) for mine in clinics)
    bonus = sum(mine.bonus == BONUS_PATIENT for mine in clinics)
    assert sick == sum(terms.patient_pool) + bonus, "INV-1"
    doctors = sum(state.doctor_pool) + state.doctors_out + sum(c >= 0 for c in state.university)
    doctors += sum(len(mine.doctors) for mine in clinics)
    assert doctors == sum(terms.doctor_pool) + state.players, "INV-2"
    staff = state.staff + sum(len(mine.staff) for mine in clinics)
    assert staff == terms.staff + sum(mine.bonus == BONUS_STAFF for mine in clinics), "INV-3"
    assert 0 <= state.nurses <= terms.nurses * (1 if terms.nurses_refresh else state.round + 1), (
        "INV-4"
    )
    used = [0] * len(state.stocks)
    for mine in clinics:
        for thing in mine.cells:
            if thing != EMPTY:
                used[stock_of(thing)] += 1
        used[11] += sum(mine.entrances)
        used[14] += len(mine.discs)
        if terms.upgrade_uses_tile:
            used[12] += mine.count(BIG_LOT)
    for stock, start in enumerate(initial_stocks(state)):
        assert state.stocks[stock] + used[stock] == start, f"INV-6: stock {stock}"
        assert state.stocks[stock] >= 0, "INV-6"


def stock_of(thing: int) -> int:
    """The stock that an object came from."""
    if thing < ROOM:
        return thing - SERVICE
    if thing <= WAITING:
        return {ROOM: 5, OFFICE: 6}.get(thing, thing - 1)
    return {HELIPAD: 11, GARDEN: 13, LOT: 12, BIG_LOT: 12}[thing]


def initial_stocks(state: Table) -> list[int]:
    """The stocks before anything was built."""
    fresh = GAME.begin(state.players, "stocks", dict(state.options))
    assert isinstance(fresh, Table)
    return fresh.stocks


def money(mine: Clinic) -> None:
    """INV-8 to INV-10."""
    assert mine.cash >= 0, "INV-8"
    assert mine.pp >= 0, "INV-9"
    assert mine.minutes >= 0, "INV-10"
    assert mine.minutes % 5 == 0, "INV-10"


def geometry(state: Table, mine: Clinic) -> None:
    """INV-13 to INV-16 and INV-19."""
    cells, terms = mine.cells, state.terms
    for cell in range(CELLS):
        kind = KIND[cells[cell]]
        if cell % 4 >= terms.board.columns:
            assert cells[cell] == EMPTY
        if kind:
            if cell >= GROUND:
                below = cells[cell - GROUND]
                assert KIND[below] or (below == GARDEN and terms.build_above_garden), "INV-13"
            assert not any(KIND[cells[other]] == kind for other in touching(cell)), "INV-14"
        elif cells[cell] in (HELIPAD, LOT, BIG_LOT) and cell + GROUND < CELLS:
            assert cells[cell + GROUND] == EMPTY, "INV-13"
    found = buildings(cells)
    for number in set(found) - {-1}:
        members = [cell for cell in range(CELLS) if found[cell] == number]
        floors = [cell // GROUND for cell in members if SERVICE <= cells[cell] < ROOM]
        assert len(floors) == len(set(floors)), "INV-16"
        assert floors, "INV-16"
        assert len({mine.building[cell] for cell in members}) == 1, "INV-17"
    assert mine.buildings == len(set(found) - {-1}), "INV-17"


def edges_and_discs(state: Table, mine: Clinic) -> None:
    """INV-19, INV-20, INV-21, INV-22 (a pair being placed is one step)."""
    board = state.terms.board
    for edge in range(EDGES):
        if mine.entrances[edge]:
            assert edge in board.boundary, "INV-19"
            assert KIND[mine.cells[board.edge_spaces[edge][0]]], "INV-19"
            assert not mine.cars[edge], "CL-6.30"
        assert mine.cars[edge] <= 1, "INV-21"
        if mine.cars[edge] and state.terms.strict:
            assert not any(KIND[mine.cells[g]] for g in board.edge_spaces[edge]), "INV-21"
    for ground in range(GROUND):
        room = {LOT: state.terms.lot, BIG_LOT: state.terms.big_lot}.get(mine.cells[ground], 0)
        assert mine.cars[LOTS + ground] <= room, "INV-21"
    assert len(mine.discs) != 1, "INV-22"
    if mine.discs:
        reached = {mine.discs[0]}
        for _ in mine.discs:
            reached |= {d for d in mine.discs if any(in_line(d, other) for other in reached)}
        assert reached == set(mine.discs), "INV-22"
        assert all(KIND[mine.cells[disc]] for disc in mine.discs), "INV-19"


def people(state: Table, seat: int, mine: Clinic) -> None:
    """INV-5, INV-15, INV-30, INV-31, INV-33, INV-34."""
    open_questions = [question.name() for question in state.stacks[seat]]
    if not any(name in PARKING for name in open_questions):
        persons = len(mine.doctors) + len(mine.nurses) + len(mine.staff) + len(mine.patients)
        if "start_edge" not in open_questions and state.then not in FLOW[:4]:
            assert mine.parked() == persons, "INV-5"
    if "bonus_office" not in open_questions:
        for cell in range(CELLS):
            if mine.cells[cell] == ROOM:
                assert any(mine.cells[other] == OFFICE for other in touching(cell)), "INV-15"
    slots = [0] * ALL_SERVICES
    for code in mine.patients:
        place = patient_place(code)
        if place == COLUMN:
            slots[label_of(code)] += 1
            assert state.phase == 0 or mine.owns_service(label_of(code)), "INV-30"
        elif mine.cells[place] != CONSULTATION:
            assert label_of(code) in hosts(state, mine, place), "INV-31"
    assert max(slots) <= state.terms.column_slots, "INV-30"
    assert all(KIND[mine.cells[place]] for place in mine.nurses if place != OUT), "INV-7"


def queues(state: Table) -> None:
    """INV-29."""
    for row in range(state.rows()):
        places = state.queues[QUEUE * row : QUEUE * row + QUEUE]
        assert places == sorted(places, key=lambda colour: colour < 0), "INV-29"
