"""PY-15: what holds in every position; and how fast legal moves are found."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import pytest

from tests.rules.pyrrameds.board import ALL, Board, ground_again, journey, new
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import decisions, endings, placement, swaps
from wardround.games.pyrrameds.cards import MASKED, PATIENT
from wardround.games.pyrrameds.decisions import NameOpponent, Question, ShowCard
from wardround.games.pyrrameds.geometry import CELLS, NUMBER, Y, hull, pyramid, starting_row
from wardround.games.pyrrameds.paths import RULES, ZIGZAG
from wardround.games.pyrrameds.state import ENDINGS, Table
from wardround.testing import clause

SETTINGS = [
    (2, {}),
    (3, {"path_rule": "strict", "preset": "book"}),
    (4, {"sets": "base+operations", "deck": "generated"}),
    (5, {"sets": "base+intensive_care", "path_rule": "reference"}),
    (6, {"sets": ALL, "loose_patient_swap": "on"}),
    (2, {"sets": ALL, "row_size": "6"}),
]


@pytest.fixture(params=range(len(SETTINGS)), ids=[f"{players}p" for players, _ in SETTINGS])
def game(request: pytest.FixtureRequest) -> Table:
    players, options = SETTINGS[request.param]
    return new(players, f"invariants {request.param}", **options)


@clause("INV-01", "INV-02")
def test_every_card_is_in_exactly_one_place(game: Table) -> None:
    def look(state: Table) -> None:
        places = [card for card in state.cells if card >= 0] + state.pile + state.out
        for hand in state.hands:
            places += hand
        assert sorted(places) == state.deck.in_use

    journey(game, "places", look)


@clause("INV-03", "INV-04", "INV-40", "PY-3.27", "PY-8.31")
def test_cards_lie_in_cells_and_the_row_is_full(game: Table) -> None:
    row = starting_row(game.terms.row)
    before: set[int] = set(pyramid(game.terms.row))

    def look(state: Table) -> None:
        nonlocal before
        assert all(cell in state.belonging for cell, card in enumerate(state.cells) if card >= 0)
        assert all(state.cells[cell] >= 0 for cell in row)
        now = set(state.belonging)
        assert before <= now <= set(hull(state.terms.row))
        if not state.terms.operations:
            assert len(now) == state.terms.row**2
        before = now

    journey(game, "row", look)


@clause("INV-05", "INV-06", "INV-11")
def test_without_operations_the_pyramid_grows_with_every_placement() -> None:
    for players, options in SETTINGS:
        if "operations" in str(options.get("sets", "")):
            continue
        state = new(players, 5, **options)
        rng = Random(5)
        while not state.is_over:
            seat, turns = state.asked()[0], state.turns
            occupied, hands = len(state.occupied()), [len(hand) for hand in state.hands]
            active = state.active
            state.apply(seat, rng.choice(state.legal_actions(seat)))
            if state.turns == turns:
                continue
            placed = len(state.occupied()) - occupied
            assert sum(hands) - sum(len(hand) for hand in state.hands) == placed
            assert (
                all(
                    hands[other] - len(state.hands[other]) in ((0, 1) if other == active else (0,))
                    for other in range(players)
                )
                or state.turns > turns + 1
            )
            for cell in state.occupied():
                assert Y[cell] == 0 or state.supporters(cell)


@clause("INV-10", "INV-12", "PY-3.16", "PY-4.12")
def test_open_cells_and_number_tests(game: Table) -> None:
    rng = Random(1)

    def look(state: Table) -> None:
        if rng.random() > 0.2:
            return
        opens = set(state.openings().cells)
        for cell in state.belonging:
            is_open = state.cells[cell] < 0 and Y[cell] != 0 and bool(state.supporters(cell))
            assert (cell in opens) == is_open
        for card in state.hands[state.active]:
            face = state.faces[card]
            legal = placement.fits(state, card)
            assert set(legal) <= opens
            if face.kind == PATIENT:
                continue
            for cell in opens:
                numbers = [state.faces[one].number for one in state.supporters(cell)]
                counted = [number for number in numbers if number != MASKED]
                outside = not counted or not min(counted) <= face.number <= max(counted)
                assert (cell in legal) == (outside or face.number == MASKED)

    journey(game, "open", look)


@clause("INV-14", "INV-23", "PY-4.4")
def test_the_three_modes(game: Table) -> None:
    def look(state: Table) -> None:
        for seat in state.asked():
            question = state.stacks[seat][-1]
            if question.name() != "turn":
                continue
            place = question.objection(state, seat, act.PLACE) is None
            swap = question.objection(state, seat, act.SWAP) is None
            assert (question.objection(state, seat, act.PASS) is None) == (not place and not swap)
            assert place == any(placement.fits(state, card) for card in state.hands[seat])
            silent = swaps.silent(state)
            cards = [swaps.NO_REVEAL] if silent else state.hands[seat]
            assert swap == any(
                swaps.legal_pairs(state, card)
                for card in cards
                if silent or swaps.reveal_objection(state, card) is not swaps.A_SPECIAL
            )

    journey(game, "modes", look)


@clause("INV-01")
def test_copies_share_what_did_not_change_and_stay_as_they_were(game: Table) -> None:
    kept: list[tuple[Table, str]] = []
    rng = Random(3)

    def look(state: Table) -> None:
        if rng.random() < 0.1:
            copy = state.copy()
            assert copy.cells is state.cells
            assert all(one is other for one, other in zip(copy.hands, state.hands, strict=True))
            kept.append((copy, state.digest()))
            copy.determinize(0, rng)
            state.determinize(1, rng)

    journey(game, "copies", look)
    assert all(copy.digest() == digest for copy, digest in kept)


AT_ONCE = {
    kind.__name__
    for kind in vars(decisions).values()
    if isinstance(kind, type) and issubclass(kind, Question) and "legal" in vars(kind)
}
"""The questions that list their legal actions at once."""


@pytest.mark.no_cover
@clause("PY-12.1")
def test_lists_of_legal_actions_are_those_that_no_clause_forbids() -> None:
    seen: set[str] = set()

    def look(state: Table) -> None:
        for seat in state.asked():
            question = state.stacks[seat][-1]
            assert question.legal(state, seat) == [
                action
                for action in question.candidates(state, seat)
                if question.objection(state, seat, action) is None
            ]
            seen.add(type(question).__name__)

    for number, (players, options) in enumerate(SETTINGS):
        for deal in range(6):
            journey(new(players, f"lists {number} {deal}", **options), "lists", look)
    assert seen >= AT_ONCE
    assert len(AT_ONCE) > 7


@clause("INV-14", "PY-6.23")
def test_stricter_rules_allow_less_in_games(game: Table) -> None:
    rng = Random(2)

    def look(state: Table) -> None:
        if rng.random() > 0.1:
            return
        ground = state.openings().ground
        grounds = [ground_again(rule, ground) for rule in range(len(RULES))]
        for card in state.hands[state.active]:
            needs = state.faces[card].requirements
            if not needs.size:
                continue
            for cell in state.openings().cells:
                legal = [one.allows(cell, needs) for one in grounds]
                assert legal[2] <= legal[1] <= legal[0]

    journey(game, "rules", look)


@clause("INV-17", "INV-19", "PY-8.52", "PY-8.57", "PY-8.61")
def test_paths_with_specials_are_sound() -> None:
    def look(state: Table) -> None:
        ground = state.openings().ground
        if not ground.specials():
            return
        for card in state.hands[state.active]:
            needs = state.faces[card].requirements
            for cell in state.openings().cells[:6]:
                path = ground.path(cell, needs)
                plain = ground_again(ZIGZAG, ground, specials=False)
                if state.terms.path_rule == 0 and plain.path(cell, needs):
                    assert path
                if not path:
                    continue
                assert len(set(path)) == len(path)
                assert cell not in path
                assert all(state.cells[one] >= 0 for one in path)
                assert len(path) - needs.size in (0, 1, 2, 3)

    journey(new(3, 8, sets="base+operations"), "sound", look)


@clause("INV-26", "INV-27", "PY-5.14", "PY-5.15")
def test_looks_and_shown_cards(game: Table) -> None:
    def look(state: Table) -> None:
        for seat in state.asked():
            question = state.stacks[seat][-1]
            if isinstance(question, (NameOpponent, ShowCard)):
                assert question.look < len(question.needs) <= 5
            if isinstance(question, ShowCard):
                shown = state.shown[seat]
                unshown = [card for card in state.hands[seat] if not shown >> card & 1]
                legal = [action - act.CARD for action in state.legal_actions(seat)]
                assert not unshown or set(legal) <= set(unshown)

    journey(game, "looks", look)


@clause("INV-28", "INV-30", "PY-11.6")
def test_what_is_known_is_true(game: Table) -> None:
    def look(state: Table) -> None:
        for viewer in range(state.players + 1):
            for seat, hand in enumerate(state.hands):
                known = state.known[viewer * state.players + seat]
                assert all(card in hand for card in range(77) if known >> card & 1)
                public = state.known[state.players * state.players + seat]
                assert viewer == seat or public & ~known == 0
            assert all(
                card in state.pile for card in range(77) if state.pile_known[viewer] >> card & 1
            )

    journey(game, "known", look)


@clause("INV-31", "INV-32", "INV-33", "INV-35", "PY-10.14")
def test_how_games_end(game: Table) -> None:
    journey(game, "end", lambda state: None)
    assert game.ending() in ENDINGS[1:]
    assert game.turns <= 200
    assert sum(game.returns()) == pytest.approx(1)
    assert min(game.returns()) >= 0
    winners = [seat for seat, value in enumerate(game.returns()) if value]
    if game.ending() == "empty_hand":
        assert winners == [game.active]
        assert game.hands[game.active] == []
    else:
        fewest = min(len(hand) for hand in game.hands)
        least = min(
            endings.icons(game, seat) for seat, hand in enumerate(game.hands) if len(hand) == fewest
        )
        assert all(
            len(game.hands[seat]) == fewest and endings.icons(game, seat) == least
            for seat in winners
        )


@clause("INV-34", "PY-10.12", "PY-10.13")
@pytest.mark.parametrize("seed", range(12))
def test_after_a_dead_position_nobody_places_again(seed: int) -> None:
    rng = Random(seed)
    medicine = [f"{rng.choice('RBGO')}{rng.randint(1, 9)}" for _ in range(3)]
    row = " ".join(["P[GG]1", medicine[0], "P[OO]2", *medicine[1:], "P[RR]6"])
    patients = ["P[BGR]1", "P[BBOO]2", "P[BGOR]3", "P[RRG]4", "P[OOB]5", "P[GGO]6"]
    rng.shuffle(patients)
    hands = [" ".join(patients[place : place + 2]) for place in (0, 2, 4)]
    board = Board(row, {(1, 1): "P[GO]8"}, hands, dead_test=False, stall_rounds=8)
    state = board.state
    assert endings.is_dead(state)
    occupied = len(state.occupied())
    turns = state.turns
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        assert len(state.occupied()) == occupied
    assert state.turns > turns


@clause("INV-38")
@pytest.mark.parametrize("sets", ["base", "base+operations", "base+intensive_care", ALL])
def test_with_the_automatic_row_somebody_can_always_finish(sets: str) -> None:
    for players in range(2, 7):
        state = new(players, 0, sets=sets)
        assert players * (state.hand_size - 1) + 1 <= state.terms.row**2 - state.terms.row


# --- speed ----------------------------------------------------------------------------------


def least_seconds(work: Callable[[], object], times: int) -> float:
    """Processor time of the quickest of several runs: what else the machine does matters little."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def yardstick() -> None:
    """A few thousand steps in plain Python, to measure by on any machine.

    It takes half a millisecond to a millisecond on the machines known.
    """
    groups: dict[int, list[int]] = {}
    for number in range(4000):
        groups.setdefault(number * 7919 % 1009, []).append(number)


