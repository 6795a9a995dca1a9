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
from wardround.games.dynamite_nurse.pack import DEFAULT, NONE, Pack, PatientRow, packaged
from wardround.games.dynamite_nurse.round import DynamiteNurseState
from wardround.games.dynamite_nurse.state import (
    HOSPITAL_FIELDS,
    TABLE_FIELDS,
    new_hospital,
)
from wardround.games.dynamite_nurse.words import voice

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
        return pack_tables(DEFAULT)


def pack_tables(pack: Pack, edition: int = 0) -> list[MaterialTable]:
    """A card pack as tables for people: every value with its provenance tag."""
    return [
        MaterialTable(
            "Action Cards",
            ("id", "name", "type", "pile", "copies", "cost", "Gold", "TP", "VP", "rule"),
            _actions(pack, edition),
        ),
        MaterialTable(
            "Nurse Cards", ("id", "name", "type", "copies", "VP", "rule"), _nurses(pack, edition)
        ),
        MaterialTable(
            "Patients",
            (
                "row",
                "name",
                "emergency",
                "copies",
                "Severity",
                "VP",
                "Critical Severity",
                "Care",
                "Critical VP",
                "upkeep",
            ),
            tuple([_patient(pack.rows[slot]) for slot in pack.row_order]),
        ),
        MaterialTable(
            "Kill Mark penalty",
            ("counted Kill Marks", "VP"),
            tuple(
                [
                    (str(number), _tagged(str(-value), pack.penalty_tags[number]))
                    for number, value in enumerate(pack.penalty)
                ]
            ),
        ),
    ]


MARKS: Final = {"rulebook": "[B]", "faq": "[Q]", "found": "[F]", "reconstructed": "[R]"}
"""The short mark of each provenance tag."""


def _tagged(value: str, tag: str) -> str:
    return f"{value} {MARKS[tag]}"


def _or_none(number: int) -> str:
    return "none" if number == NONE else str(number)


def _rule(pack: Pack, slot: int, edition: int) -> str:
    """The sentences of a card's steps, each with the weakest tag of its values."""
    speech = voice(pack, edition)
    card = pack.cards[slot]
    parts = []
    for step, sentence in zip(
        [*card.steps, *card.end_steps], text.step_texts(speech, card), strict=True
    ):
        weakest = max(step.tags, key=list(MARKS).index)
        parts.append(_tagged(sentence, weakest))
    return " ".join(parts)


def _actions(pack: Pack, edition: int) -> tuple[tuple[str, ...], ...]:
    speech = voice(pack, edition)
    rows = []
    for slot in pack.order:
        card = pack.cards[slot]
        if card.is_nurse:
            continue
        tags = card.tags
        rows.append(
            (
                card.id,
                _tagged(card.names[edition], tags["name"]),
                _tagged(speech.kind(card), tags["sub_type"]),
                _tagged(("start", "supply", "event")[card.pile], tags["pile"]),
                _tagged(str(card.copies), tags["copies"]),
                _tagged(_or_none(card.cost), tags["cost"]),
                _tagged(str(card.gold), tags["gold"]),
                _tagged(str(card.tp), tags["tp"]),
                _tagged(str(card.vp), tags["vp"]),
                _rule(pack, slot, edition),
            )
        )
    return tuple(rows)


def _nurses(pack: Pack, edition: int) -> tuple[tuple[str, ...], ...]:
    speech = voice(pack, edition)
    rows = []
    for slot in pack.order:
        card = pack.cards[slot]
        if not card.is_nurse:
            continue
        tags = card.tags
        rows.append(
            (
                card.id,
                _tagged(card.names[edition], tags["name"]),
                _tagged(speech.kind(card), tags["sub_type"]),
                _tagged(str(card.copies), tags["copies"]),
                _tagged(str(card.vp), tags["vp"]),
                _rule(pack, slot, edition),
            )
        )
    return tuple(rows)


def _patient(row: PatientRow) -> tuple[str, ...]:
    tags = row.tags
    return (
        row.id,
        _tagged(("Sick", "Wounded", "Cursed", "Poisoned")[row.name], tags["name"]),
        _tagged("yes" if row.emergency else "no", tags["emergency"]),
        _tagged(str(row.copies), tags["copies"]),
        _tagged(str(row.severity[0]), tags["normal_severity"]),
        _tagged(str(row.vp[0]), tags["normal_vp"]),
        _tagged(str(row.severity[1]), tags["critical_severity"]),
        _tagged(_or_none(row.care), tags["care"]),
        _tagged(str(row.vp[1]), tags["critical_vp"]),
        _tagged(_or_none(row.upkeep), tags["upkeep"]),
    )


GAME: Final = DynamiteNurse()
