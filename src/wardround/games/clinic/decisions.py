"""The questions of the game: who is asked, what may be chosen, what happens then (D-01 to D-19).

In the order of the game. Each class answers in ``objection`` which clause forbids a candidate.
Shortcuts (``auto:...``) are offered only where there are at least two ordinary answers.
"""

from typing import Final

from wardround.core import Decision, Objection, Questions
from wardround.core.words import counted
from wardround.games.clinic import actions as act
from wardround.games.clinic import admission, building, care, moving, parking
from wardround.games.clinic.board import CELLS, GROUND, NOWHERE
from wardround.games.clinic.material import (
    BONUS,
    BONUS_GARDEN,
    BONUS_MONEY,
    BUILD_DISC,
    BUILD_ENTRANCE,
    BUILD_GARDEN,
    BUILD_HELIPAD,
    BUILD_LOT,
    BUILD_OFFICE,
    BUILD_ROOM,
    BUILD_SERVICE,
    BUILD_SPECIAL,
    BUILD_WAITING,
    CLASS,
    COLUMN,
    COMPONENTS,
    DOCTOR,
    NO_COMPONENT,
    NOBODY,
    NURSE,
    OUT,
    QUEUE,
    STAFF,
    place_of,
)
from wardround.games.clinic.plan import Planner
from wardround.games.clinic.state import (
    BOUGHT,
    CASH_AFTER,
    CHOSEN,
    RESULT,
    UNPLACED,
    Clinic,
    Table,
)
from wardround.games.clinic.text import person_name

Question = Decision[Table]

ONE_ANSWER: Final = Objection("SC-1", "There is only one answer, so there is no shortcut.")


def several_legal(question: Question, state: Table, seat: int) -> bool:
    """Whether a question has at least two ordinary legal answers."""
    number = 0
    for action in question.candidates(state, seat):
        if not act.AUTO_PARK <= action <= act.AUTO_GATES and (
            question.objection(state, seat, action) is None
        ):
            number += 1
            if number == 2:
                return True
    return False


def with_shortcuts(shortcuts: list[int], ordinary: list[int]) -> list[int]:
    """The legal answers with the shortcuts before them, if those are offered."""
    return shortcuts + ordinary if len(ordinary) > 1 else ordinary


# --- set-up ---------------------------------------------------------------------------------

NOT_REVEALED: Final = Objection("CL-2.11", "That bonus tile is not there to be taken.")


class TakeBonus(Question):
    """D-01: which bonus tile is taken (CL-2.11)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.BONUS, act.BONUS + len(BONUS)))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if action - act.BONUS in state.tiles else NOT_REVEALED

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        tile = action - act.BONUS
        state.tiles = [other for other in state.tiles if other != tile]
        state.clinics[seat].bonus = tile
        if tile == BONUS_MONEY:
            state.clinics[seat].cash += admission.BONUS_MONEY
        state.tell("bonus", seat, (tile,))

    def ask(self, state: Table, seat: int) -> str:
        return "take a bonus tile"


class StartEdge(Question):
    """D-02: the Entrance and with it the Psychiatric Service (CL-2.15)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.EDGE + edge for edge in state.terms.board.edges]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action - act.EDGE in state.terms.board.boundary:
            return None
        return building.NOT_BOUNDARY

    def take(self, state: Table, seat: int, action: int) -> None:
        edge = action - act.EDGE
        cell = state.terms.board.edge_spaces[edge][0]
        clinic = state.clinics[seat]
        building.build(state, clinic, BUILD_SERVICE, cell)
        clinic.open_entrance(edge)
        state.take_tile(BUILD_ENTRANCE)
        state.tell("start_service", seat, (cell, edge))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "place your Entrance, and with it the Psychiatric Service"


