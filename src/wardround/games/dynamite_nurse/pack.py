"""Card packs: reading, checking, and what a pack says about every card (DN-14).

A pack is data in TOML: cards are lists of steps out of a fixed vocabulary. A pack that breaks the
schema is refused with file, entry, key and what was expected; oddities are warnings.
"""

import itertools
import re
import tomllib
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from wardround.core import MaterialError, Places, Row, read_toml, shown

TAGS: Final = ["rulebook", "faq", "found", "reconstructed"]
"""Where a value comes from, strongest first (DN-14.2, DN-14.13)."""
NAMES: Final = ["Sick", "Wounded", "Cursed", "Poisoned"]
EXAMINATION: Final = 0
TREATMENT: Final = 1
DUTY: Final = 2
EVENT: Final = 3
ACTION_TYPES: Final = ["Examination", "Treatment", "Duty", "Event"]
NURSE_TYPES: Final = ["Doctor", "Paramedic"]
PILES: Final = ["start", "supply", "event"]
START: Final = 0
SUPPLY: Final = 1
EVENT_PILE: Final = 2
NURSE_PILE: Final = 3
"""The place of a nurse, after those of Action Cards."""
NONE: Final = -1
"""A value that a card does not have: a cost, a Care value, an upkeep, a limit of Severity."""
LARGEST: Final = 99

IN_AMBULANCES: Final = 0
EVERYWHERE: Final = 1
TO_ENDS: Final = 0
TO_HAND: Final = 0
NURSES: Final = 1
EVENTS: Final = 2
BOTH_PILES: Final = NURSES | EVENTS

# --- the vocabulary of steps (DN-14.12) -----------------------------------------------------

Parameter = tuple[str, str, int, int]
"""Name, kind (``number``, ``limit``, ``switch``, ``piles`` or words joined by ``|``), range."""

ADD_ACTIONS: Final = 0
GAIN: Final = 1
DRAW: Final = 2
DISCARD_HAND: Final = 3
TRANSPORT: Final = 4
COUNT_BONUS: Final = 5
GIVE_ADMITTED: Final = 6
TREAT_ELSEWHERE: Final = 7
ON_ACQUIRE: Final = 8
ACQUIRE_ADMITTED: Final = 9
ALL_ADMITTED_WORSEN: Final = 10
OWN_ADMITTED_WORSENS: Final = 11
STACK_PILE: Final = 12
ERASE: Final = 13
RETURN_SELF: Final = 14
PASS_CHARGES: Final = 15
RETURN_ADMITTED: Final = 16
OTHER_ADMITTED_CRITICAL: Final = 17
NAME_TRANSPORT_CRITICAL: Final = 18
SWAP_NURSE: Final = 19
TRADE_ACQUIRED: Final = 20
EXTRA_NURSE: Final = 21
TAKE_FROM_DISCARD: Final = 22
MAY_SKIP_ADMISSION: Final = 23
LEADING_WORSENS: Final = 24
MOVE_TRANSPORT: Final = 25
ADMIT_NOW: Final = 26
RESTORE_TRANSPORT: Final = 27
PURCHASES_TO_HAND: Final = 28

STEPS: Final[list[tuple[str, tuple[Parameter, ...]]]] = [
    (
        "add_actions",
        (("either", "number", 0, 9), ("treat", "number", 0, 9), ("buy", "number", 0, 9)),
    ),
    (
        "gain",
        (("gold", "number", 0, 9), ("tp", "number", 0, 9), ("only_if_title", "switch", 0, 1)),
    ),
    ("draw", (("k", "number", 0, 9),)),
    ("discard_hand", (("k", "number", 0, 9),)),
    ("transport", (("k", "number", 1, 6),)),
    ("count_bonus", (("group", "number", 2, LARGEST), ("tp", "number", 0, 9))),
    ("give_admitted", (("k", "number", 1, 6),)),
    ("treat_elsewhere", ()),
    ("on_acquire", (("gold", "number", 0, 9), ("buy", "number", 0, 9))),
    (
        "acquire_admitted",
        (("max_severity", "limit", 0, LARGEST), ("critical_allowed", "switch", 0, 1)),
    ),
    ("all_admitted_worsen", (("spare_own_if_title", "switch", 0, 1),)),
    ("own_admitted_worsens", (("k", "number", 1, 6),)),
    ("stack_pile", (("piles", "piles", 0, 3),)),
    ("erase", (("marks", "number", 1, 6), ("patients", "number", 1, 6))),
    ("return_self", (("unless_title", "switch", 0, 1),)),
    (
        "pass_charges",
        (
            ("k", "number", 0, 6),
            ("k_if_title", "number", 0, 6),
            ("where", "ambulances|both", 0, 1),
        ),
    ),
    ("return_admitted", ()),
    ("other_admitted_critical", (("k", "number", 1, 6),)),
    ("name_transport_critical", ()),
    ("swap_with_discarded_nurse", (("to", "hand|discard", 0, 1),)),
    ("trade_acquired", ()),
    ("extra_nurse", (("k", "number", 0, 5),)),
    ("take_from_discard", (("k", "number", 0, 9),)),
    ("may_skip_admission", ()),
    ("leading_worsens", ()),
    ("move_transport", (("k", "number", 1, 6), ("to", "ends|anywhere", 0, 1))),
    ("admit_now", (("k", "number", 1, 6),)),
    ("restore_transport", (("k", "number", 1, 6),)),
    ("purchases_to_hand", ()),
]

