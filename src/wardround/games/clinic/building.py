"""Where something may be built, and why not: one predicate for each rule, and the clause with it.

Every function that ends in ``objection`` answers with the first rule that forbids it, or None.
"""

from typing import Final

from wardround.core import Objection
from wardround.games.clinic.board import GROUND, NOWHERE, in_line
from wardround.games.clinic.material import (
    BIG_LOT,
    BUILD_DISC,
    BUILD_ENTRANCE,
    BUILD_GARDEN,
    BUILD_HELIPAD,
    BUILD_LOT,
    BUILD_OFFICE,
    BUILD_ROOM,
    BUILD_SERVICE,
    BUILD_SPECIAL,
    BUILD_UPGRADE,
    BUILD_WAITING,
    COMPONENTS,
    CONSULTATION,
    EMPTY,
    GARDEN,
    HELIPAD,
    KIND,
    LABORATORY,
    LOT,
    OBJECT_OF,
    OFFICE,
    OPERATING,
    ROOM,
    SERVICE,
    STOCK_DISC,
    STOCK_OF,
    STOCK_OFFICE,
    WAITING,
)
from wardround.games.clinic.options import UNLIMITED
from wardround.games.clinic.state import Clinic, Table

NOTHING_YET: Final = -1
SPECIALISED: Final = (OPERATING, CONSULTATION, LABORATORY, WAITING)

OFF_BOARD: Final = Objection("CL-6.3", "That is outside the ground plan or above the top floor.")
OCCUPIED: Final = Objection("CL-6.4", "Something stands there already.")
ABOVE_PAD: Final = Objection("CL-6.5", "Nothing may be built above a Helipad.")
ABOVE_GARDEN: Final = Objection("CL-6.5", "That may not be built above a Garden.")
ABOVE_LOT: Final = Objection("CL-6.5", "Nothing may be built above a Parking lot.")
NO_SUPPORT: Final = Objection("CL-6.2", "Above the ground it needs a module directly below.")
CAR_IN_THE_WAY: Final = Objection("CL-6.7", "A Car is parked on an edge of that space.")
SAME_KIND: Final = Objection(
    "CL-6.15", "Two modules of the same kind may not touch in any of the six directions."
)
STANDS_ALONE: Final = Objection(
    "CL-6.12", "It must touch a module: only a Service on the ground starts a new building."
)
JOINS_BUILDINGS: Final = Objection("CL-6.13", "It would join two buildings.")
SECOND_SERVICE: Final = Objection("CL-6.16", "This floor of the building has a Service already.")
NO_OFFICE: Final = Objection(
    "CL-5.17", "The Room would touch no Office, and none can be built and paid beside it."
)
TOO_DEAR: Final = Objection("CL-4.10", "Your cash does not cover the cost.")
NOT_ON_GROUND: Final = Objection("CL-6.38", "A Parking lot stands on the ground.")
GARDEN_ON_GROUND: Final = Objection("CL-6.36", "A Garden stands on the ground in this game.")
PAD_TOO_HIGH: Final = Objection("CL-6.33", "A Helipad may not stand as high as that.")
PAD_ON_ROOF: Final = Objection("CL-6.32", "A Helipad stands directly above a module.")
NO_LOT: Final = Objection("CL-5.33", "You have no Parking lot there that was not upgraded yet.")
NOT_BESIDE_ROOM: Final = Objection("CL-5.14", "The bonus Office must touch the new Room.")
NOT_BOUNDARY: Final = Objection("CL-6.26", "An Entrance lies on an edge of the ground plan.")
POINTS_NOWHERE: Final = Objection("CL-6.26", "An Entrance must point into a module on the ground.")
HAS_ENTRANCE: Final = Objection("CL-6.29", "There is an Entrance on that edge already.")
CAR_ON_EDGE: Final = Objection("CL-6.30", "A Car stands on that edge.")
NO_MODULE: Final = Objection("CL-6.39", "A disc lies in a module.")
HAS_DISC: Final = Objection("CL-6.39", "That module holds a disc already.")
NO_PARTNER: Final = Objection("CL-6.41", "The first two discs must lie in line.")
NOT_IN_LINE: Final = Objection("CL-6.42", "It must be in line with one of your discs.")

