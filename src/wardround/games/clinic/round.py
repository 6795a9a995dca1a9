"""The flow of the game, phase by phase: read it from top to bottom like the rulebook.

Each function is one step. It does what needs no decision and opens the questions that follow;
when these are answered, the flow goes on with the step that ``table.then`` is.
"""

from typing import Final

from wardround.games.clinic import admission, building, care, decisions, moving, scoring
from wardround.games.clinic.board import EDGE_NAMES, GROUND
from wardround.games.clinic.material import (
    ADMIT,
    BONUS,
    BONUS_DOCTOR,
    BONUS_GARDEN,
    BONUS_NURSE,
    BONUS_PARKING,
    BONUS_PATIENT,
    BONUS_STAFF,
    BUILD,
    BUILD_ENTRANCE,
    BUILD_OFFICE,
    BUILD_ROOM,
    BUILD_SERVICE,
    CARDS,
    CLASS,
    COLUMN,
    DOCTOR,
    HIRE,
    LABORATORY,
    NO_ACTION,
    NOBODY,
    NURSE,
    OUT,
    PSYCHIATRIC,
    QUEUE,
    RED,
    STAFF,
    START_LAYOUTS,
    patient,
    patient_place,
)
from wardround.games.clinic.state import (
    ACTION,
    ADMINISTRATION,
    BUSINESS,
    CASH_AFTER,
    FINISHED,
    INCOME,
    LEDGER,
    MISSING,
    MOVE,
    RESULT,
    SOLD,
    Table,
)

# --- set-up (CL-2) --------------------------------------------------------------------------


def draw_order(table: Table) -> None:
    """Turn order and bonus tiles (CL-2.8 to CL-2.11)."""
    table.order = list(range(table.players))
    table.chance.shuffle(table.order)
    for seat in reversed(table.order):
        table.clinics[seat].arrival = table.arrivals
        table.arrivals += 1
    table.tell("order", -1, tuple(table.order))
    tiles = list(range(len(BONUS)))
    table.chance.shuffle(tiles)
    table.tiles = sorted(tiles[: table.terms.revealed])
    table.tell("tiles", -1, tuple(table.tiles))
    table.queue = table.order[:]
    table.queue.reverse()
    table.then = take_bonus