END_KILL_MARKS: Final = 0
END_BEST_NAME: Final = 1
END_EMERGENCY: Final = 2
END_STEPS: Final[list[tuple[str, tuple[Parameter, ...]]]] = [
    ("kill_marks", (("delta", "number", -9, 0),)),
    ("vp_for_best_name", (("vp", "number", -LARGEST, LARGEST),)),
    ("vp_per_emergency", (("vp", "number", -LARGEST, LARGEST),)),
]


class Step:
    """One step of a card: its place in the vocabulary and its parameters in the order given there.

    A switch is 0 or 1, a word its place among the words, a missing limit :data:`NONE`.
    """

    def __init__(self, kind: int, numbers: list[int], tags: list[str]) -> None:
        self.kind = kind
        self.numbers = numbers
        self.tags = tags


class Card:
    """An Action Card or a Nurse Card.

    Args:
        id: Short name in the pack and in notations.
        names: Name in the town and in the village edition.
        kind: Sub-type, as a place in ``ACTION_TYPES`` or ``NURSE_TYPES``.
        pile: Where it begins: ``START``, ``SUPPLY``, ``EVENT_PILE`` or ``NURSE_PILE``.
        starting: Whether a nurse is a starting nurse.
        copies: How many there are.
        cost: Cost in Gold, or ``NONE``.
        tags: Provenance by key, steps aside.
    """

    def __init__(
        self,
        id: str,
        names: list[str],
        kind: int,
        pile: int,
        starting: bool,
        copies: int,
        cost: int,
        gold: int,
        tp: int,
        vp: int,
        steps: list[Step],
        end_steps: list[Step],
        tags: dict[str, str],
    ) -> None:
        self.id = id
        self.names = names
        self.kind = kind
        self.pile = pile
        self.starting = starting
        self.copies = copies
        self.cost = cost
        self.gold = gold
        self.tp = tp
        self.vp = vp
        self.steps = steps
        self.end_steps = end_steps
        self.tags = tags
        self.is_nurse = pile == NURSE_PILE


class PatientRow:
    """A row of equal patients. ``severity`` and ``vp`` hold the normal side, then the Critical."""

    def __init__(
        self,
        id: str,
        name: int,
        emergency: bool,
        copies: int,
        severity: list[int],
        vp: list[int],
        care: int,
        upkeep: int,
        tags: dict[str, str],
    ) -> None:
        self.id = id
        self.name = name
        self.emergency = emergency
        self.copies = copies
        self.severity = severity
        self.vp = vp
        self.care = care
        self.upkeep = upkeep
        self.tags = tags


NO_CARD: Final = Card("", ["", ""], 0, START, False, 0, NONE, 0, 0, 0, [], [], {})
NO_ROW: Final = PatientRow("", 0, False, 0, [0, 0], [0, 0], NONE, NONE, {})

# --- slots: the numbers of cards and rows -----------------------------------------------------

MORE_ACTIONS: Final = 92
MORE_NURSES: Final = 23
MORE_ROWS: Final = 40
"""Room for cards and rows of other packs whose ids the default pack does not have."""

ID: Final = re.compile(r"[A-Za-z0-9_]{1,40}")


def packaged(name: str) -> str:
    """The text of a file of this folder."""
    return files("wardround.games.dynamite_nurse").joinpath(name).read_text(encoding="utf-8")


