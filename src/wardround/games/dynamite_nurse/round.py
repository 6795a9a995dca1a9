"""The flow of a turn, phase by phase.

Each function is one step. It does what needs no decision, says which step comes next, and opens the
question that comes before it.
"""

from typing import Final

from wardround.games.dynamite_nurse import decisions, steps
from wardround.games.dynamite_nurse.pack import HAND_SIZE
from wardround.games.dynamite_nurse.state import (
    ADMISSION,
    BY_CAP,
    CLEANUP,
    MAIN,
    TRANSPORTATION,
    Table,
    beds_short,
)

MAIN_CHOICE: Final = decisions.Main()


def lay_out(table: Table) -> None:
    """Lay the game out (DN-2)."""
    table.lay_out()
    table.then = begin_turn


def begin_turn(table: Table) -> None:
    """A turn begins (DN-3.5)."""
    table.turn_number += 1
    table.phase = MAIN
    table.clear_points()
    table.either = 1
    table.may_skip = False
    table.then = main_phase
    table.say("turn", table.turn, (table.turn_number,))


def main_phase(table: Table) -> None:
    """What a choice has left to be carried out, then the next choice (DN-4.1, DN-4.2)."""
    if table.work:
        steps.do_work(table)
    else:
        table.push(table.turn, MAIN_CHOICE)


def end_main_phase(table: Table) -> None:
    """Unpaid Emergency Cases die, points are lost (DN-4.62)."""
    table.then = transportation_phase
    seat = table.turn
    admitted = table.hospitals[seat].admitted
    places = [place for place in range(len(admitted)) if table.owes(seat, place)]
    if places:
        table.say("unpaid", seat, (len(places),))
        table.worsen_admitted([seat] * len(places), places)
    table.clear_points()


def transportation_phase(table: Table) -> None:
    """One transport (DN-5.1)."""
    table.phase = TRANSPORTATION
    table.then = admission_phase
    steps.do_transport(table)


def admission_phase(table: Table) -> None:
    """The Admission Phase would start: it may be skipped by a card (DN-3.2, DN-30.11b)."""
    table.phase = ADMISSION
    table.then = admit
    if table.may_skip:
        table.push(table.turn, decisions.SkipAdmission())


def admit(table: Table) -> None:
    """Own charges are admitted (DN-6.1)."""
    table.then = bed_check
    if table.turn in table.markers:
        table.push(table.turn, decisions.Admit())


def bed_check(table: Table) -> None:
    """Patients without a bed worsen (DN-6.6, DN-6.7)."""
    table.then = cleanup_phase
    hospital = table.hospitals[table.turn]
    short = beds_short(hospital)
    if short:
        table.push(table.turn, decisions.BedCheck())


def cleanup_phase(table: Table) -> None:
    """A card may be kept, the others are discarded (DN-7.1, DN-7.2)."""
    table.phase = CLEANUP
    table.then = end_turn
    table.push(table.turn, decisions.Keep())


def end_turn(table: Table) -> None:
    """Cards in play are discarded, the next hand is drawn, the turn passes (DN-7.2 to DN-7.6)."""
    seat = table.turn
    hospital = table.hospitals[seat]
    for card in hospital.play:
        table.put_on_discard(seat, card)
    hospital.play = []
    table.draw(seat, HAND_SIZE)
    if table.turn_number >= table.variant.turn_cap:
        table.end(BY_CAP)
        return
    table.turn = (seat + 1) % table.players
    table.then = begin_turn


FLOW: Final = (
    lay_out,
    begin_turn,
    main_phase,
    end_main_phase,
    transportation_phase,
    admission_phase,
    admit,
    bed_check,
    cleanup_phase,
    end_turn,
)
"""All steps of a game, the first one first."""
