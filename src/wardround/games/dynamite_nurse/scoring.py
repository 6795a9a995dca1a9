"""Points, Kill Marks counted, ranking (DN-10)."""

from wardround.games.dynamite_nurse.pack import (
    END_BEST_NAME,
    END_EMERGENCY,
    END_KILL_MARKS,
    NAMES,
    TITLE_MARKS,
)
from wardround.games.dynamite_nurse.state import Table


def owned(table: Table, seat: int) -> list[int]:
    """All cards of a player: deck, hand, discard pile, play area (DN-10.11)."""
    hospital = table.hospitals[seat]
    return hospital.deck + hospital.hand + hospital.shown + hospital.discard + hospital.play


def sheet(table: Table, seat: int) -> dict[str, int]:
    """Where the points of a player come from, as the position stands (DN-10.8)."""
    hospital = table.hospitals[seat]
    rows = table.pack.rows
    patients = 0
    emergencies = 0
    names = [0] * len(NAMES)
    for patient in hospital.acquired:
        row = rows[patient >> 1]
        patients += row.vp[patient & 1]
        emergencies += int(row.emergency)
        names[row.name] += 1
    cards = 0
    endings = 0
    marks = hospital.marks + (TITLE_MARKS if table.title == seat else 0)
    for slot in owned(table, seat):
        card = table.pack.cards[slot]
        cards += card.vp
        for step in card.end_steps:
            if step.kind == END_KILL_MARKS:
                marks += step.numbers[0]
            elif step.kind == END_BEST_NAME:
                endings += step.numbers[0] * max(names)
            elif step.kind == END_EMERGENCY:
                endings += step.numbers[0] * emergencies
    counted = max(0, marks)
    penalty = table.pack.penalty[min(counted, len(table.pack.penalty) - 1)]
    return {
        "patients": patients,
        "admitted": len(hospital.admitted),
        "cards": cards,
        "endings": endings,
        "counted": counted,
        "penalty": -penalty,
        "total": patients + len(hospital.admitted) + cards + endings - penalty,
    }


def scores(table: Table) -> list[int]:
    """The points of every player, as the position stands."""
    return [sheet(table, seat)["total"] for seat in range(table.players)]


def ranking(table: Table) -> list[list[int]]:
    """Seats in groups of equal rank: score, then fewest Kill Marks (DN-10.18 to DN-10.21)."""
    keys: list[tuple[int, int]] = []
    for seat in range(table.players):
        now = sheet(table, seat)
        cards = table.hospitals[seat].marks
        keys.append((-now["total"], now["counted"] if table.variant.counted_marks else cards))
    return [
        [seat for seat in range(table.players) if keys[seat] == key] for key in sorted(set(keys))
    ]