DEFAULT_TEXT: Final = packaged("default_pack.toml")


def _ids(kind: str, key: str) -> list[str]:
    return [str(entry[key]) for entry in tomllib.loads(DEFAULT_TEXT)[kind]]


ACTION_IDS: Final = _ids("action_cards", "id")
NURSE_IDS: Final = _ids("nurse_cards", "id")
ROW_IDS: Final = _ids("patients", "row")
ACTION_SLOTS: Final = len(ACTION_IDS) + MORE_ACTIONS
CARD_IDS: Final = [
    *ACTION_IDS,
    *[f"action_{number}" for number in range(1, MORE_ACTIONS + 1)],
    *NURSE_IDS,
    *[f"nurse_{number}" for number in range(1, MORE_NURSES + 1)],
]
"""The name of every card slot in notations: the id in the default pack, or a number."""
CARDS: Final = len(CARD_IDS)
PATIENT_IDS: Final = [*ROW_IDS, *[f"row_{number}" for number in range(1, MORE_ROWS + 1)]]
ROWS: Final = len(PATIENT_IDS)

PATIENTS: Final = 40
ACTION_CARDS: Final = 132
NURSE_CARDS: Final = 23
STARTING_NURSES: Final = 5
EXAMINATIONS: Final = 25
SURGERIES: Final = 15
HAND_SIZE: Final = 4
BEDS: Final = 2
MARKERS: Final = 6
STARTING_EXAMINATIONS: Final = 5
STARTING_SURGERIES: Final = 3
KILL_MARKS: Final = {3: 12, 4: 15, 5: 15}
TITLE_MARKS: Final = 2
FIXED: Final[dict[str, object]] = {
    "hand_size": HAND_SIZE,
    "kept_cards": 1,
    "beds": BEDS,
    "markers_per_player": MARKERS,
    "starting_examinations": STARTING_EXAMINATIONS,
    "starting_simple_surgeries": STARTING_SURGERIES,
    "kill_marks": {"3": 12, "4": 15, "5": 15},
    "dynamite_nurse_marks": TITLE_MARKS,
}
"""The fixed numbers of a pack (DN-14.10)."""
PENALTIES: Final = 7
SUPPLY_PILES: Final = [2, 4, 6]
HARSHEST: Final = 12

ACTION_KEYS: Final = ["name", "sub_type", "pile", "copies", "cost", "gold", "tp", "vp", "steps"]
NURSE_KEYS: Final = ["name", "sub_type", "starting", "copies", "vp", "steps", "end_steps"]
ROW_KEYS: Final = [
    "name",
    "emergency",
    "copies",
    "normal_severity",
    "normal_vp",
    "critical_severity",
    "care",
    "critical_vp",
    "upkeep",
]
PACK_KEYS: Final = [
    "id",
    "title",
    "version",
    "author",
    "action_cards",
    "nurse_cards",
    "patients",
    "kill_mark_penalty",
    "fixed_numbers",
]


