"""The view of a seat, and its observation. What is hidden is asked of the zones."""

from typing import Any, Final

from wardround.core import COMMON, NOBODY, Sheet, Zone
from wardround.core import observe as observe_zones
from wardround.core.words import counted, plural, upper_first
from wardround.games.dynamite_nurse import decisions, scoring, text
from wardround.games.dynamite_nurse.pack import CARD_IDS, NONE, PATIENT_IDS, PATIENTS
from wardround.games.dynamite_nurse.state import MAIN, REASONS, Table, beds_short
from wardround.games.dynamite_nurse.words import EDITIONS
from wardround.games.dynamite_nurse.zones import (
    ALL_CARDS,
    DECK,
    DUNGEON,
    HAND,
    OBSERVED_ZONES,
    OWN_NURSES,
    SHOWN,
    TOP_EVENT,
    TOP_PATIENT,
)

PHASES = 4
MOST_TURNS: Final = 999
"""More turns no game has."""


# --- cards and patients ---------------------------------------------------------------------


def card_view(table: Table, slot: int) -> dict[str, Any]:
    """What a card says, with the provenance of its values (DN-14.3)."""
    voice = table.variant.voice
    card = table.pack.cards[slot]
    return {
        "id": card.id,
        "name": voice.card(slot),
        "nurse": card.is_nurse,
        "kind": voice.kind(card),
        "type": card.kind,
        "cost": None if card.cost == NONE else card.cost,
        "gold": card.gold,
        "tp": card.tp,
        "vp": card.vp,
        "text": text.card_text(table.variant, card),
        "reconstructed": [key for key, tag in card.tags.items() if tag == "reconstructed"],
    }


def card_label(table: Table, slot: int) -> str:
    """The card in a sentence, for people who do not see it."""
    voice = table.variant.voice
    card = table.pack.cards[slot]
    parts = [f"{voice.card(slot)}, {voice.kind(card)}"]
    if card.cost != NONE:
        parts.append(f"costs {voice.gold(card.cost)}")
    bonus = text.bonus_text(voice, card)
    if bonus:
        parts.append(f"gives {bonus}")
    parts.append(f"{card.vp} VP")
    return f"{', '.join(parts)}. {text.card_text(table.variant, card)}".strip()


def card_piece(table: Table, spot: str, slot: int) -> dict[str, Any]:
    """A card that lies open."""
    return {"spot": spot, "label": card_label(table, slot), **card_view(table, slot)}


def pile_of_cards(table: Table, spot: str, cards: list[int]) -> list[dict[str, Any]]:
    """Open cards without an order: each kind once, with its number."""
    found = []
    for slot in sorted(set(cards)):
        number = cards.count(slot)
        piece = {
            "spot": f"{spot}/{CARD_IDS[slot]}",
            "label": f"{number} x {table.variant.voice.card(slot)}",
            "id": table.pack.cards[slot].id,
            "name": table.variant.voice.card(slot),
            "nurse": table.pack.cards[slot].is_nurse,
            "count": number,
        }
        found.append(piece)
    return found


def patient_view(table: Table, patient: int) -> dict[str, Any]:
    """A patient with the values of both sides (DN-11.18)."""
    voice = table.variant.voice
    row = table.pack.rows[patient >> 1]
    return {
        "id": row.id,
        "notation": f"{PATIENT_IDS[patient >> 1]}{'c' if patient & 1 else 'n'}",
        "name": voice.condition(row.name),
        "condition": row.name,
        "emergency": row.emergency,
        "critical": bool(patient & 1),
        "severity": row.severity[patient & 1],
        "severities": row.severity[:],
        "care": None if row.care == NONE else row.care,
        "upkeep": None if row.upkeep == NONE else row.upkeep,
        "vp": row.vp[patient & 1],
        "vps": row.vp[:],
        "text": text.patient_text(table.variant, row),
        "reconstructed": [key for key, tag in row.tags.items() if tag == "reconstructed"],
    }


def patient_label(table: Table, patient: int) -> str:
    """The patient in a sentence."""
    row = table.pack.rows[patient >> 1]
    voice = table.variant.voice
    parts = [voice.patient(patient), f"Severity {row.severity[patient & 1]}"]
    if patient & 1 and row.care != NONE:
        parts.append(voice.fill(f"{{care}} {row.care}"))
    if row.upkeep != NONE:
        parts.append(f"upkeep {row.upkeep}")
    parts.append(f"{row.vp[patient & 1]} VP")
    return ", ".join(parts)


