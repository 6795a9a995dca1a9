"""PY-6.28 and PY-17: figures from simulations, with fixed seeds."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.rules.pyrrameds.board import ROW1, Board, ground_again, new
from wardround.core import Chance
from wardround.games.pyrrameds import GAME, placement, swaps
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds.cards import BASE, MEDICINE, PATIENT, cards_of
from wardround.games.pyrrameds.generator import generate
from wardround.games.pyrrameds.geometry import starting_row
from wardround.games.pyrrameds.paths import RULES
from wardround.games.pyrrameds.state import Table
from wardround.lab import Simulation, simulate, summarize
from wardround.testing import clause

Pair = tuple[int, int]


def legal_pairs(table: Table, seat: int) -> list[Pair]:
    """All legal (card, cell) pairs of a seat."""
    return [(card, cell) for card in table.hands[seat] for cell in placement.fits(table, card)]


def free_play(table: Table, rng: Random, turns: int) -> Iterator[list[Pair]]:
    """Random placements, or a random swap of any two cards, as the author simulated them.

    Yields the legal pairs before every turn; ends when a hand is empty or turns are over.
    """
    for turn in range(turns):
        seat = turn % table.players
        pairs = legal_pairs(table, seat)
        yield pairs
        if pairs:
            card, cell = rng.choice(pairs)
            table.hands[seat].remove(card)
            table.put(card, cell)
            if not table.hands[seat]:
                return
        else:
            table.exchange(*rng.sample(table.occupied(), 2))


# --- paths (PY-6.28, PY-17.8) -----------------------------------------------------------------


def shares(games: int) -> dict[int, list[float]]:
    """By size: the share of legal placements under each rule, relative to zigzag."""
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(games):
        rng = Random(seed)
        table = new(rng.randint(2, 5), seed, deck="generated", row_size="6", path_rule="strict")
        seat = 0
        for _ in free_play(table, rng, 30):
            openings = table.openings()
            grounds = [
                ground_again(rule, openings.ground, specials=False) for rule in range(len(RULES))
            ]
            for card in table.hands[seat]:
                needs = table.faces[card].requirements
                if not needs.size:
                    continue
                for cell in openings.cells:
                    for rule, ground in enumerate(grounds):
                        counts[needs.size, rule] += ground.allows(cell, needs)
            seat = (seat + 1) % table.players
    return {
        size: [counts[size, rule] / counts[size, 0] for rule in range(3)] for size in (2, 3, 4, 5)
    }


@clause("EX-61", "PY-6.28", "PY-17.8")
@pytest.mark.long
def test_shares_of_legal_patients_under_the_three_rules() -> None:
    found = shares(300)
    for size, reference, strict in ((2, 0.86, 0.59), (3, 0.67, 0.32), (4, 0.53, 0.15)):
        assert found[size][1] == pytest.approx(reference, abs=0.05)
        assert found[size][2] == pytest.approx(strict, abs=0.05)
    assert found[5][1] == pytest.approx(0.41, abs=0.08)
    assert found[5][2] == pytest.approx(0.07, abs=0.08)


# --- the author's set-up (PY-17.1) ------------------------------------------------------------


def authors_table(rng: Random, rule: str, seed: int) -> Table:
    """36 cards of a generated deck, a row of six, the rest dealt without the first four."""
    players = rng.randint(3, 5)
    options = GAME.check_options({"row_size": "6", "path_rule": rule}, players)
    table = GAME.begin(players, str(seed), options)
    assert isinstance(table, Table)
    table.use_deck(generate([BASE], Chance(str(seed))))
    cards = cards_of([BASE])
    rng.shuffle(cards)
    del cards[36:]
    for cell in starting_row(6):
        table.put(cards.pop(), cell)
    for place, card in enumerate(cards[: len(cards) // players * players]):
        table.hands[place % players].append(card)
    return table


@clause("PY-17.1", "PY-18.4", "PY-0.2")
@pytest.mark.parametrize(
    ("rule", "stuck", "turns", "without", "choices"),
    [
        ("zigzag", 0.008, 32.1, 0.23, 13.5),
        ("reference", 0.024, 36.1, 0.34, 10.8),
        ("strict", 0.117, 42.4, 0.51, 7.7),
    ],
)
def test_the_authors_simulation(
    rule: str, stuck: float, turns: float, without: float, choices: float
) -> None:
    rng = Random(rule)
    lengths: list[int] = []
    found: list[int] = []
    games = 150
    for seed in range(games):
        table = authors_table(rng, rule, seed)
        pairs = [len(one) for one in free_play(table, rng, 100)]
        found += pairs
        if not all(table.hands):
            lengths.append(len(pairs))
    assert 1 - len(lengths) / games == pytest.approx(stuck, abs=0.06)
    assert sum(lengths) / len(lengths) == pytest.approx(turns, abs=4)
    assert found.count(0) / len(found) == pytest.approx(without, abs=0.06)
    assert sum(found) / len(found) == pytest.approx(choices, abs=1.5)


# --- blocked games (PY-17.2) ------------------------------------------------------------------


def fallback(state: Table, rng: Random) -> None:
    """One random choice: swap only if nothing can be placed; no looks."""
    seat = state.asked()[0]
    legal = state.legal_actions(seat)
    if act.PLACE in legal:
        state.apply(seat, act.PLACE)
    elif act.STOP in legal:
        state.apply(seat, act.STOP)
    elif state.stacks[seat][-1].name() == "place_card":
        card, _ = rng.choice(legal_pairs(state, seat))
        state.apply(seat, act.CARD + card)
    else:
        state.apply(seat, rng.choice(legal))


def play_out(state: Table, rng: Random, step: Callable[[Table, Random], None]) -> str:
    while not state.is_over:
        step(state, rng)
    return state.ending()


@clause("PY-17.2", "PY-10.13")
@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "shares_of_blocked"),
    [
        ("zigzag", {2: 0.82, 3: 0.26, 4: 0.18, 6: 0.0}),
        ("reference", {3: 0.36, 5: 0.03}),
        ("strict", {2: 0.97, 3: 0.61, 5: 0.15}),
    ],
)
def test_shares_of_blocked_games_in_random_play(
    rule: str, shares_of_blocked: dict[int, float]
) -> None:
    games = 100
    for players, share in shares_of_blocked.items():
        blocked = 0
        for seed in range(games):
            state = new(
                players,
                seed,
                deck="generated",
                row_size="6",
                stall_rounds=0,
                loose_patient_swap="off",
                path_rule=rule,
            )
            blocked += play_out(state, Random(seed), fallback) != "empty_hand"
        assert blocked / games == pytest.approx(share, abs=0.13), (rule, players)


def blocked(bot: str, players: int, games: int, **options: str) -> float:
    """The share of games between equal bots that end blocked."""
    plan = Simulation.plan(GAME, [bot] * players, games, "blocked", options)
    ended = {one.ending: one.games for one in summarize(plan, simulate(plan)).endings}
    return 1 - ended.get("empty_hand", 0) / games


@clause("PY-17.3", "PY-0.7")
@pytest.mark.long
def test_greedy_bots_block_by_the_book_and_hardly_as_recommended() -> None:
    assert blocked("greedy", 2, 40, preset="book") == pytest.approx(0.73, abs=0.2)
    assert blocked("greedy", 2, 40) < 0.1
    assert blocked("greedy", 3, 40) < 0.12
    assert blocked("greedy", 3, 40, path_rule="strict") == pytest.approx(0.28, abs=0.2)


@clause("PY-17.7", "R-24", "R-32")
@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "rule", "book", "recommended"),
    [(2, "zigzag", 0.82, 0.04), (2, "strict", 0.98, 0.32), (3, "reference", 0.43, 0.16)],
)
def test_random_bots_block_less_with_the_recommended_preset(
    players: int, rule: str, book: float, recommended: float
) -> None:
    assert blocked("random", players, 100, preset="book", path_rule=rule) == pytest.approx(
        book, abs=0.13
    )
    assert blocked("random", players, 100, path_rule=rule) == pytest.approx(recommended, abs=0.13)


@clause("PY-17.5")
def test_what_is_left_when_a_game_is_blocked() -> None:
    """Most cards left are patients, larger than those of the deck on average."""
    kinds: Counter[int] = Counter()
    sizes: list[int] = []
    for seed in range(60):
        state = new(2, seed, row_size="6", loose_patient_swap="off")
        if play_out(state, Random(seed), fallback) == "empty_hand":
            continue
        for hand in state.hands:
            for card in hand:
                kinds[state.faces[card].kind] += 1
                if state.faces[card].kind == PATIENT:
                    sizes.append(len(state.faces[card].needs))
    assert kinds[PATIENT] > 5 * kinds[MEDICINE]
    assert sum(sizes) / len(sizes) > 60 / 18


@pytest.mark.slow
@clause("PY-17.6")
def test_hands_with_more_medicine_win_more_often() -> None:
    won: Counter[bool] = Counter()
    dealt: Counter[bool] = Counter()
    for seed in range(250):
        state = new(4, seed)
        more = [
            sum(state.faces[card].kind == MEDICINE for card in hand) * 2 > len(hand)
            for hand in state.hands
        ]
        dealt.update(more)
        if play_out(state, Random(seed), fallback) == "empty_hand":
            won[more[state.active]] += 1
    assert won[True] / dealt[True] > 1.3 * won[False] / dealt[False]


@clause("PY-17.9", "PY-7.12")
def test_a_patient_of_one_type_exchanges_equal_types() -> None:
    board = Board("R4 R7 G2 R9 B5 B5")
    types = {(board.at(*first), board.at(*second)) for first, second in board.pairs("P[RRR]3")}
    assert types
    assert all(one is not None and other is not None for one, other in types)
    assert {card[0] for pair in types for card in pair if card} == {"R"}


@clause("PY-18.3")
def test_the_view_marks_open_and_legal_cells() -> None:
    board = Board(ROW1, hands=["R8 G1"])
    cells = {
        (cell["x"], cell["y"]): cell
        for layer in board.state.view(0)["pyramid"]
        for cell in layer["cells"]
    }
    assert {place for place, cell in cells.items() if cell["open"]} == board.open_cells()
    assert cells[1, 1]["numbers"] == [4, 7]
    assert cells[1, 1]["takes"] == "1, 2, 3, 8 and 9"
    assert swaps.legal_pairs(board.state, board.id_of(0, "R8"))