def crowded(seed: int, sets: str, ragged: bool) -> Table:
    """A pyramid that is nearly full, or ragged with many open cells, and a hand of 13."""
    rng = Random(seed)
    table = Board(" ".join(["R4"] * 8), hands=["R1"], sets=sets, players=5).state
    table.faces = new(5, seed, sets=sets).faces
    cards = new(5, seed, sets=sets).deck.in_use[:]
    rng.shuffle(cards)
    for cell in starting_row(8):
        table.put(cards.pop(), cell)
    while len(table.occupied()) < (34 if ragged else 46):
        opens = table.openings().cells
        nearest = min(abs(Y[cell]) for cell in opens)
        choice = [cell for cell in opens if ragged or abs(Y[cell]) == nearest]
        table.put(cards.pop(), rng.choice(choice))
    table.hands[0] = sorted(cards[:13])
    return table


@pytest.mark.slow
@clause("PY-6.27")
@pytest.mark.parametrize(
    ("sets", "ragged", "most"),
    [
        ("base+intensive_care", False, 1.0),
        ("base+intensive_care", True, 1.5),
        (ALL, False, 2.5),
        (ALL, True, 5.0),
    ],
)
def test_legal_moves_of_thirteen_cards_are_found_in_about_a_millisecond(
    sets: str, ragged: bool, most: float
) -> None:
    """In plain Python; limits in lengths of the yardstick, the half of them met by far."""

    def list_moves() -> None:
        table._openings = None
        for card in table.hands[0]:
            placement.fits(table, card)

    times = []
    for seed in range(15):
        table = crowded(seed, sets, ragged)
        times.append(least_seconds(list_moves, 5))
        assert len(table.openings().cells) > 5
    assert median(times) < most * least_seconds(yardstick, 20), [round(one * 1e6) for one in times]


def test_cells_have_names() -> None:
    assert CELLS[NUMBER[3, 1]] == (3, 1)