def patient_piece(table: Table, spot: str, patient: int, more: str = "") -> dict[str, Any]:
    """A patient that lies open."""
    shown = patient_view(table, patient)
    label = f"{patient_label(table, patient)}{more}"
    if shown["text"]:
        label = f"{label}. {shown['text']}"
    return {"spot": spot, "label": label, **shown}


# --- the view -------------------------------------------------------------------------------


def view(table: Table, viewer: int) -> dict[str, Any]:
    """The table as the viewer sees it."""
    voice = table.variant.voice
    return {
        "game": table.game.id,
        "viewer": viewer,
        "edition": EDITIONS[voice.edition],
        "words": {key: voice.word(key) for key in SHOWN_WORDS},
        "pack": {
            "id": table.pack.id,
            "title": table.pack.title,
            "version": table.pack.version,
            "author": table.pack.author,
        },
        "turn": table.turn,
        "turn_number": table.turn_number,
        "phase": table.phase,
        "phase_name": voice.phase(table.phase),
        "phase_names": [voice.phase(phase) for phase in range(PHASES)],
        "points": _points(table),
        "town": _town(table, viewer),
        "ambulances": _ambulances(table),
        "limit": table.players,
        "looked": _looked(table, viewer),
        "second_event": _second(table),
        "trade": _trade(table),
        "seats": [_seat(table, seat, viewer) for seat in range(table.players)],
        "penalty": [-value for value in table.pack.penalty],
        "over": table.over,
        "reason": REASONS[table.reason],
        "ranking": scoring.ranking(table) if table.over else None,
    }


SHOWN_WORDS = (
    "town",
    "hospital",
    "ambulances",
    "dungeon",
    "graveyard",
    "kill mark",
    "title",
    "marker",
    "tp",
    "gold",
    "treatment",
    "treatments",
    "purchase",
    "purchases",
    "operation",
    "care",
    "deck",
    "nurse pile",
    "event pile",
    "emergency",
    "critical",
    "Critical",
    "leading",
    "trailing",
    "acquired",
    "beds",
)


def _points(table: Table) -> dict[str, Any]:
    """Points, counters and turn flags of the turn player (DN-11.17)."""
    return {
        "gold": table.gold,
        "tp": table.tp,
        "either": table.either,
        "treatments": table.treat,
        "purchases": table.buy,
        "elsewhere": table.elsewhere,
        "may_skip": table.may_skip,
        "to_hand": table.to_hand,
        "extra_nurses": table.extra_nurses,
        "acquire_gold": table.acquire_gold,
        "acquire_purchases": table.acquire_buy,
        "played": [table.pack.cards[slot].id for slot in table.played],
    }


def _town(table: Table, viewer: int) -> dict[str, Any]:
    voice = table.variant.voice
    supply = []
    for slot in decisions.piles(table):
        piece = card_piece(table, f"supply/{CARD_IDS[slot]}", slot)
        piece["count"] = table.supply[slot]
        piece["label"] = f"{table.supply[slot]} left: {piece['label']}"
        supply.append(piece)
    return {
        "supply": supply,
        "events": _events(table, viewer),
        "event_under": _event_under(table),
        "nurses": _nurses(table, viewer),
        "dungeon": _dungeon(table, viewer),
        "graveyard": _graveyard(table),
        "kill_marks": {
            "spot": "kill_marks",
            "label": f"{voice.marks(table.mark_pile)} {plural(table.mark_pile, 'is', 'are')} left",
            "count": table.mark_pile,
        },
        "title": None if table.title == NOBODY else table.title,
        "aside": None if table.aside == NONE else voice.row(table.aside),
        "box": {
            "cards": pile_of_cards(table, "box", table.box),
            "kill_marks": table.box_marks,
        },
    }


def _size(zone: Zone[Table], table: Table, viewer: int) -> int:
    """How many items a zone of the table has."""
    return zone.size(table, COMMON, viewer) or 0


def _pile_label(table: Table, key: str, count: int, item: str = "card") -> str:
    """A pile in a few words: "Event pile of 19 cards"."""
    return f"{upper_first(table.variant.voice.word(key))} of {counted(count, item)}"