class Pack:
    """A checked card pack.

    Args:
        text: The TOML text.
        name: The file's name in messages.

    Raises:
        MaterialError: The pack is refused (DN-14.2, DN-14.8).
    """

    def __init__(self, text: str, name: str) -> None:
        data = read_toml(text, name, MaterialError, "a card pack in TOML")
        top = Row(data, name)
        _known_keys(top, PACK_KEYS)
        self.id = top.text("id")
        self.title = top.text("title")
        self.version = top.text("version")
        self.author = top.text("author")
        self.checksum = sha256(text.encode()).hexdigest()[:16]
        self.cards: list[Card] = [NO_CARD] * CARDS
        self.rows: list[PatientRow] = [NO_ROW] * ROWS
        self.order: list[int] = []
        """Slots of the cards in the order of the file."""
        self.row_order: list[int] = []
        self._read_cards(_entries(data, "action_cards", name), False)
        self._read_cards(_entries(data, "nurse_cards", name), True)
        self._read_rows(_entries(data, "patients", name))
        self.penalty: list[int] = []
        self.penalty_tags: list[str] = []
        self._read_penalty(top.part("kill_mark_penalty"))
        _check_fixed(top.part("fixed_numbers"))
        self.starters = [slot for slot in self.order if self.cards[slot].starting]
        self.examination = NONE
        self.surgery = NONE
        self.piles = sorted(self.slots(SUPPLY) + self.slots(START))
        """Cards that lie, or could lie, in a supply pile of their own (DN-9.10)."""
        self.card_places = Places(self.order, CARDS)
        """Where observations count the cards of this pack."""
        self.row_places = Places(self.row_order, ROWS)
        self.patient_places = Places(_both_sides(self.row_order), 2 * ROWS)
        """Where observations count patients, stable and Critical."""
        self._check_sums(name)
        self.warnings = self._warnings()

    def slots(self, pile: int) -> list[int]:
        """Cards that begin in a pile, in the order of the file."""
        return [slot for slot in self.order if self.cards[slot].pile == pile]

    def supply(self) -> list[int]:
        """The supply piles, in the order of the file."""
        return self.slots(SUPPLY)

    # --- reading ----------------------------------------------------------------------------

    def _read_cards(self, rows: list[Row], nurses: bool) -> None:
        known = NURSE_IDS if nurses else ACTION_IDS
        first = ACTION_SLOTS if nurses else 0
        more = first + len(known)
        for row in rows:
            id = _id(row, "id")
            if any(self.cards[slot].id == id for slot in self.order):
                raise row.error("id", f"{id!r} stands twice", "an id used once")
            if id in known:
                slot = first + known.index(id)
            else:
                slot = more
                more += 1
                if slot >= (CARDS if nurses else ACTION_SLOTS):
                    raise row.error("id", "there are too many cards", "fewer different cards")
            self.cards[slot] = _nurse(row, id) if nurses else _action(row, id)
            self.order.append(slot)

    def _read_rows(self, rows: list[Row]) -> None:
        more = len(ROW_IDS)
        for row in rows:
            id = _id(row, "row")
            if any(self.rows[slot].id == id for slot in self.row_order):
                raise row.error("row", f"{id!r} stands twice", "an id used once")
            if id in ROW_IDS:
                slot = ROW_IDS.index(id)
            else:
                slot = more
                more += 1
                if slot >= ROWS:
                    raise row.error("row", "there are too many rows", f"at most {MORE_ROWS} rows")
            self.rows[slot] = _patient(row, id)
            self.row_order.append(slot)

    def _read_penalty(self, part: Row) -> None:
        values = part.numbers("values")
        rising = all(low <= high for low, high in itertools.pairwise(values))
        if len(values) != PENALTIES or values[0] != 0 or not rising:
            raise part.error(
                "values", repr(values), f"{PENALTIES} numbers, the first 0, none below the last"
            )
        tags = part.texts("tags")
        if len(tags) != PENALTIES or not all(tag in TAGS for tag in tags):
            raise part.error("tags", repr(tags), f"{PENALTIES} of " + ", ".join(TAGS))
        self.penalty = values
        self.penalty_tags = tags

    # --- sums and warnings --------------------------------------------------------------------

    def _check_sums(self, name: str) -> None:
        actions = [self.cards[slot] for slot in self.order if not self.cards[slot].is_nurse]
        nurses = [self.cards[slot] for slot in self.order if self.cards[slot].is_nurse]
        _sum(name, "patients", sum([self.rows[slot].copies for slot in self.row_order]), PATIENTS)
        _sum(name, "Action Cards", sum([card.copies for card in actions]), ACTION_CARDS)
        _sum(name, "Nurse Cards", sum([card.copies for card in nurses]), NURSE_CARDS)
        _sum(name, "starting nurses", len(self.starters), STARTING_NURSES)
        for slot in self.starters:
            _sum(name, f"copies of {self.cards[slot].id}", self.cards[slot].copies, 1)
        start = self.slots(START)
        _sum(name, "different starting Action Cards", len(start), 2)
        for slot in start:
            if self.cards[slot].kind == EXAMINATION:
                self.examination = slot
            elif self.cards[slot].kind == TREATMENT:
                self.surgery = slot
        for what, slot, number in (
            ("starting Examination cards", self.examination, EXAMINATIONS),
            ("starting Treatment cards", self.surgery, SURGERIES),
        ):
            _sum(name, what, self.cards[slot].copies if slot != NONE else 0, number)

    def _warnings(self) -> list[str]:
        found: list[str] = []
        piles = [0, 0, 0]
        for slot in self.supply():
            if self.cards[slot].kind != EVENT:
                piles[self.cards[slot].kind] += 1
        if piles != SUPPLY_PILES or len(self.supply()) != sum(SUPPLY_PILES):
            found.append(
                f"The supply piles are {piles[0]} Examination, {piles[1]} Treatment and "
                f"{piles[2]} Duty, not 2, 4 and 6."
            )
        for slot in self.row_order:
            found += _row_warnings(self.rows[slot])
        if self.penalty[-1] != HARSHEST:
            found.append(f"The penalty for 6 Kill Marks is {self.penalty[-1]}, not {HARSHEST}.")
        swaps = 0
        for slot in self.order:
            card = self.cards[slot]
            if card.is_nurse and any(
                step.kind == SWAP_NURSE and step.numbers[0] == TO_HAND for step in card.steps
            ):
                swaps += card.copies
        if swaps > 1:
            found.append(
                f"{swaps} Nurse Cards are exchanged to the hand (swap_with_discarded_nurse): two "
                "of them can exchange each other without end."
            )
        return found


