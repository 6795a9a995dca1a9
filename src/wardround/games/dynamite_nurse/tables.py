"""A card pack as tables for people: every value with the mark of its provenance (DN-14.3)."""

from typing import Final

from wardround.core import MaterialTable
from wardround.core.words import upper_first
from wardround.games.dynamite_nurse import text
from wardround.games.dynamite_nurse.options import Variant
from wardround.games.dynamite_nurse.pack import NONE, NURSE_PILE, PILES, Card, PatientRow

MARKS: Final = {"rulebook": "[B]", "faq": "[Q]", "found": "[F]", "reconstructed": "[R]"}
"""The short mark of each provenance tag."""

Rows = tuple[tuple[str, ...], ...]


def pack_tables(variant: Variant) -> list[MaterialTable]:
    """The pack of a game as tables, in the words of its edition and with its options' rules."""
    pack = variant.pack
    cards = [pack.cards[slot] for slot in pack.order]
    actions = [card for card in cards if card.pile != NURSE_PILE]
    nurses = [card for card in cards if card.pile == NURSE_PILE]
    gold, tp, care, critical = [
        upper_first(variant.voice.word(key)) for key in ("gold", "tp", "care", "Critical")
    ]
    mark = variant.voice.word("kill mark")
    return [
        MaterialTable(
            upper_first(f"{variant.voice.word('action card')}s"),
            ("id", "name", "type", "pile", "copies", "cost", gold, tp, "VP", "rule"),
            tuple([_action(variant, card) for card in actions]),
        ),
        MaterialTable(
            "Nurse Cards",
            ("id", "name", "type", "copies", "VP", "rule"),
            tuple([_nurse(variant, card) for card in nurses]),
        ),
        MaterialTable(
            "Patients",
            (
                "row",
                "name",
                variant.voice.word("emergency"),
                "copies",
                "Severity",
                "VP",
                f"{critical} Severity",
                care,
                f"{critical} VP",
                "upkeep",
                "rule",
            ),
            tuple([_patient(variant, pack.rows[slot]) for slot in pack.row_order]),
        ),
        MaterialTable(
            f"{upper_first(mark)} penalty", (f"counted {mark}s", "VP"), _penalty(variant)
        ),
    ]


def _tagged(value: object, tag: str) -> str:
    return f"{value} {MARKS[tag]}"


def _or_none(number: int) -> str:
    return "none" if number == NONE else str(number)


def _rule(variant: Variant, card: Card) -> str:
    """The sentences of a card's steps, each with the weakest tag of its values."""
    parts = []
    for step, sentence in zip(
        [*card.steps, *card.end_steps], text.step_texts(variant, card), strict=True
    ):
        weakest = max(step.tags, key=list(MARKS).index)
        parts.append(_tagged(sentence, weakest))
    return " ".join(parts)


def _action(variant: Variant, card: Card) -> tuple[str, ...]:
    tags = card.tags
    return (
        card.id,
        _tagged(card.names[variant.voice.edition], tags["name"]),
        _tagged(variant.voice.kind(card), tags["sub_type"]),
        _tagged(PILES[card.pile], tags["pile"]),
        _tagged(card.copies, tags["copies"]),
        _tagged(_or_none(card.cost), tags["cost"]),
        _tagged(card.gold, tags["gold"]),
        _tagged(card.tp, tags["tp"]),
        _tagged(card.vp, tags["vp"]),
        _rule(variant, card),
    )


def _nurse(variant: Variant, card: Card) -> tuple[str, ...]:
    tags = card.tags
    return (
        card.id,
        _tagged(card.names[variant.voice.edition], tags["name"]),
        _tagged(variant.voice.kind(card), tags["sub_type"]),
        _tagged(card.copies, tags["copies"]),
        _tagged(card.vp, tags["vp"]),
        _rule(variant, card),
    )


def _patient(variant: Variant, row: PatientRow) -> tuple[str, ...]:
    tags = row.tags
    return (
        row.id,
        _tagged(variant.voice.condition(row.name), tags["name"]),
        _tagged("yes" if row.emergency else "no", tags["emergency"]),
        _tagged(row.copies, tags["copies"]),
        _tagged(row.severity[0], tags["normal_severity"]),
        _tagged(row.vp[0], tags["normal_vp"]),
        _tagged(row.severity[1], tags["critical_severity"]),
        _tagged(_or_none(row.care), tags["care"]),
        _tagged(row.vp[1], tags["critical_vp"]),
        _tagged(_or_none(row.upkeep), tags["upkeep"]),
        text.patient_text(variant, row),
    )


def _penalty(variant: Variant) -> Rows:
    pack = variant.pack
    return tuple(
        [
            (str(number), _tagged(-value, pack.penalty_tags[number]))
            for number, value in enumerate(pack.penalty)
        ]
    )
