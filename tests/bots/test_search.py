"""The search: budgets, what it may see, how it chooses; the levels that people play against."""

from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import Turn, bot_named, bots, make_bot
from wardround.bots.levels import LEVELS, PLAYED_BY, USUAL, Level
from wardround.bots.search import Search
from wardround.bots.search_bot import SearchBot, configure
from wardround.bots.tree import Edge, Node
from wardround.core import Game, State, UnknownBot
from wardround.games import OURS, game


def position(id: str, choices: int, seed: str = "search") -> State:
    """A position after so many choices by chance."""
    found = game(id)
    state = found.new(max(2, found.min_players), seed)
    rng = Random(seed)
    for _ in range(choices):
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return state


def hard(state: State) -> tuple[State, int]:
    """The first position from here on where a seat has a real choice, and the seat."""
    rng = Random(1)
    while len(state.legal_actions(state.asked()[0])) < 3:
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return state, state.asked()[0]


# --- budgets --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1", "1000", "1000000", "1ms", "500ms", "20/paranoid"])
def test_a_budget_is_iterations_or_milliseconds(text: str) -> None:
    assert isinstance(configure(text)("seed"), SearchBot)


@pytest.mark.parametrize(
    "text", ["", "ms", "0", "0ms", "-3", "1.5", "1e3", "1000001", "9" * 5000, "600001ms", "3s", "٣"]
)
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(UnknownBot) as raised:
        bot_named(f"search:{text}")
    assert "iterations" in raised.value.expected


@pytest.mark.parametrize("id", OURS)
def test_other_threads_get_their_turn_while_it_thinks(id: str) -> None:
    """Compiled, it let none in: a server stood still while a bot thought."""
    state, seat = hard(position(id, 10))

    def longest_wait() -> float:
        thinking = Thread(target=configure("1000ms")("seed").choose, args=(Turn(state, seat),))
        thinking.start()
        longest = 0.0
        while thinking.is_alive():
            began = monotonic()
            sleep(0.001)
            longest = max(longest, monotonic() - began)
        return longest

    # The machine may have had other things to do, but hardly three times.
    assert any(longest_wait() < 0.5 for _ in range(3))


def test_iterations_are_counted() -> None:
    state, seat = hard(position("dynamite_nurse", 30))
    bot = SearchBot(1, 12)
    counted: list[int] = []
    kept = Search.iterate

    def count(search: Search, sample: State) -> None:
        counted.append(1)
        kept(search, sample)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Search, "iterate", count)
        bot.choose(Turn(state, seat))
    assert len(counted) == 12


def test_a_budget_of_time_is_kept() -> None:
    state, seat = hard(position("dynamite_nurse", 30))
    ticks = iter(range(100))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wardround.bots.search_bot.perf_counter", lambda: next(ticks) / 1000)
        assert make_bot("search:5ms", 1).choose(Turn(state, seat)) in state.legal_actions(seat)
    assert next(ticks) == 6  # the beginning and, until 5 ms are over, once for each iteration


# --- what it sees ---------------------------------------------------------------------------


@pytest.mark.parametrize("id", OURS)
@pytest.mark.parametrize("choices", [0, 25, 60])
def test_the_choice_does_not_depend_on_what_is_hidden(id: str, choices: int) -> None:
    state, seat = hard(position(id, choices))
    chosen = make_bot("search:8", 5).choose(Turn(state, seat))
    for number in range(3):
        other = state.determinize(seat, Random(number))
        assert make_bot("search:8", 5).choose(Turn(other, seat)) == chosen


def test_secret_choices_of_others_at_the_same_time_are_not_seen() -> None:
    state = game("clinic").new(2, "secret")
    while len(state.asked()) < 2 or state.decision(0).name() != "choose_action":
        asked = state.asked()[0]
        state.apply(asked, state.legal_actions(asked)[0])
    found = set()
    for action in state.legal_actions(0):
        after = state.copy()
        after.apply(0, action)
        if after.asked() == [1]:
            found.add(make_bot("search:30", 3).choose(Turn(after, 1)))
    assert len(found) == 1


