"""Dynamite Nurse: 3 to 5 players, in the town and in the village edition."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wardround.core import (
    SEAT_NAMES,
    Chance,
    Credit,
    Event,
    Game,
    MaterialError,
    MaterialTable,
    OptionValue,
    set_fields,
)
from wardround.games.dynamite_nurse import actions, decisions, text
from wardround.games.dynamite_nurse.options import LONGEST, OPTIONS, Variant, settle
from wardround.games.dynamite_nurse.pack import packaged
from wardround.games.dynamite_nurse.round import DynamiteNurseState
from wardround.games.dynamite_nurse.state import (
    HOSPITAL_FIELDS,
    TABLE_FIELDS,
    new_hospital,
)
from wardround.games.dynamite_nurse.tables import pack_tables

CHOICES_OF_A_TURN: Final = 500


class DynamiteNurse(Game):
    """The game of nurses who put their colleagues in charge of their patients."""

    def __init__(self) -> None:
        super().__init__(
            id="dynamite_nurse",
            title="Dynamite Nurse",
            tagline="Build a deck, heal your patients, and put others in charge of the rest.",
            credits=Credit(
                ("Atsuo Yoshizawa",),
                "Arclight",
                2011,
                "Wardround is unofficial and not connected with the publishers or the designer. "
                "Most card values are reconstructed.",
            ),
            rules_version="1",
            min_players=3,
            max_players=5,
            options=OPTIONS,
            notations=[notation for notation, _ in actions.CATALOGUE],
            max_length=CHOICES_OF_A_TURN * LONGEST,
            min_return=0.0,
            max_return=1.0,
            rules_text=packaged("rules.md"),
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> DynamiteNurseState:
        state = DynamiteNurseState(self, players, Chance(seed), Variant(options))
        state.set_up()
        return state

    def check_options(
        self, raw: Mapping[str, object] | None, players: int
    ) -> dict[str, OptionValue]:
        return settle(super().check_options(raw, players), players)

    def restore(self, snapshot: Mapping[str, Any]) -> DynamiteNurseState:
        variant = Variant(dict(snapshot["options"]))
        pack = variant.pack
        if list(snapshot["pack"]) != [pack.id, pack.version, pack.checksum]:
            raise MaterialError(
                f"The game was saved with another card pack: {snapshot['pack'][0]}.",
                where="snapshot, pack",
                expected=f"{pack.id} {pack.version}, checksum {pack.checksum}",
                clause="DN-14.11",
            )
        chance = Chance.load(snapshot["chance"])
        state = DynamiteNurseState(self, snapshot["players"], chance, variant)
        set_fields(state, TABLE_FIELDS, dict(snapshot))
        state.work = [[int(number) for number in item] for item in snapshot["work"]]
        state.hospitals = []
        for values in snapshot["hospitals"]:
            hospital = new_hospital()
            set_fields(hospital, HOSPITAL_FIELDS, values)
            state.hospitals.append(hospital)
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
        return pack_tables(Variant(self.check_options(None, self.min_players)))


GAME: Final = DynamiteNurse()
