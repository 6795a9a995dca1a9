"""Dice Hospital: 1 to 4 players, with every variant of the rulebook."""

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
from wardround.games.dice_hospital import actions, decisions, text
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    BOX,
    DEPARTMENTS,
    SPECIALISTS,
    Department,
    packaged,
)
from wardround.games.dice_hospital.options import DEFAULT, OPTIONS, Variant, own_values
from wardround.games.dice_hospital.round import DiceHospitalState
from wardround.games.dice_hospital.state import (
    HOSPITAL_FIELDS,
    TABLE_FIELDS,
    new_hospital,
)
from wardround.games.dice_hospital.values import RECONSTRUCTED


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
            rules_version="3",
            earlier_rules=("2",),
            min_players=1,
            max_players=4,
            options=OPTIONS,
            notations=[notation for notation, _ in actions.CATALOGUE],
            max_length=5000,
            min_return=-10.0,
            max_return=10.0,
            rules_text=packaged("rules.md"),
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> DiceHospitalState:
        state = DiceHospitalState(self, players, Chance(seed), Variant(options))
        state.set_up()
        return state

    def check_options(
        self, raw: Mapping[str, object] | None, players: int
    ) -> dict[str, OptionValue]:
        options = super().check_options(raw, players)
        own_values(options)
        return options

    def restore(self, snapshot: Mapping[str, Any]) -> DiceHospitalState:
        chance = Chance.load(snapshot["chance"])
        variant = Variant(dict(snapshot["options"]))
        state = DiceHospitalState(self, snapshot["players"], chance, variant)
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

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        return text.event_text(event, viewer, names)

    def action_text(self, action: int) -> str:
        return actions.CATALOGUE[action][1]

    def material(self) -> list[MaterialTable]:
        columns = ("clause", "id", "name", "effect", "provenance")
        return [
            MaterialTable("Departments", columns, _departments()),
            MaterialTable("Specialists", columns, _specialists()),
            MaterialTable("Administrators", columns, _administrators()),
            MaterialTable(
                "Discharge table", ("patients", "table A", "table B", "A", "B"), _points()
            ),
            MaterialTable("Events", columns, _events()),
            MaterialTable(
                "Medical reports", ("id", "patients", "points", "provenance"), _reports()
            ),
            MaterialTable("Ambulance backs", ("ambulance", "spaces", "provenance"), _backs()),
        ]


Rows = tuple[tuple[str, ...], ...]


def _mark(id: str) -> str:
    """Where the effect of an entry comes from."""
    return next(one.tag for one in BOX.provenance if one.entry == id and one.field == "effect")


def _effect(card: Department) -> str:
    return text.effect_text(card.effect, DEFAULT)


def _departments() -> Rows:
    return tuple(
        [(card.clause, card.id, card.name, _effect(card), _mark(card.id)) for card in DEPARTMENTS]
    )


def _specialists() -> Rows:
    return tuple(
        [
            (card.clause, card.id, card.name, text.specialist_text(number, DEFAULT), _mark(card.id))
            for number, card in enumerate(SPECIALISTS)
        ]
    )


def _administrators() -> Rows:
    return tuple(
        [
            (card.clause, card.id, card.name, text.administrator_text(card), _mark(card.id))
            for card in ADMINISTRATORS
        ]
    )


def _points() -> Rows:
    first, second = RECONSTRUCTED.tables
    return tuple(
        [
            (
                str(number),
                str(first.points(number)),
                str(second.points(number)),
                first.tags[number],
                second.tags[number],
            )
            for number in range(len(first.tags))
        ]
    )


def _events() -> Rows:
    return tuple(
        [
            (card.clause, card.id, card.name, text.event_material_text(card), card.tag)
            for card in RECONSTRUCTED.events
        ]
    )


def _reports() -> Rows:
    return tuple(
        [
            (card.id, text.report_text(card), str(card.points), card.tag)
            for card in RECONSTRUCTED.reports
        ]
    )


def _backs() -> Rows:
    return tuple(
        [(str(back.number), text.back_text(back), back.tag) for back in RECONSTRUCTED.backs]
    )


GAME: Final = DiceHospital()