def _events(table: Table, viewer: int) -> dict[str, Any]:
    top = TOP_EVENT.seen(table, COMMON, viewer) or []
    shown = card_piece(table, "events", top[0]) if top else _empty("events")
    shown["label"] = (
        f"{_pile_label(table, 'event pile', len(table.events))}. {shown['label']}".strip()
    )
    shown["count"] = len(table.events)
    return shown


def _event_under(table: Table) -> dict[str, Any] | None:
    """The card below the top one of the Event pile, face down."""
    if len(table.events) < 2:
        return None
    return {"spot": "events/under", "label": "The card below the top one"}


def _empty(spot: str) -> dict[str, Any]:
    """A place where nothing lies."""
    return {"spot": spot, "label": ""}


def _nurses(table: Table, viewer: int) -> dict[str, Any]:
    count = len(table.nurses)
    known = OWN_NURSES.seen(table, viewer, viewer) if viewer >= 0 else None
    on_top = known and table.nurses_known[-1] == viewer
    label = _pile_label(table, "nurse pile", count)
    if on_top:
        label += f"; you know that {table.variant.voice.card(table.nurses[-1])} is on top"
    return {
        "spot": "nurses",
        "label": label,
        "count": count,
        "known": table.variant.voice.card(table.nurses[-1]) if on_top else None,
    }


def _dungeon(table: Table, viewer: int) -> dict[str, Any]:
    top = TOP_PATIENT.seen(table, COMMON, viewer) or []
    count = _size(DUNGEON, table, viewer) + len(top)
    shown = patient_piece(table, "dungeon", 2 * top[0]) if top else _empty("dungeon")
    shown["label"] = f"{_pile_label(table, 'dungeon', count, 'patient')}. {shown['label']}".strip()
    shown["count"] = count
    return shown


def _graveyard(table: Table) -> list[dict[str, Any]]:
    found = []
    for row in sorted(set(table.graveyard)):
        number = table.graveyard.count(row)
        spot = f"graveyard/{PATIENT_IDS[row]}"
        piece = patient_piece(table, spot, 2 * row)
        piece["count"] = number
        piece["label"] = f"{number} x {piece['label']}"
        found.append(piece)
    return found


def _ambulances(table: Table) -> list[dict[str, Any]]:
    found = []
    for place, patient in enumerate(table.ambulances):
        owner = table.markers[place]
        whose = f", {table.names[owner]} in charge" if owner != NOBODY else ""
        piece = patient_piece(table, f"ambulance/{place}", patient, whose)
        piece["place"] = place + 1
        piece["marker"] = None if owner == NOBODY else owner
        found.append(piece)
    return found


def _looked(table: Table, viewer: int) -> list[dict[str, Any]]:
    """The cards of a pile that the viewer looks through (DN-11.20)."""
    question = table.stacks[viewer][-1] if viewer >= 0 and table.stacks[viewer] else None
    if isinstance(question, decisions.StackCard):
        return pile_of_cards(table, "looked", table.nurses if question.d else table.events)
    if isinstance(question, decisions.TakeNurse):
        return pile_of_cards(table, "looked", table.nurses)
    return []


def _second(table: Table) -> dict[str, Any] | None:
    """The second Event card while it is shown (DN-4.53)."""
    for stack in table.stacks:
        question = stack[-1] if stack else None
        if isinstance(question, decisions.BuyShown) and question.a < len(table.events) - 1:
            return card_piece(table, "second_event", table.events[question.a])
    return None


def _trade(table: Table) -> dict[str, Any] | None:
    """A trade that is under way, with the patients picked so far."""
    if not table.trade:
        return None
    partner, given, received = table.trade
    voice = table.variant.voice
    return {
        "partner": partner,
        "given": voice.patient(given) if given >= 0 else None,
        "received": voice.patient(received) if received >= 0 else None,
    }