class StartRoom(Question):
    """D-05 in the set-up: the free Room (CL-2.16)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return at_cells(state, BUILD_ROOM)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return building.room_objection(state, state.clinics[seat], action - act.AT, act.ALL)

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.AT
        building.build(state, state.clinics[seat], BUILD_ROOM, cell)
        state.tell("build", seat, (BUILD_ROOM, 0, cell))
        state.replace(seat, BonusOffice(cell, 1))

    def ask(self, state: Table, seat: int) -> str:
        return "place your Room beside or above the Service"


def at_cells(state: Table, component: int) -> list[int]:
    """The candidates for the place of a component: every space of the board."""
    cells = [act.AT + cell for cell in state.terms.board.cells]
    if component == BUILD_HELIPAD and state.terms.helipad_max_floor >= state.terms.board.floors:
        top = GROUND * state.terms.board.floors
        cells += [act.AT + top + ground for ground in state.terms.board.ground]
    return cells


class BonusItem(Question):
    """D-05 in the set-up: the free Garden or Parking lot of the bonus tile (CL-2.13)."""

    def component(self, state: Table, seat: int) -> int:
        """What the bonus tile brings."""
        return BUILD_GARDEN if state.clinics[seat].bonus == BONUS_GARDEN else BUILD_LOT

    def candidates(self, state: Table, seat: int) -> list[int]:
        return at_cells(state, self.component(state, seat))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return building.place_objection(
            state, state.clinics[seat], self.component(state, seat), action - act.AT, act.ALL
        )

    def take(self, state: Table, seat: int, action: int) -> None:
        component = self.component(state, seat)
        building.build(state, state.clinics[seat], component, action - act.AT)
        state.tell("build", seat, (component, 0, action - act.AT))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return f"place your free {COMPONENTS[self.component(state, seat)]}"


# --- choosing -------------------------------------------------------------------------------

USED_TWICE: Final = Objection("CL-4.2", "You have chosen that action twice this round.")


class ChooseAction(Question):
    """D-03: Build, Hire or Admit, in secret (CL-4)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.CHOOSE, act.CHOOSE + 1, act.CHOOSE + 2]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        used = state.clinics[seat].used_actions[action - act.CHOOSE]
        return None if used < state.terms.max_same_action else USED_TWICE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        chosen = action - act.CHOOSE
        state.clinics[seat].chosen = [chosen]
        audience = CHOSEN.audience(state, seat, state.players)
        state.tell("choose", seat, secret=(chosen,), seen_by=audience)

    def ask(self, state: Table, seat: int) -> str:
        return f"choose your action {state.action_phase} of the round in secret"


# --- build ----------------------------------------------------------------------------------

NOTHING_TO_MOVE: Final = Objection("CL-7.13", "You have no Car that could be moved now.")


def reparking(state: Table, seat: int) -> list[int]:
    """The candidate for moving a Car, where that is in the game (D-19)."""
    return [act.REPARK] if state.terms.free_reparking else []


def reparking_legal(state: Table, seat: int) -> list[int]:
    """That candidate, where a Car can be moved."""
    if state.terms.free_reparking and repark_objection(state, seat) is None:
        return [act.REPARK]
    return []


def repark_objection(state: Table, seat: int) -> Objection | None:
    """Whether a Car can be moved now: at most as often as there are Cars (CL-7.13)."""
    clinic = state.clinics[seat]
    if clinic.reparked < clinic.parked():
        for place in parking.places(state):
            if parking.leave_objection(state, clinic, place) is None:
                return None
    return NOTHING_TO_MOVE