OUT_OF_STOCK: Final = Objection("CL-1.10", "None is left in the stock.")
NOT_OPEN: Final = Objection("CL-5.28", "This Service is not in the game.")
SERVICE_DONE: Final = Objection("CL-5.22", "You have built a Service this round.")
SPECIAL_DONE: Final = Objection("CL-5.24", "You have built a Specialised Module this round.")
SERVICE_TYPE: Final = Objection("CL-5.23", "This Service has been built this round.")
SPECIAL_TYPE: Final = Objection("CL-5.25", "This Specialised Module has been built this round.")
NO_UPGRADES: Final = Objection("CL-5.33", "Lots are not upgraded in this game.")
NO_PLACE: Final = Objection("CL-5.5", "There is no place for it that you could pay.")


def cost(table: Table, component: int, cell: int) -> int:
    """What a component costs on a space (CL-5.9 to CL-5.37)."""
    terms = table.terms
    floor = cell // GROUND
    if component == BUILD_OFFICE:
        return floor + terms.cost_office
    if component <= BUILD_WAITING:
        return floor + terms.cost_module
    if component == BUILD_HELIPAD:
        return floor + terms.cost_helipad
    if component == BUILD_GARDEN:
        return floor + terms.cost_garden
    if component == BUILD_ENTRANCE:
        return terms.cost_entrance
    if component == BUILD_LOT:
        return terms.cost_lot
    return terms.cost_upgrade if component == BUILD_UPGRADE else terms.cost_disc


def prices(table: Table, component: int) -> list[list[int]]:
    """[floor, price] for each floor on which a component may stand (CL-5.9 to CL-5.37)."""
    terms = table.terms
    floors = list(range(terms.board.floors))
    ground_only = [BUILD_ENTRANCE, BUILD_LOT, BUILD_UPGRADE]
    if component in ground_only or (component == BUILD_GARDEN and not terms.garden_upper):
        floors = [0]
    elif component == BUILD_HELIPAD:
        floors = list(range(1, terms.helipad_max_floor + 1))
    return [[floor, cost(table, component, GROUND * floor)] for floor in floors]


# --- the single rules ---------------------------------------------------------------------------


def space_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """The space exists, is empty, and nothing below forbids building (CL-6.3 to CL-6.5)."""
    if not table.terms.board.has_floor(cell) or cell % 4 >= table.terms.board.columns:
        return OFF_BOARD
    if clinic.cells[cell] != EMPTY:
        return OCCUPIED
    if cell < GROUND:
        return None
    below = clinic.cells[cell - GROUND]
    if below == HELIPAD:
        return ABOVE_PAD
    if below == GARDEN and not table.terms.build_above_garden:
        return ABOVE_GARDEN
    if below in (LOT, BIG_LOT):
        return ABOVE_LOT
    return None


def support_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """A module stands on the ground or on a module (CL-6.2)."""
    if cell < GROUND or KIND[clinic.cells[cell - GROUND]] != 0:
        return None
    if clinic.cells[cell - GROUND] == GARDEN and table.terms.build_above_garden:
        return None
    return NO_SUPPORT


def car_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """No Car stands on an edge of a ground space (CL-6.7)."""
    return CAR_IN_THE_WAY if cell < GROUND and beset(table, clinic, cell) else None


def beset(table: Table, clinic: Clinic, ground: int) -> bool:
    """Whether a Car on an edge of this ground space keeps modules away (CL-7.6, CL-7.7)."""
    cars = clinic.cars
    if table.terms.per_space:
        first = 43 + 4 * ground
        return cars[first] + cars[first + 1] + cars[first + 2] + cars[first + 3] > 0
    for edge in table.terms.board.sides[ground]:
        if cars[edge]:
            return True
    return False


def kind_objection(table: Table, clinic: Clinic, cell: int, thing: int) -> Objection | None:
    """No module of the same kind is adjacent (CL-6.15)."""
    kind = KIND[thing]
    for other in table.terms.board.neighbours[cell]:
        if KIND[clinic.cells[other]] == kind:
            return SAME_KIND
    return None


def touched_buildings(table: Table, clinic: Clinic, cell: int) -> list[int]:
    """The buildings that a module on this space would touch, each once (CL-6.8)."""
    found: list[int] = []
    for other in table.terms.board.neighbours[cell]:
        building = clinic.building[other]
        if building != NOWHERE and building not in found:
            found.append(building)
    return found


def building_objection(table: Table, clinic: Clinic, cell: int, thing: int) -> Objection | None:
    """It belongs to one building, or is a Service that starts one (CL-6.11 to CL-6.13)."""
    touched = touched_buildings(table, clinic, cell)
    if len(touched) > 1:
        return JOINS_BUILDINGS
    if not touched:
        return None if SERVICE <= thing < ROOM and cell < GROUND else STANDS_ALONE
    if SERVICE <= thing < ROOM:
        return floor_objection(clinic, cell, touched[0])
    return None


