"""Points: phase 5, the end of the game, the ranking."""

from wardround.core.state import shared_win
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    POINT_EACH,
    POINT_MOST,
    POINT_NONE,
    VALUE,
)
from wardround.games.dice_hospital.state import NO_BED, Hospital, Table
from wardround.games.dice_hospital.values import BONUS

EMPTY_BONUS = 5
FATALITY_POINTS = -2
DEAR_FATALITY_POINTS = -4
SHEET_COLUMNS = ("discharged", "table", "administrator", "event", "registrar", "empty")
"""What the score sheet keeps of each round: the number discharged, then points by source."""


def discharged_of(hospital: Hospital, colour: int) -> int:
    """Patients discharged this round that count as a colour in phase 5 (DH-12.8)."""
    return sum([hospital.discharged[own * 3 + colour] for own in range(3)])


def administrator_points(table: Table, seat: int) -> int:
    """What the administrator scores this round (DH-19): one point or none."""
    hospital = table.hospitals[seat]
    if hospital.administrator < 0:
        return 0
    card = ADMINISTRATORS[hospital.administrator]
    if card.point == POINT_NONE:
        return 0
    if card.point == POINT_MOST:
        return int(_most(table, seat))
    colours = range(3) if card.point == POINT_EACH else [card.point]
    return int(all(discharged_of(hospital, colour) >= card.least for colour in colours))


def _most(table: Table, seat: int) -> bool:
    """Whether nobody discharged more, and somebody was discharged at all (DH-19.14, R-22)."""
    own = table.hospitals[seat].discharges()
    others = [
        hospital.discharges() for other, hospital in enumerate(table.hospitals) if other != seat
    ]
    if table.variant.strict_most:
        return own > max(others)
    return own > 0 and own >= max(others)


def score_round(table: Table) -> None:
    """Phase 5: every player scores; then the dice go back into the bag (DH-8)."""
    for seat, hospital in enumerate(table.hospitals):
        discharged = hospital.discharges()
        points = table.variant.table.points(discharged)
        administrator = administrator_points(table, seat)
        empty = 0 if hospital.patients else EMPTY_BONUS
        if table.on(BONUS):
            bonus = table.variant.values.events[table.event]
            if discharged >= bonus.number:
                table.score_event(seat, bonus.points)
        hospital.score += points + administrator + empty
        hospital.sheet = [
            *hospital.sheet,
            discharged,
            points,
            administrator,
            hospital.event_points,
            hospital.registrar_points,
            empty,
        ]
        hospital.event_points = 0
        hospital.registrar_points = 0
        table.tell("score", seat, (discharged, points, administrator, empty))
    for hospital in table.hospitals:
        for number in range(9):
            if hospital.discharged[number]:
                table.bag[number // 3] += hospital.discharged[number]
                hospital.discharged[number] = 0


def fatality_points(table: Table) -> int:
    """What a fatality token costs at the end (DH-14.4, DH-24.24)."""
    return DEAR_FATALITY_POINTS if table.variant.fatality_penalty else FATALITY_POINTS


def report_points(table: Table) -> int:
    """Solo: points of the reports completed, less those of the others (DH-24.22, DH-24.25)."""
    reports = table.variant.values.reports
    factor = 2 if table.variant.report_penalty else 1
    done = sum([reports[number].points for number in table.completed])
    missed = sum([reports[number].points for number in table.reports if number >= 0])
    return done - factor * missed


def end_points(table: Table, hospital: Hospital) -> int:
    """Points at the end for blood bags, fatality tokens and reports (DH-14.4, DH-14.5)."""
    return hospital.bags + fatality_points(table) * hospital.fatalities + hospital.report_points


def patients_left(hospital: Hospital) -> tuple[int, int]:
    """Number of patients in the hospital, and the sum of their values (DH-15.5, DH-15.6)."""
    values = [VALUE[patient] for patient in hospital.beds if patient != NO_BED]
    return len(values), sum(values)


def scores(table: Table) -> list[int]:
    """Points of every seat now."""
    return [hospital.score for hospital in table.hospitals]


def ranking(table: Table) -> list[list[int]]:
    """Seats in groups of equal rank: points, then fewer patients left, then higher values."""
    keys = {}
    for seat, hospital in enumerate(table.hospitals):
        patients, values = patients_left(hospital)
        keys[seat] = (-hospital.score, patients, -values)
    return [
        [seat for seat in range(table.players) if keys[seat] == key]
        for key in sorted(set(keys.values()))
    ]


def returns(table: Table) -> list[float]:
    """1 for the winner, shared in a tie, 0 for others; solo: a hundredth of the score."""
    if table.solo():
        return [table.hospitals[0].score / 100]
    return shared_win(ranking(table)[0], table.players)
