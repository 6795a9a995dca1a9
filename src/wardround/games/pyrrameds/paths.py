"""Paths of medicine from a patient through the pyramid (PY-6, PY-8.50 to PY-8.61, PY-9.9 ff.).

The rule modes are data: a mode is the horizontal sign of each kind of step (PY-6.20). From them
come lists of steps that never go backward, for each direction taken so far, and the search only
follows these lists.
"""

from typing import Final

from wardround.games.pyrrameds.geometry import (
    CELLS,
    NEIGHBOURS,
    NOWHERE,
    array_column,
)

ZIGZAG: Final = 0
REFERENCE: Final = 1
STRICT: Final = 2
RULES: Final = ["zigzag", "reference", "strict"]

WILD: Final = 6
"""The medicine type, and the requirement, that stands for any type."""
ONE_OF: Final = [1 << 3 * type for type in range(WILD + 1)]
"""One requirement of a type in a packed multiset of requirements (three bits a type)."""

Steps = list[list[list[tuple[int, int]]]]


def sign(number: int) -> int:
    """-1, 0 or +1."""
    return (number > 0) - (number < 0)


def horizontal_sign(rule: int, start: int, end: int) -> int:
    """The horizontal sign of a step between two cells (PY-6.17 to PY-6.20)."""
    (x, y), (to_x, to_y) = CELLS[start], CELLS[end]
    if rule == STRICT:
        return sign(to_x - x)
    if rule == REFERENCE:
        return sign(array_column(to_x, to_y) - array_column(x, y))
    return sign(to_x - x) if y == to_y else 0


def vertical_sign(start: int, end: int) -> int:
    """The vertical sign of a step between two cells (PY-6.14)."""
    return sign(CELLS[end][1] - CELLS[start][1])


def direction(horizontal: int, vertical: int) -> int:
    """Both signs as one number, 0 to 8; 4 is no direction yet."""
    return 3 * (horizontal + 1) + vertical + 1


FRESH: Final = direction(0, 0)


def _onward(rule: int, taken: int, cell: int) -> list[tuple[int, int]]:
    """The steps that go backward in no sign taken so far (PY-6.15, PY-6.16)."""
    across, up = taken // 3 - 1, taken % 3 - 1
    steps = []
    for other in NEIGHBOURS[cell]:
        h, v = horizontal_sign(rule, cell, other), vertical_sign(cell, other)
        if h * across >= 0 and v * up >= 0:
            steps.append((other, direction(across or h, up or v)))
    return steps


STEPS: Final[list[Steps]] = [
    [[_onward(rule, taken, cell) for cell in range(NOWHERE)] for taken in range(9)]
    for rule in range(len(RULES))
]
"""By rule, direction taken so far and cell: the next cells with the direction taken then."""


class Requirements:
    """The requirements that a path has to meet.

    Args:
        types: A type for each requirement.
    """

    def __init__(self, types: list[int]) -> None:
        self.types = types
        self.size = len(types)
        self.spare = types.count(WILD)
        self.typed = 0
        for type in types:
            if type != WILD:
                self.typed += ONE_OF[type]


MAY_ERR: Final = 1
MAY_JUMP: Final = 2
MAY_CUT: Final = 4