def floor_objection(clinic: Clinic, cell: int, building: int) -> Objection | None:
    """A floor of a building holds one Service (CL-6.16)."""
    first = cell - cell % GROUND
    for other in range(first, first + GROUND):
        if clinic.building[other] == building and SERVICE <= clinic.cells[other] < ROOM:
            return SECOND_SERVICE
    return None


def module_objection(table: Table, clinic: Clinic, cell: int, thing: int) -> Objection | None:
    """All rules for a module except those of Rooms, and except the cost (CL-6)."""
    return (
        ground_objection(table, clinic, cell)
        or car_objection(table, clinic, cell)
        or neighbour_objection(table, clinic, cell, thing)
    )


def ground_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """What is there, or below, keeps modules of every kind away (CL-6.2 to CL-6.5)."""
    return space_objection(table, clinic, cell) or support_objection(table, clinic, cell)


def neighbour_objection(table: Table, clinic: Clinic, cell: int, thing: int) -> Objection | None:
    """What stands around keeps this module away (CL-6.11 to CL-6.16)."""
    return kind_objection(table, clinic, cell, thing) or building_objection(
        table, clinic, cell, thing
    )


def touches_office(table: Table, clinic: Clinic, cell: int) -> bool:
    """Whether a space touches an Office (CL-6.18)."""
    for other in table.terms.board.neighbours[cell]:
        if clinic.cells[other] == OFFICE:
            return True
    return False


def joined_building(table: Table, clinic: Clinic, cell: int) -> int:
    """The number of the building that a module on this space belongs to."""
    touched = touched_buildings(table, clinic, cell)
    return touched[0] if touched else clinic.buildings


def room_objection(table: Table, clinic: Clinic, cell: int, cash: int) -> Objection | None:
    """A Room and, where it must, its bonus Office find a place and can be paid (CL-5.14 to 5.18).

    Args:
        cash: What the player can spend.
    """
    objection = module_objection(table, clinic, cell, ROOM)
    if objection is not None:
        return objection
    if cost(table, BUILD_ROOM, cell) > cash:
        return TOO_DEAR
    return needed_office_objection(table, clinic, cell, cash)


def needed_office_objection(table: Table, clinic: Clinic, cell: int, cash: int) -> Objection | None:
    """A Room touches an Office, or finds a place beside it for one (CL-5.16, CL-5.17)."""
    if touches_office(table, clinic, cell):
        return None
    if not bonus_office(table, clinic):
        return NO_OFFICE
    left = cash - cost(table, BUILD_ROOM, cell)
    clinic.stand(cell, ROOM, joined_building(table, clinic, cell))
    found = False
    for other in table.terms.board.neighbours[cell]:
        if office_objection(table, clinic, other, cell, left) is None:
            found = True
            break
    clinic.lift(cell)
    return None if found else NO_OFFICE


def bonus_office(table: Table, clinic: Clinic) -> bool:
    """Whether the next Room brings the right to a bonus Office (CL-5.14, CL-5.20)."""
    if not table.stocks[STOCK_OFFICE]:
        return False
    return not (table.terms.office_per_action and clinic.office_done)


def office_objection(
    table: Table, clinic: Clinic, cell: int, room: int, cash: int
) -> Objection | None:
    """The bonus Office of a Room (CL-5.14, CL-5.15)."""
    if cell not in table.terms.board.neighbours[room]:
        return NOT_BESIDE_ROOM
    objection = module_objection(table, clinic, cell, OFFICE)
    if objection is None and cost(table, BUILD_OFFICE, cell) > cash:
        return TOO_DEAR
    return objection


def lot_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """A Parking lot on open ground (CL-6.38)."""
    return NOT_ON_GROUND if cell >= GROUND else space_objection(table, clinic, cell)


def upgrade_objection(clinic: Clinic, cell: int) -> Objection | None:
    """A lot of one's own that was not upgraded (CL-5.33)."""
    return None if clinic.cells[cell] == LOT else NO_LOT


def garden_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """A Garden on open ground or directly above a module (CL-6.36)."""
    objection = space_objection(table, clinic, cell)
    if objection is not None or cell < GROUND:
        return objection
    if not table.terms.garden_upper:
        return GARDEN_ON_GROUND
    if clinic.cells[cell - GROUND] == GARDEN and not table.first_release():
        return ABOVE_GARDEN
    return support_objection(table, clinic, cell)


