"""What every step of a game must keep (INV), in random games with any options.

What a step should do is worked out anew here, in the words of the rules.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import Phase, given, settings

from tests.rules.clinic.table import buildings, touching
from tests.rules.clinic.walk import RULES, Moment, Walk, moments, played, walks
from wardround.games.clinic import round
from wardround.games.clinic.board import CELLS, EDGES, GROUND
from wardround.games.clinic.material import BONUS, BONUS_MONEY, COLUMN, KIND, OBJECT_IDS, OUT
from wardround.games.clinic.round import FLOW
from wardround.games.clinic.state import Clinic, Table
from wardround.testing import clause

pytestmark = pytest.mark.slow

games = settings(max_examples=8, phases=[Phase.explicit, Phase.generate])
"""Failing games are not made smaller: that takes minutes and helps little."""
SPECIAL = ("operating_room", "extreme_consultation", "laboratory", "waiting_room")
INCOME = [8, 12, 20, 32]
UNLIMITED = 10**6


def name(own: Clinic, cell: int) -> str:
    """What stands on a space."""
    return OBJECT_IDS[own.cells[cell]] if own.cells[cell] else ""


def all_of(own: Clinic, thing: str) -> list[int]:
    """The spaces on which such a thing stands."""
    return [cell for cell in range(CELLS) if name(own, cell) == thing]


def option(position: Table, key: str) -> str:
    """The value of an option, in words."""
    return str(position.options[key])


def number(text: str) -> int:
    """A number or "unlimited"."""
    return UNLIMITED if text == "unlimited" else int(text)


def hosts(position: Table, own: Clinic, cell: int) -> set[str]:
    """The Services whose Patients a Room or Operating Room takes."""
    near = touching(cell)
    if name(own, cell) == "room" or option(position, "or_same_floor") == "True":
        near = [other for other in near if other // GROUND == cell // GROUND]
    return {name(own, other) for other in near if name(own, other).endswith("_service")}


def persons(own: Clinic) -> int:
    """All people of a player."""
    return len(own.doctors) + len(own.nurses) + len(own.staff) + len(own.patients)


def flow(moment: Moment, step: Callable[[Table], None]) -> bool:
    """Whether this moment is this step of the flow."""
    return not moment.action and moment.before.then is step


def pairs(moment: Moment) -> Iterator[tuple[int, Clinic, Clinic]]:
    """Seat, clinic before, clinic after."""
    for seat, (old, new) in enumerate(
        zip(moment.before.clinics, moment.after.clinics, strict=True)
    ):
        yield seat, old, new


# --- cars, people ----------------------------------------------------------------------------


@clause("INV-5", "CL-7.1", "CL-7.2", "CL-7.14")
@games
@given(walks(RULES))
def test_every_person_has_a_car(walk: Walk) -> None:
    """A Car still to be parked or removed is an open question."""
    for moment in moments(walk):
        if moment.after.then in FLOW[:2] or flow(moment, round.take_bonus):
            continue
        for seat, own in enumerate(moment.after.clinics):
            open_questions = [question.name() for question in moment.after.stacks[seat]]
            to_park = open_questions.count("park")
            to_leave = open_questions.count("car_leaves")
            assert own.parked() + to_park - to_leave == persons(own)


@clause("INV-33", "CL-10.25", "CL-10.26", "CL-10.28", "CL-10.29", "CL-10.34")
@games
@given(walks(RULES))
def test_places_after_moving(walk: Walk) -> None:
    for moment in moments(walk):
        for event in moment.told("clock"):
            position, own = moment.after, moment.after.clinics[event.seat]
            doctors = Counter(code // 4 for code in own.doctors)
            patients = Counter(code // 20 for code in own.patients if code // 20 != COLUMN)
            most = {
                "room": number(option(position, "room_doctors")),
                "operating_room": 1,
                "extreme_consultation": 1,
                "laboratory": number(option(position, "lab_doctors")),
            }
            for cell, count in doctors.items():
                assert cell != OUT
                thing = name(own, cell)
                assert thing.endswith("_service") or count <= most[thing]
            for cell, count in patients.items():
                holds = {"room": 2, "operating_room": 1, "extreme_consultation": 1}
                assert count <= holds[name(own, cell)]
            for cell in own.nurses:
                thing = name(own, cell)
                assert thing.endswith("_service") or thing in list(most)[:3]
            for cell, count in Counter(own.staff).items():
                thing = name(own, cell)
                assert thing.endswith("_service") or (thing, count) == ("office", 1)


@clause("INV-34", "CL-8.10")
@games
@given(walks(RULES))
def test_employees_outside_are_the_new_ones(walk: Walk) -> None:
    new = [0] * walk.players
    for moment in moments(walk):
        if flow(moment, round.lay_out):
            tiles = [BONUS[own.bonus] for own in moment.after.clinics]
            new = [1 + (tile in ("Staff", "Nurse")) for tile in tiles]
        for event in moment.events:
            if event.kind == "hire":
                new[event.seat] += 1
            elif event.kind == "clock":
                new[event.seat] = 0
        for seat, own in enumerate(moment.after.clinics):
            places = [code // 4 for code in own.doctors] + own.nurses + own.staff
            assert places.count(OUT) == new[seat]


# --- money, points, time -----------------------------------------------------------------------


@clause("INV-8", "INV-9", "INV-10", "CL-11.33", "CL-10.43", "CL-10.41", "CL-10.42", "CL-10.44")
@games
@given(walks(RULES))
def test_what_changes_cash_points_and_clocks(walk: Walk) -> None:
    for moment in moments(walk):
        costs = ("build:", "at:", "edge:", "hire:", "buy:", "none")
        may_pay = moment.action.startswith(costs) or flow(moment, round.expenses)
        may_pay = may_pay or moment.action == f"bonus:{BONUS[BONUS_MONEY].lower()}"
        may_pop = moment.action.startswith("buy:") or not moment.action
        clocks = {event.seat: event.args for event in moment.told("clock")}
        walked: Counter[int] = Counter()
        for event in moment.told("walk"):
            walked[event.seat] += event.args[1]
            assert event.args[1] % 5 == 0
        for seat, old, new in pairs(moment):
            assert may_pay or new.cash == old.cash
            assert new.cash >= 0
            assert new.pp >= 0
            assert new.pp == old.pp or may_pop
            if not moment.action and new.pp != old.pp:
                assert moment.before.then in (round.expenses, round.administer)
            if seat not in clocks:
                assert new.minutes == old.minutes
                continue
            saved = 15 * len(all_of(new, "waiting_room")) + old.credit
            assert clocks[seat][0] == walked[seat]
            assert new.minutes - old.minutes == max(0, walked[seat] - saved)
            assert new.minutes % 5 == 0
            carries = option(moment.after, "waiting_room_floor") == "carry"
            assert new.credit == (max(0, saved - walked[seat]) if carries else 0)


def expenses(position: Table, own: Clinic) -> int:
    """Expenses of a round, line by line."""
    salaries = sum(code % 4 + 1 for code in own.doctors) + len(own.nurses) + len(own.staff)
    upkeep = sum(1 for thing in own.cells if KIND[thing]) + len(all_of(own, "garden"))
    at_work = [place for place in own.staff if place < CELLS and name(own, place) == "office"]
    pays = "helipad" if option(position, "helipad_cost_owner") == "helipad" else "operating_room"
    used = own.used_pads if pays == "helipad" else own.operated
    helipads = sum(3 if cell in used else 1 for cell in all_of(own, pays))
    return salaries + max(0, upkeep - 3 * len(at_work)) + helipads


@clause("INV-11", "INV-12", "CL-11.20", "CL-11.21", "CL-11.22", "CL-11.23", "CL-11.24", "CL-11.26")
@clause("CL-11.29", "CL-11.30", "CL-11.31", "CL-11.32", "CL-11.35", "CL-11.37", "CL-11.38")
@games
@given(walks(RULES))
def test_business_balances(walk: Walk) -> None:
    income: Counter[int] = Counter()
    results = [0] * walk.players
    for moment in moments(walk):
        for event in moment.told("treat"):
            income[event.seat] += event.args[4]
        if flow(moment, round.expenses):
            for seat, old, new in pairs(moment):
                result = income[seat] - expenses(moment.before, old) - old.debt
                sold = 0 if old.cash + result >= 0 else min(old.pp, -(old.cash + result))
                rest = max(0, -(old.cash + result + sold))
                assert new.cash == max(0, old.cash + result)
                assert new.pp == old.pp - sold
                assert new.debt == (rest if option(moment.after, "debt_rule") == "carry" else 0)
                results[seat] = result
            income.clear()
        if moment.action.startswith("buy:"):
            bought = int(moment.action[4:])
            old, new = (side.clinics[moment.seat] for side in (moment.before, moment.after))
            assert bought <= max(0, results[moment.seat] // 3)
            assert (new.cash, new.pp) == (old.cash - 3 * bought, old.pp + bought)


# --- care ------------------------------------------------------------------------------------


def fee(position: Table, own: Clinic, cell: int, sick: int) -> int:
    """What a treatment pays."""
    if name(own, cell) == "extreme_consultation" and option(position, "ec_fee") == "6":
        return 6
    gardens = [other for other in touching(cell) if name(own, other) == "garden"]
    return INCOME[sick] + (2 * len(gardens) if name(own, cell) == "room" else 0)


def nurses(position: Table, own: Clinic, cell: int, sick: int, doctor: int) -> int:
    """Nurses that a treatment needs."""
    if name(own, cell) == "extreme_consultation":
        return 0
    in_or = name(own, cell) == "operating_room"
    helped = number(option(position, "or_virtual_nurses")) if in_or else 0
    return max(0, abs(sick - doctor) - helped)


@clause("INV-35", "CL-11.4", "CL-11.5", "CL-11.6", "CL-11.7", "CL-11.8", "CL-11.9", "CL-11.10")
@clause("CL-11.13", "CL-11.14", "CL-11.15", "CL-11.16", "CL-11.17", "CL-11.18", "CL-11.19", "R-49")
@games
@given(walks(RULES))
def test_treatments(walk: Walk) -> None:
    doctors: Counter[tuple[int, int, int]] = Counter()
    helpers: Counter[tuple[int, int]] = Counter()
    for moment in moments(walk):
        if flow(moment, round.begin_care):
            doctors.clear()
            helpers.clear()
        treated = moment.told("treat")
        for event in treated:
            cell, sick, doctor, helped, paid = event.args
            own = moment.before.clinics[event.seat]
            assert name(own, cell) in ("room", "operating_room", "extreme_consultation")
            assert name(own, cell).startswith("ext") or hosts(moment.before, own, cell)
            assert helped == nurses(moment.before, own, cell, sick, doctor)
            assert paid == fee(moment.before, own, cell, sick)
            doctors[event.seat, cell, doctor] += 1
            helpers[event.seat, cell] += helped
            assert doctors[event.seat, cell, doctor] <= own.doctors.count(4 * cell + doctor)
            assert helpers[event.seat, cell] <= own.nurses.count(cell)
        for seat, old, new in pairs(moment):
            if moment.before.phase != 3 or flow(moment, round.administer):
                continue
            gone = sum(event.seat == seat for event in treated)
            assert len(new.patients) == len(old.patients) - gone
            left = len([event for event in moment.told("car_leaves") if event.seat == seat])
            assert new.parked() == old.parked() - left
            assert (new.doctors, new.nurses, new.staff) == (old.doctors, old.nurses, old.staff)


# --- administration ----------------------------------------------------------------------------


def educated(position: Table, own: Clinic) -> tuple[list[int], int]:
    """The Doctors after steps F and G, and the PP gained."""
    after, gained = [], 0
    best: dict[int, int] = {}
    for code in own.doctors:
        place, colour = code // 4, code % 4
        if place == OUT or name(own, place) != "laboratory":
            after.append(4 * place + max(0, colour - 1))
        elif colour < 3:
            best[place] = max(best.get(place, 0), colour)
    for cell in all_of(own, "laboratory"):
        inside = sorted(code % 4 for code in own.doctors if code // 4 == cell)
        if cell in best:
            inside.remove(best[cell])
            inside.append(min(3, best[cell] + int(option(position, "lab_step"))))
            gained += 1
        elif inside:
            gained += int(option(position, "lab_red_pp"))
        after += [4 * cell + colour for colour in inside]
    return sorted(after), gained


def worsened(position: Table, own: Clinic) -> tuple[list[int], int]:
    """The Patients after step H, and how many died."""
    worsens = option(position, "clinic_patients_worsen") == "True"
    touched = [code for code in own.patients if worsens or code // 20 == COLUMN]
    after = [code for code in own.patients if code not in touched]
    after += [code + 1 for code in touched if code % 4 < 3]
    return sorted(after), sum(code % 4 == 3 for code in touched)


@clause("INV-36", "INV-37", "CL-12.7", "CL-12.8", "CL-12.9", "CL-12.10", "CL-12.11", "CL-12.12")
@clause("CL-12.14", "CL-12.17", "CL-12.19", "R-47", "R-76", "R-63", "R-02", "R-18")
@games
@given(walks(RULES))
def test_doctors_and_patients_in_administration(walk: Walk) -> None:
    for moment in moments(walk):
        if not flow(moment, round.administer):
            continue
        position = moment.after
        final = option(position, "final_administration")
        last = moment.before.round == 6
        for _, old, new in pairs(moment):
            doctors, gained = educated(position, old)
            patients, died = worsened(position, old)
            if last and final == "none":
                doctors, gained = old.doctors, 0
            if last and final != "full":
                patients, died = old.patients, 0
            assert new.doctors == doctors
            assert new.patients == patients
            assert new.pp == max(0, old.pp + gained - 3 * died)
            if final == "full" and option(position, "clinic_patients_worsen") == "True":
                assert all(code % 4 for code in new.patients)
            if option(position, "lab_step") == "1":
                levels = zip(old.doctors, new.doctors, strict=True)
                assert all(abs(was % 4 - now % 4) <= 1 for was, now in levels)


@clause("INV-32", "INV-4", "INV-2", "CL-12.2", "CL-12.4", "CL-12.5", "CL-12.6", "CL-12.13")
@games
@given(walks(RULES))
def test_the_common_board_in_administration(walk: Walk) -> None:
    for moment in moments(walk):
        if not flow(moment, round.administer):
            continue
        old, new = moment.before, moment.after
        worse = option(new, "common_queue_worsens") == "True" and (
            old.round < 6 or option(new, "final_administration") == "full"
        )
        rows = [
            [c for c in old.queues[4 * row : 4 * row + 4] if c >= 0] for row in range(old.rows())
        ]
        if old.round < 6:
            rows = [row[1:] for row in rows]
        rows = [[min(3, colour + worse) for colour in row] for row in rows]
        assert new.queues == [colour for row in rows for colour in (*row, -1, -1, -1, -1)[:4]]
        if old.round == 6:
            assert (new.university, new.nurses) == (old.university, old.nurses)
            continue
        stay = [colour for colour in old.university if colour >= 0]
        if option(new, "red_unhired_leaves") == "True":
            stay = [colour for colour in stay if colour < 3]
        stay = [min(3, colour + 1) for colour in stay]
        drawn = Counter(colour for colour in new.university if colour >= 0) - Counter(stay)
        free = len(old.university) - len(stay)
        assert len(new.university) == walk.players + 1
        assert drawn.total() == min(free, sum(old.doctor_pool))
        for colour in range(4):
            assert new.doctor_pool[colour] == old.doctor_pool[colour] - drawn[colour]
        if option(new, "university_resort") == "True":
            assert new.university == sorted(new.university, reverse=True)
        fresh = 4 if option(new, "nurses_per_round") == "4" else walk.players
        left = old.nurses if option(new, "nurses_refresh") == "False" else 0
        assert new.nurses == fresh + left
        assert new.staff == old.staff


# --- limits of a round ---------------------------------------------------------------------------


@clause("INV-24", "INV-26", "CL-5.26", "CL-5.14")
@games
@given(walks(RULES))
def test_what_is_built_in_a_round_and_in_an_action(walk: Walk) -> None:
    types: Counter[tuple[int, str]] = Counter()
    own_types: Counter[tuple[int, int, bool]] = Counter()
    actions: dict[tuple[int, int, int], Counter[str]] = {}
    for moment in moments(walk):
        here = moment.before
        if here.then in FLOW[:5] or here.acting != 0 or not moment.action:
            continue
        done = actions.setdefault((here.round, here.action_phase, moment.seat), Counter())
        if moment.action.startswith("build:"):
            thing = moment.action[6:]
            done["components"] += 1
            done[thing] += 1
            if thing.endswith("_service") or thing in SPECIAL:
                types[here.round, thing] += 1
                own_types[here.round, moment.seat, thing in SPECIAL] += 1
        old, new = here.clinics[moment.seat], moment.after.clinics[moment.seat]
        done["offices"] += len(all_of(new, "office")) - len(all_of(old, "office"))
    assert all(count == 1 for count in types.values())
    assert all(count == 1 for count in own_types.values())
    for done in actions.values():
        assert done["components"] <= 2
        once = walk.options.get("bonus_office_per_room") == "action"
        assert 0 <= done["offices"] - done["office"] <= (1 if once else done["room"])


@clause("INV-25", "INV-27", "INV-28", "CL-9.1", "CL-9.4", "CL-9.14", "CL-9.21", "CL-8.1", "CL-4.2")
@games
@given(walks(RULES))
def test_what_is_done_in_an_action(walk: Walk) -> None:
    chosen: dict[tuple[int, int], Counter[str]] = {}
    hired: Counter[tuple[int, int, int, bool]] = Counter()
    spent: Counter[tuple[int, int, int]] = Counter()
    for moment in moments(walk):
        here, seat = moment.before, moment.seat
        window = (here.round, here.action_phase, seat)
        if moment.action.startswith("choose:"):
            chosen.setdefault((here.round, seat), Counter())[moment.action] += 1
        elif moment.action.startswith("hire:"):
            hired[(*window, moment.action.startswith("hire:doctor"))] += 1
        elif moment.action.startswith(("take:", "ec:")):
            spent[window] += int(moment.action.rsplit(":", 1)[1])
        elif moment.action.startswith(("up:", "down:")):
            spent[window] += 1
        if spent[window]:
            own = here.clinics[seat]
            assert spent[window] <= 1 + sum(own.entrances) + len(all_of(own, "helipad"))
        if seat >= 0 and here.acting == 2 and not moment.after.stacks[seat]:
            assert moment.after.clinics[seat].xs == []
    assert set(hired.values()) <= {1}
    assert len(chosen) == 6 * walk.players
    assert all(times.total() == 3 and max(times.values()) <= 2 for times in chosen.values())


@clause("INV-44", "INV-43", "INV-20", "CL-3.1", "CL-3.8", "CL-12.16")
@games
@given(walks(RULES))
def test_the_course_of_a_game(walk: Walk) -> None:
    phases: Counter[str] = Counter()
    arrived = list(range(walk.players))
    for moment in moments(walk):
        for kind in ("move_phase", "business", "administration", "round"):
            phases[kind] += len(moment.told(kind))
        phases["actions"] += flow(moment, round.choose)
        if moment.after.order != moment.before.order:
            assert moment.before.then in (round.draw_order, round.new_order)
            assert sorted(moment.after.order) == arrived
        if flow(moment, round.new_order):
            points = [moment.after.clinics[seat].pp for seat in moment.after.order]
            assert points == sorted(points)
        if flow(moment, round.begin_round) and moment.after.round == 1:
            for own in moment.after.clinics:
                (edge,) = [edge for edge in range(EDGES) if own.entrances[edge]]
                inside = moment.after.terms.board.edge_spaces[edge]
                assert [name(own, cell) for cell in inside] == ["psychiatric_service"]
    assert phases == {
        "round": 6,
        "actions": 18,
        "move_phase": 6,
        "business": 6,
        "administration": 6,
    }


# --- the board ---------------------------------------------------------------------------------


@clause("INV-17", "INV-18", "CL-6.11", "CL-6.12", "R-67")
@games
@given(walks(RULES))
def test_what_stands_stays(walk: Walk) -> None:
    for moment in moments(walk):
        if flow(moment, round.lay_out):
            continue
        for _, old, new in pairs(moment):
            if old.cells == new.cells and old.discs == new.discs:
                assert all(a <= b for a, b in zip(old.entrances, new.entrances, strict=True))
                continue
            for was, now in zip(old.cells, new.cells, strict=True):
                upgraded = OBJECT_IDS[was] == "parking_lot" and OBJECT_IDS[now] != "parking_lot"
                assert was in (0, now) or upgraded
            assert set(old.discs) <= set(new.discs)
            for cell in all_of(old, "room") + all_of(old, "operating_room"):
                assert hosts(moment.before, old, cell) <= hosts(moment.after, new, cell)
            first, then = buildings(old.cells), buildings(new.cells)
            same = {(first[cell], then[cell]) for cell in range(CELLS) if first[cell] >= 0}
            assert len({before for before, _ in same}) == len({after for _, after in same})
            fresh = [cell for cell in range(CELLS) if then[cell] > -1 and not old.cells[cell]]
            if max(then) > max(first):
                assert len(fresh) == 1
                assert fresh[0] < GROUND
                assert name(new, fresh[0]).endswith("_service")


# --- determinism ----------------------------------------------------------------------------------


@clause("INV-38")
@settings(games, max_examples=5)
@given(walks(RULES))
def test_same_seed_and_same_decisions_make_the_same_game(walk: Walk) -> None:
    one, done = played(walk)
    other, again = played(walk)
    assert done == again
    assert one.digest() == other.digest()


@clause("INV-39", "CL-15.4", "CL-12.15", "EX-60", "R-45")
@games
@given(walks(RULES))
def test_the_order_of_simultaneous_answers_changes_nothing(walk: Walk) -> None:
    first, done = played(walk)
    last, turned = played(walk, turned=True)
    assert sorted(done, key=lambda pair: pair[0]) == sorted(turned, key=lambda pair: pair[0])
    assert first.snapshot() == last.snapshot()
