"""Values that are printed in no source known to us: discharge table, events, reports, backs.

They stand in ``reconstructed.toml``. A file of one's own in the same form replaces them.
"""

from hashlib import sha256
from typing import Final

from wardround.core import MaterialError, Row, read_entries
from wardround.games.dice_hospital.material import ANY, COLOURS, LETTERS, packaged

EVENT_CLAUSES: Final = {
    "gain_bag": "DH-21.9",
    "lose_bag": "DH-21.10",
    "drop_highest": "DH-21.11",
    "raise_one": "DH-21.14",
    "pass_left": "DH-21.15",
    "nurses_at_most": "DH-21.16",
    "extra_nurse": "DH-21.17",
    "extra_die": "DH-21.18",
    "close_department": "DH-21.19",
    "no_improvement": "DH-21.20",
    "bonus": "DH-21.21",
    "spare_from": "DH-21.22",
    "fatality_cost": "DH-21.23",
}
"""What events can do, with the clause that explains it (for drops of one colour, the first)."""
VERBS: Final = list(EVENT_CLAUSES)
NO_EVENT: Final = -1
DROP_HIGHEST: Final = VERBS.index("drop_highest")
NURSES_AT_MOST: Final = VERBS.index("nurses_at_most")
EXTRA_DIE: Final = VERBS.index("extra_die")
NO_IMPROVEMENT: Final = VERBS.index("no_improvement")
BONUS: Final = VERBS.index("bonus")
SPARE_FROM: Final = VERBS.index("spare_from")
FATALITY_COST: Final = VERBS.index("fatality_cost")

TAGS: Final = ["RB", "FOUND", "DERIVED", "RECON", "OWN"]


class DischargeTable:
    """Points for the number of patients discharged in one round (DH-14.1)."""

    def __init__(self, id: str, points: list[int], above: int, tags: list[str]) -> None:
        self.id = id
        self.tags = tags
        self._points = points
        self._above = above

    def points(self, discharged: int) -> int:
        """The points of one round."""
        last = len(self._points) - 1
        if discharged <= last:
            return self._points[discharged]
        return self._points[last] + self._above * (discharged - last)


class EventCard:
    """An event: what it does, with its numbers (the head of the file explains the effects)."""

    def __init__(
        self, id: str, name: str, verb: int, colour: int, number: int, points: int, tag: str
    ) -> None:
        self.id = id
        self.name = name
        self.verb = verb
        self.colour = colour
        self.number = number
        self.points = points
        self.tag = tag
        self.clause = EVENT_CLAUSES[VERBS[verb]]
        if verb == DROP_HIGHEST:
            self.clause = f"DH-21.{11 + colour}"


class Report:
    """A medical report of the solo game: patients needed of each colour, and its points."""

    def __init__(self, id: str, needs: list[int], points: int, tag: str) -> None:
        self.id = id
        self.needs = needs
        self.points = points
        self.tag = tag


class AmbulanceBack:
    """The back of an ambulance card: the value that is wanted of each colour."""

    def __init__(self, number: int, values: list[int], tag: str) -> None:
        self.number = number
        self.values = values
        self.tag = tag


TABLES: Final = ("A", "B")
EVENTS_PRINTED: Final = 15
REPORTS_PRINTED: Final = 15
BACKS_PRINTED: Final = 5


OURS: Final = packaged("reconstructed.toml")


class Values:
    """The reconstructed values, or those of a file of one's own.

    Args:
        text: A file in the form of ``reconstructed.toml``; kinds of entries that it does not hold
            are taken from ours. Empty for ours alone.
        name: How errors call the file.

    Raises:
        MaterialError: An entry breaks the schema; ``where`` names file, entry and key.
    """

    def __init__(self, text: str, name: str) -> None:
        self.own = bool(text)
        self.checksum = sha256((text or OURS).encode()).hexdigest()
        entries = read_entries(OURS, "reconstructed.toml")
        sizes = {
            "discharge_table": len(TABLES),
            "event": EVENTS_PRINTED,
            "report": REPORTS_PRINTED,
            "ambulance_back": BACKS_PRINTED,
        }
        if text:
            entries.update(self._own_entries(text, name, sizes))
        self.tables = [
            self._table(row, TABLES[place]) for place, row in enumerate(entries["discharge_table"])
        ]
        self.events = [self._event(row) for row in entries["event"]]
        self.reports = [self._report(row) for row in entries["report"]]
        self.backs = [
            self._back(row, place) for place, row in enumerate(entries["ambulance_back"], 1)
        ]

    def _own_entries(self, text: str, name: str, sizes: dict[str, int]) -> dict[str, list[Row]]:
        entries = read_entries(text, name)
        if not entries:
            raise MaterialError(
                "The file holds no entries.",
                where=name,
                expected="entries such as [[discharge_table]]",
            )
        for key, rows in entries.items():
            if key not in sizes:
                raise MaterialError(
                    f"The file holds entries of the unknown kind {key!r}.",
                    where=name,
                    expected="one of " + ", ".join(sizes),
                )
            if len(rows) != sizes[key]:
                raise MaterialError(
                    f"The file holds {len(rows)} entries of the kind {key!r}.",
                    where=name,
                    expected=f"{sizes[key]} entries, or none",
                )
        return entries

    def _table(self, row: Row, id: str) -> DischargeTable:
        if row.text("id") != id:
            raise row.error("id", repr(row.text("id")), repr(id))
        points = row.numbers("points")
        if len(points) != 13 or sorted(points) != points:
            raise row.error("points", str(points), "13 numbers for 0 to 12 patients, never falling")
        tags = row.texts("provenance")
        if len(tags) != len(points) or not set(tags) <= set(TAGS):
            raise row.error(
                "provenance", str(tags), f"for each of {len(points)} one of {', '.join(TAGS)}"
            )
        return DischargeTable(id, points, row.number("above", 0, 99), tags)

    def _event(self, row: Row) -> EventCard:
        verb = VERBS.index(row.one_of("effect", VERBS))
        needs_number = verb in (NURSES_AT_MOST, BONUS, SPARE_FROM)
        needs_points = verb in (BONUS, FATALITY_COST)
        colour = ANY
        if verb == DROP_HIGHEST:
            colour = COLOURS.index(row.one_of("colour", COLOURS))
        return EventCard(
            row.text("id"),
            row.text("name"),
            verb,
            colour,
            row.number("number", 1, 12, default=None if needs_number else 0),
            row.number("points", 1, 12, default=None if needs_points else 0),
            row.one_of("provenance", TAGS),
        )

    def _report(self, row: Row) -> Report:
        letters = row.text("patients").split()
        if not 1 <= len(letters) <= 12 or not set(letters) <= set(LETTERS):
            raise row.error("patients", " ".join(letters), "letters R, Y, G with spaces between")
        return Report(
            row.text("id"),
            [letters.count(letter) for letter in LETTERS],
            row.number("points", 1, 99),
            row.one_of("provenance", TAGS),
        )

    def _back(self, row: Row, number: int) -> AmbulanceBack:
        return AmbulanceBack(
            row.number("number", number, number),
            [row.number(colour, 1, 6) for colour in COLOURS],
            row.one_of("provenance", TAGS),
        )


RECONSTRUCTED: Final = Values("", "reconstructed.toml")
"""The values that are used without a file of one's own."""
