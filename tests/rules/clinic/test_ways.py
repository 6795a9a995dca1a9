"""Ways and minutes in random clinics, against a plain search over the whole graph (CL-10)."""

import heapq
from itertools import product
from random import Random

import pytest

from tests.rules.clinic.table import touching
from tests.rules.clinic.walk import Walk, moments
from wardround.games.clinic import round
from wardround.games.clinic.board import CELLS, EDGE_SPACES, EDGES, GROUND
from wardround.games.clinic.material import CLASS, COLUMN, KIND, OBJECT_IDS, OUT, PATIENT, place_of
from wardround.games.clinic.moving import charges, lift_everybody
from wardround.games.clinic.paths import FAR, minutes, route
from wardround.games.clinic.state import UNPLACED, Clinic, Table
from wardround.testing import clause

Node = int
Cost = tuple[int, int, tuple[int, ...]]
"""Minutes, Helipads not used before, which they are (ascending)."""
OPTIONS: list[dict[str, object]] = [
    {},
    {"walk_open_ground": False},
    {"outside_transit": False},
    {"exit_minutes": "none"},
    {"walk_open_ground": False, "outside_transit": False},
    {"helipad_is_entrance": False},
    {"helipad_max_floor": "4", "build_above_garden": True},
    {"discs_per_module": "unlimited"},
]