def _seat(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    hospital = table.hospitals[seat]
    voice = table.variant.voice
    return {
        "spot": f"seat/{seat}",
        "label": table.names[seat],
        "seat": seat,
        "colour": hospital.colour,
        "nurse": voice.card(table.pack.starters[hospital.colour]),
        "turn": seat == table.turn,
        "title": seat == table.title,
        "kill_marks": hospital.marks,
        "unused": {
            "spot": f"seat/{seat}/markers",
            "label": counted(hospital.unused, f"unused {voice.word('marker')}"),
            "count": hospital.unused,
        },
        "admitted": [
            _admitted(table, seat, place, patient)
            for place, patient in enumerate(hospital.admitted)
        ],
        "without_bed": beds_short(hospital),
        "acquired": [
            patient_piece(table, f"seat/{seat}/acquired/{place}", patient)
            for place, patient in enumerate(hospital.acquired)
        ],
        "hand": _hand(table, seat, viewer),
        "hand_count": len(hospital.hand) + len(hospital.shown),
        "deck": _deck(table, seat, viewer),
        "discard": {
            "spot": f"seat/{seat}/discard",
            "label": f"Discard pile of {counted(len(hospital.discard), 'card')}",
            "count": len(hospital.discard),
            "cards": pile_of_cards(table, f"seat/{seat}/discard", hospital.discard),
        },
        "play": [
            card_piece(table, f"seat/{seat}/play/{place}", slot)
            for place, slot in enumerate(hospital.play)
        ],
        "sheet": scoring.sheet(table, seat),
    }


def _admitted(table: Table, seat: int, place: int, patient: int) -> dict[str, Any]:
    paid = bool(table.hospitals[seat].paid[place])
    owes = table.phase == MAIN and seat == table.turn and table.owes(seat, place)
    more = ", upkeep paid" if paid else ", upkeep not paid" if owes else ""
    piece = patient_piece(table, f"seat/{seat}/admitted/{place}", patient, more)
    piece["paid"] = paid
    piece["owes"] = owes
    return piece


def _hand(table: Table, seat: int, viewer: int) -> list[dict[str, Any]] | None:
    """The hand for its owner; for others the cards that they saw coming there."""
    hidden = HAND.seen(table, seat, viewer)
    shown = SHOWN.seen(table, seat, viewer) or []
    if hidden is None:
        return [card_piece(table, f"seat/{seat}/shown/{n}", slot) for n, slot in enumerate(shown)]
    cards = sorted(hidden + shown)
    return [card_piece(table, f"seat/{seat}/hand/{n}", slot) for n, slot in enumerate(cards)]


def _deck(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    """The deck: its size, and for its owner what must be in it."""
    content = DECK.seen(table, seat, viewer)
    size = DECK.size(table, seat, viewer)
    return {
        "spot": f"seat/{seat}/deck",
        "label": _pile_label(table, "deck", size or 0),
        "count": size,
        "cards": (None if content is None else pile_of_cards(table, f"seat/{seat}/deck", content)),
    }


# --- the observation ------------------------------------------------------------------------


def observe(table: Table, viewer: int, sheet: Sheet) -> None:
    """Write what a seat sees as numbers; seats from the viewer clockwise.

    Cards and patients are counted at the places of those that the pack has.
    """
    players = table.players
    pack = table.pack
    observe_zones(OBSERVED_ZONES, table, players, viewer, sheet)
    sheet.piece("turn", "whose turn it is")
    sheet.one_hot(table.steps(viewer, table.turn), players)
    sheet.piece("turn_number", "turns so far", MOST_TURNS)
    sheet.integer(table.turn_number)
    sheet.piece("phase", "the phase of the turn")
    sheet.one_hot(table.phase, PHASES)
    _observe_turn(table, sheet)
    sheet.piece("played", "cards played this turn", ALL_CARDS)
    sheet.counts_at(table.played, pack.card_places)
    sheet.piece("supply", "cards left in each supply pile", ALL_CARDS)
    sheet.integers_of(table.supply, pack.piles)
    sheet.piece("piles", "Event, Nurse, Patient and mark pile: how high they are", ALL_CARDS)
    sheet.integer(len(table.events))
    sheet.integer(len(table.nurses))
    sheet.integer(len(table.dungeon))
    sheet.integer(table.mark_pile)
    sheet.piece("known_nurse", "the nurse on top of the pile, where the viewer put it there")
    sheet.one_hot(pack.card_places.of(_known_nurse(table, viewer)), len(pack.card_places))
    sheet.piece("graveyard", "patients that died", PATIENTS)
    sheet.counts_at(table.graveyard, pack.row_places)
    sheet.piece("title", "who holds the title")
    sheet.one_hot(table.steps(viewer, table.title), players)
    for place in range(players + 6):
        _observe_ambulance(table, viewer, place, sheet)
    for step in range(players):
        _observe_hospital(table, (viewer + step) % players, step, sheet)
    _observe_question(table, viewer, sheet)


def _observe_turn(table: Table, sheet: Sheet) -> None:
    """What the seat whose turn it is has and may do."""
    sheet.piece("points", "gold; treatment points; either; treatments and purchases left", 99)
    sheet.integer(table.gold)
    sheet.integer(table.tp)
    sheet.integer(table.either)
    sheet.integer(table.treat)
    sheet.integer(table.buy)
    sheet.piece("rights", "treat elsewhere; skip an admission; take what is bought to the hand")
    sheet.flag(table.elsewhere)
    sheet.flag(table.may_skip)
    sheet.flag(table.to_hand)
    sheet.piece("gains", "nurses drawn besides; gold and purchases for acquired patients", 99)
    sheet.integer(table.extra_nurses)
    sheet.integer(table.acquire_gold)
    sheet.integer(table.acquire_buy)


def _known_nurse(table: Table, viewer: int) -> int:
    """The nurse on top of the pile, if the viewer put it there; -1 otherwise."""
    if not table.nurses_known or table.nurses_known[-1] != viewer:
        return -1
    known = OWN_NURSES.seen(table, viewer, viewer)
    return known[-1] if known else -1


def _observe_ambulance(table: Table, viewer: int, place: int, sheet: Sheet) -> None:
    places = table.pack.patient_places
    occupied = place < len(table.ambulances)
    sheet.piece("ambulance", "the patient at this place of the ambulances", step=place)
    sheet.one_hot(places.of(table.ambulances[place]) if occupied else -1, len(places))
    sheet.piece("ambulance_marker", "whose marker lies there", step=place)
    owner = table.markers[place] if occupied else NOBODY
    sheet.one_hot(table.steps(viewer, owner), table.players)


def _observe_hospital(table: Table, seat: int, step: int, sheet: Sheet) -> None:
    hospital = table.hospitals[seat]
    cards = table.pack.card_places
    patients = table.pack.patient_places
    sheet.piece("admitted", "patients admitted, stable and Critical", PATIENTS, 0, step)
    sheet.counts_at(hospital.admitted, patients)
    sheet.piece("paid", "admitted patients whose upkeep is paid", PATIENTS, 0, step)
    for place, patient in enumerate(hospital.admitted):
        if hospital.paid[place]:
            sheet.count(patients.of(patient))
    sheet.skip(len(patients))
    sheet.piece("acquired", "patients acquired, stable and Critical", PATIENTS, 0, step)
    sheet.counts_at(hospital.acquired, patients)
    sheet.piece("discard", "cards of the discard pile", ALL_CARDS, 0, step)
    sheet.counts_at(hospital.discard, cards)
    sheet.piece("play", "cards in play", ALL_CARDS, 0, step)
    sheet.counts_at(hospital.play, cards)
    sheet.piece("marks", "kill marks", ALL_CARDS, 0, step)
    sheet.integer(hospital.marks)
    sheet.piece("unused_markers", "markers not used", 9, 0, step)
    sheet.integer(hospital.unused)


def _observe_question(table: Table, seat: int, sheet: Sheet) -> None:
    """The card that asks, the cards looked at, and the numbers of the open question."""
    places = table.pack.card_places
    stack = table.stacks[seat]
    question = stack[-1] if stack else None
    sheet.piece("question_card", "the card whose step asks")
    card = question.a if isinstance(question, decisions.StepQuestion) else NONE
    sheet.one_hot(places.of(card), len(places))
    sheet.piece("looked_at", "cards that the seat looks at", ALL_CARDS)
    if isinstance(question, decisions.StackCard):
        sheet.counts_at(table.nurses if question.d else table.events, places)
    elif isinstance(question, decisions.TakeNurse):
        sheet.counts_at(table.nurses, places)
    else:
        sheet.skip(len(places))
    sheet.piece("question_numbers", "the numbers that the open question holds", 999, -1)
    if isinstance(question, decisions.Question):
        sheet.integer(question.a)
        sheet.integer(question.b)
        sheet.integer(question.c)
        sheet.integer(question.d)
    else:
        sheet.skip(4)
