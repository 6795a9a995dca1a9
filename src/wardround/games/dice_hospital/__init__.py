"""Dice Hospital: the base game for 2 to 4 players."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from wardround.core import Chance, Credit, Event, Game, MaterialTable, Option, OptionValue
from wardround.games.dice_hospital import actions, decisions, text
from wardround.games.dice_hospital.material import ADMINISTRATORS, BOX, DEPARTMENTS, SPECIALISTS
from wardround.games.dice_hospital.round import DiceHospitalState
from wardround.games.dice_hospital.state import (
    HOSPITAL_FIELDS,
    TABLE_FIELDS,
    new_hospital,
    set_fields,
)

OPTIONS: Final = (
    Option(
        "administrators",
        "bool",
        True,
        "Administrators",
        "Every player has an administrator with a small power. Off for a first game.",
        clause="DH-20.1",
    ),
    Option(
        "activation",
        "choice",
        "simultaneous",
        "Activation",
        "Whether all hospitals are activated at the same time or one after the other.",
        values=("simultaneous", "sequential"),
        labels=("all at the same time", "one after the other"),
        clause="DH-27.1",
    ),
    Option(
        "discharge_table",
        "choice",
        "A",
        "Discharge table",
        "Points for patients discharged in a round. Both tables are partly reconstructed.",
        values=("A", "B"),
        labels=("table A", "table B (more points for many)"),
        clause="DH-14.1",
    ),
    Option(
        "colour_change_scope",
        "choice",
        "activation",
        "Colour changes last",
        "Until the end of phase 3, or through phase 5 of the round.",
        values=("activation", "round"),
        labels=("for the activation", "for the round"),
        clause="R-01",
    ),
    Option(
        "different_from",
        "choice",
        "trigger",
        "A different patient",
        "Different from the one patient that set a specialist's effect off, or from all healed.",
        values=("trigger", "all_healed"),
        labels=("than the trigger patient", "than all patients healed"),
        clause="R-04",
    ),
    Option(
        "most_discharged_tie",
        "choice",
        "shared",
        "Ties for most discharged",
        "Whether the administrator for most discharged patients scores in a tie.",
        values=("shared", "strict"),
        labels=("score", "do not score"),
        clause="R-22",
    ),
    Option(
        "token_limits",
        "choice",
        "none",
        "Token limits",
        "Whether blood bags run out when all 16 printed tokens are in use.",
        values=("none", "printed"),
        labels=("no limit", "as printed"),
        clause="R-27",
    ),
)


class DiceHospital(Game):
    """The game of patients that are dice."""

    def __init__(self) -> None:
        super().__init__(
            id="dice_hospital",
            title="Dice Hospital",
            tagline="Heal the dice: run a hospital for eight rounds and send patients home.",
            credits=Credit(
                ("Stan Kordonskiy", "Mike Nudd"),
                "Alley Cat Games",
                2018,
                "Wardround is unofficial and not connected with the publisher or the designers.",
            ),
            rules_version="1",
            min_players=2,
            max_players=4,
            options=OPTIONS,
            notations=[notation for notation, _ in actions.CATALOGUE],
            max_length=5000,
            min_return=0.0,
            max_return=1.0,
            rules_text=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> DiceHospitalState:
        state = DiceHospitalState(self, players, Chance(seed))
        state.set_up(options)
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> DiceHospitalState:
        chance = Chance.load(snapshot["chance"])
        state = DiceHospitalState(self, snapshot["players"], chance)
        set_fields(state, TABLE_FIELDS, dict(snapshot))
        state.hospitals = []
        for values in snapshot["hospitals"]:
            hospital = new_hospital()
            set_fields(hospital, HOSPITAL_FIELDS, values)
            state.hospitals.append(hospital)
        state.stacks = [
            [decisions.restore(state, seat, name, data) for name, data in stack]
            for seat, stack in enumerate(snapshot["questions"])
        ]
        state.relist()
        return state

    def event_text(self, event: Event, viewer: int, names: Sequence[str] | None = None) -> str:
        return text.event_text(event, viewer, names)

    def action_text(self, action: int) -> str:
        return actions.CATALOGUE[action][1]

    def material(self) -> list[MaterialTable]:
        marks = {(one.entry, one.field): one.tag for one in BOX.provenance}
        effects = tuple(
            (
                card.clause,
                card.id,
                card.name,
                text.effect_text(card.effect),
                marks[card.id, "effect"],
            )
            for card in DEPARTMENTS
        )
        specialists = tuple(
            (
                card.clause,
                card.id,
                card.name,
                text.specialist_text(number),
                marks[card.id, "effect"],
            )
            for number, card in enumerate(SPECIALISTS)
        )
        administrators = tuple(
            (
                card.clause,
                card.id,
                card.name,
                text.administrator_text(card),
                marks[card.id, "effect"],
            )
            for card in ADMINISTRATORS
        )
        tables = tuple(
            (
                f"{number}",
                *(f"{table.points(number)}" for table in BOX.tables),
                marks[("table A", f"{number}")],
            )
            for number in range(13)
        )
        columns = ("clause", "id", "name", "effect", "provenance")
        return [
            MaterialTable("Departments", columns, effects),
            MaterialTable("Specialists", columns, specialists),
            MaterialTable("Administrators", columns, administrators),
            MaterialTable(
                "Discharge table", ("patients", "table A", "table B", "provenance of A"), tables
            ),
        ]


GAME: Final = DiceHospital()