def helipad_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """A Helipad directly above a module (CL-6.32, CL-6.33)."""
    if cell // GROUND > table.terms.helipad_max_floor:
        return PAD_TOO_HIGH
    if cell % 4 >= table.terms.board.columns:
        return OFF_BOARD
    if clinic.cells[cell] != EMPTY:
        return OCCUPIED
    if table.terms.board.has_floor(cell):
        objection = space_objection(table, clinic, cell)
        if objection is not None:
            return objection
    if cell < GROUND or KIND[clinic.cells[cell - GROUND]] == 0:
        return PAD_ON_ROOF
    return None


def entrance_objection(table: Table, clinic: Clinic, edge: int) -> Objection | None:
    """An Entrance on a boundary edge, into a module (CL-6.26, CL-6.29, CL-6.30)."""
    if edge not in table.terms.board.boundary:
        return NOT_BOUNDARY
    if clinic.entrances[edge]:
        return HAS_ENTRANCE
    space = table.terms.board.edge_spaces[edge][0]
    if KIND[clinic.cells[space]] == 0:
        return POINTS_NOWHERE
    return CAR_ON_EDGE if clinic.cars[edge] else None


def disc_objection(table: Table, clinic: Clinic, cell: int, partner: int) -> Objection | None:
    """A disc in a module, in line with another one (CL-6.39, CL-6.41, CL-6.42).

    Args:
        partner: The space of the first disc of a pair that is being placed; -1 otherwise.
    """
    if KIND[clinic.cells[cell]] == 0:
        return NO_MODULE
    if partner != NOWHERE:
        if cell == partner:
            return HAS_DISC
        return None if in_line(cell, partner) else NO_PARTNER
    if not clinic.discs:
        return None if has_partner(clinic, cell) else NO_PARTNER
    if cell in clinic.discs:
        return None if table.terms.many_discs else HAS_DISC
    for other in clinic.discs:
        if in_line(cell, other):
            return None
    return NOT_IN_LINE


def has_partner(clinic: Clinic, cell: int) -> bool:
    """Whether another module stands in line (CL-5.38)."""
    for other in clinic.modules():
        if in_line(cell, other):
            return True
    return False


# --- whole components -----------------------------------------------------------------------------


def place_objection(
    table: Table, clinic: Clinic, component: int, cell: int, cash: int
) -> Objection | None:
    """Whether a component may come onto a space and can be paid.

    Args:
        component: What is built; no Entrance.
        cash: What the player can spend.
    """
    objection: Objection | None
    if component == BUILD_ROOM:
        return room_objection(table, clinic, cell, cash)
    if component <= BUILD_WAITING:
        objection = module_objection(table, clinic, cell, OBJECT_OF[component])
    elif component == BUILD_LOT:
        objection = lot_objection(table, clinic, cell)
    elif component == BUILD_UPGRADE:
        objection = upgrade_objection(clinic, cell)
    elif component == BUILD_GARDEN:
        objection = garden_objection(table, clinic, cell)
    elif component == BUILD_HELIPAD:
        objection = helipad_objection(table, clinic, cell)
    else:
        objection = disc_objection(table, clinic, cell, NOWHERE)
    if objection is None and cost(table, component, cell) > cash:
        return TOO_DEAR
    return objection


def in_game(table: Table, component: int) -> bool:
    """Whether the options leave a component in the game (CL-5.28, CL-5.33)."""
    if BUILD_SERVICE <= component < BUILD_SPECIAL:
        return component - BUILD_SERVICE in table.terms.service_order
    return component != BUILD_UPGRADE or table.terms.upgrades


def limit_objection(table: Table, clinic: Clinic, component: int) -> Objection | None:
    """Stocks and the limits of the round (CL-1.10, CL-5.22 to CL-5.28)."""
    if not in_game(table, component):
        return NO_UPGRADES if component == BUILD_UPGRADE else NOT_OPEN
    if BUILD_SERVICE <= component < BUILD_SPECIAL:
        if clinic.service_built:
            return SERVICE_DONE
        if component in table.types_built:
            return SERVICE_TYPE
    elif BUILD_SPECIAL <= component <= BUILD_WAITING:
        if clinic.special_built:
            return SPECIAL_DONE
        if component in table.types_built:
            return SPECIAL_TYPE
    if component == BUILD_UPGRADE and not table.terms.upgrade_uses_tile:
        return None
    needed = 1
    if component == BUILD_DISC and not clinic.discs:
        needed = table.terms.discs_first
    return None if table.stocks[STOCK_OF[component]] >= needed else OUT_OF_STOCK