def in_line(one: int, other: int) -> bool:
    """Whether two spaces differ in one coordinate only."""
    a, b = (((c % 4), (c % GROUND) // 4, c // GROUND) for c in (one, other))
    return sum(x != y for x, y in zip(a, b, strict=True)) == 1


def links(position: Table, own: Clinic) -> dict[Node, list[tuple[Node, int, int]]]:
    """The graph of CL-10.8 to CL-10.22: from each node (other node, minutes, Helipad or -1)."""
    options = position.options
    columns = 3 if options["board"] == "3x3" else 4
    modules = {cell for cell in range(CELLS) if KIND[own.cells[cell]]}
    open_ground = {cell for cell in range(GROUND) if cell % 4 < columns} - modules
    nodes = modules | (open_ground if options["walk_open_ground"] else set())
    graph: dict[Node, list[tuple[Node, int, int]]] = {node: [] for node in (*nodes, OUT)}
    for node in nodes:
        graph[node] += [
            (other, 5, -1)
            for other in touching(node)
            if other in nodes and (abs(other - node) < GROUND or {node, other} <= modules)
        ]
        if node in own.discs:
            graph[node] += [(other, 0, -1) for other in own.discs if in_line(node, other)]
    ways = [
        (next(ground for ground in EDGE_SPACES[edge] if ground in modules), -1)
        for edge in range(EDGES)
        if own.entrances[edge]
    ]
    if options["helipad_is_entrance"]:
        pads = [cell for cell in range(CELLS) if OBJECT_IDS[own.cells[cell]] == "helipad"]
        ways += [(pad - GROUND, pad) for pad in pads if pad not in own.shut]
    back = options["outside_transit"] and options["exit_minutes"] == "5"
    for module, pad in ways:
        graph[OUT].append((module, 5, pad))
        if back:
            graph[module].append((OUT, 5, pad))
    return graph


def cheapest(graph: dict[Node, list[tuple[Node, int, int]]], start: Node) -> dict[Node, int]:
    """Minutes from a node to every other one."""
    found: dict[Node, int] = {}
    todo = [(0, start)]
    while todo:
        cost, node = heapq.heappop(todo)
        if node not in found:
            found[node] = cost
            for other, more, _ in graph[node]:
                heapq.heappush(todo, (cost + more, other))
    return found


def charged(
    graph: dict[Node, list[tuple[Node, int, int]]], start: Node, goal: Node, used: list[int]
) -> Cost:
    """The cheapest path with the fewest and first new Helipads, by trying all ways."""
    best: dict[tuple[Node, tuple[int, ...]], int] = {}
    todo: list[tuple[int, Node, tuple[int, ...]]] = [(0, start, ())]
    answers: list[Cost] = []
    limit = cheapest(graph, start)[goal]
    while todo:
        cost, node, pads = heapq.heappop(todo)
        if cost > limit or best.get((node, pads), FAR) <= cost:
            continue
        best[node, pads] = cost
        if node == goal:
            answers.append((cost, len(pads), pads))
            continue
        for other, more, pad in graph[node]:
            fresh = set(pads) | ({pad} if pad >= 0 and pad not in used else set())
            heapq.heappush(todo, (cost + more, other, tuple(sorted(fresh))))
    return min(answers)


def clinics(options: dict[str, object], seeds: range) -> list[tuple[Table, Clinic]]:
    """Clinics at the ends of random games, with some Helipads closed and people lifted."""
    found = []
    for seed in seeds:
        walk = Walk(2 + seed % 3, {"board": ["4x3", "3x3"][seed % 2], **options}, seed, 9)
        rng = Random(seed)
        for moment in moments(walk):
            if moment.before.then is round.begin_move and not moment.action:
                position = moment.before
                if position.round in (3, 6):
                    for own in position.clinics:
                        own.shut = [pad for pad in own.pads() if not rng.randrange(3)]
                        own.changed()
                        found.append((position, own))
    return found


@clause("CL-10.4", "CL-10.5", "CL-10.8", "CL-10.9", "CL-10.10", "CL-10.11", "CL-10.12", "CL-10.13")
@clause(
    "CL-10.14", "CL-10.15", "CL-10.16", "CL-10.17", "CL-10.18", "CL-10.20", "CL-10.22", "CL-6.40"
)
@clause("R-14", "R-34", "R-70", "R-77", "CL-6.43")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_cheapest_path_is_charged(number: int) -> None:
    helped = 0
    for position, own in clinics(OPTIONS[number], range(10 * number, 10 * number + 3)):
        graph = links(position, own)
        modules = own.modules()
        for start in (OUT, *modules):
            known = cheapest(graph, start)
            for goal in modules:
                assert minutes(position, own, start, goal) == known.get(goal, FAR)
                helped += known.get(goal, FAR) == 0 and start != goal
    assert helped or number, "discs were used"


@clause("CL-10.23", "CL-10.24", "CL-10.46", "R-33", "EX-59")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_helipads_of_a_path(number: int) -> None:
    pads = 0
    rng = Random(number)
    for position, own in clinics(OPTIONS[number], range(10 * number, 10 * number + 3)):
        graph = links(position, own)
        if not own.pads():
            continue
        modules = own.modules()
        goals = list(product((OUT, *modules), modules))
        for start, goal in rng.sample(goals, min(40, len(goals))):
            used = [pad for pad in own.pads() if rng.randrange(2)]
            if goal not in cheapest(graph, start):
                continue
            way = route(position, own, start, goal, used)
            fresh = tuple(sorted({pad for pad in way.pads if pad not in used}))
            assert (way.minutes, len(fresh), fresh) == charged(graph, start, goal, used)
            assert set(way.pads) <= set(own.pads()) - set(own.shut)
            pads += len(way.pads)
    assert pads or OPTIONS[number] != {}, "Helipads were used"


@clause("INV-23", "CL-10.21")
def test_every_module_is_reached() -> None:
    for position, own in clinics({}, range(100, 108)):
        own.shut = own.pads()
        own.changed()
        for start, goal in product((OUT, *own.modules()), own.modules()):
            assert minutes(position, own, start, goal) < FAR


@clause("INV-41", "CL-10.7", "CL-10.3")
def test_minutes_are_multiples_of_5_and_no_detour_is_shorter() -> None:
    for position, own in clinics({}, range(110, 114)):
        modules = own.modules()
        cost = {pair: minutes(position, own, *pair) for pair in product((OUT, *modules), modules)}
        for start, goal in cost:
            assert cost[start, goal] % 5 == 0
            assert start != goal or cost[start, goal] == 0
            for between in modules:
                assert cost[start, goal] <= cost[start, between] + cost[between, goal]


@clause("INV-42", "CL-10.22")
def test_further_ways_never_make_a_path_dearer() -> None:
    """A disc, an Entrance, an open Helipad are added, one each."""
    for position, own in clinics({}, range(120, 126)):
        modules = own.modules()
        goals = list(product((OUT, *modules), modules))
        before = {pair: minutes(position, own, *pair) for pair in goals}
        richer = []
        for edge in range(EDGES):
            inside = list(position.terms.board.edge_spaces[edge])
            if len(inside) == 1 and inside[0] in modules and not own.entrances[edge]:
                other = own.copy()
                other.entrances[edge] = 1
                richer.append(other)
        for module in modules:
            if module not in own.discs and any(in_line(module, disc) for disc in own.discs):
                other = own.copy()
                other.discs = sorted([*own.discs, module])
                richer.append(other)
        for pad in own.shut:
            other = own.copy()
            other.shut = [closed for closed in own.shut if closed != pad]
            richer.append(other)
        for other in Random(0).sample(richer, min(4, len(richer))):
            other.changed()
            for pair in goals:
                assert minutes(position, other, *pair) <= before[pair]


@clause("CL-10.37", "CL-10.36", "R-39")
def test_people_get_their_places_in_a_fixed_order() -> None:
    for position, own in clinics({}, range(130, 134)):
        lift_everybody(position, own)
        assert set(own.goals) == {UNPLACED}
        rows = position.terms.service_order
        keys = []
        for person in own.people:
            kind, place, level = person // CLASS, place_of(person), 4 - person % 4
            in_column = kind == PATIENT and place == COLUMN
            row = rows.index(person // 4 % 5) if in_column else 0
            if kind > PATIENT + 1:
                level = 0
            keys.append((kind, in_column, place, row, level))
        assert keys == sorted(keys)
        everybody = [*own.patients, *own.doctors, *own.nurses, *own.staff]
        assert len(own.people) == len(everybody)


@clause("CL-10.46", "CL-10.24", "CL-10.6")
def test_paths_are_charged_in_the_order_of_places() -> None:
    """What an earlier person used is not new for a later one."""
    for position, own in clinics({}, range(140, 144)):
        lift_everybody(position, own)
        graph = links(position, own)
        services = [cell for cell in own.modules() if OBJECT_IDS[own.cells[cell]].endswith("ice")]
        own.goals = [
            services[number % len(services)] if person >= CLASS else place_of(person)
            for number, person in enumerate(own.people)
        ]
        used: list[int] = []
        for person, goal, way in zip(own.people, own.goals, charges(position, own), strict=True):
            if person >= CLASS and place_of(person) != goal:
                cost = charged(graph, place_of(person), goal, used)
                fresh = sorted({pad for pad in way.pads if pad not in used})
                assert (way.minutes, len(fresh), tuple(fresh)) == cost
            else:
                assert way.minutes == 0
            used += [pad for pad in way.pads if pad not in used]
