"""Paths of medicine from a patient through the pyramid (PY-6, PY-8.50 to PY-8.61, PY-9.9 ff.).

The rule modes are data: a mode is the horizontal sign of each kind of step (PY-6.20). From them
come lists of steps that never go backward, for each direction taken so far, and the search only
follows these lists. What a path has still to meet is a goal, linked to what it becomes on each kind
of card.
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

FIRST_SPECIAL: Final = 7
PATIENT_LIES: Final = 20
NOTHING: Final = 21
"""What lies in a cell, as one number: medicine is its type; a special its effect plus
``FIRST_SPECIAL``; then patients, all alike; then no card at all."""
TELEPORT: Final = 14
BACKTRACK: Final = 15
ERROR: Final = 16
"""The path specials (PY-8.50 to PY-8.61) as they lie."""

MAY_ERR: Final = 1
MAY_JUMP: Final = 2
MAY_CUT: Final = 4
"""What the path specials allow once each."""

CELL: Final = 255
"""The bits of a stance, or of a step, that are its cell. A stance is a cell and the direction taken
so far: 256 times the direction, plus the cell."""

Steps = list[list[int]]


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
    """Both signs as one number, 0 to 8; :data:`FRESH` is no direction yet."""
    return 3 * (horizontal + 1) + vertical + 1


FRESH: Final = 4
"""No direction yet: ``direction(0, 0)``."""
START: Final = 256 * FRESH
"""Plus a cell: the stance of one who may go anywhere."""


def _onward(rule: int, taken: int, cell: int) -> list[int]:
    """The steps that go backward in no sign taken so far (PY-6.15, PY-6.16)."""
    across, up = taken // 3 - 1, taken % 3 - 1
    steps = []
    for other in NEIGHBOURS[cell]:
        h, v = horizontal_sign(rule, cell, other), vertical_sign(cell, other)
        if h * across >= 0 and v * up >= 0:
            steps.append(256 * direction(across or h, up or v) + other)
    return steps


STEPS: Final[list[Steps]] = [
    [
        _onward(rule, stance // 256, stance & CELL) if stance & CELL < NOWHERE else []
        for stance in range(9 * 256)
    ]
    for rule in range(len(RULES))
]
"""By rule and stance: the stances that one step leads to."""

EVERY_WAY: Final = 15
"""The four ways of a path that never goes backward, as bits: left or right, and up or down."""


def ways_of(taken: int) -> int:
    """The ways that a direction leaves open."""
    across, up = taken // 3 - 1, taken % 3 - 1
    ways = 0
    for way, (h, v) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)]):
        if h * across >= 0 and v * up >= 0:
            ways |= 1 << way
    return ways


WAYS: Final = [ways_of(taken) for taken in range(9)]
"""By direction taken so far: the ways that it leaves open."""
TURNS: Final[list[Steps]] = [
    [
        [256 * WAYS[onward // 256] + (onward & CELL) for onward in STEPS[rule][START + cell]]
        for cell in range(NOWHERE)
    ]
    for rule in range(len(RULES))
]
"""By rule and cell, for every step from it: 256 times the ways that it can be part of, plus the
next cell."""


class Goal:
    """What a path has still to meet, and which path specials it may use. It never changes.

    Args:
        left: Requirements of each type that are not met yet; the last are those for any type.
        todo: Medicine cells still to pass; fewer than requirements, where wild medicine was passed.
        specials: ``MAY_ERR``, ``MAY_JUMP`` and ``MAY_CUT``, those not used yet.
    """

    def __init__(self, left: list[int], todo: int, specials: int) -> None:
        self.todo = todo
        self.after: list[Goal | None] = [None] * (NOTHING + 1)
        self.erred: Goal | None = None
        self.jumped: Goal | None = None
        self.cut: Goal | None = None
        self.useful = 0
        if todo == 0:
            return
        for type in range(WILD + 1):
            rest = passed(left, type)
            if rest is not None:
                self.after[type] = goal(rest, todo - 1, specials)
                self.useful |= 1 << type
        if specials & MAY_JUMP:
            self.jumped = goal(left, todo, specials - MAY_JUMP)
            self.useful |= 1 << TELEPORT
        if specials & MAY_ERR:
            self.erred = goal(left, todo, specials - MAY_ERR)
            self.useful = (1 << NOTHING) - 1
        if specials & MAY_CUT:
            self.cut = goal(left, todo, specials - MAY_CUT)


def passed(left: list[int], type: int) -> list[int] | None:
    """The requirements left after medicine of a type; None if it is superfluous (PY-9.12)."""
    if type == WILD:
        return left
    met = type if left[type] else WILD
    if not left[met]:
        return None
    rest = left[:]
    rest[met] -= 1
    return rest


_goals: dict[tuple[int, ...], Goal] = {}


def goal(left: list[int], todo: int, specials: int) -> Goal:
    """The one goal of these numbers (see :class:`Goal`), and with it all that it may become."""
    key = (*left, todo, specials)
    known = _goals.get(key)
    if known is None:
        known = Goal(left, todo, specials)
        _goals[key] = known
    return known


class Requirements:
    """The requirements that a path has to meet.

    Args:
        types: A type for each requirement.
    """

    def __init__(self, types: list[int]) -> None:
        self.types = types
        self.size = len(types)
        self.spare = types.count(WILD)
        self.once = 0
        self.twice = 0
        for type in types:
            if type != WILD:
                self.twice |= self.once & 1 << type
                self.once |= 1 << type
        self._goals: list[Goal | None] = [None] * 8

    def goal(self, specials: int) -> Goal:
        """The goal of a path that may use these path specials."""
        known = self._goals[specials]
        if known is None:
            left = [self.types.count(type) for type in range(WILD + 1)]
            known = goal(left, self.size, specials)
            self._goals[specials] = known
        return known


UNKNOWN: Final = -1


class Ground:
    """What lies in the pyramid, and the paths that can be laid over it.

    ``once`` and ``twice`` hold as bits what lies there at least once and at least twice.

    Args:
        rule: The path rule in force.
    """

    def __init__(self, rule: int) -> None:
        self.steps = STEPS[rule]
        self.turns = TURNS[rule]
        self.lying = [NOTHING] * (NOWHERE + 1)
        self.once = 0
        self.twice = 0
        self.teleports: list[int] = []
        self._specials = UNKNOWN
        self._around: list[int] = []
        self._used: list[int] = []
        self._known: list[dict[Goal, int]] = []

    def lay(self, cell: int, card: int) -> None:
        """A card lies in the cell, where none has been laid; it is told as it lies."""
        self.lying[cell] = card
        self.twice |= self.once & 1 << card
        self.once |= 1 << card
        if card == TELEPORT:
            self.teleports.append(cell)

    def specials(self) -> int:
        """What the path specials allow; a teleport card needs a second one (PY-8.50)."""
        if self._specials != UNKNOWN:
            return self._specials
        allowed = 0
        if self.once >> ERROR & 1:
            allowed |= MAY_ERR
        if self.twice >> TELEPORT & 1:
            allowed |= MAY_JUMP
        if self.once >> BACKTRACK & 1:
            allowed |= MAY_CUT
        if allowed:
            self._look_around()
        self._specials = allowed
        return allowed

    def lacks(self, needs: Requirements) -> bool:
        """Whether too little medicine lies anywhere for any path: seen at a glance."""
        missing = (needs.once & ~self.once) | (needs.twice & ~self.twice)
        return missing != 0 and not self.once >> WILD & 1

    def path(self, start: int, needs: Requirements) -> list[int]:
        """A legal path from the cell for a patient with these requirements (PY-6.1 to PY-6.16).

        Args:
            start: The patient's cell. What lies there does not matter (PY-5.5).
            needs: What the path must pass, nothing more and nothing less.

        Returns:
            The cells in order, with jump and error cells; empty if there is no path or none needed.
        """
        found: list[int] = []
        specials = self.specials()
        if (
            needs.size
            and not walk(self.steps, self.lying, needs.goal(0), START + start, found)
            and specials
        ):
            self._search(needs.goal(specials), START + start, found)
        found.reverse()
        return found

    def allows(self, start: int, needs: Requirements) -> bool:
        """Whether there is a legal path from the cell; always, where nothing is required."""
        return len(self.starts([start], needs)) > 0

    def starts(self, cells: list[int], needs: Requirements, most: int = NOWHERE) -> list[int]:
        """Those of the cells from which there is a legal path, no more than ``most`` of them."""
        if needs.size == 0:
            return cells[:most]
        found: list[int] = []
        if self.lacks(needs):
            return found
        specials = self.specials()
        goal = needs.goal(specials)
        for cell in cells:
            if (
                self._reaches(goal, cell)
                if specials
                else walk(self.steps, self.lying, goal, START + cell, None)
            ):
                found.append(cell)
                if len(found) == most:
                    break
        return found

    # --- with path specials (PY-8.72 to PY-8.74) -----------------------------------------------

    def _reaches(self, goal: Goal, start: int) -> bool:
        """Whether a path with path specials meets the goal."""
        return self._ways(goal, start, EVERY_WAY) != 0 and self._search(goal, START + start, [])

    def _ways(self, goal: Goal, cell: int, open: int) -> int:
        """Some of the open ways in which the goal can be met if cells may be entered twice, or 0.

        It depends on little: what was found is remembered, for each cell and goal the ways known to
        be possible and, beyond the lowest four bits, those known to be impossible.
        """
        known = self._known[cell]
        seen = known.get(goal, 0)
        found = seen & open
        unknown = open & ~(seen >> 4)
        if found or not unknown:
            return found
        found = self._ways_onward(goal, cell, unknown)
        if not found:
            seen |= unknown << 4
            cut = goal.cut
            turned = EVERY_WAY & ~(seen >> 4)
            if cut is not None and turned and self._ways(cut, cell, turned):
                seen = found = EVERY_WAY
        known[goal] = seen | found
        return found & open

    def _ways_onward(self, goal: Goal, cell: int, unknown: int) -> int:
        """The same without a cut now: every next cell in all roles (PY-8.74)."""
        around = self._around
        lying = self.lying
        for turn in self.turns[cell]:
            open = (turn >> 8) & unknown
            other = turn & CELL
            card = lying[other]
            if card == NOTHING or not open:
                continue
            after = goal.after[card]
            if after is not None:
                if after.todo == 0:
                    return open
                found = self._ways(after, other, open) if after.useful & around[other] else 0
                if found:
                    return found
            erred = goal.erred
            if erred is not None and erred.useful & around[other]:
                found = self._ways(erred, other, open)
                if found:
                    return found
            jumped = goal.jumped
            if card == TELEPORT and jumped is not None:
                for exit in self.teleports:
                    found = self._ways(jumped, exit, open) if exit != other else 0
                    if found:
                        return found
        return 0

    def _look_around(self) -> None:
        """Get ready for paths with path specials."""
        self._around = [0] * (NOWHERE + 1)
        self._used = [0] * (NOWHERE + 1)
        self._known = [{} for _ in range(NOWHERE)]
        for cell in range(NOWHERE):
            card = self.lying[cell]
            if card != NOTHING:
                for other in NEIGHBOURS[cell]:
                    self._around[other] |= 1 << card

    def _search(self, goal: Goal, stance: int, found: list[int]) -> bool:
        """Like :func:`walk`, with path specials; no cell is entered twice (PY-8.57, PY-8.61)."""
        if goal.todo == 0:
            return True
        cell = stance & CELL
        if not self._ways(goal, cell, WAYS[stance >> 8]):
            return False
        self._used[cell] = 1
        cut = goal.cut
        fresh = START + cell
        done = self._go_on(goal, stance, found) or (
            cut is not None and stance != fresh and self._go_on(cut, fresh, found)
        )
        self._used[cell] = 0
        return done

    def _go_on(self, goal: Goal, stance: int, found: list[int]) -> bool:
        """Try every next cell in all roles: medicine, error cell, teleport card (PY-8.74)."""
        for onward in self.steps[stance]:
            cell = onward & CELL
            card = self.lying[cell]
            if card == NOTHING or self._used[cell]:
                continue
            after = goal.after[card]
            erred = goal.erred
            if (after is not None and self._search(after, onward, found)) or (
                erred is not None and self._search(erred, onward, found)
            ):
                found.append(cell)
                return True
            if card == TELEPORT and self._jump(goal, onward, found):
                found.append(cell)
                return True
        return False

    def _jump(self, goal: Goal, stance: int, found: list[int]) -> bool:
        """Go on from any other teleport card; the jump has no direction (PY-8.51 to PY-8.53)."""
        jumped = goal.jumped
        if jumped is None:
            return False
        entered = stance & CELL
        self._used[entered] = 1
        done = False
        for exit in self.teleports:
            if not self._used[exit] and self._search(jumped, stance - entered + exit, found):
                found.append(exit)
                done = True
                break
        self._used[entered] = 0
        return done


def walk(steps: Steps, lying: list[int], goal: Goal, stance: int, found: list[int] | None) -> bool:
    """The search of PY-6.27, without path specials: depth first over medicine that is required.

    No cell can occur twice, since no step goes backward (PY-6.24).

    Args:
        steps: By stance, where one may go on.
        lying: By cell, what lies there.
        goal: What the path must still meet.
        stance: Where the path has come to.
        found: Filled with the rest of the path, last cell first, if a list is given.
    """
    for onward in steps[stance]:
        after = goal.after[lying[onward & CELL]]
        if after is not None and (after.todo == 0 or walk(steps, lying, after, onward, found)):
            if found is not None:
                found.append(onward & CELL)
            return True
    return False