def component_objection(table: Table, clinic: Clinic, component: int) -> Objection | None:
    """Whether a component can be built at all now (CL-5.5)."""
    objection = limit_objection(table, clinic, component)
    if objection is not None:
        return objection
    if component == BUILD_ENTRANCE:
        if table.terms.cost_entrance > clinic.cash:
            return TOO_DEAR
        for edge in table.terms.board.boundary:
            if entrance_objection(table, clinic, edge) is None:
                return None
        return NO_PLACE
    for cell in likely_cells(table, clinic, component):
        if place_objection(table, clinic, component, cell, clinic.cash) is None:
            return None
    return NO_PLACE


def likely_cells(table: Table, clinic: Clinic, component: int) -> list[int]:
    """Spaces among which all legal ones for a component are."""
    if component == BUILD_DISC:
        return clinic.modules()
    if component in (BUILD_UPGRADE, BUILD_LOT):
        return table.terms.board.ground
    found: list[int] = []
    for ground in table.terms.board.ground:
        height = clinic.height[ground]
        if height < 5:
            found.append(ground + GROUND * height)
    return found


# --- whole lists ----------------------------------------------------------------------------------

SITE_OF: Final = [
    SERVICE if SERVICE <= thing < ROOM else OPERATING if thing in SPECIALISED else thing
    for thing in OBJECT_OF
]
"""An object that may stand exactly where a component may, as far as Cars and cash allow."""


def sites(table: Table, clinic: Clinic, component: int) -> list[int]:
    """Spaces, ascending, where a component may stand as far as Cars and cash allow."""
    known = clinic.survey().sites.get(SITE_OF[component])
    if known is None:
        known = _sites(table, clinic, component)
        clinic.survey().sites[SITE_OF[component]] = known
    return known


def _sites(table: Table, clinic: Clinic, component: int) -> list[int]:
    thing = OBJECT_OF[component]
    found: list[int] = []
    for cell in likely_cells(table, clinic, component):
        objection = (
            place_objection(table, clinic, component, cell, UNLIMITED)
            if KIND[thing] == 0
            else ground_objection(table, clinic, cell)
            or neighbour_objection(table, clinic, cell, thing)
        )
        if objection is None:
            found.append(cell)
    found.sort()
    return found


def places_legal(table: Table, clinic: Clinic, component: int, cash: int) -> list[int]:
    """All spaces that :func:`place_objection` allows."""
    found: list[int] = []
    for cell in sites(table, clinic, component):
        if _fits(table, clinic, component, cell, cash):
            found.append(cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
    return found


def _fits(table: Table, clinic: Clinic, component: int, cell: int, cash: int) -> bool:
    """Whether Cars and cash allow a component on one of its sites, and a Room finds its Office."""
    if cost(table, component, cell) > cash:
        return False
    if component > BUILD_WAITING:
        return True
    if cell < GROUND and beset(table, clinic, cell):
        return False
    return component != BUILD_ROOM or (needed_office_objection(table, clinic, cell, cash) is None)


def components_legal(table: Table, clinic: Clinic) -> list[int]:
    """All components that :func:`component_objection` allows."""
    found: list[int] = []
    placed = NOTHING_YET
    for component in range(len(COMPONENTS)):
        if limit_objection(table, clinic, component) is not None:
            continue
        if component == BUILD_ENTRANCE:
            if component_objection(table, clinic, component) is None:
                found.append(component)
            continue
        if placed == SITE_OF[component]:  # what may stand in the same places, at the same price
            found.append(component)
            continue
        for cell in sites(table, clinic, component):
            if _fits(table, clinic, component, cell, clinic.cash):
                found.append(component)
                placed = SITE_OF[component]
                break
    return found


def build(table: Table, clinic: Clinic, component: int, cell: int) -> None:
    """Put a component onto a space, out of the stock; payment is the caller's (CL-5.1)."""
    if component == BUILD_DISC:
        table.stocks[STOCK_DISC] -= 1
        clinic.lay_disc(cell)
        return
    thing = OBJECT_OF[component]
    building = NOWHERE
    if KIND[thing] != 0:
        building = joined_building(table, clinic, cell)
    if component != BUILD_UPGRADE or table.terms.upgrade_uses_tile:
        table.take_tile(component)
    clinic.put(cell, thing, building)
