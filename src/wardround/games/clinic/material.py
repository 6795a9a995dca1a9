"""The things of the game by number: colours, Services, modules and other components."""

from typing import Final

COLOURS: Final = ["white", "yellow", "orange", "red"]
LETTERS: Final = "WYOR"
WHITE: Final = 0
RED: Final = 3
NOBODY: Final = -1
"""In place of a colour: nobody is there."""
NO_ACTION: Final = -1
NO_BONUS: Final = -1
NO_CARD: Final = -1
NO_COMPONENT: Final = -1

SERVICES: Final = ["Psychiatric", "Eye", "Medicine", "Surgery", "Cardiology"]
PSYCHIATRIC: Final = 0
ALL_SERVICES: Final = len(SERVICES)
QUEUE: Final = 4
"""Spaces of a queue (CL-1.15)."""

EMPTY: Final = 0
SERVICE: Final = 1
"""The first of five Services: SERVICE + number of the Service."""
ROOM: Final = 6
OFFICE: Final = 7
OPERATING: Final = 8
CONSULTATION: Final = 9
LABORATORY: Final = 10
WAITING: Final = 11
HELIPAD: Final = 12
GARDEN: Final = 13
LOT: Final = 14
BIG_LOT: Final = 15
OBJECTS: Final = [
    "empty space",
    *[f"{service} Service" for service in SERVICES],
    "Room",
    "Office",
    "Operating Room",
    "Extreme Consultation",
    "Laboratory",
    "Waiting Room",
    "Helipad",
    "Garden",
    "Parking lot",
    "upgraded Parking lot",
]


def id_of(name: str) -> str:
    """A name as it stands in notations and views: "parking_lot"."""
    return name.lower().replace(" / ", "_").replace(" ", "_")


OBJECT_IDS: Final = [id_of(name) for name in OBJECTS]

NO_KIND: Final = 0
KIND: Final = [NO_KIND, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 0, 0, 0, 0]
"""The kind of an object: Service, Room, Office or Specialised; 0 for what is no module."""
KIND_NAMES: Final = ["nothing", "Service", "Room", "Office", "Specialised Module"]

# --- what a Build action may place (in the order of the decision's list) ------------------------

BUILD_ROOM: Final = 0
BUILD_OFFICE: Final = 1
BUILD_SERVICE: Final = 2
BUILD_SPECIAL: Final = 7
BUILD_WAITING: Final = 10
BUILD_ENTRANCE: Final = 11
BUILD_HELIPAD: Final = 12
BUILD_LOT: Final = 13
BUILD_UPGRADE: Final = 14
BUILD_GARDEN: Final = 15
BUILD_DISC: Final = 16
COMPONENTS: Final = [
    "Room",
    "Office",
    *[f"{service} Service" for service in SERVICES],
    "Operating Room",
    "Extreme Consultation",
    "Laboratory",
    "Waiting Room",
    "Entrance",
    "Helipad",
    "Parking lot",
    "lot upgrade",
    "Garden",
    "disc",
]
OBJECT_OF: Final = [
    ROOM,
    OFFICE,
    1,
    2,
    3,
    4,
    5,
    8,
    9,
    10,
    11,
    EMPTY,
    HELIPAD,
    LOT,
    BIG_LOT,
    GARDEN,
    0,
]
"""What stands on the space after a component was placed."""

STOCK_ROOM: Final = 5
STOCK_OFFICE: Final = 6
STOCK_SPECIAL: Final = 7
STOCK_ENTRANCE: Final = 11
STOCK_LOT: Final = 12
STOCK_GARDEN: Final = 13
STOCK_DISC: Final = 14
STOCK_OF: Final = [5, 6, 0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 11, 12, 12, 13, 14]
"""Which stock a component comes from."""
STOCKS: Final = [
    *[f"{service} Service" for service in SERVICES],
    "Room",
    "Office",
    "Operating Room",
    "Extreme Consultation",
    "Laboratory",
    "Waiting Room",
    "Entrance / Helipad",
    "Parking lot",
    "Garden",
    "disc",
]

BONUS: Final = ["Garden", "Staff", "Patient", "Money", "Doctor", "Parking", "Nurse"]
BONUS_GARDEN: Final = 0
BONUS_STAFF: Final = 1
BONUS_PATIENT: Final = 2
BONUS_MONEY: Final = 3
BONUS_DOCTOR: Final = 4
BONUS_PARKING: Final = 5
BONUS_NURSE: Final = 6

BUILD: Final = 0
HIRE: Final = 1
ADMIT: Final = 2
ACTIONS: Final = ["Build", "Hire", "Admit"]

CARDS: Final = ["white", "yellow", "orange", "red"]
START_LAYOUTS: Final = {
    4: [(0, "a1S", 1), (1, "b1S", 2), (2, "c1S", 1), (3, "d1S", 2)],
    3: [(0, "a1S", 1), (1, "b1S", 2), (2, "c1S", 1), (1, "b1S", 0)],
}
"""Beginner layouts by columns and card: Service space, Entrance edge, Room space; the Office stands
above the Room (CL-2.20)."""

# --- people -------------------------------------------------------------------------------------

COLUMN: Final = 60
"""The place of a Patient in a player's column."""
OUT: Final = 61
"""The place of an employee outside the clinic."""
PATIENT: Final = 0
DOCTOR: Final = 1
NURSE: Final = 2
STAFF: Final = 3
PEOPLE: Final = ["Patient", "Doctor", "Nurse", "Staff"]
CLASS: Final = 10_000
"""A person as a number: CLASS * class + the code below."""


def patient(place: int, label: int, colour: int) -> int:
    """The code of a Patient: place, label (number of the Service), colour."""
    return (place * ALL_SERVICES + label) * 4 + colour


def label_of(code: int) -> int:
    """The Service that a Patient was taken from."""
    return code // 4 % ALL_SERVICES


def patient_place(code: int) -> int:
    """Where a Patient is."""
    return code // (4 * ALL_SERVICES)


def place_of(person: int) -> int:
    """Where a person is."""
    code = person % CLASS
    kind = person // CLASS
    if kind == PATIENT:
        return code // (4 * ALL_SERVICES)
    return code // 4 if kind == DOCTOR else code


def colour_of(person: int) -> int:
    """The colour of a Patient or Doctor."""
    return person % CLASS % 4


def person_at(person: int, place: int) -> int:
    """The same person at another place."""
    kind = person // CLASS
    if kind == PATIENT:
        return patient(place, label_of(person % CLASS), person % 4)
    return CLASS * kind + (place * 4 + person % 4 if kind == DOCTOR else place)