class Ground:
    """What a path can be laid over: the medicine in the pyramid, and the path specials.

    Args:
        rule: The path rule in force.
        medicine: By cell, the type of the medicine there, or -1.
        cards: By cell, any card there, or -1.
        teleports: Cells of the teleport cards.
        backtrack: Whether the steps may be cut once (PY-8.56).
        error: Whether one further cell may be used (PY-8.58).
    """

    def __init__(
        self,
        rule: int,
        medicine: list[int],
        cards: list[int],
        teleports: list[int],
        backtrack: bool,
        error: bool,
    ) -> None:
        self.steps = STEPS[rule]
        self.medicine = medicine
        self.cards = cards
        self.teleports = teleports
        self.specials = 0
        if error:
            self.specials |= MAY_ERR
        if len(teleports) >= 2:
            self.specials |= MAY_JUMP
        if backtrack:
            self.specials |= MAY_CUT
        self._known: dict[int, bool] = {}

    def path(self, start: int, needs: Requirements) -> list[int]:
        """A legal path from the cell for a patient with these requirements (PY-6.1 to PY-6.16).

        Args:
            start: The patient's cell. What lies there does not matter (PY-5.5).
            needs: What the path must pass, nothing more and nothing less.

        Returns:
            The cells in order, with jump and error cells; empty if there is no path or none needed.
        """
        found: list[int] = []
        typed, spare, size = needs.typed, needs.spare, needs.size
        if size == 0:
            return found
        if walk(self.steps, self.medicine, start, FRESH, typed, spare, size, found):
            found.reverse()
        elif self.specials:
            used = [start]
            if self._search(start, FRESH, typed, spare, size, self.specials, used):
                return used[1:]
        return found

    def allows(self, start: int, needs: Requirements) -> bool:
        """Whether there is a legal path from the cell; always, where nothing is required."""
        return needs.size == 0 or len(self.path(start, needs)) > 0

    # --- with path specials (PY-8.72 to PY-8.74) -----------------------------------------------

    def _search(
        self,
        cell: int,
        taken: int,
        left: int,
        spare: int,
        todo: int,
        specials: int,
        used: list[int] | None,
    ) -> bool:
        """Like :func:`walk`, with the path specials not used yet; ``used`` holds the path.

        With None for ``used``, cells may be entered twice. Whether there is such a path depends on
        less, so it is remembered, and where there is none the true search gives up at once.
        """
        if todo == 0:
            return True
        key = ((((left * 8 + spare) * 8 + todo) * 8 + specials) * 9 + taken) * 256 + cell
        if used is None:
            known = self._known.get(key)
            if known is not None:
                return known
        elif not self._search(cell, taken, left, spare, todo, specials, None):
            return False
        found = self._go_on(cell, taken, left, spare, todo, specials, used)
        if not found and specials & MAY_CUT and taken != FRESH:
            found = self._go_on(cell, FRESH, left, spare, todo, specials - MAY_CUT, used)
        if used is None:
            self._known[key] = found
        return found

    def _go_on(
        self,
        cell: int,
        taken: int,
        left: int,
        spare: int,
        todo: int,
        specials: int,
        used: list[int] | None,
    ) -> bool:
        """Try every next cell in all roles: medicine, error cell, teleport card (PY-8.74)."""
        for other, onward in self.steps[taken][cell]:
            if self.cards[other] < 0 or (used is not None and other in used):
                continue
            if used is not None:
                used.append(other)
            kind = self.medicine[other]
            if kind >= 0:
                rest = left
                excess = spare
                if kind != WILD:
                    if (left >> 3 * kind) & 7:
                        rest = left - ONE_OF[kind]
                    else:
                        excess = spare - 1
                if excess >= 0 and self._search(
                    other, onward, rest, excess, todo - 1, specials, used
                ):
                    return True
            if specials & MAY_ERR and self._search(
                other, onward, left, spare, todo, specials - MAY_ERR, used
            ):
                return True
            if (
                specials & MAY_JUMP
                and other in self.teleports
                and self._jump(other, onward, left, spare, todo, specials - MAY_JUMP, used)
            ):
                return True
            if used is not None:
                used.pop()
        return False

    def _jump(
        self,
        entered: int,
        taken: int,
        left: int,
        spare: int,
        todo: int,
        specials: int,
        used: list[int] | None,
    ) -> bool:
        """Go on from any other teleport card; the jump has no direction (PY-8.51 to PY-8.53)."""
        for exit in self.teleports:
            if exit == entered or (used is not None and exit in used):
                continue
            if used is not None:
                used.append(exit)
            if self._search(exit, taken, left, spare, todo, specials, used):
                return True
            if used is not None:
                used.pop()
        return False


def walk(
    steps: Steps,
    medicine: list[int],
    cell: int,
    taken: int,
    left: int,
    spare: int,
    todo: int,
    found: list[int],
) -> bool:
    """The search of PY-6.27, without path specials: depth first over medicine that is required.

    No cell can occur twice, since no step goes backward (PY-6.24).

    Args:
        steps: By direction taken and cell, where one may go on.
        medicine: By cell, the type of the medicine there, or -1.
        cell: Where the path has come to.
        taken: The direction taken so far.
        left: Typed requirements not met yet, packed (:data:`ONE_OF`).
        spare: How many superfluous cards "?" requirements still allow (PY-9.12).
        todo: Cells still to go.
        found: Filled with the rest of the path, last cell first.
    """
    for other, onward in steps[taken][cell]:
        kind = medicine[other]
        if kind < 0:
            continue
        rest = left
        excess = spare
        if kind != WILD:
            if (left >> 3 * kind) & 7:
                rest = left - ONE_OF[kind]
            elif spare:
                excess = spare - 1
            else:
                continue
        if todo == 1 or walk(steps, medicine, other, onward, rest, excess, todo - 1, found):
            found.append(other)
            return True
    return False