@pytest.mark.parametrize("id", OURS)
def test_the_same_seed_makes_the_same_choice(id: str) -> None:
    state, seat = hard(position(id, 40))
    before = state.digest()
    chosen = [make_bot("search:10", "seed").choose(Turn(state, seat)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert state.digest() == before


# --- how it chooses -------------------------------------------------------------------------


def test_selection_prefers_what_is_good_and_what_is_little_known() -> None:
    node = Node()
    node.expand([3, 5, 8], [10.0, 0.0, 0.0], 10.0)
    priors = {action: edge.prior for action, edge in node.edges.items()}
    assert sum(priors.values()) == pytest.approx(1)
    assert priors[3] == pytest.approx(4 * priors[5])
    assert node.select([3, 5, 8], 1.0).action == 3
    edge = node.edges[3]
    edge.visits, edge.total = 50, 5.0
    node.visits, node.total = 50, 5.0
    assert node.select([3, 5, 8], 1.0).action == 5
    assert node.select([3], 1.0).action == 3
    assert node.best([3, 5, 8]).action == 3
    assert node.best([5, 8]).action == 5


def test_leads_become_values() -> None:
    search = Search("clinic", 0, 3)
    scale = search._constants.scale
    assert search.squashed([0.0, 0.0, 0.0]) == [0.5, 0.5, 0.5]
    assert search.squashed([scale, 0.0, -scale]) == pytest.approx([0.75, 0.25, 1 / 6])


@pytest.mark.parametrize("id", OURS)
def test_a_won_game_is_worth_nearly_everything_and_a_lost_one_nearly_nothing(id: str) -> None:
    state = position(id, 0)
    rng = Random(id)
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    values = Search(id, 0, state.players)._values(state)
    assert all(abs(value - one) <= 0.1 for value, one in zip(values, state.returns(), strict=True))


@pytest.mark.parametrize(("paranoid", "rival"), [(False, 0.6), (True, 0.3)])
def test_everybody_gets_the_own_value_or_others_what_a_paranoid_search_loses(
    paranoid: bool, rival: float
) -> None:
    search = Search("clinic", 0, 3, paranoid)
    nodes, edges = [Node(), Node()], [Edge(1, 1.0), Edge(2, 1.0)]
    search._back_up([0, 1], nodes, edges, [0.7, 0.6, 0.1])
    assert [edge.value() for edge in edges] == pytest.approx([0.7, rival])
    assert [node.visits for node in nodes] == [1, 1]


def test_the_tree_is_kept_while_nothing_comes_in_between() -> None:
    state, seat = hard(position("dice_hospital", 30))
    while True:
        state, seat = hard(state)
        bot = SearchBot(1, 30)
        chosen = bot.choose(Turn(state, seat))
        moments = state.chance.moments
        state.apply(seat, chosen)
        if state.stacks[seat] and state.chance.moments == moments:
            break
    assert bot._search is not None
    known = bot._search.roots[seat].visits
    assert bot._going_on(Turn(state, seat)) is bot._search
    if len(bot._search.actions(state, seat)) > 1:
        kept = bot._search
        bot.choose(Turn(state, seat))
        assert bot._search is kept
    assert known > 0
    other = next(one for one in range(state.players) if one != seat)
    if state.stacks[other]:
        state.apply(other, state.legal_actions(other)[0])
        assert bot._going_on(Turn(state, seat)) is None


def whole(game: Game, names: list[str], seed: str) -> list[float]:
    """The returns of a whole game between bots."""
    state = game.new(len(names), seed)
    players = [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, players[seat].choose(Turn(state, seat)))
    return state.returns()


def test_it_beats_random_in_a_game_that_nobody_described() -> None:
    wins = 0.0
    for number in range(12):
        seats = ["search:40", "random"] if number % 2 else ["random", "search:40"]
        wins += whole(TOY, seats, f"toy {number}")[seats.index("search:40")]
    assert wins > 9 * TOY.max_return


@pytest.mark.parametrize(
    ("games", "wanted"),
    [pytest.param(12, 3, marks=pytest.mark.slow), pytest.param(40, 26, marks=pytest.mark.long)],
)
def test_it_beats_greedy_in_pyrrameds(games: int, wanted: int) -> None:
    """A sample of the ladder.

    Fewer than 3 wins of 12 refute "at least as good as greedy", 26 of 40 "not better", each with at
    most five in a hundred errors.
    """
    wins = 0.0
    for number in range(games):
        seats = ["search:100", "greedy"] if number % 2 else ["greedy", "search:100"]
        wins += whole(game("pyrrameds"), seats, f"ladder {number}")[seats.index("search:100")]
    assert wins >= wanted * game("pyrrameds").max_return


# --- levels ---------------------------------------------------------------------------------


def words(level: Level) -> str:
    """How the documentation says what plays at a level."""
    bot = f"`search:{level.iterations}`" if level.iterations else "`greedy`"
    return bot + (f", {level.slips} choices of 100 left to chance" if level.slips else "")


def test_the_documentation_says_what_plays_at_a_level(project_root: Path) -> None:
    text = (project_root / "docs" / "bots.md").read_text(encoding="utf-8")
    plain, other = USUAL, PLAYED_BY["dice_hospital"]
    assert [id for id in OURS if PLAYED_BY[id] is not plain] == ["dice_hospital"]
    for name, *plays in zip(LEVELS, plain, other, strict=True):
        assert f"| {name.capitalize()} | {words(plays[0])} | {words(plays[1])} |\n" in text


def test_every_game_has_all_levels() -> None:
    assert set(PLAYED_BY) == set(OURS)
    for plays in (*PLAYED_BY.values(), USUAL):
        assert len(plays) == len(LEVELS)
    assert set(LEVELS) <= set(bots())


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_any_game(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(self: Any, _turn: Turn) -> None:
        for _ in range(3):
            self.iterate(_turn.sample(Random(1)))

    monkeypatch.setattr(SearchBot, "_spend", lambda self, search, turn: quick(search, turn))
    state = TOY.new(2, "levels")
    bots = [make_bot(level, seat) for seat in range(2)]
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, bots[seat].choose(Turn(state, seat)))


def test_a_student_slips_and_a_resident_does_not() -> None:
    state, seat = hard(position("dice_hospital", 10))
    turn = Turn(state, seat)
    assert {make_bot("resident", 1).choose(turn) for _ in range(20)} == {
        make_bot("greedy", 1).choose(turn)
    }
    chosen = {make_bot("student", seed).choose(turn) for seed in range(40)}
    assert chosen == set(turn.legal)
