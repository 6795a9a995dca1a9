"""Every action of the game: a dense id, a notation, a few words.

An id means the same in every position. Patients on the table are named by their places, since
equal patients differ only by where they lie.
"""

from typing import Final

from wardround.games.dynamite_nurse.pack import CARD_IDS, CARDS, DEFAULT, MARKERS, PATIENT_IDS, ROWS

SEATS: Final = 5
PLACES: Final = SEATS * MARKERS
"""Places of admitted patients, and the most patients that can be in the ambulances."""

END: Final = 0
PASS: Final = 1
SKIP: Final = 2
ASK: Final = 3
BUY_EVENT: Final = 4
NURSE_PILE: Final = 5
EVENT_PILE: Final = 6
NAME: Final = 7
PLAYER: Final = NAME + 4
PLAY: Final = PLAYER + SEATS
BUY: Final = PLAY + CARDS
CARD: Final = BUY + CARDS
OPERATE: Final = CARD + CARDS
"""Place k of seat s is OPERATE + MARKERS * s + k."""
CARE: Final = OPERATE + PLACES
UPKEEP: Final = CARE + PLACES
"""The patient of the own place k is UPKEEP + k."""
ADMITTED: Final = UPKEEP + MARKERS
AMBULANCE: Final = ADMITTED + PLACES
"""The patient at place k of the ambulances, leading one first, is AMBULANCE + k."""
TO: Final = AMBULANCE + PLACES
"""To place k of the ambulances."""
ACQUIRED: Final = TO + PLACES
"""An acquired patient is ACQUIRED + 2 * row, + 1 if its Critical side was up."""
GRAVE: Final = ACQUIRED + 2 * ROWS
ACTIONS: Final = GRAVE + ROWS

CONDITIONS: Final = ["sick", "wounded", "cursed", "poisoned"]


def place(action: int, first: int) -> tuple[int, int]:
    """Seat and place of an admitted patient named by an action of the family at ``first``."""
    return (action - first) // MARKERS, (action - first) % MARKERS


def _card_name(slot: int) -> str:
    return DEFAULT.cards[slot].names[0] or f"card {CARD_IDS[slot]}"


def _catalogue() -> list[tuple[str, str]]:
    """Notation and words of every action, in the order of the ids."""
    places = [(seat, number) for seat in range(1, SEATS + 1) for number in range(1, MARKERS + 1)]
    ambulances = range(1, PLACES + 1)
    rows = [
        ("end", "end the Main Phase"),
        ("pass", "no more"),
        ("skip", "skip the Admission Phase"),
        ("ask", "ask for the second Event card"),
        ("buy:event", "buy the Event card"),
        ("pile:nurse", "the Nurse pile"),
        ("pile:event", "the Event pile"),
    ]
    rows += [(f"name:{name}", f"name {name.capitalize()}") for name in CONDITIONS]
    rows += [(f"player:{seat}", f"seat {seat}") for seat in range(1, SEATS + 1)]
    rows += [(f"play:{id}", f"play {_card_name(slot)}") for slot, id in enumerate(CARD_IDS)]
    rows += [(f"buy:{id}", f"buy {_card_name(slot)}") for slot, id in enumerate(CARD_IDS)]
    rows += [(f"card:{id}", f"choose {_card_name(slot)}") for slot, id in enumerate(CARD_IDS)]
    rows += [
        (f"operate:{seat}.{number}", f"Operation on patient {number} of seat {seat}")
        for seat, number in places
    ]
    rows += [
        (f"care:{seat}.{number}", f"Care for patient {number} of seat {seat}")
        for seat, number in places
    ]
    rows += [
        (f"upkeep:{number}", f"upkeep of patient {number}") for number in range(1, MARKERS + 1)
    ]
    rows += [
        (f"patient:{seat}.{number}", f"patient {number} of seat {seat}") for seat, number in places
    ]
    rows += [(f"ambulance:{number}", f"patient {number} on the way") for number in ambulances]
    rows += [(f"to:{number}", f"to place {number} of the ambulances") for number in ambulances]
    for id in PATIENT_IDS:
        rows += [
            (f"{id}n", f"acquired patient {id}"),
            (f"{id}c", f"acquired patient {id} Critical"),
        ]
    rows += [(f"grave:{id}", f"patient {id} in the graveyard") for id in PATIENT_IDS]
    return rows


CATALOGUE: Final = _catalogue()
assert len(CATALOGUE) == ACTIONS

FAMILIES: Final = (
    ("end", END),
    ("pass", PASS),
    ("skip", SKIP),
    ("ask", ASK),
    ("buy_event", BUY_EVENT),
    ("pile", NURSE_PILE),
    ("name", NAME),
    ("player", PLAYER),
    ("play", PLAY),
    ("buy", BUY),
    ("card", CARD),
    ("operate", OPERATE),
    ("care", CARE),
    ("upkeep", UPKEEP),
    ("admitted", ADMITTED),
    ("ambulance", AMBULANCE),
    ("to", TO),
    ("acquired", ACQUIRED),
    ("grave", GRAVE),
)
"""Kinds of actions, each with its first id."""


def family(action: int) -> tuple[str, int]:
    """The kind of an action, and its number within the kind."""
    name, first = FAMILIES[0]
    for other, start in FAMILIES:
        if action >= start:
            name, first = other, start
    return name, action - first
