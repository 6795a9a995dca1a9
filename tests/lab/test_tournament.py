"""Tournaments: who sits where, what the games show, and going on after a stop."""

from pathlib import Path

import pytest

from wardround.core import SeatError, UnknownBot
from wardround.games import game
from wardround.lab import LabError
from wardround.lab.tournament import (
    Estimate,
    Journal,
    Result,
    Tournament,
    play_tournament,
    standings,
    student,
)

GAME = game("pyrrameds")


def plan(*entrants: str, players: int | None = None, rounds: int = 2) -> Tournament:
    return Tournament.plan(GAME, entrants, players, rounds, "t")


# --- who sits where -------------------------------------------------------------------------


def test_every_choice_of_entrants_sits_in_every_order() -> None:
    assert plan("greedy", "random").tables == [(0, 1), (1, 0)]
    three = plan("greedy", "random", "student", players=2).tables
    assert sorted(three) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert len(plan("greedy", "random", "student").tables) == 6


def test_equal_bots_are_seated_once() -> None:
    names = ("greedy", "random", "random")
    tables = [tuple(names[one] for one in table) for table in plan(*names).tables]
    assert sorted(tables) == [
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    ]


@pytest.mark.parametrize(
    ("entrants", "players", "rounds", "error"),
    [
        (["greedy"], None, 1, LabError),
        (["greedy", "random"], 3, 1, LabError),
        (["greedy", "random"], 1, 1, LabError),
        (["greedy", "random"], None, 0, LabError),
        (["greedy", "alpha"], None, 1, UnknownBot),
        (["greedy", "search:x"], None, 1, UnknownBot),
        (["random"] * 7, 7, 1, SeatError),
        ([f"search:{number}" for number in range(1, 12)], 6, 1, LabError),
    ],
)
def test_what_cannot_be_played_is_refused(
    entrants: list[str], players: int | None, rounds: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        Tournament.plan(GAME, entrants, players, rounds, "t")


# --- what it shows --------------------------------------------------------------------------


def test_student_s_factors_are_those_of_the_tables() -> None:
    found = [round(student(freedom), 3) for freedom in (1, 4, 5, 6, 10, 30, 10_000)]
    assert found == [12.706, 2.776, 2.571, 2.447, 2.228, 2.042, 1.960]


def test_an_estimate_is_honest_about_few_samples() -> None:
    assert Estimate.of([3.0]) == Estimate(3.0, None, None)
    two = Estimate.of([1.0, 3.0])
    assert two.value == 2
    assert two.low == pytest.approx(2 - 12.706, abs=0.01)
    certain = Estimate.of_shares([1.0] * 10)
    assert certain.value == 1
    assert certain.low == pytest.approx(0.7225, abs=0.001)
    assert Estimate.of_shares([0.0, 1.0]) == Estimate(0.5, 0.0, 1.0)


def results(made: Tournament, ranks: dict[str, int]) -> list[Result]:
    """Games in which every bot always comes in at the same rank."""
    found = []
    for number in range(made.games):
        order = made.tables[number % len(made.tables)]
        found.append(
            Result(
                number,
                list(order),
                [10 - ranks[made.entrants[one]] for one in order],
                [ranks[made.entrants[one]] for one in order],
            )
        )
    return found


def test_standings_and_pairings() -> None:
    made = plan("random", "greedy", "student", rounds=3)
    found = standings(made, results(made, {"greedy": 1, "student": 2, "random": 3}))
    assert [one.bot for one in found.entrants] == ["greedy", "student", "random"]
    assert [one.wins.value for one in found.entrants] == [1, 0, 0]
    assert {one.games for one in found.entrants} == {18}
    ratings = [one.rating for one in found.entrants]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] - ratings[2] > found.entrants[0].error
    pairs = {(one.first, one.second): one for one in found.pairings}
    assert pairs[0, 1].ahead.value == 0
    assert pairs[1, 2].ahead.value == 1
    assert pairs[1, 2].lead.value == 1
    assert pairs[0, 2].games == 18


def test_equal_bots_are_rated_equal() -> None:
    made = plan("random", "greedy", rounds=40)
    games = results(made, {"greedy": 1, "random": 1})
    found = standings(made, games)
    assert found.pairings[0].ahead.value == 0.5
    assert abs(found.entrants[0].rating - found.entrants[1].rating) < found.entrants[0].error


def test_only_whole_rounds_count() -> None:
    made = plan("random", "greedy", rounds=3)
    games = results(made, {"greedy": 1, "random": 2})
    assert standings(made, games[:3]).rounds == 1
    with pytest.raises(LabError):
        standings(made, games[:1])


def test_the_same_tournament_gives_the_same_games_in_any_number_of_processes() -> None:
    made = plan("random", "greedy")
    alone = list(play_tournament(made))
    assert [one.number for one in alone] == [0, 1, 2, 3]
    assert list(play_tournament(made, 2)) == alone
    assert list(play_tournament(made, done=[0, 2])) == [alone[1], alone[3]]


# --- the journal ----------------------------------------------------------------------------


def test_a_journal_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    made = plan("random", "greedy")
    games = list(play_tournament(made))
    journal = Journal(path, made)
    for one in games[:3]:
        journal.add(one)
    path.write_bytes(path.read_bytes()[:-9])
    again = Journal(path, made)
    assert again.results == games[:2]
    for one in play_tournament(made, done=[one.number for one in again.results]):
        again.add(one)
    assert sorted(again.results, key=lambda one: one.number) == games
    assert Journal(path, made).results == games


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: ["{", *lines[1:]], "line 1 is no JSON"),
        (lambda lines: [lines[0].replace('"t"', '"u"'), *lines[1:]], "another tournament"),
        (lambda lines: [lines[0], "[]"], "line 2 is no game of it"),
        (lambda lines: [lines[0], lines[1].replace('"number": 0', '"number": 77')], "line 2 is no"),
        (lambda lines: [lines[0], lines[1].replace('"number": 0', '"number": 1')], "line 2 is no"),
        (lambda lines: [lines[0], lines[1], lines[1]], "line 3 is no game of it"),
    ],
)
def test_what_is_no_journal_of_it_is_refused(tmp_path: Path, change: object, message: str) -> None:
    path = tmp_path / "games.jsonl"
    made = plan("random", "greedy", rounds=1)
    journal = Journal(path, made)
    journal.add(next(play_tournament(made)))
    assert callable(change)
    lines = change(path.read_text().splitlines())
    before = "".join([f"{line}\n" for line in lines])
    path.write_text(before)
    with pytest.raises(LabError) as raised:
        Journal(path, made)
    assert message in raised.value.message
    assert path.read_text() == before
