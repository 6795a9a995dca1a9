"""What lies on the table, and the elementary ways in which it changes."""

from collections.abc import Mapping
from typing import ClassVar, Final

from wardround.core import Chance, Declaration, Holder, OptionValue, State, Zone, owner_only
from wardround.games.clinic.board import CELLS, EDGES, GROUND, NOWHERE, PLACES
from wardround.games.clinic.material import (
    ACTIONS,
    ALL_SERVICES,
    BIG_LOT,
    CLASS,
    CONSULTATION,
    DOCTOR,
    EMPTY,
    GARDEN,
    HELIPAD,
    KIND,
    LOT,
    NO_ACTION,
    NO_BONUS,
    NO_CARD,
    NOBODY,
    NURSE,
    OBJECTS,
    OPERATING,
    OUT,
    QUEUE,
    ROOM,
    SERVICE,
    STAFF,
    STOCK_DISC,
    STOCK_ENTRANCE,
    STOCK_GARDEN,
    STOCK_LOT,
    STOCK_OF,
    STOCK_OFFICE,
    STOCK_ROOM,
    STOCK_SPECIAL,
    STOCKS,
    label_of,
    patient,
)
from wardround.games.clinic.options import USUAL_TERMS, Terms, fixed

PHASES: Final = ["Set-up", "Actions", "Move", "Business", "Administration", "End"]
SET_UP: Final = 0
ACTION: Final = 1
MOVE: Final = 2
BUSINESS: Final = 3
ADMINISTRATION: Final = 4
FINISHED: Final = 5
LEDGER: Final = (
    "care",
    "salaries",
    "upkeep",
    "saved",
    "helipads",
    "result",
    "cash_before",
    "sold",
    "missing",
    "bought",
    "cash_after",
    "owed",
)
"""What a player's ledger keeps of the last Business phase; ``owed`` is the debt of the round before
that it paid."""
INCOME: Final = LEDGER.index("care")
RESULT: Final = LEDGER.index("result")
SOLD: Final = LEDGER.index("sold")
MISSING: Final = LEDGER.index("missing")
BOUGHT: Final = LEDGER.index("bought")
CASH_AFTER: Final = LEDGER.index("cash_after")
UNPLACED: Final = -1
FIRST_RELEASE: Final = "1"
"""The version of the rules whose records are played on by its rulings (R-80)."""


class Survey:
    """What follows from the objects and discs of a clinic alone, until something is built.

    Copies of a clinic share it: it is filled in when first asked for, and whatever is built leads
    to a new one.

    Args:
        cells: The object on each space.
    """

    def __init__(self, cells: list[int]) -> None:
        self.counts = [0] * len(OBJECTS)
        self.modules: list[int] = []
        self.pads: list[int] = []
        for cell, thing in enumerate(cells):
            if thing != EMPTY:
                self.counts[thing] += 1
                if KIND[thing] != 0:
                    self.modules.append(cell)
                elif thing == HELIPAD:
                    self.pads.append(cell)
        self.hosts: dict[int, list[int]] = {}
        self.sites: dict[int, list[int]] = {}
        self.walks: dict[int, list[int]] = {}