class Component(Question):
    """D-04: what is built next, or end of the action (CL-5)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        types = list(range(act.BUILD, act.BUILD + len(COMPONENTS)))
        return [act.END, *reparking(state, seat), *types]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.END:
            return None
        if action == act.REPARK:
            return repark_objection(state, seat)
        return building.component_objection(state, state.clinics[seat], action - act.BUILD)

    def legal(self, state: Table, seat: int) -> list[int]:
        found = [act.END, *reparking_legal(state, seat)]
        components = building.components_legal(state, state.clinics[seat])
        found += [act.BUILD + component for component in components]
        return found

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.END:
            state.clinics[seat].left = 0
            state.pop(seat)
            return
        if action == act.REPARK:
            state.push(seat, Repark(NOWHERE))
            return
        component = action - act.BUILD
        if component == BUILD_ENTRANCE:
            state.push(seat, Entrance())
        else:
            state.push(seat, Place(component, NOWHERE))

    def warning(self, state: Table, seat: int, action: int) -> str:
        """A Build action that builds nothing is lost (CL-5.1)."""
        clinic = state.clinics[seat]
        if action != act.END or clinic.left < state.terms.components:
            return ""
        return "You have built nothing yet." if building.components_legal(state, clinic) else ""

    def ask(self, state: Table, seat: int) -> str:
        left = counted(state.clinics[seat].left, "component")
        return f"choose what to build ({left} left), or end"


def component_done(state: Table, seat: int) -> None:
    """A component is placed and paid: the next one, or the end of the action (CL-5.1)."""
    clinic = state.clinics[seat]
    clinic.left -= 1
    clinic.reparked = 0
    if clinic.left:
        state.reconsider(seat)
    else:
        state.pop(seat)


class Place(Question):
    """D-05 and D-07: the space of a component (CL-6)."""

    def __init__(self, component: int, partner: int) -> None:
        self.component = component
        self.partner = partner

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return at_cells(state, self.component)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        clinic = state.clinics[seat]
        if self.component == BUILD_DISC:
            return building.disc_objection(state, clinic, action - act.AT, self.partner)
        return building.place_objection(state, clinic, self.component, action - act.AT, clinic.cash)

    def legal(self, state: Table, seat: int) -> list[int]:
        if self.partner != NOWHERE:
            return super().legal(state, seat)
        clinic = state.clinics[seat]
        found: list[int] = []
        for cell in building.places_legal(state, clinic, self.component, clinic.cash):
            found.append(act.AT + cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return found

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        cell = action - act.AT
        if self.component == BUILD_DISC:
            if not clinic.discs and self.partner == NOWHERE and state.terms.discs_first == 2:
                state.replace(seat, Place(BUILD_DISC, cell))
                return
            if self.partner != NOWHERE:
                building.build(state, clinic, BUILD_DISC, self.partner)
        price = building.cost(state, self.component, cell)
        building.build(state, clinic, self.component, cell)
        clinic.cash -= price
        note_limits(state, clinic, self.component)
        first = () if self.partner == NOWHERE else (self.partner,)
        state.tell("build", seat, (self.component, price, *first, cell))
        state.pop(seat)
        if self.component == BUILD_ROOM and building.bonus_office(state, clinic):
            state.push(seat, BonusOffice(cell, 0))
        else:
            component_done(state, seat)

    def ask(self, state: Table, seat: int) -> str:
        if self.partner != NOWHERE:
            return "choose the module of the second disc"
        return f"choose the place of the {COMPONENTS[self.component]}"


def note_limits(state: Table, clinic: Clinic, component: int) -> None:
    """The limits of the round (CL-5.22 to CL-5.25)."""
    if BUILD_SERVICE <= component <= BUILD_WAITING:
        state.types_built = sorted([*state.types_built, component])
        if component < BUILD_SPECIAL:
            clinic.service_built = True
        else:
            clinic.special_built = True


class Entrance(Question):
    """D-06: the edge of an Entrance (CL-6.26)."""

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.EDGE + edge for edge in state.terms.board.edges]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return building.entrance_objection(state, state.clinics[seat], action - act.EDGE)

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        edge = action - act.EDGE
        clinic.open_entrance(edge)
        clinic.cash -= state.terms.cost_entrance
        state.take_tile(BUILD_ENTRANCE)
        state.tell("entrance", seat, (edge, state.terms.cost_entrance))
        state.pop(seat)
        component_done(state, seat)

    def ask(self, state: Table, seat: int) -> str:
        return "choose the edge of the Entrance"


MUST_BUILD: Final = Objection("CL-5.16", "The Room touches no Office, so you must build one.")


class BonusOffice(Question):
    """D-08: the Office that comes with a Room, or none (CL-5.14 to CL-5.19); free in the set-up."""

    def __init__(self, room: int, free: int) -> None:
        self.room = room
        self.free = free

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        cells = [act.AT + cell for cell in state.terms.board.cells]
        return cells if self.free else [act.NONE, *cells]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        clinic = state.clinics[seat]
        if action == act.NONE:
            return None if building.touches_office(state, clinic, self.room) else MUST_BUILD
        cash = act.ALL if self.free else clinic.cash
        return building.office_objection(state, clinic, action - act.AT, self.room, cash)

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        if action != act.NONE:
            cell = action - act.AT
            price = 0 if self.free else building.cost(state, BUILD_OFFICE, cell)
            building.build(state, clinic, BUILD_OFFICE, cell)
            clinic.cash -= price
            clinic.office_done = True
            state.tell("build", seat, (BUILD_OFFICE, price, cell))
        state.pop(seat)
        if not self.free:
            component_done(state, seat)

    def ask(self, state: Table, seat: int) -> str:
        return "choose the place of the Office beside the new Room"


def component_of(question: Question, state: Table, seat: int) -> int:
    """The component that a question looks a place for; NO_COMPONENT if it does not."""
    if isinstance(question, Place):
        return question.component
    if isinstance(question, BonusItem):
        return question.component(state, seat)
    if isinstance(question, StartRoom):
        return BUILD_ROOM
    if isinstance(question, BonusOffice):
        return BUILD_OFFICE
    return BUILD_ENTRANCE if isinstance(question, Entrance) else NO_COMPONENT


# --- cars -----------------------------------------------------------------------------------


class Park(Question):
    """D-09: where a new Car is parked (CL-7.2, CL-7.12)."""

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.AUTO_PARK] + [act.PARK + place for place in parking.places(state)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.AUTO_PARK:
            return None if several_legal(self, state, seat) else ONE_ANSWER
        return parking.place_objection(state, state.clinics[seat], action - act.PARK)

    def legal(self, state: Table, seat: int) -> list[int]:
        places = parking.free_places(state, state.clinics[seat])
        return with_shortcuts([act.AUTO_PARK], [act.PARK + place for place in places])

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        place = action - act.PARK
        if action == act.AUTO_PARK:
            place = parking.best_place(state, clinic)
        clinic.cars[place] += 1
        if state.log is not None:
            state.tell("park", seat, (place,))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "park the Car"


class Repark(Question):
    """D-19: which Car is moved, and where to (CL-7.13)."""

    def __init__(self, origin: int) -> None:
        self.origin = origin

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        first = act.LEAVE if self.origin == NOWHERE else act.PARK
        return [first + place for place in parking.places(state)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        clinic = state.clinics[seat]
        if self.origin == NOWHERE:
            return parking.leave_objection(state, clinic, action - act.LEAVE)
        return parking.move_objection(state, clinic, self.origin, action - act.PARK)

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        if self.origin == NOWHERE:
            state.replace(seat, Repark(action - act.LEAVE))
            return
        place = action - act.PARK
        clinic.cars[self.origin] -= 1
        clinic.cars[place] += 1
        clinic.reparked += 1
        state.tell("repark", seat, (self.origin, place))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a Car to move" if self.origin == NOWHERE else "choose the Car's new place"


class CarLeaves(Question):
    """D-17: which Car leaves after a treatment or a death (CL-7.14)."""

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.AUTO_LEAVE] + [act.LEAVE + place for place in parking.places(state)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        clinic = state.clinics[seat]
        if action == act.AUTO_LEAVE:
            return None if several_legal(self, state, seat) else ONE_ANSWER
        return None if clinic.cars[action - act.LEAVE] else parking.NO_CAR

    def legal(self, state: Table, seat: int) -> list[int]:
        cars = state.clinics[seat].cars
        found: list[int] = []
        for place in state.terms.car_places:
            if cars[place]:
                found.append(act.LEAVE + place)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return with_shortcuts([act.AUTO_LEAVE], found)

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        place = action - act.LEAVE
        if action == act.AUTO_LEAVE:
            place = parking.best_departure(state, clinic)
        clinic.cars[place] -= 1
        if state.log is not None:
            state.tell("car_leaves", seat, (place,))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "choose the Car that leaves"


# --- hire -----------------------------------------------------------------------------------

NO_SUCH_SPACE: Final = Objection("CL-8.5", "That University space is not used in this game.")
NO_DOCTOR: Final = Objection("CL-8.3", "No Doctor stands on that space.")
NO_NURSE: Final = Objection("CL-8.7", "No Nurse is left on the board.")
NO_STAFF: Final = Objection("CL-8.8", "No Staff is left on the board.")
ONE_DOCTOR: Final = Objection("CL-8.1", "You have hired a Doctor in this action.")
ONE_OTHER: Final = Objection("CL-8.1", "You have hired a Nurse or a Staff in this action.")
CANNOT_PAY: Final = Objection("CL-8.9", "Your cash does not cover the price.")
NO_CAR_PLACE: Final = Objection("CL-7.3", "You have no free car place.")


class Hire(Question):
    """D-10: whom to hire next, or end of the action (CL-8)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.END, *reparking(state, seat), *range(act.HIRE, act.TAKE)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.END:
            return None
        if action == act.REPARK:
            return repark_objection(state, seat)
        clinic = state.clinics[seat]
        objection = hire_objection(state, clinic, action)
        if objection is None and hire_price(state, action) > clinic.cash:
            return CANNOT_PAY
        if objection is None and not parking.free_place(state, clinic):
            return NO_CAR_PLACE
        return objection

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.END:
            state.pop(seat)
            return
        if action == act.REPARK:
            state.push(seat, Repark(NOWHERE))
            return
        clinic = state.clinics[seat]
        price = hire_price(state, action)
        clinic.cash -= price
        clinic.reparked = 0
        colour = NOBODY
        if action < act.HIRE_NURSE:
            space = action - act.HIRE
            colour = state.university[space]
            state.university[space] = NOBODY
            clinic.join(CLASS * DOCTOR + OUT * 4 + colour)
            clinic.hired_doctor = True
        else:
            clinic.hired_other = True
            if action == act.HIRE_NURSE:
                state.nurses -= 1
                clinic.join(CLASS * NURSE + OUT)
            else:
                state.staff -= 1
                clinic.join(CLASS * STAFF + OUT)
        state.tell("hire", seat, (action - act.HIRE, colour, price))
        if clinic.hired_doctor and clinic.hired_other:
            state.pop(seat)
        state.push(seat, Park())

    def warning(self, state: Table, seat: int, action: int) -> str:
        """A Hire action that hires nobody is lost (CL-8.1)."""
        clinic = state.clinics[seat]
        if action != act.END or clinic.hired_doctor or clinic.hired_other:
            return ""
        return "You have hired nobody yet." if self._can_hire(state, seat) else ""

    def _can_hire(self, state: Table, seat: int) -> bool:
        for hired in range(act.HIRE, act.TAKE):
            if self.objection(state, seat, hired) is None:
                return True
        return False

    def ask(self, state: Table, seat: int) -> str:
        return "hire a Doctor and a Nurse or Staff, or end"


