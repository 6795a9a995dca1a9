"""Dice Hospital's own "given": positions in any phase, said in the words of the rules.

Patients are written as in the actions (``R3u``, ``G2t``, ``R3t>G``), dice as ``R3``, colours as
``R``. Dice and improvements are conserved: what is not put anywhere is in the bag and the stacks.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wardround.core import State
from wardround.core.declaration import Step
from wardround.core.fields import fields_of
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    BASE,
    BEDS,
    DEPARTMENTS,
    EXPERIMENTAL,
    FACE,
    LETTERS,
    NURSE,
    ORIGINAL,
    PRINTED,
    PROMO,
    SPECIALISTS,
    meeple_id,
    patient_notation,
)
from wardround.games.dice_hospital.state import (
    DICE_OF_A_COLOUR,
    FREE,
    NO_BED,
    NURSES,
    Hospital,
    Table,
)
from wardround.games.dice_hospital.values import RECONSTRUCTED
from wardround.testing import Scenario, given

Options = Mapping[str, object]
Snapshot = dict[str, Any]

KINDS = {patient_notation(patient): patient for patient in range(72)}
DICE = [f"{letter}{value}" for letter in LETTERS for value in range(1, 7)]
DEPARTMENT_IDS = [department.id for department in DEPARTMENTS]
SPECIALIST_IDS = [specialist.id for specialist in SPECIALISTS]
BASE_DEPARTMENTS = [department.id for department in DEPARTMENTS if department.box == BASE]
"""The six printed ones and the 12 tiles of the base game (they come first in all lists)."""
BASE_SPECIALISTS = [specialist.id for specialist in SPECIALISTS if specialist.box == BASE]
ADMINISTRATOR_IDS = [administrator.id for administrator in ADMINISTRATORS]
MEEPLE_IDS = [meeple_id(meeple) for meeple in range(1 + len(SPECIALISTS))]
EVENT_IDS = [card.id for card in RECONSTRUCTED.events]
REPORT_IDS = [card.id for card in RECONSTRUCTED.reports]
SEED = "scenario"


@dataclass(frozen=True)
class House:
    """What one player has.

    Args:
        patients: Patients in the beds, e.g. ``"R3u G2t"``.
        bags: Blood bags.
        departments: Ids of the tiles owned beyond the six printed departments.
        specialists: Ids of the specialists owned.
        administrator: Id of the administrator.
        fatalities: Fatality tokens.
        score: Points so far.
        placed: Meeples that stand on departments already: ``{"pharmacy": "nurse"}``. If a
            department is owned twice, ``"urology/2"`` is the second copy.
        discharged: Colours of the patients in the discharge area, ``"R R G"``; ``"R>G"`` counts as
            green in phase 5.
    """

    patients: str = ""
    bags: int = 0
    departments: Sequence[str] = ()
    specialists: Sequence[str] = ()
    administrator: str | None = None
    fatalities: int = 0
    score: int = 0
    placed: Mapping[str, str] | None = None
    discharged: str = ""


Houses = Sequence[str | House]


# --- positions ------------------------------------------------------------------------------


def set_up(players: int = 3, options: Options | None = None, seed: str = SEED) -> Scenario:
    """A new game at its first question."""
    return given(GAME, players, options, seed)


def activation(
    hospital: str = "",
    *,
    bags: int = 0,
    departments: Sequence[str] = (),
    specialists: Sequence[str] = (),
    administrator: str | None = None,
    fatalities: int = 0,
    score: int = 0,
    placed: Mapping[str, str] | None = None,
    discharged: str = "",
    others: Houses = (),
    active: Sequence[int] = (0,),
    players: int = 2,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 3: seat 0 is at its activation menu.

    Args:
        hospital: Patients of seat 0; the further arguments up to ``discharged`` are those of
            :class:`House`, for seat 0.
        others: What seats 1, 2 ... have; empty hospitals where nothing is said.
        active: Seats at their menu; all others are done. With sequential activation the first of
            them is at its menu and the others follow in this order.
        round_number: 1 to 8. In round 8 the end of the phase leads to the end of the game.
        event: Id of the event of this round.
    """
    first = House(
        hospital,
        bags,
        departments,
        specialists,
        administrator,
        fatalities,
        score,
        placed,
        discharged,
    )
    scenario = _position((first, *others), players, options, round_number, event=event)
    sequential = table(scenario).variant.sequential

    def open_menus(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 3, round.activate, order=list(range(players)))
        asked = list(active[:1] if sequential else active)
        snapshot["queue"] = list(active[1:]) if sequential else []
        for seat in range(players):
            snapshot["questions"][seat] = [["activate", []]] if seat in asked else []
            snapshot["hospitals"][seat]["done"] = seat not in active

    return scenario.edit_with(open_menus)