def _row_warnings(row: PatientRow) -> list[str]:
    found: list[str] = []
    if row.severity[1] <= row.severity[0]:
        found.append(f"{row.id}: the Critical Severity is not above the normal one.")
    if row.vp[0] != row.vp[1]:
        found.append(f"{row.id}: the two VP values differ.")
    if row.care != NONE and row.care >= row.severity[1]:
        found.append(f"{row.id}: the Care value is not below the Critical Severity.")
    return found


def _entries(data: dict[str, Any], key: str, name: str) -> list[Row]:
    rows = data.get(key)
    if not isinstance(rows, list) or not rows:
        raise MaterialError(
            f"{key!r} is not a list of entries.", where=name, expected=f"entries [[{key}]]"
        )
    found: list[Row] = []
    for place, row in enumerate(rows, 1):
        label = row.get("id", row.get("row", place)) if isinstance(row, dict) else place
        found.append(Row(row, f"{name}, {key} {shown(label)}"))
    return found


def _known_keys(row: Row, keys: list[str]) -> None:
    for key in row.data:
        if key not in keys:
            raise row.error(key, "no such key is known", "one of " + ", ".join(keys))


def _id(row: Row, key: str) -> str:
    id = row.text(key)
    if not ID.fullmatch(id):
        raise row.error(key, repr(id), "letters, digits and _, at most 40")
    return id


def _tags(row: Row, keys: list[str]) -> dict[str, str]:
    """The provenance tag of every key (DN-14.2)."""
    part = Row(row.data.get("tags"), f"{row.where}, tags")
    _known_keys(part, keys)
    return {key: part.one_of(key, TAGS) for key in keys}


def _switch(row: Row, key: str) -> bool:
    value = row.data.get(key)
    if not isinstance(value, bool):
        raise row.error(key, repr(value), "true or false")
    return value


def _limit(row: Row, key: str, high: int) -> int:
    """A whole number from 0 on, or "none"."""
    if row.data.get(key) == "none":
        return NONE
    value = row.data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= high:
        raise row.error(key, repr(value), f'a whole number from 0 to {high}, or "none"')
    return value


def _names(row: Row) -> list[str]:
    value = row.data.get("name")
    if isinstance(value, str) and value:
        return [value, value]
    part = Row(value, f"{row.where}, name")
    _known_keys(part, ["town", "village"])
    return [part.text("town"), part.text("village")]


def _action(row: Row, id: str) -> Card:
    _known_keys(row, ["id", *ACTION_KEYS, "tags"])
    pile = row.one_of("pile", PILES)
    cost = _limit(row, "cost", LARGEST)
    if (cost == NONE) != (pile == "start"):
        raise row.error("cost", repr(row.data.get("cost")), 'a cost, and "none" for pile "start"')
    return Card(
        id,
        _names(row),
        ACTION_TYPES.index(row.one_of("sub_type", ACTION_TYPES)),
        PILES.index(pile),
        False,
        row.number("copies", 0, LARGEST),
        cost,
        row.number("gold", 0, LARGEST),
        row.number("tp", 0, LARGEST),
        row.number("vp", -LARGEST, LARGEST),
        _steps(row, "steps", STEPS),
        [],
        _tags(row, ACTION_KEYS),
    )