def hire_objection(state: Table, clinic: Clinic, action: int) -> Objection | None:
    """Whether somebody is there to be hired in this action (CL-8.1 to CL-8.8)."""
    if action < act.HIRE_NURSE:
        space = action - act.HIRE
        if space >= len(state.university):
            return NO_SUCH_SPACE
        if clinic.hired_doctor:
            return ONE_DOCTOR
        return None if state.university[space] != NOBODY else NO_DOCTOR
    if clinic.hired_other:
        return ONE_OTHER
    if action == act.HIRE_NURSE:
        return None if state.nurses else NO_NURSE
    return None if state.staff else NO_STAFF


def hire_price(state: Table, action: int) -> int:
    """What a hire costs (CL-8.4, CL-8.7, CL-8.8)."""
    if action < act.HIRE_NURSE:
        return state.terms.doctor_prices[action - act.HIRE]
    return state.terms.nurse_price if action == act.HIRE_NURSE else state.terms.staff_price


# --- admit ----------------------------------------------------------------------------------


class Admit(Question):
    """D-11: take a Patient, swap two, or end of the action (CL-9)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        found = [act.END, *reparking(state, seat)]
        spaces = range(QUEUE * state.rows())
        found += [act.TAKE + space for space in spaces]
        found += [act.TAKE_EC + space for space in spaces]
        found += [act.SWAP_UP + space for space in spaces[: len(spaces) - QUEUE]]
        found += [act.SWAP_DOWN + space for space in spaces[: len(spaces) - QUEUE]]
        return found

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.REPARK:
            return repark_objection(state, seat)
        return admission.objection(state, state.clinics[seat], action)

    def legal(self, state: Table, seat: int) -> list[int]:
        clinic = state.clinics[seat]
        found = [] if clinic.xs else [act.END]
        found += reparking_legal(state, seat)
        desk = admission.Desk(state, clinic)
        found += desk.takes_legal()
        found += desk.swaps_legal()
        return found

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.END:
            state.clinics[seat].qp = 0
            state.pop(seat)
            return
        if action == act.REPARK:
            state.push(seat, Repark(NOWHERE))
            return
        clinic = state.clinics[seat]
        clinic.reparked = 0
        if action >= act.SWAP_UP:
            admission.swap(state, seat, action)
            state.reconsider(seat)
            return
        row, space = admission.place_of_take(action)
        if action < act.TAKE_EC:
            admission.admit(state, seat, row, space, COLUMN)
            state.push(seat, Park())
            return
        rooms = clinic.empty_consultations()
        if len(rooms) == 1:
            admission.admit(state, seat, row, space, rooms[0])
            state.push(seat, Park())
        else:
            state.push(seat, WhichConsultation(row, space))

    def warning(self, state: Table, seat: int, action: int) -> str:
        """Queue points left over are lost (CL-9.2)."""
        clinic = state.clinics[seat]
        if action != act.END or not admission.Desk(state, clinic).takes_legal():
            return ""
        left = counted(clinic.qp, "queue point")
        return f"You could still take a Patient: {left} will be lost."

    def ask(self, state: Table, seat: int) -> str:
        points = counted(state.clinics[seat].qp, "queue point")
        return f"take or swap Patients ({points}), or end"


NOT_EMPTY: Final = Objection("CL-9.11", "That is no empty Extreme Consultation of yours.")


class WhichConsultation(Question):
    """D-12: which of several empty Extreme Consultations takes the Patient (CL-9.13)."""

    def __init__(self, row: int, space: int) -> None:
        self.row = row
        self.space = space

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.AT + cell for cell in state.terms.board.cells]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action - act.AT in state.clinics[seat].empty_consultations():
            return None
        return NOT_EMPTY

    def take(self, state: Table, seat: int, action: int) -> None:
        admission.admit(state, seat, self.row, self.space, action - act.AT)
        state.replace(seat, Park())

    def ask(self, state: Table, seat: int) -> str:
        return "choose the Extreme Consultation that takes the Patient"


# --- move -----------------------------------------------------------------------------------


ONE_PAD: Final = Objection("SC-5", "Only one Helipad is left to be opened.")


class Gate(Question):
    """D-13: whether the next Helipad is open in this Move phase (CL-10.22)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.AUTO_GATES, act.GATE_OPEN, act.GATE_SHUT]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.AUTO_GATES and len(state.clinics[seat].gates) < 2:
            return ONE_PAD
        return None

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        if action == act.AUTO_GATES:
            clinic.gates = []
        else:
            pad = clinic.gates[0]
            clinic.gates = clinic.gates[1:]
            if action == act.GATE_SHUT:
                clinic.shut = [*clinic.shut, pad]
                state.tell("shut", seat, (pad,))
        if clinic.gates:
            state.reconsider(seat)
        else:
            state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "open or close the Helipad for this round"