def intake(
    rolled: str,
    *,
    first_player: int = 0,
    hospitals: Houses = (),
    players: int = 3,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 1, the dice are rolled: sorted as far as nothing is to be decided.

    Args:
        rolled: The 3(n+1) dice, e.g. ``"R2 R2 Y2 G2 R3 Y3 ..."``.
        hospitals: What the seats have; empty hospitals where nothing is said.
    """
    dice = [_die(word) for word in rolled.split()]
    assert len(dice) == 3 * (players + 1), f"{players} players roll {3 * (players + 1)} dice"
    scenario = _position(hospitals, players, options, round_number, event=event)

    def roll(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 1, round.sort_dice, first_player=first_player)
        for die in dice:
            snapshot["rolled"][die] += 1
        _fill_bag(snapshot)

    return scenario.edit_with(roll).go_on()


def claiming(
    ambulances: Sequence[str],
    *,
    first_player: int = 0,
    hospitals: Houses = (),
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 1, the ambulances are filled: the first player claims first.

    Args:
        ambulances: The three dice of each of the n+1 ambulances, e.g. ``"R2 R2 Y2"``. The number
            of players follows from it.
        hospitals: What the seats have; empty hospitals where nothing is said.
    """
    players = len(ambulances) - 1
    dice = [_die(word) for load in ambulances for word in load.split()]
    assert len(dice) == 3 * len(ambulances), "an ambulance holds three dice"
    scenario = _position(hospitals, players, options, round_number, event=event)

    def fill(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 1, round.claim, first_player=first_player)
        snapshot["dice"] = dice
        snapshot["filling"] = len(ambulances)
        snapshot["queue"] = [(first_player + step) % players for step in range(players)]
        _fill_bag(snapshot)

    return scenario.edit_with(fill).go_on()


def improvement(
    departments: Sequence[str] = (),
    specialists: Sequence[str] = (),
    *,
    hospitals: Houses = (),
    order: Sequence[int] | None = None,
    players: int = 3,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 2: the first seat of the ambulance order may take an improvement.

    Args:
        departments: Ids of the tiles in the display.
        specialists: Ids of the specialists in the display.
        hospitals: What the seats have; empty hospitals where nothing is said.
        order: The ambulance order; seats ascending if not given.
    """
    shown = (departments, specialists)
    scenario = _position(hospitals, players, options, round_number, shown, event)
    seats = list(order) if order is not None else list(range(players))

    def begin(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 2, round.improve, order=seats)
        snapshot["queue"] = seats[:]

    return scenario.edit_with(begin).go_on()


def neglect(
    hospital: str = "",
    *,
    administrator: str | None = None,
    others: Houses = (),
    players: int = 2,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
    score: int = 0,
) -> Scenario:
    """Phase 4: at the question whom to spare, or with every loss of the phase carried out.

    Args:
        hospital: Patients of seat 0.
        administrator: Of seat 0.
        others: What seats 1, 2 ... have; empty hospitals where nothing is said.
    """
    first = House(hospital, administrator=administrator, score=score)
    scenario = _position((first, *others), players, options, round_number, event=event)
    scenario.edit_with(
        lambda snapshot: _in_phase(snapshot, 3, round.neglect, order=list(range(players)))
    )
    return flow(scenario, until=round.complete_reports if players == 1 else round.discharge)


def scoring(
    hospitals: Houses,
    *,
    options: Options | None = None,
    round_number: int = 1,
    finish: bool = False,
    event: str | None = None,
) -> Scenario:
    """Phase 5 carried out; nothing after it.

    Args:
        hospitals: What the seats have; their number is the number of players.
        finish: With ``round_number=8``: the end of the game is carried out too.
    """
    players = len(hospitals)
    scenario = _position(hospitals, players, options, round_number, event=event)
    scenario.edit_with(
        lambda snapshot: _in_phase(snapshot, 4, round.discharge, order=list(range(players)))
    )
    if finish:
        assert round_number == 8, "only round 8 ends the game"
        return scenario.go_on()
    return flow(scenario, until=round.shift_change)


def shift_change(
    hospitals: Houses,
    departments: Sequence[str] = (),
    specialists: Sequence[str] = (),
    *,
    first_player: int = 0,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 6 carried out, with 2 players at the question for the third improvement.

    Args:
        hospitals: What the seats have; their number is the number of players.
        departments: Ids of the tiles that nobody took.
        specialists: Ids of the specialists that nobody took.
    """
    players = len(hospitals)
    shown = (departments, specialists)
    scenario = _position(hospitals, players, options, round_number, shown, event)

    def begin(snapshot: Snapshot) -> None:
        order = [(first_player + step) % players for step in range(players)]
        _in_phase(snapshot, 5, round.shift_change, order=order)

    return flow(scenario.edit_with(begin), until=round.begin_round)


# --- positions of variants --------------------------------------------------------------------


def revealing(
    event: str,
    hospitals: Houses,
    *,
    first_player: int = 0,
    options: Options | None = None,
    round_number: int = 2,
    chance: Sequence[int] = (),
) -> Scenario:
    """The start of a round: this event is revealed and, if nobody is asked, carried out.

    Args:
        event: Its id.
        hospitals: What the seats have; their number is the number of players.
        chance: What is drawn (in the solo game).
    """
    players = len(hospitals)
    scenario = _position(hospitals, players, {"events": True, **(options or {})}, round_number)

    def begin(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 6, round.begin_round, first_player=first_player)
        number = EVENT_IDS.index(event)
        snapshot["event_deck"].remove(number)
        snapshot["event_deck"].append(number)

    scenario.edit_with(begin)
    if chance:
        scenario.chance(*chance)
    return flow(scenario, until=round.take_in)


def opening(
    hospitals: Houses,
    *,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Phase 3 begins, in the order of the seats: a Consultant's question comes first.

    Args:
        hospitals: What the seats have; their number is the number of players.
    """
    players = len(hospitals)
    scenario = _position(hospitals, players, options, round_number, event=event)

    def begin(snapshot: Snapshot) -> None:
        order = list(range(players))
        _in_phase(snapshot, 3, round.activate, order=order)
        snapshot["queue"] = order

    return scenario.edit_with(begin).go_on()


def alone(
    rolled: str,
    hospital: str | House = "",
    *,
    options: Options | None = None,
    round_number: int = 1,
    event: str | None = None,
) -> Scenario:
    """Solo, phase 1: these four dice are rolled, one of them goes back into the bag."""
    scenario = _position((hospital,), 1, options, round_number, event=event)

    def roll(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 1, round.count_alone)
        snapshot["hospitals"][0]["waiting"] = [_die(word) for word in rolled.split()]
        snapshot["questions"][0] = [["send_die_back", []]]
        _fill_bag(snapshot)

    return scenario.edit_with(roll).go_on()


def offering(
    department: str,
    specialist: str,
    hospital: str | House = "",
    *,
    options: Options | None = None,
    event: str | None = None,
) -> Scenario:
    """Solo, phase 2: these two improvements are on top of their stacks and revealed."""
    scenario = _position((hospital,), 1, options, 2, event=event)

    def begin(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 1, round.fill_beds, order=[0])

    scenario.edit_with(begin)
    on_top(scenario, department, specialist)
    return flow(scenario, until=round.activate)


def reporting(
    discharged: str,
    *,
    lower: Sequence[str],
    upper: Sequence[str] = ("M13", "M14", "M15"),
    hospital: str = "R3t",
    options: Options | None = None,
    round_number: int = 1,
) -> Scenario:
    """Solo, phase 5: reports may be completed with these patients.

    Args:
        discharged: Colours in the discharge area.
        lower: Ids of the three reports in the lower row, column by column.
        upper: Those above them.
    """
    scenario = _position((House(hospital, discharged=discharged),), 1, options, round_number)

    def begin(snapshot: Snapshot) -> None:
        _in_phase(snapshot, 4, round.complete_reports, order=[0])
        columns = zip(lower, upper, strict=True)
        snapshot["reports"] = [REPORT_IDS.index(id) for column in columns for id in column]

    return flow(scenario.edit_with(begin), until=round.shift_change)


def collecting(
    hospitals: Houses, *, first_player: int = 0, options: Options | None = None
) -> Scenario:
    """Final Round Collections begin after phase 5 of round 8."""
    players = len(hospitals)
    collections = {"final_round_collections": True, **(options or {})}
    scenario = _position(hospitals, players, collections, 8)

    def begin(snapshot: Snapshot) -> None:
        order = [(first_player + step) % players for step in range(players)]
        _in_phase(snapshot, 5, round.open_collections, order=order)

    return scenario.edit_with(begin).go_on()


def die_draw(scenario: Scenario, die: str) -> list[int]:
    """The outcomes that draw a die from the bag as it is now and roll it: ``"Y4"``."""
    number = _die(die)
    return [sum(table(scenario).bag[: number // 6]), number % 6 + 1 - 2]


def flow(scenario: Scenario, until: Step) -> Scenario:
    """Let the flow run, forced answers included, to a question or just before a step.

    Args:
        until: A step of the flow, e.g. ``round.discharge``.
    """
    position = table(scenario)

    def steps() -> None:
        while not position.over and position.then is not until:
            position.proceed()
            if _asked(position):
                return

    return scenario.run(steps)


def on_top(scenario: Scenario, *ids: str) -> Scenario:
    """Put improvements on top of their stacks: the first one named is drawn first."""

    def move(snapshot: Snapshot) -> None:
        for id in reversed(ids):
            name, items = ("specialist_deck", SPECIALIST_IDS)
            if id in DEPARTMENT_IDS:
                name, items = ("department_stack", DEPARTMENT_IDS)
            number = items.index(id)
            assert number in snapshot[name], f"no {id} lies in the stack"
            snapshot[name].remove(number)
            snapshot[name].append(number)

    return scenario.edit_with(move)


# --- looking --------------------------------------------------------------------------------


def table(scenario: Scenario) -> Table:
    """The position as Dice Hospital's own type."""
    assert isinstance(scenario.state, Table)
    return scenario.state


def hospital(scenario: Scenario, seat: int) -> Hospital:
    """The hospital of a seat."""
    return table(scenario).hospitals[seat]


def patients(scenario: Scenario, seat: int) -> list[str]:
    """The patients of a seat, sorted: ``["G4t", "R5t"]``."""
    beds = hospital(scenario, seat).beds
    return sorted(patient_notation(patient) for patient in beds if patient != NO_BED)


def discharged(scenario: Scenario, seat: int) -> list[str]:
    """The discharge area of a seat, sorted: ``["G", "R", "R>G"]``."""
    counts = hospital(scenario, seat).discharged
    return sorted(
        LETTERS[own] + ("" if own == current else f">{LETTERS[current]}")
        for own in range(3)
        for current in range(3)
        for _ in range(counts[own * 3 + current])
    )


def ambulances(scenario: Scenario) -> list[str]:
    """The dice of every ambulance, low above high: ``["R2 R2 Y2", "G2 R3 Y3", ...]``."""
    dice = table(scenario).dice
    loads = [dice[place : place + 3] for place in range(0, len(dice), 3)]
    return [
        " ".join(DICE[die] for die in sorted(load, key=lambda die: (die % 6, die)) if die != NO_BED)
        for load in loads
    ]


def display(scenario: Scenario) -> tuple[list[str], list[str]]:
    """Ids of the tiles and of the specialists in the open display, in order."""
    position = table(scenario)
    return (
        [DEPARTMENT_IDS[tile] for tile in position.shown_departments],
        [SPECIALIST_IDS[card] for card in position.shown_specialists],
    )


def owned(scenario: Scenario, seat: int) -> list[str]:
    """Ids of the improvements of a seat: tiles, then specialists."""
    own = hospital(scenario, seat)
    return [DEPARTMENT_IDS[tile] for tile in own.departments[PRINTED:]] + [
        SPECIALIST_IDS[card] for card in own.specialists
    ]


# --- conservation (INV-01, INV-13 and the counts kept beside the beds) ------------------------


def conserved(position: State) -> None:
    """No die and no improvement has got lost, and the counts kept beside the beds are right.

    Raises:
        AssertionError: Something has.
    """
    assert isinstance(position, Table)
    dice = position.bag[:]
    for die in position.filled:
        dice[die // 6] += 1
    for place in (position.rolled, position.left_over):
        for number, count in enumerate(place):
            dice[number // 6] += count
    for die in position.dice:
        if die != NO_BED:
            dice[die // 6] += 1
    tiles = Counter(
        position.department_stack + position.shown_departments + position.departments_out
    )
    cards = Counter(
        position.specialist_deck + position.shown_specialists + position.specialists_out
    )
    for own in position.hospitals:
        lying = [patient for patient in own.beds if patient != NO_BED]
        for patient in lying:
            dice[ORIGINAL[patient]] += 1
        for number, count in enumerate(own.discharged):
            dice[number // 3] += count
        for die in own.waiting:
            dice[die // 6] += 1
        tiles.update(own.departments[PRINTED:])
        cards.update(own.specialists)
        faces = Counter(FACE[patient] for patient in lying)
        assert own.faces == [faces[number] for number in range(18)], "faces differ from the beds"
        assert own.patients == len(lying), "the number of patients differs from the beds"
        assert len(own.meeples) == len(own.departments)
        assert len(own.placed) == len(own.specialists)
    assert dice == [DICE_OF_A_COLOUR[position.players]] * 3, f"dice by colour: {dice}"
    assert tiles == tiles_of(position), f"tiles: {tiles}"
    assert cards == cards_of(position), f"specialists: {cards}"
    cards_of_events = len(RECONSTRUCTED.events) if position.variant.events else 0
    assert len(set(position.event_deck)) == len(position.event_deck) <= cards_of_events


def tiles_of(position: Table) -> dict[int, int]:
    """The department tiles of this game, those removed in set-up included (DH-1.7, DH-25.2)."""
    base = [number for number, tile in enumerate(DEPARTMENTS) if tile.copies and tile.box == BASE]
    new = [number for number, tile in enumerate(DEPARTMENTS) if tile.box == EXPERIMENTAL]
    if not position.variant.experimental_medicine:
        return dict.fromkeys(base, 2)
    return dict.fromkeys(base, 2 if position.players == 4 else 1) | dict.fromkeys(new, 2)


def cards_of(position: Table) -> dict[int, int]:
    """The specialists of this game, those exchanged for promos included (DH-1.8, DH-25.4)."""
    boxes = {box: [n for n, card in enumerate(SPECIALISTS) if card.box == box] for box in range(3)}
    cards = dict.fromkeys(boxes[BASE], 2)
    if position.variant.experimental_medicine:
        cards = dict.fromkeys(boxes[BASE], 1) | dict.fromkeys(boxes[EXPERIMENTAL], 2)
    chosen = [n for n in boxes[PROMO] if position.options[f"promo_{SPECIALIST_IDS[n]}"]]
    return cards | dict.fromkeys(chosen, 1)


# --- building -------------------------------------------------------------------------------


def _position(
    houses: Houses,
    players: int,
    options: Options | None,
    round_number: int,
    shown: tuple[Sequence[str], Sequence[str]] | None = None,
    event: str | None = None,
) -> Scenario:
    """A table between two steps, nobody asked, with these hospitals and this event."""
    assert len(houses) <= players, f"{len(houses)} hospitals for {players} players"
    all_houses = [*houses, *[House()] * (players - len(houses))]

    def fill(snapshot: Snapshot) -> None:
        snapshot["round"] = round_number
        snapshot["questions"] = [[] for _ in range(players)]
        snapshot["first_player"] = 0
        snapshot["hospitals"] = [
            _hospital(house if isinstance(house, House) else House(house)) for house in all_houses
        ]
        _share_out(snapshot, "department_stack", "shown_departments", "departments", shown)
        _share_out(snapshot, "specialist_deck", "shown_specialists", "specialists", shown)
        if event is not None:
            snapshot["event"] = EVENT_IDS.index(event)
            snapshot["event_deck"].remove(snapshot["event"])
        _fill_bag(snapshot)

    if event is not None:
        options = {"events": True, **(options or {})}
    scenario = given(GAME, players, options, SEED).edit_with(fill)
    conserved(scenario.state)
    return scenario


def _hospital(house: House) -> Snapshot:
    """A hospital as a snapshot holds it."""
    own = Hospital()
    words = house.patients.split()
    assert len(words) <= BEDS, f"{len(words)} patients for {BEDS} beds"
    for word in words:
        assert word in KINDS, f"no patient is written {word!r}; one is written R3u, R3t or R3t>G"
        own.admit(KINDS[word])
    for id in house.departments:
        own.departments.append(_number(DEPARTMENT_IDS, id, first=PRINTED))
        own.meeples.append(FREE)
    for id in house.specialists:
        own.specialists.append(_number(SPECIALIST_IDS, id))
        own.placed.append(0)
    if house.administrator is not None:
        own.administrator = _number(ADMINISTRATOR_IDS, house.administrator)
    for place, meeple in (house.placed or {}).items():
        _place(own, place, _number(MEEPLE_IDS, meeple))
    for word in house.discharged.split():
        colour, _, current = word.partition(">")
        own.discharged[LETTERS.index(colour) * 3 + LETTERS.index(current or colour)] += 1
    own.bags = house.bags
    own.fatalities = house.fatalities
    own.score = house.score
    return fields_of(own)


def _number(ids: Sequence[str], id: str, first: int = 0) -> int:
    assert id in ids[first:], f"no {id!r}, only {', '.join(ids[first:])}"
    return ids.index(id, first)


def _place(own: Hospital, place: str, meeple: int) -> None:
    """A meeple stands on a department already."""
    id, _, copy = place.partition("/")
    number = _number(DEPARTMENT_IDS, id)
    slots = [slot for slot, other in enumerate(own.departments) if other == number]
    slot = slots[int(copy or 1) - 1]
    assert own.meeples[slot] == FREE, f"two meeples at {place}"
    own.meeples[slot] = meeple
    if meeple == NURSE:
        own.nurses -= 1
        assert own.nurses >= 0, f"there are {NURSES} nurses"
        return
    for other, card in enumerate(own.specialists):
        if card == meeple - 1 and not own.placed[other]:
            own.placed[other] = 1
            return
    raise AssertionError(f"no free {MEEPLE_IDS[meeple]} to place")


def _share_out(
    snapshot: Snapshot,
    stack: str,
    display: str,
    kind: str,
    shown: tuple[Sequence[str], Sequence[str]] | None,
) -> None:
    """Take what the hospitals own and what is shown out of the stack; the rest stays in it."""
    tiles = kind == "departments"
    ids = DEPARTMENT_IDS if tiles else SPECIALIST_IDS
    first = PRINTED if tiles else 0
    rest = snapshot[stack] + snapshot[display]
    out = snapshot["departments_out" if tiles else "specialists_out"]
    for own in snapshot["hospitals"]:
        for number in own[kind][first:]:
            _take_out(rest, out, number, ids)
    if shown is None:
        size = len(snapshot[display])
        snapshot[display] = rest[len(rest) - size :]
        snapshot[stack] = rest[: len(rest) - size]
        return
    snapshot[display] = [_number(ids, id, first) for id in shown[0 if tiles else 1]]
    for number in snapshot[display]:
        _take_out(rest, out, number, ids)
    snapshot[stack] = rest


def _take_out(rest: list[int], out: list[int], number: int, ids: Sequence[str]) -> None:
    """Take a tile or card out of its stack; if it was removed in set-up, another one was."""
    if number not in rest and number in out:
        promos = [card for card, one in enumerate(SPECIALISTS) if one.box == PROMO]
        other = next(one for one in rest if one not in promos)
        rest.remove(other)
        out.remove(number)
        out.append(other)
        return
    assert number in rest, f"no further copy of {ids[number]} is in the game"
    rest.remove(number)


def _fill_bag(snapshot: Snapshot) -> None:
    """All dice that lie nowhere else are in the bag."""
    bag = [DICE_OF_A_COLOUR[snapshot["players"]]] * 3
    for place in ("rolled", "left_over"):
        for number, count in enumerate(snapshot[place]):
            bag[number // 6] -= count
    dice = [die for die in snapshot["dice"] if die != NO_BED] + snapshot["filled"]
    for own in snapshot["hospitals"]:
        dice += own["waiting"]
        for patient in own["beds"]:
            if patient != NO_BED:
                bag[ORIGINAL[patient]] -= 1
        for number, count in enumerate(own["discharged"]):
            bag[number // 3] -= count
    for die in dice:
        bag[die // 6] -= 1
    assert min(bag) >= 0, f"more dice than the game has: the bag would hold {bag}"
    snapshot["bag"] = bag


def _in_phase(
    snapshot: Snapshot,
    phase: int,
    step: Step,
    *,
    order: Sequence[int] | None = None,
    first_player: int | None = None,
) -> None:
    """Set the place in the round; ``order`` is the ambulance order where it is fixed already."""
    snapshot["phase"] = phase
    snapshot["then"] = step.__name__
    if order is not None:
        snapshot["order"] = list(order)
        snapshot["first_player"] = order[0]
    if order is not None and len(order) > 1:
        snapshot["taken_by"] = [*order, -1]
        snapshot["filling"] = len(order) + 1
        for number, seat in enumerate(order, start=1):
            snapshot["hospitals"][seat]["ambulance"] = number
    if first_player is not None:
        snapshot["first_player"] = first_player


def _die(word: str) -> int:
    assert word in DICE, f"no die is written {word!r}; one is written R3"
    return DICE.index(word)


def _asked(position: Table) -> bool:
    return position._settle()