def _nurse(row: Row, id: str) -> Card:
    _known_keys(row, ["id", *NURSE_KEYS, "tags"])
    return Card(
        id,
        _names(row),
        NURSE_TYPES.index(row.one_of("sub_type", NURSE_TYPES)),
        NURSE_PILE,
        _switch(row, "starting"),
        row.number("copies", 0, LARGEST),
        NONE,
        0,
        0,
        row.number("vp", -LARGEST, LARGEST),
        _steps(row, "steps", STEPS),
        _steps(row, "end_steps", END_STEPS),
        _tags(row, NURSE_KEYS),
    )


def _patient(row: Row, id: str) -> PatientRow:
    _known_keys(row, ["row", *ROW_KEYS, "tags"])
    emergency = _switch(row, "emergency")
    upkeep = _limit(row, "upkeep", LARGEST)
    if (upkeep != NONE) != emergency:
        raise row.error(
            "upkeep",
            repr(row.data.get("upkeep")),
            'an upkeep for an Emergency Case, "none" for another patient',
        )
    return PatientRow(
        id,
        NAMES.index(row.one_of("name", NAMES)),
        emergency,
        row.number("copies", 0, PATIENTS),
        [
            row.number("normal_severity", 0, LARGEST),
            row.number("critical_severity", 0, LARGEST),
        ],
        [
            row.number("normal_vp", -LARGEST, LARGEST),
            row.number("critical_vp", -LARGEST, LARGEST),
        ],
        _limit(row, "care", LARGEST),
        upkeep,
        _tags(row, ROW_KEYS),
    )


def _steps(row: Row, key: str, vocabulary: list[tuple[str, tuple[Parameter, ...]]]) -> list[Step]:
    values = row.data.get(key)
    if not isinstance(values, list):
        raise row.error(key, repr(values), "a list of steps")
    names = [name for name, _ in vocabulary]
    found: list[Step] = []
    for place, value in enumerate(values, 1):
        part = Row(value, f"{row.where}, {key} {place}")
        kind = names.index(part.one_of("step", names))
        parameters = vocabulary[kind][1]
        _known_keys(part, ["step", *[name for name, _, _, _ in parameters], "tags"])
        numbers = [_parameter(part, parameter) for parameter in parameters]
        tags = _tags(part, ["step", *[name for name, _, _, _ in parameters]])
        found.append(Step(kind, numbers, list(tags.values())))
    return found


def _parameter(part: Row, parameter: Parameter) -> int:
    name, kind, low, high = parameter
    if kind == "number":
        return part.number(name, low, high)
    if kind == "limit":
        return _limit(part, name, high)
    if kind == "switch":
        return int(_switch(part, name))
    if kind == "piles":
        chosen = part.texts(name)
        if not all(pile in ("nurse", "event") for pile in chosen):
            raise part.error(name, repr(chosen), 'a list out of "nurse" and "event"')
        return (NURSES if "nurse" in chosen else 0) | (EVENTS if "event" in chosen else 0)
    words = kind.split("|")
    return words.index(part.one_of(name, words))


def _check_fixed(part: Row) -> None:
    """The fixed numbers are those of the game, each with a tag (DN-14.10)."""
    _known_keys(part, [*FIXED, "tags"])
    for key, value in FIXED.items():
        if part.data.get(key) != value or isinstance(part.data.get(key), bool):
            raise part.error(key, repr(part.data.get(key)), f"{value!r}, as in the box")
    _tags(part, list(FIXED))


def _both_sides(rows: list[int]) -> list[int]:
    """The patients of the rows, the stable side of each before the Critical one."""
    return [2 * row + side for row in rows for side in (0, 1)]


def _sum(name: str, what: str, number: int, expected: int) -> None:
    if number != expected:
        raise MaterialError(
            f"The pack has {number} {what}.",
            where=name,
            expected=f"{expected} {what}",
            clause="DN-14.8",
        )


DEFAULT: Final = Pack(DEFAULT_TEXT, "default_pack.toml")
_read: dict[str, Pack] = {"": DEFAULT, DEFAULT_TEXT: DEFAULT}


def read_pack(text: str) -> Pack:
    """The pack of a file's text; the default pack if the text is empty. Packs read are kept.

    Raises:
        MaterialError: The pack is refused.
    """
    pack = _read.get(text)
    if pack is None:
        pack = Pack(text, "card pack")
        if len(_read) > KEPT_PACKS:
            _read.clear()
            _read[""] = DEFAULT
        _read[text] = pack
    return pack


KEPT_PACKS: Final = 32