class Clinic(Holder):
    """One player's board and everything in front of the player.

    ``cells`` holds the object on each space, ``building`` the number of the building that a module
    belongs to, ``height`` the first space above each ground space that is still empty. People are
    codes (``material.patient`` and so on) in ascending lists. In the Move phase ``people`` holds
    everybody in the order of CL-10.37 and ``goals`` their places (-1: not chosen yet). Copies share
    the lists that are replaced where they change, never changed in place.
    """

    def __init__(self, like: "Clinic | None" = None) -> None:
        """An empty board, or a copy of one."""
        if like is None:
            self.cells: list[int] = []
            self.building: list[int] = []
            self.height: list[int] = []
            self.buildings = 0
            self.discs: list[int] = []
            self.entrances: list[int] = []
            self.cars: list[int] = []
            self.patients: list[int] = []
            self.doctors: list[int] = []
            self.nurses: list[int] = []
            self.staff: list[int] = []
            self.used_actions: list[int] = []
            self.chosen: list[int] = []
            self.shut: list[int] = []
            self.used_pads: list[int] = []
            self.gates: list[int] = []
            self.xs: list[int] = []
            self.people: list[int] = []
            self.goals: list[int] = []
            self.again: list[int] = []
            self.busy_doctors: list[int] = []
            self.busy_nurses: list[int] = []
            self.operated: list[int] = []
            self.ledger: list[int] = []
            self.cash = 0
            self.pp = 0
            self.arrival = 0
            self.minutes = 0
            self.round_minutes = 0
            self.credit = 0
            self.debt = 0
            self.bonus = NO_BONUS
            self.card = NO_CARD
            self.service_built = False
            self.special_built = False
            self.left = 0
            self.office_done = False
            self.hired_doctor = False
            self.hired_other = False
            self.qp = 0
            self.reparked = 0
            self.planned = False
            self._survey: Survey | None = None
        else:
            self.cells = like.cells
            self.building = like.building
            self.height = like.height
            self.buildings = like.buildings
            self.discs = like.discs
            self.entrances = like.entrances
            self.cars = like.cars[:]
            self.patients = like.patients[:]
            self.doctors = like.doctors[:]
            self.nurses = like.nurses[:]
            self.staff = like.staff[:]
            self.used_actions = like.used_actions
            self.chosen = like.chosen
            self.shut = like.shut
            self.used_pads = like.used_pads
            self.gates = like.gates
            self.xs = like.xs
            self.people = like.people
            self.goals = like.goals[:]
            self.again = like.again
            self.busy_doctors = like.busy_doctors
            self.busy_nurses = like.busy_nurses
            self.operated = like.operated
            self.ledger = like.ledger[:]
            self.cash = like.cash
            self.pp = like.pp
            self.arrival = like.arrival
            self.minutes = like.minutes
            self.round_minutes = like.round_minutes
            self.credit = like.credit
            self.debt = like.debt
            self.bonus = like.bonus
            self.card = like.card
            self.service_built = like.service_built
            self.special_built = like.special_built
            self.left = like.left
            self.office_done = like.office_done
            self.hired_doctor = like.hired_doctor
            self.hired_other = like.hired_other
            self.qp = like.qp
            self.reparked = like.reparked
            self.planned = like.planned
            self._survey = like._survey

    def copy(self) -> "Clinic":
        """An independent copy."""
        return Clinic(self)

    # --- what stands here -------------------------------------------------------------------

    def put(self, cell: int, thing: int, building: int) -> None:
        """An object comes onto a space; ``building`` is -1 for what is no module."""
        self.stand(cell, thing, building)
        self.changed()

    def stand(self, cell: int, thing: int, building: int) -> None:
        """The same for a trial, until :meth:`lift`; it must not ask the survey."""
        self._own_spaces()
        if self.cells[cell] == EMPTY:
            self.height[cell % GROUND] += 1
        self.cells[cell] = thing
        self.building[cell] = building
        self.buildings = max(self.buildings, building + 1)

    def lift(self, cell: int) -> None:
        """Take an object off again that stood there for a trial."""
        self._own_spaces()
        self.cells[cell] = EMPTY
        self.building[cell] = NOWHERE
        self.height[cell % GROUND] -= 1

    def _own_spaces(self) -> None:
        """Lists of spaces of one's own: those of before belong to copies too."""
        self.cells = self.cells[:]
        self.building = self.building[:]
        self.height = self.height[:]

    def open_entrance(self, edge: int) -> None:
        """An Entrance comes onto an edge."""
        self.entrances = self.entrances[:]
        self.entrances[edge] = 1

    def lay_disc(self, cell: int) -> None:
        """A disc comes into a module."""
        self.discs = sorted([*self.discs, cell])
        self.changed()

    def changed(self) -> None:
        """Objects or discs are others than before: the survey is out of date."""
        self._survey = None

    def survey(self) -> Survey:
        """What follows from what stands here."""
        if self._survey is None:
            self._survey = Survey(self.cells)
        return self._survey

    def is_module(self, cell: int) -> bool:
        """Whether a module stands there."""
        return KIND[self.cells[cell]] != 0

    def owns_service(self, service: int) -> bool:
        """Whether a Service of this type stands here (CL-9.7)."""
        return self.survey().counts[SERVICE + service] > 0

    def count(self, thing: int) -> int:
        """How many of these objects stand here."""
        return self.survey().counts[thing]

    def modules(self) -> list[int]:
        """Spaces with a module, ascending; not to be changed."""
        return self.survey().modules

    def pads(self) -> list[int]:
        """Spaces with a Helipad, ascending."""
        return self.survey().pads[:]

    def parked(self) -> int:
        """All Cars of the player (CL-7.1)."""
        return sum(self.cars)

    def in_slot(self, service: int) -> int:
        """Patients in the slot of a Service (CL-9.7)."""
        first = patient(60, service, 0)
        number = 0
        for code in self.patients:
            if first <= code < first + 4:
                number += 1
        return number

    def empty_consultations(self) -> list[int]:
        """Own Extreme Consultations without a Patient (CL-9.11)."""
        found: list[int] = []
        if self.survey().counts[CONSULTATION]:
            for cell in self.modules():
                if self.cells[cell] == CONSULTATION:
                    first = patient(cell, 0, 0)
                    taken = False
                    for code in self.patients:
                        taken = taken or first <= code < first + 4 * ALL_SERVICES
                    if not taken:
                        found.append(cell)
        return found

    # --- people -----------------------------------------------------------------------------

    def join(self, person: int) -> None:
        """A person comes to the player, at the place that is part of the code."""
        kind, code = person // CLASS, person % CLASS
        group = self.group(kind)
        group.append(code)
        group.sort()

    def group(self, kind: int) -> list[int]:
        """The people of one class."""
        if kind == DOCTOR:
            return self.doctors
        if kind == NURSE:
            return self.nurses
        return self.staff if kind == STAFF else self.patients