NOTHING_PLANNED: Final = Objection("CL-10.36", "Nobody is planned to be there.")
MOVED_AGAIN: Final = Objection("SC-6", "The people of this place were lifted once already.")


class Destination(Question):
    """D-14: where the next person ends (CL-10.25 to CL-10.40)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        cells = [act.TO + cell for cell in state.clinics[seat].modules()]
        return [act.STAY, act.AUTO_REST, act.AUTO_MOVE, *cells]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        clinic = state.clinics[seat]
        if action in (act.AUTO_REST, act.AUTO_MOVE):
            if not several_legal(self, state, seat):
                return ONE_ANSWER
            return None if action == act.AUTO_MOVE else moving.rest_objection(state, clinic)
        person = clinic.people[moving.next_person(clinic)]
        place = COLUMN if action == act.STAY else action - act.TO
        return moving.goal_objection(state, clinic, person, place)

    def legal(self, state: Table, seat: int) -> list[int]:
        clinic = state.clinics[seat]
        person = clinic.people[moving.next_person(clinic)]
        found = [act.STAY] if place_of(person) == COLUMN else []
        cells = moving.cells_legal(state, clinic, person)
        if len(found) + len(cells) > 1:
            if moving.rest_objection(state, clinic) is None:
                found.append(act.AUTO_REST)
            found.append(act.AUTO_MOVE)
        for cell in cells:
            found.append(act.TO + cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return found

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        if action == act.AUTO_REST:
            moving.place_rest(state, clinic)
        elif action == act.AUTO_MOVE:
            Planner(state, clinic).run()
            clinic.planned = True
            state.tell("plan", seat)
        else:
            place = COLUMN if action == act.STAY else action - act.TO
            clinic.goals[moving.next_person(clinic)] = place
        if moving.next_person(clinic) != UNPLACED:
            state.reconsider(seat)
        elif clinic.planned:
            state.replace(seat, Review())
        else:
            state.pop(seat)
            moving.settle(state, seat)

    def ask(self, state: Table, seat: int) -> str:
        person = moving.next_person(state.clinics[seat])
        return f"choose where the {person_name(state.clinics[seat].people[person])} goes"


class Review(Question):
    """After SC-6: go as planned, or give the people of one place other places."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        goals = sorted(set(state.clinics[seat].goals))
        return [act.CONFIRM] + [act.AGAIN + min(goal, CELLS) for goal in goals]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.CONFIRM:
            return None
        clinic = state.clinics[seat]
        if action - act.AGAIN in clinic.again:
            return MOVED_AGAIN
        return None

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        if action == act.CONFIRM:
            state.pop(seat)
            moving.settle(state, seat)
            return
        place = action - act.AGAIN
        clinic.again = [*clinic.again, place]
        for number, goal in enumerate(clinic.goals):
            if goal == place:
                clinic.goals[number] = UNPLACED
        state.tell("lift", seat, (place,))
        state.replace(seat, Destination())

    def ask(self, state: Table, seat: int) -> str:
        return "go as planned, or choose a place whose people shall go elsewhere"


