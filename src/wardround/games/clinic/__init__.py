"""Clinic: 2 to 4 players build clinics floor by floor and treat patients in them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wardround.core import (
    SEAT_NAMES,
    Chance,
    Credit,
    Event,
    Game,
    MaterialTable,
    OptionValue,
    set_fields,
)
from wardround.games.clinic import actions, decisions, text
from wardround.games.clinic.options import OPTIONS, PARAMETERS, Terms, packaged
from wardround.games.clinic.round import ClinicState
from wardround.games.clinic.state import CLINIC_FIELDS, FIRST_RELEASE, TABLE_FIELDS, new_clinic


class ClinicGame(Game):
    """The game of clinics that grow floor by floor."""

    def __init__(self) -> None:
        super().__init__(
            id="clinic",
            title="Clinic",
            tagline="Build a clinic in three dimensions, find people for it, and mind the clock.",
            credits=Credit(
                ("Alban Viard",),
                "AVStudioGames",
                2014,
                "Wardround is unofficial and not connected with the publisher or the designer.",
            ),
            rules_version="2",
            earlier_rules=(FIRST_RELEASE,),
            min_players=2,
            max_players=4,
            options=OPTIONS,
            notations=[notation for notation, _ in actions.CATALOGUE],
            max_length=20_000,
            min_return=0.0,
            max_return=1.0,
            rules_text=packaged("rules.md"),
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> ClinicState:
        state = ClinicState(self, players, Chance(seed), Terms(options, players))
        state.set_up()
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> ClinicState:
        chance = Chance.load(snapshot["chance"])
        players: int = snapshot["players"]
        state = ClinicState(self, players, chance, Terms(dict(snapshot["options"]), players))
        set_fields(state, TABLE_FIELDS, dict(snapshot))
        state.clinics = []
        for values in snapshot["clinics"]:
            clinic = new_clinic()
            set_fields(clinic, CLINIC_FIELDS, values)
            state.clinics.append(clinic)
        state.stacks = [
            [decisions.restore(name, data) for name, data in stack]
            for stack in snapshot["questions"]
        ]
        state.relist()
        return state

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        return text.event_text(event, viewer, names)

    def action_text(self, action: int) -> str:
        return actions.CATALOGUE[action][1]

    def material(self) -> list[MaterialTable]:
        columns = ("clause", "name", "parameter", "default", "alternatives", "provenance")
        rows: list[tuple[str, ...]] = []
        for one in PARAMETERS:
            default, alternatives = one.words()
            rows.append((one.clause, one.id, one.title, default, alternatives, one.provenance))
        return [MaterialTable("Parameters", columns, tuple(rows))]


GAME: Final = ClinicGame()
