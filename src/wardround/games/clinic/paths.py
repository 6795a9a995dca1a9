"""Ways through a clinic: a graph built from the board, and the cheapest path on it (CL-10.8 ff.).

Nodes are modules, open ground (if people walk there) and the outside. Ways inside are found by
breadth-first search from a space and kept with the clinic until it changes; ways through the
outside are put together from them.
"""

from typing import Final

from wardround.games.clinic.board import CELLS, GROUND, NOWHERE, in_line
from wardround.games.clinic.material import COLUMN, KIND, OUT
from wardround.games.clinic.state import Clinic, Table

UNREACHED: Final = -1
FAR: Final = 1_000_000


class Route:
    """The way of one person.

    Args:
        minutes: What it costs.
        pads: Helipads on it.
        stops: The spaces on it, start and end included; ``OUT`` where it leads outside.
    """

    def __init__(self, minutes: int, pads: list[int], stops: list[int]) -> None:
        self.minutes = minutes
        self.pads = pads
        self.stops = stops


class Portal:
    """An Entrance (``pad`` is -1) or an open Helipad: a way between the outside and a module."""

    def __init__(self, module: int, pad: int) -> None:
        self.module = module
        self.pad = pad


def portals(table: Table, clinic: Clinic) -> list[Portal]:
    """All ways in and out that are open (CL-10.15, CL-10.16)."""
    found = [
        Portal(table.terms.board.edge_spaces[edge][0], NOWHERE)
        for edge in table.terms.board.boundary
        if clinic.entrances[edge]
    ]
    if table.terms.helipad_is_entrance:
        found += [Portal(pad - GROUND, pad) for pad in clinic.pads() if pad not in clinic.shut]
    return found


def is_node(table: Table, clinic: Clinic, cell: int) -> bool:
    """Whether people can be or walk there (CL-10.9 to CL-10.11)."""
    if KIND[clinic.cells[cell]] != 0:
        return True
    return cell < GROUND and table.terms.walk_open_ground


def steps(table: Table, clinic: Clinic, cell: int, other: int) -> bool:
    """Whether people walk from a node to an adjacent space: up and down in buildings only."""
    if not is_node(table, clinic, other):
        return False
    if abs(other - cell) < GROUND or table.first_release():
        return True
    return clinic.is_module(cell) and clinic.is_module(other)


def walks(table: Table, clinic: Clinic, start: int) -> list[int]:
    """Minutes from a module to every space without going outside, then the space before each.

    Returns:
        ``CELLS`` minutes (-1: not reached), followed by ``CELLS`` spaces from which one comes.
    """
    known = clinic.survey().walks.get(start)
    if known is None:
        known = _search(table, clinic, start)
        clinic.survey().walks[start] = known
    return known


def _search(table: Table, clinic: Clinic, start: int) -> list[int]:
    found = [UNREACHED] * CELLS + [NOWHERE] * CELLS
    found[start] = 0
    level = [start]
    step = table.terms.step
    while level:
        for cell in level:
            if cell in clinic.discs:
                for other in clinic.discs:
                    if found[other] == UNREACHED and in_line(cell, other):
                        found[other] = found[cell]
                        found[CELLS + other] = cell
                        level.append(other)
        following: list[int] = []
        for cell in level:
            for other in table.terms.board.neighbours[cell]:
                if found[other] == UNREACHED and steps(table, clinic, cell, other):
                    found[other] = found[cell] + step
                    found[CELLS + other] = cell
                    following.append(other)
        level = following
    return found


def minutes(table: Table, clinic: Clinic, start: int, goal: int) -> int:
    """Minutes of the cheapest path; ``FAR`` if there is none.

    Args:
        start: A module, or OUT / COLUMN for the outside.
        goal: A module.
    """
    if start == goal:
        return 0
    best = FAR
    if start < COLUMN:
        inside = walks(table, clinic, start)[goal]
        if inside != UNREACHED:
            best = inside
        if not table.terms.may_leave:
            return best
    out = 0 if start >= COLUMN else by_portal(table, clinic, start, table.terms.leave)
    if out < best:
        best = min(best, out + by_portal(table, clinic, goal, table.terms.enter))
    return best


def by_portal(table: Table, clinic: Clinic, cell: int, toll: int) -> int:
    """Minutes between a module and the outside.

    Args:
        toll: What passing an Entrance or a Helipad costs.
    """
    best = FAR
    there = walks(table, clinic, cell)
    for portal in portals(table, clinic):
        if there[portal.module] != UNREACHED:
            best = min(best, there[portal.module] + toll)
    return best


def reachable(table: Table, clinic: Clinic, start: int, goal: int) -> bool:
    """Whether there is a path (always, where people walk over open ground: CL-10.21)."""
    if table.terms.always_reached:
        return True
    return minutes(table, clinic, start, goal) < FAR


def route(table: Table, clinic: Clinic, start: int, goal: int, used: list[int]) -> Route:
    """The path that is charged (CL-10.4, CL-10.24, CL-10.46).

    Among the cheapest: the fewest Helipads that are not in ``used``, then those that come first.
    """
    if start == goal:
        return Route(0, [], [start])
    best_key = [FAR]
    best = Route(FAR, [], [start, goal])
    if start < COLUMN:
        inside = walks(table, clinic, start)
        if inside[goal] != UNREACHED:
            best_key = [inside[goal], 0]
            best = Route(inside[goal], [], _stops(inside, goal))
        if not table.terms.may_leave:
            return best
    gates = portals(table, clinic)
    back = walks(table, clinic, goal)
    for way_in in gates:
        if back[way_in.module] == UNREACHED:
            continue
        arrival = back[way_in.module] + table.terms.enter
        for way_out in gates if start < COLUMN else [Portal(OUT, NOWHERE)]:
            total = arrival
            if start < COLUMN:
                there = walks(table, clinic, start)[way_out.module]
                if there == UNREACHED:
                    continue
                total += there + table.terms.leave
            pads = [pad for pad in (way_out.pad, way_in.pad) if pad != NOWHERE]
            fresh = sorted({pad for pad in pads if pad not in used})
            key = [total, len(fresh), *fresh]
            if key < best_key:
                best_key = key
                stops = [OUT, *reversed(_stops(back, way_in.module))]
                if start < COLUMN:
                    stops = _stops(walks(table, clinic, start), way_out.module) + stops
                best = Route(total, pads, stops)
    return best


def _stops(found: list[int], goal: int) -> list[int]:
    """The spaces from the start of a search to a goal."""
    stops = [goal]
    while found[CELLS + stops[0]] != NOWHERE:
        stops.insert(0, found[CELLS + stops[0]])
    return stops