def new_clinic() -> Clinic:
    """An empty board."""
    clinic = Clinic()
    clinic.cells = [EMPTY] * CELLS
    clinic.building = [NOWHERE] * CELLS
    clinic.height = [0] * GROUND
    clinic.entrances = [0] * EDGES
    clinic.cars = [0] * PLACES
    clinic.used_actions = [0, 0, 0]
    clinic.ledger = [0] * len(LEDGER)
    clinic.cash = fixed("start_money")
    clinic.pp = fixed("start_pp")
    clinic.minutes = fixed("start_minutes")
    return clinic


class Table(State):
    """The position: everything that lies on the table, and where in the round it is.

    ``queues`` holds four spaces for each open row (colour or -1), head first; ``stocks`` the tiles
    of each type; ``order`` the seats from the least to the most popular; ``queue`` the seats that
    are still to be asked one after another; ``revealed`` what everybody chose in this phase.
    """

    derived: ClassVar[tuple[str, ...]] = ("terms",)

    def __init__(
        self, game: Declaration, players: int, chance: Chance, like: "Table | None" = None
    ) -> None:
        super().__init__(game, players, chance)
        if like is None:
            self.terms = USUAL_TERMS
            self.round = 1
            self.phase = SET_UP
            self.action_phase = 0
            self.acting = NO_ACTION
            self.arrivals = 0
            self.nurses = 0
            self.staff = 0
            self.patients_out = 0
            self.doctors_out = 0
            self.order: list[int] = []
            self.queue: list[int] = []
            self.tiles: list[int] = []
            self.stocks: list[int] = []
            self.patient_pool: list[int] = []
            self.doctor_pool: list[int] = []
            self.queues: list[int] = []
            self.university: list[int] = []
            self.types_built: list[int] = []
            self.revealed: list[int] = []
            self.clinics: list[Clinic] = []
        else:
            like.share_base(self)
            self.terms = like.terms
            self.round = like.round
            self.phase = like.phase
            self.action_phase = like.action_phase
            self.acting = like.acting
            self.arrivals = like.arrivals
            self.nurses = like.nurses
            self.staff = like.staff
            self.patients_out = like.patients_out
            self.doctors_out = like.doctors_out
            self.order = like.order
            self.queue = like.queue[:]
            self.tiles = like.tiles
            self.stocks = like.stocks[:]
            self.patient_pool = like.patient_pool[:]
            self.doctor_pool = like.doctor_pool[:]
            self.queues = like.queues[:]
            self.university = like.university[:]
            self.types_built = like.types_built
            self.revealed = like.revealed[:]
            self.clinics = [Clinic(clinic) for clinic in like.clinics]

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """Lay out the empty table (CL-2.1 to CL-2.7); the flow of the set-up does the rest."""
        self.terms = terms = Terms(options, self.players)
        self.stocks = [0] * len(STOCKS)
        self.stocks[:ALL_SERVICES] = terms.service_tiles
        self.stocks[STOCK_ROOM] = terms.room_tiles
        self.stocks[STOCK_OFFICE] = terms.office_tiles
        for special in range(STOCK_SPECIAL, STOCK_SPECIAL + 4):
            self.stocks[special] = terms.special_copies
        names = ("entrance_helipad_tiles", "parking_tiles", "garden_tiles", "disc_tiles")
        places = (STOCK_ENTRANCE, STOCK_LOT, STOCK_GARDEN, STOCK_DISC)
        for place, name in zip(places, names, strict=True):
            self.stocks[place] = fixed(name)
        self.queues = [NOBODY] * (QUEUE * terms.services_open)
        self.university = [NOBODY] * terms.university
        self.patient_pool = [0] * 4
        self.doctor_pool = [0] * 4
        self.revealed = [NO_ACTION] * self.players
        self.clinics = [new_clinic() for _ in range(self.players)]

    def holder(self, seat: int) -> Clinic:
        return self.clinics[seat]

    def copy(self) -> "Table":
        return Table(self.game, self.players, self.chance.copy(), like=self)

    def first_release(self) -> bool:
        """Whether this is a game of the first release, with its rulings (R-80)."""
        return self.rules == FIRST_RELEASE

    def never_blocked(self) -> bool:
        """Whether no Patient can take the last place of another one (CL-10.38)."""
        terms = self.terms
        return terms.never_blocked and (terms.or_same_floor or self.first_release())

    # --- queues -----------------------------------------------------------------------------

    def rows(self) -> int:
        """Number of open rows."""
        return self.terms.services_open

    def service_of(self, row: int) -> int:
        """The Service that a row belongs to (CL-2.4)."""
        return self.terms.service_order[row]

    def length(self, row: int) -> int:
        """Patients in a row."""
        number = 0
        while number < QUEUE and self.queues[QUEUE * row + number] != NOBODY:
            number += 1
        return number

    def leave_queue(self, row: int, space: int) -> int:
        """A Patient leaves a row, those behind move up (CL-3.12); the colour.

        Args:
            row: The row, from 0.
            space: The space, from 0 for the head.
        """
        place = QUEUE * row + space
        colour = self.queues[place]
        last = QUEUE * row + QUEUE - 1
        while place < last:
            self.queues[place] = self.queues[place + 1]
            place += 1
        self.queues[last] = NOBODY
        return colour

    def draw_patient(self) -> int:
        """A random Patient leaves the pool; -1 if it is empty (CL-3.10)."""
        return self._draw(self.patient_pool)

    def draw_doctor(self) -> int:
        """A random Doctor leaves the pool; -1 if it is empty (CL-12.5)."""
        return self._draw(self.doctor_pool)

    def _draw(self, pool: list[int]) -> int:
        total = pool[0] + pool[1] + pool[2] + pool[3]
        if not total:
            return NOBODY
        number = self.chance.below(total)
        colour = 0
        while number >= pool[colour]:
            number -= pool[colour]
            colour += 1
        pool[colour] -= 1
        return colour

    # --- popularity ---------------------------------------------------------------------------

    def change_pp(self, seat: int, amount: int) -> None:
        """One move of a player's marker by a net amount (CL-12.14, CL-12.15)."""
        clinic = self.clinics[seat]
        after = max(0, clinic.pp + amount)
        if after != clinic.pp:
            clinic.pp = after
            self.arrivals += 1
            clinic.arrival = self.arrivals

    def by_popularity(self) -> list[int]:
        """Seats from the least popular: fewest PP, then the later marker (CL-12.16)."""
        seats = list(range(self.players))
        keys = [(clinic.pp, -clinic.arrival) for clinic in self.clinics]
        seats.sort(key=keys.__getitem__)
        return seats

    # --- stocks and cubes -----------------------------------------------------------------------

    def take_tile(self, component: int) -> None:
        """A component leaves its stock (CL-1.10)."""
        self.stocks[STOCK_OF[component]] -= 1

    def cubes_left(self) -> int:
        """Small cubes that can still become Cars (option ``cube_supply``)."""
        used = sum(self.patient_pool) + self.nurses + self.staff
        for colour in self.queues:
            used += int(colour != NOBODY)
        for clinic in self.clinics:
            used += len(clinic.patients) + len(clinic.nurses) + len(clinic.staff)
            used += clinic.parked()
        return self.terms.cubes - used


