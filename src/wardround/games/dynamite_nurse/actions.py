"""Every action of the game: a dense id, a notation, a few words.

An id means the same in every position. Patients on the table are named by their places, since
equal patients differ only by where they lie.
"""

from typing import Final

from wardround.core import Actions
from wardround.games.dynamite_nurse.pack import CARD_IDS, DEFAULT, MARKERS, PATIENT_IDS

SEATS: Final = 5
PLACES: Final = SEATS * MARKERS
"""Places of admitted patients, and the most patients that can be in the ambulances."""
CONDITIONS: Final = ["sick", "wounded", "cursed", "poisoned"]

Rows = list[tuple[str, str]]


def place(action: int, first: int) -> tuple[int, int]:
    """Seat and place of an admitted patient named by an action of the family at ``first``."""
    return (action - first) // MARKERS, (action - first) % MARKERS


def _cards(notation: str, verb: str) -> Rows:
    """Something done with each card."""
    return [
        (f"{notation}:{id}", f"{verb} {DEFAULT.cards[slot].names[0] or f'card {id}'}")
        for slot, id in enumerate(CARD_IDS)
    ]


def _admitted(notation: str, words: str) -> Rows:
    """Something done with each admitted patient: place k of seat s is ``MARKERS * s + k``."""
    return [
        (f"{notation}:{seat}.{number}", f"{words} {number} of seat {seat}")
        for seat in range(1, SEATS + 1)
        for number in range(1, MARKERS + 1)
    ]


def _numbered(notation: str, words: str, most: int, more: str = "") -> Rows:
    return [(f"{notation}:{number}", f"{words} {number}{more}") for number in range(1, most + 1)]


def _acquired() -> Rows:
    """Acquired patients: ``2 * row``, and 1 more if the Critical side was up."""
    rows: Rows = []
    for id in PATIENT_IDS:
        rows.append((f"{id}n", f"acquired patient {id}"))
        rows.append((f"{id}c", f"acquired patient {id} Critical"))
    return rows


ACTIONS: Final = Actions()
END: Final = ACTIONS.one("end", "end the Main Phase")
PASS: Final = ACTIONS.one("pass", "no more")
SKIP: Final = ACTIONS.one("skip", "skip the Admission Phase")
ASK: Final = ACTIONS.one("ask", "ask for the second Event card")
BUY_EVENT: Final = ACTIONS.one("buy:event", "buy the Event card", family="buy_event")
NURSE_PILE: Final = ACTIONS.many(
    "pile", [("pile:nurse", "the Nurse pile"), ("pile:event", "the Event pile")]
)
EVENT_PILE: Final = NURSE_PILE + 1
NAME: Final = ACTIONS.many(
    "name", [(f"name:{name}", f"name {name.capitalize()}") for name in CONDITIONS]
)
PLAYER: Final = ACTIONS.many("player", _numbered("player", "seat", SEATS))
PLAY: Final = ACTIONS.many("play", _cards("play", "play"))
BUY: Final = ACTIONS.many("buy", _cards("buy", "buy"))
CARD: Final = ACTIONS.many("card", _cards("card", "choose"))
OPERATE: Final = ACTIONS.many("operate", _admitted("operate", "Operation on patient"))
CARE: Final = ACTIONS.many("care", _admitted("care", "Care for patient"))
UPKEEP: Final = ACTIONS.many("upkeep", _numbered("upkeep", "upkeep of patient", MARKERS))
ADMITTED: Final = ACTIONS.many("admitted", _admitted("patient", "patient"))
AMBULANCE: Final = ACTIONS.many(
    "ambulance", _numbered("ambulance", "patient", PLACES, " on the way")
)
"""The patient at place k of the ambulances, leading one first, is AMBULANCE + k."""
TO: Final = ACTIONS.many("to", _numbered("to", "to place", PLACES, " of the ambulances"))
ACQUIRED: Final = ACTIONS.many("acquired", _acquired())
GRAVE: Final = ACTIONS.many(
    "grave", [(f"grave:{id}", f"patient {id} in the graveyard") for id in PATIENT_IDS]
)