# --- business -------------------------------------------------------------------------------


class Care(Question):
    """D-15: the module of the next treatment, or end (CL-11.11)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        cells = [act.IN + cell for cell in state.clinics[seat].modules()]
        return [act.END, act.AUTO_CARE, *cells]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.END:
            return None
        if action == act.AUTO_CARE:
            return None if several_legal(self, state, seat) else ONE_ANSWER
        return care.module_objection(state, state.clinics[seat], action - act.IN)

    def legal(self, state: Table, seat: int) -> list[int]:
        clinic = state.clinics[seat]
        found: list[int] = []
        for cell in care.occupied(clinic):
            if care.module_objection(state, clinic, cell) is None:
                found.append(act.IN + cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return [act.END, act.AUTO_CARE, *found] if found else [act.END]

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.END:
            state.pop(seat)
        elif action == act.AUTO_CARE:
            treat_everybody(state, seat)
        else:
            state.push(seat, Pair(action - act.IN))

    def warning(self, state: Table, seat: int, action: int) -> str:
        """A treatment that is left out earns nothing this round (CL-11.11)."""
        if action != act.END or len(self.legal(state, seat)) == 1:
            return ""
        return "You could still treat a Patient this round."

    def ask(self, state: Table, seat: int) -> str:
        return "choose where to treat a Patient, or end"


def treat_everybody(state: Table, seat: int) -> None:
    """SC-3, and SC-2 for each Car that leaves."""
    clinic = state.clinics[seat]
    state.pop(seat)
    for cell in clinic.modules():
        for pair in care.best_team(state, clinic, cell):
            care.treat(state, seat, cell, pair // 4, pair % 4)
            place = parking.best_departure(state, clinic)
            clinic.cars[place] -= 1
            state.tell("car_leaves", seat, (place,))


class Pair(Question):
    """D-16: which Patient is treated by which Doctor (CL-11.4)."""

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.TREAT, act.BUY))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        pair = action - act.TREAT
        return care.pair_objection(state, state.clinics[seat], self.cell, pair // 4, pair % 4)

    def take(self, state: Table, seat: int, action: int) -> None:
        pair = action - act.TREAT
        care.treat(state, seat, self.cell, pair // 4, pair % 4)
        state.replace(seat, CarLeaves())

    def ask(self, state: Table, seat: int) -> str:
        return "choose Patient and Doctor"


BEYOND_RESULT: Final = Objection("CL-11.35", "Only this round's result can be spent, $3 each.")


class Buy(Question):
    """D-18: how many PP are bought (CL-11.35 to CL-11.38)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.BUY, act.ALL))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        most = state.clinics[seat].ledger[RESULT] // state.terms.pp_buy
        return None if action - act.BUY <= most else BEYOND_RESULT

    def take(self, state: Table, seat: int, action: int) -> None:
        clinic = state.clinics[seat]
        bought = action - act.BUY
        price = bought * state.terms.pp_buy
        clinic.cash -= price
        clinic.ledger[BOUGHT] = bought
        clinic.ledger[CASH_AFTER] = clinic.cash
        state.change_pp(seat, bought)
        state.tell("buy", seat, (bought, price))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        most = state.clinics[seat].ledger[RESULT] // state.terms.pp_buy
        return f"buy up to {most} PP for ${state.terms.pp_buy} each"


QUESTIONS: Final = Questions(
    (
        TakeBonus(),
        StartEdge(),
        StartRoom(),
        BonusItem(),
        ChooseAction(),
        Component(),
        Place,
        Entrance(),
        BonusOffice,
        Park(),
        Repark,
        CarLeaves(),
        Hire(),
        Admit(),
        WhichConsultation,
        Gate(),
        Destination(),
        Review(),
        Care(),
        Pair,
        Buy(),
    )
)