OPEN_FIELDS: Final = (
    "stocks",
    "queue",
    *[f"clinics.{name}" for name in Clinic().saved_names() if name != "chosen"],
)
"""What is open to all (R-44), even where no view tells the order: most lists lie ascending."""
CHOSEN: Final = Zone[Table]("chosen", len(ACTIONS), owner_only, per_seat=True)
"""The action that a player chose in secret: all that is hidden (CL-4.1, CL-4.4)."""


# --- what a clinic's modules are for -----------------------------------------------------------


def hosts(table: Table, clinic: Clinic, cell: int) -> list[int]:
    """The Services whose Patients a Room or Operating Room takes (CL-6.17, CL-6.20, CL-6.24)."""
    known = clinic.survey().hosts.get(cell)
    if known is None:
        known = _hosts(table, clinic, cell)
        clinic.survey().hosts[cell] = known
    return known


def _hosts(table: Table, clinic: Clinic, cell: int) -> list[int]:
    found: list[int] = []
    thing = clinic.cells[cell]
    if thing not in (ROOM, OPERATING):
        return found
    board = table.terms.board
    on_floor = thing == ROOM or table.terms.or_same_floor
    for other in board.level[cell] if on_floor else board.neighbours[cell]:
        service = clinic.cells[other] - SERVICE
        if 0 <= service < ALL_SERVICES and service not in found:
            found.append(service)
    found.sort()
    return found


def gardens_beside(table: Table, clinic: Clinic, cell: int) -> int:
    """Gardens that touch a space (CL-11.16)."""
    number = 0
    for other in table.terms.board.neighbours[cell]:
        if clinic.cells[other] == GARDEN:
            number += 1
    return number


def lot_room(table: Table, clinic: Clinic, ground: int) -> int:
    """Cars that fit on a ground space's Parking lot; 0 if there is none (CL-7.9)."""
    thing = clinic.cells[ground]
    if thing == LOT:
        return table.terms.lot
    return table.terms.big_lot if thing == BIG_LOT else 0


def outside(clinic: Clinic) -> int:
    """Employees who wait outside."""
    doctors = [code for code in clinic.doctors if code // 4 == OUT]
    return len(doctors) + clinic.nurses.count(OUT) + clinic.staff.count(OUT)


def labels_waiting(clinic: Clinic) -> list[int]:
    """Labels of the Patients in the column."""
    return [label_of(code) for code in clinic.patients if code >= patient(60, 0, 0)]