def take_bonus(table: Table) -> None:
    """One bonus tile for each player, in reverse turn order (CL-2.11)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.TakeBonus())
        return
    table.tiles = []
    table.then = lay_out


def lay_out(table: Table) -> None:
    """Initial clinics, bonus items, Cars (CL-2.12 to CL-2.20)."""
    if table.terms.beginner:
        deal_layouts(table)
    for seat in table.order:
        receive_people(table, seat)
        questions = starting_questions(table, seat)
        questions.reverse()
        for question in questions:
            table.push(seat, question)
    table.then = fill_board


def deal_layouts(table: Table) -> None:
    """Fixed initial clinics by card (CL-2.20)."""
    cards = list(range(len(CARDS)))
    table.chance.shuffle(cards)
    for seat in table.order:
        clinic = table.clinics[seat]
        clinic.card = cards.pop(0)
        service, edge, room = START_LAYOUTS[table.terms.board.columns][clinic.card]
        building.build(table, clinic, BUILD_SERVICE + PSYCHIATRIC, service)
        building.build(table, clinic, BUILD_ROOM, room)
        building.build(table, clinic, BUILD_OFFICE, room + GROUND)
        clinic.open_entrance(EDGE_NAMES.index(edge))
        table.take_tile(BUILD_ENTRANCE)
        table.tell("card", seat, (clinic.card,))


def receive_people(table: Table, seat: int) -> None:
    """The start Doctor and the person of a bonus tile (CL-2.6, CL-2.12, CL-2.14)."""
    clinic = table.clinics[seat]
    clinic.join(CLASS * DOCTOR + OUT * 4 + int(clinic.bonus == BONUS_DOCTOR))
    if clinic.bonus == BONUS_STAFF:
        clinic.join(CLASS * STAFF + OUT)
    elif clinic.bonus == BONUS_NURSE:
        clinic.join(CLASS * NURSE + OUT)
    elif clinic.bonus == BONUS_PATIENT:
        clinic.join(patient(COLUMN, PSYCHIATRIC, 0))


def starting_questions(table: Table, seat: int) -> list[decisions.Question]:
    """What a player decides in the set-up, in order (CL-2.29)."""
    bonus = table.clinics[seat].bonus
    questions: list[decisions.Question] = []
    if not table.terms.beginner:
        questions += [decisions.StartEdge(), decisions.StartRoom()]
    if bonus in (BONUS_GARDEN, BONUS_PARKING):
        questions.append(decisions.BonusItem())
    questions.append(decisions.Park())
    if bonus in (BONUS_STAFF, BONUS_NURSE, BONUS_PATIENT):
        questions.append(decisions.Park())
    return questions


def fill_board(table: Table) -> None:
    """Pools, queues, University, Nurses, Staff (CL-2.22 to CL-2.28)."""
    terms = table.terms
    table.patient_pool = terms.patient_pool[:]
    table.doctor_pool = terms.doctor_pool[:]
    new_patients(table)
    for space in range(terms.university):
        table.university[space] = table.draw_doctor()
    table.university.sort(reverse=True)
    table.tell("university", -1, tuple(table.university))
    table.nurses = terms.nurses
    table.staff = terms.staff
    table.then = begin_round


# --- action phases (CL-3, CL-4) ---------------------------------------------------------------


def begin_round(table: Table) -> None:
    """The limits of a round start anew (CL-4.3, CL-5.26, CL-12.20)."""
    table.phase = ACTION
    table.action_phase = 0
    table.types_built = []
    for clinic in table.clinics:
        clinic.used_actions = [0, 0, 0]
        clinic.service_built = False
        clinic.special_built = False
        clinic.shut = []
        clinic.used_pads = []
    table.tell("round", -1, (table.round,))
    table.then = choose


def choose(table: Table) -> None:
    """Everybody chooses in secret (CL-4.1)."""
    table.action_phase += 1
    table.revealed = [NO_ACTION] * table.players
    for seat in range(table.players):
        table.push(seat, decisions.ChooseAction())
    table.then = reveal


def reveal(table: Table) -> None:
    """All choices are shown together (CL-4.4)."""
    table.chance.reveal()
    for seat, clinic in enumerate(table.clinics):
        action = clinic.chosen[0]
        clinic.chosen = []
        table.revealed[seat] = action
        clinic.used_actions = [
            used + int(number == action) for number, used in enumerate(clinic.used_actions)
        ]
        table.tell("reveal", seat, (table.revealed[seat],))
    table.acting = NO_ACTION
    table.queue = []
    table.then = act_in_order


def act_in_order(table: Table) -> None:
    """All Build actions, then all Hire actions, then all Admit actions (CL-3.3 to CL-3.7)."""
    while not table.queue:
        table.acting += 1
        if table.acting > ADMIT:
            table.acting = NO_ACTION
            table.then = after_actions
            return
        table.queue = [seat for seat in table.order if table.revealed[seat] == table.acting]
        if table.acting == ADMIT and table.terms.admit_reversed:
            table.queue.reverse()
    seat = table.queue.pop(0)
    clinic = table.clinics[seat]
    clinic.reparked = 0
    if table.acting == BUILD:
        clinic.left = table.terms.components
        clinic.office_done = False
        table.push(seat, decisions.Component())
    elif table.acting == HIRE:
        clinic.hired_doctor = False
        clinic.hired_other = False
        table.push(seat, decisions.Hire())
    else:
        clinic.qp = admission.queue_points(table, clinic)
        clinic.xs = []
        if table.terms.used_by_queue:
            clinic.used_pads = clinic.pads()
        table.push(seat, decisions.Admit())


def after_actions(table: Table) -> None:
    """New Patients; then the next action phase or the Move phase (CL-3.9 to CL-3.11)."""
    for clinic in table.clinics:
        clinic.left = 0
        clinic.qp = 0
    new_patients(table)
    table.then = choose if table.action_phase < table.terms.action_phases else begin_move


def new_patients(table: Table) -> None:
    """One Patient for each row that is not full, top row first (CL-3.9, CL-2.24)."""
    for row in range(table.rows()):
        length = table.length(row)
        if length < QUEUE:
            colour = table.draw_patient()
            if colour != NOBODY:
                table.queues[QUEUE * row + length] = colour
                table.tell("arrive", -1, (row, colour))


# --- move (CL-10) -----------------------------------------------------------------------------


def begin_move(table: Table) -> None:
    """Everybody moves, all at once or in turn order (CL-10.1, CL-10.2)."""
    table.phase = MOVE
    table.tell("move_phase", -1)
    table.queue = table.order[:]
    table.then = next_move


def next_move(table: Table) -> None:
    """Open the Move phase of the next player, or of all (option ``move_mode``)."""
    if not table.queue:
        table.then = begin_care
        return
    movers = table.queue[:1] if table.terms.one_by_one else table.queue[:]
    del table.queue[: len(movers)]
    for seat in movers:
        clinic = table.clinics[seat]
        moving.lift_everybody(table, clinic)
        clinic.gates = clinic.pads() if table.terms.helipad_is_entrance else []
        clinic.shut = []
        if clinic.people:
            table.push(seat, decisions.Destination())
        if clinic.gates:
            table.push(seat, decisions.Gate())


# --- business (CL-11) ---------------------------------------------------------------------------


def begin_care(table: Table) -> None:
    """Patient care of all players (CL-11.3)."""
    table.phase = BUSINESS
    table.tell("business", -1)
    for seat in table.order:
        clinic = table.clinics[seat]
        clinic.ledger = [0] * len(LEDGER)
        clinic.busy_doctors = []
        clinic.busy_nurses = []
        clinic.operated = []
        table.push(seat, decisions.Care())
    table.then = expenses


def expenses(table: Table) -> None:
    """Expenses of all players, in turn order (CL-11.20 to CL-11.34)."""
    for seat in table.order:
        pay_expenses(table, seat)
    table.queue = table.order[:]
    table.then = popularity


def pay_expenses(table: Table, seat: int) -> None:
    """The result of the round; a loss is paid from cash, then with PP (CL-11.29 to CL-11.32)."""
    clinic = table.clinics[seat]
    clinic.ledger = care.settlement(table, clinic, clinic.ledger[INCOME])
    clinic.cash = clinic.ledger[CASH_AFTER]
    clinic.debt = clinic.ledger[MISSING] if table.terms.carry_debt else 0
    table.change_pp(seat, -clinic.ledger[SOLD])
    table.tell("expenses", seat, tuple(clinic.ledger))


def popularity(table: Table) -> None:
    """Gain popularity, in turn order (CL-11.35 to CL-11.39)."""
    while table.queue:
        seat = table.queue.pop(0)
        if table.clinics[seat].ledger[RESULT] >= table.terms.pp_buy:
            table.push(seat, decisions.Buy())
            return
    table.then = administer


# --- administration (CL-12) -----------------------------------------------------------------------


def administer(table: Table) -> None:
    """Steps A to H (CL-12.1 to CL-12.13, CL-12.19)."""
    table.phase = ADMINISTRATION
    table.tell("administration", -1)
    last = table.round == table.terms.rounds
    if not last:
        common_board(table)
    if not last or table.terms.final != "none":
        laboratories(table)
        regress(table)
        if not last or table.terms.final == "full":
            worsen(table)
    table.then = new_order


def common_board(table: Table) -> None:
    """Steps B to E: queues, University, Nurses (CL-12.2 to CL-12.6)."""
    for row in range(table.rows()):
        if table.queues[QUEUE * row] != NOBODY:
            colour = table.leave_queue(row, 0)
            table.patient_pool[colour] += 1
            table.tell("gives_up", -1, (row, colour))
    for space, colour in enumerate(table.university):
        if colour == RED and table.terms.red_leaves:
            table.university[space] = NOBODY
            table.doctors_out += 1
            table.tell("doctor_leaves", -1)
        elif colour != NOBODY:
            table.university[space] = min(RED, colour + 1)
    refill_university(table)
    stay = not (table.terms.nurses_refresh or table.first_release())
    table.nurses = table.terms.nurses + (table.nurses if stay else 0)


def refill_university(table: Table) -> None:
    """Step D: fill the University and sort it (CL-12.5)."""
    holes = [space for space, colour in enumerate(table.university) if colour == NOBODY]
    drawn = [table.draw_doctor() for _ in holes]
    drawn.sort(reverse=True)
    for space, colour in zip(holes, drawn, strict=True):
        table.university[space] = colour
    if table.terms.resort:
        table.university.sort(reverse=True)
    table.tell("university", -1, tuple(table.university))


def laboratories(table: Table) -> None:
    """Step F: Doctors in Laboratories progress (CL-12.7, CL-12.8)."""
    for seat in table.order:
        clinic = table.clinics[seat]
        gained = 0
        for cell in clinic.modules():
            if clinic.cells[cell] == LABORATORY:
                gained += study(table, seat, cell)
        clinic.doctors.sort()
        table.change_pp(seat, gained)


def study(table: Table, seat: int, cell: int) -> int:
    """One Laboratory: its most skilled Doctor who is not red progresses; the PP gained."""
    clinic = table.clinics[seat]
    inside = [code for code in clinic.doctors if code // 4 == cell]
    learners = [code for code in inside if code % 4 != RED]
    if learners:
        before = max(learners)
        after = min(cell * 4 + RED, before + table.terms.lab_step)
        clinic.doctors[clinic.doctors.index(before)] = after
        table.tell("progress", seat, (before % 4, after % 4))
        return table.terms.lab_pp
    return table.terms.lab_red_pp if inside else 0


def regress(table: Table) -> None:
    """Step G: every other Doctor regresses (CL-12.9, CL-12.10)."""
    for seat in table.order:
        clinic = table.clinics[seat]
        for number, code in enumerate(clinic.doctors):
            in_laboratory = code // 4 != OUT and clinic.cells[code // 4] == LABORATORY
            if not in_laboratory and code % 4:
                clinic.doctors[number] = code - 1
        clinic.doctors.sort()


def worsen(table: Table) -> None:
    """Step H: Patients worsen, red ones die (CL-12.11 to CL-12.13)."""
    for seat in table.order:
        clinic = table.clinics[seat]
        dead = 0
        after: list[int] = []
        for code in clinic.patients:
            if patient_place(code) != COLUMN and not table.terms.clinic_worsens:
                after.append(code)
            elif code % 4 == RED:
                dead += 1
            else:
                after.append(code + 1)
        after.sort()
        clinic.patients = after
        if dead:
            bury(table, seat, dead)
    if table.terms.queue_worsens:
        for place, colour in enumerate(table.queues):
            if colour != NOBODY:
                table.queues[place] = min(RED, colour + 1)


def bury(table: Table, seat: int, dead: int) -> None:
    """Deaths cost popularity, and a Car each leaves (CL-12.12)."""
    if table.terms.dead_to_pool:
        table.patient_pool[RED] += dead
    else:
        table.patients_out += dead
    table.change_pp(seat, -table.terms.death_pp * dead)
    table.tell("death", seat, (dead, table.terms.death_pp * dead))
    for _ in range(dead):
        table.push(seat, decisions.CarLeaves())


def new_order(table: Table) -> None:
    """Step I, then the next round or the end (CL-12.16, CL-3.14)."""
    table.order = table.by_popularity()
    table.tell("order", -1, tuple(table.order))
    if table.round == table.terms.rounds:
        table.phase = FINISHED
        table.over = True
        for seat in range(table.players):
            table.tell("score", seat, tuple(scoring.sheet(table, table.clinics[seat])))
        return
    table.round += 1
    table.then = begin_round


FLOW: Final = (
    draw_order,
    take_bonus,
    lay_out,
    fill_board,
    begin_round,
    choose,
    reveal,
    act_in_order,
    after_actions,
    begin_move,
    next_move,
    begin_care,
    expenses,
    popularity,
    administer,
    new_order,
)
"""The steps of a game, the first one first."""
