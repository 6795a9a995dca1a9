"""The flow of a turn, phase by phase.

Each function is one step. It does what needs no decision and opens the question that follows; when
that is answered and no work is left, the flow goes on with the step that ``table.step`` names.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wardround.core import Chance, Choice, fields_of
from wardround.games.dynamite_nurse import choices, decisions, scoring, steps, view
from wardround.games.dynamite_nurse.pack import HAND_SIZE
from wardround.games.dynamite_nurse.state import (
    ADMISSION,
    BY_CAP,
    CLEANUP,
    DO_TRANSPORT,
    HOSPITAL_FIELDS,
    MAIN,
    REASONS,
    TABLE_FIELDS,
    TRANSPORTATION,
    Table,
    beds_short,
)


def set_up(table: Table) -> None:
    """Lay the game out (DN-2)."""
    table.step += 1
    table.lay_out()


def begin_turn(table: Table) -> None:
    """A turn begins (DN-3.5)."""
    table.turn_number += 1
    table.phase = MAIN
    table.clear_points()
    table.either = 1
    table.may_skip = False
    table.step += 1
    table.say("turn", table.turn, (table.turn_number,))


def main_phase(table: Table) -> None:
    """The next choice of the Main Phase (DN-4.1, DN-4.2)."""
    table.push(table.turn, MAIN_CHOICE)


def end_main_phase(table: Table) -> None:
    """Unpaid Emergency Cases die, points are lost (DN-4.62)."""
    table.step += 1
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
    table.step += 1
    table.work.append([DO_TRANSPORT])


def admission_phase(table: Table) -> None:
    """The Admission Phase would start: it may be skipped by a card (DN-3.2, DN-30.11b)."""
    table.phase = ADMISSION
    table.step += 1
    if table.may_skip:
        table.push(table.turn, decisions.SkipAdmission())


def admit(table: Table) -> None:
    """Own charges are admitted (DN-6.1)."""
    table.step += 1
    if table.turn in table.markers:
        table.push(table.turn, decisions.Admit())


def bed_check(table: Table) -> None:
    """Patients without a bed worsen (DN-6.6, DN-6.7)."""
    table.step += 1
    hospital = table.hospitals[table.turn]
    short = beds_short(hospital)
    if short:
        table.push(table.turn, decisions.BedCheck())


def cleanup_phase(table: Table) -> None:
    """A card may be kept, the others are discarded (DN-7.1, DN-7.2)."""
    table.phase = CLEANUP
    table.step += 1
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
    table.step = BEGIN_TURN


MAIN_CHOICE: Final = decisions.MainChoice()
BEGIN_TURN: Final = 1
FLOW: Final[list[Callable[[Table], None]]] = [
    set_up,
    begin_turn,
    main_phase,
    end_main_phase,
    transportation_phase,
    admission_phase,
    admit,
    bed_check,
    cleanup_phase,
    end_turn,
]


class DynamiteNurseState(Table):
    """A position of Dynamite Nurse, with the flow of the game and what can be seen of it."""

    def copy(self) -> "DynamiteNurseState":
        other = DynamiteNurseState(self.game, self.players, self.chance.copy(), self.variant)
        self.copy_onto(other)
        return other

    def proceed(self) -> None:
        if self.work:
            steps.do_work(self)
        else:
            FLOW[self.step](self)

    def view(self, viewer: int) -> dict[str, Any]:
        return view.view(self, viewer)

    def observation(self, seat: int) -> dict[str, list[float]]:
        return view.observation(self, seat)

    def hide(self, seat: int, rng: Random) -> None:
        view.hide(self, seat, rng)

    def choice(self, seat: int, action: int) -> Choice:
        return choices.choice(self, seat, action)

    def scores(self) -> list[int]:
        return [scoring.sheet(self, seat)["total"] for seat in range(self.players)]

    def ranking(self) -> list[list[int]]:
        return scoring.ranking(self) if self.over else []

    def ending(self) -> str:
        return REASONS[self.reason]

    def returns(self) -> list[float]:
        """1 for the winner, shared in a tie, 0 for others (DN-10.18, DN-10.20)."""
        values = [0.0] * self.players
        if self.over:
            winners = scoring.ranking(self)[0]
            for seat in winners:
                values[seat] = 1.0 / len(winners)
        return values

    def snapshot(self) -> dict[str, Any]:
        data = fields_of(self, TABLE_FIELDS)
        data["players"] = self.players
        data["options"] = dict(self.variant.options)
        data["pack"] = [self.pack.id, self.pack.version, self.pack.checksum]
        data["work"] = [item[:] for item in self.work]
        data["hospitals"] = [fields_of(hospital, HOSPITAL_FIELDS) for hospital in self.hospitals]
        data["questions"] = [
            [[question.name(), question.data()] for question in stack] for stack in self.stacks
        ]
        chance: Chance = self.chance
        data["chance"] = chance.save()
        return data
